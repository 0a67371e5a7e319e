//! Playing a scene's script.

use super::chance::Scripted;
use super::expect::{self, Peek};
use super::read::Scene;
use super::script::{Line, Step};
use super::stage::{Staged, stage};
use crate::Playable;
use crate::explain::{self, Asker, Explained, Question};
use crate::fault::Fault;
use crate::labels::{Named, find, find_twin, fold};
use crate::message::Over;
use crate::pools::CardSet;
use crate::said::{outcome_words, rule_in_words, seat_word};
use crate::setup::edition_index;
use kernel::board::{Board, EventBoard, MenuBoard, Painter};
use kernel::{DeckFault, Event, Eyes, Log, Match, Pace, PerSeat, Seat, Twins};

/// More declined offers than this between two lines mean that the script waits for something that never comes.
const PATIENCE: usize = 500;

/// A decision that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMenu {
    /// Who is asked.
    pub seat: Seat,
    /// Why the seat is asked.
    pub ask: String,
    /// What can be answered.
    pub labels: Vec<String>,
}

/// Where a scene stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The table in words, everything open.
    pub table: String,
    /// `None` when the match is over.
    pub menu: Option<OpenMenu>,
    /// How the match ended, if it did.
    pub over: Option<String>,
    /// What happened since the last answer of the script.
    pub events: Vec<String>,
    /// The rule behind each of those, with our words for it.
    pub because: Vec<String>,
}

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The file cannot be read or the position cannot be set up.
    Unreadable,
    /// A line of the script does not hold.
    Failed,
}

/// Why a scene does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What failed.
    pub reason: Reason,
    /// What was expected and what is, with its place.
    pub fault: Fault,
    /// Where the scene stood then, if it got so far.
    pub position: Option<Box<Position>>,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure { reason: Reason::Unreadable, fault, position: None }
    }
}

/// Plays a scene on its game.
pub fn run<G: Playable>(scene: &Scene) -> Result<(), Box<Failure>> {
    let mut runner = Runner::<G>::new(scene)?;
    for at in 0..scene.lines.len() {
        runner.line(at)?;
    }
    runner.end()
}

/// A scene played up to and including a line of its file, to be looked at and asked.
pub struct Shown<'s, G: Playable>(Runner<'s, G>);

/// The structured picture of where a scene stands.
pub struct Picture {
    /// The board.
    pub board: Board,
    /// `None` when the match is over, or for a seat that is not asked.
    pub menu: Option<MenuBoard>,
    /// Whose decision is open.
    pub asked: Option<Seat>,
    /// What happened since the last answer.
    pub events: Vec<EventBoard>,
    /// How it ended; null while it goes on.
    pub over: Option<Over>,
}

/// Plays a scene up to and including a line of its file; without one, it stands where it says.
pub fn show<G: Playable>(scene: &Scene, line: Option<usize>) -> Result<Shown<'_, G>, Box<Failure>> {
    let line = line.or(scene.stands);
    let mut runner = Runner::<G>::new(scene)?;
    for at in 0..scene.lines.len() {
        if line.is_some_and(|line| scene.lines[at].number <= line) {
            runner.line(at)?;
        }
    }
    Ok(Shown(runner))
}

impl<G: Playable> Shown<'_, G> {
    /// In words.
    pub fn position(&self, eyes: Eyes) -> Position {
        self.0.position(eyes)
    }

    /// As somebody's eyes see it.
    pub fn picture(&self, eyes: Eyes) -> Picture {
        let (game, menu) = (&self.0.game, self.0.game.menu());
        let picture = game.state().pictured(game.cards(), eyes);
        let mut painter = Painter::new(&picture, game.cards(), eyes);
        let open = !menu.options.is_empty();
        let asked = open && (eyes == Eyes::All || eyes.seat() == Some(menu.seat));
        Picture {
            menu: asked.then(|| painter.menu(menu)),
            asked: open.then_some(menu.seat),
            events: painter.events(&self.0.happened),
            board: painter.board(),
            over: game.outcome().map(Over::of::<G>),
        }
    }

    /// Why a label is not offered, as far as those eyes may know.
    pub fn ask(&self, label: &str, eyes: Eyes) -> Explained {
        let asker = Asker { eyes, twins: &Twins::default() };
        explain::ask(&self.0.game, label, asker, || self.0.left_out(eyes))
    }
}

