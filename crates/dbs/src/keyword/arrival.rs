//! [Arrival XY] (DBS 22-29): played from the hand in a battle when the combo has the colours.

use super::{battle_card, mine};
use crate::card::{Colors, Printed};
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_tail};
use crate::vocab::{Dbs, Test, Window};
use effects::text::{Builder, Parser};
use effects::{Cond, Filter, HowMany, Select, When};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed, colors: Colors) -> Option<Skill> {
    let lex = Words::new(card);
    let mut cost = keyword_tail(&lex, p, b)?;
    // DBS 22-29-3: each of the colours is among the Battle Cards of the combo.
    for color in colors.iter() {
        let original = Filter::Test(Test::OriginalColors(Colors::of(color)));
        let select = Select::new(mine(Area::Combo), battle_card().and(original), HowMany::All);
        let there = Cond::Exists(Box::new(select));
        cost.cond = Some(match cost.cond.take() {
            Some(cond) => cond.and(there),
            None => there,
        });
    }
    // DBS 22-29-5.
    let effect = vec![super::over_realm::play_this()];
    let mut skill =
        // DBS 22-29-4: in the hand.
        assemble(&cost, effect, When::Use(Window::Battle), SkillKind::Activate, area_bit(Area::Hand));
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    skill.mentions_play = true;
    skill.moves_itself = true;
    Some(skill)
}
