//! One deed with the cards it is done to, in one clause.

use super::Say;
use super::step::*;
use super::verb::Form;
use crate::vocab::*;
use effects::{Among, Cond, Filter, Gainer, HowMany, Select, Slot, Step, Target, When, Who};

impl Say<'_> {
    /// A choice in words of its own.
    pub(super) fn choose(&mut self, step: &Step<Dcg>, form: Form) -> String {
        match step {
            Step::Choose { who, slot, from } => {
                self.bound_many(*slot, &from.count);
                let from = self.select(from);
                (self.it, self.moved) = (Some(Target::Slot(*slot)), None);
                let times = self.times.take().unwrap_or_default();
                match who {
                    Who::Opponent if !self.offered => {
                        format!("your opponent {} {from}{times}", Form::Third.of("choose"))
                    }
                    _ => format!("{} {from}{times}", form.of("choose")),
                }
            }
            Step::Bind { slot, to } => {
                let to = self.object(to);
                self.it = Some(Target::Slot(*slot));
                format!("{} {to} as {}", form.of("take"), self.letter(*slot))
            }
            Step::Name { min, max, .. } => {
                let (min, max) = (self.number(min), self.number(max));
                format!("{} a number from {min} to {max}", form.of("name"))
            }
            _ => String::new(),
        }
    }

    /// The deed and its choices in one clause, if its words say all of them in their order.
    pub(super) fn in_one(&mut self, prelude: &Steps, main: &Steps, form: Form) -> Option<String> {
        for step in prelude {
            if let Step::Choose { slot, from, .. } = step {
                self.bound_many(*slot, &from.count);
            }
        }
        self.waiting = prelude.iter().filter(|step| matches!(step, Step::Choose { .. })).cloned().collect();
        self.named_max = prelude.iter().find(|step| matches!(step, Step::Name { .. })).cloned();
        let bind = prelude.iter().find_map(|step| match step {
            Step::Bind { slot, to } => Some((*slot, to.clone())),
            _ => None,
        });
        let failed = std::mem::replace(&mut self.failed, false);
        let words = match main {
            [] => {
                if let [only @ Step::Choose { .. }] = prelude {
                    self.waiting.clear();
                    Some(self.choose(only, form))
                } else {
                    None
                }
            }
            [Step::Do(verb)] => self.deed(prelude, verb, bind, form),
            [Step::Gain { .. }, ..] => self.gains(main, form),
            [Step::Later { ability, until, carry }] => self.later(*ability, *until, carry, form),
            _ => None,
        };
        let complete = self.waiting.is_empty() && self.named_max.is_none() && !self.failed && words.is_some();
        self.failed = failed;
        self.waiting.clear();
        self.named_max = None;
        let times = self.times.take().unwrap_or_default();
        // What only gains is multiplied from the front.
        let front = matches!(main, [Step::Gain { .. }, ..]) && !times.is_empty();
        let words = words.unwrap_or_default();
        complete.then(|| if front { format!("{}, {words}", times.trim_start()) } else { words + &times })
    }

    pub(super) fn deed(
        &mut self,
        prelude: &Steps,
        verb: &Verb,
        bind: Option<(Slot, Target<Dcg>)>,
        form: Form,
    ) -> Option<String> {
        // "return the rest to the bottom of the deck": the player orders what is left of the shown cards.
        if let ([Step::Choose { slot, from, .. }], Verb::ToDeck(Target::Slot(put), end)) = (prelude, verb) {
            let shown = self.shown.filter(|shown| from.among == Among::Slot(*shown));
            if shown.is_some()
                && put == slot
                && from.ordered
                && from.count == HowMany::All
                && from.filter == Filter::Test(Test::Unmoved)
            {
                self.waiting.clear();
                let (verb, end) = (form.of("return"), super::end(*end));
                let order = if self.held.is_some() { " in any order" } else { "" };
                return Some(format!("{verb} the rest to the {end} of the deck{order}"));
            }
        }
        // "choose 1 Digimon and delete all other Digimon": others are those that were not chosen.
        if let Some(words) = self.spared(prelude, verb, form) {
            return Some(words);
        }
        // Only what a deletion prints itself can be raised by other effects (DCG 15-15-5).
        if let Verb::Delete(Target::Slot(slot)) = verb {
            self.failed |= self.waiting.iter().any(
                |step| matches!(step, Step::Choose { slot: held, from, .. } if held == slot && is_fixed_maximum(from)),
            );
        }
        if let Some((slot, to)) = bind {
            let (Verb::Reveal(Target::Slot(held)) | Verb::Look(Target::Slot(held))) = verb else {
                return None;
            };
            if *held != slot {
                return None;
            }
            let show =
                if matches!(verb, Verb::Reveal(_)) { form.of("reveal") } else { form.of("look") + " at" };
            let what = match &to {
                Target::Each(select) if is_security(select) => self.every_security(select),
                Target::Each(select) if is_their_hand(select) => "your opponent's hand".into(),
                to => self.object(to),
            };
            self.shown = Some(slot);
            self.it = Some(Target::Slot(slot));
            self.many.push(slot);
            return Some(format!("{show} {what}"));
        }
        let theirs = prelude.iter().any(|step| matches!(step, Step::Choose { who: Who::Opponent, .. }))
            || matches!(
                verb,
                Verb::Draw(Who::Opponent, _)
                    | Verb::GainMemory(Who::Opponent, _)
                    | Verb::LoseMemory(Who::Opponent, _)
                    | Verb::Recover(Who::Opponent, _)
                    | Verb::Hatch(Who::Opponent)
                    | Verb::Win(Who::Opponent)
            );
        if theirs && !self.offered {
            return Some(format!("your opponent {}", self.verb(verb, Form::Third)));
        }
        Some(self.verb(verb, form))
    }

    pub(super) fn spared(&mut self, prelude: &Steps, verb: &Verb, form: Form) -> Option<String> {
        let Verb::Delete(Target::Each(each)) = verb else { return None };
        let Filter::All(all) = &each.filter else { return None };
        let not: Vec<Filter<Dcg>> = prelude
            .iter()
            .filter_map(|step| match step {
                Step::Choose { slot, .. } => Some(Filter::Not(Box::new(Filter::Bound(*slot)))),
                _ => None,
            })
            .collect();
        let rest = all.strip_prefix(&not[..]).filter(|_| !not.is_empty())?;
        let first = match prelude {
            [Step::Choose { from, .. }] => self.select(from),
            [Step::Choose { from, .. }, Step::Choose { .. }] => {
                format!("1 of each player's {}", self.described(&from.filter, super::noun::MANY))
            }
            _ => return None,
        };
        self.waiting.clear();
        let whose = match &each.among {
            Among::Zones { whose: Who::Opponent, .. } => "of their ",
            _ => "",
        };
        let rest = rest.iter().cloned().fold(Filter::Any, Filter::and);
        let rest = self.described(&rest, super::noun::MANY);
        if let Some(Step::Choose { slot, .. }) = prelude.last() {
            self.it = Some(Target::Slot(*slot));
        }
        let theirs = matches!(prelude, [Step::Choose { who: Who::Opponent, .. }, ..]);
        let chooses = if theirs { "your opponent chooses".into() } else { form.of("choose") };
        Some(format!("{chooses} {first} and delete all {whose}other {rest}"))
    }

    pub(super) fn every_security(&mut self, select: &Select<Dcg>) -> String {
        match &select.among {
            Among::Zones { whose, .. } => format!("{} security stack", super::noun::whose(*whose)),
            _ => self.every(select),
        }
    }

    /// What is set up for later.
    pub(super) fn later(
        &mut self,
        index: u8,
        until: Until,
        carry: &Target<Dcg>,
        form: Form,
    ) -> Option<String> {
        let ability = self.abilities.get(index as usize)?.clone();
        match (&ability.when, &ability.steps[..]) {
            (When::Would(triggers), steps) => {
                let it = self.it.clone();
                let event = self.event(triggers, true);
                let words = self.whole(steps);
                self.it = it;
                (until == Until::Once && *carry == Target::This)
                    .then(|| format!("the next time {event} this turn, {}", words.join(". ")))
            }
            (When::Trigger(triggers), steps) => {
                let [trigger] = &triggers[..] else { return None };
                if trigger.subject != Filter::Any || until != Until::Once {
                    return None;
                }
                let when = match (trigger.moment, &trigger.cond) {
                    (Moment::EndOfTurn, None) => "at the end of the turn",
                    (Moment::EndOfTurn, Some(Cond::Fact(Fact::Turn(Who::Opponent)))) => {
                        "at the end of your opponent's turn"
                    }
                    (Moment::EndOfTurn, Some(Cond::Fact(Fact::Turn(Who::You)))) => "at the end of your turn",
                    (Moment::BattleEnded, None) => "at the end of the battle",
                    (Moment::AttackEnded, None) => "at the end of the attack",
                    _ => return None,
                };
                if let [Step::Do(verb)] = steps {
                    if let Some(verb) = with_carried(verb, carry) {
                        return Some(format!("{} {when}", self.verb(&verb, form)));
                    }
                }
                // What is chosen then has nothing to carry along.
                let chosen =
                    matches!(steps, [Step::Choose { .. }, Step::Do(Verb::Play { .. })] | [Step::May { .. }]);
                if !(trigger.moment == Moment::BattleEnded || chosen) || *carry != Target::This {
                    return None;
                }
                let body = super::lower(&self.body(steps));
                Some(format!("{when}, {}", body.trim_end_matches('.')))
            }
            _ => None,
        }
    }

    /// Gains of the same cards for the same time.
    pub(super) fn gains(&mut self, gains: &Steps, form: Form) -> Option<String> {
        let Some(Step::Gain { to, until, .. }) = gains.first() else { return None };
        let changes: Vec<&Change> = gains
            .iter()
            .filter_map(|step| if let Step::Gain { change, .. } = step { Some(change) } else { None })
            .collect();
        let (subject, many) = match to {
            Gainer::Cards(target) => {
                let many = self.is_many(target);
                let words = match target {
                    Target::Slot(slot) if self.waits(*slot) => self.chosen(*slot),
                    target => self.object(target),
                };
                (if words == "them" { "they".to_string() } else { words }, many)
            }
            Gainer::Whatever(select) => {
                let target = Target::Each(Box::new(select.clone()));
                (self.object(&target), true)
            }
            Gainer::Player(Who::Opponent) => ("your opponent".into(), false),
            Gainer::Player(Who::Both) => ("players".into(), true),
            Gainer::Player(Who::You) => ("you".into(), true),
            Gainer::Player(Who::Owner) => ("its owner".into(), false),
        };
        if let ([Change::Cannot(Cannot::AddSecurity)], Gainer::Player(who)) = (&changes[..], to) {
            let (last, effects) = (self.lasting(*until), self.effects(*who, &Filter::Any));
            return Some(format!("cards can't be added to security stacks by {effects}{last}"));
        }
        let last = self.lasting(*until);
        let many = many || std::mem::take(&mut self.offered);
        if form == Form::Ing {
            self.failed = true;
        }
        // "This Digimon's attack target can't be switched".
        if let ([Change::Cannot(Cannot::Switch)], Gainer::Cards(target)) = (&changes[..], to) {
            if !matches!(target, Target::Slot(slot) if prelude_binds(&self.waiting, *slot))
                && subject == self.this()
            {
                return Some(format!("{subject}'s attack target can't be switched{last}"));
            }
        }
        let changes = self.changes(&changes, many);
        Some(format!("{subject} {changes}{last}"))
    }
}

