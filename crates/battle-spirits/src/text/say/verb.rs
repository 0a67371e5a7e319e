//! What is done, what changes and on what condition, in words.

use super::noun::{self, compared, count_of, described, described_card, number, without_side};
use super::{Saying, select};
use crate::card::Kind;
use crate::state::Zone;
use crate::text::words::{KINDS, STEPS};
use crate::vocab::*;
use effects::{Among, Amount, Cmp, Cond, Filter, Gainer, HowMany, Slot, Target, Who};

impl Saying {
    /// A choice and the verb that belongs to it, in one clause.
    pub(super) fn chosen(&mut self, who: Who, slot: Slot, from: &BsSelect, verb: &Verb) -> Option<String> {
        let clause = match (&from.among, verb) {
            (Among::Zones { whose, .. }, Verb::Look(_)) => {
                let HowMany::Top(many) = &from.count else { return None };
                self.shown = Some(slot);
                format!("look at {} cards from the top of {} deck", number(many), Self::whose(*whose))
            }
            (Among::Slot(_), Verb::Return(_, to)) if from.ordered => {
                let what = if self.shown.is_some() { "any remaining cards" } else { "them" };
                format!("return {what} {} in any order", destination(*to))
            }
            (Among::Zones { .. }, Verb::Return(_, to)) if from.ordered => {
                format!("return all your Hand {} in any order", destination(*to))
            }
            (Among::Slot(_), Verb::Return(_, Destination::Hand)) => {
                return Some(format!("among them, add {} to the Hand", self.revealed_choice(from)));
            }
            (Among::Slot(_), Verb::Play { free, .. }) => {
                let cost = if *free { " without paying its cost" } else { "" };
                let mut select = from.clone();
                let verb = strip_kinds(&mut select.filter);
                return Some(format!("among them, {verb} {}{cost}", self.revealed_choice(&select)));
            }
            (Among::Zones { zones, .. }, Verb::Discard(_)) if zones == &[Zone::Hand] => {
                let discard = if who == Who::Opponent { "your opponent discards" } else { "discard" };
                format!("{discard} {}", select(from))
            }
            (Among::Zones { zones, .. }, Verb::Show(_)) if zones == &[Zone::Hand] => {
                format!("show {} to the opponent", select(from))
            }
            (Among::Zones { .. }, Verb::Play { free, .. }) => {
                let cost = if *free { " without paying its cost" } else { "" };
                format!("summon {}{cost}", select(from))
            }
            _ => return None,
        };
        // What was discarded from a hand is not "it" where something was spoken of before.
        let discarded = matches!((&from.among, verb), (Among::Zones { zones, .. }, Verb::Discard(_)) if zones == &[Zone::Hand]);
        let spoken_of = self.it.clone().filter(|it| discarded && *it != Target::This);
        self.it = spoken_of.or(Some(Target::Slot(slot)));
        Some(clause)
    }

    fn revealed_choice(&self, from: &BsSelect) -> String {
        let one = from.count == HowMany::Exactly(Amount::Fixed(1));
        let count = if one { "a".to_string() } else { count_of(&from.count) };
        format!("{count} {}", described_card(&from.filter, !one))
    }

    pub(super) fn target(&self, target: &BsTarget) -> String {
        match target {
            Target::This => "this card".into(),
            Target::Other => "that Spirit".into(),
            Target::Each(each) if self.it.as_ref() != Some(target) => select(each),
            Target::Slot(_) if matches!(&self.it, Some(it @ Target::Slot(_)) if it != target) => {
                "the targeted Spirit".into()
            }
            _ => "it".into(),
        }
    }

