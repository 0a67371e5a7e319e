//! All cards of a match with what is looked up about them: which abilities wait for what, which changes each makes, tokens.

use crate::alias::{Ability, Gainer, Step, When};
use crate::card::*;
use crate::state::{Area, State};
use crate::vocab::{Cannot, Change, Color, Keyword, Kind, Live, Moment, Part, Text, Token, Verb};
use effects::{AbilityRef, Phrase};
use kernel::{Pool, Print};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::BitOr;

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
    Kind = 128,
    AnyColor = 256,
    Name = 512,
    DeleteDp = 1024,
    Color = 2048,
    Way = 4096,
    Trait = 8192,
    OriginalDp = 16384,
}

impl Change {
    /// The classes it is of: what makes a Digimon of a card may give it DP as well.
    #[inline]
    pub fn classes(&self) -> u16 {
        let class = match self {
            Change::AlsoDigimon(_) => return Class::Kind as u16 | Class::OriginalDp as u16,
            Change::Dp(_) => Class::Dp,
            Change::Keyword(_) | Change::KeywordTimes(..) => Class::Keyword,
            Change::Cannot(_) => Class::Cannot,
            Change::AttackUnsuspended(_) | Change::VortexPlayers => Class::Can,
            Change::Ability(_) | Change::EffectsUnder(..) => Class::Ability,
            Change::Immune(..) => Class::Unaffected,
            Change::Cost(..) => Class::Cost,
            Change::OriginalDp(_) => Class::OriginalDp,
            Change::AlsoTrait(_) => Class::Trait,
            Change::AlsoColor(_) | Change::AlsoColorsUnder | Change::Color(_) => Class::Color,
            Change::Name(_)
            | Change::AlsoName(_)
            | Change::AlsoInName(_)
            | Change::CountsAs(_)
            | Change::StandsIn(_) => Class::Name,
            Change::IgnoreColors | Change::AlsoMeets(_) => Class::AnyColor,
            Change::DeletionMax(_) => Class::DeleteDp,
            Change::Way(..) | Change::TurnEnd(_) => Class::Way,
        };
        class as u16
    }
}

/// What a prohibition is about: a question looks only at those of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum Ban {
    Attack = 1,
    AttackWhom = 2,
    Switch = 4,
    Block = 8,
    Suspend = 16,
    Digivolve = 32,
    Leave = 64,
    Dp = 128,
    Under = 256,
    Activate = 512,
    OptionSecurity = 1024,
    Memory = 2048,
    Play = 4096,
    Cost = 8192,
    Security = 16384,
}

impl Cannot {
    pub fn ban(&self) -> Ban {
        match self {
            Cannot::Attack => Ban::Attack,
            Cannot::AttackPlayers | Cannot::AttackDigimon(_) | Cannot::BeAttacked => Ban::AttackWhom,
            Cannot::Switch => Ban::Switch,
            Cannot::Block | Cannot::BeBlocked(_) => Ban::Block,
            Cannot::Suspend | Cannot::Unsuspend | Cannot::UnsuspendInPhase | Cannot::BeSuspendedBy(_) => {
                Ban::Suspend
            }
            Cannot::Digivolve | Cannot::DigivolveBut(_) | Cannot::IgnoreRequirements => Ban::Digivolve,
            Cannot::BeDeleted
            | Cannot::BeDeletedInBattle
            | Cannot::BeDeletedBy(_)
            | Cannot::BeReturnedBy(_)
            | Cannot::LeaveBy(_) => Ban::Leave,
            Cannot::DpReducedBy(_) => Ban::Dp,
            Cannot::UnderTrashedBy(_) | Cannot::BeTrashedBy(_) | Cannot::BeDeDigivolvedBy(_) => Ban::Under,
            Cannot::Activate(_) => Ban::Activate,
            Cannot::OptionSecurity | Cannot::CheckedSecurity => Ban::OptionSecurity,
            Cannot::GainMemory | Cannot::GainMemoryButByTamers => Ban::Memory,
            Cannot::Play(_) | Cannot::PlayByEffects(_) | Cannot::UseOptions | Cannot::Move(_) => Ban::Play,
            Cannot::ReducePlayCosts | Cannot::ReduceDigivolutionCosts => Ban::Cost,
            Cannot::AddSecurity => Ban::Security,
        }
    }
}

