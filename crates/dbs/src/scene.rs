//! What scenes may describe of this game, and what they may ask.

use crate::card::{Color, Kind};
use crate::choice::What;
use crate::state::{Area, BattleStep, Frame, SetupStep, State, TurnStep};
use crate::{Cards, Cx};
use kernel::{Card, Chance, Log, Place, Pool, Print, Scenes, Seat, Seats, Stage, StageError, Told, Zone};
use serde_json::{Map, Value, json};

/// Areas that a scene can fill, in the order in which cards are made.
const AREAS: [(&str, Area); 13] = [
    ("leader", Area::Leader),
    ("battle", Area::Battle),
    ("unison", Area::Unison),
    ("combo", Area::Combo),
    ("energy", Area::Energy),
    ("hand", Area::Hand),
    ("life", Area::Life),
    ("drop", Area::Drop),
    ("warp", Area::Warp),
    ("z_deck", Area::ZDeck),
    ("z_energy", Area::ZEnergy),
    ("removed", Area::Removed),
    ("deck", Area::Deck),
];

/// A table key that the runner reads, not the game.
const FOR_THE_RUNNER: [&str; 5] = ["auto", "chance", "start", "edition", "seed"];

struct NoLuck;

impl Chance for NoLuck {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

struct Setter<'a> {
    cards: &'a Cards,
    state: State,
    section: &'static str,
    key: String,
}

