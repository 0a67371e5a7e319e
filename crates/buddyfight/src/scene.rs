//! Scenes: how a described position is set up, and what is true of it.

use crate::card::{Cards, Kind};
use crate::event::What;
use crate::state::{Frame, Phase, State, TimingStep, TurnStep, Window, Zone};
use crate::{Cx, keyword::Keyword};
use effects::text::lexer::fold;
use kernel::{Card, Chance, End, Log, Place, Print, Scenes, Seat, Seats, Stage, StageError, Told, Zone as _};
use serde_json::{Map, Value, json};

const BLANK: &str = "Blank";
const FLAG: &str = "Plain Flag";

/// Before the first decision of a scene nothing is random.
struct NoChance;

impl Chance for NoChance {
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

/// Names of zones as scenes write them.
fn zone_named(name: &str) -> Option<Zone> {
    Some(match name {
        "spells" | "spell area" => Zone::Spell,
        "items" => Zone::Item,
        "drop zone" => Zone::Drop,
        "buddies" | "buddy zone" => Zone::Buddy,
        "souls" => Zone::Soul,
        "lost_deck" => Zone::LostDeck,
        name => *Zone::ALL.iter().find(|zone| zone.name() == name)?,
    })
}

impl Scenes for State {
    fn stage(cards: &Cards, stage: &Stage, edition: usize) -> Result<Self, StageError> {
        let mut state = State::blank(edition);
        let word = |key: &str| stage.table.get(key).and_then(Value::as_str);
        let seat_of = |key: &str, plain: Seat| match word(key) {
            None => Ok(plain),
            Some("you") => Ok(Seat::A),
            Some("opponent") => Ok(Seat::B),
            Some(other) => {
                Err(StageError::new("table", key, format!("\"{other}\" is neither you nor opponent")))
            }
        };
        state.turn_seat = seat_of("turn", Seat::A)?;
        state.first = seat_of("first", state.turn_seat)?;
        state.turn_number = match stage.table.get("turn_number").map(|value| value.as_u64()) {
            None => 3 + u16::from(state.first != state.turn_seat),
            Some(Some(number @ 1..=1000)) => number as u16,
            Some(_) => return Err(StageError::new("table", "turn_number", "not a turn's number")),
        };
        state.asked = state.turn_seat;
        for key in stage.table.keys() {
            let known = [
                "turn",
                "first",
                "turn_number",
                "phase",
                "auto",
                "start",
                "edition",
                "chance",
                "cards",
                "extra_turn",
            ];
            if !known.contains(&key.as_str()) {
                return Err(StageError::new("table", key, "the table has no such thing"));
            }
        }
        state.in_extra_turn = stage.table.get("extra_turn").and_then(Value::as_bool).unwrap_or(false);
        for seat in Seat::BOTH {
            state.stage_seat(cards, seat, &stage.seats[seat])?;
        }
        for card in state.table.all() {
            if cards.get(state.print(card)).is_lost() {
                state.backs.set_lost(card);
            }
        }
        for seat in Seat::BOTH {
            let top = State::zone(&state, seat, Zone::Deck).first().copied();
            state.tally[seat].switched = top.is_some_and(|card| state.backs.is_lost(card));
        }
        state.frames.push(Frame::Turn(TurnStep::StartTiming));
        match word("phase").unwrap_or("main") {
            "start" => {}
            "charge" => state.then(TurnStep::Charge),
            "main" => {
                state.phase = Phase::Main;
                state.then(TurnStep::MainEnds);
                state.frames.push(Frame::Check);
                state.frames.push(Frame::Timing(Window::Main, TimingStep::Turn));
            }
            "move" => {
                state.phase = Phase::Attack;
                state.then(TurnStep::MoveTurn);
            }
            "attack" => {
                state.phase = Phase::Attack;
                state.then(TurnStep::ChooseAttack);
            }
            "final" => {
                state.phase = Phase::Final;
                state.then(TurnStep::ChooseFinal);
                state.frames.push(Frame::Check);
                state.frames.push(Frame::Timing(Window::Final, TimingStep::Turn));
            }
            other => {
                return Err(StageError::new("table", "phase", format!("no phase is called \"{other}\"")));
            }
        }
        let (mut luck, mut log) = (NoChance, Log::<What>::silent());
        let mut cx = Cx { pool: cards, chance: &mut luck, log: &mut log };
        state.dirty = true;
        state.reindex(cards);
        state.advance(&mut cx);
        Ok(state)
    }

