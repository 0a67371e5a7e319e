//! Printed cards: figures and texts as a card file gives them. The pool that a match is played with is in `pool.rs`.
//!
//! What a text *means* is compiled in `text`; here it is only kept.

use crate::alias::{Ability, Cond, Filter, Step, When};
pub use crate::pool::*;
use crate::state::EntryKind;
use crate::vocab::{Change, Color, Distinct, Line, Live, Verb};
use kernel::{CardError, Fields, Printed, Unread};
use serde_json::Value;

/// A set of card categories. A card can have two of them printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kinds(pub u8);

impl Kinds {
    pub const NONE: Kinds = Kinds(0);
    pub const DIGIMON: Kinds = Kinds(1);
    pub const TAMER: Kinds = Kinds(2);
    pub const OPTION: Kinds = Kinds(4);
    pub const EGG: Kinds = Kinds(8);

    pub const fn with(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Colors(pub u8);

/// DCG 2-4-2: the seven colours, in the order of their bits.
pub const COLORS: [&str; 7] = ["red", "blue", "yellow", "green", "black", "purple", "white"];

impl Colors {
    pub const NONE: Colors = Colors(0);

    pub fn named(word: &str) -> Option<Colors> {
        COLORS.iter().position(|color| color.eq_ignore_ascii_case(word)).map(|at| Colors(1 << at))
    }

    pub const fn with(self, other: Colors) -> Colors {
        Colors(self.0 | other.0)
    }

    pub const fn has_all(self, other: Colors) -> bool {
        self.0 & other.0 == other.0
    }

    pub const fn meets(self, other: Colors) -> bool {
        // DCG 2-4-3-1, 2-4-3-2: a card of several colours has each of them.
        self.0 & other.0 != 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

/// One digivolution requirement from a card's figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Need {
    pub color: Colors,
    pub level: u8,
    pub cost: u8,
}

/// The link part of a card, as printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinkPart {
    pub requirement: String,
    pub dp: i32,
    pub text: Vec<String>,
}

/// A way of digivolving that a card's text gives, beyond its printed figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub kind: EntryKind,
    pub from: Filter,
    /// The second material, the Tamer, or the link card.
    pub with: Filter,
    pub cost: u8,
    /// The cost is this many times as much.
    pub each: Option<crate::alias::Amount>,
    pub cond: Option<Cond>,
    pub by: WayBy,
}

/// What lets a Digimon digivolve in some way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WayBy {
    /// A requirement (DCG 2-3-6-3). A Tamer that digivolves by one is no Digimon that digivolves.
    Requirement,
    /// An effect of the card in the hand: it reaches the battle area alone (DCG 3-4-6-3, 15-1-7).
    Effect,
    /// "As if the Tamer is a Digimon": then it is a Digimon that digivolves.
    AsDigimon,
}

impl Way {
    fn onto(from: Filter, cost: u8, by: WayBy) -> Self {
        Way { kind: EntryKind::Digivolve, from, with: Filter::Any, cost, each: None, cond: None, by }
    }
}

/// DigiXros or Assembly requirements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Xros {
    pub assembly: bool,
    /// For each card placed (DigiXros), or once (Assembly).
    pub less: u8,
    /// What can be placed, from left to right, and how many of each.
    pub materials: Vec<(Filter, u8, Option<Distinct>)>,
}

impl Xros {
    /// How many cards fill it.
    pub fn size(&self) -> usize {
        self.materials.iter().map(|(_, count, _)| usize::from((*count).min(30))).sum()
    }
}

/// What a card's texts were read to mean.
#[derive(Clone, Debug, Default)]
pub struct Meaning {
    pub abilities: Vec<Ability>,
    pub lines: Vec<Line>,
    pub clauses: usize,
    pub unread: Vec<Unread>,
    // What the lines come down to.
    pub ways: Vec<Way>,
    pub xros: Vec<Xros>,
    /// What it can be linked to, and for how much.
    pub links: Vec<(Filter, u8)>,
    /// Cards that meet an Option card's colour requirements instead of its colours.
    /// Everything printed on it, notes left out, as it is compared (DCG 4-20).
    pub printed: String,
}

