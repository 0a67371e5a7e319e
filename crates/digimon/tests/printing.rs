//! The law of the printer: what a card was read to mean, said in our words and read again, is the same tree. It is held for every
//! card that is read whole: the built-in ones, and the given ones where they lie beside the project (else "skipped").

use digimon::card::Card;
use digimon::text::say::{self, Said, Whole};
use digimon::text::{Meaning, Texts, compile};
use digimon::vocab::*;
use effects::{
    Ability, Among, Amount, Cmp, Filter, Gainer, HowMany, Phrase, Select, Slot, Step, Target, Trigger, When,
    Who,
};
use kernel::Printed;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A card as far as the reader and the printer know it.
struct Read {
    name: String,
    kind: Kind,
    option: bool,
    needs: Vec<(Option<digimon::vocab::Color>, u8, u8)>,
    meaning: Meaning,
}

fn read(card: &Card) -> Read {
    let needs = card.requirements();
    let meaning = compile(card.texts(&needs));
    let option = card.texts(&needs).option;
    Read { name: format!("{} {}", card.id, card.name), kind: card.noun(), option, needs, meaning }
}

fn again(card: &Read, said: &Said) -> Meaning {
    compile(Texts {
        needs: &card.needs,
        option: card.option,
        text: &said.text,
        inherited: &said.inherited,
        security: &said.security,
        link_requirement: "",
        link: &said.link,
    })
}

/// The abilities that no other gives, each with what it gives; and the lines.
fn shapes(meaning: &Meaning) -> (Vec<Whole>, &[Line]) {
    let given = say::given(&meaning.abilities);
    let all = meaning.abilities.iter().enumerate().filter(|(at, _)| !given.contains(&(*at as u8)));
    (all.map(|(_, ability)| say::whole(&meaning.abilities, ability)).collect(), &meaning.lines)
}

/// Where two texts part, with a little of what stands around it.
fn difference(a: &str, b: &str) -> String {
    let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let from = (0..=at.saturating_sub(60)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.get(from..).unwrap_or_default().chars().take(200).collect::<String>()
    };
    format!("      was …{}\n      is  …{}", around(a), around(b))
}

/// What breaks the law for one card: a class, and the report.
fn broken(card: &Read) -> Option<(String, String)> {
    let said = say::texts(&card.meaning.abilities, &card.meaning.lines, card.kind);
    let other = again(card, &said);
    let head = format!("{}\n    said {said:?}", card.name);
    if let Some(unread) = other.unread.first() {
        let class = unread.words.split(' ').take(3).collect::<Vec<_>>().join(" ");
        return Some((
            format!("unread: {class}"),
            format!("{head}\n    cannot be read at {:?}: {}", unread.words, unread.why),
        ));
    }
    let (was, is) = (shapes(&card.meaning), shapes(&other));
    if was.1 != is.1 {
        let (was, is) = (format!("{:?}", was.1), format!("{:?}", is.1));
        return Some(("lines".into(), format!("{head}\n{}", difference(&was, &is))));
    }
    if was.0.len() != is.0.len() {
        return Some((
            "number of abilities".into(),
            format!("{head}\n    {} were {}", was.0.len(), is.0.len()),
        ));
    }
    let (was, is) = was.0.iter().zip(&is.0).find(|(was, is)| was != is)?;
    let (was, is) = (format!("{was:?}"), format!("{is:?}"));
    let at = was.bytes().zip(is.bytes()).take_while(|(a, b)| a == b).count();
    let from = was[..at].rfind([' ', '(', '{']).unwrap_or(0);
    let class: String = was[from..].chars().take(24).collect();
    Some((format!("differs: {}", class.trim()), format!("{head}\n{}", difference(&was, &is))))
}

fn hold(file: &Path) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let rows: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = rows.chunks(rows.len().div_ceil(threads).max(1));
    let found = std::thread::scope(|scope| {
        let running: Vec<_> = parts.map(|rows| scope.spawn(|| tried(rows))).collect();
        running
            .into_iter()
            .map(|one| one.join().expect("a thread that panics has said why"))
            .collect::<Vec<_>>()
    });
    let whole: usize = found.iter().map(|(whole, _)| whole).sum();
    let mut classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (class, report) in found.into_iter().flat_map(|(_, broken)| broken) {
        classes.entry(class).or_default().push(report);
    }
    let kept = whole - classes.values().map(Vec::len).sum::<usize>();
    println!(
        "{}: {kept} of {whole} cards that are read whole are said so that they read the same",
        file.display()
    );
    let mut classes: Vec<_> = classes.into_iter().collect();
    classes.sort_by_key(|(_, reports)| std::cmp::Reverse(reports.len()));
    let most: usize = std::env::var("SHOBU_MOST").ok().and_then(|most| most.parse().ok()).unwrap_or(2);
    for (class, reports) in &classes {
        println!("{:4} {class}", reports.len());
        reports.iter().take(most).for_each(|report| println!("  {report}"));
    }
    assert_eq!(kept, whole, "some cards are not said so that they read the same");
}

