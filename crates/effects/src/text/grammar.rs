//! The clause shapes that all games share: how many, whose, which cards, where; conditions, costs, offers, and the way
//! sentences hang together. A game's [`Lexicon`] supplies the words.

pub use super::discourse::Builder;
use super::parser::Parser;
use crate::tree::*;

/// A noun phrase: "2 of your opponent's suspended level 4 or lower Digimon with <Blocker>".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noun<V: Vocab> {
    /// How many, where it is said.
    pub count: Option<HowMany<V>>,
    /// Whose, where it is said.
    pub whose: Option<Who>,
    /// Which cards.
    pub filter: Filter<V>,
    /// Where the cards are, if the phrase says so.
    pub among: Option<Among<V>>,
}

impl<V: Vocab> Noun<V> {
    /// The selection it means; `zones` and `whose` where the phrase is silent.
    pub fn select(self, whose: Who, zones: &[V::Zone], count: HowMany<V>) -> Select<V> {
        let whose = self.whose.unwrap_or(whose);
        let among = self.among.unwrap_or_else(|| Among::Zones { whose, zones: zones.to_vec() });
        Select::new(among, self.filter, self.count.unwrap_or(count))
    }
}

/// A game's words. Each method takes what it knows from the cursor, or leaves it alone and says `None`.
pub trait Lexicon {
    /// The game's words.
    type V: Vocab;

