//! What is carried along is what stands in the project.

use std::path::Path;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn scenes_are_carried_along_letter_by_letter() {
    let mut count = 0;
    for scene in book::scenes() {
        let text = std::fs::read_to_string(root().join(scene.path)).expect("the scene is there");
        assert_eq!(text, scene.text, "{}", scene.path);
        count += 1;
    }
    assert!(count > 2_000, "{count} scenes");
}

#[test]
fn a_place_cites_its_rule() {
    for (game, rule) in
        [("digimon", "11-2-1"), ("digimon", "16-14-1"), ("dbs", "8-1-1"), ("buddyfight", "CALL-3.2")]
    {
        let places = book::places(game, rule);
        assert!(!places.is_empty(), "{game} {rule} is cited nowhere");
        for place in places {
            let text = std::fs::read_to_string(root().join(place.file)).expect("the file is there");
            let line = text.lines().nth(place.line as usize - 1).expect("the line is there");
            assert!(line.contains(rule), "{}:{} does not cite {rule}: {line}", place.file, place.line);
        }
    }
    assert!(book::places("digimon", "no-such-rule").is_empty());
}
