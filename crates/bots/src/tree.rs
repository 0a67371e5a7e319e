//! The tree of a search: what the searching seat would see, with what was tried there; and the contest of the options that
//! are on the menu.
//!
//! The options at hand are tried side by side, on the same tables and with the same luck, so that what one of them is given
//! by chance the others are given too. After each stage the worse half is tried no further (sequential halving). Below
//! them the tree is walked by what was worth most so far and what the rules of thumb think of the rest.

use crate::imagine::{Table, Taste, imagine, key_of};
use crate::search::Plan;
use crate::weigh::{Weights, result};
use crate::{Sight, script};
use kernel::{Dice, Eyes, PackingHasher, Print, Sense, Standing};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::time::Instant;

/// One option of a node.
#[derive(Clone, Debug)]
struct Edge<C> {
    choice: C,
    about: Option<Print>,
    prior: f32,
    visits: u32,
    /// What its lines were worth to the searching seat, together.
    sum: f32,
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

/// How an option of a node is chosen.
#[derive(Clone, Copy)]
enum Choose {
    /// This one of the menu.
    This(usize),
    /// What is best for the searching seat, with how much what was tried seldom is preferred.
    ForMe(f32),
    /// What is best for the other one.
    ForTheOther(f32),
}

/// What the searching seat sees, with what was tried there.
#[derive(Clone, Debug)]
struct Node<C> {
    edges: Vec<Edge<C>>,
}

type Nodes<C> = HashMap<u64, Node<C>, BuildHasherDefault<PackingHasher>>;

/// What a point of a rating is worth as a chance to win.
const POINT: f32 = 0.0005;

/// How many lines the rules of thumb count for.
const GUESSED: f32 = 4.0;

/// The share of the lines that options get in which the rules of thumb see no use.
const APART: u32 = 8;

/// After how many lines two options that are compared are looked at again, and how many standard errors doubt goes.
const ENOUGH: u32 = 12;
const SURE: f32 = 3.0;

/// More than any option can be better than another.
const BACK: f32 = 1_000.0;

/// More nodes than this are not kept.
const MOST_NODES: usize = 60_000;

/// What was found out about an option of the menu.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    visits: u32,
    /// What its lines were worth to the searching seat, together.
    sum: f32,
    /// Their squares together.
    squares: f32,
    /// Whenever it was tried it led back to a look of the table that the turn has had.
    back: bool,
}

impl Tally {
    fn add(&mut self, worth: f32) {
        self.visits += 1;
        self.sum += worth;
        self.squares += worth * worth;
    }

    fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }

    /// How far the mean may be from the truth by luck: its standard error.
    fn doubt(&self) -> f32 {
        let (many, mean) = (self.visits.max(1) as f32, self.mean());
        ((self.squares / many - mean * mean).max(0.0) / many).sqrt()
    }
}

/// The options of the menu against each other.
#[derive(Clone, Default, Debug)]
pub(crate) struct Contest {
    tallies: Vec<Tally>,
    /// How far the rules of thumb see each option behind the best, as a chance to win.
    behind: Vec<f32>,
    /// Whether they see no use in it, and some in another.
    useless: Vec<bool>,
}

impl Contest {
    /// Before anything was tried.
    pub fn new(ratings: &[i32]) -> Self {
        let behind = (0..ratings.len()).map(|at| POINT * behind(ratings, at)).collect();
        let useless = (0..ratings.len()).map(|at| is_useless(ratings, at)).collect();
        Contest { tallies: vec![Tally::default(); ratings.len()], behind, useless }
    }

    /// What others found out too.
    pub fn join(&mut self, other: &Contest) {
        for (own, other) in self.tallies.iter_mut().zip(&other.tallies) {
            // It leads back if it did whenever it was tried.
            own.back = match (own.visits, other.visits) {
                (0, _) => other.back,
                (_, 0) => own.back,
                _ => own.back && other.back,
            };
            own.visits += other.visits;
            own.sum += other.sum;
            own.squares += other.squares;
        }
    }

    /// What an option is worth: what its lines were worth, and as long as there are few of them what the rules of thumb
    /// would expect.
    fn value(&self, at: usize, expected: f32) -> f32 {
        let tally = &self.tallies[at];
        let guess = expected - self.behind[at];
        let value = (tally.sum + GUESSED * guess) / (tally.visits as f32 + GUESSED);
        if tally.back { value - BACK } else { value }
    }

