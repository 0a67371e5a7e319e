//! Attacks and battles, step by step (DBS 8), damage to life (DBS 21-3) and battles of Unison Cards (DBS 13-5).

use crate::cause::{Cause, MoveNote, Shift};
use crate::choice::What;
use crate::layer::class;
use crate::replace::Exit;
use crate::rule;
use crate::state::{Area, AttackStep, Battle, BattleStep, Damage, Frame, State, Timing};
use crate::turn::Next;
use crate::vocab::{Cannot, Change, Ends, Keyword, Moment, Skipped};
use crate::{Cards, Cx};
use effects::{AbilityRef, Run, eval, run};
use kernel::{Card, Flat, Legal, Object, Outcome, Seat, Seats, Why, ensure};

impl State {
    // ---- declaring ------------------------------------------------------------------------------------------

    /// Whether the turn player may attack with this card at all.
    pub fn can_attack(&self, cards: &Cards, card: Card) -> Legal {
        let seat = self.turn_player;
        // DBS 7-3-4-5-1: the first player cannot attack in the first turn.
        ensure(self.turn_number != 1, rule!("7-3-4-5-1"))?;
        // DBS 8-1-1: an Active Mode Leader, Battle or Unison Card of one's own.
        let fits = match self.table.zone(card) {
            Area::Leader | Area::Unison => true,
            Area::Battle => self.is_battle_card(cards, card),
            _ => false,
        };
        ensure(fits && self.table.seat(card) == seat && !self.is_rest(card), rule!("8-1-1"))?;
        ensure(
            // DBS 20-4-1-1: what forbids the player holds for a card that is unaffected by skills.
            !self.cannot(cards, card, Cannot::Attack) && !self.player_cannot(cards, seat, Cannot::Attack),
            rule!("0-2-5"),
        )?;
        ensure(!self.is_kept_back(cards, card), rule!("0-2-5"))?;
        ensure(!self.has_attacked_enough(cards, card), rule!("0-2-5"))?;
        ensure(self.pays_tolls(cards, card, None), rule!("20-14-1"))
    }

    /// Whether the turn player cannot attack with cards of this kind: that is said of the player (DBS 20-4-1-1).
    fn is_kept_back(&self, cards: &Cards, card: Card) -> bool {
        let mut kept = false;
        self.each_player_change(cards, self.turn_player, class::OTHER, &mut |applied| {
            if let Change::CannotAttackWith(filter) = applied.change {
                kept |= eval::fits(self, cards, filter, card, &applied.run);
            }
        });
        kept
    }

    /// How many attacks a player made this turn, with Battle Cards or at all.
    pub fn attacks_made(&self, seat: Seat, battle: bool) -> i32 {
        let tally = &self.tally[seat];
        i32::from(if battle { tally.battle_attacks } else { tally.attacks })
    }

    /// Whether an effect that allows so many more attacks has been used up for this card (DBS 0-2-5).
    fn has_attacked_enough(&self, cards: &Cards, card: Card) -> bool {
        let seat = self.turn_player;
        let mut enough = false;
        self.each_player_change(cards, seat, class::OTHER, &mut |applied| {
            if let Change::Attacks { battle, n } = applied.change {
                let meant = !battle || self.is_battle_card(cards, card);
                enough |= meant && self.attacks_made(seat, *battle) >= applied.settled.unwrap_or(*n);
            }
        });
        enough
    }

    /// DBS 20-14-1: what has to be done before this card attacks, as effects about to run.
    pub(crate) fn tolls(&self, cards: &Cards, card: Card, target: Option<Card>) -> Flat<Run, 4> {
        let mut found = Flat::new();
        let mut note = |index: u8, run: &Run| {
            let ability = AbilityRef { index, ..run.ability };
            found.push(Run::new(ability, run.source, run.controller));
        };
        self.each_change(cards, card, class::TOLL, &mut |applied| {
            if let Change::Toll(index) = applied.change {
                note(*index, &applied.run);
            }
        });
        if let Some(target) = target {
            self.each_change(cards, target, class::TOLL, &mut |applied| {
                if let Change::TollOn(index) = applied.change {
                    note(*index, &applied.run);
                }
            });
        }
        found
    }

    /// Whether every toll can be paid, all of them together.
    fn pays_tolls(&self, cards: &Cards, card: Card, target: Option<Card>) -> bool {
        let mut tolls = self.tolls(cards, card, target);
        tolls.iter_mut().for_each(|toll| *toll = run::start(self, *toll));
        tolls.is_empty() || run::payable_together(self, cards, &tolls)
    }

