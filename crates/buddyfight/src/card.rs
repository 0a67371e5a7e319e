//! Printed cards: the figures of a card row, what its flag permits, and its compiled text.
//!
//! What lives here is data read once; nothing here changes during a match.

use crate::text::Sheet;
use crate::vocab::{Ability, Figure, Part};
use effects::text::lexer::fold;
use effects::{AbilityRef, When};
use kernel::{CardError, Fields, Pool, Print, Printed, Unread};
use serde_json::Value;
use std::collections::HashMap;

/// The six kinds of card. Cross names (character, event, special, special character) are the same kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    Monster,
    Spell,
    Item,
    Flag,
    Impact,
    ImpactMonster,
}

impl Kind {
    /// The kind that a field of a card file names.
    pub fn from_word(word: &str) -> Option<Kind> {
        match word {
            // BF CROSS-TYPE-1, CROSS-2, CROSS-TYPE-3 to CROSS-TYPE-4: what Cross cards are called.
            "special" => Some(Kind::Impact),
            "impact-monster" | "special-character" | "special character" => Some(Kind::ImpactMonster),
            word => crate::text::words::KINDS.named(word),
        }
    }

    /// BF IMPACT-1, IMPACT-1a: an impact monster is a monster wherever monsters are named.
    pub fn is_monster(self) -> bool {
        matches!(self, Kind::Monster | Kind::ImpactMonster)
    }

    /// BF IMPACT-1: and an impact wherever impacts are named.
    pub fn is_impact(self) -> bool {
        matches!(self, Kind::Impact | Kind::ImpactMonster)
    }

    /// As card files write it.
    pub fn key(self) -> &'static str {
        match self {
            Kind::ImpactMonster => "impact-monster",
            kind => kind.word(),
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Kind::Monster => "monster",
            Kind::Spell => "spell",
            Kind::Item => "item",
            Kind::Flag => "flag",
            Kind::Impact => "impact",
            Kind::ImpactMonster => "impact monster",
        }
    }
}

/// One card of the pool.
#[derive(Clone, Debug)]
pub struct Face {
    pub id: String,
    pub name: String,
    pub kind: Kind,
    pub worlds: Vec<String>,
    pub attributes: Vec<String>,
    /// BF LOST-5: a Lost World monster has none.
    pub size: Option<u8>,
    pub power: Option<i32>,
    pub defense: Option<i32>,
    pub critical: Option<i32>,
    /// BF CROSS-11: a Cross card's character, apart from its card name.
    pub character: Option<String>,
    /// BF KEY-REVERSAL-2: the card that is its other face, by id or name.
    pub back: Option<String>,
    /// BF LIST-1: lines of an Irregulars List that the card file carries.
    pub limits: Vec<Limited>,
    pub text: Vec<String>,
    /// Name, attributes and worlds as texts compare them.
    pub folded: String,
    pub folded_attributes: Vec<String>,
    pub folded_worlds: Vec<String>,
    /// It is of a world of the Cross series.
    cross: bool,
    /// The compiled text.
    pub sheet: Sheet,
}

/// A line of the Irregulars List: how many of a card a deck may hold, under this flag (folded) or under all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limited {
    pub flag: Option<String>,
    pub most: u32,
}

/// BF CROSS-WORLD-1 to CROSS-WORLD-4: the worlds of the Cross series with the numbers of their sets.
const CROSS_WORLDS: [(&str, &[&str]); 4] = [
    ("Detective Conan", &["S-TD-C01", "S-TD-C02", "S-UB-C01"]),
    // BF CROSS-WORLD-2: its one set.
    ("BanG Dream! Girls Band Party☆PICO", &["S-UB-C02"]),
    // BF CROSS-WORLD-3: its one set.
    ("THE IDOLM@STER CINDERELLA GIRLS Theater", &["S-UB-C03"]),
    ("SSSS.GRIDMAN", &["S-UB-C05"]),
];

/// Whether a world (folded) is one of the Cross series.
pub(crate) fn is_cross_world(world: &str) -> bool {
    CROSS_WORLDS.iter().any(|(name, _)| fold(name) == world)
}

/// BF CROSS-NOTE, CROSS-WORLD-0: the world that a card's number tells.
fn world_by_number(id: &str) -> Option<&'static str> {
    let set = id.split('/').next()?;
    CROSS_WORLDS.iter().find(|(_, sets)| sets.contains(&set)).map(|(world, _)| *world)
}

