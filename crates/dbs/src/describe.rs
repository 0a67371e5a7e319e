//! A position in the words of a scene.

use crate::Cards;
use crate::card::Kind;
use crate::state::{Area, Frame, State, TurnStep};
use kernel::{Card, Describe, Hidden, Seat, Stage};
use serde_json::{Map, Value, json};

impl Describe for State {
    fn is_plain(&self) -> bool {
        matches!(self.frames[..], [Frame::Turn(TurnStep::Main)])
            && self.lasting.is_empty()
            && self.waiting.is_empty()
    }

    fn describe(&self, cards: &Cards, you: Seat, hidden: Hidden) -> Stage {
        let mut stage = Stage::default();
        let called = |seat: Seat| if seat == you { "you" } else { "opponent" };
        stage.table.insert("turn".into(), json!(called(self.turn_player)));
        stage.table.insert("first".into(), json!(called(self.first)));
        stage.table.insert("turn_number".into(), json!(self.turn_number));
        let charging = |frame: &Frame| matches!(frame, Frame::Turn(TurnStep::Charge));
        if self.frames.iter().any(charging) {
            stage.table.insert("phase".into(), json!("charge"));
        }
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
                ("removed", Area::Removed),
            ];
            for (name, area) in open {
                let held = self.all_described(cards, seat, area);
                if !held.is_empty() {
                    section.insert(name.into(), held.into());
                }
            }
            let told = |area: Area, seen: bool| match seen || hidden == Hidden::Listed {
                true => self.all_described(cards, seat, area).into(),
                false => json!(self.cards(seat, area).len()),
            };
            section.insert("hand".into(), told(Area::Hand, seat == you));
            section.insert("life".into(), told(Area::Life, false));
            section.insert("deck".into(), told(Area::Deck, false));
            if self.count(seat, Area::ZDeck) > 0 {
                section.insert("z_deck".into(), told(Area::ZDeck, seat == you));
            }
            if self.energy_markers[seat] > 0 {
                section.insert("energy_markers".into(), json!(self.energy_markers[seat]));
            }
        }
        stage
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
        let marked = [("rest", marks.is_rest()), ("back", marks.is_back()), ("face_up", marks.is_face_up())];
        for (name, on) in marked {
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
