//! What lasts, and keywords.

use super::noun::{MANY, ONE, color, whose};
use super::{Say, timing, title};
use crate::text::words::UNTILS;
use crate::vocab::*;
use effects::{Amount, Filter, Who};

/// "Lv.6 [A] for [B]'s DNA digivolution".
pub(super) fn stand_in(stand: &StandIn) -> String {
    let name = stand.name.as_ref().map_or(String::new(), |name| format!(" [{}]", title(name)));
    let join = match stand.join {
        Join::Dna => "DNA digivolution",
        Join::Assembly => "assembly",
    };
    format!("Lv.{}{name} for [{}]'s {join}", stand.level, title(&stand.of))
}

impl Say<'_> {
    /// Until when, behind what lasts; nothing where it goes without saying.
    pub(super) fn lasting(&self, until: Until) -> String {
        if self.until == Some(until) { String::new() } else { format!(" {}", UNTILS.say(until)) }
    }

    /// Everything that cards gain at once, behind their name.
    pub(super) fn changes(&mut self, changes: &[&Change], many: bool) -> String {
        let mut said: Vec<String> = Vec::new();
        let mut before = "";
        for change in changes {
            let words = self.change(change, many);
            // "gains <Blocker> and <Reboot>", "can't attack or block".
            let verb = ["gains ", "gain "].into_iter().find(|verb| words.starts_with(verb)).unwrap_or("");
            said.push(match words.strip_prefix(verb) {
                Some(rest) if verb == before && !verb.is_empty() => rest.into(),
                _ => words.clone(),
            });
            before = verb;
        }
        match said.split_last() {
            Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
            _ => said.concat(),
        }
    }

    fn change(&mut self, change: &Change, many: bool) -> String {
        let gain = if many { "gain" } else { "gains" };
        let is = if many { "are" } else { "is" };
        let its = if many { "their" } else { "its" };
        let has = if many { "have" } else { "has" };
        match change {
            Change::Dp(amount) => {
                let (number, each) = self.each(amount);
                format!("{} {number:+} DP{each}", if many { "get" } else { "gets" })
            }
            Change::OriginalDp(amount) => {
                format!("{has} {its} original DP changed to {}", self.number(amount))
            }
            Change::Keyword(keyword) => format!("{gain} {}", self.keyword(keyword)),
            Change::KeywordTimes(keyword, Amount::Fixed(2)) => {
                format!("{gain} {} twice", self.keyword(keyword))
            }
            Change::KeywordTimes(keyword, amount) => {
                let (times, each) = self.each(amount);
                self.failed |= times != 1;
                format!("{gain} {}{each}", self.keyword(keyword))
            }
            Change::Ability(index) => format!("{gain} {}", self.quoted(*index)),
            Change::Cannot(checked @ (Cannot::OptionSecurity | Cannot::CheckedSecurity)) => {
                let not = if many { "don't" } else { "doesn't" };
                format!("{not} {}", self.cannot(checked, its))
            }
            Change::Cannot(Cannot::DigivolveBut(only)) => match &**only {
                Filter::Not(into) => format!("can't digivolve into {}", self.described(into, MANY)),
                only => format!("can only digivolve into {}", self.described(only, MANY)),
            },
            Change::Cannot(cannot) => format!("can't {}", self.cannot(cannot, its)),
            Change::AttackUnsuspended(filter) => {
                format!("can also attack your opponent's {}", self.described(filter, MANY))
            }
            Change::Immune(who, filter) => {
                let not = if many { "aren't" } else { "isn't" };
                format!("{not} affected by {}", self.effects(*who, filter))
            }
            Change::AlsoName(name) => format!("{is} also treated as [{}]", title(name)),
            Change::AlsoInName(name) => format!("{is} also treated as having [{}] in its name", title(name)),
            Change::AlsoTrait(name) => format!("{gain} the [{}] trait", title(name)),
            Change::AlsoColor(held) => format!("{is} also treated as {}", color(*held)),
            Change::AlsoDigimon(dp) => format!("{is} also treated as a {dp} DP Digimon"),
            Change::Name(name) => format!("{has} {its} original name changed to [{}]", title(name)),
            Change::Color(held) => format!("{has} {its} colors changed to {}", color(*held)),
            Change::Cost(cost, amount) => {
                let (number, each) = self.each(amount);
                let cost = match cost {
                    Cost::Held => {
                        let get = if many { "get" } else { "gets" };
                        return format!("{get} {number:+} play cost{each}");
                    }
                    Cost::Play => "play",
                    Cost::Use => "use",
                };
                format!("{has} {its} {cost} cost changed by {number:+}{each}")
            }
            Change::Way(into, cost) => {
                let into = super::noun::with_article(
                    &self.described(into, super::noun::Words { many: false, card: true }),
                );
                format!(
                    "may digivolve into {into} in the hand for a cost of {cost}, ignoring its digivolution requirements"
                )
            }
            Change::AlsoMeets(held) => format!("can also be used by meeting {} requirements", color(*held)),
            Change::IgnoreColors => "can be used without meeting its color requirements".into(),
            Change::DeletionMax(amount) => {
                let (number, each) = self.each(amount);
                format!("{has} the maximum of {its} DP-based deletion effects changed by {number:+}{each}")
            }
            Change::TurnEnd(memory) => format!("ends the turn with {memory} or more memory over there"),
            Change::AlsoColorsUnder => {
                format!("{is} treated as also having the colors of its digivolution cards")
            }
            Change::CountsAs(name) => format!("{is} also treated as [{}] for DigiXros", title(name)),
            Change::StandsIn(stand) => format!("{is} also treated as {}", stand_in(stand)),
            Change::EffectsUnder(which, held) => {
                let held = held.map_or(String::new(), |held| format!("[{}] ", timing(held)));
                let which = self.described(which, super::noun::Words { many: true, card: true });
                format!("{gain} all {held}effects of {which} in its digivolution cards")
            }
            Change::VortexPlayers => "can also attack players with <Vortex>".into(),
        }
    }

    /// An ability that is given, in quotes; inner quotes are of the other kind.
    pub(super) fn quoted(&mut self, index: u8) -> String {
        let Some(ability) = self.abilities.get(index as usize) else { return "an effect".into() };
        let mut inner =
            Say { quotes: !self.quotes, natural: self.natural, ..Say::new(self.abilities, Kind::Digimon) };
        let words = inner.ability(ability);
        self.failed |= inner.failed;
        if self.quotes { format!("「{words}」") } else { format!("\"{words}\"") }
    }

    /// Whose effects: "your opponent's effects", "the effects of your Tamers".
    pub(super) fn effects(&mut self, who: Who, of: &Filter<Dcg>) -> String {
        match (who, of) {
            (Who::Both, Filter::Any) => "effects".into(),
            (who, Filter::Any) => format!("{} effects", whose(who)),
            (who, of) => format!("the effects of {} {}", whose(who), self.described(of, MANY)),
        }
    }

    fn cannot(&mut self, cannot: &Cannot, its: &str) -> String {
        let always = self.until == Some(Until::While);
        let mut by = |who: &Who| self.effects(*who, &Filter::Any);
        match cannot {
            Cannot::Attack => "attack".into(),
            Cannot::AttackPlayers => "attack players".into(),
            Cannot::AttackDigimon(filter) => match &**filter {
                Filter::This => "attack this Digimon".into(),
                filter => format!("attack {}", self.described(filter, MANY)),
            },
            Cannot::BeAttacked => "be attacked".into(),
            Cannot::Block => "block".into(),
            Cannot::BeBlocked(filter) => match &**filter {
                Filter::Any => "be blocked".into(),
                filter => format!("be blocked by {}", self.described(filter, MANY)),
            },
            Cannot::Suspend => "suspend".into(),
            Cannot::UnsuspendInPhase if always => "unsuspend in the unsuspend phase".into(),
            Cannot::Unsuspend | Cannot::UnsuspendInPhase => "unsuspend".into(),
            Cannot::Digivolve => "digivolve".into(),
            Cannot::DigivolveBut(only) => {
                format!("digivolve into anything but {}", self.described(only, MANY))
            }
            Cannot::BeDeleted => "be deleted".into(),
            Cannot::BeDeletedInBattle => "be deleted in battle".into(),
            Cannot::BeDeletedBy(who) => format!("be deleted by {}", by(who)),
            Cannot::BeReturnedBy(who) => format!("be returned to the hand or deck by {}", by(who)),
            Cannot::LeaveBy(Who::Opponent) => {
                "leave the battle area other than by your effects or deletion".into()
            }
            Cannot::LeaveBy(_) => "leave the battle area other than by deletion".into(),
            Cannot::DpReducedBy(who) => format!("have {its} DP reduced by {}", by(who)),
            Cannot::UnderTrashedBy(who) => format!("have {its} digivolution cards trashed by {}", by(who)),
            Cannot::BeTrashedBy(who) => format!("be trashed by {}", by(who)),
            Cannot::BeDeDigivolvedBy(who) => format!("be de-digivolved by {}", by(who)),
            Cannot::BeSuspendedBy(who) => format!("be suspended by {}", by(who)),
            Cannot::Activate(held) => format!("activate [{}] effects", timing(*held)),
            Cannot::OptionSecurity => "activate [Security] effects on Option cards it checks".into(),
            Cannot::CheckedSecurity => "activate [Security] effects on cards it checks".into(),
            Cannot::Switch => "have its attack target switched".into(),
            Cannot::GainMemory => "gain memory".into(),
            Cannot::GainMemoryButByTamers => "gain memory other than by Tamer effects".into(),
            Cannot::Play(filter) => format!("play {}", self.described(filter, MANY)),
            Cannot::PlayByEffects(filter) => format!("play {} by effects", self.described(filter, MANY)),
            Cannot::UseOptions => "use Option cards".into(),
            Cannot::Move(filter) => format!("move {}", self.described(filter, MANY)),
            Cannot::IgnoreRequirements => "ignore digivolution requirements".into(),
            Cannot::ReducePlayCosts => "reduce play costs".into(),
            Cannot::ReduceDigivolutionCosts => "reduce digivolution costs".into(),
            Cannot::AddSecurity => "add cards to their security stack".into(),
        }
    }

    /// A keyword in its brackets.
    pub(super) fn keyword(&mut self, keyword: &Keyword) -> String {
        keyword.said(&mut |which| self.required(which))
    }

    /// A short requirement, as lines and keywords have it: "Lv.4 w/[X] trait".
    pub(super) fn required(&mut self, filter: &Filter<Dcg>) -> String {
        let alternatives = match filter {
            Filter::Either(any) => any.as_slice(),
            one => std::slice::from_ref(one),
        };
        let all: Vec<String> = alternatives.iter().map(|one| self.required_once(one)).collect();
        all.join(" or ")
    }

    pub(super) fn required_once(&mut self, filter: &Filter<Dcg>) -> String {
        let parts = match filter {
            Filter::All(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut said: Vec<String> = Vec::new();
        for part in parts {
            said.push(match part {
                Filter::Figure(Figure::Level, cmp, Amount::Fixed(number)) => {
                    format!("Lv.{}", super::noun::bound(*cmp, *number, "lower"))
                }
                Filter::Name(name) => format!("[{}]", title(name)),
                Filter::NameHas(name) => format!("[{}] in name", title(name)),
                Filter::TraitHas(name) => format!("[{}] in traits", title(name)),
                Filter::InText(name) => format!("[{}] in text", title(name)),
                part => match self.front(part) {
                    Some(front) => front,
                    None => match self.with(part) {
                        Some(with) => format!("w/{with}"),
                        None => self.described(part, ONE),
                    },
                },
            });
        }
        said.join(" ")
    }
}
