//! Scenes and decks of the toy game.

use super::*;
use serde_json::{Map, json};

impl Scenes for Toy {
    fn stage(cards: &Cards, stage: &Stage, edition: usize) -> Result<Self, StageError> {
        let active = match stage.table.get("turn").and_then(Value::as_str) {
            Some("opponent") => Seat::B,
            _ => Seat::A,
        };
        let life = if edition == 0 { 3 } else { 1 };
        let mut toy = Toy { table: Table::new(), public: Public::new(life, active) };
        toy.public.step = Step::Main;
        toy.public.turn = 1;
        for seat in Seat::BOTH {
            let section = if seat == Seat::A { "you" } else { "opponent" };
            for (key, value) in &stage.seats[seat] {
                let fail = |why: &str| StageError::new(section, key.as_str(), why);
                if key == "life" {
                    toy.public.life[seat] = value.as_u64().ok_or(fail("expected a number"))? as u8;
                    continue;
                }
                let area = Area::ALL.iter().find(|area| area.name() == key).ok_or(fail("no such zone"))?;
                let names: Vec<Value> = match value {
                    Value::Array(names) => names.clone(),
                    Value::Number(n) => vec![json!("Blank"); n.as_u64().unwrap_or(0).min(50) as usize],
                    other => vec![other.clone()],
                };
                for entry in names {
                    let name = entry
                        .as_str()
                        .or_else(|| entry.get("card")?.as_str())
                        .ok_or(fail("expected a name"))?;
                    let print =
                        cards.0.find(name).ok_or_else(|| fail(&format!("no card is called {name:?}")))?;
                    let card =
                        toy.table.add(print, seat, Place::new(seat, *area)).ok_or(fail("too many cards"))?;
                    toy.table.marks_mut(card).rested =
                        entry.get("rested").is_some_and(|rested| rested == true);
                }
            }
        }
        Ok(toy)
    }

    fn blanks() -> Vec<Value> {
        vec![json!({"id": "Blank", "name": "Blank", "power": 0})]
    }

    fn plain(row: &mut Map<String, Value>) {
        row.entry("power").or_insert(json!(1000));
    }

    fn zone(&self, seat: Seat, name: &str) -> Option<Vec<Card>> {
        let area = Area::ALL.iter().find(|area| area.name() == name)?;
        Some(self.at(seat, *area).to_vec())
    }

    fn cards_named(&self, cards: &Cards, name: &str) -> Vec<(Seat, Card)> {
        let is_named = |card: &Card| self.unit(cards, *card).name == name;
        self.table.all().filter(is_named).map(|card| (self.table.owner(card), card)).collect()
    }

    fn zone_of(&self, card: Card) -> (Seat, &'static str) {
        (self.table.seat(card), self.table.zone(card).name())
    }

    fn of_card(&self, cards: &Cards, card: Card, word: &str) -> Option<Told> {
        let yes = |holds: bool| if holds { Told::Yes } else { Told::No };
        match word {
            "power" => Some(Told::Number(self.unit(cards, card).power)),
            "rested" => Some(yes(self.table.marks(card).rested)),
            "guard" => Some(yes(self.unit(cards, card).guard)),
            _ => None,
        }
    }

    fn of_seat(&self, _: &Cards, seat: Seat, words: &str) -> Option<Told> {
        match words {
            "life" => Some(Told::Number(self.public.life[seat].into())),
            "luck" => Some(Told::Word("drop".into())),
            _ => None,
        }
    }

    fn of_table(&self, _: &Cards, words: &str) -> Option<Told> {
        match words {
            "turn" => Some(Told::Word(if self.public.active == Seat::A { "you" } else { "opponent" }.into())),
            "phase" => {
                Some(Told::Word(if self.public.step == Step::Main { "main" } else { "battle" }.into()))
            }
            _ => None,
        }
    }
}

impl Describe for Toy {
    fn is_plain(&self) -> bool {
        self.public.step == Step::Main
    }

    fn describe(&self, cards: &Cards, you: Seat, hidden: Hidden) -> Stage {
        let mut stage = Stage::default();
        let turn = if self.public.active == you { "you" } else { "opponent" };
        stage.table.insert("turn".into(), json!(turn));
        for seat in Seat::BOTH {
            let section = &mut stage.seats[if seat == you { Seat::A } else { Seat::B }];
            section.insert("life".into(), json!(self.public.life[seat]));
            for area in Area::ALL {
                let held = self.at(seat, *area);
                let entry = |card: &Card| {
                    let name = &self.unit(cards, *card).name;
                    json!({"card": name, "rested": self.table.marks(*card).rested})
                };
                let told = match hidden {
                    Hidden::Listed => held.iter().map(entry).collect(),
                    Hidden::Counted => json!(held.len()),
                };
                section.insert(area.name().into(), told);
            }
        }
        stage
    }
}

impl Decks for Toy {
    const SECTIONS: &'static [&'static str] = &["main", "sideboard"];

    fn check_deck(cards: &Cards, list: &DeckList, _: usize) -> Vec<DeckFault> {
        match Toy::build_deck(cards, list) {
            Ok(deck) if deck.len() == 12 => Vec::new(),
            Ok(deck) => vec![DeckFault { rule: Some(START), why: format!("{} cards, not 12", deck.len()) }],
            Err(faults) => faults,
        }
    }

    fn build_deck(cards: &Cards, list: &DeckList) -> Result<Vec<Print>, Vec<DeckFault>> {
        let mut deck = Vec::new();
        for (id, count) in list.section("main") {
            match cards.0.find(id) {
                Some(print) => deck.extend(std::iter::repeat_n(print, (*count).min(30) as usize)),
                None => return Err(vec![DeckFault { rule: None, why: format!("no card {id}") }]),
            }
        }
        Ok(deck)
    }
}
