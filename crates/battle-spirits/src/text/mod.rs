//! Reading card texts: the brackets in front of a paragraph (levels, timings, windows, limits), then its sentences.
//!
//! Both vocabularies are understood: the manual's (*Super Unleash*, *Succession*, `[Activate: Flash]`, *Select*) and that of
//! the fans' card lists (*True Release*, *Legacy*, `[Invoke: Flash]`, *Target*). Nothing is skipped: what cannot be read is
//! reported with its words.
//!
//! - [`header`]: the brackets;
//! - [`lexicon`]: nouns, adjectives, places and conditions for the shared clause grammar;
//! - [`clause`]: what can be done; [`body`]: how sentences hang together, [`instead`]: what changes what was said before; [`trigger`]: "When …, …";
//! - [`apart`]: others than which; [`say`]: the tree back in plain words, which reads to the same tree again.

mod apart;
mod body;
mod clause;
mod compared;
mod cores;
mod header;
mod instead;
mod lexicon;
mod miss;
mod say;
mod theirs;
mod trigger;
pub mod words;

pub use say::say;
pub(crate) use say::{clause, condition, described};

use crate::card::{BattleCard, Color, Kind};
use crate::state::Zone;
use crate::vocab::*;
use effects::text::miss::told;
use effects::text::{Budget, Builder, Parser, lex};
use effects::{Cond, Limit, Per};
use header::Header;
use kernel::Unread;

type P<'t> = Parser<'t>;
type B = Builder<BattleSpirits>;

/// What a card's text was read to be.
#[derive(Default)]
pub struct Read {
    pub abilities: Vec<Ability>,
    pub unread: Vec<Unread>,
    pub clauses: usize,
    pub succession: bool,
    pub soul_magic: Option<Color>,
}

/// Reads every paragraph of a card.
pub fn read(card: &BattleCard) -> Read {
    let mut read = Read::default();
    let budget = Budget::of_texts(&card.paragraphs);
    for (at, paragraph) in card.paragraphs.iter().enumerate() {
        if paragraph.trim().is_empty() {
            continue;
        }
        read.clauses += 1;
        let tokens = lex(paragraph);
        let mut p = Parser::within(&tokens, &budget);
        let got = read_paragraph(card, &mut p, paragraph);
        match got.filter(|_| p.at_end()) {
            Some(Paragraph::Succession) => read.succession = true,
            Some(Paragraph::SoulMagic(color)) => read.soul_magic = Some(color),
            Some(Paragraph::Note) => {}
            Some(Paragraph::Abilities(abilities)) => read.abilities.extend(abilities),
            None => {
                let (span, why) = told(paragraph, (0, paragraph.len()), &p.miss(), miss::PARTS);
                let words = paragraph.get(span.0..span.1).unwrap_or(paragraph).to_string();
                read.unread.push(Unread { field: format!("text[{at}]"), span, words, why });
            }
        }
    }
    read
}

/// What a paragraph is.
enum Paragraph {
    Succession,
    SoulMagic(Color),
    /// Says only what the level box says already.
    Note,
    Abilities(Vec<Ability>),
}

