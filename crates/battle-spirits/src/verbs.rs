//! What effects do: the primitives that cards move, turn and leave by, and the verbs built on them.

use crate::card::{Cards, Kind};
use crate::cores::Pile;
use crate::event::What;
use crate::state::*;
use crate::turn::Go;
use crate::vocab::{BsTarget, CoreKind, CorePlace, Deed, Destination, Moment, StepEnd, Until, Verb};
use crate::{Cx, rule};
use effects::{Done, Lasting, On, Run, Who, eval};
use kernel::{Card, Consider, End, Object, Place, RuleId, Seat, Seats};

/// Who or what made a card leave: packed into the number that comes with a trigger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cause {
    /// The player whose effect or Spirit did it.
    pub by: Option<Seat>,
    /// The card whose effect it was, or the Spirit that BP was compared with.
    pub card: Option<Card>,
    pub effect: bool,
    /// Only one of the two was destroyed by comparing BP.
    pub only_one: bool,
}

impl Cause {
    pub fn effect(run: &Run, source: Option<Card>) -> Cause {
        Cause { by: Some(run.controller), card: source, effect: true, only_one: false }
    }

    pub fn comparison(by: Seat, card: Card, only_one: bool) -> Cause {
        Cause { by: Some(by), card: Some(card), effect: false, only_one }
    }

    pub fn pack(self) -> i16 {
        self.by.map_or(0, |seat| 1 + seat.index() as i16)
            + if self.effect { 4 } else { 0 }
            + if self.only_one { 8 } else { 0 }
    }

    pub fn was_by(packed: i16, seat: Seat) -> bool {
        packed & 3 == 1 + seat.index() as i16
    }

    pub fn was_effect(packed: i16) -> bool {
        packed & 4 != 0
    }

    pub fn was_only_one(packed: i16) -> bool {
        packed & 8 != 0
    }
}

impl State {
    // ---- primitives -------------------------------------------------------------------------------------------

    pub(crate) fn set_top(&mut self, frame: Frame) {
        if let Some(top) = self.frames.last_mut() {
            *top = frame;
        }
    }

    /// Tells the effect under a finished frame how it went.
    pub(crate) fn report(&mut self, count: i16) {
        if let Some(Frame::Effect(run, _)) = self.frames.last_mut() {
            run.report(count);
        }
    }

    /// Moves a card between zones that are not left by way of the pending state.
    pub(crate) fn move_card(&mut self, card: Card, to: Place<Zone>, end: End, why: RuleId, cx: &mut Cx<'_>) {
        let (from, named) = (self.table.place(card), self.table.named(card));
        let knew = self.table.known(card);
        self.put(cx.pool, card, to, end);
        let known = knew.with(self.table.known(card));
        cx.log.tell(why, known, || What::Moved {
            card: named,
            from: (from.seat, from.zone),
            to: (to.seat, to.zone),
        });
    }

    /// BS GLOSS-DRAW. Our reading BS-06: drawing from an empty Deck does nothing.
    pub(crate) fn draw(&mut self, seat: Seat, count: u16, why: RuleId, cx: &mut Cx<'_>) -> i16 {
        let mut drawn = 0;
        for _ in 0..count {
            // BS GLOSS-DECK: cards are drawn off the top of it.
            let Some(card) = self.table.cards(Place::new(seat, Zone::Deck)).first().copied() else {
                cx.log.say(why, || What::NothingToDraw { seat });
                break;
            };
            self.move_card(card, Place::new(seat, Zone::Hand), End::Bottom, why, cx);
            drawn += 1;
        }
        if drawn > 0 {
            self.happened_to_player(Moment::Drew, seat, drawn, cx);
        }
        drawn
    }

    /// Turns a card of the Field. Whether it changed.
    pub(crate) fn turn_card(&mut self, card: Card, pose: Pose, why: RuleId, cx: &mut Cx<'_>) -> bool {
        if self.pose(card) == pose {
            return false;
        }
        self.table.marks_mut(card).pose = pose;
        let named = self.table.named(card);
        cx.log.say(why, || What::Turned { card: named, pose });
        true
    }

