//! Rule processing and checkpoints (DBS 4-2, 21): what the rules put right by themselves, and the order in which
//! pending [Auto] skills go.

use crate::cause::{Cause, Shift};
use crate::layer::{PLAY, UNIQUE, class};
use crate::replace::Exit;
use crate::rule;
use crate::state::{Activated, Activation, Area, DbsLasting, Frame, State};
use crate::turn::Next;
use crate::vocab::{Change, Kept, Moment};
use crate::{Cards, Cx};
use effects::{AbilityRef, Lasting, On, Run, Waiting};
use kernel::{Card, Flat, Object, Seat};

impl State {
    /// DBS 4-2-2: rule processing, then one pending skill of the turn player, else one of the other, and again.
    pub fn checkpoint(&mut self, cx: &mut Cx<'_>) -> Next {
        // DBS 4-2-1, 21-1-2, 21-1-2-1b: confirmative rule processing looks at how things are now.
        if self.process_rules(cx) {
            return Next::Go;
        }
        if self.outcome.is_some() {
            return Next::Go;
        }
        self.note_situations(cx.pool);
        // DBS 4-2-2-2, 4-2-2-3: [Auto] skills, the turn player's first; DBS 4-2-2-4, 4-2-2-5: then delayed effects.
        for late in [false, true] {
            for seat in [self.turn_player, self.turn_player.other()] {
                let mut mine = self
                    .waiting
                    .iter()
                    .enumerate()
                    .filter(|(_, waiting)| {
                        waiting.controller == seat && self.is_delayed(cx.pool, waiting) == late
                    })
                    .map(|(at, _)| at);
                let Some(first) = mine.next() else { continue };
                if self.all_alike(seat, late, cx.pool) {
                    drop(mine);
                    // DBS 1-5-6-3, 1-5-6-4: whenever it triggered, in this checkpoint or before it.
                    self.start_waiting(first, cx.pool);
                    return Next::Go;
                }
                return Next::Ask(seat);
            }
        }
        // DBS 4-2-2-6: with nothing left the checkpoint is over.
        self.frames.pop();
        Next::Go
    }

    /// DBS 9-6-10-1: a skill that waits for a situation pends once when it occurs, and again only when it occurs anew.
    fn note_situations(&mut self, cards: &Cards) {
        let bit = 1u64 << Moment::Situation as u8;
        if self.index.at(PLAY).hears & bit == 0 {
            return;
        }
        let table = &self.table;
        self.lasting.retain(|lasting| !lasting.until.noted || table.find(lasting.source).is_some());
        let none = Waiting { batch: self.batch, ..Waiting::default() };
        for seat in Seat::BOTH {
            for area in [Area::Leader, Area::Battle, Area::Unison] {
                let there: Flat<Card, 64> = Flat::from_slice(self.cards(seat, area));
                for card in there.iter() {
                    let print = self.table.print(*card);
                    if cards.info(print).sites[PLAY].hears & bit == 0 {
                        continue;
                    }
                    for (index, skill) in cards.printed(print).skills.iter().enumerate() {
                        let at = AbilityRef { print, index: index as u8 };
                        if skill.moments & bit == 0 || !self.is_valid(cards, *card, skill, at) {
                            continue;
                        }
                        let source = self.table.object(*card);
                        let noted = |lasting: &DbsLasting| {
                            lasting.until.noted && lasting.ability == at && lasting.source == source
                        };
                        let run = Run::new(at, source, seat);
                        let holds = self.is_triggered(cards, skill, Moment::Situation, &none, None, &run);
                        if !holds {
                            self.lasting.retain(|lasting| !noted(lasting));
                        } else if !self.lasting.iter().any(noted) {
                            let until = Kept { noted: true, waits: true, ..Kept::default() };
                            let on = On::Card(source);
                            self.lasting.push(Lasting {
                                ability: at,
                                source,
                                controller: seat,
                                on,
                                until,
                                ..Lasting::default()
                            });
                            self.waiting.push(Waiting { ability: at, source, controller: seat, ..none });
                        }
                    }
                }
            }
        }
    }

    /// Whether it makes no difference which of a player's pending skills goes first: there is one, or they are the
    /// same skill of the same card about the same thing.
    fn all_alike(&self, seat: Seat, late: bool, cards: &Cards) -> bool {
        let mut mine = self
            .waiting
            .iter()
            .filter(|waiting| waiting.controller == seat && self.is_delayed(cards, waiting) == late);
        let Some(first) = mine.next() else { return true };
        mine.all(|other| {
            let together = late && other.batch == first.batch;
            other.ability == first.ability
                && other.source == first.source
                && (together || self.is_same_thing(other.subject, first.subject))
        })
    }

