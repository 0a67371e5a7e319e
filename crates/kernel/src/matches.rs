//! A match in progress: a state, its cards, its luck, and the answers so far.

use crate::chance::Chance;
use crate::event::{Event, Log};
use crate::game::{Context, Game, Outcome, Standing};
use crate::menu::{Menu, Verdicts, unlike};
use crate::rule::RuleId;
use crate::seat::Seat;
use std::sync::Arc;
use thiserror::Error;

/// Which menus of one are taken without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// All of them: simulations.
    Fast,
    /// All but the end of the deciding player's own step: scenes and people.
    Shown,
}

/// An answer that was not taken. The match is as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The menu is shorter.
    #[error("answer {given}, but the menu has {options} options")]
    NoSuchOption {
        /// The place that was answered, from 0.
        given: usize,
        /// How many options the menu has.
        options: usize,
    },
    /// It was considered, and a rule refuses it.
    #[error("{label}: refused by rule {}", .rule.0)]
    Rule {
        /// What was answered.
        label: String,
        /// The rule that refuses it.
        rule: RuleId,
    },
    /// Nothing that could be done here reads so.
    #[error("no option reads \"{label}\"")]
    Unknown {
        /// What was answered.
        label: String,
    },
    /// Several options begin so.
    #[error("\"{label}\" could be any of: {}", .options.join(", "))]
    Ambiguous {
        /// What was answered.
        label: String,
        /// The options that it could mean.
        options: Vec<String>,
    },
}

/// A running match. `C` is where its luck comes from.
pub struct Match<G: Game, C> {
    state: G,
    cards: Arc<G::Cards>,
    chance: C,
    pace: Pace,
    log: Log<G::What>,
    menu: Menu<G>,
    answers: Vec<u16>,
}

impl<G: Game, C: Chance> Match<G, C> {
    /// Takes over a state at a decision.
    pub fn resume(state: G, cards: Arc<G::Cards>, chance: C, pace: Pace, log: Log<G::What>) -> Self {
        let mut game = Match { state, cards, chance, pace, log, menu: Menu::default(), answers: Vec::new() };
        game.settle();
        game
    }

    /// Prepares a new match.
    pub fn new(
        cards: Arc<G::Cards>,
        edition: usize,
        decks: &crate::PerSeat<G::Deck>,
        mut chance: C,
        pace: Pace,
        mut log: Log<G::What>,
    ) -> Self {
        let mut cx = Context { pool: &*cards, chance: &mut chance, log: &mut log };
        let state = G::new(&cards, edition, decks, &mut cx);
        Self::resume(state, cards, chance, pace, log)
    }

    /// Prepares a new match in the place of this one: whatever memory it has is used again.
    pub fn renew(&mut self, edition: usize, decks: &crate::PerSeat<G::Deck>, chance: C) {
        self.chance = chance;
        self.log.clear();
        self.answers.clear();
        let mut cx = Context { pool: &*self.cards, chance: &mut self.chance, log: &mut self.log };
        self.state = G::new(&self.cards, edition, decks, &mut cx);
        self.settle();
    }

    /// Makes room for so many answers, and for options and events as many as are seldom seen at once: who renews a match again
    /// and again takes no memory on the way.
    pub fn reserve(&mut self, answers: usize) {
        const OPEN: usize = 256;
        self.answers.reserve(answers);
        self.menu.options.reserve(OPEN);
        self.log.reserve(OPEN);
    }

    /// Where the match stands. It changes by answers alone, so the open menu is always that of this state.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The cards that it is played with.
    pub fn cards(&self) -> &G::Cards {
        &self.cards
    }

    /// The same, to be shared with another match.
    pub fn shared_cards(&self) -> Arc<G::Cards> {
        Arc::clone(&self.cards)
    }

    /// Where the match stands, and nothing else of it.
    pub fn into_state(self) -> G {
        self.state
    }

    /// Where its luck comes from.
    pub fn chance(&self) -> &C {
        &self.chance
    }

    /// Which menus of one are shown.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// The open decision; `options` is empty when the match is over.
    pub fn menu(&self) -> &Menu<G> {
        &self.menu
    }