/// Where a scene stands after a line of its file (without one, where it says): its cards, the state, the edition.
pub fn position<G: Playable>(
    scene: &Scene,
    line: Option<usize>,
) -> Result<(CardSet<G>, G, usize), Box<Failure>> {
    let edition = edition_index::<G>(scene.edition.as_deref()).map_err(|fault| Box::new(fault.into()))?;
    let Shown(runner) = show::<G>(scene, line)?;
    Ok((runner.cards, runner.game.into_state(), edition))
}

pub(super) struct Runner<'s, G: Playable> {
    scene: &'s Scene,
    cards: CardSet<G>,
    game: Match<G, Scripted>,
    /// What happened since the last answer of the script, in words.
    pub(super) heard: Vec<String>,
    /// The same as each seat is told it.
    told: PerSeat<Vec<String>>,
    /// The same as events.
    happened: Vec<Event<G::What>>,
    decks: Option<PerSeat<Vec<DeckFault>>>,
    /// Where the game stood before the last answer, its luck then, and that answer.
    before: Option<(G, Scripted, G::Choice)>,
    /// For each line the next, itself included, that speaks of a menu.
    speaks: Vec<Option<usize>>,
}

fn next_that_speaks(lines: &[Line]) -> Vec<Option<usize>> {
    let mut next = None;
    let mut speaks = vec![None; lines.len()];
    for (at, line) in lines.iter().enumerate().rev() {
        match &line.step {
            Step::Answer { .. } | Step::Cannot { .. } => next = Some(at),
            Step::Expect(words) if words.contains("menu ") => next = Some(at),
            Step::Expect(_) => {}
        }
        speaks[at] = next;
    }
    speaks
}

impl<'s, G: Playable> Runner<'s, G> {
    pub(super) fn new(scene: &'s Scene) -> Result<Self, Box<Failure>> {
        let Staged { cards, game, decks } =
            stage::<G>(scene).map_err(|fault| Box::new(Failure::from(fault)))?;
        let speaks = next_that_speaks(&scene.lines);
        let mut runner = Runner {
            scene,
            cards,
            game,
            heard: Vec::new(),
            told: Default::default(),
            happened: Vec::new(),
            decks,
            before: None,
            speaks,
        };
        runner.listen();
        match runner.game.chance().fault() {
            Some(why) => Err(runner.failure(scene.fault_at("table", "chance", why))),
            None => Ok(runner),
        }
    }

    /// What is left to ask when the script is through.
    pub(super) fn end(&self) -> Result<(), Box<Failure>> {
        match self.game.chance().unused() {
            0 => Ok(()),
            unused => {
                let what = format!("{unused} of the scripted random results were never asked for");
                Err(self.failure(self.scene.fault_at("table", "chance", what)))
            }
        }
    }

    pub(super) fn line(&mut self, at: usize) -> Result<(), Box<Failure>> {
        let line = &self.scene.lines[at];
        match &line.step {
            Step::Answer { seat, label } => self.answer(line, *seat, label),
            Step::Cannot { seat, label, rule } => {
                self.decline_until(at, |runner| runner.game.menu().seat == *seat)?;
                self.cannot(*seat, label, rule.as_deref()).map_err(|why| self.fail(line, why))
            }
            Step::Expect(words) => {
                self.decline_until(at, |_| false)?;
                self.expect(words).map_err(|why| self.fail(line, why))
            }
        }
    }

    fn answer(&mut self, line: &Line, seat: Seat, label: &str) -> Result<(), Box<Failure>> {
        if label == "concede" {
            self.forget();
            self.game.concede(seat);
            return Ok(());
        }
        // The first menu of this seat: if the label is in none of them, that is the one to show.
        let mut first: Option<(G, Scripted)> = None;
        for _ in 0..PATIENCE {
            if first.is_none() && self.scene.auto_pass && self.game.menu().seat == seat {
                first = Some((self.game.state().clone(), self.game.chance().clone()));
            }
            match self.answered(seat, label) {
                Named::One(at) => {
                    self.forget();
                    return self.take(line, at);
                }
                Named::Several(at) => {
                    let labels = self.game.labels();
                    let options: Vec<&str> = at.iter().map(|at| labels[*at].as_str()).collect();
                    return Err(
                        self.fail(line, format!("\"{label}\" could be any of: {}", options.join(" | ")))
                    );
                }
                Named::Nothing => match self.decline() {
                    Some(at) => self.take(line, at)?,
                    None => break,
                },
            }
        }
        if let Some((state, chance)) = first {
            self.game = Match::resume(state, self.game.shared_cards(), chance, Pace::Shown, Log::listening());
        }
        let why = self.why_not(seat, label);
        Err(self.fail(line, why))
    }

