//! What each verb of an effect does, through the primitives.

use crate::alias::{Amount, Op, Target as Meant};
use crate::card::{Ban, Cards, Class, Kinds};
use crate::effect::MADE;
use crate::rule;
use crate::state::{
    Aiming, Area, AttackStep, Battle, Cx, Entry, EntryKind, Frame, Leave, LeaveWay, Mark, State, Target, To,
};
use crate::vocab::{self, Aim, Cannot, Change, Face, Moment, Most, Own, Verb};
use effects::{Asked, Done, Run, When, eval};
use kernel::{Card, Flat, Object, Seats};

pub(crate) type Group = Flat<Card, 64>;

/// An entry that an effect begins.
pub(crate) fn by_effect(kind: EntryKind, run: &Run) -> Entry {
    Entry { kind, by: run.controller, by_effect: true, ..Entry::default() }
}

/// What a text's attack may be aimed at.
fn aiming(at: Aim, without_suspending: bool) -> Aiming {
    Aiming {
        player: matches!(at, Aim::Any | Aim::Player),
        digimon: at != Aim::Player,
        unsuspended: at == Aim::AnyDigimon,
        without_suspending,
        ..Aiming::default()
    }
}

impl State {
    // ---- whether it could be done ----------------------------------------------------------------------------

    /// Whether a verb could be carried out now (on `to`, where that card would be bound).
    pub(crate) fn could(&self, cards: &Cards, verb: &Verb, to: Option<Card>, run: &Run) -> bool {
        // What is done to the cards under one that is being chosen is judged as if that one was chosen.
        if let (Some(card), Some(slot)) = (to, hosted_by(verb)) {
            let mut bound = *self;
            bound.core.picks.bind(slot, self.table.object(card));
            return bound.could(cards, verb, None, run);
        }
        let each = |target: &Meant, able: &dyn Fn(Card) -> bool| match (target, to) {
            (Meant::Slot(_), Some(card)) => able(card),
            // Cards of several choices go together: those chosen so far, and this one (DCG 15-7-3).
            (Meant::Several(all), Some(card)) if all.iter().any(|one| matches!(one, Meant::Slot(_))) => {
                able(card) && eval::targets(self, cards, target, run).iter().all(|card| able(*card))
            }
            _ => {
                let meant = eval::targets(self, cards, target, run);
                !meant.is_empty() && meant.iter().all(|card| able(*card))
            }
        };
        let any = |target: &Meant, able: &dyn Fn(Card) -> bool| match (target, to) {
            (Meant::Slot(_), Some(card)) => able(card),
            _ => eval::targets(self, cards, target, run).iter().any(|card| able(*card)),
        };
        let number = |amount: &Amount| eval::amount(self, cards, amount, run);
        let reached = |card: Card| !self.is_field(card) || self.is_reached(cards, card, run);
        // DCG 15-7-4, reading DCG-03: what cannot be done to a card does not pay for anything.
        let cause = self.cause_of(cards, run);
        let goes =
            |card: Card, way: LeaveWay| self.can_go(cards, card, Leave { way, cause, ..Leave::default() });
        match verb {
            Verb::Suspend(target) => each(target, &|card| {
                let kept = |cannot: &Cannot| matches!(cannot, Cannot::BeSuspendedBy(who) if self.is_who(*who, card, run.controller));
                reached(card)
                    && self.can_suspend(cards, card)
                    && !self.cannot(cards, card, Ban::Suspend, kept)
            }),
            Verb::Unsuspend(target) => each(target, &|card| {
                reached(card)
                    && self.has(card, Mark::Suspended)
                    && !self.cannot(cards, card, Ban::Suspend, |cannot| *cannot == Cannot::Unsuspend)
            }),
            Verb::Delete(target) => each(target, &|card| self.is_field(card) && goes(card, LeaveWay::Delete)),
            Verb::Trash(target) => {
                each(target, &|card| goes(card, LeaveWay::Send(To::Trash)))
                    && self.has_enough(cards, target, run)
            }
            Verb::ToHand(target) => each(target, &|card| goes(card, LeaveWay::Send(To::Hand))),
            Verb::ToDeck(target, _) => each(target, &|card| goes(card, LeaveWay::Send(To::DeckBottom))),
            Verb::PutBack(target) => each(target, &reached),
            Verb::ToSecurity { what, .. } | Verb::PlaceUnder { what, .. } | Verb::PlaceInBattle(what) => {
                each(what, &reached)
            }
            Verb::Reveal(target) | Verb::Look(target) => each(target, &|_| true),
            Verb::Play { what, .. } => each(what, &|card| self.can_enter(cards, card, run)),
            Verb::PlayToBreeding { what, .. } => {
                self.count(run.controller, Area::Breeding) == 0
                    && each(what, &|card| self.can_enter(cards, card, run))
            }
            Verb::SinkTop(target) | Verb::Peel(target, _) => {
                each(target, &|card| self.under(card).next().is_some())
            }
            Verb::Use { what, .. } => each(what, &|card| self.kinds(cards, card).meets(Kinds::OPTION)),
            Verb::PlayOrUse { what, .. } => each(what, &|card| {
                self.kinds(cards, card).meets(Kinds::OPTION) || self.can_enter(cards, card, run)
            }),
            Verb::Link { what, host, .. } => each(what, &|card| {
                let hosts = eval::targets(self, cards, host, run);
                hosts.is_empty() || hosts.iter().any(|host| self.link_cost(cards, card, *host).is_some())
            }),
            Verb::Digivolve { what, into, waive, .. } => {
                let (below, above) =
                    (eval::targets(self, cards, what, run), eval::targets(self, cards, into, run));
                let fits = |below: Card, above: Card| self.fits_waived(cards, above, below, *waive);
                match (to, below.first(), above.first()) {
                    (_, Some(below), Some(above)) => fits(*below, *above),
                    (Some(_), ..) => true,
                    _ => false,
                }
            }
            Verb::DnaDigivolve { into, .. } => {
                let able = |into: Card| !self.joins(cards, verb, into, run).is_empty();
                each(into, &able)
            }
            Verb::AppFuse { what, into } => {
                let able = |into: Card| !self.fusions(cards, into, what, run).is_empty();
                each(into, &able)
            }
            Verb::Attack { who, at, unsuspended } => {
                let aim = aiming(*at, *unsuspended);
                any(who, &|card| self.can_aim(cards, card, aim))
            }
            Verb::SwitchTarget(Some(target)) => each(target, &|card| self.can_switch(cards, card)),
            Verb::SwitchTarget(None) => self.attack().is_some_and(|attack| attack.target != Target::Player),
            Verb::EndAttack => self.attack().is_some(),
            Verb::Hatch(who) => {
                let seat = eval::seat(self, *who, run);
                self.count(seat, Area::Eggs) > 0 && self.count(seat, Area::Breeding) == 0
            }
            Verb::Move(target) => each(target, &|card| {
                self.table.zone(card) == Area::Breeding && self.can_raise(cards, card).is_ok()
            }),
            Verb::Recover(who, _) => self.count(eval::seat(self, *who, run), Area::Deck) > 0,
            Verb::PayMemory(amount) => self.can_pay(run.controller, number(amount)),
            // DCG 16-16-3: not in the turn it was placed.
            Verb::Delay => self
                .this_card(cards, run)
                .is_some_and(|card| self.table.zone(card) == Area::Battle && !self.is_fresh(card)),
            Verb::DigiBurst(amount) => self
                .table
                .find(run.source)
                .is_some_and(|card| self.under(card).count() as i32 >= number(amount).max(1)),
            Verb::Flip(target, face) => each(target, &|card| self.is_face_up(card) != (*face == Face::Up)),
            Verb::Own(Own::ShedTop(target)) => each(target, &|card| self.under(card).next().is_some()),
            Verb::Own(Own::Attack(target, aim)) => {
                let aim = self.widened(cards, *aim, run);
                any(target, &|card| self.can_aim(cards, card, aim))
            }
            _ => true,
        }
    }

