//! The typed tree that a card text means. Shapes are shared; words are the game's.

use crate::limit::Limit;
use crate::program::Op;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

/// A small word of a game's vocabulary.
pub trait Word: Clone + Eq + Hash + Debug + Send + Sync + 'static {}
impl<T: Clone + Eq + Hash + Debug + Send + Sync + 'static> Word for T {}

/// What a game plugs into the effect language. Each is an enum of the game's own nouns; those that need operands
/// (verbs, changes, facts) hold shared shapes such as [`Target`] and [`Amount`] over the game's own vocabulary.
pub trait Vocab: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Zones that texts name.
    type Zone: Word + Copy;
    /// Kinds of cards: Digimon, Tamer, Battle Card, monster, Spirit.
    type Kind: Word + Copy;
    /// The colours.
    type Color: Word + Copy;
    /// Numbers on cards: DP, level, energy cost, power, size, BP.
    type Figure: Word + Copy;
    /// Adjectives of cards on the table: suspended, rested, attacking.
    type State: Word + Copy;
    /// The keywords.
    type Keyword: Word;
    /// What triggers wait for.
    type Moment: Word + Copy;
    /// When an ability that a player uses may be used: [Main], [Activate: Flash], [Counter : Attack].
    type Window: Word;
    /// How long a change lasts.
    type Until: Word + Copy;
    /// What effects do.
    type Verb: Word;
    /// What changes of a card or a player while a change lasts: figures, keywords, cannots, gained abilities.
    type Change: Word;
    /// Tests of a card beyond [`Filter`]'s own.
    type Test: Word;
    /// Conditions beyond [`Cond`]'s own.
    type Fact: Word;
    /// Quantities beyond [`Amount`]'s own.
    type Count: Word;
    /// Which part of a card an ability is printed in: main text, inherited, security, back side.
    type Part: Word + Copy;
}

/// A name, trait or other printed phrase, as it is compared: lower case, plain spaces.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Phrase(pub Arc<str>);

impl Phrase {
    /// A phrase, folded.
    pub fn new(text: &str) -> Self {
        Phrase(crate::text::lexer::fold(text).into())
    }
    /// The folded letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One ability of a card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ability<V: Vocab> {
    /// The part of the card that it stands in.
    pub part: V::Part,
    /// When it happens or can be used.
    pub when: When<V>,
    /// What must hold for the ability to be there or to trigger at all.
    pub cond: Option<Cond<V>>,
    /// How often.
    pub limit: Option<Limit>,
    /// What it does.
    pub steps: Vec<Step<V>>,
    /// `steps` laid out flat: made by [`Ability::new`], never by hand.
    pub program: Vec<Op<V>>,
    /// The printed words, for `resolve X: words` and for reports.
    pub words: String,
}

impl<V: Vocab> Ability<V> {
    /// An ability without condition and limit.
    pub fn new(part: V::Part, when: When<V>, steps: Vec<Step<V>>) -> Self {
        let program = crate::program::flatten(&steps);
        Ability { part, when, cond: None, limit: None, steps, program, words: String::new() }
    }

    /// What it means, in the form that two readings are compared in: without its words.
    pub fn shape(&self) -> String {
        let steps: Vec<Step<V>> = self.steps.iter().cloned().map(Step::nameless).collect();
        format!("{:#?}", (self.part, &self.when, &self.cond, &self.limit, steps))
    }
}

/// When an ability does something.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum When<V: Vocab> {
    /// It waits for one of these and then goes to the waiting effects.
    Trigger(Vec<Trigger<V>>),
    /// It steps in before one of these happens.
    Would(Vec<Trigger<V>>),
    /// A player uses it.
    Use(V::Window),
    /// It is always on: its steps are [`Step::Gain`]s.
    Always,
    /// It is the body of a card that is used: a spell, an Option, a magic.
    Body(V::Window),
    /// It is only ever given to something by a change, or run by another step (delayed and granted abilities).
    Granted,
}

/// Something to wait for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Trigger<V: Vocab> {
    /// What it waits for.
    pub moment: V::Moment,
    /// Which card it must happen to.
    pub subject: Filter<V>,
    /// What else must be so as it happens.
    pub cond: Option<Cond<V>>,
}

/// A player, seen from the effect's controller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// The player whose effect it is.
    You,
    /// The other player.
    Opponent,
    /// Both, the turn player first.
    Both,
    /// The owner of the bound or subject card.
    Owner,
}

/// Chosen cards are bound to slots, so that later words ("it", "that Digimon", "the rest") can mean them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Slot(pub u8);

impl Slot {
    /// The other cards that a waiting effect is about, beside its subject. No text binds it.
    pub const SUBJECTS: Slot = Slot(u8::MAX);
}

