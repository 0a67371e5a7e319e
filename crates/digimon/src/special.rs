//! Special ways: DigiXros and Assembly, DNA digivolution, burst digivolve, app fusion, and linking.

use crate::alias::Filter;
use crate::card::{Ban, Cards, Class, Xros};
use crate::rule;
use crate::state::{Area, Choice, Cx, Ends, Entry, EntryKind, EntryStep, Frame, Mark, Pending, State, What};
use crate::vocab::{Cannot, Change, Distinct, Extra, Figure, Join, Moment, Most, StandIn};
use effects::host::Whole;
use effects::{AbilityRef, Asked, Phrase, Run, Waiting, eval};
use kernel::{Card, Consider, End, Flat, Object, Seat, ensure};

impl State {
    // ---- DigiXros and Assembly --------------------------------------------------------------------------------

    /// The most that placing cards could take off a card's play cost.
    pub(crate) fn most_saved(&self, cards: &Cards, seat: Seat, card: Card) -> i32 {
        let xros = &cards.get(self.table.print(card)).meaning.xros;
        if xros.is_empty() {
            return 0;
        }
        let entry = Entry {
            by: seat,
            card: self.table.object(card),
            bag: self.core.bag.len() as u8,
            ..Entry::default()
        };
        let best = |xros: &Xros| {
            let found = self.material_candidates(cards, xros, entry);
            let all = xros.size() as i32;
            match xros.assembly {
                true if found.len() as i32 >= all => i32::from(xros.less),
                true => 0,
                false => i32::from(xros.less) * all.min(found.len() as i32),
            }
        };
        xros.iter().map(best).max().unwrap_or(0)
    }

    /// What the cards placed take off the cost.
    pub(crate) fn saved(&self, cards: &Cards, card: Card, entry: Entry, placed: i32) -> i32 {
        let mut xros = cards.get(self.table.print(card)).meaning.xros.iter();
        match xros.find(|xros| xros.assembly == entry.assembly) {
            // DCG 7-3-2-1: once for all of them; DCG 7-2-2-1: for each.
            Some(xros) if xros.assembly && placed > 0 => i32::from(xros.less),
            Some(xros) if !xros.assembly => i32::from(xros.less) * placed,
            _ => 0,
        }
    }

    /// Where materials can come from, and which cards there fit.
    fn material_candidates(&self, cards: &Cards, xros: &Xros, entry: Entry) -> Flat<Card, 64> {
        let mut found = Flat::new();
        // DCG 7-2-1: from hand and battle area; DCG 7-3-1: from the trash.
        let areas: &[Area] = if xros.assembly { &[Area::Trash] } else { &[Area::Battle, Area::Hand] };
        let run = Run::new(AbilityRef::default(), entry.card, entry.by);
        for area in areas {
            for card in self.cards(entry.by, *area) {
                let taken =
                    self.table.find(entry.card) == Some(*card) || cards.get(self.table.print(*card)).token;
                if !taken
                    && (0..xros.materials.len()).any(|slot| self.is_shown(cards, xros, slot, *card, &run))
                {
                    found.push(*card);
                }
            }
        }
        self.extra_candidates(cards, xros, entry, &mut found);
        found
    }

    /// What an effect lets be placed for a DigiXros from elsewhere, as far as its number is not reached.
    fn extra_candidates(&self, cards: &Cards, xros: &Xros, entry: Entry, found: &mut Flat<Card, 64>) {
        if xros.assembly || entry.extra == Extra::default() {
            return;
        }
        let run = Run::new(AbilityRef::default(), entry.card, entry.by);
        let chosen = |area: Area| {
            let there = move |card: &Card| self.table.zone(*card) == area;
            self.chosen(entry).iter().filter_map(|object| self.table.find(*object)).find(there)
        };
        let fits = |card: Card| {
            !cards.get(self.table.print(card)).token
                && (0..xros.materials.len()).any(|slot| self.is_shown(cards, xros, slot, card, &run))
        };
        let first = chosen(Area::Under);
        let open = match entry.extra.under {
            Most::None => false,
            Most::One => first.is_none(),
            Most::OneHost | Most::Any => true,
        };
        for host in
            self.cards(entry.by, Area::Battle).iter().filter(|host| open && self.is_tamer(cards, **host))
        {
            let other = first.is_some_and(|first| self.table.row(first).host() != Some(*host));
            if entry.extra.under == Most::OneHost && other {
                continue;
            }
            self.under(*host).filter(|card| fits(*card)).for_each(|card| found.push(card));
        }
        let open = match entry.extra.trash {
            Most::None => false,
            Most::One => chosen(Area::Trash).is_none(),
            Most::OneHost | Most::Any => true,
        };
        if open {
            self.cards(entry.by, Area::Trash)
                .iter()
                .filter(|card| fits(**card))
                .for_each(|card| found.push(*card));
        }
    }

