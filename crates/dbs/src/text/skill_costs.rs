//! Skill costs that change (DBS 5-8-3-1): "reduce the [Z-Awaken] skill cost of <X> cards in your Z-Deck by Y", "the next time you
//! activate an [Evolve] skill from your hand, reduce the skill cost by [one]".

use super::clauses::Steps;
use super::costs::energy;
use super::gains::until;
use super::nouns::{IN_PLAY, Words};
use crate::card::Cost;
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar::{self, Lexicon};
use effects::text::{Bracket, Builder, Parser};
use effects::{Among, Amount, Filter, Gainer, HowMany, Phrase, Select, Step, Target, Who};

/// A skill by its brackets.
fn which(p: &mut Parser<'_>) -> Option<Which> {
    let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
    let words = words.replace(" : ", " ").replace(": ", " ").replace(':', " ");
    Some(match words.as_str() {
        "auto" => Which::Auto,
        "activate" => Which::Activate,
        "activate main" => Which::In(Window::Main),
        "activate battle" => Which::In(Window::Battle),
        "activate main/battle" => Which::In(Window::MainOrBattle),
        "evolve" | "ex-evolve" | "xeno-evolve" | "z-awaken" | "successor" | "swap" | "union"
        | "union-fusion" | "union-potara" | "over realm" | "dark over realm" | "arrival" => {
            Which::Named(Phrase::new(&words))
        }
        words if words.starts_with("arrival ") => Which::Named(Phrase::new(words)),
        _ => return None,
    })
}

/// "by Y[one]", "by 2": so much less.
fn less(p: &mut Parser<'_>) -> Option<Cost> {
    p.take("by").then_some(())?;
    if let Some(cost) = p.attempt(energy) {
        return Some(cost);
    }
    Some(Cost { total: u8::try_from(p.number()?).ok()?, ..Cost::FREE })
}

/// Where cards are that a skill is activated from, where the text is silent.
fn usual(which: &Which, filter: &Filter<Dbs>) -> Vec<Area> {
    match which {
        Which::Named(words) if words.as_str() == "z-awaken" => vec![Area::ZDeck],
        Which::Named(words) if words.as_str() == "swap" => vec![Area::Battle],
        Which::Named(_) => vec![Area::Hand],
        _ if super::nouns::default_zones(filter) == [Area::Leader] => vec![Area::Leader],
        _ => IN_PLAY.iter().copied().chain([Area::Hand]).collect(),
    }
}

/// The cards whose skill costs less: what kind, and where.
fn whose(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, which: &Which) -> Option<Select<Dbs>> {
    let mut filter = Filter::Any;
    if p.attempt(|p| p.take("on/of").then_some(())).is_some() {
        if p.take("that card") {
            let card = b.it.clone().filter(|it| matches!(it, Target::Slot(_)))?;
            let _ = card;
            return None;
        }
        let _ = p.take("a/an/your/the") || p.take("one of your");
        filter = grammar::described(lex, p, b)?;
    }
    let place = p.attempt_with(b, |p, b| lex.place(p, b));
    let among = place.unwrap_or_else(|| Among::Zones { whose: Who::You, zones: usual(which, &filter) });
    Some(Select::new(among, filter, HowMany::All))
}

/// "reduce the [EX-Evolve] skill cost of yellow <X> cards in your hand or Drop by 2", behind "reduce".
pub(super) fn reduced(
    lex: &Words,
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
) -> Option<(Gainer<Dbs>, Change)> {
    p.take("the").then_some(())?;
    let which = match p.attempt(|p| {
        p.take("skill cost/costs of").then_some(())?;
        which(p)
    }) {
        Some(which) => {
            p.take("skill/skills");
            which
        }
        None => {
            let which = which(p)?;
            p.take("skill cost/costs").then_some(())?;
            which
        }
    };
    p.ahead("of/on").then_some(())?;
    let select = whose(lex, p, b, &which)?;
    let cost = less(p)?;
    Some((Gainer::Whatever(select), Change::SkillCost(which, cost)))
}

/// "the next time you activate an [Evolve] skill on a <X> card from your hand during this turn, reduce the skill cost by Y".
pub(super) fn next_time(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.take("the next time you").then_some(())?;
    let saved = b.until;
    if let Some(steps) = p.attempt_with(b, |p, b| next_extra(lex, p, b, saved)) {
        return Some(steps);
    }
    if p.take("play/place") {
        // "… play a red <X> card from your Z-Deck, reduce its energy cost by 1".
        lex.no_place.set(p.behind("place"));
        let noun = lex.phrase(p, b);
        lex.no_place.set(false);
        let noun = noun?;
        matches!(noun.count, None | Some(HowMany::Exactly(Amount::Fixed(1)))).then_some(())?;
        let into = p.take("in your battle area");
        let place = noun.among.clone().or_else(|| p.attempt_with(b, |p, b| lex.place(p, b)));
        let _ = into;
        let among = place.unwrap_or(Among::Zones { whose: Who::You, zones: vec![Area::Hand, Area::ZDeck] });
        for_this_turn(p, saved)?;
        p.mark(',').then_some(())?;
        p.take("reduce its/the energy cost").then_some(())?;
        let to = Gainer::Whatever(Select::new(among, noun.filter, HowMany::All));
        let changes = super::costs::change(p, -1, false)?;
        let gain = |change| Step::Gain { to: to.clone(), change, until: Until::NextTime };
        return Some(changes.into_iter().map(gain).collect());
    }
    p.take("activate").then_some(())?;
    let which = if p.take("a skill") {
        Which::Any
    } else {
        p.take("a/an/the");
        let found = which(p)?;
        p.take("skill/skills");
        found
    };
    let select = whose(lex, p, b, &which)?;
    for_this_turn(p, saved)?;
    p.mark(',').then_some(())?;
    p.take("reduce its/the/that").then_some(())?;
    p.take("skill 's");
    p.take("skill cost").then_some(())?;
    let change = Change::SkillCost(which, less(p)?);
    Some(vec![Step::Gain { to: Gainer::Whatever(select), change, until: Until::NextTime }])
}

/// "the next time you activate a red Extra Card from your hand, reduce the energy cost by R": an activation pays that cost
/// (DBS 12-2-2-2).
fn next_extra(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, saved: Option<Until>) -> Option<Steps> {
    p.take("would");
    p.take("activate").then_some(())?;
    p.take("a/an");
    let filter = lex.one_kind(p, b)?;
    let extra = |one: &Filter<Dbs>| *one == Filter::Kind(KindWord::Extra);
    let is_extra = match &filter {
        Filter::All(all) => all.iter().any(extra),
        one => extra(one),
    };
    let z = matches!(&filter, Filter::All(all) if all.contains(&Filter::Kind(KindWord::Z)));
    (is_extra && !z).then_some(())?;
    p.take("from your hand");
    for_this_turn(p, saved)?;
    p.mark(',').then_some(())?;
    (p.take("reduce its/the energy cost") || p.take("reduce its/the activation cost")).then_some(())?;
    let hand = Among::Zones { whose: Who::You, zones: vec![Area::Hand] };
    let to = Gainer::Whatever(Select::new(hand, filter, HowMany::All));
    let changes = super::costs::change(p, -1, false)?;
    let gain = |change| Step::Gain { to: to.clone(), change, until: Until::NextTime };
    Some(changes.into_iter().map(gain).collect())
}

/// "during this turn", said in front or here.
fn for_this_turn(p: &mut Parser<'_>, said: Option<Until>) -> Option<()> {
    let here = until(p);
    (here.or(said) == Some(Until::Turn)).then_some(())
}
