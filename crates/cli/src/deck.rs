//! `shobu deck check`, `deck convert`, `deck odds` and `deck random`.

use crate::args::{Deck as Args, DeckFile as Named};
use crate::{Done, Result, say};
use kernel::{DeckList, Dice, Log, Match, Pace, Printed, Seat};
use serde_json::{Value, json};
use shobu::deck_forms::{self, Form};
use shobu::decks::DeckFile;
use shobu::figures::{Figure, figures};
use shobu::limits::{Limits, is_day};
use shobu::odds::Draw;
use shobu::pools::CardSet;
use shobu::random_decks::{random_deck, to_json};
use shobu::setup::{Setup, UnreadCards, deck_named, edition_index};
use shobu::{Fault, GameName, Shipped, Source, built_in, with_game};
use std::path::PathBuf;

pub fn run(args: &Args) -> Result {
    let named = match args {
        Args::Random { game, pool, seed, edition } => {
            return with_game!(*game, G => random::<G>(pool, *seed, edition.as_deref()));
        }
        Args::Check { named, .. } | Args::Convert { named, .. } | Args::Odds { named, .. } => named,
    };
    let file = open(&named.deck, named.game)?;
    let Some(game) = named.game.or(file.game) else {
        let fault = Fault::of_file(&file.source().name, "this list does not say which game it is for");
        return Err(fault.help("name it with --game").into());
    };
    with_game!(game, G => {
        let desk = Desk::<G>::open(file, named)?;
        match args {
            Args::Check { edition, json, limits, on, .. } => desk.check(edition.as_deref(), limits, on.as_deref(), *json),
            Args::Convert { to, out, .. } => desk.convert(to, out.as_ref()),
            Args::Odds { card, copies, draws, json, .. } => desk.odds(card, *copies, *draws, *json),
            Args::Random { pool, seed, edition, .. } => random::<G>(pool, *seed, edition.as_deref()),
        }
    })
}

fn random<G: Shipped>(pool: &[PathBuf], seed: u64, edition: Option<&str>) -> Result {
    let cards = match pool {
        [] => G::read_cards_with_built_in(&[])?,
        files => G::read_cards(&say::pools(files)?)?,
    };
    let list = random_deck(&cards, edition_index::<G>(edition)?, seed)?;
    say::json(&to_json::<G>(&list));
    Ok(Done::Fine)
}

/// The deck file, or the built-in deck of that name of any game.
fn open(word: &str, game: Option<GameName>) -> Result<DeckFile> {
    if let Some(game) = game {
        return with_game!(game, G => deck_named::<G>(word));
    }
    let path = PathBuf::from(word);
    if !path.exists() {
        for game in GameName::ALL {
            let stem = |source: &Source| {
                PathBuf::from(&*source.name).file_stem().is_some_and(|stem| stem.to_string_lossy() == word)
            };
            if let Some(source) = built_in::deck_files(game.as_str()).into_iter().find(stem) {
                return DeckFile::read(source);
            }
        }
    }
    DeckFile::read(Source::read(&path)?)
}

/// A deck with the cards it names.
struct Desk<G: Shipped> {
    file: DeckFile,
    cards: CardSet<G>,
}

