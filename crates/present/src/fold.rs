//! What happened, without what goes without saying: the way of a card that was just said to be destroyed, the gauge that was paid for
//! what was called, the card that rests because it attacks. The log has all of it.

use crate::style::Look;
use kernel::Seat;
use kernel::board::EventBoard;

/// One line of what happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    pub text: String,
    /// The words of the effect that it is about.
    pub words: Option<String>,
    /// It can be left out where there is no room.
    pub routine: bool,
}

/// What is told of some events.
pub(crate) fn told(look: &Look, events: &[EventBoard]) -> Vec<Told> {
    let line = |event: &EventBoard| Told {
        text: event.text.clone(),
        words: event.words.clone(),
        routine: event.routine,
    };
    let mut lines: Vec<Told> = events.iter().map(line).collect();
    lines.iter_mut().for_each(|line| line.text = shortened(look, &line.text));
    leave_out(&mut lines, says_nothing);
    leave_out(&mut lines, is_said_by_its_neighbour);
    what_leaves(look, &mut lines);
    what_gauge_pays(look, &mut lines);
    what_cores_pay(look, &mut lines);
    what_arrives(look, &mut lines);
    what_attacks(look, &mut lines);
    what_several_do(look, &mut lines);
    lines
}

/// Takes out every line of which this holds.
fn leave_out(lines: &mut Vec<Told>, holds: fn(&[Told], usize) -> bool) {
    let out: Vec<bool> = (0..lines.len()).map(|at| holds(lines, at)).collect();
    let mut out = out.into_iter();
    lines.retain(|_| !out.next().unwrap_or(false));
}

/// The owner that a line begins with, as it stands there: `your`, `opponent's`, `Player 1's`.
fn owner(look: &Look, text: &str) -> Option<String> {
    let named = Seat::BOTH.map(|seat| format!("{}'s", look.name(seat)));
    let all = ["your".to_string(), "opponent's".to_string()].into_iter().chain(named);
    let mut fits =
        all.filter(|owner| text.strip_prefix(owner.as_str()).is_some_and(|rest| rest.starts_with(' ')));
    fits.next()
}

/// A card without whose it is.
fn bare<'a>(look: &Look, card: &'a str) -> &'a str {
    owner(look, card).map_or(card, |owner| card[owner.len()..].trim_start())
}

/// Somebody doing something, by what they are called as an owner: `you pay`, `opponent pays`.
fn does(owner: &str, verb: &str) -> String {
    match owner.strip_suffix("'s") {
        Some(name) => format!("{name} {verb}s"),
        None => format!("you {verb}"),
    }
}

/// A card's way without whose the places are, where they are all the same player's: `your Ember goes from hand to drop`.
fn shortened(look: &Look, text: &str) -> String {
    const WAY: &str = " goes from ";
    let Some((subject, way)) = text.split_once(WAY) else { return text.to_string() };
    let Some((from, to)) = way.split_once(" to ") else { return text.to_string() };
    let bare = |place: &str, owner: &str| {
        place.strip_prefix(owner).map_or(place.to_string(), |rest| rest.trim_start().to_string())
    };
    match (owner(look, subject), owner(look, from)) {
        (Some(owner), _) => format!("{subject}{WAY}{} to {}", bare(from, &owner), bare(to, &owner)),
        (None, Some(owner)) => format!("{subject}{WAY}{from} to {}", bare(to, &owner)),
        (None, None) => text.to_string(),
    }
}

/// Where cards are on their way to somewhere else.
pub(crate) const PASSAGES: [&str; 3] = ["limbo", "declared", "use"];

/// Where cards go that are done with.
const HEAPS: [&str; 2] = ["drop", "trash"];

/// The way of a line about one: what goes, whence and whereto.
fn way(text: &str) -> Option<(&str, &str, &str)> {
    let (subject, way) = text.split_once(" goes from ")?;
    let (from, to) = way.split_once(" to ")?;
    Some((subject, from, to))
}

/// Lines that say nothing by themselves: a window in which somebody could have answered, a step that begins, a pass, a spell that is
/// done with.
fn says_nothing(lines: &[Told], at: usize) -> bool {
    let (text, routine) = (lines[at].text.as_str(), lines[at].routine);
    let steps = [" step", " phase", " phase begins"].iter().any(|ending| text.ends_with(ending));
    let is_step = routine && (steps || ["charge phase", "main phase", "end phase"].contains(&text));
    let is_pass = routine && (text.ends_with(" passes") || text == "you pass");
    let is_window = text == "flash timing" || text.ends_with(" counter timing");
    let is_bare = ["no block", "battle ends"].contains(&text);
    let is_done = routine && text.ends_with(" resolves") && lines[at].words.is_none();
    let passes_on = way(text).is_some_and(|(_, from, to)| {
        // What is played arrives, what was used is dropped.
        let arrives = ["battle", "unison", "field"].contains(&to);
        PASSAGES.contains(&from) && (arrives || HEAPS.contains(&to))
    });
    is_step || is_pass || is_window || is_bare || is_done || passes_on
}

