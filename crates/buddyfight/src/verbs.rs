//! What each verb of card texts does, through the primitives of `seam`.

use crate::card::{Cards, Kind};
use crate::event::What;
use crate::seam::Damage;
use crate::state::{Ends, Exit, Frame, How, Jump, Phase, Play, PlayStep, State, TurnStep, Zone};
use crate::vocab::{Cannot, Moment, Pay, Verb, Words};
use crate::{Cx, rule};
use effects::{AbilityRef, Amount, Done, Lasting, On, Run, Who, eval};
use kernel::{Card, End, Flat, Object, Outcome, Place, Seat, Seats, Why};

type Cardlist = Flat<Card, 255>;

/// The slot of gauge cards that were paid: no text means them.
const PAID: effects::Slot = effects::Slot(31);

impl State {
    pub(crate) fn number(&self, amount: &Amount<Words>, run: &Run, cx: &Cx<'_>) -> i32 {
        eval::amount(self, cx.pool, amount, run)
    }

    pub(crate) fn meant(&self, target: &effects::Target<Words>, run: &Run, cards: &Cards) -> Cardlist {
        eval::targets(self, cards, target, run)
    }

    pub(crate) fn do_verb(&mut self, verb: &Verb, run: &Run, cx: &mut Cx<'_>) -> Done {
        let source = run.source;
        match verb {
            Verb::Announce => self.announce(run, cx.pool),
            Verb::AnnounceSoul => {
                if self.is_classic() {
                    self.announced();
                }
                Done::Now(1)
            }
            Verb::Destroy(target) => self.send_away(target, Exit::Destroyed, run, cx),
            Verb::ToHand(target) => self.send_away(target, Exit::ToHand, run, cx),
            Verb::Drop(target) => self.send_away(target, Exit::Dropped, run, cx),
            Verb::Discard(target) => self.discard(target, run, cx),
            Verb::ToGauge(target) => self.send_away(target, Exit::ToGauge, run, cx),
            Verb::ToDeckTop(target) => self.send_away(target, Exit::ToDeckTop, run, cx),
            Verb::ToDeckBottom(target) => self.send_away(target, Exit::ToDeckBottom, run, cx),
            Verb::Remove(target) => self.send_away(target, Exit::Removed, run, cx),
            Verb::ToSoul { what, host, face_down } => self.put_into_soul(what, host, *face_down, run, cx),
            Verb::OnTop(target) => self.on_top(target, run, cx),
            Verb::Draw(who, amount) => self.draw_by_effect(*who, amount, run, cx),
            Verb::Damage { who, amount, cannot_be_reduced } => {
                let number = self.number(amount, run, cx);
                self.for_seats(*who, run, |state, seat| {
                    let kind = if *cannot_be_reduced { Damage::Fixed } else { Damage::Effect };
                    state.damage(seat, number, &[source], kind, rule!("ACT-1.3.1"), cx)
                })
            }
            Verb::GainLife(who, amount) => {
                let number = self.number(amount, run, cx);
                self.for_seats(*who, run, |state, seat| {
                    i16::from(state.gain_life(seat, number, rule!("ACT-1.3.1"), cx))
                })
            }
            Verb::LoseLife(who, amount) => {
                let number = self.number(amount, run, cx);
                self.for_seats(*who, run, |state, seat| state.lose_life(seat, number, rule!("ACT-1.3.1"), cx))
            }
            Verb::PayLife(amount) => {
                let number = self.number(amount, run, cx);
                Done::Now(self.lose_life(run.controller, number, rule!("OTHER-COST-1"), cx))
            }
            Verb::SetLife(who, amount) => self.set_life(*who, amount, run, cx),
            Verb::PayGauge(amount) => self.pay_gauge_for(amount, run, cx),
            Verb::TopToGauge(who, amount) => {
                let number = self.number(amount, run, cx);
                self.for_seats(*who, run, |state, seat| {
                    (0..number).filter(|_| state.charge_top(seat, rule!("ZONE-GAUGE-1"), cx)).count() as i16
                })
            }
            Verb::TopToDrop(who, amount) => self.top_to_drop(*who, amount, run, cx),
            Verb::TopToSoul { host, amount, face_down } => {
                self.top_to_soul(host, amount, *face_down, run, cx)
            }
            Verb::Search(who) => self.for_seats(*who, run, |state, seat| {
                for at in 0..state.count(seat, Zone::Deck) {
                    let card = state.zone(seat, Zone::Deck)[at];
                    state.table.reveal(card, Seats::only(seat));
                }
                1
            }),
            Verb::Reveal { who, amount, slot, to_all } => {
                let eyes = if *to_all { Seats::ALL } else { Seats::only(run.controller) };
                self.reveal_top(*who, amount, *slot, eyes, run, cx)
            }
            Verb::Stand(target) => self.stand_all(target, run, cx),
            Verb::Rest(target) => {
                let cards = self.meant(target, run, cx.pool);
                Done::Now(cards.iter().filter(|card| self.rest(**card, rule!("ACT-1.3.1"), cx)).count() as i16)
            }
            Verb::NullifyAttack => Done::Now(i16::from(self.nullify_attack(cx))),
            Verb::NullifyPlay => Done::Now(i16::from(self.nullify_play(run, cx.pool))),
            Verb::NullifyCast(kind) => {
                let cast = self.answers_cast(cx.pool, *kind, run) && self.nullify_play(run, cx.pool);
                Done::Now(i16::from(cast))
            }
            Verb::Call { .. } => self.call(verb, run, cx),
            Verb::Equip { what, pay } => self.use_card(what, State::equippable, *pay, run, cx),
            Verb::Cast { what, pay } => self.use_card(what, State::castable, *pay, run, cx),
            Verb::MoveTo { what, area } => self.move_to(what, *area, run, cx),
            Verb::Shuffle(who) => self.for_seats(*who, run, |state, seat| {
                state.table.shuffle(Place::new(seat, Zone::Deck), cx.chance);
                cx.log.say(rule!("ZONE-DECK-2"), || What::Shuffled(seat));
                1
            }),
            Verb::AttackWith(target) => self.attack_with(target, run, cx.pool),
            Verb::Redirect(target) => self.redirect(target, run, cx.pool),
            Verb::EndPhase(_) | Verb::EndTurn | Verb::EndBattle => Done::Now(self.end(verb)),
            Verb::ExtraTurn => {
                self.extra_turn = Some(run.controller);
                Done::Now(1)
            }
            Verb::Win(who) | Verb::Lose(who) => {
                let seat = eval::seat(self, *who, run);
                let winner = if matches!(verb, Verb::Win(_)) { seat } else { seat.other() };
                self.outcome =
                    Some(Outcome { winner: Some(winner), why: Why::Rule(rule!("KEY-LIFELINK-2")) });
                Done::Now(1)
            }
            Verb::RaiseFlag(target) => self.raise_as_flag(target, run, cx),
            Verb::SwitchDeck => Done::Now(i16::from(self.switch_deck(run.controller, cx))),
            Verb::TurnOver { what, reversal } => {
                let cards = self.meant(what, run, cx.pool);
                Done::Now(cards.iter().filter(|card| self.turn_over(**card, *reversal, cx)).count() as i16)
            }
            Verb::TurnDown(target) => {
                let cards = self.meant(target, run, cx.pool);
                Done::Now(cards.iter().filter(|card| self.turn_down(**card, cx)).count() as i16)
            }
            Verb::ToTreasure(target) => self.send_away(target, Exit::ToTreasure, run, cx),
            Verb::Duel => self.hands_duel(run.controller, cx),
            Verb::Prevent => Done::Now(i16::from(self.prevent(cx))),
            Verb::Declare(kind) => self.declare_kind(*kind, run.controller, cx),
            Verb::LookAtHand(who) => self.show_hand(*who, Seats::only(run.controller), run, cx),
            Verb::Show(target) => self.show_cards(target, run, cx),
            Verb::ShowHand(who) => self.show_hand(*who, Seats::ALL, run, cx),
        }
    }

