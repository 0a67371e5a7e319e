//! What this game answers for the effect runtime: cards, conditions, quantities, and lasting changes.

use crate::alias::{Ability, Op, Select, Target as Meant};
use crate::card::{Ban, Cards, Class, Colors, is_keyword};
use crate::change::area_of;
use crate::state::{Area, Cause, Ends, Frame, Mark, Pending, Running, State, Step as Phase, Target};
use crate::vocab::{
    self, Color, Count, Dcg, Distinct, Fact, Figure, Keyword, Kind, Place, Posture, Test, Timing, Until,
    Verb, Waive,
};
use effects::host::Whole;
use effects::{AbilityRef, Asked, Done, Host, Lasting, On, Picks, Run, Slot, Waiting, When, Who, eval};
use kernel::{Card, Context, Flat, Object, Seat, Seats};

/// The slot that remembers what an effect played or made.
pub(crate) const MADE: Slot = Slot(250);
/// The slots of cards that one effect plays together, until all of them are in: by the area that they came from.
pub(crate) const PLAYED: u8 = 200;
/// Stands for the area that cards under a Tamer come from, which are no digivolution cards (DCG 4-6-1).
pub(crate) const UNDER_TAMER: u8 = Area::Gone as u8 + 1;
pub(crate) const PLAYED_END: u8 = 240;
/// What the running effect has added to the hand from among the cards it shows.
pub(crate) const TAKEN: Slot = Slot(252);
/// What the running effect has suspended.
pub(crate) const TURNED: Slot = Slot(251);

impl Host for State {
    type V = Dcg;
    type Table = crate::state::Board;
    /// DCG 1-3-6: whoever chooses cards chooses at least one.
    const LEAST: usize = 1;

    fn ability(cards: &Cards, at: AbilityRef) -> &Ability {
        cards.ability(at)
    }

    fn picks(&self) -> &Picks {
        &self.core.picks
    }

    fn picks_mut(&mut self) -> &mut Picks {
        &mut self.core.picks
    }

    fn running(&self, frame: usize) -> Option<&Run> {
        match self.core.frames.get(frame) {
            Some(Frame::Effect(running)) => Some(&running.run),
            _ => None,
        }
    }

    fn running_mut(&mut self, frame: usize) -> Option<&mut Run> {
        match self.core.frames.get_mut(frame) {
            Some(Frame::Effect(running)) => Some(&mut running.run),
            _ => None,
        }
    }

    fn table(&self) -> &Self::Table {
        &self.table
    }

    fn each_in(&self, _cards: &Cards, seat: Seat, zone: Place, f: &mut dyn FnMut(Card)) {
        let held = self.cards(seat, area_of(zone));
        held.iter().copied().filter(|card| self.is_at(*card, zone)).for_each(f);
    }

    fn each_under(&self, _cards: &Cards, host: Card, zone: Place, f: &mut dyn FnMut(Card)) {
        self.table.under(host, area_of(zone)).for_each(f);
    }

    fn turn_seat(&self) -> Seat {
        self.core.turn
    }

    fn is_kind(&self, cards: &Cards, card: Card, kind: Kind, run: &Run) -> bool {
        if kind == Kind::Token {
            return cards.get(self.table.print(card)).token;
        }
        let held = self.kinds_asked(cards, card, run.asked);
        // DCG 4-2-2: on the field a Digi-Egg card is a Digimon too.
        held.meets(kind.bits()) || (kind == Kind::Digimon && self.is_digimon_asked(cards, card, run.asked))
    }

    fn has_color(&self, cards: &Cards, card: Card, color: Color, run: &Run) -> bool {
        self.colors_asked(cards, card, run.asked).meets(color.bits())
    }

    fn has_name(&self, cards: &Cards, card: Card, name: &str, whole: Whole, run: &Run) -> bool {
        self.is_named(cards, card, (name, whole), run.asked)
    }

    fn has_trait(&self, cards: &Cards, card: Card, name: &str, whole: Whole, run: &Run) -> bool {
        match whole {
            // DCG 2-3-2-3: "with the [X] trait" is the whole trait.
            Whole::Exactly => self.is_traited(cards, card, run.asked, &|held| same_trait(held, name)),
            // DCG 2-3-2-4: "with [X] in any of its traits" is part of one.
            Whole::Contains => {
                self.is_traited(cards, card, run.asked, &|held| held.contains(name) || same_trait(held, name))
            }
        }
    }

    fn in_text(&self, cards: &Cards, card: Card, phrase: &str) -> bool {
        self.has_in_text(cards, card, phrase)
    }

    fn figure(&self, cards: &Cards, card: Card, figure: Figure, run: &Run) -> Option<i32> {
        match figure {
            Figure::Dp => self.dp_asked(cards, card, run.asked),
            Figure::Level => self.level(cards, card).map(i32::from),
            Figure::PlayCost | Figure::UseCost => self.cost_held(cards, card, run.asked),
            Figure::Under => Some(self.under(card).count() as i32),
            Figure::UnderFaceDown => {
                Some(self.under(card).filter(|under| self.is_blank(*under)).count() as i32)
            }
            Figure::Links => Some(self.links(card).count() as i32),
            Figure::Colors => Some(self.colors_asked(cards, card, run.asked).count() as i32),
        }
    }

