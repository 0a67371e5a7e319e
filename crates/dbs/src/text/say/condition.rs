//! Conditions and what skills wait for, in words.

use super::noun::{area, figure, meant, name, noun, number, or, player, whose};
use super::{It, Saying};
use crate::keyword;
use crate::text::players;
use crate::vocab::*;
use effects::text::printer::{one, titled};
use effects::{Among, Amount, Cmp, Cond, Filter, Select, Target, Trigger, Who};

/// The parts of a condition, each to be said by itself.
pub(super) fn parts(cond: &Cond<Dbs>) -> &[Cond<Dbs>] {
    match cond {
        Cond::All(all) => all,
        one => std::slice::from_ref(one),
    }
}

impl Saying<'_> {
    /// What may follow "if".
    pub(super) fn condition(&mut self, cond: &Cond<Dbs>) -> String {
        match cond {
            Cond::All(all) => {
                let before = std::mem::replace(&mut self.among_others, true);
                let all = all.iter().map(|one| self.condition(one)).collect::<Vec<_>>().join(" and if ");
                self.among_others = before;
                all
            }
            // Each of several needs a word in front where they stand among others.
            Cond::Either(any) if self.among_others => {
                let all: Vec<String> = any.iter().map(|one| self.condition(one)).collect();
                format!("either {}", all.join(" or "))
            }
            Cond::Either(any) if any.iter().skip(1).any(|one| matches!(one, Cond::All(_))) => {
                let said = |one: &Cond<Dbs>, own: &mut Self| match one {
                    Cond::All(_) => format!("both {}", own.condition(one)),
                    one => own.condition(one),
                };
                any.iter().map(|one| said(one, self)).collect::<Vec<_>>().join(" or if ")
            }
            Cond::Either(any) => {
                any.iter().map(|one| self.condition(one)).collect::<Vec<_>>().join(" or if ")
            }
            Cond::Not(inner) => match &**inner {
                Cond::Exists(select) => match self.every(select) {
                    Some(words) => words,
                    None => self.had(select, None, true),
                },
                Cond::Compare(Amount::Count(select), cmp, amount) => {
                    self.had(select, Some((*cmp, amount)), true)
                }
                Cond::Is(Target::Slot(_), Filter::Test(Test::InArea(place))) => match place {
                    crate::state::Area::Hand => "you didn't add a card to your hand".into(),
                    crate::state::Area::Battle => "you didn't play a card".into(),
                    place => format!("you didn't place a card in your {}", area(*place)),
                },
                Cond::Did => "you did not draw a card with this skill".into(),
                other => format!("it is not so that {}", self.condition(other)),
            },
            Cond::Exists(select) => self.had(select, None, false),
            Cond::Compare(Amount::Count(_), Cmp::More | Cmp::Less, Amount::Count(_)) => self.against(cond),
            Cond::Compare(Amount::Count(select), cmp, amount) => {
                self.had(select, Some((*cmp, amount)), false)
            }
            Cond::Compare(Amount::Game(Count::Life(who)), Cmp::More | Cmp::Less, Amount::Game(_)) => {
                let more = if matches!(cond, Cond::Compare(_, Cmp::More, _)) { "more" } else { "less" };
                match who {
                    Who::You => format!("you have {more} life than your opponent"),
                    _ => format!("your opponent has {more} life than you"),
                }
            }
            Cond::Compare(Amount::Game(Count::Life(who)), cmp, Amount::Game(Count::Life(than))) => {
                let than = whose(*than);
                format!("{} life is {} {than} life", whose(*who), crate::text::words::THAN.say(*cmp))
            }
            Cond::Compare(
                Amount::Game(count @ (Count::DifferentNames(select) | Count::DifferentColors(select))),
                cmp,
                amount,
            ) => {
                let place = self.place(select).replacen(" from", " in", 1);
                let what = match count {
                    Count::DifferentColors(of) => format!("colors among {}", noun(&of.filter, true)),
                    _ => format!("{} with different card names", noun(&select.filter, true)),
                };
                format!("you have {}{} {what}{place}", number(amount), or(*cmp))
            }
            Cond::Compare(Amount::Game(Count::Life(who)), cmp, amount) => {
                format!("{} life is at {}{}", whose(*who), number(amount), or(*cmp))
            }
            Cond::Compare(Amount::Plus(one, two), cmp, amount)
                if **one == Amount::Game(Count::Life(Who::You))
                    && **two == Amount::Game(Count::Life(Who::Opponent)) =>
            {
                format!("you and your opponent have a total of {}{} life", number(amount), or(*cmp))
            }
            Cond::Compare(what, cmp, amount) => {
                format!("{} is {}{}", self.amount(what), number(amount), or(*cmp))
            }
            Cond::Is(target, filter) => self.is(target, filter),
            Cond::Did => "you did so".into(),
            Cond::Fact(fact) => self::fact(fact),
        }
    }

    fn is(&mut self, target: &Target<Dbs>, filter: &Filter<Dbs>) -> String {
        let subject = match target {
            Target::This => "this card".to_string(),
            Target::Test(test @ (Test::Declared | Test::DeclaredBattle | Test::AttackingBattle)) => {
                self.it = Some(It { target: target.clone(), many: false });
                meant(test)
            }
            Target::Test(test) => meant(test),
            // Behind "this card attacks …", "it" would be the one that attacks.
            Target::Other if self.is_it(&Target::Other) => "that card".into(),
            other if self.is_it(other) => "it".into(),
            other => self.object(other),
        };
        if let Target::Slot(_) = target {
            let battle = Filter::Test(Test::InArea(crate::state::Area::Battle));
            if *filter == Filter::Test(Test::InArea(crate::state::Area::Hand)) {
                return "you added a card to your hand".into();
            }
            if *filter == Filter::Test(Test::InArea(crate::state::Area::Drop)) {
                return "you placed a card in your Drop Area".into();
            }
            if *filter == battle {
                return "you played a card".into();
            }
            if *filter == battle.negate() {
                return "you KO'd a card".into();
            }
            if let Filter::Test(Test::InArea(place)) = filter {
                return format!("you placed a card in your {}", area(*place));
            }
        }
        if let (Target::This, Filter::Test(Test::InArea(place))) = (target, filter) {
            return format!("this card is in your {}", area(*place));
        }
        if let (Target::Test(Test::Attacker), Filter::Of(Who::Opponent)) = (target, filter) {
            return "your opponent is attacking".into();
        }
        if let Filter::Test(Test::BackName(of)) = filter {
            return format!("{subject}'s back side is {}", name(of));
        }
        if let Filter::Test(Test::Back(back)) = filter {
            if let Filter::NameHas(part) = &**back {
                return format!("{subject}'s back side has {{{}}} in its name", titled(part.as_str()));
            }
            return format!("{subject}'s back side is {}", one(&noun(back, false)));
        }
        match filter {
            Filter::Figure(Figure::EnergyCost, Cmp::Equal, Amount::Named) => {
                return "the revealed card's energy cost is the same as the declared number".into();
            }
            Filter::NameHas(part) => {
                return format!("{subject} has {{{}}} in its name", titled(part.as_str()));
            }
            Filter::Test(Test::CharacterHas(part)) => {
                return format!("{subject} has <{}> in its character name", titled(part.as_str()));
            }
            Filter::TraitHas(part) => {
                return format!("{subject} has 《{}》 in its special traits", titled(part.as_str()));
            }
            _ => {}
        }
        let (not, filter) = match filter {
            Filter::Not(inner) => (true, &**inner),
            filter => (false, filter),
        };
        let is = if not { "isn't" } else { "is" };
        match filter {
            Filter::Is(CardState::PlayedThisTurn) if !not => format!("{subject} was played this turn"),
            Filter::Is(CardState::Attacking) => format!("{subject} {is} attacking"),
            Filter::Is(CardState::Rest) => format!("{subject} {is} in Rest Mode"),
            Filter::Is(CardState::Active) => format!("{subject} {is} in Active Mode"),
            Filter::Is(CardState::InBattle) => format!("{subject} {is} in a battle"),
            Filter::Is(CardState::OnBack) if not => format!("{subject} is on its front side"),
            Filter::Is(CardState::OnBack) => format!("{subject} is on its back side"),
            Filter::Has(of) if !not => {
                format!("{subject} has {}", keyword::bracket(*of))
            }
            Filter::Test(Test::Headed(words)) if !not => {
                format!("{subject} has [{}]", titled(words.as_str()))
            }
            Filter::Figure(of, cmp, amount) if !not => {
                format!("{subject} has {}", figure(*of, *cmp, amount))
            }
            // "a green <A> card or a 《B》 card": each with a noun of its own.
            Filter::Either(any) if mixed(any) && !not => {
                let each: Vec<String> = any.iter().map(|filter| one(&noun(filter, false))).collect();
                format!("{subject} is {}", each.join(" or "))
            }
            filter => format!("{subject} {is} {}", one(&noun(filter, false))),
        }
    }

    /// "you have more energy than your opponent".
    fn against(&self, cond: &Cond<Dbs>) -> String {
        let Cond::Compare(Amount::Count(select), cmp, _) = cond else { return String::new() };
        let more = if *cmp == Cmp::More { "more" } else { "less" };
        let (who, areas) = match &select.among {
            Among::Zones { whose, zones } => (*whose, &zones[..]),
            _ => (Who::You, &[][..]),
        };
        let what = match areas {
            [crate::state::Area::Energy] => "energy",
            [crate::state::Area::ZEnergy] => "Z-Energy",
            _ => "cards in hand",
        };
        match who {
            Who::You => format!("you have {more} {what} than your opponent"),
            _ => format!("your opponent has {more} {what} than you"),
        }
    }

    /// "all of your energy is red": there is none that is not.
    fn every(&self, select: &Select<Dbs>) -> Option<String> {
        let all = match &select.filter {
            Filter::All(all) => &all[..],
            one => std::slice::from_ref(one),
        };
        let (Filter::Not(inner), rest) = all.split_last()? else { return None };
        let said = match &**inner {
            Filter::Color(color) => color.name().to_string(),
            Filter::Test(Test::OnlyColors(colors)) if colors.count() == 1 => {
                let names: Vec<&str> = colors.iter().map(|color| color.name()).collect();
                format!("mono-{}", names.join("/"))
            }
            Filter::Is(CardState::Rest) => "in Rest Mode".into(),
            Filter::Is(CardState::Active) => "in Active Mode".into(),
            _ => return None,
        };
        let filter = rest.iter().cloned().fold(Filter::Any, Filter::and);
        let cards = Select { filter, ..select.clone() };
        let words = self.select(&cards).replacen(" from ", " in ", 1);
        let are = if words.ends_with("energy") { "is" } else { "are" };
        Some(format!("{words} {are} {said}"))
    }

    /// "you have …", "there are …", and their opposites.
    fn had(&mut self, select: &Select<Dbs>, compare: Option<(Cmp, &Amount<Dbs>)>, not: bool) -> String {
        if let Some(words) = done(select, compare, not) {
            return words;
        }
        let place = self.place(select);
        let place = match place.strip_prefix(" from under") {
            Some(host) => format!(" under{host}"),
            None => place.replacen(" from", " in", 1),
        };
        let theirs = place.replacen("your opponent's", "their", 1);
        let (has, place) = match (&select.among, not) {
            (Among::Zones { whose: Who::Opponent, .. }, false) => ("your opponent has", theirs),
            (Among::Zones { whose: Who::Opponent, .. }, true) => ("your opponent doesn't have", theirs),
            (Among::Zones { whose: Who::Both, .. }, false) => {
                (if compare.is_some() { "there are" } else { "there is" }, place)
            }
            (Among::Zones { whose: Who::Both, .. }, true) => ("there are no", place),
            (_, false) => ("you have", place),
            (_, true) => ("you don't have", place),
        };
        match compare {
            Some((cmp, amount)) => {
                let many = number(amount) != "1" || cmp == Cmp::AtLeast;
                format!("{has} {}{} {}{place}", number(amount), or(cmp), noun(&select.filter, many))
            }
            None if not => {
                let any = if has == "there are no" { "" } else { "any " };
                format!("{has} {any}{}{place}", noun(&select.filter, true))
            }
            None => format!("{has} {}{place}", one(&noun(&select.filter, false))),
        }
    }
}

