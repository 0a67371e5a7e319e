//! A game of a dozen cards, so that the generic machinery is tested without any of the four: units with a power,
//! some with guard, one played and any number attacking a turn.
#![allow(dead_code)]

mod board;
mod scene;
mod sense;

use kernel::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub const RULES: RuleBook = kernel::rule_index!(include_str!("rules.tsv"));

const START: RuleId = RULES.cite("1-1");
const DRAW: RuleId = RULES.cite("1-2");
const ONE_A_TURN: RuleId = RULES.cite("2-1");
const STANDING: RuleId = RULES.cite("2-2");
const GUARD: RuleId = RULES.cite("2-3");
const POWER: RuleId = RULES.cite("2-4");
const DAMAGE: RuleId = RULES.cite("2-5");
const NO_LIFE: RuleId = RULES.cite("3-1");
const NO_DECK: RuleId = RULES.cite("3-2");

#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub name: String,
    pub power: i64,
    pub guard: bool,
    unread: Vec<Unread>,
    clauses: usize,
}

impl Printed for Unit {
    fn id(&self) -> &str {
        &self.id
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn read(row: &Value) -> Result<Self, CardError> {
        let row = row.as_object().ok_or(CardError::NotAnObject)?;
        let word = |field: &str| {
            row.get(field)
                .and_then(Value::as_str)
                .map(str::to_string)
                .ok_or(CardError::field(field, "expected a string"))
        };
        let text = row.get("text").and_then(Value::as_str).unwrap_or("");
        let unread = match text {
            "" | "guard" => Vec::new(),
            other => vec![Unread {
                field: "text".into(),
                span: (0, other.len()),
                words: other.into(),
                why: "expected guard".into(),
            }],
        };
        Ok(Unit {
            id: word("id")?,
            name: word("name")?,
            power: row
                .get("power")
                .and_then(Value::as_i64)
                .ok_or(CardError::field("power", "expected a number"))?,
            guard: text == "guard",
            unread,
            clauses: usize::from(!text.is_empty()),
        })
    }
    fn unread(&self) -> &[Unread] {
        &self.unread
    }
    fn clauses(&self) -> usize {
        self.clauses
    }
    fn unknown() -> Self {
        let (id, name) = ("?".into(), "a card".into());
        Unit { id, name, power: 0, guard: false, unread: Vec::new(), clauses: 0 }
    }
}

#[derive(Debug)]
pub struct Cards(pub Pool<Unit>);

impl AsRef<Pool<Unit>> for Cards {
    fn as_ref(&self) -> &Pool<Unit> {
        &self.0
    }
}
impl From<Pool<Unit>> for Cards {
    fn from(pool: Pool<Unit>) -> Self {
        Cards(pool.complete())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Area {
    Deck,
    Hand,
    Field,
    Drop,
}

impl Zone for Area {
    const ALL: &'static [Self] = &[Area::Deck, Area::Hand, Area::Field, Area::Drop];
    fn index(self) -> usize {
        self as usize
    }
    fn access(self) -> Access {
        match self {
            Area::Deck => Access::Secret,
            Area::Hand => Access::Owner,
            Area::Field | Area::Drop => Access::Open,
        }
    }
    fn name(self) -> &'static str {
        ["deck", "hand", "field", "drop"][self as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    pub rested: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    Redraw(Seat),
    Main,
    Attacked(Card),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    Keep,
    Redraw,
    Play(Card),
    Attack(Card),
    Block(Card),
    Decline,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Drew(Seat, Card),
    Shuffled(Seat),
    Played(Card),
    Attacked(Card),
    Destroyed(Card),
    Damaged(Seat),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Public {
    pub life: PerSeat<u8>,
    pub turn: u32,
    pub active: Seat,
    pub step: Step,
    pub played: bool,
    pub outcome: Option<Outcome>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Toy {
    pub table: Table<Area, Marks, 64>,
    pub public: Public,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    table: SeenTable<Marks>,
    public: Public,
}

pub type Cx<'a> = Context<'a, Toy>;

impl Toy {
    pub fn at(&self, seat: Seat, area: Area) -> &[Card] {
        self.table.cards(Place::new(seat, area))
    }

    pub fn unit<'c>(&self, cards: &'c Cards, card: Card) -> &'c Unit {
        cards.0.get(self.table.print(card))
    }

    fn put(&mut self, card: Card, area: Area) {
        self.table.put(card, Place::new(self.table.owner(card), area), End::Bottom);
    }

    fn lose(&mut self, seat: Seat, rule: RuleId) {
        self.public.outcome.get_or_insert(Outcome { winner: Some(seat.other()), why: Why::Rule(rule) });
    }

    fn shuffle(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        self.table.shuffle(Place::new(seat, Area::Deck), cx.chance);
        cx.log.say(START, || What::Shuffled(seat));
    }

    fn draw(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        match self.at(seat, Area::Deck).first().copied() {
            Some(card) => {
                self.put(card, Area::Hand);
                cx.log.tell(DRAW, Seats::only(seat), || What::Drew(seat, card));
            }
            None => self.lose(seat, NO_DECK),
        }
    }

    fn begin_turn(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        self.public.turn += 1;
        self.public.active = seat;
        self.public.played = false;
        self.public.step = Step::Main;
        for card in self.table.all() {
            self.table.marks_mut(card).rested = false;
        }
        self.draw(seat, cx);
    }

    fn fight(&mut self, attacker: Card, blocker: Card, cx: &mut Cx<'_>) {
        let (one, two) = (self.unit(cx.pool, attacker).power, self.unit(cx.pool, blocker).power);
        for (card, dies) in [(attacker, one <= two), (blocker, two <= one)] {
            if dies {
                self.put(card, Area::Drop);
                cx.log.say(POWER, || What::Destroyed(card));
            }
        }
    }

    fn name(&self, cards: &Cards, card: Card) -> String {
        let name = &self.unit(cards, card).name;
        let owner = self.table.owner(card);
        let is_twin = |other: &Card| self.unit(cards, *other).name == *name && *other < card;
        match self.at(owner, Area::Field).iter().filter(|other| is_twin(other)).count() {
            0 => name.clone(),
            twins => format!("{name}#{}", twins + 1),
        }
    }
}

impl Game for Toy {
    const NAME: &'static str = "toy";
    const RULES: RuleBook = RULES;
    const EDITIONS: &'static [&'static str] = &["plain", "short"];

    type Printed = Unit;
    type Cards = Cards;
    type Deck = Vec<Print>;
    type Choice = Choice;
    type Reason = u8;
    type What = What;
    type View = View;

    fn new(_: &Cards, edition: usize, decks: &PerSeat<Vec<Print>>, cx: &mut Cx<'_>) -> Self {
        let first = Seat::from_index(cx.chance.below(2) as usize);
        let life = if edition == 0 { 3 } else { 1 };
        let mut toy = Toy { table: Table::new(), public: Public::new(life, first) };
        for seat in Seat::BOTH {
            for print in &decks[seat] {
                toy.table.add(*print, seat, Place::new(seat, Area::Deck));
            }
            toy.shuffle(seat, cx);
            (0..3).for_each(|_| toy.draw(seat, cx));
        }
        toy
    }

    fn standing(&self) -> Standing {
        match (self.public.outcome, self.public.step) {
            (Some(outcome), _) => Standing::Over(outcome),
            (None, Step::Redraw(seat)) => Standing::Open(seat),
            (None, Step::Main) => Standing::Open(self.public.active),
            (None, Step::Attacked(_)) => Standing::Open(self.public.active.other()),
        }
    }

    fn reason(&self) -> u8 {
        match self.public.step {
            Step::Redraw(_) => 0,
            Step::Main => 1,
            Step::Attacked(_) => 2,
        }
    }

    fn consider<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        match self.public.step {
            Step::Redraw(_) => {
                sink.allow(Choice::Keep);
                sink.allow(Choice::Redraw);
            }
            Step::Main => {
                let hand = self.at(self.public.active, Area::Hand);
                for (at, card) in hand.iter().enumerate() {
                    let same = |other: &Card| self.table.print(*other) == self.table.print(*card);
                    if !hand[..at].iter().any(same) {
                        sink.offer(Choice::Play(*card), || ensure(!self.public.played, ONE_A_TURN));
                    }
                }
                for card in self.at(self.public.active, Area::Field) {
                    sink.offer(Choice::Attack(*card), || ensure(!self.table.marks(*card).rested, STANDING));
                }
                sink.allow(Choice::End);
            }
            Step::Attacked(_) => {
                for card in self.at(self.public.active.other(), Area::Field) {
                    sink.offer(Choice::Block(*card), || {
                        ensure(!self.table.marks(*card).rested, STANDING)?;
                        ensure(self.unit(cards, *card).guard, GUARD)
                    });
                }
                sink.allow(Choice::Decline);
            }
        }
    }

    fn apply(&mut self, choice: Choice, cx: &mut Cx<'_>) {
        match (choice, self.public.step) {
            (Choice::Keep | Choice::Redraw, Step::Redraw(seat)) => {
                if choice == Choice::Redraw {
                    while let Some(card) = self.at(seat, Area::Hand).first().copied() {
                        self.put(card, Area::Deck);
                    }
                    self.shuffle(seat, cx);
                    (0..3).for_each(|_| self.draw(seat, cx));
                }
                match seat == self.public.active {
                    true => self.public.step = Step::Redraw(seat.other()),
                    false => self.begin_turn(self.public.active, cx),
                }
            }
            (Choice::Play(card), _) => {
                self.put(card, Area::Field);
                self.public.played = true;
                cx.log.say(ONE_A_TURN, || What::Played(card));
            }
            (Choice::Attack(card), _) => {
                self.table.marks_mut(card).rested = true;
                self.public.step = Step::Attacked(card);
                cx.log.say(STANDING, || What::Attacked(card));
            }
            (Choice::Block(card), Step::Attacked(attacker)) => {
                self.table.marks_mut(card).rested = true;
                self.public.step = Step::Main;
                self.fight(attacker, card, cx);
            }
            (Choice::Decline, _) => {
                let seat = self.public.active.other();
                self.public.step = Step::Main;
                self.public.life[seat] -= 1;
                cx.log.say(DAMAGE, || What::Damaged(seat));
                if self.public.life[seat] == 0 {
                    self.lose(seat, NO_LIFE);
                }
            }
            _ => self.begin_turn(self.public.active.other(), cx),
        }
    }

    fn concede(&mut self, seat: Seat) {
        self.public.outcome.get_or_insert(Outcome { winner: Some(seat.other()), why: Why::Concession });
    }

    fn ends_own_step(&self, choice: Choice) -> bool {
        choice == Choice::End
    }

    fn declines(&self, choice: Choice) -> bool {
        choice == Choice::Decline
    }

    fn label(&self, cards: &Cards, choice: Choice) -> String {
        match choice {
            Choice::Keep => "keep".into(),
            Choice::Redraw => "redraw".into(),
            Choice::Play(card) => format!("play {}", self.unit(cards, card).name),
            Choice::Attack(card) => format!("attack with {}", self.name(cards, card)),
            Choice::Block(card) => format!("block with {}", self.name(cards, card)),
            Choice::Decline => "decline".into(),
            Choice::End => "end turn".into(),
        }
    }

    fn ask(&self, _: &Cards, reason: u8) -> String {
        ["keep this hand", "your turn", "block the attack"][reason as usize].into()
    }

    fn tell(&self, cards: &Cards, event: &Event<What>, to: impl Into<Eyes>) -> String {
        let to = to.into();
        let name = |card: Card| match to.knows(event.known_to) {
            true => self.unit(cards, card).name.clone(),
            false => "a card".into(),
        };
        match event.what {
            What::Drew(seat, card) => format!("{seat:?} draws {}", name(card)),
            What::Shuffled(seat) => format!("{seat:?} shuffles"),
            What::Played(card) => format!("{} is played", name(card)),
            What::Attacked(card) => format!("{} attacks", name(card)),
            What::Destroyed(card) => format!("{} is destroyed", name(card)),
            What::Damaged(seat) => format!("{seat:?} loses 1 life"),
        }
    }

    fn show(&self, cards: &Cards, to: impl Into<Eyes>) -> String {
        let to = to.into();
        let mut lines =
            vec![format!("turn {} of {:?}, {:?}", self.public.turn, self.public.active, self.public.step)];
        for seat in Seat::BOTH {
            for area in Area::ALL {
                let known = |card: &Card| match self.table.knows(to, *card) {
                    true => self.unit(cards, *card).name.clone(),
                    false => "?".into(),
                };
                let names: Vec<String> = self.at(seat, *area).iter().map(known).collect();
                lines.push(format!("{seat:?} {}: {}", area.name(), names.join(", ")));
            }
        }
        lines.join("\n")
    }

    fn view(&self, eyes: impl Into<Eyes>) -> View {
        View { table: self.table.seen_by(eyes), public: self.public.clone() }
    }

    fn picture(view: &View, cards: &Cards) -> Result<Self, kernel::Unfit> {
        let unknown = cards.0.unknown();
        Ok(Toy { table: view.table.fill(|_, _: Place<Area>| unknown)?, public: view.public.clone() })
    }

    fn determinize(
        view: &View,
        _: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<Self, kernel::Unfit> {
        let table = view.table.deal(lists, |_: Place<Area>| 0, |_| 0, chance)?;
        Ok(Toy { table, public: view.public.clone() })
    }

    fn turn(&self) -> u32 {
        self.public.turn
    }

    fn prints(deck: &Vec<Print>) -> Vec<Print> {
        deck.clone()
    }
}

impl Public {
    pub fn new(life: u8, active: Seat) -> Self {
        Public {
            life: PerSeat::new(life, life),
            turn: 0,
            active,
            step: Step::Redraw(active),
            played: false,
            outcome: None,
        }
    }
}
