//! Which cards are meant: places, ends of piles, counts, and what a verb is done to.

use super::Say;
use super::noun::{MANY, Words, figure, whose, zone};
use crate::vocab::*;
use effects::{Among, Amount, Filter, HowMany, Select, Slot, Step, Target, Who};

impl Say<'_> {
    // ---- where, and how many ------------------------------------------------------------------------------------------

    /// A place behind a noun, with its preposition.
    pub(super) fn place(&mut self, among: &Among<Dcg>) -> String {
        match among {
            Among::Zones { zones, .. } if zones == &[Place::Battle, Place::Breeding] => "on the field".into(),
            Among::Zones { whose: who, zones } => {
                let zones: Vec<&str> = zones.iter().map(|place| zone(*place)).collect();
                format!("in {} {}", whose(*who), zones.join(" or "))
            }
            Among::Slot(slot) if self.shown == Some(*slot) => "among them".into(),
            Among::Slot(_) if self.held.is_some() => "among them".into(),
            Among::Slot(slot) => format!("among {}", self.letter(*slot)),
            Among::Under { host, zone: place } => match host {
                Target::Each(select) if *place == Place::Under && is_tamer(&select.filter) => {
                    format!("from under {}", self.every(select))
                }
                host => {
                    let owner = self.owner(host);
                    let plain = ["this ", "your ", "the "].iter().any(|word| owner.starts_with(word));
                    format!("{} {owner} {}", if plain { "in" } else { "from" }, zone(*place))
                }
            },
            Among::Several(all) => {
                let all: Vec<String> = all.iter().map(|one| self.place(one)).collect();
                all.join(" or ")
            }
        }
    }

    /// All cards of a selection, without a count: "your Digimon".
    pub(super) fn every(&mut self, select: &Select<Dcg>) -> String {
        let words = Words { many: true, card: !on_field(&select.among) };
        let filter = self.described(&select.filter, words);
        match &select.among {
            Among::Zones { whose: who, zones } if zones == &[Place::Battle] => match who {
                Who::Both | Who::Owner => filter,
                who => format!("{} {filter}", whose(*who)),
            },
            Among::Zones { whose: who, zones } if zones == &[Place::Battle, Place::Breeding] => {
                format!("{} {filter} on the field", whose(*who))
            }
            Among::Zones { whose: who, zones } if zones == &[Place::Checked] => {
                format!("{} {}", whose(*who), filter.replace("Digimon", "Security Digimon"))
            }
            Among::Zones { whose: who, zones } if zones == &[Place::Battle, Place::Checked] => {
                format!("{} {}", whose(*who), filter.replace("Digimon", "Digimon and Security Digimon"))
            }
            among => format!("{filter} {}", self.place(among)),
        }
    }

    /// A selection with its count. What multiplies the count is said behind the clause.
    pub(super) fn select(&mut self, select: &Select<Dcg>) -> String {
        let tail = match (select.ordered, select.random) {
            (true, _) => " in any order",
            (_, true) => " at random",
            _ => "",
        };
        let (count, many) = match &select.count {
            HowMany::Top(Amount::Plus(first, more))
                if matches!((&**first, &**more), (Amount::Fixed(_), Amount::PerEach { .. })) =>
            {
                let (by, each) = self.each(more);
                let each = each.trim_start();
                self.after.push(match by {
                    ..0 => format!("{each}, reduce the number of cards trashed by {}", -by),
                    by => format!("{each}, add {by} to the number of cards trashed by this effect"),
                });
                return self.pile(select, End::Top, first);
            }
            HowMany::Top(amount) => return self.pile(select, End::Top, amount),
            HowMany::Bottom(amount) => return self.pile(select, End::Bottom, amount),
            HowMany::Exactly(Amount::Plus(_, less)) if matches!(**less, Amount::Fixed(_)) => {
                let (Amount::Fixed(left), Among::Zones { whose: who, zones }) = (&**less, &select.among)
                else {
                    self.failed = true;
                    return String::new();
                };
                let place = zones.first().map_or("", |place| zone(*place));
                if select.random {
                    let end = "without looking and returning them to the bottom of the deck so that";
                    return format!("cards in {} {place} {end} {} remain", whose(*who), -left);
                }
                let there = if *who == Who::You { "you have" } else { "they have" };
                return format!("cards in {} {place} until {there} {} left", whose(*who), -left);
            }
            // "1 of each [X] trait card with different names".
            HowMany::Exactly(Amount::Game(Count::Different(..))) => {
                let card = !on_field(&select.among);
                let filter = self.described(&select.filter, Words { many: false, card });
                let place = self.place(&select.among);
                return match &select.among {
                    Among::Zones { whose: who, zones } if zones == &[Place::Battle] => {
                        let filter = self.described(&select.filter, MANY);
                        format!("1 of each of {} {filter}{tail}", whose(*who))
                    }
                    _ => format!("1 of each {filter} {}{tail}", place.replacen("in ", "from ", 1)),
                };
            }
            HowMany::Exactly(amount) => {
                let number = self.counted(amount);
                (number.to_string(), number != 1)
            }
            HowMany::UpTo(Amount::Plus(first, more)) if matches!(**first, Amount::Fixed(_)) => {
                let (number, _) = self.each(first);
                let (by, each) = self.each(more);
                let each = if each.is_empty() { String::new() } else { format!("{}, ", each.trim_start()) };
                self.after.push(format!("{each}add {by} to the number of cards this effect may play"));
                (format!("up to {number}"), number != 1)
            }
            HowMany::UpTo(amount) => {
                let number = self.counted(amount);
                (format!("up to {number}"), number != 1)
            }
            HowMany::AtLeast(amount) => (format!("{} or more", self.counted(amount)), true),
            HowMany::All => ("all".into(), true),
            HowMany::AnyNumber => ("any number".into(), true),
            HowMany::TotalUpTo(of, Amount::Figure(own, target)) if of == own => {
                let owner = self.owner(target);
                let every = self.every(select);
                return format!("up to {owner} {}'s total worth of {every}", figure(*of));
            }
            HowMany::TotalUpTo(of, Amount::Game(Count::Most(own, among))) if of == own => {
                let (every, than, figure) = (self.every(select), self.every(among), figure(*of));
                return format!(
                    "any number of {every} whose combined {figure} are less than or equal to the {figure} of 1 of {than}"
                );
            }
            HowMany::TotalUpTo(of, amount) => {
                let Some(number) = self.raised(amount, figure(*of)) else {
                    self.failed = true;
                    return String::new();
                };
                let every = self.every(select);
                return format!("up to {number} {} total worth of {every}", figure(*of));
            }
        };
        if let Among::Zones { whose: who, zones } = &select.among {
            let field =
                zones.iter().all(|place| matches!(place, Place::Battle | Place::Breeding | Place::Checked))
                    && zones != &[Place::Breeding];
            if field && matches!(who, Who::You | Who::Opponent) {
                let mut every = self.every(select);
                if !many && zones == &[Place::Battle] {
                    let filter = self.described(&select.filter, MANY);
                    every = format!("{} {filter}", whose(*who));
                }
                return format!("{count} of {every}{tail}");
            }
            if *who == Who::Both && zones == &[Place::Battle] {
                let filter = self.described(&select.filter, Words { many, card: false });
                let of = if select.count == HowMany::AnyNumber { " of" } else { "" };
                // Option cards are elsewhere as a rule.
                let option = Filter::Kind(Kind::Option);
                let is_option = match &select.filter {
                    Filter::All(all) => all.contains(&option),
                    filter => *filter == option,
                };
                let place = if is_option { " in the battle area" } else { "" };
                return format!("{count}{of} {filter}{place}{tail}");
            }
        }
        // "the bottom 2 digivolution cards of all of your opponent's Digimon".
        if let (Filter::Test(Test::Outer(at, number)), Among::Under { host, .. }) =
            (&select.filter, &select.among)
        {
            let at = super::end(*at);
            let named = if **number == Amount::Named { self.named_max.take() } else { None };
            let number = match named {
                Some(Step::Name { max, .. }) => Err(self.number(&max)),
                _ => Ok(self.counted(number)),
            };
            let hosts = match host {
                Target::Each(hosts) => self.select(hosts),
                host => self.host(host),
            };
            return match number {
                Ok(number) => format!("the {at} {number} digivolution cards of {hosts}"),
                Err(most) => format!("up to {most} digivolution cards from the {at} of {hosts}"),
            };
        }
        if select.filter == Filter::Test(Test::AtEnd) {
            if let Among::Zones { whose: who, zones } = &select.among {
                if let [place] = zones[..] {
                    return format!("the top or bottom card of {} {}", whose(*who), zone(place));
                }
            }
        }
        // The cards under a card that this clause chooses first.
        if let Among::Under { host: Target::Slot(slot), zone: place } = &select.among {
            if self.waits(*slot) && self.is_plain_under(select) {
                let noun = self.under_noun(&select.filter, *place, many);
                let host = self.chosen(*slot);
                return format!("{count} {noun} of {host}{tail}");
            }
        }
        let of = if select.count == HowMany::AnyNumber { " of" } else { "" };
        if let (Among::Under { host, zone: place }, true) = (&select.among, self.is_plain_under(select)) {
            let noun = self.under_noun(&select.filter, *place, true);
            return format!("{count} of {} {noun}{tail}", self.owner(host));
        }
        let filter = self.described(&select.filter, Words { many, card: true });
        let mut place = self.place(&select.among);
        if let (false, Some(rest)) = (self.into, place.strip_prefix("in ")) {
            place = format!("from {rest}");
        }
        format!("{count}{of} {filter} {place}{tail}")
    }

    /// Cards under a card that adjectives alone describe: "this Digimon's face-down digivolution cards".
    pub(super) fn is_plain_under(&mut self, select: &Select<Dcg>) -> bool {
        let tests = match &select.filter {
            Filter::All(all) => all.as_slice(),
            Filter::Any => &[],
            one => std::slice::from_ref(one),
        };
        let plain = tests.iter().all(|one| {
            matches!(
                one,
                Filter::Is(_) | Filter::Color(_) | Filter::Figure(Figure::Level, _, Amount::Fixed(_))
            )
        });
        let one = match &select.among {
            Among::Under { host: Target::Each(select), .. } => !is_tamer(&select.filter),
            Among::Under { .. } => true,
            _ => false,
        };
        one && plain
    }

    /// "red digivolution cards with …".
    pub(super) fn under_noun(&mut self, filter: &Filter<Dcg>, place: Place, many: bool) -> String {
        let word = match (place, many) {
            (Place::Links, true) => "link cards",
            (Place::Links, false) => "link card",
            (_, true) => "digivolution cards",
            (_, false) => "digivolution card",
        };
        let noun = self.described(filter, Words { many, card: true });
        let plain = if many { "cards" } else { "card" };
        noun.replacen(plain, word, 1)
    }

    /// The ends of piles.
    fn pile(&mut self, select: &Select<Dcg>, end: End, amount: &Amount<Dcg>) -> String {
        let end = if end == End::Bottom { "bottom" } else { "top" };
        let place = match &select.among {
            Among::Zones { whose: who, zones } => {
                let zones: Vec<&str> = zones.iter().map(|place| zone(*place)).collect();
                format!("{} {}", whose(*who), zones.join(" or "))
            }
            _ => String::new(),
        };
        if *amount == Amount::Named {
            if let Some(Step::Name { max, .. }) = self.named_max.take() {
                let max = self.number(&max);
                return match &select.among {
                    Among::Under { host, .. } => {
                        format!("up to {max} digivolution cards from the {end} of {}", self.host(host))
                    }
                    _ => format!("up to {max} cards from the {end} of {place}"),
                };
            }
        }
        if let (Amount::Plus(_, less), Among::Zones { whose: who, .. }) = (amount, &select.among) {
            if let Amount::Fixed(left) = **less {
                let there = if *who == Who::You { "you have" } else { "they have" };
                return format!("cards from the top of {place} until {there} {} left", -left);
            }
        }
        // "as many cards from the top of your deck as the level of the Digimon this effect deleted".
        if let Amount::Figure(Figure::Level, of) = amount {
            if let Target::Each(gone) = &**of {
                let spoken = match gone.among {
                    Among::Slot(slot) => self.it == Some(Target::Slot(slot)),
                    _ => false,
                };
                self.failed |= !spoken;
                return format!(
                    "as many cards from the {end} of {place} as the level of the Digimon this effect deleted"
                );
            }
        }
        let number = self.counted(amount);
        let count = if number == 1 { String::new() } else { format!(" {number}") };
        let s = if number == 1 { "" } else { "s" };
        match &select.among {
            Among::Zones { whose: who, .. } if select.filter != Filter::Any => {
                let filter = self.described(&select.filter, Words { many: number != 1, card: true });
                format!("{} {end}{count} {}", whose(*who), filter.replacen("card", "security card", 1))
            }
            Among::Under { host, zone: place } => {
                let noun = self.under_noun(&select.filter, *place, number != 1);
                if *place == Place::Links {
                    return format!("{} {end}{count} {noun}", self.chosen_owner(host));
                }
                format!("the {end}{count} {noun} of {}", self.host(host))
            }
            _ => format!("the {end}{count} card{s} of {place}"),
        }
    }

    /// A count; what multiplies it is said behind the clause.
    fn counted(&mut self, amount: &Amount<Dcg>) -> i32 {
        // What "it" means where this is said is not known here.
        let it = self.it.take();
        let (number, each) = self.each(amount);
        self.it = it;
        if !each.is_empty() {
            self.times = Some(each);
        }
        number
    }

    // ---- what is meant ------------------------------------------------------------------------------------------------

    /// What the card calls itself.
    pub(super) fn this(&self) -> &'static str {
        match self.noun {
            Kind::Digimon => "this Digimon",
            Kind::Tamer => "this Tamer",
            Kind::Option | Kind::Egg | Kind::Token => "this card",
        }
    }

    /// Whether this clause still has to choose what is bound here.
    pub(super) fn waits(&self, slot: Slot) -> bool {
        self.waiting.iter().any(|step| matches!(step, Step::Choose { slot: held, .. } if *held == slot))
    }

    /// A choice that this clause makes in its own words.
    pub(super) fn chosen(&mut self, slot: Slot) -> String {
        let found = self
            .waiting
            .iter()
            .position(|step| matches!(step, Step::Choose { slot: held, .. } if *held == slot));
        let Some(at) = found else { return self.letter(slot) };
        let Step::Choose { mut from, .. } = self.waiting.remove(at) else { return self.letter(slot) };
        // "This effect can't play cards with the same name as your Tamers": said behind.
        if let Filter::All(all) = &mut from.filter {
            if let Some(Filter::Not(inner)) = all.last() {
                if let Filter::Test(Test::SameName(same)) = &**inner {
                    if matches!(**same, Target::Each(_)) {
                        let same = self.still(&same.clone());
                        self.after.push(format!("this effect can't play cards with the same name as {same}"));
                        all.pop();
                        if let [only] = &all[..] {
                            from.filter = only.clone();
                        }
                    }
                }
            }
        }
        let words = self.select(&from);
        // What is chosen before must be said inside.
        self.failed |= self.waiting.len().min(at) > 0;
        self.it = Some(Target::Slot(slot));
        self.moved = None;
        words
    }

    /// What a verb is done to.
    pub(super) fn object(&mut self, target: &Target<Dcg>) -> String {
        match target {
            Target::Slot(slot) if self.waits(*slot) => self.chosen(*slot),
            Target::This => {
                self.it = Some(Target::This);
                self.this().into()
            }
            Target::Each(_) | Target::Several(_) if self.natural && self.it.as_ref() == Some(target) => {
                "them".into()
            }
            // What is left of the cards shown.
            Target::Each(_)
                if self.shown.is_some_and(|shown| *target == crate::text::cards::unmoved(shown)) =>
            {
                "the rest".into()
            }
            Target::Each(select) => {
                let words = self.select(select);
                self.it = Some(target.clone());
                self.moved = None;
                words
            }
            // "cards from the top of both players' security stacks until they have 3 left".
            Target::Several(all) if both_down(all).is_some() => {
                let (place, left) = both_down(all).unwrap_or((Place::Security, 0));
                self.it = Some(target.clone());
                format!("cards from the top of both players' {}s until they have {left} left", zone(place))
            }
            Target::Several(all) => {
                // The reader knows none of them before it has read all.
                let before = self.it.clone();
                let mut words = Vec::new();
                for one in all {
                    self.it = before.clone();
                    words.push(self.object(one));
                }
                self.it = Some(target.clone());
                words.join(" and ")
            }
            Target::Slot(slot) if self.shown == Some(*slot) && self.it.as_ref() != Some(target) => {
                "the rest".into()
            }
            target => self.pronoun(target),
        }
    }

    /// "it" where that is what "it" means, else a name that is always understood.
    pub(super) fn pronoun(&mut self, target: &Target<Dcg>) -> String {
        // What this clause has not chosen yet cannot be spoken of.
        if let Target::Slot(slot) = target {
            self.failed |= self.waits(*slot);
        }
        if self.natural && self.it.as_ref() == Some(target) && *target != Target::This {
            return if self.is_many(target) { "them".into() } else { "it".into() };
        }
        match target {
            Target::This => self.this().into(),
            Target::Slot(slot) => self.letter(*slot),
            Target::Subject => match &self.held {
                Some(held) => held.subject.clone().unwrap_or("that card".into()),
                None => "said card".into(),
            },
            Target::Other => "the other one".into(),
            Target::Each(select) => self.every(select),
            Target::Test(Test::Attacker) => "the attacking Digimon".into(),
            Target::Test(Test::AttackTarget) => "the attacked Digimon".into(),
            Target::Test(Test::Made) if self.held.is_some() => "it".into(),
            Target::Test(Test::Made) => "what this effect made".into(),
            Target::Test(Test::Turned) => "what this effect suspended".into(),
            Target::Test(Test::Those) if self.held.is_some() => "them".into(),
            Target::Test(Test::Those) => "all those cards".into(),
            Target::Test(Test::Host) => "the card above this card".into(),
            Target::Test(Test::Departed(_)) if self.held.is_some() => "it".into(),
            Target::Test(Test::Departed(Some(slot))) => format!("the said {}", self.letter(*slot)),
            Target::Test(Test::Departed(None)) => "the said this card".into(),
            Target::Test(test) => format!("the card that {}", self.tested(test)),
            Target::Several(all) => {
                let all: Vec<String> = all.iter().map(|one| self.pronoun(one)).collect();
                all.join(" and ")
            }
        }
    }

    /// Whether several cards are meant.
    pub(super) fn is_many(&self, target: &Target<Dcg>) -> bool {
        match target {
            Target::Slot(slot) => self.many.contains(slot),
            Target::Each(_) | Target::Several(_) | Target::Test(Test::Those) => true,
            Target::This | Target::Subject | Target::Other | Target::Test(_) => false,
        }
    }

    /// Cards meant without a choice.
    pub(super) fn still(&mut self, target: &Target<Dcg>) -> String {
        self.pronoun(target)
    }

    /// A possessive.
    pub(super) fn owner(&mut self, target: &Target<Dcg>) -> String {
        let words = self.pronoun(target);
        match words.as_str() {
            "it" => "its".into(),
            "them" => "their".into(),
            words if words.ends_with('s') => format!("{words}'"),
            words => format!("{words}'s"),
        }
    }

    /// A possessive of a card that may be chosen by it.
    pub(super) fn chosen_owner(&mut self, target: &Target<Dcg>) -> String {
        match target {
            Target::Slot(slot) if self.waits(*slot) => format!("{}'s", self.chosen(*slot)),
            target => self.owner(target),
        }
    }

    /// The card that something is under or goes under.
    pub(super) fn host(&mut self, target: &Target<Dcg>) -> String {
        match target {
            Target::Slot(slot) if self.waits(*slot) => self.chosen(*slot),
            target => self.pronoun(target),
        }
    }
}

