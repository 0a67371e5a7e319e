//! A skill in plain words: what was understood of its text.

use super::{Skill, SkillKind};
use crate::state::Area;
use crate::vocab::*;
use effects::text::printer::{self, Said, Speaker};
use effects::{Among, Cmp, Filter, Gainer, Target, When, Who};
use kernel::Zone;

/// This game's words, the other way round.
struct Voice;

/// One skill, as one sentence.
pub fn say(skill: &Skill) -> String {
    let mut words = match (&skill.ability.when, skill.kind) {
        (When::Trigger(triggers), _) => {
            let all: Vec<String> = triggers
                .iter()
                .map(|trigger| {
                    let card = printer::noun(&Voice, &trigger.subject, false);
                    let cond = trigger.cond.as_ref();
                    let cond = cond
                        .map_or(String::new(), |cond| format!(" and {}", printer::condition(&Voice, cond)));
                    format!("{} ({card}){cond}", moment(trigger.moment))
                })
                .collect();
            format!("When {}", all.join(" or "))
        }
        (When::Use(window), _) => window_words(window).to_string(),
        (_, SkillKind::Permanent) => "Always".to_string(),
        _ => "Later".to_string(),
    };
    if let Some(limit) = skill.ability.limit {
        let whose = if limit.by_name { "all copies together" } else { "this card" };
        words += &format!(" (at most {} times a turn, {whose})", limit.times);
    }
    for cond in skill.ability.cond.iter().chain(&skill.cost_cond) {
        words += &format!(", if {}", printer::condition(&Voice, cond));
    }
    format!("{words}: {}", printer::steps(&Voice, &skill.ability.steps))
}

fn window_words(window: &Window) -> &'static str {
    match window {
        Window::Main => "In your Main Phase",
        Window::Battle => "In a battle",
        Window::MainOrBattle => "In your Main Phase or in a battle",
        Window::CounterPlay => "As a counter to a play",
        Window::CounterAttack => "As a counter to an attack",
        Window::CounterBattleCardAttack => "As a counter to an attack of a Battle Card",
        Window::CounterCounter => "As a counter to a counter",
    }
}

fn moment(moment: Moment) -> String {
    let name = format!("{moment:?}");
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

fn whose(who: Who) -> &'static str {
    match who {
        Who::You => "your",
        Who::Opponent => "your opponent's",
        Who::Both => "each player's",
        Who::Owner => "its owner's",
    }
}

fn player(who: Who) -> &'static str {
    match who {
        Who::You => "you",
        Who::Opponent => "your opponent",
        Who::Both => "each player",
        Who::Owner => "its owner",
    }
}

fn area(area: Area) -> &'static str {
    match area {
        Area::Battle => "Battle Area",
        Area::Combo => "Combo Area",
        Area::Leader => "Leader Area",
        Area::Unison => "Unison Area",
        other => other.name(),
    }
}

fn to(to: &To) -> String {
    let place = match (to.area, to.bottom) {
        (Area::Removed, _) => "out of the game".to_string(),
        (Area::Deck, true) => "to the bottom of its owner's deck".to_string(),
        (Area::Deck, false) => "on top of its owner's deck".to_string(),
        (other, _) => format!("to its owner's {}", area(other)),
    };
    let rest = if to.rest { " in Rest Mode" } else { "" };
    let face = if to.face_up { " face up" } else { "" };
    format!("{place}{rest}{face}")
}

impl Speaker for Voice {
    type V = Dbs;

