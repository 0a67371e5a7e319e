//! A position in the words of a scene.

use crate::card::Cards;
use crate::state::{Frame, State, TimingStep, TurnStep, Window, Zone};
use kernel::{Card, Describe, Hidden, Seat, Stage};
use serde_json::{Map, Value, json};

impl Describe for State {
    fn is_plain(&self) -> bool {
        let waits = matches!(
            self.frames[..],
            [Frame::Turn(_), Frame::Check, Frame::Timing(Window::Main, TimingStep::Turn)]
                | [Frame::Turn(_), Frame::Timing(Window::Main, TimingStep::Turn)]
                | [Frame::Turn(TurnStep::ChooseAttack)]
        );
        waits && self.lasting.is_empty() && self.attacks.is_empty() && !self.in_extra_turn
    }

    fn describe(&self, cards: &Cards, you: Seat, hidden: Hidden) -> Stage {
        let mut stage = Stage::default();
        let called = |seat: Seat| if seat == you { "you" } else { "opponent" };
        stage.table.insert("turn".into(), json!(called(self.turn_seat)));
        stage.table.insert("first".into(), json!(called(self.first)));
        stage.table.insert("turn_number".into(), json!(self.turn_number));
        stage.table.insert("phase".into(), json!(self.phase_told()));
        if self.in_extra_turn {
            stage.table.insert("extra_turn".into(), json!(true));
        }
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
                Zone::Removed,
            ];
            for zone in open {
                let held = self.all_described(cards, seat, zone);
                if !held.is_empty() {
                    section.insert(kernel::Zone::name(zone).into(), held.into());
                }
            }
            let told = |zone: Zone, seen: bool| match seen || hidden == Hidden::Listed {
                true => self.all_described(cards, seat, zone).into(),
                false => json!(self.count(seat, zone)),
            };
            section.insert("hand".into(), told(Zone::Hand, seat == you));
            section.insert("gauge".into(), told(Zone::Gauge, false));
            section.insert("deck".into(), told(Zone::Deck, false));
            if self.count(seat, Zone::LostDeck) > 0 {
                section.insert("lost_deck".into(), told(Zone::LostDeck, false));
            }
        }
        stage
    }
}

impl State {
    /// The phase in the words of a scene.
    fn phase_told(&self) -> &'static str {
        match self.frames.first() {
            Some(Frame::Turn(TurnStep::Charge)) => "charge",
            Some(Frame::Turn(TurnStep::MoveTurn)) => "move",
            _ => self.phase.word(),
        }
    }

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
        // What lies face down is known to nobody, unless its owner saw it go there.
        let (owner, zone) = (self.table.owner(card), self.table.zone(card));
        if matches!(zone, Zone::Gauge | Zone::Deck) && self.table.knows(owner, card) {
            map.insert("known".into(), json!(true));
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
