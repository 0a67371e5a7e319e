//! Where bots are found by name.

use crate::{Bot, Budget, Easy, Plan, Random, Rollout, Script, Search, Weights};
use kernel::{Game, Sense};
use std::time::Duration;

/// The bots that can be asked for by name everywhere, each with what it does.
pub const NAMES: &[(&str, &str)] = &[
    ("random", "takes any option, each as likely as the others"),
    ("script", "follows the game's rules of thumb; quick"),
    ("easy", "the same with a loose hand: for a first game"),
    ("normal", "looks ahead a little; answers within 300 ms"),
    ("hard", "looks ahead further; answers within 2 s"),
    ("search", "the same with a budget of your own: search:iterations=500+ms=1000+threads=2"),
    ("greedy", "plays the options out a few times at random and takes the best; quick"),
    ("rollout", "the same with ten times as many playouts; slower"),
];

/// Whether a bot may look at the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// It may not: what it answers depends on seeds and counted work alone, on every machine.
    Counted,
    /// It stops thinking when its time is up: somebody waits.
    Watched,
}

/// A bot as it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// What stands behind the colon of its name: `iterations=500` in `search:iterations=500`.
    pub argument: &'a str,
    /// For its generator.
    pub seed: u64,
    /// Whether it may look at the clock.
    pub time: Time,
}

type Make<G> = Box<dyn Fn(&Order<'_>) -> Result<Box<dyn Bot<G>>, String> + Send + Sync>;

struct Entry<G: Game> {
    name: String,
    says: String,
    make: Make<G>,
}

/// The bots of a game by name: those of this crate, and whoever else enters.
///
/// ```
/// use bots::{Answered, Bot, Registry, Sight, Time};
/// use kernel::Game;
///
/// /// Always the last option.
/// struct Last;
/// impl<G: Game> Bot<G> for Last {
///     fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
///         Ok(sight.menu.options.len() - 1)
///     }
/// }
///
/// fn enter<G: kernel::Sense>(bots: &mut Registry<G>) {
///     bots.enter("last", "always the last option", |_| Ok(Box::new(Last)));
/// }
/// ```
pub struct Registry<G: Game> {
    entries: Vec<Entry<G>>,
}

impl<G: Sense> Default for Registry<G> {
    fn default() -> Self {
        Registry::built_in()
    }
}

impl<G: Game> Registry<G> {
    /// A bot of one's own; one of the same name is replaced.
    pub fn enter(
        &mut self,
        name: &str,
        says: &str,
        make: impl Fn(&Order<'_>) -> Result<Box<dyn Bot<G>>, String> + Send + Sync + 'static,
    ) {
        self.entries.retain(|entry| entry.name != name);
        self.entries.push(Entry { name: name.into(), says: says.into(), make: Box::new(make) });
    }

    /// Every name with what that bot does.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|entry| (entry.name.as_str(), entry.says.as_str()))
    }

    /// The bot of that name (`name`, or `name:argument`), or what is wrong with the name.
    pub fn make(&self, name: &str, seed: u64, time: Time) -> Result<Box<dyn Bot<G>>, String> {
        let (word, argument) = name.split_once(':').unwrap_or((name, ""));
        match self.entries.iter().find(|entry| entry.name == word) {
            Some(entry) => (entry.make)(&Order { argument, seed, time }),
            None => {
                let known: Vec<&str> = self.names().map(|(name, _)| name).collect();
                Err(format!("no bot is called {word:?}; there are {}", known.join(", ")))
            }
        }
    }
}

impl<G: Sense> Registry<G> {
    /// The bots of this crate.
    pub fn built_in() -> Self {
        let mut bots = Registry { entries: Vec::new() };
        for (name, says) in NAMES {
            bots.enter(name, says, |order| built_in(name, order));
        }
        bots
    }
}

fn built_in<G: Sense>(name: &str, order: &Order<'_>) -> Result<Box<dyn Bot<G>>, String> {
    if !order.argument.is_empty() && name != "search" {
        return Err(format!("{name} takes nothing behind a colon"));
    }
    let seed = order.seed;
    let within = |plan: Plan, limit: u64| match order.time {
        Time::Counted => plan,
        // Where the clock ends it, nothing else has to: duels count fewer lines only so that hundreds of games can be played.
        Time::Watched => Plan {
            time: Some(Duration::from_millis(limit)),
            iterations: 4 * plan.iterations,
            work: u64::MAX,
            ..plan
        },
    };
    Ok(match name {
        "normal" => Box::new(Search::new(seed, within(Plan::NORMAL, 250))),
        "hard" => Box::new(Search::new(seed, within(Plan::HARD, 1_700))),
        "search" => Box::new(search_of(order)?),
        "script" => Box::new(Script::default()),
        "easy" => Box::new(Easy::new(seed)),
        "greedy" => Box::new(Rollout::new(seed, Budget::QUICK)),
        "rollout" => Box::new(Rollout::new(seed, Budget::STRONG)),
        _ => Box::new(Random::new(seed)),
    })
}

/// A search as it is written behind `search:`.
fn search_of<G: Sense>(order: &Order<'_>) -> Result<Search<G>, String> {
    const WORDS: &str = "iterations=N, work=N, ms=N, threads=N, turns=N, enough=N, solver=N, curiosity=N (percent), \
                         weights=FILE";
    let mut plan = Plan { work: u64::MAX, ..Plan::HARD };
    let mut weights = None;
    let parts = || order.argument.split('+').filter(|part| !part.is_empty());
    for part in parts() {
        let wrong = || format!("search: {part:?} is none of {WORDS}");
        let (word, number) = part.split_once('=').ok_or_else(wrong)?;
        if word == "weights" {
            let text =
                std::fs::read_to_string(number).map_err(|error| format!("search: {number}: {error}"))?;
            let file = serde_json::from_str(&text).map_err(|error| format!("search: {number}: {error}"))?;
            weights = Some(Weights::of_file::<G>(&file));
            continue;
        }
        let number: u32 = number.parse().map_err(|_| wrong())?;
        match word {
            "iterations" => plan.iterations = number.max(1),
            "work" => plan.work = number.max(1).into(),
            "ms" => plan.time = Some(Duration::from_millis(number.into())),
            "threads" => plan.threads = number.clamp(1, 256),
            "turns" => plan.horizon.turns = number.clamp(1, 50),
            "solver" => plan.solver = number,
            "enough" => plan.enough = number.max(1),
            "curiosity" => plan.curiosity = number as f32 / 100.0,
            _ => return Err(wrong()),
        }
    }
    // With nothing but a clock there is no other end.
    if plan.time.is_some() && !parts().any(|part| part.starts_with("iterations")) {
        plan.iterations = u32::MAX / 2;
    }
    let search = Search::new(order.seed, plan);
    Ok(match weights {
        Some(weights) => search.with_weights(weights),
        None => search,
    })
}

/// The built-in bot of that name, which does not look at the clock; `None` if there is none.
pub fn named<G: Sense>(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>> {
    Registry::built_in().make(name, seed, Time::Counted).ok()
}
