//! What the effect runtime asks about cards and the table, and how lasting changes begin.

use crate::Cards;
use crate::Cx;
use crate::card::Kind;
use crate::cause::Cause;
use crate::layer::class;
use crate::state::{Area, Frame, State};
use crate::vocab::*;
use effects::host::Whole;
use effects::layer::Sort;
use effects::{
    Ability, AbilityRef, Among, Done, Filter, Host, HowMany, Lasting, On, Picks, Run, Select, Target, Who,
    eval,
};
use kernel::{Card, Flat, Object, Seat, Seats};

/// Whether the choice that a run stands at is of what is played by the next step.
fn plays_chosen(cards: &Cards, run: &Run) -> bool {
    let program = cards.skill(run.ability).map_or(&[][..], |skill| &skill.ability.program[..]);
    let at = usize::from(run.at);
    let Some(effects::Op::Choose { slot, .. }) = program.get(at) else { return false };
    matches!(program.get(at + 1), Some(effects::Op::Do(Verb::Play { what: Target::Slot(one), .. })) if one == slot)
}

impl Host for State {
    type V = Dbs;
    type Table = crate::state::DbsTable;

    fn ability(cards: &Cards, at: AbilityRef) -> &Ability<Dbs> {
        cards.skill(at).map_or(&cards.nothing, |skill| &skill.ability)
    }
    fn picks(&self) -> &Picks {
        &self.picks
    }
    fn picks_mut(&mut self) -> &mut Picks {
        &mut self.picks
    }
    fn running(&self, frame: usize) -> Option<&Run> {
        match self.frames.get(frame) {
            Some(Frame::Effect(run)) => Some(run),
            _ => None,
        }
    }
    fn running_mut(&mut self, frame: usize) -> Option<&mut Run> {
        match self.frames.get_mut(frame) {
            Some(Frame::Effect(run)) => Some(run),
            _ => None,
        }
    }

    fn table(&self) -> &Self::Table {
        &self.table
    }
    fn each_in(&self, _: &Cards, seat: Seat, zone: Area, f: &mut dyn FnMut(Card)) {
        self.cards(seat, zone).iter().for_each(|card| f(*card));
    }
    fn each_under(&self, _: &Cards, host: Card, zone: Area, f: &mut dyn FnMut(Card)) {
        // DBS 23-2-2-3: cards under a card are cards of their own.
        self.table.under(host, zone).for_each(f);
    }
    fn turn_seat(&self) -> Seat {
        self.turn_player
    }