/// "you added 2 cards to your hand", "you placed a red card in your Drop Area": what was done with what was chosen.
fn done(select: &Select<Dbs>, compare: Option<(Cmp, &Amount<Dbs>)>, not: bool) -> Option<String> {
    let Among::Slot(_) = select.among else { return None };
    let all = match &select.filter {
        Filter::All(all) => &all[..],
        one => std::slice::from_ref(one),
    };
    let (first, rest) = all.split_first()?;
    let kind = rest.iter().cloned().fold(Filter::Any, Filter::and);
    if *first == Filter::Test(Test::InArea(crate::state::Area::Battle)).negate() && !not {
        let what = match compare {
            Some((_, amount)) => format!("{} or more {}", number(amount), noun(&kind, true)),
            None => one(&noun(&kind, false)),
        };
        return Some(format!("{what} is KO'd by this skill"));
    }
    let Filter::Test(Test::InArea(place)) = first else { return None };
    let what = match compare {
        Some((_, amount)) => format!("{} {}", number(amount), noun(&kind, true)),
        None => one(&noun(&kind, false)),
    };
    let (add, put) = if not { ("didn't add", "didn't place") } else { ("added", "placed") };
    Some(match place {
        crate::state::Area::Hand => format!("you {add} {what} to your hand"),
        crate::state::Area::Battle => format!("you {} {what}", if not { "didn't play" } else { "played" }),
        place => format!("you {put} {what} in your {}", area(*place)),
    })
}

