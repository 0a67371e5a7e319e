//! The message that tells somebody where a match stands (CONTRACT, "Programs"): the same one for `shobu engine`, for
//! bots that are programs, for the server and for Python. `docs/protocol.md` describes it, with the schema made here.

use crate::any::AnyMatch;
use crate::said::why_words;
use kernel::board::{Board, CardBoard, EventBoard, MenuBoard};
use kernel::{Eyes, Game, Outcome, Seat, Why};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The version of the protocol: a change that old clients cannot read raises it.
pub const PROTOCOL: u32 = 1;

/// Where a match stands for somebody.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct State {
    /// Always `state`.
    pub r#type: &'static str,
    pub protocol: u32,
    pub r#match: String,
    /// Raised by everything that changes the match. An answer names the version it was made for.
    pub version: u64,
    /// Who looks; null for a spectator and for somebody who knows all.
    pub seat: Option<Seat>,
    pub board: Board,
    /// The open decision; null for whoever does not have to make it.
    pub menu: Option<MenuBoard>,
    /// Whose decision is open; null when the match is over.
    pub asked: Option<Seat>,
    /// What happened since the last message to the same eyes.
    pub events: Vec<EventBoard>,
    pub over: Option<Over>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Over {
    /// Nobody: a draw.
    pub winner: Option<Seat>,
    pub why: String,
    /// The rule that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

impl Over {
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
    pub card: String,
    pub name: String,
    /// The labels of the options that are about it.
    pub can: Vec<String>,
    pub cannot: Vec<Cannot>,
}

/// Something that was considered and refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Cannot {
    pub label: String,
    pub rule: &'static str,
    /// What the rule says.
    pub says: &'static str,
}

/// A card as it stands, with its text and how Shobu reads it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Look {
    /// Always `look`.
    pub r#type: &'static str,
    pub card: Option<CardBoard>,
    pub id: String,
    pub name: String,
    /// The printed row of the card file.
    pub row: Value,
    /// What its text is read to do.
    pub reading: Vec<String>,
    pub unread: Vec<String>,
}

/// A running match with everything that messages need beside it: its name, its version, and what each pair of eyes has
/// not been told yet.
pub struct Session {
    pub id: String,
    pub game: AnyMatch,
    version: u64,
    /// What happened and was not yet told, for seat A, seat B and spectators.
    news: [Vec<EventBoard>; 3],
}

/// More news than this are forgotten, oldest first: somebody who never asks must not fill the memory.
const MOST_NEWS: usize = 2_000;

impl Session {
    pub fn new(id: String, game: AnyMatch) -> Self {
        let mut session = Session { id, game, version: 1, news: Default::default() };
        session.note();
        session
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    /// Answers the open menu; on an error nothing has changed.
    pub fn answer(&mut self, option: usize) -> Result<(), kernel::Refused> {
        self.game.answer(option)?;
        self.version += 1;
        self.note();
        Ok(())
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

    pub fn concede(&mut self, seat: Seat) {
        self.game.concede(seat);
        self.version += 1;
    }

    pub fn undo(&mut self, seat: Seat) -> Result<(), crate::live::NoUndo> {
        self.game.undo(seat)?;
        self.version += 1;
        self.news = Default::default();
        Ok(())
    }

    fn note(&mut self) {
        for eyes in [Eyes::Seat(Seat::A), Eyes::Seat(Seat::B), Eyes::Public] {
            let news = &mut self.news[slot(eyes)];
            news.extend(self.game.event_boards(eyes));
            let over = news.len().saturating_sub(MOST_NEWS);
            news.drain(..over);
        }
    }

    /// The message for somebody. What happened is told once.
    pub fn tell(&mut self, eyes: Eyes) -> State {
        let events = match eyes {
            Eyes::All => self.game.event_boards(eyes),
            eyes => std::mem::take(&mut self.news[slot(eyes)]),
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
