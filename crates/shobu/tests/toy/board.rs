//! What the board of a toy match shows.

use super::{Area, Cards, Choice, Marks, Step, Toy, What};
use kernel::board::{Asked, Deal, Few, Fight, Happening, Pictured, Spread, Telling, Wording};
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

    const HAPPENINGS: &'static [&'static str] =
        &["played", "attacked", "destroyed", "drew", "shuffled", "damaged"];

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
    fn figures(&self, _: &Cards, seat: Seat, say: &mut dyn FnMut(&'static str, i32)) {
        say("life", self.public.life[seat].into());
    }
    fn facts(&self, cards: &Cards, card: Card, to: &mut dyn Telling) {
        let unit = self.unit(cards, card);
        to.kind("unit");
        to.figure("power", unit.power as i32, unit.power as i32);
        if unit.guard {
            to.keyword("guard", 1, &|| "guard".into());
        }
    }
    fn states(&self, _: &Cards, card: Card, say: &mut dyn FnMut(&'static str)) {
        if self.table.marks(card).rested {
            say("rested");
        }
    }
    fn fight(&self, _: &Cards) -> Option<Fight> {
        let Step::Attacked(attacker) = self.public.step else { return None };
        let against = self.public.active.other();
        Some(Fight {
            attackers: Few::from_slice(&[attacker]),
            targets: Few::new(),
            against,
            step: "declared",
            totals: None,
        })
    }
    fn waits(&self, _: &Cards, _: &mut dyn FnMut(Option<Card>, Seat, &str)) {}
    fn asked<W: Wording>(&self, cards: &Cards, reason: u8) -> Asked<W> {
        Asked::say(|| self.ask(cards, reason))
    }
    fn deal<W: Wording>(&self, _: &Cards, choice: Choice) -> Deal<W> {
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
    fn effect_of<'a>(
        _: &'a <Self as kernel::Game>::Cards,
        _: &<Self as kernel::Game>::What,
    ) -> Option<&'a str> {
        None
    }

    fn cards_of(&self, what: &What) -> [Option<Named>; 2] {
        match what {
            What::Played(card) | What::Attacked(card) | What::Destroyed(card) => {
                [Some(self.table.named(*card)), None]
            }
            What::Drew(..) | What::Shuffled(_) | What::Damaged(_) => [None; 2],
        }
    }
    fn happening(what: &What) -> Happening {
        Happening::new(match what {
            What::Played(_) => "played",
            What::Attacked(_) => "attacked",
            What::Destroyed(_) => "destroyed",
            What::Drew(..) => "drew",
            What::Shuffled(_) => "shuffled",
            What::Damaged(_) => "damaged",
        })
    }
    fn title(&self, cards: &Cards, card: Card) -> String {
        self.name(cards, card)
    }
}
