//! One match of a batch.

use crate::batch::{Again, Rules};
use crate::history::History;
use crate::rows::Position;
use bots::{Bot, Sight, Time};
use kernel::{Dice, Log, Match, Outcome, Pace, Seat, StableHasher};
use shobu::Playable;
use shobu::live::Live;
use shobu::recent::Recent;
use shobu::records::{Record, RecordPace};
use shobu::seeds::{Use, derive};
use shobu::sim::MOST_DECISIONS;

/// A match that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    pub game: u64,
    pub winner: Option<Seat>,
    pub decisions: u64,
    pub turns: u32,
    /// Whether a match was put in its place: then it is not the one that its number means.
    pub put_in: bool,
    pub(crate) hash: u64,
}

/// There is room for so many answers from the beginning; hardly a match takes more.
const ANSWERS: usize = 4_096;

/// The bots of both seats, where there are any.
type Players<G> = [Option<Box<dyn Bot<G>>>; 2];

pub(crate) struct Running<G: Playable> {
    pub game: Match<G, Dice>,
    bots: Players<G>,
    /// The number of the game.
    pub number: u64,
    decisions: u64,
    put_in: bool,
    pub history: History,
    /// The same for whoever takes a copy of the match.
    recent: Recent<G>,
    pub rewards: [f32; 2],
    pub terminated: bool,
    pub truncated: bool,
    pub finished: Vec<Finished>,
}

impl<G: Playable> Running<G> {
    pub fn begin(rules: &Rules<G>, number: u64) -> Self {
        let setup = rules.setup(number);
        let log = if rules.orders.observes { Log::listening() } else { Log::silent() };
        let (cards, dice) = (setup.cards.cards.clone(), dice(rules, number));
        let mut game = Match::new(cards, setup.edition, &setup.decks, dice, Pace::Fast, log);
        game.reserve(ANSWERS);
        let mut running = Running {
            game,
            bots: players(rules, number),
            number,
            decisions: 0,
            put_in: false,
            history: History::default(),
            recent: Recent::default(),
            rewards: [0.0; 2],
            terminated: false,
            truncated: false,
            finished: Vec::new(),
        };
        running.note();
        running
    }

    pub fn options(&self) -> usize {
        self.game.menu().options.len()
    }

    pub fn forget_last_step(&mut self) {
        self.rewards = [0.0; 2];
        (self.terminated, self.truncated) = (false, false);
    }

    /// Whether it is over and waits for the next step to begin anew.
    pub fn is_over(&self) -> bool {
        self.game.menu().options.is_empty()
    }

    /// Who is asked; of a match that is over, who was to answer.
    pub fn seat(&self) -> Seat {
        match (self.is_over(), &self.bots) {
            (true, [Some(_), None]) => Seat::B,
            (true, _) => Seat::A,
            (false, _) => self.game.menu().seat,
        }
    }

    /// What a seat is told of it.
    pub fn position<'a>(&'a self, rules: &'a Rules<G>, seat: Seat) -> Position<'a, G> {
        let menu = self.game.menu();
        let menu = (menu.seat == seat && !menu.options.is_empty()).then_some(menu);
        Position { state: self.game.state(), cards: rules.cards(), seat, menu, history: &self.history }
    }

    pub fn answer(&mut self, option: usize, rules: &Rules<G>) {
        if self.is_over() {
            self.renew(rules, self.number + rules.orders.lanes as u64);
        } else if self.game.answer(option).is_ok() {
            self.decisions += 1;
            self.note();
        }
    }

    fn note(&mut self) {
        self.history.add(self.game.state(), self.game.cards(), self.game.events());
        self.recent.add(self.game.events());
    }

