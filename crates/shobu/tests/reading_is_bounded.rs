//! Whatever a text of 5,000 letters says, reading it takes a bounded number of steps (`effects/tests/bounds.rs` counts them).
//! Here the four readers are given texts that once took minutes; each must give up in a fraction of what a person notices,
//! even in a build without optimisation.

use kernel::Printed;
use serde_json::{Value, json};
use shobu::Playable;
use std::time::{Duration, Instant};

/// Fifty milliseconds in a release build; a build for tests is up to forty times as slow, and machines are busy.
const PATIENCE: Duration = Duration::from_secs(5);

/// Pieces that a grammar may read in more than one way, over and over.
const PIECES: [&str; 12] = [
    "[Digivolve] Lv.2 w/[DM] trait or ",
    "[On Play] If you have a red or blue or green card with [A] in its name or ",
    "When one of your red cards with [A] in its name and [B] in its text, ",
    "[Auto] When you play this card, choose up to 1 of your red and blue <A> or 《B》 cards and ",
    "1 of your Digimon and 1 of your Digimon and ",
    "you may choose a card and you may ",
    "\"[On Play] gain \"[On Play] ",
    "<Decoy (red or blue or ",
    "(((((",
    "\"「\"「",
    "a card on your field with \"A\" in its card name or a card on your field with 《B》 in its attributes or ",
    "red or blue and ",
];

fn read<G: Playable>(text: &str) -> Duration {
    let mut row = json!({ "id": "T-1", "name": "T", "text": text }).as_object().cloned().unwrap_or_default();
    G::plain(&mut row);
    let started = Instant::now();
    let _ = <G::Printed as Printed>::read(&Value::Object(row));
    started.elapsed()
}

fn hold<G: Playable>() {
    for (one, other) in PIECES.iter().flat_map(|one| PIECES.iter().map(move |other| (one, other))) {
        let both = format!("{one}{other}");
        let text: String = both.chars().cycle().take(5000).collect();
        let took = read::<G>(&text);
        assert!(took < PATIENCE, "{}: {both:?} over and over took {took:?}", G::NAME);
    }
}

#[test]
fn battle_spirits() {
    hold::<shobu::games::BattleSpirits>();
}

#[test]
fn buddyfight() {
    hold::<shobu::games::Buddyfight>();
}

#[test]
fn dbs() {
    hold::<shobu::games::Dbs>();
}

#[test]
fn digimon() {
    hold::<shobu::games::Digimon>();
}
