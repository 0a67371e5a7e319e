//! A match that is being played: by people, bots or both, on record, with undo.

use crate::any::unknown_bot;
use crate::door;
use crate::explain::{self, Asker, Explained, Question};
use crate::fault::{Fault, Faults};
use crate::pools::CardSet;
use crate::recent::Recent;
use crate::records::{Record, RecordPace, Replay};
use crate::save::{Saved, Written};
use crate::seeds::{Use, derive};
use crate::setup::Setup;
use crate::{Playable, print_of, zones};
use bots::{Bot, Forfeit, Registry, Sight, Time};
use kernel::{
    Chance, Context, Dice, Eyes, Log, Match, Menu, Pace, PerSeat, Print, Refused, Seat, Seats, Twins,
};
use std::collections::VecDeque;
use std::time::Duration;
use thiserror::Error;

/// Who plays a seat.
pub enum Player<G: Playable> {
    /// Somebody who is asked.
    Person,
    /// A bot.
    Bot(Box<dyn Bot<G>>),
}

/// Whether programs may play (`cmd:…`, see [`crate::door`]): only where a person at this machine named them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Programs {
    /// Programs are not started.
    #[default]
    Refused,
    /// With this much time for each answer.
    Allowed(Duration),
}

/// The moment before an answer, to go back to.
struct Moment<G: Playable> {
    state: G,
    dice: Dice,
    seat: Seat,
    /// What was answered.
    choice: Option<G::Choice>,
    /// How many things had happened.
    happened: u64,
}

/// So many moments are kept to go back to and to answer "why not?": a state takes a few kilobytes, and a server holds many
/// matches.
const MOMENTS_KEPT: usize = 40;

/// Why an answer cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoUndo {
    /// Nothing was answered yet.
    #[error("there is nothing to take back")]
    Nothing,
    /// The last answer was somebody else's.
    #[error("the last answer was the other player's")]
    NotYours,
    /// Somebody has learnt something since.
    #[error("somebody has learnt something since; it cannot be taken back")]
    Learnt,
}

/// A running match of `G` with everything around it.
pub struct Live<G: Playable> {
    /// Cards, decks and edition.
    pub setup: Setup<G>,
    /// The match itself.
    pub game: Match<G, Dice>,
    record: Record,
    players: [Player<G>; 2],
    /// The last answers.
    past: VecDeque<Moment<G>>,
    last_person: Option<Seat>,
    /// Why a bot could not go on.
    gave_up: Option<String>,
    recent: Recent<G>,
    /// What twins are called by seat A, seat B, a spectator, and somebody who knows all.
    twins: [Twins; 4],
}

/// Everybody who can look at a match.
const ALL_EYES: [Eyes; 4] = [Eyes::Seat(Seat::A), Eyes::Seat(Seat::B), Eyes::Public, Eyes::All];

/// What twins were called when so many answers of a record were given: their numbers hang on when each was first seen.
fn told_apart<G: Playable>(replay: &Replay<G>, answers: usize) -> [Twins; 4] {
    let (setup, record) = (&replay.setup, &replay.record);
    let cards = setup.cards.cards.clone();
    let (dice, pace) = (Dice::new(record.seed), record.pace.into());
    let mut game = Match::<G, _>::new(cards, setup.edition, &setup.decks, dice, pace, Log::listening());
    let mut twins: [Twins; 4] = Default::default();
    for answer in record.answers.iter().take(answers) {
        for (twins, eyes) in twins.iter_mut().zip(ALL_EYES) {
            twins.see(game.state(), game.cards(), eyes);
        }
        if game.answer(usize::from(*answer)).is_err() {
            break;
        }
    }
    twins
}

