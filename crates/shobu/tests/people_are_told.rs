//! What people are told over whole games of all four: twins keep their numbers, what is activated says which effect it is,
//! spectators are told the seats, and whatever is offered can be asked about by its label.

use kernel::board::{Board, CardBoard};
use kernel::{Chance, Dice, Eyes, Seat};
use shobu::any::Start;
use shobu::message::Session;
use shobu::{AnyMatch, GameName};
use std::collections::HashMap;

const ALL_EYES: [Eyes; 3] = [Eyes::Seat(Seat::A), Eyes::Seat(Seat::B), Eyes::Public];

fn begin(game: GameName, seed: u64) -> Session {
    let start = Start { seed, players: ["person".into(), "person".into()], ..Start::default() };
    Session::new("told".into(), AnyMatch::begin(game, &start).expect("a match begins"))
}

/// Answers at random until the match is over, with a look at every decision.
fn play(game: GameName, seed: u64, mut look: impl FnMut(&mut Session)) {
    let (mut session, mut dice) = (begin(game, seed), Dice::new(seed));
    while let Some(seat) = session.game.seat() {
        look(&mut session);
        let options = session.show(Eyes::Seat(seat)).menu.expect("the seat is asked").options.len();
        session.answer(dice.below(options as u32) as usize).expect("what is listed can be answered");
    }
    look(&mut session);
}

fn cards(board: &Board) -> Vec<&CardBoard> {
    let zones = Seat::BOTH.into_iter().flat_map(|seat| board.seats.of(seat).zones.iter());
    let mut left: Vec<&CardBoard> = zones.flat_map(|(_, zone)| &zone.cards).collect();
    let mut all = Vec::new();
    while let Some(card) = left.pop() {
        left.extend(&card.under);
        all.push(card);
    }
    all
}

/// The number of a card among its twins.
fn number(name: &str) -> &str {
    name.rsplit_once('#').map_or("1", |(_, number)| number)
}

