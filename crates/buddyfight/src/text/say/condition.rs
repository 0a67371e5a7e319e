//! Conditions and what abilities wait for, in words.

use super::noun::{Way, compared, noun, number, quoted, whose, you, zone};
use super::{It, Saying};
use crate::card::Kind;
use crate::keyword::Keyword;
use crate::state::Zone;
use crate::vocab::{Adjective, Answering, Condition, Count, Fact, Figure, Moment, Select, Test, Words};
use effects::text::printer::{in_words, one, titled};
use effects::{Among, Amount, Cmp, Cond, Filter, Target, Trigger, Who};

pub(super) fn count(count: &Count) -> String {
    match count {
        Count::Life(who) => format!("{} life", whose(*who)),
        Count::Cards(who, of) => format!("the number of cards in {} {}", whose(*who), zone(*of)),
        Count::Attacks(who) => format!("the number of attacks {} made this turn", you(*who)),
        Count::Reversals(_) => "[Reversal]".into(),
        Count::Different(_) => "the number of different cards".into(),
        Count::Worlds(_) => "the number of different world names".into(),
    }
}

/// One part of what stands in front of an ability: said with "if", or by itself.
pub(super) enum Front {
    If(String),
    During(String),
}

/// A condition as the parts it is made of; a turn and a phase are one part together.
pub(super) fn fronts(cond: &Condition) -> Vec<Front> {
    let parts: &[Condition] = match cond {
        Cond::All(all) => all,
        one => std::slice::from_ref(one),
    };
    let mut said = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        if let [Cond::Fact(turn), Cond::Fact(what), ..] = &parts[at..] {
            if let Some(words) = within(turn, what) {
                said.push(Front::During(words));
                at += 2;
                continue;
            }
        }
        said.push(match &parts[at] {
            Cond::Fact(Fact::YourTurn) => Front::During("during your turn".into()),
            Cond::Fact(Fact::OpponentsTurn) => Front::During("during your opponent's turn".into()),
            Cond::Fact(fact @ (Fact::DuringAttack | Fact::DuringFinal)) => Front::During(self::fact(fact)),
            Cond::Fact(Fact::Happened(moment, filter)) => Front::During(lowered(&happening(*moment, filter))),
            answering @ Cond::Fact(Fact::Answering(..)) => {
                Front::During(format!("when your opponent {}", answered(answering).unwrap_or_default()))
            }
            Cond::Either(any) if any.iter().all(|one| matches!(one, Cond::Fact(Fact::Answering(..)))) => {
                let each: Vec<String> = any.iter().filter_map(answered).collect();
                Front::During(format!("when your opponent {}", each.join(" or ")))
            }
            part => Front::If(condition(part)),
        });
        at += 1;
    }
    said
}

/// "calls a size 2 or less monster": what of the other fighter is answered.
fn answered(cond: &Condition) -> Option<String> {
    let Cond::Fact(Fact::Answering(kind, filter)) = cond else { return None };
    let verb = match kind {
        Answering::Call => "calls",
        Answering::Cast => "casts",
        Answering::Equip => "equips",
        Answering::Ability => "uses an ability of",
    };
    Some(format!("{verb} {}", one(&noun(filter, false))))
}

fn within(turn: &Fact, what: &Fact) -> Option<String> {
    let of = match turn {
        Fact::YourTurn => "your",
        Fact::OpponentsTurn => "your opponent's",
        _ => return None,
    };
    let phase = match (turn, what) {
        (_, Fact::DuringMain) => "main",
        (_, Fact::DuringAttack) => "attack",
        (_, Fact::DuringFinal) => "final",
        (Fact::YourTurn, Fact::YouAttack) | (Fact::OpponentsTurn, Fact::OpponentAttacks) => {
            return Some(format!("during an attack on {of} turn"));
        }
        _ => return None,
    };
    Some(format!("during {of} {phase} phase"))
}

