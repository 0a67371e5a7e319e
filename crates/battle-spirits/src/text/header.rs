//! The brackets in front of a paragraph: levels, keywords, timings, windows and limits.

use super::words::{COLORS, KEYWORDS, Keyword, STEPS};
use super::{P, Paragraph};
use crate::card::Color;
use crate::state::Zone;
use crate::vocab::*;
use effects::text::Bracket;
use effects::text::lexer::fold;
use effects::{Cond, Filter, Limit, Per, Target, Who};

/// What the brackets say.
#[derive(Default)]
pub(super) struct Header {
    pub levels: (u8, u8),
    pub super_unleash: bool,
    pub triggers: Vec<Trigger>,
    pub conds: Vec<BsCond>,
    pub window: Option<Window>,
    /// `[Activate: …]` rather than the bare `[Main]` and `[Flash]` of Magic.
    pub invoked: bool,
    pub limit: Option<Limit>,
    pub unstackable: bool,
    /// Where the sentences say that the card acts from, if not from the Field.
    pub zone: Option<Zone>,
}

impl Header {
    pub fn is_plain(&self) -> bool {
        self.triggers.is_empty() && self.conds.is_empty() && self.window.is_none() && self.limit.is_none()
    }

    pub fn part(&self, zone: Zone) -> Part {
        Part { zone, levels: self.levels, unstackable: self.unstackable, super_unleash: self.super_unleash }
    }
}

const BRACKETS: [Bracket; 6] =
    [Bracket::Square, Bracket::Angle, Bracket::Double, Bracket::Lens, Bracket::Quote, Bracket::Curly];

fn peek(p: &P<'_>) -> Option<(Bracket, String)> {
    BRACKETS.into_iter().find_map(|bracket| p.peek_group(bracket).map(|text| (bracket, fold(text))))
}

/// `[Legacy]` and `[Soul Magic]` paragraphs, with the sentence that reminds of what they mean.
pub(super) fn keyword(p: &mut P<'_>) -> Option<Paragraph> {
    p.attempt(|p| {
        let (_, text) = peek(p)?;
        let read = match KEYWORDS.named(&text) {
            Some(Keyword::Succession) => {
                p.bump();
                if p.take(
                    "you can/may banish/remove ex symbols/symbol from your trash for reductions/reduction",
                ) {
                } else if p.take(
                    "you can/may remove cards/card with ex symbols/symbol from your trash from the game",
                ) && !p.take("for reductions/reduction")
                    && !p.take("to reduce its? the? cost")
                {
                    return p.want("the end of the reminder");
                }
                Paragraph::Succession
            }
            Some(Keyword::SoulMagic) => {
                p.bump();
                if !p.take("if you control/have any/a/one") {
                    return p.want("the colour of the Soul Magic");
                }
                let color = color(p)?;
                p.take("symbol/symbols");
                p.take("on your field");
                if !(p.mark(',') && p.take("you can/may use it/this with/by just/only/paying the?")) {
                    return p.want("what Soul Magic allows");
                }
                p.take("paying/with/just/only");
                p.take("the");
                if !soul_core(p) {
                    return p.want("the Soul Core");
                }
                Paragraph::SoulMagic(color)
            }
            _ => {
                let color = text.strip_prefix("soul magic")?.trim_start_matches([':', ' ']);
                let color = Color::named(color)?;
                p.bump();
                Paragraph::SoulMagic(color)
            }
        };
        while p.mark('.') {}
        Some(read)
    })
}

pub(super) fn color(p: &mut P<'_>) -> Option<Color> {
    COLORS.read(p).or_else(|| {
        // `[Red]`, as icons are sometimes written.
        let (_, text) = peek(p)?;
        let color = Color::named(&text)?;
        p.bump();
        Some(color)
    })
}

/// `[Soul Core]` or the bare words.
pub(super) fn soul_core(p: &mut P<'_>) -> bool {
    if peek(p).is_some_and(|(_, text)| text == "soul core" || text == "soul cores") {
        p.bump();
        return true;
    }
    p.take("soul core/cores")
}

/// Reads the brackets. `None` if one of them means nothing to this game.
pub(super) fn read(p: &mut P<'_>) -> Option<Header> {
    let mut header = Header::default();
    while let Some((bracket, text)) = peek(p) {
        if bracket == Bracket::Quote && !is_timing(&text) || text == "soul core" {
            break;
        }
        if !one(&mut header, &text) {
            return p.want("a level, a timing, a window or a limit");
        }
        p.bump();
        p.mark('・');
        p.mark('/');
    }
    Some(header)
}

