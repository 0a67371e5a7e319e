//! Cards that the prober lays out to make things happen: they do something once a turn, fight, are linked, are digivolved from.

use crate::card::Card as Printed;
use crate::vocab::Moment;
use effects::probe::Tool;
use kernel::Seat;
use serde_json::{Value, json};

/// What a card says that can be linked to nearly everything.
pub(super) fn linkable() -> Value {
    json!({"requirement": "[Link] Lv.3 or higher: Cost 1", "dp": 1000})
}

/// A Tamer that does something once a turn.
pub(super) fn doer(seat: Seat, text: &str) -> Tool {
    let row = json!({"kind": "tamer", "text": format!("[Main] [Once Per Turn] {text}")});
    Tool::new(seat, "battle", row)
}

/// Strong and weak Digimon on both sides, blockers among them.
pub(super) fn fighters() -> Vec<Tool> {
    let mut fighters = Vec::new();
    for seat in Seat::BOTH {
        let weak = Tool::new(seat, "battle", json!({"kind": "digimon", "dp": 1000}));
        fighters.push(Tool { states: &["suspended"], ..weak });
        fighters.push(Tool::new(seat, "battle", json!({"kind": "digimon", "dp": 15000})));
        fighters.push(Tool::new(seat, "battle", json!({"kind": "digimon", "dp": 2000, "text": "<Blocker>"})));
    }
    fighters
}

/// Cards that can be linked to nearly everything.
pub(super) fn links() -> Vec<Tool> {
    let row = json!({"kind": "digimon", "level": 3, "link": linkable()});
    Seat::BOTH.into_iter().map(|seat| Tool::new(seat, "hand", row.clone())).collect()
}

/// A deletion with a DP maximum.
pub(super) const DELETION: &str = "Delete 1 of your opponent's Digimon with 3000 DP or less.";

/// What an effect does so that a moment comes.
pub(super) fn deeds(moment: Moment) -> &'static [&'static str] {
    const DELETE: &[&str] = &[
        "Delete 1 Digimon.",
        "Delete 1 Tamer.",
        "1 Digimon gets -20000 DP for the turn.",
        "Delete 1 of your opponent's Digimon.",
    ];
    const LEAVE: &[&str] = &[
        "Delete 1 Digimon.",
        "Return 1 Digimon to the hand.",
        "Return 1 Digimon to the bottom of the deck.",
        "1 Digimon gets -20000 DP for the turn.",
        "Return 1 Tamer to the hand.",
    ];
    match moment {
        Moment::Deleted | Moment::DeletedInBattle => DELETE,
        Moment::Left | Moment::Returned => LEAVE,
        Moment::Suspended => &["Suspend 1 Digimon.", "Suspend 1 Tamer."],
        Moment::Unsuspended => &["Unsuspend 1 Digimon.", "Suspend 1 Digimon.", "Unsuspend 1 Tamer."],
        Moment::Played => &[
            "You may play 1 Digimon card from your hand without paying the cost.",
            "You may play 1 Tamer card from your hand without paying the cost.",
            "You may play 1 Digimon card from your trash without paying the cost.",
            "You may play 1 Tamer card from your trash without paying the cost.",
            "You may play 1 Digimon card from 1 of your Digimon's digivolution cards without paying the cost.",
        ],
        Moment::Digivolved => &[
            "1 of your Digimon may digivolve into a Digimon card in your hand without paying the cost.",
            "1 of your Digimon may digivolve into a Digimon card in your trash without paying the cost.",
        ],
        Moment::SecurityLost | Moment::SecurityTrashed => &[
            "Trash the top card of your opponent's security stack.",
            "Trash the top card of your security stack.",
            "Add the top card of your security stack to the hand.",
        ],
        Moment::SecurityGained => &[
            "<Recovery +1 (Deck)>.",
            "Place 1 card from your hand as the top security card.",
            "Place 1 card from your hand face up as the bottom security card.",
            "Place 1 of your opponent's Digimon face up as the bottom security card.",
        ],
        Moment::HandGained => &[
            "<Draw 1>.",
            "Return 1 card from your trash to the hand.",
            "Return 1 of your opponent's Digimon to the hand.",
        ],
        Moment::HandTrashed => &["Trash 1 card in your hand.", "Your opponent trashes 1 card in their hand."],
        Moment::DeckTrashed => {
            &["Trash the top card of your deck.", "Trash the top card of your opponent's deck."]
        }
        Moment::UnderTrashed | Moment::TrashedFromUnder => &[
            "Trash the bottom digivolution card of 1 Digimon.",
            "Trash 1 digivolution card of 1 of your Digimon.",
            "Trash the bottom face-down card from under any of your Tamers.",
        ],
        Moment::UnderGained => &[
            "Place 1 card from your hand as the bottom digivolution card of 1 of your Digimon.",
            "Place 1 card from your hand face down as the bottom digivolution card of 1 of your Digimon.",
            "Place 1 card from your hand under 1 of your Tamers.",
            "Place 1 of your Tamers under 1 of your Digimon as its bottom digivolution card.",
        ],
        Moment::Sunk => &["Place the top card of 1 of your Digimon as its bottom digivolution card."],
        Moment::BattleTrashed => &["Trash 1 Option card in the battle area."],
        Moment::DeDigivolved => &["<De-Digivolve 1> 1 Digimon."],
        Moment::TrashLost => &["Return 1 card from your trash to the hand."],
        Moment::TrashDecked => &["Return 1 card from your trash to the bottom of the deck."],
        Moment::Placed => &["Place 1 Option card from your hand in the battle area."],
        Moment::Linked | Moment::BecameLink => &[
            "You may link 1 card from your hand to 1 of your Digimon without paying the cost.",
            "Gain 2 memory.",
        ],
        Moment::LinkTrashed => &["Trash 1 link card of 1 Digimon."],
        Moment::Used => &["You may use 1 Option card from your hand without paying the cost."],
        _ => &[],
    }
}