/// Whether alternatives are of different shapes, so that one noun cannot stand behind all of them.
fn mixed(any: &[Filter<Dbs>]) -> bool {
    let shape = |one: &Filter<Dbs>| match one {
        Filter::All(_) => 0,
        Filter::Color(_) | Filter::Test(Test::OnlyColors(_)) => 1,
        _ => 2,
    };
    any.iter().any(|one| shape(one) != shape(&any[0]))
}

fn fact(fact: &Fact) -> String {
    match fact {
        Fact::YourTurn => "it's your turn".into(),
        Fact::OpponentsTurn => "it's your opponent's turn".into(),
        Fact::IsYours => "it is yours".into(),
        Fact::From(place) => format!("this card was played from your {}", area(*place)),
        Fact::To(place) => format!("it went to the {}", area(*place)),
        Fact::BySkill => "it was by a skill".into(),
        Fact::BySkillOf(of) => format!("it was by the skill of {}", subject(of)),
        Fact::OfKind(window) => format!("it is a {} skill", kind_of(window)),
        Fact::Answers(window) => format!("it answers a {} skill", kind_of(window)),
        Fact::NonKeyword => "it was by a non-keyword skill".into(),
        Fact::ByBattle => "it was by battle".into(),
        Fact::ByYourSkill => "it was by your skill".into(),
        Fact::ByOpponentsSkill => "it was by your opponent's skill".into(),
        Fact::InBattle => "a battle is under way".into(),
        Fact::Evolved => "it evolved".into(),
        Fact::LeaderAwakened => "your Leader Card has awakened".into(),
        Fact::DuringMainPhase => "it's the Main Phase".into(),
        Fact::Via(words) => format!("it was by [{}]", titled(words.as_str())),
        Fact::Declared => "declared".into(),
        Fact::MayAttackAgain => "it may attack again".into(),
    }
}

/// A kind of skill in its brackets.
pub(super) fn kind_of(window: &Window) -> &'static str {
    match window {
        Window::Main => "[Activate: Main]",
        Window::Battle => "[Activate: Battle]",
        Window::MainOrBattle => "[Activate: Main/Battle]",
        Window::CounterPlay => "[Counter: Play]",
        Window::CounterAttack => "[Counter: Attack]",
        Window::CounterBattleCardAttack => "[Counter: Battle Card Attack]",
        Window::CounterCounter => "[Counter: Counter]",
    }
}

// ---- what skills wait for -----------------------------------------------------------------------------------------

/// A subject without the side that it begins with, and that side.
fn sided(subject: &Filter<Dbs>) -> (Option<Who>, Filter<Dbs>) {
    match subject {
        Filter::Of(who) => (Some(*who), Filter::Any),
        Filter::All(all) => match all.split_first() {
            Some((Filter::Of(who), rest)) => {
                (Some(*who), rest.iter().cloned().fold(Filter::Any, Filter::and))
            }
            _ => (None, subject.clone()),
        },
        other => (None, other.clone()),
    }
}

/// The words for a card as a subject: "this card", "your <Son Goku> card", "a red card".
fn subject(filter: &Filter<Dbs>) -> String {
    match sided(filter) {
        (_, Filter::This) => "this card".into(),
        (_, Filter::Either(any)) if any.len() == 2 && any[0] == Filter::This => {
            format!("this card or {}", subject(&any[1]))
        }
        (Some(who), rest) => format!("{} {}", whose(who), noun(&rest, false)),
        (None, rest) => one(&noun(&rest, false)),
    }
}

