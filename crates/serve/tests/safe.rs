//! What must not happen: answers taken twice, seats opened by the wrong token, limits that do not hold, bytes that do harm.

mod common;

use common::{Client, pick, serve, serve_within};
use serde_json::{Value, json};
use serve::Limits;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;
use tungstenite::Message;

#[test]
fn an_answer_is_taken_once() {
    let server = serve();
    let client = Client::new(server.address);
    let (id, tokens) = client.begin(&json!({"game": "digimon", "seats": ["open", "random"], "seed": 1}));
    let state = client.state(&id, Some(&tokens[0]));
    let option = pick(&state, 1);
    let (status, first) = client.answer(&id, &tokens[0], option, &state["version"]);
    assert_eq!(status, 200);
    let (status, second) = client.answer(&id, &tokens[0], option, &state["version"]);
    assert_eq!((status, &second["version"]), (200, &first["version"]), "the same answer changes nothing");
    let (status, stale) = client.answer(&id, &tokens[0], option + 1, &state["version"]);
    assert_eq!((status, &stale["type"], &stale["version"]), (409, &json!("state"), &first["version"]));
    // Many at once: one of them is taken, and all are told so.
    let state = client.state(&id, Some(&tokens[0]));
    let option = pick(&state, 2);
    let told: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let ask = || client.answer(&id, &tokens[0], option, &state["version"]);
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    assert!(told.iter().all(|(status, _)| *status == 200), "{told:?}");
    assert!(told.iter().all(|(_, next)| next["version"] == told[0].1["version"]), "{told:?}");
    // Live, a stale answer is an error with the state behind it, and the connection stays.
    let mut live = client.live(&id, &json!({"token": tokens[0]}));
    let now = live.next();
    live.say(&json!({"answer": {"option": 60_000, "version": 1}}));
    assert_eq!(live.next()["code"], "version");
    assert_eq!(live.next()["version"], now["version"]);
    live.say(&json!({"answer": {"option": 60_000, "version": now["version"]}}));
    assert_eq!(live.next()["code"], "option");
    let (status, wrong) = client.answer(&id, &tokens[0], 60_000, &now["version"]);
    assert_eq!((status, &wrong["code"]), (422, &json!("option")));
}

#[test]
fn a_seat_opens_to_its_token_only() {
    let server = serve();
    let client = Client::new(server.address);
    let (id, tokens) = client.begin(&json!({"game": "dbs", "seats": ["open", "open"]}));
    let (other, others) = client.begin(&json!({"game": "dbs", "seats": ["open", "open"]}));
    let state = client.state(&id, None);
    let asked = usize::from(state["asked"] == "B");
    for token in ["", "x", &"a".repeat(32), others[0].as_str(), &id, &tokens[0][1..]] {
        assert_eq!(client.get(&format!("/api/matches/{id}"), Some(token)).0, 401, "{token}");
        assert_eq!(client.answer(&id, token, 0, &json!(1)).0, 401);
        assert_eq!(client.post(&format!("/api/matches/{id}/concede"), Some(token), &json!({})).0, 401);
    }
    assert_eq!(client.answer(&id, &tokens[1 - asked], 0, &json!(1)).1["code"], "turn");
    let (status, why) = client.get(&format!("/api/matches/{id}/why?card=c0"), Some(&tokens[1 - asked]));
    assert_eq!((status, &why["code"]), (409, &json!("turn")), "what the other could do is not told");
    assert_eq!(client.get(&format!("/api/matches/{id}/why?card=c0"), None).0, 401);
    assert_eq!(client.get(&format!("/api/matches/{id}/record"), Some(&tokens[0])).0, 409);
    assert_eq!(client.get(&format!("/api/replays/{id}?at=0&seat=all"), Some(&tokens[0])).0, 409);
    assert_eq!(client.post(&format!("/api/matches/{id}/rematch"), Some(&tokens[0]), &json!({})).0, 409);
    assert_eq!(client.get("/api/matches/nosuchmatch", None).0, 404);
    // A seed where a second person sits would tell one of them everything.
    let seeded = json!({"game": "dbs", "seats": ["open", "open"], "seed": 1});
    assert_eq!(client.post("/api/matches", None, &seeded).0, 400);
    let mut live = client.live(&other, &json!({"token": tokens[0]}));
    assert_eq!(live.next()["code"], "token");
    let mut watcher = client.live(&id, &json!({}));
    watcher.next();
    watcher.say(&json!({"concede": {}}));
    assert_eq!(watcher.next()["code"], "token");
    let (status, state) = client.post(&format!("/api/matches/{id}/concede"), Some(&tokens[0]), &json!({}));
    assert_eq!((status, &state["over"]["winner"]), (200, &json!("B")));
}

