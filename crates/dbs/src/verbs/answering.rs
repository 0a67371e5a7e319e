//! What answers do to an attack, a skill or a card being played, and what else changes a battle.

use crate::choice::What;
use crate::rule;
use crate::state::{Activated, Activation, Area, BattleStep, Fails, Frame, Play, State};
use crate::vocab::*;
use crate::{Cards, Cx};
use effects::{Done, Run, Target, eval};
use kernel::{Card, Object};

impl State {
    pub(super) fn do_negate_attack(&mut self, run: &Run, cx: &mut Cx<'_>) -> Done {
        // DBS 0-2-5: an attack that cannot be negated is not.
        let firm = self.attacker().is_some_and(|card| self.cannot(cx.pool, card, Cannot::AttackBeNegated));
        if !self.in_battle() || self.battle.negated || firm {
            return Done::Now(0);
        }
        self.battle.negated = true;
        if let Some(card) = self.attacker() {
            let named = self.named(card);
            cx.log.say(rule!("8-1-6-1"), || What::Negated { card: named });
            let amount = self.note_turning(card, self.cause(run, cx.pool));
            let attacker = self.battle.attacker;
            self.note(Moment::AttackNegated, attacker, Object::default(), amount, cx);
        }
        Done::Now(1)
    }

    pub(super) fn do_negate_skill(&mut self, cx: &mut Cx<'_>) -> Done {
        // DBS 0-2-5: skills of a card that cannot be negated are not.
        let source = self.answered().map(|skill| skill.what.source);
        let card = source.and_then(|source| self.table.find(source));
        let firm = card.is_some_and(|card| self.is_firm(cx.pool, card));
        let Some(skill) = self.answered().filter(|_| !firm) else { return Done::Now(0) };
        // DBS 22-10-8.
        skill.negated = true;
        let what = skill.what;
        let named = self.named_by(what.source, what.ability.print, what.controller);
        cx.log.say(rule!("22-10-8"), || What::Negated { card: named });
        Done::Now(1)
    }

    pub(super) fn do_negate_blocker(&mut self) -> Done {
        // DBS 22-4-4: the guard card is switched back.
        self.unblock();
        Done::Now(1)
    }

    pub(super) fn do_negate_play(&mut self, to: &To, run: &Run, cx: &mut Cx<'_>) -> Done {
        Done::Now(self.negate_play(to, run, cx))
    }

    pub(super) fn do_rest_played(&mut self, what: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        // DBS 11-1-2: "the Battle Card being played" is no Unison Card.
        if eval::targets(self, cx.pool, what, run).is_empty() {
            return Done::Now(0);
        }
        Done::Now(self.rest_played(run, cx))
    }

    pub(super) fn do_switch_guard(&mut self, what: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let guard = eval::targets(self, cx.pool, what, run).first().copied();
        Done::Now(guard.map_or(0, |card| i16::from(self.switch_guard(card, cx))))
    }

    pub(super) fn do_attack_again(&mut self, run: &Run) -> Done {
        let Some(card) = self.table.find(run.source) else { return Done::Now(0) };
        let marks = self.table.marks_mut(card);
        marks.set_again(marks.again() + 1);
        self.battle.again = self.table.object(card);
        Done::Now(1)
    }

    pub(super) fn do_take_revenge(&mut self, run: &Run) -> Done {
        self.battle.revenge = run.source;
        Done::Now(1)
    }

    /// The skill below the one that runs: what it answers.
    fn answered(&mut self) -> Option<&mut Activation> {
        let mut skills = self.frames.iter_mut().rev().filter_map(|frame| match frame {
            Frame::Skill(skill) => Some(skill),
            _ => None,
        });
        skills.next();
        skills.next()
    }

    /// The play that an answer is about: the innermost below the answer itself, declared (DBS 5-5-2-2) or by a skill
    /// (DBS 5-5-3-4) that is yet to resolve.
    fn answered_play(&self, cards: &Cards, run: &Run) -> Option<usize> {
        self.frames.iter().rposition(|frame| match frame {
            Frame::Play(_) => true,
            Frame::Skill(skill) if skill.what.source == run.source => false,
            Frame::Skill(skill) => {
                let plays = || cards.skill(skill.what.ability).is_some_and(|skill| skill.plays());
                skill.kind != Activated::Counter || plays()
            }
            _ => false,
        })
    }