    /// In front of a noun: colours, states, "level 4 or lower", "other", names and traits in brackets.
    fn adjective(&self, p: &mut Parser<'_>, b: &mut Builder<Self::V>) -> Option<Filter<Self::V>>;
    /// A noun: a kind of card, "card" itself, a name that stands alone.
    fn noun(&self, p: &mut Parser<'_>, b: &mut Builder<Self::V>) -> Option<Filter<Self::V>>;
    /// Behind a noun: "with 6000 DP or less", "that is suspended".
    fn postfix(&self, p: &mut Parser<'_>, b: &mut Builder<Self::V>) -> Option<Filter<Self::V>>;
    /// "in your trash", "from your hand", "under this card", "among them".
    fn place(&self, p: &mut Parser<'_>, b: &mut Builder<Self::V>) -> Option<Among<Self::V>>;
    /// What may follow "if" or "while", apart from [`condition`]'s own shapes.
    fn fact(&self, p: &mut Parser<'_>, b: &mut Builder<Self::V>) -> Option<Cond<Self::V>>;
    /// Zones where cards are "had": "if you have a Tamer".
    fn in_play(&self) -> Vec<<Self::V as Vocab>::Zone>;
    /// One action: a verb with everything that belongs to it.
    fn clause(&self, p: &mut Parser<'_>, b: &mut Builder<Self::V>) -> Option<Vec<Step<Self::V>>>;
    /// An action in the form a cost has: "by suspending this Tamer", after "by".
    fn cost(&self, p: &mut Parser<'_>, b: &mut Builder<Self::V>) -> Option<Vec<Step<Self::V>>>;
    /// What is said of all kinds of a description together, behind the last of them: "… both with a cost of 3 or less".
    fn of_all(&self, p: &mut Parser<'_>, b: &mut Builder<Self::V>) -> Option<Filter<Self::V>> {
        let _ = (p, b);
        None
    }
    /// "until the end of the turn", in front of a sentence or behind a clause.
    fn until(&self, p: &mut Parser<'_>, b: &mut Builder<Self::V>) -> Option<<Self::V as Vocab>::Until>;
    /// What starts an offer: "you may", "you can".
    fn offers(&self, p: &mut Parser<'_>) -> bool;
    /// What refers back to something done: "if you do", "if you do so".
    fn if_you_do(&self, p: &mut Parser<'_>) -> bool;
    /// What refers back to something not done: "if you don't".
    fn if_you_dont(&self, p: &mut Parser<'_>) -> bool {
        let _ = p;
        false
    }
    /// Whether [`Lexicon::fact`] reads "you have …" itself, so that what it refuses stays refused.
    fn reads_having(&self) -> bool {
        false
    }
    /// Whether a comma may stand between whole descriptions of a list that ends with "or": "a red card, a blue card, or …".
    fn lists_kinds(&self) -> bool {
        false
    }
    /// Whether "or" between these two adjectives is between them alone ("red or blue 《X》 card"), and not between
    /// everything that stands in front of the noun ("red 《X》 or blue 《Y》 card").
    fn joins(&self, _: &Filter<Self::V>, _: &Filter<Self::V>) -> bool {
        true
    }
}

/// "all of", "up to 2", "3", "a", "any number of". Takes the "of" that follows.
pub fn how_many<V: Vocab>(p: &mut Parser<'_>) -> Option<HowMany<V>> {
    let count = p.attempt(|p| {
        if p.take("all/each/every") {
            return Some(HowMany::All);
        }
        if p.take("any number") {
            return Some(HowMany::AnyNumber);
        }
        if p.take("up to") {
            let number = if p.take("a/an") { 1 } else { p.number()? };
            return Some(HowMany::UpTo(Amount::Fixed(number)));
        }
        if p.take("any") {
            return Some(HowMany::Exactly(Amount::Fixed(p.number().unwrap_or(1))));
        }
        if p.take("a/an") {
            return Some(HowMany::Exactly(Amount::Fixed(1)));
        }
        Some(HowMany::Exactly(Amount::Fixed(p.number()?)))
    })?;
    p.take("of");
    Some(count)
}

/// "your", "your opponent's", "opposing", "both players'", "each player's".
pub fn whose(p: &mut Parser<'_>) -> Option<Who> {
    if p.take("your or your opponent 's")
        || p.take("your and your opponent 's")
        || p.take("you and your opponent 's")
    {
        return Some(Who::Both);
    }
    if p.take("your opponent 's/'")
        || p.take("the? opponent 's/'")
        || p.take("opposing")
        || p.take("their")
        || p.take("his or her")
    {
        Some(Who::Opponent)
    } else if p.take("your") || p.take("you 's") {
        Some(Who::You)
    } else if p.take("both/all/each players/player 's/'") {
        Some(Who::Both)
    } else {
        None
    }
}

/// "3 or less", "5 or more", "exactly 2": what stands behind or around a number.
pub fn compare<V: Vocab>(p: &mut Parser<'_>) -> Option<(Cmp, Amount<V>)> {
    p.attempt(|p| {
        p.take("exactly");
        let number = Amount::Fixed(p.number()?);
        Some((comparison(p), number))
    })
}

/// "or less", "or more" behind a number; nothing there means equality.
pub fn comparison(p: &mut Parser<'_>) -> Cmp {
    if p.take("or less/lower/fewer/below/under") {
        Cmp::AtMost
    } else if p.take("or more/higher/greater/above/over") {
        Cmp::AtLeast
    } else {
        Cmp::Equal
    }
}

/// A noun phrase. Without a noun there is none.
pub fn noun_phrase<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Noun<L::V>> {
    p.attempt_with(b, |p, b| {
        // "another of your Digimon".
        let other = p
            .attempt(|p| (p.take("another of") && (p.ahead("your") || p.ahead("their"))).then_some(()))
            .is_some();
        let mut whose_ = whose(p);
        let count = if other { Some(HowMany::Exactly(Amount::Fixed(1))) } else { how_many(p) };
        whose_ = whose_.or_else(|| {
            p.take("the");
            whose(p)
        });
        let mut filter = described(lex, p, b)?;
        if other {
            filter = Filter::This.negate().and(filter);
        }
        let among = lex.place(p, b);
        let mut more = if among.is_some() { postfixes(lex, p, b) } else { Filter::Any };
        if among.is_some() {
            let all = p.attempt_with(b, |p, b| lex.of_all(p, b));
            more = more.and(all.unwrap_or(Filter::Any));
        }
        Some(Noun { count, whose: whose_, filter: filter.and(more), among })
    })
}

/// Adjectives, a noun, and what stands behind it; "or" between whole descriptions means either.
pub fn described<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Filter<L::V>> {
    let first = described_once(lex, p, b)?;
    let mut either = vec![first];
    while let Some(next) = p.attempt_with(b, |p, b| {
        // "a card with [A] in its traits, [B], or [C]": a comma alone only between names.
        let comma = p.mark(',');
        let both = and_or(p);
        let or = both || p.take("or") || p.mark('/');
        if !(comma || or) {
            return None;
        }
        // "… or a Tamer"; a number of its own would be lost, and "1 … and/or 1 …" is two.
        let one = |count| {
            matches!(count, HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(1))) && !both
        };
        if or && how_many::<L::V>(p).is_some_and(|count| !one(count)) {
            return None;
        }
        let next = described_once(lex, p, b)?;
        let goes_on = p.ahead("or") || p.ahead(",");
        let listed = matches!(next, Filter::Either(_)) || goes_on;
        (or || (is_named(&next) || lex.lists_kinds()) && listed).then_some(next)
    }) {
        either.push(next);
    }
    let filter = if either.len() == 1 { either.remove(0) } else { Filter::Either(either) };
    let Some(all) = p.attempt_with(b, |p, b| lex.of_all(p, b)) else { return Some(filter) };
    let filter = filter.and(all);
    // "…, both blue, or 1 red card": one kind more.
    let more = p.attempt_with(b, |p, b| {
        p.mark(',');
        p.take("or").then_some(())?;
        let one =
            |count| matches!(count, HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(1)));
        if how_many::<L::V>(p).is_some_and(|count| !one(count)) {
            return None;
        }
        described(lex, p, b)
    });
    Some(match more {
        Some(next) => Filter::Either(vec![filter, next]),
        None => filter,
    })
}

fn described_once<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Filter<L::V>> {
    p.attempt_with(b, |p, b| {
        let mut runs = vec![run(lex, p, b)];
        while let Some(next) = p.attempt_with(b, |p, b| {
            if runs[0] == Filter::Any || !(and_or(p) || p.take("or")) {
                return None;
            }
            Some(run(lex, p, b)).filter(|next| *next != Filter::Any)
        }) {
            runs.push(next);
        }
        let filter = if runs.len() == 1 { runs.remove(0) } else { Filter::Either(runs) };
        let Some(noun) = lex.noun(p, b) else { return p.want("a kind of card") };
        // "red Digimon or Tamers with …": several nouns share what stands in front of them and behind. Names do not.
        let mut nouns = vec![noun];
        while !is_named(&nouns[0]) {
            let next = p.attempt_with(b, |p, b| {
                let joined =
                    if p.take("and") { !p.mark('/') || p.take("or") } else { p.take("or") || p.mark('/') };
                if !joined {
                    return None;
                }
                lex.noun(p, b).filter(|next| !is_named(next))
            });
            match next {
                Some(next) => nouns.push(next),
                None => break,
            }
        }
        let noun = if nouns.len() == 1 { nouns.remove(0) } else { Filter::Either(nouns) };
        Some(filter.and(noun).and(postfixes(lex, p, b)))
    })
}

/// "and/or", which is "or".
pub fn and_or(p: &mut Parser<'_>) -> bool {
    p.attempt(|p| (p.take("and") && p.mark('/') && p.take("or")).then_some(())).is_some()
}

/// Whether a noun is a name that stands alone.
fn is_named<V: Vocab>(noun: &Filter<V>) -> bool {
    match noun {
        Filter::Name(_) | Filter::NameHas(_) => true,
        Filter::Either(any) | Filter::All(any) => any.iter().any(is_named),
        _ => false,
    }
}

/// Adjectives in a row.
fn run<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Filter<L::V> {
    let mut filter = Filter::Any;
    while let Some(adjective) = adjectives(lex, p, b) {
        filter = filter.and(adjective);
    }
    filter
}

/// One adjective, or several joined by "or", "and" or a slash: "red or blue".
fn adjectives<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Filter<L::V>> {
    let first = lex.adjective(p, b)?;
    let mut either = vec![first];
    while let Some(next) = p.attempt_with(b, |p, b| {
        // "and/or" is "or".
        if !(p.take("or") || p.mark('/') || p.take("and") && (!p.mark('/') || p.take("or"))) {
            return None;
        }
        let next = lex.adjective(p, b)?;
        lex.joins(&either[0], &next).then_some(next)
    }) {
        either.push(next);
    }
    Some(if either.len() == 1 { either.remove(0) } else { Filter::Either(either) })
}

fn postfixes<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Filter<L::V> {
    let mut filter = Filter::Any;
    loop {
        let next = p.attempt_with(b, |p, b| {
            if filter != Filter::Any {
                p.take("and");
            }
            lex.postfix(p, b)
        });
        match next {
            Some(next) => filter = filter.and(next),
            None => return filter,
        }
    }
}

/// A condition behind "if" or "while": the game's own, "you have 2 or more …", joined by "and" / "or".
pub fn condition<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Cond<L::V>> {
    let mut all = vec![condition_once(lex, p, b)?];
    while let Some(next) = p.attempt_with(b, |p, b| {
        if !p.take(", and if") && !p.take("and if?") {
            return None;
        }
        condition_once(lex, p, b)
    }) {
        all.push(next);
    }
    let mut cond = all.into_iter().reduce(Cond::and)?;
    while let Some(next) = p.attempt_with(b, |p, b| {
        if p.take(", or if") || p.take(", or") || p.take("or if?") { condition_once(lex, p, b) } else { None }
    }) {
        cond = match cond {
            Cond::Either(mut any) => {
                any.push(next);
                Cond::Either(any)
            }
            one => Cond::Either(vec![one, next]),
        };
    }
    Some(cond)
}

fn condition_once<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Cond<L::V>> {
    if let Some(fact) = p.attempt_with(b, |p, b| lex.fact(p, b)) {
        return Some(fact);
    }
    if lex.reads_having() {
        return None;
    }
    p.attempt_with(b, |p, b| {
        let (who, not) = if p.take("you don't/do have") {
            (Who::You, true)
        } else if p.take("you have") {
            (Who::You, false)
        } else if p.take("your opponent doesn't have") {
            (Who::Opponent, true)
        } else if p.take("your? opponent has") {
            (Who::Opponent, false)
        } else {
            return None;
        };
        let not = p.take("no") || not;
        let cond = having(lex, p, b, who)?;
        Some(if not { Cond::Not(Box::new(cond)) } else { cond })
    })
}

/// "2 or more blue Tamers": a count of cards that somebody has.
pub fn having<L: Lexicon>(
    lex: &L,
    p: &mut Parser<'_>,
    b: &mut Builder<L::V>,
    who: Who,
) -> Option<Cond<L::V>> {
    let counted = p.attempt_with(b, |p, b| {
        let (cmp, number) = compare(p)?;
        let noun = noun_phrase(lex, p, b)?;
        Some((cmp, number, noun))
    });
    if let Some((cmp, number, noun)) = counted {
        let cmp = if cmp == Cmp::Equal { Cmp::AtLeast } else { cmp };
        let select = noun.select(who, &lex.in_play(), HowMany::All);
        return Some(Cond::Compare(Amount::Count(Box::new(select)), cmp, number));
    }
    let noun = noun_phrase(lex, p, b)?;
    Some(Cond::Exists(Box::new(noun.select(who, &lex.in_play(), HowMany::All))))
}

/// "If it's A, X. If it's B, Y." of one card: "otherwise" behind them is for a card that is neither, which no condition by itself says.
pub fn asks_twice<V: Vocab>(steps: &[Step<V>]) -> bool {
    let [.., Step::If { cond: Cond::Is(one, _), .. }, Step::If { cond: Cond::Is(other, _), .. }] = steps
    else {
        return false;
    };
    one == other
}

/// A whole body: sentences to the end of the text.
pub fn body<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Vec<Step<L::V>>> {
    let mut steps: Vec<Step<L::V>> = Vec::new();
    let mut last = 0;
    let mut goes_on = false;
    while !p.at_end() {
        p.take("then ,?");
        if p.attempt(|p| (lex.if_you_do(p) && (p.mark(',') || !p.at_end())).then_some(())).is_some() {
            let then = sentence(lex, p, b)?;
            last = follow(&mut steps, last, then)?;
        } else if p.attempt(|p| (lex.if_you_dont(p) && p.mark(',')).then_some(())).is_some() {
            let instead = sentence(lex, p, b)?;
            let begins = std::mem::replace(&mut last, steps.len().saturating_sub(1));
            match steps.last_mut()? {
                Step::May { otherwise, .. } => otherwise.extend(instead),
                done => {
                    // What counts is what the sentence before did, not what was done before it.
                    if !matches!(done, Step::IfDid { .. }) {
                        let first = steps.split_off(begins.min(steps.len()));
                        steps.push(Step::IfDid { steps: first, then: Vec::new() });
                    }
                    let cond = Cond::Not(Box::new(Cond::Did));
                    steps.push(Step::If { cond, then: instead, otherwise: Vec::new() });
                }
            }
        } else if let Some(instead) = p.attempt_with(b, |p, b| {
            // "If A, B. Otherwise, C."
            (matches!(steps.last(), Some(Step::If { otherwise, .. }) if otherwise.is_empty())
                && !asks_twice(&steps)
                && p.take("otherwise ,?"))
            .then_some(())?;
            sentence(lex, p, b)
        }) {
            if let Some(Step::If { then, otherwise, .. }) = steps.last_mut() {
                // "…, you may A, otherwise B": what is declined is otherwise too.
                if let (true, [Step::May { then: done, otherwise: declined, .. }]) = (goes_on, &mut then[..])
                {
                    if done.is_empty() && declined.is_empty() {
                        declined.clone_from(&instead);
                    }
                }
                *otherwise = instead;
            }
        } else {
            last = steps.len();
            steps.extend(sentence(lex, p, b)?);
        }
        goes_on = p.ahead(", otherwise") || p.ahead("; otherwise");
        if goes_on {
            let _ = p.mark(',') || p.mark(';');
            continue;
        }
        if !(p.at_end() || p.mark('.') || p.mark('!') || p.mark(';')) {
            return p.want("the end of the sentence");
        }
    }
    Some(steps)
}

/// "A. If you do, B": B hangs on the last thing offered, or on what the sentence before did (its steps begin at `last`).
/// Gives where the sentence that B hangs on begins now.
fn follow<V: Vocab>(steps: &mut Vec<Step<V>>, last: usize, then: Vec<Step<V>>) -> Option<usize> {
    match steps.last_mut()? {
        Step::May { then: after, .. } | Step::By { then: after, .. } | Step::IfDid { then: after, .. } => {
            match after.last_mut() {
                // "If you do, you may A. If you do, B": B hangs on A.
                Some(Step::May { then: inner, .. }) => inner.extend(then),
                _ => after.extend(then),
            }
            Some(steps.len() - 1)
        }
        _ => {
            let mut first = steps.split_off(last.min(steps.len()));
            // A card chosen in the sentence before belongs to what is done with it.
            while let Some(Step::Choose { .. }) = steps.last() {
                first.insert(0, steps.pop()?);
            }
            steps.push(Step::IfDid { steps: first, then });
            Some(steps.len() - 1)
        }
    }
}

/// One sentence: a condition, a cost, an offer in front; clauses joined by "and" or "then".
pub fn sentence<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Vec<Step<L::V>>> {
    let saved = b.until;
    if let Some(until) = p.attempt_with(b, |p, b| {
        let until = lex.until(p, b)?;
        p.mark(',').then_some(until)
    }) {
        b.until = Some(until);
    }
    let steps = p.attempt_with(b, |p, b| fronted(lex, p, b));
    b.until = saved;
    steps
}

fn fronted<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Vec<Step<L::V>>> {
    if let Some(cond) = p.attempt_with(b, |p, b| {
        if !p.take("if") {
            return None;
        }
        let cond = condition(lex, p, b)?;
        if p.mark(',') || p.mark(':') { Some(cond) } else { p.want("a comma after the condition") }
    }) {
        return Some(vec![Step::If { cond, then: fronted(lex, p, b)?, otherwise: Vec::new() }]);
    }
    if let Some((cost, offered)) = p.attempt_with(b, |p, b| {
        if !p.take("by") {
            return None;
        }
        let cost = lex.cost(p, b)?;
        p.mark(',').then_some((cost, lex.offers(p)))
    }) {
        let then = fronted(lex, p, b)?;
        let then = if offered {
            vec![Step::May { who: Who::You, steps: then, then: vec![], otherwise: vec![] }]
        } else {
            then
        };
        return Some(vec![Step::By { who: Who::You, cost, then, forced: false }]);
    }
    if lex.offers(p) {
        let steps = clauses(lex, p, b)?;
        return Some(vec![Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }]);
    }
    clauses(lex, p, b)
}

/// Clauses of one sentence.
fn clauses<L: Lexicon>(lex: &L, p: &mut Parser<'_>, b: &mut Builder<L::V>) -> Option<Vec<Step<L::V>>> {
    let mut steps = match p.attempt_with(b, |p, b| lex.clause(p, b)) {
        Some(steps) => steps,
        None => return p.want("something to do"),
    };
    while let Some(more) = p.attempt_with(b, |p, b| {
        let joined = p.take(", and then")
            || p.take("and then")
            || p.take(", then")
            || p.take(", and")
            || p.take("and")
            || p.mark(',');
        if !joined {
            return None;
        }
        if lex.offers(p) {
            // "A, and you may B and C": all that is left of the sentence is offered.
            let steps = clauses(lex, p, b)?;
            return Some(vec![Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }]);
        }
        lex.clause(p, b)
    }) {
        steps.extend(more);
    }
    Some(steps)
}
