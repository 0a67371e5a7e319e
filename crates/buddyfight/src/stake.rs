//! What cards and the verbs of card text are worth, in points: for rules of thumb, never for a rule.

use crate::card::{Cards, Kind};
use crate::keyword::Keyword;
use crate::state::{State, Target as Aimed, Zone};
use crate::vocab::{Cannot, Change, Figure, Verb, Words};
use effects::{Run, Stakes, Target, Who, eval};
use kernel::{Card, Seat};

/// What a card in the hand is worth, and what any card that is not known counts for.
pub(crate) const CARD: i32 = 100;
/// A card of the gauge.
pub(crate) const GAUGE: i32 = 40;

impl State {
    /// What a card is worth to the fighter whose it is, where it is now.
    pub(crate) fn worth(&self, cards: &Cards, card: Card, me: Seat) -> i32 {
        match self.table.zone(card) {
            zone if zone.is_field() => self.field_worth(cards, card),
            Zone::Hand if self.table.knows(me, card) => CARD + self.would_be_worth(cards, card) / 8,
            Zone::Hand => CARD,
            Zone::Gauge => GAUGE,
            Zone::Soul => 45,
            Zone::Flag | Zone::Buddy => 150,
            Zone::Drop if self.table.knows(me, card) => 10 + self.would_be_worth(cards, card) / 20,
            _ => 10,
        }
    }

    fn field_worth(&self, cards: &Cards, card: Card) -> i32 {
        if self.is_blank(card) {
            return 30;
        }
        let power = self.power(cards, card) / 150;
        let defense = self.defense(cards, card).unwrap_or(0) / 250;
        let hits = 35 * self.critical(cards, card) * self.attacks_of(cards, card);
        let soul = 40 * self.soul(card).count().min(4) as i32;
        40 + power + defense + hits + soul
    }

    /// How often a card attacks in a turn.
    pub(crate) fn attacks_of(&self, cards: &Cards, card: Card) -> i32 {
        i32::from(self.has_multiattack(cards, card).max(1))
    }

    /// What a card would be worth on the field.
    pub(crate) fn would_be_worth(&self, cards: &Cards, card: Card) -> i32 {
        let face = cards.get(self.print(card));
        if !face.kind.is_monster() && face.kind != Kind::Item {
            return 90;
        }
        let figure = |figure: Option<i32>| figure.unwrap_or(0);
        let texts = 12 * face.sheet.abilities.len().min(3) as i32;
        40 + figure(face.power) / 150 + figure(face.defense) / 250 + 35 * figure(face.critical) + texts
    }

    fn for_side(&self, card: Card, me: Seat, points: i32) -> i32 {
        if self.table.seat(card) == me { points } else { -points }
    }

    /// What losing this much life is worth to a fighter.
    pub(crate) fn life_worth(&self, seat: Seat, damage: i32) -> i32 {
        let life = i32::from(self.life[seat]);
        match damage {
            damage if damage >= life => 4_000,
            damage => damage * if life <= 4 { 85 } else { 50 },
        }
    }

    /// What is left of damage to this fighter once what lessens it is taken off.
    pub(crate) fn damage_left(&self, seat: Seat, damage: i32) -> i32 {
        let standing = self.standings[seat];
        if standing.cannot(Cannot::BeDamaged) {
            return 0;
        }
        (damage - i32::from(standing.less_damage)).max(0)
    }

    /// The damage that the running attack is going to do to this fighter.
    pub(crate) fn coming(&self, cards: &Cards, seat: Seat) -> i32 {
        match self.attack() {
            Some(attack)
                if attack.in_battle && attack.target == Aimed::Fighter(seat) && !attack.nullified =>
            {
                let power = self.attackers(attack).map(|card| self.power(cards, card)).sum();
                if self.is_shielded(cards, seat, power) {
                    return 0;
                }
                self.damage_left(seat, self.attackers(attack).map(|card| self.critical(cards, card)).sum())
            }
            _ => 0,
        }
    }
}

impl Stakes for State {
    fn sees(&self, seat: Seat, card: Card) -> bool {
        self.table.knows(seat, card)
    }

    fn patient(verb: &Verb) -> Option<&Target<Words>> {
        match verb {
            Verb::Destroy(what)
            | Verb::ToHand(what)
            | Verb::Drop(what)
            | Verb::Discard(what)
            | Verb::ToGauge(what)
            | Verb::ToDeckTop(what)
            | Verb::ToDeckBottom(what)
            | Verb::Remove(what)
            | Verb::ToSoul { what, .. }
            | Verb::OnTop(what)
            | Verb::Stand(what)
            | Verb::Rest(what)
            | Verb::Call { what, .. }
            | Verb::MoveTo { what, .. }
            | Verb::AttackWith(what)
            | Verb::Redirect(what) => Some(what),
            _ => None,
        }
    }

