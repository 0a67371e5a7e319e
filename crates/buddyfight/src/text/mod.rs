//! From printed text to abilities: a card's text is cut into its lines, each line into its marks (costs, [Counter],
//! 【Act】, an ability's name), and what is left is read by the shared clause grammar with the words of `lexicon`.
//!
//! - `line`: the marks of a line, costs and limits; `restrict`: what flags permit and cards are restricted to; `sentence`: how sentences hang together, `compose`: one of them; `clean`: what lists do to texts;
//! - `trigger`: "When …", "At the beginning of …"; `happening`: where cards come from and what brings them;
//! - `lexicon`: cards and places; `condition`: what may follow "if", `occasion`: turns, attacks and what happened; `miss`: what is told of words that are not read; `clause`: what is done, `moving`: with cards that are moved; `using`: with cards that are called, equipped or cast; `gain`: what cards get; `amount`: numbers from the table;
//! - `say`: a card's abilities back in words, which read to the same tree again.

mod amount;
mod apart;
mod clause;
mod clean;
mod compose;
mod condition;
mod gain;
mod happening;
mod lexicon;
mod line;
mod miss;
mod moving;
mod occasion;
mod restrict;
mod say;
pub(crate) use say::{clause, condition_words, described};
mod sentence;
mod trigger;
mod using;
pub mod words;

pub(crate) use say::words;

use crate::card::{Face, Kind, is_cross_world};
use crate::keyword::{Keyword, Keywords};
use crate::layer::Sited;
use crate::state::Zone;
use crate::vocab::{Ability, Condition, Part, Step, Test, Use, Verb};
use effects::text::lexer::fold;
use effects::{Among, Filter, HowMany, Limit, When};
use kernel::Unread;
use line::Reader;

/// What a flag lets its fighter use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Permit {
    All,
    World(String),
    /// Cards with this in one of their attributes.
    Attribute(String),
    /// Cards with this as one of their attributes.
    WholeAttribute(String),
    MonsterAttribute(String),
}

/// BF PREP-1: what a fighter begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    pub hand: u8,
    pub gauge: u8,
    pub life: u8,
}

/// Whose effect a card needs to be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnlyBy {
    pub name: String,
    /// Only for [Transform] and the like: it may be called as other cards are.
    pub transform_only: bool,
}

/// A card's text, compiled.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub abilities: Vec<Ability>,
    pub unread: Vec<Unread>,
    pub clauses: usize,
    pub keywords: Keywords,
    /// The ability that holds its call, cast or equip cost.
    pub cost: Option<u8>,
    /// The ability that holds the cost of its Transform or the like.
    pub transform: Option<u8>,
    /// What it does when it is cast.
    pub body: Option<u8>,
    /// Whether it may be used where only counters may.
    pub counter: bool,
    /// BF CAST-1.1a: what must hold for it to be used.
    pub restrict: Vec<Condition>,
    /// BF ONCE-4: how often a turn cards of its name may be used.
    pub limit: Option<Limit>,
    /// The names of its abilities, folded, and of which ability each is.
    pub names: Vec<String>,
    pub ability_names: Vec<(u8, String)>,
    /// BF ONCE-5: abilities whose limit counts by their own name, with that name, folded.
    pub named: Vec<(u8, String)>,
    /// Only one of its name may be on one's field.
    pub one_on_field: bool,
    pub cannot_be_nullified: bool,
    /// It has the abilities of its soul that are called so.
    pub takes: Option<String>,
    /// It is cast from the soul of a card that fits, and only from there.
    pub from_soul: Option<Filter<crate::vocab::Words>>,
    /// Cards of its soul that fit are cast from there as from the hand.
    pub lends: Option<Filter<crate::vocab::Words>>,
    /// Any number of it counts as one counter in a battle of the classic edition.
    pub any_number: bool,
    /// Shown for a buddy call, it stands for any buddy; a deck has one of it, and fewer than four of the buddy.
    pub calls_buddy: bool,
    pub one_in_deck: bool,
    /// It is put on the field (or only equipped by its keyword) by an effect of a card of this name, folded, alone.
    pub only_by: Option<OnlyBy>,
    /// An item that may be equipped beside it, folded.
    pub beside: Option<String>,
    /// What makes it free of charge, one suffices.
    pub free_if: Vec<Condition>,
    /// What makes it safe from being nullified when it is used, one suffices.
    pub firm_if: Vec<Condition>,
    /// Its abilities cannot be nullified.
    pub firm: bool,
    /// Further names that it has, folded.
    pub also: Vec<String>,
    /// Names (folded) that count together with its own in a deck: four in all.
    pub together: Vec<String>,
    /// A deck may hold any number of it.
    pub unlimited: bool,
    /// It says that it may be a buddy, though it is no monster.
    pub can_be_buddy: bool,
    /// The areas it may be called to, by bit.
    pub areas: u16,
    /// BF OTHER-FLAGUSE-1.
    pub any_flag: bool,
    /// BF OTHER-FLAGUSE-2: flags that it names, folded.
    pub flags: Vec<String>,
    pub opening: Opening,
    pub permits: Vec<Permit>,
    /// BF OTHER-FLAGUSE-3: flags that the game must have begun with, folded.
    pub initial_flags: Vec<String>,
    /// BF OTHER-MULTIBUDDY-1: the further buddies it admits, folded.
    pub partners: Vec<String>,
    /// BF OTHER-DECKFLAG-1: a flag that says it may be in the deck.
    pub in_deck: bool,
    /// BF OTHER-WHEN-1: the moments it is usable after, by bit.
    pub after: u64,
    /// Its cost puts it on top of another card: the area it is called to matters.
    pub on_top: bool,
    /// Quick looks: the moments its abilities wait for, whether it has abilities to use, continuous ones.
    pub moments: u64,
    pub acts: bool,
    pub is_continuous: bool,
    /// What its abilities do, by where they work.
    pub(crate) sited: Sited,
    /// Whether it has abilities that step in before a card leaves the field.
    pub replaces: bool,
    cross_flag: bool,
    /// How many slots the lines of its body have used.
    slots: u8,
}

