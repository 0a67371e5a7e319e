//! The small words of Digimon texts, each written once: its meaning, what is said, all that is read. Reader, printer and scenes
//! use these rows; [`all`] lists them.

use super::header::Icon;
use crate::vocab::*;
use effects::text::words::Listing;
use effects::{Cmp, Who};

effects::words! {
    /// DCG 2-4-2.
    pub COLORS: Color = "colours" {
        Color::Red => "red",
        Color::Blue => "blue",
        Color::Yellow => "yellow",
        Color::Green => "green",
        Color::Black => "black",
        Color::Purple => "purple",
        Color::White => "white",
    }
}

effects::words! {
    pub KINDS: Kind = "kinds of cards" {
        Kind::Digimon => "Digimon" | "digimons" | "digimon card/cards",
        Kind::Tamer => "Tamer" | "tamers" | "tamer card/cards",
        Kind::Option => "Option" | "options" | "option card/cards",
        Kind::Egg => "Digi-Egg" | "digi-eggs" | "digi-egg card/cards",
        Kind::Token => "token" | "tokens" | "digimon token/tokens",
    }
}

effects::words! {
    pub PLACES: Place = "places" {
        Place::Battle => "battle area" | "battle areas",
        Place::Breeding => "breeding area" | "breeding areas",
        Place::Hand => "hand" | "hands",
        Place::Deck => "deck" | "decks",
        Place::Eggs => "Digi-Egg deck" | "digi-egg decks",
        Place::Trash => "trash" | "trashes" | "recycle bin",
        Place::Security => "security stack" | "security stacks" | "security",
        Place::Under => "digivolution cards",
        Place::Links => "link cards",
        Place::Checked => "Security Digimon" | "check",
    }
}

effects::words! {
    pub FIGURES: Figure = "figures" {
        Figure::Dp => "DP",
        Figure::Level => "level" | "levels",
        Figure::PlayCost => "play cost" | "play costs" | "play or use cost/costs" | "play cost or use cost" | "memory cost" | "cost/costs",
        Figure::UseCost => "use cost" | "use costs",
        Figure::Under => "digivolution cards",
        Figure::UnderFaceDown => "face-down digivolution cards",
        Figure::Links => "link cards",
        Figure::Colors => "colors",
    }
}

effects::words! {
    pub STATES: Posture = "states" {
        Posture::Suspended => "suspended",
        Posture::Unsuspended => "unsuspended",
        Posture::Attacking => "attacking",
        Posture::Attacked => "attacked",
        Posture::FaceUp => "face-up" | "face up",
        Posture::FaceDown => "face-down" | "face down",
    }
}

effects::words! {
    pub UNTILS: Until = "durations" {
        Until::While => "for as long as this is so",
        Until::Turn => "for the turn" | "for this turn" | "during this turn" | "this turn"
            | "until the end of the/this turn" | "until the turn ends",
        Until::OpponentTurn => "until the end of your opponent's turn" | "until the end of of your opponent 's turn"
            | "until the end of the opponent 's turn" | "until the end of their turn"
            | "until your opponent 's turn ends" | "until their turn ends",
        Until::OpponentNextTurn => "until the end of your opponent's next turn"
            | "until the end of the opponent 's next turn" | "until the end of their next turn"
            | "until your opponent 's next turn ends" | "until their next turn ends",
        Until::YourTurn => "until the end of your turn" | "until your turn ends",
        Until::YourNextTurn => "until the end of your next turn" | "until your next turn ends",
        Until::Attack => "until the end of the attack" | "for the attack" | "until the attack ends",
        Until::Battle => "until the end of the battle" | "for the battle",
        Until::OpponentUnsuspend => "during your opponent's next unsuspend phase"
            | "in your opponent 's next unsuspend phase" | "during/in their next unsuspend phase"
            | "until the end of your opponent 's next unsuspend phase"
            | "during/in its owner 's next unsuspend phase",
        Until::YourUnsuspend => "during your next unsuspend phase" | "in your next unsuspend phase",
        Until::Always => "as long as it stays there",
        Until::Once => "until it happened once",
    }
}

effects::words! {
    /// What [`Verb::Activate`] and [`Cannot::Activate`] name, in brackets.
    pub TIMINGS: Timing = "timings that are named" {
        Timing::Main => "Main",
        Timing::Security => "Security",
        Timing::OnPlay => "On Play",
        Timing::WhenDigivolving => "When Digivolving",
        Timing::WhenAttacking => "When Attacking",
        Timing::OnDeletion => "On Deletion",
        Timing::EndOfAttack => "End of Attack",
        Timing::WhenLinking => "When Linking",
    }
}

