//! Headers: which skill a paragraph is, with what limits and costs, and the keyword skills it names.

use super::areas::{areas_of, home, permanent_areas};
use super::nouns::Words;
use super::spelling::{is_option, mentions, plain_dashes, plain_symbols, plain_words, tidy, without_notes};
use super::triggers;
use super::walk::{gather, mixes, mixes_in, theirs, widen};
use super::{Skill, SkillKind, area_bit, costs};
use crate::card::{Color, Keywords, Kind, Printed};
use crate::keyword;
use crate::rule;
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::miss::{relocate, told};
use effects::text::{Bracket, Budget, Builder, Parser, Tok, Token, lex};
use effects::{Ability, Amount, Cmp, Cond, Filter, HowMany, Limit, Per, Select, Step, Target, When, Who};
use effects::{Among, Phrase, text::Miss};
use kernel::Unread;
use serde_json::Value;

/// What was read of a card's text.
#[derive(Default)]
pub struct Reading {
    pub skills: Vec<Skill>,
    pub keywords: [Keywords; 2],
    pub empower: Vec<(Option<Color>, u8)>,
    pub tokens: Vec<Value>,
    pub unread: Vec<Unread>,
    pub clauses: usize,
    pub more: [More; 2],
}

/// What a text adds to the card in all areas.
#[derive(Default, Clone, Debug)]
pub struct More {
    pub colors: Vec<Color>,
    pub traits: Vec<Phrase>,
    pub characters: Vec<Phrase>,
    pub names: Vec<Phrase>,
    pub keywords: Vec<Keyword>,
}

/// What stands in front of a skill.
#[derive(Clone, Default)]
pub(super) struct Header {
    pub(super) kind: Option<SkillKind>,
    window: Option<Window>,
    pub(super) limit: Option<Limit>,
    /// [Sparking], [Bond]: when the skill is valid.
    pub(super) cond: Option<Cond<Dbs>>,
    pub(super) burst: Option<i32>,
    /// [Spirit Boost X].
    pub(super) boost: Option<i32>,
    pub(super) markers: Option<i8>,
    awaken: bool,
    wish: bool,
    is_keyword: bool,
}

impl Header {
    /// Whether nothing stood there but keywords.
    fn is_bare(&self) -> bool {
        let nothing = self.burst.is_none() && self.boost.is_none() && self.markers.is_none();
        self.kind.is_none() && self.limit.is_none() && self.cond.is_none() && nothing
    }
}

/// Whether a step says what the card is, once and for all: where its keyword skills reach, or what a deck may hold.
fn shapes_card(step: &Step<Dbs>) -> bool {
    use Change::{Copies, Includes, Materials, Reach};
    matches!(step, Step::Gain { change: Materials(..) | Reach(..) | Copies(_) | Includes(..), .. })
}

/// Whether such a step stands under a condition.
fn shapes_within(step: &Step<Dbs>) -> bool {
    step.lists().into_iter().flatten().any(|step| step.any(&shapes_card))
}

impl Reading {
    /// Reads the paragraphs of one side.
    pub fn read(&mut self, texts: &[String], field: &str, part: Part, card: &Printed) {
        let mut at = 0;
        let budget = Budget::of_texts(texts);
        while at < texts.len() {
            // Options of "choose one" follow as paragraphs of their own.
            let mut end = at + 1;
            while end < texts.len()
                && (is_option(&texts[end]) || super::quoted::is_quoted(&texts[end - 1], &texts[end]))
            {
                end += 1;
            }
            let text = texts[at..end].join("\n");
            let before = self.unread.len();
            self.paragraph(&text, &format!("{field}[{at}]"), part, card, &budget);
            let begins = texts[at..end].iter().scan(0, |begin, text| {
                let here = *begin;
                *begin += text.len() + 1;
                Some(here)
            });
            let from: Vec<(usize, usize)> = begins.zip(at..).collect();
            self.unread[before..].iter_mut().for_each(|unread| relocate(unread, field, texts, &from));
            at = end;
        }
    }

    fn paragraph(&mut self, text: &str, field: &str, part: Part, card: &Printed, budget: &Budget) {
        if let Some(unread) = Unread::of_signs(text, field) {
            self.clauses += 1;
            self.unread.push(unread);
            return;
        }
        let text = &plain_symbols(&plain_dashes(text));
        let tokens = tidy(lex(text));
        if tokens.iter().all(|token| matches!(token.tok, Tok::Group(Bracket::Paren, _))) {
            return;
        }
        self.clauses += 1;
        let saved = (self.skills.len(), self.keywords, self.empower.len(), self.tokens.len());
        let mut p = Parser::within(&tokens, budget);
        let read = self.skills_of(&mut p, &tokens, text, part, card);
        if let Err(miss) = read {
            self.skills.truncate(saved.0);
            self.keywords = saved.1;
            self.empower.truncate(saved.2);
            self.tokens.truncate(saved.3);
            let (span, why) = told(text, (0, text.len()), &miss, super::miss::PARTS);
            let words = text.get(span.0..span.1).unwrap_or(text).to_string();
            let why = newer(text).map_or(why, |what| format!("newer than the document: {what}"));
            self.unread.push(Unread { field: field.to_string(), span, words, why });
        }
    }

