//! Whole games over HTTP and over the live connection, and everything around them.

mod common;

use common::{Client, GAMES, Live, pick, serve};
use serde_json::{Value, json};

#[test]
fn a_game_of_each_is_played_over_http() {
    let server = serve();
    let client = Client::new(server.address);
    for game in GAMES {
        let (id, tokens) = client.begin(&json!({"game": game, "seats": ["open", "random"], "seed": 11}));
        let token = tokens[0].as_str();
        let mut state = client.state(&id, Some(token));
        let mut round = 0;
        while state["over"].is_null() {
            assert_eq!(state["menu"]["seat"], "A", "bots have answered by then: {state}");
            let (status, next) = client.answer(&id, token, pick(&state, round), &state["version"]);
            assert_eq!(status, 200, "{next}");
            assert!(next["version"].as_u64() > state["version"].as_u64());
            (state, round) = (next, round + 1);
            assert!(round < 3_000, "{game} does not end");
        }
        let (status, record) = client.get(&format!("/api/matches/{id}/record"), None);
        assert_eq!((status, &record["game"]), (200, &json!(game)));
        looked_at_again(&client, &id, &record);
    }
}

/// A match that is over is a replay: at its end it stands where the match stood, and it can be gone on from.
fn looked_at_again(client: &Client, id: &str, record: &Value) {
    let answers = record["answers"].as_array().expect("answers").len();
    let (status, end) = client.get(&format!("/api/replays/{id}?seat=all"), None);
    assert_eq!(status, 200, "{end}");
    assert_eq!(end["answers"], json!(answers));
    assert!(end["over"].is_object());
    let (_, sent) = client.post("/api/replays", None, &json!({"record": record}));
    let replay = sent["replay"].as_str().expect("a replay");
    let half = answers / 2;
    let (_, of_match) = client.get(&format!("/api/replays/{id}?at={half}&seat=A"), None);
    let (_, of_record) = client.get(&format!("/api/replays/{replay}?at={half}&seat=A"), None);
    assert_eq!(of_match["board"], of_record["board"]);
    assert_eq!(client.get(&format!("/api/replays/{replay}?at={}", answers + 1), None).0, 400);
    let wanted = json!({"at": half, "seats": ["open", "open"]});
    let (status, made) = client.post(&format!("/api/replays/{replay}/continue"), None, &wanted);
    assert_eq!(status, 201, "{made}");
    let gone_on = client.state(made["match"].as_str().expect("an id"), made["seats"][0]["token"].as_str());
    assert_eq!(gone_on["board"], of_match["board"]);
    let mut damaged = record.clone();
    damaged["answers"][half] = json!(60_000);
    assert_eq!(client.post("/api/replays", None, &json!({"record": damaged})).0, 422);
}

#[test]
fn a_game_of_each_is_played_live_and_watched() {
    let server = serve();
    let client = Client::new(server.address);
    for game in GAMES {
        let (id, tokens) = client.begin(&json!({"game": game, "seats": ["random", "open"], "seed": 5}));
        let mut seat = client.live(&id, &json!({"token": tokens[0]}));
        let mut watcher = client.live(&id, &json!({}));
        let mut round = 0;
        let end = loop {
            let state = seat.next();
            assert_eq!((&state["type"], &state["seat"]), (&json!("state"), &json!("B")), "{state}");
            if !state["over"].is_null() {
                break state;
            }
            if state["menu"].is_null() {
                continue;
            }
            let (option, version) = (pick(&state, round), &state["version"]);
            seat.say(&json!({"answer": {"option": option, "version": version}}));
            round += 1;
            assert!(round < 3_000, "{game} does not end");
        };
        // Who watches skips what came too fast, and sees the end.
        loop {
            let state = watcher.next();
            assert!(state["seat"].is_null() && state["menu"].is_null());
            if state["version"] == end["version"] {
                assert_eq!(state["over"], end["over"]);
                break;
            }
        }
    }
}

