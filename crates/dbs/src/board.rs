//! What the board of a match shows (see [`kernel::board`]): the layout of the playmat, the facts of a card, what each
//! option costs and leaves, and why somebody is asked.

use crate::Cards;
use crate::card::Keywords;
use crate::choice::{Choice, Reason, What};
use crate::keyword;
use crate::rule;
use crate::state::{Area, BattleStep, DbsTable, Frame, Pays, State, TurnStep};
use crate::text;
use crate::vocab::Keyword;
use effects::{AbilityRef, Run};
use kernel::board::{Asked, Deal, Facts, Fight, Named as Row, Pictured, Spread};
use kernel::{Card, Game, Grounds, Named, Object, RuleId, Seat};

impl Pictured for State {
    type Table = DbsTable;

    const LAYOUT: &'static [(Area, Spread)] = &[
        (Area::Leader, Spread::Field),
        (Area::Battle, Spread::Field),
        (Area::Unison, Spread::Field),
        (Area::Combo, Spread::Field),
        (Area::Energy, Spread::Field),
        (Area::ZEnergy, Spread::Fan),
        (Area::Life, Spread::Pile),
        (Area::Hand, Spread::Fan),
        (Area::Declared, Spread::Field),
        (Area::Drop, Spread::Fan),
        (Area::Warp, Spread::Fan),
        (Area::Deck, Spread::Pile),
        (Area::ZDeck, Spread::Fan),
        (Area::Removed, Spread::Fan),
        (Area::Under, Spread::Under),
    ];

    const PRIMER: &'static [&'static str] = &[
        "You win when the opponent has no life left; a player whose deck is empty loses.",
        "Each turn: your cards switch to Active Mode, you draw, and you may charge one card of your hand as energy. Then the main phase.",
        "Costs are paid by resting energy. A card may ask for energy of its colours among it.",
        "Play Battle Cards, activate skills (Extra Cards are all skill), and attack with your Leader and Battle Cards: the opposing Leader, or a Battle Card in Rest Mode.",
        "In a battle both sides add up: the attacker's power and the guard's, each with the combo cards that its player throws in from hand or field. The attack succeeds with as much power or more.",
        "A Leader that is hit costs its player a life card, which goes to the hand; a Battle Card that is beaten is KO'd. Below a certain life many Leaders awaken and turn over.",
    ];

    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("charge", "place a card in the Energy Area"),
        ("play", "play a card"),
        ("activate", "activate a skill"),
        ("counter", "answer with a [Counter] skill"),
        ("attack", "attack: the attacker, then the card attacked"),
        ("combo", "combo with a card"),
        ("grow", "grow the Unison Card by a card of the hand"),
        ("pay", "pay with a card or a marker"),
        ("resolve", "say which waiting skill comes first"),
        ("choose", "choose a card, a number or a way"),
        ("yes", "take an offer"),
        ("decline", "decline an offer"),
        ("done", "choose no more"),
        ("pass", "let a window go by"),
        ("end phase", "end the Main Phase"),
    ];

    fn table(&self) -> &DbsTable {
        &self.table
    }

    fn edition(&self) -> &'static str {
        Self::EDITIONS[usize::from(self.edition).min(Self::EDITIONS.len() - 1)]
    }

    fn turn_seat(&self) -> Seat {
        self.turn_player
    }

    fn phase(&self) -> &'static str {
        match (self.battle.step, self.step_now()) {
            (BattleStep::Attack, _) => "attack",
            (BattleStep::Offense, _) => "offense",
            (BattleStep::Defense, _) => "defense",
            (BattleStep::Damage, _) => "damage",
            (BattleStep::End, _) => "battle end",
            (BattleStep::None, None) => "setup",
            (BattleStep::None, Some(step)) => match step {
                TurnStep::ChargeBegins | TurnStep::Untap | TurnStep::Draw | TurnStep::Charge => "charge",
                TurnStep::MainBegins | TurnStep::Main | TurnStep::MainEnds | TurnStep::MainOver => "main",
                TurnStep::EndBegins(_) | TurnStep::EndOver(_) => "end",
            },
        }
    }

    fn figures(&self, _: &Cards, seat: Seat) -> Row<i32> {
        let active = self.cards(seat, Area::Energy).iter().filter(|card| !self.is_rest(**card)).count();
        let mut row = Row(vec![
            ("life", self.count(seat, Area::Life) as i32),
            ("energy", self.count(seat, Area::Energy) as i32),
            ("active energy", active as i32),
        ]);
        if self.energy_markers[seat] > 0 {
            row.push("energy markers", self.energy_markers[seat].into());
        }
        row
    }

    fn facts(&self, cards: &Cards, card: Card) -> Facts {
        let printed = cards.printed(self.table.print(card));
        let back = self.is_back(card);
        let mut facts = Facts {
            kind: kind(printed.z, printed.kind.name()),
            colors: self.colors(cards, card).iter().map(|color| color.name()).collect(),
            ..Facts::default()
        };
        if printed.has_cost && !printed.cost.is_x {
            facts.figure("cost", self.cost(cards, card).total.into(), printed.cost.value().into());
        }
        if printed.z_cost > 0 {
            facts.figure("z cost", self.z_cost(cards, card).into(), printed.z_cost.into());
        }
        let fights = printed.kind.name() != "extra";
        if fights {
            facts.figure("power", self.power(cards, card), printed.face(back).power);
        }
        if let (Some(cost), Some(power)) = (self.combo_cost(cards, card), self.combo_power(cards, card)) {
            facts.figure("combo cost", cost.into(), printed.combo_cost.unwrap_or(cost).into());
            facts.figure("combo power", power, printed.combo_power.unwrap_or(power));
        }
        let own = words(&printed.keywords[usize::from(back)]);
        if self.table.zone(card).is_in_play() {
            let held = keyword::all().filter(|keyword| self.has_keyword(cards, card, *keyword));
            let mut now: Vec<String> = held.map(|keyword| self.keyword_words(cards, card, keyword)).collect();
            now.dedup();
            facts.keywords(now, &own);
        } else {
            facts.keywords = own;
        }
        let markers = self.table.marks(card).markers;
        if markers > 0 {
            facts.counters.push("markers", markers.into());
        }
        facts
    }

    fn states(&self, _: &Cards, card: Card) -> Vec<&'static str> {
        let marks = self.table.marks(card);
        let zone = self.table.zone(card);
        let mut states = Vec::new();
        if zone.has_mode() && marks.is_rest() {
            states.push("rest");
        }
        for (on, word) in [
            (marks.is_back(), "awakened"),
            (marks.is_face_up(), "face up"),
            (marks.is_token(), "token"),
            (self.in_battle() && self.attacker() == Some(card), "attacking"),
            (self.in_battle() && self.guard() == Some(card), "guarding"),
        ] {
            if on {
                states.push(word);
            }
        }
        states
    }

    fn fight(&self, cards: &Cards) -> Option<Fight> {
        if !self.in_battle() {
            return None;
        }
        let (attacker, guard) = (self.attacker()?, self.guard());
        // What the combos come to before the Damage Step counts them in (DBS 8-4-4, 8-4-5).
        let combos = |seat: Seat| -> i32 {
            let there = self.cards(seat, Area::Combo).iter();
            there.filter_map(|card| self.combo_power(cards, *card)).sum()
        };
        let counted = self.battle.boost != [0; 2] || self.battle.step == BattleStep::Damage;
        let seat = self.table.seat(attacker);
        let total = |card: Card, seat: Seat| self.power(cards, card) + if counted { 0 } else { combos(seat) };
        let step = match self.battle.step {
            BattleStep::None | BattleStep::Attack => "declared",
            BattleStep::Offense => "offense",
            BattleStep::Defense => "defense",
            BattleStep::Damage => "damage",
            BattleStep::End => "end",
        };
        let totals = guard.map(|guard| [total(attacker, seat), total(guard, seat.other())]);
        let targets = guard.into_iter().collect();
        Some(Fight { attackers: vec![attacker], targets, against: seat.other(), step, totals })
    }

    fn waits(&self, cards: &Cards) -> Vec<(Option<Card>, Seat, String)> {
        let one = |waiting: &effects::Waiting| {
            let words = cards.skill(waiting.ability).map_or("", |skill| skill.ability.words.as_str());
            (self.table.find(waiting.source), waiting.controller, words.to_string())
        };
        self.waiting.iter().map(one).collect()
    }

    fn asked(&self, cards: &Cards, reason: Reason) -> Asked {
        match reason {
            Reason::Main => Asked::new("main phase").by(rule!("7-3-4")),
            Reason::Redraw => Asked::new("draw a new hand?").by(rule!("6-2-1-9")),
            Reason::Charge => Asked::new("charge a card").by(rule!("7-2-11")),
            Reason::Offense => Asked::new("offense step: combo?").by(rule!("8-2-4")),
            Reason::Defense => Asked::new("defense step: combo?").by(rule!("8-3-4")),
            Reason::Counter => self.asked_to_counter(cards),
            Reason::Pay => self.asked_to_pay(cards),
            Reason::NameX => {
                self.asked_for_cost(cards, Asked::new("choose X, the energy to be paid").by(rule!("20-5-3")))
            }
            Reason::Order => Asked::new("which skill comes first").by(rule!("4-2-2")),
            Reason::Draw => Asked::new("draw another card?").by(rule!("5-1-4")),
            Reason::Damage => Asked::new("take a life card").by(rule!("21-3-2")),
            Reason::ZEnergy => Asked::new("place a combo card in the Z-Energy Area?").by(rule!("8-5-2")),
            Reason::Keep => Asked::new("which card stays").by(rule!("21-11-3")),
            Reason::Place => Asked::new("which card is placed next").by(rule!("3-1-5")),
            Reason::Effect(_) => match self.frames.last() {
                Some(Frame::Effect(run)) => self.asked_by_effect(cards, run),
                Some(Frame::Skill(skill)) => {
                    let what = skill.what;
                    self.skill_asks(cards, "activate the skill?".into(), what.ability, what.source)
                }
                _ => Asked::new("a skill"),
            },
        }
    }

    fn deal(&self, cards: &Cards, choice: Choice) -> Deal {
        match choice {
            Choice::Charge(card) => Deal::new("charge", &[card]),
            Choice::Play(card) => {
                self.priced(Deal::new("play", &[card]), cards, self.play_cost(cards, card).value())
            }
            Choice::Activate(card, index) => self.skill_deal(cards, "activate", card, index),
            Choice::Counter(card, index) => self.skill_deal(cards, "counter", card, index),
            Choice::Attack(card, target) => {
                let (power, guard) = (self.power(cards, card), self.power(cards, target));
                Deal::new("attack", &[card, target]).then(format!("{power} against {guard}"))
            }
            Choice::Combo(card) => {
                let cost = self.combo_cost(cards, card).unwrap_or(0);
                let deal = Deal::new("combo", &[card]).cost(cost.into());
                match (self.fight(cards).and_then(|fight| fight.totals), self.combo_power(cards, card)) {
                    (Some([attack, guard]), Some(power)) => {
                        let mine = self.attacker().is_some_and(|card| self.table.seat(card) == self.decider);
                        let (own, other) = if mine { (attack, guard) } else { (guard, attack) };
                        deal.then(format!("{} against {other}", own + power))
                    }
                    _ => deal,
                }
            }
            Choice::Grow(card) => Deal::new("grow", &[card]),
            Choice::EndPhase => Deal::new("end phase", &[]),
            Choice::Pass => Deal::new("pass", &[]),
            Choice::Done => Deal::new("done", &[]),
            Choice::Decline => Deal::new("decline", &[]),
            Choice::Yes => Deal::new("yes", &[]),
            Choice::Choose(card) => Deal::new("choose", &[card]),
            Choice::Number(number) => Deal::new("choose", &[]).number(number.into()),
            Choice::Mode(mode) => Deal::new("choose", &[]).number(mode.into()),
            Choice::PayWith(card) => Deal::new("pay", &[card]),
            Choice::PayWithMarker => Deal::new("pay", &[]),
            Choice::Resolve(at) => {
                let source = match self.frames.last() {
                    Some(Frame::Would(exit)) => {
                        self.replacements(cards, exit).get(at as usize).map(|(source, _)| *source)
                    }
                    _ => self.waiting.get(at as usize).map(|waiting| waiting.source),
                };
                let card = source.and_then(|source: Object| self.table.find(source));
                Deal::new("resolve", card.as_slice())
            }
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
            | What::PhaseBegan(_)
            | What::CounterTiming { .. }
            | What::Damaged { .. }
            | What::PaidMarker { .. }
            | What::Shuffled { .. }
            | What::Redrew { .. }
            | What::Lost { .. } => Vec::new(),
            What::Moved { card, .. }
            | What::Drew { card, .. }
            | What::Declared { card, .. }
            | What::Played { card, .. }
            | What::Activated { card, .. }
            | What::Rested { card }
            | What::Readied { card }
            | What::Negated { card }
            | What::Blocked { card }
            | What::KnockedOut { card }
            | What::Flipped { card, .. }
            | What::Marked { card, .. }
            | What::Revealed { card }
            | What::Created { card, .. } => vec![card],
            What::Attacked { card, on } => vec![card, on],
        }
    }

    fn title(&self, cards: &Cards, card: Card) -> String {
        self.name_of(cards, card, None)
    }
}

