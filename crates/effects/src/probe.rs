//! What a game tells the prober of card texts: how a position is made in which an ability should happen, and what a verb
//! or a change should do to the table. The prober itself (positions, playouts, verdicts) is in the `shobu` crate.

use crate::host::{Host, Of};
use crate::tree::*;
use kernel::{Card, Print, Scenes, Seat};
use serde_json::{Map, Value};

/// Whether a made-up card or position is to pass a test or to fail it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// It should fit.
    Fits,
    /// It should nearly fit.
    Misses,
}

impl Sense {
    /// The contrary.
    pub fn turned(self) -> Sense {
        match self {
            Sense::Fits => Sense::Misses,
            Sense::Misses => Sense::Fits,
        }
    }
}

/// A card that is made up for a position.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// Its row in a card file; what it does not mention gets the plain defaults of scenes.
    pub row: Map<String, Value>,
    /// How it lies on the table, as scenes say it.
    pub marks: Map<String, Value>,
    /// Cards that lie under it, by the scene's word for such cards.
    pub piles: Vec<(&'static str, Sketch)>,
    /// The row is a given card's and stays as it is.
    pub given: bool,
}

impl Sketch {
    /// Sets a field of the row; a card that is given keeps its own.
    pub fn set(&mut self, field: &str, value: impl Into<Value>) {
        if !self.given {
            self.row.insert(field.into(), value.into());
        }
    }

    /// Adds to a list in the row.
    pub fn add(&mut self, field: &str, value: impl Into<Value>) {
        if !self.given {
            let value = value.into();
            match self.row.entry(field).or_insert_with(|| Value::Array(Vec::new())) {
                Value::Array(list) if !list.contains(&value) => list.push(value),
                _ => {}
            }
        }
    }

    /// Sets a state of the card in the scene.
    pub fn mark(&mut self, word: &str, value: impl Into<Value>) {
        self.marks.insert(word.into(), value.into());
    }

    /// What a field says, or nothing.
    pub fn word(&self, field: &str) -> &str {
        self.row.get(field).and_then(Value::as_str).unwrap_or("")
    }
}

/// Stands for the name of the card under test, where a made-up card is to have the same.
pub const OWN_NAME: &str = "(the name of the card under test)";

/// What is said of the table and the players, as scenes say it.
#[derive(Clone, Debug, Default)]
pub struct Scenery {
    /// The section `[table]`.
    pub table: Map<String, Value>,
    /// The sections of the two players, the prober's first.
    pub players: [Map<String, Value>; 2],
}

/// Where the card under test is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Home {
    /// Whose zone.
    pub seat: Seat,
    /// The zone, in the scene's word.
    pub zone: &'static str,
    /// It lies in this pile of a card that is in the zone.
    pub pile: Option<&'static str>,
    /// A state it has to have there, if any.
    pub mark: Option<&'static str>,
}

impl Home {
    /// A zone of the prober's player.
    pub const fn at(zone: &'static str) -> Home {
        Home { seat: Seat::A, zone, pile: None, mark: None }
    }

    /// Under a card of a zone.
    pub const fn under(zone: &'static str, pile: &'static str) -> Home {
        Home { seat: Seat::A, zone, pile: Some(pile), mark: None }
    }

    /// The same, with a mark on the card.
    pub const fn marked(self, mark: &'static str) -> Home {
        Home { mark: Some(mark), ..self }
    }
}

/// A card that makes something happen: the prober lays it out for either player.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Whose zone it goes to.
    pub seat: Seat,
    /// The zone, in the scene's word.
    pub zone: &'static str,
    /// The row of the card.
    pub row: Value,
    /// States it is in.
    pub states: &'static [&'static str],
}

impl Tool {
    /// A card that helps to stage something.
    pub fn new(seat: Seat, zone: &'static str, row: Value) -> Tool {
        Tool { seat, zone, row, states: &[] }
    }
}

/// What a card is in something that happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// What the event is about.
    Subject,
    /// What else was part of it.
    Other,
}