    /// An attack is declared, tolls first.
    pub fn begin_attack(&mut self, attacker: Card, target: Card, cx: &mut Cx<'_>) {
        let tolls = self.tolls(cx.pool, attacker, Some(target));
        if tolls.is_empty() {
            return self.declare_attack(attacker, target, cx);
        }
        let (attacker, target) = (self.table.object(attacker), self.table.object(target));
        // DBS 20-14-1: "the attacking card" is the one that is to attack.
        self.battle = Battle { attacker, guard: target, ..Battle::default() };
        self.push(Frame::Toll { attacker, target });
        for toll in tolls.iter() {
            let run = run::start(self, *toll);
            self.push(Frame::Effect(run));
        }
    }

    /// The tolls are paid: the attack itself.
    pub fn after_toll(&mut self, attacker: Object, target: Object, cx: &mut Cx<'_>) -> Next {
        self.frames.pop();
        self.battle = Battle::default();
        if let (Some(attacker), Some(target)) = (self.table.find(attacker), self.table.find(target)) {
            self.declare_attack(attacker, target, cx);
        }
        Next::Go
    }

    /// Whether this card may be attacked by that one.
    pub fn can_be_attacked(&self, cards: &Cards, attacker: Card, target: Card) -> Legal {
        let forbids = |what| self.cannot(cards, attacker, what);
        match self.table.zone(target) {
            Area::Leader => ensure(!forbids(Cannot::AttackLeader), rule!("0-2-5"))?,
            Area::Unison => ensure(!forbids(Cannot::AttackUnison), rule!("0-2-5"))?,
            Area::Battle => {
                // DBS 8-1-1: a Battle Card must be in Rest Mode, unless a skill says otherwise (DBS 0-2-2).
                let open = self.is_rest(target)
                    || self.has_change(cards, attacker, &Change::CanAttackActive)
                    || self.finds_open(cards, attacker, target);
                ensure(open && self.is_battle_card(cards, target), rule!("8-1-1"))?;
                ensure(!forbids(Cannot::AttackBattleCards), rule!("0-2-5"))?;
            }
            _ => return Err(rule!("8-1-1")),
        }
        ensure(!self.cannot(cards, target, Cannot::BeAttacked), rule!("0-2-5"))?;
        let mut shielded = false;
        self.each_change(cards, target, class::OTHER, &mut |applied| {
            if let Change::NotAttackedBy(by) = applied.change {
                shielded |= eval::fits(self, cards, by, attacker, &applied.run);
            }
        });
        ensure(!shielded, rule!("0-2-5"))?;
        ensure(self.pays_tolls(cards, attacker, Some(target)), rule!("20-14-1"))
    }

    /// Whether the attacker may attack such a card in Active Mode (DBS 0-2-2).
    fn finds_open(&self, cards: &Cards, attacker: Card, target: Card) -> bool {
        let mut open = false;
        self.each_change(cards, attacker, class::OTHER, &mut |applied| {
            if let Change::CanAttackActiveThat(filter) = applied.change {
                open |= eval::fits(self, cards, filter, target, &applied.run);
            }
        });
        open
    }

    /// DBS 8-1-1, 8-1-2: the attacker rests and a battle begins.
    pub fn declare_attack(&mut self, attacker: Card, target: Card, cx: &mut Cx<'_>) {
        let (attack, guard) = (self.table.object(attacker), self.table.object(target));
        // DBS 8-1-2-2: from here to the end it is in a battle, and the card's attack.
        self.battle = Battle {
            attacker: attack,
            guard,
            first_guard: guard,
            step: BattleStep::Attack,
            ..Battle::default()
        };
        let by_battle_card = u8::from(self.is_battle_card(cx.pool, attacker));
        let tally = &mut self.tally[self.turn_player];
        tally.attacks = tally.attacks.saturating_add(1);
        tally.battle_attacks = tally.battle_attacks.saturating_add(by_battle_card);
        let (named, on) = (self.named(attacker), self.named(target));
        cx.log.say(rule!("8-1-2"), || What::Attacked { card: named, on });
        self.push(Frame::Attack(AttackStep::Declared));
        self.rest(attacker, Cause::Rule, rule!("8-1-1"), cx);
    }

    // ---- the steps ------------------------------------------------------------------------------------------