/// Something against a deck: the rule, if it is one, and why.
type Reason = (Option<&'static str>, String);

impl<G: Shipped> Desk<G> {
    fn open(file: DeckFile, named: &Named) -> Result<Self> {
        if let Some(other) = file.game.filter(|game| game.as_str() != G::NAME) {
            let what = format!("this is a {other} deck, not one of {}", G::NAME);
            return Err(Fault::of_file(&file.source().name, what).into());
        }
        let cards = G::cards_for_decks(&say::pools(&named.pool)?, &[&file])?;
        Ok(Desk { file, cards })
    }

    // ---- check ----------------------------------------------------------------------------------------------------

    fn check(&self, edition: Option<&str>, limits: &[PathBuf], on: Option<&str>, as_json: bool) -> Result {
        let edition = edition_index::<G>(edition)?;
        let limits = read_limits(limits, on)?;
        let limits = Limits::on(&limits, G::NAME, on);
        let resolved = self.file.resolve(&self.cards);
        let reasons = match &resolved {
            Ok(list) => self.reasons(list, edition, limits),
            Err(faults) => told(faults),
        };
        let legal = reasons.is_empty();
        let figures = resolved.as_ref().map(|list| figures(&self.cards, list)).unwrap_or_default();
        let unread = resolved.as_ref().map(|list| self.unread(list)).unwrap_or_default();
        if as_json {
            let reasons: Vec<_> =
                reasons.iter().map(|(rule, why)| json!({"rule": rule, "why": why})).collect();
            let figures: serde_json::Map<String, Value> = figures.iter().map(as_map).collect();
            let limits = limits.map(|limits| json!({"name": limits.name, "from": limits.from}));
            let playable = unread.is_empty() && resolved.is_ok();
            let unread: Vec<Value> = unread
                .iter()
                .map(|(id, name, unread)| json!({"id": id, "name": name, "words": unread.words, "field": unread.field}))
                .collect();
            say::json(&json!({
                "legal": legal, "reasons": reasons, "playable": playable, "unread": unread, "figures": figures,
                "limits": limits,
            }));
            return Ok(if legal { Done::Fine } else { Done::Failed });
        }
        let name = resolved.as_ref().map_or(&self.file.list.name, |list| &list.name);
        let name = if name.is_empty() { &*self.file.source().name } else { name.as_str() };
        let verdict = if legal { "legal" } else { "not legal" };
        let by = limits.map_or(String::new(), |limits| format!(" and the limit list of {}", limits.from));
        say!("{name}: {verdict} by {}, edition {}{by}", G::NAME, G::EDITIONS[edition]);
        for (rule, why) in &reasons {
            let rule = rule.and_then(|rule| G::RULES.find(rule));
            match rule {
                Some(rule) => say!("  {why} (rule {}: {})", G::RULES.id(rule), G::RULES.says(rule)),
                None => say!("  {why}"),
            }
        }
        if !unread.is_empty() {
            say!(
                "  {} of its cards have words that Shobu does not read (--allow-unread plays them without):",
                unread.len()
            );
            for (id, name, unread) in &unread {
                say!("    {name} ({id}): {:?} in its {}", unread.words, unread.field);
            }
        }
        if let Ok(list) = &resolved {
            for (section, cards) in &list.sections {
                let count: u32 = cards.iter().map(|(_, count)| count).sum();
                let noun = if count == 1 { "card" } else { "cards" };
                say!("{}: {count} {noun}", section.replace('_', " "));
            }
        }
        figures.iter().for_each(plot);
        Ok(if legal { Done::Fine } else { Done::Failed })
    }

    fn reasons(&self, list: &DeckList, edition: usize, limits: Option<&Limits>) -> Vec<Reason> {
        let mut faults = G::check_deck(&self.cards.cards, list, edition);
        if let Some(limits) = limits {
            faults.extend(limits.check(&self.cards, list));
        }
        faults.into_iter().map(|fault| (fault.rule.map(|rule| G::RULES.id(rule)), fault.why)).collect()
    }

    /// The cards with words that Shobu does not read: no fault of the deck, but `play` and `sim` refuse them too.
    fn unread(&self, list: &DeckList) -> Vec<(String, String, kernel::Unread)> {
        let ids = list.sections.iter().flat_map(|(_, cards)| cards).map(|(id, _)| id);
        ids.filter_map(|id| {
            let card = self.cards.card(self.cards.pool().find(id)?);
            Some((id.clone(), card.name().to_string(), card.unread().first()?.clone()))
        })
        .collect()
    }

    // ---- convert --------------------------------------------------------------------------------------------------

    fn convert(&self, to: &str, out: Option<&PathBuf>) -> Result {
        let Some((_, form)) = Form::ALL.iter().find(|(name, _)| *name == to) else {
            let known: Vec<&str> = Form::ALL.iter().map(|(name, _)| *name).collect();
            return Err(Fault::new(format!("no form of deck list is called {to:?}"))
                .help(format!("there are {}", known.join(", ")))
                .into());
        };
        let list = self.file.resolve(&self.cards)?;
        let text = deck_forms::write(&self.cards, &list, *form)?;
        match out {
            None => say::text(format_args!("{text}")),
            Some(path) => std::fs::write(path, text).map_err(|error| {
                Fault::of_file(&path.display().to_string(), format!("cannot be written: {error}"))
            })?,
        }
        Ok(Done::Fine)
    }

    // ---- odds -----------------------------------------------------------------------------------------------------

    fn odds(&self, wanted: &[String], copies: u32, draws: u32, as_json: bool) -> Result {
        let list = self.file.resolve(&self.cards)?;
        let main = list.section(G::SECTIONS[0]);
        let deck: u32 = main.iter().map(|(_, count)| count).sum();
        let hand = self.opening_hand()?;
        // Without a card, every card of the deck; with several, any of them will do.
        let rows: Vec<(String, u32)> = match wanted.is_empty() {
            true => main.iter().map(|(id, count)| (format!("{} {id}", self.name(id)), *count)).collect(),
            false => {
                let mut sum = 0;
                for word in wanted {
                    let prints = self.cards.meant(word);
                    let of = main.iter().filter(|(id, _)| {
                        self.cards.pool().find(id).is_some_and(|print| prints.contains(&print))
                    });
                    let held: u32 = of.map(|(_, count)| count).sum();
                    if held == 0 {
                        let what = format!("the main deck has no card {word:?}");
                        return Err(Fault::of_file(&self.file.source().name, what)
                            .maybe_help(self.cards.suggest(word))
                            .into());
                    }
                    sum += held;
                }
                vec![(wanted.join(" or "), sum)]
            }
        };
        let at = |held: u32, more: u32| Draw { deck, wanted: held, drawn: hand + more }.at_least(copies);
        let steps: Vec<u32> = (0..=draws).collect();
        if as_json {
            let rows: Vec<Value> = rows
                .iter()
                .map(|(name, held)| {
                    let odds: Vec<f64> = steps.iter().map(|more| at(*held, *more)).collect();
                    let expected = Draw { deck, wanted: *held, drawn: hand }.expected();
                    json!({"card": name, "copies": held, "odds": odds, "expected_in_hand": expected})
                })
                .collect();
            say::json(&json!({"deck": deck, "hand": hand, "at_least": copies, "cards": rows}));
            return Ok(Done::Fine);
        }
        let many = if copies == 1 { "at least one".to_string() } else { format!("at least {copies}") };
        say!("{deck} cards, {hand} in the opening hand; {many} after so many draws more, exactly worked out");
        let mut head = vec!["".to_string(), "copies".into(), "hand".into()];
        head.extend(steps[1..].iter().map(|more| format!("+{more}")));
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|(name, held)| {
                let mut row = vec![name.clone(), held.to_string()];
                row.extend(steps.iter().map(|more| format!("{:.1}%", 100.0 * at(*held, *more))));
                row
            })
            .collect();
        say::table(&head, &rows);
        if let ([_], Some(row)) = (wanted, rows.first()) {
            let bars: Vec<(String, f64)> = head[2..]
                .iter()
                .zip(&row[2..])
                .map(|(name, share)| (name.to_string(), share.trim_end_matches('%').parse().unwrap_or(0.0)))
                .collect();
            say!();
            bars.iter().for_each(|(name, share)| say!("  {name:>5} {} {share}%", bar(share / 100.0, 40)));
        }
        Ok(Done::Fine)
    }

    fn name(&self, id: &str) -> &str {
        self.cards.pool().find(id).map_or("", |print| self.cards.card(print).name())
    }

    /// How many cards a player begins with: the rules are asked by beginning a match.
    fn opening_hand(&self) -> Result<u32> {
        let setup = Setup::new(self.cards.clone(), None, [&self.file, &self.file], UnreadCards::Allowed)?;
        let cards = setup.cards.cards.clone();
        let game: Match<G, Dice> =
            Match::new(cards, setup.edition, &setup.decks, Dice::new(1), Pace::Shown, Log::silent());
        Ok(game.state().zone(Seat::A, "hand").map_or(0, |hand| hand.len()) as u32)
    }
}