impl Sheet {
    /// What it was read to be, without its words: its abilities, then everything else.
    pub fn shapes(&self) -> Vec<String> {
        let printed = format!(
            "{:#?}",
            (
                (self.keywords, self.cost, self.transform, self.body, self.counter, &self.restrict),
                (self.limit, self.one_on_field, self.cannot_be_nullified, self.areas, self.any_flag),
                (&self.flags, self.opening, &self.permits, &self.partners, self.on_top),
                (&self.initial_flags, self.in_deck, self.after, self.can_be_buddy, self.unlimited),
                (
                    &self.takes,
                    &self.from_soul,
                    &self.lends,
                    self.any_number,
                    self.calls_buddy,
                    self.one_in_deck
                ),
                (&self.only_by, &self.beside),
                (&self.free_if, &self.firm_if, self.firm, &self.also, &self.together),
                (self.moments, self.acts, self.is_continuous),
            )
        );
        self.abilities.iter().map(Ability::shape).chain(std::iter::once(printed)).collect()
    }
}

impl Default for Sheet {
    fn default() -> Self {
        Sheet {
            abilities: Vec::new(),
            unread: Vec::new(),
            clauses: 0,
            keywords: Keywords::default(),
            cost: None,
            transform: None,
            body: None,
            counter: false,
            restrict: Vec::new(),
            limit: None,
            names: Vec::new(),
            ability_names: Vec::new(),
            named: Vec::new(),
            one_on_field: false,
            cannot_be_nullified: false,
            takes: None,
            from_soul: None,
            lends: None,
            any_number: false,
            calls_buddy: false,
            one_in_deck: false,
            only_by: None,
            beside: None,
            free_if: Vec::new(),
            firm_if: Vec::new(),
            firm: false,
            also: Vec::new(),
            together: Vec::new(),
            unlimited: false,
            can_be_buddy: false,
            areas: u16::MAX,
            any_flag: false,
            flags: Vec::new(),
            opening: Opening { hand: 6, gauge: 2, life: 10 },
            permits: Vec::new(),
            initial_flags: Vec::new(),
            partners: Vec::new(),
            in_deck: false,
            after: 0,
            on_top: false,
            moments: 0,
            acts: false,
            is_continuous: false,
            sited: Sited::default(),
            replaces: false,
            cross_flag: false,
            slots: 0,
        }
    }
}

