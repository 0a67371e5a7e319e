//! One line of a text: its marks, costs and limits. What is left goes to the clause grammar.

use super::lexicon::Lex;
use super::sentence::{
    Sentences, act_front, choice_of, continuous_front, cost_steps, damage_remark, discards_itself,
    done_and_safe, fill, fix_damage, modes, one_sentence, remark, restriction, safe_if, settle,
};
use super::{Sheet, trigger};
use crate::card::{Face, Kind};
use crate::keyword::{KEYWORDS, Keyword, ambush, crossnize, lifelink, purge};
use crate::vocab::{Ability, Condition, Over, Part, Step, Use, Verb, Words};
use effects::text::grammar::{self, Builder};
use effects::text::lexer::{Bracket, Tok, fold, lex};
use effects::text::parser::{Budget, Parser};
use effects::{Limit, Per, When, Who};
use kernel::Unread;

/// The lines of a paragraph with where they start: printed lines, and items behind a square.
pub(super) fn lines(paragraph: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    let mut cuts = Vec::new();
    for (at, c) in paragraph.char_indices() {
        let bullet = || paragraph[at + c.len_utf8()..].trim_start().starts_with(['・', '•', '●', '･', '·']);
        if c == '■' || ((c == '\n' || c == '\r') && !bullet()) {
            cuts.push((start, at));
            start = at + c.len_utf8();
        }
    }
    cuts.push((start, paragraph.len()));
    cuts.into_iter()
        .map(move |(from, to)| (from, &paragraph[from..to]))
        .filter(|(_, words)| !words.trim().is_empty())
}

/// What stood in front of a line.
#[derive(Default)]
struct Marks {
    counter: bool,
    act: bool,
    /// BF KEY-DSHARE-1: a [D] ability.
    shared: bool,
    over: Option<Over>,
    /// The ability's own name.
    name: Option<String>,
}

/// Reads the lines of one card.
pub(super) struct Reader<'a> {
    pub(super) face: &'a Face,
    pub(super) sheet: &'a mut Sheet,
    start: usize,
    /// The name of the ability being read, where its limit counts by that.
    limited: Option<String>,
    /// The name of the ability being read.
    named: Option<String>,
}

impl<'a> Reader<'a> {
    pub fn new(face: &'a Face, sheet: &'a mut Sheet, start: usize) -> Self {
        Reader { face, sheet, start, limited: None, named: None }
    }

    fn unread(&mut self, words: &str, p: &Parser<'_>) {
        let ((from, to), why) = super::miss::told(words, &p.miss());
        let said = words.get(from..to).unwrap_or(words).trim();
        self.sheet.unread.push(Unread {
            field: String::new(),
            span: (self.start + from, self.start + to),
            words: said.to_string(),
            why,
        });
    }

    /// Reads a line, or reports what of it cannot be read.
    pub fn read(&mut self, words: &str, budget: &Budget) {
        let tokens = lex(words);
        let mut p = Parser::within(&tokens, budget);
        if p.at_end() {
            return;
        }
        self.sheet.clauses += 1;
        if self.keyword_line(&mut p) && p.at_end() {
            return;
        }
        if p.attempt(|p| self.bare_keywords(p)).is_some() {
            return;
        }
        let read = p.attempt(|p| self.cost_line(p)).is_some()
            || p.attempt(|p| self.flag_line(p)).is_some()
            || p.attempt(|p| self.restriction_line(p, words)).is_some()
            || p.attempt(|p| self.ability_line(p, words)).is_some();
        if !read || !p.at_end() {
            self.unread(words, &p);
        }
    }

    // ---- keywords ---------------------------------------------------------------------------------------------

    /// Keywords in brackets, several on a line. Leaves the cursor behind the last one.
    fn keyword_line(&mut self, p: &mut Parser<'_>) -> bool {
        let mut any = false;
        while p.attempt(|p| self.keyword(p)).is_some() {
            any = true;
            p.take(",/.");
        }
        any
    }

