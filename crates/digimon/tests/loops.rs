//! DCG 18-3-3: a loop that its player can leave is not repeated for ever, which no scene of sensible length can show.

use digimon::{Cards, Choice, Printed as Card, State};
use effects::Answer;
use kernel::{Context, Dice, Game, Log, Menu, Pool, Printed, Scenes, Stage};
use serde_json::{Value, json};

fn cards() -> Cards {
    let mut rows = vec![
        json!({"name": "Ping", "kind": "digimon", "level": 3, "play_cost": 1, "dp": 1000,
            "text": "[On Deletion] You may play this card from your trash without paying the cost."}),
        json!({"name": "Fog", "kind": "tamer", "text": "[All Turns] All of your opponent's Digimon get -1000 DP."}),
    ];
    for row in &mut rows {
        State::plain(row.as_object_mut().expect("a row is an object"));
    }
    rows.extend(State::blanks());
    let mut pool = Pool::default();
    for row in &rows {
        pool.add(Card::read(row).unwrap_or_else(|error| panic!("{row}: {error}")), row);
    }
    Cards::from(pool)
}

fn position(cards: &Cards) -> State {
    let object = |value: Value| value.as_object().expect("an object").clone();
    let mut stage = Stage { table: object(json!({"turn": "you", "memory": 3})), ..Stage::default() };
    stage.seats[kernel::Seat::A] = object(json!({"hand": ["Ping"]}));
    stage.seats[kernel::Seat::B] = object(json!({"battle": ["Fog"]}));
    State::stage(cards, &stage, 0).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn a_player_who_repeats_for_ever_is_stopped() {
    let cards = cards();
    let mut state = position(&cards);
    let (mut dice, mut log, mut menu) = (Dice::new(1), Log::silent(), Menu::default());
    let mut repeated = 0;
    for _ in 0..5000 {
        state.menu(&cards, &mut menu);
        // Whoever can goes on with the loop.
        let yes = menu.options.iter().copied().find(|choice| *choice == Choice::Effect(Answer::Yes));
        repeated += usize::from(yes.is_some());
        let choice = yes.unwrap_or(menu.options[0]);
        if repeated > 0 && yes.is_none() {
            assert_eq!(choice, Choice::Effect(Answer::Decline));
            assert!(repeated > 100, "stopped after {repeated}");
            return;
        }
        state.apply(choice, &mut Context { pool: &cards, chance: &mut dice, log: &mut log });
    }
    panic!("still going round after {repeated} times");
}
