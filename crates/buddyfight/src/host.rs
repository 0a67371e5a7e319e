//! What the shared effect runtime asks of the game.

use crate::State;
use crate::card::{Cards, Kind};
use crate::keyword::Keyword;
use crate::state::{Exit, Frame, How, Target as Aim, Zone};
use crate::vocab::{
    Adjective, Answering, Cannot, Count, Fact, Figure, Moment, NoColor, Test, Until, Verb, Words,
};
use crate::{Ability, Cx};
use effects::host::Whole;
use effects::{AbilityRef, Done, Host, On, Picks, Run, eval};
use kernel::{Card, Object, Seat};

impl Host for State {
    type V = Words;
    type Table = kernel::Table<Zone, crate::state::Marks, { crate::state::CARDS }>;

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
            Some(Frame::Effect(run)) => Some(run),
            Some(Frame::Play(play)) => Some(&play.run),
            _ => None,
        }
    }

    fn running_mut(&mut self, frame: usize) -> Option<&mut Run> {
        match self.frames.get_mut(frame) {
            Some(Frame::Effect(run)) => Some(run),
            Some(Frame::Play(play)) => Some(&mut play.run),
            _ => None,
        }
    }

    fn table(&self) -> &Self::Table {
        &self.table
    }

    fn each_in(&self, _: &Cards, seat: Seat, zone: Zone, f: &mut dyn FnMut(Card)) {
        self.zone(seat, zone).iter().for_each(|card| f(*card));
    }

    fn each_under(&self, _: &Cards, host: Card, _: Zone, f: &mut dyn FnMut(Card)) {
        self.soul(host).for_each(f);
    }

    fn turn_seat(&self) -> Seat {
        self.turn_seat
    }

    fn is_kind(&self, cards: &Cards, card: Card, kind: Kind, _: &Run) -> bool {
        if self.is_blank(card) {
            return false;
        }
        let printed = cards.get(self.print(card)).kind;
        match kind {
            // BF KEY-TRANSFORM-2: equipped as an item it is no monster.
            Kind::Item => self.is_item(cards, card),
            Kind::Monster => printed.is_monster() && !self.table.marks(card).as_item(),
            // BF KEY-IMPACTTRANSFORM-2: nor an impact or an impact monster.
            Kind::Impact => printed.is_impact() && !self.table.marks(card).as_item(),
            kind => printed == kind && !self.table.marks(card).as_item(),
        }
    }

    fn has_color(&self, _: &Cards, _: Card, color: NoColor, _: &Run) -> bool {
        match color {}
    }

    fn has_name(&self, cards: &Cards, card: Card, name: &str, whole: Whole, _: &Run) -> bool {
        if self.is_blank(card) {
            return false;
        }
        let face = cards.get(self.print(card));
        let is = |own: &String| match whole {
            Whole::Exactly => own == name,
            Whole::Contains => own.contains(name),
        };
        is(&face.folded) || face.sheet.also.iter().any(is)
    }

    fn has_trait(&self, cards: &Cards, card: Card, name: &str, whole: Whole, _: &Run) -> bool {
        if self.is_blank(card) {
            return false;
        }
        // BF CROSS-8: attributes are what flags and effects look for.
        let attributes = &cards.get(self.print(card)).folded_attributes;
        attributes.iter().any(|attribute| match whole {
            // 《Raging Spirit》 is one of the 《Raging Spirits》.
            Whole::Exactly => {
                attribute == name || attribute.strip_suffix('s').is_some_and(|single| single == name)
            }
            Whole::Contains => attribute.contains(name),
        })
    }

    fn in_text(&self, _: &Cards, _: Card, _: &str) -> bool {
        false
    }

    fn figure(&self, cards: &Cards, card: Card, figure: Figure, _run: &Run) -> Option<i32> {
        match figure {
            Figure::Size => self.size(cards, card),
            // A card that has none, such as a spell, fits no limit of it.
            Figure::Power => cards.get(self.print(card)).power.map(|_| self.power(cards, card)),
            Figure::Defense => self.defense(cards, card),
            Figure::Critical => cards.get(self.print(card)).critical.map(|_| self.critical(cards, card)),
            Figure::Soul => Some(self.soul(card).count() as i32),
        }
    }

    fn is(&self, cards: &Cards, card: Card, state: Adjective, _: &Run) -> bool {
        let marks = self.table.marks(card);
        match state {
            Adjective::Standing => !marks.rested(),
            Adjective::Rested => marks.rested(),
            Adjective::FaceDown => marks.face_down(),
            Adjective::Attacking => self.is_attacking(card),
            // BF ATTACK-QA3: a lone attack is no link attack.
            Adjective::LinkAttacking => self.is_attacking(card) && self.is_link_attack(),
            Adjective::Attacked => self.is_attacked(cards, card),
            Adjective::InBattle => self.is_attacking(card) || self.is_attacked(cards, card),
            Adjective::Buddy => self.is_buddy(cards, card),
            Adjective::Equipped => self.table.zone(card) == Zone::Item,
            Adjective::Reversed => marks.reversed(),
        }
    }

    fn has(&self, cards: &Cards, card: Card, keyword: &crate::keyword::Keyword, _: &Run) -> bool {
        self.has_keyword(cards, card, *keyword)
    }

    fn test(&self, cards: &Cards, card: Card, test: &Test, run: &Run) -> bool {
        match test {
            Test::World(world) => {
                cards.get(self.print(card)).folded_worlds.iter().any(|own| own == world.as_str())
            }
            // A card that is being used is still what it was where it was declared.
            Test::In(zone) => match self.table.zone(card) {
                Zone::Limbo => self.declared_from(card) == Some(*zone),
                own => own == *zone,
            },
            // `named` carries the area of the call whose cost this is; before it is named, any area.
            Test::CallArea => run.named == 0 || self.table.zone(card) as i16 == run.named,
            // BF KEY-IMPACTTRANSFORM-4: Impact Transform is Transform.
            Test::EquippedBy(keyword) => {
                let printed = cards.get(self.print(card)).sheet.keywords;
                let by = printed.has(*keyword)
                    || *keyword == Keyword::Transform && printed.has(Keyword::ImpactTransform);
                self.table.zone(card) == Zone::Item && self.table.marks(card).as_item() && by
            }
            Test::NewInDrop(number) => {
                self.table.zone(card) == Zone::Drop && self.table.position(card) < *number as usize
            }
            Test::Originally(figure, cmp, number) => {
                let printed = cards.get(self.print(card)).figure(*figure);
                !self.is_blank(card) && printed.is_some_and(|printed| cmp.holds(printed, *number))
            }
            Test::Character(name) => {
                let own = cards.get(self.print(card)).character.as_deref();
                !self.is_blank(card) && own == Some(name.as_str())
            }
            // BF CROSS-QA3: an impact monster is an impact, and a monster too.
            Test::Declared => {
                const KINDS: [Kind; 5] =
                    [Kind::Monster, Kind::Spell, Kind::Item, Kind::Impact, Kind::ImpactMonster];
                KINDS.iter().any(|kind| *kind as i16 == run.named && self.is_kind(cards, card, *kind, run))
            }
            Test::HasAbility(name) => {
                let own = &cards.get(self.print(card)).sheet.names;
                !self.is_blank(card) && own.iter().any(|own| own == name.as_str())
            }
            Test::HasInSoul(filter) => self.soul(card).any(|soul| eval::fits(self, cards, filter, soul, run)),
            // The areas face each other across the table: one's left, the other's right.
            Test::InFront => {
                let facing = |zone: Zone| match zone {
                    Zone::Left => Some(Zone::Right),
                    Zone::Center => Some(Zone::Center),
                    Zone::Right => Some(Zone::Left),
                    _ => None,
                };
                let own = self.table.find(run.source);
                own.is_some_and(|own| {
                    facing(self.table.zone(own)) == Some(self.table.zone(card))
                        && self.table.seat(own) != self.table.seat(card)
                })
            }
            test => self.meant_by(cards, test, run) == Some(card),
        }
    }

    fn meant(&self, cards: &Cards, test: &Test, run: &Run) -> Option<Card> {
        self.meant_by(cards, test, run)
    }

    /// Of a card that has gone to the drop zone meanwhile, what is printed on it.
    fn figure_then(
        &self,
        cards: &Cards,
        figure: Figure,
        of: &effects::Target<Words>,
        run: &Run,
    ) -> Option<i32> {
        let card = run.subject.card;
        let here = self.table.find(run.subject).is_some() || run.subject == kernel::Object::default();
        if here || *of != effects::Target::Subject {
            return None;
        }
        (self.table.zone(card) == Zone::Drop).then(|| cards.get(self.print(card)).figure(figure))?
    }

    fn fact(&self, cards: &Cards, fact: &Fact, run: &Run) -> bool {
        use crate::state::Phase;
        let you = run.controller;
        let attack = || self.attack().filter(|attack| attack.in_battle);
        match fact {
            Fact::YourTurn => self.turn_seat == you,
            Fact::OpponentsTurn => self.turn_seat != you,
            Fact::DuringMain => self.phase == Phase::Main,
            Fact::DuringAttack => self.phase == Phase::Attack,
            Fact::DuringFinal => self.phase == Phase::Final,
            Fact::OpponentAttacks => attack().is_some_and(|attack| attack.seat != you),
            Fact::YouAttack => attack().is_some_and(|attack| attack.seat == you),
            Fact::LinkAttack => attack().is_some() && self.is_link_attack(),
            Fact::Attacking(filter) => attack().is_some_and(|attack| {
                self.attackers(attack).any(|card| eval::fits(self, cards, filter, card, run))
            }),
            Fact::AttackOn(filter) => attack().is_some_and(|attack| match attack.target {
                Aim::Monster(object, _) => {
                    self.table.find(object).is_some_and(|card| eval::fits(self, cards, filter, card, run))
                }
                Aim::Fighter(_) => false,
            }),
            Fact::AttackOnYou => attack().is_some_and(|attack| attack.target == Aim::Fighter(you)),
            Fact::Answering(kind, filter) => self.open_play().is_some_and(|play| {
                let fits_kind = match kind {
                    Answering::Call => matches!(play.how, How::Call(_)),
                    // BF IMPACT-QA4: the call of an impact monster is the casting of an impact.
                    Answering::Cast => {
                        let impact = cards.get(play.source_print(self)).kind == Kind::ImpactMonster;
                        play.how == How::Cast || impact && matches!(play.how, How::Call(_))
                    }
                    Answering::Equip => matches!(play.how, How::Equip | How::Transform),
                    Answering::Ability => matches!(play.how, How::Act | How::Auto),
                };
                // BF KEY-TRANSFORM-3, KEY-IMPACTTRANSFORM-5: what transforms is answered as the item that is equipped.
                let becomes = (play.how == How::Transform).then(|| as_item(filter));
                let filter = becomes.as_ref().unwrap_or(filter);
                let source = self.table.find(play.source);
                play.seat != you
                    && fits_kind
                    && source.is_some_and(|card| eval::fits(self, cards, filter, card, run))
            }),
            Fact::Flag(name) => self.flag_name(cards, you).is_some_and(|own| own == name.as_str()),
            Fact::InitialFlag(name) => {
                let print = self.initial_flags[you];
                print.is_some_and(|print| cards.get(print).folded == name.as_str())
            }
            // BF KEY-REVERSAL-5: the flag that is there now.
            Fact::FlagReversed => {
                self.zone(you, Zone::Flag).first().is_some_and(|flag| self.table.marks(*flag).reversed())
            }
            // BF KEY-REVERSAL-6: whatever became of it.
            Fact::FlagWasReversed => self.tally[you].reversals > 0,
            Fact::Happened(moment, filter) => self.chances.iter().any(|chance| {
                let whose = match moment {
                    Moment::TakesDamage(who) | Moment::GainsLife(who) | Moment::Casts(who) => {
                        chance.seat.is_some_and(|seat| eval::seats(self, *who, run).any(|own| own == seat))
                    }
                    _ => true,
                };
                let fits = || {
                    let card = self.table.find(chance.subject);
                    card.is_some_and(|card| self.fitted_then(cards, filter, card, chance.zone, run))
                };
                chance.moment == moment.index() && whose && (*filter == effects::Filter::Any || fits())
            }),
            Fact::InCounterTiming => self.frames.iter().rev().any(|frame| match frame {
                Frame::Play(play) => play.source == run.source && play.counter,
                _ => false,
            }),
            Fact::ByEffectOf(filter) => {
                self.causing().is_some_and(|(_, card)| eval::fits(self, cards, filter, card, run))
            }
            Fact::ByAbility(name) => self.causing().is_some_and(|(cause, _)| {
                let own = &cards.get(cause.ability.print).sheet.ability_names;
                own.iter().any(|(index, own)| *index == cause.ability.index && own == name.as_str())
            }),
            Fact::WouldBeDamaged => {
                let attacked = attack().is_some_and(|attack| attack.target == Aim::Fighter(you));
                attacked || self.open_play().is_some_and(|play| self.would_damage(cards, play, you))
            }
            Fact::CameFrom(zones) => zones.iter().any(|zone| *zone as i16 == run.amount),
        }
    }

    fn count(&self, cards: &Cards, count: &Count, run: &Run) -> i32 {
        match count {
            Count::Life(who) => eval::seats(self, *who, run).map(|seat| i32::from(self.life[seat])).sum(),
            Count::Cards(who, zone) => {
                eval::seats(self, *who, run).map(|seat| State::count(self, seat, *zone) as i32).sum()
            }
            Count::Different(select) => {
                let mut names: kernel::Flat<u16, 64> = kernel::Flat::new();
                for card in eval::candidates(self, cards, select, run).iter() {
                    let name = cards.name_id(self.print(*card));
                    if !names.contains(&name) && names.len() < 64 {
                        names.push(name);
                    }
                }
                names.len() as i32
            }
            Count::Worlds(select) => {
                let mut worlds: kernel::Flat<(kernel::Print, u8), 64> = kernel::Flat::new();
                let own = |(print, at): (kernel::Print, u8)| &cards.get(print).folded_worlds[at as usize];
                for card in eval::candidates(self, cards, select, run).iter() {
                    let print = self.print(*card);
                    for at in 0..cards.get(print).folded_worlds.len() as u8 {
                        let seen = worlds.iter().any(|other| own(*other) == own((print, at)));
                        if !seen && worlds.len() < 64 {
                            worlds.push((print, at));
                        }
                    }
                }
                worlds.len() as i32
            }
            Count::Reversals(who) => {
                eval::seats(self, *who, run).map(|seat| i32::from(self.tally[seat].reversals)).sum()
            }
            Count::Attacks(who) => {
                eval::seats(self, *who, run).map(|seat| i32::from(self.tally[seat].attacks)).sum()
            }
        }
    }

    fn can_choose(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        // BF OLD-ACT-1.1.1: of a soul only what lies face up is named when an ability is declared.
        let aiming = || matches!(self.frames.last(), Some(Frame::Play(play)) if play.step == crate::state::PlayStep::Aiming);
        if self.is_classic()
            && self.table.zone(card) == Zone::Soul
            && self.table.marks(card).face_down()
            && aiming()
        {
            return false;
        }
        // BF CALL-1.1a, CAST-1.1a, EQUIP-1.1a: a card that is used is no part of its own cost.
        let costs = || {
            let sheet = &cards.get(run.ability.print).sheet;
            let index = Some(run.ability.index);
            sheet.cost == index || sheet.transform == index
        };
        // BF CALL-1.6, CALL-QA3: all of it is paid at the same time, so that what one part takes is not there for another.
        // What a part only shows is taken by nobody yet.
        let shown = |slot: u8| {
            let shows = |op: &effects::Op<Words>| matches!(op, effects::Op::Do(Verb::Reveal { slot: of, .. }) if of.0 == slot);
            cards.ability(run.ability).program.iter().any(shows)
        };
        let takes = |pick: &effects::Pick| pick.object.card == card && !shown(pick.slot);
        let taken = || self.picks.bound_by(run).iter().any(takes);
        if (self.table.find(run.source) == Some(card) || taken()) && costs() {
            return false;
        }
        // BF CALL-1.1a, EQUIP-1.1a, CAST-1.1a: what an effect is to use must be such that it may be used so.
        let usable = match use_of(cards, run) {
            Some(Verb::Call { pay, .. }) => self.callable(cards, run.controller, card, *pay),
            Some(Verb::Equip { pay, .. }) => self.equippable(cards, run.controller, card, *pay),
            Some(Verb::Cast { pay, .. }) => self.castable(cards, run.controller, card, *pay),
            _ => true,
        };
        if !usable {
            return false;
        }
        // BF LOST-MIX-5: what is to go into the deck must be a card that the deck takes.
        if !self.fits_deck(card) && goes_to_deck(cards, run) {
            return false;
        }
        // BF CAST-1.4: "a soul from a monster" is one of a monster that has such a soul.
        if let Some(filter) = soul_to_take(cards, run) {
            if !self.soul(card).any(|soul| eval::fits(self, cards, filter, soul, run)) {
                return false;
            }
        }
        // BF ZONE-FLAGITEM-7 needs no test here: selections name their zones, and the flag's is not the field.
        self.table.seat(card) == run.controller || !self.cannot(card, Cannot::BeChosen)
    }

    fn same_choice(&self, a: Card, b: Card) -> bool {
        let (place, other) = (self.table.place(a), self.table.place(b));
        place == other
            && matches!(place.zone, Zone::Hand | Zone::Deck | Zone::Gauge | Zone::Drop)
            && self.same_to(place.seat, a, b)
    }

    fn can_do(&self, cards: &Cards, verb: &Verb, to: Option<Card>, run: &Run) -> bool {
        let number = |amount| eval::amount(self, cards, amount, run);
        let some = |target| {
            to.is_some()
                || self.yet_to_show(cards, target, run)
                || !eval::targets(self, cards, target, run).is_empty()
        };
        let leaves = |exit| {
            to.is_none_or(|card| {
                !self.table.zone(card).is_field() || self.may_leave(card, exit, Some(run.controller))
            })
        };
        match verb {
            // BF OTHER-COST-1: gauge that another part of the cost takes does not pay as well.
            Verb::PayGauge(amount) => {
                let taken = if cards.get(run.ability.print).sheet.cost == Some(run.ability.index) {
                    chosen_from_gauge(cards, run)
                } else {
                    0
                };
                let asked = (number(amount) - self.rebate(cards, run)).max(0);
                State::count(self, run.controller, Zone::Gauge) as i32 >= asked + taken
            }
            // Life paid as a cost may not be more than there is.
            Verb::PayLife(amount) => i32::from(self.life[run.controller]) >= number(amount),
            Verb::TopToSoul { amount, .. } | Verb::TopToGauge(_, amount) | Verb::TopToDrop(_, amount) => {
                State::count(self, run.controller, Zone::Deck) as i32 >= number(amount)
            }
            Verb::Destroy(target) => some(target) && leaves(Exit::Destroyed),
            Verb::ToHand(target) => some(target) && leaves(Exit::ToHand),
            Verb::Drop(target)
            | Verb::Discard(target)
            | Verb::ToGauge(target)
            | Verb::ToDeckTop(target)
            | Verb::ToDeckBottom(target)
            | Verb::Remove(target)
            | Verb::ToTreasure(target) => {
                let exit = match verb {
                    Verb::ToDeckTop(_) | Verb::ToDeckBottom(_) => Exit::ToDeckTop,
                    Verb::Drop(_) | Verb::Discard(_) => Exit::Dropped,
                    _ => Exit::Removed,
                };
                some(target) && to.is_none_or(|card| self.may_move(card, exit, run.controller))
            }
            Verb::SwitchDeck => {
                State::count(self, run.controller, Zone::LostDeck) > 0 && !self.tally[run.controller].switched
            }
            Verb::TurnOver { what, .. } => {
                let double = |card: &Card| cards.back(self.print(*card)).is_some();
                eval::targets(self, cards, what, run).iter().any(double)
            }
            Verb::RaiseFlag(target) => some(target),
            Verb::NullifyCast(kind) => self.answers_cast(cards, *kind, run),
            Verb::ToSoul { what, .. } | Verb::OnTop(what) => some(what),
            // BF OTHER-COST-1: what is rested already cannot be rested, nor can a standing card be stood.
            Verb::Rest(target) | Verb::Stand(target) => {
                let turns = |card: Card| self.table.marks(card).rested() == matches!(verb, Verb::Stand(_));
                to.map_or_else(
                    || eval::targets(self, cards, target, run).iter().any(|card| turns(*card)),
                    turns,
                )
            }
            Verb::Equip { what, pay } => {
                let can = |card: Card| self.equippable(cards, run.controller, card, *pay);
                to.map_or_else(|| eval::targets(self, cards, what, run).iter().any(|card| can(*card)), can)
            }
            Verb::Cast { what, pay } => {
                let can = |card: Card| self.castable(cards, run.controller, card, *pay);
                to.map_or_else(|| eval::targets(self, cards, what, run).iter().any(|card| can(*card)), can)
            }
            Verb::Call { what, pay, .. } => match to {
                Some(card) => self.callable(cards, run.controller, card, *pay),
                // BF KEY-AMBUSH-1: what cannot be paid for is not offered.
                None => {
                    let meant = eval::targets(self, cards, what, run);
                    meant.iter().any(|card| self.callable(cards, run.controller, *card, *pay))
                }
            },
            _ => true,
        }
    }

    fn perform(&mut self, verb: &Verb, run: &Run, _: usize, cx: &mut Cx<'_>) -> Done {
        self.do_verb(verb, run, cx)
    }

    fn gain(&mut self, on: On, until: Until, run: &Run, cx: &mut Cx<'_>) -> bool {
        self.begin_change(on, until, run, cx)
    }

    fn later(&mut self, ability: AbilityRef, _: Until, carried: Object, run: &Run, _: &mut Cx<'_>) {
        if self.later.len() < 4 {
            let (source, controller) = (run.source, run.controller);
            self.later.push(crate::state::Later { ability, source, controller, carried });
        }
    }
}