    /// Keywords that a list wrote without their brackets: only where nothing else is on the line.
    fn bare_keywords(&mut self, p: &mut Parser<'_>) -> Option<()> {
        // Only what cannot be the beginning of a sentence.
        const BARE: [Keyword; 12] = [
            Keyword::Move,
            Keyword::Penetrate,
            Keyword::Soulguard,
            Keyword::Counterattack,
            Keyword::EquipmentChange,
            Keyword::Set,
            Keyword::WeaponryLink,
            Keyword::ChaosTerritory,
            Keyword::OmniLord,
            Keyword::Attacks(2),
            Keyword::Attacks(3),
            Keyword::Attacks(4),
        ];
        let mut found = Vec::new();
        let mut lifelinks = Vec::new();
        while !p.at_end() {
            if p.take("lifelink") {
                lifelinks.push(p.number()?);
            } else if p.peek_group(Bracket::Square).is_some() {
                self.keyword(p)?;
            } else {
                found.push(p.attempt(|p| KEYWORDS.read(p).filter(|keyword| BARE.contains(keyword)))?);
            }
            p.take(",/.");
        }
        found.into_iter().for_each(|keyword| self.sheet.keywords.add(keyword));
        for damage in lifelinks {
            self.lifelink(Some(damage));
        }
        Some(())
    }

    fn lifelink(&mut self, damage: Option<i32>) {
        let mut ability = lifelink::ability(damage);
        ability.words = damage.map_or("[Lifelink Lose]".to_string(), |damage| format!("[Lifelink {damage}]"));
        self.sheet.keywords.add(Keyword::Lifelink);
        self.sheet.add(ability);
    }

    fn keyword(&mut self, p: &mut Parser<'_>) -> Option<()> {
        let words = fold(p.peek_group(Bracket::Square)?);
        if words == "lifelink" && matches!(p.peek_second(), Some(Tok::Number(_))) {
            p.bump();
            let damage = p.number()?;
            self.lifelink(Some(damage));
            return Some(());
        }
        if let Some(number) = words.strip_prefix("lifelink").or_else(|| words.strip_prefix("life link")) {
            let number = number.trim().trim_start_matches(['(', ':']).trim_end_matches(')').trim();
            // BF KEY-LIFELINK-2, KEY-LIFELINK-4.
            let damage = if number == "lose" { None } else { Some(number.parse().ok()?) };
            self.lifelink(damage);
            p.bump();
            return Some(());
        }
        if let Some(keyword) = KEYWORDS.named(&words).filter(|keyword| keyword.transforms()) {
            // BF KEY-TRANSFORM-6: either style of bracket holds the cost.
            p.bump();
            // Without a cost it is equipped by effects only.
            let bare = p.at_end()
                || p.peek_group(Bracket::Square)
                    .is_some_and(|next| Keyword::from_words(&fold(next)).is_some());
            if bare {
                self.sheet.keywords.add(keyword);
                return Some(());
            }
            let steps = self.bracketed_cost(p)?;
            if let Some(index) = self.sheet.transform {
                // BF KEY-TRANSFORM-5, KEY-IMPACTTRANSFORM-7: a card has one of these; the same again adds nothing.
                let has = Self::cost_of(steps) == self.sheet.abilities[index as usize].steps;
                return (has && self.sheet.keywords.has(keyword)).then_some(());
            }
            self.sheet.keywords.add(keyword);
            self.sheet.transform = Some(self.add_cost(steps));
            return Some(());
        }
        if let Some(more) = [("double buddy", 1), ("triple buddy", 2)].iter().find(|it| it.0 == words) {
            // BF OTHER-MULTIBUDDY-1: the names of the further buddies stand behind it.
            p.bump();
            let mut partners = Vec::new();
            while let Some(name) = p.group(Bracket::Quote) {
                partners.push(fold(name));
                p.take("and/,/&");
            }
            if partners.len() != more.1 {
                return p.want("the names of further buddies");
            }
            self.sheet.partners = partners;
            return Some(());
        }
        let keyword = Keyword::from_words(&words)?;
        // BF KEY-CROSSNIZE-3, KEY-PURGE-4, KEY-AMBUSH-3: the same keyword again adds nothing.
        if self.sheet.keywords.has(keyword) {
            p.bump();
            return Some(());
        }
        let ability = match keyword {
            Keyword::Ambush => Some(ambush::ability()),
            Keyword::Crossnize => Some(crossnize::ability()),
            Keyword::Purge => Some(purge::ability()),
            _ => None,
        };
        if let Some(mut ability) = ability {
            ability.words = format!("[{}]", keyword.name());
            self.sheet.add(ability);
        }
        self.sheet.keywords.add(keyword);
        p.bump();
        Some(())
    }

