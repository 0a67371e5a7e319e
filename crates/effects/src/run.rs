//! Carrying an effect out: a position in a program, what it has bound, and the player it may be waiting for.
//!
//! A game keeps a [`Run`] in a frame. When that frame is on top it calls [`advance`]; when that says
//! [`Flow::Decide`], the game's `consider` calls [`consider`] and its `apply` calls [`answer`].

use crate::eval::{self, Cards};
use crate::host::{Done, Host, Of};
use crate::lasting::On;
use crate::layer::Asked;
use crate::program::Op;
use crate::tree::*;
use kernel::{Card, Consider, Context, Flat, Footprint, Object, Print, Seat};
use serde::{Deserialize, Serialize};

/// An ability: the printed card it is on, and which of its abilities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AbilityRef {
    /// The print that has it.
    pub print: Print,
    /// Its place among the abilities of that print.
    pub index: u8,
}

/// A running effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    /// The ability that runs.
    pub ability: AbilityRef,
    /// The card whose effect it is, as it was when it triggered or was used.
    pub source: Object,
    /// The player whose effect it is.
    pub controller: Seat,
    /// What the event was about.
    pub subject: Object,
    /// What else was part of the event.
    pub other: Object,
    /// The number that came with the trigger.
    pub amount: i16,
    /// Where in the program it is.
    pub at: u16,
    /// How many the last verb affected.
    pub done: i16,
    /// The number that a player named last.
    pub named: i16,
    /// Whether anything was done since the last offer began, and whether any of it failed.
    pub did: bool,
    missed: bool,
    /// An open offer: where declining leads, or 0.
    decline_to: u16,
    /// The end of what must be done whole (a cost), or 0.
    whole_to: u16,
    /// Modes chosen so far, by bit.
    modes: u8,
    /// How far the innermost loop is.
    turns: u8,
    picks_from: u8,
    /// The questions about always-on effects that wait for the answer that this run asks for. A run in a frame has none.
    pub asked: Asked,
}

impl Run {
    /// A run that is about to start. Where it came from a trigger, set `subject`, `other` and `amount` too.
    #[inline]
    pub fn new(ability: AbilityRef, source: Object, controller: Seat) -> Self {
        Run { ability, source, controller, ..Run::default() }
    }

    /// The same run, about what triggered it.
    #[inline]
    pub fn about(self, subject: Object, other: Object, amount: i16) -> Self {
        Run { subject, other, amount, ..self }
    }

    /// The same run without anything that tells which effect it is. Its bindings stay where they are.
    pub(crate) fn unnamed(&self) -> Self {
        let (controller, picks_from) = (self.controller, self.picks_from);
        Run { ability: AbilityRef::HIDDEN, controller, picks_from, ..Run::default() }
    }

    /// Tells the effect that one more of what a verb does one by one was done.
    pub fn report_more(&mut self, count: i16) {
        self.done += count;
        self.did |= count > 0;
        self.missed |= count <= 0;
    }

    /// Tells the effect how a verb went that took frames of its own.
    pub fn report(&mut self, count: i16) {
        self.done = count;
        self.did |= count > 0;
        self.missed |= count <= 0;
    }
}

/// One card bound to a slot of a running effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pick {
    /// Which slot it was chosen for.
    pub slot: u8,
    /// What was chosen.
    pub object: Object,
}

/// The bindings of all running effects, innermost last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Picks(pub Flat<Pick, 64>);

impl Picks {
    /// What a run has bound to a slot, in the order it was bound.
    #[inline]
    pub fn of(&self, run: &Run, slot: Slot) -> impl Iterator<Item = Pick> + '_ {
        self.0[(run.picks_from as usize).min(self.0.len())..]
            .iter()
            .copied()
            .filter(move |pick| pick.slot == slot.0)
    }

    /// Whatever a run has bound.
    pub fn bound_by(&self, run: &Run) -> &[Pick] {
        &self.0[(run.picks_from as usize).min(self.0.len())..]
    }

    /// Remembers `object` in `slot`.
    pub fn bind(&mut self, slot: Slot, object: Object) {
        self.0.push(Pick { slot: slot.0, object });
    }

    /// A card that a run moved itself goes on being meant by what the run bound.
    pub fn follow(&mut self, run: &Run, was: Object, now: Object) {
        for pick in self.0.iter_mut().skip(run.picks_from as usize) {
            if pick.object == was {
                pick.object = now;
            }
        }
    }

    /// Unbinds a slot of a run.
    pub fn free(&mut self, run: &Run, slot: Slot) {
        let from = run.picks_from as usize;
        let mut at = 0;
        self.0.retain(|pick| {
            at += 1;
            at <= from || pick.slot != slot.0
        });
    }
}