/// Plays a match of two on two connections to its end; how many answers it took.
fn play_out(first: &mut Live, second: &mut Live) -> usize {
    let seats = [first, second];
    let mut answers = 0;
    let mut states = [seats[0].next(), seats[1].next()];
    loop {
        if !states[0]["over"].is_null() {
            assert_eq!(states[0]["over"], states[1]["over"]);
            return answers;
        }
        let asked = usize::from(states[0]["asked"] == "B");
        assert!(states[1 - asked]["menu"].is_null(), "one is asked at a time");
        let (option, version) = (pick(&states[asked], answers), &states[asked]["version"]);
        seats[asked].say(&json!({"answer": {"option": option, "version": version}}));
        answers += 1;
        states = [seats[0].next(), seats[1].next()];
        assert_eq!(states[0]["version"], states[1]["version"]);
    }
}

#[test]
fn two_people_play_and_play_again() {
    let server = serve();
    let client = Client::new(server.address);
    let (id, tokens) = client.begin(&json!({"game": "battle-spirits"}));
    let mut first = client.live(&id, &json!({"token": tokens[0]}));
    let mut second = client.live(&id, &json!({"token": tokens[1]}));
    assert!(play_out(&mut first, &mut second) > 10);
    let path = format!("/api/matches/{id}/rematch");
    let (status, made) = client.post(&path, Some(&tokens[1]), &json!({}));
    assert_eq!(status, 201, "{made}");
    let next = made["match"].as_str().expect("an id").to_string();
    // The other is told, and asking too gives the same match.
    assert_eq!(first.next()["rematch"], json!(next));
    assert_eq!(client.post(&path, Some(&tokens[0]), &json!({})).1["match"], json!(next));
    assert_eq!(client.state(&next, Some(&tokens[0]))["seat"], "A");
    assert_eq!(client.state(&next, Some(&tokens[1]))["seat"], "B");
    assert_eq!(client.state(&next, None)["version"], 1);
}

#[test]
fn a_guest_brings_a_deck() {
    let server = serve();
    let client = Client::new(server.address);
    let invite = json!({"game": "digimon", "deck": "no such deck"});
    assert_eq!(client.post("/api/invites", None, &invite).0, 422, "the host's deck is checked at once");
    let (_, games) = client.get("/api/games", None);
    let decks = games["games"][0]["decks"].as_array().expect("decks");
    let (own, other) = (&decks[0]["id"], &decks[decks.len() - 1]["id"]);
    let invite = json!({"game": "digimon", "deck": own, "clock": {"minutes": 5, "increment": 3}});
    let (status, made) = client.post("/api/invites", None, &invite);
    assert_eq!(status, 201, "{made}");
    let path = format!("/api/invites/{}", made["invite"].as_str().expect("an id"));
    let (_, told) = client.get(&path, None);
    assert_eq!((&told["game"], &told["match"]), (&json!("digimon"), &json!(null)));
    assert_eq!(told["clock"], json!({"minutes": 5.0, "increment": 3.0}));
    assert!(told.get("deck").is_none(), "what the host plays is not told");
    let (host, guest) = (made["token"].as_str(), made["guest"]["token"].as_str());
    let join = format!("{path}/join");
    assert_eq!(client.post(&join, None, &json!({})).0, 401);
    assert_eq!(client.post(&join, host, &json!({})).0, 401, "the host is not the guest");
    assert_eq!(client.post(&join, guest, &json!({"deck": "4 SH1-001\n"})).0, 422);
    let (status, begun) = client.post(&join, guest, &json!({"deck": other}));
    assert_eq!(status, 201, "{begun}");
    let id = begun["match"].as_str().expect("a match");
    assert_eq!(
        client.post(&join, guest, &json!({"deck": own})).1["match"],
        json!(id),
        "joining is done once"
    );
    assert_eq!(client.get(&path, None).1["match"], json!(id));
    assert_eq!(client.state(id, host)["seat"], "A");
    assert_eq!(client.state(id, guest)["seat"], "B");
    client.post(&format!("/api/matches/{id}/concede"), host, &json!({}));
    let (_, record) = client.get(&format!("/api/matches/{id}/record"), None);
    let name = |at: usize| record["decks"][at]["name"].clone();
    assert_ne!(name(0), name(1), "each plays the deck that was brought");
    assert_eq!(client.get("/api/invites/nosuchone", None).0, 404);
}

