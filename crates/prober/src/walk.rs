//! Playing on from a position, leaning towards the card under test, and writing down what its ability did.

use super::judge::{Seen, judge};
use super::lot::Lot;
use super::place::Position;
use effects::host::Of;
use effects::{AbilityRef, Filter, Op, Probe};
use kernel::{Context, Footprint, Log, Menu, Pool, Print, Printed, Standing, Verdicts};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// How many decisions a try goes on for.
const DECISIONS: usize = 60;
/// How many turns.
const TURNS: u32 = 3;

/// The ability under test: of the first card of every pool that is made for it.
pub struct Tested {
    pub index: u8,
    /// It is always on: it never runs, but the game is another with it.
    pub always: bool,
    /// The names of its card and of what that makes, in small letters, to be preferred in labels.
    pub names: Vec<String>,
}

/// What the watcher wrote down: the state is kept at steps of the ability under test.
pub type Trail<G> = Vec<(Footprint, Option<G>)>;

/// The cards that the positions of one ability are made of: each row is read once, however often it is laid out.
pub struct Bench<G: Probe> {
    blanks: Vec<Value>,
    /// Of the first card this ability waits for this one of its moments alone.
    only: Option<(usize, usize)>,
    read: HashMap<String, G::Printed>,
}

impl<G: Probe> Bench<G> {
    pub fn new() -> Bench<G> {
        Bench { blanks: G::blanks(), only: None, read: HashMap::new() }
    }

    /// One on which an ability of the first card waits for one of its moments alone.
    pub fn with_one_trigger(ability: usize, trigger: usize) -> Bench<G> {
        Bench { only: Some((ability, trigger)), ..Bench::new() }
    }

    fn card(&mut self, row: &Value) -> Result<G::Printed, String> {
        let key = row.to_string();
        if let Some(card) = self.read.get(&key) {
            return Ok(card.clone());
        }
        let card = G::Printed::read(row).map_err(|error| format!("made a card that is none: {error}"))?;
        self.read.insert(key, card.clone());
        Ok(card)
    }

    /// The cards of a position; with `mute`, the first card without that ability.
    fn cards(&mut self, rows: &[Value], mute: Option<usize>) -> Result<G::Cards, String> {
        let mut pool = Pool::default();
        let blanks = std::mem::take(&mut self.blanks);
        let mut all = rows.iter().chain(&blanks).enumerate();
        let made = all.try_for_each(|(at, row)| {
            let mut card = self.card(row)?;
            if let (0, Some(ability)) = (at, mute) {
                G::mute(&mut card, ability);
            }
            if let (0, Some((ability, trigger))) = (at, self.only) {
                card = G::with_one_trigger(&card, ability, trigger).unwrap_or(card);
            }
            if let (true, Some(unread)) = (at > 0, card.unread().first()) {
                return Err(format!("made a card that cannot be read: {:?}", unread.words));
            }
            pool.add(card, row);
            Ok(())
        });
        self.blanks = blanks;
        made.map(|()| G::Cards::from(pool))
    }
}

/// One try. An error is a position that could not be set up.
pub fn play<G: Probe>(
    position: &Position,
    tested: &Tested,
    decline: bool,
    bench: &mut Bench<G>,
    lot: &mut Lot,
    seen: &mut Seen,
) -> Result<(), String> {
    let full = Arc::new(bench.cards(&position.rows, None)?);
    let muted = match tested.always {
        true => Some(bench.cards(&position.rows, Some(tested.index.into()))?),
        false => None,
    };
    let mut state = G::stage(&full, &position.stage, 0).map_err(|error| error.to_string())?;
    let trail: Arc<Mutex<Trail<G>>> = Arc::default();
    let mut log = Log::watched(watcher::<G>(&trail, &full, tested.index));
    let begun = state.turn();
    let mut menu = Menu::<G>::default();
    let passes = passes::<G>(&full, tested.index);
    for _ in 0..DECISIONS {
        if matches!(state.standing(), Standing::Over(_)) || state.turn() > begun + TURNS {
            break;
        }
        if let Some(muted) = &muted {
            let mut without = state.clone();
            without.settle(muted);
            if let Some(words) = difference((&state, &full), (&without, muted), &passes) {
                seen.differs.get_or_insert(words);
            }
            if seen.differs.is_some() {
                break;
            }
        }
        state.menu(&full, &mut menu);
        if menu.options.is_empty() {
            break;
        }
        let choice = choose(&state, &full, &menu, tested, decline, lot, seen);
        let other = muted.as_ref().map(|muted| (muted, state.clone(), lot.chance().clone()));
        log.clear();
        state.apply(choice, &mut Context { pool: &full, chance: lot.chance(), log: &mut log });
        if let Some((muted, mut without, mut dice)) = other {
            let mut silent = Log::silent();
            without.settle(muted);
            without.apply(choice, &mut Context { pool: muted, chance: &mut dice, log: &mut silent });
            let mut with = state.clone();
            with.settle(&full);
            without.settle(&full);
            if without != with && seen.differs.is_none() {
                seen.differs = Some(format!("\"{}\" goes another way", state.label(&full, choice)));
            }
        }
        let steps = trail.lock().map(|trail| trail.len()).unwrap_or(0);
        if steps > 3_000 {
            break;
        }
    }
    let over = matches!(state.standing(), Standing::Over(_));
    if let Ok(trail) = trail.lock() {
        judge(&trail, &full, tested, over, seen);
    }
    Ok(())
}