    pub fn attack_step(&mut self, step: AttackStep, cx: &mut Cx<'_>) -> Next {
        let seat = self.turn_player;
        let go = |state: &mut State, step| state.go_on(Frame::Attack(step));
        // DBS 8-1-7: without an attack card or a guard card the battle goes to its end.
        if self.is_over_early(step) {
            go(self, AttackStep::EndBegins);
            return Next::Go;
        }
        match step {
            AttackStep::Declared => {
                let (attack, guard) = (self.battle.attacker, self.battle.guard);
                // DBS 8-1-3: skills that wait for an attack.
                self.note(Moment::Attacks, attack, guard, 0, cx);
                self.note(Moment::IsAttacked, guard, attack, 0, cx);
                go(self, AttackStep::Countered);
                // DBS 8-1-4, 4-3-2-2.
                let with_battle_card =
                    self.attacker().is_some_and(|card| self.table.zone(card) == Area::Battle);
                let timing = Timing {
                    actor: seat,
                    attack: true,
                    battle_card_attack: with_battle_card,
                    subject: attack,
                    ..Timing::default()
                };
                self.open_timing(timing, rule!("8-1-4"), cx);
            }
            AttackStep::Countered => {
                // DBS 8-1-5.
                go(self, AttackStep::Valid);
                self.check();
            }
            AttackStep::Valid => {
                // DBS 8-1-6-1, 8-1-6: a negated attack goes to the end of the battle.
                let next =
                    if self.battle.negated { AttackStep::EndBegins } else { AttackStep::OffenseBegins };
                go(self, next);
            }
            // DBS 20-13-1: a step that the player skips; the next one only, where it is said so.
            AttackStep::OffenseBegins if self.takes_skip(seat, Skipped::Offense) => self.end_offense(),
            AttackStep::DefenseBegins if self.takes_skip(seat.other(), Skipped::Defense) => {
                go(self, AttackStep::DamageBegins);
            }
            AttackStep::OffenseBegins if self.skips(cx.pool, seat, Skipped::Offense) => {
                self.end_offense();
            }
            AttackStep::DefenseBegins if self.skips(cx.pool, seat.other(), Skipped::Defense) => {
                go(self, AttackStep::DamageBegins);
            }
            AttackStep::OffenseBegins => {
                self.battle.step = BattleStep::Offense;
                // DBS 8-2-1, 8-2-2: what waits for the beginning of the step becomes pending.
                self.note_player(Moment::OffenseBegins, seat, 0, cx);
                go(self, AttackStep::Offense);
                // DBS 8-2-3: a checkpoint before the free timing.
                self.check();
            }
            AttackStep::Offense => {
                if self.nothing_to_do_in_battle(cx.pool, seat) {
                    self.end_offense();
                    return Next::Go;
                }
                return Next::Ask(seat);
            }
            AttackStep::DefenseBegins => {
                self.battle.step = BattleStep::Defense;
                // DBS 8-3-1, 8-3-2: what waits for the beginning of the step becomes pending.
                self.note_player(Moment::DefenseBegins, seat.other(), 0, cx);
                go(self, AttackStep::Defense);
                // DBS 8-3-3: a checkpoint before the free timing.
                self.check();
            }
            AttackStep::Defense => {
                if self.nothing_to_do_in_battle(cx.pool, seat.other()) {
                    go(self, AttackStep::DamageBegins);
                    return Next::Go;
                }
                return Next::Ask(seat.other());
            }
            AttackStep::DamageBegins => {
                self.battle.step = BattleStep::Damage;
                // DBS 8-4-1, 8-4-2: what waits for the beginning of the step becomes pending.
                self.note_player(Moment::DamageBegins, seat, 0, cx);
                go(self, AttackStep::Compare);
                // DBS 8-4-3: the checkpoint behind them.
                self.check();
            }
            AttackStep::Compare => self.compare(cx),
            AttackStep::Hit => self.hit(cx),
            AttackStep::KnockedOut(fallen) => {
                // DBS 8-4-6-2-3: only now the attack card's own skills wait.
                self.note(Moment::Kos, self.battle.attacker, fallen, 0, cx);
                go(self, AttackStep::DamageEnds);
            }
            AttackStep::DamageEnds => {
                // DBS 8-4-7, 8-4-9, 8-4-8.
                self.note_player(Moment::DamageEnds, seat, 0, cx);
                go(self, AttackStep::EndBegins);
                self.check();
            }
            AttackStep::EndBegins => {
                self.battle.step = BattleStep::End;
                go(self, AttackStep::ZEnergy(seat));
                // DBS 8-5-1: the step opens with a checkpoint.
                self.check();
            }
            AttackStep::ZEnergy(chooser) => {
                // DBS 8-5-2, 8-5-3: each may put one Battle Card of the combo into the Z-Energy, the turn player first.
                if self.cards(chooser, Area::Combo).is_empty() {
                    self.after_z_energy(chooser);
                    return Next::Go;
                }
                return Next::Ask(chooser);
            }
            AttackStep::ComboFades => {
                // DBS 8-5-5.
                self.battle.boost = [0; 2];
                go(self, AttackStep::ComboLeaves);
            }
            AttackStep::ComboLeaves => {
                // DBS 8-5-6, 8-5-7: skills about cards that leave the Combo Area wait before the cards do.
                for owner in [seat, seat.other()] {
                    let cards: Flat<Card, 64> = Flat::from_slice(self.cards(owner, Area::Combo));
                    for card in cards.iter() {
                        let object = self.table.object(*card);
                        self.note(Moment::ComboLeaves, object, Object::default(), 0, cx);
                    }
                }
                go(self, AttackStep::ComboDrops);
                self.check();
            }
            AttackStep::ComboDrops => {
                self.drop_combos(cx);
                // DBS 8-5-9.
                self.note(Moment::BattleEnds, self.battle.attacker, self.battle.guard, 0, cx);
                self.keywords_at_the_end(cx.pool);
                go(self, AttackStep::BattleOver);
                // DBS 8-5-10: the checkpoint behind what waits for the end of the battle.
                self.check();
            }
            AttackStep::BattleOver => {
                // DBS 8-5-11, 8-5-12.
                self.end_lasting(cx.pool, |ends| {
                    matches!(ends, Ends::WithBattle | Ends::WithBattleOrTurn(_))
                });
                self.uses.end(effects::Per::Battle);
                go(self, AttackStep::Ends);
            }
            AttackStep::Ends => {
                self.battle = Battle::default();
                self.frames.pop();
                // DBS 7-3-4-5-2, 8-5-13: back to the checkpoint of the Main Phase.
                self.check();
            }
        }
        Next::Go
    }

