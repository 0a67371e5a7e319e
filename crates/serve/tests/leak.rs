//! Nothing hidden leaves the server: two matches with other secrets behind them send the same bytes.
//!
//! Both are gone on with from a record that has no answers yet, so that their seeds are the same. In the second the opponent's
//! main deck is listed backwards: every pile of it is shuffled the same way and so holds other cards, while everything that the
//! seat or a spectator may know is the same, as long as nobody shows anything. So the opponent passes, and nobody attacks.
//! Who has nothing to choose is not asked, and who is asked is told: where that differs, the comparison ends.

mod common;

use common::{Client, GAMES, Live, serve};
use serde_json::{Value, json};

/// A match with its tokens.
type Begun = (String, [String; 2]);

/// The record of a match between bots, before its first answer.
fn template(client: &Client, game: &str) -> Value {
    let wanted = json!({"game": game, "seats": ["random", "random"], "seed": 1});
    let (_, made) = client.post("/api/matches", None, &wanted);
    let id = made["match"].as_str().expect("an id").to_string();
    let mut record = loop {
        let (status, record) = client.get(&format!("/api/matches/{id}/record"), None);
        if status == 200 {
            break record;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    record["answers"] = json!([]);
    record["hashes"] = json!([]);
    record
}

fn begin(client: &Client, record: &Value) -> Begun {
    let (status, sent) = client.post("/api/replays", None, &json!({"record": record}));
    assert_eq!(status, 201, "{sent}");
    let path = format!("/api/replays/{}/continue", sent["replay"].as_str().expect("an id"));
    let (status, made) = client.post(&path, None, &json!({"at": 0, "seats": ["open", "open"]}));
    assert_eq!(status, 201, "{made}");
    let token = |at: usize| made["seats"][at]["token"].as_str().expect("a token").to_string();
    (made["match"].as_str().expect("an id").to_string(), [token(0), token(1)])
}

fn backwards(record: &Value) -> Value {
    let mut record = record.clone();
    let main = record["decks"][1]["sections"]["main"].as_object().expect("cards").clone();
    record["decks"][1]["sections"]["main"] = Value::Object(main.into_iter().rev().collect());
    record
}

#[test]
fn other_secrets_send_the_same_bytes() {
    let server = serve();
    let client = Client::new(server.address);
    for game in GAMES {
        let mut record = template(&client, game);
        let (mut compared, mut differed) = (0, 0);
        for seed in 0..3 {
            record["seed"] = json!(seed);
            let pair = [begin(&client, &record), begin(&client, &backwards(&record))];
            compared += same_bytes(&client, &pair);
            differed += usize::from(secrets_differ(&client, &pair));
        }
        println!("{game}: {compared} messages, {differed} of 3 with other secrets");
        assert!(differed >= 2, "{game}: the secrets were the same, so nothing was shown ({differed})");
        assert!(compared >= 40, "{game}: too little was compared ({compared})");
    }
}

/// Compares what both matches send to seat A and to a spectator; how often.
fn same_bytes(client: &Client, pair: &[Begun; 2]) -> usize {
    let mut seats = pair.each_ref().map(|(id, tokens)| client.live(id, &json!({"token": tokens[0]})));
    let mut watchers = pair.each_ref().map(|(id, _)| client.live(id, &json!({})));
    let mut compared = 0;
    let mut told = |live: &mut [Live; 2], who: &str| -> Option<Value> {
        let texts = [0, 1].map(|at| live[at].text().replace(&pair[at].0, "ID"));
        let states = texts.each_ref().map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
        if states[0]["asked"] != states[1]["asked"] {
            return None;
        }
        assert_eq!(texts[0], texts[1], "{who} is sent the same");
        compared += 1;
        Some(states[0].clone())
    };
    for round in 0..40 {
        let Some(state) = told(&mut seats, "the seat") else { break };
        told(&mut watchers, "a spectator");
        let options = match state["asked"].as_str() {
            Some("A") => {
                if round % 4 == 0 {
                    same_reasons(client, pair, &state);
                }
                quiet_option(&state, round).map(|option| (0, [option; 2]))
            }
            Some(_) => {
                let menus = pair.each_ref().map(|(id, tokens)| client.state(id, Some(&tokens[1])));
                let declined = menus.each_ref().map(declining);
                declined[0].zip(declined[1]).map(|(one, other)| (1, [one, other]))
            }
            None => None,
        };
        let Some((seat, options)) = options else { break };
        for (at, (id, tokens)) in pair.iter().enumerate() {
            let (status, next) = client.answer(id, &tokens[seat], options[at], &state["version"]);
            assert_eq!(status, 200, "{next}");
        }
    }
    compared
}

/// An option by which nothing of the other side is shown.
fn quiet_option(state: &Value, round: usize) -> Option<usize> {
    let options = state["menu"]["options"].as_array()?;
    let quiet: Vec<usize> = (0..options.len()).filter(|at| options[*at]["verb"] != "attack").collect();
    let at = (round * 7) % quiet.len().max(1);
    quiet.get(at).copied()
}

fn declining(state: &Value) -> Option<usize> {
    state["menu"]["options"].as_array()?.iter().position(|option| option["declines"] == true)
}

/// What every card could do is told the same too.
fn same_reasons(client: &Client, pair: &[Begun; 2], state: &Value) {
    for name in refs(&state["board"]) {
        let why = pair.each_ref().map(|(id, tokens)| {
            client.get(&format!("/api/matches/{id}/why?card={name}"), Some(&tokens[0])).1.to_string()
        });
        assert_eq!(why[0], why[1], "why {name}");
    }
    let why = pair.each_ref().map(|(id, tokens)| {
        client.get(&format!("/api/matches/{id}/why?label=attack%20with"), Some(&tokens[0])).1.to_string()
    });
    assert_eq!(why[0], why[1]);
}

/// Every name of a card on a board.
fn refs(board: &Value) -> Vec<String> {
    match board {
        Value::Object(fields) => {
            let own = fields.get("ref").and_then(Value::as_str).map(str::to_string);
            own.into_iter().chain(fields.values().flat_map(refs)).collect()
        }
        Value::Array(list) => list.iter().flat_map(refs).collect(),
        _ => Vec::new(),
    }
}

/// Whether the opponent held other cards in the two matches: looked up when both are over.
fn secrets_differ(client: &Client, pair: &[Begun; 2]) -> bool {
    let hands = pair.each_ref().map(|(id, tokens)| {
        client.post(&format!("/api/matches/{id}/concede"), Some(&tokens[0]), &json!({}));
        let (_, state) = client.get(&format!("/api/replays/{id}?at=0&seat=B"), None);
        state["board"]["seats"]["B"]["zones"]["hand"].clone()
    });
    hands[0] != hands[1]
}