/// Digimon that a card can digivolve from, in the middle of an attack too.
pub(super) fn bases(card: &Printed) -> Vec<Tool> {
    let mut bases = Vec::new();
    for need in card.needs.iter().take(2) {
        let color = (0..7).find(|at| need.color.0 & (1 << at) != 0).unwrap_or(0);
        let kind = if need.level <= 2 { "digi-egg" } else { "digimon" };
        let zone = if need.level <= 2 { "breeding" } else { "battle" };
        let mut row = json!({"kind": kind, "level": need.level, "colors": [crate::card::COLORS[color]]});
        bases.push(Tool::new(Seat::A, zone, row.clone()));
        if zone == "battle" {
            row["text"] = json!(
                "[When Attacking] This Digimon may digivolve into a Digimon card in the hand without paying the cost."
            );
            bases.push(Tool::new(Seat::A, zone, row));
        }
    }
    bases
}

/// Digimon by which others are played and digivolve.
pub(super) fn enablers() -> Vec<Tool> {
    let mut enablers = Vec::new();
    for seat in Seat::BOTH {
        let row = json!({"kind": "digimon", "level": 3, "colors": crate::card::COLORS});
        enablers.push(Tool::new(seat, "battle", row));
        enablers.push(Tool::new(seat, "hand", json!({"kind": "digimon", "level": 5})));
        // A Tamer that digivolves.
        enablers.push(Tool::new(seat, "battle", json!({"kind": "tamer", "name": "Tool Ash"})));
        let text = "[Digivolve] [Tool Ash]: Cost 1";
        enablers.push(Tool::new(seat, "hand", json!({"kind": "digimon", "level": 5, "text": text})));
        for text in [
            "[When Attacking] You may play 1 Digimon card from your hand without paying the cost.",
            "[When Attacking] 1 of your Digimon may digivolve into a Digimon card in your hand without paying the cost.",
        ] {
            enablers.push(Tool::new(seat, "battle", json!({"kind": "digimon", "level": 4, "text": text})));
        }
    }
    enablers
}