/// "When …, " or "At …, ": the words, and what "it" means behind them. `speaks_of_subject`: whether the effect means the
/// card it happened to as such, and not as the card itself.
pub(super) fn waiting(
    saying: &mut Saying<'_>,
    triggers: &[Trigger<Dbs>],
    speaks_of_subject: bool,
) -> (String, Option<It>) {
    let triggers = &players::said_as_one(triggers)[..];
    let Some(first) = triggers.first() else { return (String::new(), None) };
    if let (2.., Some(shared)) = (triggers.len(), shared(triggers)) {
        let bare: Vec<Trigger<Dbs>> = triggers.iter().map(|one| without(one, &shared)).collect();
        let (words, it) = waiting(saying, &bare, speaks_of_subject);
        let words = words.trim_end_matches(", ").to_string();
        let it_was = saying.it.clone();
        if let Some(it) = &it {
            saying.it = Some(it.clone());
        }
        let cond = saying.condition(&shared);
        saying.it = it_was;
        return (format!("{words} and {cond}, "), it);
    }
    if let Some(words) = timed(first) {
        let words = match saying.attacking {
            true => words,
            false => words.replace("battle in which this card attacked", "battle for this card"),
        };
        let mut more = circumstances(saying, &first.subject, first.cond.as_ref());
        for next in &triggers[1..] {
            more += &format!(", or when {}", event(next, speaks_of_subject).0);
            more += &circumstances(saying, &next.subject, next.cond.as_ref());
        }
        let attacker =
            first.moment == Moment::BattleEnds && !matches!(first.subject, Filter::This | Filter::Any);
        let it = attacker.then_some(It { target: Target::Subject, many: false });
        return (format!("At {words}{more}, "), it);
    }
    if first.moment == Moment::Situation {
        let cond = first.cond.as_ref().map_or(String::new(), |cond| saying.condition(cond));
        return (format!("When {cond}, "), None);
    }
    if let (Moment::LifeChanges, Some(cond)) = (first.moment, first.cond.as_ref()) {
        let parts = parts(cond);
        if let Some(Cond::Compare(Amount::Game(Count::Life(who)), _, n)) = parts.first() {
            let tail = match parts.get(1) {
                Some(Cond::Compare(Amount::Event, Cmp::Less, _)) => " or less",
                Some(_) => " or more",
                None => "",
            };
            return (format!("When {} life reaches {}{tail}, ", whose(*who), number(n)), None);
        }
    }
    let (words, mut it) = event(first, speaks_of_subject);
    if first.moment == Moment::Attacks && first.subject == Filter::This && attacks_what(first) {
        it = Some(Target::Other);
    }
    // DBS 22-10-3-1b: words that do not speak of attacking are said back without it.
    let any = first.moment == Moment::Attacks && first.subject == Filter::Any && first.cond.is_none();
    let words = if any && !saying.attacking { "a battle begins".to_string() } else { words };
    let words = if saying.attacking { words.replace("KOs a Battle Card in battle", KOS) } else { words };
    let words = match saying.attacking_with_a_battle_card {
        true => words,
        false => words.replace("you attack with a Battle Card", "one of your Battle Cards attacks"),
    };
    let mut words = format!("When {words}");
    // What an activation was of is said with it.
    let activates = matches!(first.moment, Moment::Activates | Moment::ActivatesCounter);
    let mut conds = first.cond.as_ref().filter(|_| !activates && !says_all(first));
    if let (true, Some(cond)) = (activates, &first.cond) {
        for part in parts(cond).iter().filter(|part| activated(part).is_none()) {
            words += &circumstances(saying, &first.subject, Some(part));
        }
    }
    if let (Moment::Attacks, Some(cond)) = (first.moment, conds) {
        // What is attacked stands right behind.
        if let [Cond::Is(Target::Other, filter), ..] = parts(cond) {
            words += &format!(" {}", subject(filter));
            conds = None;
            let rest = &parts(cond)[1..];
            for part in rest {
                words += &circumstances(saying, &first.subject, Some(part));
            }
        }
    }
    // Those with the same circumstances come before these, the others behind.
    let (own, elsewhere): (Vec<&Trigger<Dbs>>, Vec<_>) =
        triggers[1..].iter().partition(|next| next.subject == first.subject && timed(next).is_none());
    let (same, other): (Vec<&Trigger<Dbs>>, Vec<_>) =
        own.into_iter().partition(|next| next.cond == first.cond);
    for next in same {
        words += &format!(" or {}", happening(next));
    }
    words += &circumstances(saying, &first.subject, conds);
    for next in other {
        if let (Moment::Attacks, Some(Cond::Is(Target::Other, _))) = (next.moment, &next.cond) {
            words += " or attacks an opponent's Battle Card";
            continue;
        }
        words += &format!(" or {}", happening(next));
        words += &circumstances(saying, &first.subject, next.cond.as_ref());
    }
    let mixed = !elsewhere.is_empty();
    for next in elsewhere {
        match timed(next) {
            Some(when) => words += &format!(", or at {when}"),
            None => words += &format!(", or when {}", event(next, speaks_of_subject).0),
        }
        words += &circumstances(saying, &next.subject, next.cond.as_ref());
    }
    let it = it.filter(|_| !mixed);
    let it = it.map(|target| It { target, many: false });
    (words + ", ", it)
}

/// A condition about the table that all of them have, last.
fn shared(triggers: &[Trigger<Dbs>]) -> Option<Cond<Dbs>> {
    let last = |one: &Trigger<Dbs>| one.cond.as_ref().and_then(|cond| parts(cond).last().cloned());
    let cond = last(triggers.first()?)?;
    let plain = matches!(&cond, Cond::Is(Target::Test(_), _) | Cond::Exists(_) | Cond::Compare(..));
    (plain && triggers.iter().all(|one| last(one).as_ref() == Some(&cond))).then_some(cond)
}

