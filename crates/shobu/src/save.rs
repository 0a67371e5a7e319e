//! A position written down as a scene, so that it can be asked about, changed and kept.
//!
//! A scene describes what lies on the table. What only the match remembers (lasting effects, limits that were used up, work
//! in progress) is said by a script: the scene begins at an earlier decision and is played from there. What was written is
//! set up again and compared, also by playing both on; every difference is told.

use crate::pools::CardSet;
use crate::records::Replay;
use crate::said::seat_word;
use crate::same::{Looks, go_on_alike, meant};
use crate::scene_text::{self, quoted};
use crate::scenes::{Scene, position};
use crate::{Fault, Source};
use crate::{Playable, print_of, zones};
use kernel::{Dice, Hidden, Log, Match, Pace, Print, Seat};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// A scene's text, and what it cannot say of the position.
pub struct Saved {
    /// The scene.
    pub text: String,
    /// What a scene cannot say of this position.
    pub lost: Vec<String>,
}

/// What is written down, and how it came about.
pub struct Written<'a, G: Playable> {
    /// The cards of the match.
    pub cards: &'a CardSet<G>,
    /// The edition, by its place among the game's.
    pub edition: usize,
    /// The scene's title.
    pub title: String,
    /// The position.
    pub state: G,
    /// Whose knowledge is written down; `None`: everything.
    pub known_to: Option<Seat>,
    /// How it came about, last answer first: the position before each answer, and the answer. Only as far as no luck was used.
    pub past: Vec<(G, G::Choice)>,
}

/// Positions further back than this make a script that nobody reads.
const BACK: usize = 60;

impl<G: Playable> Written<'_, G> {
    /// The scene: of the position itself if that says all, else of the latest one from which a script leads to it.
    pub fn scene(&self) -> Saved {
        let mut best: Option<Saved> = None;
        for answers in self.beginnings() {
            let Some(saved) = self.after(answers) else { continue };
            if saved.lost.is_empty() {
                return saved;
            }
            best = best.or(Some(saved));
        }
        let mut saved = best.unwrap_or_else(|| Saved {
            text: self.text(&self.state, &[]),
            lost: vec!["it cannot be set up again".into()],
        });
        let remarks: String =
            saved.lost.iter().map(|line| format!("# not in this scene: {line}\n")).collect();
        saved.text.insert_str(0, &remarks);
        saved
    }

    /// How many answers earlier a scene may begin: not at all; at the last decision where nothing was going on, for only
    /// there a description can be whole; at the first such decision of the turn, where limits are fresh; and at the first
    /// that there is.
    fn beginnings(&self) -> Vec<usize> {
        let plain = (1..=self.past.len().min(BACK)).filter(|answers| self.past[answers - 1].0.is_plain());
        let plain: Vec<usize> = plain.collect();
        let turn = self.state.turn();
        let of_turn = plain.iter().rfind(|answers| self.past[**answers - 1].0.turn() == turn);
        let mut found = vec![0];
        for answers in [plain.first(), of_turn, plain.last()].into_iter().flatten() {
            if !found.contains(answers) {
                found.push(*answers);
            }
        }
        found
    }

    /// The scene that begins so many answers earlier; none if its script does not lead here at all.
    fn after(&self, answers: usize) -> Option<Saved> {
        let from = match answers {
            0 => &self.state,
            answers => &self.past[answers - 1].0,
        };
        let mut here = self.played(from.clone());
        let mut there = match self.set_up(from) {
            Ok(game) => game,
            Err(why) => {
                let lost = vec![format!("it cannot be set up again: {why}")];
                return (answers == 0).then(|| Saved { text: self.text(from, &[]), lost });
            }
        };
        let mut script = Vec::new();
        let mut answer = |here: &mut Match<G, Dice>, at: usize| {
            let meant = meant(here, at, &there)?;
            script.push(format!("{}: {}", seat_word(there.menu().seat), there.labels()[meant]));
            here.answer(at).ok()?;
            there.answer(meant).ok()
        };
        for (_, choice) in self.past[..answers].iter().rev() {
            // A match at full speed ends a player's step by itself where that is all that is left; a scene says it.
            while here.menu().options.len() == 1 && here.menu().options[0] != *choice {
                answer(&mut here, 0)?;
            }
            let at = here.menu().options.iter().position(|option| option == choice)?;
            answer(&mut here, at)?;
        }
        while !self.is_reached(here.state()) && here.menu().options.len() == 1 {
            answer(&mut here, 0)?;
        }
        if !self.is_reached(here.state()) {
            return None;
        }
        let mut lost = Looks::of(&here).against(&Looks::of(&there));
        if lost.is_empty() {
            lost.extend(go_on_alike(&here, &there).err());
        }
        let text = self.text(from, &script);
        if lost.is_empty() {
            lost.extend(read_back(&here, &text).err());
        }
        Some(Saved { text, lost })
    }

    /// Whether this is the position, for those whose knowledge is written down.
    fn is_reached(&self, state: &G) -> bool {
        match self.known_to {
            None => *state == self.state,
            Some(seat) => state.view(seat) == self.state.view(seat),
        }
    }

    fn played(&self, state: G) -> Match<G, Dice> {
        Match::resume(state, self.cards.cards.clone(), Dice::new(1), Pace::Shown, Log::silent())
    }

    /// The match at a described position.
    fn set_up(&self, state: &G) -> Result<Match<G, Dice>, String> {
        let stage = state.describe(&self.cards.cards, Seat::A, Hidden::Listed);
        let state = G::stage(&self.cards.cards, &stage, self.edition).map_err(|error| error.to_string())?;
        Ok(self.played(state))
    }

    fn text(&self, state: &G, script: &[String]) -> String {
        let mut text = format!("title = {}\ngame = {}\n", quoted(&self.title), quoted(G::NAME));
        // Writing to a string cannot fail.
        if self.edition > 0 {
            let _ = writeln!(text, "edition = {}", quoted(G::EDITIONS[self.edition]));
        }
        if !script.is_empty() {
            text.push_str("shown = \"after its script\"\n");
        }
        for print in self.prints(state) {
            if let Some(Value::Object(row)) = self.cards.row(print) {
                text.push_str(&scene_text::card(row));
            }
        }
        text.push_str(&scene_text::stage(&state.describe(&self.cards.cards, Seat::A, Hidden::Listed)));
        if !script.is_empty() {
            let _ = write!(text, "\n[play]\nscript = '''\n{}\n'''\n", script.join("\n"));
        }
        text
    }

    /// The cards on the table that a row describes, each once and in the order of the pool.
    fn prints(&self, state: &G) -> Vec<Print> {
        let places =
            Seat::BOTH.into_iter().flat_map(|seat| zones::<G>().into_iter().map(move |zone| (seat, zone)));
        let cards = places.flat_map(|(seat, zone)| state.zone(seat, zone).unwrap_or_default());
        let mut prints: Vec<Print> = cards.map(|card| print_of(state, card)).collect();
        prints.sort();
        prints.dedup();
        let blanks: Vec<Value> = G::blanks();
        let is_blank = |print: &Print| self.cards.row(*print).is_some_and(|row| blanks.contains(row));
        prints.retain(|print| !is_blank(print));
        prints
    }
}

