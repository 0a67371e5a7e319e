//! The Dragon Ball Super Card Game Masters, by its comprehensive rules. `README.md` maps the chapters to the files.
//!
//! ```
//! use dbs::{Cards, State};
//! use kernel::{Game, Pool, Printed};
//!
//! let row = serde_json::json!({"id": "X-1", "name": "Striker", "kind": "battle", "power": 15000,
//!     "energy_cost": {"total": 2, "specified": ["red"]}, "text": "[Double Strike]"});
//! let mut pool = Pool::default();
//! pool.add(dbs::Printed::read(&row).unwrap(), &row);
//! let cards = Cards::from(pool);
//! assert_eq!(cards.printed(kernel::Print(0)).keywords[0].strike, 2);
//! assert_eq!(State::NAME, "dbs");
//! ```

mod activate;
mod battle;
mod board;
pub mod card;
mod cause;
mod check;
pub mod choice;
mod deck;
mod describe;
mod figures;
mod grounds;
mod host;
pub mod keyword;
mod layer;
mod loops;
mod menu;
mod pile;
mod play;
mod probe;
mod replace;
mod scene;
mod seam;
mod sense;
mod setup;
mod stake;
mod state;
pub mod text;
mod trigger;
mod turn;
mod verbs;
mod view;
pub mod vocab;

pub use card::Printed;
pub use choice::{Choice, Reason, What};
pub use deck::Deck;
pub use state::{Area, Frame, Marks, State};
pub use view::View;

use effects::layer::Bits;
use effects::{Ability, AbilityRef, Phrase, When};
use kernel::{
    Chance, Consider, Context, Decided, Event, Eyes, Game, Outcome, PerSeat, Pool, Print, Seat, Standing, Why,
};
use text::{Skill, SkillKind};
use vocab::{Dbs, Keyword, Part};

kernel::rule_book!("../../../rules/dbs/index.tsv");

pub type Cx<'a> = Context<'a, State>;

/// What is computed once for a printed card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Info {
    /// Moments its skills wait for, by bit.
    pub moments: u64,
    /// What it gives and waits for, by site of the index; and wherever it lies.
    pub sites: [Bits; layer::SITES],
    pub whole: Bits,
    pub has_counter: bool,
    /// Has an [Activate] skill anywhere.
    pub activates: bool,
    /// Has a skill that replaces a leaving (DBS 9-10).
    pub replaces: bool,
}

/// The card of keyword skills that wait: it is in no pool, and its skills belong to every card that has the keyword.
const KEYWORD_PRINT: Print = Print(u16::MAX);

/// The pool, with what is computed over all of it.
#[derive(Debug)]
pub struct Cards {
    pool: Pool<Printed>,
    infos: Vec<Info>,
    /// The moments that keyword skills wait for; and by moment, the keywords that do.
    pub(crate) keyword_moments: u64,
    keywords_at: Vec<u64>,
    pub(crate) universe_7_trait: Phrase,
    keyword_book: Vec<(Keyword, Skill)>,
    tokens: Vec<(Print, u8, Print)>,
    pub(crate) nothing: Ability<Dbs>,
}

impl Cards {
    pub fn printed(&self, print: Print) -> &Printed {
        self.pool.get(print)
    }

    pub fn get(&self, print: Print) -> Option<&Printed> {
        ((print.0 as usize) < self.infos.len()).then(|| self.pool.get(print))
    }

    pub fn info(&self, print: Print) -> &Info {
        &self.infos[print.0 as usize]
    }

    pub fn skill(&self, at: AbilityRef) -> Option<&Skill> {
        if at.print == KEYWORD_PRINT {
            return self.keyword_book.get(at.index as usize).map(|(_, skill)| skill);
        }
        self.get(at.print)?.skills.get(at.index as usize)
    }

    /// The keyword skills that wait for something, each with the keyword that brings it.
    pub(crate) fn keyword_skills(&self) -> impl Iterator<Item = (AbilityRef, Keyword, &Skill)> {
        self.keyword_book.iter().enumerate().map(|(index, (keyword, skill))| {
            (AbilityRef { print: KEYWORD_PRINT, index: index as u8 }, *keyword, skill)
        })
    }

    /// What a keyword does at the end of a battle.
    pub(crate) fn keyword_at_the_end(&self, keyword: Keyword) -> Option<AbilityRef> {
        let late = |(other, skill): &(Keyword, Skill)| other.bit() == keyword.bit() && skill.moments == 0;
        let index = self.keyword_book.iter().position(late)? as u8;
        Some(AbilityRef { print: KEYWORD_PRINT, index })
    }

    pub(crate) fn is_keyword_skill(&self, at: AbilityRef) -> bool {
        at.print == KEYWORD_PRINT
    }

    /// DBS 22-44-3, 22-44-3-1: [Limit X] counts for all cards of the same number; prints are told apart by number.
    pub(crate) fn limit_key(&self, at: AbilityRef) -> AbilityRef {
        at
    }

    /// The keywords whose skills wait for a moment.
    #[inline]
    pub(crate) fn keywords_at(&self, moment: vocab::Moment) -> u64 {
        self.keywords_at[moment as usize]
    }

