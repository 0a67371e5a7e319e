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