    fn is_kind(&self, cards: &Cards, card: Card, kind: KindWord, _: &Run) -> bool {
        let printed = cards.printed(self.table.print(card));
        match kind {
            // DBS 10-1-2, 15-1-3: a Z-Leader is one too.
            KindWord::Leader => printed.kind == Kind::Leader,
            KindWord::Battle => printed.kind == Kind::Battle,
            // DBS 12-1-2, 17-1-3: a Z-Extra Card is one too.
            KindWord::Extra => printed.kind == Kind::Extra,
            // DBS 13-1-2, 18-1-3: a Z-Unison Card is one too.
            KindWord::Unison => printed.kind == Kind::Unison,
            // DBS 14-1-2, 15-1-2, 16-1-2, 17-1-2, 18-1-2: a Z-Card, whatever else it is.
            KindWord::Z => printed.z,
            KindWord::Token => printed.token,
        }
    }
    fn has_color(&self, cards: &Cards, card: Card, color: crate::card::Color, run: &Run) -> bool {
        self.colors_asked(cards, card, run.asked).has(color)
    }
    fn has_name(&self, cards: &Cards, card: Card, name: &str, whole: Whole, _: &Run) -> bool {
        let face = cards.printed(self.table.print(card)).face(self.is_back(card));
        let more = || face.more_names.iter();
        match whole {
            // DBS 2-3-1-1, 2-3-2: the whole name, not a part of it.
            Whole::Exactly => face.name_phrase.as_str() == name || more().any(|other| other.as_str() == name),
            Whole::Contains => {
                face.full_name.as_str().contains(name) || more().any(|other| other.as_str().contains(name))
            }
        }
    }
    fn has_trait(&self, cards: &Cards, card: Card, name: &str, whole: Whole, run: &Run) -> bool {
        let face = cards.printed(self.table.print(card)).face(self.is_back(card));
        let printed = face.traits.iter().any(|word| match whole {
            // DBS 2-11-1-1, 2-11-2, 2-11-4: the whole special trait.
            Whole::Exactly => word.as_str() == name,
            Whole::Contains => word.as_str().contains(name),
        });
        if printed {
            return true;
        }
        let mut gained = false;
        self.each_change_asked(cards, card, Sort::of(class::TRAIT), run.asked, &mut |applied| {
            gained |= matches!(applied.change, Change::Trait(word) if word.as_str() == name);
        });
        gained
    }
    fn in_text(&self, cards: &Cards, card: Card, phrase: &str) -> bool {
        let printed = cards.printed(self.table.print(card));
        printed.words[usize::from(self.is_back(card) && printed.back.is_some())].as_str().contains(phrase)
    }
    fn figure(&self, cards: &Cards, card: Card, figure: Figure, run: &Run) -> Option<i32> {
        let printed = cards.printed(self.table.print(card));
        Some(match figure {
            Figure::Power => self.power_asked(cards, card, run.asked),
            Figure::OriginalPower => self.original_power(cards, card),
            // DBS 1-2-4: a Leader Card has no energy cost to speak of.
            Figure::EnergyCost | Figure::OriginalEnergyCost if printed.kind == Kind::Leader => return None,
            // DBS 19-1-6-1: a token without an energy cost is never meant by one.
            Figure::EnergyCost | Figure::OriginalEnergyCost
                if !printed.has_cost && printed.kind == Kind::Battle =>
            {
                return if printed.token { None } else { Some(0) };
            }
            Figure::EnergyCost => i32::from(self.cost_asked(cards, card, run.asked).value()),
            Figure::OriginalEnergyCost => i32::from(printed.cost.value()),
            Figure::SpecifiedCost => i32::from(printed.cost.specified_total()),
            Figure::ComboCost => i32::from(self.combo_cost_asked(cards, card, run.asked)?),
            Figure::ComboPower => self.combo_power_asked(cards, card, run.asked)?,
            Figure::OriginalComboCost => i32::from(printed.combo_cost?),
            Figure::OriginalComboPower => printed.combo_power?,
            // DBS 1-4: only Z-Cards have one.
            Figure::ZCost if !printed.z => return None,
            Figure::ZCost => i32::from(self.z_cost(cards, card)),
            Figure::Markers => i32::from(self.table.marks(card).markers),
        })
    }
    fn is(&self, cards: &Cards, card: Card, state: CardState, run: &Run) -> bool {
        let printed = cards.printed(self.table.print(card));
        let object = self.table.object(card);
        match state {
            CardState::Rest => self.table.zone(card).has_mode() && self.is_rest(card),
            CardState::Active => self.table.zone(card).has_mode() && !self.is_rest(card),
            CardState::InBattle => {
                self.in_battle() && (object == self.battle.attacker || object == self.battle.guard)
            }
            CardState::Attacking => self.in_battle() && object == self.battle.attacker,
            CardState::Guarding => self.in_battle() && object == self.battle.guard,
            CardState::FaceUp => self.table.marks(card).is_face_up(),
            // DBS 1-8-1-1-1-2, 1-8-1-1-1, 1-8-1-2, 1-8-1-2-1: by the original colours.
            CardState::Multicolor => printed.original_colors.count() > 1,
            CardState::MonoColor => printed.original_colors.count() == 1,
            // DBS 9-1-4: a card with all skills negated counts too.
            CardState::SkillLess => printed.is_skill_less() || self.is_silenced(cards, card),
            CardState::Evolved => self.table.marks(card).is_evolved(),
            CardState::Stacked => self.table.under(card, Area::Under).next().is_some(),
            CardState::PlayedThisTurn => self.table.marks(card).since == self.turn_number as u8,
            CardState::OnBack => self.is_back(card),
            CardState::Keywordless => {
                let skilled = printed.skills.iter().enumerate().any(|(index, skill)| {
                    let at = AbilityRef { print: self.table.print(card), index: index as u8 };
                    skill.is_keyword && !self.is_negated(cards, card, skill, at, run.asked)
                });
                !skilled
                    && crate::keyword::all()
                        .all(|keyword| !self.has_keyword_asked(cards, card, keyword, run.asked))
            }
        }
    }
    fn has(&self, cards: &Cards, card: Card, keyword: &Keyword, run: &Run) -> bool {
        match keyword {
            Keyword::Strike(n) | Keyword::Attack(n) if *n > 0 => {
                self.keyword_number(cards, card, *keyword, run.asked) == *n
            }
            other => self.has_keyword_asked(cards, card, *other, run.asked),
        }
    }
    fn test(&self, cards: &Cards, card: Card, test: &Test, run: &Run) -> bool {
        let printed = cards.printed(self.table.print(card));
        let face = printed.face(self.is_back(card));
        match test {
            // DBS 2-10-1-1, 2-10-2: the whole character name.
            Test::Character(name) => face.characters.contains(name),
            Test::CharacterHas(name) => {
                face.characters.iter().any(|word| word.as_str().contains(name.as_str()))
            }
            Test::Era(era) => face.era == *era,
            Test::Colors(colors) => self.colors_asked(cards, card, run.asked).0 & colors.0 == colors.0,
            // DBS 1-8-1-1-1-1: a card of just these colours.
            Test::OnlyColors(colors) => printed.original_colors == *colors,
            Test::OriginalColors(colors) => printed.original_colors.0 & colors.0 == colors.0,
            Test::ColorsOf(other) => eval::targets(self, cards, other, run).first().is_some_and(|other| {
                self.colors_asked(cards, *other, run.asked) == self.colors_asked(cards, card, run.asked)
            }),
            Test::InArea(area) => self.table.zone(card) == *area,
            Test::Number(number) => effects::Phrase::new(&printed.id) == *number,
            Test::SameNameAsThis => {
                // By the words themselves: the card that says so may be gone.
                cards.get(run.ability.print).is_some_and(|this| this.front.name_phrase == face.name_phrase)
            }
            Test::PastBarrier => true,
            Test::Unlike(kind, slot) => slot.is_none_or(|slot| {
                self.picks.of(run, slot).filter_map(|pick| self.table.find(pick.object)).all(|other| {
                    let theirs = cards.printed(self.table.print(other)).face(self.is_back(other));
                    match kind {
                        Alike::Name => theirs.name_phrase != face.name_phrase,
                        Alike::Character => {
                            !theirs.characters.iter().any(|name| face.characters.contains(name))
                        }
                    }
                })
            }),
            Test::Within(figure, most, slot) => slot.is_some_and(|slot| {
                let of = |card| self.figure(cards, card, *figure, run).unwrap_or(0);
                let chosen = self.picks.of(run, slot).filter_map(|pick| self.table.find(pick.object));
                chosen.filter(|other| *other != card).map(of).sum::<i32>() + of(card) <= *most
            }),
            Test::Over(filter) => {
                self.table.under(card, Area::Under).any(|under| eval::fits(self, cards, filter, under, run))
            }
            Test::BackName(name) => printed.back.as_ref().is_some_and(|back| back.name_phrase == *name),
            Test::Awakened => !printed.z && self.is_back(card),
            // DBS 10-1-4: what is printed on the side that lies down.
            Test::Back(filter) => printed.back.as_ref().is_some_and(|back| back.fits(printed, filter)),
            Test::OnlyCharacter(name) => face.characters.len() == 1 && face.characters[0] == *name,
            // DBS 9-1-2-1: a negated skill is still printed there.
            Test::PrintsNoSkills => printed.is_skill_less(),
            Test::OnlyTrait(name) => face.traits.len() == 1 && face.traits[0] == *name,
            Test::NoCost => printed.cost.value() == 0,
            Test::HasSkill(window) => printed.skills.iter().enumerate().any(|(index, skill)| {
                let at = AbilityRef { print: self.table.print(card), index: index as u8 };
                // DBS 9-1-6: a negated skill cannot be referred to.
                skill.window() == Some(window) && !self.is_negated(cards, card, skill, at, run.asked)
            }),
            Test::Headed(words) => {
                let heads = &printed.heads[usize::from(self.is_back(card) && printed.back.is_some())];
                let is = |head: &effects::Phrase| {
                    head == words
                        || head
                            .as_str()
                            .strip_prefix(words.as_str())
                            .is_some_and(|number| number.starts_with(' '))
                };
                // DBS 9-1-6: a negated skill cannot be referred to.
                heads.iter().any(is) && !self.is_silenced(cards, card)
            }
            Test::PowerOf(slot) => match self.picks.of(run, *slot).next() {
                Some(pick) => self.table.find(pick.object).is_some_and(|other| {
                    self.power_asked(cards, other, run.asked) == self.power_asked(cards, card, run.asked)
                }),
                None => true,
            },
            _ => self.meant(cards, test, run) == Some(card),
        }
    }
    fn meant(&self, cards: &Cards, test: &Test, run: &Run) -> Option<Card> {
        match test {
            Test::Attacker => self.attacker(),
            Test::Guard => self.guard(),
            Test::YourLeader => self.leader(run.controller),
            Test::OpponentsLeader => self.leader(run.controller.other()),
            Test::YourUnison => self.unison(run.controller),
            Test::Declared => self.being_played(cards, run),
            // DBS 11-1-2: a Battle Card, not a Leader or a Unison Card.
            Test::DeclaredBattle => {
                self.meant(cards, &Test::Declared, run).filter(|card| self.is_battle_card(cards, *card))
            }
            Test::AttackingBattle => self.attacker().filter(|card| self.is_battle_card(cards, *card)),
            Test::TopOfThis => self.table.find(run.source).and_then(|card| self.table.row(card).host()),
            _ => None,
        }
    }
    fn fact(&self, cards: &Cards, fact: &Fact, run: &Run) -> bool {
        let note = self.move_note(run);
        match fact {
            Fact::YourTurn => self.turn_player == run.controller,
            Fact::OpponentsTurn => self.turn_player != run.controller,
            Fact::From(area) => note.from == *area,
            Fact::To(area) => note.to == *area,
            Fact::BySkill => note.skill_of().is_some(),
            Fact::BySkillOf(filter) => self.acting(cards, filter, run),
            Fact::OfKind(window) => {
                self.frames.iter().rev().find_map(|frame| match frame {
                    Frame::Skill(skill) => {
                        cards.skill(skill.what.ability).map(|skill| skill.window() == Some(window))
                    }
                    _ => None,
                }) == Some(true)
            }
            Fact::Answers(window) => self
                .frames
                .iter()
                .rev()
                .filter_map(|frame| match frame {
                    Frame::Skill(skill) => Some(skill.what.ability),
                    _ => None,
                })
                .nth(1)
                .and_then(|ability| cards.skill(ability))
                .is_some_and(|skill| skill.window() == Some(window)),
            Fact::NonKeyword => {
                self.frames.iter().rev().find_map(|frame| match frame {
                    Frame::Skill(skill) => cards.skill(skill.what.ability).map(|skill| !skill.is_keyword),
                    _ => None,
                }) == Some(true)
            }
            Fact::ByBattle => note.by_battle(),
            Fact::ByYourSkill => note.skill_of() == Some(run.controller),
            Fact::ByOpponentsSkill => note.skill_of() == Some(run.controller.other()),
            Fact::InBattle => self.in_battle(),
            Fact::Evolved => {
                self.table.find(run.subject).is_some_and(|card| self.table.marks(card).is_evolved())
            }
            Fact::LeaderAwakened => self.leader(run.controller).is_some_and(|card| self.is_back(card)),
            Fact::DuringMainPhase => !self.in_battle(),
            // Asked as it happens: the skill is still on the stack.
            Fact::Via(words) => self.frames.iter().rev().any(|frame| match frame {
                Frame::Skill(skill) => cards.skill(skill.what.ability).is_some_and(|skill| {
                    match (words.as_str(), skill.keyword.as_deref()) {
                        // DBS 22-2-1: any [Awaken] skill.
                        ("awaken", _) => skill.awakens,
                        // DBS 22-25-1: a keyword skill that flips its card and is no [Awaken].
                        ("wish", None) => skill.is_keyword && skill.keyword.is_none() && !skill.awakens,
                        ("counter", _) => skill.kind == crate::text::SkillKind::Counter,
                        ("spirit boost", _) => skill.boosts(),
                        (words, Some(own)) => crate::keyword::is_meant(own, words),
                        (_, None) => false,
                    }
                }),
                _ => false,
            }),
            Fact::Declared => {
                let answered = self.frames.iter().rev().find_map(|frame| match frame {
                    Frame::Skill(skill) if skill.what.ability == run.ability => None,
                    Frame::Skill(skill) => Some(skill.step < 4),
                    Frame::Play(_) => Some(true),
                    Frame::Attack(step) => Some(*step == crate::state::AttackStep::Countered),
                    _ => None,
                });
                answered == Some(true)
            }
            Fact::IsYours => {
                self.table.find(run.subject).is_some_and(|card| self.table.owner(card) == run.controller)
            }
            Fact::MayAttackAgain => self
                .table
                .find(run.source)
                .is_some_and(|card| self.table.marks(card).again() + 1 < self.attacks(cards, card)),
        }
    }
    fn count(&self, cards: &Cards, count: &Count, run: &Run) -> i32 {
        let seat = |who| eval::seat(self, who, run);
        match count {
            Count::Life(who) => self.count(seat(*who), Area::Life) as i32,
            Count::EnergyMarkers(who) => self.energy_markers[seat(*who)].into(),
            Count::X => run.named.into(),
            Count::Under(target) => eval::targets(self, cards, target, run)
                .iter()
                .map(|card| self.table.under(*card, Area::Under).count() as i32)
                .sum(),
            Count::DifferentNames(select) => {
                let found = eval::candidates(self, cards, select, run);
                let fresh =
                    |at: &usize| !found[..*at].iter().any(|other| self.same_name(cards, *other, found[*at]));
                (0..found.len()).filter(fresh).count() as i32
            }
            Count::DifferentColors(select) => {
                let found = eval::candidates(self, cards, select, run);
                found
                    .iter()
                    .fold(0u8, |sum, card| sum | self.colors_asked(cards, *card, run.asked).0)
                    .count_ones() as i32
            }
            Count::AttacksThisTurn(who) => self.tally[seat(*who)].attacks.into(),
        }
    }

