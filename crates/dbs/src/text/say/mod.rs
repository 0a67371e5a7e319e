//! Skills back in words: the game's own templating, in the shapes that the reader knows, so that reading them again gives
//! the same skills.
//!
//! - this file: the paragraphs of a card, and how sentences hang together; [`keyword`]: skills behind a keyword's name;
//! - [`noun`]: which cards; [`condition`]: conditions and what skills wait for; [`verb`]: what is done and what cards get.

mod condition;
mod keyword;
mod noun;
mod phrases;
mod verb;

use super::{Skill, SkillKind};
use crate::card::{Color, Cost, Printed};
use crate::state::Area;
use crate::vocab::*;
use effects::text::printer::{in_words, sentence, titled};
use effects::text::speaker::Speaker;
use effects::{Among, Amount, Cmp, Cond, Filter, Limit, Select, Step, Target, Trigger, When, Who};
use noun::player;

/// What "it" means.
#[derive(Clone, PartialEq, Eq, Debug)]
struct It {
    target: Target<Dbs>,
    many: bool,
}

/// What is known while words are put together, as the reader will know it.
#[derive(Default)]
struct Saying<'a> {
    /// All skills of the card: those that wait for later are said where they are set up.
    skills: &'a [Skill],
    /// The tokens its text makes.
    tokens: &'a [serde_json::Value],
    it: Option<It>,
    /// All that was chosen so far, for "the second chosen card".
    picks: Vec<Target<Dbs>>,
    /// The whole skill, for what is said of a choice later.
    whole: String,
    /// What was discarded last.
    discarded: Option<Target<Dbs>>,
    /// What went straight from the deck to another area, where it is spoken of again.
    milled: Option<(Target<Dbs>, Area)>,
    /// Whether the cards meant are the speaker's own.
    mine: bool,
    /// Whether the cards looked at last are.
    looked_mine: bool,
    /// "This card from your hand": said with the card.
    this_from: Vec<Area>,
    /// The changes being said count in all areas.
    everywhere: bool,
    /// The most that may be named, until it is said.
    named: Option<Amount<Dbs>>,
    /// The condition that is said stands among others that must hold too.
    among_others: bool,
    /// The words of the skill speak of playing.
    playing: bool,
    /// The words of the skill speak of attacking.
    attacking: bool,
    /// They read "attack with a Battle Card" (DBS 22-10-3-1c).
    attacking_with_a_battle_card: bool,
    /// The choices of the effect go past [Barrier].
    ignores_barrier: bool,
    /// In a question: the cards that are meant already, by their names.
    held: Option<Vec<(Target<Dbs>, String)>>,
}

/// The paragraphs of one side of a card.
pub fn say(card: &Printed, side: Part) -> Vec<String> {
    let back = usize::from(side == Part::Back);
    let mut lines = Vec::new();
    let keywords: Vec<String> = crate::keyword::had(&card.keywords[back])
        .filter(|keyword| !keyword::has_skill(*keyword) && card.keywords[back].limited & keyword.bit() == 0)
        .map(crate::keyword::bracket)
        .collect();
    if !keywords.is_empty() {
        lines.push(keywords.join(" "));
    }
    if side == Part::Front {
        lines.extend(card.empower.iter().map(|(color, n)| {
            let color = color.map_or(String::new(), |color| format!("{} ", titled(color.name())));
            format!("[Empower {color}{n}]")
        }));
    }
    if card.keywords[back].has(Keyword::OnlyOne) {
        lines.push("[Permanent] Only 1 copy of this card can be played in your Battle Area.".into());
    }
    lines.extend(card.more(side).map(|more| format!("[Permanent] This card gains {more} in all areas.")));
    lines.extend(card.skills.iter().filter(|skill| skill.ability.part == side).map(|skill| one(card, skill)));
    lines
}

/// Some steps of a skill in words, without a full stop: what a player is asked for.
pub(crate) fn clause(skills: &[Skill], tokens: &[serde_json::Value], steps: &[Step<Dbs>]) -> String {
    Saying { skills, tokens, ..Saying::default() }.sentences(steps).join(". ")
}

/// The same as a question: what the skill holds already has its name there.
pub(crate) fn question(
    skills: &[Skill],
    tokens: &[serde_json::Value],
    steps: &[Step<Dbs>],
    held: Vec<(Target<Dbs>, String)>,
) -> String {
    let said = Saying { skills, tokens, held: Some(held), ..Saying::default() }.sentences(steps).join(". ");
    // Who chooses from what is listed need not be told that the cards chosen before are none of it.
    said.replace(" that isn't a card chosen before", "")
}

/// What a card has to be, in words.
pub(crate) fn described(filter: &Filter<Dbs>) -> String {
    effects::text::printer::one(&noun::noun(filter, false))
}

