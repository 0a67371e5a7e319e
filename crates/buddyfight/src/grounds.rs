//! What stands behind a refusal beyond its rule: the part of a cost that is missing, the condition that does not hold, the ability
//! that forbids it. The legality of the other files decides; here it is only asked in more detail, when somebody wants to know
//! why.

use crate::card::Cards;
use crate::state::{State, Zone};
use crate::vocab::{Cannot, Change, Step, Verb};
use crate::{Choice, rule, text, words};
use effects::layer::{self, Ask, Sort};
use effects::program::part_at;
use effects::{AbilityRef, Asked, Op, Run, Whom, eval, grounds};
use kernel::{Card, Giver, Grounds, RuleId, Seat};

impl State {
    pub(crate) fn grounds(&self, cards: &Cards, choice: Choice, rule: RuleId) -> Grounds {
        let none = Grounds::none();
        let stopped = [rule!("OTHER-STOPTIME-1"), rule!("OTHER-STOPTIME-3")].contains(&rule);
        if rule == rule!("CONT-3.1") || stopped {
            return Grounds { by: self.forbidding(cards, choice, stopped), ..none };
        }
        match choice {
            Choice::Call { card, area, .. } => self.grounds_of_hand(cards, card, Some(area), rule),
            Choice::Cast(card) | Choice::Equip { card, .. } => self.grounds_of_hand(cards, card, None, rule),
            Choice::Use { card, of, ability } => {
                self.grounds_of_use(cards, card, AbilityRef { print: of, index: ability }, rule)
            }
            Choice::Attack { .. } if rule == rule!("ZONE-CENTER-4") => {
                let there = self.zone(self.asked.other(), Zone::Center).first();
                let name = there.map_or(String::new(), |card| words::name(self, cards, *card));
                none.unmet(format!("your opponent's center is empty ({name} stands there)"))
            }
            _ => none,
        }
    }

    /// Why a card is none of those that an ability lets somebody choose among.
    pub(crate) fn not_among(&self, cards: &Cards, card: Card) -> Grounds {
        let keeping = || {
            let mut by = Vec::new();
            self.each_giver(cards, &mut |whom, change, run| {
                if whom == Whom::Card(card) && *change == Change::Cannot(Cannot::BeChosen) {
                    grounds::note(self, cards, run, &mut by);
                }
            });
            by
        };
        let name = words::name(self, cards, card);
        grounds::not_among(self, cards, (self.frames.len(), card, &name), text::described, keeping)
    }

    /// BF CALL-1.1a, CAST-1.1a, EQUIP-1.1a, CALL-1.4: what keeps a card of the hand from being used.
    fn grounds_of_hand(&self, cards: &Cards, card: Card, area: Option<Zone>, rule: RuleId) -> Grounds {
        let none = Grounds::none();
        let (print, seat) = (self.print(card), self.asked);
        let face = cards.get(print);
        let flags = [rule!("OTHER-SPECFLAG-1"), rule!("CROSS-DECK-2"), rule!("CROSS-DECK-3")];
        if flags.contains(&rule) {
            return none.unmet(self.flag_words(cards, card));
        }
        let declares = [rule!("CALL-1.1a"), rule!("CAST-1.1a"), rule!("EQUIP-1.1a"), rule!("CALL-1.4")];
        if !declares.contains(&rule) {
            return none;
        }
        let scope = Run::new(AbilityRef { print, index: 0 }, self.table.object(card), seat);
        let unmet = face.sheet.restrict.iter().find_map(|cond| grounds::unmet(self, cards, cond, &scope));
        if let Some(cond) = unmet {
            return none.unmet(text::condition_words(cond));
        }
        let name = cards.name_id(print);
        if face.sheet.one_on_field && self.field(seat).any(|other| cards.name_id(self.print(other)) == name) {
            return none.unmet(format!("no {} is on your field yet", face.name));
        }
        let costs = [face.sheet.cost, face.sheet.transform].into_iter().flatten();
        costs.fold(none, |found, index| {
            let mut run = Run::new(AbilityRef { print, index }, self.table.object(card), seat);
            // BF CALL-1.4: the area matters to a cost that puts the card on top of another.
            if let Some(area) = area.filter(|_| rule == rule!("CALL-1.4")) {
                run.named = area as i16;
            }
            found.missing(self.part_words(&grounds::unpaid_in_front(self, cards, &run)))
        })
    }

    fn grounds_of_use(&self, cards: &Cards, card: Card, at: AbilityRef, rule: RuleId) -> Grounds {
        let run = self.run_of(at, card, self.asked);
        let none = Grounds::none();
        let hitch = self.prospect(cards, &run).err().filter(|hitch| hitch.rule == rule);
        let program = &cards.ability(at).program;
        match (rule, hitch) {
            (rule, hitch) if rule == rule!("ACT-1.3.2") => {
                let unmet = grounds::unmet_in_front(self, cards, &run);
                let met = hitch.and_then(|hitch| match program.get(hitch.at as usize) {
                    Some(Op::Unless { cond, .. }) => grounds::unmet(self, cards, cond, &run),
                    _ => None,
                });
                none.unmet(unmet.or(met).map_or(String::new(), text::condition_words))
            }
            (_, Some(hitch)) => {
                let steps = match program.get(hitch.at as usize) {
                    Some(Op::Ask { end, .. }) => grounds::unpaid(self, cards, &run, hitch.at + 1, *end),
                    _ => part_at(program, hitch.at as usize),
                };
                none.missing(self.part_words(&steps))
            }
            _ => none,
        }
    }

