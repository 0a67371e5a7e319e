//! What cards and the verbs of card text are worth, in points: for rules of thumb, never for a rule.

use crate::Cards;
use crate::card::Kind;
use crate::state::{Area, State};
use crate::vocab::{Cannot, Change, Dbs, Keyword, Verb};
use effects::{Run, Stakes, Target, Who, eval};
use kernel::{Card, Seat};

/// What a card in the hand is worth, and what any card that is not known counts for.
pub(crate) const CARD: i32 = 100;
/// An energy: every turn it pays for something.
const ENERGY: i32 = 70;

impl State {
    /// What a card is worth to the player whose it is, where it is now.
    pub(crate) fn worth(&self, cards: &Cards, card: Card, me: Seat) -> i32 {
        let known = self.table.knows(me, card);
        match self.table.zone(card) {
            Area::Leader => 400,
            Area::Battle => self.field_worth(cards, card),
            Area::Unison => 80 + 40 * i32::from(self.table.marks(card).markers.min(6)),
            Area::Combo => 20,
            Area::Energy | Area::ZEnergy => ENERGY,
            Area::Life => 130,
            Area::Hand if known => CARD + self.would_be_worth(cards, card) / 10,
            Area::Hand => CARD,
            Area::Drop | Area::Deck | Area::ZDeck if known => 10 + self.would_be_worth(cards, card) / 20,
            _ => 10,
        }
    }

    fn field_worth(&self, cards: &Cards, card: Card) -> i32 {
        if !self.is_battle_card(cards, card) {
            return 90;
        }
        let strikes = 45 * (i32::from(self.strike(cards, card)) - 1);
        let blocks = if self.has_keyword(cards, card, Keyword::Blocker) { 40 } else { 0 };
        60 + self.power(cards, card) / 200 + strikes + blocks
    }

    /// What a card would be worth in play.
    pub(crate) fn would_be_worth(&self, cards: &Cards, card: Card) -> i32 {
        let printed = cards.printed(self.table.print(card));
        let skills = 15 * printed.skills.len().min(3) as i32;
        match printed.kind {
            Kind::Battle => {
                let strikes = 45 * (i32::from(printed.keywords[0].strike.max(1)) - 1);
                60 + printed.front.power / 200 + strikes + skills
            }
            Kind::Unison => 160 + skills,
            _ => 90 + skills,
        }
    }

    fn for_side(&self, card: Card, me: Seat, points: i32) -> i32 {
        if self.table.seat(card) == me { points } else { -points }
    }

    /// What a card that goes there is worth afterwards.
    fn worth_in(&self, cards: &Cards, card: Card, area: Area, me: Seat) -> i32 {
        let known = if self.table.knows(me, card) { self.would_be_worth(cards, card) } else { 120 };
        match area {
            Area::Hand => CARD + known / 10,
            Area::Energy | Area::ZEnergy => ENERGY,
            Area::Life => 130,
            Area::Battle => known,
            _ => 10,
        }
    }
}

impl Stakes for State {
    fn sees(&self, seat: Seat, card: Card) -> bool {
        self.table.knows(seat, card)
    }

    fn patient(verb: &Verb) -> Option<&Target<Dbs>> {
        match verb {
            Verb::Ko(what)
            | Verb::Move { what, .. }
            | Verb::Rest(what)
            | Verb::Ready(what)
            | Verb::Play { what, .. }
            | Verb::Combo(what)
            | Verb::Flip(what)
            | Verb::Markers { what, .. }
            | Verb::Tuck { what, .. }
            | Verb::GainControl { what, .. }
            | Verb::SwitchGuard(what)
            | Verb::PlaceExtra(what) => Some(what),
            _ => None,
        }
    }