    /// Whether a card can be placed for one of the cards that requirements show.
    fn is_shown(&self, cards: &Cards, xros: &Xros, slot: usize, card: Card, run: &Run) -> bool {
        let (filter, _, distinct) = &xros.materials[slot];
        let assembled = if xros.assembly { self.table.find(run.source) } else { None };
        let fits = match assembled {
            Some(into) => self.fits_material(cards, filter, card, into, (Join::Assembly, run)),
            None => eval::fits(self, cards, filter, card, run),
        };
        if fits {
            return true;
        }
        // DCG 15-15-8-1: a card that may replace one shown by its name; DCG 15-15-8-2: not where they have to differ.
        let mut replaces = false;
        if !xros.assembly && distinct.is_none() && !self.is_blank(card) {
            self.each_change(cards, card, Class::Name, Asked::NOTHING, &mut |change, _| {
                replaces |= matches!(change, Change::CountsAs(name) if names(filter, name));
            });
        }
        replaces
    }

    fn chosen(&self, entry: Entry) -> &[Object] {
        &self.core.bag[(entry.bag as usize).min(self.core.bag.len())..]
    }

    fn requirement<'a>(&self, cards: &'a Cards, entry: Entry) -> Option<&'a Xros> {
        let card = self.table.find(entry.card)?;
        let all = &cards.get(self.table.print(card)).meaning.xros;
        all.iter().find(|xros| xros.assembly == entry.assembly).or(all.first())
    }

    pub(crate) fn is_assembly(&self, cards: &Cards, entry: Entry) -> bool {
        let card = self.table.find(entry.card);
        card.is_some_and(|card| {
            cards.get(self.table.print(card)).meaning.xros.iter().any(|xros| xros.assembly)
        })
    }

    /// Whether a DigiXros or Assembly could be declared at all.
    pub(crate) fn can_gather(&self, cards: &Cards, entry: Entry) -> bool {
        let Some(xros) = self.requirement(cards, entry) else { return false };
        let found = self.material_candidates(cards, xros, entry);
        if xros.assembly {
            // DCG 7-3-2-4: all of the specified cards or none.
            let all = xros.size();
            return self.most_placed(cards, xros, &found, entry) >= all;
        }
        !found.is_empty()
    }

    /// How many requirement slots the cards can fill.
    fn most_placed(&self, cards: &Cards, xros: &Xros, found: &[Card], entry: Entry) -> usize {
        let mut taken: Flat<Card, 64> = Flat::new();
        for card in found {
            taken.push(*card);
            if self.assign(cards, xros, &taken, entry).is_none() {
                taken.pop();
            }
        }
        taken.len()
    }

    /// Gives each card a requirement, one card a slot (or as many as the number says). `None` if that is impossible.
    fn assign(&self, cards: &Cards, xros: &Xros, chosen: &[Card], entry: Entry) -> Option<Flat<u8, 64>> {
        let run = Run::new(AbilityRef::default(), entry.card, entry.by);
        let mut places: Flat<u8, 64> = Flat::new();
        let mut left: Flat<u8, 16> = Flat::new();
        xros.materials.iter().for_each(|(_, number, _)| left.push(*number));
        let fits = |card: Card, slot: usize| self.is_shown(cards, xros, slot, card, &run);
        for (_, _, distinct) in &xros.materials {
            if distinct.is_some_and(|distinct| !self.are_distinct(cards, chosen, distinct)) {
                return None;
            }
        }
        fn place(
            at: usize,
            chosen: &[Card],
            left: &mut Flat<u8, 16>,
            places: &mut Flat<u8, 64>,
            fits: &dyn Fn(Card, usize) -> bool,
        ) -> bool {
            let Some(card) = chosen.get(at) else { return true };
            for slot in 0..left.len() {
                if left[slot] > 0 && fits(*card, slot) {
                    left[slot] -= 1;
                    places.push(slot as u8);
                    if place(at + 1, chosen, left, places, fits) {
                        return true;
                    }
                    places.pop();
                    left[slot] += 1;
                }
            }
            false
        }
        place(0, chosen, &mut left, &mut places, &fits).then_some(places)
    }

    /// DCG 4-22: whether the cards all differ in something.
    fn are_distinct(&self, cards: &Cards, chosen: &[Card], distinct: Distinct) -> bool {
        let same = |a: Card, b: Card| {
            let (one, two) = (cards.get(self.table.print(a)), cards.get(self.table.print(b)));
            match distinct {
                Distinct::Names => one.folded == two.folded,
                Distinct::Numbers => one.id == two.id,
                Distinct::Levels => one.level == two.level,
                Distinct::Colors => one.colors == two.colors,
            }
        };
        chosen.iter().enumerate().all(|(at, card)| !chosen[..at].iter().any(|other| same(*card, *other)))
    }

    pub(crate) fn consider_materials<S: Consider<Choice>>(&self, cards: &Cards, entry: Entry, sink: &mut S) {
        let Some(xros) = self.requirement(cards, entry) else { return sink.allow(Choice::Decline) };
        let mut chosen: Flat<Card, 64> = Flat::new();
        self.chosen(entry)
            .iter()
            .filter_map(|object| self.table.find(*object))
            .for_each(|card| chosen.push(card));
        if xros.assembly && !entry.accepted {
            sink.allow(Choice::Yes);
            // DCG 7-3-2-9: it is not mandatory.
            sink.allow(Choice::Decline);
            return;
        }
        let mut found = self.material_candidates(cards, xros, entry);
        if xros.assembly {
            // Requirement by requirement, so that what is no choice is not asked.
            let run = Run::new(AbilityRef::default(), entry.card, entry.by);
            let mut filled = 0;
            let next = xros.materials.iter().find(|(_, count, _)| {
                filled += usize::from(*count);
                filled > chosen.len()
            });
            if let (Some((filter, _, _)), Some(into)) = (next, self.table.find(entry.card)) {
                found.retain(|card| self.fits_material(cards, filter, *card, into, (Join::Assembly, &run)));
            }
        }
        for (at, card) in found.iter().enumerate() {
            let print = self.table.print(*card);
            let zone = self.table.zone(*card);
            let twin = |other: &Card| {
                zone != Area::Battle && self.table.print(*other) == print && self.table.zone(*other) == zone
            };
            if chosen.contains(card) || found[..at].iter().any(|other| twin(other) && !chosen.contains(other))
            {
                continue;
            }
            sink.offer(Choice::Choose(*card), || {
                let mut with = chosen;
                with.push(*card);
                let rule = if xros.assembly { rule!("7-3-2-5") } else { rule!("7-2-2-5") };
                ensure(self.assign(cards, xros, &with, entry).is_some(), rule)
            });
        }
        let all = xros.size();
        if chosen.is_empty() && !xros.assembly {
            // DCG 7-2-2-12: it is not mandatory.
            sink.allow(Choice::Decline);
        } else if !xros.assembly || chosen.len() >= all {
            // DCG 7-2-2-4: any number of them, but not none once it is declared.
            sink.allow(Choice::Done);
        }
    }

    pub(crate) fn take_material(&mut self, entry: Entry, card: Card, cx: Cx) {
        let object = self.table.object(card);
        self.core.bag.push(object);
        // DCG 7-2-2-6: what comes from the hand is revealed with the declaration.
        self.uncover(card, rule!("7-2-2-6"), cx);
        let Some(xros) = self.requirement(cx.pool, entry) else { return };
        let all = xros.size();
        if self.chosen(entry).len() >= all {
            self.materials_done(entry, cx);
        }
    }

    /// DCG 7-2-2-8, 7-3-2-6: stacked so that what is shown furthest left lies on top.
    pub(crate) fn materials_done(&mut self, entry: Entry, cx: Cx) {
        if let Some(xros) = self.requirement(cx.pool, entry) {
            let mut chosen: Flat<Card, 64> = Flat::new();
            self.chosen(entry)
                .iter()
                .filter_map(|object| self.table.find(*object))
                .for_each(|card| chosen.push(card));
            if let Some(places) = self.assign(cx.pool, xros, &chosen, entry) {
                let mut order: Flat<u8, 64> = Flat::new();
                (0..chosen.len() as u8).for_each(|at| order.push(at));
                order.sort_by_key(|at| places[*at as usize]);
                let from = (entry.bag as usize).min(self.core.bag.len());
                self.core.bag.truncate(from);
                for at in order.iter() {
                    let object = self.table.object(chosen[*at as usize]);
                    self.core.bag.push(object);
                }
            }
        }
        // DCG 7-2-2-3, 7-3-2-3: all are chosen with the declaration, and no more afterwards.
        self.set_top(Frame::Enter(Entry { step: EntryStep::Stack, ..entry }));
    }

    // ---- DNA digivolution, burst digivolve, app fusion ------------------------------------------------------------

    /// Every special way into this hand card.
    pub(crate) fn consider_special<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        sink: &mut S,
    ) {
        let ways = &cards.get(self.table.print(card)).meaning.ways;
        let run = Run::new(AbilityRef::default(), self.table.object(card), seat);
        for (at, way) in ways.iter().enumerate() {
            if way.kind == EntryKind::Digivolve {
                continue;
            }
            for onto in self.battle_area(seat) {
                if !self.is_digimon(cards, *onto)
                    || !self.fits_material(cards, &way.from, *onto, card, (Join::Dna, &run))
                {
                    continue;
                }
                let mut offer = |with: Card| {
                    if self.fits_special(cards, way.kind, &way.with, *onto, with, &run) {
                        // DCG 8-3-3-1, 8-4-3-1: the declaration names the card, one of its requirements, and the
                        // Digimon that fulfils it.
                        let choice = Choice::Special { card, onto: *onto, with, way: at as u8 };
                        sink.offer(choice, || {
                            let banned = |card: Card| {
                                self.cannot(cards, card, Ban::Digivolve, |cannot| {
                                    *cannot == Cannot::Digivolve
                                })
                            };
                            ensure(!banned(*onto), rule!("15-1-3"))?;
                            ensure(way.kind != EntryKind::Dna || !banned(with), rule!("15-1-3"))?;
                            let change = self.cost_change(cards, card, Some(*onto), way.kind);
                            ensure(self.can_pay(seat, i32::from(way.cost) + change), rule!("1-3-11-1"))
                        });
                    }
                };
                if way.kind == EntryKind::AppFusion {
                    self.links(*onto).for_each(&mut offer);
                } else {
                    self.battle_area(seat).iter().copied().for_each(&mut offer);
                }
            }
        }
    }

    pub(crate) fn fits_special(
        &self,
        cards: &Cards,
        kind: EntryKind,
        filter: &Filter,
        onto: Card,
        with: Card,
        run: &Run,
    ) -> bool {
        let fits = match self.table.find(run.source).filter(|_| kind == EntryKind::Dna) {
            Some(into) => self.fits_material(cards, filter, with, into, (Join::Dna, run)),
            None => eval::fits(self, cards, filter, with, run),
        };
        if with == onto || !fits {
            return false;
        }
        match kind {
            // DCG 4-18-3: nothing is stacked with tokens.
            EntryKind::Dna => {
                let token = |card: Card| cards.get(self.table.print(card)).token;
                self.is_digimon(cards, with) && !token(with) && !token(onto)
            }
            EntryKind::Burst => self.is_tamer(cards, with),
            // DCG 8-4-2-1: two different cards of those named.
            EntryKind::AppFusion => {
                let name = |card: Card| &cards.get(self.table.print(card)).folded;
                name(onto) != name(with)
            }
            _ => false,
        }
    }

    /// DCG 8-2-2-2: the material that the requirement names first goes on top, whichever of them was named by an effect first.
    pub(crate) fn in_order(
        &self,
        cards: &Cards,
        into: Card,
        (one, two): (Card, Card),
        seat: Seat,
    ) -> (Card, Card) {
        let run = Run::new(AbilityRef::default(), self.table.object(into), seat);
        let fits =
            |filter: &Filter, card: Card| self.fits_material(cards, filter, card, into, (Join::Dna, &run));
        let ways = &cards.get(self.table.print(into)).meaning.ways;
        let stands = |first: Card, second: Card| {
            let mut dna = ways.iter().filter(|way| way.kind == EntryKind::Dna);
            dna.any(|way| fits(&way.from, first) && fits(&way.with, second))
        };
        let turned = !stands(one, two) && stands(two, one);
        if turned { (two, one) } else { (one, two) }
    }

    /// Whether a card can be a material: by what it is, or by what it counts as for the card that is joined.
    pub(crate) fn fits_material(
        &self,
        cards: &Cards,
        filter: &Filter,
        card: Card,
        into: Card,
        (join, run): (Join, &Run),
    ) -> bool {
        if eval::fits(self, cards, filter, card, run) {
            return true;
        }
        let mut fits = false;
        self.each_change(cards, card, Class::Name, Asked::NOTHING, &mut |change, _| {
            if let Change::StandsIn(stand) = change {
                fits |= stand.join == join
                    && self.is_named(cards, into, (stand.of.as_str(), Whole::Exactly), Asked::NOTHING)
                    && self.fits_as(cards, filter, card, stand, run);
            }
        });
        fits
    }

    /// The same with the level and name that it counts as.
    fn fits_as(&self, cards: &Cards, filter: &Filter, card: Card, stand: &StandIn, run: &Run) -> bool {
        let fits = |one: &Filter| self.fits_as(cards, one, card, stand, run);
        match filter {
            Filter::All(all) => all.iter().all(fits),
            Filter::Either(any) => any.iter().any(fits),
            Filter::Figure(Figure::Level, cmp, than) => {
                cmp.holds(i32::from(stand.level), eval::amount(self, cards, than, run))
            }
            Filter::Name(name) if stand.name.as_ref() == Some(name) => true,
            other => eval::fits(self, cards, other, card, run),
        }
    }

    /// DCG 8-2-2: the stacks of several Digimon become one, and a new Digimon.
    pub(crate) fn join(&mut self, card: Card, first: Card, second: Card, seat: Seat, cx: Cx) {
        let mut pile: Flat<(Card, bool), 64> = Flat::new();
        for top in [first, second] {
            // DCG 8-2-2-1-2: link cards are trashed before.
            loop {
                let Some(link) = self.links(top).next() else { break };
                self.move_card(link, Area::Trash, End::Top, rule!("8-2-2-1-2"), cx);
            }
            pile.push((top, false));
            // DCG 8-2-2-3: together with their own digivolution cards, in the same order.
            let under: Flat<Card, 64> = {
                let mut found = Flat::new();
                self.under(top).for_each(|card| found.push(card));
                found
            };
            for card in under.iter() {
                pile.push((*card, self.has(*card, Mark::FaceDown)));
            }
        }
        // DCG 8-2-2-1-1: it comes unsuspended; DCG 8-2-2-1-6: and can attack in the turn its materials were played.
        self.put(cx.pool, card, State::place(seat, Area::Battle), End::Bottom);
        self.table.marks_mut(card).set(Mark::Dna, true);
        for (below, face_down) in pile.iter().copied() {
            let known = self.table.known(below);
            // DCG 8-2-2-1-3, 8-2-2-1-4, 8-2-2-1-5: what attacked, was attacked or was affected is gone: it is a new
            // card there.
            self.put_under(cx.pool, below, card, State::place(seat, Area::Under), End::Bottom);
            if face_down {
                self.table.marks_mut(below).set(Mark::FaceDown, true);
                self.table.forget(below, kernel::Seats::ALL);
                self.table.reveal(below, known);
            }
        }
    }

    /// DCG 8-3-2-1: pending processing: the top card is trashed at the end of the turn.
    pub(crate) fn end_burst_later(&mut self, card: Card, seat: Seat, cards: &Cards) {
        let ability = cards.burst_end();
        let object = self.table.object(card);
        let due = Ends::Turn(self.core.turn_number);
        let wait =
            Waiting { ability, source: object, controller: seat, subject: object, ..Waiting::default() };
        self.core.waiting.push(Pending { wait, card: object, moved: true, due, ..Pending::default() });
    }

    // ---- linking ----------------------------------------------------------------------------------------------------

    /// The least cost for which a card can be linked to a Digimon, if it can.
    pub(crate) fn link_cost(&self, cards: &Cards, card: Card, to: Card) -> Option<u8> {
        let needs = &cards.get(self.table.print(card)).meaning.links;
        // DCG 4-18-4: tokens do not get linked.
        if needs.is_empty() || card == to || cards.get(self.table.print(to)).token {
            return None;
        }
        let run = Run::new(AbilityRef::default(), self.table.object(card), self.table.owner(card));
        let able = self.table.zone(to) == Area::Battle && self.is_digimon(cards, to);
        let costs = needs.iter().filter(|(filter, _)| able && eval::fits(self, cards, filter, to, &run));
        costs.map(|(_, cost)| *cost).min()
    }

    /// DCG 17-1-3-6: whether a link card still fits its Digimon.
    pub(crate) fn meets_link(&self, cards: &Cards, link: Card, host: Card) -> bool {
        let needs = &cards.get(self.table.print(link)).meaning.links;
        needs.is_empty() || self.link_cost(cards, link, host).is_some()
    }

    pub(crate) fn consider_links<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        sink: &mut S,
    ) {
        for to in self.battle_area(seat) {
            match self.link_cost(cards, card, *to) {
                Some(cost) => sink.offer(Choice::Link { card, to: *to, cost }, || {
                    let change = self.cost_change(cards, card, Some(*to), EntryKind::Link);
                    ensure(self.can_pay(seat, i32::from(cost) + change), rule!("1-3-11-1"))
                }),
                None if S::WIDE && *to != card => {
                    let token = cards.get(self.table.print(*to)).token;
                    let rule = if token { rule!("4-18-4") } else { rule!("10-1-3-1") };
                    sink.offer(Choice::Link { card, to: *to, cost: 0 }, || Err(rule));
                }
                None => {}
            }
        }
    }

    /// DCG 10-1-3-3: the card is plugged in.
    pub(crate) fn enter_link(&mut self, entry: Entry, card: Card, cx: Cx) {
        let Some(to) = self.table.find(entry.onto) else { return };
        if self.is_field(card) {
            self.shed_all(card, cx);
        }
        // DCG 4-7-1, 4-8-1, 10-1-2-1, 10-1-2-2: plugged in at the bottom, it is a link card of the linked Digimon.
        self.put_under(cx.pool, card, to, State::place(self.table.seat(to), Area::Links), End::Bottom);
        let (named, host) = (self.named(card), self.named(to));
        cx.log.say(rule!("10-1-3-3"), || What::Linked { card: named, to: host });
        let (link, host) = (self.table.object(card), self.table.object(to));
        self.notice(Moment::BecameLink, &[link], host, cx);
        self.notice(Moment::Linked, &[host], link, cx);
    }
}

/// Whether a requirement shows a card by this name.
fn names(filter: &Filter, name: &Phrase) -> bool {
    match filter {
        Filter::Name(shown) => shown == name,
        Filter::Either(any) => any.iter().any(|one| names(one, name)),
        _ => false,
    }
}
