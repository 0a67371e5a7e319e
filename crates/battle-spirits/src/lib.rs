//! Battle Spirits by its Standard manual 1.0: cores that pay, level and are Life; eight steps; Flash Timings.
//!
//! ```
//! use battle_spirits::State;
//! use kernel::{Decks, Dice, DeckList, Game, Log, Match, Pace, PerSeat, Pool, Printed};
//! use std::sync::Arc;
//!
//! let row = serde_json::json!({
//!     "id": "E-1", "name": "Ember", "kind": "spirit", "colors": ["red"], "cost": 2, "reduction": ["red"],
//!     "symbols": ["red"], "levels": [{"level": 1, "cores": 1, "bp": 2000}],
//! });
//! let mut pool = Pool::default();
//! pool.add(<State as Game>::Printed::read(&row).unwrap(), &row);
//! let cards = Arc::new(pool.into());
//! let list = DeckList { sections: vec![("main".into(), vec![("E-1".into(), 40)])], ..DeckList::default() };
//! let deck = State::build_deck(&cards, &list).unwrap();
//! let decks = PerSeat::new(deck.clone(), deck);
//! let mut game = Match::<State, _>::new(cards, 0, &decks, Dice::new(1), Pace::Fast, Log::silent());
//! let mut dice = Dice::new(2);
//! while game.outcome().is_none() {
//!     let options = game.menu().options.len();
//!     game.answer(dice.next_u32() as usize % options).unwrap();
//! }
//! ```
//!
//! The map from chapters to files, the readings taken and the known gaps are in the crate's `README.md`.

mod battle;
mod board;
pub mod card;
mod check;
pub mod cores;
pub mod deck;
mod describe;
pub mod event;
mod figures;
mod grounds;
mod host;
mod keyword;
mod layer;
mod play;
mod probe;
mod scene;
mod sense;
mod setup;
mod stake;
pub mod state;
pub mod text;
mod turn;
mod verbs;
pub mod view;
pub mod vocab;
mod words;

pub use card::{BattleCard, Cards};
pub use state::State;

use event::What;
use kernel::{
    Chance, Consider, Context, Event, Eyes, Game, Outcome, PerSeat, Print, RuleBook, Seat, Standing, Why,
};
use state::{Choice, Frame, Reason};
use turn::Go;
use vocab::Moment;

kernel::rule_book!("../../../rules/battle-spirits/index.tsv");

/// What the rules of this game use while they change a state.
pub(crate) type Cx<'a> = Context<'a, State>;

impl Game for State {
    const NAME: &'static str = "battle-spirits";
    const RULES: RuleBook = RULES;
    /// BS FORMAT-3: Eternal differs in what the manual says of it (ETERNAL-1, FORMAT-ETERNAL-1), our reading BS-33.
    const EDITIONS: &'static [&'static str] = &["standard", "eternal"];

    type Printed = BattleCard;
    type Cards = Cards;
    type Deck = deck::Deck;
    type Choice = Choice;
    type Reason = Reason;
    type What = What;
    type View = view::View;

    fn new(_cards: &Cards, edition: usize, decks: &PerSeat<deck::Deck>, cx: &mut Cx<'_>) -> Self {
        let mut state = State::prepare(edition, decks, cx);
        state.advance(cx);
        state
    }

    fn standing(&self) -> Standing {
        State::standing(self)
    }

    fn reason(&self) -> Reason {
        State::reason(self)
    }

    fn consider<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        debug_assert!(self.is_indexed(cards), "a card moved past the seam");
        match self.frames.last() {
            _ if self.over.is_some() => {}
            Some(Frame::Setup(setup)) => self.consider_setup(*setup, sink),
            Some(Frame::Turn(turn)) if turn.step == state::Step::Attack => self.consider_attacks(cards, sink),
            Some(Frame::Turn(turn)) => self.consider_main(cards, turn, sink),
            Some(Frame::Battle(_)) => self.consider_block(cards, sink),
            Some(Frame::Flash(flash)) => self.consider_flash_timing(cards, flash, sink),
            Some(Frame::Use(this)) => self.consider_use(cards, this, sink),
            Some(Frame::Settle { .. }) => self.consider_order(sink),
            Some(Frame::Effect(run, _)) => self.consider_effect(cards, run, sink),
            Some(Frame::Cores(cores)) => self.consider_cores(cores, sink),
            None => {}
        }
    }

    fn apply(&mut self, choice: Choice, cx: &mut Cx<'_>) {
        if self.over.is_some() {
            return;
        }
        match self.frames.last().copied() {
            Some(Frame::Setup(setup)) => self.answer_setup(setup, choice, cx),
            Some(Frame::Turn(_)) => self.answer_turn(choice, cx),
            Some(Frame::Battle(_)) => self.answer_block(choice, cx),
            Some(Frame::Flash(flash)) => self.answer_flash(flash, choice, cx),
            Some(Frame::Use(this)) => self.answer_use(this, choice, cx),
            Some(Frame::Settle { .. }) => {
                if let Choice::Resolve(at) = choice {
                    self.resolve_waiting(usize::from(at).min(self.waiting.len().saturating_sub(1)), cx);
                }
            }
            Some(Frame::Effect(..)) => self.answer_effect(choice, cx),
            Some(Frame::Cores(cores)) => self.answer_cores(cores, choice, cx),
            None => {}
        }
        self.advance(cx);
    }

    fn concede(&mut self, seat: Seat) {
        if self.over.is_none() {
            self.over = Some(Outcome { winner: Some(seat.other()), why: Why::Concession });
        }
    }

    fn ends_own_step(&self, choice: Choice) -> bool {
        choice == Choice::EndStep
    }

    fn declines(&self, choice: Choice) -> bool {
        matches!(choice, Choice::Pass | Choice::Decline | Choice::Done)
    }

    fn label(&self, cards: &Cards, choice: Choice) -> String {
        let owner = match choice {
            Choice::Card(card) => Some(self.table.owner(card)),
            Choice::Resolve(at) => {
                self.waiting.get(usize::from(at)).map(|waiting| self.table.owner(waiting.source.card))
            }
            _ => None,
        };
        kernel::told_apart(self, cards, choice, owner, |choice| State::label(self, cards, choice))
    }

    fn ask(&self, cards: &Cards, reason: Reason) -> String {
        State::ask(self, cards, reason)
    }

    fn tell(&self, cards: &Cards, event: &Event<What>, to: impl Into<Eyes>) -> String {
        State::tell(self, cards, event, to.into())
    }

    fn show(&self, cards: &Cards, to: impl Into<Eyes>) -> String {
        State::show(self, cards, to.into())
    }

    fn view(&self, eyes: impl Into<Eyes>) -> view::View {
        view::View::of(self, eyes.into())
    }

    fn veil(&mut self, cards: &Cards, eyes: Eyes) {
        view::veil(self, cards, eyes);
    }

    fn picture(view: &view::View, cards: &Cards) -> Result<Self, kernel::Unfit> {
        view.picture(cards)
    }

    fn determinize(
        view: &view::View,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<Self, kernel::Unfit> {
        view.determinize(cards, lists, chance)
    }

    fn turn(&self) -> u32 {
        self.turn_number.into()
    }

    fn prints(deck: &deck::Deck) -> Vec<Print> {
        deck.main.clone()
    }
}

