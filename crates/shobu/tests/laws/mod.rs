//! The laws of a game, each a function over any game. They are written down beside `kernel::Game`; here they are
//! held. Every law walks random games from a seed and looks at decisions on the way.
#![allow(dead_code)]

pub mod knowledge;

use kernel::*;
pub use knowledge::what_is_named_is_known;
use shobu::Playable;
use shobu::records::{Record, RecordPace, Replay};
use shobu::setup::Setup;
use shobu::sim::MOST_DECISIONS;

/// A match of random answers, and the generator that gives them.
pub struct Walk<G: Playable> {
    pub game: Match<G, Dice>,
    pub dice: Dice,
}

impl<G: Playable> Walk<G> {
    pub fn new(setup: &Setup<G>, seed: u64, log: Log<G::What>) -> Self {
        let cards = setup.cards.cards.clone();
        let game = Match::new(cards, setup.edition, &setup.decks, Dice::new(seed), Pace::Fast, log);
        Walk { game, dice: Dice::new(seed ^ 0xB07) }
    }

    /// Answers at random; `false` when the match is over.
    pub fn step(&mut self) -> bool {
        let options = self.game.menu().options.len();
        if options == 0 {
            return false;
        }
        let answer = self.dice.below(options as u32) as usize;
        self.game.answer(answer).expect("a listed answer is taken");
        true
    }

    /// Whether to look closely at this decision: some of them are enough.
    fn look(&mut self) -> bool {
        self.dice.below(8) == 0
    }
}

fn walk<G: Playable>(setup: &Setup<G>, seed: u64, log: Log<G::What>, mut at: impl FnMut(&mut Walk<G>)) {
    let mut walk = Walk::new(setup, seed, log);
    for _ in 0..MOST_DECISIONS {
        if !walk.game.menu().options.is_empty() && walk.look() {
            at(&mut walk);
        }
        if !walk.step() {
            return;
        }
    }
    panic!("{}: seed {seed}: not over after {MOST_DECISIONS} decisions", G::NAME);
}

fn apply<G: Playable>(setup: &Setup<G>, state: &G, choice: G::Choice, dice: &Dice) -> (G, Dice) {
    let (mut state, mut dice, mut log) = (state.clone(), dice.clone(), Log::silent());
    state.apply(choice, &mut Context { pool: &*setup.cards.cards, chance: &mut dice, log: &mut log });
    (state, dice)
}

fn menu_of<G: Playable>(setup: &Setup<G>, state: &G) -> Menu<G> {
    let mut menu = Menu::default();
    state.menu(&setup.cards.cards, &mut menu);
    menu
}

/// An open state has options, each of them applies, and leads to an end or to another state with options.
pub fn every_listed_answer_applies<G: Playable>(setup: &Setup<G>, seed: u64) {
    walk(setup, seed, Log::silent(), |walk| {
        for choice in walk.game.menu().options.clone() {
            let (after, _) = apply(setup, walk.game.state(), choice, walk.game.chance());
            let menu = menu_of(setup, &after);
            match after.standing() {
                Standing::Open(seat) => {
                    assert!(
                        !menu.options.is_empty(),
                        "{}: seed {seed}: {choice:?} leads to an empty menu",
                        G::NAME
                    );
                    assert_eq!(menu.seat, seat, "{}: seed {seed}: the menu is for another seat", G::NAME);
                }
                Standing::Over(_) => {
                    assert!(menu.options.is_empty(), "{}: seed {seed}: a menu after the end", G::NAME)
                }
            }
        }
    });
}

/// An answer that is not listed is refused and changes nothing.
pub fn an_unlisted_answer_changes_nothing<G: Playable>(setup: &Setup<G>, seed: u64) {
    walk(setup, seed, Log::silent(), |walk| {
        let before = (walk.game.state().clone(), walk.game.chance().clone(), walk.game.menu().clone());
        for answer in [walk.game.menu().options.len(), usize::from(u16::MAX) + 1, usize::MAX] {
            assert!(walk.game.answer(answer).is_err(), "{}: seed {seed}: answer {answer} was taken", G::NAME);
        }
        assert!(walk.game.find("no such label at all").is_err());
        let after = (walk.game.state().clone(), walk.game.chance().clone(), walk.game.menu().clone());
        assert!(before == after, "{}: seed {seed}: a refused answer changed the match", G::NAME);
    });
}

