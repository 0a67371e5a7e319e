//! The small words of Battle Spirits texts, each written once: its meaning, what is said, all that is read; the manual's words
//! and the fans'. Reader, printer and card files use these rows; [`all`] lists them.

use crate::card::{Color, Kind};
use crate::state::Zone;
use crate::vocab::{Condition, StepName, Until};
use effects::text::words::Listing;

effects::words! {
    pub COLORS: Color = "colours" {
        Color::Red => "red",
        Color::Purple => "purple",
        Color::Green => "green",
        Color::White => "white",
        Color::Yellow => "yellow",
        Color::Blue => "blue",
    }
}

effects::words! {
    pub KINDS: Kind = "kinds of cards" {
        Kind::Spirit => "Spirit" | "spirits",
        Kind::Nexus => "Nexus" | "nexuses",
        Kind::Magic => "Magic" | "magics",
    }
}

effects::words! {
    /// Those that texts name.
    pub ZONES: some of Zone = "zones" {
        Zone::Hand => "Hand",
        Zone::Trash => "Trash",
        Zone::Field => "Field",
    }
}

effects::words! {
    /// Behind "is".
    pub STATES: some of Condition = "states" {
        Condition::Refreshed => "refreshed",
        Condition::Exhausted => "exhausted",
        Condition::HeavyExhausted => "heavy exhausted",
        Condition::Attacking => "attacking",
        Condition::Blocking => "blocking",
        Condition::SuperUnleash => "in Super Unleash state" | "during true release" | "in true release state?"
            | "during super unleash",
    }
}

effects::words! {
    pub UNTILS: some of Until = "durations" {
        Until::Battle => "during this battle" | "this battle" | "until the end of battle"
            | "until the end of the/this battle" | "until end of battle",
        Until::Step => "during this step" | "this step" | "during this attack step",
        Until::Turn => "during this turn" | "this turn" | "until the end of the/this turn" | "until end of turn",
        Until::OpponentTurn => "until the end of your opponent's next turn"
            | "until the end of the next opposing turn" | "until the end of the opponent 's next turn",
        Until::YourNextTurn => "until your next turn starts" | "until your next turn begins"
            | "until the start of your next turn" | "until the end of the opposing turn",
    }
}

effects::words! {
    pub STEPS: StepName = "steps of the turn" {
        StepName::Start => "Start Step",
        StepName::Core => "Core Step",
        StepName::Draw => "Draw Step",
        StepName::Refresh => "Refresh Step",
        StepName::Main => "Main Step",
        StepName::Attack => "Attack Step",
        StepName::End => "End Step",
    }
}

/// Keywords: a file each in `keyword/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyword {
    SoulMagic,
    Succession,
    SuperUnleash,
    Unstackable,
}

effects::words! {
    pub KEYWORDS: Keyword = "keywords" {
        Keyword::SoulMagic => "Soul Magic",
        Keyword::Succession => "Succession" | "legacy",
        Keyword::SuperUnleash => "Super Unleash" | "true release",
        Keyword::Unstackable => "Unstackable" | "can't stack" | "cannot stack",
    }
}

/// All words of the game that are in tables.
pub fn all() -> Vec<Listing> {
    vec![
        COLORS.listing(),
        KINDS.listing(),
        ZONES.listing(),
        STATES.listing(),
        UNTILS.listing(),
        STEPS.listing(),
        KEYWORDS.listing(),
    ]
}
