//! What the board of a match shows (see [`kernel::board`]): the layout of the playmat, the facts of a card, what each
//! option costs and leaves, and why somebody is asked.

use crate::Cards;
use crate::choice::{Choice, Reason, What};
use crate::keyword;
use crate::layer::class;
use crate::rule;
use crate::state::{Area, BattleStep, DbsTable, Frame, Pays, State, TurnStep};
use crate::text;
use crate::vocab::{Dbs, Keyword};
use effects::{AbilityRef, Run, Slot};
use kernel::board::{Asked, Deal, Few, Fight, Happening, Pictured, Spread, Telling, Wording};
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

    const HAPPENINGS: &'static [&'static str] = &[
        "turn began",
        "phase began",
        "counter timing",
        "moved",
        "drew",
        "declared",
        "played",
        "activated",
        "rested",
        "readied",
        "attacked",
        "negated",
        "blocked",
        "damaged",
        "knocked out",
        "flipped",
        "marked",
        "paid marker",
        "shuffled",
        "revealed",
        "created",
        "redrew",
        "lost",
        "failed",
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

    fn figures(&self, _: &Cards, seat: Seat, say: &mut dyn FnMut(&'static str, i32)) {
        let active = self.cards(seat, Area::Energy).iter().filter(|card| !self.is_rest(**card)).count();
        say("life", self.count(seat, Area::Life) as i32);
        say("energy", self.count(seat, Area::Energy) as i32);
        say("active energy", active as i32);
        if self.energy_markers[seat] > 0 {
            say("energy markers", self.energy_markers[seat].into());
        }
    }

    fn facts(&self, cards: &Cards, card: Card, to: &mut dyn Telling) {
        let printed = cards.printed(self.table.print(card));
        let back = self.is_back(card);
        to.kind(kind(printed.z, printed.kind.name()));
        self.colors(cards, card).iter().for_each(|color| to.color(color.name()));
        if printed.has_cost && !printed.cost.is_x {
            to.figure("cost", self.cost(cards, card).total.into(), printed.cost.value().into());
        }
        if printed.z_cost > 0 {
            to.figure("z cost", self.z_cost(cards, card).into(), printed.z_cost.into());
        }
        let fights = printed.kind.name() != "extra";
        if fights {
            to.figure("power", self.power(cards, card), printed.face(back).power);
        }
        if let (Some(cost), Some(power)) = (self.combo_cost(cards, card), self.combo_power(cards, card)) {
            to.figure("combo cost", cost.into(), printed.combo_cost.unwrap_or(cost).into());
            to.figure("combo power", power, printed.combo_power.unwrap_or(power));
        }
        self.last_facts(cards, card, to);
    }

    fn facts_of(&self, cards: &Cards, among: &[Card], to: &mut dyn Telling) {
        let given = self.is_given(class::COLOR | class::COST | class::COMBO);
        for card in among.iter().copied() {
            to.card(card);
            let (print, back) = (self.table.print(card), self.is_back(card));
            if given || !to.printed(print, back, false) {
                self.facts(cards, card, to);
                continue;
            }
            let printed = cards.printed(print);
            if printed.kind.name() != "extra" {
                to.figure("power", self.power(cards, card), printed.face(back).power);
            }
            self.last_facts(cards, card, to);
        }
    }

    fn each_plain(&self, cards: &Cards, among: &[Card], say: &mut dyn FnMut(Card)) {
        self.each_unchanged(cards, among, say);
    }

    fn is_turned(&self, card: Card) -> bool {
        self.is_back(card)
    }

    #[inline]
    fn states(&self, _: &Cards, card: Card, say: &mut dyn FnMut(&'static str)) {
        if !self.table.marks(card).is_bare() || self.table.zone(card).is_in_play() {
            self.say_states(card, say);
        }
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
        let mut shown = *self;
        if !counted {
            shown.battle.boost = [combos(seat), combos(seat.other())];
        }
        let total = |card: Card| shown.power(cards, card);
        let step = match self.battle.step {
            BattleStep::None | BattleStep::Attack => "declared",
            BattleStep::Offense => "offense",
            BattleStep::Defense => "defense",
            BattleStep::Damage => "damage",
            BattleStep::End => "end",
        };
        let totals = guard.map(|guard| [total(attacker), total(guard)]);
        let (attackers, targets) = (Few::from_slice(&[attacker]), Few::from_slice(guard.as_slice()));
        Some(Fight { attackers, targets, against: seat.other(), step, totals })
    }

    fn waits(&self, cards: &Cards, say: &mut dyn FnMut(Option<Card>, Seat, &str)) {
        for waiting in self.waiting.iter() {
            let words = cards.skill(waiting.ability).map_or("", |skill| skill.ability.words.as_str());
            say(self.table.find(waiting.source), waiting.controller, words);
        }
    }

    fn asked<W: Wording>(&self, cards: &Cards, reason: Reason) -> Asked<W> {
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
                    self.skill_asks(cards, || "activate the skill?".into(), what.ability, what.source)
                }
                _ => Asked::new("a skill"),
            },
        }
    }

    fn deal<W: Wording>(&self, cards: &Cards, choice: Choice) -> Deal<W> {
        let fight = match choice {
            Choice::Combo(_) => self.fight(cards),
            _ => None,
        };
        self.deal_in(cards, choice, fight.as_ref())
    }

    fn deal_in<W: Wording>(&self, cards: &Cards, choice: Choice, fight: Option<&Fight>) -> Deal<W> {
        match choice {
            Choice::Charge(card) => Deal::new("charge", &[card]),
            Choice::Play(card) => {
                let cost = self.play_cost(cards, card);
                let deal = self.priced(Deal::new("play", &[card]), cards, cost.value());
                match cards.printed(self.table.print(card)).cost.is_x {
                    // DBS 13-2-1-3: whoever pays more has more markers.
                    true => deal.then(|| {
                        let most = self.energy_count(cards, self.decider, Pays::Cost);
                        format!("you choose X up to {most}, a marker for each")
                    }),
                    false => deal,
                }
            }
            Choice::Activate(card, index) => self.skill_deal(cards, "activate", card, index),
            Choice::Counter(card, index) => self.skill_deal(cards, "counter", card, index),
            Choice::Attack(card, target) => {
                let words = || format!("{} against {}", self.power(cards, card), self.power(cards, target));
                Deal::new("attack", &[card, target]).then(words)
            }
            Choice::Combo(card) => {
                let cost = self.combo_cost(cards, card).unwrap_or(0);
                let deal = Deal::new("combo", &[card]).cost(cost.into());
                match (fight.and_then(|fight| fight.totals), self.combo_power(cards, card)) {
                    (Some([attack, guard]), Some(power)) => {
                        let mine = self.attacker().is_some_and(|card| self.table.seat(card) == self.decider);
                        let (own, other) = if mine { (attack, guard) } else { (guard, attack) };
                        deal.leaves(own + power - other).then(|| format!("{} against {other}", own + power))
                    }
                    _ => deal,
                }
            }
            Choice::Grow(card) => {
                let unison = self.cards(self.decider, Area::Unison).first().copied();
                let markers = unison.map_or(0, |unison| self.table.marks(unison).markers);
                Deal::new("grow", &[card]).then(|| markers_on(i32::from(markers) + 1))
            }
            Choice::EndPhase => Deal::new("end phase", &[]),
            Choice::Pass => Deal::new("pass", &[]),
            Choice::Done => Deal::new("done", &[]),
            Choice::Decline => Deal::new("decline", &[]),
            Choice::Yes => Deal::new("yes", &[]),
            Choice::Choose(card) => Deal::new("choose", &[card]),
            Choice::Number(number) => Deal::new("choose", &[]).number(number.into()),
            Choice::Mode(mode) => {
                let deal = Deal::new("choose", &[]).number(mode.into());
                deal.then(|| self.say_mode(cards, mode).unwrap_or_default())
            }
            Choice::PayWith(card) => {
                let deal = Deal::new("pay", &[card]);
                match W::MADE && self.has_skill_there(cards, card) {
                    // Which of two energy cards is paid with is all the same, but not with this one.
                    true => deal.then(|| "it has a skill there"),
                    false => deal,
                }
            }
            Choice::PayWithMarker => Deal::new("pay", &[]).which(1),
            Choice::Resolve(at) => {
                let skill = match self.frames.last() {
                    Some(Frame::Would(exit)) => self.replacements(cards, exit).get(at as usize).copied(),
                    _ => self.waiting.get(at as usize).map(|waiting| (waiting.source, waiting.ability)),
                };
                let card = skill.and_then(|(source, _): (Object, _)| self.table.find(source));
                Deal::new("resolve", card.as_slice()).which(skill.map_or(0, |(_, ability)| ability.index))
            }
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
            What::Activated { skill, .. } => cards.skill(*skill).map(|skill| skill.ability.words.as_str()),
            _ => None,
        }
    }

    fn used_by<'a>(&self, cards: &'a Cards, choice: Choice) -> Option<&'a str> {
        let (Choice::Activate(card, index) | Choice::Counter(card, index)) = choice else { return None };
        let at = AbilityRef { print: self.table.print(card), index };
        cards.skill(at).map(|skill| skill.ability.words.as_str())
    }

    fn is_routine(what: &What) -> bool {
        const ROUTINE: [&str; 9] = [
            "phase began",
            "counter timing",
            "drew",
            "declared",
            "rested",
            "readied",
            "paid marker",
            "shuffled",
            "redrew",
        ];
        match what {
            What::Moved { from, to, .. } => {
                !matches!(from.zone, Area::Battle | Area::Unison | Area::Energy | Area::ZEnergy)
                    && to.zone != Area::Combo
            }
            _ => ROUTINE.contains(&Self::happening(what).word),
        }
    }

    fn cards_of(&self, what: &What) -> [Option<Named>; 2] {
        match *what {
            What::TurnBegan(_)
            | What::PhaseBegan(_)
            | What::CounterTiming { .. }
            | What::Damaged { .. }
            | What::PaidMarker { .. }
            | What::Shuffled { .. }
            | What::Redrew { .. }
            | What::Lost { .. } => [None; 2],
            What::Moved { card, .. }
            | What::Drew { card, .. }
            | What::Declared { card, .. }
            | What::Played { card, .. }
            | What::Activated { card, .. }
            | What::Rested { card }
            | What::Readied { card }
            | What::Failed { card }
            | What::Negated { card }
            | What::Blocked { card }
            | What::KnockedOut { card }
            | What::Flipped { card, .. }
            | What::Marked { card, .. }
            | What::Revealed { card }
            | What::Created { card, .. } => [Some(card), None],
            What::Attacked { card, on } => [Some(card), Some(on)],
        }
    }

    fn happening(what: &What) -> Happening {
        let new = Happening::new;
        match *what {
            What::TurnBegan(seat) => new("turn began").of(seat),
            What::PhaseBegan(_) => new("phase began"),
            What::CounterTiming { seat } => new("counter timing").of(seat),
            What::Moved { to, .. } => new("moved").of(to.seat).number(to.zone as u8),
            What::Drew { seat, .. } => new("drew").of(seat),
            What::Declared { seat, .. } => new("declared").of(seat),
            What::Played { seat, .. } => new("played").of(seat),
            What::Activated { seat, .. } => new("activated").of(seat),
            What::Rested { .. } => new("rested"),
            What::Readied { .. } => new("readied"),
            What::Attacked { .. } => new("attacked"),
            What::Failed { .. } => new("failed"),
            What::Negated { .. } => new("negated"),
            What::Blocked { .. } => new("blocked"),
            What::Damaged { seat, amount } => new("damaged").of(seat).number(amount),
            What::KnockedOut { .. } => new("knocked out"),
            What::Flipped { seat, .. } => new("flipped").of(seat),
            What::Marked { change, .. } => new("marked").number(change),
            What::PaidMarker { seat } => new("paid marker").of(seat),
            What::Shuffled { seat, area } => new("shuffled").of(seat).number(area as u8),
            What::Revealed { .. } => new("revealed"),
            What::Created { seat, .. } => new("created").of(seat),
            What::Redrew { seat } => new("redrew").of(seat),
            What::Lost { seat } => new("lost").of(seat),
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
    fn priced<W: Wording>(&self, deal: Deal<W>, cards: &Cards, cost: u8) -> Deal<W> {
        let left = self.energy_count(cards, self.decider, Pays::Cost).saturating_sub(cost);
        deal.cost(cost.into()).leaves(left.into()).then(|| format!("{left} energy left"))
    }

    fn skill_deal<W: Wording>(&self, cards: &Cards, verb: &'static str, card: Card, index: u8) -> Deal<W> {
        let deal = Deal::new(verb, &[card]).which(index);
        let at = AbilityRef { print: self.table.print(card), index };
        let run = Run::new(at, self.table.object(card), self.decider);
        let Some(skill) = cards.skill(at) else { return deal };
        let deal = match self.energy_for(cards, card, skill, &run).value() {
            0 if self.table.zone(card) == Area::Hand => deal.cost(0),
            0 => deal,
            cost => self.priced(deal, cards, cost),
        };
        match skill.markers {
            Some(markers) => {
                let left = i32::from(self.table.marks(card).markers) + i32::from(markers);
                deal.then(|| format!("{markers:+} to {}", markers_on(left)))
            }
            None => deal,
        }
    }

    fn asked_to_counter<W: Wording>(&self, cards: &Cards) -> Asked<W> {
        let Some(Frame::Counter(timing)) = self.frames.last() else { return Asked::new("counter timing") };
        let subject = self.table.find(timing.subject);
        let what = match (timing.attack, timing.play, timing.counter) {
            (true, ..) => "answer the attack of",
            (_, true, _) => "answer the play of",
            (_, _, true) => "answer the counter of",
            _ => "answer the skill of",
        };
        let text = || match subject {
            Some(card) => format!("{what} {}?", self.name_of(cards, card, Some(self.decider))),
            None => format!("{what} a card that has gone?"),
        };
        let asked = Asked::say(text).by(rule!("4-3-2"));
        subject.into_iter().fold(asked, Asked::of)
    }

    /// Whether a card has a skill that is valid where it lies.
    fn has_skill_there(&self, cards: &Cards, card: Card) -> bool {
        let (back, area) = (self.is_back(card), self.table.zone(card));
        let skills = &cards.printed(self.table.print(card)).skills;
        skills.iter().any(|skill| skill.is_valid_on(back, area))
    }

    fn asked_to_pay<W: Wording>(&self, cards: &Cards) -> Asked<W> {
        let left = || match self.frames.last() {
            Some(Frame::Pay(pay)) => format!("pay the cost: {} energy left to pay", pay.left),
            Some(Frame::PayZ { left, .. }) => format!("pay the cost: {left} Z-Energy left to pay"),
            _ => "how the cost is paid".into(),
        };
        self.asked_for_cost(cards, Asked::say(left).by(rule!("5-3-1")))
    }

    /// A question about a cost: which card or skill it is paid for.
    fn asked_for_cost<W: Wording>(&self, cards: &Cards, asked: Asked<W>) -> Asked<W> {
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
    fn asked_by_effect<W: Wording>(&self, cards: &Cards, run: &Run) -> Asked<W> {
        let Some(skill) = cards.skill(run.ability) else { return Asked::new("a skill") };
        let text = || {
            let steps = effects::program::clause_at(&skill.ability.program, run.at as usize);
            match effects::program::modes_at(&skill.ability, run.at as usize)[..] {
                [] => self.say_steps(cards, run, &steps),
                _ => "choose what it does".into(),
            }
        };
        let asked = self.skill_asks(cards, text, run.ability, run.source).at(run.ability.index, run.at);
        // A keyword alone does not say what it comes to.
        let bare = skill.ability.words.starts_with('[') && skill.ability.words.ends_with(']');
        let asked = match bare && W::MADE {
            true => {
                let whole = self.say_steps(cards, run, &skill.ability.steps);
                asked.words(&format!("{} {whole}", skill.ability.words))
            }
            false => asked,
        };
        let held = self.held_by(run).fold(Few::default(), |mut all, (_, card)| {
            all.push(card);
            all
        });
        asked.about(held).side(run.controller)
    }

    /// The cards that a running skill holds.
    fn held_by(&self, run: &Run) -> impl Iterator<Item = (effects::Target<Dbs>, Card)> {
        let bound = self.picks.bound_by(run).iter();
        let bound = bound.map(|pick| (effects::Target::Slot(Slot(pick.slot)), pick.object));
        let all = bound.chain([(effects::Target::Subject, run.subject)]);
        all.filter_map(|(meant, object)| Some((meant, self.table.find(object)?)))
    }

    /// Steps of a running skill in words, in which the cards that it holds have their names.
    fn say_steps(&self, cards: &Cards, run: &Run, steps: &[effects::Step<Dbs>]) -> String {
        let mut held: Vec<(effects::Target<Dbs>, String)> = Vec::new();
        for (meant, card) in self.held_by(run) {
            let name = self.name_of(cards, card, Some(self.decider));
            match held.iter_mut().find(|(other, _)| *other == meant) {
                Some((_, names)) => *names += &format!(" and {name}"),
                None => held.push((meant, name)),
            }
        }
        let skills = cards.get(run.ability.print).map_or(&[][..], |printed| &printed.skills);
        let tokens = cards.get(run.ability.print).map_or(&[][..], |printed| &printed.tokens);
        // What could not be chosen is not spoken of.
        text::question(skills, tokens, steps, held).replace("the chosen card and it", "it")
    }

    /// What a mode of the running skill does.
    fn say_mode(&self, cards: &Cards, mode: u8) -> Option<String> {
        let Some(Frame::Effect(run)) = self.frames.last() else { return None };
        let modes = effects::program::modes_at(&cards.skill(run.ability)?.ability, run.at as usize);
        Some(self.say_steps(cards, run, modes.get(mode as usize)?))
    }

    fn skill_asks<W: Wording>(
        &self,
        cards: &Cards,
        text: impl FnOnce() -> String,
        ability: AbilityRef,
        source: Object,
    ) -> Asked<W> {
        let words = cards.skill(ability).map_or("", |skill| skill.ability.words.as_str());
        self.table.find(source).into_iter().fold(Asked::say(text).words(words), Asked::of)
    }

    /// What is told last of a card: its keyword skills and what lies on it.
    fn last_facts(&self, cards: &Cards, card: Card, to: &mut dyn Telling) {
        let (printed, back) = (cards.printed(self.table.print(card)), self.is_back(card));
        let own = &printed.keywords[usize::from(back)];
        let mut say = |keyword: Keyword| {
            to.keyword(keyword::name(keyword), 1, &|| keyword_words(keyword));
        };
        if self.table.zone(card).is_in_play() {
            let may = own.bits | self.keywords_reaching(cards, card);
            let held = keyword::among(may).filter(|keyword| self.has_keyword(cards, card, *keyword));
            let mut last = None;
            for keyword in held.map(|keyword| self.keyword_now(cards, card, keyword)) {
                if last != Some(keyword) {
                    say(keyword);
                }
                last = Some(keyword);
            }
            to.beside_printed(&|| keyword::had(own).map(keyword_words).collect());
        } else {
            keyword::had(own).for_each(say);
        }
        let markers = self.table.marks(card).markers;
        if markers > 0 {
            to.counter("markers", markers.into());
        }
    }

    /// What can be said of how a card lies that is in play or marked.
    fn say_states(&self, card: Card, say: &mut dyn FnMut(&'static str)) {
        let (marks, zone) = (self.table.marks(card), self.table.zone(card));
        if zone.has_mode() && marks.is_rest() {
            say("rest");
        }
        for (on, word) in [
            (marks.is_back(), "awakened"),
            (marks.is_face_up(), "face up"),
            (marks.is_token(), "token"),
            (self.in_battle() && self.attacker() == Some(card), "attacking"),
            (self.in_battle() && self.guard() == Some(card), "guarding"),
        ] {
            if on {
                say(word);
            }
        }
    }

    /// A keyword that a card has, with the number that counts now.
    fn keyword_now(&self, cards: &Cards, card: Card, keyword: Keyword) -> Keyword {
        match keyword {
            Keyword::Strike(_) => Keyword::Strike(self.strike(cards, card)),
            Keyword::Attack(_) => Keyword::Attack(self.attacks(cards, card)),
            other => other,
        }
    }
}

/// So many markers on a card.
fn markers_on(count: i32) -> String {
    format!("{count} {}", if count == 1 { "marker" } else { "markers" })
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

fn keyword_words(keyword: Keyword) -> String {
    keyword::name(keyword).to_string()
}
