//! What `expect` lines can ask, and how the table answers.
//!
//! The forms are those that a rules person writes without a manual; `docs/scenes.md` lists them. Words that mean
//! nothing are an error, never a quiet "no".

use super::expect_value::{Op, compare, split_comparison};
use super::gist::gist;
use crate::Playable;
use crate::labels::{Named, find, fold};
use crate::near::did_you_mean;
use crate::pools::CardSet;
use crate::said::{outcome_words, seat_of_word, seat_word};
use kernel::{Card, DeckFault, Eyes, Outcome, PerSeat, Printed, Seat, Standing, Told};

/// The table as an expectation sees it.
pub(super) struct Peek<'a, G: Playable> {
    pub state: &'a G,
    pub cards: &'a CardSet<G>,
    /// What happened since the last answer, in words.
    pub heard: &'a [String],
    /// The same in the words that each seat is told.
    pub told: &'a PerSeat<Vec<String>>,
    /// Whose decision is open.
    pub seat: Seat,
    /// The options of the open menu; empty when the match is over.
    pub labels: &'a [String],
    /// The decks as the scene lists them, if it begins with the preparation, and what is against each.
    pub decks: Option<&'a PerSeat<Vec<DeckFault>>>,
}

/// Whether something holds, and what is the case in words.
pub(super) struct Truth {
    pub holds: bool,
    pub fact: String,
}

impl Truth {
    fn new(holds: bool, fact: impl Into<String>) -> Self {
        Truth { holds, fact: fact.into() }
    }
}

/// An answer about a subject: what was told, and the cards it counts if it is a zone.
pub(super) struct Answer {
    pub told: Told,
    pub cards: Option<Vec<String>>,
}

/// The most words of an expectation about cards, zones and figures, twice what the longest names need.
const MOST_WORDS: usize = 60;

type Asked = Result<Truth, String>;

/// Checks one expectation. The error says what was expected and what is.
pub(super) fn check<G: Playable>(peek: &Peek<'_, G>, words: &str) -> Result<(), String> {
    let (wanted, rest) = match words.strip_prefix("not ").or_else(|| words.strip_prefix("no ")) {
        Some(rest) => (false, rest),
        None => (true, words),
    };
    let truth = peek.truth(rest).map_err(|why| format!("`expect {words}` is not understood: {why}"))?;
    match truth.holds == wanted {
        true => Ok(()),
        false => Err(format!("expected {words}, but {}", truth.fact)),
    }
}