/// The limit lists that are named; a folder stands for those in it.
fn read_limits(paths: &[PathBuf], on: Option<&str>) -> Result<Vec<Limits>> {
    if let Some(day) = on.filter(|day| !is_day(day)) {
        return Err(Fault::new(format!("{day:?} is no day")).help("write it as 2026-04-01").into());
    }
    let mut lists = Vec::new();
    for path in paths {
        let mut files = vec![path.clone()];
        if let Ok(entries) = std::fs::read_dir(path) {
            files = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
            files.sort();
        }
        if files.is_empty() {
            let fault = Fault::new(format!("{}: there is no limit list in this folder", path.display()));
            return Err(fault.help("a limit list is a .json file; docs/decks.md shows one").into());
        }
        for file in files {
            lists.push(Limits::read(&Source::read(&file)?)?);
        }
    }
    Ok(lists)
}

fn told(faults: &shobu::Faults) -> Vec<Reason> {
    let with_help = |fault: &Fault| match &fault.help {
        Some(help) => (None, format!("{} ({help})", fault.what)),
        None => (None, fault.what.clone()),
    };
    let mut reasons: Vec<Reason> = faults.list.iter().map(with_help).collect();
    if faults.left_out > 0 {
        reasons.push((None, format!("and {} more like these", faults.left_out)));
    }
    reasons
}

fn as_map(figure: &Figure) -> (String, Value) {
    let bars: serde_json::Map<String, Value> =
        figure.bars.iter().map(|(name, count)| (name.clone(), json!(count))).collect();
    (figure.title.to_string(), Value::Object(bars))
}

/// A figure as bars.
fn plot(figure: &Figure) {
    say!();
    say!("{}", figure.title);
    let most = figure.bars.iter().map(|(_, count)| *count).max().unwrap_or(1);
    let wide = figure.bars.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, count) in &figure.bars {
        say!("  {name:>wide$} {} {count}", bar(f64::from(*count) / f64::from(most.max(30)), 40));
    }
}

/// A bar of so many eighths of a letter.
fn bar(share: f64, width: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + part
}
