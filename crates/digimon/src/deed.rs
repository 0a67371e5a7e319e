//! How the verbs are carried out that take more than a line: what `verbs.rs` hands on.

use crate::alias::{Op, Target as Meant};
use crate::card::{Ban, Cards, Kinds};
use crate::effect::{MADE, TURNED};
use crate::rule;
use crate::state::{
    Aiming, Area, Cause, Cx, Entry, EntryKind, Frame, Leave, LeaveWay, Mark, State, Target, What,
};
use crate::verbs::{Group, by_effect};
use crate::vocab::{self, Cannot, Face, Moment, Pay, Token, Waive};
use effects::{Done, Run, Slot, Who, eval};
use kernel::{Card, End, Flat, Object, Seat};

impl State {
    pub(crate) fn prevent_all(&mut self, cards: &[Card], cx: Cx) -> i16 {
        let mut count = 0;
        for card in cards {
            let object = self.table.object(*card);
            if self.prevent(object) {
                count += 1;
                let named = self.named(*card);
                cx.log.say(rule!("15-8-5-2"), || What::Prevented(named));
            }
        }
        count
    }

    /// What is about to be played, used or digivolved into costs so much less.
    pub(crate) fn change_cost(&mut self, less: i32, cards: &Cards) -> Done {
        let Some(entry) = self.entering() else { return Done::Now(0) };
        let banned = less > 0
            && self.player_cannot(cards, entry.by, Ban::Cost, |cannot| entry.kind.keeps_cost(cannot));
        match self.entering_mut() {
            Some(entry) if !banned => {
                entry.cost = (i32::from(entry.cost) - less).clamp(-100, 100) as i8;
                Done::Now(1)
            }
            _ => Done::Now(0),
        }
    }

    pub(crate) fn offer_attack(&mut self, who: &Meant, aim: Aiming, run: &Run, cx: Cx) -> Done {
        match eval::targets(self, cx.pool, who, run).first().copied() {
            Some(with) if self.can_aim(cx.pool, with, aim) => {
                // An offer that was accepted already is not asked again.
                let with = self.table.object(with);
                self.push(Frame::Aim { with, aim });
                Done::Later
            }
            _ => Done::Now(0),
        }
    }

    pub(crate) fn recover(&mut self, who: Who, amount: i32, run: &Run, cx: Cx) -> Done {
        let mut group = Flat::<Object, 64>::new();
        for seat in eval::seats(self, who, run) {
            // DCG 15-15-3-4, 15-15-4-5: not while another effect has all of the security stack in view.
            if self.player_cannot(cx.pool, seat, Ban::Security, |cannot| *cannot == Cannot::AddSecurity)
                || self.is_closed(cx.pool, seat, Area::Security)
            {
                continue;
            }
            for _ in 0..amount.max(0) {
                // DCG 16-5-3, 16-5-1: the deck's top card, face down on top of the security stack.
                let Some(card) = self.cards(seat, Area::Deck).first().copied() else { break };
                self.move_card(card, Area::Security, End::Top, rule!("16-5-3"), cx);
                group.push(self.table.object(card));
            }
        }
        self.notice(Moment::SecurityGained, &group, Object::default(), cx);
        Done::Now(group.len() as i16)
    }

    /// "The top or bottom": the player says which before they go.
    pub(crate) fn ask_for_end(&mut self, end: vocab::End, done: Done) {
        if let (vocab::End::Either, Done::Later, Some(Frame::Leave(leave))) =
            (end, done, self.core.frames.last_mut())
        {
            leave.either = true;
        }
    }

    /// Sends cards on their way together.
    pub(crate) fn depart(&mut self, cards: &[Card], way: LeaveWay, host: Object, run: &Run) -> Done {
        if cards.is_empty() {
            return Done::Now(0);
        }
        let from = self.core.bag.len() as u8;
        for card in cards {
            let object = self.table.object(*card);
            self.core.bag.push(object);
        }
        let (cause, by) = (self.core.cause, run.controller);
        self.push(Frame::Leave(Leave { way, cause, from, by, report: true, host, ..Leave::default() }));
        Done::Later
    }

    /// Cards that were chosen one by one go in the order they were chosen in. DCG 3-1-3-4: those that had to be taken
    /// because no more fit were not.
    pub(crate) fn keep_order(&mut self, target: &Meant, run: &Run, cx: Cx) {
        let Meant::Slot(slot) = target else { return };
        if self.is_forced(*slot, run, cx) {
            return;
        }
        if let Some(Frame::Leave(leave)) = self.core.frames.last_mut() {
            leave.ordered = u8::MAX;
        }
    }

