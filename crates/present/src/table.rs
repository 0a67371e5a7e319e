//! The position in words.

use crate::card::{Where, line};
use crate::style::Look;
use crate::wrap::{columns, hang, sentence};
use kernel::Seat;
use kernel::board::{Board, CardBoard, SeatBoard, Spread, ZoneBoard};

/// How much of the table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What one needs to decide: both fields and one's own hand; the rest is counted.
    Compact,
    /// The same where much lies about: each card with what it is now.
    Brief,
    /// The same with the least that tells the cards apart.
    Least,
    /// Every zone with every card that is known.
    Whole,
}

/// The table as the reader sees it, the opponent's side first.
pub fn table(look: &Look, board: &Board, detail: Detail) -> Vec<String> {
    let mut lines = vec![headline(look, board)];
    for seat in [look.seat.other(), look.seat] {
        lines.extend(side(look, board, seat, detail));
    }
    lines.extend(fight(look, board));
    lines.extend(waiting(look, board));
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

fn side(look: &Look, board: &Board, seat: Seat, detail: Detail) -> Vec<String> {
    let shown = board.seats.of(seat);
    let mut lines = tally(look, shown, seat);
    if detail == Detail::Least {
        lines.extend(side_by_side(look, shown));
        return lines;
    }
    for (name, zone) in shown.zones.iter() {
        let listed = match (zone.spread, detail) {
            (Spread::Field, _) => !zone.cards.is_empty(),
            (_, Detail::Whole) => !zone.cards.is_empty(),
            (Spread::Fan, _) => name == "hand" && !zone.cards.is_empty(),
            _ => false,
        };
        if listed {
            lines.extend(zone_lines(look, name, zone, detail));
        }
    }
    lines
}

/// The field and the hand of a side, zones one behind the other.
fn side_by_side(look: &Look, side: &SeatBoard) -> Vec<String> {
    let mut parts = Vec::new();
    for (name, zone) in
        side.zones.iter().filter(|(name, zone)| zone.spread == Spread::Field || *name == "hand")
    {
        if zone.cards.is_empty() {
            continue;
        }
        let place = place_of(name, zone.spread, Detail::Least);
        let cards = alike(&zone.cards, place);
        for (at, same) in cards.iter().enumerate() {
            let words = together(look, same, place);
            parts.push(if at == 0 { format!("{name}: {words}") } else { words });
        }
    }
    if parts.is_empty() { parts } else { hang("  ", &parts, "; ", look.width) }
}

/// What is counted on a side: figures, then the zones whose cards are not listed.
fn tally(look: &Look, side: &SeatBoard, seat: Seat) -> Vec<String> {
    let mut parts: Vec<String> = side
        .figures
        .iter()
        .filter(|(name, _)| *name != "memory")
        .map(|(name, value)| match name {
            // There is one of it.
            name if name.starts_with("soul core") => name.to_string(),
            name => format!("{name} {value}"),
        })
        .collect();
    let counted = |name: &str| side.figures.get(name).is_some();
    for (name, zone) in side.zones.iter() {
        if zone.spread != Spread::Field && zone.count > 0 && !counted(name) {
            parts.push(format!("{name} {}", zone.count));
        }
    }
    let name = look.of(seat, look.name(seat));
    let indent = " ".repeat(columns(&name) + 2);
    let mut lines = hang(&indent, &parts, "  ", look.width);
    if let Some(first) = lines.first_mut() {
        *first = format!("{name}  {}", first.trim_start()).trim_end().to_string();
    }
    lines
}

/// How cards of a zone are told.
fn place_of(name: &str, spread: Spread, detail: Detail) -> Where {
    match (name, spread, detail) {
        ("energy", ..) => Where::Energy,
        ("combo", ..) => Where::Combo,
        (_, Spread::Field, Detail::Brief) => Where::FullTable,
        (_, Spread::Field, Detail::Least) => Where::Crowd,
        (_, Spread::Field, _) => Where::Table,
        (_, _, Detail::Brief | Detail::Least) => Where::FullHand,
        _ => Where::Hand,
    }
}

fn zone_lines(look: &Look, name: &str, zone: &ZoneBoard, detail: Detail) -> Vec<String> {
    let place = place_of(name, zone.spread, detail);
    let unseen = zone.count.saturating_sub(zone.cards.len());
    let mut parts: Vec<String> =
        alike(&zone.cards, place).iter().map(|same| together(look, same, place)).collect();
    if unseen > 0 && zone.spread != Spread::Pile {
        let cards = if unseen == 1 { "card" } else { "cards" };
        parts.push(look.faint(&format!("{unseen} hidden {cards}")));
    }
    hang(&format!("  {name}: "), &parts, "; ", look.width)
}

/// Cards that stand alike, each group where its first card is.
fn alike(cards: &[CardBoard], place: Where) -> Vec<Vec<&CardBoard>> {
    let mut groups: Vec<Vec<&CardBoard>> = Vec::new();
    let plain = Look::plain(80, Seat::A);
    let key = |card: &CardBoard| {
        let bare = CardBoard { name: bare(card).map(str::to_string), ..card.clone() };
        (line(&plain, &bare, place), card.at, card.under.is_empty())
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

/// A card's name without the number that tells it from its twins.
fn bare(card: &CardBoard) -> Option<&str> {
    let name = card.name.as_deref()?;
    match name.rsplit_once('#') {
        Some((bare, number)) if number.chars().all(|letter| letter.is_ascii_digit()) => Some(bare),
        _ => Some(name),
    }
}

fn fight(look: &Look, board: &Board) -> Vec<String> {
    let Some(attack) = &board.attack else { return Vec::new() };
    let name =
        |wanted: &String| find(board, wanted).and_then(|card| card.name.clone()).unwrap_or("a card".into());
    let list = |refs: &[String]| refs.iter().map(name).collect::<Vec<_>>().join(" and ");
    let target = match attack.targets[..] {
        [] => look.name(attack.against).to_string(),
        _ => list(&attack.targets),
    };
    let mut words = format!("attack: {} -> {target}", list(&attack.attackers));
    if let Some([one, two]) = attack.totals {
        words.push_str(&format!(", {one} against {two}"));
    }
    words.push_str(&format!(" ({})", attack.step));
    sentence(&words, 0, look.width).iter().map(|line| look.changed(line)).collect()
}

fn waiting(look: &Look, board: &Board) -> Vec<String> {
    let one = |wait: &kernel::board::Waiting| {
        let name =
            wait.card.as_ref().and_then(|wanted| find(board, wanted)).and_then(|card| card.name.clone());
        match name {
            Some(name) => format!("{name} of {}", look.name(wait.seat)),
            None => format!("an effect of {}", look.name(wait.seat)),
        }
    };
    if board.waiting.is_empty() {
        return Vec::new();
    }
    let parts: Vec<String> = board.waiting.iter().map(one).collect();
    hang("waiting: ", &parts, "; ", look.width)
}

/// The card of a board that a ref means.
pub fn find<'a>(board: &'a Board, wanted: &str) -> Option<&'a CardBoard> {
    fn within<'a>(cards: &'a [CardBoard], wanted: &str) -> Option<&'a CardBoard> {
        cards.iter().find_map(
            |card| {
                if card.r#ref == wanted { Some(card) } else { within(&card.under, wanted) }
            },
        )
    }
    Seat::BOTH
        .into_iter()
        .find_map(|seat| board.seats.of(seat).zones.iter().find_map(|(_, zone)| within(&zone.cards, wanted)))
}
