//! What the shared effect runtime asks of this game.

use crate::card::{Cards, Color, Kind};
use crate::cores::Pile;
use crate::state::*;
use crate::verbs::Cause;
use crate::vocab::*;
use crate::{Cx, State};
use effects::host::Whole;
use effects::{AbilityRef, Done, Host, On, Op, Picks, Run, Target, eval};
use kernel::{Card, Object, Place, Seat, Table};

impl Host for State {
    type V = BattleSpirits;
    type Table = Table<Zone, Marks, CARDS>;

    fn ability(cards: &Cards, at: AbilityRef) -> &Ability {
        cards.ability(at)
    }

    fn picks(&self) -> &Picks {
        &self.picks
    }

    fn picks_mut(&mut self) -> &mut Picks {
        &mut self.picks
    }

    fn running(&self, frame: usize) -> Option<&Run> {
        match self.frames.get(frame) {
            Some(Frame::Effect(run, _)) => Some(run),
            _ => None,
        }
    }

    fn running_mut(&mut self, frame: usize) -> Option<&mut Run> {
        match self.frames.get_mut(frame) {
            Some(Frame::Effect(run, _)) => Some(run),
            _ => None,
        }
    }

    fn table(&self) -> &Self::Table {
        &self.table
    }

    fn each_in(&self, _cards: &Cards, seat: Seat, zone: Zone, f: &mut dyn FnMut(Card)) {
        self.table.cards(Place::new(seat, zone)).iter().for_each(|card| f(*card));
    }

    fn each_under(&self, _cards: &Cards, _host: Card, _zone: Zone, _f: &mut dyn FnMut(Card)) {}

    fn turn_seat(&self) -> Seat {
        self.turn_seat
    }

    fn is_kind(&self, cards: &Cards, card: Card, kind: Kind, _: &Run) -> bool {
        self.print(cards, card).kind == kind
    }

    fn has_color(&self, cards: &Cards, card: Card, color: Color, _: &Run) -> bool {
        self.print(cards, card).is(color)
    }

    fn has_name(&self, cards: &Cards, card: Card, name: &str, whole: Whole, _: &Run) -> bool {
        let own = &self.print(cards, card).folded_name;
        match whole {
            Whole::Exactly => own == name,
            Whole::Contains => own.contains(name),
        }
    }

    fn has_trait(&self, cards: &Cards, card: Card, name: &str, whole: Whole, _: &Run) -> bool {
        // BS GLOSS-FAMILY, CARD-5: Spirits, Nexuses and Magic alike belong to families.
        self.print(cards, card).families.iter().any(|family| match whole {
            Whole::Exactly => family == name,
            Whole::Contains => family.contains(name),
        })
    }

    fn in_text(&self, cards: &Cards, card: Card, phrase: &str) -> bool {
        let print = self.print(cards, card);
        print.folded_name.contains(phrase)
            || print.paragraphs.iter().any(|text| text.to_lowercase().contains(phrase))
    }

    fn figure(&self, cards: &Cards, card: Card, figure: Figure, run: &Run) -> Option<i32> {
        let on_field = self.is_on_field(card);
        Some(match figure {
            Figure::Cost => self.print(cards, card).cost.into(),
            // BS GLOSS-BP: only Spirits have BP; off the Field it is that of the lowest level.
            Figure::Bp if self.is_spirit(cards, card) => {
                if on_field {
                    self.bp_asked(cards, card, run.asked)
                } else {
                    self.base_bp(cards, card)
                }
            }
            Figure::Bp => return None,
            Figure::Level if on_field => self.level_number(cards, card).into(),
            Figure::Cores if on_field => self.cores_on(card).into(),
            Figure::Symbols if on_field => self.symbols_asked(cards, card, None, run.asked).total() as i32,
            Figure::Symbols => self.print(cards, card).symbols.total() as i32,
            Figure::Level | Figure::Cores => return None,
        })
    }