impl Sheet {
    /// Whether an ability chooses targets when it is declared.
    pub(crate) fn aims(&self, index: u8) -> bool {
        let ability = self.abilities.get(index as usize);
        ability.is_some_and(|ability| ability.steps.contains(&Step::Do(Verb::Announce)))
    }

    /// BF CROSS-DECK-1: a flag that permits one world and nothing generic.
    pub(crate) fn is_cross_flag(&self) -> bool {
        self.cross_flag
    }

    fn add(&mut self, ability: Ability) -> u8 {
        self.abilities.push(ability);
        (self.abilities.len() - 1) as u8
    }
}

/// Reads a card's text.
pub(crate) fn compile(face: &Face) -> Sheet {
    let mut sheet = Sheet::default();
    let budget = effects::text::Budget::of_texts(&face.text);
    let mut seen: Vec<String> = Vec::new();
    for paragraph in joined(&once(&face.text)) {
        let field = format!("text[{}]", paragraph.parts[0].1);
        if let Some(unread) = kernel::Unread::of_signs(&paragraph.text, &field) {
            sheet.clauses += 1;
            sheet.unread.push(unread);
            continue;
        }
        let plain = clean::clean(&paragraph.text);
        for (start, words) in line::lines(&plain.text) {
            // Lists give some lines twice.
            let said = fold(words);
            if seen.contains(&said) && !said.starts_with("[lifelink") {
                continue;
            }
            seen.push(said);
            let from = sheet.unread.len();
            Reader::new(face, &mut sheet, start).read(words, &budget);
            sheet.unread[from..].iter_mut().for_each(|unread| paragraph.locate(unread, &plain));
        }
    }
    finish(face, &mut sheet);
    sheet
}

/// Printed paragraphs that are read together: one that begins with a bullet belongs to the one before it.
struct Paragraph {
    text: String,
    /// Where in the text each begins, and its number.
    parts: Vec<(usize, usize)>,
}

impl Paragraph {
    /// Says what was not read by its place on the card as it was given.
    fn locate(&self, unread: &mut Unread, plain: &clean::Plain) {
        let (from, to) = (plain.origin(unread.span.0), plain.origin(unread.span.1));
        let (start, number) =
            self.parts.iter().rev().find(|(start, _)| *start <= from).copied().unwrap_or((0, 0));
        let next = self.parts.iter().map(|(start, _)| *start).find(|next| *next > from);
        let end = next.map_or(self.text.len(), |next| next - 1);
        let (from, to) = (from - start, to.clamp(from, end.max(from)) - start);
        unread.field = format!("text[{number}]");
        unread.span = (from, to);
    }
}

/// Lists print some texts twice over, running on: the first half is the card.
fn once(text: &[String]) -> std::borrow::Cow<'_, [String]> {
    let letters: Vec<char> = text.iter().flat_map(|one| one.chars()).filter(|c| !c.is_whitespace()).collect();
    let half = letters.len() / 2;
    // A spell that says one thing twice does it twice: only what begins anew with a mark or a bracket is a second printing.
    let anew = letters.get(half).is_some_and(|first| ['■', '[', '【'].contains(first));
    if letters.len() % 2 == 1 || half < 12 || !anew || letters[..half] != letters[half..] {
        return text.into();
    }
    let mut left = half;
    let mut kept = Vec::new();
    for paragraph in text {
        let letter = |c: &char| !c.is_whitespace();
        let here = paragraph.chars().filter(letter).count();
        if left < here {
            let mut seen = 0;
            let upto = paragraph.char_indices().find(|(_, c)| {
                seen += usize::from(letter(c));
                seen > left
            });
            kept.push(upto.map_or("", |(at, _)| &paragraph[..at]).to_string());
            break;
        }
        kept.push(paragraph.clone());
        left -= here;
        if left == 0 {
            break;
        }
    }
    kept.retain(|paragraph| !paragraph.trim().is_empty());
    kept.into()
}

fn joined(text: &[String]) -> Vec<Paragraph> {
    let mut all: Vec<Paragraph> = Vec::new();
    for (at, paragraph) in text.iter().enumerate() {
        match all.last_mut() {
            Some(before) if paragraph.trim_start().starts_with(['・', '•', '●', '･', '·']) => {
                before.text.push('\n');
                before.parts.push((before.text.len(), at));
                before.text.push_str(paragraph);
            }
            _ => all.push(Paragraph { text: paragraph.clone(), parts: vec![(0, at)] }),
        }
    }
    all
}