/// Where a running effect stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// This seat has to answer.
    Decide(Seat),
    /// Other frames go first, or the host should look around; call again when this frame is on top.
    Left,
    /// It is through; the host pops the frame.
    Finished,
}

/// An answer to a running effect: the options of its menus.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// This card.
    Card(Card),
    /// This number.
    Number(i16),
    /// The mode of that place.
    Mode(u8),
    /// Yes.
    Yes,
    /// No, thank you.
    Decline,
    /// No more.
    Done,
}

/// Prepares a run to start now: its bindings begin where the others' end.
pub fn start<H: Host>(host: &H, mut run: Run) -> Run {
    run.picks_from = host.picks().0.len() as u8;
    run.at = 0;
    run
}

/// Gives an effect up that was begun and will not be carried out: its bindings are forgotten.
pub fn abandon<H: Host>(host: &mut H, run: &Run) {
    finish(host, run);
}

/// Goes on with the effect in a frame until it needs a player, other frames, or is through.
pub fn advance<H: Host>(host: &mut H, frame: usize, cx: &mut Context<'_, H>) -> Flow {
    let cards = cx.pool;
    loop {
        let mut run = host.run(frame);
        let program = &H::ability(cards, run.ability).program;
        let Some(op) = program.get(run.at as usize) else { return finish(host, &run) };
        cx.log.pass(host, || Footprint {
            print: run.ability.print,
            ability: run.ability.index,
            frame: frame as u8,
            at: run.at,
        });
        if host.asks_which(cards, frame, op) {
            return Flow::Left;
        }
        match op {
            Op::End => return finish(host, &run),
            Op::Goto(to) => run.at = *to,
            Op::Forget => {
                (run.did, run.missed) = (false, false);
                run.at += 1;
            }
            Op::Unless { cond, to } => {
                run.at = if eval::holds(host, cards, cond, &run) { run.at + 1 } else { *to };
            }
            Op::UnlessDid { to, all } => {
                let go_on = if *all { !run.missed } else { run.did };
                run.at = if go_on { run.at + 1 } else { *to };
            }
            Op::Bind { slot, to } => {
                let meant = eval::targets(host, cards, to, &run);
                host.picks_mut().free(&run, *slot);
                for card in meant.iter() {
                    let object = host.object(*card);
                    host.picks_mut().bind(*slot, object);
                }
                run.at += 1;
            }
            Op::Do(verb) => {
                let before = run;
                run.at += 1;
                host.set_run(frame, run);
                match host.perform(verb, &before, frame, cx) {
                    Done::Now(count) => {
                        run = host.run(frame);
                        run.report(count);
                        host.set_run(frame, run);
                    }
                    Done::Later => {}
                }
                return Flow::Left;
            }
            Op::Gain { to, until, .. } => {
                let gained = gain(host, to, *until, &run, cx);
                run.report(gained);
                run.at += 1;
                host.set_run(frame, run);
                return Flow::Left;
            }
            Op::Later { ability, until, carry } => {
                let carried = eval::targets(host, cards, carry, &run);
                let first = carried.first().map_or(Object::default(), |card| host.object(*card));
                host.later(AbilityRef { index: *ability, ..run.ability }, *until, first, &run, cx);
                if carried.len() > 1 {
                    host.carry_all(&carried);
                }
                run.report(1);
                run.at += 1;
            }
            Op::Ask { who, to, end, whole, forced } => {
                (run.did, run.missed) = (false, false);
                let begins = *whole || offerable(host, cards, &run);
                let possible = if *whole {
                    payable(host, cards, &run, run.at + 1, *end)
                } else {
                    begins || goes_on(host, cards, &run, *end)
                };
                if !possible {
                    run.report(0);
                    run.at = *to;
                } else {
                    let whole_to = if *whole { *end } else { 0 };
                    let chooses = match &program[run.at as usize + 1] {
                        Op::Choose { who: chooser, from, .. } => {
                            begins && chooser == who && !from.is_settled() && !from.random
                        }
                        Op::Name { who: namer, .. } => namer == who,
                        _ => false,
                    };
                    if *forced || chooses {
                        run.whole_to = whole_to;
                        run.decline_to = if *forced { 0 } else { *to };
                        run.at += 1;
                    } else {
                        return Flow::Decide(eval::seat(host, *who, &run));
                    }
                }
            }
            Op::Choose { who, slot, from } => {
                let mut left = Choosing::new(host, cards, &run, *slot, from, next_verb(program, &run));
                leave_enough(host, cards, &run, *slot, &mut left);
                if left.fits.is_empty() && left.bound == 0 && run.decline_to != 0 {
                    // What was offered cannot be begun after all.
                    run.report(0);
                    run.at = std::mem::take(&mut run.decline_to);
                } else if left.is_settled() && !(run.decline_to != 0 && left.bound == 0) {
                    left.take_all(host, cards, &run, *slot, from);
                    run.missed |= left.bound + left.fits.len() < left.min;
                    run.decline_to = 0;
                    run.at += 1;
                } else if from.random {
                    let lot = cx.chance.below(left.fits.len() as u32) as usize;
                    let object = host.object(left.fits[lot]);
                    host.picks_mut().bind(*slot, object);
                } else {
                    return Flow::Decide(eval::seat(host, *who, &run));
                }
            }
            Op::Name { who, min, max } => {
                let (min, max) = (eval::amount(host, cards, min, &run), eval::amount(host, cards, max, &run));
                if max > min || run.decline_to != 0 {
                    return Flow::Decide(eval::seat(host, *who, &run));
                }
                run.named = max as i16;
                run.at += 1;
            }
            Op::Modes { who, pick, starts, end } => {
                if run.modes.count_ones() >= u32::from(*pick).min(starts.len() as u32) {
                    run.modes = 0;
                    run.at = *end;
                } else {
                    return Flow::Decide(eval::seat(host, *who, &run));
                }
            }
            Op::ModeEnd { at } => run.at = *at,
            Op::Each { over, slot, end } => {
                let next = host.picks().of(&run, *over).nth(run.turns as usize);
                host.picks_mut().free(&run, *slot);
                free_chosen(host, &run, &program[run.at as usize + 1..*end as usize]);
                match next {
                    Some(pick) => {
                        host.picks_mut().bind(*slot, pick.object);
                        run.turns += 1;
                        run.at += 1;
                    }
                    None => {
                        run.turns = 0;
                        run.at = *end;
                    }
                }
            }
            Op::Repeat { times, end } => {
                // The count is settled when the loop begins: `turns` holds what is left plus one.
                if run.turns == 0 {
                    run.turns = eval::amount(host, cards, times, &run).clamp(0, 250) as u8 + 1;
                }
                run.turns -= 1;
                if run.turns > 0 {
                    free_chosen(host, &run, &program[run.at as usize + 1..*end as usize]);
                }
                run.at = if run.turns > 0 { run.at + 1 } else { *end };
            }
            Op::Again { at } => run.at = *at,
        }
        host.set_run(frame, run);
    }
}