    fn blanks() -> Vec<Value> {
        vec![
            json!({"id": BLANK, "name": BLANK, "kind": "spell", "worlds": ["Generic"]}),
            json!({"id": FLAG, "name": FLAG, "kind": "flag", "text": "You may use all cards."}),
        ]
    }

    fn plain(row: &mut Map<String, Value>) {
        let kind = row.entry("kind").or_insert(json!("monster")).as_str().and_then(Kind::from_word);
        row.entry("worlds").or_insert(json!(["Generic"]));
        let figures: &[(&str, i64)] = match kind {
            Some(kind) if kind.is_monster() => {
                &[("size", 1), ("power", 3000), ("defense", 3000), ("critical", 1)]
            }
            Some(Kind::Item) => &[("power", 3000), ("critical", 1)],
            _ => &[],
        };
        let lost =
            row["worlds"].as_array().is_some_and(|worlds| worlds.iter().any(|world| world == "Lost World"));
        for (field, figure) in figures {
            if !(lost && *field == "size") {
                row.entry(*field).or_insert(json!(figure));
            }
        }
    }

    fn zone(&self, seat: Seat, name: &str) -> Option<Vec<Card>> {
        if name == "field" {
            return Some(self.field(seat).collect());
        }
        zone_named(name).map(|zone| State::zone(self, seat, zone).to_vec())
    }

    fn cards_named(&self, cards: &Cards, name: &str) -> Vec<(Seat, Card)> {
        let folded = fold(name);
        let mut found: Vec<Card> = self
            .table
            .all()
            .filter(|card| {
                let face = cards.get(self.print(*card));
                face.folded == folded || face.id == name
            })
            .collect();
        let order = |card: &Card| match self.table.zone(*card) {
            zone if zone.is_field() => 0,
            Zone::Limbo => 1,
            Zone::Soul => 2,
            Zone::Hand => 3,
            Zone::Drop => 4,
            Zone::Gauge => 5,
            Zone::Buddy | Zone::Flag => 6,
            _ => 7,
        };
        found.sort_by_key(order);
        found.into_iter().map(|card| (self.table.seat(card), card)).collect()
    }

    fn zone_of(&self, card: Card) -> (Seat, &'static str) {
        let place = self.table.place(card);
        (place.seat, place.zone.name())
    }

    fn host_of(&self, card: Card) -> Option<Card> {
        self.table.row(card).host()
    }

    fn of_card(&self, cards: &Cards, card: Card, word: &str) -> Option<Told> {
        let yes = |holds: bool| Some(if holds { Told::Yes } else { Told::No });
        let marks = self.table.marks(card);
        let number = |figure: i32| Some(Told::Number(figure.into()));
        match word {
            "power" => number(self.power(cards, card)),
            "defense" => number(self.defense(cards, card)?),
            "critical" => number(self.critical(cards, card)),
            "size" => number(self.size(cards, card)?),
            "soul" => number(self.soul(card).count() as i32),
            "rested" => yes(marks.rested()),
            "standing" => yes(!marks.rested()),
            "face down" | "face_down" => yes(marks.face_down()),
            "reversed" | "in reversal" => yes(marks.reversed()),
            "attacking" => yes(self.is_attacking(card)),
            "attacked" => yes(self.is_attacked(cards, card)),
            "in battle" | "battling" => yes(self.is_attacking(card) || self.is_attacked(cards, card)),
            "known to you" => yes(self.table.knows(Seat::A, card)),
            "known to opponent" => yes(self.table.knows(Seat::B, card)),
            "buddy" => yes(self.is_buddy(cards, card)),
            "item" | "an item" => yes(self.is_item(cards, card)),
            word => {
                let keyword = Keyword::from_words(&fold(word.trim_start_matches("has ")))?;
                yes(self.has_keyword(cards, card, keyword))
            }
        }
    }

