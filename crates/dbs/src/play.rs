//! Declaring: playing cards, paying, combos, growth (DBS 5-3 to 5-7, 13, 16 to 18). Skills are activated in `activate.rs`.

use crate::card::{Color, Colors, Cost, Kind};
use crate::cause::{Cause, Shift};
use crate::choice::What;
use crate::layer::{UNIQUE, class};
use crate::replace::Exit;
use crate::rule;
use crate::state::{Area, Battle, BattleStep, Combo, Fails, Frame, Pay, Pays, Play, State, Timing};
use crate::turn::Next;
use crate::vocab::{Cannot, Change, Free, Keyword};
use crate::{Cards, Cx};
use kernel::{Card, End, Flat, Legal, Place, Seat, Seats, ensure};

impl State {
    // ---- energy ---------------------------------------------------------------------------------------------

    /// The colours of each energy that could be paid with, energy markers last (DBS 1-14-2: the Leader's colours).
    fn each_energy(&self, cards: &Cards, seat: Seat, pays: Pays, f: &mut dyn FnMut(Option<Card>, Colors)) {
        // DBS 1-1-1, 1-1-2, 3-8-1: cards that lie there are energy, and pay.
        for card in self.cards(seat, Area::Energy) {
            if !self.is_rest(*card) {
                f(Some(*card), self.colors(cards, *card));
            }
        }
        // DBS 18-19-1, 20-19: cards in play that may be used as energy, for energy costs and skill costs.
        if self.is_given(class::AS_ENERGY) && pays == Pays::Cost {
            for card in
                [Area::Leader, Area::Battle, Area::Unison].into_iter().flat_map(|area| self.cards(seat, area))
            {
                if !self.is_rest(*card) && self.has_change(cards, *card, &Change::AsEnergy) {
                    f(Some(*card), self.colors(cards, *card));
                }
            }
        }
        // DBS 1-14-1: energy markers stand in for energy.
        if self.energy_markers[seat] > 0 {
            let colors = self.leader(seat).map_or(Colors::default(), |leader| self.colors(cards, leader));
            for _ in 0..self.energy_markers[seat] {
                f(None, colors);
            }
        }
    }

    pub fn energy_count(&self, cards: &Cards, seat: Seat, pays: Pays) -> u8 {
        if self.is_given(class::AS_ENERGY) {
            let mut all = 0u8;
            self.each_energy(cards, seat, pays, &mut |_, _| all = all.saturating_add(1));
            return all;
        }
        let active = self.cards(seat, Area::Energy).iter().filter(|card| !self.is_rest(**card)).count();
        (active + self.energy_markers[seat] as usize).min(255) as u8
    }

    /// DBS 5-3-3: whether a player could pay this now.
    pub fn can_pay(&self, cards: &Cards, seat: Seat, total: u8, specified: &[u8; 5]) -> bool {
        // DBS 5-3-1-1: where more is specified than the total, that much is paid.
        let total = total.max(specified.iter().sum());
        // DBS 5-3-2: nothing is paid for a cost of 0.
        if total == 0 {
            return true;
        }
        let mut with: [u8; 32] = [0; 32];
        let mut count = 0u8;
        self.each_energy(cards, seat, Pays::Cost, &mut |_, colors| {
            with[(colors.0 & 31) as usize] += 1;
            count += 1;
        });
        count >= total && most_matched(specified, &with) >= specified.iter().sum()
    }

    /// How much of what could pay a cost is of a colour.
    pub(crate) fn energy_of(&self, cards: &Cards, seat: Seat, color: Color) -> u8 {
        let mut held = 0;
        self.each_energy(cards, seat, Pays::Cost, &mut |_, colors| held += u8::from(colors.has(color)));
        held
    }

    /// Begins a payment.
    pub fn push_pay(&mut self, seat: Seat, cost: &Cost, pays: Pays) {
        let left = cost.value();
        self.push(Frame::Pay(Pay { seat, left, specified: cost.specified, paid: Flat::new(), pays }));
    }

