//! Menus and positions in words: labels of choices, reasons, and the table as a seat sees it.

use crate::card::{Cards, Kind};
use crate::state::*;
use crate::vocab::{Change, SymbolColor, Window};
use effects::{Answer, Op, Run, Waiting, run};
use kernel::{Card, Consider, Eyes, Place, Printed, Seat};
use std::fmt::Write;

impl State {
    pub(crate) fn decider(&self) -> Seat {
        match self.frames.last() {
            Some(Frame::Setup(Setup::FirstOrSecond(seat) | Setup::Redraw(seat))) => *seat,
            Some(Frame::Battle(_)) => self.turn_seat.other(),
            Some(Frame::Flash(flash)) => flash.seat,
            Some(Frame::Use(this)) => self.table.owner(this.card),
            Some(Frame::Effect(_, seat)) => *seat,
            Some(Frame::Cores(cores)) => {
                self.table.find(cores.cards[0]).map_or(self.turn_seat, |card| self.table.seat(card))
            }
            // BS TURN-5: in a step only the turn player acts, unless the work in progress asks somebody else.
            _ => self.turn_seat,
        }
    }

    pub(crate) fn reason(&self) -> Reason {
        match self.frames.last() {
            Some(Frame::Setup(Setup::FirstOrSecond(_))) => Reason::FirstOrSecond,
            Some(Frame::Setup(Setup::Redraw(_))) => Reason::Redraw,
            Some(Frame::Turn(turn)) if turn.step == Step::Attack => Reason::AttackStep,
            Some(Frame::Turn(_)) => Reason::MainStep,
            Some(Frame::Battle(_)) => Reason::Block,
            Some(Frame::Flash(_)) => Reason::Flash,
            Some(Frame::Use(this)) => match this.stage {
                UseStage::Succession => Reason::Succession(this.card),
                UseStage::Place => Reason::PlaceCores(this.card),
                _ => Reason::Pay(this.card, this.due),
            },
            Some(Frame::Settle { .. }) => Reason::Order,
            Some(Frame::Effect(run, _)) => {
                self.table.find(run.source).map_or(Reason::Nothing, Reason::Effect)
            }
            Some(Frame::Cores(cores)) => {
                self.table.find(cores.cards[0]).map_or(Reason::Nothing, Reason::WhichCore)
            }
            None => Reason::Nothing,
        }
    }

    pub(crate) fn ask(&self, cards: &Cards, reason: Reason) -> String {
        let name = |card| self.name_of(cards, card);
        match reason {
            Reason::Nothing => "go on".into(),
            Reason::FirstOrSecond => "go first or second".into(),
            Reason::Redraw => "redraw the opening hand".into(),
            Reason::MainStep => format!("{} step", self.step().name()),
            Reason::AttackStep => "attack step".into(),
            Reason::Flash => "flash timing".into(),
            Reason::Block => "block or not".into(),
            Reason::Succession(card) => format!("succession for {}", name(card)),
            Reason::Pay(card, due) => format!("pay for {}: {due} left", name(card)),
            Reason::PlaceCores(card) => format!("cores for {}", name(card)),
            Reason::Order => "which effect first".into(),
            Reason::WhichCore(card) => format!("which core leaves {}", name(card)),
            Reason::Effect(card) => format!("effect of {}", name(card)),
        }
    }

