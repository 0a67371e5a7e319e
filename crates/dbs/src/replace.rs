//! Replacement effects (DBS 9-10): before a card leaves play, skills that would put something else in its place are asked,
//! one after the other, each once.

use crate::cause::{Cause, MoveNote, Shift};
use crate::figures::about;
use crate::layer::REPLACES;
use crate::rule;
use crate::state::{Area, AttackStep, Frame, State};
use crate::text::Skill;
use crate::turn::Next;
use crate::vocab::{Dbs, Moment, Verb};
use crate::{Cards, Cx};
use effects::{AbilityRef, Op, Run, Target, Waiting, When, eval, run};
use kernel::{Card, End, Flat, Object, Place, Seat};
use serde::{Deserialize, Serialize};

/// A card that is about to leave the Battle or Unison Area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Exit {
    pub card: Object,
    /// It is knocked out, by this card.
    pub ko: bool,
    pub by: Object,
    pub to: Area,
    pub bottom: bool,
    pub rest: bool,
    pub face_up: bool,
    pub cause: Cause,
    /// DBS 9-10-2-3: what was applied to this event already.
    pub used: Flat<(Card, u8), 4>,
    /// Into whose area it goes, where it is not its owner's: who gains control of it (DBS 20-9-1) or combos with it.
    pub master: Option<Seat>,
    /// Something else happened instead.
    pub replaced: bool,
    /// The rules put it away, whatever a text says (DBS 0-2-2-2).
    pub forced: bool,
}

impl Exit {
    /// How it moves, where it is not knocked out.
    pub fn how(&self) -> Shift {
        // DBS 21-6-2: what the rules themselves put away here has no power.
        let rule = if self.forced { rule!("21-6-2") } else { rule!("9-8-1") };
        let end = if self.bottom { End::Bottom } else { End::Top };
        let how = Shift::to(self.to, self.cause, rule);
        if let Some(seat) = self.master {
            // DBS 5-7-5-2: into its player's Combo Area, whoever owns it.
            let rule = if self.to == Area::Combo { rule!("5-7-5-2") } else { rule!("20-9-1") };
            return Shift { rule, ..how.bottom().of(seat) };
        }
        Shift { end, rest: self.rest, face_up: self.face_up, forced: self.forced, ..how }
    }
}

/// A skill that could step in.
pub type Stepping = (Object, AbilityRef);

impl State {
    /// A card leaves, now or, where something may replace that, in a frame of its own. How many left at once.
    pub fn exit(&mut self, exit: Exit, cx: &mut Cx<'_>) -> Option<i16> {
        if self.has_any(REPLACES) && !self.replacements(cx.pool, &exit).is_empty() {
            self.push(Frame::Would(exit));
            return None;
        }
        Some(i16::from(self.leave(exit, cx)))
    }

    /// Whether something may happen instead of a card's leaving.
    pub fn may_be_replaced(&self, cards: &Cards, card: Card, exit: Exit) -> bool {
        let exit = Exit { card: self.table.object(card), ..exit };
        self.has_any(REPLACES) && !self.replacements(cards, &exit).is_empty()
    }

    /// Cards leave at the same time (DBS 0-2-9); those that something may happen to instead in frames of their own.
    /// How many left at once, or nothing if any of them goes later.
    pub fn exit_all(&mut self, cards: &[Card], exit: Exit, cx: &mut Cx<'_>) -> Option<i16> {
        let mut at_once: Flat<Card, 64> = Flat::from_slice(cards);
        at_once.retain(|card| !self.may_be_replaced(cx.pool, *card, exit));
        let later = cards.iter().filter(|card| !at_once.contains(card));
        for card in later {
            self.push(Frame::Would(Exit { card: self.table.object(*card), ..exit }));
        }
        let left = if exit.ko {
            self.ko_all(&at_once, exit.cause, exit.by, cx)
        } else {
            self.shift_all(&at_once, exit.how(), cx)
        };
        (at_once.len() == cards.len()).then_some(left)
    }

