//! The contract of a game: decisions, answers, labels, words, and what a seat sees.

use crate::card::Cards;
use crate::check::Waiters;
use crate::seen::View;
use crate::state::{
    Area, Attack, AttackStep, Cause, Choice, Cx, Deck, Entry, EntryKind, EntryStep, Frame, LeaveStep, Reason,
    Running, State, Step, What,
};
use crate::vocab::Verb;
use crate::{RULES, rule};
use effects::{Answer, Flow};
use kernel::{
    Card, Chance, Consider, Context, Decided, Event, Eyes, Game, Named, Object, Outcome, PerSeat, Print,
    RuleBook, Seat, Standing, Why, Zone,
};

impl Game for State {
    const NAME: &'static str = "digimon";
    const RULES: RuleBook = RULES;
    const EDITIONS: &'static [&'static str] = &["3.6"];

    type Printed = crate::card::Card;
    type Cards = Cards;
    type Deck = Deck;
    type Choice = Choice;
    type Reason = Reason;
    type What = What;
    type View = View;

    fn new(_cards: &Cards, _edition: usize, decks: &PerSeat<Deck>, cx: &mut Context<'_, Self>) -> Self {
        let mut state = State::prepare(decks, cx);
        state.advance(cx);
        state
    }

    fn standing(&self) -> Standing {
        match (self.core.over, self.asked()) {
            (Some(outcome), _) => Standing::Over(outcome),
            (None, Some((seat, _))) => Standing::Open(seat),
            // Not reachable: `advance` stops only at a decision or at the end.
            (None, None) => Standing::Over(Outcome { winner: None, why: Why::Limit }),
        }
    }

    fn reason(&self) -> Reason {
        self.asked().map_or(Reason::Over, |(_, reason)| reason)
    }

    fn consider<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        debug_assert!(self.is_indexed(cards), "a card moved past the seam");
        if self.core.watch.has_barred() {
            // DCG 18-3-3-3: not what would go on with a loop that had its repetitions.
            let rule = rule!("18-3-3-3");
            return self.list(cards, &mut self.core.watch.unbarred(self.shape(), rule, sink));
        }
        self.list(cards, sink);
    }

    fn apply(&mut self, choice: Choice, cx: &mut Context<'_, Self>) {
        if self.mind_answer(choice, cx.pool) == Decided::InVain {
            // DCG 18-3-2: a loop that nobody can stop is a draw.
            return self.end(None, rule!("18-3-2"), cx);
        }
        // Whether the turn goes on is asked again after every answer.
        if let Some(Frame::Turn { step: Step::MainOn, ending }) = self.top() {
            self.set_top(Frame::Turn { step: Step::Main, ending });
        }
        self.take(choice, cx);
        self.advance(cx);
    }

    fn concede(&mut self, seat: Seat) {
        // DCG 1-2-4, 1-2-5: whoever forfeits loses at once.
        if self.core.over.is_none() {
            self.core.over = Some(Outcome { winner: Some(seat.other()), why: Why::Concession });
        }
    }

    fn ends_own_step(&self, choice: Choice) -> bool {
        choice == Choice::PassTurn
    }

    fn declines(&self, choice: Choice) -> bool {
        matches!(
            choice,
            Choice::Pass
                | Choice::Decline
                | Choice::Done
                | Choice::Stay
                | Choice::Effect(Answer::Decline | Answer::Done)
        )
    }

    fn label(&self, cards: &Cards, choice: Choice) -> String {
        let owner = match choice {
            Choice::Choose(card) | Choice::Effect(Answer::Card(card)) => Some(self.table.owner(card)),
            _ => None,
        };
        kernel::told_apart(self, cards, choice, owner, |choice| self.words_of(cards, choice))
    }

    fn ask(&self, _cards: &Cards, reason: Reason) -> String {
        match reason {
            Reason::Over => "nothing",
            Reason::Redraw => "redraw the opening hand",
            Reason::Breeding => "the breeding phase",
            Reason::Main => "the main phase",
            Reason::Block => "block the attack",
            Reason::Effect => "an effect",
            Reason::Order => "which card goes first",
            Reason::Materials => "cards to place under the played card",
            Reason::Attack => "an attack by an effect",
            Reason::Pick => "which effect is next",
            Reason::Which => "which cards go",
            Reason::Number => "how many",
            Reason::End => "the top or the bottom",
            Reason::Join => "which cards are joined",
            Reason::Begin => "the position",
        }
        .into()
    }

    fn tell(&self, cards: &Cards, event: &Event<What>, to: impl Into<Eyes>) -> String {
        let to = to.into();
        let known = to.knows(event.known_to);
        let name = |card: Named| {
            if known { cards.get(card.print).title.clone() } else { "a card".to_string() }
        };
        let who = |seat: Seat| seat.called(to);
        let does = |seat: Seat, verb: &str| seat.does(to, verb);
        match event.what {
            What::TurnBegan(seat) => format!("{} turn begins", seat.whose(to)),
            What::TurnEnded(seat) => format!("{} turn ends", seat.whose(to)),
            What::Memory { now: 0, .. } => "memory is at 0".into(),
            What::Memory { seat, now } => {
                let side = if now > 0 { seat } else { seat.other() };
                format!("memory is at {} for {}", now.abs(), who(side))
            }
            What::Moved { card, from, to } => {
                format!("{} goes from {} to {}", name(card), from.name(), to.name())
            }
            What::Drew { seat, card } => format!("{} {}", does(seat, "draw"), name(card)),
            What::Redrew(seat) => does(seat, "redraw"),
            What::Shuffled(seat) => does(seat, "shuffle"),
            What::Hatched(card) => format!("{} hatches", name(card)),
            What::Raised(card) => format!("{} moves to the battle area", name(card)),
            What::Played(card) => format!("{} is played", name(card)),
            What::Digivolved { onto, into } => format!("{} digivolves into {}", name(onto), name(into)),
            What::Used(card) => format!("{} is used", name(card)),
            What::Linked { card, to } => format!("{} links to {}", name(card), name(to)),
            What::Suspended(card) => format!("{} suspends", name(card)),
            What::Unsuspended(card) => format!("{} unsuspends", name(card)),
            What::Attacked { with, target } => {
                // Scenes, which know all, speak of the player; who looks is told which of the two that is.
                let player = match to {
                    Eyes::All => "the player",
                    _ => who(with.owner.other()),
                };
                format!("{} attacks {}", name(with), target.map_or(player.into(), name))
            }
            What::Blocked(card) => format!("{} blocks", name(card)),
            What::Checked(card) => format!("{} is checked", name(card)),
            What::Battled { one, two, strength: [ours, theirs] } => {
                format!("{} battles {}, {ours} against {theirs}", name(one), name(two))
            }
            What::Deleted(card) => format!("{} is deleted", name(card)),
            What::Trashed(card) => format!("{} is trashed", name(card)),
            What::Returned(card) => format!("{} is returned", name(card)),
            What::Activated { card, .. } => format!("an effect of {} is activated", name(card)),
            What::Added(card) => format!("{} is added to the hand", name(card)),
            What::Revealed(card) => format!("{} is revealed", name(card)),
            What::Switched(target) => {
                format!("the attack is switched to {}", target.map_or("the player".into(), name))
            }
            What::DeDigivolved(card) => format!("{} is de-digivolved", name(card)),
            What::Prevented(card) => format!("{} does not leave", name(card)),
            What::Won(Some(seat)) => does(seat, "win"),
            What::Won(None) => "a draw".into(),
        }
    }

    fn show(&self, cards: &Cards, to: impl Into<Eyes>) -> String {
        let to = to.into();
        let mut lines = vec![format!(
            "turn {} of seat {:?}, memory {} for it",
            self.core.turn_number,
            self.core.turn,
            self.memory(self.core.turn)
        )];
        for seat in Seat::BOTH {
            lines.push(format!("seat {seat:?}"));
            for area in Area::ALL {
                let held = self.cards(seat, *area);
                if held.is_empty() || matches!(area, Area::Under | Area::Links) {
                    continue;
                }
                let known = |card: &Card| self.table.knows(to, *card);
                if matches!(area, Area::Deck | Area::Eggs) || !held.iter().any(known) {
                    let cards = if held.len() == 1 { "card" } else { "cards" };
                    lines.push(format!("  {}: {} {cards}", area.name(), held.len()));
                    continue;
                }
                let words: Vec<String> = held.iter().map(|card| self.show_card(cards, *card, to)).collect();
                lines.push(format!("  {}: {}", area.name(), words.join(", ")));
            }
        }
        lines.join("\n")
    }

    fn view(&self, eyes: impl Into<Eyes>) -> View {
        View::of(self, eyes.into())
    }

    fn picture(view: &View, cards: &Cards) -> Result<Self, kernel::Unfit> {
        view.picture(cards)
    }

    fn veil(&mut self, cards: &Cards, eyes: Eyes) {
        crate::seen::veil(self, cards, eyes);
    }

    fn determinize(
        view: &View,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<Self, kernel::Unfit> {
        view.determinize(cards, lists, chance)
    }

    fn turn(&self) -> u32 {
        self.core.turn_number.into()
    }

    fn prints(deck: &Deck) -> Vec<Print> {
        deck.main.iter().chain(&deck.eggs).copied().collect()
    }
}

