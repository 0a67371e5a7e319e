//! How sentences hang together, in words: conditions in front, offers, "if you do", "otherwise", clauses in a row; the way back
//! of [`super::grammar::body`]. A game says its clauses, conditions and numbers, and what it says in its own way.

use super::printer::sentence;
use crate::tree::*;

/// A printer of one ability.
pub trait Speaker<V: Vocab> {
    /// The first clause of these steps, if it needs words, and how many steps it says.
    fn clause(&mut self, steps: &[Step<V>]) -> (Option<String>, usize);
    /// A condition, behind "if".
    fn condition(&mut self, cond: &Cond<V>) -> String;
    /// Says an amount.
    fn amount(&mut self, amount: &Amount<V>) -> String;
    /// A step that this game says in its own way: a sentence or more.
    fn own(&mut self, step: &Step<V>) -> Option<Vec<String>>;
    /// Whether a step is a clause, which others may be joined to.
    fn is_clause(&self, step: &Step<V>) -> bool;
    /// What stands between the last two clauses of a sentence; commas between the others.
    fn and(&self, clauses: usize) -> &'static str;
    /// What is said in front of what happens where an offer was declined.
    fn declined(&self) -> &'static str;

    /// What somebody is offered to do.
    fn offer(&mut self, who: Who, steps: &[Step<V>]) -> String {
        let words = self.joined(steps);
        match who {
            Who::You => format!("you may {words}"),
            Who::Opponent => format!("your opponent may {}", offered(&words)),
            Who::Both => format!("each player may {}", offered(&words)),
            Who::Owner => format!("its owner may {}", offered(&words)),
        }
    }

    /// Clauses as sentences: each by itself, unless the game knows which belong together.
    fn grouped(&mut self, steps: &[Step<V>]) -> Vec<String> {
        self.clauses(steps)
    }

    /// The sentences of a body, without their full stops.
    fn sentences(&mut self, steps: &[Step<V>]) -> Vec<String> {
        let mut said = Vec::new();
        for run in self.runs(steps) {
            match run {
                Run::Clauses(steps) => said.extend(self.grouped(steps)),
                Run::Compound(step) => said.extend(self.compound(step)),
            }
        }
        said
    }

    /// A step that is a sentence or more of its own.
    fn compound(&mut self, step: &Step<V>) -> Vec<String> {
        if let Some(said) = self.own(step) {
            return said;
        }
        match step {
            Step::If { cond, then, otherwise } => {
                let cond = self.condition(cond);
                let mut said = vec![format!("if {cond}, {}", self.fronted(then))];
                if !otherwise.is_empty() {
                    said.push(format!("otherwise, {}", self.fronted(otherwise)));
                }
                said
            }
            Step::IfDid { steps, then } => {
                let mut said = vec![self.fronted(steps)];
                said.extend(self.following(then));
                said
            }
            Step::By { who, cost: steps, then, .. } => {
                let mut said = vec![self.offer(*who, steps)];
                said.extend(self.following(then));
                said
            }
            Step::May { who, steps, then, otherwise } => {
                let mut said = vec![self.offer(*who, steps)];
                said.extend(self.following(then));
                if !otherwise.is_empty() {
                    said.push(format!("{}, {}", self.declined(), self.joined(otherwise)));
                }
                said
            }
            Step::OneOf { options, .. } => vec![self.listed("choose one of the following", options)],
            Step::Each { steps, .. } => vec![format!("for each of them, {}", self.joined(steps))],
            Step::Repeat { times, steps } => {
                vec![format!("{} times, {}", self.amount(times), self.joined(steps))]
            }
            Step::Choose { .. }
            | Step::Bind { .. }
            | Step::Name { .. }
            | Step::Do(_)
            | Step::Gain { .. }
            | Step::Later { .. } => self.clauses(std::slice::from_ref(step)),
        }
    }

    /// Several ways behind points.
    fn listed(&mut self, front: &str, options: &[(String, Vec<Step<V>>)]) -> String {
        let mut said = front.to_string();
        for (_, steps) in options {
            let all: Vec<String> = self.sentences(steps).iter().map(|words| sentence(words)).collect();
            said += &format!(" ・{}", all.join(" "));
        }
        said.trim_end_matches('.').to_string()
    }

    /// What follows from having done something: a sentence for the clauses, and one for whatever is none.
    fn following(&mut self, then: &[Step<V>]) -> Vec<String> {
        let mut said = Vec::new();
        for run in self.runs(then) {
            let all = match run {
                Run::Clauses(steps) => vec![self.joined(steps)],
                Run::Compound(step) => self.compound(step),
            };
            said.extend(all.into_iter().map(|words| match words.starts_with("if you do, ") {
                true => words,
                false => format!("if you do, {words}"),
            }));
        }
        said
    }

    /// One sentence behind a condition.
    fn fronted(&mut self, steps: &[Step<V>]) -> String {
        match steps {
            [Step::If { cond, then, otherwise }] if otherwise.is_empty() => {
                let cond = self.condition(cond);
                format!("if {cond}, {}", self.fronted(then))
            }
            [Step::May { who: Who::You, steps, then, otherwise }]
                if then.is_empty() && otherwise.is_empty() =>
            {
                self.offer(Who::You, steps)
            }
            steps => self.joined(steps),
        }
    }

    /// Clauses of one sentence.
    fn joined(&mut self, steps: &[Step<V>]) -> String {
        let mut all = Vec::new();
        for run in self.runs(steps) {
            match run {
                Run::Clauses(steps) => all.extend(self.clauses(steps)),
                Run::Compound(step) => all.push(self.compound(step).join(". ")),
            }
        }
        match &all[..] {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{}{}{last}", first.join(", "), self.and(all.len())),
        }
    }

    /// Clauses, each by itself.
    fn clauses(&mut self, steps: &[Step<V>]) -> Vec<String> {
        let mut said = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            let (words, used) = self.clause(&steps[at..]);
            said.extend(words);
            at += used;
        }
        said
    }

    /// The steps in runs of clauses, and those between them.
    fn runs<'a>(&self, steps: &'a [Step<V>]) -> Vec<Run<'a, V>> {
        let runs = steps.chunk_by(|one, other| self.is_clause(one) && self.is_clause(other));
        runs.map(|run| match run {
            [one] if !self.is_clause(one) => Run::Compound(one),
            clauses => Run::Clauses(clauses),
        })
        .collect()
    }
}

/// Steps that are said together.
pub enum Run<'a, V: Vocab> {
    /// Clauses that flow into one sentence.
    Clauses(&'a [Step<V>]),
    /// A step with steps inside.
    Compound(&'a Step<V>),
}

/// What somebody else may do, with the verbs as they stand behind "may".
fn offered(words: &str) -> String {
    const VERBS: [(&str, &str); 12] = [
        ("chooses", "choose"),
        ("discards", "discard"),
        ("places", "place"),
        ("sends", "send"),
        ("adds", "add"),
        ("returns", "return"),
        ("switches", "switch"),
        ("draws", "draw"),
        ("plays", "play"),
        ("reveals", "reveal"),
        ("looks", "look"),
        ("removes", "remove"),
    ];
    let plain = |word: &str| {
        let found = VERBS.iter().find(|(third, _)| *third == word);
        found.map_or(word.to_string(), |(_, base)| (*base).to_string())
    };
    let words = words.replace("your opponent ", "");
    words.split(' ').map(plain).collect::<Vec<_>>().join(" ")
}