    fn is(&self, _cards: &Cards, card: Card, state: Posture, _run: &Run) -> bool {
        match state {
            Posture::Suspended => self.has(card, Mark::Suspended),
            Posture::Unsuspended => !self.has(card, Mark::Suspended),
            Posture::Attacking => self.attack().is_some_and(|attack| self.attacker(&attack) == Some(card)),
            Posture::Attacked => self.attack().is_some_and(|attack| self.is_target(&attack, card)),
            Posture::FaceDown => match self.table.zone(card) {
                Area::Security => !self.has(card, Mark::FaceUp),
                Area::Aside if self.has(card, Mark::Checked) => !self.has(card, Mark::FaceUp),
                _ => self.has(card, Mark::FaceDown),
            },
            Posture::FaceUp => match self.table.zone(card) {
                Area::Security => self.has(card, Mark::FaceUp),
                // A card that is being checked is what it was in the stack.
                Area::Aside if self.has(card, Mark::Checked) => self.has(card, Mark::FaceUp),
                _ => !self.has(card, Mark::FaceDown),
            },
        }
    }

    fn has(&self, cards: &Cards, card: Card, keyword: &Keyword, run: &Run) -> bool {
        if !self.is_field(card) {
            return self.is_printed_with(cards, card, &|held| {
                held == keyword
                    || !matches!(keyword, Keyword::SecurityAttack(1.. | ..=-1))
                        && held.kind() == keyword.kind()
            });
        }
        // DCG 16-3-3: several <Security A.> are not one of their sum. Without a number any of them is meant.
        let Keyword::SecurityAttack(1.. | ..=-1) = keyword else {
            return self.has_keyword_asked(cards, card, keyword, run.asked);
        };
        let mut found = false;
        self.each_keyword_of(cards, card, 1 << keyword.kind(), run.asked, &mut |held| {
            found |= held == keyword
        });
        found
    }

    fn test(&self, cards: &Cards, card: Card, test: &Test, run: &Run) -> bool {
        let meant = |target: &Meant| eval::targets(self, cards, target, run);
        match test {
            Test::Extreme { figure, least, among } => {
                let Some(mine) = self.figure(cards, card, *figure, run) else { return false };
                let mut most = true;
                eval::each_among(self, cards, &among.among, run, &mut |other| {
                    if eval::fits(self, cards, &among.filter, other, run) {
                        if let Some(theirs) = self.figure(cards, other, *figure, run) {
                            most &= if *least { mine <= theirs } else { mine >= theirs };
                        }
                    }
                });
                most
            }
            Test::Attacker => Host::is(self, cards, card, Posture::Attacking, run),
            Test::AttackTarget => Host::is(self, cards, card, Posture::Attacked, run),
            Test::Under(filter) => self.under(card).any(|under| eval::fits(self, cards, filter, under, run)),
            Test::UnderCount(filter, cmp, number) => {
                let count =
                    self.under(card).filter(|under| eval::fits(self, cards, filter, *under, run)).count();
                cmp.holds(count as i32, *number)
            }
            Test::Linked(filter) => self.links(card).any(|link| eval::fits(self, cards, filter, link, run)),
            // DCG 2-3-4-2: the text so labelled, where the card has one.
            Test::HasInherited => {
                !self.is_blank(card) && !cards.get(self.table.print(card)).inherited.is_empty()
            }
            Test::HasTiming(timing) => {
                let mut has = false;
                self.each_effect(cards, card, *timing, run.asked, &mut |_, _| has = true);
                has && !self.is_blank(card)
            }
            // DCG 4-20-4: only the same icon counts.
            Test::KeywordInText(phrase) => {
                let printed = &cards.get(self.table.print(card)).meaning.printed;
                !self.is_blank(card)
                    && (printed.contains(&format!("<{}>", phrase.as_str()))
                        || printed.contains(&format!("<{} ", phrase.as_str())))
            }
            Test::HasKeyword(phrase) if !self.is_field(card) => {
                let kind = crate::keyword::kind_called(phrase.as_str());
                self.is_printed_with(cards, card, &|held| Some(held.kind()) == kind)
            }
            Test::HasKeyword(phrase) => {
                // What no card has now needs no look at its name.
                let mut found = false;
                if self.scope.keywords() != 0 {
                    if let Some(kind) = crate::keyword::kind_called(phrase.as_str()) {
                        self.each_keyword_of(cards, card, 1 << kind, run.asked, &mut |_| found = true);
                    }
                }
                found
            }
            Test::SameName(with) => self.likened_to(cards, with, run).iter().any(|other| {
                let name = &cards.get(self.table.print(*other)).folded;
                self.is_named(cards, card, (name, Whole::Exactly), run.asked)
            }),
            Test::SameLevel(with) => {
                let level = self.level(cards, card);
                let likened = self.likened_to(cards, with, run);
                level.is_some() && likened.iter().any(|other| self.level(cards, *other) == level)
            }
            Test::SharesColor(with) => {
                let colors = |card: Card| self.colors_asked(cards, card, run.asked);
                self.likened_to(cards, with, run).iter().any(|other| colors(*other).meets(colors(card)))
            }
            Test::SharesTrait(with) => self.likened_to(cards, with, run).iter().any(|other| {
                let traits = &cards.get(self.table.print(*other)).folded_traits;
                self.is_traited(cards, card, run.asked, &|held| traits.iter().any(|name| name == held))
            }),
            Test::Fresh => self.is_fresh(card),
            Test::HasXros => cards.get(self.table.print(card)).meaning.xros.iter().any(|xros| !xros.assembly),
            Test::HasDna => {
                let ways = &cards.get(self.table.print(card)).meaning.ways;
                ways.iter().any(|way| way.kind == crate::state::EntryKind::Dna)
            }
            Test::NoDp => self.dp_asked(cards, card, run.asked).is_none(),
            Test::CanBecome(slot) => {
                meant(&Meant::Slot(*slot)).iter().any(|into| self.fits_onto(cards, *into, card))
            }
            Test::In(place) => {
                let checked = self.table.zone(card) == Area::Aside && self.has(card, Mark::Checked);
                self.is_at(card, *place) || *place == Place::Security && checked
            }
            Test::Host => {
                self.table.find(run.source).and_then(|source| self.table.row(source).host()) == Some(card)
            }
            Test::Made => {
                let object = self.table.object(card);
                self.core.picks.of(run, MADE).any(|pick| pick.object == object)
            }
            Test::Turned => {
                let object = self.table.object(card);
                self.core.picks.of(run, TURNED).any(|pick| pick.object == object)
            }
            Test::Lowest => self.is_lowest(cards, card, run),
            Test::AtEnd => {
                let here = |other: Card| self.table.row(other).host() == self.table.row(card).host();
                let pile = self.table.cards(self.table.place(card));
                let ends =
                    [pile.iter().find(|other| here(**other)), pile.iter().rev().find(|other| here(**other))];
                ends.contains(&Some(&card))
            }
            Test::Those => {
                let object = self.table.object(card);
                run.subject == object || self.members(self.crowd_of(run)).any(|one| one == object)
            }
            Test::Leaving => {
                let stamp = self.table.object(card).stamp;
                self.leaving().iter().any(|object| object.stamp == stamp)
            }
            Test::Differs(distinct) => match choice(cards, run) {
                Some((slot, _)) => {
                    let chosen =
                        self.core.picks.of(run, slot).filter_map(|pick| self.table.find(pick.object));
                    chosen
                        .filter(|other| *other != card)
                        .all(|other| !self.is_alike(cards, other, card, *distinct, run.asked))
                }
                None => true,
            },
            Test::Alike(distinct) => {
                let Some((slot, from)) = choice(cards, run) else { return true };
                let mut chosen =
                    self.core.picks.of(run, slot).filter_map(|pick| self.table.find(pick.object));
                if let Some(first) = chosen.next() {
                    return self.is_alike(cards, first, card, *distinct, run.asked);
                }
                let mut count = 0;
                eval::each_among(self, cards, &from.among, run, &mut |other| {
                    count += i32::from(self.is_alike(cards, other, card, *distinct, run.asked));
                });
                match &from.count {
                    effects::HowMany::Exactly(amount) => count >= eval::amount(self, cards, amount, run),
                    _ => true,
                }
            }
            // DCG 15-15-3: revealed cards are in no area; those looked at are where they were.
            Test::Unmoved => {
                matches!(self.table.zone(card), Area::Aside | Area::Deck | Area::Security | Area::Hand)
            }
            Test::Outer(end, count) => {
                let Some(host) = self.table.row(card).host() else { return false };
                let pile = self.table.under(host, self.table.zone(card));
                let count = eval::amount(self, cards, count, run).max(0) as usize;
                match end {
                    // DCG 15-15-7-3: so many counted from the bottom.
                    vocab::End::Bottom => pile.rev().take(count).any(|other| other == card),
                    // DCG 15-15-7-2: so many counted from the top.
                    _ => pile.take(count).any(|other| other == card),
                }
            }
            Test::TraitBut(any, none) => self.is_traited(cards, card, run.asked, &|held| {
                any.iter().any(|name| held.contains(name.as_str()))
                    && !none.iter().any(|name| held.contains(name.as_str()))
            }),
            Test::Material => self.is_material(cards, card, run),
            Test::Departed(_) => {
                let mut is = false;
                self.each_meant(cards, test, run, &mut |gone| is |= gone == card);
                is
            }
            Test::Provided(cond) => eval::holds(self, cards, cond, run),
            Test::Pairs(pair, slot) => {
                let [one, two] = &**pair;
                let fits = |filter, card: Card| eval::fits(self, cards, filter, card, run);
                meant(&Meant::Slot(*slot)).iter().any(|other| {
                    (fits(one, *other) && fits(two, card)) || (fits(two, *other) && fits(one, card))
                })
            }
        }
    }

