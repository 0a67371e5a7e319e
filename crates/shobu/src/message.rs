//! The message that tells somebody where a match stands (CONTRACT, "Programs"): the same one for `shobu engine`, for
//! bots that are programs, for the server and for Python. `docs/protocol.md` describes it, with the schema made here.

use crate::any::AnyMatch;
use crate::said::why_words;
use kernel::board::{Board, CardBoard, EventBoard, MenuBoard};
use kernel::{Because, Eyes, Game, Outcome, Seat, Why};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::VecDeque;

/// The version of the protocol: a change that old clients cannot read raises it.
pub const PROTOCOL: u32 = 1;

/// Where a match stands for somebody.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct State {
    /// Always `state`.
    pub r#type: &'static str,
    /// The version of this message.
    pub protocol: u32,
    /// The id of the match.
    pub r#match: String,
    /// Raised by everything that changes the match. An answer names the version it was made for.
    pub version: u64,
    /// Who looks; null for a spectator and for somebody who knows all.
    pub seat: Option<Seat>,
    /// What the seat sees.
    pub board: Board,
    /// The open decision; null for whoever does not have to make it.
    pub menu: Option<MenuBoard>,
    /// Whose decision is open; null when the match is over.
    pub asked: Option<Seat>,
    /// What happened since the last message to the same eyes.
    pub events: Vec<EventBoard>,
    /// How the match ended; null while it goes on.
    pub over: Option<Over>,
}

impl State {
    /// The same for somebody who looks at a match from outside and knows all: nobody in it is "you". What is printed on cards
    /// stays as it is.
    pub fn from_outside(mut self) -> Self {
        for event in &mut self.events {
            event.text = from_outside(Seat::A, &event.text);
        }
        if let Some(menu) = &mut self.menu {
            let seat = menu.seat;
            menu.reason.text = from_outside(seat, &menu.reason.text);
            for offer in &mut menu.options {
                offer.label = from_outside(seat, &offer.label);
                offer.then = offer.then.take().map(|then| from_outside(seat, &then));
            }
        }
        self
    }
}

/// Words to a seat, as whoever looks from outside says them: seats have their letters.
pub fn from_outside(to: Seat, words: &str) -> String {
    let names = match to {
        Seat::A => ["seat A", "seat B"],
        Seat::B => ["seat B", "seat A"],
    };
    kernel::voice::by_name(words, names[0], names[1])
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Over {
    /// Nobody: a draw.
    pub winner: Option<Seat>,
    /// How it came to that, in words.
    pub why: String,
    /// The rule that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

impl Over {
    /// The ending as it is told.
    pub fn of<G: Game>(outcome: Outcome) -> Self {
        let (why, rule) = match outcome.why {
            Why::Rule(rule) => (G::RULES.says(rule).to_string(), Some(G::RULES.id(rule))),
            why => (why_words::<G>(why), None),
        };
        Over { winner: outcome.winner, why, rule }
    }
}

/// What a card could do now, and what keeps it from doing more.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct WhyCard {
    /// Always `why`.
    pub r#type: &'static str,
    /// The ref of the card.
    pub card: String,
    /// Its name.
    pub name: String,
    /// The labels of the options that are about it.
    pub can: Vec<String>,
    /// What it cannot do, and why.
    pub cannot: Vec<Cannot>,
}

/// Something that was considered and refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Cannot {
    /// What it could have done.
    pub label: String,
    /// The rule that refuses it.
    pub rule: &'static str,
    /// What the rule says.
    pub says: &'static str,
    /// What stands behind it, where there is more to tell: what is missing, what does not hold, which effects forbid it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<Because>,
}

/// A card as it stands, with its text and how Shobu reads it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Look {
    /// Always `look`.
    pub r#type: &'static str,
    /// The card as it stands now, where it lies on the table.
    pub card: Option<CardBoard>,
    /// The printed id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The printed row of the card file.
    pub row: Value,
    /// What its text is read to do.
    pub reading: Vec<String>,
    /// The words that are not read.
    pub unread: Vec<String>,
}

/// A running match with everything that messages need beside it: its name, its version, and what happened.
pub struct Session {
    /// The id of the match.
    pub id: String,
    /// The match itself.
    pub game: AnyMatch,
    version: u64,
    /// What happened, each with the version it led to, for seat A, seat B and spectators.
    news: [VecDeque<(u64, EventBoard)>; 3],
    /// The version up to which each of them has been told.
    told: [u64; 3],
    /// The versions that the answers which stand led to.
    answered: Vec<u64>,
    most_news: usize,
}