/// How many cards of the gauge the choices of a cost take.
fn chosen_from_gauge(cards: &Cards, run: &Run) -> i32 {
    let from_gauge = |op: &effects::Op<Words>| match op {
        effects::Op::Choose { from, .. } => match (&from.among, &from.count) {
            (effects::Among::Zones { zones, .. }, effects::HowMany::Exactly(effects::Amount::Fixed(n)))
                if zones[..] == [Zone::Gauge] =>
            {
                *n
            }
            _ => 0,
        },
        _ => 0,
    };
    cards.ability(run.ability).program.iter().map(from_gauge).sum()
}

/// How the card is to be used that the choice which a run stands at is of.
fn use_of<'a>(cards: &'a Cards, run: &Run) -> Option<&'a Verb> {
    let program = &cards.ability(run.ability).program;
    let Some(effects::Op::Choose { slot, from, .. }) = program.get(run.at as usize) else { return None };
    // A card on the field is returned or dropped first; whether it can be used then is asked then.
    if matches!(&from.among, effects::Among::Zones { zones, .. } if zones.iter().all(|zone| zone.is_field()))
    {
        return None;
    }
    // Cards that are used one after the other are chosen together.
    let mut each = *slot;
    program[run.at as usize..].iter().find_map(|op| match op {
        effects::Op::Each { over, slot: one, .. } if over == slot => {
            each = *one;
            None
        }
        effects::Op::Do(
            verb @ (Verb::Call { what: effects::Target::Slot(other), .. }
            | Verb::Equip { what: effects::Target::Slot(other), .. }
            | Verb::Cast { what: effects::Target::Slot(other), .. }),
        ) if other == slot || *other == each => Some(verb),
        _ => None,
    })
}

