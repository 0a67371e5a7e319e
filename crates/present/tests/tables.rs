//! The table in the middle of a game of each of the four, held to stored screens. `SHOBU_BLESS=1` writes them anew: look at
//! them before they are committed.

use kernel::board::{Board, EventBoard, MenuBoard, Offer, Reason};
use kernel::{Eyes, Seat};
use present::Look;
use shobu::any::Start;
use shobu::setup::{IllegalDecks, UnreadCards};
use shobu::{AnyMatch, GameName};
use std::path::Path;

const WIDTH: usize = 80;
const ROWS: usize = 24;

/// A match between two people at its first decision.
fn begun(game: GameName, seed: u64) -> AnyMatch {
    let start = Start {
        edition: None,
        pools: Vec::new(),
        decks: [None, None],
        unread: UnreadCards::Refused,
        illegal: IllegalDecks::Refused,
        seed,
        players: ["person".into(), "person".into()],
    };
    AnyMatch::begin(game, &start).expect("the built-in decks play")
}

/// The same some answers in. Which options are taken depends on nothing but the menus.
fn middle(game: GameName, answers: usize) -> AnyMatch {
    let mut played = begun(game, 12);
    for at in 0..answers {
        let Some(seat) = played.seat() else { break };
        let (_, asked) = played.picture(Eyes::Seat(seat));
        let options = asked.expect("the seat is asked").options.len();
        played.answer(at * 7 % options).expect("the option is there");
    }
    played
}

/// What a seat sees in a window of 80 columns and 24 lines.
fn screen(played: &AnyMatch, before: Option<&Board>) -> (Vec<String>, Board) {
    let seat = played.seat().expect("the match goes on");
    let look = Look { height: Some(ROWS), ..Look::plain(WIDTH, seat) };
    let (board, asked) = played.picture(Eyes::Seat(seat));
    (present::screen(&look, &board, before, Some(&asked.expect("the seat is asked"))), board)
}

fn held(game: GameName, answers: usize) {
    let (shown, _) = screen(&middle(game, answers), None);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/tables/{game}.txt"));
    let text = shown.join("\n") + "\n";
    if std::env::var_os("SHOBU_BLESS").is_some() {
        std::fs::write(&file, &text).expect("the folder can be written");
    }
    let stored = std::fs::read_to_string(&file).expect("the screen is stored");
    assert_eq!(text, stored, "{} shows something else now", file.display());
    assert!(shown.len() < ROWS, "{} rows do not fit a window of {ROWS}", shown.len());
}

#[test]
fn digimon() {
    held(GameName::Digimon, 24);
}

#[test]
fn dragon_ball() {
    held(GameName::Dbs, 60);
}

#[test]
fn buddyfight() {
    held(GameName::Buddyfight, 60);
}

#[test]
fn battle_spirits() {
    held(GameName::BattleSpirits, 60);
}

/// However full the table, long the names and many the options: a question never needs more than the window, and says all of it.
/// Players who never pass while they can do something else fill the table most.
#[test]
fn every_question_fits_the_window() {
    for (game, seed) in GameName::ALL.into_iter().flat_map(|game| [(game, 3), (game, 4)]) {
        let mut played = begun(game, seed);
        let mut before: [Option<Board>; 2] = [None, None];
        for at in 0..160 {
            let Some(seat) = played.seat() else { break };
            let (shown, board) = screen(&played, before[seat.index()].as_ref());
            let text = shown.join("\n");
            assert!(shown.len() < ROWS, "{game}, seed {seed}, answer {at}: {} rows\n{text}", shown.len());
            for line in &shown {
                assert!(line.chars().count() <= WIDTH, "{game}, seed {seed}, answer {at}: {line}");
            }
            before[seat.index()] = Some(board);
            let (_, asked) = played.picture(Eyes::Seat(seat));
            let asked = asked.expect("the seat is asked");
            // An amount is told as it is, every other option by its place.
            let places = || (1..=asked.options.len() as i32).collect();
            let told: Vec<i32> = present::menu::amounts(&asked).unwrap_or_else(places);
            let options = asked.options;
            for number in told {
                let numbered = |word: &str| word.trim_end_matches(',') == number.to_string();
                assert!(text.split_whitespace().any(numbered), "option {number} is not shown:\n{text}");
            }
            let acts: Vec<usize> = (0..options.len()).filter(|at| !options[*at].declines).collect();
            let attacks = options.iter().position(|offer| offer.verb == "attack").filter(|_| at % 9 > 0);
            let quiet: Vec<usize> = acts
                .iter()
                .copied()
                .filter(|at| attacks.is_none() || options[*at].verb != "attack")
                .collect();
            let chosen = if quiet.is_empty() { options.len() - 1 } else { quiet[at * 7 % quiet.len()] };
            played.answer(chosen).expect("the option is there");
        }
    }
}

