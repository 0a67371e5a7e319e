//! What is always on: which changes a card or a player is under now. One algorithm for all games.
//!
//! A figure, a keyword or a permission is what is printed, and then every change that bears on the card. Changes come from
//! two kinds of source: always-on abilities of the cards where they lie ([`When::Always`](crate::When::Always)), and changes
//! that last ([`Lasting`]). A game asks [`sweep`] for one class of change on one card or player and is called with each that
//! is on it, in order of application; what it makes of them (adding up, setting, the latest counts) is the game's rule.
//!
//! **What a game says.** [`Sources`]: which always-on abilities there are, where they work and are not silenced, and which changes
//! last. [`Layered`]: the class of a change, and whether it reaches a card that may be kept from effects. Conditions, branches,
//! and whom a change is on are the same everywhere and live here. A game that keeps figures until something changes asks from the
//! other end ([`spread`]) as often as a question may stand inside its own kind, each time by the answers before: the same answers.
//!
//! **One way to end.** What is always on may hang on what is always on: "if it has 5000 DP or more" inside the question what
//! DP it has. Each question carries with it which questions wait for it ([`Asked`], in [`Run::asked`]), and a question of a
//! class inside [`DEEPEST`] of its own class is answered by what is printed. So every question ends, nothing is kept
//! beside the state, and since no answer builds on a half-finished one, the order of the cards on the table does not matter.
//!
//! **What nobody gives costs a look at a mask.** A game keeps an [`Index`] in its state: by site, the classes that
//! always-on abilities of the cards lying there give, and the moments that abilities there wait for; and the classes of the
//! changes that last. The game tells it that a card has moved ([`Index::follow`]) and where changes begin and
//! end. It knows the match and not the pool: a larger pool makes nothing dearer. It follows from the rest of the state, so it
//! is no part of what a player sees nor of a state's hash; it may say yes where the answer is no, never the other way round.

mod index;
mod reach;
mod spread;

pub use index::{Bits, Index, Sites, Worth};
pub use reach::{Reached, each_reached};
pub use spread::{amount_hangs, apply_to_each, hangs_on_changes, spread};

use crate::eval;
use crate::host::{Host, Of};
use crate::lasting::{Lasting, On};
use crate::run::{AbilityRef, Run};
use crate::tree::{Among, Cond, Gainer, HowMany, Select, Step, Target, Vocab};
use kernel::{Card, Object, Seat};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// How often a question of a class may stand inside others of its class. It is odd: a change measured by the very figure that
/// it changes ("cards with 10000 power or less get +5000") is then measured by the figure without it.
pub const DEEPEST: u16 = 3;

/// The questions that wait for an answer: how many of each class, two bits a class. Sixteen bits are what a run has room for,
/// so classes that are eight apart share a count; they seldom ask for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Asked(u16);

impl Asked {
    /// No question waits: somebody outside wants to know.
    pub const NOTHING: Asked = Asked(0);

    /// The same with one more question of a class (given as its bit); `None` if so many wait already that it goes round in
    /// a circle, or as good as.
    #[inline]
    pub fn with(self, class: u16) -> Option<Asked> {
        let shift = class.trailing_zeros() % 8 * 2;
        (self.0 >> shift & 3 < DEEPEST).then(|| Asked(self.0 + (1 << shift)))
    }
}

/// A state that is compared or kept has no open question.
impl Hash for Asked {
    fn hash<H: Hasher>(&self, state: &mut H) {
        u8::from(*self != Asked::NOTHING).hash(state);
    }
}

/// Whom a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whom {
    /// A card.
    Card(Card),
    /// A player.
    Player(Seat),
}

/// What sort of change: its class, one bit of at most sixteen, and within it of which kinds (which keyword, which
/// prohibition), a bit each; a class without kinds has them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sort {
    /// The class, a number of the game's.
    pub class: u16,
    /// Which kinds of the class are meant, a bit each.
    pub kinds: u64,
}

