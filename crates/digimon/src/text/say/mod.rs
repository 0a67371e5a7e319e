//! A tree in plain words, in the game's own templating and in shapes that the reader reads back to the same tree, so that a player
//! can see how a card was understood. [`header`] says timings, events and lines, [`step`] sentences, [`verb`] deeds, [`change`]
//! what lasts, [`cond`] conditions and numbers, [`noun`] and [`cards`] which cards. Every match over the vocabulary is total: a new word cannot be
//! forgotten here.
//!
//! The printer keeps in mind what the reader will have in mind at the same place: what "it" means, which cards are shown, what the
//! clause chooses in its own words. Where "it" would mean something else, a bound card is called by its letter.

mod cards;
mod change;
mod cond;
mod deed;
mod header;
mod noun;
mod step;
mod verb;

use crate::text::words::{STATES, TIMINGS};
use crate::text::{Meaning, Texts, compile};
use crate::vocab::*;
use effects::{Ability, Cond, Phrase, Slot, Step, Target};

/// The texts of a card in our words, field by field.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Said {
    pub text: Vec<String>,
    pub inherited: Vec<String>,
    pub security: Vec<String>,
    pub link: Vec<String>,
}

/// Says abilities of one card; abilities that a text gives are said where they are given.
pub struct Say<'a> {
    abilities: &'a [Ability<Dcg>],
    /// What the card is called in its own text.
    noun: Kind,
    /// What "it" means to the reader here.
    it: Option<Target<Dcg>>,
    /// What was put somewhere last.
    moved: Option<Target<Dcg>>,
    /// The cards that were revealed or looked at.
    shown: Option<Slot>,
    /// Slots that hold several cards.
    many: Vec<Slot>,
    /// The duration that goes without saying.
    until: Option<Until>,
    /// Choices that the clause at hand still has to say.
    waiting: Vec<Step<Dcg>>,
    /// The number that the clause at hand lets a player name.
    named_max: Option<Step<Dcg>>,
    /// What multiplies a count of the clause at hand.
    times: Option<String>,
    /// Sentences that have to follow the one at hand.
    after: Vec<String>,
    /// What the last verb did, as "for each" speaks of it.
    done: &'static str,
    /// Whether "your opponent may" or "you may have" stands in front.
    offered: bool,
    /// Whether it is what something digivolves into: that is "in" the hand, not "from" it.
    into: bool,
    /// Whether everything behind the next cost has to be one sentence.
    tight: bool,
    /// Whether pronouns are used.
    natural: bool,
    /// Whether this is said inside quotes.
    quotes: bool,
    /// The words do not say all of the tree.
    failed: bool,
    /// In a question: the cards that are meant already.
    held: Option<Held>,
}

/// What a question calls the cards that its effect holds already. No reader has to read a question back, so that it may name
/// them.
#[derive(Clone, Default, Debug)]
pub struct Held {
    /// The cards bound to slots, as they are called.
    pub slots: Vec<(Slot, String)>,
    /// The slot of the cards that were revealed or looked at.
    pub shown: Option<Slot>,
    /// What the event was about.
    pub subject: Option<String>,
}

impl<'a> Say<'a> {
    pub fn new(abilities: &'a [Ability<Dcg>], noun: Kind) -> Self {
        Say {
            abilities,
            noun,
            it: None,
            moved: None,
            shown: None,
            many: Vec::new(),
            until: None,
            waiting: Vec::new(),
            named_max: None,
            times: None,
            after: Vec::new(),
            done: "card trashed",
            offered: false,
            into: false,
            tight: false,
            natural: true,
            quotes: false,
            failed: false,
            held: None,
        }
    }
}

/// The abilities that others give or set up.
pub fn given(abilities: &[Ability<Dcg>]) -> Vec<u8> {
    let mut found = Vec::new();
    for ability in abilities {
        for op in &ability.program {
            match op {
                effects::Op::Later { ability, .. } => found.push(*ability),
                effects::Op::Gain { change: Change::Ability(index), .. } => found.push(*index),
                effects::Op::Do(Verb::PlayToken { token, .. }) => found.extend(&token.abilities),
                _ => {}
            }
        }
    }
    found
}