    /// Whether nobody had anything to choose for a slot: exactly so many were asked for, and no more fit.
    fn is_forced(&self, slot: Slot, run: &Run, cx: Cx) -> bool {
        let program = &cx.pool.ability(run.ability).program;
        let before = program.get(..usize::from(run.at)).unwrap_or_default();
        let choice = |op: &Op| matches!(op, Op::Choose { slot: held, .. } if *held == slot);
        let Some(at) = before.iter().rposition(choice) else { return false };
        let Op::Choose { from, .. } = &before[at] else { return false };
        // What is offered is begun by choosing one.
        let offered = at > 0 && matches!(before[at - 1], Op::Ask { .. });
        let exactly = matches!(from.count, effects::HowMany::Exactly(_)) && !from.ordered && !from.random;
        let bound = self.core.picks.of(run, slot).count();
        exactly && !offered && bound > 1 && eval::candidates(self, cx.pool, from, run).len() <= bound
    }

    pub(crate) fn gain_by_effect(&mut self, who: Who, amount: i32, run: &Run, cx: Cx) -> Done {
        let seat = eval::seat(self, who, run);
        let tamer =
            matches!(self.core.cause, Cause::Effect { kinds, .. } if Kinds(kinds).meets(Kinds::TAMER));
        let banned = self.player_cannot(cx.pool, seat, Ban::Memory, |cannot| match cannot {
            Cannot::GainMemory => true,
            Cannot::GainMemoryButByTamers => !tamer,
            _ => false,
        });
        // DCG 1-3-4: nothing, or less than nothing, is not done at all.
        if amount <= 0 || banned {
            return Done::Now(0);
        }
        self.gain_memory(seat, amount, rule!("4-1-4"), cx);
        Done::Now(amount as i16)
    }

    pub(crate) fn suspend_all(&mut self, target: &Meant, run: &Run, cx: Cx) -> Done {
        let mut group = Flat::<Object, 64>::new();
        for card in eval::targets(self, cx.pool, target, run).iter() {
            if self.is_reached(cx.pool, *card, run)
                && self.can_suspend(cx.pool, *card)
                && !self.cannot(cx.pool, *card, Ban::Suspend, |cannot| {
                    matches!(cannot, Cannot::BeSuspendedBy(who) if self.is_who(*who, *card, run.controller))
                })
                && self.suspend(*card, rule!("4-11-1-2-1"), cx)
            {
                group.push(self.table.object(*card));
            }
        }
        group.iter().for_each(|object| self.core.picks.bind(TURNED, *object));
        self.notice(Moment::Suspended, &group, Object::default(), cx);
        Done::Now(group.len() as i16)
    }

    pub(crate) fn unsuspend_all(&mut self, target: &Meant, run: &Run, cx: Cx) -> Done {
        let mut group = Flat::<Object, 64>::new();
        // DCG 7-1-2-1: as our reading DCG-01 takes it, that speaks of attacking: what came this turn unsuspends too.
        for card in eval::targets(self, cx.pool, target, run).iter() {
            if self.is_reached(cx.pool, *card, run)
                && !self.cannot(cx.pool, *card, Ban::Suspend, |cannot| *cannot == Cannot::Unsuspend)
                && self.unsuspend(*card, rule!("4-11-1-1-1"), cx)
            {
                group.push(self.table.object(*card));
            }
        }
        self.notice(Moment::Unsuspended, &group, Object::default(), cx);
        Done::Now(group.len() as i16)
    }

    /// How many cards <De-Digivolve> could take from a stack.
    pub(crate) fn sheddable(&self, cards: &Cards, card: Card) -> i32 {
        let mut count = 0;
        let mut top = card;
        for under in self.under(card) {
            if self.level(cards, top).is_some_and(|level| level <= 3) {
                break;
            }
            count += 1;
            top = under;
        }
        count
    }

    /// The number was named: all stacks at once.
    pub(crate) fn name_number(&mut self, number: u8, from: u8, cx: Cx) {
        let group: Flat<Object, 64> =
            Flat::from_slice(&self.core.bag[(from as usize).min(self.core.bag.len())..]);
        self.core.bag.truncate(from as usize);
        self.pop();
        // DCG 16-11-5: all of them count as trashed at the same time.
        let mut shed = group;
        shed.retain(|object| self.table.find(*object).is_some_and(|card| self.sheddable(cx.pool, card) > 0));
        self.notice(Moment::DeDigivolved, &shed, Object::default(), cx);
        let mut count = 0;
        for object in shed.iter() {
            if let Some(card) = self.table.find(*object) {
                count += self.de_digivolve(card, number.into(), cx);
            }
        }
        self.report(count);
    }

