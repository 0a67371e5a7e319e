//! Labels of choices, reasons of menus, and the position in words.

use crate::card::Cards;
use crate::state::{Frame, State, Zone};
use crate::{Choice, Reason};
use effects::{Answer, When};
use kernel::{Card, Eyes, Seat, Zone as _};

/// A card's name; of twins on the field the second is `#2`. A card that the deciding seat does not know has no name.
pub(crate) fn name(state: &State, cards: &Cards, card: Card) -> String {
    let known = |card: Card| state.table.knows(state.asked, card);
    if !known(card) {
        // BF LOST-MIX-2: backs are seen by everybody.
        let what = if state.backs.is_lost(card) { "a Lost card" } else { "a card" };
        return format!("{what} in {}", state.table.zone(card).name());
    }
    name_among(state, cards, card, known)
}

/// A card's name with its number among those twins on the field that somebody knows.
pub(crate) fn name_among(state: &State, cards: &Cards, card: Card, known: impl Fn(Card) -> bool) -> String {
    let zone = state.table.zone(card);
    let print = state.print(card);
    let base = &cards.get(print).name;
    if !zone.is_field() && zone != Zone::Soul {
        return base.clone();
    }
    let (owner, id) = (state.table.owner(card), cards.name_id(print));
    let twins = state.table.all().filter(|other| {
        let same_kind = state.table.zone(*other).is_field() == zone.is_field()
            && (zone.is_field() || state.table.zone(*other) == Zone::Soul);
        same_kind
            && *other < card
            && state.table.owner(*other) == owner
            && cards.name_id(state.print(*other)) == id
            && known(*other)
    });
    match twins.count() {
        0 => base.clone(),
        earlier => format!("{base}#{}", earlier + 1),
    }
}

/// The beginning of an ability's printed words.
pub(crate) fn begins(words: &str) -> &str {
    words.trim_start_matches('■').trim()
}

pub(crate) fn label(state: &State, cards: &Cards, choice: Choice) -> String {
    let name = |card: Card| name(state, cards, card);
    match choice {
        Choice::Pass => "pass".into(),
        Choice::EndPhase => "end phase".into(),
        Choice::Decline => "decline".into(),
        Choice::Yes => "yes".into(),
        Choice::Charge(card) => format!("charge {}", name(card)),
        Choice::Call { card, area, buddy: false } => format!("call {} to {}", name(card), area.name()),
        Choice::Call { card, area, buddy: true } => format!("buddy call {} to {}", name(card), area.name()),
        Choice::Cast(card) => format!("cast {}", name(card)),
        Choice::Equip { card, buddy: false } => format!("equip {}", name(card)),
        Choice::Equip { card, buddy: true } => format!("buddy equip {}", name(card)),
        Choice::Use { card, of, ability } => {
            let is_use = |ability: &&crate::Ability| matches!(ability.when, When::Use(_) | When::Would(_));
            let own = &cards.get(state.print(card)).sheet.abilities;
            let uses =
                own.iter().filter(is_use).count() + usize::from(of != state.print(card) && state.shares());
            match cards.get(of).sheet.abilities.get(ability as usize) {
                Some(ability) if uses > 1 => format!("use {}: {}", name(card), begins(&ability.words)),
                _ => format!("use {}", name(card)),
            }
        }
        Choice::Move { card, area } => format!("move {} to {}", name(card), area.name()),
        Choice::Attack { with, target } => {
            let candidates = state.attack_candidates(cards, state.asked);
            let attackers: Vec<String> =
                state.chosen_attackers(&candidates, with).iter().map(|card| name(*card)).collect();
            format!("attack with {} -> {}", attackers.join(" and "), aim(state, cards, target))
        }
        Choice::Choose(card) => format!("choose {}", name(card)),
        Choice::ChooseArea(area) => format!("choose {}", area.name()),
        Choice::Aim(target) => format!("choose {}", aim(state, cards, target)),
        Choice::PayWith(card) => format!("pay with {}", name(card)),
        Choice::Resolve(at) => match state.waiting.get(at as usize) {
            Some(waiting) => {
                // A card that has gone is still told from its twins.
                let words = begins(&cards.ability(waiting.ability).words);
                format!("resolve {}: {words}", name(waiting.source.card))
            }
            None => "resolve".into(),
        },
        Choice::Effect(answer) => match answer {
            Answer::Card(card) => format!("choose {}", name(card)),
            Answer::Number(number) => format!("choose {number}"),
            Answer::Mode(mode) => {
                let run = match state.frames.last() {
                    Some(Frame::Play(play)) => play.run,
                    Some(Frame::Effect(run)) => *run,
                    _ => Default::default(),
                };
                format!("choose {}", effects::run::mode_words(cards.ability(run.ability), &run, mode))
            }
            Answer::Yes => "yes".into(),
            Answer::Decline => "decline".into(),
            Answer::Done => "done".into(),
        },
    }
}

