//! The tree back in words: the game's own templating, in the shapes that the reader knows, so that reading them again
//! gives the same tree.
//!
//! - this file: the lines of a card, and how sentences hang together;
//! - [`noun`]: which cards; [`condition`]: conditions and what abilities wait for; [`verb`]: what is done and what cards get.

mod condition;
mod noun;
mod verb;

pub(super) use verb::{mentions, targets};

use super::{Permit, Sheet};
use crate::card::{Face, Kind};
use crate::keyword::{Keyword, ambush, crossnize, lifelink, purge};
use crate::state::Zone;
use crate::vocab::{Ability, Over, Part, Select, Step, Use, Verb, Words};
use condition::Front;
use effects::text::printer::{self, sentence, titled};
use effects::text::speaker::{Run, Speaker};
use effects::{Amount, Limit, Per, Slot, Target, When, Who};
use noun::{Way, quoted, zone};

/// What "it" means.
#[derive(Clone, PartialEq, Eq, Debug)]
struct It {
    target: Target<Words>,
    many: bool,
    mine: bool,
}

/// What is known while words are put together, as the reader will know it.
#[derive(Default)]
struct Saying {
    it: Option<It>,
    /// Choices that are said where they are first used.
    pending: Vec<(Slot, Select)>,
    /// Those of them that the opponent makes.
    others: Vec<Slot>,
    /// The most that may be named, until it is said.
    named: Option<i32>,
    /// Slots that are spoken of more than once.
    again: Vec<Slot>,
    /// What is set up for later, by its place on the card.
    later: Vec<(u8, Ability)>,
}

/// A card's text, one line for each keyword, restriction and ability.
pub(crate) fn words(face: &Face) -> Vec<String> {
    let sheet = &face.sheet;
    let mut lines = keywords(sheet);
    lines.extend(flag(face));
    lines.extend(restrictions(face));
    if sheet.counter && face.kind.is_monster() {
        lines.push("[Counter] Call this card from your hand.".into());
    }
    let mut remarks = remarks(sheet);
    for (at, ability) in sheet.abilities.iter().enumerate() {
        lines.push(match ability.part {
            // It is said where it is set up.
            Part::Later => continue,
            Part::Cost if Some(at as u8) == sheet.transform => {
                format!("[{}] [{}]", transform(sheet).name(), cost(ability))
            }
            Part::Cost => format!("[{}] [{}]", cost_name(face.kind), cost(ability)),
            Part::Field | Part::Soul | Part::Hand | Part::Drop | Part::Shared => {
                match of_keyword(sheet, ability) {
                    Some(words) => words,
                    None => {
                        let runs = matches!(ability.when, When::Body(_) | When::Use(_) | When::Trigger(_));
                        one(face, ability, if runs { std::mem::take(&mut remarks) } else { String::new() })
                    }
                }
            }
        });
    }
    lines
}

/// Keywords that stand for themselves, on one line.
fn keywords(sheet: &Sheet) -> Vec<String> {
    let own_line = [
        Keyword::Crossnize,
        Keyword::Purge,
        Keyword::Ambush,
        Keyword::Transform,
        Keyword::Ride,
        Keyword::Station,
        Keyword::Dragonify,
        Keyword::ImpactTransform,
    ];
    let elsewhere: Vec<&str> = own_line.iter().map(|keyword| keyword.name()).collect();
    let plain: Vec<String> = sheet
        .keywords
        .names()
        .into_iter()
        .filter(|name| !elsewhere.contains(name))
        .map(|name| format!("[{name}]"))
        .collect();
    let mut lines = if plain.is_empty() { Vec::new() } else { vec![plain.join(" ")] };
    // Without a cost it stands by itself.
    if sheet.keywords.transforms() && sheet.transform.is_none() {
        lines.push(format!("[{}]", transform(sheet).name()));
    }
    lines
}