/// "During Your Main Step," in front of a sentence.
pub(super) fn in_words(p: &mut P<'_>, header: &mut Header) -> Option<()> {
    p.take("during").then_some(())?;
    let who = effects::text::grammar::whose(p)?;
    let step = STEPS.read(p)?;
    p.mark(',').then_some(())?;
    header.conds.push(Cond::Fact(Fact::Step(who, step)));
    Some(())
}

fn is_timing(text: &str) -> bool {
    one(&mut Header::default(), text)
}

fn one(header: &mut Header, text: &str) -> bool {
    if let Some(levels) = levels(text) {
        header.levels = match header.levels {
            (0, 0) => levels,
            before => (before.0.min(levels.0), before.1.max(levels.1)),
        };
        return true;
    }
    match KEYWORDS.named(text) {
        Some(Keyword::SuperUnleash) => header.super_unleash = true,
        Some(Keyword::Unstackable) => header.unstackable = true,
        Some(Keyword::SoulMagic | Keyword::Succession) => return false,
        None => return window_or_limit(header, text),
    }
    true
}

fn window_or_limit(header: &mut Header, text: &str) -> bool {
    match text {
        "once per turn" => header.limit = Some(Limit { times: 1, per: Per::Turn, by_name: false }),
        "twice per turn" => header.limit = Some(Limit { times: 2, per: Per::Turn, by_name: false }),
        "once per battle" => header.limit = Some(Limit { times: 1, per: Per::Battle, by_name: false }),
        "once per game" => header.limit = Some(Limit { times: 1, per: Per::Game, by_name: false }),
        "main" => header.window = Some(Window::Main),
        "flash" => header.window = Some(Window::Flash),
        "invoke: flash" | "activate: flash" | "invoke : flash" | "activate : flash" => {
            (header.window, header.invoked) = (Some(Window::Flash), true);
        }
        "invoke: main" | "activate: main" | "invoke : main" | "activate : main" => {
            (header.window, header.invoked) = (Some(Window::Main), true);
        }
        text => return timings(header, text),
    }
    true
}

/// `lv2`, `lv1-2`, `lv1・2`, `lv1/lv2`.
fn levels(text: &str) -> Option<(u8, u8)> {
    let rest = text.strip_prefix("lv")?;
    let digits: Vec<u8> = rest.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as u8).collect();
    let only_levels = rest.chars().all(|c| c.is_ascii_digit() || "-/・,. lv".contains(c));
    match (digits.first(), digits.last()) {
        (Some(first), Some(last)) if only_levels && first <= last => Some((*first, *last)),
        _ => None,
    }
}

/// One timing, or several with a slash between them.
fn timings(header: &mut Header, text: &str) -> bool {
    let parts: Vec<&str> = text.split(['/', '・']).map(str::trim).collect();
    let whole = parts[0];
    parts.iter().all(|part| {
        // "[When Summoned/Attacks]": the "when" stands for all of them.
        let with_when = format!("when {part}");
        timing(header, part) || (whole.starts_with("when") && timing(header, &with_when))
    })
}

fn this() -> BsFilter {
    Filter::This
}

fn trigger(moment: Moment, subject: BsFilter, cond: Option<BsCond>) -> Trigger {
    Trigger { moment, subject, cond }
}