fn without(trigger: &Trigger<Dbs>, cond: &Cond<Dbs>) -> Trigger<Dbs> {
    let rest = trigger.cond.as_ref().map_or(&[][..], parts).iter().filter(|one| *one != cond).cloned();
    Trigger { cond: rest.reduce(Cond::and), ..trigger.clone() }
}

/// "If this card would be KO'd": what is about to happen, and what "it" means then.
pub(super) fn about_to(saying: &mut Saying<'_>, triggers: &[Trigger<Dbs>]) -> (String, It) {
    let first = &triggers[0];
    let target = if first.subject == Filter::This { Target::This } else { Target::Subject };
    let words: Vec<&str> = triggers
        .iter()
        .map(|one| match one.moment {
            Moment::IsKod => "be KO'd",
            _ if to_drop(one) => "be placed in its owner's Drop Area",
            _ => "be removed from a Battle Area",
        })
        .collect();
    // Where it would go is said already.
    let conds: Vec<Cond<Dbs>> = first.cond.as_ref().map_or(&[][..], parts).to_vec();
    let mut more = String::new();
    let mut front = String::new();
    for cond in conds.iter().filter(|cond| !matches!(cond, Cond::Fact(Fact::To(_)))) {
        match cond {
            Cond::Fact(_) => more += &circumstances(saying, &first.subject, Some(cond)),
            other => front += &format!("{} and ", saying.condition(other)),
        }
    }
    let subject = subject(&first.subject);
    (format!("If {front}{subject} would {}{more}", words.join(" or ")), It { target, many: false })
}

fn to_drop(trigger: &Trigger<Dbs>) -> bool {
    trigger
        .cond
        .as_ref()
        .is_some_and(|cond| parts(cond).contains(&Cond::Fact(Fact::To(crate::state::Area::Drop))))
}

/// What stands behind a moment.
fn circumstances(saying: &mut Saying<'_>, of: &Filter<Dbs>, cond: Option<&Cond<Dbs>>) -> String {
    let Some(cond) = cond else { return String::new() };
    let mut words = String::new();
    for part in parts(cond) {
        words += &match part {
            // Said with the turn that it is about.
            Cond::Is(Target::This, Filter::Is(CardState::PlayedThisTurn)) => String::new(),
            // Said with the moment.
            Cond::Fact(Fact::IsYours | Fact::To(_)) => String::new(),
            Cond::Not(inner) if **inner == Cond::Fact(Fact::IsYours) => String::new(),
            cond if players::fallen(cond).is_some() => String::new(),
            Cond::Fact(Fact::From(crate::state::Area::Under)) => " from under a card".into(),
            Cond::Fact(Fact::From(place)) if *of != Filter::This && sided(of).0.is_none() => {
                format!(" from a {}", area(*place))
            }
            Cond::Fact(Fact::From(place)) => format!(" from your {}", area(*place)),
            // "from your hand or Drop Area".
            Cond::Either(any) if any.iter().all(|one| matches!(one, Cond::Fact(Fact::From(_)))) => {
                let places: Vec<&str> = any
                    .iter()
                    .filter_map(|one| match one {
                        Cond::Fact(Fact::From(place)) => Some(area(*place)),
                        _ => None,
                    })
                    .collect();
                format!(" from your {}", places.join(" or "))
            }
            Cond::Fact(Fact::BySkillOf(by)) => format!(" by the skill of {}", subject(by)),
            Cond::Fact(Fact::BySkill) if parts(cond).contains(&Cond::Fact(Fact::NonKeyword)) => {
                " by a non-keyword skill".into()
            }
            Cond::Fact(Fact::BySkill) => " by a skill".into(),
            Cond::Fact(Fact::ByBattle) if saying.attacking => " by an opponent's attack".into(),
            Cond::Fact(Fact::ByBattle) => " in battle".into(),
            // "switched to Rest Mode by an [Alliance] skill", "played using [Union]".
            Cond::Fact(Fact::Via(words)) => format!(" using [{}]", titled(words.as_str())),
            Cond::Fact(Fact::NonKeyword) => String::new(),
            Cond::Is(Target::This, Filter::Is(CardState::InBattle)) => " in a battle with this card".into(),
            Cond::Is(Target::Subject, Filter::Is(CardState::Rest)) => " in Rest Mode".into(),
            Cond::Is(Target::Subject, Filter::Of(Who::You)) => " in your Battle Area".into(),
            Cond::Not(inner) if matches!(**inner, Cond::Fact(Fact::BySkillOf(_))) => match &**inner {
                Cond::Fact(Fact::BySkillOf(by)) => {
                    format!(" without using {}'s skills", one(&noun(by, false)))
                }
                _ => String::new(),
            },
            Cond::Not(inner) if **inner == Cond::Fact(Fact::BySkill) => " without using skills".into(),
            Cond::Not(inner) if matches!(**inner, Cond::Fact(Fact::Via(_))) => {
                " without using [Awaken]".into()
            }
            Cond::Fact(Fact::ByYourSkill) => " by your skill".into(),
            Cond::Fact(Fact::ByOpponentsSkill) => " by your opponent's skill".into(),
            Cond::Fact(Fact::YourTurn) => " during your turn".into(),
            Cond::Fact(Fact::OpponentsTurn) => " during your opponent's turn".into(),
            Cond::Is(Target::Other, filter) => {
                // Where a Battle Card has to be goes without saying.
                let by = match filter {
                    Filter::All(all)
                        if all.last() == Some(&Filter::Test(Test::InArea(crate::state::Area::Battle))) =>
                    {
                        all[..all.len() - 1].iter().cloned().fold(Filter::Any, Filter::and)
                    }
                    by => by.clone(),
                };
                format!(" by {}'s skill", one(&noun(&by, false)))
            }
            other => format!(" and {}", saying.condition(other)),
        };
    }
    words
}

