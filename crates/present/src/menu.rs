//! The open decision in words.

use crate::style::Look;
use crate::wrap::{columns, sentence};
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

/// The options with their numbers, in columns where they fit.
pub fn options(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let number = menu.options.len().to_string().len();
    let cells: Vec<String> = menu
        .options
        .iter()
        .enumerate()
        .map(|(at, offer)| format!("{:>number$} {}", at + 1, option(look, offer)))
        .collect();
    let widest = cells.iter().map(|cell| columns(cell)).max().unwrap_or(0) + 3;
    // Many short options stand side by side, read downwards.
    let across = ((look.width + 1) / widest.max(1)).clamp(1, 3);
    if cells.len() <= 6 || across == 1 {
        return cells
            .iter()
            .flat_map(|cell| {
                let mut lines = sentence(cell, 0, look.width.saturating_sub(2));
                for (at, line) in lines.iter_mut().enumerate() {
                    *line = if at == 0 {
                        format!("  {line}")
                    } else {
                        format!("  {}{line}", " ".repeat(number + 1))
                    };
                }
                lines
            })
            .collect();
    }
    let down = cells.len().div_ceil(across);
    let row = |row: usize| {
        let mut line = String::from("  ");
        for at in (row..cells.len()).step_by(down) {
            let cell = &cells[at];
            line.push_str(cell);
            if at + down < cells.len() {
                line.push_str(&" ".repeat(widest.saturating_sub(columns(cell) + 1)));
            }
        }
        line.trim_end().to_string()
    };
    (0..down).map(row).collect()
}