/// What is chosen next out of the soul of the card that a run stands at choosing.
fn soul_to_take<'a>(cards: &'a Cards, run: &Run) -> Option<&'a effects::Filter<Words>> {
    let program = &cards.ability(run.ability).program;
    let Some(effects::Op::Choose { slot, .. }) = program.get(run.at as usize) else { return None };
    // What is done to the card first, or offered, does not ask for a soul.
    let choices = program[run.at as usize + 1..].iter().take_while(|op| {
        matches!(op, effects::Op::Choose { .. } | effects::Op::Do(Verb::Announce | Verb::AnnounceSoul))
    });
    choices.into_iter().find_map(|op| match op {
        effects::Op::Choose { from, .. } if from.among.is_under(*slot) => {
            matches!(from.count, effects::HowMany::Exactly(_)).then_some(&from.filter)
        }
        _ => None,
    })
}

/// Whether the choice that a run stands at is of cards that go into a deck.
fn goes_to_deck(cards: &Cards, run: &Run) -> bool {
    let program = &cards.ability(run.ability).program;
    let Some(effects::Op::Choose { slot, .. }) = program.get(run.at as usize) else { return false };
    let is_slot = |target: &effects::Target<Words>| *target == effects::Target::Slot(*slot);
    program.iter().any(|op| match op {
        effects::Op::Do(Verb::ToDeckTop(target) | Verb::ToDeckBottom(target)) => is_slot(target),
        _ => false,
    })
}

