//! The ledger of rules: which are shown by a passing scene, which are exempt and why, which are still open.

use crate::GameName;
use crate::scenes::{Failure, Scene};
use kernel::{RuleBook, RuleRow};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A scene with what came of it, as the ledger needs it.
pub struct Shown<'a> {
    /// The file of the scene.
    pub file: &'a str,
    /// What was read there.
    pub scene: &'a Scene,
    /// How it failed, if it did.
    pub failure: Option<&'a Failure>,
}

/// The state of one game's rules.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Ledger {
    /// Rows of the index.
    pub rules: usize,
    /// Rows of kind rule, ruling or variant: those that a scene can show.
    pub testable: usize,
    /// Testable rules that a passing scene shows.
    pub shown: usize,
    /// Rules that need no scene, by `exempt.tsv`.
    pub exempt: usize,
    /// Ids that a scene or `exempt.tsv` cites and the index does not have.
    pub unknown: Vec<String>,
    /// Testable rules that are neither shown nor exempt.
    pub open: Vec<String>,
    /// Rules that are exempt and shown all the same: one of the two is wrong.
    pub both: Vec<String>,
    /// How many scenes there are.
    pub scenes: usize,
    /// How many of them fail.
    pub failing: usize,
    /// The scenes that show a rule, by id.
    #[serde(skip)]
    pub shown_by: BTreeMap<String, Vec<String>>,
    /// Why a rule is exempt, by id.
    #[serde(skip)]
    pub reasons: BTreeMap<String, String>,
}

/// The exempt rules of a game, with their reasons, as compiled in.
pub fn exempt_tsv(game: GameName) -> &'static str {
    match game {
        GameName::Digimon => include_str!("../../../rules/digimon/exempt.tsv"),
        GameName::Dbs => include_str!("../../../rules/dbs/exempt.tsv"),
        GameName::Buddyfight => include_str!("../../../rules/buddyfight/exempt.tsv"),
        GameName::BattleSpirits => include_str!("../../../rules/battle-spirits/exempt.tsv"),
    }
}

/// Adds the rules of a game up.
pub fn ledger(rules: RuleBook, exempt: &str, scenes: &[Shown<'_>]) -> Ledger {
    let rows: Vec<RuleRow> = rules.rows().collect();
    let known: BTreeSet<&str> = rows.iter().map(|row| row.id).collect();
    let mut ledger = Ledger {
        rules: rows.len(),
        testable: rows.iter().filter(|row| row.is_testable()).count(),
        scenes: scenes.len(),
        failing: scenes.iter().filter(|shown| shown.failure.is_some()).count(),
        ..Ledger::default()
    };
    let mut unknown = BTreeSet::new();
    for line in exempt.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let (id, reason) = line.split_once('\t').unwrap_or((line, ""));
        match known.contains(id) {
            true => drop(ledger.reasons.insert(id.into(), reason.trim().into())),
            false => drop(unknown.insert(id.to_string())),
        }
    }
    for shown in scenes {
        for cited in &shown.scene.rules {
            if !known.contains(cited.id.as_str()) {
                unknown.insert(cited.id.clone());
            } else if shown.failure.is_none() {
                let files = ledger.shown_by.entry(cited.id.clone()).or_default();
                if !files.iter().any(|file| file == shown.file) {
                    files.push(shown.file.to_string());
                }
            }
        }
    }
    for row in rows.iter().filter(|row| row.is_testable()) {
        let (shown, exempt) = (ledger.shown_by.contains_key(row.id), ledger.reasons.contains_key(row.id));
        ledger.shown += usize::from(shown);
        match (shown, exempt) {
            (true, true) => ledger.both.push(row.id.into()),
            (false, false) => ledger.open.push(row.id.into()),
            _ => {}
        }
    }
    ledger.exempt = ledger.reasons.len();
    ledger.unknown = unknown.into_iter().collect();
    ledger
}