    /// The declaration of the use on top is through.
    pub(crate) fn announced(&mut self) {
        if let Some(Frame::Play(play)) = self.frames.last_mut() {
            if play.step == PlayStep::Aiming {
                play.step = PlayStep::Declared;
            }
        }
    }

    pub(crate) fn for_seats(
        &mut self,
        who: Who,
        run: &Run,
        mut act: impl FnMut(&mut State, Seat) -> i16,
    ) -> Done {
        let mut done = 0;
        for seat in eval::seats(self, who, run) {
            done += act(self, seat);
        }
        Done::Now(done)
    }

    /// Cards go somewhere: those on the field may be saved from it, the others just move.
    pub(crate) fn send_away(
        &mut self,
        target: &effects::Target<Words>,
        exit: Exit,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let cards = self.meant(target, run, cx.pool);
        let mut leaving: Flat<Object, 20> = Flat::new();
        let mut done = 0;
        for card in cards.iter().copied() {
            let zone = self.table.zone(card);
            if zone.is_field() {
                if self.may_leave(card, exit, Some(run.controller)) {
                    leaving.push(self.table.object(card));
                }
                continue;
            }
            if self.move_to_exit(card, exit, run.controller, cx) {
                done += 1;
            }
        }
        if leaving.is_empty() {
            return Done::Now(done);
        }
        self.leave(&leaving, exit, false);
        Done::Later
    }

