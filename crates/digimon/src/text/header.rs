//! What stands in front of an effect: timings, limits, places; and how an effect is put together from them.

use super::body::body;
use super::cond;
use super::event::{self, Event};
use super::keyword;
use super::lexicon::B;
use super::sentence::sentence;
use super::words::{ICONS, TIMINGS};
use crate::trigger::is_about_itself;
use crate::vocab::*;
use effects::text::lexer::{fold, lex};
use effects::text::{Bracket, Parser, Tok, Token};
use effects::{Ability, Cond, Filter, Gainer, Limit, Per, Step, Target, Trigger, When, Who};

/// The part of abilities that are only ever given.
pub const GRANTED: Part = Part { text: Text::Main, live: Live::Usual };

/// A timing as other texts name it: "[On Play] effects".
pub fn timing(text: &str) -> Option<Timing> {
    TIMINGS.named(text)
}

/// One icon in front of an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// It happens to this card.
    Own(Moment),
    /// It happens in a turn of this player's.
    Turn(Moment, Who),
    During(Who),
    Window(Window),
    Counter,
    Times(u8),
    Shared,
    Live(Live),
}

fn icon(text: &str) -> Option<Icon> {
    ICONS.named(text)
}

fn icon_of(tok: &Tok) -> Option<Icon> {
    match tok {
        Tok::Group(Bracket::Square, text) => icon(text),
        Tok::Group(Bracket::Curly, text) => match fold(text).as_str() {
            "security" => Some(Icon::Live(Live::Security)),
            _ => icon(text),
        },
        _ => None,
    }
}

/// Where effects begin in a paragraph: at its start, and at each timing that starts a sentence.
pub fn starts(tokens: &[Token]) -> Vec<usize> {
    let mut starts = vec![0];
    let whole = Parser::new(tokens);
    let is_line = matches!(tokens.first().map(|token| &token.tok), Some(Tok::Word(word)) if matches!(word.as_str(), "digivolve" | "dna" | "digixros" | "burst" | "assembly"));
    let is_line = is_line
        || matches!(tokens.first().map(|token| &token.tok), Some(Tok::Group(Bracket::Square, text)) if matches!(fold(text).as_str(), "digivolve" | "dna digivolve" | "dna digivolution"));
    let is_line = is_line
        || matches!(tokens.first().map(|token| &token.tok), Some(Tok::Group(Bracket::Angle, text)) if fold(text).starts_with("dna"));
    let mut line_over = !is_line;
    // Sentences behind a timing belong to its effect.
    let mut timed = false;
    for at in 1..tokens.len() {
        let before = &tokens[at - 1].tok;
        let here = &tokens[at].tok;
        // A line goes on with another line, or with an effect in words.
        let new_line = is_line
            && !line_over
            && matches!(here, Tok::Word(word) if matches!(word.as_str(), "digixros" | "when" | "you" | "this"))
            && matches!(before, Tok::Word(word) if matches!(word.as_str(), "text" | "name" | "trait" | "traits"))
                | matches!(before, Tok::Group(Bracket::Square, _));
        let new_line = new_line
            || is_line
                && !timed
                && matches!(before, Tok::Mark('.'))
                && !matches!(tokens[at.saturating_sub(2)].tok, Tok::Word(ref word) if word == "lv")
                && matches!(here, Tok::Word(word) if matches!(word.as_str(), "the" | "this" | "when" | "you"));
        let new_line = new_line
            || is_line
                && matches!(before, Tok::Number(_) | Tok::Mark('.'))
                && matches!(here, Tok::Group(Bracket::Square, text) if fold(text) == "digivolve");
        let new_line = new_line || matches!(here, Tok::Mark('*'));
        let mut after = at;
        while tokens.get(after).is_some_and(|token| icon_of(&token.tok).is_some()) {
            after += 1;
        }
        let follows = tokens.get(after).map(|token| &token.tok);
        let is_header = after > at
            && icon_of(before).is_none()
            && !matches!(follows, Some(Tok::Word(word)) if matches!(word.as_str(), "effect" | "effects" | "skill" | "skills" | "and" | "or"))
            && !matches!(follows, Some(Tok::Mark(',')));
        let breaks = match before {
            Tok::Mark('.' | '!' | '・') => !matches!(before, Tok::Mark('・')),
            Tok::Group(Bracket::Paren | Bracket::Angle | Bracket::Quote, _) => true,
            Tok::Group(Bracket::Square, _) => !line_over,
            Tok::Word(_) | Tok::Number(_) => !line_over,
            _ => false,
        };
        // A keyword right behind a line: "Digivolve: 2 from [X]<Piercing>".
        let keyword = (!line_over || is_line && matches!(before, Tok::Mark('.')) && starts.len() < 4)
            && matches!(here, Tok::Group(Bracket::Angle, _))
            && !matches!(before, Tok::Mark('/'))
            && !matches!(before, Tok::Word(word) if word == "with" || word == "w");
        // A keyword of its own behind a finished effect: "… its cost.<Blocker> (…)".
        let own_keyword = matches!(before, Tok::Mark('.'))
            && matches!(here, Tok::Group(Bracket::Angle, text) if keyword::of_icon(&whole, &keyword::icon(text)).is_some_and(|keyword| keyword != Keyword::Blitz))
            && matches!(tokens.get(at + 1).map(|token| &token.tok), None | Some(Tok::Group(..)))
            && line_over;
        if (is_header && breaks) || new_line || keyword || own_keyword {
            starts.push(at);
            timed = is_header && breaks;
            line_over = !matches!(here, Tok::Word(word) if word == "digixros");
        }
    }
    starts
}

