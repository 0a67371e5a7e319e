//! The table and the open question together, in as full a form as the window has room for.

use crate::menu::{flowing, heading, options, question};
use crate::style::Look;
use crate::table::{Detail, table};
use kernel::board::{Board, MenuBoard};

/// What somebody who has to decide sees. A window of 24 lines is to show the whole of it in the middle of a game: where much lies
/// about, cards are told more briefly (`look` and `table` tell the rest), and options flow.
pub fn screen(look: &Look, board: &Board, asked: Option<&MenuBoard>) -> Vec<String> {
    // One line is for the prompt itself.
    let room = look.height.map_or(usize::MAX, |height| height.saturating_sub(1));
    type Part = fn(&Look, &MenuBoard) -> Vec<String>;
    let form = |detail: Detail, ask: Part, list: Part| {
        let asked = asked.map_or_else(Vec::new, |menu| [ask(look, menu), list(look, menu)].concat());
        [table(look, board, detail), asked].concat()
    };
    let forms: [(Detail, Part, Part); 6] = [
        (Detail::Compact, question, options),
        (Detail::Brief, question, options),
        (Detail::Compact, question, flowing),
        (Detail::Brief, question, flowing),
        (Detail::Least, question, flowing),
        (Detail::Least, heading, flowing),
    ];
    let made = forms.iter().map(|(detail, ask, list)| form(*detail, *ask, *list));
    let mut least = Vec::new();
    for lines in made {
        if lines.len() <= room {
            return lines;
        }
        least = lines;
    }
    least
}
