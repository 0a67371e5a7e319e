//! Future Card Buddyfight, played by the detailed rules of June 2018 (edition `2018`) or the earlier ones (`classic`).
//!
//! The state is [`State`]; its contract is [`kernel::Game`]. A match is at a decision or over:
//!
//! ```
//! use buddyfight::{Cards, State};
//! use kernel::{Context, DeckList, Decks, Dice, Game, Log, Menu, PerSeat, Pool, Printed};
//!
//! let mut pool = Pool::default();
//! for row in [
//!     serde_json::json!({"id": "F", "name": "Plains", "kind": "flag", "text": "You may use all cards."}),
//!     serde_json::json!({"id": "M", "name": "Cub", "kind": "monster", "size": 1,
//!         "power": 3000, "defense": 1000, "critical": 1}),
//! ] {
//!     pool.add(Printed::read(&row).unwrap(), &row);
//! }
//! let cards = Cards::from(pool);
//! let section = |name: &str, id: &str, n| (name.to_string(), vec![(id.to_string(), n)]);
//! let list = DeckList {
//!     sections: vec![section("flag", "F", 1), section("buddy", "M", 1), section("main", "M", 50)],
//!     ..DeckList::default()
//! };
//! let deck = State::build_deck(&cards, &list).unwrap();
//! let (mut dice, mut log) = (Dice::new(7), Log::silent());
//! let mut cx = Context { pool: &cards, chance: &mut dice, log: &mut log };
//! let mut state = State::new(&cards, 0, &PerSeat::new(deck.clone(), deck), &mut cx);
//! let mut menu = Menu::default();
//! while { state.menu(&cards, &mut menu); !menu.options.is_empty() } {
//!     state.apply(menu.options[0], &mut cx);
//! }
//! ```

pub mod battle;
mod board;
pub mod card;
pub mod check;
pub mod deck;
mod deed;
mod describe;
pub mod event;
pub mod figures;
mod grounds;
pub mod host;
pub mod keyword;
mod layer;
pub mod menu;
pub mod play;
mod probe;
mod prospect;
pub mod replace;
pub mod scene;
pub mod seam;
mod sense;
pub mod setup;
mod stake;
pub mod state;
mod tariff;
pub mod text;
pub mod trigger;
pub mod turn;
pub mod verbs;
pub mod view;
pub mod vocab;
pub mod words;

pub use card::{Cards, Face, Kind};
pub use deck::Deck;
pub use state::State;
pub use vocab::Ability;

use crate::state::{AttackStep, Exit, Frame, PlayStep, TimingStep, TurnStep, Window, Zone};
use effects::Answer;
use kernel::{
    Card, Chance, Consider, Context, Event, Eyes, Flat, Game, Outcome, PerSeat, Print, Seat, Standing, Why,
    ensure,
};
use serde::{Deserialize, Serialize};

kernel::rule_book!("../../../rules/buddyfight/index.tsv");

/// What the rules use while they change a state.
pub(crate) type Cx<'a> = Context<'a, State>;

/// Whether the frame on top waits for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Go,
    Ask,
}

/// One option of a menu.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    Pass,
    EndPhase,
    Decline,
    Yes,
    Charge(Card),
    Call {
        card: Card,
        area: Zone,
        buddy: bool,
    },
    Cast(Card),
    Equip {
        card: Card,
        buddy: bool,
    },
    /// An ability of this print, which the card has or is lent.
    Use {
        card: Card,
        of: Print,
        ability: u8,
    },
    Move {
        card: Card,
        area: Zone,
    },
    /// The attackers are bits over the cards that could ever attack; `Card::NONE` is the fighter.
    Attack {
        with: u8,
        target: Card,
    },
    Choose(Card),
    ChooseArea(Zone),
    /// What an attack by an effect is aimed at.
    Aim(Card),
    PayWith(Card),
    /// A waiting ability, by its place in the list.
    Resolve(u8),
    /// An answer to a running effect.
    Effect(Answer),
}

/// Why a seat is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reason {
    #[default]
    Main,
    Charge,
    Final,
    Counter,
    Answer,
    Move,
    Attack,
    AttackAgain,
    Shrink,
    Soulguard,
    Auto,
    Gauge,
    Place,
    Aim,
    Counterattack,
    EquipmentChange,
    Restand,
    Effect,
}

