//! What brings about the things that [Auto] skills wait for: where their cards wait, and cards whose skills do it to them,
//! just as the trigger says that it comes about.

use super::shapes::{having, window_text};
use crate::card::Printed;
use crate::state::Area;
use crate::vocab::{Dbs, Fact, Keyword, Moment, Test, Window};
use effects::probe::{Home, Probe, Sketch, Tool};
use effects::{Cond, Filter, Trigger, Who};
use kernel::Seat;
use serde_json::{Value, json};

/// Calls `f` with the facts that a condition wants to be so.
fn each_wanted<'a>(cond: Option<&'a Cond<Dbs>>, f: &mut dyn FnMut(&'a Fact)) {
    match cond {
        Some(Cond::Fact(fact)) => f(fact),
        Some(Cond::All(all) | Cond::Either(all)) => all.iter().for_each(|one| each_wanted(Some(one), f)),
        _ => {}
    }
}

fn wanted(trigger: &Trigger<Dbs>) -> Vec<&Fact> {
    let mut facts = Vec::new();
    each_wanted(trigger.cond.as_ref(), &mut |fact| facts.push(fact));
    facts
}

/// The areas that the trigger's card comes from: as it says, or as the moment has it.
fn origins(trigger: &Trigger<Dbs>) -> Vec<Area> {
    let mut said: Vec<Area> = wanted(trigger)
        .into_iter()
        .filter_map(|fact| match fact {
            Fact::From(area) => Some(*area),
            _ => None,
        })
        .collect();
    // "when you play a card in your Battle Area": that is where it goes.
    if trigger.moment != Moment::Played {
        each_test(&trigger.subject, &mut |test| {
            if let Test::InArea(area) = test {
                said.push(*area);
            }
        });
    }
    if !said.is_empty() {
        return said;
    }
    match trigger.moment {
        Moment::PutUnder if by_union(trigger) => vec![Area::Battle],
        Moment::Combos | Moment::ComboEnds | Moment::Discards | Moment::EnergyPlaced | Moment::PutUnder => {
            vec![Area::Hand]
        }
        Moment::Drops => vec![Area::Battle, Area::Hand, Area::Deck],
        Moment::ZEnergyPlaced => vec![Area::Hand, Area::Drop],
        Moment::PlacedInBattle if is_of_kind(&trigger.subject, crate::vocab::KindWord::Z) => {
            vec![Area::ZDeck]
        }
        Moment::Warps => vec![Area::Drop, Area::Battle],
        Moment::TakenFromUnder => vec![Area::Under],
        _ => Vec::new(),
    }
}

fn by_union(trigger: &Trigger<Dbs>) -> bool {
    wanted(trigger).iter().any(|fact| matches!(fact, Fact::Via(words) if words.as_str() == "union"))
}

fn each_test(filter: &Filter<Dbs>, f: &mut dyn FnMut(&Test)) {
    match filter {
        Filter::Test(test) => f(test),
        Filter::All(all) | Filter::Either(all) => all.iter().for_each(|one| each_test(one, f)),
        _ => {}
    }
}

fn is_about_this(filter: &Filter<Dbs>) -> bool {
    match filter {
        Filter::This => true,
        Filter::All(all) => all.iter().any(is_about_this),
        _ => false,
    }
}

/// Where the card itself waits that triggers are about, if they say more than where its skill works.
pub(super) fn homes(triggers: &[Trigger<Dbs>]) -> Vec<Home> {
    let mut homes = Vec::new();
    for trigger in triggers.iter().filter(|trigger| is_about_this(&trigger.subject)) {
        for area in origins(trigger) {
            match area {
                Area::Under => homes.extend(["leader", "battle"].map(|zone| Home::under(zone, "under"))),
                area => homes.extend(crate::state::State::area(area).map(Home::at)),
            }
        }
    }
    homes
}

/// Where other cards wait that a trigger is about.
pub(super) fn whereabouts(trigger: &Trigger<Dbs>) -> Vec<&'static str> {
    let mut zones: Vec<&'static str> =
        origins(trigger).into_iter().filter_map(crate::state::State::area).collect();
    each_test(&trigger.subject, &mut |test| match test {
        Test::YourLeader | Test::OpponentsLeader => zones.push("leader"),
        Test::YourUnison => zones.push("unison"),
        _ => {}
    });
    if zones.is_empty() && is_of_kind(&trigger.subject, crate::vocab::KindWord::Leader) {
        zones.push("leader");
    }
    let enters = matches!(trigger.moment, Moment::Played | Moment::PlacedInBattle);
    if zones.is_empty() && !enters && is_of_kind(&trigger.subject, crate::vocab::KindWord::Unison) {
        zones.push("unison");
    }
    if zones.is_empty() { crate::state::State::stands(trigger.moment).to_vec() } else { zones }
}