    fn atom(&self, filter: &Filter<Dbs>, many: bool) -> Said {
        let s = if many { "s" } else { "" };
        match filter {
            Filter::Kind(KindWord::Battle) => Said::Noun(format!("Battle Card{s}")),
            Filter::Kind(KindWord::Leader) => Said::Noun(format!("Leader Card{s}")),
            Filter::Kind(KindWord::Extra) => Said::Noun(format!("Extra Card{s}")),
            Filter::Kind(KindWord::Unison) => Said::Noun(format!("Unison Card{s}")),
            Filter::Kind(KindWord::Token) => Said::Noun(format!("token{s}")),
            Filter::Kind(KindWord::Z) => Said::Front("Z".into()),
            Filter::Color(color) => Said::Front(color.name().into()),
            Filter::Name(name) => Said::Behind(format!("named {{{}}}", name.as_str())),
            Filter::NameHas(name) => Said::Behind(format!("with {{{}}} in its name", name.as_str())),
            Filter::Trait(name) => Said::Front(format!("《{}》", name.as_str())),
            Filter::Figure(figure, cmp, n) => {
                let n = printer::number(self, n);
                let n = match cmp {
                    Cmp::Equal => n,
                    Cmp::AtLeast => format!("{n} or more"),
                    Cmp::AtMost => format!("{n} or less"),
                    Cmp::More => format!("more than {n}"),
                    Cmp::Less => format!("less than {n}"),
                };
                Said::Behind(format!("with {} {n}", self.figure(*figure)))
            }
            Filter::Is(state) => Said::Front(match state {
                CardState::Rest => "Rest Mode".into(),
                CardState::Active => "Active Mode".into(),
                other => format!("{other:?}").to_lowercase(),
            }),
            Filter::Has(keyword) => Said::Behind(format!("with [{keyword:?}]")),
            Filter::This => Said::Noun("this card".into()),
            Filter::Of(who) => Said::Front(whose(*who).into()),
            Filter::Not(inner) => Said::Behind(format!("that is not {}", printer::noun(self, inner, false))),
            Filter::Test(Test::Character(name)) => Said::Front(format!("<{}>", name.as_str())),
            Filter::Test(Test::InArea(place)) => Said::Behind(format!("in the {}", area(*place))),
            Filter::Test(Test::OnlyColors(colors)) => {
                let names: Vec<&str> = colors.iter().map(|color| color.name()).collect();
                Said::Front(format!("only {}", names.join("/")))
            }
            other => Said::Behind(format!("such that {other:?}")),
        }
    }

    fn card(&self, many: bool) -> String {
        if many { "cards".into() } else { "card".into() }
    }

    fn place(&self, among: &Among<Dbs>) -> String {
        match among {
            Among::Zones { whose: who, zones } => {
                let names: Vec<&str> = zones.iter().map(|zone| area(*zone)).collect();
                format!(" in {} {}", whose(*who), names.join(" or "))
            }
            Among::Slot(_) => " among them".into(),
            Among::Under { host, .. } => format!(" under {}", self.target(host)),
            Among::Several(several) => {
                several.iter().map(|among| self.place(among)).collect::<Vec<_>>().join(" or")
            }
        }
    }

    fn target(&self, target: &Target<Dbs>) -> String {
        match target {
            Target::This => "this card".into(),
            Target::Slot(_) => "it".into(),
            Target::Subject => "that card".into(),
            Target::Other => "the other card".into(),
            Target::Each(select) => printer::select(self, select),
            Target::Test(Test::Attacker) => "the attack card".into(),
            Target::Test(Test::Guard) => "the guard card".into(),
            Target::Test(Test::YourLeader) => "your Leader".into(),
            Target::Test(Test::OpponentsLeader) => "your opponent's Leader".into(),
            Target::Test(Test::YourUnison) => "your Unison Card".into(),
            Target::Test(Test::Declared) => "the card being played".into(),
            Target::Test(other) => format!("{other:?}"),
            Target::Several(several) => {
                several.iter().map(|target| self.target(target)).collect::<Vec<_>>().join(" and ")
            }
        }
    }