/// A target of an attack: a monster, or the fighter.
fn aim(state: &State, cards: &Cards, target: Card) -> String {
    target.some().map_or_else(|| "opponent".to_string(), |card| name(state, cards, card))
}

pub(crate) fn ask(state: &State, cards: &Cards, reason: Reason) -> String {
    match reason {
        Reason::Main => "main phase: call, cast, equip, use an ability, or end the phase".into(),
        Reason::Charge => "charge a card and draw another".into(),
        Reason::Final => "final phase: cast an impact or call an impact monster".into(),
        Reason::Counter => "you may use a Counter".into(),
        Reason::Answer => match state.open_play() {
            Some(play) => {
                format!("you may answer {} with a Counter", cards.get(play.source_print(state)).name)
            }
            None => "you may answer with a Counter".into(),
        },
        Reason::Move => "move a monster that has Move".into(),
        Reason::Attack => "attack, or end the phase".into(),
        Reason::AttackAgain => "attack after all, or end the phase".into(),
        Reason::Shrink => "too much size on the field: drop a monster".into(),
        Reason::Soulguard => "keep the card on the field".into(),
        Reason::Auto => "which of your waiting abilities is next".into(),
        Reason::Gauge => "which gauge card do you pay with".into(),
        Reason::Place => "call it to which area".into(),
        Reason::Aim => "attack what".into(),
        Reason::Counterattack => "which attacking monster does Counterattack destroy".into(),
        Reason::EquipmentChange => "return the earlier item to your hand".into(),
        Reason::Restand => match state.frames.last() {
            Some(Frame::Restand { card }) => {
                let card = state.table.find(*card);
                format!(
                    "stand {} for another attack",
                    card.map_or_else(String::new, |card| name(state, cards, card))
                )
            }
            _ => "stand it for another attack".into(),
        },
        Reason::Effect => "the effect asks".into(),
    }
}

/// The position, several lines; `to` is who reads it.
pub(crate) fn show(state: &State, cards: &Cards, to: Eyes) -> String {
    let mut lines = vec![format!(
        "turn {} ({}), {} phase",
        state.turn_number,
        seat_word(state.turn_seat, to),
        state.phase.word()
    )];
    for seat in Seat::BOTH {
        lines.push(format!(
            "{}: life {}, hand {}, gauge {}, deck {}, drop {}",
            seat_word(seat, to),
            state.life[seat],
            state.count(seat, Zone::Hand),
            state.count(seat, Zone::Gauge),
            state.count(seat, Zone::Deck),
            state.count(seat, Zone::Drop)
        ));
        for zone in [
            Zone::Flag,
            Zone::Buddy,
            Zone::Left,
            Zone::Center,
            Zone::Right,
            Zone::Item,
            Zone::Spell,
            Zone::Limbo,
            Zone::Hand,
            Zone::Drop,
        ] {
            let held: Vec<String> =
                state.zone(seat, zone).iter().map(|card| describe(state, cards, *card, to)).collect();
            if !held.is_empty() {
                lines.push(format!("  {}: {}", zone.name(), held.join(", ")));
            }
        }
    }
    lines.join("\n")
}

fn seat_word(seat: Seat, to: Eyes) -> &'static str {
    match to.seat() {
        Some(reader) if reader == seat => "you",
        Some(_) => "opponent",
        None if seat == Seat::A => "A",
        None => "B",
    }
}

fn describe(state: &State, cards: &Cards, card: Card, to: Eyes) -> String {
    if !state.table.knows(to, card) {
        return "a card".into();
    }
    let face = cards.get(state.print(card));
    let mut words = face.name.clone();
    let zone = state.table.zone(card);
    if zone.is_field() && face.power.is_some() {
        let defense = state.defense(cards, card).map_or("-".into(), |defense| defense.to_string());
        let size = state.size(cards, card).map_or(String::new(), |size| format!(" size {size}"));
        let (power, critical) = (state.power(cards, card), state.critical(cards, card));
        words += &format!(" [{power}/{defense}/{critical}{size}]");
    }
    if state.table.marks(card).rested() {
        words += " rested";
    }
    let soul = state.soul(card).count();
    if soul > 0 {
        words += &format!(" soul {soul}");
    }
    words
}