impl State {
    /// BF CAST-2.1, IMPACT-QA4: whether what is answered is the other fighter's casting of such a card.
    pub(crate) fn answers_cast(&self, cards: &Cards, kind: Kind, run: &Run) -> bool {
        self.fact(cards, &Fact::Answering(Answering::Cast, effects::Filter::Kind(kind)), run)
    }

    /// Whether a target is among cards that an earlier part of the same program is still to show.
    fn yet_to_show(&self, cards: &Cards, target: &effects::Target<Words>, run: &Run) -> bool {
        let slot = match target {
            effects::Target::Slot(slot) => *slot,
            effects::Target::Each(select) => match select.among {
                effects::Among::Slot(slot) => slot,
                _ => return false,
            },
            _ => return false,
        };
        let shows = |op: &effects::Op<Words>| matches!(op, effects::Op::Do(Verb::Reveal { .. }));
        self.picks.of(run, slot).next().is_none() && cards.ability(run.ability).program.iter().any(shows)
    }

    /// BF BUDDY-2, CALL-QA5: every namesake of a card laid in the buddy zone at the beginning.
    pub(crate) fn is_buddy(&self, cards: &Cards, card: Card) -> bool {
        let seat = self.table.seat(card);
        let name = cards.name_id(self.print(card));
        self.buddies[seat].iter().any(|print| cards.name_id(*print) == name)
    }