    fn of_seat(&self, _: &Cards, seat: Seat, words: &str) -> Option<Told> {
        let buddy = || State::zone(self, seat, Zone::Buddy).first().map(|card| *self.table.marks(*card));
        match words {
            "life" => Some(Told::Number(self.life[seat].into())),
            "attacks" => Some(Told::Number(self.tally[seat].attacks.into())),
            "reversals" => Some(Told::Number(self.tally[seat].reversals.into())),
            "buddy rested" => buddy().map(|marks| if marks.rested() { Told::Yes } else { Told::No }),
            "buddy standing" => buddy().map(|marks| if marks.rested() { Told::No } else { Told::Yes }),
            "buddy face down" => buddy().map(|marks| if marks.face_down() { Told::Yes } else { Told::No }),
            _ => None,
        }
    }

    fn of_table(&self, _: &Cards, words: &str) -> Option<Told> {
        match words {
            "turn" => Some(Told::Word(if self.turn_seat == Seat::A { "you" } else { "opponent" }.into())),
            "phase" => Some(Told::Word(self.phase.word().into())),
            "link attack" => Some(if self.is_link_attack() { Told::Yes } else { Told::No }),
            _ => None,
        }
    }
}

/// One card of a zone as a scene writes it.
struct Piece {
    print: Print,
    rested: Option<bool>,
    face_down: bool,
    under: Vec<Piece>,
    known: bool,
}

impl State {
    fn stage_seat(
        &mut self,
        cards: &Cards,
        seat: Seat,
        section: &Map<String, Value>,
    ) -> Result<(), StageError> {
        let name = if seat == Seat::A { "you" } else { "opponent" };
        for (key, value) in section {
            let known =
                ["life", "buddy_rested", "gauge_known"].contains(&key.as_str()) || zone_named(key).is_some();
            if !known {
                return Err(StageError::new(name, key, "a fighter has no such zone or counter"));
            }
            if key == "life" {
                let life = value.as_u64().filter(|life| *life <= 200);
                let life = life.ok_or_else(|| StageError::new(name, key, "not an amount of life"))?;
                self.life[seat] = life as u8;
            }
        }
        // Twins are numbered by handle: what is in play first, in the order it is listed, then the hand, the deck last.
        let rank = |zone: Zone| match zone {
            zone if zone.is_field() => 0,
            Zone::Buddy | Zone::Flag => 0,
            Zone::Hand => 1,
            Zone::Deck => 3,
            _ => 2,
        };
        for pass in 0..4 {
            for (key, value) in section {
                let Some(zone) = zone_named(key).filter(|zone| rank(*zone) == pass) else { continue };
                let pieces = self.pieces(cards, value).map_err(|why| StageError::new(name, key, why))?;
                for piece in pieces {
                    self.lay(cards, seat, zone, piece).map_err(|why| StageError::new(name, key, why))?;
                }
            }
            if pass == 0 && !section.contains_key("flag") {
                let print = cards.as_ref().find(FLAG);
                let print =
                    print.ok_or_else(|| StageError::new(name, "flag", "no plain flag in the pool"))?;
                let flag = Piece { print, rested: None, face_down: false, under: Vec::new(), known: true };
                self.lay(cards, seat, Zone::Flag, flag).map_err(|why| StageError::new(name, "flag", why))?;
            }
        }
        if !section.contains_key("deck") {
            let print = cards.as_ref().find(BLANK);
            let print = print.ok_or_else(|| StageError::new(name, "deck", "no blank card in the pool"))?;
            for _ in 0..10 {
                self.table.add(print, seat, Place::new(seat, Zone::Deck));
            }
        }
        let flag = self.zone(seat, Zone::Flag).first().map(|card| self.print(*card));
        self.initial_flags[seat] = flag;
        for at in 0..self.count(seat, Zone::Buddy).min(4) {
            let print = self.print(self.zone(seat, Zone::Buddy)[at]);
            self.buddies[seat].push(print);
        }
        Ok(())
    }