/// The skill that an activation is of, in its brackets.
fn activated(cond: &Cond<Dbs>) -> Option<String> {
    match cond {
        Cond::Fact(Fact::Via(words)) => Some(format!("[{}]", titled(words.as_str()))),
        Cond::Fact(Fact::OfKind(window)) => Some(kind_of(window).to_string()),
        Cond::Either(any) => Some(any.iter().map(activated).collect::<Option<Vec<String>>>()?.join(" or ")),
        _ => None,
    }
}

fn played_then(trigger: &Trigger<Dbs>) -> bool {
    let played = Cond::Is(Target::This, Filter::Is(CardState::PlayedThisTurn));
    trigger.cond.as_ref().is_some_and(|cond| parts(cond).contains(&played))
}

/// Said where the skill speaks of attacking.
const KOS: &str = "attacks and KOs an opponent's Battle Card";

/// "the end of your turn".
fn timed(trigger: &Trigger<Dbs>) -> Option<String> {
    let of = match &trigger.subject {
        Filter::Of(who) => whose(*who),
        _ => "the",
    };
    Some(match trigger.moment {
        Moment::TurnBegins => format!("the beginning of {of} turn"),
        Moment::MainBegins => format!("the beginning of {of} Main Phase"),
        Moment::OffenseBegins => format!("the beginning of {of} Offense Step"),
        Moment::DefenseBegins => format!("the beginning of {of} Defense Step"),
        Moment::DamageBegins => format!("the beginning of {of} Damage Step"),
        Moment::DamageEnds => format!("the end of {of} Damage Step"),
        Moment::MainEnds => format!("the end of {of} Main Phase"),
        Moment::TurnEnds if played_then(trigger) => {
            format!("the end of {of} turn where this card was played")
        }
        Moment::TurnEnds => format!("the end of {of} turn"),
        Moment::BattleEnds if trigger.subject == Filter::This => {
            "the end of the battle in which this card attacked".into()
        }
        Moment::BattleEnds if trigger.subject != Filter::Any => {
            format!("the end of the battle in which {} attacked", subject(&trigger.subject))
        }
        Moment::BattleEnds => "the end of the battle".into(),
        Moment::ComboEnds => "the end of the battle in which this card was used in a combo".into(),
        _ => return None,
    })
}

