//! Names in the place of "you" and "opponent", where two people share a screen: whoever sits there, the words are the same.

use crate::style::Look;
use kernel::Seat;
use kernel::board::{EventBoard, MenuBoard};
use kernel::voice::by_name;

/// The words of a message to the one who looks, with both players by name.
pub fn named(look: &Look, words: &str) -> String {
    if look.name(look.seat) == "you" {
        return words.to_string();
    }
    by_name(words, look.name(look.seat), look.name(look.seat.other()))
}

/// What happened, with both players by name.
pub fn events(look: &Look, events: Vec<EventBoard>) -> Vec<EventBoard> {
    let named = |event: EventBoard| EventBoard { text: named(look, &event.text), ..event };
    events.into_iter().map(named).collect()
}

/// The open decision, with both players by name.
pub fn menu(look: &Look, asked: &MenuBoard) -> MenuBoard {
    let mut asked = asked.clone();
    asked.reason.text = named(look, &asked.reason.text);
    for offer in &mut asked.options {
        offer.label = named(look, &offer.label);
        offer.then = offer.then.take().map(|then| named(look, &then));
    }
    asked
}

/// What somebody typed, as the game has it: a name stands for its player.
pub fn typed(look: &Look, line: &str) -> String {
    let seats = [(look.seat, "you"), (look.seat.other(), "opponent")];
    seats.iter().fold(line.to_string(), |line, (seat, word)| match look.name(*seat) {
        name if name == *word => line,
        name => line.replace(&format!("{name}'s"), possessive(*seat, look.seat)).replace(name, word),
    })
}

fn possessive(of: Seat, looks: Seat) -> &'static str {
    if of == looks { "your" } else { "opponent's" }
}

#[cfg(test)]
mod tests {
    use super::{named, typed};
    use crate::style::Look;
    use kernel::Seat;

    #[test]
    fn two_people_at_one_screen_have_names() {
        let look = Look { names: ["Player 1".into(), "Player 2".into()], ..Look::plain(80, Seat::A) };
        assert_eq!(named(&look, "you draw Ember"), "Player 1 draws Ember");
        assert_eq!(named(&look, "your Ember attacks opponent"), "Player 1's Ember attacks Player 2");
        assert_eq!(named(&look, "start step of you"), "start step of Player 1");
        assert_eq!(named(&look, "you pass"), "Player 1 passes");
        assert_eq!(named(&look, "1 of your opponent's Digimon"), "1 of Player 2's Digimon");
        assert_eq!(typed(&look, "attack with Ember -> Player 2"), "attack with Ember -> opponent");
        assert_eq!(named(&Look::plain(80, Seat::A), "you draw Ember"), "you draw Ember");
    }
}