impl Meaning {
    /// Works out what the lines come down to.
    fn settle(&mut self) {
        for line in &self.lines {
            match line.clone() {
                Line::Digivolve { from, cost, cond } | Line::Into { from, cost, cond } => {
                    let effect = matches!(line, Line::Into { .. });
                    let by = if effect { WayBy::Effect } else { WayBy::Requirement };
                    self.ways.push(Way { cond, ..Way::onto(from, cost, by) });
                }
                Line::DigivolvePer { from, cost, each } => {
                    let each = Some(each);
                    self.ways.push(Way { each, ..Way::onto(from, cost, WayBy::Requirement) });
                }
                Line::Onto { from, cost } => self.ways.push(Way::onto(from, cost, WayBy::AsDigimon)),
                Line::Dna { materials: [from, with], cost } => {
                    // DCG 8-2-2-2, 2-3-7-1, 8-2-1: the one named first goes on top.
                    self.ways.push(Way {
                        kind: EntryKind::Dna,
                        from,
                        with,
                        cost,
                        each: None,
                        cond: None,
                        by: WayBy::Requirement,
                    });
                }
                // DCG 2-3-9-1, 8-3-1: the Digimon, the cost, and the Tamer that returns.
                Line::Burst { from, cost, tamer } => {
                    self.ways.push(Way {
                        kind: EntryKind::Burst,
                        from,
                        with: tamer,
                        cost,
                        each: None,
                        cond: None,
                        by: WayBy::Requirement,
                    });
                }
                Line::AppFusion { apps, cost } => {
                    // DCG 8-4-2-1, 2-3-10-1, 8-4-1: any two different ones of those named.
                    let any = Filter::Either(apps);
                    self.ways.push(Way {
                        kind: EntryKind::AppFusion,
                        from: any.clone(),
                        with: any,
                        cost,
                        each: None,
                        cond: None,
                        by: WayBy::Requirement,
                    });
                }
                // DCG 2-3-8-1, 2-3-11-1: what is placed, and what it takes off.
                Line::DigiXros { less, materials } | Line::Assembly { less, materials } => {
                    let assembly = matches!(line, Line::Assembly { .. });
                    let materials =
                        materials.into_iter().map(|one| (one.what, one.count, one.distinct)).collect();
                    self.xros.push(Xros { assembly, less, materials });
                }
                // DCG 2-3-12-1, 2-3-12-2, 2-3-12-3: whom it may be linked to, and for what cost.
                Line::Link { to, cost } => self.links.push((to, cost)),
            }
        }
    }
}

/// A printed card.
#[derive(Debug, Clone)]
pub struct Card {
    pub id: String,
    /// As printed, "ACE" included.
    pub title: String,
    /// DCG 2-3-1-4: the name by the rules, without "ACE".
    pub name: String,
    pub kinds: Kinds,
    pub colors: Colors,
    pub level: Option<u8>,
    /// The play cost of a Digimon or Tamer card, the use cost of an Option card.
    pub cost: Option<u8>,
    pub dp: Option<i32>,
    pub needs: Vec<Need>,
    /// DCG 2-3-2-1: form, attribute and type, all of them traits.
    pub traits: Vec<String>,
    /// Name and traits as they are compared.
    pub folded: String,
    pub folded_traits: Vec<String>,
    pub text: Vec<String>,
    pub inherited: Vec<String>,
    pub security: Vec<String>,
    pub link: Option<LinkPart>,
    pub overflow: u8,
    /// How many copies a deck may hold (DCG 1-4-1-2-2, unless a (Rule) says otherwise).
    pub copies: u8,
    /// A token: never part of a deck.
    pub token: bool,
    pub meaning: Meaning,
}

impl Printed for Card {
    fn id(&self) -> &str {
        &self.id
    }

    /// The name as printed, "ACE" included: what people call the card.
    #[allow(clippy::misnamed_getters)]
    fn name(&self) -> &str {
        &self.title
    }

