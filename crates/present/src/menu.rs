//! The open decision in words.

use crate::news::begun;
use crate::style::Look;
use crate::wrap::{columns, hang, sentence};
use kernel::board::{MenuBoard, Offer};

/// What is asked, and by which card and words.
pub fn question(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let mut lines = heading(look, menu);
    // What is asked in the card's own words need not be said twice.
    let fold = |words: &str| words.trim_end_matches('.').to_lowercase();
    let told = |words: &&String| fold(words) == fold(&menu.reason.text);
    if let Some(words) = menu.reason.words.as_ref().filter(|words| !told(words)) {
        let words = format!("\"{words}\"");
        lines.extend(sentence(&words, 2, look.width).iter().map(|line| look.faint(line)));
    }
    lines
}

/// What is asked, and by which card.
pub fn heading(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let reason = &menu.reason;
    let text = sentences(&reason.text);
    let theirs = reason.owner.filter(|owner| *owner != menu.seat);
    let mut head = match &reason.name {
        Some(name) if !text.contains(name.as_str()) => match theirs {
            Some(seat) => format!("{}'s {name}: {text}", look.name(seat)),
            None => format!("{name}: {text}"),
        },
        _ => text,
    };
    if let Some(rule) = reason.rule {
        head = format!("{head} [{rule}]");
    }
    sentence(&head, 0, look.width).iter().map(|line| look.strong(line.trim_end())).collect()
}

/// Several clauses in a row, each after the first begun like a sentence.
fn sentences(text: &str) -> String {
    let mut clauses = text.split(". ");
    let first = clauses.next().unwrap_or_default().to_string();
    clauses.fold(first, |all, clause| {
        let mut letters = clause.chars();
        let begins: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{all}. {begins}{}", letters.as_str())
    })
}

/// The numbers that are chosen among, where nothing else is: each is typed as it is, and not by its place.
pub fn amounts(menu: &MenuBoard) -> Option<Vec<i32>> {
    let amount = |offer: &Offer| {
        let bare = offer.cards.is_empty() && offer.cost.is_none() && offer.then.is_none();
        let said = offer.label.strip_prefix("choose ")?.parse().ok();
        said.filter(|_| bare)
    };
    let all: Option<Vec<i32>> = menu.options.iter().map(amount).collect();
    all.filter(|numbers| numbers.len() > 1)
}

/// The one line that lists amounts.
fn listed(look: &Look, numbers: &[i32]) -> Vec<String> {
    let (last, front) = (numbers[numbers.len() - 1], &numbers[..numbers.len() - 1]);
    let front: Vec<String> = front.iter().map(i32::to_string).collect();
    sentence(&format!("choose {} or {last}", front.join(", ")), 2, look.width)
}

/// One option with its cost and what it leaves.
pub fn option(look: &Look, offer: &Offer) -> String {
    let told = offer.cost.is_some() || offer.then.is_some();
    // What goes on behind a sentence is no sentence of its own.
    let mut words = offer.label.strip_suffix('.').filter(|_| told).unwrap_or(&offer.label).to_string();
    words.extend(offer.cards.first().map(|card| look.id(card)));
    match (offer.cost, &offer.then) {
        (Some(cost), Some(then)) => words.push_str(&look.faint(&format!(" ({cost}), {then}"))),
        (Some(cost), None) => words.push_str(&look.faint(&format!(" ({cost})"))),
        (None, Some(then)) => words.push_str(&look.faint(&format!(", {then}"))),
        (None, None) => {}
    }
    words
}

/// The options where there are more than a window has lines: those that begin alike stand in one row behind their beginning.
/// ```text
///   digivolve Rock into  2 Boulder (3), memory 1   5 Cliff (4), memory 0
///   attack with Rock 5000 ->  7 opponent   8 Sprout 3000
///   block with … -> Rock:  9 Wall   10 Wall#2
///   11 pass turn
/// ```
pub fn grouped(look: &Look, menu: &MenuBoard) -> Vec<String> {
    const FEW: usize = 6;
    let few = menu.options.len() <= FEW;
    rows(look, menu, |offer| if few { option_and_deed(look, menu, offer) } else { option(look, offer) })
}

/// The same with nothing but the labels, what they cost, and what attacks come up against.
pub fn bare(look: &Look, menu: &MenuBoard) -> Vec<String> {
    rows(look, menu, labelled)
}

/// The same without what attacks come up against, and of the words of effects only the beginning.
pub fn barest(look: &Look, menu: &MenuBoard) -> Vec<String> {
    let room = look.width.saturating_sub(4 + menu.options.len().to_string().len());
    let is_whole =
        |label: &str| menu.options.iter().filter(|offer| offer.label.starts_with(label)).count() < 2;
    let cut = |offer: &Offer| match offer.label.split_once(": ") {
        Some((card, effect)) => {
            let short = begun(card, effect, room);
            let begins = short.trim_end_matches(['"', '…']).replacen(": \"", ": ", 1);
            // What two options have in common does not tell them apart.
            if columns(&labelled(offer)) > room && is_whole(&begins) { short } else { labelled(offer) }
        }
        None => labelled(offer),
    };
    let plain = MenuBoard {
        options: menu.options.iter().map(|offer| Offer { then: None, ..offer.clone() }).collect(),
        ..menu.clone()
    };
    rows(look, &plain, cut)
}

