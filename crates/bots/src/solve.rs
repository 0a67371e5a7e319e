//! Proving: can this be reached whatever the opponent does? A bounded search of everything inside one turn.

use crate::imagine::{Table, key_of};
use crate::script;
use kernel::{Dice, Eyes, Outcome, PackingHasher, Seat, Sense, Standing};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::time::Instant;

/// What is to be proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// This seat wins before the turn ends.
    WinThisTurn(Seat),
    /// This seat has not lost when the turn is over.
    Survive(Seat),
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is reached whatever the opponent does.
    Proven,
    /// It is not.
    Refuted,
    /// More positions than the bound would have to be looked at.
    Open,
}

/// How many answers deep a line is followed: a turn that is longer stays open.
const DEEPEST: usize = 120;

/// How often luck is tried where a line needs some: it has to come out well each time.
const LUCKS: u64 = 3;

/// Looks at everything inside a turn, best options first, and remembers what it has seen.
pub struct Solver<G: Sense> {
    pub(crate) table: Table<G>,
    seen: HashMap<u64, Seen, BuildHasherDefault<PackingHasher>>,
    /// What was found out only as long as a position of the line counts as no progress: the place of that position.
    leaning: Vec<(u64, usize)>,
    /// The earliest position of the line that what is being looked at leans on.
    leans: usize,
    left: u32,
    /// When it gives up, where somebody waits: what is not proven by then stays open.
    pub(crate) until: Option<Instant>,
    /// The positions of the line that is being looked at, kept here and not on the stack of calls: they are large.
    line: Vec<G>,
}

/// Leans on nothing.
const FIRM: usize = usize::MAX;

/// What is known of a position.
#[derive(Clone, Copy)]
enum Seen {
    /// The verdict, and the place of the position of the line that it leans on; [`FIRM`] if on none.
    Done(Verdict, usize),
    /// It is on the line that is being looked at, at this place.
    Underway(usize),
}

impl<G: Sense> Default for Solver<G> {
    fn default() -> Self {
        Solver {
            table: Table::default(),
            seen: HashMap::default(),
            leaning: Vec::new(),
            leans: FIRM,
            left: 0,
            until: None,
            line: Vec::new(),
        }
    }
}

impl Goal {
    fn seat(self) -> Seat {
        match self {
            Goal::WinThisTurn(seat) | Goal::Survive(seat) => seat,
        }
    }

    fn at_end(self, outcome: Outcome) -> bool {
        match self {
            Goal::WinThisTurn(seat) => outcome.winner == Some(seat),
            Goal::Survive(seat) => outcome.winner != Some(seat.other()),
        }
    }

    fn after_turn(self) -> bool {
        matches!(self, Goal::Survive(_))
    }

    /// What coming to a position again means: nobody has won by it, and nobody has lost.
    fn again(self) -> Verdict {
        if self.after_turn() { Verdict::Proven } else { Verdict::Refuted }
    }
}

impl<G: Sense> Solver<G> {
    /// Whether the goal is reached from here, with how many positions of the bound are left unused.
    pub fn solve(&mut self, state: &G, cards: &G::Cards, goal: Goal, bound: u32) -> Verdict {
        self.begin(state, bound);
        self.prove(cards, goal, state.turn(), &mut Dice::new(1))
    }

    fn begin(&mut self, state: &G, bound: u32) {
        self.seen.clear();
        self.leaning.clear();
        self.leans = FIRM;
        self.left = bound;
        self.line.clear();
        self.line.push(state.clone());
    }

    /// Puts a copy of a position of the line at its end.
    #[inline(never)]
    fn repeat(&mut self, at: usize) {
        self.line.push(self.line[at].clone());
    }

    /// Positions of the last bound that were not looked at.
    pub fn unused(&self) -> u32 {
        self.left
    }

    /// The options of the open menu by which the seat that decides reaches the goal, in the order of the menu; with the
    /// verdict of each.
    pub fn each(&mut self, state: &G, cards: &G::Cards, goal: Goal, bound: u32) -> Vec<(G::Choice, Verdict)> {
        let mut options = Vec::new();
        state.consider(cards, &mut options);
        options.into_iter().map(|choice| (choice, self.after(state, cards, goal, choice, bound))).collect()
    }

    /// Whether the goal is reached once the choice is made.
    pub fn after(
        &mut self,
        state: &G,
        cards: &G::Cards,
        goal: Goal,
        choice: G::Choice,
        bound: u32,
    ) -> Verdict {
        self.begin(state, bound);
        self.try_choice(cards, goal, state.turn(), choice, &mut Dice::new(1))
    }

    pub(crate) fn proves(
        &mut self,
        state: &G,
        cards: &G::Cards,
        goal: Goal,
        choice: G::Choice,
        bound: u32,
    ) -> bool {
        self.after(state, cards, goal, choice, bound) == Verdict::Proven
    }

    /// A choice that wins this turn; `None` if there is none or the bound does not suffice to find it.
    pub(crate) fn wins(&mut self, state: &G, cards: &G::Cards, seat: Seat, bound: u32) -> Option<G::Choice> {
        let goal = Goal::WinThisTurn(seat);
        let mut dice = Dice::new(1);
        state.menu(cards, &mut self.table.menu);
        let options = self.ordered(state, cards);
        self.begin(state, bound);
        options
            .into_iter()
            .find(|choice| self.try_choice(cards, goal, state.turn(), *choice, &mut dice) == Verdict::Proven)
    }

