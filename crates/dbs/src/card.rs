//! Printed cards: the figures of a card row and its text, front and back.

use crate::text::words::COLORS;
use crate::text::{Reading, Skill};
use crate::vocab::{Dbs, Keyword, KindWord, Part, Test};
use effects::text::printer::{listed, titled};
use effects::{Filter, Phrase};
use kernel::{CardError, Fields, Unread};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A colour. DBS 1-8-1: there are five.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    Red,
    Blue,
    Green,
    Yellow,
    Black,
}

impl Color {
    pub const ALL: [Color; 5] = [Color::Red, Color::Blue, Color::Green, Color::Yellow, Color::Black];

    pub fn name(self) -> &'static str {
        COLORS.say(self)
    }

    /// Its letter in costs.
    pub fn letter(self) -> &'static str {
        ["R", "U", "G", "Y", "K"][self as usize]
    }

    pub fn read(word: &str) -> Option<Color> {
        COLORS.named(word)
    }
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Colors(pub u8);

impl Colors {
    pub const fn of(color: Color) -> Colors {
        Colors(1 << color as u8)
    }
    pub const fn has(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }
    pub const fn with(self, other: Colors) -> Colors {
        Colors(self.0 | other.0)
    }
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |color| self.has(*color))
    }
}

/// DBS 2-1-2: what kind of card it is; a Z-Card has one of these kinds and the mark [`Printed::z`] beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    Leader,
    Battle,
    Extra,
    Unison,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Leader => "leader",
            Kind::Battle => "battle",
            Kind::Extra => "extra",
            Kind::Unison => "unison",
        }
    }
}

/// The keyword skills of one side of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keywords {
    pub bits: u64,
    /// The X of [Strike] and of [X Attack]; 1 without.
    pub strike: u8,
    pub attacks: u8,
    /// Those that come with a limit of their own, as skills of the card.
    pub limited: u64,
}

impl Keywords {
    pub fn add(&mut self, keyword: Keyword) {
        self.bits |= keyword.bit();
        match keyword {
            Keyword::Strike(n) => self.strike = self.strike.max(n),
            Keyword::Attack(n) => self.attacks = self.attacks.max(n),
            _ => {}
        }
    }
    pub fn has(&self, keyword: Keyword) -> bool {
        self.bits & keyword.bit() != 0
    }
}

/// A character name as it is compared: spaces around its colon make no difference (DBS 2-10-1).
pub fn character_key(text: &str) -> Phrase {
    let parts: Vec<&str> = text.split(':').map(str::trim).collect();
    Phrase::new(&parts.join(" : "))
}

/// DBS 2-3-2-1: a reference to a card name in the singular means the plural too, and the other way round.
pub fn name_key(text: &str) -> Phrase {
    let phrase = Phrase::new(text);
    match phrase.as_str().strip_suffix('s') {
        Some(singular) => Phrase::new(singular),
        None => phrase,
    }
}

/// DBS 1-2: a total and the colours that must be among it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Cost {
    /// The total, the specified part included; for an X cost what is added to X (nothing).
    /// DBS 1-2-2: all of the cost.
    pub total: u8,
    /// Whether the total is X.
    /// DBS 1-2-2-2: an X cost.
    pub is_x: bool,
    /// How many of each colour.
    /// DBS 1-2-3: these colours have to be among what is paid.
    pub specified: [u8; 5],
}

impl Cost {
    pub const FREE: Cost = Cost { total: 0, is_x: false, specified: [0; 5] };

    pub fn specified_total(&self) -> u8 {
        self.specified.iter().sum()
    }

    /// Its symbols as letters, where it has no other part.
    pub fn letters(&self) -> Option<String> {
        let letters = |color: Color| color.letter().repeat(self.specified[color as usize].into());
        (self.value() == self.specified_total()).then(|| Color::ALL.into_iter().map(letters).collect())
    }

    // DBS 1-2-2-1, 1-2-5, 1-2-5-1, 1-2-5-2: where the specified part is more than the total, it is the total.
    // DBS 1-2-2-2-2, 1-2-5-3: an X that nobody set is 0.
    pub fn value(&self) -> u8 {
        self.total.max(self.specified_total())
    }
}

/// One side of a card: everything that its text and figures say there.
#[derive(Clone, Debug)]
pub struct Face {
    pub name: String,
    /// The name as it is compared: DBS 2-3-2-1.
    pub name_phrase: Phrase,
    pub full_name: Phrase,
    /// Names it has besides, by its own text (DBS 2-3-3).
    pub more_names: Vec<Phrase>,
    pub power: i32,
    pub characters: Vec<Phrase>,
    pub traits: Vec<Phrase>,
    pub era: Phrase,
}

