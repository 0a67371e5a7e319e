//! What the prober of card texts has to know of this game: how positions are made in which an effect should happen, and
//! what verbs and changes should do.

use crate::card::{BattleCard, Color, Kind};
use crate::state::{State, Zone};
use crate::vocab::{
    Ability, BattleSpirits, BsFilter, BsSelect, Change, Condition, CorePlace, Count, Fact, Figure, Keyword,
    Moment, Part, StepName, Test, TextStep, Verb, When,
};
use effects::probe::{Bit, Expect, Home, Probe, Scenery, Sense, Shows, Sketch, Tool, comparing};
use effects::{Amount, Cmp, Cond, Filter, Who};
use kernel::{Card, Print, Scenes, Seat};
use serde_json::{Map, Value, json};

impl Probe for State {
    const WORDS: &'static [&'static str] =
        &["bp", "level", "symbols", "cost", "due", "cores", "exhausted", "succession"];
    const SEAT_WORDS: &'static [&'static str] = &["life", "reserve"];
    const FILLED: &'static [(&'static str, usize)] = &[("deck", 10)];
    const UNMARKED: &'static [&'static str] = &["hand", "deck", "trash", "removed"];
    const FIELD: &'static str = "field";

    fn settle(&mut self, cards: &Self::Cards) {
        self.reindex(cards);
    }

    fn ground(scenery: &mut Scenery, lot: usize) {
        for player in &mut scenery.players {
            player.insert("reserve".into(), json!(8));
            player.insert("trash_cores".into(), json!(2));
            player.insert("hand".into(), json!(["Blank"]));
            player.insert("trash".into(), json!(["Blank"]));
        }
        if lot % 3 > 0 {
            let place = if lot % 3 == 1 { "reserve" } else { "trash" };
            scenery.players[0].insert("soul_core".into(), json!(place));
        }
        let phases = ["main", "main", "attack", "second main", "start"];
        scenery.table.insert("phase".into(), json!(phases[lot / 3 % 5]));
    }

    fn abilities(card: &BattleCard) -> Vec<&Ability> {
        card.abilities.iter().collect()
    }

    fn field(_: Part) -> &'static str {
        "text"
    }

    fn mute(card: &mut BattleCard, ability: usize) {
        card.abilities[ability].cond = Some(Cond::Either(Vec::new()));
    }

    fn given(step: &TextStep) -> Vec<u8> {
        match step {
            TextStep::Later { ability, .. } => vec![*ability],
            _ => Vec::new(),
        }
    }

    fn all_cards(&self) -> Vec<Card> {
        self.table.all().collect()
    }

    fn print_of(&self, card: Card) -> Print {
        self.table.print(card)
    }

    fn area(zone: Zone) -> Option<&'static str> {
        Some(match zone {
            Zone::Deck => "deck",
            Zone::Hand => "hand",
            Zone::Field => "field",
            Zone::Trash => "trash",
            Zone::Removed => "removed",
            Zone::Use => return None,
        })
    }

    fn pile(_: Zone) -> &'static str {
        ""
    }

    fn homes(card: &BattleCard, ability: &Ability) -> Vec<Home> {
        let enters = match &ability.when {
            When::Trigger(triggers) | When::Would(triggers) => triggers
                .iter()
                .any(|trigger| matches!(trigger.moment, Moment::Summoned | Moment::Deployed | Moment::Used)),
            _ => false,
        };
        match ability.part.zone {
            Zone::Hand => vec![Home::at("hand")],
            Zone::Trash => vec![Home::at("trash")],
            _ if card.kind == Kind::Magic => vec![Home::at("hand")],
            _ if enters => vec![Home::at("hand"), Home::at("field")],
            _ => vec![Home::at("field")],
        }
    }

    /// Enough cores for its highest level.
    fn lie(card: &BattleCard, ability: &Ability, me: &mut Sketch, home: Home) {
        if home.zone != "field" {
            return;
        }
        let wanted = if ability.part.levels == (0, 0) { 1 } else { ability.part.levels.0 };
        let level = card.levels.iter().find(|level| level.level == wanted).or(card.levels.last());
        if let Some(level) = level {
            me.mark("cores", level.cores.max(1));
        }
    }

    fn stands(moment: Moment) -> &'static [&'static str] {
        match moment {
            Moment::Summoned | Moment::Deployed | Moment::Used | Moment::Discarded => &["hand"],
            Moment::StepBegins | Moment::LifeReduced | Moment::Drew | Moment::DrewByEffect => &[],
            _ => &["field"],
        }
    }

    fn tools(moment: Moment, _card: &BattleCard) -> Vec<Tool> {
        let mut tools = Vec::new();
        for text in deeds(moment) {
            tools.extend(Seat::BOTH.map(|seat| doer(seat, text)));
        }
        if moment == Moment::Destroyed {
            let text = "[Activate: Flash] [Once per turn] Target an opposing Spirit. Destroy it.";
            tools.extend(
                Seat::BOTH.map(|seat| Tool::new(seat, "field", json!({"kind": "spirit", "text": text}))),
            );
        }
        tools.extend(fighters());
        tools
    }

    fn company(_card: &BattleCard, _home: Home) -> Vec<Tool> {
        fighters()
    }

    fn bustle() -> Vec<Tool> {
        let texts = [
            "[Flash] Target an opposing Spirit. Destroy it.",
            "[Flash] Target an opposing Spirit. Exhaust it.",
            "[Flash] Target a Spirit. During this turn, give it +2000 BP.",
            "[Main] Reduce your opponent's Life by 1.",
            "[Main] Draw 1 card.",
        ];
        let mut tools = fighters();
        for seat in Seat::BOTH {
            tools.extend(texts.iter().map(|text| doer(seat, text)));
            tools.push(Tool::new(seat, "hand", json!({"kind": "spirit", "cost": 1})));
            tools.push(Tool::new(seat, "hand", json!({"kind": "nexus", "cost": 1})));
        }
        tools
    }

    fn passes(change: &Change) -> Option<BsFilter> {
        let _ = change;
        None
    }

    fn finish(row: &mut Map<String, Value>) {
        // Now and then one that is dear enough for a symbol more to show.
        let dear =
            row.get("name").and_then(Value::as_str).is_some_and(|name| name.ends_with(['3', '6', '9']));
        // So is one of a family in a hand: what helps to summon such cards has to show on it.
        let dear = dear || row.contains_key("families");
        row.entry("cost").or_insert(json!(if dear { 6 } else { 1 }));
        let kind = row.get("kind").and_then(Value::as_str).unwrap_or("spirit").to_string();
        if kind == "magic" && !row.contains_key("text") {
            row.insert("text".into(), json!("[Flash] Draw 1 card."));
        }
        // Symbols of any colour make it cheaper.
        let slots: Vec<String> = Color::ALL.iter().flat_map(|color| vec![color_word(*color); 4]).collect();
        row.entry("reduction").or_insert(json!(slots));
        if kind == "spirit" {
            let bp = row.get("bp").cloned().unwrap_or(json!(3000));
            let levels = json!([{"level": 1, "cores": 1, "bp": bp}, {"level": 2, "cores": 3, "bp": bp}]);
            row.entry("levels").or_insert(levels);
        }
    }

    fn shape(
        sketch: &mut Sketch,
        test: &BsFilter,
        sense: Sense,
        _draw: &mut dyn FnMut(&BsFilter) -> Sketch,
    ) -> Result<(), String> {
        let fits = sense == Sense::Fits;
        match test {
            Filter::Kind(kind) => {
                let word = match (kind, fits) {
                    (Kind::Spirit, true) | (Kind::Nexus | Kind::Magic, false) => "spirit",
                    (Kind::Nexus, true) | (Kind::Spirit, false) => "nexus",
                    (Kind::Magic, true) => "magic",
                };
                sketch.set("kind", word);
            }
            Filter::Color(color) if fits => sketch.add("colors", color_word(*color)),
            Filter::Color(color) => {
                sketch.set("colors", json!([if *color == Color::Green { "red" } else { "green" }]));
            }
            Filter::Name(name) if fits => sketch.set("name", name.as_str()),
            Filter::NameHas(part) | Filter::InText(part) if fits => {
                let name = format!("{} {}", sketch.word("name"), part.as_str());
                sketch.set("name", name.trim());
            }
            Filter::Trait(name) | Filter::TraitHas(name) if fits => sketch.add("families", name.as_str()),
            Filter::Figure(figure, cmp, Amount::Fixed(than)) => {
                let step = if *figure == Figure::Bp { 1000 } else { 1 };
                let number = comparing(*cmp, *than, step, sense).max(0);
                match figure {
                    Figure::Bp => sketch.set("bp", number),
                    Figure::Cost => sketch.set("cost", number),
                    Figure::Level => sketch.mark("cores", if number > 1 { 3 } else { 1 }),
                    Figure::Cores => sketch.mark("cores", number.max(1)),
                    Figure::Symbols => {
                        sketch.set("symbols", json!(vec!["red"; number.clamp(0, 6) as usize]));
                    }
                }
            }
            Filter::Is(state) => match state {
                Condition::Exhausted => sketch.mark("exhausted", fits),
                Condition::Refreshed => sketch.mark("exhausted", !fits),
                Condition::HeavyExhausted => sketch.mark("heavy", fits),
                Condition::HasSoulCore if fits => sketch.mark("soul_core", true),
                Condition::SuperUnleash if fits => {
                    let levels =
                        json!([{"level": 1, "cores": 1}, {"level": 2, "cores": 3, "super_unleash": true}]);
                    sketch.set("levels", levels);
                    sketch.mark("cores", 3);
                }
                _ => {}
            },
            Filter::Test(Test::ExSymbol) => sketch.set("ex_symbol", fits),
            Filter::Has(Keyword::Succession) if fits => sketch.add("text", "[Succession]"),
            _ => {}
        }
        Ok(())
    }

    fn suppose(scenery: &mut Scenery, fact: &Fact, sense: Sense) -> Result<(), String> {
        let fits = sense == Sense::Fits;
        let turn = |scenery: &mut Scenery, who: Who| {
            let yours = (who == Who::You) == fits;
            if who != Who::Both {
                scenery.table.insert("turn".into(), json!(if yours { "you" } else { "opponent" }));
            }
        };
        match fact {
            Fact::Turn(who) | Fact::Happens(who) => turn(scenery, *who),
            Fact::Step(who, step) => {
                turn(scenery, *who);
                let word = match step {
                    StepName::Main => "main",
                    StepName::Attack => "attack",
                    _ => "start",
                };
                scenery.table.insert("phase".into(), json!(word));
            }
            // The step before it.
            Fact::Began(step) => {
                let word = match step {
                    StepName::Attack => "main",
                    // The second one, before which nothing is refreshed.
                    StepName::Main => "attack",
                    StepName::End => "second main",
                    _ => "start",
                };
                scenery.table.insert("phase".into(), json!(word));
            }
            Fact::LifeReduced(who) => {
                scenery.players[usize::from(*who == Who::Opponent)]
                    .insert("life_reduced".into(), json!(fits));
            }
            Fact::Depleted { whose, .. } => {
                let player = &mut scenery.players[usize::from(*whose == Who::Opponent)];
                player.insert("spirit_depleted".into(), json!(fits));
            }
            Fact::Destroyed { whose, .. } => {
                let player = &mut scenery.players[usize::from(*whose == Who::Opponent)];
                player.insert("spirit_destroyed".into(), json!(fits));
            }
            Fact::DrewByEffect(who) => {
                let player = &mut scenery.players[usize::from(*who == Who::Opponent)];
                player.insert("drew_by_effect".into(), json!(fits));
            }
            Fact::Discarded(who) => {
                let player = &mut scenery.players[usize::from(*who == Who::Opponent)];
                player.insert("discarded".into(), json!(fits));
            }
            _ => {}
        }
        Ok(())
    }

    fn wants(fact: &Fact) -> Vec<(Seat, &'static str, &BsFilter)> {
        match fact {
            Fact::LostComparison(filter) | Fact::ByComparison(filter) => {
                vec![(Seat::A, "field", filter), (Seat::B, "field", filter)]
            }
            Fact::CausedByEffectOf(filter) => vec![(Seat::A, "field", filter), (Seat::A, "hand", filter)],
            _ => Vec::new(),
        }
    }

    fn extras() -> Vec<Value> {
        let lamp = |color: &Color| {
            let (name, color) = (lamp_of(*color), color_word(*color));
            let mut row = json!({"id": name, "name": name, "kind": "nexus", "colors": [color]});
            row["levels"] = json!([{"level": 1, "cores": 0}]);
            if let Value::Object(row) = &mut row {
                Self::plain(row);
            }
            row
        };
        Color::ALL.iter().map(lamp).collect()
    }

    fn supply(scenery: &mut Scenery, count: &Count, cmp: Cmp, than: i32, sense: Sense) -> Result<(), String> {
        let number = comparing(cmp, than, 1, sense).clamp(0, 20);
        if let Count::Symbols(who, color) = count {
            // Symbols are those of the cards on the Field.
            let lamp = lamp_of(color.unwrap_or(Color::Red));
            let player = &mut scenery.players[usize::from(*who == Who::Opponent)];
            player.insert("field".into(), json!(vec![lamp; number.min(6) as usize]));
            return Ok(());
        }
        let (who, key) = match count {
            Count::Life(who) => (who, "life"),
            Count::Reserve(who) => (who, "reserve"),
            Count::TrashCores(who) => (who, "trash_cores"),
            _ => return Ok(()),
        };
        let player = usize::from(*who == Who::Opponent);
        scenery.players[player].insert(key.into(), json!(if key == "life" { number.max(1) } else { number }));
        Ok(())
    }

    fn plain_figure(figure: Figure, about: i32) -> i32 {
        if figure == Figure::Bp && about < 1000 { 3000 } else { about }
    }

    fn counted(_: &Count) -> Option<&BsSelect> {
        None
    }

    fn bits<'a>(verb: &'a Verb, f: &mut dyn FnMut(Bit<'a, BattleSpirits>)) {
        let place = |place: &'a CorePlace, f: &mut dyn FnMut(Bit<'a, BattleSpirits>)| {
            if let CorePlace::On(target) = place {
                f(Bit::Target(target));
            }
        };
        match verb {
            Verb::Destroy(one)
            | Verb::Exhaust(one)
            | Verb::HeavyExhaust(one)
            | Verb::Refresh(one)
            | Verb::Return(one, _)
            | Verb::Discard(one)
            | Verb::Show(one)
            | Verb::Look(one)
            | Verb::Play { what: one, .. }
            | Verb::Remove(one)
            | Verb::Stay(one) => f(Bit::Target(one)),
            Verb::Reveal(who, amount, slot) => {
                f(Bit::Amount(amount));
                f(Bit::Binds(*slot, *who, Zone::Deck));
            }
            Verb::Draw(_, amount) => f(Bit::Amount(amount)),
            Verb::Mill(who, amount, slot) => {
                f(Bit::Amount(amount));
                f(Bit::Binds(*slot, *who, Zone::Deck));
            }
            Verb::Cores { from, to, count, .. } => {
                place(from, f);
                place(to, f);
                f(Bit::Amount(count));
            }
            Verb::CoresUntil { from, to, leave } => {
                f(Bit::Target(from));
                place(to, f);
                f(Bit::Amount(leave));
            }
            Verb::EndBattle | Verb::EndAttackStep(_) => {}
        }
    }

    fn change_bits<'a>(change: &'a Change, f: &mut dyn FnMut(Bit<'a, BattleSpirits>)) {
        match change {
            Change::Bp(amount) | Change::OwnCost(amount) => f(Bit::Amount(amount)),
            Change::SymbolsFor(_, _, filter) | Change::CostOf(filter, _) | Change::CannotUse(filter) => {
                f(Bit::Filter("hand", filter));
            }
            Change::CannotBeBlockedBy(filter) | Change::LifeSafeFrom(filter) => {
                f(Bit::Filter("field", filter))
            }
            _ => {}
        }
    }

    fn suit(sketch: &mut Sketch, verb: &Verb, role: usize) {
        match verb {
            Verb::Refresh(_) => sketch.mark("exhausted", true),
            Verb::Exhaust(_) | Verb::HeavyExhaust(_) => {
                sketch.marks.shift_remove("exhausted");
            }
            Verb::Cores { .. } | Verb::CoresUntil { .. } if role == 0 => {
                sketch.marks.entry("cores").or_insert(json!(3));
            }
            _ => {}
        }
    }

    fn expect(verb: &Verb) -> Expect<'_, BattleSpirits> {
        match verb {
            Verb::Exhaust(one) => Expect::Becomes(one, "exhausted", Sense::Fits),
            Verb::Refresh(one) => Expect::Becomes(one, "exhausted", Sense::Misses),
            Verb::Draw(who, amount) => Expect::Counts(*who, "hand", amount, 1),
            Verb::Reveal(..) | Verb::Show(_) | Verb::Look(_) => Expect::Nothing,
            _ => Expect::Something,
        }
    }

    fn shows(change: &Change) -> Shows<'_, BattleSpirits> {
        match change {
            Change::Bp(amount) => Shows::By("bp", amount),
            _ => Shows::Otherwise,
        }
    }
}