    fn read(row: &Value) -> Result<Self, CardError> {
        let row = &Fields::of(row)?;
        let title = row.word("name")?.ok_or_else(|| row.missing("name"))?;
        let kinds = kinds(row)?;
        let cost = row.number("play_cost", 0..=99)?;
        let mut card = Card {
            id: row.word("id")?.ok_or_else(|| row.missing("id"))?,
            name: title.strip_suffix(" ACE").unwrap_or(&title).trim().to_string(),
            title,
            kinds,
            colors: colors(row)?,
            // DCG 2-9-2: "Lv.-" is no level; a card file that has to say something says 0.
            level: row.number("level", 0..=99)?.filter(|level| *level > 0).map(|level| level as u8),
            cost: cost.map(|cost| cost as u8),
            dp: row.number("dp", 0..=1_000_000)?,
            needs: needs(row)?,
            traits: {
                let mut traits = row.words("form")?;
                traits.extend(row.words("attribute")?);
                traits.extend(row.words("type")?);
                traits
            },
            folded: String::new(),
            folded_traits: Vec::new(),
            text: row.words("text")?,
            inherited: row.words("inherited")?,
            security: row.words("security")?,
            link: link(row)?,
            // DCG 2-10-1: the entry says that it has Overflow, and how much.
            overflow: row.number("overflow", -20..=20)?.unwrap_or(0).unsigned_abs() as u8,
            copies: row.number("copies", 0..=255)?.unwrap_or(4) as u8,
            token: false,
            meaning: Meaning::default(),
        };
        card.complete();
        Ok(card)
    }

    fn unknown() -> Self {
        let row = serde_json::json!({"id": "?", "name": "a card", "kind": "digimon", "colors": []});
        let card = Self::read(&row).expect("the unknown card is a card");
        Card { kinds: Kinds::default(), ..card }
    }

    fn unread(&self) -> &[Unread] {
        &self.meaning.unread
    }

    fn clauses(&self) -> usize {
        self.meaning.clauses
    }

    fn words(&self) -> Vec<String> {
        let needs = self.requirements();
        let texts = self.texts(&needs);
        let mut words = crate::text::say::again(texts, self.noun());
        words.extend(
            texts.slips().map(|(printed, read)| format!("(printed \"{printed}\", read as \"{read}\")")),
        );
        words
    }
}

impl kernel::Retold for Card {
    fn retold(&self, row: &Value) -> Value {
        let needs = self.requirements();
        let said = crate::text::say::fields(self.texts(&needs), self.noun());
        let mut row = row.clone();
        row["text"] = said.text.into();
        row["inherited"] = said.inherited.into();
        row["security"] = said.security.into();
        if self.link.is_some() {
            row["link"]["requirement"] = "".into();
            row["link"]["text"] = said.link.into();
        }
        row
    }

    fn meaning(&self) -> Vec<String> {
        let needs = self.requirements();
        crate::text::say::shapes(&crate::text::compile(self.texts(&needs)))
    }
}

impl Card {
    /// Fills in what follows from the figures and texts.
    fn complete(&mut self) {
        use effects::text::lexer::fold;
        self.folded = fold(&self.name);
        self.folded_traits = self.traits.iter().map(|name| fold(name)).collect();
        let needs = self.requirements();
        let read = crate::text::compile(self.texts(&needs));
        self.meaning = Meaning {
            abilities: read.abilities,
            lines: read.lines,
            unread: read.unread,
            clauses: read.clauses,
            ..Meaning::default()
        };
        self.meaning.settle();
        for ability in &mut self.meaning.abilities {
            force_costs(ability);
            count_event(ability);
            repeat_each(ability);
        }
        // What is set up for later is told in the words that set it up.
        let all = &self.meaning.abilities;
        let noun = self.noun();
        let said: Vec<(u8, String)> = Step::setting_up(all.iter().flat_map(|ability| &ability.steps))
            .into_iter()
            .map(|(at, step)| (at, moment_first(crate::text::say::clause(all, noun, &[step]))))
            .filter(|(_, words)| !words.is_empty())
            .collect();
        for (at, words) in said {
            if let Some(ability) = self.meaning.abilities.get_mut(usize::from(at)) {
                ability.words = words;
            }
        }
        for index in granted_by(&self.meaning.abilities) {
            if let Some(ability) = self.meaning.abilities.get_mut(index as usize) {
                ability.part.live = Live::Granted;
            }
        }
        let link =
            self.link.iter().flat_map(|part| part.text.iter().chain(std::iter::once(&part.requirement)));
        let texts = self.text.iter().chain(&self.inherited).chain(&self.security).chain(link);
        let all: Vec<String> = texts.map(|text| fold(&without_notes(text))).collect();
        self.meaning.printed =
            format!("{} | {} | {}", self.folded, self.folded_traits.join(" | "), all.join(" | "));
    }

