//! What a bot may look at.

use kernel::board::{Board, EventBoard, MenuBoard, Painter, Pictured};
use kernel::{Event, Eyes, Game, Menu, Outcome, PerSeat, Print, Seat, Sense, Standing, Twins};

/// The open decision through the eyes of the seat that has to make it. The state behind it stays private: all that
/// comes out is [`Game::view`], and only when a bot asks for it, because it costs more than a random answer, and the
/// ratings of [`Sense`], which the laws hold to what that seat knows.
pub struct Sight<'a, G: Game> {
    state: &'a G,
    /// The open menu.
    pub menu: &'a Menu<G>,
    /// The cards of the match.
    pub cards: &'a G::Cards,
    /// What both decks hold, as two players who have seen each other's lists know it.
    pub lists: &'a PerSeat<Vec<Print>>,
    /// What happened since the last answer, whoever gave it.
    events: &'a [Event<G::What>],
}

impl<'a, G: Game> Sight<'a, G> {
    /// What the seat that is asked sees of `state`.
    pub fn new(state: &'a G, menu: &'a Menu<G>, cards: &'a G::Cards, lists: &'a PerSeat<Vec<Print>>) -> Self {
        Sight { state, menu, cards, lists, events: &[] }
    }

    /// The same with what happened since the last answer.
    pub fn with_events(self, events: &'a [Event<G::What>]) -> Self {
        Sight { events, ..self }
    }

    /// How the match ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state.standing() {
            Standing::Over(outcome) => Some(outcome),
            Standing::Open(_) => None,
        }
    }

    /// Takes in which twins the seat knows, for who tells it the match.
    pub fn see(&self, twins: &mut Twins)
    where
        G: Pictured,
    {
        twins.see(self.state, self.cards, Eyes::Seat(self.seat()));
    }

    /// The board as the seat sees it, and the open decision; twins are called as it has called them before.
    pub fn picture(&self, twins: &Twins) -> (Board, Option<MenuBoard>)
    where
        G: Pictured,
    {
        let eyes = Eyes::Seat(self.seat());
        let picture = self.state.pictured(self.cards, eyes);
        let mut painter = Painter::new(&picture, self.cards, eyes).calling(twins);
        let menu = (!self.menu.options.is_empty()).then(|| painter.menu(self.menu));
        (painter.board(), menu)
    }

    /// What happened since the last answer, as far as the seat may know it.
    pub fn events(&self, twins: &Twins) -> Vec<EventBoard>
    where
        G: Pictured,
    {
        if self.events.is_empty() {
            return Vec::new();
        }
        let eyes = Eyes::Seat(self.seat());
        let picture = self.state.pictured(self.cards, eyes);
        Painter::new(&picture, self.cards, eyes).calling(twins).events(self.events)
    }

    /// The seat that is asked.
    pub fn seat(&self) -> Seat {
        self.menu.seat
    }

    /// How good each option looks by the game's rules of thumb, in the order of the menu.
    pub fn rate(&self, ratings: &mut Vec<i32>)
    where
        G: Sense,
    {
        crate::script::rate(self.state, self.cards, &self.menu.options, ratings);
    }

    /// The number of the turn.
    pub fn turn(&self) -> u32 {
        self.state.turn()
    }

    /// Whether an option of the menu declines, or ends the seat's own turn, phase or step.
    pub fn ends_something(&self, option: usize) -> bool {
        let choice = self.menu.options.get(option);
        choice.is_some_and(|choice| crate::script::ends_something(self.state, *choice))
    }

    /// What the deciding seat sees.
    pub fn view(&self) -> G::View {
        self.state.view(self.menu.seat)
    }
}
