//! Scenes: how a described position is set up, and what is true of it.

use crate::card::{COLORS, Cards, Kinds};
use crate::state::{Area, Core, Frame, Mark, State, Step};
use effects::Asked;
use kernel::{Card, Place, Print, Scenes, Seat, Stage, StageError, Told, Zone};
use serde_json::{Map, Value, json};

impl Scenes for State {
    fn stage(cards: &Cards, stage: &Stage, _edition: usize) -> Result<Self, StageError> {
        let mut stager = Stager { cards, state: State::empty() };
        let setup = stage.table.get("start").and_then(Value::as_str) == Some("setup");
        for seat in Seat::BOTH {
            stager.seat(seat, &stage.seats[seat], setup)?;
        }
        stager.state.reindex(cards);
        if setup {
            // The preparation itself asks for luck: the runner carries it out.
            return Ok(stager.state);
        }
        stager.table(&stage.table)?;
        Ok(stager.state)
    }

    fn blanks() -> Vec<Value> {
        vec![
            json!({"id": "Blank", "name": "Blank", "kind": "option", "colors": ["white"], "play_cost": 0}),
            json!({"id": "Egg", "name": "Egg", "kind": "digi-egg", "colors": ["white"], "level": 2}),
        ]
    }

    fn plain(row: &mut Map<String, Value>) {
        row.entry("kind").or_insert_with(|| json!("digimon"));
        row.entry("colors").or_insert_with(|| json!(["red"]));
        let name = row.get("name").cloned().unwrap_or(Value::Null);
        row.entry("id").or_insert(name);
        let is = |kind: &str| row.get("kind").is_some_and(|held| *held == json!(kind));
        let (digimon, egg) = (is("digimon"), is("digi-egg"));
        if digimon {
            row.entry("level").or_insert_with(|| json!(4));
            row.entry("dp").or_insert_with(|| json!(5000));
            row.entry("play_cost").or_insert_with(|| json!(5));
        } else if egg {
            row.entry("level").or_insert_with(|| json!(2));
        } else {
            row.entry("play_cost").or_insert_with(|| json!(3));
        }
    }

    fn zone(&self, seat: Seat, name: &str) -> Option<Vec<Card>> {
        Some(self.cards(seat, area_named(name)?).to_vec())
    }

    fn cards_named(&self, cards: &Cards, name: &str) -> Vec<(Seat, Card)> {
        let (plain, number) = match name.rsplit_once('#') {
            Some((plain, number)) => (plain, number.parse::<usize>().unwrap_or(1)),
            None => (name, 0),
        };
        let mut found = Vec::new();
        for seat in Seat::BOTH {
            let owned = self.table.all().filter(|card| {
                self.table.owner(*card) == seat
                    && cards.get(self.table.print(*card)).title.eq_ignore_ascii_case(plain)
            });
            found.extend(
                owned
                    .filter(|card| number == 0 || number == self.twins_before(cards, *card) + 1)
                    .map(|card| (seat, card)),
            );
        }
        found.sort_by_key(|(_, card)| (rank(self.table.zone(*card)), card.0));
        found
    }

    fn zone_of(&self, card: Card) -> (Seat, &'static str) {
        let Place { seat, zone } = self.table.place(card);
        (seat, zone.name())
    }

    fn host_of(&self, card: Card) -> Option<Card> {
        self.table.row(card).host()
    }

    fn of_card(&self, cards: &Cards, card: Card, word: &str) -> Option<Told> {
        let number =
            |value: Option<i32>| Some(value.map_or(Told::Word("none".into()), |n| Told::Number(n.into())));
        let yes = |holds: bool| Some(if holds { Told::Yes } else { Told::No });
        let word = word.trim().to_ascii_lowercase();
        match word.as_str() {
            "dp" => number(self.dp(cards, card)),
            "level" => number(self.level(cards, card).map(i32::from)),
            "play cost" | "cost" => number(self.play_cost(cards, card).map(i32::from)),
            "checks" | "security checks" => number(Some(self.checks(cards, card).max(0))),
            "suspended" => yes(self.has(card, Mark::Suspended)),
            "unsuspended" => yes(!self.has(card, Mark::Suspended)),
            "fresh" | "played this turn" => yes(self.has(card, Mark::Fresh)),
            "face down" => yes(self.has(card, Mark::FaceDown)),
            "face up" => yes(self.has(card, Mark::FaceUp)),
            "digivolution cards" | "under" => number(Some(self.under(card).count() as i32)),
            "link cards" | "links" => number(Some(self.links(card).count() as i32)),
            "digimon" => yes(self.is_digimon(cards, card)),
            "tamer" => yes(self.is_tamer(cards, card)),
            "option" => yes(self.kinds(cards, card).meets(Kinds::OPTION)),
            word if keyword_named(word).is_some() => {
                let kind = keyword_named(word)?;
                let mut found = false;
                self.each_keyword(cards, card, Asked::NOTHING, &mut |keyword| {
                    found |= keyword.kind() == kind
                });
                if kind == crate::vocab::Keyword::Blocker.kind() {
                    let attacker = self.attack().and_then(|attack| self.attacker(&attack));
                    let against =
                        attacker.filter(|attacker| self.table.seat(*attacker) != self.table.seat(card));
                    found |= against.is_some_and(|attacker| self.has_blocker(cards, card, attacker));
                }
                yes(found)
            }
            color if COLORS.contains(&color) => {
                let wanted = crate::card::Colors::named(color)?;
                yes(self.colors(cards, card).meets(wanted))
            }
            _ => None,
        }
    }