    fn meant_by(&self, cards: &Cards, test: &Test, run: &Run) -> Option<Card> {
        let attack = self.attack().filter(|attack| attack.in_battle);
        match test {
            Test::AttackTarget => match attack?.target {
                Aim::Monster(object, _) => self.table.find(object),
                Aim::Fighter(_) => None,
            },
            Test::Attacker => self.attackers(attack?).next(),
            // BF ATTACK-2.3: a monster, not an item or a flag that attacks.
            Test::AttackingMonster => {
                self.attackers(attack?).find(|card| self.is_kind(cards, *card, Kind::Monster, run))
            }
            Test::Answered => self.open_play().and_then(|play| self.table.find(play.source)),
            // BF OTHER-SOULABIL-2: the card whose soul this is in.
            Test::Holder => self.table.find(run.source).and_then(|card| self.table.row(card).host()),
            Test::Carried => self.table.find(run.other),
            Test::HasAbility(_)
            | Test::InFront
            | Test::HasInSoul(_)
            | Test::World(_)
            | Test::In(_)
            | Test::CallArea
            | Test::Character(_)
            | Test::Declared
            | Test::EquippedBy(_)
            | Test::NewInDrop(_)
            | Test::Originally(..) => None,
        }
    }

    /// The effect that is being carried out now, and the card whose it is: what happens, happens by it.
    pub(crate) fn causing(&self) -> Option<(Run, Card)> {
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Play(play) if play.by_effect && !play.begun => {}
                Frame::Play(play) if play.by_effect && !matches!(play.how, How::Cast) => {}
                Frame::Play(play) if play.begun && matches!(play.how, How::Cast | How::Act | How::Auto) => {
                    let card = self.table.find(play.run.source).unwrap_or(play.run.source.card);
                    return Some((play.run, card));
                }
                Frame::Leave { .. } | Frame::Gauge { .. } | Frame::Place { .. } | Frame::Guard { .. } => {}
                _ => return None,
            }
        }
        None
    }

    /// Whether what this use does as it resolves deals damage to the fighter.
    fn would_damage(&self, cards: &Cards, play: &crate::state::Play, seat: Seat) -> bool {
        let runs = matches!(play.how, How::Cast | How::Act | How::Auto) && play.run.ability.index != u8::MAX;
        runs && cards.ability(play.run.ability).program.iter().any(|op| match op {
            effects::Op::Do(Verb::Damage { who, .. }) => {
                eval::seats(self, *who, &play.run).any(|hit| hit == seat)
            }
            _ => false,
        })
    }

    /// BF OTHER-FLAGDOWN-1: a face-down flag has no name.
    pub(crate) fn flag_name<'a>(&self, cards: &'a Cards, seat: Seat) -> Option<&'a str> {
        let flag = self.zone(seat, Zone::Flag).first().copied()?;
        (!self.table.marks(flag).face_down()).then(|| cards.get(self.print(flag)).folded.as_str())
    }
}