/// Listing is silent: it changes nothing, and twice gives the same. Each option has a label of its own.
pub fn labels_tell_options_apart<G: Playable>(setup: &Setup<G>, seed: u64) {
    walk(setup, seed, Log::silent(), |walk| {
        let labels = walk.game.labels();
        assert_eq!(menu_of(setup, walk.game.state()), *walk.game.menu());
        for (at, label) in labels.iter().enumerate() {
            assert!(!label.is_empty());
            let twin = labels[..at].iter().position(|other| other == label);
            assert_eq!(twin, None, "{}: seed {seed}: two options read {label:?} in {labels:?}", G::NAME);
        }
    });
}

/// A refusal never speaks of what is allowed: the verdicts are the menu and the rest.
pub fn verdicts_agree_with_the_menu<G: Playable>(setup: &Setup<G>, seed: u64) {
    walk(setup, seed, Log::silent(), |walk| {
        let mut verdicts = Verdicts(Vec::new());
        walk.game.state().consider(&setup.cards.cards, &mut verdicts);
        let allowed: Vec<G::Choice> =
            verdicts.0.iter().filter(|(_, verdict)| verdict.is_ok()).map(|(choice, _)| *choice).collect();
        assert_eq!(allowed, walk.game.menu().options, "{}: seed {seed}", G::NAME);
        for (choice, verdict) in &verdicts.0 {
            if let Err(rule) = verdict {
                assert_ne!(G::RULES.id(*rule), "?", "{}: {choice:?} is refused by no rule", G::NAME);
            }
        }
    });
}

/// A copy plays on identically.
pub fn a_copy_plays_identically<G: Playable>(setup: &Setup<G>, seed: u64) {
    let mut walk = Walk::new(setup, seed, Log::silent());
    let until = Dice::new(seed).below(60);
    for _ in 0..until {
        walk.step();
    }
    let cards = setup.cards.cards.clone();
    let (state, chance) = (walk.game.state().clone(), walk.game.chance().clone());
    let copy = Match::resume(state, cards, chance, Pace::Fast, Log::silent());
    let mut copy = Walk { game: copy, dice: walk.dice.clone() };
    while walk.step() {
        assert!(copy.step());
        assert!(
            walk.game.state() == copy.game.state(),
            "{}: seed {seed}: the copy went another way",
            G::NAME
        );
        assert_eq!(StableHasher::of(walk.game.state()), StableHasher::of(copy.game.state()));
    }
    assert!(!copy.step());
}

/// Saved and loaded, a state is equal, hashes equal, and offers the same.
pub fn save_and_load_are_equal<G: Playable>(setup: &Setup<G>, seed: u64) {
    walk(setup, seed, Log::silent(), |walk| {
        let state = walk.game.state();
        let text = serde_json::to_string(state).expect("a state can be saved");
        let loaded: G = serde_json::from_str(&text).expect("a saved state can be loaded");
        assert!(loaded == *state, "{}: seed {seed}: saving and loading changed the state", G::NAME);
        assert_eq!(StableHasher::of(&loaded), StableHasher::of(state), "{}: seed {seed}: hash", G::NAME);
        assert_eq!(menu_of(setup, &loaded), *walk.game.menu());
        for seat in Seat::BOTH {
            let view = state.view(seat);
            let text = serde_json::to_string(&view).expect("a view can be saved");
            assert!(serde_json::from_str::<G::View>(&text).expect("a saved view can be loaded") == view);
        }
    });
}