    /// The card being played, for an effect that answers it: one that a skill plays as far as it is known before.
    pub(crate) fn being_played(&self, cards: &Cards, run: &Run) -> Option<Card> {
        let at = self.answered_play(cards, run)?;
        match self.frames[at] {
            Frame::Play(play) => self.table.find(play.card),
            // DBS 5-5-3-5: once it has resolved the card has been played.
            Frame::Skill(skill) if skill.step < 4 => {
                let program = &cards.skill(skill.what.ability)?.ability.program;
                let own = match self.frames.get(at + 1) {
                    Some(Frame::Effect(own)) => *own,
                    _ => Run::new(skill.what.ability, skill.what.source, skill.what.controller),
                };
                program.iter().find_map(|op| match op {
                    effects::Op::Do(Verb::Play { what, .. }) if !matches!(what, Target::Each(_)) => {
                        eval::targets(self, cards, what, &own).first().copied()
                    }
                    _ => None,
                })
            }
            _ => None,
        }
    }

    fn negate_play(&mut self, to: &To, run: &Run, cx: &mut Cx<'_>) -> i16 {
        let fails = match (to.area, to.bottom) {
            (Area::Drop, _) => Fails::Drop,
            (Area::Warp, _) => Fails::Warp,
            (Area::Hand, _) => Fails::Hand,
            (Area::Deck, true) => Fails::DeckBottom,
            (Area::Deck, false) => Fails::DeckTop,
            _ => Fails::Drop,
        };
        self.change_play(run, cx, |play| play.fails = fails, |skill| skill.play_fails = fails)
    }

    /// The card whose playing is answered enters play in Rest Mode (DBS 5-5-4: how it is played is part of playing it).
    fn rest_played(&mut self, run: &Run, cx: &mut Cx<'_>) -> i16 {
        self.change_play(run, cx, |play| play.rest = true, |skill| skill.play_rests = true)
    }

    /// Changes how the play that is answered goes on; whether it does.
    fn change_play(
        &mut self,
        run: &Run,
        cx: &mut Cx<'_>,
        declared: impl FnOnce(&mut Play),
        by_skill: impl FnOnce(&mut Activation),
    ) -> i16 {
        let Some(at) = self.answered_play(cx.pool, run) else { return 0 };
        match self.frames[at] {
            Frame::Play(mut play) => {
                // DBS 22-20-2: [Deflect] does not care.
                let deflects = self.table.find(play.card).is_some_and(|card| {
                    cx.pool.printed(self.table.print(card)).has_keyword(Keyword::Deflect, false)
                });
                if deflects {
                    return 0;
                }
                declared(&mut play);
                self.frames[at] = Frame::Play(play);
            }
            Frame::Skill(mut skill) => {
                by_skill(&mut skill);
                self.frames[at] = Frame::Skill(skill);
            }
            _ => return 0,
        }
        1
    }

    /// DBS 22-4-3: the guard card is switched.
    fn switch_guard(&mut self, card: Card, cx: &mut Cx<'_>) -> bool {
        if !self.in_battle() || self.table.object(card) == self.battle.guard {
            return false;
        }
        let guard = self.table.object(card);
        self.battle.guard = guard;
        let named = self.named(card);
        cx.log.say(rule!("22-4-3"), || What::Blocked { card: named });
        // DBS 22-4-3-1: only the new guard's own skills wait for being attacked; DBS 8-1-7-2: not later in the battle.
        // DBS 22-9-3: [Revenge], the one keyword skill that waits for its own card here, waits whenever it becomes the guard.
        let early = self.battle.step == BattleStep::Attack;
        let first = self.collect(Moment::IsAttacked, guard, self.battle.attacker, 0, cx.pool);
        let mut at = 0;
        self.waiting.retain(|waiting| {
            at += 1;
            let waits = early || cx.pool.is_keyword_skill(waiting.ability);
            at <= first || (waiting.source == guard && waits)
        });
        self.note(Moment::Blocks, guard, self.battle.attacker, 0, cx);
        true
    }
}
