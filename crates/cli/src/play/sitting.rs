//! A match with what has been said of it: the board as it was shown last, the log, and who looks.

use super::Players;
use super::auto::{Auto, is_payment};
use super::input::Input;
use super::save::Keep;
use crate::{Result, say, say::line};
use kernel::board::{Board, EventBoard, Offer};
use kernel::{Eyes, Seat};
use present::{Detail, Look, card, menu, names, news, page, table};
use shobu::live::NoUndo;
use shobu::message::{Look as Looked, Session, State};
use shobu::{AnyMatch, Fault};
use std::collections::{BTreeMap, VecDeque};

pub struct Sitting {
    pub session: Session,
    players: Players,
    keep: Keep,
    pub auto: Auto,
    /// Who looks at the screen now.
    pub seat: Seat,
    /// What was told last.
    pub state: State,
    /// The version that each seat answered last.
    answered: [u64; 2],
    /// What each seat has not read yet: of two people at one screen the one who is not there reads it later.
    unsaid: [Vec<EventBoard>; 2],
    /// The label that was answered last.
    pub last: Option<String>,
    /// The board that each seat decided at last.
    seen: [Option<Board>; 2],
    /// How often `pass until` was hinted at.
    hints: usize,
    /// The options of the step or phase that was just ended, as long as that has not been repeated.
    ended: Option<Vec<String>>,
    /// Two people have not yet seen anything.
    begins: bool,
    /// Labels that were typed together with the last answer, each answered as soon as it is offered.
    pub wanted: VecDeque<String>,
    /// Whose answers those of people were, and whether they came about by themselves: they are taken back together with the one
    /// before.
    taken: Vec<(Seat, By)>,
}

/// How an answer came about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Person,
    Itself,
}

/// After so many windows of the opponent's turn one knows about `pass until`.
const HINTS: usize = 3;

impl Sitting {
    /// Sits down at a match in which these answers have been given.
    pub fn new(game: AnyMatch, answers: &[u16], players: Players, keep: Keep) -> Result<Self> {
        let mut session = Session::new("play".into(), game);
        let mut answered = [0; 2];
        for answer in answers {
            let asked = session.game.seat().unwrap_or_default();
            answered[asked.index()] = session.version();
            session.answer(usize::from(*answer)).map_err(|refused| {
                Fault::new(format!("an answer cannot be given any more: {refused}"))
                    .help("the match that was left is damaged, or the rules have changed")
            })?;
        }
        let seat = session.game.first_person().unwrap_or_default();
        // Everybody reads what has happened since they answered last.
        let unsaid = Seat::BOTH.map(|seat| {
            let _told = session.tell(Eyes::Seat(seat));
            session.since(Eyes::Seat(seat), answered[seat.index()]).events
        });
        let state = session.show(Eyes::Seat(seat));
        // From the first decision on there is something to go on with.
        keep.keep(&session.game);
        Ok(Sitting {
            session,
            players,
            keep,
            auto: Auto::default(),
            seat,
            state,
            answered,
            unsaid,
            last: None,
            seen: [None, None],
            hints: 0,
            ended: None,
            begins: players == Players::Two,
            wanted: VecDeque::new(),
            taken: Vec::new(),
        })
    }

    /// Takes in what has changed, as the one who looks may know it.
    pub fn refresh(&mut self) {
        self.state = self.session.tell(Eyes::Seat(self.seat));
        self.unsaid[self.seat.index()].extend(self.state.events.iter().cloned());
    }

    pub fn let_bots_answer(&mut self) {
        let before = self.session.version();
        self.session.let_bots_answer();
        if self.session.version() != before {
            // What a bot did is not done otherwise when the match is gone on with.
            self.keep.keep(&self.session.game);
            self.refresh();
        }
    }

    /// Answers the open menu, keeps the match, and takes in what came of it.
    pub fn answer(&mut self, option: usize) -> bool {
        self.answer_by(option, By::Person)
    }