/// What may follow "if".
pub(super) fn condition(cond: &Condition) -> String {
    match cond {
        Cond::All(_) => {
            let all: Vec<String> = fronts(cond)
                .into_iter()
                .map(|front| match front {
                    Front::If(words) | Front::During(words) => words,
                })
                .collect();
            all.join(" and ")
        }
        Cond::Either(any) => any.iter().map(condition).collect::<Vec<_>>().join(" or if "),
        Cond::Not(inner) => match &**inner {
            Cond::Exists(select) => match equipped(select) {
                Some((how, filter)) => format!("you are not {how} {}", one(&noun(&filter, false))),
                None => had(select, true, None),
            },
            Cond::Is(Target::Each(select), filter) if new_in_drop(&select.filter).is_some() => {
                format!("that card is not {}", one(&noun(filter, false)))
            }
            Cond::Compare(Amount::Count(select), cmp, amount) => had(select, true, Some((*cmp, amount))),
            Cond::Fact(Fact::LinkAttack) => "it is not a link attack".into(),
            other => format!("it is not so that {}", condition(other)),
        },
        Cond::Exists(select) if new_in_drop(&select.filter).is_some() => {
            let filter = new_in_drop(&select.filter).unwrap_or(Filter::Any);
            format!("there is {} among them", one(&noun(&filter, false)))
        }
        Cond::Compare(Amount::Count(select), cmp, amount) if new_in_drop(&select.filter).is_some() => {
            let filter = new_in_drop(&select.filter).unwrap_or(Filter::Any);
            format!("there are {}{} {} among them", number(amount), compared(*cmp), noun(&filter, true))
        }
        Cond::Exists(select) => match equipped(select) {
            Some((how, filter)) => format!("you are {how} {}", one(&noun(&filter, false))),
            None => had(select, false, None),
        },
        Cond::Compare(Amount::Done, cmp, amount) => {
            format!("you put {}{} cards", number(amount), compared(*cmp))
        }
        Cond::Compare(Amount::Game(Count::Life(Who::Opponent)), Cmp::AtLeast, Amount::Plus(_, by)) => {
            format!("your opponent's life is more than yours by {} or more", number(by))
        }
        Cond::Compare(
            Amount::Game(Count::Cards(Who::Opponent, Zone::Gauge)),
            Cmp::AtLeast,
            Amount::Plus(_, by),
        ) => {
            format!("your opponent has {} or more cards in their gauge more than yours", number(by))
        }
        Cond::Compare(Amount::Game(Count::Life(Who::You)), Cmp::Less, Amount::Game(Count::Life(_))) => {
            "you have less life than your opponent".into()
        }
        Cond::Compare(Amount::Game(Count::Life(Who::You)), Cmp::More, Amount::Game(Count::Life(_))) => {
            "you have more life than your opponent".into()
        }
        Cond::Compare(Amount::Game(Count::Worlds(select)), cmp, amount) => {
            let words = had(select, false, Some((*cmp, amount)));
            let many = match amount {
                Amount::Fixed(n) => in_words(*n),
                amount => number(amount),
            };
            let many = format!("{many}{}", compared(*cmp));
            words.replacen(&many, &format!("{many} different world names on"), 1)
        }
        Cond::Compare(Amount::Count(select), cmp, amount)
            if matches!(select.among, Among::Under { .. }) && select.filter == Filter::Any =>
        {
            let Among::Under { host, .. } = &select.among else { return String::new() };
            let host = match host {
                Target::This => "this card".to_string(),
                Target::Each(select) => {
                    Saying::default().select(select, Way::Lying).replacen("all ", "the ", 1)
                }
                other => Saying::default().object(other, Way::Lying),
            };
            let many = match amount {
                Amount::Fixed(n) => in_words(*n),
                amount => number(amount),
            };
            format!("there are {many}{} souls in {host}", compared(*cmp))
        }
        Cond::Compare(Amount::Game(Count::Different(select)), cmp, amount) => {
            let words = had(select, false, Some((*cmp, amount)));
            let number = match amount {
                Amount::Fixed(n) => in_words(*n),
                amount => number(amount),
            };
            let many = format!("{number}{}", compared(*cmp));
            words.replacen(&many, &format!("{many} different"), 1)
        }
        Cond::Compare(Amount::Count(select), cmp, amount) => had(select, false, Some((*cmp, amount))),
        Cond::Compare(Amount::Game(Count::Cards(who, of)), Cmp::Equal, Amount::Fixed(0))
            if *of == Zone::Hand =>
        {
            let has = if *who == Who::You { "you have" } else { "your opponent has" };
            format!("{has} no cards in hand")
        }
        Cond::Compare(Amount::Game(Count::Cards(who @ (Who::You | Who::Opponent), of)), cmp, amount)
            if *cmp != Cmp::Equal =>
        {
            let (has, whose) =
                if *who == Who::You { ("you have", "your") } else { ("your opponent has", "his or her") };
            let many = match amount {
                Amount::Fixed(n) => in_words(*n),
                amount => number(amount),
            };
            format!("{has} {many}{} cards in {whose} {}", compared(*cmp), zone(*of))
        }
        Cond::Compare(Amount::Game(Count::Cards(who, of)), cmp, amount) => {
            format!("{} {} is {}{}", whose(*who), zone(*of), number(amount), compared(*cmp))
        }
        Cond::Compare(what, cmp, amount) => {
            format!("{} is {}{}", Saying::default().amount(what), number(amount), compared(*cmp))
        }
        Cond::Is(target, filter) => is(target, filter),
        Cond::Did => "the attack was nullified".into(),
        Cond::Fact(fact) => self::fact(fact),
    }
}

