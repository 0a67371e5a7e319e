//! The runtime's promises, on a toy game of numbered pebbles: choices, offers, costs, branches, loops, modes.

mod pebbles;

use effects::*;
use pebbles::{Pebbles, V, Verb, pile};

fn one_of(zone: u8) -> Select<V> {
    some_of(zone, HowMany::Exactly(Amount::Fixed(1)))
}

fn some_of(zone: u8, count: HowMany<V>) -> Select<V> {
    Select::new(pile(zone), Filter::Any, count)
}

fn choose(slot: u8, from: Select<V>) -> Step<V> {
    Step::Choose { who: Who::You, slot: Slot(slot), from }
}

fn move_slot(slot: u8, to: u8) -> Step<V> {
    Step::Do(Verb::Move(Target::Slot(Slot(slot)), to))
}

fn note(number: i32) -> Step<V> {
    Step::Do(Verb::Note(Amount::Fixed(number)))
}

/// Runs the steps with a script of answers by label and returns the notes and the sizes of the three piles.
fn play(zones: [usize; 3], steps: Vec<Step<V>>, script: &[&str]) -> (Vec<i32>, [usize; 3]) {
    let mut game = Pebbles::begin(zones, steps);
    for label in script {
        let labels = game.labels();
        let at = labels
            .iter()
            .position(|option| option == label)
            .unwrap_or_else(|| panic!("{label} not in {labels:?}"));
        game.answer(at);
    }
    assert_eq!(game.labels(), Vec::<String>::new(), "a decision is left open");
    game.result()
}

#[test]
fn a_choice_binds_and_the_verb_takes_what_is_bound() {
    let steps = vec![choose(0, one_of(0)), move_slot(0, 1)];
    assert_eq!(play([2, 0, 0], steps, &["card 1"]).1, [1, 1, 0]);
}

#[test]
fn what_must_be_taken_is_not_asked() {
    let two = HowMany::Exactly(Amount::Fixed(2));
    let steps = vec![choose(0, some_of(0, two.clone())), move_slot(0, 1)];
    assert_eq!(play([2, 0, 0], steps.clone(), &[]).1, [0, 2, 0]);
    // As many as possible where there are too few.
    assert_eq!(play([1, 0, 0], steps, &[]).1, [0, 1, 0]);
}

#[test]
fn up_to_can_stop_early() {
    let steps = vec![choose(0, some_of(0, HowMany::UpTo(Amount::Fixed(2)))), move_slot(0, 1)];
    assert_eq!(play([3, 0, 0], steps.clone(), &["card 0", "done"]).1, [2, 1, 0]);
    assert_eq!(play([3, 0, 0], steps.clone(), &["done"]).1, [3, 0, 0]);
    assert_eq!(play([3, 0, 0], steps, &["card 0", "card 2"]).1, [1, 2, 0]);
}

#[test]
fn an_order_is_asked_even_when_all_are_taken() {
    let mut all = some_of(0, HowMany::All);
    all.ordered = true;
    let steps = vec![choose(0, all), move_slot(0, 1)];
    assert_eq!(play([3, 0, 0], steps, &["card 2", "card 0"]).1, [0, 3, 0]);
}

#[test]
fn an_offer_lists_the_cards_beside_decline() {
    let offer = Step::May {
        who: Who::You,
        steps: vec![choose(0, one_of(0)), move_slot(0, 1)],
        then: vec![note(1)],
        otherwise: vec![note(2)],
    };
    assert_eq!(play([2, 0, 0], vec![offer.clone()], &["card 0"]), (vec![1], [1, 1, 0]));
    assert_eq!(play([2, 0, 0], vec![offer.clone()], &["decline"]), (vec![2], [2, 0, 0]));
    // What cannot be begun is not offered, and counts as not done.
    assert_eq!(play([0, 0, 0], vec![offer], &[]), (vec![2], [0, 0, 0]));
}

#[test]
fn an_offer_with_nothing_to_choose_is_yes_or_decline() {
    let offer = Step::May { who: Who::You, steps: vec![note(7)], then: vec![], otherwise: vec![] };
    assert_eq!(play([0, 0, 0], vec![offer.clone(), note(8)], &["yes"]).0, [7, 8]);
    assert_eq!(play([0, 0, 0], vec![offer, note(8)], &["decline"]).0, [8]);
}

#[test]
fn a_cost_is_paid_whole_or_not_offered() {
    let two = HowMany::Exactly(Amount::Fixed(2));
    let by = |forced| Step::By {
        who: Who::You,
        cost: vec![choose(0, some_of(0, two.clone())), move_slot(0, 1)],
        then: vec![note(5)],
        forced,
    };
    assert_eq!(play([1, 0, 0], vec![by(false)], &[]), (vec![], [1, 0, 0]));
    assert_eq!(play([3, 0, 0], vec![by(false)], &["card 0", "card 1"]), (vec![5], [1, 2, 0]));
    assert_eq!(play([3, 0, 0], vec![by(false)], &["decline"]), (vec![], [3, 0, 0]));
    assert_eq!(play([2, 0, 0], vec![by(true)], &[]), (vec![5], [0, 2, 0]));
    assert_eq!(play([1, 0, 0], vec![by(true)], &[]), (vec![], [1, 0, 0]));
}

