//! Reading a scene file, with every key's place kept so that an error can point at it.

use super::chance::Luck;
use super::script::{self, Line};
use crate::fault::{Fault, Source};
use crate::near::did_you_mean;
use crate::shelf::Shelf;
use kernel::{Seat, Stage};
use serde_json::{Map, Number, Value};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A rule that a scene says it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// The number of the rule.
    pub id: String,
    /// Where it stands in the file, in bytes.
    pub span: Range<usize>,
}

/// A scene as it was written.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The file.
    pub source: Source,
    /// What it shows, in one sentence.
    pub title: String,
    /// The game's name as the file has it.
    pub game: String,
    /// The edition, where it is not the game's first.
    pub edition: Option<String>,
    /// What is to be reached, in a puzzle.
    pub goal: Option<String>,
    /// The line after which it is shown and played on where nobody names another: its last, where its script leads to
    /// what it is about (`shown = "after its script"`).
    pub stands: Option<usize>,
    /// The rules that it shows.
    pub rules: Vec<Cited>,
    /// Whether the project's own cards may be used beside the scene's.
    pub built_in_cards: bool,
    /// Card files whose cards may be used beside the scene's, as the file names them.
    pub(super) pools: Vec<(String, Range<usize>)>,
    /// Card files from elsewhere (`--pool`).
    pub(super) shelf: Option<Arc<Shelf>>,
    pub(super) cards: Vec<(Map<String, Value>, Range<usize>)>,
    pub(super) stage: Stage,
    pub(super) chance: Vec<(Luck, Range<usize>)>,
    /// Offers that the script does not mention are declined.
    pub(super) auto_pass: bool,
    /// The match begins with its preparation.
    pub(super) from_setup: bool,
    /// Its script.
    pub lines: Vec<Line>,
    places: HashMap<(String, String), Range<usize>>,
}

const TOP: [&str; 15] = [
    "title", "game", "edition", "goal", "shown", "rules", "rulings", "note", "pool", "chance", "card",
    "table", "you", "opponent", "play",
];

impl Scene {
    /// Reads a scene.
    pub fn read(source: Source) -> Result<Scene, Fault> {
        let root = DeTable::parse(&source.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            source.fault(span, format!("not TOML: {}", error.message().replace('\n', ", ")))
        })?;
        Reader { source: &source, places: HashMap::new() }.scene(root.get_ref())
    }

    /// The same scene with card files from elsewhere beside its own.
    pub fn with_shelf(self, shelf: Option<Arc<Shelf>>) -> Scene {
        Scene { shelf, ..self }
    }

    /// A fault at a key of a section (`table`, `you`, `opponent`), or in the file as a whole.
    pub fn fault_at(&self, section: &str, key: &str, what: impl Into<String>) -> Fault {
        let exact = self.places.get(&(section.to_string(), key.to_string()));
        match exact.or_else(|| self.places.get(&(section.to_string(), String::new()))) {
            Some(span) => self.source.fault(span.clone(), what),
            None => Fault::of_file(&self.source.name, what),
        }
    }
}

struct Reader<'s> {
    source: &'s Source,
    places: HashMap<(String, String), Range<usize>>,
}

