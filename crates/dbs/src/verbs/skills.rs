//! Skills that run within others: the cost is paid, another is activated, a replacement takes its place.

use crate::Cx;
use crate::cause::{Cause, Shift};
use crate::rule;
use crate::state::{Activated, Activation, Area, Frame, State};
use crate::vocab::*;
use effects::{AbilityRef, Done, Run, Target, Waiting, eval};

impl State {
    pub(super) fn do_activated(&mut self, cx: &mut Cx<'_>) -> Done {
        self.activated(cx);
        Done::Now(1)
    }

    pub(super) fn do_replaced(&mut self, run: &Run, cx: &mut Cx<'_>) -> Done {
        // DBS 22-11-2: it has stepped in, once of the times it may.
        let skill = cx.pool.skill(run.ability);
        if let Some(limit) = skill.and_then(|skill| skill.ability.limit) {
            self.uses.spend(limit, cx.pool.limit_key(run.ability), run.source, run.controller);
        }
        self.replaced();
        Done::Now(1)
    }

    /// without it there is no activation.
    pub(super) fn do_activate_skill(
        &mut self,
        of: &Target<Dbs>,
        window: &Window,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let Some(card) = eval::targets(self, cx.pool, of, run).first().copied() else { return Done::Now(0) };
        let print = self.table.print(card);
        let source = self.table.object(card);
        let usable = |index: usize, skill: &crate::text::Skill| {
            let ability = AbilityRef { print, index: index as u8 };
            let tried = Run::new(ability, source, run.controller);
            skill.window() == Some(window)
                && skill.cost_cond.as_ref().is_none_or(|cond| eval::holds(self, cx.pool, cond, &tried))
                && effects::run::payable(self, cx.pool, &effects::run::start(self, tried), 0, skill.pay_end)
        };
        let skills = &cx.pool.printed(print).skills;
        let Some(index) = skills.iter().enumerate().position(|(index, skill)| usable(index, skill)) else {
            return Done::Now(0);
        };
        let ability = AbilityRef { print, index: index as u8 };
        let what = Waiting { ability, source, controller: run.controller, ..Waiting::default() };
        let from = self.table.zone(card);
        let kind = Activated::Activate;
        self.push(Frame::Skill(Activation { what, kind, from, step: 1, ..Activation::default() }));
        Done::Later
    }

    /// DBS 9-11-1-1, 12-2-3: a skill that another effect activates resolves within it, and costs no energy.
    pub(super) fn do_activate(&mut self, target: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let Some(card) = eval::targets(self, cx.pool, target, run).first().copied() else {
            return Done::Now(0);
        };
        let print = self.table.print(card);
        let usable = |skill: &crate::text::Skill| {
            skill.window().is_some() && skill.kind != crate::text::SkillKind::Counter
        };
        // DBS 22-3-3: to activate a card is to activate its skill, [Field] too.
        let Some(index) = cx.pool.printed(print).skills.iter().position(usable) else { return Done::Now(0) };
        let from = self.table.zone(card);
        self.shift(card, Shift::to(Area::Drop, Cause::Skill(run.controller), rule!("12-1-1")), cx);
        let what = Waiting {
            ability: AbilityRef { print, index: index as u8 },
            source: self.table.object(card),
            controller: run.controller,
            ..Waiting::default()
        };
        // DBS 9-2-1-2, 5-11b, 5-11-1-1-1, 5-11-1-1-2: in the midst of the first effect, with counter timings of its
        // own.
        self.push(Frame::Skill(Activation {
            what,
            kind: Activated::Activate,
            from,
            step: 1,
            ..Activation::default()
        }));
        Done::Later
    }
}