effects::words! {
    /// What stands in brackets in front of an effect.
    pub ICONS: some of Icon = "icons in front of effects" {
        // DCG 15-16-2-1: once its card has been played.
        Icon::Own(Moment::Played) => "On Play",
        // DCG 15-16-3-1: once something has digivolved into its card.
        Icon::Own(Moment::Digivolved) => "When Digivolving",
        // DCG 15-16-4-1: when its card is deleted.
        Icon::Own(Moment::Deleted) => "On Deletion",
        // DCG 15-16-5-1: when an attack by its card is declared.
        Icon::Own(Moment::Attacked) => "When Attacking",
        // DCG 15-16-6-1: when its card is made a link card.
        Icon::Own(Moment::BecameLink) => "When Linking",
        // DCG 15-16-15-1: when an attack by its card ends.
        Icon::Own(Moment::AttackEnded) => "End of Attack",
        // DCG 15-16-16-1: when its card moves.
        Icon::Own(Moment::Moved) => "When Moving",
        // DCG 15-16-11-1, 15-16-11-2: before anything unsuspends.
        Icon::Turn(Moment::StartOfTurn, Who::You) => "Start of Your Turn",
        Icon::Turn(Moment::StartOfTurn, Who::Opponent) => "Start of Opponent's Turn" | "start of your opponent's turn",
        Icon::Turn(Moment::StartOfTurn, Who::Both) => "Start of All Turns",
        // DCG 15-16-13-1, 15-16-13-2: on reaching the main phase.
        Icon::Turn(Moment::StartOfMain, Who::You) => "Start of Your Main Phase",
        Icon::Turn(Moment::StartOfMain, Who::Opponent) => "Start of Opponent's Main Phase"
            | "start of your opponent's main phase",
        // DCG 15-16-12-1, 15-16-12-2, 15-16-12-3: at the end of the turns that it names.
        Icon::Turn(Moment::EndOfTurn, Who::You) => "End of Your Turn",
        Icon::Turn(Moment::EndOfTurn, Who::Opponent) => "End of Opponent's Turn" | "end of your opponent's turn"
            | "at end of opponent's turn",
        Icon::Turn(Moment::EndOfTurn, Who::Both) => "End of All Turns",
        // DCG 15-16-8-1: only in turns of the player it names.
        Icon::During(Who::You) => "Your Turn",
        Icon::During(Who::Opponent) => "Opponent's Turn" | "your opponent's turn",
        // What the frame of the card says anyway.
        // DCG 15-16-9-1: in everybody's turns.
        Icon::During(Who::Both) => "All Turns" | "inherited effect",
        // DCG 15-16-7-1: the timing of activation-type effects.
        Icon::Window(Window::Main) => "Main",
        // DCG 15-16-10-1: when its card is security checked.
        Icon::Window(Window::Security) => "Security",
        // DCG 15-16-14-1: at the counter timing of the opponent's attack.
        Icon::Counter => "Counter",
        Icon::Times(1) => "Once Per Turn",
        Icon::Times(2) => "Twice Per Turn",
        // The canonical spelling of a limit that two effects share.
        Icon::Shared => "Once Per Turn with the effect before",
        Icon::Live(Live::Hand) => "Hand",
        Icon::Live(Live::Trash) => "Trash",
        Icon::Live(Live::Breeding) => "Breeding",
    }
}

effects::words! {
    pub DISTINCTS: Distinct = "what cards differ in" {
        Distinct::Names => "names" | "name" | "card names/name",
        Distinct::Numbers => "card numbers" | "card number",
        Distinct::Levels => "levels" | "level",
        Distinct::Colors => "colors" | "color",
    }
}

effects::words! {
    pub THAN: Cmp = "comparisons" {
        Cmp::Equal => "equal to",
        Cmp::AtLeast => "greater than or equal to" | "higher/more than or equal to"
            | "equal to or greater/higher/more than",
        Cmp::AtMost => "less than or equal to" | "lower/fewer than or equal to" | "equal to or less/lower/fewer than"
            | "that's less/lower/fewer than or equal to",
        Cmp::More => "greater than" | "higher/more than",
        Cmp::Less => "less than" | "lower/fewer than",
    }
}

effects::words! {
    /// Conditions that are always said alike.
    pub FACTS: some of Fact = "conditions" {
        Fact::ByDna => "DNA digivolving" | "dna digivolved" | "this digimon was dna digivolved"
            | "this digimon is dna digivolving",
        Fact::DuringAttack => "a Digimon is attacking" | "during an attack",
        Fact::AttackingPlayer => "attacking a player" | "attacking your opponent",
        Fact::AttackingDigimon => "attacking a Digimon",
        Fact::Turn(Who::You) => "it is your turn" | "it 's your turn" | "it's your turn",
        Fact::Turn(Who::Opponent) => "it is your opponent's turn" | "it 's your opponent 's turn"
            | "it 's your opponent 's" | "it 's their turn" | "it's their turn",
    }
}

/// All words of the game that are in tables.
pub fn all() -> Vec<Listing> {
    vec![
        COLORS.listing(),
        KINDS.listing(),
        PLACES.listing(),
        FIGURES.listing(),
        STATES.listing(),
        UNTILS.listing(),
        TIMINGS.listing(),
        ICONS.listing(),
        DISTINCTS.listing(),
        THAN.listing(),
        FACTS.listing(),
        crate::keyword::listing(),
    ]
}
