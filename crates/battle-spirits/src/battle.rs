//! Attacks and battles: declaration, Flash Timings, block, resolution, destruction, end.

use crate::card::Cards;
use crate::cores::Pile;
use crate::event::What;
use crate::state::*;
use crate::turn::Go;
use crate::verbs::Cause;
use crate::vocab::{Moment, Until};
use crate::{Cx, rule};
use effects::Per;
use kernel::{Card, Consider, Legal, Object, Seat, ensure};

impl State {
    /// BS BATTLE-1.1: the turn player declares with one upright Spirit, which exhausts.
    pub(crate) fn declare_attack(&mut self, card: Card, cx: &mut Cx<'_>) {
        let named = self.table.named(card);
        cx.log.say(rule!("BATTLE-1.1"), || What::Attacked { card: named });
        // BS BATTLE-0.2, GLOSS-ATTACK, GLOSS-BATTLE: one Spirit attacks, and its declaration begins one Battle.
        self.frames.push(Frame::Battle(Battle {
            attacker: self.table.object(card),
            blocker: Object::default(),
            blocked: false,
            ended: false,
            stage: BattleStage::FirstFlash,
        }));
        // What compels a Spirit to attack is done with.
        self.forget_must_attack(cx.pool, card);
        // BS BASIC-ATTACK-3: attacking exhausts it.
        self.turn_card(card, Pose::Exhausted, rule!("BATTLE-1.1"), cx);
        // BS BATTLE-1.2: attack-declaration effects activate now.
        self.players[self.turn_seat].turn.attacked = true;
        self.happened(Moment::Attacks, card, None, 0, cx);
        self.settle();
    }

    pub(crate) fn attacker(&self) -> Option<Card> {
        self.battler(|battle| battle.attacker)
    }

    pub(crate) fn blocker(&self) -> Option<Card> {
        self.battler(|battle| battle.blocker)
    }

    /// A card of the running battle, while it is on the Field and attacking or blocking lasts (BATTLE-7.2).
    fn battler(&self, which: fn(&Battle) -> Object) -> Option<Card> {
        let battle = self.battle().filter(|battle| battle.stage <= BattleStage::Expire)?;
        let object = which(battle);
        if object.stamp == 0 {
            return None;
        }
        self.table.find(object).filter(|card| self.is_on_field(*card))
    }

    pub(crate) fn run_battle(&mut self, battle: Battle, cx: &mut Cx<'_>) -> Go {
        use BattleStage::*;
        // BS BATTLE-7.5, FLASH-3: an effect that ends the battle leads to its end, not past it. What ends it at the
        // declaration leaves no room for a Flash Timing.
        if battle.ended && battle.stage < End {
            self.set_stage(End);
            return Go::On;
        }
        match battle.stage {
            // BS BATTLE-2.1, BATTLE-1.4: the first Flash Timing comes even if the attacker is gone.
            FirstFlash => {
                self.set_stage(Block);
                self.open_flash(cx);
            }
            Block => {
                // Our reading BS-08: with no attacker there is nothing to block.
                if self.attacker().is_none() {
                    self.set_stage(Resolution);
                    return Go::On;
                }
                return Go::Ask;
            }
            // BS BATTLE-4.1: the second Flash Timing needs a declared block.
            SecondFlash => {
                self.set_stage(Resolution);
                self.open_flash(cx);
            }
            // BS BATTLE-5.3: Battle-Resolution effects come ahead of everything else here.
            Resolution => {
                self.set_stage(Compare);
                for card in [self.attacker(), self.blocker()].into_iter().flatten() {
                    self.happened(Moment::BattleResolution, card, None, 0, cx);
                }
                self.happened_to_player(Moment::BattleResolution, self.turn_seat, 0, cx);
                self.settle();
            }
            Compare => {
                self.set_stage(End);
                self.resolve_battle(&battle, cx);
                self.settle();
            }
            // BS BATTLE-7.1: end-of-battle effects first.
            End => {
                self.set_stage(Expire);
                self.end_of_battle(Moment::EndOfBattle, &battle, cx);
                self.settle();
            }
            // BS BATTLE-7.2, BATTLE-7.3: then durations expire, then after-battle effects come.
            Expire => {
                self.set_stage(After);
                self.end_lasting(cx.pool, |change| change.until == Until::Battle);
                self.uses.end(Per::Battle);
                cx.log.say(rule!("BATTLE-7.2"), || What::BattleEnded);
                self.end_of_battle(Moment::AfterBattle, &battle, cx);
                self.settle();
            }
            After => {
                // BS BATTLE-7.4: back to the Attack Step, where another upright Spirit may attack.
                self.frames.pop();
            }
        }
        Go::On
    }