/// The icons in front of one effect.
#[derive(Clone, Default, Debug)]
struct Header {
    own: Vec<Moment>,
    turns: Vec<(Moment, Who)>,
    during: Option<Who>,
    window: Option<Window>,
    counter: bool,
    times: Option<u8>,
    shared: bool,
    live: Option<Live>,
}

fn header(p: &mut Parser<'_>) -> Header {
    let mut header = Header::default();
    while let Some(found) = p.peek().and_then(icon_of) {
        p.bump();
        match found {
            Icon::Own(moment) => header.own.push(moment),
            Icon::Turn(moment, who) => header.turns.push((moment, who)),
            Icon::During(who) => header.during = Some(who),
            Icon::Window(Window::Security) if p.peek().and_then(icon_of).is_some() => {
                // [Security] in front of another timing is the place, not the timing (DCG 15-14-5).
                header.live = Some(Live::Security);
            }
            Icon::Window(window) => header.window = Some(window),
            Icon::Counter => header.counter = true,
            Icon::Times(times) => header.times = Some(times),
            Icon::Shared => (header.times, header.shared) = (Some(1), true),
            Icon::Live(live) => header.live = Some(live),
        }
    }
    header
}

/// What an effect is printed on, for readings that depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct On {
    pub text: Text,
    /// An Option card: [Main] is what using it does.
    pub option: bool,
}

/// Reads one effect to the end of its tokens: one ability, or one for each sentence of an always-on text.
pub fn effect(p: &mut Parser<'_>, b: &mut B, on: On) -> Option<Vec<Ability<Dcg>>> {
    p.attempt_with(b, |p, b| {
        let header = header(p);
        let mut abilities = read(p, b, on, &header)?;
        while p.mark('.') || p.mark(')') {}
        if !p.at_end() {
            return p.want("the end of the effect");
        }
        // A choice that no step makes would be dropped.
        if !b.prelude.is_empty() {
            return p.want("a sentence that chooses its cards");
        }
        let limit = header.times.map(|times| Limit { times, per: Per::Turn, by_name: false });
        for (at, ability) in abilities.iter_mut().enumerate() {
            // The limit of an effect that triggers and can be used is one for both.
            ability.limit =
                limit.map(|limit| Limit { by_name: header.shared || at > 0 && is_double(&header), ..limit });
            if let Some(live) = header.live {
                ability.part.live = live;
            }
            if let Some(who @ (Who::You | Who::Opponent)) = header.during {
                let turn = Cond::Fact(Fact::Turn(who));
                ability.cond = Some(match ability.cond.take() {
                    Some(cond) => turn.and(cond),
                    None => turn,
                });
            }
        }
        Some(abilities)
    })
}

