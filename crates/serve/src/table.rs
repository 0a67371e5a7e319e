//! One match in memory: what is done at it, what everybody is told of it.
//!
//! Whatever is done is applied, written and only then told: as long as the writing lasts, the table is locked, so that
//! nobody is shown what could still be lost. Where the writing fails, the table is given up and built anew from the
//! storage when somebody asks for it again.

use crate::clock::{Bonus, Clock, Face, Pace};
use crate::entry::{Deed, Entry, ended, standing};
use crate::failed::Failed;
use crate::storage::{Made, Stored};
use crate::token::TokenHash;
use axum::http::StatusCode;
use kernel::{Eyes, Seat};
use serde::Serialize;
use shobu::message::{Over, Session, State};
use shobu::records::Record;
use shobu::{AnyMatch, Faults, Library, Source};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering::Relaxed};
use tokio::sync::{Mutex, watch};

/// News that a match keeps for somebody who comes later.
const NEWS_KEPT: usize = 250;
/// Answers that are played with all eyes open when a match is built anew, so that there are news.
const ANSWERS_TOLD: usize = 40;

/// A match in memory.
pub struct Table {
    pub id: String,
    pub tokens: [Option<TokenHash>; 2],
    pub pace: Option<Pace>,
    pub play: Mutex<Play>,
    /// Raised with everything that is told anew; everybody who watches waits for it.
    pub changed: watch::Sender<u64>,
    /// Seconds since 1970 of the last time somebody asked for it.
    pub touched: AtomicI64,
    pub watchers: AtomicUsize,
    /// A task lets its bots think.
    pub thinking: AtomicBool,
    /// It has a clock that runs.
    pub ticking: AtomicBool,
    /// It is over: nobody will answer it any more.
    pub over: AtomicBool,
}

/// What the lock of a table guards.
pub struct Play {
    pub session: Session,
    pub entries: Vec<Entry>,
    pub clock: Option<Clock>,
    pub rematch: Option<String>,
    players: [String; 2],
    /// People who have been here: clocks run when all have.
    seen: [bool; 2],
    /// Something could not be written: this is no longer what is kept.
    pub given_up: bool,
    /// Raised with everything that is told anew.
    pub revision: u64,
}

/// A state with what only a server knows of a match.
#[derive(Serialize)]
pub struct Told<'a> {
    #[serde(flatten)]
    state: State,
    /// The events are those behind this version.
    from: u64,
    players: &'a [String; 2],
    /// Whether the seat's last answer may perhaps be taken back.
    undo: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<Face>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<&'a str>,
}

/// What a seat wants done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    Answer {
        option: usize,
        version: u64,
    },
    Undo {
        version: u64,
    },
    Concede,
    /// The seat's time has run out.
    Flag,
}

impl Wish {
    /// The version that it is meant for.
    pub fn version(&self) -> Option<u64> {
        match self {
            Wish::Answer { version, .. } | Wish::Undo { version } => Some(*version),
            Wish::Concede | Wish::Flag => None,
        }
    }
}

/// What is to be made of a wish.
pub enum Answered {
    /// It was done before: nothing is to be written.
    Already,
    /// It is meant for a version that has passed.
    Stale,
    /// It is done, and this is to be written.
    Done(Entry),
}

impl Table {
    pub fn new(made: &Made, play: Play) -> Self {
        Table {
            id: made.id.clone(),
            tokens: made.tokens,
            pace: made.pace,
            over: AtomicBool::new(play.is_over()),
            changed: watch::Sender::new(0),
            play: Mutex::new(play),
            touched: AtomicI64::new(crate::storage::now()),
            watchers: AtomicUsize::new(0),
            thinking: AtomicBool::new(false),
            ticking: AtomicBool::new(false),
        }
    }

    /// The seat that a token opens.
    pub fn seat(&self, token: &str) -> Result<Seat, Failed> {
        let opens = |seat: &Seat| self.tokens[seat.index()].is_some_and(|hash| hash.opens(token));
        let wrong =
            || Failed::new(StatusCode::UNAUTHORIZED, "token", "this token opens no seat of this match");
        Seat::BOTH.into_iter().find(opens).ok_or_else(wrong)
    }

    /// Whose eyes a token opens: a spectator's without one.
    pub fn eyes(&self, token: Option<&str>) -> Result<Eyes, Failed> {
        token.map_or(Ok(Eyes::Public), |token| self.seat(token).map(Eyes::Seat))
    }

    pub fn is_person(&self, seat: Seat) -> bool {
        self.tokens[seat.index()].is_some()
    }

    pub fn touch(&self) {
        self.touched.store(crate::storage::now(), Relaxed);
    }

