//! Keywords in angle brackets: those a card has, and those that are done.

use super::lexicon::B;
use super::line::requirement;
use crate::vocab::*;
use effects::text::lexer::{fold, lex};
use effects::text::{Bracket, Parser};
use effects::{Filter, Phrase};

/// Keywords that are done rather than had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    Draw(i32),
    Recover(i32),
    DeDigivolve(i32),
    Save,
    MindLink(Filter<Dcg>),
    Blitz,
    DigiBurst(i32),
}

/// Keywords that came after the document this engine plays by.
pub const NEWER: &[&str] = &["detach", "ascension", "engage", "guard", "succession", "use req."];
pub const NEWER_WHY: &str = "keyword newer than Comprehensive Rules 3.6";

/// The keywords of chapter 16, as texts write them.
const KNOWN: &str = "security a.|security attack|blocker|recovery|piercing|draw|jamming|digisorption|reboot|de-digivolve|\
    retaliation|digi-burst|rush|blitz|delay|decoy|armor purge|save|material save|evade|raid|alliance|barrier|blast digivolve|\
    mind link|fortitude|partition|collision|scapegoat|blast dna digivolve|vortex|overclock|iceclad|decode|fragment|execute|\
    progress|link|training|overflow";

/// Whether the document knows a keyword.
pub fn is_known(icon: &Icon) -> bool {
    KNOWN.split('|').any(|name| name == icon.name) || icon.name.starts_with("dna")
}

/// A keyword taken apart: its name, the number in it, what stands in its parentheses.
pub struct Icon {
    pub name: String,
    pub number: Option<i32>,
    pub inside: Option<String>,
}

/// Takes the text of an icon apart. Some lists print the parentheses as 《》 or behind another bracket.
pub fn icon(text: &str) -> Icon {
    let plain = fold(text).replace(['≪', '《', '«'], "(").replace(['≫', '》', '»'], ")");
    let (head, inside) = match (plain.find('('), plain.rfind(')')) {
        (Some(open), Some(close)) if open < close => {
            // "Decoy (Red)/(Black)" is one requirement.
            let inside = plain[open + 1..close].replace(")/(", "/");
            (plain[..open].to_string(), Some(inside))
        }
        _ => (plain, None),
    };
    let head = head.trim();
    // The number is the last word, with its sign: "security a. +1", "draw 2", "recovery +1".
    let at = head
        .rfind(|c: char| !(c.is_ascii_digit() || c == '+' || c == '-'))
        .map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
    let (name, digits) = head.split_at(at);
    let number = digits.trim_start_matches('+').parse().ok();
    let name = if number.is_some() { name.trim() } else { head };
    let name = name.replace("lv.", "lv").replace("digivolv.", "digivolv");
    let name = match name.as_str() {
        "security attack" | "s attack" | "security a" | "security a." => "security a.".to_string(),
        "de-digivolve" | "de-digivolv" | "de-digivolve lv" => "de-digivolve".to_string(),
        _ => name,
    };
    let name = if name.starts_with("de-digivolv") || name.starts_with("de-digivolve") {
        "de-digivolve".into()
    } else {
        name
    };
    Icon { name, number, inside }
}

fn inner(text: &str) -> Option<Filter<Dcg>> {
    let tokens = lex(text);
    let mut p = Parser::new(&tokens);
    let filter = requirement(&mut p, &mut B::default())?;
    p.at_end().then_some(filter)
}

fn pair(text: &str) -> Option<Box<[Filter<Dcg>; 2]>> {
    let (a, b) = text.split_once(['&', '+'])?;
    Some(Box::new([inner(a)?, inner(b)?]))
}