/// Whether an effect triggers and can be used as well.
fn is_double(header: &Header) -> bool {
    header.window == Some(Window::Main) && !header.own.is_empty() && !header.counter
}

fn read(p: &mut Parser<'_>, b: &mut B, on: On, header: &Header) -> Option<Vec<Ability<Dcg>>> {
    let part = Part { text: on.text, live: Live::Usual };
    b.it = None;
    // [On Play] [Main]: one effect that triggers and can be used as well.
    if is_double(header) {
        let mut triggered = header.clone();
        triggered.window = None;
        let mut again = p.clone();
        let mut abilities = read(p, b, on, &triggered)?;
        let mut used = header.clone();
        used.own.clear();
        used.turns.clear();
        let mut second = B::granting_from(b.first_granted + b.granted.len() as u8);
        if !b.granted.is_empty() {
            return None;
        }
        abilities.extend(read(&mut again, &mut second, on, &used)?);
        return second.granted.is_empty().then_some(abilities);
    }
    let timed = !header.own.is_empty() || !header.turns.is_empty() || header.counter;
    if header.window == Some(Window::Main) && !timed {
        // [Main] <Delay> is used from the battle area, not what the card does when it is used.
        let delay =
            matches!(p.peek(), Some(Tok::Group(Bracket::Angle, text)) if keyword::icon(text).name == "delay");
        // "[Main] While …, you may use this card without meeting its color requirements. …": that is no part of what is done.
        let colors = p.attempt_with(b, |p, b| {
            let ability = standing(p, b, part).filter(|_| on.option && on.text == Text::Main)?;
            let ignores = matches!(ability.steps[..], [Step::Gain { change: Change::IgnoreColors, .. }]);
            (ignores && p.mark('.')).then_some(ability)
        });
        if let Some(colors) = colors {
            b.it = None;
            let steps = body(p, b)?;
            return Some(vec![colors, Ability::new(part, When::Body(Window::Main), steps)]);
        }
        let steps = body(p, b)?;
        let used = on.option && !delay && header.live.is_none() && on.text == Text::Main;
        let when = if used { When::Body(Window::Main) } else { When::Use(Window::Main) };
        return Some(vec![Ability::new(part, when, steps)]);
    }
    if header.window == Some(Window::Security) && !timed {
        let steps = body(p, b)?;
        return Some(vec![Ability::new(part, When::Body(Window::Security), steps)]);
    }
    if timed {
        let mut triggers: Vec<Trigger<Dcg>> = Vec::new();
        for moment in &header.own {
            triggers.push(Trigger { moment: *moment, subject: Filter::This, cond: None });
        }
        for (moment, who) in &header.turns {
            let cond = (*who != Who::Both).then_some(Cond::Fact(Fact::Turn(*who)));
            triggers.push(Trigger { moment: *moment, subject: Filter::Any, cond });
        }
        if header.counter {
            triggers.push(Trigger { moment: Moment::Counter, subject: Filter::Any, cond: None });
        }
        if !header.own.is_empty() && header.turns.is_empty() {
            b.it = Some(Target::This);
            b.played = header.own.contains(&Moment::Played);
        }
        // [Hand] [Counter] <Blast Digivolve>: the keyword is the whole effect.
        if header.counter {
            if let Some(ability) = blast(p, part) {
                return Some(vec![ability]);
            }
        }
        if header.window.is_some() {
            return None;
        }
        let steps = body(p, b)?;
        return Some(vec![Ability::new(part, When::Trigger(triggers), steps)]);
    }
    if let Some(ability) = p.attempt_with(b, |p, b| waiting(p, b, part)) {
        return Some(vec![ability]);
    }
    if let Some(ability) = p.attempt_with(b, |p, b| own_digixros(p, b, part)) {
        return Some(vec![ability]);
    }
    always(p, b, part)
}