    fn can_choose(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        // DBS 22-16-2: [Barrier] keeps the opponent's skills from choosing the card.
        let other = self.table.seat(card) != run.controller;
        if other && self.table.zone(card).is_in_play() {
            let ignores = cards
                .skill(run.ability)
                .is_some_and(|skill| skill.ignores_barrier || goes_past(skill, run.at));
            if !ignores && self.has_keyword(cards, card, Keyword::Barrier) {
                return false;
            }
            if self.cannot(cards, card, Cannot::BeChosenByOpponent) {
                return false;
            }
        }
        // DBS 9-4-2, 12-2-2-2: a card in the hand whose skill is declared is no part of that skill's cost.
        let own = run.source.card == card && self.table.zone(card) == Area::Hand;
        if own && cards.skill(run.ability).is_some_and(|skill| run.at < skill.pay_end) {
            return false;
        }
        // DBS 5-5-1: Battle and Unison Cards are played; an Extra Card is activated.
        if self.kind(cards, card) == Kind::Extra && plays_chosen(cards, run) {
            return false;
        }
        // DBS 22-13-4-1b: a first card without a second that fits it cannot be chosen.
        let pairs = cards.skill(run.ability).is_some_and(|skill| skill.needs_pair && run.at < skill.pay_end);
        if pairs && !self.has_partner(cards, card, run) {
            return false;
        }
        self.is_affected(cards, card, run)
    }
    fn may_withhold(&self, cards: &Cards, from: &Select<Dbs>, run: &Run) -> bool {
        // DBS 5-2-7: nobody can be held to find a card of a certain kind in a secret area. A cost is paid or not.
        if cards.skill(run.ability).is_some_and(|skill| run.at < skill.pay_end) {
            return false;
        }
        let secret = match &from.among {
            Among::Zones { zones, .. } => zones.iter().all(|area| !area.is_open()),
            _ => false,
        };
        secret && !tells_nothing(&from.filter)
    }
    fn same_choice(&self, a: Card, b: Card) -> bool {
        let place = self.table.place(a);
        if place != self.table.place(b) {
            return false;
        }
        let alike = self.table.print(a) == self.table.print(b) && self.table.marks(a) == self.table.marks(b);
        match place.zone {
            Area::Hand
            | Area::Deck
            | Area::Drop
            | Area::Warp
            | Area::ZEnergy
            | Area::ZDeck
            | Area::Energy => alike,
            // Unknown life cards cannot be told apart by anybody.
            Area::Life => {
                let unseen = |card| self.table.known(card) == Seats::NONE;
                (unseen(a) && unseen(b)) || (alike && self.table.known(a) == self.table.known(b))
            }
            _ => false,
        }
    }

