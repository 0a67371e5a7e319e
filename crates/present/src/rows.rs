//! Options in rows: those that begin alike behind their beginning, those that lead from many to the same places in a grid.

use crate::menu::{amounts, listed};
use crate::style::Look;
use crate::wrap::{columns, hang};
use kernel::board::{MenuBoard, Offer};

/// Options in rows, each told in these words.
pub(crate) fn rows(look: &Look, menu: &MenuBoard, words: impl Fn(&Offer) -> String) -> Vec<String> {
    if let Some(numbers) = amounts(menu) {
        return listed(look, &numbers);
    }
    // What names each thing where it stands is read more easily: a grid only where it is much shorter.
    let grids = grids(look, menu).into_iter();
    let grids = grids.filter(|(some, lines)| lines.len() + 1 < grouped_rows(look, menu, some, &words).len());
    let grids: Vec<(Vec<usize>, Vec<String>)> = grids.collect();
    let mut lines = Vec::new();
    let mut plain = Vec::new();
    for at in 0..menu.options.len() {
        match grids.iter().find(|(some, _)| some.contains(&at)) {
            None => plain.push(at),
            Some((some, grid)) if some[0] == at => {
                lines.extend(grouped_rows(look, menu, &plain, &words));
                plain.clear();
                lines.extend(grid.iter().cloned());
            }
            Some(_) => {}
        }
    }
    lines.extend(grouped_rows(look, menu, &plain, &words));
    lines
}

/// An option by its place in the menu, and the last part of its label.
type Member<'a> = (usize, &'a str);

/// What leads on to several places, and the options that do.
type Lead<'a> = (&'a str, Vec<Member<'a>>);

/// Options that lead from each of several to each of several places, and their lines: the places once, and then only numbers.
/// ```text
///   attack with … -> Foam Sprite 2000 / Harbormaster Nell 5000 / opponent:
///       Rock 5000: 1 / 2 / 3, 1 damage   Sprout 1000: 4 / 5 / 6, 2 damage
/// ```
fn grids(look: &Look, menu: &MenuBoard) -> Vec<(Vec<usize>, Vec<String>)> {
    // What begins with one verb and leads on with one mark.
    let mut kinds: Vec<((&str, &str), Vec<Lead>)> = Vec::new();
    for (at, offer) in menu.options.iter().enumerate() {
        let Some((cut, mark)) = whereto(offer) else { continue };
        let (kind, label) = ((verb(offer), mark), offer.label.as_str());
        let (lead, place) = (&label[..cut], &label[cut + mark.len()..]);
        let leads = match kinds.iter_mut().position(|(other, _)| *other == kind) {
            Some(at) => &mut kinds[at].1,
            None => {
                kinds.push((kind, Vec::new()));
                let last = kinds.len() - 1;
                &mut kinds[last].1
            }
        };
        match leads.iter_mut().find(|(other, _)| *other == lead) {
            Some((_, places)) => places.push((at, place)),
            None => leads.push((lead, vec![(at, place)])),
        }
    }
    let grids = kinds.iter().filter_map(|((verb, mark), leads)| {
        let mut some: Vec<usize> = leads.iter().flat_map(|(_, own)| own.iter().map(|(at, _)| *at)).collect();
        some.sort_unstable();
        Some((some, grid(look, menu, verb, mark, leads)?))
    });
    grids.collect()
}

