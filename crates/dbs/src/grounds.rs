//! What stands behind a refusal beyond its rule: energy that is missing, the condition that does not hold, the skill that forbids
//! it. The legality of the other files decides; here it is only asked in more detail, when somebody wants to know why.

use crate::Cards;
use crate::card::{Color, Cost};
use crate::choice::Choice;
use crate::layer::class;
use crate::rule;
use crate::state::{Area, Pays, State};
use crate::text::{self, Skill};
use crate::vocab::{Cannot, Change, Dbs, Keyword};
use effects::layer::Sort;
use effects::{AbilityRef, Asked, Cond, Run, Step, eval, grounds, run};
use kernel::{Card, Giver, Grounds, RuleId};

impl State {
    pub(crate) fn grounds(&self, cards: &Cards, choice: Choice, rule: RuleId) -> Grounds {
        let none = Grounds::none();
        if rule == rule!("0-2-5") {
            return Grounds { by: self.forbidding(cards, choice), ..none };
        }
        match choice {
            Choice::Play(card) => match rule {
                rule if rule == rule!("5-3-3") => self.lacks_energy(cards, &self.play_cost(cards, card)),
                rule if rule == rule!("5-4-3") => self.lacks_z_energy(cards, card),
                rule if rule == rule!("22-39-2") => Grounds { by: self.unique_beside(cards, card), ..none },
                _ => none,
            },
            Choice::Combo(card) if rule == rule!("5-6-3") => {
                let cost = self.combo_cost(cards, card).unwrap_or(0);
                let there = self.energy_count(cards, self.decider, Pays::Combo);
                none.short(cost.into(), there.into(), "energy")
            }
            Choice::Attack(card, on) if rule == rule!("20-14-1") => self.cannot_pay_tolls(cards, card, on),
            Choice::Activate(card, index) | Choice::Counter(card, index) => {
                let at = AbilityRef { print: self.table.print(card), index };
                match cards.skill(at) {
                    Some(skill) => self.grounds_of_skill(cards, card, at, skill, rule),
                    None => none,
                }
            }
            _ => none,
        }
    }

    /// Why a card is none of those that a skill lets somebody choose among.
    pub(crate) fn not_among(&self, cards: &Cards, card: Card) -> Grounds {
        let name = self.name_of(cards, card, Some(self.decider));
        let keeping = || {
            let mut by = Vec::new();
            let sort = Sort { class: class::CANNOT, kinds: 1 << Cannot::BeChosenByOpponent as u8 };
            self.each_change_asked(cards, card, sort, Asked::NOTHING, &mut |applied| {
                grounds::note(self, cards, &applied.run, &mut by);
            });
            // DBS 22-16-2.
            if by.is_empty() && self.has_keyword(cards, card, Keyword::Barrier) {
                let words = crate::keyword::bracket(Keyword::Barrier);
                by.push(Giver { card: Some(card), name: name.clone(), seat: self.table.seat(card), words });
            }
            by
        };
        grounds::not_among(self, cards, (self.frames.len(), card, &name), text::described, keeping)
    }

    fn grounds_of_skill(
        &self,
        cards: &Cards,
        card: Card,
        at: AbilityRef,
        skill: &Skill,
        rule: RuleId,
    ) -> Grounds {
        let none = Grounds::none();
        let run = Run::new(at, self.table.object(card), self.decider);
        let unmet = |cond: &Option<Cond<Dbs>>| {
            cond.as_ref().and_then(|cond| grounds::unmet(self, cards, cond, &run)).cloned()
        };
        match rule {
            rule if rule == rule!("5-3-3") => {
                self.lacks_energy(cards, &self.energy_for(cards, card, skill, &run))
            }
            rule if rule == rule!("5-4-3") => self.lacks_z_energy(cards, card),
            rule if rule == rule!("9-1-2") => {
                let mut by = Vec::new();
                self.each_change(cards, card, class::NEGATE, &mut |applied| {
                    grounds::note(self, cards, &applied.run, &mut by);
                });
                Grounds { by, ..none }
            }
            rule if rule == rule!("22-27-4") => {
                let deck = self.count(self.decider, Area::Deck) as i32;
                none.short(skill.burst.unwrap_or(0).into(), deck, "cards in your deck")
            }
            rule if rule == rule!("13-4-1-3") => {
                let there = i32::from(self.table.marks(card).markers);
                none.short(-i32::from(skill.markers.unwrap_or(0)), there, "markers on it")
            }
            rule => match unmet(&skill.ability.cond).or_else(|| unmet(&skill.cost_cond)) {
                Some(cond) => none.unmet(self.condition_words(cards, at, &cond)),
                None if rule == skill.unpaid => {
                    let steps = grounds::unpaid(self, cards, &run, 0, skill.pay_end);
                    none.missing(self.part_words(cards, at, &steps))
                }
                None => none,
            },
        }
    }

    /// DBS 5-3-3: how much energy is missing, and of which colours.
    fn lacks_energy(&self, cards: &Cards, cost: &Cost) -> Grounds {
        let total = i32::from(cost.value().max(cost.specified_total()));
        let there = i32::from(self.energy_count(cards, self.decider, Pays::Cost));
        let mut grounds = Grounds::none().short(total, there, "energy in Active Mode");
        for (color, wanted) in Color::ALL.into_iter().zip(cost.specified) {
            let held = self.energy_of(cards, self.decider, color);
            grounds = grounds.short(wanted.into(), held.into(), &format!("{} energy", color.name()));
        }
        if grounds.missing.is_empty() {
            // Every colour is there, but a card of two colours pays for one of them only.
            grounds = grounds.missing("energy of all its colours at once: one card pays for one colour");
        }
        grounds
    }