/// A condition of a skill in words.
pub(crate) fn condition(skills: &[Skill], tokens: &[serde_json::Value], cond: &Cond<Dbs>) -> String {
    Saying { skills, tokens, ..Saying::default() }.condition(cond)
}

/// One skill.
fn one(card: &Printed, skill: &Skill) -> String {
    if let Some(words) = keyword::say(card, skill) {
        return words;
    }
    let mut saying = Saying { skills: &card.skills, tokens: &card.tokens, ..Saying::default() };
    saying.whole = format!("{:?}", skill.ability.steps);
    let mut head = header(skill);
    let (mut cost, effect): (Vec<Step<Dbs>>, &[Step<Dbs>]) = match &skill.ability.steps[..] {
        [Step::By { cost, then, .. }] if skill.kind != SkillKind::Permanent => (cost.clone(), then),
        steps => (Vec::new(), steps),
    };
    if let Some(n) = skill.markers {
        head += &format!(" [Unison {n:+}]");
        if n != 0 {
            let at = usize::from(matches!(cost.first(), Some(Step::Do(Verb::Pay { .. }))));
            cost.remove(at.min(cost.len().saturating_sub(1)));
        }
    }
    // "… once per turn", said behind.
    let kept = matches!(skill.ability.when, When::Would(_)) && *effect == [Step::Do(Verb::Replaced)];
    if let Some(limit) = skill.ability.limit.filter(|_| !kept) {
        head += &format!(" {}", times(limit));
    }
    head += &valid(skill, &mut cost);
    // DBS 22-27-3: said in front of the cost.
    let drops = |step: &Step<Dbs>| match step {
        Step::Do(Verb::Mill { who: Who::You, to, .. }) => *to == To::area(Area::Drop),
        _ => false,
    };
    if let (Some(n), Some(at)) = (skill.burst, cost.iter().position(drops)) {
        head += &format!(" [Burst {n}]");
        if let Step::Do(Verb::Mill { slot: Some(slot), to, .. }) = &cost[at] {
            saying.milled = Some((Target::Slot(*slot), to.area));
        }
        cost.remove(at);
    }
    let cost = upper(&saying.cost(skill.energy, skill.cost_cond.as_ref(), &cost));
    let colon = if cost.is_empty() { "" } else { ":" };
    let awakens = skill.is_keyword && skill.kind == SkillKind::Activate;
    let effect = match effect {
        // DBS 22-2-4: flipping over goes without saying.
        [rest @ .., Step::Do(Verb::Flip(Target::This))]
            if awakens && !rest.iter().any(super::headers::flips) =>
        {
            rest
        }
        effect => effect,
    };
    let effect = match effect {
        [Step::Do(Verb::Activated), rest @ ..] => rest,
        effect => effect,
    };
    saying.ignores_barrier = skill.ignores_barrier;
    saying.playing = skill.mentions_play;
    saying.attacking = skill.mentions_attack;
    saying.attacking_with_a_battle_card = skill.mentions_battle_card_attack;
    let mut body = String::new();
    if let When::Would(triggers) = &skill.ability.when {
        let head = if cost.is_empty() { head } else { format!("{head} {cost}:") };
        return [head, saying.replacement(triggers, effect)].join(" ");
    }
    if let When::Trigger(triggers) = &skill.ability.when {
        let speaks_of_subject = format!("{effect:?}").contains("Subject");
        let (words, it) = condition::waiting(&mut saying, triggers, speaks_of_subject);
        body += &words;
        if let Some(it) = it {
            saying.it = Some(it);
        }
    }
    let sentences =
        if skill.kind == SkillKind::Permanent { saying.permanent(effect) } else { saying.sentences(effect) };
    let mut sentences: Vec<String> = sentences.iter().map(|words| sentence(words)).collect();
    if let (false, Some(first)) = (body.is_empty(), sentences.first_mut()) {
        *first = lower(first);
    }
    body += &sentences.join(" ");
    [format!("{head}{colon_space}{cost}{colon}", colon_space = if cost.is_empty() { "" } else { " " }), body]
        .join(" ")
        .trim()
        .to_string()
}

/// The brackets in front.
fn header(skill: &Skill) -> String {
    if skill.is_keyword && skill.kind == SkillKind::Activate {
        return if skill.awakens { "[Awaken]" } else { "[Wish]" }.into();
    }
    match (&skill.ability.when, skill.kind) {
        (When::Use(window) | When::Body(window), _) => condition::kind_of(window),
        (_, SkillKind::Permanent) => "[Permanent]",
        _ => "[Auto]",
    }
    .into()
}

fn times(limit: Limit) -> String {
    if limit.by_name { format!("[Limit {}]", limit.times) } else { "[Once per turn]".into() }
}

