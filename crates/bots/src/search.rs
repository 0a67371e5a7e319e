//! The bot that looks ahead: information-set Monte Carlo tree search.
//!
//! Every iteration imagines a table that agrees with what the seat sees, walks down the tree of what has been tried,
//! adds one node, plays on by the rules of thumb up to the horizon and judges the position there. A node stands for what
//! *the searching seat* would see, so that lines that come to the same look share it and the tree of one decision is
//! still there at the next. Options that the rules of thumb rate low are tried late, but none is ever left out.

use crate::imagine::{Horizon, Table, imagine};
use crate::solve::{Goal, Solver};
use crate::weigh::{Weights, result};
use crate::{Answered, Bot, Sight, script};
use kernel::{Dice, Game, Print, Seat, Sense, StableHasher, Standing};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
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
    pub horizon: Horizon,
    /// How much what was tried seldom is preferred.
    pub curiosity: f32,
    /// How many positions of this turn are looked at for a forced win, on each of a few tables; 0: none.
    pub solver: u32,
}

impl Plan {
    pub const NORMAL: Plan = Plan {
        iterations: 500,
        work: u64::MAX,
        time: None,
        threads: 1,
        horizon: Horizon { turns: 2, decisions: 120 },
        curiosity: 0.5,
        solver: 100,
    };
    pub const HARD: Plan = Plan { iterations: 4_000, solver: 600, ..Plan::NORMAL };
}

/// One option of a node.
#[derive(Clone, Debug)]
struct Edge<C> {
    choice: C,
    about: Option<Print>,
    prior: f32,
    visits: u32,
    /// How often it was on offer.
    offered: u32,
    /// What its lines were worth to the searching seat, together.
    sum: f32,
}

/// What the searching seat sees, with what was tried there.
#[derive(Clone, Debug)]
struct Node<C> {
    edges: Vec<Edge<C>>,
}

type Nodes<C> = HashMap<u64, Node<C>, BuildHasherDefault<StableHasher>>;

/// More nodes than this are not kept.
const MOST_NODES: usize = 60_000;

/// What one thread searches with.
struct Tree<G: Sense> {
    nodes: Nodes<G::Choice>,
    table: Table<G>,
    path: Vec<(u64, usize)>,
    dice: Dice,
}

impl<G: Sense> Tree<G> {
    fn new(seed: u64) -> Self {
        let (nodes, table) = (Nodes::default(), Table::default());
        Tree { nodes, table, path: Vec::new(), dice: Dice::new(seed) }
    }

    /// Searches from a sight and leaves what it found at the node of this key.
    fn search(&mut self, sight: &Sight<'_, G>, view: &G::View, root: u64, job: &Job<'_>) {
        if self.nodes.len() > MOST_NODES {
            self.nodes.clear();
        }
        let mut world = None;
        let mut visits: u32 = self.nodes.get(&root).map_or(0, |node| node.visits());
        let worked = self.table.work;
        for round in 0..job.iterations {
            // A table serves for a few lines: making one costs as much as playing some.
            if round % 2 == 0 || world.is_none() {
                world = imagine(sight, view, &mut self.table.menu, &mut self.dice);
            }
            let Some(world) = &world else { return };
            self.iterate(world.clone(), sight, root, job);
            visits += 1;
            let spent = self.table.work - worked;
            if spent >= job.work || job.is_over(round, visits, &self.nodes, root) {
                return;
            }
        }
    }