    fn skills_of(
        &mut self,
        p: &mut Parser<'_>,
        tokens: &[Token],
        text: &str,
        part: Part,
        card: &Printed,
    ) -> Result<(), Miss> {
        let side = usize::from(part == Part::Back);
        let mut header = Header::default();
        loop {
            if p.at_end() {
                // A limit or condition beside a bare keyword is more than the keyword says.
                return match header.is_bare() {
                    true => Ok(()),
                    false => Err(p.miss()),
                };
            }
            // A bare separator between keyword skills.
            if header.kind.is_none() && (p.mark(',') || p.mark('.') || p.mark('/')) {
                continue;
            }
            let Some(group) = p.peek_group(Bracket::Square) else { break };
            let words = effects::text::lexer::fold(group);
            if header.kind.is_none() || header.is_keyword {
                if let Some(skill) = keyword::simple(&words) {
                    // "[Blocker] : …" and the like would be something else.
                    p.bump();
                    if self.is_stray(p) {
                        return Err(p.miss());
                    }
                    if header.is_bare() && self.limited_keyword(p, skill, &words, part, card) {
                        return Ok(());
                    }
                    self.keywords[side].add(skill);
                    continue;
                }
                if let Some(empower) = keyword::empower(&words) {
                    p.bump();
                    self.empower.extend(empower);
                    continue;
                }
            }
            if let Some(read) = self.activated_keyword(p, &words, tokens, text, part, card, &header) {
                return read;
            }
            if !read_header(&words, &mut header) {
                break;
            }
            p.bump();
            let after = after_header(&words, p, card);
            if words.starts_with("bond ") && header.kind == Some(SkillKind::Permanent) {
                p.mark(':');
            }
            if let Some(more) = after {
                header.cond = Some(match header.cond.take() {
                    Some(cond) => cond.and(more),
                    None => more,
                });
            }
        }
        if header.kind.is_none() {
            let _ = p.want::<()>("a skill type or keyword");
            return Err(p.miss());
        }
        if header.kind == Some(SkillKind::Permanent) && p.attempt(|p| only_one(p, card)).is_some() {
            // DBS 21-11-2: what [Unique] does, by a [Permanent] skill.
            self.keywords[side].add(Keyword::OnlyOne);
            if p.at_end() {
                return Ok(());
            }
        }
        if header.kind == Some(SkillKind::Permanent) {
            if let Some(more) = p.attempt(in_all_areas) {
                more.keywords.iter().for_each(|keyword| self.keywords[side].add(*keyword));
                let all = &mut self.more[side];
                all.colors.extend(more.colors);
                all.traits.extend(more.traits);
                all.characters.extend(more.characters);
                all.names.extend(more.names);
                return Ok(());
            }
        }
        self.skill(p, tokens, text, part, card, header)
    }

    /// "[Blocker] [Limit 1]", "[Dual Attack] [Sparking 7]": a keyword with a limit is a skill of its own, one with a
    /// condition is gained while that holds.
    fn limited_keyword(
        &mut self,
        p: &mut Parser<'_>,
        keyword: Keyword,
        words: &str,
        part: Part,
        card: &Printed,
    ) -> bool {
        let mut header = Header::default();
        let read = p.attempt(|p| {
            while let Some(group) = p.peek_group(Bracket::Square) {
                let words = effects::text::lexer::fold(group);
                read_header(&words, &mut header).then_some(())?;
                p.bump();
                if words.starts_with("bond ") {
                    // "[Blocker] [Bond 3] Red 《X》 cards": which cards stand behind.
                    let more = after_header(&words, p, card)?;
                    p.take("card/cards");
                    let _ = p.mark(':') || p.mark('.');
                    header.cond = Some(match header.cond.take() {
                        Some(cond) => cond.and(more),
                        None => more,
                    });
                }
            }
            (p.at_end() && header.kind.is_none() && header.burst.is_none() && header.boost.is_none())
                .then_some(())
        });
        if read.is_none() || header.is_bare() {
            return false;
        }
        if let (Some(limit), None) = (header.limit, &header.cond) {
            let book = keyword::book();
            let Some((_, skill)) =
                book.into_iter().find(|(of, skill)| of.bit() == keyword.bit() && skill.moments != 0)
            else {
                return false;
            };
            let mut skill = skill;
            skill.ability.part = part;
            skill.ability.limit = Some(limit);
            skill.keyword = Some(words.to_string());
            skill.ability.words = format!("[{words}]");
            let side = usize::from(part == Part::Back);
            self.keywords[side].add(keyword);
            self.keywords[side].limited |= keyword.bit();
            self.skills.push(skill);
            return true;
        }
        let (Some(cond), None) = (header.cond, header.limit) else { return false };
        let to = effects::Gainer::Cards(Target::This);
        let steps = vec![Step::Gain { to, change: Change::Keyword(keyword), until: Until::Game }];
        let mut ability = Ability::new(part, When::Always, steps);
        ability.cond = Some(cond);
        ability.words = format!("[{words}]");
        let areas = home(card, SkillKind::Permanent);
        self.skills.push(Skill::new(ability, SkillKind::Permanent, areas));
        true
    }

