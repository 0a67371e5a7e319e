//! What happened, in words.

use crate::fold::{Told, told};
use crate::style::Look;
use crate::wrap::{columns, hang, sentence};
use kernel::board::EventBoard;

/// How far the lines of the log stand in.
const INDENT: usize = 2;

/// Line by line, without what goes without saying ([`fold`](crate::fold)); the same line several times in a row stands once with its
/// number. Of the words of an effect as many as fit on the line: the log has all of them.
pub fn news(look: &Look, events: &[EventBoard]) -> Vec<String> {
    let mut lines = Vec::new();
    let told = told(look, events);
    for same in told.chunk_by(|one, two| (&one.text, &one.words) == (&two.text, &two.words)) {
        let words = several(&same[0].text, same.len());
        let words = match &same[0].words {
            Some(effect) => begun(&words, effect, look.width.saturating_sub(INDENT)),
            None => words,
        };
        lines.extend(sentence(&words, INDENT, look.width).iter().map(|line| look.faint(line)));
    }
    lines
}

/// The same where there is no room for it: what goes without saying anyhow is left out, and sentences stand side by side.
pub fn brief(look: &Look, events: &[EventBoard]) -> Vec<String> {
    let told: Vec<Told> = told(look, events).into_iter().filter(|line| !line.routine).collect();
    let same = |same: &[Told]| several(&same[0].text, same.len());
    let parts: Vec<String> = told.chunk_by(|one, two| one.text == two.text).map(same).collect();
    hang("  ", &parts, "; ", look.width).iter().map(|line| look.faint(line)).collect()
}

/// A line that comes so many times in a row.
fn several(text: &str, times: usize) -> String {
    match times {
        1 => counted(text),
        times => format!("{} (x{times})", counted(text)),
    }
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
