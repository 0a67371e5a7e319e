//! Scenes on this game: how a described position is set up, and what is true of it.
//!
//! Cores in a description are ordinary cores; `soul_core = true` on a card (or `soul_core = "reserve"` for a seat) adds the
//! Soul Core to them. Where a description does not mention a Soul Core it is not in the game. What is told of a pile
//! counts every core in it.

use crate::card::{Cards, Kind};
use crate::cores::Pile;
use crate::state::*;
use crate::vocab::{Condition, Keyword};
use effects::{Host, Run};
use kernel::{Card, Place, Printed, Scenes, Seat, Stage, StageError, Told};
use serde_json::{Map, Value, json};

const BLANK: &str = "Blank";

impl Scenes for State {
    fn stage(cards: &Cards, stage: &Stage, edition: usize) -> Result<Self, StageError> {
        let mut state = State::empty(edition);
        state.turn_number = 2;
        for seat in Seat::BOTH {
            Staging { cards, state: &mut state, seat, section: section(seat) }.seat(&stage.seats[seat])?;
        }
        state.stage_table(&stage.table)?;
        state.reindex(cards);
        if state.check_invariants().is_some() {
            return Err(StageError::new("table", "cores", "the cores of this position do not add up"));
        }
        Ok(state)
    }

    fn blanks() -> Vec<Value> {
        vec![json!({ "id": BLANK, "name": BLANK, "kind": "magic", "colors": ["white"], "cost": 99 })]
    }

    fn plain(row: &mut Map<String, Value>) {
        let mut default = |field: &str, value: Value| {
            row.entry(field).or_insert(value);
        };
        default("kind", json!("spirit"));
        default("colors", json!(["red"]));
        default("cost", json!(3));
        default("block", json!("A"));
        let colors = row.get("colors").cloned().unwrap_or(json!(["red"]));
        match row.get("kind").and_then(Value::as_str) {
            Some("spirit") => {
                row.entry("symbols").or_insert(colors);
                row.entry("levels").or_insert(json!([{ "level": 1, "cores": 1, "bp": 3000 }]));
            }
            Some("nexus") => {
                row.entry("symbols").or_insert(colors);
                row.entry("levels").or_insert(json!([{ "level": 1, "cores": 0 }]));
            }
            // BS CARD-7b: an EX Symbol is a symbol of the card's colour.
            _ if row.get("ex_symbol") == Some(&json!(true)) => {
                row.entry("symbols").or_insert(colors);
            }
            _ => {}
        }
        // BP may go without saying.
        if let Some(levels) = row.get_mut("levels").and_then(Value::as_array_mut) {
            for (at, level) in levels.iter_mut().filter_map(Value::as_object_mut).enumerate() {
                level.entry("level").or_insert(json!(at + 1));
                level.entry("bp").or_insert(json!(3000 + 2000 * at));
            }
        }
    }

    fn zone(&self, seat: Seat, name: &str) -> Option<Vec<Card>> {
        let zone = match name {
            "field" => Zone::Field,
            "hand" => Zone::Hand,
            "deck" => Zone::Deck,
            "trash" | "trash cards" => Zone::Trash,
            "removed" | "removed cards" => Zone::Removed,
            "use" => Zone::Use,
            _ => return None,
        };
        Some(self.table.cards(Place::new(seat, zone)).to_vec())
    }

    fn cards_named(&self, cards: &Cards, name: &str) -> Vec<(Seat, Card)> {
        let (plain, number) = match name.rsplit_once('#') {
            Some((plain, number)) => (plain, number.parse::<usize>().unwrap_or(1)),
            None => (name, 0),
        };
        let mut found = Vec::new();
        for zones in [&OPEN[..], &[Zone::Hand], &[Zone::Deck]] {
            for seat in Seat::BOTH {
                let fits = |card: &Card| {
                    let print = self.print(cards, *card);
                    self.table.owner(*card) == seat
                        && zones.contains(&self.table.zone(*card))
                        && print.name().eq_ignore_ascii_case(plain)
                };
                let twins: Vec<Card> = self.table.all().filter(fits).collect();
                match number {
                    0 => found.extend(twins.into_iter().map(|card| (seat, card))),
                    number => found.extend(twins.get(number - 1).map(|card| (seat, *card))),
                }
            }
        }
        found
    }

    fn zone_of(&self, card: Card) -> (Seat, &'static str) {
        let place = self.table.place(card);
        (place.seat, kernel::Zone::name(place.zone))
    }