    fn skips(&self, cards: &Cards, seat: Seat, what: Skipped) -> bool {
        let mut skips = false;
        self.each_player_change(cards, seat, class::SKIPS, &mut |applied| {
            skips |= *applied.change == Change::Skips(what);
        });
        skips
    }

    fn is_over_early(&self, step: AttackStep) -> bool {
        let running = matches!(
            step,
            AttackStep::Valid
                | AttackStep::OffenseBegins
                | AttackStep::Offense
                | AttackStep::DefenseBegins
                | AttackStep::Defense
                | AttackStep::DamageBegins
                | AttackStep::Compare
                | AttackStep::Hit
        );
        let stands = |card: Option<Card>| card.is_some_and(|card| self.table.zone(card).is_in_play());
        running && (self.battle.negated || !stands(self.attacker()) || !stands(self.guard()))
    }

    /// DBS 8-2-4-3-1: to the Defense Step; DBS 8-2-4-3-1-1, 13-5-1: a guarding Unison Card skips it.
    pub fn end_offense(&mut self) {
        let unison = self.guard().is_some_and(|card| self.table.zone(card) == Area::Unison);
        let next = if unison { AttackStep::DamageBegins } else { AttackStep::DefenseBegins };
        self.go_on(Frame::Attack(next));
    }

    /// DBS 8-4-4 to 8-4-6: combo power is added and the powers are compared.
    fn compare(&mut self, cx: &mut Cx<'_>) {
        let seat = self.turn_player;
        let sum = |state: &State, seat: Seat| -> i32 {
            state.cards(seat, Area::Combo).iter().filter_map(|card| state.combo_power(cx.pool, *card)).sum()
        };
        self.battle.boost = [sum(self, seat), sum(self, seat.other())];
        let (Some(attacker), Some(guard)) = (self.attacker(), self.guard()) else {
            self.go_on(Frame::Attack(AttackStep::EndBegins));
            return;
        };
        let wins = self.power(cx.pool, attacker) >= self.power(cx.pool, guard);
        if !wins {
            // DBS 8-4-6: with less power the battle has no result.
            let named = self.named(attacker);
            cx.log.say(rule!("8-4-6"), || What::Failed { card: named });
            self.go_on(Frame::Attack(AttackStep::EndBegins));
            return;
        }
        self.go_on(Frame::Attack(AttackStep::Hit));
        match self.table.zone(guard) {
            // DBS 8-4-6-1-1: what waits for damage to come, unless no damage will.
            Area::Leader if !self.takes_no_damage(cx.pool, seat.other()) => {
                self.note(Moment::WouldDamage, self.battle.attacker, self.battle.guard, 0, cx);
            }
            // DBS 8-4-6-3-1.
            Area::Unison => {
                self.note(Moment::WouldLoseMarker, self.battle.guard, self.battle.attacker, 0, cx);
            }
            _ => return,
        }
        // DBS 8-4-6-1-2, 8-4-6-3-2.
        self.check();
    }

