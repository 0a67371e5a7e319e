//! How wide, and whether in colour. Colours have meanings, never decorations: what is yours, what is the opponent's, what
//! has changed, what cannot act.

use anstyle::{AnsiColor, Style};
use kernel::Seat;
use kernel::board::{Board, CardBoard};
use std::collections::{BTreeMap, BTreeSet};

/// What the reader's screen is like, and who reads.
#[derive(Clone, Debug)]
pub struct Look {
    pub width: usize,
    /// How many lines it has, where somebody sees no more than these.
    pub height: Option<usize>,
    pub colors: bool,
    /// Whose side is "you".
    pub seat: Seat,
    /// What the two seats are called: `you` and `opponent`, or names where two people share a screen.
    pub names: [String; 2],
    /// The printed ids of cards whose name another print on the board has too, by their refs: the name alone would not tell which.
    pub ids: BTreeMap<String, String>,
    /// What cards do that can be used now, in their words, by their refs: told behind an option that has room for it.
    pub does: BTreeMap<String, String>,
}

impl Look {
    /// Plain text of a width, as a seat reads it.
    pub fn plain(width: usize, seat: Seat) -> Self {
        let mut names = ["you".to_string(), "opponent".to_string()];
        if seat == Seat::B {
            names.swap(0, 1);
        }
        Look { width, height: None, colors: false, seat, names, ids: BTreeMap::new(), does: BTreeMap::new() }
    }

    /// The same for a board: where several prints on it share a name, they are told with their ids.
    pub fn at(&self, board: &Board) -> Self {
        let mut left: Vec<&CardBoard> = Vec::new();
        for seat in Seat::BOTH {
            left.extend(board.seats.of(seat).zones.iter().flat_map(|(_, zone)| &zone.cards));
        }
        let mut prints: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut known = Vec::new();
        while let Some(card) = left.pop() {
            left.extend(&card.under);
            if let (Some(name), Some(id)) = (card.bare_name(), &card.id) {
                prints.entry(name).or_default().insert(id);
                known.push((name, id, &card.r#ref));
            }
        }
        let shared = known.into_iter().filter(|(name, ..)| prints.get(name).is_some_and(|ids| ids.len() > 1));
        Look { ids: shared.map(|(_, id, card)| (card.clone(), id.clone())).collect(), ..self.clone() }
    }

    /// The id that tells a card from others of its name, with a space before it; nothing where the name does.
    pub fn id(&self, card: &str) -> String {
        self.ids.get(card).map_or(String::new(), |id| self.faint(&format!(" {id}")))
    }

    pub fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    fn styled(&self, style: Style, words: &str) -> String {
        if self.colors { format!("{style}{words}{style:#}") } else { words.to_string() }
    }

    /// A heading.
    pub fn strong(&self, words: &str) -> String {
        self.styled(Style::new().bold(), words)
    }

    /// What is there and matters little now.
    pub fn faint(&self, words: &str) -> String {
        self.styled(Style::new().dimmed(), words)
    }

    /// What one can do.
    pub fn good(&self, words: &str) -> String {
        self.styled(AnsiColor::Green.on_default(), words)
    }

    /// What differs from what is printed, or has changed.
    pub fn changed(&self, words: &str) -> String {
        self.styled(AnsiColor::Yellow.on_default(), words)
    }

    /// What cannot act, or hurts.
    pub fn bad(&self, words: &str) -> String {
        self.styled(AnsiColor::Red.on_default(), words)
    }

    /// Whose it is.
    pub fn of(&self, seat: Seat, words: &str) -> String {
        let color = if seat == self.seat { AnsiColor::Cyan } else { AnsiColor::Magenta };
        self.styled(color.on_default().bold(), words)
    }
}
