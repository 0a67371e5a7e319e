//! The contract of a game.

use crate::chance::Chance;
use crate::event::Log;
use crate::menu::{Consider, Menu};
use crate::pool::{Pool, Print, Printed};
use crate::rule::{RuleBook, RuleId};
use crate::seat::{Eyes, PerSeat, Seat};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::hash::Hash;
use thiserror::Error;

/// What the rules may use while they change a state: the printed cards, luck, and a place for events.
pub struct Context<'a, G: Game> {
    /// The cards of the match.
    pub pool: &'a G::Cards,
    /// The one door for luck.
    pub chance: &'a mut dyn Chance,
    /// Where events go.
    pub log: &'a mut Log<G::What>,
}

/// A view that was not made by this game with these cards: no state can be made of it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Unfit(pub String);

impl From<String> for Unfit {
    fn from(why: String) -> Self {
        Unfit(why)
    }
}

impl From<&str> for Unfit {
    fn from(why: &str) -> Self {
        Unfit(why.into())
    }
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Standing {
    /// This seat has a decision to make.
    Open(Seat),
    /// The match is over.
    Over(Outcome),
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Nobody: a draw.
    pub winner: Option<Seat>,
    /// How it came to that.
    pub why: Why,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Why {
    /// A victory, defeat or draw by this rule.
    Rule(RuleId),
    /// The loser gave up.
    Concession,
    /// The engine ran out of room for what the cards asked of it; nobody wins. Never a rule.
    Limit,
}

/// One of the games, as a value that can be copied, saved, hashed and searched at any decision.
///
/// # Laws
/// The law suite holds every game to these.
/// 1. A state that is open lists at least one option, and [`Game::apply`] accepts each listed option.
/// 2. Equal states, chances and choices lead to equal states: there is nothing outside the state.
/// 3. `deserialize(serialize(s)) == s`.
/// 4. [`Game::view`] depends only on what its eyes know; `view(determinize(v)) == v` and `view(picture(v)) == v`.
/// 5. Every game ends.
pub trait Game: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in commands and files: `digimon`.
    const NAME: &'static str;
    /// The rules of the game's document, by id.
    const RULES: RuleBook;
    /// The editions it can be played by, the default first.
    const EDITIONS: &'static [&'static str];

    /// A printed card, text compiled.
    type Printed: Printed + Debug + Send + Sync;
    /// The pool once every card is known: cards plus whatever is computed over all of them.
    type Cards: AsRef<Pool<Self::Printed>> + From<Pool<Self::Printed>> + Debug + Send + Sync;
    /// A deck, resolved against a pool.
    type Deck: Clone + Debug + Send + Sync;
    /// One option of a menu: a few bytes.
    type Choice: Copy + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Why a seat is asked, in the game's words.
    type Reason: Copy + Eq + Debug + Default + Send + Sync;
    /// What can happen: the payload of an event.
    type What: Copy + Eq + Debug + Send + Sync;
    /// What one seat sees.
    type View: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// A new match at its first decision, prepared as the rules say. `first` overrides who begins where the rules
    /// leave it to chance.
    fn new(
        cards: &Self::Cards,
        edition: usize,
        decks: &PerSeat<Self::Deck>,
        cx: &mut Context<'_, Self>,
    ) -> Self;

    /// Whether somebody is asked, or the match is over.
    fn standing(&self) -> Standing;

    /// Why the open decision is asked.
    fn reason(&self) -> Self::Reason;

    /// Enumerates what the seat to decide could do now, each with its verdict. What is listed is legal, what is legal
    /// is listed; when `S::WIDE`, refusals are offered too, with the rule that refuses them.
    fn consider<S: Consider<Self::Choice>>(&self, cards: &Self::Cards, sink: &mut S);

    /// Carries out a listed choice and everything that follows from it, up to the next decision or the end.
    fn apply(&mut self, choice: Self::Choice, cx: &mut Context<'_, Self>);

    /// `seat` gives up. Possible at any time.
    fn concede(&mut self, seat: Seat);

    /// Whether the choice ends the deciding player's own turn, phase or step: the one menu of one that a scene and a
    /// person are shown all the same.
    fn ends_own_step(&self, choice: Self::Choice) -> bool;

    /// Whether the choice declines: `pass`, `decline`, `done`. What `auto = ["pass"]` takes in a scene.
    fn declines(&self, choice: Self::Choice) -> bool;

    /// The label of a choice (CONTRACT, "Labels"): lower-case verbs and card names.
    fn label(&self, cards: &Self::Cards, choice: Self::Choice) -> String;

    /// The reason of a menu in words, without a full stop.
    fn ask(&self, cards: &Self::Cards, reason: Self::Reason) -> String;

    /// An event in words for somebody, hiding what they may not know.
    fn tell(&self, cards: &Self::Cards, event: &crate::Event<Self::What>, to: impl Into<Eyes>) -> String;

    /// The position in words for somebody, several lines.
    fn show(&self, cards: &Self::Cards, to: impl Into<Eyes>) -> String;

    /// What somebody sees, built up from what they know.
    fn view(&self, eyes: impl Into<Eyes>) -> Self::View;

    /// A whole state made from a view alone: each card that its eyes do not know is the pool's unknown card
    /// ([`Pool::unknown`]), and an effect of such a card does nothing. Whatever a screen asks of it (figures, labels,
    /// zones, waiting effects) can tell only what the view tells. It is for asking, not for playing on.
    ///
    /// It fails only for a view that was not made by this game with these cards.
    fn picture(view: &Self::View, cards: &Self::Cards) -> Result<Self, Unfit>;

    /// What a screen of somebody may ask: the picture of what they see now.
    fn pictured(&self, cards: &Self::Cards, eyes: impl Into<Eyes>) -> Self {
        Self::picture(&self.view(eyes), cards).expect("a view that this game just made has a picture")
    }

    /// Makes a copy of a state the picture of what somebody sees of it, where it lies: the same as [`Game::pictured`],
    /// but for those who look at every decision. What follows from the rest of the state need not.
    fn veil(&mut self, cards: &Self::Cards, eyes: Eyes) {
        *self = self.pictured(cards, eyes);
    }

    /// A full state that agrees with a view, the rest dealt at random from the deck lists.
    fn determinize(
        view: &Self::View,
        cards: &Self::Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<Self, Unfit>;

    /// The number of the turn, from 1.
    fn turn(&self) -> u32;

    /// Every print in a deck, with repeats.
    fn prints(deck: &Self::Deck) -> Vec<Print>;

    /// Fills `menu` with the open decision. Empty only when the match is over.
    fn menu(&self, cards: &Self::Cards, menu: &mut Menu<Self>) {
        menu.options.clear();
        if let Standing::Open(seat) = self.standing() {
            menu.seat = seat;
            menu.reason = self.reason();
            self.consider(cards, &mut menu.options);
        }
    }
}
