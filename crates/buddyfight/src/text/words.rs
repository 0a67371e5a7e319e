//! The small words of Buddyfight texts, each written once: its meaning, what is said, all that is read. Reader, printer and
//! scenes use these rows; [`all`] lists them.

use crate::card::Kind;
use crate::state::Zone;
use crate::vocab::{Fact, Figure, Until};
use effects::text::words::Listing;

effects::words! {
    pub ZONES: Zone = "zones" {
        Zone::Deck => "deck",
        Zone::Hand => "hand",
        Zone::Gauge => "gauge",
        Zone::Left => "left",
        Zone::Center => "center",
        Zone::Right => "right",
        Zone::Item => "item area",
        Zone::Spell => "spell area",
        Zone::Drop => "drop zone" | "drop area" | "drop",
        Zone::Flag => "flag area",
        Zone::Buddy => "buddy zone" | "buddy area",
        Zone::Soul => "soul",
        Zone::Removed => "removed cards",
        Zone::LostDeck => "Lost Deck",
        Zone::Limbo => "cards being played",
    }
}

effects::words! {
    pub FIGURES: Figure = "figures" {
        Figure::Size => "size",
        Figure::Power => "power",
        Figure::Defense => "defense" | "defence",
        Figure::Critical => "critical",
        Figure::Soul => "soul" | "souls",
    }
}

effects::words! {
    /// BF CROSS-TYPE-1 to CROSS-TYPE-4: a Cross card's kind is the ordinary kind it stands for.
    pub KINDS: Kind = "kinds of cards" {
        // BF CROSS-QA1: a character is a monster to every effect.
        Kind::Monster => "monster" | "character" | "monsters/characters",
        // BF CROSS-TYPE-2, CROSS-QA2: an event is a spell.
        Kind::Spell => "spell" | "event" | "spells/events" | "spell/spells/event/events card/cards",
        Kind::Item => "item" | "items" | "item/items card/cards",
        Kind::Flag => "flag" | "flags",
        Kind::Impact => "impact" | "impacts" | "impact/impacts card/cards",
        Kind::ImpactMonster => "impact monster" | "impact monsters",
    }
}

effects::words! {
    pub UNTILS: some of Until = "durations" {
        Until::Battle => "for this battle" | "during this battle" | "until the? end of the/this battle",
        Until::Turn => "for this turn" | "during this turn" | "this turn" | "until the? end of the/this turn"
            | "until the? end of turn" | "for the rest of the/this turn" | "for that turn",
        Until::Field => "until it leaves the field" | "until the/this/that card leaves the field",
        Until::OpponentsTurn => "until the end of your opponent's turn"
            | "until the? end of your opponent 's turn",
        Until::OpponentsNextTurn => "until the end of your opponent's next turn"
            | "until the? end of your opponent 's next turn",
    }
}

effects::words! {
    pub PHASES: some of Fact = "phases" {
        Fact::DuringMain => "main phase",
        Fact::DuringAttack => "attack phase",
        Fact::DuringFinal => "final phase",
    }
}

/// All words of the game that are in tables.
pub fn all() -> Vec<Listing> {
    vec![
        ZONES.listing(),
        FIGURES.listing(),
        KINDS.listing(),
        UNTILS.listing(),
        PHASES.listing(),
        crate::keyword::KEYWORDS.listing(),
    ]
}
