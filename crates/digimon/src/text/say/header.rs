//! Timings, what is waited for, and whole abilities and lines.

use super::noun::{ONE, Words, whose, with_article, zone};
use super::{Say, title, upper};
use crate::text::header::Icon;
use crate::text::words::ICONS;
use crate::vocab::*;
use effects::{Ability, Cond, Filter, Gainer, Step, Target, Trigger, When, Who};

impl Say<'_> {
    /// One ability.
    pub fn ability(&mut self, ability: &Ability<Dcg>) -> String {
        self.start(ability);
        let mut icons: Vec<String> = Vec::new();
        match ability.part.live {
            Live::Hand => icons.push("[Hand]".into()),
            Live::Trash => icons.push("[Trash]".into()),
            Live::Breeding => icons.push("[Breeding]".into()),
            Live::Security => icons.push("{Security}".into()),
            Live::Usual | Live::Anywhere | Live::Granted => {}
        }
        let (turn, cond) = self.turn(ability.cond.as_ref());
        icons.extend(turn);
        let body = match &ability.when {
            When::Trigger(triggers) => match icons_of(triggers) {
                Some(own) => {
                    icons.extend(own);
                    if triggers.iter().all(|one| one.subject == Filter::This) {
                        self.it = Some(Target::This);
                    }
                    self.limited(&mut icons, ability);
                    self.body(&ability.steps)
                }
                None => {
                    self.limited(&mut icons, ability);
                    let own = self.own(&cond);
                    let event = self.event(triggers, false);
                    format!("{own}{event}, {}", self.body_behind(&ability.steps))
                }
            },
            When::Would(triggers) => {
                self.limited(&mut icons, ability);
                let own = self.own(&cond);
                let event = self.event(triggers, true);
                format!("{own}{event}, {}", self.body_behind(&ability.steps))
            }
            When::Use(window) | When::Body(window) => {
                icons.push(match window {
                    Window::Main => "[Main]".into(),
                    Window::Security => "[Security]".into(),
                });
                self.limited(&mut icons, ability);
                self.body(&ability.steps)
            }
            When::Always => {
                (self.it, self.until) = (Some(Target::This), Some(Until::While));
                if let [
                    Step::Gain {
                        change: Change::Keyword(Keyword::BlastDigivolve | Keyword::BlastDna(_)),
                        ..
                    },
                ] = &ability.steps[..]
                {
                    if ability.part.live == Live::Hand {
                        icons.push("[Counter]".into());
                    }
                }
                self.limited(&mut icons, ability);
                self.standing(&ability.steps, cond, ability.part.live == Live::Anywhere)
            }
            When::Granted => self.body(&ability.steps),
        };
        icons.push(body);
        icons.join(" ")
    }

    fn start(&mut self, ability: &Ability<Dcg>) {
        let elsewhere = matches!(ability.part.live, Live::Hand | Live::Trash | Live::Security);
        let own = self.noun;
        *self = Say { quotes: self.quotes, natural: self.natural, ..Say::new(self.abilities, own) };
        self.noun = match ability.part.text {
            Text::Inherited | Text::Link => Kind::Digimon,
            Text::Security => Kind::Option,
            Text::Main if ability.when == When::Body(Window::Security) => Kind::Option,
            Text::Main if elsewhere => Kind::Option,
            Text::Main => own,
        };
    }

    /// [Your Turn] and [Opponent's Turn], and what is left of the condition.
    fn turn<'c>(&mut self, cond: Option<&'c Cond<Dcg>>) -> (Option<String>, Vec<&'c Cond<Dcg>>) {
        let parts: Vec<&Cond<Dcg>> = match cond {
            None => Vec::new(),
            Some(Cond::All(all)) => all.iter().collect(),
            Some(one) => vec![one],
        };
        let icon = match parts.first() {
            Some(Cond::Fact(Fact::Turn(Who::You))) => "[Your Turn]",
            Some(Cond::Fact(Fact::Turn(Who::Opponent))) => "[Opponent's Turn]",
            _ => return (None, parts),
        };
        (Some(icon.into()), parts[1..].to_vec())
    }

    /// What the card itself must be, in front of what is waited for.
    fn own(&mut self, cond: &[&Cond<Dcg>]) -> String {
        match cond {
            [] => "When ".into(),
            [one @ Cond::Is(Target::This, _)] => format!("When {} and ", self.condition(one)),
            [one] => format!("While {}, when ", self.condition(one)),
            _ => {
                self.failed = true;
                String::new()
            }
        }
    }

    fn limited(&mut self, icons: &mut Vec<String>, ability: &Ability<Dcg>) {
        if let Some(limit) = ability.limit {
            if limit.by_name {
                icons.push("[Once Per Turn With The Effect Before]".into());
                return;
            }
            icons.push(if limit.times == 1 { "[Once Per Turn]".into() } else { "[Twice Per Turn]".into() });
        }
    }

    fn body_behind(&mut self, steps: &[Step<Dcg>]) -> String {
        super::lower(&self.body(steps))
    }

    /// What is always so: one sentence.
    fn standing(&mut self, steps: &[Step<Dcg>], cond: Vec<&Cond<Dcg>>, anywhere: bool) -> String {
        let cond = match cond.as_slice() {
            [] => String::new(),
            [one] => format!("while {}, ", self.condition(one)),
            several => {
                let all = Cond::All(several.iter().map(|one| (*one).clone()).collect());
                format!("while {}, ", self.condition(&all))
            }
        };
        if let [Step::Gain { to: Gainer::Cards(Target::This), change, .. }] = steps {
            let rule = match change {
                Change::Keyword(keyword) if cond.is_empty() => return self.keyword(keyword),
                Change::IgnoreColors => Some("you may ignore this card's color requirements".to_string()),
                Change::AlsoMeets(color) => {
                    Some(format!("{} also meets this card's color requirements", super::noun::color(*color)))
                }
                Change::AlsoInName(name) => Some(format!("Name: Also treated as having [{}]", title(name))),
                Change::StandsIn(stand) if anywhere => {
                    Some(format!("this card is also treated as {}", super::change::stand_in(stand)))
                }
                Change::Cost(cost @ (Cost::Use | Cost::Play), amount) => {
                    let (number, each) = self.each(amount);
                    let cost = if *cost == Cost::Use { "use" } else { "play" };
                    Some(match number {
                        1.. => format!("add {number} to this card's {cost} cost{each}"),
                        _ => format!("reduce this card's {cost} cost by {}{each}", -number),
                    })
                }
                Change::CountsAs(name) => {
                    Some(format!("this card is also treated as [{}] for DigiXros", title(name)))
                }
                _ => None,
            };
            if let Some(rule) = rule {
                return upper(&format!("{cond}{rule}."));
            }
        }
        if let [Step::Gain { to: Gainer::Cards(Target::This), change: Change::DeletionMax(amount), .. }] =
            steps
        {
            let (number, _) = self.each(amount);
            return upper(&format!(
                "{cond}add {number} to this Digimon's DP-based deletion effects' maximum."
            ));
        }
        if let [Step::Gain { to: Gainer::Player(Who::You), change: Change::TurnEnd(memory), .. }] = steps {
            let said =
                format!("{cond}the turn end condition is the opponent having {memory} or more memory.");
            return upper(&said);
        }
        if let [Step::Gain { to: Gainer::Player(who), change: Change::DeletionMax(amount), .. }] = steps {
            let (number, _) = self.each(amount);
            return match who {
                Who::Opponent => upper(&format!(
                    "{cond}reduce the maximum your opponent's DP-based deletion effects can delete by {}.",
                    -number
                )),
                _ => upper(&format!(
                    "{cond}add {number} to the maximum your DP-based deletion effects can delete."
                )),
            };
        }
        if cond.is_empty() && anywhere {
            if let Some(rule) = rules(steps) {
                return rule;
            }
        }
        let body = self.clauses(steps);
        upper(&format!("{cond}{body}."))
    }

    // ---- what is waited for -------------------------------------------------------------------------------------------

    /// Everything behind "when".
    pub(super) fn event(&mut self, triggers: &[Trigger<Dcg>], would: bool) -> String {
        let all: Vec<String> = triggers.iter().map(|trigger| self.trigger(trigger, would)).collect();
        let this = triggers.iter().all(|one| crate::text::event::is_this(&one.subject));
        self.it = Some(if this && !would { Target::This } else { Target::Subject });
        all.join(" or when ")
    }

    /// Whom it happens to.
    fn subject(&mut self, filter: &Filter<Dcg>) -> String {
        let parts: Vec<Filter<Dcg>> = match filter {
            Filter::All(all) => all.clone(),
            one => vec![one.clone()],
        };
        let (mut first, mut rest) = (None, Vec::new());
        let mut place = String::new();
        for part in parts {
            match part {
                Filter::This | Filter::Of(_) if first.is_none() => first = Some(part),
                Filter::Test(Test::In(at)) if !matches!(at, Place::Checked | Place::Security) => {
                    place = format!(" in the {}", zone(at));
                }
                part => rest.push(part),
            }
        }
        let rest = match rest.len() {
            0 => Filter::Any,
            1 => rest.remove(0),
            _ => Filter::All(rest),
        };
        match first {
            Some(Filter::This) if rest == Filter::Any => self.this().into(),
            Some(Filter::This) => format!("this {}{place}", self.described(&rest, ONE)),
            Some(Filter::Of(who)) => {
                let rest = self.described(&rest, Words { many: true, card: !place.is_empty() });
                format!("one of {} {rest}{place}", whose(who))
            }
            _ => format!("{}{place}", with_article(&self.described(&rest, ONE))),
        }
    }

    fn trigger(&mut self, trigger: &Trigger<Dcg>, would: bool) -> String {
        let mut conds: Vec<Cond<Dcg>> = match &trigger.cond {
            None => Vec::new(),
            Some(Cond::All(all)) => all.clone(),
            Some(one) => vec![one.clone()],
        };
        let mut take = |wanted: fn(&Fact) -> bool| {
            let at = conds.iter().position(|one| matches!(one, Cond::Fact(fact) if wanted(fact)))?;
            match conds.remove(at) {
                Cond::Fact(fact) => Some(fact),
                _ => None,
            }
        };
        let moment = trigger.moment;
        let is = if would { "would be" } else { "is" };
        let words = match moment {
            Moment::Played if would && trigger.subject == Filter::This => "this card would be played".into(),
            Moment::Played => format!("{} {is} played", self.subject(&trigger.subject)),
            Moment::Used => match &trigger.subject {
                Filter::All(all) if all.first() == Some(&Filter::Of(Who::You)) => {
                    let rest = all[1..].iter().cloned().fold(Filter::Any, Filter::and);
                    let rest = self.described(&rest, ONE);
                    format!("you {}use {}", if would { "would " } else { "" }, with_article(&rest))
                }
                subject => format!("{} {is} used", self.subject(subject)),
            },
            Moment::Digivolved => {
                let dna = if take(|fact| *fact == Fact::ByDna).is_some() { "DNA " } else { "" };
                let digivolve = if would { "would" } else { "" };
                let verb = if would { "digivolve" } else { "digivolves" };
                let into = take(|fact| matches!(fact, Fact::Into(_)));
                let was = take(|fact| matches!(fact, Fact::Other(_)));
                match (into, was) {
                    (Some(Fact::Into(into)), _) => {
                        let subject = self.subject(&trigger.subject);
                        let into = match *into {
                            Filter::This => "this card".into(),
                            into => self.becoming(&into),
                        };
                        format!("{subject} {digivolve} {dna}{verb} into {into}")
                    }
                    (_, Some(Fact::Other(was))) => {
                        let (side, into) = sides(&trigger.subject);
                        let subject = self.subject(&side.and(*was));
                        let into = with_article(&self.described(&into, ONE));
                        format!("{subject} {digivolve} {dna}{verb} into {into}")
                    }
                    _ => format!("{} {digivolve} {dna}{verb}", self.subject(&trigger.subject)),
                }
            }
            Moment::Deleted => format!("{} {is} deleted", self.subject(&trigger.subject)),
            Moment::Left => {
                let leaves = if would { "would leave" } else { "leaves" };
                format!("{} {leaves} the battle area", self.subject(&trigger.subject))
            }
            Moment::Returned => {
                format!("{} {is} returned to the hand or deck", self.subject(&trigger.subject))
            }
            Moment::Attacked => {
                let subject = self.subject(&trigger.subject);
                if take(|fact| *fact == Fact::AttackingPlayer).is_some() {
                    format!("{subject} attacks a player")
                } else if let Some(Fact::Other(other)) = take(|fact| matches!(fact, Fact::Other(_))) {
                    format!("{subject} attacks {}", self.subject(&other))
                } else {
                    format!("{subject} attacks")
                }
            }
            Moment::Switched => match &trigger.subject {
                Filter::Any => "an attack target is switched".into(),
                subject => format!("{}'s attack target is switched", self.subject(subject)),
            },
            Moment::AttackEnded => format!("{}'s attack ends", self.subject(&trigger.subject)),
            Moment::Placed => format!("{} {is} placed in the battle area", self.subject(&trigger.subject)),
            Moment::Blocked => format!("{} is blocked", self.subject(&trigger.subject)),
            Moment::Blocks => format!("{} blocks", self.subject(&trigger.subject)),
            Moment::DeletedInBattle => {
                let subject = self.subject(&trigger.subject);
                let loser = match take(|fact| matches!(fact, Fact::Other(_))) {
                    Some(Fact::Other(loser)) => self.subject(&loser),
                    _ => "one of your opponent's Digimon".into(),
                };
                let survives =
                    if take(|fact| *fact == Fact::Survived).is_some() { " and survives" } else { "" };
                format!("{subject} deletes {loser} in battle{survives}")
            }
            Moment::BattleEnded => "the battle ends".into(),
            Moment::WonBattle => format!("{} wins a battle", self.subject(&trigger.subject)),
            Moment::Suspended => format!("{} {is} suspended", self.subject(&trigger.subject)),
            Moment::Unsuspended => format!("{} {is} unsuspended", self.subject(&trigger.subject)),
            Moment::Moved => {
                format!("{} moves from the breeding area to the battle area", self.subject(&trigger.subject))
            }
            Moment::Linked => {
                let subject = self.subject(&trigger.subject);
                match take(|fact| matches!(fact, Fact::Other(_))) {
                    Some(Fact::Other(other)) => {
                        format!("{subject} gets linked with {}", self.subject(&other))
                    }
                    _ => format!("{subject} gets linked"),
                }
            }
            Moment::BecameLink => format!("{} becomes a link card", self.subject(&trigger.subject)),
            Moment::SecurityLost => {
                format!("a card is removed from {} security stack", pile(&trigger.subject))
            }
            Moment::SecurityGained if matches!(&trigger.subject, Filter::All(_)) => {
                let (side, rest) = sides(&trigger.subject);
                let rest = self.described(&rest, Words { many: false, card: true });
                format!("{} is added to {} security stack", with_article(&rest), pile(&side))
            }
            Moment::SecurityGained => format!("a card is added to {} security stack", pile(&trigger.subject)),
            Moment::Checked => {
                let subject = self.subject(&trigger.subject);
                match take(|fact| matches!(fact, Fact::Other(_))) {
                    Some(Fact::Other(other)) => format!("{subject} checks {}", self.subject(&other)),
                    _ => format!("{subject} checks your opponent's security stack"),
                }
            }
            Moment::HandGained => format!("a card is added to {} hand", pile(&trigger.subject)),
            Moment::HandTrashed => match &trigger.subject {
                Filter::This => "this card is trashed from your hand".into(),
                Filter::All(all) if all.first() == Some(&Filter::Of(Who::You)) => {
                    let rest = all[1..].iter().cloned().fold(Filter::Any, Filter::and);
                    let rest = self.described(&rest, Words { many: false, card: true });
                    format!("{} is trashed from your hand", with_article(&rest))
                }
                subject => format!("a card is trashed from {} hand", pile(subject)),
            },
            Moment::DeckTrashed => match &trigger.subject {
                Filter::This => "this card is trashed from your deck".into(),
                subject => format!("a card is trashed from {} deck", pile(subject)),
            },
            Moment::UnderTrashed if would => {
                format!("any digivolution card would be trashed from {}", self.subject(&trigger.subject))
            }
            Moment::UnderTrashed => match self.causes(&mut conds) {
                Some(effects) if matches!(&conds[..], [Cond::Fact(Fact::Other(other))] if matches!(**other, Filter::Is(_))) =>
                {
                    let face = match conds.pop() {
                        Some(Cond::Fact(Fact::Other(other))) => self.front(&other).unwrap_or_default(),
                        _ => String::new(),
                    };
                    format!(
                        "{effects} trash {face} digivolution cards from {}",
                        self.subject(&trigger.subject)
                    )
                }
                Some(effects) => {
                    format!("{effects} trash any of {} digivolution cards", self.possessive(&trigger.subject))
                }
                None => format!("a digivolution card of {} is trashed", self.subject(&trigger.subject)),
            },
            Moment::TrashedFromUnder => {
                let effects = self.causes(&mut conds);
                let host = conds
                    .iter()
                    .position(|one| matches!(one, Cond::Fact(Fact::Other(_))))
                    .map(|at| conds.remove(at));
                match (effects, host) {
                    (Some(effects), Some(Cond::Fact(Fact::Other(host)))) => {
                        format!(
                            "{effects} trash this card from {} digivolution cards",
                            self.possessive(&host)
                        )
                    }
                    (Some(effects), _) => format!("{effects} trash this digivolution card"),
                    (None, _) => "this digivolution card is trashed".into(),
                }
            }
            Moment::TrashedForBurst => {
                "this card is trashed due to activating this Digimon's <Digi-Burst>".into()
            }
            Moment::UnderGained => {
                let effects = self.causes(&mut conds);
                let what = conds
                    .iter()
                    .position(|one| matches!(one, Cond::Fact(Fact::Other(_))))
                    .map(|at| conds.remove(at));
                let host = self.possessive(&trigger.subject);
                match (effects, what) {
                    (Some(effects), Some(Cond::Fact(Fact::Other(what)))) => {
                        let what = self.described(&what, Words { many: false, card: true });
                        format!("{effects} place {} in {host} digivolution cards", with_article(&what))
                    }
                    (Some(effects), _) => format!("{effects} add to {host} digivolution cards"),
                    (None, Some(Cond::Fact(Fact::Other(what)))) => {
                        let what = self.described(&what, Words { many: false, card: true });
                        format!("{} is placed in {host} digivolution cards", with_article(&what))
                    }
                    (None, _) => format!("a card is placed in {host} digivolution cards"),
                }
            }
            Moment::Sunk => {
                let effects = self.causes(&mut conds).unwrap_or_else(|| "effects".into());
                format!("{effects} place this Digimon's top stacked card in its digivolution cards")
            }
            Moment::LinkTrashed => {
                let effects = self.causes(&mut conds).unwrap_or_else(|| "effects".into());
                format!("{effects} trash any of {} link cards", self.possessive(&trigger.subject))
            }
            Moment::BattleTrashed => match &trigger.subject {
                Filter::This => "this card is trashed from the battle area".into(),
                subject => format!("{} is trashed", self.subject(subject)),
            },
            Moment::SecurityTrashed => match &trigger.subject {
                Filter::This => "this card is trashed from the security stack".into(),
                Filter::Of(_) => format!("a card is trashed from {} security stack", pile(&trigger.subject)),
                subject => format!("{} is trashed from the security stack", self.subject(subject)),
            },
            Moment::TrashDecked => {
                format!("{} returns from your trash to the deck", self.subject(&trigger.subject))
            }
            Moment::TrashLost => {
                format!("{} returns from your trash to the hand", self.subject(&trigger.subject))
            }
            Moment::DeDigivolved => {
                format!("the top stacked card of {} is trashed", self.subject(&trigger.subject))
            }
            Moment::StartOfTurn => "a turn starts".into(),
            Moment::StartOfMain => "a main phase starts".into(),
            Moment::EndOfTurn => "a turn ends".into(),
            Moment::Counter => "there is a counter timing".into(),
            Moment::Hatched => match &trigger.subject {
                Filter::Of(Who::You) => "your breeding area is hatched in".into(),
                _ => "a breeding area is hatched in".into(),
            },
        };
        let mut words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        for cond in &conds {
            words += &self.tail(cond);
        }
        words
    }

    /// "by your effects" said first: "your effects trash …".
    fn causes(&mut self, conds: &mut Vec<Cond<Dcg>>) -> Option<String> {
        let at = conds.iter().position(|one| matches!(one, Cond::Fact(Fact::Cause(_))))?;
        let Cond::Fact(Fact::Cause(cause)) = conds.remove(at) else { return None };
        Some(match cause {
            Cause::Effect => "effects".into(),
            Cause::EffectOf(who) => self.effects(who, &Filter::Any),
            Cause::EffectFrom(who, filter) => self.effects(who, &filter),
            Cause::Battle | Cause::DigiXros | Cause::ZeroDp => {
                self.failed = true;
                "effects".into()
            }
        })
    }

    fn possessive(&mut self, filter: &Filter<Dcg>) -> String {
        let words = self.subject(filter);
        if words.ends_with('s') { format!("{words}'") } else { format!("{words}'s") }
    }

    /// What it becomes, behind "into".
    fn becoming(&mut self, filter: &Filter<Dcg>) -> String {
        let (place, rest) = match filter {
            Filter::All(all) => {
                let place = all.iter().find_map(|one| match one {
                    Filter::Test(Test::In(place)) => Some(*place),
                    _ => None,
                });
                let rest = all.iter().filter(|one| !matches!(one, Filter::Test(Test::In(_))));
                (place, rest.cloned().fold(Filter::Any, Filter::and))
            }
            one => (None, one.clone()),
        };
        let words = with_article(&self.described(&rest, Words { many: false, card: place.is_some() }));
        match place {
            Some(place) => format!("{words} in your {}", zone(place)),
            None => words,
        }
    }

    /// How and where it happens, behind what happens.
    fn tail(&mut self, cond: &Cond<Dcg>) -> String {
        let not = |cond: &Cond<Dcg>| match cond {
            Cond::Not(inner) => Some((**inner).clone()),
            _ => None,
        };
        let (negated, cond) = match not(cond) {
            Some(inner) => (" other than", inner),
            None => ("", cond.clone()),
        };
        let any = match &cond {
            Cond::Either(any) => any.clone(),
            one => vec![one.clone()],
        };
        let mut words = Vec::new();
        for one in &any {
            words.push(match one {
                Cond::Fact(Fact::Cause(cause)) => self.cause(cause),
                Cond::Fact(Fact::From(Who::Both, Place::Under)) => "from under Digimon".into(),
                Cond::Fact(Fact::From(who, Place::Under)) => format!("from under {} Tamers", whose(*who)),
                Cond::Fact(Fact::From(who, place)) => format!("from {} {}", whose(*who), zone(*place)),
                Cond::Fact(Fact::MainPhase) => "during your main phase".into(),
                Cond::Fact(Fact::UnsuspendPhase) => "during your unsuspend phase".into(),
                other => {
                    self.failed = true;
                    format!("if {}", self.condition(other))
                }
            });
        }
        format!("{negated} {}", words.join(" or "))
    }

    // ---- lines --------------------------------------------------------------------------------------------------------

    /// One requirement line.
    pub fn line(&mut self, line: &Line) -> String {
        match line {
            Line::Digivolve { from, cost, cond } => {
                let cond = match cond {
                    Some(cond) => format!("While {}, ", self.condition(cond)),
                    None => String::new(),
                };
                format!("[Digivolve] {cond}{}: Cost {cost}", self.required(from))
            }
            Line::DigivolvePer { from, cost, each } => {
                let each = self.thing(each, false);
                format!("[Digivolve] {}: Cost {cost} for each {each}", self.required(from))
            }
            Line::Into { from, cost, cond } => {
                let cond = match cond {
                    Some(cond) => format!("While {}, ", self.condition(cond)),
                    None => String::new(),
                };
                let into = "can digivolve into this card in your hand";
                format!(
                    "{cond}your {} {into} for a digivolution cost of {cost}, ignoring its digivolution requirements",
                    self.required(from)
                )
            }
            Line::Onto { from, cost } => {
                let from = self.required(from);
                format!(
                    "This card may digivolve from the hand onto 1 of your {from} as if that card is a level 3 Digimon for a digivolution cost of {cost}"
                )
            }
            Line::Dna { materials: [one, other], cost } => {
                format!("[DNA Digivolve] {} + {}: Cost {cost}", self.required(one), self.required(other))
            }
            Line::DigiXros { less, materials } => format!("[DigiXros -{less}] {}", self.materials(materials)),
            Line::Assembly { less, materials } => format!("[Assembly -{less}] {}", self.materials(materials)),
            Line::Burst { from, cost, tamer } => {
                let (from, tamer) = (self.required(from), self.required(tamer));
                format!("Burst Digivolve: {cost} from {from} by returning 1 {tamer} to the hand")
            }
            Line::AppFusion { apps, cost } => {
                let apps: Vec<String> = apps.iter().map(|app| self.required(app)).collect();
                format!("[App Fusion] {}: Cost {cost}", apps.join(" & "))
            }
            Line::Link { to, cost } => format!("[Link] {}: Cost {cost}", self.required(to)),
        }
    }

    fn materials(&mut self, materials: &[Material]) -> String {
        let mut all = Vec::new();
        for Material { what, count, distinct } in materials {
            let count = match count {
                1 => String::new(),
                255 => "∞ ".into(),
                count => format!("{count} "),
            };
            let kind = match what {
                Filter::Kind(Kind::Digimon) => Some(Filter::Any),
                Filter::All(all) if all.first() == Some(&Filter::Kind(Kind::Digimon)) => {
                    Some(all[1..].iter().cloned().fold(Filter::Any, Filter::and))
                }
                _ => None,
            };
            let what = match kind {
                Some(Filter::Any) => "Digimon cards".into(),
                Some(rest) => format!("Digimon cards {}", self.required_once(&rest)),
                None => self.required_once(what),
            };
            let distinct = match distinct {
                None => "",
                Some(Distinct::Names) => " with different names",
                Some(Distinct::Numbers) => " with different card numbers",
                Some(Distinct::Levels) => " with different levels",
                Some(Distinct::Colors) => " with different colors",
            };
            all.push(format!("{count}{what}{distinct}"));
        }
        all.join(" × ")
    }
}