/// What is asked of cards just put into a drop zone, without that.
pub(super) fn new_in_drop(filter: &Filter<Words>) -> Option<Filter<Words>> {
    match filter {
        Filter::Test(Test::NewInDrop(_)) => Some(Filter::Any),
        Filter::All(all) => match all.split_first() {
            Some((Filter::Test(Test::NewInDrop(_)), rest)) => {
                Some(rest.iter().cloned().fold(Filter::Any, Filter::and))
            }
            _ => None,
        },
        _ => None,
    }
}

/// "[Ride] on", "[Transform] into", "equipped with": how an item of one's own is spoken of.
fn equipped(select: &Select) -> Option<(&'static str, Filter<Words>)> {
    match &select.among {
        Among::Zones { whose: Who::You, zones } if zones[..] == [Zone::Item] => {}
        _ => return None,
    }
    let (first, rest) = match &select.filter {
        Filter::All(all) => (all.first()?.clone(), all[1..].iter().cloned().fold(Filter::Any, Filter::and)),
        one => (one.clone(), Filter::Any),
    };
    match first {
        Filter::Test(Test::EquippedBy(Keyword::Ride)) => Some(("[Ride] on", rest)),
        Filter::Test(Test::EquippedBy(_)) => Some(("[Transform] into", rest)),
        _ => Some(("equipped with", select.filter.clone())),
    }
}

fn is(target: &Target<Words>, filter: &Filter<Words>) -> String {
    let subject = match target {
        Target::This => "this card".to_string(),
        Target::Subject | Target::Other | Target::Slot(_) => "that card".into(),
        Target::Test(Test::Holder) => {
            return format!("this card is in the soul of {}", one(&noun(filter, false)));
        }
        Target::Each(select) if new_in_drop(&select.filter).is_some() => "that card".into(),
        other => Saying::default().object(other, Way::Lying),
    };
    let state = |words: &str| format!("{subject} is {words}");
    match filter {
        Filter::Is(Adjective::InBattle) if *target == Target::This => "during this card's battle".into(),
        Filter::Is(Adjective::Equipped) => state("equipped"),
        Filter::Is(Adjective::Attacked) => state("being attacked"),
        Filter::Test(Test::EquippedBy(keyword)) => {
            let how = if *keyword == Keyword::Ride { "[Ride] on" } else { "[Transform] into" };
            let which = if *target == Target::This { "this card" } else { "that card" };
            format!("you are {how} {which}")
        }
        Filter::Is(Adjective::Attacking) => state("attacking"),
        Filter::Is(Adjective::Standing) => state("[Stand]"),
        Filter::Is(Adjective::Rested) => state("[Rest]"),
        Filter::Is(Adjective::Buddy) => state("your buddy"),
        Filter::Test(Test::In(area)) => state(&format!("in the {}", zone(*area))),
        Filter::Either(any) if any.iter().all(|one| matches!(one, Filter::Test(Test::In(_)))) => {
            let names: Vec<&str> = any
                .iter()
                .filter_map(|one| match one {
                    Filter::Test(Test::In(area)) => Some(zone(*area)),
                    _ => None,
                })
                .collect();
            if any.len() == Zone::FIELD.len() {
                state("on the field")
            } else {
                state(&format!("in the {}", names.join(" or ")))
            }
        }
        Filter::Figure(Figure::Soul, Cmp::Equal, Amount::Fixed(0)) => format!("{subject} has no soul"),
        Filter::Figure(Figure::Soul, cmp, amount) => {
            format!("{subject} has {}{} soul", number(amount), compared(*cmp))
        }
        filter => state(&one(&noun(filter, false))),
    }
}