/// The lines of a grid; nothing where not all lead to the same places.
fn grid(look: &Look, menu: &MenuBoard, verb: &str, mark: &str, leads: &[Lead]) -> Option<Vec<String>> {
    let places: Vec<&str> = leads.first()?.1.iter().map(|(_, place)| *place).collect();
    let alike = |own: &[Member]| own.iter().map(|(_, place)| *place).eq(places.iter().copied());
    if leads.len() < 2 || places.len() < 2 || !leads.iter().all(|(_, own)| alike(own)) {
        return None;
    }
    // What a place has against all that may come is said there, once; what a card has against all, behind its name.
    let totals_of = |member: &Member| totals(&menu.options[member.0]);
    let foe = |place: usize| {
        let mut foes = leads.iter().map(|(_, own)| totals_of(&own[place]).map(|(_, foe)| foe));
        let first = foes.next()?;
        foes.all(|foe| foe == first).then_some(first)
    };
    let foes: Option<Vec<Option<&str>>> = (0..places.len()).map(foe).collect();
    let foes = foes?;
    let named = places.iter().zip(foes);
    let named: Vec<String> =
        named.map(|(place, foe)| foe.map_or(place.to_string(), |foe| format!("{place} {foe}"))).collect();
    let mut members = Vec::new();
    for (lead, own) in leads {
        let power = shared_power(menu, own);
        if own.iter().any(|member| totals_of(member).is_some_and(|(one, _)| Some(one) != power)) {
            return None;
        }
        let extras: Vec<Vec<String>> = own.iter().map(|member| extra(&menu.options[member.0])).collect();
        let same = shared(extras.iter());
        let cell = |(member, extra): (&Member, &Vec<String>)| {
            format!("{}{}", look.strong(&(member.0 + 1).to_string()), rest(look, extra, same))
        };
        let cells: Vec<String> = own.iter().zip(&extras).map(cell).collect();
        let power = power.map_or(String::new(), |power| format!(" {power}"));
        let all = look.faint(&extras[0][..same].join(", "));
        members.push(format!("{}{power}{all}: {}", &lead[verb.len()..], cells.join(" / ")));
    }
    let head = look.faint(&format!("{verb}…{mark}"));
    let mut lines = hang(&format!("  {head}"), &[format!("{}:", named.join(" / "))], "", look.width);
    lines.extend(hang("      ", &members, "   ", look.width));
    Some(lines)
}

/// What is said behind an option beside what it comes up against, part by part: its cost and what that leaves.
fn extra(offer: &Offer) -> Vec<String> {
    let cost = offer.cost.map_or(String::new(), |cost| format!(" ({cost})"));
    let then = offer.then.as_ref().filter(|_| totals(offer).is_none());
    let then = then.into_iter().flat_map(|then| then.split(", ").map(str::to_string));
    let parts: Vec<String> = std::iter::once(cost).chain(then).collect();
    if parts.iter().all(String::is_empty) { Vec::new() } else { parts }
}

fn grouped_rows(
    look: &Look,
    menu: &MenuBoard,
    some: &[usize],
    words: &impl Fn(&Offer) -> String,
) -> Vec<String> {
    let mut groups: Vec<(String, Vec<(usize, &str)>)> = Vec::new();
    for at in some.iter().copied() {
        let (head, part) = place(menu, at);
        match groups.iter_mut().find(|(other, _)| !head.is_empty() && *other == head) {
            Some((_, group)) => group.push((at, part)),
            None => groups.push((head, vec![(at, part)])),
        }
    }
    let mut lines = Vec::new();
    // Options that stand alone, until the next row.
    let mut single = Vec::new();
    for (head, group) in &groups {
        if let [(one, _)] = group[..] {
            single.push(one);
            continue;
        }
        lines.extend(columned(look, menu, &single, words));
        single.clear();
        // What all come to, they come up against: its figure stands once, with its name.
        let foe = Some(()).filter(|()| !head.ends_with("->")).and_then(|()| shared_foe(menu, group, words));
        // What one card comes up against in turn, it meets with the same power: that stands once, behind its name.
        let own = head.strip_suffix(" ->").and_then(|_| shared_power(menu, group));
        let head = match (&foe, own) {
            (Some(foe), _) => format!("{}{foe}:", head.trim_end_matches(':')),
            (None, Some(own)) => format!("{} {own} ->", head.trim_end_matches(" ->")),
            (None, None) => head.clone(),
        };
        let said = group.iter().map(|(at, part)| match own.and_then(|_| totals(&menu.options[*at])) {
            Some((_, against)) => (*part, vec![format!(" {against}")]),
            None => behind(&menu.options[*at], part, words, foe.as_deref()),
        });
        let said: Vec<(&str, Vec<String>)> = said.collect();
        // What all these places cost and leave stands once, before them.
        let placed = head.strip_suffix(" to");
        let same = placed.map_or(0, |_| shared(said.iter().map(|(_, parts)| parts)));
        let head = match placed.filter(|_| same > 0) {
            Some(lead) => format!("{lead}{}, to", said[0].1[..same].join(", ")),
            None => head,
        };
        let cells = group.iter().zip(&said).map(|((at, _), (part, parts))| {
            format!("{} {part}{}", look.strong(&(at + 1).to_string()), rest(look, parts, same))
        });
        let members: Vec<String> = cells.collect();
        // The number behind it is the option's, and not how many.
        let colon = if head.ends_with("->") || head.ends_with(':') { "" } else { ":" };
        let head = format!("  {}", look.faint(&format!("{head}{colon}")));
        let row = hang(&format!("{head} "), &members, "   ", look.width);
        // Behind a long beginning there is no room for a second line.
        match row.len() > 1 && columns(&head) > look.width / 3 {
            true => lines.extend([vec![head], hang("      ", &members, "   ", look.width)].concat()),
            false => lines.extend(row),
        }
    }
    lines.extend(columned(look, menu, &single, words));
    lines
}