fn read_paragraph(card: &BattleCard, p: &mut P<'_>, text: &str) -> Option<Paragraph> {
    if let Some(keyword) = header::keyword(p) {
        return Some(keyword);
    }
    let mut header = header::read(p)?;
    if p.at_end() {
        // "[LV2] <Super Unleash>" alone repeats the level box.
        return (header.super_unleash && header.is_plain()).then_some(Paragraph::Note);
    }
    let words_from = p.position();
    let mut b = B::default();
    let mut ability = match header.window {
        Some(window) if header.invoked || card.kind != Kind::Magic => used(&mut header, window, p, &mut b)?,
        Some(window) => {
            let steps = body::body(p, &mut b, &mut header)?;
            Ability::new(Part::FIELD, When::Body(window), steps)
        }
        None if !header.triggers.is_empty() => {
            let triggers = std::mem::take(&mut header.triggers);
            let steps = body::body(p, &mut b, &mut header)?;
            Ability::new(Part::FIELD, When::Trigger(triggers), steps)
        }
        None => untimed(&mut header, p, &mut b)?,
    };
    if !apart::apart(&mut ability, card.kind) {
        return p.want("others than this card");
    }
    if shares_cores_out(&ability.steps) {
        return p.want("one card that the cores go to");
    }
    let (from, to) = p.span_from(words_from);
    ability.words = text.get(from..to).unwrap_or("").to_string();
    ability.part = header.part(ability.part.zone);
    let header_in_battle = header.conds.iter().any(trigger::is_about_itself);
    if !header.conds.is_empty() {
        let conds = std::mem::take(&mut header.conds);
        ability.cond = conds.into_iter().reduce(Cond::and);
    }
    ability.limit = header.limit;
    if ability.when == When::Always {
        if !always_makes_sense(&ability) {
            return p.want("an effect that can always be on");
        }
    } else if lasts_for_ever(&ability.steps) {
        // BS BATTLE-7.2: what is said while its Spirit attacks or blocks ends with that.
        if !header_in_battle {
            return p.want("how long it lasts");
        }
        for step in &mut ability.steps {
            step.each_mut(&mut |step| {
                if let TextStep::Gain { until: until @ Until::Always, .. } = step {
                    *until = Until::Battle;
                }
            });
        }
    }
    // Its steps were changed since.
    ability.program = effects::program::flatten(&ability.steps);
    Some(Paragraph::Abilities(vec![ability]))
}

/// An ability that a player uses: `[Activate: …]`, with or without a part before the arrow; or a Flash effect of a card
/// that is no Magic.
fn used(header: &mut Header, window: Window, p: &mut P<'_>, b: &mut B) -> Option<Ability> {
    // BS FAQ-GENERAL-11: what stands before the arrow is done in full, or nothing is.
    let cost = p.attempt_with(b, |p, b| {
        let cost = body::sentences_until_arrow(p, b, header)?;
        p.mark('▶').then_some(cost)
    });
    let then = body::body(p, b, header)?;
    let steps = match cost {
        Some(cost) => vec![TextStep::By { who: effects::Who::You, cost, then, forced: true }],
        None => offered_is_use(then),
    };
    let zone = header.zone.unwrap_or(Zone::Field);
    Some(Ability::new(Part { zone, ..Part::FIELD }, When::Use(window), steps))
}

/// "A total of two cores to them", "the Soul Core to them": how they are shared out among several is not asked.
fn shares_cores_out(steps: &[TextStep]) -> bool {
    use effects::{Amount, HowMany, Target};
    let mut many: Vec<effects::Slot> = Vec::new();
    let mut found = false;
    for step in steps {
        step.each(&mut |step| match step {
            TextStep::Choose { slot, from, .. } => {
                let one = matches!(
                    from.count,
                    HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(1))
                );
                if !one {
                    many.push(*slot);
                }
            }
            TextStep::Do(Verb::Cores { to: CorePlace::On(onto), kind, total, .. }) => {
                let several = match onto {
                    Target::Each(_) | Target::Several(_) => true,
                    Target::Slot(slot) => many.contains(slot),
                    Target::This | Target::Subject | Target::Other | Target::Test(_) => false,
                };
                found |= several && (*total || *kind == CoreKind::SoulCore);
            }
            _ => {}
        });
    }
    found
}

/// "You can" in front of something that is only ever used at will adds nothing.
fn offered_is_use(steps: Vec<TextStep>) -> Vec<TextStep> {
    match <[TextStep; 1]>::try_from(steps) {
        Ok([TextStep::May { steps, then, otherwise, .. }]) if then.is_empty() && otherwise.is_empty() => {
            steps
        }
        Ok([TextStep::By { cost, then, forced: false, .. }]) if then.is_empty() => cost,
        Ok(steps) => steps.into(),
        Err(steps) => steps,
    }
}

