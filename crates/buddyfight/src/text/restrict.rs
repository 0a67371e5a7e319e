//! What a flag permits and begins with, and what the use of a card is restricted to.

use super::Permit;
use super::line::{Reader, how_often};
use super::sentence::restriction;
use crate::card::Kind;
use crate::state::Zone;
use effects::text::grammar::{self, Builder};
use effects::text::lexer::{Bracket, fold};
use effects::text::parser::Parser;
use effects::{Limit, Per};

/// "This card cannot enter the field other than by the 【Act】 of "X"", "You may not equip this card other than by …", "This card
/// cannot [Transform] other than by …".
fn only_by(p: &mut Parser<'_>) -> Option<super::OnlyBy> {
    let transform_only =
        if p.take("this card cannot enter the field") || p.take("you may not/cannot equip this card") {
            false
        } else {
            let said =
                p.take("this card cannot") && p.group_any(Bracket::Square, &["transform", "ride"]).is_some();
            said.then_some(true)?
        };
    if !p.take("other than by the") {
        return None;
    }
    let act =
        p.group_any(Bracket::Lens, &["act"]).is_some() || p.group_any(Bracket::Square, &["act"]).is_some();
    if !act && !p.take("effect/effects/ability/abilities") {
        return None;
    }
    let name = if p.take("of") { fold(p.group(Bracket::Quote)?) } else { return None };
    Some(super::OnlyBy { name, transform_only })
}

