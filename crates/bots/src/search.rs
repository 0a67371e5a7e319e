//! The bot that looks ahead: information-set Monte Carlo tree search.
//!
//! Every iteration imagines a table that agrees with what the seat sees, walks down the tree of what has been tried,
//! adds one node, plays on by the rules of thumb up to the horizon and judges the position there. A node stands for what
//! *the searching seat* would see, so that lines that come to the same look share it and the tree of one decision is
//! still there at the next. Options that the rules of thumb rate low are tried late, and such as lead back to where the
//! line has been last of all, but none is ever left out.

use crate::imagine::{Horizon, Table, imagine, key_of};
use crate::solve::{Goal, Solver};
use crate::weigh::{Weights, result};
use crate::{Answered, Bot, Sight, script};
use kernel::{Dice, Eyes, PackingHasher, Print, Sense, Standing};
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
    /// How far lines are played on.
    pub horizon: Horizon,
    /// How much what was tried seldom is preferred.
    pub curiosity: f32,
    /// How many positions of this turn are looked at for a forced win, on each of a few tables; 0: none.
    pub solver: u32,
}

impl Plan {
    /// What `normal` looks ahead.
    pub const NORMAL: Plan = Plan {
        iterations: 240,
        work: u64::MAX,
        time: None,
        threads: 1,
        horizon: Horizon { turns: 2, decisions: 120 },
        curiosity: 0.5,
        solver: 300,
    };
    /// What `hard` looks ahead.
    pub const HARD: Plan = Plan { iterations: 2_000, solver: 500, ..Plan::NORMAL };
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
    /// Their squares together.
    squares: f32,
    leads: Leads,
}

/// Where an option led whenever it was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leads {
    Unseen,
    /// To a look of the table that the line had before: nothing was done, or it was undone.
    Back,
    On,
}

/// What the searching seat sees, with what was tried there.
#[derive(Clone, Debug)]
struct Node<C> {
    edges: Vec<Edge<C>>,
}

type Nodes<C> = HashMap<u64, Node<C>, BuildHasherDefault<PackingHasher>>;

/// What an option has to be better by, as a chance to win, if the rules of thumb see no use in it.
const EARNED: f32 = 0.015;

/// More than any option can be better than another.
const BACK: f32 = 1_000.0;

/// Lines that are looked at before a forced win is looked for: only where one of them was won in this turn.
const FIRST: u32 = 32;

/// More nodes than this are not kept.
const MOST_NODES: usize = 60_000;

/// What one thread searches with.
struct Tree<G: Sense> {
    nodes: Nodes<G::Choice>,
    table: Table<G>,
    path: Vec<(u64, usize)>,
    dice: Dice,
    /// A line of this decision was won before the turn ended.
    won: bool,
}

impl<G: Sense> Tree<G> {
    fn new(seed: u64) -> Self {
        let (nodes, table) = (Nodes::default(), Table::default());
        Tree { nodes, table, path: Vec::new(), dice: Dice::new(seed), won: false }
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
        while let Some(seat) = self.table.settle(&mut state, cards, turn, &mut self.dice) {
            if self.path.len() >= 40 {
                break;
            }
            let key = match self.path.is_empty() {
                true => root,
                false => key_of(&state, Eyes::Seat(me), seat),
            };
            self.notice_way(key, job.been);
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
        if let Standing::Over(outcome) = state.standing() {
            self.won |= outcome.winner == Some(me) && state.turn() == sight.turn();
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
                node.edges[*at].squares += worth * worth;
            }
        }
    }

