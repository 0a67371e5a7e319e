//! Printed cards: figures and texts as a card file gives them, and the pool that a match is played with.
//!
//! What a text *means* is compiled in `text`; here it is only kept.

use crate::alias::{Ability, Cond, Filter, Gainer, Step, When};
use crate::state::EntryKind;
use crate::vocab::{Change, Color, Distinct, Keyword, Kind, Line, Live, Moment, Part, Text, Token, Verb};
use effects::{AbilityRef, Phrase};
use kernel::{CardError, Fields, Pool, Print, Printed, Unread};
use serde_json::Value;
use std::collections::HashMap;

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
    pub cond: Option<Cond>,
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
    pub use_requirements: Vec<Filter>,
    /// Everything printed on it, notes left out, as it is compared (DCG 4-20).
    pub printed: String,
}

impl Meaning {
    /// Works out what the lines come down to.
    fn settle(&mut self) {
        for line in &self.lines {
            match line.clone() {
                Line::Digivolve { from, cost, cond } => {
                    self.ways.push(Way { kind: EntryKind::Digivolve, from, with: Filter::Any, cost, cond });
                }
                Line::Dna { materials: [from, with], cost } => {
                    // DCG 8-2-2-2: the one named first goes on top.
                    self.ways.push(Way { kind: EntryKind::Dna, from, with, cost, cond: None });
                }
                Line::Burst { from, cost, tamer } => {
                    self.ways.push(Way { kind: EntryKind::Burst, from, with: tamer, cost, cond: None });
                }
                Line::AppFusion { apps, cost } => {
                    // DCG 8-4-2-1: any two different ones of those named.
                    let any = Filter::Either(apps);
                    self.ways.push(Way {
                        kind: EntryKind::AppFusion,
                        from: any.clone(),
                        with: any,
                        cost,
                        cond: None,
                    });
                }
                Line::DigiXros { less, materials } | Line::Assembly { less, materials } => {
                    let assembly = matches!(line, Line::Assembly { .. });
                    let materials =
                        materials.into_iter().map(|one| (one.what, one.count, one.distinct)).collect();
                    self.xros.push(Xros { assembly, less, materials });
                }
                Line::Link { to, cost } => self.links.push((to, cost)),
                Line::UseRequirement(filter) => self.use_requirements.push(filter),
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
            level: row.number("level", 0..=99)?.map(|level| level as u8),
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
            overflow: row.number("overflow", -20..=20)?.unwrap_or(0).unsigned_abs() as u8,
            copies: row.number("copies", 0..=255)?.unwrap_or(4) as u8,
            token: false,
            meaning: Meaning::default(),
        };
        card.complete();
        Ok(card)
    }

    fn unread(&self) -> &[Unread] {
        &self.meaning.unread
    }

    fn clauses(&self) -> usize {
        self.meaning.clauses
    }

    fn words(&self) -> Vec<String> {
        crate::text::say::again(self.texts(&self.requirements()), self.noun())
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
            text: &self.text,
            inherited: &self.inherited,
            security: &self.security,
            link_requirement: self.link.as_ref().map_or("", |link| &link.requirement),
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

/// DCG 4-20-5: notes in parentheses are no text.
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

/// Which kinds of change an always-on ability makes: one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum Class {
    Dp = 1,
    Keyword = 2,
    Cannot = 4,
    Can = 8,
    Ability = 16,
    Unaffected = 32,
    Cost = 64,
    Treat = 128,
    AnyColor = 256,
    Mute = 512,
    DeleteDp = 1024,
    /// Nothing that matters once a deck is built.
    Nothing = 2048,
    Way = 4096,
}

impl Change {
    pub fn class(&self) -> Class {
        match self {
            Change::Dp(_) => Class::Dp,
            Change::Keyword(_) | Change::KeywordTimes(..) => Class::Keyword,
            Change::Cannot(_) => Class::Cannot,
            Change::AttackUnsuspended(_) | Change::AttackAtOnce | Change::AttackUnsuspending => Class::Can,
            Change::Ability(_) => Class::Ability,
            Change::Immune(..) => Class::Unaffected,
            Change::Cost(..) | Change::DigivolveCost(..) => Class::Cost,
            Change::OriginalDp(_)
            | Change::AlsoName(_)
            | Change::AlsoInName(_)
            | Change::AlsoTrait(_)
            | Change::AlsoColor(_)
            | Change::AlsoLevel(_)
            | Change::AlsoDigimon(_)
            | Change::Name(_)
            | Change::Color(_)
            | Change::CountsAs(_) => Class::Treat,
            Change::IgnoreColors | Change::AlsoMeets(_) => Class::AnyColor,
            Change::DeletionMax(_) => Class::DeleteDp,
            Change::LoseEffects => Class::Mute,
            Change::Copies(_) => Class::Nothing,
            Change::Way(..) => Class::Way,
        }
    }
}

/// What is looked up about a printed card again and again, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// By part: the moments its abilities wait for, and those they step in before.
    pub listens: [u64; PARTS],
    pub interrupts: [u64; PARTS],
    /// By part: what its always-on abilities change of the card itself, and of others or players.
    pub own: [u16; PARTS],
    pub others: [u16; PARTS],
    /// By part: the keywords it gives to itself.
    pub keywords: [u32; PARTS],
    /// The kinds of keyword that its always-on texts give to others.
    pub shares: u32,
    /// The kinds of keyword that its texts give to anything, and the moments that those wait for.
    pub gives: u32,
    pub keyword_listens: u64,
    pub keyword_interrupts: u64,
    /// By part: it may lower its own DP, or say what it originally is.
    pub weakens: [bool; PARTS],
    /// The same of others.
    pub weakens_others: bool,
    /// It has an activation-type effect in this part.
    pub uses: [bool; PARTS],
}

/// How many different places abilities can work from.
pub const PARTS: usize = 10;

impl Part {
    /// Where abilities of this part are looked for.
    pub const fn slot(self) -> usize {
        match (self.live, self.text) {
            (Live::Hand, _) => HAND,
            (Live::Trash, _) => TRASH,
            (Live::Breeding, _) => BREEDING,
            (Live::Security, _) => FACE_UP,
            (Live::Anywhere, _) => ANYWHERE,
            (Live::Granted, _) => GRANTED,
            (Live::Usual, Text::Main) => MAIN,
            (Live::Usual, Text::Inherited) => INHERITED,
            (Live::Usual, Text::Link) => LINK,
            (Live::Usual, Text::Security) => SECURITY,
        }
    }
}

pub const MAIN: usize = 0;
pub const INHERITED: usize = 1;
pub const LINK: usize = 2;
/// The [Security] effect of a checked card.
pub const SECURITY: usize = 3;
pub const HAND: usize = 4;
pub const TRASH: usize = 5;
pub const BREEDING: usize = 6;
/// Face up in the security stack.
pub const FACE_UP: usize = 7;
pub const ANYWHERE: usize = 8;
/// Only where another ability gives it.
pub const GRANTED: usize = 9;

/// The print that keyword effects are filed under.
pub const KEYWORDS: Print = Print(u16::MAX);

/// The pool once every card is known.
#[derive(Debug, Default)]
pub struct Cards {
    pool: Pool<Card>,
    by_title: HashMap<String, Print>,
    facts: Vec<Facts>,
    /// Trees of keywords that trigger, interrupt or are activated.
    keywords: Vec<(Option<Keyword>, Ability)>,
    /// By kind of keyword: where its trees are.
    keywords_of: [Vec<u8>; 32],
    /// By moment: the kinds of keyword whose trees wait for it or step in before it.
    keywords_at: Vec<u32>,
    tokens: HashMap<Token, Print>,
}

impl Cards {
    #[inline]
    pub fn get(&self, print: Print) -> &Card {
        self.pool.get(print)
    }

