//! What the prober of card texts has to know of this game: how positions are made in which an ability should happen, and
//! what verbs and changes should do.

mod occasions;
mod shape;
mod tools;
mod whole;

use crate::alias::{Ability, Among, Amount, Cond, Filter, Gainer, HowMany, Step, Target, When};
use crate::card::{Card as Printed, Kinds};
use crate::state::{EntryKind, State};
use crate::vocab::{
    Cannot, Cause, Change, Color, Count, Dcg, Distinct, Fact, Figure, Keyword, Kind, Live, Moment, Own, Part,
    Pay, Place, Posture, Test, Text, Timing, Verb, Window,
};
use effects::probe::{Bit, Expect, Home, Probe, Role, Scenery, Sense, Shows, Sketch, Tool};
use effects::{Cmp, Select, Who};
use kernel::{Card, Print, Seat};
use serde_json::{Map, Value, json};
use shape::{color_word, figure_of, kind_word, special, timed, value};
use tools::{DELETION, bases, deeds, doer, enablers, fighters, linkable, links};

impl Probe for State {
    const WORDS: &'static [&'static str] = &[
        "dp",
        "level",
        "play cost",
        "checks",
        "suspended",
        "digimon",
        "tamer",
        "blocker",
        "piercing",
        "jamming",
        "reboot",
        "retaliation",
        "rush",
        "blitz",
        "decoy",
        "armor purge",
        "evade",
        "raid",
        "alliance",
        "barrier",
        "fortitude",
        "collision",
        "scapegoat",
        "vortex",
        "iceclad",
        "execute",
        "progress",
        "red",
        "blue",
        "yellow",
        "green",
        "black",
        "purple",
        "white",
    ];
    const SEAT_WORDS: &'static [&'static str] = &["memory"];
    const FILLED: &'static [(&'static str, usize)] = &[("deck", 8), ("security", 3)];
    const FIELD: &'static str = "battle";
    const PILES: &'static [&'static str] = &["under", "links"];

    const HANDS_DOWN: bool = true;

    fn settle(&mut self, cards: &Self::Cards) {
        self.reindex(cards);
    }

    fn ground(scenery: &mut Scenery, lot: usize) {
        scenery.table.entry("memory").or_insert(json!(1 + lot % 9));
        if lot % 4 == 1 {
            scenery.table.entry("phase").or_insert(json!("start"));
        }
        if lot % 4 == 2 {
            scenery.table.entry("phase").or_insert(json!("breeding"));
        }
        for player in &mut scenery.players {
            player.entry("digi_eggs").or_insert(json!(3));
        }
    }

    fn abilities(card: &Printed) -> Vec<&Ability> {
        card.meaning.abilities.iter().collect()
    }

    fn field(part: Part) -> &'static str {
        match part.text {
            Text::Main => "text",
            Text::Inherited => "inherited",
            Text::Security => "security",
            Text::Link => "link",
        }
    }

    fn mute(card: &mut Printed, ability: usize) {
        // What never holds is never there, and nothing is on no card; the pool's table of keywords stays the same.
        let muted = &mut card.meaning.abilities[ability];
        muted.cond = Some(Cond::Either(Vec::new()));
        let zones = Among::Zones { whose: Who::Both, zones: Vec::new() };
        let nothing = Select::new(zones, Filter::Either(Vec::new()), HowMany::All);
        for step in &mut muted.steps {
            step.each_mut(&mut |step| {
                if let Step::Gain { to, .. } = step {
                    *to = Gainer::Whatever(nothing.clone());
                }
            });
        }
        muted.program = effects::program::flatten(&muted.steps);
    }

    fn given(step: &Step) -> Vec<u8> {
        match step {
            Step::Gain { change: Change::Ability(index), .. } => vec![*index],
            Step::Later { ability, .. } => vec![*ability],
            Step::Do(Verb::PlayToken { token, .. }) => token.abilities.clone(),
            _ => Vec::new(),
        }
    }

    fn all_cards(&self) -> Vec<Card> {
        self.table.all().collect()
    }

    fn print_of(&self, card: Card) -> Print {
        self.table.print(card)
    }

    fn area(zone: Place) -> Option<&'static str> {
        Some(match zone {
            Place::Battle => "battle",
            Place::Breeding => "breeding",
            Place::Hand => "hand",
            Place::Deck => "deck",
            Place::Eggs => "digi_eggs",
            Place::Trash => "trash",
            Place::Security | Place::Checked => "security",
            Place::Under | Place::Links => return None,
        })
    }

    fn pile(zone: Place) -> &'static str {
        if zone == Place::Links { "links" } else { "under" }
    }

    fn homes(card: &Printed, ability: &Ability) -> Vec<Home> {
        let option = card.kinds.meets(Kinds::OPTION);
        let egg = card.kinds.meets(Kinds::EGG);
        if let Some(home) = pile_it_leaves(ability) {
            return vec![home];
        }
        if whole::asks(ability, &mut |fact| matches!(fact, Fact::From(_, Place::Under))) {
            return vec![Home::under("battle", "under"), Home::at("hand")];
        }
        match (ability.part.live, ability.part.text) {
            (Live::Breeding, _) if enters(ability) => vec![Home::at("hand")],
            (Live::Hand, _) => vec![Home::at("hand")],
            (Live::Trash, _) => vec![Home::at("trash")],
            (Live::Breeding, Text::Inherited) => vec![Home::under("breeding", "under")],
            (Live::Breeding, _) => vec![Home::at("breeding")],
            (Live::Security, _) => vec![Home::at("security").marked("face_up")],
            (_, Text::Security) => vec![Home::at("security")],
            (_, Text::Inherited) => vec![Home::under("battle", "under")],
            (_, Text::Link) if waits_for(ability, Moment::BecameLink) => vec![Home::at("hand")],
            (_, Text::Link) => vec![Home::under("battle", "links"), Home::at("hand")],
            (Live::Anywhere, _) => vec![Home::at("hand"), Home::at("battle")],
            _ if ability.when == When::Body(Window::Security)
                || ability.when == When::Use(Window::Security) =>
            {
                vec![Home::at("security")]
            }
            _ if matches!(ability.when, When::Body(_)) => vec![Home::at("hand")],
            // What waits for something else as well may lie there already.
            _ if enters(ability) && !only_enters(ability) => {
                vec![Home::at("hand"), Home::at("battle"), Home::at("battle")]
            }
            _ if enters(ability) => vec![Home::at("hand"), Home::at("hand"), Home::at("trash")],
            _ if option => vec![Home::at("battle").marked("placed"), Home::at("hand"), Home::at("security")],
            _ if egg && card.dp.is_none() => vec![Home::at("breeding")],
            _ => vec![Home::at("battle"), Home::at("hand")],
        }
    }

    fn lie(_: &Printed, ability: &Ability, me: &mut Sketch, _: Home) {
        whole::lie(ability, me);
    }

    fn stands(moment: Moment) -> &'static [&'static str] {
        match moment {
            Moment::Played => &["hand"],
            // Before it digivolves a card is on the field, afterwards it was in the hand.
            Moment::Digivolved => &["hand", "battle"],
            Moment::Used | Moment::HandTrashed | Moment::Placed => &["hand"],
            Moment::HandGained | Moment::DeckTrashed => &["deck"],
            Moment::SecurityLost | Moment::SecurityTrashed => &["security"],
            Moment::SecurityGained => &["deck", "hand"],
            Moment::TrashLost | Moment::TrashDecked => &["trash"],
            Moment::Moved => &["breeding"],
            Moment::StartOfTurn | Moment::StartOfMain | Moment::EndOfTurn => &[],
            _ => &["battle"],
        }
    }

    fn tools(moment: Moment, _card: &Printed) -> Vec<Tool> {
        let mut tools = Vec::new();
        for text in deeds(moment) {
            for seat in Seat::BOTH {
                tools.push(doer(seat, text));
            }
        }
        match moment {
            Moment::Played | Moment::Used | Moment::Digivolved => tools.extend(enablers()),
            Moment::Linked | Moment::BecameLink => tools.extend(links()),
            Moment::Counter
            | Moment::Attacked
            | Moment::Switched
            | Moment::AttackEnded
            | Moment::Blocked
            | Moment::Blocks
            | Moment::Deleted
            | Moment::DeletedInBattle
            | Moment::BattleEnded
            | Moment::WonBattle
            | Moment::Checked
            | Moment::Left => tools.extend(fighters()),
            _ => {}
        }
        tools
    }

    fn vary(tool: &mut Tool, lot: usize) {
        // Effects of Digimon and of Tamers are not the same to all texts.
        if lot % 2 == 0 && tool.row["kind"] == "tamer" {
            tool.row["kind"] = json!("digimon");
            tool.row["level"] = json!(3);
        }
    }

    fn attend(card: &Printed, moment: Moment, role: Role, zone: &str, sketch: &mut Sketch) {
        match (moment, role) {
            (Moment::Digivolved, Role::Subject) if zone == "battle" => {
                if let Some(need) = card.needs.first() {
                    let color = (0..7).find(|at| need.color.0 & (1 << at) != 0).unwrap_or(0);
                    if !sketch.row.contains_key("level") {
                        sketch.set("level", need.level);
                    }
                    sketch.add("colors", crate::card::COLORS[color]);
                }
            }
            (Moment::LinkTrashed, Role::Subject) => figure_of(sketch, Figure::Links, 1),
            (Moment::UnderTrashed | Moment::DeDigivolved | Moment::Sunk, Role::Subject) => {
                figure_of(sketch, Figure::Under, 1);
                figure_of(sketch, Figure::UnderFaceDown, 1);
            }
            (Moment::TrashedForBurst, Role::Subject) => {
                sketch.add("text", "[When Attacking] <Digi-Burst 1>: Gain 1 memory.");
            }
            (Moment::DeletedInBattle | Moment::WonBattle, Role::Other) => {
                sketch.mark("suspended", true);
                sketch.set("dp", 1000);
            }
            (Moment::Digivolved, Role::Subject) if zone == "hand" => {
                sketch.add("text", "[DNA Digivolve] Lv.3 or higher + Lv.3 or higher: Cost 0");
            }
            (Moment::Unsuspended, Role::Subject) => sketch.mark("suspended", true),
            (Moment::BattleTrashed, Role::Subject) => sketch.mark("placed", true),
            (Moment::Linked, Role::Other) => sketch.set("link", linkable()),
            (Moment::Digivolved, Role::Other) if zone == "hand" => {
                sketch.add("text", format!("[Digivolve] [{}]: Cost 1", card.name));
                sketch.add("text", "[DNA Digivolve] Lv.3 or higher + Lv.3 or higher: Cost 0");
            }
            _ => {}
        }
    }

    fn is_made(cards: &Self::Cards, print: Print) -> bool {
        !crate::card::is_keyword(print) && cards.get(print).token
    }

    fn like(test: &Test) -> Option<(&Target, &'static str, Value)> {
        whole::like(test)
    }

    fn could_fit(row: &Map<String, Value>, filter: &Filter) -> bool {
        whole::could_fit(row, filter)
    }

    fn complete(card: &Printed, row: &Value, ability: &Ability) -> Option<Value> {
        whole::complete(card, row, ability)
    }

    fn means_made(test: &Test) -> bool {
        *test == Test::Made
    }

    fn brings(verb: &Verb) -> Option<&Target> {
        match verb {
            Verb::Play { what, .. } | Verb::PlayToBreeding { what, .. } => Some(what),
            Verb::Digivolve { into, .. } => Some(into),
            _ => None,
        }
    }

    fn lift(row: &Map<String, Value>, figure: Figure, cmp: Cmp, than: i32) -> Vec<Tool> {
        let dp = row.get("dp").and_then(Value::as_i64).unwrap_or(0);
        if figure != Figure::Dp || !matches!(cmp, Cmp::AtLeast | Cmp::More) || dp >= i64::from(than) {
            return Vec::new();
        }
        let text = format!("All of your Digimon get +{} DP.", i64::from(than) - dp + 1000);
        vec![Tool::new(Seat::A, "battle", json!({"kind": "tamer", "text": text}))]
    }

    fn neutral(card: &Printed, row: &mut Map<String, Value>) {
        // Colours are had only where they are asked for; a white card finds its colour among plain ones.
        if card.colors.meets(crate::card::Colors(1 << Color::White as u8)) {
            row.entry("colors").or_insert(json!(["purple"]));
        }
    }

    fn settings(fact: &Fact) -> Vec<Tool> {
        match fact {
            // What comes onto the field in the opponent's turn.
            Fact::Turn(Who::Opponent) => {
                let text = "[Opponent's Turn] When an opponent's Digimon attacks, you may play 1 Digimon card from your hand without paying the cost.";
                vec![Tool::new(Seat::A, "battle", json!({"kind": "digimon", "dp": 15000, "text": text}))]
            }
            // What is played by the effect of a card with this name.
            Fact::Cause(Cause::EffectFrom(_, from)) => match &**from {
                Filter::Name(name) => {
                    let text = "[When Attacking] You may play 1 Digimon card from your hand without paying the cost.";
                    vec![Tool::new(
                        Seat::A,
                        "battle",
                        json!({"kind": "digimon", "name": name.as_str(), "text": text}),
                    )]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn seldom(_: &Printed, ability: &Ability, op: &effects::Op<Dcg>) -> bool {
        whole::is_turned_round(ability, op)
    }

    fn suit_for(card: &Printed, sketch: &mut Sketch, verb: &Verb, role: usize) {
        match verb {
            // Into what names the very card that is to digivolve.
            Verb::Digivolve { .. } if role == 1 => {
                sketch.add("text", format!("[Digivolve] [{}]: Cost 1", card.name));
                Self::suit(sketch, verb, role);
            }
            Verb::Digivolve { into: Target::This, .. } if role == 0 => whole::meet_need(card, sketch),
            // An Option card whose colour there is on the field.
            Verb::Use { .. } | Verb::PlayOrUse { .. } => {
                let color = (0..7).find(|at| card.colors.0 & (1 << at) != 0).unwrap_or(0);
                sketch.add("colors", crate::card::COLORS[color]);
                sketch.row.entry("kind").or_insert(json!("option"));
            }
            _ => Self::suit(sketch, verb, role),
        }
    }

    fn beside(card: &Printed, home: Home, lot: usize) -> Vec<(&'static str, Filter)> {
        if !matches!(home.zone, "hand" | "trash") || home.pile.is_some() {
            let mut all = whole::elsewhere(card);
            return if all.is_empty() { Vec::new() } else { vec![all.swap_remove(lot % all.len())] };
        }
        let meaning = &card.meaning;
        let mut ways: Vec<Vec<(&'static str, Filter)>> = vec![Vec::new()];
        for way in &meaning.ways {
            ways.push(match way.kind {
                EntryKind::Dna => vec![("battle", way.from.clone()), ("battle", way.with.clone())],
                _ => vec![(if lot / 16 % 3 == 0 { "breeding" } else { "battle" }, way.from.clone())],
            });
        }
        for xros in &meaning.xros {
            let zone = if xros.assembly { "trash" } else { "hand" };
            let material =
                |(what, count, _): &(Filter, u8, _)| vec![(zone, what.clone()); usize::from(*count).min(4)];
            ways.push(xros.materials.iter().flat_map(material).collect());
        }
        for (to, _) in &meaning.links {
            ways.push(vec![("battle", to.clone())]);
        }
        ways.extend(whole::comes_with_cards(card));
        // A Digimon with cards of one level beneath it, or of what the card counts there.
        if let Some(need) = card.needs.first() {
            let level = Filter::Figure(Figure::Level, Cmp::Equal, Amount::Fixed(i32::from(need.level)));
            let all = [
                Color::Red,
                Color::Blue,
                Color::Yellow,
                Color::Green,
                Color::Black,
                Color::Purple,
                Color::White,
            ];
            let color = all.into_iter().find(|color| need.color.meets(color.bits())).unwrap_or(Color::White);
            let color = Filter::Color(color);
            let counted = whole::counted_beneath(card).unwrap_or(Filter::Any);
            let stacked = Filter::Test(Test::UnderCount(Box::new(counted), Cmp::AtLeast, 4));
            ways.push(vec![("battle", DIGIMON.clone().and(level).and(color).and(stacked))]);
        }
        ways.swap_remove(lot % ways.len())
    }

    fn rest(zone: &str, sketch: &mut Sketch) {
        // An Option card is in the battle area only where it was placed there.
        if zone == "battle" && sketch.word("kind") == "option" {
            sketch.mark("placed", true);
        }
    }

    fn suit_change(sketch: &mut Sketch, change: &Change) {
        match change {
            Change::DeletionMax(_) => sketch.add("text", format!("[Main] [Once Per Turn] {DELETION}")),
            Change::Cannot(Cannot::Suspend) if sketch.word("kind") == "tamer" => {
                sketch.add("text", "[Main] By suspending this Tamer, <Draw 1>.");
            }
            Change::Cannot(Cannot::Activate(timing)) => timed(sketch, *timing),
            _ => {}
        }
    }

    fn extras() -> Vec<Value> {
        let text = [
            "[Your Turn] When one of your Digimon attacks, lose 3 memory.",
            "[Your Turn] When one of your Digimon would be played, lose 6 memory.",
        ];
        vec![
            json!({"id": "Drain", "name": "Drain", "kind": "tamer", "colors": ["white"], "text": text, "play_cost": 3}),
        ]
    }

    fn makes(card: &Printed) -> Vec<String> {
        let mut names = Vec::new();
        for step in card.meaning.abilities.iter().flat_map(|ability| &ability.steps) {
            step.each(&mut |step| {
                if let Step::Do(Verb::PlayToken { token, .. }) = step {
                    names.push(token.name.as_str().to_string());
                }
            });
        }
        names
    }

    fn bustle() -> Vec<Tool> {
        let texts = [
            "Delete 1 Digimon.",
            "Return 1 Digimon to the hand.",
            "Return 1 Digimon to the bottom of the deck.",
            "1 Digimon gets -3000 DP for the turn.",
            "Suspend 1 Digimon.",
            "Unsuspend 1 Digimon.",
            "Gain 1 memory.",
            "<De-Digivolve 1> 1 Digimon.",
            "<Recovery +1 (Deck)>.",
            "Trash the bottom digivolution card of 1 Digimon.",
            "You may play 1 Digimon card from your hand without paying the cost.",
            "Delete 1 of your opponent's Digimon with 20000 DP or less.",
        ];
        let mut tools = fighters();
        tools.extend(links());
        for seat in Seat::BOTH {
            tools.extend(texts.iter().map(|text| doer(seat, text)));
            let text = "[Main] [Once Per Turn] Gain 1 memory.";
            tools.push(Tool::new(seat, "battle", json!({"kind": "digimon", "text": text})));
            tools.push(Tool::new(seat, "battle", json!({"kind": "digimon", "text": "<Blocker>"})));
            for level in 3..7 {
                let row = json!({"kind": "digimon", "level": level, "colors": crate::card::COLORS});
                tools.push(Tool::new(seat, "hand", row));
            }
            let row = json!({"kind": "option", "play_cost": 1, "text": "[Main] <Draw 1>."});
            tools.push(Tool::new(seat, "hand", row));
        }
        tools
    }

    fn occasions(change: &Change) -> Vec<Tool> {
        occasions::of(change)
    }

    fn host(card: &Printed, home: Home) -> Option<Filter> {
        match home.pile {
            Some("links") => card.meaning.links.first().map(|(to, _)| to.clone()),
            // What gains effects from beneath has a card there that has one.
            _ => lent(card).map(|(which, timing)| {
                let effect = match timing {
                    Some(timing) => Filter::Test(Test::HasTiming(timing)),
                    None => Filter::Has(Keyword::Blocker),
                };
                Filter::Test(Test::Under(Box::new(which.and(effect))))
            }),
        }
    }

    fn passes(change: &Change) -> Option<Filter> {
        Some(match change {
            Change::AlsoTrait(name) => Filter::Trait(name.clone()),
            Change::AlsoName(name) | Change::Name(name) => Filter::Name(name.clone()),
            Change::AlsoInName(name) => Filter::NameHas(name.clone()),
            _ => return None,
        })
    }

    fn company(card: &Printed, home: Home) -> Vec<Tool> {
        let colors: Vec<&str> =
            (0..7).filter(|at| card.colors.0 & (1 << at) != 0).map(|at| crate::card::COLORS[at]).collect();
        let mut company = Vec::new();
        if card.kinds.meets(Kinds::OPTION) && !colors.is_empty() && home.zone != "battle" {
            let row = json!({"kind": "digimon", "level": 4, "colors": colors});
            company.push(Tool::new(Seat::A, "battle", row));
        }
        // What lies under a card of another colour uses Option cards of its own.
        if home.pile.is_some() && !colors.is_empty() && whole::uses(card) {
            company.push(Tool::new(Seat::A, "battle", json!({"kind": "tamer", "colors": colors})));
        }
        if matches!(home.zone, "hand" | "trash") {
            company.extend(bases(card));
        }
        if home.zone == "security" {
            let row = json!({"kind": "digimon", "level": 6, "dp": 11000});
            company.push(Tool::new(Seat::B, "battle", row));
        }
        company
    }

    fn inner(change: &Change) -> Option<Ability> {
        match change {
            Change::Keyword(keyword) | Change::KeywordTimes(keyword, _) => keyword.tree(),
            _ => None,
        }
    }

    fn finish(row: &mut Map<String, Value>) {
        let kind = row.get("kind").and_then(Value::as_str).unwrap_or("digimon").to_string();
        // Colours are had only where they are asked for.
        row.entry("colors").or_insert(json!(["white"]));
        if kind == "digimon" {
            let way = |level: u8| json!({"color": "any", "level": level, "cost": 1});
            row.entry("digivolve").or_insert_with(|| (2..7).map(way).collect());
            row.entry("level").or_insert(json!(4));
            row.entry("play_cost").or_insert(json!(3));
        }
        if let Some(number) = row.remove("color_count").and_then(|number| number.as_u64()) {
            let mut colors: Vec<Value> =
                row.get("colors").and_then(Value::as_array).cloned().unwrap_or_default();
            for color in crate::card::COLORS {
                if colors.len() < number as usize && !colors.contains(&json!(color)) {
                    colors.push(json!(color));
                }
            }
            row.insert("colors".into(), json!(colors));
        }
        if kind == "option" && !row.contains_key("text") {
            row.insert("text".into(), json!("[Main] <Draw 1>."));
        }
    }

    fn shape(
        sketch: &mut Sketch,
        test: &Filter,
        sense: Sense,
        draw: &mut dyn FnMut(&Filter) -> Sketch,
    ) -> Result<(), String> {
        let fits = sense == Sense::Fits;
        match test {
            Filter::Kind(kind) => sketch.set("kind", kind_word(*kind, sense)?),
            Filter::Color(color) if fits => sketch.add("colors", color_word(*color)),
            Filter::Color(color) => {
                let other = if *color == Color::Green { "red" } else { "green" };
                sketch.set("colors", json!([other]));
            }
            Filter::Name(name) if fits => sketch.set("name", name.as_str()),
            Filter::NameHas(part) | Filter::InText(part) if fits => {
                let name = format!("{} {}", sketch.word("name"), part.as_str());
                sketch.set("name", name.trim());
            }
            Filter::Trait(name) | Filter::TraitHas(name) if fits => sketch.add("type", name.as_str()),
            Filter::Name(_)
            | Filter::NameHas(_)
            | Filter::InText(_)
            | Filter::Trait(_)
            | Filter::TraitHas(_) => {}
            Filter::Figure(figure, cmp, Amount::Fixed(than)) => {
                figure_of(sketch, *figure, value(*figure, *cmp, *than, sense));
            }
            Filter::Figure(..) => {}
            Filter::Is(posture) => match posture {
                Posture::Suspended => sketch.mark("suspended", fits),
                Posture::Unsuspended => sketch.mark("suspended", !fits),
                Posture::FaceUp => sketch.mark("face_up", fits),
                Posture::FaceDown => sketch.mark("face_down", fits),
                Posture::Attacking | Posture::Attacked => {}
            },
            Filter::Has(keyword) if fits => sketch.add("text", keyword.words()),
            Filter::Has(_) => {}
            Filter::Test(test) if fits => return special(sketch, test, draw),
            _ => {}
        }
        Ok(())
    }

    fn suppose(scenery: &mut Scenery, fact: &Fact, sense: Sense) -> Result<(), String> {
        if let Fact::Turn(who) = fact {
            let yours = (*who == Who::You) == (sense == Sense::Fits);
            if *who != Who::Both {
                scenery.table.insert("turn".into(), json!(if yours { "you" } else { "opponent" }));
            }
        }
        Ok(())
    }

    fn wants(fact: &Fact) -> Vec<(Seat, &'static str, &Filter)> {
        match fact {
            Fact::Into(filter) => vec![(Seat::A, "hand", filter), (Seat::B, "hand", filter)],
            Fact::Other(filter) => {
                let seats = [
                    (Seat::A, "hand"),
                    (Seat::B, "battle"),
                    (Seat::A, "security"),
                    (Seat::B, "security"),
                    (Seat::A, "self"),
                ];
                seats.map(|(seat, zone)| (seat, zone, &**filter)).into()
            }
            Fact::From(_, Place::Under) => vec![(Seat::A, "under", &DIGIMON)],
            _ => Vec::new(),
        }
    }

    fn supply(scenery: &mut Scenery, count: &Count, cmp: Cmp, than: i32, sense: Sense) -> Result<(), String> {
        if let Count::Memory(who) = count {
            let number = value(Figure::Level, cmp, than, sense);
            let turn = scenery.table.get("turn").and_then(Value::as_str) != Some("opponent");
            let number = if (*who == Who::You) == turn { number } else { -number };
            // On the other side of the gauge the turn would be over: it goes there by what is paid and lost.
            scenery.table.insert("memory".into(), json!(number.clamp(0, 10)));
            if number < 0 {
                let drains = scenery.players[usize::from(!turn)].entry("battle").or_insert_with(|| json!([]));
                drains.as_array_mut().into_iter().for_each(|battle| battle.push(json!("Drain")));
            }
        }
        Ok(())
    }

    fn beneath(count: &Count) -> Option<(&Target, &'static str)> {
        match count {
            Count::Alike(target) => Some((target, "under")),
            _ => None,
        }
    }

    fn plain_figure(figure: Figure, about: i32) -> i32 {
        match figure {
            Figure::Dp if about < 1000 => 2000,
            Figure::Level => about.max(4),
            _ => about,
        }
    }

    fn comes_to(count: &Count) -> Option<i32> {
        match count {
            Count::DeletionMax(number) => Some(*number),
            _ => None,
        }
    }

    fn counted(count: &Count) -> Option<&Select<Dcg>> {
        match count {
            Count::Colors(select) | Count::Different(_, select) | Count::Most(_, select) => Some(select),
            _ => None,
        }
    }

    fn tell_apart(count: &Count, at: usize, sketch: &mut Sketch) {
        match count {
            Count::Colors(_) | Count::Different(Distinct::Colors, _) => {
                sketch.set("colors", json!([crate::card::COLORS[at % 7]]));
            }
            Count::Different(Distinct::Levels, _) => sketch.set("level", 3 + at % 4),
            _ => {}
        }
    }

    fn comes_later(select: &Select<Dcg>) -> bool {
        matches!(&select.among, Among::Zones { zones, .. } if zones[..] == [Place::Checked])
    }

    fn bits<'a>(verb: &'a Verb, f: &mut dyn FnMut(Bit<'a, Dcg>)) {
        let pay = |pay: &'a Pay, f: &mut dyn FnMut(Bit<'a, Dcg>)| match pay {
            Pay::Less(amount) | Pay::Instead(amount) => f(Bit::Amount(amount)),
            Pay::Free | Pay::Full => {}
        };
        match verb {
            Verb::Delete(one) | Verb::Trash(one) | Verb::ToHand(one) | Verb::ToDeck(one, _) => {
                f(Bit::Target(one))
            }
            Verb::ToSecurity { what, .. } | Verb::PlaceInBattle(what) => f(Bit::Target(what)),
            Verb::PlaceUnder { what, host, .. } => {
                f(Bit::Target(what));
                f(Bit::Target(host));
            }
            Verb::Link { what, host, pay: cost } => {
                f(Bit::Target(what));
                f(Bit::Target(host));
                pay(cost, f);
            }
            Verb::Play { what, pay: cost, .. }
            | Verb::PlayToBreeding { what, pay: cost }
            | Verb::PlayOrUse { what, pay: cost }
            | Verb::Use { what, pay: cost } => {
                f(Bit::Target(what));
                pay(cost, f);
            }
            Verb::PlayToken { count, .. } => f(Bit::Amount(count)),
            Verb::Digivolve { what, into, pay: cost, .. } => {
                f(Bit::Target(what));
                f(Bit::Target(into));
                pay(cost, f);
            }
            Verb::DnaDigivolve { with, other, into, pay: cost } => {
                // The two that digivolve.
                f(Bit::Filter("battle", &DIGIMON));
                f(Bit::Filter("battle", &DIGIMON));
                with.iter().for_each(|one| f(Bit::Target(one)));
                if let Some(other) = other {
                    let zone = match &other.among {
                        effects::Among::Zones { zones, .. } if zones[..] == [Place::Hand] => "hand",
                        effects::Among::Zones { zones, .. } if zones[..] == [Place::Trash] => "trash",
                        _ => "battle",
                    };
                    f(Bit::Filter(zone, &other.filter));
                }
                f(Bit::Target(into));
                pay(cost, f);
            }
            Verb::AppFuse { what, into } | Verb::Battle(what, into) => {
                f(Bit::Target(what));
                f(Bit::Target(into));
            }
            Verb::Suspend(one)
            | Verb::Unsuspend(one)
            | Verb::Reveal(one)
            | Verb::SinkTop(one)
            | Verb::Peel(one, _)
            | Verb::Look(one)
            | Verb::PutBack(one)
            | Verb::Flip(one, _)
            | Verb::Prevent(one)
            | Verb::Move(one)
            | Verb::Activate { of: one, .. }
            | Verb::SwitchTarget(Some(one)) => f(Bit::Target(one)),
            Verb::Attack { who: one, .. } => {
                f(Bit::Target(one));
                f(Bit::Filter("battle", &SUSPENDED));
            }
            Verb::DeDigivolve(one, amount) => {
                f(Bit::Target(one));
                f(Bit::Amount(amount));
            }
            Verb::Draw(_, amount)
            | Verb::GainMemory(_, amount)
            | Verb::LoseMemory(_, amount)
            | Verb::SetMemory(amount)
            | Verb::Recover(_, amount)
            | Verb::ReduceCost(amount)
            | Verb::PayMemory(amount) => f(Bit::Amount(amount)),
            Verb::DigiBurst(amount) => {
                f(Bit::Target(&THIS));
                f(Bit::Amount(amount));
            }
            Verb::Own(Own::Attack(one, _) | Own::ShedTop(one)) => f(Bit::Target(one)),
            Verb::Own(Own::BlastDna(one, two)) => {
                f(Bit::Target(one));
                f(Bit::Target(two));
            }
            Verb::Shuffle(..)
            | Verb::SwitchTarget(None)
            | Verb::EndAttack
            | Verb::PreventAll
            | Verb::XrosFrom(_)
            | Verb::Delay
            | Verb::Hatch(_)
            | Verb::Win(_) => {}
        }
    }

    fn change_bits<'a>(change: &'a Change, f: &mut dyn FnMut(Bit<'a, Dcg>)) {
        match change {
            Change::Dp(amount)
            | Change::OriginalDp(amount)
            | Change::KeywordTimes(_, amount)
            | Change::Cost(_, amount)
            | Change::DeletionMax(amount) => f(Bit::Amount(amount)),
            Change::AttackUnsuspended(filter) => f(Bit::Filter("battle", filter)),
            Change::Way(filter, _) => f(Bit::Filter("hand", filter)),
            _ => {}
        }
    }

    fn suit(sketch: &mut Sketch, verb: &Verb, role: usize) {
        let stacked = |sketch: &mut Sketch, many: usize| {
            for level in 0..many {
                let mut below = Sketch::default();
                below.set("level", 3 + level % 2);
                sketch.piles.push(("under", below));
            }
        };
        match verb {
            Verb::Unsuspend(_) => sketch.mark("suspended", true),
            Verb::Suspend(_) | Verb::Attack { .. } | Verb::Own(Own::Attack(..)) => {
                sketch.marks.shift_remove("suspended");
            }
            Verb::DeDigivolve(..) | Verb::SinkTop(_) | Verb::Peel(..) | Verb::Own(Own::ShedTop(_)) => {
                stacked(sketch, 2);
            }
            Verb::DigiBurst(_) => stacked(sketch, 4),
            Verb::Link { .. } if role == 0 => sketch.set("link", linkable()),
            Verb::DnaDigivolve { with, .. } if role == usize::from(with.is_some()) => {
                sketch.add("text", "[DNA Digivolve] Lv.3 or higher + Lv.3 or higher: Cost 0");
            }
            Verb::Activate { timing, .. } => timed(sketch, *timing),
            // Two cards by whose names they fuse.
            Verb::AppFuse { .. } if role == 0 => {
                sketch.set("name", "Ash");
                let mut link = Sketch::default();
                link.set("link", linkable());
                link.set("name", "Elm");
                sketch.piles.push(("links", link));
            }
            Verb::AppFuse { .. } => sketch.add("text", "[App Fusion] [Ash] & [Elm]: Cost 0"),
            Verb::Digivolve { .. } if role == 1 => sketch.add("text", "[Digivolve] [Ash]: Cost 1"),
            Verb::Digivolve { .. } if sketch.word("kind") != "tamer" && !sketch.row.contains_key("level") => {
                sketch.set("level", 3)
            }
            Verb::Digivolve { .. } if sketch.word("kind") == "tamer" && sketch.word("name").is_empty() => {
                sketch.set("name", "Ash")
            }
            _ => {}
        }
    }

    fn expect(verb: &Verb) -> Expect<'_, Dcg> {
        match verb {
            Verb::Delete(one) | Verb::Trash(one) => Expect::Moves(one, &["trash", "removed"]),
            Verb::ToHand(one) => Expect::Moves(one, &["hand", "digi-eggs", "removed", "trash"]),
            Verb::ToDeck(one, _) => Expect::Moves(one, &["deck", "digi-eggs", "removed", "trash"]),
            Verb::ToSecurity { what, .. } => Expect::Moves(what, &["security", "digi-eggs", "removed", "trash"]),
            Verb::PlaceUnder { what, .. } => Expect::Moves(what, &["under", "trash", "removed"]),
            Verb::PlaceInBattle(what) => Expect::Moves(what, &["battle"]),
            Verb::Suspend(one) => Expect::Becomes(one, "suspended", Sense::Fits),
            Verb::Unsuspend(one) => Expect::Becomes(one, "suspended", Sense::Misses),
            Verb::Draw(who, amount) => Expect::Counts(*who, "hand", amount, 1),
            Verb::Recover(who, amount) => Expect::Counts(*who, "security", amount, 1),
            Verb::GainMemory(who, amount) => Expect::Counts(*who, "memory", amount, 1),
            Verb::LoseMemory(who, amount) => Expect::Counts(*who, "memory", amount, -1),
            Verb::Shuffle(..)
            | Verb::Look(_)
            | Verb::PutBack(_)
            | Verb::Reveal(_)
            | Verb::XrosFrom(_)
            // The attack itself comes after the effect.
            | Verb::Attack { .. }
            | Verb::Own(Own::Attack(..)) => Expect::Nothing,
            _ => Expect::Something,
        }
    }

    fn shows(change: &Change) -> Shows<'_, Dcg> {
        match change {
            Change::Dp(amount) => Shows::By("dp", amount),
            Change::Keyword(keyword) => Shows::Word(keyword.words().trim_matches(['<', '>']).to_lowercase()),
            _ => Shows::Otherwise,
        }
    }
}

/// Whether an ability waits for this to happen to its own card.
fn waits_for(ability: &Ability, moment: Moment) -> bool {
    match &ability.when {
        When::Trigger(triggers) | When::Would(triggers) => {
            triggers.iter().any(|trigger| trigger.moment == moment && trigger.subject == Filter::This)
        }
        _ => false,
    }
}

/// Where a card lies that waits for being trashed from there.
fn pile_it_leaves(ability: &Ability) -> Option<Home> {
    let homes = [
        (Moment::DeckTrashed, Home::at("deck")),
        (Moment::SecurityTrashed, Home::at("security")),
        (Moment::HandTrashed, Home::at("hand")),
        (Moment::TrashedFromUnder, Home::under("battle", "under")),
        (Moment::TrashedForBurst, Home::under("battle", "under")),
        (Moment::BattleTrashed, Home::at("battle").marked("placed")),
    ];
    homes.into_iter().find(|(moment, _)| waits_for(ability, *moment)).map(|(_, home)| home)
}

/// Whether an ability waits for its own card to come onto the field.
fn enters(ability: &Ability) -> bool {
    match &ability.when {
        When::Trigger(triggers) | When::Would(triggers) => triggers.iter().any(|trigger| {
            matches!(trigger.moment, Moment::Played | Moment::Digivolved) && trigger.subject == Filter::This
        }),
        _ => false,
    }
}

/// Whether that is all it waits for.
fn only_enters(ability: &Ability) -> bool {
    match &ability.when {
        When::Trigger(triggers) | When::Would(triggers) => {
            triggers.iter().all(|trigger| matches!(trigger.moment, Moment::Played | Moment::Digivolved))
        }
        _ => false,
    }
}

static THIS: Target = Target::This;

static SUSPENDED: Filter = Filter::Is(Posture::Suspended);
static DIGIMON: Filter = Filter::Kind(Kind::Digimon);

/// Which cards lend a card their effects, and of which timing.
fn lent(card: &Printed) -> Option<(Filter, Option<Timing>)> {
    card.meaning.abilities.iter().flat_map(|ability| &ability.steps).find_map(|step| match step {
        Step::Gain { change: Change::EffectsUnder(which, timing), .. } => Some(((**which).clone(), *timing)),
        _ => None,
    })
}