/// "you have …", "there is …", and their opposites.
fn had(select: &Select, not: bool, compare: Option<(Cmp, &Amount<Words>)>) -> String {
    let counted = match compare {
        Some((cmp, Amount::Fixed(n))) => {
            let many = *n != 1 || cmp != Cmp::Equal;
            // "One monster" is the only one; other numbers say that there are no more.
            let sole = *n <= 1 && select.filter == Filter::Kind(Kind::Monster);
            let exactly = if cmp == Cmp::Equal && !sole { "exactly " } else { "" };
            format!("{exactly}{}{} {}", in_words(*n), compared(cmp), noun(&select.filter, many))
        }
        Some((cmp, amount)) => format!("{}{} {}", number(amount), compared(cmp), noun(&select.filter, true)),
        None => one(&noun(&select.filter, false)),
    };
    let mut saying = Saying::default();
    let place = saying.place(&select.among, Way::Lying);
    let theirs = place.replacen("your opponent's", "his or her", 1);
    match &select.among {
        Among::Zones { whose: Who::You, .. } if not => format!("you do not have {counted}{place}"),
        Among::Zones { whose: Who::You, .. } => format!("you have {counted}{place}"),
        Among::Zones { whose: Who::Opponent, .. } if not => {
            format!("your opponent does not have {counted}{theirs}")
        }
        Among::Zones { whose: Who::Opponent, .. } => format!("your opponent has {counted}{theirs}"),
        _ => {
            let verb = if compare.is_some() { "there are" } else { "there is" };
            match (not, compare) {
                (false, _) => format!("{verb} {counted}{place}"),
                (true, Some(_)) => format!("{verb} not {counted}{place}"),
                (true, None) => format!("there are no {}{place}", noun(&select.filter, true)),
            }
        }
    }
}

/// What a card may be used after: "When a monster on your field is destroyed".
fn happening(moment: Moment, filter: &Filter<Words>) -> String {
    let trigger = Trigger { moment, subject: filter.clone(), cond: None };
    waiting(&[trigger]).0.trim_end().trim_end_matches(',').to_string()
}

fn lowered(words: &str) -> String {
    words.replacen("When", "when", 1)
}

fn fact(fact: &Fact) -> String {
    match fact {
        Fact::YourTurn => "it is your turn".into(),
        Fact::OpponentsTurn => "it is your opponent's turn".into(),
        Fact::DuringMain => "it is the main phase".into(),
        Fact::DuringAttack => "during the attack phase".into(),
        Fact::DuringFinal => "during the final phase".into(),
        Fact::OpponentAttacks => "your opponent is attacking".into(),
        Fact::YouAttack => "you are attacking".into(),
        Fact::LinkAttack => "it is a link attack".into(),
        Fact::Attacking(filter) => match side(filter) {
            Some((Who::Opponent, rest)) => {
                format!("during an attack by your opponent's {}", noun(&rest, false))
            }
            _ => format!("{} is attacking", one(&noun(filter, false))),
        },
        Fact::AttackOn(filter) => format!("{} is being attacked", subject(filter).0),
        Fact::AttackOnYou => "you are being attacked".into(),
        Fact::Answering(kind, filter) => {
            let verb = match kind {
                Answering::Call => "calls",
                Answering::Cast => "casts",
                Answering::Equip => "equips",
                Answering::Ability => "uses an ability of",
            };
            format!("your opponent {verb} {}", one(&noun(filter, false)))
        }
        Fact::InCounterTiming => "it is counter timing".into(),
        Fact::ByEffectOf(_) | Fact::ByAbility(_) | Fact::CameFrom(_) => manner(&Cond::Fact(fact.clone())),
        Fact::WouldBeDamaged => "you would be dealt damage".into(),
        Fact::FlagReversed => "your flag is in [Reversal]".into(),
        Fact::FlagWasReversed => "your flag [Reversal] during this fight".into(),
        Fact::Happened(moment, filter) => lowered(&happening(*moment, filter)),
        Fact::Flag(name) => format!("your flag is {}", quoted(&titled(name.as_str()))),
        Fact::InitialFlag(name) => {
            format!("your flag was {} at the beginning of the game", quoted(&titled(name.as_str())))
        }
    }
}