    /// Whether an effect may make the card leave the field so.
    pub(crate) fn may_leave(&self, card: Card, exit: Exit, by: Option<Seat>) -> bool {
        let theirs = by.is_some_and(|by| by != self.table.seat(card));
        let cannot = |what| self.cannot(card, what);
        match exit {
            Exit::Destroyed => {
                !(cannot(Cannot::BeDestroyed)
                    || cannot(Cannot::BeDestroyedByEffects)
                    || theirs && cannot(Cannot::BeDestroyedByOpponent))
            }
            Exit::ToHand => !(cannot(Cannot::BeReturned) || theirs && cannot(Cannot::BeReturnedByOpponent)),
            // BF LOST-MIX-4, LOST-MIX-6: what the deck does not take stays where it is.
            Exit::ToDeckTop | Exit::ToDeckBottom => self.fits_deck(card),
            _ => true,
        }
    }

    /// Whether an effect of this seat may move a card that is not on the field there.
    pub(crate) fn may_move(&self, card: Card, exit: Exit, by: Seat) -> bool {
        let place = self.table.place(card);
        match exit {
            // BF LOST-MIX-5, LOST-MIX-6.
            Exit::ToDeckTop | Exit::ToDeckBottom => self.fits_deck(card),
            // BF OTHER-DROP-2: a protected soul loses nothing, and BF OTHER-DROP-3: nor does a protected deck.
            Exit::Dropped if by != place.seat => {
                let host = self.table.row(card).host();
                let kept = |host| self.cannot(host, Cannot::LoseSoul);
                let deck = place.zone == Zone::Deck && self.standings[place.seat].cannot(Cannot::LoseDeck);
                !(host.is_some_and(kept) || deck)
            }
            _ => true,
        }
    }