    fn meant(&self, _cards: &Cards, test: &Test, run: &Run) -> Option<Card> {
        match test {
            Test::Attacker => self.attack().and_then(|attack| self.attacker(&attack)),
            Test::AttackTarget => match self.attack()?.target {
                Target::Digimon(object) => self.table.find(object),
                Target::Player => None,
            },
            Test::Host => self.table.row(self.table.find(run.source)?).host(),
            _ => None,
        }
    }

    fn each_meant(&self, cards: &Cards, test: &Test, run: &Run, f: &mut dyn FnMut(Card)) {
        match test {
            Test::Made => {
                let made = self.core.picks.of(run, MADE).filter_map(|pick| self.table.find(pick.object));
                made.for_each(f);
            }
            Test::Turned => {
                let turned = self.core.picks.of(run, TURNED).filter_map(|pick| self.table.find(pick.object));
                turned.for_each(f);
            }
            Test::Those => match self.crowd_of(run) {
                0 => self.table.find(run.subject).into_iter().for_each(f),
                crowd => self.members(crowd).filter_map(|object| self.table.find(object)).for_each(f),
            },
            // The card itself is still known by what was chosen; what is printed on it is all that is asked.
            Test::Departed(Some(slot)) => self.core.picks.of(run, *slot).for_each(|pick| f(pick.object.card)),
            Test::Departed(None) => f(run.source.card),
            test => self.meant(cards, test, run).into_iter().for_each(f),
        }
    }

