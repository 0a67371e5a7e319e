//! What a game answers and does for the effect runtime.

use crate::eval;
use crate::lasting::On;
use crate::program::Op;
use crate::run::{AbilityRef, Picks, Run};
use crate::tree::{Ability, Select, Target, Vocab};
use kernel::{Card, Context, Game, Object, Seat, Seats, Table, Zone};

/// The vocabulary's parts, short.
pub type Of<H> = <H as Host>::V;

/// How a verb went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// It is over, and affected this many cards, points or whatever the verb counts. Zero: it did nothing.
    Now(i16),
    /// It put frames on the stack; when they are through, the game calls [`Run::report`] on the effect's frame.
    Later,
}

/// How a name or trait is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whole {
    /// The whole name or trait.
    Exactly,
    /// A part of it.
    Contains,
}

/// What the runtime needs of a game's table: cards as they are remembered, and whose they are.
pub trait Handles {
    /// The card that `object` still is, if it is.
    fn find(&self, object: Object) -> Option<Card>;
    /// What to remember a card by.
    fn object(&self, card: Card) -> Object;
    /// Whose zone the card is in.
    fn seat(&self, card: Card) -> Seat;
    /// Whose card it is.
    fn owner(&self, card: Card) -> Seat;
    /// Who knows which card it is; nobody for a card that is not there.
    fn known(&self, card: Card) -> Seats;
}

impl<Z: Zone, X: Copy + Default, const N: usize> Handles for Table<Z, X, N> {
    #[inline]
    fn find(&self, object: Object) -> Option<Card> {
        Table::find(self, object)
    }
    #[inline]
    fn object(&self, card: Card) -> Object {
        Table::object(self, card)
    }
    #[inline]
    fn seat(&self, card: Card) -> Seat {
        Table::seat(self, card)
    }
    #[inline]
    fn owner(&self, card: Card) -> Seat {
        Table::owner(self, card)
    }
    fn known(&self, card: Card) -> Seats {
        if (card.0 as usize) < self.len() { Table::known(self, card) } else { Seats::NONE }
    }
}

/// A game that runs effects. Questions about cards answer for the table as it is now, lasting changes included.
/// In all of these, `run` says whose effect is asking: its source, controller and bindings.
pub trait Host: Game {
    /// The game's words.
    type V: Vocab;
    /// The table inside the state.
    type Table: Handles;
    /// How many cards "up to" and "any number" ask for at least, where there are any.
    const LEAST: usize = 0;

    // ---- the running effect ---------------------------------------------------------------------------------
    /// The ability that is meant by `at`.
    fn ability(cards: &Self::Cards, at: AbilityRef) -> &Ability<Self::V>;
    /// What was chosen in running effects.
    fn picks(&self) -> &Picks;
    /// What was chosen in running effects, to be changed.
    fn picks_mut(&mut self) -> &mut Picks;
    /// The running effect in the frame with this number; `None` if there is none.
    fn running(&self, frame: usize) -> Option<&Run>;
    /// The effect that runs in a frame.
    fn running_mut(&mut self, frame: usize) -> Option<&mut Run>;

    /// A copy of the effect that runs in a frame.
    fn run(&self, frame: usize) -> Run {
        self.running(frame).copied().unwrap_or_default()
    }

    /// Puts it back.
    fn set_run(&mut self, frame: usize, run: Run) {
        if let Some(slot) = self.running_mut(frame) {
            *slot = run;
        }
    }

    // ---- the table ------------------------------------------------------------------------------------------
    /// The table of the state.
    fn table(&self) -> &Self::Table;
    /// The turn player.
    fn turn_seat(&self) -> Seat;

    /// The card that `object` still is, if it is.
    #[inline]
    fn find(&self, object: Object) -> Option<Card> {
        self.table().find(object)
    }
    /// What to remember a card by.
    #[inline]
    fn object(&self, card: Card) -> Object {
        self.table().object(card)
    }
    /// Whether a card is the one that is remembered: `find(object) == Some(card)`, without a search.
    #[inline]
    fn is_same(&self, card: Card, object: Object) -> bool {
        self.table().object(card).stamp == object.stamp
    }
    /// Whose side the card is on.
    #[inline]
    fn side(&self, card: Card) -> Seat {
        self.table().seat(card)
    }
    /// Whose card it is.
    #[inline]
    fn owner(&self, card: Card) -> Seat {
        self.table().owner(card)
    }
    /// Calls `f` with each card of a zone that a text means by `zone`, top first.
    fn each_in(
        &self,
        cards: &Self::Cards,
        seat: Seat,
        zone: <Of<Self> as Vocab>::Zone,
        f: &mut dyn FnMut(Card),
    );
    /// Calls `f` with each card under `host` in `zone`, top first.
    fn each_under(
        &self,
        cards: &Self::Cards,
        host: Card,
        zone: <Of<Self> as Vocab>::Zone,
        f: &mut dyn FnMut(Card),
    );