/// "[Hand] [Counter] <Blast Digivolve>": what the card then has is the keyword.
fn blast(p: &mut Parser<'_>, part: Part) -> Option<Ability<Dcg>> {
    p.attempt(|p| {
        let keyword = keyword::keyword(p)?;
        if !matches!(keyword, Keyword::BlastDigivolve | Keyword::BlastDna(_)) {
            return None;
        }
        Some(has(part, keyword))
    })
}

/// The ability of having a keyword.
pub fn has(part: Part, keyword: Keyword) -> Ability<Dcg> {
    let gain =
        Step::Gain { to: Gainer::Cards(Target::This), change: Change::Keyword(keyword), until: Until::While };
    // DCG 16-4-2, 16-8-2, 16-10-2, 16-14-2, 16-29-2, 16-34-2, 16-38-2, 16-39-2: had all the time, as persistent
    // effects are.
    Ability::new(part, When::Always, vec![gain])
}

/// "When …, …".
fn waiting(p: &mut Parser<'_>, b: &mut B, mut part: Part) -> Option<Ability<Dcg>> {
    // "While you have 10 or more cards in your trash, when …".
    let meanwhile = p.attempt_with(b, |p, b| {
        if !p.take("while") {
            return None;
        }
        let cond = cond::condition(p, b)?;
        (p.mark(',') && p.ahead("when")).then_some(cond)
    });
    if !p.take("when/if") {
        return None;
    }
    // Older texts say "when X digivolves, reduce the cost": that steps in before it.
    // "When this Digimon has [X] in its name and would be deleted, …".
    let own = p.attempt_with(b, |p, b| {
        let cond = cond::of_this(p, b)?;
        p.take("and").then_some(cond)
    });
    let read = |p: &mut Parser<'_>, b: &mut B, stepping: bool| {
        let event = event::event(p, b, stepping)?;
        b.played = event.triggers.iter().all(|one| one.moment == Moment::Played);
        if !p.mark(',') {
            return p.want("a comma after what is waited for");
        }
        if let (true, Some(steps)) = (event.would, p.attempt_with(b, instead)) {
            return Some((event, steps));
        }
        let steps = body(p, b)?;
        (event.would || !steps.iter().any(steps_in)).then_some((event, steps))
    };
    let after = p.attempt_with(b, |p, b| {
        let found = read(p, b, false)?;
        // Once this Digimon has digivolved into another card, its own text is no longer there.
        let late = |one: &Trigger<Dcg>| {
            one.moment == Moment::Digivolved && one.subject != Filter::This && is_about_itself(&one.subject)
        };
        let too_late = part.text == Text::Main && !found.0.would && found.0.triggers.iter().any(late);
        (!too_late).then_some(found)
    });
    let (Event { would, triggers, anywhere }, steps) = match after {
        Some(found) => found,
        None => p.attempt_with(b, |p, b| read(p, b, true))?,
    };
    if anywhere {
        part.live = Live::Anywhere;
    }
    // What lay under a Digimon that was deleted lies there no more.
    let deleted = |one: &Trigger<Dcg>| one.moment == Moment::Deleted && one.subject == Filter::This;
    if !would && triggers.iter().any(deleted) && steps.iter().any(takes_from_under_itself) {
        return p.want("cards that are still there");
    }
    let mut steps = steps;
    // "1 of those": of what it waits for.
    let leaving = Filter::Test(Test::Leaving);
    let waited: Vec<_> = triggers.iter().map(|one| one.subject.clone()).collect();
    for step in &mut steps {
        step.each_mut(&mut |step| match step {
            Step::Choose { from, .. } if from.filter == leaving && !waited.is_empty() => {
                from.filter = leaving.clone().and(super::lexicon::either(waited.clone()));
            }
            _ => {}
        });
    }
    // Those that left the field are other cards by now, and cards from under a Digimon are not what the trigger was about.
    let gone = |one: &Trigger<Dcg>| {
        matches!(
            one.moment,
            Moment::Deleted | Moment::Returned | Moment::Left | Moment::UnderTrashed | Moment::LinkTrashed
        )
    };
    let gone = !would && triggers.iter().any(gone);
    let when = if would { When::Would(triggers) } else { When::Trigger(triggers) };
    let mut ability = Ability::new(part, when, steps);
    if gone && ability.program.iter().any(crate::which::means_those) {
        return p.want("cards that are still there");
    }
    ability.cond = match (meanwhile, own) {
        (Some(meanwhile), Some(own)) => Some(meanwhile.and(own)),
        (meanwhile, own) => meanwhile.or(own),
    };
    Some(ability)
}