    #[inline]
    pub fn facts(&self, print: Print) -> &Facts {
        &self.facts[print.0 as usize]
    }

    /// A card by id or, failing that, by name.
    pub fn find(&self, word: &str) -> Option<Print> {
        self.pool.find(word).or_else(|| self.by_title.get(&word.to_lowercase()).copied())
    }

    #[inline]
    pub fn ability(&self, at: AbilityRef) -> &Ability {
        if at.print == KEYWORDS {
            return &self.keywords[at.index as usize].1;
        }
        &self.pool.get(at.print).meaning.abilities[at.index as usize]
    }

    /// The kinds of keyword whose trees wait for a moment (given as its bit), or step in before it.
    pub fn keywords_at(&self, bit: u64) -> u32 {
        self.keywords_at[bit.trailing_zeros() as usize % 64]
    }

    /// Where a keyword's tree is filed.
    pub fn keyword(&self, keyword: &Keyword) -> Option<AbilityRef> {
        let of_kind = &self.keywords_of[usize::from(keyword.kind())];
        let index = of_kind.iter().find(|at| self.keywords[usize::from(**at)].0.as_ref() == Some(keyword))?;
        Some(AbilityRef { print: KEYWORDS, index: *index })
    }

    /// The end of a burst digivolve.
    pub fn burst_end(&self) -> AbilityRef {
        AbilityRef { print: KEYWORDS, index: 0 }
    }

    /// The end of an <Execute> attack.
    pub fn execute_end(&self) -> AbilityRef {
        AbilityRef { print: KEYWORDS, index: 1 }
    }

