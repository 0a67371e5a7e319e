//! A match of any of the four games, as one plain type: what screens, servers and bindings hold.

use crate::decks::DeckFile;
use crate::explain::Explained;
use crate::fault::{Fault, Faults, Source};
use crate::library::Library;
use crate::live::{Live, NoUndo, Programs};
use crate::message::{Cannot, Look, Over, WhyCard};
use crate::pools::CardSet;
use crate::records::{Record, Replay};
use crate::said::why_words;
use crate::save::Saved;
use crate::scenes::{Scene, position};
use crate::setup::{IllegalDecks, Setup, UnreadCards, starter_decks};
use crate::{GameName, Playable, with_game};
use kernel::board::{Board, EventBoard, MenuBoard, Painter, Wordless};
use kernel::{Eyes, Game, Menu, Printed, Refused, Seat, Verdicts};
use serde_json::Value;

/// How to begin a match.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The edition; the game's first one where none is named.
    pub edition: Option<String>,
    /// Card files that come before the built-in cards.
    pub pools: Vec<Source>,
    /// The built-in decks where none is given.
    pub decks: [Option<DeckFile>; 2],
    /// What is done about cards that are not read whole.
    pub unread: UnreadCards,
    /// What is done about decks that break a rule.
    pub illegal: IllegalDecks,
    /// What all luck of the match follows from.
    pub seed: u64,
    /// `person`, or the name of a bot.
    pub players: [String; 2],
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// A rule id, or a word.
    pub why: String,
}

/// An event in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// What happened, in words.
    pub words: String,
    /// The rule behind it.
    pub rule: String,
    /// What that rule says, in our words.
    pub says: String,
}

/// A card in words.
#[derive(Clone, PartialEq, Debug)]
pub struct CardWords {
    /// The printed id.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Its row in the card file; null for a token.
    pub row: Value,
    /// What its text is read to do.
    pub words: Vec<String>,
    /// What could not be read of it.
    pub unread: Vec<String>,
}

/// A running match of any game.
pub struct AnyMatch {
    game: GameName,
    inner: Box<dyn Running>,
    origin: Origin,
}

/// Where the cards of a record come from.
#[derive(Clone, Copy)]
enum Lent<'a> {
    Library(&'a Library),
    Files(&'a [Source]),
}

/// Where a match comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Two decks, so that its record can be replayed.
    Decks,
    /// A scene's position.
    Scene,
}

/// What [`AnyMatch`] asks of a match, whatever its game.
trait Running: Send {
    fn as_any(&self) -> &dyn std::any::Any;
    fn seat(&self) -> Option<Seat>;
    fn ask(&self) -> String;
    fn labels(&self) -> Vec<String>;
    fn answer(&mut self, index: usize) -> Result<(), Refused>;
    fn bot_choice(&mut self) -> Option<usize>;
    fn concede(&mut self, seat: Seat);
    fn undo(&mut self, seat: Seat) -> Result<usize, NoUndo>;
    fn explain(&self, label: &str, eyes: Eyes) -> (Explained, Option<Rule>);
    fn events(&self, to: Option<Seat>) -> Vec<Told>;
    fn show(&self, to: Option<Seat>) -> String;
    fn view(&self, seat: Seat) -> Value;
    fn ending(&self) -> Option<Ending>;
    fn turn(&self) -> u32;
    fn record(&self) -> Record;
    fn card(&self, word: &str) -> Result<CardWords, Fault>;
    fn copy(&self) -> Result<Box<dyn Running>, Fault>;
    fn imagined(&self, seat: Seat, seed: u64) -> Result<Box<dyn Running>, Fault>;
    fn hash(&self) -> u64;
    fn picture(&self, eyes: Eyes) -> (Board, Option<MenuBoard>);
    fn event_boards(&self, eyes: Eyes) -> Vec<EventBoard>;
    fn over(&self) -> Option<Over>;
    fn why_card(&self, name: &str) -> Option<WhyCard>;
    fn why_label(&self, label: &str, eyes: Eyes) -> Value;
    fn look(&self, eyes: Eyes, word: &str) -> Option<Look>;
    fn people(&self) -> kernel::Seats;
    fn last_person(&self) -> Option<Seat>;
    fn gave_up(&self) -> Option<&str>;
    fn scene(&self, to: Option<Seat>) -> Result<Saved, Fault>;
    fn may_undo(&self, seat: Seat) -> bool;
}

