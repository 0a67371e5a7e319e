//! The game's nouns, adjectives, places and conditions, for the shared clause grammar.

use super::header::{color, soul_core};
use super::words::{KINDS, STATES, ZONES};
use super::{B, P, body, clause};
use crate::state::Zone;
use crate::vocab::*;
use effects::text::grammar::{comparison, condition, described, how_many, whose};
use effects::text::{Bracket, Lexicon, Noun, Tok};
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Phrase, Target, Who};

/// The words of Battle Spirits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words;

/// A noun phrase. A number in front of "BP" is no count.
pub(super) fn noun_phrase(p: &mut P<'_>, b: &mut B) -> Option<Noun<BattleSpirits>> {
    p.attempt_with(b, |p, b| {
        let mut whose_ = whose(p);
        let bp_follows = matches!(p.peek(), Some(Tok::Number(_)))
            && matches!(p.peek_second(), Some(Tok::Word(word)) if word == "bp");
        // "a total of Cost 6 or less opposing Spirits": any number of them.
        let in_total = p.attempt(|p| {
            p.take("a total of cost").then_some(())?;
            let most = p.number()?;
            p.take("or less/lower").then_some(HowMany::TotalUpTo(Figure::Cost, Amount::Fixed(most)))
        });
        let in_total = in_total.or_else(|| {
            p.attempt(|p| {
                p.take("a total of").then_some(())?;
                let most = p.number()?;
                let said = p.take("bp or less/lower") || p.take("or less/lower bp");
                p.take("of");
                said.then_some(HowMany::TotalUpTo(Figure::Bp, Amount::Fixed(most)))
            })
        });
        // "another of your Spirits", "another Green Spirit".
        let another = p.take("another of?");
        let count = match another {
            true => Some(HowMany::Exactly(Amount::Fixed(1))),
            false if in_total.is_some() => in_total,
            false if bp_follows => None,
            false => how_many(p),
        };
        if whose_.is_none() {
            p.take("the");
            whose_ = whose(p);
        }
        let (filter, side) = side_inside(described(&Words, p, b)?);
        // "an opposing Spirit or an opposing Nexus": said twice of the same side.
        let filter = match filter {
            Filter::Either(any) if whose_ == Some(Who::Opponent) => {
                Filter::Either(any.into_iter().map(|one| side_inside(one).0).collect())
            }
            filter => filter,
        };
        let filter = if another { Filter::This.negate().and(filter) } else { filter };
        let among = Words.place(p, b);
        let more = match &among {
            Some(_) => Words.postfix(p, b).unwrap_or(Filter::Any),
            None => Filter::Any,
        };
        // "any number of Spirits with a total Cost of 5 or less".
        let count = match p.attempt(total) {
            Some(total) if count.is_none() || count == Some(HowMany::AnyNumber) => Some(total),
            Some(_) => return p.want("any number of them"),
            None => count,
        };
        Some(Noun { count, whose: whose_.or(side), filter: filter.and(more), among })
    })
}

/// "exhausted opposing Spirits": whose they are may stand behind other adjectives.
fn side_inside(filter: BsFilter) -> (BsFilter, Option<Who>) {
    let Filter::All(mut all) = filter else { return (filter, None) };
    let at = all.iter().position(|one| *one == Filter::Of(Who::Opponent));
    let side = at.map(|at| all.remove(at)).map(|_| Who::Opponent);
    (all.into_iter().fold(Filter::Any, Filter::and), side)
}

/// "with a total Cost of 5 or less", "up to a total of 8000 BP".
fn total(p: &mut P<'_>) -> Option<HowMany<BattleSpirits>> {
    let figures = [("cost", Figure::Cost), ("bp", Figure::Bp)];
    let up_to = p.take("up to a total");
    if !up_to && !p.take("with a? total") {
        return None;
    }
    let front = p.lookup(&figures);
    p.take("of");
    let front = front.or_else(|| p.lookup(&figures));
    let most = p.number()?;
    let figure = front.or_else(|| p.lookup(&figures))?;
    (p.take("or less/lower") || up_to).then_some(HowMany::TotalUpTo(figure, Amount::Fixed(most)))
}