    /// The card leaves as it was going to.
    fn leave(&mut self, exit: Exit, cx: &mut Cx<'_>) -> bool {
        let Some(card) = self.table.find(exit.card) else { return false };
        if exit.ko {
            let gone = self.ko(card, exit.cause, exit.by, cx);
            if gone && exit.cause == Cause::Battle {
                // DBS 8-4-6-2-2: a checkpoint for what waited for the KO, before what waits for having done it.
                self.go_on(Frame::Attack(AttackStep::KnockedOut(exit.card)));
                self.check();
            }
            return gone;
        }
        self.shift(card, exit.how(), cx)
    }

    /// The skills that would put something in place of this, those applied already aside (DBS 9-10-2-3).
    pub fn replacements(&self, cards: &Cards, exit: &Exit) -> Flat<Stepping, 6> {
        let mut found = Flat::new();
        let Some(leaving) = self.table.find(exit.card) else { return found };
        let from = self.table.zone(leaving);
        if !matches!(from, Area::Battle | Area::Unison) || !self.would_leave(cards, leaving, exit) {
            return found;
        }
        let spent = |step: &Stepping| {
            let step = (step.0.card, step.1.index);
            exit.used.contains(&step)
                || self.frames.iter().any(|frame| {
                    matches!(frame, Frame::Would(outer) if outer.card == exit.card && outer.used.contains(&step))
                })
        };
        let what = Waiting {
            subject: exit.card,
            other: exit.by,
            amount: MoveNote::pack(from, if exit.ko { Area::Drop } else { exit.to }, exit.cause),
            ..Waiting::default()
        };
        for seat in Seat::BOTH {
            for area in [Area::Leader, Area::Battle, Area::Unison] {
                for card in self.table.cards(Place::new(seat, area)) {
                    let print = self.table.print(*card);
                    if !cards.info(print).replaces {
                        continue;
                    }
                    let source = self.table.object(*card);
                    for (index, skill) in cards.printed(print).skills.iter().enumerate() {
                        let at = AbilityRef { print, index: index as u8 };
                        // DBS 1-7-2-3: one that puts something in place of this event.
                        let When::Would(triggers) = &skill.ability.when else { continue };
                        // DBS 22-11-5: one that has stepped in as often as it may this turn does not again.
                        let used_up = skill.ability.limit.is_some_and(|limit| {
                            let seat = self.table.seat(*card);
                            self.uses.left(limit, cards.limit_key(at), source, seat) == 0
                        });
                        if used_up
                            || spent(&(source, at))
                            || exit.forced && puts_elsewhere(skill, *card == leaving)
                            || !self.is_valid(cards, *card, skill, at)
                        {
                            continue;
                        }
                        let run = about(Run::new(at, source, self.table.seat(*card)), &what);
                        let fits = triggers.iter().any(|trigger| {
                            (trigger.moment == Moment::Leaves || (exit.ko && trigger.moment == Moment::IsKod))
                                && eval::fits(self, cards, &trigger.subject, leaving, &run)
                                && trigger
                                    .cond
                                    .as_ref()
                                    .is_none_or(|cond| eval::holds(self, cards, cond, &run))
                        });
                        let holds =
                            |cond: &effects::Cond<crate::vocab::Dbs>| eval::holds(self, cards, cond, &run);
                        if fits
                            && skill.ability.cond.as_ref().is_none_or(holds)
                            && skill.cost_cond.as_ref().is_none_or(holds)
                        {
                            found.push((source, at));
                        }
                    }
                }
            }
        }
        found
    }

    /// Whether the card would leave at all: nothing keeps it where it is.
    fn would_leave(&self, cards: &Cards, card: Card, exit: &Exit) -> bool {
        if exit.ko {
            return self.may_be_kod(cards, card, exit.cause);
        }
        self.may_leave(card, &exit.how(), cards)
    }

