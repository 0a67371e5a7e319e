//! Cards and places: the words for which cards a text means.

pub(super) use super::kinds::noun_follows;
pub use super::kinds::{color_word, group, groups, keyword_group, multicolor, skill_group};
use super::kinds::{kind_noun, non};
use super::measures::total_cost;
pub use super::measures::{amount, figure};
use super::words::{AREAS, THAN};
use crate::card::{Color, Kind, Printed, character_key};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar::{self, Lexicon, Noun};
use effects::text::{Bracket, Builder, Parser, Tok};
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Phrase, Select, Step, Target, Who};
use std::cell::{Cell, RefCell};

/// This game's words, for one card's text.
pub struct Words {
    /// The kind of the card, for "this card".
    pub kind: Kind,
    /// Its own name.
    pub name: Phrase,
    /// What follows a noun is where it goes, not where it is.
    pub no_place: Cell<bool>,
    /// What follows a noun is how it is played, not how it lies.
    pub no_mode: Cell<bool>,
    /// The reminder notes of the paragraph, for the figures of tokens.
    pub notes: Vec<String>,
    /// Tokens that the text makes, and the number of the first of them; none can be made where there is none.
    pub made: RefCell<Vec<serde_json::Value>>,
    pub tokens_from: Option<u8>,
    /// All of what is named are meant, so that "A and B" are both.
    pub every: Cell<bool>,
    /// "In play" was said of the cards of the phrase read last.
    in_play: Cell<bool>,
    /// The skill waits for its own card's being played, and for nothing else.
    pub waits_for_play: Cell<bool>,
    /// What it steps in for, it does so once per turn.
    pub once: Cell<bool>,
    /// The card has [Union-Fusion], and no other [Union] skill.
    pub fuses: Cell<bool>,
}

impl Words {
    pub fn new(card: &Printed) -> Words {
        Words {
            kind: card.kind,
            name: card.front.name_phrase.clone(),
            no_place: Cell::new(false),
            no_mode: Cell::new(false),
            notes: Vec::new(),
            made: RefCell::new(Vec::new()),
            tokens_from: None,
            every: Cell::new(false),
            in_play: Cell::new(false),
            waits_for_play: Cell::new(false),
            once: Cell::new(false),
            fuses: Cell::new(false),
        }
    }
}

pub const IN_PLAY: [Area; 3] = [Area::Leader, Area::Battle, Area::Unison];

/// "In play" is said: where a name or trait alone means Leader and Battle Areas (DBS 20-1-6), it is the Unison Area too then.
pub(super) fn anywhere_in_play(among: &mut Among<Dbs>) {
    if let Among::Zones { zones, .. } = among {
        if zones[..] == [Area::Leader, Area::Battle] {
            *zones = IN_PLAY.to_vec();
        }
    }
}

/// Where cards are played from, being declared included; what must not be played is looked for there.
pub const PLAYED_FROM: [Area; 8] =
    [Area::Hand, Area::Deck, Area::Drop, Area::Warp, Area::Life, Area::Energy, Area::ZDeck, Area::Declared];

/// One area word, whoever's: the possessive is read before.
pub fn area_word(p: &mut Parser<'_>) -> Option<Area> {
    let inner = |area: &Area| matches!(area, Area::Under | Area::Declared | Area::Removed);
    p.attempt(|p| AREAS.read(p).filter(|area| !inner(area)))
}

/// Whose area: "your", "your opponent's", "its owner's" (which the rules settle by themselves: DBS 3-1-6).
pub fn possessor(p: &mut Parser<'_>) -> Option<Who> {
    if p.take("its/their owner/owners 's/'") || p.take("its/their owner/owners 's?") || p.take("the owner 's")
    {
        return Some(Who::Owner);
    }
    grammar::whose(p)
}