    /// Whether words follow that a simple keyword skill cannot have.
    fn is_stray(&self, p: &Parser<'_>) -> bool {
        !(p.at_end()
            || p.peek_group(Bracket::Square).is_some()
            || matches!(p.peek(), Some(Tok::Mark(',' | '.' | '/'))))
    }

    /// A keyword skill with a cost or conditions of its own: the keyword's file says how it reads.
    #[allow(clippy::too_many_arguments)]
    fn activated_keyword(
        &mut self,
        p: &mut Parser<'_>,
        words: &str,
        tokens: &[Token],
        text: &str,
        part: Part,
        card: &Printed,
        header: &Header,
    ) -> Option<Result<(), Miss>> {
        let mut b = Builder::default();
        b.first_granted = self.skills.len() as u8 + 1;
        let start = p.position();
        let mut cursor = p.clone();
        cursor.bump();
        let mut header = header.clone();
        while let Some(group) = cursor.peek_group(Bracket::Square) {
            let words = effects::text::lexer::fold(group);
            let known = words == "once per turn"
                || words.starts_with("limit ")
                || words.strip_prefix("spirit boost ").is_some_and(|n| n.parse::<i32>().is_ok());
            if !known || !read_header(&words, &mut header) {
                break;
            }
            cursor.bump();
        }
        let read = keyword::activated(words, &mut cursor, &mut b, card)?;
        *p = cursor;
        let side = usize::from(part == Part::Back);
        Some(match read {
            Some((mut skill, keyword)) => {
                // Another skill may follow on the same line.
                let more = p.peek_group(Bracket::Square).is_some();
                if !more && (!p.at_end() && !p.mark('.') || !p.at_end()) {
                    let _ = p.want::<()>("the end of the keyword skill");
                    return Some(Err(p.miss()));
                }
                if let Some(n) = header.boost {
                    boosted(&mut skill, n, header.cond.take());
                }
                skill.ability.part = part;
                skill.ability.limit = skill.ability.limit.or(header.limit);
                skill.is_keyword = true;
                skill.keyword = Some(words.to_string());
                (skill.unmet, skill.unpaid) = keyword::refusals(words);
                skill.ability.words = plain_words(text, p.span_from(start));
                for keyword in keyword.into_iter().chain(keyword::besides(words)) {
                    self.keywords[side].add(keyword);
                }
                self.skills.push(skill);
                self.append_granted(b);
                if more { self.skills_of(p, tokens, text, part, card) } else { Ok(()) }
            }
            None => Err(p.miss()),
        })
    }

