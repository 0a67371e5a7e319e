//! Bots that are programs (CONTRACT, "Bots as programs"): Shobu starts one for each game, greets it, sends it the state
//! message whenever it is asked, and reads the number of an option.
//!
//! A program is a guest, and nothing that it does may harm the run: it is read and written on threads of its own, its
//! lines are bounded, its time is counted, and it is ended when its game is. Whatever it does wrong loses that game. What it
//! is sent is made from [`Sight`] alone, so that it cannot hold what the seat may not know. Only commands that a person
//! types at this machine let programs in ([`enter`]); the server and `shobu engine` do not.

use crate::Playable;
use crate::message::{Over, PROTOCOL, State};
use crate::setup::Setup;
use bots::{Answered, Bot, Forfeit, Registry, Sight};
use kernel::board::EventBoard;
use kernel::{PerSeat, Seat, Twins};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

/// How long a program may think about one answer, unless told.
pub const SECONDS: f64 = 10.0;
/// The longest line that is read from a program.
const LONGEST: u64 = 64 * 1024;
/// How long a program may take to leave when its game is over.
const LEAVING: Duration = Duration::from_millis(300);

/// Lets programs in as bots: `cmd:…` is then a name like any other.
pub fn enter<G: Playable>(registry: &mut Registry<G>, setup: &Setup<G>, limit: Duration) {
    let deck = |seat: Seat| crate::deck_forms::value(G::NAME, &setup.lists[seat]);
    let decks = Arc::new(PerSeat::new(deck(Seat::A), deck(Seat::B)));
    registry.enter("cmd", "a program of your own: cmd:python3 mybot.py", move |order| {
        let words = words(order.argument)?;
        if words.is_empty() {
            return Err("cmd: needs a program, such as cmd:python3 mybot.py".into());
        }
        Ok(Box::new(Program {
            words,
            decks: decks.clone(),
            limit,
            news: Vec::new(),
            version: 0,
            twins: Twins::default(),
            guest: None,
        }))
    });
}

/// The built-in bots, and programs.
pub fn registry<G: Playable>(setup: &Setup<G>, limit: Duration) -> Registry<G> {
    let mut registry = Registry::built_in();
    enter(&mut registry, setup, limit);
    registry
}

/// A command in words; quotes hold words together.
fn words(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some(_), letter) => word.get_or_insert_default().push(letter),
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (None, letter) => word.get_or_insert_default().push(letter),
        }
    }
    match quote {
        Some(quote) => Err(format!("cmd:{command}: a {quote} is left open")),
        None => Ok(words.into_iter().chain(word).collect()),
    }
}

/// A program as a bot.
struct Program {
    words: Vec<String>,
    decks: Arc<PerSeat<Value>>,
    limit: Duration,
    /// What happened and was not yet told to it.
    news: Vec<EventBoard>,
    version: u64,
    /// What it has been told to call twins.
    twins: Twins,
    guest: Option<Guest>,
}

/// A running program. It is ended when this is dropped.
struct Guest {
    child: Child,
    /// Lines for it; `None` once it is to leave.
    send: Option<Sender<String>>,
    lines: Receiver<Result<String, String>>,
}

#[derive(Deserialize)]
struct Reply {
    option: usize,
    /// The state that it answers, if it says so.
    version: Option<u64>,
}

impl Program {
    fn state<G: Playable>(&mut self, sight: &Sight<'_, G>) -> State {
        sight.see(&mut self.twins);
        let (board, menu) = sight.picture(&self.twins);
        self.version += 1;
        State {
            r#type: "state",
            protocol: PROTOCOL,
            r#match: "m1".into(),
            version: self.version,
            seat: Some(sight.seat()),
            asked: menu.as_ref().map(|menu| menu.seat),
            board,
            menu,
            events: std::mem::take(&mut self.news),
            over: sight.outcome().map(Over::of::<G>),
        }
    }