/// What was chosen the time before in a loop is chosen anew.
fn free_chosen<H: Host>(host: &mut H, run: &Run, body: &[Op<Of<H>>]) {
    for op in body {
        if let Op::Choose { slot, .. } | Op::Bind { slot, .. } = op {
            host.picks_mut().free(run, *slot);
        }
    }
}

fn finish<H: Host>(host: &mut H, run: &Run) -> Flow {
    host.picks_mut().0.truncate(run.picks_from as usize);
    Flow::Finished
}

fn gain<H: Host>(
    host: &mut H,
    to: &Gainer<Of<H>>,
    until: <Of<H> as Vocab>::Until,
    run: &Run,
    cx: &mut Context<'_, H>,
) -> i16 {
    let mut gained = 0;
    match to {
        Gainer::Cards(target) => {
            for card in eval::targets(host, cx.pool, target, run).iter() {
                let on = On::Card(host.object(*card));
                gained += i16::from(host.gain(on, until, run, cx));
            }
        }
        Gainer::Whatever(_) => gained += i16::from(host.gain(On::Whatever, until, run, cx)),
        Gainer::Player(who) => {
            for seat in eval::seats(host, *who, run) {
                gained += i16::from(host.gain(On::Player(seat), until, run, cx));
            }
        }
    }
    gained
}