#[test]
fn only_cards_that_can_pay_may_be_chosen_for_a_cost() {
    // Pebbles already in pile 1 cannot be moved there.
    let both = Among::Several(vec![pile(0), pile(1)]);
    let cost = vec![
        Step::Choose {
            who: Who::You,
            slot: Slot(0),
            from: Select::new(both, Filter::Any, HowMany::Exactly(Amount::Fixed(1))),
        },
        move_slot(0, 1),
    ];
    let by = Step::By { who: Who::You, cost, then: vec![note(1)], forced: false };
    let mut game = Pebbles::begin([1, 2, 0], vec![by]);
    assert_eq!(game.labels(), ["card 0", "decline"]);
    game.answer(0);
    assert_eq!(game.result(), (vec![1], [0, 3, 0]));
}

#[test]
fn if_you_do_looks_at_what_was_done() {
    let steps = |zone| {
        vec![Step::IfDid { steps: vec![choose(0, one_of(zone)), move_slot(0, 1)], then: vec![note(1)] }]
    };
    assert_eq!(play([1, 0, 0], steps(0), &[]).0, [1]);
    assert_eq!(play([1, 0, 0], steps(2), &[]).0, Vec::<i32>::new());
}

#[test]
fn conditions_and_amounts_read_the_table() {
    let count = Amount::Count(Box::new(some_of(0, HowMany::All)));
    let cond = Cond::Compare(count.clone(), Cmp::AtLeast, Amount::Fixed(2));
    let steps = vec![Step::If {
        cond,
        then: vec![Step::Do(Verb::Note(Amount::PerEach { each: 10, per: 2, of: Box::new(count) }))],
        otherwise: vec![note(0)],
    }];
    assert_eq!(play([5, 0, 0], steps.clone(), &[]).0, [20]);
    assert_eq!(play([1, 0, 0], steps, &[]).0, [0]);
}

#[test]
fn loops_run_for_each_card_and_as_often_as_said() {
    let each = vec![
        choose(0, some_of(0, HowMany::All)),
        Step::Each { over: Slot(0), slot: Slot(1), steps: vec![move_slot(1, 2), note(1)] },
    ];
    assert_eq!(play([3, 0, 0], each, &[]), (vec![1, 1, 1], [0, 0, 3]));
    let repeat = vec![Step::Repeat { times: Amount::Fixed(2), steps: vec![note(4)] }, note(5)];
    assert_eq!(play([0, 0, 0], repeat, &[]).0, [4, 4, 5]);
}

#[test]
fn modes_are_chosen_once_each() {
    let options = (1..=3).map(|number| (format!("note {number}"), vec![note(number)])).collect();
    let steps = vec![Step::OneOf { who: Who::You, pick: 2, options }, note(9)];
    let mut game = Pebbles::begin([0, 0, 0], steps);
    assert_eq!(game.labels(), ["mode 0", "mode 1", "mode 2"]);
    game.answer(2);
    assert_eq!(game.labels(), ["mode 0", "mode 1"]);
    game.answer(0);
    assert_eq!(game.result().0, [3, 1, 9]);
}

#[test]
fn a_number_can_be_named() {
    let steps = vec![
        Step::Name { who: Who::You, min: Amount::Fixed(0), max: Amount::Fixed(3) },
        Step::Do(Verb::Note(Amount::Named)),
    ];
    assert_eq!(play([0, 0, 0], steps.clone(), &["number 2"]).0, [2]);
    // Offered, the numbers stand beside `decline`.
    let offer = vec![Step::May { who: Who::You, steps, then: vec![], otherwise: vec![] }, note(9)];
    assert_eq!(play([0, 0, 0], offer.clone(), &["number 1"]).0, [1, 9]);
    assert_eq!(play([0, 0, 0], offer, &["decline"]).0, [9]);
}

#[test]
fn the_total_of_a_figure_bounds_a_choice() {
    // A pebble's weight is its number: 0, 1, 2, 3.
    let steps = vec![choose(0, some_of(0, HowMany::TotalUpTo((), Amount::Fixed(3)))), move_slot(0, 1)];
    let mut game = Pebbles::begin([4, 0, 0], steps);
    game.answer(2);
    assert_eq!(game.labels(), ["card 0", "card 1", "done"]);
    game.answer(1);
    assert_eq!(game.labels(), ["card 0", "done"]);
    game.answer(1);
    assert_eq!(game.result().1, [2, 2, 0]);
}
