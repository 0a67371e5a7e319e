//! Cards that a skill plays, and what comes of it where they cannot be played.

use crate::cause::{Cause, Shift};
use crate::choice::What;
use crate::layer::class;
use crate::rule;
use crate::state::{Activation, Area, Fails, Frame, Play, State};
use crate::vocab::*;
use crate::{Cards, Cx};
use effects::{Done, Run, Target, eval};
use kernel::{Card, Object, Print, Seat};

/// How a card is played by a skill.
#[derive(Clone, Copy)]
struct PlayVerb {
    rest: bool,
    /// Played on top of another card in Active Mode, whatever that one's was.
    active: bool,
    opponents: bool,
    markers: u8,
    on: Option<Card>,
}

impl State {
    pub(super) fn do_play(&mut self, verb: &Verb, run: &Run, frame: usize, cx: &mut Cx<'_>) -> Done {
        let Verb::Play { what, rest, active, opponents, markers, on, evolves } = verb else {
            return Done::Now(0);
        };
        let below = on.as_ref().and_then(|on| eval::targets(self, cx.pool, on, run).first().copied());
        if on.is_some() && below.is_none() {
            // DBS 22-5-5-1, 22-5-7: without the card below it fails, and goes to the Drop Area.
            for card in eval::targets(self, cx.pool, what, run).iter() {
                self.shift(*card, Shift::to(Area::Drop, Cause::Rule, rule!("22-5-7")), cx);
            }
            return Done::Now(0);
        }
        let markers = markers.as_ref().map_or(0, |n| eval::amount(self, cx.pool, n, run)).clamp(0, 99) as u8;
        let how = PlayVerb { rest: *rest, active: *active, opponents: *opponents, markers, on: below };
        let before = self.frames.len();
        let mut count = 0;
        for card in eval::targets(self, cx.pool, what, run).iter() {
            let played = self.play_by_skill(*card, how, run, cx);
            count += i16::from(played);
            if !played && (*what == Target::This || on.is_some()) {
                self.fails_to_enter(*card, cx);
            }
            if played && *evolves {
                self.table.marks_mut(*card).set_evolved(true);
                self.note(Moment::Evolves, self.table.object(*card), Object::default(), 0, cx);
            }
        }
        self.done_or_later(before, count, frame)
    }

    pub(super) fn do_combo(&mut self, what: &Target<Dbs>, run: &Run, frame: usize, cx: &mut Cx<'_>) -> Done {
        let before = self.frames.len();
        let cause = self.cause(run, cx.pool);
        let mut count = 0;
        for card in self.acted_on(cx.pool, what, run).iter() {
            // DBS 5-7-3-1: no combo cost is paid for it.
            count += i16::from(self.combo_with(*card, run.controller, cause, cx));
        }
        self.done_or_later(before, count, frame)
    }

    pub(super) fn do_token(&mut self, verb: &Verb, run: &Run, cx: &mut Cx<'_>) -> Done {
        let Verb::Token { who, n, print, rest, slot } = verb else { return Done::Now(0) };
        let n = eval::amount(self, cx.pool, n, run);
        let seat = eval::seat(self, *who, run);
        // DBS 19-1-1, 0-2-5: a token is a Battle Card that is played.
        let barred = |print| self.bars_token(cx.pool, run.controller, print);
        let print = cx.pool.token(run.ability.print, *print).filter(|print| !barred(*print));
        let Some(print) = print else { return Done::Now(0) };
        let mut count = 0;
        for _ in 0..n {
            let Some(token) = self.create(seat, print, *rest, cx) else { break };
            let object = self.table.object(token);
            self.picks.bind(*slot, object);
            count += 1;
        }
        Done::Now(count)
    }

    pub(super) fn do_mark_over_realm(&mut self, run: &Run) -> Done {
        let Some(card) = self.table.find(run.source) else { return Done::Now(0) };
        self.table.marks_mut(card).set_overrealm(true);
        Done::Now(1)
    }