    /// The keyword whose tree this is.
    pub fn keyword_of(&self, at: AbilityRef) -> Option<&Keyword> {
        if at.print != KEYWORDS {
            return None;
        }
        self.keywords.get(at.index as usize).and_then(|(keyword, _)| keyword.as_ref())
    }

    pub fn token(&self, token: &Token) -> Option<Print> {
        self.tokens.get(token).copied()
    }

    fn index(&mut self) {
        self.facts = self.pool.iter().map(|(_, card)| facts_of(card)).collect();
        self.keywords = vec![(None, crate::keyword::burst_end()), (None, crate::keyword::execute_end())];
        self.keywords_at = vec![0; 64];
        let mut found: Vec<Keyword> = Vec::new();
        for (_, card) in self.pool.iter() {
            for ability in &card.meaning.abilities {
                walk(&ability.steps, &mut |step| match step {
                    Step::Gain {
                        change: Change::Keyword(keyword) | Change::KeywordTimes(keyword, _),
                        ..
                    } => {
                        found.push(keyword.clone());
                    }
                    Step::Do(Verb::PlayToken { token, .. }) => found.extend(token.keywords.iter().cloned()),
                    _ => {}
                });
            }
        }
        for keyword in found {
            let filed = self.keywords.iter().any(|(held, _)| held.as_ref() == Some(&keyword));
            if filed || self.keywords.len() >= 250 {
                continue;
            }
            if let Some(tree) = keyword.tree() {
                let moments = waits_for(&tree.when) | interrupts(&tree.when);
                for (moment, kinds) in self.keywords_at.iter_mut().enumerate() {
                    *kinds |= (moments >> moment & 1) as u32 * (1 << keyword.kind());
                }
                self.keywords_of[usize::from(keyword.kind())].push(self.keywords.len() as u8);
                self.keywords.push((Some(keyword), tree));
            }
        }
        for facts in &mut self.facts {
            loop {
                let before = facts.gives;
                for (keyword, tree) in &self.keywords {
                    if keyword.as_ref().is_some_and(|keyword| facts.gives & 1 << keyword.kind() != 0) {
                        facts.keyword_listens |= waits_for(&tree.when);
                        facts.keyword_interrupts |= interrupts(&tree.when);
                        // A keyword may give another in its turn (<Alliance> gives <Security A.>).
                        facts.gives |= keywords_given(tree);
                    }
                }
                if facts.gives == before {
                    break;
                }
            }
        }
    }
}

fn waits_for(when: &When) -> u64 {
    match when {
        When::Trigger(triggers) => triggers.iter().fold(0, |bits, trigger| bits | trigger.moment.bit()),
        _ => 0,
    }
}

fn interrupts(when: &When) -> u64 {
    match when {
        When::Would(triggers) => triggers.iter().fold(0, |bits, trigger| bits | trigger.moment.bit()),
        _ => 0,
    }
}

fn facts_of(card: &Card) -> Facts {
    let mut facts = Facts::default();
    for ability in &card.meaning.abilities {
        let part = ability.part.slot();
        facts.gives |= keywords_given(ability);
        match &ability.when {
            When::Trigger(_) | When::Would(_) => {
                facts.listens[part] |= waits_for(&ability.when);
                facts.interrupts[part] |= interrupts(&ability.when);
            }
            When::Use(_) => facts.uses[part] = true,
            When::Always => walk(&ability.steps, &mut |step| note_gain(step, part, &mut facts)),
            When::Body(_) | When::Granted => {}
        }
    }
    facts
}

/// The kinds of keyword that an ability gives to anything.
fn keywords_given(ability: &Ability) -> u32 {
    let mut kinds = 0;
    walk(&ability.steps, &mut |step| {
        if let Step::Gain { change: Change::Keyword(keyword) | Change::KeywordTimes(keyword, _), .. } = step {
            kinds |= 1 << keyword.kind();
        }
    });
    kinds
}

fn note_gain(step: &Step, part: usize, facts: &mut Facts) {
    let Step::Gain { to, change, .. } = step else { return };
    let class = change.class() as u16;
    let weakens = match change {
        Change::Dp(effects::Amount::Fixed(number)) => *number < 0,
        Change::Dp(effects::Amount::PerEach { each, .. }) => *each < 0,
        Change::Dp(_) | Change::OriginalDp(_) => true,
        _ => false,
    };
    let keyword = match change {
        Change::Keyword(keyword) | Change::KeywordTimes(keyword, _) => 1 << keyword.kind(),
        _ => 0,
    };
    if matches!(to, Gainer::Cards(effects::Target::This)) {
        facts.own[part] |= class;
        facts.keywords[part] |= keyword;
        facts.weakens[part] |= weakens;
        if part == GRANTED {
            // Whose it will be is not known yet.
            facts.shares |= keyword;
            facts.weakens_others |= weakens;
        }
    } else {
        facts.others[part] |= class;
        facts.shares |= keyword;
        facts.weakens_others |= weakens;
    }
}

/// Calls `f` with every step of a tree.
pub fn walk(steps: &[Step], f: &mut dyn FnMut(&Step)) {
    for step in steps {
        f(step);
        match step {
            Step::If { then, otherwise, .. } => {
                walk(then, f);
                walk(otherwise, f);
            }
            Step::May { steps, then, otherwise, .. } => {
                walk(steps, f);
                walk(then, f);
                walk(otherwise, f);
            }
            Step::By { cost, then, .. } => {
                walk(cost, f);
                walk(then, f);
            }
            Step::IfDid { steps, then, .. } => {
                walk(steps, f);
                walk(then, f);
            }
            Step::OneOf { options, .. } => options.iter().for_each(|(_, steps)| walk(steps, f)),
            Step::Each { steps, .. } | Step::Repeat { steps, .. } => walk(steps, f),
            _ => {}
        }
    }
}

impl Moment {
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

impl Kind {
    pub const fn bits(self) -> Kinds {
        match self {
            Kind::Digimon => Kinds::DIGIMON,
            Kind::Tamer => Kinds::TAMER,
            Kind::Option => Kinds::OPTION,
            Kind::Egg => Kinds::EGG,
            Kind::Token => Kinds::NONE,
        }
    }
}

impl Color {
    /// In the order of their bits.
    pub const ALL: [Color; 7] =
        [Color::Red, Color::Blue, Color::Yellow, Color::Green, Color::Black, Color::Purple, Color::White];