impl State {
    /// Enumerates what could be answered by what is asked.
    pub(crate) fn list<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        match self.reason() {
            Reason::Over => {}
            Reason::Redraw => {
                sink.allow(Choice::Yes);
                sink.allow(Choice::Decline);
            }
            Reason::Breeding => self.consider_breeding(cards, sink),
            Reason::Main => self.consider_main(cards, sink),
            Reason::Block => self.consider_blocks(cards, sink),
            Reason::Effect => {
                if let Some(Frame::Effect(running)) = self.top() {
                    effects::run::consider(self, cards, &running.run, Choice::Effect, sink);
                }
            }
            Reason::Begin => sink.allow(Choice::Begin),
            Reason::End => {
                sink.allow(Choice::Top);
                sink.allow(Choice::Bottom);
            }
            Reason::Join => {
                if let Some(Frame::Join(card)) = self.top() {
                    self.consider_joins(cards, card, sink);
                }
            }
            Reason::Number => {
                if let Some(Frame::Name { most, .. }) = self.top() {
                    (1..=most).for_each(|number| sink.allow(Choice::Number(number)));
                }
            }
            Reason::Which if matches!(self.top(), Some(Frame::Which { .. })) => {
                if let Some(Frame::Which { crowd, .. }) = self.top() {
                    self.consider_which(cards, crowd, sink);
                }
            }
            Reason::Order | Reason::Which => {
                if let Some(Frame::Leave(leave)) = self.top() {
                    for object in &self.core.bag[(leave.from + leave.ordered) as usize..] {
                        if let Some(card) = self.table.find(*object) {
                            sink.allow(Choice::Choose(card));
                        }
                    }
                }
            }
            Reason::Materials => {
                if let Some(Frame::Enter(entry)) = self.top() {
                    self.consider_materials(cards, entry, sink);
                }
            }
            Reason::Attack => {
                if let Some(Frame::Aim { with, aim }) = self.top() {
                    self.consider_aim(cards, with, aim, sink);
                }
            }
            Reason::Pick => {
                if let Some(Frame::Pick { seat, batch, would, .. }) = self.top() {
                    let which = if would { Waiters::Immediate } else { Waiters::Triggered };
                    for at in self.waiting_of(seat, batch, which) {
                        // Instances of one effect that wait for the same thing are one choice.
                        let wait = self.core.waiting[at].wait;
                        let words = &cards.ability(wait.ability).words;
                        let twin = |other: usize| {
                            let other = self.core.waiting[other].wait;
                            cards.ability(other.ability).words == *words
                                && (other.source == wait.source
                                    || self.are_hand_twins(other.source, wait.source))
                        };
                        if !self.waiting_of(seat, batch, which).take_while(|other| *other < at).any(twin) {
                            sink.allow(Choice::Resolve(at as u8));
                        }
                    }
                }
            }
        }
    }

    /// The words of a choice by itself.
    fn words_of(&self, cards: &Cards, choice: Choice) -> String {
        let name = |card: Card| self.call(cards, card);
        match choice {
            Choice::Hatch => "hatch".into(),
            Choice::Raise(card) => format!("raise {}", name(card)),
            Choice::Stay => "stay".into(),
            Choice::Play(card) => format!("play {}", name(card)),
            Choice::Digivolve { card, onto, cost } => {
                let words = format!("digivolve {} into {}", name(onto), name(card));
                let mut ways = kernel::Verdicts(Vec::new());
                self.consider(cards, &mut ways);
                let twin = ways.0.iter().any(|(other, legal)| {
                    legal.is_ok()
                        && matches!(other, Choice::Digivolve { card: c, onto: o, cost: other }
                            if *c == card && *o == onto && *other != cost)
                });
                if twin { format!("{words} for {cost}") } else { words }
            }
            Choice::Use(card) => format!("use {}", name(card)),
            Choice::Link { card, to, .. } => format!("link {} to {}", name(card), name(to)),
            Choice::Attack { with, target } => {
                format!("attack with {} -> {}", name(with), target.map_or("opponent".into(), name))
            }
            Choice::Block(card) => format!("block with {}", name(card)),
            Choice::Special { card, onto, with, way } => self.label_special(cards, card, onto, with, way),
            Choice::Activate { card, effect } => self.label_activate(cards, card, effect),
            Choice::PassTurn => "pass turn".into(),
            Choice::Pass => "pass".into(),
            Choice::Choose(card) => format!("choose {}", name(card)),
            Choice::Yes => "yes".into(),
            Choice::Decline => "decline".into(),
            Choice::Done => "done".into(),
            Choice::Resolve(at) => match self.core.waiting.get(at as usize) {
                Some(pending) => {
                    // What was set up for later may outlive its card: then it goes by the card that it is about.
                    let known = [pending.wait.source, pending.card, pending.wait.subject];
                    let source = known.into_iter().find_map(|object| self.table.find(object));
                    let source = source.map_or("effect".into(), name);
                    format!("resolve {source}: {}", cards.ability(pending.wait.ability).words)
                }
                None => format!("resolve {at}"),
            },
            Choice::Effect(answer) => self.label_answer(cards, answer),
            Choice::Number(number) => format!("choose {number}"),
            Choice::Top => "choose top".into(),
            Choice::Bottom => "choose bottom".into(),
            Choice::Begin => "begin".into(),
        }
    }

    /// Whose decision is open, and why.
    #[inline(always)]
    pub(crate) fn asked(&self) -> Option<(Seat, Reason)> {
        let turn = self.core.turn;
        let seat_of = |object: Object| self.table.find(object).map_or(turn, |card| self.table.seat(card));
        match self.core.frames.last()? {
            Frame::Redraw(seat) => Some((*seat, Reason::Redraw)),
            Frame::Turn { step: Step::BreedingAsked, ending: false } => Some((turn, Reason::Breeding)),
            Frame::Turn { step: Step::MainOn, ending: false } => Some((turn, Reason::Main)),
            Frame::Turn { step: Step::Main, ending: false } if self.memory(turn) >= 0 => {
                Some((turn, Reason::Main))
            }
            Frame::Attack(attack) if attack.step == AttackStep::BlockAsked => {
                Some((turn.other(), Reason::Block))
            }
            Frame::Effect(running) => running.asks.map(|seat| (seat, Reason::Effect)),
            Frame::Leave(leave) if leave.step == LeaveStep::OrderAsked => Some((leave.by, Reason::Order)),
            Frame::Leave(leave) if leave.step == LeaveStep::PickAsked => Some((leave.by, Reason::Which)),
            Frame::Leave(leave) if leave.step == LeaveStep::EndAsked => Some((leave.by, Reason::End)),
            Frame::Join(card) => {
                let seat = self.table.find(*card).map_or(turn, |card| self.table.owner(card));
                Some((seat, Reason::Join))
            }
            Frame::Name { seat, .. } => Some((*seat, Reason::Number)),
            Frame::Staged => Some((turn, Reason::Begin)),
            Frame::Enter(entry) if entry.step == EntryStep::MaterialsAsked => {
                Some((entry.by, Reason::Materials))
            }
            Frame::Aim { with, .. } => Some((seat_of(*with), Reason::Attack)),
            Frame::Pick { seat, .. } => Some((*seat, Reason::Pick)),
            Frame::Which { seat, .. } => Some((*seat, Reason::Which)),
            _ => None,
        }
    }

    /// Carries out the choice itself; [`State::advance`] does what follows.
    fn take(&mut self, choice: Choice, cx: Cx) {
        match self.top() {
            Some(Frame::Redraw(seat)) => {
                if choice == Choice::Yes {
                    self.redraw(seat, cx);
                }
                self.after_redraw(seat, cx);
            }
            Some(Frame::Turn { .. }) => self.take_in_turn(choice, cx),
            Some(Frame::Attack(attack)) => match choice {
                Choice::Block(card) => self.block(card, cx),
                _ => self.set_top(Frame::Attack(Attack { step: AttackStep::Confirm, ..attack })),
            },
            Some(Frame::Effect(running)) => self.take_in_effect(running, choice, cx),
            Some(Frame::Leave(leave)) => match choice {
                Choice::Choose(card) => self.put_next(leave, card),
                Choice::Top | Choice::Bottom => self.go_to_end(leave, choice == Choice::Top),
                _ => {}
            },
            Some(Frame::Staged) => self.pop(),
            Some(Frame::Name { from, .. }) => {
                if let Choice::Number(number) = choice {
                    self.name_number(number, from, cx);
                }
            }
            Some(Frame::Enter(entry)) => match choice {
                Choice::Yes => self.set_top(Frame::Enter(Entry { accepted: true, ..entry })),
                Choice::Choose(card) => self.take_material(entry, card, cx),
                _ => self.materials_done(entry, cx),
            },
            Some(Frame::Aim { aim, .. }) => {
                self.pop();
                let attacked = match choice {
                    Choice::Attack { with, target } => {
                        self.declare_attack(with, target, Some(aim), cx);
                        1
                    }
                    _ => 0,
                };
                self.report(attacked);
            }
            Some(Frame::Join(_)) => self.take_join(choice, cx),
            Some(Frame::Which { .. }) => {
                self.pop();
                if let Choice::Choose(card) = choice {
                    self.tell_which(card);
                }
            }
            Some(Frame::Pick { batch, one, .. }) => {
                self.pop();
                if let Choice::Resolve(at) = choice {
                    if (at as usize) < self.core.waiting.len() {
                        self.activate(at as usize, cx);
                    }
                    if one {
                        self.core.waiting.retain(|other| !(other.would && other.wait.batch == batch));
                    }
                }
            }
            _ => {}
        }
    }

    /// Copies of one card in a hand are interchangeable.
    fn are_hand_twins(&self, one: kernel::Object, two: kernel::Object) -> bool {
        let (Some(one), Some(two)) = (self.table.find(one), self.table.find(two)) else { return false };
        self.table.place(one) == self.table.place(two)
            && self.table.zone(one) == Area::Hand
            && self.table.print(one) == self.table.print(two)
    }

    fn take_in_turn(&mut self, choice: Choice, cx: Cx) {
        let turn = self.core.turn;
        let entry = |kind, cost: u8| Entry { kind, by: turn, cost: cost as i8, ..Entry::default() };
        match choice {
            Choice::Hatch => {
                self.hatch(turn, cx);
                self.breeding_done();
            }
            Choice::Raise(card) => {
                self.raise(card, cx);
                self.breeding_done();
            }
            Choice::Stay => self.breeding_done(),
            Choice::Play(card) => {
                let cost = self.play_cost(cx.pool, card).unwrap_or(0);
                self.declare(entry(EntryKind::Play, cost), card);
            }
            Choice::Digivolve { card, onto, cost } => {
                let onto = self.table.object(onto);
                self.declare(Entry { onto, ..entry(EntryKind::Digivolve, cost) }, card);
            }
            Choice::Special { card, onto, with, way } => {
                let Some(way) = cx.pool.get(self.table.print(card)).meaning.ways.get(way as usize) else {
                    return;
                };
                let (onto, with) = (self.table.object(onto), self.table.object(with));
                self.declare(Entry { onto, with, ..entry(way.kind, way.cost) }, card);
            }
            Choice::Use(card) => {
                let cost = self.play_cost(cx.pool, card).unwrap_or(0);
                self.declare(entry(EntryKind::Use, cost), card);
            }
            Choice::Link { card, to, cost } => {
                let onto = self.table.object(to);
                self.declare(Entry { onto, ..entry(EntryKind::Link, cost) }, card);
            }
            Choice::Activate { card, effect } => self.activate_choice(card, effect, cx),
            Choice::Attack { with, target } => {
                self.core.cause = Cause::Rule;
                self.declare_attack(with, target, None, cx);
            }
            Choice::PassTurn => self.pass_turn(cx),
            _ => {}
        }
    }

    fn take_in_effect(&mut self, running: Running, choice: Choice, cx: Cx) {
        let Choice::Effect(answer) = choice else { return };
        let frame = self.core.frames.len() - 1;
        if running.limited && !running.begun && answer == Answer::Decline {
            // DCG 15-14-1-1: only an activation counts as a use.
            if let Some(card) = self.table.find(running.card) {
                self.refund_use(cx.pool, running.run.ability, card);
            }
        }
        if let Some(Frame::Effect(running)) = self.core.frames.last_mut() {
            running.asks = None;
            running.begun = true;
        }
        effects::run::answer(self, frame, answer, cx.pool);
    }

    fn step_effect(&mut self, running: Running, cx: Cx) {
        let frame = self.core.frames.len() - 1;
        let before = running.run.at;
        match effects::run::advance(self, frame, cx) {
            Flow::Decide(_) if self.asks_to_attack(frame, cx.pool) => {
                // The targets are listed beside `decline`: no question before the question.
                effects::run::answer(self, frame, Answer::Yes, cx.pool);
            }
            Flow::Decide(seat) => {
                if let Some(Frame::Effect(running)) = self.core.frames.get_mut(frame) {
                    running.asks = Some(seat);
                }
            }
            Flow::Left => {}
            // DCG 15-1-4: an effect of several processes is resolved when the last of them has ended.
            Flow::Finished => {
                let ran = before > 0 || running.begun;
                if running.limited && !ran && self.never_did(frame) {
                    if let Some(card) = self.table.find(running.card) {
                        self.refund_use(cx.pool, running.run.ability, card);
                    }
                }
                self.pop();
                self.return_shown(cx);
                if let Some(Frame::Effect(_)) = self.top() {
                    self.report(1);
                }
            }
        }
    }

    /// Whether an effect asks whether a Digimon attacks.
    fn asks_to_attack(&self, frame: usize, cards: &Cards) -> bool {
        let Some(Frame::Effect(running)) = self.core.frames.get(frame) else { return false };
        let program = &cards.ability(running.run.ability).program;
        let at = running.run.at as usize;
        matches!(program.get(at), Some(effects::Op::Ask { whole: false, .. }))
            && matches!(program.get(at + 1), Some(effects::Op::Do(Verb::Attack { .. })))
    }

    /// Whether a finished effect offered nothing that could be done: then it was not activated.
    fn never_did(&self, frame: usize) -> bool {
        matches!(self.core.frames.get(frame), Some(Frame::Effect(running)) if !running.run.did)
    }

    /// Does whatever does not need a decision.
    pub(crate) fn advance(&mut self, cx: Cx) {
        while self.core.over.is_none() && (self.works() || self.asked().is_none()) {
            if self.goes_round() {
                // DCG 18-3-2: a loop that nobody can stop is a draw.
                self.end(None, rule!("18-3-2"), cx);
            }
            if self.core.watch.steps() % 8 == 0 && self.overflowed() {
                break;
            }
            match self.core.frames.last() {
                None => self.core.over = Some(Outcome { winner: None, why: Why::Limit }),
                Some(Frame::Redraw(_)) => return,
                Some(&Frame::Turn { step, ending }) => self.step_turn(step, ending, cx),
                Some(Frame::Check) => self.step_check(cx),
                Some(&Frame::Enter(entry)) => self.step_entry(entry, cx),
                Some(&Frame::Attack(attack)) => self.step_attack(attack, cx),
                Some(&Frame::Checking(checking)) => self.step_checking(checking, cx),
                Some(&Frame::Battle(battle)) => self.step_battle(battle, cx),
                Some(&Frame::Effect(running)) => self.step_effect(running, cx),
                Some(&Frame::Drain(window)) => self.step_drain(window, cx),
                Some(&Frame::Leave(leave)) => self.step_leave(leave, cx),
                Some(&Frame::Used { card, .. }) => self.step_used(card, cx),
                Some(
                    Frame::Aim { .. }
                    | Frame::Pick { .. }
                    | Frame::Which { .. }
                    | Frame::Name { .. }
                    | Frame::Join(_)
                    | Frame::Staged,
                ) => return,
            }
        }
        if self.overflowed() && self.core.over.is_none() {
            self.core.over = Some(Outcome { winner: None, why: Why::Limit });
        }
    }

    /// Whether the innermost work is of a kind that never asks anybody.
    #[inline]
    fn works(&self) -> bool {
        matches!(
            self.core.frames.last(),
            Some(Frame::Check | Frame::Drain(_) | Frame::Checking(_) | Frame::Battle(_) | Frame::Used { .. })
                | Some(Frame::Effect(Running { asks: None, .. }))
        )
    }

    /// Whether the cards asked for more than there is room for.
    fn overflowed(&self) -> bool {
        let core = &self.core;
        core.frames.overflowed()
            || self.table.overflowed()
            || core.waiting.overflowed()
            || core.lasting.overflowed()
            || core.bag.overflowed()
            || core.crowds.overflowed()
            || core.picks.0.overflowed()
    }

    // ---- labels -----------------------------------------------------------------------------------------------

    fn label_special(&self, cards: &Cards, card: Card, onto: Card, with: Card, way: u8) -> String {
        let kind = cards.get(self.table.print(card)).meaning.ways.get(way as usize).map(|way| way.kind);
        let onto_card = onto;
        let (onto, with, into) = (self.call(cards, onto), self.call(cards, with), self.call(cards, card));
        match kind {
            Some(EntryKind::Burst | EntryKind::AppFusion) => {
                let words = format!("digivolve {onto} into {into}");
                let mut ways = kernel::Verdicts(Vec::new());
                self.consider(cards, &mut ways);
                let others = ways.0.iter().filter(|(other, legal)| {
                    legal.is_ok()
                        && match other {
                            Choice::Special { card: c, onto: o, .. }
                            | Choice::Digivolve { card: c, onto: o, .. } => (*c, *o) == (card, onto_card),
                            _ => false,
                        }
                });
                if others.count() > 1 { format!("{words} with {with}") } else { words }
            }
            _ => format!("digivolve {onto} and {with} into {into}"),
        }
    }

    /// `activate X`; where a card has several such effects, their words tell them apart.
    fn label_activate(&self, cards: &Cards, card: Card, effect: u8) -> String {
        let name = self.call(cards, card);
        let abilities = &cards.get(self.table.print(card)).meaning.abilities;
        let several =
            abilities.iter().filter(|ability| matches!(ability.when, effects::When::Use(_))).count() > 1;
        match abilities.get(effect as usize) {
            Some(ability) if several => format!("activate {name}: {}", ability.words),
            _ => format!("activate {name}"),
        }
    }

    /// Where choosing this card leaves only one way to digivolve, that way is the label.
    fn label_pair(&self, cards: &Cards, run: &effects::Run, card: Card) -> Option<String> {
        let program = &cards.ability(run.ability).program;
        let at = run.at as usize;
        let effects::Op::Choose { slot: first, .. } = program.get(at)? else { return None };
        let effects::Op::Choose { slot: second, from, .. } = program.get(at + 1)? else { return None };
        let mut bound = *self;
        bound.core.picks.bind(*first, self.table.object(card));
        let name = self.call(cards, card);
        let fitting = |fits: &dyn Fn(Card) -> bool| {
            let found = effects::eval::candidates(&bound, cards, from, run);
            let mut distinct = found.iter().copied().filter(|other| fits(*other));
            let one = distinct.next()?;
            distinct.all(|other| self.table.print(other) == self.table.print(one)).then_some(one)
        };
        match program.get(at + 2)? {
            effects::Op::Do(Verb::Digivolve { what, into, waive, .. })
                if *what == effects::Target::Slot(*first) && *into == effects::Target::Slot(*second) =>
            {
                let into = fitting(&|other| self.fits_waived(cards, other, card, *waive))?;
                Some(format!("digivolve {name} into {}", self.call(cards, into)))
            }
            effects::Op::Do(Verb::Own(crate::vocab::Own::BlastDna(..))) => {
                let with = fitting(&|_| true)?;
                let into = self.table.find(run.source)?;
                Some(format!(
                    "digivolve {name} and {} into {}",
                    self.call(cards, with),
                    self.call(cards, into)
                ))
            }
            _ => None,
        }
    }

    /// A card to choose is labelled by what the effect does with it next, where this game has a word for that.
    fn label_answer(&self, cards: &Cards, answer: Answer) -> String {
        let Some(Frame::Effect(running)) = self.top() else { return "choose".into() };
        let run = running.run;
        let ability = cards.ability(run.ability);
        match answer {
            Answer::Card(card) => {
                let name = self.call(cards, card);
                let slot = match ability.program.get(run.at as usize) {
                    Some(effects::Op::Choose { slot, .. }) => *slot,
                    _ => return format!("choose {name}"),
                };
                let chosen = effects::Target::Slot(slot);
                if let Some(words) = self.label_pair(cards, &run, card) {
                    return words;
                }
                match ability.program.get(run.at as usize + 1) {
                    Some(effects::Op::Do(Verb::Play { what, .. } | Verb::PlayToBreeding { what, .. }))
                        if *what == chosen =>
                    {
                        format!("play {name}")
                    }
                    Some(effects::Op::Do(Verb::Use { what, .. })) if *what == chosen => format!("use {name}"),
                    Some(effects::Op::Do(verb @ Verb::DnaDigivolve { into, .. })) if *into == chosen => {
                        match self.joins(cards, verb, card, &run)[..] {
                            [(one, two, _)] => {
                                let (one, two) = (self.call(cards, one), self.call(cards, two));
                                format!("digivolve {one} and {two} into {name}")
                            }
                            _ => format!("choose {name}"),
                        }
                    }
                    Some(effects::Op::Do(Verb::Digivolve { what, into, .. })) => {
                        let meant =
                            |target| effects::eval::targets(self, cards, target, &run).first().copied();
                        match (*into == chosen, meant(what), meant(into)) {
                            (true, Some(below), _) => {
                                format!("digivolve {} into {name}", self.call(cards, below))
                            }
                            (false, _, Some(into)) => {
                                format!("digivolve {name} into {}", self.call(cards, into))
                            }
                            _ => format!("choose {name}"),
                        }
                    }
                    _ => format!("choose {name}"),
                }
            }
            Answer::Number(number) => format!("choose {number}"),
            Answer::Mode(mode) => format!("choose {}", effects::run::mode_words(ability, &run, mode)),
            Answer::Yes => "yes".into(),
            Answer::Decline => "decline".into(),
            Answer::Done => "done".into(),
        }
    }

    /// The name of a card for labels: twins of one owner are told apart by number.
    pub(crate) fn name(&self, cards: &Cards, card: Card) -> String {
        let title = &cards.get(self.table.print(card)).title;
        match self.twins_before(cards, card) {
            0 => title.clone(),
            before => format!("{title}#{}", before + 1),
        }
    }

    /// What the player who is asked calls a card: its name, or, of a card that this player does not know, only where
    /// it is.
    pub(crate) fn call(&self, cards: &Cards, card: Card) -> String {
        match self.asked() {
            Some((seat, _)) if !self.table.knows(seat, card) => {
                let whose = if self.table.seat(card) == seat { "your" } else { "opponent's" };
                let number = self.table.position(card) + 1;
                format!("{whose} {} card {number}", self.table.zone(card).name())
            }
            _ => self.name(cards, card),
        }
    }

    /// How many twins of the same owner are numbered before a card: first those that both players know, then those
    /// that only their owner knows, then the rest, each in the order of their handles. So a number tells nobody
    /// about cards that they do not know.
    pub(crate) fn twins_before(&self, cards: &Cards, card: Card) -> usize {
        let title = &cards.get(self.table.print(card)).title;
        let owner = self.table.owner(card);
        let class = |card: Card| {
            let both = self.table.knows(owner, card) && self.table.knows(owner.other(), card);
            (!both, !self.table.knows(owner, card), card.0)
        };
        let own = class(card);
        let twin = |other: &Card| {
            self.table.owner(*other) == owner && cards.get(self.table.print(*other)).title == *title
        };
        self.table.all().filter(twin).filter(|other| class(*other) < own).count()
    }

    fn show_card(&self, cards: &Cards, card: Card, to: Eyes) -> String {
        if !self.table.knows(to, card) {
            return "?".into();
        }
        let mut words = self.name(cards, card);
        if let (true, Some(dp)) = (self.is_field(card), self.dp(cards, card)) {
            words.push_str(&format!(" {dp}"));
        }
        if self.has(card, crate::state::Mark::Suspended) {
            words.push_str(" suspended");
        }
        let under: Vec<String> = self.under(card).map(|under| self.show_card(cards, under, to)).collect();
        if !under.is_empty() {
            words.push_str(&format!(" over [{}]", under.join(", ")));
        }
        let links: Vec<String> = self.links(card).map(|link| self.show_card(cards, link, to)).collect();
        if !links.is_empty() {
            words.push_str(&format!(" linked [{}]", links.join(", ")));
        }
        words
    }
}
