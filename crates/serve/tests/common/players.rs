//! Servers as processes of their own that can be killed, and players whom that does not disturb.

use super::{Client, GAMES, options, pick, serve_with};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

/// What a child process does: serves until it is killed. A test that is called `served_by_a_child` must call this.
pub fn serve_as_child() {
    let Ok(data) = std::env::var("SHOBU_TEST_DATA") else { return };
    let server = serve_with(options(&data));
    println!("\nat {}", server.address);
    std::thread::sleep(Duration::from_secs(900));
}

/// Whether this is such a child: other tests do nothing then.
pub fn is_child() -> bool {
    std::env::var_os("SHOBU_TEST_DATA").is_some()
}

/// A server in a process of its own; killed when this is dropped.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    pub fn start(data: &str) -> Self {
        let me = std::env::current_exe().expect("this program");
        let mut child = Command::new(me)
            .args(["served_by_a_child", "--exact", "--nocapture", "--test-threads=1"])
            .env("SHOBU_TEST_DATA", data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let line = output.lines().map_while(Result::ok).find(|line| line.starts_with("at "));
        let address = line.expect("its address")["at ".len()..].parse().expect("an address");
        Process { child, address }
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Players, and where the servers are now.
#[derive(Clone, Default)]
pub struct Players {
    pub places: Arc<RwLock<Vec<SocketAddr>>>,
    stop: Arc<AtomicBool>,
    pub acknowledged: Arc<AtomicUsize>,
    pub repeated: Arc<AtomicUsize>,
    asked: Arc<AtomicUsize>,
    /// How many answers each player has had.
    each: Arc<RwLock<Vec<Arc<AtomicUsize>>>>,
}

/// Who plays in the background.
pub struct Playing(Vec<std::thread::JoinHandle<()>>);

impl Players {
    pub fn start(&self, count: usize) -> Playing {
        let play = |number: usize| {
            let (players, own) = (self.clone(), Arc::new(AtomicUsize::new(0)));
            self.each.write().expect("players").push(own.clone());
            std::thread::spawn(move || players.play(number, &own))
        };
        Playing((0..count).map(play).collect())
    }

    /// Waits until so many more answers are acknowledged.
    pub fn wait_for_more(&self, more: usize) {
        let (before, began) = (self.acknowledged.load(SeqCst), Instant::now());
        while self.acknowledged.load(SeqCst) < before + more {
            assert!(began.elapsed() < Duration::from_secs(60), "no answer is acknowledged any more");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until every player has had one more answer.
    pub fn wait_for_all(&self) {
        let each = self.each.read().expect("players").clone();
        let counts = || -> Vec<usize> { each.iter().map(|own| own.load(SeqCst)).collect() };
        let (before, began) = (counts(), Instant::now());
        while counts().iter().zip(&before).any(|(now, before)| now == before) {
            let late = (began.elapsed(), before.clone(), counts());
            assert!(late.0 < Duration::from_secs(120), "a player gets no answer any more: {late:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until all have ended their matches; every one must have found everything right.
    pub fn end(&self, playing: Playing) {
        self.stop.store(true, SeqCst);
        let ended: Vec<_> = playing.0.into_iter().map(std::thread::JoinHandle::join).collect();
        assert!(ended.iter().all(Result::is_ok), "a player found something wrong");
    }

    /// Asks until there is an answer, now this server, now that: what could not be told is asked again, word for word.
    fn ask(&self, method: &str, path: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
        let (began, mut tries) = (Instant::now(), Vec::new());
        loop {
            let address = {
                let places = self.places.read().expect("places");
                places[self.asked.fetch_add(1, SeqCst) % places.len()]
            };
            match Client::new(address).try_ask(method, path, token, Some(body)) {
                Ok(told) if told.0 != 503 => return told,
                failed => {
                    self.repeated.fetch_add(1, SeqCst);
                    tries.push(format!("{} ms: {address} {failed:?}", began.elapsed().as_millis()));
                    assert!(
                        began.elapsed() < Duration::from_secs(60),
                        "{method} {path}: no answer: {tries:#?}"
                    );
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
        }
    }

    /// Plays matches of two seats until it is enough. Every answer is noted; at the end the record must have exactly those.
    fn play(&self, number: usize, own: &AtomicUsize) {
        let game = GAMES[number % 4];
        while !self.stop.load(SeqCst) {
            let (status, made) = self.ask("POST", "/api/matches", None, &json!({"game": game}));
            assert_eq!(status, 201, "{made}");
            let id = made["match"].as_str().expect("an id").to_string();
            let token = |seat: usize| made["seats"][seat]["token"].as_str().expect("a token");
            let look =
                |seat: usize| self.ask("GET", &format!("/api/matches/{id}"), Some(token(seat)), &json!({})).1;
            let mut state = look(0);
            let mut given: Vec<usize> = Vec::new();
            while state["over"].is_null() && !self.stop.load(SeqCst) && given.len() < 400 {
                let seat = usize::from(state["asked"] == "B");
                if state["menu"].is_null() {
                    state = look(seat);
                    assert_eq!(state["version"], json!(given.len() + 1), "nothing acknowledged is lost");
                }
                let option = pick(&state, given.len());
                let body = json!({"option": option, "version": state["version"]});
                let path = format!("/api/matches/{id}/answer");
                let (status, next) = self.ask("POST", &path, Some(token(seat)), &body);
                assert_eq!(status, 200, "{next}");
                given.push(option);
                assert_eq!(next["version"], json!(given.len() + 1), "an answer is taken once");
                self.acknowledged.fetch_add(1, SeqCst);
                own.fetch_add(1, SeqCst);
                state = next;
            }
            if state["over"].is_null() {
                self.ask("POST", &format!("/api/matches/{id}/concede"), Some(token(0)), &json!({}));
            }
            let (status, record) = self.ask("GET", &format!("/api/matches/{id}/record"), None, &json!({}));
            assert_eq!(status, 200, "{record}");
            assert_eq!(record["answers"], json!(given), "the record has what was acknowledged, once each");
        }
    }
}