/// When the skill is valid at all: [Sparking], [Bond], [Spirit Boost].
fn valid(skill: &Skill, cost: &mut Vec<Step<Dbs>>) -> String {
    let Some(cond) = &skill.ability.cond else { return String::new() };
    let mut words = String::new();
    for part in condition::parts(cond) {
        if let Cond::Is(Target::Test(Test::YourUnison), filter) = part {
            words += &format!(" {}:", noun::noun(filter, false));
        }
        let Cond::Compare(what, Cmp::AtLeast, Amount::Fixed(n)) = part else { continue };
        match what {
            Amount::Count(select) => match &select.among {
                Among::Zones { zones, .. } if zones[..] == [Area::Drop] => {
                    words += &format!(" [Sparking {n}]")
                }
                _ => {
                    let of = match &select.filter {
                        Filter::All(all) => match all.get(1).filter(|_| all.len() == 2) {
                            Some(Filter::Trait(name)) => format!(" 《{}》", titled(name.as_str())),
                            Some(Filter::Test(Test::Character(name))) => {
                                format!(" <{}>", titled(name.as_str()))
                            }
                            _ => format!(" {}:", noun::noun(&select.filter, true)),
                        },
                        _ => String::new(),
                    };
                    words += &format!(" [Bond {n}]{of}");
                }
            },
            Amount::Figure(Figure::Markers, _) => {
                words += &format!(" [Spirit Boost {n}]");
                cost.pop();
            }
            _ => {}
        }
    }
    words
}

