//! Which windows are passed by themselves. Only a window that can be passed is ever passed, never a choice that has to be
//! made, and nothing is passed that the player asked to be stopped for.

use kernel::Seat;
use kernel::board::{Board, CardBoard, MenuBoard, Offer};
use present::alike::{interchangeable, stand_alike};
use present::table::{find, zone_of};
use shobu::message::State;

/// What a player wants to be asked.
#[derive(Clone, Debug)]
pub struct Auto {
    /// Windows in which nothing happens that could be answered are passed.
    pub calm: bool,
    /// Everything that can be passed is, until this happens.
    pub until: Option<Until>,
    /// The rest of a payment is made with whatever comes first, as long as nothing else comes of it.
    pub pays: bool,
}

impl Default for Auto {
    fn default() -> Self {
        Auto { calm: true, until: None, pays: false }
    }
}

/// What a player waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// One's own turn.
    MyTurn,
    /// An attack on oneself or one's cards.
    Attack,
    /// Anything of the opponent's that can be answered.
    Counter,
}

impl Until {
    pub fn read(words: &str) -> Option<Until> {
        match words {
            "my turn" | "turn" | "" => Some(Until::MyTurn),
            "attack" | "an attack" | "attacked" => Some(Until::Attack),
            "counter" | "something to counter" | "answer" => Some(Until::Counter),
            _ => None,
        }
    }
}

impl Auto {
    /// The option that pays, where it does not matter with which card: they are copies of one another, or the player said
    /// that any will do.
    pub fn pays(&mut self, state: &State) -> Option<usize> {
        let menu = state.menu.as_ref()?;
        if !is_payment(menu) {
            self.pays = false;
            return None;
        }
        let first = &menu.options[0];
        if menu.options.iter().all(|offer| pay_alike(&state.board, first, offer)) {
            return Some(0);
        }
        // Any will do, but not one that costs more than it pays: the last core of a Spirit is asked for.
        let harmless = menu.options.iter().position(|offer| offer.then.is_none());
        self.pays &= harmless.is_some();
        harmless.filter(|_| self.pays)
    }

    /// The first of several effects to resolve, where they are the same effect of copies that stand alike.
    pub fn orders(&self, state: &State) -> Option<usize> {
        let menu = state.menu.as_ref()?;
        let first = menu.options.first().filter(|offer| offer.verb == "resolve")?;
        let alike = menu.options.iter().all(|offer| interchangeable(&state.board, first, offer));
        (self.calm && alike).then_some(0)
    }

    /// The end of a step or turn in which there is nothing else to do.
    pub fn ends(&self, state: &State) -> Option<usize> {
        let menu = state.menu.as_ref()?;
        (self.calm && menu.options.len() == 1 && menu.options[0].declines).then_some(0)
    }

    /// The option that passes the open window, if it is passed by itself.
    pub fn passes(&mut self, state: &State) -> Option<usize> {
        let menu = state.menu.as_ref()?;
        let seat = menu.seat;
        let pass = menu.options.iter().position(|offer| offer.declines && is_pass(offer.verb));
        let attacked = state.board.attack.as_ref().is_some_and(|attack| attack.against == seat);
        if let Some(until) = self.until {
            let own = state.board.turn.seat == seat;
            let stops = match until {
                Until::MyTurn => {
                    own && state.board.attack.is_none() && menu.options.iter().any(|offer| !offer.declines)
                }
                Until::Attack => attacked || own,
                Until::Counter => attacked || own || !is_calm(state, seat),
            };
            if stops {
                self.until = None;
            } else if pass.is_some() {
                return pass;
            }
        }
        self.calmly(state)
    }

    /// The option that passes a window in which there is nothing to answer.
    pub fn calmly(&self, state: &State) -> Option<usize> {
        let menu = state.menu.as_ref()?;
        let asks = menu.options.iter().any(|offer| offer.verb == "pass") && is_calm(state, menu.seat);
        let pass = || menu.options.iter().position(|offer| offer.declines && is_pass(offer.verb));
        if self.calm && asks { pass() } else { None }
    }
}

/// Whether all that is asked is what to pay with.
pub fn is_payment(menu: &MenuBoard) -> bool {
    !menu.options.is_empty() && menu.options.iter().all(|offer| offer.verb == "pay")
}

/// Whether it is all the same which of two options pays: they are copies, or energy of the same colours that stays where it is and of
/// which nothing is said ([`Offer::then`]).
fn pay_alike(board: &Board, one: &Offer, two: &Offer) -> bool {
    let card = |offer: &Offer| offer.cards.first().and_then(|wanted| find(board, wanted));
    let (Some(first), Some(second)) = (card(one), card(two)) else { return false };
    let turns = [one, two].iter().all(|offer| {
        let zone = offer.cards.first().and_then(|wanted| zone_of(board, wanted));
        offer.then.is_none() && zone.is_some_and(|(_, zone)| zone == "energy")
    });
    let energy =
        |card: &CardBoard| (card.colors.clone(), card.states.clone(), card.given.clone(), card.under.len());
    stand_alike(first, second) || turns && energy(first) == energy(second)
}

/// Windows are passed; turns, phases and steps end only by a player's own word.
fn is_pass(verb: &str) -> bool {
    matches!(verb, "pass" | "decline")
}

/// Whether nothing goes on that the seat could answer: no attack, nothing of the opponent's played or used or waiting.
fn is_calm(state: &State, seat: Seat) -> bool {
    let answers = state.menu.as_ref().is_some_and(|menu| menu.reason.card.is_some());
    let waits = state.board.waiting.iter().any(|wait| wait.seat != seat);
    state.board.attack.is_none() && !answers && !waits && state.board.turn.phase != "charge"
}