    /// DBS 9-10-2: the master of the card says which replacement comes first, until one has taken the event's place or
    /// none is left.
    pub fn would_step(&mut self, mut exit: Exit, cx: &mut Cx<'_>) -> Next {
        let powerless = |card: Card| {
            self.table.zone(card) == Area::Battle && exit.forced && self.power(cx.pool, card) <= 0
        };
        if exit.replaced && self.table.find(exit.card).is_some_and(powerless) {
            // DBS 9-10-1-1-1, 0-2-2-2: the card still has no power, so that nothing is changed in the end; what was
            // applied is not applied again (DBS 9-10-2-3).
            exit.replaced = false;
        }
        if exit.replaced {
            // DBS 9-10-1, 0-3-16, 9-10-1-1b: the event itself never happens.
            self.frames.pop();
            self.report_more(0);
            return Next::Go;
        }
        let found = self.replacements(cx.pool, &exit);
        match &found[..] {
            [] => {
                self.frames.pop();
                let left = i16::from(self.leave(exit, cx));
                self.report_more(left);
                Next::Go
            }
            [one] => {
                self.apply_replacement(&mut exit, *one);
                Next::Go
            }
            // DBS 9-10-2-1, 9-10-2-2: of several the master of the card it is about chooses.
            _ => Next::Ask(self.table.find(exit.card).map_or(self.turn_player, |card| self.table.seat(card))),
        }
    }

    /// The player chose one of several replacements.
    pub fn choose_replacement(&mut self, at: u8, cards: &Cards) {
        let Some(Frame::Would(mut exit)) = self.frames.last().copied() else { return };
        let found = self.replacements(cards, &exit);
        if let Some(step) = found.get(at as usize).copied() {
            self.apply_replacement(&mut exit, step);
        }
    }

    fn apply_replacement(&mut self, exit: &mut Exit, (source, ability): Stepping) {
        exit.used.push((source.card, ability.index));
        self.go_on(Frame::Would(*exit));
        let Some(card) = self.table.find(source) else { return };
        let from = self.table.find(exit.card).map_or(Area::Battle, |card| self.table.zone(card));
        let what = Waiting {
            subject: exit.card,
            other: exit.by,
            amount: MoveNote::pack(from, if exit.ko { Area::Drop } else { exit.to }, exit.cause),
            ..Waiting::default()
        };
        let run = run::start(self, about(Run::new(ability, source, self.table.seat(card)), &what));
        self.push(Frame::Effect(run));
    }

    /// The KO of a card in whose place a skill that waits for its leaving is moving it now.
    pub fn knocked_elsewhere(&self, card: Object, cards: &Cards) -> Option<Exit> {
        let exit = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Would(exit) if exit.ko && exit.card == card => Some(*exit),
            _ => None,
        })?;
        let (source, index) = *exit.used.last()?;
        let skill = cards.skill(AbilityRef { print: self.table.print(source), index })?;
        let When::Would(triggers) = &skill.ability.when else { return None };
        triggers.iter().any(|trigger| trigger.moment == Moment::Leaves).then_some(exit)
    }

    /// The replacement that is running took the event's place.
    pub fn replaced(&mut self) {
        let would = self.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Would(exit) => Some(exit),
            _ => None,
        });
        if let Some(exit) = would {
            exit.replaced = true;
        }
    }

    fn report_more(&mut self, count: i16) {
        if let Some(Frame::Effect(run)) = self.frames.last_mut() {
            run.report_more(count);
        }
    }
}

/// DBS 0-2-2-2, 21-6-2: a card that the rules put away goes where they say: a replacement that would put it elsewhere is
/// not applied. `own`: the skill is of that card.
fn puts_elsewhere(skill: &Skill, own: bool) -> bool {
    let meant = |what: &Target<Dbs>| *what == Target::Subject || own && *what == Target::This;
    skill.ability.program.iter().any(|op| match op {
        Op::Do(Verb::Move { what, to }) => to.area != Area::Drop && meant(what),
        Op::Do(Verb::Tuck { what, .. }) => meant(what),
        _ => false,
    })
}
