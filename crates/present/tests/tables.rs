//! The table in the middle of a game of each of the four, held to stored screens. `SHOBU_BLESS=1` writes them anew: look at
//! them before they are committed.

use kernel::Eyes;
use present::Look;
use shobu::any::Start;
use shobu::setup::{IllegalDecks, UnreadCards};
use shobu::{AnyMatch, GameName};
use std::path::Path;

const WIDTH: usize = 80;
const ROWS: usize = 24;

/// A match between two people, some answers in. Which options are taken depends on nothing but the menus.
fn middle(game: GameName, answers: usize) -> AnyMatch {
    let start = Start {
        edition: None,
        pools: Vec::new(),
        decks: [None, None],
        unread: UnreadCards::Refused,
        illegal: IllegalDecks::Refused,
        seed: 12,
        players: ["person".into(), "person".into()],
    };
    let mut played = AnyMatch::begin(game, &start).expect("the built-in decks play");
    for at in 0..answers {
        let Some(seat) = played.seat() else { break };
        let (_, asked) = played.picture(Eyes::Seat(seat));
        let options = asked.expect("the seat is asked").options.len();
        played.answer(at * 7 % options).expect("the option is there");
    }
    played
}

/// What a seat sees in a window of 80 columns and 24 lines.
fn screen(played: &AnyMatch) -> Vec<String> {
    let seat = played.seat().expect("the match goes on");
    let look = Look { height: Some(ROWS), ..Look::plain(WIDTH, seat) };
    let (board, asked) = played.picture(Eyes::Seat(seat));
    present::screen(&look, &board, Some(&asked.expect("the seat is asked")))
}

fn held(game: GameName, answers: usize) {
    let shown = screen(&middle(game, answers));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/tables/{game}.txt"));
    let text = shown.join("\n") + "\n";
    if std::env::var_os("SHOBU_BLESS").is_some() {
        std::fs::write(&file, &text).expect("the folder can be written");
    }
    let stored = std::fs::read_to_string(&file).expect("the screen is stored");
    assert_eq!(text, stored, "{} shows something else now", file.display());
    assert!(shown.len() < ROWS, "{} rows do not fit a window of {ROWS}", shown.len());
}

#[test]
fn digimon() {
    held(GameName::Digimon, 24);
}

#[test]
fn dragon_ball() {
    held(GameName::Dbs, 60);
}

#[test]
fn buddyfight() {
    held(GameName::Buddyfight, 60);
}

#[test]
fn battle_spirits() {
    held(GameName::BattleSpirits, 60);
}

/// However long names and lists are, no line is wider than the window.
#[test]
fn lines_fit() {
    for game in GameName::ALL {
        for answers in (0..120).step_by(6) {
            let played = middle(game, answers);
            if played.seat().is_none() {
                continue;
            }
            let shown = screen(&played);
            for line in &shown {
                assert!(line.chars().count() <= WIDTH, "{game} after {answers} answers: {line}");
            }
        }
    }
}
