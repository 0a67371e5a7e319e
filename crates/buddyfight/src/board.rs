//! What the board of a match shows (see [`kernel::board`]): the layout of the playmat, the facts of a card, what each
//! option costs and leaves, and why somebody is asked.

use crate::card::Cards;
use crate::event::What;
use crate::keyword::{Keyword, Keywords};
use crate::state::{AttackStep, CARDS, Frame, Marks, State, Target, Zone};
use crate::vocab::Verb;
use crate::{Choice, Reason, rule, text, words};
use effects::{AbilityRef, Amount, Answer, Op, Run};
use kernel::board::{Asked, Deal, Few, Fight, Happening, Pictured, Spread, Telling, Wording};
use kernel::{Card, Game, Grounds, Named, Object, Print, RuleId, Seat, Table};

impl Pictured for State {
    type Table = Table<Zone, Marks, CARDS>;

    const LAYOUT: &'static [(Zone, Spread)] = &[
        (Zone::Flag, Spread::Field),
        (Zone::Buddy, Spread::Field),
        (Zone::Left, Spread::Field),
        (Zone::Center, Spread::Field),
        (Zone::Right, Spread::Field),
        (Zone::Item, Spread::Field),
        (Zone::Spell, Spread::Field),
        (Zone::Gauge, Spread::Pile),
        (Zone::Hand, Spread::Fan),
        (Zone::Limbo, Spread::Field),
        (Zone::Drop, Spread::Fan),
        (Zone::Deck, Spread::Pile),
        (Zone::LostDeck, Spread::Pile),
        (Zone::Removed, Spread::Fan),
        (Zone::Soul, Spread::Under),
    ];

    const PRIMER: &'static [&'static str] = &[
        "You win when the opponent's life is 0 or their deck is empty.",
        "Each turn: draw, then put a card of your hand into the gauge and draw another if you like; then main, attack and final phase.",
        "Costs are paid from the gauge. Your flag says which worlds' cards you may use.",
        "In the main phase call monsters to the left, center and right (sizes together at most 3), equip an item, cast spells. Calling your buddy gives you a life.",
        "In the attack phase each card attacks once. While the opponent's center is empty you can attack the fighter: each point of critical is a damage. Against a monster, power as high as its defense destroys it; several may attack together. `5000/1000/2` is power, defense and critical.",
        "Spells and abilities with [Counter] can be used in the opponent's turn too, whenever you are asked. Impacts belong to the final phase.",
    ];

    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("charge", "put a card into the gauge and draw"),
        ("call", "call a monster to an area"),
        ("buddy call", "call the buddy"),
        ("cast", "cast a spell or an impact"),
        ("equip", "equip an item"),
        ("buddy equip", "equip the buddy"),
        ("use", "use an ability"),
        ("move", "move a monster to an area"),
        ("attack", "attack: the attackers, then the monster attacked; without one, the fighter"),
        ("pay", "pay with a gauge card"),
        ("resolve", "say which waiting ability comes first"),
        ("choose", "choose a card, an area, a number or a way"),
        ("yes", "take an offer"),
        ("decline", "decline an offer"),
        ("done", "choose no more"),
        ("pass", "let a play timing go by"),
        ("end phase", "end the phase"),
    ];

    const HAPPENINGS: &'static [&'static str] = &[
        "turn began",
        "phase began",
        "flag raised",
        "declared",
        "moved",
        "entered",
        "left",
        "saved",
        "rested",
        "stood",
        "attacked",
        "hit",
        "nullified",
        "damaged",
        "gained",
        "paid",
        "drew",
        "charged",
        "shuffled",
        "triggered",
        "resolved",
        "revealed",
        "turned over",
        "turned down",
        "declared kind",
        "dueled",
        "ended",
        "missed",
    ];

    fn table(&self) -> &Self::Table {
        &self.table
    }

    fn edition(&self) -> &'static str {
        Self::EDITIONS[usize::from(self.edition).min(Self::EDITIONS.len() - 1)]
    }

    fn turn_seat(&self) -> Seat {
        self.turn_seat
    }

    fn phase(&self) -> &'static str {
        self.phase.word()
    }

    fn figures(&self, _: &Cards, seat: Seat, say: &mut dyn FnMut(&'static str, i32)) {
        say("life", self.life[seat].into());
        say("gauge", self.count(seat, Zone::Gauge) as i32);
    }

    fn facts(&self, cards: &Cards, card: Card, to: &mut dyn Telling) {
        let face = cards.get(self.print(card));
        let on_field = self.table.zone(card).is_field();
        to.kind(face.kind.key());
        if let Some(size) = face.size {
            to.figure("size", self.size(cards, card).unwrap_or(size.into()), size.into());
        }
        if let Some(power) = face.power {
            let now = if on_field { self.power(cards, card) } else { power };
            to.figure("power", now, power);
        }
        if let Some(defense) = face.defense {
            let now = if on_field { self.defense(cards, card).unwrap_or(defense) } else { defense };
            to.figure("defense", now, defense);
        }
        if let Some(critical) = face.critical {
            let now = if on_field { self.critical(cards, card) } else { critical };
            to.figure("critical", now, critical);
        }
        let (gauge, _) = self.plain_cost(cards, face.sheet.cost, card);
        if gauge > 0 {
            to.figure("gauge cost", gauge, gauge);
        }
        let own = face.sheet.keywords;
        let held = if on_field { self.keywords(cards, card) } else { own };
        let each = |held: Keywords| Keyword::ALL.iter().filter(move |word| held.has(**word));
        if !held.is_empty() {
            each(held).for_each(|word| to.keyword(word.name(), 1, &|| word.name().to_string()));
        }
        if on_field {
            to.beside_printed(&|| each(own).map(|word| word.name().to_string()).collect());
        }
        if face.sheet.counter {
            to.keyword("Counter", 1, &|| "Counter".to_string());
        }
        let soul = self.soul(card).count();
        if soul > 0 {
            to.counter("soul", soul as i32);
        }
    }

    /// What differs from the printed card is kept; beside that only soul is told, and a card that is blank.
    fn each_plain(&self, _: &Cards, among: &[Card], say: &mut dyn FnMut(Card)) {
        let off = |zone| matches!(zone, Zone::Hand | Zone::Gauge | Zone::Drop | Zone::Soul | Zone::Removed);
        let bare = |card: Card| !self.is_blank(card) && self.soul(card).next().is_none();
        let plain = |card: &Card| (off(self.table.zone(*card)) || bare(*card)) && self.entry(*card).is_none();
        among.iter().copied().filter(plain).for_each(say);
    }

    #[inline]
    fn states(&self, _: &Cards, card: Card, say: &mut dyn FnMut(&'static str)) {
        // Only cards of the field attack.
        if !self.table.marks(card).is_bare() || self.table.zone(card).is_field() {
            self.say_states(card, say);
        } else {
            debug_assert!(!self.is_attacking(card), "what attacks is on the field");
        }
    }

    fn fight(&self, cards: &Cards) -> Option<Fight> {
        let attack = self.attack()?;
        let mut attackers = Few::new();
        self.attackers(attack).for_each(|card| attackers.push(card));
        let (against, target) = match attack.target {
            Target::Fighter(seat) => (seat, None),
            Target::Monster(object, _) => (attack.seat.other(), self.table.find(object)),
        };
        let power = attackers.iter().map(|card| self.power(cards, *card)).sum();
        let defense = match target {
            Some(target) => self.defense(cards, target),
            // What is too weak for the defense of an item or flag does nothing to its fighter.
            None => self.shield(cards, against).filter(|defense| power < *defense),
        };
        let totals = defense.map(|defense| [power, defense]);
        let step = match attack.step {
            AttackStep::Declared | AttackStep::Timing => "declared",
            AttackStep::Broken | AttackStep::Hits | AttackStep::Penetrate | AttackStep::Counterattack => {
                "battle"
            }
            _ => "end",
        };
        Some(Fight { attackers, targets: Few::from_slice(target.as_slice()), against, step, totals })
    }

    fn waits(&self, cards: &Cards, say: &mut dyn FnMut(Option<Card>, Seat, &str)) {
        for waiting in self.waiting.iter() {
            let words = &cards.ability(waiting.ability).words;
            say(self.table.find(waiting.source), waiting.controller, words::begins(words));
        }
    }

    fn asked<W: Wording>(&self, cards: &Cards, reason: Reason) -> Asked<W> {
        match reason {
            Reason::Main => Asked::new("main phase").by(rule!("MAIN-1.1a")),
            Reason::Charge => Asked::new("charge a card and draw?").by(rule!("START-3.2")),
            Reason::Final => Asked::new("final phase").by(rule!("FINAL-1.1a")),
            Reason::Counter => self.asked_to_counter(cards),
            Reason::Answer => {
                let asked = Asked::say(|| words::ask(self, cards, reason)).by(rule!("TIMING-3.1"));
                let played = self.open_play().and_then(|play| self.table.find(play.source));
                played.into_iter().fold(asked, Asked::of)
            }
            Reason::Move => Asked::new("move a monster?").by(rule!("KEY-MOVE-1")),
            Reason::Attack => Asked::new("attack phase").by(rule!("ATTACK-2.1")),
            Reason::AttackAgain => Asked::new("attack after all?").by(rule!("ATTACK-2.1.3")),
            Reason::Shrink => Asked::new("too much size on the field: drop a monster").by(rule!("CHECK-4")),
            Reason::Soulguard => self.asked_to_keep(),
            Reason::Auto => Asked::new("which ability comes first").by(rule!("AUTO-2.1.1")),
            Reason::Gauge => self.asked_to_pay(cards),
            Reason::Effect => match self.frames.last() {
                Some(Frame::Play(play)) => self.asked_by_effect(cards, &play.run, play.source),
                Some(Frame::Effect(run)) => self.asked_by_effect(cards, run, run.source),
                _ => Asked::new("the effect asks"),
            },
            Reason::Place
            | Reason::Aim
            | Reason::Counterattack
            | Reason::EquipmentChange
            | Reason::Restand => Asked::say(|| words::ask(self, cards, reason)),
        }
    }

    fn deal<W: Wording>(&self, cards: &Cards, choice: Choice) -> Deal<W> {
        match choice {
            Choice::Pass => Deal::new("pass", &[]),
            Choice::EndPhase => Deal::new("end phase", &[]),
            Choice::Decline | Choice::Effect(Answer::Decline) => Deal::new("decline", &[]),
            Choice::Yes | Choice::Effect(Answer::Yes) => Deal::new("yes", &[]),
            Choice::Effect(Answer::Done) => Deal::new("done", &[]),
            Choice::Charge(card) => Deal::new("charge", &[card]),
            Choice::Call { card, buddy, area } => {
                let beside = if W::MADE { self.displaced(cards, card, area) } else { None };
                let verb = if buddy { "buddy call" } else { "call" };
                let gone = beside.as_ref().and_then(|beside| beside.gone);
                let deal = self.priced_with(cards, verb, card, beside.map(|beside| beside.words));
                gone.into_iter().fold(deal.which(area as u8), Deal::beside)
            }
            Choice::Cast(card) => self.priced(cards, "cast", card),
            Choice::Equip { card, buddy } => {
                self.priced(cards, if buddy { "buddy equip" } else { "equip" }, card)
            }
            // An ability that is lent is of another print.
            Choice::Use { card, of, ability } => {
                let lent = if of == self.print(card) { 0 } else { i32::from(of.0) + 1 };
                Deal::new("use", &[card]).which(lent * 256 + i32::from(ability))
            }
            Choice::Move { card, area } => Deal::new("move", &[card]).which(area as u8),
            Choice::Attack { with, target } => {
                let candidates = self.attack_candidates(cards, self.asked);
                let with = self.chosen_attackers(&candidates, with);
                let mut about = with;
                target.some().into_iter().for_each(|target| about.push(target));
                let deal = Deal::new("attack", &about);
                match target.some() {
                    _ if !W::MADE => deal,
                    Some(target) => match self.defense(cards, target) {
                        Some(defense) => deal.then(|| {
                            let power: i32 = with.iter().map(|card| self.power(cards, *card)).sum();
                            format!("{power} against {defense}")
                        }),
                        None => deal,
                    },
                    None => deal.then(|| {
                        let power: i32 = with.iter().map(|card| self.power(cards, *card)).sum();
                        let against = self.asked.other();
                        if let Some(defense) = self.shield(cards, against).filter(|own| power < *own) {
                            return format!("{power} against {defense}, no damage");
                        }
                        let damage: i32 = with.iter().map(|card| self.critical(cards, *card)).sum();
                        format!("{damage} damage")
                    }),
                }
            }
            Choice::Choose(card) | Choice::Effect(Answer::Card(card)) => Deal::new("choose", &[card]),
            Choice::ChooseArea(area) => Deal::new("choose", &[]).which(area as u8),
            Choice::Aim(target) => Deal::new("choose", target.some().as_slice()),
            Choice::PayWith(card) => Deal::new("pay", &[card]),
            Choice::Resolve(at) => {
                let waiting = self.waiting.get(at as usize);
                let card = waiting.and_then(|waiting| self.table.find(waiting.source));
                let which = waiting.map_or(0, |waiting| waiting.ability.index);
                Deal::new("resolve", card.as_slice()).which(which)
            }
            Choice::Effect(Answer::Number(number)) => Deal::new("choose", &[]).number(number.into()),
            Choice::Effect(Answer::Mode(mode)) => Deal::new("choose", &[]).number(mode.into()),
        }
    }

    fn grounds(&self, cards: &Cards, choice: Choice, rule: RuleId) -> Grounds {
        State::grounds(self, cards, choice, rule)
    }

    fn not_among(&self, cards: &Cards, card: Card) -> Grounds {
        State::not_among(self, cards, card)
    }

    fn effect_of<'a>(cards: &'a Cards, what: &What) -> Option<&'a str> {
        match what {
            What::Triggered { ability, .. } | What::Declared { ability: Some(ability), .. } => {
                Some(words::begins(&cards.ability(*ability).words))
            }
            // What a spell does is what it is cast for.
            What::Declared { card, verb: crate::event::Verb::Cast, ability: None, .. } => {
                body_of(cards, card.print)
            }
            _ => None,
        }
    }

    fn used_by<'a>(&self, cards: &'a Cards, choice: Choice) -> Option<&'a str> {
        match choice {
            Choice::Use { of, ability, .. } => {
                Some(words::begins(&cards.ability(AbilityRef { print: of, index: ability }).words))
            }
            Choice::Cast(card) => body_of(cards, self.print(card)),
            _ => None,
        }
    }

    fn is_routine(what: &What) -> bool {
        const ROUTINE: [&str; 8] =
            ["phase began", "rested", "stood", "paid", "drew", "charged", "shuffled", "resolved"];
        match *what {
            What::Moved { from, .. } => {
                matches!(from, Zone::Deck | Zone::Hand | Zone::Limbo | Zone::Spell | Zone::Drop | Zone::Buddy)
            }
            _ => ROUTINE.contains(&Self::happening(what).word),
        }
    }

    fn cards_of(&self, what: &What) -> [Option<Named>; 2] {
        match *what {
            What::TurnBegan(_)
            | What::PhaseBegan(..)
            | What::Hit(_)
            | What::Missed(_)
            | What::Damaged { .. }
            | What::Gained { .. }
            | What::Paid { .. }
            | What::Shuffled(_)
            | What::Ended(_)
            | What::DeclaredKind(..)
            | What::Dueled { .. } => [None; 2],
            What::FlagRaised(_, card) | What::Rested(card) | What::Stood(card) | What::Nullified(card) => {
                [Some(card), None]
            }
            What::Declared { card, .. }
            | What::Moved { card, .. }
            | What::Entered { card, .. }
            | What::Left { card, .. }
            | What::Saved { card, .. }
            | What::Drew { card, .. }
            | What::Charged { card, .. }
            | What::Triggered { card, .. }
            | What::Resolved { card, .. }
            | What::Revealed { card, .. }
            | What::TurnedOver { card, .. }
            | What::TurnedDown { card, .. } => [Some(card), None],
            What::Attacked { card, target, .. } => [Some(card), target],
        }
    }

    fn happening(what: &What) -> Happening {
        let new = Happening::new;
        match *what {
            What::TurnBegan(seat) => new("turn began").of(seat),
            What::PhaseBegan(seat, phase) => new("phase began").of(seat).number(phase as u8),
            What::FlagRaised(seat, _) => new("flag raised").of(seat),
            What::Declared { seat, verb, .. } => new("declared").of(seat).number(verb as u8),
            What::Moved { seat, to, .. } => new("moved").of(seat).number(to as u8),
            What::Entered { seat, zone, .. } => new("entered").of(seat).number(zone as u8),
            What::Left { seat, destroyed, .. } => new("left").of(seat).number(destroyed),
            What::Saved { seat, .. } => new("saved").of(seat),
            What::Rested(_) => new("rested"),
            What::Stood(_) => new("stood"),
            What::Attacked { seat, .. } => new("attacked").of(seat),
            What::Hit(_) => new("hit"),
            What::Missed(_) => new("missed"),
            What::Nullified(_) => new("nullified"),
            What::Damaged { seat, amount } => new("damaged").of(seat).number(amount),
            What::Gained { seat, amount } => new("gained").of(seat).number(amount),
            What::Paid { seat, amount } => new("paid").of(seat).number(amount),
            What::Drew { seat, .. } => new("drew").of(seat),
            What::Charged { seat, .. } => new("charged").of(seat),
            What::Shuffled(seat) => new("shuffled").of(seat),
            What::Triggered { seat, .. } => new("triggered").of(seat),
            What::Resolved { seat, .. } => new("resolved").of(seat),
            What::Revealed { seat, .. } => new("revealed").of(seat),
            What::TurnedOver { seat, .. } => new("turned over").of(seat),
            What::TurnedDown { seat, .. } => new("turned down").of(seat),
            What::DeclaredKind(seat, kind) => new("declared kind").of(seat).number(kind as u8),
            What::Dueled { seat, wins } => new("dueled").of(seat).number(wins),
            What::Ended(seat) => new("ended").of(seat),
        }
    }

    fn title(&self, cards: &Cards, card: Card) -> String {
        // Whoever looks need not be the one who is asked; what they do not know is not in the picture.
        words::name_among(self, cards, card, |_| true)
    }
}

