//! Comparing what happened with what the tree says, step by step.

use super::walk::{Tested, Trail, op_at};
use effects::host::Of;
use effects::probe::{Expect, Sense, Shows};
use effects::{Gainer, HowMany, Op, Probe, Run, Target, eval};
use kernel::{Card, Footprint, Print, Seat, Told};
use std::collections::HashMap;

/// What was seen of one step.
#[derive(Clone, Debug, Default)]
pub struct StepSeen {
    pub reached: u32,
    /// It did what the tree says.
    pub kept: u32,
    /// It did something else, and what.
    pub wrong: Vec<String>,
    pub wrongs: u32,
}

/// What was seen of an ability, over all tries.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub tries: u32,
    pub ran: u32,
    pub steps: Vec<StepSeen>,
    /// How often it offered something, and how often that could be declined.
    pub offers: u32,
    pub declinable: u32,
    pub declined: u32,
    /// What is another with it than without it.
    pub differs: Option<String>,
}

impl Seen {
    pub fn new(steps: usize) -> Seen {
        Seen { steps: vec![StepSeen::default(); steps], ..Seen::default() }
    }

    /// The ability asks a player. At an offer, declining must be possible.
    pub fn asked<G: Probe>(&mut self, cards: &G::Cards, run: &Run, declinable: bool) {
        // Where a choice follows, the choice itself is what can be declined.
        let program = &G::ability(cards, run.ability).program;
        let chooses = matches!(program.get(run.at as usize + 1), Some(Op::Choose { .. }));
        if let (Some(Op::Ask { forced: false, .. }), false) = (op_at::<G>(cards, run), chooses) {
            self.offers += 1;
            self.declinable += u32::from(declinable);
        }
    }
}

/// Reads the trail of one try.
pub fn judge<G: Probe>(trail: &Trail<G>, cards: &G::Cards, tested: &Tested, over: bool, seen: &mut Seen) {
    given(trail, cards, tested, seen);
    let mut open: HashMap<u8, (u16, usize)> = HashMap::new();
    let program = |at: usize| {
        let footprint = trail[at].0;
        let at = effects::AbilityRef { print: footprint.print, index: footprint.ability };
        &G::ability(cards, at).program
    };
    for (now, (footprint, state)) in trail.iter().enumerate() {
        let Some(after) = state else { continue };
        let frame = footprint.frame;
        // What an effect sets going may push its frame up: it is the same run all the same.
        if !open.contains_key(&frame) && footprint.at > 0 {
            let moved = frame.checked_sub(1).filter(|below| {
                open.get(below).is_some_and(|(at, then)| {
                    let was = trail[*then].0;
                    *at < footprint.at && (was.print, was.ability) == (footprint.print, footprint.ability)
                })
            });
            if let Some(run) = moved.and_then(|below| open.remove(&below)) {
                open.insert(frame, run);
            }
        }
        // A run may begin behind a condition that was settled when it triggered.
        if open.get(&frame).is_none_or(|(at, _)| *at > footprint.at && footprint.at == 0) {
            open.remove(&frame);
            seen.ran += 1;
        }
        if let Some((at, then)) = open.get(&frame).copied() {
            if at != footprint.at {
                if let (Some(op), Some(before)) = (program(then).get(at as usize), &trail[then].1) {
                    let alone = now == then + 1;
                    let was = trail[then].0.frame.into();
                    let glance = Glance { before, after, cards, was, frame: frame.into(), alone };
                    glance.step(op, &mut seen.steps[at as usize]);
                }
            }
        }
        open.insert(frame, (footprint.at, now));
        if matches!(program(now).get(footprint.at as usize), None | Some(Op::End)) {
            open.remove(&frame);
        }
    }
    // The last step may have ended the match.
    if over {
        for (at, then) in open.into_values() {
            if let (Some(Op::Do(_)), Some(_)) = (program(then).get(at as usize), &trail[then].1) {
                let step = &mut seen.steps[at as usize];
                step.reached += 1;
                step.kept += 1;
            }
        }
    }
}

/// An ability that gives a keyword shows where the keyword's own ability runs.
fn given<G: Probe>(trail: &Trail<G>, cards: &G::Cards, tested: &Tested, seen: &mut Seen) {
    let at = |print, index| effects::AbilityRef { print, index };
    let steps = &G::ability(cards, at(Print(0), tested.index)).program;
    let inner = |op: &Op<Of<G>>| match op {
        Op::Gain { change, .. } => G::inner(change).map(|inner| inner.program),
        _ => None,
    };
    let inner: Vec<_> = steps.iter().filter_map(inner).collect();
    let ran = |footprint: &Footprint| {
        inner.contains(&G::ability(cards, at(footprint.print, footprint.ability)).program)
    };
    if !inner.is_empty() && trail.iter().any(|(footprint, _)| ran(footprint)) {
        seen.differs.get_or_insert_with(|| "the keyword's own effect happens".into());
    }
}

/// One step: the states before and after it.
struct Glance<'a, G: Probe> {
    before: &'a G,
    after: &'a G,
    cards: &'a G::Cards,
    /// Its frame before the step, and after it.
    was: usize,
    frame: usize,
    /// No other effect did anything meanwhile.
    alone: bool,
}

