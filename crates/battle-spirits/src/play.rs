//! Using a card: showing it, Succession, fixing the cost, paying, entering the Field or resolving.
//!
//! BS COST-1 to COST-5. A use that cannot be paid to the end is never offered (FAQ-PAY-2a), so none has to be undone.

use crate::card::{Cards, Color, Kind, PerColor};
use crate::cores::Pile;
use crate::event::What;
use crate::layer::site;
use crate::state::*;
use crate::turn::Go;
use crate::vocab::{Moment, When, Window};
use crate::{Cx, rule};
use effects::{AbilityRef, Asked, Run};
use kernel::{Card, Consider, End, Legal, Place, Seat, Seats, ensure};

impl State {
    // ---- what may be used -------------------------------------------------------------------------------------

    /// BS MAIN-2: everything in the hand that could be used in a Main Step.
    pub(crate) fn consider_hand<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, sink: &mut S) {
        self.each_in_hand(seat, |card| {
            let print = self.print(cards, card);
            match print.kind {
                Kind::Spirit => {
                    // BS TYPE-SPIRIT-1: a Spirit comes to the Field by being summoned.
                    sink.offer(Choice::Summon(card), || self.can_pay(cards, card, seat, Terms::default()));
                }
                Kind::Nexus => {
                    // BS TYPE-NEXUS-1, MAIN-DEPLOY-1: a Nexus is deployed out of the hand, for its cost.
                    sink.offer(Choice::Deploy(card), || self.can_pay(cards, card, seat, Terms::default()));
                }
                // BS MAIN-MAGIC-2, MAIN-MAGIC-1, BASIC-MAGIC-2, BASIC-MAGIC-4: in the Main Step either effect may be
                // picked.
                Kind::Magic => {
                    for (how, window) in [(How::Main, Window::Main), (How::Flash, Window::Flash)] {
                        let has = print.body(window).is_some();
                        if has || S::WIDE {
                            sink.offer(Choice::Use(card, how), || {
                                ensure(has, rule!("MAIN-MAGIC-2"))?;
                                self.can_use_body(cards, card, window, seat)
                            });
                        }
                    }
                }
            }
        });
    }

    /// Everything a player could use in a Flash Timing.
    pub(crate) fn consider_flash<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, sink: &mut S) {
        self.each_in_hand(seat, |card| {
            let print = self.print(cards, card);
            match print.kind {
                Kind::Magic => {
                    let has = print.body(Window::Flash).is_some();
                    if has || S::WIDE {
                        sink.offer(Choice::Use(card, How::Flash), || {
                            // BS FLASH-2: Main effects are barred from Flash Timing.
                            ensure(has, rule!("FLASH-2"))?;
                            self.can_use_body(cards, card, Window::Flash, seat)
                        });
                    }
                    if S::WIDE {
                        // BS BASIC-MAGIC-3: a Main effect is for one's own Main Step.
                        sink.offer(Choice::Use(card, How::Main), || Err(rule!("FLASH-2")));
                    }
                }
                // BS MAIN-SUMMON-1, BASIC-NEXUS-1: summoning and deploying belong to the Main Step, unless the card says so.
                Kind::Spirit if S::WIDE && !print.acts_in(Zone::Hand) => {
                    sink.offer(Choice::Summon(card), || Err(rule!("MAIN-2")));
                }
                Kind::Nexus if S::WIDE => sink.offer(Choice::Deploy(card), || Err(rule!("BASIC-NEXUS-1"))),
                _ => {}
            }
        });
        self.consider_abilities(cards, seat, sink);
    }

    /// Calls `f` once for each different card of a hand.
    fn each_in_hand(&self, seat: Seat, mut f: impl FnMut(Card)) {
        let hand = self.table.cards(Place::new(seat, Zone::Hand));
        for (at, card) in hand.iter().enumerate() {
            let print = self.table.print(*card);
            if !hand[..at].iter().any(|other| self.table.print(*other) == print) {
                f(*card);
            }
        }
    }

    pub(crate) fn ways_to_use(&self, cards: &Cards, card: Card) -> impl Iterator<Item = Choice> + use<> {
        let (first, second) = match self.print(cards, card).kind {
            Kind::Spirit => (Choice::Summon(card), None),
            Kind::Nexus => (Choice::Deploy(card), None),
            Kind::Magic => (Choice::Use(card, How::Main), Some(Choice::Use(card, How::Flash))),
        };
        std::iter::once(first).chain(second)
    }

    fn can_use_body(&self, cards: &Cards, card: Card, window: Window, seat: Seat) -> Legal {
        let print = self.print(cards, card);
        if let Some(index) = print.body(window) {
            let ability = AbilityRef { print: self.table.print(card), index };
            // BS FAQ-GENERAL-9: the name's one use of this turn may be spent.
            ensure(self.has_uses_left(cards, ability, card, seat), rule!("FAQ-GENERAL-9"))?;
            self.condition_holds(cards, ability, card, seat)?;
        }
        self.can_pay(cards, card, seat, Terms::default())
    }

    // ---- what it costs ----------------------------------------------------------------------------------------

    /// BS COST-2: the symbols on a player's Field, with those that effects add while `used` is being paid for.
    pub(crate) fn field_symbols(&self, cards: &Cards, seat: Seat, used: Option<Card>) -> PerColor {
        self.field_symbols_asked(cards, seat, used, Asked::NOTHING)
    }

    pub(crate) fn field_symbols_asked(
        &self,
        cards: &Cards,
        seat: Seat,
        used: Option<Card>,
        asked: Asked,
    ) -> PerColor {
        let mut symbols = PerColor::default();
        for card in self.field(seat) {
            if Some(*card) != used {
                // BS CARD-7, GLOSS-SYMBOL, BASIC-NEXUS-3: the symbols of every card there count, a Nexus's too.
                symbols.add(&self.symbols_asked(cards, *card, used, asked));
            }
        }
        symbols
    }

    /// What using a card takes with these slots filled by Succession.
    pub(crate) fn due(&self, cards: &Cards, card: Card, seat: Seat, inherited: &[u8; 6]) -> u8 {
        let field = self.field_symbols(cards, seat, Some(card));
        let print = self.print(cards, card);
        // BS COST-1a, CARD-3, GLOSS-REDUCTION, COST-0a, BASIC-SUMMON-5, COST-3, COST-3a, SUCCESSION-4: colour by
        // colour, no more than the reduction symbols allow, and all that is there. Our reading BS-21.
        let mut reduction = 0u32;
        for (color, slots) in print.reduction.0.into_iter().enumerate() {
            // BS SUCCESSION-EX, GLOSS-SUCCESSION: what was removed for Succession fills slots beside the symbols of
            // the Field.
            let filled = u32::from(inherited[color]) + u32::from(field.0[color]);
            reduction += filled.min(u32::from(slots));
        }
        let cost = self.cost_of(cards, card, seat).max(0) as u32;
        cost.saturating_sub(reduction).min(255) as u8
    }

    /// Every core a player could pay or place, the Soul Core among them. BS COST-4, GLOSS-RESERVE, COST-4a.
    fn available(&self, seat: Seat, terms: Terms) -> u16 {
        let reserve = self.reserve_total(seat);
        if terms.reserve_only {
            return reserve;
        }
        reserve + self.field(seat).iter().map(|card| self.cores_on(*card)).sum::<u16>()
    }

    /// BS SOUL-MAGIC-4, COST-4b: the Soul Core counts while it is in the Reserve or on a card of the Field.
    pub(crate) fn soul_at_hand(&self, seat: Seat, terms: Terms) -> bool {
        match self.players[seat].soul {
            SoulAt::Reserve => true,
            SoulAt::On(_) => !terms.reserve_only,
            _ => false,
        }
    }

    /// What using a card takes at least, with everything that Succession could fill.
    fn least_due(&self, cards: &Cards, card: Card, seat: Seat) -> u16 {
        let succession = self.print(cards, card).succession;
        let inherited = if succession { self.most_inherited(cards, card, seat) } else { [0; 6] };
        self.due(cards, card, seat, &inherited).into()
    }

    /// What using a card takes in cores: to pay, to stay on it, and how many are there.
    pub(crate) fn cores_for(&self, cards: &Cards, card: Card, seat: Seat) -> (i32, i32, i32) {
        let soul = self.soul_at_hand(seat, Terms::default());
        let least = self.least_for(self.print(cards, card), soul);
        let due = self.least_due(cards, card, seat);
        (due.into(), least.into(), self.available(seat, Terms::default()).into())
    }

    fn can_pay(&self, cards: &Cards, card: Card, seat: Seat, terms: Terms) -> Legal {
        // BS FAQ-GENERAL-3: what an effect forbids.
        ensure(!self.cannot_use(cards, card, seat), rule!("FAQ-GENERAL-3"))?;
        let print = self.print(cards, card);
        let due = if terms.free { 0 } else { self.least_due(cards, card, seat) };
        let (available, soul) = (self.available(seat, terms), self.soul_at_hand(seat, terms));
        if self.soul_magic_works(cards, card, seat) {
            return Ok(());
        }
        // BS FAQ-PAY-2a: what cannot be paid cannot be used.
        ensure(available >= due, rule!("FAQ-PAY-2a"))?;
        // BS COST-5d: too few cores for the lowest level make the summon illegal.
        ensure(available - due >= self.least_for(print, soul), rule!("COST-5d"))
    }

    /// Whether an effect could make its player summon or deploy this card now.
    pub(crate) fn can_play(&self, cards: &Cards, card: Card, seat: Seat, terms: Terms) -> Legal {
        ensure(self.print(cards, card).kind != Kind::Magic, rule!("MAIN-SUMMON-1"))?;
        self.can_pay(cards, card, seat, terms)
    }

    // ---- the use ----------------------------------------------------------------------------------------------

    /// BS COST-1: the card is shown, and its use begins.
    pub(crate) fn begin_use(&mut self, card: Card, how: How, terms: Terms, cx: &mut Cx<'_>) {
        let seat = self.table.owner(card);
        let named = self.table.named(card);
        self.put(cx.pool, card, Place::new(seat, Zone::Use), End::Bottom);
        cx.log.say(rule!("COST-1"), || What::Used { seat, card: named, how });
        let stage = if terms.free { UseStage::Fix } else { UseStage::Succession };
        self.frames.push(Frame::Use(Use { card, how, stage, due: 0, inherited: [0; 6], banished: 0, terms }));
    }

    pub(crate) fn run_use(&mut self, mut this: Use, cx: &mut Cx<'_>) -> Go {
        let cards = cx.pool;
        let seat = self.table.owner(this.card);
        match this.stage {
            UseStage::Succession => {
                if self.can_inherit(cards, &this, seat) {
                    return Go::Ask;
                }
                this.stage = UseStage::Fix;
            }
            UseStage::Fix => {
                // BS COST-3, FAQ-PAY-1: the cost is fixed now and stays, whatever paying it does to the Field.
                this.due =
                    if this.terms.free { 0 } else { self.due(cards, this.card, seat, &this.inherited) };
                let (named, cost, due) =
                    (self.table.named(this.card), self.cost_of(cards, this.card, seat), this.due);
                cx.log.say(rule!("COST-3"), || What::Cost {
                    card: named,
                    cost: cost.clamp(0, 255) as u8,
                    due,
                });
                this.stage = UseStage::Pay;
            }
            UseStage::Pay => {
                // BS BASIC-SUMMON-1, BASIC-MAGIC-1, COST-0, GLOSS-COST: nothing goes on until the whole cost is paid
                // in cores.
                if this.due > 0 {
                    return Go::Ask;
                }
                this.stage = match this.how {
                    How::Summon | How::Deploy => UseStage::Enter,
                    How::Main | How::Flash => UseStage::Resolve,
                };
            }
            UseStage::Enter => {
                // BS GLOSS-FIELD: the Field is where what was summoned or deployed is.
                self.put(cards, this.card, Place::new(seat, Zone::Field), End::Bottom);
                let named = self.table.named(this.card);
                let rule =
                    if this.how == How::Summon { rule!("GLOSS-SUMMON") } else { rule!("GLOSS-DEPLOY") };
                cx.log.say(rule, || What::Moved {
                    card: named,
                    from: (seat, Zone::Use),
                    to: (seat, Zone::Field),
                });
                this.stage = UseStage::Place;
            }
            UseStage::Place => return Go::Ask,
            UseStage::Resolve => {
                this.stage = UseStage::Finish;
                self.set_top(Frame::Use(this));
                self.happened(Moment::Used, this.card, None, 0, cx);
                let window = if this.how == How::Main { Window::Main } else { Window::Flash };
                if let Some(index) = self.print(cards, this.card).body(window) {
                    let ability = AbilityRef { print: self.table.print(this.card), index };
                    self.spend_use(cards, ability, this.card, seat);
                    let run = Run::new(ability, self.table.object(this.card), seat);
                    self.start_effect(run, cx);
                }
                return Go::On;
            }
            UseStage::Finish => {
                self.frames.pop();
                self.finish_use(&this, seat, cx);
                return Go::On;
            }
        }
        self.set_top(Frame::Use(this));
        Go::On
    }

    fn finish_use(&mut self, this: &Use, seat: Seat, cx: &mut Cx<'_>) {
        // BS EFFECT-4: summoning and deploying are uses too; Magic has been noted before its effect.
        if matches!(this.how, How::Summon | How::Deploy) {
            self.happened(Moment::Used, this.card, None, 0, cx);
        }
        match this.how {
            How::Summon => self.happened(Moment::Summoned, this.card, None, 0, cx),
            How::Deploy => self.happened(Moment::Deployed, this.card, None, 0, cx),
            // BS MAIN-MAGIC-3, TYPE-MAGIC-1, GLOSS-MAGIC: a used Magic goes to the Trash once it has resolved.
            How::Main | How::Flash => {
                if self.table.zone(this.card) == Zone::Use {
                    self.move_card(
                        this.card,
                        Place::new(seat, Zone::Trash),
                        End::Top,
                        rule!("MAIN-MAGIC-3"),
                        cx,
                    );
                }
            }
        }
        // BS BASIC-MAGIC-6 (and our reading BS-22): what the payment set off follows when the use is complete; inside
        // an effect, when that effect is.
        match self.frames.last() {
            Some(Frame::Effect(..)) => self.report(1),
            _ => self.settle(),
        }
    }

    // ---- Succession -------------------------------------------------------------------------------------------

    pub(crate) fn consider_use<S: Consider<Choice>>(&self, cards: &Cards, this: &Use, sink: &mut S) {
        let seat = self.table.owner(this.card);
        match this.stage {
            UseStage::Succession => {
                self.consider_heirs(cards, this, seat, sink);
            }
            UseStage::Pay => self.consider_payment(cards, this, seat, sink),
            UseStage::Place => self.consider_placing(cards, this, seat, sink),
            _ => {}
        }
    }

    /// Whether the cores at hand pay `due` and still keep the card itself.
    pub(crate) fn covers(&self, cards: &Cards, this: &Use, due: u16, seat: Seat) -> bool {
        let available = self.available(seat, this.terms);
        let soul = self.soul_at_hand(seat, this.terms);
        available >= due && available - due >= self.least_for(self.print(cards, this.card), soul)
    }

    fn consider_payment<S: Consider<Choice>>(&self, cards: &Cards, this: &Use, seat: Seat, sink: &mut S) {
        let can_afford = self.covers(cards, this, this.due.into(), seat);
        self.each_source(seat, this.terms, |spot| {
            let here = self.pile(seat, spot.into()) > 0;
            if here || S::WIDE {
                sink.offer(Choice::PaySpot(spot), || {
                    ensure(here, rule!("COST-4"))?;
                    ensure(can_afford, rule!("FAQ-PAY-2a"))
                });
            }
        });
        let soul = self.soul_at_hand(seat, this.terms);
        if soul || S::WIDE {
            sink.offer(Choice::PaySoul, || {
                // BS COST-4a, CORE-SOUL-4, BASIC-SUMMON-3: from the Reserve or a card of the Field.
                ensure(soul, rule!("COST-4a"))?;
                let print = self.print(cards, this.card);
                let left = self.available(seat, this.terms).saturating_sub(this.due.into());
                let pays = can_afford && left >= self.least_for(print, false);
                ensure(pays || self.soul_magic_works(cards, this.card, seat), rule!("COST-5d"))
            });
        }
    }

    /// Whether the Soul Core, given now, pays for the whole of a Soul Magic: nothing was paid before it.
    pub(crate) fn soul_pays_whole(&self, cards: &Cards, this: &Use, seat: Seat) -> bool {
        this.due == self.due(cards, this.card, seat, &this.inherited)
            && self.soul_magic_works(cards, this.card, seat)
    }

    fn each_source(&self, seat: Seat, terms: Terms, mut f: impl FnMut(Spot)) {
        // BS COST-5c: Life and the other piles supply no cores for cards.
        f(Spot::Reserve);
        if !terms.reserve_only {
            // BS BASIC-SUMMON-4: the cores on one's Spirits and Nexuses pay as well.
            self.field(seat).iter().for_each(|card| f(Spot::On(*card)));
        }
    }

    /// BS COST-5 to COST-5f: cores for the new card, from the Reserve or other cards of the Field, as many as one likes.
    fn consider_placing<S: Consider<Choice>>(&self, cards: &Cards, this: &Use, seat: Seat, sink: &mut S) {
        let to = Spot::On(this.card);
        let mut any = false;
        self.each_source(seat, this.terms, |from| {
            if from == to {
                return;
            }
            if self.pile(seat, from.into()) > 0 {
                any = true;
                sink.allow(Choice::Move { from, to });
            }
            if self.soul_is(seat, from.into()) {
                any = true;
                sink.allow(Choice::MoveSoul { from, to });
            }
        });
        // BS MAIN-SUMMON-2, MAIN-DEPLOY-2, COST-5b: a Spirit needs its lowest level; a Nexus may do without cores.
        let enough = self.level(cards, this.card).is_some();
        if enough || !any || S::WIDE {
            sink.offer(Choice::Done, || ensure(enough || !any, rule!("COST-5d")));
        }
    }

    pub(crate) fn answer_use(&mut self, mut this: Use, choice: Choice, cx: &mut Cx<'_>) {
        let seat = self.table.owner(this.card);
        match (this.stage, choice) {
            (UseStage::Succession, Choice::Card(heir)) => self.inherit(&mut this, heir, seat, cx),
            (UseStage::Succession, _) => this.stage = UseStage::Fix,
            (UseStage::Pay, Choice::PaySpot(spot)) => {
                // BS BASIC-SUMMON-2, GLOSS-CORE: what is paid goes to the Trash.
                self.move_cores(seat, spot.into(), Pile::Trash, 1, rule!("COST-4"), cx);
                // BS FAQ-PAY-2: a use once declared is paid for, even if that depletes one's own Spirits.
                self.check_spot(spot, cx);
                this.due -= 1;
            }
            (UseStage::Pay, _) => {
                // BS SOUL-MAGIC-1: given first, the Soul Core alone pays for the whole of a Soul Magic.
                let whole = self.soul_pays_whole(cx.pool, &this, seat);
                let rule = if whole { rule!("SOUL-MAGIC-1") } else { rule!("COST-4b") };
                let from = self.players[seat].soul;
                self.move_soul(seat, Pile::Trash, rule, cx);
                if let SoulAt::On(card) = from {
                    self.check_spot(Spot::On(card), cx);
                }
                this.due = if whole { 0 } else { this.due - 1 };
            }
            (UseStage::Place, Choice::Move { from, to }) => {
                // BS BASIC-LV-4: out of the Reserve or off other cards of the Field.
                self.move_cores(seat, from.into(), to.into(), 1, rule!("COST-5a"), cx);
                self.check_spot(from, cx);
            }
            (UseStage::Place, Choice::MoveSoul { from, to }) => {
                self.move_soul(seat, to.into(), rule!("COST-5e"), cx);
                self.check_spot(from, cx);
            }
            (UseStage::Place, _) => this.stage = UseStage::Finish,
            _ => {}
        }
        self.set_top(Frame::Use(this));
    }

    // ---- abilities that a player uses -------------------------------------------------------------------------

    /// BS MAIN-EFFECT-1, MAIN-EFFECT-2, GLOSS-ACTIVATE-FLASH, GLOSS-ACTIVATE-MAIN: effects of the Field (and of the hand,
    /// where a card says so) that the player may activate now.
    pub(crate) fn consider_abilities<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, sink: &mut S) {
        let main = self.step().is_main();
        for zone in [Zone::Field, Zone::Hand, Zone::Trash] {
            if site(zone).is_some_and(|site| self.index.at(site).uses == 0) {
                continue;
            }
            let pile = self.table.cards(Place::new(seat, zone));
            for (at, card) in pile.iter().enumerate() {
                let print = self.print(cards, *card);
                if !print.acts_in(zone) {
                    continue;
                }
                let same = |other: &Card| self.table.print(*other) == self.table.print(*card);
                if zone == Zone::Hand && pile[..at].iter().any(same) {
                    continue;
                }
                for (index, ability) in print.abilities.iter().enumerate() {
                    let When::Use(window) = ability.when else { continue };
                    if ability.part.zone != zone {
                        continue;
                    }
                    let choice = Choice::Activate(*card, index as u8);
                    sink.offer(choice, || {
                        // BS FLASH-2, GLOSS-ACTIVATE-MAIN: a Main effect waits for one's own Main Step.
                        ensure(main || window == Window::Flash, rule!("GLOSS-ACTIVATE-MAIN"))?;
                        self.can_activate(cards, *card, index as u8, seat)
                    });
                }
            }
        }
    }

    fn can_activate(&self, cards: &Cards, card: Card, index: u8, seat: Seat) -> Legal {
        let print = self.print(cards, card);
        let ability = &print.abilities[index as usize];
        let at = AbilityRef { print: self.table.print(card), index };
        // BS BASIC-NEXUS-4, CORE-LV-2: only at its level.
        if ability.part.zone == Zone::Field {
            ensure(!self.is_leaving(card), rule!("FAQ-STATUS-2a"))?;
            let level = self.level_number(cards, card);
            ensure(ability.part.works_at(level), rule!("BASIC-LV-2"))?;
        }
        // BS GLOSS-ONCE-TURN, GLOSS-ONCE-BATTLE, FAQ-GENERAL-9.
        let spent = match ability.limit {
            Some(limit) if limit.by_name => rule!("FAQ-GENERAL-9"),
            Some(limit) if limit.per == effects::Per::Battle => rule!("GLOSS-ONCE-BATTLE"),
            _ => rule!("GLOSS-ONCE-TURN"),
        };
        ensure(self.has_uses_left(cards, at, card, seat), spent)?;
        self.condition_holds(cards, at, card, seat)?;
        // BS FAQ-GENERAL-11: the part ahead of the arrow must be done in full; FAQ-TARGET-1a: without a target nothing
        // would be activated.
        let run = Run::new(at, self.table.object(card), seat);
        ensure(self.can_begin(cards, &run), rule!("FAQ-GENERAL-11"))
    }

    /// BS EFFECT-3, MAIN-EFFECT-3: nothing is paid for it but what its text asks.
    pub(crate) fn activate(&mut self, card: Card, index: u8, cx: &mut Cx<'_>) {
        let seat = self.table.owner(card);
        let ability = AbilityRef { print: self.table.print(card), index };
        let named = self.table.named(card);
        cx.log.say(rule!("EFFECT-1"), || What::Activated { seat, card: named, ability });
        self.spend_use(cx.pool, ability, card, seat);
        if self.table.zone(card) == Zone::Hand {
            self.table.reveal(card, Seats::ALL);
        }
        let run = Run::new(ability, self.table.object(card), seat);
        self.push_settle();
        // BS EFFECT-5: what a player chooses to activate is used, wherever it is.
        self.happened(Moment::Used, card, None, 0, cx);
        self.start_effect(run, cx);
    }

    /// The colours a player can be asked for, as choices.
    pub(crate) fn color_choice(color: u8) -> Color {
        Color::ALL[usize::from(color).min(5)]
    }
}
