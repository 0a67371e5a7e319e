//! "It" behind a trigger that several cards met at the same time: its player says which of them is meant.

use crate::alias::{Ability, Cond, Filter, Op, Target, When};
use crate::card::Cards;
use crate::effect::{PLAYED, PLAYED_END};
use crate::state::{Choice, Frame, Pending, State};
use crate::vocab::{Test, Verb};
use effects::{Among, Gainer, Probe, Run, eval, probe::Bit};
use kernel::{Card, Consider, Flat, Object};

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
        let here: Flat<Card, 24> = {
            let mut here = Flat::new();
            self.members(crowd).filter_map(|object| self.table.find(object)).for_each(|card| here.push(card));
            here
        };
        let fits =
            |card: &Card| self.is_asked_for(cards, &run, self.table.object(*card), usize::from(run.at));
        let any = here.iter().any(fits);
        here.iter().filter(|card| !any || fits(card)).for_each(|card| sink.allow(Choice::Choose(*card)));
    }

    /// Whether it was said which of them a running effect means.
    pub(crate) fn is_told(&self, run: &Run) -> bool {
        !self.core.crowds.is_empty()
            && self.core.frames.iter().rev().any(|frame| {
                matches!(frame, Frame::Effect(running) if running.told
                    && running.run.ability == run.ability && running.run.source == run.source)
            })
    }

    /// What others are to be like. DCG 15-8-3-8: of what was deleted or has gone elsewhere since, what is printed on it.
    pub(crate) fn likened_to(&self, cards: &Cards, target: &Target, run: &Run) -> eval::Cards {
        let mut found = eval::targets(self, cards, target, run);
        let gone = |object: Object| object != Object::default() && self.table.find(object).is_none();
        match target {
            Target::Subject if gone(run.subject) => found.push(run.subject.card),
            Target::Slot(slot) if found.is_empty() => {
                let held = self.core.picks.of(run, *slot).map(|pick| pick.object);
                held.filter(|object| gone(*object)).for_each(|object| found.push(object.card));
            }
            _ => {}
        }
        found
    }

    /// Whether one of them meets what the effect asks of "it" first, before this place of its program.
    pub(crate) fn is_asked_for(&self, cards: &Cards, run: &Run, object: Object, before: usize) -> bool {
        let program = &cards.ability(run.ability).program;
        let asked = program.iter().take(before).find_map(|op| match op {
            Op::Unless { cond, .. } if eval::speaks_of_subject(cond) => Some(cond),
            _ => None,
        });
        let one = run.about(object, run.other, run.amount);
        asked.is_none_or(|cond| eval::holds_alone(self, cards, cond, &one))
    }

    /// The answer.
    pub(crate) fn tell_which(&mut self, card: Card) {
        let object = self.table.object(card);
        if let Some(Frame::Effect(running)) = self.core.frames.last_mut() {
            running.run.subject = object;
        }
    }
}

impl State {
    /// DCG 15-5-2: cards that one effect links are linked at the same time. Whether what has triggered by an earlier one of
    /// them is about this one too, and does not trigger once more.
    pub(crate) fn joins_links(&mut self, cards: &Cards, run: &Run) -> bool {
        let Some(by) = self.entering_effect().map(|by| by.ability) else { return false };
        let links = |op: &&Op| matches!(op, Op::Do(Verb::Link { .. }));
        if cards.ability(by).program.iter().filter(links).count() != 1 {
            return false;
        }
        let wave = self.core.wave;
        let same = |held: &Pending| {
            let wait = &held.wait;
            wait.ability == run.ability && wait.source == run.source && wait.batch == wave && !held.would
        };
        let Some(at) = self.core.waiting.iter().position(same) else { return false };
        let held = self.core.waiting[at];
        let mut linked: Flat<Object, 24> = Flat::new();
        match held.crowd {
            0 => linked.push(held.wait.subject),
            crowd => self.members(crowd).for_each(|object| linked.push(object)),
        }
        if is_about_several(cards.ability(run.ability)) && !linked.contains(&run.subject) {
            linked.push(run.subject);
            self.core.waiting[at].crowd = self.crowd(&linked);
        }
        true
    }
}

impl State {
    /// "When you would play 1 Digimon with DigiXros requirements": what lets other cards be placed for a DigiXros of another
    /// card waits for one that is played alone (rulings Q2014, Q2015). Whether this one is not.
    pub(crate) fn is_one_of_several(&self, ability: &Ability) -> bool {
        let places = ability.program.iter().any(|op| matches!(op, Op::Do(Verb::XrosFrom(_))));
        let When::Would(triggers) = &ability.when else { return false };
        if !places || triggers.iter().any(|trigger| trigger.subject == Filter::This) {
            return false;
        }
        let enters = |frame: &&Frame| matches!(frame, Frame::Enter(entry) if entry.by_effect);
        let entering = self.core.frames.iter().filter(enters).count();
        let played = self.core.picks.0.iter().any(|pick| (PLAYED..PLAYED_END).contains(&pick.slot));
        entering > 1 || played
    }
}

/// Whether an effect says anything of what it was triggered by, so that it matters that it was several cards.
pub(crate) fn is_about_several(ability: &Ability) -> bool {
    let asks = |cond: &Cond| eval::speaks_of_subject(cond);
    ability.cond.as_ref().is_some_and(asks)
        || ability.program.iter().any(|op| {
            means_subject(op) || means_those(op) || matches!(op, Op::Unless { cond, .. } if asks(cond))
        })
}

/// Whether an operation is about all of them.
pub(crate) fn means_those(op: &Op) -> bool {
    let those = Target::Test(Test::Those);
    match op {
        Op::Do(verb) => {
            let mut means = false;
            State::bits(verb, &mut |bit| means |= matches!(bit, Bit::Target(target) if *target == those));
            means
        }
        Op::Gain { to, .. } => *to == Gainer::Cards(those),
        Op::Later { carry, .. } => *carry == those,
        Op::Choose { from, .. } => match &from.filter {
            Filter::Test(Test::Those) => true,
            Filter::All(all) => all.contains(&Filter::Test(Test::Those)),
            _ => false,
        },
        _ => false,
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