impl State {
    /// Whether a card fits, where its place is the one that it had when something happened to it.
    fn fitted_then(
        &self,
        cards: &Cards,
        filter: &effects::Filter<Words>,
        card: Card,
        zone: Zone,
        run: &Run,
    ) -> bool {
        use effects::Filter;
        match filter {
            Filter::All(all) => all.iter().all(|one| self.fitted_then(cards, one, card, zone, run)),
            Filter::Either(any) => any.iter().any(|one| self.fitted_then(cards, one, card, zone, run)),
            Filter::Not(one) => !self.fitted_then(cards, one, card, zone, run),
            Filter::Test(Test::In(place)) => *place == zone,
            one => eval::fits(self, cards, one, card, run),
        }
    }
}

/// A test as it is asked of a card that becomes an item.
fn as_item(filter: &effects::Filter<Words>) -> effects::Filter<Words> {
    use effects::Filter;
    let all = |all: &[Filter<Words>]| all.iter().map(as_item).collect();
    match filter {
        Filter::Kind(Kind::Item) => Filter::Any,
        Filter::Kind(_) => Filter::Any.negate(),
        Filter::All(inner) => Filter::All(all(inner)),
        Filter::Either(inner) => Filter::Either(all(inner)),
        Filter::Not(inner) => Filter::Not(Box::new(as_item(inner))),
        other => other.clone(),
    }
}