impl State {
    fn step_now(&self) -> Option<TurnStep> {
        self.frames.iter().find_map(|frame| match frame {
            Frame::Turn(step) => Some(*step),
            _ => None,
        })
    }

    /// A cost in energy, and what paying it leaves active.
    fn priced(&self, deal: Deal, cards: &Cards, cost: u8) -> Deal {
        let left = self.energy_count(cards, self.decider, Pays::Cost).saturating_sub(cost);
        deal.cost(cost.into()).then(format!("{left} energy left"))
    }

    fn skill_deal(&self, cards: &Cards, verb: &'static str, card: Card, index: u8) -> Deal {
        let deal = Deal::new(verb, &[card]);
        match cards.skill(AbilityRef { print: self.table.print(card), index }) {
            Some(skill) => match self.energy_for(cards, card, skill).value() {
                0 => deal,
                cost => self.priced(deal, cards, cost),
            },
            None => deal,
        }
    }

    fn asked_to_counter(&self, cards: &Cards) -> Asked {
        let Some(Frame::Counter(timing)) = self.frames.last() else { return Asked::new("counter timing") };
        let subject = self.table.find(timing.subject);
        let what = match (timing.attack, timing.play, timing.counter) {
            (true, ..) => "answer the attack",
            (_, true, _) => "answer the card being played",
            (_, _, true) => "answer the counter",
            _ => "answer the skill",
        };
        let text = match subject {
            Some(card) => format!("{what}: {}?", self.name_of(cards, card, Some(self.decider))),
            None => format!("{what}?"),
        };
        let asked = Asked::new(text).by(rule!("4-3-2"));
        subject.into_iter().fold(asked, Asked::of)
    }

