//! The small words of Dragon Ball texts, each written once: its meaning, what is said, all that is read. Reader, printer and
//! card files use these rows; [`all`] lists them.

use crate::card::Color;
use crate::state::Area;
use crate::vocab::{Cannot, Figure, Negate, Until};
use effects::Cmp;
use effects::text::words::Listing;

effects::words! {
    pub COLORS: Color = "colours" {
        Color::Red => "red",
        Color::Blue => "blue",
        Color::Green => "green",
        Color::Yellow => "yellow",
        Color::Black => "black",
    }
}

effects::words! {
    pub AREAS: Area = "areas" {
        Area::Leader => "Leader Area" | "leader areas",
        Area::Battle => "Battle Area" | "battle areas",
        Area::Unison => "Unison Area" | "unison areas",
        Area::Combo => "Combo Area" | "combo areas",
        Area::Energy => "Energy Area" | "energy areas" | "energy",
        Area::Hand => "hand" | "hands",
        Area::Life => "life" | "life area",
        Area::Drop => "Drop Area" | "drop areas" | "drop/drops",
        Area::Warp => "Warp" | "warps",
        Area::ZDeck => "Z-Deck" | "z-decks" | "z-deck area",
        Area::ZEnergy => "Z-Energy Area" | "z-energy areas" | "z-energy",
        Area::Under => "cards under it",
        Area::Declared => "cards being played",
        Area::Removed => "cards removed from the game",
        Area::Deck => "deck" | "decks" | "deck area",
    }
}

effects::words! {
    pub UNTILS: Until = "durations" {
        Until::Battle => "for the battle" | "for this battle" | "for the duration of the/this battle"
            | "during this/the battle" | "until the end of the/this battle",
        Until::NextTime => "the next time this turn",
        Until::NextBattle => "until the end of a battle or the end of the turn, whichever comes first"
            | "until the end of a battle or the end of the turn , whichever comes first" | "until the next end of the battle",
        Until::Turn => "for the turn" | "for this turn" | "for the duration of the/this turn" | "during this/the turn"
            | "this turn" | "until the end of the/this? turn" | "for the duration of turn" | "during that turn",
        Until::OpponentsTurnEnd => "until the end of your opponent's turn" | "until the end of your opponent 's turn"
            | "until the end of their turn",
        Until::OpponentsNextTurnEnd => "until the end of your opponent's next turn"
            | "until the end of your opponent 's next turn" | "until the end of their next turn",
        Until::OpponentsNextTurn => "during your opponent's next turn" | "during your opponent 's next turn"
            | "during their next turn",
        Until::YourNextTurnEnd => "until the end of your next turn",
        Until::YourNextTurn => "during your next turn",
        Until::YourTurnEnd => "until the end of your turn",
        Until::NextTurnEnd => "until the end of the next turn",
        Until::OpponentsTurnStart => "until the start of your opponent's next turn"
            | "until the start/beginning of your opponent 's next? turn",
        Until::YourNextTurnStart => "until the start of your next turn" | "until the start/beginning of your next? turn"
            | "until your next? turn",
        Until::YourNextMain => "until the start of your next Main Phase" | "until the beginning of your next main phase",
        Until::MainPhase => "for the Main Phase",
        Until::Game => "for the game" | "for the duration of the/this game" | "for the rest of the game"
            | "during the/this game",
    }
}

effects::words! {
    /// Behind a number.
    pub FIGURES: some of Figure = "figures" {
        Figure::OriginalPower => "original power",
        Figure::ComboPower => "combo power",
        Figure::Power => "power",
        Figure::Markers => "markers" | "marker" | "marker/markers on it",
    }
}

effects::words! {
    /// In front of a number, with the article they have there.
    pub COSTS: some of Figure = "figures in front of a number" {
        Figure::OriginalEnergyCost => "an original energy cost of" | "an? original energy cost/costs of",
        Figure::EnergyCost => "an energy cost of" | "an? energy cost/costs of" | "a/an cost of" | "energy costs",
        Figure::SpecifiedCost => "a specified cost of" | "a? specified cost/costs of",
        Figure::ComboCost => "a combo cost of" | "a? combo cost/costs of",
        Figure::ComboPower => "a combo power of" | "combo power of",
        Figure::OriginalComboCost => "an original combo cost of" | "original combo cost/costs of",
        Figure::OriginalComboPower => "an original combo power of" | "original combo power of",
        Figure::OriginalPower => "an original power of" | "original power/powers of",
        Figure::ZCost => "a Z-Energy cost of" | "z-energy cost/costs of",
        Figure::Power => "a power of" | "power/powers of",
    }
}