#[test]
fn twins_keep_their_numbers_for_as_long_as_they_can_be_followed() {
    for game in GameName::ALL {
        let mut twins = 0;
        for seed in 1..=3 {
            let mut before: [HashMap<String, String>; 3] = Default::default();
            play(game, seed, |session| {
                for (known, eyes) in before.iter_mut().zip(ALL_EYES) {
                    let state = session.show(eyes);
                    let named: Vec<_> = cards(&state.board)
                        .into_iter()
                        .filter_map(|card| Some((card, card.name.clone()?)))
                        .collect();
                    let mut told = HashMap::new();
                    for (card, name) in &named {
                        // A Leader that awakens has another name, and is the same card.
                        if let Some(was) = known.get(&card.r#ref) {
                            assert_eq!(
                                number(was),
                                number(name),
                                "{game} {seed} {eyes:?} {}: {was}, {name}",
                                card.r#ref
                            );
                        }
                        twins += usize::from(number(name) != "1");
                        told.insert(card.r#ref.clone(), name.clone());
                        let alike = |(other, called): &&(&CardBoard, String)| {
                            other.owner == card.owner && called == name
                        };
                        assert_eq!(named.iter().filter(alike).count(), 1, "{game} {seed} {eyes:?}: {name}");
                    }
                    *known = told;
                    // What a menu says of a twin is what the table says of it.
                    for offer in state.menu.iter().flat_map(|menu| &menu.options) {
                        for twin in offer
                            .cards
                            .iter()
                            .filter_map(|card| known.get(card))
                            .filter(|name| name.contains('#'))
                        {
                            assert!(
                                offer.label.contains(twin.as_str()),
                                "{game} {seed}: {} is about {twin}",
                                offer.label
                            );
                        }
                    }
                }
            });
        }
        assert!(twins > 100, "{game}: {twins} twins were seen");
    }
}

#[test]
fn what_is_offered_can_be_asked_about() {
    for game in GameName::ALL {
        play(game, 4, |session| {
            let Some(seat) = session.game.seat() else { return };
            let labels = session.game.labels();
            let menu = session.show(Eyes::Seat(seat)).menu.expect("the seat is asked");
            assert_eq!(labels, menu.options.iter().map(|offer| offer.label.clone()).collect::<Vec<_>>());
            for label in labels {
                let why = session.game.why_label(&label);
                assert_eq!(why["allowed"], label.as_str(), "{game}: {why}");
            }
        });
    }
}

#[test]
fn an_effect_that_is_activated_is_told_with_its_words() {
    let begins = |text: &str| {
        ["an effect of ", "you activate ", "you resolve ", "opponent activates "]
            .iter()
            .any(|word| text.starts_with(word))
    };
    for game in GameName::ALL {
        let (mut all, mut worded) = (0, 0);
        for seed in 5..=8 {
            play(game, seed, |session| {
                for event in session.tell(Eyes::Seat(Seat::A)).events {
                    let effect = begins(&event.text) || event.text.ends_with(" triggers");
                    all += usize::from(effect && !event.text.contains("a card"));
                    worded += usize::from(event.words.is_some());
                    assert!(event.words.is_none_or(|words| !words.is_empty()), "{}", event.text);
                }
            });
        }
        assert!(all > 10 && worded >= all, "{game}: {worded} of {all} effects are told with their words");
    }
}

/// Whose card it is stands in front of it, also when a Leader has another side up.
#[test]
fn a_sentence_that_begins_with_a_card_says_whose_it_is() {
    for game in GameName::ALL {
        for seed in 12..=14 {
            play(game, seed, |session| {
                let state = session.tell(Eyes::Seat(Seat::A));
                let cards = cards(&state.board);
                for event in &state.events {
                    let first =
                        event.cards.first().and_then(|first| cards.iter().find(|card| card.r#ref == *first));
                    if let Some(name) = first.and_then(|card| card.bare_name()) {
                        assert!(!event.text.starts_with(name), "{game} {seed}: {:?}", event.text);
                    }
                }
            });
        }
    }
}

#[test]
fn a_spectator_is_told_the_seats() {
    for game in GameName::ALL {
        let mut told = 0;
        play(game, 9, |session| {
            for event in session.tell(Eyes::Public).events {
                let words: Vec<&str> = event.text.split(|letter: char| !letter.is_alphanumeric()).collect();
                let you = words.iter().any(|word| ["you", "your", "opponent"].contains(word));
                assert!(!you, "{game}: a spectator reads {:?}", event.text);
                told += usize::from(event.text.contains("seat A") || event.text.contains("seat B"));
            }
        });
        assert!(told > 20, "{game}: the seats are named {told} times");
    }
}

/// Looking must not tell what the other deck holds: a card of no deck is shown like any other.
#[test]
fn any_card_of_the_files_can_be_looked_at() {
    let session = begin(GameName::Digimon, 1);
    let cards = shobu::pools::CardSet::<shobu::games::Digimon>::built_in().expect("the built-in cards read");
    let ids = cards.pool().iter().map(|(_, card)| kernel::Printed::id(card).to_string()).collect::<Vec<_>>();
    assert!(ids.len() > 50, "{} cards", ids.len());
    for id in ids {
        assert!(session.game.look(Eyes::Seat(Seat::A), &id).is_some(), "{id}");
    }
}

#[test]
fn numbers_are_the_same_when_a_match_is_played_again() {
    let mut session = begin(GameName::ALL[0], 11);
    let mut dice = Dice::new(11);
    for _ in 0..60 {
        let Some(seat) = session.game.seat() else { break };
        let options = session.show(Eyes::Seat(seat)).menu.expect("the seat is asked").options.len();
        session.answer(dice.below(options as u32) as usize).expect("what is listed can be answered");
    }
    let again = AnyMatch::again(session.game.record(), "record", &[]).expect("it is played again");
    for eyes in ALL_EYES {
        assert_eq!(session.game.picture(eyes), again.picture(eyes), "{eyes:?}");
    }
}
