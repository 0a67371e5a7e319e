//! The cards of a position: where they lie, what they are, and how they are written down.

use super::*;

impl<G: Probe> Maker<'_, G> {
    /// The items that a target means, laid out where they are not there yet.
    pub(super) fn items_of(&mut self, target: &Target<Of<G>>) -> Vec<usize> {
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
            Target::Test(test) if G::means_made(test) => self.made.clone(),
            // What the game finds by itself is mostly what the ability waited for.
            Target::Test(test) => {
                let Some((seat, zone, kind)) = G::found(test) else { return self.subjects.clone() };
                // One that lies there already stays what it is beside that.
                let there = self.items.iter().position(|item| item.seat == seat && item.zone == zone);
                if let Some(at) = there.filter(|at| *at != ME && G::LONE.contains(&zone)) {
                    self.reshape(at, &kind, Sense::Fits);
                    return vec![at];
                }
                let sketch = self.draw(&kind, Sense::Fits);
                vec![self.lay(seat, zone, sketch)]
            }
            Target::Each(select) if self.bare && self.lot.below(2) == 0 => {
                self.avoid(select);
                Vec::new()
            }
            Target::Each(select) => {
                if let Some((_, items)) = self.coming.iter().find(|(known, _)| *known == **select) {
                    return items.clone();
                }
                let least = match &select.count {
                    HowMany::Top(number) | HowMany::Bottom(number) => self.number(number).max(1) as usize,
                    _ => 1,
                };
                let items = self.need(select, least);
                let comes = |zone| G::area(zone).is_some_and(|area| G::whence(&select.filter, area) != area);
                match &select.among {
                    Among::Zones { zones, .. } if zones.iter().any(|zone| comes(*zone)) => {
                        self.coming.push((select.as_ref().clone(), items.clone()));
                    }
                    _ => self.misses(select),
                }
                items
            }
            Target::Several(several) => several.iter().flat_map(|one| self.items_of(one)).collect(),
        }
    }

    // ---- cards ------------------------------------------------------------------------------------------------
    /// Lays out so many cards that fit a selection, and returns them.
    pub(super) fn need(&mut self, select: &Select<Of<G>>, least: usize) -> Vec<usize> {
        self.recent = Some(select.clone());
        let least = least.min(MOST);
        if about_this(&select.filter) {
            self.reshape(ME, &without_this(&select.filter), Sense::Fits);
            return vec![ME];
        }
        self.among(&select.among, &select.filter, least, Sense::Fits)
    }

    /// Nothing of this lies there but what is asked for.
    pub(super) fn clear(&mut self, select: &Select<Of<G>>) {
        let places = self.places_of(select);
        self.cleared.extend(places);
    }

    /// Nothing of this lies there, and what is asked for there for another reason is not like it.
    pub(super) fn avoid(&mut self, select: &Select<Of<G>>) {
        let places = self.places_of(select);
        self.avoided.extend(places);
    }

    pub(super) fn places_of(&mut self, select: &Select<Of<G>>) -> Vec<(Seat, &'static str, Filter<Of<G>>)> {
        let Among::Zones { whose, zones } = &select.among else { return Vec::new() };
        let seats = self.seats(*whose);
        let areas: Vec<_> = zones.iter().filter_map(|zone| G::area(*zone)).collect();
        let place = |seat: Seat| areas.iter().map(move |area| (seat, *area, select.filter.clone()));
        seats.into_iter().flat_map(place).collect()
    }

    /// Now and then a card that nearly fits.
    pub(super) fn misses(&mut self, select: &Select<Of<G>>) {
        if self.rich && select.filter != Filter::Any && !about_this(&select.filter) {
            self.among(&select.among, &select.filter, 1, Sense::Misses);
        }
    }

    pub(super) fn among(
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
                    let area = G::whence(filter, areas[(at / seats.len()) % areas.len()]);
                    let mut sketch = sketch;
                    let here =
                        |place: &&(Seat, &'static str, Filter<Of<G>>)| (place.0, place.1) == (seat, area);
                    let avoided: Vec<_> =
                        self.avoided.iter().filter(here).map(|place| place.2.clone()).collect();
                    avoided.iter().for_each(|filter| self.apply(&mut sketch, filter, Sense::Misses));
                    found.push(self.lay_beside(seat, area, sketch, &found));
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
    pub(super) fn host(&mut self, seat: Seat) -> usize {
        let zone = G::FIELD;
        let found = self.items.iter().position(|item| item.seat == seat && item.zone == zone);
        found.unwrap_or_else(|| self.lay(seat, zone, Sketch::default()))
    }

    /// Another card of the same selection: where a zone holds one, two that may lie beside each other.
    pub(super) fn lay_beside(
        &mut self,
        seat: Seat,
        zone: &'static str,
        mut sketch: Sketch,
        found: &[usize],
    ) -> usize {
        let beside = |at: &&usize| self.items[**at].seat == seat && self.items[**at].zone == zone;
        let there = found.iter().find(beside).copied();
        match there.filter(|_| G::LONE.contains(&zone)) {
            Some(there) if G::pair(zone, &mut self.items[there].sketch, &mut sketch) => {
                self.items.push(Item { seat, zone, sketch });
                self.items.len() - 1
            }
            _ => self.lay(seat, zone, sketch),
        }
    }

    pub(super) fn lay(&mut self, seat: Seat, zone: &'static str, sketch: Sketch) -> usize {
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
            // A given card is what it is: another lies beside it, if it may.
            if let Some(at) = there {
                let card = &mut self.items[at].sketch;
                let mut sketch = sketch;
                if !(card.given && G::pair(zone, card, &mut sketch)) {
                    join(card, sketch);
                    return at;
                }
                self.items.push(Item { seat, zone, sketch });
                return self.items.len() - 1;
            }
        }
        if self.items.len() < 44 {
            self.items.push(Item { seat, zone, sketch });
        }
        self.items.len() - 1
    }

    /// The card that an item shows: the card under test itself where it is the item.
    pub(super) fn body(&mut self, at: usize) -> &mut Sketch {
        &mut self.items[at].sketch
    }

    pub(super) fn reshape(&mut self, at: usize, filter: &Filter<Of<G>>, sense: Sense) {
        let mut sketch = std::mem::take(&mut self.items[at].sketch);
        self.apply(&mut sketch, filter, sense);
        self.items[at].sketch = sketch;
        if at != ME && sense == Sense::Fits {
            let (seat, zone) = (self.items[at].seat, self.items[at].zone);
            let to = G::whence(filter, zone);
            let taken = self.items.iter().any(|item| item.seat == seat && item.zone == to);
            if !(taken && (G::SOLE.contains(&to) || G::LONE.contains(&to))) {
                self.items[at].zone = to;
            }
        }
    }

    pub(super) fn draw(&mut self, filter: &Filter<Of<G>>, sense: Sense) -> Sketch {
        let mut sketch = Sketch::default();
        self.apply(&mut sketch, filter, sense);
        sketch
    }

    pub(super) fn apply(&mut self, sketch: &mut Sketch, filter: &Filter<Of<G>>, sense: Sense) {
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
                let about = match (cmp, sense) {
                    (Cmp::AtMost | Cmp::Less, Sense::Fits) => self.number(than) / 2,
                    (Cmp::AtMost | Cmp::Less, Sense::Misses) => self.number(than) + 8,
                    // Each card that is drawn so adds to what it is compared with.
                    (Cmp::AtLeast | Cmp::More, Sense::Fits) => self.number(than) + 4,
                    _ => self.number(than),
                };
                // "greater than their energy": there is little of what is compared with.
                let above = matches!(cmp, Cmp::AtLeast | Cmp::More) == (sense == Sense::Fits);
                if let (true, Amount::Count(select)) = (above && *cmp != Cmp::Equal, than) {
                    self.cap(select, 1);
                }
                let than = G::plain_figure(*figure, about);
                let fixed = Filter::Figure(*figure, *cmp, Amount::Fixed(than));
                self.apply(sketch, &fixed, sense);
            }
            Filter::Test(test) if G::like(test).is_some() => {
                if let (Some((target, field, plain)), Sense::Fits) = (G::like(test), sense) {
                    self.liken(sketch, &target.clone(), field, plain);
                }
            }
            Filter::Figure(figure, cmp, Amount::Fixed(than)) if sketch.given && sense == Sense::Fits => {
                self.tools.extend(G::lift(&sketch.row, *figure, *cmp, *than));
                drop(G::shape(sketch, filter, sense, &mut |_| Sketch::default()));
            }
            atom => {
                if sketch.given && sense == Sense::Fits {
                    self.tools.extend(G::bestow(atom));
                }
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

    /// Makes a card and another that is laid out the same in a field of their rows.
    pub(super) fn liken(
        &mut self,
        sketch: &mut Sketch,
        target: &Target<Of<G>>,
        field: &'static str,
        plain: Value,
    ) {
        for at in self.items_of(target).into_iter().take(1) {
            let other = &mut self.items[at].sketch;
            let value = other.row.get(field).cloned().unwrap_or(plain.clone());
            other.set(field, value.clone());
            sketch.set(field, value);
        }
    }

    pub(super) fn seats(&mut self, who: Who) -> Vec<Seat> {
        match who {
            Who::You | Who::Owner => vec![Seat::A],
            Who::Opponent => vec![Seat::B],
            Who::Both => match self.lot.below(2) {
                0 => vec![Seat::A, Seat::B],
                _ => vec![Seat::B, Seat::A],
            },
        }
    }

    /// Whether a place has as many of a kind as it may, and such a card would be one more.
    pub(super) fn is_full(&self, cap: &Cap<Of<G>>, seat: Seat, zone: &str, row: &Map<String, Value>) -> bool {
        let there = |item: &&Item| {
            (item.seat, item.zone) == (cap.seat, cap.zone) && G::could_fit(&item.sketch.row, &cap.filter)
        };
        (cap.seat, cap.zone) == (seat, zone)
            && G::could_fit(row, &cap.filter)
            && self.items.iter().filter(there).count() >= cap.most
    }

    /// What is to lie under the test card lies under those that it comes out on.
    pub(super) fn hand_down(&mut self, company: std::ops::Range<usize>) {
        if !G::HANDS_DOWN || !matches!(self.items[ME].zone, "hand" | "trash") {
            return;
        }
        let piles = std::mem::take(&mut self.items[ME].sketch.piles);
        for item in &mut self.items[company] {
            if item.zone != "hand" {
                item.sketch.piles.extend(piles.iter().cloned());
            }
        }
    }

    // ---- the whole --------------------------------------------------------------------------------------------
    pub(super) fn position(mut self, row: &Value) -> Position {
        let mut rows = vec![row.clone()];
        rows.extend(G::extras());
        let mut names = 0;
        let mut seats = PerSeat::new(Map::new(), Map::new());
        for seat in Seat::BOTH {
            seats[seat] = self.scenery.players[seat.index()].clone();
        }
        for cap in &self.caps {
            let laid = |item: &&Item| item.seat == cap.seat && item.zone == cap.zone;
            let laid = self.items.iter().filter(laid).count();
            if let Some(Value::Array(list)) = seats[cap.seat].get_mut(cap.zone) {
                list.truncate(cap.most.saturating_sub(laid));
            }
        }
        let tools = std::mem::take(&mut self.tools);
        let form = self.lot.below(1 << 16);
        // Now and then what was laid out lies at the bottom, which some effects look at.
        let upturned = form / 64 % 8 == 5;
        // Where the company lies among the items.
        let mut company = self.items.len()..self.items.len();
        for (number, mut tool) in tools.into_iter().enumerate() {
            G::vary(&mut tool, form);
            let row = tool.row.as_object().cloned().unwrap_or_default();
            let taken = |item: &Item| item.seat == tool.seat && item.zone == tool.zone;
            let unwanted = |(seat, zone, filter): &(Seat, &'static str, Filter<Of<G>>)| {
                (*seat, *zone) == (tool.seat, tool.zone) && G::could_fit(&row, filter)
            };
            if G::SOLE.contains(&tool.zone) && self.items.iter().any(taken)
                || self.cleared.iter().any(unwanted)
                || self.avoided.iter().any(unwanted)
                || self.caps.iter().any(|cap| self.is_full(cap, tool.seat, tool.zone, &row))
            {
                continue;
            }
            let mut sketch = Sketch { row, ..Sketch::default() };
            names += 1;
            sketch.row.entry("name").or_insert_with(|| json!(format!("Tool {names}")));
            tool.states.iter().for_each(|state| sketch.mark(state, true));
            // Where one card lies alone, it is the tool as well, as far as nothing else is asked of it.
            if let (true, Some(at)) = (G::LONE.contains(&tool.zone), self.items.iter().position(taken)) {
                let there = &mut self.items[at].sketch;
                if !there.given {
                    join(&mut sketch, std::mem::take(there));
                    *there = sketch;
                }
                continue;
            }
            self.items.push(Item { seat: tool.seat, zone: tool.zone, sketch });
            let kept = self.items.len();
            company = if self.company.contains(&number) {
                company.start..kept
            } else if company.is_empty() {
                kept..kept
            } else {
                company
            };
        }
        self.hand_down(company);
        for mut item in std::mem::take(&mut self.items) {
            G::rest(item.zone, &mut item.sketch);
            if G::UNMARKED.contains(&item.zone) {
                item.sketch.marks.clear();
            }
            let value = written::<G>(self.card, &item.sketch, &mut rows, &mut names);
            let list = seats[item.seat].entry(item.zone).or_insert_with(|| json!([]));
            if let Value::Array(list) = list {
                // Of a pile, what was laid out last lies on top: among the first that are looked at.
                let pile = G::FILLED.iter().any(|(zone, _)| *zone == item.zone);
                list.insert(if pile && !upturned { 0 } else { list.len() }, value);
            }
        }
        let blank = G::blanks().into_iter().next().unwrap_or_default();
        let id = blank.get("id").cloned().unwrap_or(Value::Null);
        let row = blank.as_object().cloned().unwrap_or_default();
        for seat in Seat::BOTH {
            for (zone, most) in G::FILLED {
                let list = seats[seat].entry(*zone).or_insert_with(|| json!([]));
                let here = |cap: &&Cap<Of<G>>| {
                    (cap.seat, cap.zone) == (seat, *zone) && G::could_fit(&row, &cap.filter)
                };
                let most =
                    self.caps.iter().filter(here).map(|cap| cap.most).min().unwrap_or(*most).min(*most);
                if let Value::Array(list) = list {
                    while list.len() < most {
                        list.insert(if upturned { 0 } else { list.len() }, id.clone());
                    }
                }
            }
        }
        Position { rows, stage: Stage { table: self.scenery.table, seats }, notes: self.notes }
    }
}
