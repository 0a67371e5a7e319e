//! Attacks: who may attack whom, and the flow of an attack from its declaration to its end.

use crate::card::{Cards, Kind};
use crate::event::What;
use crate::keyword::{Keyword, counterattack, multiattack, penetrate};
use crate::state::{Attack, AttackStep, Exit, Frame, Phase, State, Target, TurnStep, Window, Zone};
use crate::vocab::{Can, Cannot, Moment};
use crate::{Cx, Flow, rule};
use kernel::{Card, Flat, Legal, Object, Seat, ensure};

impl State {
    /// The cards of a seat that could ever attack, in the order they are listed.
    pub(crate) fn attack_candidates(&self, cards: &Cards, seat: Seat) -> Flat<Card, 8> {
        let mut found = Flat::new();
        for zone in [Zone::Left, Zone::Center, Zone::Right, Zone::Item, Zone::Flag] {
            for card in self.zone(seat, zone) {
                let face = cards.get(self.print(*card));
                // BF OTHER-FLAGVAL-1: a flag without figures does not attack.
                let attacks = face.kind != Kind::Flag || face.power.is_some() || face.critical.is_some();
                if attacks && found.len() < 8 {
                    found.push(*card);
                }
            }
        }
        found
    }

    /// Whether the card may be declared as an attacker now.
    pub(crate) fn can_attack(&self, cards: &Cards, card: Card) -> Legal {
        let seat = self.table.seat(card);
        // BF ATTACK-2.2: attacking rests, so a rested card cannot.
        ensure(!self.table.marks(card).rested(), rule!("ATTACK-2.2"))?;
        let zone = self.table.zone(card);
        if matches!(zone, Zone::Item | Zone::Flag) && !self.can(card, Can::AttackBesideCenter) {
            // BF OTHER-FLAGVAL-2: neither item nor flag attacks past a monster in one's own center.
            ensure(self.count(seat, Zone::Center) == 0, rule!("OTHER-FLAGVAL-2"))?;
        }
        if self.phase == Phase::Final {
            // BF FINAL-QA1, IMPACT-ATK-1, KEY-IMPACTTRANSFORM-3: only cards that can in this phase.
            ensure(self.attacks_in_final(cards, card), rule!("FINAL-QA1"))?;
        }
        if self.turn_number == 1 {
            let tally = &self.tally[seat];
            // BF ATTACK-2.1a, FINAL-2.1a, IMPACT-QA3, FINAL-2.1b: one attack in the starter's first turn, in either phase.
            let one = match (self.phase, tally.final_attacks) {
                (Phase::Final, 0) => rule!("FINAL-2.1b"),
                (Phase::Final, _) => rule!("FINAL-2.1a"),
                _ => rule!("ATTACK-2.1a"),
            };
            ensure(tally.attacks == 0, one)?;
        }
        ensure(!self.cannot(card, Cannot::Attack), rule!("CONT-3.1"))
    }

    fn attacks_in_final(&self, cards: &Cards, card: Card) -> bool {
        cards.get(self.print(card)).kind == Kind::ImpactMonster || self.can(card, Can::AttackInFinal)
    }

    /// Whether any card of the turn fighter may attack anything now.
    pub(crate) fn can_attack_at_all(&self, cards: &Cards) -> bool {
        let seat = self.turn_seat;
        let attackers = self.attack_candidates(cards, seat);
        attackers.iter().any(|card| {
            self.can_attack(cards, *card).is_ok()
                && self.attack_targets(seat).iter().any(|target| self.can_be_target(*card, *target).is_ok())
        })
    }

    /// Everything an attack could be aimed at: the opposing monsters and the fighter (`Card::NONE`).
    pub(crate) fn attack_targets(&self, seat: Seat) -> Flat<Card, 8> {
        let mut found = Flat::new();
        for zone in Zone::AREAS {
            // BF KEY-CHAOS-QA3: of two in the center each is a target of its own.
            for card in self.zone(seat.other(), zone) {
                if found.len() < 7 {
                    found.push(*card);
                }
            }
        }
        found.push(Card::NONE);
        found
    }

    /// Whether this attacker may aim at this target.
    pub(crate) fn can_be_target(&self, attacker: Card, target: Card) -> Legal {
        let seat = self.table.seat(attacker);
        match target.some() {
            // BF ZONE-CENTER-4: a card in the center shields its fighter.
            None => {
                ensure(
                    self.count(seat.other(), Zone::Center) == 0 || self.can(attacker, Can::PassCenter),
                    rule!("ZONE-CENTER-4"),
                )?;
                ensure(!self.cannot(attacker, Cannot::AttackFighter), rule!("CONT-3.1"))
            }
            Some(target) => {
                let sides = matches!(self.table.zone(target), Zone::Left | Zone::Right);
                ensure(!(sides && self.cannot(attacker, Cannot::AttackSides)), rule!("CONT-3.1"))?;
                ensure(!self.cannot(target, Cannot::BeAttacked), rule!("CONT-3.1"))
            }
        }
    }