    fn verb(&self, verb: &Verb) -> String {
        let n = |amount| printer::number(self, amount);
        match verb {
            Verb::Activated => "(the skill is activated)".into(),
            Verb::Draw { who, n: count } => format!("{} draw {} cards", player(*who), n(count)),
            Verb::Ko(target) => format!("KO {}", self.target(target)),
            Verb::Move { what, to: place } => format!("move {} {}", self.target(what), to(place)),
            Verb::Rest(target) => format!("switch {} to Rest Mode", self.target(target)),
            Verb::Ready(target) => format!("switch {} to Active Mode", self.target(target)),
            Verb::Play { what, rest, on, .. } => {
                let rest = if *rest { " in Rest Mode" } else { "" };
                let on = on.as_ref().map_or(String::new(), |on| format!(" on top of {}", self.target(on)));
                format!("play {}{on}{rest}", self.target(what))
            }
            Verb::Combo(target) => format!("use {} in a combo", self.target(target)),
            Verb::Damage { who, n: count } => format!("deal {} damage to {}", n(count), player(*who)),
            Verb::Look { whose: who, n: count, .. } => {
                format!("look at the top {} cards of {} deck", n(count), whose(*who))
            }
            Verb::RevealTop { whose: who, n: count, .. } => {
                format!("reveal the top {} cards of {} deck", n(count), whose(*who))
            }
            Verb::Reveal(target) => format!("reveal {}", self.target(target)),
            Verb::LookAt { whose: who, area: place, .. } => {
                format!("look at {} {}", whose(*who), area(*place))
            }
            Verb::Shuffle { who, area: place } => format!("shuffle {} {}", whose(*who), area(*place)),
            Verb::Mill { who, n: count, to: place } => {
                format!("move the top {} cards of {} deck {}", n(count), whose(*who), to(place))
            }
            Verb::NegateAttack => "negate the attack".into(),
            Verb::NegateCounter => "negate the [Counter] skill it answers".into(),
            Verb::NegateSkill => "negate the skill it answers".into(),
            Verb::NegateBlocker => "negate the [Blocker]".into(),
            Verb::NegatePlay(place) => format!("the card being played goes {} instead", to(place)),
            Verb::Flip(target) => format!("flip {} over", self.target(target)),
            Verb::Markers { what, n: count } => {
                format!("change the markers on {} by {}", self.target(what), n(count))
            }
            Verb::Pay { cost } => format!("pay {} energy", cost.value()),
            Verb::Tuck { what, under } => format!("place {} under {}", self.target(what), self.target(under)),
            Verb::Win(who) => format!("{} win the game", player(*who)),
            Verb::Activate(target) => format!("activate {}", self.target(target)),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn gain(&self, to: &Gainer<Dbs>, change: &Change, until: &Until) -> String {
        let who = match to {
            Gainer::Cards(target) => self.target(target),
            Gainer::Whatever(select) => printer::select(self, select),
            Gainer::Player(who) => player(*who).to_string(),
        };
        let what = match change {
            Change::Power(n) => format!("{} power", printer::number(self, n)),
            Change::SetPower(n) => format!("a power of {}", printer::number(self, n)),
            Change::ComboPower(n) => format!("{} combo power", printer::number(self, n)),
            Change::Cost(n) => format!("{} energy cost", printer::number(self, n)),
            Change::Keyword(keyword) => format!("[{keyword:?}]"),
            other => format!("{other:?}"),
        };
        format!("{who} gets {what} ({until:?})")
    }

    fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::YourTurn => "it is your turn".into(),
            Fact::OpponentsTurn => "it is your opponent's turn".into(),
            Fact::From(place) => format!("from the {}", area(*place)),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn count(&self, count: &Count) -> String {
        match count {
            Count::Life(who) => format!("{} life", whose(*who)),
            Count::X => "X".into(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    fn figure(&self, figure: Figure) -> String {
        match figure {
            Figure::Power | Figure::SettledPower => "power".into(),
            Figure::OriginalPower => "original power".into(),
            Figure::EnergyCost => "energy cost".into(),
            Figure::OriginalEnergyCost => "original energy cost".into(),
            Figure::SpecifiedCost => "specified cost".into(),
            Figure::ComboCost | Figure::PrintedComboCost => "combo cost".into(),
            Figure::ComboPower | Figure::PrintedComboPower => "combo power".into(),
            Figure::Markers => "markers".into(),
        }
    }
}
