//! Tokens as texts describe them: in the note behind their name, stroke by stroke or in words.

use super::cards::{Home, the_opponent};
use super::clause::{Form, verb_is};
use super::header;
use super::lexicon::{B, names};
use super::moves::pay;
use super::words::COLORS;
use crate::vocab::*;
use effects::text::grammar::how_many;
use effects::text::lexer::lex;
use effects::text::{Bracket, Parser, Tok};
use effects::{Amount, HowMany, Phrase, Step, Target, Who};

/// "Play 1 [Name] Token (Digimon/red/3000 DP)", "… suspended to your opponent's battle area"; then "play it …" again.
pub fn token(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "play/plays/playing") {
        return None;
    }
    let mut steps = Vec::new();
    loop {
        let next = p.attempt_with(b, |p, b| {
            if !(steps.is_empty() || p.take(", and") || p.take("and") || p.mark(',')) {
                return None;
            }
            if steps.is_empty() && p.take("it") {
                let Some(Verb::PlayToken { token, count, .. }) = b.deed.clone() else { return None };
                return Some((token, count));
            }
            one(p, b)
        });
        match next {
            Some((token, count)) => {
                let suspended = p.take("suspended");
                let by = whose_side(p).unwrap_or(home.by);
                let suspended = p.take("suspended") || suspended;
                let count = match (count, p.attempt_with(b, super::amount::per)) {
                    (Amount::Fixed(n), Some(per)) => super::amount::times(n, Some(per)),
                    (_, Some(_)) => return None,
                    (count, None) => count,
                };
                steps.push(Verb::PlayToken { token, count, by, suspended });
            }
            None => break,
        }
    }
    b.deed = Some(steps.last()?.clone());
    // "… Token or, from your hand or trash, 1 Digimon card with …".
    let hand = Home { whose: home.by, zones: &[Place::Hand], ..home };
    if let Some((mut other, what)) = p.attempt_with(b, |p, b| super::moves::or_play(p, b, hand)) {
        let pay = pay(p, b)?;
        other.push(Step::Do(Verb::Play { what, pay, suspended: false, quiet: false }));
        let tokens = steps.into_iter().map(Step::Do).collect();
        let options = vec![("1".into(), tokens), ("2".into(), other)];
        b.it = Some(Target::Test(Test::Made));
        return Some(vec![Step::OneOf { who: Who::You, pick: 1, options }]);
    }
    let _ = pay(p, b);
    b.it = (steps.len() == 1).then_some(Target::Test(Test::Made));
    Some(steps.into_iter().map(Step::Do).collect())
}

/// "to your opponent's battle area": on whose side it is played.
fn whose_side(p: &mut Parser<'_>) -> Option<Who> {
    p.attempt(|p| {
        if !p.take("to/in") {
            return None;
        }
        let who = if the_opponent(p) { Who::Opponent } else { effects::text::grammar::whose(p)? };
        p.take("battle area").then_some(who)
    })
}

/// A count, a name and the description.
fn one(p: &mut Parser<'_>, b: &mut B) -> Option<(Token, Amount<Dcg>)> {
    let count = match how_many(p)? {
        HowMany::Exactly(count) => count,
        _ => return None,
    };
    let (names, _) = names(p)?;
    let [name] = names.as_slice() else { return None };
    let early = p.passed_note();
    if !p.take("token/tokens") {
        return None;
    }
    let note = match p.passed_note().or(early) {
        Some(note) => note,
        // The note may stand behind the sentence.
        None => {
            let mut behind = p.clone();
            while !(behind.at_end() || behind.mark('.')) {
                behind.bump();
            }
            behind.passed_note()?
        }
    };
    Some((described(p, name.clone(), note, b)?, count))
}