/// The last part of an option's label, and what is said behind it, part by part and without colours: its cost, what that leaves, what
/// else comes of it. What it comes up against is not said again.
fn behind<'a>(
    offer: &Offer,
    part: &'a str,
    words: &impl Fn(&Offer) -> String,
    foe: Option<&str>,
) -> (&'a str, Vec<String>) {
    let words = plain(&words(offer));
    let (part, behind) = match words.strip_prefix(offer.label.as_str()) {
        Some(behind) => (part, behind),
        // Without its full stop, which something goes on behind.
        None => (
            part.trim_end_matches('.'),
            words.strip_prefix(offer.label.trim_end_matches('.')).unwrap_or_default(),
        ),
    };
    let behind = foe.map_or(behind, |foe| without(behind, foe));
    // What is left of a resource need not name it in every entry.
    let behind = behind.strip_suffix(" memory").unwrap_or(behind);
    let parts = behind.split(", ").map(str::to_string).collect();
    (part, if behind.is_empty() { Vec::new() } else { parts })
}

/// With how many parts all begin alike.
fn shared<'a>(mut all: impl Iterator<Item = &'a Vec<String>>) -> usize {
    let Some(first) = all.next() else { return 0 };
    let alike = |other: &Vec<String>| first.iter().zip(other).take_while(|(one, two)| one == two).count();
    let same = all.map(alike).min().unwrap_or(0);
    // An empty beginning is none.
    if first[..same].iter().all(String::is_empty) { 0 } else { same }
}

/// The parts behind those that were said before.
fn rest(look: &Look, parts: &[String], said: usize) -> String {
    let rest = parts[said..].join(", ");
    match (rest.is_empty(), said) {
        (true, _) => String::new(),
        (false, 0) => look.faint(&rest),
        (false, _) => look.faint(&format!(", {rest}")),
    }
}

/// Words without colours.
fn plain(words: &str) -> String {
    let mut plain = String::with_capacity(words.len());
    let mut letters = words.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                letters.by_ref().find(|letter| *letter == 'm');
            }
            letter => plain.push(letter),
        }
    }
    plain
}

/// What an option's card has and what it comes up against, where that is all it says of itself: `10000 against 6000`.
fn totals(offer: &Offer) -> Option<(&str, &str)> {
    let is_number = |words: &str| !words.is_empty() && words.bytes().all(|byte| byte.is_ascii_digit());
    let totals = offer.then.as_deref()?.split_once(" against ")?;
    (offer.cost.is_none() && is_number(totals.0) && is_number(totals.1)).then_some(totals)
}

/// The power that the card of a row has against whatever it meets, where it is the same against all.
fn shared_power<'a>(menu: &'a MenuBoard, group: &[(usize, &str)]) -> Option<&'a str> {
    let mut powers = group.iter().filter_map(|(at, _)| Some(totals(&menu.options[*at])?.0));
    let first = powers.next()?;
    powers.all(|power| power == first).then_some(first)
}

