//! What is done and what cards get, in words.

use super::noun::{Way, figure, number, whose, you, zone};
use super::{It, Saying};
use crate::card::Kind;
use crate::state::Zone;
use crate::text::words::UNTILS;
use crate::vocab::{Can, Cannot, Change, Figure, Pay, Select, Step, Test, Until, Verb, Words};
use effects::text::printer::{in_words, listed};
use effects::{Among, Amount, Filter, Gainer, HowMany, Slot, Target, Who};

/// The cards a verb is about.
pub(in crate::text) fn targets(verb: &Verb) -> Vec<&Target<Words>> {
    match verb {
        Verb::Destroy(target)
        | Verb::ToHand(target)
        | Verb::Drop(target)
        | Verb::Discard(target)
        | Verb::ToGauge(target)
        | Verb::ToDeckTop(target)
        | Verb::ToDeckBottom(target)
        | Verb::Remove(target)
        | Verb::OnTop(target)
        | Verb::Stand(target)
        | Verb::Rest(target)
        | Verb::AttackWith(target)
        | Verb::Redirect(target)
        | Verb::Equip { what: target, .. }
        | Verb::Cast { what: target, .. }
        | Verb::Call { what: target, onto: None, .. }
        | Verb::MoveTo { what: target, .. }
        | Verb::TopToSoul { host: target, .. } => vec![target],
        Verb::ToSoul { what, host, .. } => vec![what, host],
        Verb::Call { what, onto: Some(onto), .. } => vec![what, onto],
        Verb::Draw(_, amount)
        | Verb::Damage { amount, .. }
        | Verb::GainLife(_, amount)
        | Verb::LoseLife(_, amount)
        | Verb::PayLife(amount)
        | Verb::SetLife(_, amount)
        | Verb::PayGauge(amount)
        | Verb::TopToGauge(_, amount)
        | Verb::TopToDrop(_, amount)
        | Verb::Reveal { amount, .. } => measured(amount),
        Verb::RaiseFlag(target)
        | Verb::Show(target)
        | Verb::TurnOver { what: target, .. }
        | Verb::TurnDown(target)
        | Verb::ToTreasure(target) => vec![target],
        Verb::Announce
        | Verb::AnnounceSoul
        | Verb::SwitchDeck
        | Verb::Prevent
        | Verb::Duel
        | Verb::Declare(_)
        | Verb::ShowHand(_)
        | Verb::LookAtHand(_)
        | Verb::Search(_)
        | Verb::NullifyAttack
        | Verb::NullifyPlay
        | Verb::NullifyCast(_)
        | Verb::Shuffle(_)
        | Verb::EndPhase(_)
        | Verb::EndTurn
        | Verb::EndBattle
        | Verb::ExtraTurn
        | Verb::Win(_)
        | Verb::Lose(_) => Vec::new(),
    }
}

/// The cards whose figures an amount is made of.
fn measured(amount: &Amount<Words>) -> Vec<&Target<Words>> {
    match amount {
        Amount::Figure(_, target) => vec![target],
        Amount::Plus(one, other) => [measured(one), measured(other)].concat(),
        _ => Vec::new(),
    }
}

/// A verb in the form its subject wants, with the subject where it is not you.
fn does(who: Who, verb: &str) -> String {
    match who {
        Who::You => verb.into(),
        Who::Both => format!("{} {verb}", you(who)),
        who => format!("{} {verb}s", you(who)),
    }
}

fn cards(number: &str, one: bool) -> String {
    if one { "a card".into() } else { format!("{number} cards") }
}