    fn can_do(&self, cards: &Cards, verb: &Verb, to: Option<Card>, run: &Run) -> bool {
        let amount = |amount| eval::amount(self, cards, amount, run);
        let seat = |who| eval::seat(self, who, run);
        let any = |target: &Target<Dbs>, fits: &dyn Fn(Card) -> bool| {
            let meant = self.meant_by(cards, target, to, run);
            !meant.is_empty() && meant.iter().all(|card| fits(*card))
        };
        let is_cost = cards.skill(run.ability).is_some_and(|skill| run.at < skill.pay_end);
        match verb {
            Verb::Rest(target) => any(target, &|card| {
                self.table.zone(card).has_mode()
                    && !self.is_rest(card)
                    && !self.cannot(cards, card, Cannot::Rest)
            }),
            Verb::Ready(target) => {
                any(target, &|card| self.table.zone(card).has_mode() && self.is_rest(card))
            }
            Verb::Move { what, to: place } => any(what, &|card| {
                let zone = self.table.zone(card);
                let may = zone != Area::Leader || cards.printed(self.table.print(card)).z;
                // DBS 1-6-6-2, 5-8-2-2: a cost is paid only by a card that arrives where the cost says.
                may && (!is_cost || self.arrives(cards, card, place.area, run.controller))
            }),
            Verb::Ko(what) | Verb::Play { what, .. } | Verb::Combo(what) | Verb::Reveal(what) => {
                any(what, &|_| true)
            }
            Verb::Tuck { what, .. } | Verb::GainControl { what, .. } => any(what, &|_| true),
            Verb::Pay { cost } => {
                let cost = self.skill_cost(cards, *cost, run);
                self.can_pay(cards, run.controller, cost.value(), &cost.specified)
            }
            Verb::PayLess { n } => self
                .rest_of_cost(cards, *n)
                .is_some_and(|cost| self.can_pay(cards, run.controller, cost.value(), &cost.specified)),
            Verb::Mill { who, n, .. } => self.count(seat(*who), Area::Deck) as i32 >= amount(n),
            Verb::Markers { what, n } => {
                let n = amount(n);
                // DBS 13-4-1-3: more than there are cannot be removed.
                any(what, &|card| n >= 0 || i32::from(self.table.marks(card).markers) >= -n)
            }
            _ => true,
        }
    }

