//! The turn: Charge Phase, Main Phase, End Phase, step by step (DBS 7), and the loop that runs the frames.

use crate::cause::Cause;
use crate::choice::What;
use crate::rule;
use crate::state::{Area, Frame, Lastings, State, TurnStep};
use crate::vocab::{Cannot, Ends, Keyword, Moment, Skipped};
use crate::{Cards, Cx};
use effects::On;
use kernel::{Card, Flat, Outcome, Seat, Why};

/// Whether the frame on top wants a player now.
pub enum Next {
    Go,
    Ask(Seat),
}

impl State {
    /// Runs the frames until somebody has to decide or the match is over.
    pub fn advance(&mut self, cx: &mut Cx<'_>) {
        while self.outcome.is_none() {
            if self.begun {
                // DBS 21-2-1, 21-1-2-1: at once, whatever goes on.
                self.judge_loss(cx);
                if self.outcome.is_some() {
                    return;
                }
            }
            if self.begun && self.exceeds_limits(cx.pool) {
                // DBS 21-11-1: at once, whatever goes on.
                continue;
            }
            self.watch_for_limits();
            if self.outcome.is_none() && self.goes_round() {
                // DBS 23-1-1-1: a loop that nobody can stop is a draw.
                self.outcome = Some(Outcome { winner: None, why: Why::Rule(rule!("23-1-1-1")) });
                return;
            }
            self.next_batch();
            let next = match self.frames.last().copied() {
                None => {
                    self.outcome = Some(Outcome { winner: None, why: Why::Limit });
                    return;
                }
                Some(Frame::Setup(step)) => self.setup_step(step, cx),
                Some(Frame::Turn(step)) => self.turn_step(step, cx),
                Some(Frame::Check) => self.checkpoint(cx),
                Some(Frame::Counter(timing)) => self.counter_timing(timing, cx),
                Some(Frame::Pay(pay)) => self.pay_step(pay, cx),
                Some(Frame::NameX { seat, least, most }) => self.name_x_step(seat, least, most),
                Some(Frame::PayZ { seat, left }) => self.pay_z_step(seat, left, cx),
                Some(Frame::Play(play)) => self.play_step(play, cx),
                Some(Frame::Combo(combo)) => self.combo_step(combo, cx),
                Some(Frame::Skill(skill)) => self.skill_step(skill, cx),
                Some(Frame::Attack(step)) => self.attack_step(step, cx),
                Some(Frame::Damage(damage)) => self.damage_step(damage, cx),
                Some(Frame::Effect(_)) => self.effect_step(cx),
                Some(Frame::Toll { attacker, target }) => self.after_toll(attacker, target, cx),
                Some(Frame::Would(exit)) => self.would_step(exit, cx),
                Some(Frame::Invoke { .. }) => self.invoke_step(cx),
                Some(Frame::Keep { seat, .. }) => Next::Ask(seat),
                Some(Frame::Order(order)) => self.order_step(order, cx),
                Some(Frame::Draws(draws)) => self.draws_step(draws, cx),
            };
            if let Next::Ask(seat) = next {
                self.decider = seat;
                return;
            }
        }
    }

    /// What happens from here on happens later than what came before (DBS 9-6-2-1-1).
    pub fn next_batch(&mut self) {
        self.batch = self.batch.wrapping_add(1);
    }

    /// Where a list of the state is full, the match ends by the engine's limit.
    fn watch_for_limits(&mut self) {
        let full = self.frames.overflowed()
            || self.waiting.overflowed()
            || self.lasting.overflowed()
            || self.uses.overflowed()
            || self.picks.0.overflowed()
            || self.table.overflowed();
        if full {
            self.outcome = Some(Outcome { winner: None, why: Why::Limit });
        }
    }