    /// With `auto = ["pass"]`: declines offers until `enough`, or until one that the script goes on to speak of.
    fn decline_until(&mut self, at: usize, enough: impl Fn(&Self) -> bool) -> Result<(), Box<Failure>> {
        let scene = self.scene;
        for _ in 0..PATIENCE {
            let Some(option) = self.decline() else { break };
            let mentioned = match self.speaks[at].map(|at| &scene.lines[at].step) {
                Some(Step::Answer { seat, label } | Step::Cannot { seat, label, .. }) => {
                    self.named(*seat, label) != Named::Nothing
                }
                Some(Step::Expect(words)) => self.expect(words).is_ok(),
                None => false,
            };
            if mentioned || enough(self) {
                break;
            }
            self.take(&scene.lines[at], option)?;
        }
        Ok(())
    }

    pub(super) fn expect(&self, words: &str) -> Result<(), String> {
        let labels = self.game.labels();
        let peek = Peek {
            state: self.game.state(),
            cards: &self.cards,
            heard: &self.heard,
            told: &self.told,
            seat: self.game.menu().seat,
            labels: &labels,
            decks: self.decks.as_ref(),
        };
        expect::check(&peek, words)
    }

    fn named(&self, seat: Seat, label: &str) -> Named {
        match self.game.menu().seat == seat {
            true => find(&self.game.labels(), label),
            false => Named::Nothing,
        }
    }

    /// What an answer names: where nothing has this label, and nothing refused has it either, the one twin it can mean.
    fn answered(&self, seat: Seat, label: &str) -> Named {
        match self.named(seat, label) {
            Named::Nothing if self.game.menu().seat == seat => {
                let refused = explain::refusals(&self.game);
                match refused.iter().any(|(full, _)| fold(full) == fold(label)) {
                    true => Named::Nothing,
                    false => find_twin(&self.game.labels(), label),
                }
            }
            named => named,
        }
    }

    /// The option by which the open offer is declined, if the scene leaves that to the runner.
    fn decline(&self) -> Option<usize> {
        if !self.scene.auto_pass {
            return None;
        }
        let declines = |choice: &G::Choice| {
            self.game.state().declines(*choice) && !self.game.state().ends_own_step(*choice)
        };
        self.game.menu().options.iter().position(declines)
    }

    fn take(&mut self, line: &Line, option: usize) -> Result<(), Box<Failure>> {
        let choice = self.game.menu().options.get(option).copied();
        self.before = choice.map(|choice| (self.game.state().clone(), self.game.chance().clone(), choice));
        let taken = self.game.answer(option);
        self.listen();
        if let Err(refused) = taken {
            return Err(self.fail(line, refused.to_string()));
        }
        match self.game.chance().fault() {
            Some(why) => {
                let why = why.to_string();
                Err(self.fail(line, why))
            }
            None => Ok(()),
        }
    }

    /// The questions since the last answer that nobody was asked.
    fn left_out(&self, eyes: Eyes) -> Vec<Question> {
        let Some((state, chance, choice)) = &self.before else { return Vec::new() };
        let asker = Asker { eyes, twins: &Twins::default() };
        explain::left_out(state, &self.game.shared_cards(), chance.clone(), *choice, asker)
    }

    fn listen(&mut self) {
        let tell = |event| self.game.state().tell(self.game.cards(), event, None);
        self.heard.extend(self.game.events().iter().map(tell));
        for seat in Seat::BOTH {
            let tell = |event| self.game.state().tell(self.game.cards(), event, seat);
            self.told[seat].extend(self.game.events().iter().map(tell));
        }
        self.happened.extend_from_slice(self.game.events());
    }