    /// How the match ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state.standing() {
            Standing::Over(outcome) => Some(outcome),
            Standing::Open(_) => None,
        }
    }

    /// The answers given so far, by index.
    pub fn answers(&self) -> &[u16] {
        &self.answers
    }

    /// What happened since the last answer, when the log listens.
    pub fn events(&self) -> &[Event<G::What>] {
        self.log.events()
    }

    /// Answers the open menu. On an error nothing has changed.
    pub fn answer(&mut self, index: usize) -> Result<(), Refused> {
        if self.menu.options.is_empty() {
            return Err(Refused::Over);
        }
        let choice = *self
            .menu
            .options
            .get(index)
            .ok_or(Refused::NoSuchOption { given: index, options: self.menu.options.len() })?;
        self.log.clear();
        self.answers.push(index as u16);
        self.take(choice);
        self.settle();
        Ok(())
    }

    /// Finds the option that a label names: exactly, or as its only beginning. Where it names none, the rule that
    /// refuses it, if the game considered it.
    pub fn find(&self, label: &str) -> Result<usize, Refused> {
        let labels: Vec<String> = self.labels();
        if let Some(at) = labels.iter().position(|option| option == label) {
            return Ok(at);
        }
        let begins: Vec<usize> = (0..labels.len()).filter(|at| labels[*at].starts_with(label)).collect();
        match begins[..] {
            [at] => return Ok(at),
            [] => {
                if let Some(at) = labels.iter().position(|option| alike(option, label)) {
                    return Ok(at);
                }
            }
            _ => {
                let options = begins.iter().map(|at| labels[*at].clone()).collect();
                return Err(Refused::Ambiguous { label: label.into(), options });
            }
        }
        match self.refusal(label) {
            Some((label, rule)) => Err(Refused::Rule { label, rule }),
            None => Err(Refused::Unknown { label: label.into() }),
        }
    }

    /// The rule by which a considered candidate with this label (or the only one that begins so) is refused now.
    pub fn refusal(&self, label: &str) -> Option<(String, RuleId)> {
        let mut verdicts = Verdicts(Vec::new());
        self.state.consider(&self.cards, &mut verdicts);
        let mut refused = verdicts.0.into_iter().filter_map(|(choice, verdict)| {
            let full = self.state.label(&self.cards, choice);
            let rule = verdict.err()?;
            (full.starts_with(label) || alike(&full, label)).then_some((full, rule))
        });
        let first = refused.next()?;
        if first.0 == label {
            return Some(first);
        }
        Some(refused.find(|(full, _)| full == label).unwrap_or(first))
    }

    /// The labels of the open menu, in its order, no two of them alike.
    pub fn labels(&self) -> Vec<String> {
        let label = |choice: &G::Choice| self.state.label(&self.cards, *choice);
        let mut labels: Vec<String> = self.menu.options.iter().map(label).collect();
        unlike(&mut labels);
        labels
    }

    /// `seat` gives the match up.
    pub fn concede(&mut self, seat: Seat) {
        self.state.concede(seat);
        self.refresh();
    }

    fn take(&mut self, choice: G::Choice) {
        let mut cx = Context { pool: &*self.cards, chance: &mut self.chance, log: &mut self.log };
        self.state.apply(choice, &mut cx);
    }

    /// Takes menus of one by themselves, then opens the next real decision.
    fn settle(&mut self) {
        loop {
            self.refresh();
            match self.menu.options[..] {
                [only] if self.pace == Pace::Fast || !self.state.ends_own_step(only) => self.take(only),
                _ => return,
            }
        }
    }

    fn refresh(&mut self) {
        self.state.menu(&self.cards, &mut self.menu);
    }
}

/// Whether two labels differ only in the order of the cards that are named before the aim: "attack with B and A -> X".
fn alike(option: &str, label: &str) -> bool {
    fn parts(label: &str) -> Option<(&str, Vec<&str>, &str)> {
        let (head, aim) = label.split_once(" -> ")?;
        let (verb, cards) = head.split_once(" with ")?;
        let mut cards: Vec<&str> = cards.split(" and ").collect();
        cards.sort_unstable();
        Some((verb, cards, aim))
    }
    parts(label).is_some_and(|named| named.1.len() > 1 && parts(option) == Some(named))
}
