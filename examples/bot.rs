//! A bot as a program, in Rust: attack if you can, else develop, else pass. It is built with
//! `cargo build --release -p shobu-cli --example bot` and played with
//! `shobu sim --game dbs --games 20 --bot "cmd:target/release/examples/bot,random"`.
//!
//! It is greeted once, then sent the state of the match (docs/protocol.md) whenever it is asked, one JSON value a line, and
//! answers with the place of an option. At the end it is sent the state with `over`.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, Write, stdin, stdout};

/// How often an option was taken in a turn: what changes nothing could be done for ever.
type Done = HashMap<(u64, String), u32>;

fn rank(offer: &Value, turn: u64, done: &Done) -> i32 {
    let (verb, label) = (offer["verb"].as_str().unwrap_or(""), offer["label"].as_str().unwrap_or(""));
    match verb {
        _ if offer["declines"] == true => 0,
        // Seldom worth it without a plan.
        "move core" | "move soul core" | "swap soul core" | "move" | "combo" => -1,
        _ if done.get(&(turn, label.into())).is_some_and(|times| *times >= 2) => -2,
        "attack" | "block" => 2,
        _ => 1,
    }
}

fn choose(state: &Value, done: &mut Done) -> Option<usize> {
    let turn = state["board"]["turn"]["number"].as_u64()?;
    let options = state["menu"]["options"].as_array()?;
    let rank = |at: &usize| (rank(&options[*at], turn, done), std::cmp::Reverse(*at));
    let best = (0..options.len()).max_by_key(rank)?;
    *done.entry((turn, options[best]["label"].as_str()?.into())).or_default() += 1;
    Some(best)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut done = Done::new();
    for line in stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        // Neither a greeting nor the end asks for anything.
        if let Some(option) = choose(&message, &mut done) {
            println!("{}", json!({"option": option, "version": message["version"]}));
            stdout().flush()?;
        }
    }
    Ok(())
}