    fn skill(
        &mut self,
        p: &mut Parser<'_>,
        tokens: &[Token],
        text: &str,
        part: Part,
        card: &Printed,
        mut header: Header,
    ) -> Result<(), Miss> {
        let start = p.position();
        let mut lexicon = Words::new(card);
        lexicon.tokens_from = u8::try_from(self.tokens.len()).ok();
        lexicon.notes = tokens
            .iter()
            .filter_map(|token| match &token.tok {
                Tok::Group(Bracket::Paren, note) => Some(note.clone()),
                _ => None,
            })
            .collect();
        let unions = |skill: &Skill| skill.keyword.clone().filter(|words| words.starts_with("union"));
        let mut unions = self.skills.iter().filter_map(unions).peekable();
        lexicon.fuses.set(unions.peek().is_some() && unions.all(|words| words == "union-fusion"));
        let mut b = Builder::default();
        b.first_granted = self.skills.len() as u8 + 1;
        let kind = header.kind.unwrap_or(SkillKind::Auto);
        // The skill cost stands before the colon.
        // DBS 20-2-2: in front of a list of options it ends no cost.
        let lists = |at: usize| tokens.get(at + 1).is_some_and(|token| token.tok == Tok::Mark('・'));
        let colon = (start..tokens.len()).find(|at| tokens[*at].tok == Tok::Mark(':') && !lists(*at));
        let mut cost = costs::SkillCost::default();
        if let (Some(colon), true) = (colon, kind != SkillKind::Permanent) {
            let front = &tokens[start..colon];
            let mut inner = p.inside(front);
            match costs::skill_cost(&lexicon, &mut inner, &mut b) {
                Some(read) if inner.at_end() => cost = read,
                _ => {
                    let _ = inner.want::<()>("a skill cost");
                    return Err(inner.miss());
                }
            }
            while p.position() <= colon {
                p.bump();
            }
        }
        if colon.is_none() && kind == SkillKind::Auto {
            // "[Auto] B, when this card is played, …": the colon was left out.
            let paid = p.attempt(|p| {
                let paid = super::costs::energy(p)?;
                (p.mark(',') && p.ahead("when")).then_some(paid)
            });
            cost.energy = paid.unwrap_or_default();
        }
        let rest = &tokens[p.position()..];
        let body_at = p.position();
        let mut p = p.inside(rest);
        let p = &mut p;
        if let Some(n) = header.burst {
            // DBS 22-27-3: cards from the top of the deck are part of the cost.
            let to = To::area(Area::Drop);
            // DBS 1-6-3: it stands in front of the rest.
            let slot = super::moving::spoken_of(p, &mut b);
            cost.steps.insert(0, Step::Do(Verb::Mill { who: Who::You, n: Amount::Fixed(n), to, slot }));
        }
        if let Some(n) = header.boost {
            // DBS 22-43-3: markers of the player's Unison Card.
            let what = Target::Test(Test::YourUnison);
            cost.steps.push(Step::Do(Verb::Markers { what, n: Amount::Fixed(-n) }));
        }
        if let Some(n) = header.markers {
            if n != 0 {
                let n = Amount::Fixed(n.into());
                cost.steps.insert(0, Step::Do(Verb::Markers { what: Target::This, n }));
            }
        }
        // DBS 1-7-2-3: "[Auto] When this card would …, … instead" replaces what it speaks of.
        let replaces = match (kind, cost.steps.is_empty() && cost.energy.value() == 0 && !cost.asks_x) {
            (SkillKind::Auto, true) => p.attempt_with(&mut b, |p, b| super::would::would(&lexicon, p, b)),
            _ => None,
        };
        if let Some((triggers, steps)) = replaces {
            (header.limit.is_none()).then_some(()).ok_or_else(|| p.miss())?;
            return self.permanent(steps, When::Would(triggers), header, cost, part, card, text, b);
        }
        let when = match (kind, header.window) {
            (SkillKind::Auto, _) => {
                let triggers = match triggers::triggers(&lexicon, p, &mut b) {
                    Some(triggers) => triggers,
                    None => return Err(p.miss()),
                };
                let own = |one: &effects::Trigger<Dbs>| {
                    one.moment == Moment::Played && triggers::is_its_own(&one.subject)
                };
                lexicon.waits_for_play.set(triggers.iter().all(own));
                When::Trigger(triggers)
            }
            (SkillKind::Permanent, _) => When::Always,
            (_, Some(window)) => When::Use(window),
            _ => return Err(p.miss()),
        };
        let mut when = when;
        let effect = match kind {
            SkillKind::Permanent => {
                let lasting = p.attempt_with(&mut b, |p, b| {
                    let steps = super::permanents::permanent(&lexicon, p, b)?;
                    p.at_end().then_some(steps)
                });
                let stepped = lasting.or_else(|| {
                    let (triggers, steps) = super::would::would(&lexicon, p, &mut b)?;
                    when = When::Would(triggers);
                    Some(steps)
                });
                // What lasts has no number of times; what steps in may have.
                let lasts = matches!(when, When::Always);
                stepped.filter(|_| !lasts || header.limit.is_none())
            }
            _ => grammar::body(&lexicon, p, &mut b),
        };
        let effect = match effect {
            Some(steps) if p.at_end() => steps,
            _ => return Err(p.miss()),
        };
        // "for each card under this card. (Up to 3.)": such a note is no reminder.
        let capped = |note: &String| {
            let note = effects::text::lexer::fold(note);
            note.starts_with("up to") || note.contains(" max")
        };
        // Cards that are unlike each other are chosen one by one, or are counted as such; nothing else can be said of them.
        let unlike = (text.contains("different") || text.contains("total")) && {
            let all = format!("{effect:?}{:?}{:?}{:?}", cost.steps, cost.cond, when);
            all.contains("Unlike(Name, None)")
                || all.contains("Unlike(Character, None)")
                || all
                    .split("Within(")
                    .skip(1)
                    .any(|one| one.split(')').next().is_some_and(|one| one.ends_with("None")))
        };
        if lexicon.notes.iter().any(capped) || unlike {
            let _ = p.want::<()>("no limit beside the words");
            return Err(p.miss());
        }
        let mut effect = effect;
        if let Some(host) = b.spoken.take() {
            // "play this card from under a <X> card": what the card on top of it must be.
            let cond = Cond::Is(Target::Test(Test::TopOfThis), host);
            cost.cond = Some(match cost.cond.take() {
                Some(old) => old.and(cond),
                None => cond,
            });
        }
        if let Some(Step::Do(Verb::Look { whose, .. })) = effect.last() {
            // DBS 20-12-3: cards looked at with nothing said about them are shuffled.
            effect.push(Step::Do(Verb::Shuffle { who: *whose, area: Area::Deck }));
        }
        // DBS 22-2-4-1, 22-25-4-4: unless the text itself says that it is flipped.
        if header.awaken && !effect.iter().any(flips) {
            // DBS 22-2-4: it flips over after the effect.
            effect.push(Step::Do(Verb::Flip(Target::This)));
        }
        if kind == SkillKind::Permanent && mixes_in(&effect) {
            let _ = p.want::<()>("which of the conditions go together");
            return Err(p.miss());
        }
        self.tokens.extend(lexicon.made.take());
        if kind == SkillKind::Permanent {
            if lexicon.once.get() {
                header.limit = header.limit.or(Some(Limit { times: 1, per: Per::Turn, by_name: false }));
            }
            if let Some(why) = super::areas::nowhere_whole(&effect) {
                let _: Option<()> = p.want(why);
                return Err(p.miss());
            }
            let conditional = header.cond.is_some() || cost.cond.is_some();
            if effect.iter().any(|step| shapes_card(step) && conditional || shapes_within(step)) {
                let _ = p.want::<()>("a sentence without a condition");
                return Err(p.miss());
            }
            return self.permanent(effect, when, header, cost, part, card, text, b);
        }
        let words = plain_words(text, (tokens.get(body_at).map_or(0, |token| token.span.0), text.len()));
        let mut skill = self.activation(effect, when, kind, &cost, card);
        let folded = effects::text::lexer::fold(&text[tokens.get(body_at).map_or(0, |token| token.span.0)..]);
        // DBS 22-10-3-1: what the skill describes; reminder notes and being "in play" describe nothing of the kind.
        let folded = without_notes(&folded).replace("in play", "there");
        skill.mentions_play = mentions(&folded, "play");
        skill.mentions_attack = mentions(&folded, "attack");
        skill.mentions_battle_card_attack = folded.contains("attack with a battle card");
        if cost.cond.as_ref().is_some_and(mixes) || mixes_in(&skill.ability.steps) {
            let _ = p.want::<()>("which of the conditions go together");
            return Err(p.miss());
        }
        if let Some(what) = untold(text) {
            let _ = p.want::<()>(what);
            return Err(p.miss());
        }
        if super::walk::asks_of_shuffled(&skill.ability.steps) {
            let _ = p.want::<()>("what the revealed card was before the shuffle");
            return Err(p.miss());
        }
        let ignoring =
            folded.matches("ignoring [barrier]").count() + folded.matches("ignoring[barrier]").count();
        let marked = super::walk::past_barrier(&skill.ability.steps);
        if ignoring > 0 && marked < theirs(&skill.ability.steps) && marked < ignoring {
            // Which choices go past [Barrier] and which do not cannot be told.
            let _ = p.want::<()>("one choice that ignores [Barrier]");
            return Err(p.miss());
        }
        // Where all of them do it is said of the skill, else of each choice.
        skill.ignores_barrier = ignoring > 0 && theirs(&skill.ability.steps) <= ignoring;
        if skill.ignores_barrier {
            super::walk::forget_barrier(&mut skill.ability.steps);
            let made = Ability::new(skill.ability.part, When::Granted, skill.ability.steps.clone());
            skill.ability.program = made.program;
        }
        skill.ability.part = part;
        skill.ability.cond = header.cond;
        skill.ability.limit = header.limit;
        skill.ability.words = words;
        skill.markers = header.markers;
        skill.is_keyword = header.is_keyword;
        skill.awakens = header.awaken && !header.wish;
        skill.asks_x = cost.asks_x;
        skill.burst = header.burst.and_then(|n| u8::try_from(n).ok());
        if header.awaken {
            // DBS 22-2-3, 22-25-3: not without its conditions and costs.
            let refusal = if header.wish { rule!("22-25-3") } else { rule!("22-2-3") };
            (skill.unmet, skill.unpaid) = (refusal, refusal);
        }
        if kind == SkillKind::Counter {
            self.keywords[usize::from(part == Part::Back)].add(Keyword::Counter);
        }
        self.skills.push(skill);
        self.append_granted(b);
        Ok(())
    }