/// Lines that the next one says again: the end of a turn before another one begins, memory before what it was paid for, an attack that
/// hits before what it does, life that becomes cores before life is lost, a card that turns because it attacks, a card shown to be played.
fn is_said_by_its_neighbour(lines: &[Told], at: usize) -> bool {
    let text = lines[at].text.as_str();
    let next = lines.get(at + 1).map_or("", |line| line.text.as_str());
    let before = at.checked_sub(1).map_or("", |at| lines[at].text.as_str());
    if text.ends_with(" turn ends") {
        return next.ends_with(" turn begins");
    }
    if text.starts_with("memory is at ") {
        let paid = [" is played", " is used", " turn ends", " turn begins"];
        return paid.iter().any(|ending| next.ends_with(ending))
            || [" digivolves into ", " links to "].iter().any(|verb| next.contains(verb));
    }
    if text == "the attack hits" {
        return next.ends_with(" damage") || next.ends_with(" is destroyed");
    }
    if text.contains(" cores goes from life to ") || text.contains(" cores go from life to ") {
        return next.ends_with(" life");
    }
    if let Some((who, what)) = text.split_once(" declares ").or_else(|| text.split_once(" declare ")) {
        let plays = [format!("{who} plays {what}"), format!("{who} play {what}")];
        return lines[at..].iter().any(|line| plays.contains(&line.text));
    }
    if let Some(card) = text.strip_suffix(" is revealed") {
        // What is shown to be played is played.
        let played = |line: &Told| {
            let what = line.text.split_once(" plays ").or_else(|| line.text.split_once(" play "));
            what.is_some_and(|(_, what)| card.strip_suffix(what).is_some_and(|owner| owner.ends_with(' ')))
        };
        return lines[at..].iter().any(played);
    }
    let turned = [" rests", " suspends", " is exhausted"].iter().find_map(|verb| text.strip_suffix(verb));
    turned.is_some_and(|card| {
        let attacks = |line: &str| line.strip_prefix(card).is_some_and(|rest| rest.starts_with(" attacks"));
        let blocks = |line: &str| line.strip_prefix(card).is_some_and(|rest| rest.starts_with(" blocks"));
        attacks(next) || attacks(before) || blocks(before) || blocks(next)
    })
}

/// What can befall a card.
const FATES: [&str; 4] = [" is destroyed", " is deleted", " is KO'd", " is depleted"];

/// What befalls a card, and where it goes then: to its player's heap goes without saying, elsewhere is said behind it. What lay under
/// it goes along.
fn what_leaves(look: &Look, lines: &mut Vec<Told>) {
    let goes = |line: &Told, card: &str| {
        way(&line.text).filter(|(subject, ..)| *subject == card).map(|(.., to)| to.to_string())
    };
    let mut at = 0;
    while at < lines.len() {
        let left = lines[at].text.strip_suffix(" leaves the field");
        if left.is_some_and(|card| lines.get(at + 1).is_some_and(|line| goes(line, card).is_some())) {
            lines.remove(at);
        }
        let fate = FATES.iter().find_map(|fate| lines[at].text.strip_suffix(fate)).map(str::to_string);
        if let Some(card) = fate {
            let whose = owner(look, &card);
            let under = |line: &Told| {
                way(&line.text).is_some_and(|(subject, from, to)| {
                    from == "under" && HEAPS.contains(&to) && owner(look, subject) == whose
                })
            };
            let along = lines[at + 1..].iter().take_while(|line| under(line)).count();
            lines.drain(at + 1..at + 1 + along);
            // Where several are destroyed at once their ways come behind all of that.
            let others = lines[at + 1..].iter().take_while(|line| is_fate_or_way(&line.text));
            let found = others.enumerate().find_map(|(far, line)| Some((at + 1 + far, goes(line, &card)?)));
            if let Some((gone, to)) = found {
                lines.remove(gone);
                if !HEAPS.contains(&to.as_str()) {
                    lines[at].text.push_str(&format!(", to {to}"));
                }
            }
        }
        at += 1;
    }
}

fn is_fate_or_way(text: &str) -> bool {
    FATES.iter().any(|fate| text.ends_with(fate)) || way(text).is_some()
}

/// The gauge that is paid for what was just declared: how much, and not with which cards.
fn what_gauge_pays(look: &Look, lines: &mut Vec<Told>) {
    let declares = |text: &str| {
        let verbs = ["call", "buddy call", "cast", "equip", "buddy equip", "use"];
        let does =
            |verb: &&str| text.contains(&format!(" {verb}s ")) || text.starts_with(&format!("you {verb} "));
        verbs.iter().any(does)
    };
    let pays = |line: &Told| {
        let (subject, from, to) = way(&line.text)?;
        let owner = owner(look, subject).or_else(|| owner(look, from))?;
        (from.ends_with("gauge") && to.ends_with("drop")).then_some(owner)
    };
    for at in 1..lines.len() {
        let Some(line) = lines.get(at) else { break };
        if let Some(payer) = pays(line).filter(|_| declares(&lines[at - 1].text)) {
            let paid = lines[at..].iter().take_while(|line| pays(line).as_ref() == Some(&payer)).count();
            let text = format!("{} {paid} gauge", does(&payer, "pay"));
            lines.splice(at..at + paid, [Told { text, words: None, routine: true }]);
        }
    }
}

