//! What the prober of card texts has to know of this game: how positions are made in which an ability should happen, and
//! what verbs and changes should do.

use crate::card::{Face, Kind};
use crate::keyword::Keyword;
use crate::state::{State, Zone};
use crate::vocab::{
    Ability, Adjective, Answering, Cannot, Change, Count, Fact, Figure, Moment, Part, Select, Step, Test,
    Verb, Words,
};
use effects::probe::{Bit, Expect, Home, Probe, Role, Scenery, Sense, Shows, Sketch, Tool, comparing};
use effects::{Amount, Cmp, Cond, Filter, Gainer, Op, Target, When, Who};
use kernel::{Card, Print, Seat};
use serde_json::{Map, Value, json};

impl Probe for State {
    const WORDS: &'static [&'static str] = &[
        "power",
        "defense",
        "critical",
        "size",
        "soul",
        "rested",
        "move",
        "penetrate",
        "soulguard",
        "counterattack",
        "double attack",
        "triple attack",
    ];
    const SEAT_WORDS: &'static [&'static str] = &["life"];
    const FILLED: &'static [(&'static str, usize)] = &[("deck", 14)];
    const FIELD: &'static str = "left";
    const SOLE: &'static [&'static str] = &["left", "center", "right"];
    const LONE: &'static [&'static str] = &["item", "flag"];

    fn settle(&mut self, cards: &Self::Cards) {
        self.reindex(cards);
    }

    fn ground(scenery: &mut Scenery, lot: usize) {
        for player in &mut scenery.players {
            player.insert("gauge".into(), json!(vec!["Blank"; 8]));
            player.insert("hand".into(), json!(["Blank"]));
            player.insert("drop".into(), json!(["Blank"]));
            player.insert("life".into(), json!(10));
        }
        // Now and then the next damage is the last.
        if lot / 4 % 5 == 0 {
            scenery.players[0].insert("life".into(), json!(1));
        }
        let phases = ["main", "main", "attack", "start"];
        scenery.table.insert("phase".into(), json!(phases[lot % 4]));
    }

    fn abilities(card: &Face) -> Vec<&Ability> {
        card.sheet.abilities.iter().collect()
    }

    fn field(_: Part) -> &'static str {
        "text"
    }

    fn mute(card: &mut Face, ability: usize) {
        card.sheet.abilities[ability].cond = Some(Cond::Either(Vec::new()));
    }

    fn given(step: &Step) -> Vec<u8> {
        match step {
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

    fn area(zone: Zone) -> Option<&'static str> {
        Some(match zone {
            Zone::Deck => "deck",
            Zone::Hand => "hand",
            Zone::Gauge => "gauge",
            Zone::Left => "left",
            Zone::Center => "center",
            Zone::Right => "right",
            Zone::Item => "item",
            Zone::Spell => "spell",
            Zone::Drop => "drop",
            Zone::Flag => "flag",
            Zone::Buddy => "buddy",
            Zone::Removed => "removed",
            Zone::LostDeck => "lost_deck",
            // What is being cast lay in a hand.
            Zone::Limbo => "hand",
            Zone::Soul => return None,
        })
    }

    fn pile(zone: Zone) -> &'static str {
        if zone == Zone::Soul { "soul" } else { "" }
    }

    fn homes(card: &Face, ability: &Ability) -> Vec<Home> {
        let field = match card.kind {
            Kind::Monster | Kind::ImpactMonster => {
                vec![Home::at("left"), Home::at("center"), Home::at("right")]
            }
            Kind::Item => vec![Home::at("item")],
            Kind::Spell | Kind::Impact => vec![Home::at("spell")],
            Kind::Flag => vec![Home::at("flag")],
        };
        let dropped = match &ability.when {
            When::Trigger(triggers) => triggers.iter().any(|trigger| {
                matches!(
                    trigger.moment,
                    Moment::PutIntoDrop | Moment::Discarded | Moment::Destroyed | Moment::Leaves
                )
            }),
            _ => false,
        };
        let into_soul = match &ability.when {
            When::Trigger(triggers) => triggers.iter().any(|trigger| trigger.moment == Moment::PutIntoSoul),
            _ => false,
        };
        let enters = match &ability.when {
            When::Trigger(triggers) | When::Would(triggers) => triggers.iter().any(|trigger| {
                matches!(
                    trigger.moment,
                    Moment::Enters
                        | Moment::Called
                        | Moment::BuddyCalled
                        | Moment::Equipped
                        | Moment::Transformed
                        | Moment::Rode
                        | Moment::WasSet
                )
            }),
            _ => false,
        };
        let mut origins = Vec::new();
        if let When::Trigger(triggers) = &ability.when {
            let conds = triggers.iter().filter_map(|trigger| trigger.cond.as_ref());
            conds.for_each(|cond| brought_from(cond, &mut origins));
        }
        let origins: Vec<Home> = origins.into_iter().map(Home::at).collect();
        match ability.part {
            Part::Soul if into_soul && origins.is_empty() => vec![Home::at("hand")],
            Part::Soul | Part::Drop if !origins.is_empty() => origins,
            Part::Soul => {
                vec![Home::under("left", "soul"), Home::under("center", "soul"), Home::under("item", "soul")]
            }
            _ if card.sheet.from_soul.is_some() => vec![Home::under("left", "soul")],
            Part::Hand | Part::Cost => vec![Home::at("hand")],
            Part::Drop if dropped => field.into_iter().chain([Home::at("hand")]).collect(),
            Part::Drop => vec![Home::at("drop")],
            _ if matches!(ability.when, When::Body(_)) => vec![Home::at("hand")],
            // BF KEY-TRANSFORM-2: what is equipped lies in the item area.
            _ if ability.cond.as_ref().is_some_and(is_equipped) => vec![Home::at("item")],
            _ if enters => {
                let elsewhere = ["hand", "hand", "hand", "drop"].map(Home::at);
                field.into_iter().chain(elsewhere).collect()
            }
            _ => field,
        }
    }

    /// BF CALL-1.1a, CAST-1.1a, EQUIP-1.1a: what is printed about when the card may be used.
    fn demands(card: &Face, home: Home) -> Vec<&Cond<Words>> {
        if is_used_from(card, home) { card.sheet.restrict.iter().collect() } else { Vec::new() }
    }

    fn price(card: &Face, home: Home) -> &[Step] {
        match card.sheet.cost.or(card.sheet.transform) {
            Some(index) if is_used_from(card, home) => &card.sheet.abilities[index as usize].steps,
            _ => &[],
        }
    }

    /// BF FINAL-1.1a: impacts are for the final phase, but those with [Counter].
    fn outset(card: &Face, home: Home, scenery: &mut Scenery) {
        if home.zone == "hand" && card.kind.is_impact() && !card.sheet.counter {
            scenery.table.insert("phase".into(), json!("final"));
            scenery.table.insert("turn".into(), json!("you"));
        }
    }

    fn host(card: &Face, home: Home) -> Option<Filter<Words>> {
        card.sheet.from_soul.clone().filter(|_| home.pile.is_some())
    }

    /// BF KEY-TRANSFORM-6: what is equipped by an effect out of the hand is paid for by its own cost.
    fn alongside<'a>(card: &'a Face, ability: &Ability) -> Vec<&'a Ability> {
        let equips = |step: &Step| matches!(step, Step::Do(Verb::Equip { what: Target::This, .. }));
        let cost = card.sheet.transform.filter(|_| ability.steps.iter().any(equips));
        cost.map(|index| &card.sheet.abilities[index as usize]).into_iter().collect()
    }

    fn whence(filter: &Filter<Words>, area: &'static str) -> &'static str {
        let asks = |test: &dyn Fn(&Filter<Words>) -> bool| each_asked(filter, test);
        if area == "drop" && asks(&|one| matches!(one, Filter::Test(Test::NewInDrop(_)))) {
            return "deck";
        }
        if !matches!(area, "left" | "center" | "right" | "item" | "spell") {
            return area;
        }
        let equipped = |one: &Filter<Words>| {
            matches!(one, Filter::Test(Test::EquippedBy(_)) | Filter::Is(Adjective::Equipped))
        };
        let is = |kind: Kind| asks(&|one| *one == Filter::Kind(kind));
        if asks(&equipped) || is(Kind::Item) {
            "item"
        } else if is(Kind::Spell) || asks(&|one| *one == Filter::Has(Keyword::Set)) {
            "spell"
        } else {
            area
        }
    }

    /// What is asked for without a kind is of the kind that lies there.
    fn rest(zone: &str, sketch: &mut Sketch) {
        if !sketch.given && sketch.word("kind").is_empty() {
            match zone {
                "item" => sketch.set("kind", "item"),
                "spell" => sketch.set("kind", "spell"),
                _ => {}
            }
        }
        if !sketch.given && zone == "spell" && sketch.word("kind") == "spell" {
            sketch.add("text", "[Set]");
        }
    }

    fn whereabouts(trigger: &effects::Trigger<Words>) -> Vec<&'static str> {
        let mut zones = Vec::new();
        trigger.cond.iter().for_each(|cond| brought_from(cond, &mut zones));
        if zones.is_empty() { Self::stands(trigger.moment).to_vec() } else { zones }
    }

    /// BF ZONE-FLAGITEM-2: one item, unless one of two names the other.
    fn pair(zone: &str, there: &mut Sketch, other: &mut Sketch) -> bool {
        if zone != "item" || other.given {
            return false;
        }
        if there.word("name").is_empty() {
            there.set("name", "Left Blade");
        }
        let text =
            format!("If you have this card equipped, you may equip up to one \"{}\".", there.word("name"));
        other.add("text", text);
        true
    }

    fn found(test: &Test) -> Option<(Seat, &'static str, Filter<Words>)> {
        (*test == Test::AttackTarget).then_some((Seat::B, "center", Filter::Kind(Kind::Monster)))
    }

    fn settings(fact: &Fact) -> Vec<Tool> {
        match fact {
            Fact::Flag(name) | Fact::InitialFlag(name) => {
                vec![flag_named(name.as_str())]
            }
            Fact::Happened(moment, _) => {
                deeds(*moment).iter().flat_map(|text| Seat::BOTH.map(|seat| doer(seat, text))).collect()
            }
            Fact::CameFrom(zones) if zones.contains(&Zone::Hand) => {
                vec![doer(Seat::A, "Put two cards from your hand into the drop zone.")]
            }
            Fact::ByEffectOf(filter) => {
                Seat::BOTH.into_iter().flat_map(|seat| agents(seat, filter)).collect()
            }
            Fact::ByAbility(name) => {
                let text = format!("【Act】 \"{}\" Deal 1 damage to your opponent.", name.as_str());
                vec![Tool::new(Seat::A, "right", json!({"kind": "monster", "size": 0, "text": text}))]
            }
            _ => Vec::new(),
        }
    }

    fn attend(_: &Face, moment: Moment, role: Role, zone: &str, sketch: &mut Sketch) {
        match moment {
            Moment::SoulEmptied => sketch.piles.push(("soul", Sketch::default())),
            Moment::Moves => sketch.add("text", "[Move]"),
            Moment::WasSet if role == Role::Subject && zone == "hand" => {
                sketch.set("kind", "spell");
                sketch.add("text", "[Set]");
            }
            Moment::Casts(_) if role == Role::Subject && sketch.word("kind").is_empty() => {
                sketch.set("kind", "spell");
            }
            _ => {}
        }
    }

    fn suit_change(sketch: &mut Sketch, change: &Change) {
        match change {
            Change::Add(Figure::Defense, _) | Change::Set(Figure::Defense, _)
                if sketch.word("kind") == "item" =>
            {
                sketch.set("defense", 3000);
            }
            Change::Cannot(Cannot::BeNullified) if sketch.word("kind").is_empty() => {
                sketch.set("kind", "spell")
            }
            _ => {}
        }
    }

    fn occasions(change: &Change) -> Vec<Tool> {
        match change {
            // A card that costs gauge, for either fighter.
            Change::Cheaper(filter, by) => {
                let mut sketch = Sketch::default();
                fit(&mut sketch, filter);
                let cost = match sketch.word("kind") {
                    "spell" | "impact" => "Cast",
                    "item" => "Equip",
                    _ => "Call",
                };
                sketch.add("text", format!("[{cost} Cost] [Pay {by} gauge]"));
                if cost == "Cast" {
                    sketch.add("text", "[Counter] Draw a card.");
                }
                let mut row = sketch.row;
                Self::finish(&mut row);
                Seat::BOTH.map(|seat| Tool::new(seat, "hand", Value::Object(row.clone()))).to_vec()
            }
            Change::Cannot(Cannot::BeNullified) => {
                let text = [
                    "You may only cast this card when your opponent casts a spell.",
                    "[Counter] Nullify that card.",
                ];
                vec![Tool::new(Seat::B, "hand", json!({"kind": "spell", "text": text}))]
            }
            _ => Vec::new(),
        }
    }

    /// Nothing is in battle in the main phase. Of a card whose modes are partly [Counter], what the counter does to a card
    /// in battle stands a second time, where the card is cast in the main phase: there it finds nothing. The first is judged.
    fn seldom(_: &Face, ability: &Ability, op: &Op<Words>) -> bool {
        let program = &ability.program;
        let Some(at) = program.iter().position(|one| std::ptr::eq(one, op)) else { return false };
        let in_battle = |filter: &Filter<Words>| *filter == Filter::Is(Adjective::InBattle);
        let battling = |of: effects::Slot| {
            program.iter().any(|one| {
                matches!(one, Op::Choose { slot, from, .. } if *slot == of && each_asked(&from.filter, &in_battle))
            })
        };
        let about_it = match op {
            Op::Choose { slot, .. } | Op::Gain { to: Gainer::Cards(Target::Slot(slot)), .. } => {
                battling(*slot)
            }
            _ => false,
        };
        about_it && program[..at].contains(op)
    }

    fn tell_apart(count: &Count, at: usize, sketch: &mut Sketch) {
        match count {
            Count::Worlds(_) => sketch.set("worlds", json!([format!("World {at}")])),
            Count::Different(_) => {
                let name = format!("{} {at}", sketch.word("name"));
                sketch.set("name", name.trim());
            }
            _ => {}
        }
    }

    fn means_host(test: &Test) -> bool {
        *test == Test::Holder
    }

    fn stands(moment: Moment) -> &'static [&'static str] {
        match moment {
            Moment::Enters | Moment::Called | Moment::BuddyCalled | Moment::Equipped => &["hand"],
            Moment::Discarded | Moment::Casts(_) | Moment::WasSet => &["hand"],
            Moment::TurnBegins(_) | Moment::MainBegins(_) | Moment::TurnEnds(_) | Moment::FinalBegins(_) => {
                &[]
            }
            Moment::AttackPhaseBegins(_) | Moment::AttackPhaseEnds(_) | Moment::GainsLife(_) => &[],
            _ => &["left"],
        }
    }

    fn tools(moment: Moment, _card: &Face) -> Vec<Tool> {
        let mut tools = Vec::new();
        for text in deeds(moment) {
            tools.extend(Seat::BOTH.map(|seat| doer(seat, text)));
        }
        // Not every time all that destroys: attacks are to destroy something too.
        if moment == Moment::Destroyed {
            tools.extend(fighters());
        }
        tools
    }

    fn company(card: &Face, home: Home) -> Vec<Tool> {
        let mut company = fighters();
        // BF ZONE-FLAGITEM-2: a second item would push the first one out.
        company.retain(|tool| tool.seat == Seat::B || tool.zone != home.zone);
        if card.kind == Kind::Impact {
            company.push(Tool::new(Seat::A, "item", json!({"kind": "item"})));
        }
        // BF OTHER-FLAGUSE-2: a card that names its flags.
        if let Some(flag) = card.sheet.flags.first().or(card.sheet.initial_flags.first()) {
            company.push(flag_named(flag));
        }
        // BF BUDDY-2: a buddy is whatever bears the name of the card in the buddy zone.
        for name in [PAL, &card.name] {
            company.push(Tool::new(Seat::A, "buddy", json!({"kind": "monster", "name": name})));
        }
        company
    }

    fn bustle() -> Vec<Tool> {
        let texts = [
            "[Counter] Destroy a monster on your opponent's field.",
            "[Counter] Return a monster on your opponent's field to its owner's hand.",
            "[Counter] Deal 1 damage to your opponent.",
            "[Counter] Nullify the attack.",
            "You gain 1 life.",
            "Draw a card.",
        ];
        let mut tools = fighters();
        for seat in Seat::BOTH {
            tools.extend(texts.iter().map(|text| doer(seat, text)));
            tools.push(Tool::new(seat, "hand", json!({"kind": "monster", "size": 0})));
            tools.push(Tool::new(seat, "hand", json!({"kind": "item"})));
        }
        tools
    }

    fn passes(change: &Change) -> Option<Filter<Words>> {
        match change {
            Change::Keyword(keyword) => Some(Filter::Has(*keyword)),
            _ => None,
        }
    }

    fn finish(row: &mut Map<String, Value>) {
        let kind = row.get("kind").and_then(Value::as_str).unwrap_or("monster").to_string();
        if kind == "monster" {
            // Three of size 1 are as many as a field bears; now and then one without.
            let odd = |name: &str| name.ends_with(['1', '3', '5', '7', '9']);
            let size = u8::from(row.get("name").and_then(Value::as_str).is_some_and(odd));
            row.entry("size").or_insert(json!(size));
            row.entry("defense").or_insert(json!(3000));
        }
        if matches!(kind.as_str(), "spell" | "impact") && !row.contains_key("text") {
            row.insert("text".into(), json!("Draw a card."));
        }
    }

    fn shape(
        sketch: &mut Sketch,
        test: &Filter<Words>,
        sense: Sense,
        draw: &mut dyn FnMut(&Filter<Words>) -> Sketch,
    ) -> Result<(), String> {
        let fits = sense == Sense::Fits;
        match test {
            Filter::Kind(kind) if fits => sketch.set("kind", kind_word(*kind)),
            Filter::Kind(kind) => {
                sketch.set("kind", if *kind == Kind::Monster { "spell" } else { "monster" });
            }
            Filter::Name(name) if fits => sketch.set("name", name.as_str()),
            Filter::NameHas(part) | Filter::InText(part) if fits => {
                let name = format!("{} {}", sketch.word("name"), part.as_str());
                sketch.set("name", name.trim());
            }
            Filter::Trait(name) | Filter::TraitHas(name) if fits => sketch.add("attributes", name.as_str()),
            Filter::Figure(figure, cmp, Amount::Fixed(than)) => {
                let step = if matches!(figure, Figure::Power | Figure::Defense) { 1000 } else { 1 };
                let number = comparing(*cmp, *than, step, sense).max(0);
                match figure {
                    Figure::Size => sketch.set("size", number),
                    Figure::Power => sketch.set("power", number),
                    Figure::Defense => sketch.set("defense", number),
                    Figure::Critical => sketch.set("critical", number),
                    Figure::Soul => {
                        (0..number.min(6)).for_each(|_| sketch.piles.push(("soul", Sketch::default())));
                    }
                }
            }
            Filter::Is(state) => match state {
                Adjective::Standing => sketch.mark("rested", !fits),
                Adjective::Rested => sketch.mark("rested", fits),
                Adjective::FaceDown => sketch.mark("face_down", fits),
                Adjective::Buddy if fits && sketch.word("name").is_empty() => sketch.set("name", PAL),
                _ => {}
            },
            Filter::Has(keyword) if fits => {
                // BF KEY-LIFELINK-1: a number comes with it.
                let number = if *keyword == Keyword::Lifelink { " 1" } else { "" };
                sketch.add("text", format!("[{}{number}]", keyword.name()));
            }
            Filter::Test(test) if fits => match test {
                Test::World(name) => sketch.add("worlds", name.as_str()),
                Test::Character(name) => sketch.set("character", name.as_str()),
                Test::Originally(figure, cmp, than) => {
                    let same = Filter::Figure(*figure, *cmp, Amount::Fixed(*than));
                    return Self::shape(sketch, &same, sense, draw);
                }
                // BF KEY-TRANSFORM-2: in the item area a monster lies as an item.
                Test::EquippedBy(keyword) => {
                    sketch.set("kind", "monster");
                    sketch.add("text", format!("[{}]", keyword.name()));
                }
                Test::HasAbility(name) => {
                    sketch.add("text", format!("\"{}\" When this card attacks, draw a card.", name.as_str()));
                }
                Test::HasInSoul(filter) => {
                    let inside = draw(filter);
                    sketch.piles.push(("soul", inside));
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn suppose(scenery: &mut Scenery, fact: &Fact, sense: Sense) -> Result<(), String> {
        let fits = sense == Sense::Fits;
        let turn = |scenery: &mut Scenery, yours: bool| {
            scenery.table.insert("turn".into(), json!(if yours { "you" } else { "opponent" }));
        };
        match fact {
            Fact::YourTurn => turn(scenery, fits),
            Fact::OpponentsTurn => turn(scenery, !fits),
            Fact::OpponentAttacks | Fact::AttackOnYou if fits => {
                turn(scenery, false);
                scenery.table.insert("phase".into(), json!("attack"));
            }
            Fact::YouAttack if fits => {
                turn(scenery, true);
                scenery.table.insert("phase".into(), json!("attack"));
            }
            Fact::LinkAttack | Fact::Attacking(_) | Fact::AttackOn(_) | Fact::DuringAttack if fits => {
                scenery.table.insert("phase".into(), json!("attack"));
            }
            Fact::DuringMain if fits => drop(scenery.table.insert("phase".into(), json!("main"))),
            Fact::DuringFinal if fits => drop(scenery.table.insert("phase".into(), json!("final"))),
            Fact::InCounterTiming if fits => drop(scenery.table.insert("phase".into(), json!("attack"))),
            Fact::Answering(how, filter) if fits => {
                turn(scenery, false);
                // BF FINAL-1.1a: impacts are cast in the final phase.
                let impact = each_asked(filter, &|one| *one == Filter::Kind(Kind::Impact));
                let phase = if *how == Answering::Cast && impact { "final" } else { "main" };
                scenery.table.insert("phase".into(), json!(phase));
            }
            Fact::FlagReversed | Fact::FlagWasReversed if fits => {
                return Err("a flag that is reversed".into());
            }
            _ => {}
        }
        Ok(())
    }

    fn wants(fact: &Fact) -> Vec<(Seat, &'static str, &Filter<Words>)> {
        match fact {
            Fact::Attacking(filter) => {
                Seat::BOTH.map(|seat| (seat, Self::whence(filter, "left"), filter)).to_vec()
            }
            Fact::AttackOn(filter) => vec![(Seat::A, "center", filter), (Seat::B, "center", filter)],
            Fact::Answering(Answering::Ability, filter) => vec![(Seat::B, "left", filter)],
            Fact::Answering(_, filter) => vec![(Seat::B, "hand", filter)],
            Fact::Happened(_, filter) => vec![(Seat::A, "left", filter), (Seat::B, "left", filter)],
            _ => Vec::new(),
        }
    }

    fn supply(scenery: &mut Scenery, count: &Count, cmp: Cmp, than: i32, sense: Sense) -> Result<(), String> {
        let number = comparing(cmp, than, 1, sense).clamp(0, 30);
        match count {
            Count::Life(who) => {
                let player = usize::from(*who == Who::Opponent);
                scenery.players[player].insert("life".into(), json!(number.max(1)));
            }
            Count::Cards(who, zone) => {
                if let Some(area) = Self::area(*zone) {
                    let player = usize::from(*who == Who::Opponent);
                    let blanks = json!(vec!["Blank"; number as usize]);
                    scenery.players[player].insert(area.into(), blanks);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn plain_figure(figure: Figure, about: i32) -> i32 {
        match figure {
            Figure::Power | Figure::Defense if about < 1000 => 3000,
            _ => about,
        }
    }

    fn counted(count: &Count) -> Option<&Select> {
        match count {
            Count::Different(select) | Count::Worlds(select) => Some(select),
            _ => None,
        }
    }

    fn bits<'a>(verb: &'a Verb, f: &mut dyn FnMut(Bit<'a, Words>)) {
        match verb {
            Verb::Destroy(one)
            | Verb::ToHand(one)
            | Verb::Drop(one)
            | Verb::Discard(one)
            | Verb::ToGauge(one)
            | Verb::ToDeckTop(one)
            | Verb::ToDeckBottom(one)
            | Verb::Remove(one)
            | Verb::OnTop(one)
            | Verb::Stand(one)
            | Verb::Rest(one)
            | Verb::Call { what: one, .. }
            | Verb::Equip { what: one, .. }
            | Verb::Cast { what: one, .. }
            | Verb::Show(one)
            | Verb::MoveTo { what: one, .. }
            | Verb::AttackWith(one)
            | Verb::Redirect(one)
            | Verb::RaiseFlag(one)
            | Verb::TurnOver { what: one, .. }
            | Verb::TurnDown(one)
            | Verb::ToTreasure(one) => f(Bit::Target(one)),
            Verb::ToSoul { what, host, .. } => {
                f(Bit::Target(what));
                f(Bit::Target(host));
            }
            Verb::TopToSoul { host, amount, .. } => {
                f(Bit::Target(host));
                f(Bit::Amount(amount));
            }
            Verb::Reveal { who, amount, slot, .. } => {
                f(Bit::Amount(amount));
                f(Bit::Binds(*slot, *who, Zone::Deck));
            }
            Verb::Draw(_, amount)
            | Verb::Damage { amount, .. }
            | Verb::GainLife(_, amount)
            | Verb::LoseLife(_, amount)
            | Verb::PayLife(amount)
            | Verb::SetLife(_, amount)
            | Verb::PayGauge(amount)
            | Verb::TopToGauge(_, amount)
            | Verb::TopToDrop(_, amount) => f(Bit::Amount(amount)),
            _ => {}
        }
    }

    fn change_bits<'a>(change: &'a Change, f: &mut dyn FnMut(Bit<'a, Words>)) {
        match change {
            Change::Add(_, amount)
            | Change::Set(_, amount)
            | Change::ReduceDamage(amount)
            | Change::ReduceNext(amount) => f(Bit::Amount(amount)),
            _ => {}
        }
    }

    fn suit(sketch: &mut Sketch, verb: &Verb, _role: usize) {
        match verb {
            Verb::Stand(_) => sketch.mark("rested", true),
            // A monster with [Ride] is called as well as equipped.
            Verb::Equip { .. } if matches!(sketch.word("kind"), "" | "monster") => {
                sketch.set("kind", "monster");
                sketch.add("text", "[Ride]");
            }
            Verb::Equip { .. } if sketch.word("kind") == "impact-monster" => {
                sketch.add("text", "[Impact Transform]");
            }
            Verb::Cast { .. } if sketch.word("kind").is_empty() => sketch.set("kind", "spell"),
            Verb::Rest(_) | Verb::AttackWith(_) => drop(sketch.marks.shift_remove("rested")),
            _ => {}
        }
    }

    fn expect(verb: &Verb) -> Expect<'_, Words> {
        match verb {
            Verb::Destroy(one) | Verb::Drop(one) | Verb::Discard(one) => {
                Expect::Moves(one, &["drop", "removed", "lost deck"])
            }
            Verb::Rest(one) => Expect::Becomes(one, "rested", Sense::Fits),
            Verb::Stand(one) => Expect::Becomes(one, "rested", Sense::Misses),
            Verb::Draw(who, amount) => Expect::Counts(*who, "hand", amount, 1),
            Verb::TopToGauge(who, amount) => Expect::Counts(*who, "gauge", amount, 1),
            Verb::GainLife(who, amount) => Expect::Counts(*who, "life", amount, 1),
            Verb::LoseLife(who, amount) => Expect::Counts(*who, "life", amount, -1),
            Verb::Announce
            | Verb::AnnounceSoul
            | Verb::Search(_)
            | Verb::Reveal { .. }
            | Verb::Shuffle(_)
            | Verb::Duel
            | Verb::Declare(_)
            | Verb::Show(_)
            | Verb::ShowHand(_) => Expect::Nothing,
            _ => Expect::Something,
        }
    }

    fn shows(change: &Change) -> Shows<'_, Words> {
        match change {
            Change::Add(Figure::Power, amount) => Shows::By("power", amount),
            Change::Add(Figure::Critical, amount) => Shows::By("critical", amount),
            Change::Add(Figure::Defense, amount) => Shows::By("defense", amount),
            _ => Shows::Otherwise,
        }
    }
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Monster => "monster",
        Kind::Spell => "spell",
        Kind::Item => "item",
        Kind::Flag => "flag",
        Kind::Impact => "impact",
        Kind::ImpactMonster => "impact-monster",
    }
}

/// Whether a condition asks that the card itself is equipped by a keyword.
fn is_equipped(cond: &Cond<Words>) -> bool {
    match cond {
        Cond::All(all) => all.iter().any(is_equipped),
        Cond::Is(Target::This, filter) => {
            each_asked(filter, &|one| matches!(one, Filter::Test(Test::EquippedBy(_))))
        }
        _ => false,
    }
}

/// Whether the card is used from where it lies.
fn is_used_from(card: &Face, home: Home) -> bool {
    home.zone == "hand" || home.pile.is_some() && card.sheet.from_soul.is_some()
}

/// Whether a card has to pass a test to fit.
fn each_asked(filter: &Filter<Words>, test: &dyn Fn(&Filter<Words>) -> bool) -> bool {
    match filter {
        Filter::All(all) => all.iter().any(|one| each_asked(one, test)),
        one => test(one),
    }
}

/// Makes a card pass what it can pass of a test.
fn fit(sketch: &mut Sketch, filter: &Filter<Words>) {
    match filter {
        Filter::All(all) => all.iter().for_each(|one| fit(sketch, one)),
        Filter::Either(any) => any.iter().take(1).for_each(|one| fit(sketch, one)),
        one => {
            // What it cannot be made to pass is left to the other tries.
            let _ = State::shape(sketch, one, Sense::Fits, &mut |_| Sketch::default());
        }
    }
}

/// The zones that what is waited for brings the card from.
fn brought_from(cond: &Cond<Words>, zones: &mut Vec<&'static str>) {
    match cond {
        Cond::All(all) | Cond::Either(all) => all.iter().for_each(|cond| brought_from(cond, zones)),
        Cond::Fact(Fact::CameFrom(from)) => zones.extend(from.iter().filter_map(|zone| State::area(*zone))),
        _ => {}
    }
}

/// Cards that fit, whose effects do what may be waited for.
fn agents(seat: Seat, filter: &Filter<Words>) -> Vec<Tool> {
    const DEEDS: [&str; 5] = [
        "Destroy a card on your opponent's field.",
        "Destroy a card on your field.",
        "Deal 1 damage to your opponent.",
        "Put the top two cards of your opponent's deck into the drop zone.",
        "Discard a card from your hand.",
    ];
    let mut sketch = Sketch::default();
    fit(&mut sketch, filter);
    let cast = matches!(sketch.word("kind"), "spell" | "impact");
    let zone = State::whence(filter, "right");
    let tool = |deed: &&str| {
        let mut sketch = sketch.clone();
        let how = if cast { "[Counter]" } else { "[Counter] 【Act】" };
        sketch.set("text", json!([format!("{how} {deed}")]));
        State::finish(&mut sketch.row);
        Tool::new(seat, if cast { "hand" } else { zone }, Value::Object(sketch.row))
    };
    let mut tools: Vec<Tool> = DEEDS.iter().map(tool).collect();
    if !cast {
        // One card with all of them, for there is little room.
        let text: Vec<String> = DEEDS.iter().map(|deed| format!("[Counter] 【Act】 {deed}")).collect();
        tools.truncate(1);
        tools[0].row["text"] = json!(text);
    }
    tools
}

fn flag_named(name: &str) -> Tool {
    Tool::new(Seat::A, "flag", json!({"kind": "flag", "name": name, "text": "You may use all cards."}))
}

/// A spell without a cost.
fn doer(seat: Seat, text: &str) -> Tool {
    Tool::new(seat, "hand", json!({"kind": "spell", "text": text}))
}

/// Monsters and items that fight on both sides.
fn fighters() -> Vec<Tool> {
    let mut fighters = Vec::new();
    for seat in Seat::BOTH {
        fighters.push(Tool::new(
            seat,
            "right",
            json!({"kind": "monster", "size": 0, "power": 9000, "defense": 9000}),
        ));
        fighters.push(Tool::new(seat, "item", json!({"kind": "item", "power": 6000, "critical": 2})));
    }
    // BF ZONE-CENTER-4: an item does not attack past a monster in one's own center.
    fighters.push(Tool::new(
        Seat::B,
        "center",
        json!({"kind": "monster", "size": 0, "power": 1000, "defense": 1000}),
    ));
    fighters
}

/// The name of a buddy that no text names.
const PAL: &str = "Pal";

/// What a spell does so that a moment comes.
fn deeds(moment: Moment) -> &'static [&'static str] {
    match moment {
        Moment::Destroyed => &[
            "[Counter] Destroy a monster on your opponent's field.",
            "[Counter] Destroy a card on your field.",
            "[Counter] Destroy a card on your opponent's field.",
        ],
        Moment::Leaves | Moment::Returned => &[
            "[Counter] Destroy a card on your opponent's field.",
            "[Counter] Return a card on your opponent's field to its owner's hand.",
            "[Counter] Return a card on your field to your hand.",
            "[Counter] Put a card on your field on the bottom of your deck.",
        ],
        Moment::PutIntoDrop => &[
            "[Counter] Destroy a card on your field.",
            "[Counter] Destroy a card on your opponent's field.",
            "Discard a card from your hand. Draw a card.",
            "[Counter] Put the top two cards of your opponent's deck into the drop zone.",
            "[Counter] Put a soul from a monster on your field into the drop zone.",
        ],
        Moment::Discarded => &[
            "Put a card from your hand into the drop zone.",
            "Your opponent chooses a card from his or her hand and discards it.",
        ],
        Moment::TakesDamage(_) | Moment::DealsDamage | Moment::LifeZero(_) => {
            &["[Counter] Deal 1 damage to your opponent."]
        }
        Moment::GainsLife(_) => &["You gain 1 life."],
        Moment::Casts(_) => &["[Counter] Draw a card."],
        Moment::PutIntoSoul => &[
            "Put a card from your hand into the soul of a monster on your field.",
            "Put up to three monsters from your hand into the soul of a monster on your field.",
            "Put a card from your drop zone into the soul of a monster on your field.",
            "Put a monster on your field into the soul of a monster on your field.",
            "Put the top card of your deck into the soul of a card on your field.",
        ],
        Moment::Moves => &["[Counter] For this turn, a monster on your field gets [Move]."],
        Moment::Enters | Moment::Called => &[
            "Call a monster from your hand without paying its [Call Cost].",
            "Call a monster from your drop zone without paying its [Call Cost].",
        ],
        Moment::Rested => &["Rest a monster on your field.", "Rest a monster on your opponent's field."],
        Moment::Stood => &["[Counter] [Stand] a monster on your field."],
        Moment::AttackNullified => &["[Counter] Nullify the attack."],
        Moment::SoulEmptied | Moment::Uncovered => &[
            "[Counter] Put a soul from a monster on your field into the drop zone.",
            "[Counter] Put a soul from a monster on your opponent's field into the drop zone.",
            "[Counter] Put a soul from a card on your field into the drop zone.",
        ],
        _ => &[],
    }
}