/// A selection out of a noun phrase: on the Field, unless it says otherwise.
pub(super) fn selection(noun: Noun<BattleSpirits>) -> BsSelect {
    let (whose, count) = (noun.whose, noun.count.clone());
    let count = count.unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
    let mut select = noun.select(Who::Both, &[Zone::Field], count);
    if let (Among::Zones { whose: at, .. }, Some(whose)) = (&mut select.among, whose) {
        if *at == Who::Both {
            *at = whose;
        }
    }
    select
}

/// Who "you" or "your opponent" is where a noun phrase stands alone in a test: its side becomes part of the test.
pub(super) fn as_filter(noun: Noun<BattleSpirits>) -> BsFilter {
    let side = match (&noun.among, noun.whose) {
        (Some(Among::Zones { whose, .. }), _) => Some(*whose),
        (_, whose) => whose,
    };
    match side {
        Some(Who::Both) | None => noun.filter,
        Some(who) => noun.filter.and(Filter::Of(who)),
    }
}

/// `"Windfang" family`, `family "Windfang"`, `Family: Windfang`.
fn family(p: &mut P<'_>) -> Option<BsFilter> {
    p.attempt(|p| {
        if p.take("family :?") {
            let name = p.group(Bracket::Quote)?;
            return Some(Filter::Trait(Phrase::new(name)));
        }
        let name = p.group(Bracket::Quote)?;
        let mut any = vec![Filter::Trait(Phrase::new(name))];
        while let Some(name) =
            p.attempt(|p| if p.mark('/') || p.take("or") { p.group(Bracket::Quote) } else { None })
        {
            any.push(Filter::Trait(Phrase::new(name)));
        }
        if !p.take("family/families") {
            return p.want("family");
        }
        Some(if any.len() == 1 { any.remove(0) } else { Filter::Either(any) })
    })
}

/// `cost 4 or less`, `3000 BP or less`, `0 BP`, `LV2`.
pub(super) fn figure(p: &mut P<'_>) -> Option<BsFilter> {
    p.attempt(|p| {
        if p.take("cost") {
            p.take("of");
            let number = p.number()?;
            return Some(Filter::Figure(Figure::Cost, comparison(p), Amount::Fixed(number)));
        }
        if p.take("bp") {
            p.take("of");
            let number = p.number()?;
            return Some(Filter::Figure(Figure::Bp, comparison(p), Amount::Fixed(number)));
        }
        let number = p.number()?;
        if p.take("bp") {
            return Some(Filter::Figure(Figure::Bp, comparison(p), Amount::Fixed(number)));
        }
        let cmp = comparison(p);
        if cmp != Cmp::Equal && p.take("bp") {
            return Some(Filter::Figure(Figure::Bp, cmp, Amount::Fixed(number)));
        }
        p.want("BP")
    })
}

/// `LV2 or higher`.
pub(super) fn level(p: &mut P<'_>) -> Option<BsFilter> {
    let levels = [("lv1", 1), ("lv2", 2), ("lv3", 3), ("lv4", 4)];
    let level = p.lookup(&levels)?;
    Some(Filter::Figure(Figure::Level, comparison(p), Amount::Fixed(level)))
}

/// `Blue Tree family`, without the quotation marks.
fn bare_family(p: &mut P<'_>) -> Option<BsFilter> {
    p.take("the");
    let mut name = Vec::new();
    while name.len() < 4 && !p.take("family/families") {
        match p.peek() {
            Some(Tok::Word(word)) => name.push(word.clone()),
            _ => return None,
        }
        p.bump();
    }
    let whole = p.behind("family/families") && !name.is_empty();
    whole.then(|| Filter::Trait(Phrase::new(&name.join(" "))))
}

impl Lexicon for Words {
    type V = BattleSpirits;

    fn adjective(&self, p: &mut P<'_>, _b: &mut B) -> Option<BsFilter> {
        if let Some(filter) = family(p).or_else(|| figure(p)) {
            return Some(filter);
        }
        let state = p.attempt(|p| STATES.read(p).filter(|state| *state != Condition::SuperUnleash));
        if let Some(state) = state {
            return Some(Filter::Is(state));
        }
        if p.take("other") {
            return Some(Filter::This.negate());
        }
        if p.take("opposing") {
            return Some(Filter::Of(Who::Opponent));
        }
        // "Lv2 Spirits".
        if let Some(level) = level(p) {
            return Some(level);
        }
        color(p).map(Filter::Color)
    }