#[test]
fn pictures_are_shown_where_there_are_some() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("digimon")).expect("a folder");
    std::fs::write(folder.path().join("secret.png"), b"no").expect("a file");
    std::fs::write(folder.path().join("digimon/sh1-001.png"), b"picture").expect("a file");
    std::fs::write(folder.path().join("digimon/notes.txt"), b"no").expect("a file");
    let data = folder.path().join("matches.db").display().to_string();
    let pictures = Some(folder.path().to_path_buf());
    let server = common::serve_with(serve::Options { pictures, ..common::options(&data) });
    let client = Client::new(server.address);
    let (_, games) = client.get("/api/games", None);
    let shown: Vec<bool> = (0..4).map(|at| games["games"][at]["pictures"] == true).collect();
    assert_eq!(shown, [true, false, false, false]);
    assert_eq!(client.get("/api/pictures/digimon", None).1["ids"], json!(["SH1-001"]));
    assert_eq!(client.get("/pictures/digimon/SH1-001", None), (200, json!("picture")));
    for path in
        ["digimon/notes", "digimon/..%2Fsecret", "digimon/..%2f..%2fetc%2fpasswd", "dbs/SH1-001", "x/y"]
    {
        assert_eq!(client.get(&format!("/pictures/{path}"), None).0, 404, "{path}");
    }
    let empty = serve::Options { pictures: Some("/nowhere".into()), ..common::options("x.db") };
    let refused = tokio::runtime::Runtime::new().expect("threads").block_on(empty.prepare());
    assert!(refused.err().expect("refused").to_string().contains("no pictures"));
}

#[test]
fn nothing_learnt_can_be_taken_back() {
    let server = serve();
    let client = Client::new(server.address);
    let mut taken_back = 0;
    for seed in 0..12 {
        let (id, tokens) =
            client.begin(&json!({"game": "battle-spirits", "seats": ["open", "random"], "seed": seed}));
        let token = tokens[0].as_str();
        let mut state = client.state(&id, Some(token));
        for round in 0..12 {
            if !state["over"].is_null() {
                break;
            }
            let before = state.clone();
            let (_, after) = client.answer(&id, token, pick(&state, round), &state["version"]);
            let undo = json!({"version": after["version"]});
            let (status, undone) = client.post(&format!("/api/matches/{id}/undo"), Some(token), &undo);
            match status {
                200 => {
                    assert_eq!(after["undo"], true, "what can be taken back is said to be");
                    assert_eq!(undone["board"], before["board"]);
                    assert_eq!(undone["menu"], before["menu"]);
                    assert!(undone["version"].as_u64() > after["version"].as_u64());
                    // Sent again, it is not done again.
                    let (again, same) = client.post(&format!("/api/matches/{id}/undo"), Some(token), &undo);
                    assert_eq!((again, &same["version"]), (200, &undone["version"]));
                    taken_back += 1;
                    state = undone;
                    break;
                }
                _ => {
                    assert_eq!((status, &undone["code"]), (409, &json!("undo")));
                    state = after;
                }
            }
        }
    }
    assert!(taken_back > 2, "{taken_back}");
}

#[test]
fn whoever_runs_out_of_time_loses() {
    let server = serve();
    let client = Client::new(server.address);
    let wanted = json!({"game": "digimon", "seats": ["open", "open"], "clock": {"total": 1, "increment": 0}});
    let (id, tokens) = client.begin(&wanted);
    let mut first = client.live(&id, &json!({"token": tokens[0]}));
    let state = first.next();
    assert!(state["clock"]["running"].is_null(), "nobody loses time before both are there");
    let mut second = client.live(&id, &json!({"token": tokens[1]}));
    second.next();
    let state = first.next();
    assert_eq!(state["clock"]["running"], state["asked"]);
    let over = first.next();
    let winner = if state["asked"] == "A" { "B" } else { "A" };
    assert_eq!(over["over"]["winner"], winner);
    assert!(over["over"]["why"].as_str().expect("why").contains("time"));
    let short = json!({"game": "digimon", "clock": {"minutes": 0}});
    assert_eq!(client.post("/api/matches", None, &short).0, 400);
}

