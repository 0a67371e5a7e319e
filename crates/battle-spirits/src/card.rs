//! Printed cards: the row of a card file, checked, with its text compiled. Nothing here changes during a match.

use crate::layer::{SITES, site};
use crate::state::Zone;
use crate::text::words::{COLORS, KINDS};
use crate::vocab::{Ability, Part, TextStep, When, Window};
use effects::layer::Bits;
use effects::text::lexer::fold;
use effects::{AbilityRef, Limit};
use kernel::{CardError, Fields, Pool, Print, Printed, StableHasher, Unread};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;

/// BS TYPE-0: a deck combines three types of card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    Spirit,
    Nexus,
    Magic,
}

/// BS COLOR-1, GLOSS-COLOR: the six colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Color {
    Red,
    Purple,
    Green,
    White,
    Yellow,
    Blue,
}

impl Color {
    pub const ALL: [Color; 6] =
        [Color::Red, Color::Purple, Color::Green, Color::White, Color::Yellow, Color::Blue];

    pub fn name(self) -> &'static str {
        COLORS.say(self)
    }

    pub fn named(word: &str) -> Option<Color> {
        COLORS.named(word)
    }
}

/// A number for each colour: symbols on a card, slots of a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PerColor(pub [u8; 6]);

impl PerColor {
    pub fn total(&self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    pub fn of(&self, color: Color) -> u8 {
        self.0[color as usize]
    }

    pub fn add(&mut self, other: &PerColor) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own = own.saturating_add(more);
        }
    }

    pub fn gain(&mut self, color: Color, count: u8) {
        self.0[color as usize] = self.0[color as usize].saturating_add(count);
    }
}

/// One line of the level box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    pub level: u8,
    /// How many cores keep the card at this level.
    pub cores: u16,
    pub bp: i32,
    /// BS SUPER-UNLEASH-1: the Soul Core alone is enough for this level.
    pub super_unleash: bool,
}

/// A printed card.
#[derive(Clone, Debug)]
pub struct BattleCard {
    pub id: String,
    pub name: String,
    /// Tells names apart at run time (DECK-4: by name, whatever the art or the card number).
    pub name_hash: u64,
    pub kind: Kind,
    pub colors: Vec<Color>,
    pub cost: u8,
    pub reduction: PerColor,
    /// As they are compared: lower case, plain spaces.
    pub families: Vec<String>,
    pub family_names: Vec<String>,
    pub symbols: PerColor,
    /// BS CARD-7b: its symbols are EX symbols.
    pub ex_symbol: bool,
    pub levels: Vec<Level>,
    pub block: Option<String>,
    pub paragraphs: Vec<String>,
    /// The name as it is compared.
    pub folded_name: String,
    pub abilities: Vec<Ability>,
    /// BS SUCCESSION-1.
    pub succession: bool,
    /// BS SOUL-MAGIC-1: the colour whose symbol it asks for.
    pub soul_magic: Option<Color>,
    unread: Vec<Unread>,
    clauses: usize,
    /// By site of the index: what its abilities that work there give and wait for.
    pub(crate) bits: [Bits; SITES],
    /// The abilities that give changes as long as it is on the Field, with the classes that they give.
    pub(crate) givers: Vec<(u8, u16)>,
}

impl BattleCard {
    /// The effect of a Magic card for this window.
    pub fn body(&self, window: Window) -> Option<u8> {
        self.abilities.iter().position(|ability| ability.when == When::Body(window)).map(|at| at as u8)
    }

    /// Whether it has effects that its player may use while it is there.
    pub(crate) fn acts_in(&self, zone: Zone) -> bool {
        site(zone).is_some_and(|site| self.bits[site].uses != 0)
    }

    pub fn is(&self, color: Color) -> bool {
        self.colors.contains(&color)
    }

    /// How many cores the lowest level takes.
    pub fn least_cores(&self) -> u16 {
        self.levels.iter().map(|level| level.cores).min().unwrap_or(0)
    }
}

impl kernel::Retold for BattleCard {
    fn retold(&self, row: &Value) -> Value {
        let mut row = row.clone();
        row["text"] = self.words().into();
        row
    }

    fn meaning(&self) -> Vec<String> {
        let printed = format!("{:?}", (self.succession, self.soul_magic));
        self.abilities.iter().map(Ability::shape).chain(std::iter::once(printed)).collect()
    }
}