/// A part of a verb or a change that speaks of the table.
pub enum Bit<'a, V: Vocab> {
    /// A target that is named.
    Target(&'a Target<V>),
    /// An amount that is named.
    Amount(&'a Amount<V>),
    /// Cards in this zone of scenes.
    Filter(&'static str, &'a Filter<V>),
    /// Cards of this player's zone, from the top, that later words mean by this slot.
    Binds(Slot, Who, V::Zone),
}

/// What a verb should have done.
pub enum Expect<'a, V: Vocab> {
    /// The cards are in one of these zones afterwards, and no other card moved.
    Moves(&'a Target<V>, &'static [&'static str]),
    /// The word is true of the cards afterwards (or false).
    Becomes(&'a Target<V>, &'static str, Sense),
    /// A number of a player goes up by so much (down, if the factor is negative).
    Counts(Who, &'static str, &'a Amount<V>, i64),
    /// That it says it did something is all that can be seen.
    Something,
    /// It may well change nothing that can be seen: a shuffle, a look.
    Nothing,
}

/// How a change shows on the cards it is on.
pub enum Shows<'a, V: Vocab> {
    /// A figure goes up by this much.
    By(&'static str, &'a Amount<V>),
    /// The word becomes true.
    Word(String),
    /// Only in what happens.
    Otherwise,
}

/// A number that compares like this with another, or just does not.
pub fn comparing(cmp: Cmp, than: i32, step: i32, sense: Sense) -> i32 {
    match (cmp, sense) {
        (Cmp::Equal | Cmp::AtLeast | Cmp::AtMost, Sense::Fits) => than,
        (Cmp::More | Cmp::Less, Sense::Misses) => than,
        (Cmp::More, Sense::Fits) | (Cmp::AtMost | Cmp::Equal, Sense::Misses) => than + step,
        (Cmp::Less, Sense::Fits) | (Cmp::AtLeast, Sense::Misses) => than - step,
    }
}

/// A game whose card texts can be probed.
pub trait Probe: Host + Scenes {
    /// The words that tell what is so of a card.
    const WORDS: &'static [&'static str];
    /// The words that tell what is so of a player.
    const SEAT_WORDS: &'static [&'static str];
    /// Zones that are filled up with blank cards, and how far.
    const FILLED: &'static [(&'static str, usize)];
    /// Zones whose cards stand in no state that a scene could write.
    const UNMARKED: &'static [&'static str] = &[];
    /// The zone where cards are in play.
    const FIELD: &'static str;
    /// What lies under the test card where it comes onto the field lies under the cards that it comes out on.
    const HANDS_DOWN: bool = false;
    /// Words of scenes for cards that lie under others.
    const PILES: &'static [&'static str] = &[];
    /// Zones that hold one card each: where one is taken, another of them is used.
    const SOLE: &'static [&'static str] = &[];
    /// Zones that hold one card of a player at most: what is asked for there is asked of that card.
    const LONE: &'static [&'static str] = &[];
    /// Works out anew what the state keeps of its cards' texts: the same position is looked at with other cards.
    fn settle(&mut self, cards: &Self::Cards);
    /// What a position needs for anything at all to happen; `lot` is a number drawn by lot.
    fn ground(scenery: &mut Scenery, lot: usize);

    /// The abilities of a printed card, in their order.
    fn abilities(card: &Self::Printed) -> Vec<&Ability<Of<Self>>>;
    /// The field of a card file that an ability is printed in.
    fn field(part: <Of<Self> as Vocab>::Part) -> &'static str;
    /// The card with one only of the moments that an ability waits for, so that each can be tried by itself. Nothing where a game
    /// does not tell.
    fn with_one_trigger(_card: &Self::Printed, _ability: usize, _trigger: usize) -> Option<Self::Printed> {
        None
    }

    /// Takes an ability away.
    fn mute(card: &mut Self::Printed, ability: usize);
    /// The abilities of the same card that a step gives to something or sets up.
    fn given(step: &Step<Of<Self>>) -> Vec<u8>;
    /// All cards of the state.
    fn all_cards(&self) -> Vec<Card>;
    /// Whether a print is of something that cards make.
    fn is_made(cards: &Self::Cards, print: Print) -> bool {
        usize::from(print.0) >= cards.as_ref().len().min(usize::from(u16::MAX))
    }
    /// Which card a handle is.
    fn print_of(&self, card: Card) -> Print;

    /// The scene's word for a zone of texts; `None` where cards only come by themselves.
    fn area(zone: <Of<Self> as Vocab>::Zone) -> Option<&'static str>;
    /// The scene's word for cards that lie under another in this zone.
    fn pile(zone: <Of<Self> as Vocab>::Zone) -> &'static str;
    /// Where a card can be that an ability is on.
    fn homes(card: &Self::Printed, ability: &Ability<Of<Self>>) -> Vec<Home>;
    /// How the test card lies there.
    fn lie(card: &Self::Printed, ability: &Ability<Of<Self>>, me: &mut Sketch, home: Home) {
        let _ = (card, ability, me, home);
    }
    /// Where cards wait that a moment can happen to.
    fn stands(moment: <Of<Self> as Vocab>::Moment) -> &'static [&'static str];
    /// Cards that make a moment happen, to the card under test or to others.
    fn tools(moment: <Of<Self> as Vocab>::Moment, card: &Self::Printed) -> Vec<Tool>;
    /// Where cards wait that a trigger is about: where its moment finds them, or where it says that they come from.
    fn whereabouts(trigger: &Trigger<Of<Self>>) -> Vec<&'static str> {
        Self::stands(trigger.moment).to_vec()
    }
    /// Cards that bring about what a trigger waits for just as it says.
    fn deeds(trigger: &Trigger<Of<Self>>, card: &Self::Printed) -> Vec<Tool> {
        let _ = (trigger, card);
        Vec::new()
    }
    /// Makes a card that a trigger is about such that it does what the trigger waits for.
    fn equip(trigger: &Trigger<Of<Self>>, sketch: &mut Sketch) {
        let _ = (trigger, sketch);
    }
    /// The cards by which a trigger wants to have been brought about, if it says so.
    fn actor(trigger: &Trigger<Of<Self>>) -> Option<&Filter<Of<Self>>> {
        let _ = trigger;
        None
    }
    /// Makes a tool the card that is described.
    fn act(tool: &mut Tool, actor: Sketch) {
        let _ = (tool, actor);
    }
    /// Another form of a tool, by lot: what makes things happen should not be what a condition forbids.
    fn vary(tool: &mut Tool, lot: usize) {
        let _ = (tool, lot);
    }
    /// Makes a card such that a moment can happen to it, where it waits in a zone.
    fn attend(
        card: &Self::Printed,
        moment: <Of<Self> as Vocab>::Moment,
        role: Role,
        zone: &str,
        sketch: &mut Sketch,
    ) {
        let _ = (card, moment, role, zone, sketch);
    }
    /// Cards that the test card comes out by in one of its ways, by lot: where they lie and what they are.
    fn beside(card: &Self::Printed, home: Home, lot: usize) -> Vec<(&'static str, Filter<Of<Self>>)> {
        let _ = (card, home, lot);
        Vec::new()
    }
    /// How a card has to lie in a zone, whatever else is asked of it.
    fn rest(zone: &str, sketch: &mut Sketch) {
        let _ = (zone, sketch);
    }
    /// Makes a card such that a change on it shows.
    fn suit_change(sketch: &mut Sketch, change: &<Of<Self> as Vocab>::Change) {
        let _ = (sketch, change);
    }
    /// Cards that the scenery may name.
    fn extras() -> Vec<Value> {
        Vec::new()
    }
    /// What cards are called that the test card makes.
    fn makes(card: &Self::Printed) -> Vec<String> {
        let _ = card;
        Vec::new()
    }
    /// How much the prober leans towards an answer, whatever its cards are.
    fn leaning(choice: Self::Choice) -> usize {
        let _ = choice;
        8
    }
    /// Conditions that stand beside an ability's own: of its cost, of its use.
    fn conditions<'a>(card: &'a Self::Printed, ability: &Ability<Of<Self>>) -> Vec<&'a Cond<Of<Self>>> {
        let _ = (card, ability);
        Vec::new()
    }
    /// Other abilities of the card that this one waits for: what they need is there too.
    fn alongside<'a>(card: &'a Self::Printed, ability: &Ability<Of<Self>>) -> Vec<&'a Ability<Of<Self>>> {
        let _ = (card, ability);
        Vec::new()
    }
    /// A test that a card passes by being like another: that other, the field of the row that has to be the same, and
    /// what both have there where it says nothing.
    fn like(test: &<Of<Self> as Vocab>::Test) -> Option<(&Target<Of<Self>>, &'static str, Value)> {
        let _ = test;
        None
    }
    /// Whether a card with this row could be one that a filter means: what must not be there is left out.
    fn could_fit(row: &Map<String, Value>, filter: &Filter<Of<Self>>) -> bool {
        let _ = (row, filter);
        true
    }
    /// The row of a card with what its file leaves out although the ability speaks of it: a way to come out by, a figure.
    fn complete(card: &Self::Printed, row: &Value, ability: &Ability<Of<Self>>) -> Option<Value> {
        let _ = (card, row, ability);
        None
    }
    /// Whether a test means what the effect has brought out.
    fn means_made(test: &<Of<Self> as Vocab>::Test) -> bool {
        let _ = test;
        false
    }
    /// The cards that a verb brings out.
    fn brings(verb: &<Of<Self> as Vocab>::Verb) -> Option<&Target<Of<Self>>> {
        let _ = verb;
        None
    }
    /// Cards that raise a figure of the test card, whose own row stays, until it compares.
    fn lift(row: &Map<String, Value>, figure: <Of<Self> as Vocab>::Figure, cmp: Cmp, than: i32) -> Vec<Tool> {
        let _ = (row, figure, cmp, than);
        Vec::new()
    }
    /// Cards that make the test card, whose own row stays, pass a test.
    fn bestow(filter: &Filter<Of<Self>>) -> Vec<Tool> {
        let _ = filter;
        Vec::new()
    }
    /// What a made-up card has that nothing is asked of, beside this card under test.
    fn neutral(card: &Self::Printed, row: &mut Map<String, Value>) {
        let _ = (card, row);
    }
    /// Where a card lies at first that is to pass a test in an area: on top of the deck, if it has to come from there.
    fn whence(filter: &Filter<Of<Self>>, area: &'static str) -> &'static str {
        let _ = filter;
        area
    }
    /// Makes two cards lie beside each other in a zone that else holds one.
    fn pair(zone: &str, there: &mut Sketch, other: &mut Sketch) -> bool {
        let _ = (zone, there, other);
        false
    }
    /// A card that the game finds by itself: whose it is, where it lies and what it is.
    fn found(test: &<Of<Self> as Vocab>::Test) -> Option<(Seat, &'static str, Filter<Of<Self>>)> {
        let _ = test;
        None
    }
    /// Cards that make a fact so.
    fn settings(fact: &<Of<Self> as Vocab>::Fact) -> Vec<Tool> {
        let _ = fact;
        Vec::new()
    }
    /// Cards that open a window, and what has to be so of the table.
    fn openings(scenery: &mut Scenery, window: &<Of<Self> as Vocab>::Window) -> Vec<Tool> {
        let _ = (scenery, window);
        Vec::new()
    }
    /// The card whose pile a quantity counts, and the scene's word for the pile.
    fn beneath(count: &<Of<Self> as Vocab>::Count) -> Option<(&Target<Of<Self>>, &'static str)> {
        let _ = count;
        None
    }
    /// Whether an operation only happens where something was forbidden or lost on the way.
    fn seldom(card: &Self::Printed, ability: &Ability<Of<Self>>, op: &crate::Op<Of<Self>>) -> bool {
        let _ = (card, ability, op);
        false
    }
    /// Cards without which a card or its ability cannot be used at all, and who would set it off.
    fn company(card: &Self::Printed, home: Home) -> Vec<Tool>;
    /// Cards that make all kinds of things happen: for abilities that are always on and show only in what happens.
    fn bustle() -> Vec<Tool>;
    /// Cards by which a change shows.
    fn occasions(change: &<Of<Self> as Vocab>::Change) -> Vec<Tool> {
        let _ = change;
        Vec::new()
    }
    /// What the card that the test card lies under has to be.
    fn host(card: &Self::Printed, home: Home) -> Option<Filter<Of<Self>>> {
        let _ = (card, home);
        None
    }
    /// A test that a card passes by a change.
    fn passes(change: &<Of<Self> as Vocab>::Change) -> Option<Filter<Of<Self>>> {
        let _ = change;
        None
    }
    /// The ability behind a change that gives a keyword.
    fn inner(change: &<Of<Self> as Vocab>::Change) -> Option<Ability<Of<Self>>> {
        let _ = change;
        None
    }
    /// Conditions under which the test card may be used from where it lies.
    fn demands(card: &Self::Printed, home: Home) -> Vec<&Cond<Of<Self>>> {
        let _ = (card, home);
        Vec::new()
    }
    /// Conditions under which the test card may not be used.
    fn obstacles(card: &Self::Printed) -> Vec<&Cond<Of<Self>>> {
        let _ = card;
        Vec::new()
    }
    /// Where the other card of an event lies that fits a filter, if not on the field.
    fn other_lies(filter: &Filter<Of<Self>>) -> Option<&'static str> {
        let _ = filter;
        None
    }
    /// What is paid for the test card when it is used from where it lies.
    fn price(card: &Self::Printed, home: Home) -> &[Step<Of<Self>>] {
        let _ = (card, home);
        &[]
    }
    /// The table as the test card needs it where it lies, whatever its ability says.
    fn outset(card: &Self::Printed, home: Home, scenery: &mut Scenery) {
        let _ = (card, home, scenery);
    }
    /// Whether a test means the card that the test card lies under.
    fn means_host(test: &<Of<Self> as Vocab>::Test) -> bool {
        let _ = test;
        false
    }
    /// The last touch to a made-up card's row, before it gets its plain defaults.
    fn finish(row: &mut Map<String, Value>);
    /// Makes a card pass or fail a test: kinds, colours, names, traits, figures, states, keywords and the game's own tests.
    /// Says why where it cannot.
    fn shape(
        sketch: &mut Sketch,
        test: &Filter<Of<Self>>,
        sense: Sense,
        draw: &mut dyn FnMut(&Filter<Of<Self>>) -> Sketch,
    ) -> Result<(), String>;
    /// Makes a fact so or not so.
    fn suppose(scenery: &mut Scenery, fact: &<Of<Self> as Vocab>::Fact, sense: Sense) -> Result<(), String>;
    /// Cards that a fact needs somewhere.
    fn wants(fact: &<Of<Self> as Vocab>::Fact) -> Vec<(Seat, &'static str, &Filter<Of<Self>>)> {
        let _ = fact;
        Vec::new()
    }
    /// Makes a quantity compare like this.
    fn supply(
        scenery: &mut Scenery,
        count: &<Of<Self> as Vocab>::Count,
        cmp: Cmp,
        than: i32,
        sense: Sense,
    ) -> Result<(), String>;
    /// A figure that a card can well have, where a text compares it with something on the table.
    fn plain_figure(figure: <Of<Self> as Vocab>::Figure, about: i32) -> i32;
    /// How much a quantity comes to by itself.
    fn comes_to(count: &<Of<Self> as Vocab>::Count) -> Option<i32> {
        let _ = count;
        None
    }
    /// The selections that a quantity of the game counts.
    fn counted(count: &<Of<Self> as Vocab>::Count) -> Option<&Select<Of<Self>>> {
        let _ = count;
        None
    }
    /// Makes the card with this number among those that a quantity counts unlike the others.
    fn tell_apart(count: &<Of<Self> as Vocab>::Count, at: usize, sketch: &mut Sketch) {
        let _ = (count, at, sketch);
    }
    /// Whether such cards are never there while an effect is carried out, so that what they gain shows only later.
    fn comes_later(select: &Select<Of<Self>>) -> bool {
        let _ = select;
        false
    }
    /// What a verb names.
    fn bits<'a>(verb: &'a <Of<Self> as Vocab>::Verb, f: &mut dyn FnMut(Bit<'a, Of<Self>>));
    /// What a change names.
    fn change_bits<'a>(change: &'a <Of<Self> as Vocab>::Change, f: &mut dyn FnMut(Bit<'a, Of<Self>>));
    /// Makes a card such that the verb can do something with it; `role` counts the verb's targets.
    fn suit(sketch: &mut Sketch, verb: &<Of<Self> as Vocab>::Verb, role: usize);
    /// The same, where it matters what the test card is.
    fn suit_for(card: &Self::Printed, sketch: &mut Sketch, verb: &<Of<Self> as Vocab>::Verb, role: usize) {
        let _ = card;
        Self::suit(sketch, verb, role);
    }
    /// What should come of a verb.
    fn expect(verb: &<Of<Self> as Vocab>::Verb) -> Expect<'_, Of<Self>>;
    /// How a change shows.
    fn shows(change: &<Of<Self> as Vocab>::Change) -> Shows<'_, Of<Self>>;
}