/// How many of these cards are read whole, and what breaks the law.
fn tried(rows: &[&str]) -> (usize, Vec<(String, String)>) {
    let mut all = (0, Vec::new());
    for row in rows {
        let row: Value = serde_json::from_str(row).unwrap_or_else(|error| panic!("{row}: {error}"));
        let card = Card::read(&row).unwrap_or_else(|error| panic!("{row}: {error}"));
        let card = read(&card);
        if card.meaning.unread.is_empty() {
            all.0 += 1;
            all.1.extend(broken(&card));
        }
    }
    all
}

fn beside(path: &str) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().map(|folder| folder.join(path)).find(|path| path.exists())
}

#[test]
fn built_in_cards_are_said_as_they_read() {
    hold(&beside("cards/digimon/starter.jsonl").expect("the built-in cards are part of the project"));
}

#[test]
fn given_cards_are_said_as_they_read() {
    match beside("shared/cards/digimon/cards.jsonl") {
        Some(file) => hold(&file),
        None => println!("skipped: no given cards beside the project"),
    }
}

/// Tests of cards that every description can hold.
fn atoms() -> Vec<Filter<Dcg>> {
    let name = |text: &str| Phrase::new(text);
    let figure = |of, cmp, number| Filter::Figure(of, cmp, Amount::Fixed(number));
    vec![
        Filter::Kind(Kind::Digimon),
        Filter::Kind(Kind::Tamer),
        Filter::Color(Color::Red),
        Filter::Color(Color::Blue),
        Filter::Is(Posture::Suspended),
        Filter::Name(name("Ember Pup")),
        Filter::NameHas(name("Pup")),
        Filter::Trait(name("Beast")),
        Filter::TraitHas(name("Dragon")),
        Filter::InText(name("Kiln")),
        Filter::Has(Keyword::Blocker),
        Filter::Not(Box::new(Filter::This)),
        Filter::Not(Box::new(Filter::Name(name("Ash")))),
        Filter::Not(Box::new(Filter::Trait(name("Machine")))),
        figure(Figure::Level, Cmp::AtMost, 4),
        figure(Figure::PlayCost, Cmp::AtLeast, 5),
        figure(Figure::Dp, Cmp::AtMost, 3000),
        figure(Figure::Under, Cmp::Equal, 0),
        figure(Figure::Under, Cmp::AtLeast, 2),
        figure(Figure::Colors, Cmp::AtLeast, 2),
        Filter::Test(Test::HasInherited),
        Filter::Test(Test::Fresh),
        Filter::Test(Test::NoDp),
        Filter::Test(Test::Under(Box::new(Filter::Color(Color::Green)))),
        Filter::Test(Test::UnderCount(Box::new(Filter::Kind(Kind::Tamer)), Cmp::AtLeast, 2)),
        Filter::Test(Test::Linked(Box::new(Filter::Name(name("Cog"))))),
        Filter::Test(Test::HasTiming(Timing::OnPlay)),
        Filter::Test(Test::KeywordInText(name("Save"))),
    ]
}

#[test]
fn any_two_tests_of_a_card_are_said_as_they_read() {
    let mut broken_ones = Vec::new();
    let mut tried = 0;
    let atoms = atoms();
    let pairs = atoms.iter().flat_map(|one| atoms.iter().map(move |other| (one, other)));
    let both = pairs.filter(|(one, other)| one != other).flat_map(|(one, other)| {
        let two = || vec![one.clone(), other.clone()];
        let kind = || Filter::Kind(Kind::Option);
        [Filter::All(two()), Filter::Either(two()), Filter::All(vec![kind(), Filter::Either(two())])]
    });
    for filter in atoms.iter().cloned().chain(both) {
        let among = Among::Zones { whose: Who::Opponent, zones: vec![Place::Battle] };
        let from = Select::new(among, filter.clone(), HowMany::Exactly(Amount::Fixed(1)));
        let slot = Slot(0);
        let steps =
            vec![Step::Choose { who: Who::You, slot, from }, Step::Do(Verb::Suspend(Target::Slot(slot)))];
        let played = Trigger { moment: Moment::Played, subject: Filter::This, cond: None };
        let part = Part { text: Text::Main, live: Live::Usual };
        let abilities = vec![Ability::new(part, When::Trigger(vec![played]), steps)];
        let mut meaning = Meaning::default();
        meaning.abilities = abilities;
        let card = Read {
            name: format!("{filter:?}"),
            kind: Kind::Digimon,
            option: false,
            needs: Vec::new(),
            meaning,
        };
        tried += 1;
        broken_ones.extend(broken(&card).map(|(_, report)| report));
    }
    for report in broken_ones.iter().take(40) {
        println!("{report}");
    }
    assert!(broken_ones.is_empty(), "{} of {tried} descriptions do not read the same", broken_ones.len());
}

