//! A position in the words of a scene.

use crate::card::Cards;
use crate::scene::phase;
use crate::state::{Area, Frame, Mark, State, Step};
use kernel::{Card, Describe, Hidden, Seat, Stage};
use serde_json::{Map, Value, json};

impl Describe for State {
    fn is_plain(&self) -> bool {
        let at_main = |step: Step| matches!(step, Step::Main | Step::MainOn);
        matches!(self.core.frames[..], [Frame::Turn { step, ending: false }] if at_main(step))
            && self.core.lasting.is_empty()
    }

    fn describe(&self, cards: &Cards, you: Seat, hidden: Hidden) -> Stage {
        let mut stage = Stage::default();
        let called = |seat: Seat| if seat == you { "you" } else { "opponent" };
        stage.table.insert("turn".into(), json!(called(self.core.turn)));
        stage.table.insert("first".into(), json!(called(self.core.first)));
        stage.table.insert("turn_number".into(), json!(self.core.turn_number));
        stage.table.insert("memory".into(), json!(self.memory(self.core.turn)));
        if phase(self) != "main" {
            stage.table.insert("phase".into(), json!(phase(self)));
        }
        for seat in Seat::BOTH {
            let section = &mut stage.seats[if seat == you { Seat::A } else { Seat::B }];
            let all = |area: Area| -> Vec<Value> {
                self.cards(seat, area).iter().map(|card| self.described(cards, *card)).collect()
            };
            for (name, area) in [
                ("battle", Area::Battle),
                ("breeding", Area::Breeding),
                ("trash", Area::Trash),
                ("removed", Area::Gone),
            ] {
                let held = all(area);
                if !held.is_empty() {
                    section.insert(name.into(), held.into());
                }
            }
            let told = |area: Area, seen: bool| match seen || hidden == Hidden::Listed {
                true => all(area).into(),
                false => json!(self.count(seat, area)),
            };
            section.insert("hand".into(), told(Area::Hand, seat == you));
            section.insert("security".into(), told(Area::Security, false));
            section.insert("deck".into(), told(Area::Deck, false));
            if self.count(seat, Area::Eggs) > 0 {
                section.insert("digi_eggs".into(), told(Area::Eggs, false));
            }
        }
        stage
    }
}

impl State {
    fn described(&self, cards: &Cards, card: Card) -> Value {
        let id = json!(cards.get(self.table.print(card)).id);
        let mut map = Map::new();
        let marks = [
            ("suspended", Mark::Suspended),
            ("fresh", Mark::Fresh),
            ("placed", Mark::Placed),
            ("face_down", Mark::FaceDown),
            ("face_up", Mark::FaceUp),
        ];
        for (name, _) in marks.into_iter().filter(|(_, mark)| self.has(card, *mark)) {
            map.insert(name.into(), json!(true));
        }
        for (name, area) in [("under", Area::Under), ("links", Area::Links)] {
            let below: Vec<Value> =
                self.table.under(card, area).map(|card| self.described(cards, card)).collect();
            if !below.is_empty() {
                map.insert(name.into(), below.into());
            }
        }
        if map.is_empty() {
            return id;
        }
        map.insert("card".into(), id);
        Value::Object(map)
    }
}