    fn noun(&self, p: &mut P<'_>, _b: &mut B) -> Option<BsFilter> {
        if let Some(kind) = KINDS.read(p) {
            let mut any = vec![Filter::Kind(kind)];
            while let Some(kind) =
                p.attempt(|p| if p.mark('/') || p.take("or/and") { KINDS.read(p) } else { None })
            {
                any.push(Filter::Kind(kind));
            }
            p.take("card/cards");
            return Some(if any.len() == 1 { any.remove(0) } else { Filter::Either(any) });
        }
        if p.take("card/cards") {
            return Some(Filter::Any);
        }
        // A name that stands alone: `a "Sertarius"`.
        p.attempt(|p| {
            let name = p.group(Bracket::Quote)?;
            (!p.ahead("family/families")).then(|| Filter::Name(Phrase::new(name)))
        })
    }

    fn postfix(&self, p: &mut P<'_>, b: &mut B) -> Option<BsFilter> {
        p.attempt_with(b, |p, b| {
            // `, besides "Sertarius",`
            if p.take(",? besides/except/excluding/other than?") {
                p.take("any/for");
                let filter = if p.take("this spirit/nexus/card") {
                    // Said of this card, whatever was targeted before: not taken for "other".
                    Filter::All(vec![Filter::This])
                } else {
                    Filter::Name(Phrase::new(p.group(Bracket::Quote)?))
                };
                p.mark(',');
                return Some(filter.negate());
            }
            if p.take("that/which has/have") {
                return self.having(p, b);
            }
            if p.take("that/which is/are") || p.take("that 's") || p.take("that's") {
                let not = p.take("not");
                let filter = self.state(p)?;
                return Some(if not { filter.negate() } else { filter });
            }
            if p.take("that/which isn't/aren't") {
                return Some(self.state(p)?.negate());
            }
            if p.take("not in") {
                return Some(self.unleashed(p)?.negate());
            }
            if p.take("in super unleash/unleashed state?") || p.take("in true release state?") {
                return Some(Filter::Is(Condition::SuperUnleash));
            }
            if p.ahead("during true/super") {
                p.take("during");
                return self.unleashed(p);
            }
            if p.take("without") {
                return Some(self.having(p, b)?.negate());
            }
            if p.take("with/having") {
                return self.having(p, b);
            }
            if p.ahead("at lv1/lv2/lv3/lv4") && p.take("at") {
                return level(p);
            }
            // "whose Cost is the same as this Spirit's".
            if let Some(figure) = p.attempt(|p| {
                p.take("whose").then_some(())?;
                let figure = p.lookup(&[("cost", Figure::Cost), ("bp", Figure::Bp)])?;
                p.take("is the same as").then_some(figure)
            }) {
                let with = Box::new(compared_with(p, b)?);
                return Some(Filter::Figure(figure, Cmp::Equal, Amount::Figure(figure, with)));
            }
            if p.take("whose bp is") {
                let number = p.number()?;
                return Some(Filter::Figure(Figure::Bp, comparison(p), Amount::Fixed(number)));
            }
            None
        })
    }

    fn place(&self, p: &mut P<'_>, b: &mut B) -> Option<Among<BattleSpirits>> {
        p.attempt_with(b, |p, b| {
            if p.take("you control") || p.take("on your field") {
                return Some(zones(Who::You, Zone::Field));
            }
            if p.take("your opponent controls")
                || p.take("the opponent controls")
                || p.take("on the opposing field")
            {
                return Some(zones(Who::Opponent, Zone::Field));
            }
            if p.take("on the field") {
                return Some(zones(Who::Both, Zone::Field));
            }
            if p.take("discarded this way") || p.take("discarded by this effect") {
                let Some(Target::Slot(slot)) = b.moved else { return p.want("discarded cards") };
                return Some(Among::Slot(slot));
            }
            if p.take("among them") {
                return b.shown.map(Among::Slot);
            }
            if !p.take("in/from/on") {
                return None;
            }
            let the = p.take("the");
            let who = whose(p).or_else(|| the.then_some(Who::You))?;
            let mut among = vec![ZONES.read(p)?];
            // "from your Hand or Trash".
            among.extend(p.attempt(|p| {
                p.take("or your?").then_some(())?;
                ZONES.read(p)
            }));
            Some(Among::Zones { whose: who, zones: among })
        })
    }

