//! A position in the words of a scene.

use crate::card::Cards;
use crate::state::{Frame, State, TimingStep, TurnStep, Window, Zone};
use kernel::{Card, Describe, Seat, Stage};
use serde_json::{Map, Value, json};

impl Describe for State {
    fn describe(&self, cards: &Cards, you: Seat) -> Option<Stage> {
        let phase = match self.frames[..] {
            [Frame::Turn(_), Frame::Check, Frame::Timing(Window::Main, TimingStep::Turn)]
            | [Frame::Turn(_), Frame::Timing(Window::Main, TimingStep::Turn)] => "main",
            [Frame::Turn(TurnStep::ChooseAttack)] => "attack",
            _ => return None,
        };
        if !self.lasting.is_empty() || !self.attacks.is_empty() || self.in_extra_turn {
            return None;
        }
        let mut stage = Stage::default();
        let called = |seat: Seat| if seat == you { "you" } else { "opponent" };
        stage.table.insert("turn".into(), json!(called(self.turn_seat)));
        stage.table.insert("first".into(), json!(called(self.first)));
        stage.table.insert("turn_number".into(), json!(self.turn_number));
        stage.table.insert("phase".into(), json!(phase));
        for seat in Seat::BOTH {
            let section = &mut stage.seats[if seat == you { Seat::A } else { Seat::B }];
            section.insert("life".into(), json!(self.life[seat]));
            let open = [
                Zone::Left,
                Zone::Center,
                Zone::Right,
                Zone::Item,
                Zone::Spell,
                Zone::Flag,
                Zone::Buddy,
                Zone::Drop,
            ];
            for zone in open {
                let held = self.all_described(cards, seat, zone);
                if !held.is_empty() {
                    section.insert(kernel::Zone::name(zone).into(), held.into());
                }
            }
            let hand = match seat == you {
                true => self.all_described(cards, seat, Zone::Hand).into(),
                false => json!(self.count(seat, Zone::Hand)),
            };
            section.insert("hand".into(), hand);
            section.insert("gauge".into(), json!(self.count(seat, Zone::Gauge)));
            section.insert("deck".into(), json!(self.count(seat, Zone::Deck)));
        }
        Some(stage)
    }
}

impl State {
    fn all_described(&self, cards: &Cards, seat: Seat, zone: Zone) -> Vec<Value> {
        self.zone(seat, zone).iter().map(|card| self.described(cards, *card)).collect()
    }

    fn described(&self, cards: &Cards, card: Card) -> Value {
        let id = json!(cards.get(self.print(card)).id);
        let marks = self.table.marks(card);
        let mut map = Map::new();
        for (name, on) in [("rested", marks.rested()), ("face_down", marks.face_down())] {
            if on {
                map.insert(name.into(), json!(true));
            }
        }
        let soul: Vec<Value> = self.soul(card).map(|soul| self.described(cards, soul)).collect();
        if !soul.is_empty() {
            map.insert("soul".into(), soul.into());
        }
        if map.is_empty() {
            return id;
        }
        map.insert("card".into(), id);
        Value::Object(map)
    }
}
