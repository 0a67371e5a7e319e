//! A refusal is specific. Wherever a scene demands a refusal because an effect forbids something, the effect is named with its words;
//! wherever something cannot be paid, the missing part is. The scenes are the positions; what they demand is only the rule.

use kernel::{Because, Eyes};
use shobu::explain::Explained;
use shobu::scenes::{Scene, Step, files, show};
use shobu::{GameName, Source, with_game};
use std::path::Path;

/// The rules by which something is refused because an effect says so.
const FORBIDS: [(GameName, &[&str]); 4] = [
    (GameName::Digimon, &["15-1-3", "11-2-5", "12-1-4", "16-29-1"]),
    (GameName::Dbs, &["0-2-5", "22-39-2", "20-14-1"]),
    (GameName::Buddyfight, &["CONT-3.1", "OTHER-STOPTIME-1", "OTHER-STOPTIME-3"]),
    (GameName::BattleSpirits, &["FAQ-GENERAL-3", "TURN-1"]),
];

/// The rules by which something is refused because it cannot be paid.
const UNPAID: [(GameName, &[&str]); 4] = [
    (GameName::Digimon, &["1-3-11-1", "4-19-2", "4-19-3", "15-8-4-4-1"]),
    (GameName::Dbs, &["5-3-3", "5-4-3", "5-6-3", "22-27-4", "13-4-1-3"]),
    (GameName::Buddyfight, &["OTHER-COST-5", "CALL-1.4"]),
    (GameName::BattleSpirits, &["FAQ-PAY-2a", "COST-5d"]),
];

/// Scenes in which the refusal has no more to tell yet: of two uses of a Magic card the wrong one answers, Succession and magic
/// that is forbidden are not told, nor a call onto another monster; a toll is named without its words.
const OPEN: [&str; 8] = [
    "a-spent-soul-core-makes-no-soul-magic.toml",
    "no-magic-in-this-battle.toml",
    "soul-magic-needs-its-own-colour.toml",
    "from-reserve-or-field-only.toml",
    "needs-a-symbol-of-its-colour.toml",
    "what-cannot-be-paid-without-must-be-inherited.toml",
    "on-top-of-another.toml",
    "only-by-doing-something-first.toml",
];

fn meant(rules: &[(GameName, &[&str])], game: GameName, rule: &str) -> bool {
    rules.iter().any(|(of, ids)| *of == game && ids.contains(&rule))
}

/// What is wrong with what a refusal says of itself.
fn wrong(game: GameName, rule: &str, because: &Because) -> Option<&'static str> {
    if meant(&FORBIDS, game, rule) && because.by.is_empty() {
        return Some("no effect is named");
    }
    let wordless = because.by.iter().any(|by| by.words.is_empty() || by.name.is_empty());
    if wordless {
        return Some("an effect is named without its card or its words");
    }
    (meant(&UNPAID, game, rule) && because.missing.is_empty()).then_some("no missing part is named")
}

fn held(game: GameName) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(game.as_str());
    let (mut asked, mut faults) = (0, Vec::new());
    for path in files(&[folder]).unwrap_or_else(|fault| panic!("{fault}")) {
        if OPEN.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        let scene = Source::read(&path).and_then(Scene::read).unwrap_or_else(|fault| panic!("{fault}"));
        for (at, line) in scene.lines.iter().enumerate() {
            let Step::Cannot { label, rule: Some(rule), .. } = &line.step else { continue };
            if !meant(&FORBIDS, game, rule) && !meant(&UNPAID, game, rule) {
                continue;
            }
            let before = at.checked_sub(1).map_or(0, |at| scene.lines[at].number);
            let told = with_game!(game, G => {
                let shown = show::<G>(&scene, Some(before)).unwrap_or_else(|failure| panic!("{}", failure.fault));
                shown.ask(label, Eyes::All)
            });
            // A scene that passes windows by itself may stand before one of them here.
            let Explained::Refused { because, .. } = told else { continue };
            asked += 1;
            if let Some(fault) = wrong(game, rule, &because) {
                faults.push(format!(
                    "{}:{}: {label} ({rule}): {fault}: {because:?}",
                    path.display(),
                    line.number
                ));
            }
        }
    }
    assert!(asked > 5, "only {asked} refusals were found");
    assert!(faults.is_empty(), "{} of {asked}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn digimon() {
    held(GameName::Digimon);
}

#[test]
fn dragon_ball() {
    held(GameName::Dbs);
}

#[test]
fn buddyfight() {
    held(GameName::Buddyfight);
}

#[test]
fn battle_spirits() {
    held(GameName::BattleSpirits);
}
