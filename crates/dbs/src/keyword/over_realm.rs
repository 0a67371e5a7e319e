//! [Over Realm X] (DBS 22-15) and [Dark Over Realm X] (DBS 22-23): the whole Drop Area goes to the Warp, and the card is played.

use super::mine;
use crate::card::{Color, Printed};
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_tail};
use crate::vocab::{Dbs, To, Verb, Window};
use effects::text::{Builder, Parser};
use effects::{Amount, Cmp, Cond, Filter, HowMany, Select, Step, Target, When};

/// "Play this card."
pub fn play_this() -> Step<Dbs> {
    Step::Do(Verb::Play {
        what: Target::This,
        rest: false,
        active: false,
        opponents: false,
        markers: None,
        on: None,
        evolves: false,
    })
}

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed, n: i32, dark: bool) -> Option<Skill> {
    let lex = Words::new(card);
    let mut cost = keyword_tail(&lex, p, b)?;
    // DBS 22-15-3, 22-23-3: so many cards in the Drop Area, black ones for the dark kind.
    let counted = if dark { Filter::Color(Color::Black) } else { Filter::Any };
    let drop = Select::new(mine(Area::Drop), counted, HowMany::All);
    let enough = Cond::Compare(Amount::Count(Box::new(drop)), Cmp::AtLeast, Amount::Fixed(n));
    cost.cond = Some(match cost.cond.take() {
        Some(cond) => cond.and(enough),
        None => enough,
    });
    // DBS 22-15-4, 22-23-4: all of the Drop Area is sent to the Warp.
    let all = Target::Each(Box::new(Select::new(mine(Area::Drop), Filter::Any, HowMany::All)));
    cost.steps.push(Step::Do(Verb::Move { what: all, to: To::area(Area::Warp) }));
    // DBS 22-23-6: the card is played.
    let mut effect = vec![play_this()];
    if !dark {
        // DBS 22-15-6: at the end of the turn it is sent to the Warp.
        effect.push(Step::Do(Verb::MarkOverRealm));
    }
    let mut skill =
        // DBS 22-15-5, 22-23-5: in the hand.
        assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, area_bit(Area::Hand));
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    skill.over_realm = true;
    skill.mentions_play = true;
    skill.moves_itself = true;
    Some(skill)
}