#[test]
fn what_lasts_is_said_as_it_reads() {
    let opponent = Who::Opponent;
    let machines = || Box::new(Filter::Trait(Phrase::new("Machine")).and(Filter::Kind(Kind::Digimon)));
    let cannots = [
        Cannot::Attack,
        Cannot::AttackPlayers,
        Cannot::AttackDigimon(machines()),
        Cannot::BeAttacked,
        Cannot::Block,
        Cannot::BeBlocked(Box::new(Filter::Any)),
        Cannot::BeBlocked(machines()),
        Cannot::Suspend,
        Cannot::Unsuspend,
        Cannot::Digivolve,
        Cannot::DigivolveBut(machines()),
        Cannot::BeDeleted,
        Cannot::BeDeletedInBattle,
        Cannot::BeDeletedBy(opponent),
        Cannot::BeReturnedBy(opponent),
        Cannot::DpReducedBy(opponent),
        Cannot::UnderTrashedBy(opponent),
        Cannot::BeTrashedBy(opponent),
        Cannot::BeDeDigivolvedBy(opponent),
        Cannot::BeSuspendedBy(opponent),
        Cannot::Activate(Timing::WhenAttacking),
        Cannot::OptionSecurity,
        Cannot::Switch,
    ];
    let keywords = [
        Keyword::SecurityAttack(-1),
        Keyword::Blocker,
        Keyword::Rush,
        Keyword::Decoy(Box::new(Filter::Color(Color::Black))),
        Keyword::MaterialSave(2),
        Keyword::Fragment(3),
        Keyword::Overclock(Box::new(Filter::Trait(Phrase::new("Toy")))),
        Keyword::LinkPlus(1),
    ];
    let others = [
        Change::Dp(Amount::Fixed(-3000)),
        Change::OriginalDp(Amount::Fixed(6000)),
        Change::Immune(opponent, Box::new(Filter::Any)),
        Change::Immune(opponent, machines()),
        Change::AlsoName(Phrase::new("Ember Pup")),
        Change::AlsoTrait(Phrase::new("Beast")),
        Change::AlsoColor(Color::Green),
        Change::Name(Phrase::new("Ash")),
    ];
    let changes: Vec<Change> =
        cannots.map(Change::Cannot).into_iter().chain(keywords.map(Change::Keyword)).chain(others).collect();
    let lasts = [
        Until::Turn,
        Until::OpponentTurn,
        Until::YourTurn,
        Until::YourNextTurn,
        Until::Attack,
        Until::Battle,
    ];
    let yours = Among::Zones { whose: Who::You, zones: vec![Place::Battle] };
    let all = Select::new(yours, Filter::Kind(Kind::Digimon), HowMany::All);
    let gainers = [Gainer::Cards(Target::This), Gainer::Whatever(all)];
    let mut reports = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        // Each with the one behind it, so that what is said together is tried too.
        for (to, until) in gainers.iter().flat_map(|to| lasts.iter().map(move |until| (to, until))) {
            let next = &changes[(at + 1) % changes.len()];
            let gain = |change: &Change| Step::Gain { to: to.clone(), change: change.clone(), until: *until };
            let part = Part { text: Text::Main, live: Live::Usual };
            let played = Trigger { moment: Moment::Played, subject: Filter::This, cond: None };
            let steps = vec![gain(change), gain(next)];
            let mut meaning = Meaning::default();
            meaning.abilities = vec![Ability::new(part, When::Trigger(vec![played]), steps)];
            let name = format!("{change:?} and {next:?} {until:?}");
            let card = Read { name, kind: Kind::Digimon, option: false, needs: Vec::new(), meaning };
            reports.extend(broken(&card).map(|(_, report)| report));
        }
    }
    for report in reports.iter().take(40) {
        println!("{report}");
    }
    assert!(reports.is_empty(), "{} changes do not read the same", reports.len());
}