    /// One line: down the tree, one node more, on to the horizon, and back.
    fn iterate(&mut self, mut state: G, sight: &Sight<'_, G>, root: u64, job: &Job<'_>) {
        let (cards, me) = (sight.cards, sight.seat());
        let turn = sight.turn() + job.plan.horizon.turns;
        self.path.clear();
        let mut worth = None;
        while let Some(seat) = self.table.settle(&mut state, cards, &mut self.dice) {
            if state.turn() >= turn || self.path.len() >= 40 {
                break;
            }
            let key = match self.path.is_empty() {
                true => root,
                false => node_key(&state, me, seat),
            };
            let known = self.nodes.contains_key(&key);
            let at = self.select(&state, cards, key, seat == me, job.plan.curiosity);
            self.path.push((key, at));
            let choice = self.nodes[&key].edges[at].choice;
            self.table.apply(&mut state, cards, choice, &mut self.dice);
            if !known && self.path.len() > 1 {
                let until = (turn, job.plan.horizon.decisions);
                worth = Some(self.table.play_on(&mut state, cards, me, until, job.weights, &mut self.dice));
                break;
            }
        }
        let worth = worth.unwrap_or_else(|| match state.standing() {
            // Sooner is better.
            Standing::Over(outcome) => result(outcome, me) * 0.98 + 0.01,
            Standing::Open(_) => job.weights.judge(&state, cards, me),
        });
        for (key, at) in &self.path {
            if let Some(node) = self.nodes.get_mut(key) {
                node.edges[*at].visits += 1;
                node.edges[*at].sum += worth;
            }
        }
    }

    /// Opens or finds the node and picks the option to try, among those on offer here.
    fn select(&mut self, state: &G, cards: &G::Cards, key: u64, mine: bool, curiosity: f32) -> usize {
        let Table { menu, ratings, .. } = &mut self.table;
        let node =
            self.nodes.entry(key).or_insert_with(|| Node { edges: Vec::with_capacity(menu.options.len()) });
        let fresh = node.edges.is_empty();
        let mut total = 0;
        let mut best: Option<(f32, usize)> = None;
        let mean = node.mean(mine);
        for (place, choice) in menu.options.iter().enumerate() {
            let about = state.about(*choice);
            let at = match node.find(place, *choice, about) {
                Some(at) => at,
                None => {
                    if node.edges.is_empty() || ratings.len() != menu.options.len() {
                        script::rate(state, cards, &menu.options, ratings);
                    }
                    let prior = prior(ratings, place);
                    node.edges.push(Edge { choice: *choice, about, prior, visits: 0, offered: 0, sum: 0.0 });
                    node.edges.len() - 1
                }
            };
            let edge = &mut node.edges[at];
            edge.offered += 1;
            total += edge.visits;
        }
        if fresh {
            node.level();
        }
        let root = ((total + 1) as f32).sqrt();
        for (place, choice) in menu.options.iter().enumerate() {
            let Some(at) = node.find(place, *choice, state.about(*choice)) else { continue };
            let edge = &node.edges[at];
            let worth = match edge.visits {
                // What was never tried counts as a little worse than the rest.
                0 => mean - 0.08,
                visits => {
                    let worth = edge.sum / visits as f32;
                    if mine { worth } else { 1.0 - worth }
                }
            };
            let score = worth + curiosity * edge.prior * root / (1 + edge.visits) as f32;
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, at));
            }
        }
        ratings.clear();
        best.map_or(0, |(_, at)| at)
    }
}

impl<C: Copy + PartialEq> Node<C> {
    fn find(&self, place: usize, choice: C, about: Option<Print>) -> Option<usize> {
        let is = |edge: &Edge<C>| edge.choice == choice && edge.about == about;
        match self.edges.get(place) {
            Some(edge) if is(edge) => Some(place),
            _ => self.edges.iter().position(is),
        }
    }

    fn visits(&self) -> u32 {
        self.edges.iter().map(|edge| edge.visits).sum()
    }

    /// What lines through here were worth to whoever decides here.
    fn mean(&self, mine: bool) -> f32 {
        let (visits, sum) =
            self.edges.iter().fold((0, 0.0), |(visits, sum), edge| (visits + edge.visits, sum + edge.sum));
        match visits {
            0 => 0.5,
            visits if mine => sum / visits as f32,
            visits => 1.0 - sum / visits as f32,
        }
    }

