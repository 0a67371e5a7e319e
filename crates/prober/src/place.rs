//! Making a position for an ability out of its own tree: the card where the ability works, what it waits for, cards that
//! fit what it chooses from and cards that nearly do, conditions that hold.
//!
//! A position is one try: which branch of an "or", how many cards, whose turn is drawn by lot, so that several tries cover
//! what one cannot. What a game does not know how to bring about is noted, and the try is made all the same.

mod cards;

use super::ask::{about_host, about_this, sides, turned, wanted, without_this};
use super::lay::{join, written};
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

/// At most so many cards of a kind in a place.
struct Cap<V: effects::Vocab> {
    seat: Seat,
    zone: &'static str,
    filter: Filter<V>,
    most: usize,
}

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
    /// Places where nothing of this may lie that is not asked for.
    cleared: Vec<(Seat, &'static str, Filter<Of<G>>)>,
    scenery: Scenery,
    tools: Vec<Tool>,
    notes: BTreeSet<String>,
    /// Extra cards that nearly fit are laid out.
    rich: bool,
    /// Nothing to choose from is laid out: some effects wait for just that.
    bare: bool,
    /// What the ability waits for.
    moment: Option<<Of<G> as effects::Vocab>::Moment>,
    /// Places that must not be filled up with this beyond so many.
    caps: Vec<Cap<Of<G>>>,
    /// What is not laid out, so that nothing fits it: others that are laid out there do not either.
    avoided: Vec<(Seat, &'static str, Filter<Of<G>>)>,
    /// What the effect has brought out so far.
    made: Vec<usize>,
    /// The ability is one that another gives: "this" is what it is given to.
    granted: bool,
    /// Which of the tools are the test card's company.
    company: std::ops::Range<usize>,
    /// Cards laid under others last, and those that a slot means: the item and which of its piles' cards.
    tucked: Vec<(usize, usize)>,
    below: HashMap<u8, Vec<(usize, usize)>>,
    /// What was asked for last.
    recent: Option<Select<Of<G>>>,
    /// Cards that are laid elsewhere than where they are asked for, because they come there only then: the same ones are
    /// meant again.
    coming: Vec<(Select<Of<G>>, Vec<usize>)>,
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
        caps: Vec::new(),
        avoided: Vec::new(),
        made: Vec::new(),
        granted: false,
        company: 0..0,
        tucked: Vec::new(),
        below: HashMap::new(),
        recent: None,
        coming: Vec::new(),
    };
    maker.settle(row, home, chain[0]);
    let last = chain.len() - 1;
    let always = chain[last].when == When::Always;
    // What is always on may be what makes the company unnecessary, and shows best where much goes on.
    if !always || chain.len() > 1 || maker.lot.below(2) == 0 {
        maker.tools = G::company(card, home);
        maker.company = 0..maker.tools.len();
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
    // What keeps the card from being used may be what is tested.
    for cond in G::obstacles(card).into_iter().filter(|_| !always) {
        maker.cond(cond, Sense::Misses);
    }
    for (at, ability) in chain.iter().enumerate() {
        // Where it must not happen, only the tested ability's own condition is missing.
        let sense = if at == last { sense } else { Sense::Fits };
        maker.granted = at > 0;
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
        // "this card or one of your others": either of them.
        let either = match &trigger.subject {
            Filter::Either(any) if any.contains(&Filter::This) => {
                let subject = any[self.lot.below(any.len())].clone();
                Some(Trigger { subject, ..trigger.clone() })
            }
            _ => None,
        };
        let trigger = either.as_ref().unwrap_or(trigger);
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
            for zone in G::whereabouts(trigger) {
                for seat in &seats {
                    let mut sketch = self.draw(&trigger.subject, sense);
                    G::attend(self.card, trigger.moment, Role::Subject, zone, &mut sketch);
                    G::equip(trigger, &mut sketch);
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
        for mut deed in G::deeds(trigger, self.card) {
            if let Some(filter) = G::actor(trigger) {
                let actor = self.draw(filter, Sense::Fits);
                G::act(&mut deed, actor);
            }
            self.tools.push(deed);
        }
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
                    self.clear(select);
                }
            }
            Cond::Compare(a, cmp, b) => self.compare(a, *cmp, b, sense),
            Cond::Is(_, filter) if about_this(filter) => {
                self.reshape(ME, &without_this(filter), sense);
            }
            Cond::Is(target, filter) => {
                if let (Target::Other, true, Some(zone)) =
                    (target, self.others.is_empty(), G::other_lies(filter))
                {
                    let seats = sides(filter);
                    self.others =
                        seats.into_iter().map(|seat| self.lay(seat, zone, Sketch::default())).collect();
                }
                let items = self.items_of(target);
                if let (true, Target::Slot(slot)) = (items.is_empty(), target) {
                    // What the slot means comes off a pile: such a card lies on top.
                    // Some of it is drawn before.
                    self.among(&Among::Slot(*slot), filter, 3, sense);
                }
                for at in items {
                    self.reshape(at, filter, sense);
                }
            }
            Cond::Did => {}
            Cond::Fact(fact) => {
                for (seat, zone, filter) in G::wants(fact) {
                    if zone == "self" {
                        // It may as well be another card.
                        if self.lot.below(2) == 0 {
                            self.reshape(ME, filter, sense);
                        }
                        continue;
                    }
                    let mut sketch = self.draw(filter, sense);
                    if let Some(moment) = self.moment {
                        G::attend(self.card, moment, Role::Other, zone, &mut sketch);
                    }
                    self.lay(seat, zone, sketch);
                }
                if sense == Sense::Fits {
                    // In front of the company, which would take their places.
                    let settings = G::settings(fact);
                    self.company.start += settings.len();
                    self.company.end += settings.len();
                    self.tools.splice(0..0, settings);
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
        let than = self.compared_with(b, cmp, sense);
        match a {
            Amount::Done => {
                // As many as the last step could do something with.
                if let Some(select) = self.recent.clone() {
                    self.among(&select.among, &select.filter, wanted(cmp, than, sense), Sense::Fits);
                }
            }
            Amount::Count(select) => {
                let wanted = wanted(cmp, than, sense);
                if wanted == 0 {
                    self.clear(select);
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
                    self.tucked.clear();
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
                if self.granted && **target == Target::This {
                    self.notes.insert("a figure of what the ability is given to".into());
                }
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

    /// What the other side of a comparison comes to: little or much where it is not fixed, and by lot far from it, for
    /// the effect itself may change it before it compares.
    fn compared_with(&mut self, b: &Amount<Of<G>>, cmp: Cmp, sense: Sense) -> i32 {
        let above = match cmp {
            Cmp::AtLeast | Cmp::More => sense == Sense::Fits,
            Cmp::AtMost | Cmp::Less => sense == Sense::Misses,
            Cmp::Equal => return self.number(b),
        };
        let counted = match b {
            Amount::Plus(one, _) => one,
            other => other,
        };
        let Amount::Game(count) = counted else { return self.number(b) };
        if G::counted(count).is_some() || G::beneath(count).is_some() {
            return self.number(b);
        }
        let about = if above { 1 } else { 8 };
        if G::supply(&mut self.scenery, count, Cmp::Equal, about, Sense::Fits).is_err() {
            return self.number(b);
        }
        let more = if let Amount::Plus(_, more) = b { self.number(more) } else { 0 };
        let margin = self.lot.below(8) as i32;
        about + more + if above { margin } else { -margin }
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
            let seats = self.seats(*whose);
            // Those of both players are counted together.
            let most = most / seats.len();
            for seat in seats {
                for zone in zones.iter().filter_map(|zone| G::area(*zone)) {
                    self.caps.push(Cap { seat, zone, filter: select.filter.clone(), most });
                }
            }
        }
    }

    fn tell_apart(&mut self, count: &<Of<G> as effects::Vocab>::Count, items: &[usize]) {
        for (number, at) in items.iter().enumerate().filter(|(_, at)| **at != ME) {
            G::tell_apart(count, number, self.body(*at));
        }
        for (number, (at, card)) in self.tucked.clone().into_iter().enumerate() {
            G::tell_apart(count, number, &mut self.items[at].sketch.piles[card].1);
        }
    }

    /// About how much an amount comes to.
    fn number(&mut self, amount: &Amount<Of<G>>) -> i32 {
        match amount {
            Amount::Fixed(number) => *number,
            Amount::Game(count) if G::comes_to(count).is_some() => G::comes_to(count).unwrap_or_default(),
            // "so that 5 are left".
            Amount::Plus(a, b) if matches!((&**a, &**b), (Amount::Count(_), Amount::Fixed(..0))) => {
                if let (Amount::Count(select), Amount::Fixed(left)) = (&**a, &**b) {
                    self.need(select, left.unsigned_abs() as usize + 1);
                }
                1
            }
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
                if self.bare && self.lot.below(2) == 0 {
                    self.avoid(from);
                } else {
                    let least = match &from.count {
                        HowMany::Exactly(number) => self.number(number).max(0) as usize + self.lot.below(2),
                        HowMany::UpTo(number) | HowMany::Top(number) | HowMany::Bottom(number) => {
                            self.number(number).max(0) as usize
                        }
                        _ => 2,
                    };
                    self.tucked.clear();
                    let items = match &from.count {
                        // Several of them together stay within the total.
                        HowMany::TotalUpTo(figure, most) => {
                            let each = self.number(most) / 2;
                            let small = Filter::Figure(*figure, Cmp::AtMost, Amount::Fixed(each));
                            self.need(&Select { filter: from.filter.clone().and(small), ..from.clone() }, 2)
                        }
                        _ => self.need(from, least.max(1)),
                    };
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
                // Another condition of the same effect may be the opposite, or hold only where this one is left alone.
                let way = self.lot.below(if otherwise.is_empty() { 6 } else { 2 });
                if way == 0 {
                    self.cond(cond, Sense::Misses);
                    self.steps(otherwise);
                } else if way > 1 || !otherwise.is_empty() {
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
                let card = self.card;
                for at in self.items_of(target) {
                    G::suit_for(card, self.body(at), verb, role);
                }
                if let Target::Slot(slot) = target {
                    for (at, card) in self.below.get(&slot.0).cloned().unwrap_or_default() {
                        let test = self.card;
                        G::suit_for(test, &mut self.items[at].sketch.piles[card].1, verb, role);
                    }
                }
                role += 1;
            } else {
                self.bit(bit);
            }
        }
        if let Some(target) = G::brings(verb) {
            self.made = self.items_of(&target.clone());
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
                    self.tucked.clear();
                    let items = self.need(&select.clone(), at_least);
                    self.tell_apart(count, &items);
                }
                None => drop(G::supply(&mut self.scenery, count, Cmp::AtLeast, at_least as i32, Sense::Fits)),
            },
            _ => {}
        }
    }
}