    /// DCG 15-8-3-8: as it was when the effect triggered, or when the effect sent it away.
    fn figure_then(&self, cards: &Cards, figure: Figure, of: &Meant, run: &Run) -> Option<i32> {
        let program = &cards.ability(run.ability).program;
        if program.iter().find_map(crate::trigger::referred) != Some((figure, of)) {
            return None;
        }
        self.core.frames.iter().rev().find_map(|frame| match frame {
            Frame::Effect(running)
                if running.run.ability == run.ability && running.run.source == run.source =>
            {
                Some(running.figure)
            }
            _ => None,
        })?
    }

    /// As much of an offer is done as can be (ruling Q6916).
    fn stands_alone(verb: &vocab::Verb) -> bool {
        use vocab::Verb;
        matches!(
            verb,
            Verb::Suspend(_)
                | Verb::Unsuspend(_)
                | Verb::Draw(..)
                | Verb::GainMemory(..)
                | Verb::Play { what: Meant::Several(_), .. }
                | Verb::PlaceUnder { what: Meant::Several(_), .. }
        )
    }

    fn fact(&self, cards: &Cards, fact: &Fact, run: &Run) -> bool {
        let subject = || self.table.find(run.subject);
        match fact {
            Fact::Turn(Who::You) => self.core.turn == run.controller,
            Fact::Turn(Who::Opponent) => self.core.turn != run.controller,
            Fact::Turn(_) => true,
            Fact::Cause(cause) => self.is_caused(cards, cause, run),
            Fact::From(who, place) => {
                let from = subject().is_some_and(|card| self.is_at(card, *place));
                let tamers = *place == Place::Under && *who != Who::Both;
                let area = if tamers { UNDER_TAMER } else { area_of(*place) as u8 };
                let played = run.amount == i16::MIN + i16::from(area);
                let mine = subject().is_none_or(|card| {
                    eval::seats(self, *who, run).any(|seat| self.table.owner(card) == seat)
                });
                (from || played) && mine
            }
            Fact::ByDna => {
                // Before it digivolves it is what it is about to do.
                let would = matches!(cards.ability(run.ability).when, When::Would(_));
                if let (true, Some(entry)) = (would, self.entering()) {
                    use crate::state::EntryKind::{BlastDna, Dna};
                    return matches!(entry.kind, Dna | BlastDna);
                }
                let card = subject().or_else(|| self.table.find(run.source));
                card.is_some_and(|card| self.has(card, Mark::Dna))
            }
            Fact::DuringAttack => self.attack().is_some(),
            Fact::AttackingPlayer => self.attack().is_some_and(|attack| attack.target == Target::Player),
            Fact::AttackingDigimon => self.attack().is_some_and(|attack| attack.target != Target::Player),
            Fact::Survived => subject().is_some_and(|card| self.table.zone(card) == Area::Battle),
            Fact::MainPhase => {
                self.is_phase(|step| matches!(step, Phase::Main | Phase::MainOn | Phase::MainStart))
            }
            Fact::UnsuspendPhase => self.is_phase(|step| matches!(step, Phase::Unsuspend | Phase::Draw)),
            Fact::Into(filter) => {
                let into = match self.entering() {
                    Some(entry) => self.table.find(entry.card),
                    None => subject(),
                };
                into.is_some_and(|card| eval::fits(self, cards, filter, card, run))
            }
            Fact::Other(filter) => {
                self.table.find(run.other).is_some_and(|card| eval::fits(self, cards, filter, card, run))
            }
        }
    }

    fn count(&self, cards: &Cards, count: &Count, run: &Run) -> i32 {
        match count {
            // DCG 4-1-3: what is more on one side of the gauge is less on the other.
            Count::Memory(who) => self.memory(eval::seat(self, *who, run)).into(),
            Count::Colors(select) => {
                let found = eval::candidates(self, cards, select, run);
                let colors = found.iter().fold(Colors::NONE, |colors, card| {
                    colors.with(self.colors_asked(cards, *card, run.asked))
                });
                colors.count() as i32
            }
            Count::Different(distinct, select) => {
                let found = eval::candidates(self, cards, select, run);
                let first = |at: usize| {
                    !found[..at]
                        .iter()
                        .any(|other| self.is_alike(cards, *other, found[at], *distinct, run.asked))
                };
                (0..found.len()).filter(|at| first(*at)).count() as i32
            }
            Count::Most(figure, select) => {
                let found = eval::candidates(self, cards, select, run);
                // Without any of them nothing is as high: less than any figure.
                found.iter().filter_map(|card| self.figure(cards, *card, *figure, run)).max().unwrap_or(-1)
            }
            Count::Added => self.core.picks.of(run, TAKEN).count() as i32,
            Count::Alike(of) => {
                let top = eval::targets(self, cards, of, run).first().copied();
                let stack = |top: Card| std::iter::once(top).chain(self.under(top));
                let level = |card: Card| self.level(cards, card);
                let alike = |top: Card, one: Card| match level(one) {
                    Some(held) => stack(top).filter(|other| level(*other) == Some(held)).count() as i32,
                    None => 0,
                };
                top.and_then(|top| stack(top).map(|one| alike(top, one)).max()).unwrap_or(0)
            }
            Count::Materials => {
                self.table.find(run.source).map_or(0, |card| i32::from(self.table.marks(card).xros))
            }
            Count::DeletionMax(number) => {
                // DCG 15-15-5-1, 15-15-5-2: effects that raise the number in the text.
                let mut most = *number;
                self.each_player_change(cards, run.controller, Class::DeleteDp, run.asked, &mut |_, more| {
                    most += more
                });
                if let Some(source) = self.table.find(run.source) {
                    self.each_change(cards, source, Class::DeleteDp, run.asked, &mut |_, more| most += more);
                }
                most
            }
        }
    }