impl<G: Probe> Glance<'_, G> {
    fn step(&self, op: &Op<Of<G>>, seen: &mut StepSeen) {
        seen.reached += 1;
        let before = self.before.run(self.was);
        let done = self.after.run(self.frame).done;
        let found = match op {
            Op::Do(verb) => self.verb(&G::expect(verb), &before, done),
            Op::Gain { to, change, .. } => self.gain(to, &G::shows(change), &before, done),
            Op::Choose { slot, from, .. } => {
                let chosen = self.after.picks().of(&before, *slot).count();
                let none = matches!(from.count, HowMany::UpTo(_) | HowMany::AnyNumber);
                if chosen > 0 || none { Ok(true) } else { Ok(false) }
            }
            _ => Ok(true),
        };
        match found {
            Ok(true) => seen.kept += 1,
            Ok(false) => {}
            Err(why) => {
                seen.wrongs += 1;
                if seen.wrong.len() < 3 && !seen.wrong.contains(&why) {
                    seen.wrong.push(why);
                }
            }
        }
    }

    fn name(&self, card: Card) -> String {
        let (seat, zone) = self.before.zone_of(card);
        format!("card {} in {}'s {zone}", card.0, if seat == Seat::A { "your" } else { "the opponent" })
    }

    /// Whether it did what it should; an error says what it did instead.
    fn verb(&self, expect: &Expect<'_, Of<G>>, run: &Run, done: i16) -> Result<bool, String> {
        match expect {
            Expect::Nothing => Ok(true),
            Expect::Something => Ok(done > 0),
            Expect::Moves(target, zones) => self.moves(target, zones, run, done),
            Expect::Becomes(target, word, sense) => {
                let meant = eval::targets(self.before, self.cards, target, run);
                let mut changed = false;
                for card in meant.iter() {
                    let (was, is) = (
                        self.before.of_card(self.cards, *card, word),
                        self.after.of_card(self.cards, *card, word),
                    );
                    let wanted = if *sense == Sense::Fits { Told::Yes } else { Told::No };
                    changed |= was != is && is == Some(wanted.clone());
                    if done as usize >= meant.len() && is != Some(wanted) {
                        return Err(format!("{}: {word} is {is:?} afterwards", self.name(*card)));
                    }
                }
                Ok(done > 0 && changed)
            }
            Expect::Counts(who, word, amount, factor) => {
                if done <= 0 {
                    return Ok(false);
                }
                if !self.alone {
                    return Ok(true);
                }
                let amount = i64::from(eval::amount(self.before, self.cards, amount, run)) * factor;
                for seat in eval::seats(self.before, *who, run) {
                    let (was, is) = (self.count(self.before, seat, word), self.count(self.after, seat, word));
                    if is - was != amount && was.abs() < 9 && is.abs() < 10 {
                        return Err(format!("{word} went from {was} to {is}, not by {amount}"));
                    }
                }
                Ok(true)
            }
        }
    }

    fn count(&self, state: &G, seat: Seat, word: &str) -> i64 {
        match state.of_seat(self.cards, seat, word) {
            Some(Told::Number(number)) => number,
            _ => state.zone(seat, word).map_or(0, |cards| cards.len() as i64),
        }
    }

    fn moves(
        &self,
        target: &Target<Of<G>>,
        zones: &[&'static str],
        run: &Run,
        done: i16,
    ) -> Result<bool, String> {
        let meant = eval::targets(self.before, self.cards, target, run);
        if done <= 0 || meant.is_empty() {
            return Ok(false);
        }
        if !self.alone {
            return Ok(true);
        }
        if done as usize >= meant.len() {
            for card in meant.iter() {
                let (_, zone) = self.after.zone_of(*card);
                if !zones.contains(&zone) {
                    return Err(format!("{} is in {zone} afterwards", self.name(*card)));
                }
            }
        }
        // On no other card: what lies under a card goes with it.
        for card in self.before.all_cards() {
            let under = self.before.host_of(card).is_some_and(|host| meant.contains(&host));
            let moved = self.before.zone_of(card) != self.after.zone_of(card);
            let hosts = meant.iter().any(|one| self.before.host_of(*one) == Some(card));
            if moved && !meant.contains(&card) && !under && !hosts {
                return Err(format!("{} moved too", self.name(card)));
            }
        }
        Ok(true)
    }

    fn gain(
        &self,
        to: &Gainer<Of<G>>,
        shows: &Shows<'_, Of<G>>,
        run: &Run,
        done: i16,
    ) -> Result<bool, String> {
        if done <= 0 {
            return Ok(false);
        }
        let meant = match to {
            Gainer::Cards(target) => eval::targets(self.before, self.cards, target, run),
            Gainer::Whatever(select) if G::comes_later(select) => return Ok(true),
            Gainer::Whatever(select) => eval::candidates(self.before, self.cards, select, run),
            Gainer::Player(_) => return Ok(true),
        };
        match shows {
            Shows::Otherwise => Ok(true),
            Shows::Word(word) => {
                for card in meant.iter() {
                    if self.after.of_card(self.cards, *card, word) == Some(Told::No) {
                        return Err(format!("{} has no {word} afterwards", self.name(*card)));
                    }
                }
                Ok(!meant.is_empty())
            }
            Shows::By(word, amount) => {
                let by = i64::from(eval::amount(self.before, self.cards, amount, run));
                let mut shown = false;
                for card in self.before.all_cards() {
                    let number = |state: &G| match state.of_card(self.cards, card, word) {
                        Some(Told::Number(number)) => Some(number),
                        _ => None,
                    };
                    let (Some(was), Some(is)) = (number(self.before), number(self.after)) else { continue };
                    let wanted = if meant.contains(&card) { by } else { 0 };
                    shown |= wanted != 0 && is - was == wanted;
                    // A figure never falls below nothing.
                    if is - was != wanted && is > 0 && self.before.zone_of(card) == self.after.zone_of(card) {
                        return Err(format!(
                            "{}: {word} went from {was} to {is}, not by {wanted}",
                            self.name(card)
                        ));
                    }
                    shown |= wanted != 0 && is == 0;
                }
                Ok(shown)
            }
        }
    }
}