/// The tests that cards pass by an ability.
fn passes<G: Probe>(cards: &G::Cards, index: u8) -> Vec<Filter<Of<G>>> {
    let ability = G::ability(cards, AbilityRef { print: Print(0), index });
    let passed = |op: &Op<Of<G>>| match op {
        Op::Gain { change, .. } => G::passes(change),
        _ => None,
    };
    ability.program.iter().filter_map(passed).collect()
}

fn watcher<G: Probe>(trail: &Arc<Mutex<Trail<G>>>, cards: &Arc<G::Cards>, index: u8) -> kernel::Watcher {
    let (trail, cards) = (trail.clone(), cards.clone());
    Box::new(move |state, footprint| {
        let Ok(mut trail) = trail.lock() else { return };
        let Some(state) = state.downcast_ref::<G>() else { return };
        let ours = is_tested::<G>(&cards, footprint.print, footprint.ability, index);
        trail.push((footprint, ours.then(|| state.clone())));
    })
}

/// Whether this is the ability under test, on its card or on what its card made.
pub fn is_tested<G: Probe>(cards: &G::Cards, print: Print, ability: u8, index: u8) -> bool {
    let at = AbilityRef { print, index: ability };
    let tested = AbilityRef { print: Print(0), index };
    at == tested
        || G::is_made(cards, print) && G::ability(cards, at).program == G::ability(cards, tested).program
}

/// The ability under test, where it is the one that asks.
fn asking<G: Probe>(state: &G, cards: &G::Cards, tested: &Tested) -> Option<effects::Run> {
    let run = (0..40).rev().find_map(|frame| state.running(frame))?;
    is_tested::<G>(cards, run.ability.print, run.ability.index, tested.index).then_some(*run)
}

/// Draws one of the options, leaning towards what has to do with the card under test.
fn choose<G: Probe>(
    state: &G,
    cards: &G::Cards,
    menu: &Menu<G>,
    tested: &Tested,
    decline: bool,
    lot: &mut Lot,
    seen: &mut Seen,
) -> G::Choice {
    let run = asking(state, cards, tested);
    let declines = |choice: &G::Choice| state.declines(*choice);
    if let Some(run) = &run {
        // More than yes and no is asked by what the effect has set going.
        let plain = |choice: &G::Choice| state.label(cards, *choice) == "yes";
        if menu.options.len() <= 2 || menu.options.iter().any(plain) {
            seen.asked::<G>(cards, run, menu.options.iter().any(declines));
        }
        if decline {
            if let Some(no) = menu.options.iter().find(|choice| declines(choice)) {
                seen.declined += 1;
                return *no;
            }
        }
    }
    let weigh = |choice: &G::Choice| {
        if state.ends_own_step(*choice) {
            return 2;
        }
        if declines(choice) {
            return if run.is_some() { 2 } else { 3 };
        }
        let label = state.label(cards, *choice).to_lowercase();
        let mut weight = G::leaning(*choice);
        if tested.names.iter().any(|name| label.contains(name.as_str())) {
            weight *= 4;
        }
        // What makes things happen; where the ability itself asks, what was laid out for it.
        if label.contains("aide ") || run.is_none() && label.contains("tool ") {
            weight *= 4;
        }
        weight
    };
    let weights: Vec<usize> = menu.options.iter().map(weigh).collect();
    let mut at = lot.below(weights.iter().sum());
    for (option, weight) in menu.options.iter().zip(weights) {
        if at < weight {
            return *option;
        }
        at -= weight;
    }
    menu.options[0]
}

/// What is another with the ability than without it, in the same state.
fn difference<G: Probe>(
    (state, with): (&G, &G::Cards),
    (muted, without): (&G, &G::Cards),
    passes: &[Filter<Of<G>>],
) -> Option<String> {
    let run = effects::Run::default();
    // Blank cards of hidden piles show nothing of an ability.
    for card in state.all_cards() {
        if matches!(state.zone_of(card).1, "deck" | "security" | "life") {
            continue;
        }
        for filter in passes {
            let fits = |state: &G, cards| effects::fits(state, cards, filter, card, &run);
            // What the figures say as well is so with the ability and without it.
            if fits(state, with) && (!fits(muted, without) || state.print_of(card) == Print(0)) {
                return Some("a card passes the test that it should pass by it".into());
            }
        }
        for word in G::WORDS {
            let (one, two) = (state.of_card(with, card, word), muted.of_card(without, card, word));
            if one != two {
                return Some(format!("{word} is {one:?}, without it {two:?}"));
            }
        }
    }
    let offers = |state: &G, cards| {
        let mut verdicts = Verdicts(Vec::new());
        state.consider(cards, &mut verdicts);
        verdicts.0.retain(|(_, verdict)| verdict.is_ok());
        verdicts.0
    };
    let (one, two) = (offers(state, with), offers(muted, without));
    (one != two).then(|| format!("{} options, without it {}", one.len(), two.len()))
}

/// The operation that a run is at.
pub fn op_at<'a, G: Probe>(cards: &'a G::Cards, run: &effects::Run) -> Option<&'a Op<effects::host::Of<G>>> {
    G::ability(cards, run.ability).program.get(run.at as usize)
}
