//! What is good play: a rating of every option at a glance, and the numbers that a position is judged by. No rule.

use crate::card::{Cards, Kind};
use crate::stake::CARD;
use crate::state::{Choice, Frame, How, Pose, Reason, SoulAt, Spot, State, Zone};
use crate::vocab::Window;
use effects::{AbilityRef, Answer, Run, stake};
use kernel::{Card, Eyes, Feature, PackingHasher, Place, Print, Seat, Sense, Standing};
use std::hash::Hash;

/// What the deciding seat takes in before it looks at its options.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    me: Seat,
    reason: Reason,
    /// Cores in the Reserve, the Soul Core among them.
    reserve: i32,
    /// Cores on cards that keep neither card nor level.
    spare: i32,
    life: [i32; 2],
    /// The most BP among their Spirits that can block, and how many can.
    blocker: i32,
    blockers: i32,
    /// My Spirits that can attack, and their symbols together.
    attackers: i32,
    symbols: i32,
    /// The symbols that their Spirits can attack with in their next turn, and how many of mine could block.
    threat: i32,
    guards: i32,
}

/// What a core is there for where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hold {
    /// Nothing changes without it.
    Spare,
    /// A level falls without it.
    Level,
    /// The card is lost without it.
    Life,
}

impl State {
    fn is_upright(&self, card: Card) -> bool {
        self.pose(card) == Pose::Refreshed
    }

    fn symbols_of(&self, cards: &Cards, card: Card) -> i32 {
        self.symbols(cards, card, None).total() as i32
    }

    fn hold(&self, cards: &Cards, spot: Spot) -> Hold {
        let Spot::On(card) = spot else { return Hold::Spare };
        let held = self.cores_on(card);
        let level = |cores: u16| {
            let levels = self.print(cards, card).levels.iter();
            levels.filter(|level| level.cores <= cores).map(|level| level.level).max().unwrap_or(0)
        };
        let (now, then) = (level(held), level(held.saturating_sub(1)));
        match () {
            () if then == 0 && self.is_kind(cards, card, Kind::Spirit) => Hold::Life,
            () if then < now => Hold::Level,
            () => Hold::Spare,
        }
    }

    /// Cores on a card that do not keep its level.
    fn spare_on(&self, cards: &Cards, card: Card) -> i32 {
        let held = self.cores_on(card);
        let levels = self.print(cards, card).levels.iter();
        let kept = levels.filter(|level| level.cores <= held).map(|level| level.cores).max();
        i32::from(held) - i32::from(kept.unwrap_or(0))
    }

    /// How many more cores a card needs for its next level, and the BP that this brings; none if it is at its highest.
    fn next_level(&self, cards: &Cards, card: Card) -> Option<(i32, i32)> {
        let held = self.cores_on(card);
        let levels = &self.print(cards, card).levels;
        // In Super Unleash a card is above what its cores would keep.
        let (now, bp) = self.level(cards, card).map_or((0, 0), |level| (level.level, level.bp));
        let next = levels
            .iter()
            .filter(|level| level.level > now && level.cores > held)
            .min_by_key(|level| level.cores)?;
        Some((i32::from(next.cores) - i32::from(held), next.bp - bp))
    }

    fn rate_core(&self, cards: &Cards, glance: &Glance, from: Spot, to: Spot) -> i32 {
        let Spot::On(card) = to else { return -50 };
        if self.hold(cards, from) != Hold::Spare {
            return -60;
        }
        let spare = match from {
            Spot::Reserve => i32::from(self.players[glance.me].reserve),
            Spot::On(from) => self.spare_on(cards, from),
        };
        // Cores that lift nothing are better where they can pay.
        let Some((need, bp)) = self.next_level(cards, card) else { return -30 };
        if need > spare || !self.is_kind(cards, card, Kind::Spirit) {
            return -25;
        }
        25 + bp / 50 - 6 * need
    }

