//! The table and the open question together, in as full a form as the window has room for.

use crate::menu::{bare, barest, grouped, heading, options, question};
use crate::style::Look;
use crate::table::{Detail, table_since};
use kernel::board::{Board, MenuBoard};

/// What somebody who has to decide sees, with what has changed since they decided last. A window of 24 lines is to show the whole of
/// it: where there is much to choose from, options that begin alike share a row; where much lies about, cards are told more
/// briefly, and at last only counted (`look` and `table` tell the rest).
pub fn screen(look: &Look, board: &Board, before: Option<&Board>, asked: Option<&MenuBoard>) -> Vec<String> {
    let look = &look.at(board);
    // One line is for the prompt itself.
    let room = look.height.map_or(usize::MAX, |height| height.saturating_sub(1));
    type Part = fn(&Look, &MenuBoard) -> Vec<String>;
    let form = |detail: Detail, ask: Part, list: Part| {
        let asked = asked.map_or_else(Vec::new, |menu| [ask(look, menu), list(look, menu)].concat());
        [table_since(look, board, before, detail), asked].concat()
    };
    let forms: [(Detail, Part, Part); 14] = [
        (Detail::Compact, question, options),
        (Detail::Compact, question, grouped),
        (Detail::Snug, question, options),
        (Detail::Snug, question, grouped),
        (Detail::Brief, question, options),
        (Detail::Brief, question, grouped),
        (Detail::Least, question, grouped),
        (Detail::Least, heading, grouped),
        (Detail::Sparse, heading, grouped),
        (Detail::Least, heading, bare),
        (Detail::Sparse, heading, bare),
        (Detail::Sparse, heading, barest),
        (Detail::Folded, heading, grouped),
        (Detail::Folded, heading, bare),
    ];
    let mut last = Vec::new();
    for (detail, ask, list) in forms {
        last = form(detail, ask, list);
        if last.len() <= room {
            break;
        }
    }
    last
}
