//! Making a position for an ability out of its own tree: the card where the ability works, what it waits for, cards that
//! fit what it chooses from and cards that nearly do, conditions that hold.
//!
//! A position is one try: which branch of an "or", how many cards, whose turn is drawn by lot, so that several tries cover
//! what one cannot. What a game does not know how to bring about is noted, and the try is made all the same.

use super::lot::Lot;
use effects::probe::{Bit, Home, OWN_NAME, Role, Scenery, Sense, Sketch, Tool};
use effects::{
    Ability, Among, Amount, Cmp, Cond, Filter, Gainer, HowMany, Probe, Select, Step, Target, Trigger, When,
    Who,
};
use kernel::{PerSeat, Printed, Seat, Stage};
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};

/// A position as a scene describes it, and the cards that are made up for it.
pub struct Position {
    pub rows: Vec<Value>,
    pub stage: Stage,
    /// What it was not known how to bring about.
    pub notes: BTreeSet<String>,
}

/// A card of the position.
struct Item {
    seat: Seat,
    zone: &'static str,
    sketch: Sketch,
}

/// The card under test is always the first item, or lies under it.
const ME: usize = 0;
/// The most cards that one selection asks for.
const MOST: usize = 24;

pub struct Maker<'a, G: Probe> {
    lot: &'a mut Lot,
    card: &'a G::Printed,
    items: Vec<Item>,
    slots: HashMap<u8, Vec<usize>>,
    /// Where the cards of a slot lie.
    places: HashMap<u8, Vec<(Seat, &'static str)>>,
    subjects: Vec<usize>,
    /// The other cards of what is waited for, once a text speaks of them.
    others: Vec<usize>,
    /// Places where nothing may lie that is not asked for.
    cleared: Vec<(Seat, &'static str)>,
    scenery: Scenery,
    tools: Vec<Tool>,
    notes: BTreeSet<String>,
    /// Extra cards that nearly fit are laid out.
    rich: bool,
    /// Nothing to choose from is laid out: some effects wait for just that.
    bare: bool,
    /// What the ability waits for.
    moment: Option<<Of<G> as effects::Vocab>::Moment>,
    /// Piles that must not be filled up beyond this.
    caps: HashMap<(Seat, &'static str), usize>,
    /// Cards laid under others last, and those that a slot means: the item and which of its piles' cards.
    tucked: Vec<(usize, usize)>,
    below: HashMap<u8, Vec<(usize, usize)>>,
}

type Of<G> = effects::host::Of<G>;

/// Makes one position. `parents` give or set up the ability, outermost first; it is the last of the list itself.
pub fn make<G: Probe>(
    row: &Value,
    card: &G::Printed,
    chain: &[&Ability<Of<G>>],
    sense: Sense,
    lot: &mut Lot,
) -> Option<Position> {
    let homes = G::homes(card, chain[0]);
    let home = *homes.get(lot.below(homes.len().max(1)))?;
    let rich = lot.below(3) > 0;
    let bare = lot.below(8) == 0;
    let mut maker = Maker::<G> {
        lot,
        card,
        items: Vec::new(),
        slots: HashMap::new(),
        places: HashMap::new(),
        // What a card under another speaks of is the card above it.
        subjects: if home.pile.is_some() { vec![ME] } else { Vec::new() },
        others: Vec::new(),
        cleared: Vec::new(),
        scenery: Scenery::default(),
        tools: Vec::new(),
        notes: BTreeSet::new(),
        rich,
        bare,
        moment: None,
        caps: HashMap::new(),
        tucked: Vec::new(),
        below: HashMap::new(),
    };
    maker.settle(row, home, chain[0]);
    let last = chain.len() - 1;
    let always = chain[last].when == When::Always;
    // What is always on may be what makes the company unnecessary, and shows best where much goes on.
    if !always || chain.len() > 1 || maker.lot.below(2) == 0 {
        maker.tools = G::company(card, home);
    }
    if always {
        let mut bustle = G::bustle();
        maker.lot.shuffle(&mut bustle);
        maker.tools.extend(bustle.into_iter().take(6));
    }
    if let Some(filter) = G::host(card, home) {
        maker.reshape(ME, &filter, Sense::Fits);
    }
    let ways = maker.lot.below(1 << 16);
    for (zone, filter) in G::beside(card, home, ways) {
        let sketch = maker.draw(&filter, Sense::Fits);
        maker.lay(Seat::A, zone, sketch);
    }
    let turn = if maker.lot.below(3) == 0 { "opponent" } else { "you" };
    maker.scenery.table.insert("turn".into(), json!(turn));
    G::ground(&mut maker.scenery, maker.lot.below(1 << 16));
    G::outset(card, home, &mut maker.scenery);
    maker.steps(G::price(card, home));
    for cond in G::demands(card, home) {
        maker.cond(cond, Sense::Fits);
    }
    for (at, ability) in chain.iter().enumerate() {
        // Where it must not happen, only the tested ability's own condition is missing.
        let sense = if at == last { sense } else { Sense::Fits };
        maker.slots.clear();
        maker.below.clear();
        maker.places.clear();
        maker.ability(ability, sense);
    }
    Some(maker.position(row))
}

impl<G: Probe> Maker<'_, G> {
    // ---- the card under test ----------------------------------------------------------------------------------
    fn settle(&mut self, row: &Value, home: Home, ability: &Ability<Of<G>>) {
        let mut me = Sketch { given: true, ..Sketch::default() };
        me.row = row.as_object().cloned().unwrap_or_default();
        if let Some(mark) = home.mark {
            me.mark(mark, true);
        }
        G::lie(self.card, ability, &mut me, home);
        let sketch = match home.pile {
            None => me,
            Some(pile) => {
                let mut host = Sketch::default();
                host.piles.push((pile, me));
                host
            }
        };
        self.items.push(Item { seat: home.seat, zone: home.zone, sketch });
    }

    fn ability(&mut self, ability: &Ability<Of<G>>, sense: Sense) {
        match &ability.when {
            When::Trigger(triggers) | When::Would(triggers) if !triggers.is_empty() => {
                let at = self.lot.below(triggers.len());
                self.trigger(&triggers[at], sense, ability.cond.is_none());
            }
            _ => self.opening(ability),
        }
        if let Some(cond) = &ability.cond {
            self.cond(cond, sense);
        }
        for cond in G::conditions(self.card, ability) {
            self.cond(cond, Sense::Fits);
        }
        for other in G::alongside(self.card, ability) {
            self.opening(other);
            G::conditions(self.card, other).into_iter().for_each(|cond| self.cond(cond, Sense::Fits));
            self.steps(&other.steps);
            self.slots.clear();
        }
        self.steps(&ability.steps);
    }

    /// What opens the window of an ability that is used.
    fn opening(&mut self, ability: &Ability<Of<G>>) {
        if let When::Use(window) | When::Body(window) = &ability.when {
            let tools = G::openings(&mut self.scenery, window);
            self.tools.extend(tools);
        }
    }

    // ---- what it waits for ------------------------------------------------------------------------------------
    fn trigger(&mut self, trigger: &Trigger<Of<G>>, sense: Sense, alone: bool) {
        let sense = if alone { sense } else { Sense::Fits };
        let mut missed = sense == Sense::Misses;
        self.moment = Some(trigger.moment);
        if about_host::<G>(&trigger.subject) {
            self.subjects = vec![ME];
            self.reshape(ME, &trigger.subject, Sense::Fits);
        } else if about_this(&trigger.subject) {
            self.subjects = vec![ME];
            let rest = without_this(&trigger.subject);
            self.reshape(ME, &rest, Sense::Fits);
            G::attend(
                self.card,
                trigger.moment,
                Role::Subject,
                self.items[ME].zone,
                &mut self.items[ME].sketch,
            );
        } else {
            let sense = if trigger.cond.is_none() { sense } else { Sense::Fits };
            missed &= sense != Sense::Misses;
            let seats = sides(&trigger.subject);
            self.subjects.clear();
            for zone in G::stands(trigger.moment) {
                for seat in &seats {
                    let mut sketch = self.draw(&trigger.subject, sense);
                    G::attend(self.card, trigger.moment, Role::Subject, zone, &mut sketch);
                    let at = self.lay(*seat, zone, sketch);
                    self.subjects.push(at);
                }
            }
        }
        if let Some(cond) = &trigger.cond {
            self.cond(cond, if missed { Sense::Misses } else { Sense::Fits });
        }
        let mut tools = G::tools(trigger.moment, self.card);
        self.lot.shuffle(&mut tools);
        tools.truncate(6);
        self.tools.extend(tools);
    }

    // ---- conditions -------------------------------------------------------------------------------------------
    fn cond(&mut self, cond: &Cond<Of<G>>, sense: Sense) {
        match cond {
            Cond::All(all) => self.conds(all, sense, Sense::Misses),
            Cond::Either(any) => self.conds(any, sense, Sense::Fits),
            Cond::Not(inner) => self.cond(inner, sense.turned()),
            Cond::Exists(select) => {
                if sense == Sense::Fits {
                    self.need(select, 1);
                } else {
                    if matches!(select.filter, Filter::Any | Filter::Kind(_)) {
                        self.cap(select, 0);
                    }
                    self.clear(&select.among);
                }
            }
            Cond::Compare(a, cmp, b) => self.compare(a, *cmp, b, sense),
            Cond::Is(target, filter) => {
                for at in self.items_of(target) {
                    self.reshape(at, filter, sense);
                }
            }
            Cond::Did => {}
            Cond::Fact(fact) => {
                for (seat, zone, filter) in G::wants(fact) {
                    if zone == "self" {
                        self.reshape(ME, filter, sense);
                        continue;
                    }
                    let mut sketch = self.draw(filter, sense);
                    if let Some(moment) = self.moment {
                        G::attend(self.card, moment, Role::Other, zone, &mut sketch);
                    }
                    self.lay(seat, zone, sketch);
                }
                if sense == Sense::Fits {
                    self.tools.extend(G::settings(fact));
                }
                if let Err(why) = G::suppose(&mut self.scenery, fact, sense) {
                    self.notes.insert(why);
                }
            }
        }
    }

    /// Of several conditions: one decides where `lone` is asked for, else all.
    fn conds(&mut self, conds: &[Cond<Of<G>>], sense: Sense, lone: Sense) {
        if sense != lone {
            conds.iter().for_each(|cond| self.cond(cond, sense));
        } else if !conds.is_empty() {
            let one = self.lot.below(conds.len());
            for (at, cond) in conds.iter().enumerate() {
                if lone == Sense::Misses || at == one {
                    self.cond(cond, if at == one { sense } else { sense.turned() });
                }
            }
        }
    }

    fn compare(&mut self, a: &Amount<Of<G>>, cmp: Cmp, b: &Amount<Of<G>>, sense: Sense) {
        if matches!(a, Amount::Fixed(_)) && !matches!(b, Amount::Fixed(_)) {
            return self.compare(b, turned(cmp), a, sense);
        }
        if let (Amount::Count(one), Amount::Count(two)) = (a, b) {
            return self.outnumber(one, cmp, two, sense);
        }
        let than = self.number(b);
        match a {
            Amount::Count(select) => {
                let wanted = wanted(cmp, than, sense);
                if wanted == 0 {
                    self.clear(&select.among);
                }
                self.need(select, wanted);
                let most = match (cmp, sense) {
                    (Cmp::AtMost | Cmp::Equal, Sense::Fits) | (Cmp::More, Sense::Misses) => than,
                    (Cmp::Less, Sense::Fits) | (Cmp::AtLeast, Sense::Misses) => than - 1,
                    _ => return,
                };
                self.cap(select, most.max(0) as usize);
            }
            Amount::Game(count) => {
                if let Some(select) = G::counted(count) {
                    let items = self.need(&select.clone(), wanted(cmp, than, sense));
                    self.tell_apart(count, &items);
                } else if let Some((target, pile)) = G::beneath(count) {
                    for at in self.items_of(target) {
                        (0..wanted(cmp, than, sense).min(MOST))
                            .for_each(|_| self.body(at).piles.push((pile, Sketch::default())));
                    }
                } else if let Err(why) = G::supply(&mut self.scenery, count, cmp, than, sense) {
                    self.notes.insert(why);
                }
            }
            Amount::Figure(figure, target) => {
                let test = Filter::Figure(*figure, cmp, Amount::Fixed(than));
                for at in self.items_of(target) {
                    self.reshape(at, &test, sense);
                }
            }
            Amount::Plus(one, two) => {
                self.compare(one, cmp, &Amount::Fixed(than), sense);
                self.amount(two, 1);
            }
            Amount::PerEach { each, per, of } if *each != 0 => {
                let than = than / each * per;
                self.compare(of, cmp, &Amount::Fixed(than), sense);
            }
            _ => {}
        }
    }

    /// More cards of one selection than of the other, where the comparison asks for that.
    fn outnumber(&mut self, one: &Select<Of<G>>, cmp: Cmp, two: &Select<Of<G>>, sense: Sense) {
        let more = match (cmp, sense) {
            (Cmp::More | Cmp::AtLeast, Sense::Fits) | (Cmp::Less | Cmp::AtMost, Sense::Misses) => one,
            (Cmp::Less | Cmp::AtMost, Sense::Fits) | (Cmp::More | Cmp::AtLeast, Sense::Misses) => two,
            (Cmp::Equal, _) => return,
        };
        self.need(more, 5);
    }

    /// A pile that is counted is not filled up.
    fn cap(&mut self, select: &Select<Of<G>>, most: usize) {
        if let Among::Zones { whose, zones } = &select.among {
            for seat in self.seats(*whose) {
                for area in zones.iter().filter_map(|zone| G::area(*zone)) {
                    self.caps.insert((seat, area), most);
                }
            }
        }
    }

    fn tell_apart(&mut self, count: &<Of<G> as effects::Vocab>::Count, items: &[usize]) {
        for (number, at) in items.iter().enumerate().filter(|(_, at)| **at != ME) {
            G::tell_apart(count, number, self.body(*at));
        }
    }

    /// About how much an amount comes to.
    fn number(&mut self, amount: &Amount<Of<G>>) -> i32 {
        match amount {
            Amount::Fixed(number) => *number,
            Amount::Plus(a, b) => self.number(a) + self.number(b),
            Amount::PerEach { each, .. } => {
                self.amount(amount, 1);
                *each
            }
            _ => {
                self.amount(amount, 1);
                1
            }
        }
    }

    // ---- steps ------------------------------------------------------------------------------------------------
    fn steps(&mut self, steps: &[Step<Of<G>>]) {
        steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Step<Of<G>>) {
        match step {
            Step::Choose { slot, from, .. } => {
                let least = match &from.count {
                    HowMany::Exactly(number) => self.number(number) as usize + self.lot.below(2),
                    HowMany::UpTo(number) => self.number(number) as usize,
                    HowMany::Top(number) | HowMany::Bottom(number) => self.number(number) as usize,
                    _ => 2,
                };
                if !self.bare {
                    self.tucked.clear();
                    let items = self.need(from, least.max(1));
                    self.slots.entry(slot.0).or_default().extend(items);
                    let tucked = std::mem::take(&mut self.tucked);
                    self.below.entry(slot.0).or_default().extend(tucked);
                }
                self.misses(from);
            }
            Step::Bind { slot, to } => {
                let items = self.items_of(to);
                self.slots.entry(slot.0).or_default().extend(items);
            }
            Step::Name { .. } | Step::Later { .. } => {}
            Step::Do(verb) => self.verb(verb),
            Step::Gain { to, change, .. } => {
                match to {
                    Gainer::Cards(target) => {
                        for at in self.items_of(target) {
                            G::suit_change(self.body(at), change);
                        }
                    }
                    Gainer::Whatever(select) => {
                        for at in self.need(select, 1) {
                            G::suit_change(self.body(at), change);
                        }
                        self.misses(select);
                    }
                    Gainer::Player(_) => {}
                }
                if let Some(inner) = G::inner(change) {
                    self.ability(&inner, Sense::Fits);
                }
                self.tools.extend(G::occasions(change));
                let mut bits = Vec::new();
                G::change_bits(change, &mut |bit| bits.push(bit));
                bits.into_iter().for_each(|bit| self.bit(&bit));
            }
            Step::If { cond, then, otherwise } => {
                // Another condition of the same effect may be the opposite.
                if self.lot.below(if otherwise.is_empty() { 4 } else { 2 }) == 0 {
                    self.cond(cond, Sense::Misses);
                    self.steps(otherwise);
                } else {
                    self.cond(cond, Sense::Fits);
                    self.steps(then);
                }
            }
            Step::Repeat { times, steps } => {
                self.amount(times, 1);
                self.steps(steps);
            }
            Step::Each { over, slot, steps } => {
                let items = self.slots.get(&over.0).cloned().unwrap_or_default();
                self.slots.insert(slot.0, items);
                self.steps(steps);
            }
            Step::By { cost, then, .. } => {
                // What is paid with is there in any case.
                let bare = std::mem::take(&mut self.bare);
                self.steps(cost);
                self.bare = bare;
                self.steps(then);
            }
            other => other.lists().into_iter().for_each(|steps| self.steps(steps)),
        }
    }

    fn verb(&mut self, verb: &<Of<G> as effects::Vocab>::Verb) {
        let mut bits = Vec::new();
        G::bits(verb, &mut |bit| bits.push(bit));
        let mut role = 0;
        for bit in &bits {
            if let Bit::Target(target) = bit {
                for at in self.items_of(target) {
                    G::suit(self.body(at), verb, role);
                }
                if let Target::Slot(slot) = target {
                    for (at, card) in self.below.get(&slot.0).cloned().unwrap_or_default() {
                        G::suit(&mut self.items[at].sketch.piles[card].1, verb, role);
                    }
                }
                role += 1;
            } else {
                self.bit(bit);
            }
        }
    }

    fn bit(&mut self, bit: &Bit<'_, Of<G>>) {
        match bit {
            Bit::Target(target) => drop(self.items_of(target)),
            Bit::Amount(amount) => self.amount(amount, 1),
            Bit::Filter(zone, filter) => {
                let sketch = self.draw(filter, Sense::Fits);
                self.lay(Seat::A, zone, sketch.clone());
                self.lay(Seat::B, zone, sketch);
            }
            Bit::Binds(slot, who, zone) => {
                if let Some(area) = G::area(*zone) {
                    let seats = self.seats(*who);
                    self.places.entry(slot.0).or_default().extend(seats.into_iter().map(|seat| (seat, area)));
                }
            }
        }
    }

    fn amount(&mut self, amount: &Amount<Of<G>>, at_least: usize) {
        match amount {
            Amount::Count(select) => drop(self.need(select, at_least)),
            Amount::Figure(_, target) => drop(self.items_of(target)),
            Amount::PerEach { per, of, .. } => self.amount(of, (*per).max(1) as usize),
            Amount::Plus(a, b) => {
                self.amount(a, at_least);
                self.amount(b, at_least);
            }
            Amount::Game(count) => match G::counted(count) {
                Some(select) => {
                    let items = self.need(&select.clone(), at_least);
                    self.tell_apart(count, &items);
                }
                None => drop(G::supply(&mut self.scenery, count, Cmp::AtLeast, at_least as i32, Sense::Fits)),
            },
            _ => {}
        }
    }

    /// The items that a target means, laid out where they are not there yet.
    fn items_of(&mut self, target: &Target<Of<G>>) -> Vec<usize> {
        match target {
            Target::This => vec![ME],
            Target::Slot(slot) => self.slots.get(&slot.0).cloned().unwrap_or_default(),
            Target::Subject => self.subjects.clone(),
            Target::Other => {
                if self.others.is_empty() {
                    self.others = Seat::BOTH.map(|seat| self.lay(seat, G::FIELD, Sketch::default())).to_vec();
                }
                self.others.clone()
            }
            Target::Test(test) if G::means_host(test) => vec![ME],
            // What the game finds by itself is mostly what the ability waited for.
            Target::Test(test) => {
                let Some((seat, zone, kind)) = G::found(test) else { return self.subjects.clone() };
                let sketch = self.draw(&kind, Sense::Fits);
                vec![self.lay(seat, zone, sketch)]
            }
            Target::Each(_) if self.bare => Vec::new(),
            Target::Each(select) => {
                let least = match &select.count {
                    HowMany::Top(number) | HowMany::Bottom(number) => self.number(number).max(1) as usize,
                    _ => 1,
                };
                self.need(select, least)
            }
            Target::Several(several) => several.iter().flat_map(|one| self.items_of(one)).collect(),
        }
    }

    // ---- cards ------------------------------------------------------------------------------------------------
    /// Lays out so many cards that fit a selection, and returns them.
    fn need(&mut self, select: &Select<Of<G>>, least: usize) -> Vec<usize> {
        let least = least.min(MOST);
        if about_this(&select.filter) {
            self.reshape(ME, &without_this(&select.filter), Sense::Fits);
            return vec![ME];
        }
        self.among(&select.among, &select.filter, least, Sense::Fits)
    }

    /// Nothing lies there but what is asked for.
    fn clear(&mut self, among: &Among<Of<G>>) {
        let Among::Zones { whose, zones } = among else { return };
        for seat in self.seats(*whose) {
            self.cleared.extend(zones.iter().filter_map(|zone| G::area(*zone)).map(|area| (seat, area)));
        }
    }

    /// Now and then a card that nearly fits.
    fn misses(&mut self, select: &Select<Of<G>>) {
        if self.rich && select.filter != Filter::Any && !about_this(&select.filter) {
            self.among(&select.among, &select.filter, 1, Sense::Misses);
        }
    }

    fn among(
        &mut self,
        among: &Among<Of<G>>,
        filter: &Filter<Of<G>>,
        least: usize,
        sense: Sense,
    ) -> Vec<usize> {
        match among {
            Among::Zones { whose, zones } => {
                let mut seats = self.seats(*whose);
                let wanted = sides(filter);
                if wanted.len() == 1 {
                    seats = wanted;
                }
                let areas: Vec<&'static str> = zones.iter().filter_map(|zone| G::area(*zone)).collect();
                let piles: Vec<&'static str> = zones
                    .iter()
                    .filter(|zone| G::area(**zone).is_none())
                    .map(|zone| G::pile(*zone))
                    .collect();
                let mut found = Vec::new();
                let mut at = self.lot.below(seats.len() * areas.len().max(1) + 1);
                for _ in 0..least {
                    at += 1;
                    let seat = seats[at % seats.len()];
                    let sketch = self.draw(filter, sense);
                    if areas.is_empty() {
                        if let Some(pile) = piles.first().filter(|pile| !pile.is_empty()) {
                            let host = self.host(seat);
                            self.body(host).piles.push((pile, sketch));
                        }
                        continue;
                    }
                    let area = areas[(at / seats.len()) % areas.len()];
                    found.push(self.lay(seat, area, sketch));
                }
                found
            }
            Among::Slot(slot) => {
                let mut places: Vec<(Seat, &'static str)> =
                    self.places.get(&slot.0).cloned().unwrap_or_default();
                if let Some(items) = self.slots.get(&slot.0) {
                    places.extend(items.iter().map(|at| (self.items[*at].seat, self.items[*at].zone)));
                }
                let Some((seat, zone)) = places.first().copied() else { return Vec::new() };
                (0..least)
                    .map(|_| {
                        let sketch = self.draw(filter, sense);
                        // On top of what lies there: among the first that are seen.
                        self.lay(seat, zone, sketch)
                    })
                    .collect()
            }
            Among::Under { host, zone } => {
                let hosts = self.items_of(host);
                for at in hosts {
                    for _ in 0..least {
                        let sketch = self.draw(filter, sense);
                        self.body(at).piles.push((G::pile(*zone), sketch));
                        self.tucked.push((at, self.items[at].sketch.piles.len() - 1));
                    }
                }
                Vec::new()
            }
            Among::Several(several) => {
                let mut found = Vec::new();
                for (at, among) in several.iter().enumerate() {
                    let share = if at == 0 { least.div_ceil(several.len()).max(1) } else { least };
                    found.extend(self.among(among, filter, share, sense));
                }
                found
            }
        }
    }

    /// Some card of a player on the field that others can lie under.
    fn host(&mut self, seat: Seat) -> usize {
        let zone = G::FIELD;
        let found = self.items.iter().position(|item| item.seat == seat && item.zone == zone);
        found.unwrap_or_else(|| self.lay(seat, zone, Sketch::default()))
    }

    fn lay(&mut self, seat: Seat, zone: &'static str, sketch: Sketch) -> usize {
        let mut zone = zone;
        if G::PILES.contains(&zone) {
            let host = self.host(seat);
            self.body(host).piles.push((zone, sketch));
            return host;
        }
        if G::SOLE.contains(&zone) {
            let taken =
                |zone: &str| self.items.iter().position(|item| item.seat == seat && item.zone == zone);
            if let Some(there) = taken(zone) {
                match G::SOLE.iter().find(|zone| taken(zone).is_none()) {
                    Some(free) => zone = free,
                    None => return there,
                }
            }
        }
        if G::LONE.contains(&zone) {
            let there = self.items.iter().position(|item| item.seat == seat && item.zone == zone);
            if let Some(at) = there {
                join(&mut self.items[at].sketch, sketch);
                return at;
            }
        }
        if self.items.len() < 44 {
            self.items.push(Item { seat, zone, sketch });
        }
        self.items.len() - 1
    }

    /// The card that an item shows: the card under test itself where it is the item.
    fn body(&mut self, at: usize) -> &mut Sketch {
        &mut self.items[at].sketch
    }

    fn reshape(&mut self, at: usize, filter: &Filter<Of<G>>, sense: Sense) {
        let mut sketch = std::mem::take(&mut self.items[at].sketch);
        self.apply(&mut sketch, filter, sense);
        self.items[at].sketch = sketch;
    }

    fn draw(&mut self, filter: &Filter<Of<G>>, sense: Sense) -> Sketch {
        let mut sketch = Sketch::default();
        self.apply(&mut sketch, filter, sense);
        sketch
    }

    fn apply(&mut self, sketch: &mut Sketch, filter: &Filter<Of<G>>, sense: Sense) {
        let list = |sense: Sense, whole: Sense| sense == whole;
        match filter {
            Filter::Any | Filter::This | Filter::Of(_) | Filter::Subject | Filter::Bound(_) => {}
            Filter::All(all) | Filter::Either(all) if all.is_empty() => {}
            Filter::All(all) if list(sense, Sense::Fits) => {
                all.iter().for_each(|one| self.apply(sketch, one, sense));
            }
            Filter::Either(any) if list(sense, Sense::Misses) => {
                any.iter().for_each(|one| self.apply(sketch, one, sense));
            }
            Filter::All(all) => {
                let tests: Vec<_> = all
                    .iter()
                    .filter(|one| !matches!(one, Filter::Of(_) | Filter::Any | Filter::Kind(_)))
                    .collect();
                let missed = if tests.is_empty() { None } else { Some(tests[self.lot.below(tests.len())]) };
                for one in all {
                    let same = missed.is_some_and(|missed| std::ptr::eq(missed, one));
                    self.apply(sketch, one, if same { Sense::Misses } else { Sense::Fits });
                }
            }
            Filter::Either(any) => {
                let one = self.lot.below(any.len());
                self.apply(sketch, &any[one], sense);
            }
            Filter::Not(inner) => self.apply(sketch, inner, sense.turned()),
            Filter::Figure(figure, cmp, than) if !matches!(than, Amount::Fixed(_)) => {
                // What is compared with may come to less than it seems.
                let less = if matches!(cmp, Cmp::AtMost | Cmp::Less) { 2 } else { 1 };
                let than = G::plain_figure(*figure, self.number(than) / less);
                let fixed = Filter::Figure(*figure, *cmp, Amount::Fixed(than));
                self.apply(sketch, &fixed, sense);
            }
            atom => {
                let shaped = G::shape(sketch, atom, sense, &mut |filter| self.draw(filter, Sense::Fits));
                if sketch.word("name") == OWN_NAME {
                    sketch.set("name", self.card.name());
                }
                if let Err(why) = shaped {
                    if sense == Sense::Fits {
                        self.notes.insert(why);
                    }
                }
            }
        }
    }

    fn seats(&mut self, who: Who) -> Vec<Seat> {
        match who {
            Who::You | Who::Owner => vec![Seat::A],
            Who::Opponent => vec![Seat::B],
            Who::Both => match self.lot.below(2) {
                0 => vec![Seat::A, Seat::B],
                _ => vec![Seat::B, Seat::A],
            },
        }
    }

    // ---- the whole --------------------------------------------------------------------------------------------
    fn position(mut self, row: &Value) -> Position {
        let mut rows = vec![row.clone()];
        rows.extend(G::extras());
        let mut names = 0;
        let mut seats = PerSeat::new(Map::new(), Map::new());
        for seat in Seat::BOTH {
            seats[seat] = self.scenery.players[seat.index()].clone();
        }
        for ((seat, zone), most) in &self.caps {
            let laid = |item: &&Item| item.seat == *seat && item.zone == *zone;
            let laid = self.items.iter().filter(laid).count();
            if let Some(Value::Array(list)) = seats[*seat].get_mut(*zone) {
                list.truncate(most.saturating_sub(laid));
            }
        }
        let tools = std::mem::take(&mut self.tools);
        let form = self.lot.below(1 << 16);
        for mut tool in tools {
            G::vary(&mut tool, form);
            let taken = |item: &Item| item.seat == tool.seat && item.zone == tool.zone;
            if G::SOLE.contains(&tool.zone) && self.items.iter().any(taken)
                || self.cleared.contains(&(tool.seat, tool.zone))
            {
                continue;
            }
            if self.bare && tool.seat == Seat::B && tool.zone == G::FIELD {
                continue;
            }
            let most = self.caps.get(&(tool.seat, tool.zone)).copied().unwrap_or(usize::MAX);
            if self.items.iter().filter(|item| taken(item)).count() >= most {
                continue;
            }
            let row = tool.row.as_object().cloned().unwrap_or_default();
            let mut sketch = Sketch { row, ..Sketch::default() };
            names += 1;
            sketch.row.entry("name").or_insert_with(|| json!(format!("Tool {names}")));
            tool.states.iter().for_each(|state| sketch.mark(state, true));
            self.items.push(Item { seat: tool.seat, zone: tool.zone, sketch });
        }
        for mut item in std::mem::take(&mut self.items) {
            G::rest(item.zone, &mut item.sketch);
            if G::UNMARKED.contains(&item.zone) {
                item.sketch.marks.clear();
            }
            let value = written::<G>(&item.sketch, &mut rows, &mut names);
            let list = seats[item.seat].entry(item.zone).or_insert_with(|| json!([]));
            if let Value::Array(list) = list {
                // Of a pile, what was laid out last lies on top: among the first that are looked at.
                let pile = G::FILLED.iter().any(|(zone, _)| *zone == item.zone);
                list.insert(if pile { 0 } else { list.len() }, value);
            }
        }
        let blank = G::blanks().first().and_then(|row| row.get("id").cloned()).unwrap_or(Value::Null);
        for seat in Seat::BOTH {
            for (zone, most) in G::FILLED {
                let list = seats[seat].entry(*zone).or_insert_with(|| json!([]));
                let most = self.caps.get(&(seat, *zone)).copied().unwrap_or(*most);
                if let Value::Array(list) = list {
                    while list.len() < most {
                        list.push(blank.clone());
                    }
                }
            }
        }
        Position { rows, stage: Stage { table: self.scenery.table, seats }, notes: self.notes }
    }
}

/// One card that is to be what two descriptions say; a card that is given keeps its own row.
fn join(card: &mut Sketch, other: Sketch) {
    for (field, value) in other.row {
        match value {
            Value::Array(list) => list.into_iter().for_each(|one| card.add(&field, one)),
            value => card.set(&field, value),
        }
    }
    card.marks.extend(other.marks);
    card.piles.extend(other.piles);
}

/// A card as scenes write it; its row is added to the rows.
fn written<G: Probe>(sketch: &Sketch, rows: &mut Vec<Value>, names: &mut usize) -> Value {
    let id = if sketch.given {
        sketch.row.get("id").cloned().unwrap_or(Value::Null)
    } else {
        *names += 1;
        let mut row = sketch.row.clone();
        row.insert("id".into(), json!(format!("P-{names}")));
        row.entry("name").or_insert_with(|| json!(format!("Aide {names}")));
        G::finish(&mut row);
        G::plain(&mut row);
        rows.push(Value::Object(row));
        json!(format!("P-{names}"))
    };
    if sketch.marks.is_empty() && sketch.piles.is_empty() {
        return id;
    }
    let mut item = Map::new();
    item.insert("card".into(), id);
    item.extend(sketch.marks.clone());
    for (pile, under) in &sketch.piles {
        let value = written::<G>(under, rows, names);
        if let Value::Array(list) = item.entry(*pile).or_insert_with(|| json!([])) {
            list.push(value);
        }
    }
    Value::Object(item)
}

/// How many of something make a comparison so.
fn wanted(cmp: Cmp, than: i32, sense: Sense) -> usize {
    let number = match (cmp, sense) {
        (Cmp::Equal | Cmp::AtLeast, Sense::Fits) => than,
        (Cmp::More, Sense::Fits) => than + 1,
        (Cmp::AtMost, Sense::Misses) => than + 1,
        (Cmp::Less, Sense::Misses) => than,
        _ => 0,
    };
    number.max(0) as usize
}

fn turned(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Equal => Cmp::Equal,
        Cmp::AtLeast => Cmp::AtMost,
        Cmp::AtMost => Cmp::AtLeast,
        Cmp::More => Cmp::Less,
        Cmp::Less => Cmp::More,
    }
}

/// Whether only the card under test fits.
fn about_this<V: effects::Vocab>(filter: &Filter<V>) -> bool {
    match filter {
        Filter::This => true,
        Filter::All(all) => all.iter().any(about_this),
        Filter::Either(any) => any.iter().any(about_this),
        _ => false,
    }
}

/// Whether only the card fits that the card under test lies under.
fn about_host<G: Probe>(filter: &Filter<Of<G>>) -> bool {
    match filter {
        Filter::Test(test) => G::means_host(test),
        Filter::All(all) => all.iter().any(about_host::<G>),
        _ => false,
    }
}

fn without_this<V: effects::Vocab>(filter: &Filter<V>) -> Filter<V> {
    match filter {
        Filter::This => Filter::Any,
        Filter::All(all) => Filter::All(all.iter().map(without_this).collect()),
        Filter::Either(any) if any.iter().any(about_this) => Filter::Any,
        other => other.clone(),
    }
}

/// The players whose cards fit.
fn sides<V: effects::Vocab>(filter: &Filter<V>) -> Vec<Seat> {
    match filter {
        Filter::Of(Who::You) => vec![Seat::A],
        Filter::Of(Who::Opponent) => vec![Seat::B],
        Filter::All(all) => {
            all.iter().map(sides).find(|seats| seats.len() == 1).unwrap_or(vec![Seat::A, Seat::B])
        }
        _ => vec![Seat::A, Seat::B],
    }
}