    /// What the level is worth that a card would be at with so many cores.
    fn level_worth(&self, cards: &Cards, card: Card, cores: u16, soul: bool) -> i32 {
        let mut levels = self.print(cards, card).levels.iter().rev();
        let reached = levels.find(|level| level.cores <= cores || (level.super_unleash && soul));
        match reached {
            Some(level) => 20 * i32::from(level.level) + level.bp / 50,
            None if self.is_kind(cards, card, Kind::Spirit) => -300,
            None => 0,
        }
    }

    /// The Soul Core moves only where that lifts more than it lets fall: else it would go to and fro for ever.
    fn rate_soul(&self, cards: &Cards, from: Spot, to: Spot) -> i32 {
        let Spot::On(to) = to else { return -50 };
        let now = |card| self.level_worth(cards, card, self.cores_on(card), self.has_soul(card));
        let gain = self.level_worth(cards, to, self.cores_on(to) + 1, true) - now(to);
        let loss = match from {
            Spot::On(from) => {
                now(from) - self.level_worth(cards, from, self.cores_on(from).saturating_sub(1), false)
            }
            // There it can pay.
            Spot::Reserve => 15,
        };
        if gain > loss { 20 + gain - loss } else { -40 }
    }

    /// The Soul Core changes places with a core: no card has fewer cores for it, but a level may hang on the Soul Core itself.
    fn rate_swap(&self, cards: &Cards, soul: Spot, with: Spot) -> i32 {
        let worth = |spot: Spot| match spot {
            Spot::On(card) => {
                let at = |soul: bool| self.level_worth(cards, card, self.cores_on(card), soul);
                at(true) - at(false)
            }
            // There it can pay.
            Spot::Reserve => 15,
        };
        let (gain, loss) = (worth(with), worth(soul));
        if gain > loss { gain - loss } else { -45 }
    }

    /// How using a card is rated that is worth this much once it is there or done.
    fn rate_use(&self, cards: &Cards, glance: &Glance, card: Card, worth: i32) -> i32 {
        let due = i32::from(self.due(cards, card, glance.me, &[0; 6]));
        let least = i32::from(self.print(cards, card).least_cores());
        // What the Reserve does not hold comes off one's own cards: spare cores first, then levels and Spirits.
        let short = (due + least - glance.reserve).max(0);
        let missing = (short - glance.spare).max(0);
        worth - CARD - 6 * due - 10 * short - 170 * missing
    }

    fn rate_magic(&self, cards: &Cards, glance: &Glance, card: Card, how: How) -> i32 {
        let window = if how == How::Flash { Window::Flash } else { Window::Main };
        let Some(index) = self.print(cards, card).body(window) else { return -20 };
        let at = AbilityRef { print: self.table.print(card), index };
        let run = Run::new(at, self.table.object(card), glance.me);
        let does = stake::promise(self, cards, &run, 0, glance.me);
        // What cannot be told from its words is worth a little, but not the cores for a card that only replaces itself.
        match self.rate_use(cards, glance, card, does + 10) {
            gain if gain > 0 => gain + 60,
            gain => gain - 10,
        }
    }

    fn rate_attack(&self, cards: &Cards, glance: &Glance, card: Card) -> i32 {
        let symbols = self.symbols_of(cards, card);
        let gain = self.life_worth(glance.me.other(), symbols).min(2_500);
        let own = self.worth(cards, card, glance.me);
        let bp = self.bp(cards, card);
        // Who attacks is exhausted in their turn.
        let bare = glance.threat >= glance.life[0] && glance.guards <= glance.threat && glance.life[0] <= 3;
        let guard = if bare && glance.symbols < glance.life[1] { 110 } else { 15 };
        if glance.blockers == 0 {
            return 60 + gain - guard;
        }
        let over = glance.attackers > glance.blockers && glance.symbols - glance.blockers >= glance.life[1];
        let rush = if over { 400 } else { 0 };
        match bp.cmp(&glance.blocker) {
            std::cmp::Ordering::Greater => 50 + gain * 6 / 10 - guard + rush,
            std::cmp::Ordering::Equal => gain / 2 - own / 4 - guard + rush,
            std::cmp::Ordering::Less => gain / 3 - own * 7 / 10 - guard + rush,
        }
    }

