//! A position in the words of a scene.

use crate::Cards;
use crate::card::Kind;
use crate::state::{Area, Frame, State, TurnStep};
use kernel::{Card, Describe, Seat, Stage};
use serde_json::{Map, Value, json};

impl Describe for State {
    fn describe(&self, cards: &Cards, you: Seat) -> Option<Stage> {
        let [Frame::Turn(TurnStep::Main)] = self.frames[..] else { return None };
        if !self.lasting.is_empty() || !self.waiting.is_empty() {
            return None;
        }
        let mut stage = Stage::default();
        let called = |seat: Seat| if seat == you { "you" } else { "opponent" };
        stage.table.insert("turn".into(), json!(called(self.turn_player)));
        stage.table.insert("first".into(), json!(called(self.first)));
        stage.table.insert("turn_number".into(), json!(self.turn_number));
        for seat in Seat::BOTH {
            let section = &mut stage.seats[if seat == you { Seat::A } else { Seat::B }];
            let open = [
                ("leader", Area::Leader),
                ("battle", Area::Battle),
                ("unison", Area::Unison),
                ("energy", Area::Energy),
                ("drop", Area::Drop),
                ("warp", Area::Warp),
                ("z_energy", Area::ZEnergy),
            ];
            let hidden = [("life", Area::Life), ("deck", Area::Deck)];
            for (name, area) in open {
                let held = self.all_described(cards, seat, area);
                if !held.is_empty() {
                    section.insert(name.into(), held.into());
                }
            }
            let hand = match seat == you {
                true => self.all_described(cards, seat, Area::Hand).into(),
                false => json!(self.cards(seat, Area::Hand).len()),
            };
            section.insert("hand".into(), hand);
            for (name, area) in hidden {
                section.insert(name.into(), json!(self.cards(seat, area).len()));
            }
            if self.energy_markers[seat] > 0 {
                section.insert("energy_markers".into(), json!(self.energy_markers[seat]));
            }
        }
        Some(stage)
    }
}

impl State {
    fn all_described(&self, cards: &Cards, seat: Seat, area: Area) -> Vec<Value> {
        self.cards(seat, area).iter().map(|card| self.described(cards, *card)).collect()
    }

    fn described(&self, cards: &Cards, card: Card) -> Value {
        let printed = cards.printed(self.table.print(card));
        let marks = self.table.marks(card);
        let mut map = Map::new();
        for (name, on) in [("rest", marks.is_rest()), ("back", marks.is_back())] {
            if on {
                map.insert(name.into(), json!(true));
            }
        }
        if printed.kind == Kind::Unison && self.table.zone(card) == Area::Unison {
            map.insert("markers".into(), json!(marks.markers));
        }
        let id = |card: Card| cards.printed(self.table.print(card)).id.clone();
        let below: Vec<String> = self.table.under(card, Area::Under).map(id).collect();
        if !below.is_empty() {
            map.insert("under".into(), json!(below));
        }
        if map.is_empty() {
            return json!(printed.id);
        }
        map.insert("card".into(), json!(printed.id));
        Value::Object(map)
    }
}
