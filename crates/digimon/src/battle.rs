//! Attacks with their timings, blocks, security checks and battles.

use crate::card::{Ban, Cards, Class, Kinds};
use crate::rule;
use crate::state::{
    Aiming, Area, Attack, AttackStep, Battle, BattleStep, Cause, CheckStep, Checking, Choice, Cx, Ends,
    Frame, Leave, LeaveWay, Mark, Pending, State, Target, What,
};
use crate::vocab::{Cannot, Change, Keyword, Moment, Text, Window};
use effects::{AbilityRef, Asked, Run, Waiting};
use kernel::{AnyLegal, Card, Consider, End, Legal, Object, Seat, ensure};

impl State {
    // ---- declaring ------------------------------------------------------------------------------------------

    pub(crate) fn can_attack_at_all(&self, cards: &Cards, card: Card, aim: Option<Aiming>) -> Legal {
        // DCG 11-2-4: no new attack during an attack.
        ensure(self.attack().is_none(), rule!("11-2-4"))?;
        // DCG 4-2-9: Digimon in the battle area attack.
        ensure(self.table.zone(card) == Area::Battle && self.is_digimon(cards, card), rule!("4-2-9"))?;
        if !aim.is_some_and(|aim| aim.without_suspending) {
            // DCG 11-2-1: attacking suspends, so a suspended Digimon cannot.
            ensure(!self.has(card, Mark::Suspended), rule!("11-2-1"))?;
            // DCG 11-2-5: nor one that cannot suspend.
            ensure(
                !self.cannot(cards, card, Ban::Suspend, |cannot| *cannot == Cannot::Suspend),
                rule!("11-2-5"),
            )?;
        }
        // DCG 15-1-3: a prohibition stands over everything that allows.
        ensure(!self.cannot(cards, card, Ban::Attack, |cannot| *cannot == Cannot::Attack), rule!("15-1-3"))?;
        // DCG 16-14-1, 1-3-1: not in the turn it was played (reading DCG-01), unless something allows it.
        ensure(
            !self.is_fresh(card)
                || aim.is_some_and(|aim| aim.fresh)
                || self.has_keyword(cards, card, &Keyword::Rush),
            rule!("16-14-1"),
        )
    }

    pub(crate) fn can_attack_target(
        &self,
        cards: &Cards,
        with: Card,
        target: Option<Card>,
        aim: Option<Aiming>,
    ) -> Legal {
        match target {
            None => {
                ensure(aim.is_none_or(|aim| aim.player), rule!("11-2-7-1"))?;
                ensure(
                    !self.cannot(cards, with, Ban::AttackWhom, |cannot| *cannot == Cannot::AttackPlayers),
                    rule!("15-1-3"),
                )
            }
            Some(target) => {
                // DCG 11-2-7-1: the opponent or one of the opponent's suspended Digimon.
                ensure(
                    aim.is_none_or(|aim| aim.digimon) && self.is_digimon(cards, target),
                    rule!("11-2-7-1"),
                )?;
                ensure(
                    self.has(target, Mark::Suspended)
                        || aim.is_some_and(|aim| aim.unsuspended)
                        || self.can(cards, with, |change| {
                            matches!(change, Change::AttackUnsuspended(which)
                                if self.fits_for(cards, which, target, with))
                        }),
                    rule!("11-2-7-1"),
                )?;
                ensure(
                    !self.cannot(cards, target, Ban::AttackWhom, |cannot| *cannot == Cannot::BeAttacked),
                    rule!("15-1-3"),
                )?;
                let spared = |cannot: &Cannot| matches!(cannot, Cannot::AttackDigimon(which) if self.fits_for(cards, which, target, with));
                ensure(!self.cannot(cards, with, Ban::AttackWhom, spared), rule!("15-1-3"))
            }
        }
    }

    /// Whether a card fits a filter as seen from another card.
    pub(crate) fn fits_for(
        &self,
        cards: &Cards,
        filter: &crate::alias::Filter,
        card: Card,
        of: Card,
    ) -> bool {
        let run = Run::new(AbilityRef::default(), self.table.object(of), self.table.seat(of));
        effects::eval::fits(self, cards, filter, card, &run)
    }