    /// Puts cost, activation and effect together.
    fn activation(
        &self,
        effect: Vec<Step<Dbs>>,
        when: When<Dbs>,
        kind: SkillKind,
        cost: &costs::SkillCost,
        card: &Printed,
    ) -> Skill {
        let areas = areas_of(card, kind, &when, cost, &effect);
        let mut skill = assemble(cost, effect, when, kind, areas);
        skill.cost_cond = cost.cond.clone();
        skill.energy = cost.energy;
        let hand = area_bit(Area::Hand);
        skill.moves_itself = areas == hand && card.kind != Kind::Extra && kind == SkillKind::Activate;
        skill
    }

    #[allow(clippy::too_many_arguments)]
    fn permanent(
        &mut self,
        effect: Vec<Step<Dbs>>,
        when: When<Dbs>,
        header: Header,
        cost: costs::SkillCost,
        part: Part,
        card: &Printed,
        text: &str,
        b: Builder<Dbs>,
    ) -> Result<(), Miss> {
        let areas = permanent_areas(card, &effect);
        let mut ability = Ability::new(part, when, effect);
        ability.cond = header.cond;
        ability.limit = header.limit;
        ability.words = plain_words(text, (0, text.len()));
        let kind = header.kind.unwrap_or(SkillKind::Permanent);
        let mut skill = Skill::new(ability, kind, areas);
        skill.cost_cond = cost.cond;
        self.skills.push(skill);
        self.append_granted(b);
        Ok(())
    }