/// Lists the options of the effect in `run`, which waits for a player.
pub fn consider<H: Host, S: Consider<C>, C>(
    host: &H,
    cards: &H::Cards,
    run: &Run,
    wrap: impl Fn(Answer) -> C,
    sink: &mut S,
) {
    let program = &H::ability(cards, run.ability).program;
    match &program[run.at as usize] {
        Op::Ask { .. } => {
            sink.allow(wrap(Answer::Yes));
            sink.allow(wrap(Answer::Decline));
        }
        Op::Choose { slot, from, .. } => {
            let mut left = Choosing::new(host, cards, run, *slot, from, next_verb(program, run));
            leave_enough(host, cards, run, *slot, &mut left);
            for (at, card) in left.fits.iter().enumerate() {
                if !left.fits[..at].iter().any(|other| host.same_choice(*other, *card)) {
                    sink.allow(wrap(Answer::Card(*card)));
                }
            }
            if run.decline_to != 0 && left.bound == 0 {
                sink.allow(wrap(Answer::Decline));
            } else if left.bound >= left.min {
                sink.allow(wrap(Answer::Done));
            }
        }
        Op::Name { min, max, .. } => {
            let (min, max) = (eval::amount(host, cards, min, run), eval::amount(host, cards, max, run));
            (min..=max).for_each(|number| sink.allow(wrap(Answer::Number(number as i16))));
            if run.decline_to != 0 {
                sink.allow(wrap(Answer::Decline));
            }
        }
        Op::Modes { starts, end, .. } => {
            // Of several ways to pay only those that can be paid.
            let whole = run.at < run.whole_to;
            for (mode, (start, _)) in starts.iter().enumerate() {
                let free = run.modes & (1 << mode) == 0;
                if free && (!whole || payable(host, cards, run, *start, *end)) {
                    sink.allow(wrap(Answer::Mode(mode as u8)));
                }
            }
        }
        _ => {}
    }
}

/// The words of a mode, for its label.
pub fn mode_words<'a, V: Vocab>(ability: &'a Ability<V>, run: &Run, mode: u8) -> &'a str {
    match ability.program.get(run.at as usize) {
        Some(Op::Modes { starts, .. }) => starts.get(mode as usize).map_or("", |(_, words)| words),
        _ => "",
    }
}

/// Takes a listed answer; the host then goes on with [`advance`].
pub fn answer<H: Host>(host: &mut H, frame: usize, answer: Answer, cards: &H::Cards) {
    let mut run = host.run(frame);
    match (&H::ability(cards, run.ability).program[run.at as usize], answer) {
        (Op::Ask { end, whole, .. }, Answer::Yes) => {
            (run.did, run.missed) = (false, false);
            run.whole_to = if *whole { *end } else { 0 };
            run.at += 1;
        }
        (Op::Ask { to, .. }, _) => {
            run.report(0);
            run.at = *to;
        }
        (Op::Choose { slot, .. }, Answer::Card(card)) => {
            let object = host.object(card);
            host.picks_mut().bind(*slot, object);
            run.decline_to = 0;
        }
        (Op::Choose { .. } | Op::Name { .. }, Answer::Decline) => {
            run.report(0);
            run.at = std::mem::take(&mut run.decline_to);
        }
        (Op::Choose { .. }, _) => run.at += 1,
        (Op::Name { .. }, Answer::Number(number)) => {
            run.decline_to = 0;
            run.named = number;
            run.at += 1;
        }
        (Op::Modes { starts, .. }, Answer::Mode(mode)) => {
            run.modes |= 1 << mode;
            if let Some((start, _)) = starts.get(mode as usize) {
                run.at = *start;
            }
        }
        _ => {}
    }
    host.set_run(frame, run);
}

/// The verb right behind the choice at `run.at`, while something has to be done whole: only cards it can be done to
/// may be chosen then.
fn next_verb<'a, V: Vocab>(program: &'a [Op<V>], run: &Run) -> Option<&'a V::Verb> {
    match program.get(run.at as usize + 1) {
        Some(Op::Do(verb)) if run.at < run.whole_to => Some(verb),
        _ => None,
    }
}