/// Which cards something is about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Target<V: Vocab> {
    /// The card whose ability this is.
    This,
    /// The card or cards bound to a slot, as far as they are still the same cards.
    Slot(Slot),
    /// The card that the trigger was about.
    Subject,
    /// The other card that the trigger was about: the attacker's target, the card it was deleted by.
    Other,
    /// Every card that fits.
    Each(Box<Select<V>>),
    /// A card that the game finds by itself: the attacking card, the leader.
    Test(V::Test),
    /// Several of these together.
    Several(Vec<Target<V>>),
}

/// Cards to choose from or to sweep over.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Select<V: Vocab> {
    /// Where they lie.
    pub among: Among<V>,
    /// Which of them.
    pub filter: Filter<V>,
    /// How many.
    pub count: HowMany<V>,
    /// The order of choosing matters ("in any order").
    pub ordered: bool,
    /// Chance chooses, not a player.
    pub random: bool,
}

impl<V: Vocab> Select<V> {
    /// A selection in no order.
    pub fn new(among: Among<V>, filter: Filter<V>, count: HowMany<V>) -> Self {
        Select { among, filter, count, ordered: false, random: false }
    }

    /// Whether nobody has anything to choose.
    pub fn is_settled(&self) -> bool {
        matches!(self.count, HowMany::All | HowMany::Top(_) | HowMany::Bottom(_))
    }
}

/// Where the cards of a selection are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Among<V: Vocab> {
    /// Cards in zones.
    Zones {
        /// Whose zones.
        whose: Who,
        /// Which zones.
        zones: Vec<V::Zone>,
    },
    /// The cards bound to a slot: revealed, looked at, chosen before.
    Slot(Slot),
    /// The cards under another, in the zone that holds such cards.
    Under {
        /// The card that they lie under.
        host: Target<V>,
        /// The pile there.
        zone: V::Zone,
    },
    /// The cards of several selections' places together.
    Several(Vec<Among<V>>),
}

impl<V: Vocab> Among<V> {
    /// Whether these are cards under what is bound to a slot.
    pub fn is_under(&self, slot: Slot) -> bool {
        match self {
            Among::Under { host, .. } => *host == Target::Slot(slot),
            Among::Several(several) => several.iter().any(|among| among.is_under(slot)),
            Among::Zones { .. } | Among::Slot(_) => false,
        }
    }
}

/// How many cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum HowMany<V: Vocab> {
    /// This many, or as many as there are.
    Exactly(Amount<V>),
    /// From none to that many.
    UpTo(Amount<V>),
    /// This many or more; where there are fewer, all of them.
    AtLeast(Amount<V>),
    /// Every one.
    All,
    /// Any number, zero included.
    AnyNumber,
    /// Any number whose figures add up to at most this.
    TotalUpTo(V::Figure, Amount<V>),
    /// The first so many that fit, from the top of where they are. Nobody chooses.
    Top(Amount<V>),
    /// The last so many that fit.
    Bottom(Amount<V>),
}

/// A test of one card.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Filter<V: Vocab> {
    /// Every card.
    Any,
    /// What fits all of these.
    All(Vec<Filter<V>>),
    /// What fits any of these.
    Either(Vec<Filter<V>>),
    /// What does not fit.
    Not(Box<Filter<V>>),
    /// Of that kind.
    Kind(V::Kind),
    /// Of that colour.
    Color(V::Color),
    /// Has exactly this name.
    Name(Phrase),
    /// Has this in its name.
    NameHas(Phrase),
    /// With that trait.
    Trait(Phrase),
    /// With that in a trait.
    TraitHas(Phrase),
    /// Has this in its name, traits or texts, as the game defines it.
    InText(Phrase),
    /// With a figure so compared.
    Figure(V::Figure, Cmp, Amount<V>),
    /// In that state.
    Is(V::State),
    /// With that keyword.
    Has(V::Keyword),
    /// The card whose ability this is.
    This,
    /// One of the cards bound to a slot.
    Bound(Slot),
    /// Belongs to this player's side.
    Of(Who),
    /// The card that the trigger was about.
    Subject,
    /// What only this game asks.
    Test(V::Test),
}

impl<V: Vocab> Filter<V> {
    /// Both must hold; nested lists stay flat.
    pub fn and(self, other: Filter<V>) -> Filter<V> {
        match (self, other) {
            (Filter::Any, filter) | (filter, Filter::Any) => filter,
            (Filter::All(mut all), Filter::All(more)) => {
                all.extend(more);
                Filter::All(all)
            }
            (Filter::All(mut all), one) => {
                all.push(one);
                Filter::All(all)
            }
            (one, Filter::All(all)) => Filter::All(std::iter::once(one).chain(all).collect()),
            (a, b) => Filter::All(vec![a, b]),
        }
    }

