//! A position in the words of a scene.

use crate::card::Cards;
use crate::state::{Area, Frame, Mark, State, Step};
use kernel::{Card, Describe, Seat, Stage};
use serde_json::{Map, Value, json};

impl Describe for State {
    fn describe(&self, cards: &Cards, you: Seat) -> Option<Stage> {
        let [Frame::Turn { step, ending: false }] = self.core.frames[..] else { return None };
        if !matches!(step, Step::Main | Step::MainOn) || !self.core.lasting.is_empty() {
            return None;
        }
        let mut stage = Stage::default();
        let called = |seat: Seat| if seat == you { "you" } else { "opponent" };
        stage.table.insert("turn".into(), json!(called(self.core.turn)));
        stage.table.insert("first".into(), json!(called(self.core.first)));
        stage.table.insert("turn_number".into(), json!(self.core.turn_number));
        stage.table.insert("memory".into(), json!(self.memory(self.core.turn)));
        for seat in Seat::BOTH {
            let section = &mut stage.seats[if seat == you { Seat::A } else { Seat::B }];
            for (name, area) in
                [("battle", Area::Battle), ("breeding", Area::Breeding), ("trash", Area::Trash)]
            {
                let held: Vec<Value> =
                    self.cards(seat, area).iter().map(|card| self.described(cards, *card)).collect();
                if !held.is_empty() {
                    section.insert(name.into(), held.into());
                }
            }
            let hand = match seat == you {
                true => {
                    self.cards(seat, Area::Hand).iter().map(|card| self.described(cards, *card)).collect()
                }
                false => json!(self.count(seat, Area::Hand)),
            };
            section.insert("hand".into(), hand);
            section.insert("security".into(), json!(self.count(seat, Area::Security)));
            section.insert("deck".into(), json!(self.count(seat, Area::Deck)));
        }
        Some(stage)
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