    pub(super) fn verb(&mut self, verb: &Verb) -> String {
        let on = |saying: &Self, target: &BsTarget| saying.target(target);
        match verb {
            Verb::Draw(who, amount) => {
                let subject = match who {
                    Who::Opponent => "your opponent draws",
                    Who::Both => "each player draws",
                    _ => "draw",
                };
                match amount {
                    Amount::Done => format!("{subject} 1 card for each card returned"),
                    Amount::PerEach { each, per, of } => {
                        format!("{subject} {each} card {}", self.for_each(*per, of))
                    }
                    Amount::Plus(full, _) if *who == Who::Opponent => {
                        format!("{subject} cards until they have {} cards in their Hand", number(full))
                    }
                    Amount::Plus(full, _) => {
                        format!("{subject} cards until you have {} cards in your Hand", number(full))
                    }
                    amount => format!("{subject} {} cards", number(amount)),
                }
            }
            Verb::Destroy(Target::Each(each)) if is_zero(&each.filter) => {
                // "if their BP is 0, destroy them".
                "if their BP is 0, destroy them".into()
            }
            Verb::Destroy(Target::Each(each))
                if matches!((&each.among, &each.filter), (Among::Slot(_), Filter::Is(_))) =>
            {
                format!(
                    "if they're {}, destroy them",
                    described(&each.filter, true).trim_end_matches(" cards")
                )
            }
            Verb::Destroy(target) => format!("destroy {}", on(self, target)),
            Verb::Exhaust(target) => format!("exhaust {}", on(self, target)),
            Verb::HeavyExhaust(target) => format!("heavy exhaust {}", on(self, target)),
            Verb::Refresh(target) => format!("refresh {}", on(self, target)),
            Verb::Remove(Target::This) if self.elsewhere == Some(Zone::Trash) => {
                "remove this card in your Trash from the game".into()
            }
            Verb::Discard(Target::This) if self.elsewhere == Some(Zone::Hand) => {
                "discard this card from your Hand".into()
            }
            Verb::Discard(Target::Each(each))
                if matches!(each.among, Among::Zones { whose: Who::Both, .. }) =>
            {
                "each player discards their entire Hand".into()
            }
            Verb::Remove(target) => format!("remove {} from the game", on(self, target)),
            Verb::Stay(target) => format!("keep {} on the Field", on(self, target)),
            Verb::Return(Target::This, Destination::Hand) if self.elsewhere.is_none() => {
                "this card returns to the Hand".into()
            }
            Verb::Return(Target::This, Destination::Hand) => {
                "return this card from your Trash to your Hand".into()
            }
            Verb::Return(Target::Slot(slot), to) if self.shown == Some(*slot) => {
                format!("return any remaining cards {}", destination(*to))
            }
            Verb::Return(target, to) => format!("return {} {}", on(self, target), destination(*to)),
            Verb::Discard(Target::Slot(slot)) if self.shown == Some(*slot) => {
                "discard any remaining cards".into()
            }
            Verb::Discard(target) => format!("discard {}", on(self, target)),
            Verb::Reveal(_, Amount::Game(Count::TopUntil(_, until)), slot) => {
                self.shown = Some(*slot);
                let card = effects::text::printer::one(&described_card(until, false));
                format!("reveal cards from the top of your deck until {card} is revealed")
            }
            Verb::Reveal(_, amount @ Amount::Count(_), slot) => {
                (self.shown, self.it) = (Some(*slot), Some(Target::Slot(*slot)));
                format!("reveal cards from your decktop equal to the number of {}", self.each(amount))
            }
            Verb::Reveal(_, amount, slot) => {
                (self.shown, self.it) = (Some(*slot), Some(Target::Slot(*slot)));
                format!("reveal {} cards from the top of your deck", number(amount))
            }
            Verb::Show(target) => format!("show {} to the opponent", on(self, target)),
            Verb::Mill(who, Amount::Game(Count::TopUntil(_, until)), _) => {
                let card = effects::text::printer::one(&described_card(until, false));
                let deck = Self::whose(*who);
                format!("discard cards from the top of {deck} deck until {card} is discarded")
            }
            Verb::Mill(Who::Both, amount, _) => {
                format!("each player discards {} cards from the top of their deck", number(amount))
            }
            Verb::Mill(who, Amount::Figure(figure, of), _) => {
                let figure = if *figure == Figure::Cost { "Cost" } else { "level" };
                let of = if **of == Target::This { "this Spirit".into() } else { on(self, of) };
                let side = if *who == Who::Opponent { "opposing" } else { "your" };
                format!("discard cards from the {side} decktop equal to {of}'s {figure}")
            }
            Verb::Mill(who, amount, _) => {
                let each = match amount {
                    Amount::PerEach { per, of, .. } => format!(" {}", self.for_each(*per, of)),
                    _ => String::new(),
                };
                let many = match amount {
                    Amount::PerEach { each, .. } => each.to_string(),
                    amount => number(amount),
                };
                format!("discard {many} cards from the top of {} deck{each}", Self::whose(*who))
            }
            Verb::Look(Target::Each(each)) => match &each.among {
                Among::Zones { whose, .. } => format!("look at {} Hand", Self::whose(*whose)),
                _ => "look at it".into(),
            },
            Verb::Look(target) => format!("look at {}", on(self, target)),
            Verb::Cores { .. } => self.cores(verb, None),
            Verb::CoresUntil { from, to, leave } => format!(
                "send cores from {} to {} until {} core remains",
                self.target(from),
                self.core_place(to),
                number(leave)
            ),
            Verb::Play { what, free, reserve_only } => {
                let paid = match (free, reserve_only) {
                    (true, _) => " without paying its cost",
                    (_, true) => {
                        " using cores from the Reserve to pay for the summon cost and putting onto it"
                    }
                    _ => "",
                };
                match (what, self.elsewhere) {
                    (Target::This, Some(Zone::Trash)) => format!("summon this card from the Trash{paid}"),
                    (Target::This, _) => format!("summon this card from the Hand{paid}"),
                    (what, _) => format!("summon {}{paid}", on(self, what)),
                }
            }
            Verb::EndBattle => "end the battle".into(),
            Verb::EndAttackStep(StepEnd::AtOnce) => "end this Attack Step".into(),
            Verb::EndAttackStep(StepEnd::AfterBattle) => {
                "end the Attack Step at the end of this battle".into()
            }
        }
    }