impl Sort {
    /// All kinds of a class.
    pub const fn of(class: u16) -> Sort {
        Sort { class, kinds: u64::MAX }
    }

    #[inline]
    fn meets(self, other: Sort) -> bool {
        self.class & other.class != 0 && self.kinds & other.kinds != 0
    }
}

/// A question: which changes of a sort is this card or player under?
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// Whose changes are asked for.
    pub whom: Whom,
    /// Which of them.
    pub sort: Sort,
    /// The questions that wait for this one.
    pub asked: Asked,
}

/// A change that is on whom the question was about.
pub struct Given<'a, V: Vocab> {
    /// What is changed.
    pub change: &'a V::Change,
    /// Its number, if that was settled when it began; else the table says it ([`Given::number`]).
    pub settled: Option<i32>,
    /// Whose effect it is, with the questions that wait for the answer.
    pub run: &'a Run,
}

/// An always-on ability where it works.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The ability that gives it.
    pub ability: AbilityRef,
    /// The card that has it: the card itself, or the top card of its stack.
    pub holder: Card,
    /// What that ability is about.
    pub subject: Object,
}

impl Source {
    /// The effect, as its conditions are asked.
    #[inline]
    fn run<H: Host>(self, host: &H) -> Run {
        let run = Run::new(self.ability, host.object(self.holder), host.side(self.holder));
        run.about(self.subject, Object::default(), 0)
    }
}

/// What is on in a game: its always-on abilities where they work, and the changes that last.
pub trait Sources: Host {
    /// Until when a change lasts, as the game keeps it.
    type Ends: Copy;

    /// Calls `f` with every always-on ability that may give what is asked for, where it works and is not silenced, in
    /// order of application. Whether its condition holds and whom it is on is not asked here.
    fn each_always(&self, cards: &Self::Cards, ask: &Ask, f: &mut dyn FnMut(Source));
    /// Changes that last, in the order they began.
    fn lasting(&self) -> &[Lasting<Self::Ends>];
}

/// A game whose changes are found by [`sweep`].
pub trait Layered: Sources {
    /// What sort of change it is.
    fn sort_of(change: &<Of<Self> as Vocab>::Change) -> Sort;
    /// The classes that always-on abilities give now, and those of the changes that last.
    fn given(&self) -> (u16, u16);
    /// Whether a card is where a text means by a zone.
    fn lies_in(&self, card: Card, zone: <Of<Self> as Vocab>::Zone) -> bool;
    /// Whether a change that lasts counts at the moment, for questions of this class.
    fn counts(lasting: &Lasting<Self::Ends>, class: u16) -> bool {
        let _ = (lasting, class);
        true
    }
    /// Whether the effect `run` reaches the card that is asked about: no other effect keeps it away. `on`: for a change
    /// that lasts, what it was put on.
    fn reaches(&self, cards: &Self::Cards, card: Card, ask: &Ask, run: &Run, on: Option<On>) -> bool {
        let _ = (cards, card, ask, run, on);
        true
    }
}

