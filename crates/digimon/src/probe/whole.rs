//! The test card and what is like it: what its file leaves out, what a position must not hold, what is the same of two cards.

use super::tools::linkable;
use crate::alias::{Ability, Among, Cond, Filter, Gainer, Step, Target, When};
use crate::card::{Card as Printed, Kinds};
use crate::state::{EntryKind, State};
use crate::vocab::{Change, Count, Dcg, Distinct, Fact, Figure, Kind, Live, Moment, Test, Text, Verb};
use effects::probe::{Bit, Probe, Sketch};
use effects::{Amount, Cmp, Op, Phrase, Slot};
use serde_json::{Map, Value, json};

/// What a cost took away is laid out as what its slot holds.
static SLOTS: [Target; 4] =
    [Target::Slot(Slot(0)), Target::Slot(Slot(1)), Target::Slot(Slot(2)), Target::Slot(Slot(3))];

/// What two cards share that are alike.
pub(super) fn like(test: &Test) -> Option<(&Target, &'static str, Value)> {
    Some(match test {
        Test::SameName(target) => match &**target {
            Target::Test(Test::Departed(Some(slot))) => {
                (SLOTS.get(usize::from(slot.0))?, "name", json!("Kin"))
            }
            _ => (target, "name", json!("Kin")),
        },
        Test::SameLevel(target) => (target, "level", json!(4)),
        Test::SharesColor(target) => (target, "colors", json!(["red"])),
        Test::SharesTrait(target) => (target, "type", json!(["kin"])),
        _ => return None,
    })
}

/// Whether a made-up card could be one that a filter means: by its kind, name and traits.
pub(super) fn could_fit(row: &Map<String, Value>, filter: &Filter) -> bool {
    let word = |field: &str| row.get(field).and_then(Value::as_str).unwrap_or_default().to_lowercase();
    let listed = |field: &str| -> Vec<String> {
        let list = row.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
        list.iter().filter_map(Value::as_str).map(str::to_lowercase).collect()
    };
    match filter {
        Filter::All(all) => all.iter().all(|one| could_fit(row, one)),
        Filter::Either(any) => any.iter().any(|one| could_fit(row, one)),
        Filter::Kind(kind) => {
            let kind = match kind {
                Kind::Digimon => "digimon",
                Kind::Tamer => "tamer",
                Kind::Option => "option",
                Kind::Egg => "digi-egg",
                Kind::Token => return false,
            };
            let own = word("kind");
            own == kind || own.is_empty() && kind == "digimon"
        }
        Filter::Name(name) | Filter::NameHas(name) | Filter::InText(name) => {
            word("name").contains(name.as_str())
        }
        Filter::Trait(name) | Filter::TraitHas(name) => {
            listed("type").iter().any(|one| one.contains(name.as_str()))
        }
        _ => true,
    }
}

/// Whether an ability hangs on such a fact.
pub(super) fn asks(ability: &Ability, wanted: &mut dyn FnMut(&Fact) -> bool) -> bool {
    let mut found = ability.cond.as_ref().is_some_and(|cond| holds_fact(cond, wanted));
    for step in &ability.steps {
        step.each(&mut |step| {
            if let Step::If { cond, .. } = step {
                found |= holds_fact(cond, wanted);
            }
        });
    }
    found
}

fn holds_fact(cond: &Cond, wanted: &mut dyn FnMut(&Fact) -> bool) -> bool {
    match cond {
        Cond::Fact(fact) => wanted(fact),
        Cond::All(all) | Cond::Either(all) => all.iter().any(|one| holds_fact(one, wanted)),
        Cond::Not(inner) => holds_fact(inner, wanted),
        _ => false,
    }
}

/// Whether an ability asks how many cards were placed for its card's DigiXros, or how many lie under it when it is played.
fn asks_materials(ability: &Ability) -> bool {
    let words = ability.words.to_lowercase();
    let mut found = words.contains("digixros");
    for step in &ability.steps {
        step.each(&mut |step| {
            if let Step::If { cond: Cond::Compare(amount, ..), .. } = step {
                found |= matches!(amount, Amount::Game(Count::Materials));
            }
        });
    }
    found || words.starts_with("[on play] if this digimon has") && words.contains("digivolution card")
}

/// The card with a way to come out by, or a figure, that its ability speaks of and its file leaves out.
pub(super) fn complete(card: &Printed, row: &Value, ability: &Ability) -> Option<Value> {
    let mut row = row.clone();
    let mut add = |line: &str| match &mut row["text"] {
        Value::Array(lines) => lines.push(json!(line)),
        text => *text = json!([text.as_str().unwrap_or_default(), line]),
    };
    let meaning = &card.meaning;
    if asks(ability, &mut |fact| *fact == Fact::ByDna)
        && !meaning.ways.iter().any(|way| way.kind == EntryKind::Dna)
    {
        add("[DNA Digivolve] Lv.3 or higher + Lv.3 or higher: Cost 0");
    } else if asks_materials(ability) && meaning.xros.is_empty() {
        add("[DigiXros -1] [Ash] × [Elm] × [Oak]");
    } else if ability.part.text == Text::Link && meaning.links.is_empty() {
        row["link"]["requirement"] = linkable()["requirement"].clone();
    } else if card.kinds.meets(Kinds::EGG)
        && card.dp.is_none()
        && ability.part.text == Text::Main
        && ability.part.live == Live::Usual
    {
        // It works in the battle area, where only what has DP can be.
        row["dp"] = json!(3000);
    } else {
        return None;
    }
    Some(row)
}

