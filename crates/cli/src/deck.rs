//! `shobu deck check`.

use crate::args::Deck as Args;
use crate::{Done, Result, say};
use serde_json::json;
use shobu::decks::DeckFile;
use shobu::pools::CardSet;
use shobu::setup::{deck_named, edition_index};
use shobu::{Fault, GameName, Playable, Source, built_in, with_game};
use std::path::PathBuf;

pub fn run(args: &Args) -> Result {
    let Args::Check { deck, game, pool, edition, json } = args;
    let file = open(deck, *game)?;
    let Some(game) = game.or(file.game) else {
        let fault = Fault::of_file(&file.source().name, "this list does not say which game it is for");
        return Err(fault.help("name it with --game").into());
    };
    with_game!(game, G => check::<G>(&file, pool, edition.as_deref(), *json))
}

/// The deck file, or the built-in deck of that name of any game.
fn open(word: &str, game: Option<GameName>) -> Result<DeckFile> {
    if let Some(game) = game {
        return with_game!(game, G => deck_named::<G>(word));
    }
    let path = PathBuf::from(word);
    if !path.exists() {
        for game in GameName::ALL {
            let stem = |source: &Source| {
                PathBuf::from(&*source.name).file_stem().is_some_and(|stem| stem.to_string_lossy() == word)
            };
            if let Some(source) = built_in::deck_files(game.as_str()).into_iter().find(stem) {
                return DeckFile::read(source);
            }
        }
    }
    DeckFile::read(Source::read(&path)?)
}

fn check<G: Playable>(file: &DeckFile, pool: &[PathBuf], edition: Option<&str>, as_json: bool) -> Result {
    if let Some(other) = file.game.filter(|game| game.as_str() != G::NAME) {
        return Err(Fault::of_file(
            &file.source().name,
            format!("this is a {other} deck, not one of {}", G::NAME),
        )
        .into());
    }
    let edition = edition_index::<G>(edition)?;
    let cards = CardSet::<G>::with_built_in(&say::pools(pool)?)?;
    let reasons: Vec<(Option<&str>, String)> = match file.resolve(&cards) {
        Ok(list) => G::check_deck(&cards.cards, &list, edition)
            .into_iter()
            .map(|fault| (fault.rule.map(|rule| G::RULES.id(rule)), fault.why))
            .collect(),
        Err(faults) => {
            let with_help = |fault: &Fault| match &fault.help {
                Some(help) => (None, format!("{} ({help})", fault.what)),
                None => (None, fault.what.clone()),
            };
            let mut reasons: Vec<_> = faults.list.iter().map(with_help).collect();
            if faults.left_out > 0 {
                reasons.push((None, format!("and {} more like these", faults.left_out)));
            }
            reasons
        }
    };
    let legal = reasons.is_empty();
    if as_json {
        let reasons: Vec<_> = reasons.iter().map(|(rule, why)| json!({"rule": rule, "why": why})).collect();
        say::json(&json!({"legal": legal, "reasons": reasons}));
    } else {
        let name = if file.list.name.is_empty() { &file.source().name } else { file.list.name.as_str() };
        say!(
            "{name}: {} by {}, edition {}",
            if legal { "legal" } else { "not legal" },
            G::NAME,
            G::EDITIONS[edition]
        );
        reasons.iter().for_each(|(rule, why)| match rule {
            Some(rule) => {
                let says = G::RULES.find(rule).map_or("", |rule| G::RULES.says(rule));
                say!("  {why} (rule {rule}: {says})");
            }
            None => say!("  {why}"),
        });
    }
    Ok(if legal { Done::Fine } else { Done::Failed })
}
