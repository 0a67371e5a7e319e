//! What the board of a match shows (see [`kernel::board`]): the layout of the playmat, the facts of a card, what each
//! option costs and leaves, and why somebody is asked.

use crate::card::{Cards, Kind};
use crate::cores::Pile;
use crate::event::{PileOf, What};
use crate::figures::ChangeKind;
use crate::state::*;
use crate::vocab::Window;
use crate::{rule, text};
use effects::{AbilityRef, Run};
use kernel::board::{Asked, Deal, Few, Fight, Happening, Pictured, Spread, Telling, Wording};
use kernel::{Card, Game, Grounds, Named, Print, RuleId, Seat, Table};

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

    const PRIMER: &'static [&'static str] = &[
        "You win when the opponent's life is 0, or when they begin a turn without a deck.",
        "Everything is paid with cores. They come back from the trash in the refresh step and one more comes each core step. The Soul Core is a core of its own.",
        "Each turn: start, core, draw, refresh, main, attack and second main step. In a main step summon Spirits, deploy Nexuses, use Magic and move cores; cores on a Spirit set its level, and a Spirit without enough of them is depleted.",
        "A cost is less by the symbols on your field of the colours that the card names as its reduction.",
        "In the attack step a Spirit attacks and is exhausted. The defender may block with a Spirit: the higher BP destroys the other. Unblocked, it takes as many life as the attacker has symbols; lost life becomes cores in the reserve.",
        "Before and after the block both players have a flash timing for Magic and effects with Flash.",
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

    const HAPPENINGS: &'static [&'static str] = &[
        "turn",
        "step",
        "first",
        "shuffled",
        "redrew",
        "moved",
        "cores",
        "soul core",
        "used",
        "cost",
        "activated",
        "turned",
        "attacked",
        "blocked",
        "unblocked",
        "compared",
        "leaves",
        "stays",
        "damage",
        "battle ended",
        "flash timing",
        "passed",
        "revealed",
        "looked at",
        "gained",
        "nothing to draw",
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

    fn figures(&self, _: &Cards, seat: Seat, say: &mut dyn FnMut(&'static str, i32)) {
        let pile = |pile| i32::from(self.pile_total(seat, pile));
        say("life", pile(Pile::Life));
        say("reserve", pile(Pile::Reserve));
        say("trash cores", pile(Pile::Trash));
        for (at, name) in [
            (SoulAt::Reserve, "soul core in reserve"),
            (SoulAt::Trash, "soul core in trash"),
            (SoulAt::Life, "soul core in life"),
        ] {
            if self.players[seat].soul == at {
                say(name, 1);
            }
        }
    }

    fn facts(&self, cards: &Cards, card: Card, to: &mut dyn Telling) {
        let printed = self.print(cards, card);
        let on_field = self.is_on_field(card);
        to.kind(kind(printed.kind));
        printed.colors.iter().for_each(|color| to.color(color.name()));
        let seat = self.table.owner(card);
        to.figure("cost", self.cost_of(cards, card, seat), printed.cost.into());
        to.figure("reduction", printed.reduction.total() as i32, printed.reduction.total() as i32);
        if on_field {
            let level = i32::from(self.level_number(cards, card));
            to.figure("level", level, level);
        }
        if printed.kind == Kind::Spirit {
            let first = printed.levels.first().map_or(0, |level| level.bp);
            match on_field {
                true => to.figure("bp", self.bp(cards, card), self.base_bp(cards, card)),
                false => to.figure("bp", first, first),
            }
        }
        let symbols =
            if on_field { self.symbols(cards, card, None).total() } else { printed.symbols.total() };
        if symbols > 0 {
            to.figure("symbols", symbols as i32, printed.symbols.total() as i32);
        }
        if printed.succession {
            to.keyword("Succession", 1, &|| "Succession".into());
        }
        if let Some(color) = printed.soul_magic {
            to.keyword("Soul Magic", 1, &|| format!("Soul Magic: {}", color.name()));
        }
        if printed.levels.iter().any(|level| level.super_unleash) {
            to.keyword("Super Unleash", 1, &|| "Super Unleash".into());
        }
        if on_field {
            self.tell_cores(card, to);
        }
    }

    /// On the field cost, level, BP and symbols may differ from what is printed, and cores lie there.
    fn facts_of(&self, cards: &Cards, among: &[Card], to: &mut dyn Telling) {
        for card in among.iter().copied() {
            to.card(card);
            let printed = self.print(cards, card);
            let symbols = self.symbols(cards, card, None).total();
            let lost = symbols == 0 && printed.symbols.total() > 0;
            if !self.is_on_field(card) || lost || !to.printed(self.table.print(card), false, true) {
                self.facts(cards, card, to);
                continue;
            }
            to.figure("cost", self.cost_of(cards, card, self.table.owner(card)), printed.cost.into());
            let level = i32::from(self.level_number(cards, card));
            to.figure("level", level, level);
            if printed.kind == Kind::Spirit {
                let bp = self.bp(cards, card);
                to.figure("bp", bp, bp);
            }
            if symbols > 0 {
                to.figure("symbols", symbols as i32, printed.symbols.total() as i32);
            }
            self.tell_cores(card, to);
        }
    }

    /// Off the field only the cost can be another than printed.
    fn each_plain(&self, cards: &Cards, among: &[Card], say: &mut dyn FnMut(Card)) {
        if self.is_given(ChangeKind::CostOf) {
            return;
        }
        let own = |card: Card| self.print(cards, card).bits[2].gives & ChangeKind::OwnCost as u16 != 0;
        let off = |card: Card| !matches!(self.table.zone(card), Zone::Field | Zone::Deck);
        among.iter().copied().filter(|card| off(*card) && !own(*card)).for_each(say);
    }

    #[inline]
    fn states(&self, _: &Cards, card: Card, say: &mut dyn FnMut(&'static str)) {
        if self.table.zone(card) == Zone::Field {
            self.say_states(card, say);
        }
    }

    fn fight(&self, cards: &Cards) -> Option<Fight> {
        let battle = self.battle()?;
        let attacker = self.attacker()?;
        let blocker = self.blocker();
        // The stage says what comes next: as long as a Flash Timing is open, it is the one before that.
        let flash = self.frames.iter().any(|frame| matches!(frame, Frame::Flash(_)));
        let step = match battle.stage {
            BattleStage::FirstFlash => "flash before blocks",
            BattleStage::Block if flash => "flash before blocks",
            BattleStage::Block => "block",
            BattleStage::SecondFlash => "flash after blocks",
            BattleStage::Resolution if flash => "flash after blocks",
            BattleStage::Resolution | BattleStage::Compare => "battle",
            BattleStage::End | BattleStage::Expire | BattleStage::After => "end",
        };
        let totals = blocker.map(|blocker| [self.bp(cards, attacker), self.bp(cards, blocker)]);
        let against = self.table.seat(attacker).other();
        Some(Fight {
            attackers: Few::from_slice(&[attacker]),
            targets: Few::from_slice(blocker.as_slice()),
            against,
            step,
            totals,
        })
    }

    fn waits(&self, cards: &Cards, say: &mut dyn FnMut(Option<Card>, Seat, &str)) {
        for waiting in self.waiting.iter() {
            let words = &cards.ability(waiting.ability).words;
            say(self.table.find(waiting.source), waiting.controller, words);
        }
    }

    fn asked<W: Wording>(&self, cards: &Cards, reason: Reason) -> Asked<W> {
        let name = |card: Card| self.name_of(cards, card);
        match reason {
            Reason::Nothing => Asked::new("go on"),
            Reason::FirstOrSecond => Asked::new("go first or second?").by(rule!("SETUP-6")),
            Reason::Redraw => Asked::new("redraw the opening hand?").by(rule!("SETUP-7")),
            Reason::MainStep => Asked::say(|| format!("{} step", self.step().name())),
            Reason::AttackStep => Asked::new("attack step"),
            Reason::Flash => {
                let asked = Asked::new("flash timing: use a flash effect?").by(rule!("FLASH-1"));
                self.attacker().into_iter().fold(asked, Asked::of)
            }
            Reason::Block => {
                let asked = Asked::new("block the attack?").by(rule!("BATTLE-3.1"));
                self.attacker().into_iter().fold(asked, Asked::of)
            }
            Reason::Succession(card) => {
                let ask =
                    || format!("succession: which card of your trash leaves to make {} cheaper?", name(card));
                Asked::say(ask).of(card).by(rule!("SUCCESSION-1"))
            }
            Reason::Pay(card, due) => {
                let cores = if due == 1 { "core" } else { "cores" };
                Asked::say(|| format!("pay for {}: {due} {cores} to go", name(card)))
                    .of(card)
                    .by(rule!("COST-3"))
            }
            Reason::PlaceCores(card) => Asked::say(|| format!("place cores on {}", name(card))).of(card),
            Reason::Order => Asked::new("which effect comes first"),
            Reason::WhichCore(card) => Asked::say(|| format!("which core leaves {}", name(card))).of(card),
            Reason::Effect(card) => match self.frames.last() {
                Some(Frame::Effect(run, _)) => self.asked_by_effect(cards, run, card),
                _ => Asked::new("an effect").of(card),
            },
        }
    }

    fn deal<W: Wording>(&self, cards: &Cards, choice: Choice) -> Deal<W> {
        let spots = |one: Spot, two: Spot| {
            let mut cards = Few::new();
            [one, two].into_iter().filter_map(on).for_each(|card| cards.push(card));
            cards
        };
        match choice {
            Choice::GoFirst | Choice::Core => Deal::new("choose", &[]),
            Choice::GoSecond | Choice::SoulCore => Deal::new("choose", &[]).which(1),
            Choice::Summon(card) => self.priced(cards, "summon", card),
            Choice::Deploy(card) => self.priced(cards, "deploy", card),
            Choice::Use(card, how) => self.priced(cards, "use", card).which(how as u8),
            Choice::Activate(card, at) if self.table.zone(card) == Zone::Hand => {
                let nexus = self.print(cards, card).kind == Kind::Nexus;
                Deal::new(if nexus { "deploy" } else { "summon" }, &[card]).which(at)
            }
            Choice::Activate(card, at) => Deal::new("use", &[card]).which(at),
            Choice::Move { from, to } => {
                let deal = Deal::new("move core", &spots(from, to)).which(from == Spot::Reserve);
                self.moved(cards, deal, from, to)
            }
            Choice::MoveSoul { from, to } => {
                let deal = Deal::new("move soul core", &spots(from, to)).which(from == Spot::Reserve);
                self.moved(cards, deal, from, to)
            }
            Choice::Swap { soul, with } => {
                Deal::new("swap soul core", &spots(soul, with)).which(soul == Spot::Reserve)
            }
            Choice::Attack(card) => {
                Deal::new("attack", &[card]).then(|| format!("{} BP", self.bp(cards, card)))
            }
            Choice::Block(card) => match self.attacker() {
                Some(attacker) => Deal::new("block", &[card])
                    .then(|| format!("{} against {}", self.bp(cards, card), self.bp(cards, attacker))),
                None => Deal::new("block", &[card]),
            },
            Choice::PaySpot(spot) => self.paid(cards, on(spot)),
            Choice::PaySoul => Deal::new("pay", &[]).which(1).then(|| self.paid_by_soul(cards)),
            Choice::Card(card) => Deal::new("choose", &[card]),
            Choice::Number(number) => Deal::new("choose", &[]).number(number),
            Choice::Mode(mode) => Deal::new("choose", &[]).number(mode.into()),
            Choice::Resolve(at) => {
                let waiting = self.waiting.get(at as usize);
                let card = waiting.and_then(|waiting| self.table.find(waiting.source));
                let which = waiting.map_or(0, |waiting| waiting.ability.index);
                Deal::new("resolve", card.as_slice()).which(which)
            }
            Choice::Yes => Deal::new("yes", &[]),
            Choice::Done => Deal::new("done", &[]),
            Choice::Decline => Deal::new("decline", &[]),
            Choice::Pass => Deal::new("pass", &[]),
            Choice::EndStep => Deal::new("end step", &[]),
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
            What::Activated { ability, .. } => Some(&cards.ability(*ability).words),
            // What a Magic does is what it is used for.
            What::Used { card, how, .. } => body_of(cards, card.print, *how),
            _ => None,
        }
    }

    fn used_by<'a>(&self, cards: &'a Cards, choice: Choice) -> Option<&'a str> {
        match choice {
            Choice::Use(card, how) => body_of(cards, self.table.print(card), how),
            Choice::Activate(card, index) => {
                Some(&cards.ability(AbilityRef { print: self.table.print(card), index }).words)
            }
            _ => None,
        }
    }

    fn is_routine(what: &What) -> bool {
        const ROUTINE: [&str; 9] = [
            "step",
            "shuffled",
            "redrew",
            "passed",
            "flash timing",
            "cost",
            "turned",
            "unblocked",
            "battle ended",
        ];
        match *what {
            What::Moved { from, .. } => from.1 != Zone::Field,
            // What leaves a card befalls it; a life that is lost is told as damage.
            What::Cores { from, .. } => !matches!(from, PileOf::On(_)),
            _ => ROUTINE.contains(&Self::happening(what).word),
        }
    }

    fn cards_of(&self, what: &What) -> [Option<Named>; 2] {
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
            | What::NothingToDraw { .. } => [None; 2],
            What::Cores { from, to, .. } => {
                let on = |pile: PileOf| match pile {
                    PileOf::On(card) => Some(card),
                    _ => None,
                };
                match (on(from), on(to)) {
                    (None, to) => [to, None],
                    both => both.into(),
                }
            }
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
            | What::Gained { card } => [Some(card), None],
            What::Compared { attacker, blocker } => [Some(attacker.0), Some(blocker.0)],
        }
    }

    fn happening(what: &What) -> Happening {
        let new = Happening::new;
        match *what {
            What::Turn { seat, number } => new("turn").of(seat).number(number),
            What::Step { seat, step } => new("step").of(seat).number(step as u8),
            What::First { seat } => new("first").of(seat),
            What::Shuffled { seat } => new("shuffled").of(seat),
            What::Redrew { seat } => new("redrew").of(seat),
            What::Moved { to, .. } => new("moved").of(to.0).number(to.1 as u8),
            What::Cores { seat, count, soul, .. } => {
                new(if soul { "soul core" } else { "cores" }).of(seat).number(count)
            }
            What::Used { seat, how, .. } => new("used").of(seat).number(how as u8),
            What::Cost { due, .. } => new("cost").number(due),
            What::Activated { seat, ability, .. } => new("activated").of(seat).number(ability.index),
            What::Turned { pose, .. } => new("turned").number(pose as u8),
            What::Attacked { .. } => new("attacked"),
            What::Blocked { .. } => new("blocked"),
            What::Unblocked => new("unblocked"),
            What::Compared { attacker, blocker } => new("compared").number(attacker.1 - blocker.1),
            What::Leaves { how, .. } => new("leaves").number(how as u8),
            What::Stays { .. } => new("stays"),
            What::Damage { seat, count } => new("damage").of(seat).number(count),
            What::BattleEnded => new("battle ended"),
            What::FlashTiming => new("flash timing"),
            What::Passed { seat } => new("passed").of(seat),
            What::Revealed { .. } => new("revealed"),
            What::LookedAt { seat, .. } => new("looked at").of(seat),
            What::Gained { .. } => new("gained"),
            What::NothingToDraw { seat } => new("nothing to draw").of(seat),
        }
    }

    fn title(&self, cards: &Cards, card: Card) -> String {
        self.name_of(cards, card)
    }
}