    fn rate_block(&self, cards: &Cards, glance: &Glance, card: Card) -> i32 {
        let Some(attacker) = self.attacker() else { return 0 };
        let (bp, theirs) = (self.bp(cards, card), self.bp(cards, attacker));
        let saved = self.life_worth(glance.me, self.symbols_of(cards, attacker));
        let own = self.worth(cards, card, glance.me);
        let fight = match bp.cmp(&theirs) {
            std::cmp::Ordering::Greater => self.worth(cards, attacker, glance.me),
            std::cmp::Ordering::Equal => self.worth(cards, attacker, glance.me) - own,
            std::cmp::Ordering::Less => -own,
        };
        saved + fight - 30
    }

    fn rate_payment(&self, cards: &Cards, spot: Spot) -> i32 {
        match (spot, self.hold(cards, spot)) {
            (Spot::Reserve, _) => 20,
            (_, Hold::Spare) => 10,
            (_, Hold::Level) => -30,
            (_, Hold::Life) => -200,
        }
    }

    /// Cores for a card that enters: as many as keep it, the rest where they can still pay for something.
    fn rate_placing(&self, cards: &Cards, from: Spot, to: Spot) -> i32 {
        let Spot::On(card) = to else { return -50 };
        let enough = self.cores_on(card) >= self.print(cards, card).least_cores().max(1);
        let source = self.rate_payment(cards, from);
        if enough { source.min(0) - 5 } else { source }
    }

    /// A hand that can begin: something cheap to summon.
    fn is_good_hand(&self, cards: &Cards, seat: Seat) -> bool {
        let cheap = |card: &&Card| {
            let print = self.print(cards, **card);
            print.kind == Kind::Spirit && print.cost <= 3
        };
        self.table.cards(Place::new(seat, Zone::Hand)).iter().filter(cheap).count() >= 1
    }
}

/// What a choice answers to a running effect.
fn answer_of(choice: Choice) -> Option<Answer> {
    Some(match choice {
        Choice::Card(card) => Answer::Card(card),
        Choice::Number(number) => Answer::Number(number as i16),
        Choice::Mode(mode) => Answer::Mode(mode),
        Choice::Yes => Answer::Yes,
        Choice::Done => Answer::Done,
        Choice::Decline => Answer::Decline,
        _ => return None,
    })
}

impl Sense for State {
    type Glance = Glance;

