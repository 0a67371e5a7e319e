//! Cards that are what a description asks for.

use crate::card::Color;
use crate::vocab::{Dbs, Figure, Keyword, Test, Window};
use effects::Filter;
use effects::probe::{OWN_NAME, Sketch};
use serde_json::json;

/// A kind of card; one that is to be a Z-Card stays one.
pub(super) fn set_kind(sketch: &mut Sketch, kind: &str) {
    let z = if sketch.word("kind").starts_with("z-") { "z-" } else { "" };
    sketch.set("kind", format!("{z}{kind}"));
}

/// A card with a keyword skill, in the words of that keyword.
pub(super) fn having(keyword: Keyword) -> String {
    let words = match keyword {
        Keyword::Evolve => "[Evolve]R : <Zed>.",
        Keyword::ExEvolve => "[EX-Evolve]R : <Zed>.",
        Keyword::Union => "[Union-Fusion]R : <Zed> and <Yed>.",
        Keyword::OverRealm => "[Over Realm 1]",
        Keyword::DarkOverRealm => "[Dark Over Realm 1]",
        Keyword::Swap => "[Swap 1] <Zed>.",
        Keyword::Revive => "[Revive Red/Blue]",
        Keyword::Alliance => "[Alliance Red/Blue] This card gets +5000 power for the battle.",
        Keyword::Arrival => "[Arrival Red/Blue]R",
        Keyword::Successor => "[Successor]R",
        Keyword::Overlord => "[Overlord]",
        Keyword::ZStack => "[Z-Stack 1] Red Battle Cards.",
        Keyword::Aegis => "[Aegis Red/Blue]",
        Keyword::Rejuvenate => "[Rejuvenate]",
        Keyword::Counter => "[Counter : Attack] Negate the attack.",
        Keyword::Awaken => "[Awaken] When your life is at 4 or less : Draw 1 card.",
        Keyword::Strike(0) => "[Double Strike]",
        Keyword::Attack(0) => "[Dual Attack]",
        keyword => return crate::keyword::bracket(keyword),
    };
    words.into()
}

pub(super) fn figure_of(sketch: &mut Sketch, figure: Figure, number: i32) {
    match figure {
        Figure::Power | Figure::OriginalPower => sketch.set("power", number),
        Figure::EnergyCost | Figure::OriginalEnergyCost => {
            sketch.set("energy_cost", json!({"total": number, "specified": []}));
        }
        Figure::SpecifiedCost => {
            let reds = vec!["red"; number.clamp(0, 9) as usize];
            sketch.set("energy_cost", json!({"total": number.max(1), "specified": reds}));
        }
        Figure::ComboCost | Figure::OriginalComboCost => sketch.set("combo_cost", number),
        Figure::ComboPower | Figure::OriginalComboPower => sketch.set("combo_power", number),
        Figure::ZCost => sketch.set("z_energy_cost", number),
        Figure::Markers => sketch.mark("markers", number),
    }
}

/// A skill of this window.
pub(super) fn window_text(window: &Window) -> &'static str {
    match window {
        Window::Main => "[Activate : Main] Draw 1 card.",
        Window::Battle => "[Activate : Battle] Draw 1 card.",
        Window::MainOrBattle => "[Activate : Main/Battle] Draw 1 card.",
        Window::CounterPlay => "[Counter : Play] Draw 1 card.",
        _ => "[Counter : Attack] Negate the attack.",
    }
}

/// Cards for the game's own tests. Most of those are about what goes on, and come by themselves.
pub(super) fn special(
    sketch: &mut Sketch,
    test: &Test,
    draw: &mut dyn FnMut(&Filter<Dbs>) -> Sketch,
) -> Result<(), String> {
    match test {
        Test::Character(name) | Test::CharacterHas(name) => sketch.add("characters", name.as_str()),
        Test::Era(name) => sketch.set("era", name.as_str()),
        Test::Colors(colors) | Test::OnlyColors(colors) | Test::OriginalColors(colors) => {
            let names: Vec<&str> = colors.iter().map(Color::name).collect();
            sketch.set("colors", json!(names));
        }
        Test::Number(number) => sketch.set("id", number.as_str()),
        Test::BackName(name) => {
            sketch.set("back", json!({"name": name.as_str(), "power": 15000}));
        }
        Test::Awakened => {
            sketch.set("back", json!({"power": 15000}));
            sketch.mark("back", true);
        }
        Test::Back(filter) => {
            let back = draw(filter).row;
            if let Some(colors) = back.get("colors") {
                sketch.set("colors", colors.clone());
            }
            let mut face = json!({"power": 15000});
            for field in ["name", "characters", "traits", "power"] {
                if let Some(value) = back.get(field) {
                    face[field] = value.clone();
                }
            }
            sketch.set("back", face);
        }
        Test::OnlyCharacter(name) => sketch.set("characters", json!([name.as_str()])),
        Test::OnlyTrait(name) => sketch.add("traits", name.as_str()),
        Test::HasSkill(window) => {
            sketch.add("text", window_text(window));
        }
        Test::Headed(words) => sketch.add("text", format!("[{}]", words.as_str())),
        Test::Over(filter) => sketch.piles.push(("under", draw(filter))),
        Test::SameNameAsThis => sketch.set("name", OWN_NAME),
        Test::ColorsOf(_) | Test::PowerOf(_) => return Err("a card that is like another".into()),
        _ => {}
    }
    Ok(())
}