/// What is known once every line is read.
fn finish(face: &Face, sheet: &mut Sheet) {
    // A spell's lines are one body, carried out in their order.
    let bodies: Vec<usize> =
        (0..sheet.abilities.len()).filter(|at| matches!(sheet.abilities[*at].when, When::Body(_))).collect();
    if let Some((first, rest)) = bodies.split_first() {
        for other in rest {
            let steps = std::mem::take(&mut sheet.abilities[*other].steps);
            let words = std::mem::take(&mut sheet.abilities[*other].words);
            let body = &mut sheet.abilities[*first];
            body.steps.extend(steps);
            body.words = format!("{} {words}", body.words);
        }
        if sheet.counter {
            sheet.abilities[*first].when = When::Body(Use::Counter);
        }
        sheet.body = Some(*first as u8);
        // The other lines are no abilities of their own any more.
        let gone = |index: u8| rest.iter().filter(|at| **at < index as usize).count() as u8;
        for index in [&mut sheet.cost, &mut sheet.transform, &mut sheet.body].into_iter().flatten() {
            *index -= gone(*index);
        }
        for ability in &mut sheet.abilities {
            for step in &mut ability.steps {
                step.each_mut(&mut |step| {
                    if let Step::Later { ability, .. } = step {
                        *ability -= gone(*ability);
                    }
                });
            }
        }
        let mut at = 0;
        sheet.abilities.retain(|_| {
            at += 1;
            !rest.contains(&(at - 1))
        });
    }
    sheet.on_top = sheet.cost.is_some_and(|index| {
        let program = &sheet.abilities[index as usize].program;
        program.iter().any(|op| matches!(op, effects::Op::Do(Verb::OnTop(_))))
    });
    for ability in &mut sheet.abilities {
        apart::than_subject(ability, face.kind);
        *ability = settled(std::mem::replace(ability, Ability::new(Part::Field, When::Granted, Vec::new())));
        match &ability.when {
            When::Trigger(triggers) => {
                triggers.iter().for_each(|trigger| sheet.moments |= trigger.moment.bit())
            }
            When::Would(_) => sheet.replaces = true,
            When::Use(_) => sheet.acts = true,
            When::Always => sheet.is_continuous = true,
            _ => {}
        }
    }
    // What is set up for later is told in the words that set it up.
    for (at, words) in say::set_up(&sheet.abilities) {
        if let Some(ability) = sheet.abilities.get_mut(usize::from(at)) {
            ability.words = words;
        }
    }
    let lends = sheet.from_soul.is_some() || sheet.lends.is_some();
    sheet.sited = Sited::of(&sheet.abilities).marked(sheet.takes.is_some(), lends);
    if sheet.counter {
        sheet.sited = sheet.sited.countering();
    }
    let cross_world = |permit: &Permit| matches!(permit, Permit::World(world) if is_cross_world(world));
    sheet.cross_flag = matches!(&sheet.permits[..], [Permit::World(world)] if world != "generic")
        || sheet.permits.iter().any(cross_world);
    sheet.after = sheet.restrict.iter().map(after).fold(0, |all, one| all | one);
    // BF KEY-OMNILORD-1, KEY-DRAGOD-1.
    sheet.any_flag |= sheet.keywords.has(Keyword::OmniLord) || sheet.keywords.has(Keyword::Dragod);
    if face.kind == Kind::Flag && sheet.permits.is_empty() && sheet.unread.is_empty() && face.text.is_empty()
    {
        // A flag whose list has no text permits what its name says.
        sheet.permits = vec![Permit::World(face.folded.clone()), Permit::World("generic".into())];
    }
}

/// BF OTHER-WHEN-1: the moments that a condition looks back to.
fn after(cond: &Condition) -> u64 {
    match cond {
        Condition::Fact(crate::vocab::Fact::Happened(moment, _)) => moment.bit(),
        Condition::All(all) | Condition::Either(all) => all.iter().fold(0, |bits, one| bits | after(one)),
        Condition::Not(inner) => after(inner),
        _ => 0,
    }
}