pub(super) fn is_of_kind(filter: &Filter<Dbs>, kind: crate::vocab::KindWord) -> bool {
    match filter {
        Filter::Kind(one) => *one == kind,
        Filter::All(all) => all.iter().any(|one| is_of_kind(one, kind)),
        _ => false,
    }
}

/// Makes a card that a trigger is about such that it does what the trigger waits for.
pub(super) fn equip(trigger: &Trigger<Dbs>, sketch: &mut Sketch) {
    let facts = wanted(trigger);
    let via = facts.iter().find_map(|fact| match fact {
        Fact::Via(words) => by_words(words.as_str()),
        _ => None,
    });
    let window = facts.iter().find_map(|fact| match fact {
        Fact::OfKind(window) => Some(window),
        _ => None,
    });
    match trigger.moment {
        Moment::ActivatesCounter => {
            sketch.set("kind", "extra");
            let play = window == Some(&Window::CounterPlay);
            sketch.add(
                "text",
                if play { "[Counter : Play] Draw 1 card." } else { "[Counter : Attack] Draw 1 card." },
            );
        }
        Moment::ActivatesExtra => {
            sketch.set("kind", "extra");
            sketch.add("text", "[Activate : Main] Draw 1 card.");
        }
        Moment::Activates | Moment::Played | Moment::Evolves => {
            if let Some(keyword) = via {
                sketch.add("text", having(keyword));
            }
            if via == Some(Keyword::Awaken) {
                sketch.set("back", json!({"power": 15000}));
            }
            if let Some(window) = window {
                sketch.add("text", window_text(window));
            }
        }
        Moment::Blocks => sketch.add("text", "[Blocker]"),
        Moment::Readies => sketch.mark("rest", true),
        _ => {}
    }
}

/// The keyword that words of a text mean.
pub(super) fn by_words(words: &str) -> Option<Keyword> {
    let name = |keyword: Keyword| crate::keyword::KEYWORDS.say(keyword).to_lowercase();
    crate::keyword::KEYWORDS.rows.iter().map(|row| row.means).find(|keyword| {
        let name = name(*keyword);
        words == name || words.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with([' ', '-']))
    })
}

/// The cards by whose skill it must come about.
pub(super) fn actor(trigger: &Trigger<Dbs>) -> Option<&Filter<Dbs>> {
    let other = match &trigger.cond {
        Some(Cond::All(all)) if trigger.moment == Moment::Discards => all.iter().find_map(is_other),
        Some(cond) if trigger.moment == Moment::Discards => is_other(cond),
        _ => None,
    };
    other.or_else(|| {
        wanted(trigger).into_iter().find_map(|fact| match fact {
            Fact::BySkillOf(filter) => Some(&**filter),
            _ => None,
        })
    })
}

fn is_other(cond: &Cond<Dbs>) -> Option<&Filter<Dbs>> {
    match cond {
        Cond::Is(effects::Target::Other, filter) => Some(filter),
        _ => None,
    }
}

/// Makes the tool that card, with the tool's own skill beside what the description asks for.
pub(super) fn act(tool: &mut Tool, actor: Sketch) {
    let Value::Object(row) = &mut tool.row else { return };
    for (field, value) in actor.row {
        match (field.as_str(), row.get_mut(&field), value) {
            ("text", Some(Value::String(text)), Value::Array(more)) => {
                let mut all = vec![json!(text.as_str())];
                all.extend(more);
                row.insert(field, json!(all));
            }
            (_, _, value) => drop(row.insert(field, value)),
        }
    }
    let kind = row.get("kind").and_then(Value::as_str).unwrap_or("battle").to_string();
    match kind.trim_start_matches("z-") {
        "leader" => tool.zone = "leader",
        "unison" => tool.zone = "unison",
        "extra" => tool.zone = "hand",
        _ => {}
    }
}

/// Cards whose skills do what a trigger waits for, to the cards that it is about.
pub(super) fn deeds(trigger: &Trigger<Dbs>) -> Vec<Tool> {
    let mut doers = Seat::BOTH.to_vec();
    for fact in wanted(trigger) {
        match fact {
            Fact::ByYourSkill => doers = vec![Seat::A],
            Fact::ByOpponentsSkill => doers = vec![Seat::B],
            Fact::BySkillOf(filter) => match side(filter) {
                Some(seat) => doers = vec![seat],
                None => doers = vec![Seat::A],
            },
            _ => {}
        }
    }
    let owners = match side(&trigger.subject) {
        Some(seat) => vec![seat],
        None if is_about_this(&trigger.subject) => vec![Seat::A],
        None => Seat::BOTH.to_vec(),
    };
    let mut tools = Vec::new();
    for doer in doers {
        for owner in &owners {
            for sentence in sentences(trigger, *owner == doer) {
                let window = if sentence.contains("combo") { "Battle" } else { "Main/Battle" };
                let text = format!("[Activate : {window}] [Once per turn] {sentence}");
                tools.push(Tool::new(doer, "battle", json!({"kind": "battle", "power": 5000, "text": text})));
            }
        }
    }
    tools
}