    fn fact(&self, p: &mut P<'_>, b: &mut B) -> Option<BsCond> {
        super::trigger::fact(p, b)
    }

    fn in_play(&self) -> Vec<Zone> {
        vec![Zone::Field]
    }

    fn clause(&self, p: &mut P<'_>, b: &mut B) -> Option<Vec<TextStep>> {
        clause::clause(p, b)
    }

    fn cost(&self, p: &mut P<'_>, b: &mut B) -> Option<Vec<TextStep>> {
        clause::clause(p, b)
    }

    fn until(&self, p: &mut P<'_>, _b: &mut B) -> Option<Until> {
        body::until(p)
    }

    fn offers(&self, p: &mut P<'_>) -> bool {
        p.take("you can/may")
    }

    fn if_you_do(&self, p: &mut P<'_>) -> bool {
        body::if_you_do(p)
    }
}

impl Words {
    /// Behind "that is": a state.
    fn state(&self, p: &mut P<'_>) -> Option<BsFilter> {
        let state = p.attempt(|p| STATES.read(p).filter(|state| *state != Condition::SuperUnleash));
        if let Some(state) = state {
            return Some(Filter::Is(state));
        }
        p.take("in/during");
        self.unleashed(p)
    }

    fn unleashed(&self, p: &mut P<'_>) -> Option<BsFilter> {
        for words in ["true release", "super unleash", "super unleashed"] {
            let grouped = [Bracket::Angle, Bracket::Double, Bracket::Square]
                .into_iter()
                .any(|bracket| p.group_any(bracket, &[words]).is_some());
            if grouped || p.take(words) {
                p.take("state");
                return Some(Filter::Is(Condition::SuperUnleash));
            }
        }
        p.want("Super Unleash")
    }

    /// Behind "with": a keyword, a figure, cores.
    fn having(&self, p: &mut P<'_>, b: &mut B) -> Option<BsFilter> {
        // "with less BP (than this Spirit)", "with the same or less Cost than this Spirit".
        if let Some(filter) = p.attempt_with(b, |p, b| than(p, b)) {
            return Some(filter);
        }
        if p.take("the? same name as this spirit/nexus/card") {
            return Some(Filter::Test(Test::SameName));
        }
        if p.take("the/any? same family/families as this spirit/nexus/card")
            || p.take("a family in common with this spirit/nexus/card")
        {
            return Some(Filter::Test(Test::SameFamily));
        }
        // "with the lowest BP", "with the highest Cost".
        if let Some(cmp) = p.attempt(|p| {
            p.take("the");
            p.lookup(&[
                ("lowest", Cmp::AtMost),
                ("least", Cmp::AtMost),
                ("highest", Cmp::AtLeast),
                ("most", Cmp::AtLeast),
            ])
        }) {
            let figure = p.lookup(&[("bp", Figure::Bp), ("cost", Figure::Cost)])?;
            return Some(Filter::Test(Test::Extreme(figure, cmp)));
        }
        for (words, keyword) in [
            ("legacy", Keyword::Succession),
            ("succession", Keyword::Succession),
            ("true release", Keyword::SuperUnleash),
            ("super unleash", Keyword::SuperUnleash),
        ] {
            let grouped = [Bracket::Angle, Bracket::Double, Bracket::Square]
                .into_iter()
                .any(|bracket| p.group_any(bracket, &[words]).is_some());
            if grouped || p.take(words) {
                return Some(Filter::Has(keyword));
            }
        }
        if p.take("an? ex symbol/symbols") {
            return Some(Filter::Test(Test::ExSymbol));
        }
        let soul = p.attempt(|p| {
            p.take("a/the");
            soul_core(p).then_some(())
        });
        if soul.is_some() {
            p.take("on it/them");
            return Some(Filter::Is(Condition::HasSoulCore));
        }
        if let Some(filter) = p.attempt(|p| {
            p.take("a/an/the");
            figure(p).or_else(|| family(p))
        }) {
            return Some(filter);
        }
        if let Some(filter) = p.attempt(|p| {
            p.take("only/exactly");
            let number = p.number()?;
            let cmp = comparison(p);
            let figure = if p.take("core/cores") {
                Figure::Cores
            } else if p.take("symbol/symbols") {
                Figure::Symbols
            } else {
                return None;
            };
            p.take("on it/them");
            Some(Filter::Figure(figure, cmp, Amount::Fixed(number)))
        }) {
            return Some(filter);
        }
        if let Some(family) = p.attempt(bare_family) {
            return Some(family);
        }
        p.want("what it has")
    }
}