impl Saying {
    pub(super) fn verb(&mut self, verb: &Verb) -> String {
        match verb {
            Verb::Announce | Verb::AnnounceSoul => String::new(),
            Verb::Destroy(target) => format!("destroy {}", self.object(target, Way::Lying)),
            Verb::ToHand(target) => {
                let leaves_field = self.on_field(target);
                let owner = self.owner(target);
                let what = self.object(target, Way::Leaving);
                if leaves_field {
                    format!("return {what} to {owner} hand")
                } else {
                    format!("put {what} into {owner} hand")
                }
            }
            Verb::Drop(target) => self.put(target, "into", "drop zone"),
            Verb::Discard(Target::Slot(slot)) if self.by_opponent(*slot) => {
                let at = self.pending.iter().position(|(of, _)| of == slot);
                let count = at.map(|at| self.pending.remove(at).1.count);
                let number = match count {
                    Some(HowMany::Exactly(Amount::Fixed(n))) => n,
                    _ => 1,
                };
                let what = cards(&in_words(number), number == 1);
                format!("your opponent discards {what} from his or her hand")
            }
            Verb::Discard(Target::This) => "discard this card from your hand".into(),
            Verb::Discard(target) => {
                // What was spoken of before goes on being meant, as the reader has it.
                let spoken_of = self.it.clone();
                let said = format!("discard {}", self.object(target, Way::Leaving));
                let other = |it: &It| matches!(it.target, Target::Subject | Target::Other | Target::Test(_));
                if spoken_of.as_ref().is_some_and(other) {
                    self.it = spoken_of;
                }
                said
            }
            Verb::ToGauge(target) => self.put(target, "into", "gauge"),
            Verb::ToDeckTop(target) => self.put(target, "on the top of", "deck"),
            Verb::ToDeckBottom(target) => self.put(target, "on the bottom of", "deck"),
            Verb::Remove(Target::Each(select)) if matches!(select.count, HowMany::Top(_)) => {
                "remove the top card of your deck from the game".into()
            }
            Verb::Remove(target) => format!("remove {} from the game", self.object(target, Way::Lying)),
            Verb::ToSoul { what, host, face_down } => {
                let its = self.soul_if_meant(host);
                let what = self.object(what, Way::Leaving);
                let soul = its.unwrap_or_else(|| self.soul(host));
                format!("put {what} into {soul}{}", down(*face_down))
            }
            Verb::OnTop(target) => {
                format!("put this card on top of {}", self.below(target))
            }
            Verb::Draw(who, Amount::Named) if self.named.is_some() => {
                let most = self.named.take().unwrap_or_default();
                let of = whose(*who);
                format!("put up to {} from the top of {of} deck into {of} hand", so_many(most))
            }
            Verb::Draw(who, Amount::Fixed(n)) => {
                format!("{} {}", does(*who, "draw"), cards(&in_words(*n), *n == 1))
            }
            Verb::Draw(_, Amount::Plus(until, less))
                if matches!(**less, Amount::PerEach { each: -1, .. }) =>
            {
                format!("draw cards until you have {} cards in your hand", number(until))
            }
            Verb::Draw(who, amount) => {
                format!("{} cards equal to {}", does(*who, "draw"), self.amount(amount))
            }
            Verb::Damage { who: Who::You, amount: Amount::Fixed(n), .. } => format!("you take {n} damage"),
            Verb::Damage { who, amount: Amount::Fixed(n), .. } => format!("deal {n} damage to {}", you(*who)),
            Verb::Damage { who, amount, .. } => {
                format!("deal damage to {} equal to {}", you(*who), self.amount(amount))
            }
            Verb::GainLife(who, amount @ Amount::Fixed(_)) => {
                format!("{} {} life", self.does_so(*who, "gain"), number(amount))
            }
            Verb::GainLife(who, Amount::Plus(first, less))
                if matches!(**less, Amount::PerEach { each: -1, .. }) =>
            {
                let Amount::PerEach { of, .. } = &**less else { return String::new() };
                let gains = format!("{} {} life", self.does_so(*who, "gain"), number(first));
                format!("{gains}. The amount of life you gain is reduced by {}", self.amount(of))
            }
            Verb::GainLife(who, amount) => {
                format!("{} life equal to {}", self.does_so(*who, "gain"), self.amount(amount))
            }
            Verb::LoseLife(who, amount) => format!("{} {} life", self.does_so(*who, "lose"), number(amount)),
            Verb::PayLife(Amount::Named) if self.named.is_some() => {
                format!("pay up to {} life", self.named.take().unwrap_or_default())
            }
            Verb::PayLife(Amount::Named) => "pay as much life as you like".into(),
            Verb::PayLife(amount) => format!("pay {} life", number(amount)),
            Verb::SetLife(who, amount) => format!("{} life becomes {}", whose(*who), number(amount)),
            Verb::PayGauge(amount) => format!("pay {} gauge", number(amount)),
            Verb::TopToGauge(who, Amount::PerEach { each, per: 1, of }) => {
                let top = self.top(*who, &Amount::Fixed(*each));
                format!("put {top} into {} gauge for each {}", theirs(*who), self.counted(of))
            }
            Verb::TopToDrop(who, Amount::PerEach { each, per: 1, of }) => {
                let top = self.top(*who, &Amount::Fixed(*each));
                format!("put {top} into {} drop zone for each {}", theirs(*who), self.counted(of))
            }
            Verb::TopToGauge(who, amount) if !matches!(amount, Amount::Fixed(_) | Amount::Named) => {
                let (of, to) = (whose(*who), theirs(*who));
                format!(
                    "put cards from the top of {of} deck into {to} gauge equal to {}",
                    self.amount(amount)
                )
            }
            Verb::TopToDrop(who, amount) if !matches!(amount, Amount::Fixed(_) | Amount::Named) => {
                let (of, to) = (whose(*who), theirs(*who));
                format!(
                    "put cards from the top of {of} deck into {to} drop zone equal to {}",
                    self.amount(amount)
                )
            }
            Verb::TopToGauge(who, amount) => {
                format!("put {} into {} gauge", self.top(*who, amount), theirs(*who))
            }
            Verb::TopToDrop(who, amount) => {
                format!("put {} into {} drop zone", self.top(*who, amount), theirs(*who))
            }
            Verb::TopToSoul { host, amount, face_down } => {
                let its = self.soul_if_meant(host);
                let top = self.top(Who::You, amount);
                let soul = its.unwrap_or_else(|| self.soul(host));
                format!("put {top} into {soul}{}", down(*face_down))
            }
            Verb::Search(who) => format!("{} {} deck", does(*who, "search"), whose(*who)),
            Verb::Reveal { who, amount, to_all, slot } => {
                let verb = if *to_all { "reveal" } else { "look at" };
                let said = format!("{verb} {}", self.top(*who, amount));
                if *amount == Amount::Fixed(1) {
                    self.it = Some(It { target: Target::Slot(*slot), many: false, mine: true });
                }
                said
            }
            Verb::Stand(target) => format!("[Stand] {}", self.object(target, Way::Lying)),
            Verb::Rest(target) => format!("[Rest] {}", self.object(target, Way::Lying)),
            Verb::NullifyAttack => "nullify the attack".into(),
            Verb::NullifyPlay => "nullify that card".into(),
            Verb::NullifyCast(Kind::Impact) => "nullify the impact cast by your opponent".into(),
            Verb::NullifyCast(_) => "nullify the spell cast by your opponent".into(),
            Verb::Call { what, pay, to, onto, .. } => {
                let to = to.map_or(String::new(), |area| format!(" to the {}", zone(area)));
                let onto = match onto {
                    Some(Target::This) => " on top of this card".to_string(),
                    Some(target) => format!(" on top of {}", self.object(target, Way::Lying)),
                    None => String::new(),
                };
                format!("call {}{to}{onto} {}", self.object(what, Way::Leaving), paid(*pay, "Call Cost"))
            }
            Verb::Equip { what: Target::This, pay } => {
                format!("equip this card from your hand {}", paid(*pay, "Equip Cost"))
            }
            Verb::Equip { what, pay } => {
                format!("equip {} {}", self.object(what, Way::Leaving), paid(*pay, "Equip Cost"))
            }
            Verb::Cast { what, pay } => {
                format!("cast {} {}", self.object(what, Way::Leaving), paid(*pay, "Cast Cost"))
            }
            Verb::MoveTo { what, area } => {
                let area = area.map_or("an open area".into(), |area| format!("the {}", zone(area)));
                format!("move {} to {area}", self.object(what, Way::Lying))
            }
            Verb::Shuffle(who) => format!("shuffle {} deck", whose(*who)),
            Verb::AttackWith(target) => format!("attack with {}", self.object(target, Way::Lying)),
            Verb::Redirect(target) => {
                format!("change the target of the attack to {}", self.object(target, Way::Lying))
            }
            Verb::EndPhase(None) => "end this phase".into(),
            Verb::EndPhase(Some(phase)) => format!("end the {} phase", phase.word()),
            Verb::EndTurn => "end the turn".into(),
            Verb::EndBattle => "end the battle".into(),
            Verb::ExtraTurn => "you get another turn".into(),
            Verb::Win(who) => format!("{} the game", self.does_so(*who, "win")),
            Verb::Lose(who) => format!("{} the game", self.does_so(*who, "lose")),
            Verb::RaiseFlag(Target::This) => "put this card from your hand on top of your flag".into(),
            Verb::RaiseFlag(target) => {
                format!("put {} on top of your flag", self.object(target, Way::Leaving))
            }
            Verb::SwitchDeck => "replace your deck with your Lost Deck".into(),
            Verb::TurnOver { reversal: true, .. } => "[Reversal] your flag".into(),
            Verb::TurnOver { reversal: false, .. } => "turn your flag over".into(),
            Verb::TurnDown(target) => {
                let theirs = matches!(target, Target::Each(select)
                    if matches!(&select.among, Among::Zones { whose: Who::Opponent, .. }));
                format!("turn {} flag face down", if theirs { "your opponent's" } else { "your" })
            }
            Verb::ToTreasure(target) => {
                let what = self.object(target, Way::Lying);
                let many = self.it.as_ref().is_some_and(|it| it.target == *target && it.many);
                if many {
                    format!("{what} become Magic Treasure")
                } else {
                    format!("{what} becomes a Magic Treasure")
                }
            }
            Verb::Duel => "play \"Rock-Paper-Scissors\" with your opponent".into(),
            Verb::Prevent => "that card remains on the field".into(),
            Verb::Declare(kind) => format!("declare {}", kind.word()),
            Verb::Show(Target::This) => "reveal this card from your hand".into(),
            Verb::Show(target) => format!("reveal {}", self.object(target, Way::Leaving)),
            Verb::ShowHand(_) => "reveal your opponent's hand".into(),
            Verb::LookAtHand(_) => "look at your opponent's hand".into(),
        }
    }

