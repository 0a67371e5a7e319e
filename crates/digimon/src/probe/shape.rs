//! Made-up cards: what a filter asks of them.

use super::tools::linkable;
use crate::alias::Filter;
use crate::vocab::{Color, Figure, Kind, Test, Timing};
use effects::Cmp;
use effects::probe::{Sense, Sketch, comparing};

pub(super) fn kind_word(kind: Kind, sense: Sense) -> Result<&'static str, String> {
    Ok(match (kind, sense) {
        (Kind::Digimon, Sense::Fits) => "digimon",
        (Kind::Tamer, Sense::Fits) => "tamer",
        (Kind::Option, Sense::Fits) => "option",
        (Kind::Egg, Sense::Fits) => "digi-egg",
        (Kind::Token, Sense::Fits) => return Err("a token comes only by an effect".into()),
        (Kind::Digimon, Sense::Misses) => "tamer",
        (_, Sense::Misses) => "digimon",
    })
}

pub(super) fn color_word(color: Color) -> &'static str {
    crate::card::COLORS[color as usize]
}

/// A number that compares like this, or does not.
pub(super) fn value(figure: Figure, cmp: Cmp, than: i32, sense: Sense) -> i32 {
    comparing(cmp, than, if figure == Figure::Dp { 1000 } else { 1 }, sense)
}

pub(super) fn figure_of(sketch: &mut Sketch, figure: Figure, number: i32) {
    let number = number.max(0);
    match figure {
        Figure::Dp => sketch.set("dp", number),
        Figure::Level => sketch.set("level", number.clamp(2, 7)),
        Figure::PlayCost | Figure::UseCost => sketch.set("play_cost", number),
        Figure::Under => {
            (0..number.min(8)).for_each(|_| sketch.piles.push(("under", Sketch::default())));
        }
        Figure::UnderFaceDown => {
            for _ in 0..number.min(8) {
                let mut below = Sketch::default();
                below.mark("face_down", true);
                sketch.piles.push(("under", below));
            }
        }
        Figure::Links => {
            let mut link = Sketch::default();
            link.set("link", linkable());
            (0..number.min(3)).for_each(|_| sketch.piles.push(("links", link.clone())));
        }
        // How many is seen to when all that is asked for is known.
        Figure::Colors => sketch.set("color_count", number.min(7)),
    }
}

/// A text with this timing.
pub(super) fn timed(sketch: &mut Sketch, timing: Timing) {
    let text = match timing {
        Timing::Main => "[Main] <Draw 1>.",
        Timing::Security => "[Security] <Draw 1>.",
        Timing::OnPlay => "[On Play] <Draw 1>.",
        Timing::WhenDigivolving => "[When Digivolving] <Draw 1>.",
        Timing::WhenAttacking => "[When Attacking] <Draw 1>.",
        Timing::OnDeletion => "[On Deletion] <Draw 1>.",
        Timing::EndOfAttack => "[End of Attack] <Draw 1>.",
        Timing::WhenLinking => "[When Linking] <Draw 1>.",
    };
    sketch.add(if timing == Timing::Security { "security" } else { "text" }, text);
}

/// Cards for the game's own tests. Most of those are about what goes on, and come by themselves.
pub(super) fn special(
    sketch: &mut Sketch,
    test: &Test,
    draw: &mut dyn FnMut(&Filter) -> Sketch,
) -> Result<(), String> {
    match test {
        Test::Under(filter) => sketch.piles.push(("under", draw(filter))),
        Test::UnderCount(filter, cmp, than) => {
            let many = value(Figure::Under, *cmp, *than, Sense::Fits).clamp(0, 8);
            (0..many).for_each(|_| sketch.piles.push(("under", draw(filter))));
        }
        Test::Linked(filter) => sketch.piles.push(("links", draw(filter))),
        Test::HasInherited => sketch.add("inherited", "[Your Turn] This Digimon gets +1000 DP."),
        Test::HasTiming(timing) => timed(sketch, *timing),
        Test::KeywordInText(word) | Test::HasKeyword(word) => sketch.add("text", keyword_text(word.as_str())),
        Test::TraitBut(any, _) => any.iter().take(1).for_each(|name| sketch.add("type", name.as_str())),
        Test::HasXros => sketch.add("text", "[DigiXros -2] [Ash] × [Elm]"),
        Test::HasDna => sketch.add("text", "[DNA Digivolve] Red Lv.4 + blue Lv.4: Cost 0"),
        Test::Fresh => sketch.mark("fresh", true),
        _ => {}
    }
    Ok(())
}

/// A text in which a keyword stands.
pub(super) fn keyword_text(word: &str) -> String {
    match word {
        "save" => "[On Deletion] <Save>.".into(),
        "draw" => "[On Play] <Draw 1>.".into(),
        "recovery" => "[On Play] <Recovery +1 (Deck)>.".into(),
        "security attack" | "security a." => "<Security A. +1>".into(),
        "digi-burst" => "[When Attacking] <Digi-Burst 1>: Gain 1 memory.".into(),
        "de-digivolve" => "[On Play] <De-Digivolve 1> 1 of your opponent's Digimon.".into(),
        "delay" => "[Main] <Delay>: <Draw 1>.".into(),
        "digisorption" => "<Digisorption -1>".into(),
        "material save" => "<Material Save 1>".into(),
        "fragment" => "<Fragment (1)>".into(),
        word => format!("<{word}>"),
    }
}