    /// What its figures ask of a Digimon that digivolves into it: colour, level, cost.
    pub fn requirements(&self) -> Vec<(Option<Color>, u8, u8)> {
        let color = |bits| Color::ALL.into_iter().find(|color| color.bits() == bits);
        self.needs.iter().map(|need| (color(need.color), need.level, need.cost)).collect()
    }

    /// Its texts, as the compiler takes them.
    pub fn texts<'a>(&'a self, needs: &'a [(Option<Color>, u8, u8)]) -> crate::text::Texts<'a> {
        crate::text::Texts {
            needs,
            option: self.kinds.meets(Kinds::OPTION),
            // DCG 2-3-3-1: its effects are the upper text.
            text: &self.text,
            // DCG 2-3-4-1: what is marked as inherited is the inherited effect.
            inherited: &self.inherited,
            security: &self.security,
            link_requirement: self.link.as_ref().map_or("", |link| &link.requirement),
            // DCG 2-3-12-6, 2-3-12-7: the link effect is the text of that section.
            link: self.link.as_ref().map_or(&[], |link| &link.text),
        }
    }

    /// What it is called in its own text.
    pub fn noun(&self) -> crate::vocab::Kind {
        use crate::vocab::Kind;
        match self.kinds {
            kinds if kinds.meets(Kinds::DIGIMON) => Kind::Digimon,
            kinds if kinds.meets(Kinds::TAMER) => Kind::Tamer,
            kinds if kinds.meets(Kinds::OPTION) => Kind::Option,
            _ => Kind::Egg,
        }
    }

    pub fn has_trait(&self, wanted: &str) -> bool {
        self.traits.iter().any(|held| held.eq_ignore_ascii_case(wanted))
    }
}

/// DCG 4-20-5, 2-12-1-6-1, 2-12-1-6-2: notes in parentheses are no text.
fn without_notes(text: &str) -> String {
    let mut depth = 0;
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = (depth - 1).max(0),
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

fn kinds(row: &Fields<'_>) -> Result<Kinds, CardError> {
    let words = row.words("kind")?;
    if words.is_empty() {
        return Err(row.missing("kind"));
    }
    words.iter().try_fold(Kinds::NONE, |kinds, word| {
        let kind = match word.to_ascii_lowercase().as_str() {
            "digimon" => Kinds::DIGIMON,
            "tamer" => Kinds::TAMER,
            "option" => Kinds::OPTION,
            // DCG 2-8-1: the icon marks a Digi-Egg card.
            "digi-egg" => Kinds::EGG,
            other => return Err(row.wrong("kind", format!("`{other}` is no card category"))),
        };
        Ok(kinds.with(kind))
    })
}

fn colors(row: &Fields<'_>) -> Result<Colors, CardError> {
    row.words("colors")?.iter().try_fold(Colors::NONE, |colors, word| match Colors::named(word) {
        Some(color) => Ok(colors.with(color)),
        None => Err(row.wrong("colors", format!("`{word}` is no colour"))),
    })
}

fn needs(row: &Fields<'_>) -> Result<Vec<Need>, CardError> {
    let need = |row: &Fields<'_>| {
        let figure = |field| Ok(row.number(field, 0..=99)?.ok_or_else(|| row.missing(field))? as u8);
        let color = match row.word("color")? {
            None => Colors(0x7f),
            Some(word) if word == "any" || word == "all" => Colors(0x7f),
            Some(word) => Colors::named(&word).ok_or_else(|| row.wrong("color", "no such colour"))?,
        };
        Ok(Need { color, level: figure("level")?, cost: figure("cost")? })
    };
    row.objects("digivolve")?.iter().map(need).collect()
}

