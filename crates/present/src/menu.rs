//! The open decision in words.

use crate::style::Look;
use crate::wrap::{columns, hang, sentence};
use kernel::board::{MenuBoard, Offer};

/// What is asked, and by which card and words.
pub fn question(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let reason = &menu.reason;
    let mut head = match &reason.name {
        Some(name) if !reason.text.contains(name.as_str()) => format!("{name}: {}", reason.text),
        _ => reason.text.clone(),
    };
    if let Some(rule) = reason.rule {
        head = format!("{head} [{rule}]");
    }
    let mut lines: Vec<String> =
        sentence(&head, 0, look.width).iter().map(|line| look.strong(line.trim_end())).collect();
    if let Some(words) = &reason.words {
        let words = format!("\"{words}\"");
        lines.extend(sentence(&words, 2, look.width).iter().map(|line| look.faint(line)));
    }
    lines
}

/// One option with its cost and what it leaves.
pub fn option(look: &Look, offer: &Offer) -> String {
    let mut words = offer.label.clone();
    match (offer.cost, &offer.then) {
        (Some(cost), Some(then)) => words.push_str(&look.faint(&format!(" ({cost}), {then}"))),
        (Some(cost), None) => words.push_str(&look.faint(&format!(" ({cost})"))),
        (None, Some(then)) => words.push_str(&look.faint(&format!(", {then}"))),
        (None, None) => {}
    }
    words
}

/// The options one behind the other, where there are more than a window has lines. What goes on as the option before it did
/// says only how it differs.
pub fn flowing(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let mut before = "";
    let mut parts = Vec::new();
    for (at, offer) in menu.options.iter().enumerate() {
        let stem = stem(&offer.label);
        let words = option(look, offer);
        let words = match stem == before && !stem.is_empty() {
            true => &words[stem.len()..],
            false => &words,
        };
        parts.push(format!("{} {}", look.strong(&(at + 1).to_string()), words.trim_start()));
        before = stem;
    }
    hang("  ", &parts, "   ", look.width)
}

/// The beginning of a label up to where it says whereto: `attack with Rock` of `attack with Rock -> opponent`.
fn stem(label: &str) -> &str {
    let cut = label.find(" -> ").or_else(|| label.rfind(" to "));
    cut.map_or("", |at| &label[..at])
}

/// More options than this stand side by side where they are short.
const MANY: usize = 6;

/// The options with their numbers; where there are many, short ones share a line.
pub fn options(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let digits = menu.options.len().to_string().len();
    let half = look.width / 2;
    let mut lines: Vec<String> = Vec::new();
    // Whether the last line has room for another short option.
    let mut open = false;
    for (at, offer) in menu.options.iter().enumerate() {
        let words: Vec<String> = option(look, offer).split(' ').map(str::to_string).collect();
        let cell = hang(&format!("  {:>digits$} ", at + 1), &words, " ", look.width);
        let short = cell.len() == 1 && columns(&cell[0]) < half && menu.options.len() > MANY;
        match lines.last_mut() {
            Some(line) if open && short => {
                line.push_str(&" ".repeat(half.saturating_sub(columns(line))));
                line.push_str(&cell[0]);
                open = false;
            }
            _ => {
                lines.extend(cell);
                open = short;
            }
        }
    }
    lines
}