    /// "for each …", "for every 2 …".
    fn for_each(&self, per: i32, of: &BsAmount) -> String {
        if per == 1 {
            format!("for each {}", self.each(of))
        } else {
            format!("for every {per} {}", self.each(of))
        }
    }

    pub(super) fn each(&self, amount: &BsAmount) -> String {
        match amount {
            Amount::Count(select) => match &select.among {
                Among::Zones { whose, zones } if zones == &[Zone::Field] => {
                    let side = match whose {
                        Who::Opponent => "your opponent controls",
                        Who::Both => "on the Field",
                        _ => "you control",
                    };
                    format!("{} {side}", described(&select.filter, false))
                }
                Among::Zones { whose, zones } => {
                    let zone = if zones == &[Zone::Hand] { "Hand" } else { "Trash" };
                    format!("{} in {} {zone}", described_card(&select.filter, false), Self::whose(*whose))
                }
                Among::Slot(_) => format!("{} discarded", described_card(&select.filter, false)),
                _ => "card".into(),
            },
            Amount::Game(Count::Cores(..)) => "core on this Spirit".into(),
            Amount::Game(Count::Symbols(_, color)) => {
                let color = color.map_or(String::new(), |color| format!("{} ", color.name()));
                format!("{color}symbol you control")
            }
            _ => "card returned".into(),
        }
    }

    pub(super) fn cores(&mut self, verb: &Verb, up_to: Option<i32>) -> String {
        let Verb::Cores { from, to, count, kind, total } = verb else { return String::new() };
        let many = match (up_to, kind) {
            (_, CoreKind::SoulCore) => "the Soul Core".to_string(),
            (Some(most), _) => format!("up to {most} cores"),
            (None, _) if *total => format!("a total of {} cores", number(count)),
            (None, _) => match count {
                Amount::Fixed(1000) => "all cores".into(),
                Amount::PerEach { each, .. } => format!("{each} cores"),
                Amount::Done => "1 core".into(),
                count => format!("{} cores", number(count)),
            },
        };
        let besides = if *kind == CoreKind::Ordinary { ", besides Soul Core," } else { "" };
        let for_each = match count {
            Amount::PerEach { per, of, .. } => format!(" {}", self.for_each(*per, of)),
            Amount::Done => " for each card returned".into(),
            _ => String::new(),
        };
        format!("send {many}{besides} from {} to {}{for_each}", self.core_place(from), self.core_place(to))
    }

    fn core_place(&self, place: &CorePlace) -> String {
        match place {
            CorePlace::Void => "the Void".into(),
            CorePlace::Reserve(who) => format!("{} Reserve", Self::whose(*who)),
            CorePlace::Trash(who) => format!("{} Trash", Self::whose(*who)),
            CorePlace::Life(who) => format!("{} Life", Self::whose(*who)),
            CorePlace::On(target) => self.target(target),
        }
    }