/// A choice in progress.
struct Choosing {
    fits: Cards,
    /// How many are bound already.
    bound: usize,
    min: usize,
    max: usize,
    ordered: bool,
}

impl Choosing {
    fn new<H: Host>(
        host: &H,
        cards: &H::Cards,
        run: &Run,
        slot: Slot,
        from: &Select<Of<H>>,
        verb: Option<&<Of<H> as Vocab>::Verb>,
    ) -> Self {
        let mut fits = Cards::new();
        let mut bound = 0;
        eval::each_among(host, cards, &from.among, run, &mut |card| {
            if host.picks().of(run, slot).any(|pick| host.is_same(card, pick.object)) {
                bound += 1;
            } else if eval::fits(host, cards, &from.filter, card, run)
                && host.can_choose(cards, card, run)
                && verb.is_none_or(|verb| host.can_do(cards, verb, Some(card), run))
            {
                fits.push(card);
            }
        });
        let all = bound + fits.len();
        let want = |amount| eval::amount(host, cards, amount, run).max(0) as usize;
        let (min, max) = match &from.count {
            HowMany::Exactly(amount) => (want(amount), want(amount)),
            HowMany::UpTo(amount) => (H::LEAST.min(all), want(amount)),
            HowMany::AtLeast(amount) => (want(amount), all.max(want(amount))),
            HowMany::All => (all, all),
            HowMany::AnyNumber => (H::LEAST.min(all), all),
            // Nobody chooses: exactly the end of the pile is left to take.
            HowMany::Top(_) | HowMany::Bottom(_) => {
                fits = eval::candidates(host, cards, from, run);
                bound = 0;
                (fits.len(), fits.len())
            }
            HowMany::TotalUpTo(figure, amount) => {
                let figure_of = |card: Card| host.figure(cards, card, *figure, run).unwrap_or(0);
                let spent: i32 =
                    host.picks().of(run, slot).filter_map(|pick| host.find(pick.object)).map(figure_of).sum();
                let left = eval::amount(host, cards, amount, run) - spent;
                fits.retain(|card| figure_of(*card) <= left);
                (H::LEAST.min(bound + fits.len()), all)
            }
        };
        // Nobody can be held to show a card: a choice that need not be made may be left before it is begun.
        let min = if bound == 0 && verb.is_none() && host.may_withhold(cards, from, run) { 0 } else { min };
        if bound >= max {
            fits.clear();
        }
        Choosing { fits, bound, min, max, ordered: from.ordered }
    }

    /// Whether nothing is left to choose: enough is bound, or the rest has to be taken anyway.
    fn is_settled(&self) -> bool {
        let forced = self.bound + self.fits.len() <= self.min && (!self.ordered || self.fits.len() <= 1);
        self.fits.is_empty() || self.bound >= self.max || forced
    }

    /// Binds what has to be taken anyway, as far as it still fits beside what is bound before it.
    fn take_all<H: Host>(&self, host: &mut H, cards: &H::Cards, run: &Run, slot: Slot, from: &Select<Of<H>>) {
        if self.bound < self.max {
            for (at, card) in self.fits.iter().enumerate() {
                if at == 0 || eval::fits(host, cards, &from.filter, *card, run) {
                    let object = host.object(*card);
                    host.picks_mut().bind(slot, object);
                }
            }
        }
    }
}

/// Whether an offer makes sense: its first step can be begun.
fn offerable<H: Host>(host: &H, cards: &H::Cards, run: &Run) -> bool {
    let program = &H::ability(cards, run.ability).program;
    match &program[run.at as usize + 1] {
        Op::Choose { slot, from, .. } => !Choosing::new(host, cards, run, *slot, from, None).fits.is_empty(),
        Op::Do(verb) => host.can_do(cards, verb, None, run),
        _ => true,
    }
}

