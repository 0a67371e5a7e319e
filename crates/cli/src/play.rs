//! `shobu play`: a match in the terminal, line by line. It reads a pipe as well as a keyboard.

use crate::args::Play as Args;
use crate::cards::print_card;
use crate::{Done, Result, say};
use kernel::Seat;
use shobu::any::Start;
use shobu::decks::DeckFile;
use shobu::labels::{Named, find};
use shobu::live::fresh_seed;
use shobu::setup::{UnreadCards, deck_named};
use shobu::{AnyMatch, GameName, with_game};
use std::io::{BufRead, IsTerminal};

const HELP: &str = "\
  3               take option 3
  attack with     take the option that begins so
  menu, table     print the options or the table again
  why             what happened since the last answer, each with its rule
  why LABEL       which rule refuses it
  look CARD       a card, and what it is read to do
  undo            take your last answer back, if nobody learnt anything by it
  save FILE       write the record of the match so far
  concede         give up
  quit            leave";

pub fn run(args: &Args) -> Result {
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let unread = if args.allow_unread { UnreadCards::Allowed } else { UnreadCards::Refused };
    let start = Start {
        edition: args.edition.clone(),
        pools: say::pools(&args.pool)?,
        decks: [deck(args.game, args.deck.as_deref())?, deck(args.game, args.vs.as_deref())?],
        unread,
        seed,
        players: ["person".into(), args.bot.clone()],
    };
    let game = AnyMatch::begin(args.game, &start)?;
    let against =
        if args.bot == "person" { "two people at one keyboard" } else { &format!("against {}", args.bot) };
    say!("{}, seed {seed}, {against}. `help` lists what you can type.", args.game.title());
    table(game, Players::of(&args.bot))
}

fn deck(game: GameName, word: Option<&str>) -> Result<Option<DeckFile>> {
    word.map(|word| with_game!(game, G => deck_named::<G>(word))).transpose()
}

/// What a typed line leads to.
enum Next {
    /// Something was answered: tell what happened.
    Answered,
    /// The match stands elsewhere, and nothing happened in it.
    Changed,
    /// Nothing changed: ask again.
    Again,
    Leave,
}

/// Who sits at the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Players {
    /// A person and a bot.
    One,
    /// Two people, who must be told whose decision it is.
    Two,
}

impl Players {
    pub fn of(bot: &str) -> Self {
        if bot == "person" { Players::Two } else { Players::One }
    }
}

/// Plays a match to its end, or until the input ends.
pub fn table(mut game: AnyMatch, players: Players) -> Result {
    let mut lines = std::io::stdin().lock().lines();
    let echo = !std::io::stdin().is_terminal();
    let mut news = told(&game, Seat::A);
    loop {
        while let Some(choice) = game.bot_choice() {
            // A bot that answers wrongly would be a bug; the first option is always there.
            if game.answer(choice).is_err() && game.answer(0).is_err() {
                break;
            }
            news.extend(told(&game, Seat::A));
        }
        print_news(&mut news);
        if let Some(ending) = game.ending() {
            match ending.winner {
                Some(seat) if players == Players::Two => {
                    say!("Player {} wins ({}).", seat.index() + 1, ending.why);
                }
                Some(Seat::A) => say!("You win ({}).", ending.why),
                Some(Seat::B) => say!("You lose ({}).", ending.why),
                None => say!("A draw ({}).", ending.why),
            }
            return Ok(Done::Fine);
        }
        let Some(seat) = game.seat() else { return Ok(Done::Fine) };
        say!();
        if players == Players::Two {
            say!("Player {}:", seat.index() + 1);
        }
        say!("{}", game.show(Some(seat)));
        print_menu(&game);
        loop {
            say::text(format_args!("> "));
            let Some(Ok(line)) = lines.next() else {
                say!();
                say!("The input ended; the match stays unfinished.");
                return Ok(Done::Fine);
            };
            if echo {
                say!("{line}");
            }
            match typed(&mut game, seat, line.trim()) {
                Next::Answered => {
                    news.extend(told(&game, seat));
                    break;
                }
                Next::Changed => break,
                Next::Again => {}
                Next::Leave => return Ok(Done::Fine),
            }
        }
    }
}

fn told(game: &AnyMatch, seat: Seat) -> Vec<String> {
    game.events(Some(seat)).into_iter().map(|told| told.words).collect()
}

/// What happened, line by line; the same line several times in a row stands once with its number.
fn print_news(news: &mut Vec<String>) {
    for same in news.chunk_by(|one, two| one == two) {
        match same.len() {
            1 => say!("  {}", same[0]),
            times => say!("  {} (x{times})", same[0]),
        }
    }
    news.clear();
}

fn print_menu(game: &AnyMatch) {
    say!("{}:", game.ask());
    for (at, label) in game.labels().iter().enumerate() {
        say!("  {:>2}  {label}", at + 1);
    }
}

fn typed(game: &mut AnyMatch, seat: Seat, line: &str) -> Next {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match (word, rest) {
        ("", _) => Next::Again,
        ("help" | "?", "") => {
            say!("{HELP}");
            Next::Again
        }
        ("menu", "") => {
            print_menu(game);
            Next::Again
        }
        ("table", "") => {
            say!("{}", game.show(Some(seat)));
            Next::Again
        }
        ("quit" | "exit", "") => {
            say!("The match stays unfinished.");
            Next::Leave
        }
        ("concede", "") => {
            game.concede(seat);
            Next::Changed
        }
        ("undo", "") => match game.undo(seat) {
            Ok(()) => {
                say!("Taken back.");
                Next::Changed
            }
            Err(why) => {
                say!("{why}");
                Next::Again
            }
        },
        ("why", "") => {
            for told in game.events(Some(seat)) {
                say!("  {} (rule {}: {})", told.words, told.rule, told.says);
            }
            Next::Again
        }
        ("why", label) => {
            say!("{}", game.explain_in_words(label));
            Next::Again
        }
        ("look", card) if !card.is_empty() => {
            match game.card(card) {
                Ok(card) => print_card(&card),
                Err(fault) => say!("{fault}"),
            }
            Next::Again
        }
        ("save", file) if !file.is_empty() => {
            match std::fs::write(file, game.record().to_json()) {
                Ok(()) => say!("Saved: shobu replay {file}"),
                Err(error) => say!("{file} cannot be written: {error}"),
            }
            Next::Again
        }
        _ => choose(game, line),
    }
}

fn choose(game: &mut AnyMatch, line: &str) -> Next {
    let labels = game.labels();
    let index = match (line.parse::<usize>(), find(&labels, line)) {
        (Ok(number), _) if (1..=labels.len()).contains(&number) => number - 1,
        (Ok(number), Named::Nothing) => {
            say!("There is no option {number}: they go from 1 to {}.", labels.len());
            return Next::Again;
        }
        (_, Named::One(at)) => at,
        (_, Named::Several(at)) => {
            let options: Vec<&str> = at.iter().map(|at| labels[*at].as_str()).collect();
            say!("That could be any of: {}", options.join(" | "));
            return Next::Again;
        }
        (Err(_), Named::Nothing) => {
            say!("{} (`help` lists what you can type)", game.explain_in_words(line));
            return Next::Again;
        }
    };
    match game.answer(index) {
        Ok(()) => Next::Answered,
        Err(refused) => {
            say!("{refused}");
            Next::Again
        }
    }
}
