//! `shobu play`: a whole game in the terminal, line by line: it works over ssh, in a pipe and with a screen reader.
//!
//! - `mod.rs` begins, resumes and ends a sitting; [`sitting`] is the match with what has been said of it.
//! - [`commands`] is what can be typed; [`auto`] which windows are passed by themselves.
//! - [`input`] reads lines (with history where there is a terminal); [`save`] keeps the match on disk.

mod auto;
mod commands;
mod input;
mod save;
mod sitting;

use crate::args::Play;
use crate::say::pools;
use crate::{Done, Result, say};
pub use input::Input;
pub use save::can_resume;
use shobu::any::Start;
use shobu::decks::DeckFile;
use shobu::live::{Programs, fresh_seed};
use shobu::setup::{IllegalDecks, UnreadCards, deck_named};
use shobu::{AnyMatch, GameName, with_game};
use sitting::Sitting;

/// Who sits at the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Players {
    /// A person and a bot.
    One,
    /// Two people at one keyboard, neither of whom may see the other's hand.
    Two,
}

impl Players {
    pub fn of(bot: &str) -> Self {
        if bot == "person" { Players::Two } else { Players::One }
    }
}

pub fn run(args: &Play) -> Result {
    let mut input = Input::new();
    if args.resume {
        let save::Left { mut game, mut answers, players, pools } = save::resume()?;
        loop {
            let record = game.record();
            let keep = save::Keep::With(pools.clone());
            if sit(game, &answers, players, keep, &mut input)? == Ended::Done {
                return Ok(Done::Fine);
            }
            game = save::anew(record, &pools)?;
            answers.clear();
        }
    }
    // A rematch is another game, also behind one whose seed was given.
    let mut seed = args.seed;
    loop {
        let (game, keep) = begin(args, seed.take().unwrap_or_else(fresh_seed))?;
        let against = match args.bot.as_str() {
            "person" => "two people at one keyboard".to_string(),
            bot => format!("against the bot `{bot}`"),
        };
        let width = say::screen().width;
        for words in [
            format!("{}, {against}.", args.game.title()),
            "`help` lists what you can type, `help game` tells how it is played and won.".into(),
        ] {
            present::sentence(&words, 0, width).iter().for_each(|line| say!("{line}"));
        }
        match sit(game, &[], Players::of(&args.bot), keep, &mut input)? {
            Ended::Rematch => continue,
            Ended::Done => return Ok(Done::Fine),
        }
    }
}

fn begin(args: &Play, seed: u64) -> Result<(AnyMatch, save::Keep)> {
    let unread = if args.allow_unread { UnreadCards::Allowed } else { UnreadCards::Refused };
    let start = Start {
        edition: args.edition.clone(),
        pools: pools(&args.pool)?,
        decks: [deck(args.game, args.deck.as_deref())?, deck(args.game, args.vs.as_deref())?],
        unread,
        illegal: if args.any_deck { IllegalDecks::Allowed } else { IllegalDecks::Refused },
        seed,
        players: ["person".into(), args.bot.clone()],
    };
    let programs = Programs::Allowed(args.guests.limit());
    Ok((AnyMatch::begin_with_programs(args.game, &start, programs)?, save::Keep::With(args.pool.clone())))
}

fn deck(game: GameName, word: Option<&str>) -> Result<Option<DeckFile>> {
    word.map(|word| with_game!(game, G => deck_named::<G>(word))).transpose()
}

/// How a sitting ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Done,
    Rematch,
}

/// Plays a match to its end, or until the input ends.
pub fn table(game: AnyMatch, players: Players) -> Result {
    sit(game, &[], players, save::Keep::Nowhere, &mut Input::new())?;
    Ok(Done::Fine)
}

/// `answers` were given before: with them the match stands where it was left.
fn sit(
    game: AnyMatch,
    answers: &[u16],
    players: Players,
    keep: save::Keep,
    input: &mut Input,
) -> Result<Ended> {
    // What was played on from elsewhere, a replay or a scene, has no rematch.
    let whole = !matches!(keep, save::Keep::Nowhere);
    let mut sitting = Sitting::new(game, answers, players, keep)?;
    loop {
        sitting.let_bots_answer();
        if sitting.is_over() {
            sitting.tell_the_end();
            return Ok(match whole && input.asks_for_rematch() {
                true => Ended::Rematch,
                false => Ended::Done,
            });
        }
        if sitting.passes_by_itself() {
            continue;
        }
        if !sitting.hand_over(input) {
            return Ok(Ended::Done);
        }
        sitting.show();
        loop {
            let Some(line) = input.line(&sitting.prompt()) else {
                say!("The input ended; the match stays unfinished.{}", sitting.how_to_resume());
                return Ok(Ended::Done);
            };
            match commands::typed(&mut sitting, line.trim(), input) {
                commands::Next::Changed => break,
                commands::Next::Again => {}
                commands::Next::Leave => return Ok(Ended::Done),
            }
        }
    }
}
