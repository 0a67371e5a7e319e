//! The position in words.

use crate::card::{Where, line};
use crate::fold::PASSAGES;
use crate::style::Look;
use crate::wrap::{columns, hang, sentence};
use kernel::Seat;
use kernel::board::{Board, CardBoard, SeatBoard, Spread, Waiting, ZoneBoard};

/// How much of the table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What one needs to decide: both fields and one's own hand; the rest is counted.
    Compact,
    /// The same with short zones side by side.
    Snug,
    /// The same without cards that only pay: they are counted.
    Tidy,
    /// The same where much lies about: each card with what it is now, of a hand what costs and fights.
    Brief,
    /// The same with the least that tells the cards apart.
    Least,
    /// The same, and cards that only pay are counted.
    Sparse,
    /// Numbers only: both sides are counted, no card is listed.
    Folded,
    /// Every zone with every card that is known.
    Whole,
}

/// The table as the reader sees it, the opponent's side first.
pub fn table(look: &Look, board: &Board, detail: Detail) -> Vec<String> {
    table_since(look, board, None, detail)
}

/// The same, with what has changed since the reader looked last: numbers say by how much, and cards of the field that are new or
/// stand otherwise have a star.
pub fn table_since(look: &Look, board: &Board, before: Option<&Board>, detail: Detail) -> Vec<String> {
    let look = &look.at(board);
    let mut lines = vec![headline(look, board)];
    for seat in [look.seat.other(), look.seat] {
        let side = Side { look, seat, now: board.seats.of(seat), before, detail, turn: board.turn.number };
        lines.extend(side.lines());
    }
    lines.extend(fight(look, board));
    lines.extend(waiting(look, board, detail));
    if detail == Detail::Folded {
        lines.push(look.faint("(`table` shows the cards)"));
    }
    lines
}

fn headline(look: &Look, board: &Board) -> String {
    let turn = &board.turn;
    let whose = match look.name(turn.seat) {
        "you" => "your turn".to_string(),
        name => format!("{name}'s turn"),
    };
    let head = match turn.number {
        0 => "before the first turn".to_string(),
        number => format!("turn {number}, {whose}, {}", turn.phase),
    };
    match gauge(look, board) {
        Some(gauge) => {
            let room = look.width.saturating_sub(columns(&head) + columns(&gauge)).max(2);
            format!("{}{}{gauge}", look.strong(&head), " ".repeat(room.min(12)))
        }
        None => look.strong(&head),
    }
}

/// A figure that one side has as far as the other lacks it is a gauge between the two.
fn gauge(look: &Look, board: &Board) -> Option<String> {
    let mine = *board.seats.of(look.seat).figures.get("memory")?;
    let (reach, at) = (10, mine.clamp(-10, 10));
    let mark = |place: i32| {
        if place == at {
            '●'
        } else if place == 0 {
            '|'
        } else {
            '·'
        }
    };
    let scale: String = (-reach..=reach).rev().map(mark).collect();
    let words = match at {
        0 => "memory 0".to_string(),
        1.. => format!("memory {at} for {}", look.name(look.seat)),
        _ => format!("memory {} for {}", -at, look.name(look.seat.other())),
    };
    Some(format!("{words} [{scale}]"))
}

/// One side of the table, and how it is shown.
struct Side<'a> {
    look: &'a Look,
    seat: Seat,
    now: &'a SeatBoard,
    before: Option<&'a Board>,
    detail: Detail,
    turn: u32,
}

/// What one has to know to be out of: told at 0 too, once the match has begun.
const NEVER_UNSAID: [&str; 3] = ["security", "hand", "deck"];

