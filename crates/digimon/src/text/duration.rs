//! How long something lasts.

use crate::vocab::Until;
use effects::text::Parser;

/// "until the end of your opponent's turn", "for the turn".
pub fn until(p: &mut Parser<'_>) -> Option<Until> {
    const UNTILS: &[(&str, Until)] = &[
        ("for the turn", Until::Turn),
        ("for this turn", Until::Turn),
        ("during this turn", Until::Turn),
        ("this turn", Until::Turn),
        ("until the end of the/this turn", Until::Turn),
        ("until the turn ends", Until::Turn),
        ("until the end of your opponent 's next turn", Until::OpponentNextTurn),
        ("until the end of your opponent 's turn", Until::OpponentTurn),
        ("until the end of of your opponent 's turn", Until::OpponentTurn),
        ("until the end of the opponent 's next turn", Until::OpponentNextTurn),
        ("until the end of the opponent 's turn", Until::OpponentTurn),
        ("until the end of their next turn", Until::OpponentNextTurn),
        ("until the end of their turn", Until::OpponentTurn),
        ("until your opponent 's next turn ends", Until::OpponentNextTurn),
        ("until your opponent 's turn ends", Until::OpponentTurn),
        ("until their next turn ends", Until::OpponentNextTurn),
        ("until their turn ends", Until::OpponentTurn),
        ("until the end of your next turn", Until::YourNextTurn),
        ("until your next turn ends", Until::YourNextTurn),
        ("until the end of your turn", Until::YourTurn),
        ("until your turn ends", Until::YourTurn),
        ("for the attack", Until::Attack),
        ("until the end of the attack", Until::Attack),
        ("until the attack ends", Until::Attack),
        ("for the battle", Until::Battle),
        ("until the end of the battle", Until::Battle),
        ("during/in your opponent 's next unsuspend phase", Until::OpponentUnsuspend),
        ("during/in their next unsuspend phase", Until::OpponentUnsuspend),
        ("until the end of your opponent 's next unsuspend phase", Until::OpponentUnsuspend),
        ("during/in your next unsuspend phase", Until::YourUnsuspend),
        ("during/in its owner 's next unsuspend phase", Until::OpponentUnsuspend),
        ("as long as it stays there", Until::Always),
        ("until it happened once", Until::Once),
    ];
    p.lookup(UNTILS)
}