    /// BS GLOSS-REFRESH, GLOSS-HEAVY, HEAVY-3, HEAVY-6: one turn towards upright, which counts as a refresh either
    /// way.
    pub(crate) fn refresh(&mut self, card: Card, cause: Cause, why: RuleId, cx: &mut Cx<'_>) -> bool {
        let pose = match self.pose(card) {
            Pose::Refreshed => return false,
            Pose::Exhausted => Pose::Refreshed,
            Pose::Heavy => Pose::Exhausted,
        };
        if self.cannot_be(cx.pool, card, Deed::Refresh) {
            return false;
        }
        self.turn_card(card, pose, why, cx);
        self.happened(Moment::Refreshed, card, cause.card, cause.pack(), cx);
        true
    }

    /// BS FAQ-STATUS-1: the card enters the pending state; what waits for that resolves before it goes.
    pub(crate) fn leave(
        &mut self,
        card: Card,
        how: Leaving,
        cause: Cause,
        why: RuleId,
        cx: &mut Cx<'_>,
    ) -> bool {
        if self.is_leaving(card) || !self.is_on_field(card) {
            return false;
        }
        let deed = match how {
            Leaving::Destroyed => Deed::Destroy,
            Leaving::Depleted => Deed::Deplete,
            _ => Deed::Return,
        };
        // BS FAQ-GENERAL-3. A card without the cores of its lowest level cannot be kept (CORE-DEPLETE-1).
        if how != Leaving::Depleted && self.cannot_be(cx.pool, card, deed) {
            return false;
        }
        let seat = self.table.seat(card);
        let by_opposing_effect = cause.effect && cause.by == Some(seat.other());
        let source = cause.card.map_or(Kind::Spirit, |card| self.print(cx.pool, card).kind);
        let by_kind = Deed::DestroyBy(source);
        let spared: &[Deed] = match how {
            Leaving::Destroyed if !cause.effect => &[Deed::DestroyByComparison],
            Leaving::Destroyed if by_opposing_effect => &[Deed::DestroyByEffects, by_kind],
            Leaving::ToHand if by_opposing_effect => &[Deed::ReturnByEffects, Deed::ReturnAnywhereByEffects],
            Leaving::ToDeckTop | Leaving::ToDeckBottom if by_opposing_effect => {
                &[Deed::ReturnAnywhereByEffects]
            }
            _ => &[],
        };
        if spared.iter().any(|deed| self.cannot_be(cx.pool, card, *deed)) {
            return false;
        }
        if how == Leaving::Destroyed && self.is_spirit(cx.pool, card) {
            let this_turn = &mut self.players[seat].turn;
            this_turn.spirit_destroyed = true;
            this_turn.spirit_destroyed_by_other |= cause.by == Some(seat.other());
        }
        if how == Leaving::Depleted && self.is_spirit(cx.pool, card) {
            let this_turn = &mut self.players[seat].turn;
            this_turn.spirit_depleted = true;
            this_turn.spirit_depleted_by_effect |= by_opposing_effect;
        }
        let moment = match how {
            Leaving::Destroyed => Some(Moment::Destroyed),
            // BS CORE-DEPLETE-3: depletion is no destruction, so what waits for that stays silent.
            Leaving::Depleted => Some(Moment::Depleted),
            Leaving::ToHand => Some(Moment::ReturnedToHand),
            Leaving::ToDeckTop | Leaving::ToDeckBottom => Some(Moment::ReturnedToDeck),
            Leaving::Removed | Leaving::Not => None,
        };
        self.table.marks_mut(card).leaving = how;
        self.leaving.push(card);
        let named = self.table.named(card);
        cx.log.say(why, || What::Leaves { card: named, how });
        if let Some(moment) = moment {
            self.happened(moment, card, cause.card, cause.pack(), cx);
        }
        true
    }