    /// "you gain", "your opponent gains".
    fn does_so(&self, who: Who, verb: &str) -> String {
        if who == Who::You { format!("you {verb}") } else { does(who, verb) }
    }

    fn owner(&self, target: &Target<Words>) -> &'static str {
        if self.is_mine(target) { "your" } else { "its owner's" }
    }

    fn put(&mut self, target: &Target<Words>, how: &str, to: &str) -> String {
        let owner = self.owner(target);
        let first = match target {
            Target::Several(several) => several.first().cloned().unwrap_or(Target::This),
            target => target.clone(),
        };
        let ordered = self.choice(&first).is_some_and(|from| from.ordered);
        let what = self.object(target, Way::Leaving);
        let order = if ordered { " in any order" } else { "" };
        format!("put {what} {how} {owner} {to}{order}")
    }

    /// The choice that a target stands for, if it was not spoken of yet.
    fn choice(&self, target: &Target<Words>) -> Option<&Select> {
        match target {
            Target::Slot(slot) => self.pending.iter().find(|(of, _)| of == slot).map(|(_, from)| from),
            _ => None,
        }
    }

    fn by_opponent(&self, slot: Slot) -> bool {
        self.others.contains(&slot)
    }

    fn on_field(&self, target: &Target<Words>) -> bool {
        let among = match target {
            Target::Slot(_) => self.choice(target).map(|from| &from.among),
            Target::Each(select) => Some(&select.among),
            _ => None,
        };
        match among {
            Some(Among::Zones { zones, .. }) => zones.iter().all(|zone| zone.is_field()),
            Some(_) => false,
            None => !matches!(&self.it, Some(It { mine: true, .. })) || *target == Target::This,
        }
    }

    /// The soul of a card that is meant already, before anything else is spoken of.
    fn soul_if_meant(&self, host: &Target<Words>) -> Option<String> {
        match host {
            Target::This => Some("this card's soul".into()),
            host if self.it.as_ref().is_some_and(|it| it.target == *host) => Some("its soul".into()),
            _ => None,
        }
    }

    fn soul(&mut self, host: &Target<Words>) -> String {
        format!("the soul of {}", self.object(host, Way::Lying))
    }

    /// What a card is called onto: the area of the call goes without saying.
    fn below(&mut self, target: &Target<Words>) -> String {
        if let Target::Slot(slot) = target {
            if let Some((_, from)) = self.pending.iter_mut().find(|(of, _)| of == slot) {
                from.filter = match std::mem::replace(&mut from.filter, Filter::Any) {
                    Filter::All(mut all) => {
                        all.pop();
                        all.into_iter().fold(Filter::Any, Filter::and)
                    }
                    _ => Filter::Any,
                };
            }
        }
        self.object(target, Way::Lying)
    }

    /// "the top card of your deck", "up to two cards from the top of your deck".
    fn top(&mut self, who: Who, amount: &Amount<Words>) -> String {
        let of = whose(who);
        match amount {
            Amount::Fixed(1) => format!("the top card of {of} deck"),
            Amount::Named if self.named.is_some() => {
                let most = self.named.take().unwrap_or_default();
                format!("up to {} from the top of {of} deck", so_many(most))
            }
            Amount::Fixed(n) => format!("the top {} cards of {of} deck", in_words(*n)),
            amount => format!("the top cards of {of} deck equal to {}", self.amount(amount)),
        }
    }

    // ---- changes --------------------------------------------------------------------------------------------------

    /// Some changes of the same cards for the same time.
    pub(super) fn gains(&mut self, to: &Gainer<Words>, changes: &[&Change], until: Until) -> String {
        let unt = until;
        let until = UNTILS.say(until);
        let until = &if until.is_empty() { String::new() } else { format!(" {until}") };
        match changes {
            [Change::ReduceNext(amount)] if unt == Until::Damage => {
                return match amount {
                    Amount::Fixed(250) => "that damage is reduced to 0".into(),
                    amount => format!("that damage is reduced by {}", number(amount)),
                };
            }
            [Change::ReduceDamage(amount)] => {
                return format!("damage dealt to you is reduced by {}{until}", number(amount));
            }
            [Change::ReduceEffectDamage(amount)] => {
                let by = number(amount);
                return format!(
                    "other than damage dealt by an attack, damage dealt to you is reduced by {by}{until}"
                );
            }
            [Change::CannotCall(filter)] => {
                let who = match to {
                    Gainer::Player(Who::Both) => "you and your opponent",
                    Gainer::Player(Who::Opponent) => "your opponent",
                    _ => "you",
                };
                return format!("{who} cannot call {}{until}", super::noun::noun(filter, true));
            }
            [Change::Cheaper(Filter::All(all), by)]
                if all.last() == Some(&Filter::Test(Test::In(Zone::Hand))) =>
            {
                let called = all[..all.len() - 1].iter().cloned().fold(Filter::Any, Filter::and);
                return format!(
                    "if you would call {} from your hand, its [Call Cost] is reduced by {by} gauge",
                    effects::text::printer::one(&super::noun::noun(&called, false))
                );
            }
            [Change::Cheaper(filter, by)] => {
                let cost = cost_of(filter);
                return format!(
                    "the [{cost}] of each of your {} is reduced by {by} gauge",
                    super::noun::noun(filter, true)
                );
            }
            [Change::Cannot(Cannot::DrawByEffects)] => {
                return format!("your opponent cannot draw cards by card effects{until}");
            }
            [Change::Cannot(Cannot::StandInPhase)] => {
                let (what, _) = self.gainer(to);
                return format!("{what} {}", self::cannot(Cannot::StandInPhase));
            }
            [Change::Cannot(Cannot::BeNullified)] => {
                let Gainer::Whatever(select) = to else { return String::new() };
                return format!(
                    "the {} you cast cannot be nullified{until}",
                    super::noun::noun(&select.filter, true)
                );
            }
            [Change::Cannot(cannot)] if barring(*cannot).is_some() => {
                let who = match to {
                    Gainer::Player(Who::Both) => "you and your opponent",
                    Gainer::Player(Who::Opponent) => "your opponent",
                    _ => "you",
                };
                return format!("{who} cannot {}{until}", barring(*cannot).unwrap_or_default());
            }
            [Change::SizeLimit(most)] => {
                return format!("you may put monsters of up to a total of size {most} on your field{until}");
            }
            [Change::ManyImpacts] => {
                return format!("you may call impact monsters any number of times in one turn{until}");
            }
            [Change::Cannot(Cannot::CallToCenter)] if *to == Gainer::Player(Who::Both) => {
                return format!("you and your opponent cannot call monsters to the center{until}");
            }
            [Change::Set(Figure::Size, Amount::Fixed(0))] => {
                let (what, many) = self.gainer(to);
                return format!("{what} {} size 0{until}", if many { "become" } else { "becomes" });
            }
            [Change::Add(of, amount)] if !matches!(amount, Amount::Fixed(_) | Amount::PerEach { .. }) => {
                let (what, many) = self.gainer(to);
                let verb = if many { "get" } else { "gets" };
                return format!("{what} {verb} {} equal to {}{until}", figure(*of), self.amount(amount));
            }
            [Change::ReduceNext(amount)] => {
                let by = match amount {
                    Amount::Fixed(250) => "to 0".into(),
                    amount => format!("by {}", number(amount)),
                };
                return format!("the next time damage would be dealt to you this turn, it is reduced {by}");
            }
            [Change::SurviveNext] => {
                let (what, _) = self.gainer(to);
                return format!("the next time {what} would be destroyed this turn, it remains on the field");
            }
            [Change::Add(Figure::Size, Amount::Fixed(less))] if *less < 0 && until.is_empty() => {
                let (what, _) = self.gainer(to);
                return format!("reduce the size of {what} by {}", -less);
            }
            [Change::Cannot(Cannot::HaveTime)] => {
                let whose = match to {
                    Gainer::Player(_) => "your opponent's time".to_string(),
                    to => format!("the time of {}", self.gainer(to).0),
                };
                return format!("stop {whose}{until}");
            }
            [Change::LoseKeyword(keyword)] => {
                return match to {
                    Gainer::Cards(Target::Test(crate::vocab::Test::AttackingMonster)) => {
                        format!("nullify the attacking monster's [{}]{until}", keyword.name())
                    }
                    Gainer::Cards(Target::Test(crate::vocab::Test::Attacker)) => {
                        format!("nullify the attacking card's [{}]{until}", keyword.name())
                    }
                    to => {
                        let (what, _) = self.gainer(to);
                        format!("nullify the [{}] of {what}{until}", keyword.name())
                    }
                };
            }
            [Change::Cannot(Cannot::CallToCenter)] => {
                return format!("you may not call monsters to the center{until}");
            }
            [Change::Cannot(Cannot::AttackSides)] => {
                return format!("you cannot attack the left or right with this card{until}");
            }
            [Change::Cannot(Cannot::LoneAttackBeNullified)] => {
                let (what, _) = self.gainer(to);
                let whose = if what == "it" { "its".to_string() } else { format!("{what}'s") };
                return format!("{whose} attack cannot be nullified if it is attacking alone{until}");
            }
            [Change::LoseAbilities] => {
                let (what, _) = self.gainer(to);
                return format!("nullify all abilities of {what}{until}");
            }
            [Change::Cannot(Cannot::LoseDeck)] => {
                let words = "cards from your deck cannot be dropped by your opponent's card effects";
                return format!("{words}{until}");
            }
            [Change::Cannot(Cannot::LoseSoul)] => {
                let (what, _) = self.gainer(to);
                return format!("souls in {what} cannot be dropped by your opponent's card effects{until}");
            }
            [Change::Cannot(Cannot::AttackBeNullified)] => {
                let (what, _) = self.gainer(to);
                let whose = if what == "it" { "its".to_string() } else { format!("{what}'s") };
                return format!("{whose} attacks cannot be nullified{until}");
            }
            _ => {}
        }
        let (what, many) = self.gainer(to);
        let verb = if many { "get" } else { "gets" };
        let all: Vec<String> = changes.iter().map(|change| self.change(change)).collect();
        match changes {
            [Change::Add(..) | Change::Keyword(_), ..] => format!("{what} {verb} {}{until}", listed(&all)),
            _ => format!("{what} {}{until}", listed(&all)),
        }
    }

    /// Whether changes can be said behind one "gets".
    pub(super) fn goes_together(change: &Change) -> bool {
        match change {
            Change::Add(_, amount) => matches!(amount, Amount::Fixed(_) | Amount::PerEach { .. }),
            change => matches!(change, Change::Keyword(_)),
        }
    }

    fn gainer(&mut self, to: &Gainer<Words>) -> (String, bool) {
        match to {
            Gainer::Cards(target) => {
                let words = self.object(target, Way::Lying);
                let many = self.it.as_ref().is_some_and(|it| it.target == *target && it.many);
                (words, many)
            }
            Gainer::Whatever(select) => (self.select(select, Way::Lying), true),
            Gainer::Player(who) => (you(*who).into(), *who == Who::Both),
        }
    }

    /// What is counted behind "for each".
    fn counted(&mut self, of: &Amount<Words>) -> String {
        let counted = match of {
            Amount::Count(select) if super::condition::new_in_drop(&select.filter).is_some() => {
                let rest = super::condition::new_in_drop(&select.filter).unwrap_or(Filter::Any);
                format!("{} among those cards", super::noun::noun(&rest, false))
            }
            Amount::Count(select) => {
                let noun = super::noun::noun(&select.filter, false);
                format!("{noun}{}", self.place(&select.among, Way::Lying))
            }
            Amount::Game(crate::vocab::Count::Different(select)) => {
                let noun = super::noun::noun(&select.filter, false);
                format!("different {noun}{}", self.place(&select.among, Way::Lying))
            }
            other => self.amount(other),
        };
        // Cards of souls are souls.
        counted.strip_prefix("soul ").map_or(counted.clone(), |rest| format!("soul {rest}"))
    }

    fn change(&mut self, change: &Change) -> String {
        match change {
            Change::Add(of, Amount::PerEach { each, per, of: counted }) => {
                let per = if *per == 1 { "each".into() } else { format!("every {}", in_words(*per)) };
                format!("{}{each:+} for {per} {}", figure(*of), self.counted(counted))
            }
            Change::Add(of, Amount::Fixed(number)) => format!("{}{number:+}", figure(*of)),
            Change::Add(of, amount) => format!("{} increased by {}", figure(*of), self.amount(amount)),
            Change::Set(of, amount) => format!("has {} {}", figure(*of), number(amount)),
            Change::Keyword(keyword) => format!("[{}]", keyword.name()),
            Change::LoseKeyword(keyword) => format!("loses [{}]", keyword.name()),
            Change::LoseAbilities => "loses all its abilities".into(),
            Change::CannotCall(filter) => format!("cannot call {}", super::noun::noun(filter, true)),
            Change::Cheaper(filter, by) => {
                format!("pays {by} less gauge for {}", super::noun::noun(filter, true))
            }
            Change::ReduceEffectDamage(amount) => format!("take {} less damage from effects", number(amount)),
            Change::Cannot(cannot) => self::cannot(*cannot).into(),
            Change::Can(can) => match can {
                Can::AttackInFinal => "can attack during the final phase",
                Can::PassCenter => {
                    "can attack your opponent even if there is a monster in your opponent's center"
                }
                Can::AttackBesideCenter => "can attack even if there is a monster in your center",
            }
            .into(),
            Change::ReduceDamage(amount) => format!("take {} less damage", number(amount)),
            Change::ReduceNext(amount) => format!("take {} less of the next damage", number(amount)),
            Change::SurviveNext => "is not destroyed the next time it would be".into(),
            Change::SizeLimit(most) => {
                format!("may put monsters of up to a total of size {most} on the field")
            }
            Change::ManyImpacts => "may call impact monsters any number of times in one turn".into(),
        }
    }

    /// "look at the top three cards of your deck, put up to one of them into your hand, and put the rest …".
    pub(super) fn look(&mut self, steps: &[Step]) -> Option<(String, usize)> {
        let [
            Step::Do(Verb::Reveal { amount, slot: shown, to_all, .. }),
            Step::Choose { slot, from, .. },
            Step::Do(picked),
            behind @ ..,
        ] = steps
        else {
            return None;
        };
        let (rest, order, used) = match behind {
            [Step::Do(rest), ..] => (rest, "", 4),
            [Step::Choose { from, .. }, Step::Do(rest), ..] if from.ordered => (rest, " in any order", 5),
            _ => return None,
        };
        let Amount::Fixed(number) = amount else { return None };
        if from.among != Among::Slot(*shown) {
            return None;
        }
        let to = |verb: &Verb| {
            Some(match verb {
                Verb::ToHand(_) => "into your hand".to_string(),
                Verb::ToGauge(_) => "into your gauge".into(),
                Verb::Drop(_) => "into your drop zone".into(),
                Verb::ToDeckTop(_) => "on the top of your deck".into(),
                Verb::ToDeckBottom(_) => "on the bottom of your deck".into(),
                Verb::ToSoul { host: Target::This, .. } => "into this card's soul".into(),
                _ => return None,
            })
        };
        let mut shown = from.clone();
        shown.among = Among::Zones { whose: Who::You, zones: Zone::FIELD.to_vec() };
        let words = self.select(&shown, Way::Lying);
        let words = words.strip_suffix(" on your field").unwrap_or(&words).to_string();
        let verb = if *to_all { "reveal" } else { "look at" };
        let many = effects::text::printer::is_many(&from.count);
        self.it = Some(It { target: Target::Slot(*slot), many, mine: true });
        let top =
            if *number == 1 { "the top card".into() } else { format!("the top {} cards", in_words(*number)) };
        let words = format!(
            "{verb} {top} of your deck, put {words} from among them {}, and put the rest {}{order}",
            to(picked)?,
            to(rest)?
        );
        Some((words, used))
    }

    /// "search your deck for up to one card, and put it into your hand".
    pub(super) fn search(&mut self, slot: Slot, from: &Select, verb: &Verb) -> Option<String> {
        let to = match verb {
            Verb::ToHand(Target::Slot(of)) if *of == slot => "hand",
            Verb::ToGauge(Target::Slot(of)) if *of == slot => "gauge",
            Verb::Drop(Target::Slot(of)) if *of == slot => "drop zone",
            Verb::ToSoul { what: Target::Slot(of), host: Target::This, face_down: false } if *of == slot => {
                "soul"
            }
            _ => return None,
        };
        let mut shown = from.clone();
        shown.among = Among::Zones { whose: Who::You, zones: Zone::FIELD.to_vec() };
        let words = self.select(&shown, Way::Lying);
        let words = words.strip_suffix(" on your field").unwrap_or(&words);
        let many = effects::text::printer::is_many(&from.count);
        self.it = Some(It { target: Target::Slot(slot), many, mine: true });
        let it = if many { "them" } else { "it" };
        let to = if to == "soul" { "this card's soul".to_string() } else { format!("your {to}") };
        Some(format!("search your deck for {words}, and put {it} into {to}"))
    }
}