    fn is(&self, cards: &Cards, card: Card, state: Condition, _run: &Run) -> bool {
        if !self.is_on_field(card) {
            return false;
        }
        match state {
            Condition::Refreshed => self.pose(card) == Pose::Refreshed,
            // BS HEAVY-5.
            Condition::Exhausted => self.pose(card) != Pose::Refreshed,
            Condition::HeavyExhausted => self.pose(card) == Pose::Heavy,
            Condition::Attacking => self.attacker() == Some(card),
            Condition::Blocking => self.blocker() == Some(card),
            Condition::SuperUnleash => self.in_super_unleash(cards, card),
            Condition::HasSoulCore => self.has_soul(card),
            Condition::Leaving => self.is_leaving(card),
            Condition::Depleted => self.table.marks(card).leaving == Leaving::Depleted,
        }
    }

    fn has(&self, cards: &Cards, card: Card, keyword: &Keyword, _: &Run) -> bool {
        let print = self.print(cards, card);
        match keyword {
            Keyword::Succession => print.succession,
            Keyword::SoulMagic(color) => print.soul_magic == Some(*color),
            Keyword::SuperUnleash => print.levels.iter().any(|level| level.super_unleash),
        }
    }

    fn test(&self, cards: &Cards, card: Card, test: &Test, run: &Run) -> bool {
        match test {
            Test::Opposing => self.opposing(run) == Some(card),
            Test::ExSymbol => self.print(cards, card).ex_symbol,
            Test::SameName => {
                let own = cards.get(run.ability.print);
                self.print(cards, card).folded_name == own.folded_name
            }
            Test::SameFamily => {
                let own = cards.get(run.ability.print);
                own.families.iter().any(|family| self.print(cards, card).families.contains(family))
            }
            Test::Extreme(figure, cmp) => {
                let kind = self.print(cards, card).kind;
                let of = |card: Card| self.figure(cards, card, *figure, run);
                let beside = self.table.cards(Place::new(self.table.seat(card), Zone::Field));
                beside.iter().filter(|other| self.print(cards, **other).kind == kind).all(|other| {
                    matches!((of(card), of(*other)), (Some(own), Some(other)) if cmp.holds(own, other))
                })
            }
        }
    }

    fn meant(&self, _cards: &Cards, test: &Test, run: &Run) -> Option<Card> {
        match test {
            Test::Opposing => self.opposing(run),
            Test::Extreme(..) | Test::ExSymbol | Test::SameName | Test::SameFamily => None,
        }
    }

    fn fact(&self, cards: &Cards, fact: &Fact, run: &Run) -> bool {
        let seat = |who| eval::seat(self, who, run);
        match fact {
            Fact::Step(who, step) => self.turn_seat == seat(*who) && step.is(self.step()),
            Fact::Turn(who) => self.turn_seat == seat(*who),
            Fact::LifeReduced(who) => self.players[seat(*who)].turn.life_reduced,
            Fact::Depleted { whose, by_effects } => {
                let turn = &self.players[seat(*whose)].turn;
                if *by_effects { turn.spirit_depleted_by_effect } else { turn.spirit_depleted }
            }
            Fact::Destroyed { whose, by_other } => {
                let turn = &self.players[seat(*whose)].turn;
                if *by_other { turn.spirit_destroyed_by_other } else { turn.spirit_destroyed }
            }
            Fact::Attacked(who) => self.players[seat(*who)].turn.attacked,
            Fact::Blocked => {
                self.battle().is_some_and(|battle| battle.blocked && battle.attacker == run.source)
            }
            Fact::With(filter) => {
                let other = self.table.find(run.other);
                other.is_some_and(|card| eval::fits(self, cards, filter, card, run))
            }
            Fact::DrewByEffect(who) => self.players[seat(*who)].turn.drew_by_effect,
            Fact::Discarded(who) => self.players[seat(*who)].turn.discarded,
            Fact::Happens(who) => run.subject.stamp == 0 && seat(*who).index() as u8 == run.subject.card.0,
            Fact::Began(step) => step_of(run.amount).is_some_and(|began| step.is(began)),
            Fact::CausedBy(who) => Cause::was_by(run.amount, seat(*who)),
            Fact::CausedByEffectOf(filter) => {
                Cause::was_effect(run.amount)
                    && self
                        .table
                        .find(run.other)
                        .is_some_and(|card| eval::fits(self, cards, filter, card, run))
            }
            Fact::ByComparison(filter) => {
                !Cause::was_effect(run.amount)
                    && self
                        .table
                        .find(run.other)
                        .is_some_and(|card| eval::fits(self, cards, filter, card, run))
            }
            Fact::LostComparison(filter) => {
                Cause::was_only_one(run.amount)
                    && self
                        .table
                        .find(run.other)
                        .is_some_and(|card| eval::fits(self, cards, filter, card, run))
            }
        }
    }

