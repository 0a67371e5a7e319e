//! The board: one structured picture of a match for people and programs, the same shape for every game.
//!
//! A board is made from what somebody's eyes see and from nothing else: [`of`] is given a *picture*, a whole state in
//! which every card that those eyes do not know is the pool's unknown card. Whatever the picture is asked for (figures,
//! labels, totals) can therefore not name a hidden card. A game gives its layout and its facts through [`Pictured`];
//! it formats nothing. Text tables, JSON messages and arrays are made from the board elsewhere.

use crate::event::{Event, Named as Remembered};
use crate::flat::Flat;
use crate::game::Game;
use crate::grounds::{Because, By, Grounds};
use crate::menu::Menu;
use crate::pool::{Pool, Printed};
use crate::rule::RuleId;
use crate::seat::{Eyes, PerSeat, Seat};
use crate::table::{Card, Place, Zone};
use crate::twins::Twins;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

pub use crate::lying::Lying;

// ---- the types ------------------------------------------------------------------------------------------------------

/// Named values in the order in which people look at them; an object in JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named<T>(pub Vec<(&'static str, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named(Vec::new())
    }
}

impl<T> Named<T> {
    /// Adds an entry behind the others.
    pub fn push(&mut self, name: &'static str, value: T) {
        self.0.push((name, value));
    }

    /// The entry of that name, if there is one.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Name and value of each entry, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &T)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("NamedOf{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let value = generator.subschema_for::<T>();
        schemars::json_schema!({ "type": "object", "additionalProperties": value })
    }
}

/// A match as somebody sees it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Board {
    /// The game, by the name that commands use.
    pub game: &'static str,
    /// The edition that is played.
    pub edition: &'static str,
    /// Whose turn it is, and where in it.
    pub turn: Turn,
    /// What both seats have, as far as the eyes know it.
    pub seats: BothSeats,
    /// The attack or battle in progress.
    pub attack: Option<Clash>,
    /// Effects that have triggered and wait to be carried out.
    pub waiting: Vec<Waiting>,
}

/// Where the turn stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Turn {
    /// From 1; 0 while the match is being prepared.
    pub number: u32,
    /// The turn player.
    pub seat: Seat,
    /// The phase or step, in the game's own word.
    pub phase: &'static str,
}

/// The two halves of a board.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub struct BothSeats {
    /// What lies at seat A.
    pub a: SeatBoard,
    /// What lies at seat B.
    pub b: SeatBoard,
}

impl BothSeats {
    /// The half of `seat`.
    pub fn of(&self, seat: Seat) -> &SeatBoard {
        match seat {
            Seat::A => &self.a,
            Seat::B => &self.b,
        }
    }
}

/// One player's side.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SeatBoard {
    /// What is counted beside cards: `memory`, `life`, `gauge`, `reserve`.
    pub figures: Named<i32>,
    /// The zones by the game's names, as its playmat shows them.
    pub zones: Named<ZoneBoard>,
}

/// One zone.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ZoneBoard {
    /// How its cards lie.
    pub spread: Spread,
    /// How many cards lie there, seen or not.
    pub count: usize,
    /// The cards that can be told apart here: those that are known, and those whose place matters now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardBoard>,
}

/// One card. Of a card that is not known there is only its `ref`, and what anybody can see of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct CardBoard {
    /// Names this card as long as the one who looks may follow it; never the same again after a shuffle that hides it.
    /// `c…` for a card that is known, `u…` for one that is not.
    pub r#ref: String,
    /// The printed id; absent where the eyes may not know the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// As labels call it: twins have numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The kind of card, in the game's own word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// Its colours now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<&'static str>,
    /// Whose card it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// The place from the top, 0 first, in a pile of which not all cards are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// Power, cost, level and the like, by the game's names.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub figures: Named<Figure>,
    /// Suspended, rested, face down and the like.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<&'static str>,
    /// Every keyword it has now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// Those of `keywords` that are not printed on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// What lies on it and is counted: cores, markers.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub counters: Named<i32>,
    /// The cards under it, the uppermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<CardBoard>,
}