    pub const fn bits(self) -> Colors {
        Colors(1 << self as u8)
    }
}

impl AsRef<Pool<Card>> for Cards {
    fn as_ref(&self) -> &Pool<Card> {
        &self.pool
    }
}

impl From<Pool<Card>> for Cards {
    fn from(pool: Pool<Card>) -> Self {
        let mut cards = Cards { pool, ..Cards::default() };
        cards.add_tokens();
        for (print, card) in cards.pool.iter() {
            cards.by_title.entry(card.title.to_lowercase()).or_insert(print);
            cards.by_title.entry(card.name.to_lowercase()).or_insert(print);
        }
        cards.index();
        cards
    }
}

impl Cards {
    /// DCG 4-18-1: every token that a text of the pool makes becomes a print of its own, behind the real cards.
    fn add_tokens(&mut self) {
        let mut wanted: Vec<(Token, Vec<Ability>)> = Vec::new();
        for (_, card) in self.pool.iter() {
            let all = &card.meaning.abilities;
            for ability in all {
                walk(&ability.steps, &mut |step| {
                    if let Step::Do(Verb::PlayToken { token, .. }) = step {
                        if !wanted.iter().any(|(held, _)| held == token) {
                            let given = token.abilities.iter().filter_map(|index| all.get(*index as usize));
                            wanted.push((token.clone(), given.cloned().collect()));
                        }
                    }
                });
            }
        }
        for (token, abilities) in wanted {
            let name: &Phrase = &token.name;
            let id = format!("token:{}:{}", name.as_str(), self.tokens.len());
            let row = serde_json::json!({"id": id, "name": name.as_str(), "token": true});
            let card = token_card(&token, abilities, id);
            let print = self.pool.add(card, &row);
            self.tokens.insert(token, print);
        }
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

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn token_card(token: &Token, abilities: Vec<Ability>, id: String) -> Card {
    let title: String = token.name.as_str().split(' ').map(capital).collect::<Vec<_>>().join(" ");
    let usual = Part { text: Text::Main, live: Live::Usual };
    let abilities = abilities.into_iter().map(|mut ability| {
        ability.part = usual;
        ability
    });
    let keywords = token.keywords.iter().map(|keyword| {
        let gain = crate::keyword::gain(
            effects::Target::This,
            Change::Keyword(keyword.clone()),
            crate::vocab::Until::While,
        );
        effects::Ability::new(usual, When::Always, vec![gain])
    });
    let colors = token.colors.iter().fold(Colors::NONE, |colors, color| colors.with(color.bits()));
    Card {
        id,
        folded: token.name.as_str().to_string(),
        name: title.clone(),
        title,
        kinds: Kinds::DIGIMON,
        colors,
        level: token.level,
        cost: token.cost,
        dp: Some(token.dp),
        needs: Vec::new(),
        traits: token.traits.iter().map(|name| name.as_str().to_string()).collect(),
        folded_traits: token.traits.iter().map(|name| name.as_str().to_string()).collect(),
        text: Vec::new(),
        inherited: Vec::new(),
        security: Vec::new(),
        link: None,
        overflow: 0,
        copies: 0,
        token: true,
        meaning: Meaning { abilities: keywords.chain(abilities).collect(), ..Meaning::default() },
    }
}
