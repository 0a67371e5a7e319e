//! The pages of pairs (`docs/pairs-*.md`) say of each scene what the scene says of itself.

use std::path::Path;

/// A string or a list of strings of a scene's head, as its file writes it on one line.
fn head<'a>(scene: &'a str, field: &str) -> &'a str {
    let line = scene.lines().find(|line| line.starts_with(field)).expect("the head names it");
    line[field.len()..].trim_start_matches([' ', '=']).trim_end()
}

#[test]
fn rows_of_pairs_are_what_their_scenes_claim() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for game in ["digimon", "dbs", "buddyfight", "battle-spirits"] {
        let page =
            std::fs::read_to_string(root.join(format!("docs/pairs-{game}.md"))).expect("the page is there");
        let rows: Vec<_> = page.lines().filter(|line| line.contains("](../scenes/")).collect();
        assert!(rows.len() >= 60, "{game}: {} rows", rows.len());
        for row in rows {
            let (before, after) = row.split_once("](../").expect("a row links its scene");
            let (path, after) = after.split_once(')').expect("the link ends");
            let scene = book::scenes().find(|scene| scene.path == path);
            let scene =
                scene.unwrap_or_else(|| panic!("docs/pairs-{game}.md names {path}, which is not there"));
            let title = before.split_once(" | [").map_or("", |(_, title)| title);
            let named = head(scene.text, "title").trim_matches('"').replace("\\\"", "\"");
            assert_eq!(named, title, "the title of {path}");
            let told: Vec<_> = after.trim_matches([' ', '|']).split(", ").collect();
            let list = head(scene.text, "rules").trim_matches(['[', ']']);
            let claimed: Vec<_> = list.split(',').map(|id| id.trim().trim_matches('"')).collect();
            assert_eq!(claimed, told, "the rules of {path}");
        }
    }
}
