//! The bot that looks ahead: information-set Monte Carlo tree search.
//!
//! Every iteration imagines a table that agrees with what the seat sees, tries an option there, walks down the tree of what
//! has been tried, adds one node, plays on by the rules of thumb up to the horizon and judges the position there
//! ([`crate::tree`]). A node stands for what *the searching seat* would see, so that lines that come to the same look
//! share it and the tree of one decision is still there at the next. Options that the rules of thumb rate low are tried
//! late, and such as lead back to where the line has been last of all, but none is ever left out.

use crate::imagine::{Horizon, imagine, key_of};
use crate::solve::{Goal, Solver};
use crate::tree::{Compared, Contest, Job, Tree};
use crate::weigh::Weights;
use crate::{Answered, Bot, Sight};
use kernel::{Dice, Eyes, Sense};
use std::time::{Duration, Instant};

/// How much a [`Search`] may think about one answer, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Imagined lines.
    pub iterations: u32,
    /// Answers given on imagined tables, over all lines: what a line costs differs from game to game.
    pub work: u64,
    /// The clock, where one may be looked at.
    pub time: Option<Duration>,
    /// Each with a tree of its own and its share of the iterations.
    pub threads: u32,
    /// How far lines are played on.
    pub horizon: Horizon,
    /// How often an option is tried before it can be better than the rest beyond doubt.
    pub enough: u32,
    /// How much what was tried seldom is preferred.
    pub curiosity: f32,
    /// How many positions of this turn are looked at for a forced win, on each of a few tables; 0: none.
    pub solver: u32,
}

impl Plan {
    /// What `normal` looks ahead. Against the rules of thumb more lines add little.
    pub const NORMAL: Plan = Plan {
        iterations: 48,
        work: u64::MAX,
        time: None,
        threads: 1,
        horizon: Horizon { turns: 2, decisions: 240 },
        enough: 12,
        curiosity: 0.5,
        solver: 300,
    };
    /// What `hard` looks ahead: many times as many lines, none dropped before its tree has grown. A line of Dragon Ball has
    /// several times as many answers as one of the others: there the work is what ends it.
    pub const HARD: Plan =
        Plan { iterations: 1_000, work: 30_000, enough: 60, solver: 1_000, ..Plan::NORMAL };
}

/// What an option has to be better by, as a chance to win, if the rules of thumb see no use in it.
const EARNED: f32 = 0.06;

/// How many options that only put off the next one are looked behind.
const PUT_OFF: u32 = 3;

/// Lines that are looked at before a forced win is looked for: only where one of them was won in this turn.
const FIRST: u32 = 32;

/// The bot.
pub struct Search<G: Sense> {
    plan: Plan,
    weights: Weights,
    trees: Vec<Tree<G>>,
    solver: Solver<G>,
    dice: Dice,
    ratings: Vec<i32>,
    been: Been,
}

/// The looks of the table at which the seat was asked in a turn: whatever leads back to one of them does nothing.
#[derive(Default)]
struct Been {
    turn: u32,
    looks: Vec<u64>,
}

impl Been {
    fn note(&mut self, turn: u32, look: u64) {
        if self.turn != turn {
            self.looks.clear();
            self.turn = turn;
        }
        self.looks.push(look);
    }
}

impl<G: Sense> Search<G> {
    /// A player who looks ahead by `plan`.
    pub fn new(seed: u64, plan: Plan) -> Self {
        let mut dice = Dice::new(seed);
        let trees = (0..plan.threads.max(1))
            .map(|_| Tree::new(u64::from(dice.next_u32()) << 32 | u64::from(dice.next_u32())))
            .collect();
        let weights = Weights::built_in::<G>();
        let (solver, been) = (Solver::default(), Been::default());
        Search { plan, weights, trees, solver, dice, ratings: Vec::new(), been }
    }

