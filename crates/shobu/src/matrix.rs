//! Many decks against each other, or one against many: every pairing so many games, with a tally on disk that survives
//! whatever happens to the program. Figures depend on seed, decks and rules only.

use crate::Playable;
use crate::fault::Fault;
use crate::records::hex;
use crate::said::seat_of_word;
use crate::seeds::{Use, derive};
use crate::setup::Setup;
use crate::sim::MOST_DECISIONS;
use crate::watch::Watch;
use bots::Sight;
use kernel::{Dice, Log, Match, Pace, Seat, StableHasher, Told};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// So many games are tallied and written down together.
pub const CHUNK: u64 = 10;

/// Two decks, by number; the first is seat A in every other game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Pair(pub usize, pub usize);

/// A card of a deck: how often it was drawn and played, and how often its side won then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CardTally {
    /// Games in which it was drawn.
    pub drawn: u64,
    /// Those of them that were won.
    pub drawn_won: u64,
    /// Games in which it was played.
    pub played: u64,
    /// Those of them that were won.
    pub played_won: u64,
}

/// What came of some games of a pairing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games that were played.
    pub games: u64,
    /// Games that each deck won.
    pub wins: [u64; 2],
    /// Games that nobody won.
    pub draws: u64,
    /// Games that failed.
    pub errors: u64,
    /// Games in which each deck began, and of those how many it won.
    pub began: [u64; 2],
    /// Games that each deck began and won.
    pub began_won: [u64; 2],
    /// Turns in all games.
    pub turns: u64,
    /// Decisions in all games.
    pub decisions: u64,
    /// How many games had so many turns.
    pub lengths: BTreeMap<u32, u64>,
    /// The cards of either deck, by id.
    pub cards: [BTreeMap<String, CardTally>; 2],
    /// A fingerprint of all games; those of parts add up.
    pub digest: u64,
}

impl Tally {
    /// Adds what another part of the same games gave.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.draws += other.draws;
        self.errors += other.errors;
        self.turns += other.turns;
        self.decisions += other.decisions;
        self.digest = self.digest.wrapping_add(other.digest);
        for (turns, count) in &other.lengths {
            *self.lengths.entry(*turns).or_default() += count;
        }
        for side in 0..2 {
            self.wins[side] += other.wins[side];
            self.began[side] += other.began[side];
            self.began_won[side] += other.began_won[side];
            for (id, card) in &other.cards[side] {
                let sum = self.cards[side].entry(id.clone()).or_default();
                sum.drawn += card.drawn;
                sum.drawn_won += card.drawn_won;
                sum.played += card.played;
                sum.played_won += card.played_won;
            }
        }
    }

    /// Games that were played to their end.
    pub fn played(&self) -> u64 {
        self.games - self.errors
    }

    /// The fingerprint, as it is printed.
    pub fn digest(&self) -> String {
        hex(self.digest)
    }

    /// The same games as the other deck tells them.
    pub fn turned(&self) -> Tally {
        let mut turned = self.clone();
        turned.wins.swap(0, 1);
        turned.began.swap(0, 1);
        turned.began_won.swap(0, 1);
        turned.cards.swap(0, 1);
        turned
    }
}

/// A piece of the work: some games of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Chunk {
    /// The decks that meet.
    pub pair: Pair,
    /// The number of its first game.
    pub from: u64,
    /// How many games.
    pub games: u64,
}

/// What is to be played.
pub struct Plan<'a> {
    /// The pairings.
    pub pairs: Vec<Pair>,
    /// Games of each pairing.
    pub games: u64,
    /// What all games' seeds follow from.
    pub seed: u64,
    /// Worker threads; 0 for one on each core.
    pub threads: usize,
    /// The bot that plays both decks.
    pub bot: &'a str,
}

impl Plan<'_> {
    /// The work in pieces. It is the same whatever has been done already.
    pub fn chunks(&self) -> Vec<Chunk> {
        let of = |pair: &Pair| {
            let starts = (0..self.games).step_by(CHUNK as usize);
            let pair = *pair;
            starts.map(move |from| Chunk { pair, from, games: CHUNK.min(self.games - from) })
        };
        self.pairs.iter().flat_map(of).collect()
    }
}

/// Every deck against every other.
pub fn all_pairs(decks: usize) -> Vec<Pair> {
    (0..decks).flat_map(|one| (one + 1..decks).map(move |two| Pair(one, two))).collect()
}

/// The first deck against every other.
pub fn gauntlet_pairs(decks: usize) -> Vec<Pair> {
    (1..decks).map(|two| Pair(0, two)).collect()
}

/// The two ways in which a pairing sits down: the first deck as seat A, and as seat B.
pub struct Seating<G: Playable> {
    /// Who sits where, either way round.
    pub setups: [Setup<G>; 2],
    /// What the seeds of this pairing hang on, so that another deck in the folder does not change it.
    pub key: u64,
}

