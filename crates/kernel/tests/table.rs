//! The table's promises: order, identity, stacks, knowledge, saving.

use kernel::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Spot {
    Deck,
    Hand,
    Field,
    Under,
}

impl Zone for Spot {
    const ALL: &'static [Self] = &[Spot::Deck, Spot::Hand, Spot::Field, Spot::Under];
    fn index(self) -> usize {
        self as usize
    }
    fn access(self) -> Access {
        match self {
            Spot::Deck => Access::Secret,
            Spot::Hand => Access::Owner,
            Spot::Field | Spot::Under => Access::Open,
        }
    }
    fn name(self) -> &'static str {
        "spot"
    }
}

type Small = Table<Spot, u8, 20>;

fn at(seat: Seat, zone: Spot) -> Place<Spot> {
    Place::new(seat, zone)
}

fn deck_of(count: u16) -> Small {
    let mut table = Small::new();
    for print in 0..count {
        table.add(Print(print), Seat::A, at(Seat::A, Spot::Deck));
        table.add(Print(100 + print), Seat::B, at(Seat::B, Spot::Deck));
    }
    table
}

#[test]
fn moving_keeps_every_zone_in_order() {
    let mut table = deck_of(4);
    let deck = table.cards(at(Seat::A, Spot::Deck)).to_vec();
    table.put(deck[1], at(Seat::A, Spot::Hand), End::Bottom);
    table.put(deck[3], at(Seat::A, Spot::Hand), End::Top);
    table.put(deck[0], at(Seat::A, Spot::Hand), End::At(1));
    assert_eq!(table.cards(at(Seat::A, Spot::Hand)), [deck[3], deck[0], deck[1]]);
    assert_eq!(table.cards(at(Seat::A, Spot::Deck)), [deck[2]]);
    assert_eq!(table.count(at(Seat::B, Spot::Deck)), 4);
}

#[test]
fn any_run_of_moves_leaves_the_zones_as_lists_would_be() {
    let mut table = deck_of(9);
    let places: Vec<Place<Spot>> =
        Seat::BOTH.iter().flat_map(|seat| Spot::ALL.iter().map(|spot| at(*seat, *spot))).collect();
    let mut lists: Vec<Vec<Card>> = places.iter().map(|place| table.cards(*place).to_vec()).collect();
    let mut luck = Dice::new(3);
    for _ in 0..5000 {
        let card = Card(luck.below(18) as u8);
        let to = luck.below(places.len() as u32) as usize;
        let end = match luck.below(3) {
            0 => End::Top,
            1 => End::Bottom,
            _ => End::At(luck.below(6) as u8),
        };
        table.slide(card, places[to], end);
        lists.iter_mut().for_each(|list| list.retain(|other| *other != card));
        let position = match end {
            End::Top => 0,
            End::Bottom => lists[to].len(),
            End::At(position) => (position as usize).min(lists[to].len()),
        };
        lists[to].insert(position, card);
        for (place, list) in places.iter().zip(&lists) {
            assert_eq!(table.cards(*place), list);
        }
    }
}

#[test]
fn a_moved_card_is_a_new_card_and_an_heir_is_the_old_one() {
    let mut table = deck_of(2);
    let deck = table.cards(at(Seat::A, Spot::Deck)).to_vec();
    let before = table.object(deck[0]);
    table.put(deck[0], at(Seat::A, Spot::Field), End::Bottom);
    assert_eq!(table.find(before), None);

    let standing = table.object(deck[0]);
    table.put(deck[1], at(Seat::A, Spot::Field), End::Bottom);
    table.take_over(deck[1], deck[0]);
    assert_eq!(table.find(standing), Some(deck[1]));
    assert_ne!(table.object(deck[0]), standing);
}

#[test]
fn a_shuffle_deals_handles_anew_and_nobody_knows_them() {
    let mut table = deck_of(8);
    let top = table.cards(at(Seat::A, Spot::Deck))[0];
    table.reveal(top, Seats::ALL);
    let before: Vec<Print> =
        table.cards(at(Seat::A, Spot::Deck)).iter().map(|card| table.print(*card)).collect();
    let remembered = table.object(top);
    table.shuffle(at(Seat::A, Spot::Deck), &mut Dice::new(7));
    let after: Vec<Print> =
        table.cards(at(Seat::A, Spot::Deck)).iter().map(|card| table.print(*card)).collect();
    assert_ne!(before, after);
    assert_eq!(table.find(remembered), None);
    assert!(table.cards(at(Seat::A, Spot::Deck)).iter().all(|card| !table.knows(Seat::A, *card)));
    let sorted = |mut prints: Vec<Print>| {
        prints.sort();
        prints
    };
    assert_eq!(sorted(before), sorted(after));
}

#[test]
fn cards_under_a_card_keep_their_order_and_follow_a_new_host() {
    let mut table = deck_of(4);
    let deck = table.cards(at(Seat::A, Spot::Deck)).to_vec();
    table.put(deck[0], at(Seat::A, Spot::Field), End::Bottom);
    table.tuck(deck[1], deck[0], at(Seat::A, Spot::Under), End::Top);
    table.tuck(deck[2], deck[0], at(Seat::A, Spot::Under), End::Bottom);
    assert_eq!(table.under(deck[0], Spot::Under).collect::<Vec<_>>(), [deck[1], deck[2]]);
    table.put(deck[3], at(Seat::A, Spot::Field), End::Bottom);
    table.rehost(deck[0], deck[3]);
    assert_eq!(table.under(deck[3], Spot::Under).count(), 2);
    assert_eq!(table.under(deck[0], Spot::Under).count(), 0);
}