/// More news than this are forgotten, oldest first: somebody who never asks must not fill the memory.
const MOST_NEWS: usize = 2_000;

impl Session {
    /// A session of `game` at its first version.
    pub fn new(id: String, game: AnyMatch) -> Self {
        Self::at(id, game, 1, MOST_NEWS)
    }

    /// A match that stands at a version already; so many news of it are kept.
    pub fn at(id: String, game: AnyMatch, version: u64, most_news: usize) -> Self {
        let (news, told, answered) = (Default::default(), [0; 3], Vec::new());
        let mut session = Session { id, game, version, news, told, answered, most_news };
        session.note();
        session
    }

    /// Goes up by one with every answer.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Answers the open menu; on an error nothing has changed.
    pub fn answer(&mut self, option: usize) -> Result<(), kernel::Refused> {
        self.answer_into(option, self.version + 1)
    }

    /// Answers the open menu; the match is at this version then.
    pub fn answer_into(&mut self, option: usize, version: u64) -> Result<(), kernel::Refused> {
        self.game.answer(option)?;
        self.version = version;
        self.answered.push(version);
        self.note();
        Ok(())
    }

    /// Says at which version the match stands, where that is kept elsewhere.
    pub fn stand_at(&mut self, version: u64) {
        self.version = version;
    }

    /// Lets the bots answer until a person is asked or the match is over.
    pub fn let_bots_answer(&mut self) {
        while let Some(option) = self.game.bot_choice() {
            // A bot that answers wrongly takes the first option, which is always there.
            if self.answer(option).is_err() && self.answer(0).is_err() {
                return;
            }
        }
    }

    /// `seat` gives the match up.
    pub fn concede(&mut self, seat: Seat) {
        self.game.concede(seat);
        self.version += 1;
    }

    /// Takes a seat's last answer back, with those of bots since; what happened by them did not happen. How many they were.
    pub fn undo(&mut self, seat: Seat) -> Result<usize, crate::live::NoUndo> {
        let undone = self.game.undo(seat)?;
        self.version += 1;
        let stand = self.answered.len().saturating_sub(undone);
        let first = self.answered.get(stand).copied().unwrap_or(0);
        self.answered.truncate(stand);
        for news in &mut self.news {
            news.retain(|(version, _)| *version < first);
        }
        Ok(undone)
    }

    fn note(&mut self) {
        for eyes in [Eyes::Seat(Seat::A), Eyes::Seat(Seat::B), Eyes::Public] {
            let events = self.game.event_boards(eyes).into_iter();
            let news = &mut self.news[slot(eyes)];
            news.extend(events.map(|event| (self.version, event)));
            let over = news.len().saturating_sub(self.most_news);
            news.drain(..over);
        }
    }

    /// The message for somebody. What happened is told once.
    pub fn tell(&mut self, eyes: Eyes) -> State {
        let told = match eyes {
            Eyes::All => 0,
            eyes => std::mem::replace(&mut self.told[slot(eyes)], self.version),
        };
        self.since(eyes, told)
    }

    /// The message for somebody who was told everything up to a version: asking for it changes nothing.
    pub fn since(&self, eyes: Eyes, told: u64) -> State {
        let events = match eyes {
            Eyes::All => self.game.event_boards(eyes),
            eyes => {
                let news = self.news[slot(eyes)].iter();
                news.filter(|(version, _)| *version > told).map(|(_, event)| event.clone()).collect()
            }
        };
        State { events, ..self.show(eyes) }
    }

    /// The message for somebody, without what happened: asking for it changes nothing.
    pub fn show(&self, eyes: Eyes) -> State {
        let (board, menu) = self.game.picture(eyes);
        State {
            r#type: "state",
            protocol: PROTOCOL,
            r#match: self.id.clone(),
            version: self.version,
            seat: eyes.seat(),
            board,
            menu,
            asked: self.game.seat(),
            events: Vec::new(),
            over: self.game.over(),
        }
    }
}

fn slot(eyes: Eyes) -> usize {
    match eyes {
        Eyes::Seat(seat) => seat.index(),
        Eyes::Public | Eyes::All => 2,
    }
}

/// The JSON Schema of the message.
pub fn schema() -> Value {
    schemars::schema_for!(State).to_value()
}