/// Options that begin alike share a row, and each can be told by its number.
#[test]
fn crowded_options_stand_in_rows() {
    let offer = |label: &str, verb, cost| Offer {
        label: label.into(),
        verb,
        cards: Vec::new(),
        cost,
        then: cost.map(|cost: i32| format!("opponent gets {cost} memory")),
        ..Offer::default()
    };
    let reason =
        Reason { text: "main phase".into(), card: None, name: None, owner: None, words: None, rule: None };
    let options = vec![
        offer("play Rock", "play", Some(3)),
        offer("digivolve Egg into Rock", "digivolve", Some(1)),
        offer("play Road to Ruin", "play", Some(4)),
        offer("attack with Wall -> opponent", "attack", None),
        offer("attack with Wall -> Sprout", "attack", None),
        offer("pass turn", "pass turn", None),
    ];
    let menu = MenuBoard { seat: Seat::A, reason, options };
    let shown = present::menu::grouped(&Look::plain(WIDTH, Seat::A), &menu);
    let rows = [
        "  play: 1 Rock (3), opponent gets 3   3 Road to Ruin (4), opponent gets 4",
        "  2 digivolve Egg into Rock (1), opponent gets 1 memory",
        "  attack with Wall -> 4 opponent   5 Sprout",
        "  6 pass turn",
    ];
    assert_eq!(shown, rows);
}

/// What has changed since the reader looked last is marked: by how much a number, with a star a card.
#[test]
fn changes_are_marked() {
    let mut played = begun(GameName::Digimon, 12);
    let mut last = None;
    let marked = (0..60).find_map(|at| {
        let seat = played.seat()?;
        let (shown, board) = screen(&played, last.as_ref());
        last = Some(board);
        let (_, asked) = played.picture(Eyes::Seat(seat));
        let options = asked.expect("the seat is asked").options.len();
        played.answer(at * 7 % options).expect("the option is there");
        let text = shown.join("\n");
        (text.contains("deck 4") && text.contains("(-1)") && text.contains(": *")).then_some(text)
    });
    assert!(marked.is_some(), "no screen marks a card and a number that changed");
}

