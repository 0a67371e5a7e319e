//! What each verb of a card text does, through the primitives: this says which function does it, and what those of several
//! subjects share. What the runtime asks about cards is in `host.rs`.

mod answering;
mod moving;
mod paying;
mod playing;
mod seeing;
mod skills;
mod turning;

use crate::cause::Cause;
use crate::layer::class;
use crate::replace::Exit;
use crate::state::{Frame, State};
use crate::vocab::*;
use crate::{Cards, Cx};
use effects::layer::Sort;
use effects::{Done, Run, Target, eval};
use kernel::{Card, Flat, Object, Seat};

impl State {
    /// Does what a verb says; how each is done stands in the file of its subject.
    pub(crate) fn carry_out(&mut self, verb: &Verb, run: &Run, frame: usize, cx: &mut Cx<'_>) -> Done {
        self.next_batch();
        match verb {
            Verb::Activated => self.do_activated(cx),
            Verb::Draw { who, n } => self.do_draw(*who, n, run, cx),
            Verb::DrawUpTo { who, n } => self.do_draw_up_to(*who, n, run, cx),
            Verb::Ko(what) => self.do_ko(what, run, frame, cx),
            Verb::Move { what, to } => self.do_move(what, to, run, frame, cx),
            Verb::Merge(what) => self.do_merge(what, run, cx),
            Verb::Gather(what) => self.do_gather(what, run, cx),
            Verb::Replaced => self.do_replaced(run, cx),
            Verb::Rest(what) => self.do_rest(what, run, cx),
            Verb::Ready(what) => self.do_ready(what, run, cx),
            Verb::Play { .. } => self.do_play(verb, run, frame, cx),
            Verb::Combo(what) => self.do_combo(what, run, frame, cx),
            Verb::Damage { who, n } => self.do_damage(*who, n, run, cx),
            Verb::Look { who, whose, n, slot } => self.do_look([*who, *whose], n, *slot, run, cx),
            Verb::LookBottom { who, whose, slot } => self.do_look_bottom([*who, *whose], *slot, run, cx),
            Verb::RevealTop { whose, n, slot } => self.do_reveal_top(*whose, n, *slot, run, cx),
            Verb::Reveal(what) => self.do_reveal(what, run, cx),
            Verb::LookAt { who, whose, area } => self.do_look_at([*who, *whose], *area, run, cx),
            Verb::Shuffle { who, area } => self.do_shuffle(*who, *area, run, cx),
            Verb::Mill { who, n, to, slot } => self.do_mill(*who, n, to, *slot, run, cx),
            Verb::NegateAttack => self.do_negate_attack(run, cx),
            Verb::NegateCounter | Verb::NegateSkill => self.do_negate_skill(cx),
            Verb::NegateBlocker => self.do_negate_blocker(),
            Verb::NegatePlay(to) => self.do_negate_play(to, run, cx),
            Verb::RestPlayed(what) => self.do_rest_played(what, run, cx),
            Verb::Flip(what) => self.do_flip(what, run, cx),
            Verb::FlipTo { what, back } => self.do_flip_to(what, *back, run, cx),
            Verb::Markers { what, n } => self.do_markers(what, n, run, cx),
            Verb::EnergyMarkers { who, n } => self.do_energy_markers(*who, n, run, cx),
            Verb::Turn { what, face_up } => self.do_turn(what, *face_up, run, cx),
            Verb::Win(who) => self.do_win(*who, run),
            Verb::Activate(what) => self.do_activate(what, run, cx),
            Verb::ActivateSkill { of, window } => self.do_activate_skill(of, window, run, cx),
            Verb::Tuck { what, under } => self.do_tuck(what, under, run, cx),
            Verb::TuckTop { who, n, under } => self.do_tuck_top(*who, n, under, run, cx),
            Verb::GainControl { who, what } => self.do_gain_control(*who, what, run, frame, cx),
            Verb::Token { .. } => self.do_token(verb, run, cx),
            Verb::SwitchGuard(what) => self.do_switch_guard(what, run, cx),
            Verb::Pay { cost } => self.do_pay(cost, run, cx),
            Verb::PayLess { n } => self.do_pay_less(*n, run, cx),
            Verb::PayZ => self.do_pay_z(run, cx),
            Verb::PlaceOnLeader { on } => self.do_place_on_leader(on, run, cx),
            Verb::MarkOverRealm => self.do_mark_over_realm(run),
            Verb::PlaceField => self.do_place_field(run, cx),
            Verb::AttackAgain => self.do_attack_again(run),
            Verb::TakeRevenge => self.do_take_revenge(run),
            Verb::Fail => Done::Now(0),
            Verb::Skip { who, what } => self.do_skip(*who, *what, run),
            Verb::PlaceExtra(what) => self.do_place_extra(what, run, cx),
        }
    }