    /// Makes the priors add up to 1.
    fn level(&mut self) {
        let sum: f32 = self.edges.iter().map(|edge| edge.prior).sum();
        for edge in &mut self.edges {
            edge.prior /= sum.max(1e-6);
        }
    }
}

/// How likely the rules of thumb would be to take an option, before all of them are made to add up to 1.
fn prior(ratings: &[i32], at: usize) -> f32 {
    let best = ratings.iter().copied().max().unwrap_or(0);
    let behind = (best - ratings[at]).min(1_000) as f32;
    (-behind / 70.0).exp() + 0.02
}

/// A node by what the searching seat sees there, and who decides.
fn node_key<G: Game>(state: &G, me: Seat, decider: Seat) -> u64 {
    StableHasher::of(&(state.view(me), decider as u8))
}

/// One search.
struct Job<'a> {
    plan: &'a Plan,
    weights: &'a Weights,
    iterations: u32,
    work: u64,
    until: Option<Instant>,
}

impl Job<'_> {
    /// Whether the time is up, or nothing can change the answer any more.
    fn is_over<C: Copy + PartialEq>(&self, round: u32, visits: u32, nodes: &Nodes<C>, root: u64) -> bool {
        if round % 8 != 7 {
            return false;
        }
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return true;
        }
        let Some(node) = nodes.get(&root) else { return false };
        let (mut first, mut second) = (0, 0);
        for edge in &node.edges {
            match edge.visits {
                visits if visits > first => (first, second) = (visits, first),
                visits => second = second.max(visits),
            }
        }
        let left = self.iterations - round - 1;
        visits >= 16 && first > second + left
    }
}

/// The bot.
pub struct Search<G: Sense> {
    plan: Plan,
    weights: Weights,
    trees: Vec<Tree<G>>,
    solver: Solver<G>,
    dice: Dice,
    ratings: Vec<i32>,
}

impl<G: Sense> Search<G> {
    pub fn new(seed: u64, plan: Plan) -> Self {
        let mut dice = Dice::new(seed);
        let trees = (0..plan.threads.max(1))
            .map(|_| Tree::new(u64::from(dice.next_u32()) << 32 | u64::from(dice.next_u32())))
            .collect();
        let weights = Weights::built_in::<G>();
        Search { plan, weights, trees, solver: Solver::default(), dice, ratings: Vec::new() }
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

    fn think(&mut self, sight: &Sight<'_, G>, view: &G::View) -> usize {
        let root = StableHasher::of(&(view, sight.seat() as u8));
        let until = self.plan.time.map(|time| Instant::now() + time);
        let many = self.trees.len() as u32;
        let job = Job {
            plan: &self.plan,
            weights: &self.weights,
            iterations: self.plan.iterations.div_ceil(many),
            work: self.plan.work.div_ceil(many.into()),
            until,
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
        let mut tried = vec![(0u32, 0.0f32); sight.menu.options.len()];
        for tree in &self.trees {
            let Some(node) = tree.nodes.get(&root) else { continue };
            for (at, choice) in sight.menu.options.iter().enumerate() {
                if let Some(edge) = node.edges.iter().find(|edge| edge.choice == *choice) {
                    tried[at].0 += edge.visits;
                    tried[at].1 += edge.sum;
                }
            }
        }
        sight.rate(&mut self.ratings);
        let rank = |at: &usize| {
            let (visits, sum) = tried[*at];
            (visits, (sum * 1e4 / visits.max(1) as f32) as i64, self.ratings[*at], std::cmp::Reverse(*at))
        };
        (0..tried.len()).max_by_key(rank).unwrap_or(0)
    }
}

impl<G: Sense> Bot<G> for Search<G> {
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
        if sight.menu.options.len() < 2 {
            return Ok(0);
        }
        let view = sight.view();
        if let Some(win) = self.forced_win(sight, &view) {
            return Ok(win);
        }
        Ok(self.think(sight, &view))
    }
}