/// The keyword that an ability comes with.
fn of_keyword(sheet: &Sheet, ability: &Ability) -> Option<String> {
    let same = |other: Ability| {
        // Choices are marked as announced once a card is read whole.
        let other = super::settled(other);
        (&other.when, &other.cond, &other.limit, &other.steps)
            == (&ability.when, &ability.cond, &ability.limit, &ability.steps)
    };
    if sheet.keywords.has(Keyword::Lifelink) {
        if let [Step::Do(verb)] = &ability.steps[..] {
            let damage = match verb {
                Verb::Damage { who: Who::You, amount: Amount::Fixed(damage), .. } => Some(Some(*damage)),
                Verb::Lose(Who::You) => Some(None),
                _ => None,
            };
            if let Some(damage) = damage.filter(|damage| same(lifelink::ability(*damage))) {
                let damage = damage.map_or("Lose".to_string(), |damage| damage.to_string());
                return Some(format!("[Lifelink {damage}]"));
            }
        }
    }
    for (keyword, stands_for) in [
        (Keyword::Crossnize, crossnize::ability()),
        (Keyword::Purge, purge::ability()),
        (Keyword::Ambush, ambush::ability()),
    ] {
        if sheet.keywords.has(keyword) && same(stands_for) {
            return Some(format!("[{}]", keyword.name()));
        }
    }
    None
}

fn transform(sheet: &Sheet) -> Keyword {
    [Keyword::Ride, Keyword::Station, Keyword::Dragonify, Keyword::ImpactTransform]
        .into_iter()
        .find(|keyword| sheet.keywords.has(*keyword))
        .unwrap_or(Keyword::Transform)
}

fn cost_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Monster | Kind::ImpactMonster | Kind::Flag => "Call Cost",
        Kind::Spell | Kind::Impact => "Cast Cost",
        Kind::Item => "Equip Cost",
    }
}

fn cost(ability: &Ability) -> String {
    let it = Some(It { target: Target::This, many: false, mine: true });
    let mut saying = Saying { it, ..Saying::default() };
    let steps: &[Step] = match &ability.steps[..] {
        [Step::By { cost, .. }] => cost,
        steps => steps,
    };
    let words = saying.clauses(steps).join(" & ");
    sentence(&words).trim_end_matches('.').to_string()
}

/// What a flag permits and begins with.
fn flag(face: &Face) -> Vec<String> {
    let sheet = &face.sheet;
    let mut lines = Vec::new();
    if sheet.permits.contains(&Permit::All) {
        lines.push("You may use all cards.".to_string());
    } else if !sheet.permits.is_empty() {
        let all: Vec<String> = sheet
            .permits
            .iter()
            .map(|permit| match permit {
                Permit::All => "all cards".into(),
                Permit::World(world) => format!("<{}>", titled(world)),
                Permit::Attribute(part) => format!("cards with {} in its attribute", quoted(&titled(part))),
                Permit::WholeAttribute(name) => format!("《{}》 cards", titled(name)),
                Permit::MonsterAttribute(part) => {
                    format!("monsters with {} in its attribute", quoted(&titled(part)))
                }
            })
            .collect();
        let cards = if matches!(sheet.permits.last(), Some(Permit::World(_))) { " cards" } else { "" };
        lines.push(format!("You may use {}{cards}.", printer::listed(&all)));
    }
    if sheet.in_deck {
        lines.push("You may put this card into your deck.".to_string());
    }
    let opening = sheet.opening;
    if opening != Sheet::default().opening {
        lines.push(format!(
            "Your initial hand becomes {} cards, your initial gauge becomes {} cards, and your initial life becomes {}!",
            opening.hand, opening.gauge, opening.life
        ));
    }
    lines
}

