//! A toy game for the runtime's tests: three piles of numbered pebbles, and one effect.

use effects::host::{Handles, Whole};
use effects::*;
use kernel::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct V;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    Move(Target<V>, u8),
    Note(Amount<V>),
}

impl Vocab for V {
    type Zone = u8;
    type Kind = ();
    type Color = ();
    type Figure = ();
    type State = ();
    type Keyword = ();
    type Moment = ();
    type Window = ();
    type Until = ();
    type Verb = Verb;
    type Change = ();
    type Test = ();
    type Fact = ();
    type Count = ();
    type Part = ();
}

pub fn pile(zone: u8) -> Among<V> {
    Among::Zones { whose: Who::You, zones: vec![zone] }
}

/// The only card there is: the effect under test.
#[derive(Clone, Debug)]
pub struct Sheet(Ability<V>);

impl Printed for Sheet {
    fn id(&self) -> &str {
        "sheet"
    }
    fn name(&self) -> &str {
        "sheet"
    }
    fn unknown() -> Self {
        Sheet(Ability::new((), When::Granted, Vec::new()))
    }
    fn read(_: &Value) -> Result<Self, CardError> {
        Err(CardError::NotAnObject)
    }
    fn unread(&self) -> &[Unread] {
        &[]
    }
    fn clauses(&self) -> usize {
        1
    }
}

#[derive(Debug)]
pub struct Sheets(Pool<Sheet>);

impl AsRef<Pool<Sheet>> for Sheets {
    fn as_ref(&self) -> &Pool<Sheet> {
        &self.0
    }
}

impl From<Pool<Sheet>> for Sheets {
    fn from(pool: Pool<Sheet>) -> Self {
        Sheets(pool.complete())
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The pile of each pebble.
    at: Flat<u8, 16>,
    notes: Flat<i32, 16>,
    picks: Picks,
    run: Run,
    open: bool,
}

impl Game for State {
    const NAME: &'static str = "pebbles";
    const RULES: RuleBook = kernel::rule_index!("id\n");
    const EDITIONS: &'static [&'static str] = &[""];
    type Printed = Sheet;
    type Cards = Sheets;
    type Deck = ();
    type Choice = Answer;
    type Reason = ();
    type What = ();
    type View = ();

    fn new(_: &Sheets, _: usize, _: &PerSeat<()>, _: &mut Context<'_, Self>) -> Self {
        unreachable!("tests begin with a position")
    }
    fn standing(&self) -> Standing {
        if self.open {
            Standing::Open(Seat::A)
        } else {
            Standing::Over(Outcome { winner: None, why: Why::Limit })
        }
    }
    fn reason(&self) {}
    fn consider<S: Consider<Answer>>(&self, cards: &Sheets, sink: &mut S) {
        run::consider(self, cards, &self.run, |answer| answer, sink);
    }
    fn apply(&mut self, choice: Answer, cx: &mut Context<'_, Self>) {
        run::answer(self, 0, choice, cx.pool);
        self.go_on(cx);
    }
    fn concede(&mut self, _: Seat) {}
    fn ends_own_step(&self, _: Answer) -> bool {
        false
    }
    fn declines(&self, choice: Answer) -> bool {
        choice == Answer::Decline
    }
    fn label(&self, _: &Sheets, choice: Answer) -> String {
        match choice {
            Answer::Card(card) => format!("card {}", card.0),
            Answer::Number(number) => format!("number {number}"),
            Answer::Mode(mode) => format!("mode {mode}"),
            Answer::Yes => "yes".into(),
            Answer::Decline => "decline".into(),
            Answer::Done => "done".into(),
        }
    }
    fn ask(&self, _: &Sheets, _: ()) -> String {
        String::new()
    }
    fn tell(&self, _: &Sheets, _: &Event<()>, _: impl Into<Eyes>) -> String {
        String::new()
    }
    fn show(&self, _: &Sheets, _: impl Into<Eyes>) -> String {
        String::new()
    }
    fn view(&self, _: impl Into<Eyes>) {}
    fn picture(_: &(), _: &Sheets) -> Result<Self, kernel::Unfit> {
        Err("nothing is hidden".into())
    }
    fn determinize(
        _: &(),
        _: &Sheets,
        _: &PerSeat<Vec<Print>>,
        _: &mut dyn Chance,
    ) -> Result<Self, kernel::Unfit> {
        Err("nothing is hidden".into())
    }
    fn turn(&self) -> u32 {
        1
    }
    fn prints(_: &()) -> Vec<Print> {
        Vec::new()
    }
}

impl State {
    fn go_on(&mut self, cx: &mut Context<'_, Self>) {
        loop {
            match run::advance(self, 0, cx) {
                Flow::Decide(_) => {
                    self.open = true;
                    return;
                }
                Flow::Left => {}
                Flow::Finished => {
                    self.open = false;
                    return;
                }
            }
        }
    }
}

/// Every pebble is the same for ever and lies with the one player there is.
pub struct Pile;

impl Handles for Pile {
    fn find(&self, object: Object) -> Option<Card> {
        Some(object.card)
    }
    fn object(&self, card: Card) -> Object {
        Object { card, stamp: u16::from(card.0) + 1 }
    }
    fn seat(&self, _: Card) -> Seat {
        Seat::A
    }
    fn owner(&self, _: Card) -> Seat {
        Seat::A
    }
    fn known(&self, _: Card) -> Seats {
        Seats::ALL
    }
}

