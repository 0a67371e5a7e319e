//! What stands behind a refusal beyond its rule: cores that are missing, the condition that does not hold, the effect that forbids
//! or compels. The legality of the other files decides; here it is only asked in more detail, when somebody wants to know why.

use crate::card::Cards;
use crate::figures::ChangeKind;
use crate::rule;
use crate::state::{Choice, How, State};
use crate::text;
use crate::vocab::{BattleSpirits, Change, Deed, Window};
use effects::layer::{Ask, Given, Sort};
use effects::{AbilityRef, Asked, Run, Whom, eval, grounds};
use kernel::{Card, Giver, Grounds, RuleId};

impl State {
    pub(crate) fn grounds(&self, cards: &Cards, choice: Choice, rule: RuleId) -> Grounds {
        let none = Grounds::none();
        match choice {
            Choice::Summon(card) | Choice::Deploy(card) => self.lacks_cores(cards, card, rule),
            Choice::Use(card, how) => {
                let window = if how == How::Main { Window::Main } else { Window::Flash };
                match self.print(cards, card).body(window) {
                    Some(index) if rule == rule!("BASIC-NEXUS-5") => {
                        self.cannot_begin(cards, card, index, rule)
                    }
                    _ => self.lacks_cores(cards, card, rule),
                }
            }
            Choice::Activate(card, index) => self.cannot_begin(cards, card, index, rule),
            Choice::Attack(card) if rule == rule!("FAQ-GENERAL-3") => {
                Grounds { by: self.changing(cards, card, ChangeKind::CannotAttack, &|_| true), ..none }
            }
            Choice::Block(card) if rule == rule!("FAQ-GENERAL-3") => {
                let mut by = self.changing(cards, card, ChangeKind::CannotBlock, &|_| true);
                if let Some(attacker) = self.attacker() {
                    by.extend(self.changing(cards, attacker, ChangeKind::Unblockable, &|given| {
                        matches!(given.change, Change::CannotBeBlockedBy(filter) if eval::fits(self, cards, filter, card, given.run))
                    }));
                }
                Grounds { by, ..none }
            }
            Choice::Attack(_) | Choice::EndStep if rule == rule!("TURN-1") => {
                Grounds { by: self.compelling(cards, ChangeKind::MustAttack), ..none }
            }
            Choice::Block(_) | Choice::Pass if rule == rule!("TURN-1") => {
                Grounds { by: self.compelling(cards, ChangeKind::MustBlock), ..none }
            }
            _ => none,
        }
    }

    /// Why a card is none of those that an effect lets somebody choose among.
    pub(crate) fn not_among(&self, cards: &Cards, card: Card) -> Grounds {
        let target = |given: &Given<'_, BattleSpirits>| *given.change == Change::CannotBe(Deed::Target);
        let keeping = || self.changing(cards, card, ChangeKind::CannotBe, &target);
        let name = self.name_of(cards, card);
        grounds::not_among(self, cards, (self.frames.len(), card, &name), text::described, keeping)
    }

    /// BS FAQ-PAY-2a, COST-5d: the cores that the cost takes, those that keep the card, and those that are there.
    fn lacks_cores(&self, cards: &Cards, card: Card, rule: RuleId) -> Grounds {
        let (due, least, there) = self.cores_for(cards, card, self.table.owner(card));
        let none = Grounds::none();
        match rule {
            rule if rule == rule!("FAQ-PAY-2a") => none.short(due, there, "cores to pay the cost"),
            rule if rule == rule!("COST-5d") => {
                let what = format!("cores: {due} for the cost and {least} to stay on it");
                none.short(due + least, there, &what)
            }
            _ => none,
        }
    }

    /// BS BASIC-NEXUS-5, FAQ-GENERAL-11: the condition that does not hold, or the part ahead of the arrow that cannot be done.
    fn cannot_begin(&self, cards: &Cards, card: Card, index: u8, rule: RuleId) -> Grounds {
        let at = AbilityRef { print: self.table.print(card), index };
        let run = Run::new(at, self.table.object(card), self.table.owner(card));
        let none = Grounds::none();
        match rule {
            rule if rule == rule!("BASIC-NEXUS-5") => {
                let unmet = grounds::unmet_in_front(self, cards, &run);
                none.unmet(unmet.map_or(String::new(), text::condition))
            }
            rule if rule == rule!("FAQ-GENERAL-11") => {
                none.missing(text::clause(&grounds::unpaid_in_front(self, cards, &run)))
            }
            rule if rule == rule!("BASIC-LV-2") => {
                let (from, _) = cards.ability(at).part.levels;
                none.unmet(format!("level {from} (it is at level {})", self.level_number(cards, card)))
            }
            _ => none,
        }
    }

    /// The effects that make a change to a card.
    fn changing(
        &self,
        cards: &Cards,
        card: Card,
        kind: ChangeKind,
        meant: &dyn Fn(&Given<'_, BattleSpirits>) -> bool,
    ) -> Vec<Giver> {
        let ask = Ask { whom: Whom::Card(card), sort: Sort::of(kind as u16), asked: Asked::NOTHING };
        grounds::givers(self, cards, &ask, meant)
    }

    /// BS TURN-1: the effects that compel Spirits of the player who is asked.
    fn compelling(&self, cards: &Cards, kind: ChangeKind) -> Vec<Giver> {
        let seat = if kind == ChangeKind::MustAttack { self.turn_seat } else { self.turn_seat.other() };
        let all = self.field(seat).iter().flat_map(|card| self.changing(cards, *card, kind, &|_| true));
        let mut by: Vec<Giver> = Vec::new();
        for giver in all {
            if !by.contains(&giver) {
                by.push(giver);
            }
        }
        by
    }
}
