//! The pages that say which words are read (`docs/wording-<game>.md`): every line of a fenced block marked `card` is the text of a card
//! that is read whole. Behind the word stands the card's kind (`card spell`).

use shobu::scenes::{Scene, set_up};
use shobu::{GameName, Source, with_game};
use std::path::Path;

/// The examples of a page: the kind of card, and the line.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for block in page.split("```").skip(1).step_by(2) {
        let Some((head, lines)) = block.split_once('\n') else { continue };
        let Some(kind) = head.strip_prefix("card") else { continue };
        found.extend(
            lines
                .lines()
                .filter(|line| !line.trim().is_empty())
                .map(|line| (kind.trim().into(), line.into())),
        );
    }
    found
}

#[test]
fn every_example_of_the_wording_pages_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for game in GameName::ALL {
        let name = format!("wording-{game}.md");
        let Ok(page) = std::fs::read_to_string(folder.join(&name)) else { continue };
        let examples = examples(&page);
        assert!(!examples.is_empty(), "{name} has no examples");
        for (kind, line) in examples {
            let kind = if kind.is_empty() { String::new() } else { format!("kind = \"{kind}\"\n") };
            let text = format!("text = '''{line}'''\n");
            // Only cards that are somewhere are read.
            let place = if kind.contains("flag") { "flag = \"Example\"" } else { "hand = [\"Example\"]" };
            let scene = format!(
                "title = \"An example\"\ngame = \"{game}\"\nrules = []\n[[card]]\nname = \"Example\"\n{kind}{text}[table]\n[you]\n{place}\n[opponent]\n"
            );
            let scene =
                Scene::read(Source::new(name.as_str(), scene)).unwrap_or_else(|fault| panic!("{fault}"));
            let ready = with_game!(game, G => set_up::<G>(&scene).map(|_| ()));
            assert!(
                ready.is_ok(),
                "{name}: not read: {line}\n{}",
                ready.err().map(|fault| fault.to_string()).unwrap_or_default()
            );
        }
    }
}