/// What one part of a printed card does; or that part of all the cards that lie where it works ([`crate::scope`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Does {
    /// The moments its abilities wait for, and those they step in before.
    pub listens: u64,
    pub interrupts: u64,
    /// What its always-on abilities change of the card itself, and of others or players.
    pub own: u16,
    pub others: u16,
    /// The kinds of keyword that they give the card itself, and others.
    pub keywords: u32,
    pub shares: u32,
    /// The kinds of prohibition that they make, a bit of [`Ban`] each.
    pub bans: u16,
    /// It has an activation-type effect.
    pub uses: bool,
    /// It may lower its own DP, or say what it originally is ([`WEAKENS_ITSELF`]); the same of others.
    pub weakens: u8,
}

pub const WEAKENS_ITSELF: u8 = 1;
pub const WEAKENS_OTHERS: u8 = 2;

impl BitOr for Does {
    type Output = Does;
    #[inline]
    fn bitor(self, more: Does) -> Does {
        Does {
            listens: self.listens | more.listens,
            interrupts: self.interrupts | more.interrupts,
            own: self.own | more.own,
            others: self.others | more.others,
            keywords: self.keywords | more.keywords,
            shares: self.shares | more.shares,
            uses: self.uses | more.uses,
            bans: self.bans | more.bans,
            weakens: self.weakens | more.weakens,
        }
    }
}

/// What is looked up about a printed card again and again, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    pub parts: [Does; PARTS],
    /// What it does wherever it lies: the moments that anything of it waits for, the keywords that it gives included,
    /// and what its always-on abilities change of the card itself in every area.
    pub anywhere: Does,
    /// The keywords that it has as the top card of a stack.
    pub on_top: u32,
    /// The levels that its printed requirements name, a bit each; and whether it has other ways of digivolving.
    pub onto_levels: u16,
    pub has_ways: bool,
    /// As printed, it can stay in the battle area, and in the breeding area.
    sound: [bool; 2],
    /// The kinds of keyword that its texts give to anything.
    pub gives: u32,
    /// It lends a Digimon the effects of its digivolution cards.
    pub lends: bool,
    /// In the battle area it has every keyword of its upper text, without any condition.
    pub steady: bool,
}

impl Facts {
    /// Whether it can stay in an area of the field as it is printed.
    #[inline]
    pub(crate) fn is_sound(&self, area: Area) -> bool {
        self.sound[usize::from(area == Area::Breeding)]
    }
}

/// What a card says about playing or using itself works where it is played from, and what it is treated as everywhere.
pub(crate) const OF_ITSELF: u16 = Class::AnyColor as u16
    | Class::Cost as u16
    | Class::Kind as u16
    | Class::OriginalDp as u16
    | Class::Color as u16
    | Class::Name as u16
    | Class::Trait as u16;

/// An always-on ability of a print: which of its abilities, in which part, and the classes of change it gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Always {
    pub index: u8,
    pub part: u8,
    pub classes: u16,
    /// The kinds within those classes, as the layer asks for them.
    pub kinds: u64,
}

/// How many different places abilities can work from.
pub const PARTS: usize = 10;

