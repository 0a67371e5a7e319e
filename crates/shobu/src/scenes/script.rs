//! The lines of a script: answers, refusals and expectations.

use crate::fault::{Fault, Source};
use kernel::Seat;
use std::ops::Range;

/// One line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its line in the file, from 1.
    pub number: usize,
    /// Its bytes in the file.
    pub span: Range<usize>,
    /// What the line says.
    pub step: Step,
}

/// What a line does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `you: label` answers the open menu.
    Answer {
        /// Who answers.
        seat: Seat,
        /// What.
        label: String,
    },
    /// `you cannot: label (rule)` demands that this is refused now, by this rule.
    Cannot {
        /// Who may not.
        seat: Seat,
        /// What.
        label: String,
        /// The rule that has to refuse it, where one is named.
        rule: Option<String>,
    },
    /// `expect …` reads the table.
    Expect(String),
}

/// Reads a script whose first line is this line of its file.
pub(super) fn read(source: &Source, script: &str, first_line: usize) -> Result<Vec<Line>, Fault> {
    let mut lines = Vec::new();
    // The lines of the file run along with those of the script.
    let mut whole = source.span_of_line(first_line);
    for (at, raw) in script.lines().enumerate() {
        if at > 0 {
            whole = source.span_of_next_line(whole);
        }
        let words = without_comment(raw).trim();
        if words.is_empty() {
            continue;
        }
        let number = first_line + at;
        let from = whole.start + source.text[whole.clone()].find(words).unwrap_or(0);
        let span = from..whole.end.min(from + words.len());
        let step =
            step(words).map_err(|(what, help)| source.fault_on(number, span.clone(), what).help(help))?;
        lines.push(Line { number, span, step });
    }
    Ok(lines)
}

/// A comment begins at a `#` at the front or behind a space; `Wall#2` is a name.
fn without_comment(line: &str) -> &str {
    let bytes = line.as_bytes();
    let begins = |at: &usize| bytes[*at] == b'#' && (*at == 0 || bytes[at - 1].is_ascii_whitespace());
    match (0..bytes.len()).find(begins) {
        Some(at) => &line[..at],
        None => line,
    }
}

type Trouble = (String, &'static str);

fn step(words: &str) -> Result<Step, Trouble> {
    const HELP: &str = "a line is `you: label`, `opponent: label`, `you cannot: label (rule)` or `expect …`";
    if let Some(rest) = words.strip_prefix("expect") {
        if rest.starts_with(char::is_whitespace) && !rest.trim().is_empty() {
            return Ok(Step::Expect(rest.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        return Err(("`expect` expects nothing".into(), "say what should be true: `expect your hand = 1`"));
    }
    let Some((who, label)) = words.split_once(':') else {
        return Err((format!("not a line of a script: {words}"), HELP));
    };
    let label = label.trim();
    if label.is_empty() {
        return Err(("no label behind the colon".into(), HELP));
    }
    let mut who = who.split_whitespace();
    let seat = match who.next() {
        Some("you") => Seat::A,
        Some("opponent") => Seat::B,
        other => {
            return Err((
                format!("{:?} is no seat: a line begins with `you` or `opponent`", other.unwrap_or("")),
                HELP,
            ));
        }
    };
    match (who.next(), who.next()) {
        (None, _) => Ok(Step::Answer { seat, label: label.into() }),
        (Some("cannot"), None) => {
            let (label, rule) = split_rule(label);
            Ok(Step::Cannot { seat, label: label.into(), rule: rule.map(str::to_string) })
        }
        _ => Err((format!("not understood before the colon: {words}"), HELP)),
    }
}

/// The rule id in parentheses behind a label.
fn split_rule(label: &str) -> (&str, Option<&str>) {
    let inside = label.strip_suffix(')').and_then(|front| front.rsplit_once('('));
    match inside {
        Some((front, rule)) if !front.trim().is_empty() && !rule.trim().contains(char::is_whitespace) => {
            (front.trim_end(), Some(rule.trim()).filter(|rule| !rule.is_empty()))
        }
        _ => (label, None),
    }
}
