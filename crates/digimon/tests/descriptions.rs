//! What a description or a change may be put together from, put together in pairs: said in our words, each reads the same.

use digimon::Printed;
use kernel::{Printed as _, Retold};
use serde_json::json;

/// What breaks the printer law for a text, if it is read at all.
fn broken(text: &str) -> Option<Result<(), String>> {
    let row = json!({ "id": "T-1", "name": "Kiln", "kind": "digimon", "colors": ["red"], "level": 4, "play_cost": 5,
        "dp": 4000, "text": text });
    let card = Printed::read(&row).expect("a row");
    if !card.unread().is_empty() {
        return None;
    }
    let again = Printed::read(&card.retold(&row)).expect("a row");
    let same = again.unread().is_empty() && card.meaning() == again.meaning();
    Some(if same { Ok(()) } else { Err(format!("{text}\n  {:?}\n  {:?}", card.words(), again.unread())) })
}

/// Holds the law for every text; at least so many of them are read.
fn hold(texts: impl Iterator<Item = String>, least: usize) {
    let (mut read, mut faults, mut unread) = (0, Vec::new(), Vec::new());
    for text in texts {
        match broken(&text) {
            Some(Ok(())) => read += 1,
            Some(Err(fault)) => faults.push(fault),
            None => unread.push(text),
        }
    }
    faults.iter().take(20).for_each(|fault| println!("{fault}"));
    unread.iter().take(20).for_each(|text| println!("not read: {text}"));
    println!("{read} read and said alike, {} not read", unread.len());
    assert!(faults.is_empty(), "{} texts do not read the same", faults.len());
    assert!(read >= least, "only {read} of {} texts are read", read + unread.len());
}

const FRONT: [&str; 10] = [
    "",
    "red ",
    "suspended ",
    "other ",
    "level 4 or lower ",
    "[Beast] trait ",
    "red or blue ",
    "multicolored ",
    "non-white ",
    "3000 DP or less ",
];

const NOUN: [&str; 4] = ["Digimon", "Tamer", "Digimon or Tamer", "[Ember Pup]"];

const BEHIND: [&str; 18] = [
    "",
    " with [Pup] in its name",
    " with [Dragon] in its traits",
    " with [Kiln] in its text",
    " with <Blocker>",
    " other than [Ash]",
    " without the [Machine] trait",
    " with a play cost of 5 or more",
    " with 3000 DP or less",
    " with no digivolution cards",
    " with 2 or more digivolution cards",
    " with 2 or more colors",
    " with an inherited effect",
    " that entered this turn",
    " that has no DP",
    " with [Cog] in its link cards",
    " with an [On Play] effect",
    " with <Save> in its text",
];

#[test]
fn any_two_tests_of_a_card_are_said_as_they_read() {
    let fronts = FRONT.iter().flat_map(|front| NOUN.iter().map(move |noun| format!("{front}{noun}")));
    let pairs = BEHIND.iter().flat_map(|one| BEHIND.iter().map(move |other| format!("{one}{other}")));
    let pairs: Vec<String> = pairs.collect();
    let all = fronts.flat_map(|front| {
        pairs
            .iter()
            .map(move |behind| format!("[On Play] Suspend 1 of your opponent's {front}{behind}."))
            .collect::<Vec<_>>()
    });
    hold(all, 4000);
}

const CHANGES: [&str; 22] = [
    "can't attack",
    "can't attack players",
    "can't be attacked",
    "can't block",
    "can't be blocked",
    "can't suspend",
    "can't unsuspend",
    "can't digivolve",
    "can't be deleted",
    "can't be deleted in battle",
    "can't be deleted by your opponent's effects",
    "can't be returned to hands or decks by your opponent's effects",
    "can't activate [When Attacking] effects",
    "isn't affected by your opponent's effects",
    "gains <Security A. -1>",
    "gains <Blocker>",
    "gains <Rush>",
    "gains <Decoy (Black)>",
    "gains <Material Save 2>",
    "gains <Fragment (3)>",
    "gets -3000 DP",
    "gets +1000 DP",
];

const LASTS: [&str; 5] = [
    "for the turn",
    "until the end of your opponent's turn",
    "until the end of your turn",
    "until the end of the attack",
    "until the end of the battle",
];

#[test]
fn what_lasts_is_said_as_it_reads() {
    let pairs = CHANGES.iter().flat_map(|one| CHANGES.iter().map(move |other| (one, other)));
    let pairs: Vec<_> = pairs.filter(|(one, other)| one != other).collect();
    let all = LASTS.iter().flat_map(|until| {
        let both = pairs
            .iter()
            .map(move |(one, other)| format!("[On Play] This Digimon {one} and {other} {until}."));
        let one = CHANGES.iter().map(move |one| format!("[On Play] 1 of your Digimon {one} {until}."));
        both.chain(one)
    });
    hold(all, 1000);
}