#[test]
fn a_seat_sees_what_it_knows_and_a_filled_view_agrees() {
    let mut table = deck_of(5);
    for seat in Seat::BOTH {
        let card = table.cards(at(seat, Spot::Deck))[0];
        table.put(card, at(seat, Spot::Hand), End::Bottom);
    }
    let seen = table.seen_by(Seat::A);
    let own = table.cards(at(Seat::A, Spot::Hand))[0];
    let other = table.cards(at(Seat::B, Spot::Hand))[0];
    assert_eq!(seen.row(own).print, Some(Print(0)));
    assert_eq!(seen.row(other).print, None);

    let lists = PerSeat::new((0..5).map(Print).collect(), (100..105).map(Print).collect());
    let filled: Small = seen.deal(&lists, |_| 0, |_| 0, &mut Dice::new(3)).expect("the lists fit");
    assert_eq!(filled.seen_by(Seat::A), seen);
    let mut prints: Vec<Print> = filled.all().map(|card| filled.print(card)).collect();
    prints.sort();
    assert_eq!(prints, (0..5).chain(100..105).map(Print).collect::<Vec<_>>());

    let mut damaged = serde_json::to_value(&seen).expect("a view is plain data");
    damaged["rows"][0]["place"] = 15.into();
    let damaged: SeenTable<u8> = serde_json::from_value(damaged).expect("it still looks like a view");
    assert!(
        damaged.deal::<Spot, 20>(&lists, |_| 0, |_| 0, &mut Dice::new(3)).is_err(),
        "there is no such zone"
    );
}

#[test]
fn a_table_saves_and_loads_and_damage_is_refused() {
    let mut table = deck_of(5);
    let card = table.cards(at(Seat::B, Spot::Deck))[2];
    table.put(card, at(Seat::B, Spot::Field), End::Bottom);
    *table.marks_mut(card) = 9;
    let saved = serde_json::to_value(table).expect("a table is plain data");
    let loaded: Small = serde_json::from_value(saved.clone()).expect("what was saved loads");
    assert_eq!(loaded, table);

    let mut damaged = saved;
    damaged["order"][0] = 200.into();
    assert!(serde_json::from_value::<Small>(damaged).is_err());
}

#[test]
fn a_full_table_and_a_full_list_say_so() {
    let mut table = deck_of(10);
    assert_eq!(table.add(Print(0), Seat::A, at(Seat::A, Spot::Deck)), None);
    assert!(table.overflowed());
    let mut list = Flat::<u8, 2>::from_slice(&[1, 2]);
    assert!(!list.overflowed());
    list.push(3);
    assert!(list.overflowed());
    assert_eq!(list[..], [1, 2]);
}

#[test]
fn dice_are_fair_enough_and_repeat() {
    let mut counts = [0; 6];
    let mut dice = Dice::new(1);
    (0..60_000).for_each(|_| counts[dice.below(6) as usize] += 1);
    assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    let rolls = |seed| {
        let mut dice = Dice::new(seed);
        (0..8).map(|_| dice.below(1000)).collect::<Vec<_>>()
    };
    assert_eq!(rolls(5), rolls(5));
    assert_ne!(rolls(5), rolls(6));
}

#[test]
fn only_what_may_move_is_shuffled() {
    let mut table = deck_of(6);
    let deck = at(Seat::A, Spot::Deck);
    let cards: Vec<Card> = table.cards(deck).to_vec();
    let marked = cards[2];
    *table.marks_mut(marked) = 1;
    let (print, object) = (table.print(marked), table.object(marked));
    table.shuffle_where(deck, |marks| *marks == 0, &mut Dice::new(3));
    assert_eq!(table.cards(deck)[2], marked);
    assert_eq!((table.print(marked), table.object(marked)), (print, object));
    assert!(
        cards.iter().filter(|card| **card != marked).all(|card| table.find(table.object(*card)).is_some())
    );
}

#[test]
fn handles_dealt_anew_tell_nothing_about_the_order() {
    let deck = at(Seat::A, Spot::Deck);
    let placed = |order: [usize; 3]| {
        let mut table = deck_of(6);
        let cards: Vec<Card> = table.cards(deck)[..3].to_vec();
        let prints: Vec<Print> = cards.iter().map(|card| table.print(*card)).collect();
        order.iter().for_each(|at| table.put(cards[*at], deck, End::Bottom));
        let moved: Vec<Card> = order.iter().map(|at| cards[*at]).collect();
        table.redeal(&moved);
        let there = table.cards(deck).to_vec();
        let wanted: Vec<Print> = order.iter().map(|at| prints[*at]).collect();
        let lying: Vec<Print> = there[there.len() - 3..].iter().map(|card| table.print(*card)).collect();
        assert_eq!(lying, wanted);
        there
    };
    assert_eq!(placed([0, 1, 2]), placed([2, 0, 1]));
}
