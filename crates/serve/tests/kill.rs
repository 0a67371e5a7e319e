//! The server is killed again and again while matches are played: nothing acknowledged is lost, nothing is doubled.
//! `SHOBU_KILLS=200 cargo test -p shobu-serve --test kill -- --nocapture` does it for longer.

mod common;

use common::players::{Players, Process, is_child, serve_as_child};
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

#[test]
fn served_by_a_child() {
    serve_as_child();
}

#[test]
fn killing_loses_nothing() {
    if is_child() {
        return;
    }
    let kills: usize = std::env::var("SHOBU_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4);
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("matches.db").display().to_string();
    let mut process = Process::start(&data);
    let players = Players::default();
    *players.places.write().expect("places") = vec![process.address];
    let playing = players.start(8);
    for kill in 0..kills {
        // On a busy machine a match may take a while to be built again: the next kill comes when answers flow. Whoever comes
        // late may be hit by kill after kill before an answer is there, so now and then everybody is waited for.
        match kill % 4 {
            3 => players.wait_for_all(),
            _ => players.wait_for_more(20),
        }
        std::thread::sleep(Duration::from_millis((kill as u64 * 37) % 200));
        process.kill();
        process = Process::start(&data);
        *players.places.write().expect("places") = vec![process.address];
    }
    std::thread::sleep(Duration::from_millis(300));
    players.end(playing);
    let (acknowledged, repeated) = (players.acknowledged.load(SeqCst), players.repeated.load(SeqCst));
    println!("{kills} kills, {acknowledged} answers acknowledged, {repeated} requests sent again");
    assert!(acknowledged > kills * 5, "{acknowledged}");
}