/// Whether a step chooses among this Digimon's own digivolution cards and nowhere else.
fn takes_from_under_itself(step: &Step<Dcg>) -> bool {
    let mut found = false;
    step.each(&mut |step| {
        if let Step::Choose { from, .. } = step {
            found |= matches!(from.among, effects::Among::Under { host: Target::This, .. });
        }
    });
    found
}

/// DCG 18-2-1: "you may A instead": what would have happened does not, if A was done.
fn instead(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    let mut steps = sentence(p, b)?;
    if !p.take("instead") {
        return None;
    }
    p.mark('.');
    let prevent = vec![Step::Do(Verb::PreventAll)];
    match steps.as_mut_slice() {
        [Step::May { then, otherwise, .. }] if then.is_empty() && otherwise.is_empty() => *then = prevent,
        // DCG 18-2-3: what must be done instead takes the place of what would have happened.
        _ => steps = vec![Step::IfDid { steps, then: prevent }],
    }
    p.at_end().then_some(steps)
}

/// Whether a step only makes sense before something happens.
fn steps_in(step: &Step<Dcg>) -> bool {
    match step {
        Step::Do(Verb::Prevent(_) | Verb::PreventAll | Verb::ReduceCost(_) | Verb::XrosFrom(_)) => true,
        Step::If { then, otherwise, .. } => then.iter().chain(otherwise).any(steps_in),
        Step::By { cost, then, .. } => cost.iter().chain(then).any(steps_in),
        Step::May { steps, then, otherwise, .. } => steps.iter().chain(then).chain(otherwise).any(steps_in),
        _ => false,
    }
}

/// "While you have …, cards in your trash can also be placed for this card's DigiXros": it steps in before the play.
fn own_digixros(p: &mut Parser<'_>, b: &mut B, mut part: Part) -> Option<Ability<Dcg>> {
    let cond = p.attempt_with(b, |p, b| {
        if !p.take("while/if") {
            return None;
        }
        let cond = cond::condition(p, b)?;
        p.mark(',').then_some(cond)
    });
    let steps = super::special::digixros_from(p)?;
    p.mark('.');
    if !p.at_end() {
        return None;
    }
    part.live = Live::Anywhere;
    let steps = match cond {
        Some(cond) => vec![Step::If { cond, then: steps, otherwise: Vec::new() }],
        None => steps,
    };
    let played = Trigger { moment: Moment::Played, subject: Filter::This, cond: None };
    Some(Ability::new(part, When::Would(vec![played]), steps))
}

/// Always on: keywords, and sentences of gains, each with its own condition.
fn always(p: &mut Parser<'_>, b: &mut B, part: Part) -> Option<Vec<Ability<Dcg>>> {
    let mut abilities = Vec::new();
    while let Some(keyword) = keyword::keyword(p) {
        abilities.push(has(part, keyword));
        while p.mark('.') || p.mark(',') || p.mark('/') {}
    }
    while !p.at_end() {
        b.until = Some(Until::While);
        b.it = Some(Target::This);
        let ability = standing(p, b, part)?;
        // "…, they also gain": what the sentence before was about.
        b.moved = ability.steps.iter().rev().find_map(|step| match step {
            Step::Gain { to: Gainer::Whatever(select), .. } => Some(Target::Each(Box::new(select.clone()))),
            _ => None,
        });
        abilities.push(ability);
        b.until = None;
        if !(p.at_end() || p.mark('.') || p.ahead("while") || p.ahead(")")) {
            return p.want("the end of the sentence");
        }
        while p.mark('.') {}
    }
    (!abilities.is_empty()).then_some(abilities)
}

