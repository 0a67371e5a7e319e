//! Plays many matches at once against a running server and tells how fast it answers:
//! `cargo run --release -p shobu-serve --example load -- 127.0.0.1:8080 --matches 1000 --seconds 20 --rate 1000`.
//! Both seats of every match are played by scripts over live connections; `--rate 0` answers as fast as it can.
//! The server must count nothing by address: `shobu serve --rate 0`.

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

type Failure = Box<dyn std::error::Error + Send + Sync>;

struct Wanted {
    address: String,
    matches: usize,
    seconds: u64,
    rate: f64,
    games: Vec<String>,
}

/// What a script reads of a state.
#[derive(Deserialize)]
struct State {
    version: u64,
    asked: Option<String>,
    menu: Option<Menu>,
}

#[derive(Deserialize)]
struct Menu {
    options: Vec<Offer>,
}

#[derive(Deserialize)]
struct Offer {
    #[serde(default)]
    declines: bool,
}

#[derive(Default)]
struct Figures {
    answers: AtomicU64,
    matches: AtomicU64,
    stop: AtomicBool,
    measure: AtomicBool,
    times: Mutex<Vec<u32>>,
}

fn wanted() -> Wanted {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str, default: &str| {
        let at = words.iter().position(|word| word == name);
        at.and_then(|at| words.get(at + 1)).cloned().unwrap_or(default.into())
    };
    let number = |name: &str, default: &str| flag(name, default).parse::<f64>().unwrap_or(0.0);
    Wanted {
        address: words
            .first()
            .filter(|word| !word.starts_with('-'))
            .cloned()
            .unwrap_or("127.0.0.1:8080".into()),
        matches: number("--matches", "1000") as usize,
        seconds: number("--seconds", "20") as u64,
        rate: number("--rate", "0"),
        games: flag("--games", "digimon,dbs,buddyfight,battle-spirits")
            .split(',')
            .map(str::to_string)
            .collect(),
    }
}

/// Begins a match of two open seats; its id and tokens.
async fn begin(address: &str, game: &str) -> Result<(String, [String; 2]), Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let body = json!({"game": game}).to_string();
    let request = format!(
        "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut told = String::new();
    stream.read_to_string(&mut told).await?;
    let made: Value = serde_json::from_str(told.split_once("\r\n\r\n").ok_or("no body")?.1)?;
    let token = |at: usize| made["seats"][at]["token"].as_str().unwrap_or_default().to_string();
    let id = made["match"].as_str().ok_or_else(|| format!("no match was begun: {made}"))?;
    Ok((id.to_string(), [token(0), token(1)]))
}

type Socket = WebSocketStream<TcpStream>;

async fn connect(address: &str, id: &str, token: &str) -> Result<Socket, Failure> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (mut socket, _) = client_async(format!("ws://localhost/api/matches/{id}/live"), stream).await?;
    socket.send(Message::text(json!({"token": token}).to_string())).await?;
    Ok(socket)
}

async fn next(socket: &mut Socket) -> Result<State, Failure> {
    loop {
        match socket.next().await.ok_or("the connection ended")?? {
            Message::Text(text) => {
                let state = serde_json::from_str(&text);
                return state.map_err(|error| format!("{error}: {}", &text[..text.len().min(300)]).into());
            }
            Message::Ping(_) | Message::Pong(_) => {}
            other => return Err(format!("not a text: {other:?}").into()),
        }
    }
}

/// Plays one match after another until it is enough.
async fn play(wanted: &Wanted, number: usize, figures: &Figures) -> Result<(), Failure> {
    let game = &wanted.games[number % wanted.games.len()];
    let pause = (wanted.rate > 0.0).then(|| Duration::from_secs_f64(wanted.matches as f64 / wanted.rate));
    let mut due = Instant::now() + pause.unwrap_or_default().mul_f64(number as f64 / wanted.matches as f64);
    let mut times = Vec::new();
    'matches: while !figures.stop.load(Relaxed) {
        let (id, tokens) = begin(&wanted.address, game).await?;
        let mut seats = [
            connect(&wanted.address, &id, &tokens[0]).await?,
            connect(&wanted.address, &id, &tokens[1]).await?,
        ];
        figures.matches.fetch_add(1, Relaxed);
        let mut states = [next(&mut seats[0]).await?, next(&mut seats[1]).await?];
        let mut round = number;
        while let Some(asked) = states[0].asked.as_deref().map(|seat| usize::from(seat == "B")) {
            if figures.stop.load(Relaxed) {
                break 'matches;
            }
            if let Some(pause) = pause {
                tokio::time::sleep_until(due.into()).await;
                due = (due + pause).max(Instant::now() - pause);
            }
            let options = states[asked].menu.as_ref().map_or(&[][..], |menu| &menu.options[..]);
            let declines = options.iter().position(|option| option.declines);
            let option =
                declines.filter(|_| round.is_multiple_of(5)).unwrap_or((round * 7) % options.len().max(1));
            let version = states[asked].version;
            let began = Instant::now();
            let answer = json!({"answer": {"option": option, "version": version}}).to_string();
            seats[asked].send(Message::text(answer)).await?;
            states[asked] = next(&mut seats[asked]).await?;
            if figures.measure.load(Relaxed) {
                times.push(u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX));
                figures.answers.fetch_add(1, Relaxed);
            }
            states[1 - asked] = next(&mut seats[1 - asked]).await?;
            round += 1;
        }
    }
    figures.times.lock().await.append(&mut times);
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let wanted = Arc::new(wanted());
    let figures = Arc::new(Figures::default());
    let mut players = Vec::new();
    for number in 0..wanted.matches {
        let (wanted, figures) = (wanted.clone(), figures.clone());
        players.push(tokio::spawn(async move { play(&wanted, number, &figures).await }));
        if number % 20 == 19 {
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    }
    // The measurement begins when every match is there.
    while (figures.matches.load(Relaxed) as usize) < wanted.matches {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if players.iter().any(tokio::task::JoinHandle::is_finished) {
            break;
        }
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    figures.measure.store(true, Relaxed);
    let began = Instant::now();
    tokio::time::sleep(Duration::from_secs(wanted.seconds)).await;
    figures.measure.store(false, Relaxed);
    let seconds = began.elapsed().as_secs_f64();
    figures.stop.store(true, Relaxed);
    let mut failed = 0;
    for player in players {
        if let Err(error) = player.await? {
            failed += 1;
            eprintln!("{error}");
        }
    }
    let mut times = figures.times.lock().await;
    times.sort_unstable();
    let at = |share: f64| {
        times.get((times.len() as f64 * share) as usize).map_or(0.0, |time| f64::from(*time) / 1e3)
    };
    let told = json!({
        "matches": wanted.matches, "seconds": seconds, "failed": failed,
        "answers_per_s": (figures.answers.load(Relaxed) as f64 / seconds).round(),
        "ms": {"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "most": at(0.999_999)},
    });
    println!("{told}");
    Ok(())
}