    fn lacks_z_energy(&self, cards: &Cards, card: Card) -> Grounds {
        let there = self.count(self.decider, Area::ZEnergy) as i32;
        Grounds::none().short(self.z_cost(cards, card).into(), there, "Z-Energy")
    }

    /// DBS 22-39-2: the card of the same name.
    fn unique_beside(&self, cards: &Cards, card: Card) -> Vec<Giver> {
        let same = |other: &&Card| **other != card && self.same_name(cards, card, **other);
        let giver = |other: &Card| Giver {
            card: Some(*other),
            name: self.name_of(cards, *other, Some(self.decider)),
            seat: self.decider,
            words: crate::keyword::bracket(Keyword::Unique),
        };
        self.cards(self.decider, Area::Battle).iter().filter(same).map(giver).collect()
    }

    /// DBS 20-14-1: the skill that asks for something, and what of it cannot be done.
    fn cannot_pay_tolls(&self, cards: &Cards, card: Card, target: Card) -> Grounds {
        let mut found = Grounds::none();
        for toll in self.tolls(cards, card, Some(target)).iter() {
            let end = cards.skill(toll.ability).map_or(0, |skill| skill.ability.program.len() as u16);
            let steps = grounds::unpaid(self, cards, &run::start(self, *toll), 0, end);
            found = found.missing(self.part_words(cards, toll.ability, &steps));
        }
        // The toll is a part of the skill that asks for it, and that one has the words.
        self.each_change(cards, card, class::TOLL, &mut |applied| {
            if matches!(applied.change, Change::Toll(_)) {
                grounds::note(self, cards, &applied.run, &mut found.by);
            }
        });
        self.each_change(cards, target, class::TOLL, &mut |applied| {
            if matches!(applied.change, Change::TollOn(_)) {
                grounds::note(self, cards, &applied.run, &mut found.by);
            }
        });
        found
    }

    /// DBS 0-2-5: the skills that forbid what a choice is about.
    fn forbidding(&self, cards: &Cards, choice: Choice) -> Vec<Giver> {
        use Cannot as C;
        let seat = self.decider;
        let (whom, on_player, on_card, on_target): (Card, &[Cannot], &[Cannot], Option<Card>) = match choice {
            Choice::Play(card) => (card, &[C::Play, C::PlayBattle], &[C::Play, C::BePlayedPlainly], None),
            Choice::Combo(card) => (card, &[C::Combo], &[C::Combo], None),
            Choice::Activate(card, _) | Choice::Counter(card, _) => {
                (card, &[C::ActivateExtra, C::ActivateCounter, C::Awaken], &[C::ActivateSkills], None)
            }
            Choice::Attack(card, target) => {
                let aimed: &[Cannot] = match self.table.zone(target) {
                    Area::Leader => &[C::Attack, C::AttackLeader],
                    Area::Unison => &[C::Attack, C::AttackUnison],
                    _ => &[C::Attack, C::AttackBattleCards],
                };
                (card, &[C::Attack], aimed, Some(target))
            }
            _ => return Vec::new(),
        };
        let mut by = Vec::new();
        let mut on = |card: Card, what: Cannot| {
            let sort = Sort { class: class::CANNOT, kinds: 1 << what as u8 };
            self.each_change_asked(cards, card, sort, Asked::NOTHING, &mut |applied| {
                grounds::note(self, cards, &applied.run, &mut by);
            });
        };
        on_card.iter().for_each(|what| on(whom, *what));
        on_target.into_iter().for_each(|target| on(target, C::BeAttacked));
        self.each_player_change(cards, seat, class::CANNOT, &mut |applied| {
            if matches!(applied.change, Change::Cannot(what) if on_player.contains(what)) {
                grounds::note(self, cards, &applied.run, &mut by);
            }
        });
        if let Choice::Attack(card, target) = choice {
            // Attacks that an effect counts, kinds that a player cannot attack with, and shields against some attackers.
            self.each_player_change(cards, seat, class::OTHER, &mut |applied| {
                let forbids = match applied.change {
                    Change::Attacks { battle, .. } => !battle || self.is_battle_card(cards, card),
                    Change::CannotAttackWith(filter) => eval::fits(self, cards, filter, card, &applied.run),
                    _ => false,
                };
                if forbids {
                    grounds::note(self, cards, &applied.run, &mut by);
                }
            });
            self.each_change(cards, target, class::OTHER, &mut |applied| {
                if matches!(applied.change, Change::NotAttackedBy(from) if eval::fits(self, cards, from, card, &applied.run)) {
                    grounds::note(self, cards, &applied.run, &mut by);
                }
            });
        }
        by
    }

    fn part_words(&self, cards: &Cards, at: AbilityRef, steps: &[Step<Dbs>]) -> String {
        let printed = cards.get(at.print);
        let skills = printed.map_or(&[][..], |printed| &printed.skills);
        text::clause(skills, printed.map_or(&[][..], |printed| &printed.tokens), steps)
    }

    fn condition_words(&self, cards: &Cards, at: AbilityRef, cond: &Cond<Dbs>) -> String {
        let printed = cards.get(at.print);
        let skills = printed.map_or(&[][..], |printed| &printed.skills);
        text::condition_words(skills, printed.map_or(&[][..], |printed| &printed.tokens), cond)
    }
}