    /// Whether these cards may attack that target together.
    pub(crate) fn can_declare(&self, cards: &Cards, attackers: &[Card], target: Card) -> Legal {
        for card in attackers {
            self.can_attack(cards, *card)?;
            self.can_be_target(*card, target)?;
        }
        if attackers.len() > 1 {
            // BF ATTACK-2.1b, FINAL-2.1b: no link attack in the starter's first turn.
            let rule = if self.phase == Phase::Final { rule!("FINAL-2.1b") } else { rule!("ATTACK-2.1b") };
            ensure(self.turn_number != 1, rule)?;
            ensure(!attackers.iter().any(|card| self.cannot(*card, Cannot::LinkAttack)), rule!("CONT-3.1"))?;
            let barred = match target.some() {
                Some(target) => self.cannot(target, Cannot::BeLinkAttacked),
                None => attackers.iter().any(|card| self.cannot(*card, Cannot::LinkAttackFighter)),
            };
            ensure(!barred, rule!("CONT-3.1"))?;
        }
        Ok(())
    }

    /// BF ATTACK-2.2, FINAL-2.2: the attackers rest, a target is named.
    pub(crate) fn declare_attack(
        &mut self,
        seat: Seat,
        attackers: &[Card],
        target: Card,
        nested: bool,
        cx: &mut Cx<'_>,
    ) {
        let mut attack = Attack { seat, nested, linked: attackers.len() > 1, ..Attack::default() };
        for card in attackers {
            self.rest(*card, rule!("ATTACK-2.2"), cx);
            attack.attackers.push(self.table.object(*card));
            let named = self.table.named(*card);
            let aim = target.some().map(|card| self.table.named(card));
            cx.log.say(rule!("ATTACK-2.2"), || What::Attacked { seat, card: named, target: aim });
        }
        attack.target = match target.some() {
            Some(card) => Target::Monster(self.table.object(card), self.table.zone(card)),
            None => Target::Fighter(seat.other()),
        };
        let tally = &mut self.tally[seat];
        tally.attacks = tally.attacks.saturating_add(1);
        tally.final_attacks = tally.final_attacks.saturating_add(u8::from(self.phase == Phase::Final));
        self.dirty = true;
        self.attacks.push(attack);
        self.frames.push(Frame::Attack);
    }

    pub(crate) fn attack_mut(&mut self) -> Option<&mut Attack> {
        self.attacks.last_mut()
    }

    fn at(&mut self, step: AttackStep) {
        if let Some(attack) = self.attacks.last_mut() {
            attack.step = step;
        }
    }