impl Setter<'_> {
    fn fail<T>(&self, why: impl Into<String>) -> Result<T, StageError> {
        Err(StageError::new(self.section, self.key.as_str(), why))
    }

    fn print(&self, name: &str) -> Result<Print, StageError> {
        let pool: &Pool<crate::Printed> = self.cards.as_ref();
        let by_name = || pool.iter().find(|(_, card)| card.front.name == name).map(|(print, _)| print);
        match pool.find(name).or_else(by_name) {
            Some(print) => Ok(print),
            None => self.fail(format!("no card is called {name:?}")),
        }
    }

    fn add(&mut self, name: &str, seat: Seat, area: Area) -> Result<Card, StageError> {
        let print = self.print(name)?;
        match self.state.table.add(print, seat, Place::new(seat, area)) {
            Some(card) => Ok(card),
            None => self.fail("more cards than a table holds"),
        }
    }

    fn fill(&mut self, seat: Seat, area: Area, value: &Value) -> Result<(), StageError> {
        match value {
            Value::Number(number) => {
                let Some(count) = number.as_u64().filter(|count| *count <= 100) else {
                    return self.fail("is no count up to 100");
                };
                let blank = if area == Area::Energy { "Blank Energy" } else { "Blank" };
                for _ in 0..count {
                    self.add(blank, seat, area)?;
                }
                Ok(())
            }
            Value::String(_) => self.fill_one(seat, area, value),
            Value::Array(items) => items.iter().try_for_each(|item| self.fill_one(seat, area, item)),
            Value::Object(map) if area == Area::Energy && !map.contains_key("card") => {
                for (color, count) in map {
                    let Some(color) = Color::read(color) else {
                        return self.fail(format!("{color} is no colour"));
                    };
                    let Some(count) = count.as_u64().filter(|count| *count <= 60) else {
                        return self.fail("is no count up to 60");
                    };
                    for _ in 0..count {
                        self.add(&energy_name(color), seat, area)?;
                    }
                }
                Ok(())
            }
            Value::Object(_) => self.fill_one(seat, area, value),
            _ => self.fail("is neither a number, a name nor a list"),
        }
    }

    fn fill_one(&mut self, seat: Seat, area: Area, value: &Value) -> Result<(), StageError> {
        let map = match value {
            Value::String(name) => {
                let card = self.add(name, seat, area)?;
                return self.settle(card, &Map::new());
            }
            Value::Object(map) => map,
            _ => return self.fail("is neither a name nor a card in braces"),
        };
        let Some(name) = map.get("card").and_then(Value::as_str) else {
            return self.fail("a card in braces says which: card = \"…\"");
        };
        let card = self.add(name, seat, area)?;
        self.settle(card, map)
    }

    fn settle(&mut self, card: Card, map: &Map<String, Value>) -> Result<(), StageError> {
        let Place { seat, zone: area } = self.state.table.place(card);
        let printed = self.cards.printed(self.state.table.print(card));
        let marks = self.state.table.marks_mut(card);
        marks.set_token(printed.token);
        if printed.kind == Kind::Unison && area == Area::Unison {
            marks.markers = 1;
        }
        for (key, value) in map {
            let yes = value.as_bool() == Some(true);
            let turn = self.state.turn_number as u8;
            let marks = self.state.table.marks_mut(card);
            match key.as_str() {
                "card" => {}
                "rest" => marks.set_rest(yes),
                "active" => marks.set_rest(!yes),
                "back" | "awakened" => marks.set_back(yes),
                "played_this_turn" => marks.since = if yes { turn } else { 0 },
                "markers" => match value.as_u64() {
                    Some(count) if count <= 99 => marks.markers = count as u8,
                    _ => return self.fail("markers is no count up to 99"),
                },
                "face_up" => {
                    marks.set_face_up(yes);
                    if yes {
                        self.state.table.reveal(card, Seats::ALL);
                    }
                }
                "under" => {
                    let Some(items) = value.as_array() else { return self.fail("under is no list") };
                    for item in items {
                        let Some(name) = item.as_str() else { return self.fail("under lists names") };
                        let print = self.print(name)?;
                        let place = Place::new(seat, Area::Under);
                        let Some(below) = self.state.table.add(print, seat, place) else {
                            return self.fail("more cards than a table holds");
                        };
                        self.state.table.set_host(below, Some(card));
                    }
                }
                other => return self.fail(format!("{other:?} is no state of a card of this game")),
            }
        }
        Ok(())
    }

    fn seat(&mut self, seat: Seat, map: &Map<String, Value>) -> Result<(), StageError> {
        let mut order: Vec<(&String, &Value)> = map.iter().collect();
        let rank = |key: &str| match key.replace('-', "_").as_str() {
            "hand" => 1,
            "leader" | "battle" | "unison" | "combo" | "energy" => 0,
            "deck" => 3,
            _ => 2,
        };
        order.sort_by_key(|(key, _)| rank(key));
        let absent = |name: &str| !map.keys().any(|key| key.replace('-', "_") == name);
        if absent("leader") {
            self.key = "leader".into();
            self.add("Blank Leader", seat, Area::Leader)?;
        }
        for (key, value) in order {
            self.key = key.clone();
            let name = key.replace('-', "_");
            if name == "energy_markers" {
                match value.as_u64() {
                    Some(count) if count <= 20 => self.state.energy_markers[seat] = count as u8,
                    _ => return self.fail("is no count up to 20"),
                }
                continue;
            }
            match AREAS.iter().find(|(area, _)| *area == name) {
                Some((_, area)) => self.fill(seat, *area, value)?,
                None => return self.fail("is no area of this game"),
            }
        }
        if absent("life") {
            self.key = "life".into();
            self.fill(seat, Area::Life, &json!(8))?;
        }
        if absent("deck") {
            self.key = "deck".into();
            self.fill(seat, Area::Deck, &json!(20))?;
        }
        Ok(())
    }

    fn table(&mut self, map: &Map<String, Value>) -> Result<(), StageError> {
        self.state.turn_number = 3;
        let mut step = Frame::Turn(TurnStep::Main);
        let mut first = None;
        for (key, value) in map {
            self.key = key.clone();
            let seat = |word: Option<&str>| match word {
                Some("you") => Some(Seat::A),
                Some("opponent") => Some(Seat::B),
                _ => None,
            };
            match key.as_str() {
                "turn" => match seat(value.as_str()) {
                    Some(seat) => self.state.turn_player = seat,
                    None => return self.fail("is neither you nor opponent"),
                },
                "first" => match seat(value.as_str()) {
                    Some(seat) => first = Some(seat),
                    None => return self.fail("is neither you nor opponent"),
                },
                "turn_number" => match value.as_u64() {
                    Some(number) if (1..=10_000).contains(&number) => self.state.turn_number = number as u16,
                    _ => return self.fail("is no number of a turn"),
                },
                "phase" => {
                    step = match value.as_str() {
                        Some("setup") => Frame::Setup(SetupStep::LeadersPlaced),
                        Some("main") => Frame::Turn(TurnStep::Main),
                        Some("charge") => Frame::Turn(TurnStep::Charge),
                        Some("start" | "turn start") => Frame::Turn(TurnStep::ChargeBegins),
                        Some("end") => Frame::Turn(TurnStep::MainEnds),
                        _ => return self.fail("is none of setup, main, charge, start, end"),
                    }
                }
                other if FOR_THE_RUNNER.contains(&other) => {}
                _ => return self.fail("is no word for the table of this game"),
            }
        }
        self.state.first = first.unwrap_or(match self.state.turn_number % 2 {
            1 => self.state.turn_player,
            _ => self.state.turn_player.other(),
        });
        self.state.begun = !matches!(step, Frame::Setup(_));
        self.state.push(step);
        Ok(())
    }
}