    // ---- changes ------------------------------------------------------------------------------------------------------

    pub(super) fn gain(&mut self, to: &Gainer<BattleSpirits>, change: &Change, until: Until) -> String {
        if let Change::SymbolsFor(color, more, filter) = change {
            let subject = match to {
                Gainer::Whatever(each) => select(each),
                _ => "this card".into(),
            };
            return format!(
                "when you're summoning a {}, {subject} gains {more} extra {} symbols",
                described(filter, false),
                color.name()
            );
        }
        match change {
            Change::CostOf(filter, by) => {
                let what = described_card(filter, false);
                return format!("when you're summoning a {what}, its cost is reduced by {}", -by);
            }
            Change::OwnCost(amount) => {
                if let Amount::Plus(_, less) = amount {
                    let becomes = if let Amount::Fixed(less) = **less { -less } else { 0 };
                    return format!("when you're summoning this card, its cost becomes {becomes}");
                }
                let less = match amount {
                    Amount::PerEach { each, per, of } => format!("{each} {}", self.for_each(*per, of)),
                    amount => number(amount),
                };
                return format!("when you're summoning this card, its cost is reduced by {less}");
            }
            _ => {}
        }
        let (subject, plural) = match to {
            Gainer::Cards(target) => (self.target(target), false),
            Gainer::Whatever(each) => {
                let target = Target::Each(Box::new(each.clone()));
                let words = self.target(&target);
                self.it = Some(target);
                (words, true)
            }
            Gainer::Player(_) => (String::new(), false),
        };
        let last = match until {
            Until::Always => "",
            Until::Battle => " during this battle",
            Until::Step => " during this step",
            Until::Turn | Until::EndOfTurn(_) => " during this turn",
            Until::OpponentTurn => " until the end of your opponent's next turn",
            Until::YourNextTurn => " until your next turn starts",
        };
        let get = if plural { "get" } else { "gets" };
        let clause = match change {
            Change::Bp(Amount::PerEach { each, per, of }) => {
                return format!("{}, {subject} {get} {each:+} BP{last}", self.for_each(*per, of));
            }
            Change::Bp(Amount::Fixed(number)) => format!("{subject} {get} {number:+} BP"),
            Change::Bp(Amount::Figure(_, of)) => {
                let of = self.target(of);
                let of = if of == "it" { "its".into() } else { format!("{of}'s") };
                format!("{subject} {get} BP equal to {of} BP")
            }
            Change::Bp(_) => format!("{subject} {get} that many BP"),
            Change::Symbols(SymbolColor::Color(color), by) if *by > 0 => {
                format!("{subject} {get} {by} extra {} symbols", color.name())
            }
            Change::Symbols(SymbolColor::Color(color), by) => {
                format!("{subject} loses {} {} symbols", -by, color.name())
            }
            Change::Symbols(SymbolColor::Any, by) => format!("{subject} loses {} symbols", -by),
            Change::Symbols(SymbolColor::Named, by) => {
                format!("{subject} loses {} symbols of that color", -by)
            }
            Change::SymbolsFor(..) => String::new(),
            Change::CannotBeBlockedBy(Filter::Any) => format!("{subject} can't be blocked"),
            Change::CannotBeBlockedBy(Filter::Not(only)) => {
                let (filter, who) = without_side(only);
                let side = if who == Some(Who::Opponent) { "opposing " } else { "" };
                format!("{subject} can only be blocked by {side}{}", described(&filter, true))
            }
            Change::CannotBeBlockedBy(filter) => {
                let (filter, who) = without_side(filter);
                let side = match who {
                    Some(Who::Opponent) => "opposing ",
                    Some(_) => "your ",
                    None => "",
                };
                format!("{subject} can't be blocked by {side}{}", described(&filter, true))
            }
            Change::CannotAttack => format!("{subject} can't attack"),
            Change::CannotBlock => format!("{subject} can't block"),
            Change::MustBlock => format!("{subject} must block if possible"),
            Change::BlocksExhausted => format!("{subject} can block even while exhausted"),
            Change::MustAttack if until == Until::Always => format!("{subject} must attack if possible"),
            Change::MustAttack => format!("{subject} must attack at the start of the step if possible"),
            Change::CannotUse(filter) => {
                format!("your opponent can't use {}", described_card(filter, true))
            }
            Change::SparesLife => "your Life can't be reduced by its attack".into(),
            Change::LifeSafeFrom(filter) => {
                let (filter, _) = without_side(filter);
                format!("your Life can't be reduced by the attacks of opposing {}", described(&filter, true))
            }
            Change::CannotBe(deed) => {
                let deed = match deed {
                    Deed::TargetBy(Kind::Spirit) => "be targeted by opposing Spirit effects",
                    Deed::TargetBy(Kind::Nexus) => "be targeted by opposing Nexus effects",
                    Deed::TargetBy(Kind::Magic) => "be targeted by opposing Magic effects",
                    Deed::ReturnByEffects => "be returned to the Hand by opposing effects",
                    Deed::ReturnAnywhereByEffects => {
                        "be returned to the Hand or the deck by opposing effects"
                    }
                    Deed::DestroyByComparison => "be destroyed by comparing BP",
                    Deed::Destroy => "be destroyed",
                    Deed::DestroyByEffects => "be destroyed by opposing effects",
                    Deed::DestroyBy(Kind::Spirit) => "be destroyed by opposing Spirit effects",
                    Deed::DestroyBy(Kind::Nexus) => "be destroyed by opposing Nexus effects",
                    Deed::DestroyBy(Kind::Magic) => "be destroyed by opposing Magic effects",
                    Deed::Exhaust => "be exhausted",
                    Deed::ExhaustByEffects => "be exhausted by opposing effects",
                    Deed::CoreLoss => {
                        return format!("cores on {subject} can't be removed by opposing effects{last}");
                    }
                    Deed::RefreshInStep if until == Until::OpponentTurn => {
                        return format!("{subject} can't refresh during your opponent's next Refresh Step");
                    }
                    Deed::RefreshInStep => "refresh during the Refresh Step",
                    Deed::RefreshByEffects => "refresh by effects",
                    Deed::Refresh => "be refreshed",
                    Deed::Return => "be returned to the Hand",
                    Deed::Target => "be targeted by opposing effects",
                    Deed::BpLoss => "be reduced in BP",
                    Deed::Deplete => "be depleted",
                };
                format!("{subject} can't {deed}")
            }
            Change::Unaffected(None) => format!("{subject} is unaffected by opposing effects"),
            Change::Unaffected(Some(kind)) => {
                format!("{subject} is unaffected by opposing {} effects", KINDS.say(*kind))
            }
            Change::CostOf(..) | Change::OwnCost(_) => String::new(),
        };
        clause + last
    }

