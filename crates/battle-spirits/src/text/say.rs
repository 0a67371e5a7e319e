//! The tree back in words: the manual's, in the shapes that the reader knows, so that reading them again gives the same
//! tree. [`noun`] says which cards; this file how sentences hang together.

mod header;
mod noun;
mod verb;

use crate::card::BattleCard;
use crate::state::Zone;
use crate::vocab::*;
use effects::{Among, Amount, Gainer, HowMany, Slot, Step, Target, Who};
use noun::{count_of, select};

/// One line for each keyword and each effect of a card.
pub fn say(card: &BattleCard) -> Vec<String> {
    let mut lines = Vec::new();
    if card.succession {
        lines.push("《Succession》".to_string());
    }
    if let Some(color) = card.soul_magic {
        lines.push(format!("《Soul Magic: {}》", color.name()));
    }
    lines.extend(card.abilities.iter().map(ability));
    lines
}

/// Some steps of an effect in words, without a full stop: what a player is asked for.
pub(crate) fn clause(steps: &[TextStep]) -> String {
    Saying::default().steps(steps).join(" ").trim_end_matches('.').to_string()
}

/// What a card has to be, in words.
pub(crate) fn described(filter: &BsFilter) -> String {
    effects::text::printer::one(&noun::described(filter, false))
}

/// A condition of an effect in words.
pub(crate) fn condition(cond: &BsCond) -> String {
    Saying::default().condition(cond)
}

fn ability(ability: &Ability) -> String {
    let mut words = header::say(ability);
    if !words.is_empty() {
        words.push(' ');
    }
    let elsewhere = Some(ability.part.zone).filter(|zone| *zone != Zone::Field);
    let mut saying = Saying { elsewhere, ..Saying::default() };
    words += &header::trigger(ability, &mut saying);
    match (&ability.when, &ability.steps[..]) {
        (When::Use(_), [Step::By { cost, then, forced: true, .. }]) => {
            let cost = saying.steps(cost).join(" ");
            words += &format!("{} ▶ {}", cost.trim_end_matches('.'), saying.steps(then).join(" "));
        }
        (_, steps) => words += &saying.steps(steps).join(" "),
    }
    if let Some(limit) = ability.limit.filter(|limit| limit.by_name) {
        let times = if limit.times == 1 { "once" } else { "twice" };
        let per = match limit.per {
            effects::Per::Battle => "battle",
            effects::Per::Turn => "turn",
            effects::Per::Game => "game",
        };
        words += &format!(" You can only use this effect of cards with this name {times} per {per}.");
    }
    words
}

/// What is known while words are put together.
#[derive(Default)]
pub(super) struct Saying {
    /// What "it" means now.
    it: Option<BsTarget>,
    /// The revealed cards.
    shown: Option<Slot>,
    /// Where the ability works, if that is not the Field.
    elsewhere: Option<Zone>,
    /// "… instead" sentences that have to wait for the end of their list.
    instead: Vec<String>,
}

/// The second of two choices in one sentence leaves the first out, which is not said.
fn but_for(select: &BsSelect, first: Slot) -> BsSelect {
    let left_out = effects::Filter::Bound(first).negate();
    let mut select = select.clone();
    if let effects::Filter::All(all) = &mut select.filter {
        all.retain(|one| *one != left_out);
        if let [one] = &all[..] {
            select.filter = one.clone();
        }
    }
    select
}

/// A sentence out of a clause.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect::<String>() + ".",
        None => String::new(),
    }
}

/// A clause out of a sentence, to stand behind something.
fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Puts words in front of the first sentence.
fn fronted(front: &str, mut sentences: Vec<String>) -> Vec<String> {
    if let Some(first) = sentences.first_mut() {
        *first = format!("{front}{}", lower(first));
    }
    sentences
}