fn upper(clause: &str) -> String {
    let mut letters = clause.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn lower(sentence: &str) -> String {
    // Words of the game keep their capitals: only what the sentence put there goes.
    if sentence.starts_with("KO") {
        return sentence.to_string();
    }
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Energy symbols: letters for colours, a number word in brackets for any colour.
fn energy(cost: Cost) -> String {
    let mut words = String::new();
    for color in Color::ALL {
        words += &color.letter().repeat(cost.specified[color as usize] as usize);
    }
    let any = cost.value() - cost.specified_total();
    if any > 0 {
        words += &format!("[{}]", titled(&in_words(any.into())));
    }
    if cost.is_x {
        words += "[X]";
    }
    words
}

impl Saying<'_> {
    /// What a card goes on top of, as it was spoken of: the card chosen last before it, or "that card".
    pub(super) fn chosen_before(&self, target: &Target<Dbs>, played: &Target<Dbs>) -> &'static str {
        let last = self.picks.iter().rev().find(|pick| *pick != played);
        if last == Some(target) { "the chosen card" } else { "that card" }
    }

    /// What stands before the colon.
    fn cost(&mut self, pays: Cost, cond: Option<&Cond<Dbs>>, steps: &[Step<Dbs>]) -> String {
        let mut items = Vec::new();
        if pays.value() > 0 || pays.is_x {
            items.push(energy(pays));
        }
        let steps = match steps {
            // DBS 1-6-6-1: one of several costs.
            [Step::OneOf { options, .. }, rest @ ..] => {
                let ways: Vec<&str> = options.iter().map(|(words, _)| words.as_str()).collect();
                items.push(ways.join("/"));
                rest
            }
            steps => steps,
        };
        if let Some(cond) = cond {
            let parts = condition::parts(cond);
            self.among_others = parts.len() > 1;
            items.extend(parts.iter().map(|part| format!("if {}", self.condition(part))));
            self.among_others = false;
        }
        let paid: Vec<Step<Dbs>> =
            steps.iter().filter(|step| !matches!(step, Step::Do(Verb::Pay { .. }))).cloned().collect();
        items.extend(self.clauses(&paid));
        items.join(", ")
    }

    /// What does not happen the first time in a turn.
    fn kept_once(&mut self, waits: &Trigger<Dbs>) -> String {
        let mut front = String::new();
        let mut by = String::new();
        for cond in waits.cond.as_ref().map_or(&[][..], condition::parts) {
            match cond {
                Cond::Fact(Fact::ByBattle) => by = " in battle".into(),
                Cond::Fact(Fact::ByOpponentsSkill) => by = " by your opponent's skills".into(),
                Cond::Fact(Fact::BySkill) => by = " by skills".into(),
                Cond::Fact(Fact::YourTurn) => front += "During your turn, ",
                Cond::Fact(Fact::OpponentsTurn) => front += "During your opponent's turn, ",
                other if front.is_empty() => front = format!("If {}, ", self.condition(other)),
                other => {
                    front = format!("{} and if {}, ", front.trim_end_matches(", "), self.condition(other));
                }
            }
        }
        let what = match waits.moment {
            Moment::IsKod => "be KO'd",
            _ => "be removed from a Battle Area",
        };
        let this = if front.is_empty() { "This" } else { "this" };
        format!("{front}{this} card can't {what}{by} once per turn.")
    }

    /// What happens instead of something (DBS 9-10).
    fn replacement(&mut self, triggers: &[Trigger<Dbs>], effect: &[Step<Dbs>]) -> String {
        if let (true, Some(first)) = (*effect == [Step::Do(Verb::Replaced)], triggers.first()) {
            return self.kept_once(first);
        }
        let (when, it) = condition::about_to(self, triggers);
        self.it = Some(it);
        match effect {
            [Step::May { steps, then, .. }] => {
                let said = format!("{when}, you may {} instead.", self.joined(steps));
                match then.split_first() {
                    Some((_, more)) if !more.is_empty() => {
                        format!("{said} If you do, {}.", self.joined(more))
                    }
                    _ => said,
                }
            }
            [Step::Do(Verb::Replaced), steps @ ..] => format!("{when}, {} instead.", self.joined(steps)),
            steps => format!("{when}, {}.", self.joined(steps)),
        }
    }

    /// "discard 1 card from your hand".
    fn discard(&mut self, choice: &Step<Dbs>, verb: &Step<Dbs>) -> Option<String> {
        let (Step::Choose { who, slot, from }, Step::Do(Verb::Move { what, to })) = (choice, verb) else {
            return None;
        };
        let hand = Among::Zones { whose: *who, zones: vec![Area::Hand] };
        if from.among != hand || *what != Target::Slot(*slot) || *to != To::area(Area::Drop) {
            return None;
        }
        let words = self.select(from).replacen("your opponent's hand", "their hand", 1);
        let many = effects::text::printer::is_many(&from.count);
        self.it = Some(It { target: Target::Slot(*slot), many });
        self.discarded = Some(Target::Slot(*slot));
        let verb =
            if *who == Who::You { "discard".to_string() } else { format!("{} discards", player(*who)) };
        Some(format!("{verb} {words}"))
    }

    /// Options, each as if the others had not been said.
    fn options(&mut self, front: &str, options: &[(String, Vec<Step<Dbs>>)]) -> String {
        let (before, mine) = (self.it.clone(), self.mine);
        let mut said = front.to_string();
        for option in options {
            self.it.clone_from(&before);
            self.mine = mine;
            said = self.listed(&said, std::slice::from_ref(option));
            said.push('.');
        }
        said.trim_end_matches('.').to_string()
    }

    /// "at the end of the turn, …": what waits, said where it is set up.
    fn later(&mut self, ability: u8, until: Until, carry: &Target<Dbs>) -> String {
        let Some(skill) = self.skills.get(ability as usize) else { return String::new() };
        let When::Trigger(triggers) = &skill.ability.when else { return String::new() };
        let Some(trigger) = triggers.first() else { return String::new() };
        let (moment, subject) = (trigger.moment, &trigger.subject);
        use Moment::*;
        let timed = matches!(moment, BattleEnds | MainBegins | TurnBegins | TurnEnds);
        if !timed && until == Until::Turn {
            // "when your opponent attacks this turn, …".
            let before = self.it.take();
            let (when, _) = condition::waiting(self, triggers, false);
            let words = self.joined(&skill.ability.steps);
            self.it = before;
            return format!("{} this turn, {words}", lower(when.trim_end_matches(", ")));
        }
        let when = match (moment, subject) {
            (Moment::BattleEnds, _) => "at the end of the battle",
            (Moment::Attacks, _) => "during the next battle",
            (Moment::MainBegins, Filter::Of(Who::Opponent)) => {
                "at the start of your opponent's next Main Phase"
            }
            (Moment::MainBegins, _) => "at the start of your next Main Phase",
            (Moment::TurnBegins, Filter::Of(Who::Opponent)) => "at the start of your opponent's next turn",
            (Moment::TurnBegins, _) => "at the start of your next turn",
            (_, Filter::Of(Who::Opponent)) if until == Until::OpponentsTurnEnd => {
                "at the end of your opponent's turn"
            }
            (_, Filter::Of(Who::Opponent)) => "at the end of your opponent's next turn",
            (_, Filter::Of(_)) => "at the end of your next turn",
            _ => "at the end of the turn",
        };
        let before = self.it.clone();
        if matches!(carry, Target::Slot(_) | Target::Subject | Target::Other) {
            self.it = Some(It { target: Target::Subject, many: false });
        }
        let words = self.joined(&skill.ability.steps);
        self.it = before;
        format!("{when}, {words}")
    }

    /// A skill in quotation marks, which a card gains.
    fn quoted(&self, index: u8) -> String {
        let Some(skill) = self.skills.get(index as usize) else { return String::new() };
        let mut own = Saying { skills: self.skills, tokens: self.tokens, ..Saying::default() };
        own.attacking = self.attacking;
        let limit = skill.ability.limit.map_or(String::new(), |limit| format!(" {}", times(limit)));
        let mut said = format!("\"[Auto]{limit} ");
        let steps = &skill.ability.steps[..];
        if let When::Trigger(triggers) = &skill.ability.when {
            let speaks_of_subject = format!("{steps:?}").contains("Subject");
            let (words, it) = condition::waiting(&mut own, triggers, speaks_of_subject);
            said += &words;
            own.it = it;
        }
        let mut sentences: Vec<String> = own.sentences(steps).iter().map(|words| sentence(words)).collect();
        if let Some(first) = sentences.first_mut() {
            *first = lower(first);
        }
        said + &sentences.join(" ") + "\""
    }

    /// The sentences of a [Permanent] skill.
    fn permanent(&mut self, steps: &[Step<Dbs>]) -> Vec<String> {
        let mut said = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            match &steps[at] {
                Step::If { cond, then, .. } => {
                    let cond = self.condition(cond);
                    said.push(format!("if {cond}, {}", self.together(then)));
                    at += 1;
                }
                _ => {
                    let plain =
                        steps[at..].iter().take_while(|step| !matches!(step, Step::If { .. })).count();
                    said.extend(self.lasting(&steps[at..at + plain]));
                    at += plain;
                }
            }
        }
        said
    }

    /// Changes of one sentence: the same cards are said once.
    fn together(&mut self, steps: &[Step<Dbs>]) -> String {
        let said = self.lasting(steps);
        let Some(first) = said.first() else { return String::new() };
        let subject = [" gets ", " get ", " can't ", " can "]
            .iter()
            .filter_map(|verb| first.find(verb))
            .min()
            .map(|at| &first[..at + 1]);
        let rest = said[1..].iter().map(|next| match subject {
            Some(subject) => next.strip_prefix(subject).unwrap_or(next),
            None => next,
        });
        rest.fold(first.clone(), |words, next| format!("{words} and {next}"))
    }

    /// Changes that last as long as the skill is there: how long goes without saying.
    fn lasting(&mut self, steps: &[Step<Dbs>]) -> Vec<String> {
        let mut said: Vec<String> = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            match &steps[at] {
                Step::Gain { to, change, .. } => {
                    let mut changes = vec![change];
                    while let Some(Step::Gain { to: other, change: next, .. }) = steps.get(at + changes.len())
                    {
                        if other != to || !Self::goes_together(change) || !Self::goes_together(next) {
                            break;
                        }
                        changes.push(next);
                    }
                    at += changes.len();
                    let before = self.everywhere;
                    let words = self.gains(to, &changes, "");
                    let more = matches!(steps.get(at), Some(Step::Gain { .. }));
                    let all = if self.everywhere && !more { " in all areas" } else { "" };
                    // Several changes of the card are said one behind the other, and the areas once.
                    match said.last_mut().filter(|_| before) {
                        Some(last) => {
                            *last = format!("{last} and {}{all}", words.trim_start_matches("this card "))
                        }
                        None => said.push(format!("{words}{all}")),
                    }
                    self.everywhere &= more;
                }
                // "… and if this card is attacking, your opponent can't …".
                Step::If { cond, then, .. } => {
                    let cond = self.condition(cond);
                    said.push(format!("if {cond}, {}", self.together(then)));
                    at += 1;
                }
                other => {
                    let (words, used) = self.clause(std::slice::from_ref(other));
                    said.extend(words);
                    at += used;
                }
            }
        }
        said
    }
}

