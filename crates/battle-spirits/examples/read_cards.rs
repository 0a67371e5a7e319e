//! Prints what could not be read of a card file: `cargo run -p shobu-battle-spirits --example read_cards -- FILE`.
use battle_spirits::BattleCard;
use kernel::Printed;

fn main() {
    let file = std::env::args().nth(1).expect("a card file");
    let (mut whole, mut all) = (0, 0);
    for line in std::fs::read_to_string(file).expect("a readable file").lines() {
        let row = serde_json::from_str(line).expect("a JSON line");
        let card = BattleCard::read(&row).expect("a card");
        all += 1;
        whole += usize::from(card.unread().is_empty());
        for unread in card.unread() {
            println!(
                "{} {}: {:?}\n    {:?}: {}",
                card.id, card.name, card.paragraphs, unread.words, unread.why
            );
        }
        let said = card.words();
        let mut again = row.as_object().expect("an object").clone();
        again.insert("text".into(), serde_json::json!(said));
        let again = BattleCard::read(&serde_json::Value::Object(again)).expect("a card");
        for (at, ability) in card.abilities.iter().enumerate() {
            let same = again.abilities.get(at).is_some_and(|other| {
                (&other.when, &other.steps, &other.cond) == (&ability.when, &ability.steps, &ability.cond)
            });
            if !same {
                println!(
                    "{} {}: said {:?}, read again as {:?} {:?}",
                    card.id,
                    ability.words,
                    said,
                    again.abilities.get(at).map(|other| (&other.when, &other.steps, &other.cond)),
                    again.unread()
                );
            }
        }
        if std::env::args().nth(2).as_deref() == Some("-v") {
            for ability in &card.abilities {
                println!(
                    "{}: {}\n  {:?} {:?} {:?}\n  {:?}",
                    card.id, ability.words, ability.when, ability.cond, ability.limit, ability.steps
                );
            }
        }
    }
    println!("{whole} of {all} cards read whole");
}
