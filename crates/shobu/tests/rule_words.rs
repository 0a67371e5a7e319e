//! Every rule that a scene can show has words of our own: some, few, and none of the document's.

use kernel::{Game, RuleRow};
use shobu::{GameName, with_game};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// More than this is no longer a rule in a sentence or two.
const MOST_WORDS: usize = 60;
/// So many words in a row that also stand in the document are a quotation.
const QUOTED: usize = 8;

fn rows(game: GameName) -> Vec<RuleRow> {
    with_game!(game, G => G::RULES.rows().collect())
}

#[test]
fn every_testable_rule_has_words_and_few_of_them() {
    for game in GameName::ALL {
        for row in rows(game) {
            if row.is_testable() {
                assert!(!row.says.trim().is_empty(), "{game} {} has no words", row.id);
            }
            let words = row.says.split_whitespace().count();
            assert!(words <= MOST_WORDS, "{game} {} has {words} words", row.id);
        }
    }
}

/// Letters and digits in lower case, word by word, as both sides are compared.
fn plain(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '’'], "");
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_string)
        .collect()
}

/// The document of that number, where the folder with the documents is at hand.
fn document(number: &str) -> Option<String> {
    let seeds = |folder: &Path| folder.join("shared/seeds");
    let folder: PathBuf =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(seeds).find(|folder| folder.is_dir())?;
    let found =
        std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).find(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&format!("{number}_")))
        })?;
    Some(String::from_utf8_lossy(&std::fs::read(found).ok()?).into_owned())
}

#[test]
fn no_words_are_taken_from_the_documents() {
    for game in GameName::ALL {
        let rows = rows(game);
        let numbers: HashSet<&str> = rows.iter().map(|row| row.seed).collect();
        let mut quoted: HashSet<Vec<String>> = HashSet::new();
        for number in numbers {
            let Some(text) = document(number) else {
                return eprintln!("skipped: no shared/seeds/{number}_* in a folder above");
            };
            quoted.extend(plain(&text).windows(QUOTED).map(<[String]>::to_vec));
        }
        for row in &rows {
            let said = plain(row.says);
            let same = said.windows(QUOTED).find(|run| quoted.contains(*run));
            assert!(
                same.is_none(),
                "{game} {} shares {:?} with its document",
                row.id,
                same.map(|run| run.join(" "))
            );
        }
    }
}