    /// DCG 15-15-6-3: a card that is not affected by effects can still be chosen. What an effect plays, uses or
    /// digivolves into must be something that can be.
    fn can_choose(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        let program = &cards.ability(run.ability).program;
        let at = run.at as usize;
        let at = if matches!(program.get(at), Some(Op::Ask { .. })) { at + 1 } else { at };
        let Some(Op::Choose { slot, .. }) = program.get(at) else { return true };
        if !self.can_pick_unseen(cards, card, run, at) {
            return false;
        }
        // DCG 7-1-2-3: a card that was declared is shown, and in no hand until it is returned there.
        if self.table.zone(card) == Area::Hand && self.is_shown_for_entry(cards, card, run) {
            return false;
        }
        // DCG 15-10-2-3: one card is not chosen for two of the things that are named together.
        if self.is_named_already(&program[..at], *slot, program.get(at..).unwrap_or_default(), card, run) {
            return false;
        }
        let chosen = Meant::Slot(*slot);
        if let (Some(Op::Choose { from, .. }), Some(Op::Do(Verb::Digivolve { what, waive, .. }))) =
            (program.get(at + 1), program.get(at + 2))
        {
            if *what == chosen {
                let into = eval::candidates(self, cards, from, run);
                return into.iter().any(|into| self.fits_waived(cards, *into, card, *waive));
            }
        }
        if let (Some(Op::Choose { from, .. }), Some(Op::Do(Verb::Own(vocab::Own::BlastDna(..))))) =
            (program.get(at + 1), program.get(at + 2))
        {
            // DCG 16-30-5: only with a partner in the hand.
            let mut bound = *self;
            bound.core.picks.bind(*slot, self.table.object(card));
            return eval::exists(&bound, cards, from, run);
        }
        match program.get(at + 1) {
            Some(Op::Do(Verb::Digivolve { what, into, waive, .. })) if *into == chosen => {
                let onto = eval::targets(self, cards, what, run);
                onto.is_empty() || onto.iter().any(|onto| self.fits_waived(cards, card, *onto, *waive))
            }
            Some(Op::Do(Verb::Digivolve { what, into, waive, .. })) if *what == chosen => {
                let into = eval::targets(self, cards, into, run);
                into.is_empty() || into.iter().any(|into| self.fits_waived(cards, *into, card, *waive))
            }
            Some(Op::Do(verb @ Verb::DnaDigivolve { into, .. })) if *into == chosen => {
                !self.joins(cards, verb, card, run).is_empty()
            }
            Some(Op::Do(Verb::AppFuse { what, into })) if *into == chosen => {
                !self.fusions(cards, card, what, run).is_empty()
            }
            Some(Op::Do(Verb::Play { what, .. })) if *what == chosen => self.can_enter(cards, card, run),
            Some(Op::Do(Verb::PlayToBreeding { what, .. })) if *what == chosen => {
                State::count(self, run.controller, Area::Breeding) == 0 && self.can_enter(cards, card, run)
            }
            // DCG 9-1-1: an effect that uses a card needs its colours too.
            Some(Op::Do(Verb::Use { what, .. })) if *what == chosen => {
                self.kinds(cards, card).meets(crate::card::Kinds::OPTION)
                    && self.meets_colors(cards, run.controller, card)
            }
            Some(Op::Do(Verb::PlayOrUse { what, .. })) if *what == chosen => {
                match self.kinds(cards, card).meets(crate::card::Kinds::OPTION) {
                    true => self.meets_colors(cards, run.controller, card),
                    false => self.can_enter(cards, card, run),
                }
            }
            Some(Op::Do(Verb::Link { what, host, .. })) if *what == chosen => {
                let hosts = eval::targets(self, cards, host, run);
                !cards.get(self.table.print(card)).meaning.links.is_empty()
                    && (hosts.is_empty()
                        || hosts.iter().any(|host| self.link_cost(cards, card, *host).is_some()))
            }
            _ => true,
        }
    }

    /// Cards of a hand that have to meet something: only its player knows whether there are any.
    fn may_withhold(&self, cards: &Cards, from: &Select, run: &Run) -> bool {
        // What is offered can be declined as a whole, and is done whole once it is begun.
        let before = cards.ability(run.ability).program.iter().take(run.at as usize + 1);
        if before.into_iter().any(|op| matches!(op, Op::Ask { end, .. } if *end > run.at)) {
            return false;
        }
        let in_hand =
            matches!(&from.among, effects::Among::Zones { zones, .. } if zones[..] == [Place::Hand]);
        in_hand && !from.random && !from.is_settled() && needs_sight(&from.filter)
    }

    fn same_choice(&self, a: Card, b: Card) -> bool {
        // Copies of one card in a hand or a trash, or among revealed cards, are interchangeable.
        matches!(self.table.zone(a), Area::Hand | Area::Trash | Area::Aside)
            && self.table.place(a) == self.table.place(b)
            && self.table.print(a) == self.table.print(b)
            && self.asked().is_none_or(|(seat, _)| self.table.knows(seat, a) && self.table.knows(seat, b))
    }

    fn can_do(&self, cards: &Cards, verb: &Verb, to: Option<Card>, run: &Run) -> bool {
        self.could(cards, verb, to, run)
    }

    fn perform(&mut self, verb: &Verb, run: &Run, frame: usize, cx: &mut Context<'_, Self>) -> Done {
        let _ = frame;
        self.carry_out(verb, run, cx)
    }