/// What a call comes to beside its price.
struct Displaced {
    /// The monster whose place is taken.
    gone: Option<Card>,
    words: String,
}

/// What a spell is cast for, in its words.
fn body_of(cards: &Cards, print: Print) -> Option<&str> {
    let index = cards.get(print).sheet.body?;
    Some(words::begins(&cards.ability(AbilityRef { print, index }).words))
}

impl State {
    /// What can be said of how a card lies that is on the field or marked.
    fn say_states(&self, card: Card, say: &mut dyn FnMut(&'static str)) {
        let marks = self.table.marks(card);
        for (on, word) in [
            (marks.rested(), "rested"),
            (marks.face_down(), "face down"),
            (marks.reversed(), "reversed"),
            (marks.as_item(), "as an item"),
            (self.is_attacking(card), "attacking"),
        ] {
            if on {
                say(word);
            }
        }
    }

    /// The gauge and the life that the cost of a card asks for, as far as they are plain numbers.
    fn plain_cost(&self, cards: &Cards, cost: Option<u8>, card: Card) -> (i32, i32) {
        let Some(index) = cost else { return (0, 0) };
        let ability = cards.ability(AbilityRef { print: self.print(card), index });
        let paid = |(gauge, life): (i32, i32), op: &Op<_>| match op {
            Op::Do(Verb::PayGauge(Amount::Fixed(n))) => (gauge + n, life),
            Op::Do(Verb::PayLife(Amount::Fixed(n))) => (gauge, life + n),
            _ => (gauge, life),
        };
        ability.program.iter().fold((0, 0), paid)
    }

    /// An option with what it costs and leaves.
    fn priced<W: Wording>(&self, cards: &Cards, verb: &'static str, card: Card) -> Deal<W> {
        self.priced_with(cards, verb, card, None)
    }

    /// The same with words for what else comes of it.
    fn priced_with<W: Wording>(
        &self,
        cards: &Cards,
        verb: &'static str,
        card: Card,
        beside: Option<String>,
    ) -> Deal<W> {
        let deal = Deal::new(verb, &[card]);
        let (gauge, life) = self.plain_cost(cards, cards.get(self.print(card)).sheet.cost, card);
        let gauge_left = (self.count(self.asked, Zone::Gauge) as i32 - gauge).max(0);
        let life_left = (i32::from(self.life[self.asked]) - life).max(0);
        let deal = if gauge > 0 { deal.cost(gauge).leaves(gauge_left) } else { deal };
        if (gauge, life) == (0, 0) && beside.is_none() {
            return deal;
        }
        deal.then(|| {
            let gauge = (gauge > 0).then(|| format!("{gauge_left} gauge left"));
            let life = (life > 0).then(|| format!("{life} life to pay, {life_left} left"));
            [gauge, life, beside].into_iter().flatten().collect::<Vec<_>>().join(", ")
        })
    }

    /// What a call comes to beside its price: the monster that leaves (BF ZONE-SIDES-2, ZONE-CENTER-2), or that there will be more
    /// size on the field than there may be (BF CHECK-4).
    fn displaced(&self, cards: &Cards, card: Card, area: Zone) -> Option<Displaced> {
        let seat = self.asked;
        let full = self.count(seat, area) >= self.capacity(cards, seat, area).max(1);
        let gone = self.zone(seat, area).first().copied().filter(|_| full);
        let size = |card: Card| self.size(cards, card).unwrap_or(0);
        let others: usize = Zone::AREAS.iter().map(|zone| self.count(seat, *zone)).sum();
        let sizes = self.total_size(cards, seat) + size(card) - gone.map_or(0, size);
        let limit = self.size_limit(seat);
        let over = others > usize::from(gone.is_some()) && sizes > limit;
        let leaves = gone.map(|gone| format!("{} leaves", words::name(self, cards, gone)));
        let words = match (leaves, over) {
            (None, false) => return None,
            (Some(leaves), false) => leaves,
            (None, true) => format!("size {sizes} of {limit}: one leaves"),
            (Some(leaves), true) => format!("{leaves}, size {sizes} of {limit}: one more leaves"),
        };
        Some(Displaced { gone, words })
    }

    /// Which window it is in which a [Counter] may be used.
    fn asked_to_counter<W: Wording>(&self, cards: &Cards) -> Asked<W> {
        let Some(attack) = self.attack() else {
            let text = || format!("use a counter? ({} phase)", self.phase.word());
            return Asked::say(text).by(rule!("TIMING-6.1"));
        };
        let text = || {
            let named: Vec<String> =
                self.attackers(attack).map(|card| words::name(self, cards, card)).collect();
            match named.is_empty() {
                true => "use a counter in the battle?".to_string(),
                false => format!("use a counter in the battle of {}?", named.join(" and ")),
            }
        };
        let asked = Asked::say(text).by(rule!("TIMING-6.1"));
        self.attackers(attack).next().into_iter().fold(asked, Asked::of)
    }

    /// How much gauge is still to be paid, and for what.
    fn asked_to_pay<W: Wording>(&self, cards: &Cards) -> Asked<W> {
        let paid_for = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Play(play) => Some(play.source),
            Frame::Effect(run) => Some(run.source),
            _ => None,
        });
        let paid_for = paid_for.and_then(|source| self.table.find(source));
        let left = match self.frames.last() {
            Some(Frame::Gauge { left, .. }) => *left,
            _ => 0,
        };
        let text = || match paid_for {
            Some(card) => format!("pay for {}: {left} gauge to go", words::name(self, cards, card)),
            None => format!("{left} gauge to pay"),
        };
        let asked = Asked::say(text).by(rule!("ZONE-GAUGE-5"));
        paid_for.into_iter().fold(asked, Asked::of)
    }

    fn asked_to_keep<W: Wording>(&self) -> Asked<W> {
        let asked =
            Asked::new("drop a card of its soul to keep it on the field?").by(rule!("KEY-SOULGUARD-1"));
        let object: Option<Object> = match self.frames.last() {
            Some(Frame::Leave { at, .. }) => self.leaving.get(*at as usize).map(|leaving| leaving.card),
            Some(Frame::Guard { card, .. }) => Some(*card),
            _ => None,
        };
        object.and_then(|object| self.table.find(object)).into_iter().fold(asked, Asked::of)
    }

    /// The question of the running effect: what is chosen and what for, said by the printer.
    fn asked_by_effect<W: Wording>(&self, cards: &Cards, run: &Run, source: Object) -> Asked<W> {
        if run.ability.index == u8::MAX {
            return Asked::new("an ability");
        }
        let ability = cards.ability(run.ability);
        let text = || match effects::program::modes_at(ability, run.at as usize)[..] {
            [] => text::clause(&effects::program::clause_at(&ability.program, run.at as usize))
                .replace("the card chosen before", "the chosen card"),
            _ => "choose what it does".into(),
        };
        let asked = Asked::say(text).words(ability.words.trim_start_matches('■').trim());
        let asked = asked.at(run.ability.index, run.at).side(run.controller);
        self.table.find(source).into_iter().fold(asked, Asked::of)
    }
}