    /// What an attack by a keyword may be aimed at: effects can let a player's <Vortex> be aimed at players too.
    fn widened(&self, cards: &Cards, aim: Aiming, run: &Run) -> Aiming {
        let mut player = aim.player;
        if cards.keyword_of(run.ability) == Some(&vocab::Keyword::Vortex) {
            self.each_player_change(cards, run.controller, Class::Can, Asked::NOTHING, &mut |change, _| {
                player |= *change == Change::VortexPlayers;
            });
        }
        Aiming { player, ..aim }
    }

    /// DCG 15-7-3: where so many cards of a pile have to go, all of them must be there.
    fn has_enough(&self, cards: &Cards, target: &Meant, run: &Run) -> bool {
        if let Meant::Several(all) = target {
            return all.iter().all(|one| self.has_enough(cards, one, run));
        }
        let Meant::Each(select) = target else { return true };
        let (effects::HowMany::Top(amount) | effects::HowMany::Bottom(amount)) = &select.count else {
            return true;
        };
        eval::candidates(self, cards, select, run).len() as i32 >= eval::amount(self, cards, amount, run)
    }

    pub(crate) fn is_face_up(&self, card: Card) -> bool {
        match self.table.zone(card) {
            Area::Security => self.has(card, Mark::FaceUp),
            _ => !self.has(card, Mark::FaceDown),
        }
    }

