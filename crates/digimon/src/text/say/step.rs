//! Sentences: what is done, in which order, on what condition, at what price.

use super::super::body::{bound, hangs_on};
use super::verb::Form;
use super::{Say, upper};
use crate::vocab::*;
use effects::{Amount, Cmp, Cond, Filter, Gainer, HowMany, Select, Slot, Step, Target, Who};

pub(super) type Steps = [Step<Dcg>];

/// Whether a step only says what the next one is done to.
pub(super) fn is_prelude(step: &Step<Dcg>) -> bool {
    matches!(step, Step::Choose { .. } | Step::Bind { .. } | Step::Name { .. })
}

/// The first of several steps with what it needs in front of it; gains of the same cards for the same time belong together.
pub(super) fn unit(steps: &Steps) -> usize {
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
    pub(super) fn sentences(&mut self, mut steps: &Steps) -> Vec<String> {
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
            // "Your opponent may choose 1 … If they do, B."
            if let [
                offer @ Step::May { who: Who::Opponent, steps: offered, .. },
                Step::If { cond, then, .. },
                ..,
            ] = steps
            {
                if let [Step::Choose { slot, .. }] = offered[..] {
                    let chosen = Cond::Compare(Amount::Bound(slot), Cmp::AtLeast, Amount::Fixed(1));
                    let missing = *cond == Cond::Not(Box::new(chosen.clone()));
                    if *cond == chosen || missing {
                        all.extend(self.one(std::slice::from_ref(offer)));
                        all.extend(
                            self.hanging(if missing { "if they don't, " } else { "if they do, " }, then),
                        );
                        steps = &steps[2..];
                        continue;
                    }
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
                [Step::May { who: Who::You, steps: offered, then, otherwise }]
                    if !steps.is_empty() && then.is_empty() && otherwise.is_empty() =>
                {
                    match &offered[..] {
                        [Step::OneOf { pick: 1, options, .. }] if options.len() == 2 => {
                            let it = self.it.clone();
                            let one = self.clauses(&options[0].1);
                            self.it = it;
                            let other = self.clauses(&options[1].1);
                            all.push(format!("you may {one}, or {other}"));
                        }
                        _ => all.extend(self.one(part)),
                    }
                }
                part => all.extend(self.one(part)),
            }
        }
        all
    }

    /// "link up to 2 cards to 1 of your Digimon": each to one of its own.
    pub(super) fn each_linked(&mut self, choose: &Step<Dcg>, slot: Slot, each: &Steps) -> String {
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
    pub(super) fn one(&mut self, steps: &Steps) -> Vec<String> {
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
                vec![format!(
                    "for each of {}, as {}, do this: ・{each}",
                    self.letter(*over),
                    self.letter(*slot)
                )]
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
    pub(super) fn hanging(&mut self, front: &str, mut steps: &Steps) -> Vec<String> {
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

    pub(super) fn conditional(&mut self, cond: &Cond<Dcg>, then: &Steps, otherwise: &Steps) -> Vec<String> {
        // "This [X] trait Digimon gets …".
        if otherwise.is_empty() {
            let front = match cond {
                Cond::Fact(Fact::ByDna) => "if DNA digivolving".to_string(),
                cond => format!("if {}", self.condition(cond)),
            };
            // What follows a cost in another sentence is done also where the condition does not hold: here it is not,
            // unless it speaks of a card that is chosen or shown there.
            self.tight = matches!(then, [Step::By { then, .. }] if !asks_of_shown(then));
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
    pub(super) fn whole(&mut self, steps: &Steps) -> Vec<String> {
        if unit(steps) == steps.len() {
            return self.one(steps);
        }
        let mut all = vec![self.clauses(steps)];
        all.append(&mut self.after);
        all
    }

    pub(super) fn offer(
        &mut self,
        who: Who,
        offered: &Steps,
        then: &Steps,
        otherwise: &Steps,
    ) -> Vec<String> {
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
    pub(super) fn by_themselves(&mut self, who: Who, offered: &Steps) -> Option<String> {
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

    pub(super) fn price(&mut self, cost: &Steps, then: &Steps, forced: bool) -> Vec<String> {
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
        let paid = crate::text::sentence::paid_with(cost).map(Target::Slot);
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
    pub(super) fn cost(&mut self, mut steps: &Steps) -> String {
        if let [Step::OneOf { options, .. }] = steps {
            let all: Vec<String> = options.iter().map(|(_, steps)| self.cost(steps)).collect();
            return all.join(" or ");
        }
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

    pub(super) fn modes(&mut self, pick: u8, options: &[(String, Vec<Step<Dcg>>)]) -> String {
        // One of the colours, by its name.
        if let Some((_, steps)) = options.first().filter(|_| options.len() == 6) {
            if let [Step::Gain { to: Gainer::Cards(target), change: Change::Color(_), until }] = &steps[..] {
                let (what, end) = (self.object(target), self.lasting(*until));
                return format!("change the original color of {what} to 1 non-white color {}", end.trim());
            }
        }
        format!("activate {pick} of the effects below:{}", self.points(options))
    }

    pub(super) fn points(&mut self, options: &[(String, Vec<Step<Dcg>>)]) -> String {
        let it = self.it.clone();
        let mut words = String::new();
        for (_, steps) in options {
            self.it = it.clone();
            words += &format!(" ・{}", self.body(steps));
        }
        words
    }

    /// "Both players trash 1 card in their hands": the turn player chooses first.
    pub(super) fn both_players(&mut self, steps: &Steps) -> Option<(String, usize)> {
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
}

/// The first slot that steps bind.
pub(super) fn first_slot(steps: &Steps) -> Option<u8> {
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
pub(super) fn changed(then: &Steps, otherwise: &Steps) -> Option<String> {
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
    // So many more cards to choose.
    if let (Some(more), Some(fewer)) = (modify::last_choice(&mut with), modify::last_choice(&mut without)) {
        if let (
            HowMany::UpTo(effects::Amount::Plus(first, by)),
            HowMany::Exactly(number) | HowMany::UpTo(number),
        ) = (&more.count, fewer.count.clone())
        {
            if let (true, effects::Amount::Fixed(by)) = (**first == number, &**by) {
                let by = *by;
                fewer.count = more.count.clone();
                if with == without {
                    return Some(format!("add {by} to the number of cards this effect may play"));
                }
            }
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
pub(super) fn raise_in(steps: &Steps) -> Option<i32> {
    pub(super) fn fixed(amount: &effects::Amount<Dcg>) -> Option<i32> {
        match amount {
            effects::Amount::Plus(_, more) => match **more {
                effects::Amount::Fixed(by) => Some(by),
                _ => None,
            },
            _ => None,
        }
    }
    pub(super) fn bound(filter: &Filter<Dcg>) -> Option<i32> {
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
pub(super) fn keyword_of(steps: &Steps) -> Option<&'static str> {
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

/// The first of several sentences gets words in front.
pub(super) fn prefixed(front: &str, mut all: Vec<String>) -> Vec<String> {
    if let Some(first) = all.first_mut() {
        *first = format!("{front}{first}");
    }
    all
}

/// Steps that end in a cost, without what follows the sentence they are of.
pub(super) fn without_rest(steps: &Steps, rest: &Steps) -> Option<Vec<Step<Dcg>>> {
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

/// Whether what follows the first thing done asks about a card that it chose or showed.
fn asks_of_shown(steps: &Steps) -> bool {
    let (first, rest) = steps.split_at(unit(steps));
    rest.iter().any(|step| matches!(step, Step::If { .. })) && hangs_on(rest, &bound(first))
}