impl Side<'_> {
    fn lines(&self) -> Vec<String> {
        let mut lines = self.tally();
        for (name, zone) in self.now.zones.iter() {
            let listed = match (zone.spread, self.detail) {
                (_, Detail::Folded) => false,
                (_, Detail::Tidy | Detail::Brief | Detail::Sparse)
                    if self.now.figures.get(name).is_some() =>
                {
                    false
                }
                (Spread::Field, _) | (_, Detail::Whole) => true,
                (Spread::Fan, _) => name == "hand",
                _ => false,
            };
            if listed && !zone.cards.is_empty() {
                self.add(&mut lines, self.zone(name, zone));
            }
        }
        lines
    }

    /// Adds a zone: below the others, or, where lines are to be saved, behind the one before if there is room.
    fn add(&self, lines: &mut Vec<String>, zone: Vec<String>) {
        const APART: usize = 3;
        let room = |line: &String| columns(line) + APART + columns(zone[0].trim_start()) <= self.look.width;
        let tallied = lines.len() == 1;
        match lines.last_mut() {
            Some(line)
                if !matches!(self.detail, Detail::Compact | Detail::Whole)
                    && zone.len() == 1
                    && !tallied
                    && room(line) =>
            {
                line.push_str(&" ".repeat(APART));
                line.push_str(zone[0].trim_start());
            }
            _ => lines.extend(zone),
        }
    }

    /// What is counted: figures, then the zones whose cards are not listed.
    fn tally(&self) -> Vec<String> {
        let look = self.look;
        let before = self.before.map(|board| board.seats.of(self.seat));
        let figures = self.now.figures.iter().filter(|(name, _)| *name != "memory");
        let mut parts: Vec<String> = figures
            .map(|(name, value)| match name {
                // There is one of it.
                name if name.starts_with("soul core") => name.to_string(),
                name => self.counted(name, *value, before.and_then(|side| side.figures.get(name)).copied()),
            })
            .collect();
        let told = |name: &str| self.now.figures.get(name).is_some();
        for (name, zone) in self.now.zones.iter() {
            let some = zone.count > 0 || NEVER_UNSAID.contains(&name) && self.turn > 0;
            if zone.spread != Spread::Field && some && !told(name) {
                let was = before.map(|side| side.zones.get(name).map_or(0, |zone| zone.count as i32));
                parts.push(self.counted(name, zone.count as i32, was));
            }
        }
        let name = look.of(self.seat, look.name(self.seat));
        let indent = " ".repeat(columns(&name) + 2);
        let mut lines = hang(&indent, &parts, "  ", look.width);
        if let Some(first) = lines.first_mut() {
            *first = format!("{name}  {}", first.trim_start()).trim_end().to_string();
        }
        lines
    }

    /// A number, and by how much it has changed.
    fn counted(&self, name: &str, now: i32, was: Option<i32>) -> String {
        match now - was.unwrap_or(now) {
            0 => format!("{name} {now}"),
            by => format!("{name} {now} {}", self.look.changed(&format!("({by:+})"))),
        }
    }

    fn zone(&self, name: &str, zone: &ZoneBoard) -> Vec<String> {
        let look = self.look;
        let place = place_of(name, zone.spread, self.detail);
        let unseen = zone.count.saturating_sub(zone.cards.len());
        let stars = |card: &CardBoard| zone.spread == Spread::Field && self.is_other(card);
        let groups = alike(&zone.cards, place, &stars);
        let entry = |same: &Vec<&CardBoard>| {
            let star = if stars(same[0]) { look.changed("*") } else { String::new() };
            format!("{star}{}", together(look, same, place))
        };
        let mut parts: Vec<String> = groups.iter().map(entry).collect();
        if unseen > 0 && zone.spread != Spread::Pile {
            let cards = if unseen == 1 { "card" } else { "cards" };
            parts.push(look.faint(&format!("{unseen} hidden {cards}")));
        }
        hang(&format!("  {}: ", said(name)), &parts, "; ", look.width)
    }

    /// Whether a card was not there, or stood otherwise, when the reader looked last.
    fn is_other(&self, card: &CardBoard) -> bool {
        let Some(before) = self.before else { return false };
        // Whoever saw it in a hand sees it arrive all the same.
        let was = find_among(before, &card.r#ref, |zone| zone.spread == Spread::Field);
        was.is_none_or(|was| standing(was) != standing(card))
    }
}