fn energy_name(color: Color) -> String {
    format!("Blank {} Energy", color.name())
}

impl Scenes for State {
    fn stage(cards: &Cards, stage: &Stage, edition: usize) -> Result<Self, StageError> {
        let mut setter =
            Setter { cards, state: State::blank(edition as u8), section: "table", key: String::new() };
        setter.table(&stage.table)?;
        for (seat, section) in [(Seat::A, "you"), (Seat::B, "opponent")] {
            setter.section = section;
            setter.seat(seat, &stage.seats[seat])?;
        }
        let mut state = setter.state;
        let mut log: Log<What> = Log::silent();
        let mut cx = Cx { pool: cards, chance: &mut NoLuck, log: &mut log };
        state.reindex(cards);
        state.advance(&mut cx);
        Ok(state)
    }

    fn blanks() -> Vec<Value> {
        let mut rows = vec![
            json!({"id": "Blank", "name": "Blank", "kind": "extra", "colors": []}),
            json!({"id": "Blank Leader", "name": "Blank Leader", "kind": "leader", "power": 10000, "colors": ["red"]}),
            json!({"id": "Blank Energy", "name": "Blank Energy", "kind": "extra",
                "colors": ["red", "blue", "green", "yellow", "black"]}),
        ];
        for color in Color::ALL {
            let name = energy_name(color);
            rows.push(json!({"id": name, "name": name, "kind": "extra", "colors": [color.name()]}));
        }
        rows
    }

    fn plain(row: &mut Map<String, Value>) {
        let mut default = |key: &str, value: Value| {
            row.entry(key.to_string()).or_insert(value);
        };
        default("kind", json!("battle"));
        default("colors", json!(["red"]));
        let kind = row.get("kind").and_then(Value::as_str).unwrap_or("").to_string();
        let mut default = |key: &str, value: Value| {
            row.entry(key.to_string()).or_insert(value);
        };
        match kind.trim_start_matches("z-") {
            "leader" => default("power", json!(10000)),
            "battle" => {
                default("power", json!(10000));
                default("energy_cost", json!({"total": 1, "specified": []}));
                if !kind.starts_with("z-") {
                    default("combo_cost", json!(0));
                    default("combo_power", json!(5000));
                }
            }
            "unison" => {
                default("power", json!(10000));
                default("energy_cost", json!({"total": "X", "specified": []}));
            }
            "extra" => default("energy_cost", json!({"total": 0, "specified": []})),
            _ => {}
        }
        if let Some(Value::Object(back)) = row.get_mut("back") {
            back.entry("power".to_string()).or_insert(json!(15000));
        }
    }

    fn zone(&self, seat: Seat, name: &str) -> Option<Vec<Card>> {
        let name = name.replace(['-', ' '], "_");
        if name == "under" {
            return Some(self.cards(seat, Area::Under).to_vec());
        }
        let (_, area) = AREAS.iter().find(|(area, _)| *area == name)?;
        Some(self.cards(seat, *area).to_vec())
    }

    fn cards_named(&self, cards: &Cards, name: &str) -> Vec<(Seat, Card)> {
        let (bare, number) = match name.rsplit_once('#') {
            Some((bare, number)) => (bare, number.parse::<usize>().ok()),
            None => (name, None),
        };
        let fits = |card: &Card| {
            let printed = cards.printed(self.table.print(*card));
            let back = printed.back.as_ref().is_some_and(|back| back.name.eq_ignore_ascii_case(bare));
            printed.front.name.eq_ignore_ascii_case(bare) || printed.id.eq_ignore_ascii_case(bare) || back
        };
        let mut found: Vec<(Seat, Card)> =
            self.table.all().filter(fits).map(|card| (self.table.owner(card), card)).collect();
        if let Some(number) = number {
            let mut numbered = Vec::new();
            for seat in Seat::BOTH {
                numbered
                    .extend(found.iter().filter(|(owner, _)| *owner == seat).nth(number.saturating_sub(1)));
            }
            return numbered;
        }
        found.sort_by_key(|(_, card)| (!self.table.zone(*card).is_open(), *card));
        found
    }