impl Face {
    /// A printed number.
    pub fn figure(&self, figure: Figure) -> Option<i32> {
        match figure {
            Figure::Size => self.size.map(i32::from),
            Figure::Power => self.power,
            Figure::Defense => self.defense,
            Figure::Critical => self.critical,
            Figure::Soul => None,
        }
    }

    /// BF CROSS-DECK-2: a card of the Cross series.
    pub fn is_cross(&self) -> bool {
        self.cross
    }

    pub fn is_lost(&self) -> bool {
        self.worlds.iter().any(|world| world == "Lost World")
    }
}

impl kernel::Retold for Face {
    fn retold(&self, row: &Value) -> Value {
        let mut row = row.clone();
        row["text"] = self.words().into();
        row
    }

    fn meaning(&self) -> Vec<String> {
        self.sheet.shapes()
    }
}

impl Printed for Face {
    fn id(&self) -> &str {
        &self.id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn read(row: &Value) -> Result<Self, CardError> {
        let row = &Fields::of(row)?;
        let id = row.word("id")?.ok_or_else(|| row.missing("id"))?;
        let name = row.word("name")?.ok_or_else(|| row.missing("name"))?;
        let kind = row.word("kind")?.ok_or_else(|| row.missing("kind"))?;
        let kind = Kind::from_word(&kind)
            .ok_or_else(|| row.wrong("kind", format!("no kind of card is called \"{kind}\"")))?;
        let figure = |field: &str| row.number(field, 0..=1_000_000);
        let mut card = Face {
            size: row.number("size", 0..=99)?.map(|size| size as u8),
            power: figure("power")?,
            defense: figure("defense")?,
            critical: figure("critical")?,
            worlds: row.words("worlds")?,
            attributes: row.words("attributes")?,
            character: row.word("character")?.map(|name| fold(&name)),
            back: row.word("back")?,
            limits: Vec::new(),
            text: row.words("text")?,
            folded: String::new(),
            folded_attributes: Vec::new(),
            folded_worlds: Vec::new(),
            cross: false,
            sheet: Sheet::default(),
            id,
            name,
            kind,
        };
        if kind.is_monster() {
            for (field, given) in
                [("power", card.power), ("defense", card.defense), ("critical", card.critical)]
            {
                if given.is_none() {
                    return Err(row.wrong(field, "a monster must have it"));
                }
            }
            // BF CROSS-3: on the characters of the Cross series it is from 0 to 3.
            let cross = world_by_number(&card.id).is_some()
                || card.worlds.iter().any(|world| is_cross_world(&fold(world)));
            if cross && card.size.is_some_and(|size| size > 3) {
                return Err(row.wrong("size", "a character's is from 0 to 3"));
            }
            if card.size.is_none() && !card.is_lost() {
                return Err(row.wrong("size", "a monster must have it"));
            }
        }
        if let Some(world) = world_by_number(&card.id).filter(|_| card.worlds.is_empty()) {
            card.worlds.push(world.to_string());
        }
        for line in row.objects("limits")? {
            let most = line.number("most", 0..=4)?.ok_or_else(|| line.missing("most"))? as u32;
            card.limits.push(Limited { flag: line.word("flag")?.map(|flag| fold(&flag)), most });
        }
        card.folded = fold(&card.name);
        card.folded_attributes = card.attributes.iter().map(|name| fold(name)).collect();
        card.folded_worlds = card.worlds.iter().map(|name| fold(name)).collect();
        card.cross = card.folded_worlds.iter().any(|world| is_cross_world(world));
        card.sheet = crate::text::compile(&card);
        Ok(card)
    }

    fn unknown() -> Self {
        let row = serde_json::json!({"id": "?", "name": "a card", "kind": "spell", "worlds": []});
        Self::read(&row).expect("the unknown card is a card")
    }

    fn unread(&self) -> &[Unread] {
        &self.sheet.unread
    }

    fn clauses(&self) -> usize {
        self.sheet.clauses
    }

    fn words(&self) -> Vec<String> {
        crate::text::words(self)
    }
}

/// A set of prints, one bit each.
#[derive(Clone, Debug, Default)]
pub struct Prints(Vec<u64>);

impl Prints {
    fn of(len: usize, mut holds: impl FnMut(Print) -> bool) -> Self {
        let mut bits = vec![0; len.div_ceil(64)];
        for at in 0..len {
            if holds(Print(at as u16)) {
                bits[at / 64] |= 1 << (at % 64);
            }
        }
        Prints(bits)
    }