/// A rule with our words for it, where we have them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The number of the rule.
    pub id: String,
    /// What it says, in our words.
    pub says: String,
}

impl AnyMatch {
    /// Begins a match.
    pub fn begin(game: GameName, start: &Start) -> Result<AnyMatch, Faults> {
        Self::begin_with_programs(game, start, Programs::Refused)
    }

    /// The same where programs may be let in as bots.
    pub fn begin_with_programs(
        game: GameName,
        start: &Start,
        programs: Programs,
    ) -> Result<AnyMatch, Faults> {
        with_game!(game, G => begin::<G>(start, programs).map(|inner| AnyMatch { game, inner, origin: Origin::Decks }))
    }

    /// Goes on from a scene's position after a line of its file (without one, from its start).
    pub fn of_scene(
        scene: &Scene,
        line: Option<usize>,
        seed: u64,
        players: [&str; 2],
    ) -> Result<AnyMatch, Faults> {
        let game: GameName = scene.game.parse()?;
        with_game!(game, G => {
            let (cards, state, edition) = position::<G>(scene, line).map_err(|failure| failure.fault)?;
            let live = Live::at(cards, state, edition, seed, players)?;
            Ok(AnyMatch { game, inner: Box::new(live), origin: Origin::Scene })
        })
    }

    /// A running match of one of the games.
    pub fn of<G: Playable>(game: GameName, live: Live<G>, origin: Origin) -> AnyMatch {
        AnyMatch { game, inner: Box::new(live), origin }
    }

    /// A match that looks the same to a seat, all that it does not know dealt anew. It has no record.
    pub fn imagined(&self, seat: Seat, seed: u64) -> Result<AnyMatch, Fault> {
        let inner = self.inner.imagined(seat, seed)?;
        Ok(AnyMatch { game: self.game, inner, origin: Origin::Scene })
    }

    /// Where the match comes from.
    pub fn origin(&self) -> Origin {
        self.origin
    }
    /// The position as a scene, as a seat knows it (`None`: as it is).
    pub fn scene(&self, to: Option<Seat>) -> Result<Saved, Fault> {
        self.inner.scene(to)
    }

    /// Begins a match with the cards of a library; card files named in `start` are not looked at.
    pub fn begin_in(library: &Library, game: GameName, start: &Start) -> Result<AnyMatch, Faults> {
        with_game!(game, G => {
            let decks = decks::<G>(start)?;
            let cards = library.cards::<G>(decks.iter().flat_map(|deck| deck.words()))?;
            let inner = begin_with(cards, &decks, start, Programs::Refused)?;
            Ok(AnyMatch { game, inner, origin: Origin::Decks })
        })
    }

    /// A record's match as it stood, with the cards of a library and with what can be taken back.
    pub fn again_in(library: &Library, record: Record) -> Result<AnyMatch, Faults> {
        Self::again_with(record, "record", Lent::Library(library))
    }

    /// The same with the cards of files.
    pub fn again(record: Record, file: &str, pools: &[Source]) -> Result<AnyMatch, Faults> {
        Self::again_with(record, file, Lent::Files(pools))
    }