    fn cause(&self, run: &Run, cards: &Cards) -> Cause {
        match cards.skill(run.ability) {
            // DBS 1-7-1: up to here it is the cost, and everything behind it is the effect.
            Some(skill) if run.at < skill.pay_end => Cause::Cost(run.controller),
            // DBS 23-3-1, 23-3-2: the source of what a skill does is the card that has it.
            _ => Cause::Skill(run.controller),
        }
    }

    /// The cards a verb acts on; `to` stands for the one that would be chosen.
    pub(crate) fn meant_by(
        &self,
        cards: &Cards,
        target: &Target<Dbs>,
        to: Option<Card>,
        run: &Run,
    ) -> eval::Cards {
        match (target, to) {
            (Target::Slot(_) | Target::Several(_), Some(card)) => Flat::from_slice(&[card]),
            _ => eval::targets(self, cards, target, run),
        }
    }

    /// The cards an effect acts on: those it does not bounce off (DBS 20-4-1).
    fn acted_on(&self, cards: &Cards, target: &Target<Dbs>, run: &Run) -> eval::Cards {
        let mut found = eval::targets(self, cards, target, run);
        found.retain(|card| self.is_affected(cards, *card, run));
        found
    }

    /// DBS 20-4-1, 0-3-15: "unaffected by" skills that fit.
    pub fn is_affected(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        if self.deflects(cards, card, run) {
            return false;
        }
        if !self.is_given(class::UNAFFECTED) {
            return true;
        }
        // DBS 9-3-1: an effect goes on without its source, and is still that card's, where it can be seen.
        let gone = || {
            let card = run.source.card;
            (run.source != Object::default() && self.table.zone(card).is_open()).then_some(card)
        };
        let Some(source) = self.table.find(run.source).or_else(gone) else { return true };
        let mut affected = true;
        let sort = Sort::of(class::UNAFFECTED);
        self.each_change_asked(cards, card, sort, run.asked, &mut |applied| {
            if let Change::Unaffected(filter) = applied.change {
                affected &= !eval::fits(self, cards, filter, source, &applied.run);
            }
        });
        affected
    }

    /// DBS 22-20-2: [Deflect] is not affected by [Counter : Play] skills, wherever the card is.
    fn deflects(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        let counter = cards.skill(run.ability).and_then(|skill| skill.window()) == Some(&Window::CounterPlay);
        counter && self.has_keyword_asked(cards, card, Keyword::Deflect, run.asked)
    }

    /// Cards leave play together; those that something may happen to instead go in frames of their own.
    fn send_away(&mut self, meant: &eval::Cards, exit: Exit, frame: usize, cx: &mut Cx<'_>) -> Done {
        let before = self.frames.len();
        let count = self.exit_all(meant, exit, cx).unwrap_or(0);
        self.done_or_later(before, count, frame)
    }

    /// A verb did this much, and goes on in frames of its own where there are more than before.
    fn done_or_later(&mut self, before: usize, count: i16, frame: usize) -> Done {
        if self.frames.len() <= before {
            return Done::Now(count);
        }
        if let Some(Frame::Effect(run)) = self.frames.get_mut(frame) {
            run.done = count;
            run.did |= count > 0;
        }
        Done::Later
    }

    pub(crate) fn ends(&self, until: Until, controller: Seat) -> Ends {
        let now = self.turn_number;
        let mine = self.turn_player == controller;
        match until {
            Until::Battle if self.in_battle() => Ends::WithBattle,
            Until::Battle | Until::Turn => Ends::WithTurn(now),
            Until::NextBattle => Ends::WithBattleOrTurn(now),
            Until::NextTime => Ends::OnceOrWithTurn(now),
            Until::MainPhase => Ends::WithMainPhase,
            Until::OpponentsTurnEnd => Ends::WithTurn(if mine { now + 1 } else { now }),
            // DBS 1-7-2-2: for as long as it says; in the opponent's turn the next one is another.
            Until::OpponentsNextTurnEnd | Until::OpponentsNextTurn => {
                Ends::WithTurn(if mine { now + 1 } else { now + 2 })
            }
            Until::YourNextTurnEnd | Until::YourNextTurn => {
                Ends::WithTurn(if mine { now + 2 } else { now + 1 })
            }
            Until::YourTurnEnd => Ends::WithTurn(if mine { now } else { now + 1 }),
            Until::NextTurnEnd => Ends::WithTurn(now + 1),
            Until::OpponentsTurnStart => Ends::AsTurnBegins(if mine { now + 1 } else { now + 2 }),
            Until::YourNextTurnStart => Ends::AsTurnBegins(if mine { now + 2 } else { now + 1 }),
            Until::YourNextMain => Ends::AsMainBegins(if mine { now + 2 } else { now + 1 }),
            Until::Game => Ends::Never,
        }
    }
}
