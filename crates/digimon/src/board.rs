//! What the board of a match shows (see [`kernel::board`]): the layout of the playmat, the facts of a card, what each
//! option costs and leaves, and why somebody is asked.

use crate::alias::Ability;
use crate::card::{COLORS, Cards, Kinds};
use crate::keyword::{Form, With};
use crate::state::{self, Area, AttackStep, Board, Choice, EntryKind, Frame, Mark, Reason, State, What};
use crate::text::say;
use crate::vocab::{Change, Dcg, Keyword, Kind, Text, Verb};
use crate::{rule, scene};
use effects::{Answer, Run, Slot, Target, When};
use kernel::board::{Asked, Deal, Few, Fight, Happening, Pictured, Spread, Telling, Wording};
use kernel::{Card, Game, Grounds, Named, RuleId, Seat};

impl Pictured for State {
    type Table = Board;

    const LAYOUT: &'static [(Area, Spread)] = &[
        (Area::Battle, Spread::Field),
        (Area::Breeding, Spread::Field),
        (Area::Security, Spread::Pile),
        (Area::Hand, Spread::Fan),
        (Area::Aside, Spread::Field),
        (Area::Trash, Spread::Fan),
        (Area::Deck, Spread::Pile),
        (Area::Eggs, Spread::Pile),
        (Area::Gone, Spread::Fan),
        (Area::Under, Spread::Under),
        (Area::Links, Spread::Under),
    ];

    const PRIMER: &'static [&'static str] = &[
        "You win by attacking the opponent with a Digimon while they have no security cards left; a player who cannot draw at the start of a turn loses.",
        "Each turn: suspended cards stand up, you draw, then the breeding phase (hatch a Digi-Egg, or raise the Digimon there into battle), then the main phase.",
        "Everything is paid with memory, one gauge for both players. Paying moves the marker towards the opponent; your turn ends as soon as it stands on their side, and they begin with what you gave them.",
        "Play a Digimon or Tamer for its cost, digivolve a Digimon into a card of the next level for less (you draw a card, and what lies under it may lend it effects), use an Option if you have its colour.",
        "Attack with a Digimon that was not played this turn: at the opponent, which checks their top security card, or at one of their suspended Digimon. In a battle the higher DP survives.",
        "A suspended Digimon neither attacks nor blocks. Digimon with <Blocker> may take an attack upon themselves.",
    ];

    const VERBS: &'static [(&'static str, &'static str)] = &[
        ("hatch", "hatch a Digi-Egg"),
        ("raise", "move a Digimon from the breeding area to the battle area"),
        ("stay", "do nothing in the breeding phase"),
        ("play", "play a card"),
        ("digivolve", "digivolve into a card: the card, then what it goes onto"),
        ("use", "use an Option card"),
        ("link", "link a card to a Digimon"),
        ("attack", "attack: the attacker, then the Digimon attacked; without one, the player"),
        ("block", "block the attack"),
        ("activate", "activate an effect"),
        ("resolve", "say which waiting effect comes next"),
        ("choose", "choose a card, a number or a way"),
        ("yes", "take an offer"),
        ("decline", "decline an offer"),
        ("done", "choose no more"),
        ("pass", "let a window go by"),
        ("pass turn", "end the turn"),
        ("begin", "go on from a position that was set up"),
    ];

    const HAPPENINGS: &'static [&'static str] = &[
        "turn began",
        "turn ended",
        "memory",
        "moved",
        "drew",
        "redrew",
        "shuffled",
        "hatched",
        "raised",
        "played",
        "digivolved",
        "used",
        "linked",
        "suspended",
        "unsuspended",
        "attacked",
        "blocked",
        "checked",
        "battled",
        "deleted",
        "trashed",
        "returned",
        "activated",
        "added",
        "revealed",
        "switched",
        "de-digivolved",
        "prevented",
        "won",
    ];

    fn table(&self) -> &Board {
        &self.table
    }

    fn edition(&self) -> &'static str {
        Self::EDITIONS[0]
    }

    fn turn_seat(&self) -> Seat {
        self.core.turn
    }

    fn phase(&self) -> &'static str {
        scene::phase(self)
    }

    fn figures(&self, _: &Cards, seat: Seat, say: &mut dyn FnMut(&'static str, i32)) {
        say("memory", self.memory(seat).into());
    }

    fn facts(&self, cards: &Cards, card: Card, to: &mut dyn Telling) {
        let printed = cards.get(self.table.print(card));
        self.first_facts(cards, card, to);
        if let Some(dp) = self.dp(cards, card) {
            to.figure("dp", dp, printed.dp.unwrap_or(dp));
        }
        let abilities = &printed.meaning.abilities;
        if self.is_field(card) {
            let each = &mut |keyword: &Keyword| say_keyword(keyword, to);
            self.each_keyword(cards, card, effects::Asked::NOTHING, each);
            to.beside_printed(&|| printed_keywords(abilities).map(bare).collect());
        } else {
            printed_keywords(abilities).for_each(|keyword| say_keyword(keyword, to));
        }
    }

    fn facts_of(&self, cards: &Cards, among: &[Card], to: &mut dyn Telling) {
        self.tell_shown(cards, among, to);
    }

    fn each_plain(&self, cards: &Cards, among: &[Card], say: &mut dyn FnMut(Card)) {
        self.each_unchanged(cards, among, say);
    }

    #[inline]
    fn states(&self, _: &Cards, card: Card, say: &mut dyn FnMut(&'static str)) {
        let area = self.table.zone(card);
        if !self.table.marks(card).is_bare() || matches!(area, Area::Battle | Area::Breeding | Area::Links) {
            self.say_states(card, say);
        }
    }

    fn fight(&self, cards: &Cards) -> Option<Fight> {
        let attack = self.attack()?;
        let attacker = self.attacker(&attack)?;
        let target = match attack.target {
            state::Target::Player => None,
            state::Target::Digimon(object) => self.table.find(object),
        };
        let totals = target.and_then(|target| Some([self.dp(cards, attacker)?, self.dp(cards, target)?]));
        let step = match attack.step {
            AttackStep::Declared => "declared",
            AttackStep::Counter => "counter",
            AttackStep::Block | AttackStep::BlockAsked => "block",
            // What waits for the end of the battle waits behind the battle itself.
            AttackStep::Confirm | AttackStep::Last => "battle",
            AttackStep::End | AttackStep::Over => "end",
        };
        let against = self.table.seat(attacker).other();
        Some(Fight {
            attackers: Few::from_slice(&[attacker]),
            targets: Few::from_slice(target.as_slice()),
            against,
            step,
            totals,
        })
    }

    fn waits(&self, cards: &Cards, say: &mut dyn FnMut(Option<Card>, Seat, &str)) {
        for pending in self.core.waiting.iter().filter(|pending| !pending.delayed) {
            let card = self.table.find(pending.wait.source).or_else(|| self.table.find(pending.card));
            say(card, pending.wait.controller, &cards.ability(pending.wait.ability).words);
        }
    }

    fn asked<W: Wording>(&self, cards: &Cards, reason: Reason) -> Asked<W> {
        match reason {
            Reason::Over => Asked::new("nothing"),
            Reason::Redraw => Asked::new("redraw the opening hand?").by(rule!("5-2-1-5")),
            Reason::Breeding => Asked::new("breeding phase").by(rule!("6-4-1")),
            Reason::Main => Asked::new("main phase").by(rule!("6-5-1")),
            Reason::Block => Asked::new("block the attack?").by(rule!("12-1-1")),
            Reason::Effect => self.asked_by_effect(cards),
            Reason::Order => Asked::new("which card goes first"),
            Reason::Materials => {
                let asked = Asked::new("cards to place under the played card");
                match self.entering().and_then(|entry| self.table.find(entry.card)) {
                    Some(card) => asked.of(card),
                    None => asked,
                }
            }
            Reason::Attack => {
                let asked = Asked::new("attack by an effect");
                let source = self.core.frames.iter().rev().find_map(|frame| match frame {
                    Frame::Effect(running) => Some(running.run),
                    _ => None,
                });
                match source {
                    Some(run) => {
                        let asked = asked.words(&cards.ability(run.ability).words);
                        self.table.find(run.source).into_iter().fold(asked, Asked::of)
                    }
                    None => asked,
                }
            }
            Reason::Pick => Asked::new("which effect comes first").by(rule!("15-8-5-1")),
            Reason::Which => Asked::new("which cards go"),
            Reason::Number => Asked::new("how many"),
            Reason::End => Asked::new("the top or the bottom"),
            Reason::Join => Asked::new("which cards are joined"),
            Reason::Begin => Asked::new("the position"),
        }
    }

    fn deal<W: Wording>(&self, cards: &Cards, choice: Choice) -> Deal<W> {
        match choice {
            Choice::Hatch => Deal::new("hatch", &[]),
            Choice::Raise(card) => Deal::new("raise", &[card]),
            Choice::Stay => Deal::new("stay", &[]),
            Choice::Play(card) => self.priced_at(cards, "play", &[card], None, EntryKind::Play),
            Choice::Use(card) => self.priced_at(cards, "use", &[card], None, EntryKind::Use),
            Choice::Digivolve { card, onto, cost } => {
                self.priced_at(cards, "digivolve", &[card, onto], Some(cost), EntryKind::Digivolve)
            }
            Choice::Special { card, onto, with, way: at } => {
                let way = cards.get(self.table.print(card)).meaning.ways.get(at as usize);
                let (cost, kind) = way.map_or((0, EntryKind::Dna), |way| (way.cost, way.kind));
                self.priced_at(cards, "digivolve", &[card, onto, with], Some(cost), kind)
                    .which(i32::from(at) + 1)
            }
            Choice::Link { card, to, cost } => {
                self.priced_at(cards, "link", &[card, to], Some(cost), EntryKind::Link)
            }
            Choice::Attack { with, target } => {
                let mut both = Few::from_slice(&[with]);
                target.into_iter().for_each(|target| both.push(target));
                let deal = Deal::new("attack", &both);
                match target {
                    None => self.checking(cards, deal, with),
                    target => self.compared(cards, deal, Some(with), target),
                }
            }
            Choice::Block(card) => {
                let attacker = self.attack().and_then(|attack| self.attacker(&attack));
                self.compared(cards, Deal::new("block", &[card]), Some(card), attacker)
            }
            Choice::Activate { card, effect } => Deal::new("activate", &[card]).which(effect),
            Choice::PassTurn => Deal::new("pass turn", &[]).leaves(-3).then(|| "opponent gets 3 memory"),
            Choice::Pass => Deal::new("pass", &[]),
            Choice::Choose(card) | Choice::Effect(Answer::Card(card)) => Deal::new("choose", &[card]),
            Choice::Yes | Choice::Effect(Answer::Yes) => Deal::new("yes", &[]),
            Choice::Decline | Choice::Effect(Answer::Decline) => Deal::new("decline", &[]),
            Choice::Done | Choice::Effect(Answer::Done) => Deal::new("done", &[]),
            Choice::Resolve(at) => {
                let pending = self.core.waiting.get(at as usize);
                let card = pending.and_then(|pending| {
                    self.table.find(pending.wait.source).or_else(|| self.table.find(pending.card))
                });
                // An effect of a card beneath is of another print.
                let which = pending.map_or(0, |pending| {
                    let at = pending.wait.ability;
                    let own = card.is_some_and(|card| self.table.print(card) == at.print);
                    i32::from(at.index) + if own { 0 } else { 256 * (i32::from(at.print.0) + 1) }
                });
                Deal::new("resolve", card.as_slice()).which(which)
            }
            Choice::Effect(Answer::Number(number)) => Deal::new("choose", &[]).number(number.into()),
            Choice::Effect(Answer::Mode(mode)) => {
                let deal = Deal::new("choose", &[]).number(mode.into());
                deal.then(|| self.say_mode(cards, mode).unwrap_or_default())
            }
            Choice::Number(number) => Deal::new("choose", &[]).number(number.into()),
            Choice::Top => Deal::new("choose", &[]),
            Choice::Bottom => Deal::new("choose", &[]).which(1),
            Choice::Begin => Deal::new("begin", &[]),
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
            What::Activated { effect, .. } => Some(&cards.ability(*effect).words),
            _ => None,
        }
    }

    fn used_by<'a>(&self, cards: &'a Cards, choice: Choice) -> Option<&'a str> {
        let Choice::Activate { card, effect } = choice else { return None };
        let abilities = &cards.get(self.table.print(card)).meaning.abilities;
        abilities.get(usize::from(effect)).map(|ability| ability.words.as_str())
    }

    fn is_routine(what: &What) -> bool {
        const ROUTINE: [&str; 8] =
            ["turn ended", "memory", "drew", "redrew", "shuffled", "suspended", "unsuspended", "added"];
        match *what {
            What::Moved { from, .. } => !matches!(from, Area::Battle | Area::Breeding),
            _ => ROUTINE.contains(&Self::happening(what).word),
        }
    }

    fn cards_of(&self, what: &What) -> [Option<Named>; 2] {
        let both = |one: Named, two: Option<Named>| [Some(one), two];
        match *what {
            What::TurnBegan(_)
            | What::TurnEnded(_)
            | What::Memory { .. }
            | What::Redrew(_)
            | What::Shuffled(_)
            | What::Switched(None)
            | What::Won(_) => [None; 2],
            What::Moved { card, .. } | What::Drew { card, .. } => both(card, None),
            What::Hatched(card)
            | What::Raised(card)
            | What::Played(card)
            | What::Used(card)
            | What::Suspended(card)
            | What::Unsuspended(card)
            | What::Blocked(card)
            | What::Checked(card)
            | What::Deleted(card)
            | What::Trashed(card)
            | What::Returned(card)
            | What::Activated { card, .. }
            | What::Added(card)
            | What::Revealed(card)
            | What::Switched(Some(card))
            | What::DeDigivolved(card)
            | What::Prevented(card) => both(card, None),
            What::Digivolved { onto, into } => both(onto, Some(into)),
            What::Linked { card, to } => both(card, Some(to)),
            What::Attacked { with, target } => both(with, target),
            What::Battled { one, two, .. } => both(one, Some(two)),
        }
    }

    fn happening(what: &What) -> Happening {
        let new = Happening::new;
        match *what {
            What::TurnBegan(seat) => new("turn began").of(seat),
            What::TurnEnded(seat) => new("turn ended").of(seat),
            What::Memory { seat, now } => new("memory").of(seat).number(now),
            What::Moved { to, .. } => new("moved").number(to as u8),
            What::Drew { seat, .. } => new("drew").of(seat),
            What::Redrew(seat) => new("redrew").of(seat),
            What::Shuffled(seat) => new("shuffled").of(seat),
            What::Hatched(_) => new("hatched"),
            What::Raised(_) => new("raised"),
            What::Played(_) => new("played"),
            What::Digivolved { .. } => new("digivolved"),
            What::Used(_) => new("used"),
            What::Linked { .. } => new("linked"),
            What::Suspended(_) => new("suspended"),
            What::Unsuspended(_) => new("unsuspended"),
            What::Attacked { .. } => new("attacked"),
            What::Blocked(_) => new("blocked"),
            What::Checked(_) => new("checked"),
            What::Battled { .. } => new("battled"),
            What::Deleted(_) => new("deleted"),
            What::Trashed(_) => new("trashed"),
            What::Returned(_) => new("returned"),
            What::Activated { .. } => new("activated"),
            What::Added(_) => new("added"),
            What::Revealed(_) => new("revealed"),
            What::Switched(_) => new("switched"),
            What::DeDigivolved(_) => new("de-digivolved"),
            What::Prevented(_) => new("prevented"),
            What::Won(seat) => seat.map_or(new("won"), |seat| new("won").of(seat)),
        }
    }

    fn title(&self, cards: &Cards, card: Card) -> String {
        self.name(cards, card)
    }
}

