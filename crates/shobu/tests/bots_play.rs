//! The bots on the real games. What they answer depends on seeds and counted work only, so that these matches are the
//! same on every machine.

use bots::{Bot, Budget, Random, Rollout, Sight};
use kernel::{Dice, Log, Match, Pace, Seat};
use shobu::setup::Setup;
use shobu::sim::MOST_DECISIONS;
use shobu::{GameName, Playable, with_game};

/// A tenth of what greedy thinks: enough to beat chance, and quick in a build that is not optimised.
const LITTLE: Budget = Budget { decisions: 400, playout: 250 };

fn begin<G: Playable>(setup: &Setup<G>, seed: u64) -> Match<G, Dice> {
    let cards = setup.cards.cards.clone();
    Match::new(cards, setup.edition, &setup.decks, Dice::new(seed), Pace::Fast, Log::silent())
}

fn choose<G: Playable>(setup: &Setup<G>, game: &Match<G, Dice>, bot: &mut dyn Bot<G>) -> usize {
    let sight = Sight::new(game.state(), game.menu(), &setup.cards.cards, &setup.prints);
    bot.choose(&sight).unwrap_or_else(|forfeit| panic!("{}: {forfeit:?}", G::NAME))
}

/// Whether the thinking bot on `seat` beats the random one.
fn wins<G: Playable>(setup: &Setup<G>, seat: Seat, seed: u64) -> bool {
    let (mut thinks, mut guesses) = (Rollout::new(seed, LITTLE), Random::new(seed + 1));
    let mut game = begin(setup, seed);
    for _ in 0..MOST_DECISIONS {
        if let Some(outcome) = game.outcome() {
            return outcome.winner == Some(seat);
        }
        let bot: &mut dyn Bot<G> = if game.menu().seat == seat { &mut thinks } else { &mut guesses };
        let answer = choose(setup, &game, bot);
        game.answer(answer).unwrap_or_else(|refused| panic!("{}: {refused}", G::NAME));
    }
    panic!("{}: not over after {MOST_DECISIONS} decisions", G::NAME);
}

/// On either side, with either deck, over four games: three must be won.
fn thinking_beats_chance<G: Playable>() {
    let setup = Setup::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}"));
    let won = (0..4).filter(|seed| wins(&setup, Seat::BOTH[*seed as usize % 2], *seed)).count();
    assert!(won >= 3, "{}: won {won} of 4", G::NAME);
}

#[test]
fn thinking_beats_chance_at_digimon() {
    thinking_beats_chance::<shobu::games::Digimon>();
}

#[test]
fn thinking_beats_chance_at_dragon_ball() {
    thinking_beats_chance::<shobu::games::Dbs>();
}

#[test]
fn thinking_beats_chance_at_buddyfight() {
    thinking_beats_chance::<shobu::games::Buddyfight>();
}

#[test]
fn thinking_beats_chance_at_battle_spirits() {
    thinking_beats_chance::<shobu::games::BattleSpirits>();
}

/// Every bot that can be asked for by name answers, and the same seed gives the same answers.
fn answers_twice_alike<G: Playable>() {
    let setup = Setup::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}"));
    for (name, _) in bots::NAMES {
        // The levels are the search with more patience than a test has.
        let name =
            if ["normal", "hard", "search"].contains(name) { "search:iterations=20+solver=20" } else { name };
        let answers = || -> Vec<u16> {
            let mut bot = bots::named::<G>(name, 3).unwrap_or_else(|| panic!("no bot is called {name}"));
            let mut game = begin(&setup, 11);
            while game.answers().is_empty() && !game.menu().options.is_empty() {
                let answer = choose(&setup, &game, &mut *bot);
                game.answer(answer).unwrap_or_else(|refused| panic!("{}: {name}: {refused}", G::NAME));
            }
            game.answers().to_vec()
        };
        assert_eq!(answers(), answers(), "{}: {name}", G::NAME);
    }
}

#[test]
fn every_named_bot_answers_the_same_for_the_same_seed() {
    for game in GameName::ALL {
        with_game!(game, G => answers_twice_alike::<G>());
    }
}