impl<G: Playable> Live<G> {
    /// Begins a match between two players, each `person` or the name of a bot; `None` if there is no such bot.
    pub fn begin(setup: Setup<G>, seed: u64, names: [&str; 2], programs: Programs) -> Option<Self> {
        let record = Record::begin(&setup, seed, RecordPace::Shown, names);
        let cards = setup.cards.cards.clone();
        let dice = Dice::new(seed);
        let game = Match::new(cards, setup.edition, &setup.decks, dice, Pace::Shown, Log::listening());
        let players = players(names, seed, &setup, programs)?;
        let mut live = Self::with(setup, game, record, players);
        live.tell_bots();
        Some(live)
    }

    /// Goes on from where a replay stands.
    pub fn go_on(replay: Replay<G>, names: [&str; 2]) -> Option<Self> {
        let at = replay.at();
        let seed = replay.record.seed.wrapping_add(at as u64);
        let players = players(names, seed, &replay.setup, Programs::Refused)?;
        let recent = replay.recent().clone();
        let twins = told_apart(&replay, at);
        let mut record = replay.record;
        record.rewind(at);
        record.players = names.map(str::to_string);
        let mut live = Live { recent, twins, ..Self::with(replay.setup, replay.game, record, players) };
        live.number_twins();
        Some(live)
    }

    /// Takes over a running match with the record of how it came about and the last things that happened in it.
    pub fn taken(
        setup: Setup<G>,
        game: Match<G, Dice>,
        record: Record,
        names: [&str; 2],
        recent: Recent<G>,
    ) -> Option<Self> {
        let players = players(names, record.seed, &setup, Programs::Refused)?;
        Some(Live { recent, ..Self::with(setup, game, record, players) })
    }

    fn with(setup: Setup<G>, game: Match<G, Dice>, record: Record, players: [Player<G>; 2]) -> Self {
        let (past, mut recent) = (VecDeque::new(), Recent::default());
        recent.add(game.events());
        let twins = Default::default();
        let mut live =
            Live { setup, game, record, players, past, last_person: None, gave_up: None, recent, twins };
        live.number_twins();
        live
    }

    /// Gives numbers to the twins that have come to be known.
    fn number_twins(&mut self) {
        for (twins, eyes) in self.twins.iter_mut().zip(ALL_EYES) {
            twins.see(self.game.state(), self.game.cards(), eyes);
        }
    }

    /// What twins are called by whoever looks.
    pub fn twins(&self, eyes: Eyes) -> &Twins {
        &self.twins[ALL_EYES.iter().position(|other| *other == eyes).unwrap_or(0)]
    }

    /// The last things that happened, whoever may know them.
    pub fn recent(&self) -> &Recent<G> {
        &self.recent
    }

    /// A match that looks the same to a seat, all that it does not know dealt anew.
    pub fn imagined(&self, seat: Seat, seed: u64) -> Result<Self, Fault> {
        let (cards, mut dice) = (&self.setup.cards.cards, Dice::new(seed));
        let view = self.game.state().view(seat);
        let state = G::determinize(&view, cards, &self.setup.prints, &mut dice)
            .map_err(|unfit| Fault::new(unfit.0))?;
        let mut copy = self.copy().ok_or_else(|| Fault::new("its bots cannot be begun anew"))?;
        copy.game = Match::resume(state, cards.clone(), dice, self.game.pace(), Log::listening());
        Ok(copy)
    }

    /// Plays the answers of a record once more: the match as it stood, with what can be taken back. Bots go on with fresh
    /// generators, as behind every record.
    pub fn again(replay: Replay<G>, answers: &[u16], names: [&str; 2]) -> Result<Option<Self>, Refused> {
        let seed = replay.record.seed;
        let Some(mut live) = Self::go_on(replay, names) else { return Ok(None) };
        for answer in answers {
            live.answer(usize::from(*answer))?;
        }
        let seed = seed.wrapping_add(answers.len() as u64);
        let players = players(names, seed, &live.setup, Programs::Refused);
        Ok(players.map(|players| Live { players, ..live }))
    }

