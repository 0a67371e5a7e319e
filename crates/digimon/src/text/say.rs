//! A tree in plain words, so that a player can read how a card was understood.

use super::lexicon::{B, COLORS, WORDS};
use crate::vocab::*;
use effects::text::Parser;
use effects::text::grammar::described;
use effects::text::printer::{self, Said, Speaker};
use effects::{Ability, Among, Amount, Cmp, Filter, Gainer, Select, Step, Target, Trigger, When, Who};

/// Says abilities of one card; abilities that a text gives are said where they are given.
pub struct Say<'a> {
    pub abilities: &'a [Ability<Dcg>],
}

/// Reads a description back.
pub fn filter_back(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    described(&WORDS, p, &mut B::default())
}

/// Everything a card does, one line for each effect.
pub fn all(abilities: &[Ability<Dcg>], lines: &[Line]) -> Vec<String> {
    let say = Say { abilities };
    let given = given(abilities);
    let effects = abilities.iter().enumerate().filter(|(at, _)| !given.contains(&(*at as u8)));
    lines.iter().map(|line| say.line(line)).chain(effects.map(|(_, ability)| say.ability(ability))).collect()
}

/// The abilities that others give or set up.
fn given(abilities: &[Ability<Dcg>]) -> Vec<u8> {
    let mut found = Vec::new();
    for ability in abilities {
        for op in &ability.program {
            match op {
                effects::Op::Later { ability, .. } => found.push(*ability),
                effects::Op::Gain { change: Change::Ability(index), .. } => found.push(*index),
                _ => {}
            }
        }
    }
    found
}

fn whose(who: Who) -> &'static str {
    match who {
        Who::You => "your",
        Who::Opponent => "your opponent's",
        Who::Both => "both players'",
        Who::Owner => "its owner's",
    }
}

fn who(who: Who) -> &'static str {
    match who {
        Who::You => "you",
        Who::Opponent => "your opponent",
        Who::Both => "both players",
        Who::Owner => "its owner",
    }
}

fn zone(place: Place) -> &'static str {
    match place {
        Place::Battle => "battle area",
        Place::Breeding => "breeding area",
        Place::Hand => "hand",
        Place::Deck => "deck",
        Place::Eggs => "Digi-Egg deck",
        Place::Trash => "trash",
        Place::Security => "security stack",
        Place::Under => "digivolution cards",
        Place::Links => "link cards",
        Place::Checked => "Security Digimon",
    }
}

fn color(color: Color) -> &'static str {
    COLORS.iter().find(|(_, held)| *held == color).map_or("", |(word, _)| word)
}

fn end(end: End) -> &'static str {
    match end {
        End::Top => "top",
        End::Bottom => "bottom",
        End::Either => "top or bottom",
    }
}

fn until(until: Until) -> &'static str {
    match until {
        Until::While => "",
        Until::Turn => " for the turn",
        Until::OpponentTurn => " until the end of your opponent's turn",
        Until::YourTurn => " until the end of your turn",
        Until::YourNextTurn => " until the end of your next turn",
        Until::Attack => " for the attack",
        Until::Battle => " for the battle",
        Until::OpponentUnsuspend => " during your opponent's next unsuspend phase",
        Until::YourUnsuspend => " during your next unsuspend phase",
        Until::Always => " as long as it stays there",
        Until::Once => " once",
    }
}