    pub(crate) fn can_suspend(&self, cards: &Cards, card: Card) -> bool {
        self.is_field(card)
            && !self.has(card, Mark::Suspended)
            && !self.cannot(cards, card, Ban::Suspend, |cannot| *cannot == Cannot::Suspend)
    }

    /// Whether an effect can do something to a card at all.
    pub(crate) fn is_reached(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        !self.is_spared(cards, card, run)
    }

    /// Whether an effect can play this card.
    pub(crate) fn can_enter(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        let printed = cards.get(self.table.print(card));
        !self.is_blank(card)
            && printed.kinds.meets(Kinds::DIGIMON.with(Kinds::TAMER))
            && printed.cost.is_some()
            // Who can't play cards can't by effects either; another player's effects can play them (ruling Q4671).
            && !self.player_cannot(cards, run.controller, Ban::Play, |cannot| match cannot {
                Cannot::Play(which) | Cannot::PlayByEffects(which) => {
                    eval::fits(self, cards, which, card, run)
                }
                _ => false,
            })
    }

    // ---- doing it --------------------------------------------------------------------------------------------

    pub(crate) fn carry_out(&mut self, verb: &Verb, run: &Run, cx: Cx) -> Done {
        let pool = cx.pool;
        let done = self.carry_out_verb(verb, run, cx);
        if let (Done::Later, Some(Frame::Leave(leave))) = (done, self.core.frames.last_mut()) {
            leave.instead = overwrites(pool, run);
        }
        done
    }