    /// The same match once more, independent from now on; its bots begin with fresh generators.
    pub fn copy(&self) -> Option<Self> {
        let at = self.record.answers.len() as u64;
        let names = [self.record.players[0].as_str(), self.record.players[1].as_str()];
        let seed = self.record.seed.wrapping_add(at);
        let players = players(names, seed, &self.setup, Programs::Refused)?;
        let (state, dice) = (self.game.state().clone(), self.game.chance().clone());
        let game =
            Match::resume(state, self.setup.cards.cards.clone(), dice, self.game.pace(), Log::listening());
        let mut copy = Self::with(self.setup.clone(), game, self.record.clone(), players);
        copy.recent.clone_from(&self.recent);
        copy.twins.clone_from(&self.twins);
        Some(copy)
    }

    /// Who plays: `person`, or the names of bots.
    pub fn names(&self) -> [String; 2] {
        self.record.players.clone()
    }

    /// The person who answered last.
    pub fn last_person(&self) -> Option<Seat> {
        self.last_person
    }

    /// Answers the open menu. On an error nothing has changed.
    pub fn answer(&mut self, index: usize) -> Result<(), Refused> {
        let (state, dice) = (self.game.state().clone(), self.game.chance().clone());
        let seat = self.game.menu().seat;
        let choice = self.game.menu().options.get(index).copied();
        self.game.answer(index)?;
        self.record.note(index, self.game.state());
        if self.people().has(seat) {
            self.last_person = Some(seat);
        }
        if self.past.len() == MOMENTS_KEPT {
            self.past.pop_front();
        }
        self.past.push_back(Moment { state, dice, seat, choice, happened: self.recent.happened() });
        self.recent.add(self.game.events());
        self.number_twins();
        self.tell_bots();
        Ok(())
    }

    /// Whether no other person has answered since this seat did and no luck was used: then its answer can be taken back
    /// unless somebody learnt something by it, which is found out when that is asked for.
    pub fn may_undo(&self, seat: Seat) -> bool {
        let people = self.people();
        let last = self.past.iter().rev().find(|moment| people.has(moment.seat));
        self.record.conceded.is_none()
            && last.is_some_and(|last| last.seat == seat && last.dice == *self.game.chance())
    }

    /// `seat` gives the match up.
    pub fn concede(&mut self, seat: Seat) {
        if self.game.outcome().is_none() {
            self.game.concede(seat);
            self.record.conceded = Some(seat);
            self.tell_bots();
        }
    }

    /// Tells bots that listen what happened, and all of them that the match is over.
    fn tell_bots(&mut self) {
        let over = self.game.outcome().is_some();
        for seat in Seat::BOTH {
            let Player::Bot(bot) = &mut self.players[seat.index()] else { continue };
            let nothing = Menu { seat, ..Menu::default() };
            let sight = Sight::new(self.game.state(), &nothing, &self.setup.cards.cards, &self.setup.prints);
            let sight = sight.with_events(self.game.events());
            if bot.listens() {
                bot.hear(&sight);
            }
            if over {
                bot.ended(&sight);
            }
        }
    }

    /// Why a bot could not go on, if one could not.
    pub fn gave_up(&self) -> Option<&str> {
        self.gave_up.as_deref()
    }

    /// The option that the bot of the deciding seat would take; `None` if a person decides, or nobody. A bot that cannot
    /// go on gives the match up.
    pub fn bot_choice(&mut self) -> Option<usize> {
        let menu = self.game.menu();
        if menu.options.is_empty() {
            return None;
        }
        let sight = Sight::new(self.game.state(), menu, &self.setup.cards.cards, &self.setup.prints);
        let seat = menu.seat;
        match &mut self.players[seat.index()] {
            Player::Person => None,
            Player::Bot(bot) => match bot.choose(&sight) {
                Ok(answer) => Some(answer),
                Err(Forfeit(why)) => {
                    self.gave_up = Some(why);
                    self.concede(seat);
                    None
                }
            },
        }
    }

