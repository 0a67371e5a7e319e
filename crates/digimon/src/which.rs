//! "It" behind a trigger that several cards met at the same time: its player says which of them is meant.

use crate::alias::{Cond, Op, Target};
use crate::card::Cards;
use crate::state::{Choice, Frame, State};
use effects::{Among, Gainer, Probe, eval, probe::Bit};
use kernel::{Card, Consider, Flat};

impl State {
    /// DCG 15-5-2: an effect that several cards triggered at once triggered once, and is about one of them.
    pub(crate) fn ask_which(&mut self, cards: &Cards, frame: usize, op: &Op) -> bool {
        let Some(Frame::Effect(running)) = self.core.frames.get(frame) else { return false };
        let (crowd, seat) = (running.crowd, running.run.controller);
        if crowd == 0 || running.told {
            return false;
        }
        // What it may digivolve into depends on which of them it is.
        let next = cards.ability(running.run.ability).program.get(usize::from(running.run.at) + 1);
        let into = matches!(op, Op::Choose { .. })
            && next.is_some_and(|next| matches!(next, Op::Do(_)) && means_subject(next));
        if !(means_subject(op) || into) {
            return false;
        }
        if let Some(Frame::Effect(running)) = self.core.frames.get_mut(frame) {
            running.told = true;
        }
        let here = self.members(crowd).filter(|object| self.table.find(*object).is_some()).count();
        if here < 2 {
            return false;
        }
        self.push(Frame::Which { seat, crowd });
        true
    }

    /// Those that meet what the effect asks of "it"; all of them if none does.
    pub(crate) fn consider_which<S: Consider<Choice>>(&self, cards: &Cards, crowd: u8, sink: &mut S) {
        let running = self.core.frames.iter().rev().find_map(|frame| match frame {
            Frame::Effect(running) => Some(running.run),
            _ => None,
        });
        let Some(run) = running else { return };
        let program = &cards.ability(run.ability).program;
        let asked = program.iter().find_map(|op| match op {
            Op::Unless { cond: Cond::Is(Target::Subject, filter), .. } => Some(filter),
            _ => None,
        });
        let here: Flat<Card, 24> = {
            let mut here = Flat::new();
            self.members(crowd).filter_map(|object| self.table.find(object)).for_each(|card| here.push(card));
            here
        };
        let fits = |card: &Card| asked.is_none_or(|filter| eval::fits(self, cards, filter, *card, &run));
        let any = here.iter().any(fits);
        here.iter().filter(|card| !any || fits(card)).for_each(|card| sink.allow(Choice::Choose(*card)));
    }

    /// The answer.
    pub(crate) fn tell_which(&mut self, card: Card) {
        let object = self.table.object(card);
        if let Some(Frame::Effect(running)) = self.core.frames.last_mut() {
            running.run.subject = object;
        }
    }
}

/// Whether an operation does something to, or chooses under, what the trigger was about.
fn means_subject(op: &Op) -> bool {
    match op {
        Op::Do(verb) => {
            let mut means = false;
            State::bits(verb, &mut |bit| means |= matches!(bit, Bit::Target(Target::Subject)));
            means
        }
        Op::Gain { to, .. } => *to == Gainer::Cards(Target::Subject),
        Op::Later { carry, .. } => *carry == Target::Subject,
        Op::Choose { from, .. } => matches!(from.among, Among::Under { host: Target::Subject, .. }),
        _ => false,
    }
}