/// Whether an offer whose first step cannot be begun can be taken up for something else that it says.
fn goes_on<H: Host>(host: &H, cards: &H::Cards, run: &Run, end: u16) -> bool {
    let program = &H::ability(cards, run.ability).program;
    let rest = program.get(run.at as usize + 1..end as usize).unwrap_or_default();
    let chosen = rest.iter().take_while(|op| matches!(op, Op::Choose { .. })).count();
    let another = |op: &Op<Of<H>>| match op {
        Op::Choose { slot, from, .. } => !Choosing::new(host, cards, run, *slot, from, None).fits.is_empty(),
        _ => false,
    };
    rest.iter().enumerate().any(|(at, op)| match op {
        Op::Do(verb) if at == chosen && H::stands_alone(verb) => rest[..chosen].iter().any(another),
        Op::Do(verb) => H::stands_alone(verb) && host.can_do(cards, verb, None, run),
        _ => false,
    })
}

/// Whether everything from `from` to `end` can be done whole. Choices look at the verb behind them; verbs that act on
/// something chosen within the cost are judged by that choice.
pub fn payable<H: Host>(host: &H, cards: &H::Cards, run: &Run, from: u16, end: u16) -> bool {
    payable_beside(host, cards, run, (from, end), Taken::default(), &mut Demands::new())
}

/// Whether all of several costs can be paid, each a whole program of its own: what one takes is not there for another.
pub fn payable_together<H: Host>(host: &H, cards: &H::Cards, costs: &[Run]) -> bool {
    let mut demands = Demands::new();
    costs.iter().all(|run| {
        let end = H::ability(cards, run.ability).program.len() as u16;
        payable_beside(host, cards, run, (0, end), Taken::default(), &mut demands)
    })
}

/// Cards that parts of a cost take, a bit for each card of the table.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Taken([u64; 4]);

impl Taken {
    fn of(cards: &[Card]) -> Taken {
        cards.iter().fold(Taken::default(), |taken, card| taken.with(*card))
    }

    #[inline]
    fn with(mut self, card: Card) -> Taken {
        self.0[usize::from(card.0 >> 6)] |= 1 << (card.0 & 63);
        self
    }

    #[inline]
    fn has(&self, card: Card) -> bool {
        self.0[usize::from(card.0 >> 6)] >> (card.0 & 63) & 1 == 1
    }

