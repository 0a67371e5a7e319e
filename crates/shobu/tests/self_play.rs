//! Random games on the built-in decks, alike for all four games: in every edition, at both paces, every deck against every
//! other. Listed answers apply, a saved state loads equal, games end, and no game runs out of room.

use kernel::{Dice, Game, Log, Match, Pace, Why};
use shobu::Playable;
use shobu::decks::DeckFile;
use shobu::pools::CardSet;
use shobu::setup::{Setup, UnreadCards};
use shobu::sim::MOST_DECISIONS;

/// Games for each edition.
const GAMES: u64 = 60;

fn play<G: Playable>(holds: fn(&G) -> Option<String>) {
    let files = shobu::built_in::deck_files(G::NAME).into_iter().map(DeckFile::read);
    let files: Vec<DeckFile> = files.collect::<Result<_, _>>().unwrap_or_else(|faults| panic!("{faults}"));
    let cards = CardSet::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}"));
    for (edition, seed) in G::EDITIONS.iter().flat_map(|edition| (0..GAMES).map(move |seed| (edition, seed)))
    {
        let at = seed as usize;
        let pair = [&files[at % files.len()], &files[at / files.len() % files.len()]];
        let setup = Setup::new(cards.clone(), Some(edition), pair, UnreadCards::Refused);
        let setup = setup.unwrap_or_else(|faults| panic!("{faults}"));
        let pace = if seed % 3 == 0 { Pace::Shown } else { Pace::Fast };
        let cards = setup.cards.cards.clone();
        let mut game =
            Match::<G, Dice>::new(cards, setup.edition, &setup.decks, Dice::new(seed), pace, Log::silent());
        let mut dice = Dice::new(seed ^ 0x5EED);
        let mut decisions = 0;
        while game.outcome().is_none() {
            let told = || format!("{} {edition}, seed {seed}, decision {decisions}", G::NAME);
            assert_eq!(holds(game.state()), None, "{}", told());
            let options = game.menu().options.len();
            assert!(options > 0, "{}: an open decision without options", told());
            if decisions % 37 == 0 {
                let saved = serde_json::to_string(game.state()).expect("a state is data");
                let loaded: G = serde_json::from_str(&saved).expect("what was saved loads");
                assert!(loaded == *game.state(), "{}: loading gives back what was saved", told());
            }
            let answer = kernel::Chance::below(&mut dice, options as u32) as usize;
            game.answer(answer).expect("a listed answer applies");
            decisions += 1;
            assert!(decisions < MOST_DECISIONS, "{} {edition}: game {seed} does not end", G::NAME);
        }
        let why = game.outcome().map(|outcome| outcome.why);
        assert!(!matches!(why, None | Some(Why::Limit)), "{} {edition}: game {seed}: {why:?}", G::NAME);
    }
}

fn nothing_more<G: Game>(_: &G) -> Option<String> {
    None
}

#[test]
fn battle_spirits_games_end_and_cores_add_up() {
    play::<shobu::games::BattleSpirits>(battle_spirits::State::check_invariants);
}

#[test]
fn buddyfight_games_end() {
    play::<shobu::games::Buddyfight>(nothing_more);
}

#[test]
fn dbs_games_end() {
    play::<shobu::games::Dbs>(nothing_more);
}

#[test]
fn digimon_games_end() {
    play::<shobu::games::Digimon>(nothing_more);
}