    pub(crate) fn label(&self, cards: &Cards, choice: Choice) -> String {
        let name = |card| self.name_of(cards, card);
        let spot = |spot| match spot {
            Spot::Reserve => "reserve".to_string(),
            Spot::On(card) => self.name_of(cards, card),
        };
        match choice {
            Choice::GoFirst => "choose first".into(),
            Choice::GoSecond => "choose second".into(),
            Choice::Summon(card) => format!("summon {}", name(card)),
            Choice::Deploy(card) => format!("deploy {}", name(card)),
            Choice::Use(card, how) => {
                let print = self.print(cards, card);
                let both = print.body(Window::Main).is_some() && print.body(Window::Flash).is_some();
                let in_main = matches!(self.frames.last(), Some(Frame::Turn(_)));
                match how {
                    How::Main if both || !in_main => format!("use {} main", name(card)),
                    How::Flash if both && in_main => format!("use {} flash", name(card)),
                    _ => format!("use {}", name(card)),
                }
            }
            Choice::Activate(card, index) => self.label_ability(cards, card, index),
            Choice::Move { from, to } => format!("move core from {} to {}", spot(from), spot(to)),
            Choice::MoveSoul { from, to } => format!("move soul core from {} to {}", spot(from), spot(to)),
            Choice::Swap { soul, with } => format!("swap soul core of {} with {}", spot(soul), spot(with)),
            Choice::Attack(card) => format!("attack with {}", name(card)),
            Choice::Block(card) => format!("block with {}", name(card)),
            Choice::PaySpot(from) => format!("pay with {}", spot(from)),
            Choice::PaySoul => "pay with soul core".into(),
            Choice::Card(card) => format!("choose {}", name(card)),
            Choice::Number(number) => self.label_number(cards, number),
            Choice::Mode(mode) => match self.frames.last() {
                Some(Frame::Effect(run, _)) => {
                    format!("choose {}", run::mode_words(cards.ability(run.ability), run, mode))
                }
                _ => format!("choose {mode}"),
            },
            Choice::Core => "choose core".into(),
            Choice::SoulCore => "choose soul core".into(),
            Choice::Resolve(at) => self.label_waiting(cards, at as usize),
            Choice::Yes => "yes".into(),
            Choice::Done => "done".into(),
            Choice::Decline => "decline".into(),
            Choice::Pass => "pass".into(),
            Choice::EndStep => "end step".into(),
        }
    }

    /// `resolve X: words`. The same effect of the other player's card of that name is `X (opponent)`; one that waits twice is
    /// told apart by the card that it happened to, or else by a number.
    fn label_waiting(&self, cards: &Cards, at: usize) -> String {
        let Some(waiting) = self.waiting.get(at) else { return "resolve".into() };
        let source = |waiting: &Waiting| {
            self.table.find(waiting.source).map_or_else(
                || cards.get(waiting.ability.print).name().to_string(),
                |card| self.name_of(cards, card),
            )
        };
        let (name, words) = (source(waiting), &cards.ability(waiting.ability).words);
        let from = self.settle_base().0.min(at);
        let same = |other: &Waiting| source(other) == name && cards.ability(other.ability).words == *words;
        let twins = || self.waiting.iter().enumerate().skip(from).filter(|(_, other)| same(other));
        let asked = self.turn_seat;
        let theirs = waiting.controller != asked && twins().any(|(_, other)| other.controller == asked);
        let whose = if theirs { " (opponent)" } else { "" };
        let label = format!("resolve {name}{whose}: {words}");
        let beside = || twins().filter(|(_, other)| other.controller == waiting.controller);
        if beside().count() == 1 {
            return label;
        }
        let about = |waiting: &Waiting| {
            let of_another = waiting.subject != waiting.source;
            let subject =
                self.table.find(waiting.subject).filter(|_| of_another && waiting.subject.stamp != 0);
            subject.map(|card| self.name_of(cards, card))
        };
        match about(waiting) {
            Some(about_it)
                if beside().filter(|(_, other)| about(other).as_ref() == Some(&about_it)).count() == 1 =>
            {
                format!("{label} ({about_it})")
            }
            _ => match beside().filter(|(other, _)| *other < at).count() {
                0 => label,
                before => format!("{label} #{}", before + 1),
            },
        }
    }

    /// `use X`, with the words of the effect where the card has several that a player may use. An effect that summons
    /// its own card from the hand is a summon.
    fn label_ability(&self, cards: &Cards, card: Card, index: u8) -> String {
        let print = self.print(cards, card);
        let zone = self.table.zone(card);
        if zone == Zone::Hand {
            let verb = if print.kind == Kind::Nexus { "deploy" } else { "summon" };
            return format!("{verb} {}", self.name_of(cards, card));
        }
        let usable = |ability: &&crate::vocab::Ability| {
            matches!(ability.when, crate::vocab::When::Use(_)) && ability.part.zone == zone
        };
        let name = self.name_of(cards, card);
        if print.abilities.iter().filter(usable).count() > 1 {
            format!("use {name}: {}", print.abilities[index as usize].words)
        } else {
            format!("use {name}")
        }
    }

