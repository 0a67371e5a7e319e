//! A position in the words of a scene.

use crate::card::Cards;
use crate::state::{Frame, Pose, SoulAt, State, Turn, Zone};
use kernel::{Card, Describe, Hidden, Place, Printed, Seat, Stage};
use serde_json::{Map, Value, json};

impl Describe for State {
    fn is_plain(&self) -> bool {
        matches!(self.frames[..], [Frame::Turn(Turn { opened: true, .. })])
            && self.lasting.is_empty()
            && self.leaving.is_empty()
    }

    fn describe(&self, cards: &Cards, you: Seat, hidden: Hidden) -> Stage {
        let mut stage = Stage::default();
        let called = |seat: Seat| if seat == you { "you" } else { "opponent" };
        stage.table.insert("turn".into(), json!(called(self.turn_seat)));
        stage.table.insert("first".into(), json!(called(self.first)));
        stage.table.insert("turn_number".into(), json!(self.turn_number));
        stage.table.insert("step".into(), json!(self.step().name()));
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
            for (name, zone) in [("field", Zone::Field), ("trash", Zone::Trash), ("removed", Zone::Removed)] {
                let cards: Vec<Value> = held(zone).iter().map(|card| self.described(cards, *card)).collect();
                if !cards.is_empty() {
                    section.insert(name.into(), cards.into());
                }
            }
            let told = |zone: Zone, seen: bool| match seen || hidden == Hidden::Listed {
                true => held(zone).iter().map(|card| self.described(cards, *card)).collect(),
                false => json!(held(zone).len()),
            };
            section.insert("hand".into(), told(Zone::Hand, seat == you));
            section.insert("deck".into(), told(Zone::Deck, false));
        }
        stage
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