impl State {
    /// Goes on with the work on the stack up to the next decision or the end.
    pub(crate) fn advance(&mut self, cx: &mut Cx<'_>) {
        loop {
            self.look_for_the_end();
            if self.over.is_some() {
                return;
            }
            let go = match self.frames.last().copied() {
                Some(Frame::Setup(_)) => Go::Ask,
                Some(Frame::Turn(turn)) => self.run_turn(turn, cx),
                Some(Frame::Battle(battle)) => self.run_battle(battle, cx),
                Some(Frame::Flash(_)) => Go::Ask,
                Some(Frame::Use(this)) => self.run_use(this, cx),
                Some(Frame::Settle { waiting, leaving }) => {
                    self.run_settle(waiting.into(), leaving.into(), cx)
                }
                Some(Frame::Effect(..)) => self.run_effect(cx),
                Some(Frame::Cores(cores)) => self.run_cores(cores, cx),
                None => {
                    self.give_up_by_limit();
                    Go::On
                }
            };
            if go == Go::Ask {
                return;
            }
        }
    }

    /// BS WIN-0, WIN-1: Life at zero ends the game at once; at zero on both sides it is a draw (our reading BS-07).
    fn look_for_the_end(&mut self) {
        if matches!(self.frames.first(), Some(Frame::Turn(_))) {
            let gone = |seat: Seat| self.players[seat].life == 0;
            match (gone(Seat::A), gone(Seat::B)) {
                (false, false) => {}
                (true, true) => self.win(None, rule!("WIN-1")),
                (true, false) => self.win(Some(Seat::B), rule!("WIN-1")),
                (false, true) => self.win(Some(Seat::A), rule!("WIN-1")),
            }
        }
        let full = self.frames.overflowed()
            || self.waiting.overflowed()
            || self.leaving.overflowed()
            || self.lasting.overflowed()
            || self.picks.0.overflowed()
            || self.uses.overflowed()
            || self.table.overflowed();
        if full {
            self.give_up_by_limit();
        }
    }

    fn answer_turn(&mut self, choice: Choice, cx: &mut Cx<'_>) {
        let seat = self.turn_seat;
        let moving = matches!(choice, Choice::Move { .. } | Choice::MoveSoul { .. } | Choice::Swap { .. });
        if let Some(Frame::Turn(turn)) = self.frames.first_mut() {
            turn.moves = if moving { turn.moves.saturating_add(1) } else { 0 };
        }
        match choice {
            Choice::EndStep => self.end_step(cx),
            Choice::Attack(card) => self.declare_attack(card, cx),
            _ if moving => {
                self.move_by_hand(choice, seat, cx);
                self.settle();
            }
            other => self.use_choice(other, cx),
        }
    }

    /// Begins the use of a card or an ability.
    pub(crate) fn use_choice(&mut self, choice: Choice, cx: &mut Cx<'_>) {
        let terms = state::Terms::default();
        match choice {
            Choice::Summon(card) => self.begin_use(card, state::How::Summon, terms, cx),
            Choice::Deploy(card) => self.begin_use(card, state::How::Deploy, terms, cx),
            Choice::Use(card, how) => self.begin_use(card, how, terms, cx),
            Choice::Activate(card, index) => self.activate(card, index, cx),
            _ => {}
        }
    }
}