fn event(trigger: &Trigger<Dbs>, speaks_of_subject: bool) -> (String, Option<Target<Dbs>>) {
    let (who, rest) = sided(&trigger.subject);
    let own = trigger.subject == Filter::This;
    let itself = if own { Target::This } else { Target::Subject };
    let does = |verb: &str, who: Who| {
        if who == Who::You { format!("you {verb}") } else { format!("{} {verb}s", player(who)) }
    };
    let of = trigger.cond.as_ref().and_then(|cond| parts(cond).iter().find_map(activated));
    match (trigger.moment, who, of) {
        (Moment::Activates, _, Some(of)) if own => {
            return (format!("you activate this card's {of}"), Some(Target::This));
        }
        (Moment::Activates, Some(Who::You), Some(of)) if rest == Filter::Any => {
            return (format!("you activate {of}"), None);
        }
        (Moment::Activates, Some(Who::You), Some(of)) if rest == Filter::Kind(KindWord::Leader) => {
            return (format!("your Leader Card activates {of}"), None);
        }
        (Moment::Activates, _, Some(of)) => {
            return (format!("{} activates {of}", subject(&trigger.subject)), Some(Target::Subject));
        }
        (Moment::ActivatesCounter, Some(who), Some(of)) => {
            return (format!("{} {of}", does("activate", who)), None);
        }
        _ => {}
    }
    match (trigger.moment, who) {
        (Moment::Played, None) if own && speaks_of_subject => {
            return ("you play this card".into(), Some(Target::Subject));
        }
        (Moment::Combos, None) if own && speaks_of_subject => {
            return ("you combo with this card".into(), Some(Target::Subject));
        }
        (Moment::Played, Some(who)) if !rested(trigger) => {
            let words = format!("{} {}", does("play", who), one(&noun(&rest, false)));
            return (words, Some(Target::Subject));
        }
        (Moment::Combos, Some(Who::You)) => {
            return (format!("you combo with {}", one(&noun(&rest, false))), Some(Target::Subject));
        }
        (Moment::Kos, Some(Who::You)) if rest == Filter::Any && fallen(trigger).is_some() => {
            return (format!("you {}", happening(trigger).replacen("KOs", "KO", 1)), None);
        }
        (Moment::Kos, None) if !own && fallen(trigger).is_some() => {
            return (format!("{} {}", subject(&trigger.subject), happening(trigger)), None);
        }
        (Moment::Attacks, Some(who)) if rest == Filter::Any && !attacks_what(trigger) => {
            return (does("attack", who), Some(Target::Subject));
        }
        (Moment::Attacks, Some(who)) if rest == Filter::Any => {
            return (does("attack", who), Some(Target::Other));
        }
        (Moment::DealsDamage, Some(who)) if at_least(trigger).is_some() && rest == Filter::Any => {
            let n = at_least(trigger).unwrap_or(1);
            return (format!("{} {n} or more damage", does("deal", who)), None);
        }
        (Moment::DealsDamage, Some(who)) => {
            let by = match (trigger.cond.is_some(), rest == Filter::Any) {
                (false, true) => String::new(),
                (true, true) => " by attacking".into(),
                (true, false) => format!(" by attacking with {}", one(&noun(&rest, false))),
                (false, false) => {
                    return (format!("{} deals damage", subject(&trigger.subject)), Some(itself));
                }
            };
            let to = if who == Who::You { "to your opponent" } else { "to you" };
            let it = (rest != Filter::Any).then_some(Target::Subject);
            return (format!("{} damage {to}{by}", does("deal", who)), it);
        }
        (Moment::Discards, Some(who)) => {
            return (format!("{} {}", does("discard", who), one(&noun(&rest, false))), Some(itself));
        }
        (Moment::AddedToHand, _) => return ("a card is added to your hand".into(), None),
        (Moment::AttackNegated, Some(who)) if rest == Filter::Any => {
            return (format!("{} attack is negated", whose(who)), Some(itself));
        }
        (Moment::PutUnder, _) if !own && names_host(trigger) => {
            return (format!("{} is placed under this card", subject(&trigger.subject)), Some(itself));
        }
        (Moment::Attacks, Some(who)) if trigger.cond.is_none() => {
            let words = format!("{} with {}", does("attack", who), one(&noun(&rest, false)));
            return (words, Some(Target::Subject));
        }
        (Moment::Draws, None) => return ("a player draws a card".into(), None),
        (Moment::TakesDamage, None) => return ("a player takes damage".into(), None),
        (Moment::Draws, Some(who)) => {
            let many = at_least(trigger).map_or("a card".to_string(), |n| format!("{n} or more cards"));
            return (format!("{} {many}", does("draw", who)), None);
        }
        (Moment::TakesDamage, Some(who)) => {
            let from = trigger.cond.as_ref().map_or(String::new(), |cond| hurt_by(cond, who));
            return (format!("{} damage{from}", does("take", who)), None);
        }
        (Moment::DealsDamage, None) if own && trigger.cond.is_some() => {
            return ("this card deals damage by attacking".into(), Some(Target::This));
        }
        (Moment::LifeToHand, Some(who)) => {
            let whose = if who == Who::You { "your" } else { "their" };
            return (format!("{} a card from {whose} life to {whose} hand", does("add", who)), None);
        }
        (Moment::TakenFromUnder, _) => {
            return ("a card under this card is returned to its owner's hand".into(), None);
        }
        (Moment::IsAttacked, None) if own => {
            if let Some(Cond::Is(Target::Other, by)) = &trigger.cond {
                return (format!("this card is attacked by {}", one(&noun(by, false))), Some(Target::Other));
            }
        }
        (Moment::PutUnder, None) if own && names_host(trigger) => {
            return (under(trigger), Some(Target::This));
        }
        (Moment::Drops, Some(Who::Opponent)) if rest == Filter::Any => {
            let life = Cond::Fact(Fact::From(crate::state::Area::Life));
            if trigger.cond.as_ref() == Some(&life) {
                return ("a card in your opponent's life is placed in their Drop Area".into(), None);
            }
        }
        (Moment::Blocks, Some(Who::You)) if rest == Filter::Any => {
            return ("you activate [Blocker]".into(), None);
        }
        (Moment::ActivatesExtra, Some(Who::You)) if rest != Filter::Any => {
            return (format!("you activate {}", one(&noun(&rest, false))), Some(Target::Subject));
        }
        (Moment::Blocks, Some(Who::Opponent)) if rest == Filter::Any => {
            return ("your opponent activates [Blocker]".into(), None);
        }
        (Moment::ActivatesExtra, Some(who)) => {
            return (format!("{} an Extra Card", does("activate", who)), None);
        }
        (Moment::ActivatesCounter, None) => return ("a [Counter] skill is activated".into(), None),
        (Moment::MarkerAdded, _) => {
            return (format!("a marker is added to {}", subject(&trigger.subject)), Some(itself));
        }
        (Moment::ActivatesCounter, Some(who)) => {
            return (format!("{} a [Counter] skill", does("activate", who)), None);
        }
        (Moment::EnergyPlaced, Some(Who::You)) if rest == Filter::Any => {
            return ("a card is placed in your Energy Area".into(), None);
        }
        (Moment::Evolves, None) if own => {
            return ("a card evolves into this card".into(), Some(Target::This));
        }
        (Moment::Discards, None) if own => {
            return ("this card is discarded from your hand".into(), Some(Target::This));
        }
        (Moment::Activates, None) if own => return ("you activate this card".into(), None),
        (Moment::MarkerRemoved, _) => {
            return (format!("a marker is removed from {}", subject(&trigger.subject)), Some(itself));
        }
        (Moment::WouldLoseMarker, _) => {
            return (format!("a marker would be removed from {}", subject(&trigger.subject)), Some(itself));
        }
        (Moment::Covered, None) => return ("a card is placed on top of this card".into(), None),
        (Moment::ComboLeaves, _) => {
            let what = if own { "this card" } else { "a card" };
            return (format!("{what} in your Combo Area is placed in your Drop Area"), Some(itself));
        }
        _ => {}
    }
    let words = format!("{} {}", subject(&trigger.subject), happening(trigger)).replace(" 's", "'s");
    (words, Some(itself))
}

/// How much at least.
fn at_least(trigger: &Trigger<Dbs>) -> Option<i32> {
    match trigger.cond.as_ref()? {
        Cond::Compare(Amount::Event, Cmp::AtLeast, Amount::Fixed(n)) => Some(*n),
        _ => None,
    }
}

