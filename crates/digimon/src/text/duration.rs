//! How long something lasts.

use super::words::UNTILS;
use crate::vocab::Until;
use effects::text::Parser;

/// "until the end of your opponent's turn", "for the turn".
pub fn until(p: &mut Parser<'_>) -> Option<Until> {
    UNTILS.read(p).filter(|until| *until != Until::While)
}
