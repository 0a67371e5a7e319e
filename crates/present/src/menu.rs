//! The open decision in words.

use crate::news::begun;
use crate::rows::{columned, rows};
use crate::style::Look;
use crate::wrap::{columns, sentence};
use kernel::board::{MenuBoard, Offer};

/// What is asked, and by which card and words.
pub fn question(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let mut lines = heading(look, menu);
    // What is asked in the card's own words need not be said twice.
    let fold = |words: &str| words.trim_end_matches('.').to_lowercase();
    let told = |words: &&String| fold(&menu.reason.text).contains(&fold(words));
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
    let theirs = reason.owner.filter(|owner| *owner != menu.seat);
    let mut head = match &reason.name {
        Some(name) if !text.contains(name.as_str()) => match theirs {
            Some(seat) => format!("{}'s {name}: {text}", look.name(seat)),
            None => format!("{name}: {text}"),
        },
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

/// The numbers that are chosen among, where nothing else is: each is typed as it is, and not by its place.
pub fn amounts(menu: &MenuBoard) -> Option<Vec<i32>> {
    let amount = |offer: &Offer| {
        let bare = offer.cards.is_empty() && offer.cost.is_none() && offer.then.is_none();
        let said = offer.label.strip_prefix("choose ")?.parse().ok();
        said.filter(|_| bare)
    };
    let all: Option<Vec<i32>> = menu.options.iter().map(amount).collect();
    all.filter(|numbers| numbers.len() > 1)
}

/// The one line that lists amounts.
pub(crate) fn listed(look: &Look, numbers: &[i32]) -> Vec<String> {
    let (last, front) = (numbers[numbers.len() - 1], &numbers[..numbers.len() - 1]);
    let front: Vec<String> = front.iter().map(i32::to_string).collect();
    sentence(&format!("choose {} or {last}", front.join(", ")), 2, look.width)
}

/// One option with its cost and what it leaves.
pub fn option(look: &Look, offer: &Offer) -> String {
    let told = offer.cost.is_some() || offer.then.is_some();
    // What goes on behind a sentence is no sentence of its own.
    let mut words = offer.label.strip_suffix('.').filter(|_| told).unwrap_or(&offer.label).to_string();
    words.extend(offer.cards.first().map(|card| look.id(card)));
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
///   digivolve Rock into: 2 Boulder (3), memory 1   5 Cliff (4), memory 0
///   attack with Rock 5000 -> 7 opponent   8 Sprout 3000
///   block with … -> Rock: 9 Wall   10 Wall#2
///   11 pass turn
/// ```
pub fn grouped(look: &Look, menu: &MenuBoard) -> Vec<String> {
    const FEW: usize = 6;
    let few = menu.options.len() <= FEW;
    rows(look, menu, |offer| if few { option_and_deed(look, menu, offer) } else { option(look, offer) })
}

/// The same without what is left after paying.
pub fn bare(look: &Look, menu: &MenuBoard) -> Vec<String> {
    rows(look, menu, labelled)
}

/// The same with nothing but the labels and what they cost, and of the words of effects only the beginning.
pub fn barest(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let room = look.width.saturating_sub(4 + menu.options.len().to_string().len());
    let is_whole =
        |label: &str| menu.options.iter().filter(|offer| offer.label.starts_with(label)).count() < 2;
    let cut = |offer: &Offer| match offer.label.split_once(": ") {
        Some((card, effect)) => {
            let short = begun(card, effect, room);
            let begins = short.trim_end_matches(['"', '…']).replacen(": \"", ": ", 1);
            // What two options have in common does not tell them apart.
            if columns(&labelled(offer)) > room && is_whole(&begins) { short } else { labelled(offer) }
        }
        None => labelled(offer),
    };
    let plain = MenuBoard {
        options: menu.options.iter().map(|offer| Offer { then: None, ..offer.clone() }).collect(),
        ..menu.clone()
    };
    rows(look, &plain, cut)
}

/// An option with what it costs, and what comes of it beside what paying leaves: that follows from the cost.
fn labelled(offer: &Offer) -> String {
    let cost = offer.cost.map_or(String::new(), |cost| format!(" ({cost})"));
    let is_rest = |part: &&str| {
        let left = part.ends_with(" left") || part.contains(" in reserve");
        let memory = part.starts_with("memory ") || part.ends_with(" memory");
        let fight = part.contains(" against ") || part.ends_with(" damage") || part.starts_with("level ");
        left || memory || fight
    };
    let then = offer.then.iter().flat_map(|then| then.split(", "));
    let then: String = then.filter(|part| !is_rest(part)).map(|part| format!(", {part}")).collect();
    format!("{}{cost}{then}", offer.label)
}

/// The options with their numbers; where there are many, short ones share a line.
pub fn options(look: &Look, menu: &MenuBoard) -> Vec<String> {
    if let Some(numbers) = amounts(menu) {
        return listed(look, &numbers);
    }
    let all: Vec<usize> = (0..menu.options.len()).collect();
    columned(look, menu, &all, &|offer| option_and_deed(look, menu, offer))
}

/// One option with what its card does, as far as the line has room.
fn option_and_deed(look: &Look, menu: &MenuBoard, offer: &Offer) -> String {
    // A number, two columns and the margin stand before an option.
    let room = look.width.saturating_sub(4 + menu.options.len().to_string().len());
    match does(look, offer) {
        Some(words) => begun(&option(look, offer), words, room),
        None => option(look, offer),
    }
}

/// What comes of an option, in the words of its card, where its label does not say them.
fn does<'a>(look: &'a Look, offer: &'a Offer) -> Option<&'a str> {
    let words = match &offer.words {
        Some(words) => words,
        None => look.does.get(offer.cards.first()?)?,
    };
    (DEEDS.contains(&offer.verb) && !offer.label.contains(": ")).then(|| deed_in(words))
}

/// The words of an effect without the brackets that say when it can be used: that it can is seen.
fn deed_in(words: &str) -> &str {
    let inner = words.strip_prefix(['[', '【']).and_then(|rest| rest.split_once([']', '】']));
    match inner.map(|(_, rest)| rest.trim_start()).filter(|rest| rest.starts_with(char::is_alphabetic)) {
        Some(rest) => rest,
        None => words,
    }
}

/// The verbs by which the text of a card is carried out.
pub const DEEDS: [&str; 5] = ["activate", "counter", "cast", "use", "play"];