/// Sends a request as bytes; the status, or nothing where the connection was closed.
fn raw(client: &Client, request: &[u8]) -> Option<u16> {
    let mut stream = TcpStream::connect(client.address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    stream.write_all(request).ok()?;
    let mut told = [0; 64];
    let read = stream.read(&mut told).ok()?;
    String::from_utf8_lossy(&told[..read]).split(' ').nth(1)?.parse().ok()
}

#[test]
fn other_sites_are_refused() {
    let server = serve();
    let client = Client::new(server.address);
    let ask = |host: &str, origin: &str| {
        let body = r#"{"game":"digimon"}"#;
        let request = format!(
            "POST /api/matches HTTP/1.1\r\nHost: {host}\r\n{origin}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        raw(&client, request.as_bytes())
    };
    let here = client.address.to_string();
    assert_eq!(ask(&here, ""), Some(201));
    assert_eq!(ask(&here, &format!("Origin: http://{here}\r\n")), Some(201));
    assert_eq!(ask(&here, "Origin: http://evil.example\r\n"), Some(403));
    assert_eq!(ask(&here, "Origin: null\r\n"), Some(403));
    assert_eq!(ask("evil.example", "Origin: http://evil.example\r\n"), Some(421), "a name made to lead here");
    let (id, _) = client.begin(&json!({"game": "digimon"}));
    let live = format!(
        "GET /api/matches/{id}/live HTTP/1.1\r\nHost: {here}\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    assert_eq!(raw(&client, live.as_bytes()), Some(403));
    // No program is started and no file is read for anybody.
    for bot in ["cmd:touch /tmp/shobu-was-here", "search:/etc/passwd", "search:99999999"] {
        let wanted = json!({"game": "digimon", "seats": ["open", bot]});
        assert_eq!(client.post("/api/matches", None, &wanted).0, 422, "{bot}");
    }
    let options =
        serve::Options { address: "0.0.0.0:0".parse().expect("an address"), ..common::options("x.db") };
    let refused = tokio::runtime::Runtime::new().expect("threads").block_on(options.prepare());
    assert!(refused.err().expect("refused").to_string().contains("--public"));
}

#[test]
fn limits_hold() {
    let limits = Limits {
        requests: 5.0,
        body: 2_000,
        message: 500,
        connections: 2,
        open_matches: 3,
        makes: 100.0,
        messages: 2.0,
        ..Limits::default()
    };
    let server = serve_within(limits);
    let client = Client::new(server.address);
    let (id, tokens) = client.begin(&json!({"game": "digimon", "seats": ["open", "random"]}));
    let long = json!({"game": "digimon", "decks": ["x".repeat(3_000), null]});
    assert_eq!(client.post("/api/matches", None, &long).0, 413);
    let mut live = client.live(&id, &json!({"token": tokens[0]}));
    live.next();
    let _second = client.live(&id, &json!({}));
    // The third connection is refused: the upgrade does not happen.
    let stream = TcpStream::connect(client.address).expect("a connection");
    assert!(tungstenite::client(format!("ws://{}/api/matches/{id}/live", client.address), stream).is_err());
    for _ in 0..12 {
        live.say(&json!({"nonsense": {}}));
    }
    let codes: Vec<Value> = (0..12).map(|_| live.next()["code"].clone()).collect();
    assert!(codes.contains(&json!("request")) && codes.contains(&json!("limit")), "{codes:?}");
    let _ = live.0.send(Message::text("x".repeat(1_000)));
    let closed = (0..10)
        .any(|_| live.0.read().is_err_and(|error| !matches!(error, tungstenite::Error::Io(_))))
        || live.0.read().is_err();
    assert!(closed, "a message that is too long ends the connection");
    let statuses: Vec<u16> = (0..60).map(|_| client.get("/api/games", None).0).collect();
    assert!(statuses.contains(&429), "{statuses:?}");
    std::thread::sleep(Duration::from_millis(1_500));
    for _ in 0..2 {
        assert_eq!(client.post("/api/matches", None, &json!({"game": "digimon"})).0, 201);
    }
    let (status, full) = client.post("/api/matches", None, &json!({"game": "digimon"}));
    assert_eq!((status, &full["code"]), (503, &json!("full")));
}

#[test]
fn what_nobody_touches_is_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("matches.db").display().to_string();
    let id = {
        let server = common::serve_with(common::options(&data));
        Client::new(server.address).begin(&json!({"game": "digimon"})).0
    };
    std::thread::sleep(Duration::from_millis(2_100));
    let limits = Limits { open_days: 0, ..Limits::default() };
    let server = common::serve_with(serve::Options { limits, ..common::options(&data) });
    let client = Client::new(server.address);
    for _ in 0..100 {
        if client.get("/api/health", None).1["matches"] == 0 {
            assert_eq!(client.get(&format!("/api/matches/{id}"), None).0, 404);
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("it is still there");
}

#[test]
fn makers_connections_and_storage_have_limits() {
    let few = Limits { makes: 2.0, ..Limits::default() };
    let server = serve_within(few);
    let client = Client::new(server.address);
    let statuses: Vec<u16> =
        (0..4).map(|_| client.post("/api/matches", None, &json!({"game": "digimon"})).0).collect();
    assert_eq!(statuses[..2], [201, 201]);
    assert!(statuses[2..].iter().all(|status| *status == 429), "{statuses:?}");
    assert_eq!(client.post("/api/invites", None, &json!({"game": "digimon"})).0, 429);

    let narrow = Limits { streams: 3, ..Limits::default().without_rates() };
    let server = serve_within(narrow);
    let open = || {
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_millis(500))).expect("a time");
        // Whoever is not let in is told so by the end of the connection.
        let put_out = matches!(stream.read(&mut [0; 1]), Ok(0) | Err(_))
            && stream.write_all(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n").is_ok()
            && !matches!(stream.read(&mut [0; 64]), Ok(read) if read > 0);
        (stream, put_out)
    };
    let held: Vec<_> = (0..5).map(|_| open()).collect();
    let out: Vec<bool> = held.iter().map(|(_, put_out)| *put_out).collect();
    assert_eq!(out, [false, false, false, true, true]);

    let full = Limits { bytes: 1, ..Limits::default().without_rates() };
    let server = serve_within(full);
    let client = Client::new(server.address);
    // How much is kept is looked at when the server has begun, and every few seconds.
    let status = (0..100).map(|_| {
        std::thread::sleep(Duration::from_millis(20));
        client.post("/api/matches", None, &json!({"game": "digimon"}))
    });
    let refused = status.into_iter().find(|(status, _)| *status != 201).expect("the storage is full");
    assert_eq!((refused.0, &refused.1["code"]), (503, &json!("full")));
}

#[test]
fn only_our_own_scripts_run() {
    let server = serve();
    let page = ureq::get(format!("http://{}/", server.address)).call().expect("the page");
    let policy = page.headers()["content-security-policy"].to_str().expect("a text").to_string();
    for part in ["default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("http"), "{policy}");
    let text = page.into_body().read_to_string().expect("a text");
    let inline = |text: &str| text.split("<script").skip(1).any(|tag| !tag.contains("src=\"/"));
    assert!(!inline(&text) && !text.contains(" style=") && !text.contains(" onload="), "{text}");
    for path in ["/m/x", "/app.js", "/api/games", "/api/nothing", "/metrics"] {
        let request = ureq::get(format!("http://{}{path}", server.address));
        let answer = request.config().http_status_as_error(false).build().call().expect("an answer");
        assert!(answer.headers().contains_key("content-security-policy"), "{path}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
    }
}

#[test]
fn no_token_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("matches.db");
    let server = common::serve_with(common::options(&data.display().to_string()));
    let client = Client::new(server.address);
    let (id, tokens) = client.begin(&json!({"game": "digimon"}));
    let (_, invite) = client.post("/api/invites", None, &json!({"game": "digimon"}));
    let guest = invite["guest"]["token"].as_str().expect("a token").to_string();
    let host = invite["token"].as_str().expect("a token").to_string();
    // Read while the server runs: what was acknowledged is on disk, and closing deletes the journal at some time.
    let mut kept = Vec::new();
    for file in std::fs::read_dir(folder.path()).expect("files").flatten() {
        kept.extend(std::fs::read(file.path()).expect("a file"));
    }
    let has = |word: &str| kept.windows(word.len()).any(|bytes| bytes == word.as_bytes());
    assert!(has(&id), "the match is kept");
    for token in tokens.iter().chain([&guest, &host]) {
        assert!(token.len() >= 32 && !has(token), "a token is kept as it is");
    }
    drop(server);
}

#[test]
fn who_does_not_read_holds_up_nobody() {
    let server = serve();
    let client = Client::new(server.address);
    let (id, tokens) =
        client.begin(&json!({"game": "battle-spirits", "seats": ["open", "random"], "seed": 2}));
    // Each is sent some thirty megabytes, which no buffer on the way takes, and reads nothing of it.
    let mut deaf: Vec<_> = (0..4).map(|_| client.live(&id, &json!({"token": tokens[0]}))).collect();
    for live in &mut deaf {
        live.0.get_mut().set_write_timeout(Some(Duration::from_millis(300))).expect("a time");
        for _ in 0..3_000 {
            let stale = json!({"answer": {"option": 60_000, "version": 1_000_000}}).to_string();
            if live.0.send(Message::text(stale)).is_err() {
                break;
            }
        }
    }
    let mut watcher = client.live(&id, &json!({}));
    let mut state = client.state(&id, Some(&tokens[0]));
    let began = std::time::Instant::now();
    for round in 0..60 {
        if !state["over"].is_null() {
            break;
        }
        state = client.answer(&id, &tokens[0], pick(&state, round), &state["version"]).1;
        assert_eq!(state["type"], "state", "{state}");
    }
    while watcher.next()["version"] != state["version"] {}
    // Who takes nothing is put out after thirty seconds: whoever waited for that would be late.
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
}

/// Numbers without end that are the same every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let count = self.below(most + 1);
        (0..count).map(|_| self.next() as u8).collect()
    }
}

#[test]
fn no_bytes_do_harm() {
    let server = serve();
    let client = Client::new(server.address);
    let (id, tokens) = client.begin(&json!({"game": "digimon", "seats": ["open", "random"], "seed": 1}));
    // A panic ends a connection without a word, so that it is counted here.
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let name = std::thread::current().name().unwrap_or_default().to_string();
        PANICS.fetch_add(usize::from(name.contains("tokio")), SeqCst);
        before(panic);
    }));
    let routes = [
        "matches",
        "matches/ID",
        "matches/ID/answer",
        "matches/ID/undo",
        "matches/ID/concede",
        "matches/ID/rematch",
        "matches/ID/why",
        "matches/ID/record",
        "matches/ID/live",
        "replays",
        "replays/ID",
        "replays/ID/continue",
        "rules/digimon",
        "rules/digimon/1-1",
        "rules/search",
        "scenes/x",
        "cards/digimon/x",
        "decks/check",
        "health",
        "invites",
        "invites/ID",
        "invites/ID/join",
        "pictures/digimon",
        "../pictures/digimon/x",
    ];
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        "\"game\"",
        ":",
        "\"digimon\"",
        ",",
        "\"decks\"",
        "null",
        "1e999",
        "-1",
        "\"\\ud800\"",
        "\"seats\"",
        "\"option\"",
        "\"version\"",
        "18446744073709551616",
        "\"record\"",
        "\"answers\"",
        "\"at\"",
        "{}",
        "\"list\"",
        "\"4 SH1-001\\n\"",
        "\"clock\"",
        "\"minutes\"",
        "\0",
        "\u{feff}",
    ];
    let mut numbers = Numbers(7);
    for round in 0..1_500 {
        let route = routes[numbers.below(routes.len())].replace("ID", &id);
        let method = ["GET", "POST", "POST", "PUT", "DELETE"][numbers.below(5)];
        let body: Vec<u8> = match numbers.below(3) {
            0 => numbers.bytes(300),
            1 => (0..numbers.below(30)).flat_map(|_| pieces[numbers.below(pieces.len())].bytes()).collect(),
            _ => {
                let mut body =
                    br#"{"game":"digimon","seats":["open","random"],"decks":[null,null]}"#.to_vec();
                let at = numbers.below(body.len());
                body[at] = numbers.next() as u8;
                body
            }
        };
        let query: String = match numbers.below(3) {
            0 => String::new(),
            1 => format!(
                "?at={}&seat={}&q=%FF%00&card=c{}&label=%",
                numbers.next(),
                numbers.below(9),
                numbers.below(99)
            ),
            _ => numbers
                .bytes(20)
                .iter()
                .map(|byte| format!("%{byte:02x}"))
                .fold("?".into(), |all, one| all + &one),
        };
        let head = format!(
            "{method} /api/{route}{query} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n",
            if numbers.below(2) == 0 { &tokens[0] } else { "x" },
            body.len()
        );
        let mut request = head.into_bytes();
        request.extend(body);
        if numbers.below(10) == 0 {
            let at = numbers.below(request.len());
            request[at] = numbers.next() as u8;
        }
        let status = raw(&client, &request);
        assert!(
            status.is_none_or(|status| status < 500),
            "round {round}: {status:?} {}",
            String::from_utf8_lossy(&request)
        );
    }
    for round in 0..60 {
        let hello = if round % 3 == 0 { json!({}) } else { json!({"token": tokens[0]}) };
        let mut live = client.live(&id, &hello);
        for _ in 0..10 {
            let message = match numbers.below(3) {
                0 => Message::binary(numbers.bytes(200)),
                1 => Message::text(String::from_utf8_lossy(&numbers.bytes(200)).into_owned()),
                _ => Message::text(
                    (0..numbers.below(12)).map(|_| pieces[numbers.below(pieces.len())]).collect::<String>(),
                ),
            };
            if live.0.send(message).is_err() {
                break;
            }
        }
        // Bytes that are no frames at all.
        let _ = live.0.get_mut().write_all(&numbers.bytes(100));
    }
    assert_eq!(client.get("/api/health", None).0, 200);
    assert_eq!(client.state(&id, Some(&tokens[0]))["type"], "state");
    assert_eq!(PANICS.load(SeqCst), 0, "the server panicked");
}