fn labelled(offer: &Offer) -> String {
    match offer.cost {
        Some(cost) => format!("{} ({cost})", offer.label),
        None => offer.label.clone(),
    }
}

fn rows(look: &Look, menu: &MenuBoard, words: impl Fn(&Offer) -> String) -> Vec<String> {
    if let Some(numbers) = amounts(menu) {
        return listed(look, &numbers);
    }
    let mut groups: Vec<(String, Vec<(usize, &str)>)> = Vec::new();
    for at in 0..menu.options.len() {
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
        lines.extend(columned(look, menu, &single, &words));
        single.clear();
        // What all come to, they come up against: its figure stands once, with its name.
        let foe = Some(()).filter(|()| !head.ends_with("->")).and_then(|()| shared_foe(menu, group, &words));
        // What one card comes up against in turn, it meets with the same power: that stands once, behind its name.
        let own = head.strip_suffix(" ->").and_then(|_| shared_power(menu, group));
        let head = &match (&foe, own) {
            (Some(foe), _) => format!("{}{foe}:", head.trim_end_matches(':')),
            (None, Some(own)) => format!("{} {own} ->", head.trim_end_matches(" ->")),
            (None, None) => head.clone(),
        };
        let member = |(at, part): &(usize, &str)| {
            let offer = &menu.options[*at];
            if let Some((_, foe)) = own.and_then(|_| totals(offer)) {
                return format!("{} {part} {foe}", look.strong(&(at + 1).to_string()));
            }
            let words = words(offer);
            let (part, behind) = match words.strip_prefix(offer.label.as_str()) {
                Some(behind) => (*part, behind),
                // Without its full stop, which something goes on behind.
                None => (
                    part.trim_end_matches('.'),
                    words.strip_prefix(offer.label.trim_end_matches('.')).unwrap_or_default(),
                ),
            };
            let behind = foe.as_deref().map_or(behind, |foe| without(behind, foe));
            // What is left of a resource need not name it in every entry.
            let behind = behind.strip_suffix(" memory").unwrap_or(behind);
            format!("{} {part}{behind}", look.strong(&(at + 1).to_string()))
        };
        let members: Vec<String> = group.iter().map(member).collect();
        let head = format!("  {}", look.faint(head));
        let row = hang(&format!("{head} "), &members, "   ", look.width);
        // Behind a long beginning there is no room for a second line.
        match row.len() > 1 && columns(&head) > look.width / 3 {
            true => lines.extend([vec![head], hang("      ", &members, "   ", look.width)].concat()),
            false => lines.extend(row),
        }
    }
    lines.extend(columned(look, menu, &single, &words));
    lines
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

/// The options with their numbers; where there are many, short ones share a line.
pub fn options(look: &Look, menu: &MenuBoard) -> Vec<String> {
    if let Some(numbers) = amounts(menu) {
        return listed(look, &numbers);
    }
    let all: Vec<usize> = (0..menu.options.len()).collect();
    columned(look, menu, &all, &|offer| option_and_deed(look, menu, offer))
}

/// One option with what its card does, as far as the line has room.
fn option_and_deed(look: &Look, menu: &MenuBoard, offer: &Offer) -> String {
    // A number, two columns and the margin stand before an option.
    let room = look.width.saturating_sub(4 + menu.options.len().to_string().len());
    match does(look, offer) {
        Some(words) => begun(&option(look, offer), words, room),
        None => option(look, offer),
    }
}

/// What comes of an option, in the words of its card, where its label does not say them.
fn does<'a>(look: &'a Look, offer: &'a Offer) -> Option<&'a str> {
    let words = match &offer.words {
        Some(words) => words,
        None => look.does.get(offer.cards.first()?)?,
    };
    (DEEDS.contains(&offer.verb) && !offer.label.contains(": ")).then(|| deed_in(words))
}

/// The words of an effect without the brackets that say when it can be used: that it can is seen.
fn deed_in(words: &str) -> &str {
    let inner = words.strip_prefix(['[', '【']).and_then(|rest| rest.split_once([']', '】']));
    match inner.map(|(_, rest)| rest.trim_start()).filter(|rest| rest.starts_with(char::is_alphabetic)) {
        Some(rest) => rest,
        None => words,
    }
}

/// The verbs by which the text of a card is carried out.
pub const DEEDS: [&str; 5] = ["activate", "counter", "cast", "use", "play"];

/// Some of the options, each in a line or two short ones side by side.
fn columned(look: &Look, menu: &MenuBoard, which: &[usize], words: &dyn Fn(&Offer) -> String) -> Vec<String> {
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