/// What limits the use of the card itself.
fn restrictions(face: &Face) -> Vec<String> {
    let sheet = &face.sheet;
    let verb = match face.kind {
        Kind::Monster | Kind::ImpactMonster => "call",
        Kind::Item => "equip",
        Kind::Spell | Kind::Impact => "cast",
        Kind::Flag => "use",
    };
    let mut lines = Vec::new();
    if sheet.any_flag && !sheet.keywords.has(Keyword::OmniLord) && !sheet.keywords.has(Keyword::Dragod) {
        lines.push("You may use this card with all flags.".to_string());
    }
    for flag in &sheet.flags {
        lines.push(format!("You may only use this card if your flag is {}.", quoted(&titled(flag))));
    }
    if sheet.firm {
        lines.push("The abilities of this card cannot be nullified.".to_string());
    }
    if let Some(only) = &sheet.only_by {
        let what = if only.transform_only { "[Transform]" } else { "enter the field" };
        let name = quoted(&titled(&only.name));
        lines.push(format!("This card cannot {what} other than by the effect of {name}."));
    }
    if let Some(name) = &sheet.beside {
        let name = quoted(&titled(name));
        lines.push(format!("If you have this card equipped, you may equip up to one {name}."));
    }
    for name in &sheet.also {
        lines.push(format!("This card is also regarded as {}.", quoted(&titled(name))));
    }
    for name in &sheet.together {
        let (own, other) = (&face.name, titled(name));
        lines.push(format!(
            "You may have up to a total of four \"{own}\" and \"{other}\" combined in your deck."
        ));
    }
    if sheet.can_be_buddy {
        lines.push("This card can be your buddy.".to_string());
    }
    if sheet.unlimited {
        lines.push(format!("You may have any number of {} in your deck.", quoted(&face.name)));
    }
    for cond in &sheet.free_if {
        let cost = cost_name(face.kind);
        lines.push(format!(
            "If {}, you may {verb} this card without paying its [{cost}].",
            condition::condition(cond)
        ));
    }
    for flag in &sheet.initial_flags {
        lines.push(format!("You may only use this card if your initial flag is {}.", quoted(&titled(flag))));
    }
    if !sheet.partners.is_empty() {
        let named: Vec<String> = sheet.partners.iter().map(|name| quoted(&titled(name))).collect();
        let keyword = if named.len() == 1 { "Double Buddy" } else { "Triple Buddy" };
        lines.push(format!("[{keyword}] {}", named.join(" ")));
    }
    if sheet.areas != u16::MAX {
        let called = [Zone::Left, Zone::Center, Zone::Right];
        let named = |areas: u16| {
            let all: Vec<&str> =
                called.iter().filter(|area| areas >> **area as u8 & 1 == 1).map(|area| zone(*area)).collect();
            all.join(" or ")
        };
        // What cannot be is kept as everything else.
        let except = sheet.areas >> 15 & 1 == 1;
        lines.push(if except {
            format!("This card cannot be called to the {}.", named(!sheet.areas))
        } else {
            format!("This card can only be called to the {}.", named(sheet.areas))
        });
    }
    if sheet.one_on_field {
        lines.push(format!("You may only have one {} on your field.", quoted(&face.name)));
    }
    if let Some(limit) = sheet.limit {
        lines.push(format!("You may only {verb} {} {}.", quoted(&face.name), times(limit)));
    }
    if let Some(filter) = &sheet.lends {
        let what = printer::one(&noun::noun(filter, false));
        lines.push(format!("You may cast {what} from the soul by paying its [Cast Cost]."));
    }
    if let Some(name) = &sheet.takes {
        lines.push(format!("This card gets all {} of cards in its soul.", quoted(&titled(name))));
    }
    if sheet.any_number {
        lines.push(format!("You may cast any number of {} at the same time.", quoted(&face.name)));
    }
    if sheet.calls_buddy {
        lines.push("You may buddy call using this card!".to_string());
    }
    if sheet.one_in_deck {
        let name = quoted(&face.name);
        lines.push(format!(
            "If you have less than four buddies in your deck, you may have up to one {name} in your deck."
        ));
    }
    let mut restrict = &sheet.restrict[..];
    if let (Some(filter), Some((cond, rest))) = (&sheet.from_soul, sheet.restrict.split_first()) {
        let when: Vec<String> = condition::fronts(cond)
            .into_iter()
            .map(|front| match front {
                Front::If(words) => format!("if {words}"),
                Front::During(words) => words,
            })
            .collect();
        let holder = printer::one(&noun::noun(filter, false));
        let when = sentence(&when.join(" and ")).trim_end_matches('.').to_string();
        lines.push(format!("{when}, and this card is in the soul of {holder}, you may cast it."));
        restrict = rest;
    }
    for cond in restrict {
        if let effects::Cond::Not(inner) = cond {
            if let [Front::During(words)] = &condition::fronts(inner)[..] {
                lines.push(format!("You cannot {verb} this card {words}."));
                continue;
            }
        }
        let words: Vec<String> = condition::fronts(cond)
            .into_iter()
            .map(|front| match front {
                Front::If(words) => format!("if {words}"),
                Front::During(words) => words,
            })
            .collect();
        lines.push(format!("You may only {verb} this card {}.", words.join(" and ")));
    }
    lines
}

fn times(limit: Limit) -> String {
    let times = if limit.times == 1 { "once" } else { "twice" };
    let per = match limit.per {
        Per::Turn => "turn",
        Per::Battle => "battle",
        Per::Game => "game",
    };
    format!("{times} per {per}")
}