    /// Calls `f` with each energy that may be paid next: enough for the rest must stay possible.
    pub fn pay_options(&self, cards: &Cards, pay: &Pay, f: &mut dyn FnMut(Option<Card>)) {
        let mut with = [0u8; 32];
        self.each_energy(cards, pay.seat, pay.pays, &mut |_, colors| with[(colors.0 & 31) as usize] += 1);
        let mut paid = [0u8; 32];
        pay.paid.iter().for_each(|colors| paid[(*colors & 31) as usize] += 1);
        let specified: u8 = pay.specified.iter().sum();
        // Whatever is paid beyond the specified part is free of colour.
        let free = (pay.left as usize + pay.paid.len()).saturating_sub(specified as usize);
        let mut all = with;
        all.iter_mut().zip(paid).for_each(|(all, paid)| *all += paid);
        let mut seen: Flat<kernel::Print, 64> = Flat::new();
        let mut marker_seen = false;
        self.each_energy(cards, pay.seat, pay.pays, &mut |card, colors| {
            match card {
                Some(card) => {
                    let print = self.table.print(card);
                    if seen.contains(&print) {
                        return;
                    }
                    seen.push(print);
                }
                None if marker_seen => return,
                None => marker_seen = true,
            }
            let mut chosen = paid;
            chosen[(colors.0 & 31) as usize] += 1;
            let count = pay.paid.len() + 1;
            if most_matched(&pay.specified, &chosen) as usize + free >= count {
                f(card);
            }
        });
    }

    pub fn pay_step(&mut self, pay: Pay, cx: &mut Cx<'_>) -> Next {
        if pay.left == 0 {
            self.frames.pop();
            self.report(1);
            return Next::Go;
        }
        let mut options: Flat<Option<Card>, 64> = Flat::new();
        if self.energy_count(cx.pool, pay.seat, pay.pays) <= pay.left {
            // Everything there is has to go.
            self.each_energy(cx.pool, pay.seat, pay.pays, &mut |energy, _| options.push(energy));
            options.truncate(1);
        } else {
            self.pay_options(cx.pool, &pay, &mut |option| options.push(option));
        }
        match options.len() {
            0 => {
                // DBS 5-3-4: a payment that cannot be finished fails.
                self.frames.pop();
                self.report(0);
                Next::Go
            }
            1 => {
                self.pay_with(options[0], cx);
                Next::Go
            }
            _ => Next::Ask(pay.seat),
        }
    }

    /// DBS 5-3-1: switches one energy to Rest Mode, or removes an energy marker (DBS 1-14-2).
    pub fn pay_with(&mut self, energy: Option<Card>, cx: &mut Cx<'_>) {
        let Some(Frame::Pay(mut pay)) = self.frames.last().copied() else { return };
        let seat = pay.seat;
        let colors = match energy {
            Some(card) => self.colors(cx.pool, card),
            None => self.leader(seat).map_or(Colors::default(), |leader| self.colors(cx.pool, leader)),
        };
        pay.left -= 1;
        pay.paid.push(colors.0);
        self.go_on(Frame::Pay(pay));
        match energy {
            Some(card) => {
                self.rest(card, Cause::Rule, rule!("5-3-1"), cx);
            }
            None => {
                self.energy_markers[seat] -= 1;
                cx.log.say(rule!("1-14-2"), || What::PaidMarker { seat });
            }
        }
    }

    /// DBS 5-4-1, 5-4-1-1, 5-14-1, 5-14-1-1: Z-Energy is paid by placing it in the Drop Area, whichever the player
    /// likes.
    pub fn pay_z_step(&mut self, seat: Seat, left: u8, cx: &mut Cx<'_>) -> Next {
        // DBS 1-3-1, 1-3-2, 3-13-1: cards that lie there are Z-Energy, and pay.
        let there = self.cards(seat, Area::ZEnergy);
        if left == 0 || there.is_empty() {
            self.frames.pop();
            return Next::Go;
        }
        let first = there[0];
        let alike = there.iter().all(|card| self.table.print(*card) == self.table.print(first));
        if alike || there.len() <= left as usize {
            self.pay_z_with(first, cx);
            return Next::Go;
        }
        Next::Ask(seat)
    }

    pub fn pay_z_with(&mut self, card: Card, cx: &mut Cx<'_>) {
        if let Some(Frame::PayZ { left, .. }) = self.frames.last_mut() {
            *left -= 1;
        }
        self.shift(card, Shift::to(Area::Drop, Cause::Rule, rule!("5-4-1")), cx);
    }

    pub fn name_x_step(&mut self, seat: Seat, least: u8, most: u8) -> Next {
        if least >= most {
            self.name_x(least);
            return Next::Go;
        }
        Next::Ask(seat)
    }