impl Face {
    /// Whether this side, as it is printed, is such a card: names, traits, colours and kind are known of a side that does
    /// not lie face up (DBS 10-1-3); [`Face::knows`] says which tests those are.
    pub fn fits(&self, card: &Printed, filter: &Filter<Dbs>) -> bool {
        match filter {
            Filter::Any => true,
            Filter::All(all) => all.iter().all(|one| self.fits(card, one)),
            Filter::Either(any) => any.iter().any(|one| self.fits(card, one)),
            Filter::Not(one) => !self.fits(card, one),
            Filter::Color(color) => card.colors.has(*color),
            Filter::Name(name) => self.name_phrase == *name || self.more_names.contains(name),
            Filter::NameHas(name) => self.full_name.as_str().contains(name.as_str()),
            Filter::Trait(name) => self.traits.contains(name),
            Filter::Test(Test::Character(name)) => self.characters.contains(name),
            Filter::Test(Test::CharacterHas(name)) => {
                self.characters.iter().any(|own| own.as_str().contains(name.as_str()))
            }
            Filter::Test(Test::OnlyColors(colors)) => card.original_colors == *colors,
            Filter::Kind(kind) => match kind {
                KindWord::Leader => card.kind == Kind::Leader,
                KindWord::Battle => card.kind == Kind::Battle,
                KindWord::Extra => card.kind == Kind::Extra,
                KindWord::Unison => card.kind == Kind::Unison,
                KindWord::Z => card.z,
                KindWord::Token => card.token,
            },
            Filter::Has(keyword) => card.has_keyword(*keyword, false),
            _ => false,
        }
    }

    /// Whether [`Face::fits`] can answer this.
    pub fn knows(filter: &Filter<Dbs>) -> bool {
        match filter {
            Filter::All(all) | Filter::Either(all) => all.iter().all(Face::knows),
            Filter::Not(one) => Face::knows(one),
            Filter::Any | Filter::Color(_) | Filter::Name(_) | Filter::NameHas(_) | Filter::Trait(_) => true,
            Filter::Test(Test::Character(_) | Test::CharacterHas(_) | Test::OnlyColors(_)) => true,
            Filter::Kind(_) | Filter::Has(_) => true,
            _ => false,
        }
    }
}

/// A printed card.
#[derive(Clone, Debug)]
pub struct Printed {
    pub id: String,
    pub kind: Kind,
    /// DBS 14-1-1: card type Z, in addition to its kind.
    pub z: bool,
    /// An Extra Card with [Field] (DBS 22-3).
    pub is_field: bool,
    /// DBS 19-1-1: a Battle Card made by an effect.
    pub token: bool,
    pub colors: Colors,
    /// Without what its own text adds (DBS 1-8-1-1-1-2).
    pub original_colors: Colors,
    pub cost: Cost,
    /// Whether an energy cost is printed at all (a token may have none).
    pub has_cost: bool,
    pub z_cost: u8,
    /// DBS 1-4-1-1: the Z-Energy cost is X.
    pub z_cost_is_x: bool,
    pub combo_cost: Option<u8>,
    pub combo_power: Option<i32>,
    pub front: Face,
    pub back: Option<Box<Face>>,
    /// The skills of both sides, and those given or run later; each says where it is printed.
    pub skills: Vec<Skill>,
    /// [Empower]: a colour or any, and how many markers (DBS 22-45-2).
    pub empower: Vec<(Option<Color>, u8)>,
    /// Keyword skills that are simply had, by side.
    pub keywords: [Keywords; 2],
    /// Tokens that its text creates, as card rows.
    pub tokens: Vec<Value>,
    /// What its text adds to it in all areas, on the side it is printed on.
    more: [crate::text::More; 2],
    unread: Vec<Unread>,
    clauses: usize,
    /// What stands in brackets in front of the skills of each side, and all the words there.
    pub heads: [Vec<Phrase>; 2],
    pub words: [Phrase; 2],
}

impl Printed {
    pub fn face(&self, back: bool) -> &Face {
        match &self.back {
            Some(face) if back => face,
            _ => &self.front,
        }
    }

    /// DBS 1-5-10: a card without any text.
    pub fn is_skill_less(&self) -> bool {
        self.clauses == 0
    }

    /// What the text of a side adds in all areas, in words.
    pub(crate) fn more(&self, side: Part) -> Option<String> {
        let more = &self.more[usize::from(side == Part::Back)];
        let mut all: Vec<String> = more.colors.iter().map(|color| color.name().to_string()).collect();
        all.extend(more.traits.iter().map(|name| format!("《{}》", titled(name.as_str()))));
        all.extend(more.characters.iter().map(|name| format!("<{}>", titled(name.as_str()))));
        all.extend(more.names.iter().map(|name| format!("{{{}}}", titled(name.as_str()))));
        (!all.is_empty()).then(|| listed(&all))
    }

