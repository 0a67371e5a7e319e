//! What can be typed at the table.

use super::auto::{Until, is_payment};
use super::input::Input;
use super::sitting::Sitting;
use crate::say;
use present::alike::interchangeable;
use present::table::find as card_of;
use present::{Detail, menu, names, sentence};
use shobu::any::Origin;
use shobu::labels::{Named, find};
use shobu::message::Cannot;
use shobu::records::write_whole;
use shobu::{save, with_game};
use std::path::Path;

/// What can be typed, and what it does.
const HELP: &[(&str, &str)] = &[
    ("help game", "how this game is played and won, in a few sentences"),
    ("look X", "a card: an option's number, a name or its beginning, or a word of it"),
    ("why X", "what a card or option could do now, and which rule refuses it"),
    ("why", "what has happened since your last answer, with its rules"),
    ("table", "the whole table, every zone (`zones` too)"),
    ("menu", "the question again, each option with its figures"),
    ("log [N]", "the last N things that happened, with their rules"),
    ("again", "the same answer as last time"),
    ("pass until X", "passes what can be passed until `my turn`, `attack`, `counter`"),
    ("pay", "pays the rest with what comes first and does no other harm"),
    ("auto off", "asks you in windows with nothing to answer, too (`auto on`)"),
    ("1 3", "several numbers: cards to pay with or to choose, one by one"),
    ("undo", "takes your last answer back, if nobody learnt anything by it"),
    ("save FILE", "the match so far as a record, for `shobu replay FILE`"),
    ("save-scene FILE", "the position, as far as you know it, as a scene"),
    ("concede", "gives up"),
    ("quit", "leaves; `shobu play --resume` goes on with it"),
];

/// How the table is written.
const SIGNS: &str = "On the table (5) is a cost, (+2) by how much a number changed since you were last asked, * a card that is new or \
    stands otherwise since then, #2 the second card of a name.";

/// What a typed line leads to.
pub enum Next {
    /// The match stands elsewhere.
    Changed,
    /// Nothing changed: ask again.
    Again,
    Leave,
}

pub fn typed(sitting: &mut Sitting, line: &str, input: &mut Input) -> Next {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match (word, rest) {
        ("", _) => {}
        ("help" | "?", "") => help(sitting),
        ("help" | "?", "game") => primer(sitting),
        ("menu", "") => sitting.show_menu(),
        ("table" | "zones", "") => sitting.show_table(Detail::Whole),
        ("log", count) => sitting.show_log(count.parse().unwrap_or(20)),
        ("quit" | "exit", "") => {
            say!("The match stays unfinished.{}", sitting.how_to_resume());
            return Next::Leave;
        }
        ("concede", "") => {
            if input.confirms("Give this match up?") {
                sitting.session.concede(sitting.seat);
                return Next::Changed;
            }
        }
        ("undo", "") => {
            let before = sitting.session.version();
            match sitting.undo() {
                Ok(()) => say!("Taken back."),
                Err(why) => say!("{why}"),
            }
            if sitting.session.version() != before {
                return Next::Changed;
            }
        }
        ("auto", "on" | "off") => {
            sitting.auto.calm = rest == "on";
            say!("Windows with nothing to answer are {}.", if rest == "on" { "passed" } else { "asked" });
        }
        ("pay", "") => {
            if !sitting.state.menu.as_ref().is_some_and(is_payment) {
                say!("Nothing is being paid now.");
                return Next::Again;
            }
            sitting.auto.pays = true;
            match sitting.auto.pays(&sitting.state) {
                Some(option) if sitting.answer(option) => return Next::Changed,
                _ => say!("Each of these costs something besides: choose one."),
            }
        }
        ("again", "") => match sitting.last.clone() {
            Some(label) => return choose(sitting, &label),
            None => say!("You have not answered anything yet."),
        },
        ("why", "") => sitting.show_last(),
        ("why", about) => why(sitting, about),
        ("look", about) if !about.is_empty() => look(sitting, about),
        ("save", file) if !file.is_empty() && sitting.session.game.origin() == Origin::Scene => {
            say!("A match that began from a scene has no record; `save-scene {file}` keeps the position.");
        }
        ("save-scene", file) if !file.is_empty() => save_scene(sitting, file),
        ("save", file) if !file.is_empty() => {
            match write_whole(Path::new(file), sitting.session.game.record().to_json().as_bytes()) {
                Ok(()) => say!("Saved: shobu replay {file}"),
                Err(error) => say!("{file} cannot be written: {error}"),
            }
        }
        ("pass", until) if until.starts_with("until") => {
            let until = until.trim_start_matches("until").trim();
            match Until::read(until) {
                Some(until) => {
                    sitting.auto.until = Some(until);
                    return pass_now(sitting);
                }
                None => say!("pass until: my turn, attack, or counter"),
            }
        }
        _ => return choose(sitting, line),
    }
    Next::Again
}