impl State {
    /// What can be said of how a card lies that is on the field, linked or marked.
    fn say_states(&self, card: Card, say: &mut dyn FnMut(&'static str)) {
        const SHOWN: [(Mark, &str); 4] = [
            (Mark::Suspended, "suspended"),
            (Mark::FaceDown, "face down"),
            (Mark::FaceUp, "face up"),
            (Mark::Placed, "placed"),
        ];
        SHOWN.iter().filter(|(mark, _)| self.has(card, *mark)).for_each(|(_, word)| say(word));
        // DCG 16-14-1: what cannot attack yet is worth seeing.
        if self.is_field(card) && self.is_fresh(card) {
            say("played this turn");
        }
        if self.attack().is_some_and(|attack| self.attacker(&attack) == Some(card)) {
            say("attacking");
        }
        if self.links_to(card) {
            say("linked");
        }
    }

    /// What is told first of a card: what no keyword and no change of its DP makes another.
    pub(crate) fn first_facts(&self, cards: &Cards, card: Card, to: &mut dyn Telling) {
        let printed = cards.get(self.table.print(card));
        to.kind(kind(printed.kinds));
        let colors = self.colors(cards, card);
        (0..COLORS.len()).filter(|at| colors.0 >> at & 1 != 0).for_each(|at| to.color(COLORS[at]));
        if let Some(level) = self.level(cards, card) {
            to.figure("level", level.into(), printed.level.unwrap_or(level).into());
        }
        if let Some(cost) = printed.cost {
            to.figure("cost", cost.into(), cost.into());
        }
        if let Some(cost) = printed.needs.iter().map(|need| need.cost).min() {
            to.figure("digivolve", cost.into(), cost.into());
        }
    }

    /// Whether a card is linked to another.
    fn links_to(&self, card: Card) -> bool {
        kernel::board::Lying::place(&self.table, card).zone == Area::Links
    }

    /// The DP of the two that would battle.
    fn compared<W: Wording>(
        &self,
        cards: &Cards,
        deal: Deal<W>,
        one: Option<Card>,
        two: Option<Card>,
    ) -> Deal<W> {
        if !W::MADE {
            return deal;
        }
        let dp = |card: Option<Card>| card.and_then(|card| self.dp(cards, card));
        match (dp(one), dp(two)) {
            (Some(one), Some(two)) => deal.then(|| format!("{one} against {two}")),
            _ => deal,
        }
    }

    /// An attack on the player with what it comes to, where that is not one security card (DCG 13-1-3, 1-2-3-1).
    fn checking<W: Wording>(&self, cards: &Cards, deal: Deal<W>, attacker: Card) -> Deal<W> {
        if !W::MADE {
            return deal;
        }
        let left = self.cards(self.table.seat(attacker).other(), Area::Security).len();
        match self.checks(cards, attacker) {
            _ if left == 0 => deal.then(|| "no security left there"),
            1 => deal,
            checks => deal.then(|| format!("checks {} security cards", checks.max(0))),
        }
    }

    /// An option with its cost now and the memory that it leaves (DCG 1-3-11).
    fn priced_at<W: Wording>(
        &self,
        cards: &Cards,
        verb: &'static str,
        about: &[Card],
        cost: Option<u8>,
        kind: EntryKind,
    ) -> Deal<W> {
        let printed = cost.or_else(|| self.play_cost(cards, about[0])).unwrap_or(0);
        let change = self.cost_change(cards, about[0], about.get(1).copied(), kind);
        let cost = (i32::from(printed) + change).max(0);
        let left = i32::from(self.memory(self.core.turn)) - cost;
        let then = || {
            let way = self.said_way(cards, about, kind);
            match left {
                0.. => format!("{way}memory {left}"),
                _ => format!("{way}opponent gets {} memory", -left),
            }
        };
        Deal::new(verb, about).cost(cost).leaves(left).then(then)
    }

    /// What a special way does besides, where its label does not say so.
    fn said_way(&self, cards: &Cards, about: &[Card], kind: EntryKind) -> String {
        let with = about.get(2).map_or(String::new(), |with| self.name(cards, *with));
        match kind {
            EntryKind::Burst => format!("Burst Digivolve for this turn, {with} goes to the hand, "),
            EntryKind::AppFusion => format!("App Fusion with {with}, "),
            _ => String::new(),
        }
    }

    /// The question of the running effect: what is chosen and what for, said by the printer.
    fn asked_by_effect<W: Wording>(&self, cards: &Cards) -> Asked<W> {
        let Some(Frame::Effect(running)) = self.top() else { return Asked::new("an effect") };
        let run: Run = running.run;
        let ability = cards.ability(run.ability);
        let text = || {
            let at = run.at as usize;
            let offers = matches!(ability.program.get(at), Some(effects::Op::Modes { .. }));
            let words = self.say_steps(cards, &run, &effects::program::clause_at(&ability.program, at));
            match ability.program.get(at) {
                _ if offers => "choose what it does".to_string(),
                _ if is_plain(&words) => words,
                // What no sentence says plainly is left to the words of the card, which stand below.
                _ if !cards.is_printed(run.ability) => format!("use {}?", ability.words),
                Some(effects::Op::Ask { .. }) => "use this effect?".into(),
                _ => "choose a card for this effect".into(),
            }
        };
        // A keyword says what it does as well: its name alone tells nobody what is asked for.
        let words = || {
            if cards.is_printed(run.ability) {
                return ability.words.clone();
            }
            let held = say::Held::default();
            let said = say::question(std::slice::from_ref(ability), Kind::Digimon, &ability.steps, held);
            if is_plain(&said) { format!("{}: {said}", ability.words) } else { ability.words.clone() }
        };
        let asked = Asked::say(text).said(words).at(run.ability.index, run.at).side(run.controller);
        let asked =
            asked.about(self.held_by(&run).map(|(_, card)| card).fold(Few::default(), |mut all, card| {
                all.push(card);
                all
            }));
        match self.table.find(run.source).or_else(|| self.table.find(running.card)) {
            Some(card) => asked.of(card),
            None => asked,
        }
    }
}

impl State {
    /// The cards that a running effect holds, each with the slot that it is bound to; without one, what triggered it.
    fn held_by(&self, run: &Run) -> impl Iterator<Item = (Option<Slot>, Card)> {
        let bound = self.core.picks.bound_by(run).iter().map(|pick| (Some(Slot(pick.slot)), pick.object));
        let all = bound.chain([(None, run.subject)]);
        all.filter_map(|(slot, object)| Some((slot, self.table.find(object)?)))
    }