/// A deed done later to the card carried along, as it is said now.
pub(super) fn with_carried(verb: &Verb, carry: &Target<Dcg>) -> Option<Verb> {
    let to = |target: &Target<Dcg>| (*target == Target::Test(Test::Those)).then(|| carry.clone());
    Some(match verb {
        Verb::Delete(target) => Verb::Delete(to(target)?),
        Verb::Trash(target) => Verb::Trash(to(target)?),
        Verb::ToHand(target) => Verb::ToHand(to(target)?),
        Verb::ToDeck(target, end) => Verb::ToDeck(to(target)?, *end),
        Verb::Suspend(target) => Verb::Suspend(to(target)?),
        Verb::Unsuspend(target) => Verb::Unsuspend(to(target)?),
        Verb::Play { what, pay, suspended, quiet } => {
            Verb::Play { what: to(what)?, pay: pay.clone(), suspended: *suspended, quiet: *quiet }
        }
        Verb::GainMemory(..) | Verb::LoseMemory(..) | Verb::Draw(..) if *carry == Target::This => {
            verb.clone()
        }
        _ => return None,
    })
}

/// Whether a choice has a DP maximum that no other effect raises.
pub(super) fn is_fixed_maximum(select: &Select<Dcg>) -> bool {
    pub(super) fn is_number(amount: &effects::Amount<Dcg>) -> bool {
        match amount {
            effects::Amount::Fixed(_) => true,
            effects::Amount::Plus(first, _) => is_number(first),
            _ => false,
        }
    }
    pub(super) fn fixed(filter: &Filter<Dcg>) -> bool {
        match filter {
            Filter::Figure(Figure::Dp, effects::Cmp::AtMost, amount) => is_number(amount),
            Filter::All(all) => all.iter().any(fixed),
            _ => false,
        }
    }
    fixed(&select.filter)
        || matches!(&select.count, HowMany::TotalUpTo(Figure::Dp, amount) if is_number(amount))
}

pub(super) fn prelude_binds(steps: &Steps, slot: Slot) -> bool {
    steps.iter().any(|step| matches!(step, Step::Choose { slot: held, .. } if *held == slot))
}

/// All of the other player's hand, which has a name of its own.
fn is_their_hand(select: &Select<Dcg>) -> bool {
    let hand = Among::Zones { whose: Who::Opponent, zones: vec![Place::Hand] };
    select.among == hand && select.filter == Filter::Any && select.count == HowMany::All
}

pub(super) fn is_security(select: &Select<Dcg>) -> bool {
    matches!(&select.among, Among::Zones { zones, .. } if zones == &[Place::Security])
        && select.filter == Filter::Any
        && select.count == HowMany::All
}