    fn of_seat(&self, _cards: &Cards, seat: Seat, words: &str) -> Option<Told> {
        match words {
            "memory" => Some(Told::Number(self.memory(seat).into())),
            _ => area_named(words).map(|area| Told::Number(self.count(seat, area) as i64)),
        }
    }

    fn of_table(&self, _cards: &Cards, words: &str) -> Option<Told> {
        match words {
            // Seen from the seat whose turn it is.
            "memory" => Some(Told::Number(self.memory(self.core.turn).into())),
            "turn" => Some(Told::Word(if self.core.turn == Seat::A { "you" } else { "opponent" }.into())),
            "turn number" => Some(Told::Number(self.core.turn_number.into())),
            "phase" => Some(Told::Word(phase(self).into())),
            _ => None,
        }
    }
}

/// The phase of the turn, by name.
pub(crate) fn phase(state: &State) -> &'static str {
    let step = state.core.frames.iter().find_map(|frame| match frame {
        Frame::Turn { step, .. } => Some(*step),
        _ => None,
    });
    match step {
        None => "setup",
        Some(Step::Start | Step::Unsuspend) => "unsuspend",
        Some(Step::Draw) => "draw",
        Some(Step::Breeding | Step::BreedingAsked) => "breeding",
        Some(Step::MainStart | Step::Main | Step::MainOn) => "main",
    }
}

fn area_named(name: &str) -> Option<Area> {
    let name = name.trim().to_ascii_lowercase().replace(['_', '-'], " ");
    Some(match name.as_str() {
        "battle" | "battle area" => Area::Battle,
        "breeding" | "breeding area" => Area::Breeding,
        "hand" => Area::Hand,
        "security" | "security stack" => Area::Security,
        "trash" => Area::Trash,
        "digi eggs" | "eggs" | "digi egg deck" => Area::Eggs,
        "deck" => Area::Deck,
        "aside" => Area::Aside,
        "removed" | "gone" => Area::Gone,
        "under" => Area::Under,
        "links" => Area::Links,
        _ => return None,
    })
}

/// The kind of keyword that a word of a scene means.
fn keyword_named(word: &str) -> Option<u8> {
    let word = word.trim_matches(['<', '>']).trim();
    let plain = word.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '.'));
    crate::keyword::kind_called(word).or_else(|| crate::keyword::kind_called(plain))
}

/// Where a name is looked for first.
fn rank(area: Area) -> usize {
    area.index()
}

/// Puts a described position onto a table.
struct Stager<'a> {
    cards: &'a Cards,
    state: State,
}

