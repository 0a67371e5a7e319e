//! Loops that players could leave: their answers are barred one after the other, and one way out always stays.

use kernel::{Consider, Decided, Patience, RuleId, Watch};

const PATIENCE: Patience = Patience { unusual: 20, notable: 10, endless: 100, many: 4 };

/// A position in which every answer leads back to it.
const SHAPE: u64 = 7;

fn allowed(watch: &Watch<u8>, options: u8) -> Vec<u8> {
    let mut menu = Vec::new();
    let mut sink = watch.unbarred(SHAPE, RuleId(0), &mut menu);
    (0..options).for_each(|option| sink.allow(option));
    menu
}

/// Answers with the first that is allowed, until the loop is in vain.
fn play(options: u8) -> (usize, Vec<usize>) {
    let mut watch = Watch::default();
    let mut menus = Vec::new();
    for turn in 0..10_000 {
        let menu = allowed(&watch, options);
        menus.push(menu.len());
        let Some(choice) = menu.first() else { panic!("an open position without an option") };
        watch.answer(&PATIENCE);
        if watch.decide(*choice, options.into(), &PATIENCE, || SHAPE) == Decided::InVain {
            return (turn, menus);
        }
    }
    (10_000, menus)
}

#[test]
fn a_loop_that_no_answer_leaves_ends_and_never_without_an_option() {
    for options in 2..=4 {
        let (turns, menus) = play(options);
        assert!(turns < 1_000, "{options} options: it goes on for ever");
        assert!(menus.iter().all(|left| *left >= 1));
        assert_eq!(menus.last(), Some(&1), "{options} options: every other way was tried");
    }
}

#[test]
fn of_many_options_some_always_stay() {
    let (_, menus) = play(9);
    assert!(menus.iter().all(|left| *left >= 5));
}
