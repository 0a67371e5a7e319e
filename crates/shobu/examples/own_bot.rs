//! A bot of one's own in Rust: it enters the registry by name and duels with a built-in one.
//!
//! `cargo run --release -p shobu --example own_bot`

use bots::{Answered, Bot, Registry, Sight, Time};
use kernel::Sense;
use shobu::Faults;
use shobu::duel::{Plan, Report, duel};
use shobu::games::Digimon;
use shobu::setup::Setup;
use std::sync::atomic::AtomicBool;

/// Follows the game's rules of thumb, but never declines anything while there is something else to do.
#[derive(Default)]
struct Eager {
    ratings: Vec<i32>,
}

impl<G: Sense> Bot<G> for Eager {
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
        sight.rate(&mut self.ratings);
        let eager = |at: &usize| (!sight.ends_something(*at), self.ratings[*at]);
        Ok((0..self.ratings.len()).max_by_key(eager).unwrap_or(0))
    }
}

/// Plays the duel.
pub fn run(pairs: u64) -> Result<Report, Faults> {
    let mut bots: Registry<Digimon> = Registry::built_in();
    bots.enter("eager", "never declines anything", |_| Ok(Box::new(Eager::default())));
    let setup = Setup::<Digimon>::built_in()?;
    let plan =
        Plan { bots: ["eager", "script"], pairs, seed: 1, threads: 0, test: None, time: Time::Counted };
    Ok(duel(&bots, &setup, &plan, &mut |_| {}, &AtomicBool::new(false))?)
}

#[allow(dead_code, reason = "a test runs the duel without it")]
fn main() -> Result<(), Faults> {
    let report = run(50)?;
    println!("eager won {} of {} games against script", report.wins, report.games);
    Ok(())
}