fn help(sitting: &Sitting) {
    let width = sitting.look().width;
    let longest = HELP.iter().map(|(word, _)| word.len()).max().unwrap_or_default();
    say!("A number or a label (its beginning is enough) answers.");
    for (word, does) in HELP {
        let words: Vec<String> = does.split(' ').map(str::to_string).collect();
        present::hang(&format!("  {word:<longest$}  "), &words, " ", width)
            .iter()
            .for_each(|line| say!("{line}"));
    }
    sentence(SIGNS, 0, width).iter().for_each(|line| say!("{line}"));
}

/// Prints a sentence within the window.
fn tell(sitting: &Sitting, words: &str) {
    let look = sitting.look();
    sentence(&names::named(&look, words), 2, look.width).iter().for_each(|line| say!("{line}"));
}

/// How the game is played, for whoever sits down to it the first time.
fn primer(sitting: &Sitting) {
    let lines: &[&str] = with_game!(sitting.session.game.game(), G => <G as kernel::board::Pictured>::PRIMER);
    let width = sitting.look().width;
    lines.iter().flat_map(|words| sentence(words, 2, width)).for_each(|line| say!("{line}"));
}

/// The position as a scene. From two decks a player saves what that player knows; a scene's position was open to begin with.
fn save_scene(sitting: &Sitting, file: &str) {
    let game = &sitting.session.game;
    let to = Some(sitting.seat).filter(|_| game.origin() == Origin::Decks);
    match game.scene(to).and_then(|saved| save::write(&saved, file)) {
        Ok(done) => say!("{done}"),
        Err(fault) => say!("{fault}"),
    }
}

/// Begins to pass with the open window, if it can be passed.
fn pass_now(sitting: &mut Sitting) -> Next {
    let Some(menu) = &sitting.state.menu else { return Next::Again };
    let is_window = menu.options.iter().any(|offer| offer.verb == "pass");
    if sitting.state.board.turn.seat == sitting.seat && !is_window {
        sitting.auto.until = None;
        say!("It is your turn, and this is asked of you: nothing is passed.");
        return Next::Again;
    }
    match menu.options.iter().position(|offer| offer.declines) {
        Some(option) if sitting.answer(option) => Next::Changed,
        _ => {
            say!("This cannot be passed: it has to be decided first.");
            Next::Again
        }
    }
}

/// How an explanation begins of what has nothing to do with the decision.
const UNKNOWN: &str = "nothing like that is considered here";

fn choose(sitting: &mut Sitting, line: &str) -> Next {
    if let Some(next) = several_numbers(sitting, line) {
        return next;
    }
    let labels: Vec<String> = match &sitting.state.menu {
        Some(menu) => menu.options.iter().map(|offer| offer.label.clone()).collect(),
        None => Vec::new(),
    };
    let line = &names::typed(&sitting.look(), line);
    // Where an amount is asked for, a number is that amount.
    let amounts = sitting.state.menu.as_ref().and_then(menu::amounts);
    let amount = amounts.as_ref().zip(line.parse::<i32>().ok());
    if let Some(at) = amount.and_then(|(all, typed)| all.iter().position(|number| *number == typed)) {
        return if sitting.answer(at) { Next::Changed } else { Next::Again };
    }
    let numbered = |at: &Vec<usize>| {
        let options: Vec<String> = at.iter().map(|at| format!("{} {}", at + 1, labels[*at])).collect();
        options.join(" | ")
    };
    let option = match (line.parse::<usize>(), find(&labels, line)) {
        (Ok(number), _) if amounts.is_some() => {
            say!("{number} is none of the numbers that can be chosen.");
            return Next::Again;
        }
        (Ok(number), _) if (1..=labels.len()).contains(&number) => number - 1,
        (Ok(number), Named::Nothing) => {
            say!("There is no option {number}: they go from 1 to {}.", labels.len());
            return Next::Again;
        }
        (_, Named::One(at)) => at,
        (_, Named::Several(at)) if come_to_the_same(sitting, &at) => at[0],
        (_, Named::Several(at)) => {
            tell(sitting, &format!("That could be any of: {}", numbered(&at)));
            return Next::Again;
        }
        (Err(_), Named::Nothing) => {
            let meant = by_words(&labels, line);
            if let Some(first) = meant.first().copied()
                && come_to_the_same(sitting, &meant)
                && (begins_like(&labels[first], line) || only_names_differ(sitting))
            {
                return if sitting.answer(first) { Next::Changed } else { Next::Again };
            }
            if !meant.is_empty() {
                tell(sitting, &format!("Do you mean {}?", numbered(&meant)));
                return Next::Again;
            }
            match ends_it(sitting, line) {
                // Whoever says no to an offer means it; the end of a phase is asked for.
                Some((no, "pass" | "decline" | "done")) => {
                    return if sitting.answer(no) { Next::Changed } else { Next::Again };
                }
                Some((ends, _)) => {
                    tell(sitting, &format!("Do you mean {}?", numbered(&vec![ends])));
                    return Next::Again;
                }
                None => {}
            }
            if let Some((word, does)) = command_of(line) {
                tell(sitting, &format!("`{word}`: {does}."));
                return Next::Again;
            }
            let explained = sitting.session.game.explain_in_words(line);
            match explained.strip_prefix(UNKNOWN) {
                Some(near) => tell(sitting, &format!("No option here is called {line:?}{near}.")),
                None => explained.lines().for_each(|words| tell(sitting, words)),
            }
            // Who types what fits another moment has not seen what is asked now.
            let asked = sitting.state.menu.as_ref().map_or("", |menu| menu.reason.text.as_str());
            let asked = asked.trim_end_matches('?');
            tell(
                sitting,
                &format!("(you are asked: {asked}; `menu` shows the options, `help` what else you can type)"),
            );
            return Next::Again;
        }
    };
    if sitting.answer(option) { Next::Changed } else { Next::Again }
}