    /// What does not fit this filter.
    pub fn negate(self) -> Filter<V> {
        match self {
            Filter::Not(inner) => *inner,
            filter => Filter::Not(Box::new(filter)),
        }
    }
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cmp {
    /// Equal to.
    Equal,
    /// This or more.
    AtLeast,
    /// This or less.
    AtMost,
    /// More than.
    More,
    /// Less than.
    Less,
}

impl Cmp {
    /// Whether `a` compares so with `b`.
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Cmp::Equal => a == b,
            Cmp::AtLeast => a >= b,
            Cmp::AtMost => a <= b,
            Cmp::More => a > b,
            Cmp::Less => a < b,
        }
    }
}

/// A number that may refer to the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Amount<V: Vocab> {
    /// A number.
    Fixed(i32),
    /// How many cards fit.
    Count(Box<Select<V>>),
    /// A figure of a card; the sum over several.
    Figure(V::Figure, Box<Target<V>>),
    /// `each` for every `per` of `of`, rounded down: "+1000 for every 2 cards".
    PerEach {
        /// How much for each.
        each: i32,
        /// For how many of them.
        per: i32,
        /// Of what.
        of: Box<Amount<V>>,
    },
    /// Two amounts together.
    Plus(Box<Amount<V>>, Box<Amount<V>>),
    /// How many cards are bound to a slot.
    Bound(Slot),
    /// How many the last verb affected.
    Done,
    /// The number the player named last in this effect.
    Named,
    /// The number that came with the trigger: damage dealt, cards drawn.
    Event,
    /// What only this game counts.
    Game(V::Count),
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cond<V: Vocab> {
    /// All of these.
    All(Vec<Cond<V>>),
    /// Any of these.
    Either(Vec<Cond<V>>),
    /// Not this.
    Not(Box<Cond<V>>),
    /// Two amounts compared.
    Compare(Amount<V>, Cmp, Amount<V>),
    /// Some such card is there.
    Exists(Box<Select<V>>),
    /// Every card meant passes (and there is one).
    Is(Target<V>, Filter<V>),
    /// The last verb of this effect did something.
    Did,
    /// What only this game knows.
    Fact(V::Fact),
}

impl<V: Vocab> Cond<V> {
    /// Both.
    pub fn and(self, other: Cond<V>) -> Cond<V> {
        match (self, other) {
            (Cond::All(mut all), Cond::All(more)) => {
                all.extend(more);
                Cond::All(all)
            }
            (Cond::All(mut all), one) => {
                all.push(one);
                Cond::All(all)
            }
            (one, Cond::All(all)) => Cond::All(std::iter::once(one).chain(all).collect()),
            (a, b) => Cond::All(vec![a, b]),
        }
    }
}

/// One step of an effect.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step<V: Vocab> {
    /// A player chooses cards; they are bound to the slot.
    Choose {
        /// Who chooses.
        who: Who,
        /// Where the choice is kept.
        slot: Slot,
        /// Among what.
        from: Select<V>,
    },
    /// Cards are bound to the slot without a choice.
    Bind {
        /// Where it is kept.
        slot: Slot,
        /// What is remembered.
        to: Target<V>,
    },
    /// A player names a number, `min` to `max`.
    Name {
        /// Who names it.
        who: Who,
        /// The least.
        min: Amount<V>,
        /// The most.
        max: Amount<V>,
    },
    /// The game's verb.
    Do(V::Verb),
    /// A change that lasts.
    Gain {
        /// Whom it is on.
        to: Gainer<V>,
        /// What is changed.
        change: V::Change,
        /// Until when.
        until: V::Until,
    },
    /// One thing where something holds, another where not.
    If {
        /// What has to hold.
        cond: Cond<V>,
        /// What is done then.
        then: Vec<Step<V>>,
        /// What is done else.
        otherwise: Vec<Step<V>>,
    },
    /// "You may A. (If you do, B. Otherwise C.)" A player who may choose cards is shown the cards beside `decline`.
    May {
        /// Who is asked.
        who: Who,
        /// What is offered.
        steps: Vec<Step<V>>,
        /// What follows if it was done.
        then: Vec<Step<V>>,
        /// What follows if it was not.
        otherwise: Vec<Step<V>>,
    },
    /// "By doing A, B": A whole or not at all; offered only if it can be done, and declinable unless `forced`.
    By {
        /// Who pays.
        who: Who,
        /// The price.
        cost: Vec<Step<V>>,
        /// What it is paid for.
        then: Vec<Step<V>>,
        /// Whether it has to be paid where it can be.
        forced: bool,
    },
    /// "A. If you do, B": B only if A did something.
    IfDid {
        /// What is done first.
        steps: Vec<Step<V>>,
        /// What follows if it was done.
        then: Vec<Step<V>>,
    },
    /// "Choose one" (or more) of several; each with the words that name it.
    OneOf {
        /// Who chooses.
        who: Who,
        /// How many of them.
        pick: u8,
        /// Their words, and what each does.
        options: Vec<(String, Vec<Step<V>>)>,
    },
    /// Once for each card bound to `over`, which is bound alone to `slot` meanwhile.
    Each {
        /// What is gone through.
        over: Slot,
        /// Where the one in turn is kept.
        slot: Slot,
        /// What is done with each.
        steps: Vec<Step<V>>,
    },
    /// Steps that are done a number of times.
    Repeat {
        /// How often.
        times: Amount<V>,
        /// What is done.
        steps: Vec<Step<V>>,
    },
    /// Later: an ability of the same card (by its index on the card) waits until then, once or as long as `until`.
    Later {
        /// Its place among those of the ability.
        ability: u8,
        /// Until when it waits.
        until: V::Until,
        /// What it carries along.
        carry: Target<V>,
    },
}