    /// Moves a card that is not on the field. Cards of a Lost Deck and others never meet in a deck (BF LOST-MIX-3).
    fn move_to_exit(&mut self, card: Card, exit: Exit, by: Seat, cx: &mut Cx<'_>) -> bool {
        if !self.may_move(card, exit, by) {
            return false;
        }
        let owner = self.table.owner(card);
        let was = self.table.object(card);
        let in_soul = self.table.zone(card) == Zone::Soul;
        let host = self.table.row(card).host();
        if in_soul && exit != Exit::Dropped {
            self.table.set_host(card, None);
        }
        let emptied = in_soul && exit != Exit::Dropped;
        match exit {
            Exit::ToHand => self.shift(card, owner, Zone::Hand, End::Bottom, rule!("ACT-1.3.1"), cx),
            Exit::ToGauge => self.shift(card, owner, Zone::Gauge, End::Bottom, rule!("ZONE-GAUGE-1"), cx),
            Exit::ToDeckTop => self.shift(card, owner, Zone::Deck, End::Top, rule!("ACT-1.3.1"), cx),
            Exit::ToDeckBottom => self.shift(card, owner, Zone::Deck, End::Bottom, rule!("ACT-1.3.1"), cx),
            Exit::Removed => {
                self.shift(card, owner, Zone::Removed, End::Bottom, rule!("OTHER-REMOVED-1"), cx)
            }
            Exit::ToTreasure => self.bury(card, cx),
            Exit::Destroyed => return false,
            Exit::Dropped if in_soul => self.drop_from_soul(card, rule!("OTHER-DROP-1"), cx),
            Exit::Dropped | Exit::Checked => self.put_in_drop(card, rule!("OTHER-DROP-1"), cx),
        }
        if emptied {
            self.notice_soulless(host, cx);
        }
        self.follow(was, card);
        self.follow_in_run(was, card);
        true
    }

    /// A card on the field that becomes soul leaves the field; its own soul is dropped.
    pub(crate) fn leave_for_soul(&mut self, card: Card, cx: &mut Cx<'_>) {
        if self.table.zone(card).is_field() {
            let departure = crate::state::Departure {
                card: self.table.object(card),
                exit: Exit::Dropped,
                ..Default::default()
            };
            self.announce_departure(&departure, cx);
            self.drop_soul(card, cx);
        }
    }

    // ---- paying -----------------------------------------------------------------------------------------------

    /// BF ZONE-GAUGE-4, ZONE-GAUGE-5: gauge cards go to the drop zone; the payer says which, where it matters.
    pub(crate) fn pay_gauge(&mut self, seat: Seat, number: u8, cx: &mut Cx<'_>) -> Done {
        let held = self.count(seat, Zone::Gauge);
        if number == 0 || held < number as usize {
            return Done::Now(0);
        }
        self.frames.push(Frame::Gauge { seat, left: number, paid: 0 });
        let _ = cx;
        Done::Later
    }

    pub(crate) fn gauge_step(&mut self, seat: Seat, left: u8, paid: u8, cx: &mut Cx<'_>) -> crate::Flow {
        if left == 0 {
            self.frames.pop();
            self.report_top(paid.into());
            return crate::Flow::Go;
        }
        let gauge = self.zone(seat, Zone::Gauge);
        let Some(first) = gauge.first().copied() else {
            self.frames.pop();
            self.report_top(0);
            return crate::Flow::Go;
        };
        let alike = gauge.iter().all(|card| self.same_to(seat, first, *card));
        if !alike && gauge.len() > left as usize {
            return crate::Flow::Ask;
        }
        self.spend_gauge(first, cx);
        crate::Flow::Go
    }

    pub(crate) fn spend_gauge(&mut self, card: Card, cx: &mut Cx<'_>) {
        if let Some(Frame::Gauge { left, paid, .. }) = self.frames.last_mut() {
            *left -= 1;
            *paid += 1;
        }
        self.put_in_drop(card, rule!("ZONE-GAUGE-4"), cx);
        // BF CALL-QA3: the cost remembers what paid for it.
        let object = self.table.object(card);
        self.picks.bind(PAID, object);
    }

