//! `shobu engine`: the line protocol on standard input and output.

use crate::args::Engine as Args;
use crate::{Done, Result, say};
use shobu::Fault;
use shobu::engine::Engine;
use std::io::{BufRead, Read};

/// A request is at most so long: a line that never ends must not fill the memory.
const MOST_BYTES: u64 = 64 << 20;

pub fn run(args: &Args) -> Result {
    if args.schema {
        say::json(&shobu::message::schema());
        return Ok(Done::Fine);
    }
    let mut engine = Engine::default();
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line);
        let read = read.map_err(|error| Fault::new(format!("the input cannot be read: {error}")))?;
        if read == 0 {
            return Ok(Done::Fine);
        }
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            say::json(&engine.line(text.trim()));
        }
    }
}