/// A record, written and read again, replays to the same states.
pub fn a_record_replays_to_the_same_states<G: Playable>(setup: &Setup<G>, seed: u64) {
    let mut record = Record::begin(setup, seed, RecordPace::Fast, ["random", "random"]);
    let mut walk = Walk::new(setup, seed, Log::silent());
    let mut states = vec![StableHasher::of(walk.game.state())];
    while walk.step() {
        let answer = usize::from(*walk.game.answers().last().expect("an answer was given"));
        record.note(answer, walk.game.state());
        states.push(StableHasher::of(walk.game.state()));
    }
    record.finish(walk.game.state());
    let source = shobu::Source::new("record.json", record.to_json());
    let read = Record::read(&source).expect("a written record reads");
    assert_eq!(read, record);
    let mut replay = Replay::<G>::open(read, "record.json", setup.cards.clone()).expect("it opens");
    loop {
        assert_eq!(
            StableHasher::of(replay.game.state()),
            states[replay.at()],
            "{}: answer {}",
            G::NAME,
            replay.at()
        );
        if replay.step().expect("it replays").is_none() {
            break;
        }
    }
    assert_eq!(replay.at() + 1, states.len());
    replay.go_to(replay.at() / 2).expect("it goes back");
    assert_eq!(StableHasher::of(replay.game.state()), states[replay.at()]);
    replay.verify().expect("it verifies");
}

/// What a seat sees, is asked and is told depends on what it knows and on nothing else: on any other table that looks
/// the same to it, view, menu, labels, position and events read the same.
pub fn secrets_stay_secret<G: Playable>(setup: &Setup<G>, seed: u64) {
    let cards = &setup.cards.cards;
    let mut worlds = Dice::new(seed ^ 0x5EC2E7);
    walk(setup, seed, Log::listening(), |walk| {
        let game = &walk.game;
        for seat in Seat::BOTH {
            let view = game.state().view(seat);
            for _ in 0..3 {
                let other = match G::determinize(&view, cards, &setup.prints, &mut worlds) {
                    Ok(other) => other,
                    Err(why) => panic!("{}: seed {seed}: the view of {seat:?} has no table: {why}", G::NAME),
                };
                let at =
                    || format!("{}: seed {seed}, seat {seat:?}, answer {}", G::NAME, game.answers().len());
                assert!(other.view(seat) == view, "{}: another table looks different", at());
                assert_eq!(
                    other.show(cards, Some(seat)),
                    game.state().show(cards, Some(seat)),
                    "{}: the position",
                    at()
                );
                if game.menu().seat == seat {
                    let menu = menu_of(setup, &other);
                    assert_eq!(menu.options, game.menu().options, "{}: the menu", at());
                    let mut labels: Vec<String> =
                        menu.options.iter().map(|choice| other.label(cards, *choice)).collect();
                    kernel::unlike(&mut labels);
                    assert_eq!(labels, game.labels(), "{}: the labels", at());
                    let (one, two) = (game.state().ask(cards, menu.reason), other.ask(cards, menu.reason));
                    assert_eq!(one, two, "{}: the reason", at());
                }
                for event in game.events() {
                    let (one, two) =
                        (game.state().tell(cards, event, Some(seat)), other.tell(cards, event, Some(seat)));
                    assert_eq!(one, two, "{}: the event {event:?}", at());
                }
            }
        }
    });
}

/// A picture is made of every view, looks like it, and can be asked whatever a screen asks; whoever is asked finds the
/// same menu on it, with the same labels. Nothing of what its eyes do not know is in it.
pub fn a_picture_agrees_with_its_view<G: Playable>(setup: &Setup<G>, seed: u64) {
    let cards = &setup.cards.cards;
    walk(setup, seed, Log::silent(), |walk| {
        let game = &walk.game;
        let asked = Eyes::Seat(game.menu().seat);
        for eyes in [Eyes::Seat(Seat::A), Eyes::Seat(Seat::B), Eyes::Public, Eyes::All] {
            let at = || format!("{}: seed {seed}, {eyes:?}, answer {}", G::NAME, game.answers().len());
            let view = game.state().view(eyes);
            let picture = game.state().pictured(cards, eyes);
            assert_eq!(picture.view(eyes), view, "{}: the view of the picture", at());
            assert_eq!(picture.show(cards, eyes), game.state().show(cards, eyes), "{}: the position", at());
            if eyes == asked || eyes == Eyes::All {
                let menu = menu_of(setup, &picture);
                assert_eq!(menu.options, game.menu().options, "{}: the menu", at());
                let mut labels: Vec<String> =
                    menu.options.iter().map(|choice| picture.label(cards, *choice)).collect();
                kernel::unlike(&mut labels);
                assert_eq!(labels, game.labels(), "{}: the labels", at());
            }
        }
        assert!(game.state().pictured(cards, Eyes::All).show(cards, None) == game.state().show(cards, None));
    });
}