impl Game for State {
    const NAME: &'static str = "buddyfight";
    const RULES: kernel::RuleBook = RULES;
    const EDITIONS: &'static [&'static str] = &["2018", "classic"];

    type Printed = Face;
    type Cards = Cards;
    type Deck = Deck;
    type Choice = Choice;
    type Reason = Reason;
    type What = event::What;
    type View = view::View;

    fn new(_: &Cards, edition: usize, decks: &PerSeat<Deck>, cx: &mut Context<'_, Self>) -> Self {
        let mut state = State::prepare(edition, decks, cx);
        state.advance(cx);
        state
    }

    fn standing(&self) -> Standing {
        match self.outcome {
            Some(outcome) => Standing::Over(outcome),
            None => Standing::Open(self.asked),
        }
    }

    fn reason(&self) -> Reason {
        match self.frames.last() {
            Some(Frame::Turn(step)) => match step {
                TurnStep::Charge => Reason::Charge,
                TurnStep::MoveTurn | TurnStep::MoveOther => Reason::Move,
                TurnStep::ChooseAgain | TurnStep::ChooseFinalAgain => Reason::AttackAgain,
                _ => Reason::Attack,
            },
            Some(Frame::Timing(Window::Main, TimingStep::Turn)) => Reason::Main,
            Some(Frame::Timing(Window::Final, TimingStep::Turn)) => Reason::Final,
            Some(Frame::Timing(..)) => Reason::Counter,
            Some(Frame::Play(play)) => match play.step {
                PlayStep::Answer => Reason::Answer,
                PlayStep::Change => Reason::EquipmentChange,
                _ => Reason::Effect,
            },
            Some(Frame::Exchange(_)) => Reason::EquipmentChange,
            Some(Frame::Restand { .. }) => Reason::Restand,
            Some(Frame::Shrink(_)) => Reason::Shrink,
            Some(Frame::Leave { .. } | Frame::Guard { .. }) => Reason::Soulguard,
            Some(Frame::Autos) => Reason::Auto,
            Some(Frame::Gauge { .. }) => Reason::Gauge,
            Some(Frame::Place { .. }) => Reason::Place,
            Some(Frame::Aim { .. }) => Reason::Aim,
            Some(Frame::Attack) => Reason::Counterattack,
            _ => Reason::Effect,
        }
    }

    fn consider<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        debug_assert!(self.is_indexed(cards), "a card moved past the seam");
        if self.outcome.is_some() {
            return;
        }
        match self.frames.last().copied() {
            Some(Frame::Turn(step)) => self.consider_turn(cards, step, sink),
            Some(Frame::Timing(window, step)) => {
                let window = if step == TimingStep::Turn { window } else { Window::Plain };
                self.consider_uses(cards, self.asked, window, sink);
                // The last word of the phase is its end; elsewhere one just passes.
                let ends =
                    window == Window::Main || (window == Window::Final && !self.can_attack_at_all(cards));
                sink.allow(if ends { Choice::EndPhase } else { Choice::Pass });
                if S::WIDE && matches!(window, Window::Main | Window::Final) {
                    // Attacks are chosen at their own step.
                    let rule = if window == Window::Final { rule!("FINAL-2.1") } else { rule!("ATTACK-2.1") };
                    self.consider_attacks(cards, &mut Elsewhere { sink, rule });
                }
            }
            Some(Frame::Play(play)) => match play.step {
                PlayStep::Answer => {
                    self.consider_uses(cards, self.asked, Window::Plain, sink);
                    sink.allow(Choice::Pass);
                }
                PlayStep::Change => {
                    sink.allow(Choice::Yes);
                    sink.allow(Choice::Decline);
                }
                _ => effects::run::consider(self, cards, &play.run, Choice::Effect, sink),
            },
            Some(Frame::Effect(run)) => effects::run::consider(self, cards, &run, Choice::Effect, sink),
            Some(Frame::Shrink(seat)) => {
                self.shrinkable(cards, seat).for_each(|card| sink.allow(Choice::Choose(card)))
            }
            Some(Frame::Leave { at, .. }) => {
                if let Some(departure) = self.leaving.get(at as usize) {
                    let card = self.table.find(departure.card);
                    let guards = |card| keyword::soulguard::applies(self, cards, card, departure.exit);
                    if card.is_some_and(guards) {
                        sink.allow(Choice::Yes);
                    }
                    for (card, at) in self.replacements(cards, departure).iter() {
                        sink.allow(Choice::Use { card: *card, of: at.print, ability: at.index });
                    }
                }
                sink.allow(Choice::Decline);
            }
            Some(Frame::Exchange(_) | Frame::Restand { .. }) => {
                sink.allow(Choice::Yes);
                sink.allow(Choice::Decline);
            }
            Some(Frame::Guard { card, .. }) => {
                if let Some(card) = self.table.find(card) {
                    self.each_distinct(self.soul(card), self.asked, |soul| sink.allow(Choice::Choose(soul)));
                }
            }
            Some(Frame::Autos) => self.next_autos().for_each(|(at, _)| sink.allow(Choice::Resolve(at))),
            Some(Frame::Gauge { seat, .. }) => {
                let gauge = self.zone(seat, Zone::Gauge).iter().copied();
                self.each_distinct(gauge, seat, |card| sink.allow(Choice::PayWith(card)));
            }
            Some(Frame::Place { seat, card, barred, .. }) => {
                if let Some(card) = self.table.find(card) {
                    for area in Zone::AREAS {
                        sink.offer(Choice::ChooseArea(area), || {
                            ensure(barred >> area as u8 & 1 == 0, rule!("CALL-1.2"))?;
                            self.can_call_to(cards, seat, card, area)
                        });
                    }
                }
            }
            Some(Frame::Aim { card }) => {
                if let Some(card) = self.table.find(card) {
                    for target in self.attack_targets(self.table.seat(card)).iter() {
                        sink.offer(Choice::Aim(*target), || self.can_be_target(card, *target));
                    }
                }
            }
            Some(Frame::Attack) => keyword::counterattack::victims(self, cards)
                .iter()
                .for_each(|card| sink.allow(Choice::Choose(*card))),
            Some(Frame::Check) | None => {}
        }
    }

    fn apply(&mut self, choice: Choice, cx: &mut Context<'_, Self>) {
        if self.outcome.is_some() {
            return;
        }
        self.idle = 0;
        self.decisions = self.decisions.saturating_add(1);
        self.choose(choice, cx);
        self.advance(cx);
    }

    fn concede(&mut self, seat: Seat) {
        if self.outcome.is_none() {
            self.outcome = Some(Outcome { winner: Some(seat.other()), why: Why::Concession });
        }
    }

    fn ends_own_step(&self, choice: Choice) -> bool {
        choice == Choice::EndPhase
    }

    fn declines(&self, choice: Choice) -> bool {
        matches!(choice, Choice::Pass | Choice::Decline | Choice::Effect(Answer::Decline | Answer::Done))
    }

    fn label(&self, cards: &Cards, choice: Choice) -> String {
        let owner = match choice {
            Choice::Choose(card) | Choice::Effect(effects::Answer::Card(card)) => {
                Some(self.table.owner(card))
            }
            _ => None,
        };
        kernel::told_apart(self, cards, choice, owner, |choice| words::label(self, cards, choice))
    }

    fn ask(&self, cards: &Cards, reason: Reason) -> String {
        words::ask(self, cards, reason)
    }

    fn tell(&self, cards: &Cards, event: &Event<event::What>, to: impl Into<Eyes>) -> String {
        event::tell(cards, event, to.into())
    }

    fn show(&self, cards: &Cards, to: impl Into<Eyes>) -> String {
        words::show(self, cards, to.into())
    }

    fn view(&self, eyes: impl Into<Eyes>) -> view::View {
        view::View::of(self, eyes.into())
    }

    fn veil(&mut self, cards: &Cards, eyes: Eyes) {
        view::veil(self, cards, eyes);
    }

    fn picture(view: &view::View, cards: &Cards) -> Result<Self, kernel::Unfit> {
        view.picture(cards)
    }

    fn determinize(
        view: &view::View,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<Self, kernel::Unfit> {
        view.determinize(cards, lists, chance)
    }

    fn turn(&self) -> u32 {
        self.turn_number.into()
    }

    fn prints(deck: &Deck) -> Vec<Print> {
        deck.prints()
    }
}