effects::words! {
    pub THAN: Cmp = "comparisons" {
        Cmp::AtMost => "less than or equal to" | "equal to or less than",
        Cmp::AtLeast => "greater than or equal to" | "larger than or equal to" | "equal to or greater than",
        Cmp::Less => "less than",
        Cmp::More => "greater than",
        Cmp::Equal => "equal to",
    }
}

effects::words! {
    /// What cards cannot do or suffer, behind "can't".
    pub CANNOTS: some of Cannot = "prohibitions of cards" {
        Cannot::Rest => "be switched to Rest Mode",
        Cannot::AttackLeader => "attack Leader Cards" | "attack leaders" | "attack your opponent 's leader card/cards?",
        Cannot::AttackBattleCards => "attack Battle Cards",
        Cannot::Attack => "attack",
        Cannot::BeAttacked => "be attacked",
        Cannot::Combo => "be used in a combo" | "be used in combos" | "be placed in your opponent 's combo area"
            | "be placed in a combo area from your opponent 's battle area",
        Cannot::AttackBeNegated => "have its attacks negated" | "have its attack negated",
        Cannot::ActivateSkills => "activate skills" | "activate any of its skills",
        Cannot::BeRemovedBySkills => "be removed from the Battle Area by skills"
            | "be removed from a/your battle area by skills",
        Cannot::BeRemoved => "leave the Battle Area",
        Cannot::BeKodBySkills => "be KO'd by skills",
        Cannot::BeKodByOpponentsSkills => "be KO'd by your opponent's skills"
            | "be ko'd by your opponent 's card 's skills" | "be ko'd by the skills of your opponent 's cards",
        Cannot::BeKodByBattle => "be KO'd in battle" | "be ko'd during battle",
        Cannot::BeKod => "be KO'd",
        Cannot::ReadyInCharge => "be switched to Active Mode during your opponent's next Charge Phase",
        Cannot::Ready => "be switched to Active Mode" | "switch to active mode",
        Cannot::BeRemovedByOpponent => "be removed from the Battle Area by your opponent's skills"
            | "be removed from a/your battle area by your opponent 's skills"
            | "be removed from battle area by your opponent 's skills"
            | "be removed from the/your? battle area by the skills of your opponent 's cards"
            | "be removed from a/the/your? battle area by an opponent 's skill",
        Cannot::BeChosenByOpponent => "be chosen by your opponent's skills"
            | "be chosen by the skills of your opponent 's cards",
        Cannot::Play => "be played",
    }
}

effects::words! {
    /// What players cannot do, behind "can't".
    pub BANS: some of Cannot = "prohibitions of players" {
        Cannot::Attack => "attack",
        Cannot::Combo => "use cards in combos" | "combo" | "use a card in a combo" | "use cards in a combo",
        Cannot::ActivateExtra => "activate Extra Cards" | "activate extra skills",
        Cannot::ActivateCounter => "activate counter skills",
        Cannot::PlayBattle => "play Battle Cards",
        Cannot::Draw => "draw cards",
        Cannot::AddLife => "add cards from life to hand" | "add cards from your/their life to your/their hand",
    }
}

effects::words! {
    pub SKILLS: some of Negate = "which skills" {
        Negate::Keywords => "keyword skills",
        Negate::NonKeywords => "non-keyword skills",
        Negate::All => "skills" | "skill",
    }
}

/// All words of the game that are in tables.
pub fn all() -> Vec<Listing> {
    vec![
        COLORS.listing(),
        AREAS.listing(),
        UNTILS.listing(),
        FIGURES.listing(),
        COSTS.listing(),
        THAN.listing(),
        CANNOTS.listing(),
        BANS.listing(),
        SKILLS.listing(),
        crate::keyword::KEYWORDS.listing(),
    ]
}