impl CardBoard {
    /// Its name without the number that tells it from its twins.
    pub fn bare_name(&self) -> Option<&str> {
        let name = self.name.as_deref()?;
        match name.rsplit_once('#') {
            Some((bare, number)) if number.chars().all(|letter| letter.is_ascii_digit()) => Some(bare),
            _ => Some(name),
        }
    }
}

/// A number on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Figure {
    /// The figure as it stands now.
    pub now: i32,
    /// Where the printed number is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<i32>,
}

/// An attack or a battle, with what each side comes to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Clash {
    /// Who attacks; several in a link attack.
    pub attackers: Vec<String>,
    /// The cards attacked; empty where it is the player.
    pub targets: Vec<String>,
    /// Whom the attack is against.
    pub against: Seat,
    /// Where it stands: `declared`, `counter`, `block`, `battle`, …
    pub step: &'static str,
    /// The total of each side where totals are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<[i32; 2]>,
}

/// An effect that waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Waiting {
    /// Where the card is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// Its printed words; empty where the card is not known.
    pub text: String,
    /// Whose effect it is.
    pub seat: Seat,
}

/// The open decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MenuBoard {
    /// Who is asked.
    pub seat: Seat,
    /// What is asked, by what and why.
    pub reason: Reason,
    /// What can be answered; the answer is the place in this list.
    pub options: Vec<Offer>,
}

/// Why somebody is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Reason {
    /// What for, in words, without a full stop.
    pub text: String,
    /// The card that asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whose card it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// The words printed on it that ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The rule that opens this decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

/// One option. The answer is its place in the menu.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Offer {
    /// Unique in its menu.
    pub label: String,
    /// What is done, one of the game's short list.
    pub verb: &'static str,
    /// What it is about: the source first, then the targets.
    pub cards: Vec<String>,
    /// What it costs, where it costs something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<i32>,
    /// What paying leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// The printed words of the effect that is used by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The number that it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// It declines, passes or ends something.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub declines: bool,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct EventBoard {
    /// What happened, in words.
    pub text: String,
    /// The printed words of the effect that it is about: which of a card's effects was activated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The rule by which it happened.
    pub rule: &'static str,
    /// The cards in it that can be found on the board.
    pub cards: Vec<String>,
    /// It goes without saying where things are told in brief ([`Pictured::is_routine`]); no part of the message.
    #[serde(skip)]
    pub routine: bool,
}

// ---- what a game gives ----------------------------------------------------------------------------------------------

/// How a zone is spread out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Spread {
    /// Every card has its place on the table: a battle area.
    Field,
    /// Cards side by side; only known ones are listed: a hand, a trash.
    Fan,
    /// Cards on top of each other; known ones are listed with their places: a deck, a security stack.
    Pile,
    /// Cards under other cards: listed there.
    Under,
}

/// What a game tells of one card.
#[derive(Default)]
pub struct Facts {
    /// The kind of card, in the game's own word.
    pub kind: &'static str,
    /// Its colours now.
    pub colors: Vec<&'static str>,
    /// Its figures, now and printed.
    pub figures: Named<Figure>,
    /// Its states.
    pub states: Vec<&'static str>,
    /// All keywords that it has now.
    pub keywords: Vec<String>,
    /// Those of them that it was given.
    pub given: Vec<String>,
    /// What lies on it, counted.
    pub counters: Named<i32>,
}

impl Facts {
    /// Everything that is told of a card.
    pub fn of<G: Pictured>(picture: &G, cards: &G::Cards, card: Card) -> Self {
        let mut facts = Facts::default();
        picture.facts(cards, card, &mut facts);
        facts
    }
}

impl Telling for Facts {
    fn kind(&mut self, kind: &'static str) {
        self.kind = kind;
    }

    fn color(&mut self, color: &'static str) {
        self.colors.push(color);
    }

    fn figure(&mut self, name: &'static str, now: i32, printed: i32) {
        self.figures.push(name, Figure { now, printed: (now != printed).then_some(printed) });
    }

    fn keyword(&mut self, _: &'static str, _: i32, words: &dyn Fn() -> String) {
        self.keywords.push(words());
    }