    /// BS FAQ-STATUS-1a, BATTLE-6.3, CORE-DEPLETE-2: the card goes, and its cores to the Reserve of its player.
    pub(crate) fn depart(&mut self, card: Card, cx: &mut Cx<'_>) {
        let how = self.table.marks(card).leaving;
        let (seat, owner) = (self.table.seat(card), self.table.owner(card));
        if how == Leaving::Not || !self.is_on_field(card) {
            return;
        }
        // BS BASIC-ATTACK-9: the cores that were on it are its player's again.
        self.move_all_cores(seat, Pile::On(card), Pile::Reserve, rule!("FAQ-STATUS-1a"), cx);
        let (zone, end) = match how {
            Leaving::ToHand => (Zone::Hand, End::Top),
            Leaving::ToDeckTop => (Zone::Deck, End::Top),
            Leaving::ToDeckBottom => (Zone::Deck, End::Bottom),
            Leaving::Removed => (Zone::Removed, End::Top),
            // BS GLOSS-TRASH: what was destroyed or depleted lies there.
            _ => (Zone::Trash, End::Top),
        };
        self.move_card(card, Place::new(owner, zone), end, rule!("FAQ-STATUS-1a"), cx);
    }

    /// BS CORE-DEPLETE-1, GLOSS-DEPLETION, MAIN-MOVE-5: a card whose cores do not keep its lowest level is depleted
    /// at that moment. For a Nexus printed with no cores that never happens (our reading BS-02).
    pub(crate) fn check_depletion(&mut self, card: Card, cause: Cause, cx: &mut Cx<'_>) -> bool {
        self.is_on_field(card)
            && self.level(cx.pool, card).is_none()
            && self.leave(card, Leaving::Depleted, cause, rule!("CORE-DEPLETE-1"), cx)
    }

    // ---- verbs ------------------------------------------------------------------------------------------------