    /// Lets bots answer until somebody else is asked; at the end of a match the next one begins. A match between two
    /// bots is played to its end, one a step.
    pub fn go_on(&mut self, rules: &Rules<G>) {
        let only_bots = self.bots.iter().all(Option::is_some);
        loop {
            if let Some(outcome) = self.game.outcome() {
                self.end(rules, outcome);
                if only_bots || rules.orders.again == Again::NextStep {
                    return;
                }
            }
            if self.decisions >= MOST_DECISIONS as u64 {
                self.truncated = true;
                self.renew(rules, self.number + rules.orders.lanes as u64);
            }
            let seat = self.game.menu().seat;
            let Some(bot) = &mut self.bots[seat.index()] else { return };
            let setup = rules.setup(self.number);
            let sight = Sight::new(self.game.state(), self.game.menu(), &setup.cards.cards, &setup.prints);
            // A built-in bot always answers; should one not, its match goes on with the first option.
            let answer = bot.choose(&sight).unwrap_or(0);
            self.answer(answer, rules);
        }
    }

    fn end(&mut self, rules: &Rules<G>, outcome: Outcome) {
        self.terminated = true;
        for seat in Seat::BOTH {
            self.rewards[seat.index()] = match outcome.winner {
                Some(winner) if winner == seat => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            };
        }
        self.finished.push(Finished {
            game: self.number,
            winner: outcome.winner,
            decisions: self.decisions,
            turns: self.game.state().turn(),
            put_in: self.put_in,
            hash: StableHasher::of(self.game.state()),
        });
        if rules.orders.again == Again::SameStep {
            self.renew(rules, self.number + rules.orders.lanes as u64);
        }
    }

    /// Begins another game.
    fn renew(&mut self, rules: &Rules<G>, number: u64) {
        self.number = number;
        let setup = rules.setup(number);
        self.game.renew(setup.edition, &setup.decks, dice(rules, number));
        self.bots = players(rules, number);
        (self.decisions, self.put_in) = (0, false);
        self.history.clear();
        self.recent.clear();
        self.note();
    }

    /// Begins with a game as if nothing had been played.
    pub fn restart(&mut self, rules: &Rules<G>, number: u64) {
        self.finished.clear();
        self.forget_last_step();
        self.renew(rules, number);
        self.go_on(rules);
    }

    /// The match by itself, both seats open. What was put in has no record of its beginning.
    pub fn copy(&self, rules: &Rules<G>) -> Option<Live<G>> {
        let setup = rules.setup(self.number);
        let names = ["person", "person"];
        let seed = derive(rules.orders.seed, self.number, Use::Match);
        let mut record = Record::begin(setup, seed, RecordPace::Fast, names);
        record.answers = self.game.answers().to_vec();
        let (state, dice) = (self.game.state().clone(), self.game.chance().clone());
        let game = Match::resume(state, setup.cards.cards.clone(), dice, Pace::Fast, Log::listening());
        Live::taken(setup.clone(), game, record, names, self.recent.clone())
    }

    /// Whether its record tells how it came about.
    pub fn has_record(&self) -> bool {
        !self.put_in
    }

    /// Goes on from where another match stands.
    pub fn take_over(&mut self, live: &Live<G>, rules: &Rules<G>) {
        let log = if rules.orders.observes { Log::listening() } else { Log::silent() };
        let (state, dice) = (live.game.state().clone(), live.game.chance().clone());
        let cards = rules.setup(self.number).cards.cards.clone();
        self.game = Match::resume(state, cards, dice, Pace::Fast, log);
        self.game.reserve(ANSWERS);
        (self.decisions, self.put_in) = (0, true);
        self.history.clear();
        self.recent.clone_from(live.recent());
        for event in self.recent.events() {
            self.history.add(self.game.state(), self.game.cards(), std::slice::from_ref(event));
        }
        self.forget_last_step();
        self.go_on(rules);
    }
}

fn dice<G: Playable>(rules: &Rules<G>, number: u64) -> Dice {
    Dice::new(derive(rules.orders.seed, number, Use::Match))
}

/// The bots of game number so and so: the same as in `shobu sim` with the same seed.
fn players<G: Playable>(rules: &Rules<G>, number: u64) -> Players<G> {
    let bot = |seat: Seat| {
        let purpose = if seat == Seat::A { Use::BotA } else { Use::BotB };
        let name = rules.orders.bots[seat.index()].as_deref()?;
        rules.registry.make(name, derive(rules.orders.seed, number, purpose), Time::Counted).ok()
    };
    [bot(Seat::A), bot(Seat::B)]
}