    pub(crate) fn consider_attacks<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        with: Card,
        aim: Option<Aiming>,
        sink: &mut S,
    ) {
        let able = self.can_attack_at_all(cards, with, aim);
        if able.is_err() && !S::WIDE {
            return;
        }
        let verdict =
            |target: Option<Card>| able.and_then(|()| self.can_attack_target(cards, with, target, aim));
        sink.offer(Choice::Attack { with, target: None }, || verdict(None));
        let only_suspended = !S::WIDE && aim.is_none() && !self.scope.has(Class::Can);
        for target in self.battle_area(self.table.seat(with).other()) {
            if only_suspended && !self.has(*target, Mark::Suspended) {
                continue;
            }
            sink.offer(Choice::Attack { with, target: Some(*target) }, || verdict(Some(*target)));
        }
    }

    /// Whether an effect's attack has anything to be aimed at.
    pub(crate) fn can_aim(&self, cards: &Cards, with: Card, aim: Aiming) -> bool {
        let mut any = AnyLegal::default();
        self.consider_attacks(cards, with, Some(aim), &mut any);
        any.0
    }

    pub(crate) fn consider_aim<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        with: Object,
        aim: Aiming,
        sink: &mut S,
    ) {
        if let Some(card) = self.table.find(with) {
            self.consider_attacks(cards, card, Some(aim), sink);
        }
        if !aim.forced {
            sink.allow(Choice::Decline);
        }
    }

    /// DCG 11-2-8-1: suspends the attacker and aims. An effect's attack begins now and goes on to its next timing
    /// once everything that is being resolved is through (DCG 11-1-4).
    pub(crate) fn declare_attack(&mut self, with: Card, target: Option<Card>, aim: Option<Aiming>, cx: Cx) {
        let aimed = target.map_or(Target::Player, |target| Target::Digimon(self.table.object(target)));
        let attack = Attack {
            // DCG 11-2-3: one declaration is one attack by one Digimon.
            attacker: self.table.object(with),
            // DCG 11-2-2: the target is chosen with the declaration.
            target: aimed,
            first: aimed,
            execute: aim.is_some_and(|aim| aim.execute),
            ..Attack::default()
        };
        let (named, at) = (self.named(with), target.map(|target| self.named(target)));
        cx.log.say(rule!("11-2-8-1"), || What::Attacked { with: named, target: at });
        let bottom = 1.min(self.core.frames.len());
        self.core.frames.insert(bottom, Frame::Attack(attack));
        // Suspending to attack is the rule's doing, also where an effect lets it attack.
        self.core.cause = Cause::Rule;
        let stands = aim.is_some_and(|aim| aim.without_suspending);
        if !stands && self.suspend(with, rule!("11-2-8-1"), cx) {
            self.notice_one(Moment::Suspended, with, cx);
        }
        let other = target.map(|target| self.table.object(target)).unwrap_or_default();
        let object = self.table.object(with);
        // DCG 11-2-7-6: what waits for an attack on something looks at the target of the declaration.
        self.notice(Moment::Attacked, &[object], other, cx);
    }

    // ---- the timings of an attack ---------------------------------------------------------------------------

    /// DCG 11-1-3, 11-1-4: one timing after the other, each after everything of the one before is resolved.
    pub(crate) fn step_attack(&mut self, attack: Attack, cx: Cx) {
        let to = |step| Frame::Attack(Attack { step, ..attack });
        match attack.step {
            AttackStep::Declared => {
                self.set_top(to(AttackStep::Counter));
                self.push(Frame::Check);
            }
            AttackStep::Counter => {
                // DCG 11-3-1: the other player's [Counter] effects trigger.
                self.set_top(to(AttackStep::Block));
                self.core.cause = Cause::Rule;
                match self.attacker(&attack) {
                    Some(_) => self.notice(Moment::Counter, &[attack.attacker], Object::default(), cx),
                    // DCG 11-1-5: the timing comes even if the attacker is gone.
                    None => self.notice_turn(Moment::Counter, cx),
                }
                let turn = self.core.turn;
                self.core.waiting.retain(|pending| {
                    pending.wait.controller != turn || !is_counter(cx.pool, pending.wait.ability)
                });
                self.push(Frame::Check);
            }
            AttackStep::Block => {
                // DCG 11-4-1: the non-turn player may block now.
                let defender = self.core.turn.other();
                let able =
                    self.battle_area(defender).iter().any(|card| self.can_block(cx.pool, *card).is_ok());
                self.set_top(to(AttackStep::BlockAsked));
                if !able {
                    cx.log.leave_out(self);
                    self.set_top(to(AttackStep::Confirm));
                }
            }
            AttackStep::BlockAsked => {}
            AttackStep::Confirm => {
                self.set_top(to(AttackStep::Last));
                self.confirm_attack(attack, cx);
            }
            AttackStep::Last => {
                self.set_top(Frame::Attack(Attack { step: AttackStep::End, pierce: false, ..attack }));
                // DCG 16-6-1, 16-6-4: after all that the battle triggered, and right before the attack ends.
                self.pierce(attack, cx);
            }
            AttackStep::End => {
                // DCG 11-6-1: the end of attack timing.
                self.set_top(to(AttackStep::Over));
                self.core.cause = Cause::Rule;
                if self.hears(Moment::AttackEnded) && self.find_on_field(attack.attacker).is_some() {
                    self.notice(Moment::AttackEnded, &[attack.attacker], Object::default(), cx);
                }
                if attack.execute {
                    self.end_execute(attack, cx);
                }
                self.wake(|due| due == Ends::Attack);
                // DCG 11-6-2: the attack does not end before everything of this timing is resolved.
                self.push(Frame::Check);
            }
            AttackStep::Over => {
                self.pop();
                self.end_lasting(cx.pool, |until| until == Ends::Attack);
                self.push(Frame::Check);
            }
        }
    }

    /// DCG 16-37-4: the deletion waits like an effect that triggers at the end of the attack.
    fn end_execute(&mut self, attack: Attack, cx: Cx) {
        let Some(card) = self.attacker(&attack) else { return };
        let ability = cx.pool.execute_end();
        let source = attack.attacker;
        let (controller, batch) = (self.table.seat(card), self.core.wave);
        let wait = Waiting { ability, source, controller, subject: source, batch, ..Waiting::default() };
        self.core.waiting.push(Pending { wait, card: source, moved: true, ..Pending::default() });
    }

    /// What [`kernel::Table::find`] says of something that was on the field: it has its own handle, or that of the card which
    /// lies on top of it now.
    pub(crate) fn find_on_field(&self, object: Object) -> Option<Card> {
        if self.table.object(object.card) == object {
            return Some(object.card);
        }
        let tops = |seat: Seat, area: Area| self.cards(seat, area).iter().copied();
        [Seat::A, Seat::B]
            .into_iter()
            .flat_map(|seat| tops(seat, Area::Battle).chain(tops(seat, Area::Breeding)))
            .find(|top| self.table.object(*top).stamp == object.stamp)
    }

    /// The attacker, if it is still in the battle area.
    pub(crate) fn attacker(&self, attack: &Attack) -> Option<Card> {
        let card = self.find_on_field(attack.attacker)?;
        (self.table.zone(card) == Area::Battle).then_some(card)
    }

    /// The attacker, if it is still a Digimon there: one that has become something else counts as removed.
    fn attacking_digimon(&self, cards: &Cards, attack: &Attack) -> Option<Card> {
        self.attacker(attack).filter(|card| self.still_attacks(cards, *card))
    }

    /// DCG 4-2-9: Digimon in the battle area attack, and check security.
    fn still_attacks(&self, cards: &Cards, card: Card) -> bool {
        self.table.zone(card) == Area::Battle && self.is_digimon(cards, card)
    }

    /// Whether a card is what an attack is aimed at.
    pub(crate) fn is_target(&self, attack: &Attack, card: Card) -> bool {
        let stamp = self.table.object(card).stamp;
        matches!(attack.target, Target::Digimon(object) if object.stamp == stamp)
    }

    /// DCG 11-5: confirming whether the attack is successful.
    fn confirm_attack(&mut self, attack: Attack, cx: Cx) {
        // DCG 11-5-1-4: without its attacker the attack is not successful.
        let Some(attacker) = self.attacking_digimon(cx.pool, &attack) else { return };
        match attack.target {
            Target::Player => {
                let defender = self.table.seat(attacker).other();
                self.hit_player(attacker, defender, cx);
            }
            Target::Digimon(target) => {
                // DCG 11-2-6: a target that was removed stays the target, and the attack fails.
                let there = self.table.find(target).filter(|card| self.table.zone(*card) == Area::Battle);
                if there.is_some_and(|card| self.is_digimon(cx.pool, card)) {
                    // DCG 11-5-1-3-1: a battle.
                    self.push(Frame::Battle(Battle {
                        one: attack.attacker,
                        two: target,
                        ..Battle::default()
                    }));
                }
            }
        }
    }

    /// DCG 11-5-1-1, 11-5-1-2: a successful attack on a player: security checks, or victory over no security.
    fn hit_player(&mut self, attacker: Card, defender: Seat, cx: Cx) {
        // DCG 11-5-1-2-1: a Digimon that cannot perform any check does not win either.
        if self.checks(cx.pool, attacker) <= 0 {
            return;
        }
        if self.count(defender, Area::Security) == 0 {
            // DCG 1-2-3-1: the attacking player wins.
            self.end(Some(defender.other()), rule!("1-2-3-1"), cx);
            return;
        }
        let attacker = self.table.object(attacker);
        // DCG 11-5-1-1-1: a successful attack on a player with security cards checks them.
        self.push(Frame::Checking(Checking { attacker, seat: defender, ..Checking::default() }));
    }

    /// DCG 16-6: right before the end of the attack, once however often it has <Piercing>.
    fn pierce(&mut self, attack: Attack, cx: Cx) {
        let attacker = self.attacking_digimon(cx.pool, &attack).filter(|_| attack.pierce);
        // DCG 16-6-7: without the Digimon nothing is checked.
        let Some(attacker) = attacker else { return };
        let defender = self.table.seat(attacker).other();
        // DCG 16-6-6: only against a player who has security cards.
        if self.count(defender, Area::Security) > 0 && self.checks(cx.pool, attacker) > 0 {
            let attacker = self.table.object(attacker);
            self.push(Frame::Checking(Checking { attacker, seat: defender, ..Checking::default() }));
        }
    }

    // ---- blocking -------------------------------------------------------------------------------------------

    pub(crate) fn can_block(&self, cards: &Cards, card: Card) -> Legal {
        let attack = self.attack().ok_or(rule!("12-1-6"))?;
        // DCG 12-1-6: only while the attacking Digimon is in the battle area.
        let attacker = self.attacking_digimon(cards, &attack).ok_or(rule!("12-1-6"))?;
        // DCG 12-1-2, 12-1-3: one block an attack.
        ensure(!attack.blocked, rule!("12-1-2"))?;
        // DCG 4-2-10: Digimon with <Blocker> in the battle area.
        ensure(self.is_digimon(cards, card) && self.table.zone(card) == Area::Battle, rule!("4-2-10"))?;
        ensure(self.has_blocker(cards, card, attacker), rule!("16-4-1"))?;
        // DCG 12-1-7-1: blocking suspends.
        ensure(!self.has(card, Mark::Suspended), rule!("12-1-7-1"))?;
        // DCG 12-1-4: so what cannot suspend cannot block.
        ensure(
            !self.cannot(cards, card, Ban::Suspend, |cannot| *cannot == Cannot::Suspend),
            rule!("12-1-4"),
        )?;
        ensure(!self.cannot(cards, card, Ban::Block, |cannot| *cannot == Cannot::Block), rule!("15-1-3"))?;
        let evades = |cannot: &Cannot| matches!(cannot, Cannot::BeBlocked(which) if self.fits_for(cards, which, card, attacker));
        ensure(!self.cannot(cards, attacker, Ban::Block, evades), rule!("15-1-3"))?;
        // DCG 12-1-5: the target itself cannot block.
        ensure(!self.is_target(&attack, card), rule!("12-1-5"))
    }

    /// DCG 16-29-1, 16-29-3: while a Digimon with <Collision> attacks, all of the opponent's Digimon have <Blocker>.
    pub(crate) fn has_blocker(&self, cards: &Cards, card: Card, attacker: Card) -> bool {
        self.has_keyword(cards, card, &Keyword::Blocker)
            || (self.has_keyword(cards, attacker, &Keyword::Collision)
                && !self.is_unaffected(
                    cards,
                    card,
                    self.table.seat(attacker),
                    Kinds::DIGIMON,
                    Asked::NOTHING,
                ))
    }

    pub(crate) fn consider_blocks<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        for card in self.battle_area(self.core.turn.other()) {
            sink.offer(Choice::Block(*card), || self.can_block(cards, *card));
        }
        let collides = self
            .attack()
            .and_then(|attack| self.attacker(&attack))
            .is_some_and(|attacker| self.has_keyword(cards, attacker, &Keyword::Collision));
        // DCG 16-29-4: against <Collision> the player is forced to block whenever possible.
        sink.offer(Choice::Pass, || ensure(!collides, rule!("16-29-1")));
    }

    /// DCG 12-1-1, 12-1-7-1: the blocker suspends and becomes the target.
    pub(crate) fn block(&mut self, card: Card, cx: Cx) {
        let named = self.named(card);
        cx.log.say(rule!("12-1-7-1"), || What::Blocked(named));
        self.core.cause = Cause::Rule;
        let suspended = self.suspend(card, rule!("12-1-7-1"), cx);
        let object = self.table.object(card);
        let mut attacker = Object::default();
        if let Some(attack) = self.attack_mut() {
            attack.target = Target::Digimon(object);
            attack.blocked = true;
            attack.step = AttackStep::Confirm;
            attacker = attack.attacker;
        }
        if suspended {
            self.notice_one(Moment::Suspended, card, cx);
        }
        self.notice(Moment::Blocks, &[object], attacker, cx);
        self.notice(Moment::Blocked, &[attacker], object, cx);
        self.notice(Moment::Switched, &[attacker], object, cx);
        self.push(Frame::Check);
    }

    // ---- security checks ------------------------------------------------------------------------------------

    pub(crate) fn step_checking(&mut self, checking: Checking, cx: Cx) {
        let to = |step| Frame::Checking(Checking { step, ..checking });
        match checking.step {
            // DCG 13-1-3, 16-6-3: a check that is due is made, and nobody is asked.
            CheckStep::Flip => self.flip_security(checking, cx),
            CheckStep::Effects => {
                // DCG 13-1-7-2-1: what the check triggered is resolved before anything else.
                self.set_top(to(CheckStep::Battle));
                self.push(Frame::Check);
            }
            CheckStep::Battle => {
                self.set_top(to(CheckStep::Trash));
                let there = self.checking_digimon(cx.pool, checking);
                // DCG 13-1-7-3-2: without a Security Digimon there is no battle.
                if there.is_some() && self.security_digimon(cx.pool, checking.card).is_some() {
                    // DCG 13-1-7-3-1: it battles the Security Digimon.
                    let battle = Battle { one: checking.attacker, two: checking.card, ..Battle::default() };
                    self.push(Frame::Battle(battle));
                }
            }
            CheckStep::Trash => {
                self.set_top(to(CheckStep::Flip));
                if let Some(card) = self.table.find(checking.card) {
                    // DCG 13-1-7-4: trashed unless it belongs to an area by now.
                    if self.table.zone(card) == Area::Aside {
                        self.move_card(card, Area::Trash, End::Top, rule!("13-1-7-4"), cx);
                    }
                }
                self.push(Frame::Check);
            }
        }
    }

    /// The Digimon that goes on checking. DCG 15-15-1-1: none does once an effect has ended the attack.
    fn checking_digimon(&self, cards: &Cards, checking: Checking) -> Option<Card> {
        let ended = self.attack().is_some_and(|attack| attack.ended);
        let card = self.table.find(checking.attacker).filter(|_| !ended)?;
        self.still_attacks(cards, card).then_some(card)
    }

    fn flip_security(&mut self, checking: Checking, cx: Cx) {
        // DCG 13-1-4: not once the Digimon is gone; DCG 13-1-7-5, 16-3-2: as long as it has checks left right now.
        let able = self
            .checking_digimon(cx.pool, checking)
            .is_some_and(|card| self.checks(cx.pool, card) > i32::from(checking.done));
        let top = self.cards(checking.seat, Area::Security).first().copied();
        let (true, Some(card)) = (able, top) else {
            self.pop();
            return;
        };
        self.core.cause = Cause::Rule;
        let object = self.table.object(card);
        self.notice(Moment::SecurityLost, &[object], checking.attacker, cx);
        // DCG 13-1-7-1-1, 13-1-1, 13-1-5: the top card is revealed and is in no area.
        let face_up = self.has(card, Mark::FaceUp);
        self.put(cx.pool, card, State::place(checking.seat, Area::Aside), End::Bottom);
        self.table.reveal(card, kernel::Seats::ALL);
        self.table.marks_mut(card).set(Mark::Checked, true);
        self.table.marks_mut(card).set(Mark::FaceUp, face_up);
        let named = self.named(card);
        cx.log.say(rule!("13-1-7-1-1"), || What::Checked(named));
        let object = self.table.object(card);
        // DCG 13-1-2: one after another.
        let done = checking.done + 1;
        self.set_top(Frame::Checking(Checking { step: CheckStep::Effects, card: object, done, ..checking }));
        self.notice(Moment::Checked, &[checking.attacker], object, cx);
        self.start_security(card, checking, cx);
    }

    /// DCG 15-16-10-2: the [Security] effects of the checked card, at once and before everything else.
    fn start_security(&mut self, card: Card, checking: Checking, cx: Cx) {
        let seat = checking.seat;
        let print = self.table.print(card);
        let object = self.table.object(card);
        let kept = |cannot: &Cannot| *cannot == Cannot::Activate(crate::vocab::Timing::Security);
        if self.player_cannot(cx.pool, seat, Ban::Activate, kept) {
            return;
        }
        let option = self.kinds(cx.pool, card).meets(Kinds::OPTION);
        let kept = |cannot: &Cannot| {
            *cannot == Cannot::CheckedSecurity || option && *cannot == Cannot::OptionSecurity
        };
        let checker = self.table.find(checking.attacker);
        if checker.is_some_and(|checker| self.cannot(cx.pool, checker, Ban::OptionSecurity, kept)) {
            return;
        }
        let abilities = &cx.pool.get(print).meaning.abilities;
        let security = |ability: &crate::alias::Ability| {
            ability.when == effects::When::Body(Window::Security)
                || (ability.part.text == Text::Security && matches!(ability.when, effects::When::Body(_)))
        };
        for (index, _) in abilities.iter().enumerate().rev().filter(|(_, ability)| security(ability)) {
            let at = AbilityRef { print, index: index as u8 };
            self.start_effect(Run::new(at, object, seat), object, Cause::Rule);
        }
    }

    /// DCG 4-4-1, 13-1-6: a checked Digimon card, as long as it lies there.
    pub(crate) fn security_digimon(&self, cards: &Cards, object: Object) -> Option<Card> {
        let card = self.table.find(object)?;
        let checked = self.table.zone(card) == Area::Aside && self.has(card, Mark::Checked);
        (checked && cards.get(self.table.print(card)).kinds.meets(Kinds::DIGIMON)).then_some(card)
    }

    // ---- battles --------------------------------------------------------------------------------------------

    pub(crate) fn step_battle(&mut self, battle: Battle, cx: Cx) {
        match battle.step {
            BattleStep::Compare => self.compare(battle, cx),
            BattleStep::After => {
                self.note_deleted(battle, cx);
                self.set_top(Frame::Battle(Battle { step: BattleStep::End, ..battle }));
                if !battle.by_effect {
                    // DCG 14-2-4: what the battle triggered is resolved first.
                    self.push(Frame::Check);
                }
            }
            BattleStep::End => {
                // DCG 14-2-5: the end of the battle has its own timing.
                self.set_top(Frame::Battle(Battle { step: BattleStep::Over, ..battle }));
                self.core.cause = Cause::Battle;
                for object in [battle.one, battle.two] {
                    if self.hears(Moment::BattleEnded) && self.find_on_field(object).is_some() {
                        self.notice(Moment::BattleEnded, &[object], Object::default(), cx);
                    }
                }
                self.wake(|due| due == Ends::Battle);
                if !battle.by_effect {
                    // DCG 14-2-6: so is what its end triggered, before it is over.
                    self.push(Frame::Check);
                }
            }
            BattleStep::Over => {
                self.pop();
                self.end_lasting(cx.pool, |until| until == Ends::Battle);
                if battle.by_effect {
                    self.report(1);
                }
            }
        }
    }

    fn compare(&mut self, battle: Battle, cx: Cx) {
        let (one, two) = (self.table.find(battle.one), self.table.find(battle.two));
        let (Some(one), Some(two)) = (one, two) else {
            self.set_top(Frame::Battle(Battle { step: BattleStep::Over, ..battle }));
            return;
        };
        let security = self.table.zone(two) == Area::Aside;
        // DCG 16-34-1, 16-34-3: <Iceclad> counts digivolution cards instead, except against Security Digimon.
        let iceclad = !security
            && (self.has_keyword(cx.pool, one, &Keyword::Iceclad)
                || self.has_keyword(cx.pool, two, &Keyword::Iceclad));
        let strength = |card: Card| match iceclad {
            true => self.under(card).count() as i32,
            // DCG 14-1, 2-5-1: in a battle DP is compared.
            false => self.dp(cx.pool, card).unwrap_or(0),
        };
        let (ours, theirs) = (strength(one), strength(two));
        let (named_one, named_two) = (self.named(one), self.named(two));
        cx.log.say(rule!("14-2-1"), || What::Battled {
            one: named_one,
            two: named_two,
            strength: [ours, theirs],
        });
        // DCG 14-2-1-2, 16-34-4-1, 16-34-4-2, 16-34-4-3, 14-2-1-3: the lower DP loses; with equal DP both lose.
        let (one_loses, two_loses) = (ours <= theirs, theirs <= ours);
        let winner = match (one_loses, two_loses) {
            (false, true) => battle.one,
            (true, false) => battle.two,
            _ => Object::default(),
        };
        self.set_top(Frame::Battle(Battle { step: BattleStep::After, winner, ..battle }));
        let from = self.core.bag.len() as u8;
        // DCG 16-8-1: <Jamming> against a Security Digimon.
        let jams = security && self.has_keyword(cx.pool, one, &Keyword::Jamming);
        if one_loses && !jams {
            self.core.bag.push(battle.one);
        }
        // DCG 14-2-3: Security Digimon are not deleted.
        if two_loses && !security {
            self.core.bag.push(battle.two);
        }
        if self.core.bag.len() > from as usize {
            // DCG 14-2-2: at once, and both at the same time.
            let leave = Leave { way: LeaveWay::Delete, cause: Cause::Battle, from, ..Leave::default() };
            self.push(Frame::Leave(leave));
        }
    }

    /// DCG 16-6-2: an opponent's Digimon was deleted in this battle, and this one is still there.
    fn note_deleted(&mut self, battle: Battle, cx: Cx) {
        self.core.cause = Cause::Battle;
        for (mine, theirs) in [(battle.one, battle.two), (battle.two, battle.one)] {
            // DCG 15-8-5-2: what was returned or placed somewhere when it would be deleted was not deleted.
            let gone = self.find_on_field(theirs).is_none()
                && !matches!(
                    self.table.zone(theirs.card),
                    Area::Hand | Area::Deck | Area::Security | Area::Under | Area::Eggs
                );
            let Some(card) = self.find_on_field(mine).filter(|card| self.table.zone(*card) == Area::Battle)
            else {
                continue;
            };
            // DCG 14-2-1-1: the higher DP wins, whether or not the other is deleted.
            if battle.winner == mine {
                self.notice(Moment::WonBattle, &[mine], theirs, cx);
            }
            if !gone {
                continue;
            }
            // It is in the trash by now, or gone as a token: what is asked of it is asked of that card.
            let lost = self.table.object(theirs.card);
            self.notice(Moment::DeletedInBattle, &[mine], lost, cx);
            if self.has_keyword(cx.pool, card, &Keyword::Piercing) {
                if let Some(attack) = self.attack_mut().filter(|attack| attack.attacker.stamp == mine.stamp) {
                    attack.pierce = true;
                }
            }
        }
    }
}

fn is_counter(cards: &Cards, at: AbilityRef) -> bool {
    matches!(&cards.ability(at).when, effects::When::Trigger(triggers)
        if triggers.iter().any(|trigger| trigger.moment == Moment::Counter))
}