impl Stager<'_> {
    fn seat(&mut self, seat: Seat, given: &Map<String, Value>, setup: bool) -> Result<(), StageError> {
        let section = if seat == Seat::A { "you" } else { "opponent" };
        for key in given.keys() {
            if area_named(key).is_none() {
                return Err(StageError::new(section, key, "no such area"));
            }
        }
        let value_of = |area: Area| given.iter().find(|(key, _)| area_named(key) == Some(area));
        // In-play areas come in the order the scene lists them, then the hand, then the rest, the deck last.
        let mut order: Vec<Area> = given
            .keys()
            .filter_map(|key| area_named(key))
            .filter(|area| matches!(area, Area::Battle | Area::Breeding))
            .collect();
        order.extend([
            Area::Hand,
            Area::Security,
            Area::Trash,
            Area::Aside,
            Area::Gone,
            Area::Eggs,
            Area::Deck,
        ]);
        for area in order {
            match value_of(area) {
                Some((key, value)) => self.area(seat, area, key, value, section)?,
                // What a scene does not mention is plain: some cards to draw and some security.
                None if area == Area::Deck && !setup => self.blanks(seat, area, 10),
                None if area == Area::Security && !setup => self.blanks(seat, area, 5),
                None => {}
            }
        }
        Ok(())
    }

    fn blanks(&mut self, seat: Seat, area: Area, count: u64) {
        let name = if matches!(area, Area::Eggs | Area::Breeding) { "Egg" } else { "Blank" };
        if let Some(print) = self.cards.find(name) {
            for _ in 0..count {
                self.state.table.add(print, seat, State::place(seat, area));
            }
        }
    }

    fn area(
        &mut self,
        seat: Seat,
        area: Area,
        key: &str,
        value: &Value,
        section: &str,
    ) -> Result<(), StageError> {
        let wrong = |why: String| StageError::new(section, key, why);
        if let Some(count) = value.as_u64() {
            if count > 60 {
                return Err(wrong("more than 60 cards".into()));
            }
            self.blanks(seat, area, count);
            return Ok(());
        }
        let items = match value {
            Value::Array(items) => items.clone(),
            one => vec![one.clone()],
        };
        for item in &items {
            self.item(seat, area, item).map_err(wrong)?;
        }
        if self.state.table.overflowed() {
            return Err(wrong("more cards than a table holds".into()));
        }
        Ok(())
    }

    fn item(&mut self, seat: Seat, area: Area, item: &Value) -> Result<Card, String> {
        let (name, marks) = match item {
            Value::String(name) => (name.as_str(), None),
            Value::Object(map) => {
                let name = map.get("card").and_then(Value::as_str).ok_or("a card in braces needs `card`")?;
                (name, Some(map))
            }
            _ => return Err("not a card name".into()),
        };
        let print = self.find(name)?;
        let full = || "more cards than a table holds".to_string();
        let card = self.state.table.add(print, seat, State::place(seat, area)).ok_or_else(full)?;
        let Some(marks) = marks else { return Ok(card) };
        for (key, value) in marks {
            let on = value.as_bool();
            match key.as_str() {
                "card" => {}
                "suspended" => self.mark(card, Mark::Suspended, on)?,
                "fresh" | "played_this_turn" => self.mark(card, Mark::Fresh, on)?,
                "placed" => self.mark(card, Mark::Placed, on)?,
                "face_down" => {
                    self.mark(card, Mark::FaceDown, on)?;
                    if on == Some(true) {
                        self.state.table.forget(card, kernel::Seats::only(seat.other()));
                    }
                }
                "face_up" => {
                    self.mark(card, Mark::FaceUp, on)?;
                    self.state.table.reveal(card, kernel::Seats::ALL);
                }
                "under" => self.stack(card, seat, Area::Under, value)?,
                "links" | "link" => self.stack(card, seat, Area::Links, value)?,
                other => return Err(format!("no such state of a card: `{other}`")),
            }
        }
        Ok(card)
    }

    fn mark(&mut self, card: Card, mark: Mark, on: Option<bool>) -> Result<(), String> {
        let on = on.ok_or("not true or false")?;
        self.state.table.marks_mut(card).set(mark, on);
        Ok(())
    }

    fn stack(&mut self, host: Card, seat: Seat, area: Area, value: &Value) -> Result<(), String> {
        let items: Vec<Value> = match value {
            Value::Array(items) => items.clone(),
            Value::Number(count) => {
                vec![json!("Blank"); count.as_u64().unwrap_or(0).min(30) as usize]
            }
            one => vec![one.clone()],
        };
        for item in &items {
            let card = self.item(seat, area, item)?;
            self.state.table.set_host(card, Some(host));
        }
        Ok(())
    }

    fn find(&self, name: &str) -> Result<Print, String> {
        self.cards.find(name).ok_or_else(|| format!("no card `{name}`"))
    }

    fn table(&mut self, given: &Map<String, Value>) -> Result<(), StageError> {
        let wrong = |key: &str, why: &str| StageError::new("table", key, why);
        let seat_of = |key: &str| match given.get(key).and_then(Value::as_str) {
            None => Ok(Seat::A),
            Some("you") => Ok(Seat::A),
            Some("opponent") => Ok(Seat::B),
            Some(_) => Err(wrong(key, "neither `you` nor `opponent`")),
        };
        let (turn, first) = (seat_of("turn")?, seat_of("first")?);
        let step = match given.get("phase").and_then(Value::as_str).unwrap_or("main") {
            "start" => Step::Start,
            "unsuspend" => Step::Unsuspend,
            "draw" => Step::Draw,
            "breeding" => Step::Breeding,
            "main start" => Step::MainStart,
            "main" => Step::Main,
            _ => return Err(wrong("phase", "no such phase")),
        };
        let memory = match given.get("memory") {
            None => 0,
            Some(value) => match value.as_i64() {
                Some(memory) if (-10..=10).contains(&memory) => memory as i8,
                _ => return Err(wrong("memory", "not a number from -10 to 10")),
            },
        };
        let number = given.get("turn_number").and_then(Value::as_u64).unwrap_or(5) as u16;
        let memory = if turn == Seat::A { memory } else { -memory };
        self.state.core = Core { turn, first, turn_number: number, memory, ..Core::default() };
        self.state.push(Frame::Turn { step, ending: false });
        if step == Step::Main {
            self.state.push(Frame::Check);
        }
        self.state.push(Frame::Staged);
        Ok(())
    }
}