impl<G: Playable> Peek<'_, G> {
    fn truth(&self, words: &str) -> Asked {
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        match first {
            "menu" => return self.menu(rest),
            "event" => return Ok(self.event(rest)),
            "events" => return Ok(self.events(rest)),
            "winner" => return self.winner(rest),
            "draw" => return self.winner("draw"),
            "none" if rest.starts_with("in ") => return self.empty(&rest[3..]),
            "match" | "game" if rest == "over" => return Ok(self.over()),
            _ => {}
        }
        if let Some(seat) = seat_of_word(first)
            && let Some((wanted, what)) = seeing(rest)
        {
            let truth = self.seen_by(seat, what)?;
            return Ok(Truth::new(truth.holds == wanted, truth.fact));
        }
        if let (Some(seat), Some(menu)) = (seat_of_word(first), rest.strip_prefix("menu")) {
            return self.menu_of(seat, menu.trim());
        }
        if let Some(verdict) = rest.strip_prefix("deck ")
            && let Some(seat) = seat_of_word(first)
            && (verdict == "legal" || verdict.starts_with("illegal"))
        {
            return self.deck(seat, verdict);
        }
        // Every way to cut the words into a name and what is said of it is tried.
        if words.split(' ').count() > MOST_WORDS {
            return Err(format!("more than {MOST_WORDS} words"));
        }
        if let Some((subject, op, value)) = split_comparison(words) {
            return self.comparison(subject, op, value);
        }
        if let Some(truth) = self.whole_state(words) {
            return Ok(truth);
        }
        if let Some(asked) = self.where_is(words) {
            return asked;
        }
        self.state_of(words)
    }

    // ---- through a player's eyes ------------------------------------------------------------------------------

    /// `opponent sees Wall`, `opponent sees Wall in your hand`, `opponent sees event draws`: the same questions, asked of
    /// nothing but what that player knows. A name alone asks whether the player can tell where such a card is.
    fn seen_by(&self, seat: Seat, words: &str) -> Asked {
        let picture = self.state.pictured(&self.cards.cards, seat);
        let eyes = Peek { state: &picture, heard: &self.told[seat], ..*self };
        if self.cards.find(words.split('#').next().unwrap_or(words)).is_some() || self.possessed_card(words) {
            if self.known_cards(words, None)?.is_empty() {
                return Err(format!("there is no {words} on the table"));
            }
            let known = eyes.cards_named(words, None);
            let fact = match known.is_empty() {
                true => format!("{} knows of no {words}", seat_word(seat)),
                false => format!("{} knows {words} in {}", seat_word(seat), eyes.places(&known)),
            };
            return Ok(Truth::new(!known.is_empty(), fact));
        }
        eyes.truth(words)
    }

    /// `your Wall`: a possessor in front of the name of a card.
    fn possessed_card(&self, words: &str) -> bool {
        let plain = |name: &str| self.cards.find(name.split('#').next().unwrap_or(name)).is_some();
        self.possessed(words).is_some_and(|(_, name)| plain(name))
    }

    // ---- the match as a whole ---------------------------------------------------------------------------------

    fn outcome(&self) -> Option<Outcome> {
        match self.state.standing() {
            Standing::Over(outcome) => Some(outcome),
            Standing::Open(_) => None,
        }
    }

    fn over(&self) -> Truth {
        match self.outcome() {
            Some(outcome) => Truth::new(true, outcome_words::<G>(outcome)),
            None => Truth::new(false, "the match is still on"),
        }
    }

    fn winner(&self, words: &str) -> Asked {
        let (negated, who) = negation(words.trim_start_matches(['=', ' ']).trim_start_matches("is "));
        let outcome = self.outcome();
        let holds = match who {
            "none" | "nobody" | "no one" | "" => outcome.is_none_or(|outcome| outcome.winner.is_none()),
            "draw" | "a draw" => outcome.is_some_and(|outcome| outcome.winner.is_none()),
            other => match seat_of_word(other) {
                Some(seat) => outcome.is_some_and(|outcome| outcome.winner == Some(seat)),
                None => return Err(format!("{other:?} cannot win: say you, opponent, draw or none")),
            },
        };
        Ok(Truth::new(holds != negated, self.over().fact))
    }

    fn event(&self, words: &str) -> Truth {
        let wanted = gist(words.trim_matches('"'));
        let holds = self.heard.iter().any(|event| gist(event).contains(&wanted));
        let fact = match self.heard {
            [] => "nothing happened since the last answer".to_string(),
            heard => format!("this happened: {}", heard.join("; ")),
        };
        Truth::new(holds, fact)
    }

    /// `events a | b | c`: these happened since the last answer, in this order; others may lie between.
    fn events(&self, words: &str) -> Truth {
        let mut heard = self.heard.iter();
        let missing = words.split('|').map(str::trim).find(|wanted| {
            let wanted = gist(wanted);
            !heard.any(|event| gist(event).contains(&wanted))
        });
        let fact = match missing {
            Some(missing) => format!("{missing:?} does not come there: {}", self.heard.join("; ")),
            None => format!("this happened: {}", self.heard.join("; ")),
        };
        Truth::new(missing.is_none(), fact)
    }

    // ---- decks ------------------------------------------------------------------------------------------------

    /// `your deck legal`, `your deck illegal (DECK-1)`: what the deck rules say of the list in the scene.
    fn deck(&self, seat: Seat, verdict: &str) -> Asked {
        let Some(decks) = self.decks else {
            return Err(
                "only a scene that begins with the preparation (start = \"setup\") has deck lists".into()
            );
        };
        let faults = &decks[seat];
        let fact = match &faults[..] {
            [] => "the deck is legal".to_string(),
            faults => {
                let id = |fault: &DeckFault| fault.rule.map_or("no rule", |rule| G::RULES.id(rule));
                let why = |fault: &DeckFault| format!("{} ({})", fault.why, id(fault));
                format!("this is against it: {}", faults.iter().map(why).collect::<Vec<_>>().join("; "))
            }
        };
        let rule = verdict.strip_prefix("illegal").map(|rule| rule.trim().trim_matches(['(', ')']));
        let holds = match rule {
            None => faults.is_empty(),
            Some("") => !faults.is_empty(),
            Some(rule) => {
                let wanted = G::RULES.find(rule).ok_or_else(|| format!("{} has no rule {rule}", G::NAME))?;
                faults.iter().any(|fault| fault.rule == Some(wanted))
            }
        };
        Ok(Truth::new(holds, fact))
    }

    // ---- menus ------------------------------------------------------------------------------------------------

    fn menu_of(&self, seat: Seat, words: &str) -> Asked {
        let mut truth = self.menu(words)?;
        if !self.labels.is_empty() && self.seat != seat {
            truth.holds = false;
            truth.fact = format!("it is the decision of {}", seat_word(self.seat));
        }
        Ok(truth)
    }

    fn menu(&self, words: &str) -> Asked {
        let fact = match self.labels {
            [] => "no menu is open".to_string(),
            labels => format!("the menu of {} is {}", seat_word(self.seat), labels.join(" | ")),
        };
        let words = words.trim_start_matches(['=', ':']).trim();
        if let Some((seat, rest)) =
            words.split_once(':').and_then(|(seat, rest)| Some((seat_of_word(seat)?, rest)))
        {
            return self.menu_of(seat, rest.trim());
        }
        if let Some(label) = words.strip_prefix("has ").or_else(|| words.strip_prefix("with ")) {
            return Ok(Truth::new(find(self.labels, label) != Named::Nothing, fact));
        }
        if let Some(label) = words.strip_prefix("lacks ").or_else(|| words.strip_prefix("without ")) {
            return Ok(Truth::new(find(self.labels, label) == Named::Nothing, fact));
        }
        if words == "none" {
            return Ok(Truth::new(self.labels.is_empty(), fact));
        }
        let by_bars: Vec<&str> = words.split('|').map(str::trim).collect();
        let by_commas: Vec<&str> = words.split(", ").map(str::trim).collect();
        let holds = self.is_menu(&by_bars) || (by_bars.len() == 1 && self.is_menu(&by_commas));
        Ok(Truth::new(holds, fact))
    }

    /// Whether these are exactly the options, in any order; each may be the beginning of only one of them.
    fn is_menu(&self, wanted: &[&str]) -> bool {
        let mut left = vec![true; self.labels.len()];
        wanted.len() == self.labels.len()
            && wanted.iter().all(|label| match find(self.labels, label) {
                Named::One(at) => std::mem::replace(&mut left[at], false),
                _ => false,
            })
    }

    // ---- comparisons ------------------------------------------------------------------------------------------

    fn comparison(&self, subject: &str, op: Op, value: &str) -> Asked {
        if let Some(answer) = self.ask(subject)? {
            return compare(subject, &answer, op, value).map(|(holds, fact)| Truth::new(holds, fact));
        }
        // `Wall is suspended`: what looks like a value is a state.
        if matches!(op, Op::Is | Op::IsNot) {
            let state = self.truth(&format!("{subject} {value}"))?;
            return Ok(Truth::new(state.holds == (op == Op::Is), state.fact));
        }
        Err(self.unknown(subject))
    }

    /// What the table tells of a subject: a counter, a zone, or a figure of a card.
    fn ask(&self, subject: &str) -> Result<Option<Answer>, String> {
        if matches!(subject, "turn number" | "turn") {
            let word = self.state.of_table(&self.cards.cards, subject);
            let number = Told::Number(i64::from(self.state.turn()));
            let told = if subject == "turn" { word.unwrap_or(number) } else { number };
            return Ok(Some(Answer { told, cards: None }));
        }
        if let Some((seat, rest)) = self.possessed(subject) {
            return self.ask_seat(seat, rest);
        }
        for words in spellings(subject) {
            if let Some(told) = self.state.of_table(&self.cards.cards, &words) {
                return Ok(Some(Answer { told, cards: None }));
            }
        }
        self.ask_card(None, subject)
    }

    fn ask_seat(&self, seat: Seat, words: &str) -> Result<Option<Answer>, String> {
        for words in spellings(words) {
            if let Some(told) = self.state.of_seat(&self.cards.cards, seat, &words) {
                let cards = self.state.zone(seat, &words).map(|cards| self.names(&cards));
                return Ok(Some(Answer { told, cards }));
            }
        }
        if let Some(cards) = self.zone(seat, words) {
            let told = Told::Number(cards.len() as i64);
            return Ok(Some(Answer { told, cards: Some(self.names(&cards)) }));
        }
        if let Some(answer) = self.ask_card(Some(seat), words)? {
            return Ok(Some(answer));
        }
        // `your leader power`: a zone of one card stands for that card.
        for at in word_ends(words) {
            let (zone, rest) = (&words[..at], words[at..].trim_start());
            if let Some([card]) = self.zone(seat, zone).as_deref()
                && let Some(told) = self.of_card(*card, rest)
            {
                return Ok(Some(Answer { told, cards: None }));
            }
        }
        Ok(None)
    }

    /// `NAME words`: a figure or state of a card. Cards of both seats that disagree are told apart by the script.
    fn ask_card(&self, owner: Option<Seat>, words: &str) -> Result<Option<Answer>, String> {
        for at in word_ends(words).into_iter().rev() {
            let (name, rest) = (&words[..at], words[at..].trim_start());
            let mut told: Option<Told> = None;
            for seat in Seat::BOTH.into_iter().filter(|seat| owner.is_none_or(|owner| owner == *seat)) {
                let Some(card) = self.cards_named(name, Some(seat)).first().copied() else { continue };
                let Some(more) = self.of_card(card, rest) else { continue };
                if told.as_ref().is_some_and(|told| *told != more) {
                    return Err(format!("both seats have {name}: say your {name} or opponent {name}"));
                }
                told = Some(more);
            }
            if let Some(told) = told {
                return Ok(Some(Answer { told, cards: None }));
            }
        }
        Ok(None)
    }

    fn of_card(&self, card: Card, words: &str) -> Option<Told> {
        spellings(words).iter().find_map(|words| self.state.of_card(&self.cards.cards, card, words))
    }

    // ---- places -----------------------------------------------------------------------------------------------

    /// `X in ZONE`, `X under Y`, `X on top of ZONE`, each also with `not`.
    fn where_is(&self, words: &str) -> Option<Asked> {
        for (phrase, negated) in [
            (" is not in ", true),
            (" not in ", true),
            (" is in ", false),
            (" in ", false),
            (" not under ", true),
            (" under ", false),
            (" on top of ", false),
            (" at the bottom of ", false),
            (" on the bottom of ", false),
            (" at bottom of ", false),
        ] {
            if let Some((subject, place)) = words.rsplit_once(phrase) {
                let asked = match phrase.trim() {
                    "under" | "not under" => self.under(subject, place),
                    "on top of" => self.at_end(subject, place, true),
                    phrase if phrase.contains("bottom") => self.at_end(subject, place, false),
                    _ => self.is_in(subject, place),
                };
                let flip = |truth: Truth| Truth::new(truth.holds != negated, truth.fact);
                return Some(asked.map(flip));
            }
        }
        None
    }

    fn is_in(&self, subject: &str, place: &str) -> Asked {
        let (seat, zone) = match self.possessed(place) {
            Some((seat, zone)) => (Some(seat), zone),
            None => (None, place.strip_prefix("the ").unwrap_or(place)),
        };
        let (owner, named) = match self.possessed(subject) {
            Some((owner, named)) => (Some(owner), named),
            None => (None, subject),
        };
        // `opponent soul core in reserve`: a thing of a seat that is no card.
        if let Some(owner) = owner {
            for words in spellings(named) {
                if let Some(Told::Word(there)) = self.state.of_seat(&self.cards.cards, owner, &words) {
                    let fact = format!("{} {named} is in {there}", seat_word(owner));
                    let same_seat = seat.is_none_or(|seat| seat == owner);
                    return Ok(Truth::new(same_seat && spellings(zone).contains(&fold(&there)), fact));
                }
            }
        }
        let seats: Vec<Seat> =
            Seat::BOTH.into_iter().filter(|it| seat.is_none_or(|seat| seat == *it)).collect();
        let zones: Vec<Vec<Card>> = seats.iter().filter_map(|seat| self.zone(*seat, zone)).collect();
        if zones.is_empty() {
            return Err(format!("{} has no zone {zone:?}", G::NAME));
        }
        let (count, name) = match named.split_once(' ') {
            Some((count, name)) if count.parse::<usize>().is_ok() => (count.parse::<usize>().ok(), name),
            _ => (None, named),
        };
        let cards = self.known_cards(name, owner)?;
        let there = zones.iter().flatten().filter(|card| cards.contains(card)).count();
        let fact = match cards.is_empty() {
            true => format!("there is no {name} on the table"),
            false => format!("{name} is in {}", self.places(&cards)),
        };
        Ok(Truth::new(count.map_or(there > 0, |count| there == count), fact))
    }

    fn under(&self, subject: &str, host: &str) -> Asked {
        let cards = self.known_cards(subject, None)?;
        let hosts = self.known_cards(host, None)?;
        let holds =
            cards.iter().any(|card| self.state.host_of(*card).is_some_and(|host| hosts.contains(&host)));
        Ok(Truth::new(holds, format!("{subject} is in {}", self.places(&cards))))
    }

    fn at_end(&self, subject: &str, place: &str, top: bool) -> Asked {
        let (seat, zone) = self.possessed(place).unwrap_or((Seat::A, place));
        let pile = self.zone(seat, zone).ok_or_else(|| format!("{} has no zone {zone:?}", G::NAME))?;
        let end = if top { pile.first() } else { pile.last() };
        let cards = self.known_cards(subject, None)?;
        let fact = match end {
            Some(card) => format!("it is {}", self.names(&[*card]).join("")),
            None => format!("{place} is empty"),
        };
        Ok(Truth::new(end.is_some_and(|card| cards.contains(card)), fact))
    }

    /// `none in your hand`.
    fn empty(&self, place: &str) -> Asked {
        let (seat, zone) = self.possessed(place).ok_or("say whose zone: your or opponent")?;
        let cards = self.zone(seat, zone).ok_or_else(|| format!("{} has no zone {zone:?}", G::NAME))?;
        Ok(Truth::new(
            cards.is_empty(),
            format!("there are {}: {}", cards.len(), self.names(&cards).join(", ")),
        ))
    }

    fn zone(&self, seat: Seat, words: &str) -> Option<Vec<Card>> {
        spellings(words).iter().find_map(|words| self.state.zone(seat, words))
    }

    // ---- states -----------------------------------------------------------------------------------------------

    /// Something that a seat or the table says yes or no to as a whole: `opponent soul core in reserve`.
    fn whole_state(&self, words: &str) -> Option<Truth> {
        let told = match self.possessed(words) {
            Some((seat, rest)) => {
                spellings(rest).iter().find_map(|words| self.state.of_seat(&self.cards.cards, seat, words))
            }
            None => self.state.of_table(&self.cards.cards, words),
        };
        match told? {
            Told::Yes => Some(Truth::new(true, format!("{words}: yes"))),
            Told::No => Some(Truth::new(false, "it is not so")),
            Told::Number(_) | Told::Word(_) => None,
        }
    }

    /// `Wall suspended`, `Wall not suspended`, `Wall has Blocker`, `phase main`, `your hand empty`.
    fn state_of(&self, words: &str) -> Asked {
        for at in word_ends(words) {
            let (subject, rest) = (&words[..at], words[at..].trim_start());
            if rest.is_empty() {
                continue;
            }
            let (negated, state) = negation(rest);
            let plain = |told: Told| match told {
                Told::Yes => Some(true),
                Told::No => Some(false),
                Told::Number(number) => Some(number > 0),
                Told::Word(_) => None,
            };
            // A subject that answers for itself: `phase main`, `turn opponent`, `your hand empty`.
            if let Some(answer) = self.ask(subject)? {
                let value = if state == "empty" { "0" } else { state };
                if let Ok((holds, fact)) = compare(subject, &answer, Op::Is, value) {
                    return Ok(Truth::new(holds != negated, fact));
                }
            }
            if let Some(Answer { told, .. }) = self.ask(&format!("{subject} {state}"))?
                && let Some(holds) = plain(told)
            {
                let is = if holds { "is" } else { "is not" };
                return Ok(Truth::new(holds != negated, format!("{subject} {is} {state}")));
            }
        }
        Err(self.unknown(words))
    }

    // ---- names ------------------------------------------------------------------------------------------------

    /// A leading `your` or `opponent`, unless a card is called that.
    fn possessed<'w>(&self, words: &'w str) -> Option<(Seat, &'w str)> {
        let (first, rest) = words.split_once(' ')?;
        Some((seat_of_word(first)?, rest))
    }

    /// The cards that a name means, those of one seat or all; a possessor in front of the name counts.
    fn cards_named(&self, name: &str, owner: Option<Seat>) -> Vec<Card> {
        let (owner, name) = match self.possessed(name) {
            Some((seat, rest)) => (Some(seat), rest),
            None => (owner, name),
        };
        let of_owner = |found: Vec<(Seat, Card)>| -> Vec<Card> {
            found
                .into_iter()
                .filter(|(seat, _)| owner.is_none_or(|owner| owner == *seat))
                .map(|(_, card)| card)
                .collect()
        };
        if let Some((_, number)) = name.rsplit_once('#') {
            // More words behind a number (`Ember#2 has`) are no name.
            if number.parse::<usize>().is_err() && self.cards.find(name).is_none() {
                return Vec::new();
            }
            let shown = of_owner(self.numbered(name));
            if !shown.is_empty() {
                return shown;
            }
        }
        let found = of_owner(self.state.cards_named(&self.cards.cards, name));
        if !found.is_empty() {
            return found;
        }
        // `Ember#2`, for games that leave the numbering of twins to the runner: by handle, the first is plain.
        let Some((name, number)) = name.rsplit_once('#') else { return found };
        let Ok(number) = number.parse::<usize>() else { return found };
        let twins = self.state.cards_named(&self.cards.cards, name);
        let mut hits = Vec::new();
        for seat in Seat::BOTH.into_iter().filter(|seat| owner.is_none_or(|owner| owner == *seat)) {
            let mut of_seat: Vec<Card> =
                twins.iter().filter(|(it, _)| *it == seat).map(|(_, card)| *card).collect();
            of_seat.sort();
            hits.extend(number.checked_sub(1).and_then(|at| of_seat.get(at)));
        }
        hits
    }

    /// The cards that menus and positions call so (`Ember#2`): copies that a player does not know have no number for them.
    fn numbered(&self, name: &str) -> Vec<(Seat, Card)> {
        let bare = name.rsplit_once('#').map_or(name, |(bare, _)| bare);
        let twins = self.state.cards_named(&self.cards.cards, bare);
        let mut called_so = Vec::new();
        for seat in Seat::BOTH {
            // Each player's own copies, as that player sees them.
            let picture = self.state.pictured(&self.cards.cards, Eyes::Seat(seat));
            let title = |card: Card| picture.title(&self.cards.cards, card);
            let named =
                |(owner, card): &&(Seat, Card)| *owner == seat && title(*card).eq_ignore_ascii_case(name);
            called_so.extend(twins.iter().filter(named));
        }
        called_so
    }

    /// The same, and an error if no card of the scene has such a name at all.
    fn known_cards(&self, name: &str, owner: Option<Seat>) -> Result<Vec<Card>, String> {
        let cards = self.cards_named(name, owner);
        let plain = self.possessed(name).map_or(name, |(_, rest)| rest);
        let plain = plain.split('#').next().unwrap_or(plain);
        match cards.is_empty() && self.cards.find(plain).is_none() {
            true => Err(self.unknown(plain)),
            false => Ok(cards),
        }
    }

    fn unknown(&self, words: &str) -> String {
        let names = self.cards.pool().iter().map(|(_, card)| card.name());
        let first = words.split(' ').next().unwrap_or(words);
        let help = did_you_mean(words, names).or_else(|| {
            let names = self.cards.pool().iter().map(|(_, card)| card.name());
            did_you_mean(first, names)
        });
        match help {
            Some(help) => format!("nothing here is called {words:?}; {help}"),
            None => format!("{words:?} is no card, zone, figure or state that {} knows", G::NAME),
        }
    }

    fn places(&self, cards: &[Card]) -> String {
        let mut places: Vec<String> = Vec::new();
        for card in cards {
            let (seat, zone) = self.state.zone_of(*card);
            let whose = if seat == Seat::A { "your" } else { "opponent" };
            let place = format!("{whose} {zone}");
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places.join(" and ")
    }

    fn names(&self, cards: &[Card]) -> Vec<String> {
        let named = |card: &Card| {
            let of_print = |(_, printed): &(kernel::Print, &G::Printed)| {
                self.state
                    .cards_named(&self.cards.cards, printed.name())
                    .iter()
                    .any(|(_, other)| other == card)
            };
            self.cards
                .pool()
                .iter()
                .find(of_print)
                .map_or("?".to_string(), |(_, printed)| printed.name().to_string())
        };
        cards.iter().map(named).collect()
    }
}

