//! Many games at once, the same figures for the same seed whatever the threads.

use crate::Playable;
use crate::fault::Fault;
use crate::records::{Record, RecordPace, hex};
use crate::said::{seat_of_word, why_word};
use crate::seeds::{Use, derive};
use crate::setup::Setup;
use bots::{Bot, Forfeit, Registry, Sight, Time};
use kernel::{Dice, Log, Match, Menu, Outcome, Pace, Seat, StableHasher, Told, Why};
use rayon::prelude::*;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A game that takes more decisions than this counts as an error: every game ends.
pub const MOST_DECISIONS: usize = 20_000;
/// Errors that are told one by one; more are only counted.
const TOLD: usize = 10;

/// What to simulate.
pub struct Plan<'a> {
    /// How many games.
    pub games: u64,
    /// What all games' seeds follow from.
    pub seed: u64,
    /// Worker threads; 0 for one on each core.
    pub threads: usize,
    /// The bots of seats A and B, by name.
    pub bots: [&'a str; 2],
    /// Where to write a record of each game.
    pub out: Option<&'a Path>,
}

/// How long games are: a count for each number of turns.
pub type Lengths = HashMap<u32, u64>;

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Games that were played.
    pub games: u64,
    /// Games that each seat won.
    pub wins: [u64; 2],
    /// Games that nobody won.
    pub draws: u64,
    /// Games that failed.
    pub errors: u64,
    /// Games that each bot gave up because it could not go on; the other won them.
    pub forfeits: [u64; 2],
    /// Why, for the first of them: the number of the game, and what the bot did wrong.
    pub given_up: Vec<(u64, String)>,
    /// Menus of two or more that were answered.
    pub decisions: u64,
    /// Turns in all games.
    pub turns: u64,
    /// How long games were.
    pub lengths: Lengths,
    /// Games in which each seat began, where the game tells, and of those how many it won.
    pub began: [u64; 2],
    /// Games that were begun and won by the same seat.
    pub began_and_won: [u64; 2],
    endings: HashMap<Why, u64>,
    digest: u64,
    /// The first errors: the number of the game, and what went wrong.
    pub failures: Vec<(u64, String)>,
    /// How long it took.
    pub seconds: f64,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

impl Report {
    /// Depends on seed, decks and rules, never on threads or the machine.
    pub fn digest(&self) -> String {
        hex(self.digest)
    }