/// What is said of the whole card behind its first ability.
fn remarks(sheet: &Sheet) -> String {
    let mut said = String::new();
    if sheet.cannot_be_nullified {
        said += " This card cannot be nullified.";
    }
    for cond in &sheet.firm_if {
        said += &format!(" If {}, this card cannot be nullified.", condition::condition(cond));
    }
    said
}

/// One ability with its marks.
fn one(face: &Face, ability: &Ability, remarks: String) -> String {
    let mut saying = Saying { later: laters(&face.sheet.abilities), ..Saying::default() };
    let mut line = String::new();
    let at = face.sheet.abilities.iter().position(|other| std::ptr::eq(other, ability));
    let named = face.sheet.named.iter().find(|(index, _)| Some(*index as usize) == at).map(|(_, name)| name);
    let name = named.map_or(String::new(), |name| format!("{} ", quoted(name)));
    if ability.part == Part::Shared {
        line += "[D] ";
    }
    let mut said_place = String::new();
    match &ability.when {
        When::Use(Use::Over(over)) => return self::over(ability, *over),
        When::Body(Use::Over(_)) => {}
        When::Use(_) if ability.part == Part::Soul => {
            saying.it = Some(It { target: Target::Subject, many: false, mine: true });
            let counter = if ability.when == When::Use(Use::Counter) { "[Counter] " } else { "" };
            line += &format!("{counter}【Act】 {name}");
        }
        When::Use(Use::Counter) => line += &format!("[Counter] 【Act】 {name}"),
        When::Use(Use::Main) => line += &format!("【Act】 {name}"),
        When::Body(Use::Counter) => line += "[Counter] ",
        When::Body(Use::Main) | When::Granted | When::Always => {}
        When::Trigger(triggers) | When::Would(triggers) => {
            line += &name;
            let (mut words, it) = condition::waiting(triggers);
            if matches!(ability.when, When::Would(_)) {
                words = words
                    .replace(" leaves the field, ", " would leave the field, ")
                    .replace(" is destroyed, ", " would be destroyed, ");
            }
            line += &words;
            saying.it = it;
            if ability.part == Part::Drop
                && matches!(&triggers[0].moment, moment if *moment != crate::vocab::Moment::PutIntoDrop || triggers[0].subject != effects::Filter::This)
            {
                said_place = "if this card is in your drop zone, ".into();
            }
            if ability.part == Part::Soul
                && triggers[0].moment != crate::vocab::Moment::PutIntoSoul
                && !triggers.iter().any(|one| super::trigger::holds_this(&one.subject))
            {
                said_place = "if this card is in the soul of a card, ".into();
                saying.it =
                    Some(It { target: Target::Test(crate::vocab::Test::Holder), many: false, mine: true });
            }
            // What must be so as it happens is said with it.
            let (held, cond) = apart(&ability.cond);
            if let Some(cond) = &cond {
                let fronts = condition::fronts(cond);
                let more = match &fronts[..] {
                    [Front::During(words)] => format!(" {words}, "),
                    [Front::During(words), ..] => {
                        let rest: Vec<String> = fronts[1..]
                            .iter()
                            .map(|front| match front {
                                Front::If(words) | Front::During(words) => words.clone(),
                            })
                            .collect();
                        format!(" {words} and if {}, ", rest.join(" and "))
                    }
                    _ => format!(" and if {}, ", condition::condition(cond)),
                };
                line = line.trim_end_matches(", ").to_string() + &more;
            }
            if let Some(filter) = held {
                said_place =
                    format!("if this card is in the soul of {}, ", printer::one(&noun::noun(&filter, false)));
            }
            line += &said_place;
        }
    }
    let body = match &ability.when {
        When::Always => {
            // BF OTHER-SOULABIL-2: in a soul, "that card" is the one above.
            if ability.part == Part::Soul {
                saying.it = Some(It { target: Target::Subject, many: false, mine: true });
            }
            let mut body = front(ability);
            body += &saying.clauses(&ability.steps).join(", and ");
            vec![body]
        }
        _ => {
            let mut body = saying.sentences(&ability.steps);
            if let Some(first) = body.first_mut() {
                *first = format!("{}{first}", front(ability));
            }
            body
        }
    };
    let mut body: Vec<String> = body.iter().map(|words| sentence(words)).collect();
    if let (When::Trigger(_) | When::Would(_), Some(first)) = (&ability.when, body.first_mut()) {
        *first = lower(first);
    }
    if ability.steps.iter().any(deals_fixed_damage) {
        body.push("The damage cannot be reduced.".into());
    }
    if let Some(limit) = ability.limit {
        let limited = if let Some(name) = named {
            format!("You may only use {} {}.", quoted(name), times(limit))
        } else if limit.by_name {
            format!("You may only use this ability of {} {}.", quoted(&face.name), times(limit))
        } else {
            format!("You may only use this ability {}.", times(limit))
        };
        // Modes run to the end of the line.
        let modes = body.last().is_some_and(|words| words.contains('・'));
        let at = if modes { 0 } else { body.len() };
        body.insert(at, limited);
    }
    line + &body.join(" ") + &remarks
}

