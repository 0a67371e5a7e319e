//! What is done, verb by verb, in the forms that sentences and costs need.

use super::noun::{color, whose, zone};
use super::{Say, end, timing, title};
use crate::vocab::*;
use effects::{Amount, HowMany, Select, Target, Who};

/// The form a verb stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Base,
    Third,
    Ing,
}

impl Form {
    /// A verb in this form.
    pub(super) fn of(self, base: &str) -> String {
        match self {
            Form::Base => base.into(),
            Form::Third if base.ends_with("sh") || base.ends_with("ch") => format!("{base}es"),
            Form::Third => format!("{base}s"),
            Form::Ing if base == "flip" => "flipping".into(),
            Form::Ing => format!("{}ing", base.strip_suffix('e').unwrap_or(base)),
        }
    }
}

impl Say<'_> {
    pub(super) fn verb(&mut self, verb: &Verb, form: Form) -> String {
        let v = |base: &str| form.of(base);
        match verb {
            Verb::Delete(target) => {
                let words = format!("{} {}", v("delete"), self.object(target));
                self.done = "Digimon deleted";
                words
            }
            Verb::Trash(Target::Each(select)) if select.random => {
                self.failed = true;
                format!("{} {}", v("trash"), self.select(select))
            }
            Verb::Trash(target) => {
                let words = format!("{} {}", v("trash"), self.object(target));
                self.done = "card trashed";
                words
            }
            Verb::ToHand(target) => {
                let words = format!("{} {} to the hand", v(self.brings(target)), self.object(target));
                self.done = "card returned";
                words
            }
            Verb::ToDeck(Target::Slot(slot), End::Bottom) if self.is_blind(*slot) => {
                format!("{} {}", v("choose"), self.chosen(*slot))
            }
            Verb::ToDeck(target, at) => {
                let words =
                    format!("{} {} to the {} of the deck", v("return"), self.object(target), end(*at));
                self.done = "card returned";
                words
            }
            Verb::ToSecurity { what, whose: who, end: at, face } => {
                let what = self.object(what);
                let who = if *who == Who::Owner { "the" } else { whose(*who) };
                let face = if *face == Face::Up { " face up" } else { "" };
                self.done = "card placed";
                format!("{} {what} at the {} of {who} security stack{face}", v("place"), end(*at))
            }
            Verb::PlaceUnder { what, host, end: at, face } => self.place_under(what, host, *at, *face, form),
            Verb::PlaceInBattle(target) => {
                format!("{} {} in the battle area", v("place"), self.object(target))
            }
            Verb::Link { what, host, pay } => {
                let what = self.object(what);
                let host = self.host(host);
                format!("{} {what} to {host}{}", v("link"), self.pay(pay, "link"))
            }
            Verb::Play { what, pay, suspended, quiet } => {
                let several = matches!(what, Target::Several(_) | Target::Each(_));
                let what = self.object(what);
                let suspended = if *suspended { " suspended" } else { "" };
                let words = format!("{} {what}{suspended}{}", v("play"), self.pay(pay, "play"));
                if *quiet {
                    self.after
                        .push("[On Play] effects on Digimon played by this effect don't activate".into());
                }
                self.it = (!several).then_some(Target::Test(Test::Made));
                words
            }
            Verb::PlayToBreeding { what, pay } => {
                let what = self.object(what);
                format!("{} {what} to your empty breeding area{}", v("play"), self.pay(pay, "play"))
            }
            Verb::PlayToken { token, count, by, suspended } => {
                let side =
                    if *by == Who::You { String::new() } else { format!(" to {} battle area", whose(*by)) };
                let suspended = if *suspended { " suspended" } else { "" };
                let (number, each) = self.each(count);
                let token = self.token(token, &Amount::Fixed(number));
                let words = format!("{} {token}{suspended}{side}{each}", v("play"));
                self.it = Some(Target::Test(Test::Made));
                words
            }
            Verb::PlayOrUse { what, pay } => {
                let what = self.object(what);
                format!("{} or {} {what}{}", v("play"), v("use"), self.pay(pay, "play"))
            }
            Verb::Use { what, pay } => {
                let what = self.object(what);
                format!("{} {what}{}", v("use"), self.pay(pay, "use"))
            }
            Verb::Digivolve { what, .. } => {
                let subject = self.object(what);
                format!("{} {subject} into {}", v("digivolve"), self.into(verb))
            }
            Verb::DnaDigivolve { with, other, into, pay } => {
                let with = match (with, other) {
                    (Some(with), Some(other)) => {
                        let one = |select: &Select<Dcg>| {
                            let count = HowMany::Exactly(Amount::Fixed(1));
                            Select { count, ..select.clone() }
                        };
                        let first = match with {
                            Target::Each(select) => self.select(&one(select)),
                            with => self.object(with),
                        };
                        format!("{first} and {}", self.select(&one(other)))
                    }
                    (Some(with), None) => format!("{} and 1 of your other Digimon", self.object(with)),
                    (None, _) => "2 of your Digimon".into(),
                };
                let into = self.object(into);
                let words =
                    format!("DNA {} {with} into {into}{}", v("digivolve"), self.pay(pay, "digivolution"));
                self.it = Some(Target::Test(Test::Made));
                words
            }
            Verb::AppFuse { .. } | Verb::Battle(..) => self.acts(verb, ""),
            Verb::Suspend(target) => {
                let words = format!("{} {}", v("suspend"), self.object(target));
                self.done = "Digimon suspended";
                words
            }
            Verb::Unsuspend(target) => format!("{} {}", v("unsuspend"), self.object(target)),
            Verb::Draw(Who::You, Amount::Plus(until, _)) if matches!(**until, Amount::Fixed(_)) => {
                format!("{} until you have {} cards in your hand", v("draw"), self.number(until))
            }
            Verb::Draw(Who::You, amount) => {
                let (number, each) = self.each(amount);
                format!("<Draw {number}>{each}")
            }
            Verb::Draw(who, amount) => {
                let (number, each) = self.each(amount);
                let cards = if number == 1 { "card" } else { "cards" };
                match who {
                    Who::Both => format!("both players draw {number} {cards}{each}"),
                    Who::You | Who::Opponent | Who::Owner => format!("{} {number} {cards}{each}", v("draw")),
                }
            }
            Verb::GainMemory(_, amount) => {
                let (number, each) = self.each(amount);
                format!("{} {number} memory{each}", v("gain"))
            }
            Verb::LoseMemory(_, amount) => {
                let (number, each) = self.each(amount);
                format!("{} {number} memory{each}", v("lose"))
            }
            Verb::SetMemory(Amount::Fixed(number)) if *number < 0 => {
                format!("set your memory to {} on your opponent's side", -number)
            }
            Verb::SetMemory(amount) => format!("set your memory to {}", self.number(amount)),
            Verb::Recover(_, Amount::Plus(until, _)) => {
                let until = self.number(until);
                format!("<Recovery +1 (Deck)> until there are {until} cards in your security stack")
            }
            Verb::Recover(_, amount) => {
                let (number, each) = self.each(amount);
                format!("<Recovery +{number} (Deck)>{each}")
            }
            Verb::DeDigivolve(target, amount) => {
                let target = self.object(target);
                let (number, each) = self.each(amount);
                format!("<De-Digivolve {number}> {target}{each}")
            }
            Verb::Reveal(target) => self.show(&v("reveal"), target),
            Verb::Look(target) => self.show(&format!("{} at", v("look")), target),
            Verb::PutBack(target) => format!("{} {} back as before", v("put"), self.object(target)),
            Verb::Peel(target, to) => {
                let target = self.object(target);
                match to {
                    Peeled::Hand => format!("{} the top card of {target} to the hand", v("return")),
                    Peeled::Security(at, face) => {
                        let face = if *face == Face::Up { " face up" } else { "" };
                        let at = end(*at);
                        format!("{} {target}'s top stacked card{face} as the {at} security card", v("place"))
                    }
                }
            }
            Verb::SinkTop(target) => {
                let words = format!("{} {}", v("place"), self.object(target));
                format!("{words}'s top stacked card as its bottom digivolution card")
            }
            Verb::Shuffle(who, place) => format!("{} {} {}", v("shuffle"), whose(*who), zone(*place)),
            Verb::Flip(target, face) => {
                let face = if *face == Face::Up { "up" } else { "down" };
                format!("{} {} face {face}", v("flip"), self.object(target))
            }
            Verb::Attack { who, at, unsuspended } => {
                let at = aim(*at);
                let who = self.object(who);
                let without = if *unsuspended { " without suspending" } else { "" };
                format!("{}{at} with {who}{without}", v("attack"))
            }
            Verb::SwitchTarget(Some(target)) => {
                format!("{} the attack target to {}", v("change"), self.object(target))
            }
            Verb::SwitchTarget(None) => format!("{} the attack target to the player", v("change")),
            Verb::EndAttack => format!("{} the attack", v("end")),
            Verb::Prevent(target) => match target {
                Target::Subject => "prevent it from leaving the battle area".into(),
                target => format!("prevent {} from leaving the battle area", self.object(target)),
            },
            Verb::PreventAll => "prevent them from leaving the battle area".into(),
            Verb::ReduceCost(amount) => self.reduce(amount, form),
            Verb::XrosFrom(extra) => {
                let under = match extra.under {
                    Most::None => None,
                    Most::One => Some("1 card from under your Tamers"),
                    Most::OneHost => Some("cards from under 1 of your Tamers"),
                    Most::Any => Some("cards from under your Tamers"),
                };
                let trash = match extra.trash {
                    Most::None => None,
                    Most::One => Some("1 card in your trash"),
                    Most::OneHost | Most::Any => Some("cards in your trash"),
                };
                let from: Vec<&str> = under.into_iter().chain(trash).collect();
                format!("{} can also be placed for its DigiXros", from.join(" and "))
            }
            Verb::PayMemory(Amount::Named) => {
                let most = match self.named_max.take() {
                    Some(effects::Step::Name { max, .. }) => self.number(&max),
                    _ => {
                        self.failed = true;
                        String::new()
                    }
                };
                format!("{} up to {most} memory", v("pay"))
            }
            Verb::PayMemory(amount) => format!("{} {} memory", v("pay"), self.number(amount)),
            Verb::Delay => "<Delay>".into(),
            Verb::DigiBurst(amount) => format!("<Digi-Burst {}>", self.number(amount)),
            Verb::Activate { of, timing: held, or, one, own } => {
                let words = self.activate(of, *held, *or, *one, form);
                if *own { words + " as an effect of this Digimon" } else { words }
            }
            Verb::Move(target) => format!("{} {} to the battle area", v("move"), self.object(target)),
            Verb::Hatch(_) => format!("{} a Digi-Egg", v("hatch")),
            Verb::Win(_) => format!("{} the game", v("win")),
            Verb::Own(own) => match own {
                Own::Attack(target, _) => format!("attack with {} as its keyword says", self.object(target)),
                Own::ShedTop(target) => format!("{} the top card of {}", v("trash"), self.object(target)),
                Own::BlastDna(one, other) => {
                    let (one, other) = (self.object(one), self.object(other));
                    format!("DNA digivolve {one} and {other} into this card")
                }
            },
        }
    }

    /// Cards on the field return to the hand, others are added to it.
    fn brings(&self, target: &Target<Dcg>) -> &'static str {
        let target = match target {
            Target::Several(all) => all.first().unwrap_or(target),
            target => target,
        };
        let select = match target {
            Target::Slot(slot) => self.waiting.iter().find_map(|step| match step {
                effects::Step::Choose { slot: held, from, .. } if held == slot => Some(from),
                _ => None,
            }),
            Target::Each(select) => Some(&**select),
            _ => None,
        };
        match select {
            Some(select) if !super::cards::on_field(&select.among) => "add",
            _ => "return",
        }
    }

    /// Whether cards are chosen without looking until so many are left.
    fn is_blind(&self, slot: effects::Slot) -> bool {
        self.waiting.iter().any(|step| match step {
            effects::Step::Choose { slot: held, from, .. } => {
                *held == slot
                    && from.random
                    && matches!(from.count, effects::HowMany::Exactly(Amount::Plus(..)))
            }
            _ => false,
        })
    }

    fn place_under(
        &mut self,
        what: &Target<Dcg>,
        host: &Target<Dcg>,
        at: End,
        face: Face,
        form: Form,
    ) -> String {
        let before = self.it.clone();
        let what_words = self.object(what);
        let face = if face == Face::Down { " face down" } else { "" };
        self.it = before;
        let at = end(at);
        let words = match host {
            Target::Slot(slot) if self.waits(*slot) => {
                let host = self.chosen(*slot);
                format!("{what_words}{face} under {host} as its {at} digivolution card")
            }
            host => format!("{what_words}{face} as {} {at} digivolution card", self.owner(host)),
        };
        self.it = Some(host.clone());
        self.moved = Some(what.clone());
        self.done = "card placed";
        format!("{} {words}", form.of("place"))
    }

    fn show(&mut self, verb: &str, target: &Target<Dcg>) -> String {
        let words = format!("{verb} {}", self.object(target));
        if let Target::Slot(slot) = target {
            self.shown = Some(*slot);
            self.it = Some(target.clone());
        }
        words
    }

    fn token(&mut self, token: &Token, amount: &Amount<Dcg>) -> String {
        let mut parts = vec!["Digimon".to_string()];
        parts.extend(token.colors.iter().map(|held| super::upper(color(*held))));
        parts.extend(token.traits.iter().map(title));
        parts.extend(token.level.map(|level| format!("Lv.{level}")));
        parts.extend(token.cost.map(|cost| format!("Play Cost {cost}")));
        parts.push(format!("{} DP", token.dp));
        parts.extend(token.keywords.iter().map(|keyword| self.keyword(keyword)));
        for index in &token.abilities {
            parts.push(self.quoted(*index));
        }
        let number = self.number(amount);
        let s = if *amount == Amount::Fixed(1) { "" } else { "s" };
        format!("{number} [{}] Token{s} ({})", title(&token.name), parts.join("/"))
    }

    /// "without paying the cost" and its kin.
    fn pay(&mut self, pay: &Pay, cost: &str) -> String {
        match pay {
            Pay::Free => " without paying the cost".into(),
            Pay::Full => String::new(),
            Pay::Less(Amount::Plus(first, more)) => {
                let (number, each) = self.each(first);
                let (by, further) = self.each(more);
                self.after.push(format!("{}, further reduce it by {by}", further.trim_start()));
                format!(" with the {cost} cost reduced by {number}{each}")
            }
            Pay::Less(amount) => {
                let (number, each) = self.each(amount);
                format!(" with the {cost} cost reduced by {number}{each}")
            }
            Pay::Instead(amount) => format!(" for a {cost} cost of {}", self.number(amount)),
        }
    }

    /// Behind "into": the card, what is paid, what is waived.
    fn into(&mut self, verb: &Verb) -> String {
        let Verb::Digivolve { what, into, pay, waive, quiet } = verb else { return String::new() };
        let subject = self.it.clone();
        self.into = true;
        let into = self.object(into);
        self.into = false;
        let pay = self.pay(pay, "digivolution");
        let waive = match waive {
            Waive::Nothing => String::new(),
            Waive::All => ", ignoring digivolution requirements".into(),
            Waive::Level => ", ignoring its level".into(),
            Waive::Color => ", ignoring color requirements".into(),
            Waive::As(level, held) => {
                let held = held.map_or(String::new(), |held| format!(" {}", color(held)));
                format!(" as if this Tamer is a level {level}{held} Digimon")
            }
        };
        if *quiet {
            let words = "[When Digivolving] effects on Digimon digivolved by this effect don't activate";
            self.after.push(words.into());
        }
        self.it = match what {
            Target::Slot(_) | Target::This | Target::Subject => Some(what.clone()),
            _ => subject,
        };
        format!("{into}{pay}{waive}")
    }

    /// What a card does by itself: "this Digimon attacks a player".
    pub(super) fn acts(&mut self, verb: &Verb, may: &str) -> String {
        match verb {
            Verb::Attack { who, at, unsuspended } => {
                let who = self.object(who);
                let attack = if may.is_empty() { "attacks" } else { "attack" };
                let without = if *unsuspended { " without suspending" } else { "" };
                format!("{who} {may}{attack}{}{without}", aim(*at))
            }
            Verb::Digivolve { what, .. } => {
                let what = self.object(what);
                let digivolve = if may.is_empty() { "digivolves" } else { "digivolve" };
                format!("{what} {may}{digivolve} into {}", self.into(verb))
            }
            Verb::AppFuse { what, into } => {
                let what = self.object(what);
                format!("{what} {may}app fuse into {}", self.object(into))
            }
            Verb::Battle(one, other) => {
                let one = self.object(one);
                let battle = if may.is_empty() { "battles" } else { "battle" };
                format!("{one} {may}{battle} {}", self.object(other))
            }
            _ => {
                self.failed = true;
                String::new()
            }
        }
    }

    fn reduce(&mut self, amount: &Amount<Dcg>, form: Form) -> String {
        if let Amount::Plus(first, more) = amount {
            let (by, further) = self.each(more);
            self.after.push(format!("{}, further reduce it by {by}", further.trim_start()));
            return self.reduce(first, form);
        }
        if let Amount::Figure(Figure::PlayCost, of) = amount {
            self.failed |= !matches!(**of, Target::Slot(_));
            return format!("{} the cost by the deleted Digimon's play cost", form.of("reduce"));
        }
        let (number, each) = self.each(amount);
        if number < 0 {
            return format!("{} {} to the digivolution cost{each}", form.of("add"), -number);
        }
        format!("{} the cost by {number}{each}", form.of("reduce"))
    }

    fn activate(
        &mut self,
        of: &Target<Dcg>,
        held: Timing,
        or: Option<Timing>,
        one: bool,
        form: Form,
    ) -> String {
        let timing = match or {
            Some(or) => format!("{}] or [{}", timing(held), timing(or)),
            None => timing(held).to_string(),
        };
        let always_one = !matches!(held, Timing::Main | Timing::Security);
        let of = self.chosen_owner(of);
        let verb = form.of("activate");
        if one && !of.starts_with(|c: char| c.is_ascii_digit()) {
            return format!("{verb} 1 of {of} [{timing}] effects");
        }
        self.failed |= one && !always_one;
        let all = if always_one && !one { "s" } else { "" };
        format!("{verb} {of} [{timing}] effect{all}")
    }
}

pub(super) fn aim(at: Aim) -> &'static str {
    match at {
        Aim::Any => "",
        Aim::Player => " a player",
        Aim::Digimon => " your opponent's Digimon",
        Aim::AnyDigimon => " your opponent's Digimon, unsuspended ones as well",
    }
}