    fn forget(&mut self) {
        self.heard.clear();
        Seat::BOTH.into_iter().for_each(|seat| self.told[seat].clear());
        self.happened.clear();
    }

    fn why_not(&self, seat: Seat, label: &str) -> String {
        let menu = self.game.menu();
        if menu.options.is_empty() {
            return format!("\"{label}\" cannot be answered: the match is over");
        }
        if menu.seat != seat {
            let (other, wanted) = (seat_word(menu.seat), seat_word(seat));
            return format!("\"{label}\" is for {wanted}, but it is the decision of {other}");
        }
        match explain::explain(&self.game, label) {
            Explained::Refused { label, rule, .. } => {
                format!("\"{label}\" is refused by {}", rule_in_words(G::RULES, rule))
            }
            Explained::Unknown { near } if !near.is_empty() => {
                format!("no option reads \"{label}\"; near it: {}", near.join(" | "))
            }
            _ => format!("no option reads \"{label}\""),
        }
    }

    /// Whether this is something that the seat could think of now: considered, and refused.
    pub(super) fn considers(&self, seat: Seat, label: &str) -> bool {
        self.game.menu().seat == seat && !explain::best(&explain::refusals(&self.game), label).is_empty()
    }

    fn cannot(&self, seat: Seat, label: &str, rule: Option<&str>) -> Result<(), String> {
        let refused = match self.game.menu().seat == seat {
            true => explain::best(&explain::refusals(&self.game), label),
            false => Vec::new(),
        };
        // A choice that is refused by this very label is not meant by the beginning of another.
        let same = |full: &String| fold(full) == fold(label);
        let exact = refused.iter().any(|(full, _)| same(full)) && !self.game.labels().iter().any(same);
        match self.named(seat, label) {
            Named::One(at) if !exact => return Err(format!("\"{}\" is allowed", self.game.labels()[at])),
            Named::Several(_) if !exact => {
                return Err(format!("several options begin with \"{label}\", and they are allowed"));
            }
            _ => {}
        }
        let Some(rule) = rule else { return Ok(()) };
        let Some(wanted) = G::RULES.find(rule) else {
            return Err(format!("{} has no rule {rule}", G::NAME));
        };
        if self.game.menu().options.is_empty() || self.game.menu().seat != seat {
            return Err(self.why_not(seat, label));
        }
        if refused.iter().any(|(_, rule)| *rule == wanted) {
            return Ok(());
        }
        match refused.first() {
            Some((label, other)) => Err(format!(
                "\"{label}\" is not refused by {rule}, but by {}",
                rule_in_words(G::RULES, *other)
            )),
            None => Err(format!(
                "\"{label}\" is not offered, but not refused by rule {rule}: it is not considered here"
            )),
        }
    }

    fn position(&self, eyes: Eyes) -> Position {
        let (state, cards, menu) = (self.game.state(), self.game.cards(), self.game.menu());
        let open = !menu.options.is_empty();
        // Who is asked is public; what about and which options there are is not.
        let asked = eyes == Eyes::All || eyes.seat() == Some(menu.seat);
        let told = |words: String| if asked { words } else { "not told".to_string() };
        Position {
            table: state.show(cards, eyes),
            menu: open.then(|| OpenMenu {
                seat: menu.seat,
                ask: told(state.ask(cards, menu.reason)),
                labels: if asked { self.game.labels() } else { Vec::new() },
            }),
            over: self.game.outcome().map(|outcome| outcome_words::<G>(outcome)),
            events: match eyes {
                Eyes::All => self.heard.clone(),
                eyes => self.happened.iter().map(|event| state.tell(cards, event, eyes)).collect(),
            },
            because: self.happened.iter().map(|event| rule_in_words(G::RULES, event.rule)).collect(),
        }
    }

    fn fail(&self, line: &Line, why: String) -> Box<Failure> {
        self.failure(self.scene.source.fault(line.span.clone(), why))
    }

    fn failure(&self, fault: Fault) -> Box<Failure> {
        Box::new(Failure {
            reason: Reason::Failed,
            fault,
            position: Some(Box::new(self.position(Eyes::All))),
        })
    }
}