/// What a player sees or knows, or does not.
fn seeing(words: &str) -> Option<(bool, &str)> {
    let verbs = [("sees ", true), ("see ", true), ("knows ", true), ("know ", true)];
    let verbs = verbs.into_iter().chain([
        ("does not see ", false),
        ("do not see ", false),
        ("does not know ", false),
        ("do not know ", false),
    ]);
    verbs.into_iter().find_map(|(verb, wanted)| Some((wanted, words.strip_prefix(verb)?)))
}

/// A leading `not`, `has no`, `is not`, `without`, or `has`, `is`, `with`.
fn negation(words: &str) -> (bool, &str) {
    for (phrase, negated) in [
        ("is not ", true),
        ("has no ", true),
        ("not ", true),
        ("no ", true),
        ("without ", true),
        ("lacks ", true),
        ("has ", false),
        ("is ", false),
        ("with ", false),
    ] {
        if let Some(rest) = words.strip_prefix(phrase) {
            return (negated, rest);
        }
    }
    (false, words)
}

/// Where words end in a text: the places at which a name may be cut from what is said of it.
fn word_ends(words: &str) -> Vec<usize> {
    let mut ends: Vec<usize> = words.match_indices(' ').map(|(at, _)| at).collect();
    ends.push(words.len());
    ends
}

/// The ways in which a word of the game may be meant: as written, in lower case, without brackets, without `area`.
fn spellings(words: &str) -> Vec<String> {
    let folded = fold(words);
    let bare = folded.trim_matches(['<', '>', '[', ']']).to_string();
    let mut all = vec![words.to_string(), folded.clone(), bare.clone()];
    all.push(folded.replace(['_', '-'], " "));
    all.push(folded.replace([' ', '-'], "_"));
    for ending in [" area", " zone", " stack", " cards", " card"] {
        if let Some(front) = folded.strip_suffix(ending) {
            all.push(front.to_string());
        }
    }
    if let Some(rest) = folded.strip_prefix("the ") {
        all.push(rest.to_string());
    }
    let mut seen: Vec<String> = Vec::new();
    all.retain(|words| {
        let fresh = !words.is_empty() && !seen.contains(words);
        seen.push(words.clone());
        fresh
    });
    all
}
