//! What cards and fighters get: figures, keywords, things they can or cannot do, and for how long.

use super::lexicon::{Lex, pronoun};
use super::words::{FIGURES, UNTILS};
use crate::keyword::{Keyword, Keywords};
use crate::state::Zone;
use crate::vocab::{Adjective, Can, Cannot, Change, Count, Figure, Step, Test, Until, Words};
use effects::text::grammar::{self, Builder};
use effects::text::lexer::{Bracket, fold};
use effects::text::parser::Parser;
use effects::{Amount, Filter, Gainer, HowMany, Target, Who};

type B = Builder<Words>;

/// "for this turn", "for this battle", "until the end of the turn".
pub(super) fn until(p: &mut Parser<'_>) -> Option<Until> {
    UNTILS.read(p)
}

/// Who gets something: cards meant now, whatever fits, with the steps that choose.
pub(super) fn gainer(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Gainer<Words>, Vec<Step>)> {
    if let Some(target) = p.attempt(|p| pronoun(p, b)) {
        // "They" of whatever fits is whatever fits.
        if let Target::Each(all) = target {
            // Which of them attacks is another one later.
            if is_about_now(&all.filter) {
                return p.want("the one that attacks");
            }
            return Some((Gainer::Whatever(*all), Vec::new()));
        }
        return Some((Gainer::Cards(and_this(p, target)), Vec::new()));
    }
    p.attempt_with(b, |p, b| {
        let from = p.clone();
        let noun = grammar::noun_phrase(lex, p, b)?;
        let bare = noun.count.is_none() && (lex.continuous || super::lexicon::is_plural(from.clone(), p));
        if matches!(noun.count, Some(HowMany::All)) || bare {
            let select = super::lexicon::select_of(noun, HowMany::All)?;
            // BF CAST-1.4: which one was chosen is not known any more to what lasts.
            if super::apart::outlasts(&select, &b.picks) {
                return p.want("others than the chosen one");
            }
            if !lex.continuous {
                b.moved = Some(Target::Each(Box::new(select.clone())));
            }
            return Some((Gainer::Whatever(select), Vec::new()));
        }
        if lex.continuous {
            return None;
        }
        // "your monster cannot attack": whichever it is.
        if noun.count.is_none() && noun.whose == Some(Who::You) && p.ahead("cannot") {
            let select = super::lexicon::select_of(noun, HowMany::All)?;
            return Some((Gainer::Whatever(select), Vec::new()));
        }
        // "A monster on each fighter's field gets …" is one of each, which cannot be said back yet.
        if super::lexicon::on_each(from, p) {
            return p.want("one fighter's field");
        }
        let (target, steps) = super::lexicon::choose(noun, b, Who::You)?;
        Some((Gainer::Cards(and_this(p, target)), steps))
    })
}

/// Whether cards are described by what they do just now, so that others fit later.
pub(super) fn is_about_now(filter: &Filter<Words>) -> bool {
    match filter {
        Filter::Is(Adjective::Attacking) => true,
        Filter::All(all) => all.iter().any(is_about_now),
        _ => false,
    }
}

/// "… and this card": both get it.
fn and_this(p: &mut Parser<'_>, target: Target<Words>) -> Target<Words> {
    if target != Target::This && p.take("and this card") {
        return Target::Several(vec![target, Target::This]);
    }
    target
}