    /// Steps of a running effect in words, in which the cards that it holds have their names.
    fn say_steps(&self, cards: &Cards, run: &Run, steps: &[effects::Step<Dcg>]) -> String {
        const FEW: usize = 3;
        const NOBODY: &str = "\u{0}";
        let ability = cards.ability(run.ability);
        let mut held = say::Held::default();
        let before = ability.program.get(..run.at as usize).unwrap_or_default();
        for op in before {
            if let effects::Op::Do(Verb::Reveal(Target::Slot(slot)) | Verb::Look(Target::Slot(slot))) = op {
                held.shown = Some(*slot);
            }
        }
        for (slot, card) in self.held_by(run) {
            let name = self.call(cards, card);
            match (slot, slot.and_then(|slot| held.slots.iter_mut().find(|(other, _)| *other == slot))) {
                (None, _) => held.subject = Some(name),
                (Some(slot), None) => held.slots.push((slot, name)),
                (Some(_), Some((_, names))) if names.matches(" and ").count() + 1 < FEW => {
                    *names += &format!(" and {name}");
                }
                (Some(_), Some((_, names))) => *names = "them".into(),
            }
        }
        // What could not be chosen is not spoken of.
        for op in before {
            if let effects::Op::Choose { slot, .. } = op
                && held.slots.iter().all(|(bound, _)| bound != slot)
            {
                held.slots.push((*slot, NOBODY.into()));
            }
        }
        // The trees of keywords are printed on no card.
        let said = match cards.is_printed(run.ability) {
            true => {
                let printed = cards.get(run.ability.print);
                say::question(&printed.meaning.abilities, printed.noun(), steps, held)
            }
            false => say::question(std::slice::from_ref(ability), Kind::Digimon, steps, held),
        };
        let left_out = said.replace(&format!("{NOBODY} and "), "").replace(&format!(" and {NOBODY}"), "");
        left_out.replace(NOBODY, "the chosen card")
    }