    /// Takes this seat's last answer back, and what bots answered since, if nobody learnt anything by any of it; how many
    /// answers that were.
    pub fn undo(&mut self, seat: Seat) -> Result<usize, NoUndo> {
        if self.record.conceded.is_some() {
            return Err(NoUndo::Learnt);
        }
        let people = self.people();
        let mut at = self.past.len();
        loop {
            at = at.checked_sub(1).ok_or(NoUndo::Nothing)?;
            let answered = self.past[at].seat;
            if answered != seat && people.has(answered) {
                return Err(NoUndo::NotYours);
            }
            if !self.was_quiet(at) {
                return Err(NoUndo::Learnt);
            }
            if answered == seat {
                break;
            }
        }
        let undone = self.past.len() - at;
        let Some(Moment { state, dice, happened, .. }) = self.past.drain(at..).next() else {
            return Err(NoUndo::Nothing);
        };
        self.recent.go_back(happened);
        let answers = self.record.answers.len().saturating_sub(undone);
        self.record.rewind(answers);
        let cards = self.setup.cards.cards.clone();
        self.game = Match::resume(state, cards, dice, self.game.pace(), Log::listening());
        self.number_twins();
        Ok(undone)
    }

    /// Whether nobody learnt anything by the answer at a moment, and no luck was used.
    fn was_quiet(&self, at: usize) -> bool {
        let before = &self.past[at];
        let (after, dice) = match self.past.get(at + 1) {
            Some(next) => (&next.state, &next.dice),
            None => (self.game.state(), self.game.chance()),
        };
        *dice == before.dice
            && before.choice.is_some_and(|choice| self.taught_nothing(&before.state, choice, after))
    }

    /// Why a label is not offered now, or was not in a question that was left out, as far as those eyes may know.
    pub fn explain(&self, label: &str, eyes: Eyes) -> Explained {
        explain::ask(&self.game, label, self.asker(eyes), || self.left_out(eyes))
    }