/// Cards whose keyword skills do it to the card under test, where the trigger names the keyword.
pub(super) fn by_keyword(trigger: &Trigger<Dbs>, card: &Printed) -> Vec<Tool> {
    let via = wanted(trigger).into_iter().find_map(|fact| match fact {
        Fact::Via(words) => Some(words.as_str()),
        _ => None,
    });
    let Some(via) = via else { return Vec::new() };
    if via == "counter" && trigger.moment == Moment::Readies {
        let seat = side(&trigger.subject).unwrap_or(Seat::A);
        let text = "[Counter : Attack] Choose 1 of your energy and switch it to Active Mode.";
        let cost = json!({"total": 0, "specified": []});
        return vec![Tool::new(seat, "hand", json!({"kind": "extra", "text": text, "energy_cost": cost}))];
    }
    if via == "swap" && trigger.moment == Moment::Played && !is_about_this(&trigger.subject) {
        let text = format!("[Swap 1] {}.", noun(&trigger.subject));
        return vec![Tool::new(Seat::A, "battle", json!({"kind": "battle", "power": 10000, "text": text}))];
    }
    if !is_about_this(&trigger.subject) {
        return Vec::new();
    }
    let character = card.front.characters.first().map_or("Zed", |name| name.as_str());
    let color = card.colors.iter().next().map_or("red", |color| color.name());
    let named = |zone| {
        // DBS 22-13-4-1b: cards of equal power are united.
        let row = json!({"kind": "battle", "power": card.front.power, "characters": ["Zed"]});
        Tool::new(Seat::A, zone, row)
    };
    let with = |zone, text: String| {
        Tool::new(Seat::A, zone, json!({"kind": "battle", "power": 10000, "text": text}))
    };
    match (via, trigger.moment) {
        ("swap", Moment::Played) => {
            vec![with("battle", format!("[Swap {}] <{character}>.", card.cost.total))]
        }
        ("union" | "union-fusion", Moment::Discards | Moment::Drops) => {
            vec![with("hand", format!("[Union-Fusion]R : <{character}> and <Zed>.")), named("hand")]
        }
        ("union", Moment::PutUnder) => {
            vec![with("hand", format!("[Union-Potara]R : <{character}> and <Zed>.")), named("battle")]
        }
        ("successor", Moment::Drops) => {
            let cost = json!({"total": card.cost.total, "specified": []});
            let row = json!({"kind": "battle", "power": 10000, "text": "[Successor]", "energy_cost": cost});
            vec![Tool::new(Seat::A, "hand", row)]
        }
        ("union", Moment::Played) => {
            let text = format!(
                "[Union-Absorb] Choose 1 <Zed> card in your hand and place it under this card : Choose 1 <{character}> card in your hand and play it on top of this card."
            );
            vec![with("battle", text), named("hand")]
        }
        ("alliance", _) => {
            let other = if color == "green" { "red" } else { "green" };
            vec![with("battle", format!("[Alliance {color}/{other}] Draw 1 card."))]
        }
        _ => Vec::new(),
    }
}

/// A description in words, as far as names go.
fn noun(filter: &Filter<Dbs>) -> String {
    let all = match filter {
        Filter::All(all) => &all[..],
        one => std::slice::from_ref(one),
    };
    let word = |one: &Filter<Dbs>| match one {
        Filter::Trait(name) => Some(format!("《{}》 card", name.as_str())),
        Filter::Test(Test::Character(name)) => Some(format!("<{}>", name.as_str())),
        _ => None,
    };
    all.iter().find_map(word).unwrap_or_else(|| "card".into())
}

/// Another Unison Card, in the place of which a Unison Card goes to the Drop Area; of the name that a skill wants to see there.
pub(super) fn relief(card: &Printed) -> Vec<Tool> {
    let leaves = |trigger: &Trigger<Dbs>| trigger.moment == Moment::Drops && is_about_this(&trigger.subject);
    let skill = card.skills.iter().find(|skill| match &skill.ability.when {
        effects::When::Trigger(triggers) => triggers.iter().any(leaves),
        _ => false,
    });
    let Some(skill) = skill else { return Vec::new() };
    let cost = json!({"total": 1, "specified": []});
    let mut row = json!({"kind": "unison", "power": 10000, "energy_cost": cost});
    if let Some(Cond::Exists(select)) = &skill.cost_cond {
        if let Filter::Name(name) = &select.filter {
            row["name"] = json!(name.as_str());
        }
    }
    vec![Tool::new(Seat::A, "hand", row)]
}

