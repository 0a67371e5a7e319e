//! A position in the words of a scene.

use crate::card::Cards;
use crate::state::{Frame, Pose, SoulAt, State, Turn, Zone};
use kernel::{Card, Describe, Place, Printed, Seat, Stage};
use serde_json::{Map, Value, json};

impl Describe for State {
    fn describe(&self, cards: &Cards, you: Seat) -> Option<Stage> {
        let [Frame::Turn(Turn { step, opened: true, .. })] = self.frames[..] else { return None };
        if !self.lasting.is_empty() || !self.leaving.is_empty() {
            return None;
        }
        let mut stage = Stage::default();
        let called = |seat: Seat| if seat == you { "you" } else { "opponent" };
        stage.table.insert("turn".into(), json!(called(self.turn_seat)));
        stage.table.insert("first".into(), json!(called(self.first)));
        stage.table.insert("turn_number".into(), json!(self.turn_number));
        stage.table.insert("step".into(), json!(step.name()));
        for seat in Seat::BOTH {
            let section = &mut stage.seats[if seat == you { Seat::A } else { Seat::B }];
            let player = &self.players[seat];
            section.insert("life".into(), json!(player.life));
            section.insert("reserve".into(), json!(player.reserve));
            section.insert("trash_cores".into(), json!(player.trash));
            if player.removed > 0 {
                section.insert("removed_cores".into(), json!(player.removed));
            }
            let soul = match player.soul {
                SoulAt::Reserve => Some("reserve"),
                SoulAt::Trash => Some("trash"),
                SoulAt::Life => Some("life"),
                SoulAt::Removed => Some("removed"),
                SoulAt::Void | SoulAt::On(_) => None,
            };
            if let Some(place) = soul {
                section.insert("soul_core".into(), json!(place));
            }
            let held = |zone| self.table.cards(Place::new(seat, zone));
            for (name, zone) in [("field", Zone::Field), ("trash", Zone::Trash)] {
                let cards: Vec<Value> = held(zone).iter().map(|card| self.described(cards, *card)).collect();
                if !cards.is_empty() {
                    section.insert(name.into(), cards.into());
                }
            }
            let hand = match seat == you {
                true => held(Zone::Hand).iter().map(|card| self.described(cards, *card)).collect(),
                false => json!(held(Zone::Hand).len()),
            };
            section.insert("hand".into(), hand);
            section.insert("deck".into(), json!(held(Zone::Deck).len()));
        }
        Some(stage)
    }
}

impl State {
    fn described(&self, cards: &Cards, card: Card) -> Value {
        let id = json!(self.print(cards, card).id());
        if self.table.zone(card) != Zone::Field {
            return id;
        }
        let marks = self.table.marks(card);
        let mut map = Map::new();
        map.insert("card".into(), id);
        map.insert("cores".into(), json!(marks.cores));
        if self.has_soul(card) {
            map.insert("soul_core".into(), json!(true));
        }
        match marks.pose {
            Pose::Refreshed => None,
            Pose::Exhausted => map.insert("exhausted".into(), json!(true)),
            Pose::Heavy => map.insert("heavy".into(), json!(true)),
        };
        Value::Object(map)
    }
}