/// No window and no moment in the brackets: "When …, …" inside, or something that is always on.
fn untimed(header: &mut Header, p: &mut P<'_>, b: &mut B) -> Option<Ability> {
    for read in [trigger::own_cost, trigger::cost_in_hand, trigger::summoning] {
        if let Some(ability) = p.attempt_with(b, read) {
            return Some(ability);
        }
    }
    // "During Your Main Step, when …": the bracket in words.
    p.attempt(|p| header::in_words(p, header));
    if let Some(trigger) = p.attempt_with(b, |p, b| trigger::trigger(p, b, header)) {
        let steps = body::body(p, b, header)?;
        // What was discarded lies in the Trash when its effect comes.
        let discarded = matches!(trigger.moment, Moment::Discarded | Moment::Milled)
            && trigger.subject == effects::Filter::This;
        let zone = header.zone.unwrap_or(if discarded { Zone::Trash } else { Zone::Field });
        return Some(Ability::new(Part { zone, ..Part::FIELD }, When::Trigger(vec![trigger]), steps));
    }
    let mut steps = body::body(p, b, header)?;
    let in_battle = header.conds.iter().any(trigger::is_about_itself);
    steps.iter_mut().for_each(|step| always(step, in_battle));
    Some(Ability::new(Part::FIELD, When::Always, steps))
}

/// What compels an attack is about the step it is said in; said by an effect that is always on, it is always so. "During this
/// battle" says nothing more where the brackets speak of this card's battle.
fn always(step: &mut TextStep, in_battle: bool) {
    match step {
        TextStep::Gain { change, until, .. } => {
            let step = *change == Change::MustAttack && *until == Until::Step;
            if step || in_battle && *until == Until::Battle {
                *until = Until::Always;
            }
        }
        TextStep::If { then, otherwise, .. } => {
            then.iter_mut().chain(otherwise).for_each(|step| always(step, in_battle));
        }
        _ => {}
    }
}

/// Whether an always-on ability is made of changes only.
fn always_makes_sense(ability: &Ability) -> bool {
    fn changes(steps: &[TextStep]) -> bool {
        steps.iter().all(|step| match step {
            // A BP that hangs on a BP is settled when it begins, and this never begins.
            TextStep::Gain { change: Change::Bp(effects::Amount::Figure(Figure::Bp, _)), .. } => false,
            TextStep::Gain { until: Until::Always, .. } => true,
            TextStep::If { then, otherwise, .. } => changes(then) && changes(otherwise),
            _ => false,
        })
    }
    !ability.steps.is_empty() && changes(&ability.steps)
}

/// Whether something that happens once gives a change without saying for how long.
fn lasts_for_ever(steps: &[TextStep]) -> bool {
    let lasts = |step: &TextStep| matches!(step, TextStep::Gain { until: Until::Always, .. });
    steps.iter().any(|step| step.any(&lasts))
}

/// "You can only use this effect of the same card name once per turn."
pub(crate) fn name_limit(p: &mut P<'_>) -> Option<Limit> {
    p.attempt(|p| {
        // "This effect can only be used once per turn": of this card.
        let passive = p.take("this effect can/may only be used/activated")
            || p.take("this effect can/may be used/activated only");
        if !passive && !p.take("you can/may only use/activate this effect") {
            return None;
        }
        // "… of the same card name": all copies together.
        let by_name = p.take("of");
        let named = p.take("the same card name")
            || p.take("cards/card with this name")
            || p.take("cards/card with the same name")
            || p.take("the cards? with this name");
        if by_name != named {
            return p.want("the name that is limited");
        }
        let times = if p.take("once") {
            1
        } else if p.take("twice") {
            2
        } else {
            return p.want("once or twice");
        };
        let per = if p.take("per/each/a turn") {
            Per::Turn
        } else if p.take("per/each/a game") {
            Per::Game
        } else if p.take("per/each/a battle") {
            Per::Battle
        } else {
            return p.want("per turn, battle or game");
        };
        Some(Limit { times, per, by_name })
    })
}
