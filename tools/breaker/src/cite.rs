//! Where a source file cites rules, and which lines a citation speaks of.

use std::collections::HashSet;

/// How far behind a comment its rule still speaks of the code.
const BEHIND_COMMENT: usize = 10;
/// How far behind the comment of a function.
const BEHIND_DOC: usize = 12;
/// What follows a comment in its block belongs to it, whatever it is, for so many lines.
const AT_LEAST: usize = 3;
/// How far in front of a `rule!("…")` the code belongs to it.
const BEFORE_MACRO: usize = 3;

/// A game: its folder, and the mark in front of its rule ids.
#[derive(Clone, Copy)]
pub struct Game {
    pub name: &'static str,
    pub mark: &'static str,
}

pub const GAMES: [Game; 4] = [
    Game { name: "battle-spirits", mark: "BS " },
    Game { name: "buddyfight", mark: "BF " },
    Game { name: "digimon", mark: "DCG " },
    Game { name: "dbs", mark: "DBS " },
];

/// For each line of a file (from 0) the rules that are cited for it.
pub fn rules_by_line(text: &str, game: Game, known: &HashSet<String>) -> Vec<Vec<String>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut rules = vec![Vec::new(); lines.len()];
    let mut cite = |from: usize, to: usize, ids: &[String]| {
        for line in rules.iter_mut().take(to).skip(from) {
            for id in ids {
                if !line.contains(id) {
                    line.push(id.clone());
                }
            }
        }
    };
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim_start();
        if line.starts_with("//!") {
            at += 1;
        } else if line.starts_with("//") {
            let start = at;
            while at < lines.len() && lines[at].trim_start().starts_with("//") {
                at += 1;
            }
            let ids: Vec<String> =
                lines[start..at].iter().flat_map(|line| ids_in(line, game.mark, known)).collect();
            if !ids.is_empty() {
                cite(at, end_of_region(&lines, start, at, game.mark), &ids);
            }
        } else {
            if let Some((_, comment)) = line.split_once(" // ") {
                cite(at, at + 1, &ids_in(comment, game.mark, known));
            }
            let ids = macros_in(line, known);
            if !ids.is_empty() {
                cite(start_of_region(&lines, at), at + 1, &ids);
            }
            at += 1;
        }
    }
    rules
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The line behind the last that a comment over `start..code` speaks of: the statement or arm that begins there, and
/// a little more of its block. A comment of a function speaks of its beginning.
fn end_of_region(lines: &[&str], start: usize, code: usize, mark: &str) -> usize {
    let doc = lines[start].trim_start().starts_with("///");
    let most = lines.len().min(code + if doc { BEHIND_DOC } else { BEHIND_COMMENT });
    let depth = indent(lines[start]);
    for (at, line) in lines.iter().enumerate().take(most).skip(code) {
        let words = line.trim_start();
        let goes_on =
            at < code + AT_LEAST || indent(line) > depth || words.starts_with(['}', ')', '.', ']', '&', '|']);
        let cites = words.starts_with("//") && line.contains(mark);
        if words.is_empty() || cites || !goes_on || indent(line) < depth {
            return at;
        }
    }
    most
}

/// The first line that a `rule!` at this line speaks of: where its statement begins, or the condition it stands under.
fn start_of_region(lines: &[&str], at: usize) -> usize {
    let mut start = at;
    while start > 0 && at - start < BEFORE_MACRO {
        let line = lines[start - 1].trim();
        let ends = line.is_empty() || line.starts_with("//") || line.ends_with([';', '}']);
        let asks = line.ends_with('{') && (line.starts_with("if ") || line.starts_with("} else if "));
        if ends || line.contains("rule!(") || (line.ends_with('{') && !asks) {
            break;
        }
        start -= 1;
        if asks {
            break;
        }
    }
    start
}

/// The ids that a comment cites: `DCG 11-2-1, 11-2-2: …`.
fn ids_in(comment: &str, mark: &str, known: &HashSet<String>) -> Vec<String> {
    let mut ids = Vec::new();
    for (at, _) in comment.match_indices(mark) {
        for word in comment[at + mark.len()..].split_whitespace() {
            let id = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
            if known.contains(id) {
                ids.push(id.to_string());
            } else if !matches!(id, "to" | "and" | "or") {
                break;
            }
        }
    }
    ids
}

/// The ids in `rule!("…")`.
fn macros_in(line: &str, known: &HashSet<String>) -> Vec<String> {
    let id = |rest: &str| rest.split('"').next().filter(|id| known.contains(*id)).map(str::to_string);
    line.split("rule!(\"").skip(1).filter_map(id).collect()
}

/// Every id of a game's index.
pub fn known(index: &str) -> HashSet<String> {
    index.lines().skip(1).filter_map(|line| line.split('\t').next()).map(str::to_string).collect()
}