    /// Whether a side has a keyword skill printed.
    pub fn has_keyword(&self, keyword: Keyword, back: bool) -> bool {
        self.keywords[usize::from(back)].has(keyword)
    }
}

impl kernel::Retold for Printed {
    fn retold(&self, row: &Value) -> Value {
        let mut row = row.clone();
        row["text"] = crate::text::say(self, Part::Front).into();
        if self.back.is_some() {
            row["back"]["text"] = crate::text::say(self, Part::Back).into();
        }
        row
    }

    fn meaning(&self) -> Vec<String> {
        let had = (self.keywords, &self.empower, &self.tokens, self.colors);
        let printed = format!("{had:#?} {:#?}", (&self.front, &self.back, self.is_field));
        self.skills.iter().map(Skill::shape).chain(std::iter::once(printed)).collect()
    }
}

impl kernel::Printed for Printed {
    fn id(&self) -> &str {
        &self.id
    }
    fn name(&self) -> &str {
        &self.front.name
    }
    fn side_name(&self, side: u8) -> &str {
        &self.face(side > 0).name
    }
    fn unknown() -> Self {
        let row = serde_json::json!({"id": "?", "name": "a card", "kind": "extra", "colors": []});
        Self::read(&row).expect("the unknown card is a card")
    }

    fn unread(&self) -> &[Unread] {
        &self.unread
    }
    fn clauses(&self) -> usize {
        self.clauses
    }
    fn words(&self) -> Vec<String> {
        let mut lines = crate::text::say(self, Part::Front);
        if self.back.is_some() {
            lines.extend(crate::text::say(self, Part::Back).into_iter().map(|line| format!("Back: {line}")));
        }
        lines
    }

    fn read(row: &Value) -> Result<Self, CardError> {
        let row = &Fields::of(row)?;
        // DBS 2-14-1: the card number.
        let id = row.word("id")?.ok_or_else(|| row.missing("id"))?;
        let kind_word = row.word("kind")?.ok_or_else(|| row.missing("kind"))?;
        let (z, bare) = match kind_word.strip_prefix("z-") {
            Some(bare) => (true, bare),
            None => (false, kind_word.as_str()),
        };
        // DBS 2-1-1: the card type.
        let kind = match bare {
            "leader" => Kind::Leader,
            "battle" | "token" => Kind::Battle,
            "extra" => Kind::Extra,
            "unison" => Kind::Unison,
            _ => return Err(row.wrong("kind", format!("no kind of this game: {kind_word}"))),
        };
        let mut colors = Colors::default();
        // DBS 2-2-1, 1-8-1-1: one colour or several.
        for word in row.words("colors")? {
            // A colour newer than the document is no colour the rules know; the card still reads.
            if let Some(color) = Color::read(&word) {
                colors = colors.with(Colors::of(color));
            }
        }
        // DBS 2-8: the combo power.
        let combo_power = row.number("combo_power", 0..=1_000_000)?;
        let combo_cost = row.number("combo_cost", 0..=99)?.map(|cost| cost as u8);
        // A card list that gives a combo power and no cost means a cost of nothing.
        let combo_cost = combo_cost.or(combo_power.map(|_| 0));
        let z_cost_is_x = row.get("z_energy_cost").and_then(Value::as_str) == Some("X");
        let front = face(row, kind)?;
        let back_row = row.object("back")?;
        let back = back_row.as_ref().map(|back| face(back, kind)).transpose()?.map(Box::new);
        let mut card = Printed {
            id,
            kind,
            z,
            is_field: row.words("text")?.iter().any(|text| text.contains("[Field]")),
            token: bare == "token",
            colors,
            original_colors: colors,
            // DBS 2-5-1: the energy cost.
            cost: cost(row)?,
            has_cost: row.get("energy_cost").is_some(),
            // DBS 2-6-1: the Z-Energy cost.
            z_cost: if z_cost_is_x { 0 } else { row.number("z_energy_cost", 0..=99)?.unwrap_or(0) as u8 },
            z_cost_is_x,
            combo_cost,
            combo_power,
            front,
            back,
            skills: Vec::new(),
            empower: Vec::new(),
            keywords: Default::default(),
            tokens: Vec::new(),
            more: Default::default(),
            unread: Vec::new(),
            clauses: 0,
            heads: Default::default(),
            words: [Phrase::new(""), Phrase::new("")],
        };
        let sides =
            [row.words("text")?, back_row.as_ref().map_or(Ok(Vec::new()), |back| back.words("text"))?];
        for (side, texts) in sides.iter().enumerate() {
            card.heads[side] = texts.iter().flat_map(|text| heads(text)).collect();
            card.words[side] = Phrase::new(&texts.join("\n").replace('〈', "<").replace('〉', ">"));
        }
        let mut reading = Reading::default();
        reading.read(&row.words("text")?, "text", Part::Front, &card);
        if let Some(back) = back_row {
            reading.read(&back.words("text")?, "back.text", Part::Back, &card);
        }
        reading.widen();
        // DBS 2-3-3, 2-10-5, 6-1-5-2-2, 2-11-5: what a text adds in all areas is there by default.
        for more in &reading.more {
            for color in &more.colors {
                card.colors = card.colors.with(Colors::of(*color));
            }
            for face in std::iter::once(&mut card.front).chain(card.back.as_deref_mut()) {
                face.traits.extend(more.traits.iter().cloned());
                face.characters.extend(more.characters.iter().cloned());
                face.more_names.extend(more.names.iter().cloned());
            }
        }
        card.more = reading.more;
        card.skills = reading.skills;
        // What is set up for later is told in the words that set it up.
        let steps = card.skills.iter().flat_map(|skill| &skill.ability.steps);
        let said: Vec<(u8, String)> = effects::Step::setting_up(steps)
            .into_iter()
            .map(|(at, step)| (at, crate::text::clause(&card.skills, &reading.tokens, &[step])))
            .filter(|(_, words)| !words.is_empty())
            .collect();
        for (at, words) in said {
            if let Some(skill) = card.skills.get_mut(usize::from(at)) {
                skill.ability.words = words;
            }
        }
        card.keywords = reading.keywords;
        card.empower = reading.empower;
        card.tokens = reading.tokens;
        card.unread = reading.unread;
        card.clauses = reading.clauses;
        Ok(card)
    }
}