/// What is asked of the card above, apart from everything else that must hold.
fn apart(
    cond: &Option<crate::vocab::Condition>,
) -> (Option<effects::Filter<Words>>, Option<crate::vocab::Condition>) {
    use crate::vocab::Test;
    use effects::Cond;
    let held = |one: &crate::vocab::Condition| match one {
        Cond::Is(Target::Test(Test::Holder), filter) => Some(filter.clone()),
        _ => None,
    };
    match cond {
        Some(Cond::All(all)) => {
            let rest: Vec<_> = all.iter().filter(|one| held(one).is_none()).cloned().collect();
            (all.iter().find_map(held), rest.into_iter().reduce(Cond::and))
        }
        Some(one) => match held(one) {
            Some(filter) => (Some(filter), None),
            None => (None, Some(one.clone())),
        },
        None => (None, None),
    }
}

/// BF OVER-1: the keyword, what it asks for in brackets, and what it does.
fn over(ability: &Ability, over: Over) -> String {
    let mut saying = Saying::default();
    let (cost, then): (&[Step], &[Step]) = match &ability.steps[..] {
        [Step::By { cost, then, .. }] => (cost, then),
        steps => (&[], steps),
    };
    // Targets that were chosen as it was declared are said where they are used.
    let (mut asks, then) = match (ability.steps.split_last(), cost.is_empty()) {
        (Some((Step::By { cost, then, .. }, aims)), _) if !aims.is_empty() => {
            let mut rest = aims.to_vec();
            rest.extend(then.iter().cloned());
            (saying.clauses(cost).join(" & "), rest)
        }
        _ => (saying.clauses(cost).join(" & "), then.to_vec()),
    };
    if let Some(cond) = &ability.cond {
        for front in condition::fronts(cond) {
            let words = match front {
                Front::If(words) => format!("if {words}"),
                Front::During(words) => words,
            };
            asks = if asks.is_empty() { words } else { format!("{asks} {words}") };
        }
    }
    let asks = sentence(&asks).trim_end_matches('.').to_string();
    let mut body: Vec<String> = saying.sentences(&then).iter().map(|words| sentence(words)).collect();
    if ability.steps.iter().any(deals_fixed_damage) {
        body.push("The damage cannot be reduced.".into());
    }
    format!("[{}] [{asks}] {}", over.name(), body.join(" "))
}

fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Where the ability works and what must hold, in front of it.
fn front(ability: &Ability) -> String {
    let discards = super::sentence::discards_itself(&ability.steps);
    let place = match (ability.part, &ability.when) {
        (Part::Hand, When::Use(_)) if !discards => "if this card is in your hand",
        (Part::Drop, When::Use(_)) => "if this card is in your drop zone",
        (Part::Soul, When::Use(_)) => {
            let (filter, rest) = held_by(ability);
            let mut words =
                format!("if this card is in the soul of {}, ", printer::one(&noun::noun(&filter, false)));
            for front in rest.iter().flat_map(condition::fronts) {
                words += &match front {
                    Front::If(more) => format!("if {more}, "),
                    Front::During(more) => format!("{more}, "),
                };
            }
            return words;
        }
        (Part::Soul, When::Always) => {
            return in_soul(ability);
        }
        _ => "",
    };
    let mut words = place.to_string();
    if let (Some(cond), false) = (&ability.cond, matches!(ability.when, When::Trigger(_))) {
        let fronts = condition::fronts(cond);
        let mut ifs: Vec<String> = Vec::new();
        let mut said: Vec<String> = Vec::new();
        for front in fronts {
            match front {
                Front::If(more) => ifs.push(more),
                Front::During(more) => {
                    if !ifs.is_empty() {
                        said.push(format!("if {}", ifs.join(" and ")));
                        ifs.clear();
                    }
                    said.push(more);
                }
            }
        }
        if !ifs.is_empty() {
            said.push(format!("if {}", ifs.join(" and ")));
        }
        // Behind a place they go on with "and"; always-on abilities say all of them behind one "if".
        if ability.when == When::Always {
            let all = condition::condition(cond);
            return if all.starts_with("during") { format!("{all}, ") } else { format!("if {all}, ") };
        }
        if !words.is_empty() {
            words += " and ";
        }
        words += &said.join(", ");
    }
    if words.is_empty() { words } else { words + ", " }
}

