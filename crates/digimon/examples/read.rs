//! Measures how much of a card file is read: `read FILE [dev|test|all] [clauses|cards ID…|decks DIR|sample N SEED]`.
//! Cards are split in two halves by a hash of their id, so that the grammar can be grown on one and tried on the other.

use digimon::text::{Texts, compile};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(all) => all.iter().filter_map(|one| one.as_str().map(str::to_string)).collect(),
        _ => Vec::new(),
    }
}

fn kind_of(word: &str) -> digimon::vocab::Kind {
    match word {
        "tamer" => digimon::vocab::Kind::Tamer,
        "option" => digimon::vocab::Kind::Option,
        "digi-egg" => digimon::vocab::Kind::Egg,
        _ => digimon::vocab::Kind::Digimon,
    }
}

fn half(id: &str) -> bool {
    id.bytes().fold(7u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into())) % 2 == 0
}

/// A clause with names and numbers made alike, so that classes can be counted.
fn class(words: &str) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for c in words.chars() {
        match c {
            '[' => {
                depth += 1;
                out.push_str("[X");
            }
            ']' => {
                depth -= 1;
                out.push(']');
            }
            _ if depth > 0 => {}
            '0'..='9' => {
                if !out.ends_with('N') {
                    out.push('N');
                }
            }
            c => out.extend(c.to_lowercase()),
        }
    }
    out
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let file = args.get(1).expect("a card file");
    let which = args.get(2).map_or("all", String::as_str);
    let mode = args.get(3).map_or("clauses", String::as_str);
    let rows: Vec<Value> = std::fs::read_to_string(file)
        .expect("a readable card file")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let mut whole: HashMap<String, bool> = HashMap::new();
    let mut notes: HashMap<String, String> = HashMap::new();
    let (mut cards, mut read, mut partly, mut clauses, mut clauses_read) = (0, 0, 0, 0, 0);
    let mut missed: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for row in &rows {
        let id = row["id"].as_str().unwrap_or_default();
        let texts = [
            strings(&row["text"]),
            strings(&row["inherited"]),
            strings(&row["security"]),
            strings(&row["link"]["text"]),
        ];
        let needs: Vec<_> = row["digivolve"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|need| {
                let color = digimon::text::color_named(need["color"].as_str().unwrap_or_default());
                (color, need["level"].as_u64().unwrap_or(0) as u8, need["cost"].as_u64().unwrap_or(0) as u8)
            })
            .collect();
        let meaning = compile(Texts {
            option: row["kind"] == "option",
            needs: &needs,
            text: &texts[0],
            inherited: &texts[1],
            security: &texts[2],
            link_requirement: row["link"]["requirement"].as_str().unwrap_or_default(),
            link: &texts[3],
        });
        whole.insert(id.to_string(), meaning.unread.is_empty());
        for unread in &meaning.unread {
            let field = unread.field.trim_end_matches(']').split('[').collect::<Vec<_>>();
            let at: usize = field.get(1).and_then(|at| at.parse().ok()).unwrap_or(0);
            let part = ["text", "inherited", "security", "link.text"]
                .iter()
                .position(|name| *name == field[0])
                .unwrap_or(0);
            let text = texts[part].get(at).cloned().unwrap_or_default();
            notes
                .entry(id.to_string())
                .or_default()
                .push_str(&format!("\n      [{}] AT <<{}>>", text, unread.words));
        }
        if (which == "dev" && !half(id)) || (which == "test" && half(id)) {
            continue;
        }
        cards += 1;
        read += usize::from(meaning.unread.is_empty());
        partly += usize::from(!meaning.unread.is_empty() && meaning.unread.len() < meaning.clauses);
        clauses += meaning.clauses;
        clauses_read += meaning.clauses - meaning.unread.len();
        for unread in &meaning.unread {
            let entry = missed.entry(class(&unread.words)).or_insert((0, String::new()));
            entry.0 += 1;
            if entry.1.len() < 400 {
                entry.1 = format!("{id} {} {}: {}", unread.field, unread.why, unread.words);
            }
        }
        if mode == "sample" && meaning.unread.is_empty() && !meaning.abilities.is_empty() {
            let nth: usize = args.get(4).and_then(|n| n.parse().ok()).unwrap_or(40);
            let from: usize = args.get(5).and_then(|n| n.parse().ok()).unwrap_or(0);
            if (read + from) % nth == 0 {
                println!("== {id}");
                texts.iter().flatten().for_each(|text| println!("   T {text}"));
                digimon::text::say::all(&meaning, kind_of(row["kind"].as_str().unwrap_or_default()))
                    .iter()
                    .for_each(|words| println!("   > {words}"));
            }
        }
        if mode == "cards" && args[4..].iter().any(|wanted| wanted == id) {
            for text in texts.iter().flatten() {
                println!("{id} | {text}");
            }
            println!("{:#?}", meaning.lines);
            for ability in &meaning.abilities {
                println!(
                    "{:?} {:?} {:?} {:?}\n   {:#?}",
                    ability.part, ability.when, ability.cond, ability.limit, ability.steps
                );
            }
            println!("{:?}", meaning.unread);
        }
    }
    if mode == "clauses" {
        let mut all: Vec<_> = missed.into_iter().collect();
        all.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        let most: usize = args.get(4).and_then(|most| most.parse().ok()).unwrap_or(60);
        for (_, (count, example)) in all.iter().take(most) {
            println!("{count:4} {example}");
        }
    }
    if mode == "decks" {
        let mut readable = 0;
        let mut near: Vec<(usize, String)> = Vec::new();
        let mut all = 0;
        for entry in std::fs::read_dir(&args[4]).expect("a folder of decks").flatten() {
            let deck: Value =
                serde_json::from_str(&std::fs::read_to_string(entry.path()).unwrap_or_default())
                    .unwrap_or_default();
            let mut missing = Vec::new();
            for part in ["main", "digi_eggs"] {
                for id in deck[part].as_object().into_iter().flat_map(|map| map.keys()) {
                    if whole.get(id) != Some(&true) {
                        missing.push(id.clone());
                    }
                }
            }
            all += 1;
            readable += usize::from(missing.is_empty());
            near.push((missing.len(), format!("{} {missing:?}", entry.file_name().to_string_lossy())));
        }
        near.sort();
        // Which unread cards stand in the way of most decks.
        let mut blocking: HashMap<String, usize> = HashMap::new();
        for (_, deck) in &near {
            for id in deck.split('"').skip(1).step_by(2) {
                *blocking.entry(id.to_string()).or_default() += 1;
            }
        }
        let mut blocking: Vec<_> = blocking.into_iter().collect();
        blocking.sort_by_key(|(id, count)| (std::cmp::Reverse(*count), id.clone()));
        for (id, count) in blocking.iter().take(args.get(6).and_then(|n| n.parse().ok()).unwrap_or(0)) {
            println!("{count} {id} {}", notes.get(id).map_or("", String::as_str));
        }
        for (count, deck) in near.iter().take(args.get(5).and_then(|n| n.parse().ok()).unwrap_or(80)) {
            println!("{count} {deck}");
        }
        println!("{readable} of {all} decks readable to the last card");
    }
    println!(
        "{which}: {cards} cards, {read} read whole ({:.1}%), {partly} partly; {clauses} clauses, {clauses_read} read ({:.1}%)",
        100.0 * read as f64 / cards.max(1) as f64,
        100.0 * clauses_read as f64 / clauses.max(1) as f64
    );
}