    fn asker(&self, eyes: Eyes) -> Asker<'_> {
        Asker { eyes, twins: self.twins(eyes) }
    }

    /// The questions that nobody was asked, since the last answer of whoever looks.
    fn left_out(&self, eyes: Eyes) -> Vec<Question> {
        let cards = &self.setup.cards.cards;
        let answers = self.record.answers.iter().rev();
        let mut found: Vec<Vec<Question>> = Vec::new();
        for (moment, answer) in self.past.iter().rev().zip(answers) {
            let mut menu = Menu::default();
            moment.state.menu(cards, &mut menu);
            let Some(choice) = menu.options.get(usize::from(*answer)) else { break };
            found.push(explain::left_out(
                &moment.state,
                cards,
                moment.dice.clone(),
                *choice,
                self.asker(eyes),
            ));
            if eyes.seat().is_none_or(|seat| seat == moment.seat) {
                break;
            }
        }
        found.into_iter().rev().flatten().collect()
    }

    /// The position as a scene, as a seat knows it (`None`: as it is): what that seat may not know is dealt anew.
    pub fn scene(&self, to: Option<Seat>) -> Result<Saved, Fault> {
        let cards = &self.setup.cards;
        let known = |state: &G| match to {
            None => Ok(state.clone()),
            Some(seat) => {
                G::determinize(&state.view(seat), &cards.cards, &self.setup.prints, &mut Dice::new(0))
                    .map_err(|unfit| Fault::new(unfit.0))
            }
        };
        let mut past = Vec::new();
        for (moment, answer) in self.past.iter().rev().zip(self.record.answers.iter().rev()) {
            let mut menu = Menu::default();
            moment.state.menu(&cards.cards, &mut menu);
            let choice = menu.options.get(usize::from(*answer)).copied();
            match choice.filter(|_| moment.dice == *self.game.chance()) {
                Some(choice) => past.push((known(&moment.state)?, choice)),
                None => break,
            }
        }
        let state = known(self.game.state())?;
        let title = format!("Saved in turn {}", state.turn());
        Ok(Written { cards, edition: self.setup.edition, title, state, known_to: to, past }.scene())
    }

    /// A match that goes on from a position, with what lies on the table as the two decks.
    pub fn at(
        cards: CardSet<G>,
        state: G,
        edition: usize,
        seed: u64,
        names: [&str; 2],
    ) -> Result<Self, Faults> {
        // No deck will be dealt any more: the starter decks stand in where a match must have some.
        let starter = Setup::<G>::built_in()?;
        let held = |seat: Seat| -> Vec<Print> {
            let zones = zones::<G>().into_iter().flat_map(|zone| state.zone(seat, zone).unwrap_or_default());
            zones.map(|card| print_of(&state, card)).collect()
        };
        let prints = PerSeat::new(held(Seat::A), held(Seat::B));
        let setup = Setup { cards, edition, prints, ..starter };
        let record = Record::begin(&setup, seed, RecordPace::Shown, names);
        let players = players(names, seed, &setup, Programs::Refused).ok_or_else(|| unknown_bot(names))?;
        let game =
            Match::resume(state, setup.cards.cards.clone(), Dice::new(seed), Pace::Shown, Log::listening());
        Ok(Self::with(setup, game, record, players))
    }

    /// The record so far, with the hash of the present state.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        record.finish(self.game.state());
        record
    }

    /// Whether each seat would see the same after this choice on any table that looked the same to it before: then it
    /// learnt nothing. Some such tables are imagined and tried.
    fn taught_nothing(&self, before: &G, choice: G::Choice, after: &G) -> bool {
        const WORLDS: u64 = 8;
        let cards = &self.setup.cards.cards;
        Seat::BOTH.into_iter().all(|seat| {
            let (seen, now) = (before.view(seat), after.view(seat));
            (0..WORLDS).all(|world| {
                let mut imagined = Dice::new(world);
                let Ok(state) = G::determinize(&seen, cards, &self.setup.prints, &mut imagined) else {
                    return false;
                };
                let mut menu = Menu::default();
                state.menu(cards, &mut menu);
                if !menu.options.contains(&choice) {
                    return false;
                }
                let mut state = state;
                let mut log = Log::silent();
                let mut cx = Context { pool: &**cards, chance: &mut imagined, log: &mut log };
                state.apply(choice, &mut cx);
                let settled = Match::resume(state, cards.clone(), imagined, Pace::Shown, log);
                settled.state().view(seat) == now
            })
        })
    }

    /// What happened since the last answer, in words for a seat (`None`: for somebody who may know all).
    pub fn events(&self, to: Option<Seat>) -> Vec<String> {
        self.game.events().iter().map(|event| self.game.state().tell(self.game.cards(), event, to)).collect()
    }

    /// Whether a person plays a seat.
    pub fn people(&self) -> Seats {
        let mut people = Seats::NONE;
        for seat in Seat::BOTH {
            if matches!(self.players[seat.index()], Player::Person) {
                people = people.with(Seats::only(seat));
            }
        }
        people
    }
}

fn players<G: Playable>(
    names: [&str; 2],
    seed: u64,
    setup: &Setup<G>,
    programs: Programs,
) -> Option<[Player<G>; 2]> {
    let bots = match programs {
        Programs::Refused => Registry::built_in(),
        Programs::Allowed(limit) => door::registry(setup, limit),
    };
    let player = |name: &str, purpose: Use| match name {
        "person" => Some(Player::Person),
        name => bots.make(name, derive(seed, 0, purpose), Time::Watched).ok().map(Player::Bot),
    };
    Some([player(names[0], Use::BotA)?, player(names[1], Use::BotB)?])
}

/// A seed nobody chose: from the clock and the process, for `play` without `--seed`.
pub fn fresh_seed() -> u64 {
    let time =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let mut dice = Dice::new(time as u64 ^ u64::from(std::process::id()) << 32);
    // Short enough to be typed again.
    u64::from(dice.below(1_000_000_000))
}