/// Refuses everything: what would be legal, for being offered at another step.
struct Elsewhere<'a, S> {
    sink: &'a mut S,
    rule: kernel::RuleId,
}

impl<S: Consider<Choice>> Consider<Choice> for Elsewhere<'_, S> {
    const WIDE: bool = S::WIDE;

    fn offer(&mut self, choice: Choice, verdict: impl FnOnce() -> kernel::Legal) {
        let rule = self.rule;
        self.sink.offer(choice, || verdict().and(Err(rule)));
    }
}

/// Automatic steps in a row after which the match is called off: no text is that long, so it is a loop.
const IDLE_LIMIT: u16 = 4000;
/// Decisions in one turn after which the match is called off.
const DECISION_LIMIT: u16 = 5000;

impl State {
    /// Goes on until somebody has to decide, or the match is over.
    pub(crate) fn advance(&mut self, cx: &mut Cx<'_>) {
        if self.outcome.is_none() && self.decisions > DECISION_LIMIT {
            return self.call_off();
        }
        loop {
            if self.outcome.is_some() {
                if self.overflowed() {
                    self.call_off();
                }
                return;
            }
            // A list that was too short is seen before anybody is asked, and now and then on a long way there.
            if self.idle > IDLE_LIMIT || self.idle % 64 == 63 && self.overflowed() {
                return self.call_off();
            }
            self.refresh(cx);
            let Some(frame) = self.frames.last().copied() else { return };
            let flow = match frame {
                Frame::Turn(step) => self.turn_step(step, cx),
                Frame::Timing(window, step) => self.timing_step(window, step, cx),
                Frame::Play(play) => self.play_step(play, cx),
                Frame::Attack => self.attack_step(cx),
                Frame::Check => self.check_step(cx),
                Frame::Shrink(seat) => self.shrink_step(seat, cx),
                Frame::Leave { from, at } => self.leave_step(from, at, cx),
                Frame::Autos => self.autos_step(cx),
                Frame::Effect(_) => self.run_effect(cx),
                Frame::Gauge { seat, left, paid } => self.gauge_step(seat, left, paid, cx),
                Frame::Guard { card, at } => self.guard_step(card, at, cx),
                Frame::Place { .. } | Frame::Aim { .. } | Frame::Exchange(_) | Frame::Restand { .. } => {
                    Flow::Ask
                }
            };
            if flow == Flow::Ask {
                if self.overflowed() {
                    return self.call_off();
                }
                self.asked = self.decider(cx.pool);
                return;
            }
            self.idle += 1;
        }
    }