/// An ability as it is carried out: its targets are chosen as it is declared.
fn settled(mut ability: Ability) -> Ability {
    apart::apart(&mut ability.steps);
    if matches!(ability.when, When::Body(_) | When::Use(_) | When::Trigger(_)) {
        let (aims, rest) = hoist(std::mem::take(&mut ability.steps));
        ability.steps = aims;
        ability.steps.extend(rest);
    }
    ability.program = effects::program::flatten(&ability.steps);
    ability
}

/// BF CAST-1.4, ACT-1.1.1: choices among public cards are made when the ability is declared. They go to the front,
/// followed by the mark where the declaration ends; what depends on something done stays where it is.
fn hoist(steps: Vec<Step>) -> (Vec<Step>, Vec<Step>) {
    let mut aims = Vec::new();
    let mut rest = lift(steps, &mut aims);
    // BF OLD-ACT-1.1.1, OLD-AUTO-2.1.1: the classic edition names soul cards with the other targets, if they come first.
    let souls = rest.iter().take_while(|step| is_soul_choice(step)).count();
    if !aims.is_empty() || souls > 0 {
        aims.push(Step::Do(Verb::Announce));
    }
    if souls > 0 {
        aims.extend(rest.drain(..souls));
        aims.push(Step::Do(Verb::AnnounceSoul));
    }
    (aims, rest)
}

/// A choice among soul cards that depends on nothing done.
fn is_soul_choice(step: &Step) -> bool {
    match step {
        Step::Choose { who: effects::Who::You, from, .. } => {
            matches!(from.among, Among::Under { .. })
                && !from.random
                && !depends(&from.filter, &[])
                && matches!(
                    from.count,
                    HowMany::Exactly(effects::Amount::Fixed(_)) | HowMany::UpTo(effects::Amount::Fixed(_))
                )
        }
        _ => false,
    }
}

fn lift(steps: Vec<Step>, aims: &mut Vec<Step>) -> Vec<Step> {
    let mut rest = Vec::new();
    for step in steps {
        match step {
            Step::Choose { ref from, .. }
                if is_public(&from.among) && !depends(&from.filter, aims) && !from.random =>
            {
                if matches!(
                    from.count,
                    HowMany::Exactly(effects::Amount::Fixed(_)) | HowMany::UpTo(effects::Amount::Fixed(_))
                ) {
                    aims.push(step);
                } else {
                    rest.push(step);
                }
            }
            Step::By { who, cost, then, forced } => {
                let then = lift(then, aims);
                rest.push(Step::By { who, cost, then, forced });
            }
            Step::May { who, steps, then, otherwise } => {
                let then = lift(then, aims);
                rest.push(Step::May { who, steps, then, otherwise });
            }
            Step::IfDid { steps, then } => {
                let steps = lift(steps, aims);
                let then = lift(then, aims);
                rest.push(Step::IfDid { steps, then });
            }
            Step::If { cond, then, otherwise } if otherwise.is_empty() => {
                let then = lift(then, aims);
                rest.push(Step::If { cond, then, otherwise });
            }
            step => rest.push(step),
        }
    }
    rest
}

/// BF OTHER-SOUL-4: soul cards, and whatever is hidden, are chosen when the effect resolves.
fn is_public(among: &Among<crate::vocab::Words>) -> bool {
    match among {
        Among::Zones { zones, .. } => zones.iter().all(|zone| zone.is_field() || *zone == Zone::Drop),
        _ => false,
    }
}

/// Whether a test hangs on something done: also on a choice that is not made before, as the ability is declared.
fn depends(filter: &Filter<crate::vocab::Words>, aims: &[Step]) -> bool {
    match filter {
        Filter::Bound(of) => !aims.iter().any(|step| matches!(step, Step::Choose { slot, .. } if slot == of)),
        Filter::All(all) | Filter::Either(all) => all.iter().any(|one| depends(one, aims)),
        Filter::Not(inner) => depends(inner, aims),
        Filter::Figure(_, _, amount) => !matches!(amount, effects::Amount::Fixed(_)),
        // BF CAST-3.1, AUTO-2.3.1: what the effect itself puts into the drop zone lies there only when it resolves.
        Filter::Test(test) => matches!(test, Test::NewInDrop(_) | Test::Declared),
        _ => false,
    }
}