    /// DBS 22-5-3-1, 22-13-4-2-1, 22-13-5-2-1, 22-47-4-1: what a text says about the cards to choose for a keyword skill of
    /// the same card widens the choices of that skill.
    pub fn widen(&mut self) {
        let wider: Vec<(Keyword, Area, Filter<Dbs>)> = self
            .skills
            .iter()
            .flat_map(|skill| &skill.ability.program)
            .filter_map(|op| match op {
                effects::Op::Gain { change: Change::Materials(keyword, area, filter), .. } => {
                    Some((*keyword, *area, filter.clone()))
                }
                _ => None,
            })
            .collect();
        let reach: Vec<(Phrase, Area)> = self
            .skills
            .iter()
            .flat_map(|skill| &skill.ability.program)
            .filter_map(|op| match op {
                effects::Op::Gain { change: Change::Reach(words, area), .. } => Some((words.clone(), *area)),
                _ => None,
            })
            .collect();
        for (words, area) in reach {
            for skill in self.skills.iter_mut().filter(|one| one.keyword.as_deref() == Some(words.as_str())) {
                skill.areas |= area_bit(area);
            }
        }
        for (keyword, area, filter) in wider {
            for skill in &mut self.skills {
                let of = match skill.keyword.as_deref() {
                    Some(words) if words.starts_with("union") => Keyword::Union,
                    Some("evolve" | "ex-evolve" | "xeno-evolve") => Keyword::Evolve,
                    Some(words) if words.starts_with("z-stack") => Keyword::ZStack,
                    _ => continue,
                };
                if of == keyword {
                    let mut steps = skill.ability.steps.clone();
                    let slots = widen(&mut steps, area, &filter);
                    if skill.keyword.as_deref() != Some("union-fusion") && keyword != Keyword::ZStack {
                        gather(&mut steps, &slots);
                    }
                    skill.ability.program =
                        Ability::new(skill.ability.part, When::Granted, steps.clone()).program;
                    skill.ability.steps = steps;
                }
            }
        }
    }

    fn append_granted(&mut self, mut b: Builder<Dbs>) {
        for ability in std::mem::take(&mut b.granted) {
            let mut skill = Skill::new(ability, SkillKind::Auto, u16::MAX);
            skill.ability.part = Part::Given;
            // DBS 20-18-1: one that another card gains is an [Auto] skill like any other; it has words of its own.
            skill.is_delayed = skill.ability.words.is_empty();
            self.skills.push(skill);
        }
    }
}

/// DBS 22-43-3: markers of the player's Unison Card come first among the cost of a keyword skill.
fn boosted(skill: &mut Skill, n: i32, cond: Option<Cond<Dbs>>) {
    let what = Target::Test(Test::YourUnison);
    let markers = Step::Do(Verb::Markers { what, n: Amount::Fixed(-n) });
    let steps = match std::mem::take(&mut skill.ability.steps).as_mut_slice() {
        [Step::By { who, cost, then, forced }] => {
            let cost = std::iter::once(markers).chain(std::mem::take(cost)).collect();
            vec![Step::By { who: *who, cost, then: std::mem::take(then), forced: *forced }]
        }
        steps => {
            let then = steps.to_vec();
            vec![Step::By { who: Who::You, cost: vec![markers], then, forced: skill.kind != SkillKind::Auto }]
        }
    };
    let made = Ability::new(skill.ability.part, When::Granted, steps);
    let activated = |op: &effects::Op<Dbs>| matches!(op, effects::Op::Do(Verb::Activated));
    skill.pay_end = made.program.iter().position(activated).unwrap_or(0) as u16;
    (skill.ability.steps, skill.ability.program) = (made.steps, made.program);
    skill.ability.cond = cond;
}

/// What the rule document does not know yet, where a text speaks of it.
fn newer(text: &str) -> Option<&'static str> {
    let folded = effects::text::lexer::fold(text);
    let word = |of: &str| folded.split(|c: char| !c.is_alphanumeric()).any(|word| word == of);
    if word("white") || text.contains('白') {
        return Some("white cards");
    }
    (folded.contains("hidden mode") || folded.contains("revealed mode")).then_some("Hidden Mode")
}