/// How often a step speaks of the cards bound to a slot.
pub(in crate::text) fn mentions(step: &Step, slot: Slot) -> usize {
    let is = |target: &Target<Words>| match target {
        Target::Several(several) => usize::from(several.contains(&Target::Slot(slot))),
        target => usize::from(*target == Target::Slot(slot)),
    };
    match step {
        Step::Each { over, .. } if *over == slot => 1,
        Step::If { cond: effects::Cond::Fact(crate::vocab::Fact::InCounterTiming), otherwise, .. } => {
            otherwise.iter().map(|step| mentions(step, slot)).sum()
        }
        Step::Do(verb) => targets(verb).into_iter().map(is).sum(),
        Step::Gain { to: Gainer::Cards(target), .. } => is(target),
        Step::Gain { .. } | Step::Name { .. } | Step::Later { .. } => 0,
        Step::Choose { from, .. } => match &from.among {
            Among::Under { host, .. } => is(host),
            Among::Zones { .. } | Among::Slot(_) | Among::Several(_) => 0,
        },
        Step::Bind { to, .. } => is(to),
        Step::If { .. }
        | Step::May { .. }
        | Step::By { .. }
        | Step::IfDid { .. }
        | Step::OneOf { .. }
        | Step::Each { .. }
        | Step::Repeat { .. } => step.lists().into_iter().flatten().map(|step| mentions(step, slot)).sum(),
    }
}