    fn again_with(mut record: Record, file: &str, lent: Lent) -> Result<AnyMatch, Faults> {
        let game: GameName = record.game.parse()?;
        let (answers, conceded) = (std::mem::take(&mut record.answers), record.conceded);
        let names = record.players.clone();
        let players = [names[0].as_str(), names[1].as_str()];
        record.rewind(0);
        let mut again = with_game!(game, G => {
            let cards = match lent {
                Lent::Library(library) => library.cards::<G>(record.ids())?,
                Lent::Files(pools) => record.cards::<G>(pools)?,
            };
            let replay = Replay::open(record, file, cards)?;
            let live = Live::again(replay, &answers, players).map_err(|refused| {
                Fault::new(format!("an answer cannot be given any more: {refused}"))
                    .help("the record is damaged, or the rules have changed")
            })?;
            let live = live.ok_or_else(|| unknown_bot(players))?;
            AnyMatch { game, inner: Box::new(live), origin: Origin::Decks }
        });
        if let Some(seat) = conceded {
            again.concede(seat);
        }
        Ok(again)
    }

    /// Goes on from a decision of a record.
    pub fn go_on(
        record: Record,
        file: &str,
        pools: &[Source],
        from: usize,
        players: [&str; 2],
    ) -> Result<AnyMatch, Faults> {
        let game: GameName = record.game.parse()?;
        with_game!(game, G => {
            let cards = record.cards::<G>(pools)?;
            let mut replay = Replay::open(record, file, cards)?;
            replay.go_to(from)?;
            let live = Live::go_on(replay, players).ok_or_else(|| unknown_bot(players))?;
            Ok(AnyMatch { game, inner: Box::new(live), origin: Origin::Decks })
        })
    }

    /// Which game it is.
    pub fn game(&self) -> GameName {
        self.game
    }
    /// Whose decision is open; `None` when the match is over.
    pub fn seat(&self) -> Option<Seat> {
        self.inner.seat()
    }
    /// Why that seat is asked.
    pub fn ask(&self) -> String {
        self.inner.ask()
    }
    /// The options of the open menu, as labels.
    pub fn labels(&self) -> Vec<String> {
        self.inner.labels()
    }
    /// Answers the open menu; on an error nothing has changed.
    pub fn answer(&mut self, index: usize) -> Result<(), Refused> {
        self.inner.answer(index)
    }
    /// What the bot of the deciding seat would take; `None` if a person decides.
    pub fn bot_choice(&mut self) -> Option<usize> {
        self.inner.bot_choice()
    }
    /// `seat` gives the match up.
    pub fn concede(&mut self, seat: Seat) {
        self.inner.concede(seat);
    }
    /// Takes back this seat's last answer, if nobody learnt anything by it.
    pub fn undo(&mut self, seat: Seat) -> Result<usize, NoUndo> {
        self.inner.undo(seat)
    }
    /// Whether this seat's last answer may perhaps be taken back; certain it is only when that is asked for.
    pub fn may_undo(&self, seat: Seat) -> bool {
        self.inner.may_undo(seat)
    }
    /// Whether a label is offered now and, if it is refused, the rule.
    pub fn explain(&self, label: &str) -> (Explained, Option<Rule>) {
        self.inner.explain(label, self.asker())
    }
    /// Who asks: somebody who set the position up and plays both sides knows all, else the person who is asked.
    fn asker(&self) -> Eyes {
        let people = self.inner.people();
        if self.origin == Origin::Scene && people == kernel::Seats::ALL {
            return Eyes::All;
        }
        let asked = self.seat().filter(|seat| people.has(*seat));
        asked.or(self.first_person()).map_or(Eyes::Public, Eyes::Seat)
    }
    /// The same in words, with the rule's own.
    pub fn explain_in_words(&self, label: &str) -> String {
        self.explain(label).0.in_words(with_game!(self.game, G => G::RULES), self.asker())
    }
    /// What happened since the last answer, as a seat may know it.
    pub fn events(&self, to: Option<Seat>) -> Vec<Told> {
        self.inner.events(to)
    }
    /// The position in words, as a seat sees it.
    pub fn show(&self, to: Option<Seat>) -> String {
        self.inner.show(to)
    }
    /// What a seat sees, as data.
    pub fn view(&self, seat: Seat) -> Value {
        self.inner.view(seat)
    }
    /// How the match ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.inner.ending()
    }
    /// The number of the turn.
    pub fn turn(&self) -> u32 {
        self.inner.turn()
    }
    /// The match as a record: decks, seed and answers.
    pub fn record(&self) -> Record {
        self.inner.record()
    }
    /// The same match once more, independent from now on. Bots begin with fresh generators.
    pub fn copy(&self) -> Result<AnyMatch, Fault> {
        Ok(AnyMatch { game: self.game, inner: self.inner.copy()?, origin: self.origin })
    }
    /// The hash of the state, as records keep it.
    pub fn hash(&self) -> u64 {
        self.inner.hash()
    }
    /// The board as somebody sees it, and the open decision if it is theirs.
    pub fn picture(&self, eyes: impl Into<Eyes>) -> (Board, Option<MenuBoard>) {
        self.inner.picture(eyes.into())
    }
    /// What happened since the last answer, as somebody may know it.
    pub fn event_boards(&self, eyes: impl Into<Eyes>) -> Vec<EventBoard> {
        self.inner.event_boards(eyes.into())
    }
    /// How it ended, with the rule.
    pub fn over(&self) -> Option<Over> {
        self.inner.over()
    }
    /// What a card of the board could do now for the deciding seat, and which rules refuse the rest.
    pub fn why_card(&self, name: &str) -> Option<WhyCard> {
        self.inner.why_card(name)
    }
    /// Whether a label is offered now, as a message.
    pub fn why_label(&self, label: &str) -> Value {
        self.inner.why_label(label, self.asker())
    }
    /// A card of the board by its ref, or of the pool by id or name.
    pub fn look(&self, eyes: impl Into<Eyes>, word: &str) -> Option<Look> {
        self.inner.look(eyes.into(), word)
    }
    /// The match as one of a game, if it is one.
    pub fn live<G: Playable>(&self) -> Option<&Live<G>> {
        self.inner.as_any().downcast_ref()
    }
    /// The first seat that a person plays.
    pub fn first_person(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.inner.people().has(*seat))
    }
    /// Why a bot could not go on and lost, if one did.
    pub fn gave_up(&self) -> Option<&str> {
        self.inner.gave_up()
    }
    /// The person who answered last.
    pub fn last_person(&self) -> Option<Seat> {
        self.inner.last_person()
    }
    /// A card of the pool by id or name.
    pub fn card(&self, word: &str) -> Result<CardWords, Fault> {
        self.inner.card(word)
    }
}

