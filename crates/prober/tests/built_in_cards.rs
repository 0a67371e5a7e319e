//! Nothing on our own cards is dead: every ability of them happens when it should.

use kernel::{Pool, Printed};
use prober::{Entry, Probe, Verdict, probe};
use serde_json::Value;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn nothing_is_dead<G: Probe>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards").join(G::NAME);
    let mut rows: Vec<Value> = Vec::new();
    for file in std::fs::read_dir(folder).expect("the project's own cards") {
        let text = std::fs::read_to_string(file.expect("a card file").path()).expect("a readable card file");
        rows.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a row")));
    }
    let mut pool = Pool::default();
    for row in &rows {
        pool.add(G::Printed::read(row).expect("a card"), row);
    }
    let cards = G::Cards::from(pool);
    let entries: Vec<Entry<'_, G>> =
        cards.as_ref().iter().zip(&rows).map(|((_, card), row)| (card, row)).collect();
    let report = probe::<G>(&entries, 0, &|| (), &AtomicBool::new(false)).expect("threads");
    let dead: Vec<String> = report
        .failures
        .iter()
        .filter(|finding| matches!(finding.verdict, Verdict::Dead(_)))
        .map(|finding| format!("{} {:?}: {:?}", finding.card, finding.words, finding.verdict))
        .collect();
    assert!(report.abilities > 0, "there are abilities to try");
    assert!(dead.is_empty(), "{} of {} are dead:\n{}", dead.len(), report.abilities, dead.join("\n"));
}

#[test]
fn digimon() {
    nothing_is_dead::<digimon::State>();
}