fn link(row: &Fields<'_>) -> Result<Option<LinkPart>, CardError> {
    let Some(row) = row.object("link")? else { return Ok(None) };
    Ok(Some(LinkPart {
        requirement: row.word("requirement")?.unwrap_or_default(),
        dp: row.number("dp", -100_000..=100_000)?.unwrap_or(0),
        text: row.words("text")?,
    }))
}

/// "Delete it at the end of the turn" as what waits says it: "at the end of the turn, delete it".
fn moment_first(words: String) -> String {
    match words.rfind(" at the end of ") {
        Some(at) => format!("{}, {}", &words[at + 1..], &words[..at]),
        None => words,
    }
}

/// Abilities that others give or set up for later: by themselves they do nothing.
fn granted_by(abilities: &[Ability]) -> Vec<u8> {
    let mut granted = Vec::new();
    for ability in abilities {
        walk(&ability.steps, &mut |step| match step {
            Step::Gain { change: Change::Ability(index), .. } => granted.push(*index),
            Step::Later { ability, .. } => granted.push(*ability),
            Step::Do(Verb::PlayToken { token, .. }) => granted.extend(&token.abilities),
            _ => {}
        });
    }
    granted
}

/// DCG 15-15-7-4: "for each Digimon deleted", said first by an effect that those deletions triggered, counts them.
fn count_event(ability: &mut Ability) {
    fn event(amount: &mut crate::alias::Amount) {
        match amount {
            effects::Amount::Done => *amount = effects::Amount::Event,
            effects::Amount::PerEach { of, .. } => event(of),
            _ => {}
        }
    }
    if !matches!(ability.when, When::Trigger(_)) {
        return;
    }
    let mut steps = ability.steps.clone();
    if let Some(Step::Do(Verb::GainMemory(_, amount) | Verb::Draw(_, amount))) = steps.first_mut() {
        event(amount);
        ability.program = effects::program::flatten(&steps);
        ability.steps = steps;
    }
}

/// DCG 16-11-7: "<De-Digivolve 1> for each …" is so many of them, one after the other.
fn repeat_each(ability: &mut Ability) {
    fn each(steps: &mut [Step]) -> bool {
        let mut found = false;
        for step in steps {
            match step {
                Step::Do(Verb::DeDigivolve(target, number))
                    if !matches!(number, effects::Amount::Fixed(_)) =>
                {
                    let (each, times) = match number {
                        effects::Amount::PerEach { each, per, of } => {
                            (*each, effects::Amount::PerEach { each: 1, per: *per, of: of.clone() })
                        }
                        times => (1, times.clone()),
                    };
                    let once = Verb::DeDigivolve(target.clone(), effects::Amount::Fixed(each));
                    *step = Step::Repeat { times, steps: vec![Step::Do(once)] };
                    found = true;
                }
                Step::If { then, otherwise, .. } => found |= each(then) | each(otherwise),
                Step::May { steps, then, otherwise, .. } => {
                    found |= each(steps) | each(then) | each(otherwise);
                }
                Step::By { cost, then, .. } => found |= each(cost) | each(then),
                Step::IfDid { steps, then } => found |= each(steps) | each(then),
                Step::OneOf { options, .. } => {
                    for (_, steps) in options {
                        found |= each(steps);
                    }
                }
                Step::Each { steps, .. } => found |= each(steps),
                _ => {}
            }
        }
        found
    }
    if each(&mut ability.steps) {
        ability.program = effects::program::flatten(&ability.steps);
    }
}

/// DCG 15-8-4-4-1: once an activation-type effect is declared, what it has to be done by must be done.
fn force_costs(ability: &mut Ability) {
    if !matches!(ability.when, When::Use(_)) {
        return;
    }
    fn force(steps: &mut [Step]) {
        match steps.first_mut() {
            Some(Step::By { forced, .. }) => *forced = true,
            Some(Step::If { then, .. }) => force(then),
            _ => {}
        }
    }
    let mut steps = ability.steps.clone();
    force(&mut steps);
    let forced = effects::Ability::new(ability.part, ability.when.clone(), steps);
    ability.steps = forced.steps;
    ability.program = forced.program;
}