/// A choice beside another, without the words that keep the two apart.
fn beside(other: &Select<Dbs>, first: effects::Slot) -> Option<Select<Dbs>> {
    let all = match &other.filter {
        Filter::All(all) => &all[..],
        one => std::slice::from_ref(one),
    };
    let (last, rest) = all.split_last()?;
    (*last == Filter::Bound(first).negate()).then(|| {
        let filter = rest.iter().cloned().fold(Filter::Any, Filter::and);
        Select { filter, ..other.clone() }
    })
}

/// How many choices before it a choice is kept apart from.
fn kept_apart(select: &Select<Dbs>) -> usize {
    let apart = |one: &&Filter<Dbs>| matches!(one, Filter::Not(inner) if matches!(**inner, Filter::Bound(_)));
    match &select.filter {
        Filter::All(all) => all.iter().rev().take_while(apart).count(),
        one => usize::from(apart(&one)),
    }
}

impl Saying<'_> {
    /// Choices beside each other: "up to 1 A, 1 B, and 1 C", and all of them are meant from here on.
    fn beside_each_other(&mut self, steps: &[Step<Dbs>]) -> (Option<String>, usize) {
        let mut kinds: Vec<(Select<Dbs>, effects::Slot)> = Vec::new();
        let mut chooser = Who::You;
        for step in steps {
            let Step::Choose { who, slot, from } = step else { break };
            if kept_apart(from) != kinds.len() {
                break;
            }
            chooser = *who;
            let filter = match &from.filter {
                Filter::All(all) => {
                    let own = all.len() - kinds.len();
                    all[..own].iter().cloned().fold(Filter::Any, Filter::and)
                }
                Filter::Not(_) if !kinds.is_empty() => Filter::Any,
                one => one.clone(),
            };
            kinds.push((Select { filter, ..from.clone() }, *slot));
        }
        let each: Vec<String> = kinds.iter().map(|(select, _)| self.select(select)).collect();
        let whose = |select: &Select<Dbs>| matches!(&select.among, Among::Zones { whose: Who::You, .. });
        self.mine = kinds.iter().all(|(select, _)| whose(select));
        let target = Target::Several(kinds.iter().map(|(_, slot)| Target::Slot(*slot)).collect());
        self.picks.push(target.clone());
        self.it = Some(It { target, many: true });
        let verb = match chooser {
            Who::You => "choose".to_string(),
            who => format!("{} chooses", player(who)),
        };
        let theirs =
            |select: &Select<Dbs>| matches!(&select.among, Among::Zones { whose, .. } if *whose != Who::You);
        let barrier = match self.ignores_barrier && kinds.iter().any(|(select, _)| theirs(select)) {
            true => " ignoring [Barrier]",
            false => "",
        };
        (Some(format!("{verb} {}{barrier}", effects::text::printer::listed(&each))), kinds.len())
    }

    /// Whether the skill means the chosen card and the card itself together.
    fn speaks_of_both(&self, slot: effects::Slot) -> bool {
        let both = format!("{:?}", Target::<Dbs>::Several(vec![Target::This, Target::Slot(slot)]));
        self.whole.contains(&both)
    }

    /// "this card and 1 other card": a choice beside the card itself.
    fn with_this(&mut self, slot: effects::Slot, from: &Select<Dbs>) -> String {
        let own = std::mem::take(&mut self.this_from);
        let own = own.first().map_or(String::new(), |place| format!(" in your {}", noun::area(*place)));
        let target = Target::Several(vec![Target::This, Target::Slot(slot)]);
        self.picks.push(target.clone());
        self.it = Some(It { target, many: true });
        self.mine = true;
        // That it is another card goes without saying.
        let filter = match &from.filter {
            Filter::All(all) => all
                .iter()
                .filter(|one| **one != Filter::This.negate())
                .cloned()
                .fold(Filter::Any, Filter::and),
            one if *one == Filter::This.negate() => Filter::Any,
            one => one.clone(),
        };
        let from = Select { filter, ..from.clone() };
        format!("choose this card{own} and {}", self.select(&from))
    }
}