/// Plays the chunks that are still to be done. `done` hears of each with its tally; `stop` ends the work early.
pub fn play<G: Playable>(
    plan: &Plan<'_>,
    seatings: &BTreeMap<Pair, Seating<G>>,
    todo: &[Chunk],
    done: &(dyn Fn(Chunk, &Tally) + Sync),
    stop: &AtomicBool,
) -> Result<(), Fault> {
    let workers = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| Fault::new(format!("cannot start {} threads: {error}", plan.threads)))?;
    workers.install(|| {
        todo.par_iter().for_each(|chunk| {
            let Some(seating) = seatings.get(&chunk.pair) else { return };
            let mut tally = Tally::default();
            for index in chunk.from..chunk.from + chunk.games {
                if stop.load(Ordering::Relaxed) {
                    // A chunk is written down whole or not at all.
                    return;
                }
                one_game(plan, seating, index, &mut tally);
            }
            done(*chunk, &tally);
        });
    });
    Ok(())
}

fn one_game<G: Playable>(plan: &Plan<'_>, seating: &Seating<G>, index: u64, tally: &mut Tally) {
    // The decks change seats from game to game, so that a seat's luck is nobody's.
    let swapped = (index % 2) as usize;
    let setup = &seating.setups[swapped];
    // A panic is a bug in the rules; it must cost one game, not the run.
    let ended = catch_unwind(AssertUnwindSafe(|| game(plan, setup, seating.key, index)));
    tally.games += 1;
    let Ok(Ok(ended)) = ended else {
        tally.errors += 1;
        return;
    };
    let deck_of = |seat: Seat| seat.index() ^ swapped;
    tally.turns += u64::from(ended.turns);
    tally.decisions += ended.decisions;
    *tally.lengths.entry(ended.turns).or_default() += 1;
    tally.digest =
        tally.digest.wrapping_add(StableHasher::of(&(seating.key, index, ended.hash, ended.decisions)));
    match ended.winner {
        Some(seat) => tally.wins[deck_of(seat)] += 1,
        None => tally.draws += 1,
    }
    if let Some(first) = ended.first {
        tally.began[deck_of(first)] += 1;
        tally.began_won[deck_of(first)] += u64::from(ended.winner == Some(first));
    }
    for seat in Seat::BOTH {
        let won = u64::from(ended.winner == Some(seat));
        for (print, drawn, played) in ended.watch.cards(seat) {
            let id = kernel::Printed::id(setup.cards.card(print)).to_string();
            let card = tally.cards[deck_of(seat)].entry(id).or_default();
            card.drawn += u64::from(drawn);
            card.drawn_won += u64::from(drawn) * won;
            card.played += u64::from(played);
            card.played_won += u64::from(played) * won;
        }
    }
}

/// One finished game.
struct Ended {
    winner: Option<Seat>,
    first: Option<Seat>,
    turns: u32,
    decisions: u64,
    hash: u64,
    watch: Watch,
}

fn game<G: Playable>(plan: &Plan<'_>, setup: &Setup<G>, key: u64, index: u64) -> Result<Ended, String> {
    let seed = StableHasher::of(&(plan.seed, key));
    let bot = |purpose: Use| {
        bots::named::<G>(plan.bot, derive(seed, index, purpose))
            .ok_or(format!("no bot is called {:?}", plan.bot))
    };
    let mut players = [bot(Use::BotA)?, bot(Use::BotB)?];
    let cards = &setup.cards.cards;
    let dice = Dice::new(derive(seed, index, Use::Match));
    let mut game: Match<G, Dice> =
        Match::new(cards.clone(), setup.edition, &setup.decks, dice, Pace::Fast, Log::silent());
    // Who began is known for sure once the second turn is the other's.
    let turn_player = |state: &G| match state.of_table(cards, "turn") {
        Some(Told::Word(word)) => seat_of_word(&word),
        _ => None,
    };
    let mut watch = Watch::new(setup);
    let (mut first, mut decisions) = (None, 0);
    let outcome = loop {
        watch.look(game.state());
        if let Some(outcome) = game.outcome() {
            break outcome;
        }
        if decisions >= MOST_DECISIONS as u64 {
            return Err(format!("not over after {MOST_DECISIONS} decisions"));
        }
        let sight = Sight::new(game.state(), game.menu(), cards, &setup.prints);
        let seat = sight.seat();
        // A bot that cannot go on loses its game.
        let Ok(answer) = players[seat.index()].choose(&sight) else {
            game.concede(seat);
            continue;
        };
        if let Some(choice) = game.menu().options.get(answer) {
            watch.choice(game.state(), cards, seat, *choice);
        }
        game.answer(answer).map_err(|refused| format!("decision {decisions}: {refused}"))?;
        decisions += 1;
        if first.is_none() && game.state().turn() >= 2 {
            first = turn_player(game.state()).map(Seat::other);
        }
    };
    Ok(Ended {
        winner: outcome.winner,
        first: first.or_else(|| turn_player(game.state())),
        turns: game.state().turn(),
        decisions,
        hash: StableHasher::of(game.state()),
        watch,
    })
}