/// The timings in brackets, if triggers are of those.
fn icons_of(triggers: &[Trigger<Dcg>]) -> Option<Vec<String>> {
    let turn = |cond: &Option<Cond<Dcg>>| match cond {
        None => Some(Who::Both),
        Some(Cond::Fact(Fact::Turn(who))) => Some(*who),
        Some(_) => None,
    };
    let icon = |trigger: &Trigger<Dcg>| -> Option<&'static str> {
        let (moment, this) = (trigger.moment, trigger.subject == Filter::This && trigger.cond.is_none());
        let said = match (moment, this) {
            (moment, true) => ICONS.say(Icon::Own(moment)),
            _ if trigger.subject != Filter::Any => return None,
            (Moment::Counter, _) if turn(&trigger.cond)? == Who::Both => ICONS.say(Icon::Counter),
            (moment, _) => ICONS.say(Icon::Turn(moment, turn(&trigger.cond)?)),
        };
        (!said.is_empty()).then_some(said)
    };
    triggers.iter().map(|trigger| icon(trigger).map(|icon| format!("[{icon}]"))).collect()
}

fn pile(subject: &Filter<Dcg>) -> &'static str {
    match subject {
        Filter::Of(who) => whose(*who),
        _ => "a",
    }
}

/// Whose Digimon it is, and what it became.
fn sides(subject: &Filter<Dcg>) -> (Filter<Dcg>, Filter<Dcg>) {
    let parts = match subject {
        Filter::All(all) => all.clone(),
        one => vec![one.clone()],
    };
    let (mut side, mut into) = (Filter::Any, Filter::Any);
    for part in parts {
        match part {
            Filter::Of(_) | Filter::This | Filter::Not(_) if into == Filter::Any => side = side.and(part),
            part => into = into.and(part),
        }
    }
    (side, into)
}