    /// DBS 21-2, 0-1-3: no life or no deck loses at once; both at the same time is a draw.
    fn judge_loss(&mut self, cx: &mut Cx<'_>) {
        let lost = |seat: Seat| {
            // DBS 0-1-3-1, 0-1-3-2: without life or without a deck the game is lost.
            if self.count(seat, Area::Life) == 0 {
                Some(rule!("21-2-2-1"))
            } else if self.count(seat, Area::Deck) == 0 {
                Some(rule!("21-2-2-1b"))
            } else {
                None
            }
        };
        // DBS 21-2-2, 21-1-2-1-1: everybody who meets a condition loses, all together.
        let (a, b) = (lost(Seat::A), lost(Seat::B));
        let outcome = match (a, b) {
            (None, None) => return,
            (Some(_), Some(_)) => Outcome { winner: None, why: Why::Rule(rule!("0-1-3-3")) },
            (Some(rule), None) => Outcome { winner: Some(Seat::B), why: Why::Rule(rule) },
            (None, Some(rule)) => Outcome { winner: Some(Seat::A), why: Why::Rule(rule) },
        };
        for (seat, rule) in [(Seat::A, a), (Seat::B, b)] {
            if let Some(rule) = rule {
                cx.log.say(rule, || What::Lost { seat });
            }
        }
        self.outcome = Some(outcome);
    }

    /// Pushes a checkpoint if it could find anything to do.
    pub fn check(&mut self) {
        self.push(Frame::Check);
    }

    pub fn turn_step(&mut self, step: TurnStep, cx: &mut Cx<'_>) -> Next {
        let seat = self.turn_player;
        let go = |state: &mut State, step| state.go_on(Frame::Turn(step));
        match step {
            TurnStep::ChargeBegins => {
                cx.log.say(rule!("7-1-2"), || What::TurnBegan(seat));
                self.watch.begin_turn();
                // DBS 7-2-4: what lasts until this turn begins is over.
                let now = self.turn_number;
                self.end_lasting(cx.pool, |ends| ends == Ends::AsTurnBegins(now));
                self.wake_lasting(cx.pool);
                // DBS 20-13-1, 20-13-2, 20-13-3, 20-13-4, 7-1-2-1: in a skipped turn or phase nothing happens, triggers
                // or is checked.
                if self.takes_skip(seat, Skipped::Turn) {
                    self.end_turn(cx.pool);
                    return Next::Go;
                }
                if self.takes_skip(seat, Skipped::Charge) {
                    go(self, TurnStep::MainBegins);
                    return Next::Go;
                }
                cx.log.say(rule!("7-2-1"), || What::PhaseBegan("charge"));
                // DBS 7-2-5, 7-2-6.
                self.note_player(Moment::TurnBegins, seat, 0, cx);
                go(self, TurnStep::Untap);
                self.check();
            }
            TurnStep::Untap => {
                self.untap(seat, cx);
                go(self, TurnStep::Draw);
                // DBS 7-2-8: the checkpoint behind the switch to Active Mode.
                self.check();
            }
            TurnStep::Draw => {
                // DBS 7-2-9-1: the first player does not draw in the first turn.
                if self.turn_number != 1 {
                    self.draw(seat, 1, rule!("7-2-9"), cx);
                }
                go(self, TurnStep::Charge);
                // DBS 7-2-10: the checkpoint behind the draw.
                self.check();
            }
            TurnStep::Charge => {
                if self.count(seat, Area::Hand) == 0 || self.player_cannot(cx.pool, seat, Cannot::Charge) {
                    self.after_charge();
                    return Next::Go;
                }
                return Next::Ask(seat);
            }
            TurnStep::MainBegins => {
                let now = self.turn_number;
                self.end_lasting(cx.pool, |ends| ends == Ends::AsMainBegins(now));
                if self.takes_skip(seat, Skipped::Main) {
                    // DBS 20-13-5: what ends with the phase ends as it is skipped.
                    go(self, TurnStep::MainOver);
                    return Next::Go;
                }
                cx.log.say(rule!("7-3-1"), || What::PhaseBegan("main"));
                // DBS 7-3-2: what acts as the Main Phase begins becomes pending.
                self.note_player(Moment::MainBegins, seat, 0, cx);
                go(self, TurnStep::Main);
                // DBS 7-3-3: a checkpoint before the free timing.
                self.check();
            }
            // DBS 4-1-1, 4-1-2: free timing, again and again until the player does nothing.
            TurnStep::Main => return Next::Ask(seat),
            TurnStep::MainEnds => {
                // DBS 7-3-5-1, 7-3-5-1-1: what acts as the Main Phase ends becomes pending.
                self.note_player(Moment::MainEnds, seat, 0, cx);
                go(self, TurnStep::MainOver);
                // DBS 7-3-5-1-2: the checkpoint behind them.
                self.check();
            }
            TurnStep::MainOver => {
                // DBS 7-3-5-1-3, 7-3-5-1-4.
                self.end_lasting(cx.pool, |ends| ends == Ends::WithMainPhase);
                cx.log.say(rule!("7-4-1"), || What::PhaseBegan("end"));
                // DBS 7-3-5-1-5: the End Phase is next.
                go(self, TurnStep::EndBegins(None));
            }
            TurnStep::EndBegins(seen) => {
                let first = self.waiting.len();
                self.note_player(Moment::TurnEnds, seat, 0, cx);
                match seen {
                    None => self.send_over_realm_away(cx),
                    // DBS 7-4-2, 7-4-4: again, but only for skills of cards that were not there the time before.
                    Some(seen) => self.keep_newer(first, seen),
                }
                if seen.is_some() && self.waiting.len() == first {
                    self.end_turn(cx.pool);
                    return Next::Go;
                }
                go(self, TurnStep::EndOver(self.table.last_stamp()));
                // DBS 7-4-3: the checkpoint behind them.
                self.check();
            }
            TurnStep::EndOver(seen) => go(self, TurnStep::EndBegins(Some(seen))),
        }
        Next::Go
    }

