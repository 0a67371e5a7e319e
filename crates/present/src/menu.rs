//! The open decision in words.

use crate::style::Look;
use crate::wrap::{columns, hang, sentence};
use kernel::board::{MenuBoard, Offer};

/// What is asked, and by which card and words.
pub fn question(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let mut lines = heading(look, menu);
    if let Some(words) = &menu.reason.words {
        let words = format!("\"{words}\"");
        lines.extend(sentence(&words, 2, look.width).iter().map(|line| look.faint(line)));
    }
    lines
}

/// What is asked, and by which card.
pub fn heading(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let reason = &menu.reason;
    let mut head = match &reason.name {
        Some(name) if !reason.text.contains(name.as_str()) => format!("{name}: {}", reason.text),
        _ => reason.text.clone(),
    };
    if let Some(rule) = reason.rule {
        head = format!("{head} [{rule}]");
    }
    sentence(&head, 0, look.width).iter().map(|line| look.strong(line.trim_end())).collect()
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

/// The options one behind the other, where there are more than a window has lines. Those that begin alike stand together, and
/// say only how they differ from the first of them.
pub fn flowing(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, offer) in menu.options.iter().enumerate() {
        let stem = stem(&offer.label);
        let alike =
            |group: &&mut Vec<usize>| !stem.is_empty() && self::stem(&menu.options[group[0]].label) == stem;
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    let numbered = |at: usize, words: &str| format!("{} {words}", look.strong(&(at + 1).to_string()));
    let mut parts = Vec::new();
    for group in &groups {
        let first = &menu.options[group[0]];
        parts.push(numbered(group[0], &option(look, first)));
        for at in &group[1..] {
            let offer = &menu.options[*at];
            let same = (offer.cost, &offer.then) == (first.cost, &first.then);
            let whole = if same { offer.label.clone() } else { option(look, offer) };
            parts.push(numbered(*at, whole[stem(&first.label).len()..].trim_start()));
        }
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
