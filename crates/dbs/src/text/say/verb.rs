//! What is done and what cards get, in words.

use super::noun::{area, meant, name, noun, number, player, whose};
use super::phrases::*;
use super::{It, Saying};
use crate::keyword;
use crate::state::Area;
use crate::text::words::UNTILS;
use crate::vocab::*;
use effects::text::printer::listed;
use effects::text::speaker::Speaker;
use effects::{Among, Amount, Filter, Gainer, HowMany, Select, Step, Target, Who};

/// How long, behind a clause.
pub(super) fn until(change: &Change, until: Until) -> String {
    // Being kept in Rest Mode says itself until when.
    match change {
        Change::Cannot(Cannot::ReadyInCharge) => String::new(),
        _ => format!(" {}", UNTILS.say(until)),
    }
}

/// A verb in the form its subject wants, with the subject where it is not you.
fn does(who: Who, verb: &str) -> String {
    if who == Who::You { verb.into() } else { format!("{} {verb}s", player(who)) }
}

/// What may be done with the card itself without its energy cost.
fn used(free: Free) -> String {
    match free {
        Free::Play => "play this card".into(),
        Free::Counter => "activate this card's [Counter] skill".into(),
        Free::Activate => "activate this card's [Activate] skill".into(),
        Free::Use => "activate this card".into(),
        Free::In(window) => format!("activate this card's {} skill", super::condition::kind_of(&window)),
    }
}

fn cards(amount: &Amount<Dbs>) -> String {
    match amount {
        Amount::Fixed(1) => "1 card".into(),
        amount => format!("{} cards", number(amount)),
    }
}

/// "the top card of your deck", "the top 3 cards of your deck".
fn top(who: Who, amount: &Amount<Dbs>) -> String {
    match amount {
        Amount::Fixed(1) => format!("the top card of {} deck", whose(who)),
        amount => format!("the top {} cards of {} deck", number(amount), whose(who)),
    }
}

/// The card that a choice of the whole rest stands for: what was looked at and went nowhere.
fn is_rest(select: &Select<Dbs>) -> bool {
    matches!(select.among, Among::Slot(_))
        && select.count == HowMany::All
        && select.filter == Filter::Test(Test::InArea(Area::Deck))
}