/// The name of a word of the vocabulary that has no operands: `StartOfTurn` is "start of turn".
fn spaced(word: &impl std::fmt::Debug) -> String {
    let debug = format!("{word:?}");
    let mut words = String::new();
    for (at, c) in debug.chars().enumerate() {
        if c.is_uppercase() && at > 0 {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

impl Say<'_> {
    fn amount(&self, amount: &Amount<Dcg>) -> String {
        printer::number(self, amount)
    }

    fn filter(&self, filter: &Filter<Dcg>) -> String {
        printer::noun(self, filter, false)
    }

    fn pay(&self, pay: &Pay) -> String {
        match pay {
            Pay::Free => " without paying the cost".into(),
            Pay::Full => " for its cost".into(),
            Pay::Less(amount) => format!(" with the cost reduced by {}", self.amount(amount)),
            Pay::Instead(amount) => format!(" for a cost of {}", self.amount(amount)),
        }
    }

    fn keyword(&self, keyword: &Keyword) -> String {
        match keyword {
            Keyword::SecurityAttack(number) => format!("<Security A. {number:+}>"),
            Keyword::Decoy(filter) => format!("<Decoy ({})>", self.filter(filter)),
            Keyword::Partition(pair) => {
                format!("<Partition ({} & {})>", self.filter(&pair[0]), self.filter(&pair[1]))
            }
            Keyword::BlastDna(pair) => {
                format!("<Blast DNA Digivolve ({} + {})>", self.filter(&pair[0]), self.filter(&pair[1]))
            }
            Keyword::Overclock(filter) => format!("<Overclock ({})>", self.filter(filter)),
            Keyword::Decode(filter) => format!("<Decode ({})>", self.filter(filter)),
            Keyword::Fragment(number) => format!("<Fragment ({number})>"),
            Keyword::MaterialSave(number) => format!("<Material Save {number}>"),
            Keyword::Digisorption(number) => format!("<Digisorption -{number}>"),
            Keyword::LinkPlus(number) => format!("<Link +{number}>"),
            plain => format!("<{}>", spaced(plain)),
        }
    }

    fn cause(&self, cause: &Cause) -> String {
        match cause {
            Cause::Effect => "by an effect".into(),
            Cause::EffectOf(who) => format!("by {} effects", whose(*who)),
            Cause::EffectFrom(who, filter) => {
                format!("by effects of {} {}", whose(*who), printer::noun(self, filter, true))
            }
            Cause::Battle => "in battle".into(),
            Cause::DigiXros => "for a DigiXros".into(),
            Cause::ZeroDp => "by having 0 DP".into(),
            Cause::Keyword(name) => format!("by <{}>", name.as_str()),
        }
    }

    fn trigger(&self, trigger: &Trigger<Dcg>, would: bool) -> String {
        let what = match trigger.moment {
            Moment::StartOfTurn
            | Moment::StartOfMain
            | Moment::EndOfTurn
            | Moment::Counter
            | Moment::BattleEnded => spaced(&trigger.moment),
            moment => {
                let subject = match &trigger.subject {
                    Filter::This => "this card".to_string(),
                    filter => printer::noun(self, filter, false),
                };
                format!("{subject} {} {}", if would { "would:" } else { ":" }, spaced(&moment))
            }
        };
        match &trigger.cond {
            Some(cond) => format!("{what} (if {})", printer::condition(self, cond)),
            None => what,
        }
    }

    /// One ability.
    pub fn ability(&self, ability: &Ability<Dcg>) -> String {
        let mut words = match ability.part.text {
            Text::Main => String::new(),
            Text::Inherited => "Inherited. ".into(),
            Text::Security => "Security. ".into(),
            Text::Link => "Linked. ".into(),
        };
        if ability.part.live != Live::Usual {
            words += &format!("({}) ", spaced(&ability.part.live));
        }
        if let Some(cond) = &ability.cond {
            words += &format!("While {}: ", printer::condition(self, cond));
        }
        let triggers = |all: &[Trigger<Dcg>], would| {
            all.iter().map(|one| self.trigger(one, would)).collect::<Vec<_>>().join(" or ")
        };
        words += &match &ability.when {
            When::Trigger(all) => format!("When {}: ", triggers(all, false)),
            When::Would(all) => format!("Before {}: ", triggers(all, true)),
            When::Use(window) => format!("Used [{}]: ", spaced(window)),
            When::Body(window) => format!("[{}]: ", spaced(window)),
            When::Always | When::Granted => String::new(),
        };
        if let Some(limit) = ability.limit {
            words += &format!("{} per turn: ", if limit.times == 1 { "once" } else { "twice" });
        }
        words + &printer::steps(self, &ability.steps)
    }

    /// One requirement line.
    pub fn line(&self, line: &Line) -> String {
        let material = |material: &Material| {
            let count =
                if material.count == u8::MAX { "any number of".into() } else { material.count.to_string() };
            format!("{count} {}", self.filter(&material.what))
        };
        let all = |materials: &[Material]| materials.iter().map(material).collect::<Vec<_>>().join(" and ");
        match line {
            Line::Digivolve { from, cost, cond } => {
                let cond = cond
                    .as_ref()
                    .map_or(String::new(), |cond| format!(" while {}", printer::condition(self, cond)));
                format!("Digivolves from a {} for {cost}{cond}", self.filter(from))
            }
            Line::Dna { materials, cost } => {
                format!(
                    "DNA digivolves from a {} and a {} for {cost}",
                    self.filter(&materials[0]),
                    self.filter(&materials[1])
                )
            }
            Line::DigiXros { less, materials } => format!("DigiXros -{less}: {}", all(materials)),
            Line::Assembly { less, materials } => format!("Assembly -{less}: {}", all(materials)),
            Line::Burst { from, cost, tamer } => format!(
                "Burst digivolves from a {} for {cost} by returning a {} to the hand",
                self.filter(from),
                self.filter(tamer)
            ),
            Line::AppFusion { apps, cost } => {
                let apps = apps.iter().map(|app| self.filter(app)).collect::<Vec<_>>();
                format!("App fusion of {} for {cost}", apps.join(" and "))
            }
            Line::Link { to, cost } => format!("Links to a {} for {cost}", self.filter(to)),
            Line::UseRequirement(filter) => {
                format!("Its colours are met by having a {}", self.filter(filter))
            }
        }
    }

    fn change(&self, change: &Change) -> String {
        match change {
            Change::Dp(Amount::Fixed(number)) => format!("{number:+} DP"),
            Change::Dp(amount) => format!("+({}) DP", self.amount(amount)),
            Change::OriginalDp(amount) => format!("an original DP of {}", self.amount(amount)),
            Change::Keyword(keyword) => self.keyword(keyword),
            Change::KeywordTimes(keyword, amount) => {
                format!("{} times ({})", self.keyword(keyword), self.amount(amount))
            }
            Change::Ability(index) => match self.abilities.get(*index as usize) {
                Some(ability) => format!("\"{}\"", self.ability(ability)),
                None => "an effect".into(),
            },
            Change::EffectsOf(target, timing) => {
                format!("the [{}] effects of {}", spaced(timing), self.target(target))
            }
            Change::Cannot(cannot) => self.cannot(cannot),
            Change::AttackUnsuspended(filter) => {
                format!("the right to attack {}", printer::noun(self, filter, true))
            }
            Change::Immune(who, filter) => {
                format!("immunity to effects of {} {}", whose(*who), printer::noun(self, filter, true))
            }
            Change::AlsoName(name) => format!("also the name [{}]", name.as_str()),
            Change::AlsoInName(name) => format!("also [{}] in its name", name.as_str()),
            Change::AlsoTrait(name) => format!("also the [{}] trait", name.as_str()),
            Change::AlsoColor(held) => format!("also the colour {}", color(*held)),
            Change::AlsoMeets(held) => format!("{} as a colour that meets its requirement", color(*held)),
            Change::AlsoDigimon(dp) => format!("the state of also being a {dp} DP Digimon"),
            Change::Cost(cost, amount) => format!("({}) to its {} cost", self.amount(amount), spaced(cost)),
            Change::Way(into, cost) => {
                format!("the right to digivolve into a {} in the hand for {cost}", self.filter(into))
            }
            Change::CountsAs(name) => format!("the name [{}] for a DigiXros", name.as_str()),
            Change::IgnoreColors => "no colour requirements".into(),
            other => spaced(other),
        }
    }

    fn cannot(&self, cannot: &Cannot) -> String {
        let what = match cannot {
            Cannot::AttackDigimon(filter) => format!("attack a {}", self.filter(filter)),
            Cannot::BeBlocked(filter) => format!("be blocked by a {}", self.filter(filter)),
            Cannot::BeDeletedBy(who) => format!("be deleted by {} effects", whose(*who)),
            Cannot::BeReturnedBy(who) => format!("be returned to hand or deck by {} effects", whose(*who)),
            Cannot::LeaveBy(who) => format!("leave by {} effects", whose(*who)),
            Cannot::DpReducedBy(who) => format!("have its DP reduced by {} effects", whose(*who)),
            Cannot::UnderTrashedBy(who) => {
                format!("have its digivolution cards trashed by {} effects", whose(*who))
            }
            Cannot::BeTrashedBy(who) => format!("be trashed by {} effects", whose(*who)),
            Cannot::BeDeDigivolvedBy(who) => format!("be de-digivolved by {} effects", whose(*who)),
            Cannot::BeSuspendedBy(who) => format!("be suspended by {} effects", whose(*who)),
            Cannot::DigivolveBut(only) => format!("digivolve into anything but a {}", self.filter(only)),
            Cannot::Activate(timing) => format!("activate [{}] effects", spaced(timing)),
            Cannot::Play(filter) => format!("play a {}", self.filter(filter)),
            Cannot::PlayByEffects(filter) => format!("play a {} by effects", self.filter(filter)),
            plain => spaced(plain),
        };
        format!("the ban: it cannot {what}")
    }

    fn select(&self, select: &Select<Dcg>) -> String {
        printer::select(self, select)
    }
}

impl Speaker for Say<'_> {
    type V = Dcg;

    fn atom(&self, filter: &Filter<Dcg>, many: bool) -> Said {
        let behind = |words: String| Said::Behind(words);
        match filter {
            Filter::Kind(kind) => {
                let s = if many && *kind != Kind::Digimon { "s" } else { "" };
                Said::Noun(match kind {
                    Kind::Digimon => "Digimon".into(),
                    Kind::Tamer => format!("Tamer{s}"),
                    Kind::Option => format!("Option card{s}"),
                    Kind::Egg => format!("Digi-Egg card{s}"),
                    Kind::Token => format!("token{s}"),
                })
            }
            Filter::Color(held) => Said::Front(color(*held).into()),
            Filter::Is(state) => Said::Front(spaced(state)),
            Filter::Name(name) => Said::Noun(format!("[{}]", name.as_str())),
            Filter::NameHas(name) => behind(format!("with [{}] in its name", name.as_str())),
            Filter::Trait(name) => behind(format!("with the [{}] trait", name.as_str())),
            Filter::TraitHas(name) => behind(format!("with [{}] in one of its traits", name.as_str())),
            Filter::InText(name) => behind(format!("with [{}] in its text", name.as_str())),
            Filter::Figure(Figure::Level, cmp, amount) => {
                Said::Front(format!("level {}", self.bound(*cmp, amount)))
            }
            Filter::Figure(figure, cmp, amount) => {
                behind(format!("with {} {}", self.figure(*figure), self.bound(*cmp, amount)))
            }
            Filter::Has(keyword) => behind(format!("with {}", self.keyword(keyword))),
            Filter::This => Said::Noun("this card".into()),
            Filter::Bound(slot) => Said::Noun(letter(slot.0)),
            Filter::Of(who) => Said::Front(whose(*who).into()),
            Filter::Subject => Said::Noun("the subject".into()),
            Filter::Not(inner) if **inner == Filter::This => Said::Front("other".into()),
            Filter::Not(inner) => behind(format!("that is not a {}", self.filter(inner))),
            Filter::Test(test) => behind(self.test(test)),
            Filter::Any | Filter::All(_) | Filter::Either(_) => {
                behind(format!("that is a {}", self.filter(filter)))
            }
        }
    }

    fn card(&self, many: bool) -> String {
        if many { "cards".into() } else { "card".into() }
    }

    fn place(&self, among: &Among<Dcg>) -> String {
        match among {
            Among::Zones { whose: who, zones } => {
                let zones: Vec<&str> = zones.iter().map(|place| zone(*place)).collect();
                format!(" in {} {}", whose(*who), zones.join(" or "))
            }
            Among::Slot(slot) => format!(" among {}", letter(slot.0)),
            Among::Under { host, zone: place } => {
                format!(" in the {} of {}", zone(*place), self.target(host))
            }
            Among::Several(all) => all.iter().map(|one| self.place(one)).collect::<Vec<_>>().join(" or"),
        }
    }

    fn target(&self, target: &Target<Dcg>) -> String {
        match target {
            Target::This => "this card".into(),
            Target::Slot(slot) => letter(slot.0),
            Target::Subject => "the subject".into(),
            Target::Other => "the other one".into(),
            Target::Each(select) => self.select(select),
            Target::Test(test) => match test {
                Test::Attacker => "the attacking Digimon".into(),
                Test::AttackTarget => "the attacked Digimon".into(),
                test => format!("the card {}", self.test(test)),
            },
            Target::Several(all) => all.iter().map(|one| self.target(one)).collect::<Vec<_>>().join(" and "),
        }
    }

    fn verb(&self, verb: &Verb) -> String {
        let t = |target: &Target<Dcg>| self.target(target);
        let n = |amount: &Amount<Dcg>| self.amount(amount);
        match verb {
            Verb::Delete(target) => format!("delete {}", t(target)),
            Verb::Trash(target) => format!("trash {}", t(target)),
            Verb::ToHand(target) => format!("put {} into its owner's hand", t(target)),
            Verb::ToDeck(target, at) => format!("put {} at the {} of its owner's deck", t(target), end(*at)),
            Verb::ToSecurity { what, whose: who, end: at, face } => {
                let face = if *face == Face::Up { "face up" } else { "face down" };
                format!("place {} at the {} of {} security stack {face}", t(what), end(*at), whose(*who))
            }
            Verb::PlaceUnder { what, host, end: at, face } => {
                let face = if *face == Face::Up { "" } else { " face down" };
                format!("place {} under {} at the {}{face}", t(what), t(host), end(*at))
            }
            Verb::PlaceInBattle(target) => format!("place {} in the battle area", t(target)),
            Verb::Link { what, host, pay } => format!("link {} to {}{}", t(what), t(host), self.pay(pay)),
            Verb::Play { what, pay, suspended, quiet } => {
                let suspended = if *suspended { " suspended" } else { "" };
                let quiet = if *quiet { " (its [On Play] effects do not activate)" } else { "" };
                format!("play {}{suspended}{}{quiet}", t(what), self.pay(pay))
            }
            Verb::PlayToBreeding { what, pay } => {
                format!("play {} to the breeding area{}", t(what), self.pay(pay))
            }
            Verb::PlayToken { token, count, by, suspended } => {
                let suspended = if *suspended { " suspended" } else { "" };
                let side =
                    if *by == Who::You { String::new() } else { format!(" to {} battle area", whose(*by)) };
                format!(
                    "play {} [{}] token{suspended}{side} ({} DP)",
                    n(count),
                    token.name.as_str(),
                    token.dp
                )
            }
            Verb::PlayOrUse { what, pay } => format!("play or use {}{}", t(what), self.pay(pay)),
            Verb::Use { what, pay } => format!("use {}{}", t(what), self.pay(pay)),
            Verb::Digivolve { what, into, pay, waive, quiet } => {
                let waive = match waive {
                    Waive::Nothing => String::new(),
                    Waive::All => ", ignoring requirements".into(),
                    Waive::Level => ", ignoring its level".into(),
                    Waive::Color => ", ignoring colours".into(),
                    Waive::As(level, _) => format!(", as a level {level} Digimon"),
                };
                let quiet = if *quiet { " (its [When Digivolving] effects do not activate)" } else { "" };
                format!("digivolve {} into {}{}{waive}{quiet}", t(what), t(into), self.pay(pay))
            }
            Verb::DnaDigivolve { with, into, pay } => {
                let with = with
                    .as_ref()
                    .map_or("2 of your Digimon".into(), |with| format!("{} and another", t(with)));
                format!("DNA digivolve {with} into {}{}", t(into), self.pay(pay))
            }
            Verb::AppFuse { what, into } => format!("app fuse {} into {}", t(what), t(into)),
            Verb::Suspend(target) => format!("suspend {}", t(target)),
            Verb::Unsuspend(target) => format!("unsuspend {}", t(target)),
            Verb::Draw(player, amount) => format!("{} draw {}", who(*player), n(amount)),
            Verb::GainMemory(player, amount) => format!("{} gain {} memory", who(*player), n(amount)),
            Verb::LoseMemory(player, amount) => format!("{} lose {} memory", who(*player), n(amount)),
            Verb::SetMemory(amount) => format!("set your memory to {}", n(amount)),
            Verb::Recover(player, amount) => format!("{} recover {} from the deck", who(*player), n(amount)),
            Verb::DeDigivolve(target, amount) => format!("<De-Digivolve {}> {}", n(amount), t(target)),
            Verb::Reveal(target) => format!("reveal {}", t(target)),
            Verb::Look(target) => format!("look at {}", t(target)),
            Verb::PutBack(target) => format!("put {} back", t(target)),
            Verb::Shuffle(player, place) => format!("shuffle {} {}", whose(*player), zone(*place)),
            Verb::Flip(target, face) => format!("flip {} face {}", t(target), spaced(face)),
            Verb::Attack { who, at, unsuspended } => {
                let at = match at {
                    Aim::Any => "",
                    Aim::Player => " a player",
                    Aim::Digimon => " a Digimon",
                    Aim::AnyDigimon => " a Digimon, suspended or not",
                };
                format!("attack{at} with {}{}", t(who), if *unsuspended { " without suspending" } else { "" })
            }
            Verb::SwitchTarget(Some(target)) => format!("switch the attack target to {}", t(target)),
            Verb::SwitchTarget(None) => "switch the attack target to the player".into(),
            Verb::EndAttack => "end the attack".into(),
            Verb::Battle(one, two) => format!("{} battles {}", t(one), t(two)),
            Verb::Prevent(target) => format!("prevent that for {}", t(target)),
            Verb::PreventAll => "prevent that for all of them".into(),
            Verb::ReduceCost(amount) => format!("reduce the cost by {}", n(amount)),
            Verb::PayMemory(amount) => format!("pay {} memory", n(amount)),
            Verb::Delay => "<Delay>".into(),
            Verb::DigiBurst(amount) => format!("<Digi-Burst {}>", n(amount)),
            Verb::Activate { of, timing, one } => {
                format!(
                    "activate {} [{}] effects of {}",
                    if *one { "one of the" } else { "the" },
                    spaced(timing),
                    t(of)
                )
            }
            Verb::SinkTop(target) => format!("put the top card of {} at the bottom of its stack", t(target)),
            Verb::Peel(target, to) => {
                let to = match to {
                    Peeled::Hand => "into its owner's hand".to_string(),
                    Peeled::Security(at, face) => {
                        let face = if *face == Face::Up { "face up" } else { "face down" };
                        format!("at the {} of its owner's security stack {face}", end(*at))
                    }
                };
                format!("put the top card of {} {to}", t(target))
            }
            Verb::Move(target) => format!("move {} to the battle area", t(target)),
            Verb::Hatch(player) => format!("{} hatch a Digi-Egg", who(*player)),
            Verb::Win(player) => format!("{} win", who(*player)),
            Verb::Own(own) => spaced(own),
        }
    }

    fn gain(&self, to: &Gainer<Dcg>, change: &Change, last: &Until) -> String {
        let to = match to {
            Gainer::Cards(target) => self.target(target),
            Gainer::Whatever(select) => self.select(select),
            Gainer::Player(player) => who(*player).into(),
        };
        format!("{to} gets {}{}", self.change(change), until(*last))
    }

    fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::Turn(player) => format!("it is {} turn", whose(*player)),
            Fact::Cause(cause) => format!("it happens {}", self.cause(cause)),
            Fact::From(player, place) => format!("it comes from {} {}", whose(*player), zone(*place)),
            Fact::ByDna => "it DNA digivolves".into(),
            Fact::Into(filter) => format!("it becomes a {}", self.filter(filter)),
            Fact::Other(filter) => format!("the other one is a {}", self.filter(filter)),
            plain => spaced(plain),
        }
    }

    fn count(&self, count: &Count) -> String {
        match count {
            Count::Memory(player) => format!("{} memory", whose(*player)),
            Count::Colors(select) => format!("the number of colours of {}", self.select(select)),
            Count::Names(select) => format!("the number of names of {}", self.select(select)),
            Count::Levels(select) => format!("the number of levels of {}", self.select(select)),
            Count::Different(distinct, select) => {
                format!("the number of different {} of {}", spaced(distinct), self.select(select))
            }
            Count::Alike(of) => format!("the number of same-level cards in the stack of {}", self.target(of)),
            Count::Materials => "the number of cards placed for its DigiXros".into(),
            Count::DeletionMax(number) => format!("{number} (and what raises it)"),
            Count::Paid => "the memory paid".into(),
        }
    }

    fn figure(&self, figure: Figure) -> String {
        match figure {
            Figure::Dp => "DP",
            Figure::Level => "level",
            Figure::PlayCost => "play cost",
            Figure::UseCost => "use cost",
            Figure::Under => "digivolution cards",
            Figure::UnderFaceDown => "face-down digivolution cards",
            Figure::Links => "link cards",
            Figure::Colors => "colours",
        }
        .into()
    }

    fn step(&self, step: &Step<Dcg>) -> Option<String> {
        match step {
            Step::Choose { who: player, slot, from } => {
                let chooser = if *player == Who::Opponent { "your opponent chooses" } else { "choose" };
                let random = if from.random { " at random" } else { "" };
                Some(format!("{chooser} {}: {}{random}", letter(slot.0), self.select(from)))
            }
            Step::Bind { slot, to } => Some(format!("take {}: {}", letter(slot.0), self.target(to))),
            Step::Later { ability, carry, .. } => {
                let words = self
                    .abilities
                    .get(*ability as usize)
                    .map_or(String::new(), |ability| self.ability(ability));
                Some(format!("later, with {} as the subject: \"{words}\"", self.target(carry)))
            }
            _ => None,
        }
    }
}

