//! Positions of random games are written down as scenes, read back, and are the same: they look alike, offer alike, and go
//! on alike when both are played on.

use kernel::{Dice, Log, Match, Pace};
use shobu::live::{Live, Programs};
use shobu::pools::CardSet;
use shobu::scenes::{Scene, position};
use shobu::setup::Setup;
use shobu::{Playable, Source};

/// Positions of so many games, each so many answers apart.
const GAMES: u64 = 2;
const EVERY: usize = 13;

/// What a test tells of a game: positions, those that a scene says whole, and those that need a script.
#[derive(Default, Debug)]
struct Told {
    positions: usize,
    whole: usize,
    scripted: usize,
    /// Those that a seat's knowledge says whole.
    known: usize,
    lost: Vec<String>,
}

fn saved<G: Playable>() -> Told {
    let mut told = Told::default();
    for seed in 0..GAMES {
        let setup = Setup::<G>::built_in().expect("the starter decks read");
        let mut live =
            Live::begin(setup, seed, ["random", "random"], Programs::Refused).expect("the bot is known");
        for number in 0..160 {
            let Some(option) = live.bot_choice() else { break };
            if number % EVERY == 5 {
                one(&live, &mut told);
            }
            live.answer(option).expect("it is in the menu");
        }
    }
    println!(
        "{}: {} positions, {} whole ({} by a script), {} as a seat knows it",
        G::NAME,
        told.positions,
        told.whole,
        told.scripted,
        told.known
    );
    told.lost.iter().take(12).for_each(|lost| println!("  {lost}"));
    told
}

fn one<G: Playable>(live: &Live<G>, told: &mut Told) {
    let saved = live.scene(None).expect("a position can be written");
    told.positions += 1;
    let scene = Scene::read(Source::new("saved", saved.text.as_str()))
        .unwrap_or_else(|fault| panic!("{fault}\n{}", saved.text));
    if !saved.lost.is_empty() {
        told.lost.push(saved.lost.join("; "));
        return;
    }
    told.whole += 1;
    told.scripted += usize::from(!scene.lines.is_empty());
    let (cards, state, _) =
        position::<G>(&scene, None).unwrap_or_else(|failure| panic!("{:?}\n{}", failure.fault, saved.text));
    // The words for people are the same, twins' numbers apart.
    let game: Match<G, Dice> =
        Match::resume(state, cards.cards.clone(), Dice::new(1), Pace::Shown, Log::silent());
    let words = |state: &G, cards: &CardSet<G>| unnumbered(&state.show(&cards.cards, None));
    assert_eq!(words(live.game.state(), &live.setup.cards), words(game.state(), &cards), "{}", saved.text);
    assert_eq!(live.game.menu().seat, game.menu().seat, "{}", saved.text);
    assert_eq!(live.game.menu().options.len(), game.menu().options.len(), "{}", saved.text);
    // What a seat knows can be written too, and looks the same to it.
    let seat = game.menu().seat;
    let known = live.scene(Some(seat)).expect("a view can be written");
    let scene = Scene::read(Source::new("known", known.text.as_str()))
        .unwrap_or_else(|fault| panic!("{fault}\n{}", known.text));
    if known.lost.is_empty() {
        told.known += 1;
        let (cards, state, _) = position::<G>(&scene, None).expect("it is set up");
        let seen = |state: &G, cards: &CardSet<G>| unnumbered(&state.show(&cards.cards, Some(seat)));
        assert_eq!(seen(live.game.state(), &live.setup.cards), seen(&state, &cards), "{}", known.text);
    }
}

fn unnumbered(text: &str) -> String {
    let parts = text.split('#').map(|part| part.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    parts.collect()
}

/// Almost every position can be said whole; where not, it is told.
fn hold<G: Playable>() {
    let told = saved::<G>();
    assert!(told.positions >= 12, "{told:?}");
    assert!(told.whole * 100 >= told.positions * 90, "{told:?}");
}

#[test]
fn digimon() {
    hold::<shobu::games::Digimon>();
}

#[test]
fn dbs() {
    hold::<shobu::games::Dbs>();
}

#[test]
fn buddyfight() {
    hold::<shobu::games::Buddyfight>();
}

#[test]
fn battle_spirits() {
    hold::<shobu::games::BattleSpirits>();
}
