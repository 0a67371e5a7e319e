//! What the pages show of the command is what it prints: every `$ shobu …` of these pages that has output below it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const PAGES: [&str; 7] = [
    "judging.md",
    "protocol.md",
    "decks.md",
    "playing/digimon.md",
    "playing/dbs.md",
    "playing/buddyfight.md",
    "playing/battle-spirits.md",
];

/// Real cards by their facts: ids, names and figures.
const CARDS: &str = r#"{"id": "P-001", "name": "Agumon", "kind": "digimon", "colors": ["red"], "level": 3, "play_cost": 5, "dp": 3000}
{"id": "BT5-007", "name": "Agumon", "kind": "digimon", "colors": ["red"], "level": 3, "play_cost": 3, "dp": 2000}
{"id": "BT5-086", "name": "Omnimon", "kind": "digimon", "colors": ["white"], "level": 7, "play_cost": 15, "dp": 14000, "digivolve": [{"color": "red", "level": 6, "cost": 4}, {"color": "blue", "level": 6, "cost": 4}]}
"#;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    std::fs::read_to_string(path).expect("the page is there")
}

/// The words of a command line; double quotes keep words together.
fn words(line: &str) -> Vec<String> {
    let quoted = |(at, part): (usize, &str)| match at % 2 {
        0 => part.split_whitespace().map(str::to_string).collect::<Vec<_>>(),
        _ => vec![part.to_string()],
    };
    line.split('"').enumerate().flat_map(quoted).collect()
}

/// Each command of a page with the output that the page shows.
fn transcripts(page: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for block in page.split("```").skip(1).step_by(2) {
        for line in block.lines().skip(1) {
            match (line.strip_prefix("$ shobu "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_string(), Vec::new())),
                (None, Some((_, output))) if block.contains("$ shobu") => output.push(line.to_string()),
                _ => {}
            }
        }
    }
    found.retain(|(_, output)| !output.is_empty());
    found
}

#[test]
fn the_pages_show_what_the_command_prints() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("cards.jsonl"), CARDS).expect("a file can be written");
    let judging = page("judging.md");
    let position =
        judging.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a position");
    std::fs::write(folder.path().join("position.toml"), position).expect("a file can be written");
    let mut held = 0;
    for (command, output) in PAGES.iter().flat_map(|name| transcripts(&page(name))) {
        let mut started = Command::new(env!("CARGO_BIN_EXE_shobu"))
            .args(words(&command))
            .current_dir(folder.path())
            .env_remove("SHOBU_STATE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        // What was typed stands behind the prompts.
        let typed = output.iter().filter_map(|line| line.strip_prefix("> "));
        let typed: String = typed.map(|line| format!("{line}\n")).collect();
        if let Some(mut input) = started.stdin.take() {
            // A command that asks for nothing may be gone by now.
            let _ = input.write_all(typed.as_bytes());
        }
        let ran = started.wait_with_output().expect("the command ends");
        let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
        // `…` stands for any lines.
        let mut rest = printed.lines();
        // An engine is asked without a prompt.
        let engine = command.starts_with("engine");
        let shown = output.iter().filter(|line| *line != "…" && !(engine && line.starts_with("> ")));
        for line in shown {
            assert!(
                rest.any(|other| other.trim_end() == line.trim_end()),
                "`shobu {command}` does not print {line:?}, but\n{printed}{}",
                String::from_utf8_lossy(&ran.stderr)
            );
        }
        held += 1;
    }
    assert!(held >= 6, "only {held} transcripts were found");
}

#[test]
fn the_page_has_the_whole_client() {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/client.py");
    let client = std::fs::read_to_string(client).expect("the client is there");
    assert!(page("protocol.md").contains(&client), "docs/protocol.md shows another client");
    assert!(client.lines().count() <= 30, "a client in 30 lines");
}
