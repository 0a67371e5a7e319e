//! What every column means.

use crate::words::{self, Words};
use kernel::StableHasher;
use kernel::board::Pictured;
use kernel::{RuleId, Zone};
use serde::Serialize;
use shobu::{GameName, Playable, with_game};
use std::sync::OnceLock;

/// Raised whenever a column changes its meaning.
pub const VERSION: u32 = 2;

/// One column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Hash)]
pub struct Column {
    pub name: String,
    /// The least and the greatest value.
    pub least: i32,
    pub most: i32,
    pub means: &'static str,
}

/// Every column of a game's rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Hash)]
pub struct Spec {
    pub game: &'static str,
    pub version: u32,
    pub zones: Vec<&'static str>,
    pub verbs: Vec<&'static str>,
    pub phases: Vec<&'static str>,
    pub kinds: Vec<&'static str>,
    /// A row a card.
    pub cards: Vec<Column>,
    /// One row.
    pub globals: Vec<Column>,
    /// A row an option.
    pub options: Vec<Column>,
    /// What can happen.
    pub happenings: Vec<&'static str>,
    /// A row an event, the newest first.
    pub history: Vec<Column>,
}

/// Cards of an option that have columns of their own; how many there are is told beside.
pub const NAMED: usize = 5;
/// Columns of a card's row that every game has.
pub const PLAIN: usize = 9;
/// Anything that is counted stays below this.
const COUNT: i32 = 255;
const FIGURE: i32 = 999_999;

impl Spec {
    /// Changes whenever anything of it does: what is learnt with one hash is of no use with another.
    pub fn hash(&self) -> String {
        format!("{:016x}", StableHasher::of(self))
    }
}

/// The columns of a game, worked out once.
pub fn of(game: GameName) -> &'static Spec {
    static ALL: OnceLock<Vec<Spec>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let one = |game: GameName| with_game!(game, G => of_game::<G>(words::of(game)));
        GameName::ALL.into_iter().map(one).collect()
    });
    &all[GameName::ALL.iter().position(|one| *one == game).unwrap_or(0)]
}

fn of_game<G: Playable>(words: &Words) -> Spec {
    let zones: Vec<&'static str> = <G as Pictured>::LAYOUT.iter().map(|(zone, _)| zone.name()).collect();
    let verbs: Vec<&'static str> = G::VERBS.iter().map(|(verb, _)| *verb).collect();
    Spec {
        game: G::NAME,
        version: VERSION,
        cards: cards(words, zones.len()),
        globals: globals(words, &zones, kernel::RuleBook::SLOTS),
        options: options(verbs.len()),
        happenings: G::HAPPENINGS.to_vec(),
        history: history(G::HAPPENINGS.len(), kernel::RuleBook::SLOTS),
        zones,
        verbs,
        phases: words.phases.to_vec(),
        kinds: words.kinds.to_vec(),
    }
}

fn column(name: impl Into<String>, least: i32, most: i32, means: &'static str) -> Column {
    Column { name: name.into(), least, most, means }
}

fn cards(words: &Words, zones: usize) -> Vec<Column> {
    let mut all = vec![
        column("print", 0, 99_999, "row of the card table, counted from 1; 0 for a card that is not known"),
        column("zone", 0, zones as i32 - 1, "index into `zones`"),
        column("place", 0, COUNT, "place in its zone, the top first"),
        column("owner", 0, 1, "0 whoever looks, 1 the other seat"),
        column("side", 0, 1, "on whose side it lies"),
        column("host", 0, COUNT, "row of the card it lies under, counted from 1; 0 for none"),
        column("under", 0, COUNT, "how many cards lie under it"),
        column("kind", 0, words.kinds.len() as i32, "index into `kinds`, counted from 1; 0 if not known"),
        column("attack", 0, 2, "its part in the attack: 1 attacks, 2 is attacked"),
    ];
    for color in words.colors {
        all.push(column(format!("color {color}"), 0, 1, "whether it has the colour now"));
    }
    for figure in words.figures {
        all.push(column(format!("has {figure}"), 0, 1, "whether it has the figure"));
        all.push(column(*figure, -FIGURE, FIGURE, "the figure as it is now"));
    }
    for state in words.states {
        all.push(column(*state, 0, 1, "whether it is so"));
    }
    for counter in words.counters {
        all.push(column(*counter, 0, COUNT, "how many lie on it"));
    }
    for keyword in words.keywords {
        all.push(column(
            format!("<{keyword}>"),
            -COUNT,
            COUNT,
            "the sum of its numbers, or how often it has the keyword",
        ));
    }
    all.push(column("<other>", 0, COUNT, "how many other keywords it has"));
    all
}