/// What is asked of the card above, and what else must hold.
fn held_by(ability: &Ability) -> (effects::Filter<Words>, Option<crate::vocab::Condition>) {
    use effects::{Cond, Filter};
    let (filter, more) = match &ability.cond {
        None => (Filter::Any, None),
        Some(Cond::Is(Target::Subject, filter)) => (filter.clone(), None),
        Some(Cond::All(all)) => match all.split_first() {
            Some((Cond::Is(Target::Subject, filter), rest)) => (filter.clone(), Some(rest.to_vec())),
            _ => (Filter::Any, Some(all.clone())),
        },
        Some(other) => (Filter::Any, Some(vec![other.clone()])),
    };
    (filter, more.map(|mut more| if more.len() == 1 { more.remove(0) } else { Cond::All(more) }))
}

/// "if this card is in the soul of a card …, ".
fn in_soul(ability: &Ability) -> String {
    let (filter, more) = held_by(ability);
    let holder = printer::one(&noun::noun(&filter, false));
    let more = more.map_or(String::new(), |cond| format!(" and {}", condition::condition(&cond)));
    format!("if this card is in the soul of {holder}{more}, ")
}

fn deals_fixed_damage(step: &Step) -> bool {
    step.any(&|step| matches!(step, Step::Do(Verb::Damage { cannot_be_reduced: true, .. })))
}

/// Whether some steps can be said as one part of a sentence.
fn is_short(steps: &[Step]) -> bool {
    let clause = |step: &Step| step.lists().is_empty() && !matches!(step, Step::Later { .. });
    !steps.is_empty() && steps.iter().all(clause)
}

/// Some steps of an ability in words, without a full stop: what a player is asked for.
pub(crate) fn clause(steps: &[Step]) -> String {
    Saying::default().sentences(steps).join(". ")
}

/// What is set up for later on a card, each by its place, in the words that set it up.
pub(crate) fn set_up(abilities: &[Ability]) -> Vec<(u8, String)> {
    let mut saying = Saying { later: laters(abilities), ..Saying::default() };
    let steps = Step::setting_up(abilities.iter().flat_map(|ability| &ability.steps));
    steps.into_iter().map(|(at, step)| (at, saying.sentences(&[step]).join(". "))).collect()
}

/// The abilities that are set up for later, each by its place.
fn laters(abilities: &[Ability]) -> Vec<(u8, Ability)> {
    let all = abilities.iter().enumerate().filter(|(_, ability)| ability.part == Part::Later);
    all.map(|(at, ability)| (at as u8, ability.clone())).collect()
}

/// What a card has to be, in words.
pub(crate) fn described(filter: &effects::Filter<Words>) -> String {
    printer::one(&noun::noun(filter, false))
}

/// A condition in words.
pub(crate) fn condition_words(cond: &crate::vocab::Condition) -> String {
    condition::condition(cond)
}

impl Speaker<Words> for Saying {
    /// The sentences of a body, without their full stops.
    fn sentences(&mut self, steps: &[Step]) -> Vec<String> {
        // Where the classic edition ends a declaration goes without saying.
        let mark = |step: &Step| *step == Step::Do(Verb::AnnounceSoul);
        if steps.iter().any(mark) {
            let steps: Vec<Step> = steps.iter().filter(|step| !mark(step)).cloned().collect();
            return self.sentences(&steps);
        }
        let mut said = Vec::new();
        let often = |slot: &Slot| steps.iter().map(|step| verb::mentions(step, *slot)).sum::<usize>() > 1;
        self.again.extend((0..32).map(Slot).filter(often));
        let announced = steps.iter().position(|step| *step == Step::Do(Verb::Announce));
        let mut rest = steps;
        if let Some(at) = announced {
            rest = &steps[at + 1..];
            for step in &steps[..at] {
                if let Step::Choose { slot, from, .. } = step {
                    let used = rest.iter().chain(&steps[..at]).any(|step| verb::mentions(step, *slot) > 0);
                    self.pending.push((*slot, from.clone()));
                    if !used || verb::needs_naming(rest, *slot) {
                        let words = self.object(&Target::Slot(*slot), Way::Lying);
                        said.push(format!("choose {words}"));
                    }
                }
            }
        }
        for run in self.runs(rest) {
            match run {
                Run::Clauses(steps) => said.extend(self.clauses(steps)),
                Run::Compound(step) => said.extend(self.compound(step)),
            }
        }
        said
    }