/// Two prints may share a name and differ in what they say: then each is told with its id, in the position and in the menu.
#[test]
fn prints_that_share_a_name_are_told_with_their_ids() {
    let played = begun(GameName::Digimon, 12);
    let seat = played.seat().expect("the match begins");
    let (mut board, _) = played.picture(Eyes::Seat(seat));
    let own = if seat == Seat::A { &mut board.seats.a } else { &mut board.seats.b };
    let hand = own.zones.0.iter_mut().find(|(name, _)| *name == "hand").expect("there is a hand");
    let mut other = hand.1.cards[0].clone();
    let (name, id) = (other.name.clone().expect("it is known"), other.id.clone().expect("it is known"));
    (other.r#ref, other.id) = ("c200".into(), Some("XX1-001".into()));
    hand.1.cards.push(other);
    let offer = |card: &str| Offer {
        label: format!("play {name}"),
        verb: "play",
        cards: vec![card.into()],
        ..Offer::default()
    };
    let asked = MenuBoard { seat, reason: Reason::default(), options: vec![offer("c200")] };
    let shown = present::screen(&Look::plain(WIDTH, seat), &board, None, Some(&asked)).join("\n");
    for told in [format!("{name} {id}"), format!("{name} XX1-001"), format!("1 play {name} XX1-001")] {
        assert!(shown.contains(&told), "{told}\n{shown}");
    }
    assert!(!shown.contains(" x2"), "two prints are not one card twice\n{shown}");
}

/// Where nothing but an amount is asked for, its number is typed; where something else can be answered too, places are.
#[test]
fn amounts_are_told_as_they_are() {
    let offer = |label: &str| Offer { label: label.into(), verb: "choose", ..Offer::default() };
    let asked = |labels: &[&str]| MenuBoard {
        seat: Seat::A,
        reason: Reason::default(),
        options: labels.iter().copied().map(offer).collect(),
    };
    let numbers = asked(&["choose 0", "choose 1", "choose 2"]);
    assert_eq!(present::menu::amounts(&numbers), Some(vec![0, 1, 2]));
    let shown = present::menu::options(&Look::plain(WIDTH, Seat::A), &numbers);
    assert_eq!(shown, ["  choose 0, 1 or 2"]);
    assert_eq!(present::menu::amounts(&asked(&["choose 1", "choose Ember", "done"])), None);
}

/// What happened, as the table tells it, and as it does in brief.
fn told(texts: &[(&str, bool)]) -> [Vec<String>; 2] {
    let event = |(text, routine): &(&str, bool)| EventBoard {
        text: text.to_string(),
        words: None,
        rule: "1-1",
        cards: Vec::new(),
        routine: *routine,
    };
    let events: Vec<EventBoard> = texts.iter().map(event).collect();
    let look = Look::plain(WIDTH, Seat::A);
    let bare = |lines: Vec<String>| lines.iter().map(|line| line.trim().to_string()).collect();
    [bare(present::news::news(&look, &events)), bare(present::news::brief(&look, &events))]
}

/// A step that begins, and what is paid, go without saying.
#[test]
fn news_tell_what_befell_cards_and_players() {
    let [news, brief] = told(&[
        ("opponent's attack step", true),
        ("opponent's Ember attacks", false),
        ("opponent's Ember is exhausted", true),
        ("you draw Rock", true),
        ("you lose 1 life", false),
        ("you lose 1 life", false),
    ]);
    assert_eq!(news, ["opponent's Ember attacks", "you draw Rock", "you lose 1 life (x2)"]);
    assert_eq!(brief, ["opponent's Ember attacks; you lose 1 life (x2)"]);
}

/// What one line says the next need not: whose the places of a way are, where a destroyed card goes, what paid for a call and where it
/// arrives, who turns because it attacks, cards drawn or turned one by one.
#[test]
fn news_say_nothing_twice() {
    let [news, _] = told(&[
        ("your turn ends", true),
        ("opponent's turn begins", false),
        ("opponent calls Reef Warden", false),
        ("opponent's Tide goes from opponent's gauge to opponent's drop", false),
        ("a card goes from opponent's gauge to opponent's drop", false),
        ("opponent's Reef Warden enters left", false),
        ("opponent's Reef Warden rests", true),
        ("opponent's Reef Warden attacks your Ember", false),
        ("the attack hits", false),
        ("your Ember is destroyed", false),
        ("your Sprout is destroyed", false),
        ("your Ember goes from your center to your drop", false),
        ("your Sprout goes from your right to your hand", false),
        ("your Rock leaves the field", false),
        ("your Rock goes from your left to your hand", false),
        ("your Rock stands", true),
        ("your Wall stands", true),
        ("opponent's Nell is revealed", false),
        ("opponent's Reef rests", false),
        ("opponent plays Nell", false),
        ("opponent's Tide is revealed", false),
    ]);
    let said = [
        "opponent's turn begins",
        "opponent calls Reef Warden to left",
        "opponent pays 2 gauge",
        "opponent's Reef Warden attacks your Ember",
        "your Ember is destroyed",
        "your Sprout is destroyed, to hand",
        "your Rock goes from left to hand",
        "your Rock and Wall stand",
        "opponent's Reef rests",
        "opponent plays Nell",
        "opponent's Tide is revealed",
    ];
    assert_eq!(news, said);
}

/// The same where both players have names.
#[test]
fn news_of_two_people_say_nothing_twice() {
    let event = |text: &str| EventBoard {
        text: text.into(),
        words: None,
        rule: "1-1",
        cards: Vec::new(),
        routine: false,
    };
    let events = [
        "Player 1 summons Kindle Finch",
        "Player 1's Kindle Finch costs 2, 1 to pay",
        "1 of Player 1's cores goes from the reserve to the trash",
        "Player 2 calls Reef Warden",
        "Player 2's Tide goes from Player 2's gauge to Player 2's drop",
        "Player 2's Reef Warden enters left",
        "Player 1's Ember attacks Player 2",
        "Player 1's Rock attacks Player 2",
        "Player 1 draws Ash, the First",
        "Player 1 draws Bo",
        "Player 2 draws a card",
    ];
    let look = Look { names: ["Player 1".into(), "Player 2".into()], ..Look::plain(WIDTH, Seat::A) };
    let told = present::news::news(&look, &events.map(event));
    let told: Vec<&str> = told.iter().map(|line| line.trim()).collect();
    let said = [
        "Player 1 summons Kindle Finch (1 to pay)",
        "Player 2 calls Reef Warden to left",
        "Player 2 pays 1 gauge",
        "Player 1's Ember and Rock attack Player 2",
        "Player 1 draws Ash, the First; Bo",
        "Player 2 draws a card",
    ];
    assert_eq!(told, said);
}

/// What leads from each of many to each of several places names the places once.
#[test]
fn attacks_on_the_same_targets_stand_in_a_grid() {
    let attack = |card: &str, power: i32, target: &str, foe: i32| Offer {
        label: format!("attack with {card} -> {target}"),
        verb: "attack",
        then: Some(format!("{power} against {foe}")),
        ..Offer::default()
    };
    let all = [("Rock", 3000), ("Sprout", 1000), ("Rock and Sprout", 4000), ("Harbormaster Nell", 5000)];
    let foes = [("Coral Shieldmaiden", 6000), ("Foam Sprite", 2000)];
    let attacks = |(card, power): &(&str, i32)| foes.map(|(foe, defense)| attack(card, *power, foe, defense));
    let mut options: Vec<Offer> = all.iter().flat_map(attacks).collect();
    options.push(Offer { label: "end phase".into(), verb: "end phase", ..Offer::default() });
    let menu = MenuBoard { seat: Seat::A, reason: Reason::default(), options };
    let shown = present::menu::grouped(&Look::plain(WIDTH, Seat::A), &menu);
    let rows = [
        "  attack with … -> Coral Shieldmaiden 6000 / Foam Sprite 2000:",
        "      Rock 3000: 1 / 2   Sprout 1000: 3 / 4   Rock and Sprout 4000: 5 / 6",
        "      Harbormaster Nell 5000: 7 / 8",
        "  9 end phase",
    ];
    assert_eq!(shown, rows);
}

/// Of two copies that stand alike either is meant; not of two cards, nor where one stands otherwise.
#[test]
fn copies_that_stand_alike_are_interchangeable() {
    let played = begun(GameName::Dbs, 12);
    let seat = played.seat().expect("the match begins");
    let (mut board, _) = played.picture(Eyes::Seat(seat));
    let own = if seat == Seat::A { &mut board.seats.a } else { &mut board.seats.b };
    let hand = own.zones.0.iter_mut().find(|(name, _)| *name == "hand").expect("there is a hand");
    let name = hand.1.cards[0].name.clone().expect("it is known");
    let mut copy = |reference: &str, number: usize, state: Option<&'static str>| {
        let mut copy = hand.1.cards[0].clone();
        copy.r#ref = reference.into();
        copy.name = Some(format!("{name}#{number}"));
        copy.states.extend(state);
        hand.1.cards.push(copy);
    };
    copy("c200", 7, None);
    copy("c201", 8, Some("rest"));
    let first = hand.1.cards[0].r#ref.clone();
    let other = hand.1.cards[1].r#ref.clone();
    let charge = |label: &str, card: &str| Offer {
        label: format!("charge {label}"),
        verb: "charge",
        cards: vec![card.into()],
        ..Offer::default()
    };
    let one = charge(&name, &first);
    let alike = |other: &Offer| present::alike::interchangeable(&board, &one, other);
    assert!(alike(&charge(&format!("{name}#7"), "c200")));
    assert!(!alike(&charge(&format!("{name}#8"), "c201")), "it stands otherwise");
    assert!(!alike(&charge("another", &other)), "it is another card");
    let dear = Offer { cost: Some(1), ..charge(&format!("{name}#7"), "c200") };
    assert!(!alike(&dear), "it costs something");
}