    fn answer_by(&mut self, option: usize, by: By) -> bool {
        let label = self
            .state
            .menu
            .as_ref()
            .and_then(|menu| menu.options.get(option))
            .map(|offer| offer.label.clone());
        let version = self.session.version();
        let ended = label.as_deref().is_some_and(ends_a_step).then(|| self.labels());
        match self.session.answer(option) {
            Ok(()) => {
                self.taken.push((self.seat, by));
                self.ended = ended;
                if by == By::Person {
                    self.answered[self.seat.index()] = version;
                    self.last = label;
                }
                self.keep.keep(&self.session.game);
                self.refresh();
                true
            }
            Err(refused) => {
                say!("{refused}");
                false
            }
        }
    }

    /// Takes back the last answer that was typed, and what came about by itself since.
    pub fn undo(&mut self) -> std::result::Result<(), NoUndo> {
        let mut undone = false;
        loop {
            match self.session.undo(self.seat) {
                Ok(_) => undone = true,
                // What came about by itself does so once more.
                Err(why) => {
                    if undone {
                        self.refresh();
                    }
                    return Err(why);
                }
            }
            while self.taken.pop_if(|(seat, _)| *seat != self.seat).is_some() {}
            let by = match self.taken.pop() {
                Some((_, by)) => by,
                // Of an answer before the match was gone on with only this is known.
                None => self.would_answer_itself(),
            };
            if by == By::Person {
                break;
            }
        }
        (self.ended, self.last) = (None, None);
        self.wanted.clear();
        self.refresh();
        Ok(())
    }

    pub fn is_over(&self) -> bool {
        self.session.game.seat().is_none()
    }

    /// Passes a window that asks for nothing, or that the player wanted passed.
    pub fn passes_by_itself(&mut self) -> bool {
        let Some(asked) = self.session.game.seat() else { return false };
        if asked != self.seat {
            return self.passes_for(asked);
        }
        if let Some(option) = self.wants() {
            return self.answer_by(option, By::Itself);
        }
        let option = self.auto.pays(&self.state).or_else(|| self.auto.passes(&self.state));
        if let Some(option) = option.or_else(|| self.auto.orders(&self.state)) {
            return self.answer_by(option, By::Itself);
        }
        match self.auto.ends(&self.state) {
            Some(option) => {
                self.note_end(option);
                self.answer_by(option, By::Itself)
            }
            None => self.ends_once_more(),
        }
    }

    /// Whether what is asked now would be answered by itself.
    fn would_answer_itself(&self) -> By {
        let state = self.session.show(Eyes::Seat(self.seat));
        let mut auto = Auto { until: None, pays: false, ..self.auto.clone() };
        let pays = auto.pays(&state);
        let itself = pays.or_else(|| auto.passes(&state)).or_else(|| auto.orders(&state));
        match itself.or_else(|| auto.ends(&state)) {
            Some(_) => By::Itself,
            None => By::Person,
        }
    }

    /// The option that was typed together with the one before.
    fn wants(&mut self) -> Option<usize> {
        let label = self.wanted.pop_front()?;
        let at = self.labels().iter().position(|other| *other == label);
        if at.is_none() {
            self.wanted.clear();
        }
        at
    }

    /// A step, phase or turn that ends by itself does not end unnoticed. Behind one that the player ended it is no news.
    fn note_end(&mut self, option: usize) {
        const NOTE: &str = "nothing else to do: ";
        let unsaid = &mut self.unsaid[self.seat.index()];
        let noted = unsaid.iter().any(|event| event.text.starts_with(NOTE));
        let ended = self.last.as_deref().is_some_and(ends_a_step);
        let label =
            self.state.menu.as_ref().and_then(|menu| menu.options.get(option)).map(|offer| &offer.label);
        if let Some(label) = label.filter(|_| !noted && !ended) {
            let text = format!("{NOTE}{label}");
            unsaid.push(EventBoard { text, words: None, rule: "", cards: Vec::new(), routine: false });
        }
    }