/// The areas that a noun means by itself (DBS 20-1-2 to 20-1-6).
pub fn default_zones(filter: &Filter<Dbs>) -> Vec<Area> {
    match filter {
        // DBS 20-1-2-1b: a token in a Battle Area.
        Filter::Kind(KindWord::Battle | KindWord::Token) => vec![Area::Battle],
        Filter::Kind(KindWord::Leader) => vec![Area::Leader],
        // DBS 20-1-5: a Unison Card in a Unison Area.
        Filter::Kind(KindWord::Unison) => vec![Area::Unison],
        Filter::Kind(KindWord::Extra) => vec![Area::Battle],
        // DBS 20-1-3, 20-1-4: energy and life are the cards of those areas.
        Filter::Test(Test::InArea(area)) => vec![*area],
        // DBS 20-1-6: a character name or special trait by itself.
        one if is_named(one) => vec![Area::Leader, Area::Battle],
        Filter::All(all) => {
            let found: Vec<Area> = all
                .iter()
                .filter(|filter| !matches!(filter, Filter::Not(_)))
                .map(default_zones)
                .find(|zones| zones.len() == 1)
                .unwrap_or_default();
            if !found.is_empty() {
                found
            } else if all.iter().any(is_named) {
                vec![Area::Leader, Area::Battle]
            } else if all.iter().any(is_position) {
                POSITIONED.to_vec()
            } else {
                IN_PLAY.to_vec()
            }
        }
        Filter::Either(any) => {
            let mut zones = Vec::new();
            for zone in any.iter().flat_map(default_zones) {
                if !zones.contains(&zone) {
                    zones.push(zone);
                }
            }
            zones
        }
        one if is_position(one) => POSITIONED.to_vec(),
        _ => IN_PLAY.to_vec(),
    }
}

/// DBS 1-10-1: the areas whose cards are in Active Mode or in Rest Mode, energy among them.
const POSITIONED: [Area; 4] = [Area::Leader, Area::Battle, Area::Unison, Area::Energy];

fn is_position(filter: &Filter<Dbs>) -> bool {
    matches!(filter, Filter::Is(CardState::Rest | CardState::Active))
}

fn is_named(filter: &Filter<Dbs>) -> bool {
    match filter {
        Filter::Trait(_) | Filter::Test(Test::Character(_) | Test::CharacterHas(_) | Test::OnlyTrait(_)) => {
            true
        }
        Filter::Either(any) => any.iter().all(is_named),
        _ => false,
    }
}

/// Whether "and" joins two kinds of cards between these two places: both are wanted then, not either of them.
fn joins_kinds(from: &Parser<'_>, to: &Parser<'_>) -> bool {
    let mut p = from.clone();
    while p.position() < to.position() {
        // "with both <A> and <B>": one card that is both.
        if p.attempt(|p| {
            p.take("both").then_some(())?;
            group(p)?;
            p.take("and").then_some(())?;
            group(p)
        })
        .is_some()
        {
            continue;
        }
        if p.take("and") {
            // "and/or" is "or".
            if p.mark('/') {
                continue;
            }
            // "… in its name and an energy cost of 4 or less" describes one kind.
            if figure(&mut p.clone()).is_some() {
                continue;
            }
            let mut ahead = p.clone();
            let _ = grammar::how_many::<Dbs>(&mut ahead);
            let _ = grammar::whose(&mut ahead);
            // "… and {X} in its card name" describes the same kind.
            if matches!(ahead.peek(), Some(Tok::Group(..))) && names_follow(&ahead) {
                continue;
            }
            if group(&mut ahead.clone()).is_some() || noun_follows(&ahead) {
                return true;
            }
            continue;
        }
        p.bump();
    }
    false
}

/// Whether these words stand between two places.
pub(super) fn says(from: &Parser<'_>, to: &Parser<'_>, words: &str) -> bool {
    let mut p = from.clone();
    while p.position() < to.position() {
        if p.take(words) {
            return p.position() <= to.position();
        }
        p.bump();
    }
    false
}

/// Whether two adjectives are of one kind: two colours, two names, two traits; a name and a trait count as such.
fn kin(one: &Filter<Dbs>, other: &Filter<Dbs>) -> bool {
    let class = |filter: &Filter<Dbs>| match filter {
        Filter::Color(_) | Filter::Test(Test::OnlyColors(_) | Test::Colors(_)) => 1,
        Filter::All(_) | Filter::Is(CardState::Multicolor | CardState::MonoColor) => 1,
        Filter::Trait(_) | Filter::Name(_) | Filter::Test(Test::Character(_) | Test::OnlyTrait(_)) => 2,
        Filter::Is(_) => 3,
        Filter::Has(_) => 4,
        _ => 5,
    };
    class(one) == class(other)
}

/// Whether a name in brackets is spoken of as part of names: "<A> in its character name".
fn names_follow(p: &Parser<'_>) -> bool {
    let mut ahead = p.clone();
    ahead.bump();
    ahead.ahead("in its/their")
}

/// Whether alternatives are such that every card is one of them.
fn says_nothing(filter: &Filter<Dbs>) -> bool {
    match filter {
        Filter::Either(any) => any.contains(&Filter::Any) || any.iter().any(says_nothing),
        Filter::All(all) => all.iter().any(says_nothing),
        _ => false,
    }
}

