//! The position in words.

use crate::card::{Where, line};
use crate::style::Look;
use crate::wrap::{columns, hang};
use kernel::Seat;
use kernel::board::{Board, CardBoard, SeatBoard, Spread, ZoneBoard};

/// How much of the table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What one needs to decide: both fields and one's own hand; the rest is counted.
    Compact,
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
    let mut lines = vec![tally(look, shown, seat)];
    for (name, zone) in shown.zones.iter() {
        let listed = match (zone.spread, detail) {
            (Spread::Field, _) => !zone.cards.is_empty(),
            (_, Detail::Whole) => !zone.cards.is_empty(),
            (Spread::Fan, Detail::Compact) => name == "hand" && !zone.cards.is_empty(),
            _ => false,
        };
        if listed {
            lines.extend(zone_lines(look, name, zone));
        }
    }
    lines
}

/// What is counted on a side: figures, then the zones whose cards are not listed.
fn tally(look: &Look, side: &SeatBoard, seat: Seat) -> String {
    let mut parts: Vec<String> = side
        .figures
        .iter()
        .filter(|(name, _)| *name != "memory")
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let counted = |name: &str| side.figures.get(name).is_some();
    for (name, zone) in side.zones.iter() {
        if zone.spread != Spread::Field && zone.count > 0 && !counted(name) {
            parts.push(format!("{name} {}", zone.count));
        }
    }
    format!("{}  {}", look.of(seat, look.name(seat)), parts.join("  "))
}

fn zone_lines(look: &Look, name: &str, zone: &ZoneBoard) -> Vec<String> {
    let place = if zone.spread == Spread::Field { Where::Table } else { Where::Hand };
    let unseen = zone.count.saturating_sub(zone.cards.len());
    let mut parts: Vec<String> = Vec::new();
    for same in zone.cards.chunk_by(alike) {
        let words = line(look, &same[0], place);
        let words = match same[0].at {
            Some(at) => format!("{words} (number {} from the top)", at + 1),
            None => words,
        };
        parts.push(if same.len() > 1 { format!("{words} x{}", same.len()) } else { words });
    }
    if unseen > 0 && zone.spread != Spread::Pile {
        let cards = if unseen == 1 { "card" } else { "cards" };
        parts.push(look.faint(&format!("{unseen} hidden {cards}")));
    }
    hang(&format!("  {name}: "), &parts, "; ", look.width)
}

/// Cards that nobody needs to tell apart in a list: hidden ones that lie alike.
fn alike(one: &CardBoard, two: &CardBoard) -> bool {
    one.name.is_none() && two.name.is_none() && one.states == two.states && one.under.is_empty()
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
    vec![look.changed(&words)]
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
