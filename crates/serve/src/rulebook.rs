//! The executable rulebook: every rule with what it says, where it is enforced and its scenes, every scene step by step.
//! The server tells it piece by piece, and `shobu book` writes it down as files (`site.rs`).

use kernel::{Eyes, Game, RuleBook, RuleRow};
use serde_json::{Map, Value, json};
use shobu::any::card_words;
use shobu::ledger::exempt_tsv;
use shobu::scenes::{self, Failure, Picture, Scene};
use shobu::{GameName, Shipped, Source, with_game};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What the scenes of the project show, put together once.
pub struct Book {
    /// By game and rule id, the paths of the scenes that show it, with their titles.
    shown: HashMap<(GameName, String), Vec<(&'static str, String)>>,
    /// Why a rule needs no scene.
    exempt: HashMap<(GameName, &'static str), &'static str>,
    /// Every scene's text by its path.
    pub texts: BTreeMap<&'static str, &'static str>,
}

impl Book {
    /// Reads every scene that the program carries along.
    pub fn open() -> Self {
        let (mut shown, mut texts) = (HashMap::<_, Vec<_>>::new(), BTreeMap::new());
        for file in book::scenes() {
            texts.insert(file.path, file.text);
            let Ok(scene) = Scene::read(Source::new(file.path, file.text)) else { continue };
            let Ok(game) = scene.game.parse::<GameName>() else { continue };
            for cited in &scene.rules {
                shown.entry((game, cited.id.clone())).or_default().push((file.path, scene.title.clone()));
            }
        }
        let mut exempt = HashMap::new();
        for game in GameName::ALL {
            for line in exempt_tsv(game).lines().skip(1) {
                if let Some((id, why)) = line.split_once('\t') {
                    exempt.insert((game, id), why.trim());
                }
            }
        }
        Book { shown, exempt, texts }
    }

    fn scenes(&self, game: GameName, id: &str) -> &[(&'static str, String)] {
        self.shown.get(&(game, id.to_string())).map_or(&[], Vec::as_slice)
    }

    /// A rule in a list: its scenes are only counted.
    pub fn row(&self, game: GameName, row: &RuleRow) -> Value {
        let mut told = json!({"id": row.id, "kind": row.kind, "says": row.says});
        told["scenes"] = self.scenes(game, row.id).len().into();
        if let Some(why) = self.exempt.get(&(game, row.id)) {
            told["exempt"] = (*why).into();
        }
        told
    }

    /// A rule with all that is known of it.
    pub fn rule(&self, game: GameName, row: &RuleRow) -> Value {
        let scene = |(path, title): &(&str, String)| json!({"path": path, "title": title});
        let scenes: Vec<Value> = self.scenes(game, row.id).iter().map(scene).collect();
        let place = |place: book::Place| json!({"file": place.file, "line": place.line});
        let places: Vec<Value> = book::places(game.as_str(), row.id).into_iter().map(place).collect();
        let follows = book::follows(game.as_str(), row.id);
        json!({
            "game": game.as_str(), "id": row.id, "kind": row.kind, "says": row.says, "document": row.seed,
            "line": row.line, "places": places, "scenes": scenes, "exempt": self.exempt.get(&(game, row.id)),
            "follows": follows.map(|follows| json!({"from": follows.from, "why": follows.why})),
        })
    }
}

pub fn rules_of(game: GameName) -> RuleBook {
    with_game!(game, G => G::RULES)
}

/// A scene: its text, its script, and its cards in words.
pub fn scene_told(path: &str, game: GameName, scene: &Scene, steps: &[Value]) -> Value {
    let rules: Vec<&str> = scene.rules.iter().map(|cited| cited.id.as_str()).collect();
    let line =
        |line: &scenes::Line| json!({"number": line.number, "text": scene.source.text[line.span.clone()]});
    let lines: Vec<Value> = scene.lines.iter().map(line).collect();
    json!({
        "path": path, "title": scene.title, "game": game.as_str(), "rules": rules,
        "source": &*scene.source.text, "steps": lines.len(), "lines": lines,
        "cards": with_game!(game, G => cards_told::<G>(scene, steps)),
    })
}

/// Where a scene stands before its script and after each line of it.
pub fn scene_steps(game: GameName, scene: &Scene) -> Vec<Value> {
    (0..=scene.lines.len()).map_while(|at| scene_at(game, scene, at, Eyes::All).ok()).collect()
}

/// Every card that a scene shows, by its id: as it is printed and as it is read.
fn cards_told<G: Shipped>(scene: &Scene, steps: &[Value]) -> Value {
    let Ok(cards) = G::cards_of_scene(scene) else { return json!({}) };
    let mut ids = BTreeSet::new();
    steps.iter().for_each(|step| collect(&step["board"], &mut ids));
    let told = |id: String| {
        let card = card_words(&cards, &id).ok()?;
        let told = json!({
            "id": card.id, "name": card.name, "row": card.row, "reading": card.words, "unread": card.unread,
        });
        Some((id, told))
    };
    Value::Object(ids.into_iter().filter_map(told).collect::<Map<_, _>>())
}

fn collect(value: &Value, ids: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let (Some(Value::String(id)), true) = (fields.get("id"), fields.contains_key("ref")) {
                ids.insert(id.clone());
            }
            fields.values().for_each(|value| collect(value, ids));
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, ids)),
        _ => {}
    }
}

/// Where a scene stands after so many lines of its script.
pub fn scene_at(game: GameName, scene: &Scene, at: usize, eyes: Eyes) -> Result<Value, Box<Failure>> {
    with_game!(game, G => {
        let line = at.checked_sub(1).and_then(|at| scene.lines.get(at));
        let shown = G::show_scene(scene, line.map(|line| line.number))?;
        let Picture { board, menu, asked, events, over } = G::picture_scene(&shown, eyes);
        Ok(json!({
            "type": "scene", "at": at, "steps": scene.lines.len(), "line": line.map(|line| line.number),
            "said": line.map(|line| &scene.source.text[line.span.clone()]),
            "board": board, "menu": menu, "asked": asked, "events": events, "over": over,
        }))
    })
}
