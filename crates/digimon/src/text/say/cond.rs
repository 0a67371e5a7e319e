//! Conditions, facts and numbers that refer to the table.

use super::Say;
use super::noun::{MANY, ONE, Words, bound, figure, than, whose, with_article, zone};
use crate::text::words::FACTS;
use crate::vocab::*;
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Select, Target, Who};

impl Say<'_> {
    pub(super) fn condition(&mut self, cond: &Cond<Dcg>) -> String {
        match cond {
            Cond::All(all) => {
                let either = all.iter().any(|one| matches!(one, Cond::Either(_) | Cond::All(_)));
                let all: Vec<String> = all.iter().map(|one| self.condition(one)).collect();
                if either { format!("all of {{{}}} hold", all.join("; ")) } else { all.join(" and ") }
            }
            Cond::Either(any) => {
                let nested = any.iter().skip(1).any(|one| matches!(one, Cond::All(_) | Cond::Either(_)));
                let any: Vec<String> = any.iter().map(|one| self.condition(one)).collect();
                if nested { format!("any of {{{}}} hold", any.join("; ")) } else { any.join(", or ") }
            }
            Cond::Not(inner) => self.negated(inner),
            Cond::Compare(counted, cmp, to) => self.compare(counted, *cmp, to),
            Cond::Exists(select) => self.exists(select, true),
            Cond::Is(target, filter) => self.is(target, filter, true),
            Cond::Did => "you did".into(),
            Cond::Fact(fact) => self.fact(fact),
        }
    }

    fn negated(&mut self, cond: &Cond<Dcg>) -> String {
        match cond {
            Cond::Exists(select) => self.exists(select, false),
            Cond::Is(target, filter) => self.is(target, filter, false),
            Cond::Fact(Fact::Cause(cause)) => {
                format!("it was brought about other than {}", self.cause(cause))
            }
            other => format!("it is not so that {}", self.condition(other)),
        }
    }

    fn exists(&mut self, select: &Select<Dcg>, there: bool) -> String {
        let card = !super::cards::on_field(&select.among);
        let filter = self.described(&select.filter, Words { many: false, card });
        let article = with_article(&filter);
        match &select.among {
            Among::Zones { whose: who @ (Who::You | Who::Opponent), zones } => {
                let has = match (who, there) {
                    (Who::You, true) => "you have",
                    (Who::You, false) => "you don't have",
                    (_, true) => "your opponent has",
                    (_, false) => "your opponent doesn't have",
                };
                if zones == &[Place::Battle] {
                    return format!("{has} {article}");
                }
                let place = self.place(&select.among).replace("your opponent's", "their");
                format!("{has} {article} {place}")
            }
            Among::Zones { zones, .. } if zones == &[Place::Battle] => {
                format!("there {} {article}", if there { "is" } else { "isn't" })
            }
            among => {
                let place = self.place(among);
                format!("there {} {article} {place}", if there { "is" } else { "isn't" })
            }
        }
    }

    fn is(&mut self, target: &Target<Dcg>, filter: &Filter<Dcg>, so: bool) -> String {
        let subject = match target {
            Target::This => {
                let this = self.this().to_string();
                self.it = Some(Target::This);
                this
            }
            Target::Slot(slot) if self.shown == Some(*slot) => {
                let what = match self.front(filter) {
                    Some(front) => front,
                    None => self.described(filter, ONE),
                };
                return format!("all of the revealed cards are {what}");
            }
            Target::Each(select) if so => {
                let every = self.select(select);
                if let Some(with) = self.with(filter) {
                    return format!("{every} have {with}");
                }
                let what = match self.front(filter) {
                    Some(front) => front,
                    None => self.described(filter, MANY),
                };
                return format!("{every} are {what}");
            }
            Target::Test(Test::Attacker) if so && matches!(filter, Filter::Of(_)) => {
                let Filter::Of(who) = filter else { return String::new() };
                return format!("one of {} Digimon is attacking", whose(*who));
            }
            Target::Test(Test::AttackTarget) if so => {
                let (whose, filter) = match filter {
                    Filter::All(all) if all.first() == Some(&Filter::Of(Who::Opponent)) => {
                        ("your opponent's ", all[1..].iter().cloned().fold(Filter::Any, Filter::and))
                    }
                    filter => ("", filter.clone()),
                };
                let words = self.described(&filter, ONE);
                let words = if whose.is_empty() { with_article(&words) } else { words };
                return format!("attacked {whose}{words}");
            }
            target => self.pronoun(target),
        };
        let (is, has) = if so { ("is", "has") } else { ("isn't", "doesn't have") };
        if let Filter::Test(Test::In(place @ (Place::Battle | Place::Breeding))) = filter {
            return format!("{subject} {is} in the {}", zone(*place));
        }
        if let Filter::Test(Test::In(Place::Trash)) = filter {
            return format!("{subject} {is} in your trash");
        }
        if let Some(with) = self.with(filter) {
            return format!("{subject} {has} {with}");
        }
        if !matches!(filter, Filter::Either(_)) {
            if let Some(front) = self.front(filter) {
                return format!("{subject} {is} {front}");
            }
        }
        let filter = self.described(filter, ONE);
        format!("{subject} {is} {}", with_article(&filter))
    }

    fn compare(&mut self, counted: &Amount<Dcg>, cmp: Cmp, to: &Amount<Dcg>) -> String {
        match (counted, to) {
            (Amount::Game(Count::Memory(who)), Amount::Fixed(number)) => {
                let has = if *who == Who::You { "you have" } else { "your opponent has" };
                format!("{has} {} memory", bound(cmp, *number, "less"))
            }
            (Amount::Game(Count::Alike(of)), Amount::Fixed(number)) if cmp == Cmp::AtLeast => {
                format!("{} stack has {number} or more same-level cards", self.owner(of))
            }
            (Amount::Game(Count::Materials), Amount::Fixed(number)) if cmp == Cmp::AtLeast => {
                format!("DigiXrosing with {number} or more materials")
            }
            (Amount::Count(select), Amount::Fixed(number))
                if matches!(cmp, Cmp::AtLeast | Cmp::AtMost) || cmp == Cmp::Equal && *number == 0 =>
            {
                let number = bound(cmp, *number, "fewer");
                let mut all = (**select).clone();
                all.count = HowMany::All;
                let card = !super::cards::on_field(&all.among);
                match &all.among {
                    Among::Zones { whose: who @ (Who::You | Who::Opponent), zones } => {
                        let has = if *who == Who::You { "you have" } else { "your opponent has" };
                        let filter = self.described(&all.filter, Words { many: true, card });
                        if zones == &[Place::Battle] {
                            return format!("{has} {number} {filter}");
                        }
                        if zones == &[Place::Security] && all.filter == Filter::Any {
                            return format!("{has} {number} security cards");
                        }
                        let place = self.place(&all.among).replace("your opponent's", "their");
                        format!("{has} {number} {filter} {place}")
                    }
                    Among::Zones { zones, .. } if zones == &[Place::Battle] => {
                        let filter = self.described(&all.filter, Words { many: true, card });
                        format!("there are {number} {filter}")
                    }
                    among => {
                        let filter = self.described(&all.filter, Words { many: true, card });
                        let place = self.place(among);
                        format!("there are {number} {filter} {place}")
                    }
                }
            }
            (Amount::Figure(of, target), Amount::Fixed(number))
                if matches!(**target, Target::Each(_)) && matches!(cmp, Cmp::AtLeast | Cmp::AtMost) =>
            {
                let Target::Each(select) = &**target else { return String::new() };
                let number = bound(cmp, *number, "fewer");
                format!("there are {number} {} total worth of {}", figure(*of), self.every(select))
            }
            (Amount::Count(select), Amount::Count(other)) if self.mirrored(select, other) => {
                self.more_or_fewer(select, cmp, "your opponent has")
            }
            (Amount::Count(select), Amount::Figure(of @ (Figure::Under | Figure::UnderFaceDown), target))
                if **target == Target::This
                    && matches!(&select.among, Among::Zones { whose: Who::You, .. }) =>
            {
                self.more_or_fewer(select, cmp, &format!("this Digimon has {}", figure(*of)))
            }
            (counted, Amount::Fixed(number)) if !matches!(cmp, Cmp::More | Cmp::Less) => {
                format!("the number of {} is {}", self.thing(counted, true), bound(cmp, *number, "less"))
            }
            (counted, to) => {
                let counted = self.thing(counted, true);
                let to = match to {
                    Amount::Fixed(number) => number.to_string(),
                    to => format!("the number of {}", self.thing(to, true)),
                };
                format!("the number of {counted} is {} {to}", than(cmp))
            }
        }
    }

    /// Whether the second counts for the opponent what the first counts for you.
    fn mirrored(&self, yours: &Select<Dcg>, theirs: &Select<Dcg>) -> bool {
        let mut theirs = theirs.clone();
        match (&yours.among, &mut theirs.among) {
            (Among::Zones { whose: Who::You, .. }, Among::Zones { whose, .. }) if *whose == Who::Opponent => {
                *whose = Who::You;
                theirs == *yours
            }
            _ => false,
        }
    }

    /// "you have as many or fewer security cards as your opponent has".
    fn more_or_fewer(&mut self, select: &Select<Dcg>, cmp: Cmp, other: &str) -> String {
        let (front, behind) = match cmp {
            Cmp::AtMost => ("as many or fewer", "as"),
            Cmp::AtLeast => ("as many or more", "as"),
            Cmp::Less => ("fewer", "than"),
            Cmp::More => ("more", "than"),
            Cmp::Equal => ("the same number of", "as"),
        };
        let zones = match &select.among {
            Among::Zones { zones, .. } => zones.as_slice(),
            _ => &[],
        };
        let cards = if zones == [Place::Security] && select.filter == Filter::Any {
            "security cards".into()
        } else {
            let card = !super::cards::on_field(&select.among);
            let filter = self.described(&select.filter, Words { many: true, card });
            match zones {
                [Place::Battle] => filter,
                [place] => format!("{filter} in the {}", zone(*place)),
                _ => {
                    self.failed = true;
                    filter
                }
            }
        };
        format!("you have {front} {cards} {behind} {other}")
    }

    pub(super) fn fact(&mut self, fact: &Fact) -> String {
        let said = FACTS.say(fact.clone());
        if !said.is_empty() {
            return said.into();
        }
        match fact {
            Fact::Turn(who) => format!("it is {} turn", whose(*who)),
            Fact::Cause(cause) => format!("it was brought about {}", self.cause(cause)),
            Fact::From(Who::You, Place::Trash) => "digivolving from the trash".into(),
            Fact::From(Who::Both, Place::Under) => "it came from digivolution cards".into(),
            Fact::From(who, place) => format!("it came from {} {}", whose(*who), zone(*place)),
            Fact::ByDna | Fact::DuringAttack | Fact::AttackingPlayer | Fact::AttackingDigimon => said.into(),
            Fact::Survived => "it survived".into(),
            Fact::MainPhase => "it is the main phase".into(),
            Fact::UnsuspendPhase => "it is the unsuspend phase".into(),
            Fact::Into(filter) => format!("it would become {}", self.described(filter, ONE)),
            Fact::Other(filter) => format!("the other one is {}", self.described(filter, ONE)),
        }
    }

    /// How something came about.
    pub(super) fn cause(&mut self, cause: &Cause) -> String {
        match cause {
            Cause::Effect => "by an effect".into(),
            Cause::EffectOf(who) => format!("by {}", self.effects(*who, &Filter::Any)),
            Cause::EffectFrom(who, filter) => format!("by {}", self.effects(*who, filter)),
            Cause::Battle => "in battle".into(),
            Cause::DigiXros => "by DigiXros".into(),
            Cause::ZeroDp => "by having 0 DP".into(),
        }
    }

    // ---- numbers ------------------------------------------------------------------------------------------------------

    /// A number as it stands alone.
    pub(super) fn number(&mut self, amount: &Amount<Dcg>) -> String {
        match amount {
            Amount::Fixed(number) => number.to_string(),
            amount => {
                self.failed = true;
                format!("the number of {}", self.thing(amount, true))
            }
        }
    }

    /// A number and what multiplies it: "2", " for every 3 of your Tamers".
    pub(super) fn each(&mut self, amount: &Amount<Dcg>) -> (i32, String) {
        match amount {
            Amount::Fixed(number) => (*number, String::new()),
            Amount::PerEach { each, per: 1, of } => (*each, format!(" for each {}", self.thing(of, false))),
            Amount::PerEach { each, per, of } => {
                (*each, format!(" for every {per} {}", self.thing(of, true)))
            }
            of => (1, format!(" for each {}", self.thing(of, false))),
        }
    }

    /// What is counted.
    pub(super) fn thing(&mut self, amount: &Amount<Dcg>, many: bool) -> String {
        match amount {
            Amount::Fixed(number) => number.to_string(),
            Amount::Count(select) => self.counted_cards(select, many),
            Amount::Figure(Figure::Colors, target) => {
                let owner = self.owner(target);
                format!("of {owner} colors")
            }
            Amount::Figure(of, target) => format!("{} {}", self.owner(target), figure(*of)),
            Amount::Done => {
                if many {
                    self.done.replace("card", "cards")
                } else {
                    self.done.into()
                }
            }
            Amount::Game(count) => self.count(count, many),
            Amount::PerEach { each, per, of } => format!("{each} for every {per} {}", self.thing(of, true)),
            Amount::Plus(one, other)
                if !matches!(**one, Amount::Fixed(_)) && !matches!(**other, Amount::Fixed(_)) =>
            {
                format!("{} and each {}", self.thing(one, many), self.thing(other, false))
            }
            Amount::Plus(one, other) => format!("{} plus {}", self.thing(one, many), self.thing(other, many)),
            Amount::Bound(slot) => format!("cards that are {}", self.letter(*slot)),
            Amount::Named => "memory paid".into(),
            Amount::Event => "the number it happened with".into(),
        }
    }

    fn count(&mut self, count: &Count, many: bool) -> String {
        let color = if many { "colors" } else { "color" };
        match count {
            Count::Memory(Who::You) => "memory you have".into(),
            Count::Memory(_) => "memory your opponent has".into(),
            Count::Colors(select) => format!("{color} among {}", self.every(select)),
            Count::Different(distinct, select) => {
                format!("{} with different {}", self.every(select), super::distinct(*distinct))
            }
            Count::Most(_, select) => format!("1 of {}", self.every(select)),
            Count::Added => "cards added to your hand by this effect".into(),
            Count::Alike(of) => format!("same-level cards in {} stack", self.owner(of)),
            Count::Materials => "materials placed for its DigiXros".into(),
            Count::DeletionMax(number) => number.to_string(),
        }
    }

    fn counted_cards(&mut self, select: &Select<Dcg>, many: bool) -> String {
        if let Among::Zones { whose: Who::You | Who::Opponent, zones } = &select.among {
            if zones.iter().all(|place| matches!(place, Place::Battle | Place::Checked))
                || zones == &[Place::Battle, Place::Breeding]
            {
                let every = self.every(select);
                return if many { every } else { format!("of {every}") };
            }
        }
        if let (Among::Under { host, zone: place }, true) = (&select.among, self.is_plain_under(select)) {
            let noun = self.under_noun(&select.filter, *place, true);
            return format!("of {} {noun}", self.owner(host));
        }
        let card = !super::cards::on_field(&select.among);
        let filter = self.described(&select.filter, Words { many, card });
        match &select.among {
            Among::Zones { zones, .. } if zones == &[Place::Battle] => filter,
            among => format!("{filter} {}", self.place(among)),
        }
    }

    /// Behind "than": a figure of a card, or a count.
    pub(super) fn compared(&mut self, amount: &Amount<Dcg>) -> Option<String> {
        Some(match amount {
            Amount::Figure(of, target) => format!("{} {}", self.owner(target), figure(*of)),
            Amount::Game(Count::Memory(Who::Opponent)) => "your opponent's memory".into(),
            Amount::Game(Count::Most(_, select)) => format!("1 of {}", self.every(select)),
            Amount::Fixed(_) => return None,
            amount => format!("the number of {}", self.thing(amount, true)),
        })
    }
}