    /// DCG 16-11: trashes so many cards from the top of a stack. Returns how many.
    pub(crate) fn de_digivolve(&mut self, card: Card, amount: i32, cx: Cx) -> i16 {
        let mut top = card;
        let mut count = 0;
        while i32::from(count) < amount {
            // DCG 16-11-4: not from level 3 or lower.
            if self.level(cx.pool, top).is_some_and(|level| level <= 3) {
                break;
            }
            let named = self.named(top);
            // DCG 16-11-6: it goes on, whatever the card on top is by then.
            let Some(heir) = self.shed_top(top, rule!("16-11-1"), cx) else { break };
            cx.log.say(rule!("16-11-1"), || What::DeDigivolved(named));
            top = heir;
            count += 1;
        }
        count
    }

    /// What an effect makes a card cost, and whether it costs anything.
    pub(crate) fn price(
        &self,
        kind: EntryKind,
        pay: &Pay,
        printed: i32,
        run: &Run,
        cards: &Cards,
    ) -> (i8, bool) {
        match pay {
            Pay::Free => (0, true),
            // A cost that cannot be reduced is paid whole.
            Pay::Less(_)
                if self.player_cannot(cards, run.controller, Ban::Cost, |cannot| kind.keeps_cost(cannot)) =>
            {
                (printed as i8, false)
            }
            Pay::Full => (printed as i8, false),
            Pay::Less(amount) => ((printed - eval::amount(self, cards, amount, run)) as i8, false),
            Pay::Instead(amount) => (eval::amount(self, cards, amount, run) as i8, false),
        }
    }

    pub(crate) fn play_by_effect(
        &mut self,
        what: &Meant,
        pay: &Pay,
        entry: Entry,
        run: &Run,
        cx: Cx,
    ) -> Done {
        self.core.picks.free(run, MADE);
        let mut found = eval::targets(self, cx.pool, what, run);
        // DCG 15-3-3: "this card" of an inherited effect is the digivolution card itself.
        let inherited = cx.pool.ability(run.ability).part.text == vocab::Text::Inherited;
        if let (Meant::This, true, Some(card)) = (what, inherited, self.this_card(cx.pool, run)) {
            found.clear();
            found.push(card);
        }
        let able: Group = {
            let mut able = Group::new();
            found
                .iter()
                // DCG 7-1-3-3: what is on the field already is not played onto it.
                .filter(|card| !self.is_field(**card) && self.can_enter(cx.pool, **card, run))
                .for_each(|card| able.push(*card));
            able
        };
        for card in able.iter().rev() {
            let printed = i32::from(self.play_cost(cx.pool, *card).unwrap_or(0));
            let (cost, free) = self.price(entry.kind, pay, printed, run, cx.pool);
            let host = self.table.row(*card).host().filter(|_| self.table.zone(*card) == Area::Under);
            let tamers = host.is_some_and(|host| !self.is_digimon(cx.pool, host));
            let area = if tamers { crate::effect::UNDER_TAMER } else { entry.area };
            // Whose card it is plays it, whoever's effect has it played.
            self.declare(Entry { cost, free, area, by: self.table.owner(*card), ..entry }, *card);
        }
        if able.is_empty() { Done::Now(0) } else { Done::Later }
    }

    pub(crate) fn use_by_effect(&mut self, card: Card, pay: &Pay, run: &Run, cx: Cx) -> Done {
        let printed = i32::from(self.play_cost(cx.pool, card).unwrap_or(0));
        let (cost, free) = self.price(EntryKind::Use, pay, printed, run, cx.pool);
        self.declare(Entry { cost, free, ..by_effect(EntryKind::Use, run) }, card);
        Done::Later
    }

    /// DCG 4-18-1, 1-4-4-5, 1-4-4-6: plays tokens as the effect describes them.
    pub(crate) fn make_tokens(
        &mut self,
        token: &Token,
        amount: i32,
        by: Who,
        suspended: bool,
        run: &Run,
        cx: Cx,
    ) -> Done {
        let Some(print) = cx.pool.token(token) else { return Done::Now(0) };
        let seat = eval::seat(self, by, run);
        self.core.picks.free(run, MADE);
        let mut made = Flat::<Object, 64>::new();
        for _ in 0..amount.clamp(0, 10) {
            let Some(card) = self.add_token(cx.pool, print, seat) else { break };
            self.table.marks_mut(card).set(Mark::Fresh, true);
            self.table.marks_mut(card).set(Mark::Suspended, suspended);
            let named = self.named(card);
            cx.log.say(rule!("4-18-1"), || What::Played(named));
            let object = self.table.object(card);
            self.core.picks.bind(MADE, object);
            made.push(object);
        }
        self.notice(Moment::Played, &made, Object::default(), cx);
        Done::Now(made.len() as i16)
    }

