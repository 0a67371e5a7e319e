//! What the board of a match shows (see [`kernel::board`]): the layout of the playmat, the facts of a card, what each
//! option costs and leaves, and why somebody is asked.

use crate::card::{Cards, Kind};
use crate::cores::Pile;
use crate::event::{PileOf, What};
use crate::state::*;
use crate::{rule, text};
use effects::Run;
use kernel::board::{Asked, Deal, Facts, Fight, Named as Row, Pictured, Spread};
use kernel::{Card, Game, Named, Seat, Table};

impl Pictured for State {
    type Table = Table<Zone, Marks, CARDS>;

    const LAYOUT: &'static [(Zone, Spread)] = &[
        (Zone::Field, Spread::Field),
        (Zone::Use, Spread::Field),
        (Zone::Hand, Spread::Fan),
        (Zone::Trash, Spread::Fan),
        (Zone::Deck, Spread::Pile),
        (Zone::Removed, Spread::Fan),
    ];

    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("summon", "summon a Spirit"),
        ("deploy", "deploy a Nexus"),
        ("use", "use a Magic or an effect"),
        ("move core", "move a core between the Reserve and cards: from, to"),
        ("move soul core", "move the Soul Core"),
        ("swap soul core", "swap the Soul Core with a core"),
        ("attack", "attack with a Spirit"),
        ("block", "block with a Spirit"),
        ("pay", "pay with a core"),
        ("resolve", "say which waiting effect comes first"),
        ("choose", "choose a card, a core, a number or a way"),
        ("yes", "take an offer"),
        ("decline", "decline an offer"),
        ("done", "choose no more"),
        ("pass", "let a Flash Timing go by"),
        ("end step", "end the step"),
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
        match self.frames.first() {
            Some(Frame::Setup(_)) => "setup",
            _ => self.step().name(),
        }
    }

    fn figures(&self, _: &Cards, seat: Seat) -> Row<i32> {
        let pile = |pile| i32::from(self.pile_total(seat, pile));
        let mut row = Row(vec![
            ("life", pile(Pile::Life)),
            ("reserve", pile(Pile::Reserve)),
            ("trash cores", pile(Pile::Trash)),
        ]);
        for (at, name) in [
            (SoulAt::Reserve, "soul core in reserve"),
            (SoulAt::Trash, "soul core in trash"),
            (SoulAt::Life, "soul core in life"),
        ] {
            if self.players[seat].soul == at {
                row.push(name, 1);
            }
        }
        row
    }

    fn facts(&self, cards: &Cards, card: Card) -> Facts {
        let printed = self.print(cards, card);
        let on_field = self.is_on_field(card);
        let mut facts = Facts { kind: kind(printed.kind), ..Facts::default() };
        facts.colors = printed.colors.iter().map(|color| color.name()).collect();
        let seat = self.table.owner(card);
        facts.figure("cost", self.cost_of(cards, card, seat), printed.cost.into());
        facts.figure("reduction", printed.reduction.total() as i32, printed.reduction.total() as i32);
        if on_field {
            let level = i32::from(self.level_number(cards, card));
            facts.figure("level", level, level);
        }
        if printed.kind == Kind::Spirit {
            let first = printed.levels.first().map_or(0, |level| level.bp);
            match on_field {
                true => facts.figure("bp", self.bp(cards, card), self.base_bp(cards, card)),
                false => facts.figure("bp", first, first),
            }
        }
        let symbols =
            if on_field { self.symbols(cards, card, None).total() } else { printed.symbols.total() };
        if symbols > 0 {
            facts.figure("symbols", symbols as i32, printed.symbols.total() as i32);
        }
        if printed.succession {
            facts.keywords.push("Succession".into());
        }
        if let Some(color) = printed.soul_magic {
            facts.keywords.push(format!("Soul Magic: {}", color.name()));
        }
        if printed.levels.iter().any(|level| level.super_unleash) {
            facts.keywords.push("Super Unleash".into());
        }
        if on_field {
            facts.counters.push("cores", self.cores_on(card).into());
            if self.has_soul(card) {
                facts.counters.push("soul core", 1);
            }
        }
        facts
    }

    fn states(&self, _: &Cards, card: Card) -> Vec<&'static str> {
        let mut states = Vec::new();
        if !self.is_on_field(card) {
            return states;
        }
        match self.pose(card) {
            Pose::Refreshed => {}
            Pose::Exhausted => states.push("exhausted"),
            Pose::Heavy => states.push("heavy exhausted"),
        }
        for (on, word) in [
            (self.attacker() == Some(card), "attacking"),
            (self.blocker() == Some(card), "blocking"),
            (self.is_leaving(card), "leaving"),
        ] {
            if on {
                states.push(word);
            }
        }
        states
    }

    fn fight(&self, cards: &Cards) -> Option<Fight> {
        let battle = self.battle()?;
        let attacker = self.attacker()?;
        let blocker = self.blocker();
        let step = match battle.stage {
            BattleStage::FirstFlash => "flash before blocks",
            BattleStage::Block => "block",
            BattleStage::SecondFlash => "flash after blocks",
            BattleStage::Resolution | BattleStage::Compare => "battle",
            BattleStage::End | BattleStage::Expire | BattleStage::After => "end",
        };
        let totals = blocker.map(|blocker| [self.bp(cards, attacker), self.bp(cards, blocker)]);
        let against = self.table.seat(attacker).other();
        Some(Fight {
            attackers: vec![attacker],
            targets: blocker.into_iter().collect(),
            against,
            step,
            totals,
        })
    }

    fn waits(&self, cards: &Cards) -> Vec<(Option<Card>, Seat, String)> {
        let one = |waiting: &effects::Waiting| {
            let words = cards.ability(waiting.ability).words.clone();
            (self.table.find(waiting.source), waiting.controller, words)
        };
        self.waiting.iter().map(one).collect()
    }

    fn asked(&self, cards: &Cards, reason: Reason) -> Asked {
        let name = |card: Card| self.name_of(cards, card);
        match reason {
            Reason::Nothing => Asked::new("go on"),
            Reason::FirstOrSecond => Asked::new("go first or second?").by(rule!("SETUP-6")),
            Reason::Redraw => Asked::new("redraw the opening hand?").by(rule!("SETUP-7")),
            Reason::MainStep => Asked::new(format!("{} step", self.step().name())),
            Reason::AttackStep => Asked::new("attack step"),
            Reason::Flash => {
                let asked = Asked::new("flash timing: use a flash effect?").by(rule!("FLASH-1"));
                self.attacker().into_iter().fold(asked, Asked::of)
            }
            Reason::Block => {
                let asked = Asked::new("block the attack?").by(rule!("BATTLE-3.1"));
                self.attacker().into_iter().fold(asked, Asked::of)
            }
            Reason::Succession(card) => Asked::new(format!("succession for {}", name(card))).of(card),
            Reason::Pay(card, due) => {
                let cores = if due == 1 { "core" } else { "cores" };
                Asked::new(format!("pay for {}: {due} {cores} to go", name(card)))
                    .of(card)
                    .by(rule!("COST-3"))
            }
            Reason::PlaceCores(card) => Asked::new(format!("place cores on {}", name(card))).of(card),
            Reason::Order => Asked::new("which effect comes first"),
            Reason::WhichCore(card) => Asked::new(format!("which core leaves {}", name(card))).of(card),
            Reason::Effect(card) => match self.frames.last() {
                Some(Frame::Effect(run, _)) => self.asked_by_effect(cards, run, card),
                _ => Asked::new("an effect").of(card),
            },
        }
    }

    fn deal(&self, cards: &Cards, choice: Choice) -> Deal {
        let spots = |one: Spot, two: Spot| -> Vec<Card> { [one, two].into_iter().filter_map(on).collect() };
        match choice {
            Choice::GoFirst | Choice::GoSecond | Choice::Core | Choice::SoulCore => Deal::new("choose", &[]),
            Choice::Summon(card) => self.priced(cards, "summon", card),
            Choice::Deploy(card) => self.priced(cards, "deploy", card),
            Choice::Use(card, _) => self.priced(cards, "use", card),
            Choice::Activate(card, _) if self.table.zone(card) == Zone::Hand => {
                let nexus = self.print(cards, card).kind == Kind::Nexus;
                Deal::new(if nexus { "deploy" } else { "summon" }, &[card])
            }
            Choice::Activate(card, _) => Deal::new("use", &[card]),
            Choice::Move { from, to } => {
                self.moved(cards, Deal::new("move core", &spots(from, to)), from, to)
            }
            Choice::MoveSoul { from, to } => {
                self.moved(cards, Deal::new("move soul core", &spots(from, to)), from, to)
            }
            Choice::Swap { soul, with } => Deal::new("swap soul core", &spots(soul, with)),
            Choice::Attack(card) => Deal::new("attack", &[card]),
            Choice::Block(card) => Deal::new("block", &[card]),
            Choice::PaySpot(spot) => Deal::new("pay", on(spot).as_slice()),
            Choice::PaySoul => Deal::new("pay", &[]),
            Choice::Card(card) => Deal::new("choose", &[card]),
            Choice::Number(number) => Deal::new("choose", &[]).number(number),
            Choice::Mode(mode) => Deal::new("choose", &[]).number(mode.into()),
            Choice::Resolve(at) => {
                let waiting = self.waiting.get(at as usize);
                let card = waiting.and_then(|waiting| self.table.find(waiting.source));
                Deal::new("resolve", card.as_slice())
            }
            Choice::Yes => Deal::new("yes", &[]),
            Choice::Done => Deal::new("done", &[]),
            Choice::Decline => Deal::new("decline", &[]),
            Choice::Pass => Deal::new("pass", &[]),
            Choice::EndStep => Deal::new("end step", &[]),
        }
    }

    fn cards_of(&self, what: &What) -> Vec<Named> {
        match *what {
            What::Turn { .. }
            | What::Step { .. }
            | What::First { .. }
            | What::Shuffled { .. }
            | What::Redrew { .. }
            | What::Unblocked
            | What::Damage { .. }
            | What::BattleEnded
            | What::FlashTiming
            | What::Passed { .. }
            | What::NothingToDraw { .. } => Vec::new(),
            What::Cores { from, to, .. } => [from, to]
                .into_iter()
                .filter_map(|pile| match pile {
                    PileOf::On(card) => Some(card),
                    _ => None,
                })
                .collect(),
            What::Moved { card, .. }
            | What::Used { card, .. }
            | What::Cost { card, .. }
            | What::Activated { card, .. }
            | What::Turned { card, .. }
            | What::Attacked { card }
            | What::Blocked { card }
            | What::Leaves { card, .. }
            | What::Stays { card }
            | What::Revealed { card }
            | What::LookedAt { card, .. }
            | What::Gained { card } => vec![card],
            What::Compared { attacker, blocker } => vec![attacker.0, blocker.0],
        }
    }

    fn title(&self, cards: &Cards, card: Card) -> String {
        self.name_of(cards, card)
    }
}

