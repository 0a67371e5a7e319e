//! What the open decision offers, what an answer does, and both in words.

use crate::cause::{Cause, Shift};
use crate::choice::{Choice, Reason};
use crate::rule;
use crate::state::{Activated, Area, AttackStep, Frame, SetupStep, State, TurnStep};
use crate::text::SkillKind;
use crate::{Cards, Cx};
use effects::{AbilityRef, Answer, run};
use kernel::{AnyLegal, Card, Consider, Eyes, Seat};

impl State {
    pub fn list<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        let Some(frame) = self.frames.last() else { return };
        let seat = self.decider;
        match frame {
            Frame::Setup(SetupStep::Redraw(_)) => {
                sink.allow(Choice::Yes);
                sink.allow(Choice::Decline);
            }
            Frame::Turn(TurnStep::Charge) => {
                self.each_distinct(seat, Area::Hand, &mut |card| sink.allow(Choice::Charge(card)));
                sink.allow(Choice::Pass);
            }
            Frame::Turn(TurnStep::Main) => {
                self.list_main(cards, seat, sink);
                sink.allow(Choice::EndPhase);
            }
            Frame::Attack(AttackStep::Offense | AttackStep::Defense) => {
                self.list_battle(cards, seat, sink);
                sink.allow(Choice::Pass);
            }
            Frame::Attack(AttackStep::ZEnergy(_)) => {
                for card in self.cards(seat, Area::Combo) {
                    // DBS 8-5-2: Battle Cards only.
                    sink.offer(Choice::Choose(*card), || {
                        kernel::ensure(self.is_battle_card(cards, *card), rule!("8-5-2"))
                    });
                }
                sink.allow(Choice::Decline);
            }
            Frame::Counter(timing) => {
                self.each_counter(cards, timing, &mut |card, index, legal| {
                    if legal.is_ok() || S::WIDE {
                        sink.offer(Choice::Counter(card, index), || legal);
                    }
                    false
                });
                if S::WIDE {
                    self.list_other_counters(cards, timing, seat, sink);
                }
                sink.allow(Choice::Pass);
            }
            Frame::Pay(pay) => self.pay_options(cards, pay, &mut |energy| {
                sink.allow(energy.map_or(Choice::PayWithMarker, Choice::PayWith));
            }),
            Frame::PayZ { .. } => {
                self.each_distinct(seat, Area::ZEnergy, &mut |card| sink.allow(Choice::PayWith(card)));
            }
            // DBS 0-2-10: a whole number, and not less than zero.
            Frame::NameX { least, most, .. } => (*least..=*most).for_each(|x| sink.allow(Choice::Number(x))),
            Frame::Check => self.list_waiting(cards, seat, sink),
            Frame::Damage(_) => {
                let life = self.cards(seat, Area::Life);
                let mut unseen = false;
                for card in life {
                    if self.table.knows(seat, *card) {
                        sink.allow(Choice::Choose(*card));
                    } else if !unseen {
                        unseen = true;
                        sink.allow(Choice::Choose(*card));
                    }
                }
            }
            Frame::Keep { seat, name } if *name == kernel::Object::default() => {
                self.cards(*seat, Area::Unison).iter().for_each(|card| sink.allow(Choice::Choose(*card)));
            }
            Frame::Order(order) => {
                let left = &order.cards[usize::from(order.ordered)..];
                for (at, card) in left.iter().enumerate() {
                    let twin =
                        left[..at].iter().any(|other| self.table.print(*other) == self.table.print(*card));
                    if self.table.owner(*card) == seat && !twin {
                        sink.allow(Choice::Choose(*card));
                    }
                }
            }
            Frame::Keep { seat, name } => {
                if let Some(first) = self.table.find(*name) {
                    for card in self.cards(*seat, Area::Battle) {
                        if self.same_name(cards, first, *card) {
                            sink.allow(Choice::Choose(*card));
                        }
                    }
                }
            }
            Frame::Skill(_) => {
                sink.allow(Choice::Yes);
                sink.allow(Choice::Decline);
            }
            // DBS 5-1-4-1.
            Frame::Draws(_) => {
                sink.allow(Choice::Yes);
                sink.allow(Choice::Decline);
            }
            Frame::Would(exit) => {
                let found = self.replacements(cards, exit);
                (0..found.len() as u8).for_each(|at| sink.allow(Choice::Resolve(at)));
            }
            Frame::Invoke { .. } => self.list_invocations(cards, sink),
            Frame::Effect(run) => run::consider(self, cards, run, from_answer, sink),
            _ => {}
        }
    }

    /// The cards of an area, one of each print where they cannot be told apart.
    fn each_distinct(&self, seat: Seat, area: Area, f: &mut dyn FnMut(Card)) {
        let there = self.cards(seat, area);
        for (at, card) in there.iter().enumerate() {
            let twin = there[..at].iter().any(|other| effects::Host::same_choice(self, *other, *card));
            if !twin {
                f(*card);
            }
        }
    }

    fn list_main<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, sink: &mut S) {
        self.each_distinct(seat, Area::Hand, &mut |card| {
            sink.offer(Choice::Play(card), || self.can_play(cards, card));
            if self.unison(seat).is_some() || S::WIDE {
                sink.offer(Choice::Grow(card), || self.can_grow(cards, card));
            }
        });
        self.each_distinct(seat, Area::ZDeck, &mut |card| {
            sink.offer(Choice::Play(card), || self.can_play(cards, card));
        });
        self.list_skills(cards, seat, sink);
        for area in [Area::Leader, Area::Battle, Area::Unison] {
            for card in self.cards(seat, area) {
                self.list_attacks(cards, seat, *card, sink);
            }
        }
    }

    fn list_attacks<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, card: Card, sink: &mut S) {
        let able = self.can_attack(cards, card);
        if able.is_err() && !S::WIDE {
            return;
        }
        for area in [Area::Leader, Area::Battle, Area::Unison] {
            for target in self.cards(seat.other(), area) {
                sink.offer(Choice::Attack(card, *target), || {
                    able.and_then(|()| self.can_be_attacked(cards, card, *target))
                });
            }
        }
    }

    /// [Activate] skills: of the cards in play, in the hand, and elsewhere where the skill says so.
    fn list_skills<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, sink: &mut S) {
        for area in [Area::Leader, Area::Battle, Area::Unison] {
            for card in self.cards(seat, area) {
                self.list_skills_of(cards, seat, *card, sink);
            }
        }
        let elsewhere = [
            Area::Hand,
            Area::Drop,
            Area::Warp,
            Area::ZDeck,
            Area::ZEnergy,
            Area::Combo,
            Area::Energy,
            Area::Under,
        ];
        for area in elsewhere {
            if !self.has_any(crate::text::area_bit(area).into()) && !S::WIDE {
                continue;
            }
            self.each_distinct(seat, area, &mut |card| {
                if cards.info(self.table.print(card)).activates {
                    // DBS 12-2-1: from the hand, and from elsewhere where a skill says so.
                    self.list_skills_of(cards, seat, card, sink);
                }
            });
        }
    }

    fn list_skills_of<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, card: Card, sink: &mut S) {
        let print = self.table.print(card);
        if !cards.info(print).activates {
            return;
        }
        let zone = self.table.zone(card);
        let back = self.is_back(card);
        for (index, skill) in cards.printed(print).skills.iter().enumerate() {
            if skill.kind == SkillKind::Activate && (skill.is_valid_on(back, zone) || S::WIDE) {
                let index = index as u8;
                sink.offer(Choice::Activate(card, index), || {
                    self.can_activate(cards, card, index, None, seat)
                });
            }
        }
    }

    fn list_battle<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, sink: &mut S) {
        self.each_distinct(seat, Area::Hand, &mut |card| {
            // DBS 5-7-5-1, 5-7-6-1, 5-7-6-1-2: one card of the hand at a time, as often as the player likes.
            sink.offer(Choice::Combo(card), || self.can_combo(cards, card, seat));
        });
        for card in self.cards(seat, Area::Battle) {
            sink.offer(Choice::Combo(*card), || self.can_combo(cards, *card, seat));
        }
        self.list_skills(cards, seat, sink);
    }

    /// Whether a player has nothing to do in the Offense or Defense Step.
    pub fn nothing_to_do_in_battle(&self, cards: &Cards, seat: Seat) -> bool {
        let mut any = AnyLegal::default();
        self.list_battle(cards, seat, &mut any);
        !any.0
    }

    /// Cards that are no [Counter] now, for the sake of the reason.
    fn list_other_counters<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        timing: &crate::state::Timing,
        seat: Seat,
        sink: &mut S,
    ) {
        for area in [Area::Battle, Area::Unison, Area::Drop] {
            for card in self.cards(seat, area) {
                for (index, skill) in cards.printed(self.table.print(*card)).skills.iter().enumerate() {
                    if skill.kind == SkillKind::Counter {
                        let index = index as u8;
                        sink.offer(Choice::Counter(*card, index), || {
                            self.can_activate(cards, *card, index, Some(timing), seat)
                        });
                    }
                }
            }
        }
    }

    fn list_waiting<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, sink: &mut S) {
        let late = !self.waiting.iter().any(|waiting| {
            // [Auto] skills of either player go before delayed effects.
            waiting.controller == seat && !self.is_delayed(cards, waiting)
        });
        for (at, waiting) in self.waiting.iter().enumerate() {
            let same = |other: &effects::Waiting| {
                other.ability == waiting.ability
                    && other.source == waiting.source
                    && other.subject == waiting.subject
            };
            let twin = self.waiting[..at].iter().any(same);
            if waiting.controller == seat && self.is_delayed(cards, waiting) == late && !twin {
                sink.allow(Choice::Resolve(at as u8));
            }
        }
    }

    /// Carries out a listed choice; the frames then go on by themselves.
    pub fn take(&mut self, choice: Choice, cx: &mut Cx<'_>) {
        let seat = self.decider;
        let frame = self.frames.last().copied().unwrap_or_default();
        match (frame, choice) {
            (Frame::Setup(SetupStep::Redraw(who)), _) => self.redraw(who, choice == Choice::Yes, cx),
            (Frame::Turn(TurnStep::Charge), Choice::Charge(card)) => {
                self.after_charge();
                self.tally[seat].charged = true;
                // DBS 7-2-11.
                self.shift(card, Shift::to(Area::Energy, Cause::Rule, rule!("7-2-11")).bottom(), cx);
            }
            (Frame::Turn(TurnStep::Charge), _) => self.after_charge(),
            (Frame::Turn(_), Choice::Play(card)) => self.declare_play(card),
            (Frame::Turn(_), Choice::Grow(card)) => self.grow(card, cx),
            (Frame::Turn(_), Choice::Attack(card, target)) => self.begin_attack(card, target, cx),
            (Frame::Turn(_) | Frame::Attack(_), Choice::Activate(card, index)) => {
                // DBS 7-3-4-2-1, 8-2-4-2-1, 8-3-4-2-1: afterwards the step has its checkpoint again.
                self.check();
                // DBS 0-3-4-2, 12-2-3-1: the master of the card declares which skill it is.
                // DBS 5-5-3-1, 13-2-2-1, 16-2-2-1, 17-2-2-1, 18-2-2-1: also where the skill is to play or place a
                // card.
                self.declare_skill(card, index, Activated::Activate, seat);
            }
            // DBS 7-3-4-7-1, 4-1-2-2, 7-3-4-7, 7-3-5.
            (Frame::Turn(_), _) => self.go_on(Frame::Turn(TurnStep::MainEnds)),
            (Frame::Attack(AttackStep::ZEnergy(chooser)), choice) => {
                self.after_z_energy(chooser);
                if let Choice::Choose(card) = choice {
                    self.shift(card, Shift::to(Area::ZEnergy, Cause::Rule, rule!("8-5-2")).bottom(), cx);
                }
            }
            (Frame::Attack(_), Choice::Combo(card)) => self.declare_combo(card, seat),
            (Frame::Attack(AttackStep::Offense), _) => self.end_offense(),
            // DBS 8-3-4-3-1: doing nothing leads to the Damage Step.
            (Frame::Attack(_), _) => self.go_on(Frame::Attack(AttackStep::DamageBegins)),
            (Frame::Counter(_), Choice::Counter(card, index)) => {
                // DBS 9-7-3-2, 9-7-2, 9-7-3-2-1, 9-7-3-4-1: the timing ends with the declaration.
                self.frames.pop();
                // DBS 0-3-4-5: the master of the card is master of its [Counter] skill.
                self.declare_skill(card, index, Activated::Counter, seat);
            }
            // DBS 4-3-3-2, 9-7-2-3, 22-10-4-1: doing nothing ends it, and nobody learns what was held back.
            (Frame::Counter(_), _) => {
                self.frames.pop();
            }
            (Frame::Draws(draws), Choice::Yes) => self.draw_next(draws, cx),
            (Frame::Draws(draws), _) => self.end_draws(draws, cx),
            (Frame::Pay(_), Choice::PayWith(card)) => self.pay_with(Some(card), cx),
            (Frame::Pay(_), _) => self.pay_with(None, cx),
            (Frame::PayZ { .. }, Choice::PayWith(card)) => self.pay_z_with(card, cx),
            (Frame::NameX { .. }, Choice::Number(x)) => self.name_x(x),
            (Frame::Check, Choice::Resolve(at)) => self.start_waiting(at as usize, cx.pool),
            (Frame::Skill(_), Choice::Yes) => self.start_auto(),
            (Frame::Skill(_), _) => {
                self.frames.pop();
            }
            (Frame::Would(_), Choice::Resolve(at)) => self.choose_replacement(at, cx.pool),
            (Frame::Invoke { .. }, choice) => self.invoke(choice, cx),
            (Frame::Damage(_), Choice::Choose(card)) => self.take_life(card, cx),
            (Frame::Keep { seat, name }, Choice::Choose(card)) => self.keep(seat, name, card, cx),
            (Frame::Order(order), Choice::Choose(card)) => self.order_next(order, card),
            (Frame::Effect(_), choice) => {
                let at = self.frames.len() - 1;
                if let Some(answer) = to_answer(choice) {
                    run::answer(self, at, answer, cx.pool);
                }
            }
            _ => {}
        }
        self.advance(cx);
    }

    fn keep(&mut self, seat: Seat, name: kernel::Object, kept: Card, cx: &mut Cx<'_>) {
        self.frames.pop();
        let Some(first) = self.table.find(name) else {
            // DBS 21-11-3: of several Unison Cards one stays.
            let there: kernel::Flat<Card, 8> = kernel::Flat::from_slice(self.cards(seat, Area::Unison));
            let rule = rule!("21-11-3");
            let other = |card: &&Card| **card != kept;
            for card in there.iter().filter(other) {
                self.shift(*card, Shift::to(Area::Drop, Cause::Rule, rule), cx);
            }
            return;
        };
        let there: effects::eval::Cards = kernel::Flat::from_slice(self.cards(seat, Area::Battle));
        for card in there.iter() {
            if *card != kept && self.same_name(cx.pool, first, *card) {
                self.shift(*card, Shift::to(Area::Drop, Cause::Rule, rule!("21-11-3")), cx);
            }
        }
    }

    pub fn why(&self) -> Reason {
        match self.frames.last() {
            Some(Frame::Setup(_)) => Reason::Redraw,
            Some(Frame::Turn(TurnStep::Charge)) => Reason::Charge,
            Some(Frame::Attack(AttackStep::Offense)) => Reason::Offense,
            Some(Frame::Attack(AttackStep::Defense)) => Reason::Defense,
            Some(Frame::Attack(_)) => Reason::ZEnergy,
            Some(Frame::Counter(_)) => Reason::Counter,
            Some(Frame::Pay(_) | Frame::PayZ { .. }) => Reason::Pay,
            Some(Frame::NameX { .. }) => Reason::NameX,
            Some(Frame::Check | Frame::Would(_)) => Reason::Order,
            Some(Frame::Invoke { .. }) => Reason::Pay,
            Some(Frame::Skill(skill)) => Reason::Effect(skill.what.ability.print),
            Some(Frame::Damage(_)) => Reason::Damage,
            Some(Frame::Keep { .. }) => Reason::Keep,
            Some(Frame::Order(_)) => Reason::Place,
            Some(Frame::Draws(_)) => Reason::Draw,
            Some(Frame::Effect(run)) => Reason::Effect(run.ability.print),
            _ => Reason::Main,
        }
    }

    pub fn in_words(&self, cards: &Cards, reason: Reason) -> String {
        match reason {
            Reason::Main => "your Main Phase".into(),
            Reason::Redraw => "draw a new hand".into(),
            Reason::Charge => "place a card in your Energy Area".into(),
            Reason::Offense => "Offense Step: combo or pass".into(),
            Reason::Defense => "Defense Step: combo or pass".into(),
            Reason::Counter => "counter timing".into(),
            Reason::Pay => "pay the cost".into(),
            Reason::NameX => "choose X".into(),
            Reason::Order => "which skill first".into(),
            Reason::Damage => "take a life card".into(),
            Reason::ZEnergy => "place a combo card in your Z-Energy Area".into(),
            Reason::Keep => "which card stays".into(),
            Reason::Place => "which card is placed next".into(),
            Reason::Draw => "draw one more card".into(),
            Reason::Effect(print) => match cards.get(print) {
                Some(printed) => format!("the skill of {}", printed.front.name),
                None => "a keyword skill".into(),
            },
        }
    }

    // ---- labels ---------------------------------------------------------------------------------------------

    /// A card by name; twins of one owner are numbered by handle (`Ember`, `Ember#2`). Unseen cards stay unnamed.
    pub fn name_of(&self, cards: &Cards, card: Card, to: impl Into<Eyes>) -> String {
        let to = to.into();
        if !self.table.knows(to, card) {
            return match self.table.zone(card) {
                Area::Life => "life".into(),
                _ => "a card".into(),
            };
        }
        let owner = self.table.owner(card);
        let name = |card: Card| cards.printed(self.table.print(card)).face(self.is_back(card)).name.as_str();
        let this = cards.printed(self.table.print(card)).front.name.as_str();
        let same = |other: &Card| {
            other.0 < card.0
                && self.table.owner(*other) == owner
                && cards.printed(self.table.print(*other)).front.name == this
                // A number must not speak of cards that this seat has not seen.
                && self.table.knows(to, *other)
        };
        let twin = self.table.all().filter(same).count();
        let shown = if self.table.zone(card) == Area::Leader { name(card) } else { this };
        if twin == 0 { shown.to_string() } else { format!("{shown}#{}", twin + 1) }
    }

    pub fn label_of(&self, cards: &Cards, choice: Choice) -> String {
        let name = |card| self.name_of(cards, card, Some(self.decider));
        match choice {
            Choice::Charge(card) => format!("charge {}", name(card)),
            Choice::Play(card) => format!("play {}", name(card)),
            Choice::Activate(card, index) => {
                format!("activate {}{}", name(card), self.skill_words(cards, card, index))
            }
            Choice::Counter(card, index) => {
                format!("counter with {}{}", name(card), self.skill_words(cards, card, index))
            }
            Choice::Attack(card, target) => format!("attack with {} -> {}", name(card), name(target)),
            Choice::Combo(card) => format!("combo {}", name(card)),
            Choice::Grow(card) => format!("grow {}", name(card)),
            Choice::EndPhase => "end phase".into(),
            Choice::Pass => "pass".into(),
            Choice::Done => "done".into(),
            Choice::Decline => "decline".into(),
            Choice::Yes => "yes".into(),
            Choice::Choose(card) => format!("choose {}", name(card)),
            Choice::Number(number) => format!("choose {number}"),
            Choice::Mode(mode) => match self.frames.last() {
                Some(Frame::Effect(run)) => {
                    let ability = <State as effects::Host>::ability(cards, run.ability);
                    format!("choose {}", run::mode_words(ability, run, mode))
                }
                _ => format!("choose {}", mode + 1),
            },
            Choice::PayWith(card) => format!("pay with {}", name(card)),
            Choice::PayWithMarker => "pay with energy marker".into(),
            Choice::Resolve(at) if matches!(self.frames.last(), Some(Frame::Would(_))) => {
                let Some(Frame::Would(exit)) = self.frames.last() else { return String::new() };
                match self.replacements(cards, exit).get(at as usize) {
                    Some((source, ability)) => {
                        let words = cards.skill(*ability).map_or("", |skill| skill.ability.words.as_str());
                        let who = self.table.find(*source).map_or(String::new(), name);
                        format!("resolve {who}: {words}")
                    }
                    None => "resolve".into(),
                }
            }
            Choice::Resolve(at) => match self.waiting.get(at as usize) {
                Some(waiting) => {
                    let words = cards.skill(waiting.ability).map_or("", |skill| skill.ability.words.as_str());
                    // A card that has gone is still told from its twins.
                    let who = name(waiting.source.card);
                    // It may have left between the one and the other.
                    let same = |other: &&effects::Waiting| {
                        other.ability == waiting.ability && other.source.card == waiting.source.card
                    };
                    match self.waiting[..at as usize].iter().filter(same).count() {
                        0 => format!("resolve {who}: {words}"),
                        twins => format!("resolve {who}: {words} #{}", twins + 1),
                    }
                }
                None => "resolve".into(),
            },
        }
    }

    /// The words that tell one of several skills of a card apart.
    fn skill_words(&self, cards: &Cards, card: Card, index: u8) -> String {
        let print = self.table.print(card);
        let at = AbilityRef { print, index };
        let Some(skill) = cards.skill(at) else { return String::new() };
        let back = self.is_back(card);
        let zone = self.table.zone(card);
        let several = cards
            .printed(print)
            .skills
            .iter()
            .filter(|other| other.kind == skill.kind && other.is_valid_on(back, zone))
            .count();
        if several > 1 { format!(": {}", skill.ability.words) } else { String::new() }
    }
}

fn from_answer(answer: Answer) -> Choice {
    match answer {
        Answer::Card(card) => Choice::Choose(card),
        Answer::Number(number) => Choice::Number(number.clamp(0, 255) as u8),
        Answer::Mode(mode) => Choice::Mode(mode),
        Answer::Yes => Choice::Yes,
        Answer::Decline => Choice::Decline,
        Answer::Done => Choice::Done,
    }
}

pub(crate) fn to_answer(choice: Choice) -> Option<Answer> {
    Some(match choice {
        Choice::Choose(card) => Answer::Card(card),
        Choice::Number(number) => Answer::Number(number.into()),
        Choice::Mode(mode) => Answer::Mode(mode),
        Choice::Yes => Answer::Yes,
        Choice::Decline => Answer::Decline,
        Choice::Done => Answer::Done,
        _ => return None,
    })
}