    fn count(&self, cards: &Cards, count: &Count, run: &Run) -> i32 {
        self.quantity(cards, count, run)
    }

    fn can_choose(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        // BS FAQ-TARGET-3: an immune card may be chosen all the same, unless it says that it cannot be.
        if !self.is_on_field(card) || self.table.seat(card) == run.controller {
            return true;
        }
        let source = self.table.find(run.source).map(|source| self.print(cards, source).kind);
        let spared = |deed| self.cannot_be_asked(cards, card, deed, run.asked);
        !spared(Deed::Target) && !source.is_some_and(|kind| spared(Deed::TargetBy(kind)))
    }

    fn same_choice(&self, a: Card, b: Card) -> bool {
        let hand = |card| self.table.zone(card) == Zone::Hand;
        hand(a)
            && hand(b)
            && self.table.print(a) == self.table.print(b)
            && self.table.seat(a) == self.table.seat(b)
    }

    fn can_do(&self, cards: &Cards, verb: &Verb, to: Option<Card>, run: &Run) -> bool {
        let any = |target: &BsTarget, can: &dyn Fn(Card) -> bool| match to {
            Some(card) => can(card),
            None => eval::targets(self, cards, target, run).iter().any(|card| can(*card)),
        };
        match verb {
            Verb::Exhaust(target) => {
                any(target, &|card| self.pose(card) == Pose::Refreshed && self.exhausts(cards, card, run))
            }
            Verb::HeavyExhaust(target) => any(target, &|card| self.pose(card) != Pose::Heavy),
            Verb::Refresh(target) => any(target, &|card| self.pose(card) != Pose::Refreshed),
            Verb::Destroy(target) => any(target, &|card| {
                self.is_on_field(card)
                    && !self.is_leaving(card)
                    && !self.cannot_be(cards, card, Deed::Destroy)
            }),
            Verb::Return(target, _)
            | Verb::Discard(target)
            | Verb::Show(target)
            | Verb::Look(target)
            | Verb::Remove(target) => any(target, &|_| true),
            Verb::Stay(target) => any(target, &|card| self.is_leaving(card)),
            Verb::Play { what, free, reserve_only } => any(what, &|card| {
                let terms = Terms { free: *free, reserve_only: *reserve_only };
                self.can_play(cards, card, self.table.owner(card), terms).is_ok()
            }),
            Verb::Draw(who, _) | Verb::Reveal(who, ..) | Verb::Mill(who, ..) => {
                eval::seats(self, *who, run).any(|seat| self.table.count(Place::new(seat, Zone::Deck)) > 0)
            }
            Verb::Cores { from, count, kind, .. } => {
                let wanted = self.amount(cards, count, run).max(1);
                self.cores_there(cards, from, *kind, to, run) >= wanted
            }
            Verb::CoresUntil { from, leave, .. } => {
                any(from, &|card| self.cores_on(card) > self.amount(cards, leave, run))
            }
            Verb::EndBattle => self.battle().is_some(),
            Verb::EndAttackStep(_) => self.step() == Step::Attack,
        }
    }