    /// Whether two things that skills wait about cannot be told apart: one card, or twins in one place.
    pub fn is_same_thing(&self, a: Object, b: Object) -> bool {
        a == b
            || match (self.table.find(a), self.table.find(b)) {
                (Some(a), Some(b)) => {
                    self.table.print(a) == self.table.print(b)
                        && self.table.place(a) == self.table.place(b)
                        && self.table.marks(a) == self.table.marks(b)
                        && self.table.place(a).zone == Area::Drop
                }
                _ => false,
            }
    }

    /// DBS 1-7-2-1-1, 9-6-2-1-1: a delayed effect about several cards resolves once: the others that wait for it beside its
    /// first card are bound to the run that has just begun.
    pub fn carry_together(&mut self, what: &Waiting, cards: &Cards) {
        if !self.is_delayed(cards, what) {
            return;
        }
        let same = |other: &Waiting| {
            (other.ability, other.source, other.batch) == (what.ability, what.source, what.batch)
        };
        let others: Flat<Object, 32> = {
            let mut list = Flat::new();
            self.waiting.iter().filter(|other| same(other)).for_each(|other| list.push(other.subject));
            list
        };
        if others.is_empty() {
            return;
        }
        self.waiting.retain(|other| !same(other));
        let (ability, source) = (what.ability, what.source);
        for other in others.iter() {
            self.picks.bind(effects::Slot::SUBJECTS, *other);
            let delayed = self.lasting.iter().position(|one| {
                one.until.waits && !one.until.noted && one.ability == ability && one.source == source
            });
            if let Some(at) = delayed {
                self.lasting.remove(at);
            }
        }
    }

    /// Delayed effects come after [Auto] skills (DBS 4-2-2-4).
    pub fn is_delayed(&self, cards: &Cards, waiting: &effects::Waiting) -> bool {
        cards.skill(waiting.ability).is_some_and(|skill| skill.is_delayed)
    }

    /// Takes a pending skill out and begins its activation (DBS 9-6-3).
    pub fn start_waiting(&mut self, at: usize, cards: &Cards) {
        let what = self.waiting.remove(at);
        let late = self.is_delayed(cards, &what);
        // DBS 9-6-2-1-1: fulfilled several times at once, it pends once; which of the cards it is about was the choice.
        // What one delayed effect says of several cards waits for its turn to be said of all of them together.
        let delayed = |other: &Waiting| late && other.subject != what.subject;
        self.waiting.retain(|other| {
            other.ability != what.ability
                || other.source != what.source
                || other.batch != what.batch
                || delayed(other)
        });
        if let Some(delayed) = self.lasting.iter().position(|lasting| {
            lasting.until.waits
                && !lasting.until.noted
                && lasting.ability == what.ability
                && lasting.source == what.source
        }) {
            // A delayed effect waits once.
            self.lasting.remove(delayed);
        }
        // DBS 9-6-11: it goes on, wherever its card is by now.
        let from = self.table.find(what.source).map_or(Area::Drop, |card| self.table.zone(card));
        self.push(Frame::Skill(Activation { what, kind: Activated::Auto, from, ..Activation::default() }));
    }

    /// DBS 4-2-2-1: everything that needs processing, at once; `true` if anything did.
    pub fn process_rules(&mut self, cx: &mut Cx<'_>) -> bool {
        let mut did = self.drop_powerless(cx);
        for seat in [self.turn_player, self.turn_player.other()] {
            did |= self.clear_stray_combos(seat, cx);
            did |= self.weaken_unison(seat, cx);
        }
        did
    }

    /// DBS 21-4-2, 21-4-1: cards in a Combo Area outside of a battle go to the Drop Area.
    fn clear_stray_combos(&mut self, seat: Seat, cx: &mut Cx<'_>) -> bool {
        if self.in_battle() || self.count(seat, Area::Combo) == 0 {
            return false;
        }
        let cards: Flat<Card, 64> = Flat::from_slice(self.cards(seat, Area::Combo));
        self.shift_all(&cards, Shift::to(Area::Drop, Cause::Rule, rule!("21-4-2")), cx) > 0
    }