    /// DBS 1-2-2-2-1: X is settled, for what waits below.
    pub fn name_x(&mut self, x: u8) {
        self.frames.pop();
        match self.frames.last_mut() {
            Some(Frame::Play(play)) if play.step < 3 => play.paid = x,
            Some(Frame::Play(play)) => play.z_left = x,
            Some(Frame::Skill(skill)) => skill.x = x,
            _ => {}
        }
    }

    /// Tells a running effect on top how its verb went.
    pub fn report(&mut self, count: i16) {
        if let Some(Frame::Effect(run)) = self.frames.last_mut() {
            run.report(count);
        }
    }

    // ---- playing cards --------------------------------------------------------------------------------------

    /// Whether the turn player may play this card from where it is (DBS 5-5-2, 13-2-1, 16-2-1, 17-2-1, 18-2-1).
    pub fn can_play(&self, cards: &Cards, card: Card) -> Legal {
        let seat = self.turn_player;
        let printed = cards.printed(self.table.print(card));
        let playable = match self.table.zone(card) {
            // DBS 7-3-4-1, 5-5-5: Battle and Unison Cards; an Extra Card is activated instead (DBS 12-1-1).
            Area::Hand => matches!(printed.kind, Kind::Battle | Kind::Unison) && !printed.z,
            // DBS 16-2-1, 5-5-6: face-down ones of the Z-Deck; Z-Leaders come by [Z-Awaken] only.
            Area::ZDeck => printed.z && printed.kind != Kind::Leader && !self.table.marks(card).is_face_up(),
            _ => false,
        };
        ensure(playable, rule!("7-3-4-1"))?;
        ensure(!self.is_barred(cards, card, seat), rule!("0-2-5"))?;
        ensure(!self.cannot(cards, card, Cannot::BePlayedPlainly), rule!("0-2-5"))?;
        // DBS 22-39-2: no second card of the name of a card with [Unique].
        ensure(!self.clashes_with_unique(cards, card, seat), rule!("22-39-2"))?;
        let cost = self.play_cost(cards, card);
        ensure(self.can_pay(cards, seat, cost.value(), &cost.specified), rule!("5-3-3"))?;
        // DBS 5-4-3, 1-4-1, 5-4-3-1: nor without the Z-Energy.
        ensure(self.count(seat, Area::ZEnergy) >= usize::from(self.z_cost(cards, card)), rule!("5-4-3"))
    }

    /// DBS 0-2-5: whether something forbids the player to play the card, by the rules or by a skill. A Z-Battle Card is a
    /// Battle Card (DBS 16-1-3).
    pub fn is_barred(&self, cards: &Cards, card: Card, seat: Seat) -> bool {
        self.player_cannot(cards, seat, Cannot::Play)
            || self.cannot(cards, card, Cannot::Play)
            || (self.is_battle_card(cards, card) && self.player_cannot(cards, seat, Cannot::PlayBattle))
    }

    /// What playing a card from where it is costs: nothing, where a skill says so.
    pub fn play_cost(&self, cards: &Cards, card: Card) -> Cost {
        if self.has_change(cards, card, &Change::Free(Free::Play)) {
            return Cost::FREE;
        }
        self.cost(cards, card)
    }

    /// Whether a card of this name may not enter that player's Battle Area.
    pub fn clashes_with_unique(&self, cards: &Cards, card: Card, seat: Seat) -> bool {
        if !self.has_any(UNIQUE) || !self.is_battle_card(cards, card) {
            return false;
        }
        let unique = self.is_unique(cards, card);
        self.cards(seat, Area::Battle).iter().any(|other| {
            *other != card && self.same_name(cards, card, *other) && (unique || self.is_unique(cards, *other))
        })
    }

    /// DBS 22-39-2, 21-11-2: by [Unique] or a [Permanent] skill that says the same.
    pub fn is_unique(&self, cards: &Cards, card: Card) -> bool {
        [Keyword::Unique, Keyword::OnlyOne].into_iter().any(|keyword| self.has_keyword(cards, card, keyword))
    }