    fn of_card(&self, cards: &Cards, card: Card, word: &str) -> Option<Told> {
        let yes = |is: bool| if is { Told::Yes } else { Told::No };
        let run = Run::default();
        let is = |state: Condition| Some(yes(self.is(cards, card, state, &run)));
        let number = |number: i32| Some(Told::Number(number.into()));
        match word {
            "bp" if self.is_spirit(cards, card) => number(self.bp(cards, card)),
            "cores" => number(self.cores_on(card).into()),
            "level" | "lv" => number(self.level_number(cards, card).into()),
            "symbols" => number(self.symbols(cards, card, None).total() as i32),
            "cost" => number(self.print(cards, card).cost.into()),
            // What using it out of the hand would take now, without Succession.
            "due" if self.table.zone(card) == Zone::Hand => {
                number(self.due(cards, card, self.table.owner(card), &[0; 6]).into())
            }
            "soul core" | "soul" => Some(yes(self.has_soul(card))),
            "refreshed" => is(Condition::Refreshed),
            "exhausted" => is(Condition::Exhausted),
            "heavy exhausted" | "heavy" => is(Condition::HeavyExhausted),
            "attacking" => is(Condition::Attacking),
            "blocking" => is(Condition::Blocking),
            "pending" | "leaving" => is(Condition::Leaving),
            "super unleash" | "super unleashed" | "true release" => is(Condition::SuperUnleash),
            "succession" | "legacy" => {
                Some(yes(self.has(cards, card, &Keyword::Succession, &effects::Run::default())))
            }
            "face" | "known" => Some(yes(Seat::BOTH.into_iter().all(|seat| self.table.knows(seat, card)))),
            _ => None,
        }
    }

    fn of_seat(&self, cards: &Cards, seat: Seat, words: &str) -> Option<Told> {
        let player = &self.players[seat];
        let number = |number: u16| Some(Told::Number(number.into()));
        let field = |kind: Kind| {
            let count = self.field(seat).iter().filter(|card| self.is_kind(cards, **card, kind)).count();
            number(count as u16)
        };
        match words {
            "life" => number(self.pile_total(seat, Pile::Life)),
            "reserve" | "reserve cores" => number(self.reserve_total(seat)),
            "trash cores" | "cores in trash" => number(self.pile_total(seat, Pile::Trash)),
            "removed cores" => number(self.pile_total(seat, Pile::Removed)),
            "void" => Some(Told::Number(player.void.into())),
            "spirits" => field(Kind::Spirit),
            "nexuses" => field(Kind::Nexus),
            "symbols" => number(self.field_symbols(cards, seat, None).total() as u16),
            "soul core" => Some(Told::Word(match player.soul {
                SoulAt::Void => "void".into(),
                SoulAt::Reserve => "reserve".into(),
                SoulAt::Trash => "trash".into(),
                SoulAt::Life => "life".into(),
                SoulAt::Removed => "removed".into(),
                SoulAt::On(card) => self.name_of(cards, card),
            })),
            _ => {
                let place = words.strip_prefix("soul core ")?;
                let place = place.strip_prefix("in ").or_else(|| place.strip_prefix("on "))?;
                let is = match player.soul {
                    SoulAt::On(card) => self.name_of(cards, card) == place,
                    SoulAt::Reserve => place == "reserve",
                    SoulAt::Trash => place == "trash",
                    SoulAt::Life => place == "life",
                    SoulAt::Void => place == "void",
                    SoulAt::Removed => place == "removed",
                };
                Some(if is { Told::Yes } else { Told::No })
            }
        }
    }

    fn of_table(&self, _cards: &Cards, words: &str) -> Option<Told> {
        match words {
            "turn" | "turn player" => Some(Told::Word(["you", "opponent"][self.turn_seat.index()].into())),
            "first" => Some(Told::Word(["you", "opponent"][self.first.index()].into())),
            "turn number" => Some(Told::Number(self.turn_number.into())),
            "phase" | "step" => Some(Told::Word(self.step().name().into())),
            "battle" => Some(if self.battle().is_some() { Told::Yes } else { Told::No }),
            _ => None,
        }
    }
}

/// Zones that both players see into.
pub(crate) const OPEN: [Zone; 4] = [Zone::Field, Zone::Use, Zone::Trash, Zone::Removed];

fn section(seat: Seat) -> &'static str {
    ["you", "opponent"][seat.index()]
}

