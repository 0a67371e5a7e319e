//! Reading card texts (stub).
use crate::card::{BattleCard, Color};
use crate::vocab::Ability;
use kernel::Unread;

#[derive(Default)]
pub struct Read {
    pub abilities: Vec<Ability>,
    pub unread: Vec<Unread>,
    pub clauses: usize,
    pub succession: bool,
    pub soul_magic: Option<Color>,
}

pub fn read(card: &BattleCard) -> Read {
    Read { clauses: card.paragraphs.len(), ..Read::default() }
}