    /// Whether a seat cannot tell two cards of one hidden zone apart.
    pub(crate) fn same_to(&self, seat: Seat, a: Card, b: Card) -> bool {
        let known = self.table.knows(seat, a);
        // BF LOST-MIX-2: unknown cards are told apart by their backs.
        known == self.table.knows(seat, b)
            && self.backs.is_lost(a) == self.backs.is_lost(b)
            && (!known || self.print(a) == self.print(b))
    }

    // ---- calls, attacks and ends by effects -------------------------------------------------------------------

    /// Whether an effect of this seat may call the card.
    pub(crate) fn callable(&self, cards: &Cards, seat: Seat, card: Card, pay: Pay) -> bool {
        let face = cards.get(self.print(card));
        face.kind.is_monster()
            && !self.table.zone(card).is_field()
            && face.sheet.unread.is_empty()
            && self.may_use(cards, seat, card).is_ok()
            && !self.standings[seat].cannot(Cannot::Call)
            && self.may_be_called(cards, seat, card)
            && (pay == Pay::Free || self.affords_cost(cards, seat, card))
            // BF CALL-1.1a: its printed restrictions hold for calls by effects too.
            && self.allowed(cards, seat, card, rule!("CALL-1.1a")).is_ok()
            && Zone::AREAS.iter().any(|area| self.can_call_to(cards, seat, card, *area).is_ok())
    }

    /// The area was chosen: the call goes its way, without an answer (BF OTHER-RESPOND-2).
    pub(crate) fn call_by_effect(&mut self, seat: Seat, card: Object, pay: Pay, area: Zone, cx: &mut Cx<'_>) {
        self.frames.pop();
        let Some(card) = self.table.find(card) else {
            self.report_top(0);
            return;
        };
        self.use_by_effect(seat, card, How::Call(area), pay, cx);
    }

    /// A card is called, cast or equipped by the effect on top, without an answer (BF OTHER-RESPOND-2).
    pub(crate) fn use_by_effect(
        &mut self,
        seat: Seat,
        card: Card,
        how: How,
        pay: Pay,
        cx: &mut Cx<'_>,
    ) -> Done {
        let from = self.table.zone(card);
        let host = self.table.row(card).host().filter(|_| from == Zone::Soul);
        if from == Zone::Soul {
            self.table.set_host(card, None);
        }
        let was = self.table.object(card);
        self.put(cx.pool, card, Place::new(seat, Zone::Limbo), End::Bottom);
        self.notice_soulless(host, cx);
        self.follow_in_run(was, card);
        self.dirty = true;
        let (named, print) = (self.table.named(card), self.print(card));
        let verb = match how {
            How::Call(_) => crate::event::Verb::Call,
            How::Cast => crate::event::Verb::Cast,
            _ => crate::event::Verb::Equip,
        };
        cx.log.say(rule!("OTHER-RESPOND-2"), || What::Declared { seat, card: named, verb, ability: None });
        let source = self.table.object(card);
        let index = if how == How::Cast { cx.pool.get(print).sheet.body.unwrap_or(u8::MAX) } else { u8::MAX };
        let run = Run::new(AbilityRef { print, index }, source, seat);
        let play = self.new_play(seat, source, how, false, run);
        let pays = pay == Pay::Cost;
        self.frames.push(Frame::Play(Play { by_effect: true, pays, answer: true, from, ..play }));
        Done::Later
    }

    /// A card is called on top of another, which becomes its soul with all it had under it (BF ZONE-FLAGITEM-3).
    pub(crate) fn call_onto(
        &mut self,
        seat: Seat,
        card: Card,
        below: Card,
        pay: Pay,
        cx: &mut Cx<'_>,
    ) -> Done {
        let area = self.table.zone(below);
        if self.can_call_to(cx.pool, seat, card, area).is_err() {
            return Done::Now(0);
        }
        let done = self.use_by_effect(seat, card, How::Call(area), pay, cx);
        self.table.rehost(below, card);
        self.leave_for_soul(below, cx);
        self.tuck(below, card, false, rule!("ZONE-FLAGITEM-3"), cx);
        done
    }