/// "this Spirit", "the discarded card": what a figure is compared with.
fn compared_with(p: &mut P<'_>, b: &B) -> Option<BsTarget> {
    if p.take("this spirit 's?") {
        p.take("bp/cost");
        return Some(Target::This);
    }
    if p.take("it/that spirit? 's?") {
        p.take("bp/cost");
        return b.it.clone();
    }
    p.take("the/that discarded card 's?").then(|| b.moved.clone())?
}

/// "the number of your Blue symbols", "the number of Nexuses you control"; or the same figure of another card.
fn compared_amount(p: &mut P<'_>, b: &mut B, figure: Figure) -> Option<BsAmount> {
    if p.take("the number of") {
        return body::counted(p, b);
    }
    Some(Amount::Figure(figure, Box::new(compared_with(p, b)?)))
}

/// "less BP than this Spirit", "the same or less Cost as the discarded card", "Cost less than this Spirit".
fn than(p: &mut P<'_>, b: &mut B) -> Option<BsFilter> {
    if let Some((figure, cmp, with)) = p.attempt_with(b, |p, b| {
        p.take("a/the");
        let figure = p.lookup(&[("cost", Figure::Cost), ("bp", Figure::Bp)])?;
        let cmp = p.lookup(&[
            ("less than or equal to", Cmp::AtMost),
            ("less than", Cmp::Less),
            ("lower than", Cmp::Less),
            ("more than", Cmp::More),
            ("higher than", Cmp::More),
            ("equal to or less/lower than", Cmp::AtMost),
            ("equal to or more/higher than", Cmp::AtLeast),
            ("equal to", Cmp::Equal),
        ])?;
        Some((figure, cmp, compared_amount(p, b, figure)?))
    }) {
        return Some(Filter::Figure(figure, cmp, with));
    }
    // "the same BP or less as this Spirit".
    if let Some((figure, cmp, with)) = p.attempt_with(b, |p, b| {
        p.take("the? same").then_some(())?;
        let figure = p.lookup(&[("cost", Figure::Cost), ("bp", Figure::Bp)])?;
        let cmp = p.lookup(&[
            ("or less", Cmp::AtMost),
            ("or lower", Cmp::AtMost),
            ("or more", Cmp::AtLeast),
            ("or higher", Cmp::AtLeast),
        ])?;
        p.take("as/than").then_some(())?;
        Some((figure, cmp, compared_with(p, b)?))
    }) {
        return Some(Filter::Figure(figure, cmp, Amount::Figure(figure, Box::new(with))));
    }
    let same = p.take("the? same or");
    let cmp = match (p.take("less/lower"), same) {
        (true, true) => Cmp::AtMost,
        (true, false) => Cmp::Less,
        (false, true) if p.take("more/higher/greater") => Cmp::AtLeast,
        (false, false) if p.take("more/higher/greater") => Cmp::More,
        _ => return None,
    };
    let figure = if p.take("cost") {
        Figure::Cost
    } else if p.take("bp") {
        Figure::Bp
    } else {
        return None;
    };
    let with = if p.take("than/as") { compared_with(p, b)? } else { Target::This };
    Some(Filter::Figure(figure, cmp, Amount::Figure(figure, Box::new(with))))
}

