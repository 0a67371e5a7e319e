//! Reading is bounded: whatever a text says and however a grammar goes back and forth, the number of steps is linear in the
//! number of letters. Counted in steps, not in time, so that it holds on every machine.

use effects::text::{Parser, lex};

/// A grammar that tries everything twice: 2ⁿ ways through n words.
fn doubling(p: &mut Parser<'_>) -> Option<()> {
    if p.at_end() {
        return None;
    }
    for _ in 0..2 {
        let read = p.attempt(|p| {
            p.take("or").then_some(())?;
            doubling(p)
        });
        if read.is_some() {
            return read;
        }
    }
    None
}

fn steps_for(words: usize) -> (u32, bool, String) {
    let text = "or ".repeat(words);
    let tokens = lex(&text);
    let mut p = Parser::new(&tokens);
    assert_eq!(doubling(&mut p), None);
    (p.steps(), p.is_spent(), p.miss().why)
}

#[test]
fn a_grammar_that_doubles_at_every_word_is_given_up() {
    let (steps, spent, why) = steps_for(60);
    assert!(spent, "60 words in 2^60 ways were read in {steps} steps");
    assert!(why.starts_with("too tangled"), "{why}");
    let (few, spent, _) = steps_for(5);
    assert!(!spent && few < 1000, "{few} steps for five words");
}

#[test]
fn the_bound_is_linear() {
    let (one, ..) = steps_for(500);
    let (two, ..) = steps_for(1000);
    assert!(two <= 2 * one, "{one} steps for 500 words, {two} for twice as many");
}

#[test]
fn what_stands_in_brackets_spends_of_the_same_budget() {
    let (outer, inner) = (lex("a card"), lex(&"or ".repeat(60)));
    let mut p = Parser::new(&outer);
    while !p.is_spent() {
        let before = p.steps();
        doubling(&mut p.inside(&inner));
        assert!(p.steps() > before);
    }
    assert!(!p.take("a card"), "nothing is left to read with");
}