    /// Whoever ended a step or phase, and is asked the very same again because the opponent could have done something and did
    /// not, has answered already.
    fn ends_once_more(&mut self) -> bool {
        let labels = self.labels();
        let Some(before) = self.ended.take().filter(|_| self.auto.calm) else { return false };
        let quiet = news::news(&self.look(), &self.unsaid[self.seat.index()]).is_empty();
        let end = labels.iter().position(|label| Some(label) == self.last.as_ref());
        match end.filter(|_| quiet && before == labels) {
            Some(end) if self.answer_by(end, By::Itself) => {
                // Only once: a third time somebody is asked.
                self.ended = None;
                true
            }
            _ => false,
        }
    }

    /// The options of the open menu.
    fn labels(&self) -> Vec<String> {
        let menu = self.state.menu.iter();
        menu.flat_map(|menu| menu.options.iter().map(|offer| offer.label.clone())).collect()
    }

    /// A window of the other person in which there is nothing to answer: nobody is called to the screen for it.
    fn passes_for(&mut self, other: Seat) -> bool {
        let state = self.session.show(Eyes::Seat(other));
        match self.auto.calmly(&state).filter(|_| self.players == Players::Two) {
            Some(option) if self.session.answer(option).is_ok() => {
                self.keep.keep(&self.session.game);
                self.refresh();
                true
            }
            _ => false,
        }
    }

    /// Where two people share a screen, it is cleared before the other one looks. False if the input ended.
    pub fn hand_over(&mut self, input: &mut Input) -> bool {
        let Some(asked) = self.session.game.seat() else { return true };
        // Two people begin in front of one screen.
        let begins = std::mem::take(&mut self.begins) && input.is_terminal();
        if asked == self.seat && !begins {
            return true;
        }
        if self.players == Players::Two {
            let name = self.look().name(asked).to_string();
            input.clear_screen();
            if input
                .line(&format!("{name}, it is your decision: press Enter when nobody else looks. "))
                .is_none()
            {
                return false;
            }
            input.clear_screen();
        }
        if self.seat != asked {
            self.seat = asked;
            self.refresh();
        }
        true
    }

    pub fn look(&self) -> Look {
        let say::Screen { width, height, colors } = say::screen();
        let mut look = Look { height, colors, ..Look::plain(width, self.seat) };
        if self.players == Players::Two {
            look.names = ["Player 1".into(), "Player 2".into()];
        }
        look
    }

    /// Tells what happened.
    fn print_news(&mut self) {
        let unsaid = std::mem::take(&mut self.unsaid[self.seat.index()]);
        news::news(&self.look(), &self.named(unsaid)).iter().for_each(|words| say!("{words}"));
    }

    /// What happened, the table, and the question. What happened is told in brief where the window would lose it.
    pub fn show(&mut self) {
        let unsaid = std::mem::take(&mut self.unsaid[self.seat.index()]);
        let unsaid = self.named(unsaid);
        let mut look = self.look();
        let hint = self.hint().map_or_else(Vec::new, |words| present::sentence(words, 2, look.width));
        look.does = self.deeds();
        // The window has room for the hint too.
        look.height = look.height.map(|height| height.saturating_sub(hint.len()));
        let before = self.seen[self.seat.index()].replace(self.state.board.clone());
        let asked = self.state.menu.as_ref().map(|menu| names::menu(&look, menu));
        let shown = page(&look, &unsaid, &self.state.board, before.as_ref(), asked.as_ref());
        shown.iter().for_each(|words| say!("{words}"));
        hint.iter().for_each(|words| say!("{}", look.faint(words)));
    }