    /// A number that names a colour is said as the colour.
    fn label_number(&self, cards: &Cards, number: i32) -> String {
        if let Some(Frame::Effect(run, _)) = self.frames.last() {
            let program = &cards.ability(run.ability).program;
            let named =
                |op: &Op<_>| matches!(op, Op::Gain { change: Change::Symbols(SymbolColor::Named, _), .. });
            if program[run.at as usize..].iter().any(named) {
                return format!("choose {}", Self::color_choice(number.clamp(0, 5) as u8).name());
            }
        }
        format!("choose {number}")
    }

    // ---- effects' menus ---------------------------------------------------------------------------------------

    pub(crate) fn consider_effect<S: Consider<Choice>>(&self, cards: &Cards, effect: &Run, sink: &mut S) {
        run::consider(self, cards, effect, wrap, sink);
    }

    pub(crate) fn answer_effect(&mut self, choice: Choice, cx: &mut crate::Cx<'_>) {
        let frame = self.frames.len() - 1;
        let answer = match choice {
            Choice::Card(card) => Answer::Card(card),
            Choice::Number(number) => Answer::Number(number as i16),
            Choice::Mode(mode) => Answer::Mode(mode),
            Choice::Yes => Answer::Yes,
            Choice::Done => Answer::Done,
            _ => Answer::Decline,
        };
        if let (Answer::Done, Some(Frame::Effect(effect, _))) = (answer, self.frames.last().copied()) {
            // BS FAQ-TARGET-2 (and our reading BS-26): choosing none under "up to" is an activation all the same.
            self.spend_trigger(cx.pool, &effect);
        }
        run::answer(self, frame, answer, cx.pool);
    }

    // ---- the position -----------------------------------------------------------------------------------------

    pub(crate) fn show(&self, cards: &Cards, to: Eyes) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "turn {}, {} step", self.turn_number, self.step().name());
        for seat in Seat::BOTH {
            let who = seat.called(to);
            let player = &self.players[seat];
            let turn = if seat == self.turn_seat { " (turn)" } else { "" };
            let soul = match player.soul {
                SoulAt::Void => "void".to_string(),
                SoulAt::Reserve => "reserve".into(),
                SoulAt::Trash => "trash".into(),
                SoulAt::Life => "life".into(),
                SoulAt::Removed => "removed".into(),
                SoulAt::On(card) => self.name_of(cards, card),
            };
            let _ = writeln!(
                text,
                "{who}{turn}: life {}, reserve {}, trash cores {}, soul core: {soul}, deck {}",
                player.life,
                self.reserve_total(seat),
                self.pile_total(seat, crate::cores::Pile::Trash),
                self.table.count(Place::new(seat, Zone::Deck)),
            );
            for card in self.field(seat) {
                let _ = writeln!(text, "  {}", self.show_card(cards, *card));
            }
            for zone in [Zone::Use, Zone::Hand, Zone::Trash, Zone::Removed] {
                let names: Vec<String> = self
                    .table
                    .cards(Place::new(seat, zone))
                    .iter()
                    .map(|card| match self.table.knows(to, *card) {
                        true => self.print(cards, *card).name().to_string(),
                        false => "?".to_string(),
                    })
                    .collect();
                if !names.is_empty() {
                    let _ = writeln!(text, "  {}: {}", kernel::Zone::name(zone), names.join(", "));
                }
            }
        }
        text
    }

    fn show_card(&self, cards: &Cards, card: Card) -> String {
        let mut text = self.name_of(cards, card);
        let _ = write!(text, " Lv{} cores {}", self.level_number(cards, card), self.cores_on(card));
        if self.is_spirit(cards, card) {
            let _ = write!(text, " bp {}", self.bp(cards, card));
        }
        if self.has_soul(card) {
            text += " +soul core";
        }
        match self.pose(card) {
            Pose::Refreshed => {}
            Pose::Exhausted => text += " exhausted",
            Pose::Heavy => text += " heavy exhausted",
        }
        if self.attacker() == Some(card) {
            text += " attacking";
        }
        if self.blocker() == Some(card) {
            text += " blocking";
        }
        if self.is_leaving(card) {
            text += " leaving";
        }
        text
    }
}

fn wrap(answer: Answer) -> Choice {
    match answer {
        Answer::Card(card) => Choice::Card(card),
        Answer::Number(number) => Choice::Number(number.into()),
        Answer::Mode(mode) => Choice::Mode(mode),
        Answer::Yes => Choice::Yes,
        Answer::Decline => Choice::Decline,
        Answer::Done => Choice::Done,
    }
}