/// Under which card a card is placed, in words.
fn under(trigger: &Trigger<Dbs>) -> String {
    let host = match &trigger.cond {
        Some(Cond::All(all)) => all.iter().find_map(is_other),
        Some(cond) => is_other(cond),
        None => None,
    };
    let all = match host {
        Some(Filter::All(all)) => &all[..],
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let name = all.iter().find_map(|one| match one {
        Filter::Name(name) => Some(name),
        _ => None,
    });
    match name {
        Some(name) => format!("place it under your {{{}}}", name.as_str()),
        None => "place it under your Leader Card".into(),
    }
}

fn side(filter: &Filter<Dbs>) -> Option<Seat> {
    match filter {
        Filter::Of(Who::You) | Filter::Test(Test::YourLeader | Test::YourUnison) => Some(Seat::A),
        Filter::Of(Who::Opponent) | Filter::Test(Test::OpponentsLeader) => Some(Seat::B),
        Filter::All(all) => all.iter().find_map(side),
        _ => None,
    }
}

/// What is done, in words of a skill: to cards of the one who says it or of that one's opponent.
fn sentences(trigger: &Trigger<Dbs>, own: bool) -> Vec<String> {
    let end = match trigger.moment {
        Moment::Drops => "place it in its owner's Drop Area",
        Moment::Warps => "send it to its owner's Warp",
        Moment::ReturnsToHand => "return it to its owner's hand",
        Moment::ZEnergyPlaced => "place it in its owner's Z-Energy",
        Moment::EnergyPlaced => "place it in its owner's energy",
        Moment::PutUnder => &under(trigger),
        Moment::PlacedInBattle if is_of_kind(&trigger.subject, crate::vocab::KindWord::Z) => {
            return vec!["Place up to 1 Z-Extra Card from your Z-Deck in your Battle Area.".into()];
        }
        Moment::Removed => "remove it from the game",
        Moment::Played => "play it",
        Moment::Combos | Moment::ComboEnds => "use it in a combo",
        Moment::IsKod | Moment::Leaves => "KO it",
        Moment::Rests => "switch it to Rest Mode",
        Moment::Readies => "switch it to Active Mode",
        Moment::Strengthened => "it gets +5000 power for the turn",
        Moment::TakenFromUnder => match wanted(trigger).contains(&&Fact::To(Area::Hand)) {
            true => "return it to its owner's hand",
            false => "place it in its owner's Drop Area",
        },
        Moment::MarkerRemoved => "remove 1 marker from it",
        Moment::MarkerAdded => "add 1 marker to it",
        Moment::Discards => {
            let who = if own {
                "Discard 1 card from your hand."
            } else {
                "Your opponent discards 1 card from their hand."
            };
            return vec![who.into()];
        }
        _ => return Vec::new(),
    };
    let mut from = origins(trigger);
    if from.is_empty() {
        from = match trigger.moment {
            Moment::Played => vec![Area::Hand],
            Moment::MarkerAdded | Moment::MarkerRemoved => vec![Area::Unison],
            _ => vec![Area::Battle],
        };
    }
    let whose = if own { "your" } else { "your opponent's" };
    let mut all = Vec::new();
    for area in from {
        let noun = match area {
            Area::Battle if matches!(trigger.moment, Moment::Drops | Moment::Removed) => {
                format!("1 card in {whose} Battle Area")
            }
            Area::Battle if trigger.moment == Moment::Strengthened => format!("1 of {whose} cards"),
            Area::Battle => format!("1 of {whose} Battle Cards"),
            Area::Unison => format!("1 of {whose} Unison Cards"),
            Area::Leader => format!("1 of {whose} Leader Cards"),
            Area::Energy => format!("1 of {whose} energy"),
            Area::ZEnergy => format!("1 of {whose} Z-Energy"),
            Area::Under => format!("1 card under {whose} Leader Card"),
            Area::Hand => format!("1 card in {whose} hand"),
            Area::Life => format!("1 card in {whose} life"),
            Area::Drop => format!("1 card in {whose} Drop Area"),
            Area::Warp => format!("1 card in {whose} Warp"),
            Area::ZDeck => format!("1 card in {whose} Z-Deck"),
            Area::Deck => format!("1 card in {whose} deck"),
            _ => continue,
        };
        all.push(format!("Choose {noun} and {end}."));
        if trigger.moment == Moment::Played {
            all.push(format!("Choose {noun} and play it in Rest Mode."));
        }
        if trigger.moment == Moment::Leaves {
            all.push(format!("Choose {noun} and return it to its owner's hand."));
        }
        if area == Area::Under {
            all.push(format!("Choose 1 card under {whose} Battle Card and {end}."));
        }
    }
    all
}
