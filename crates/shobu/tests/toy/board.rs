//! What the board of a toy match shows.

use super::{Area, Cards, Choice, Marks, Step, Toy, What};
use kernel::board::{Asked, Deal, Facts, Fight, Named as Row, Pictured, Spread};
use kernel::{Card, Game, Grounds, Named, RuleId, Seat, Table};

impl Pictured for Toy {
    type Table = Table<Area, Marks, 64>;

    const LAYOUT: &'static [(Area, Spread)] = &[
        (Area::Field, Spread::Field),
        (Area::Hand, Spread::Fan),
        (Area::Drop, Spread::Fan),
        (Area::Deck, Spread::Pile),
    ];
    const PRIMER: &'static [&'static str] = &[];
    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("redraw", "draw a new hand"),
        ("keep", "keep the hand"),
        ("play", "play a unit"),
        ("attack", "attack with a unit"),
        ("block", "block with a unit"),
        ("decline", "do not block"),
        ("end", "end the turn"),
    ];

    fn table(&self) -> &Self::Table {
        &self.table
    }
    fn edition(&self) -> &'static str {
        Self::EDITIONS[0]
    }
    fn turn_seat(&self) -> Seat {
        self.public.active
    }
    fn phase(&self) -> &'static str {
        match self.public.step {
            Step::Redraw(_) => "setup",
            Step::Main | Step::Attacked(_) => "main",
        }
    }
    fn figures(&self, _: &Cards, seat: Seat) -> Row<i32> {
        Row(vec![("life", self.public.life[seat].into())])
    }
    fn facts(&self, cards: &Cards, card: Card) -> Facts {
        let unit = self.unit(cards, card);
        let mut facts = Facts { kind: "unit", ..Facts::default() };
        facts.figure("power", unit.power as i32, unit.power as i32);
        if unit.guard {
            facts.keywords.push("guard".into());
        }
        facts
    }
    fn states(&self, _: &Cards, card: Card) -> Vec<&'static str> {
        if self.table.marks(card).rested { vec!["rested"] } else { Vec::new() }
    }
    fn fight(&self, _: &Cards) -> Option<Fight> {
        let Step::Attacked(attacker) = self.public.step else { return None };
        let against = self.public.active.other();
        Some(Fight {
            attackers: vec![attacker],
            targets: Vec::new(),
            against,
            step: "declared",
            totals: None,
        })
    }
    fn waits(&self, _: &Cards) -> Vec<(Option<Card>, Seat, String)> {
        Vec::new()
    }
    fn asked(&self, cards: &Cards, reason: u8) -> Asked {
        Asked::new(self.ask(cards, reason))
    }
    fn deal(&self, _: &Cards, choice: Choice) -> Deal {
        match choice {
            Choice::Keep => Deal::new("keep", &[]),
            Choice::Redraw => Deal::new("redraw", &[]),
            Choice::Play(card) => Deal::new("play", &[card]),
            Choice::Attack(card) => Deal::new("attack", &[card]),
            Choice::Block(card) => Deal::new("block", &[card]),
            Choice::Decline => Deal::new("decline", &[]),
            Choice::End => Deal::new("end", &[]),
        }
    }
    fn grounds(&self, _: &Cards, _: Choice, _: RuleId) -> Grounds {
        Grounds::none()
    }
    fn not_among(&self, _: &Cards, _: Card) -> Grounds {
        Grounds::none()
    }
    fn cards_of(&self, what: &What) -> Vec<Named> {
        match what {
            What::Played(card) | What::Attacked(card) | What::Destroyed(card) => {
                vec![self.table.named(*card)]
            }
            What::Drew(..) | What::Shuffled(_) | What::Damaged(_) => Vec::new(),
        }
    }
    fn title(&self, cards: &Cards, card: Card) -> String {
        self.name(cards, card)
    }
}