    /// What a mode of the running effect does.
    fn say_mode(&self, cards: &Cards, mode: u8) -> Option<String> {
        let Some(Frame::Effect(running)) = self.top() else { return None };
        let ability = cards.ability(running.run.ability);
        let modes = effects::program::modes_at(ability, running.run.at as usize);
        let said = self.say_steps(cards, &running.run, modes.get(mode as usize)?);
        is_plain(&said).then_some(said)
    }
}

/// Whether words were found that a person understands.
fn is_plain(words: &str) -> bool {
    !words.is_empty() && !words.contains('{') && !words.contains(" as the chosen card")
}

fn kind(kinds: Kinds) -> &'static str {
    match kinds {
        kinds if kinds.meets(Kinds::DIGIMON) => "digimon",
        kinds if kinds.meets(Kinds::TAMER) => "tamer",
        kinds if kinds.meets(Kinds::OPTION) => "option",
        _ => "digi-egg",
    }
}

/// A keyword without its brackets.
fn bare(keyword: &Keyword) -> String {
    keyword.words().trim_matches(['<', '>']).to_string()
}

/// A keyword for those who count.
pub(crate) fn say_keyword(keyword: &Keyword, to: &mut dyn Telling) {
    let number = match (keyword.row().form, keyword.with()) {
        (Form::Less(_), With::Number(number)) => -number,
        (_, With::Number(number)) => number,
        _ => 1,
    };
    to.keyword(keyword.row().said, number, &|| bare(keyword));
}

/// The keywords printed in a card's main text.
fn printed_keywords(abilities: &[Ability]) -> impl Iterator<Item = &Keyword> {
    let always = abilities.iter().filter(|one| one.when == When::Always && one.part.text == Text::Main);
    always.flat_map(|ability| &ability.steps).filter_map(|step| match step {
        effects::Step::Gain { change: Change::Keyword(keyword), .. } => Some(keyword),
        _ => None,
    })
}