/// One always-on sentence.
fn standing(p: &mut Parser<'_>, b: &mut B, mut part: Part) -> Option<Ability<Dcg>> {
    p.attempt_with(b, |p, b| {
        let cond = p.attempt_with(b, |p, b| {
            if !p.take("while/if") {
                return None;
            }
            let cond = cond::condition(p, b)?;
            p.mark(',').then_some(cond)
        });
        if p.take("you can/may ignore this card 's color requirements")
            || p.take("ignore this card 's color requirements")
            || p.take("you can/may use this option? card without meeting its color requirements")
            || p.take("you can/may ignore this card 's color requirement")
        {
            part.live = Live::Anywhere;
            let gain = Step::Gain {
                to: Gainer::Cards(Target::This),
                change: Change::IgnoreColors,
                until: Until::While,
            };
            let mut ability = Ability::new(part, When::Always, vec![gain]);
            ability.cond = cond;
            return Some(ability);
        }
        if let Some(memory) = p.attempt(|p| {
            if !p.take("the turn end condition is the/your opponent having") {
                return None;
            }
            let memory = i8::try_from(p.number()?).ok()?;
            p.take("or more memory").then_some(memory)
        }) {
            let gain = Step::Gain {
                to: Gainer::Player(Who::You),
                change: Change::TurnEnd(memory),
                until: Until::While,
            };
            let mut ability = Ability::new(part, When::Always, vec![gain]);
            ability.cond = cond;
            return Some(ability);
        }
        // "your <Vortex> can also attack players".
        if p.attempt(|p| {
            let vortex = p.take("your") && keyword::keyword(p)? == Keyword::Vortex;
            (vortex && p.take("can/may also attack players")).then_some(())
        })
        .or_else(|| {
            p.attempt(|p| {
                let said =
                    p.take("you can also attack players with") && keyword::keyword(p)? == Keyword::Vortex;
                said.then_some(())
            })
        })
        .is_some()
        {
            let to = Gainer::Player(Who::You);
            let gain = Step::Gain { to, change: Change::VortexPlayers, until: Until::While };
            let mut ability = Ability::new(part, When::Always, vec![gain]);
            ability.cond = cond;
            return Some(ability);
        }
        // "[A] in your hand can treat this Digimon as level 6 for DNA digivolution".
        if let Some(change) = p.attempt(treated_by) {
            let gain = Step::Gain { to: Gainer::Cards(Target::This), change, until: Until::While };
            let mut ability = Ability::new(part, When::Always, vec![gain]);
            ability.cond = cond;
            return Some(ability);
        }
        if let Some((to, number)) = p.attempt(deletion_maximum) {
            let change = Change::DeletionMax(effects::Amount::Fixed(number));
            let gain = Step::Gain { to, change, until: Until::While };
            let mut ability = Ability::new(part, When::Always, vec![gain]);
            ability.cond = cond;
            return Some(ability);
        }
        if let Some(change) = p.attempt_with(b, own_cost) {
            part.live = Live::Anywhere;
            let gain = Step::Gain { to: Gainer::Cards(Target::This), change, until: Until::While };
            let mut ability = Ability::new(part, When::Always, vec![gain]);
            ability.cond = cond;
            return Some(ability);
        }
        let steps = sentence(p, b)?;
        // Only what lasts can be always on.
        let (steps, cond) = match steps.as_slice() {
            [Step::If { cond: own, then, otherwise }] if otherwise.is_empty() => {
                let own = own.clone();
                (then.clone(), Some(cond.map_or(own.clone(), |cond| cond.and(own))))
            }
            _ => (steps, cond),
        };
        let lasts = steps.iter().all(|step| matches!(step, Step::Gain { until: Until::While, .. }));
        if !lasts {
            return p.want("something that lasts");
        }
        let mut ability = Ability::new(part, When::Always, steps);
        ability.cond = cond;
        Some(ability)
    })
}