fn begin<G: Playable>(start: &Start, programs: Programs) -> Result<Box<dyn Running>, Faults> {
    let decks = decks::<G>(start)?;
    let cards = CardSet::for_decks(&start.pools, &[&decks[0], &decks[1]])?;
    begin_with::<G>(cards, &decks, start, programs)
}

/// The decks that are asked for, the built-in ones where none are.
fn decks<G: Playable>(start: &Start) -> Result<[DeckFile; 2], Faults> {
    Ok(match &start.decks {
        [Some(first), Some(second)] => [first.clone(), second.clone()],
        [first, second] => {
            let [one, two] = starter_decks::<G>()?;
            [first.clone().unwrap_or(one), second.clone().unwrap_or(two)]
        }
    })
}

fn begin_with<G: Playable>(
    cards: CardSet<G>,
    decks: &[DeckFile; 2],
    start: &Start,
    programs: Programs,
) -> Result<Box<dyn Running>, Faults> {
    let setup = Setup::new(cards, start.edition.as_deref(), [&decks[0], &decks[1]], start.unread)?;
    if start.illegal == IllegalDecks::Refused {
        setup.legal()?;
    }
    let players = [start.players[0].as_str(), start.players[1].as_str()];
    let live = Live::begin(setup, start.seed, players, programs).ok_or_else(|| unknown_bot(players))?;
    Ok(Box::new(live))
}