/// A zone as people are told it: where cards are on their way has no place on a playmat.
fn said(zone: &str) -> &str {
    if PASSAGES.contains(&zone) { "being played" } else { zone }
}

/// How a card stands, its number among twins aside.
fn standing(card: &CardBoard) -> String {
    let named = CardBoard { name: card.bare_name().map(str::to_string), ..card.clone() };
    line(&Look::plain(80, Seat::A), &named, Where::Table)
}

/// How cards of a zone are told.
fn place_of(name: &str, spread: Spread, detail: Detail) -> Where {
    match (name, spread, detail) {
        ("energy", ..) => Where::Energy,
        ("combo", ..) => Where::Combo,
        // What is not in play yet.
        ("buddy", _, Detail::Brief | Detail::Least | Detail::Sparse) => Where::FullHand,
        (_, Spread::Field, Detail::Brief) => Where::FullTable,
        (_, Spread::Field, Detail::Least | Detail::Sparse) => Where::Crowd,
        (_, Spread::Field, _) => Where::Table,
        (_, _, Detail::Brief | Detail::Least | Detail::Sparse) => Where::FullHand,
        _ => Where::Hand,
    }
}

/// Cards that stand alike, each group where its first card is.
fn alike<'a>(
    cards: &'a [CardBoard],
    place: Where,
    stars: &dyn Fn(&CardBoard) -> bool,
) -> Vec<Vec<&'a CardBoard>> {
    let mut groups: Vec<Vec<&CardBoard>> = Vec::new();
    let plain = Look::plain(80, Seat::A);
    let key = |card: &CardBoard| {
        let bare = CardBoard { name: card.bare_name().map(str::to_string), ..card.clone() };
        // Two prints of one name are two cards, however alike they stand.
        (line(&plain, &bare, place), card.id.clone(), card.at, card.under.is_empty(), stars(card))
    };
    for card in cards {
        let same = groups.iter_mut().find(|same| card.under.is_empty() && key(same[0]) == key(card));
        match same {
            Some(same) => same.push(card),
            None => groups.push(vec![card]),
        }
    }
    groups
}

/// Cards that stand alike in one entry: on the table each by its number, elsewhere by how many they are.
fn together(look: &Look, same: &[&CardBoard], place: Where) -> String {
    let mut shown = same[0].clone();
    let on_table = matches!(place, Where::Table | Where::FullTable | Where::Crowd) && shown.name.is_some();
    if on_table {
        let others = same[1..].iter().filter_map(|card| card.name.as_deref()?.split_once('#'));
        let others: String = others.map(|(_, number)| format!(", #{number}")).collect();
        shown.name = shown.name.map(|name| name + &others);
    }
    let mut words = line(look, &shown, place);
    if let Some(at) = shown.at {
        words = format!("{words} (number {} from the top)", at + 1);
    }
    if same.len() > 1 && !on_table {
        words = format!("{words} x{}", same.len());
    }
    words
}

fn fight(look: &Look, board: &Board) -> Vec<String> {
    let Some(attack) = &board.attack else { return Vec::new() };
    let name =
        |wanted: &String| find(board, wanted).and_then(|card| card.name.clone()).unwrap_or("a card".into());
    let list = |refs: &[String]| refs.iter().map(name).collect::<Vec<_>>().join(" and ");
    let target = match attack.targets[..] {
        // What was attacked may have left by then.
        [] if attack.step == "end" => String::new(),
        [] => format!(" -> {}", look.name(attack.against)),
        _ => format!(" -> {}", list(&attack.targets)),
    };
    let mut words = format!("attack: {}{target}", list(&attack.attackers));
    if let Some([one, two]) = attack.totals {
        words.push_str(&format!(", {one} against {two}"));
    } else if attack.targets.is_empty() && attack.step != "end" {
        let attackers: Vec<&CardBoard> =
            attack.attackers.iter().filter_map(|card| find(board, card)).collect();
        words.extend(force(&attackers).map(|force| format!(", {force}")));
    }
    // The step is told by the first line of the table too.
    let step = format!(" ({})", attack.step);
    if columns(&words) + columns(&step) <= look.width {
        words.push_str(&step);
    }
    sentence(&words, 0, look.width).iter().map(|line| look.changed(line)).collect()
}