    /// The first clause, and how many steps it says.
    fn clause(&mut self, steps: &[Step]) -> (Option<String>, usize) {
        match steps {
            // BF ZONE-DECK-2: whoever chooses from a deck looks through it; the words for the choice say so.
            [Step::Do(Verb::Search(Who::You)), Step::Choose { slot, from, .. }, Step::Do(verb), ..] => {
                match self.search(*slot, from, verb) {
                    Some(words) => (Some(words), 3),
                    None => (None, 1),
                }
            }
            [Step::Do(Verb::Search(Who::You)), Step::Choose { .. }, ..] => (None, 1),
            [Step::Do(Verb::Reveal { .. }), ..] if self.look(steps).is_some() => {
                let (words, used) = self.look(steps).unwrap_or_default();
                (Some(words), used.max(1))
            }
            [Step::Choose { who, slot, from }, rest @ ..] => {
                self.pending.push((*slot, from.clone()));
                if *who == Who::Opponent {
                    self.others.push(*slot);
                }
                let next = rest.iter().find(|step| !matches!(step, Step::Choose { .. }));
                let hosts = rest.first().is_some_and(|step| verb::mentions(step, *slot) > 0);
                let used = next.is_some_and(|step| verb::mentions(step, *slot) > 0);
                if (hosts || used) && !verb::needs_naming(rest, *slot) {
                    return (None, 1);
                }
                let words = self.object(&Target::Slot(*slot), Way::Lying);
                (Some(format!("choose {words}")), 1)
            }
            [Step::Name { max, .. }, ..] => {
                self.named = match max {
                    Amount::Fixed(most) => Some(*most),
                    _ => None,
                };
                (None, 1)
            }
            [Step::Gain { to, change, until }, ..] => {
                let mut changes = vec![change];
                if Self::goes_together(change) {
                    for step in &steps[1..] {
                        match step {
                            Step::Gain { to: other, change, until: ends }
                                if other == to && ends == until && Self::goes_together(change) =>
                            {
                                changes.push(change);
                            }
                            _ => break,
                        }
                    }
                }
                let used = changes.len();
                (Some(self.gains(to, &changes, *until)), used)
            }
            [Step::Do(Verb::Announce | Verb::AnnounceSoul), ..] => (None, 1),
            [Step::Do(verb), ..] => (Some(self.verb(verb)), 1),
            [Step::May { steps, .. }, ..] => (Some(format!("you may {}", self.joined(steps))), 1),
            [Step::Bind { to, .. }, ..] => {
                let to = self.object(to, Way::Lying);
                (Some(format!("choose {to}")), 1)
            }
            [other, ..] => (Some(self.compound(other).join(". ")), 1),
            [] => (None, 0),
        }
    }

    fn condition(&mut self, cond: &crate::vocab::Condition) -> String {
        condition::condition(cond)
    }

    fn amount(&mut self, amount: &Amount<Words>) -> String {
        Saying::amount(self, amount)
    }