    // ---- cards ----------------------------------------------------------------------------------------------
    /// Whether a card is of that kind now.
    fn is_kind(&self, cards: &Self::Cards, card: Card, kind: <Of<Self> as Vocab>::Kind, run: &Run) -> bool;
    /// Whether a card has that colour now.
    fn has_color(
        &self,
        cards: &Self::Cards,
        card: Card,
        color: <Of<Self> as Vocab>::Color,
        run: &Run,
    ) -> bool;
    /// Whether a card has that name now.
    fn has_name(&self, cards: &Self::Cards, card: Card, name: &str, whole: Whole, run: &Run) -> bool;
    /// Whether a card has that trait now.
    fn has_trait(&self, cards: &Self::Cards, card: Card, name: &str, whole: Whole, run: &Run) -> bool;
    /// Whether a phrase stands in the card's text.
    fn in_text(&self, cards: &Self::Cards, card: Card, phrase: &str) -> bool;
    /// A figure of a card; `None` where the card does not have it, and then no comparison with it holds.
    fn figure(
        &self,
        cards: &Self::Cards,
        card: Card,
        figure: <Of<Self> as Vocab>::Figure,
        run: &Run,
    ) -> Option<i32>;
    /// Whether a card is in that state now.
    fn is(&self, cards: &Self::Cards, card: Card, state: <Of<Self> as Vocab>::State, run: &Run) -> bool;
    /// Whether a card has that keyword now.
    fn has(&self, cards: &Self::Cards, card: Card, keyword: &<Of<Self> as Vocab>::Keyword, run: &Run)
    -> bool;
    /// A question that only this game asks of a card.
    fn test(&self, cards: &Self::Cards, card: Card, test: &<Of<Self> as Vocab>::Test, run: &Run) -> bool;
    /// The card that a test means when it stands alone as a target.
    fn meant(&self, cards: &Self::Cards, test: &<Of<Self> as Vocab>::Test, run: &Run) -> Option<Card>;
    /// All the cards that a test means when it stands alone as a target.
    fn each_meant(
        &self,
        cards: &Self::Cards,
        test: &<Of<Self> as Vocab>::Test,
        run: &Run,
        f: &mut dyn FnMut(Card),
    ) {
        self.meant(cards, test, run).into_iter().for_each(f);
    }
    /// A figure of the card that triggered the effect, or of one that it sent away, where it counts as it was then and
    /// not as it is now.
    fn figure_then(
        &self,
        cards: &Self::Cards,
        figure: <Of<Self> as Vocab>::Figure,
        of: &Target<Of<Self>>,
        run: &Run,
    ) -> Option<i32> {
        let _ = (cards, figure, of, run);
        None
    }
    /// Whether a deed of an offer is done although what stands before it cannot be: "you may suspend 1 of your opponent's
    /// Digimon and unsuspend this Digimon".
    fn stands_alone(verb: &<Of<Self> as Vocab>::Verb) -> bool {
        let _ = verb;
        false
    }
    /// A fact that only this game knows.
    fn fact(&self, cards: &Self::Cards, fact: &<Of<Self> as Vocab>::Fact, run: &Run) -> bool;
    /// A number that only this game counts.
    fn count(&self, cards: &Self::Cards, count: &<Of<Self> as Vocab>::Count, run: &Run) -> i32;

    // ---- choosing -------------------------------------------------------------------------------------------
    /// Whether the effect may choose this card at all (it is not protected from being chosen).
    fn can_choose(&self, cards: &Self::Cards, card: Card, run: &Run) -> bool;
    /// Whether whoever has to choose may say that nothing there fits, because nobody else could tell.
    fn may_withhold(&self, cards: &Self::Cards, from: &Select<Self::V>, run: &Run) -> bool {
        let _ = (cards, from, run);
        false
    }
    /// Whether two candidates are the same choice to the player: identical cards in one hand.
    fn same_choice(&self, a: Card, b: Card) -> bool;

    /// What a part of a cost that chooses nothing takes: so many of these cards, which no other part can take as well.
    fn takes(
        &self,
        _cards: &Self::Cards,
        _verb: &<Of<Self> as Vocab>::Verb,
        _run: &Run,
    ) -> (usize, eval::Cards) {
        (0, eval::Cards::new())
    }

    /// How many cards an earlier part of a cost puts where a later part chooses from, whatever they are: a cost is paid part
    /// by part.
    fn supplies(
        &self,
        _cards: &Self::Cards,
        _verb: &<Of<Self> as Vocab>::Verb,
        _from: &Select<Of<Self>>,
        _run: &Run,
    ) -> usize {
        0
    }

    // ---- doing ----------------------------------------------------------------------------------------------
    /// Whether the verb could be carried out now: asked before an offer is made, and of each card that might be chosen
    /// to pay a cost (`to`: the card that would be bound to the verb's slot).
    fn can_do(
        &self,
        cards: &Self::Cards,
        verb: &<Of<Self> as Vocab>::Verb,
        to: Option<Card>,
        run: &Run,
    ) -> bool;
    /// Carries a verb out: the one place where texts change the table.
    fn perform(
        &mut self,
        verb: &<Of<Self> as Vocab>::Verb,
        run: &Run,
        frame: usize,
        cx: &mut Context<'_, Self>,
    ) -> Done;
    /// Begins a lasting change: the one at `run.at` of the running program.
    fn gain(
        &mut self,
        on: On,
        until: <Of<Self> as Vocab>::Until,
        run: &Run,
        cx: &mut Context<'_, Self>,
    ) -> bool;
    /// Sets up an ability that waits for its moment.
    fn later(
        &mut self,
        ability: AbilityRef,
        until: <Of<Self> as Vocab>::Until,
        carry: Object,
        run: &Run,
        cx: &mut Context<'_, Self>,
    );
    /// Calls `f` with what the trigger was about: the subject, and what met the trigger together with it.
    fn each_met(&self, run: &Run, f: &mut dyn FnMut(Card)) {
        self.find(run.subject).into_iter().for_each(f);
    }
    /// Whether somebody is asked first which of several cards this operation of a running effect means by what the
    /// trigger was about.
    fn asks_which(&mut self, cards: &Self::Cards, frame: usize, op: &Op<Of<Self>>) -> bool {
        let _ = (cards, frame, op);
        false
    }
    /// What was set up last is about all of these, and not only about the first of them.
    fn carry_all(&mut self, cards: &[Card]) {
        let _ = cards;
    }
}
