//! The `shobu` command. It parses arguments, calls the library and prints; no rule lives here.
//!
//! Exit codes: 0 done and fine, 1 done and something failed the check, 2 wrong use or unreadable input.

mod args;
mod bench;
mod bots;
mod cards;
mod deck;
mod duel;
mod engine;
mod matrix;
mod matrix_html;
mod meant;
mod play;
mod probe;
mod puzzle;
mod replay;
mod rules;
mod say;
mod scene;
mod serve;
mod sim;
mod welcome;

use args::{Cli, Command};
use clap::Parser;
use shobu::Faults;
use std::process::ExitCode;

/// What came of a command that could do its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    Fine,
    /// Something failed the check that was asked for.
    Failed,
}

pub type Result<T = Done> = std::result::Result<T, Faults>;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        Some(command) => perform(command),
        None => welcome::run(perform),
    };
    match done {
        Ok(Done::Fine) => ExitCode::SUCCESS,
        Ok(Done::Failed) => ExitCode::from(1),
        Err(faults) => {
            say::faults(&faults);
            ExitCode::from(2)
        }
    }
}

fn perform(command: Command) -> Result {
    match command {
        Command::Play(args) => play::run(&args),
        Command::Scene(args) => scene::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Cards(args) => cards::run(&args),
        Command::Deck(args) => deck::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Duel(args) => duel::run(&args),
        Command::Tune(args) => duel::run_tune(&args),
        Command::Puzzle(args) => puzzle::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Book(args) => serve::write_book(&args),
    }
}