#[test]
fn bots_play_among_themselves_and_are_watched() {
    let server = serve();
    let client = Client::new(server.address);
    let (id, tokens) = client.begin(&json!({"game": "buddyfight", "seats": ["random", "random"], "seed": 3}));
    assert!(tokens.is_empty());
    let mut watcher = client.live(&id, &json!({}));
    while watcher.next()["over"].is_null() {}
    assert_eq!(client.get(&format!("/api/matches/{id}/record"), None).0, 200);
}

#[test]
fn games_rules_scenes_cards_and_decks_are_told() {
    let server = serve();
    let client = Client::new(server.address);
    let (_, games) = client.get("/api/games", None);
    assert_eq!(games["games"].as_array().map(Vec::len), Some(4));
    for game in games["games"].as_array().expect("games") {
        let (name, deck) = (game["game"].as_str().expect("a name"), &game["decks"][0]["id"]);
        let (_, rules) = client.get(&format!("/api/rules/{name}"), None);
        let shown =
            rules["rules"].as_array().expect("rules").iter().find(|rule| rule["scenes"].as_u64() > Some(0));
        let id = shown.expect("a rule with a scene")["id"].as_str().expect("an id");
        let (_, rule) = client.get(&format!("/api/rules/{name}/{id}"), None);
        let path = rule["scenes"][0]["path"].as_str().expect("a scene");
        let (_, scene) = client.get(&format!("/api/scenes/{path}"), None);
        let steps = scene["steps"].as_u64().expect("steps");
        for at in [0, steps] {
            let (status, stands) = client.get(&format!("/api/scenes/{path}?at={at}"), None);
            assert_eq!((status, &stands["board"]["game"]), (200, &json!(name)), "{path} {at}");
        }
        let (status, made) = client.post("/api/matches", None, &json!({"game": name, "decks": [deck, deck]}));
        assert_eq!(status, 201, "{made}");
    }
    let (_, found) = client.get("/api/rules/search?q=blocker", None);
    assert!(!found["rules"].as_array().expect("rules").is_empty());
    let ours = "4 SH1-001\n4x No Such Card\n";
    let (status, checked) = client.post("/api/decks/check", None, &json!({"game": "digimon", "list": ours}));
    assert_eq!((status, &checked["legal"]), (200, &json!(false)));
    assert!(checked["reasons"][0]["why"].as_str().expect("why").contains("No Such Card"), "{checked}");
    // A file of the machine is no deck.
    let file = json!({"game": "digimon", "decks": ["/etc/passwd", null]});
    assert_eq!(client.post("/api/matches", None, &file).0, 422);
    assert_eq!(client.get("/api/cards/digimon/..%2F..%2Fetc", None).0, 404);
    assert_eq!(client.get("/api/scenes/../../Cargo.toml", None).0, 404);
}

#[test]
fn a_restart_goes_on_where_it_stood() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("matches.db").display().to_string();
    let (id, token, before) = {
        let server = common::serve_with(common::options(&data));
        let client = Client::new(server.address);
        let (id, tokens) = client.begin(&json!({"game": "dbs", "seats": ["open", "random"], "seed": 9}));
        let mut state = client.state(&id, Some(&tokens[0]));
        for round in 0..30 {
            state = client.answer(&id, &tokens[0], pick(&state, round), &state["version"]).1;
        }
        (id, tokens[0].clone(), state)
    };
    let server = common::serve_with(common::options(&data));
    let client = Client::new(server.address);
    let after = client.state(&id, Some(&token));
    for field in ["board", "menu", "version", "asked", "over"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    let (status, _) = client.answer(&id, &token, pick(&after, 1), &after["version"]);
    assert_eq!(status, 200);
    // A second process on the same file would do harm.
    let second = tokio::runtime::Runtime::new().expect("threads").block_on(common::options(&data).prepare());
    assert!(second.err().expect("refused").to_string().contains("another `shobu serve`"));
}