/// What can be typed that begins with this word, and what it does, for who left the rest out.
fn command_of(line: &str) -> Option<&'static (&'static str, &'static str)> {
    let typed = line.split_whitespace().next()?;
    HELP.iter().find(|(word, _)| word.split(' ').next() == Some(typed))
}

/// Whether it makes no difference which of some options is meant: they name copies that stand alike.
fn come_to_the_same(sitting: &Sitting, some: &[usize]) -> bool {
    let Some(menu) = &sitting.state.menu else { return false };
    let offer = |at: &usize| &menu.options[*at];
    let board = &sitting.state.board;
    some.first().is_some_and(|first| some.iter().all(|at| interchangeable(board, offer(first), offer(at))))
}

/// Several numbers in one line, where cards are chosen or paid with one by one: the first answers now, the others after it.
fn several_numbers(sitting: &mut Sitting, line: &str) -> Option<Next> {
    const ONE_BY_ONE: [&str; 3] = ["pay", "choose", "combo"];
    let typed: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let numbers: Vec<usize> = typed.iter().map_while(|word| word.parse().ok()).collect();
    let menu = sitting.state.menu.as_ref()?;
    if numbers.len() < 2 || numbers.len() < typed.len() {
        return None;
    }
    let offer = |number: &usize| menu.options.get(number.checked_sub(1)?);
    let offers: Option<Vec<_>> = numbers.iter().map(offer).collect();
    let one_by_one = |offers: &Vec<&kernel::board::Offer>| {
        offers.iter().all(|offer| ONE_BY_ONE.contains(&offer.verb)) && menu::amounts(menu).is_none()
    };
    let Some(offers) = offers.filter(one_by_one) else {
        tell(
            sitting,
            "One answer at a time: several numbers are for cards that are paid with or chosen one by one.",
        );
        return Some(Next::Again);
    };
    let labels: Vec<String> = offers[1..].iter().map(|offer| offer.label.clone()).collect();
    if !sitting.answer(numbers[0] - 1) {
        return Some(Next::Again);
    }
    sitting.wanted = labels.into();
    Some(Next::Changed)
}

/// The only option that declines, passes or ends something, and its verb, for who typed another word for that.
fn ends_it(sitting: &Sitting, typed: &str) -> Option<(usize, &'static str)> {
    const ENDS: [&str; 8] = ["pass", "end", "done", "no", "n", "stop", "skip", "decline"];
    let options = &sitting.state.menu.as_ref()?.options;
    let mut ends = (0..options.len()).filter(|at| options[*at].declines);
    let only = ends.next().filter(|_| ends.next().is_none());
    let only = only.filter(|_| ENDS.contains(&typed.to_lowercase().as_str()))?;
    Some((only, options[only].verb))
}

/// The options whose words begin with the typed ones, in their order: `call ash to right` is `call Ashwing Scout to right`.
fn by_words(labels: &[String], typed: &str) -> Vec<usize> {
    let fits = |label: &String| {
        let label = label.to_lowercase();
        let mut words = label.split([' ', ',']);
        typed.to_lowercase().split_whitespace().all(|typed| words.any(|word| word.starts_with(typed)))
    };
    (0..labels.len()).filter(|at| !typed.is_empty() && fits(&labels[*at])).collect()
}