    /// Whether an effect of this seat may equip the card: an item, or a monster by its keyword.
    pub(crate) fn equippable(&self, cards: &Cards, seat: Seat, card: Card, pay: Pay) -> bool {
        let face = cards.get(self.print(card));
        let cost = if face.kind == Kind::Item { face.sheet.cost } else { face.sheet.transform };
        let needed = face.sheet.only_by.as_ref().filter(|_| face.kind != Kind::Item);
        (face.kind == Kind::Item || face.sheet.keywords.transforms())
            && needed.is_none_or(|only| self.used_by(cards, seat, &only.name))
            && self.table.zone(card) != Zone::Item
            && face.sheet.unread.is_empty()
            && self.may_use(cards, seat, card).is_ok()
            && !self.standings[seat].cannot(Cannot::Equip)
            && (pay == Pay::Free || self.affords_this(cards, seat, card, cost))
            // BF EQUIP-1.1a: its printed restrictions hold here too.
            && self.allowed(cards, seat, card, rule!("EQUIP-1.1a")).is_ok()
    }

    /// Whether an effect of this seat may cast the card.
    pub(crate) fn castable(&self, cards: &Cards, seat: Seat, card: Card, pay: Pay) -> bool {
        let face = cards.get(self.print(card));
        matches!(face.kind, Kind::Spell | Kind::Impact)
            && !self.table.zone(card).is_field()
            && face.sheet.unread.is_empty()
            && self.may_use(cards, seat, card).is_ok()
            && !self.standings[seat].cannot(Cannot::Cast)
            && (pay == Pay::Free || self.affords_this(cards, seat, card, face.sheet.cost))
            // BF CAST-1.1a: its printed restrictions hold here too.
            && self.allowed(cards, seat, card, rule!("CAST-1.1a")).is_ok()
    }

    pub(crate) fn can_attack_by_effect(&self, card: Card) -> bool {
        let marks = self.table.marks(card);
        let seat = self.table.seat(card);
        !marks.rested()
            && !self.cannot(card, Cannot::Attack)
            && self.attacks.len() < 2
            // The starter's single attack counts these as well.
            && (self.turn_number != 1 || self.tally[seat].attacks == 0)
    }

    /// BF END-1: the current step is left at once for a later one. Plays above it are finished in the next timing.
    fn end(&mut self, verb: &Verb) -> i16 {
        if matches!(verb, Verb::EndBattle) {
            // BF END-3.
            let battles = self.attack().is_some_and(|attack| attack.in_battle);
            self.jump = battles.then_some(Jump::OutOfBattle).or(self.jump);
            return i16::from(battles);
        }
        // BF END-2, END-4, END-5: outside the phase that is named there is nothing to end.
        if matches!(verb, Verb::EndPhase(Some(named)) if *named != self.phase) {
            return 0;
        }
        // BF END-7: which phase ends depends on which it is.
        let step = match (verb, self.phase) {
            // BF END-5, END-6: the final phase's fifth step, which ends the turn.
            (Verb::EndTurn, _) | (_, Phase::Final) => TurnStep::EndTiming,
            (_, Phase::Start) => TurnStep::MainTiming,
            // BF END-2: the first step of the attack phase.
            (_, Phase::Main) => TurnStep::MainEnds,
            // BF END-4: the attack phase's fifth step.
            (_, Phase::Attack) => TurnStep::AttackEnds,
        };
        self.jump = Some(Jump::To(step));
        1
    }

