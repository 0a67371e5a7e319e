//! What is large and generic, compiled once for each of the four games.
//!
//! A generic function is compiled anew in every crate that calls it; a method of one type is compiled where it is written. So
//! front ends, which meet the games as types ([`with_game!`](crate::with_game)), call the large ones through [`Shipped`]:
//! building them takes half as long, and what plays games is optimised here whatever the front end is.

use crate::bench::{self, Figures};
use crate::decks::DeckFile;
use crate::duel;
use crate::fault::{Fault, Faults, Source};
use crate::games::{BattleSpirits, Buddyfight, Dbs, Digimon};
use crate::library::Shelved;
use crate::matrix::{self, Chunk, Pair, Seating, Tally};
use crate::pools::CardSet;
use crate::puzzle::{self, Found, Hunt, Puzzle, Solution};
use crate::records::{Record, Replay};
use crate::scenes::{self, Failure, Picture, Scene, Shown};
use crate::setup::{Setup, UnreadCards};
use crate::sim;
use crate::tune;
use bots::Registry;
use kernel::Eyes;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Declares [`Shipped`] from the functions it stands for.
macro_rules! shipped {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $out:ty = $body:expr;)*) => {
        /// A game of this crate, with what is large and generic behind methods of its own.
        pub trait Shipped: Shelved {
            $($(#[$doc])* fn $name($($arg: $type),*) -> $out;)*
        }
        shipped!(@games [Digimon Dbs Buddyfight BattleSpirits] {
            $(#[inline(never)] fn $name($($arg: $type),*) -> $out { $body })*
        });
    };
    (@games [$($game:ident)*] $methods:tt) => {
        $(shipped!(@game $game $methods);)*
    };
    (@game $game:ident { $($methods:tt)* }) => {
        impl Shipped for $game { $($methods)* }
    };
}

shipped! {
    /// Plays a scene ([`scenes::run`]).
    fn run_scene(scene: &Scene) -> Result<(), Box<Failure>> = scenes::run::<Self>(scene);
    /// What in a scene cannot fail ([`scenes::strict`]).
    fn strict_scene(scene: &Scene) -> Result<Vec<Fault>, Box<Failure>> = scenes::strict::<Self>(scene);
    /// A scene up to a line ([`scenes::show`]).
    fn show_scene(scene: &Scene, line: Option<usize>) -> Result<Shown<'_, Self>, Box<Failure>> =
        scenes::show::<Self>(scene, line);
    /// A shown scene as somebody's eyes see it.
    fn picture_scene(shown: &Shown<'_, Self>, eyes: Eyes) -> Picture = shown.picture(eyes);
    /// The cards of a scene ([`scenes::position`]).
    fn cards_of_scene(scene: &Scene) -> Result<CardSet<Self>, Box<Failure>> =
        scenes::position::<Self>(scene, None).map(|(cards, ..)| cards);
    /// The cards of these files ([`CardSet::read`]).
    fn read_cards(sources: &[Source]) -> Result<CardSet<Self>, Faults> = CardSet::read(sources);
    /// The cards of these files and the built-in ones ([`CardSet::with_built_in`]).
    fn read_cards_with_built_in(
        sources: &[Source],
    ) -> Result<CardSet<Self>, Faults> = CardSet::with_built_in(sources);
    /// The cards that decks name ([`CardSet::for_decks`]).
    fn cards_for_decks(pools: &[Source], decks: &[&DeckFile]) -> Result<CardSet<Self>, Faults> =
        CardSet::for_decks(pools, decks);
    /// Two decks, looked up and built ([`Setup::new`]).
    fn set_up(
        cards: CardSet<Self>,
        edition: Option<&str>,
        decks: [&DeckFile; 2],
        unread: UnreadCards,
    ) -> Result<Setup<Self>, Faults> =
        Setup::new(cards, edition, decks, unread);
    /// The built-in decks ([`Setup::built_in`]).
    fn built_in_setup() -> Result<Setup<Self>, Faults> = Setup::built_in();
    /// The bots, programs among them ([`door::registry`](crate::door::registry)).
    fn registry(setup: &Setup<Self>, limit: Duration) -> Registry<Self> = crate::door::registry(setup, limit);
    /// Plays many games ([`sim::simulate_with`]).
    fn simulate(
        registry: &Registry<Self>,
        setup: &Setup<Self>,
        plan: &sim::Plan<'_>,
        done: &(dyn Fn() + Sync),
        stop: &AtomicBool,
    ) -> Result<sim::Report, Fault> =
        sim::simulate_with(registry, setup, plan, done, stop);
    /// Plays two bots against each other ([`duel::duel`]).
    fn duel(
        registry: &Registry<Self>,
        setup: &Setup<Self>,
        plan: &duel::Plan<'_>,
        done: &mut dyn FnMut(&duel::Report),
        stop: &AtomicBool,
    ) -> Result<duel::Report, Fault> =
        duel::duel(registry, setup, plan, done, stop);
    /// Plays many decks against each other ([`matrix::play`]).
    fn play_matrix(
        plan: &matrix::Plan<'_>,
        seatings: &BTreeMap<Pair, Seating<Self>>,
        todo: &[Chunk],
        done: &(dyn Fn(Chunk, &Tally) + Sync),
        stop: &AtomicBool,
    ) -> Result<(), Fault> =
        matrix::play(plan, seatings, todo, done, stop);
    /// How fast games are played ([`bench::measure`]).
    fn measure(setup: &Setup<Self>, seed: u64, time: Duration) -> Figures = bench::measure(setup, seed, time);
    /// Fits weights to games ([`tune::tune`]).
    fn tune(
        setups: &[Setup<Self>],
        plan: &tune::Plan<'_>,
        command: String,
        done: &(dyn Fn() + Sync),
    ) -> Result<tune::Fit, String> =
        tune::tune(setups, plan, command, done);
    /// A scene with a goal ([`Puzzle::open`]).
    fn open_puzzle(scene: &Scene) -> Result<Puzzle<Self>, Fault> = Puzzle::open(scene);
    /// Proves or refutes a puzzle ([`Puzzle::solve`]).
    fn solve(puzzle: &Puzzle<Self>, bound: u32) -> Solution = puzzle.solve(bound);
    /// Looks for a puzzle in a game ([`puzzle::find`]).
    fn find_puzzle(
        setup: &Setup<Self>,
        hunt: &Hunt,
        index: u64,
    ) -> Option<Found> = puzzle::find(setup, hunt, index);
    /// A record's match ([`Replay::open`]).
    fn open_replay(record: Record, file: &str, cards: CardSet<Self>) -> Result<Replay<Self>, Faults> =
        Replay::open(record, file, cards);
    /// Whether a record is played the same once more ([`Replay::verify`]).
    fn verify(replay: &mut Replay<Self>) -> Result<usize, Fault> = replay.verify();
}