    /// An effect keeps the player from taking damage.
    fn takes_no_damage(&self, cards: &Cards, seat: Seat) -> bool {
        let mut none = false;
        self.each_player_change(cards, seat, class::OTHER, &mut |applied| {
            none |= matches!(applied.change, Change::TakesNoDamage);
        });
        none
    }

    /// DBS 8-4-6: the attack card won.
    fn hit(&mut self, cx: &mut Cx<'_>) {
        self.go_on(Frame::Attack(AttackStep::DamageEnds));
        let (Some(attacker), Some(guard)) = (self.attacker(), self.guard()) else { return };
        let seat = self.turn_player;
        let strike = self.strike(cx.pool, attacker);
        match self.table.zone(guard) {
            // DBS 8-4-6-1: a Leader takes damage.
            Area::Leader => {
                let mut amount = 1;
                self.each_change(cx.pool, attacker, class::OTHER, &mut |applied| {
                    if let Change::Damage(more) = applied.change {
                        let more = effects::eval::amount(self, cx.pool, more, &applied.run);
                        amount += applied.settled.unwrap_or(more);
                    }
                });
                // DBS 22-7-2: X damage where it would be less.
                let amount = amount.clamp(0, 99).max(i32::from(strike)) as u8;
                let critical = self.has_keyword(cx.pool, attacker, Keyword::Critical);
                // DBS 1-13-1, 5-10-1, 5-10-3, 8-4-6-1-2-1: the attack card deals damage, which costs life.
                self.push(Frame::Damage(Damage {
                    to: seat.other(),
                    left: amount,
                    critical,
                    by_attack: true,
                    // DBS 23-3-3, 23-3-3-1: the attack card is its source.
                    source: self.battle.attacker,
                    ..Damage::default()
                }));
            }
            Area::Battle => {
                // DBS 8-4-6-2-1, 8-4-6-2, 8-4-6-2-3.
                let exit = Exit {
                    card: self.battle.guard,
                    ko: true,
                    by: self.battle.attacker,
                    cause: Cause::Battle,
                    ..Exit::default()
                };
                self.exit(exit, cx);
            }
            Area::Unison => {
                // DBS 13-5-2-1 to 13-5-2-3.
                let markers = i32::from(self.table.marks(guard).markers);
                // DBS 13-5-2-2: [Victory Strike] takes them all.
                let lost = if self.has_keyword(cx.pool, attacker, Keyword::VictoryStrike) {
                    markers
                } else {
                    i32::from(strike)
                };
                // DBS 8-4-6-3-3, 8-4-6-3-4: the markers go, and what waits for that becomes pending.
                self.add_markers(guard, -lost, Cause::Battle, cx);
            }
            _ => {}
        }
    }

    pub fn after_z_energy(&mut self, chooser: Seat) {
        if chooser == self.turn_player {
            self.go_on(Frame::Attack(AttackStep::ZEnergy(chooser.other())));
        } else {
            // DBS 8-5-4.
            self.go_on(Frame::Attack(AttackStep::ComboFades));
            self.check();
        }
    }

    /// DBS 8-5-8.
    fn drop_combos(&mut self, cx: &mut Cx<'_>) {
        for seat in [self.turn_player, self.turn_player.other()] {
            let cards: Flat<Card, 64> = Flat::from_slice(self.cards(seat, Area::Combo));
            for card in cards.iter() {
                let from = self.table.marks(*card).origin();
                self.shift(*card, Shift::to(Area::Drop, Cause::Rule, rule!("8-5-8")), cx);
                // DBS 8-5-10-1: skills of these cards that wait for the end of the battle.
                let note = MoveNote::pack(from, Area::Drop, Cause::Rule);
                self.note(Moment::ComboEnds, self.table.object(*card), Object::default(), note, cx);
            }
        }
    }