    /// The document has no rule for endless loops; the engine calls the match off.
    fn call_off(&mut self) {
        self.outcome = Some(Outcome { winner: None, why: Why::Limit });
    }

    fn overflowed(&self) -> bool {
        self.table.overflowed()
            || self.frames.overflowed()
            || self.attacks.overflowed()
            || self.leaving.overflowed()
            || self.waiting.overflowed()
            || self.lasting.overflowed()
            || self.picks.0.overflowed()
            || self.uses.overflowed()
            || self.entries.overflowed()
            || self.chances.overflowed()
    }

    /// Who decides in the frame on top.
    fn decider(&self, cards: &Cards) -> Seat {
        let turn = self.turn_seat;
        match self.frames.last() {
            Some(Frame::Turn(TurnStep::MoveOther)) => turn.other(),
            Some(Frame::Timing(_, TimingStep::Other)) => turn.other(),
            Some(Frame::Play(play)) => match play.step {
                PlayStep::Answer => play.seat.other(),
                PlayStep::Change => play.seat,
                _ => self.effect_decider(cards, &play.run),
            },
            Some(Frame::Effect(run)) => self.effect_decider(cards, run),
            Some(
                Frame::Shrink(seat)
                | Frame::Exchange(seat)
                | Frame::Gauge { seat, .. }
                | Frame::Place { seat, .. },
            ) => *seat,
            Some(Frame::Leave { at, .. }) => {
                let card =
                    self.leaving.get(*at as usize).and_then(|departure| self.table.find(departure.card));
                card.map_or(turn, |card| self.table.seat(card))
            }
            Some(Frame::Guard { card, .. } | Frame::Aim { card } | Frame::Restand { card }) => {
                self.table.find(*card).map_or(turn, |card| self.table.seat(card))
            }
            Some(Frame::Autos) => self.next_autos().next().map_or(turn, |(_, seat)| seat),
            Some(Frame::Attack) => self.attack().map_or(turn, |attack| attack.seat.other()),
            _ => turn,
        }
    }

    fn effect_decider(&self, cards: &Cards, run: &effects::Run) -> Seat {
        use effects::Op;
        match cards.ability(run.ability).program.get(run.at as usize) {
            Some(
                Op::Ask { who, .. } | Op::Choose { who, .. } | Op::Name { who, .. } | Op::Modes { who, .. },
            ) => effects::eval::seat(self, *who, run),
            _ => run.controller,
        }
    }

    /// Calls `f` with the cards that a seat can tell apart.
    fn each_distinct(&self, cards: impl Iterator<Item = Card>, seat: Seat, mut f: impl FnMut(Card)) {
        let mut seen: Flat<Card, 64> = Flat::new();
        for card in cards {
            if !seen.iter().any(|other| self.same_to(seat, *other, card)) {
                if seen.len() < 64 {
                    seen.push(card);
                }
                f(card);
            }
        }
    }