    fn perform(&mut self, verb: &Verb, run: &Run, _frame: usize, cx: &mut Cx<'_>) -> Done {
        self.do_verb(verb, run, cx)
    }

    fn gain(&mut self, on: On, until: Until, run: &Run, cx: &mut Cx<'_>) -> bool {
        self.begin_change(on, until, run, cx)
    }

    fn later(&mut self, _ability: AbilityRef, _until: Until, _carry: Object, _run: &Run, _cx: &mut Cx<'_>) {
        // No text of this game sets an effect up for later; the compiler makes no such step.
    }
}

impl State {
    /// The Spirit in battle with the effect's own.
    fn opposing(&self, run: &Run) -> Option<Card> {
        let own = self.table.find(run.source);
        match (self.attacker(), self.blocker()) {
            (attacker, blocker) if attacker == own => blocker,
            (attacker, blocker) if blocker == own => attacker,
            _ => None,
        }
    }

    pub(crate) fn cores_there(
        &self,
        cards: &Cards,
        from: &CorePlace,
        kind: CoreKind,
        to: Option<Card>,
        run: &Run,
    ) -> u16 {
        let seat_of = |who| eval::seat(self, who, run);
        let (seat, pile) = match from {
            CorePlace::Void => return u16::MAX,
            CorePlace::Reserve(who) => (seat_of(*who), Pile::Reserve),
            CorePlace::Trash(who) => (seat_of(*who), Pile::Trash),
            CorePlace::Life(who) => (seat_of(*who), Pile::Life),
            CorePlace::On(target) => {
                let card = match (target, to) {
                    (Target::Slot(_), Some(card)) => Some(card),
                    _ => eval::targets(self, cards, target, run).first().copied(),
                };
                match card {
                    Some(card) => (self.table.seat(card), Pile::On(card)),
                    None => return 0,
                }
            }
        };
        match kind {
            CoreKind::Any => self.pile_total(seat, pile),
            CoreKind::Ordinary => self.pile(seat, pile),
            CoreKind::SoulCore => u16::from(self.soul_is(seat, pile)),
        }
    }

    /// Whether an ability that a player would use can be begun: its cost can be paid whole, or its first choice has
    /// something to choose. BS FAQ-GENERAL-11, FAQ-TARGET-1a.
    pub(crate) fn can_begin(&self, cards: &Cards, run: &Run) -> bool {
        let program = &cards.ability(run.ability).program;
        match program.first() {
            // BS EFFECT-EX2: what its text asks ahead of the arrow, such as exhausting the Nexus, has to be possible.
            Some(Op::Ask { end, whole: true, .. }) => {
                effects::run::payable(self, cards, run, 1, *end) && self.can_go_on(cards, run, *end)
            }
            _ => self.can_go_on(cards, run, 0),
        }
    }

    /// Whether what stands at `at` has something to act on.
    fn can_go_on(&self, cards: &Cards, run: &Run, at: u16) -> bool {
        let program = &cards.ability(run.ability).program;
        let mut at = at as usize;
        while let Some(Op::UnlessDid { .. } | Op::Forget) = program.get(at) {
            at += 1;
        }
        match program.get(at) {
            Some(Op::Choose { from, .. }) if matches!(from.count, effects::HowMany::Exactly(_)) => {
                let found = eval::candidates(self, cards, from, run);
                found.iter().any(|card| self.can_choose(cards, *card, run))
            }
            Some(Op::Do(verb @ (Verb::Play { .. } | Verb::Refresh(_) | Verb::Exhaust(_)))) => {
                self.can_do(cards, verb, None, run)
            }
            _ => true,
        }
    }
}

fn step_of(number: i16) -> Option<Step> {
    [
        Step::Start,
        Step::Core,
        Step::Draw,
        Step::Refresh,
        Step::Main,
        Step::Attack,
        Step::SecondMain,
        Step::End,
    ]
    .get(usize::try_from(number).ok()?)
    .copied()
}