/// Whether a choice leaves out the card itself, as one beside it does.
fn leaves_itself_out(from: &Select<Dbs>) -> bool {
    match &from.filter {
        Filter::All(all) => all.last() == Some(&Filter::This.negate()),
        one => *one == Filter::This.negate(),
    }
}

/// Whether the step behind a named number takes so many of something.
fn takes_named(steps: &[Step<Dbs>]) -> bool {
    match steps.first() {
        Some(Step::Do(
            Verb::Draw { n, .. }
            | Verb::Look { n, .. }
            | Verb::RevealTop { n, .. }
            | Verb::Mill { n, .. }
            | Verb::TuckTop { n, .. }
            | Verb::Token { n, .. },
        )) => *n == Amount::Named,
        _ => false,
    }
}

/// Whether the step behind a choice is about the chosen card and the card itself.
fn is_of_both(steps: &[Step<Dbs>], slot: effects::Slot) -> bool {
    let both = format!("{:?}", Target::<Dbs>::Several(vec![Target::This, Target::Slot(slot)]));
    steps.iter().any(|step| format!("{step:?}").contains(&both))
}

impl Speaker<Dbs> for Saying<'_> {
    /// Clauses as sentences: a choice and what is done with it are one.
    fn grouped(&mut self, steps: &[Step<Dbs>]) -> Vec<String> {
        let mut said: Vec<String> = Vec::new();
        let mut at = 0;
        while at < steps.len() {
            let choice = matches!(steps[at], Step::Choose { .. } | Step::Bind { .. } | Step::Name { .. });
            let (words, used) = self.clause(&steps[at..]);
            at += used;
            let Some(mut words) = words else { continue };
            if choice && used == 1 && at < steps.len() && !matches!(steps[at], Step::Choose { .. }) {
                if let (Some(more), used) = self.clause(&steps[at..]) {
                    words = format!("{words} and {more}");
                    at += used;
                }
            }
            said.push(words);
        }
        said
    }

    /// The first clause, and how many steps it says.
    fn clause(&mut self, steps: &[Step<Dbs>]) -> (Option<String>, usize) {
        if let [choice, verb, ..] = steps {
            if let Some(words) = self.rest_in_order(choice, verb) {
                return (Some(words), 2);
            }
            if let Some(words) = self.left_over(choice, verb) {
                return (Some(words), 2);
            }
            if let Some(words) = self.discard(choice, verb).or_else(|| self.life_until(choice)) {
                return (Some(words), 2);
            }
        }
        match steps {
            // What it goes on top of was meant before this choice.
            [
                Step::Choose { slot, from, .. },
                Step::Do(Verb::Play { what: Target::Slot(of), on: Some(on), active, .. }),
                ..,
            ] if of == slot && *on != Target::This => {
                let below = match on {
                    Target::Test(test) => noun::meant(test),
                    other => self.chosen_before(other, &Target::Slot(*slot)).into(),
                };
                let active = if *active { " in Active Mode" } else { "" };
                let words = format!("play {} on top of {below}{active}", self.select(from));
                self.it = Some(It { target: Target::Slot(*slot), many: false });
                (Some(words), 2)
            }
            // "up to 1 A and up to 1 B": both are meant from here on.
            [Step::Choose { slot, .. }, Step::Choose { from: other, .. }, ..]
                if beside(other, *slot).is_some() =>
            {
                self.beside_each_other(steps)
            }
            // "this card and 1 other card".
            [Step::Choose { who: Who::You, slot, from }, rest @ ..]
                if leaves_itself_out(from) && (is_of_both(rest, *slot) || self.speaks_of_both(*slot)) =>
            {
                (Some(self.with_this(*slot, from)), 1)
            }
            // "choose it": the card that it happened to.
            [Step::Choose { who: Who::You, slot, from }, ..] if from.filter == Filter::Subject => {
                let some = if matches!(from.count, effects::HowMany::UpTo(_)) {
                    "up to 1 of those cards"
                } else {
                    "it"
                };
                self.mine = false;
                self.picks.push(Target::Slot(*slot));
                self.it = Some(It { target: Target::Slot(*slot), many: false });
                let barrier = if self.ignores_barrier { " ignoring [Barrier]" } else { "" };
                (Some(format!("choose {some}{barrier}")), 1)
            }
            // "place 1 card from your hand under the chosen card": the card chosen before.
            [
                Step::Choose { who: Who::You, slot, from },
                Step::Do(Verb::Tuck { what: Target::Slot(of), under: Target::Slot(host) }),
                ..,
            ] if of == slot && host != slot => {
                let words = format!("place {} under the chosen card", self.select(from));
                self.it = Some(It { target: Target::Slot(*host), many: false });
                (Some(words), 2)
            }
            // DBS 17-2-2: only what is called an Extra Card can be placed there, so it is named where it is placed.
            [
                Step::Choose { who: Who::You, slot, from },
                Step::Do(Verb::PlaceExtra(Target::Slot(of))),
                ..,
            ] if of == slot => {
                let words = format!("place {} in your Battle Area", self.select(from));
                self.it = Some(It { target: Target::Slot(*slot), many: false });
                (Some(words), 2)
            }
            // "place it under 1 of your cards": the card chosen last.
            [
                Step::Choose { who: Who::You, slot, from },
                Step::Do(Verb::Tuck { what, under: Target::Slot(host) }),
                ..,
            ] if host == slot && *what != Target::Slot(*slot) => {
                let words = format!("place {} under {}", self.object(what), self.select(from));
                if *what == Target::This {
                    self.it = Some(It { target: Target::Slot(*slot), many: false });
                }
                (Some(words), 2)
            }
            // More of the same, into the same hands.
            [Step::Choose { who: Who::You, slot, from }, ..] if self.picks.contains(&Target::Slot(*slot)) => {
                let count = match &from.count {
                    effects::HowMany::UpTo(n) => format!("up to {}", noun::number(n)),
                    effects::HowMany::Exactly(n) => noun::number(n),
                    _ => "all".into(),
                };
                (Some(format!("choose {count} instead")), 1)
            }
            [Step::Choose { who, slot, from }, ..] => {
                self.picks.push(Target::Slot(*slot));
                let verb = match who {
                    Who::You => "choose".to_string(),
                    who => format!("{} chooses", player(*who)),
                };
                let theirs = matches!(&from.among, Among::Zones { whose, zones }
                    if *whose != Who::You && zones.iter().any(|zone| zone.is_in_play()));
                let barrier = if self.ignores_barrier && theirs { " ignoring [Barrier]" } else { "" };
                // "this card or 1 of your Battle Cards"
                let words = match &from.filter {
                    Filter::Either(any) if any.first() == Some(&Filter::This) && any.len() == 2 => {
                        format!("{verb} this card or 1 of your {}{barrier}", noun::noun(&any[1], true))
                    }
                    _ => format!("{verb} {}{barrier}", self.select(from)),
                };
                self.mine = match &from.among {
                    Among::Zones { whose, .. } => *whose == Who::You,
                    Among::Under { .. } => true,
                    Among::Slot(_) => self.looked_mine,
                    Among::Several(_) => false,
                };
                let many = effects::text::printer::is_many(&from.count);
                self.it = Some(It { target: Target::Slot(*slot), many });
                (Some(words), 1)
            }
            [Step::Bind { slot, to: Target::Each(select) }, ..] if slot.0 == super::areas::THIS_FROM => {
                if let Among::Zones { zones, .. } = &select.among {
                    let new = zones.iter().filter(|zone| !self.this_from.contains(zone));
                    let new: Vec<Area> = new.copied().collect();
                    self.this_from.extend(new);
                }
                (None, 1)
            }
            [Step::Bind { .. }, ..] => (None, 1),
            // A number that is declared, not how many of something are taken.
            [Step::Name { max: Amount::Fixed(most), .. }, rest @ ..] if !takes_named(rest) => {
                let most = if *most == 12 { String::new() } else { format!(" that's {most} or less") };
                (Some(format!("declare 1 number{most}")), 1)
            }
            [Step::Name { max, .. }, ..] => {
                self.named = Some(max.clone());
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
                (Some(self.gains(to, &changes, &verb::until(change, *until))), used)
            }
            [Step::Do(Verb::Activated), ..] => (None, 1),
            [Step::Do(verb), ..] => (Some(self.verb(verb)), 1),
            [Step::May { who: Who::You, steps, then, otherwise }, ..]
                if then.is_empty() && otherwise.is_empty() =>
            {
                (Some(format!("you may {}", self.joined(steps))), 1)
            }
            [Step::Later { ability, until, carry }, ..] => (Some(self.later(*ability, *until, carry)), 1),
            // Each of several is waited with by itself.
            [Step::Each { steps: each, .. }, ..] if matches!(each[..], [Step::Later { .. }]) => {
                let [Step::Later { ability, until, carry }] = &each[..] else { return (None, 1) };
                let same = |step: &&Step<Dbs>| {
                    matches!(step, Step::Each { steps, .. }
                        if matches!(&steps[..], [Step::Later { ability: other, .. }] if other == ability))
                };
                let used = steps.iter().take_while(same).count();
                (Some(self.later(*ability, *until, carry)), used)
            }
            [other, ..] => (Some(self.compound(other).join(". ")), 1),
            [] => (None, 0),
        }
    }

    fn condition(&mut self, cond: &Cond<Dbs>) -> String {
        Saying::condition(self, cond)
    }

    fn amount(&mut self, amount: &Amount<Dbs>) -> String {
        Saying::amount(self, amount)
    }

    fn own(&mut self, step: &Step<Dbs>) -> Option<Vec<String>> {
        match step {
            Step::If { cond: Cond::Not(inner), then, .. } if **inner == Cond::Did => {
                Some(vec![format!("if you don't, {}", self.fronted(then))])
            }
            Step::By { cost, then, .. } => {
                Some(vec![format!("by doing as follows: {}, {}", self.joined(cost), self.joined(then))])
            }
            Step::May { who, steps, then, otherwise } if *who != Who::You && !otherwise.is_empty() => {
                let mut said = vec![self.offer(*who, steps)];
                said.extend(self.following(then));
                said.push(format!("if they don't, {}", self.joined(otherwise)));
                Some(said)
            }
            // One kind of counter only is negated.
            Step::If { cond: Cond::Fact(Fact::Answers(kind)), then, .. }
                if then[..] == [Step::Do(Verb::NegateCounter)] =>
            {
                Some(vec![format!("negate the {} skill", condition::kind_of(kind))])
            }
            // "if it's a red card, you may add it to your hand, otherwise place it …": declined or not so.
            Step::If { cond, then, otherwise } if !otherwise.is_empty() => match &then[..] {
                [Step::May { who: Who::You, steps, then, otherwise: declined }]
                    if then.is_empty() && declined == otherwise =>
                {
                    let cond = self.condition(cond);
                    let before = self.it.clone();
                    let offer = self.joined(steps);
                    self.it = before;
                    Some(vec![format!("if {cond}, you may {offer}, otherwise {}", self.joined(otherwise))])
                }
                _ => None,
            },
            // "place the rest on the top or bottom of your deck in any order".
            Step::OneOf { options, .. } if self.either_end(options).is_some() => {
                self.either_end(options).map(|words| vec![words])
            }
            Step::OneOf { who, options, pick } => {
                let verb = if *who == Who::Opponent { "your opponent chooses" } else { "choose" };
                let front = format!("{verb} {} of the following", in_words((*pick).into()));
                Some(vec![self.options(&front, options)])
            }
            _ => None,
        }
    }

    fn is_clause(&self, step: &Step<Dbs>) -> bool {
        match step {
            Step::May { who, then, otherwise, .. } => {
                *who == Who::You && then.is_empty() && otherwise.is_empty()
            }
            Step::Each { steps, .. } => matches!(steps[..], [Step::Later { .. }]),
            Step::If { cond: Cond::Fact(Fact::Answers(_)), .. } => true,
            step => step.lists().is_empty(),
        }
    }

    fn and(&self, clauses: usize) -> &'static str {
        if clauses == 2 { " and " } else { ", and " }
    }

    fn declined(&self) -> &'static str {
        "if you don't"
    }
}
