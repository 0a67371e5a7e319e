//! The table and the open question together, in as full a form as the window has room for.

use crate::menu::{bare, barest, grouped, heading, options, question};
use crate::news::{brief, news};
use crate::style::Look;
use crate::table::{Detail, table_since};
use kernel::board::{Board, EventBoard, MenuBoard};

/// A way to tell the question, or its options.
type Part = fn(&Look, &MenuBoard) -> Vec<String>;

/// From the fullest to the shortest. Where there is much to choose from, options that begin alike share a row; where much lies about,
/// cards are told more briefly, and at last only counted (`look` and `table` tell the rest).
const FORMS: [(Detail, Part, Part); 18] = [
    (Detail::Compact, question, options),
    (Detail::Compact, question, grouped),
    (Detail::Snug, question, options),
    (Detail::Snug, question, grouped),
    (Detail::Tidy, question, options),
    (Detail::Tidy, question, grouped),
    (Detail::Brief, question, options),
    (Detail::Brief, question, grouped),
    (Detail::Brief, heading, grouped),
    (Detail::Brief, heading, bare),
    (Detail::Least, heading, grouped),
    (Detail::Sparse, heading, grouped),
    (Detail::Least, heading, bare),
    (Detail::Sparse, heading, bare),
    (Detail::Sparse, heading, barest),
    (Detail::Folded, heading, grouped),
    (Detail::Folded, heading, bare),
    (Detail::Folded, heading, barest),
];

/// So many of them tell all that is on the cards that one decides about.
const WHOLE: usize = 6;

/// So many of them tell which cards there are.
const LISTED: usize = 15;

/// So many lines of what happened, and the empty one below them, are few.
const FEW: usize = 4;

/// So many lines the table gives up at the most where what happened has no room above it.
const MADE_ROOM: usize = 3;

/// What happened, and below it what [`screen`] shows. Where the window has no room for both, what happened is told in brief, and then
/// some lines of it leave the window at its top: what is needed to decide is not given up for what is past.
pub fn page(
    look: &Look,
    events: &[EventBoard],
    board: &Board,
    before: Option<&Board>,
    asked: Option<&MenuBoard>,
) -> Vec<String> {
    let room = room(look);
    let whole = [news(look, events), vec![String::new()]].concat();
    let note = look.faint("  (in brief: `why` tells all of it)");
    let short = [brief(look, events), vec![note]].concat();
    let under = |room: usize, forms: usize| {
        let mut tables = FORMS[..forms].iter().map(|form| shown(look, board, before, asked, form));
        tables.find(|table| table.len() <= room)
    };
    for told in [&whole, &short] {
        if let Some(table) = under(room.saturating_sub(told.len()), WHOLE) {
            return [told.clone(), table].concat();
        }
    }
    // A few lines may leave the window at its top rather than what the cards are.
    if let Some(few) = [&whole, &short].into_iter().find(|told| told.len() <= FEW) {
        return [few.clone(), fitting(look, board, before, asked, room)].concat();
    }
    // Of more than that the last lines have room, as long as the cards are told.
    let table = under(room.saturating_sub(MADE_ROOM), LISTED);
    [short, table.unwrap_or_else(|| fitting(look, board, before, asked, room))].concat()
}

/// What somebody who has to decide sees, with what has changed since they decided last. A window of 24 lines is to show the whole of
/// it.
pub fn screen(look: &Look, board: &Board, before: Option<&Board>, asked: Option<&MenuBoard>) -> Vec<String> {
    fitting(look, board, before, asked, room(look))
}

/// The lines there are. One is for the prompt itself.
fn room(look: &Look) -> usize {
    look.height.map_or(usize::MAX, |height| height.saturating_sub(1))
}

fn fitting(
    look: &Look,
    board: &Board,
    before: Option<&Board>,
    asked: Option<&MenuBoard>,
    room: usize,
) -> Vec<String> {
    let mut last = Vec::new();
    for form in &FORMS {
        last = shown(look, board, before, asked, form);
        if last.len() <= room {
            break;
        }
    }
    last
}

/// The table and the question in one of their forms.
fn shown(
    look: &Look,
    board: &Board,
    before: Option<&Board>,
    asked: Option<&MenuBoard>,
    (detail, ask, list): &(Detail, Part, Part),
) -> Vec<String> {
    let look = &look.at(board);
    let asked = asked.map_or_else(Vec::new, |menu| [ask(look, menu), list(look, menu)].concat());
    [table_since(look, board, before, *detail), asked].concat()
}