/// Whether a choice has to be said before what is done with it: "the next time it would …" has no room for it.
pub(super) fn needs_naming(steps: &[Step], slot: Slot) -> bool {
    let names = |step: &Step| {
        matches!(step, Step::Gain { to: Gainer::Cards(Target::Slot(of)), change: Change::SurviveNext, .. }
            if *of == slot)
    };
    // "Choose a monster. If that card is …": the first that is said of it is asked.
    let first = steps.iter().find(|step| !matches!(step, Step::Choose { .. } | Step::Do(Verb::Announce)));
    let asked = |step: &Step| matches!(step, Step::If { cond: effects::Cond::Is(of, _), .. } if *of == Target::Slot(slot));
    // "Choose a monster, and you may discard a card. If you do, destroy it": chosen before the card that is paid.
    let paid = |step: &Step| {
        let (Step::May { steps: first, .. }
        | Step::By { cost: first, .. }
        | Step::IfDid { steps: first, .. }) = step
        else {
            return false;
        };
        mentions(step, slot) > 0
            && first.iter().all(|step| mentions(step, slot) == 0)
            && (first.iter().any(|step| matches!(step, Step::Choose { slot: later, .. } if slot.0 < later.0))
                || (slot.0 + 1..32).any(|later| first.iter().any(|step| mentions(step, Slot(later)) > 0)))
    };
    first.is_some_and(|step| asked(step) || paid(step)) || steps.iter().any(|step| step.any(&names))
}

