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
        if watch.decide(*choice, options.into(), 1, &PATIENCE, || SHAPE) == Decided::InVain {
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
    let (_, menus) = play(13);
    assert!(menus.iter().all(|left| *left >= 5));
}

#[test]
fn a_round_is_left_where_it_begins_however_many_answers_it_takes() {
    for length in 2..=7_u64 {
        let mut watch = Watch::default();
        let mut stopped = false;
        for answer in 0..20_000_u64 {
            let at = answer % length;
            // The round begins in position 0 with answer 0; in its middle any of three answers leads on.
            let choice = if at == 0 { 0 } else { 1 + (answer / length % 3) as u8 };
            let mut menu: Vec<u8> = Vec::new();
            let mut sink = watch.unbarred(at, RuleId(0), &mut menu);
            (0..9).for_each(|option| sink.allow(option));
            if at == 0 && !menu.contains(&0) {
                stopped = true;
                break;
            }
            watch.answer(&PATIENCE);
            let depth = if at == 0 { 1 } else { 3 };
            assert_eq!(watch.decide(choice, 9, depth, &PATIENCE, || at), Decided::Freely);
        }
        assert!(stopped, "a round of {length} answers goes on for ever");
    }
}