/// "power+3000, defense+1000, critical+1 and [Penetrate]".
pub(super) fn changes(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Change>> {
    let mut all = vec![change(p, b)?];
    while let Some(next) = p.attempt_with(b, |p, b| {
        if !(p.take(", and") || p.take("and") || p.mark(',') || p.mark('/')) {
            return None;
        }
        change(p, b)
    }) {
        all.push(next);
    }
    // "power+1000 and defense+1000(,) for each X": so much of each.
    let behind = p.attempt_with(b, |p, b| if p.mark(',') { for_each(p, b) } else { None });
    let of = behind.or_else(|| match all.last() {
        Some(Change::Add(_, Amount::PerEach { per: 1, of, .. })) => Some((**of).clone()),
        _ => None,
    });
    if let Some(of) = of {
        for change in all.iter_mut().rev() {
            match change {
                Change::Add(_, amount @ Amount::Fixed(_)) => {
                    let Amount::Fixed(each) = *amount else { break };
                    *amount = Amount::PerEach { each, per: 1, of: Box::new(of.clone()) };
                }
                Change::Add(_, Amount::PerEach { of: own, .. }) if **own == of => {}
                _ => break,
            }
        }
    }
    Some(all)
}

fn change(p: &mut Parser<'_>, b: &mut B) -> Option<Change> {
    let _ = &b;
    if let Some(words) = p.peek_group(Bracket::Square) {
        let keyword = Keyword::from_words(&fold(words))?;
        // What stands for an ability is more than a word to have.
        if Keywords::is_ability(keyword) {
            return p.want("a keyword that can be given");
        }
        p.bump();
        return Some(Change::Keyword(keyword));
    }
    p.take("an? additional");
    if p.take("size 0") {
        return Some(Change::Set(Figure::Size, Amount::Fixed(0)));
    }
    let figure = figure(p)?;
    if let Some(amount) = p.attempt_with(b, |p, b| super::amount::equal_to(&Lex { continuous: false }, p, b))
    {
        return Some(Change::Add(figure, amount));
    }
    let number = p.signed()?;
    let amount = match p.attempt_with(b, |p, b| for_every(p, b)) {
        Some((per, of)) => Amount::PerEach { each: number, per, of: Box::new(of) },
        None => Amount::Fixed(number),
    };
    Some(Change::Add(figure, amount))
}

/// "for each 《Weapon》 in your drop zone": how many there are.
pub(super) fn for_each(p: &mut Parser<'_>, b: &mut B) -> Option<Amount<Words>> {
    for_every(p, b).filter(|(per, _)| *per == 1).map(|(_, of)| of)
}

/// "for every two cards in its soul": for how many of them, and of what.
fn for_every(p: &mut Parser<'_>, b: &mut B) -> Option<(i32, Amount<Words>)> {
    if !p.take("for each/every") {
        return p.take("for the number of").then(|| counted_for_each(p, b))?.map(|of| (1, of));
    }
    let per = p.number().unwrap_or(1);
    Some((per, counted_for_each(p, b)?))
}

fn counted_for_each(p: &mut Parser<'_>, b: &mut B) -> Option<Amount<Words>> {
    // BF KEY-REVERSAL-7.
    if p.group_any(Bracket::Square, &["reversal"]).is_some() {
        return Some(Amount::Game(Count::Reversals(Who::You)));
    }
    let lex = Lex { continuous: false };
    if let Some(among) = p.attempt_with(b, |p, b| super::amount::souls_of(&lex, p, b)) {
        return Some(Amount::Count(Box::new(effects::Select::new(
            among,
            effects::Filter::Any,
            HowMany::All,
        ))));
    }
    let different = p.take("different");
    let noun = grammar::noun_phrase(&lex, p, b)?;
    // "for each 《X》 among those cards": of the cards that were just put into the drop zone.
    if let Some(effects::Target::Each(put)) = &b.it {
        let new = matches!(put.filter, effects::Filter::Test(crate::vocab::Test::NewInDrop(_)));
        if new && noun.among.is_none() && (p.take("among those cards") || p.take("among them")) {
            let select = effects::Select { filter: put.filter.clone().and(noun.filter), ..(**put).clone() };
            return Some(Amount::Count(Box::new(select)));
        }
    }
    if noun.among.is_none() && noun.whose.is_none() {
        return None;
    }
    if noun.count.is_some() {
        return p.want("one of them at a time");
    }
    let select = super::lexicon::select_of(noun, HowMany::All)?;
    if different {
        return Some(Amount::Game(Count::Different(Box::new(select))));
    }
    Some(Amount::Count(Box::new(select)))
}

pub(super) fn figure(p: &mut Parser<'_>) -> Option<Figure> {
    p.attempt(|p| FIGURES.read(p).filter(|figure| *figure != Figure::Soul))
}

/// Gains in a body: "for this turn, a monster on your field gets power+3000", "give it [Penetrate]".
pub(super) fn lasting(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    // "that card does not [Stand] during your opponent's next stand phase"
    if let Some((to, mut steps)) = p.attempt_with(b, |p, b| {
        let (to, steps) = gainer(lex, p, b)?;
        if !p.take("cannot") && !p.take("does/do not") {
            return None;
        }
        p.group_any(Bracket::Square, &["stand"])?;
        let next = p.take("during/in your opponent 's next stand/start phase")
            || p.take("during/in his or her next stand/start phase");
        next.then_some((to, steps))
    }) {
        let change = Change::Cannot(Cannot::StandInPhase);
        steps.push(Step::Gain { to, change, until: Until::OpponentsTurn });
        return Some(steps);
    }
    let front = p.attempt(|p| {
        let front = until(p)?;
        (p.mark(',') || p.ahead("this card") || p.ahead("that card") || p.ahead("it")).then_some(front)
    });
    if let Some((gain, mut steps)) =
        p.attempt_with(b, |p, b| lost_keyword(lex, p, b, front.or(b.until).unwrap_or(Until::Turn)))
    {
        let late = p.attempt(until);
        // How long must be said somewhere.
        front.or(b.until).or(late)?;
        let gain = match (gain, late) {
            (Step::Gain { to, change, .. }, Some(until)) => Step::Gain { to, change, until },
            (gain, _) => gain,
        };
        steps.push(gain);
        return Some(steps);
    }
    // "this card's attack cannot be nullified"
    if let Some(target) = p.attempt_with(b, |p, b| {
        let target = if p.take("this card 's") {
            Target::This
        } else if p.take("its")
            || p.take("that card/monster/item 's")
            || p.take("the chosen card/monster/item 's")
        {
            b.it.clone()?
        } else {
            return None;
        };
        p.take("attack/attacks cannot be nullified").then_some(target)
    }) {
        let change = Change::Cannot(unstopped(p));
        let until = front.or_else(|| p.attempt(until)).or(b.until)?;
        return Some(vec![Step::Gain { to: Gainer::Cards(target), change, until }]);
    }
    let (to, mut steps, changes) = if p.take("stop the time of") {
        // BF OTHER-STOPTIME-1.
        let (to, steps) = gainer(lex, p, b)?;
        (to, steps, vec![Change::Cannot(Cannot::HaveTime)])
    } else if let Some(target) = b.it.clone().filter(|_| p.take("nullify all? of? its/their abilities")) {
        (Gainer::Cards(target), Vec::new(), vec![Change::LoseAbilities])
    } else if p.take("nullify all? of? the? abilities of") {
        let (to, steps) = match p.attempt_with(b, |p, b| plural(lex, p, b)) {
            Some(all) => (Gainer::Whatever(all), Vec::new()),
            None => gainer(lex, p, b)?,
        };
        (to, steps, vec![Change::LoseAbilities])
    } else if p.take("stop your opponent 's time") {
        // BF OTHER-STOPTIME-3.
        (Gainer::Player(Who::Opponent), Vec::new(), vec![Change::Cannot(Cannot::HaveTime)])
    } else if p.take("cards from/in/of your deck cannot be") {
        // BF OTHER-DROP-3: either wording.
        if !(p.take("dropped by your opponent 's card? effects")
            || p.take("put into the/your drop zone by your opponent 's card? effects")
            || p.take("put into the/your drop zone by the effects of your opponent 's cards"))
        {
            return None;
        }
        (Gainer::Player(Who::You), Vec::new(), vec![Change::Cannot(Cannot::LoseDeck)])
    } else if let Some(to) = p.attempt_with(b, |p, b| kept_soul(lex, p, b)) {
        (to, Vec::new(), vec![Change::Cannot(Cannot::LoseSoul)])
    } else if p.take("give") {
        let (to, steps) = gainer(lex, p, b)?;
        (to, steps, changes(p, b)?)
    } else if let Some((who, cannot)) = p.attempt(barred_fighter) {
        (Gainer::Player(who), Vec::new(), vec![Change::Cannot(cannot)])
    } else if let Some(found) = p.attempt(reduced) {
        (Gainer::Player(Who::You), Vec::new(), vec![found])
    } else if let Some(to) = p.attempt(|p| p.take("you cannot call").then_some(Gainer::Player(Who::You))) {
        (to, Vec::new(), vec![Change::CannotCall(barred(lex, p, b)?)])
    } else {
        let (to, steps) = gainer(lex, p, b)?;
        let changes = gets(p, b)?;
        if counts_others(&to, &changes) {
            return p.want("others than which card");
        }
        (to, steps, changes)
    };
    // "this card gets [Penetrate] or [Double Attack]"
    let own = to == Gainer::Cards(Target::This);
    let other = p.attempt_with(b, |p, b| if own && p.take("or") { self::changes(p, b) } else { None });
    let until = front.or_else(|| p.attempt(until)).or(b.until)?;
    if let Some(other) = other {
        let gain = |changes: Vec<Change>| {
            changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until }).collect::<Vec<_>>()
        };
        steps.push(super::compose::one_of(vec![gain(changes), gain(other)]));
        return Some(steps);
    }
    steps.extend(changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until }));
    Some(steps)
}