    fn play_by_skill(&mut self, card: Card, verb: PlayVerb, run: &Run, cx: &mut Cx<'_>) -> bool {
        let seat = if verb.opponents { run.controller.other() } else { run.controller };
        let fails = self.skill_play_fails(card, cx.pool);
        let rests = self.playing_skill(card, cx.pool).is_some_and(|skill| skill.play_rests);
        let rest = verb.rest || rests;
        let cause = self.cause(run, cx.pool);
        // DBS 0-2-5: forbidden to the player, or to skills.
        if self.is_barred(cx.pool, card, run.controller)
            || self.cannot(cx.pool, card, Cannot::BePlayedBySkills)
        {
            return false;
        }
        // DBS 5-5-3, 13-2-2, 16-2-2, 18-2-2: no energy is paid for a card that a skill plays.
        let play = Play { seat, paid: verb.markers, fails, cause, rest, ..Play::default() };
        if fails != Fails::No {
            return self.enter_play(card, play, cx);
        }
        if self.clashes_with_unique(cx.pool, card, seat) {
            // DBS 22-39-3: it cannot be played; what did not move stays.
            return false;
        }
        match verb.on {
            Some(below) => {
                let named = self.named(card);
                cx.log.say(rule!("22-5-5"), || What::Played { seat, card: named });
                let how = Shift { played: true, rest, ..Shift::to(Area::Battle, cause, rule!("22-5-5")) };
                // DBS 0-2-2: what an answer says of its position goes before that of the card below.
                self.stack(card, below, !verb.active && !rests, how, cx)
            }
            // DBS 18-2-1-5-1: with the markers that [Empower] leads to.
            None if self.empower_first(card, play, cx.pool) => true,
            // DBS 5-5-3-5, 13-2-2-5, 16-2-2-5, 18-2-2-5: it enters play, a Unison Card with the markers that the
            // effect says.
            None => self.put_into_play(card, seat, verb.markers, rest, cause, cx),
        }
    }

    /// DBS 0-2-5: whether the player may not play such a token: asked of one that is about to be played.
    fn bars_token(&self, cards: &Cards, seat: Seat, print: Print) -> bool {
        if !self.is_given(class::CANNOT) {
            return false;
        }
        let mut tried = *self;
        let token = tried.add(cards, print, seat, Area::Declared);
        token.is_some_and(|token| tried.is_barred(cards, token, seat))
    }

    /// DBS 22-5-7, 22-13-4-5-1, 22-13-5-4-2, 22-13-6-3-2, 5-5-4: a card that was to play itself, or to be played on top of
    /// another, and did not move goes to the Drop Area.
    fn fails_to_enter(&mut self, card: Card, cx: &mut Cx<'_>) {
        // What stands where it went by an answer stays there (DBS 22-5-7-1).
        // DBS 22-13-4-5-1-1, 22-13-5-4-2-1, 22-13-6-3-2-1: what a skill returned to the hand instead stays there.
        let answered = self.skill_play_fails(card, cx.pool) != Fails::No;
        if answered || !matches!(self.table.zone(card), Area::Hand | Area::Deck | Area::ZDeck) {
            return;
        }
        let z = cx.pool.printed(self.table.print(card)).z;
        let to = if z { Area::Removed } else { Area::Drop };
        self.shift(card, Shift::to(to, Cause::Rule, rule!("22-5-7")), cx);
    }

    /// What an answer to the running skill made of playing cards by it.
    fn skill_play_fails(&self, card: Card, cards: &Cards) -> Fails {
        self.playing_skill(card, cards).map_or(Fails::No, |skill| skill.play_fails)
    }

    /// The running skill, whose answers change how it plays the card. DBS 22-20-2: [Deflect] does not care.
    fn playing_skill(&self, card: Card, cards: &Cards) -> Option<Activation> {
        if cards.printed(self.table.print(card)).has_keyword(Keyword::Deflect, false) {
            return None;
        }
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Skill(skill) => Some(*skill),
            _ => None,
        })
    }
}