    /// Goes on with the attack on top.
    pub(crate) fn attack_step(&mut self, cx: &mut Cx<'_>) -> Flow {
        use AttackStep::*;
        let Some(attack) = self.attacks.last().copied() else {
            self.frames.pop();
            return Flow::Go;
        };
        match attack.step {
            Declared => {
                // BF ATTACK-2.3, FINAL-2.3: attacking and in battle from here.
                if let Some(attack) = self.attack_mut() {
                    attack.in_battle = true;
                }
                // BF CONT-3.1: what holds for cards in battle holds from now on.
                self.dirty = true;
                self.announce_attack(&attack, cx);
                self.at(Timing);
                // BF ATTACK-2.4, FINAL-2.4: the check behind the declaration.
                self.frames.push(Frame::Check);
            }
            Timing => {
                // BF ATTACK-2.5, FINAL-2.5.
                self.at(Broken);
                self.open(Window::Battle);
            }
            Broken => {
                // BF ATTACK-2.6a, ATTACK-QA1, ATTACK-QA2, FINAL-2.6a, OLD-ATTACK-2.6, OLD-FINAL-2.6: with no
                // attacker, no target or a nullified attack, nothing is determined.
                let goes_on = !attack.nullified
                    && self.attackers(&attack).next().is_some()
                    && self.target_stands(&attack);
                self.at(if goes_on { Hits } else { Leaves });
            }
            Hits => {
                self.at(Penetrate);
                self.determine(&attack, cx);
            }
            Penetrate => {
                // BF ATTACK-3.2, FINAL-3.2.
                self.at(Counterattack);
                penetrate::activate(self, cx);
            }
            Counterattack => {
                if counterattack::victims(self, cx.pool).len() > 1 {
                    return Flow::Ask;
                }
                self.at(Leaves);
                if let Some(victim) = counterattack::victims(self, cx.pool).first().copied() {
                    counterattack::destroy(self, victim);
                }
            }
            Leaves => {
                // BF ATTACK-3.3, FINAL-3.3: no longer attacking nor in battle.
                if let Some(attack) = self.attack_mut() {
                    attack.in_battle = false;
                }
                self.end_battle_changes();
                for card in attack.attackers.iter() {
                    self.happen(Moment::BattleEnds, *card, Object::default(), 0, cx);
                    self.happen(Moment::AttackEnds, *card, Object::default(), 0, cx);
                }
                match attack.target {
                    Target::Monster(target, _) => {
                        self.happen(Moment::BattleEnds, target, Object::default(), 0, cx);
                    }
                    // BF OTHER-ITEMDEF-5, OTHER-FLAGVAL-3: what has defense was in the battle too.
                    Target::Fighter(seat) => {
                        for zone in [Zone::Item, Zone::Flag] {
                            for at in 0..self.count(seat, zone) {
                                let card = self.zone(seat, zone)[at];
                                if self.defense(cx.pool, card).is_some() {
                                    let object = self.table.object(card);
                                    self.happen(Moment::BattleEnds, object, Object::default(), 0, cx);
                                }
                            }
                        }
                    }
                }
                self.at(AfterTiming);
            }
            AfterTiming => {
                // BF ATTACK-3.4, FINAL-3.4.
                self.at(Restand);
                self.open(Window::Plain);
            }
            Restand => {
                // BF ATTACK-4.1, FINAL-4.1, KEY-NATTACK-2.
                self.at(LastTiming);
                // BF ATTACK-4.2, FINAL-4.2: the check behind restanding.
                self.frames.push(Frame::Check);
                multiattack::restand(self, &attack, cx);
            }
            LastTiming => {
                self.at(Done);
                // BF ATTACK-4.3; the final phase has no such step (BF FINAL-4.3), nor has an attack by an effect.
                if self.phase == Phase::Attack && !attack.nested {
                    self.open(Window::Plain);
                }
            }
            Done => {
                self.attacks.pop();
                self.frames.pop();
                if !attack.nested {
                    // BF ATTACK-4.5, FINAL-4.3.
                    let back = if self.phase == Phase::Final {
                        TurnStep::FinalTiming
                    } else {
                        TurnStep::ChooseAttack
                    };
                    self.then(back);
                }
            }
        }
        Flow::Go
    }

    /// BF END-3: straight to where the attackers are no longer attacking, and to the play timing behind that.
    pub(crate) fn end_battle(&mut self, cx: &mut Cx<'_>) {
        self.at(AttackStep::Leaves);
        for _ in [AttackStep::Leaves, AttackStep::AfterTiming] {
            self.attack_step(cx);
        }
    }

    fn announce_attack(&mut self, attack: &Attack, cx: &mut Cx<'_>) {
        let target = match attack.target {
            Target::Monster(object, _) => object,
            // BF OTHER-ITEMDEF-4: an attack on the fighter is one on the item with defense too.
            Target::Fighter(seat) => {
                let item = self.zone(seat, Zone::Item).first().copied();
                item.filter(|card| self.defense(cx.pool, *card).is_some())
                    .map_or(Object::default(), |card| self.table.object(card))
            }
        };
        for card in attack.attackers.iter() {
            self.happen(Moment::Attacks, *card, target, 0, cx);
            if attack.linked {
                self.happen(Moment::LinkAttacks, *card, target, 0, cx);
            }
        }
        if let Target::Fighter(seat) = attack.target {
            let by = attack.attackers.first().copied().unwrap_or_default();
            self.happen_to(Moment::FighterAttacked, seat, by, 0, cx);
        }
        if target.stamp != 0 {
            let by = attack.attackers.first().copied().unwrap_or_default();
            self.happen(Moment::Attacked, target, by, 0, cx);
        }
    }

    /// The attackers that are still there.
    pub(crate) fn attackers<'a>(&'a self, attack: &'a Attack) -> impl Iterator<Item = Card> + 'a {
        attack.attackers.iter().filter_map(|object| self.table.find(*object))
    }

    /// BF ATTACK-QA4: the target is where it was attacked.
    pub(crate) fn target_stands(&self, attack: &Attack) -> bool {
        match attack.target {
            // BF ATTACK-QA4a: what comes to the center meanwhile does not take the attack.
            Target::Fighter(_) => true,
            Target::Monster(object, zone) => {
                self.table.find(object).is_some_and(|card| self.table.zone(card) == zone)
            }
        }
    }