/// Reads what was written, and compares.
fn read_back<G: Playable>(here: &Match<G, Dice>, text: &str) -> Result<(), String> {
    let scene = Scene::read(Source::new("saved scene", text)).map_err(|fault| fault.what)?;
    let (cards, state, _) = position::<G>(&scene, None).map_err(|failure| failure.fault.what)?;
    let again = Match::resume(state, cards.cards.clone(), Dice::new(1), Pace::Shown, Log::silent());
    match Looks::of(here).against(&Looks::of(&again)).into_iter().next() {
        Some(difference) => Err(difference),
        None => Ok(()),
    }
}

/// The scene of a record's position after so many answers.
pub fn of_replay<G: Playable>(replay: &mut Replay<G>, at: usize, title: String) -> Result<Saved, Fault> {
    replay.go_to(at.min(replay.record.answers.len()).saturating_sub(BACK))?;
    let mut past = Vec::new();
    while replay.at() < at {
        let (state, dice) = (replay.game.state().clone(), replay.game.chance().clone());
        let answer = replay.record.answers.get(replay.at()).map(|answer| usize::from(*answer));
        let choice = answer.and_then(|answer| replay.game.menu().options.get(answer).copied());
        if replay.step()?.is_none() {
            break;
        }
        past.extend(choice.map(|choice| (state, dice, choice)));
    }
    let luck = replay.game.chance().clone();
    let quiet = past.into_iter().rev().take_while(|(_, dice, _)| *dice == luck);
    let past = quiet.map(|(state, _, choice)| (state, choice)).collect();
    let (cards, edition) = (&replay.setup.cards, replay.setup.edition);
    Ok(Written { cards, edition, title, state: replay.game.state().clone(), known_to: None, past }.scene())
}

/// Writes a scene to a file, and says what became of it. A file that is there already is left alone.
pub fn write(saved: &Saved, file: &str) -> Result<String, Fault> {
    if Path::new(file).exists() {
        return Err(Fault::of_file(file, "is there already").help("name another file"));
    }
    std::fs::write(file, &saved.text)
        .map_err(|error| Fault::of_file(file, format!("cannot be written: {error}")))?;
    Ok(match saved.lost.is_empty() {
        true => format!("Saved: shobu scene show {file}"),
        false => {
            format!("Saved: shobu scene show {file}\nA scene cannot say all of it: {}", saved.lost.join("; "))
        }
    })
}