// ---- what abilities wait for --------------------------------------------------------------------------------------

/// The card a trigger is about, with what it means afterwards. A side and a place at the end are said as where it is.
fn subject(filter: &Filter<Words>) -> (String, Target<Words>) {
    match filter {
        Filter::This => return ("this card".into(), Target::This),
        Filter::Test(Test::Carried) => return ("that card".into(), Target::Other),
        Filter::Test(Test::Holder) => {
            return ("a card with this card in its soul".into(), Target::Subject);
        }
        _ => {}
    }
    let mut parts = match filter {
        Filter::All(all) => all.clone(),
        one => vec![one.clone()],
    };
    let area = |one: &Filter<Words>| match one {
        Filter::Test(Test::In(area)) => Some(*area),
        _ => None,
    };
    let zones: Option<Vec<Zone>> = match parts.last() {
        Some(Filter::Either(any)) => any.iter().map(area).collect(),
        Some(one) => area(one).map(|area| vec![area]),
        None => None,
    };
    let sided = parts.len() > 1 && matches!(parts[parts.len() - 2], Filter::Of(_));
    let zones = zones.filter(|_| sided);
    if zones.is_some() {
        parts.pop();
    }
    let mut place = String::new();
    if let Some(Filter::Of(who)) = parts.last() {
        let among = Among::Zones { whose: *who, zones: zones.unwrap_or(Zone::FIELD.to_vec()) };
        place = Saying::default().place(&among, Way::Lying);
        parts.pop();
    }
    let filter = parts.into_iter().fold(Filter::Any, Filter::and);
    (format!("{}{place}", one(&noun(&filter, false))), Target::Subject)
}

/// A description that ends with a side, apart from it.
fn side(filter: &Filter<Words>) -> Option<(Who, Filter<Words>)> {
    match filter {
        Filter::All(all) => match all.split_last()? {
            (Filter::Of(who), rest) => Some((*who, rest.iter().cloned().fold(Filter::Any, Filter::and))),
            _ => None,
        },
        Filter::Of(who) => Some((*who, Filter::Any)),
        _ => None,
    }
}