impl Reader<'_> {
    // ---- flags ------------------------------------------------------------------------------------------------

    pub(super) fn flag_line(&mut self, p: &mut Parser<'_>) -> Option<()> {
        if self.face.kind != Kind::Flag {
            return None;
        }
        if p.take("you may use all cards") {
            self.sheet.permits.push(Permit::All);
            p.mark('.');
            return Some(());
        }
        if p.take("you may use") {
            loop {
                let monsters = p.take("monsters with");
                if !monsters {
                    p.take("cards with");
                }
                if let Some(world) = p.group(Bracket::Angle) {
                    self.sheet.permits.push(Permit::World(fold(world)));
                    p.take("cards/monsters");
                } else if let Some(part) = p.group(Bracket::Quote) {
                    p.take("in its/their attribute/attributes");
                    let part = fold(part);
                    self.sheet.permits.push(if monsters {
                        Permit::MonsterAttribute(part)
                    } else {
                        Permit::Attribute(part)
                    });
                } else if let Some(part) = p.group(Bracket::Double) {
                    p.take("cards/monsters");
                    self.sheet.permits.push(Permit::WholeAttribute(fold(part)));
                } else {
                    return None;
                }
                if !(p.take(", and") || p.take("and") || p.mark(',')) {
                    break;
                }
            }
            p.mark('.');
            return Some(());
        }
        if p.take("you may put this card into your deck") {
            // BF OTHER-DECKFLAG-1.
            self.sheet.in_deck = true;
            p.mark('.');
            return p.at_end().then_some(());
        }
        if p.take("your initial hand becomes") {
            // BF OTHER-SPECFLAG-3.
            self.sheet.opening.hand = u8::try_from(p.number()?).ok()?;
            if !p.take("card/cards , your initial gauge becomes") {
                return None;
            }
            self.sheet.opening.gauge = u8::try_from(p.number()?).ok()?;
            if !p.take("card/cards , and your initial life becomes") {
                return None;
            }
            self.sheet.opening.life = u8::try_from(p.number()?).ok()?;
            p.take("!/.");
            return Some(());
        }
        None
    }

    // ---- restrictions -----------------------------------------------------------------------------------------

    /// "You may only …" about the card itself, "You may use this card with all flags".
    pub(super) fn restriction_line(&mut self, p: &mut Parser<'_>, words: &str) -> Option<()> {
        if p.take("you may use this card with all flags") || p.take("this card can be used with all flags") {
            self.sheet.any_flag = true;
            p.mark('.');
            return p.at_end().then_some(());
        }
        if p.take("you may buddy call using this card") && self.face.kind.is_monster() {
            self.sheet.calls_buddy = true;
            p.take("!/.");
            return p.at_end().then_some(());
        }
        if p.take("if you have less than four buddies in your deck , you may have up to one") {
            let name = p.group(Bracket::Quote)?;
            self.sheet.one_in_deck = super::line::is_own(name, &self.face.folded) && p.take("in your deck");
            p.mark('.');
            return (self.sheet.one_in_deck && p.at_end()).then_some(());
        }
        if p.take("this card gets all") {
            let name = p.group(Bracket::Quote)?;
            self.sheet.takes = Some(fold(name));
            let said = p.take("of cards in its soul");
            p.mark('.');
            return (said && p.at_end()).then_some(());
        }
        if p.take("you may cast any number of") {
            let name = p.group(Bracket::Quote)?;
            self.sheet.any_number =
                super::line::is_own(name, &self.face.folded) && p.take("at the same time");
            p.mark('.');
            return (self.sheet.any_number && p.at_end()).then_some(());
        }
        if p.attempt(|p| self.cast_from_soul(p)).is_some() || p.attempt(|p| self.lends_soul(p)).is_some() {
            return Some(());
        }
        if p.take("this card can be your buddy") || p.take("you may buddy call using this card") {
            self.sheet.can_be_buddy = true;
            p.take("!/.");
            return p.at_end().then_some(());
        }
        if let Some(only_by) = p.attempt(only_by) {
            self.sheet.only_by = Some(only_by);
            p.mark('.');
            return p.at_end().then_some(());
        }
        if p.take("if you have this card equipped , you may equip") {
            p.take("up to one/a");
            p.take("a/an");
            let name = p.group(Bracket::Quote)?;
            self.sheet.beside = Some(fold(name));
            p.mark('.');
            return p.at_end().then_some(());
        }
        if p.take("this card is also regarded as") {
            let name = p.group(Bracket::Quote)?;
            self.sheet.also.push(fold(name));
            p.mark('.');
            return p.at_end().then_some(());
        }
        if p.take("the? ability/abilities of this card cannot be nullified")
            || p.take("the? ability/abilities of this card on the/your field cannot be nullified")
        {
            self.sheet.firm = true;
            p.take("!/.");
            return p.at_end().then_some(());
        }
        if p.take("you may have any number of") {
            let name = p.group(Bracket::Quote)?;
            self.sheet.unlimited = fold(name) == self.face.folded && p.take("in your deck");
            p.take("!/.");
            return (self.sheet.unlimited && p.at_end()).then_some(());
        }
        if p.take("you may have up to a total of four") {
            // Names with quotation marks of their own do not come apart; what is between the marks is compared whole.
            let (from, to) = (words.find("four")? + 4, words.find("combined in your deck")?);
            let named = fold(words.get(from..to)?).replace(['『', '』'], "\"");
            let own = format!("\"{}\"", self.face.folded);
            let rest = match (
                named.strip_prefix(&format!("{own} and ")),
                named.strip_suffix(&format!(" and {own}")),
            ) {
                (Some(rest), _) | (_, Some(rest)) => rest.strip_prefix('"')?.strip_suffix('"')?.to_string(),
                _ => return None,
            };
            self.sheet.together = vec![rest];
            while !p.at_end() {
                p.bump();
            }
            return Some(());
        }
        if p.take("this card/monster cannot be called") {
            self.area(p)?;
            self.sheet.areas = !self.sheet.areas;
            if p.take("nor be link attacked") {
                let change = crate::vocab::Change::Cannot(crate::vocab::Cannot::BeLinkAttacked);
                let to = effects::Gainer::Cards(effects::Target::This);
                let step = crate::vocab::Step::Gain { to, change, until: crate::vocab::Until::Game };
                let part = crate::vocab::Part::Field;
                let mut ability = crate::vocab::Ability::new(part, effects::When::Always, vec![step]);
                ability.words = words.trim().to_string();
                self.sheet.add(ability);
            }
            p.mark('.');
            return p.at_end().then_some(());
        }
        if p.take("this card/monster can only be called") {
            self.area(p)?;
            p.mark('.');
            return p.at_end().then_some(());
        }
        if p.take("you cannot cast/call/equip/use this card") {
            // What is forbidden then is allowed at every other time.
            let lexicon = self.lex();
            let mut b = Builder::default();
            let cond = super::condition::during(&lexicon, p, &mut b)?;
            p.mark('.');
            self.sheet.restrict.push(effects::Cond::Not(Box::new(cond)));
            return p.at_end().then_some(());
        }
        if let Some(cond) = p.attempt(|p| self.free_of_charge(p)) {
            self.sheet.free_if.push(cond);
            return Some(());
        }
        // "You may cast this card when …" says when, and so does "you may cast only this card during …".
        let said =
            ["you may cast this card when", "you may cast this card during", "you may cast this during"];
        if said.iter().any(|words| p.ahead(words)) && p.take("you may cast this card?")
            || p.ahead("you may cast only this card during") && p.take("you may cast only this card")
        {
            self.only_if(p)?;
            return if p.at_end() { Some(()) } else { self.ability_line(p, words) };
        }
        if !p.take("you may/can only") {
            return None;
        }
        if p.attempt(|p| self.one_on_field(p)).is_some() {
            return Some(());
        }
        if p.attempt(|p| self.once_per_turn(p)).is_some() {
            return Some(());
        }
        if !(p.take("cast/call/equip/use this card") || p.take("cast/call/equip/use it")) {
            return None;
        }
        if p.take("once per turn") {
            self.sheet.limit = Some(Limit { times: 1, per: Per::Turn, by_name: true });
            p.mark('.');
            return p.at_end().then_some(());
        }
        if p.attempt(|p| self.area(p)).is_some() {
            p.mark('.');
            return p.at_end().then_some(());
        }
        if let Some(flag) = p.attempt(|p| {
            if !p.take("if your initial flag is") {
                return None;
            }
            let flag = p.group(Bracket::Quote)?;
            p.mark('.');
            p.at_end().then(|| fold(flag))
        }) {
            // BF OTHER-FLAGUSE-3.
            self.sheet.initial_flags.push(flag);
            return Some(());
        }
        if let Some(flag) = p.attempt(|p| {
            if !p.take("if your flag is") {
                return None;
            }
            let flag = p.group(Bracket::Quote)?;
            p.mark('.');
            p.at_end().then(|| fold(flag))
        }) {
            self.sheet.flags.push(flag);
            return Some(());
        }
        self.only_if(p)?;
        // The effect may follow on the same line.
        if p.at_end() { Some(()) } else { self.ability_line(p, words) }
    }

    /// "When …, if this card is in the soul of "X", you may cast it": only from there, and only then.
    fn cast_from_soul(&mut self, p: &mut Parser<'_>) -> Option<()> {
        let lexicon = self.lex();
        let mut b = Builder::default();
        let cond = restriction(&lexicon, p, &mut b)?;
        if !(p.take(", and? if?") || p.take("and if?")) || !p.take("this card is in the soul of") {
            return None;
        }
        p.take("a/an");
        let filter = grammar::described(&lexicon, p, &mut b)?;
        if !p.take(", you may cast it") {
            return None;
        }
        p.mark('.');
        self.sheet.restrict.push(cond);
        self.sheet.from_soul = Some(filter);
        p.at_end().then_some(())
    }

    /// "You may (look at this card's soul, and) cast a 《X》 from the soul by paying its [Cast Cost]".
    fn lends_soul(&mut self, p: &mut Parser<'_>) -> Option<()> {
        if !p.take("you may look at this card 's soul , and cast") && !p.take("you may cast") {
            return None;
        }
        p.take("a/an");
        let filter = grammar::described(&self.lex(), p, &mut Builder::default())?;
        if !p.take("from the soul by paying its") {
            return None;
        }
        p.group_any(Bracket::Square, &["cast cost"])?;
        p.mark('.');
        self.sheet.lends = Some(filter);
        p.at_end().then_some(())
    }

    /// "If …, you may cast this card without paying its [Cast Cost]", "you may choose not to pay the [Cast Cost] of this card".
    fn free_of_charge(&mut self, p: &mut Parser<'_>) -> Option<crate::vocab::Condition> {
        let lexicon = self.lex();
        let mut b = Builder::default();
        let costs = ["cast cost", "call cost", "equip cost"];
        let early = p.attempt(|p| {
            let cond = if p.take("if") { grammar::condition(&lexicon, p, &mut b)? } else { return None };
            p.mark(',').then_some(cond)
        });
        let free = if p.take("you may choose not to pay the") {
            p.group_any(Bracket::Square, &costs).is_some() && p.take("of this card")
        } else {
            p.take("you may cast/call/equip this card without paying its/the")
                && p.group_any(Bracket::Square, &costs).is_some()
        };
        if !free {
            return None;
        }
        let cond = match early {
            Some(cond) => cond,
            None => p.take("if").then_some(()).and_then(|()| grammar::condition(&lexicon, p, &mut b))?,
        };
        p.mark('.');
        p.at_end().then_some(cond)
    }

    /// The condition behind "you may only cast this card".
    pub(super) fn only_if(&mut self, p: &mut Parser<'_>) -> Option<()> {
        let lexicon = self.lex();
        let mut b = Builder::default();
        let cond = restriction(&lexicon, p, &mut b)?;
        p.attempt(|p| (p.mark(',') && p.at_end()).then_some(()));
        if !(p.mark('.') || p.at_end()) {
            return p.want("the end of the condition");
        }
        self.sheet.restrict.push(cond);
        Some(())
    }

    fn area(&mut self, p: &mut Parser<'_>) -> Option<()> {
        if !p.take("to/in/on") {
            return None;
        }
        p.take("your/the");
        let mut areas = 0;
        loop {
            p.take("your/the");
            areas |= 1
                << match p.take_any(&["left", "center", "right"])? {
                    0 => Zone::Left as u8,
                    1 => Zone::Center as u8,
                    _ => Zone::Right as u8,
                };
            if !p.take("or/and") {
                break;
            }
        }
        p.take("area");
        self.sheet.areas = areas;
        Some(())
    }

    /// "… have one "X" on your field": the card's own name.
    pub(super) fn one_on_field(&mut self, p: &mut Parser<'_>) -> Option<()> {
        let set = p.attempt(|p| p.group_any(Bracket::Square, &["set"]).map(|_| ())).is_some();
        if !(set || p.take("have") || p.take("put") || p.take("set") || p.take("equip")) {
            return None;
        }
        p.take("up to");
        if p.number()? != 1 {
            return None;
        }
        let name = p.group(Bracket::Quote)?;
        let there = p.attempt(|p| p.group_any(Bracket::Square, &["set"]).map(|_| ())).is_some();
        if !super::line::is_own(name, &self.face.folded)
            || !(p.take("on your field") || !there && (p.at_end() || p.ahead(".")))
        {
            return None;
        }
        p.mark('.');
        if !p.at_end() {
            return None;
        }
        self.sheet.one_on_field = true;
        Some(())
    }

    /// "… cast "X" once per turn" for the card's own name.
    fn once_per_turn(&mut self, p: &mut Parser<'_>) -> Option<()> {
        if !p.take("cast/call/use/equip") {
            return None;
        }
        let one = p.take("one") || p.take("1");
        let name = p.group(Bracket::Quote)?;
        if !super::line::is_own(name, &self.face.folded) {
            return None;
        }
        let (times, per) = if one { p.take("per turn").then_some((1, Per::Turn))? } else { how_often(p)? };
        p.take("!/.");
        if !p.at_end() {
            return None;
        }
        self.sheet.limit = Some(Limit { times, per, by_name: true });
        Some(())
    }
}