    /// The options of the menu that is open in `table`, the best rated first.
    fn ordered(&mut self, state: &G, cards: &G::Cards) -> Vec<G::Choice> {
        order(&mut self.table, state, cards)
    }

    /// Whether the goal is reached from the last position of the line.
    fn prove(&mut self, cards: &G::Cards, goal: Goal, turn: u32, dice: &mut Dice) -> Verdict {
        let last = self.line.len() - 1;
        // No further than the turn: what comes after it proves nothing, even where nobody has a choice any more.
        let decider = self.table.settle(&mut self.line[last], cards, turn + 1, dice);
        if self.line[last].turn() != turn {
            return if goal.after_turn() { Verdict::Proven } else { Verdict::Refuted };
        }
        if let Standing::Over(outcome) = self.line[last].standing() {
            return if goal.at_end(outcome) { Verdict::Proven } else { Verdict::Refuted };
        }
        let Some(decider) = decider else { return Verdict::Open };
        let key = key_of(&self.line[last], Eyes::All, decider);
        match self.seen.get(&key) {
            Some(Seen::Done(verdict, leans)) => {
                self.leans = self.leans.min(*leans);
                return *verdict;
            }
            Some(Seen::Underway(place)) => {
                self.leans = self.leans.min(*place);
                return goal.again();
            }
            None => {}
        }
        if self.left == 0 || last >= DEEPEST {
            return Verdict::Open;
        }
        self.left -= 1;
        // The clock is looked at now and then.
        if self.left % 16 == 0 && self.until.is_some_and(|until| Instant::now() >= until) {
            self.left = 0;
            return Verdict::Open;
        }
        self.seen.insert(key, Seen::Underway(last));
        let (before, held) = (std::mem::replace(&mut self.leans, FIRM), self.leaning.len());
        let mine = decider == goal.seat();
        let (good, bad) = match mine {
            true => (Verdict::Proven, Verdict::Refuted),
            false => (Verdict::Refuted, Verdict::Proven),
        };
        let mut verdict = bad;
        for choice in order(&mut self.table, &self.line[last], cards) {
            let tried = self.try_choice(cards, goal, turn, choice, dice);
            if tried == good {
                verdict = good;
                break;
            }
            if tried == Verdict::Open {
                verdict = Verdict::Open;
                if self.left == 0 {
                    break;
                }
            }
        }
        let leans = std::mem::replace(&mut self.leans, before);
        self.settle(goal, key, (last, leans), verdict, held);
        verdict
    }

    /// Remembers the verdict on a position. What was found out below it as long as it counted as no progress falls if
    /// that did not come true; if it did, it stands, or leans on what this position itself leans on.
    fn settle(
        &mut self,
        goal: Goal,
        key: u64,
        (place, leans): (usize, usize),
        verdict: Verdict,
        held: usize,
    ) {
        let as_assumed = verdict == goal.again();
        let open = as_assumed && leans < place;
        let below = self.leaning.split_off(held);
        for (other, on) in below {
            // One that leans on an earlier position may lean on this one too.
            if !as_assumed {
                self.seen.remove(&other);
                continue;
            }
            let on = match on.min(leans) {
                on if on < place => on,
                _ => FIRM,
            };
            if let Some(Seen::Done(_, leans)) = self.seen.get_mut(&other) {
                *leans = on;
            }
            if on != FIRM {
                self.leaning.push((other, on));
            }
        }
        if leans < place {
            self.leans = self.leans.min(leans);
        }
        self.seen.insert(key, Seen::Done(verdict, if open { leans } else { FIRM }));
        if open {
            self.leaning.push((key, leans));
        }
    }

    /// One option of the last position. Where it needs luck, it has to work each time.
    fn try_choice(
        &mut self,
        cards: &G::Cards,
        goal: Goal,
        turn: u32,
        choice: G::Choice,
        dice: &mut Dice,
    ) -> Verdict {
        let at = self.line.len() - 1;
        let mut worst = Verdict::Proven;
        for luck in 0..LUCKS {
            let mut rolled = if luck == 0 { dice.clone() } else { Dice::new(luck) };
            let before = rolled.clone();
            self.repeat(at);
            self.table.apply(&mut self.line[at + 1], cards, choice, &mut rolled);
            let certain = rolled == before;
            let tried = self.prove(cards, goal, turn, &mut rolled);
            self.line.truncate(at + 1);
            match tried {
                Verdict::Proven => {}
                Verdict::Refuted => return Verdict::Refuted,
                Verdict::Open => worst = Verdict::Open,
            }
            if certain {
                break;
            }
        }
        worst
    }
}

fn order<G: Sense>(table: &mut Table<G>, state: &G, cards: &G::Cards) -> Vec<G::Choice> {
    let Table { menu, ratings, .. } = table;
    script::rate(state, cards, &menu.options, ratings);
    let mut order: Vec<usize> = (0..menu.options.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(ratings[*at]));
    order.into_iter().map(|at| menu.options[at]).collect()
}
