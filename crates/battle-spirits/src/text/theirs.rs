//! What the opponent does by an effect, with cards of the opponent's own choice.

use super::clause::{OnTarget, Steps, done};
use super::cores::how_many_cores;
use super::{B, P};
use crate::state::Zone;
use crate::vocab::*;
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, Who};

/// "one of their Spirits", "one of the Spirits they control": the opponent picks among the opponent's own.
pub(super) fn theirs(p: &mut P<'_>, b: &mut B) -> Option<(TextStep, BsTarget)> {
    let number = if p.take("a/an") { 1 } else { p.number()? };
    p.take("of");
    if !p.take("their/his") {
        return p.want("their");
    }
    let filter = effects::text::grammar::described(&super::lexicon::Words, p, b)?;
    let field = Among::Zones { whose: Who::Opponent, zones: vec![Zone::Field] };
    let from = Select::new(field, filter, HowMany::Exactly(Amount::Fixed(number)));
    let slot = b.slot();
    b.it = Some(Target::Slot(slot));
    Some((Step::Choose { who: Who::Opponent, slot, from }, Target::Slot(slot)))
}

/// "Your opponent exhausts one of their Spirits", "… sends a core from their Reserve to the Trash".
pub(super) fn opponent_does(p: &mut P<'_>, b: &mut B) -> Steps {
    p.take("your/the opponent must?").then_some(())?;
    if let Some(verb) = p.lookup(&THEIR_VERBS) {
        let (choose, target) = theirs(p, b)?;
        return done(vec![choose], verb(target));
    }
    if !p.take("sends/puts/places/send/put/place") {
        return None;
    }
    let many = how_many_cores(p)?;
    if many.up_to || !p.take("from") {
        return p.want("from where");
    }
    let (before, from) = if p.take("their reserve") {
        (Vec::new(), CorePlace::Reserve(Who::Opponent))
    } else if p.take("their field") {
        if many.number != 1 || many.kind != CoreKind::Any {
            return p.want("one core");
        }
        // One of the cards there that has any.
        let field = Among::Zones { whose: Who::Opponent, zones: vec![Zone::Field] };
        let some = Filter::Figure(Figure::Cores, effects::Cmp::AtLeast, Amount::Fixed(1));
        let slot = b.slot();
        b.it = Some(Target::Slot(slot));
        let from = Select::new(field, some, HowMany::Exactly(Amount::Fixed(1)));
        (vec![Step::Choose { who: Who::Opponent, slot, from }], CorePlace::On(Target::Slot(slot)))
    } else {
        let (choose, target) = theirs(p, b)?;
        (vec![choose], CorePlace::On(target))
    };
    let to = if p.take("to/into the/their trash") {
        CorePlace::Trash(Who::Opponent)
    } else if p.take("to/into the/their reserve") && !before.is_empty() {
        CorePlace::Reserve(Who::Opponent)
    } else {
        return p.want("to the Trash");
    };
    let count = Amount::Fixed(many.number);
    done(before, Verb::Cores { from, to, count, kind: many.kind, total: many.total })
}

/// What the opponent does to a card of the opponent's own choice.
pub(super) const THEIR_VERBS: [(&str, OnTarget); 6] = [
    ("destroys", Verb::Destroy),
    ("exhausts", Verb::Exhaust),
    ("refreshes", Verb::Refresh),
    ("destroy", Verb::Destroy),
    ("exhaust", Verb::Exhaust),
    ("refresh", Verb::Refresh),
];