/// A Nexus with nothing but a symbol of this colour.
fn lamp_of(color: Color) -> String {
    format!("Lamp of {}", color_word(color))
}

fn color_word(color: Color) -> String {
    format!("{color:?}").to_lowercase()
}

/// A Magic card for nothing.
fn doer(seat: Seat, text: &str) -> Tool {
    Tool::new(seat, "hand", json!({"kind": "magic", "cost": 0, "text": text}))
}

/// Spirits that fight on both sides.
fn fighters() -> Vec<Tool> {
    let mut fighters = Vec::new();
    for seat in Seat::BOTH {
        for bp in [1000, 9000] {
            fighters.push(Tool::new(seat, "field", json!({"kind": "spirit", "bp": bp})));
        }
    }
    fighters
}

/// What a Magic does so that a moment comes.
fn deeds(moment: Moment) -> &'static [&'static str] {
    match moment {
        Moment::Destroyed => &[
            "[Flash] Target an opposing Spirit. Destroy it.",
            "[Main] Target one of your Spirits. Destroy it.",
        ],
        Moment::Depleted => &["[Flash] Send 2 cores from an opposing Spirit to the Reserve."],
        Moment::ReturnedToHand => &["[Flash] Return an opposing Spirit to the Hand."],
        Moment::Exhausted => &[
            "[Flash] Target an opposing Spirit. Exhaust it.",
            "[Main] Target one of your Spirits. Exhaust it.",
        ],
        Moment::Refreshed => &["[Main] Target one of your Spirits. Refresh it."],
        Moment::LifeReduced => {
            &["[Main] Reduce your opponent's Life by 1.", "[Main] Reduce each player's Life by 2."]
        }
        Moment::Drew | Moment::DrewByEffect => &["[Main] Draw 1 card."],
        Moment::Discarded => &["[Main] Discard 1 card from your Hand. If you do, draw 2 cards."],
        _ => &[],
    }
}