    /// Whether a bot is asked.
    pub fn waits_for_bot(&self, play: &Play) -> bool {
        play.session.game.seat().is_some_and(|seat| !self.is_person(seat))
    }

    /// Sets the right clock going: that of the person who is asked, once all people have been here.
    pub fn run_clock(&self, play: &mut Play) {
        let asked = play.session.game.seat().filter(|seat| self.is_person(*seat));
        let all_here = Seat::BOTH.iter().all(|seat| play.seen[seat.index()] || !self.is_person(*seat));
        if let Some(clock) = &mut play.clock {
            clock.run(asked.filter(|_| all_here));
            self.ticking.store(clock.falls_in().is_some(), Relaxed);
        }
    }

    /// A person is here.
    pub fn greet(&self, play: &mut Play, seat: Seat) {
        if !std::mem::replace(&mut play.seen[seat.index()], true) && play.clock.is_some() {
            self.run_clock(play);
            self.wake(play);
        }
    }

    /// There is something new to tell.
    pub fn wake(&self, play: &mut Play) {
        play.revision += 1;
        self.changed.send_replace(play.revision);
    }
}

impl Play {
    /// A match that begins.
    pub fn begin(id: &str, game: AnyMatch, clock: Option<Clock>) -> Self {
        let players = game.record().players;
        let session = Session::at(id.to_string(), game, 1, NEWS_KEPT);
        let (entries, rematch) = (Vec::new(), None);
        Play { session, entries, clock, rematch, players, seen: [false; 2], given_up: false, revision: 0 }
    }

    /// A match built anew from what is kept of it.
    pub fn rebuild(library: &Library, stored: &Stored) -> Result<Self, Failed> {
        let made = &stored.made;
        let lost = |why: String| {
            let text = format!("this match was begun with other rules or cards and cannot go on here: {why}");
            Failed::new(StatusCode::GONE, "record", text)
        };
        let source = Source::new("match", made.record.as_str());
        let record = Record::read(&source).map_err(|fault| lost(fault.to_string()))?;
        let players = record.players.clone();
        let mut game = begun_from(library, record).map_err(|faults| lost(faults.to_string()))?;
        let answers = standing(&stored.entries);
        let told = answers.len().saturating_sub(ANSWERS_TOLD);
        for (option, _) in &answers[..told] {
            game.answer(usize::from(*option)).map_err(|refused| lost(refused.to_string()))?;
        }
        let version = told.checked_sub(1).map_or(1, |last| answers[last].1);
        let mut session = Session::at(made.id.clone(), game, version, NEWS_KEPT);
        for (option, version) in &answers[told..] {
            let done = session.answer_into(usize::from(*option), *version);
            done.map_err(|refused| lost(refused.to_string()))?;
        }
        if let Some(end) = ended(&stored.entries) {
            session.concede(end.seat);
        }
        session.stand_at(stored.entries.len() as u64 + 1);
        if stored.hash.is_some_and(|hash| hash != session.game.hash()) {
            return Err(lost("its state comes out otherwise than it was".into()));
        }
        let mut clock = made.pace.map(Clock::new);
        if let Some(clock) = &mut clock {
            for entry in &stored.entries {
                clock.book(entry.seat, entry.spent, bonus(entry.deed));
            }
        }
        // Nobody loses time by a restart, but whoever has played is expected back.
        let seen = Seat::BOTH.map(|seat| stored.entries.iter().any(|entry| entry.seat == seat));
        let (entries, rematch) = (stored.entries.clone(), stored.rematch.clone());
        Ok(Play { session, entries, clock, rematch, players, seen, given_up: false, revision: 0 })
    }

    pub fn version(&self) -> u64 {
        self.session.version()
    }

    pub fn is_over(&self) -> bool {
        self.session.game.seat().is_none()
    }

    /// Does what a seat wishes, in memory only: the caller writes it down before anybody is told.
    pub fn act(&mut self, seat: Seat, wish: Wish, most_entries: usize) -> Result<Answered, Failed> {
        let here = self.version();
        if let Wish::Answer { version, .. } | Wish::Undo { version } = wish
            && version != here
        {
            return Ok(if self.was_done(seat, wish) { Answered::Already } else { Answered::Stale });
        }
        if self.is_over() {
            let conceded =
                self.entries.last().is_some_and(|last| last.deed == Deed::Concede && last.seat == seat);
            return match wish {
                Wish::Concede if conceded => Ok(Answered::Already),
                _ => Err(Failed::new(StatusCode::CONFLICT, "over", "the match is over")),
            };
        }
        let spent = self.clock.as_ref().map_or(0, |clock| clock.spent(seat));
        let deed = match wish {
            Wish::Answer { option, .. } => self.answer(seat, option, most_entries)?,
            Wish::Undo { .. } => {
                let undo =
                    |why: shobu::live::NoUndo| Failed::new(StatusCode::CONFLICT, "undo", why.to_string());
                let undone = self.session.undo(seat).map_err(undo)?;
                Deed::Undo(u16::try_from(undone).unwrap_or(u16::MAX))
            }
            Wish::Concede => {
                self.session.concede(seat);
                Deed::Concede
            }
            Wish::Flag => {
                if self.clock.as_ref().and_then(Clock::fallen) != Some(seat) {
                    return Ok(Answered::Stale);
                }
                self.session.concede(seat);
                Deed::Flag
            }
        };
        Ok(Answered::Done(Entry { seat, deed, spent }))
    }