/// What a fighter may be forbidden, said first as it is printed.
pub(super) const BARRED: [(&str, Cannot); 7] = [
    ("use or cast [Counter]", Cannot::Counter),
    ("gain life", Cannot::GainLife),
    ("be dealt damage", Cannot::BeDamaged),
    ("cast spells", Cannot::Cast),
    ("call monsters", Cannot::Call),
    ("equip items", Cannot::Equip),
    ("use abilities", Cannot::Use),
];

/// "your opponent cannot use or cast [Counter]", "you cannot gain life": what a fighter may not do.
fn barred_fighter(p: &mut Parser<'_>) -> Option<(Who, Cannot)> {
    let who = if p.take("you and your opponent cannot") || p.take("neither you nor your opponent can") {
        Who::Both
    } else if p.take("your opponent cannot") {
        Who::Opponent
    } else if p.take("you cannot") {
        Who::You
    } else {
        return None;
    };
    let counter = p.attempt(|p| {
        let said = p.take("use or cast") || p.take("use/cast");
        p.take("a");
        if said { p.group_any(Bracket::Square, &["counter"]) } else { None }
    });
    let cannot = match counter {
        Some(_) => Cannot::Counter,
        None => BARRED[1..].iter().find(|(words, _)| p.take(words)).map(|row| row.1)?,
    };
    // Anything more that is said would narrow it.
    let ends =
        p.at_end() || [".", "!", ",", "and", "for", "during", "until"].iter().any(|words| p.ahead(words));
    ends.then_some((who, cannot))
}