    fn done_to(&self, cards: &Cards, verb: &Verb, card: Card, _run: &Run, me: Seat) -> i32 {
        let worth = self.worth(cards, card, me);
        let rested = self.table.marks(card).rested();
        let points = match verb {
            Verb::Destroy(_) if self.cannot(card, Cannot::BeDestroyed) => 0,
            Verb::Destroy(_) if self.has_keyword(cards, card, Keyword::Soulguard) => -45,
            Verb::Destroy(_) | Verb::Drop(_) | Verb::Discard(_) | Verb::ToDeckBottom(_) | Verb::Remove(_) => {
                -worth
            }
            Verb::ToDeckTop(_) => 30 - worth,
            Verb::ToHand(_) => CARD - worth,
            Verb::ToGauge(_) => GAUGE - worth,
            Verb::ToSoul { .. } => 45 - worth,
            Verb::OnTop(_) => 45 - worth,
            Verb::Stand(_) if !rested => 0,
            Verb::Stand(_) => 40 + worth / 4,
            Verb::Rest(_) if rested => 0,
            Verb::Rest(_) => -30 - worth / 5,
            Verb::Call { .. } => self.would_be_worth(cards, card) + 20 - worth,
            Verb::AttackWith(_) => 70,
            _ => 0,
        };
        self.for_side(card, me, points)
    }

    fn done(&self, cards: &Cards, verb: &Verb, run: &Run, me: Seat) -> i32 {
        let times = |number| eval::amount(self, cards, number, run).clamp(0, 12);
        let seat = |who| eval::seat(self, who, run);
        let to = |who, points: i32| if seat(who) == me { points } else { -points };
        let life = |who, number| to(who, -self.life_worth(seat(who), times(number)));
        match verb {
            Verb::Draw(who, number) => to(*who, CARD * times(number)),
            Verb::Damage { who, amount, .. } => life(*who, amount),
            Verb::LoseLife(who, number) => life(*who, number),
            Verb::PayLife(number) => life(Who::You, number),
            Verb::GainLife(who, number) => to(*who, 55 * times(number)),
            Verb::SetLife(who, number) => to(*who, 60 * (times(number) - i32::from(self.life[seat(*who)]))),
            Verb::PayGauge(number) => to(Who::You, -GAUGE * times(number)),
            Verb::TopToGauge(who, number) => to(*who, GAUGE * times(number)),
            Verb::TopToDrop(who, number) => to(*who, -2 * times(number)),
            Verb::TopToSoul { amount, .. } => to(Who::You, 45 * times(amount)),
            Verb::Search(who) => to(*who, 10),
            Verb::NullifyAttack => {
                let coming = self.coming(cards, me);
                match self.attack() {
                    Some(attack) if attack.seat == me => -100,
                    Some(_) if coming > 0 => self.life_worth(me, coming),
                    Some(attack) => match attack.target {
                        Aimed::Monster(object, _) => {
                            self.table.find(object).map_or(0, |card| self.worth(cards, card, me))
                        }
                        Aimed::Fighter(_) => 0,
                    },
                    None => 0,
                }
            }
            Verb::NullifyPlay | Verb::NullifyCast(_) => to(Who::You, 130),
            Verb::EndTurn | Verb::EndPhase(_) => {
                if self.turn_seat == me {
                    -150
                } else {
                    150
                }
            }
            Verb::ExtraTurn => to(Who::You, 800),
            Verb::Prevent => to(Who::You, 90),
            Verb::Win(who) => to(*who, 10_000),
            Verb::Lose(who) => to(*who, -10_000),
            _ => 0,
        }
    }

    fn gained(&self, cards: &Cards, change: &Change, on: Result<Card, Seat>, run: &Run, me: Seat) -> i32 {
        let amount = |number| eval::amount(self, cards, number, run);
        let points = match change {
            Change::Add(Figure::Critical, number) => 35 * amount(number).clamp(-5, 5),
            Change::Add(Figure::Size, number) => -15 * amount(number).clamp(-5, 5),
            Change::Add(_, number) => (amount(number) / 150).clamp(-70, 70),
            Change::Set(..) => 10,
            Change::Keyword(_) | Change::Can(_) => 35,
            Change::LoseKeyword(_) => -30,
            Change::LoseAbilities => -60,
            Change::Cannot(cannot) => match cannot {
                Cannot::BeAttacked
                | Cannot::BeLinkAttacked
                | Cannot::BeDestroyed
                | Cannot::BeDestroyedByAttack
                | Cannot::BeDestroyedByEffects
                | Cannot::BeDestroyedByOpponent
                | Cannot::BeReturned
                | Cannot::BeReturnedByOpponent
                | Cannot::BeNullified
                | Cannot::AttackBeNullified
                | Cannot::LoneAttackBeNullified
                | Cannot::BeChosen
                | Cannot::BeDamaged => 45,
                _ => -45,
            },
            Change::CannotCall(_) => -30,
            Change::Cheaper(_, by) => GAUGE * i32::from(*by),
            Change::ReduceDamage(number)
            | Change::ReduceEffectDamage(number)
            | Change::ReduceNext(number) => match on {
                Err(seat) => {
                    let coming = self.coming(cards, seat);
                    let less = amount(number).min(coming);
                    // What stays after it decides whether the fighter does.
                    self.life_worth(seat, coming) - self.life_worth(seat, coming - less).min(3_999)
                }
                Ok(_) => 0,
            },
            Change::SurviveNext => 60,
            Change::SizeLimit(_) | Change::ManyImpacts => 40,
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