    pub(crate) fn do_verb(&mut self, verb: &Verb, run: &Run, cx: &mut Cx<'_>) -> Done {
        let cards = cx.pool;
        let source = self.table.find(run.source);
        let cause = Cause::effect(run, source);
        let moved = match verb {
            Verb::Discard(target) | Verb::Remove(target) | Verb::Return(target, Destination::Hand) => {
                Some((target, eval::targets(self, cards, target, run)))
            }
            _ => None,
        };
        let count = match verb {
            Verb::Draw(who, amount) => {
                let count = self.amount(cards, amount, run);
                let mut drawn = 0;
                for seat in eval::seats(self, *who, run) {
                    let own = self.draw(seat, count, rule!("GLOSS-DRAW"), cx);
                    if own > 0 && seat == run.controller {
                        self.players[seat].turn.drew_by_effect = true;
                        self.happened_to_player(Moment::DrewByEffect, seat, own, cx);
                    }
                    drawn += own;
                }
                drawn
            }
            Verb::Destroy(target) => self.each_target(target, run, cx, |state, card, cx| {
                state.leave(card, Leaving::Destroyed, cause, rule!("GLOSS-DESTRUCTION"), cx)
            }),
            Verb::Remove(target) => self.each_target(target, run, cx, |state, card, cx| {
                if state.is_on_field(card) {
                    return state.leave(card, Leaving::Removed, cause, rule!("GLOSS-REMOVE"), cx);
                }
                let place = Place::new(state.table.owner(card), Zone::Removed);
                state.move_card(card, place, End::Top, rule!("GLOSS-REMOVE"), cx);
                true
            }),
            // BS FAQ-STATUS-3a, FAQ-TARGET-3: what is exhausted already is not exhausted by it.
            Verb::Exhaust(target) => self.each_target(target, run, cx, |state, card, cx| {
                let can = state.pose(card) == Pose::Refreshed && state.exhausts(cx.pool, card, run);
                can && {
                    state.turn_card(card, Pose::Exhausted, rule!("GLOSS-EXHAUST"), cx);
                    state.happened(Moment::Exhausted, card, cause.card, cause.pack(), cx);
                    true
                }
            }),
            // BS HEAVY-1, HEAVY-4, FAQ-STATUS-3: refreshed and exhausted alike.
            Verb::HeavyExhaust(target) => self.each_target(target, run, cx, |state, card, cx| {
                let can = state.pose(card) != Pose::Heavy && state.exhausts(cx.pool, card, run);
                can && {
                    let was_upright = state.pose(card) == Pose::Refreshed;
                    state.turn_card(card, Pose::Heavy, rule!("HEAVY-1"), cx);
                    if was_upright {
                        state.happened(Moment::Exhausted, card, cause.card, cause.pack(), cx);
                    }
                    true
                }
            }),
            Verb::Refresh(target) => self.each_target(target, run, cx, |state, card, cx| {
                // BS FAQ-GENERAL-3: "cannot" goes before "can".
                !state.cannot_be(cx.pool, card, Deed::RefreshByEffects)
                    && state.refresh(card, cause, rule!("GLOSS-REFRESH"), cx)
            }),
            Verb::Return(target, to) => self.return_cards(target, *to, run, cx),
            Verb::Discard(target) => self.each_target(target, run, cx, |state, card, cx| {
                let from_hand = state.table.zone(card) == Zone::Hand;
                let place = Place::new(state.table.owner(card), Zone::Trash);
                state.move_card(card, place, End::Top, rule!("GLOSS-DISCARD"), cx);
                if from_hand {
                    let owner = state.table.owner(card);
                    state.players[owner].turn.discarded = true;
                    state.happened(Moment::Discarded, card, cause.card, cause.pack(), cx);
                }
                true
            }),
            Verb::Reveal(who, amount, slot) => {
                let count = self.amount(cards, amount, run) as usize;
                let seat = eval::seat(self, *who, run);
                let deck = self.table.cards(Place::new(seat, Zone::Deck));
                let shown = kernel::Flat::<Card, 64>::from_slice(&deck[..count.min(deck.len())]);
                for card in shown.iter() {
                    // BS GLOSS-OPEN: shown to both.
                    self.table.reveal(*card, Seats::ALL);
                    let named = self.table.named(*card);
                    cx.log.say(rule!("GLOSS-OPEN"), || What::Revealed { card: named });
                    self.picks.bind(*slot, self.table.object(*card));
                }
                shown.len() as i16
            }
            Verb::Show(target) => self.each_target(target, run, cx, |state, card, cx| {
                state.table.reveal(card, Seats::ALL);
                let named = state.table.named(card);
                cx.log.say(rule!("GLOSS-OPEN"), || What::Revealed { card: named });
                true
            }),
            Verb::Look(target) => {
                let seat = run.controller;
                self.each_target(target, run, cx, |state, card, cx| {
                    state.table.reveal(card, Seats::only(seat));
                    let named = state.table.named(card);
                    cx.log
                        .tell(rule!("EFFECT-1"), Seats::only(seat), || What::LookedAt { seat, card: named });
                    true
                })
            }
            Verb::Mill(who, amount, slot) => {
                let count = self.amount(cards, amount, run);
                let mut milled = 0;
                for seat in eval::seats(self, *who, run) {
                    let before = milled;
                    for _ in 0..count {
                        let Some(card) = self.table.cards(Place::new(seat, Zone::Deck)).first().copied()
                        else {
                            break;
                        };
                        self.move_card(
                            card,
                            Place::new(seat, Zone::Trash),
                            End::Top,
                            rule!("GLOSS-DISCARD"),
                            cx,
                        );
                        self.picks.bind(*slot, self.table.object(card));
                        self.happened(Moment::Milled, card, cause.card, cause.pack(), cx);
                        milled += 1;
                    }
                    if milled > before {
                        self.happened_to_player(Moment::DeckDiscarded, seat, cause.pack(), cx);
                    }
                }
                milled
            }
            Verb::Cores { from, to, count, kind, total } => {
                let count = self.amount(cards, count, run);
                if let CorePlace::On(target) = to {
                    let onto = eval::targets(self, cards, target, run);
                    if onto.len() > 1 && !*total && *kind != CoreKind::SoulCore {
                        return self.send_onto_each(from, &onto, count, run, cx);
                    }
                }
                if let CorePlace::On(target) = from {
                    let meant = eval::targets(self, cards, target, run);
                    if meant.len() > 1 {
                        return self.send_off_several(&meant, to, count, *kind, *total, run, cx);
                    }
                }
                return self.send_cores(from, to, count, *kind, run, cause, cx);
            }
            Verb::CoresUntil { from, to, leave } => {
                let leave = self.amount(cards, leave, run);
                let Some(card) = eval::targets(self, cards, from, run).first().copied() else {
                    return Done::Now(0);
                };
                let count = self.cores_on(card).saturating_sub(leave);
                let from = CorePlace::On(from.clone());
                return self.send_cores(&from, to, count, CoreKind::Any, run, cause, cx);
            }
            Verb::Play { what, free, reserve_only } => {
                let Some(card) = eval::targets(self, cards, what, run).first().copied() else {
                    return Done::Now(0);
                };
                let terms = Terms { free: *free, reserve_only: *reserve_only };
                // BS FAQ-PAY-3: paid for as usual, unless the effect says otherwise.
                if self.can_play(cards, card, self.table.owner(card), terms).is_err() {
                    return Done::Now(0);
                }
                let how = if self.is_spirit(cards, card) { How::Summon } else { How::Deploy };
                self.begin_use(card, how, terms, cx);
                return Done::Later;
            }
            Verb::Stay(target) => self.each_target(target, run, cx, |state, card, cx| {
                let Some(at) = state.leaving.iter().position(|other| *other == card) else { return false };
                if state.level(cx.pool, card).is_none() {
                    return false;
                }
                state.leaving.remove(at);
                state.table.marks_mut(card).leaving = Leaving::Not;
                let named = state.table.named(card);
                cx.log.say(rule!("FAQ-STATUS-1a"), || What::Stays { card: named });
                true
            }),
            Verb::EndBattle => match self.battle_mut() {
                Some(battle) => {
                    battle.ended = true;
                    1
                }
                None => 0,
            },
            Verb::EndAttackStep(end) => {
                if let Some(battle) = self.battle_mut().filter(|_| *end == StepEnd::AtOnce) {
                    battle.ended = true;
                }
                i16::from(self.close_attack_step())
            }
        };
        if let Some((target, meant)) = moved {
            self.rebind(target, &meant, run);
        }
        Done::Now(count)
    }

