//! Puzzles: scenes with a goal. They are proven or refuted by looking at everything that can happen in the turn, and found
//! in games that bots play.

use crate::Playable;
use crate::fault::{Fault, Source};
use crate::pools::CardSet;
use crate::scene_text;
use crate::scenes::{Scene, set_up};
use crate::seeds::{Use, derive};
use crate::setup::Setup;
use crate::sim::MOST_DECISIONS;
use bots::{Bot, Easy, Goal, Script, Sight, Solver, Verdict};
use kernel::{Dice, Game, Hidden, Log, Match, Pace, PerSeat, Seat, Stage};
use std::fmt::Write;

/// The goals as puzzles write them. Seat A is `you`.
pub const GOALS: [(&str, Goal); 2] =
    [("win this turn", Goal::WinThisTurn(Seat::A)), ("survive this turn", Goal::Survive(Seat::A))];

/// A scene with a goal, set up.
pub struct Puzzle<G: Playable> {
    /// What the puzzle is called.
    pub title: String,
    /// What is to be done.
    pub goal: Goal,
    /// The goal in words.
    pub words: &'static str,
    /// Its cards.
    pub cards: CardSet<G>,
    /// Where it begins.
    pub state: G,
}

/// What became of a puzzle.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What was found out.
    pub verdict: Verdict,
    /// Positions that were looked at.
    pub looked_at: u32,
    /// One line that reaches the goal, as a script writes it: `you: …`, `opponent: …`.
    pub line: Vec<String>,
    /// The labels of all first answers that reach it.
    pub first: Vec<String>,
}

impl<G: Playable> Puzzle<G> {
    /// Sets the position of a scene up.
    pub fn open(scene: &Scene) -> Result<Self, Fault> {
        let wanted = scene.goal.as_deref().ok_or_else(|| {
            let goals: Vec<String> = GOALS.iter().map(|(words, _)| format!("{words:?}")).collect();
            Fault::of_file(&scene.source.name, "this scene has no goal, so that it is no puzzle")
                .help(format!("add goal = {}", goals.join(" or goal = ")))
        })?;
        let (words, goal) = GOALS.into_iter().find(|(words, _)| *words == wanted).ok_or_else(|| {
            let goals: Vec<&str> = GOALS.iter().map(|(words, _)| *words).collect();
            let what = format!("no goal is called {wanted:?}");
            scene.source.fault_at_word(wanted, what).help(format!("there are: {}", goals.join(", ")))
        })?;
        let (cards, state) = set_up::<G>(scene)?;
        Ok(Puzzle { title: scene.title.clone(), goal, words, cards, state })
    }

    /// The match at the position, with luck that a solver does not count on.
    pub fn begin(&self) -> Match<G, Dice> {
        let cards = self.cards.cards.clone();
        Match::resume(self.state.clone(), cards, Dice::new(1), Pace::Shown, Log::listening())
    }

    /// Proves or refutes it, looking at so many positions at the most for each first answer.
    pub fn solve(&self, bound: u32) -> Solution {
        let mut solver = Solver::default();
        let cards = &self.cards.cards;
        let verdict = solver.solve(&self.state, cards, self.goal, bound);
        let looked_at = bound - solver.unused();
        let mut solution = Solution { verdict, looked_at, line: Vec::new(), first: Vec::new() };
        if verdict == Verdict::Proven {
            let proven = solver.each(&self.state, cards, self.goal, bound);
            let proven = proven.into_iter().filter(|(_, verdict)| *verdict == Verdict::Proven);
            solution.first = proven.map(|(choice, _)| self.state.label(cards, choice)).collect();
            solution.line = line(&mut self.begin(), self.goal, bound).unwrap_or_default();
        }
        solution
    }
}

/// The option for the open menu: one by which the goal is reached (or, for the other seat, missed), else the best rated.
pub fn best_option<G: Playable>(game: &Match<G, Dice>, goal: Goal, bound: u32) -> usize {
    let mine = game.menu().seat == seat_of(goal);
    let wanted = if mine { Verdict::Proven } else { Verdict::Refuted };
    let mut solver = Solver::default();
    let after = solver.each(game.state(), game.cards(), goal, bound);
    let mut ratings = Vec::new();
    let lists = PerSeat::default();
    Sight::new(game.state(), game.menu(), game.cards(), &lists).rate(&mut ratings);
    let rank = |at: &usize| {
        let choice = game.menu().options[*at];
        let reached = after.iter().any(|(other, verdict)| *other == choice && *verdict == wanted);
        (reached, ratings.get(*at).copied().unwrap_or(0), std::cmp::Reverse(*at))
    };
    (0..game.menu().options.len()).max_by_key(rank).unwrap_or(0)
}

/// Whose goal it is.
pub fn seat_of(goal: Goal) -> Seat {
    match goal {
        Goal::WinThisTurn(seat) | Goal::Survive(seat) => seat,
    }
}

/// Whether the goal is reached or missed by now; `None` while the turn goes on.
pub fn reached<G: Playable>(game: &Match<G, Dice>, goal: Goal, turn: u32) -> Option<bool> {
    // What comes after the turn does not count, not even the end of the match.
    if game.state().turn() != turn {
        return Some(matches!(goal, Goal::Survive(_)));
    }
    let outcome = game.outcome()?;
    Some(match goal {
        Goal::WinThisTurn(seat) => outcome.winner == Some(seat),
        Goal::Survive(seat) => outcome.winner != Some(seat.other()),
    })
}

