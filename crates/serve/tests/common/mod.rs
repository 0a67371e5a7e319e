//! A server inside the test, and a client that speaks to it as any program would.
#![allow(dead_code)]

pub mod players;

use serde_json::{Value, json};
use serve::{Limits, Options};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tungstenite::{Message, WebSocket};

pub const GAMES: [&str; 4] = ["digimon", "dbs", "buddyfight", "battle-spirits"];

/// A running server; it ends when this is dropped.
pub struct Running {
    pub address: SocketAddr,
    runtime: Option<tokio::runtime::Runtime>,
    _folder: Option<tempfile::TempDir>,
}

pub fn options(data: &str) -> Options {
    Options {
        address: "127.0.0.1:0".parse().expect("an address"),
        data: data.into(),
        public: false,
        behind_proxy: false,
        limits: Limits::default().without_rates(),
        pools: Vec::new(),
        pictures: None,
    }
}

/// A server on a file of its own.
pub fn serve() -> Running {
    serve_within(Limits::default().without_rates())
}

pub fn serve_within(limits: Limits) -> Running {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("matches.db").display().to_string();
    let mut running = serve_with(Options { limits, ..options(&data) });
    running._folder = Some(folder);
    running
}

pub fn serve_with(options: Options) -> Running {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    let ready = runtime.block_on(options.prepare()).unwrap_or_else(|faults| panic!("{faults}"));
    let address = ready.address;
    runtime.spawn(async move { ready.serve(std::future::pending()).await });
    Running { address, runtime: Some(runtime), _folder: None }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(5));
        }
    }
}

/// A program that asks.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    agent: ureq::Agent,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(30)))
            .build();
        Client { address, agent: config.into() }
    }

    /// Asks; `Err` where the server cannot be reached or goes away.
    pub fn try_ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Result<(u16, Value), ureq::Error> {
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address))
            .header("content-type", "application/json");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let body = body.map_or(String::new(), Value::to_string);
        let mut response = self.agent.run(request.body(body)?)?;
        let text = response.body_mut().read_to_string()?;
        Ok((response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    pub fn get(&self, path: &str, token: Option<&str>) -> (u16, Value) {
        self.try_ask("GET", path, token, None).unwrap_or_else(|error| panic!("GET {path}: {error}"))
    }

    pub fn post(&self, path: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
        self.try_ask("POST", path, token, Some(body)).unwrap_or_else(|error| panic!("POST {path}: {error}"))
    }

    /// Begins a match; its id and the tokens of its open seats.
    pub fn begin(&self, wanted: &Value) -> (String, Vec<String>) {
        let (status, made) = self.post("/api/matches", None, wanted);
        assert_eq!(status, 201, "{made}");
        let text = |value: &Value| value.as_str().expect("a text").to_string();
        let tokens = made["seats"].as_array().expect("seats").iter().map(|seat| text(&seat["token"]));
        (text(&made["match"]), tokens.collect())
    }

    pub fn state(&self, id: &str, token: Option<&str>) -> Value {
        let (status, state) = self.get(&format!("/api/matches/{id}"), token);
        assert_eq!(status, 200, "{state}");
        state
    }

    pub fn answer(&self, id: &str, token: &str, option: usize, version: &Value) -> (u16, Value) {
        let body = json!({"option": option, "version": version});
        self.post(&format!("/api/matches/{id}/answer"), Some(token), &body)
    }

    /// A live connection, with its first message sent.
    pub fn live(&self, id: &str, hello: &Value) -> Live {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time");
        let link = format!("ws://{}/api/matches/{id}/live", self.address);
        let (mut socket, _) = tungstenite::client(link, stream).expect("a live connection");
        socket.send(Message::text(hello.to_string())).expect("sent");
        Live(socket)
    }
}

pub struct Live(pub WebSocket<TcpStream>);

impl Live {
    /// The next message as it came.
    pub fn text(&mut self) -> String {
        loop {
            match self.0.read().expect("a message") {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("not a text: {other:?}"),
            }
        }
    }

    pub fn next(&mut self) -> Value {
        serde_json::from_str(&self.text()).expect("JSON")
    }

    pub fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).expect("sent");
    }
}

/// An option of a menu, chosen by a number that goes along: games end, and are not all alike.
pub fn pick(state: &Value, round: usize) -> usize {
    let options = state["menu"]["options"].as_array().unwrap_or_else(|| panic!("a menu: {state}"));
    // What ends a step is taken now and then, so that turns pass.
    let declines = options.iter().position(|option| option["declines"] == true);
    match declines {
        Some(at) if round.is_multiple_of(5) => at,
        _ => (round * 7) % options.len(),
    }
}