impl State {
    fn stage_table(&mut self, table: &Map<String, Value>) -> Result<(), StageError> {
        let wrong = |key: &str, why: String| StageError::new("table", key, why);
        let seat = |key: &str, value: &Value| match value.as_str() {
            Some("you") => Ok(Seat::A),
            Some("opponent") => Ok(Seat::B),
            _ => Err(wrong(key, "must be \"you\" or \"opponent\"".into())),
        };
        let mut step = Step::Main;
        for (key, value) in table {
            match key.as_str() {
                "turn" => self.turn_seat = seat(key, value)?,
                "first" => self.first = seat(key, value)?,
                "phase" | "step" => {
                    let word = value.as_str().unwrap_or("");
                    step = match word.trim_end_matches(" step") {
                        "start" => Step::Start,
                        "core" => Step::Core,
                        "draw" => Step::Draw,
                        "refresh" => Step::Refresh,
                        "main" => Step::Main,
                        "attack" => Step::Attack,
                        "second main" | "main2" | "second_main" => Step::SecondMain,
                        "end" => Step::End,
                        other => return Err(wrong(key, format!("there is no step {other:?}"))),
                    };
                }
                "turn_number" => {
                    let number = value.as_u64().filter(|number| (1..=500).contains(number));
                    self.turn_number =
                        number.ok_or_else(|| wrong(key, "must be a number from 1 to 500".into()))? as u16;
                }
                "auto" | "chance" | "edition" | "start" => {}
                other => return Err(wrong(other, "is not known here".into())),
            }
        }
        if !table.contains_key("first") {
            self.first = self.turn_seat;
        }
        // A step that waits for its player stands open; the others are about to begin.
        let opened = matches!(step, Step::Main | Step::Attack | Step::SecondMain);
        self.frames.push(Frame::Turn(Turn { step, opened, ..Turn::default() }));
        Ok(())
    }
}

struct Staging<'a> {
    cards: &'a Cards,
    state: &'a mut State,
    seat: Seat,
    section: &'static str,
}