/// "When …, " or "At the beginning of …, ": the words, and what "it" means behind them.
pub(super) fn waiting(triggers: &[Trigger<Words>]) -> (String, Option<It>) {
    let its = |target: Target<Words>| {
        let mine = target == Target::This;
        Some(It { target, many: false, mine })
    };
    let Some(first) = triggers.first() else { return (String::new(), None) };
    let both = matches!(triggers, [a, b] if phase(a.moment, Who::You).is_some()
        && phase(a.moment, Who::You) == phase(b.moment, Who::You) && a.moment != b.moment);
    if let (Moment::PutIntoSoul, Filter::Any, Some(Cond::Is(Target::Other, Filter::All(all)))) =
        (first.moment, &first.subject, &first.cond)
    {
        if let [Filter::This, Filter::Figure(Figure::Soul, _, Amount::Fixed(n))] = &all[..] {
            let words = format!("When there are {} or more cards in this card's soul, ", in_words(*n));
            return (words, its(Target::This));
        }
    }
    if let Some(words) = phase(first.moment, if both { Who::Both } else { Who::You }) {
        let words = match moment_of(first.moment) {
            Some(Who::Opponent) if !both => phase(first.moment, Who::Opponent).unwrap_or_default(),
            _ => words,
        };
        return (format!("At {words}, "), None);
    }
    match first.moment {
        Moment::TakesDamage(who) => {
            let by = first.cond.as_ref().map_or(String::new(), manner);
            return (
                format!("When {} {} damage{by}, ", you(who), verb_for(who, "take")),
                its(Target::Subject),
            );
        }
        Moment::LifeZero(who) => {
            return (format!("When {} life becomes 0, ", whose(who)), None);
        }
        Moment::GainsLife(who) => {
            return (format!("When {} {} life, ", you(who), verb_for(who, "gain")), its(Target::Subject));
        }
        Moment::Casts(who) => {
            let what = one(&noun(&first.subject, false));
            return (format!("When {} {} {what}, ", you(who), verb_for(who, "cast")), its(Target::Subject));
        }
        Moment::FighterAttacked(_) => return ("When you are attacked, ".into(), its(Target::Subject)),
        Moment::Transformed | Moment::Rode if matches!(first.subject, Filter::Of(_)) => {
            let how = if first.moment == Moment::Rode { "[Ride]" } else { "[Transform]" };
            return (format!("When you {how}, "), its(Target::Subject));
        }
        Moment::SoulEmptied => {
            return ("When the number of cards in this card's soul becomes 0, ".into(), its(Target::This));
        }
        Moment::AttackNullified => {
            let (card, target) = subject(&first.subject);
            let by = if first.cond.is_some() { " by your opponent" } else { "" };
            return (format!("When an attack of {card} is nullified{by}, "), its(target));
        }
        Moment::Transformed | Moment::Rode => {
            let how = if first.moment == Moment::Rode { "[Ride] on" } else { "[Transform] into" };
            let (card, target) = subject(&first.subject);
            return (format!("When you {how} {card}, "), its(target));
        }
        Moment::BattleEnds => return ("At the end of the battle of this card, ".into(), None),
        Moment::AttackEnds => {
            let (card, target) = subject(&first.subject);
            return (format!("At the end of the battle in which {card} attacked, "), its(target));
        }
        Moment::Discarded => {
            let by = first.cond.as_ref().map_or(String::new(), manner);
            return (format!("When this card is discarded{by}, "), its(Target::This));
        }
        Moment::DestroysByAttack if triggers.len() == 2 => {
            let words = "When this card attacks and destroys your opponent's monster or deals damage to your opponent, ";
            return (words.into(), its(Target::This));
        }
        Moment::DestroysByAttack if first.subject != Filter::This => {
            let (card, target) = subject(&first.subject);
            return (format!("When an attack by {card} destroys your opponent's monster, "), its(target));
        }
        Moment::DestroysByAttack => {
            let words = "When an attack by this card destroys your opponent's monster, ";
            return (words.into(), its(Target::Other));
        }
        _ => {}
    }
    if let ([Trigger { moment: Moment::Enters, cond, .. }], Some((who, rest))) =
        (triggers, side(&first.subject))
    {
        let (card, target) = subject(&rest);
        let how = cond.as_ref().map_or(String::new(), manner);
        return (format!("When {card} enters {} field{how}, ", whose(who)), its(target));
    }
    // Where a card enters is said behind the verb, unless whose it is stands with it.
    if let ([Trigger { moment: Moment::Enters, subject: Filter::All(all), .. }], false) =
        (triggers, side(&first.subject).is_some())
    {
        let area = |one: &Filter<Words>| match one {
            Filter::Test(Test::In(area)) => Some(zone(*area)),
            _ => None,
        };
        let areas: Option<Vec<&str>> = match all.last() {
            Some(Filter::Either(any)) => any.iter().map(area).collect(),
            Some(one) => area(one).map(|area| vec![area]),
            None => None,
        };
        let sided = all.iter().any(|one| matches!(one, Filter::Of(_)));
        if let Some(areas) = areas.filter(|_| !sided) {
            let rest = all[..all.len() - 1].iter().cloned().fold(Filter::Any, Filter::and);
            let (card, target) = subject(&rest);
            let how = first.cond.as_ref().map_or(String::new(), manner);
            return (
                format!("When {card} enters the field on the {}{how}, ", areas.join(" or ")),
                its(target),
            );
        }
    }
    let (card, mut target) = subject(&first.subject);
    if matches!(&first.cond, Some(Cond::Is(Target::Other, _))) || first.moment == Moment::PutIntoSoul {
        target = Target::Other;
    }
    // Of several cards, each with what it does.
    if triggers.iter().any(|one| one.subject != first.subject) {
        let all: Vec<String> = triggers.iter().map(|one| waiting(std::slice::from_ref(one)).0).collect();
        let said: Vec<&str> = all.iter().map(|words| words.trim_end_matches(", ")).collect();
        let mut words = said[0].to_string();
        for more in &said[1..] {
            words += &format!(", or {}", lowered(more));
        }
        return (words + ", ", its(Target::Subject));
    }
    let verbs: Vec<String> = triggers.iter().map(happens).collect();
    (format!("When {card} {}, ", verbs.join(" or ")), its(target))
}