fn globals(words: &Words, zones: &[&'static str], rules: usize) -> Vec<Column> {
    let mut all = vec![
        column("turn", 0, FIGURE, "number of the turn"),
        column("own turn", 0, 1, "whether it is the turn of whoever looks"),
        column("phase", 0, words.phases.len() as i32 - 1, "index into `phases`"),
        column("asked", 0, 1, "whether whoever looks has to decide"),
        column("reason rule", 0, rules as i32, "the rule that asks, counted from 1; 0 for none"),
        column("reason card", 0, COUNT, "row of the card that asks, counted from 1; 0 for none"),
        column("reason effect", 0, 256, "which effect of it asks, counted from 1; 0 where none does"),
        column("reason step", 0, FIGURE, "where in that effect"),
        column("attack", 0, 1, "whether an attack goes on"),
        column("attack on me", 0, 1, "whether it is against whoever looks"),
        column(
            "attack total",
            -FIGURE,
            FIGURE,
            "what the attacker's side comes to, where totals are compared",
        ),
        column("defense total", -FIGURE, FIGURE, "what the other side comes to"),
        column("waiting mine", 0, COUNT, "effects that wait, of whoever looks"),
        column("waiting theirs", 0, COUNT, "effects that wait, of the other seat"),
    ];
    for whose in ["my", "their"] {
        for figure in words.seat_figures {
            all.push(column(format!("{whose} {figure}"), -COUNT, COUNT, "what is counted for the seat"));
        }
        for zone in zones {
            all.push(column(format!("cards in {whose} {zone}"), 0, COUNT, "how many cards are there"));
        }
    }
    all
}

fn options(verbs: usize) -> Vec<Column> {
    let mut all = vec![column("verb", 0, verbs as i32 - 1, "index into `verbs`")];
    for at in 0..NAMED {
        all.push(column(
            format!("card {at}"),
            0,
            COUNT,
            "row of a card it is about, counted from 1, the source first; 0 for none",
        ));
    }
    all.extend([
        column("cards", 0, COUNT, "how many cards it is about"),
        column("which", 0, FIGURE * 20, "which effect, way or side of the table, where a card has several"),
        column("has cost", 0, 1, "whether it says what it costs"),
        column("cost", -COUNT, COUNT, "what it costs now"),
        column("leaves anything", 0, 1, "whether it says what paying leaves"),
        column(
            "leaves",
            -FIGURE,
            FIGURE,
            "what paying leaves: memory, energy, gauge, cores; in a combo the lead",
        ),
        column("has number", 0, 1, "whether it is a number"),
        column("number", -FIGURE, FIGURE, "the number it stands for"),
        column("declines", 0, 1, "whether it declines, passes or ends one's own step"),
    ]);
    all
}

fn history(happenings: usize, rules: usize) -> Vec<Column> {
    let mut all = vec![
        column("word", 0, happenings as i32, "index into `happenings`, counted from 1; 0 for an empty row"),
        column("rule", 0, rules as i32, "the rule behind it, counted from 1"),
        column("seat", 0, 2, "1 whoever looks, 2 the other seat, 0 nobody"),
        column("number", -FIGURE, FIGURE, "the amount, or the zone, phase or way by its number in the game"),
    ];
    for at in 0..2 {
        all.extend([
            column(
                format!("card {at}"),
                0,
                COUNT,
                "row of a card in it, counted from 1; 0 where it is not known",
            ),
            column(format!("print {at}"), 0, 99_999, "row of the card table, counted from 1; 0 if not known"),
            column(format!("owner {at}"), 0, 2, "1 whoever looks, 2 the other seat, 0 if not known"),
        ]);
    }
    all
}

/// A rule as a column tells it.
pub(crate) fn rule_number(rule: RuleId) -> i32 {
    i32::from(rule.0) + 1
}