    /// What an effect goes on saying of the cards that it moved itself, out of sight of nobody, is said of them where they lie
    /// now. Cards revealed together stay bound as they were: those that went elsewhere do not remain.
    fn rebind(&mut self, target: &BsTarget, meant: &[Card], run: &Run) {
        if let effects::Target::Slot(slot) = target {
            self.picks.free(run, *slot);
            meant.iter().for_each(|card| self.picks.bind(*slot, self.table.object(*card)));
        }
    }

    pub(crate) fn amount(&self, cards: &Cards, amount: &crate::vocab::BsAmount, run: &Run) -> u16 {
        eval::amount(self, cards, amount, run).clamp(0, 1000) as u16
    }

    /// Does something to every card meant, as far as effects can touch it, and counts.
    /// BS FAQ-TARGET-3: what is immune was chosen, but nothing was done to it.
    fn each_target(
        &mut self,
        target: &BsTarget,
        run: &Run,
        cx: &mut Cx<'_>,
        act: impl FnMut(&mut State, Card, &mut Cx<'_>) -> bool,
    ) -> i16 {
        let meant = eval::targets(self, cx.pool, target, run);
        self.each_of(&meant, run, cx, act)
    }

    fn each_of(
        &mut self,
        meant: &[Card],
        run: &Run,
        cx: &mut Cx<'_>,
        mut act: impl FnMut(&mut State, Card, &mut Cx<'_>) -> bool,
    ) -> i16 {
        let mut count = 0;
        for card in meant {
            if !(self.is_on_field(*card) && self.is_unaffected(cx.pool, *card, run)) {
                count += i16::from(act(self, *card, cx));
            }
        }
        count
    }

    /// BS FAQ-GENERAL-3: whether an effect may exhaust a card that may say that it cannot be.
    pub(crate) fn exhausts(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        let opposing = run.controller != self.table.seat(card);
        let by_effects = opposing && self.cannot_be(cards, card, Deed::ExhaustByEffects);
        !by_effects && !self.cannot_be(cards, card, Deed::Exhaust)
    }

    /// BS FAQ-GENERAL-3: whether a card says that the other player's effects take no cores off it.
    fn keeps_cores(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        run.controller != self.table.seat(card) && self.cannot_be(cards, card, Deed::CoreLoss)
    }

    fn return_cards(&mut self, target: &BsTarget, to: Destination, run: &Run, cx: &mut Cx<'_>) -> i16 {
        let cause = Cause::effect(run, self.table.find(run.source));
        let mut meant = eval::targets(self, cx.pool, target, run);
        let several = meant.len() > 1;
        // The card named first lies on top.
        if to == Destination::DeckTop {
            meant.reverse();
        }
        self.each_of(&meant, run, cx, |state, card, cx| {
            // BS FAQ-STATUS-1a: a card that is about to leave goes where the effect says instead.
            if state.is_leaving(card) {
                state.table.marks_mut(card).leaving = to.leaving();
                return true;
            }
            if state.is_on_field(card) {
                return state.leave(card, to.leaving(), cause, rule!("FAQ-STATUS-1"), cx);
            }
            let owner = state.table.owner(card);
            let (zone, end) = match to {
                Destination::Hand => (Zone::Hand, End::Bottom),
                Destination::DeckTop => (Zone::Deck, End::Top),
                Destination::DeckBottom => (Zone::Deck, End::Bottom),
            };
            state.move_card(card, Place::new(owner, zone), end, rule!("EFFECT-1"), cx);
            // In which order several went, only their player knows.
            if several && zone == Zone::Deck {
                state.table.forget(card, Seats::only(owner.other()));
            }
            true
        })
    }

    // ---- cores by effects -------------------------------------------------------------------------------------

    fn core_place(&self, cards: &Cards, place: &CorePlace, run: &Run) -> Option<(Seat, Pile)> {
        Some(match place {
            CorePlace::Void => (run.controller, Pile::Void),
            CorePlace::Reserve(who) => (eval::seat(self, *who, run), Pile::Reserve),
            CorePlace::Trash(who) => (eval::seat(self, *who, run), Pile::Trash),
            CorePlace::Life(who) => (eval::seat(self, *who, run), Pile::Life),
            CorePlace::On(target) => {
                let card = eval::targets(self, cards, target, run).first().copied()?;
                (self.table.seat(card), Pile::On(card))
            }
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn send_cores(
        &mut self,
        from: &CorePlace,
        to: &CorePlace,
        count: u16,
        kind: CoreKind,
        run: &Run,
        cause: Cause,
        cx: &mut Cx<'_>,
    ) -> Done {
        // "Each player's Life": both at the same moment.
        if let (CorePlace::Life(Who::Both), CorePlace::Reserve(_)) = (from, to) {
            let mut moved = 0;
            for seat in [self.turn_seat, self.turn_seat.other()] {
                moved += self.move_cores(seat, Pile::Life, Pile::Reserve, count, rule!("CORE-MOVE-1"), cx);
            }
            return Done::Now(moved as i16);
        }
        let Some((seat, from)) = self.core_place(cx.pool, from, run) else { return Done::Now(0) };
        // BS FAQ-GENERAL-10: cores stay with their player, whoever's effect moves them; what comes out of the Void is the
        // receiver's.
        let Some((receiver, to)) = self.core_place(cx.pool, to, run) else { return Done::Now(0) };
        let seat = if from == Pile::Void { receiver } else { seat };
        let touches = |state: &State, pile: Pile| match pile {
            Pile::On(card) => !state.is_unaffected(cx.pool, card, run),
            _ => true,
        };
        let keeps = matches!(from, Pile::On(card) if self.keeps_cores(cx.pool, card, run));
        if !touches(self, from) || !touches(self, to) || keeps {
            return Done::Now(0);
        }
        if kind == CoreKind::SoulCore {
            // BS CORE-SOUL-4: an effect that names it.
            if !self.soul_is(seat, from) {
                return Done::Now(0);
            }
            self.move_soul(seat, to, rule!("CORE-MOVE-1"), cx);
            self.check_pile(from, cause, cx);
            return Done::Now(1);
        }
        // BS CORE-SOUL-4 (and our reading BS-16): the Soul Core goes nowhere but Reserve, cards and Trash unless named.
        let soul_may = kind == CoreKind::Any && matches!(to, Pile::Reserve | Pile::Trash | Pile::On(_));
        if let (Pile::On(card), true) = (from, soul_may && self.soul_is(seat, from)) {
            let cards = [self.table.object(card), Object::default(), Object::default()];
            self.frames.push(Frame::Cores(Cores { cards, to, left: count, moved: 0 }));
            return Done::Later;
        }
        let mut moved = self.move_cores(seat, from, to, count, rule!("CORE-MOVE-1"), cx);
        if soul_may && moved < count && self.soul_is(seat, from) {
            self.move_soul(seat, to, rule!("CORE-MOVE-1"), cx);
            moved += 1;
        }
        self.check_pile(from, cause, cx);
        Done::Now(moved as i16)
    }

    /// Cores onto several cards: `count` onto each, as far as there are any.
    fn send_onto_each(
        &mut self,
        from: &CorePlace,
        onto: &[Card],
        count: u16,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let Some((giver, from)) = self.core_place(cx.pool, from, run) else { return Done::Now(0) };
        let cause = Cause::effect(run, self.table.find(run.source));
        let mut moved = 0;
        for card in onto.iter().filter(|card| from != Pile::On(**card)) {
            if self.is_unaffected(cx.pool, *card, run) {
                continue;
            }
            // BS FAQ-GENERAL-10: what comes out of the Void is the receiver's.
            let seat = if from == Pile::Void { self.table.seat(*card) } else { giver };
            moved += self.move_cores(seat, from, Pile::On(*card), count, rule!("CORE-MOVE-1"), cx);
        }
        self.check_pile(from, cause, cx);
        Done::Now(moved as i16)
    }

    /// Cores off several cards: `count` from each, or in total as the player of the cards picks.
    #[allow(clippy::too_many_arguments)]
    fn send_off_several(
        &mut self,
        meant: &[Card],
        to: &CorePlace,
        count: u16,
        kind: CoreKind,
        total: bool,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let Some((_, to)) = self.core_place(cx.pool, to, run) else { return Done::Now(0) };
        let touched: kernel::Flat<Card, 64> = {
            let mut touched = kernel::Flat::new();
            for card in meant {
                if !self.is_unaffected(cx.pool, *card, run) && !self.keeps_cores(cx.pool, *card, run) {
                    touched.push(*card);
                }
            }
            touched
        };
        if kind == CoreKind::Any && (total || touched.iter().any(|card| self.has_soul(*card))) {
            let object =
                |at: usize| touched.get(at).map_or(Object::default(), |card| self.table.object(*card));
            if total {
                let cards = [object(0), object(1), object(2)];
                self.frames.push(Frame::Cores(Cores { cards, to, left: count, moved: 0 }));
            } else {
                for at in (0..touched.len()).rev() {
                    let cards = [object(at), Object::default(), Object::default()];
                    self.frames.push(Frame::Cores(Cores { cards, to, left: count, moved: 0 }));
                }
            }
            return Done::Later;
        }
        let cause = Cause::effect(run, self.table.find(run.source));
        let mut moved = 0;
        for card in touched.iter() {
            let count = if total { count - moved } else { count };
            let seat = self.table.seat(*card);
            moved += self.move_cores(seat, Pile::On(*card), to, count, rule!("CORE-MOVE-1"), cx);
            self.check_depletion(*card, cause, cx);
        }
        Done::Now(moved as i16)
    }

    fn check_pile(&mut self, pile: Pile, cause: Cause, cx: &mut Cx<'_>) {
        if let Pile::On(card) = pile {
            self.check_depletion(card, cause, cx);
        }
    }

    /// The cards of a [`Cores`] that are still there.
    fn giving(&self, cores: &Cores) -> impl Iterator<Item = Card> {
        let there = cores.cards.map(|object| {
            self.table.find(object).filter(|card| object.stamp != 0 && self.is_on_field(*card))
        });
        there.into_iter().flatten()
    }

    /// BS FAQ-SOULCORE-2: the player of the cards picks which of their cores go, as far as there is anything to pick.
    pub(crate) fn run_cores(&mut self, mut cores: Cores, cx: &mut Cx<'_>) -> Go {
        if cores.left > 0 {
            let mut ways = 0;
            let mut there = 0;
            for card in self.giving(&cores) {
                let seat = self.table.seat(card);
                let (ordinary, soul) = (self.pile(seat, Pile::On(card)), self.soul_is(seat, Pile::On(card)));
                ways += u16::from(ordinary > 0) + u16::from(soul);
                there += ordinary + u16::from(soul);
            }
            if ways > 1 && there > cores.left {
                return Go::Ask;
            }
        }
        // Nothing to pick: everything goes, or only one kind is there.
        let mut cards = kernel::Flat::<Card, 3>::new();
        self.giving(&cores).for_each(|card| cards.push(card));
        for card in cards.iter() {
            let seat = self.table.seat(*card);
            let moved =
                self.move_cores(seat, Pile::On(*card), cores.to, cores.left, rule!("CORE-MOVE-1"), cx);
            cores.left -= moved;
            cores.moved += moved as i16;
            if cores.left > 0 && self.soul_is(seat, Pile::On(*card)) {
                self.move_soul(seat, cores.to, rule!("CORE-MOVE-1"), cx);
                cores.left -= 1;
                cores.moved += 1;
            }
        }
        self.frames.pop();
        let cause = match self.frames.iter().rev().find(|frame| matches!(frame, Frame::Effect(..))) {
            Some(Frame::Effect(run, _)) => Cause::effect(run, self.table.find(run.source)),
            _ => Cause::default(),
        };
        for card in cards.iter() {
            self.check_depletion(*card, cause, cx);
        }
        self.report(cores.moved);
        Go::On
    }

    pub(crate) fn consider_cores<S: Consider<Choice>>(&self, cores: &Cores, sink: &mut S) {
        let several = self.giving(cores).count() > 1;
        for card in self.giving(cores) {
            if self.table.marks(card).cores > 0 {
                sink.allow(if several { Choice::Card(card) } else { Choice::Core });
            }
            if self.has_soul(card) {
                sink.allow(Choice::SoulCore);
            }
        }
    }

    pub(crate) fn answer_cores(&mut self, mut cores: Cores, choice: Choice, cx: &mut Cx<'_>) {
        let card = match choice {
            Choice::Card(card) => Some(card),
            _ => self.giving(&cores).next(),
        };
        if let Some(card) = card {
            let seat = self.table.seat(card);
            if choice == Choice::SoulCore {
                self.move_soul(seat, cores.to, rule!("FAQ-SOULCORE-2"), cx);
            } else {
                self.move_cores(seat, Pile::On(card), cores.to, 1, rule!("FAQ-SOULCORE-2"), cx);
            }
            cores.left -= 1;
            cores.moved += 1;
        }
        self.set_top(Frame::Cores(cores));
    }

    // ---- lasting changes --------------------------------------------------------------------------------------

    /// BS FAQ-GENERAL-6: once begun, it lasts, whatever becomes of its source.
    pub(crate) fn begin_change(&mut self, on: On, until: Until, run: &Run, cx: &mut Cx<'_>) -> bool {
        if let On::Card(object) = on {
            match self.table.find(object) {
                Some(card) if !self.is_unaffected(cx.pool, card, run) => {
                    let named = self.table.named(card);
                    cx.log.say(rule!("EFFECT-1"), || What::Gained { card: named });
                }
                _ => return false,
            }
        }
        let until = match until {
            Until::Turn | Until::Always => Until::EndOfTurn(self.turn_number),
            Until::OpponentTurn => {
                let own = self.turn_seat == run.controller;
                Until::EndOfTurn(self.turn_number + if own { 1 } else { 2 })
            }
            Until::YourNextTurn => {
                let own = self.turn_seat == run.controller;
                Until::EndOfTurn(self.turn_number + u16::from(own))
            }
            other => other,
        };
        let mut lasting = Lasting::of(run, on, i32::from(run.named), until);
        if let Some((_, crate::vocab::Change::Bp(amount))) = lasting.change(cx.pool.ability(run.ability)) {
            lasting.value = eval::amount(self, cx.pool, amount, run);
        }
        self.lasting.push(lasting);
        self.index.lasting = effects::layer::lasting_classes(self, cx.pool);
        true
    }
}