impl Saying<'_> {
    /// A verb and where a card goes: "place it in your Drop Area".
    fn put(&mut self, what: &Target<Dbs>, to: &To) -> String {
        let many = self.it.as_ref().is_some_and(|it| it.target == *what && it.many);
        let mine = *what == Target::This || self.mine;
        let owner = match (mine, many) {
            (true, _) => "your",
            (false, false) => "its owner's",
            (false, true) => "their owners'",
        };
        // From the hand to the Drop Area: a discard.
        if *what == Target::This && self.this_from == [Area::Hand] && *to == To::area(Area::Drop) {
            return format!("discard {}", self.object(what));
        }
        // "your opponent discards the rest": of a hand of which some were chosen.
        if let (Target::Each(select), true) = (what, *to == To::area(Area::Drop)) {
            let kept = matches!(&select.filter, Filter::Not(inner) if matches!(**inner, Filter::Bound(_)));
            if let (true, Among::Zones { whose: of, .. }) = (kept, &select.among) {
                return format!("{} the rest", does(*of, "discard"));
            }
        }
        let card = match what {
            Target::Each(select) if is_rest(select) => "the rest".into(),
            what => self.object(what),
        };
        if to.area == Area::Removed {
            return format!("remove {card} from the game");
        }
        let verb = if to.area == Area::Hand && !mine { "return" } else { put_verb(to) };
        format!("{verb} {card} {}", place(to, owner))
    }

    /// Cards looked at that go back in any order.
    pub(super) fn rest_in_order(&self, choice: &Step<Dbs>, verb: &Step<Dbs>) -> Option<String> {
        let (Step::Choose { who, slot, from }, Step::Do(Verb::Move { what, to })) = (choice, verb) else {
            return None;
        };
        if !(from.ordered && is_rest(from) && *what == Target::Slot(*slot) && to.area == Area::Deck) {
            return None;
        }
        let owner = if self.looked_mine { "your" } else { "their owner's" };
        Some(format!("{} the rest {} in any order", does(*who, "place"), place(to, owner)))
    }

    /// Cards looked at that go back in any order to either end, as the player likes.
    pub(super) fn either_end(&self, options: &[(String, Vec<Step<Dbs>>)]) -> Option<String> {
        let [(_, top), (_, bottom)] = options else { return None };
        let ([first, to_top], [second, to_bottom]) = (&top[..], &bottom[..]) else { return None };
        let words = self.rest_in_order(first, to_top)?;
        self.rest_in_order(second, to_bottom)?;
        Some(words.replace("on top of", "on the top or bottom of"))
    }

    /// "your opponent chooses cards in their hand and places them in their Drop Area until they have 3 cards in hand".
    pub(super) fn left_over(&mut self, choice: &Step<Dbs>, verb: &Step<Dbs>) -> Option<String> {
        let (Step::Choose { who, slot, from }, Step::Do(Verb::Move { what, to })) = (choice, verb) else {
            return None;
        };
        let HowMany::Exactly(Amount::Plus(there, less)) = &from.count else { return None };
        let (Amount::Count(_), Amount::Fixed(less)) = (&**there, &**less) else { return None };
        let Among::Zones { whose: of, zones } = &from.among else { return None };
        (*what == Target::Slot(*slot)).then_some(())?;
        let (owner, they) = match of {
            Who::You => ("your", "you"),
            _ if *who == Who::Opponent => ("their", "they"),
            _ => ("your opponent's", "they"),
        };
        let left = match zones[..] {
            [Area::Life] => format!("{} life", -less),
            _ => format!("{} cards in hand", -less),
        };
        let there = area(*zones.first()?);
        self.it = Some(It { target: Target::Slot(*slot), many: true });
        let owns = if *of == Who::You { "your" } else { "their" };
        Some(format!(
            "{} cards in {owner} {there} and place them {} until {they} have {left}",
            does(*who, "choose"),
            place(to, owns)
        ))
    }

    /// "add cards from your life to your hand until you have 6 life".
    pub(super) fn life_until(&self, choice: &Step<Dbs>) -> Option<String> {
        let Step::Choose { from, .. } = choice else { return None };
        let HowMany::Exactly(Amount::Plus(_, less)) = &from.count else { return None };
        let Amount::Fixed(less) = **less else { return None };
        Some(format!("add cards from your life to your hand until you have {} life", -less))
    }

    pub(super) fn verb(&mut self, verb: &Verb) -> String {
        match verb {
            Verb::Activated => String::new(),
            Verb::DrawUpTo { who, n } => format!("{} up to {}", does(*who, "draw"), cards(n)),
            Verb::Draw { who, n: Amount::Named } if self.named.is_some() => {
                let most = self.named.take().unwrap_or(Amount::Fixed(1));
                format!("{} up to {}", does(*who, "draw"), cards(&most))
            }
            Verb::Draw { who, n: Amount::Bound(_) } => {
                format!("{} cards equal to the number of cards placed by this skill", does(*who, "draw"))
            }
            Verb::Draw { who, n: Amount::PerEach { each, per, of } } => {
                let each = cards(&Amount::Fixed(*each));
                format!("{} {each}{}", does(*who, "draw"), self.for_each(*per, of))
            }
            Verb::Draw { who, n: Amount::Count(select) } => {
                let cards = format!("{}{}", noun(&select.filter, true), self.place(select));
                let whose = match &select.among {
                    Among::Zones { whose: of, .. } if self.place(select).is_empty() => {
                        format!("{} ", whose(*of))
                    }
                    _ => String::new(),
                };
                format!("{} X cards, where X is the number of {whose}{cards}", does(*who, "draw"))
            }
            Verb::Draw { who, n: Amount::Plus(n, _) } => {
                format!("{} cards until you have {} cards in your hand", does(*who, "draw"), number(n))
            }
            Verb::Draw { who, n } => format!("{} {}", does(*who, "draw"), cards(n)),
            Verb::Ko(target) => format!("KO {}", self.object(target)),
            Verb::Move { what, to } => self.put(what, to),
            Verb::Rest(target) => format!("switch {} to Rest Mode", self.object(target)),
            Verb::Ready(target) => format!("switch {} to Active Mode", self.object(target)),
            Verb::Play { on: Some(Target::This), evolves: true, active, .. } => {
                format!("evolve this card into it{}", if *active { " in Active Mode" } else { "" })
            }
            Verb::Play { what: Target::This, on: Some(Target::Slot(_)), evolves: true, .. } => {
                "evolve it into this card".into()
            }
            Verb::Play { what, rest, active, opponents, markers, on, evolves: _ } => {
                let on = match on {
                    Some(Target::This) => " on top of this card".into(),
                    Some(Target::Test(Test::Attacker)) => " on top of the attacking card".into(),
                    Some(other) => format!(" on top of {}", self.chosen_before(other, what)),
                    None => String::new(),
                };
                let mut words = format!("play {}{on}", self.object(what));
                if *opponents {
                    words += " in your opponent's Battle Area";
                }
                if *rest {
                    words += " in Rest Mode";
                }
                if *active {
                    words += " in Active Mode";
                }
                if let Some(n) = markers {
                    words += &format!(" with {} markers on it", number(n));
                }
                words
            }
            Verb::Combo(target) => format!("use {} in a combo", self.object(target)),
            Verb::Damage { who, n } => format!("deal {} damage to {}", number(n), player(*who)),
            Verb::Look { who, whose: of, n, slot } => {
                self.looked(*slot, *of);
                format!("{} at {}", does(*who, "look"), self.top(*of, n))
            }
            Verb::LookBottom { who, whose: of, slot } => {
                self.looked(*slot, *of);
                format!("{} at the bottom card of {} deck", does(*who, "look"), whose(*of))
            }
            Verb::RevealTop { whose: of, n, slot } => {
                self.looked(*slot, *of);
                format!("reveal {}", self.top(*of, n))
            }
            Verb::Reveal(target) => format!("reveal {}", self.object(target)),
            Verb::LookAt { who, whose: of, area: place } => {
                format!("{} at {} {}", does(*who, "look"), whose(*of), area(*place))
            }
            Verb::Shuffle { who, area: place } => format!("shuffle {} {}", whose(*who), area(*place)),
            Verb::Mill { who, n, to, slot } => {
                self.milled = slot.map(|slot| (Target::Slot(slot), to.area)).or(self.milled.take());
                format!("{} {} {}", put_verb(to), self.top(*who, n), place(to, whose(*who)))
            }
            Verb::NegateAttack => "negate the attack".into(),
            Verb::NegateCounter => "negate the [Counter] skill".into(),
            Verb::NegateSkill => "negate the skill".into(),
            Verb::NegateBlocker => "negate the [Blocker] skill".into(),
            Verb::RestPlayed(target) => {
                let card = match target {
                    Target::Test(test) => super::noun::meant(test),
                    other => self.object(other),
                };
                format!("{card} is played in Rest Mode")
            }
            Verb::NegatePlay(to) => {
                format!("it is placed {} instead of being played", place(to, "its owner's"))
            }
            Verb::Flip(Target::This) => "flip this card over".into(),
            Verb::Flip(target) => format!("flip {} over", self.object(target)),
            Verb::FlipTo { what, back } => {
                let side = if *back { "back" } else { "front" };
                format!("flip {} to its {side} side", self.object(what))
            }
            Verb::Markers { what, n: Amount::Fixed(n) } if *n < 0 => {
                format!("remove {} from {}", marker(-n), self.object(what))
            }
            Verb::Markers { what, n: Amount::Fixed(n) } => {
                format!("add {} to {}", marker(*n), self.object(what))
            }
            Verb::Markers { what, n: Amount::PerEach { each, per, of } } => {
                let (verb, end) = if *each < 0 { ("remove", "from") } else { ("add", "to") };
                let what = self.object(what);
                format!("{verb} {} {end} {what}{}", marker(each.abs()), self.for_each(*per, of))
            }
            Verb::Markers { what, n } => format!("add {} markers to {}", number(n), self.object(what)),
            Verb::EnergyMarkers { who, n } => {
                let many = if *n == Amount::Fixed(1) { "" } else { "s" };
                format!("{} {} energy marker{many}", does(*who, "get"), number(n))
            }
            Verb::Turn { what, face_up } => {
                let face = if *face_up { "face up" } else { "face down" };
                format!("flip {} {face}", self.object(what))
            }
            Verb::Win(Who::You) => "you win the game".into(),
            Verb::Win(who) => format!("{} wins the game", player(*who)),
            Verb::Activate(target) => format!("activate {}", self.object(target)),
            Verb::ActivateSkill { of: Target::This, window } => {
                format!("activate this card's {} skill", super::condition::kind_of(window))
            }
            Verb::ActivateSkill { window, .. } => {
                format!("activate its {} skill", super::condition::kind_of(window))
            }
            Verb::Tuck { what, under: host @ Target::Slot(_) } if self.is_it(host) => {
                let words = format!("place {} under the chosen card", self.object(what));
                self.it = Some(It { target: host.clone(), many: false });
                words
            }
            Verb::Tuck { what, under } => {
                let what = self.object(what);
                format!("place {what} under {}", self.host(under))
            }
            Verb::TuckTop { who, n, under } => {
                let top = self.top(*who, n);
                format!("place {top} under {}", self.host(under))
            }
            Verb::GainControl { who, what } => {
                format!("{} control of {}", does(*who, "gain"), self.object(what))
            }
            Verb::Token { who, n, print, rest, slot } => {
                let n = match (n, self.named.take()) {
                    (Amount::Named, Some(most)) => format!("up to {}", number(&most)),
                    (n, _) => number(n),
                };
                let row = self.tokens.get(*print as usize).cloned().unwrap_or_default();
                let mut words = format!("play {}", crate::text::tokens::say(&row, &n));
                if *rest {
                    words += " in Rest Mode";
                }
                if *who == Who::Opponent {
                    words += " in your opponent's Battle Area";
                }
                self.it = Some(It { target: Target::Slot(*slot), many: n != "1" && n != "up to 1" });
                words
            }
            Verb::SwitchGuard(target) => format!("switch the target of attack to {}", self.object(target)),
            Verb::Pay { cost } => format!("pay {}", super::energy(*cost)),
            Verb::PayLess { .. } => String::new(),
            Verb::PayZ => "pay its Z-Energy cost".into(),
            Verb::PlaceOnLeader { on } => format!("place this card on top of {}", self.object(on)),
            Verb::MarkOverRealm => "send it to the Warp at the end of the turn".into(),
            Verb::PlaceField => "place this card in your Battle Area".into(),
            Verb::Skip { who, what } => {
                let owner = if *who == Who::You { "your" } else { "their" };
                format!("{} {owner} next {}", does(*who, "skip"), skipped(*what))
            }
            Verb::PlaceExtra(target) => format!("place {} in your Battle Area", self.object(target)),
            Verb::AttackAgain => "it switches to Active Mode at the end of the battle".into(),
            Verb::TakeRevenge => "KO the attacking card at the end of the battle".into(),
            Verb::Fail => "the cost is not paid".into(),
            Verb::Merge(target) => format!("place {} under this card", self.object(target)),
            Verb::Gather(_) | Verb::Replaced => String::new(),
        }
    }

    /// "up to 7 cards from the top of your deck", where a number was named.
    fn top(&mut self, who: Who, amount: &Amount<Dbs>) -> String {
        match (amount, self.named.take()) {
            (Amount::Named, Some(most)) => {
                format!("up to {} from the top of {} deck", cards(&most), whose(who))
            }
            (amount, _) => top(who, amount),
        }
    }

    fn host(&mut self, under: &Target<Dbs>) -> String {
        match under {
            Target::This => "this card".into(),
            Target::Test(test) => meant(test),
            other => self.object(other),
        }
    }

    fn looked(&mut self, slot: effects::Slot, whose: Who) {
        self.it = Some(It { target: Target::Slot(slot), many: true });
        self.looked_mine = whose == Who::You;
        self.mine = self.looked_mine;
    }

    // ---- changes --------------------------------------------------------------------------------------------------

    /// Some changes of the same cards for the same time.
    pub(super) fn gains(&mut self, to: &Gainer<Dbs>, changes: &[&Change], ends: &str) -> String {
        let kept = matches!(changes, [Change::Cannot(Cannot::BeNegated)]);
        if self.this_from.len() > 8 && !kept {
            // DBS 9-1-3-3: a skill that says it counts in all areas.
            self.everywhere = true;
            self.this_from.clear();
        }
        if let Some(words) = self.said_otherwise(to, changes, ends) {
            return words;
        }
        match (to, changes) {
            (Gainer::Whatever(select), [Change::Cannot(Cannot::Play)]) => {
                let of_hand =
                    matches!(&select.among, Among::Zones { zones, .. } if zones[..] == [Area::Hand]);
                let from = if of_hand { " from your hand" } else { "" };
                let who = match &select.among {
                    Among::Zones { whose: who, .. } => player(*who),
                    Among::Slot(_) | Among::Under { .. } | Among::Several(_) => "you",
                };
                if let Filter::Not(only) = &select.filter {
                    let plain = matches!(**only, Filter::Color(_) | Filter::Trait(_) | Filter::Test(_));
                    if !plain || matches!(**only, Filter::Test(Test::OnlyColors(_))) {
                        return format!("{who} can only play {}{ends}", noun(only, true));
                    }
                }
                let what = match &select.filter {
                    Filter::Name(of) => format!("copies of {}", name(of)),
                    Filter::Test(Test::SameNameAsThis) => "copies of this card".into(),
                    other => noun(other, true),
                };
                return format!("{who} can't play {what}{from}{ends}");
            }
            (Gainer::Whatever(select), [Change::Cannot(what)]) if matches!(&select.among, Among::Zones { zones, .. } if zones[..] == [Area::Hand, Area::Declared]) =>
            {
                let who = match &select.among {
                    Among::Zones { whose: who, .. } => player(*who),
                    _ => "you",
                };
                return format!("{who} can't {} of other cards{ends}", cannot_player(*what));
            }
            (Gainer::Whatever(select), [Change::Cannot(Cannot::ActivateSkills)]) => {
                let who = match &select.among {
                    Among::Zones { whose: who, .. } => player(*who),
                    _ => "you",
                };
                if select.filter == Filter::Test(Test::SameNameAsThis) {
                    return format!("{who} can't activate copies of this card{ends}");
                }
                if !matches!(select.filter, Filter::Name(_)) {
                    return format!("{who} can't activate skills on {}{ends}", noun(&select.filter, true));
                }
                return format!("{who} can't activate {}{ends}", noun(&select.filter, false));
            }
            (Gainer::Whatever(select), [Change::Negate(what @ Negate::One(_))]) if matches!(&select.among, Among::Zones { zones, .. } if zones.len() > 8) =>
            {
                let kind = noun(&select.filter, true);
                return format!("negate the {} on {kind} in all of your areas{ends}", negated(*what));
            }
            (Gainer::Whatever(select), [Change::Negate(what)])
                if select.filter != Filter::Test(Test::SameNameAsThis) =>
            {
                return format!("negate the {} of {}{ends}", negated(*what), self.select(select));
            }
            (Gainer::Whatever(_), [Change::Negate(what)]) => {
                return format!("you can't activate the {} on copies of this card{ends}", negated(*what));
            }
            (Gainer::Cards(Target::This), [Change::Negate(Negate::This)]) => {
                return format!("negate this skill{ends}");
            }
            (Gainer::Cards(Target::This), [Change::Negate(Negate::One(of))])
                if !self.this_from.is_empty() =>
            {
                self.this_from.clear();
                return format!("negate this card's {} skill in all areas", keyword::bracket(*of));
            }
            (Gainer::Cards(Target::This), [Change::Negate(what)]) if !self.is_it(&Target::This) => {
                return format!("negate this card's {}{ends}", negated(*what));
            }
            (Gainer::Cards(target @ Target::Test(test)), [Change::Negate(what)]) if !self.is_it(target) => {
                return format!("negate the {} of {}{ends}", negated(*what), meant(test));
            }
            (Gainer::Cards(_), [Change::Negate(what)]) => {
                return format!("negate its {}{ends}", negated(*what));
            }
            (Gainer::Player(who), [Change::Cannot(Cannot::ReadyInCharge)]) => {
                let their = if *who == Who::You { "your" } else { "their" };
                let who = player(*who);
                return format!("{who} can't switch cards to Active Mode during {their} next Charge Phase");
            }
            (Gainer::Player(who), [Change::Cannot(Cannot::AddLife)]) => {
                let their = if *who == Who::You { "your" } else { "their" };
                return format!("{} can't add cards from {their} life to {their} hand{ends}", player(*who));
            }
            (Gainer::Player(who), [Change::CannotAttackWith(filter)]) => {
                return format!("{} can't attack with {}{ends}", player(*who), noun(filter, true));
            }
            (Gainer::Player(who), [Change::Cannot(what)]) => {
                return format!("{} can't {}{ends}", player(*who), cannot_player(*what));
            }
            (_, [Change::Cost(_)]) if ends.contains("next time") => {
                let Gainer::Whatever(select) = to else { return String::new() };
                let Change::Cost(Amount::Fixed(n)) = changes[0] else { return String::new() };
                let place = self.place(select);
                let kind = effects::text::printer::one(&noun(&select.filter, false));
                let play = next_deed(&select.filter, self.playing);
                return format!(
                    "the next time you {play} {kind}{place} this turn, reduce its energy cost by {}",
                    -n
                );
            }
            (_, [Change::SpecifiedCost(color, Amount::Fixed(n))]) if ends.contains("next time") => {
                let Gainer::Whatever(select) = to else { return String::new() };
                let place = self.place(select);
                let kind = effects::text::printer::one(&noun(&select.filter, false));
                let less = color.letter().repeat(n.unsigned_abs() as usize);
                let play = next_deed(&select.filter, self.playing);
                return format!(
                    "the next time you {play} {kind}{place} this turn, reduce its energy cost by {less}"
                );
            }
            (_, [Change::Cost(Amount::Named)]) => {
                let (what, _) = self.gainer(to);
                return format!("increase the energy cost of {what} by the declared number{ends}");
            }
            (_, [Change::Cost(Amount::Fixed(n))]) if *n > 0 => {
                let (what, _) = self.gainer(to);
                return format!("increase the energy cost of {what} by {n}{ends}");
            }
            (_, [Change::SpecifiedCost(color, Amount::Fixed(n))]) => {
                let (what, _) = self.gainer(to);
                let verb = if *n < 0 { "reduce" } else { "increase" };
                let letters = color.letter().repeat(n.unsigned_abs() as usize);
                return format!("{verb} the energy cost of {what} by {letters}{ends}");
            }
            (_, [Change::SpecifiedCost(color, Amount::PerEach { each, per, of })]) if *each < 0 => {
                let (what, _) = self.gainer(to);
                let letters = color.letter().repeat(each.unsigned_abs() as usize);
                let each = self.for_each(*per, of);
                return format!("reduce the energy cost of {what} by {letters}{each}{ends}");
            }
            (_, [Change::ZCost(Amount::Fixed(n))]) => {
                let (what, _) = self.gainer(to);
                let verb = if *n < 0 { "reduce" } else { "increase" };
                return format!("{verb} the Z-Energy cost of {what} by {}{ends}", n.abs());
            }
            (Gainer::Player(who), [Change::TakesNoDamage]) => {
                let verb = if *who == Who::You { "don't" } else { "doesn't" };
                return format!("{} {verb} take damage{ends}", player(*who));
            }
            (Gainer::Player(_), [Change::StartLife(n)]) => {
                return format!("you start the game with {n} life");
            }
            (_, [Change::Cost(amount)]) => {
                let (what, _) = self.gainer(to);
                return format!("reduce the energy cost of {what} by {}{ends}", self.less(amount));
            }
            (_, [Change::ComboCost(amount)]) => {
                let (what, _) = self.gainer(to);
                return format!("reduce the combo cost of {what} by {}{ends}", self.less(amount));
            }
            (Gainer::Cards(Target::This), [Change::Cannot(Cannot::BePlayedBySkills)]) => {
                self.this_from.clear();
                return "this card can't be played from any area by skills".into();
            }
            (Gainer::Cards(Target::This), [Change::Cannot(Cannot::BePlayedPlainly)]) => {
                self.this_from.clear();
                return "this card can't be played from any area except by skills".into();
            }
            (Gainer::Cards(Target::This), [Change::Cannot(Cannot::Play)])
                if !self.this_from.is_empty() && !self.this_from.contains(&Area::Energy) =>
            {
                self.this_from.clear();
                return "this card can only be played from Energy Areas".into();
            }
            (Gainer::Cards(Target::This), [Change::Cannot(Cannot::Play)]) => {
                self.this_from.clear();
                return "this card can't be played from any area".into();
            }
            (_, [Change::Reach(words, place)]) => {
                self.this_from.clear();
                let words = effects::text::printer::titled(words.as_str()).replacen("Ex-", "EX-", 1);
                return format!("this card's [{words}] can also be activated from your {}", area(*place));
            }
            (_, [Change::Materials(of, place, kind)]) => {
                self.this_from.clear();
                return format!(
                    "you can choose {} in your {} when choosing cards to use with this card's {} skill \
                     from your hand",
                    noun(kind, true),
                    area(*place),
                    keyword::bracket(*of)
                );
            }
            (_, [Change::Cannot(Cannot::BeNegated)]) => {
                let everywhere = if self.this_from.is_empty() { "" } else { " in any area" };
                self.this_from.clear();
                let (what, _) = self.gainer(to);
                return format!("{what}'s skills can't be negated{everywhere}");
            }
            (Gainer::Whatever(select), [Change::Toll(index)]) => {
                let who = match &select.among {
                    Among::Zones { whose: who, .. } => player(*who),
                    _ => "your opponent",
                };
                let cards = Select { count: HowMany::All, ..select.clone() };
                let cards = self.select(&cards).replacen("all of your opponent's", "", 1);
                let steps =
                    self.skills.get(*index as usize).map_or(&[][..], |skill| &skill.ability.steps[..]);
                let cost = match steps {
                    [Step::By { cost, .. }] => self.joined(cost).replace("your opponent ", ""),
                    _ => String::new(),
                };
                return format!(
                    "{who} can't attack with {}{ends} unless they {cost} each time",
                    cards.trim()
                );
            }
            (Gainer::Player(who), [Change::Skips(what)]) => {
                let owner = if *who == Who::You { "your" } else { "their" };
                return format!("{} {owner} {}{ends}", does(*who, "skip"), skipped(*what));
            }
            (_, [Change::SetPower(amount)]) => {
                let (what, _) = self.gainer(to);
                let whose = if what == "it" { "its".into() } else { format!("{what}'s") };
                return format!("{whose} power becomes {}{ends}", number(amount));
            }
            (Gainer::Player(_), [Change::Includes(filter, most)]) => {
                return match most {
                    0 => format!("you can't include {} in your deck", noun(filter, true)),
                    most => format!("you can only include up to {most} {} in your deck", noun(filter, true)),
                };
            }
            (Gainer::Player(_), [Change::Copies(n)]) => {
                return if *n == u8::MAX {
                    "you can include any number of copies of this card in your deck".into()
                } else {
                    format!("you can include up to {n} copies of this card in your deck")
                };
            }
            (Gainer::Whatever(select), [Change::AsEnergy]) => {
                return format!("you can use {} as energy", self.select(select));
            }
            (_, [Change::TollOn(index)]) => {
                let (what, _) = self.gainer(to);
                let steps =
                    self.skills.get(*index as usize).map_or(&[][..], |skill| &skill.ability.steps[..]);
                let cost = match steps {
                    [Step::By { cost, .. }] => self.joined(cost).replace("your opponent ", ""),
                    _ => String::new(),
                };
                return format!("your opponent can't attack {what} unless they {cost} each time");
            }
            (Gainer::Cards(target), [Change::Toll(index)]) => {
                let (what, _) = self.gainer(&Gainer::Cards(target.clone()));
                let steps =
                    self.skills.get(*index as usize).map_or(&[][..], |skill| &skill.ability.steps[..]);
                let cost = match steps {
                    [Step::By { cost, .. }] => self.joined(cost).replace("your opponent ", ""),
                    _ => String::new(),
                };
                return format!("{what} can't attack{ends} unless they {cost} each time");
            }
            (_, [Change::Instead(Free::Counter, index)]) if self.pays_less(*index).is_some() => {
                self.this_from.clear();
                let (cost, n) = self.pays_less(*index).unwrap_or_default();
                let doing = self.joined(&cost);
                return format!(
                    "when you activate this card's [Counter] skill, you may {doing}. If you do, reduce the energy cost of \
                     this card by {n}"
                );
            }
            (_, [Change::Instead(free, index)]) => {
                let what = used(*free);
                self.this_from.clear();
                let steps =
                    self.skills.get(*index as usize).map_or(&[][..], |skill| &skill.ability.steps[..]);
                let cost = match steps {
                    [Step::By { cost, .. }] => self.clauses(cost),
                    _ => Vec::new(),
                };
                let doing: Vec<String> = cost.iter().map(|words| gerund(words)).collect();
                let doing = doing.join(" and ");
                return format!("you can {what} from your hand without paying its energy cost by {doing}");
            }
            (_, [Change::Free(free)]) => {
                let what = used(*free);
                self.this_from.clear();
                return format!("you can {what} from your hand without paying its energy cost");
            }
            (_, [Change::DropsTo(to)]) => {
                let from: Vec<&str> = self.this_from.drain(..).map(area).collect();
                let goes = place(to, "its owner's");
                return format!(
                    "when this card is placed in a Drop Area from a {}, it is placed {goes} instead",
                    from.join(" or a ")
                );
            }
            (_, [Change::LeavesTo(_)]) if self.this_from == [Area::Combo] => {
                self.this_from.clear();
                return "if this card would leave your Combo Area, remove it from the game instead".into();
            }
            (_, [Change::LeavesTo(place)]) => {
                return match place.area {
                    Area::Removed => {
                        "if this card would be removed from the Battle Area, remove it from the game instead"
                            .into()
                    }
                    other => {
                        format!("if this card would leave play, place it in the {} instead", area(other))
                    }
                };
            }
            _ => {}
        }
        let (what, many) = self.gainer(to);
        let all: Vec<String> = changes.iter().map(|change| self.change(change)).collect();
        if changes.iter().all(|change| Self::goes_together(change)) {
            let verb = if many { "get" } else { "gets" };
            return format!("{what} {verb} {}{ends}", listed(&all));
        }
        format!("{what} {}{ends}", listed(&all))
    }

    /// What is done to pay less, and how much less.
    fn pays_less(&self, index: u8) -> Option<(Vec<Step<Dbs>>, i32)> {
        match &self.skills.get(index as usize)?.ability.steps[..] {
            [Step::By { cost, .. }] => match cost.split_last()? {
                (Step::Do(Verb::PayLess { n }), rest) => Some((rest.to_vec(), *n)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Changes that are said in a sentence of their own.
    fn said_otherwise(&mut self, to: &Gainer<Dbs>, changes: &[&Change], ends: &str) -> Option<String> {
        let [change] = changes else { return None };
        Some(match (to, change) {
            (_, Change::SkillCost(which, cost)) => self.cheaper(to, which, *cost, ends),
            (Gainer::Cards(Target::Test(Test::YourLeader)), Change::AwakensAtAnyLife) => {
                format!("activate your Leader Card's [Awaken] even if you have 5 or more life{ends}")
            }
            (Gainer::Whatever(select), Change::AwakensAtAnyLife) => {
                format!("your {} can activate [Awaken]", noun(&select.filter, false))
            }
            (Gainer::Player(who), Change::Attacks { battle, n }) => {
                let with = if *battle { " with Battle Cards" } else { "" };
                format!("{} can only attack{with} {n} more times{ends}", player(*who))
            }
            (Gainer::Cards(Target::This), Change::NotAttackedBy(by)) => match by {
                Filter::Of(Who::Opponent) => "this card can't be attacked by your opponent's cards".into(),
                by => format!("this card can't be attacked by {}", theirs(by)),
            },
            (Gainer::Cards(Target::Test(Test::YourLeader)), Change::NotAttackedBy(by)) => match by {
                Filter::Of(Who::Opponent) => "your opponent can't attack your Leader Card".into(),
                by => format!("{} can't attack your Leader Card", theirs(by)),
            },
            (Gainer::Whatever(select), Change::NotAttackedBy(by)) => {
                let whom = noun(&select.filter, true) + &self.place(select).replacen(" from", " in", 1);
                match by {
                    Filter::Of(Who::Opponent) => format!("your opponent can't attack {whom}"),
                    by => format!("{} can't attack {whom}", theirs(by)),
                }
            }
            (Gainer::Whatever(select), Change::CombosInRest) => {
                format!("you can use {} in combos in Rest Mode{ends}", self.select(select))
            }
            (Gainer::Whatever(select), Change::NoSpecifiedCost) => {
                let all = matches!(&select.among, Among::Zones { zones, .. } if zones.len() > 8);
                let cards = match all {
                    true => format!("your {} in all areas", noun(&select.filter, true)),
                    false => self.select(select),
                };
                format!("treat {cards} as if they had no specified cost")
            }
            (_, Change::NoSpecifiedCost) => {
                let (what, _) = self.gainer(to);
                format!("treat {what} as if it had no specified cost")
            }
            (Gainer::Whatever(select), Change::Unaffected(Filter::All(all))) if matches!(&select.among, Among::Zones { zones, .. } if zones[..] == [Area::Hand]) =>
            {
                let name = all.iter().find_map(|one| match one {
                    Filter::Test(Test::Character(name)) => {
                        Some(effects::text::printer::titled(name.as_str()))
                    }
                    _ => None,
                });
                format!("your hand is not affected by your Leader Card {}'s skill", name?)
            }
            (Gainer::Whatever(select), Change::Color(color)) => {
                let names = match &select.filter {
                    Filter::Either(any) => any.iter().map(|one| noun(one, false)).collect::<Vec<_>>(),
                    one => vec![noun(one, false)],
                };
                let names: Vec<&str> = names.iter().map(|name| name.trim_end_matches(" card")).collect();
                format!("each {} in all of your areas gain {} colors", names.join(" and "), color.name())
            }
            _ => return None,
        })
    }

    /// A skill cost that is less (DBS 5-8-3-1).
    fn cheaper(&mut self, to: &Gainer<Dbs>, which: &Which, cost: crate::card::Cost, ends: &str) -> String {
        let Gainer::Whatever(select) = to else { return String::new() };
        let skill = match which {
            Which::Any => None,
            Which::In(window) => Some(super::condition::kind_of(window).to_string()),
            Which::Activate => Some("[Activate]".into()),
            Which::Auto => Some("[Auto]".into()),
            Which::Named(words) => Some(format!(
                "[{}]",
                effects::text::printer::titled(words.as_str()).replacen("Ex-", "EX-", 1)
            )),
        };
        let less = super::energy(cost);
        let places = match &select.among {
            Among::Zones { zones, .. } => zones.iter().map(|one| area(*one)).collect::<Vec<_>>().join(" or "),
            _ => String::new(),
        };
        let kind = match &select.filter {
            Filter::Any => String::new(),
            filter => format!(" on {}", noun(filter, true)),
        };
        if ends.contains("next time") {
            let skill = skill.map_or("a skill".to_string(), |skill| format!("a {skill} skill"));
            return format!(
                "the next time you activate {skill}{kind} in your {places} this turn, reduce the skill cost by {less}"
            );
        }
        format!(
            "reduce the {} skill cost on {} in your {places} by {less}{ends}",
            skill.unwrap_or_default(),
            noun(&select.filter, true)
        )
    }

    /// Whether changes can be said behind one "gets".
    pub(super) fn goes_together(change: &Change) -> bool {
        use Change::*;
        matches!(change, Power(_) | ComboPower(_) | Keyword(_) | Trait(_) | Ability(_))
    }

    fn less(&self, amount: &Amount<Dbs>) -> String {
        match amount {
            Amount::Fixed(n) => (-n).to_string(),
            Amount::PerEach { each, per, of } => format!("{}{}", -each, self.for_each(*per, of)),
            other => self.amount(other),
        }
    }

    fn for_each(&self, per: i32, of: &Amount<Dbs>) -> String {
        let counted = match of {
            Amount::Count(select) => {
                let place = self.place(select);
                let whose = match &select.among {
                    Among::Zones { whose: who @ (Who::You | Who::Opponent), .. } if place.is_empty() => {
                        format!("of {} ", whose(*who))
                    }
                    _ => String::new(),
                };
                let many = per > 1 || !whose.is_empty();
                format!("{whose}{}{place}", noun(&select.filter, many))
            }
            Amount::Plus(first, second) => {
                // The two are said one behind the other, whose they are with the first.
                let one = self.for_each(per, first);
                let (one, other) = (one, self.for_each(per, second));
                let front = if per == 1 { " for each " } else { " for every " };
                let other = other.trim_start_matches(front).trim_start_matches("of your ");
                return match &**second {
                    Amount::Count(select) => match &select.among {
                        Among::Zones { whose: Who::Opponent, zones } if zones.len() == 1 => {
                            format!("{one} and your opponent's {}", area(zones[0]))
                        }
                        _ => format!("{one} and {other}"),
                    },
                    _ => format!("{one} and {other}"),
                };
            }
            Amount::Game(Count::Under(host)) => {
                let cards = if per == 1 { "card" } else { "cards" };
                let host = if *host == Target::This { "this card" } else { "it" };
                format!("{cards} under {host}")
            }
            Amount::Game(Count::DifferentColors(select)) => {
                format!("color among cards{}", self.place(select).replacen(" from", " in", 1))
            }
            Amount::Figure(Figure::Markers, target) if **target == Target::This => {
                if per == 1 {
                    "marker on it".into()
                } else {
                    "markers on it".into()
                }
            }
            other => self.amount(other),
        };
        if per == 1 { format!(" for each {counted}") } else { format!(" for every {per} {counted}") }
    }

    fn gainer(&mut self, to: &Gainer<Dbs>) -> (String, bool) {
        match to {
            Gainer::Cards(Target::Test(test @ Test::TopOfThis)) => {
                self.this_from.clear();
                (meant(test), false)
            }
            Gainer::Cards(target) => {
                let many = self.it.as_ref().is_some_and(|it| it.target == *target && it.many);
                let words = self.object(target).replacen("this card from", "this card in", 1);
                // In front of a verb "them" is "they".
                (if words == "them" { "they".into() } else { words }, many)
            }
            Gainer::Whatever(select) => (self.select(select), true),
            Gainer::Player(who) => (player(*who).into(), false),
        }
    }

    fn signed(&self, amount: &Amount<Dbs>, of: &str) -> String {
        match amount {
            Amount::Fixed(n) => format!("{n:+} {of}"),
            Amount::PerEach { each, per, of: counted } => {
                format!("{each:+} {of}{}", self.for_each(*per, counted))
            }
            Amount::Figure(Figure::Power, target) if matches!(**target, Target::Slot(_)) => {
                format!("{of} equal to the total power of the cards switched to Rest Mode by this skill")
            }
            other => format!("{of} equal to {}", self.amount(other)),
        }
    }

    fn change(&self, change: &Change) -> String {
        match change {
            Change::Power(amount) => self.signed(amount, "power"),
            Change::ComboPower(amount) => self.signed(amount, "combo power"),
            Change::SetPower(amount) => format!("has a power of {}", number(amount)),
            Change::Keyword(of) => keyword::bracket(*of),
            Change::Cannot(what) => format!("can't {}", cannot(*what)),
            Change::CanAttackActive => "can attack Battle Cards in Active Mode".into(),
            Change::CannotAttackWith(filter) => format!("can't attack with {}", noun(filter, true)),
            Change::CanAttackActiveThat(filter) => {
                let all = Filter::Kind(KindWord::Battle).and(filter.clone());
                format!("can attack {} in Active Mode", noun(&all, true))
            }
            Change::NotAttackedBy(by) => format!("can't be attacked by {}", noun(by, true)),
            Change::Attacks { n, .. } => format!("can only attack {n} more times"),
            Change::AwakensAtAnyLife => "can activate [Awaken]".into(),
            Change::CombosInRest => "can be used in combos in Rest Mode".into(),
            Change::SkillCost(..) => "has cheaper skills".into(),
            Change::Cost(amount) | Change::ComboCost(amount) => format!("costs {} less", self.less(amount)),
            Change::SpecifiedCost(color, amount) => {
                format!("has a specified cost of {} {}", number(amount), color.name())
            }
            Change::NoSpecifiedCost => "has no specified cost".into(),
            Change::ZCost(amount) => format!("costs {} less Z-Energy", self.less(amount)),
            Change::Negate(what) => format!("loses its {}", negated(*what)),
            Change::Color(color) => format!("is also {}", color.name()),
            Change::Trait(of) => format!("《{}》", effects::text::printer::titled(of.as_str())),
            Change::Character(of) => format!("is also <{}>", of.as_str()),
            Change::Name(of) => format!("is also {}", name(of)),
            Change::Ability(index) => self.quoted(*index),
            Change::Unaffected(by) => format!("isn't affected by {}", unaffected(by)),
            Change::DropsTo(to) => format!("goes {} instead of being dropped", place(to, "its owner's")),
            Change::LeavesTo(to) => format!("goes {} instead of leaving", place(to, "its owner's")),
            Change::Damage(amount) => format!("deals {} more damage", number(amount)),
            Change::TakesNoDamage => "takes no damage".into(),
            Change::AsEnergy => "may be used as energy".into(),
            Change::Copies(n) => format!("may be {n} times in a deck"),
            Change::Includes(..) => "limits the deck".into(),
            Change::StartLife(n) => format!("starts with {n} life"),
            Change::Free(_) => "costs nothing".into(),
            Change::Instead(..) => "may be paid for otherwise".into(),
            Change::Reach(..) => "can be activated from elsewhere".into(),
            Change::Materials(..) => "may be made of more cards".into(),
            Change::Toll(_) => "attacks only for a price".into(),
            Change::TollOn(_) => "is attacked only for a price".into(),
            Change::Skips(what) => format!("skips the {}", skipped(*what)),
        }
    }
}