fn paid(pay: Pay, cost: &str) -> String {
    let how = if pay == Pay::Free { "without" } else { "by" };
    format!("{how} paying its [{cost}]")
}

/// Whose something is, once its fighter was spoken of.
fn theirs(who: Who) -> &'static str {
    match who {
        Who::Opponent => "his or her",
        Who::Both => "the",
        who => whose(who),
    }
}

/// The cost that a cheaper use is cheaper by.
fn cost_of(filter: &Filter<Words>) -> &'static str {
    use crate::card::Kind;
    fn kind(filter: &Filter<Words>) -> Option<Kind> {
        match filter {
            Filter::Kind(kind) => Some(*kind),
            Filter::All(all) | Filter::Either(all) => all.iter().find_map(kind),
            _ => None,
        }
    }
    match kind(filter) {
        Some(Kind::Monster | Kind::ImpactMonster) => "Call Cost",
        Some(Kind::Item) => "Equip Cost",
        _ => "Cast Cost",
    }
}

fn so_many(number: i32) -> String {
    if number == 1 { "one card".into() } else { format!("{} cards", in_words(number)) }
}

fn down(face_down: bool) -> &'static str {
    if face_down { " face down" } else { "" }
}

/// What a fighter cannot do, as the reader knows it.
fn barring(cannot: Cannot) -> Option<&'static str> {
    crate::text::gain::BARRED.iter().find(|row| row.1 == cannot).map(|row| row.0)
}

