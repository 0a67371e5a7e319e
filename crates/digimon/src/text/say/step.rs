//! Sentences: what is done, in which order, on what condition, at what price.

use super::noun::letter;
use super::verb::Form;
use super::{Say, upper};
use crate::vocab::*;
use effects::{Among, Cond, Filter, Gainer, HowMany, Select, Slot, Step, Target, When, Who};

type Steps = [Step<Dcg>];

/// Whether a step only says what the next one is done to.
fn is_prelude(step: &Step<Dcg>) -> bool {
    matches!(step, Step::Choose { .. } | Step::Bind { .. } | Step::Name { .. })
}

/// The first of several steps with what it needs in front of it; gains of the same cards for the same time belong together.
fn unit(steps: &Steps) -> usize {
    let prelude = steps.iter().take_while(|step| is_prelude(step)).count();
    let Some(main) = steps.get(prelude) else { return steps.len() };
    let mut end = prelude + 1;
    if let Step::Gain { to, until, .. } = main {
        while matches!(steps.get(end), Some(Step::Gain { to: other, until: same, .. }) if other == to && same == until)
        {
            end += 1;
        }
    }
    end
}

impl Say<'_> {
    /// A whole body.
    pub(super) fn body(&mut self, steps: &Steps) -> String {
        let all: Vec<String> = self.sentences(steps).into_iter().map(|one| upper(&one)).collect();
        let mut words = String::new();
        for (at, sentence) in all.iter().enumerate() {
            if at > 0 {
                words.push(' ');
            }
            words += sentence;
            if !sentence.ends_with('.') {
                words.push('.');
            }
        }
        words
    }

    /// Steps one after another, each as a sentence with what hangs on it.
    fn sentences(&mut self, mut steps: &Steps) -> Vec<String> {
        let mut all = Vec::new();
        while !steps.is_empty() {
            // What was tried and not done: "A. If you don't, B."
            if let [Step::IfDid { steps: tried, then }, Step::If { cond, then: failed, otherwise }, ..] =
                steps
            {
                let not_done = Cond::Not(Box::new(Cond::Did));
                if then.is_empty() && *cond == not_done && otherwise.is_empty() {
                    all.extend(self.one(tried));
                    all.extend(self.hanging("if you don't, ", failed));
                    steps = &steps[2..];
                    continue;
                }
            }
            // "A. By B, instead C."
            if let [Step::By { cost, then, .. }, Step::If { cond, then: before, otherwise }, ..] = steps {
                if *cond == Cond::Not(Box::new(Cond::Did)) && otherwise.is_empty() {
                    all.extend(self.whole(before));
                    let cost = self.cost(cost);
                    all.extend(prefixed(&format!("by {cost}, instead "), self.whole(then)));
                    steps = &steps[2..];
                    continue;
                }
            }
            if let Some((words, used)) = self.both_players(steps) {
                all.push(words);
                steps = &steps[used..];
                continue;
            }
            let end = unit(steps);
            let part = &steps[..end];
            steps = &steps[end..];
            // A list would take everything behind it for its last point.
            match part {
                [before @ .., Step::OneOf { pick: 1, options, .. }]
                    if !steps.is_empty() && options.len() == 2 =>
                {
                    if !before.is_empty() {
                        all.push(self.clause(before, Form::Base));
                    }
                    let it = self.it.clone();
                    let one = self.clauses(&options[0].1);
                    self.it = it;
                    let other = self.clauses(&options[1].1);
                    all.push(format!("{one}, or {other}"));
                }
                part => all.extend(self.one(part)),
            }
        }
        all
    }

    /// "link up to 2 cards to 1 of your Digimon": each to one of its own.
    fn each_linked(&mut self, choose: &Step<Dcg>, slot: Slot, each: &Steps) -> String {
        let (
            Step::Choose { slot: over, .. },
            [host @ Step::Choose { .. }, Step::Do(Verb::Link { what, host: to, pay })],
        ) = (choose, each)
        else {
            self.failed = true;
            return String::new();
        };
        self.failed |= *what != Target::Slot(slot);
        let link = Verb::Link { what: Target::Slot(*over), host: to.clone(), pay: pay.clone() };
        self.clause(&[choose.clone(), host.clone(), Step::Do(link)], Form::Base)
    }

    /// Steps that one sentence has to say, and the sentences that hang on it.
    fn one(&mut self, steps: &Steps) -> Vec<String> {
        let end = unit(steps);
        let prelude = steps[..end].iter().take_while(|step| is_prelude(step)).count();
        let simple =
            matches!(steps.get(prelude), None | Some(Step::Do(_) | Step::Gain { .. } | Step::Later { .. }));
        if let [choose @ Step::Choose { slot: over, .. }, Step::Each { over: held, slot, steps: each }] =
            steps
        {
            if over == held {
                return vec![self.each_linked(choose, *slot, each)];
            }
        }
        if prelude > 0 && !simple {
            let mut all = vec![self.clause(&steps[..prelude], Form::Base)];
            all.extend(self.one(&steps[prelude..]));
            return all;
        }
        if let Some(words) = keyword_of(&steps[prelude..]) {
            return vec![words.into()];
        }
        let mut all = match &steps[prelude..] {
            [Step::If { cond, then, otherwise }] => self.conditional(cond, then, otherwise),
            [Step::May { who, steps: offered, then, otherwise }] => {
                self.offer(*who, offered, then, otherwise)
            }
            [Step::By { cost, then, forced, .. }] => self.price(cost, then, *forced),
            [Step::IfDid { steps: done, then }] => {
                let mut all = self.one(done);
                all.extend(self.hanging("if you do, ", then));
                all
            }
            [Step::OneOf { pick, options, .. }] => vec![self.modes(*pick, options)],
            [Step::Repeat { times: effects::Amount::Plus(first, more), steps: again }]
                if **first == effects::Amount::Fixed(1) =>
            {
                let (_, each) = self.each(more);
                let it = self.it.clone();
                let again = self.body(again);
                self.it = it;
                vec![format!(
                    "activate the effect below. {}, activate it again. ・{again}",
                    each.trim_start()
                )]
            }
            [Step::Repeat { times, steps: again }] => {
                let (number, each) = self.each(times);
                let it = self.it.clone();
                let again = self.body(again);
                self.it = it;
                vec![if each.is_empty() {
                    format!("activate the effect below {number} times: ・{again}")
                } else {
                    format!("{}, activate the effect below: ・{again}", each.trim_start())
                }]
            }
            [Step::Each { over, slot, steps: each }] => {
                let each = self.body(each);
                vec![format!("for each of {}, as {}, do this: ・{each}", letter(*over), letter(*slot))]
            }
            _ => vec![self.clauses(steps)],
        };
        all.append(&mut self.after);
        all
    }

    /// Clauses of one sentence.
    pub(super) fn clauses(&mut self, mut steps: &Steps) -> String {
        let mut words = String::new();
        let mut gained: Option<Target<Dcg>> = None;
        while !steps.is_empty() {
            let end = unit(steps);
            let part = &steps[..end];
            let before = std::mem::take(&mut gained);
            if let Some(Step::Gain { to: Gainer::Cards(target), .. }) = part.last() {
                gained = Some(target.clone());
            }
            let clause = match part {
                // "gets +1000 DP and attacks": what has just gained something goes on.
                [Step::Do(Verb::Attack { who, at, unsuspended })] if before.as_ref() == Some(who) => {
                    let without = if *unsuspended { " without suspending" } else { "" };
                    format!("attack{}{without}", super::verb::aim(*at))
                }
                [Step::May { steps: offered, then, otherwise, who: Who::You }]
                    if then.is_empty() && otherwise.is_empty() && !words.is_empty() =>
                {
                    format!("you may {}", self.clauses(offered))
                }
                [Step::By { cost, then, .. }] if !words.is_empty() => {
                    let cost = self.cost(cost);
                    format!("by {cost}, {}", self.one(then).join(". "))
                }
                [
                    Step::If { .. }
                    | Step::May { .. }
                    | Step::By { .. }
                    | Step::IfDid { .. }
                    | Step::OneOf { .. },
                ] => {
                    if !words.is_empty() {
                        self.failed = true;
                    }
                    self.one(part).join(". ")
                }
                part => self.clause(part, Form::Base),
            };
            if !words.is_empty() {
                words += ", and ";
            }
            words += &clause;
            steps = &steps[end..];
        }
        words
    }

    /// Sentences that hang on the one before, each with the same words in front.
    fn hanging(&mut self, front: &str, mut steps: &Steps) -> Vec<String> {
        let mut all = Vec::new();
        let plain = |step: &Step<Dcg>| {
            is_prelude(step) || matches!(step, Step::Do(_) | Step::Gain { .. } | Step::Later { .. })
        };
        while !steps.is_empty() {
            // As much as one sentence can say.
            let mut end = unit(steps);
            if steps[..end].iter().all(plain) && matches!(steps.get(end - 1), Some(step) if !is_prelude(step))
            {
                while end < steps.len() {
                    let next = end + unit(&steps[end..]);
                    if !steps[end..next].iter().all(plain) {
                        break;
                    }
                    end = next;
                }
                let words = self.clauses(&steps[..end]);
                all.push(format!("{front}{words}"));
                all.append(&mut self.after);
            } else {
                let mut more = self.one(&steps[..end]);
                if let Some(first) = more.first_mut() {
                    *first = format!("{front}{first}");
                }
                all.extend(more);
            }
            steps = &steps[end..];
        }
        all
    }

    fn conditional(&mut self, cond: &Cond<Dcg>, then: &Steps, otherwise: &Steps) -> Vec<String> {
        // "This [X] trait Digimon gets …".
        if otherwise.is_empty() {
            let front = match cond {
                Cond::Fact(Fact::ByDna) => "if DNA digivolving".to_string(),
                cond => format!("if {}", self.condition(cond)),
            };
            // What follows a cost in another sentence is done also where the condition does not hold: here it is not.
            self.tight = matches!(then, [Step::By { .. }]);
            let then = self.whole(then);
            self.tight = false;
            return prefixed(&format!("{front}, "), then);
        }
        // "If C, by A, B. Then, D": D follows also where the condition does not hold (DCG 15-6-2).
        if let Some(first) = without_rest(then, otherwise) {
            let mut all = prefixed(&format!("if {}, ", self.condition(cond)), self.whole(&first));
            all.extend(self.sentences(otherwise));
            return all;
        }
        if let [Step::OneOf { pick, options, .. }] = otherwise {
            if let [Step::OneOf { pick: every, options: same, .. }] = then {
                if usize::from(*every) == options.len() && same == options {
                    let cond = self.condition(cond);
                    let front = format!(
                        "activate {pick} of the effects below. If {cond}, activate all of the effects below instead:"
                    );
                    return vec![front + &self.points(options)];
                }
            }
        }
        if let Some(change) = changed(then, otherwise) {
            let mut all = self.whole(otherwise);
            all.push(format!("if {}, {change}", self.condition(cond)));
            return all;
        }
        // Choices are read in the order they are said: what is chosen first is said first.
        if first_slot(then) < first_slot(otherwise) {
            let mut all = prefixed(&format!("if {}, ", self.condition(cond)), self.whole(then));
            all.extend(prefixed("otherwise, ", self.whole(otherwise)));
            return all;
        }
        let mut all = self.whole(otherwise);
        let then: Vec<Step<Dcg>> = match then {
            [Step::May { who, steps, then, otherwise: left }] if left == otherwise => {
                vec![Step::May { who: *who, steps: steps.clone(), then: then.clone(), otherwise: Vec::new() }]
            }
            then => then.to_vec(),
        };
        let cond = self.condition(cond);
        let then = self.whole(&then);
        all.extend(prefixed(&format!("if {cond}, instead "), then));
        all
    }

    /// Several steps as one sentence, and what hangs on it.
    fn whole(&mut self, steps: &Steps) -> Vec<String> {
        if unit(steps) == steps.len() {
            return self.one(steps);
        }
        let mut all = vec![self.clauses(steps)];
        all.append(&mut self.after);
        all
    }

    fn offer(&mut self, who: Who, offered: &Steps, then: &Steps, otherwise: &Steps) -> Vec<String> {
        let mut all = match self.by_themselves(who, offered) {
            Some(words) => vec![words],
            None if who == Who::Opponent => {
                self.offered = true;
                let words = format!("your opponent may {}", self.clause(offered, Form::Base));
                self.offered = false;
                vec![words]
            }
            None if matches!(offered.iter().find(|step| !is_prelude(step)), Some(Step::Gain { .. })) => {
                self.offered = true;
                let words = prefixed("you may have ", self.whole(offered));
                self.offered = false;
                words
            }
            None => prefixed("you may ", self.whole(offered)),
        };
        all.append(&mut self.after);
        // "If you do" never speaks of a shuffle.
        if let ([shuffle @ Step::Do(Verb::Shuffle(..)), rest @ ..], [other]) = (then, otherwise) {
            if shuffle == other {
                all.push(self.clauses(std::slice::from_ref(shuffle)));
                all.extend(self.hanging("if you do, ", rest));
                return all;
            }
        }
        let it = self.it.clone();
        let (does, not) = if who == Who::Opponent {
            ("if they do, ", "if they don't, ")
        } else {
            ("if you do, ", "if you don't, ")
        };
        all.extend(self.hanging(does, then));
        if !otherwise.is_empty() {
            let _ = it;
            all.extend(self.hanging(not, otherwise));
        }
        all
    }

    /// "This Digimon may attack a player": what a Digimon may do by itself.
    fn by_themselves(&mut self, who: Who, offered: &Steps) -> Option<String> {
        let (Step::Do(verb), prelude) = offered.split_last()? else { return None };
        let subject = match verb {
            Verb::Attack { who, .. } => who,
            Verb::Digivolve { what, .. } | Verb::AppFuse { what, .. } => what,
            Verb::Battle(who, _) => who,
            _ => return None,
        };
        let ready = prelude.iter().all(|step| matches!(step, Step::Choose { who: Who::You, .. }));
        if who != Who::You || !ready || matches!(subject, Target::Several(_)) {
            return None;
        }
        self.waiting = prelude.to_vec();
        let words = self.acts(verb, "may ");
        let all_said = self.waiting.is_empty();
        self.waiting.clear();
        self.failed |= !all_said;
        Some(words + &self.times.take().unwrap_or_default())
    }

    fn price(&mut self, cost: &Steps, then: &Steps, forced: bool) -> Vec<String> {
        // "This [X] trait Digimon's top card …" and keywords that are paid with stand as they are.
        match cost {
            [Step::Do(Verb::Delay)] => {
                let then = self.body(then);
                return vec![format!("<Delay> ・{then}")];
            }
            [Step::Do(Verb::DigiBurst(amount))] => {
                let amount = self.number(amount);
                let then = self.body(then);
                return vec![format!("<Digi-Burst {amount}> ・{then}")];
            }
            _ => {}
        }
        let it = self.it.clone();
        let paid = crate::text::body::paid_with(cost).map(Target::Slot);
        let cost = self.cost(cost);
        let own = self.it == Some(Target::This) && it.is_some();
        if own || paid.is_some() && self.it == paid && it.is_some() {
            self.it = it;
        }
        let must = if forced { "you must pay by " } else { "by " };
        let then = if std::mem::take(&mut self.tight) { self.whole(then) } else { self.sentences(then) };
        prefixed(&format!("{must}{cost}, "), then)
    }

    /// Behind "by".
    fn cost(&mut self, mut steps: &Steps) -> String {
        let mut all = Vec::new();
        let it = self.it.clone();
        while !steps.is_empty() {
            let end = unit(steps);
            if !all.is_empty() && self.it == Some(Target::This) {
                self.it.clone_from(&it);
            }
            all.push(self.clause(&steps[..end], Form::Ing));
            steps = &steps[end..];
        }
        all.join(" and ")
    }

    fn modes(&mut self, pick: u8, options: &[(String, Vec<Step<Dcg>>)]) -> String {
        // One of the colours, by its name.
        if let Some((_, steps)) = options.first().filter(|_| options.len() == 6) {
            if let [Step::Gain { to: Gainer::Cards(target), change: Change::Color(_), until }] = &steps[..] {
                let (what, end) = (self.object(target), self.lasting(*until));
                return format!("change the original color of {what} to 1 non-white color {}", end.trim());
            }
        }
        format!("activate {pick} of the effects below:{}", self.points(options))
    }

    fn points(&mut self, options: &[(String, Vec<Step<Dcg>>)]) -> String {
        let it = self.it.clone();
        let mut words = String::new();
        for (_, steps) in options {
            self.it = it.clone();
            words += &format!(" ・{}", self.body(steps));
        }
        words
    }

    /// "Both players trash 1 card in their hands": the turn player chooses first.
    fn both_players(&mut self, steps: &Steps) -> Option<(String, usize)> {
        let [
            Step::If { cond: Cond::Fact(Fact::Turn(Who::You)), then, otherwise },
            Step::Do(Verb::Trash(_)),
            ..,
        ] = steps
        else {
            return None;
        };
        let ([Step::Choose { from, .. }, Step::Choose { .. }], [Step::Choose { .. }, Step::Choose { .. }]) =
            (&then[..], &otherwise[..])
        else {
            return None;
        };
        let HowMany::Exactly(amount) = &from.count else { return None };
        if let effects::Amount::Plus(_, left) = amount {
            let effects::Amount::Fixed(left) = **left else { return None };
            return Some((
                format!("both players trash cards in their hands until they have {} left", -left),
                2,
            ));
        }
        Some((format!("both players trash {} cards in their hands", self.number(amount)), 2))
    }

    // ---- clauses ------------------------------------------------------------------------------------------------------

    /// One deed with the choices that belong to it.
    pub(super) fn clause(&mut self, steps: &Steps, form: Form) -> String {
        let prelude = steps.iter().take_while(|step| is_prelude(step)).count();
        let (prelude, main) = steps.split_at(prelude);
        let state = (self.it.clone(), self.moved.clone(), self.shown, self.after.clone(), self.many.clone());
        if let Some(words) = self.in_one(prelude, main, form) {
            return words;
        }
        // What the deed does not say itself is chosen before.
        (self.it, self.moved, self.shown, self.after, self.many) = state;
        self.waiting.clear();
        let mut words = Vec::new();
        for step in prelude {
            words.push(self.choose(step, form));
        }
        if !main.is_empty() {
            words.push(self.in_one(&[], main, form).unwrap_or_else(|| {
                self.failed = true;
                "do what it says".into()
            }));
        }
        words.join(if form == Form::Ing { " and " } else { ", and " })
    }

    /// A choice in words of its own.
    fn choose(&mut self, step: &Step<Dcg>, form: Form) -> String {
        match step {
            Step::Choose { who, slot, from } => {
                self.bound_many(*slot, &from.count);
                let from = self.select(from);
                (self.it, self.moved) = (Some(Target::Slot(*slot)), None);
                let times = self.times.take().unwrap_or_default();
                match who {
                    Who::Opponent => format!("your opponent {} {from}{times}", Form::Third.of("choose")),
                    Who::You | Who::Both | Who::Owner => format!("{} {from}{times}", form.of("choose")),
                }
            }
            Step::Bind { slot, to } => {
                let to = self.object(to);
                self.it = Some(Target::Slot(*slot));
                format!("{} {to} as {}", form.of("take"), letter(*slot))
            }
            Step::Name { min, max, .. } => {
                let (min, max) = (self.number(min), self.number(max));
                format!("{} a number from {min} to {max}", form.of("name"))
            }
            _ => String::new(),
        }
    }

    pub(super) fn bound_many(&mut self, slot: Slot, count: &HowMany<Dcg>) {
        let one = matches!(
            count,
            HowMany::Exactly(effects::Amount::Fixed(1)) | HowMany::UpTo(effects::Amount::Fixed(1))
        );
        self.many.retain(|held| *held != slot);
        if !one {
            self.many.push(slot);
        }
    }

    /// The deed and its choices in one clause, if its words say all of them in their order.
    fn in_one(&mut self, prelude: &Steps, main: &Steps, form: Form) -> Option<String> {
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

    fn deed(
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
                return Some(format!("{verb} the rest to the {end} of the deck"));
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

    fn spared(&mut self, prelude: &Steps, verb: &Verb, form: Form) -> Option<String> {
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

    fn every_security(&mut self, select: &Select<Dcg>) -> String {
        match &select.among {
            Among::Zones { whose, .. } => format!("{} security stack", super::noun::whose(*whose)),
            _ => self.every(select),
        }
    }

    /// What is set up for later.
    fn later(&mut self, index: u8, until: Until, carry: &Target<Dcg>, form: Form) -> Option<String> {
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
                if trigger.moment != Moment::BattleEnded || *carry != Target::This {
                    return None;
                }
                let body = super::lower(&self.body(steps));
                Some(format!("{when}, {}", body.trim_end_matches('.')))
            }
            _ => None,
        }
    }

    /// Gains of the same cards for the same time.
    fn gains(&mut self, gains: &Steps, form: Form) -> Option<String> {
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

/// The first slot that steps bind.
fn first_slot(steps: &Steps) -> Option<u8> {
    steps.iter().find_map(|step| match step {
        Step::Choose { slot, .. } | Step::Bind { slot, .. } => Some(slot.0),
        Step::If { then, otherwise, .. } => first_slot(then).or_else(|| first_slot(otherwise)),
        Step::May { steps, then, .. } | Step::IfDid { steps, then } => {
            first_slot(steps).or_else(|| first_slot(then))
        }
        Step::By { cost, then, .. } => first_slot(cost).or_else(|| first_slot(then)),
        _ => None,
    })
}

/// How a sentence is changed where a condition holds: "add 1 to this effect's maximum".
fn changed(then: &Steps, otherwise: &Steps) -> Option<String> {
    use crate::text::modify;
    let (mut with, mut without) = (then.to_vec(), otherwise.to_vec());
    if let (Some(verb), Some(before)) = (modify::last_verb(&mut with), modify::last_verb(&mut without)) {
        let pay = |verb: &Verb| match verb {
            Verb::Play { pay, .. }
            | Verb::Digivolve { pay, .. }
            | Verb::Use { pay, .. }
            | Verb::PlayOrUse { pay, .. }
            | Verb::Link { pay, .. } => Some(pay.clone()),
            _ => None,
        };
        let less = match (pay(verb), pay(before)) {
            (Some(Pay::Less(effects::Amount::Fixed(n))), Some(Pay::Full)) => Some(n),
            (Some(Pay::Less(effects::Amount::Plus(first, more))), Some(Pay::Less(same)))
                if *first == same =>
            {
                match *more {
                    effects::Amount::Fixed(n) => Some(n),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(less) = less {
            return Some(format!("reduce this effect's cost by {less}"));
        }
    }
    let by = raise_in(then)?;
    let mut raised = otherwise.to_vec();
    if !modify::raise(&mut raised, &effects::Amount::Fixed(by)) || raised != then {
        return None;
    }
    let (add, to) = if by < 0 { ("remove", "from") } else { ("add", "to") };
    Some(format!("{add} {} {to} this effect's maximum", by.abs()))
}

/// By how much a bound among these steps was raised.
fn raise_in(steps: &Steps) -> Option<i32> {
    fn fixed(amount: &effects::Amount<Dcg>) -> Option<i32> {
        match amount {
            effects::Amount::Plus(_, more) => match **more {
                effects::Amount::Fixed(by) => Some(by),
                _ => None,
            },
            _ => None,
        }
    }
    fn bound(filter: &Filter<Dcg>) -> Option<i32> {
        match filter {
            Filter::Figure(_, _, amount) => fixed(amount),
            Filter::All(all) => all.iter().find_map(bound),
            _ => None,
        }
    }
    let select = |select: &Select<Dcg>| match &select.count {
        HowMany::TotalUpTo(_, amount) => fixed(amount),
        _ => bound(&select.filter),
    };
    steps.iter().rev().find_map(|step| match step {
        Step::Choose { from, .. } => select(from),
        Step::Do(
            Verb::Delete(Target::Each(each))
            | Verb::ToHand(Target::Each(each))
            | Verb::ToDeck(Target::Each(each), _),
        ) => select(each),
        Step::May { steps, .. } => raise_in(steps),
        Step::By { then, .. } | Step::If { then, .. } => raise_in(then),
        _ => None,
    })
}

/// Steps that a keyword stands for.
fn keyword_of(steps: &Steps) -> Option<&'static str> {
    let is_attack = |steps: &Steps| {
        matches!(steps, [Step::Do(Verb::Attack { who: Target::This, at: Aim::Any, unsuspended: false })])
    };
    match steps {
        [
            Step::If {
                cond:
                    Cond::Compare(
                        effects::Amount::Game(Count::Memory(Who::Opponent)),
                        effects::Cmp::AtLeast,
                        effects::Amount::Fixed(1),
                    ),
                then,
                otherwise,
            },
        ] if otherwise.is_empty() => {
            let [Step::May { who: Who::You, steps, then, otherwise }] = &then[..] else { return None };
            (is_attack(steps) && then.is_empty() && otherwise.is_empty()).then_some("<Blitz>")
        }
        [Step::May { who: Who::You, steps, then, otherwise }] if then.is_empty() && otherwise.is_empty() => {
            let [Step::Choose { who: Who::You, slot, from }, Step::Do(place)] = &steps[..] else {
                return None;
            };
            let host = Target::Slot(*slot);
            let under = Verb::PlaceUnder { what: Target::This, host, end: End::Bottom, face: Face::Up };
            let tamers = crate::text::moves::yours(Filter::Kind(Kind::Tamer));
            (*place == under && *from == tamers).then_some("<Save>")
        }
        _ => None,
    }
}

/// A deed done later to the card carried along, as it is said now.
fn with_carried(verb: &Verb, carry: &Target<Dcg>) -> Option<Verb> {
    let to = |target: &Target<Dcg>| (*target == Target::Subject).then(|| carry.clone());
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
fn is_fixed_maximum(select: &Select<Dcg>) -> bool {
    fn is_number(amount: &effects::Amount<Dcg>) -> bool {
        match amount {
            effects::Amount::Fixed(_) => true,
            effects::Amount::Plus(first, _) => is_number(first),
            _ => false,
        }
    }
    fn fixed(filter: &Filter<Dcg>) -> bool {
        match filter {
            Filter::Figure(Figure::Dp, effects::Cmp::AtMost, amount) => is_number(amount),
            Filter::All(all) => all.iter().any(fixed),
            _ => false,
        }
    }
    fixed(&select.filter)
        || matches!(&select.count, HowMany::TotalUpTo(Figure::Dp, amount) if is_number(amount))
}

fn prelude_binds(steps: &Steps, slot: Slot) -> bool {
    steps.iter().any(|step| matches!(step, Step::Choose { slot: held, .. } if *held == slot))
}

fn is_security(select: &Select<Dcg>) -> bool {
    matches!(&select.among, Among::Zones { zones, .. } if zones == &[Place::Security])
        && select.filter == Filter::Any
        && select.count == HowMany::All
}

/// The first of several sentences gets words in front.
fn prefixed(front: &str, mut all: Vec<String>) -> Vec<String> {
    if let Some(first) = all.first_mut() {
        *first = format!("{front}{first}");
    }
    all
}

/// Steps that end in a cost, without what follows the sentence they are of.
fn without_rest(steps: &Steps, rest: &Steps) -> Option<Vec<Step<Dcg>>> {
    let (last, before) = steps.split_last()?;
    let last = match last {
        Step::By { who, cost, then, forced } => {
            let kept = match then.strip_suffix(rest) {
                Some(kept) if !kept.is_empty() => kept.to_vec(),
                _ => without_rest(then, rest)?,
            };
            Step::By { who: *who, cost: cost.clone(), then: kept, forced: *forced }
        }
        Step::If { cond, then, otherwise } if otherwise == rest => {
            Step::If { cond: cond.clone(), then: without_rest(then, rest)?, otherwise: Vec::new() }
        }
        _ => return None,
    };
    Some(before.iter().cloned().chain([last]).collect())
}