    /// The same with other weights.
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// The option that wins this turn whatever the opponent does, if it is found on every table that is tried.
    fn forced_win(&mut self, sight: &Sight<'_, G>, view: &G::View) -> Option<usize> {
        const TABLES: usize = 3;
        if self.plan.solver == 0 {
            return None;
        }
        let seat = sight.seat();
        let mut found: Option<G::Choice> = None;
        for _ in 0..TABLES {
            let world = imagine(sight, view, &mut self.solver.table.menu, &mut self.dice)?;
            found = match found {
                None => Some(self.solver.wins(&world, sight.cards, seat, self.plan.solver)?),
                Some(choice) => {
                    let bound = self.plan.solver;
                    let proven =
                        self.solver.proves(&world, sight.cards, Goal::WinThisTurn(seat), choice, bound);
                    proven.then_some(choice)
                }
            };
            found?;
        }
        found.and_then(|choice| sight.menu.options.iter().position(|option| *option == choice))
    }

    /// So many iterations, shared by the threads.
    fn think(
        &mut self,
        sight: &Sight<'_, G>,
        view: &G::View,
        root: u64,
        iterations: u32,
        until: Option<Instant>,
    ) {
        let many = self.trees.len() as u32;
        let job = Job {
            plan: &self.plan,
            weights: &self.weights,
            iterations: iterations.div_ceil(many),
            work: self.plan.work.div_ceil(many.into()),
            until,
            been: &self.been.looks,
        };
        match &mut self.trees[..] {
            [tree] => tree.search(sight, view, root, &job),
            trees => std::thread::scope(|scope| {
                for tree in trees {
                    let job = &job;
                    scope.spawn(move || tree.search(sight, view, root, job));
                }
            }),
        }
    }

    /// The best option by what all trees found out; of those in which the rules of thumb see no use only one that is
    /// shown to be better than the best of the others.
    fn best(&mut self, sight: &Sight<'_, G>, view: &G::View, root: u64, until: Option<Instant>) -> usize {
        let mut contest = Contest::new(&self.ratings);
        self.trees.iter().for_each(|tree| contest.join(tree.contest()));
        let (sound, Some(mut better)) = contest.best() else { return contest.best().0 };
        let job = Job {
            plan: &self.plan,
            weights: &self.weights,
            iterations: (self.plan.iterations / 5).clamp(48, 200),
            work: u64::MAX,
            until,
            been: &self.been.looks,
        };
        let mut compare = |options| self.trees[0].compare(EARNED, sight, view, root, options, &job);
        let Compared::Better { mut then } = compare([better, sound]) else { return sound };
        // What is good only because of what follows is not done first where that can be had at once.
        for _ in 0..PUT_OFF {
            let Some(next) = then.filter(|next| ![better, sound].contains(next)) else { break };
            match compare([next, sound]) {
                Compared::Better { then: after } => (better, then) = (next, after),
                Compared::NotBetter => break,
            }
        }
        better
    }
}

impl<G: Sense> Bot<G> for Search<G> {
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
        if sight.menu.options.len() < 2 {
            return Ok(0);
        }
        let until = self.plan.time.map(|time| Instant::now() + time);
        let view = sight.view();
        // The key of the root is taken from an imagined table: the true one stays out of sight.
        let world = imagine(sight, &view, &mut self.solver.table.menu, &mut self.dice);
        sight.rate(&mut self.ratings);
        let Some(world) = world else { return Ok(crate::script::best(&self.ratings)) };
        let root = key_of(&world, Eyes::Seat(sight.seat()), sight.seat());
        self.been.note(sight.turn(), root);
        let contest = Contest::new(&self.ratings);
        self.trees.iter_mut().for_each(|tree| tree.begin(contest.clone()));
        let all = self.plan.iterations;
        let first = all.min(FIRST);
        let mut solved = false;
        for iterations in [first, all - first] {
            self.think(sight, &view, root, iterations, until);
            let saw_a_win = self.trees.iter().any(Tree::saw_a_win);
            if saw_a_win && !solved && until.is_none_or(|until| Instant::now() < until) {
                solved = true;
                self.solver.until = until;
                if let Some(win) = self.forced_win(sight, &view) {
                    return Ok(win);
                }
            }
        }
        // Whoever has looked at the clock until now has a little more for the last question.
        let last = until.zip(self.plan.time).map(|(until, time)| until + time / 8);
        Ok(self.best(sight, &view, root, last))
    }
}
