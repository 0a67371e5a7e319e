//! Whether an ability that is about to be used could come to anything: a use that could not is not offered. The program is looked
//! at as the table stands, without carrying it out; whatever the user cannot know counts as possible.

use crate::card::Cards;
use crate::rule;
use crate::state::State;
use crate::vocab::{Until, Verb, Words};
use effects::stake::Stakes;
use effects::{Among, Amount, Cond, Filter, Gainer, Host, Op, Run, Select, Slot, Target, eval, run};
use kernel::{Card, RuleId};

/// The first thing in the way of an ability that could come to nothing but what it is: by which rule, and where in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hitch {
    pub rule: RuleId,
    pub at: u16,
}

/// A look ahead through a program.
struct Look<'a> {
    state: &'a State,
    cards: &'a Cards,
    run: &'a Run,
    /// By bit: the slots that a choice on the way would fill, and those that would stay empty.
    filled: u32,
    empty: u32,
    hitch: Option<Hitch>,
}

impl State {
    /// Whether a use of this ability could change anything now, or else what is in its way.
    pub(crate) fn prospect(&self, cards: &Cards, run: &Run) -> Result<(), Hitch> {
        let mut look = Look { state: self, cards, run, filled: 0, empty: 0, hitch: None };
        if look.leads_on(0) {
            return Ok(());
        }
        // BF ACT-1.3.1: an ability that says nothing at all has nothing to carry out.
        Err(look.hitch.unwrap_or(Hitch { rule: rule!("ACT-1.3.1"), at: 0 }))
    }
}

impl<'a> Look<'a> {
    /// Whether anything is done on one of the ways from here to the end. Ways only lead forward: a loop is walked once.
    fn leads_on(&mut self, mut at: u16) -> bool {
        let program = &self.cards.ability(self.run.ability).program;
        while let Some(op) = program.get(at as usize) {
            match op {
                Op::End | Op::ModeEnd { .. } => return false,
                Op::Goto(to) => at = *to,
                Op::Forget | Op::Again { .. } | Op::Bind { .. } => at += 1,
                // Nothing was done on the way here.
                Op::UnlessDid { to, .. } => at = *to,
                Op::Unless { cond, to } => {
                    let open = is_open(cond);
                    let holds = !open && eval::holds(self.state, self.cards, cond, self.run);
                    if open && self.leads_on(at + 1) {
                        return true;
                    }
                    if !open && !holds {
                        // BF ACT-1.3.2: what hangs on the condition does not happen.
                        self.note(rule!("ACT-1.3.2"), at);
                    }
                    at = if holds { at + 1 } else { *to };
                }
                Op::Choose { slot, from, .. } => {
                    self.choose(at, *slot, from);
                    at += 1;
                }
                Op::Do(verb) => {
                    if self.does(verb) {
                        return true;
                    }
                    at += 1;
                }
                Op::Gain { to, until, .. } => {
                    let fits = *until != Until::Battle || self.state.attack().is_some();
                    if fits && self.meets(to) {
                        return true;
                    }
                    at += 1;
                }
                Op::Later { .. } | Op::Name { .. } => return true,
                Op::Ask { to, end, whole: true, .. } => {
                    if self.pays(at + 1, *end) {
                        return true;
                    }
                    // BF OTHER-COST-5: neither that part nor what follows from it.
                    self.note(rule!("OTHER-COST-5"), at);
                    at = *to;
                }
                Op::Ask { to, .. } => {
                    if self.leads_on(at + 1) {
                        return true;
                    }
                    at = *to;
                }
                Op::Modes { starts, end, .. } => {
                    if starts.iter().any(|(start, _)| self.leads_on(*start)) {
                        return true;
                    }
                    at = *end;
                }
                Op::Each { over, end, .. } => at = if self.is_empty(*over) { *end } else { at + 1 },
                Op::Repeat { times, end } => {
                    let none =
                        !amount_is_open(times) && eval::amount(self.state, self.cards, times, self.run) <= 0;
                    at = if none { *end } else { at + 1 };
                }
            }
        }
        false
    }

    fn note(&mut self, rule: RuleId, at: u16) {
        self.hitch.get_or_insert(Hitch { rule, at });
    }

    fn is_filled(&self, slot: Slot) -> bool {
        self.filled >> slot.0 & 1 == 1
    }

    fn is_empty(&self, slot: Slot) -> bool {
        self.empty >> slot.0 & 1 == 1
    }

    fn choose(&mut self, at: u16, slot: Slot, from: &Select<Words>) {
        let bit = 1 << slot.0;
        if self.finds(at, from) {
            (self.filled, self.empty) = (self.filled | bit, self.empty & !bit);
        } else if !self.is_filled(slot) {
            // BF ACT-1.1.1: nothing meets what the ability asks of its target.
            self.note(rule!("ACT-1.1.1"), at);
            self.empty |= bit;
        }
    }