    /// A token on the field: one that was removed from the game before is used again, so that tables never fill up.
    pub(crate) fn add_token(&mut self, cards: &Cards, print: kernel::Print, seat: Seat) -> Option<Card> {
        let old = self.cards(seat, Area::Gone).iter().copied().find(|card| self.table.print(*card) == print);
        match old {
            Some(card) => {
                self.put(cards, card, State::place(seat, Area::Battle), End::Bottom);
                Some(card)
            }
            None => self.add(cards, print, seat, Area::Battle),
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn digivolve_by_effect(
        &mut self,
        what: &Meant,
        into: &Meant,
        pay: &Pay,
        waive: Waive,
        entry: Entry,
        run: &Run,
        cx: Cx,
    ) -> Done {
        let onto = eval::targets(self, cx.pool, what, run).first().copied();
        let card = eval::targets(self, cx.pool, into, run).first().copied();
        let (Some(onto), Some(card)) = (onto, card) else { return Done::Now(0) };
        // DCG 8-1-2-2: requirements can be ignored only where the effect says so.
        if !self.is_reached(cx.pool, onto, run) || !self.fits_waived(cx.pool, card, onto, waive) {
            return Done::Now(0);
        }
        let mut costs = Flat::new();
        self.ways_waived(cx.pool, card, onto, waive, &mut costs);
        let least = cx.pool.get(self.table.print(card)).needs.iter().map(|need| need.cost).min();
        let printed = costs.iter().copied().min().or(least).map_or(0, i32::from);
        let (cost, free) = self.price(entry.kind, pay, printed, run, cx.pool);
        let onto = self.table.object(onto);
        self.declare(Entry { onto, cost, free, ..entry }, card);
        Done::Later
    }

    pub(crate) fn flip(&mut self, target: &Meant, face: Face, run: &Run, cx: Cx) -> Done {
        let up = face == Face::Up;
        let mut count = 0;
        for card in eval::targets(self, cx.pool, target, run).iter() {
            if self.is_face_up(*card) == up {
                continue;
            }
            match self.table.zone(*card) {
                Area::Security => self.table.marks_mut(*card).set(Mark::FaceUp, up),
                _ => self.table.marks_mut(*card).set(Mark::FaceDown, !up),
            }
            self.scope.set_in_order(false);
            if up {
                self.uncover(*card, rule!("15-15-3-1"), cx);
            }
            count += 1;
        }
        Done::Now(count)
    }

    /// DCG 11-2-7: whether the running attack could be switched to this card.
    pub(crate) fn can_switch(&self, cards: &Cards, card: Card) -> bool {
        let Some(attack) = self.attack() else { return false };
        // DCG 11-2-7-4: not once the attacker is gone; DCG 11-2-7-3: not to what is the target already.
        let Some(attacker) = self.attacker(&attack) else { return false };
        // DCG 11-2-7-5: it is the attack that is switched: what the two are not affected by does not matter.
        !self.cannot(cards, attacker, Ban::Switch, |cannot| *cannot == Cannot::Switch)
            && self.table.zone(card) == Area::Battle
            && self.is_digimon(cards, card)
            && !self.is_target(&attack, card)
    }

    pub(crate) fn switch_target(&mut self, card: Option<Card>, cx: Cx) -> bool {
        let possible = match card {
            Some(card) => self.can_switch(cx.pool, card),
            None => self
                .attack()
                .is_some_and(|attack| self.attacker(&attack).is_some() && attack.target != Target::Player),
        };
        if !possible {
            return false;
        }
        let target = card.map_or(Target::Player, |card| Target::Digimon(self.table.object(card)));
        let named = card.map(|card| self.named(card));
        cx.log.say(rule!("11-2-7-2"), || What::Switched(named));
        let mut attacker = Object::default();
        if let Some(attack) = self.attack_mut() {
            attack.target = target;
            attacker = attack.attacker;
        }
        let other = card.map(|card| self.table.object(card)).unwrap_or_default();
        self.notice(Moment::Switched, &[attacker], other, cx);
        true
    }
}