    // ---- costs ------------------------------------------------------------------------------------------------

    fn cost_line(&mut self, p: &mut Parser<'_>) -> Option<()> {
        let named = p.group_any(Bracket::Square, &["call cost", "cast cost", "equip cost"]).is_some()
            || p.take("call/cast/equip cost");
        if !named {
            return None;
        }
        // The way of paying may have a name of its own.
        if matches!(p.peek_second(), Some(Tok::Group(Bracket::Square, _))) {
            p.group(Bracket::Quote);
        }
        let steps = self.bracketed_cost(p).or_else(|| {
            let mut b = Builder::default();
            b.it = Some(effects::Target::This);
            let steps = cost_steps(&self.lex(), p, &mut b)?;
            (p.mark('.') || p.at_end()).then_some(steps)
        })?;
        p.mark('.');
        if !p.at_end() {
            return None;
        }
        if let Some(index) = self.sheet.cost {
            // A list may give a cost twice.
            return (Self::cost_of(steps) == self.sheet.abilities[index as usize].steps).then_some(());
        }
        let index = self.add_cost(steps);
        self.sheet.cost = Some(index);
        Some(())
    }

    fn bracketed_cost(&mut self, p: &mut Parser<'_>) -> Option<Vec<Step>> {
        let lexicon = self.lex();
        let read = |inner: &mut Parser<'_>| {
            let mut b = Builder::default();
            b.it = Some(effects::Target::This);
            let steps = cost_steps(&lexicon, inner, &mut b)?;
            while inner.mark('.') || inner.mark('!') {}
            Some(steps)
        };
        p.group_with(Bracket::Square, read)
    }

    /// BF OTHER-COST-1: a cost is an offer that must be taken whole.
    fn cost_of(cost: Vec<Step>) -> Vec<Step> {
        vec![Step::By { who: Who::You, cost, then: Vec::new(), forced: true }]
    }

    fn add_cost(&mut self, cost: Vec<Step>) -> u8 {
        let steps = Self::cost_of(cost);
        let ability = Ability::new(Part::Cost, When::Granted, steps);
        self.sheet.add(ability)
    }

    pub(super) fn lex(&self) -> Lex {
        Lex { continuous: false }
    }

    // ---- abilities --------------------------------------------------------------------------------------------

    fn marks(&mut self, p: &mut Parser<'_>) -> Marks {
        let mut marks = Marks::default();
        loop {
            if p.group_any(Bracket::Square, &["counter"]).is_some()
                || p.group_any(Bracket::Lens, &["counter", "[counter]"]).is_some()
                || (p.position() == 0 && p.take("counter"))
                || (matches!(p.peek_second(), Some(Tok::Group(Bracket::Lens, _))) && p.take("counter"))
            {
                marks.counter = true;
            } else if p.group_any(Bracket::Lens, &["act"]).is_some()
                || p.group_any(Bracket::Square, &["act"]).is_some()
            {
                marks.act = true;
            } else if !marks.shared && p.group_any(Bracket::Square, &["d"]).is_some() {
                marks.shared = true;
            } else if let Some(over) = p
                .peek_group(Bracket::Square)
                .filter(|_| marks.over.is_none())
                .and_then(|words| Over::from_words(&fold(words)))
            {
                marks.over = Some(over);
                p.bump();
            } else if marks.name.is_none() && self.is_name(p) {
                marks.name = p.group(Bracket::Quote).map(fold);
                self.named = marks.name.clone();
                p.take("!/.");
            } else {
                return marks;
            }
        }
    }

    /// A quoted ability name stands in front of a sentence: it is not the beginning of one ("“X” gets …").
    fn is_name(&self, p: &Parser<'_>) -> bool {
        let Some(Tok::Group(Bracket::Quote, _)) = p.peek() else { return false };
        match p.peek_second() {
            Some(Tok::Word(word)) => !matches!(
                word.as_str(),
                "gets" | "get" | "on" | "in" | "cannot" | "only" | "is" | "can" | "and" | "or" | "with"
            ),
            Some(Tok::Group(bracket, _)) => matches!(bracket, Bracket::Square | Bracket::Lens),
            _ => false,
        }
    }

    pub(super) fn ability_line(&mut self, p: &mut Parser<'_>, words: &str) -> Option<()> {
        let marks = self.marks(p);
        let spell =
            matches!(self.face.kind, Kind::Spell | Kind::Impact) && !self.sheet.keywords.has(Keyword::Set);
        let set = self.sheet.keywords.has(Keyword::Set);
        // "[Set]" may stand behind the first abilities of a spell.
        let own = |text: &String| {
            let said = fold(text);
            let said = said.trim_start_matches(['■', ' ']);
            said.starts_with("[set]")
                || said.contains("] [set]")
                || said.contains("][set]")
                || said.contains("■[set]")
        };
        let set = set || self.face.text.iter().any(own);
        let spell = spell && !set;
        // The lines of a spell become one body: each goes on with the slots of the one before.
        let mut b = Builder::with_slots_from(if spell { self.sheet.slots } else { 0 });
        b.first_granted = self.sheet.abilities.len() as u8;
        if let Some(over) = marks.over {
            let ability = self.over(p, &mut b, &marks, over, words)?;
            return self.push(ability, words, &b);
        }
        if marks.act {
            let mut ability = self.act(p, &mut b, &marks, words)?;
            if marks.shared {
                ability.part = Part::Shared;
            }
            return self.push(ability, words, &b);
        }
        if let Some(would) = p.attempt_with(&mut b, |p, b| trigger::would(&self.lex(), p, b)) {
            let mut steps = self.sentences(p, &mut b, &marks, words)?;
            let mut asked = None;
            if let [Step::If { cond, then, otherwise }] = &steps.steps[..] {
                if otherwise.is_empty() {
                    asked = Some(cond.clone());
                    steps.steps = then.clone();
                }
            }
            // Only "you may A. If you do, it stays" is an ability that steps in.
            let stays = match &steps.steps[..] {
                [Step::By { then, forced: false, .. }] => then.contains(&Step::Do(Verb::Prevent)),
                _ => false,
            };
            if !stays || marks.counter || marks.shared {
                return p.want("something to do instead");
            }
            let mut ability = Ability::new(Part::Field, When::Would(vec![would]), steps.steps);
            ability.cond = asked;
            ability.limit = steps.limit;
            return self.push(ability, words, &b);
        }
        if let Some(when) = p.attempt_with(&mut b, |p, b| trigger::read(&self.lex(), p, b)) {
            if marks.counter {
                return p.want("an ability to use");
            }
            let steps = self.sentences(p, &mut b, &marks, words)?;
            // "Put this card from your hand …" is what a card in hand does.
            let from_hand = fold(words).contains("this card from your hand") && when.part == Part::Field;
            let part = match when.part {
                _ if from_hand => Part::Hand,
                Part::Field if marks.shared => Part::Shared,
                _ if marks.shared => return None,
                part => part,
            };
            let mut ability = Ability::new(part, When::Trigger(when.triggers), steps.steps);
            ability.cond = when.cond;
            ability.limit = steps.limit;
            return self.push(ability, words, &b);
        }
        // "Put this card into the drop zone at the end of turn": what is waited for stands behind.
        if !spell && !marks.counter {
            if let Some(steps) = p.attempt_with(&mut b, |p, b| {
                b.it = Some(effects::Target::This);
                let steps = effects::text::grammar::Lexicon::clause(&self.lex(), p, b)?;
                let ends = p.take("at the? end of the? turn") && (p.mark('.') || p.at_end());
                (ends && p.at_end()).then_some(steps)
            }) {
                let when = When::Trigger(super::compose::end_of_turn());
                return self.push(Ability::new(Part::Field, when, settle(steps)), words, &b);
            }
        }
        // In a soul a spell may have something that is always on.
        if spell && !marks.counter && held_text(p) {
            if let Some(ability) = p.attempt_with(&mut b, |p, b| self.continuous(p, b)) {
                return self.push(ability, words, &b);
            }
        }
        if spell {
            if marks.counter {
                self.sheet.counter = true;
            }
            p.attempt(|p| {
                let only = p.take("you may only cast/use this card")
                    || p.ahead("you may cast this card when") && p.take("you may cast this card");
                if only { self.only_if(p) } else { None }
            });
            if p.at_end() {
                return Some(());
            }
            let steps = self.sentences(p, &mut b, &marks, words)?;
            let use_ = if marks.counter { Use::Counter } else { Use::Main };
            let mut ability = Ability::new(Part::Field, When::Body(use_), steps.steps);
            if let Some(limit) = steps.limit {
                // BF ONCE-4: a spell's body counts by its name.
                self.sheet.limit = Some(Limit { by_name: true, ..limit });
            }
            ability.limit = None;
            self.sheet.slots = b.slots();
            return self.push(ability, words, &b);
        }
        // "[Counter] Call this card from your hand": a monster that may be called so.
        if marks.counter
            && self.face.kind.is_monster()
            && p.take("call this card from your hand .?")
            && p.at_end()
        {
            self.sheet.counter = true;
            return Some(());
        }
        if marks.counter {
            return p.want("an ability to use");
        }
        let from = self.sheet.abilities.len();
        let mut ability = self.continuous(p, &mut b)?;
        if marks.shared {
            for one in self.sheet.abilities[from..].iter_mut().chain([&mut ability]) {
                if one.part != Part::Field {
                    return None;
                }
                one.part = Part::Shared;
            }
        }
        self.push(ability, words, &b)
    }

    /// BF OVER-1: an Over keyword: what has to hold and be paid in brackets, then what it does.
    fn over(
        &mut self,
        p: &mut Parser<'_>,
        b: &mut Builder<Words>,
        marks: &Marks,
        over: Over,
        words: &str,
    ) -> Option<Ability> {
        let lexicon = self.lex();
        let (cond, cost) = p.group_with(Bracket::Square, |inner| {
            let mut cost = Vec::new();
            if !(inner.ahead("during") || inner.ahead("if") || inner.ahead("when")) {
                cost = cost_steps(&lexicon, inner, b)?;
                inner.mark(',');
            }
            let mut cond: Option<Condition> = None;
            while !inner.at_end() {
                let next = restriction(&lexicon, inner, b)?;
                cond = Some(match cond {
                    Some(cond) => cond.and(next),
                    None => next,
                });
            }
            Some((cond, cost))
        })?;
        let steps = self.sentences(p, b, marks, words)?;
        let steps_whole = if cost.is_empty() {
            steps.steps
        } else {
            vec![Step::By { who: Who::You, cost, then: steps.steps, forced: true }]
        };
        if steps.limit.is_some() {
            return None;
        }
        let mut ability = Ability::new(Part::Field, When::Use(Use::Over(over)), steps_whole);
        ability.cond = cond;
        Some(ability)
    }

    /// Adds an ability, unless something that it speaks of was never chosen.
    fn push(&mut self, mut ability: Ability, words: &str, b: &Builder<Words>) -> Option<()> {
        if !b.prelude.is_empty() {
            return None;
        }
        // To keep a card on the field is something to do only when it would leave.
        let prevents = |step: &Step| matches!(step, Step::Do(Verb::Prevent));
        let keeps = ability.steps.iter().any(|step| step.any(&prevents));
        if keeps && !matches!(ability.when, When::Would(_)) {
            return None;
        }
        ability.words = words.trim().to_string();
        // What is set up for later stands in front of the ability that does so.
        for mut later in b.granted.iter().cloned() {
            later.words = ability.words.clone();
            self.sheet.add(later);
        }
        let limited = ability.limit.is_some_and(|limit| limit.by_name);
        let index = self.sheet.add(ability);
        if let Some(name) = self.named.take() {
            self.sheet.ability_names.push((index, name.clone()));
            self.sheet.names.push(name);
        }
        if let (Some(name), true) = (self.limited.take(), limited) {
            self.sheet.named.push((index, name));
        }
        Some(())
    }

    /// BF ACT-0: an ability to use. A condition in front belongs to it; where it works from may be said there too.
    fn act(
        &mut self,
        p: &mut Parser<'_>,
        b: &mut Builder<Words>,
        marks: &Marks,
        words: &str,
    ) -> Option<Ability> {
        let when = if marks.counter { Use::Counter } else { Use::Main };
        let lexicon = self.lex();
        let start = p.clone();
        let mut part = Part::Field;
        let mut cond: Option<Condition> = None;
        while let Some((place, next)) = p.attempt_with(b, |p, b| act_front(&lexicon, p, b)) {
            part = place.unwrap_or(part);
            if let Some(next) = next {
                cond = Some(match cond {
                    Some(cond) => cond.and(next),
                    None => next,
                });
            }
        }
        let steps = self.sentences(p, b, marks, words)?;
        // "Discard this card from your hand" is used from the hand.
        let said = fold(words);
        let from = |place: &str| {
            ["this card", "this monster", "this item"]
                .iter()
                .any(|card| said.contains(&format!("{card} from your {place}")))
        };
        if discards_itself(&steps.steps) || from("hand") {
            part = Part::Hand;
        } else if from("drop zone") {
            part = Part::Drop;
        }
        // "Put this card from the soul of your 《X》 into …" is used from that soul.
        if let Some(held) = used_from_soul(&lexicon, &start, b) {
            part = Part::Soul;
            cond = super::happening::joined(held, cond);
        }
        let mut ability = Ability::new(part, When::Use(when), steps.steps);
        ability.cond = cond;
        ability.limit = steps.limit;
        if part == Part::Hand && said.contains("this card from your hand or field") {
            // Used from either place: an ability for each.
            let mut other = ability.clone();
            other.part = Part::Field;
            other.words = words.trim().to_string();
            self.sheet.add(other);
        }
        Some(ability)
    }

    /// The sentences of an ability, the limit that ends them, and remarks about nullifying.
    fn sentences(
        &mut self,
        p: &mut Parser<'_>,
        b: &mut Builder<Words>,
        marks: &Marks,
        words: &str,
    ) -> Option<Sentences> {
        let lexicon = self.lex();
        let mut steps: Vec<Step> = Vec::new();
        let mut start = 0;
        let mut limit = None;
        let mut fixed = false;
        while !p.at_end() {
            if let Some(found) = p.attempt(|p| self.limit(p, marks)) {
                limit = Some(found);
            } else if p.peek() == Some(&Tok::Mark('・')) {
                let (options, counters) = modes(&lexicon, p, b, words)?;
                self.sheet.counter |= !counters.is_empty();
                // What is chosen is the last thing that is done.
                let last = steps.len().saturating_sub(1);
                if !fill(&mut steps[last..], &choice_of(options, counters)) {
                    return p.want("something to choose from");
                }
            } else if p
                .attempt(|p| if p.take("you may/can only") { self.one_on_field(p) } else { None })
                .is_some()
            {
                // How many of it may be there is said of the card.
            } else if let Some(cond) = p.attempt(|p| safe_if(&lexicon, p, b)) {
                self.sheet.firm_if.push(cond);
            } else if let Some((cond, then)) = p.attempt_with(b, |p, b| done_and_safe(&lexicon, p, b)) {
                self.sheet.firm_if.push(cond.clone());
                start = steps.len();
                steps.push(Step::If { cond, then, otherwise: Vec::new() });
            } else if p.attempt(|p| remark(p, &mut fixed)).is_some() {
                self.sheet.cannot_be_nullified = true;
            } else if p.attempt(|p| damage_remark(p)).is_some() {
                fixed = true;
            } else {
                let more = p.attempt_with(b, |p, b| one_sentence(&lexicon, p, b, &mut steps, &mut start));
                more?;
            }
        }
        if steps.is_empty() || fill(&mut steps.clone(), &Step::Do(Verb::Announce)) {
            return None;
        }
        let mut steps = settle(steps);
        if fixed {
            steps.iter_mut().for_each(fix_damage);
        }
        Some(Sentences { steps, limit })
    }

    /// "You may only use this ability once per turn", ""Name" only activates once per turn".
    fn limit(&mut self, p: &mut Parser<'_>, marks: &Marks) -> Option<Limit> {
        let own = |name: &str, marks: &Marks, face: &Face| {
            is_own(name, &face.folded) || marks.name.as_ref().is_some_and(|own| is_own(name, own))
        };
        let by_name = if p.take("you may/can only use/activate this ability of") {
            let name = p.group(Bracket::Quote)?;
            if !own(name, marks, self.face) {
                return None;
            }
            true
        } else if p.take("you may/can only use/activate/cast/call this ability/card")
            || p.take("this ability only activates/activate")
            || p.take("you may only use ability")
            || p.take("you may only use this abiliy")
            || p.take("this ability can/may only be activated/used")
            || p.take("this ability can/may be activated/used only")
        {
            false
        } else if p.take("you may only use/cast/activate/call/equip") {
            let name = p.group(Bracket::Quote)?;
            if !own(name, marks, self.face) {
                return None;
            }
            self.limited = marks.name.clone().filter(|own| is_own(name, own));
            true
        } else {
            let name = p.group(Bracket::Quote)?;
            let said = p.take("only activates/activate")
                || p.take("can/may only be used/cast/activated")
                || p.take("may be used/cast only");
            if !own(name, marks, self.face) || !said {
                return None;
            }
            self.limited = marks.name.clone().filter(|own| is_own(name, own));
            true
        };
        let (times, per) = how_often(p)?;
        if !(p.mark('.') || p.mark('!') || p.at_end()) {
            return None;
        }
        while p.mark('.') || p.mark('!') || p.mark('?') {}
        Some(Limit { times, per, by_name })
    }

    /// BF CONT-0: always on, while its condition holds. Sentences with conditions of their own are abilities of their own.
    fn continuous(&mut self, p: &mut Parser<'_>, b: &mut Builder<Words>) -> Option<Ability> {
        let lexicon = Lex { continuous: true };
        b.it = Some(effects::Target::This);
        let mut abilities: Vec<Ability> = Vec::new();
        while !p.at_end() {
            // "Then, if …" asks for the condition before it as well.
            let then = p.take("then ,?");
            let front = p.attempt_with(b, |p, b| continuous_front(&lexicon, p, b));
            let fronted = front.is_some();
            let (mut cond, part) = front.unwrap_or((None, Part::Field));
            let before = abilities.last().map(|ability| (ability.cond.clone(), ability.part));
            let part = match &before {
                Some((_, part)) if then || !fronted => *part,
                _ => part,
            };
            if let Some((Some(earlier), _)) = before.filter(|_| then || !fronted) {
                cond = Some(match cond {
                    Some(cond) => earlier.and(cond),
                    None => earlier,
                });
            }
            // BF OTHER-SOULABIL-2: "that card" and "it" of in-soul text mean the card above.
            let that = p.ahead("that card") || p.ahead("give that card");
            let spoken = b.it.take().filter(|it| that && matches!(it, effects::Target::Each(_)));
            b.it = match part {
                Part::Soul => Some(effects::Target::Subject),
                _ => spoken.or(Some(effects::Target::This)),
            };
            let mut steps = Vec::new();
            let mut part = part;
            // "This card on your left or right cannot be destroyed": while it is there.
            if let Some(places) = p.attempt(standing_in) {
                cond = super::happening::joined(cond, Some(effects::Cond::Is(effects::Target::This, places)));
                steps.extend(super::gain::own_gets(p, b)?);
                if !(p.mark('.') || p.mark('!') || p.at_end()) {
                    return p.want("the end of the sentence");
                }
                while p.mark('!') || p.mark('.') {}
                let mut ability = Ability::new(part, When::Always, steps);
                ability.cond = cond;
                abilities.push(ability);
                continue;
            }
            if let Some(filter) = p.attempt_with(b, |p, b| super::gain::held(&lexicon, p, b)) {
                // BF OTHER-SOULABIL-2: in-soul text, said of the card above.
                part = Part::Soul;
                let asked = (filter != effects::Filter::Any)
                    .then_some(effects::Cond::Is(effects::Target::Subject, filter));
                cond = super::happening::joined(asked, cond);
                let it = b.it.replace(effects::Target::Subject);
                steps.extend(super::gain::held_gets(p, b)?);
                b.it = it;
                if !(p.mark('.') || p.mark('!') || p.at_end()) {
                    return p.want("the end of the sentence");
                }
                while p.mark('!') || p.mark('.') {}
                let mut ability = Ability::new(part, When::Always, steps);
                ability.cond = cond;
                abilities.push(ability);
                continue;
            }
            loop {
                // Abilities that cannot be nullified are said of the card, where nothing is asked for it.
                let firm = p.take("its ability/abilities cannot be nullified");
                if firm && cond.is_none() && part == Part::Field {
                    self.sheet.firm = true;
                } else if firm {
                    return None;
                } else {
                    steps.extend(p.attempt_with(b, |p, b| super::gain::continuous(&lexicon, p, b))?);
                }
                if p.take(", and") || p.take("and") || p.mark(',') {
                    continue;
                }
                break;
            }
            if !(p.mark('.') || p.mark('!') || p.at_end()) {
                return p.want("the end of the sentence");
            }
            while p.mark('!') || p.mark('.') {}
            let mut ability = Ability::new(part, When::Always, steps);
            ability.cond = cond;
            abilities.push(ability);
        }
        let last = abilities.pop()?;
        for ability in abilities {
            self.sheet.add(ability);
        }
        Some(last)
    }
}