    fn answer(&mut self, seat: Seat, option: usize, most_entries: usize) -> Result<Deed, Failed> {
        if self.session.game.seat() != Some(seat) {
            let text = "it is not your decision: the other seat is asked";
            return Err(Failed::new(StatusCode::CONFLICT, "turn", text));
        }
        if self.entries.len() >= most_entries {
            let text = format!("a match may take {most_entries} answers, and these are taken");
            return Err(Failed::new(StatusCode::CONFLICT, "limit", text));
        }
        let wrong = |why: String| Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "option", why);
        let number = u16::try_from(option).map_err(|_| wrong(format!("the menu has no option {option}")))?;
        self.session.answer(option).map_err(|refused| wrong(refused.to_string()))?;
        Ok(Deed::Answer(number))
    }

    /// Whether a wish for an earlier version was done there.
    fn was_done(&self, seat: Seat, wish: Wish) -> bool {
        let (Wish::Answer { version, .. } | Wish::Undo { version }) = wish else { return false };
        let at = version.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        let Some(entry) = at.and_then(|at| self.entries.get(at)) else { return false };
        let same = match (wish, entry.deed) {
            (Wish::Answer { option, .. }, Deed::Answer(given)) => option == usize::from(given),
            (Wish::Undo { .. }, Deed::Undo(_)) => true,
            _ => false,
        };
        same && entry.seat == seat
    }

    /// Notes what was written.
    pub fn note(&mut self, entry: Entry) {
        self.entries.push(entry);
        if let Some(clock) = &mut self.clock {
            clock.book(entry.seat, entry.spent, bonus(entry.deed));
        }
    }

    /// Does what others have added to the log; `false` where it does not fit to what is here.
    pub fn follow(&mut self, stored: &Stored) -> bool {
        let Some(more) = stored.entries.strip_prefix(self.entries.as_slice()) else { return false };
        for entry in more {
            let done = match entry.deed {
                Deed::Answer(option) => self.session.answer(usize::from(option)).is_ok(),
                Deed::Undo(answers) => {
                    self.session.undo(entry.seat).is_ok_and(|undone| undone == usize::from(answers))
                }
                Deed::Concede | Deed::Flag => {
                    self.session.concede(entry.seat);
                    true
                }
            };
            if !done {
                return false;
            }
            self.note(*entry);
        }
        self.rematch = stored.rematch.clone();
        stored.hash.is_none_or(|hash| hash == self.session.game.hash())
    }

    /// How the match ended: by the clock, or by the rules.
    fn over(&self) -> Option<Over> {
        match self.entries.last() {
            Some(Entry { seat, deed: Deed::Flag, .. }) => {
                let why = format!("seat {seat:?} ran out of time");
                Some(Over { winner: Some(seat.other()), why, rule: None })
            }
            _ => self.session.game.over(),
        }
    }

    /// The message for somebody who was told everything up to a version.
    pub fn told(&self, eyes: Eyes, from: u64) -> String {
        let state = State { over: self.over(), ..self.session.since(eyes, from) };
        let told = Told {
            state,
            from,
            players: &self.players,
            undo: eyes.seat().is_some_and(|seat| self.session.game.may_undo(seat)),
            clock: self.clock.as_ref().map(Clock::face),
            rematch: self.rematch.as_deref(),
        };
        // A state is plain data with string keys, so that it always has a JSON form.
        serde_json::to_string(&told).unwrap_or_default()
    }
}

/// A match that begins where a record ends: what was answered there cannot be taken back here.
pub fn begun_from(library: &Library, record: Record) -> Result<AnyMatch, Faults> {
    let goes_on = !record.answers.is_empty();
    let game = AnyMatch::again_in(library, record)?;
    Ok(if goes_on { game.copy()? } else { game })
}

fn bonus(deed: Deed) -> Bonus {
    match deed {
        Deed::Answer(_) => Bonus::Given,
        _ => Bonus::Kept,
    }
}