    fn own(&mut self, step: &Step) -> Option<Vec<String>> {
        let undone = effects::Cond::Not(Box::new(effects::Cond::Did));
        let is_undone = |step: &Step| matches!(step, Step::If { cond, .. } if *cond == undone);
        let declares = |options: &[(String, Vec<Step>)]| {
            options.iter().all(|(_, steps)| matches!(steps[..], [Step::Do(Verb::Declare(_))]))
        };
        // Whoever loses the game that was played before takes it.
        if let Step::If { cond, then, otherwise } = step {
            if let (
                true,
                [Step::Do(Verb::Damage { who: Who::Opponent, amount, .. })],
                [Step::Do(Verb::Damage { who: Who::You, .. })],
            ) = (*cond == super::clause::WON, &then[..], &otherwise[..])
            {
                let amount = Saying::amount(self, amount);
                return Some(vec![format!("deal {amount} damage to the fighter who loses")]);
            }
        }
        Some(match step {
            Step::If { cond: effects::Cond::Fact(crate::vocab::Fact::InCounterTiming), then, otherwise } => {
                self.modes_with_counters(then, otherwise)
            }
            Step::If { then, otherwise, .. } if is_undone(step) && otherwise.is_empty() => {
                vec![format!("if you cannot, {}", self.fronted(then))]
            }
            Step::If { cond, then, .. } if then.last().is_some_and(is_undone) => {
                let (last, before) = then.split_last()?;
                let mut said = vec![format!("if {}, {}", condition::condition(cond), self.fronted(before))];
                said.extend(self.compound(last));
                said
            }
            Step::By { cost, then, forced: true, .. } => {
                let mut said = vec![self.fronted(cost)];
                said.extend(self.following(then));
                said
            }
            Step::OneOf { options, .. } if options.len() == 2 && declares(options) => {
                vec!["declare either monster or spell".into()]
            }
            Step::OneOf { options, .. } if declares(options) => {
                let cross = options.iter().any(|(words, _)| words == "special");
                vec![if cross { "declare a Cross card type" } else { "declare a card type" }.into()]
            }
            Step::OneOf { options, .. } if options.iter().all(|(_, steps)| is_short(steps)) => {
                let (it, pending) = (self.it.clone(), self.pending.clone());
                let each = options.iter().map(|(_, steps)| {
                    (self.it, self.pending) = (it.clone(), pending.clone());
                    self.joined(steps)
                });
                vec![format!("either {}", each.collect::<Vec<_>>().join(", or "))]
            }
            Step::OneOf { options, .. } => {
                vec![self.listed("choose and use one of the following.", options)]
            }
            Step::Each { over, steps, .. } => {
                let [Step::Do(Verb::Call { pay, apart, .. })] = &steps[..] else { return None };
                let what = self.object(&Target::Slot(*over), Way::Leaving);
                let how = if *pay == crate::vocab::Pay::Free { "without" } else { "by" };
                let apart = if apart.is_some() { " on separate areas" } else { "" };
                vec![format!("call {what}{apart} {how} paying their [Call Cost]")]
            }
            Step::Later { ability, carry, .. } => self.later(*ability, carry),
            _ => return None,
        })
    }

    fn is_clause(&self, step: &Step) -> bool {
        match step {
            Step::May { then, otherwise, .. } => then.is_empty() && otherwise.is_empty(),
            Step::Later { .. } => false,
            step => step.lists().is_empty(),
        }
    }

    fn and(&self, _: usize) -> &'static str {
        ", and "
    }

    fn declined(&self) -> &'static str {
        "if you do not"
    }
}

impl Saying {
    /// A choice of modes, of which some have [Counter].
    fn modes_with_counters(&mut self, then: &[Step], otherwise: &[Step]) -> Vec<String> {
        let [Step::OneOf { options, .. }] = otherwise else { return Vec::new() };
        let has = |steps: &[Step]| match then {
            [Step::OneOf { options, .. }] => options.iter().any(|(_, own)| own == steps),
            only => only == steps,
        };
        let mut said = "choose and use one of the following.".to_string();
        for (_, steps) in options {
            let all: Vec<String> = self.sentences(steps).iter().map(|words| sentence(words)).collect();
            said += &format!(" ・{}{}", if has(steps) { "[Counter] " } else { "" }, all.join(" "));
        }
        vec![said.trim_end_matches('.').to_string()]
    }

    /// What is set up for later.
    fn later(&mut self, at: u8, carry: &Target<Words>) -> Vec<String> {
        let found = self.later.iter().find(|(index, _)| *index == at).cloned();
        let Some((_, ability)) = found else { return vec!["later, carry out the effect below".into()] };
        let When::Trigger(triggers) = &ability.when else { return Vec::new() };
        let (words, it) = condition::waiting(triggers);
        let at_end = words.starts_with("At ");
        let front = match at_end {
            true => "at the end of the turn, ".to_string(),
            false => format!("during this turn, {}", lower(&words)),
        };
        let mut inner = Saying { it, later: self.later.clone(), ..Saying::default() };
        if *carry != Target::This && (at_end || words.starts_with("When that card")) {
            inner.it = Some(It { target: Target::Other, many: false, mine: false });
        }
        vec![format!("{front}{}", inner.fronted(&ability.steps))]
    }
}