/// Calls `f` with every change that is asked for and on whom it is asked about, in order of application.
#[inline]
pub fn sweep<H: Layered>(host: &H, cards: &H::Cards, ask: &Ask, f: &mut dyn FnMut(&Given<'_, Of<H>>)) {
    let (always, lasting) = host.given();
    if (always | lasting) & ask.sort.class == 0 {
        return;
    }
    let Some(asked) = ask.asked.with(ask.sort.class) else { return };
    let inner = Ask { asked, ..*ask };
    if always & ask.sort.class != 0 {
        host.each_always(cards, &inner, &mut |source| apply_always(host, cards, source, &inner, f));
    }
    if lasting & ask.sort.class != 0 {
        apply_lasting(host, cards, &inner, f);
    }
}

/// The classes of all changes that last, for the index.
pub fn lasting_classes<H: Layered>(host: &H, cards: &H::Cards) -> u16 {
    let class = |lasting: &Lasting<H::Ends>| {
        lasting.change(H::ability(cards, lasting.ability)).map_or(0, |(_, change)| H::sort_of(change).class)
    };
    host.lasting().iter().fold(0, |classes, lasting| classes | class(lasting))
}

/// The changes that last, of those that are asked for.
pub fn apply_lasting<H: Layered>(
    host: &H,
    cards: &H::Cards,
    ask: &Ask,
    f: &mut dyn FnMut(&Given<'_, Of<H>>),
) {
    for lasting in host.lasting() {
        // What was put on somebody else is most of it, and is seen at once.
        let may_be = match (lasting.on, ask.whom) {
            (On::Card(object), Whom::Card(card)) => host.is_same(card, object),
            (On::Player(seat), Whom::Player(other)) => seat == other,
            (On::Whatever, _) => true,
            _ => false,
        };
        if !may_be {
            continue;
        }
        let Some((to, change)) = lasting.change(H::ability(cards, lasting.ability)) else { continue };
        if !H::sort_of(change).meets(ask.sort) || !H::counts(lasting, ask.sort.class) {
            continue;
        }
        let mut run = lasting.run();
        run.asked = ask.asked;
        let on = lasting.on != On::Whatever
            || may_be_on(host, cards, to, ask.whom, &run) && is_on(host, cards, to, ask.whom, &run);
        if on && is_reached(host, cards, ask, &run, Some(lasting.on)) {
            f(&Given { change, settled: Some(lasting.value), run: &run });
        }
    }
}

/// What one always-on ability gives of what is asked for.
pub fn apply_always<H: Layered>(
    host: &H,
    cards: &H::Cards,
    source: Source,
    ask: &Ask,
    f: &mut dyn FnMut(&Given<'_, Of<H>>),
) {
    let ability = H::ability(cards, source.ability);
    if !ability.steps.iter().any(|step| gives::<H>(step, ask.sort)) {
        return;
    }
    let mut run = source.run(host);
    run.asked = ask.asked;
    let mut met = Met { cond: ability.cond.as_ref(), known: None };
    apply_steps(host, cards, &ability.steps, &run, ask, &mut met, f);
}

/// Whether a step gives changes of a sort.
fn gives<H: Layered>(step: &Step<Of<H>>, sort: Sort) -> bool {
    match step {
        Step::Gain { change, .. } => H::sort_of(change).meets(sort),
        Step::If { then, otherwise, .. } => then.iter().chain(otherwise).any(|step| gives::<H>(step, sort)),
        _ => false,
    }
}

/// Whether an ability's condition holds, asked once and only when something hangs on it.
struct Met<'a, V: Vocab> {
    cond: Option<&'a Cond<V>>,
    known: Option<bool>,
}

impl<V: Vocab> Met<'_, V> {
    #[inline]
    fn holds<H: Host<V = V>>(&mut self, host: &H, cards: &H::Cards, run: &Run) -> bool {
        let Some(cond) = self.cond else { return true };
        *self.known.get_or_insert_with(|| eval::holds(host, cards, cond, run))
    }
}

fn apply_steps<H: Layered>(
    host: &H,
    cards: &H::Cards,
    steps: &[Step<Of<H>>],
    run: &Run,
    ask: &Ask,
    met: &mut Met<'_, Of<H>>,
    f: &mut dyn FnMut(&Given<'_, Of<H>>),
) {
    for step in steps {
        match step {
            // What is cheap to see is looked at first, then the condition, then the cards.
            Step::Gain { to, change, .. }
                if H::sort_of(change).meets(ask.sort)
                    && may_be_on(host, cards, to, ask.whom, run)
                    && met.holds(host, cards, run)
                    && is_on(host, cards, to, ask.whom, run)
                    && is_reached(host, cards, ask, run, None) =>
            {
                f(&Given { change, settled: None, run });
            }
            Step::If { cond, then, otherwise }
                if bears_on(host, cards, step, run, ask) && met.holds(host, cards, run) =>
            {
                let branch = if eval::holds(host, cards, cond, run) { then } else { otherwise };
                apply_steps(host, cards, branch, run, ask, met, f);
            }
            _ => {}
        }
    }
}

/// Whether a step may give what is asked for to whom it is asked about: conditions are dearer than where a card lies.
fn bears_on<H: Layered>(host: &H, cards: &H::Cards, step: &Step<Of<H>>, run: &Run, ask: &Ask) -> bool {
    match step {
        Step::Gain { to, change, .. } => {
            H::sort_of(change).meets(ask.sort) && may_be_on(host, cards, to, ask.whom, run)
        }
        Step::If { then, otherwise, .. } => {
            then.iter().chain(otherwise).any(|step| bears_on(host, cards, step, run, ask))
        }
        _ => false,
    }
}

#[inline]
fn is_reached<H: Layered>(host: &H, cards: &H::Cards, ask: &Ask, run: &Run, on: Option<On>) -> bool {
    match ask.whom {
        Whom::Card(card) => host.reaches(cards, card, ask, run, on),
        Whom::Player(_) => true,
    }
}

/// Whether a change may be put on this card or player, by where the card lies.
fn may_be_on<H: Layered>(host: &H, cards: &H::Cards, to: &Gainer<Of<H>>, whom: Whom, run: &Run) -> bool {
    match (to, whom) {
        (Gainer::Cards(Target::This), Whom::Card(card)) => host.is_same(card, run.source),
        (Gainer::Cards(Target::Each(select)), Whom::Card(card)) => {
            lies_among(host, cards, &select.among, card, run)
        }
        (Gainer::Whatever(select), Whom::Card(card)) => lies_among(host, cards, &select.among, card, run),
        (Gainer::Cards(_), Whom::Card(_)) => true,
        (Gainer::Player(who), Whom::Player(seat)) => eval::seats(host, *who, run).any(|one| one == seat),
        _ => false,
    }
}

/// Whether it is, once that is known.
fn is_on<H: Layered>(host: &H, cards: &H::Cards, to: &Gainer<Of<H>>, whom: Whom, run: &Run) -> bool {
    match (to, whom) {
        (Gainer::Cards(Target::Each(select)), Whom::Card(card)) => is_chosen(host, cards, select, card, run),
        (Gainer::Whatever(select), Whom::Card(card)) => is_chosen(host, cards, select, card, run),
        (Gainer::Cards(Target::This), _) | (Gainer::Player(_), _) => true,
        (Gainer::Cards(target), Whom::Card(card)) => eval::targets(host, cards, target, run).contains(&card),
        _ => false,
    }
}

/// Whether a card is one of a selection's.
pub fn is_among<H: Layered>(
    host: &H,
    cards: &H::Cards,
    select: &Select<Of<H>>,
    card: Card,
    run: &Run,
) -> bool {
    lies_among(host, cards, &select.among, card, run) && is_chosen(host, cards, select, card, run)
}

fn is_chosen<H: Layered>(host: &H, cards: &H::Cards, select: &Select<Of<H>>, card: Card, run: &Run) -> bool {
    match select.count {
        HowMany::Top(_) | HowMany::Bottom(_) => eval::candidates(host, cards, select, run).contains(&card),
        _ => eval::fits(host, cards, &select.filter, card, run),
    }
}

fn lies_among<H: Layered>(host: &H, cards: &H::Cards, among: &Among<Of<H>>, card: Card, run: &Run) -> bool {
    match among {
        Among::Zones { whose, zones } => {
            zones.iter().any(|zone| host.lies_in(card, *zone))
                && eval::seats(host, *whose, run).any(|seat| seat == host.side(card))
        }
        Among::Several(several) => several.iter().any(|among| lies_among(host, cards, among, card, run)),
        among => {
            let mut found = false;
            eval::each_among(host, cards, among, run, &mut |other| found = found || other == card);
            found
        }
    }
}