/// The tops of both players' piles, each down to so many cards.
fn both_down(all: &[Target<Dcg>]) -> Option<(Place, i32)> {
    let [Target::Each(yours), Target::Each(theirs)] = all else { return None };
    let down = |select: &Select<Dcg>, side: Who| match (&select.among, &select.count) {
        (Among::Zones { whose, zones }, HowMany::Top(Amount::Plus(_, less))) if *whose == side => {
            match (&zones[..], &**less) {
                ([place], Amount::Fixed(less)) => Some((*place, -less)),
                _ => None,
            }
        }
        _ => None,
    };
    let found = down(yours, Who::You)?;
    (down(theirs, Who::Opponent) == Some(found)).then_some(found)
}

fn is_tamer(filter: &Filter<Dcg>) -> bool {
    match filter {
        Filter::Kind(Kind::Tamer) => true,
        Filter::All(all) => all.iter().any(is_tamer),
        _ => false,
    }
}

pub(super) fn on_field(among: &Among<Dcg>) -> bool {
    match among {
        Among::Zones { zones, .. } => {
            zones.iter().all(|zone| matches!(zone, Place::Battle | Place::Breeding | Place::Checked))
        }
        Among::Slot(_) | Among::Under { .. } | Among::Several(_) => false,
    }
}