/// Everything a card does, field by field.
pub fn texts(abilities: &[Ability<Dcg>], lines: &[Line], noun: Kind) -> Said {
    let mut said = Said::default();
    let mut say = Say::new(abilities, noun);
    said.text.extend(lines.iter().map(|line| say.line(line)));
    let given = given(abilities);
    for (at, ability) in abilities.iter().enumerate() {
        if given.contains(&(at as u8)) {
            continue;
        }
        let words = said_so(abilities, ability, noun);
        match ability.part.text {
            Text::Main => said.text.push(words),
            Text::Inherited => said.inherited.push(words),
            Text::Security => said.security.push(words),
            Text::Link => said.link.push(words),
        }
    }
    said
}

/// One ability in words that read back to it: with pronouns, or where those would mean something else with letters.
fn said_so(abilities: &[Ability<Dcg>], ability: &Ability<Dcg>, noun: Kind) -> String {
    let natural = Say::new(abilities, noun).ability(ability);
    if reads_as(&natural, abilities, ability, noun) {
        return natural;
    }
    Say { natural: false, ..Say::new(abilities, noun) }.ability(ability)
}

fn reads_as(words: &str, abilities: &[Ability<Dcg>], ability: &Ability<Dcg>, noun: Kind) -> bool {
    let text = [words.to_string()];
    let option = noun == Kind::Option;
    let texts = match ability.part.text {
        Text::Main => Texts { option, text: &text, ..Texts::default() },
        Text::Inherited => Texts { option, inherited: &text, ..Texts::default() },
        Text::Security => Texts { option, security: &text, ..Texts::default() },
        Text::Link => Texts { option, link: &text, ..Texts::default() },
    };
    let read = compile(texts);
    let given = given(&read.abilities);
    let mut own = (0..read.abilities.len()).filter(|at| !given.contains(&(*at as u8)));
    match (own.next(), own.next()) {
        (Some(at), None) => whole(&read.abilities, &read.abilities[at]) == whole(abilities, ability),
        _ => false,
    }
}

/// All that an ability says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    pub part: Part,
    pub when: effects::When<Dcg>,
    pub cond: Option<effects::Cond<Dcg>>,
    pub limit: Option<effects::Limit>,
    pub steps: Vec<Step<Dcg>>,
    /// What it gives or sets up, in order. The steps number these, and not the abilities of the card, whose order no text shows.
    pub given: Vec<Whole>,
}

pub fn whole(abilities: &[Ability<Dcg>], ability: &Ability<Dcg>) -> Whole {
    let mut given = Vec::new();
    let steps = ability.steps.iter().map(|step| renumbered(step, &mut given)).collect();
    let given = given.into_iter().filter_map(|index| abilities.get(index as usize));
    Whole {
        part: ability.part,
        when: ability.when.clone(),
        cond: ability.cond.clone(),
        limit: ability.limit,
        steps,
        given: given.map(|ability| whole(abilities, ability)).collect(),
    }
}

fn renumbered(step: &Step<Dcg>, given: &mut Vec<u8>) -> Step<Dcg> {
    let mut number = |index: &mut u8| {
        given.push(*index);
        *index = given.len() as u8;
    };
    let mut step = step.clone();
    match &mut step {
        Step::Gain { change: Change::Ability(index), .. } | Step::Later { ability: index, .. } => {
            number(index)
        }
        Step::Do(Verb::PlayToken { token, .. }) => token.abilities.iter_mut().for_each(number),
        Step::If { then, otherwise, .. } => {
            then.iter_mut().chain(otherwise).for_each(|step| *step = renumbered(step, given));
        }
        Step::May { steps, then, otherwise, .. } => {
            let all = steps.iter_mut().chain(then).chain(otherwise);
            all.for_each(|step| *step = renumbered(step, given));
        }
        Step::By { cost, then, .. } => {
            cost.iter_mut().chain(then).for_each(|step| *step = renumbered(step, given));
        }
        Step::IfDid { steps, then } => {
            steps.iter_mut().chain(then).for_each(|step| *step = renumbered(step, given));
        }
        Step::OneOf { options, .. } => {
            options.iter_mut().flat_map(|(_, steps)| steps).for_each(|step| *step = renumbered(step, given));
        }
        Step::Each { steps, .. } | Step::Repeat { steps, .. } => {
            steps.iter_mut().for_each(|step| *step = renumbered(step, given));
        }
        Step::Choose { .. } | Step::Bind { .. } | Step::Name { .. } | Step::Do(_) | Step::Gain { .. } => {}
    }
    step
}