    fn nullify_attack(&mut self, cx: &mut Cx<'_>) -> bool {
        let Some(attack) = self.attack().copied().filter(|attack| attack.in_battle) else { return false };
        if self.attackers(&attack).any(|card| self.cannot(card, Cannot::AttackBeNullified)) {
            return false;
        }
        let alone = self.attackers(&attack).count() == 1;
        if alone && self.attackers(&attack).any(|card| self.cannot(card, Cannot::LoneAttackBeNullified)) {
            return false;
        }
        if let Some(attack) = self.attack_mut() {
            attack.nullified = true;
        }
        for card in attack.attackers.iter() {
            self.happen(Moment::AttackNullified, *card, Object::default(), 0, cx);
        }
        true
    }

    /// Nullifies what the running effect answers.
    fn nullify_play(&mut self, run: &Run, cards: &Cards) -> bool {
        let _ = run;
        let Some(at) = self.answered_frame() else { return false };
        let Frame::Play(play) = self.frames[at] else { return false };
        // A card or ability that says so cannot be nullified.
        let sheet = &cards.get(play.source_print(self)).sheet;
        // BF OVER-6: nor can an Over keyword.
        let over = play.how == How::Act
            && matches!(cards.ability(play.run.ability).when, effects::When::Use(crate::vocab::Use::Over(_)));
        let scope = Run::new(play.run.ability, play.source, play.seat);
        let firm = match play.how {
            How::Act | How::Auto => sheet.firm,
            _ => sheet.firm_if.iter().any(|cond| eval::holds(self, cards, cond, &scope)),
        };
        if over
            || firm
            || sheet.cannot_be_nullified
            || self.table.find(play.source).is_some_and(|card| self.cannot(card, Cannot::BeNullified))
        {
            return false;
        }
        if let Frame::Play(play) = &mut self.frames[at] {
            play.nullified = true;
        }
        true
    }

    /// The use that the answer on top answers: the use frame right below the answering one.
    pub(crate) fn answered_frame(&self) -> Option<usize> {
        let top = self
            .frames
            .iter()
            .rposition(|frame| matches!(frame, Frame::Play(play) if play.answer && !play.by_effect))?;
        self.frames[..top].iter().rposition(|frame| matches!(frame, Frame::Play(_)))
    }

    /// The use that could be answered now, or is being answered.
    pub(crate) fn open_play(&self) -> Option<&Play> {
        let at = match self.frames.last() {
            Some(Frame::Play(play)) if play.step == PlayStep::Answer => self.frames.len() - 1,
            _ => self.answered_frame()?,
        };
        match &self.frames[at] {
            Frame::Play(play) => Some(play),
            _ => None,
        }
    }

    // ---- lasting changes --------------------------------------------------------------------------------------

    pub(crate) fn begin_change(
        &mut self,
        on: On,
        until: crate::vocab::Until,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> bool {
        use crate::vocab::Until;
        let ends = match until {
            Until::Battle if self.attack().is_none() => return false,
            Until::Battle => Ends::Battle,
            Until::Turn => Ends::Turn(self.turn_number),
            Until::OpponentsTurn | Until::OpponentsNextTurn if self.turn_seat == run.controller => {
                Ends::Turn(self.turn_number + 1)
            }
            Until::OpponentsNextTurn => Ends::Turn(self.turn_number + 2),
            Until::OpponentsTurn => Ends::Turn(self.turn_number),
            Until::Damage if self.attack().is_some_and(|attack| attack.in_battle) => Ends::Battle,
            Until::Damage => Ends::Turn(self.turn_number),
            // A card that has left the field is another card: nothing is left to end.
            Until::Field | Until::Game => Ends::Game,
        };
        let ability = cx.pool.ability(run.ability);
        let value = match ability.program.get(run.at as usize) {
            Some(effects::Op::Gain { change, .. }) => self.settle(change, run, cx.pool),
            _ => return false,
        };
        self.lasting.push(Lasting::of(run, on, value, ends));
        self.dirty = true;
        true
    }

    pub(crate) fn is_item(&self, cards: &Cards, card: Card) -> bool {
        cards.get(self.print(card)).kind == Kind::Item || self.table.marks(card).as_item()
    }
}
