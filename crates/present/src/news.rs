//! What happened, in words.

use crate::style::Look;
use crate::wrap::{columns, hang, sentence};
use kernel::board::EventBoard;

/// How far the lines of the log stand in.
const INDENT: usize = 2;

/// Line by line, without windows in which nothing happened and without the way of a card that was just said to be played; the
/// same line several times in a row stands once with its number. Of the words of an effect as many as fit on the line: the log
/// has all of them.
pub fn news(look: &Look, events: &[EventBoard]) -> Vec<String> {
    let mut lines = Vec::new();
    let is_told = |event: &&EventBoard| !opens_a_window(&event.text) && !arrives(&event.text);
    let events: Vec<&EventBoard> = events.iter().filter(is_told).collect();
    for same in events.chunk_by(|one, two| (&one.text, &one.words) == (&two.text, &two.words)) {
        let words = match same.len() {
            1 => counted(&same[0].text),
            times => format!("{} (x{times})", counted(&same[0].text)),
        };
        let words = match &same[0].words {
            Some(effect) => begun(&words, effect, look.width.saturating_sub(INDENT)),
            None => words,
        };
        lines.extend(sentence(&words, INDENT, look.width).iter().map(|line| look.faint(line)));
    }
    lines
}

/// The same where there is no room for it: what goes without saying is left out, and sentences stand side by side.
pub fn brief(look: &Look, events: &[EventBoard]) -> Vec<String> {
    let told: Vec<&EventBoard> =
        events.iter().filter(|event| !event.routine && !arrives(&event.text)).collect();
    let several = |same: &[&EventBoard]| match same.len() {
        1 => counted(&same[0].text),
        times => format!("{} (x{times})", counted(&same[0].text)),
    };
    let parts: Vec<String> = told.chunk_by(|one, two| one.text == two.text).map(several).collect();
    hang("  ", &parts, "; ", look.width).iter().map(|line| look.faint(line)).collect()
}

/// Whether a line says no more than that somebody could have answered: what they answered has its own line, and the log has both.
fn opens_a_window(text: &str) -> bool {
    text == "flash timing" || text.ends_with(" counter timing")
}

/// Whether a line says no more than that a card which is being played comes to the table: that it is played has its own line.
fn arrives(text: &str) -> bool {
    const TABLE: [&str; 3] = [" battle", " unison", " field"];
    [" declared to ", " use to "].iter().any(|between| text.contains(between))
        && text.contains(" goes from ")
        && TABLE.iter().any(|zone| text.ends_with(zone))
}

/// Words in which one marker is not several.
fn counted(text: &str) -> String {
    match text.strip_suffix(" markers") {
        Some(front) if front.ends_with(" +1") || front.ends_with(" -1") => format!("{front} marker"),
        _ => text.to_string(),
    }
}

/// The log: each line with the rule behind it.
pub fn log(look: &Look, events: &[EventBoard]) -> Vec<String> {
    let effect =
        |event: &EventBoard| event.words.as_ref().map_or(String::new(), |words| format!(": \"{words}\""));
    let line = |event: &EventBoard| {
        sentence(&format!("{}{} [{}]", counted(&event.text), effect(event), event.rule), INDENT, look.width)
    };
    events.iter().flat_map(line).collect()
}

/// A sentence and the beginning of an effect's words behind it, as far as a line has room; the sentence alone where there is
/// hardly any.
pub(crate) fn begun(sentence: &str, effect: &str, width: usize) -> String {
    const LEAST: usize = 12;
    let whole = format!("{sentence}: \"{effect}\"");
    if columns(&whole) <= width {
        return whole;
    }
    let room = width.saturating_sub(columns(sentence) + columns(": \"…\""));
    if room < LEAST {
        return sentence.to_string();
    }
    let mut cut = String::new();
    for word in effect.split(' ') {
        let longer = if cut.is_empty() { word.to_string() } else { format!("{cut} {word}") };
        if columns(&longer) > room {
            break;
        }
        cut = longer;
    }
    format!("{sentence}: \"{cut}…\"")
}