    pub fn declare_play(&mut self, card: Card) {
        // DBS 7-3-4-1-1, 4-1-2-1, 7-3-4-4-1, 7-3-4-6, 7-3-4-6-1: afterwards the Main Phase has its checkpoint again.
        self.check();
        let (seat, from) = (self.turn_player, self.table.zone(card));
        let card = self.table.object(card);
        self.push(Frame::Play(Play { seat, card, from, ..Play::default() }));
    }

    pub fn play_step(&mut self, mut play: Play, cx: &mut Cx<'_>) -> Next {
        let Some(card) = self.table.find(play.card) else {
            self.frames.pop();
            return Next::Go;
        };
        let printed = cx.pool.printed(self.table.print(card));
        let seat = play.seat;
        play.step += 1;
        match play.step {
            1 => {
                // DBS 1-2-1: playing a card takes its energy cost.
                let cost = self.play_cost(cx.pool, card);
                play.free = cost == Cost::FREE;
                play.paid = cost.value();
                // What is to be paid is settled while the card is still where it is declared from.
                play.specified = cost.specified;
                play.z_left = self.z_cost(cx.pool, card);
                self.go_on(Frame::Play(play));
                // "The next time you play …": this is that time.
                self.spend_once(cx.pool, card, None, play.from);
                // DBS 5-5-2-1, 5-5-2-3: revealed, and still where it is until it is played.
                self.table.reveal(card, Seats::ALL);
                let named = self.named(card);
                cx.log.say(rule!("5-5-2-1"), || What::Revealed { card: named });
                if cost.is_x {
                    let least = cost.specified_total();
                    self.push(Frame::NameX {
                        seat,
                        least,
                        most: self.energy_count(cx.pool, seat, Pays::Cost),
                    });
                }
            }
            2 => {
                let cost = Cost { total: play.paid, is_x: false, specified: play.specified };
                self.go_on(Frame::Play(play));
                if !play.free {
                    self.push_pay(seat, &cost, Pays::Cost);
                }
            }
            3 => {
                self.go_on(Frame::Play(play));
                if printed.z_cost_is_x {
                    // DBS 1-4-1-1-1: the master says how much X is.
                    let most = self.count(seat, Area::ZEnergy).min(99) as u8;
                    self.push(Frame::NameX { seat, least: 0, most });
                }
            }
            4 => {
                self.go_on(Frame::Play(play));
                // DBS 5-4-2, 5-14-2: nothing is paid for a Z-Energy cost of 0.
                if play.z_left > 0 {
                    self.push(Frame::PayZ { seat, left: play.z_left });
                }
            }
            5 => {
                self.go_on(Frame::Play(play));
                let named = self.named(card);
                // DBS 13-2-1-1, 16-2-1-1, 17-2-1-1, 18-2-1-1: revealed and paid for, energy and Z-Energy, it is
                // declared.
                cx.log.say(rule!("5-5-2-1"), || What::Declared { seat, card: named });
                // DBS 5-5-2-2, 4-3-2-1, 16-2-1-2, 18-2-1-2, 13-2-1-2: a counter timing. Placing a Z-Extra Card is no
                // playing.
                let timing = Timing {
                    actor: seat,
                    play: printed.kind != Kind::Extra,
                    subject: play.card,
                    ..Timing::default()
                };
                // DBS 4-3-2-6: so does placing a Z-Extra Card.
                let rule = if timing.play { rule!("5-5-2-2") } else { rule!("17-2-1-2") };
                self.open_timing(timing, rule, cx);
            }
            EMPOWERS => {
                play.z_left = 0;
                self.go_on(Frame::Play(play));
                self.set_declared(cx.pool, card, seat);
                let most = self.empowered(cx.pool, card, seat);
                if most > 0 && play.fails == Fails::No {
                    // DBS 22-45-3: up to so many markers, as its player likes.
                    self.push(Frame::NameX { seat, least: 0, most });
                }
            }
            _ => {
                self.frames.pop();
                self.enter_play(card, play, cx);
            }
        }
        Next::Go
    }

    /// A Unison Card that a skill plays, where [Empower] may take over markers first (DBS 13-2-2-5-1); whether it may.
    pub fn empower_first(&mut self, card: Card, play: Play, cards: &Cards) -> bool {
        let empowers = self.empowered(cards, card, play.seat) > 0;
        if empowers {
            let (card, from) = (self.table.object(card), self.table.zone(card));
            self.push(Frame::Play(Play { card, from, step: EMPOWERS - 1, ..play }));
        }
        empowers
    }