    fn consider_turn<S: Consider<Choice>>(&self, cards: &Cards, step: TurnStep, sink: &mut S) {
        let seat = self.turn_seat;
        match step {
            TurnStep::Charge => {
                let hand = self.zone(seat, Zone::Hand).iter().copied();
                self.each_distinct(hand, seat, |card| sink.allow(Choice::Charge(card)));
                sink.allow(Choice::Decline);
            }
            TurnStep::MoveTurn | TurnStep::MoveOther => {
                for zone in Zone::AREAS {
                    for card in self.zone(self.asked, zone) {
                        for area in Zone::AREAS {
                            if area != zone {
                                sink.offer(Choice::Move { card: *card, area }, || {
                                    keyword::movement::can(self, cards, *card, area)
                                });
                            }
                        }
                    }
                }
                sink.allow(Choice::Pass);
            }
            _ => {
                self.consider_attacks(cards, sink);
                sink.allow(Choice::EndPhase);
                if S::WIDE {
                    // Cards are not used while an attack is chosen: what could be used elsewhere is refused here.
                    let (window, rule) = match self.phase {
                        // BF FINAL-QA3.
                        state::Phase::Final => (Window::Final, rule!("FINAL-QA3")),
                        _ => (Window::Plain, rule!("MAIN-1.1a")),
                    };
                    self.consider_uses(cards, seat, window, &mut Elsewhere { sink, rule });
                }
            }
        }
    }