/// "[A] in your hand can treat this Digimon as level 6 for DNA digivolution".
fn treated_by(p: &mut Parser<'_>) -> Option<Change> {
    let of = effects::Phrase::new(p.group(Bracket::Square)?);
    if !p.take("in your hand can/may treat this digimon as level") {
        return None;
    }
    let level = u8::try_from(p.number()?).ok()?;
    let stand = StandIn { level, name: None, of, join: Join::Dna };
    p.take("for dna digivolution").then(|| Change::StandsIn(Box::new(stand)))
}

/// "Add 1000 to the maximum your DP-based deletion effects can delete" (DCG 15-15-5).
fn deletion_maximum(p: &mut Parser<'_>) -> Option<(Gainer<Dcg>, i32)> {
    if p.take("add") {
        let number = p.number()?;
        // Of this Digimon's own effects only.
        if p.take("to this digimon 's dp/dp-based deletion effects ' maximums/maximum") {
            return Some((Gainer::Cards(Target::This), number));
        }
        let said = p.take("to the maximum dp? you can/may choose with dp-based deletion effects")
            || p.take("to the maximum your dp-based deletion effects can delete")
            || p.take("to your dp/dp-based deletion effects ' maximums/maximum");
        return said.then_some((Gainer::Player(Who::You), number));
    }
    if !(p.take("reduce the maximum your opponent 's dp-based deletion effects can delete by")
        || p.take("reduce your opponent 's dp/dp-based deletion effects ' maximums/maximum by"))
    {
        return None;
    }
    Some((Gainer::Player(Who::Opponent), -p.number()?))
}

/// "Reduce the memory cost of this card in your hand by 1 for each …".
fn own_cost(p: &mut Parser<'_>, b: &mut B) -> Option<Change> {
    let front = p.attempt_with(b, |p, b| {
        let per = super::amount::per(p, b)?;
        p.mark(',').then_some(per)
    });
    let more = p.attempt_with(b, |p, b| {
        // "Add 1 to this card's use cost for each …".
        if front.is_some() || !p.take("add") {
            return None;
        }
        let n = p.number()?;
        let cost = if p.take("to this card 's use cost") {
            Cost::Use
        } else if p.take("to this card 's play cost") {
            Cost::Play
        } else {
            return None;
        };
        Some(Change::Cost(cost, super::amount::times(n, p.attempt_with(b, super::amount::per))))
    });
    if more.is_some() {
        return more;
    }
    if !p.take("reduce") {
        return None;
    }
    let cost = if p.take("the memory/use cost of this card in your hand by")
        || p.take("this card 's use cost by")
        || p.take("the use cost of this card by")
    {
        Cost::Use
    } else if p.take("the play cost of this card in your hand by")
        || p.take("the memory cost when playing this card from your hand by")
        || p.take("the memory/play cost to play this card from your hand by")
        || p.take("this card 's play cost by")
    {
        Cost::Play
    } else {
        return None;
    };
    let n = p.number()?;
    let per = front.or_else(|| p.attempt_with(b, super::amount::per));
    Some(Change::Cost(
        cost,
        match super::amount::times(n, per) {
            effects::Amount::Fixed(n) => effects::Amount::Fixed(-n),
            effects::Amount::PerEach { each, per, of } => effects::Amount::PerEach { each: -each, per, of },
            of => effects::Amount::PerEach { each: -1, per: 1, of: Box::new(of) },
        },
    ))
}

/// Reads the text of abilities that a card is given, adds them to the builder, and returns their indices.
pub fn granted(p: &Parser<'_>, text: &str, b: &mut B) -> Option<Vec<u8>> {
    let tokens = lex(text);
    let mut p = p.inside(&tokens);
    let mut inner = B::granting_from(b.first_granted + b.granted.len() as u8);
    let abilities = effect(&mut p, &mut inner, On { text: Text::Main, option: false })?;
    b.granted.append(&mut inner.granted);
    Some(
        abilities
            .into_iter()
            .map(|mut ability| {
                ability.words = text.to_string();
                b.grant(ability)
            })
            .collect(),
    )
}
