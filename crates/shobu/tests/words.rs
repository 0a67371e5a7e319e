//! The law of words, alike for all four games: what a table says, it reads, and to what it means.

use effects::text::words::Listing;

fn hold(game: &str, all: Vec<Listing>) {
    assert!(all.len() >= 6, "{game} lists {} tables", all.len());
    for table in all {
        assert!(table.rows.len() > 1, "{game}: {} has {} rows", table.title, table.rows.len());
        assert!(table.unread.is_empty(), "{game}: {}: said and not read: {:?}", table.title, table.unread);
        for (at, (said, _)) in table.rows.iter().enumerate() {
            assert!(!said.is_empty(), "{game}: {}: a row says nothing", table.title);
            let twin = table.rows[..at].iter().any(|(other, _)| other == said);
            assert!(!twin, "{game}: {}: two rows say {said:?}", table.title);
        }
    }
}

#[test]
fn what_is_said_is_read() {
    hold("battle-spirits", battle_spirits::text::words::all());
    hold("buddyfight", buddyfight::text::words::all());
    hold("dbs", dbs::text::words::all());
    hold("digimon", digimon::text::words::all());
}