    fn carry_out_verb(&mut self, verb: &Verb, run: &Run, cx: Cx) -> Done {
        self.core.cause = self.cause_of(cx.pool, run);
        let none = Object::default();
        let meant = |state: &State, target: &Meant, cx: &Cx| eval::targets(state, cx.pool, target, run);
        let number = |state: &State, amount: &Amount, cx: &Cx| eval::amount(state, cx.pool, amount, run);
        match verb {
            Verb::Delete(target) => {
                let mut cards = meant(self, target, &cx);
                // DCG 18-1-1: "delete this Digimon", put off till later, deletes nothing that is no Digimon by then.
                let own = run.subject.stamp == run.source.stamp && *target == Meant::Test(vocab::Test::Those);
                if own && cx.pool.ability(run.ability).part.live == vocab::Live::Granted {
                    cards.retain(|card| self.is_digimon(cx.pool, *card));
                }
                self.depart(&cards, LeaveWay::Delete, none, run)
            }
            Verb::Trash(target) => {
                let cards = meant(self, target, &cx);
                self.depart(&cards, LeaveWay::Send(To::Trash), none, run)
            }
            Verb::ToHand(target) => {
                let cards = meant(self, target, &cx);
                self.show_what_is_asked_for(target, &cards, run, cx);
                self.depart(&cards, LeaveWay::Send(To::Hand), none, run)
            }
            Verb::ToDeck(target, end) => {
                let cards = meant(self, target, &cx);
                self.show_what_is_asked_for(target, &cards, run, cx);
                let to = if *end == vocab::End::Top { To::DeckTop } else { To::DeckBottom };
                let done = self.depart(&cards, LeaveWay::Send(to), none, run);
                self.keep_order(target, run, cx);
                self.ask_for_end(*end, done);
                done
            }
            Verb::PutBack(target) => {
                let cards = meant(self, target, &cx);
                let held = |_: &State, card: Card| !cards.contains(&card);
                self.return_those(&held, cx);
                Done::Now(1)
            }
            Verb::ToSecurity { what, end, face, .. } => {
                let cards = meant(self, what, &cx);
                let to = match (end, face) {
                    (vocab::End::Bottom, Face::Down) => To::SecurityBottom,
                    (vocab::End::Bottom, Face::Up) => To::SecurityBottomUp,
                    (_, Face::Down) => To::SecurityTop,
                    (_, Face::Up) => To::SecurityTopUp,
                };
                let seat = self.table.find(run.source).map_or(run.controller, |card| self.table.owner(card));
                if self.player_cannot(cx.pool, seat, Ban::Security, |cannot| *cannot == Cannot::AddSecurity) {
                    return Done::Now(0);
                }
                self.show_what_is_asked_for(what, &cards, run, cx);
                let done = self.depart(&cards, LeaveWay::Send(to), none, run);
                self.keep_order(what, run, cx);
                self.ask_for_end(*end, done);
                done
            }
            Verb::PlaceUnder { what, host, end, face } => {
                let Some(host) = meant(self, host, &cx).first().copied() else { return Done::Now(0) };
                // DCG 15-15-6-1: nothing is placed under what the effect does not affect.
                if !self.is_reached(cx.pool, host, run) {
                    return Done::Now(0);
                }
                let cards = meant(self, what, &cx);
                let way = LeaveWay::Under { top: *end == vocab::End::Top, face_down: *face == Face::Down };
                let host = self.table.object(host);
                let done = self.depart(&cards, way, host, run);
                self.ask_for_end(*end, done);
                done
            }
            Verb::PlaceInBattle(target) => {
                let cards = meant(self, target, &cx);
                self.depart(&cards, LeaveWay::Send(To::Battle), none, run)
            }
            Verb::Link { what, host, pay } => {
                let cards = meant(self, what, &cx);
                let Some(host) = meant(self, host, &cx).first().copied() else { return Done::Now(0) };
                let onto = self.table.object(host);
                let mut declared = false;
                for card in cards.iter().rev() {
                    let Some(cost) = self.link_cost(cx.pool, *card, host) else { continue };
                    let (cost, free) = self.price(EntryKind::Link, pay, cost.into(), run, cx.pool);
                    self.declare(Entry { onto, cost, free, ..by_effect(EntryKind::Link, run) }, *card);
                    declared = true;
                }
                if declared { Done::Later } else { Done::Now(0) }
            }
            Verb::Play { what, pay, suspended, quiet } => {
                let entry = Entry { suspended: *suspended, quiet: *quiet, ..by_effect(EntryKind::Play, run) };
                self.play_by_effect(what, pay, entry, run, cx)
            }
            Verb::PlayToBreeding { what, pay } => {
                if self.count(run.controller, Area::Breeding) > 0 {
                    return Done::Now(0);
                }
                let entry = Entry { breeding: true, ..by_effect(EntryKind::Play, run) };
                self.play_by_effect(what, pay, entry, run, cx)
            }
            Verb::SinkTop(target) => {
                let mut count = 0;
                for card in meant(self, target, &cx).iter() {
                    let digimon = self.table.object(*card);
                    if self.is_reached(cx.pool, *card, run) && self.sink_top(*card, cx) {
                        count += 1;
                        self.notice(Moment::Sunk, &[digimon], none, cx);
                        // DCG 15-5-3: the card that is on top now sees a card placed under it.
                        let sunk = self.table.object(*card);
                        self.notice(Moment::UnderGained, &[digimon], sunk, cx);
                    }
                }
                Done::Now(count)
            }
            Verb::Peel(target, to) => {
                let mut count = 0;
                for card in meant(self, target, &cx).iter() {
                    count += i16::from(self.is_reached(cx.pool, *card, run) && self.peel_top(*card, *to, cx));
                }
                Done::Now(count)
            }
            Verb::PlayToken { token, count, by, suspended } => {
                let amount = number(self, count, &cx);
                self.make_tokens(token, amount, *by, *suspended, run, cx)
            }
            Verb::Use { what, pay } => {
                let Some(card) = meant(self, what, &cx).first().copied() else { return Done::Now(0) };
                self.use_by_effect(card, pay, run, cx)
            }
            Verb::PlayOrUse { what, pay } => {
                let Some(card) = meant(self, what, &cx).first().copied() else { return Done::Now(0) };
                if self.kinds(cx.pool, card).meets(Kinds::OPTION) {
                    return self.use_by_effect(card, pay, run, cx);
                }
                self.play_by_effect(what, pay, by_effect(EntryKind::Play, run), run, cx)
            }
            Verb::Digivolve { what, into, pay, waive, quiet } => {
                let entry = Entry { quiet: *quiet, ..by_effect(EntryKind::Digivolve, run) };
                self.digivolve_by_effect(what, into, pay, *waive, entry, run, cx)
            }
            Verb::DnaDigivolve { into, .. } | Verb::AppFuse { into, .. } => {
                let Some(card) = meant(self, into, &cx).first().copied() else { return Done::Now(0) };
                match *self.joins(cx.pool, verb, card, run) {
                    [] => return Done::Now(0),
                    [only] => self.join_by_effect(verb, card, only, run, cx),
                    // Which cards are joined is up to the player.
                    _ => {
                        let card = self.table.object(card);
                        self.push(Frame::Join(card));
                    }
                }
                Done::Later
            }
            Verb::Suspend(target) => self.suspend_all(target, run, cx),
            Verb::Unsuspend(target) => self.unsuspend_all(target, run, cx),
            Verb::Draw(who, amount) => {
                let amount = number(self, amount, &cx);
                let mut drawn = Flat::<Object, 64>::new();
                for seat in eval::seats(self, *who, run) {
                    for _ in 0..amount.max(0) {
                        // DCG 16-7-3: the drawing has to be done.
                        let Some(card) = self.draw_one(seat, rule!("16-7-1"), cx) else { break };
                        drawn.push(card);
                    }
                }
                // An effect that draws adds to the hand; DCG 15-5-2: what all players drew by it came at the same time.
                self.notice(Moment::HandGained, &drawn, Object::default(), cx);
                Done::Now(drawn.len() as i16)
            }
            Verb::GainMemory(who, amount) => {
                let amount = number(self, amount, &cx);
                self.gain_by_effect(*who, amount, run, cx)
            }
            Verb::LoseMemory(who, amount) => {
                let (amount, seat) = (number(self, amount, &cx), eval::seat(self, *who, run));
                // DCG 1-3-4: nothing, or less than nothing, is not done at all.
                if amount <= 0 {
                    return Done::Now(0);
                }
                self.gain_memory(seat, -amount, rule!("4-1-4"), cx);
                Done::Now(amount as i16)
            }
            Verb::SetMemory(amount) => {
                let amount = number(self, amount, &cx);
                self.set_memory(run.controller, amount, rule!("4-1-2"), cx);
                Done::Now(1)
            }
            Verb::PayMemory(amount) => {
                let amount = number(self, amount, &cx);
                if !self.can_pay(run.controller, amount) {
                    return Done::Now(0);
                }
                self.pay(run.controller, amount, rule!("4-1-1"), cx);
                Done::Now(1)
            }
            Verb::Recover(who, amount) => {
                let amount = number(self, amount, &cx);
                self.recover(*who, amount, run, cx)
            }
            Verb::DeDigivolve(target, amount) => {
                let amount = number(self, amount, &cx);
                let from = self.core.bag.len() as u8;
                let mut most = 0;
                for card in meant(self, target, &cx).iter() {
                    let kept = |cannot: &Cannot| matches!(cannot, Cannot::BeDeDigivolvedBy(who) if self.is_who(*who, *card, run.controller));
                    // DCG 16-11-8: looked at before each <De-Digivolve> of an effect that has several.
                    if self.is_reached(cx.pool, *card, run) && !self.cannot(cx.pool, *card, Ban::Under, kept)
                    {
                        most = most.max(self.sheddable(cx.pool, *card).min(amount));
                        let object = self.table.object(*card);
                        self.core.bag.push(object);
                    }
                }
                if most <= 0 {
                    self.core.bag.truncate(from as usize);
                    return Done::Now(0);
                }
                // DCG 16-11-1, 16-11-3: the player names how many, at least one.
                let most = if amount > 1 { amount.clamp(1, 50) as u8 } else { 1 };
                self.push(Frame::Name { seat: run.controller, most, from });
                Done::Later
            }
            Verb::Reveal(target) => self.reveal_cards(target, run, cx),
            Verb::Look(target) => {
                let cards = meant(self, target, &cx);
                for card in cards.iter() {
                    // DCG 15-15-4-1, 15-15-4-3, 15-15-4-2: only the player of the effect sees them.
                    let (named, seats) = (self.named(*card), Seats::only(run.controller));
                    self.table.reveal(*card, seats);
                    cx.log.tell(rule!("15-15-4-1"), seats, || crate::state::What::Revealed(named));
                }
                Done::Now(cards.len() as i16)
            }
            Verb::Shuffle(who, place) => {
                for seat in eval::seats(self, *who, run) {
                    self.return_to(seat, crate::change::area_of(*place), cx);
                    self.shuffle(seat, crate::change::area_of(*place), cx);
                }
                Done::Now(1)
            }
            Verb::Flip(target, face) => self.flip(target, *face, run, cx),
            Verb::Attack { who, at, unsuspended } => {
                let program = &cx.pool.ability(run.ability).program;
                let before = (run.at as usize).checked_sub(1).and_then(|at| program.get(at));
                let offered = matches!(before, Some(Op::Ask { .. }));
                let aim = Aiming { forced: !offered, ..aiming(*at, *unsuspended) };
                self.offer_attack(who, aim, run, cx)
            }
            Verb::Own(Own::Attack(who, aim)) => {
                let aim = self.widened(cx.pool, *aim, run);
                self.offer_attack(who, aim, run, cx)
            }
            Verb::SwitchTarget(Some(target)) => {
                let Some(card) = meant(self, target, &cx).first().copied() else { return Done::Now(0) };
                Done::Now(i16::from(self.switch_target(Some(card), cx)))
            }
            Verb::SwitchTarget(None) => Done::Now(i16::from(self.switch_target(None, cx))),
            Verb::EndAttack => {
                // DCG 15-15-1-1: the end of the attack comes right after this effect.
                let Some(attack) = self.attack_mut() else { return Done::Now(0) };
                attack.step = AttackStep::End;
                attack.ended = true;
                Done::Now(1)
            }
            Verb::Battle(one, two) => {
                let one = meant(self, one, &cx).first().copied();
                let two = meant(self, two, &cx).first().copied();
                let (Some(one), Some(two)) = (one, two) else { return Done::Now(0) };
                let (one, two) = (self.table.object(one), self.table.object(two));
                self.push(Frame::Battle(Battle { one, two, by_effect: true, ..Battle::default() }));
                Done::Later
            }
            Verb::Prevent(target) => {
                let cards = meant(self, target, &cx);
                Done::Now(self.prevent_all(&cards, cx))
            }
            Verb::PreventAll => {
                let group: Group = {
                    let mut group = Group::new();
                    let found = self.leaving().iter().filter_map(|object| self.table.find(*object));
                    found.for_each(|card| group.push(card));
                    group
                };
                let When::Would(triggers) = &cx.pool.ability(run.ability).when else { return Done::Now(0) };
                let mut fitting = Group::new();
                for card in group.iter() {
                    let mut run = *run;
                    run.subject = self.table.object(*card);
                    // What is trashed from under something is meant by what it lies under.
                    let about = |trigger: &crate::alias::Trigger| match trigger.moment {
                        Moment::UnderTrashed => self.table.row(*card).host().unwrap_or(*card),
                        _ => *card,
                    };
                    if triggers
                        .iter()
                        .any(|trigger| eval::fits(self, cx.pool, &trigger.subject, about(trigger), &run))
                    {
                        fitting.push(*card);
                    }
                }
                Done::Now(self.prevent_all(&fitting, cx))
            }
            Verb::XrosFrom(extra) => match self.entering_mut() {
                Some(entry) => {
                    entry.extra.under =
                        if extra.under == Most::None { entry.extra.under } else { extra.under };
                    entry.extra.trash =
                        if extra.trash == Most::None { entry.extra.trash } else { extra.trash };
                    Done::Now(1)
                }
                None => Done::Now(0),
            },
            Verb::ReduceCost(amount) => {
                let amount = number(self, amount, &cx);
                self.change_cost(amount, cx.pool)
            }
            Verb::Delay => match self.this_card(cx.pool, run) {
                // DCG 16-16-1: the card itself is trashed for it.
                Some(card) => self.depart(&[card], LeaveWay::Send(To::Trash), none, run),
                None => Done::Now(0),
            },
            Verb::DigiBurst(amount) => {
                // DCG 16-13-1: which ones is up to its player.
                let need = number(self, amount, &cx).clamp(0, 50) as u8;
                let Some(card) = self.table.find(run.source) else { return Done::Now(0) };
                let mut group = Group::new();
                self.under(card).for_each(|under| group.push(under));
                let done = self.depart(&group, LeaveWay::Send(To::Trash), none, run);
                if let (Done::Later, Some(Frame::Leave(leave))) = (done, self.core.frames.last_mut()) {
                    (leave.need, leave.burst) = (need, true);
                }
                done
            }
            Verb::Activate { of, timing, or, one, own } => {
                self.activate_other(of, (*timing, *or), (*one, *own), run, cx)
            }
            Verb::Move(target) => {
                let mut count = 0;
                self.core.picks.free(run, MADE);
                for card in meant(self, target, &cx).iter() {
                    if self.table.zone(*card) == Area::Breeding && self.can_raise(cx.pool, *card).is_ok() {
                        self.raise(*card, cx);
                        let moved = self.table.object(*card);
                        self.core.picks.bind(MADE, moved);
                        count += 1;
                    }
                }
                Done::Now(count)
            }
            Verb::Hatch(who) => {
                let seat = eval::seat(self, *who, run);
                if self.count(seat, Area::Eggs) == 0 || self.count(seat, Area::Breeding) > 0 {
                    return Done::Now(0);
                }
                self.hatch(seat, cx);
                Done::Now(1)
            }
            Verb::Win(who) => {
                // DCG 1-2-6: an effect can end the game.
                let seat = eval::seat(self, *who, run);
                self.end(Some(seat), rule!("1-2-6"), cx);
                Done::Now(1)
            }
            Verb::Own(Own::ShedTop(target)) => {
                let mut count = 0;
                for card in meant(self, target, &cx).iter() {
                    if self.under(*card).next().is_some() {
                        self.notice_one(Moment::DeDigivolved, *card, cx);
                    }
                    count += i16::from(self.shed_top(*card, rule!("4-14-1"), cx).is_some());
                }
                Done::Now(count)
            }
            Verb::Own(Own::BlastDna(here, hand)) => {
                let (onto, with) =
                    (meant(self, here, &cx).first().copied(), meant(self, hand, &cx).first().copied());
                let card = self.table.find(run.source);
                let (Some(onto), Some(with), Some(card)) = (onto, with, card) else { return Done::Now(0) };
                self.uncover(with, rule!("8-2-3-1"), cx);
                let (onto, with) = (self.table.object(onto), self.table.object(with));
                self.declare(Entry { onto, with, free: true, ..by_effect(EntryKind::BlastDna, run) }, card);
                Done::Later
            }
        }
    }
}

/// The slot whose cards' digivolution or link cards a verb goes for.
fn hosted_by(verb: &Verb) -> Option<effects::Slot> {
    let (Verb::Trash(target) | Verb::ToHand(target) | Verb::ToDeck(target, _)) = verb else { return None };
    match target {
        Meant::Each(select) => match &select.among {
            effects::Among::Under { host: Meant::Slot(slot), .. } => Some(*slot),
            _ => None,
        },
        _ => None,
    }
}

/// DCG 18-2-4: whether an effect that steps in does something instead of what would happen. What it is done *by* is a
/// cost and can be interrupted.
fn overwrites(cards: &Cards, run: &Run) -> bool {
    let ability = cards.ability(run.ability);
    let prevents = |op: &Op| matches!(op, Op::Do(Verb::Prevent(_) | Verb::PreventAll));
    matches!(ability.when, When::Would(_))
        && ability.program.iter().any(prevents)
        && !ability.program.iter().any(|op| matches!(op, Op::Ask { whole: true, .. }))
}