/// Some steps of a card's ability in words, without a full stop: what a player is asked for.
pub fn clause(abilities: &[Ability<Dcg>], noun: Kind, steps: &[Step<Dcg>]) -> String {
    let words = Say::new(abilities, noun).body(steps);
    words.trim_end_matches('.').to_string()
}

/// The same as a question, which names the cards that its effect holds.
pub fn question(abilities: &[Ability<Dcg>], noun: Kind, steps: &[Step<Dcg>], held: Held) -> String {
    let say = Say { shown: held.shown, held: Some(held), ..Say::new(abilities, noun) };
    let words = { say }.body(steps);
    words.trim_end_matches('.').to_string()
}

/// What a card has to be, in words.
pub fn described(abilities: &[Ability<Dcg>], filter: &effects::Filter<Dcg>) -> String {
    effects::text::printer::one(&Say::new(abilities, Kind::Digimon).described(filter, noun::ONE))
}

/// A condition of an effect in words.
pub fn condition(abilities: &[Ability<Dcg>], noun: Kind, cond: &Cond<Dcg>) -> String {
    Say::new(abilities, noun).condition(cond)
}

/// Everything a card does, one line for each effect.
pub fn all(meaning: &Meaning, noun: Kind) -> Vec<String> {
    let said = texts(&meaning.abilities, &meaning.lines, noun);
    let marked =
        |mark: &'static str, all: Vec<String>| all.into_iter().map(move |words| format!("{mark}{words}"));
    said.text
        .into_iter()
        .chain(marked("Inherited: ", said.inherited))
        .chain(marked("Security: ", said.security))
        .chain(marked("Link: ", said.link))
        .collect()
}

/// What texts mean, said again, field by field.
pub fn fields(texts: Texts<'_>, noun: Kind) -> Said {
    let meaning = compile(texts);
    self::texts(&meaning.abilities, &meaning.lines, noun)
}

/// The abilities that no other gives, each with what it gives, and the lines: what a card means, without its words.
pub fn shapes(meaning: &Meaning) -> Vec<String> {
    let given = given(&meaning.abilities);
    let own = meaning.abilities.iter().enumerate().filter(|(at, _)| !given.contains(&(*at as u8)));
    let own = own.map(|(_, ability)| format!("{:#?}", whole(&meaning.abilities, ability)));
    own.chain(meaning.lines.iter().map(|line| format!("{line:#?}"))).collect()
}

/// What texts mean, said again.
pub fn again(texts: Texts<'_>, noun: Kind) -> Vec<String> {
    all(&compile(texts), noun)
}

/// A name or trait as it is written.
fn title(phrase: &Phrase) -> String {
    // "TS", "DM": short traits are initials.
    let word = |word: &str| {
        let initials = word.len() <= 2 && word.chars().all(|c| c.is_ascii_alphabetic());
        if initials { word.to_uppercase() } else { upper(word) }
    };
    phrase.as_str().split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// With a capital letter in front.
fn upper(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// With a small letter in front.
fn lower(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

fn end(end: End) -> &'static str {
    match end {
        End::Top => "top",
        End::Bottom => "bottom",
        End::Either => "top or bottom",
    }
}

fn distinct(distinct: Distinct) -> &'static str {
    match distinct {
        Distinct::Names => "names",
        Distinct::Numbers => "card numbers",
        Distinct::Levels => "levels",
        Distinct::Colors => "colors",
    }
}

fn posture(state: Posture) -> &'static str {
    STATES.say(state)
}

fn timing(timing: Timing) -> &'static str {
    TIMINGS.say(timing)
}
