//! What the board of a match shows (see [`kernel::board`]): the layout of the playmat, the facts of a card, what each
//! option costs and leaves, and why somebody is asked.

use crate::card::Cards;
use crate::event::What;
use crate::keyword::Keyword;
use crate::state::{AttackStep, CARDS, Frame, Marks, State, Target, Zone};
use crate::vocab::Verb;
use crate::{Choice, Reason, rule, text, words};
use effects::{AbilityRef, Amount, Answer, Op, Run};
use kernel::board::{Asked, Deal, Facts, Fight, Named as Row, Pictured, Spread};
use kernel::{Card, Game, Grounds, Named, Object, RuleId, Seat, Table};

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

    fn figures(&self, _: &Cards, seat: Seat) -> Row<i32> {
        Row(vec![("life", self.life[seat].into()), ("gauge", self.count(seat, Zone::Gauge) as i32)])
    }

    fn facts(&self, cards: &Cards, card: Card) -> Facts {
        let face = cards.get(self.print(card));
        let on_field = self.table.zone(card).is_field();
        let mut facts = Facts { kind: face.kind.key(), ..Facts::default() };
        if let Some(size) = face.size {
            facts.figure("size", self.size(cards, card).unwrap_or(size.into()), size.into());
        }
        if let Some(power) = face.power {
            let now = if on_field { self.power(cards, card) } else { power };
            facts.figure("power", now, power);
        }
        if let Some(defense) = face.defense {
            let now = if on_field { self.defense(cards, card).unwrap_or(defense) } else { defense };
            facts.figure("defense", now, defense);
        }
        if let Some(critical) = face.critical {
            let now = if on_field { self.critical(cards, card) } else { critical };
            facts.figure("critical", now, critical);
        }
        let (gauge, _) = self.plain_cost(cards, face.sheet.cost, card);
        if gauge > 0 {
            facts.figure("gauge cost", gauge, gauge);
        }
        let words = |held: crate::keyword::Keywords| -> Vec<String> {
            Keyword::ALL.iter().filter(|word| held.has(**word)).map(|word| word.name().to_string()).collect()
        };
        let own = words(face.sheet.keywords);
        match on_field {
            true => facts.keywords(words(self.keywords(cards, card)), &own),
            false => facts.keywords = own,
        }
        if face.sheet.counter {
            facts.keywords.push("Counter".into());
        }
        let soul = self.soul(card).count();
        if soul > 0 {
            facts.counters.push("soul", soul as i32);
        }
        facts
    }

    fn states(&self, _: &Cards, card: Card) -> Vec<&'static str> {
        let marks = self.table.marks(card);
        let all = [
            (marks.rested(), "rested"),
            (marks.face_down(), "face down"),
            (marks.reversed(), "reversed"),
            (marks.as_item(), "as an item"),
            (self.is_attacking(card), "attacking"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, word)| word).collect()
    }

    fn fight(&self, cards: &Cards) -> Option<Fight> {
        let attack = self.attack()?;
        let attackers: Vec<Card> = self.attackers(attack).collect();
        let (against, target) = match attack.target {
            Target::Fighter(seat) => (seat, None),
            Target::Monster(object, _) => (attack.seat.other(), self.table.find(object)),
        };
        let power = attackers.iter().map(|card| self.power(cards, *card)).sum();
        let totals = target.and_then(|target| Some([power, self.defense(cards, target)?]));
        let step = match attack.step {
            AttackStep::Declared | AttackStep::Timing => "declared",
            AttackStep::Broken | AttackStep::Hits | AttackStep::Penetrate | AttackStep::Counterattack => {
                "battle"
            }
            _ => "end",
        };
        Some(Fight { attackers, targets: target.into_iter().collect(), against, step, totals })
    }

    fn waits(&self, cards: &Cards) -> Vec<(Option<Card>, Seat, String)> {
        let one = |waiting: &effects::Waiting| {
            let words = cards.ability(waiting.ability).words.trim_start_matches('■').trim();
            (self.table.find(waiting.source), waiting.controller, words.to_string())
        };
        self.waiting.iter().map(one).collect()
    }

    fn asked(&self, cards: &Cards, reason: Reason) -> Asked {
        match reason {
            Reason::Main => Asked::new("main phase").by(rule!("MAIN-1.1a")),
            Reason::Charge => Asked::new("charge a card and draw?").by(rule!("START-3.2")),
            Reason::Final => Asked::new("final phase").by(rule!("FINAL-1.1a")),
            Reason::Counter => self.asked_to_counter(cards),
            Reason::Answer => {
                let asked = Asked::new(words::ask(self, cards, reason)).by(rule!("TIMING-3.1"));
                let played = self.open_play().and_then(|play| self.table.find(play.source));
                played.into_iter().fold(asked, Asked::of)
            }
            Reason::Move => Asked::new("move a monster?").by(rule!("KEY-MOVE-1")),
            Reason::Attack => Asked::new("attack phase").by(rule!("ATTACK-2.1")),
            Reason::AttackAgain => Asked::new("attack after all?").by(rule!("ATTACK-2.1.3")),
            Reason::Shrink => Asked::new("too much size on the field: drop a monster").by(rule!("CHECK-4")),
            Reason::Soulguard => self.asked_to_keep(),
            Reason::Auto => Asked::new("which ability comes first").by(rule!("AUTO-2.1.1")),
            Reason::Gauge => {
                let asked = Asked::new("pay with which gauge card").by(rule!("ZONE-GAUGE-5"));
                let played = self.open_play().and_then(|play| self.table.find(play.source));
                played.into_iter().fold(asked, Asked::of)
            }
            Reason::Effect => match self.frames.last() {
                Some(Frame::Play(play)) => self.asked_by_effect(cards, &play.run, play.source),
                Some(Frame::Effect(run)) => self.asked_by_effect(cards, run, run.source),
                _ => Asked::new("the effect asks"),
            },
            Reason::Place | Reason::Aim | Reason::Counterattack | Reason::EquipmentChange => {
                Asked::new(words::ask(self, cards, reason))
            }
        }
    }

    fn deal(&self, cards: &Cards, choice: Choice) -> Deal {
        match choice {
            Choice::Pass => Deal::new("pass", &[]),
            Choice::EndPhase => Deal::new("end phase", &[]),
            Choice::Decline | Choice::Effect(Answer::Decline) => Deal::new("decline", &[]),
            Choice::Yes | Choice::Effect(Answer::Yes) => Deal::new("yes", &[]),
            Choice::Effect(Answer::Done) => Deal::new("done", &[]),
            Choice::Charge(card) => Deal::new("charge", &[card]),
            Choice::Call { card, buddy, .. } => {
                self.priced(cards, if buddy { "buddy call" } else { "call" }, card)
            }
            Choice::Cast(card) => self.priced(cards, "cast", card),
            Choice::Equip { card, buddy } => {
                self.priced(cards, if buddy { "buddy equip" } else { "equip" }, card)
            }
            Choice::Use { card, .. } => Deal::new("use", &[card]),
            Choice::Move { card, .. } => Deal::new("move", &[card]),
            Choice::Attack { with, target } => {
                let candidates = self.attack_candidates(cards, self.asked);
                let mut about: Vec<Card> = self.chosen_attackers(&candidates, with).iter().copied().collect();
                let then = match target.some() {
                    Some(target) => {
                        let power: i32 = about.iter().map(|card| self.power(cards, *card)).sum();
                        self.defense(cards, target)
                            .map(|defense| format!("power {power} against defense {defense}"))
                    }
                    None => {
                        let damage: i32 = about.iter().map(|card| self.critical(cards, *card)).sum();
                        Some(format!("{damage} damage"))
                    }
                };
                about.extend(target.some());
                then.into_iter().fold(Deal::new("attack", &about), Deal::then)
            }
            Choice::Choose(card) | Choice::Effect(Answer::Card(card)) => Deal::new("choose", &[card]),
            Choice::ChooseArea(_) => Deal::new("choose", &[]),
            Choice::Aim(target) => Deal::new("choose", target.some().as_slice()),
            Choice::PayWith(card) => Deal::new("pay", &[card]),
            Choice::Resolve(at) => {
                let waiting = self.waiting.get(at as usize);
                let card = waiting.and_then(|waiting| self.table.find(waiting.source));
                Deal::new("resolve", card.as_slice())
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

    fn cards_of(&self, what: &What) -> Vec<Named> {
        match *what {
            What::TurnBegan(_)
            | What::PhaseBegan(..)
            | What::Hit
            | What::Damaged { .. }
            | What::Gained { .. }
            | What::Paid { .. }
            | What::Shuffled(_)
            | What::Ended(_)
            | What::DeclaredKind(..)
            | What::Dueled { .. } => Vec::new(),
            What::FlagRaised(_, card) | What::Rested(card) | What::Stood(card) | What::Nullified(card) => {
                vec![card]
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
            | What::TurnedDown { card, .. } => vec![card],
            What::Attacked { card, target, .. } => std::iter::once(card).chain(target).collect(),
        }
    }

    fn title(&self, cards: &Cards, card: Card) -> String {
        words::name(self, cards, card)
    }
}

impl State {
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
    fn priced(&self, cards: &Cards, verb: &'static str, card: Card) -> Deal {
        let deal = Deal::new(verb, &[card]);
        let (gauge, life) = self.plain_cost(cards, cards.get(self.print(card)).sheet.cost, card);
        let left = |there: i32, cost: i32| (there - cost).max(0);
        let gauge_left = || format!("{} gauge left", left(self.count(self.asked, Zone::Gauge) as i32, gauge));
        let life_left = || format!("{life} life to pay, {} left", left(self.life[self.asked].into(), life));
        match (gauge, life) {
            (0, 0) => deal,
            (gauge, 0) => deal.cost(gauge).then(gauge_left()),
            (0, _) => deal.then(life_left()),
            (gauge, _) => deal.cost(gauge).then(format!("{}, {}", gauge_left(), life_left())),
        }
    }

    /// Which window it is in which a [Counter] may be used.
    fn asked_to_counter(&self, cards: &Cards) -> Asked {
        let Some(attack) = self.attack() else {
            let text = format!("use a counter? ({} phase)", self.phase.word());
            return Asked::new(text).by(rule!("TIMING-6.1"));
        };
        let named: Vec<String> = self.attackers(attack).map(|card| words::name(self, cards, card)).collect();
        let text = format!("use a counter in the battle of {}?", named.join(" and "));
        let asked = Asked::new(text).by(rule!("TIMING-6.1"));
        self.attackers(attack).next().into_iter().fold(asked, Asked::of)
    }

    fn asked_to_keep(&self) -> Asked {
        let asked = Asked::new("keep the card on the field?").by(rule!("KEY-SOULGUARD-1"));
        let object: Option<Object> = match self.frames.last() {
            Some(Frame::Leave { at, .. }) => self.leaving.get(*at as usize).map(|leaving| leaving.card),
            Some(Frame::Guard { card, .. }) => Some(*card),
            _ => None,
        };
        object.and_then(|object| self.table.find(object)).into_iter().fold(asked, Asked::of)
    }

    /// The question of the running effect: what is chosen and what for, said by the printer.
    fn asked_by_effect(&self, cards: &Cards, run: &Run, source: Object) -> Asked {
        if run.ability.index == u8::MAX {
            return Asked::new("an ability");
        }
        let ability = cards.ability(run.ability);
        let steps = effects::program::clause_at(&ability.program, run.at as usize);
        let asked = Asked::new(text::clause(&steps)).words(ability.words.trim_start_matches('■').trim());
        self.table.find(source).into_iter().fold(asked, Asked::of)
    }
}