impl State {
    /// The cores on a card of the field.
    fn tell_cores(&self, card: Card, to: &mut dyn Telling) {
        to.counter("cores", self.cores_on(card).into());
        if self.has_soul(card) {
            to.counter("soul core", 1);
        }
    }

    /// What can be said of how a card of the field lies.
    fn say_states(&self, card: Card, say: &mut dyn FnMut(&'static str)) {
        match self.pose(card) {
            Pose::Refreshed => {}
            Pose::Exhausted => say("exhausted"),
            Pose::Heavy => say("heavy exhausted"),
        }
        for (on, word) in [
            (self.attacker() == Some(card), "attacking"),
            (self.blocker() == Some(card), "blocking"),
            (self.is_leaving(card), "leaving"),
        ] {
            if on {
                say(word);
            }
        }
    }

    /// A use with what is still to pay after the reduction (BS COST-3), and what that leaves in the Reserve.
    fn priced<W: Wording>(&self, cards: &Cards, verb: &'static str, card: Card) -> Deal<W> {
        let seat = self.table.owner(card);
        let due = self.due(cards, card, seat, &[0; 6]);
        let reserve = i32::from(self.reserve_total(seat)) - i32::from(due);
        // BS COST-5: what comes to the Field needs cores of its own besides, and they come from the Reserve or off other cards.
        let own = i32::from(self.least_for(self.print(cards, card), false));
        let mut deal = Deal::new(verb, &[card]).cost(due.into()).leaves(reserve);
        // BS SOUL-MAGIC-1: the Soul Core alone may pay.
        let soul = W::MADE && verb == "use" && self.soul_magic_works(cards, card, seat);
        let without = |card| self.level_with(cards, card, -1);
        let loses = match self.players[seat].soul {
            SoulAt::On(card) if soul && reserve < own => without(card),
            _ => None,
        };
        // The words name the card that the soul core comes off.
        if let Some((card, _)) = loses {
            deal = deal.beside(card);
        }
        deal.then(|| match reserve - own {
            left @ 0.. if soul => format!("{left} in reserve, or the soul core alone"),
            _ if soul => {
                let lost = loses.map(|change| format!(", {}", self.levelled(cards, change)));
                format!("by the soul core alone{}", lost.unwrap_or_default())
            }
            left @ 0.. if own > 0 => {
                format!("{left} in reserve with {own} {} on it", if own == 1 { "core" } else { "cores" })
            }
            left @ 0.. => format!("{left} in reserve"),
            short if -short > self.cores_on_field(seat) => "if an effect makes it cheaper".into(),
            -1 => "1 core comes off a card of yours".into(),
            short => format!("{} cores come off your cards", -short),
        })
    }

    fn cores_on_field(&self, seat: Seat) -> i32 {
        self.field(seat).iter().map(|card| i32::from(self.cores_on(*card))).sum()
    }

    /// What a core that is moved does to the levels of both cards.
    fn moved<W: Wording>(&self, cards: &Cards, deal: Deal<W>, from: Spot, to: Spot) -> Deal<W> {
        let off = on(from).and_then(|card| self.level_with(cards, card, -1));
        let onto = on(to).and_then(|card| self.level_with(cards, card, 1));
        // The lowest level that comes of it is what it costs.
        let Some(lowest) = off.into_iter().chain(onto).map(|(_, level)| level).min() else { return deal };
        let say = |change: (Card, u8)| self.levelled(cards, change);
        deal.leaves(lowest.into()).then(|| match (off, onto) {
            // The card that gets it was named just before.
            (None, Some((card, level))) => self.at_level(cards, card, level),
            _ => off.into_iter().chain(onto).map(say).collect::<Vec<_>>().join(", "),
        })
    }

    /// A core that is paid, and what that does to the card it comes from.
    fn paid<W: Wording>(&self, cards: &Cards, from: Option<Card>) -> Deal<W> {
        let deal = Deal::new("pay", from.as_slice());
        match from.and_then(|card| self.level_with(cards, card, -1)) {
            Some(change) => deal.then(|| self.levelled(cards, change)),
            None => deal,
        }
    }

    /// What comes of paying with the Soul Core.
    fn paid_by_soul(&self, cards: &Cards) -> String {
        let mut said = "the soul core goes to the trash".to_string();
        let Some(Frame::Use(this)) = self.frames.last() else { return said };
        let seat = self.table.owner(this.card);
        if self.soul_pays_whole(cards, this, seat) {
            said = "it pays all of the cost and goes to the trash".into();
        }
        if let SoulAt::On(card) = self.players[seat].soul {
            let change = self.level_with(cards, card, -1);
            said.extend(change.map(|change| format!(", {}", self.levelled(cards, change))));
        }
        said
    }

    /// The level that a card has with so many cores more, if that is another one.
    fn level_with(&self, cards: &Cards, card: Card, more: i16) -> Option<(Card, u8)> {
        let level = |cores: u16| {
            let held = self.print(cards, card).levels.iter().filter(|level| level.cores <= cores);
            held.map(|level| level.level).max().unwrap_or(0)
        };
        let cores = self.cores_on(card);
        let (now, then) = (level(cores), level(cores.saturating_add_signed(more)));
        (now != then).then_some((card, then))
    }

    fn levelled(&self, cards: &Cards, (card, level): (Card, u8)) -> String {
        match level {
            0 => format!("{} is depleted", self.name_of(cards, card)),
            level => format!("{} at {}", self.name_of(cards, card), self.at_level(cards, card, level)),
        }
    }

    /// A level, and the BP that a Spirit has with it.
    fn at_level(&self, cards: &Cards, card: Card, level: u8) -> String {
        let print = self.print(cards, card);
        let bp = print.levels.iter().find(|row| row.level == level).map(|row| row.bp);
        let told = |bp: i32| format!(" ({} BP)", bp + self.bp(cards, card) - self.base_bp(cards, card));
        let bp = bp.filter(|_| print.kind == Kind::Spirit).map(told).unwrap_or_default();
        format!("level {level}{bp}")
    }

    /// The question of the resolving effect: what is chosen and what for, said by the printer.
    fn asked_by_effect<W: Wording>(&self, cards: &Cards, run: &Run, card: Card) -> Asked<W> {
        let ability = cards.ability(run.ability);
        let text = || match effects::program::modes_at(ability, run.at as usize)[..] {
            [] => text::clause(&effects::program::clause_at(&ability.program, run.at as usize)),
            _ => "choose what it does".into(),
        };
        Asked::say(text).at(run.ability.index, run.at).of(card).words(&ability.words).side(run.controller)
    }
}

/// The words of a Magic that are carried out when it is used so.
fn body_of(cards: &Cards, print: Print, how: How) -> Option<&str> {
    let window = match how {
        How::Main => Window::Main,
        How::Flash => Window::Flash,
        How::Summon | How::Deploy => return None,
    };
    let index = cards.get(print).body(window)?;
    Some(&cards.ability(AbilityRef { print, index }).words)
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
