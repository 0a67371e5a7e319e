//! Cards that make things happen: by skills, by keyword skills, by fighting.

use crate::card::{Color, Printed};
use crate::vocab::{Change, Dbs, Moment};
use effects::probe::{Sketch, Tool};
use effects::{Ability, When};
use kernel::Seat;
use serde_json::{Value, json};

/// Cards that play or use others by a keyword skill of these words.
pub(super) fn ways(words: &str) -> Vec<Tool> {
    let text = match words {
        "over realm" => "[Over Realm 1]",
        "dark over realm" => {
            let dark = Tool::new(Seat::A, "hand", battle("[Dark Over Realm 1]"));
            let black = json!({"kind": "battle", "power": 5000, "colors": ["black"]});
            return vec![dark, Tool::new(Seat::A, "drop", black)];
        }
        "z-awaken" => {
            let row = json!({"kind": "leader", "characters": ["Zed"], "back": {"power": 15000, "characters": ["Zed"]}});
            return vec![Tool { states: &["back"], ..Tool::new(Seat::A, "leader", row) }];
        }
        "union-absorb" => {
            let text = "[Union-Absorb] Choose 1 <Zed> card in your hand and place it under this card : Choose 1 <Yed> card in your hand and play it on top of this card.";
            let named = |name: &str| {
                let row = json!({"kind": "battle", "power": 10000, "characters": [name]});
                Tool::new(Seat::A, "hand", row)
            };
            return vec![Tool::new(Seat::A, "battle", battle(text)), named("Zed"), named("Yed")];
        }
        "evolve" => "[Evolve]R : <Zed>.",
        "ex-evolve" => "[EX-Evolve]R : <Zed>.",
        "xeno-evolve" => "[Xeno-Evolve]R : <Zed>.",
        "union" | "union-fusion" => "[Union-Fusion]R : <Zed> and <Yed>.",
        "union-potara" => "[Union-Potara]R : <Zed> and <Yed>.",
        "successor" => "[Successor]R",
        words if words.starts_with("arrival") => return arrival(words),
        "overlord" => return vec![Tool::new(Seat::A, "battle", battle("[Overlord]")), servant()],
        "spirit boost" => "[Activate : Main] [Spirit Boost 1] Play this card from your hand.",
        "swap" => {
            let swapped = json!({"kind": "battle", "power": 10000, "characters": ["Zed"]});
            let swap = Tool::new(Seat::A, "battle", battle("[Swap 1] <Zed>."));
            return vec![swap, Tool::new(Seat::A, "hand", swapped)];
        }
        _ => return Vec::new(),
    };
    let named = |name: &str, zone| {
        let row = json!({"kind": "battle", "power": 10000, "characters": [name]});
        Tool::new(Seat::A, zone, row)
    };
    let mut tools = vec![Tool::new(Seat::A, "hand", battle(text))];
    let zones: &[&'static str] = if text.contains("Fusion") { &["hand"] } else { &["battle"] };
    for zone in zones {
        tools.extend([named("Zed", zone), named("Yed", zone)]);
    }
    tools
}

pub(super) fn battle(text: &str) -> Value {
    json!({"kind": "battle", "power": 10000, "text": text})
}

/// A card that arrives in a battle, and cards of its colours to combo with.
pub(super) fn arrival(words: &str) -> Vec<Tool> {
    let colors = words.trim_start_matches("arrival").trim();
    let mut tools = vec![Tool::new(Seat::A, "hand", battle(&format!("[Arrival {colors}]")))];
    for color in colors.split('/').filter(|color| !color.is_empty()) {
        let row = json!({"kind": "battle", "power": 5000, "colors": [color]});
        tools.push(Tool::new(Seat::A, "hand", row));
    }
    tools
}

/// The letter of the colour that a cost is changed by, or else of the card.
pub(super) fn cost_letter(sketch: &Sketch, cost: &crate::card::Cost) -> char {
    const LETTERS: [char; 5] = ['R', 'U', 'G', 'Y', 'K'];
    if let Some(at) = cost.specified.iter().position(|number| *number != 0) {
        return LETTERS[at];
    }
    let color = sketch.row.get("colors").and_then(|colors| colors.get(0)?.as_str());
    let at = Color::ALL.iter().position(|one| Some(one.name()) == color);
    at.and_then(|at| LETTERS.get(at)).copied().unwrap_or('R')
}

pub(super) fn servant() -> Tool {
    Tool::new(Seat::A, "battle", battle("[Servant]"))
}

pub(super) fn doer(seat: Seat, text: &str) -> Tool {
    let row =
        json!({"kind": "battle", "power": 5000, "text": format!("[Activate : Main] [Once per turn] {text}")});
    Tool::new(seat, "battle", row)
}

/// Cards that fight on both sides, and cards to combo with.
pub(super) fn fighters() -> Vec<Tool> {
    let mut fighters = Vec::new();
    for seat in Seat::BOTH {
        let weak = Tool::new(seat, "battle", json!({"kind": "battle", "power": 5000}));
        fighters.push(Tool { states: &["rest"], ..weak });
        fighters.push(Tool::new(seat, "battle", json!({"kind": "battle", "power": 25000})));
        fighters.push(Tool::new(seat, "hand", json!({"kind": "battle", "power": 5000})));
    }
    fighters
}

/// What a skill does so that a moment comes.
pub(super) fn deeds(moment: Moment) -> &'static [&'static str] {
    match moment {
        Moment::IsKod => &["Choose 1 Battle Card and KO it.", "Choose 1 of your Battle Cards and KO it."],
        Moment::Leaves => &[
            "Choose 1 Battle Card and KO it.",
            "Choose 1 of your opponent's Battle Cards and return it to its owner's hand.",
            "Choose 1 of your Battle Cards and place it in its owner's Drop Area.",
        ],
        Moment::Drops => &[
            "Discard 1 card from your hand.",
            "Choose 1 Battle Card and KO it.",
            "Place 1 card from the top of your deck in your Drop Area.",
        ],
        Moment::Discards => &["Discard 1 card from your hand."],
        Moment::Draws => &["Draw 1 card."],
        Moment::Rests => &["Choose 1 Battle Card and switch it to Rest Mode."],
        Moment::Readies => &["Choose 1 of your Battle Cards and switch it to Active Mode."],
        Moment::Played => &["Choose 1 Battle Card in your hand and play it."],
        Moment::EnergyPlaced => &["Choose 1 card in your hand and place it in your energy."],
        Moment::LifeToHand | Moment::LifeChanges | Moment::TakesDamage => {
            &["Your opponent adds 1 card from their life to their hand.", "Deal 1 damage to your opponent."]
        }
        Moment::DealsDamage => &["Deal 1 damage to your opponent."],
        Moment::Warps => &["Choose 1 card in your Drop Area and send it to your Warp."],
        Moment::ReturnsToHand => &[
            "Choose 1 of your Battle Cards and return it to its owner's hand.",
            "Choose 1 Battle Card and return it to its owner's hand.",
        ],
        Moment::MarkerRemoved => &[
            "Choose 1 of your opponent's Unison Cards and remove 1 marker from it.",
            "Choose 1 of your Unison Cards and remove 1 marker from it.",
        ],
        Moment::MarkerAdded => &["Choose 1 of your Unison Cards and add 1 marker to it."],
        Moment::Strengthened => &["Choose 1 of your cards and it gets +5000 power for the turn."],
        Moment::TakenFromUnder => &["Choose 1 card under your Leader Card and place it in your Drop Area."],
        Moment::PutUnder => &["Place the top card of your deck under your Leader Card."],
        Moment::ZEnergyPlaced => &["Choose 1 card in your hand and place it in your Z-Energy."],
        _ => &[],
    }
}

/// The skills of a card that what is always on makes cheaper or gives other cards to.
pub(super) fn paid_otherwise<'a>(card: &'a Printed, ability: &Ability<Dbs>) -> Vec<&'a Ability<Dbs>> {
    let mut counters = false;
    let mut keywords = false;
    for op in &ability.program {
        if let effects::Op::Gain { change, .. } = op {
            counters |= matches!(change, Change::Free(_) | Change::Instead(..) | Change::SkillCost(..));
            keywords |= matches!(change, Change::Materials(..));
        }
    }
    let meant = |skill: &&crate::text::Skill| {
        let used = matches!(skill.ability.when, When::Use(_));
        used && (counters && skill.keyword.is_none() || keywords && skill.keyword.is_some())
    };
    let mut found: Vec<_> = card.skills.iter().filter(meant).map(|skill| &skill.ability).collect();
    // What is done instead of paying can be done.
    found.extend(ability.program.iter().filter_map(|op| match op {
        effects::Op::Gain { change: Change::Instead(_, index), .. } => {
            card.skills.get(usize::from(*index)).map(|skill| &skill.ability)
        }
        _ => None,
    }));
    found
}
