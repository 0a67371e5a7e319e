//! The law suite on the games themselves, with their built-in decks. `SHOBU_LONG=1` holds them to it for 2,000 matches a law,
//! `SHOBU_LONG=300` for so many.

mod laws;

use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use shobu::Playable;
use shobu::setup::Setup;

/// Checks one law for a number of random seeds, more of them if asked to.
fn hold<G: Playable>(law: fn(&Setup<G>, u64)) {
    if shobu::built_in::deck_files(G::NAME).is_empty() {
        return eprintln!("skipped: {} has no built-in decks yet", G::NAME);
    }
    let cases = match std::env::var("SHOBU_LONG").map(|cases| cases.parse()) {
        Err(_) => 12,
        Ok(Ok(0 | 1) | Err(_)) => 2_000,
        Ok(Ok(cases)) => cases,
    };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let setup = Setup::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}"));
    // A fixed sequence of seeds: a failure comes back on the next run.
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let checked = runner.run(&proptest::num::u64::ANY, |seed| {
        law(&setup, seed);
        Ok(())
    });
    if let Err(error) = checked {
        panic!("{error}");
    }
}

/// One test for each law and game.
macro_rules! laws_of {
    ($game:ident, $State:ty) => {
        mod $game {
            use super::{hold, laws};
            type State = $State;
            laws_of!(@ every_listed_answer_applies an_unlisted_answer_changes_nothing labels_tell_options_apart
                verdicts_agree_with_the_menu a_copy_plays_identically save_and_load_are_equal
                a_record_replays_to_the_same_states secrets_stay_secret a_picture_agrees_with_its_view boards_tell_only_what_is_known what_is_named_is_known conceding_ends_the_match every_game_ends);
        }
    };
    (@ $($law:ident)*) => {
        $(
            #[test]
            fn $law() {
                hold::<State>(laws::$law);
            }
        )*
    };
}

laws_of!(battle_spirits, shobu::games::BattleSpirits);
laws_of!(buddyfight, shobu::games::Buddyfight);
laws_of!(dbs, shobu::games::Dbs);
laws_of!(digimon, shobu::games::Digimon);