/// The cores that are paid for what was just declared: `your Kindle Finch costs 2, 1 to pay` and the cores one by one are `(1 to
/// pay)` behind it.
fn what_cores_pay(look: &Look, lines: &mut Vec<Told>) {
    let core =
        |line: &&Told| line.text.contains("core") && line.text.ends_with(" from the reserve to the trash");
    let mut at = 1;
    while at < lines.len() {
        let price = lines[at].text.split_once(" costs ").and_then(|(card, price)| {
            let (_, left) = price.strip_suffix(" to pay")?.split_once(", ")?;
            lines[at - 1].text.ends_with(bare(look, card)).then(|| left.to_string())
        });
        match price {
            Some(left) => {
                let paid = lines[at + 1..].iter().take_while(core).count();
                lines.drain(at..at + 1 + paid);
                if left != "0" {
                    lines[at - 1].text.push_str(&format!(" ({left} to pay)"));
                }
            }
            None => at += 1,
        }
    }
}

/// A card that arrives behind the line that called it: whereto is said there.
fn what_arrives(look: &Look, lines: &mut Vec<Told>) {
    /// What is paid and what else comes of a call stands between.
    const FAR: usize = 8;
    let mut at = 0;
    while at < lines.len() {
        let arrival =
            lines[at].text.rsplit_once(" enters ").map(|(card, zone)| (card.to_string(), zone.to_string()));
        let Some((card, zone)) = arrival else {
            at += 1;
            continue;
        };
        let name = bare(look, &card);
        let from = at.saturating_sub(FAR);
        let behind = format!(" {name}");
        let called = |line: &Told| {
            let verb = line.text.strip_suffix(behind.as_str());
            verb.is_some_and(|verb| {
                ["call", "calls", "equip", "equips", "cast", "casts"].iter().any(|own| verb.ends_with(own))
            })
        };
        match lines[from..at].iter().rposition(called) {
            Some(call) => {
                let call = &mut lines[from + call].text;
                if call.contains(" call") {
                    call.push_str(&format!(" to {zone}"));
                }
                lines.remove(at);
            }
            None => at += 1,
        }
    }
}

/// Cards that attack together, each of which has a line.
fn what_attacks(look: &Look, lines: &mut Vec<Told>) {
    let mut at = 0;
    while at + 1 < lines.len() {
        let split = |line: &Told| {
            let (card, target) =
                line.text.split_once(" attacks ").or_else(|| line.text.split_once(" attack "))?;
            Some((card.to_string(), target.to_string()))
        };
        match (split(&lines[at]), split(&lines[at + 1])) {
            (Some((one, target)), Some((two, other)))
                if target == other && owner(look, &one) == owner(look, &two) =>
            {
                lines[at].text = format!("{one} and {} attack {target}", bare(look, &two));
                lines.remove(at + 1);
            }
            _ => at += 1,
        }
    }
}

/// Several of one player's cards that do the same one after the other, and cards drawn one by one.
fn what_several_do(look: &Look, lines: &mut Vec<Told>) {
    const ALL_DO: [(&str, &str); 6] = [
        (" rests", " rest"),
        (" stands", " stand"),
        (" suspends", " suspend"),
        (" unsuspends", " unsuspend"),
        (" switches to active", " switch to active"),
        (" is refreshed", " are refreshed"),
    ];
    let mut at = 0;
    while at < lines.len() {
        let text = lines[at].text.clone();
        if let Some((who, _)) = drawn(&text) {
            let next = |line: &Told| {
                drawn(&line.text).filter(|(other, _)| *other == who).map(|(_, card)| card.to_string())
            };
            while let Some(card) = lines.get(at + 1).and_then(next) {
                lines[at].text.push_str(&format!("; {card}"));
                lines.remove(at + 1);
            }
        }
        let same = ALL_DO.iter().find_map(|(one, all)| Some((text.strip_suffix(one)?, one, all)));
        if let Some(((first, one, all), whose)) = same.zip(owner(look, &text)) {
            let card = |line: &Told| {
                let card = line.text.strip_suffix(one)?.strip_prefix(whose.as_str())?;
                Some(card.trim_start().to_string())
            };
            let others: Vec<String> = lines[at + 1..].iter().map_while(card).collect();
            if let [front @ .., last] = &others[..] {
                let front: String = front.iter().map(|name| format!(", {name}")).collect();
                lines[at].text = format!("{first}{front} and {last}{all}");
                lines.drain(at + 1..at + 1 + others.len());
            }
        }
        at += 1;
    }
}

/// Who draws which card, where that is told.
fn drawn(text: &str) -> Option<(&str, &str)> {
    let drawn = text.split_once(" draws ").or_else(|| text.split_once(" draw "));
    drawn.filter(|(_, card)| *card != "a card")
}
