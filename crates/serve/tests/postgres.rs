//! Two processes on one PostgreSQL, which the test starts itself. Where it is not installed, the test says so and is done.

mod common;

use common::players::{Players, Process, is_child, serve_as_child};
use common::{Client, pick};
use serde_json::json;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

#[test]
fn served_by_a_child() {
    serve_as_child();
}

/// A PostgreSQL of our own; it ends when this is dropped.
struct Database {
    child: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

impl Drop for Database {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where a program of PostgreSQL is.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders.into_iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn number(flag: &str, user: &[&str]) -> Option<u32> {
    let output = Command::new("id").arg(flag).args(user).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// A command that PostgreSQL accepts to be started by: it refuses the user root.
fn command(file: &Path) -> Option<Command> {
    if number("-u", &[]) != Some(0) {
        return Some(Command::new(file));
    }
    number("-u", &["postgres"])?;
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(file);
    Some(command)
}

/// Has PostgreSQL installed where it is not there and that can be done.
fn install() {
    if program("initdb").is_some() || number("-u", &[]) != Some(0) || program("apt-get").is_none() {
        return;
    }
    for words in [&["update", "-qq"][..], &["install", "-y", "-qq", "--no-install-recommends", "postgresql"]]
    {
        let mut command = Command::new("apt-get");
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
        // Where it fails, the test says that it is skipped.
        let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

fn database() -> Option<Database> {
    install();
    let (initdb, postgres) = (program("initdb")?, program("postgres")?);
    let folder = tempfile::tempdir().ok()?;
    if let (Some(0), Some(user)) = (number("-u", &[]), number("-u", &["postgres"])) {
        std::os::unix::fs::chown(folder.path(), Some(user), None).ok()?;
    }
    let data = folder.path().join("data");
    let made = command(&initdb)?
        .args(["-A", "trust", "-U", "shobu", "--no-sync", "-E", "UTF8", "--no-locale", "-D"])
        .arg(&data)
        .stdout(Stdio::null())
        .current_dir("/")
        .status()
        .ok()?;
    if !made.success() {
        return None;
    }
    let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
    let child = command(&postgres)?
        .arg("-D")
        .arg(&data)
        .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .current_dir("/")
        .spawn()
        .ok()?;
    let database = Database { child, port, _folder: folder };
    for _ in 0..200 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            std::thread::sleep(Duration::from_millis(500));
            return Some(database);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    None
}

#[test]
fn two_processes_share_matches() {
    if is_child() {
        return;
    }
    let Some(database) = database() else {
        println!("skipped: PostgreSQL is not installed here, or cannot be started by this user");
        return;
    };
    let url = format!("postgres://shobu@127.0.0.1:{}/postgres", database.port);
    let mut processes = [Process::start(&url), Process::start(&url)];
    two_people_at_two_servers(&processes);
    one_answer_at_both_at_once(&processes);
    bots_go_on_elsewhere(&mut processes, &url);
    a_lease_goes_over(&database, &mut processes, &url);
    a_guest_joins_at_the_other(&processes);
    kills_lose_nothing(&mut processes, &url);
}

fn clients(processes: &[Process; 2]) -> [Client; 2] {
    processes.each_ref().map(|process| Client::new(process.address))
}

fn two_people_at_two_servers(processes: &[Process; 2]) {
    let clients = clients(processes);
    let (id, tokens) = clients[0].begin(&json!({"game": "digimon"}));
    let mut seats = [0, 1].map(|at| clients[at].live(&id, &json!({"token": tokens[at]})));
    let mut watcher = clients[1].live(&id, &json!({}));
    let mut states = [seats[0].next(), seats[1].next()];
    let mut answers = 0;
    while states[0]["over"].is_null() {
        let asked = usize::from(states[0]["asked"] == "B");
        let (option, version) = (pick(&states[asked], answers), &states[asked]["version"]);
        seats[asked].say(&json!({"answer": {"option": option, "version": version}}));
        answers += 1;
        for (seat, state) in seats.iter_mut().zip(&mut states) {
            while state["version"].as_u64() < Some(answers as u64 + 1) {
                *state = seat.next();
            }
        }
        let asked = usize::from(states[0]["asked"] == "B");
        assert!(states[1 - asked]["menu"].is_null() && states[0]["version"] == states[1]["version"]);
    }
    while watcher.next()["over"].is_null() {}
    let records = clients.each_ref().map(|client| client.get(&format!("/api/matches/{id}/record"), None).1);
    assert_eq!(records[0], records[1]);
    assert_eq!(records[0]["answers"].as_array().map(Vec::len), Some(answers));
}

fn one_answer_at_both_at_once(processes: &[Process; 2]) {
    let clients = clients(processes);
    let (id, tokens) = clients[0].begin(&json!({"game": "battle-spirits"}));
    for round in 0..20 {
        let state = clients[round % 2].state(&id, None);
        let seat = usize::from(state["asked"] == "B");
        let state = clients[round % 2].state(&id, Some(&tokens[seat]));
        let option = pick(&state, round);
        let told: Vec<_> = std::thread::scope(|scope| {
            let ask = |at: usize| clients[at % 2].answer(&id, &tokens[seat], option, &state["version"]);
            let threads: Vec<_> = (0..4).map(|at| scope.spawn(move || ask(at))).collect();
            threads.into_iter().map(|thread| thread.join().expect("an answer")).collect()
        });
        for (status, next) in &told {
            assert_eq!((*status, &next["version"]), (200, &json!(round + 2)), "{next}");
        }
    }
}

/// The process that lets a bot think is killed: the other one goes on with the match.
fn bots_go_on_elsewhere(processes: &mut [Process; 2], url: &str) {
    let (id, tokens) =
        clients(processes)[0].begin(&json!({"game": "dbs", "seats": ["open", "random"], "seed": 4}));
    let mut state = clients(processes)[0].state(&id, Some(&tokens[0]));
    for round in 0..24 {
        if !state["over"].is_null() {
            break;
        }
        let clients = clients(processes);
        if state["menu"].is_null() {
            // A bot is asked whose process is gone: its lease runs out.
            for _ in 0..100 {
                std::thread::sleep(Duration::from_millis(200));
                state = clients[1].state(&id, Some(&tokens[0]));
                if !state["menu"].is_null() || !state["over"].is_null() {
                    break;
                }
            }
            assert!(!state["menu"].is_null() || !state["over"].is_null(), "the bot thinks on");
            continue;
        }
        let at = usize::from(round >= 12);
        let (status, next) = clients[at].answer(&id, &tokens[0], pick(&state, round), &state["version"]);
        assert_eq!(status, 200, "{next}");
        assert!(next["version"].as_u64() > state["version"].as_u64());
        state = next;
        if round == 11 {
            processes[0].kill();
            state = Client::new(processes[1].address).state(&id, Some(&tokens[0]));
        }
    }
    processes[0] = Process::start(url);
}

/// What the database says of a match.
#[derive(Debug)]
struct Kept {
    length: u64,
    holder: String,
    /// For how many seconds its lease holds yet.
    left: f64,
    over: bool,
}

impl Database {
    fn kept(&self, id: &str) -> Option<Kept> {
        let asked =
            "SELECT length, holder, extract(epoch FROM held_until - now()), over FROM matches WHERE id = ";
        let port = self.port.to_string();
        let output = Command::new(program("psql").expect("psql comes with PostgreSQL"))
            .args(["-h", "127.0.0.1", "-p", &port, "-U", "shobu", "-d", "postgres", "-AtX", "-F", " ", "-c"])
            .arg(format!("{asked}'{id}'"))
            .output()
            .expect("psql runs");
        let text = String::from_utf8(output.stdout).expect("text");
        let [length, holder, left, over] = text.split_whitespace().collect::<Vec<_>>()[..] else {
            return None;
        };
        let (length, left) = (length.parse().expect("a number"), left.parse().expect("a number"));
        Some(Kept { length, holder: holder.to_string(), left, over: over == "t" })
    }
}

/// Two bots play at one process while somebody watches at the other. The first keeps the lease as long as it lives; when it is
/// killed, the other goes on, not before the lease has run out and soon behind that. What is compared is what the
/// database says, so that answers which were only told late are not taken for new ones.
fn a_lease_goes_over(database: &Database, processes: &mut [Process; 2], url: &str) {
    // They think long enough for the match not to be over by the kill.
    let wanted = json!({"game": "digimon", "seats": ["hard", "hard"], "seed": 5});
    let id = clients(processes)[0].begin(&wanted).0;
    let kept = || database.kept(&id);
    let waited = |limit: u64, what: &str, done: &dyn Fn(&Kept) -> bool| {
        let began = Instant::now();
        loop {
            match kept() {
                Some(kept) if done(&kept) => return (kept, began.elapsed().as_secs_f64()),
                now => assert!(began.elapsed() < Duration::from_secs(limit), "{what}: {now:?}"),
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let (first, _) = waited(60, "nobody takes the lease", &|kept| kept.length > 0);
    let _watcher = clients(processes)[1].live(&id, &json!({}));
    let (later, _) = waited(120, "the bots stand still", &|kept| kept.length > first.length + 8);
    assert_eq!(later.holder, first.holder, "a watched match keeps its lease");
    processes[0].kill();
    // What was on its way to the database is there by then.
    std::thread::sleep(Duration::from_millis(500));
    let killed = kept().expect("the match is there");
    assert!(!killed.over && killed.holder == first.holder, "over too soon to show anything: {killed:?}");
    let (gone_on, after) = waited(60, "nobody goes on with it", &|kept| kept.length > killed.length);
    println!("killed: {killed:?}; gone on with after {after:.1} s: {gone_on:?}");
    assert_ne!(gone_on.holder, first.holder);
    assert!(
        after > killed.left - 0.5,
        "gone on with after {after} s while the lease held for {} s",
        killed.left
    );
    processes[0] = Process::start(url);
}

fn a_guest_joins_at_the_other(processes: &[Process; 2]) {
    let [first, second] = clients(processes);
    let (_, made) = first.post("/api/invites", None, &json!({"game": "digimon"}));
    let path = format!("/api/invites/{}", made["invite"].as_str().expect("an id"));
    let (status, begun) = second.post(&format!("{path}/join"), made["guest"]["token"].as_str(), &json!({}));
    assert_eq!(status, 201, "{begun}");
    let id = first.get(&path, None).1["match"].as_str().expect("a match").to_string();
    assert_eq!(first.state(&id, made["token"].as_str())["seat"], "A");
}

fn kills_lose_nothing(processes: &mut [Process; 2], url: &str) {
    let players = Players::default();
    let places = |processes: &[Process; 2]| processes.iter().map(|process| process.address).collect();
    *players.places.write().expect("places") = places(processes);
    let playing = players.start(4);
    for kill in 0..3 {
        players.wait_for_more(20);
        processes[kill % 2].kill();
        processes[kill % 2] = Process::start(url);
        *players.places.write().expect("places") = places(processes);
    }
    std::thread::sleep(Duration::from_millis(400));
    players.end(playing);
    println!("{} answers acknowledged by two processes", players.acknowledged.load(SeqCst));
    assert!(players.acknowledged.load(SeqCst) > 20);
}
