//! What shows a change: cards that do what it forbids, allows or meets.

use super::shape::color_word;
use super::tools::{DELETION, doer, links};
use crate::vocab::{Cannot, Change, Join, Keyword, StandIn, Timing};
use effects::probe::Tool;
use kernel::Seat;
use serde_json::json;

/// Cards by which a change shows.
pub(super) fn of(change: &Change) -> Vec<Tool> {
    let one = |seat, zone, row| vec![Tool::new(seat, zone, row)];
    match change {
        Change::Keyword(Keyword::LinkPlus(_)) => links().into_iter().chain(links()).collect(),
        Change::DeletionMax(_) => {
            let just_more = json!({"kind": "digimon", "dp": 3500});
            vec![doer(Seat::A, DELETION), Tool::new(Seat::B, "battle", just_more)]
        }
        Change::Cannot(Cannot::Switch) => {
            let text = "[Opponent's Turn] When an opponent's Digimon attacks, you may switch the target of attack to this Digimon.";
            one(Seat::B, "battle", json!({"kind": "digimon", "text": text}))
        }
        Change::Cannot(Cannot::OptionSecurity | Cannot::CheckedSecurity) => {
            one(Seat::B, "security", json!({"kind": "option", "text": "[Security] <Draw 1>."}))
        }
        Change::Cannot(Cannot::Unsuspend | Cannot::UnsuspendInPhase) => {
            let tool = |row| Tool { states: &["suspended"], ..Tool::new(Seat::B, "battle", row) };
            vec![tool(json!({"kind": "tamer", "text": "[Main] <Draw 1>."})), tool(json!({"kind": "digimon"}))]
        }
        Change::Cannot(Cannot::ReducePlayCosts) => {
            let text = "When this card would be played, if you have a Digimon, reduce the play cost by 2.";
            Seat::BOTH
                .map(|seat| Tool::new(seat, "hand", json!({"kind": "digimon", "level": 3, "text": text})))
                .into()
        }
        Change::Cannot(Cannot::ReduceDigivolutionCosts) => {
            let text =
                "[Your Turn] When one of your Digimon would digivolve, reduce the digivolution cost by 1.";
            let tool = |seat| Tool::new(seat, "battle", json!({"kind": "tamer", "text": text}));
            Seat::BOTH.map(tool).into()
        }
        // Something that does not fit, whatever the filter.
        Change::Cannot(Cannot::DigivolveBut(_)) => {
            let plain = |level: u8| json!({"kind": "digimon", "level": level, "colors": ["red"]});
            (4..8).map(|level| Tool::new(Seat::A, "hand", plain(level))).collect()
        }
        Change::Cannot(Cannot::PlayByEffects(_)) => Seat::BOTH
            .into_iter()
            .flat_map(|seat| {
                let text = "You may play 1 Digimon card from your hand without paying the cost.";
                [doer(seat, text), Tool::new(seat, "hand", json!({"kind": "digimon", "level": 3}))]
            })
            .collect(),
        Change::Cannot(Cannot::Activate(Timing::WhenDigivolving)) => digivolving(),
        Change::Dp(_) => {
            Seat::BOTH.map(|seat| Tool::new(seat, "battle", json!({"kind": "digimon", "dp": 5500}))).into()
        }
        Change::AlsoMeets(color) => {
            one(Seat::A, "battle", json!({"kind": "tamer", "colors": [color_word(*color)]}))
        }
        Change::CountsAs(name) => {
            let text = format!("[DigiXros -2] [{}] × [Elm]", name.as_str());
            one(Seat::A, "hand", json!({"kind": "digimon", "level": 5, "text": text}))
        }
        Change::StandsIn(stand) => stand_in(stand),
        Change::VortexPlayers => one(Seat::A, "battle", json!({"kind": "digimon", "text": "<Vortex>"})),
        Change::Cannot(Cannot::IgnoreRequirements) => {
            let text = "[Main] [Once Per Turn] This Digimon may digivolve into a level 7 Digimon card in the hand, ignoring digivolution requirements and without paying the cost.";
            let leaper = json!({"kind": "digimon", "level": 3, "text": text});
            let peak = json!({"kind": "digimon", "level": 7, "digivolve": [{"color": "any", "level": 6, "cost": 1}]});
            let tools =
                |seat| [Tool::new(seat, "battle", leaper.clone()), Tool::new(seat, "hand", peak.clone())];
            Seat::BOTH.into_iter().flat_map(tools).collect()
        }
        Change::Immune(..) => {
            let text = "[When Attacking] 1 of your opponent's Digimon gets -1000 DP for the turn.";
            let main = "[Main] [Once Per Turn] 1 of your opponent's Digimon gets -1000 DP for the turn.";
            let tool = |text: &str| Tool::new(Seat::B, "battle", json!({"kind": "digimon", "text": text}));
            // In the other player's turn too.
            let meets = "[Opponent's Turn] When an opponent's Digimon attacks, 1 of your opponent's Digimon gets -1000 DP for the turn.";
            vec![tool(text), tool(main), tool(meets)]
        }
        _ => Vec::new(),
    }
}

/// Cards that digivolve into others with [When Digivolving] effects, in the other player's turn too.
fn digivolving() -> Vec<Tool> {
    let mut tools = Vec::new();
    for seat in Seat::BOTH {
        let into =
            "1 of your Digimon may digivolve into a Digimon card in your hand without paying the cost.";
        let meets = format!("[Opponent's Turn] When an opponent's Digimon attacks, {into}");
        tools.push(Tool::new(
            seat,
            "battle",
            json!({"kind": "digimon", "level": 6, "dp": 9000, "text": meets}),
        ));
        tools.push(doer(seat, into));
        for level in [6, 7] {
            let text = "[When Digivolving] Gain 2 memory.";
            tools.push(Tool::new(seat, "hand", json!({"kind": "digimon", "level": level, "text": text})));
        }
    }
    tools
}

/// The card that something counts as a material of, and another material.
fn stand_in(stand: &StandIn) -> Vec<Tool> {
    let shown = match &stand.name {
        Some(name) => format!("[{}]", name.as_str()),
        None => format!("Lv.{}", stand.level),
    };
    let text = match stand.join {
        Join::Dna => format!("[DNA Digivolve] {shown} + Lv.4: Cost 0"),
        Join::Assembly => format!("[Assembly -2] {shown}"),
    };
    let row =
        json!({"kind": "digimon", "name": stand.of.as_str(), "level": 7, "digivolve": [], "text": text});
    let other = json!({"kind": "digimon", "level": 4});
    vec![Tool::new(Seat::A, "hand", row), Tool::new(Seat::A, "battle", other)]
}