    fn done_to(&self, cards: &Cards, verb: &Verb, card: Card, run: &Run, me: Seat) -> i32 {
        let worth = self.worth(cards, card, me);
        let rest = self.is_rest(card);
        let points = match verb {
            Verb::Ko(_) => -worth,
            Verb::Move { to, .. } => self.worth_in(cards, card, to.area, me) - worth,
            Verb::Play { .. } | Verb::PlaceExtra(_) => self.worth_in(cards, card, Area::Battle, me) - worth,
            Verb::Rest(_) if rest => 0,
            Verb::Rest(_) => match self.table.zone(card) {
                Area::Energy => -25,
                _ => -worth / 4 - 10,
            },
            Verb::Ready(_) if !rest => 0,
            Verb::Ready(_) => match self.table.zone(card) {
                Area::Energy => 25,
                _ => worth / 4 + 15,
            },
            Verb::Flip(_) if self.table.zone(card) == Area::Leader => 300,
            Verb::Markers { n, .. } => 35 * eval::amount(self, cards, n, run).clamp(-6, 6),
            Verb::Tuck { .. } => 15 - worth,
            Verb::Combo(_) => 50 - worth / 2,
            Verb::GainControl { .. } => return worth * 2,
            _ => 0,
        };
        self.for_side(card, me, points)
    }

    fn done(&self, cards: &Cards, verb: &Verb, run: &Run, me: Seat) -> i32 {
        let times = |number| eval::amount(self, cards, number, run).clamp(0, 8);
        let to = |who, points: i32| if eval::seat(self, who, run) == me { points } else { -points };
        let area = |area: Area| match area {
            Area::Hand => CARD,
            Area::Energy => ENERGY,
            Area::Life => 130,
            _ => 5,
        };
        match verb {
            Verb::Draw { who, n } => to(*who, CARD * times(n)),
            Verb::Damage { who, n } => to(*who, -130 * times(n)),
            Verb::Mill { who, n, to: place, .. } => to(*who, area(place.area) * times(n)),
            Verb::EnergyMarkers { who, n } => to(*who, 25 * times(n)),
            Verb::Token { who, n, .. } => to(*who, 110 * times(n)),
            Verb::Pay { cost } => to(Who::You, -15 * i32::from(cost.value())),
            Verb::NegateAttack => {
                if self.turn_player == me {
                    -150
                } else {
                    150
                }
            }
            Verb::NegateCounter | Verb::NegateSkill | Verb::NegatePlay(_) => to(Who::You, 140),
            Verb::NegateBlocker => to(Who::You, 60),
            Verb::Look { .. } | Verb::RevealTop { .. } => to(Who::You, 15),
            Verb::Activate(_) => to(Who::You, 60),
            Verb::TuckTop { who, n, .. } => to(*who, 15 * times(n)),
            Verb::AttackAgain => to(Who::You, 120),
            Verb::TakeRevenge => to(Who::You, 80),
            Verb::Skip { who, .. } => to(*who, -200),
            Verb::PlaceOnLeader { .. } => to(Who::You, 200),
            Verb::Win(who) => to(*who, 10_000),
            _ => 0,
        }
    }

    fn gained(&self, cards: &Cards, change: &Change, on: Result<Card, Seat>, run: &Run, me: Seat) -> i32 {
        let points = match change {
            Change::Power(number) => {
                let more = eval::amount(self, cards, number, run);
                match on {
                    // DBS 21-4: a Battle Card without power is knocked out.
                    Ok(card) if more < 0 && self.power(cards, card) + more <= 0 => {
                        -self.worth(cards, card, me)
                    }
                    _ => (more / 150).clamp(-80, 80),
                }
            }
            Change::SetPower(number) => {
                let now = on.map_or(0, |card| self.power(cards, card));
                (eval::amount(self, cards, number, run) - now) / 150
            }
            Change::ComboPower(number) => eval::amount(self, cards, number, run) / 200,
            Change::Cost(number) | Change::ComboCost(number) | Change::ZCost(number) => {
                -15 * eval::amount(self, cards, number, run).clamp(-6, 6)
            }
            Change::Damage(number) => 60 * eval::amount(self, cards, number, run),
            Change::Negate(_) => -50,
            Change::Cannot(cannot) => match cannot {
                Cannot::BeAttacked
                | Cannot::BeKod
                | Cannot::BeKodBySkills
                | Cannot::BeKodByBattle
                | Cannot::BeRemovedByOpponent
                | Cannot::BeChosenByOpponent
                | Cannot::BeNegated
                | Cannot::PowerBeReduced => 45,
                _ => -45,
            },
            Change::TakesNoDamage => 150,
            Change::LeavesTo(_) | Change::Toll(_) | Change::Skips(_) => -20,
            _ => 35,
        };
        match on {
            Ok(card) => self.for_side(card, me, points),
            Err(seat) => {
                if seat == me {
                    points
                } else {
                    -points
                }
            }
        }
    }
}