    fn beside_printed(&mut self, printed: &dyn Fn() -> Vec<String>) {
        let printed = printed();
        self.given = self.keywords.iter().filter(|word| !printed.contains(word)).cloned().collect();
    }

    fn counter(&mut self, name: &'static str, count: i32) {
        self.counters.push(name, count);
    }
}

/// Who is told of one card, piece by piece: a board keeps the words, rows keep the numbers.
pub trait Telling {
    /// What follows is about this card, where several are told ([`Pictured::facts_of`]).
    fn card(&mut self, card: Card) {
        let _ = card;
    }
    /// Tells at once what is told of a card that is what is printed on this side of this print ([`Pictured::each_plain`]), if that
    /// was told before: then only what may differ need be told. With keywords, or without them.
    fn printed(&mut self, print: crate::Print, turned: bool, keywords: bool) -> bool {
        let _ = (print, turned, keywords);
        false
    }
    /// Tells the kind of the card.
    fn kind(&mut self, kind: &'static str);
    /// Tells one of its colours.
    fn color(&mut self, color: &'static str);
    /// A figure now and as printed.
    fn figure(&mut self, name: &'static str, now: i32, printed: i32);
    /// A keyword that it has now: its bare name, its number (1 where it has none), and how it is said in full.
    fn keyword(&mut self, name: &'static str, number: i32, words: &dyn Fn() -> String);
    /// The keywords told before are those of a card in play; these are printed on it.
    fn beside_printed(&mut self, printed: &dyn Fn() -> Vec<String>);
    /// Tells how many of something lie on it.
    fn counter(&mut self, name: &'static str, count: i32);
}

/// Whether words are made for what is told: boards want them, rows of numbers do not.
pub trait Wording {
    /// What stands for words: a string, or nothing.
    type Words;
    /// Whether words are made: what only they need is not worked out otherwise.
    const MADE: bool;
    /// Words, made only where somebody wants them.
    fn say<S: Into<String>>(make: impl FnOnce() -> S) -> Self::Words;
}

/// Words are made.
pub enum InWords {}

impl Wording for InWords {
    type Words = String;
    const MADE: bool = true;
    fn say<S: Into<String>>(make: impl FnOnce() -> S) -> String {
        make().into()
    }
}

/// No word is made.
pub enum Wordless {}

impl Wording for Wordless {
    type Words = ();
    const MADE: bool = false;
    fn say<S: Into<String>>(_: impl FnOnce() -> S) {}
}

/// Cards that are named together.
pub type Few = Flat<Card, 8>;

/// What a game tells of an attack.
pub struct Fight {
    /// The cards that attack.
    pub attackers: Few,
    /// What they attack; empty where it is the player.
    pub targets: Few,
    /// The player who is attacked.
    pub against: Seat,
    /// The step of the attack, in the game's own word.
    pub step: &'static str,
    /// What both sides bring into it, attackers first.
    pub totals: Option<[i32; 2]>,
}

/// What a game tells of an option.
pub struct Deal<W: Wording = InWords> {
    /// The verb of the label.
    pub verb: &'static str,
    /// The cards that it is about, the source first.
    pub cards: Few,
    /// What it costs.
    pub cost: Option<i32>,
    /// What paying leaves: memory, energy, gauge, cores.
    pub leaves: Option<i32>,
    /// What it leaves, in words.
    pub then: Option<W::Words>,
    /// The cards that those words name, where they are others than the option is about.
    pub beside: Few,
    /// The number that it names.
    pub number: Option<i32>,
    /// Tells options apart that are otherwise told alike: which effect of a card, which side of the table, the top or
    /// the bottom.
    pub which: i32,
}

impl<W: Wording> Deal<W> {
    /// A deal about `cards` that costs nothing.
    pub fn new(verb: &'static str, cards: &[Card]) -> Self {
        let cards = Few::from_slice(cards);
        let beside = Few::default();
        Deal { verb, cards, cost: None, leaves: None, then: None, beside, number: None, which: 0 }
    }

    /// The same, at a cost.
    pub fn cost(self, cost: i32) -> Self {
        Deal { cost: Some(cost), ..self }
    }

    /// The same, leaving that much of what was paid with.
    pub fn leaves(self, left: i32) -> Self {
        Deal { leaves: Some(left), ..self }
    }

    /// The same, with words for what comes of it.
    pub fn then<S: Into<String>>(self, then: impl FnOnce() -> S) -> Self {
        Deal { then: Some(W::say(then)), ..self }
    }

    /// The same, with another card that the words for what comes of it name.
    pub fn beside(mut self, card: Card) -> Self {
        self.beside.push(card);
        self
    }

    /// The same, naming a number.
    pub fn number(self, number: i32) -> Self {
        Deal { number: Some(number), ..self }
    }

    /// The same, told apart from its like by a number.
    pub fn which(self, which: impl Into<i32>) -> Self {
        Deal { which: which.into(), ..self }
    }
}

/// What a game tells of the reason of a menu.
pub struct Asked<W: Wording = InWords> {
    /// What the menu asks for.
    pub text: W::Words,
    /// The card that asks.
    pub card: Option<Card>,
    /// Those of its words that ask.
    pub words: Option<W::Words>,
    /// The rule that asks.
    pub rule: Option<RuleId>,
    /// Which effect of the card asks, counted from 1, and where in it; 0 where no effect does.
    pub step: [i32; 2],
    /// Other cards that the text names.
    pub about: Few,
    /// Whose effect asks: "you" in the text.
    pub side: Option<Seat>,
}

impl<W: Wording> Asked<W> {
    /// A question in these words.
    pub fn new(text: &'static str) -> Self {
        Asked::say(|| text)
    }

    /// A reason whose words have to be made.
    pub fn say<S: Into<String>>(text: impl FnOnce() -> S) -> Self {
        let (about, side) = (Few::default(), None);
        Asked { text: W::say(text), card: None, words: None, rule: None, step: [0; 2], about, side }
    }

    /// The same, asked by a rule.
    pub fn by(self, rule: RuleId) -> Self {
        Asked { rule: Some(rule), ..self }
    }

    /// The same, asked by a card.
    pub fn of(self, card: Card) -> Self {
        Asked { card: Some(card), ..self }
    }

    /// The same, naming these cards.
    pub fn about(self, about: Few) -> Self {
        Asked { about, ..self }
    }

    /// The same, in the words of this player's effect.
    pub fn side(self, seat: Seat) -> Self {
        Asked { side: Some(seat), ..self }
    }

    /// An effect asks.
    pub fn at(self, effect: u8, step: u16) -> Self {
        Asked { step: [i32::from(effect) + 1, step.into()], ..self }
    }

    /// The words of what asks, where they have to be made.
    pub fn said<S: Into<String>>(self, words: impl FnOnce() -> S) -> Self {
        Asked { words: Some(W::say(words)), ..self }
    }

    /// The same, with the words of the card that ask.
    pub fn words(self, words: &str) -> Self {
        Asked { words: (!words.is_empty()).then(|| W::say(|| words)), ..self }
    }
}

/// What an event comes to in numbers. The cards in it are told by [`Pictured::cards_of`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Happening {
    /// One of [`Pictured::HAPPENINGS`].
    pub word: &'static str,
    /// Who did it, or whom it befell; nobody where it is only about cards.
    pub seat: Option<Seat>,
    /// The number that it is about.
    pub number: i32,
}

impl Happening {
    /// A happening of that sort, about nobody.
    pub fn new(word: &'static str) -> Self {
        Happening { word, seat: None, number: 0 }
    }

    /// The same, about a player.
    pub fn of(self, seat: Seat) -> Self {
        Happening { seat: Some(seat), ..self }
    }

    /// The same, with a number.
    pub fn number(self, number: impl Into<i32>) -> Self {
        Happening { number: number.into(), ..self }
    }
}

/// A game that can be pictured. Every question is asked of a picture (see the module's header), never of the state
/// behind it.
pub trait Pictured: Game {
    /// The table inside the state.
    type Table: Lying;

    /// Every zone in the order in which a playmat shows them, and how it is spread out.
    const LAYOUT: &'static [(<Self::Table as Lying>::Zone, Spread)];
    /// How it is played and won, for somebody who has never seen it: a dozen sentences.
    const PRIMER: &'static [&'static str];
    /// The verbs of its options, each with what it means: the short list of `docs/protocol.md`.
    const VERBS: &'static [(&'static str, &'static str)];
    /// What can happen, one word each.
    const HAPPENINGS: &'static [&'static str];

    /// The table of this picture.
    fn table(&self) -> &Self::Table;
    /// The edition that is played.
    fn edition(&self) -> &'static str;
    /// The turn player.
    fn turn_seat(&self) -> Seat;
    /// The phase or step, in the game's own word.
    fn phase(&self) -> &'static str;
    /// What is counted beside cards.
    fn figures(&self, cards: &Self::Cards, seat: Seat, say: &mut dyn FnMut(&'static str, i32));
    /// What is known of a card that is known.
    fn facts(&self, cards: &Self::Cards, card: Card, to: &mut dyn Telling);
    /// Tells the same of some cards at once, for who keeps numbers: pieces of one card may come between those of another,
    /// each after [`Telling::card`], and keywords in any order.
    fn facts_of(&self, cards: &Self::Cards, among: &[Card], to: &mut dyn Telling) {
        for card in among {
            to.card(*card);
            self.facts(cards, *card, to);
        }
    }
    /// Calls `say` with those among some cards of which [`Pictured::facts`] tells what follows from the print and the side that is
    /// up ([`Pictured::is_turned`]) alone, the same wherever such a card lies: who tells many cards need not ask for them again. It
    /// is always right to leave cards out.
    fn each_plain(&self, cards: &Self::Cards, among: &[Card], say: &mut dyn FnMut(Card)) {
        let _ = (cards, among, say);
    }
    /// Whether the other side of a card is up, where both are printed on.
    fn is_turned(&self, card: Card) -> bool {
        let _ = card;
        false
    }
    /// What anybody sees of a card, known or not: how it lies.
    fn states(&self, cards: &Self::Cards, card: Card, say: &mut dyn FnMut(&'static str));
    /// The attack or battle in progress.
    fn fight(&self, cards: &Self::Cards) -> Option<Fight>;
    /// Who waits: the card, whose effect it is, and its printed words.
    fn waits(&self, cards: &Self::Cards, say: &mut dyn FnMut(Option<Card>, Seat, &str));
    /// The open menu's reason.
    fn asked<W: Wording>(&self, cards: &Self::Cards, reason: Self::Reason) -> Asked<W>;
    /// What an option is about: verb, cards, cost, what it leaves.
    fn deal<W: Wording>(&self, cards: &Self::Cards, choice: Self::Choice) -> Deal<W>;
    /// The same for who has asked for the attack in progress already ([`Pictured::fight`]): it is not worked out again for
    /// every option.
    fn deal_in<W: Wording>(
        &self,
        cards: &Self::Cards,
        choice: Self::Choice,
        fight: Option<&Fight>,
    ) -> Deal<W> {
        let _ = fight;
        self.deal(cards, choice)
    }
    /// What stands behind a verdict of [`Game::consider`] beyond its rule.
    fn grounds(&self, cards: &Self::Cards, choice: Self::Choice, rule: RuleId) -> Grounds;
    /// Why a card is none of those that the open choice of an effect is about.
    fn not_among(&self, cards: &Self::Cards, card: Card) -> Grounds;
    /// The cards in an event, the one that it is about first.
    fn cards_of(&self, what: &Self::What) -> [Option<Remembered>; 2];
    /// The printed words of the effect that an event is about.
    fn effect_of<'a>(cards: &'a Self::Cards, what: &Self::What) -> Option<&'a str>;
    /// The printed words of the effect that an option uses.
    fn used_by<'a>(&self, cards: &'a Self::Cards, choice: Self::Choice) -> Option<&'a str> {
        let _ = (cards, choice);
        None
    }
    /// Whether an event goes without saying where much is told in few lines: a step that begins, a card that turns because it
    /// attacks, what is paid. What befalls a card or a player is none.
    fn is_routine(what: &Self::What) -> bool {
        let _ = what;
        false
    }
    /// An event in numbers.
    fn happening(what: &Self::What) -> Happening;
    /// What labels call a card.
    fn title(&self, cards: &Self::Cards, card: Card) -> String;
}

// ---- making one -----------------------------------------------------------------------------------------------------

/// Makes boards of one picture.
pub struct Painter<'a, G: Pictured> {
    picture: &'a G,
    cards: &'a G::Cards,
    eyes: Eyes,
    /// Unknown cards that have to be told apart now, because an option names them.
    needed: Vec<Card>,
    /// What twins are called.
    twins: Cow<'a, Twins>,
}

impl<'a, G: Pictured> Painter<'a, G> {
    /// A painter of `picture` for these eyes.
    pub fn new(picture: &'a G, cards: &'a G::Cards, eyes: Eyes) -> Self {
        Painter { picture, cards, eyes, needed: Vec::new(), twins: Cow::default() }
    }

    /// The same, with twins called as these eyes have called them before.
    pub fn calling(self, twins: &'a Twins) -> Self {
        Painter { twins: Cow::Borrowed(twins), ..self }
    }

    /// What labels and the log call a card.
    pub fn title(&self, card: Card) -> String {
        self.twins.title(self.picture, self.cards, card)
    }

    fn rename(&self, words: String, about: &[Card]) -> String {
        self.twins.rename(self.picture, self.cards, words, about)
    }

    fn is_known(&self, card: Card) -> bool {
        self.picture.table().is_known(card, self.eyes)
    }

    /// What a card is called on this board.
    pub fn name(&self, card: Card) -> String {
        let trace = self.picture.table().trace(card).to_string();
        if self.is_known(card) { trace } else { trace.replacen('c', "u", 1) }
    }

    /// The card that a name on this board means.
    pub fn find(&self, name: &str) -> Option<Card> {
        (0..self.picture.table().len()).map(|at| Card(at as u8)).find(|card| self.name(*card) == name)
    }

    fn names(&self, cards: &[Card]) -> Vec<String> {
        cards.iter().map(|card| self.name(*card)).collect()
    }

    /// The open decision, for the one who has to make it. Paint it before the board: an unknown card that an option
    /// names must lie there.
    pub fn menu(&mut self, menu: &Menu<G>) -> MenuBoard {
        let (picture, cards) = (self.picture, self.cards);
        let asked: Asked = picture.asked(cards, menu.reason);
        let deals: Vec<Deal> = menu.options.iter().map(|choice| picture.deal(cards, *choice)).collect();
        let unknown = deals.iter().flat_map(|deal| deal.cards.iter()).filter(|card| !self.is_known(**card));
        self.needed = unknown.copied().collect();
        let labels = self.twins.labels(picture, cards, menu);
        let options = menu.options.iter().zip(deals).zip(labels).map(|((choice, deal), label)| Offer {
            label,
            verb: deal.verb,
            cards: self.names(&deal.cards),
            cost: deal.cost,
            then: deal
                .then
                .map(|then| match deal.beside.is_empty() {
                    true => self.rename(then, &deal.cards),
                    false => self.rename(then, &deal.beside),
                })
                .filter(|then| !then.is_empty()),
            words: picture.used_by(cards, *choice).filter(|words| !words.is_empty()).map(str::to_string),
            number: deal.number,
            declines: picture.declines(*choice) || picture.ends_own_step(*choice),
        });
        let options: Vec<Offer> = options.collect();
        let asks_whether = options.iter().any(|offer| offer.verb == "yes");
        let known = asked.card.filter(|card| self.is_known(*card));
        let mut named = asked.about;
        known.into_iter().for_each(|card| named.push(card));
        let text = self.rename(asked.text, &named);
        let reason = Reason {
            text: match asked.side {
                // What no sentence says stands in the card's own words below.
                _ if text.is_empty() && asks_whether => "use this effect?".into(),
                _ if text.is_empty() => "choose for this effect".into(),
                Some(side) if side != menu.seat => crate::board_sides::other_side(&text),
                _ => text,
            },
            owner: known.map(|card| picture.table().owner(card)),
            card: known.map(|card| self.name(card)),
            name: known.map(|card| self.title(card)),
            words: asked.words,
            rule: asked.rule.map(|rule| G::RULES.id(rule)),
        };
        MenuBoard { seat: menu.seat, reason, options }
    }

    /// What stands behind a refusal, as these eyes may know it.
    pub fn because(&self, choice: G::Choice, rule: RuleId) -> Because {
        let about = self.picture.deal::<Wordless>(self.cards, choice).cards;
        self.told(self.picture.grounds(self.cards, choice, rule), &about)
    }

    /// Why a card is none of those that are chosen among.
    pub fn not_among(&self, card: Card) -> Because {
        self.told(self.picture.not_among(self.cards, card), &[card])
    }

    fn told(&self, grounds: Grounds, about: &[Card]) -> Because {
        let Grounds { missing, unmet, by } = grounds;
        let known = by.into_iter().filter(|giver| giver.card.is_none_or(|card| self.is_known(card)));
        let by = known.map(|giver| By {
            card: giver.card.map(|card| self.name(card)),
            name: self.rename(giver.name, giver.card.as_slice()),
            owner: giver.seat,
            words: giver.words,
        });
        let rename = |words: String| self.rename(words, about);
        Because {
            missing: missing.into_iter().map(rename).collect(),
            unmet: unmet.map(rename),
            by: by.collect(),
        }
    }

    /// The whole picture.
    pub fn board(&self) -> Board {
        let picture = self.picture;
        Board {
            game: G::NAME,
            edition: picture.edition(),
            turn: Turn { number: picture.turn(), seat: picture.turn_seat(), phase: picture.phase() },
            seats: BothSeats { a: self.seat(Seat::A), b: self.seat(Seat::B) },
            attack: picture.fight(self.cards).map(|fight| Clash {
                attackers: self.names(&fight.attackers),
                targets: self.names(&fight.targets),
                against: fight.against,
                step: fight.step,
                totals: fight.totals,
            }),
            waiting: self.waiting(),
        }
    }

    fn waiting(&self) -> Vec<Waiting> {
        let mut all = Vec::new();
        self.picture.waits(self.cards, &mut |card, seat, text| {
            all.push(match card {
                Some(card) if !self.is_known(card) => Waiting { card: None, text: String::new(), seat },
                card => Waiting { card: card.map(|card| self.name(card)), text: text.to_string(), seat },
            });
        });
        all
    }

    fn states(&self, card: Card) -> Vec<&'static str> {
        let mut states = Vec::new();
        self.picture.states(self.cards, card, &mut |state| states.push(state));
        states
    }

    fn seat(&self, seat: Seat) -> SeatBoard {
        let mut zones = Named::default();
        for (zone, spread) in G::LAYOUT {
            if *spread != Spread::Under {
                zones.push(zone.name(), self.zone(Place::new(seat, *zone), *spread));
            }
        }
        let mut figures = Named::default();
        self.picture.figures(self.cards, seat, &mut |name, figure| figures.push(name, figure));
        SeatBoard { figures, zones }
    }

    fn zone(&self, place: Place<<G::Table as Lying>::Zone>, spread: Spread) -> ZoneBoard {
        let held = self.picture.table().cards(place);
        let listed =
            |card: &Card| spread == Spread::Field || self.is_known(*card) || self.needed.contains(card);
        let whole = held.iter().all(listed);
        let cards = held.iter().enumerate().filter(|(_, card)| listed(card)).map(|(at, card)| CardBoard {
            at: (spread == Spread::Pile && !whole).then_some(at),
            ..self.card(*card)
        });
        ZoneBoard { spread, count: held.len(), cards: cards.collect() }
    }

    /// One card with what lies under it.
    pub fn card(&self, card: Card) -> CardBoard {
        let (picture, table) = (self.picture, self.picture.table());
        let mut shown = CardBoard {
            r#ref: self.name(card),
            owner: Some(table.owner(card)),
            under: self.under(card),
            ..CardBoard::default()
        };
        if !self.is_known(card) {
            shown.states = self.states(card);
            return shown;
        }
        let pool: &Pool<G::Printed> = self.cards.as_ref();
        let facts = Facts::of(picture, self.cards, card);
        CardBoard {
            id: Some(pool.get(table.print(card)).id().to_string()),
            name: Some(self.title(card)),
            kind: Some(facts.kind),
            colors: facts.colors,
            figures: facts.figures,
            states: self.states(card),
            keywords: facts.keywords,
            given: facts.given,
            counters: facts.counters,
            ..shown
        }
    }

    fn under(&self, host: Card) -> Vec<CardBoard> {
        let table = self.picture.table();
        let mut under = Vec::new();
        for (zone, spread) in G::LAYOUT {
            if *spread == Spread::Under {
                for seat in Seat::BOTH {
                    let lying = table.cards(Place::new(seat, *zone)).iter();
                    under.extend(
                        lying.filter(|card| table.host(**card) == Some(host)).map(|card| self.card(*card)),
                    );
                }
            }
        }
        under
    }

    /// What happened, as these eyes may know it. The picture is the one after it.
    pub fn events(&self, events: &[Event<G::What>]) -> Vec<EventBoard> {
        events.iter().map(|event| self.event(event)).collect()
    }

    fn event(&self, event: &Event<G::What>) -> EventBoard {
        let (picture, table) = (self.picture, self.picture.table());
        let told = self.eyes.knows(event.known_to);
        let there = |named: &Remembered| {
            let card = named.trace.card;
            told && (card.0 as usize) < table.len() && table.trace(card) == named.trace && self.is_known(card)
        };
        let named = picture.cards_of(&event.what);
        let mut text = picture.tell(self.cards, event, self.eyes);
        if told {
            let pool: &Pool<G::Printed> = self.cards.as_ref();
            let printed = |named: &Remembered| {
                ((named.print.0 as usize) < pool.len()).then(|| pool.get(named.print).side_name(named.side))
            };
            let mut from = 0;
            let mut said = None;
            for card in named.iter().flatten() {
                let Some(name) = printed(card) else { continue };
                let Some(at) = text[from..].find(name).map(|at| from + at) else { continue };
                // Twins have the numbers that they have on the table.
                let numbered = Some(*card).filter(there).map(|card| self.title(card.trace.card));
                let is_twin =
                    |title: &String| title.strip_prefix(name).is_some_and(|rest| rest.starts_with('#'));
                let title = numbered.filter(is_twin).unwrap_or_else(|| name.to_string());
                let whose = match said {
                    Some(owner) => owner != card.owner,
                    None => !speaks_of_a_player(&text[..at]),
                };
                let title = if whose { format!("{} {title}", card.owner.whose(self.eyes)) } else { title };
                text.replace_range(at..at + name.len(), &title);
                from = at + title.len();
                said = Some(card.owner);
            }
        }
        if let Some(hidden) = named[0].filter(|_| !told && !speaks_of_a_player(&text)) {
            text = text.replacen("a card", &format!("one of {} cards", hidden.owner.whose(self.eyes)), 1);
        }
        // What is somebody's is said so: "start step of you" is "your start step".
        for seat in Seat::BOTH {
            let theirs = format!(" of {}", seat.called(self.eyes));
            if let Some(what) = text.strip_suffix(&theirs) {
                text = format!("{} {what}", seat.whose(self.eyes));
            }
        }
        let cards =
            named.iter().flatten().filter(|named| there(named)).map(|named| self.name(named.trace.card));
        let words = G::effect_of(self.cards, &event.what).filter(|words| told && !words.is_empty());
        EventBoard {
            text,
            words: words.map(str::to_string),
            rule: G::RULES.id(event.rule),
            cards: cards.collect(),
            routine: G::is_routine(&event.what),
        }
    }
}

/// Whether words name a player, so that whose the card behind them is need not be said.
fn speaks_of_a_player(words: &str) -> bool {
    let mut each = words.split(|letter: char| !letter.is_alphanumeric());
    each.any(|word| matches!(word, "you" | "your" | "opponent" | "seat"))
}

/// The seats' boards side by side, for those who look from one of them.
pub fn sides(board: &Board, seat: Seat) -> PerSeat<&SeatBoard> {
    PerSeat::new(board.seats.of(seat), board.seats.of(seat.other()))
}