    fn gain(&mut self, on: On, until: Until, run: &Run, cx: &mut Context<'_, Self>) -> bool {
        let ability = cx.pool.ability(run.ability);
        let value = match ability.program.get(run.at as usize) {
            Some(Op::Gain { change, .. }) => self.number_of(cx.pool, change, run),
            _ => 0,
        };
        // DCG 15-15-6-2: on a card that is not affected it starts to matter as soon as the card can be affected.
        // DCG 15-11-1-2: on a card that is a new card by now it is lost.
        if matches!(on, On::Card(object) if self.table.find(object).is_none()) {
            return false;
        }
        let ends = self.ends(until, run.controller);
        self.begin_lasting(cx.pool, Lasting::of(run, on, value, ends));
        true
    }

    fn later(
        &mut self,
        ability: AbilityRef,
        until: Until,
        carry: Object,
        run: &Run,
        cx: &mut Context<'_, Self>,
    ) {
        // DCG 18-1-1: pending processing waits for its timing like a triggered effect.
        let _ = (cx, until);
        let wait = Waiting {
            ability,
            source: run.source,
            controller: run.controller,
            subject: carry,
            other: run.other,
            ..Waiting::default()
        };
        let cause = self.core.cause;
        let pending =
            Pending { wait, card: run.source, cause, moved: true, delayed: true, ..Pending::default() };
        self.core.waiting.push(pending);
    }

    fn each_met(&self, run: &Run, f: &mut dyn FnMut(Card)) {
        // Once it has been said which of them is meant, it is that one.
        match if self.is_told(run) { 0 } else { self.crowd_of(run) } {
            0 => self.table.find(run.subject).into_iter().for_each(f),
            crowd => self.members(crowd).filter_map(|object| self.table.find(object)).for_each(f),
        }
    }

    fn asks_which(&mut self, cards: &Cards, frame: usize, op: &Op) -> bool {
        self.ask_which(cards, frame, op)
    }

    fn carry_all(&mut self, cards: &[Card]) {
        let mut objects: Flat<Object, 24> = Flat::new();
        cards.iter().for_each(|card| objects.push(self.table.object(*card)));
        let crowd = self.crowd(&objects);
        let held = self.core.waiting.len().checked_sub(1);
        if let Some(pending) = held.and_then(|at| self.core.waiting.get_mut(at)) {
            pending.crowd = crowd;
        }
    }
}

impl State {
    /// Whether a card that is not on the field is one with a keyword: its own text gives it the keyword.
    fn is_printed_with(&self, cards: &Cards, card: Card, is: &dyn Fn(&Keyword) -> bool) -> bool {
        let abilities = &cards.get(self.table.print(card)).meaning.abilities;
        !self.is_blank(card)
            && abilities.iter().any(|ability| {
                let own = ability.part.text == vocab::Text::Main && ability.when == When::Always;
                let gives = |step: &crate::alias::Step| {
                    matches!(step, effects::Step::Gain { change: vocab::Change::Keyword(held), .. } if is(held))
                };
                own && ability.cond.is_none() && ability.steps.iter().any(gives)
            })
    }

    /// The card itself that a run's ability is printed on: the source, or a card under or linked to it.
    pub(crate) fn this_card(&self, _cards: &Cards, run: &Run) -> Option<Card> {
        let running = self.core.frames.iter().rev().find_map(|frame| match frame {
            Frame::Effect(running)
                if running.run.ability == run.ability && running.run.source == run.source =>
            {
                Some(running.card)
            }
            _ => None,
        });
        if let Some(card) = running.and_then(|object| self.table.find(object)) {
            return Some(card);
        }
        let source = self.table.find(run.source)?;
        if is_keyword(run.ability.print) || self.table.print(source) == run.ability.print {
            return Some(source);
        }
        let fits = |card: &Card| self.table.print(*card) == run.ability.print;
        self.under(source).find(fits).or_else(|| self.links(source).find(fits)).or(Some(source))
    }

    /// Whether a card was chosen for one of the things before this, of which the same is said as of this: "1 [A] and 1 [B]".
    fn is_named_already(&self, before: &[Op], slot: Slot, behind: &[Op], card: Card, run: &Run) -> bool {
        let earlier = || {
            before.iter().rev().map_while(|op| match op {
                Op::Choose { slot, .. } => Some(*slot),
                _ => None,
            })
        };
        let object = self.table.object(card);
        let mut held =
            earlier().filter(|held| self.core.picks.of(run, *held).any(|pick| pick.object == object));
        let Some(held) = held.next() else { return false };
        let together = |target: &Meant| match target {
            Meant::Several(all) => all.contains(&Meant::Slot(held)) && all.contains(&Meant::Slot(slot)),
            _ => false,
        };
        let mut deeds = behind.iter().skip_while(|op| matches!(op, Op::Choose { .. }));
        match deeds.next() {
            // "1 [A] and 1 [B] get -1000 DP": the same is given to one after the other.
            Some(Op::Gain { to: effects::Gainer::Cards(target), change, .. }) => {
                let to = |held: &Meant, slot| *held == Meant::Slot(slot);
                let other = |op: &Op| {
                    matches!(op, Op::Gain { to: effects::Gainer::Cards(other), change: same, .. }
                        if change == same && (to(target, held) && to(other, slot) || to(target, slot) && to(other, held)))
                };
                together(target) || deeds.take_while(|op| matches!(op, Op::Gain { .. })).any(other)
            }
            Some(Op::Do(verb)) => {
                let mut found = false;
                <State as effects::Probe>::bits(verb, &mut |bit| {
                    found |= matches!(bit, effects::probe::Bit::Target(target) if together(target));
                });
                found
            }
            _ => false,
        }
    }

