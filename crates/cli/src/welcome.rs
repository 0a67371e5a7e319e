//! `shobu` alone: at a terminal it asks what one would like to do; elsewhere it prints the help.

use crate::args::{Cli, Command};
use crate::play::{self, Input};
use crate::{Done, Result, say};
use clap::{CommandFactory, Parser};
use shobu::{Fault, GameName};

/// What can be chosen: the words, and the command line that they stand for.
fn choices() -> Vec<(String, Vec<&'static str>)> {
    let game = |game: GameName| (format!("play {}", game.title()), vec!["play", game.as_str()]);
    let mut choices: Vec<_> = GameName::ALL.into_iter().map(game).collect();
    if play::can_resume() {
        choices.push(("go on with the match that was left last".into(), vec!["play", "--resume"]));
    }
    choices.push(("see how many rules are shown by scenes".into(), vec!["rules"]));
    choices.push(("list every command".into(), vec!["--help"]));
    choices
}

/// Asks and does what is chosen.
pub fn run(perform: impl Fn(Command) -> Result) -> Result {
    let mut input = Input::new();
    if !input.is_terminal() {
        // Wrong use, as clap says it for every other command.
        say::remark(&Cli::command().render_help().to_string());
        return Err(Fault::new("no command is named").help("begin with `shobu play`").into());
    }
    let choices = choices();
    say!("Shobu plays four trading card games by their rules. What would you like to do?");
    for (at, (words, _)) in choices.iter().enumerate() {
        say!("  {} {words}", at + 1);
    }
    loop {
        let Some(line) = input.line("> ") else { return Ok(Done::Fine) };
        let word = line.trim().to_lowercase();
        if matches!(word.as_str(), "quit" | "exit" | "q") {
            return Ok(Done::Fine);
        }
        let numbered = word.parse::<usize>().ok().and_then(|number| choices.get(number.wrapping_sub(1)));
        let named = || choices.iter().find(|(words, line)| !word.is_empty() && fits(words, line, &word));
        let Some((_, chosen)) = numbered.or_else(named) else {
            say!("A number from 1 to {}, the name of a game, or `quit`.", choices.len());
            continue;
        };
        if chosen.contains(&"--help") {
            say!("{}", Cli::command().render_help());
            return Ok(Done::Fine);
        }
        let cli = Cli::parse_from(std::iter::once("shobu").chain(chosen.iter().copied()));
        return cli.command.map_or(Ok(Done::Fine), perform);
    }
}

fn fits(words: &str, line: &[&str], word: &str) -> bool {
    words.to_lowercase().contains(word) || line.last().is_some_and(|last| last.starts_with(word))
}