/// What those who attack a player come with, all together.
fn force(attackers: &[&CardBoard]) -> Option<String> {
    let sum = |figure: &str| -> Option<i32> {
        attackers.iter().map(|card| card.figures.get(figure).map(|figure| figure.now)).sum()
    };
    let damage = || sum("critical").map(|damage| format!("{damage} damage"));
    let life = || sum("symbols").map(|life| format!("{life} life"));
    damage().or_else(life).or_else(|| sum("dp").map(|power| format!("{power} DP")))
}

/// Effects that wait, those of one card together; where there is room, with their words.
fn waiting(look: &Look, board: &Board, detail: Detail) -> Vec<String> {
    let worded = matches!(detail, Detail::Compact | Detail::Snug | Detail::Tidy | Detail::Whole);
    let whose = |wait: &Waiting| match look.name(wait.seat) {
        "you" => "your".to_string(),
        name => format!("{name}'s"),
    };
    let card = |wait: &Waiting| {
        wait.card.as_ref().and_then(|wanted| find(board, wanted)).and_then(|card| card.name.clone())
    };
    let mut waits: Vec<(String, usize)> = Vec::new();
    for wait in &board.waiting {
        let of = match card(wait) {
            Some(name) if worded && !wait.text.is_empty() => {
                format!("{} {name}: \"{}\"", whose(wait), wait.text)
            }
            Some(name) => format!("{} {name}", whose(wait)),
            None => format!("{} effect", whose(wait)),
        };
        match waits.iter_mut().find(|(other, _)| *other == of) {
            Some((_, times)) => *times += 1,
            None => waits.push((of, 1)),
        }
    }
    let several =
        |(of, times): (String, usize)| if times == 1 { of } else { format!("{of} ({times} effects)") };
    let parts: Vec<String> = waits.into_iter().map(several).collect();
    if parts.is_empty() { parts } else { hang("waiting: ", &parts, "; ", look.width) }
}

/// The card of a board that a ref means.
pub fn find<'a>(board: &'a Board, wanted: &str) -> Option<&'a CardBoard> {
    find_among(board, wanted, |_| true)
}

/// Where on a board a card lies: whose side and which zone; under a card, where that card lies.
pub fn zone_of(board: &Board, wanted: &str) -> Option<(Seat, &'static str)> {
    let mut zones = Seat::BOTH
        .into_iter()
        .flat_map(|seat| board.seats.of(seat).zones.iter().map(move |(name, _)| (seat, name)));
    zones.find(|(seat, name)| {
        let held = board.seats.of(*seat).zones.get(name);
        held.is_some_and(|zone| within(&zone.cards, wanted).is_some())
    })
}

/// A card among some, or among what lies under them.
fn within<'a>(cards: &'a [CardBoard], wanted: &str) -> Option<&'a CardBoard> {
    cards.iter().find_map(|card| if card.r#ref == wanted { Some(card) } else { within(&card.under, wanted) })
}

/// The same among the cards of some zones.
fn find_among<'a>(
    board: &'a Board,
    wanted: &str,
    among: impl Fn(&ZoneBoard) -> bool,
) -> Option<&'a CardBoard> {
    Seat::BOTH
        .into_iter()
        .flat_map(|seat| board.seats.of(seat).zones.iter())
        .filter(|(_, zone)| among(zone))
        .find_map(|(_, zone)| within(&zone.cards, wanted))
}