    #[inline]
    pub fn has(&self, print: Print) -> bool {
        self.0.get(print.0 as usize / 64).is_some_and(|word| word >> (print.0 % 64) & 1 == 1)
    }
}

/// The pool with what is computed over all of it: names as numbers, and what each flag permits.
#[derive(Debug, Default)]
pub struct Cards {
    pool: Pool<Face>,
    names: Vec<u16>,
    /// By print: abilities whose limit counts by their own name, with a number for it (BF ONCE-5).
    named: Vec<Vec<(u8, u16)>>,
    /// By print: the cards a flag permits; `None` for other cards.
    permits: Vec<Option<Prints>>,
    /// By print: the other face of a double-faced card.
    backs: Vec<Option<Print>>,
    /// The moments that cards in hand are usable after (BF OTHER-WHEN-1).
    pub moments_after: u64,
    /// What an ability that is not there does: nothing.
    nothing: Option<Ability>,
}

impl Cards {
    #[inline]
    pub fn get(&self, print: Print) -> &Face {
        self.pool.get(print)
    }

    /// An ability by print and index. One that does not exist (a state made for other cards) does nothing.
    #[inline]
    pub fn ability(&self, at: AbilityRef) -> &Ability {
        let found = self.pool.get(at.print).sheet.abilities.get(at.index as usize);
        // `nothing` is set by the only constructor that can hold cards.
        found.or(self.nothing.as_ref()).expect("a pool made from cards has an ability that does nothing")
    }

    /// A number for the card's name: equal for every printing of it.
    #[inline]
    pub fn name_id(&self, print: Print) -> u16 {
        self.names[print.0 as usize]
    }

    /// A number for the name of an ability whose limit counts by that, whichever card has it.
    pub fn ability_name(&self, print: Print, index: u8) -> Option<u16> {
        let named = self.named.get(print.0 as usize)?;
        named.iter().find(|(at, _)| *at == index).map(|(_, name)| *name)
    }

    /// The other face of a double-faced card.
    #[inline]
    pub fn back(&self, print: Print) -> Option<Print> {
        self.backs[print.0 as usize]
    }

    /// Whether this flag, face up, lets its fighter use that card.
    #[inline]
    pub fn flag_permits(&self, flag: Print, card: Print) -> bool {
        self.permits[flag.0 as usize].as_ref().is_some_and(|prints| prints.has(card))
    }
}

impl AsRef<Pool<Face>> for Cards {
    fn as_ref(&self) -> &Pool<Face> {
        &self.pool
    }
}

impl From<Pool<Face>> for Cards {
    fn from(pool: Pool<Face>) -> Self {
        let pool = pool.complete();
        let mut ids: HashMap<&str, u16> = HashMap::new();
        let mut names = Vec::with_capacity(pool.len());
        for (_, card) in pool.every() {
            let next = ids.len() as u16;
            names.push(*ids.entry(&card.name).or_insert(next));
        }
        let mut abilities: HashMap<&str, u16> = HashMap::new();
        let mut named = Vec::with_capacity(pool.len());
        for (_, card) in pool.iter() {
            let mut own = Vec::new();
            for (index, name) in &card.sheet.named {
                let next = abilities.len() as u16;
                own.push((*index, *abilities.entry(name).or_insert(next)));
            }
            named.push(own);
        }
        let permits = pool
            .every()
            .map(|(_, flag)| {
                (flag.kind == Kind::Flag)
                    .then(|| Prints::of(pool.len(), |print| crate::deck::permits(flag, pool.get(print))))
            })
            .collect();
        let mut backs = vec![None; pool.len() + 1];
        for (print, card) in pool.iter() {
            let Some(back) = &card.back else { continue };
            let found =
                pool.find(back).or_else(|| pool.iter().find(|(_, other)| other.name == *back).map(|it| it.0));
            if let Some(other) = found {
                (backs[print.0 as usize], backs[other.0 as usize]) = (Some(other), Some(print));
            }
        }
        let moments_after = pool.iter().fold(0, |moments, (_, card)| moments | card.sheet.after);
        let nothing = Some(Ability::new(Part::Field, When::Granted, Vec::new()));
        Cards { names, named, permits, backs, moments_after, nothing, pool }
    }
}
