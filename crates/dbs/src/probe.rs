//! What the prober of card texts has to know of this game: how positions are made in which a skill should happen, and what
//! verbs and changes should do.

mod deeds;
mod shapes;
mod tools;

use crate::card::{Color, Kind, Printed};
use crate::choice::Choice;
use crate::state::{Area, State};
use crate::vocab::{
    CardState, Change, Count, Dbs, Fact, Figure, Keyword, KindWord, Moment, Part, Test, Verb, Which, Window,
};
use effects::probe::{Bit, Expect, Home, Probe, Scenery, Sense, Shows, Sketch, Tool, comparing};
use effects::{Ability, Amount, Cmp, Cond, Filter, Select, Step, Trigger, When, Who};
use kernel::{Card, Print, Seat, Zone};
use serde_json::{Map, Value, json};
use shapes::{figure_of, having, set_kind, special, window_text};
use tools::{battle, cost_letter, doer, fighters};

impl Probe for State {
    const WORDS: &'static [&'static str] = &[
        "power",
        "cost",
        "combo power",
        "combo cost",
        "rest",
        "blocker",
        "critical",
        "double strike",
        "triple strike",
        "dual attack",
        "triple attack",
        "barrier",
        "deflect",
        "indestructible",
        "super combo",
        "z-energy cost",
    ];
    const SEAT_WORDS: &'static [&'static str] = &["energy markers", "life"];
    const FILLED: &'static [(&'static str, usize)] = &[("deck", 12), ("life", 1)];
    const FIELD: &'static str = "battle";
    const LONE: &'static [&'static str] = &["leader", "unison"];

    fn settle(&mut self, cards: &Self::Cards) {
        self.reindex(cards);
    }

    fn ground(scenery: &mut Scenery, lot: usize) {
        for player in &mut scenery.players {
            // Most costs ask for colours, some conditions for energy of one colour alone.
            let energy = match Color::ALL.get(lot / 5 % 10) {
                Some(color) => format!("Blank {} Energy", color.name()),
                None => "Blank Energy".into(),
            };
            player.insert("energy".into(), json!(vec![energy; 10]));
            player.insert("z_energy".into(), json!(vec!["Blank"; 8]));
            player.insert("drop".into(), json!(["Blank"]));
            player.insert("hand".into(), json!(["Blank"]));
            // Leaders awaken at four; some skills want to be seen before.
            let life = if lot / 50 % 3 == 0 { 8 } else { 4 };
            player.insert("life".into(), json!(vec!["Blank"; life]));
        }
        if lot / 150 % 5 == 1 {
            let rested = json!({"card": "Blank Energy", "rest": true});
            scenery.players[1].insert("energy".into(), json!(vec![rested; 4]));
        }
        if lot / 750 % 6 == 1 {
            // "If all of your energy is in Rest Mode".
            let rested = json!({"card": "Blank Energy", "rest": true});
            scenery.players[0].insert("energy".into(), json!(vec![rested; 4]));
        }
        if lot % 5 == 1 {
            scenery.table.insert("phase".into(), json!("start"));
        }
    }

    fn abilities(card: &Printed) -> Vec<&Ability<Dbs>> {
        card.skills.iter().map(|skill| &skill.ability).collect()
    }

    fn field(part: Part) -> &'static str {
        if part == Part::Back { "back.text" } else { "text" }
    }

    fn mute(card: &mut Printed, ability: usize) {
        let skill = &mut card.skills[ability];
        skill.ability.cond = Some(Cond::Either(Vec::new()));
        // Some of what is always on is read off the program.
        if skill.ability.when == When::Always {
            skill.ability.program = vec![effects::Op::End];
        }
    }

    fn with_one_trigger(card: &Printed, ability: usize, trigger: usize) -> Option<Printed> {
        let mut single = card.clone();
        match &mut single.skills[ability].ability.when {
            When::Trigger(triggers) | When::Would(triggers) => {
                *triggers = vec![triggers.get(trigger)?.clone()];
                Some(single)
            }
            _ => None,
        }
    }

    fn given(step: &Step<Dbs>) -> Vec<u8> {
        match step {
            Step::Gain {
                change:
                    Change::Ability(index)
                    | Change::Toll(index)
                    | Change::TollOn(index)
                    | Change::Instead(_, index),
                ..
            } => vec![*index],
            Step::Later { ability, .. } => vec![*ability],
            _ => Vec::new(),
        }
    }

    fn all_cards(&self) -> Vec<Card> {
        self.table.all().collect()
    }

    fn print_of(&self, card: Card) -> Print {
        self.table.print(card)
    }

    fn area(zone: Area) -> Option<&'static str> {
        Some(match zone {
            Area::Leader => "leader",
            Area::Battle => "battle",
            Area::Unison => "unison",
            Area::Combo => "combo",
            Area::Energy => "energy",
            Area::Hand => "hand",
            Area::Life => "life",
            Area::Drop => "drop",
            Area::Warp => "warp",
            Area::ZDeck => "z_deck",
            Area::ZEnergy => "z_energy",
            Area::Removed => "removed",
            Area::Deck => "deck",
            Area::Under | Area::Declared => return None,
        })
    }

    fn pile(_: Area) -> &'static str {
        "under"
    }

    fn homes(card: &Printed, ability: &Ability<Dbs>) -> Vec<Home> {
        let Some(skill) = card.skills.iter().find(|skill| std::ptr::eq(&skill.ability, ability)) else {
            return Vec::new();
        };
        let homes = match &ability.when {
            When::Trigger(triggers) if enters_as_leader(triggers) => {
                vec![if card.z { Home::at("z_deck") } else { Home::at("leader").marked(BEFORE) }]
            }
            When::Trigger(triggers) => deeds::homes(triggers),
            When::Always if starts(ability) => vec![Home::at("leader").marked(BEFORE)],
            _ => Vec::new(),
        };
        if !homes.is_empty() {
            return homes;
        }
        let mut homes = Vec::new();
        for area in Area::ALL {
            if skill.areas & (1 << area.index()) == 0 {
                continue;
            }
            if *area == Area::Combo {
                // Cards come there in a battle alone.
                homes.push(Home::at("hand"));
                continue;
            }
            if *area == Area::Under {
                homes.extend(["battle", "leader", "unison"].map(|zone| Home::under(zone, "under")));
            }
            if let Some(zone) = Self::area(*area) {
                let home = Home::at(zone);
                homes.push(if ability.part == Part::Back { home.marked("back") } else { home });
            }
        }
        let enters = match &ability.when {
            When::Trigger(triggers) | When::Would(triggers) => triggers.iter().any(|trigger| {
                matches!(
                    trigger.moment,
                    Moment::Played
                        | Moment::PlacedInBattle
                        | Moment::Combos
                        | Moment::Activates
                        | Moment::Evolves
                )
            }),
            _ => false,
        };
        // What waits for its own entering is seen from where it enters.
        let only_enters = match &ability.when {
            When::Trigger(triggers) => triggers.iter().all(|trigger| {
                trigger.subject == Filter::This
                    && matches!(trigger.moment, Moment::Played | Moment::PlacedInBattle | Moment::Evolves)
            }),
            _ => false,
        };
        if only_enters && card.kind != Kind::Leader {
            homes.clear();
        }
        if enters || homes.is_empty() || (card.kind == Kind::Extra && !matches!(ability.when, When::Use(_))) {
            homes.push(Home::at(if card.z { "z_deck" } else { "hand" }));
        }
        if card.kind == Kind::Leader {
            homes.retain(|home| home.zone == "leader" || home.zone == "z_deck");
        }
        if card.kind == Kind::Leader && homes.is_empty() {
            homes.push(Home::at("leader"));
        }
        // A Leader that has turned over, and a card that lies in Rest Mode, are other positions to be in.
        homes
    }

    fn whence(_: &Filter<Dbs>, area: &'static str) -> &'static str {
        // Cards come to a Combo Area in a battle alone.
        if area == "combo" { "hand" } else { area }
    }

    fn leaning(choice: Choice) -> usize {
        match choice {
            // A battle takes what could have been seen to do something else.
            Choice::Combo(_) => 1,
            Choice::Play(_) | Choice::Activate(..) | Choice::Counter(..) => 16,
            _ => 8,
        }
    }

    fn conditions<'a>(card: &'a Printed, ability: &Ability<Dbs>) -> Vec<&'a Cond<Dbs>> {
        let skill = card.skills.iter().find(|skill| std::ptr::eq(&skill.ability, ability));
        skill.and_then(|skill| skill.cost_cond.as_ref()).into_iter().collect()
    }

    fn complete(card: &Printed, row: &Value, ability: &Ability<Dbs>) -> Option<Value> {
        // Some rows leave out with what a card is used in a combo.
        let triggers = match &ability.when {
            When::Trigger(triggers) => &triggers[..],
            _ => &[],
        };
        let used = card.skills.iter().any(|skill| {
            std::ptr::eq(&skill.ability, ability) && skill.areas & (1 << Area::Combo.index()) != 0
        });
        let this = effects::Op::Do(Verb::Combo(effects::Target::This));
        let used = used || ability.program.contains(&this);
        let combos = |trigger: &Trigger<Dbs>| {
            matches!(trigger.moment, Moment::Combos | Moment::ComboEnds | Moment::ComboLeaves)
                && trigger.subject == Filter::This
        };
        let lacks = card.kind == Kind::Battle
            && (row.get("combo_cost").is_none() || row.get("combo_power").is_none());
        if !lacks || !used && !triggers.iter().any(combos) {
            return None;
        }
        let mut row = row.clone();
        row["combo_cost"] = json!(0);
        row["combo_power"] = json!(5000);
        Some(row)
    }

    fn obstacles(card: &Printed) -> Vec<&Cond<Dbs>> {
        // "You can't play this card from any area unless …".
        let mut found = Vec::new();
        for skill in card.skills.iter().filter(|skill| skill.ability.when == When::Always) {
            for step in &skill.ability.steps {
                if let Step::If { cond, then, .. } = step {
                    let bars = |step: &Step<Dbs>| {
                        matches!(step, Step::Gain { change: Change::Cannot(crate::vocab::Cannot::Play), .. })
                    };
                    if then.iter().any(bars) {
                        found.push(cond);
                    }
                }
            }
        }
        found
    }

    fn other_lies(filter: &Filter<Dbs>) -> Option<&'static str> {
        let kind = |kind| deeds::is_of_kind(filter, kind);
        if kind(KindWord::Leader) {
            return Some("leader");
        }
        kind(KindWord::Unison).then_some("unison")
    }

    fn occasions(change: &Change) -> Vec<Tool> {
        match change {
            Change::Cannot(crate::vocab::Cannot::BeNegated) => {
                let text = "[Counter : Counter] Negate the activated [Counter] skill.";
                let cost = json!({"total": 0, "specified": []});
                let row = json!({"kind": "extra", "text": text, "energy_cost": cost});
                vec![Tool::new(Seat::B, "hand", row)]
            }
            _ => Vec::new(),
        }
    }

    fn bestow(filter: &Filter<Dbs>) -> Vec<Tool> {
        match filter {
            Filter::Has(keyword) if matches!(keyword, Keyword::Servant | Keyword::Indestructible) => {
                let text = format!(
                    "[Permanent] All of your other Battle Cards gain {}.",
                    crate::keyword::bracket(*keyword)
                );
                vec![Tool::new(Seat::A, "battle", battle(&text))]
            }
            _ => Vec::new(),
        }
    }

    fn lift(row: &Map<String, Value>, figure: Figure, cmp: Cmp, than: i32) -> Vec<Tool> {
        if figure != Figure::Power || !matches!(cmp, Cmp::AtLeast | Cmp::More) {
            return Vec::new();
        }
        let kind = row.get("kind").and_then(Value::as_str).unwrap_or("battle");
        let cards = match kind.trim_start_matches("z-") {
            "leader" => "Your Leader Card gets",
            "unison" => "All of your Unison Cards get",
            _ => "All of your other Battle Cards get",
        };
        vec![Tool::new(Seat::A, "battle", battle(&format!("[Permanent] {cards} +{than} power.")))]
    }

    fn alongside<'a>(card: &'a Printed, ability: &Ability<Dbs>) -> Vec<&'a Ability<Dbs>> {
        let firm = |op: &effects::Op<Dbs>| {
            matches!(op, effects::Op::Gain { change: Change::Cannot(crate::vocab::Cannot::BeNegated), .. })
        };
        if ability.program.iter().any(firm) {
            // What cannot be negated is a skill that is used.
            let used = |skill: &&crate::text::Skill| matches!(skill.ability.when, When::Use(_));
            return card.skills.iter().filter(used).map(|skill| &skill.ability).collect();
        }
        let activates = |trigger: &Trigger<Dbs>| {
            trigger.moment == Moment::Activates && trigger.subject == Filter::This && trigger.cond.is_none()
        };
        if matches!(&ability.when, When::Trigger(triggers) if triggers.iter().any(activates)) {
            // "When you activate this card": by a skill of its own.
            let used = |skill: &&crate::text::Skill| matches!(skill.ability.when, When::Use(_));
            return card.skills.iter().filter(used).map(|skill| &skill.ability).collect();
        }
        let triggers = match &ability.when {
            When::Trigger(triggers) => triggers,
            When::Always => return tools::paid_otherwise(card, ability),
            _ => return Vec::new(),
        };
        if triggers.iter().any(|trigger| trigger.moment == Moment::Blocks) {
            // What gives the card its [Blocker].
            let gives = |op: &effects::Op<Dbs>| {
                matches!(op, effects::Op::Gain { change: Change::Keyword(Keyword::Blocker), .. })
            };
            let always = |skill: &&crate::text::Skill| skill.ability.when == When::Always;
            let giving = |skill: &&crate::text::Skill| skill.ability.program.iter().any(gives);
            return card.skills.iter().filter(always).filter(giving).map(|skill| &skill.ability).collect();
        }
        let mut ways: Vec<String> = Vec::new();
        for trigger in triggers {
            match trigger.moment {
                Moment::Evolves => ways.push("evolve".into()),
                Moment::PlacedInLeader => ways.push("z-awaken".into()),
                _ => {}
            }
            each_fact(trigger.cond.as_ref(), &mut |fact| {
                if let Fact::Via(words) = fact {
                    ways.push(words.as_str().into());
                }
            });
        }
        let evolves = triggers.iter().any(|trigger| trigger.moment == Moment::Evolves);
        let meant = |skill: &&crate::text::Skill| {
            let own = skill.keyword.as_deref();
            let by_effect =
                |op: &effects::Op<Dbs>| matches!(op, effects::Op::Do(Verb::Play { evolves: true, .. }));
            if evolves && own.is_none() && skill.ability.program.iter().any(by_effect) {
                return true;
            }
            own.is_some_and(|own| ways.iter().any(|way| crate::keyword::is_meant(own, way)))
        };
        card.skills.iter().filter(meant).map(|skill| &skill.ability).collect()
    }

    fn found(test: &Test) -> Option<(Seat, &'static str, Filter<Dbs>)> {
        Some(match test {
            Test::YourLeader => (Seat::A, "leader", Filter::Kind(KindWord::Leader)),
            Test::OpponentsLeader => (Seat::B, "leader", Filter::Kind(KindWord::Leader)),
            Test::YourUnison => (Seat::A, "unison", Filter::Kind(KindWord::Unison)),
            Test::Attacker | Test::AttackingBattle => (Seat::B, "battle", Filter::Kind(KindWord::Battle)),
            Test::Declared | Test::DeclaredBattle => (Seat::B, "hand", Filter::Kind(KindWord::Battle)),
            Test::Guard => (Seat::A, "battle", Filter::Kind(KindWord::Battle)),
            _ => return None,
        })
    }

    fn settings(fact: &Fact) -> Vec<Tool> {
        match fact {
            Fact::Via(words) => tools::ways(words.as_str()),
            _ => Vec::new(),
        }
    }

    fn openings(scenery: &mut Scenery, window: &Window) -> Vec<Tool> {
        let answers = !matches!(window, Window::Main | Window::Battle | Window::MainOrBattle);
        if answers && *window != Window::CounterCounter {
            scenery.table.insert("turn".into(), json!("opponent"));
        }
        let counter = |text| Tool::new(Seat::B, "hand", json!({"kind": "extra", "text": text}));
        match window {
            Window::CounterCounter => vec![
                counter("[Counter : Attack] Negate the attack."),
                counter("[Counter : Attack] Draw 1 card."),
                counter("[Counter : Play] Draw 1 card."),
            ],
            Window::CounterPlay => {
                let card = |cost: i32| {
                    let cost = json!({"total": cost, "specified": []});
                    Tool::new(Seat::B, "hand", json!({"kind": "battle", "power": 5000, "energy_cost": cost}))
                };
                vec![card(1), card(3), card(5)]
            }
            _ => Vec::new(),
        }
    }

    fn beneath(count: &Count) -> Option<(&effects::Target<Dbs>, &'static str)> {
        match count {
            Count::Under(target) => Some((target, "under")),
            _ => None,
        }
    }

    fn tell_apart(count: &Count, _: usize, sketch: &mut Sketch) {
        if matches!(count, Count::DifferentColors(_)) {
            sketch.set("colors", json!(["red", "blue", "green", "yellow"]));
        }
    }

    fn seldom(card: &Printed, ability: &Ability<Dbs>, op: &effects::Op<Dbs>) -> bool {
        // DBS 22-5-7, 22-13-6-3-2: what a keyword skill would have played and did not goes to the Drop Area.
        let of_keyword = || {
            card.skills.iter().any(|skill| std::ptr::eq(&skill.ability, ability) && skill.keyword.is_some())
        };
        // DBS 6-1-1, 6-1-2: what is said of the building of decks is seen by the check of decks.
        let of_decks =
            matches!(op, effects::Op::Gain { change: Change::Copies(_) | Change::Includes(..), .. });
        // DBS 22-14-3: a card with [Ultimate] leaves the game without a text of its own, too.
        let anyway = matches!(op, effects::Op::Gain { change: Change::LeavesTo(to), .. } if to.area == Area::Removed)
            && card.keywords.iter().any(|side| side.bits & Keyword::Ultimate.bit() != 0);
        if of_decks || anyway || matches!(op, effects::Op::Do(Verb::Activated)) {
            return true;
        }
        let drops = |to: &crate::vocab::To| to.area == Area::Drop;
        let this = effects::Target::This;
        matches!(op, effects::Op::Do(Verb::Move { what, to }) if *what == this && drops(to)) && of_keyword()
    }

    fn lie(_: &Printed, ability: &Ability<Dbs>, me: &mut Sketch, home: Home) {
        me.marks.shift_remove(BEFORE);
        if let When::Trigger(triggers) = &ability.when {
            // What comes to Rest Mode by what is waited for is in Active Mode before.
            let turns = |trigger: &Trigger<Dbs>| {
                matches!(trigger.moment, Moment::Attacks | Moment::Blocks | Moment::Rests | Moment::Combos)
            };
            if triggers.iter().any(turns) && matches!(home.zone, "battle" | "unison") {
                me.mark("active", true);
            }
            // What is taken from under the card lies there.
            if triggers.iter().any(|trigger| trigger.moment == Moment::TakenFromUnder) {
                me.piles.push(("under", Sketch::default()));
            }
        }
        if home.zone == "unison" {
            me.mark("markers", 20);
        }
    }

    fn stands(moment: Moment) -> &'static [&'static str] {
        match moment {
            Moment::Played | Moment::PlacedInBattle | Moment::Combos | Moment::Discards => &["hand"],
            Moment::ActivatesExtra | Moment::ActivatesCounter | Moment::Activates => &["hand"],
            Moment::Draws => &["deck"],
            Moment::LifeToHand | Moment::LifeChanges => &["life"],
            Moment::Drops => &["hand", "battle"],
            Moment::TurnBegins | Moment::MainBegins | Moment::MainEnds | Moment::TurnEnds => &[],
            Moment::TakesDamage | Moment::Awakens => &[],
            _ => &["battle"],
        }
    }

    fn tools(moment: Moment, _card: &Printed) -> Vec<Tool> {
        let mut tools = Vec::new();
        for text in tools::deeds(moment) {
            for seat in Seat::BOTH {
                tools.push(doer(seat, text));
            }
        }
        if matches!(
            moment,
            Moment::Attacks
                | Moment::IsAttacked
                | Moment::IsKod
                | Moment::Kos
                | Moment::Leaves
                | Moment::DealsDamage
                | Moment::TakesDamage
                | Moment::OffenseBegins
                | Moment::DefenseBegins
                | Moment::DamageBegins
                | Moment::BattleEnds
                | Moment::Blocks
                | Moment::Combos
                | Moment::ComboEnds
                | Moment::LifeToHand
                | Moment::LifeChanges
                | Moment::WouldDamage
                | Moment::DamageEnds
        ) {
            tools.extend(fighters());
        }
        if moment == Moment::AttackNegated {
            tools.extend(fighters());
            for seat in Seat::BOTH {
                let row = json!({"kind": "extra", "text": "[Counter : Attack] Negate the attack."});
                tools.push(Tool::new(seat, "hand", row));
            }
        }
        if moment == Moment::Blocks {
            tools.extend(Seat::BOTH.map(|seat| Tool::new(seat, "battle", battle("[Blocker]"))));
        }
        tools
    }

    fn whereabouts(trigger: &Trigger<Dbs>) -> Vec<&'static str> {
        deeds::whereabouts(trigger)
    }

    fn deeds(trigger: &Trigger<Dbs>, card: &Printed) -> Vec<Tool> {
        let mut tools = deeds::deeds(trigger);
        tools.extend(deeds::by_keyword(trigger, card));
        tools
    }

    fn equip(trigger: &Trigger<Dbs>, sketch: &mut Sketch) {
        deeds::equip(trigger, sketch);
    }

    fn actor(trigger: &Trigger<Dbs>) -> Option<&Filter<Dbs>> {
        deeds::actor(trigger)
    }

    fn act(tool: &mut Tool, actor: Sketch) {
        deeds::act(tool, actor);
    }

    fn rest(zone: &str, sketch: &mut Sketch) {
        // What lies where one kind of card lies is of that kind.
        if matches!(zone, "unison" | "leader") && !sketch.given && sketch.word("kind").is_empty() {
            sketch.set("kind", zone);
        }
        // Z-Cards lie in a Z-Deck, and only they have Z-Energy costs.
        if !sketch.given && (zone == "z_deck" || sketch.row.contains_key("z_energy_cost")) {
            let kind = sketch.word("kind").trim_start_matches("z-").to_string();
            sketch.set("kind", format!("z-{}", if kind.is_empty() { "battle" } else { &kind }));
        }
        if zone == "unison" && !sketch.marks.contains_key("markers") {
            sketch.mark("markers", 9);
        }
        // What lies under a card stands in no state.
        sketch.piles.iter_mut().for_each(|(_, under)| under.marks.clear());
    }

    fn outset(_: &Printed, home: Home, scenery: &mut Scenery) {
        // A Leader that is no Z-Card is placed in its area once, before the match begins.
        if home.mark == Some(BEFORE) {
            scenery.table.insert("phase".into(), json!("setup"));
        }
    }

    fn company(card: &Printed, _home: Home) -> Vec<Tool> {
        let mut company = fighters();
        // What makes a keyword skill cheaper shows where one is activated.
        for skill in card.skills.iter().filter(|skill| skill.ability.when == When::Always) {
            for op in &skill.ability.program {
                if let effects::Op::Gain { change: Change::SkillCost(Which::Named(words), _), .. } = op {
                    // Another Leader would be in the way of what else the card says.
                    if words.as_str() == "z-awaken" {
                        continue;
                    }
                    company.extend(State::settings(&Fact::Via(words.clone())));
                }
            }
        }
        if card.kind == Kind::Unison {
            company.push(Tool::new(Seat::A, "hand", json!({"kind": "battle"})));
            company.extend(deeds::relief(card));
        }
        company
    }

    fn bustle() -> Vec<Tool> {
        let texts = [
            "Choose 1 of your opponent's Battle Cards and KO it.",
            "Choose 1 Battle Card and switch it to Rest Mode.",
            "Choose 1 of your opponent's Battle Cards and return it to its owner's hand.",
            "Choose 1 of your opponent's Battle Cards and it gets -5000 power for the turn.",
            "Draw 1 card.",
            "Choose 1 of your Battle Cards and it gets +5000 power for the turn.",
            "Choose 1 of your Battle Cards and return it to its owner's hand.",
            "Choose 1 of your Battle Cards and it gains [Indestructible] for the turn.",
            "Choose 1 of your Battle Cards and it gains [Blocker] for the turn.",
            "Choose 1 of your Battle Cards and negate its skills for the turn.",
            "Choose 1 Battle Card in your hand and play it.",
            "Choose 1 card in your life and add it to your hand.",
        ];
        let mut tools = fighters();
        tools.push(Tool::new(Seat::B, "battle", battle("[Blocker]")));
        for seat in Seat::BOTH {
            tools.extend(texts.iter().map(|text| doer(seat, text)));
            tools.push(Tool::new(seat, "hand", json!({"kind": "battle", "power": 5000})));
            let extra = json!({"kind": "extra", "text": "[Activate : Main] Draw 1 card."});
            tools.push(Tool::new(seat, "hand", extra));
            for text in [
                "[Counter : Attack] Negate the attack.",
                "[Counter : Attack] Choose 1 of your opponent's Battle Cards and KO it.",
                "[Counter : Play] Draw 1 card.",
            ] {
                tools.push(Tool::new(seat, "hand", json!({"kind": "extra", "text": text})));
            }
        }
        tools
    }

    fn passes(change: &Change) -> Option<Filter<Dbs>> {
        Some(match change {
            Change::Color(color) => Filter::Color(*color),
            Change::Trait(name) => Filter::Trait(name.clone()),
            Change::Character(name) => Filter::Test(Test::Character(name.clone())),
            Change::Name(name) => Filter::Name(name.clone()),
            Change::Keyword(keyword) => Filter::Has(*keyword),
            _ => return None,
        })
    }

    fn means_host(test: &Test) -> bool {
        *test == Test::TopOfThis
    }

    fn finish(row: &mut Map<String, Value>) {
        // What is asked of a Leader that has turned over is asked of its back.
        let front: Vec<(&str, Value)> = ["name", "characters", "traits", "era"]
            .into_iter()
            .filter_map(|field| Some((field, row.get(field)?.clone())))
            .collect();
        if let Some(Value::Object(back)) = row.get_mut("back") {
            for (field, value) in front {
                back.entry(field).or_insert(value);
            }
            back.entry("name").or_insert_with(|| json!("Awake"));
        }

        let kind = row.get("kind").and_then(Value::as_str).unwrap_or("battle").to_string();
        if kind == "token" {
            row.entry("power").or_insert(json!(10000));
            row.entry("combo_cost").or_insert(json!(0));
            row.entry("combo_power").or_insert(json!(5000));
        }
        if kind == "extra" && !row.contains_key("text") {
            row.insert("text".into(), json!("[Activate : Main] Draw 1 card."));
        }
        if let (Some(colors), false) = (row.get("specified").cloned(), row.contains_key("energy_cost")) {
            row.insert("energy_cost".into(), json!({"total": 1, "specified": colors}));
        }
    }

    fn shape(
        sketch: &mut Sketch,
        test: &Filter<Dbs>,
        sense: Sense,
        draw: &mut dyn FnMut(&Filter<Dbs>) -> Sketch,
    ) -> Result<(), String> {
        let fits = sense == Sense::Fits;
        match test {
            Filter::Kind(kind) => match (kind, fits) {
                (KindWord::Leader, true) => set_kind(sketch, "leader"),
                (KindWord::Battle, true) => set_kind(sketch, "battle"),
                (KindWord::Extra, true) => set_kind(sketch, "extra"),
                (KindWord::Unison, true) => set_kind(sketch, "unison"),
                (KindWord::Z, true) => {
                    let kind = sketch.word("kind").trim_start_matches("z-").to_string();
                    sketch.set("kind", format!("z-{}", if kind.is_empty() { "battle" } else { &kind }));
                }
                (KindWord::Token, true) => sketch.set("kind", "token"),
                (KindWord::Battle, false) => sketch.set("kind", "extra"),
                _ => {}
            },
            Filter::Color(color) if fits => sketch.add("colors", color.name()),
            Filter::Color(color) => {
                let other = if *color == Color::Green { "red" } else { "green" };
                sketch.set("colors", json!([other]));
            }
            Filter::Name(name) if fits => {
                // A name is compared without a last "s", which is given back to it here.
                let plural = if name.as_str().ends_with('s') { "s" } else { "" };
                sketch.set("name", format!("{}{plural}", name.as_str()));
            }
            Filter::NameHas(part) | Filter::InText(part) if fits => {
                let name = format!("{} {}", sketch.word("name"), part.as_str());
                sketch.set("name", name.trim());
            }
            Filter::Trait(name) | Filter::TraitHas(name) if fits => sketch.add("traits", name.as_str()),
            Filter::Figure(figure, cmp, Amount::Fixed(than)) => {
                let step = match figure {
                    Figure::Power | Figure::OriginalPower => 5000,
                    Figure::ComboPower => 5000,
                    _ => 1,
                };
                figure_of(sketch, *figure, comparing(*cmp, *than, step, sense).max(0));
            }
            Filter::Is(state) => match (state, fits) {
                (CardState::Rest, fits) => sketch.mark("rest", fits),
                (CardState::Active, fits) => sketch.mark("rest", !fits),
                (CardState::FaceUp, fits) => sketch.mark("face_up", fits),
                (CardState::Multicolor, true) => {
                    let has = sketch.row.get("colors").and_then(Value::as_array).map_or(0, Vec::len);
                    match has {
                        0 => sketch.set("colors", json!(["red", "blue"])),
                        1 if sketch.row["colors"] == json!(["red"]) => sketch.add("colors", "blue"),
                        1 => sketch.add("colors", "red"),
                        _ => {}
                    }
                }
                (CardState::MonoColor, false) => sketch.set("colors", json!(["red", "blue"])),
                (CardState::Stacked | CardState::Evolved, true) => {
                    sketch.piles.push(("under", Sketch::default()));
                }
                (CardState::SkillLess, false) => sketch.add("text", "[Blocker]"),
                (CardState::PlayedThisTurn, true) => sketch.mark("played_this_turn", true),
                _ => {}
            },
            Filter::Has(keyword) if fits => {
                if *keyword == Keyword::Field {
                    sketch.set("kind", "extra");
                }
                sketch.add("text", having(*keyword));
            }
            Filter::Test(test) if fits => return special(sketch, test, draw),
            _ => {}
        }
        Ok(())
    }

    fn suppose(scenery: &mut Scenery, fact: &Fact, sense: Sense) -> Result<(), String> {
        let yours = match fact {
            Fact::YourTurn => sense == Sense::Fits,
            Fact::OpponentsTurn => sense == Sense::Misses,
            Fact::LeaderAwakened => {
                let awake = json!([{"card": "Blank Leader", "back": sense == Sense::Fits}]);
                scenery.players[0].entry("leader").or_insert(awake);
                return Ok(());
            }
            _ => return Ok(()),
        };
        scenery.table.insert("turn".into(), json!(if yours { "you" } else { "opponent" }));
        Ok(())
    }

    fn supply(scenery: &mut Scenery, count: &Count, cmp: Cmp, than: i32, sense: Sense) -> Result<(), String> {
        let number = comparing(cmp, than, 1, sense).clamp(0, 20);
        match count {
            Count::Life(who) => {
                let player = usize::from(*who == Who::Opponent);
                scenery.players[player].insert("life".into(), json!(vec!["Blank"; number.max(1) as usize]));
            }
            Count::EnergyMarkers(who) => {
                let player = usize::from(*who == Who::Opponent);
                scenery.players[player].insert("energy_markers".into(), json!(number));
            }
            _ => {}
        }
        Ok(())
    }

    fn plain_figure(figure: Figure, about: i32) -> i32 {
        match figure {
            Figure::Power | Figure::OriginalPower if about < 1000 => 5000,
            _ => about,
        }
    }

    fn counted(count: &Count) -> Option<&Select<Dbs>> {
        match count {
            Count::DifferentNames(select) | Count::DifferentColors(select) => Some(select),
            _ => None,
        }
    }

    fn bits<'a>(verb: &'a Verb, f: &mut dyn FnMut(Bit<'a, Dbs>)) {
        match verb {
            Verb::Ko(one)
            | Verb::Move { what: one, .. }
            | Verb::Rest(one)
            | Verb::Ready(one)
            | Verb::Combo(one)
            | Verb::Reveal(one)
            | Verb::Flip(one)
            | Verb::Turn { what: one, .. }
            | Verb::Activate(one)
            | Verb::GainControl { what: one, .. }
            | Verb::FlipTo { what: one, .. }
            | Verb::SwitchGuard(one)
            | Verb::PlaceOnLeader { on: one }
            | Verb::PlaceExtra(one)
            | Verb::Merge(one)
            | Verb::Gather(one) => f(Bit::Target(one)),
            Verb::Play { what, markers, on, .. } => {
                f(Bit::Target(what));
                on.iter().for_each(|one| f(Bit::Target(one)));
                markers.iter().for_each(|amount| f(Bit::Amount(amount)));
            }
            Verb::Tuck { what, under } => {
                f(Bit::Target(what));
                f(Bit::Target(under));
            }
            Verb::TuckTop { n, under, .. } => {
                f(Bit::Target(under));
                f(Bit::Amount(n));
            }
            Verb::Markers { what, n } => {
                f(Bit::Target(what));
                f(Bit::Amount(n));
            }
            Verb::ActivateSkill { of, .. } => f(Bit::Target(of)),
            Verb::LookBottom { whose, slot, .. } => f(Bit::Binds(*slot, *whose, Area::Deck)),
            Verb::Look { whose, n, slot, .. } | Verb::RevealTop { whose, n, slot } => {
                f(Bit::Amount(n));
                f(Bit::Binds(*slot, *whose, Area::Deck));
            }
            Verb::Draw { n, .. }
            | Verb::Damage { n, .. }
            | Verb::Mill { n, .. }
            | Verb::EnergyMarkers { n, .. }
            | Verb::Token { n, .. } => f(Bit::Amount(n)),
            _ => {}
        }
    }

    fn change_bits<'a>(change: &'a Change, f: &mut dyn FnMut(Bit<'a, Dbs>)) {
        match change {
            Change::Power(amount)
            | Change::SetPower(amount)
            | Change::ComboPower(amount)
            | Change::Cost(amount)
            | Change::SpecifiedCost(_, amount)
            | Change::ZCost(amount)
            | Change::ComboCost(amount)
            | Change::Damage(amount) => f(Bit::Amount(amount)),
            Change::Unaffected(filter) => f(Bit::Filter("battle", filter)),
            _ => {}
        }
    }

    fn suit(sketch: &mut Sketch, verb: &Verb, role: usize) {
        match verb {
            Verb::Ready(_) if sketch.marks.contains_key("active") => {}
            Verb::Ready(_) => sketch.mark("rest", true),
            Verb::Rest(_) => drop(sketch.marks.shift_remove("rest")),
            // What evolves out of a card in Rest Mode is in Rest Mode.
            Verb::Play { evolves: true, .. } if role == 1 && !sketch.marks.contains_key("active") => {
                sketch.mark("rest", true);
            }
            Verb::Activate(_) => sketch.add("text", "[Activate : Main] Draw 1 card."),
            Verb::ActivateSkill { window, .. } => sketch.add("text", window_text(window)),
            Verb::FlipTo { back, .. } if !sketch.given => {
                if !sketch.row.contains_key("back") {
                    let power = sketch.row.get("power").cloned().unwrap_or(json!(15000));
                    sketch.set("back", json!({"power": power}));
                }
                sketch.mark("back", !back);
            }
            Verb::Markers { .. } if sketch.word("kind") == "unison" && !sketch.given => {
                sketch.mark("markers", 9);
            }
            _ => {}
        }
    }

    fn suit_change(sketch: &mut Sketch, change: &Change) {
        if sketch.given {
            return;
        }
        match change {
            Change::AwakensAtAnyLife => {
                sketch.add("text", having(Keyword::Awaken));
                sketch.set("back", json!({"power": 15000}));
            }
            Change::SkillCost(Which::Named(words), cost) => {
                let costly = |color: char| match words.as_str() {
                    "swap" => Some(format!("[Swap 1]{color}{color} : <Zed>.")),
                    "ex-evolve" => Some(format!("[EX-Evolve]{color}{color} : <Zed>.")),
                    "evolve" => Some(format!("[Evolve]{color}{color} : <Zed>.")),
                    "z-awaken" => Some(format!("[Z-Awaken]{color}{color} : <Zed>.")),
                    _ => None,
                };
                match (costly(cost_letter(sketch, cost)), deeds::by_words(words.as_str())) {
                    (Some(text), _) => sketch.add("text", text),
                    (None, Some(keyword)) => sketch.add("text", having(keyword)),
                    _ => {}
                }
            }
            Change::SkillCost(Which::Auto, cost) => {
                let color = cost_letter(sketch, cost);
                let text =
                    format!("[Auto]{color} : When you draw a card, play this card from your Drop Area.");
                sketch.add("text", text);
            }
            // What is taken from is there.
            Change::ComboCost(_) => sketch.set("combo_cost", 2),
            Change::NoSpecifiedCost => {
                sketch.set("energy_cost", json!({"total": 3, "specified": ["green", "green"]}));
            }
            _ => {}
        }
    }

    fn expect(verb: &Verb) -> Expect<'_, Dbs> {
        match verb {
            Verb::Ko(one) => Expect::Moves(one, &["drop", "removed", "z-deck"]),
            Verb::Rest(one) => Expect::Becomes(one, "rest", Sense::Fits),
            Verb::Ready(one) => Expect::Becomes(one, "rest", Sense::Misses),
            Verb::Draw { who, n } => Expect::Counts(*who, "hand", n, 1),
            Verb::Activated
            | Verb::Look { .. }
            | Verb::RevealTop { .. }
            | Verb::Reveal(_)
            | Verb::LookAt { .. }
            | Verb::Shuffle { .. }
            | Verb::Pay { .. }
            | Verb::PayZ
            | Verb::Fail
            | Verb::Replaced
            | Verb::MarkOverRealm => Expect::Nothing,
            _ => Expect::Something,
        }
    }

    fn shows(change: &Change) -> Shows<'_, Dbs> {
        match change {
            Change::Power(amount) => Shows::By("power", amount),
            _ => Shows::Otherwise,
        }
    }
}

/// The match has not begun: a Leader is placed in its area.
const BEFORE: &str = "before";

/// Whether a skill is about how the match begins.
fn starts(ability: &Ability<Dbs>) -> bool {
    let life = |step: &Step<Dbs>| matches!(step, Step::Gain { change: Change::StartLife(_), .. });
    ability.steps.iter().any(life)
}

/// Whether triggers wait for their card's being placed in the Leader Area.
fn enters_as_leader(triggers: &[Trigger<Dbs>]) -> bool {
    let placed = |trigger: &Trigger<Dbs>| trigger.moment == Moment::PlacedInLeader;
    triggers.iter().any(|trigger| placed(trigger) && trigger.subject == Filter::This)
}

/// Calls `f` with every fact that a condition asks for.
fn each_fact(cond: Option<&Cond<Dbs>>, f: &mut dyn FnMut(&Fact)) {
    match cond {
        Some(Cond::Fact(fact)) => f(fact),
        Some(Cond::All(all) | Cond::Either(all)) => all.iter().for_each(|one| each_fact(Some(one), f)),
        Some(Cond::Not(inner)) => each_fact(Some(inner), f),
        _ => {}
    }
}