    /// What the cards do that can be used now, by their refs, where their text leaves no doubt which of it that would be.
    fn deeds(&self) -> BTreeMap<String, String> {
        let offers = self.state.menu.iter().flat_map(|menu| &menu.options);
        let deed = |offer: &Offer| {
            let unsaid = menu::DEEDS.contains(&offer.verb) && offer.words.is_none();
            let card = offer.cards.first().filter(|_| unsaid)?;
            let kind = table::find(&self.state.board, card).and_then(|card| card.kind);
            if offer.verb == "play" && kind != Some("option") {
                return None;
            }
            let found = self.session.game.look(Eyes::Seat(self.seat), card)?;
            Some((card.clone(), only_deed(&texts(&found.row, "text"), offer.verb)?))
        };
        offers.filter_map(deed).collect()
    }

    /// A word about what else can be typed, where it helps.
    fn hint(&mut self) -> Option<&'static str> {
        let menu = self.state.menu.as_ref()?;
        let harmless = menu.options.iter().any(|offer| offer.then.is_none());
        if menu.options.len() > 1 && is_payment(menu) && harmless {
            return Some("(`pay` pays the rest with whatever comes first and does no other harm)");
        }
        let passes = menu.options.iter().any(|offer| offer.verb == "pass");
        if passes && self.state.board.turn.seat != menu.seat && self.hints < HINTS {
            self.hints += 1;
            return Some("(`pass until my turn` passes all of these; so do `… attack`, `… counter`)");
        }
        None
    }

    pub fn show_table(&self, detail: Detail) {
        table(&self.look(), &self.state.board, detail).iter().for_each(|words| say!("{words}"));
    }

    pub fn show_menu(&self) {
        let look = self.look().at(&self.state.board);
        if let Some(asked) = &self.state.menu {
            let asked = &names::menu(&look, asked);
            menu::question(&look, asked).iter().for_each(|words| say!("{words}"));
            menu::options(&look, asked).iter().for_each(|words| say!("{words}"));
        }
    }

    /// What happened since the last answer of the one who looks, with its rules.
    pub fn show_last(&self) {
        match &self.since(self.answered[self.seat.index()])[..] {
            [] => say!("Nothing has happened since your last answer."),
            happened => self.print_log(happened),
        }
    }

    pub fn show_log(&self, lines: usize) {
        let log = self.since(0);
        self.print_log(&log[log.len().saturating_sub(lines)..]);
    }

    /// What happened behind a version, as the one who looks may know it; what was taken back did not happen.
    fn since(&self, version: u64) -> Vec<EventBoard> {
        self.named(self.session.since(Eyes::Seat(self.seat), version).events)
    }

    fn print_log(&self, events: &[EventBoard]) {
        news::log(&self.look(), events).iter().for_each(|words| say!("{words}"));
    }

    /// Where two people share a screen, both have names.
    fn named(&self, events: Vec<EventBoard>) -> Vec<EventBoard> {
        names::events(&self.look(), events)
    }

    pub fn prompt(&self) -> String {
        match self.players {
            Players::One => "> ".into(),
            Players::Two => format!("{} > ", self.look().name(self.seat)),
        }
    }

    pub fn how_to_resume(&self) -> &'static str {
        if self.keep.is_kept() { " `shobu play --resume` goes on with it." } else { "" }
    }

    /// A card of this match as it stands now, with its text and reading.
    pub fn show_card(&self, word: &str) {
        let look = self.look();
        let Some(found) = self.session.game.look(Eyes::Seat(self.seat), word) else {
            match self.session.game.card(word) {
                Err(fault) => say!("{}.", fault.what),
                Ok(_) => say!("No card is called {word:?}."),
            }
            return;
        };
        match &found.card {
            Some(shown) => card::whole(&look, shown).iter().for_each(|words| say!("{words}")),
            None => say!("{} ({}), not on the table", found.name, found.id),
        }
        card::printed(&look, &found.row).iter().for_each(|words| say!("{words}"));
        let printed = |field: &str| texts(&found.row, field);
        for (field, title) in
            [("text", "text"), ("inherited", "inherited"), ("security", "security"), ("back", "back")]
        {
            card::text(&look, title, &printed(field)).iter().for_each(|words| say!("{words}"));
        }
        self.show_lent(&look, &found);
        // What is read as it stands need not be said twice.
        let printed: Vec<String> =
            ["text", "inherited", "security", "back"].iter().flat_map(|field| printed(field)).collect();
        let fold = |words: &String| {
            let bare = words.to_lowercase().replace(['.', '＜', '＞', '<', '>', ' '], "");
            let field =
                ["inherited:", "security:", "back:"].iter().find_map(|field| bare.strip_prefix(field));
            field.unwrap_or(&bare).to_string()
        };
        let same = found.reading.iter().map(fold).eq(printed.iter().map(fold));
        if !same {
            card::text(&look, "read as", &found.reading).iter().for_each(|words| say!("{words}"));
        }
        card::text(&look, "not read", &found.unread).iter().for_each(|words| say!("{words}"));
    }

    /// What the cards under a card lend it.
    fn show_lent(&self, look: &Look, found: &Looked) {
        for under in found.card.iter().flat_map(|card| &card.under) {
            let lends = self.session.game.look(Eyes::Seat(self.seat), &under.r#ref);
            let inherited = lends.as_ref().map_or_else(Vec::new, |lends| texts(&lends.row, "inherited"));
            let title = format!("inherited from {}", under.name.as_deref().unwrap_or("a hidden card"));
            card::text(look, &title, &inherited).iter().for_each(|words| say!("{words}"));
        }
    }

    pub fn tell_the_end(&mut self) {
        self.refresh();
        self.print_news();
        let look = self.look();
        let Some(over) = &self.state.over else { return };
        let why = match over.rule {
            // Its words are the rule's: whoever lost is not told that they win.
            Some(rule) => format!("By {rule}: \"{}\"", over.why),
            None if over.why == "concession" => "By concession.".to_string(),
            None => over.why.clone(),
        };
        line(format_args!(
            "{}",
            match over.winner {
                Some(seat) if self.players == Players::Two => format!("{} wins.", look.name(seat)),
                Some(seat) if seat == self.seat => "You win.".into(),
                Some(_) => "You lose.".into(),
                None => "A draw.".into(),
            }
        ));
        present::sentence(&why, 0, look.width).iter().for_each(|line| say!("{line}"));
        if let Some(why) = self.session.game.gave_up() {
            say!("The bot could not go on: {why}.");
        }
        say!("The match's seed was {}.", self.session.game.record().seed);
        self.keep.forget();
    }
}

