//! `shobu engine`: a program drives matches, one JSON request a line in, one JSON answer a line out (CONTRACT,
//! "Programs"). A bad line is answered with an error and never ends the process.

use crate::any::{AnyMatch, Start};
use crate::decks::DeckFile;
use crate::fault::{Fault, Faults, Source};
use crate::labels::{Named, find};
use crate::message::{Session, from_outside};
use crate::records::Record;
use crate::setup::{IllegalDecks, UnreadCards, deck_named};
use crate::{GameName, with_game};
use kernel::{Eyes, Refused, Seat};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// A program's matches.
#[derive(Default)]
pub struct Engine {
    matches: BTreeMap<String, Session>,
    /// How many matches have been named.
    named: u64,
    /// The match that a request means that names none: the one begun, copied or loaded last.
    current: String,
}

/// Matches that may be open at a time.
const MOST_MATCHES: usize = 4_096;

/// An answer that is no answer: a code for programs and a text for people.
struct Failed {
    code: &'static str,
    text: String,
}

impl Failed {
    fn new(code: &'static str, text: impl Into<String>) -> Self {
        Failed { code, text: text.into() }
    }
}

impl From<Faults> for Failed {
    fn from(faults: Faults) -> Self {
        let all: Vec<String> = faults.list.iter().map(Fault::to_string).collect();
        Failed::new("input", all.join("; "))
    }
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Self {
        Failed::new("input", fault.to_string())
    }
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Self {
        let code = match refused {
            Refused::Over => "over",
            _ => "option",
        };
        Failed::new(code, refused.to_string())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct New {
    game: String,
    seed: Option<u64>,
    #[serde(default)]
    decks: Vec<Value>,
    pool: Option<Value>,
    edition: Option<String>,
    #[serde(default)]
    players: Vec<String>,
    #[serde(default)]
    allow_unread: bool,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Answer {
    option: Option<usize>,
    label: Option<String>,
    version: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Why {
    card: Option<String>,
    label: Option<String>,
}

impl Engine {
    /// Answers one line.
    pub fn line(&mut self, line: &str) -> Value {
        match self.request(line) {
            Ok(answer) => answer,
            Err(Failed { code, text }) => refusal(code, &text),
        }
    }

    fn request(&mut self, line: &str) -> Result<Value, Failed> {
        let value: Value = serde_json::from_str(line)
            .map_err(|error| Failed::new("json", format!("not a JSON value: {error}")))?;
        let Value::Object(mut request) = value else {
            return Err(Failed::new(
                "request",
                "a request is a JSON object, such as {\"state\":{\"seat\":\"A\"}}",
            ));
        };
        let named = request.remove("match");
        let mut parts = request.into_iter();
        let (Some((verb, body)), None) = (parts.next(), parts.next()) else {
            let text = format!("a request has one of {} (and perhaps \"match\")", VERBS.join(", "));
            return Err(Failed::new("request", text));
        };
        let Value::Object(mut body) = body else {
            return Err(Failed::new(
                "request",
                format!("what belongs to \"{verb}\" is an object, such as {{}}"),
            ));
        };
        let id = match body.remove("match").or(named) {
            None => self.current.clone(),
            Some(Value::String(id)) => id,
            Some(_) => return Err(Failed::new("request", "\"match\" is the name of a match, a string")),
        };
        match verb.as_str() {
            "new" => self.begin(body),
            "load" => self.load(body),
            "close" => {
                self.session(&id)?;
                self.matches.remove(&id);
                Ok(json!({"type": "closed", "match": id}))
            }
            "copy" => self.copy(&id),
            verb if VERBS.contains(&verb) => {
                self.session(&id).and_then(|session| answer(session, verb, body))
            }
            other => {
                let text = format!("no request is called \"{other}\": there are {}", VERBS.join(", "));
                Err(Failed::new("request", text))
            }
        }
    }

    /// A match by its name.
    pub fn game(&self, id: &str) -> Option<&AnyMatch> {
        self.matches.get(id).map(|session| &session.game)
    }

    /// Takes a match in, lets its bots answer, and tells where it stands.
    pub fn take_in(&mut self, game: AnyMatch) -> Value {
        self.enter(game).unwrap_or_else(|Failed { code, text }| refusal(code, &text))
    }

    fn session(&mut self, id: &str) -> Result<&mut Session, Failed> {
        if self.matches.is_empty() {
            return Err(Failed::new(
                "match",
                "there is no match yet: begin one with {\"new\":{\"game\":\"digimon\"}}",
            ));
        }
        self.matches.get_mut(id).ok_or_else(|| Failed::new("match", format!("no match is called \"{id}\"")))
    }

    fn begin(&mut self, body: Map<String, Value>) -> Result<Value, Failed> {
        let new: New = read("new", body)?;
        let game: GameName = new.game.parse::<GameName>()?;
        let players = match &new.players[..] {
            [] => ["you".to_string(), "script".to_string()],
            [one, two] => [one.clone(), two.clone()],
            _ => return Err(Failed::new("request", "\"players\" are two: \"you\" or the name of a bot")),
        };
        if new.decks.len() > 2 {
            return Err(Failed::new("request", "\"decks\" are two: null, a name, a file, or a deck"));
        }
        let mut decks = [None, None];
        for (slot, deck) in decks.iter_mut().zip(&new.decks) {
            *slot = deck_of(game, deck)?;
        }
        let start = Start {
            edition: new.edition,
            pools: pools_of(new.pool.as_ref())?,
            decks,
            unread: if new.allow_unread { UnreadCards::Allowed } else { UnreadCards::Refused },
            // A program may play what it likes: experiments need decks that no tournament allows.
            illegal: IllegalDecks::Allowed,
            seed: new.seed.unwrap_or_else(crate::live::fresh_seed),
            players: players.map(|name| if name == "you" { "person".into() } else { name }),
        };
        self.enter(AnyMatch::begin(game, &start)?)
    }

    fn load(&mut self, mut body: Map<String, Value>) -> Result<Value, Failed> {
        let pools = pools_of(body.remove("pool").as_ref())?;
        let record =
            body.remove("record").ok_or_else(|| Failed::new("request", "\"load\" needs a \"record\""))?;
        let players: Option<[String; 2]> =
            match body.remove("players") {
                None | Some(Value::Null) => None,
                Some(given) => Some(serde_json::from_value(given).map_err(|_| {
                    Failed::new("request", "\"players\" are two: \"you\" or the name of a bot")
                })?),
            };
        let source = Source::new("record", record.to_string());
        let record = Record::read(&source)?;
        let players = players.unwrap_or_else(|| record.players.clone());
        let players = players.map(|name| if name == "you" { "person".into() } else { name });
        let at = record.answers.len();
        let conceded = record.conceded;
        let names = [players[0].as_str(), players[1].as_str()];
        let mut game = AnyMatch::go_on(record, "record", &pools, at, names)?;
        if let Some(seat) = conceded {
            game.concede(seat);
        }
        self.enter(game)
    }

    fn copy(&mut self, id: &str) -> Result<Value, Failed> {
        let copy = self.session(id)?.game.copy()?;
        let id = self.name(copy)?;
        Ok(json!({"type": "copy", "match": id}))
    }

    /// Takes a match in, lets its bots answer, and tells where it stands.
    fn enter(&mut self, game: AnyMatch) -> Result<Value, Failed> {
        let id = self.name(game)?;
        self.current = id.clone();
        let session = self.session(&id)?;
        session.let_bots_answer();
        Ok(told(session))
    }

    fn name(&mut self, game: AnyMatch) -> Result<String, Failed> {
        if self.matches.len() >= MOST_MATCHES {
            let text = format!("{MOST_MATCHES} matches are open: close some first");
            return Err(Failed::new("match", text));
        }
        self.named += 1;
        let id = format!("m{}", self.named);
        self.matches.insert(id.clone(), Session::new(id.clone(), game));
        Ok(id)
    }
}

fn refusal(code: &str, text: &str) -> Value {
    json!({"type": "error", "code": code, "text": text})
}

const VERBS: [&str; 11] =
    ["new", "state", "answer", "why", "look", "undo", "concede", "copy", "save", "load", "close"];

fn answer(session: &mut Session, verb: &str, body: Map<String, Value>) -> Result<Value, Failed> {
    match verb {
        "state" => {
            let eyes = match body.get("seat") {
                None | Some(Value::Null) => asked_or_first(session),
                Some(word) => eyes_of(word)?,
            };
            let state = session.tell(eyes);
            // Who knows all sits nowhere: nobody in the match is "you".
            Ok(value(&if eyes == Eyes::All { state.from_outside() } else { state }))
        }
        "answer" => {
            let given: Answer = read("answer", body)?;
            if let Some(version) = given.version.filter(|version| *version != session.version()) {
                let text = format!(
                    "the match is at version {}, and this answers version {version}",
                    session.version()
                );
                return Err(Failed::new("version", text));
            }
            let option = match (given.option, given.label) {
                (Some(option), None) => option,
                (None, Some(label)) => {
                    let labels = session.game.labels();
                    let seat = session.game.seat().unwrap_or_default();
                    // As the one who is asked reads it, or as who sits nowhere does.
                    let outside = labels.iter().map(|label| from_outside(seat, label)).collect::<Vec<_>>();
                    match (find(&labels, &label), find(&outside, &label)) {
                        (Named::One(at), _) | (Named::Nothing, Named::One(at)) => at,
                        _ => return Err(Failed::new("option", format!("no one option reads \"{label}\""))),
                    }
                }
                _ => {
                    return Err(Failed::new(
                        "request",
                        "an answer names an \"option\" by its place, or a \"label\"",
                    ));
                }
            };
            session.answer(option)?;
            session.let_bots_answer();
            Ok(told(session))
        }
        "why" => {
            let why: Why = read("why", body)?;
            match (why.card, why.label) {
                (Some(card), None) => match session.game.why_card(&card) {
                    Some(why) => Ok(value(&why)),
                    None => Err(Failed::new("card", format!("no card is called \"{card}\" here"))),
                },
                (None, Some(label)) => Ok(session.game.why_label(&label)),
                _ => Err(Failed::new("request", "\"why\" asks about a \"card\" or a \"label\"")),
            }
        }
        "look" => {
            let word = body.get("card").and_then(Value::as_str).unwrap_or_default();
            let eyes = body.get("seat").map_or(Ok(asked_or_first(session)), eyes_of)?;
            match session.game.look(eyes, word) {
                Some(look) => Ok(value(&look)),
                None => Err(Failed::new("card", format!("no card is called \"{word}\" here"))),
            }
        }
        "undo" => {
            let seat = match body.get("seat") {
                Some(word) => seat_of(word)?,
                None => session.game.last_person().unwrap_or_default(),
            };
            session.undo(seat).map_err(|why| Failed::new("undo", why.to_string()))?;
            Ok(told(session))
        }
        "concede" => {
            let seat = match body.get("seat") {
                Some(word) => seat_of(word)?,
                None => session.game.seat().unwrap_or_default(),
            };
            session.concede(seat);
            Ok(told(session))
        }
        _ => Ok(json!({"type": "record", "match": session.id, "record": value(&session.game.record())})),
    }
}

/// The state of whoever is asked next, or of the first person when the match is over.
fn told(session: &mut Session) -> Value {
    let eyes = asked_or_first(session);
    value(&session.tell(eyes))
}

fn asked_or_first(session: &Session) -> Eyes {
    Eyes::Seat(session.game.seat().or(session.game.first_person()).unwrap_or_default())
}

fn eyes_of(word: &Value) -> Result<Eyes, Failed> {
    match word.as_str() {
        Some("public") => Ok(Eyes::Public),
        Some("all") => Ok(Eyes::All),
        _ => seat_of(word).map(Eyes::Seat),
    }
}

fn seat_of(word: &Value) -> Result<Seat, Failed> {
    match word.as_str() {
        Some("A") => Ok(Seat::A),
        Some("B") => Ok(Seat::B),
        _ => Err(Failed::new("request", format!("{word} is no seat: there are \"A\" and \"B\""))),
    }
}

fn read<T: serde::de::DeserializeOwned>(verb: &str, body: Map<String, Value>) -> Result<T, Failed> {
    serde_json::from_value(Value::Object(body))
        .map_err(|error| Failed::new("request", format!("\"{verb}\": {error}")))
}

/// Everything told here is plain data with string keys, so that it always has a JSON form.
fn value(told: &impl serde::Serialize) -> Value {
    serde_json::to_value(told).unwrap_or(Value::Null)
}

/// A deck: null for the built-in one, a built-in name or a file, or the deck itself.
pub fn deck_of(game: GameName, given: &Value) -> Result<Option<DeckFile>, Faults> {
    match given {
        Value::Null => Ok(None),
        Value::String(word) => with_game!(game, G => deck_named::<G>(word)).map(Some),
        deck => DeckFile::read(Source::new("deck", deck.to_string())).map(Some),
    }
}

fn pools_of(given: Option<&Value>) -> Result<Vec<Source>, Failed> {
    let wrong = || Failed::new("request", "\"pool\" is null, a card file, or a list of card files");
    let file = |given: &Value| -> Result<Source, Failed> {
        let path = given.as_str().ok_or_else(wrong)?;
        Ok(Source::read(Path::new(path))?)
    };
    match given {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(files)) => files.iter().map(file).collect(),
        Some(one) => Ok(vec![file(one)?]),
    }
}