    /// A part of a cost, with what is there of what it takes.
    fn part_words(&self, steps: &[Step]) -> String {
        let there = match steps.first() {
            Some(Step::Do(Verb::PayGauge(_))) => {
                format!(" (gauge {})", self.count(self.asked, Zone::Gauge))
            }
            Some(Step::Do(Verb::PayLife(_))) => format!(" (life {})", self.life[self.asked]),
            _ => String::new(),
        };
        match text::clause(steps) {
            words if words.is_empty() => words,
            words => words + &there,
        }
    }

    /// BF OTHER-SPECFLAG-1: what the flag would have to permit.
    fn flag_words(&self, cards: &Cards, card: Card) -> String {
        let worlds = cards.get(self.print(card)).worlds.join("/");
        match self.zone(self.asked, Zone::Flag).first() {
            Some(flag) => format!("{} permits {worlds}", cards.get(self.print(*flag)).name),
            None => String::new(),
        }
    }

    /// BF CONT-3.1, OTHER-STOPTIME-1: the abilities that forbid what a choice is about.
    fn forbidding(&self, cards: &Cards, choice: Choice, stopped: bool) -> Vec<Giver> {
        use Cannot as C;
        let seat = self.asked;
        let (about, mut on_card, mut on_seat): (Vec<Card>, Vec<Cannot>, Vec<Cannot>) = match choice {
            Choice::Call { card, area, .. } => {
                let center = (area == Zone::Center).then_some(C::CallToCenter);
                (vec![card], vec![], [C::Call, C::Counter].into_iter().chain(center).collect())
            }
            Choice::Cast(card) => (vec![card], vec![], vec![C::Cast, C::Counter]),
            Choice::Equip { card, .. } => (vec![card], vec![], vec![C::Equip, C::Counter]),
            Choice::Use { card, .. } => (vec![card], vec![C::Use], vec![C::Use, C::Counter]),
            Choice::Move { card, .. } => (vec![card], vec![C::Move], vec![]),
            Choice::Attack { with, target } => self.attack_bans(cards, with, target),
            _ => return Vec::new(),
        };
        if stopped {
            (on_card, on_seat) = (vec![C::HaveTime], vec![C::HaveTime]);
        }
        let mut by = Vec::new();
        self.each_giver(cards, &mut |whom, change, run| {
            let meant = match (whom, change) {
                (Whom::Card(card), Change::Cannot(what)) => about.contains(&card) && on_card.contains(what),
                (Whom::Card(card), Change::LoseAbilities) => {
                    matches!(choice, Choice::Use { .. }) && about.contains(&card)
                }
                (Whom::Player(of), Change::Cannot(what)) => of == seat && on_seat.contains(what),
                _ => false,
            };
            if meant {
                grounds::note(self, cards, run, &mut by);
            }
        });
        if let (Choice::Call { card, .. }, false) = (choice, stopped) {
            self.each_tariff(cards, seat, &mut |change, run| {
                if matches!(change, Change::CannotCall(filter) if eval::fits(self, cards, filter, card, run))
                {
                    grounds::note(self, cards, run, &mut by);
                }
            });
        }
        by
    }

    /// Whom an attack is about, and which prohibitions on them count.
    fn attack_bans(&self, cards: &Cards, with: u8, target: Card) -> (Vec<Card>, Vec<Cannot>, Vec<Cannot>) {
        use Cannot as C;
        let candidates = self.attack_candidates(cards, self.asked);
        let mut about: Vec<Card> = self.chosen_attackers(&candidates, with).iter().copied().collect();
        let mut bans = vec![C::Attack];
        if about.len() > 1 {
            bans.extend([C::LinkAttack, C::BeLinkAttacked]);
        }
        match target.some() {
            None if about.len() > 1 => bans.extend([C::AttackFighter, C::LinkAttackFighter]),
            None => bans.push(C::AttackFighter),
            Some(card) => {
                bans.push(C::BeAttacked);
                if matches!(self.table.zone(card), Zone::Left | Zone::Right) {
                    bans.push(C::AttackSides);
                }
                about.push(card);
            }
        }
        (about, bans, Vec::new())
    }

    /// Every change that is on somebody now, with the ability that makes it.
    fn each_giver(&self, cards: &Cards, f: &mut dyn FnMut(Whom, &Change, &Run)) {
        let ask = Ask { whom: Whom::Player(Seat::A), sort: Sort::of(u16::MAX), asked: Asked::NOTHING };
        layer::spread(self, cards, &ask, &mut |whom, given| f(whom, given.change, given.run));
    }
}
