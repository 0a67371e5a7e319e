//! What happened, in words.

use crate::style::Look;
use crate::wrap::sentence;
use kernel::board::EventBoard;

/// Line by line; the same line several times in a row stands once with its number.
pub fn news(look: &Look, events: &[EventBoard]) -> Vec<String> {
    let mut lines = Vec::new();
    for same in events.chunk_by(|one, two| one.text == two.text) {
        let words = match same.len() {
            1 => same[0].text.clone(),
            times => format!("{} (x{times})", same[0].text),
        };
        lines.extend(sentence(&words, 2, look.width).iter().map(|line| look.faint(line)));
    }
    lines
}

/// The log: each line with the rule behind it.
pub fn log(look: &Look, events: &[EventBoard]) -> Vec<String> {
    let line = |event: &EventBoard| sentence(&format!("{} [{}]", event.text, event.rule), 2, look.width);
    events.iter().flat_map(line).collect()
}