fn zones(whose: Who, zone: Zone) -> Among<BattleSpirits> {
    Among::Zones { whose, zones: vec![zone] }
}

/// What stands behind "if".
pub(super) fn cond(p: &mut P<'_>, b: &mut B) -> Option<BsCond> {
    condition(&Words, p, b)
}

/// "you control any exhausted Red Spirit", "you control two or more …".
pub(super) fn controls(p: &mut P<'_>, b: &mut B) -> Option<BsCond> {
    p.attempt_with(b, |p, b| {
        let (who, mut not) = if p.take("you control") || p.take("you have") || p.take("your field has") {
            (Who::You, false)
        } else if p.take("you don't control") || p.take("you do not control") || p.take("you don't have") {
            (Who::You, true)
        } else if p.take("your? opponent controls")
            || p.take("the opponent controls")
            || p.take("your? opponent has")
            || p.take("the opponent has")
            || p.take("the opposing field has")
            || p.take("your opponent 's field has")
        {
            (Who::Opponent, false)
        } else {
            return None;
        };
        not |= p.take("no");
        if who == Who::Opponent && !not {
            if let Some(cond) = p.attempt_with(b, more_than_you) {
                return Some(cond);
            }
        }
        if let Some(cond) = p.attempt(|p| super::compared::had(p, who, not)) {
            return Some(cond);
        }
        let counted = p.attempt(|p| {
            let exactly = p.take("exactly/only");
            let less = !exactly && p.take("less/fewer than");
            let number = p.number()?;
            let cmp = comparison(p);
            if p.ahead("bp") {
                return None;
            }
            Some(match cmp {
                Cmp::Equal if less => (Cmp::AtMost, number - 1),
                Cmp::Equal if !exactly => (Cmp::AtLeast, number),
                cmp => (cmp, number),
            })
        });
        if let Some((cmp, number)) = counted {
            // "three or more White symbols".
            if let Some(color) = p.attempt(|p| {
                let color = color(p);
                p.take("symbol/symbols").then_some(color)
            }) {
                let symbols = Amount::Game(Count::Symbols(who, color));
                return Some(Cond::Compare(symbols, cmp, Amount::Fixed(number)));
            }
            let mut noun = noun_phrase(p, b)?;
            noun.count = Some(HowMany::All);
            noun.whose = noun.whose.or(Some(who));
            let select = selection(noun);
            // "If the opponent controls three or more Spirits, destroy one of them."
            b.it = b.it.take().or_else(|| Some(Target::Each(Box::new(select.clone()))));
            return Some(Cond::Compare(Amount::Count(Box::new(select)), cmp, Amount::Fixed(number)));
        }
        if let Some(color) = p.attempt(|p| {
            p.take("a/any/an");
            let color = color(p)?;
            p.take("symbol/symbols").then_some(color)
        }) {
            let symbols = Amount::Game(Count::Symbols(who, Some(color)));
            let cond = Cond::Compare(symbols, Cmp::AtLeast, Amount::Fixed(1));
            return Some(if not { Cond::Not(Box::new(cond)) } else { cond });
        }
        let mut noun = noun_phrase(p, b)?;
        noun.count = Some(HowMany::All);
        noun.whose = noun.whose.or(Some(who));
        let cond = Cond::Exists(Box::new(selection(noun)));
        Some(if not { Cond::Not(Box::new(cond)) } else { cond })
    })
}

/// "(the opponent controls) more Spirits than you".
fn more_than_you(p: &mut P<'_>, b: &mut B) -> Option<BsCond> {
    let cmp = p.lookup(&[("more", Cmp::More), ("less", Cmp::Less), ("fewer", Cmp::Less)])?;
    let mut noun = noun_phrase(p, b)?;
    if noun.whose.is_some() || noun.among.is_some() || !p.take("than you do?") {
        return p.want("than you");
    }
    noun.count = Some(HowMany::All);
    let mut count = |who| {
        noun.whose = Some(who);
        Amount::Count(Box::new(selection(noun.clone())))
    };
    Some(Cond::Compare(count(Who::Opponent), cmp, count(Who::You)))
}