/// The paragraphs of a field of a card file.
fn texts(row: &serde_json::Value, field: &str) -> Vec<String> {
    match row.get(field) {
        Some(serde_json::Value::Array(all)) => {
            all.iter().filter_map(|one| one.as_str().map(str::to_string)).collect()
        }
        Some(serde_json::Value::String(one)) => vec![one.clone()],
        _ => Vec::new(),
    }
}

/// The paragraph that a verb carries out, without what stands in brackets before it; nothing where it could be several.
fn only_deed(paragraphs: &[String], verb: &str) -> Option<String> {
    const USED: [&str; 2] = ["activate", "counter"];
    let opens = |words: &&String| {
        let words = words.to_lowercase();
        words.contains(&format!("[{verb}")) || verb == "activate" && words.contains("[awaken")
    };
    let meant: Vec<&String> = match USED.contains(&verb) {
        true => paragraphs.iter().filter(opens).collect(),
        false => paragraphs.iter().collect(),
    };
    let [one] = meant[..] else { return None };
    let mut words = one.trim();
    while let Some((_, rest)) = words.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        words = rest.trim_start();
    }
    (!words.is_empty()).then(|| words.to_string())
}

/// Whether an answer was the end of one's own step or phase.
fn ends_a_step(label: &str) -> bool {
    matches!(label, "end step" | "end phase")
}