impl Host for State {
    type V = V;
    type Table = Pile;
    fn ability(cards: &Sheets, at: AbilityRef) -> &Ability<V> {
        &cards.0.get(at.print).0
    }
    fn picks(&self) -> &Picks {
        &self.picks
    }
    fn picks_mut(&mut self) -> &mut Picks {
        &mut self.picks
    }
    fn running(&self, _: usize) -> Option<&Run> {
        Some(&self.run)
    }
    fn running_mut(&mut self, _: usize) -> Option<&mut Run> {
        Some(&mut self.run)
    }
    fn table(&self) -> &Pile {
        &Pile
    }
    fn each_in(&self, _: &Sheets, _: Seat, zone: u8, f: &mut dyn FnMut(Card)) {
        (0..self.at.len()).filter(|at| self.at[*at] == zone).for_each(|at| f(Card(at as u8)));
    }
    fn each_under(&self, _: &Sheets, _: Card, _: u8, _: &mut dyn FnMut(Card)) {}
    fn turn_seat(&self) -> Seat {
        Seat::A
    }
    fn is_kind(&self, _: &Sheets, _: Card, _: (), _: &Run) -> bool {
        true
    }
    fn has_color(&self, _: &Sheets, _: Card, _: (), _: &Run) -> bool {
        true
    }
    fn has_name(&self, _: &Sheets, _: Card, _: &str, _: Whole, _: &Run) -> bool {
        false
    }
    fn has_trait(&self, _: &Sheets, _: Card, _: &str, _: Whole, _: &Run) -> bool {
        false
    }
    fn in_text(&self, _: &Sheets, _: Card, _: &str) -> bool {
        false
    }
    fn figure(&self, _: &Sheets, card: Card, _: (), _: &Run) -> Option<i32> {
        Some(card.0.into())
    }
    fn is(&self, _: &Sheets, _: Card, _: (), _: &Run) -> bool {
        false
    }
    fn has(&self, _: &Sheets, _: Card, _: &(), _: &Run) -> bool {
        false
    }
    fn test(&self, _: &Sheets, _: Card, _: &(), _: &Run) -> bool {
        false
    }
    fn meant(&self, _: &Sheets, _: &(), _: &Run) -> Option<Card> {
        None
    }
    fn fact(&self, _: &Sheets, _: &(), _: &Run) -> bool {
        false
    }
    fn count(&self, _: &Sheets, _: &(), _: &Run) -> i32 {
        0
    }
    fn can_choose(&self, _: &Sheets, _: Card, _: &Run) -> bool {
        true
    }
    fn same_choice(&self, _: Card, _: Card) -> bool {
        false
    }
    fn can_do(&self, _: &Sheets, verb: &Verb, to: Option<Card>, _: &Run) -> bool {
        match (verb, to) {
            (Verb::Move(_, zone), Some(card)) => self.at[card.0 as usize] != *zone,
            _ => true,
        }
    }
    fn perform(&mut self, verb: &Verb, run: &Run, _: usize, cx: &mut Context<'_, Self>) -> Done {
        match verb {
            Verb::Move(target, zone) => {
                let meant = targets(self, cx.pool, target, run);
                meant.iter().for_each(|card| self.at[card.0 as usize] = *zone);
                Done::Now(meant.len() as i16)
            }
            Verb::Note(number) => {
                let number = amount(self, cx.pool, number, run);
                self.notes.push(number);
                Done::Now(1)
            }
        }
    }
    fn gain(&mut self, _: On, _: (), _: &Run, _: &mut Context<'_, Self>) -> bool {
        false
    }
    fn later(&mut self, _: AbilityRef, _: (), _: Object, _: &Run, _: &mut Context<'_, Self>) {}
}

/// A position of the toy game, and its cards.
pub struct Pebbles {
    state: State,
    cards: Sheets,
}

impl Pebbles {
    /// Piles of these sizes, pebbles numbered through, and an effect that is run as far as it goes by itself.
    pub fn begin(zones: [usize; 3], steps: Vec<Step<V>>) -> Self {
        let mut pool = Pool::default();
        pool.add(Sheet(Ability::new((), When::Granted, steps)), &Value::Null);
        let at: Vec<u8> = (0..3).flat_map(|zone| std::iter::repeat_n(zone as u8, zones[zone])).collect();
        let state = State {
            at: Flat::from_slice(&at),
            notes: Flat::new(),
            picks: Picks::default(),
            run: Run::new(AbilityRef::default(), Object::default(), Seat::A),
            open: false,
        };
        let mut game = Pebbles { state, cards: Sheets(pool) };
        game.with(|state, cx| state.go_on(cx));
        game
    }

    fn with(&mut self, act: impl FnOnce(&mut State, &mut Context<'_, State>)) {
        let (mut dice, mut log) = (Dice::new(0), Log::silent());
        act(&mut self.state, &mut Context { pool: &self.cards, chance: &mut dice, log: &mut log });
    }

    fn options(&self) -> Vec<Answer> {
        let mut menu = Menu::default();
        self.state.menu(&self.cards, &mut menu);
        menu.options
    }

    pub fn labels(&self) -> Vec<String> {
        self.options().into_iter().map(|choice| self.state.label(&self.cards, choice)).collect()
    }

    pub fn answer(&mut self, at: usize) {
        let choice = self.options()[at];
        self.with(|state, cx| state.apply(choice, cx));
    }

    /// What was noted, and how many pebbles lie in each pile.
    pub fn result(&self) -> (Vec<i32>, [usize; 3]) {
        let count = |zone| self.state.at.iter().filter(|at| **at == zone).count();
        (self.state.notes.to_vec(), [count(0), count(1), count(2)])
    }
}