    fn consider_attacks<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        let seat = self.turn_seat;
        let attackers = self.attack_candidates(cards, seat);
        let mut ready = 0_u8;
        for (at, card) in attackers.iter().enumerate() {
            if self.can_attack(cards, *card).is_ok() {
                ready |= 1 << at;
            }
        }
        let targets = self.attack_targets(seat);
        let last = if attackers.is_empty() { 0 } else { u8::MAX >> (8 - attackers.len()) };
        for with in 1..=last {
            if !S::WIDE && with & !ready != 0 {
                continue;
            }
            let chosen = self.chosen_attackers(&attackers, with);
            for target in targets.iter() {
                sink.offer(Choice::Attack { with, target: *target }, || {
                    self.can_declare(cards, &chosen, *target)
                });
            }
        }
    }

    /// The attackers that a choice means.
    pub(crate) fn chosen_attackers(&self, attackers: &[Card], with: u8) -> Flat<Card, 8> {
        let mut chosen = Flat::new();
        for (at, card) in attackers.iter().enumerate() {
            if with >> at & 1 == 1 {
                chosen.push(*card);
            }
        }
        chosen
    }

    /// Carries a choice out.
    fn choose(&mut self, choice: Choice, cx: &mut Cx<'_>) {
        let seat = self.asked;
        match choice {
            Choice::Pass => self.pass(),
            Choice::EndPhase => self.end_phase(),
            Choice::Charge(card) => self.charge(card, cx),
            Choice::Move { card, area } => {
                keyword::movement::go(self, card, area, cx);
                self.table.marks_mut(card).set_moved(true);
            }
            Choice::Use { card, of, ability } if matches!(self.frames.last(), Some(Frame::Leave { .. })) => {
                self.step_in(card, effects::AbilityRef { print: of, index: ability }, cx);
            }
            Choice::Call { .. } | Choice::Cast(_) | Choice::Equip { .. } | Choice::Use { .. } => {
                self.begin(seat, choice, cx)
            }
            Choice::Attack { with, target } => {
                let candidates = self.attack_candidates(cx.pool, seat);
                let chosen = self.chosen_attackers(&candidates, with);
                self.declare_attack(seat, &chosen, target, false, cx);
            }
            Choice::Aim(target) => {
                if let Some(Frame::Aim { card }) = self.frames.pop() {
                    self.report_top(1);
                    if let Some(card) = self.table.find(card) {
                        self.declare_attack(self.table.seat(card), &[card], target, true, cx);
                    }
                }
            }
            Choice::Choose(card) => match self.frames.last().copied() {
                Some(Frame::Shrink(_)) => self.shrink(card, cx),
                Some(Frame::Guard { at, .. }) => self.guard_with(card, at, cx),
                Some(Frame::Attack) => {
                    if let Some(attack) = self.attack_mut() {
                        attack.step = AttackStep::Leaves;
                    }
                    keyword::counterattack::destroy(self, card);
                }
                _ => {}
            },
            Choice::ChooseArea(area) => {
                if let Some(Frame::Place { seat, card, pay, .. }) = self.frames.last().copied() {
                    self.call_by_effect(seat, card, pay, area, cx);
                }
            }
            Choice::PayWith(card) => self.spend_gauge(card, cx),
            Choice::Resolve(at) => self.begin_auto(at, cx),
            Choice::Yes | Choice::Decline => self.yes_or_no(choice == Choice::Yes, cx),
            Choice::Effect(answer) => {
                let frame = self.frames.len().saturating_sub(1);
                effects::run::answer(self, frame, answer, cx.pool);
            }
        }
    }

    fn pass(&mut self) {
        match self.frames.last().copied() {
            Some(Frame::Timing(..)) => self.pass_timing(),
            Some(Frame::Turn(step)) => self.end_moves(step),
            Some(Frame::Play(mut play)) => {
                // BF TIMING-3.1: declining leads to 5.1.
                play.step = PlayStep::Resolve;
                self.set_top(Frame::Play(play));
            }
            _ => {}
        }
    }

    fn end_phase(&mut self) {
        match self.frames.last().copied() {
            Some(Frame::Timing(..)) => self.pass_timing(),
            Some(Frame::Turn(step)) => self.then(match step {
                TurnStep::ChooseAttack => TurnStep::Declined,
                TurnStep::ChooseAgain => TurnStep::AttackEnds,
                TurnStep::ChooseFinal => TurnStep::FinalDeclined,
                _ => TurnStep::EndTiming,
            }),
            _ => {}
        }
    }

    fn yes_or_no(&mut self, yes: bool, cx: &mut Cx<'_>) {
        match self.frames.last().copied() {
            // BF START-3.2: no charge, no draw.
            Some(Frame::Turn(TurnStep::Charge)) => self.then(TurnStep::Charged),
            Some(Frame::Leave { from, at }) => {
                if yes {
                    let card =
                        self.leaving.get(at as usize).map(|departure| departure.card).unwrap_or_default();
                    self.frames.push(Frame::Guard { card, at });
                } else {
                    self.set_top(Frame::Leave { from, at: at + 1 });
                }
            }
            // BF OLD-KEY-EQUIPCHANGE-1: to hand instead of to the drop zone.
            Some(Frame::Exchange(seat)) => {
                self.frames.pop();
                let earlier = keyword::equipment_change::exchanged(self, cx.pool, seat);
                if let Some(item) = earlier {
                    let exit = if yes { Exit::ToHand } else { Exit::Checked };
                    let card = self.table.object(item);
                    self.depart(state::Departure { card, exit, ..Default::default() }, cx);
                }
            }
            Some(Frame::Restand { card }) => {
                self.frames.pop();
                if let Some(card) = self.table.find(card).filter(|_| yes) {
                    keyword::multiattack::stand(self, card, cx);
                }
            }
            Some(Frame::Play(mut play)) => {
                play.step = PlayStep::Close;
                self.set_top(Frame::Play(play));
                if let Some(card) = self.table.find(play.source).filter(|_| yes) {
                    if let Some(item) = keyword::equipment_change::earlier(self, cx.pool, play.seat, card) {
                        keyword::equipment_change::send_back(self, play.seat, item);
                    }
                }
            }
            _ => {}
        }
    }

    /// BF KEY-SOULGUARD-1: which of its soul goes; where they look alike, it does not matter.
    fn guard_step(&mut self, card: kernel::Object, at: u8, cx: &mut Cx<'_>) -> Flow {
        let Some(holder) = self.table.find(card) else {
            self.frames.pop();
            return Flow::Go;
        };
        let seat = self.table.seat(holder);
        let first = self.soul(holder).next();
        let alike = self.soul(holder).all(|soul| first.is_some_and(|first| self.same_to(seat, first, soul)));
        match first {
            Some(_) if !alike => Flow::Ask,
            Some(soul) => {
                self.guard_with(soul, at, cx);
                Flow::Go
            }
            None => {
                self.frames.pop();
                Flow::Go
            }
        }
    }

    fn guard_with(&mut self, soul: Card, at: u8, cx: &mut Cx<'_>) {
        self.frames.pop();
        if let Some(departure) = self.leaving.get(at as usize).copied() {
            keyword::soulguard::save(self, departure, soul, cx);
            self.leaving[at as usize].saved = true;
        }
    }
}
