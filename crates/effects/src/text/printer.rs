//! A tree in plain words, in the shapes that [`super::grammar`] reads, so that printing and reading again gives the
//! same tree. The game supplies its words through [`Speaker`].

use crate::tree::*;

/// How a test of a card is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// In front of the noun.
    Front(String),
    /// The noun itself, singular or plural as asked.
    Noun(String),
    /// Behind the noun.
    Behind(String),
}

/// A game's words, the other way round. Plural forms are asked for with `many`.
pub trait Speaker {
    type V: Vocab;

    /// A single test (never `Any`, `All`, `Either`, `Not` of a list).
    fn atom(&self, filter: &Filter<Self::V>, many: bool) -> Said;
    /// The noun for a card of no particular kind.
    fn card(&self, many: bool) -> String;
    /// A place, with its preposition: "in your hand". Empty where it goes without saying.
    fn place(&self, among: &Among<Self::V>) -> String;
    fn target(&self, target: &Target<Self::V>) -> String;
    fn verb(&self, verb: &<Self::V as Vocab>::Verb) -> String;
    fn gain(
        &self,
        to: &Gainer<Self::V>,
        change: &<Self::V as Vocab>::Change,
        until: &<Self::V as Vocab>::Until,
    ) -> String;
    fn fact(&self, fact: &<Self::V as Vocab>::Fact) -> String;
    fn count(&self, count: &<Self::V as Vocab>::Count) -> String;
    fn figure(&self, figure: <Self::V as Vocab>::Figure) -> String;
    /// A step that has no common shape in this game's texts, or `None` to use [`step`]'s.
    fn step(&self, _step: &Step<Self::V>) -> Option<String> {
        None
    }
}

pub fn number<S: Speaker>(s: &S, amount: &Amount<S::V>) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Count(select) => {
            format!("the number of {}", noun(s, &select.filter, true) + &s.place(&select.among))
        }
        Amount::Figure(figure, of) => format!("the {} of {}", s.figure(*figure), s.target(of)),
        Amount::PerEach { each, per, of } => format!("{each} for every {per} of {}", number(s, of)),
        Amount::Plus(a, b) => format!("{} plus {}", number(s, a), number(s, b)),
        Amount::Bound(_) => "the number of cards chosen".into(),
        Amount::Done => "that many".into(),
        Amount::Named => "the number named".into(),
        Amount::Event => "that number".into(),
        Amount::Game(count) => s.count(count),
    }
}

pub fn how_many<S: Speaker>(s: &S, count: &HowMany<S::V>) -> String {
    match count {
        HowMany::Exactly(amount) => number(s, amount),
        HowMany::UpTo(amount) => format!("up to {}", number(s, amount)),
        HowMany::All => "all".into(),
        HowMany::AnyNumber => "any number of".into(),
        HowMany::TotalUpTo(figure, amount) => {
            format!("any number, up to a total {} of {}, of", s.figure(*figure), number(s, amount))
        }
        HowMany::Top(amount) => format!("the top {}", number(s, amount)),
        HowMany::Bottom(amount) => format!("the bottom {}", number(s, amount)),
    }
}

/// Whether more than one card is meant.
pub fn is_many<V: Vocab>(count: &HowMany<V>) -> bool {
    !matches!(count, HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(1)))
}

/// A description of cards: adjectives, noun, what stands behind it.
pub fn noun<S: Speaker>(s: &S, filter: &Filter<S::V>, many: bool) -> String {
    if let Filter::Either(any) = filter {
        if any.iter().all(|one| !matches!(said(s, one, many), Said::Front(_))) {
            return any.iter().map(|one| noun(s, one, many)).collect::<Vec<_>>().join(" or ");
        }
    }
    let parts: Vec<Said> = match filter {
        Filter::Any => Vec::new(),
        Filter::All(all) => all.iter().map(|one| said(s, one, many)).collect(),
        one => vec![said(s, one, many)],
    };
    let pick =
        |wanted: fn(&Said) -> Option<&String>| parts.iter().filter_map(wanted).cloned().collect::<Vec<_>>();
    let front = pick(|said| if let Said::Front(words) = said { Some(words) } else { None });
    let nouns = pick(|said| if let Said::Noun(words) = said { Some(words) } else { None });
    let behind = pick(|said| if let Said::Behind(words) = said { Some(words) } else { None });
    let noun = if nouns.is_empty() { s.card(many) } else { nouns.join(" ") };
    let mut words = front;
    words.push(noun);
    if !behind.is_empty() {
        words.push(behind.join(" and "));
    }
    words.join(" ")
}

fn said<S: Speaker>(s: &S, filter: &Filter<S::V>, many: bool) -> Said {
    match filter {
        Filter::Either(any) => {
            let parts: Vec<Said> = any.iter().map(|one| said(s, one, many)).collect();
            let words = |said: &Said| match said {
                Said::Front(words) | Said::Noun(words) | Said::Behind(words) => words.clone(),
            };
            let joined = parts.iter().map(words).collect::<Vec<_>>().join(" or ");
            match parts.first() {
                Some(Said::Noun(_)) => Said::Noun(joined),
                Some(Said::Behind(_)) => Said::Behind(joined),
                _ => Said::Front(joined),
            }
        }
        filter => s.atom(filter, many),
    }
}