    // ---- conditions ---------------------------------------------------------------------------------------------------

    pub(super) fn condition(&self, cond: &BsCond) -> String {
        let join = |all: &[BsCond], word: &str| {
            all.iter().map(|one| self.condition(one)).collect::<Vec<_>>().join(word)
        };
        match cond {
            Cond::All(all) => join(all, " and "),
            Cond::Either(any) => join(any, " or "),
            Cond::Not(inner) => match &**inner {
                Cond::Exists(select) => match &select.among {
                    Among::Zones { whose: Who::Opponent, zones } if zones == &[Zone::Field] => {
                        format!("your opponent controls no {}", described(&select.filter, true))
                    }
                    Among::Zones { whose, zones } if zones == &[Zone::Hand] || zones == &[Zone::Trash] => {
                        let has = if *whose == Who::You { "you have" } else { "the opponent has" };
                        let zone = if zones == &[Zone::Hand] { "Hand" } else { "Trash" };
                        let cards = described_card(&select.filter, true);
                        format!("{has} no {cards} in {} {zone}", Self::whose(*whose))
                    }
                    _ => format!("you don't control a {}", described(&select.filter, false)),
                },
                Cond::Did => "you can't".into(),
                Cond::Fact(Fact::Attacked(_)) => "you didn't attack this turn".into(),
                inner => format!("not {}", self.condition(inner)),
            },
            Cond::Exists(select) => match &select.among {
                Among::Slot(_) if select.filter == Filter::Is(Condition::Depleted) => {
                    "any of them depletes".into()
                }
                Among::Slot(_) => format!("any {} is discarded", described_card(&select.filter, false)),
                Among::Zones { whose: Who::You, zones } if zones == &[Zone::Trash] => {
                    format!("you have any {} in your Trash", described_card(&select.filter, false))
                }
                Among::Zones { whose: Who::Opponent, .. } => {
                    format!("your opponent controls a {}", described(&select.filter, false))
                }
                _ => format!("you control a {}", described(&select.filter, false)),
            },
            Cond::Compare(Amount::Game(Count::Symbols(_, color)), cmp, than) => {
                let color = color.map_or(String::new(), |color| format!("{} ", color.name()));
                format!("you have {}{} {color}symbols", number(than), compared(*cmp))
            }
            Cond::Compare(Amount::Game(Count::Cores(place, CoreKind::SoulCore, _)), ..) => {
                format!("the Soul Core is in {}", self.core_place(place))
            }
            Cond::Compare(Amount::Game(Count::Life(who)), cmp, Amount::Game(Count::Life(than))) => {
                let compared = if *cmp == Cmp::Less { "less" } else { "more" };
                format!("{} Life is {compared} than {} Life", Self::whose(*who), Self::whose(*than))
            }
            Cond::Compare(Amount::Game(Count::Life(who)), cmp, than) => {
                format!("{} Life is {}{}", Self::whose(*who), number(than), compared(*cmp))
            }
            Cond::Compare(Amount::Game(Count::TrashCores(who)), cmp, than) => {
                format!("{} Trash has {}{} cores", Self::whose(*who), number(than), compared(*cmp))
            }
            Cond::Compare(Amount::Game(Count::Reserve(who)), cmp, than) => {
                format!("{} Reserve is {}{}", Self::whose(*who), number(than), compared(*cmp))
            }
            Cond::Compare(Amount::Done, cmp, than) => {
                format!("{}{} cards are returned", number(than), compared(*cmp))
            }
            Cond::Compare(Amount::Count(select), cmp, Amount::Count(_)) => {
                let more = if *cmp == Cmp::Less { "less" } else { "more" };
                match &select.among {
                    Among::Zones { whose, zones } if zones == &[Zone::Hand] => {
                        let other = if *whose == Who::You { Who::Opponent } else { Who::You };
                        format!("{} Hand is {more} than {} Hand", Self::whose(*whose), Self::whose(other))
                    }
                    _ => {
                        format!("your opponent controls {more} {} than you", described(&select.filter, true))
                    }
                }
            }
            Cond::Compare(Amount::Count(select), cmp, than) => match &select.among {
                Among::Slot(_) => {
                    let cards = described_card(&select.filter, true);
                    format!("{}{} {cards} are discarded", number(than), compared(*cmp))
                }
                Among::Zones { whose, zones } if zones == &[Zone::Deck] => {
                    let whose = Self::whose(*whose);
                    format!("there are {}{} cards in {whose} deck", number(than), compared(*cmp))
                }
                Among::Zones { whose, zones } if zones != &[Zone::Field] && select.filter != Filter::Any => {
                    let zone = if zones == &[Zone::Hand] { "Hand" } else { "Trash" };
                    let cards = described_card(&select.filter, true);
                    let whose = Self::whose(*whose);
                    format!("there are {}{} {cards} in {whose} {zone}", number(than), compared(*cmp))
                }
                Among::Zones { whose: Who::Both, zones } if zones == &[Zone::Field] => {
                    let cards = described(&select.filter, true);
                    format!("there are {}{} {cards} on the Field", number(than), compared(*cmp))
                }
                Among::Zones { whose, zones } if zones == &[Zone::Hand] || zones == &[Zone::Trash] => {
                    let zone = if zones == &[Zone::Hand] { "Hand" } else { "Trash" };
                    format!("{} {zone} is {}{}", Self::whose(*whose), number(than), compared(*cmp))
                }
                among => {
                    let theirs = matches!(among, Among::Zones { whose: Who::Opponent, .. });
                    let control = if theirs { "your opponent controls" } else { "you control" };
                    // A bare number asks for that many at least.
                    let exactly = if *cmp == Cmp::Equal { "exactly " } else { "" };
                    let cards = described(&select.filter, true);
                    format!("{control} {exactly}{}{} {cards}", number(than), compared(*cmp))
                }
            },
            Cond::Is(target, filter) => self.is(target, filter),
            Cond::Fact(Fact::LifeReduced(who)) => format!("{} Life was reduced this turn", Self::whose(*who)),
            Cond::Fact(Fact::Depleted { by_effects, .. }) => {
                let by = if *by_effects { " by your effects" } else { "" };
                format!("any opposing Spirit is depleted{by} this turn")
            }
            Cond::Fact(Fact::Destroyed { whose: Who::Opponent, by_other: true }) => {
                "you've destroyed any opposing Spirit this turn".into()
            }
            Cond::Fact(Fact::Destroyed { whose, .. }) => {
                format!("any {} Spirit was destroyed this turn", side(*whose))
            }
            Cond::Fact(Fact::Attacked(_)) => "you attacked this turn".into(),
            Cond::Fact(Fact::Blocked) => "this card was blocked".into(),
            Cond::Fact(Fact::DrewByEffect(_)) => "you've drawn any card by your effects this turn".into(),
            Cond::Fact(Fact::Discarded(_)) => "you've discarded any card from your Hand this turn".into(),
            Cond::Fact(Fact::Step(who, step)) => format!("it is {} {}", Self::whose(*who), STEPS.say(*step)),
            Cond::Fact(Fact::Turn(Who::You)) => "it is your turn".into(),
            Cond::Fact(Fact::Turn(_)) => "it is opponent's turn".into(),
            _ => "?".into(),
        }
    }