/// Makes a card one that the test card can digivolve from.
pub(super) fn meet_need(card: &Printed, sketch: &mut Sketch) {
    let Some(need) = card.needs.first() else { return };
    sketch.set("level", need.level);
    let color = (0..7).find(|at| need.color.0 & (1 << at) != 0).unwrap_or(0);
    sketch.add("colors", crate::card::COLORS[color]);
}

/// Whether an ability of the card lets an Option card be used.
pub(super) fn uses(card: &Printed) -> bool {
    let used = |op: &Op<Dcg>| matches!(op, Op::Do(Verb::Use { .. } | Verb::PlayOrUse { .. }));
    card.meaning.abilities.iter().any(|ability| ability.program.iter().any(used))
}

/// What both players do is written for either order of the players, and the order is the turn's: one of the two is judged.
pub(super) fn is_turned_round(ability: &Ability, op: &Op<Dcg>) -> bool {
    let by_turn = |step: &Step| matches!(step, Step::If { cond: Cond::Fact(Fact::Turn(_)), .. });
    let Op::Choose { who, from, .. } = op else { return false };
    let same =
        |one: &&Op<Dcg>| matches!(one, Op::Choose { who: by, from: those, .. } if by == who && those == from);
    ability.steps.iter().any(by_turn) && ability.program.iter().filter(same).count() > 1
}

/// What a card of the match has to be like for something else to count ("1 [A] if that Digimon has [B] in its name"), and what
/// is checked has to be: in the hand and in the security stack.
pub(super) fn elsewhere(card: &Printed) -> Vec<(&'static str, Filter)> {
    let mut found = Vec::new();
    for ability in &card.meaning.abilities {
        each_provided(ability, &mut |cond| {
            if let Cond::Is(_, filter) = cond {
                found.push(("hand", Filter::Kind(Kind::Digimon).and(filter.clone())));
            }
        });
        let checks = matches!(&ability.when, When::Trigger(triggers) if triggers.iter().any(|one| one.moment == Moment::Checked));
        for step in ability.steps.iter().filter(|_| checks) {
            if let Step::If { cond: Cond::Is(_, filter), .. } = step {
                found.push(("security", filter.clone()));
            }
        }
        if let (true, Some(Cond::Is(_, filter))) = (checks, &ability.cond) {
            found.push(("security", filter.clone()));
        }
    }
    found
}

/// Which cards beneath it a card counts to know how many go from elsewhere.
pub(super) fn counted_beneath(card: &Printed) -> Option<Filter> {
    let mut found = None;
    for op in card.meaning.abilities.iter().flat_map(|ability| &ability.program) {
        let Op::Do(verb) = op else { continue };
        State::bits(verb, &mut |bit| {
            let Bit::Target(Target::Each(select)) = bit else { return };
            let Filter::Test(Test::Outer(_, many)) = &select.filter else { return };
            let Amount::Count(counted) = &**many else { return };
            if matches!(counted.among, Among::Under { host: Target::This, .. }) {
                found = Some(counted.filter.clone());
            }
        });
    }
    found
}

/// Something in the hand that is given an effect for when it is played with cards beneath it, and those cards.
pub(super) fn comes_with_cards(card: &Printed) -> Option<Vec<(&'static str, Filter)>> {
    let all = &card.meaning.abilities;
    let beneath = |step: &Step| {
        matches!(step, Step::If { cond: Cond::Is(Target::This, Filter::Figure(Figure::Under, ..)), .. })
    };
    let (given, _) = all.iter().enumerate().find(|(_, ability)| ability.steps.iter().any(beneath))?;
    let given = given as u8;
    let mut to = None;
    for step in all.iter().flat_map(|ability| &ability.steps) {
        step.each(&mut |step| {
            if let Step::Gain { to: Gainer::Whatever(select), change: Change::Ability(index), .. } = step {
                if *index == given {
                    to = Some(select.filter.clone());
                }
            }
        });
    }
    let named = |name| ("hand", Filter::Kind(Kind::Digimon).and(Filter::Name(Phrase::new(name))));
    // Dear enough to give the other player memory.
    let dear = Filter::Figure(Figure::PlayCost, Cmp::Equal, Amount::Fixed(12));
    let played = to?.and(Filter::Test(Test::HasXros)).and(dear);
    Some(vec![("hand", played), named("Ash"), named("Elm")])
}

/// The conditions inside the descriptions of what is chosen.
fn each_provided(ability: &Ability, f: &mut dyn FnMut(&Cond)) {
    fn of(filter: &Filter, f: &mut dyn FnMut(&Cond)) {
        match filter {
            Filter::All(all) | Filter::Either(all) => all.iter().for_each(|one| of(one, f)),
            Filter::Test(Test::Provided(cond)) => f(cond),
            _ => {}
        }
    }
    for op in &ability.program {
        if let Op::Choose { from, .. } = op {
            of(&from.filter, f);
        }
    }
}

/// As many cards of different names beneath it as one of its prices asks for.
pub(super) fn lie(ability: &Ability, me: &mut Sketch) {
    each_provided(ability, &mut |cond| {
        if let Cond::Compare(Amount::Game(Count::Different(Distinct::Names, _)), _, Amount::Fixed(many)) =
            cond
        {
            for at in 0..*many {
                let mut below = Sketch::default();
                below.set("name", format!("Sin {at}"));
                me.piles.push(("under", below));
            }
        }
    });
}