/// A bound card or group of cards.
fn letter(slot: u8) -> String {
    format!("card {}", char::from(b'A' + slot.min(25)))
}

impl Say<'_> {
    fn bound(&self, cmp: Cmp, amount: &Amount<Dcg>) -> String {
        let number = self.amount(amount);
        match cmp {
            Cmp::Equal => number,
            Cmp::AtLeast => format!("{number} or more"),
            Cmp::AtMost => format!("{number} or less"),
            Cmp::More => format!("more than {number}"),
            Cmp::Less => format!("less than {number}"),
        }
    }

    fn test(&self, test: &Test) -> String {
        match test {
            Test::Extreme { figure, least, among } => {
                let most = if *least { "lowest" } else { "highest" };
                format!("with the {most} {} of {}", self.figure(*figure), self.select(among))
            }
            Test::Under(filter) => format!("with a {} in its digivolution cards", self.filter(filter)),
            Test::UnderCount(filter, cmp, number) => {
                let bound = self.bound(*cmp, &Amount::Fixed(*number));
                format!("with {bound} {} in its digivolution cards", printer::noun(self, filter, true))
            }
            Test::Linked(filter) => format!("with a {} among its link cards", self.filter(filter)),
            Test::HasTiming(timing) => format!("with [{}] effects", spaced(timing)),
            Test::KeywordInText(name) => format!("with <{}> in its text", name.as_str()),
            Test::HasKeyword(name) => format!("with <{}>", name.as_str()),
            Test::SameName(target) => format!("with the same name as {}", self.target(target)),
            Test::SameLevel(target) => format!("with the same level as {}", self.target(target)),
            Test::SharesColor(target) => format!("with a colour of {}", self.target(target)),
            Test::SharesTrait(target) => format!("with a trait of {}", self.target(target)),
            Test::In(place) => format!("in the {}", zone(*place)),
            Test::AtEnd => "at the top or bottom".into(),
            Test::HasInherited => "with inherited effects".into(),
            Test::Differs(distinct) => format!("with different {}", spaced(distinct)),
            Test::Alike(distinct) => format!("of the same {}", spaced(distinct)),
            Test::Unmoved => "that has not moved".into(),
            Test::Outer(at, count) => {
                format!("among the {} {} there", end(*at), self.amount(count))
            }
            Test::TraitBut(any, none) => {
                let list = |all: &[effects::Phrase]| {
                    all.iter().map(|name| format!("[{}]", name.as_str())).collect::<Vec<_>>().join(" or ")
                };
                format!("with {}, other than {}, in one of its traits", list(any), list(none))
            }
            Test::HasXros => "with DigiXros requirements".into(),
            Test::HasDna => "with DNA digivolution requirements".into(),
            plain => spaced(plain),
        }
    }
}