impl Part {
    /// Where abilities of this part are looked for.
    pub const fn slot(self) -> usize {
        match (self.live, self.text) {
            (Live::Hand, _) => HAND,
            (Live::Trash, _) => TRASH,
            (Live::Breeding | Live::Usual, Text::Inherited) => INHERITED,
            (Live::Breeding, _) => BREEDING,
            (Live::Security, _) => FACE_UP,
            (Live::Anywhere, _) => ANYWHERE,
            (Live::Granted, _) => GRANTED,
            (Live::Usual, Text::Main) => MAIN,
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
const KEYWORDS: Print = Print(u16::MAX);
/// How many trees of keywords are filed under one such print, and how many prints there are for them.
const PAGE: usize = 256;
const PAGES: usize = 16;

/// Whether a print stands for trees of keywords.
#[inline]
pub fn is_keyword(print: Print) -> bool {
    usize::from(KEYWORDS.0 - print.0) < PAGES
}

/// The number of a keyword's tree, and back.
fn filed(at: usize) -> AbilityRef {
    AbilityRef { print: Print(KEYWORDS.0 - (at / PAGE) as u16), index: (at % PAGE) as u8 }
}

fn number(at: AbilityRef) -> usize {
    usize::from(KEYWORDS.0 - at.print.0) * PAGE + usize::from(at.index)
}

/// The pool once every card is known.
#[derive(Debug, Default)]
pub struct Cards {
    pool: Pool<Card>,
    by_title: HashMap<String, Print>,
    facts: Vec<Facts>,
    /// By print: its always-on abilities.
    always: Vec<Box<[Always]>>,
    /// Trees of keywords that trigger, interrupt or are activated.
    keywords: Vec<(Option<Keyword>, Ability)>,
    /// By kind of keyword: where its trees are.
    keywords_of: [Vec<u16>; 32],
    /// By moment: the kinds of keyword whose trees wait for it or step in before it.
    keywords_at: Vec<u32>,
    /// The kinds that work in the hand.
    hand_keywords: u32,
    tokens: HashMap<Token, Print>,
    /// What an ability that is not there does: nothing.
    nothing: Nothing,
}

/// An ability that does nothing.
#[derive(Debug)]
struct Nothing(Ability);

impl Default for Nothing {
    fn default() -> Self {
        let part = Part { text: Text::Main, live: Live::Usual };
        Nothing(Ability::new(part, When::Granted, Vec::new()))
    }
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

    /// The always-on abilities of a print.
    #[inline]
    pub(crate) fn always(&self, print: Print) -> &[Always] {
        &self.always[print.0 as usize]
    }

    /// A card by id or, failing that, by name.
    pub fn find(&self, word: &str) -> Option<Print> {
        self.pool.find(word).or_else(|| self.by_title.get(&word.to_lowercase()).copied())
    }

    /// An ability by print and index. One that does not exist (it is not known whose it is) does nothing.
    #[inline]
    pub fn ability(&self, at: AbilityRef) -> &Ability {
        if is_keyword(at.print) {
            return &self.keywords[number(at)].1;
        }
        let found = self.pool.get(at.print).meaning.abilities.get(at.index as usize);
        found.unwrap_or(&self.nothing.0)
    }

    /// The kinds of keyword whose trees wait for a moment (given as its bit), or step in before it.
    pub fn keywords_at(&self, bit: u64) -> u32 {
        self.keywords_at[bit.trailing_zeros() as usize % 64]
    }

    /// The kinds of keyword that work in the hand (<Digisorption>, <Blast Digivolve>).
    pub fn hand_keywords(&self) -> u32 {
        self.hand_keywords
    }

    /// Where a keyword's tree is filed.
    pub fn keyword(&self, keyword: &Keyword) -> Option<AbilityRef> {
        let of_kind = &self.keywords_of[usize::from(keyword.kind())];
        let index = of_kind.iter().find(|at| self.keywords[usize::from(**at)].0.as_ref() == Some(keyword))?;
        Some(filed(usize::from(*index)))
    }

    /// The end of a burst digivolve.
    pub fn burst_end(&self) -> AbilityRef {
        filed(0)
    }

    /// The end of an <Execute> attack.
    pub fn execute_end(&self) -> AbilityRef {
        filed(1)
    }

    /// Whether an ability is printed on a card, and not the tree of a keyword.
    pub fn is_printed(&self, at: AbilityRef) -> bool {
        !is_keyword(at.print)
    }

    /// The keyword whose tree this is.
    pub fn keyword_of(&self, at: AbilityRef) -> Option<&Keyword> {
        if !is_keyword(at.print) {
            return None;
        }
        self.keywords.get(number(at)).and_then(|(keyword, _)| keyword.as_ref())
    }

    pub fn token(&self, token: &Token) -> Option<Print> {
        self.tokens.get(token).copied()
    }

    fn index(&mut self) {
        self.facts = self.pool.every().map(|(_, card)| facts_of(card)).collect();
        self.always = self.pool.every().map(|(_, card)| always_of(card)).collect();
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
            if filed || self.keywords.len() >= PAGE * PAGES {
                continue;
            }
            if let Some(tree) = keyword.tree() {
                let moments = waits_for(&tree.when) | interrupts(&tree.when);
                for (moment, kinds) in self.keywords_at.iter_mut().enumerate() {
                    *kinds |= (moments >> moment & 1) as u32 * (1 << keyword.kind());
                }
                if tree.part.slot() == HAND {
                    self.hand_keywords |= 1 << keyword.kind();
                }
                self.keywords_of[usize::from(keyword.kind())].push(self.keywords.len() as u16);
                self.keywords.push((Some(keyword), tree));
            }
        }
        for facts in &mut self.facts {
            loop {
                let before = facts.gives;
                for (keyword, tree) in &self.keywords {
                    if keyword.as_ref().is_some_and(|keyword| facts.gives & 1 << keyword.kind() != 0) {
                        facts.anywhere.listens |= waits_for(&tree.when);
                        facts.anywhere.interrupts |= interrupts(&tree.when);
                        // A keyword may give another in its turn (<Alliance> gives <Security A.>).
                        facts.gives |= keywords_given(tree);
                    }
                }
                if facts.gives == before {
                    break;
                }
            }
            facts.parts[HAND].keywords |= facts.gives & self.hand_keywords;
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

fn always_of(card: &Card) -> Box<[Always]> {
    let mut found = Vec::new();
    for (index, ability) in card.meaning.abilities.iter().enumerate() {
        if ability.when == When::Always {
            let (mut classes, mut kinds) = (0, 0);
            walk(&ability.steps, &mut |step| {
                if let Step::Gain { change, .. } = step {
                    classes |= change.classes();
                    kinds |= <State as effects::Layered>::sort_of(change).kinds;
                }
            });
            found.push(Always { index: index as u8, part: ability.part.slot() as u8, classes, kinds });
        }
    }
    found.into()
}

fn facts_of(card: &Card) -> Facts {
    let mut facts = Facts::default();
    for ability in &card.meaning.abilities {
        let part = ability.part.slot();
        facts.gives |= keywords_given(ability);
        walk(&ability.steps, &mut |step| {
            facts.lends |= matches!(step, Step::Gain { change: Change::EffectsUnder(..), .. });
        });
        match &ability.when {
            When::Trigger(_) | When::Would(_) => {
                facts.parts[part].listens |= waits_for(&ability.when);
                facts.parts[part].interrupts |= interrupts(&ability.when);
            }
            When::Use(_) => facts.parts[part].uses = true,
            When::Always => walk(&ability.steps, &mut |step| note_gain(step, &mut facts.parts[part])),
            When::Body(_) | When::Granted => {}
        }
    }
    for part in &facts.parts {
        facts.anywhere.listens |= part.listens;
        facts.anywhere.interrupts |= part.interrupts;
    }
    facts.anywhere.own = facts.parts[MAIN].own & OF_ITSELF | facts.parts[ANYWHERE].own;
    facts.anywhere.keywords = facts.parts[ANYWHERE].keywords;
    facts.anywhere.weakens = facts.parts[ANYWHERE].weakens;
    facts.anywhere.bans = facts.parts[ANYWHERE].bans;
    facts.on_top =
        [MAIN, ANYWHERE, BREEDING, HAND].iter().fold(0, |all, part| all | facts.parts[*part].keywords);
    let digimon = card.kinds.meets(Kinds::DIGIMON.with(Kinds::EGG));
    let stands = digimon && card.dp.is_some_and(|dp| dp > 0);
    facts.onto_levels = card.needs.iter().fold(0, |levels, need| levels | 1 << need.level.min(15));
    facts.has_ways = !card.meaning.ways.is_empty();
    facts.steady = has_steady_keywords(card);
    facts.sound = [stands || !digimon && card.kinds.meets(Kinds::TAMER), digimon];
    facts
}

/// Whether every keyword that the upper text of a card gives is one that the card always has in the battle area. One that works in
/// the hand, as <Blast Digivolve>, is none.
fn has_steady_keywords(card: &Card) -> bool {
    let upper = card.meaning.abilities.iter().filter(|ability| ability.part.text == Text::Main);
    let mut giving = upper.filter(|ability| ability.when == When::Always && keywords_given(ability) != 0);
    giving.all(|ability| {
        let plain = |step: &Step| {
            matches!(
                step,
                Step::Gain { to: Gainer::Cards(effects::Target::This), change: Change::Keyword(_), .. }
            )
        };
        ability.part.slot() == MAIN && ability.cond.is_none() && ability.steps.iter().all(plain)
    })
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

fn note_gain(step: &Step, does: &mut Does) {
    let Step::Gain { to, change, .. } = step else { return };
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
    if let Change::Cannot(cannot) = change {
        does.bans |= cannot.ban() as u16;
    }
    if matches!(to, Gainer::Cards(effects::Target::This)) {
        does.own |= change.classes();
        does.keywords |= keyword;
        does.weakens |= if weakens { WEAKENS_ITSELF } else { 0 };
    } else {
        does.others |= change.classes();
        does.shares |= keyword;
        does.weakens |= if weakens { WEAKENS_OTHERS } else { 0 };
    }
}

/// Calls `f` with every step of a tree.
pub fn walk(steps: &[Step], f: &mut dyn FnMut(&Step)) {
    steps.iter().for_each(|step| step.each(f));
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
        cards.pool = std::mem::take(&mut cards.pool).complete();
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