    fn is(&self, target: &BsTarget, filter: &BsFilter) -> String {
        let subject = self.target(target);
        match filter {
            Filter::Figure(Figure::Bp, cmp, amount) => {
                format!("{subject} has {} BP{}", number(amount), compared(*cmp))
            }
            Filter::Figure(Figure::Cores, cmp, amount) => {
                format!("{subject} has {}{} cores on it", number(amount), compared(*cmp))
            }
            Filter::Figure(Figure::Cost, cmp, amount) => {
                format!("{subject} has Cost {}{}", number(amount), compared(*cmp))
            }
            Filter::Is(Condition::Depleted) => format!("{subject} depletes"),
            Filter::Is(Condition::HasSoulCore) => format!("{subject} has the Soul Core"),
            Filter::Is(Condition::SuperUnleash) => format!("{subject} is in Super Unleash state"),
            Filter::Not(inner) => self.is(target, inner).replacen(" is ", " is not ", 1),
            filter if says_a_kind(filter) => format!("it is a {}", described_card(filter, false)),
            filter => format!("{subject} is {}", noun::described(filter, false).trim_end_matches(" card")),
        }
    }
}

/// Whether a test speaks of what a card is rather than of the state it is in.
fn says_a_kind(filter: &BsFilter) -> bool {
    match filter {
        Filter::Kind(_) | Filter::Trait(_) | Filter::Color(_) | Filter::Name(_) => true,
        Filter::All(all) | Filter::Either(all) => all.iter().any(says_a_kind),
        _ => false,
    }
}