/// Whether a name is this one, as lists spell it: they lose first letters, and a letter or two are wrong.
pub(super) fn is_own(name: &str, own: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<Vec<char>>();
    let (name, own) = (letters(&fold(name)), letters(own));
    name == own || name.len() >= 5 && own.ends_with(&name) || own.len() > 6 && distance(&name, &own) <= 2
}

/// How many letters differ, at the least.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut left = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let next = (left + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            left = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}

/// "this card on your left or right": the areas it must be in.
fn standing_in(p: &mut Parser<'_>) -> Option<effects::Filter<Words>> {
    if !(p.take("this card on/in your") || p.take("this card on/in the")) {
        return None;
    }
    let zones = super::lexicon::zones(p)?;
    if !zones.iter().all(|zone| zone.is_area()) {
        return None;
    }
    let mut places: Vec<_> =
        zones.iter().map(|zone| effects::Filter::Test(crate::vocab::Test::In(*zone))).collect();
    Some(if places.len() == 1 { places.remove(0) } else { effects::Filter::Either(places) })
}

/// Whether a line speaks of the card whose soul this is in.
fn held_text(p: &Parser<'_>) -> bool {
    let mut ahead = p.clone();
    if ahead.ahead("if this card is in") {
        return true;
    }
    if !ahead.take("the") {
        return false;
    }
    while !ahead.at_end() && !ahead.ahead(".") {
        if ahead.ahead("with this card in its soul gets/cannot/get") {
            return true;
        }
        ahead.bump();
    }
    false
}

/// "…this card from the soul of your 《X》…": what is asked of the card above, if that is said.
fn used_from_soul(lex: &Lex, p: &Parser<'_>, b: &Builder<Words>) -> Option<Option<Condition>> {
    let (mut p, mut b) = (p.clone(), b.clone());
    while !p.at_end() {
        if p.take("this card/monster from the soul of") {
            let noun = grammar::noun_phrase(lex, &mut p, &mut b)?;
            let asked = noun.filter != effects::Filter::Any;
            return Some(asked.then_some(effects::Cond::Is(effects::Target::Subject, noun.filter)));
        }
        p.bump();
    }
    None
}

/// "once per turn", "twice per battle".
pub(super) fn how_often(p: &mut Parser<'_>) -> Option<(u8, Per)> {
    let times = if p.take("once") {
        1
    } else if p.take("twice") {
        2
    } else {
        return None;
    };
    let per = if p.take("per turn") {
        Per::Turn
    } else if p.take("per battle") {
        Per::Battle
    } else if p.take("per game/fight") {
        Per::Game
    } else {
        return None;
    };
    Some((times, per))
}