fn cannot(cannot: Cannot) -> &'static str {
    match cannot {
        Cannot::Attack => "cannot attack",
        Cannot::AttackFighter => "cannot attack your opponent",
        Cannot::LinkAttack => "cannot link attack",
        Cannot::BeAttacked => "cannot be attacked",
        Cannot::BeDestroyed => "cannot be destroyed",
        Cannot::BeDestroyedByEffects => "cannot be destroyed by card effects",
        Cannot::BeDestroyedByOpponent => "cannot be destroyed by your opponent's card effects",
        Cannot::BeReturned => "cannot be returned to hand",
        Cannot::BeReturnedByOpponent => "cannot be returned to hand by your opponent's card effects",
        Cannot::Stand => "cannot [Stand]",
        Cannot::Move => "cannot move",
        Cannot::BeNullified => "cannot be nullified",
        Cannot::AttackBeNullified => "makes attacks that cannot be nullified",
        Cannot::LoneAttackBeNullified => "makes lone attacks that cannot be nullified",
        Cannot::AttackSides => "cannot attack the left or right",
        Cannot::CallToCenter => "cannot call monsters to the center",
        Cannot::BeChosen => "cannot be chosen by your opponent's effects",
        Cannot::StandInPhase => "cannot [Stand] during your opponent's next stand phase",
        Cannot::Call => "cannot call monsters",
        Cannot::Cast => "cannot cast spells",
        Cannot::Equip => "cannot equip items",
        Cannot::Use => "cannot use abilities",
        Cannot::GainLife => "cannot gain life",
        Cannot::BeDamaged => "cannot be dealt damage",
        Cannot::Counter => "cannot use [Counter]",
        Cannot::HaveTime => "has its time stopped",
        Cannot::LoseSoul => "cannot have its soul dropped by your opponent's card effects",
        Cannot::BeDestroyedByAttack => "cannot be destroyed by an attack",
        Cannot::BeLinkAttacked => "cannot be link attacked",
        Cannot::LinkAttackFighter => "cannot link attack you",
        Cannot::DrawByEffects => "cannot draw cards by card effects",
        Cannot::LoseDeck => "cannot have the deck dropped by your opponent's card effects",
    }
}