    /// DBS 22-8-3, 22-9-4: what [X Attack] and [Revenge] left for the end of the battle.
    fn keywords_at_the_end(&mut self, cards: &Cards) {
        let seat = self.turn_player;
        for (source, controller, keyword) in [
            (self.battle.again, seat, Keyword::Attack(0)),
            (self.battle.revenge, seat.other(), Keyword::Revenge),
        ] {
            // DBS 8-1-2-1: after a negated attack there is no attack card for [Revenge] any more.
            let pointless = self.battle.negated && keyword == Keyword::Revenge;
            if source != Object::default() && !pointless {
                if let Some(ability) = cards.keyword_at_the_end(keyword) {
                    let batch = self.batch;
                    self.waiting.push(effects::Waiting {
                        ability,
                        source,
                        controller,
                        batch,
                        ..Default::default()
                    });
                }
            }
        }
    }

    // ---- damage ---------------------------------------------------------------------------------------------

    /// DBS 21-3-2: one life card at a time, the damaged player's choice.
    pub fn damage_step(&mut self, mut damage: Damage, cx: &mut Cx<'_>) -> Next {
        if !damage.begun {
            damage.begun = true;
            // DBS 21-3-2: no damage is dealt where it is none, and nothing waits for that.
            if damage.left == 0 || self.takes_no_damage(cx.pool, damage.to) {
                self.frames.pop();
                self.report(0);
                return Next::Go;
            }
            let (seat, amount) = (damage.to, damage.left);
            cx.log.say(rule!("21-3-2"), || What::Damaged { seat, amount });
            self.go_on(Frame::Damage(damage));
        }
        if damage.left == 0 || self.count(damage.to, Area::Life) == 0 {
            return self.end_damage(damage, cx);
        }
        match self.life_to_take(damage.to) {
            Some(card) => {
                self.take_life(card, cx);
                Next::Go
            }
            // DBS 3-9-4: the player picks any of the life cards.
            None => Next::Ask(damage.to),
        }
    }

    /// The life card to take where there is nothing to choose: the top one, when all lie face down unseen.
    fn life_to_take(&self, seat: Seat) -> Option<Card> {
        let life = self.cards(seat, Area::Life);
        let unseen = life.iter().all(|card| !self.table.knows(seat, *card));
        if unseen || life.len() == 1 { life.first().copied() } else { None }
    }

    /// Moves one life card for the damage on top.
    pub fn take_life(&mut self, card: Card, cx: &mut Cx<'_>) {
        let Some(Frame::Damage(mut damage)) = self.frames.last().copied() else { return };
        damage.left -= 1;
        damage.dealt += 1;
        self.go_on(Frame::Damage(damage));
        // DBS 22-6-2: [Critical] puts it into the Drop Area instead of the hand.
        let (area, rule) =
            if damage.critical { (Area::Drop, rule!("22-6-2")) } else { (Area::Hand, rule!("21-3-2")) };
        self.shift(card, Shift { end: kernel::End::Bottom, ..Shift::to(area, Cause::Rule, rule) }, cx);
        if area == Area::Hand {
            self.table.reveal(card, Seats::only(damage.to));
        }
    }

    fn end_damage(&mut self, damage: Damage, cx: &mut Cx<'_>) -> Next {
        self.frames.pop();
        self.report(damage.dealt.into());
        if damage.dealt == 0 {
            return Next::Go;
        }
        // DBS 22-18-2: [Victory Strike] wins by dealing damage in an attack.
        if damage.by_attack {
            if let Some(card) = self.table.find(damage.source) {
                if self.has_keyword(cx.pool, card, Keyword::VictoryStrike) {
                    let winner = Some(damage.to.other());
                    self.outcome = Some(Outcome { winner, why: Why::Rule(rule!("22-18-2")) });
                    return Next::Go;
                }
            }
        }
        // DBS 8-4-6-1-3, 5-10-4: one event however much it was.
        let none = Object::default();
        // DBS 1-13-2, 5-10-2: only what is called damage is dealt and received as such.
        self.note(Moment::DealsDamage, damage.source, none, damage.dealt.into(), cx);
        self.note_player(Moment::TakesDamage, damage.to, damage.dealt.into(), cx);
        Next::Go
    }
}
