//! `shobu serve`: the table in the browser.

use crate::args::{Book, Serve as Args};
use crate::{Done, Result, say};
use ::serve::{Limits, Options, Ready};
use shobu::{Fault, Faults, GameName, Source};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub fn run(args: &Args) -> Result {
    let limits = Limits {
        open_matches: args.max_matches,
        bytes: args.max_mib << 20,
        open_days: args.open_days,
        over_days: args.over_days,
        ..Limits::default()
    };
    let limits = match args.rate {
        Some(0) => limits.without_rates(),
        Some(rate) => Limits { requests: f64::from(rate), ..limits },
        None => limits,
    };
    let data = match &args.data {
        Some(data) => data.clone(),
        None => own_file().display().to_string(),
    };
    let mut pools = Vec::new();
    for pool in &args.pool {
        let Some((game, file)) = pool.split_once('=') else {
            return Err(Fault::new(format!("{pool:?} does not say which game it is for"))
                .help("write --pool digimon=cards.jsonl")
                .into());
        };
        pools.push((game.parse::<GameName>()?, Source::read(Path::new(file))?));
    }
    let options = Options {
        address: args.addr,
        data: data.clone(),
        public: args.public,
        behind_proxy: args.behind_proxy,
        limits,
        pools,
        pictures: args.pictures.clone(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Fault::new(format!("no threads to serve with: {error}")))?;
    runtime.block_on(async {
        let ready = options.prepare().await?;
        greet(&ready, args, &data);
        ready.serve(async { drop(tokio::signal::ctrl_c().await) }).await
    })?;
    Ok(Done::Fine)
}

/// `shobu book`: the rulebook as a folder that a browser opens from disk.
pub fn write_book(args: &Book) -> Result {
    let written = ::serve::write_book(&args.folder)?;
    say!("{}", args.folder.join("index.html").display());
    let mib = written.bytes as f64 / f64::from(1 << 20);
    say::remark(&format!("{} rules, {} scenes, {mib:.0} MiB", written.rules, written.scenes));
    Ok(Done::Fine)
}

fn greet(ready: &Ready, args: &Args, data: &str) {
    say!("Shobu is at {}", ready.link());
    let kept = hidden(data);
    say::remark(&format!("Matches are kept in {kept}. Ctrl+C ends; they go on when you start again."));
    if args.public {
        say::remark(&format!(
            "--public: everybody who reaches {} can begin matches, watch those whose link they know, and send \
             records and decks. Put a proxy with TLS before it (docs/serving.md).",
            ready.address
        ));
    }
    if args.open && open(&ready.link()).is_err() {
        say::remark("No browser could be opened; follow the link above.");
    }
}

/// Where matches are kept if nothing is said: in the folder named by `SHOBU_STATE`, else in the user's own for such things.
fn own_file() -> PathBuf {
    let named = |name: &str| std::env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = named("SHOBU_STATE")
        .or_else(|| named("XDG_STATE_HOME").map(|home| home.join("shobu")))
        .or_else(|| named("HOME").map(|home| home.join(".local/state/shobu")));
    folder.as_deref().unwrap_or(Path::new(".")).join("matches.db")
}

/// An address of a database without its password.
fn hidden(data: &str) -> String {
    match data.split_once("://").and_then(|(scheme, rest)| Some((scheme, rest.split_once('@')?))) {
        Some((scheme, (_, place))) => format!("{scheme}://…@{place}"),
        None => data.to_string(),
    }
}

/// Opens a link in the browser of whoever sits here.
fn open(link: &str) -> std::result::Result<(), Faults> {
    let programs: &[&[&str]] = match std::env::consts::OS {
        "macos" => &[&["open"]],
        "windows" => &[&["cmd", "/C", "start"]],
        _ => &[&["xdg-open"], &["gio", "open"], &["sensible-browser"]],
    };
    for program in programs {
        let mut command = Command::new(program[0]);
        command.args(&program[1..]).arg(link);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.spawn().is_ok() {
            return Ok(());
        }
    }
    Err(Fault::new("no browser").into())
}