    fn ask<G: Playable>(&mut self, sight: &Sight<'_, G>) -> Result<usize, String> {
        if self.guest.is_none() {
            let guest = Guest::start(&self.words)?;
            let seat = sight.seat();
            guest.say(&json!({
                "type": "hello", "protocol": PROTOCOL, "game": G::NAME, "seat": seat, "deck": self.decks[seat],
            }))?;
            self.guest = Some(guest);
        }
        let state = self.state(sight);
        let (version, limit) = (self.version, self.limit);
        let Some(guest) = &self.guest else { return Err("it is gone".into()) };
        if let Ok(line) = guest.lines.try_recv() {
            return Err(format!("it said {} without being asked", shortened(&line?)));
        }
        guest.say(&state)?;
        let line = guest.answer(limit)?;
        let reply: Reply = serde_json::from_str(&line)
            .map_err(|_| format!("it answered {}, not {{\"option\":N}}", shortened(&line)))?;
        if let Some(other) = reply.version.filter(|other| *other != version) {
            return Err(format!("it answered version {other} when asked version {version}"));
        }
        let options = sight.menu.options.len();
        match reply.option < options {
            true => Ok(reply.option),
            false => Err(format!("it took option {} of {options}, counted from 0", reply.option)),
        }
    }
}

impl<G: Playable> Bot<G> for Program {
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
        self.ask(sight).map_err(|why| {
            self.guest = None;
            Forfeit(format!("cmd:{}: {why}", self.words.join(" ")))
        })
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, sight: &Sight<'_, G>) {
        sight.see(&mut self.twins);
        self.news.extend(sight.events(&self.twins));
    }

    fn ended(&mut self, sight: &Sight<'_, G>) {
        let state = self.state(sight);
        if let Some(guest) = self.guest.take() {
            // It is over: whether it still listens changes nothing.
            let _ = guest.say(&state);
            guest.leave();
        }
    }
}

impl Guest {
    fn start(words: &[String]) -> Result<Guest, String> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for Shobu, which ends its guests itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no standard input and output".into());
        };
        let (send, outbox) = channel::<String>();
        // One that does not read must not hold us up, nor one that talks without end fill the memory.
        std::thread::spawn(move || {
            while let Ok(line) = outbox.recv() {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (inbox, lines) = sync_channel(1);
        std::thread::spawn(move || read_lines(stdout, &inbox));
        Ok(Guest { child, send: Some(send), lines })
    }

    fn say(&self, message: &impl serde::Serialize) -> Result<(), String> {
        let line = serde_json::to_string(message).map_err(|error| error.to_string())?;
        let gone = || "it has ended".to_string();
        self.send.as_ref().ok_or_else(gone)?.send(line + "\n").map_err(|_| gone())
    }

    fn answer(&self, limit: Duration) -> Result<String, String> {
        match self.lines.recv_timeout(limit) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(format!("no answer within {} s", limit.as_secs_f64())),
            Err(RecvTimeoutError::Disconnected) => Err("it has ended".into()),
        }
    }

    /// Closes its input and gives it a moment to leave by itself.
    fn leave(mut self) {
        self.send = None;
        let until = Instant::now() + LEAVING;
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // It may have ended by itself; either way nothing of it stays behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands on line after line; ends with the program, with who listens, or with a line that is too long.
fn read_lines(from: impl Read, to: &SyncSender<Result<String, String>>) {
    let mut reader = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) | Err(_) => return,
            Ok(length) if length as u64 == LONGEST => {
                Err(format!("it answered with more than {} KiB", LONGEST / 1024))
            }
            Ok(_) => Ok(String::from_utf8_lossy(&line).trim().to_string()),
        };
        let last = line.is_err();
        if to.send(line).is_err() || last {
            return;
        }
    }
}

fn shortened(line: &str) -> String {
    const MOST: usize = 60;
    match line.chars().count() {
        many if many > MOST => format!("{:?}…", line.chars().take(MOST).collect::<String>()),
        _ => format!("{line:?}"),
    }
}
