//! What a bot may look at.

use kernel::{Game, Menu, PerSeat, Print, Seat, Sense};

/// The open decision through the eyes of the seat that has to make it. The state behind it stays private: all that
/// comes out is [`Game::view`], and only when a bot asks for it, because it costs more than a random answer, and the
/// ratings of [`Sense`], which the laws hold to what that seat knows.
pub struct Sight<'a, G: Game> {
    state: &'a G,
    pub menu: &'a Menu<G>,
    pub cards: &'a G::Cards,
    /// What both decks hold, as two players who have seen each other's lists know it.
    pub lists: &'a PerSeat<Vec<Print>>,
}

impl<'a, G: Game> Sight<'a, G> {
    pub fn new(state: &'a G, menu: &'a Menu<G>, cards: &'a G::Cards, lists: &'a PerSeat<Vec<Print>>) -> Self {
        Sight { state, menu, cards, lists }
    }

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