    /// Notices whether the last option of the line led to something new, now that it has come to this node.
    fn notice_way(&mut self, key: u64, been: &[u64]) {
        let Some((last, at)) = self.path.last() else { return };
        let back = self.path.iter().any(|(held, _)| *held == key) || been.contains(&key);
        let Some(node) = self.nodes.get_mut(last) else { return };
        let leads = &mut node.edges[*at].leads;
        match back {
            true if *leads == Leads::Unseen => *leads = Leads::Back,
            true => {}
            false => *leads = Leads::On,
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
                    let (visits, offered, sum, squares, leads) = (0, 0, 0.0, 0.0, Leads::Unseen);
                    node.edges.push(Edge {
                        choice: *choice,
                        about,
                        prior,
                        visits,
                        offered,
                        sum,
                        squares,
                        leads,
                    });
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
            let score = if edge.leads == Leads::Back { score - BACK } else { score };
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
    // What is rated below nothing is of no use as far as the rules of thumb can see.
    let useless = if ratings[at] < 0 && best >= 0 { 100 } else { 0 };
    let behind = (best - ratings[at] + useless).min(1_000) as f32;
    (-behind / 70.0).exp() + 0.02
}

/// One search.
struct Job<'a> {
    plan: &'a Plan,
    weights: &'a Weights,
    iterations: u32,
    /// Iterations that follow these.
    later: u32,
    work: u64,
    until: Option<Instant>,
    /// Where the seat was asked in this turn before.
    been: &'a [u64],
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
        let left = self.iterations - round - 1 + self.later;
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

    /// So many iterations, shared by the threads, with those that are to follow.
    fn think(
        &mut self,
        sight: &Sight<'_, G>,
        view: &G::View,
        root: u64,
        (iterations, later): (u32, u32),
        until: Option<Instant>,
    ) {
        let many = self.trees.len() as u32;
        let job = Job {
            plan: &self.plan,
            weights: &self.weights,
            iterations: iterations.div_ceil(many),
            later: later / many,
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

    fn saw_a_win(&self) -> bool {
        self.trees.iter().any(|tree| tree.won)
    }

    /// What all trees found out about the options of the menu.
    fn tried(&self, sight: &Sight<'_, G>, root: u64) -> Vec<Tried> {
        let mut tried = vec![Tried::default(); sight.menu.options.len()];
        for node in self.trees.iter().filter_map(|tree| tree.nodes.get(&root)) {
            for (tried, choice) in tried.iter_mut().zip(&sight.menu.options) {
                if let Some(edge) = node.edges.iter().find(|edge| edge.choice == *choice) {
                    tried.visits += edge.visits;
                    tried.sum += edge.sum;
                    tried.squares += edge.squares;
                    tried.leads_back |= edge.leads == Leads::Back;
                }
            }
        }
        tried
    }

    /// The option that was tried most, among those that lead anywhere.
    fn best(&mut self, sight: &Sight<'_, G>, root: u64) -> usize {
        let tried = self.tried(sight, root);
        sight.rate(&mut self.ratings);
        let rank = |at: &usize| {
            let Tried { visits, leads_back, .. } = tried[*at];
            let mean = (tried[*at].mean() * 1e4) as i64;
            (!leads_back, visits, mean, self.ratings[*at], std::cmp::Reverse(*at))
        };
        let best = (0..tried.len()).max_by_key(rank).unwrap_or(0);
        // What does not look good at all has to earn it, beyond what luck could have given it.
        if self.ratings[best] >= 0 {
            return best;
        }
        let enough = tried[best].mean() - EARNED - tried[best].doubt();
        let sound = |at: &usize| {
            let other = &tried[*at];
            self.ratings[*at] >= 0 && !other.leads_back && other.visits >= 4 && other.mean() >= enough
        };
        (0..tried.len()).filter(sound).max_by_key(rank).unwrap_or(best)
    }
}

/// What was found out about an option.
#[derive(Clone, Copy, Default)]
struct Tried {
    visits: u32,
    sum: f32,
    squares: f32,
    leads_back: bool,
}

impl Tried {
    fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }

    /// How far the mean may be from the truth by luck: its standard error, and more if it was tried only a few times.
    fn doubt(&self) -> f32 {
        if self.visits < 2 {
            return 1.0;
        }
        let (many, mean) = (self.visits as f32, self.mean());
        ((self.squares / many - mean * mean).max(0.0) / many).sqrt() + 0.25 / many
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
        let Some(world) = world else { return Ok(self.best(sight, 0)) };
        let root = key_of(&world, Eyes::Seat(sight.seat()), sight.seat());
        self.been.note(sight.turn(), root);
        self.trees.iter_mut().for_each(|tree| tree.won = false);
        let all = self.plan.iterations;
        let first = all.min(FIRST);
        let mut solved = false;
        for (iterations, later) in [(first, all - first), (all - first, 0)] {
            if iterations > 0 {
                self.think(sight, &view, root, (iterations, later), until);
            }
            if self.saw_a_win() && !solved && until.is_none_or(|until| Instant::now() < until) {
                solved = true;
                if let Some(win) = self.forced_win(sight, &view) {
                    return Ok(win);
                }
            }
        }
        Ok(self.best(sight, root))
    }
}