    /// Cards of a zone: a number of blanks, a name, a table with the state of a card, or a list of these.
    fn pieces(&self, cards: &Cards, value: &Value) -> Result<Vec<Piece>, String> {
        let find = |name: &str| {
            let pool = cards.as_ref();
            let folded = fold(name);
            pool.find(name)
                .or_else(|| pool.iter().find(|(_, face)| face.folded == folded).map(|(print, _)| print))
                .ok_or_else(|| format!("no card is called \"{name}\""))
        };
        let plain = |print| Piece { print, rested: None, face_down: false, under: Vec::new(), known: false };
        match value {
            Value::Number(number) => {
                let count = number.as_u64().filter(|count| *count <= 90).ok_or("not a number of cards")?;
                let blank = find(BLANK)?;
                Ok((0..count).map(|_| plain(blank)).collect())
            }
            Value::String(name) => Ok(vec![plain(find(name)?)]),
            Value::Array(list) => {
                let mut all = Vec::new();
                for one in list {
                    all.extend(self.pieces(cards, one)?);
                }
                Ok(all)
            }
            Value::Object(map) => {
                let name = map
                    .get("card")
                    .and_then(Value::as_str)
                    .ok_or("a card in braces needs `card = \"...\"`")?;
                let mut piece = plain(find(name)?);
                for (key, value) in map {
                    let truth = || value.as_bool().ok_or(format!("`{key}` is true or false"));
                    match key.as_str() {
                        "card" => {}
                        "rested" => piece.rested = Some(truth()?),
                        "standing" => piece.rested = Some(!truth()?),
                        "face_down" => piece.face_down = truth()?,
                        "known" => piece.known = truth()?,
                        "soul" | "under" => piece.under = self.pieces(cards, value)?,
                        other => return Err(format!("a card has no `{other}` here")),
                    }
                }
                Ok(vec![piece])
            }
            _ => Err("not a card".into()),
        }
    }

    fn lay(&mut self, cards: &Cards, seat: Seat, zone: Zone, piece: Piece) -> Result<(), String> {
        let full = || "more cards than a table holds".to_string();
        let card = self.table.add(piece.print, seat, Place::new(seat, zone)).ok_or_else(full)?;
        if zone.is_field() || zone == Zone::Flag {
            self.arrivals += 1;
            self.table.marks_mut(card).arrival = self.arrivals;
        }
        if zone == Zone::Item && cards.get(piece.print).kind.is_monster() {
            // BF KEY-TRANSFORM-2.
            self.table.marks_mut(card).set_as_item(true);
        }
        if let Some(rested) = piece.rested {
            self.table.marks_mut(card).set_rested(rested);
        }
        if piece.known {
            self.table.reveal(card, Seats::only(seat));
        }
        if piece.face_down {
            self.table.marks_mut(card).set_face_down(true);
            self.table.forget(card, Seats::only(seat.other()));
        }
        for under in piece.under {
            let (print, face_down) = (under.print, under.face_down);
            let soul = self.table.add(print, seat, Place::new(seat, Zone::Removed)).ok_or_else(full)?;
            self.table.tuck(soul, card, Place::new(seat, Zone::Soul), End::Bottom);
            if face_down {
                self.table.marks_mut(soul).set_face_down(true);
                self.table.forget(soul, Seats::only(seat.other()));
            }
        }
        Ok(())
    }
}