    fn and(self, other: &Taken) -> Taken {
        Taken(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    fn cards(self) -> impl Iterator<Item = Card> {
        (0..=u8::MAX).map(Card).filter(move |card| self.has(*card))
    }

    fn count(self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }
}

/// What one part of a cost takes: at least so many of these cards.
type Demand = (usize, Taken);
type Demands = Flat<Demand, 4>;

/// The same where these cards are taken already, and where more is still to be taken for what is under way: what the parts take is
/// added to that. Each part of a cost takes cards of its own: one card does not serve two.
fn payable_beside<H: Host>(
    host: &H,
    cards: &H::Cards,
    run: &Run,
    (begin, end): (u16, u16),
    taken: Taken,
    demands: &mut Demands,
) -> bool {
    let program = &H::ability(cards, run.ability).program;
    let mut outright: Flat<Taken, 4> = Flat::new();
    let mut at = begin;
    while at < end {
        match &program[at as usize] {
            // Among cards that an earlier part is still to bind, there is nothing to judge yet.
            Op::Choose { from: Select { among: Among::Slot(shown), .. }, .. }
                if host.picks().of(run, *shown).next().is_none() =>
            {
                at += if matches!(program.get(at as usize + 1), Some(Op::Do(_))) { 2 } else { 1 };
            }
            Op::Choose { slot, from, .. } => {
                let verb = match program.get(at as usize + 1) {
                    Some(Op::Do(verb)) => Some(verb),
                    _ => None,
                };
                let run = Run { at, ..*run };
                let mut left = Choosing::new(host, cards, &run, *slot, from, verb);
                left.fits.retain(|card| !taken.has(*card));
                let before = program[usize::from(begin)..usize::from(at)].iter();
                let brought: usize = before
                    .map(|op| match op {
                        Op::Do(verb) => host.supplies(cards, verb, from, &run),
                        _ => 0,
                    })
                    .sum();
                let need = left.min.saturating_sub(left.bound + brought);
                if left.fits.len() < need {
                    return false;
                }
                if need == 1 && program[at as usize + 1..end as usize].iter().any(|op| op.hangs_on(*slot)) {
                    return left.fits.iter().any(|card| {
                        let (bound, with) = (with_pick(host, *slot, *card), taken.with(*card));
                        payable_beside(&bound, cards, &run, (at + 1, end), with, &mut Demands::new())
                    }) && each_has_its_own(demands);
                }
                if need > 0 && demands.len() < 4 {
                    demands.push((need, Taken::of(&left.fits)));
                }
                at += if verb.is_some() { 2 } else { 1 };
            }
            Op::Do(verb) => {
                // What is done to a card that is still to be chosen is judged by what can be chosen.
                let chosen =
                    |(_, fits): &Demand| fits.cards().any(|card| host.can_do(cards, verb, Some(card), run));
                if !(host.can_do(cards, verb, None, run) || demands.iter().any(chosen)) {
                    return false;
                }
                let (need, from) = host.takes(cards, verb, run);
                let free = from.iter().filter(|card| !taken.has(**card)).copied();
                let free = free.fold(Taken::default(), Taken::with);
                if free.count() < need {
                    return false;
                }
                // One card that several verbs are about is one card all the same.
                if need > 0 && demands.len() < 4 && !outright.contains(&free) {
                    outright.push(free);
                    demands.push((need, free));
                }
                at += 1;
            }
            Op::Unless { cond, to } => {
                // What hangs on a card that is still to be chosen is judged by that choice.
                let open = match cond {
                    Cond::Is(Target::Slot(slot), _) => host.picks().of(run, *slot).next().is_none(),
                    _ => false,
                };
                at = if open || eval::holds(host, cards, cond, run) { at + 1 } else { *to };
            }
            Op::Goto(to) => at = *to,
            // One of the ways is enough.
            Op::Modes { starts, end, .. } => {
                if !starts.iter().any(|(start, _)| payable(host, cards, run, *start, *end)) {
                    return false;
                }
                at = *end;
            }
            Op::ModeEnd { .. } => return true,
            // What is offered inside a cost need not be taken.
            Op::Ask { end, forced: false, whole: false, .. } => at = *end,
            _ => at += 1,
        }
    }
    each_has_its_own(demands)
}

/// The same table with one more card chosen: what hangs on a choice is judged as if it was made.
fn with_pick<H: Host>(host: &H, slot: Slot, card: Card) -> H {
    let mut bound = host.clone();
    let object = host.object(card);
    bound.picks_mut().bind(slot, object);
    bound
}

/// Whether every part can have cards of its own: by Hall's theorem, whether any of them together find as many cards as they
/// take.
fn each_has_its_own(demands: &[Demand]) -> bool {
    demands.len() < 2
        || (1..1usize << demands.len()).all(|set| {
            let chosen = demands.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            let (need, found) = chosen.fold((0, Taken::default()), |(need, found), (_, (least, fits))| {
                (need + least, found.and(fits))
            });
            found.count() >= need
        })
}

/// Within a cost that is paid whole, what is taken for one part leaves enough for the parts behind it.
fn leave_enough<H: Host>(host: &H, cards: &H::Cards, run: &Run, slot: Slot, left: &mut Choosing) {
    let program = &H::ability(cards, run.ability).program;
    let cost = program[..run.at as usize].iter().rev().find_map(|op| match op {
        Op::Ask { end, whole: true, .. } if *end > run.at => Some(*end),
        _ => None,
    });
    let Some(end) = cost else { return };
    let behind = run.at + if next_verb(program, run).is_some() { 2 } else { 1 };
    let more = program.get(behind as usize..end as usize).unwrap_or(&[]);
    if !more.iter().any(|op| matches!(op, Op::Choose { .. })) {
        return;
    }
    let hangs = more.iter().any(|op| op.hangs_on(slot));
    let picked = host.picks().of(run, slot).filter_map(|pick| host.find(pick.object));
    let taken = picked.fold(Taken::default(), Taken::with);
    let need = left.min.saturating_sub(left.bound + 1);
    let all = left.fits;
    left.fits.retain(|card| {
        let with = taken.with(*card);
        let rest = || all.iter().filter(|other| *other != card);
        let mut demands = Demands::new();
        if need > 0 {
            demands.push((need, rest().fold(Taken::default(), |rest, other| rest.with(*other))));
        }
        match hangs {
            true => {
                let bound = with_pick(host, slot, *card);
                payable_beside(&bound, cards, run, (behind, end), with, &mut demands)
            }
            false => payable_beside(host, cards, run, (behind, end), with, &mut demands),
        }
    });
    if left.fits.is_empty() {
        left.fits = all;
    }
}