    /// Reveals a card and puts it aside while it is declared (DBS 20-15-1).
    pub fn set_declared(&mut self, cards: &Cards, card: Card, seat: Seat) {
        let from = self.table.zone(card);
        self.slide(cards, card, Place::new(seat, Area::Declared), End::Bottom);
        self.table.marks_mut(card).set_origin(from);
        self.table.reveal(card, Seats::ALL);
    }

    /// DBS 5-5-2-3 and its kin: the card enters play, or what became of it instead.
    pub fn enter_play(&mut self, card: Card, play: Play, cx: &mut Cx<'_>) -> bool {
        let printed = cx.pool.printed(self.table.print(card));
        let (seat, cause) = (play.seat, play.cause);
        let to = |area| Shift::to(area, cause, rule!("5-5-4"));
        // DBS 0-2-5, 5-5-4: what an answer forbade meanwhile fails.
        let clash = self.clashes_with_unique(cx.pool, card, seat) || self.is_barred(cx.pool, card, seat);
        let fails = if play.fails == Fails::No && clash { Fails::Drop } else { play.fails };
        let how = match fails {
            Fails::No => {
                // DBS 13-2-1-3-1, 18-2-1-3-1: what was paid, and what [Empower] adds.
                let markers = play.paid.saturating_add(play.z_left);
                return self.put_into_play(card, seat, markers, play.rest, cause, cx);
            }
            Fails::Moved => return false,
            // DBS 16-1-5, 17-1-5, 18-1-5: Z-Cards are removed from the game, wherever they would go.
            _ if printed.z => to(Area::Removed),
            // DBS 22-14-4: so is [Ultimate] instead of being dropped.
            Fails::Drop if printed.has_keyword(Keyword::Ultimate, false) => to(Area::Removed),
            // DBS 13-2-3: a card whose playing fails goes to the Drop Area.
            Fails::Drop => to(Area::Drop),
            Fails::Warp => to(Area::Warp),
            Fails::DeckBottom => to(Area::Deck).bottom(),
            Fails::DeckTop => to(Area::Deck),
            Fails::Hand => to(Area::Hand),
        };
        self.shift(card, how, cx);
        false
    }

    /// Places a card in play as played, in that player's area.
    pub fn put_into_play(
        &mut self,
        card: Card,
        seat: Seat,
        markers: u8,
        rest: bool,
        cause: Cause,
        cx: &mut Cx<'_>,
    ) -> bool {
        let printed = cx.pool.printed(self.table.print(card));
        let area = match printed.kind {
            // DBS 3-6-1, 11-1-1, 16-1-1, 17-1-1: Battle Cards, and Extra Cards that are placed, Z-Cards too.
            Kind::Battle | Kind::Extra => Area::Battle,
            // DBS 3-11-1, 13-1-1, 18-1-1: Unison Cards, Z-Cards too.
            Kind::Unison => Area::Unison,
            Kind::Leader => return false,
        };
        if area == Area::Unison {
            // DBS 3-11-5, 18-2-1-3, 13-2-1-3: what is there makes room.
            let there: Flat<Card, 8> = Flat::from_slice(self.cards(seat, Area::Unison));
            for other in there.iter() {
                self.shift(*other, Shift::to(Area::Drop, Cause::Rule, rule!("3-11-5")), cx);
            }
        }
        if printed.kind == Kind::Extra {
            self.make_room_for_extra(card, seat, printed.z, cx);
        }
        let how = Shift {
            rest,
            played: printed.kind != Kind::Extra,
            ..Shift::to(area, cause, rule!("5-5-1")).of(seat)
        };
        if area == Area::Unison {
            self.unison_enters(card, markers, how, cx)
        } else {
            let named = self.named(card);
            cx.log.say(rule!("5-5-2-3"), || What::Played { seat, card: named });
            self.shift(card, Shift { end: End::Bottom, ..how }, cx)
        }
    }

    /// The markers are on the card as it enters (DBS 13-2-1-3).
    fn unison_enters(&mut self, card: Card, markers: u8, how: Shift, cx: &mut Cx<'_>) -> bool {
        let (named, seat) = (self.named(card), how.seat.unwrap_or_default());
        cx.log.say(rule!("13-2-1-3"), || What::Played { seat, card: named });
        let moved = self.shift(card, Shift { end: End::Bottom, ..how }, cx);
        self.table.marks_mut(card).markers = markers;
        moved
    }