    /// Whether this is to be skipped; it is then, and no longer.
    pub(crate) fn takes_skip(&mut self, seat: Seat, what: Skipped) -> bool {
        let skips = &mut self.tally[seat].skips;
        let skipped = *skips & what.bit() != 0;
        *skips &= !what.bit();
        skipped
    }

    pub fn after_charge(&mut self) {
        // DBS 7-2-13: the Main Phase is next.
        self.go_on(Frame::Turn(TurnStep::MainBegins));
        // DBS 7-2-12: the checkpoint behind the charge.
        self.check();
    }

    /// Of what waits since `first`, keeps what belongs to cards that became what they are after this stamp.
    fn keep_newer(&mut self, first: usize, seen: u16) {
        let mut at = 0;
        self.waiting.retain(|waiting| {
            at += 1;
            at <= first || (waiting.source.stamp.wrapping_sub(seen) as i16) > 0
        });
    }

    /// DBS 7-2-7: everything of the turn player switches to Active Mode.
    fn untap(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        for area in [Area::Leader, Area::Battle, Area::Energy, Area::Unison] {
            let cards: Flat<Card, 64> = Flat::from_slice(self.cards(seat, area));
            for card in cards.iter() {
                if !self.is_rest(*card) {
                    continue;
                }
                // DBS 22-40-2: not a [Servant].
                if self.player_cannot(cx.pool, seat, Cannot::ReadyInCharge)
                    || self.cannot(cx.pool, *card, Cannot::ReadyInCharge)
                    || self.has_keyword(cx.pool, *card, Keyword::Servant)
                {
                    continue;
                }
                self.ready(*card, Cause::Rule, rule!("7-2-7"), cx);
            }
        }
        self.end_kept_rest(seat, cx.pool);
    }