    /// What a line was worth on average, whatever it began with.
    fn expected(&self) -> f32 {
        let (visits, sum) =
            self.tallies.iter().fold((0, 0.0), |(visits, sum), own| (visits + own.visits, sum + own.sum));
        if visits == 0 { 0.5 } else { sum / visits as f32 }
    }

    /// Puts the best first.
    fn sort(&self, field: &mut [usize]) {
        let expected = self.expected();
        field.sort_by(|a, b| self.value(*b, expected).total_cmp(&self.value(*a, expected)));
    }

    /// Whether the first of the field is better than the rest of it beyond doubt.
    fn is_clear(&self, field: &[usize], enough: u32) -> bool {
        let best = field.iter().max_by(|a, b| self.tallies[**a].mean().total_cmp(&self.tallies[**b].mean()));
        let Some(best) = best else { return true };
        let sure = |at: &usize, way: f32| self.tallies[*at].mean() + way * SURE * self.tallies[*at].doubt();
        self.tallies[*best].visits >= enough
            && field.iter().all(|at| at == best || sure(at, 1.0) < sure(best, -1.0))
    }

    /// The options in which the rules of thumb see no use, or the others.
    fn field(&self, useless: bool) -> Vec<usize> {
        let mut field: Vec<usize> =
            (0..self.tallies.len()).filter(|at| self.useless[*at] == useless).collect();
        self.sort(&mut field);
        field
    }

    /// The best of a field, among those that were tried to the end.
    fn best_of(&self, mut field: Vec<usize>) -> Option<usize> {
        let forward = |at: &&usize| !self.tallies[**at].back;
        let most = field.iter().filter(forward).map(|at| self.tallies[*at].visits).max().unwrap_or(0);
        field.retain(|at| 2 * self.tallies[*at].visits >= most);
        field.first().copied()
    }

    /// The best option that looks useful, and one that does not but has done better so far.
    pub fn best(&self) -> (usize, Option<usize>) {
        let sound = self.best_of(self.field(false)).unwrap_or(0);
        let better = |at: &usize| {
            let (own, other) = (&self.tallies[*at], &self.tallies[sound]);
            !own.back && (own.visits == 0 || own.mean() > other.mean())
        };
        (sound, self.best_of(self.field(true)).filter(better))
    }
}

/// How two options compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compared {
    /// The first is shown to be better; what followed it most often, if that is on the menu already.
    Better {
        then: Option<usize>,
    },
    NotBetter,
}

/// What one thread searches with.
pub(crate) struct Tree<G: Sense> {
    nodes: Nodes<G::Choice>,
    table: Table<G>,
    path: Vec<(u64, usize)>,
    dice: Dice,
    contest: Contest,
    /// A line of this decision was won before the turn ended.
    won: bool,
    /// What the searching seat did next in the last line, right after the option it began with.
    next: Option<G::Choice>,
}

impl<G: Sense> Tree<G> {
    pub fn new(seed: u64) -> Self {
        let (nodes, table) = (Nodes::default(), Table::default());
        let (path, dice, contest) = (Vec::new(), Dice::new(seed), Contest::default());
        Tree { nodes, table, path, dice, contest, won: false, next: None }
    }

    /// Begins another decision.
    pub fn begin(&mut self, contest: Contest) {
        if self.nodes.len() > MOST_NODES {
            self.nodes.clear();
        }
        self.contest = contest;
        self.won = false;
    }

    /// What was found out about this decision.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// Whether a line of this decision was won before the turn ended.
    pub fn saw_a_win(&self) -> bool {
        self.won
    }

    /// Tries the options of a sight against each other; `root` is the key of what the seat sees.
    pub fn search(&mut self, sight: &Sight<'_, G>, view: &G::View, root: u64, job: &Job<'_>) {
        // What looks useless is tried apart, by few lines: most of it keeps all else open, and would look as good as the
        // best of the rest before that is found.
        let useless = self.contest.field(true);
        let few = if useless.is_empty() { 0 } else { job.iterations / APART };
        self.contend(useless, few, sight, view, root, job);
        let field = self.contest.field(false);
        self.contend(field, job.iterations - few, sight, view, root, job);
        self.look_back(sight, root);
    }