    const FEATURES: &'static [Feature] = &[
        Feature::more("life", "Life"),
        Feature::less("low_life", "1 at 2 Life or less"),
        Feature::less("last_life", "1 at 1 Life"),
        Feature::more("hand", "cards in the hand, at most 10"),
        Feature::more("spirits", "Spirits on the Field"),
        Feature::more("bp", "their BP together, in thousands"),
        Feature::more("most_bp", "the most BP of one of them, in thousands"),
        Feature::more(
            "levels",
            "levels above 1 of Spirits and Nexuses together, with the share of the way to the next",
        ),
        Feature::more("symbols", "symbols on the Field"),
        Feature::more("nexuses", "Nexuses"),
        Feature::more(
            "reserve",
            "cores that can pay without a loss: in the Reserve, and on cards beyond what keeps their level",
        ),
        Feature::more("cores", "cores in the Reserve, in the Trash and on cards"),
        Feature::more("soul", "1 while the Soul Core can be used"),
        Feature::more(
            "attackers",
            "Spirits that can attack in this turn if it is theirs, else in their next",
        ),
        Feature::more("strikes", "their symbols together"),
        Feature::more("blockers", "refreshed Spirits"),
        Feature::more("over", "attackers with more BP than every refreshed Spirit of the opponent"),
        Feature::more("free", "attackers beyond the number of refreshed Spirits of the opponent"),
        Feature::open("turn", "1 in this player's turn"),
        Feature::less("thin_deck", "1 if the deck has fewer than 5 cards"),
        Feature::more("lethal", "1 if the symbols that get past as many blockers reach the other's Life"),
    ];

    const WEIGHTS: &'static str = include_str!("sense.json");

    fn glance(&self, cards: &Cards) -> Glance {
        let me = match State::standing(self) {
            Standing::Open(seat) => seat,
            Standing::Over(_) => Seat::A,
        };
        let other = me.other();
        let mut glance = Glance {
            me,
            reason: State::reason(self),
            reserve: self.reserve_total(me).into(),
            spare: self.field(me).iter().map(|card| self.spare_on(cards, *card)).sum(),
            life: [self.players[me].life.into(), self.players[other].life.into()],
            blocker: -1,
            blockers: 0,
            attackers: 0,
            symbols: 0,
            threat: 0,
            guards: 0,
        };
        if glance.reason == Reason::AttackStep {
            for card in self.field(other).iter().filter(|card| self.is_kind(cards, **card, Kind::Spirit)) {
                glance.threat += self.symbols_of(cards, *card);
                if self.is_upright(*card) && !self.cannot_block(cards, *card) {
                    glance.blockers += 1;
                    glance.blocker = glance.blocker.max(self.bp(cards, *card));
                }
            }
            for card in self.field(me).iter().filter(|card| self.is_kind(cards, **card, Kind::Spirit)) {
                if self.is_upright(*card) {
                    glance.attackers += 1;
                    glance.guards += 1;
                    glance.symbols += self.symbols_of(cards, *card);
                }
            }
        }
        glance
    }

    fn rate(&self, cards: &Cards, glance: &Glance, choice: Choice) -> i32 {
        let me = glance.me;
        if let (Some(Frame::Effect(run, _)), Some(answer)) = (self.frames.last(), answer_of(choice)) {
            let points = stake::answer(self, cards, run, answer, me);
            // What is offered is usually good for something.
            return if answer == Answer::Yes { points + 5 } else { points };
        }
        match choice {
            Choice::GoFirst => 5,
            Choice::Yes if glance.reason == Reason::Redraw => {
                if self.is_good_hand(cards, me) {
                    -10
                } else {
                    10
                }
            }
            Choice::Summon(card) => {
                match self.rate_use(cards, glance, card, self.would_be_worth(cards, card) + 60) {
                    gain if gain > 0 => 200 + gain,
                    gain => gain - 10,
                }
            }
            Choice::Deploy(card) => {
                match self.rate_use(cards, glance, card, self.would_be_worth(cards, card) + 50) {
                    gain if gain > 0 => 150 + gain,
                    gain => gain - 10,
                }
            }
            Choice::Use(card, how) => self.rate_magic(cards, glance, card, how),
            Choice::Activate(card, index) => {
                let at = AbilityRef { print: self.table.print(card), index };
                let run = Run::new(at, self.table.object(card), me);
                match stake::promise(self, cards, &run, 0, me) {
                    gain if gain > 0 => 110 + gain,
                    gain => gain - 10,
                }
            }
            Choice::Move { from, to } if matches!(glance.reason, Reason::PlaceCores(_)) => {
                self.rate_placing(cards, from, to)
            }
            Choice::MoveSoul { from, to } if matches!(glance.reason, Reason::PlaceCores(_)) => {
                self.rate_placing(cards, from, to) - 8
            }
            Choice::Move { from, to } => self.rate_core(cards, glance, from, to),
            Choice::MoveSoul { from, to } => self.rate_soul(cards, from, to),
            Choice::Swap { soul, with } => self.rate_swap(cards, soul, with),
            Choice::Attack(card) => self.rate_attack(cards, glance, card),
            Choice::Block(card) => self.rate_block(cards, glance, card),
            Choice::PaySpot(spot) => self.rate_payment(cards, spot),
            // Off a card it is a core like any other.
            Choice::PaySoul => match self.players[me].soul {
                SoulAt::On(card) => self.rate_payment(cards, Spot::On(card)).min(5),
                _ => 5,
            },
            // A core less for a better use of it.
            Choice::Card(card) => match glance.reason {
                Reason::Succession(_) => 20,
                _ if self.table.seat(card) == me => -self.worth(cards, card, me),
                _ => self.worth(cards, card, me),
            },
            Choice::Core => 5,
            _ => 0,
        }
    }

    fn about(&self, choice: Choice) -> Option<Print> {
        match choice {
            Choice::Summon(card)
            | Choice::Deploy(card)
            | Choice::Use(card, _)
            | Choice::Activate(card, _)
            | Choice::Attack(card)
            | Choice::Block(card)
            | Choice::Card(card) => Some(self.table.print(card)),
            _ => None,
        }
    }

    fn look(&self, eyes: Eyes, into: &mut PackingHasher) {
        self.table.hash_look(eyes, into);
        (self.turn_seat, self.turn_number, &self.players).hash(into);
        for frame in self.frames.iter() {
            match frame {
                // Any arrangement of cores is reached by few moves ([`crate::turn::MOVES`]): how many were made
                // does not matter.
                Frame::Turn(turn) => (turn.step, turn.opened).hash(into),
                frame => frame.hash(into),
            }
        }
        (&self.waiting, &self.leaving, &self.lasting, &self.uses, &self.picks).hash(into);
    }

    fn features(&self, cards: &Cards, seat: Seat, into: &mut [f32]) {
        let other = seat.other();
        let mine = self.turn_seat == seat;
        let player = &self.players[seat];
        let life = player.life;
        let (mut wall, mut walls) = (-1, 0);
        for card in self.field(other) {
            if self.is_kind(cards, *card, Kind::Spirit) && self.is_upright(*card) {
                walls += 1;
                wall = wall.max(self.bp(cards, *card));
            }
        }
        let (mut spirits, mut bp, mut most, mut symbols, mut nexuses) = (0, 0, 0, 0, 0);
        let (mut levels, mut spare) = (0.0, 0);
        let (mut cores, mut attackers, mut strikes, mut blockers, mut over) = (0, 0, 0, 0, 0);
        for card in self.field(seat) {
            cores += self.table.marks(*card).cores;
            let own = self.symbols_of(cards, *card);
            symbols += own;
            levels += f32::from(self.level_number(cards, *card).saturating_sub(1));
            // A core that keeps no level can pay as well as one in the Reserve, and is on its way to the next level.
            let loose = self.spare_on(cards, *card);
            spare += loose;
            levels += match self.next_level(cards, *card) {
                Some((need, _)) => loose as f32 / (loose + need).max(1) as f32,
                None => 0.0,
            };
            if !self.is_kind(cards, *card, Kind::Spirit) {
                nexuses += 1;
                continue;
            }
            let power = self.bp(cards, *card);
            spirits += 1;
            bp += power;
            most = most.max(power);
            blockers += i32::from(self.is_upright(*card));
            if !mine || self.is_upright(*card) {
                attackers += 1;
                strikes += own;
                over += i32::from(power > wall);
            }
        }
        let usable = matches!(player.soul, SoulAt::Reserve | SoulAt::On(_));
        let deck = self.table.count(Place::new(seat, Zone::Deck));
        let free = (attackers - walls).max(0);
        let past = if attackers > 0 { strikes * free / attackers } else { 0 };
        let flag = |on: bool| f32::from(u8::from(on));
        let values = [
            f32::from(life),
            flag(life <= 2),
            flag(life <= 1),
            self.table.count(Place::new(seat, Zone::Hand)).min(10) as f32,
            spirits as f32,
            bp as f32 / 1000.0,
            most as f32 / 1000.0,
            levels,
            symbols as f32,
            nexuses as f32,
            f32::from(self.reserve_total(seat)) + spare as f32,
            f32::from(cores + player.reserve + player.trash),
            flag(usable),
            attackers as f32,
            strikes as f32,
            blockers as f32,
            over as f32,
            free as f32,
            flag(mine),
            flag(deck < 5),
            flag(past >= i32::from(self.players[other].life)),
        ];
        into.copy_from_slice(&values);
    }
}

const _: () = assert!(State::FEATURES.len() == 21);