pub fn select<S: Speaker>(s: &S, select: &Select<S::V>) -> String {
    let many = is_many(&select.count);
    format!("{} {}{}", how_many(s, &select.count), noun(s, &select.filter, many), s.place(&select.among))
}

pub fn condition<S: Speaker>(s: &S, cond: &Cond<S::V>) -> String {
    let join = |all: &[Cond<S::V>], word: &str| {
        all.iter().map(|one| condition(s, one)).collect::<Vec<_>>().join(word)
    };
    match cond {
        Cond::All(all) => join(all, " and "),
        Cond::Either(any) => join(any, " or "),
        Cond::Not(inner) => format!("it is not so that {}", condition(s, inner)),
        Cond::Compare(a, cmp, b) => {
            let than = number(s, b);
            let tail = match cmp {
                Cmp::Equal => format!("is exactly {than}"),
                Cmp::AtLeast => format!("is {than} or more"),
                Cmp::AtMost => format!("is {than} or less"),
                Cmp::More => format!("is more than {than}"),
                Cmp::Less => format!("is less than {than}"),
            };
            format!("{} {tail}", number(s, a))
        }
        Cond::Exists(select) => {
            format!("there is a {}{}", noun(s, &select.filter, false), s.place(&select.among))
        }
        Cond::Is(target, filter) => format!("{} is a {}", s.target(target), noun(s, filter, false)),
        Cond::Did => "you did".into(),
        Cond::Fact(fact) => s.fact(fact),
    }
}

fn who_may(who: Who) -> &'static str {
    match who {
        Who::You | Who::Owner => "you may",
        Who::Opponent => "your opponent may",
        Who::Both => "each player may",
    }
}

pub fn steps<S: Speaker>(s: &S, all: &[Step<S::V>]) -> String {
    all.iter().map(|one| step(s, one)).collect::<Vec<_>>().join(", then ")
}

pub fn step<S: Speaker>(s: &S, one: &Step<S::V>) -> String {
    if let Some(words) = s.step(one) {
        return words;
    }
    match one {
        Step::Choose { who, from, .. } => {
            let verb = if *who == Who::Opponent { "your opponent chooses" } else { "choose" };
            let random = if from.random { " at random" } else { "" };
            format!("{verb} {}{random}", select(s, from))
        }
        Step::Bind { to, .. } => format!("take {}", s.target(to)),
        Step::Name { min, max, .. } => format!("name a number from {} to {}", number(s, min), number(s, max)),
        Step::Do(verb) => s.verb(verb),
        Step::Gain { to, change, until } => s.gain(to, change, until),
        Step::If { cond, then, otherwise } => {
            let mut words = format!("if {}, {}", condition(s, cond), steps(s, then));
            if !otherwise.is_empty() {
                words += &format!("; otherwise {}", steps(s, otherwise));
            }
            words
        }
        Step::May { who, steps: offered, then, otherwise } => {
            let mut words = format!("{} {}", who_may(*who), steps(s, offered));
            if !then.is_empty() {
                words += &format!(". If you do, {}", steps(s, then));
            }
            if !otherwise.is_empty() {
                words += &format!(". Otherwise, {}", steps(s, otherwise));
            }
            words
        }
        Step::By { cost, then, forced, .. } => {
            let may = if *forced { "pay" } else { "you may pay" };
            format!("{may} [{}]: {}", steps(s, cost), steps(s, then))
        }
        Step::IfDid { steps: first, then } => format!("{}. If you do, {}", steps(s, first), steps(s, then)),
        Step::OneOf { pick, options, .. } => {
            let all: Vec<String> =
                options.iter().map(|(_, option)| format!("・{}", steps(s, option))).collect();
            format!("choose {pick}: {}", all.join(" "))
        }
        Step::Each { steps: each, .. } => format!("for each of them, {}", steps(s, each)),
        Step::Repeat { times, steps: again } => format!("{} times: {}", number(s, times), steps(s, again)),
        Step::Later { .. } => "set up an effect for later".into(),
    }
}

// ---- descriptions, as the grammar reads them ----------------------------------------------------------------------

/// The forms that a test of a card has in a game's texts. A test may have several; which one is said depends on where
/// it stands among the others, because the grammar keeps their order: adjectives, the noun, what stands behind it.
pub trait Nouns {
    type V: Vocab;

    /// In front of the noun.
    fn front(&self, filter: &Filter<Self::V>) -> Option<String>;
    /// The noun itself.
    fn noun(&self, filter: &Filter<Self::V>, many: bool) -> Option<String>;
    /// Behind the noun.
    fn behind(&self, filter: &Filter<Self::V>) -> Option<String>;
    /// The noun for a card of no particular kind.
    fn card(&self, many: bool) -> String;
    /// Whether it is rather said behind the noun, where something else stands in front.
    fn is_late(&self, _: &Filter<Self::V>) -> bool {
        false
    }
}