impl Reader<'_> {
    fn scene(mut self, root: &DeTable<'_>) -> Result<Scene, Fault> {
        let source = self.source;
        let mut scene = Scene {
            source: source.clone(),
            title: String::new(),
            game: String::new(),
            edition: None,
            goal: None,
            stands: None,
            rules: Vec::new(),
            built_in_cards: false,
            pools: Vec::new(),
            shelf: None,
            cards: Vec::new(),
            stage: Stage::default(),
            chance: Vec::new(),
            auto_pass: false,
            from_setup: false,
            lines: Vec::new(),
            places: HashMap::new(),
        };
        let mut shown_after = false;
        for (key, value) in root.iter() {
            match key.get_ref().as_ref() {
                "title" => scene.title = self.string("title", value)?,
                "game" => scene.game = self.string("game", value)?.to_lowercase().replace('_', "-"),
                "edition" => scene.edition = Some(self.string("edition", value)?),
                "goal" => scene.goal = Some(self.string("goal", value)?),
                "shown" => shown_after = self.shown(value)?,
                "rules" => {
                    for item in self.list("rules", value)? {
                        scene.rules.push(Cited { id: self.string("rules", item)?, span: item.span() });
                    }
                }
                "rulings" | "note" => {}
                "pool" => {
                    let files = match value.get_ref() {
                        DeValue::Array(_) => self.list("pool", value)?.collect(),
                        _ => vec![value],
                    };
                    for file in files {
                        match self.string("pool", file)?.as_str() {
                            "built-in" => scene.built_in_cards = true,
                            name => scene.pools.push((name.to_string(), file.span())),
                        }
                    }
                }
                "chance" => scene.chance = self.chance(value)?,
                "card" => {
                    for card in self.list("card", value)? {
                        let Value::Object(row) = json(source, card)? else {
                            return Err(source.fault(card.span(), "a card is a table: write [[card]]"));
                        };
                        scene.cards.push((row, card.span()));
                    }
                }
                "table" => {
                    self.section("table", value)?;
                    self.table(value, &mut scene)?;
                }
                "you" => scene.stage.seats[Seat::A] = self.section("you", value)?,
                "opponent" => scene.stage.seats[Seat::B] = self.section("opponent", value)?,
                "play" => {
                    let play = self.table_of("play", value)?;
                    for (key, value) in play.iter() {
                        if key.get_ref() != "script" {
                            let what = format!("[play] has no `{}`", key.get_ref());
                            return Err(source.fault(key.span(), what).help("it has `script`"));
                        }
                        let script = self.string("script", value)?;
                        scene.lines = script::read(source, &script, self.first_line(value.span()))?;
                    }
                }
                other => {
                    let what = format!("a scene has no `{other}`");
                    return Err(source.fault(key.span(), what).maybe_help(did_you_mean(other, TOP)));
                }
            }
        }
        if scene.game.is_empty() {
            return Err(Fault::of_file(&source.name, "the scene does not say its game")
                .help("add game = \"digimon\""));
        }
        scene.stands = scene.lines.last().map(|line| line.number).filter(|_| shown_after);
        scene.places = self.places;
        Ok(scene)
    }

    /// Whether the scene is about where its script leads.
    fn shown(&self, value: &Spanned<DeValue<'_>>) -> Result<bool, Fault> {
        match self.string("shown", value)?.as_str() {
            "after its script" => Ok(true),
            "before its script" => Ok(false),
            other => {
                let what = format!("a scene is not shown {other:?}");
                Err(self
                    .source
                    .fault(value.span(), what)
                    .help("it is shown \"after its script\" or \"before its script\""))
            }
        }
    }

    /// What of `[table]` is for the runner, and what for the game.
    fn table(&self, value: &Spanned<DeValue<'_>>, scene: &mut Scene) -> Result<(), Fault> {
        let source = self.source;
        for (key, value) in self.table_of("table", value)?.iter() {
            match key.get_ref().as_ref() {
                "auto" => {
                    for item in self.list("auto", value)? {
                        match self.string("auto", item)?.as_str() {
                            "pass" => scene.auto_pass = true,
                            other => {
                                let what = format!("`auto` cannot do {other:?}");
                                return Err(source.fault(item.span(), what).help("it can \"pass\""));
                            }
                        }
                    }
                }
                "start" => match self.string("start", value)?.as_str() {
                    "setup" => scene.from_setup = true,
                    other => {
                        let what = format!("`start` is {other:?}");
                        return Err(source
                            .fault(value.span(), what)
                            .help("it can be \"setup\", or be left out"));
                    }
                },
                "chance" => scene.chance = self.chance(value)?,
                "edition" => scene.edition = Some(self.string("edition", value)?),
                name => {
                    scene.stage.table.insert(name.to_string(), json(source, value)?);
                }
            }
        }
        Ok(())
    }

    fn section(&mut self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<Map<String, Value>, Fault> {
        let mut section = Map::new();
        self.places.insert((name.to_string(), String::new()), value.span());
        for (key, value) in self.table_of(name, value)?.iter() {
            let key_name = key.get_ref().to_string();
            self.places.insert((name.to_string(), key_name.clone()), key.span().start..value.span().end);
            section.insert(key_name, json(self.source, value)?);
        }
        Ok(section)
    }

    fn chance(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<(Luck, Range<usize>)>, Fault> {
        let mut results = Vec::new();
        for item in self.list("chance", value)? {
            let luck = match json(self.source, item)? {
                Value::Number(number) => {
                    number.as_u64().and_then(|number| number.try_into().ok()).map(Luck::Number)
                }
                Value::String(word) if word == "keep" => Some(Luck::Keep),
                Value::Array(names) => names
                    .into_iter()
                    .map(|name| if let Value::String(name) = name { Some(name) } else { None })
                    .collect::<Option<Vec<String>>>()
                    .map(Luck::Top),
                _ => None,
            };
            let Some(luck) = luck else {
                let fault = self.source.fault(item.span(), "not a random result");
                return Err(fault.help(
                    "a number, or for a shuffle \"keep\" or a list of the cards that come out on top",
                ));
            };
            results.push((luck, item.span()));
        }
        Ok(results)
    }

    fn string(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<String, Fault> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            other => Err(self.wrong(key, "a string", other, value.span())),
        }
    }

    fn list<'v, 'i>(
        &self,
        key: &str,
        value: &'v Spanned<DeValue<'i>>,
    ) -> Result<impl Iterator<Item = &'v Spanned<DeValue<'i>>>, Fault> {
        match value.get_ref() {
            DeValue::Array(items) => Ok(items.iter()),
            other => Err(self.wrong(key, "a list", other, value.span())),
        }
    }

    fn table_of<'v, 'i>(&self, key: &str, value: &'v Spanned<DeValue<'i>>) -> Result<&'v DeTable<'i>, Fault> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(table),
            other => Err(self.wrong(key, "a table", other, value.span())),
        }
    }

    fn wrong(&self, key: &str, wanted: &str, found: &DeValue<'_>, span: Range<usize>) -> Fault {
        self.source.fault(span, format!("`{key}` must be {wanted}, not {}", found.type_str()))
    }

    /// The line on which the text of a string begins, behind its quotes and the line end that TOML drops.
    fn first_line(&self, span: Range<usize>) -> usize {
        let text = &self.source.text[span.clone()];
        let rest = text.strip_prefix("\"\"\"").or_else(|| text.strip_prefix("'''")).unwrap_or("");
        self.source.line(span.start) + usize::from(rest.starts_with('\n') || rest.starts_with("\r\n"))
    }
}

/// A TOML value as JSON, which is what card rows and stages are made of.
fn json(source: &Source, value: &Spanned<DeValue<'_>>) -> Result<Value, Fault> {
    Ok(match value.get_ref() {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Number(number.into()),
            Err(_) => return Err(source.fault(value.span(), "this number is too large")),
        },
        DeValue::Float(number) => match number.as_str().parse().ok().and_then(Number::from_f64) {
            Some(number) => Value::Number(number),
            None => return Err(source.fault(value.span(), "this number cannot be used here")),
        },
        DeValue::Datetime(_) => return Err(source.fault(value.span(), "a date has no place in a scene")),
        DeValue::Array(items) => {
            Value::Array(items.iter().map(|item| json(source, item)).collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => {
            let mut map = Map::new();
            for (key, value) in table.iter() {
                map.insert(key.get_ref().to_string(), json(source, value)?);
            }
            Value::Object(map)
        }
    })
}