impl Staging<'_> {
    fn seat(&mut self, described: &Map<String, Value>) -> Result<(), StageError> {
        let zones = [
            ("field", Zone::Field),
            ("hand", Zone::Hand),
            ("trash", Zone::Trash),
            ("removed", Zone::Removed),
        ];
        for key in described.keys() {
            let known = [
                "deck",
                "reserve",
                "life",
                "trash_cores",
                "soul_core",
                "removed_cores",
                "life_reduced",
                "spirit_depleted",
                "spirit_destroyed",
                "discarded",
                "drew_by_effect",
            ];
            if !known.contains(&key.as_str()) && !zones.iter().any(|(zone, _)| zone == key) {
                return Err(self.wrong(key, "is not known here"));
            }
        }
        for (key, zone) in zones {
            match described.get(key) {
                Some(Value::Number(count)) => self.blanks(key, count.as_u64(), zone)?,
                Some(Value::Array(entries)) => {
                    for entry in entries {
                        self.card(key, entry, zone)?;
                    }
                }
                Some(Value::Null) | None => {}
                Some(_) => return Err(self.wrong(key, "must be a list of cards or a number of blank ones")),
            }
        }
        match described.get("deck") {
            Some(Value::Array(entries)) => {
                for entry in entries {
                    self.card("deck", entry, Zone::Deck)?;
                }
            }
            Some(Value::Number(count)) => self.blanks("deck", count.as_u64(), Zone::Deck)?,
            None => self.blanks("deck", Some(10), Zone::Deck)?,
            Some(_) => return Err(self.wrong("deck", "must be a list of cards or a number of blank ones")),
        }
        for (key, pile, default) in [
            ("life", Pile::Life, 5),
            ("reserve", Pile::Reserve, 0),
            ("trash_cores", Pile::Trash, 0),
            ("removed_cores", Pile::Removed, 0),
        ] {
            let count = match described.get(key) {
                Some(Value::Object(pile)) => {
                    if pile.get("soul_core") == Some(&Value::Bool(true)) {
                        self.soul(key, SoulAt::from(self.pile_of(key)))?;
                    }
                    self.number(key, pile.get("cores").unwrap_or(&json!(0)))?
                }
                Some(value) => self.number(key, value)?,
                None => default,
            };
            self.give(pile, count);
        }
        // What happened earlier in the turn.
        let so = |key: &str| described.get(key) == Some(&Value::Bool(true));
        let turn = &mut self.state.players[self.seat].turn;
        turn.life_reduced = so("life_reduced");
        (turn.spirit_depleted, turn.spirit_depleted_by_effect) =
            (so("spirit_depleted"), so("spirit_depleted"));
        (turn.spirit_destroyed, turn.spirit_destroyed_by_other) =
            (so("spirit_destroyed"), so("spirit_destroyed"));
        turn.discarded = so("discarded");
        turn.drew_by_effect = so("drew_by_effect");
        match described.get("soul_core") {
            None => Ok(()),
            Some(Value::String(place)) => {
                let at = match place.as_str() {
                    "reserve" => SoulAt::Reserve,
                    "trash" => SoulAt::Trash,
                    "life" => SoulAt::Life,
                    "void" => SoulAt::Void,
                    "removed" => SoulAt::Removed,
                    _ => return Err(self.wrong("soul_core", "must be reserve, trash, life, void or removed")),
                };
                self.soul("soul_core", at)
            }
            Some(Value::Bool(true)) => self.soul("soul_core", SoulAt::Reserve),
            Some(Value::Bool(false)) => Ok(()),
            Some(_) => Err(self.wrong("soul_core", "must name a place")),
        }
    }

    fn pile_of(&self, key: &str) -> Pile {
        match key {
            "life" => Pile::Life,
            "reserve" => Pile::Reserve,
            "trash_cores" => Pile::Trash,
            _ => Pile::Removed,
        }
    }

    fn wrong(&self, key: &str, why: impl Into<String>) -> StageError {
        StageError::new(self.section, key, why)
    }

    fn number(&self, key: &str, value: &Value) -> Result<u16, StageError> {
        let number = value.as_u64().filter(|number| *number <= 200);
        number.map(|number| number as u16).ok_or_else(|| self.wrong(key, "must be a number from 0 to 200"))
    }

    /// Cores of a description come out of the Void, so that they add up.
    fn give(&mut self, pile: Pile, count: u16) {
        let player = &mut self.state.players[self.seat];
        player.void -= count as i16;
        match pile {
            Pile::Life => player.life += count,
            Pile::Reserve => player.reserve += count,
            Pile::Trash => player.trash += count,
            Pile::On(card) => self.state.table.marks_mut(card).cores += count,
            Pile::Removed | Pile::Void => player.removed += count,
        }
    }

    fn soul(&mut self, key: &str, at: SoulAt) -> Result<(), StageError> {
        let soul = &mut self.state.players[self.seat].soul;
        if *soul != SoulAt::Void {
            return Err(StageError::new(self.section, key, "there is only one Soul Core"));
        }
        *soul = at;
        Ok(())
    }

    fn blanks(&mut self, key: &str, count: Option<u64>, zone: Zone) -> Result<(), StageError> {
        let count = count.filter(|count| *count <= 60).ok_or_else(|| self.wrong(key, "must be 0 to 60"))?;
        for _ in 0..count {
            self.add(key, BLANK, zone)?;
        }
        Ok(())
    }

    fn add(&mut self, key: &str, name: &str, zone: Zone) -> Result<Card, StageError> {
        let named = |name: &str| {
            let pool = self.cards.as_ref();
            pool.find(name).or_else(|| {
                pool.iter().find(|(_, card)| card.name().eq_ignore_ascii_case(name)).map(|(print, _)| print)
            })
        };
        let print = named(name).ok_or_else(|| self.wrong(key, format!("no card is called {name:?}")))?;
        let place = Place::new(self.seat, zone);
        let card = self.state.table.add(print, self.seat, place);
        card.ok_or_else(|| StageError::new(self.section, key, "there are more cards than a table holds"))
    }

    fn card(&mut self, key: &str, entry: &Value, zone: Zone) -> Result<(), StageError> {
        let (name, marks) = match entry {
            Value::String(name) => (name.as_str(), None),
            Value::Object(marks) => match marks.get("card").and_then(Value::as_str) {
                Some(name) => (name, Some(marks)),
                None => return Err(self.wrong(key, "a card in braces needs its name: card = \"…\"")),
            },
            _ => return Err(self.wrong(key, "must be a list of card names")),
        };
        let card = self.add(key, name, zone)?;
        if zone != Zone::Field {
            return match marks.is_some_and(|marks| marks.len() > 1) {
                true => Err(self.wrong(key, "only cards of the field have states")),
                false => Ok(()),
            };
        }
        let mut cores = None;
        for (word, value) in marks.into_iter().flatten() {
            let yes = value == &Value::Bool(true);
            match word.as_str() {
                "card" => {}
                "cores" => cores = Some(self.number(key, value)?),
                "soul_core" if yes => self.soul(key, SoulAt::On(card))?,
                "exhausted" if yes => self.state.table.marks_mut(card).pose = Pose::Exhausted,
                "heavy" | "heavy_exhausted" if yes => self.state.table.marks_mut(card).pose = Pose::Heavy,
                "soul_core" | "exhausted" | "heavy" | "heavy_exhausted" | "refreshed" => {}
                other => return Err(self.wrong(key, format!("a card has no state {other:?}"))),
            }
        }
        let print = self.state.print(self.cards, card);
        if print.kind == Kind::Magic {
            return Err(self.wrong(key, format!("{name} is Magic and cannot be on the field")));
        }
        let least = print.least_cores();
        let default = if self.state.has_soul(card) { least.saturating_sub(1) } else { least };
        self.give(Pile::On(card), cores.unwrap_or(default));
        if self.state.level(self.cards, card).is_none() {
            return Err(self.wrong(key, format!("{name} does not have the cores of its lowest level")));
        }
        Ok(())
    }
}