    fn zone_of(&self, card: Card) -> (Seat, &'static str) {
        (self.table.seat(card), self.table.zone(card).name())
    }

    fn host_of(&self, card: Card) -> Option<Card> {
        self.table.row(card).host()
    }

    fn of_card(&self, cards: &Cards, card: Card, word: &str) -> Option<Told> {
        let yes = |holds| Some(if holds { Told::Yes } else { Told::No });
        let number = |number: i32| Some(Told::Number(number.into()));
        let object = self.table.object(card);
        match word {
            "power" => number(self.power(cards, card)),
            "cost" | "energy cost" => number(self.cost(cards, card).value().into()),
            "combo power" => number(self.combo_power(cards, card)?),
            "combo cost" => number(self.combo_cost(cards, card)?.into()),
            "markers" => number(self.table.marks(card).markers.into()),
            "under" | "stack" => number(self.table.under(card, Area::Under).count() as i32),
            "rest" | "rested" => yes(self.is_rest(card)),
            "active" => yes(!self.is_rest(card)),
            "back" | "awakened" => yes(self.is_back(card)),
            "face up" => yes(self.table.marks(card).is_face_up()),
            "attacking" => yes(self.in_battle() && self.battle.attacker == object),
            "guarding" => yes(self.in_battle() && self.battle.guard == object),
            "revealed" | "known" => yes(self.table.known(card) == Seats::ALL),
            "known to you" => yes(self.table.knows(Seat::A, card)),
            "known to opponent" => yes(self.table.knows(Seat::B, card)),
            "unknown" => yes(self.table.known(card) == Seats::NONE),
            "z-energy cost" => number(self.z_cost(cards, card).into()),
            _ => {
                let keyword = crate::keyword::named(word)?;
                yes(effects::Host::has(self, cards, card, &keyword, &effects::Run::default()))
            }
        }
    }

    fn of_seat(&self, _: &Cards, seat: Seat, words: &str) -> Option<Told> {
        let number = |number: usize| Some(Told::Number(number as i64));
        match words {
            "energy markers" => number(self.energy_markers[seat].into()),
            "active energy" => {
                number(self.cards(seat, Area::Energy).iter().filter(|card| !self.is_rest(**card)).count())
            }
            "life" => number(self.count(seat, Area::Life)),
            _ => None,
        }
    }

    fn of_table(&self, _: &Cards, words: &str) -> Option<Told> {
        match words {
            "turn" => Some(Told::Word(if self.turn_player == Seat::A { "you" } else { "opponent" }.into())),
            "first" => Some(Told::Word(if self.first == Seat::A { "you" } else { "opponent" }.into())),
            "phase" => {
                let phase = self.frames.iter().find_map(|frame| match frame {
                    Frame::Setup(_) => Some("setup"),
                    Frame::Turn(step) => Some(match step {
                        TurnStep::ChargeBegins | TurnStep::Untap | TurnStep::Draw | TurnStep::Charge => {
                            "charge"
                        }
                        TurnStep::MainBegins | TurnStep::Main | TurnStep::MainEnds | TurnStep::MainOver => {
                            "main"
                        }
                        TurnStep::EndBegins(_) | TurnStep::EndOver(_) => "end",
                    }),
                    _ => None,
                });
                Some(Told::Word(phase.unwrap_or("none").into()))
            }
            "step" => {
                let step = match self.battle.step {
                    BattleStep::None => "none",
                    BattleStep::Attack => "attack",
                    BattleStep::Offense => "offense",
                    BattleStep::Defense => "defense",
                    BattleStep::Damage => "damage",
                    BattleStep::End => "battle end",
                };
                Some(Told::Word(step.into()))
            }
            _ => None,
        }
    }
}