/// "damage dealt to you is reduced by 1", "damage you take is reduced by 1".
fn reduced(p: &mut Parser<'_>) -> Option<Change> {
    let effects = p.take("other than damage dealt by an? attack/attacks ,");
    if !(p.take("damage dealt to you is/are reduced by") || p.take("damage you take is/are reduced by")) {
        return None;
    }
    let amount = Amount::Fixed(p.number()?);
    Some(if effects { Change::ReduceEffectDamage(amount) } else { Change::ReduceDamage(amount) })
}

/// "monsters other than 《X》", "non-《X》 monsters": cards that may not be called.
fn barred(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<effects::Filter<Words>> {
    let noun = grammar::noun_phrase(lex, p, b)?;
    if noun.among.is_some() || noun.whose.is_some() || noun.count.is_some() {
        return None;
    }
    // Without anything said about which, it is another prohibition.
    let more = !matches!(noun.filter, effects::Filter::Any | effects::Filter::Kind(_));
    (more && !p.ahead("from") && !p.ahead("to") && !p.ahead("by")).then_some(noun.filter)
}

/// "The [Cast Cost] of each of your <X> spells is reduced by 1 gauge": what is cheaper, and by how much.
fn cheaper(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Change> {
    let kind = |at: usize| match at {
        0 => effects::Filter::Either(vec![
            effects::Filter::Kind(crate::card::Kind::Spell),
            effects::Filter::Kind(crate::card::Kind::Impact),
        ]),
        1 => effects::Filter::Kind(crate::card::Kind::Monster),
        _ => effects::Filter::Kind(crate::card::Kind::Item),
    };
    const COSTS: [&str; 3] = ["cast cost", "call cost", "equip cost"];
    let called = p.attempt_with(b, |p, b| {
        if p.take("if you would call") {
            p.take("a/an");
            return grammar::described(lex, p, b);
        }
        let filter = if p.take("if a/an") { grammar::described(lex, p, b)? } else { return None };
        p.take("would be called").then_some(filter)
    });
    if let Some(filter) = called {
        // "…, the amount of gauge needed to pay for its [Call Cost] is reduced by 1"
        let from_hand = p.take("from your? hand");
        if !p.mark(',') {
            return None;
        }
        if !p.take("the amount of gauge needed to pay for its") {
            p.take("the/its").then_some(())?;
        }
        p.group_any(Bracket::Square, &["call cost"])?;
        let by = reduced_by(p)?;
        let whole = if names_kind(&filter) { filter } else { kind(1).and(filter) };
        let place = effects::Filter::Test(Test::In(Zone::Hand));
        return Some(Change::Cheaper(if from_hand { whole.and(place) } else { whole }, by));
    }
    if !p.take("the") {
        return None;
    }
    let at = p.group_any(Bracket::Square, &COSTS)?;
    if !p.take("of each? of? your") {
        return None;
    }
    let filter = grammar::described(lex, p, b)?;
    let by = reduced_by(p)?;
    let whole = if matches!(filter, effects::Filter::Kind(_)) || names_kind(&filter) {
        filter
    } else {
        kind(at).and(filter)
    };
    Some(Change::Cheaper(whole, by))
}

fn names_kind(filter: &effects::Filter<Words>) -> bool {
    match filter {
        effects::Filter::Kind(_) => true,
        effects::Filter::All(all) => all.iter().any(names_kind),
        _ => false,
    }
}

fn reduced_by(p: &mut Parser<'_>) -> Option<u8> {
    if !p.take("is/are reduced by") {
        return None;
    }
    let by = u8::try_from(p.number()?).ok()?;
    p.take("gauge");
    Some(by)
}

/// "(cannot be nullified) if it is attacking alone".
fn unstopped(p: &mut Parser<'_>) -> Cannot {
    if p.take("if it is attacking alone") { Cannot::LoneAttackBeNullified } else { Cannot::AttackBeNullified }
}

/// "nullify the [Penetrate] of all cards on the field", "nullify the attacking card's [Penetrate]".
fn lost_keyword(lex: &Lex, p: &mut Parser<'_>, b: &mut B, until: Until) -> Option<(Step, Vec<Step>)> {
    if !p.take("nullify") {
        return None;
    }
    let keyword = |p: &mut Parser<'_>| {
        let keyword = crate::keyword::KEYWORDS.named(&fold(p.peek_group(Bracket::Square)?))?;
        p.bump();
        (!Keywords::is_ability(keyword) && !keyword.transforms() || keyword == Keyword::Lifelink)
            .then_some(keyword)
    };
    let (to, steps, keyword) = if p.take("the attacking card 's") {
        (Gainer::Cards(Target::Test(crate::vocab::Test::Attacker)), Vec::new(), keyword(p)?)
    } else if p.take("the attacking monster 's") {
        (Gainer::Cards(Target::Test(crate::vocab::Test::AttackingMonster)), Vec::new(), keyword(p)?)
    } else if let Some((all, keyword)) = p.attempt_with(b, |p, b| {
        // "nullify all [Lifelink] on your field"
        let keyword = if p.take("all") { keyword(p)? } else { return None };
        let among = super::lexicon::place(lex, p, b)?;
        Some((effects::Select::new(among, effects::Filter::Any, HowMany::All), keyword))
    }) {
        (Gainer::Whatever(all), Vec::new(), keyword)
    } else {
        p.take("the");
        let keyword = keyword(p)?;
        if !p.take("of") {
            return None;
        }
        match p.attempt_with(b, |p, b| plural(lex, p, b)) {
            Some(all) => (Gainer::Whatever(all), Vec::new(), keyword),
            None => {
                let (to, steps) = gainer(lex, p, b)?;
                (to, steps, keyword)
            }
        }
    };
    Some((Step::Gain { to, change: Change::LoseKeyword(keyword), until }, steps))
}

/// "monsters on your opponent's field": all of them, whenever they come.
fn plural(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<effects::Select<Words>> {
    let noun = grammar::noun_phrase(lex, p, b)?;
    if noun.count.is_some() {
        return None;
    }
    super::lexicon::select_of(noun, HowMany::All)
}

/// BF OTHER-DROP-2: "souls in this card cannot be dropped by your opponent's card effects", in either wording.
fn kept_soul(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Gainer<Words>> {
    let to = if p.take("soul/souls in/of/under") {
        let (to, steps) = gainer(lex, p, b)?;
        steps.is_empty().then_some(to)?
    } else if p.take("this card 's soul/souls") {
        Gainer::Cards(Target::This)
    } else {
        return None;
    };
    let kept = p.take("cannot be")
        && (p.take("dropped by your opponent 's card? effects")
            || p.take("put into the/your drop zone by the effects of your opponent 's cards")
            || p.take("put into the/your drop zone by your opponent 's card? effects"));
    kept.then_some(to)
}

/// "gets …", "cannot be destroyed", "can attack …", behind a subject.
fn gets(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Change>> {
    if p.take("gets/get/gains/gain/has/have") {
        return changes(p, b);
    }
    if p.take("becomes/become a? size 0") {
        p.take("monster/monsters");
        return Some(vec![Change::Set(Figure::Size, Amount::Fixed(0))]);
    }
    if let Some(cannot) = p.attempt(cannots) {
        return Some(cannot.into_iter().map(Change::Cannot).collect());
    }
    if p.take("can/may") {
        return Some(vec![Change::Can(can(p)?)]);
    }
    None
}

fn can(p: &mut Parser<'_>) -> Option<Can> {
    p.take("also");
    p.lookup(&[
        ("attack during/in your/the final phase", Can::AttackInFinal),
        ("attack your opponent even if there is a monster in/on your opponent 's center", Can::PassCenter),
        ("attack your opponent even if your opponent has a monster in/on the center", Can::PassCenter),
        ("attack the? opponent even if there is a monster in/on the? his or her center", Can::PassCenter),
        ("attack your opponent even if there is a monster in/on his or her center", Can::PassCenter),
        ("attack your opponent even if your opponent has monsters in/on the center", Can::PassCenter),
        ("attack even if you have a monster in/on the/your center", Can::AttackBesideCenter),
        ("attack even if you have monsters in/on the/your center", Can::AttackBesideCenter),
        ("attack even if there is a monster in/on your center", Can::AttackBesideCenter),
    ])
}

/// "cannot be destroyed", "cannot attack", "cannot be returned to hand". Only what is forbidden without further words.
fn cannots(p: &mut Parser<'_>) -> Option<Vec<Cannot>> {
    if !p.take("cannot") && !p.take("can't") {
        return None;
    }
    if p.take("attack") {
        if p.take("the left or right") {
            return Some(vec![Cannot::AttackSides]);
        }
        if p.take("your opponent") || p.take("fighters") || p.take("the opponent") {
            return Some(vec![Cannot::AttackFighter]);
        }
        return Some(vec![Cannot::Attack]);
    }
    if p.take("link attack") {
        if p.take("you directly?") {
            return Some(vec![Cannot::LinkAttackFighter]);
        }
        return Some(vec![Cannot::LinkAttack]);
    }
    if p.take("move") || p.group_any(Bracket::Square, &["move"]).is_some() {
        let returned = p.take(", or return to hand") || p.take("or return to hand");
        return Some(if returned { vec![Cannot::Move, Cannot::BeReturned] } else { vec![Cannot::Move] });
    }
    if p.attempt(|p| p.group_any(Bracket::Square, &["stand"])).is_some() {
        return Some(vec![Cannot::Stand]);
    }
    if !p.take("be") {
        return None;
    }
    let mut all = Vec::new();
    // Those that no qualifier was said of yet.
    let mut plain: Vec<Cannot> = Vec::new();
    loop {
        if p.take("destroyed") {
            plain.push(Cannot::BeDestroyed);
        } else if p.take("returned to your? the? its? owner? 's? hand") {
            p.take("from the field");
            plain.push(Cannot::BeReturned);
        } else if p.take("attacked") {
            plain.push(Cannot::BeAttacked);
        } else if p.take("link attacked") {
            plain.push(Cannot::BeLinkAttacked);
        } else {
            return None;
        }
        if let Some(by) = p.attempt(by_whom) {
            all.extend(plain.drain(..).map(by));
        }
        let joined = p.attempt(|p| {
            let nor = p.take("or") || p.take("nor") || p.take(", nor") || p.take(", or");
            let joined = nor || p.take("and") || p.mark(',');
            p.take("be");
            let more =
                ["destroyed", "returned", "attacked", "link attacked"].iter().any(|words| p.ahead(words));
            (joined && more).then_some(())
        });
        if joined.is_none() {
            break;
        }
    }
    if p.ahead("by") {
        return p.want("a plain prohibition");
    }
    all.extend(plain);
    Some(all)
}

/// "by card effects", "by your opponent's card effects": what that makes of a prohibition.
fn by_whom(p: &mut Parser<'_>) -> Option<fn(Cannot) -> Cannot> {
    if p.take("by effects from/of your opponent 's cards")
        || p.take("by your opponent 's card? effects")
        || p.take("by the effects of your opponent 's cards")
        || p.take("by the effects of your opponent 's card")
        || p.take("by an effect of your opponent 's card/cards")
    {
        return Some(|cannot| match cannot {
            Cannot::BeDestroyed => Cannot::BeDestroyedByOpponent,
            Cannot::BeReturned => Cannot::BeReturnedByOpponent,
            other => other,
        });
    }
    if p.take("by an? attack/attacks") {
        return Some(|cannot| match cannot {
            Cannot::BeDestroyed => Cannot::BeDestroyedByAttack,
            other => other,
        });
    }
    if p.take("by card effects") || p.take("by effects") {
        return Some(|cannot| match cannot {
            Cannot::BeDestroyed => Cannot::BeDestroyedByEffects,
            other => other,
        });
    }
    None
}

/// One statement of a continuous ability.
pub(super) fn continuous(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let until = Until::Game;
    // "for each item on your field, this card gets critical+1"
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let of = for_each(p, b)?;
        if !p.mark(',') {
            return None;
        }
        if p.take("the size of this card on? your/the? field? is reduced by") {
            let amount = Amount::PerEach { each: -p.number()?, per: 1, of: Box::new(of) };
            let change = Change::Add(Figure::Size, amount);
            return Some(vec![Step::Gain { to: Gainer::Cards(Target::This), change, until }]);
        }
        let (to, steps) = gainer(lex, p, b)?;
        if !steps.is_empty() || !p.take("gets/get") {
            return None;
        }
        let all = changes(p, b)?.into_iter().map(|change| match change {
            Change::Add(figure, Amount::Fixed(each)) => {
                let amount = Amount::PerEach { each, per: 1, of: Box::new(of.clone()) };
                Some(Step::Gain { to: to.clone(), change: Change::Add(figure, amount), until })
            }
            _ => None,
        });
        all.collect::<Option<Vec<Step>>>()
    }) {
        return Some(steps);
    }
    // "you can attack with this card even if …"
    if p.take("you can attack with this card even if you have a monster in/on the/your center")
        || p.take("you can attack with this card even if there is a monster in/on your center")
    {
        let change = Change::Can(Can::AttackBesideCenter);
        return Some(vec![Step::Gain { to: Gainer::Cards(Target::This), change, until }]);
    }
    // "the size of your 《X》 monsters on the field is reduced by 1", "this card's size on the field is reduced by 2"
    if let Some(step) = p.attempt_with(b, |p, b| {
        let to = if p.take("this card 's size") {
            p.take("on the/your field");
            Gainer::Cards(Target::This)
        } else if p.take("the size of") {
            gainer(lex, p, b)?.0
        } else {
            return None;
        };
        if !p.take("is/are reduced by") {
            return None;
        }
        let number = p.number()?;
        p.take("on the/your field");
        let amount = match p.attempt_with(b, |p, b| for_each(p, b)) {
            Some(of) => Amount::PerEach { each: -number, per: 1, of: Box::new(of) },
            None => Amount::Fixed(-number),
        };
        Some(Step::Gain { to, change: Change::Add(Figure::Size, amount), until })
    }) {
        return Some(vec![step]);
    }
    // "reduce the size of this card on your field by 1"
    if let Some(step) = p.attempt_with(b, |p, b| {
        if !p.take("reduce the size of") {
            return None;
        }
        let (to, _) = gainer(lex, p, b)?;
        if !p.take("by") {
            return None;
        }
        let number = p.number()?;
        Some(Step::Gain { to, change: Change::Add(Figure::Size, Amount::Fixed(-number)), until })
    }) {
        return Some(vec![step]);
    }
    if let Some(to) = p.attempt_with(b, |p, b| kept_soul(lex, p, b)) {
        return Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::LoseSoul), until }]);
    }
    let fighter =
        |change: Change, who: Who| Some(vec![Step::Gain { to: Gainer::Player(who), change, until }]);
    if let Some((who, cannot)) = p.attempt(barred_fighter) {
        return fighter(Change::Cannot(cannot), who);
    }
    if let Some(most) = p.attempt(|p| {
        let said = p.take("you may put monsters/characters of up to a total of size")
            || p.take("you may put monsters/characters of up to a total size of");
        let most = if said { u8::try_from(p.number()?).ok()? } else { return None };
        p.take("on your field").then_some(most)
    }) {
        return fighter(Change::SizeLimit(most), Who::You);
    }
    if p.take("you may call impact monsters any number of times in one turn")
        || p.take("you may call impact monsters multiple times in one turn")
    {
        return fighter(Change::ManyImpacts, Who::You);
    }
    // "the 《X》 you cast cannot be nullified", "the cards you cast with "X" in its card name cannot be nullified"
    if let Some(filter) = p.attempt_with(b, |p, b| {
        let filter = if p.take("the") { grammar::described(lex, p, b)? } else { return None };
        if !p.take("you cast") {
            return None;
        }
        let more = p.attempt_with(b, |p, b| grammar::Lexicon::postfix(lex, p, b));
        p.take("cannot be nullified").then(|| filter.and(more.unwrap_or(effects::Filter::Any)))
    }) {
        let limbo = effects::Among::Zones { whose: Who::You, zones: vec![crate::state::Zone::Limbo] };
        let to = Gainer::Whatever(effects::Select::new(limbo, filter, HowMany::All));
        return Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::BeNullified), until }]);
    }
    if let Some(change) = p.attempt(reduced) {
        return fighter(change, Who::You);
    }
    if let Some(change) = p.attempt_with(b, |p, b| cheaper(lex, p, b)) {
        return fighter(change, Who::You);
    }
    if let Some((who, filter)) = p.attempt_with(b, |p, b| {
        let who = if p.take("you cannot call") {
            Who::You
        } else if p.take("your opponent cannot call") {
            Who::Opponent
        } else if p.take("you and your opponent cannot call")
            || p.take("neither you nor your opponent can call")
        {
            Who::Both
        } else {
            return None;
        };
        let filter = barred(lex, p, b)?;
        Some((who, filter))
    }) {
        return fighter(Change::CannotCall(filter), who);
    }
    if p.take("you and your opponent cannot call monsters to/on the/your? center") {
        return fighter(Change::Cannot(Cannot::CallToCenter), Who::Both);
    }
    if p.take("your opponent cannot draw cards by the effect/effects of cards")
        || p.take("your opponent cannot draw cards by card effects")
    {
        return fighter(Change::Cannot(Cannot::DrawByEffects), Who::Opponent);
    }
    // "give all monsters on your field [Move]"
    if p.take("give") {
        let (to, steps) = gainer(lex, p, b)?;
        if !steps.is_empty() {
            return None;
        }
        let changes = changes(p, b)?;
        return Some(
            changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until }).collect(),
        );
    }
    // What fighters and cards may not do.
    if p.take("you may not call monsters to the center")
        || p.take("you cannot call monsters to/on the/your center")
    {
        let change = Change::Cannot(Cannot::CallToCenter);
        return Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until }]);
    }
    if p.take("you cannot attack the left or right with this card") {
        let change = Change::Cannot(Cannot::AttackSides);
        return Some(vec![Step::Gain { to: Gainer::Cards(Target::This), change, until }]);
    }
    if let Some(step) = p.attempt_with(b, |p, b| lost_keyword(lex, p, b, until)) {
        return step.1.is_empty().then_some(vec![step.0]);
    }
    if p.take("nullify all? of? the? abilities of") {
        let (to, steps) = gainer(lex, p, b)?;
        return steps.is_empty().then(|| vec![Step::Gain { to, change: Change::LoseAbilities, until }]);
    }
    // "if an item on your field with "X" in its card name is the only card attacking, the attack cannot be nullified"
    if let Some(all) = p.attempt_with(b, |p, b| {
        let noun = if p.take("if") { grammar::noun_phrase(lex, p, b)? } else { return None };
        let said = p.take("is the only card attacking , the/its attack cannot be nullified")
            || p.take("is attacking alone , the/its attack cannot be nullified");
        let one = noun.count == Some(HowMany::Exactly(Amount::Fixed(1)));
        if !said || !one {
            return None;
        }
        super::lexicon::select_of(grammar::Noun { count: Some(HowMany::All), ..noun }, HowMany::All)
    }) {
        let change = Change::Cannot(Cannot::LoneAttackBeNullified);
        return Some(vec![Step::Gain { to: Gainer::Whatever(all), change, until }]);
    }
    // "its/this card's attack cannot be nullified"
    if p.take("attacks/attack of this card cannot be nullified")
        || p.take("the attack/attacks of this card cannot be nullified")
        || p.take("this card 's attack/attacks cannot be nullified")
    {
        let change = Change::Cannot(unstopped(p));
        return Some(vec![Step::Gain { to: Gainer::Cards(Target::This), change, until }]);
    }
    p.attempt_with(b, |p, b| {
        // "If you are [Ride] on a card, that card gets …" means the one that was spoken of.
        let spoken = matches!(b.it, Some(Target::Each(_)));
        let (to, steps) = match p.attempt(|p| if spoken { None } else { holder(p) }) {
            Some(holder) => (Gainer::Cards(holder), Vec::new()),
            None => gainer(lex, p, b)?,
        };
        if !steps.is_empty() {
            return None;
        }
        let changes = gets(p, b)?;
        if counts_others(&to, &changes) {
            return p.want("others than which card");
        }
        Some(changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until }).collect())
    })
}