    fn takes(&self, cards: &Cards, verb: &Verb, run: &Run) -> (usize, eval::Cards) {
        let this = |what: &Target<Dbs>| {
            let found =
                if *what == Target::This { eval::targets(self, cards, what, run) } else { Flat::new() };
            (found.len(), found)
        };
        match verb {
            // DBS 0-2-4-1: a card is switched to Rest Mode once, and goes to one place.
            Verb::Rest(what) | Verb::Ko(what) | Verb::Move { what, .. } | Verb::Tuck { what, .. } => {
                this(what)
            }
            // DBS 1-6-5-1, 1-6-5-2: energy in Active Mode, a card for each, as far as no markers are there for it.
            Verb::Pay { cost } => {
                let cost = self.skill_cost(cards, *cost, run).value();
                let left = cost.saturating_sub(self.energy_markers[run.controller]);
                let mut energy: eval::Cards = Flat::from_slice(self.cards(run.controller, Area::Energy));
                energy.retain(|card| !self.is_rest(*card));
                if energy.len() < usize::from(left) {
                    // Something else pays, too.
                    return (0, Flat::new());
                }
                (usize::from(left), energy)
            }
            _ => (0, Flat::new()),
        }
    }

    fn supplies(&self, cards: &Cards, verb: &Verb, from: &Select<Dbs>, run: &Run) -> usize {
        // DBS 1-6-3: cards drawn or moved by one part of a cost are there for the next; what they are is not
        // known before.
        let number = |amount| eval::amount(self, cards, amount, run).max(0) as usize;
        let area = |of: &Among<Dbs>, area| match of {
            Among::Zones { whose: Who::You, zones } => zones.contains(&area),
            _ => false,
        };
        if *verb == Verb::PayZ && area(&from.among, Area::Drop) {
            // DBS 5-4-2, 22-46-3-1: what is paid of the Z-Energy lies in the Drop Area by then.
            let paid = self.cards(run.controller, Area::ZEnergy).iter();
            let fit = paid.filter(|card| eval::fits(self, cards, &from.filter, **card, run)).count();
            let cost = self.table.find(run.source).map_or(0, |card| self.z_cost(cards, card));
            return fit.min(usize::from(cost));
        }
        if !tells_nothing(&from.filter) {
            return 0;
        }
        if let Verb::Mill { who: Who::You, n, to, .. } = verb {
            // DBS 22-27-3: what [Burst] puts in the Drop Area is there for the next part.
            let there = area(&from.among, to.area);
            return if there { number(n).min(self.count(run.controller, Area::Deck)) } else { 0 };
        }
        match verb {
            Verb::Draw { who: Who::You, n } if area(&from.among, Area::Hand) => {
                number(n).min(self.count(run.controller, Area::Deck))
            }
            Verb::Move { what: Target::Slot(slot), to } if area(&from.among, to.area) => {
                let program = &<State as Host>::ability(cards, run.ability).program;
                let chosen = program.iter().find_map(|op| match op {
                    effects::Op::Choose { slot: other, from, .. } if other == slot => Some(from),
                    _ => None,
                });
                match chosen {
                    Some(
                        select @ Select {
                            among: Among::Zones { whose: Who::You, .. },
                            count: HowMany::Exactly(n) | HowMany::UpTo(n),
                            ..
                        },
                    ) => number(n).min(eval::candidates(self, cards, select, run).len()),
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    fn perform(&mut self, verb: &Verb, run: &Run, frame: usize, cx: &mut Cx<'_>) -> Done {
        self.carry_out(verb, run, frame, cx)
    }

    fn gain(&mut self, on: On, until: Until, run: &Run, cx: &mut Cx<'_>) -> bool {
        let Some(skill) = cx.pool.skill(run.ability) else { return false };
        let Some(effects::Op::Gain { change, .. }) = skill.ability.program.get(run.at as usize) else {
            return false;
        };
        if let On::Card(object) = on {
            if self.table.find(object).is_some_and(|card| !self.is_affected(cx.pool, card, run)) {
                return false;
            }
        }
        if let On::Card(object) = on {
            if !self.may_gain(cx.pool, object, change, run.ability) {
                return false;
            }
        }
        // DBS 1-7-2-2: what is said of a turn to come does nothing before it.
        let asleep = matches!(until, Until::OpponentsNextTurn | Until::YourNextTurn);
        if let (On::Card(object), false) = (on, asleep) {
            self.delete_gained(cx.pool, object, change);
        }
        let value = match change {
            Change::Power(amount)
            | Change::SetPower(amount)
            | Change::ComboPower(amount)
            | Change::Cost(amount)
            | Change::ComboCost(amount)
            | Change::SpecifiedCost(_, amount)
            | Change::ZCost(amount)
            | Change::Damage(amount) => eval::amount(self, cx.pool, amount, run),
            // So many more than were made this turn, if it is that player's.
            Change::Attacks { battle, n } => match on {
                On::Player(seat) if seat == self.turn_player && !asleep => {
                    n + self.attacks_made(seat, *battle)
                }
                _ => *n,
            },
            _ => 0,
        };
        if value < 0 && matches!(change, Change::Power(_)) {
            if let On::Card(object) = on {
                let card = self.table.find(object);
                if card.is_some_and(|card| self.cannot(cx.pool, card, Cannot::PowerBeReduced)) {
                    return false;
                }
            }
        }
        let ends = self.ends(until, run.controller);
        self.lasting.push(Lasting::of(run, on, value, Kept { ends, asleep, ..Kept::default() }));
        self.index.lasting |= change.class();
        if let (On::Card(object), Change::Negate(_), false) = (on, change, asleep) {
            self.never_pended(cx.pool, object, run);
        }
        if let (On::Card(object), Change::Power(_), 1.., false) = (on, change, value, asleep) {
            let cause = Cause::Skill(run.controller);
            let amount = self.table.find(object).map_or(0, |card| self.note_turning(card, cause));
            self.note(Moment::Strengthened, object, Object::default(), amount, cx);
        }
        self.version = self.version.wrapping_add(1);
        true
    }

    fn later(&mut self, ability: AbilityRef, until: Until, carry: Object, run: &Run, cx: &mut Cx<'_>) {
        let ends = self.ends(until, run.controller);
        let mut source = run.source;
        // DBS 20-1-7: its card in the area that the effect names, where this very skill has put it.
        if let Some(area) = cx.pool.skill(ability).and_then(|skill| skill.means_this_in()) {
            if self.table.find(source).is_none() && self.table.zone(source.card) == area {
                source = self.table.object(source.card);
            }
        }
        self.lasting.push(Lasting {
            ability,
            at: 0,
            on: On::Card(carry),
            source,
            controller: run.controller,
            subject: run.subject,
            value: 0,
            // DBS 1-7-2-1-2, 1-7-2-2-1, 9-2-1-3: it waits for its time, and other skills go on meanwhile.
            until: Kept {
                ends,
                waits: true,
                asleep: matches!(until, Until::OpponentsNextTurn | Until::YourNextTurn),
                ..Kept::default()
            },
        });
    }
}

impl State {
    /// Whether what happens now is done by a skill, or its cost, of a card that fits. The card may have left since.
    fn acting(&self, cards: &Cards, filter: &Filter<Dbs>, run: &Run) -> bool {
        let acts = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Effect(acts) => Some(acts.source),
            _ => None,
        });
        acts.filter(|source| *source != Object::default())
            .is_some_and(|source| eval::fits(self, cards, filter, source.card, run))
    }
}

/// Whether a description asks for nothing that is printed on a card (DBS 5-2-7): any card will do, but for those chosen before.
fn tells_nothing(filter: &Filter<Dbs>) -> bool {
    match filter {
        Filter::Any | Filter::Of(_) | Filter::Test(Test::InArea(_)) => true,
        Filter::Not(inner) => matches!(**inner, Filter::Bound(_) | Filter::This),
        Filter::All(all) => all.iter().all(tells_nothing),
        _ => false,
    }
}

/// Whether the choice at this place of a skill goes past [Barrier].
fn goes_past(skill: &crate::text::Skill, at: u16) -> bool {
    let past = |filter: &Filter<Dbs>| *filter == Filter::Test(Test::PastBarrier);
    match skill.ability.program.get(usize::from(at)) {
        Some(effects::Op::Choose { from, .. }) => match &from.filter {
            Filter::All(all) => all.iter().any(past),
            one => past(one),
        },
        _ => false,
    }
}