/// The words that every member of a row ends with about what it comes up against: ` against 6000`.
fn shared_foe(
    menu: &MenuBoard,
    group: &[(usize, &str)],
    words: &impl Fn(&Offer) -> String,
) -> Option<String> {
    const AGAINST: &str = " against ";
    let plain =
        |at: usize| menu.options[at].then.clone().filter(|then| words(&menu.options[at]).contains(then));
    let foe = |at: usize| plain(at).and_then(|then| then.rfind(AGAINST).map(|cut| then[cut..].to_string()));
    let first = foe(group.first()?.0)?;
    group.iter().all(|(at, _)| foe(*at).as_ref() == Some(&first)).then_some(first)
}

/// Words without some in them, whatever colour they have.
fn without<'a>(words: &'a str, some: &str) -> &'a str {
    words.find(some).map_or(words, |cut| &words[..cut])
}

/// The row that an option stands in, and what tells it from the others there: what leads to several places stands together, or
/// what comes to one place from several, whichever are more; the rest by its verb.
fn place(menu: &MenuBoard, at: usize) -> (String, &str) {
    let offer = &menu.options[at];
    let (label, verb) = (offer.label.as_str(), verb(offer));
    if let Some((cut, mark)) = whereto(offer) {
        let (lead, ending) = (&label[..cut + mark.len()], &label[cut..]);
        let leads = menu.options.iter().filter(|other| other.label.starts_with(lead)).count();
        let alike = |other: &&Offer| self::verb(other) == verb && other.label.ends_with(ending);
        let ends = menu.options.iter().filter(alike).count();
        // Places have short names: what leads to several of them stands in one line.
        if leads > 1 && (leads >= ends || mark == " to ") {
            return (lead.trim_end().to_string(), &label[lead.len()..]);
        }
        if ends > 1 && !verb.is_empty() {
            return (format!("{verb}…{ending}:"), &label[verb.len()..cut]);
        }
    }
    (verb.trim_end().to_string(), &label[verb.len()..])
}

/// Where a label says whereto, and with which word.
fn whereto(offer: &Offer) -> Option<(usize, &'static str)> {
    let arrow = [" -> ", " into "].into_iter().find_map(|mark| Some((offer.label.find(mark)?, mark)));
    // Names of cards may have the word too: only where the verb asks for a place.
    let placed = ["call", "buddy call", "link"].contains(&offer.verb) || offer.verb.starts_with("move");
    arrow.or_else(|| offer.label.rfind(" to ").filter(|_| placed).map(|at| (at, " to ")))
}

/// The verb that a label begins with; nothing for a long one that leads nowhere, which has a line of its own.
fn verb(offer: &Offer) -> &str {
    const SHORT: usize = 60;
    let label = offer.label.as_str();
    let with = format!("{} with ", offer.verb);
    let plain = format!("{} ", offer.verb);
    let begins = [with, plain].into_iter().find(|words| label.starts_with(words.as_str()));
    begins
        .filter(|_| label.len() < SHORT || whereto(offer).is_some())
        .map_or("", |words| &label[..words.len()])
}

/// More options than this stand side by side where they are short.
const MANY: usize = 6;

/// Some of the options, each in a line or two short ones side by side.
pub(crate) fn columned(
    look: &Look,
    menu: &MenuBoard,
    which: &[usize],
    words: &dyn Fn(&Offer) -> String,
) -> Vec<String> {
    let digits = menu.options.len().to_string().len();
    let half = look.width / 2;
    let mut lines: Vec<String> = Vec::new();
    // Whether the last line has room for another short option.
    let mut open = false;
    for at in which {
        let words: Vec<String> = words(&menu.options[*at]).split(' ').map(str::to_string).collect();
        let cell = hang(&format!("  {:>digits$} ", at + 1), &words, " ", look.width);
        let short = cell.len() == 1 && columns(&cell[0]) < half && menu.options.len() > MANY;
        match lines.last_mut() {
            Some(line) if open && short => {
                line.push_str(&" ".repeat(half.saturating_sub(columns(line))));
                line.push_str(&cell[0]);
                open = false;
            }
            _ => {
                lines.extend(cell);
                open = short;
            }
        }
    }
    lines
}
