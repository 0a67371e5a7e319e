//! The table and the open question together, in as full a form as the window has room for.

use crate::menu::{flowing, options, question};
use crate::style::Look;
use crate::table::{Detail, table};
use kernel::board::{Board, MenuBoard};

/// What somebody who has to decide sees. A window of 24 lines shows the whole of it in the middle of a game: where much lies
/// about, cards are told more briefly (`look` and `table` tell the rest), and options flow.
pub fn screen(look: &Look, board: &Board, asked: Option<&MenuBoard>) -> Vec<String> {
    // One line is for the prompt itself.
    let room = look.height.map_or(usize::MAX, |height| height.saturating_sub(1));
    let full = |detail: Detail| [table(look, board, detail), ask(look, asked, options)].concat();
    let flow = |detail: Detail| [table(look, board, detail), ask(look, asked, flowing)].concat();
    let forms: [&dyn Fn() -> Vec<String>; 5] = [
        &|| full(Detail::Compact),
        &|| full(Detail::Brief),
        &|| flow(Detail::Compact),
        &|| flow(Detail::Brief),
        &|| flow(Detail::Least),
    ];
    let fits = forms.iter().map(|form| form()).find(|lines| lines.len() <= room);
    fits.unwrap_or_else(|| flow(Detail::Least))
}

fn ask(look: &Look, asked: Option<&MenuBoard>, listed: fn(&Look, &MenuBoard) -> Vec<String>) -> Vec<String> {
    asked.map_or_else(Vec::new, |menu| [question(look, menu), listed(look, menu)].concat())
}