/// Random play comes to an end.
pub fn every_game_ends<G: Playable>(setup: &Setup<G>, seed: u64) {
    let mut walk = Walk::new(setup, seed, Log::silent());
    for _ in 0..MOST_DECISIONS {
        if !walk.step() {
            assert!(walk.game.outcome().is_some());
            return;
        }
    }
    panic!("{}: seed {seed}: not over after {MOST_DECISIONS} decisions", G::NAME);
}

/// Conceding is possible at any decision and ends the match for the other.
pub fn conceding_ends_the_match<G: Playable>(setup: &Setup<G>, seed: u64) {
    walk(setup, seed, Log::silent(), |walk| {
        for seat in Seat::BOTH {
            let mut state = walk.game.state().clone();
            state.concede(seat);
            let ended = Outcome { winner: Some(seat.other()), why: Why::Concession };
            assert_eq!(state.standing(), Standing::Over(ended), "{}: seed {seed}", G::NAME);
            assert!(menu_of(setup, &state).options.is_empty());
        }
    });
}

/// All of them, for one seed.
pub fn all<G: Playable>(setup: &Setup<G>, seed: u64) {
    every_listed_answer_applies(setup, seed);
    an_unlisted_answer_changes_nothing(setup, seed);
    labels_tell_options_apart(setup, seed);
    verdicts_agree_with_the_menu(setup, seed);
    a_copy_plays_identically(setup, seed);
    save_and_load_are_equal(setup, seed);
    a_record_replays_to_the_same_states(setup, seed);
    secrets_stay_secret(setup, seed);
    a_picture_agrees_with_its_view(setup, seed);
    conceding_ends_the_match(setup, seed);
    every_game_ends(setup, seed);
    what_is_named_is_known(setup, seed);
}

/// A board tells only what its eyes know: on any table that looks the same to them it is the same, its options too. What
/// it names lies on it, and each option reads differently.
pub fn boards_tell_only_what_is_known<G: Playable>(setup: &Setup<G>, seed: u64) {
    use kernel::board::Painter;
    let cards = &*setup.cards.cards;
    let paint = |state: &G, menu: &Menu<G>, eyes: Eyes| {
        let picture = state.pictured(cards, eyes);
        let mut painter = Painter::new(&picture, cards, eyes);
        let asked = eyes.seat() == Some(menu.seat);
        let menu = asked.then(|| painter.menu(menu));
        (painter.board(), menu)
    };
    walk(setup, seed, Log::silent(), |walk| {
        let menu = walk.game.menu().clone();
        for eyes in [Eyes::Seat(Seat::A), Eyes::Seat(Seat::B), Eyes::Public] {
            let (board, asked) = paint(walk.game.state(), &menu, eyes);
            let seen = walk.game.state().view(eyes);
            let mut dice = Dice::new(seed);
            let other = G::determinize(&seen, cards, &setup.prints, &mut dice)
                .unwrap_or_else(|why| panic!("{}: seed {seed}: {why}", G::NAME));
            let (imagined, offered) = paint(&other, &menu, eyes);
            assert!(board == imagined, "{}: seed {seed}: {eyes:?} sees other secrets", G::NAME);
            assert!(asked == offered, "{}: seed {seed}: {eyes:?} is offered by other secrets", G::NAME);
            let text = serde_json::to_string(&board).expect("a board is plain data");
            for offer in asked.iter().flat_map(|menu| &menu.options) {
                for card in &offer.cards {
                    let lies = text.contains(&format!("\"ref\":\"{card}\""));
                    assert!(lies, "{}: seed {seed}: {card} of {:?} lies nowhere", G::NAME, offer.label);
                }
            }
        }
    });
}