    /// DBS 22-3-5: another [Field] card makes room; DBS 17-2-1-3: so does another Z-Extra Card.
    pub fn make_room_for_extra(&mut self, card: Card, seat: Seat, z: bool, cx: &mut Cx<'_>) {
        let there: Flat<Card, 64> = Flat::from_slice(self.cards(seat, Area::Battle));
        for other in there.iter().filter(|other| **other != card) {
            let printed = cx.pool.printed(self.table.print(*other));
            if printed.kind != Kind::Extra {
                continue;
            }
            if z && printed.z {
                self.shift(*other, Shift::to(Area::Removed, Cause::Rule, rule!("17-2-1-3")), cx);
            } else if !z && printed.has_keyword(Keyword::Field, false) {
                self.shift(*other, Shift::to(Area::Drop, Cause::Rule, rule!("22-3-5")), cx);
            }
        }
    }

    // ---- combos and growth ----------------------------------------------------------------------------------

    /// Whether a player may use this card in a combo now (DBS 5-7).
    pub fn can_combo(&self, cards: &Cards, card: Card, seat: Seat) -> Legal {
        let object = self.table.object(card);
        // DBS 5-7-5-1-1, 5-7-5-1-2: an Active Mode Battle Card that does not fight, or one from the hand.
        match self.table.zone(card) {
            Area::Hand => ensure(self.is_battle_card(cards, card), rule!("5-7-1"))?,
            Area::Battle => {
                let rested = self.is_rest(card) && !self.has_change(cards, card, &Change::CombosInRest);
                // DBS 5-7-6-1-1: the same for the other player in the Defense Step.
                let offense = self.battle.step != BattleStep::Defense;
                let place = if offense { rule!("5-7-5-1-1") } else { rule!("5-7-6-1-1") };
                ensure(self.is_battle_card(cards, card) && !rested, place)?;
                ensure(object != self.battle.attacker && object != self.battle.guard, place)?;
            }
            _ => return Err(rule!("5-7-1")),
        }
        // DBS 5-7-2: it needs a combo cost and a combo power, neither negative.
        let (Some(cost), Some(power)) = (self.combo_cost(cards, card), self.combo_power(cards, card)) else {
            return Err(rule!("5-7-2"));
        };
        ensure(power >= 0, rule!("5-7-2"))?;
        ensure(
            !self.player_cannot(cards, seat, Cannot::Combo) && !self.cannot(cards, card, Cannot::Combo),
            rule!("0-2-5"),
        )?;
        // DBS 5-6-3, 5-6-3-1.
        ensure(cost == 0 || self.energy_count(cards, seat, Pays::Combo) >= cost, rule!("5-6-3"))
    }

    pub fn declare_combo(&mut self, card: Card, seat: Seat) {
        // DBS 5-7-5-3, 5-7-5-4, 5-7-6-3, 5-7-6-4, 8-2-4-1-1, 8-3-4-1-1.
        self.check();
        let card = self.table.object(card);
        self.push(Frame::Combo(Combo { seat, card, step: 0 }));
    }

    pub fn combo_step(&mut self, mut combo: Combo, cx: &mut Cx<'_>) -> Next {
        let Some(card) = self.table.find(combo.card) else {
            self.frames.pop();
            return Next::Go;
        };
        combo.step += 1;
        if combo.step == 1 {
            let cost = self.combo_cost(cx.pool, card).unwrap_or(0);
            self.go_on(Frame::Combo(combo));
            // DBS 5-6-2: nothing is paid for a combo cost of 0.
            if cost > 0 {
                // DBS 2-9-1, 5-6-1, 5-6-1-1: that much energy, of any colour.
                self.push_pay(combo.seat, &Cost { total: cost, ..Cost::FREE }, Pays::Combo);
            }
            return Next::Go;
        }
        self.frames.pop();
        self.combo_with(card, combo.seat, Cause::Rule, cx);
        Next::Go
    }