/// A description of cards: the words that [`super::grammar::described`] reads to this very filter.
pub fn described<N: Nouns>(n: &N, filter: &Filter<N::V>, many: bool) -> String {
    if let Some(words) = described_once(n, filter, many) {
        return words;
    }
    match filter {
        // Each has its own number, so that what stands behind the last is not taken for all of them.
        Filter::Either(any) => {
            let words = any.iter().map(|one| described(n, one, many)).enumerate();
            let all = words.map(|(at, words)| match (at, many) {
                (0, _) => words,
                (_, false) => one(&words),
                (_, true) => format!("any {words}"),
            });
            all.collect::<Vec<_>>().join(" or ")
        }
        filter => loosely(n, filter, many),
    }
}

fn described_once<N: Nouns>(n: &N, filter: &Filter<N::V>, many: bool) -> Option<String> {
    let parts: &[Filter<N::V>] = match filter {
        Filter::Any => &[],
        Filter::All(all) => all,
        one => std::slice::from_ref(one),
    };
    // The noun is the first test that is one and lets everything else stand where it must; else it is "card".
    let front = |upto: usize| parts[..upto].iter().map(|one| n.front(one)).collect::<Option<Vec<_>>>();
    let behind = |from: usize| parts[from..].iter().map(|one| n.behind(one)).collect::<Option<Vec<_>>>();
    for (at, part) in parts.iter().enumerate() {
        if let (Some(noun), Some(front), Some(behind)) = (n.noun(part, many), front(at), behind(at + 1)) {
            return Some(laid_out(front, noun, &behind));
        }
    }
    let around = |at: usize| Some(laid_out(front(at)?, n.card(many), &behind(at)?));
    let late = |at: &usize| parts[..*at].iter().skip(1).any(|one| n.is_late(one));
    let places = || (0..=parts.len()).rev();
    places().filter(|at| !late(at)).find_map(around).or_else(|| places().find_map(around))
}

/// What no order of words gives: every test in the first form it has.
fn loosely<N: Nouns>(n: &N, filter: &Filter<N::V>, many: bool) -> String {
    let parts: &[Filter<N::V>] = match filter {
        Filter::All(all) => all,
        one => std::slice::from_ref(one),
    };
    let (mut front, mut noun, mut behind) = (Vec::new(), None, Vec::new());
    for part in parts {
        match (n.front(part), n.noun(part, many), n.behind(part)) {
            (Some(words), ..) => front.push(words),
            (None, Some(words), _) if noun.is_none() => noun = Some(words),
            (None, _, Some(words)) => behind.push(words),
            (None, ..) => match part {
                Filter::Not(inner) => behind.push(format!("that isn't {}", one(&described(n, inner, false)))),
                Filter::Either(_) | Filter::All(_) => {
                    behind.push(format!("that is {}", one(&described(n, part, false))));
                }
                _ => behind.push("of that kind".into()),
            },
        }
    }
    laid_out(front, noun.unwrap_or_else(|| n.card(many)), &behind)
}

fn laid_out(mut words: Vec<String>, noun: String, behind: &[String]) -> String {
    words.push(noun);
    for (at, next) in behind.iter().enumerate() {
        // Two of the same kind are joined: "with A and with B".
        let first = |words: &str| words.split(' ').next().map(str::to_string);
        if at > 0 && first(&behind[at - 1]) == first(next) {
            words.push("and".into());
        }
        words.push(next.clone());
    }
    words.join(" ")
}

// ---- small words --------------------------------------------------------------------------------------------------

/// With the article: "a monster", "an item", "another card".
pub fn one(noun: &str) -> String {
    let spoken = noun.trim_start_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    match spoken.chars().next() {
        _ if noun.starts_with("other ") => format!("an{noun}"),
        // "A unison", "a universe".
        _ if spoken.starts_with("uni") => format!("a {noun}"),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}

/// A small number of things in words, a large one in digits.
pub fn in_words(number: i32) -> String {
    const WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(number)
        .ok()
        .and_then(|at| WORDS.get(at))
        .map_or_else(|| number.to_string(), |word| (*word).to_string())
}

/// "A", "A and B", "A, B and C".
pub fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A folded phrase with capitals, as it would be printed.
pub fn titled(phrase: &str) -> String {
    let mut fresh = true;
    let capital = |letter: char| {
        let first = fresh;
        fresh = !(letter.is_alphanumeric() || letter == '\'');
        if first { letter.to_ascii_uppercase() } else { letter }
    };
    let words: String = phrase.chars().map(capital).collect();
    // Small words stay small inside.
    ["Of", "The", "And", "In", "To", "A", "For", "On"].iter().fold(words, |words, small| {
        words.replace(&format!(" {small} "), &format!(" {} ", small.to_lowercase()))
    })
}

/// A sentence out of a clause.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect::<String>() + ".",
        None => String::new(),
    }
}