impl Printed for BattleCard {
    fn id(&self) -> &str {
        &self.id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn read(row: &Value) -> Result<Self, CardError> {
        let row = &Fields::of(row)?;
        let name = row.word("name")?.ok_or_else(|| row.missing("name"))?;
        let id = row.word("id")?.ok_or_else(|| row.missing("id"))?;
        let kind = row.word("kind")?.ok_or_else(|| row.missing("kind"))?;
        let wrong = || row.wrong("kind", format!("{kind:?} is not spirit, nexus or magic"));
        let kind = KINDS.named(&kind).ok_or_else(wrong)?;
        let cost = row.number("cost", 0..=255)?.ok_or_else(|| row.missing("cost"))? as u8;
        let colors = colors(row, "colors")?;
        if colors.is_empty() {
            return Err(row.missing("colors"));
        }
        let levels = levels(row, kind)?;
        let mut symbols = PerColor::default();
        for color in self::colors(row, "symbols")? {
            symbols.gain(color, 1);
        }
        let mut reduction = PerColor::default();
        for color in self::colors(row, "reduction")? {
            reduction.gain(color, 1);
        }
        let family_names = row.words("families")?;
        let ex_symbol = row.flag("ex_symbol")?;
        let paragraphs = row.words("text")?;
        let folded_name = fold(&name);
        let mut card = BattleCard {
            name_hash: StableHasher::of(&name),
            id,
            name,
            kind,
            colors,
            cost,
            reduction,
            families: family_names.iter().map(|name| fold(name)).collect(),
            family_names,
            symbols,
            ex_symbol,
            levels,
            block: row.word("block")?,
            paragraphs,
            folded_name,
            abilities: Vec::new(),
            succession: false,
            soul_magic: None,
            unread: Vec::new(),
            clauses: 0,
            bits: [Bits::NONE; SITES],
            givers: Vec::new(),
        };
        card.compile();
        Ok(card)
    }

    fn unknown() -> Self {
        let row =
            serde_json::json!({"id": "?", "name": "a card", "kind": "magic", "colors": ["white"], "cost": 0});
        let card = Self::read(&row).expect("the unknown card is a card");
        BattleCard { colors: Vec::new(), ..card }
    }

    fn unread(&self) -> &[Unread] {
        &self.unread
    }

    fn clauses(&self) -> usize {
        self.clauses
    }

    fn words(&self) -> Vec<String> {
        crate::text::say(self)
    }
}

impl BattleCard {
    fn compile(&mut self) {
        let read = crate::text::read(self);
        self.clauses = read.clauses;
        self.unread = read.unread;
        self.succession = read.succession;
        self.soul_magic = read.soul_magic;
        self.abilities = read.abilities;
        for (index, ability) in self.abilities.iter().enumerate() {
            let Some(site) = site(ability.part.zone) else { continue };
            let bits = &mut self.bits[site];
            let gives = given(ability);
            bits.gives |= gives;
            if gives != 0 && ability.part.zone == Zone::Field {
                self.givers.push((index as u8, gives));
            }
            match &ability.when {
                When::Trigger(triggers) => {
                    triggers.iter().for_each(|one| bits.hears |= 1 << one.moment as u32);
                }
                When::Use(_) => bits.uses = 1,
                _ => {}
            }
        }
    }
}

/// The classes of change that an ability gives as long as it is there.
fn given(ability: &Ability) -> u16 {
    let mut classes = 0;
    if ability.when == When::Always {
        let mut note = |step: &TextStep| {
            if let TextStep::Gain { change, .. } = step {
                classes |= change.kind() as u16;
            }
        };
        ability.steps.iter().for_each(|step| step.each(&mut note));
    }
    classes
}

fn colors(row: &Fields<'_>, field: &str) -> Result<Vec<Color>, CardError> {
    let named = |word: String| {
        Color::named(&word).ok_or_else(|| row.wrong(field, format!("{word:?} is not one of the six colours")))
    };
    row.words(field)?.into_iter().map(named).collect()
}

fn levels(row: &Fields<'_>, kind: Kind) -> Result<Vec<Level>, CardError> {
    let rows = row.objects("levels")?;
    // BS CARD-6: Magic has no levels; Spirits and Nexuses have at least one.
    if kind == Kind::Magic {
        return Ok(Vec::new());
    }
    let mut levels = Vec::new();
    for row in &rows {
        let bp = row.number("bp", 0..=1_000_000)?;
        if bp.is_none() && kind == Kind::Spirit {
            return Err(row.missing("bp"));
        }
        levels.push(Level {
            level: row.number("level", 0..=9)?.ok_or_else(|| row.missing("level"))? as u8,
            cores: row.number("cores", 0..=99)?.ok_or_else(|| row.missing("cores"))? as u16,
            bp: bp.unwrap_or(0),
            super_unleash: row.flag("super_unleash")?,
        });
    }
    if levels.is_empty() {
        return Err(row.missing("levels"));
    }
    levels.sort_by_key(|level| level.level);
    Ok(levels)
}

/// The cards of a match.
#[derive(Debug)]
pub struct Cards {
    pool: Pool<BattleCard>,
    /// For each print, the first print of the same name.
    namesake: Vec<Print>,
    /// What an ability that is not there does: nothing.
    nothing: Ability,
}

impl Cards {
    pub fn get(&self, print: Print) -> &BattleCard {
        self.pool.get(print)
    }

    /// An ability by print and index. One that does not exist (it is not known whose it is) does nothing.
    pub fn ability(&self, at: AbilityRef) -> &Ability {
        self.pool.get(at.print).abilities.get(at.index as usize).unwrap_or(&self.nothing)
    }

    /// Under which ability a limit is counted: for the name where it counts for all cards of a name.
    pub fn limit_key(&self, at: AbilityRef, limit: Limit) -> AbilityRef {
        if limit.by_name { effects::limit::by_name(at, self.namesake[at.print.0 as usize]) } else { at }
    }
}

impl AsRef<Pool<BattleCard>> for Cards {
    fn as_ref(&self) -> &Pool<BattleCard> {
        &self.pool
    }
}

impl From<Pool<BattleCard>> for Cards {
    fn from(pool: Pool<BattleCard>) -> Self {
        let pool = pool.complete();
        let mut first = HashMap::new();
        let namesake =
            pool.every().map(|(print, card)| *first.entry(card.name_hash).or_insert(print)).collect();
        let nothing = Ability::new(Part::FIELD, When::Granted, Vec::new());
        Cards { pool, namesake, nothing }
    }
}