    /// Whether there is anything to choose, as far as the user knows.
    fn finds(&self, at: u16, from: &Select<Words>) -> bool {
        match &from.among {
            Among::Slot(slot) | Among::Under { host: Target::Slot(slot), .. } => {
                return !self.is_empty(*slot);
            }
            _ => {}
        }
        if names_choice(&from.filter) {
            return true;
        }
        let (state, cards) = (self.state, self.cards);
        let mut run = *self.run;
        run.at = at;
        let mut found = false;
        eval::each_among(state, cards, &from.among, &run, &mut |card: Card| {
            found = found
                || !state.table.known(card).has(run.controller)
                || eval::fits(state, cards, &from.filter, card, &run)
                    && (self.waits_for_this(card) || state.can_choose(cards, card, &run));
        });
        found
    }

    /// BF CALL-1.1a, EQUIP-1.1a: a card that needs the effect of the card whose ability this is, once that is under way.
    fn waits_for_this(&self, card: Card) -> bool {
        let only = self.cards.get(self.state.print(card)).sheet.only_by.as_ref();
        let own = self.cards.get(self.run.ability.print);
        only.is_some_and(|only| own.folded == only.name || own.sheet.also.contains(&only.name))
    }

    fn does(&self, verb: &Verb) -> bool {
        match (verb, object(verb)) {
            (Verb::Announce | Verb::AnnounceSoul, _) => false,
            (_, Some(Target::Slot(slot))) if self.is_empty(*slot) => false,
            (_, Some(Target::Slot(slot))) if self.is_filled(*slot) => true,
            // What a step on the way binds is not known yet.
            (_, Some(Target::Slot(slot))) if self.state.picks.of(self.run, *slot).next().is_none() => true,
            _ => self.state.can_do(self.cards, verb, None, self.run),
        }
    }

    fn meets(&self, to: &Gainer<Words>) -> bool {
        match to {
            Gainer::Cards(Target::Slot(slot)) => !self.is_empty(*slot),
            Gainer::Cards(target) => !eval::targets(self.state, self.cards, target, self.run).is_empty(),
            Gainer::Whatever(_) | Gainer::Player(_) => true,
        }
    }

    /// BF OTHER-COST-1: whether all of a cost can be paid. What it does to a target of the announcement is judged by that.
    fn pays(&self, from: u16, end: u16) -> bool {
        let program = &self.cards.ability(self.run.ability).program;
        let mut begun = from;
        for at in from..end {
            let Op::Do(verb) = &program[at as usize] else { continue };
            let Some(Target::Slot(slot)) = object(verb) else { continue };
            if self.is_empty(*slot) {
                return false;
            }
            if self.is_filled(*slot) {
                if !run::payable(self.state, self.cards, self.run, begun, at) {
                    return false;
                }
                begun = at + 1;
            }
        }
        run::payable(self.state, self.cards, self.run, begun, end)
    }
}

/// The cards that a verb is done to.
fn object(verb: &Verb) -> Option<&Target<Words>> {
    match verb {
        Verb::Equip { what, .. }
        | Verb::Cast { what, .. }
        | Verb::TurnOver { what, .. }
        | Verb::RaiseFlag(what)
        | Verb::TurnDown(what)
        | Verb::ToTreasure(what)
        | Verb::Show(what) => Some(what),
        verb => State::patient(verb),
    }
}

/// Whether a condition hangs on what is chosen or done on the way to it.
fn is_open(cond: &Cond<Words>) -> bool {
    match cond {
        Cond::All(all) | Cond::Either(all) => all.iter().any(is_open),
        Cond::Not(inner) => is_open(inner),
        Cond::Compare(a, _, b) => amount_is_open(a) || amount_is_open(b),
        Cond::Exists(select) => select_is_open(select),
        Cond::Is(target, _) => matches!(target, Target::Slot(_)),
        Cond::Did => true,
        Cond::Fact(_) => false,
    }
}

fn amount_is_open(amount: &Amount<Words>) -> bool {
    match amount {
        Amount::Fixed(_) | Amount::Event | Amount::Game(_) => false,
        Amount::Count(select) => select_is_open(select),
        Amount::Figure(_, target) => matches!(**target, Target::Slot(_)),
        Amount::PerEach { of, .. } => amount_is_open(of),
        Amount::Plus(a, b) => amount_is_open(a) || amount_is_open(b),
        Amount::Bound(_) | Amount::Done | Amount::Named => true,
    }
}

fn select_is_open(select: &Select<Words>) -> bool {
    let open = matches!(&select.among, Among::Slot(_) | Among::Under { host: Target::Slot(_), .. });
    open || names_choice(&select.filter)
}

/// Whether a filter speaks of what was chosen before.
fn names_choice(filter: &Filter<Words>) -> bool {
    match filter {
        Filter::Bound(_) => true,
        Filter::All(all) | Filter::Either(all) => all.iter().any(names_choice),
        Filter::Not(inner) => names_choice(inner),
        Filter::Figure(_, _, amount) => amount_is_open(amount),
        _ => false,
    }
}
