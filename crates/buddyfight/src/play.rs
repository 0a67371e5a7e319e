//! Using cards and abilities: what may be used when, and the flow of a use from its declaration to its resolution.

use crate::card::{Cards, Kind};
use crate::event::{Verb as Declared, What};
use crate::keyword::{Keyword, d_share, equipment_change};
use crate::layer::{ACTS, DROP};
use crate::state::{Frame, How, Jump, Play, PlayStep, State, TimingStep, Window, Zone};
use crate::vocab::{Cannot, Moment, Over, Part, Use};
use crate::{Choice, Cx, Flow, rule};
use effects::{AbilityRef, Op, Run, When, eval, run};
use kernel::{AnyLegal, Card, Consider, End, Legal, Object, Place, Seat, ensure};

impl State {
    // ---- what may be used -------------------------------------------------------------------------------------

    /// Whether a seat has anything at all to use in a window.
    pub(crate) fn has_use(&self, cards: &Cards, seat: Seat, window: Window) -> bool {
        let mut any = AnyLegal::default();
        self.consider_uses(cards, seat, window, &mut any);
        any.0
    }

    /// Everything that a seat could use in a window: hand cards, then abilities on the field and elsewhere.
    pub(crate) fn consider_uses<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        window: Window,
        sink: &mut S,
    ) {
        let hand = self.zone(seat, Zone::Hand);
        for (at, card) in hand.iter().enumerate() {
            let print = self.print(*card);
            let face = cards.get(print);
            let opens = S::WIDE || self.opens(face.kind, face.sheet.counter, window);
            let acts = S::WIDE || face.sheet.acts;
            if !(opens || acts) || hand[..at].iter().any(|other| self.print(*other) == print) {
                continue;
            }
            if opens {
                self.consider_hand_card(cards, seat, *card, window, sink);
            }
            if acts {
                self.consider_acts(cards, seat, *card, Part::Hand, window, sink);
            }
            if sink.is_sated() {
                return;
            }
        }
        for zone in [Zone::Left, Zone::Center, Zone::Right, Zone::Item, Zone::Spell, Zone::Flag] {
            for card in self.zone(seat, zone) {
                let sheet = &cards.get(self.print(*card)).sheet;
                // BF OTHER-TREASURE-1: face down a card has no abilities.
                if self.table.marks(*card).face_down() {
                    continue;
                }
                if sheet.acts {
                    self.consider_acts(cards, seat, *card, Part::Field, window, sink);
                }
                if self.shares() {
                    self.consider_shared(cards, seat, *card, window, sink);
                }
                if sheet.transform.is_some() && zone.is_area() && (S::WIDE || window == Window::Main) {
                    self.consider_transform(cards, seat, *card, window, sink);
                }
                if sink.is_sated() {
                    return;
                }
            }
        }
        if self.index.at(DROP).uses & ACTS != 0 {
            for (at, card) in self.zone(seat, Zone::Drop).iter().enumerate() {
                let print = self.print(*card);
                if cards.get(print).sheet.acts
                    && !self.zone(seat, Zone::Drop)[..at].iter().any(|other| self.print(*other) == print)
                {
                    self.consider_acts(cards, seat, *card, Part::Drop, window, sink);
                }
            }
        }
    }

    /// A quick look: whether a card of this kind could be used in the window at all.
    fn opens(&self, kind: Kind, counter: bool, window: Window) -> bool {
        counter
            || match window {
                // BF MAIN-1.1a.
                Window::Main => !matches!(kind, Kind::Impact | Kind::ImpactMonster | Kind::Flag),
                // BF FINAL-1.1a, FINAL-QA3.
                Window::Final => matches!(kind, Kind::Impact | Kind::ImpactMonster),
                Window::Plain | Window::Battle => false,
            }
    }

    fn consider_hand_card<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        window: Window,
        sink: &mut S,
    ) {
        let face = cards.get(self.print(card));
        match face.kind {
            Kind::Monster | Kind::ImpactMonster => {
                // The area hardly ever matters to the answer: ask once, then for each area.
                let verdict = self.can_play(cards, seat, card, window);
                for area in Zone::AREAS {
                    sink.offer(Choice::Call { card, area, buddy: false }, || {
                        verdict?;
                        self.can_call_to(cards, seat, card, area)
                    });
                    if S::WIDE || (verdict.is_ok() && self.buddy_for(cards, seat, card).is_ok()) {
                        sink.offer(Choice::Call { card, area, buddy: true }, || {
                            verdict?;
                            self.can_call_to(cards, seat, card, area)?;
                            self.buddy_for(cards, seat, card).map(|_| ())
                        });
                    }
                }
                if face.sheet.transform.is_some() {
                    self.consider_transform(cards, seat, card, window, sink);
                }
            }
            Kind::Spell | Kind::Impact => {
                sink.offer(Choice::Cast(card), || self.can_play(cards, seat, card, window))
            }
            Kind::Item => {
                sink.offer(Choice::Equip { card, buddy: false }, || self.can_play(cards, seat, card, window));
                if S::WIDE || self.buddy_for(cards, seat, card).is_ok() {
                    sink.offer(Choice::Equip { card, buddy: true }, || {
                        self.can_play(cards, seat, card, window)?;
                        self.buddy_for(cards, seat, card).map(|_| ())
                    });
                }
            }
            Kind::Flag => {}
        }
    }

    fn consider_transform<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        window: Window,
        sink: &mut S,
    ) {
        let verdict = self.can_transform(cards, seat, card, window);
        sink.offer(Choice::Equip { card, buddy: false }, || verdict);
        if S::WIDE || (verdict.is_ok() && self.buddy_for(cards, seat, card).is_ok()) {
            sink.offer(Choice::Equip { card, buddy: true }, || {
                verdict?;
                self.buddy_for(cards, seat, card).map(|_| ())
            });
        }
    }

    fn consider_acts<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        part: Part,
        window: Window,
        sink: &mut S,
    ) {
        for (index, ability) in cards.get(self.print(card)).sheet.abilities.iter().enumerate() {
            if let When::Use(when) = ability.when {
                if ability.part == part {
                    let at = AbilityRef { print: self.print(card), index: index as u8 };
                    let choice = Choice::Use { card, of: at.print, ability: at.index };
                    sink.offer(choice, || self.can_act(cards, seat, card, at, when, window));
                }
            }
        }
    }

    /// BF KEY-DSHARE-1: [D] abilities to use, its own and lent ones.
    fn consider_shared<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        window: Window,
        sink: &mut S,
    ) {
        for at in d_share::abilities(self, cards, card).iter() {
            if let When::Use(when) = cards.ability(*at).when {
                let choice = Choice::Use { card, of: at.print, ability: at.index };
                sink.offer(choice, || self.can_act(cards, seat, card, *at, when, window));
            }
        }
    }

    /// Whether the fighter's flag lets this card be used.
    pub(crate) fn may_use(&self, cards: &Cards, seat: Seat, card: Card) -> Legal {
        let print = self.print(card);
        let sheet = &cards.get(print).sheet;
        let flag = self.zone(seat, Zone::Flag).first().copied();
        let cross = |flag: Card| cards.get(self.print(flag)).sheet.is_cross_flag();
        // BF OTHER-FLAGUSE-1, KEY-OMNILORD-1, KEY-DRAGOD-1: usable under every flag; BF CROSS-DECK-3: but a Cross flag.
        if sheet.any_flag && !flag.is_some_and(cross) && !cards.get(print).is_cross() {
            return Ok(());
        }
        // BF OTHER-FLAGUSE-3: a clause that names the first flag looks at that one only.
        if !sheet.initial_flags.is_empty() {
            let began = self.initial_flags[seat].map(|print| &cards.get(print).folded);
            let named = began.is_some_and(|name| sheet.initial_flags.contains(name));
            return ensure(named, rule!("OTHER-FLAGUSE-3"));
        }
        let Some(flag) = flag else { return Ok(()) };
        // BF OTHER-FLAGDOWN-1, OTHER-FLAGDOWN-2: a face-down flag permits nothing.
        ensure(!self.table.marks(flag).face_down(), rule!("OTHER-FLAGDOWN-2"))?;
        // BF OTHER-FLAGUSE-2: a clause that names the flag looks at the flag of now.
        if !sheet.flags.is_empty() {
            let name = &cards.get(self.print(flag)).folded;
            return ensure(sheet.flags.contains(name), rule!("OTHER-FLAGUSE-2"));
        }
        let rule = match () {
            _ if sheet.any_flag => rule!("CROSS-DECK-3"),
            _ if cards.get(print).is_cross() => rule!("CROSS-DECK-2"),
            _ => rule!("OTHER-SPECFLAG-1"),
        };
        ensure(cards.flag_permits(self.print(flag), print), rule)
    }

    /// BF OTHER-STOPTIME-3: in stopped time a fighter declares nothing.
    fn has_time(&self, seat: Seat) -> Legal {
        ensure(!self.standings[seat].cannot(Cannot::HaveTime), rule!("OTHER-STOPTIME-3"))
    }

    /// The rule that a fighter's or card's stopped time breaks, and the classic limit on counters in a battle.
    fn may_counter(&self, seat: Seat) -> Legal {
        ensure(!self.standings[seat].cannot(Cannot::Counter), rule!("CONT-3.1"))?;
        // BF OLD-CHANGE-2, OLD-ATTACK-2.5: one counter a fighter in a battle; BF CHANGE-2 lifted that.
        let spent = self.is_classic()
            && self.attack().is_some_and(|attack| attack.in_battle && attack.counters[seat] > 0);
        ensure(!spent, rule!("OLD-CHANGE-2"))
    }

    /// Whether a hand card may be called, cast or equipped now, wherever to.
    fn can_play(&self, cards: &Cards, seat: Seat, card: Card, window: Window) -> Legal {
        self.has_time(seat)?;
        let face = cards.get(self.print(card));
        let sheet = &face.sheet;
        let turn = window == Window::Main || window == Window::Final;
        let in_window = match face.kind {
            Kind::Monster | Kind::Spell | Kind::Item | Kind::Flag => window == Window::Main,
            Kind::Impact | Kind::ImpactMonster => window == Window::Final,
        };
        if !in_window {
            let rule = match face.kind {
                // BF IMPACT-QA1, FINAL-QA3.
                Kind::ImpactMonster => rule!("IMPACT-QA1"),
                Kind::Impact => rule!("FINAL-QA3"),
                _ if turn => rule!("FINAL-1.1a"),
                _ => rule!("MAIN-1.1a"),
            };
            // BF MAIN-1.1b, TIMING-3.1, TIMING-6.1: elsewhere only what has [Counter].
            ensure(sheet.counter, rule)?;
            self.may_counter(seat)?;
        }
        let (declare, kind) = match face.kind {
            Kind::Monster | Kind::ImpactMonster => (rule!("CALL-1.1a"), Cannot::Call),
            Kind::Item => (rule!("EQUIP-1.1a"), Cannot::Equip),
            _ => (rule!("CAST-1.1a"), Cannot::Cast),
        };
        ensure(sheet.unread.is_empty(), declare)?;
        self.may_use(cards, seat, card)?;
        ensure(!self.standings[seat].cannot(kind), rule!("CONT-3.1"))?;
        if face.kind == Kind::ImpactMonster {
            // BF IMPACT-CALL-1: one ordinary call a turn.
            ensure(self.tally[seat].impact_calls == 0, rule!("IMPACT-CALL-1"))?;
        }
        self.allowed(cards, seat, card, declare)?;
        self.affords(cards, seat, card, sheet.cost, declare)
    }

    /// BF CALL-1.1a, CAST-1.1a, EQUIP-1.1a: printed restrictions, and once-per-turn by name.
    pub(crate) fn allowed(&self, cards: &Cards, seat: Seat, card: Card, declare: kernel::RuleId) -> Legal {
        let print = self.print(card);
        let sheet = &cards.get(print).sheet;
        let object = self.table.object(card);
        let scope = Run::new(AbilityRef { print, index: 0 }, object, seat);
        for cond in &sheet.restrict {
            ensure(eval::holds(self, cards, cond, &scope), declare)?;
        }
        if sheet.one_on_field {
            let name = cards.name_id(print);
            let there = self.field(seat).any(|other| cards.name_id(self.print(other)) == name);
            ensure(!there, declare)?;
        }
        if let Some(limit) = sheet.limit {
            // BF ONCE-1, ONCE-5: by name, whichever copy.
            let by = self.use_key(cards, print, u8::MAX);
            ensure(self.uses.left(limit, by, object, seat) > 0, rule!("ONCE-5"))?;
        }
        Ok(())
    }

    /// What a use is counted under: every printing of a name together; BF ONCE-5: by its own name, an ability of every card.
    pub(crate) fn use_key(&self, cards: &Cards, print: kernel::Print, index: u8) -> AbilityRef {
        if let Some(name) = cards.ability_name(print, index) {
            return AbilityRef { print: kernel::Print(name), index: u8::MAX - 1 };
        }
        AbilityRef { print: kernel::Print(cards.name_id(print)), index }
    }

    pub(crate) fn affords_cost(&self, cards: &Cards, seat: Seat, card: Card) -> bool {
        let cost = cards.get(self.print(card)).sheet.cost;
        self.affords(cards, seat, card, cost, rule!("CALL-1.1a")).is_ok()
    }

    /// BF OTHER-COST-1: a cost is paid whole or not at all.
    fn affords_to(&self, cards: &Cards, seat: Seat, card: Card, cost: Option<u8>, area: Zone) -> Legal {
        let Some(index) = cost else { return Ok(()) };
        let mut run = Run::new(AbilityRef { print: self.print(card), index }, self.table.object(card), seat);
        run.named = area as i16;
        let program = &cards.ability(run.ability).program;
        match program.first() {
            // BF CALL-1.4: the area matters to a cost that puts the card on top of another.
            Some(Op::Ask { end, .. }) => ensure(run::payable(self, cards, &run, 1, *end), rule!("CALL-1.4")),
            _ => Ok(()),
        }
    }

    fn affords(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        cost: Option<u8>,
        declare: kernel::RuleId,
    ) -> Legal {
        let Some(index) = cost else { return Ok(()) };
        let run = Run::new(AbilityRef { print: self.print(card), index }, self.table.object(card), seat);
        let program = &cards.ability(run.ability).program;
        match program.first() {
            Some(Op::Ask { end, .. }) => ensure(run::payable(self, cards, &run, 1, *end), declare),
            _ => Ok(()),
        }
    }

    pub(crate) fn can_call_to(&self, cards: &Cards, seat: Seat, card: Card, area: Zone) -> Legal {
        // BF KEY-CHAOS-QA1: CHAOS Territory makes room for a second monster, never for a third.
        let held = self.count(seat, area);
        let capacity = self.capacity(cards, seat, area);
        ensure(capacity < 2 || held < capacity, rule!("KEY-CHAOS-QA1"))?;
        let sheet = &cards.get(self.print(card)).sheet;
        let barred = area == Zone::Center && self.standings[seat].cannot(Cannot::CallToCenter);
        ensure(!barred, rule!("CONT-3.1"))?;
        ensure(sheet.areas & (1 << area as u8) != 0, rule!("CALL-1.1a"))?;
        if sheet.on_top { self.affords_to(cards, seat, card, sheet.cost, area) } else { Ok(()) }
    }

    /// BF CALL-1.3, EQUIP-1.2: the standing, face-up namesake in the buddy zone.
    pub(crate) fn buddy_for(&self, cards: &Cards, seat: Seat, card: Card) -> Result<Card, kernel::RuleId> {
        let name = cards.name_id(self.print(card));
        let mut verdict = Err(rule!("CALL-1.3"));
        for buddy in self.zone(seat, Zone::Buddy) {
            let marks = self.table.marks(*buddy);
            // BF ZONE-BUDDY-4: face down it has no name.
            if *buddy == card || marks.face_down() || cards.name_id(self.print(*buddy)) != name {
                continue;
            }
            if self.is_classic() {
                // BF OLD-CALL-1.3: a namesake suffices, once a game.
                verdict = ensure(self.tally[seat].buddy_calls == 0, rule!("OLD-CALL-1.3")).map(|()| *buddy);
            } else if !marks.rested() {
                return Ok(*buddy);
            }
        }
        verdict
    }

    fn can_transform(&self, cards: &Cards, seat: Seat, card: Card, window: Window) -> Legal {
        self.has_time(seat)?;
        ensure(!self.cannot(card, Cannot::HaveTime), rule!("OTHER-STOPTIME-1"))?;
        let face = cards.get(self.print(card));
        let impact = face.kind == Kind::ImpactMonster;
        // BF KEY-TRANSFORM-1, KEY-IMPACTTRANSFORM-1: main phase, or final phase for Impact Transform.
        let wanted = if impact { Window::Final } else { Window::Main };
        ensure(
            window == wanted,
            if impact { rule!("KEY-IMPACTTRANSFORM-1") } else { rule!("KEY-TRANSFORM-1") },
        )?;
        ensure(face.sheet.unread.is_empty(), rule!("EQUIP-1.1a"))?;
        self.may_use(cards, seat, card)?;
        if impact {
            ensure(self.tally[seat].impact_transforms == 0, rule!("KEY-IMPACTTRANSFORM-1"))?;
        }
        ensure(!self.standings[seat].cannot(Cannot::Equip), rule!("CONT-3.1"))?;
        self.affords(cards, seat, card, face.sheet.transform, rule!("EQUIP-1.1a"))
    }

    /// Whether an activated ability may be used now.
    fn can_act(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        at: AbilityRef,
        when: Use,
        window: Window,
    ) -> Legal {
        let print = self.print(card);
        let ability = cards.ability(at);
        self.has_time(seat)?;
        // BF OTHER-STOPTIME-1: nor are abilities of a card in stopped time used.
        ensure(!self.cannot(card, Cannot::HaveTime), rule!("OTHER-STOPTIME-1"))?;
        match when {
            Use::Counter | Use::Over(_) => {
                if window != Window::Main {
                    self.may_counter(seat)?;
                }
            }
            // BF ACT-0a: without [Counter] in one's own main phase only; BF OLD-ACT-0: the classic edition lets the turn
            // fighter use it at any play timing.
            Use::Main => {
                let begins = matches!(self.frames.last(), Some(Frame::Timing(_, TimingStep::Turn)));
                let at_will = self.is_classic() && begins && seat == self.turn_seat;
                ensure(window == Window::Main || at_will, rule!("ACT-0a"))?;
            }
        }
        if let Use::Over(over) = when {
            // BF OVER-1 to OVER-5, OVER-QA1: each of the four once a game for each fighter.
            let rule = match over {
                Over::Overturn => rule!("OVER-2"),
                Over::Overkill => rule!("OVER-3"),
                Over::Overthrow => rule!("OVER-4"),
                Over::Reboot => rule!("OVER-5"),
            };
            ensure(self.tally[seat].overs >> over as u8 & 1 == 0, rule)?;
        }
        ensure(cards.get(print).sheet.unread.is_empty(), rule!("ACT-0"))?;
        ensure(!self.is_nullified(card) && !self.cannot(card, Cannot::Use), rule!("CONT-3.1"))?;
        ensure(!self.standings[seat].cannot(Cannot::Use), rule!("CONT-3.1"))?;
        self.may_use(cards, seat, card)?;
        let run = Run::new(at, self.table.object(card), seat);
        if let Some(limit) = ability.limit {
            let key = if limit.by_name { self.use_key(cards, at.print, at.index) } else { at };
            let rule = if limit.by_name { rule!("ONCE-5") } else { rule!("ONCE-1") };
            ensure(self.uses.left(limit, key, run.source, seat) > 0, rule)?;
        }
        if let Some(cond) = &ability.cond {
            ensure(eval::holds(self, cards, cond, &run), rule!("ACT-1.3.2"))?;
        }
        // A use whose first part is a cost that cannot be paid would do nothing at all.
        match ability.program.first() {
            Some(Op::Ask { end, whole: true, .. }) => {
                ensure(run::payable(self, cards, &run, 1, *end), rule!("OTHER-COST-5"))
            }
            _ => Ok(()),
        }
    }

    // ---- declaring --------------------------------------------------------------------------------------------

    /// Whether the frame on top is an answer to a use, and so the new use is never answered itself.
    fn answers(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Play(Play { step: PlayStep::Answer, .. })))
    }

    /// Begins a use that was chosen in the window on top.
    pub(crate) fn begin(&mut self, seat: Seat, choice: Choice, cx: &mut Cx<'_>) {
        let answer = self.answers();
        let play = match choice {
            Choice::Call { card, area, buddy } => self.declare(seat, card, How::Call(area), buddy, cx),
            Choice::Cast(card) => self.declare(seat, card, How::Cast, false, cx),
            Choice::Equip { card, buddy } => {
                let item = cx.pool.get(self.print(card)).kind == Kind::Item;
                self.declare(seat, card, if item { How::Equip } else { How::Transform }, buddy, cx)
            }
            Choice::Use { card, of, ability } => {
                self.declare_act(seat, card, AbilityRef { print: of, index: ability }, cx)
            }
            _ => return,
        };
        let counter = answer
            || !matches!(
                self.frames.last(),
                Some(Frame::Timing(Window::Main | Window::Final, TimingStep::Turn))
            );
        let play = Play { answer, counter, chances: self.chances.len() as u8, ..play };
        // BF OLD-ATTACK-2.5: the one use in a battle is of a [Counter]; an Act without it (OLD-ACT-0) is none.
        let plain =
            play.how == How::Act && matches!(cx.pool.ability(play.run.ability).when, When::Use(Use::Main));
        if counter && !plain {
            if let Some(attack) = self.attack_mut().filter(|attack| attack.in_battle) {
                attack.counters[seat] = attack.counters[seat].saturating_add(1);
            }
        }
        if answer {
            if let Some(Frame::Play(answered)) = self.frames.last_mut() {
                // BF TIMING-3.1: one answer.
                answered.step = PlayStep::Resolve;
            }
            self.frames.push(Frame::Play(play));
        } else {
            self.begin_in_timing(play);
        }
    }

    /// BF CALL-1.1, CAST-1.1, EQUIP-1.1: the card is shown; BF CALL-1.5, EQUIP-1.4: a Buddy Call swaps it.
    fn declare(&mut self, seat: Seat, card: Card, how: How, buddy: bool, cx: &mut Cx<'_>) -> Play {
        let named = self.table.named(card);
        let verb = match how {
            How::Call(_) if buddy => Declared::BuddyCall,
            How::Call(_) => Declared::Call,
            How::Cast => Declared::Cast,
            _ if buddy => Declared::BuddyEquip,
            _ => Declared::Equip,
        };
        let rule = match how {
            How::Call(_) => rule!("CALL-1.1"),
            How::Cast => rule!("CAST-1.1"),
            _ => rule!("EQUIP-1.1"),
        };
        cx.log.say(rule, || What::Declared { seat, card: named, verb });
        let mut used = card;
        if buddy {
            if let Ok(partner) = self.buddy_for(cx.pool, seat, card) {
                self.swap_buddy(seat, card, partner, cx);
                used = partner;
            }
        } else {
            self.hold(cx.pool, card, seat);
        }
        let source = self.table.object(used);
        let body = cx.pool.get(self.print(used)).sheet.body.unwrap_or(u8::MAX);
        let run = Run::new(AbilityRef { print: self.print(used), index: body }, source, seat);
        self.new_play(seat, source, how, buddy, run)
    }

    /// A card that is being used is neither in hand nor there yet. From the field (Transform) its soul comes along.
    fn hold(&mut self, cards: &Cards, card: Card, seat: Seat) {
        self.put(cards, card, Place::new(seat, Zone::Limbo), End::Bottom);
    }

    /// BF CALL-1.5: the shown card rests in the buddy zone, the card that waited there is the one being called.
    fn swap_buddy(&mut self, seat: Seat, shown: Card, partner: Card, cx: &mut Cx<'_>) {
        self.table.rehost(shown, partner);
        self.hold(cx.pool, partner, seat);
        self.put(cx.pool, shown, Place::new(seat, Zone::Buddy), End::Bottom);
        self.rest(shown, rule!("CALL-1.5"), cx);
        self.tally[seat].buddy_calls += 1;
    }

    pub(crate) fn new_play(&self, seat: Seat, source: Object, how: How, buddy: bool, run: Run) -> Play {
        Play {
            seat,
            source,
            how,
            step: PlayStep::Pay,
            buddy,
            answer: false,
            nullified: false,
            by_effect: false,
            pays: false,
            begun: false,
            counter: false,
            chances: 0,
            called_as: Object::default(),
            run,
        }
    }

    fn declare_act(&mut self, seat: Seat, card: Card, at: AbilityRef, cx: &mut Cx<'_>) -> Play {
        let named = self.table.named(card);
        cx.log.say(rule!("ACT-1.1"), || What::Declared { seat, card: named, verb: Declared::Use });
        let source = self.table.object(card);
        let run = Run::new(at, source, seat);
        if let When::Use(Use::Over(over)) = cx.pool.ability(at).when {
            self.tally[seat].overs |= 1 << over as u8;
        }
        Play { step: PlayStep::Aim, ..self.new_play(seat, source, How::Act, false, run) }
    }

    // ---- going on ---------------------------------------------------------------------------------------------

    fn set_play(&mut self, play: Play) {
        self.set_top(Frame::Play(play));
    }

    /// Goes on with the use on top.
    pub(crate) fn play_step(&mut self, mut play: Play, cx: &mut Cx<'_>) -> Flow {
        match play.step {
            PlayStep::Pay => {
                play.step = PlayStep::Aim;
                self.set_play(play);
                let sheet = &cx.pool.get(play.source_print(self)).sheet;
                let cost = if play.how == How::Transform { sheet.transform } else { sheet.cost };
                // BF CALL-1.6, CAST-1.3, EQUIP-1.5: everything a cost asks is paid together.
                if let Some(index) = cost.filter(|_| !play.by_effect || play.pays) {
                    let ability = AbilityRef { print: play.source_print(self), index };
                    let mut run = run::start(self, Run::new(ability, play.source, play.seat));
                    if let How::Call(area) = play.how {
                        run.named = area as i16;
                    }
                    self.frames.push(Frame::Effect(run));
                }
            }
            PlayStep::Aim => {
                // BF CAST-1.4, ACT-1.1.1, AUTO-2.1.1: targets on the field and in the drop zone are chosen now.
                let aims = self.play_runs(&play)
                    && cx.pool.get(play.run.ability.print).sheet.aims(play.run.ability.index);
                play.run = if self.play_runs(&play) { run::start(self, play.run) } else { play.run };
                play.step = if aims { PlayStep::Aiming } else { PlayStep::Declared };
                self.set_play(play);
            }
            PlayStep::Aiming => return self.run_effect(cx),
            PlayStep::Declared => {
                // BF TIMING-2.3, TIMING-3.3: the check once it is declared and paid.
                play.step = PlayStep::Answer;
                self.set_play(play);
                self.frames.push(Frame::Check);
            }
            PlayStep::Answer => {
                // BF TIMING-3.1; BF TIMING-QA2a: an answer is not answered; BF OTHER-RESPOND-2: nor what an effect does.
                // BF OVER-7: nor an Over keyword.
                let over = play.how == How::Act
                    && matches!(cx.pool.ability(play.run.ability).when, When::Use(Use::Over(_)));
                let open = !play.answer && !play.by_effect && !over;
                if open && self.has_use(cx.pool, play.seat.other(), Window::Plain) {
                    return Flow::Ask;
                }
                play.step = PlayStep::Resolve;
                self.set_play(play);
            }
            PlayStep::Resolve => return self.resolve(play, cx),
            PlayStep::Change => {
                let equipped = self.table.find(play.source);
                if equipped
                    .is_some_and(|card| equipment_change::earlier(self, cx.pool, play.seat, card).is_some())
                {
                    return Flow::Ask;
                }
                play.step = PlayStep::Close;
                self.set_play(play);
            }
            PlayStep::Close => {
                self.frames.pop();
                self.lapse_unrelated(&play, cx.pool);
                if play.by_effect {
                    // The effect that called it goes on meaning it, now on the field.
                    if let Some(card) = self.table.find(play.source) {
                        self.follow_in_run(play.called_as, card);
                    }
                    self.report_top(1);
                } else if let Some(jump) = self.jump.take() {
                    match jump {
                        Jump::To(step) => self.leap(step),
                        Jump::OutOfBattle => self.leave_battle(cx),
                    }
                } else {
                    // BF CALL-3.3, CAST-3.2, EQUIP-3.4, ACT-1.4, AUTO-2.4.
                    self.frames.push(Frame::Check);
                }
            }
        }
        Flow::Go
    }

    /// Whether the use has an effect of its own to carry out.
    fn play_runs(&self, play: &Play) -> bool {
        play.run.ability.index != u8::MAX && matches!(play.how, How::Cast | How::Act | How::Auto)
    }

    /// Goes on with the effect in the frame on top.
    pub(crate) fn run_effect(&mut self, cx: &mut Cx<'_>) -> Flow {
        let frame = self.frames.len() - 1;
        match run::advance(self, frame, cx) {
            run::Flow::Decide(_) => Flow::Ask,
            run::Flow::Left => Flow::Go,
            run::Flow::Finished => {
                match self.frames.last().copied() {
                    Some(Frame::Play(play)) => self.finish_effect(play, cx),
                    _ => {
                        self.frames.pop();
                    }
                }
                Flow::Go
            }
        }
    }

    /// The use resolves, or comes to nothing because it was nullified.
    fn resolve(&mut self, mut play: Play, cx: &mut Cx<'_>) -> Flow {
        let print = play.source_print(self);
        if play.nullified {
            let named = self.table.named_by(play.source, print, play.seat);
            cx.log.say(rule!("CALL-QA1"), || What::Nullified(named));
            // BF IMPACT-QA4: a nullified card is dropped without arriving.
            if let Some(card) = self.in_limbo(&play) {
                self.drop_soul(card, cx);
                self.put_in_drop(card, rule!("CALL-QA1"), cx);
            }
            run::abandon(self, &play.run);
            play.step = PlayStep::Close;
            self.set_play(play);
            return Flow::Go;
        }
        // BF OTHER-STOPTIME-1: nor do abilities of a card in stopped time resolve.
        let stopped = matches!(play.how, How::Act | How::Auto)
            && self.table.find(play.source).is_some_and(|card| self.cannot(card, Cannot::HaveTime));
        if stopped {
            run::abandon(self, &play.run);
            play.step = PlayStep::Close;
            self.set_play(play);
            return Flow::Go;
        }
        if !play.begun {
            play.begun = true;
            self.set_play(play);
            self.spend(&play, cx.pool);
        }
        match play.how {
            How::Call(area) => self.arrive_called(play, area, cx),
            How::Equip | How::Transform => self.arrive_equipped(play, cx),
            How::Cast if !self.play_runs(&play) => self.finish_effect(play, cx),
            How::Cast | How::Act | How::Auto => return self.run_effect(cx),
        }
        Flow::Go
    }

    /// BF OTHER-WHEN-2: a card used outside counter timing that does not name what happened ends the chance.
    fn lapse_unrelated(&mut self, play: &Play, cards: &Cards) {
        let card = matches!(play.how, How::Call(_) | How::Cast | How::Equip | How::Transform);
        if !card || play.counter || play.by_effect || self.chances.is_empty() {
            return;
        }
        let named = cards.get(play.source_print(self)).sheet.after;
        let mut at = 0;
        self.chances.retain(|chance| {
            at += 1;
            at > play.chances || named >> chance.moment & 1 == 1
        });
    }

    pub(crate) fn in_limbo(&self, play: &Play) -> Option<Card> {
        self.table.find(play.source).filter(|card| self.table.zone(*card) == Zone::Limbo)
    }

    /// BF ONCE-2, ONCE-4: a use is spent when it begins to resolve, so a nullified one is not.
    fn spend(&mut self, play: &Play, cards: &Cards) {
        let print = play.source_print(self);
        match play.how {
            How::Call(_) | How::Cast | How::Equip => {
                if let Some(limit) = cards.get(print).sheet.limit {
                    let key = self.use_key(cards, print, u8::MAX);
                    self.uses.spend(limit, key, play.source, play.seat);
                }
            }
            How::Act => {
                let at = play.run.ability;
                if let Some(limit) = cards.ability(at).limit {
                    let key = if limit.by_name { self.use_key(cards, at.print, at.index) } else { at };
                    self.uses.spend(limit, key, play.source, play.seat);
                }
            }
            // A triggered ability was spent when it triggered (BF ONCE-QA2).
            How::Auto | How::Transform => {}
        }
    }

    /// BF CALL-3.1, CALL-3.2: the monster arrives; a Buddy Call gives one life.
    fn arrive_called(&mut self, mut play: Play, area: Zone, cx: &mut Cx<'_>) {
        play.step = PlayStep::Close;
        let Some(card) = self.in_limbo(&play) else {
            self.set_play(play);
            return;
        };
        if cx.pool.get(self.print(card)).kind == Kind::ImpactMonster && !play.by_effect {
            // BF IMPACT-CALL-1, IMPACT-CALL-2: calls by effects do not count.
            self.tally[play.seat].impact_calls += 1;
        }
        play.called_as = play.source;
        self.arrive(card, play.seat, area, rule!("CALL-3.1"), cx);
        play.source = self.table.object(card);
        self.set_play(play);
        self.happen(Moment::Called, play.source, Object::default(), 0, cx);
        if play.buddy {
            self.happen(Moment::BuddyCalled, play.source, Object::default(), 0, cx);
            self.gain_life(play.seat, 1, rule!("CALL-3.2"), cx);
        }
    }

    /// BF EQUIP-3.1 to EQUIP-3.3: the item arrives, the gift, then Equipment Change.
    fn arrive_equipped(&mut self, mut play: Play, cx: &mut Cx<'_>) {
        play.step = PlayStep::Change;
        let Some(card) = self.in_limbo(&play) else {
            play.step = PlayStep::Close;
            self.set_play(play);
            return;
        };
        if self.is_classic() {
            // BF OLD-KEY-EQUIPCHANGE-1: the check will see to the earlier item.
            play.step = PlayStep::Close;
        }
        self.arrive(card, play.seat, Zone::Item, rule!("EQUIP-3.1"), cx);
        play.source = self.table.object(card);
        if play.how == How::Transform {
            let keywords = cx.pool.get(self.print(card)).sheet.keywords;
            // BF KEY-IMPACTTRANSFORM-4: Impact Transform counts as Transform.
            if keywords.has(Keyword::Transform) || keywords.has(Keyword::ImpactTransform) {
                self.happen(Moment::Transformed, play.source, Object::default(), 0, cx);
            } else if keywords.has(Keyword::Ride) {
                self.happen(Moment::Rode, play.source, Object::default(), 0, cx);
            }
            if cx.pool.get(self.print(card)).kind == Kind::ImpactMonster {
                self.tally[play.seat].impact_transforms += 1;
            }
        }
        self.set_play(play);
        self.happen(Moment::Equipped, play.source, Object::default(), 0, cx);
        if play.buddy {
            // BF EQUIP-3.2, KEY-TRANSFORM-3.
            self.gain_life(play.seat, 1, rule!("EQUIP-3.2"), cx);
        }
    }

    /// An effect has been carried out: a spell or impact goes to the drop zone, or stays (BF CAST-3.1a, KEY-SET-1).
    fn finish_effect(&mut self, mut play: Play, cx: &mut Cx<'_>) {
        play.step = PlayStep::Close;
        self.set_play(play);
        let seat = play.seat;
        let named = self.table.named_by(play.source, play.source_print(self), seat);
        cx.log.say(rule!("TIMING-5.1"), || What::Resolved { seat, card: named });
        if play.how != How::Cast {
            return;
        }
        if let Some(card) = self.in_limbo(&play) {
            if cx.pool.get(named.print).sheet.keywords.has(crate::keyword::Keyword::Set) {
                self.arrive(card, seat, Zone::Spell, rule!("KEY-SET-1"), cx);
            } else {
                self.drop_soul(card, cx);
                self.put_in_drop(card, rule!("CAST-3.1a"), cx);
            }
        }
        // The card is where its cast left it: still the one that was cast.
        let cast = self.table.object(play.source.card);
        self.happen_to(Moment::Casts, seat, cast, 0, cx);
    }

    /// Uses above this frame that were declared and are not resolved.
    fn unresolved(&self, from: usize) -> kernel::Flat<Frame, 8> {
        let mut pending: kernel::Flat<Frame, 8> = kernel::Flat::new();
        for frame in self.frames.iter().skip(from) {
            if let Frame::Play(play) = frame {
                pending.push(Frame::Play(*play));
            }
        }
        pending
    }

    /// BF END-3: the battle is over at once; BF END-8: what was declared in it is resolved in the play timing behind it.
    fn leave_battle(&mut self, cx: &mut Cx<'_>) {
        let Some(at) = self.frames.iter().rposition(|frame| matches!(frame, Frame::Attack)) else { return };
        let pending = self.unresolved(at + 1);
        self.frames.truncate(at + 1);
        self.end_battle(cx);
        pending.iter().for_each(|frame| self.frames.push(*frame));
    }

    /// BF END-1 to END-8: straight to a later step. Plays that were declared and are not resolved come first there.
    fn leap(&mut self, step: crate::state::TurnStep) {
        let pending = self.unresolved(0);
        self.frames.truncate(1);
        self.attacks.clear();
        self.end_battle_changes();
        self.then(step);
        self.frames.push(Frame::Check);
        pending.iter().for_each(|frame| self.frames.push(*frame));
    }

    // ---- waiting abilities ------------------------------------------------------------------------------------

    /// The waiting abilities to pick from now: the turn fighter's first (BF AUTO-2.1.1, AUTO-2.1.2).
    pub(crate) fn next_autos(&self) -> impl Iterator<Item = (u8, Seat)> + '_ {
        let seat = self.turn_seat;
        let own = self.waiting.iter().any(|waiting| waiting.controller == seat);
        let picker = if own { seat } else { seat.other() };
        self.waiting
            .iter()
            .enumerate()
            .filter(move |(_, waiting)| waiting.controller == picker)
            .map(move |(at, _)| (at as u8, picker))
    }

    /// BF AUTO-2.5: until nothing waits.
    pub(crate) fn autos_step(&mut self, cx: &mut Cx<'_>) -> Flow {
        let (first, second) = {
            let mut next = self.next_autos();
            (next.next(), next.next())
        };
        match (first, second) {
            (None, _) => {
                self.frames.pop();
                Flow::Go
            }
            (Some((only, _)), None) => {
                self.begin_auto(only, cx);
                Flow::Go
            }
            _ => Flow::Ask,
        }
    }

    /// BF AUTO-2.1: a picked ability is used like any other, open to one counter.
    pub(crate) fn begin_auto(&mut self, at: u8, cx: &mut Cx<'_>) {
        if at as usize >= self.waiting.len() {
            return;
        }
        let waiting = self.waiting.remove(at as usize);
        // BF OTHER-STOPTIME-1, OTHER-STOPTIME-3: what waits in stopped time is not used.
        let stopped = |card: Card| self.cannot(card, Cannot::HaveTime);
        if self.standings[waiting.controller].cannot(Cannot::HaveTime)
            || self.table.find(waiting.source).is_some_and(stopped)
        {
            return;
        }
        let run = Run::new(waiting.ability, waiting.source, waiting.controller).about(
            waiting.subject,
            waiting.other,
            waiting.amount,
        );
        let seat = waiting.controller;
        let named = self.table.named_by(waiting.source, waiting.ability.print, seat);
        cx.log.say(rule!("AUTO-2.1"), || What::Triggered { seat, card: named });
        let play = self.new_play(seat, waiting.source, How::Auto, false, run);
        self.frames.push(Frame::Play(Play { step: PlayStep::Aim, ..play }));
    }
}

impl Play {
    /// The printed card that is used.
    pub(crate) fn source_print(&self, state: &State) -> kernel::Print {
        state.table.find(self.source).map_or(self.run.ability.print, |card| state.print(card))
    }
}
