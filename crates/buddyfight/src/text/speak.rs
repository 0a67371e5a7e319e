//! A card's abilities in plain words: how Shobu understands the card.

use crate::card::Face;

/// One line for each ability.
pub(crate) fn words(face: &Face) -> Vec<String> {
    face.sheet.abilities.iter().map(|ability| format!("{:?}", ability.when)).collect()
}