    /// Why games ended, commonest first.
    pub fn endings<G: Playable>(&self) -> Vec<(String, u64)> {
        let mut endings: Vec<(String, u64)> =
            self.endings.iter().map(|(why, count)| (why_word::<G>(*why), *count)).collect();
        endings.sort_by(|one, two| two.1.cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        endings
    }

    /// The number of turns that a share of the games did not exceed.
    pub fn turns_at(&self, share: f64) -> u32 {
        let mut lengths: Vec<(u32, u64)> =
            self.lengths.iter().map(|(turns, count)| (*turns, *count)).collect();
        lengths.sort();
        // Games that failed have no length.
        let wanted = (share * (self.games - self.errors) as f64).ceil() as u64;
        let mut seen = 0;
        for (turns, count) in lengths {
            seen += count;
            if seen >= wanted {
                return turns;
            }
        }
        0
    }

    fn add(mut self, other: Report) -> Report {
        self.games += other.games;
        self.draws += other.draws;
        self.errors += other.errors;
        self.decisions += other.decisions;
        self.turns += other.turns;
        for seat in 0..2 {
            self.wins[seat] += other.wins[seat];
            self.forfeits[seat] += other.forfeits[seat];
            self.began[seat] += other.began[seat];
            self.began_and_won[seat] += other.began_and_won[seat];
        }
        other.lengths.into_iter().for_each(|(turns, count)| *self.lengths.entry(turns).or_default() += count);
        other.endings.into_iter().for_each(|(why, count)| *self.endings.entry(why).or_default() += count);
        self.digest = self.digest.wrapping_add(other.digest);
        self.failures.extend(other.failures);
        self.failures.sort();
        self.failures.truncate(TOLD);
        self.given_up.extend(other.given_up);
        self.given_up.sort();
        self.given_up.truncate(TOLD);
        self
    }
}

/// A share with the bounds that hold it in 95 of 100 cases (Wilson's interval).
pub fn wilson(hits: u64, of: u64) -> (f64, f64, f64) {
    if of == 0 {
        return (0.0, 0.0, 1.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (n, share) = (of as f64, hits as f64 / of as f64);
    let scale = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / scale;
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    (share, (centre - spread).max(0.0), (centre + spread).min(1.0))
}

/// Plays all games of a plan with the built-in bots. `done` hears of each finished game; `stop` ends the work early.
pub fn simulate<G: Playable>(
    setup: &Setup<G>,
    plan: &Plan<'_>,
    done: &(dyn Fn() + Sync),
    stop: &AtomicBool,
) -> Result<Report, Fault> {
    simulate_with(&Registry::built_in(), setup, plan, done, stop)
}

/// The same with bots from a registry.
pub fn simulate_with<G: Playable>(
    registry: &Registry<G>,
    setup: &Setup<G>,
    plan: &Plan<'_>,
    done: &(dyn Fn() + Sync),
    stop: &AtomicBool,
) -> Result<Report, Fault> {
    for name in plan.bots {
        registry.make(name, 0, Time::Counted).map_err(Fault::new)?;
    }
    let workers = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| Fault::new(format!("cannot start {} threads: {error}", plan.threads)))?;
    let began = Instant::now();
    let one = |tally: Report, index: u64| {
        if stop.load(Ordering::Relaxed) {
            return Report { stopped: true, ..tally };
        }
        // A panic is a bug in the rules; it must cost one game, not the run.
        let played = catch_unwind(AssertUnwindSafe(|| play(registry, setup, plan, index, stop)));
        let result = played.unwrap_or_else(|_| Err("the rules panicked; please report it".into()));
        done();
        let one = match result {
            Ok(None) => return Report { stopped: true, ..tally },
            Ok(Some(played)) => played.report(index),
            Err(what) => Report { games: 1, errors: 1, failures: vec![(index, what)], ..Report::default() },
        };
        tally.add(one)
    };
    let mut report = workers.install(|| {
        (0..plan.games).into_par_iter().fold(Report::default, one).reduce(Report::default, |one, two| {
            Report { stopped: one.stopped || two.stopped, ..one.add(two) }
        })
    });
    report.stopped |= stop.load(Ordering::Relaxed) && report.games < plan.games;
    report.seconds = began.elapsed().as_secs_f64();
    Ok(report)
}

/// One finished game.
pub(crate) struct Played {
    pub outcome: Outcome,
    first: Option<Seat>,
    pub decisions: u64,
    pub turns: u32,
    hash: u64,
    /// Whose bot could not go on, and why.
    pub forfeit: Option<(Seat, String)>,
}

impl Played {
    fn report(self, index: u64) -> Report {
        let mut report =
            Report { games: 1, decisions: self.decisions, turns: self.turns.into(), ..Report::default() };
        report.lengths.insert(self.turns, 1);
        report.endings.insert(self.outcome.why, 1);
        report.digest = StableHasher::of(&(index, self.hash, self.decisions));
        match self.outcome.winner {
            Some(seat) => report.wins[seat.index()] = 1,
            None => report.draws = 1,
        }
        if let Some((seat, why)) = self.forfeit {
            report.forfeits[seat.index()] = 1;
            report.given_up.push((index, why));
        }
        if let Some(first) = self.first {
            report.began[first.index()] = 1;
            report.began_and_won[first.index()] = u64::from(self.outcome.winner == Some(first));
        }
        report
    }
}

/// Plays one game; `None` if it was stopped before its end.
fn play<G: Playable>(
    registry: &Registry<G>,
    setup: &Setup<G>,
    plan: &Plan<'_>,
    index: u64,
    stop: &AtomicBool,
) -> Result<Option<Played>, String> {
    let seed = derive(plan.seed, index, Use::Match);
    let bot = |seat: Seat| {
        let purpose = if seat == Seat::A { Use::BotA } else { Use::BotB };
        registry.make(plan.bots[seat.index()], derive(plan.seed, index, purpose), Time::Counted)
    };
    let mut record = plan.out.map(|_| Record::begin(setup, seed, RecordPace::Fast, plan.bots));
    let players = [bot(Seat::A)?, bot(Seat::B)?];
    let Some((played, state)) = play_out(setup, seed, players, record.as_mut(), stop)? else {
        return Ok(None);
    };
    if let (Some(record), Some(folder)) = (&mut record, plan.out) {
        record.finish(&state);
        let path = folder.join(format!("{}-{index:06}.json", G::NAME));
        record.write(&path).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(Some(played))
}

/// Tells the bots that listen what happened.
fn tell<G: Playable>(game: &Match<G, Dice>, setup: &Setup<G>, players: &mut [Box<dyn Bot<G>>; 2]) {
    for seat in Seat::BOTH {
        let bot = &mut players[seat.index()];
        if bot.listens() {
            let nothing = Menu { seat, ..Menu::default() };
            let sight = Sight::new(game.state(), &nothing, &setup.cards.cards, &setup.prints);
            bot.hear(&sight.with_events(game.events()));
        }
    }
}

/// Plays one game between two bots to its end; `None` if it was stopped before.
pub(crate) fn play_out<G: Playable>(
    setup: &Setup<G>,
    seed: u64,
    mut players: [Box<dyn Bot<G>>; 2],
    mut record: Option<&mut Record>,
    stop: &AtomicBool,
) -> Result<Option<(Played, G)>, String> {
    let cards = &setup.cards.cards;
    let listens = players.iter().any(|bot| bot.listens());
    let log = if listens { Log::listening() } else { Log::silent() };
    let mut game: Match<G, Dice> =
        Match::new(cards.clone(), setup.edition, &setup.decks, Dice::new(seed), Pace::Fast, log);
    // Who began is known for sure once the second turn is the other's.
    let turn_player = |state: &G| match state.of_table(cards, "turn") {
        Some(Told::Word(word)) => seat_of_word(&word),
        _ => None,
    };
    let (mut first, mut forfeit) = (None, None);
    let mut decisions = 0;
    let outcome = loop {
        if listens {
            tell(&game, setup, &mut players);
        }
        if let Some(outcome) = game.outcome() {
            break outcome;
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if decisions >= MOST_DECISIONS {
            return Err(format!("not over after {MOST_DECISIONS} decisions"));
        }
        let sight = Sight::new(game.state(), game.menu(), cards, &setup.prints);
        let seat = sight.seat();
        let answer = match players[seat.index()].choose(&sight) {
            Ok(answer) => answer,
            Err(Forfeit(why)) => {
                forfeit = Some((seat, why));
                game.concede(seat);
                if let Some(record) = &mut record {
                    record.conceded = Some(seat);
                }
                continue;
            }
        };
        game.answer(answer).map_err(|refused| format!("decision {decisions}: {refused}"))?;
        decisions += 1;
        if let Some(record) = &mut record {
            record.note(answer, game.state());
        }
        if first.is_none() && game.state().turn() >= 2 {
            first = turn_player(game.state()).map(Seat::other);
        }
    };
    let first = first.or_else(|| turn_player(game.state()));
    for seat in Seat::BOTH {
        let over = Menu { seat, ..Menu::default() };
        players[seat.index()].ended(&Sight::new(game.state(), &over, cards, &setup.prints));
    }
    let played = Played {
        outcome,
        first,
        decisions: decisions as u64,
        turns: game.state().turn(),
        hash: StableHasher::of(game.state()),
        forfeit,
    };
    Ok(Some((played, game.into_state())))
}