    pub(crate) fn token(&self, print: Print, index: u8) -> Option<Print> {
        self.tokens.iter().find(|(of, at, _)| *of == print && *at == index).map(|(_, _, token)| *token)
    }
}

impl AsRef<Pool<Printed>> for Cards {
    fn as_ref(&self) -> &Pool<Printed> {
        &self.pool
    }
}

impl From<Pool<Printed>> for Cards {
    fn from(mut pool: Pool<Printed>) -> Cards {
        let tokens = deck::add_tokens(&mut pool);
        let pool = pool.complete();
        let nothing = Ability::new(Part::Given, When::Granted, Vec::new());
        let mut cards = Cards {
            infos: Vec::with_capacity(pool.len()),
            pool: Pool::default(),
            keyword_moments: 0,
            keywords_at: vec![0; 64],
            universe_7_trait: Phrase::new("Universe 7"),
            keyword_book: keyword::book(),
            tokens,
            nothing,
        };
        for (_, printed) in pool.every() {
            let (sites, whole) = layer::bits_of(printed);
            let mut info = Info { sites, whole, ..Info::default() };
            for skill in &printed.skills {
                info.moments |= skill.moments;
                info.replaces |= matches!(skill.ability.when, When::Would(_));
                info.has_counter |= skill.kind == SkillKind::Counter;
                info.activates |= skill.kind == SkillKind::Activate;
            }
            cards.infos.push(info);
        }
        for (keyword, skill) in &cards.keyword_book {
            cards.keyword_moments |= skill.moments;
            for (moment, keywords) in cards.keywords_at.iter_mut().enumerate() {
                *keywords |= if skill.moments >> moment & 1 != 0 { keyword.bit() } else { 0 };
            }
        }
        cards.pool = pool;
        cards
    }
}

impl Game for State {
    const NAME: &'static str = "dbs";
    const RULES: kernel::RuleBook = RULES;
    const EDITIONS: &'static [&'static str] = &["masters"];

    type Printed = Printed;
    type Cards = Cards;
    type Deck = Deck;
    type Choice = Choice;
    type Reason = Reason;
    type What = What;
    type View = View;

    fn new(_: &Cards, edition: usize, decks: &PerSeat<Deck>, cx: &mut Cx<'_>) -> Self {
        State::prepare(edition as u8, decks, cx)
    }

    fn standing(&self) -> Standing {
        match self.outcome {
            Some(outcome) => Standing::Over(outcome),
            None => Standing::Open(self.decider),
        }
    }

    fn reason(&self) -> Reason {
        self.why()
    }

    fn consider<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        debug_assert!(self.is_indexed(cards), "a card moved past the seam");
        if self.watch.has_barred() {
            // DBS 23-1-1-2: not what would go on with a loop that had its repetitions.
            let rule = rule!("23-1-1-2");
            return self.list(cards, &mut self.watch.unbarred(self.position(), rule, sink));
        }
        self.list(cards, sink);
    }

    fn apply(&mut self, choice: Choice, cx: &mut Cx<'_>) {
        if self.mind_answer(choice, cx.pool) == Decided::InVain {
            // DBS 23-1-1-1: a loop that nobody can stop is a draw.
            self.outcome = Some(Outcome { winner: None, why: Why::Rule(rule!("23-1-1-1")) });
            return;
        }
        self.take(choice, cx);
    }

    fn concede(&mut self, seat: Seat) {
        // DBS 0-1-3-4, 0-2-2-1: at any point.
        if self.outcome.is_none() {
            self.outcome = Some(Outcome { winner: Some(seat.other()), why: Why::Concession });
        }
    }

    fn ends_own_step(&self, choice: Choice) -> bool {
        choice == Choice::EndPhase
    }

    fn declines(&self, choice: Choice) -> bool {
        matches!(choice, Choice::Pass | Choice::Decline | Choice::Done)
    }

    fn label(&self, cards: &Cards, choice: Choice) -> String {
        let owner = match choice {
            Choice::Choose(card) => Some(self.table.owner(card)),
            _ => None,
        };
        kernel::told_apart(self, cards, choice, owner, |choice| self.label_of(cards, choice))
    }

    fn ask(&self, cards: &Cards, reason: Reason) -> String {
        self.in_words(cards, reason)
    }

    fn tell(&self, cards: &Cards, event: &Event<What>, to: impl Into<Eyes>) -> String {
        self.told(cards, event, to.into())
    }

    fn show(&self, cards: &Cards, to: impl Into<Eyes>) -> String {
        self.shown(cards, to.into())
    }

    fn view(&self, eyes: impl Into<Eyes>) -> View {
        View::of(self, eyes.into())
    }

    fn veil(&mut self, cards: &Cards, eyes: Eyes) {
        view::veil(self, cards, eyes);
    }

    fn picture(view: &View, cards: &Cards) -> Result<Self, kernel::Unfit> {
        view.picture(cards)
    }

    fn determinize(
        view: &View,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<Self, kernel::Unfit> {
        view.determinize(cards, lists, chance)
    }

    fn turn(&self) -> u32 {
        self.turn_number.into()
    }

    fn prints(deck: &Deck) -> Vec<Print> {
        let mut prints = vec![deck.leader];
        prints.extend(&deck.main);
        prints.extend(&deck.z_deck);
        prints
    }
}