    /// Stage by stage, until one is left or a budget is used up.
    fn contend(
        &mut self,
        mut field: Vec<usize>,
        mut left: u32,
        sight: &Sight<'_, G>,
        view: &G::View,
        root: u64,
        job: &Job<'_>,
    ) {
        let most = self.table.work.saturating_add(job.work);
        while field.len() > 1 {
            // What is left of each budget is for this stage and those to come.
            let stages = usize::BITS - (field.len() - 1).leading_zeros();
            let work = self.table.work + most.saturating_sub(self.table.work) / u64::from(stages);
            let until = job.until.map(|until| {
                let now = Instant::now();
                now + until.saturating_duration_since(now) / stages
            });
            for _ in 0..(left / stages / field.len() as u32).max(1) {
                let Some(world) = imagine(sight, view, &mut self.table.menu, &mut self.dice) else { return };
                let luck = self.dice.clone();
                for at in &field {
                    if left == 0 || self.table.work >= most || job.is_over(left) {
                        return;
                    }
                    left -= 1;
                    self.dice = luck.clone();
                    let worth = self.iterate(world.clone(), sight, root, *at, job);
                    self.contest.tallies[*at].add(worth);
                }
                // The next table is another one, however little luck the last line needed.
                self.dice.next_u32();
                if self.contest.is_clear(&field, job.plan.enough) {
                    return;
                }
                if self.table.work >= work || until.is_some_and(|until| Instant::now() >= until) {
                    break;
                }
            }
            self.look_back(sight, root);
            self.contest.sort(&mut field);
            field.truncate(field.len().div_ceil(2));
        }
    }

    /// Notes which options led back whenever they were tried.
    fn look_back(&mut self, sight: &Sight<'_, G>, root: u64) {
        let Some(node) = self.nodes.get(&root) else { return };
        for (tally, choice) in self.contest.tallies.iter_mut().zip(&sight.menu.options) {
            let edge = node.edges.iter().find(|edge| edge.choice == *choice);
            tally.back = edge.is_some_and(|edge| edge.leads == Leads::Back);
        }
    }

    /// Whether the first option is better than the second by so much, as a chance to win, beyond doubt: both are tried on the
    /// same tables with the same luck, so that what does nothing makes no difference. What does not look so early is given up.
    ///
    /// Both begin without a tree: behind the one that was tried more often the opponent has learnt to answer, and behind the
    /// other plays by the rules of thumb, which would be held against the first.
    pub fn compare(
        &mut self,
        much: f32,
        sight: &Sight<'_, G>,
        view: &G::View,
        root: u64,
        options: [usize; 2],
        job: &Job<'_>,
    ) -> Compared {
        let kept = std::mem::take(&mut self.nodes);
        let compared = self.compare_anew(much, sight, view, root, options, job);
        self.nodes = kept;
        compared
    }

    fn compare_anew(
        &mut self,
        much: f32,
        sight: &Sight<'_, G>,
        view: &G::View,
        root: u64,
        [one, other]: [usize; 2],
        job: &Job<'_>,
    ) -> Compared {
        let mut gains = Tally::default();
        let mut followed = vec![0_u32; sight.menu.options.len()];
        for left in (0..job.iterations).rev() {
            // What is not shown in time is not shown.
            if job.is_over(left) {
                return Compared::NotBetter;
            }
            let Some(world) = imagine(sight, view, &mut self.table.menu, &mut self.dice) else {
                return Compared::NotBetter;
            };
            let luck = self.dice.clone();
            let gain = self.iterate(world.clone(), sight, root, one, job);
            let next = self.next.and_then(|next| sight.menu.options.iter().position(|own| *own == next));
            next.into_iter().for_each(|at| followed[at] += 1);
            self.dice = luck;
            gains.add(gain - self.iterate(world, sight, root, other, job));
            self.dice.next_u32();
            if gains.visits % ENOUGH == 0 && gains.mean() < much {
                return Compared::NotBetter;
            }
        }
        if gains.mean() - SURE * gains.doubt() <= much {
            return Compared::NotBetter;
        }
        let most = followed.iter().copied().max().unwrap_or(0);
        Compared::Better { then: followed.iter().position(|many| most > 0 && *many == most) }
    }