/// Cost, activation, effect: one program.
pub fn assemble(
    cost: &costs::SkillCost,
    effect: Vec<Step<Dbs>>,
    when: When<Dbs>,
    kind: SkillKind,
    areas: u16,
) -> Skill {
    let mut then = vec![Step::Do(Verb::Activated)];
    then.extend(effect);
    let mut paid = Vec::new();
    if cost.energy.value() > 0 || cost.energy.is_x {
        paid.push(Step::Do(Verb::Pay { cost: cost.energy }));
    }
    paid.extend(cost.steps.iter().cloned());
    let steps = if paid.is_empty() {
        then
    } else {
        // DBS 9-6-4: an [Auto] skill's cost may be left unpaid; the others are declared to be paid.
        vec![Step::By { who: Who::You, cost: paid, then, forced: kind != SkillKind::Auto }]
    };
    let ability = Ability::new(Part::Front, when, steps);
    let activated = |op: &effects::Op<Dbs>| matches!(op, effects::Op::Do(Verb::Activated));
    let pay_end = ability.program.iter().position(activated).unwrap_or(0) as u16;
    let mut skill = Skill::new(ability, kind, areas);
    skill.pay_end = pay_end;
    skill
}

pub(super) fn flips(step: &Step<Dbs>) -> bool {
    match step {
        Step::Do(Verb::Flip(_)) => true,
        Step::May { steps, then, .. } => steps.iter().chain(then).any(flips),
        Step::If { then, .. } => then.iter().any(flips),
        Step::IfDid { steps, then } => steps.iter().chain(then).any(flips),
        _ => false,
    }
}

/// A header group that sets something about the skill; `false` if it is none.
pub(super) fn read_header(words: &str, header: &mut Header) -> bool {
    let mut set = |kind, window| {
        if header.kind.is_some() {
            return false;
        }
        header.kind = Some(kind);
        header.window = window;
        true
    };
    let spaced = words.replace(" : ", " ").replace(": ", " ").replace(':', " ");
    match spaced.as_str() {
        "auto" => return set(SkillKind::Auto, None),
        "permanent" => return set(SkillKind::Permanent, None),
        "activate main" => return set(SkillKind::Activate, Some(Window::Main)),
        "activate battle" => return set(SkillKind::Activate, Some(Window::Battle)),
        "activate main/battle" => return set(SkillKind::Activate, Some(Window::MainOrBattle)),
        "counter play" => return set(SkillKind::Counter, Some(Window::CounterPlay)),
        "counter attack" => return set(SkillKind::Counter, Some(Window::CounterAttack)),
        "counter battle card attack" => {
            return set(SkillKind::Counter, Some(Window::CounterBattleCardAttack));
        }
        "counter counter" => return set(SkillKind::Counter, Some(Window::CounterCounter)),
        // DBS 22-2-1, 22-25-1: these are [Activate : Main/Battle] skills.
        "awaken" | "awaken surge" | "wish" => {
            if !set(SkillKind::Activate, Some(Window::MainOrBattle)) {
                return false;
            }
            header.awaken = true;
            header.wish = spaced == "wish";
            header.is_keyword = true;
            return true;
        }
        "once per turn" => {
            header.limit = Some(Limit { times: 1, per: Per::Turn, by_name: false });
            return true;
        }
        _ => {}
    }
    let (word, number) = match spaced.rsplit_once(' ') {
        Some((word, number)) => match number.parse::<i32>() {
            Ok(number @ -99..=99) => (word, number),
            _ => return false,
        },
        // DBS 13-4-1: a marker skill cost is a bare number in front of the skill type.
        None => {
            let number = spaced.parse::<i8>().ok().filter(|_| header.kind.is_none());
            header.markers = number.or(header.markers);
            return number.is_some();
        }
    };
    match word {
        "limit" => header.limit = Some(Limit { times: number.max(0) as u8, per: Per::Turn, by_name: true }),
        "burst" => header.burst = Some(number),
        "sparking" => {
            let drop = Among::Zones { whose: Who::You, zones: vec![Area::Drop] };
            add_cond(header, count_at_least(drop, Filter::Any, number));
        }
        "bond" => {}
        "spirit boost" => {
            header.boost = Some(number);
            let unison = Amount::Figure(Figure::Markers, Box::new(Target::Test(Test::YourUnison)));
            add_cond(header, Cond::Compare(unison, Cmp::AtLeast, Amount::Fixed(number)));
        }
        "unison" => header.markers = Some(number as i8),
        _ => return false,
    }
    true
}

fn add_cond(header: &mut Header, cond: Cond<Dbs>) {
    header.cond = Some(match header.cond.take() {
        Some(old) => old.and(cond),
        None => cond,
    });
}

fn count_at_least(among: Among<Dbs>, filter: Filter<Dbs>, number: i32) -> Cond<Dbs> {
    let select = Select::new(among, filter, HowMany::All);
    Cond::Compare(Amount::Count(Box::new(select)), Cmp::AtLeast, Amount::Fixed(number))
}