/// What the note says: kind, colours, figures, keywords and effects, divided by strokes.
fn described(p: &Parser<'_>, name: Phrase, note: &str, b: &mut B) -> Option<Token> {
    let mut token = Token {
        name,
        colors: Vec::new(),
        level: None,
        cost: None,
        dp: 0,
        traits: Vec::new(),
        keywords: Vec::new(),
        abilities: Vec::new(),
    };
    let tokens = lex(note);
    let mut p = p.inside(&tokens);
    let mut is_digimon = false;
    if let Some(()) = p.attempt(|p| in_words(p, &mut token)) {
        return Some(token);
    }
    loop {
        if p.at_end() {
            break;
        }
        match p.peek() {
            Some(Tok::Mark('/' | '|' | '.')) => p.bump(),
            Some(Tok::Group(Bracket::Quote, text)) => {
                p.bump();
                token.abilities.extend(effects_in(&p, text, b)?);
            }
            Some(Tok::Group(Bracket::Square, _)) => {
                // The effects go on to the end.
                let from = tokens.get(p.position())?.span.0;
                token.abilities.extend(effects_in(&p, &note[from..], b)?);
                break;
            }
            _ => part(&mut p, &mut token, &mut is_digimon)?,
        }
    }
    (is_digimon && !token.colors.is_empty()).then_some(token)
}

/// One part of a description.
fn part(p: &mut Parser<'_>, token: &mut Token, is_digimon: &mut bool) -> Option<()> {
    if p.take("digimon") {
        *is_digimon = true;
        return Some(());
    }
    if let Some(color) = COLORS.read(p) {
        token.colors.push(color);
        return Some(());
    }
    if let Some(keyword) = super::keyword::keyword(p) {
        token.keywords.push(keyword);
        return Some(());
    }
    if p.take("lv .?") || p.take("level") {
        token.level = Some(u8::try_from(p.number()?).ok()?);
        return Some(());
    }
    if p.take("play? cost") {
        token.cost = Some(u8::try_from(p.number()?).ok()?);
        return Some(());
    }
    if let Some(dp) = p.number() {
        token.dp = dp;
        return p.take("dp").then_some(());
    }
    // Form, attribute and type: a word or two, and nothing else.
    let mut words = vec![p.word()?];
    while let Some(word) = p.word() {
        words.push(word);
    }
    token.traits.push(Phrase::new(&words.join(" ")));
    (p.at_end() || matches!(p.peek(), Some(Tok::Mark('/' | '|')))).then_some(())
}

/// "Ember Tokens are level 6 white Digimon with a memory cost of 14, 3000 DP, and Mega/Unknown traits."
fn in_words(p: &mut Parser<'_>, token: &mut Token) -> Option<()> {
    while p.word().is_some_and(|word| !matches!(word, "tokens" | "token")) {}
    if !p.take("are level") {
        return None;
    }
    token.level = Some(u8::try_from(p.number()?).ok()?);
    while let Some(color) = COLORS.read(p) {
        token.colors.push(color);
    }
    if token.colors.is_empty() || !p.take("digimon with a memory/play cost of") {
        return None;
    }
    token.cost = Some(u8::try_from(p.number()?).ok()?);
    p.mark(',');
    token.dp = p.number()?;
    if !p.take("dp , and are?") {
        return None;
    }
    loop {
        token.traits.push(Phrase::new(p.word()?));
        p.take("form/type/attribute/traits");
        let more = p.mark('/') | p.take(", and") | p.mark(',') | p.take("and");
        if !more {
            p.mark('.');
            return p.at_end().then_some(());
        }
    }
}

/// The effects that a token has, given like others; none of them may give or set up another, for whose place on the
/// token nobody would know.
fn effects_in(p: &Parser<'_>, text: &str, b: &mut B) -> Option<Vec<u8>> {
    let tokens = lex(text);
    let mut starts = header::starts(&tokens);
    starts.push(tokens.len());
    let mut all = Vec::new();
    for range in starts.windows(2) {
        let (first, last) = (tokens.get(range[0])?, tokens.get(range[1].checked_sub(1)?)?);
        let before = b.granted.len();
        let given = header::granted(p, &text[first.span.0..last.span.1], b)?;
        if b.granted.len() != before + given.len() {
            return None;
        }
        all.extend(given);
    }
    Some(all)
}