/// "Each 《X》 gets … for each other 《X》": others than the card that gets it, which what it gets has no word for.
fn counts_others(to: &Gainer<Words>, changes: &[Change]) -> bool {
    let of_others = |amount: &Amount<Words>| match amount {
        Amount::PerEach { of, .. } => {
            matches!(&**of, Amount::Count(select) if super::apart::excludes_this(&select.filter))
        }
        Amount::Count(select) => super::apart::excludes_this(&select.filter),
        _ => false,
    };
    let others = |change: &Change| matches!(change, Change::Add(_, amount) if of_others(amount));
    matches!(to, Gainer::Whatever(_)) && changes.iter().any(others)
}

/// "The 《X》 with this card in its soul": what is asked of the card above.
pub(super) fn held(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<effects::Filter<Words>> {
    use effects::Filter;
    if !p.take("the/a/an") {
        return None;
    }
    let holder = |one: &Filter<Words>| *one == Filter::Test(crate::vocab::Test::Holder);
    let filter = match grammar::described(lex, p, b)? {
        Filter::All(all) if all.iter().any(holder) => {
            all.into_iter().filter(|one| !holder(one)).fold(Filter::Any, Filter::and)
        }
        one if holder(&one) => Filter::Any,
        _ => return None,
    };
    ["gets", "get", "cannot", "can"].iter().any(|words| p.ahead(words)).then_some(filter)
}

/// What this very card gets.
pub(super) fn own_gets(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let to = Gainer::Cards(Target::This);
    let changes = gets(p, b)?;
    Some(
        changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until: Until::Game }).collect(),
    )
}

/// What the card above gets.
pub(super) fn held_gets(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let to = Gainer::Cards(Target::Subject);
    let changes = gets(p, b)?;
    Some(
        changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until: Until::Game }).collect(),
    )
}

/// BF OTHER-SOULABIL-2: "that card", "the 《X》" of in-soul text means the card above.
fn holder(p: &mut Parser<'_>) -> Option<Target<Words>> {
    if p.take("that card/monster/item") {
        return Some(Target::Subject);
    }
    p.attempt(|p| {
        let name = if p.take("that/the") { p.group(Bracket::Double) } else { None };
        p.take("on your field");
        name.map(|_| Target::Subject)
    })
}