/// A description with its alternatives last, where they are more than names: as it is said.
fn ordered(filter: Filter<Dbs>) -> Filter<Dbs> {
    let Filter::All(mut all) = filter else { return filter };
    let whole = |one: &Filter<Dbs>| match one {
        Filter::All(parts) => {
            parts.iter().any(|part| matches!(part, Filter::Figure(..) | Filter::Kind(_) | Filter::Has(_)))
        }
        _ => false,
    };
    if matches!(all.first(), Some(Filter::Either(any)) if any.iter().any(whole)) {
        let either = all.remove(0);
        all.push(either);
    }
    Filter::All(all)
}

impl Words {
    /// A noun phrase of one kind of cards; "A and B" is one only where all of them are meant.
    pub fn phrase(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Noun<Dbs>> {
        p.attempt_with(b, |p, b| {
            let from = p.clone();
            let mut noun = grammar::noun_phrase(self, p, b)?;
            // "Your opponent's … in the Battle Area": of the player named before.
            if let (Some(who), Some(Among::Zones { whose, .. })) = (noun.whose, &mut noun.among) {
                if *whose == Who::You {
                    *whose = who;
                }
            }
            noun.filter = ordered(noun.filter);
            self.in_play.set(says(&from, p, "in play"));
            if noun.count == Some(HowMany::AnyNumber) {
                if let Some((figure, total)) = p.attempt(total_cost) {
                    noun.count = Some(HowMany::TotalUpTo(figure, Amount::Fixed(total)));
                }
            } else if let Some(HowMany::UpTo(Amount::Fixed(2..))) = noun.count {
                // "up to 2 … with a total energy cost of 4 or less": each beside those chosen before it.
                if let Some((figure, total)) = p.attempt(total_cost) {
                    noun.filter = noun.filter.and(Filter::Test(Test::Within(figure, total, None)));
                }
            }
            if noun.count != Some(HowMany::All) && !self.every.get() && joins_kinds(&from, p) {
                return p.want("one kind of card");
            }
            // "A red card or Extra Card": what is red?
            if says_nothing(&noun.filter) {
                return p.want("one kind of card");
            }
            Some(noun)
        })
    }

    /// Adjectives, a noun, and what stands behind it: one description, never joined to another.
    pub fn one_kind(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
        p.attempt_with(b, |p, b| {
            let mut filter = Filter::Any;
            while let Some(adjective) = self.adjective(p, b) {
                filter = filter.and(adjective);
            }
            filter = filter.and(self.noun(p, b)?);
            while let Some(more) = p.attempt_with(b, |p, b| self.postfix(p, b)) {
                filter = filter.and(more);
            }
            if let Some(all) = p.attempt_with(b, |p, b| self.of_all(p, b)) {
                filter = filter.and(all);
            }
            Some(filter)
        })
    }

    /// "with power less than this card's power", "with an energy cost greater than the number of cards in their hand": a figure
    /// beside something that changes.
    fn compared(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
        p.take("with").then_some(())?;
        let figure =
            p.lookup(&[("an? energy cost/costs", Figure::EnergyCost), ("a? power/powers", Figure::Power)])?;
        let cmp = THAN.read(p)?;
        if p.take("the number of") {
            let select = self.select(p, b, Who::You, HowMany::All)?;
            let select = Select { count: HowMany::All, ..select };
            return Some(Filter::Figure(figure, cmp, Amount::Count(Box::new(select))));
        }
        let other = if p.take("this card") {
            Target::This
        } else {
            let meant = p.take("that card") || p.take("the chosen card") || p.take("it");
            meant.then(|| b.it.clone()).flatten()?
        };
        if p.take("'s") {
            let same = if figure == Figure::Power { p.take("power") } else { p.take("energy cost") };
            same.then_some(())?;
        }
        Some(Filter::Figure(figure, cmp, Amount::Figure(figure, Box::new(other))))
    }

    /// One thing of several that are said of cards behind "both" or "all": a colour, a figure, a keyword, a place.
    fn aside(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
        if p.take("not a copy of this card") {
            return Some(Filter::Test(Test::SameNameAsThis).negate());
        }
        if p.take("in rest mode") {
            return Some(Filter::Is(CardState::Rest));
        }
        if p.take("in active mode") {
            return Some(Filter::Is(CardState::Active));
        }
        if let Some(keyword) = p.attempt(keyword_group) {
            return Some(Filter::Has(keyword));
        }
        if let Some(filter) = p.attempt(figure) {
            return Some(filter);
        }
        if p.ahead("with/without") {
            return self.postfix(p, b);
        }
        if let Some(filter) = p.attempt(|p| self.adjective_word(p)) {
            return Some(filter);
        }
        if p.take("multicolor") {
            return Some(Filter::Is(CardState::Multicolor));
        }
        group(p)
    }

    /// A noun phrase, as a selection.
    pub fn select(
        &self,
        p: &mut Parser<'_>,
        b: &mut Builder<Dbs>,
        whose: Who,
        count: HowMany<Dbs>,
    ) -> Option<Select<Dbs>> {
        let noun = self.phrase(p, b)?;
        Some(self.selection(noun, whose, count))
    }

    pub fn selection(&self, noun: Noun<Dbs>, whose: Who, count: HowMany<Dbs>) -> Select<Dbs> {
        let zones = default_zones(&noun.filter);
        let (placed, said) = (noun.among.is_some(), noun.whose);
        // "Battle Cards" of no player means everybody's.
        let mut select = noun.select(whose, &zones, count);
        // "1 of your opponent's cards in a Battle Area": in any, but of that player.
        if let (Some(who), Among::Zones { whose: whose @ Who::Both, .. }) = (said, &mut select.among) {
            *whose = who;
        }
        if self.in_play.get() && !placed {
            anywhere_in_play(&mut select.among);
        }
        select
    }
}

impl Words {
    /// "from under this card", "under your Leader or your opponent's Leader".
    fn beneath(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Among<Dbs>> {
        p.take("in/from/on");
        p.take("under").then_some(())?;
        let under = |host| Among::Under { host, zone: Area::Under };
        if p.take("your leader card? or your opponent 's leader card?") {
            let both = [Test::YourLeader, Test::OpponentsLeader];
            return Some(Among::Several(both.into_iter().map(|one| under(Target::Test(one))).collect()));
        }
        Some(under(self.host(p, b)?))
    }

    /// The card that others lie under, behind "under": "this card", "your Leader Card", "a <X> card".
    pub(super) fn host(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Target<Dbs>> {
        if p.take("this card") {
            return Some(Target::This);
        }
        if p.take("your leader card?") {
            return Some(Target::Test(Test::YourLeader));
        }
        if p.take("your opponent 's leader card?") {
            return Some(Target::Test(Test::OpponentsLeader));
        }
        let one =
            |it: &Target<Dbs>| matches!(it, Target::This | Target::Slot(_) | Target::Subject | Target::Other);
        if p.take("it/them") {
            return b.it.clone().filter(one);
        }
        if p.take("that card") || p.take("the chosen card") {
            return super::objects::another(b).filter(one);
        }
        if p.take("your unison card?") {
            return Some(Target::Test(Test::YourUnison));
        }
        // "2 cards from under one of your X": a card of its own has to be chosen for them, which is not read.
        if p.behind("cards from under") && p.ahead("one of") {
            return None;
        }
        p.take("one of");
        let noun = self.phrase(p, b)?;
        let one = matches!(noun.count, None | Some(HowMany::All | HowMany::Exactly(Amount::Fixed(1))));
        (one && noun.filter != Filter::Any).then_some(())?;
        let select = Select { count: HowMany::All, ..self.selection(noun, Who::You, HowMany::All) };
        let in_play = matches!(&select.among, Among::Zones { zones, .. }
            if zones.iter().all(|zone| IN_PLAY.contains(zone)));
        in_play.then(|| Target::Each(Box::new(select)))
    }
}

/// "[Rejuvenate] in its skill text", behind "with" or "that has".
fn in_skill_text(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    let words = match p.peek()? {
        Tok::Group(Bracket::Square, words) => format!("[{words}]"),
        Tok::Group(Bracket::Angle, words) => format!("<{words}>"),
        Tok::Group(Bracket::Double, words) => format!("《{words}》"),
        Tok::Group(Bracket::Curly, words) => format!("{{{words}}}"),
        _ => return None,
    };
    p.bump();
    p.take("in its/their skill text/texts").then(|| Filter::InText(Phrase::new(&words)))
}

impl Lexicon for Words {
    type V = Dbs;

    fn adjective(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
        if let Some(filter) = multicolor(p) {
            return Some(filter);
        }
        if let Some(filter) = p.attempt(|p| color_word(p.word()?)) {
            return Some(filter);
        }
        if let Some(filter) = non(p) {
            return Some(filter);
        }
        if p.take("multicolor") {
            return Some(Filter::Is(CardState::Multicolor));
        }
        if p.take("mono-color/monocolor") {
            return Some(Filter::Is(CardState::MonoColor));
        }
        if p.take("originally skill-less") {
            return Some(Filter::Test(Test::PrintsNoSkills));
        }
        if p.take("skill-less") {
            return Some(Filter::Is(CardState::SkillLess));
        }
        if p.take("face-up") {
            return Some(Filter::Is(CardState::FaceUp));
        }
        if p.take("face-down") {
            return Some(Filter::Is(CardState::FaceUp).negate());
        }
        // "choose 2 cards and place all other cards …": other than those, not than this. Nor does an Extra Card, which lies among no
        // cards that are chosen in play, mean itself behind a choice.
        let all = p.behind("all") || p.behind("all of? your/their") || p.behind("all of your opponent 's");
        let behind = !b.picks.is_empty() || b.it.as_ref().is_some_and(|it| matches!(it, Target::Slot(_)));
        let in_play = self.kind == Kind::Extra && p.ahead("other/another battle card/cards");
        if p.ahead("other/another") && behind && (all || in_play) {
            return p.want("which cards the others are");
        }
        if p.take("other/another") {
            return Some(Filter::This.negate());
        }
        if p.take("attacking") {
            return Some(Filter::Is(CardState::Attacking));
        }
        if p.take("rest mode") {
            return Some(Filter::Is(CardState::Rest));
        }
        if p.take("active mode") {
            return Some(Filter::Is(CardState::Active));
        }
        if p.take("opposing") {
            return Some(Filter::Of(Who::Opponent));
        }
        if p.peek_group(Bracket::Square).is_some() {
            // "[Dragon Ball] cards".
            return p.attempt(|p| {
                let keyword = keyword_group(p)?;
                noun_follows(p).then_some(Filter::Has(keyword))
            });
        }
        let _ = b;
        p.attempt(|p| {
            let filter = groups(p)?;
            // "{X} or a red Battle Card": the name is a card of its own.
            let name = matches!(filter, Filter::Name(_)) && p.ahead("or");
            let mut ahead = p.clone();
            ahead.bump();
            if name && ahead.peek_group(Bracket::Curly).is_none() {
                return None;
            }
            noun_follows(p).then_some(filter)
        })
    }

    fn noun(&self, p: &mut Parser<'_>, _: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
        kind_noun(p).or_else(|| super::tokens::noun(p)).or_else(|| {
            let first = p.attempt(|p| {
                let first = groups(p)?;
                // "cards and/or 《X》 cards": a noun follows, which the name describes.
                (!p.ahead("card/cards")).then_some(first)
            })?;
            // "＜Son Goku : GT＞ ＜Vegeta : GT＞": a card with both.
            let mut filter = first;
            while matches!(p.peek(), Some(Tok::Group(Bracket::Angle | Bracket::Double, _))) {
                filter = filter.and(group(p)?);
            }
            Some(filter)
        })
    }

    fn postfix(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
        if !self.no_mode.get() && p.take("in rest mode") {
            return Some(Filter::Is(CardState::Rest));
        }
        if !self.no_mode.get() && p.take("in active mode") {
            return Some(Filter::Is(CardState::Active));
        }
        // "1 <X> card from your Z-Deck face up": one that lies there so (DBS 3-12-2-1).
        if p.behind("z-deck") && !p.behind("or z-deck") && (p.take("face up") || p.take("face-up")) {
            return Some(Filter::Is(CardState::FaceUp));
        }
        if let Some(filter) = p.attempt_with(b, |p, b| self.compared(p, b)) {
            return Some(filter);
        }
        // "cards that are a red Unison Card or a 《X》 card with an energy cost of 4 or less".
        if let Some(filter) = p.attempt_with(b, |p, b| {
            p.take("that is/are a/an").then_some(())?;
            let filter = grammar::described(self, p, b)?;
            matches!(filter, Filter::Either(_)).then_some(filter)
        }) {
            return Some(filter);
        }
        // "of the era {…}" (DBS 2-12-2).
        if let Some(era) = p.attempt(|p| {
            p.take("of the era").then_some(())?;
            Some(Phrase::new(p.group(Bracket::Curly)?))
        }) {
            return Some(Filter::Test(Test::Era(era)));
        }
        // "with exactly the same colors as this card" (DBS 1-8-2).
        if let Some(other) = p.attempt_with(b, |p, b| {
            p.take("with/of exactly? the same color/colors as").then_some(())?;
            if p.take("this card") {
                return Some(Target::This);
            }
            if p.take("your leader card?") {
                return Some(Target::Test(Test::YourLeader));
            }
            (p.take("the chosen card") || p.take("that card")).then_some(())?;
            super::objects::another(b)
        }) {
            return Some(Filter::Test(Test::ColorsOf(Box::new(other))));
        }
        // "in a Battle Area" is a place.
        let fights = |p: &mut Parser<'_>| {
            (p.take("that 's/is/are? in a battle") || p.take("in a battle")).then_some(())?;
            (!p.ahead("area/areas")).then_some(())
        };
        if p.attempt(fights).is_some() {
            return Some(Filter::Is(CardState::InBattle));
        }
        if let Some(kind) = p.attempt(|p| {
            p.take("with different").then_some(())?;
            p.lookup(&[
                ("card? names", Alike::Name),
                ("card? name", Alike::Name),
                ("character names", Alike::Character),
            ])
        }) {
            return Some(Filter::Test(Test::Unlike(kind, None)));
        }
        if p.take("with the same name as this card") {
            return Some(Filter::Test(Test::SameNameAsThis));
        }
        if p.take("that 's/is not in a battle") || p.take("not in a battle") {
            return Some(Filter::Is(CardState::InBattle).negate());
        }
        if p.take("that 's/is attacking") {
            return Some(Filter::Is(CardState::Attacking));
        }
        if p.take("in play") {
            return Some(Filter::Any);
        }
        // "that is both blue and yellow".
        if let Some(colors) = p.attempt(|p| {
            p.take("that is/are both").then_some(())?;
            let first = Color::read(p.word()?)?;
            p.take("and").then_some(())?;
            Some(Filter::Color(first).and(Filter::Color(Color::read(p.word()?)?)))
        }) {
            return Some(colors);
        }
        if p.take("in battle") {
            return Some(Filter::Is(CardState::InBattle));
        }
        // The oldest wording: "of energy cost 2 or less", "which includes {X} in its card name".
        if let Some(filter) = p.attempt(|p| {
            p.take("of energy cost").then_some(())?;
            let number = Amount::Fixed(p.number()?);
            Some(Filter::Figure(Figure::EnergyCost, grammar::comparison(p), number))
        }) {
            return Some(filter);
        }
        if let Some(name) = p.attempt(|p| {
            (p.take("which/that includes") || p.take("with a card name that includes")).then_some(())?;
            let name = p.group(Bracket::Curly)?;
            p.take("in its card? name");
            Some(Phrase::new(name))
        }) {
            return Some(Filter::NameHas(name));
        }
        if let Some(name) = p.attempt(|p| {
            (p.take("whose character name includes") || p.take("with a character name that includes"))
                .then_some(())?;
            Some(character_key(p.group(Bracket::Angle)?))
        }) {
            return Some(Filter::Test(Test::CharacterHas(name)));
        }
        if let Some(other) = p.attempt_with(b, |p, b| {
            p.take("that isn't/aren't").then_some(())?;
            p.take("a/an");
            let other = self.one_kind(p, b)?;
            matches!(
                other,
                Filter::Test(Test::Character(_)) | Filter::Trait(_) | Filter::Name(_) | Filter::Kind(_)
            )
            .then_some(other)
        }) {
            return Some(other.negate());
        }
        if let Some(filter) = p.attempt(|p| {
            p.take("with both").then_some(())?;
            let first = group(p)?;
            p.take("and").then_some(())?;
            Some(first.and(group(p)?))
        }) {
            return Some(filter);
        }
        if let Some(filter) = p.attempt(|p| {
            if !(p.take("other than") || p.take("except for") || p.take("besides")) {
                return None;
            }
            if p.take("this card") || p.take("itself") || p.take("this one") {
                return Some(Filter::This);
            }
            if p.take("copies of this card") || p.take("a copy of this card") {
                return Some(Filter::Test(Test::SameNameAsThis));
            }
            p.take("copies of");
            group(p)
        }) {
            return Some(filter.negate());
        }
        // "that don't have [Super Combo] skills", "that doesn't have 《X》".
        if let Some(filter) = p.attempt(|p| {
            (p.take("that don't/doesn't have") || p.take("that do/does not have")).then_some(())?;
            p.take("a/an/the");
            let filter = match keyword_group(p) {
                Some(keyword) => {
                    p.take("skill/skills");
                    Filter::Has(keyword)
                }
                None => group(p)?,
            };
            (!p.ahead("in its/their")).then(|| filter.negate())
        }) {
            return Some(filter);
        }
        if p.take("that isn't a copy of this card") || p.take("that aren't copies of this card") {
            return Some(Filter::Test(Test::SameNameAsThis).negate());
        }
        if p.take("that isn't attacking") || p.take("that 's/is not attacking") {
            return Some(Filter::Is(CardState::Attacking).negate());
        }
        if let Some(filter) = p.attempt(|p| {
            if !p.take("without") {
                return None;
            }
            p.take("the/a");
            if let Some(name) = p.group(Bracket::Angle) {
                let name = character_key(name);
                let part = p.take("in its/their character name/names");
                let test = if part { Test::CharacterHas(name) } else { Test::Character(name) };
                return Some(Filter::Test(test).negate());
            }
            let keyword = keyword_group(p)?;
            p.take("skill/skills");
            Some(Filter::Has(keyword).negate())
        }) {
            return Some(filter);
        }
        if let Some(same) = p.attempt(|p| {
            p.take("that is/are").then_some(())?;
            super::conditions::same_colors(p, b)
        }) {
            return Some(same);
        }
        // "Play 1 X with 3 markers": how it is played.
        let mut ahead = p.clone();
        let markers = ahead.take("with") && ahead.number().is_some() && ahead.ahead("marker/markers");
        if self.no_mode.get() && markers {
            return None;
        }
        p.attempt(|p| {
            let led = p.take("with") || p.take("and with") || p.take("that has/have");
            // In a row: "with an energy cost of 3 or less and 20000 or less power", "… and [Swap]".
            let row = !led && p.behind("and");
            if !led && !row {
                (p.take(", and") || p.take("and")).then_some(())?;
                return figure(p);
            }
            if let Some(words) = (led || row).then(|| p.attempt(in_skill_text)).flatten() {
                return Some(words);
            }
            // "Play 1 X with a specified cost of 2 and 3 markers on it": how it is played.
            let mut ahead = p.clone();
            let marked = (ahead.take("a") || ahead.number().is_some()) && ahead.ahead("marker/markers");
            if row && marked && self.no_mode.get() {
                return None;
            }
            if row && p.peek_group(Bracket::Angle).is_some() && !names_follow(p) {
                return None;
            }
            if let Some(filter) = figure(p) {
                return Some(filter);
            }
            if let Some(under) = p.attempt_with(b, |p, b| {
                p.take("a/an").then_some(())?;
                let kind = self.one_kind(p, b)?;
                p.take("under it/them").then_some(kind)
            }) {
                return Some(Filter::Test(Test::Over(Box::new(under))));
            }
            if p.take("no cards under it") {
                return Some(Filter::Is(CardState::Stacked).negate());
            }
            if let Some(name) = p.group(Bracket::Curly) {
                p.take("in its/their card? name/names").then_some(())?;
                return Some(Filter::NameHas(Phrase::new(name)));
            }
            if let Some(name) = p.group(Bracket::Angle) {
                return Some(if p.take("in its/their character? name/names") {
                    Filter::Test(Test::CharacterHas(character_key(name)))
                } else {
                    Filter::Test(Test::Character(character_key(name)))
                });
            }
            if let Some(name) = led.then(|| p.group(Bracket::Double)).flatten() {
                if let Some(other) = p.attempt(|p| {
                    p.take("or").then_some(())?;
                    p.group(Bracket::Double).filter(|_| p.ahead("in its/their special"))
                }) {
                    p.take("in its/their special trait/traits").then_some(())?;
                    let both = [name, other].map(|one| Filter::TraitHas(Phrase::new(one)));
                    return Some(Filter::Either(both.to_vec()));
                }
                return Some(match p.take("in its/their special trait/traits") {
                    true => Filter::TraitHas(Phrase::new(name)),
                    false => Filter::Trait(Phrase::new(name)),
                });
            }
            if p.take("no keyword skills") {
                return Some(Filter::Is(CardState::Keywordless));
            }
            if p.take("no specified cost") {
                return Some(Filter::Figure(Figure::SpecifiedCost, Cmp::Equal, Amount::Fixed(0)));
            }
            if row {
                if let Some(kind) = p.attempt(|p| {
                    p.take("different").then_some(())?;
                    p.lookup(&[("card? names", Alike::Name), ("character names", Alike::Character)])
                }) {
                    return Some(Filter::Test(Test::Unlike(kind, None)));
                }
            }
            if let Some(words) = p.attempt(in_skill_text) {
                return Some(words);
            }
            p.take("the/a/an");
            if let Some(first) = skill_group(p) {
                p.take("skill/skills");
                let mut either = vec![first];
                while let Some(next) = p.attempt(|p| {
                    let comma = p.mark(',');
                    (p.take("or") || comma && matches!(p.peek_second(), Some(Tok::Mark(','))))
                        .then_some(())?;
                    let next = skill_group(p)?;
                    p.take("skill/skills");
                    Some(next)
                }) {
                    either.push(next);
                }
                return Some(if either.len() == 1 { either.remove(0) } else { Filter::Either(either) });
            }
            None
        })
    }

    fn place(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Among<Dbs>> {
        if self.no_place.get() {
            return None;
        }
        if let Some(place) = b.place.clone() {
            let said = p.take("from your chosen area")
                || p.take("from it")
                || p.take("in it")
                || p.take("among it")
                || b.shown.is_none() && p.take("from? among them");
            if said {
                return Some(place);
            }
        }
        if let Some(slot) = b.shown {
            let one = b.single == Some(slot) && b.it == Some(Target::Slot(slot));
            if one && (p.take("from it") || p.take("among it")) {
                return Some(Among::Slot(slot));
            }
            if p.take("from? among them")
                || p.take("from? among those/the cards")
                || p.take("from? among the revealed cards")
            {
                return Some(Among::Slot(slot));
            }
        }
        if let Some(among) = p.attempt_with(b, |p, b| self.beneath(p, b)) {
            return Some(among);
        }
        p.attempt(|p| {
            // "from among all cards in your deck and/or your life".
            let among = p.take("from? among all the? cards") || p.take("from? among all of the cards");
            // "both red and in your Battle Area".
            if p.ahead("and in/from your") {
                p.take("and");
            }
            if !p.take("in/from/on") {
                return None;
            }
            // "in areas other than your deck, hand, or life".
            if p.take("areas other than your") {
                let mut left: Vec<Area> = vec![area_word(p)?];
                while let Some(next) = p.attempt(|p| {
                    let comma = p.mark(',');
                    (p.take("or/and") || comma).then_some(())?;
                    p.take("your");
                    area_word(p)
                }) {
                    left.push(next);
                }
                const OPEN: [Area; 12] = [
                    Area::Leader,
                    Area::Battle,
                    Area::Unison,
                    Area::Combo,
                    Area::Energy,
                    Area::Hand,
                    Area::Life,
                    Area::Drop,
                    Area::Warp,
                    Area::ZDeck,
                    Area::ZEnergy,
                    Area::Deck,
                ];
                let zones = OPEN.into_iter().filter(|area| !left.contains(area)).collect();
                return Some(Among::Zones { whose: Who::You, zones });
            }
            let _ = among;
            let whose = match possessor(p) {
                Some(Who::Owner) => return None,
                Some(who) => who,
                None if p.take("a/any") => Who::Both,
                None => {
                    p.take("the");
                    Who::You
                }
            };
            let mut zones = vec![area_word(p)?];
            while let Some(next) = p.attempt(|p| {
                p.mark(',');
                if !(grammar::and_or(p) || p.take("or/and") || p.behind(",") || p.mark('/')) {
                    return None;
                }
                p.take("from/in");
                let same = possessor(p);
                if same.is_some_and(|who| who != whose) {
                    return None;
                }
                let area = area_word(p)?;
                // "… in your energy and your life is at 4 or less".
                (!p.ahead("is/are")).then_some(area)
            }) {
                zones.push(next);
            }
            Some(Among::Zones { whose, zones })
        })
    }

    fn of_all(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
        if p.take("none of which have the same name as this card") {
            return Some(Filter::Test(Test::SameNameAsThis).negate());
        }
        p.take("both/all").then_some(())?;
        // "both from your Battle Area": a place, which is read for itself.
        if p.ahead("from/in your") || p.ahead("from under") {
            return Some(Filter::Any);
        }
        let mut filter = self.aside(p, b)?;
        while let Some(more) = p.attempt_with(b, |p, b| {
            let joined = p.take(", and") || p.take("and") || p.mark(',') || p.ahead("with/without");
            joined.then_some(())?;
            p.take("both");
            self.aside(p, b)
        }) {
            filter = filter.and(more);
        }
        Some(filter)
    }

    fn fact(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Cond<Dbs>> {
        super::conditions::fact(self, p, b)
    }

    fn in_play(&self) -> Vec<Area> {
        IN_PLAY.to_vec()
    }

    fn clause(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Step<Dbs>>> {
        super::later::clause(self, p, b)
    }

    fn cost(&self, _: &mut Parser<'_>, _: &mut Builder<Dbs>) -> Option<Vec<Step<Dbs>>> {
        None
    }

    fn until(&self, p: &mut Parser<'_>, _: &mut Builder<Dbs>) -> Option<Until> {
        super::gains::until(p)
    }

    fn offers(&self, p: &mut Parser<'_>) -> bool {
        p.take("you may") || p.take("you can choose to")
    }

    fn reads_having(&self) -> bool {
        true
    }

    fn lists_kinds(&self) -> bool {
        true
    }

    fn joins(&self, one: &Filter<Dbs>, other: &Filter<Dbs>) -> bool {
        kin(one, other)
    }

    fn if_you_dont(&self, p: &mut Parser<'_>) -> bool {
        p.take("if you/they don't/didn't draw a card with this skill")
            || p.take("if you did not draw a card with this skill")
            || p.take("if you/they don't/didn't")
            || p.take("if you/they do not")
    }

    fn if_you_do(&self, p: &mut Parser<'_>) -> bool {
        p.take("if you/they do so") || p.take("if you/they do") || p.take("if so")
    }
}