/// The keyword an icon stands for, if a card can have it.
pub fn of_icon(icon: &Icon) -> Option<Keyword> {
    let small = |number: i32| u8::try_from(number.abs()).ok();
    Some(match (icon.name.as_str(), icon.number, icon.inside.as_deref()) {
        ("security a.", Some(number), None) => Keyword::SecurityAttack(i8::try_from(number).ok()?),
        ("blocker", None, None) => Keyword::Blocker,
        ("piercing", None, None) => Keyword::Piercing,
        ("jamming", None, None) => Keyword::Jamming,
        ("digisorption", Some(number), None) => Keyword::Digisorption(small(number)?),
        ("reboot", None, None) => Keyword::Reboot,
        ("retaliation", None, None) => Keyword::Retaliation,
        ("rush", None, None) => Keyword::Rush,
        ("blitz", None, None) => Keyword::Blitz,
        ("decoy", None, Some(text)) => Keyword::Decoy(Box::new(inner(text)?)),
        ("armor purge", None, None) => Keyword::ArmorPurge,
        ("material save", Some(number), None) => Keyword::MaterialSave(small(number)?),
        ("evade", None, None) => Keyword::Evade,
        ("raid", None, None) => Keyword::Raid,
        ("alliance", None, None) => Keyword::Alliance,
        ("barrier", None, None) => Keyword::Barrier,
        ("blast digivolve", None, None) => Keyword::BlastDigivolve,
        ("fortitude", None, None) => Keyword::Fortitude,
        ("partition", None, Some(text)) => Keyword::Partition(pair(text)?),
        ("collision", None, None) => Keyword::Collision,
        ("blast dna digivolve", None, Some(text)) => Keyword::BlastDna(pair(text)?),
        ("scapegoat", None, None) => Keyword::Scapegoat,
        ("vortex", None, None) => Keyword::Vortex,
        ("overclock", None, Some(text)) => Keyword::Overclock(Box::new(inner(text)?)),
        ("iceclad", None, None) => Keyword::Iceclad,
        ("decode", None, Some(text)) => Keyword::Decode(Box::new(inner(text)?)),
        ("fragment", None, Some(text)) => Keyword::Fragment(text.trim().parse().ok()?),
        ("fragment", Some(number), None) => Keyword::Fragment(small(number)?),
        ("execute", None, None) => Keyword::Execute,
        ("progress", None, None) => Keyword::Progress,
        ("link", Some(number), None) => Keyword::LinkPlus(small(number)?),
        ("training", None, None) => Keyword::Training,
        _ => return None,
    })
}

/// Takes a keyword that a card can have.
pub fn keyword(p: &mut Parser<'_>) -> Option<Keyword> {
    let found = of_icon(&icon(p.peek_group(Bracket::Angle)?));
    match found {
        Some(keyword) => {
            p.bump();
            Some(keyword)
        }
        None => p.want("a keyword"),
    }
}

/// Takes a keyword that is done.
pub fn done(p: &mut Parser<'_>) -> Option<Done> {
    let icon = icon(p.peek_group(Bracket::Angle)?);
    let done = match (icon.name.as_str(), icon.number) {
        ("draw", Some(number)) => Done::Draw(number),
        ("recovery", Some(number)) if icon.inside.as_deref().is_none_or(|inside| inside.trim() == "deck") => {
            Done::Recover(number)
        }
        ("de-digivolve", Some(number)) => Done::DeDigivolve(number),
        ("save", None) => Done::Save,
        ("blitz", None) => Done::Blitz,
        ("digi-burst", Some(number)) => Done::DigiBurst(number),
        ("mind link", None) => {
            return p.attempt(|p| {
                p.bump();
                if !p.take("with") {
                    return Some(Done::MindLink(Filter::Any));
                }
                // "with 1 of your Digimon with the [X] trait".
                let noun = effects::text::grammar::noun_phrase(&super::lexicon::WORDS, p, &mut B::default())?;
                (noun.whose == Some(effects::Who::You) && noun.among.is_none())
                    .then_some(Done::MindLink(noun.filter))
            });
        }
        _ => return None,
    };
    p.bump();
    Some(done)
}

/// "<Blocker>", "<Save> in its text": what a card may be "with".
pub fn had(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    p.attempt(|p| {
        let icon = icon(p.peek_group(Bracket::Angle)?);
        p.bump();
        if p.take("in its/their/the? text/texts") || p.take("text") {
            return Some(Filter::Test(Test::KeywordInText(Phrase::new(&icon.name))));
        }
        if let Some(keyword) = of_icon(&icon) {
            return Some(Filter::Has(keyword));
        }
        let known = [
            "security a.",
            "decoy",
            "overclock",
            "decode",
            "partition",
            "material save",
            "fragment",
            "link",
            "digi-burst",
            "digisorption",
        ];
        (icon.number.is_none() && icon.inside.is_none() && known.contains(&icon.name.as_str()))
            .then(|| Filter::Test(Test::HasKeyword(Phrase::new(&icon.name))))
    })
}
