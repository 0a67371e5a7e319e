//! Card rows: what a file may say.

use buddyfight::Face;
use kernel::Printed;
use serde_json::json;

/// BF CROSS-3: sizes of the Cross series are from 0 to 3, whether the world is named or told by the number.
#[test]
fn a_character_of_size_four_is_refused() {
    let row = |id: &str, worlds: &[&str], size: u8| {
        json!({"id": id, "name": "Actor", "kind": "character", "worlds": worlds, "size": size,
            "power": 1000, "defense": 1000, "critical": 1})
    };
    assert!(Face::read(&row("X", &["Detective Conan"], 3)).is_ok());
    assert!(Face::read(&row("X", &["Detective Conan"], 4)).is_err());
    assert!(Face::read(&row("S-UB-C05/0001", &[], 4)).is_err());
    assert!(Face::read(&row("X", &["Dragon World"], 4)).is_ok());
}