    /// Whether the player who chooses may choose this card, which that player perhaps cannot see: only where nothing
    /// printed on it is asked for (DCG 3-1-2-2-1: cards of private areas are not known).
    fn can_pick_unseen(&self, cards: &Cards, card: Card, run: &Run, at: usize) -> bool {
        let both = Seats::ALL;
        if self.table.known(card) == both {
            return true;
        }
        let Some(Op::Choose { who, from, .. }) = cards.ability(run.ability).program.get(at) else {
            return true;
        };
        self.table.knows(eval::seat(self, *who, run), card) || from.random || !needs_sight(&from.filter)
    }

    /// Whether a card of a hand is declared, or is asked what it would do if it were.
    fn is_shown_for_entry(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        let object = self.table.object(card);
        let entering = |frame: &Frame| matches!(frame, Frame::Enter(entry) if entry.card == object);
        let enters = |trigger: &crate::alias::Trigger| {
            use crate::vocab::Moment;
            matches!(trigger.moment, Moment::Played | Moment::Digivolved | Moment::Used)
        };
        let own = || match &cards.ability(run.ability).when {
            When::Would(triggers) => run.source == object && triggers.iter().any(enters),
            _ => false,
        };
        self.core.frames.iter().any(entering) || own()
    }

    /// Who or what brought about what is happening.
    fn is_caused(&self, cards: &Cards, cause: &vocab::Cause, run: &Run) -> bool {
        let mine = |who: &Who, seat: Seat| eval::seats(self, *who, run).any(|one| one == seat);
        // An effect that is being carried out has brought about other things by now: what triggered it is with its frame.
        let running = self.core.frames.iter().rev().find_map(|frame| match frame {
            Frame::Effect(held)
                if run.at > 0 && held.run.ability == run.ability && held.run.source == run.source =>
            {
                Some(held.cause)
            }
            _ => None,
        });
        match (cause, running.unwrap_or(self.core.cause)) {
            (vocab::Cause::Effect, Cause::Effect { .. }) => true,
            (vocab::Cause::EffectOf(who), Cause::Effect { seat, .. }) => mine(who, seat),
            (vocab::Cause::EffectFrom(who, filter), Cause::Effect { seat, source, .. }) => {
                // A card that was trashed to pay for its effect is that card still.
                let trashed = Some(source.card).filter(|card| self.table.zone(*card) == Area::Trash);
                let card = self.table.find(source).or(trashed);
                mine(who, seat) && card.is_some_and(|card| eval::fits(self, cards, filter, card, run))
            }
            (vocab::Cause::Battle, Cause::Battle) => true,
            (vocab::Cause::DigiXros, Cause::Materials) => true,
            (vocab::Cause::ZeroDp, Cause::ZeroDp) => true,
            _ => false,
        }
    }

    fn is_phase(&self, is: impl Fn(Phase) -> bool) -> bool {
        matches!(self.core.frames.first(), Some(Frame::Turn { step, .. }) if is(*step))
    }

    /// Whether a card could go onto another, with what an effect waives.
    pub(crate) fn fits_waived(&self, cards: &Cards, card: Card, onto: Card, waive: Waive) -> bool {
        let mine = Run::new(AbilityRef::default(), self.table.object(card), self.table.owner(card));
        let able = !self.cannot(cards, onto, Ban::Digivolve, |cannot| match cannot {
            vocab::Cannot::Digivolve => true,
            vocab::Cannot::DigivolveBut(only) => !eval::fits(self, cards, only, card, &mine),
            _ => false,
        });
        let waives = matches!(waive, Waive::All | Waive::Level | Waive::Color);
        if waives && self.keeps_requirements(cards, self.table.owner(card)) {
            return self.fits_onto(cards, card, onto);
        }
        match waive {
            Waive::Nothing => self.fits_onto(cards, card, onto),
            Waive::All => able,
            _ => {
                let mut costs = Flat::new();
                self.ways_waived(cards, card, onto, waive, &mut costs);
                able && !costs.is_empty()
            }
        }
    }

    /// Whether a player cannot ignore digivolution requirements.
    pub(crate) fn keeps_requirements(&self, cards: &Cards, seat: Seat) -> bool {
        self.player_cannot(cards, seat, Ban::Digivolve, |cannot| *cannot == vocab::Cannot::IgnoreRequirements)
    }

    /// DCG 4-22-1: whether two cards are the same in something. DCG 4-22-2: of several colours the combination counts.
    pub(crate) fn is_alike(&self, cards: &Cards, a: Card, b: Card, distinct: Distinct, asked: Asked) -> bool {
        let (one, two) = (cards.get(self.table.print(a)), cards.get(self.table.print(b)));
        match distinct {
            Distinct::Names => one.folded == two.folded,
            Distinct::Numbers => one.id == two.id,
            Distinct::Levels => {
                let level = self.level(cards, a);
                level.is_some() && level == self.level(cards, b)
            }
            Distinct::Colors => self.colors_asked(cards, a, asked) == self.colors_asked(cards, b, asked),
        }
    }

    /// DCG 16-20-6: any card that the top card's DigiXros requirements show.
    fn is_material(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        let Some(top) = self.table.find(run.source) else { return false };
        cards.get(self.table.print(top)).meaning.xros.iter().any(|xros| {
            xros.materials.iter().any(|(filter, _, _)| eval::fits(self, cards, filter, card, run))
        })
    }

    /// When a change that begins now ends.
    pub(crate) fn ends(&self, until: Until, controller: Seat) -> Ends {
        let now = self.core.turn_number;
        let mine = self.core.turn == controller;
        match until {
            Until::While | Until::Always => Ends::Never,
            Until::Turn | Until::Once => Ends::Turn(now),
            Until::OpponentTurn => Ends::Turn(if mine { now + 1 } else { now }),
            Until::OpponentNextTurn => Ends::Turn(if mine { now + 1 } else { now + 2 }),
            Until::YourTurn => Ends::Turn(if mine { now } else { now + 1 }),
            Until::YourNextTurn => Ends::Turn(if mine { now + 2 } else { now + 1 }),
            Until::OpponentUnsuspend => Ends::Unsuspend(if mine { now + 1 } else { now + 2 }),
            Until::YourUnsuspend => Ends::Unsuspend(if mine { now + 2 } else { now + 1 }),
            Until::Attack => Ends::Attack,
            Until::Battle => Ends::Battle,
        }
    }