fn timing(header: &mut Header, text: &str) -> bool {
    // BS GLOSS-TIMING: a timing is a moment to wait for, or a condition under which the effect is on.
    let mut waits = |moment, cond| header.triggers.push(trigger(moment, this(), cond));
    match text {
        // BS GLOSS-WHEN-SUMMONED: as its Spirit is summoned.
        "when summoned" | "when this spirit is summoned" => waits(Moment::Summoned, None),
        // BS GLOSS-WHEN-DEPLOYED: as its Nexus is deployed.
        "when deployed" => waits(Moment::Deployed, None),
        // BS GLOSS-WHEN-DESTROYED: as its card is destroyed, whoever does it.
        "when destroyed" => waits(Moment::Destroyed, None),
        // BS GLOSS-WHEN-DESTROYED-BY: only if the opponent does it.
        "when destroyed by opponent"
        | "when destroyed by the opponent"
        | "when destroyed by your opponent" => {
            waits(Moment::Destroyed, Some(Cond::Fact(Fact::CausedBy(Who::Opponent))));
        }
        "when depleted" => waits(Moment::Depleted, None),
        // BS GLOSS-WHEN-ATTACKING: as its Spirit attacks.
        "when attacks" | "when attacking" => waits(Moment::Attacks, None),
        // BS GLOSS-WHEN-BLOCKING: as its Spirit blocks.
        "when blocks" | "when blocking" => waits(Moment::Blocks, None),
        "when blocked" => waits(Moment::IsBlocked, None),
        "when battles" | "when battling" => {
            waits(Moment::Attacks, None);
            waits(Moment::Blocks, None);
        }
        "battle resolution" | "during battle resolution" | "when battle resolves" => {
            waits(Moment::BattleResolution, None);
        }
        "end of battle" | "at the end of battle" | "at the end of the battle" => {
            waits(Moment::EndOfBattle, None)
        }
        "after battle" | "after the battle ends" | "after battle ends" => waits(Moment::AfterBattle, None),
        "when refreshed" | "when refreshes" => waits(Moment::Refreshed, None),
        "when exhausted" | "when exhausts" => waits(Moment::Exhausted, None),
        // BS GLOSS-DURING-ATTACK, EFFECT-EX1: no moment, but on for as long as its Spirit is attacking.
        "during attack" | "while attacking" => header.conds.push(is_this(Condition::Attacking)),
        // BS GLOSS-DURING-BLOCK: likewise while it is blocking.
        "during block" | "while blocking" => header.conds.push(is_this(Condition::Blocking)),
        "during battle" => {
            header.conds.push(Cond::Either(vec![is_this(Condition::Attacking), is_this(Condition::Blocking)]))
        }
        "your turn" | "during your turn" => header.conds.push(Cond::Fact(Fact::Turn(Who::You))),
        "opposing turn" | "opponent's turn" | "during opponent's turn" | "during your opponent's turn" => {
            header.conds.push(Cond::Fact(Fact::Turn(Who::Opponent)));
        }
        text => return step_timing(header, text),
    }
    true
}

fn is_this(state: Condition) -> BsCond {
    Cond::Is(Target::This, Filter::Is(state))
}

/// `[Your Attack Step]`, `[Start of Opposing Attack Step]`, `[During Your Main Step]`.
fn step_timing(header: &mut Header, text: &str) -> bool {
    let (start, rest) = match text.strip_prefix("start of ") {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix("during ").unwrap_or(text)),
    };
    let whose = [
        ("your opponent's ", Who::Opponent),
        ("the opponent's ", Who::Opponent),
        ("opponent's ", Who::Opponent),
        ("opposing ", Who::Opponent),
        ("your ", Who::You),
        ("each player's ", Who::Both),
        ("both ", Who::Both),
    ];
    let Some((who, rest)) =
        whose.iter().find_map(|(words, who)| rest.strip_prefix(words).map(|rest| (*who, rest)))
    else {
        return false;
    };
    // "Start of Your Turn" is the start of its first step.
    let rest = if start && rest == "turn" { "start step" } else { rest };
    let rest = if who == Who::Both { rest.strip_prefix("players' ").unwrap_or(rest) } else { rest };
    let one = rest.strip_suffix("steps").map(|kind| format!("{kind}step"));
    let rest = one.as_deref().filter(|_| who == Who::Both).unwrap_or(rest);
    let Some(step) = STEPS.named(rest) else { return false };
    // BS GLOSS-DURING-MAIN, GLOSS-DURING-ATTACK-STEP: those two last; the other steps are moments (GLOSS-YOUR-END).
    let lasts = !start && matches!(step, StepName::Main | StepName::Attack);
    if lasts {
        header.conds.push(match who {
            Who::Both => Cond::Either(vec![
                Cond::Fact(Fact::Step(Who::You, step)),
                Cond::Fact(Fact::Step(Who::Opponent, step)),
            ]),
            who => Cond::Fact(Fact::Step(who, step)),
        });
    } else {
        let mut cond = Cond::Fact(Fact::Began(step));
        if who != Who::Both {
            cond = cond.and(Cond::Fact(Fact::Happens(who)));
        }
        header.triggers.push(trigger(Moment::StepBegins, Filter::Any, Some(cond)));
    }
    true
}