/// Where it comes from and what brings it, with a space in front.
fn manner(cond: &Condition) -> String {
    match cond {
        Cond::All(all) => all.iter().map(manner).collect(),
        Cond::Fact(Fact::CameFrom(zones)) => {
            let field = Zone::FIELD;
            let mut names = Vec::new();
            let mut rest = zones.as_slice();
            while let Some(first) = rest.first() {
                if rest.starts_with(&field) {
                    names.push("field");
                    rest = &rest[field.len()..];
                } else {
                    names.push(zone(*first));
                    rest = &rest[1..];
                }
            }
            format!(" from the {}", names.join(" or "))
        }
        Cond::Fact(Fact::ByEffectOf(Filter::Any)) => " by an effect".into(),
        Cond::Fact(Fact::ByEffectOf(Filter::Of(Who::Opponent))) => " by your opponent's card effects".into(),
        Cond::Fact(Fact::ByEffectOf(Filter::Of(Who::You))) => " by your card effects".into(),
        Cond::Fact(Fact::ByEffectOf(filter)) => format!(" by the effect of {}", subject(filter).0),
        Cond::Fact(Fact::ByAbility(name)) => format!(" by the effect of {}", quoted(&titled(name.as_str()))),
        _ => String::new(),
    }
}

/// What is asked of the other card of an event, apart from how it came.
fn of_other(cond: &Option<Condition>) -> Option<&Filter<Words>> {
    match cond {
        Some(Cond::Is(Target::Other, filter)) => Some(filter),
        Some(Cond::All(all)) => all.iter().find_map(|one| match one {
            Cond::Is(Target::Other, filter) => Some(filter),
            _ => None,
        }),
        _ => None,
    }
}

fn verb_for(who: Who, verb: &str) -> String {
    if who == Who::You { verb.into() } else { format!("{verb}s") }
}

/// The fighter whose phase a moment is about.
fn moment_of(moment: Moment) -> Option<Who> {
    match moment {
        Moment::TurnBegins(who)
        | Moment::MainBegins(who)
        | Moment::AttackPhaseBegins(who)
        | Moment::FinalBegins(who)
        | Moment::AttackPhaseEnds(who)
        | Moment::TurnEnds(who) => Some(who),
        _ => None,
    }
}

/// A moment of the turn, as this fighter's.
fn phase(moment: Moment, who: Who) -> Option<String> {
    let whose = match who {
        Who::You => "your",
        Who::Opponent => "your opponent's",
        Who::Both | Who::Owner => "each",
    };
    let (edge, what) = match moment {
        Moment::TurnBegins(_) => ("beginning", "turn"),
        Moment::MainBegins(_) => ("beginning", "main phase"),
        Moment::AttackPhaseBegins(_) => ("beginning", "attack phase"),
        Moment::FinalBegins(_) => ("beginning", "final phase"),
        Moment::AttackPhaseEnds(_) => ("end", "attack phase"),
        Moment::TurnEnds(_) => ("end", "turn"),
        _ => return None,
    };
    Some(format!("the {edge} of {whose} {what}"))
}

