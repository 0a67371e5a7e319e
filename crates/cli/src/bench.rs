//! `shobu bench`.

use crate::args::Bench as Args;
use crate::{Done, Result, say};
use serde_json::{Map, Value, json};
use shobu::bench::Figures;
use shobu::{Fault, GameName, Shipped, with_game};
use std::time::Duration;

pub fn run(args: &Args) -> Result {
    if !(args.seconds > 0.0 && args.seconds <= 3600.0) {
        return Err(Fault::new("--seconds takes more than 0 and at most 3600").into());
    }
    let time = Duration::from_secs_f64(args.seconds);
    let games: Vec<GameName> = args.game.map_or(GameName::ALL.to_vec(), |game| vec![game]);
    let mut measured: Vec<(GameName, Figures)> = Vec::new();
    for game in games {
        let figures = with_game!(game, G => G::measure(&G::built_in_setup()?, args.seed, time));
        measured.push((game, figures));
    }
    if args.json {
        let all: Map<String, Value> =
            measured.iter().map(|(game, figures)| (game.to_string(), json!(figures))).collect();
        say::json(&Value::Object(all));
        return Ok(Done::Fine);
    }
    let rows: Vec<Vec<String>> = measured
        .iter()
        .map(|(game, figures)| {
            vec![
                game.to_string(),
                say::thousands(figures.games_per_s as u64),
                say::thousands(figures.decisions_per_s as u64),
                format!("{:.1}", figures.decisions_per_game),
                format!("{:.0}", figures.list_ns),
                format!("{:.0}", figures.apply_ns),
                format!("{:.0}", figures.clone_ns),
                say::thousands(figures.state_bytes as u64),
            ]
        })
        .collect();
    let head = [
        "game",
        "games/s",
        "decisions/s",
        "decisions/game",
        "list ns",
        "apply ns",
        "clone ns",
        "state bytes",
    ];
    say::table(&head, &rows);
    Ok(Done::Fine)
}