    /// The cause that an effect's doings have.
    pub(crate) fn cause_of(&self, cards: &Cards, run: &Run) -> Cause {
        Cause::Effect { seat: run.controller, kinds: self.effect_kinds(cards, run).0, source: run.source }
    }

    /// Puts an effect onto the stack, to be carried out now.
    pub(crate) fn start_effect(&mut self, run: Run, card: Object, cause: Cause) {
        let run = effects::run::start(self, run);
        self.push(Frame::Effect(Running { run, card, cause, ..Running::default() }));
    }
}

/// Whether a filter asks for something that is printed on a card.
fn needs_sight(filter: &crate::alias::Filter) -> bool {
    use effects::Filter;
    match filter {
        Filter::All(all) | Filter::Either(all) => all.iter().any(needs_sight),
        Filter::Not(one) => needs_sight(one),
        Filter::Any | Filter::This | Filter::Subject | Filter::Bound(_) | Filter::Of(_) | Filter::Is(_) => {
            false
        }
        Filter::Test(test) => !matches!(test, Test::AtEnd | Test::In(_) | Test::Provided(_)),
        _ => true,
    }
}

impl State {
    /// DCG 15-15-7-3: so many face-down cards counted from the bottom of piles: with this one and those chosen before it, no more
    /// are missing below them than are still to be chosen.
    fn is_lowest(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        let Some((slot, from)) = choice(cards, run) else { return true };
        let effects::HowMany::Exactly(amount) = &from.count else { return true };
        let mut chosen: Flat<Card, 16> = Flat::new();
        self.core
            .picks
            .of(run, slot)
            .filter_map(|pick| self.table.find(pick.object))
            .for_each(|one| chosen.push(one));
        if !chosen.contains(&card) {
            chosen.push(card);
        }
        let host = |of: &Card| self.table.row(*of).host();
        let mut missing = 0;
        for (at, one) in chosen.iter().enumerate() {
            // Each pile once.
            let Some(top) = host(one).filter(|_| !chosen[..at].iter().any(|other| host(other) == host(one)))
            else {
                continue;
            };
            let hidden = self.under(top).filter(|other| self.has(*other, Mark::FaceDown));
            let below = hidden.skip_while(|other| !chosen.contains(other));
            missing += below.filter(|other| !chosen.contains(other)).count();
        }
        chosen.len() + missing <= eval::amount(self, cards, amount, run).max(0) as usize
    }
}

/// The next choice of a run that compares the chosen cards: its slot, and what is chosen from.
fn choice<'a>(cards: &'a Cards, run: &Run) -> Option<(Slot, &'a crate::alias::Select)> {
    fn compares(filter: &crate::alias::Filter) -> bool {
        match filter {
            effects::Filter::Test(Test::Differs(_) | Test::Alike(_) | Test::Lowest) => true,
            effects::Filter::All(all) => all.iter().any(compares),
            _ => false,
        }
    }
    let program = &cards.ability(run.ability).program;
    program.get(run.at as usize..)?.iter().find_map(|op| match op {
        Op::Choose { slot, from, .. } if compares(&from.filter) => Some((*slot, from)),
        _ => None,
    })
}

impl Timing {
    /// What happens at a timing that effects trigger at.
    pub(crate) fn moment(self) -> Option<crate::vocab::Moment> {
        use crate::vocab::Moment;
        match self {
            Timing::Main | Timing::Security => None,
            Timing::OnPlay => Some(Moment::Played),
            Timing::WhenDigivolving => Some(Moment::Digivolved),
            Timing::WhenAttacking => Some(Moment::Attacked),
            Timing::OnDeletion => Some(Moment::Deleted),
            Timing::EndOfAttack => Some(Moment::AttackEnded),
            Timing::WhenLinking => Some(Moment::BecameLink),
        }
    }
}

/// Whether an ability has a timing, as texts name it.
pub(crate) fn has_timing(ability: &Ability, timing: Timing) -> bool {
    use crate::vocab::{Moment, Window};
    let own = |moment: Moment| {
        matches!(&ability.when, When::Trigger(triggers)
            if triggers.iter().any(|trigger| trigger.moment == moment && crate::trigger::is_about_itself(&trigger.subject)))
    };
    match timing {
        Timing::Main => matches!(ability.when, When::Body(Window::Main) | When::Use(Window::Main)),
        Timing::Security => matches!(ability.when, When::Body(Window::Security)),
        Timing::OnPlay => own(Moment::Played),
        Timing::WhenDigivolving => own(Moment::Digivolved),
        Timing::WhenAttacking => own(Moment::Attacked),
        Timing::OnDeletion => own(Moment::Deleted),
        Timing::EndOfAttack => own(Moment::AttackEnded),
        Timing::WhenLinking => own(Moment::BecameLink),
    }
}

/// Whether two names of traits are one: [X-Antibody] and [X Antibody], [BlueFlare] and [Blue Flare].
fn same_trait(one: &str, two: &str) -> bool {
    let letter = |byte: &u8| !matches!(byte, b' ' | b'-');
    one == two
        || (one.as_bytes().first() == two.as_bytes().first()
            && one.bytes().filter(letter).eq(two.bytes().filter(letter)))
}