/// A line from here to the goal, the other seat answering as well as it can; `None` if it is not reached, or needs luck.
fn line<G: Playable>(game: &mut Match<G, Dice>, goal: Goal, bound: u32) -> Option<Vec<String>> {
    let (turn, luck) = (game.state().turn(), game.chance().clone());
    let mut lines = Vec::new();
    for _ in 0..200 {
        if let Some(reached) = reached(game, goal, turn) {
            return (reached && *game.chance() == luck).then_some(lines);
        }
        let at = best_option(game, goal, bound);
        let who = if game.menu().seat == Seat::A { "you" } else { "opponent" };
        lines.push(format!("{who}: {}", game.labels()[at]));
        game.answer(at).ok()?;
    }
    None
}

// ---- finding ------------------------------------------------------------------------------------------------------

/// A found puzzle, as the text of a scene.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game of the run that it is from.
    pub index: u64,
    /// The puzzle as a scene.
    pub text: String,
}

/// What is looked for, and how hard.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// What the games' seeds follow from.
    pub seed: u64,
    /// Positions to look at for each candidate.
    pub bound: u32,
    /// The `pool` of the scenes that are written.
    pub pool: String,
}

/// Plays one game between loose-handed bots and looks for a position that wins this turn and that the rules of thumb do
/// not win.
pub fn find<G: Playable>(setup: &Setup<G>, hunt: &Hunt, index: u64) -> Option<Found> {
    let cards = &setup.cards.cards;
    let mut players: [Box<dyn Bot<G>>; 2] = [
        Box::new(Easy::new(derive(hunt.seed, index, Use::BotA))),
        Box::new(Easy::new(derive(hunt.seed, index, Use::BotB))),
    ];
    let luck = Dice::new(derive(hunt.seed, index, Use::Match));
    let mut game: Match<G, Dice> =
        Match::new(cards.clone(), setup.edition, &setup.decks, luck, Pace::Fast, Log::silent());
    let mut solver = Solver::default();
    for _ in 0..MOST_DECISIONS {
        if game.outcome().is_some() {
            return None;
        }
        let seat = game.menu().seat;
        // A forced win among few or many options is either plain or hard to see; nothing between makes a puzzle.
        if game.menu().options.len() >= 4 {
            if game.state().is_plain() {
                let goal = Goal::WinThisTurn(seat);
                if solver.solve(game.state(), cards, goal, hunt.bound / 8) == Verdict::Proven {
                    let stage = game.state().describe(cards, seat, Hidden::Counted);
                    if let Some(text) = puzzle_text::<G>(&stage, hunt, index) {
                        return Some(Found { index, text });
                    }
                }
            }
        }
        let sight = Sight::new(game.state(), game.menu(), cards, &setup.prints);
        let answer = players[seat.index()].choose(&sight).ok()?;
        game.answer(answer).ok()?;
    }
    None
}

/// The scene of a position, if it is a puzzle when it is set up again: it wins, by few first answers, with no luck, and
/// not by the rules of thumb, unless the first answer is the only one.
fn puzzle_text<G: Playable>(stage: &Stage, hunt: &Hunt, index: u64) -> Option<String> {
    let words = |line: &[String]| puzzle_scene::<G>(stage, hunt, index, line);
    let scene = Scene::read(Source::new("puzzle", words(&[]))).ok()?;
    let puzzle = Puzzle::<G>::open(&scene).ok()?;
    let solution = puzzle.solve(hunt.bound);
    let own = solution.line.iter().filter(|line| line.starts_with("you:")).count();
    let options = puzzle.begin().menu().options.len();
    let few = solution.first.len() * 2 <= options;
    // What the rules of thumb win is a puzzle only where nothing else does.
    let hidden = solution.first.len() == 1 && own >= 3 || !by_thumb(&puzzle);
    (solution.verdict == Verdict::Proven && own >= 2 && few && hidden).then(|| words(&solution.line))
}

/// Whether a player who follows the rules of thumb would reach the goal anyway.
fn by_thumb<G: Playable>(puzzle: &Puzzle<G>) -> bool {
    let mut game = puzzle.begin();
    let turn = game.state().turn();
    let lists = PerSeat::default();
    let mut script = Script::default();
    for _ in 0..500 {
        if let Some(reached) = reached(&game, puzzle.goal, turn) {
            return reached;
        }
        let sight = Sight::new(game.state(), game.menu(), &puzzle.cards.cards, &lists);
        let answer = Bot::<G>::choose(&mut script, &sight).unwrap_or(0);
        if game.answer(answer).is_err() {
            return false;
        }
    }
    false
}

fn puzzle_scene<G: Game>(stage: &Stage, hunt: &Hunt, index: u64, line: &[String]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "title = \"Win this turn ({} {}-{index})\"", G::NAME, hunt.seed);
    let _ = writeln!(text, "game = {:?}", G::NAME);
    let _ = writeln!(text, "goal = \"win this turn\"\npool = {:?}", hunt.pool);
    text += &scene_text::stage(stage);
    if !line.is_empty() {
        let _ = writeln!(text, "\n[play]\nscript = \"\"\"");
        line.iter().for_each(|line| {
            let _ = writeln!(text, "{line}");
        });
        let _ = writeln!(text, "expect winner you\n\"\"\"");
    }
    text
}