    /// One line: an option of the menu, down the tree, one node more, on to the horizon, and back. What it was worth.
    fn iterate(
        &mut self,
        mut state: G,
        sight: &Sight<'_, G>,
        root: u64,
        option: usize,
        job: &Job<'_>,
    ) -> f32 {
        let (cards, me) = (sight.cards, sight.seat());
        let turn = sight.turn() + job.plan.horizon.turns;
        self.path.clear();
        self.next = None;
        let taste = Taste(self.dice.next_u32());
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
            let choose = match self.path.is_empty() {
                true => Choose::This(option),
                false if seat == me => Choose::ForMe(job.plan.curiosity),
                false => Choose::ForTheOther(job.plan.curiosity),
            };
            let at = self.select(&state, cards, key, choose);
            self.path.push((key, at));
            let choice = self.nodes[&key].edges[at].choice;
            if self.path.len() == 2 && seat == me {
                self.next = Some(choice);
            }
            self.table.apply(&mut state, cards, choice, &mut self.dice);
            if !known && self.path.len() > 1 {
                let until = (turn, job.plan.horizon.decisions);
                let judge = (job.weights, taste);
                worth = Some(self.table.play_on(&mut state, cards, me, until, judge, &mut self.dice));
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
            }
        }
        worth
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
    fn select(&mut self, state: &G, cards: &G::Cards, key: u64, choose: Choose) -> usize {
        let Table { menu, ratings, .. } = &mut self.table;
        let node =
            self.nodes.entry(key).or_insert_with(|| Node { edges: Vec::with_capacity(menu.options.len()) });
        let fresh = node.edges.is_empty();
        let mut total = 0;
        let mut best: Option<(f32, usize)> = None;
        for (place, choice) in menu.options.iter().enumerate() {
            let about = state.about(*choice);
            let at = match node.find(place, *choice, about) {
                Some(at) => at,
                None => {
                    if node.edges.is_empty() || ratings.len() != menu.options.len() {
                        script::rate(state, cards, &menu.options, ratings);
                    }
                    let (prior, leads) = (prior(ratings, place), Leads::Unseen);
                    node.edges.push(Edge { choice: *choice, about, prior, visits: 0, sum: 0.0, leads });
                    node.edges.len() - 1
                }
            };
            total += node.edges[at].visits;
        }
        if fresh {
            node.level();
        }
        ratings.clear();
        let (mine, curiosity) = match choose {
            Choose::This(place) => {
                let choice = menu.options[place];
                return node.find(place, choice, state.about(choice)).unwrap_or(0);
            }
            Choose::ForMe(curiosity) => (true, curiosity),
            Choose::ForTheOther(curiosity) => (false, curiosity),
        };
        let mean = node.mean(mine);
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

/// What is rated below nothing is of no use as far as the rules of thumb can see, while there is something else.
fn is_useless(ratings: &[i32], at: usize) -> bool {
    ratings[at] < 0 && ratings.iter().any(|rating| *rating >= 0)
}

/// How far the rules of thumb see an option behind the best, in points.
fn behind(ratings: &[i32], at: usize) -> f32 {
    let best = ratings.iter().copied().max().unwrap_or(0);
    let useless = if is_useless(ratings, at) { 100 } else { 0 };
    (best - ratings[at] + useless).min(1_000) as f32
}

/// How likely the rules of thumb would be to take an option, before all of them are made to add up to 1.
fn prior(ratings: &[i32], at: usize) -> f32 {
    (-behind(ratings, at) / 70.0).exp() + 0.02
}

/// One search.
pub(crate) struct Job<'a> {
    pub plan: &'a Plan,
    pub weights: &'a Weights,
    pub iterations: u32,
    pub work: u64,
    pub until: Option<Instant>,
    /// Where the seat was asked in this turn before.
    pub been: &'a [u64],
}

impl Job<'_> {
    /// Whether the time is up. The clock is looked at now and then.
    fn is_over(&self, left: u32) -> bool {
        left % 8 == 0 && self.until.is_some_and(|until| Instant::now() >= until)
    }
}