/// The brackets in front of a skill, as they are compared.
fn heads(text: &str) -> Vec<Phrase> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((words, behind)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        let folded = effects::text::lexer::fold(words);
        found.push(Phrase::new(&folded.replace(" : ", " ").replace(": ", " ").replace(':', " ")));
        rest = behind.trim_start();
    }
    found
}

fn face(row: &Fields<'_>, kind: Kind) -> Result<Face, CardError> {
    // DBS 2-3-1: the card name.
    let name = row.word("name")?.ok_or_else(|| row.missing("name"))?;
    let words = |field| Ok::<_, CardError>(row.words(field)?.iter().map(|word| Phrase::new(word)).collect());
    // DBS 2-7-1: the power.
    let power = row.number("power", 0..=1_000_000)?;
    if kind == Kind::Leader && power.is_none() {
        return Err(row.missing("power"));
    }
    Ok(Face {
        name_phrase: name_key(&name),
        full_name: Phrase::new(&name),
        more_names: Vec::new(),
        name,
        power: power.unwrap_or(0),
        // DBS 2-10-4: one character or several.
        characters: row.words("characters")?.iter().map(|name| character_key(name)).collect(),
        // DBS 2-11-1, 2-11-3: one special trait or several.
        traits: words("traits")?,
        // DBS 2-12-1: the era.
        era: row.word("era")?.map_or_else(|| Phrase::new(""), |era| Phrase::new(&era)),
    })
}

fn cost(row: &Fields<'_>) -> Result<Cost, CardError> {
    let total = match row.get("energy_cost") {
        None => return Ok(Cost::FREE),
        Some(Value::Number(_)) => row.number("energy_cost", 0..=99)?,
        Some(_) => None,
    };
    if let Some(total) = total {
        return Ok(Cost { total: total as u8, ..Cost::FREE });
    }
    let Some(row) = row.object("energy_cost")? else { return Ok(Cost::FREE) };
    let mut specified = [0; 5];
    let words = row.words("specified")?;
    if words.len() > 99 {
        return Err(row.wrong("specified", "names more than 99 colours"));
    }
    for color in words.iter().filter_map(|word| Color::read(word)) {
        specified[color as usize] += 1;
    }
    Ok(match row.get("total") {
        Some(Value::String(total)) if total.eq_ignore_ascii_case("x") => {
            Cost { total: 0, is_x: true, specified }
        }
        Some(Value::String(_)) => return Err(row.wrong("total", "is neither a number nor \"X\"")),
        _ => {
            let total = row.number("total", 0..=99)?.map(|total| total as u8);
            Cost { total: total.unwrap_or_else(|| specified.iter().sum()), is_x: false, specified }
        }
    })
}