    fn set_stage(&mut self, stage: BattleStage) {
        if let Some(battle) = self.battle_mut() {
            battle.stage = stage;
        }
    }

    fn end_of_battle(&mut self, moment: Moment, battle: &Battle, cx: &mut Cx<'_>) {
        for object in [battle.attacker, battle.blocker] {
            if let Some(card) = self.table.find(object).filter(|_| object.stamp != 0) {
                self.happened(moment, card, None, 0, cx);
            }
        }
        // Once for everything that waits for the end of any battle.
        self.happened_to_player(moment, self.turn_seat, 0, cx);
    }

    // ---- Flash Timing -----------------------------------------------------------------------------------------

    fn open_flash(&mut self, cx: &mut Cx<'_>) {
        cx.log.say(rule!("FLASH-1"), || What::FlashTiming);
        // BS FLASH-4: the defender has the first option.
        self.frames.push(Frame::Flash(Flash { seat: self.turn_seat.other(), passed: false }));
    }

    pub(crate) fn consider_flash_timing<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        flash: &Flash,
        sink: &mut S,
    ) {
        // BS BASIC-MAGIC-5: also when it is the opponent who attacks.
        self.consider_flash(cards, flash.seat, sink);
        if S::WIDE {
            self.refuse_moves(flash.seat, sink);
        }
        sink.allow(Choice::Pass);
    }

    pub(crate) fn answer_flash(&mut self, mut flash: Flash, choice: Choice, cx: &mut Cx<'_>) {
        if choice == Choice::Pass {
            let seat = flash.seat;
            cx.log.say(rule!("FLASH-4"), || What::Passed { seat });
            // BS FLASH-7, FLASH-10: two passes in a row close it; after one, the other player may use another.
            if flash.passed {
                self.frames.pop();
                return;
            }
            flash.passed = true;
        } else {
            // BS FLASH-5, FLASH-6, FLASH-9: one effect, then the other player's option, whoever passed before.
            flash.passed = false;
        }
        flash.seat = flash.seat.other();
        self.set_top(Frame::Flash(flash));
        self.use_choice(choice, cx);
    }

    // ---- blocking ---------------------------------------------------------------------------------------------

    pub(crate) fn consider_block<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        let seat = self.turn_seat.other();
        let must = self
            .field(seat)
            .iter()
            .any(|card| self.must_block(cards, *card) && self.can_block(cards, *card).is_ok());
        for card in self.field(seat) {
            sink.offer(Choice::Block(*card), || {
                self.can_block(cards, *card)?;
                ensure(!must || self.must_block(cards, *card), rule!("TURN-1"))
            });
        }
        sink.offer(Choice::Pass, || ensure(!must, rule!("TURN-1")));
    }

    fn can_block(&self, cards: &Cards, card: Card) -> Legal {
        // BS BASIC-NEXUS-2: a Nexus neither attacks nor blocks.
        ensure(self.is_spirit(cards, card), rule!("BASIC-NEXUS-2"))?;
        let forced = self.blocks_exhausted(cards, card);
        // BS HEAVY-2, BATTLE-3.1, BASIC-ATTACK-5: only an upright Spirit blocks, unless an effect makes it (TURN-1).
        ensure(self.pose(card) != Pose::Heavy || forced, rule!("HEAVY-2"))?;
        ensure(self.pose(card) == Pose::Refreshed || forced, rule!("BATTLE-3.1"))?;
        // BS FAQ-GENERAL-3: what an effect forbids.
        ensure(!self.cannot_block(cards, card), rule!("FAQ-GENERAL-3"))?;
        let attacker = self.attacker();
        ensure(
            attacker.is_none_or(|attacker| !self.cannot_be_blocked_by(cards, attacker, card)),
            rule!("FAQ-GENERAL-3"),
        )
    }

    pub(crate) fn answer_block(&mut self, choice: Choice, cx: &mut Cx<'_>) {
        let Choice::Block(card) = choice else {
            // BS BATTLE-4.1: without a block it goes on to the resolution.
            cx.log.say(rule!("BATTLE-4.1"), || What::Unblocked);
            self.set_stage(BattleStage::Resolution);
            if let Some(attacker) = self.attacker() {
                self.happened(Moment::Unblocked, attacker, None, 0, cx);
                self.settle();
            }
            return;
        };
        let object = self.table.object(card);
        if let Some(battle) = self.battle_mut() {
            // BS BATTLE-3.3, GLOSS-BLOCK: one Spirit defends, and there is no asking for a second.
            battle.blocker = object;
            battle.blocked = true;
            battle.stage = BattleStage::SecondFlash;
        }
        let named = self.table.named(card);
        cx.log.say(rule!("BATTLE-3.1"), || What::Blocked { card: named });
        if self.pose(card) == Pose::Refreshed {
            // BS BASIC-ATTACK-4: blocking exhausts it.
            self.turn_card(card, Pose::Exhausted, rule!("BATTLE-3.1"), cx);
        }
        // BS BATTLE-3.2: block-declaration effects activate now.
        let attacker = self.attacker();
        self.happened(Moment::Blocks, card, attacker, 0, cx);
        if let Some(attacker) = attacker {
            self.happened(Moment::IsBlocked, attacker, Some(card), 0, cx);
        }
        self.settle();
    }

    // ---- resolution -------------------------------------------------------------------------------------------

    fn resolve_battle(&mut self, battle: &Battle, cx: &mut Cx<'_>) {
        let cards = cx.pool;
        let (attacker, blocker) = (self.attacker(), self.blocker());
        if !battle.blocked {
            if let Some(attacker) = attacker {
                self.strike_life(attacker, cx);
            }
            return;
        }
        // BS BATTLE-5.4 (and our reading BS-09): with one of them gone nothing is compared, and Life is safe.
        let (Some(attacker), Some(blocker)) = (attacker, blocker) else { return };
        let (strong, weak) = (self.bp(cards, attacker), self.bp(cards, blocker));
        let named = (self.table.named(attacker), self.table.named(blocker));
        cx.log.say(rule!("BATTLE-5.2"), || What::Compared {
            attacker: (named.0, strong),
            blocker: (named.1, weak),
        });
        // BS BATTLE-6.1, BASIC-ATTACK-6, BASIC-ATTACK-7, BATTLE-6.2: the smaller BP is destroyed; a tie destroys
        // both.
        let only_one = strong != weak;
        for (loser, winner, loses) in
            [(attacker, blocker, strong <= weak), (blocker, attacker, weak <= strong)]
        {
            if loses {
                let cause = Cause::comparison(self.table.seat(winner), winner, only_one);
                self.leave(loser, Leaving::Destroyed, cause, rule!("BATTLE-6.1"), cx);
            }
        }
    }

    /// BS BATTLE-5.1: unblocked, the attacker takes as much Life as it has symbols; our reading BS-10 for extremes.
    fn strike_life(&mut self, attacker: Card, cx: &mut Cx<'_>) {
        let seat: Seat = self.table.seat(attacker).other();
        if self.life_is_safe(cx.pool, seat, attacker) {
            return;
        }
        // BS BASIC-ATTACK-1, BASIC-ATTACK-8: one Life for each symbol of the attacker.
        let symbols = self.symbols(cx.pool, attacker, None).total().min(u32::from(u16::MAX)) as u16;
        let count = self.move_cores(seat, Pile::Life, Pile::Reserve, symbols, rule!("BATTLE-5.1"), cx);
        if count > 0 {
            cx.log.say(rule!("BATTLE-5.1"), || What::Damage { seat, count });
            self.happened(Moment::Strikes, attacker, None, count as i16, cx);
        }
    }
}