/// The fault of asking for a bot that is not there.
pub fn unknown_bot(players: [&str; 2]) -> Fault {
    let known: Vec<&str> = bots::NAMES.iter().map(|(name, _)| *name).collect();
    let wrong: Vec<&str> =
        players.into_iter().filter(|name| *name != "person" && !known.contains(name)).collect();
    Fault::new(format!("no bot is called {:?}", wrong.join(", ")))
        .help(format!("there are {}", known.join(", ")))
}

/// A card in words, from the row it was read from and what was read.
pub fn card_words<G: Playable>(cards: &CardSet<G>, word: &str) -> Result<CardWords, Fault> {
    let print = cards.require(word)?;
    let card = cards.card(print);
    let unread =
        card.unread().iter().map(|unread| format!("{}: {:?} ({})", unread.field, unread.words, unread.why));
    Ok(CardWords {
        id: card.id().into(),
        name: card.name().into(),
        row: cards.row(print).cloned().unwrap_or_default(),
        words: card.words(),
        unread: unread.collect(),
    })
}

/// A rule of a game in words.
pub fn rule_words<G: Playable>(rule: kernel::RuleId) -> Rule {
    Rule { id: G::RULES.id(rule).into(), says: G::RULES.says(rule).into() }
}

impl<G: Playable> Running for Live<G> {
    fn seat(&self) -> Option<Seat> {
        (!self.game.menu().options.is_empty()).then(|| self.game.menu().seat)
    }
    fn ask(&self) -> String {
        self.game.state().ask(self.game.cards(), self.game.menu().reason)
    }
    fn labels(&self) -> Vec<String> {
        let (menu, cards) = (self.game.menu(), self.game.cards());
        let eyes = Eyes::Seat(menu.seat);
        self.twins(eyes).labels(&self.game.state().pictured(cards, eyes), cards, menu)
    }
    fn answer(&mut self, index: usize) -> Result<(), Refused> {
        Live::answer(self, index)
    }
    fn bot_choice(&mut self) -> Option<usize> {
        Live::bot_choice(self)
    }
    fn concede(&mut self, seat: Seat) {
        Live::concede(self, seat);
    }
    fn undo(&mut self, seat: Seat) -> Result<usize, NoUndo> {
        Live::undo(self, seat)
    }
    fn explain(&self, label: &str, eyes: Eyes) -> (Explained, Option<Rule>) {
        let explained = Live::explain(self, label, eyes);
        let rule = match &explained {
            Explained::Refused { rule, .. } | Explained::Passed { rule, .. } => Some(rule_words::<G>(*rule)),
            _ => None,
        };
        (explained, rule)
    }
    fn events(&self, to: Option<Seat>) -> Vec<Told> {
        let tell = |event: &kernel::Event<G::What>| Told {
            words: self.game.state().tell(self.game.cards(), event, to),
            rule: G::RULES.id(event.rule).into(),
            says: G::RULES.says(event.rule).into(),
        };
        self.game.events().iter().map(tell).collect()
    }
    fn show(&self, to: Option<Seat>) -> String {
        self.game.state().show(self.game.cards(), to)
    }
    fn view(&self, seat: Seat) -> Value {
        // A view is plain data with string keys, so that it always has a JSON form.
        serde_json::to_value(self.game.state().view(seat)).unwrap_or(Value::Null)
    }
    fn ending(&self) -> Option<Ending> {
        self.game.outcome().map(|outcome| Ending { winner: outcome.winner, why: why_words::<G>(outcome.why) })
    }
    fn turn(&self) -> u32 {
        self.game.state().turn()
    }
    fn record(&self) -> Record {
        Live::record(self)
    }
    fn card(&self, word: &str) -> Result<CardWords, Fault> {
        match self.setup.cards.with_word(word) {
            Ok(cards) => card_words(&cards, word),
            Err(mut faults) => Err(faults.list.remove(0)),
        }
    }
    fn scene(&self, to: Option<Seat>) -> Result<Saved, Fault> {
        Live::scene(self, to)
    }
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
    fn imagined(&self, seat: Seat, seed: u64) -> Result<Box<dyn Running>, Fault> {
        Ok(Box::new(Live::imagined(self, seat, seed)?))
    }
    fn copy(&self) -> Result<Box<dyn Running>, Fault> {
        let names = self.names();
        let copy = Live::copy(self).ok_or_else(|| unknown_bot([&names[0], &names[1]]))?;
        Ok(Box::new(copy))
    }
    fn hash(&self) -> u64 {
        kernel::StableHasher::of(self.game.state())
    }
    fn picture(&self, eyes: Eyes) -> (Board, Option<MenuBoard>) {
        let cards = self.game.cards();
        let picture = self.game.state().pictured(cards, eyes);
        let mut painter = Painter::new(&picture, cards, eyes).calling(self.twins(eyes));
        let menu: &Menu<G> = self.game.menu();
        let asked = !menu.options.is_empty() && (eyes == Eyes::All || eyes.seat() == Some(menu.seat));
        let menu = asked.then(|| painter.menu(menu));
        (painter.board(), menu)
    }
    fn event_boards(&self, eyes: Eyes) -> Vec<EventBoard> {
        let cards = self.game.cards();
        if self.game.events().is_empty() {
            return Vec::new();
        }
        let picture = self.game.state().pictured(cards, eyes);
        Painter::new(&picture, cards, eyes).calling(self.twins(eyes)).events(self.game.events())
    }
    fn over(&self) -> Option<Over> {
        self.game.outcome().map(Over::of::<G>)
    }
    fn why_card(&self, name: &str) -> Option<WhyCard> {
        let menu = self.game.menu();
        let cards = self.game.cards();
        let eyes = Eyes::Seat(if menu.options.is_empty() { Seat::A } else { menu.seat });
        let picture = self.game.state().pictured(cards, eyes);
        let painter = Painter::new(&picture, cards, eyes).calling(self.twins(eyes));
        let card = painter.find(name)?;
        let mut verdicts = Verdicts(Vec::new());
        if !menu.options.is_empty() {
            picture.consider(cards, &mut verdicts);
        }
        let (mut can, mut cannot) = (Vec::new(), Vec::new());
        for (choice, verdict) in verdicts.0 {
            if picture.deal::<Wordless>(cards, choice).cards.first() != Some(&card) {
                continue;
            }
            let label = self.twins(eyes).label(&picture, cards, choice);
            match verdict {
                Ok(()) => can.push(label),
                Err(rule) => {
                    let because = painter.because(choice, rule);
                    cannot.push(Cannot {
                        label,
                        rule: G::RULES.id(rule),
                        says: G::RULES.says(rule),
                        because: (!because.is_empty()).then_some(because),
                    });
                }
            }
        }
        Some(WhyCard { r#type: "why", card: name.into(), name: painter.title(card), can, cannot })
    }
    fn why_label(&self, label: &str, eyes: Eyes) -> Value {
        let (explained, _) = Running::explain(self, label, eyes);
        let mut told = explained.as_json(G::RULES);
        told["type"] = "why".into();
        told["label"] = label.into();
        told
    }
    fn look(&self, eyes: Eyes, word: &str) -> Option<Look> {
        let cards = self.game.cards();
        let picture = self.game.state().pictured(cards, eyes);
        let painter = Painter::new(&picture, cards, eyes).calling(self.twins(eyes));
        let board = painter.find(word).map(|card| painter.card(card));
        let print = match &board {
            Some(card) => card.id.clone()?,
            None => word.to_string(),
        };
        // Any card of the files can be looked at: what is found must not tell what the other deck holds.
        let CardWords { id, name, row, words, unread } = self.card(&print).ok()?;
        Some(Look { r#type: "look", card: board, id, name, row, reading: words, unread })
    }
    fn people(&self) -> kernel::Seats {
        Live::people(self)
    }
    fn gave_up(&self) -> Option<&str> {
        Live::gave_up(self)
    }
    fn last_person(&self) -> Option<Seat> {
        Live::last_person(self)
    }
    fn may_undo(&self, seat: Seat) -> bool {
        Live::may_undo(self, seat)
    }
}