/// What damage comes from.
fn hurt_by(cond: &Cond<Dbs>, who: Who) -> String {
    match cond {
        Cond::Not(_) => " from an opponent's attack".into(),
        Cond::Fact(Fact::BySkillOf(of)) if **of == Filter::Any => " by a skill".into(),
        Cond::Fact(Fact::BySkillOf(of)) if **of == Filter::Of(Who::Opponent) && who == Who::You => {
            " from an opponent's non-keyword skill".into()
        }
        Cond::Fact(Fact::BySkillOf(of)) => match sided(of) {
            (Some(_), rest) => format!(" from a skill on one of your {}", noun(&rest, true)),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// Whether it matters that the card lies in Rest Mode.
fn rested(trigger: &Trigger<Dbs>) -> bool {
    let rest = Cond::Is(Target::Subject, Filter::Is(CardState::Rest));
    trigger.cond.as_ref().is_some_and(|cond| parts(cond).contains(&rest))
}

/// Whether it matters what it is placed under.
fn names_host(trigger: &Trigger<Dbs>) -> bool {
    let host = |cond: &Cond<Dbs>| matches!(cond, Cond::Is(Target::Other, _));
    trigger.cond.as_ref().is_some_and(|cond| parts(cond).iter().any(host))
}

/// "this card is placed from your hand under a red card".
fn under(trigger: &Trigger<Dbs>) -> String {
    let all = trigger.cond.as_ref().map_or(&[][..], parts);
    let mut from = String::new();
    let mut host = String::new();
    for part in all {
        match part {
            Cond::Is(Target::Other, of) => host = one(&noun(&sided(of).1, false)),
            Cond::Fact(Fact::From(place)) => from = format!(" from your {}", area(*place)),
            Cond::Either(any) => {
                let places: Vec<&str> = any
                    .iter()
                    .filter_map(|one| match one {
                        Cond::Fact(Fact::From(place)) => Some(area(*place)),
                        _ => None,
                    })
                    .collect();
                from = format!(" from your {}", places.join(" or "));
            }
            _ => {}
        }
    }
    format!("this card is placed{from} under {host}")
}

/// Whether what the trigger is about says its condition itself.
fn says_all(trigger: &Trigger<Dbs>) -> bool {
    let own = trigger.subject == Filter::This;
    match trigger.moment {
        Moment::TakesDamage | Moment::TakenFromUnder => true,
        Moment::DealsDamage => own || sided(&trigger.subject).0.is_some(),
        Moment::PutUnder => names_host(trigger),
        Moment::Draws => at_least(trigger).is_some(),
        Moment::IsAttacked => own && matches!(trigger.cond, Some(Cond::Is(Target::Other, _))),
        Moment::Drops => trigger.subject == Filter::Of(Who::Opponent),
        _ => false,
    }
}

/// Whether it matters what is attacked.
fn attacks_what(trigger: &Trigger<Dbs>) -> bool {
    let what = |cond: &Cond<Dbs>| matches!(cond, Cond::Is(Target::Other, _));
    trigger.cond.as_ref().is_some_and(|cond| parts(cond).iter().any(what))
}

/// The same, where it may matter where the card goes.
fn happening(trigger: &Trigger<Dbs>) -> String {
    if let Some(fallen) = fallen(trigger) {
        return format!("KOs {fallen}");
    }
    let words = happens(trigger.moment);
    let all = trigger.cond.as_ref().map_or(&[][..], parts);
    let yours = Cond::Fact(Fact::IsYours);
    // DBS 3-1-6-1: whose area it is, where that says whose card.
    let whose = match all {
        all if all.contains(&yours) => "your",
        all if all.contains(&Cond::Not(Box::new(yours))) => "your opponent's",
        _ => return words.into(),
    };
    words.replace("its owner's", whose)
}

/// What falls by an attack or a skill alike.
fn fallen(trigger: &Trigger<Dbs>) -> Option<&'static str> {
    trigger.cond.as_ref().and_then(|cond| parts(cond).iter().find_map(players::fallen))
}

/// What a card does or has done to it.
fn happens(moment: Moment) -> &'static str {
    match moment {
        Moment::Played => "is played",
        Moment::PlacedInBattle => "is placed in a Battle Area",
        Moment::PlacedInLeader => "is placed in a Leader Area",
        Moment::Attacks => "attacks",
        Moment::IsAttacked => "is attacked",
        Moment::Combos => "is used in a combo",
        Moment::IsKod => "is KO'd",
        Moment::Kos => "KOs a Battle Card in battle",
        Moment::Leaves => "is removed from a Battle Area",
        Moment::Drops => "is placed in its owner's Drop Area",
        Moment::DealsDamage => "deals damage",
        Moment::TakesDamage => "takes damage",
        Moment::Draws => "draws a card",
        Moment::Discards => "is discarded",
        Moment::TurnBegins => "begins its turn",
        Moment::MainBegins => "begins its Main Phase",
        Moment::MainEnds => "ends its Main Phase",
        Moment::TurnEnds => "ends its turn",
        Moment::OffenseBegins => "begins its Offense Step",
        Moment::DefenseBegins => "begins its Defense Step",
        Moment::DamageBegins => "begins its Damage Step",
        Moment::BattleEnds => "ends its battle",
        Moment::Blocks => "activates [Blocker]",
        Moment::Rests => "is switched to Rest Mode",
        Moment::Readies => "is switched to Active Mode",
        Moment::MarkerAdded => "gets a marker",
        Moment::MarkerRemoved => "loses a marker",
        Moment::ActivatesExtra => "is activated as an Extra Card",
        Moment::ActivatesCounter => "is activated as a counter",
        Moment::LifeToHand => "goes from life to the hand",
        Moment::Awakens => "is flipped over",
        Moment::EnergyPlaced => "is placed in the Energy Area",
        Moment::PutUnder => "is placed under another card",
        Moment::WouldDamage => "would deal damage",
        Moment::WouldLoseMarker => "would lose a marker",
        Moment::DamageEnds => "ends its Damage Step",
        Moment::ComboLeaves => "leaves the combo",
        Moment::Covered => "is covered",
        Moment::Warps => "is sent to the Warp",
        Moment::ReturnsToHand => "is returned to its owner's hand",
        Moment::Evolves => "evolves",
        Moment::ZEnergyPlaced => "is added to Z-Energy",
        Moment::Activates => "is activated",
        Moment::ComboEnds => "ends its combo",
        Moment::Situation => "is so",
        Moment::LifeChanges => "has more or less life",
        Moment::Strengthened => "'s power is increased",
        Moment::TakenFromUnder => "leaves what it lay under",
        Moment::AttackNegated => "'s attack is negated",
        Moment::Grows => "undergoes growth",
        Moment::Removed => "is removed from the game",
        Moment::AddedToHand => "is added to the hand",
    }
}