/// Whether the first typed word is the verb of a label: where one can do several things a name alone never answers.
fn begins_like(label: &str, typed: &str) -> bool {
    label.split(' ').next().is_some_and(|verb| typed.to_lowercase().split_whitespace().next() == Some(verb))
}

/// Whether all that is asked is which card: then its name is an answer.
fn only_names_differ(sitting: &Sitting) -> bool {
    const WHICH: [&str; 3] = ["choose", "pay", "charge"];
    let Some(menu) = &sitting.state.menu else { return false };
    let mut verbs = menu.options.iter().filter(|offer| !offer.declines).map(|offer| offer.verb);
    verbs.next().is_some_and(|first| WHICH.contains(&first) && verbs.all(|verb| verb == first))
}

/// The refs of what a word may mean, the likeliest first: an option's first card, a card on the board by name or its beginning.
fn cards_meant(sitting: &Sitting, word: &str) -> Vec<String> {
    if let (Ok(number), Some(menu)) = (word.parse::<usize>(), &sitting.state.menu) {
        let offer = number.checked_sub(1).and_then(|at| menu.options.get(at));
        return offer.and_then(|offer| offer.cards.first().cloned()).into_iter().collect();
    }
    let board = &sitting.state.board;
    if card_of(board, word).is_some() {
        return vec![word.to_string()];
    }
    let mut named = Vec::new();
    for seat in [sitting.seat, sitting.seat.other()] {
        for (_, zone) in board.seats.of(seat).zones.iter() {
            let mut left: Vec<&kernel::board::CardBoard> = zone.cards.iter().collect();
            while let Some(card) = left.pop() {
                left.extend(&card.under);
                if let Some(name) = &card.name {
                    named.push((name.to_lowercase(), card.r#ref.clone()));
                }
            }
        }
    }
    let wanted = word.to_lowercase();
    let exact = named.iter().filter(|(name, _)| *name == wanted);
    let begins = named.iter().filter(|(name, _)| *name != wanted && name.starts_with(&wanted));
    // People call Harbormaster Nell by either name.
    let word = |name: &str| name.split(' ').skip(1).any(|word| word.starts_with(&wanted));
    let within = named.iter().filter(|(name, _)| !name.starts_with(&wanted) && word(name));
    exact.chain(begins).chain(within).map(|(_, found)| found.clone()).collect()
}

fn look(sitting: &Sitting, word: &str) {
    let meant = cards_meant(sitting, word);
    sitting.show_card(meant.first().map_or(word, String::as_str));
}

fn why(sitting: &Sitting, about: &str) {
    let about = &names::typed(&sitting.look(), about);
    let width = sitting.look().width;
    let tell = |words: String| tell(sitting, &words);
    // Of several cards of a name the one that this decision is about.
    let mut told = cards_meant(sitting, about)
        .into_iter()
        .filter_map(|card| sitting.session.game.why_card(&card))
        .collect::<Vec<_>>();
    let about_it = told.iter().position(|why| !why.can.is_empty() || !why.cannot.is_empty());
    let Some(why) = (!told.is_empty()).then(|| told.swap_remove(about_it.unwrap_or(0))) else {
        sitting.session.game.explain_in_words(about).lines().for_each(|line| tell(line.to_string()));
        return;
    };
    if why.can.is_empty() && why.cannot.is_empty() {
        let explained = sitting.session.game.explain_in_words(&why.name);
        match explained.starts_with(UNKNOWN) {
            true => tell(format!("{} has nothing to do with this decision.", why.name)),
            false => explained.lines().for_each(|line| tell(line.to_string())),
        }
    }
    for label in &why.can {
        tell(format!("{label}: offered"));
    }
    // What is refused alike is told together.
    let alike = |one: &Cannot, two: &Cannot| one.rule == two.rule && one.because == two.because;
    for (at, refused) in why.cannot.iter().enumerate() {
        if why.cannot[..at].iter().any(|before| alike(before, refused)) {
            continue;
        }
        let same = why.cannot[at..].iter().filter(|other| alike(refused, other));
        let labels: Vec<&str> = same.map(|other| other.label.as_str()).collect();
        let says = if refused.says.is_empty() { String::new() } else { format!(": {}", refused.says) };
        tell(format!("{}: refused by {}{says}", labels.join(" | "), refused.rule));
        let because = refused.because.iter().flat_map(|because| because.in_words(sitting.seat));
        because.flat_map(|words| sentence(&words, 4, width)).for_each(|line| say!("{line}"));
    }
}