    /// DBS 21-6-2, 21-6-1: Battle Cards without power go to the Drop Area, all at once (DBS 21-1-2-2-1). That is no
    /// KO (DBS
    /// 5-12-2), and no text keeps them (DBS 0-2-2-2).
    fn drop_powerless(&mut self, cx: &mut Cx<'_>) -> bool {
        let mut weak: Flat<Card, 64> = Flat::new();
        for seat in [self.turn_player, self.turn_player.other()] {
            for card in self.cards(seat, Area::Battle) {
                if self.is_battle_card(cx.pool, *card) && self.power(cx.pool, *card) <= 0 {
                    weak.push(*card);
                }
            }
        }
        if weak.is_empty() {
            return false;
        }
        // DBS 21-6-2-1, 23-3-2-1: the effect that took the power is what places the card there.
        let exit = |state: &State, cards: &Cards, card: Card| {
            let cause = state.weakened_by(cards, card);
            Exit { card: state.table.object(card), to: Area::Drop, cause, forced: true, ..Exit::default() }
        };
        let all = weak;
        weak.retain(|card| !self.may_be_replaced(cx.pool, *card, exit(self, cx.pool, *card)));
        for card in all.iter().filter(|card| !weak.contains(card)) {
            // DBS 9-10-1-1-1: a replacement that leaves it without power is asked again at the next processing.
            self.push(Frame::Would(exit(self, cx.pool, *card)));
        }
        // DBS 5-12-2: placed there, they are not KO'd.
        let left = self.shift_each(&weak, |state, cards, card| exit(state, cards, card).how(), cx);
        left > 0 || weak.len() < all.len()
    }

    /// What took a card's power: the last skill that lowers or sets it.
    fn weakened_by(&self, cards: &Cards, card: Card) -> Cause {
        let mut cause = Cause::Rule;
        self.each_change(cards, card, class::POWER, &mut |applied| {
            let value = |amount| {
                applied.settled.unwrap_or_else(|| effects::eval::amount(self, cards, amount, &applied.run))
            };
            let lowers = match applied.change {
                Change::Power(amount) => value(amount) < 0,
                Change::SetPower(amount) => value(amount) <= 0,
                _ => false,
            };
            if lowers {
                cause = Cause::Skill(applied.run.controller);
            }
        });
        cause
    }

    /// DBS 21-8-2, 21-8-1: a Unison Card without power loses a marker; DBS 21-9-2: without markers it goes.
    fn weaken_unison(&mut self, seat: Seat, cx: &mut Cx<'_>) -> bool {
        let Some(card) = self.unison(seat) else { return false };
        if self.table.marks(card).markers == 0 {
            return self.shift(card, Shift::to(Area::Drop, Cause::Rule, rule!("21-9-2")).forced(), cx);
        }
        if self.power(cx.pool, card) <= 0 {
            // DBS 21-8-2-1, 19-8-2, 23-3-2-3: by the effect that took its power.
            let cause = self.weakened_by(cx.pool, card);
            return self.add_markers(card, -1, cause, cx) > 0;
        }
        false
    }

    /// DBS 21-11-2: more cards than a limit allows are in play; their master is asked which one stays.
    pub fn exceeds_limits(&mut self, cards: &Cards) -> bool {
        if matches!(self.frames.last(), Some(Frame::Keep { .. })) {
            return false;
        }
        for seat in [self.turn_player, self.turn_player.other()] {
            // DBS 3-11-4: only one card stays in a Unison Area.
            let name = match self.count(seat, Area::Unison) {
                0 | 1 => self.twin_of_unique(cards, seat),
                _ => Some(Object::default()),
            };
            if let Some(name) = name {
                self.push(Frame::Keep { seat, name });
                return true;
            }
        }
        false
    }

    /// DBS 22-39-4, 21-11-3: a card with [Unique] beside another of its name, which its master may not keep both.
    fn twin_of_unique(&self, cards: &Cards, seat: Seat) -> Option<Object> {
        if !self.has_any(UNIQUE) {
            return None;
        }
        let battle = self.cards(seat, Area::Battle);
        let twin = battle.iter().enumerate().find(|(at, card)| {
            self.is_unique(cards, **card)
                && battle[at + 1..].iter().any(|other| self.same_name(cards, **card, *other))
        });
        twin.map(|(_, card)| self.table.object(*card))
    }

    pub fn same_name(&self, cards: &Cards, a: Card, b: Card) -> bool {
        let name = |card: Card| &cards.printed(self.table.print(card)).face(self.is_back(card)).name_phrase;
        name(a) == name(b)
    }
}