    fn asked_to_pay(&self, cards: &Cards) -> Asked {
        let left = match self.frames.last() {
            Some(Frame::Pay(pay)) => format!("pay the cost: {} energy left to pay", pay.left),
            Some(Frame::PayZ { left, .. }) => format!("pay the cost: {left} Z-Energy left to pay"),
            _ => "how the cost is paid".into(),
        };
        self.asked_for_cost(cards, Asked::new(left).by(rule!("5-3-1")))
    }

    /// A question about a cost: which card or skill it is paid for.
    fn asked_for_cost(&self, cards: &Cards, asked: Asked) -> Asked {
        let below = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Play(play) => Some((play.card, None)),
            Frame::Combo(combo) => Some((combo.card, None)),
            Frame::Skill(skill) => Some((skill.what.source, Some(skill.what.ability))),
            _ => None,
        });
        let Some((source, ability)) = below else { return asked };
        let words = ability.and_then(|at| cards.skill(at)).map_or("", |skill| &skill.ability.words);
        self.table.find(source).into_iter().fold(asked.words(words), Asked::of)
    }

    /// The question of the running effect: what is chosen and what for, said by the printer.
    fn asked_by_effect(&self, cards: &Cards, run: &Run) -> Asked {
        let Some(skill) = cards.skill(run.ability) else { return Asked::new("a skill") };
        let steps = effects::program::clause_at(&skill.ability.program, run.at as usize);
        let skills = cards.get(run.ability.print).map_or(&[][..], |printed| &printed.skills);
        let tokens = cards.get(run.ability.print).map_or(&[][..], |printed| &printed.tokens);
        self.skill_asks(cards, text::clause(skills, tokens, &steps), run.ability, run.source)
    }

    fn skill_asks(&self, cards: &Cards, text: String, ability: AbilityRef, source: Object) -> Asked {
        let words = cards.skill(ability).map_or("", |skill| skill.ability.words.as_str());
        self.table.find(source).into_iter().fold(Asked::new(text).words(words), Asked::of)
    }

    fn keyword_words(&self, cards: &Cards, card: Card, keyword: Keyword) -> String {
        keyword_words(match keyword {
            Keyword::Strike(_) => Keyword::Strike(self.strike(cards, card)),
            Keyword::Attack(_) => Keyword::Attack(self.attacks(cards, card)),
            other => other,
        })
    }
}

fn kind(z: bool, kind: &'static str) -> &'static str {
    match (z, kind) {
        (true, "leader") => "z-leader",
        (true, "battle") => "z-battle",
        (true, "extra") => "z-extra",
        (true, _) => "z-unison",
        (false, kind) => kind,
    }
}

fn words(keywords: &Keywords) -> Vec<String> {
    keyword::had(keywords).into_iter().map(keyword_words).collect()
}

fn keyword_words(keyword: Keyword) -> String {
    keyword::bracket(keyword).trim_matches(['[', ']']).to_string()
}