    /// What kept cards of this player in Rest Mode during their next Charge Phase has done so.
    fn end_kept_rest(&mut self, seat: Seat, cards: &crate::Cards) {
        if self.lasting.is_empty() {
            return;
        }
        let over: Flat<bool, 128> = {
            let mut over = Flat::new();
            for lasting in self.lasting.iter() {
                let kept = matches!(
                    self.lasting_change(cards, lasting),
                    Some((_, crate::vocab::Change::Cannot(Cannot::ReadyInCharge)))
                );
                let theirs = match lasting.on {
                    effects::On::Card(object) => {
                        self.table.find(object).is_some_and(|card| self.table.seat(card) == seat)
                    }
                    effects::On::Player(player) => player == seat,
                    _ => false,
                };
                over.push(kept && theirs && !lasting.until.waits);
            }
            over
        };
        let mut at = 0;
        self.lasting.retain(|_| {
            at += 1;
            !over[at - 1]
        });
    }

    /// DBS 7-4-5 to 7-4-7: what lasted for the turn ends, and the other player's turn begins.
    fn end_turn(&mut self, cards: &Cards) {
        let now = self.turn_number;
        // DBS 7-4-6: of both players, the turn player's first, which makes no difference any more.
        self.end_lasting(cards, |ends| match ends {
            Ends::WithTurn(turn) | Ends::WithBattleOrTurn(turn) | Ends::OnceOrWithTurn(turn) => turn == now,
            _ => false,
        });
        self.uses.end(effects::Per::Turn);
        for card in self.table.all() {
            let marks = self.table.marks_mut(card);
            marks.set_used_marker_skill(false);
            marks.set_revived(false);
            marks.set_again(0);
        }
        for seat in Seat::BOTH {
            let skips = self.tally[seat].skips;
            self.tally[seat] = Default::default();
            self.tally[seat].skips = skips;
        }
        // DBS 0-3-2-1: whose turn it is is the turn player, the other is not.
        self.turn_player = self.turn_player.other();
        self.turn_number = self.turn_number.saturating_add(1);
        self.batch = 0;
        self.go_on(Frame::Turn(TurnStep::ChargeBegins));
    }

    /// Ends the lasting changes that `over` says are over.
    pub fn end_lasting(&mut self, cards: &Cards, over: impl Fn(Ends) -> bool) {
        if self.lasting.iter().any(|lasting| over(lasting.until.ends)) {
            self.lasting.retain(|lasting| !over(lasting.until.ends));
            self.settle_lasting(cards);
            self.version = self.version.wrapping_add(1);
        }
    }

    /// DBS 1-7-2-2: what is said of the turn that begins, and of nothing before it, counts from now on.
    fn wake_lasting(&mut self, cards: &Cards) {
        let now = self.turn_number;
        let woken: Lastings = {
            let mut list = self.lasting;
            list.retain(|one| one.until.asleep && one.until.ends == Ends::WithTurn(now));
            list
        };
        for lasting in woken.iter() {
            // DBS 9-1-2-2: what negates deletes skills that were gained before it began.
            if let (On::Card(object), Some((_, change))) = (lasting.on, self.lasting_change(cards, lasting)) {
                self.delete_gained(cards, object, change);
            }
            self.version = self.version.wrapping_add(1);
        }
        for lasting in self.lasting.iter_mut().filter(|one| one.until.ends == Ends::WithTurn(now)) {
            lasting.until.asleep = false;
        }
    }

    /// DBS 22-15-6: what was played by [Over Realm] and is still there goes to the Warp.
    fn send_over_realm_away(&mut self, cx: &mut Cx<'_>) {
        for seat in Seat::BOTH {
            let cards: Flat<Card, 64> = Flat::from_slice(self.cards(seat, Area::Battle));
            for card in cards.iter() {
                if self.table.marks(*card).is_overrealm() {
                    let how =
                        crate::cause::Shift::to(Area::Warp, crate::cause::Cause::Rule, rule!("22-15-6"));
                    self.shift(*card, how, cx);
                }
            }
        }
    }
}