/// "(Rule)" lines: names and traits that the card has everywhere.
fn rules(steps: &[Step<Dcg>]) -> Option<String> {
    let mut traits = Vec::new();
    let mut names = Vec::new();
    let mut inside = Vec::new();
    let mut xros = Vec::new();
    for step in steps {
        match step {
            Step::Gain { to: Gainer::Cards(Target::This), change: Change::AlsoTrait(name), .. } => {
                traits.push(format!("[{}]", title(name)));
            }
            Step::Gain { to: Gainer::Cards(Target::This), change: Change::AlsoName(name), .. } => {
                names.push(format!("[{}]", title(name)));
            }
            Step::Gain { to: Gainer::Cards(Target::This), change: Change::AlsoInName(name), .. } => {
                inside.push(format!("[{}]", title(name)));
            }
            Step::Gain { to: Gainer::Cards(Target::This), change: Change::CountsAs(name), .. } => {
                xros.push(format!("[{}]", title(name)));
            }
            _ => return None,
        }
    }
    let all = [&traits, &names, &inside, &xros];
    match all.map(|names| !names.is_empty()) {
        [true, false, false, false] => Some(format!("Trait: Has {} trait.", traits.join("/"))),
        [false, true, false, false] => Some(format!("Name: Also treated as {}.", names.join("/"))),
        [false, false, true, false] => Some(format!("Name: Also treated as having {}.", inside.join("/"))),
        [false, false, false, true] => {
            Some(format!("This card is also treated as {} for DigiXros.", xros.join("/")))
        }
        _ => None,
    }
}