impl<V: Vocab> Step<V> {
    /// The lists of steps inside this one, as they stand in the text.
    pub fn lists(&self) -> Vec<&[Step<V>]> {
        match self {
            Step::If { then, otherwise, .. } => vec![then, otherwise],
            Step::May { steps, then, otherwise, .. } => vec![steps, then, otherwise],
            Step::By { cost, then, .. } => vec![cost, then],
            Step::IfDid { steps, then } => vec![steps, then],
            Step::OneOf { options, .. } => options.iter().map(|(_, steps)| &steps[..]).collect(),
            Step::Each { steps, .. } | Step::Repeat { steps, .. } => vec![steps],
            Step::Choose { .. }
            | Step::Bind { .. }
            | Step::Name { .. }
            | Step::Do(_)
            | Step::Gain { .. }
            | Step::Later { .. } => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn lists_mut(&mut self) -> Vec<&mut Vec<Step<V>>> {
        match self {
            Step::If { then, otherwise, .. } => vec![then, otherwise],
            Step::May { steps, then, otherwise, .. } => vec![steps, then, otherwise],
            Step::By { cost, then, .. } => vec![cost, then],
            Step::IfDid { steps, then } => vec![steps, then],
            Step::OneOf { options, .. } => options.iter_mut().map(|(_, steps)| steps).collect(),
            Step::Each { steps, .. } | Step::Repeat { steps, .. } => vec![steps],
            Step::Choose { .. }
            | Step::Bind { .. }
            | Step::Name { .. }
            | Step::Do(_)
            | Step::Gain { .. }
            | Step::Later { .. } => Vec::new(),
        }
    }

    /// Whether this is so of the step or of any step inside it.
    pub fn any(&self, is: &dyn Fn(&Step<V>) -> bool) -> bool {
        is(self) || self.lists().into_iter().flatten().any(|step| step.any(is))
    }

    /// Calls `f` with the step and every step inside it, outermost first.
    pub fn each(&self, f: &mut dyn FnMut(&Step<V>)) {
        f(self);
        self.lists().into_iter().flatten().for_each(|step| step.each(f));
    }

    /// The steps among these that set something up for later, each with the ability that will do it.
    pub fn setting_up<'a>(steps: impl IntoIterator<Item = &'a Step<V>>) -> Vec<(u8, Step<V>)> {
        let mut found = Vec::new();
        for step in steps {
            step.each(&mut |step| {
                if let Step::Later { ability, .. } = step {
                    found.push((*ability, step.clone()));
                }
            });
        }
        found
    }

    /// The step without the words that name its choices: what it does, however it is said.
    pub fn nameless(mut self) -> Step<V> {
        self.each_mut(&mut |step| {
            if let Step::OneOf { options, .. } = step {
                options.iter_mut().for_each(|(name, _)| name.clear());
            }
        });
        self
    }

    /// The same, to be changed.
    pub fn each_mut(&mut self, f: &mut dyn FnMut(&mut Step<V>)) {
        f(self);
        self.lists_mut().into_iter().flatten().for_each(|step| step.each_mut(f));
    }
}

/// What a lasting change is put on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Gainer<V: Vocab> {
    /// These cards, as they are now.
    Cards(Target<V>),
    /// Whatever fits, also later: "all of your Digimon get … this turn".
    Whatever(Select<V>),
    /// A player.
    Player(Who),
}