impl State {
    /// A use with what is still to pay after the reduction (BS COST-3), and what that leaves in the Reserve.
    fn priced(&self, cards: &Cards, verb: &'static str, card: Card) -> Deal {
        let seat = self.table.owner(card);
        let due = self.due(cards, card, seat, &[0; 6]);
        let reserve = i32::from(self.reserve_total(seat)) - i32::from(due);
        let deal = Deal::new(verb, &[card]).cost(due.into());
        match reserve {
            0.. => deal.then(format!("{reserve} in reserve")),
            short => deal.then(format!("{} from cards", -short)),
        }
    }

    /// What a core that is moved does to the levels of both cards.
    fn moved(&self, cards: &Cards, deal: Deal, from: Spot, to: Spot) -> Deal {
        let levels = |card: Card, cores: u16| {
            let level = |cores: u16| {
                let held = self.print(cards, card).levels.iter().filter(|level| level.cores <= cores);
                held.map(|level| level.level).max().unwrap_or(0)
            };
            let (now, then) = (level(self.cores_on(card)), level(cores));
            (now != then).then(|| match then {
                0 => format!("{} is depleted", self.name_of(cards, card)),
                then => format!("{} at level {then}", self.name_of(cards, card)),
            })
        };
        let off = on(from).and_then(|card| levels(card, self.cores_on(card).saturating_sub(1)));
        let onto = on(to).and_then(|card| levels(card, self.cores_on(card) + 1));
        let then: Vec<String> = off.into_iter().chain(onto).collect();
        if then.is_empty() { deal } else { deal.then(then.join(", ")) }
    }

    /// The question of the resolving effect: what is chosen and what for, said by the printer.
    fn asked_by_effect(&self, cards: &Cards, run: &Run, card: Card) -> Asked {
        let ability = cards.ability(run.ability);
        let steps = effects::program::clause_at(&ability.program, run.at as usize);
        Asked::new(text::clause(&steps)).of(card).words(&ability.words)
    }
}

/// The card that a spot is.
fn on(spot: Spot) -> Option<Card> {
    match spot {
        Spot::Reserve => None,
        Spot::On(card) => Some(card),
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Spirit => "spirit",
        Kind::Nexus => "nexus",
        Kind::Magic => "magic",
    }
}