    /// DBS 5-7-5-2, 3-7-1, 5-7-6-2: the card is placed in the Combo Area.
    pub fn combo_with(&mut self, card: Card, seat: Seat, cause: Cause, cx: &mut Cx<'_>) -> bool {
        // DBS 9-10-1-1: without combo cost or power a card cannot be there.
        let printed = cx.pool.printed(self.table.print(card));
        if printed.combo_cost.is_none() || printed.combo_power.is_none() {
            return false;
        }
        // DBS 5-7-7: a combo that an effect forbids fails, and the card goes to the Drop Area.
        if self.player_cannot(cx.pool, seat, Cannot::Combo) || self.cannot(cx.pool, card, Cannot::Combo) {
            self.shift(card, Shift::to(Area::Drop, cause, rule!("5-7-7")), cx);
            return false;
        }
        // DBS 9-10-1, 5-7-5-1-1: a card of the Battle Area leaves it by that, which may be replaced.
        let card = self.table.object(card);
        self.exit(Exit { card, to: Area::Combo, master: Some(seat), cause, ..Exit::default() }, cx) == Some(1)
    }

    /// DBS 13-3-2: once per turn, a Unison Card of the same number goes under the one in play.
    pub fn can_grow(&self, cards: &Cards, card: Card) -> Legal {
        let seat = self.turn_player;
        let Some(unison) = self.unison(seat) else { return Err(rule!("13-3-2")) };
        let id = |card: Card| &cards.printed(self.table.print(card)).id;
        ensure(self.kind(cards, card) == Kind::Unison && id(card) == id(unison), rule!("13-3-2"))?;
        ensure(!self.tally[seat].grown, rule!("13-3-2"))
    }

    pub fn grow(&mut self, card: Card, cx: &mut Cx<'_>) {
        let seat = self.turn_player;
        // DBS 7-3-4-3-1: afterwards the Main Phase has its checkpoint again.
        self.check();
        self.tally[seat].grown = true;
        if let Some(unison) = self.unison(seat) {
            self.tuck(card, unison, Cause::Rule, cx);
            // DBS 13-3-1: it grows by a marker.
            self.add_markers(unison, 1, Cause::Rule, cx);
            // DBS 13-3-3, 4-3-2-5.
            let subject = self.table.object(unison);
            self.note(crate::vocab::Moment::Grows, subject, kernel::Object::default(), 0, cx);
            self.open_timing(Timing { actor: seat, subject, ..Timing::default() }, rule!("13-3-3"), cx);
        }
    }

    /// The battle as it was before anybody blocked.
    pub fn unblock(&mut self) {
        self.battle = Battle { guard: self.battle.first_guard, ..self.battle };
    }

    /// DBS 22-45-3: the markers that [Empower] of an entering card may take over from the one that makes room, if that one
    /// is placed in the Drop Area and not removed from the game.
    fn empowered(&self, cards: &Cards, entering: Card, seat: Seat) -> u8 {
        if cards.printed(self.table.print(entering)).empower.is_empty() {
            return 0;
        }
        let Some(leaving) = self.unison(seat) else { return 0 };
        if !self.makes_room(cards, leaving) {
            return 0;
        }
        let has = self.table.marks(leaving).markers;
        let colors = self.colors(cards, leaving);
        // DBS 22-45-3-1, 22-45-3-2: of one of the colours it names, or of any where it names none.
        let fits = |color: &Option<Color>| color.is_none_or(|color| colors.has(color));
        cards
            .printed(self.table.print(entering))
            .empower
            .iter()
            .filter(|(color, _)| fits(color))
            .map(|(_, n)| (*n).min(has))
            .max()
            .unwrap_or(0)
    }
}

/// The step of playing a card in which [Empower] takes over markers, just before the card enters.
const EMPOWERS: u8 = 6;

/// How many specified symbols can be covered, each by an energy of its own (`with`: energies by their colours).
/// By Hall's theorem this is the least, over all sets of specified colours, of what lies outside the set and what has a
/// colour in it.
fn most_matched(specified: &[u8; 5], with: &[u8; 32]) -> u8 {
    let all: u8 = specified.iter().sum();
    let asked = (0..5).fold(0usize, |asked, color| asked | usize::from(specified[color] > 0) << color);
    let mut least = all;
    let mut set = asked;
    while set != 0 {
        let wanted: u8 = (0..5).filter(|color| set & (1 << color) != 0).map(|color| specified[color]).sum();
        let having: u8 = (1..32usize).filter(|colors| colors & set != 0).map(|colors| with[colors]).sum();
        least = least.min(all - wanted + having.min(wanted));
        // The next smaller set of them.
        set = (set - 1) & asked;
    }
    least
}
