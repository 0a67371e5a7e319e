//! The open decision in words.

use crate::style::Look;
use crate::wrap::{columns, hang, sentence};
use kernel::board::{MenuBoard, Offer};

/// What is asked, and by which card and words.
pub fn question(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let mut lines = heading(look, menu);
    // What is asked in the card's own words need not be said twice.
    let fold = |words: &str| words.trim_end_matches('.').to_lowercase();
    let told = |words: &&String| fold(words) == fold(&menu.reason.text);
    if let Some(words) = menu.reason.words.as_ref().filter(|words| !told(words)) {
        let words = format!("\"{words}\"");
        lines.extend(sentence(&words, 2, look.width).iter().map(|line| look.faint(line)));
    }
    lines
}

/// What is asked, and by which card.
pub fn heading(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let reason = &menu.reason;
    let text = sentences(&reason.text);
    let mut head = match &reason.name {
        Some(name) if !text.contains(name.as_str()) => format!("{name}: {text}"),
        _ => text,
    };
    if let Some(rule) = reason.rule {
        head = format!("{head} [{rule}]");
    }
    sentence(&head, 0, look.width).iter().map(|line| look.strong(line.trim_end())).collect()
}

/// Several clauses in a row, each after the first begun like a sentence.
fn sentences(text: &str) -> String {
    let mut clauses = text.split(". ");
    let first = clauses.next().unwrap_or_default().to_string();
    clauses.fold(first, |all, clause| {
        let mut letters = clause.chars();
        let begins: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{all}. {begins}{}", letters.as_str())
    })
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

/// The options where there are more than a window has lines: those that begin alike stand in one row behind their beginning.
/// ```text
///   digivolve Rock into  2 Boulder (3), memory 1   5 Cliff (4), memory 0
///   attack with Rock ->  7 opponent   8 Sprout, 5000 against 3000
///    9 pass turn
/// ```
pub fn grouped(look: &Look, menu: &MenuBoard) -> Vec<String> {
    rows(look, menu, |offer| option(look, offer))
}

/// The same with nothing but the labels and what they cost.
pub fn bare(look: &Look, menu: &MenuBoard) -> Vec<String> {
    rows(look, menu, |offer| match offer.cost {
        Some(cost) => format!("{} ({cost})", offer.label),
        None => offer.label.clone(),
    })
}

fn rows(look: &Look, menu: &MenuBoard, words: impl Fn(&Offer) -> String) -> Vec<String> {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, offer) in menu.options.iter().enumerate() {
        let beginning = beginning(offer);
        match groups.iter_mut().find(|(other, _)| !beginning.is_empty() && *other == beginning) {
            Some((_, group)) => group.push(at),
            None => groups.push((beginning, vec![at])),
        }
    }
    let mut lines = Vec::new();
    // Options that begin like no other, until the next row.
    let mut single = Vec::new();
    for (beginning, group) in &groups {
        if let [one] = group[..] {
            single.push(one);
            continue;
        }
        lines.extend(columned(look, menu, &single, &words));
        single.clear();
        let member = |at: &usize| {
            let words = words(&menu.options[*at]);
            let rest = words.strip_prefix(beginning).unwrap_or(&words);
            // What is left of a resource need not name it in every entry.
            let rest = rest.strip_suffix(" memory").unwrap_or(rest);
            format!("{} {rest}", look.strong(&(at + 1).to_string()))
        };
        let members: Vec<String> = group.iter().map(member).collect();
        let head = format!("  {}", look.faint(beginning.trim_end()));
        let row = hang(&format!("{head} "), &members, "   ", look.width);
        // Behind a long beginning there is no room for a second line.
        match row.len() > 1 && columns(&head) > look.width / 3 {
            true => lines.extend([vec![head], hang("      ", &members, "   ", look.width)].concat()),
            false => lines.extend(row),
        }
    }
    lines.extend(columned(look, menu, &single, &words));
    lines
}

/// What a label begins with that others may begin with too: up to where it says whereto (`attack with Rock -> `), else its verb.
fn beginning(offer: &Offer) -> &str {
    let label = offer.label.as_str();
    let after = |at: usize, mark: &str| &label[..at + mark.len()];
    for mark in [" -> ", " into "] {
        if let Some(at) = label.find(mark) {
            return after(at, mark);
        }
    }
    let leads = ["call", "buddy call", "move", "link", "swap soul core"].contains(&offer.verb)
        || offer.verb.starts_with("move");
    match (leads, label.rfind(" to ")) {
        (true, Some(at)) => after(at, " to "),
        _ if label.strip_prefix(offer.verb).is_some_and(|rest| rest.starts_with(' ')) && label.len() < 60 => {
            after(offer.verb.len(), " ")
        }
        _ => "",
    }
}

/// More options than this stand side by side where they are short.
const MANY: usize = 6;

/// The options with their numbers; where there are many, short ones share a line.
pub fn options(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let all: Vec<usize> = (0..menu.options.len()).collect();
    columned(look, menu, &all, &|offer| option(look, offer))
}

/// Some of the options, each in a line or two short ones side by side.
fn columned(look: &Look, menu: &MenuBoard, which: &[usize], words: &dyn Fn(&Offer) -> String) -> Vec<String> {
    let digits = menu.options.len().to_string().len();
    let half = look.width / 2;
    let mut lines: Vec<String> = Vec::new();
    // Whether the last line has room for another short option.
    let mut open = false;
    for at in which {
        let words: Vec<String> = words(&menu.options[*at]).split(' ').map(str::to_string).collect();
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