impl Saying {
    /// Sentences for some steps.
    pub(super) fn steps(&mut self, steps: &[TextStep]) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            let apart =
                at > 0 && matches!(steps[at - 1], Step::May { .. } | Step::By { .. } | Step::If { .. });
            let (said, used) = self.some(&steps[at..]);
            sentences.extend(if apart { fronted("Then, ", said) } else { said });
            at += used;
        }
        sentences.append(&mut self.instead);
        sentences
    }

    /// What the first step or steps say, and how many they are.
    fn some(&mut self, steps: &[TextStep]) -> (Vec<String>, usize) {
        match steps {
            [Step::Choose { who, slot, from }, Step::Do(verb), ..] if Self::belongs(verb, *slot) => {
                if let Some(clause) = self.chosen(*who, *slot, from, verb) {
                    return (vec![sentence(&clause)], 2);
                }
            }
            // "Each player selects 1 of their Spirits."
            [
                Step::Choose { who: Who::You, slot: one, .. },
                Step::Choose { who: Who::Opponent, slot: two, from },
                Step::Do(verb),
                ..,
            ] if Self::of_both(verb, *one, *two) => {
                self.it = Some(Target::Several(vec![Target::Slot(*one), Target::Slot(*two)]));
                let spirits = noun::described(&from.filter, true);
                let many = count_of(&from.count);
                return (vec![format!("Each player selects {many} of their {spirits}.")], 2);
            }
            [
                Step::Choose { slot: one, from, .. },
                Step::Choose { slot: two, from: more, .. },
                Step::Do(verb),
                ..,
            ] if Self::of_both(verb, *one, *two) => {
                self.it = Some(Target::Several(vec![Target::Slot(*one), Target::Slot(*two)]));
                return (
                    vec![sentence(&format!("select {} and {}", select(from), select(&but_for(more, *one))))],
                    2,
                );
            }
            [
                Step::Choose { slot: one, from, .. },
                Step::Choose { slot: two, from: more, .. },
                Step::Gain { to: Gainer::Cards(of), .. },
                ..,
            ] if *of == Target::Several(vec![Target::Slot(*one), Target::Slot(*two)]) => {
                self.it = Some(of.clone());
                return (
                    vec![sentence(&format!("select {} and {}", select(from), select(&but_for(more, *one))))],
                    2,
                );
            }
            // "… until a Spirit card is revealed": that card is "it".
            [
                Step::Do(verb @ Verb::Reveal(_, Amount::Game(Count::TopUntil(..)), shown)),
                Step::Choose { slot, from, .. },
                ..,
            ] if from.among == Among::Slot(*shown) => {
                let said = sentence(&self.verb(verb));
                self.it = Some(Target::Slot(*slot));
                return (vec![said], 2);
            }
            [Step::Do(Verb::Stay(stays)), Step::Do(Verb::Exhaust(exhausts)), ..] if stays == exhausts => {
                let subject = self.target(stays);
                return (vec![sentence(&format!("{subject} remains on the Field exhausted"))], 2);
            }
            [Step::Name { max: Amount::Game(Count::Cores(_, _, most)), .. }, Step::Do(verb), ..] => {
                return (vec![sentence(&self.cores(verb, Some(*most)))], 2);
            }
            _ => {}
        }
        (self.one(&steps[0]), 1)
    }

    fn one(&mut self, step: &TextStep) -> Vec<String> {
        match step {
            Step::Choose { who: Who::Opponent, slot, from } => {
                self.it = Some(Target::Slot(*slot));
                let spirits = noun::described(&from.filter, true);
                vec![format!("Your opponent selects {} of their {spirits}.", count_of(&from.count))]
            }
            Step::Choose { slot, from, .. } => {
                self.it = Some(Target::Slot(*slot));
                self.raised(from);
                vec![sentence(&format!("select {}", select(from)))]
            }
            Step::Name { .. } => vec!["Select a color.".into()],
            Step::Do(verb) => vec![sentence(&self.verb(verb))],
            Step::Gain { to, change, until } => vec![sentence(&self.gain(to, change, *until))],
            Step::If { cond, then, otherwise } => self.conditional(cond, then, otherwise),
            Step::May { steps, then, otherwise, .. } => {
                let mut said = self.offered(steps);
                if !then.is_empty() {
                    said.extend(fronted("If you do, ", self.steps(then)));
                }
                if !otherwise.is_empty() {
                    said.extend(fronted("Otherwise, ", self.steps(otherwise)));
                }
                said
            }
            Step::By { cost, then, forced, .. } => {
                let mut said = self.steps(cost);
                if !*forced {
                    said = match said.first().and_then(|first| first.strip_prefix("Among them, ")) {
                        Some(rest) => vec![format!("Among them, you can {rest}")],
                        None => fronted("You can ", said),
                    };
                }
                if !then.is_empty() {
                    said.extend(fronted("If you do, ", self.steps(then)));
                }
                said
            }
            Step::IfDid { steps, then } => {
                let mut said = self.steps(steps);
                said.extend(fronted("If you do, ", self.steps(then)));
                said
            }
            Step::Repeat { times, steps } => {
                let inner: Vec<TextStep> =
                    steps.iter().filter(|step| !matches!(step, Step::Bind { .. })).cloned().collect();
                let mut said = self.steps(&inner);
                said.push(format!("These happen {} times.", noun::number(times)));
                said
            }
            Step::OneOf { options, .. } => {
                let each = |(_, steps): &(String, Vec<TextStep>)| {
                    self.it = None;
                    self.steps(steps).join(" ")
                };
                let options: Vec<String> = options.iter().map(each).collect();
                vec![format!("Choose one of the following: {}", options.join(" / "))]
            }
            Step::Bind { .. } | Step::Each { .. } | Step::Later { .. } => Vec::new(),
        }
    }

    /// "You can …"; "Among them, you can add A and B to the Hand".
    fn offered(&mut self, steps: &[TextStep]) -> Vec<String> {
        let said = self.steps(steps);
        let added = |one: &String| {
            let card = one.strip_prefix("Among them, add ")?;
            card.strip_suffix(" to the Hand.").map(str::to_string)
        };
        match said.iter().map(added).collect::<Option<Vec<String>>>() {
            Some(cards) if !cards.is_empty() => {
                vec![format!("Among them, you can add {} to the Hand.", cards.join(" and "))]
            }
            _ => fronted("You can ", said),
        }
    }

    fn conditional(&mut self, cond: &BsCond, then: &[TextStep], otherwise: &[TextStep]) -> Vec<String> {
        let words = self.condition(cond);
        match (then, otherwise) {
            // What holds while something is being summoned says its condition behind that.
            (
                [
                    Step::Gain {
                        change: Change::SymbolsFor(..) | Change::CostOf(..) | Change::OwnCost(_),
                        ..
                    },
                ],
                [],
            ) => {
                let said = self.steps(then).join(" ");
                vec![said.replacen(", ", &format!(", if {words}, "), 1)]
            }
            (then, []) => {
                let mut said = self.steps(then);
                // What does not begin with a choice has to be one sentence to belong to the condition.
                if then.len() > 1 && then.iter().all(|step| matches!(step, Step::Gain { .. })) {
                    let clauses: Vec<String> =
                        said.iter().map(|one| lower(one.trim_end_matches('.'))).collect();
                    said = vec![sentence(&clauses.join(" and "))];
                }
                fronted(&format!("If {words}, "), said)
            }
            // Another number of targets.
            ([Step::Choose { from, .. }], [less @ Step::Choose { .. }]) => {
                let more = match &from.count {
                    HowMany::UpTo(amount) => format!("up to {}", noun::number(amount)),
                    count => count_of(count),
                };
                self.instead.push(format!("If {words}, select {more} instead."));
                self.one(less)
            }
            ([Step::May { steps, .. }], [before]) => {
                let mut said = self.one(before);
                let done = self.steps(steps).join(" ");
                said.push(format!("If {words}, you can {} instead.", lower(done.trim_end_matches('.'))));
                said
            }
            // Not another way of doing the same: what else is done.
            (then, otherwise) if matches!(cond, BsCond::Is(Target::Slot(slot), _) if self.shown == Some(*slot)) =>
            {
                let shown = self.shown.take();
                let mut said = fronted(&format!("If {words}, "), self.steps(then));
                said.extend(fronted("If not, ", self.steps(otherwise)));
                self.shown = shown;
                said
            }
            (then, otherwise) => {
                let mut said = self.steps(otherwise);
                let done = self.steps(then).join(" ");
                said.push(format!("If {words}, {} instead.", lower(done.trim_end_matches('.'))));
                said
            }
        }
    }

    /// A BP that depends on a condition is said behind everything else.
    fn raised(&mut self, from: &BsSelect) {
        if let Some((figure, cond, number)) = noun::raised(&from.filter) {
            let words = self.condition(cond);
            let figure = if figure == Figure::Cost { "Cost" } else { "BP" };
            self.instead.push(format!("If {words}, the targeting {figure} becomes {number} instead."));
        }
    }

    /// Whether a verb is said together with the choice of its card.
    fn belongs(verb: &Verb, slot: Slot) -> bool {
        match verb {
            Verb::Return(Target::Slot(of), _)
            | Verb::Discard(Target::Slot(of))
            | Verb::Show(Target::Slot(of))
            | Verb::Look(Target::Slot(of))
            | Verb::Play { what: Target::Slot(of), .. } => *of == slot,
            _ => false,
        }
    }

    /// Whether a verb speaks of two choices together.
    fn of_both(verb: &Verb, one: Slot, two: Slot) -> bool {
        let both = Target::Several(vec![Target::Slot(one), Target::Slot(two)]);
        match verb {
            Verb::Destroy(of) | Verb::Exhaust(of) | Verb::HeavyExhaust(of) | Verb::Refresh(of) => *of == both,
            Verb::Return(of, _) | Verb::Remove(of) => *of == both,
            _ => false,
        }
    }

    fn whose(who: Who) -> &'static str {
        match who {
            Who::You | Who::Owner => "your",
            Who::Opponent => "your opponent's",
            Who::Both => "each player's",
        }
    }
}