    /// BF ATTACK-3.1, FINAL-3.1: whether the attack hits, and what it does.
    fn determine(&mut self, attack: &Attack, cx: &mut Cx<'_>) {
        let power: i32 = self.attackers(attack).map(|card| self.power(cx.pool, card)).sum();
        match attack.target {
            Target::Monster(object, _) => {
                let Some(card) = self.table.find(object) else { return };
                // BF ATTACK-3.1.1, FINAL-3.1.1, CROSS-4, CROSS-5: power equal to the defense suffices.
                let defense = self.defense(cx.pool, card).unwrap_or(0);
                if power < defense {
                    cx.log.say(rule!("ATTACK-3.1"), || What::Missed([power, defense]));
                } else {
                    self.mark_hit(Some([power, defense]), cx);
                    let kept = self.cannot(card, Cannot::BeDestroyed)
                        || self.cannot(card, Cannot::BeDestroyedByAttack);
                    if !kept {
                        self.leave(&[object], Exit::Destroyed, true);
                    }
                }
            }
            Target::Fighter(seat) => {
                // BF OTHER-ITEMDEF-1, OTHER-FLAGVAL-4: too little power for the defense of item or flag.
                let shield = self.shield(cx.pool, seat);
                if let Some(defense) = shield.filter(|defense| power < *defense) {
                    cx.log.say(rule!("OTHER-ITEMDEF-1"), || What::Missed([power, defense]));
                    return;
                }
                self.mark_hit(shield.map(|defense| [power, defense]), cx);
                // BF ATTACK-3.1.2, FINAL-3.1.2, CROSS-6, OTHER-FLAGVAL-5, OTHER-ITEMDEF-2: the attackers' criticals
                // together.
                let attackers: Flat<Card, 8> = {
                    let mut list = Flat::new();
                    self.attackers(attack).for_each(|card| list.push(card));
                    list
                };
                let critical: i32 = attackers.iter().map(|card| self.critical(cx.pool, *card)).sum();
                let mut sources: Flat<Object, 8> = Flat::new();
                attackers.iter().for_each(|card| sources.push(self.table.object(*card)));
                // BF OTHER-ITEMDEF-3, OTHER-FLAGVAL-6: the damage is all: the item or flag that was struck stays.
                self.attack_damage(seat, critical, &sources, rule!("ATTACK-3.1.2"), cx);
            }
        }
    }

    /// BF OTHER-ITEMDEF-1, OTHER-FLAGVAL-4: too little power for the defense of item or flag.
    pub(crate) fn is_shielded(&self, cards: &Cards, seat: Seat, power: i32) -> bool {
        self.shield(cards, seat).is_some_and(|defense| power < defense)
    }

    /// The defense that an attack on a fighter has to reach; none where nothing of theirs has one.
    pub(crate) fn shield(&self, cards: &Cards, seat: Seat) -> Option<i32> {
        let shields = [Zone::Item, Zone::Flag].into_iter().flat_map(|zone| self.zone(seat, zone));
        shields.filter_map(|card| self.defense(cards, *card)).max()
    }

    fn mark_hit(&mut self, compared: Option<[i32; 2]>, cx: &mut Cx<'_>) {
        if let Some(attack) = self.attack_mut() {
            attack.hit = true;
        }
        cx.log.say(rule!("ATTACK-3.1"), || What::Hit(compared));
    }

    /// Whether a card attacks in the battle under way.
    pub(crate) fn is_attacking(&self, card: Card) -> bool {
        let object = self.table.object(card);
        self.attack().is_some_and(|attack| attack.in_battle && attack.attackers.contains(&object))
    }

    /// Whether a card is the target of the battle under way.
    pub(crate) fn is_attacked(&self, cards: &Cards, card: Card) -> bool {
        let Some(attack) = self.attack().filter(|attack| attack.in_battle) else { return false };
        match attack.target {
            Target::Monster(object, _) => self.table.find(object) == Some(card),
            // BF OTHER-ITEMDEF-4, OTHER-ITEMDEF-6: with defense it is attacked along with its fighter.
            Target::Fighter(seat) => {
                self.table.seat(card) == seat
                    && matches!(self.table.zone(card), Zone::Item | Zone::Flag)
                    && self.defense(cards, card).is_some()
            }
        }
    }

    /// BF ATTACK-QA3: with one attacker left it is no link attack any more.
    pub(crate) fn is_link_attack(&self) -> bool {
        self.attack().is_some_and(|attack| attack.linked && self.attackers(attack).count() > 1)
    }

    pub(crate) fn has_multiattack(&self, cards: &Cards, card: Card) -> u8 {
        self.keywords(cards, card).attacks()
    }

    pub(crate) fn has_penetrate(&self, cards: &Cards, card: Card) -> bool {
        self.has_keyword(cards, card, Keyword::Penetrate)
    }
}