fn destination(to: Destination) -> &'static str {
    match to {
        Destination::Hand => "to the Hand",
        Destination::DeckTop => "to the decktop",
        Destination::DeckBottom => "to the deckbottom",
    }
}

/// Whether a sweep ends with "whose BP is 0".
fn is_zero(filter: &BsFilter) -> bool {
    let zero =
        |one: &BsFilter| matches!(one, Filter::Figure(Figure::Bp, effects::Cmp::Equal, Amount::Fixed(0)));
    match filter {
        Filter::All(all) => all.last().is_some_and(zero),
        one => zero(one),
    }
}

/// Takes the kinds off a filter and says how cards of them are played.
fn strip_kinds(filter: &mut BsFilter) -> &'static str {
    let Filter::All(all) = filter else {
        return match filter {
            Filter::Kind(Kind::Nexus) => "deploy",
            Filter::Either(_) => "summon/deploy",
            _ => "summon",
        };
    };
    match all.pop() {
        Some(Filter::Either(_)) => "summon/deploy",
        Some(Filter::Kind(crate::card::Kind::Nexus)) => "deploy",
        Some(other) if !matches!(other, Filter::Kind(_)) => {
            all.push(other);
            "summon"
        }
        _ => "summon",
    }
}

/// Whose a card is, in front of it.
fn side(who: Who) -> &'static str {
    if who == Who::Opponent { "opposing" } else { "your" }
}