/// What may follow a header directly: the kind of Battle Card that [Bond X] counts.
fn after_header(words: &str, p: &mut Parser<'_>, card: &Printed) -> Option<Cond<Dbs>> {
    // A whole description ends with a colon.
    let described = |p: &mut Parser<'_>| {
        p.attempt(|p| {
            let filter = grammar::described(&Words::new(card), p, &mut Builder::default())?;
            (p.mark(':') || p.at_end() || p.ahead(".") && p.peek_second().is_none()).then_some(filter)
        })
    };
    if words.starts_with("spirit boost ") {
        // DBS 22-43-3-4, 22-43-4-4: the Unison Card that the markers are removed from.
        return Some(Cond::Is(Target::Test(Test::YourUnison), described(p)?));
    }
    // DBS 22-21-2-4: with or without a Battle Card named behind it.
    let number = words.strip_prefix("bond ")?.parse().ok()?;
    let among = Among::Zones { whose: Who::You, zones: vec![Area::Battle] };
    // DBS 22-21-3, 22-21-3-4.
    let filter = match p.peek() {
        Some(Tok::Group(Bracket::Double, name)) => {
            let filter = Filter::Trait(effects::Phrase::new(name));
            p.bump();
            filter
        }
        Some(Tok::Group(Bracket::Angle, name)) => {
            let filter = Filter::Test(Test::Character(effects::Phrase::new(name)));
            p.bump();
            filter
        }
        _ => {
            let filter = described(p).unwrap_or(Filter::Any);
            let plain = |one: &Filter<Dbs>| *one != Filter::Kind(KindWord::Battle);
            match filter {
                Filter::All(all) => all.into_iter().filter(plain).fold(Filter::Any, Filter::and),
                one if plain(&one) => one,
                _ => Filter::Any,
            }
        }
    };
    Some(count_at_least(among, Filter::Kind(KindWord::Battle).and(filter), number))
}

/// What a text says that the tree cannot tell.
fn untold(text: &str) -> Option<&'static str> {
    let words = effects::text::lexer::fold(text);
    // DBS 1-5-9-1: some notes are part of the skill.
    if words.contains("(you can still play tokens") {
        return Some("what may be played all the same");
    }
    // "up to 1 A or up to 1 B or C card-both red-": "both" is said of the last two.
    let both = |sentence: &str| {
        sentence
            .split_once(" or up to ")
            .is_some_and(|(_, rest)| rest.contains("card both ") || rest.contains("cards both "))
    };
    if words.split(". ").any(both) {
        return Some("of which of them both is said");
    }
    let each = words.find("in each player's").and_then(|at| words.get(at.saturating_sub(90)..at));
    if each.is_some_and(|front| front.contains("up to 1 ") || front.contains("choose 1 ")) {
        return Some("one of each player's");
    }
    None
}

/// "Only 1 {its own name} can be played in your Battle Area".
fn only_one(p: &mut Parser<'_>, card: &Printed) -> Option<()> {
    if p.take("you can only have up to 1") || p.take("there can only be up to 1") {
        let name = p.group(Bracket::Curly)?;
        (crate::card::name_key(name) == card.front.name_phrase).then_some(())?;
        p.take("in play in your battle area").then_some(())?;
        return (p.take(", and") || p.mark('.') || p.at_end()).then_some(());
    }
    p.take("only 1").then_some(())?;
    if !p.take("copy of this card") {
        let name = p.group(Bracket::Curly)?;
        (crate::card::name_key(name) == card.front.name_phrase).then_some(())?;
    }
    (p.take("can be played/placed in your battle area") || p.take("can be in play in your battle area"))
        .then_some(())?;
    // More may be said behind: the skill goes on with that.
    (p.take(", and") || p.mark('.') || p.at_end()).then_some(())
}

/// "This card gains 《Desire》 in all areas", "this card is also treated as black in all areas".
fn in_all_areas(p: &mut Parser<'_>) -> Option<More> {
    let mut more = More::default();
    p.take("this card").then_some(())?;
    // "this card's card name is also treated as {X} in all areas".
    p.take("'s card/character name");
    (p.take("gains") || p.take("is also? treated as") || p.take("is also")).then_some(())?;
    loop {
        p.take("a/an");
        match p.peek()? {
            Tok::Group(Bracket::Double, name) => more.traits.push(Phrase::new(name)),
            Tok::Group(Bracket::Angle, name) => more.characters.push(crate::card::character_key(name)),
            Tok::Group(Bracket::Curly, name) => more.names.push(crate::card::name_key(name)),
            Tok::Group(Bracket::Square, name) => {
                more.keywords.push(keyword::simple(&effects::text::lexer::fold(name))?);
            }
            Tok::Word(word) => more.colors.push(Color::read(word)?),
            _ => return None,
        }
        p.bump();
        let _ = p.take("card") || p.take("as a card/character name");
        if !(p.take(", and") || p.take("and") || p.mark(',')) {
            break;
        }
    }
    p.take("in all areas").then_some(())?;
    p.mark('.');
    p.at_end().then_some(more)
}