fn happens(trigger: &Trigger<Words>) -> String {
    let how = trigger.cond.as_ref().map_or(String::new(), manner);
    match trigger.moment {
        Moment::Enters => format!("enters the field{how}"),
        Moment::Called => format!("is called{how}"),
        Moment::Returned => match &trigger.cond {
            Some(Cond::Compare(Amount::Event, _, Amount::Fixed(0))) => "is returned to your hand".into(),
            Some(Cond::Compare(Amount::Event, ..)) => "is returned to your deck".into(),
            _ => "is returned to your hand or deck".into(),
        },
        Moment::Rested => format!("[Rest]{how}"),
        Moment::Stood => format!("[Stand]{how}"),
        Moment::AttackNullified => "has its attack nullified".into(),
        Moment::SoulEmptied => "loses its soul".into(),
        Moment::WasSet => "is [Set]".into(),
        Moment::FighterAttacked(who) => format!("attacks {}", you(who)),
        Moment::BuddyCalled => "is buddy called".into(),
        Moment::Equipped => "is equipped".into(),
        Moment::Transformed => "transforms".into(),
        Moment::Rode => "is ridden".into(),
        Moment::Uncovered => "is dropped face down from a soul".into(),
        Moment::Attacks => match &trigger.cond {
            Some(Cond::Is(Target::Other, what)) => {
                let (what, place) = match what {
                    Filter::All(all) => match all.split_last() {
                        Some((Filter::Test(Test::In(area)), rest)) => {
                            let rest = rest.iter().cloned().fold(Filter::Any, Filter::and);
                            (rest, format!(" in your opponent's {}", zone(*area)))
                        }
                        _ => (what.clone(), String::new()),
                    },
                    what => (what.clone(), String::new()),
                };
                format!("attacks {}{place}", one(&noun(&what, false)))
            }
            _ => "attacks".into(),
        },
        Moment::LinkAttacks => match &trigger.cond {
            Some(Cond::Fact(Fact::Attacking(Filter::Kind(_)))) => "link attacks with you".into(),
            Some(Cond::Fact(Fact::Attacking(with))) => {
                let with = match with {
                    Filter::All(all) => {
                        all[..all.len().saturating_sub(1)].iter().cloned().fold(Filter::Any, Filter::and)
                    }
                    _ => Filter::Any,
                };
                format!("link attacks with {}", one(&noun(&with, false)))
            }
            _ => "link attacks".into(),
        },
        Moment::Attacked if trigger.cond.is_some() => "is link attacked".into(),
        Moment::Attacked => "is attacked".into(),
        Moment::Destroyed if !how.is_empty() => format!("is destroyed{how}"),
        Moment::Destroyed if matches!(trigger.cond, Some(Cond::All(_))) => {
            "is destroyed by a link attack".into()
        }
        Moment::Destroyed => match &trigger.cond {
            Some(Cond::Compare(Amount::Event, _, Amount::Fixed(1))) => "is destroyed by an attack".into(),
            Some(Cond::Compare(Amount::Event, ..)) => "is destroyed by a card effect".into(),
            Some(Cond::Either(_)) => "is destroyed by your opponent's card".into(),
            _ => "is destroyed".into(),
        },
        Moment::Leaves => "leaves the field".into(),
        Moment::DealsDamage if trigger.cond.is_some() => "attacks and deals damage to your opponent".into(),
        Moment::DealsDamage => "deals damage to your opponent".into(),
        Moment::DestroysByAttack => "attack destroys your opponent's monster".into(),
        Moment::PutIntoDrop => format!("is put into the drop zone{how}"),
        Moment::PutIntoSoul => {
            let above = of_other(&trigger.cond).map_or("a card".into(), |filter| subject(filter).0);
            format!("is put into the soul of {above}{how}")
        }
        Moment::Discarded => "is discarded".into(),
        Moment::Moves => "[Move]".into(),
        Moment::BattleEnds => "ends its battle".into(),
        Moment::AttackEnds => "ends its attack".into(),
        Moment::TakesDamage(who) => format!("deals damage to {}", you(who)),
        Moment::GainsLife(_)
        | Moment::Casts(_)
        | Moment::TurnBegins(_)
        | Moment::MainBegins(_)
        | Moment::AttackPhaseBegins(_)
        | Moment::FinalBegins(_)
        | Moment::AttackPhaseEnds(_)
        | Moment::TurnEnds(_)
        | Moment::LifeZero(_) => phase(trigger.moment, Who::You).unwrap_or_default(),
    }
}
