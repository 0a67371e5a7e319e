//! A card's abilities in plain words: how Shobu understands the card.

use crate::card::{Face, Kind};
use crate::state::Zone;
use crate::vocab::{
    Ability, Adjective, Answering, Can, Cannot, Change, Count, Fact, Figure, Moment, Part, Pay, Test, Until,
    Use, Verb, Words,
};
use effects::text::printer::{self, Said, Speaker};
use effects::{Among, Filter, Gainer, Target, When, Who};
use kernel::Zone as _;

struct Voice;

/// One line for each ability.
pub(crate) fn words(face: &Face) -> Vec<String> {
    let sheet = &face.sheet;
    let mut lines: Vec<String> = sheet
        .restrict
        .iter()
        .map(|cond| format!("usable only if {}", printer::condition(&Voice, cond)))
        .collect();
    lines.extend(
        sheet
            .abilities
            .iter()
            .filter(|ability| !ability.steps.is_empty())
            .map(|ability| one(face.kind, ability)),
    );
    if !sheet.keywords.is_empty() {
        lines.push(format!("keywords: {}", sheet.keywords.names().join(", ")));
    }
    lines
}

fn one(kind: Kind, ability: &Ability) -> String {
    let from = match ability.part {
        Part::Field | Part::Cost => "",
        Part::Soul => "in a soul: ",
        Part::Hand => "from the hand: ",
        Part::Drop => "from the drop zone: ",
    };
    let when = match &ability.when {
        When::Trigger(triggers) | When::Would(triggers) => {
            let all: Vec<String> =
                triggers.iter().map(|trigger| moment(trigger.moment, &trigger.subject)).collect();
            format!("when {}: ", all.join(" or "))
        }
        When::Use(Use::Main) => "use, in your main phase: ".into(),
        When::Use(Use::Counter) => "use, as a Counter: ".into(),
        When::Body(Use::Counter) => "as a Counter: ".into(),
        When::Body(Use::Main) => format!("the {}: ", kind.word()),
        When::Always => "always: ".into(),
        When::Granted if ability.part == Part::Cost => "cost: ".into(),
        When::Granted => "given: ".into(),
    };
    let cond = ability
        .cond
        .as_ref()
        .map_or(String::new(), |cond| format!("if {}, ", printer::condition(&Voice, cond)));
    let limit = if ability.limit.is_some() { " (limited uses)" } else { "" };
    format!("{from}{when}{cond}{}{limit}", printer::steps(&Voice, &ability.steps))
}

fn moment(moment: Moment, subject: &Filter<Words>) -> String {
    let card = match subject {
        Filter::This => "this card".to_string(),
        subject => format!("a {}", printer::noun(&Voice, subject, false)),
    };
    let who = |who: Who| match who {
        Who::You => "you",
        Who::Opponent => "your opponent",
        _ => "a fighter",
    };
    let whose = |who: Who| match who {
        Who::You => "your",
        Who::Opponent => "your opponent's",
        _ => "a",
    };
    match moment {
        Moment::Enters => format!("{card} enters the field"),
        Moment::Called => format!("{card} is called"),
        Moment::BuddyCalled => format!("{card} is buddy called"),
        Moment::Equipped => format!("{card} is equipped"),
        Moment::Transformed => format!("{card} transforms"),
        Moment::Attacks => format!("{card} attacks"),
        Moment::LinkAttacks => format!("{card} link attacks"),
        Moment::Attacked => format!("{card} is attacked"),
        Moment::Destroyed => format!("{card} is destroyed"),
        Moment::Leaves => format!("{card} leaves the field"),
        Moment::DealsDamage => format!("{card} deals damage to your opponent"),
        Moment::DestroysByAttack => format!("{card} destroys a monster by its attack"),
        Moment::PutIntoDrop => format!("{card} is put into the drop zone"),
        Moment::PutIntoSoul => format!("{card} is put into a soul"),
        Moment::Discarded => format!("{card} is discarded"),
        Moment::Moves => format!("{card} moves"),
        Moment::BattleEnds => format!("a battle of {card} ends"),
        Moment::AttackEnds => format!("an attack of {card} ends"),
        Moment::TakesDamage(seat) => format!("{} takes damage", who(seat)),
        Moment::GainsLife(seat) => format!("{} gains life", who(seat)),
        Moment::Casts(seat) => format!("{} casts {card}", who(seat)),
        Moment::TurnBegins(seat) => format!("{} turn begins", whose(seat)),
        Moment::MainBegins(seat) => format!("{} main phase begins", whose(seat)),
        Moment::AttackPhaseBegins(seat) => format!("{} attack phase begins", whose(seat)),
        Moment::FinalBegins(seat) => format!("{} final phase begins", whose(seat)),
        Moment::AttackPhaseEnds(seat) => format!("{} attack phase ends", whose(seat)),
        Moment::TurnEnds(seat) => format!("{} turn ends", whose(seat)),
    }
}

fn whose(who: Who) -> &'static str {
    match who {
        Who::You => "your",
        Who::Opponent => "your opponent's",
        Who::Both => "each fighter's",
        Who::Owner => "its owner's",
    }
}

fn you(who: Who) -> &'static str {
    match who {
        Who::You => "you",
        Who::Opponent => "your opponent",
        Who::Both => "each fighter",
        Who::Owner => "its owner",
    }
}

fn state(adjective: Adjective) -> &'static str {
    match adjective {
        Adjective::Standing => "standing",
        Adjective::Rested => "rested",
        Adjective::FaceDown => "face-down",
        Adjective::Attacking => "attacking",
        Adjective::Attacked => "attacked",
        Adjective::InBattle => "battling",
        Adjective::Buddy => "buddy",
        Adjective::Equipped => "equipped",
        Adjective::Reversed => "reversed",
    }
}

impl Speaker for Voice {
    type V = Words;

    fn atom(&self, filter: &Filter<Words>, many: bool) -> Said {
        let plural = |word: &str| if many { format!("{word}s") } else { word.to_string() };
        match filter {
            Filter::Kind(kind) => Said::Noun(plural(kind.word())),
            Filter::Trait(name) => Said::Front(format!("《{}》", name.as_str())),
            Filter::TraitHas(name) => Said::Behind(format!("with \"{}\" in its attribute", name.as_str())),
            Filter::Name(name) => Said::Front(format!("\"{}\"", name.as_str())),
            Filter::NameHas(name) => Said::Behind(format!("with \"{}\" in its card name", name.as_str())),
            Filter::Figure(figure, cmp, amount) => {
                let cmp = match cmp {
                    effects::Cmp::Equal => "exactly",
                    effects::Cmp::AtLeast => "at least",
                    effects::Cmp::AtMost => "at most",
                    effects::Cmp::More => "more than",
                    effects::Cmp::Less => "less than",
                };
                Said::Behind(format!("of {} {cmp} {}", self.figure(*figure), printer::number(self, amount)))
            }
            Filter::Is(adjective) => Said::Front(state(*adjective).into()),
            Filter::Has(keyword) => Said::Behind(format!("with [{}]", keyword.name())),
            Filter::This => Said::Behind("that is this card".into()),
            Filter::Subject => Said::Behind("that it happened to".into()),
            Filter::Bound(_) => Said::Behind("chosen before".into()),
            Filter::Of(who) => Said::Front(whose(*who).into()),
            Filter::Not(inner) => match self.atom(inner, many) {
                Said::Front(words) | Said::Noun(words) | Said::Behind(words) => {
                    Said::Behind(format!("not {words}"))
                }
            },
            Filter::Test(test) => match test {
                Test::World(world) => Said::Front(format!("<{}>", world.as_str())),
                Test::In(zone) => Said::Behind(format!("in the {}", zone.name())),
                Test::Holder => Said::Behind("whose soul this card is in".into()),
                Test::CallArea => Said::Behind("in the area of the call".into()),
                Test::AttackTarget => Said::Behind("that is attacked".into()),
                Test::Attacker => Said::Behind("that attacks".into()),
                Test::Answered => Said::Behind("being answered".into()),
            },
            other => Said::Behind(format!("that is {other:?}")),
        }
    }

    fn card(&self, many: bool) -> String {
        if many { "cards".into() } else { "card".into() }
    }

    fn place(&self, among: &Among<Words>) -> String {
        match among {
            Among::Zones { whose: who, zones } if zones[..] == Zone::FIELD => {
                format!(" on {} field", whose(*who))
            }
            Among::Zones { whose: who, zones } => {
                let names: Vec<&str> = zones.iter().map(|zone| zone.name()).collect();
                format!(" in {} {}", whose(*who), names.join(" or "))
            }
            Among::Slot(_) => " among them".into(),
            Among::Under { host, .. } => format!(" in the soul of {}", self.target(host)),
            other => format!(" in {other:?}"),
        }
    }

    fn target(&self, target: &Target<Words>) -> String {
        match target {
            Target::This => "this card".into(),
            Target::Slot(_) => "it".into(),
            Target::Subject => "that card".into(),
            Target::Other => "the other card".into(),
            Target::Each(select) => printer::select(self, select),
            Target::Test(Test::Attacker) => "the attacking card".into(),
            Target::Test(Test::AttackTarget) => "the attacked monster".into(),
            other => format!("{other:?}"),
        }
    }

    fn verb(&self, verb: &Verb) -> String {
        let t = |target: &Target<Words>| self.target(target);
        let n = |amount: &effects::Amount<Words>| printer::number(self, amount);
        match verb {
            Verb::Announce => "(the other fighter may answer)".into(),
            Verb::Destroy(target) => format!("destroy {}", t(target)),
            Verb::ToHand(target) => format!("put {} into its owner's hand", t(target)),
            Verb::Drop(target) => format!("drop {}", t(target)),
            Verb::Discard(target) => format!("discard {}", t(target)),
            Verb::ToGauge(target) => format!("put {} into the gauge", t(target)),
            Verb::ToDeckTop(target) => format!("put {} on top of the deck", t(target)),
            Verb::ToDeckBottom(target) => format!("put {} on the bottom of the deck", t(target)),
            Verb::Remove(target) => format!("remove {} from the game", t(target)),
            Verb::ToSoul { what, host, face_down } => {
                let down = if *face_down { " face down" } else { "" };
                format!("put {} into the soul of {}{down}", t(what), t(host))
            }
            Verb::OnTop(target) => format!("put this card on top of {}", t(target)),
            Verb::Draw(who, amount) => format!("{} draws {}", you(*who), n(amount)),
            Verb::Damage { who, amount, cannot_be_reduced } => {
                let fixed = if *cannot_be_reduced { " that cannot be reduced" } else { "" };
                format!("deal {} damage to {}{fixed}", n(amount), you(*who))
            }
            Verb::GainLife(who, amount) => format!("{} gains {} life", you(*who), n(amount)),
            Verb::LoseLife(who, amount) => format!("{} loses {} life", you(*who), n(amount)),
            Verb::PayLife(amount) => format!("pay {} life", n(amount)),
            Verb::SetLife(who, amount) => format!("{} life becomes {}", whose(*who), n(amount)),
            Verb::PayGauge(amount) => format!("pay {} gauge", n(amount)),
            Verb::TopToGauge(who, amount) => {
                format!("{} top {} of the deck to the gauge", whose(*who), n(amount))
            }
            Verb::TopToDrop(who, amount) => {
                format!("{} top {} of the deck to the drop zone", whose(*who), n(amount))
            }
            Verb::TopToSoul { host, amount, .. } => {
                format!("the top {} of your deck into the soul of {}", n(amount), t(host))
            }
            Verb::Search(who) => format!("{} looks through the deck", you(*who)),
            Verb::Reveal { who, amount, .. } => {
                format!("reveal {} top {} of the deck", whose(*who), n(amount))
            }
            Verb::Stand(target) => format!("stand {}", t(target)),
            Verb::Rest(target) => format!("rest {}", t(target)),
            Verb::NullifyAttack => "nullify the attack".into(),
            Verb::NullifyPlay => "nullify what this answers".into(),
            Verb::Call { what, pay } => {
                let pay = if *pay == Pay::Free { "without paying for it" } else { "paying its cost" };
                format!("call {} {pay}", t(what))
            }
            Verb::MoveTo { what, area } => {
                format!("move {} to the {}", t(what), area.map_or("open area", |area| area.name()))
            }
            Verb::Shuffle(who) => format!("{} deck is shuffled", whose(*who)),
            Verb::AttackWith(target) => format!("attack with {}", t(target)),
            Verb::Redirect(target) => format!("the attack is aimed at {} instead", t(target)),
            Verb::EndPhase => "end this phase".into(),
            Verb::EndTurn => "end the turn".into(),
            Verb::EndBattle => "end the battle".into(),
            Verb::ExtraTurn => "you get another turn".into(),
            Verb::Win(who) => format!("{} wins", you(*who)),
            Verb::Lose(who) => format!("{} loses the game", you(*who)),
        }
    }

    fn gain(&self, to: &Gainer<Words>, change: &Change, until: &Until) -> String {
        let to = match to {
            Gainer::Cards(target) => self.target(target),
            Gainer::Whatever(select) => printer::select(self, select),
            Gainer::Player(who) => you(*who).to_string(),
        };
        let until = match until {
            Until::Battle => " for this battle",
            Until::Turn => " for this turn",
            Until::OpponentsTurn => " until the end of your opponent's turn",
            Until::Game => "",
        };
        let what = match change {
            Change::Add(figure, amount) => {
                format!("gets {} by {}", self.figure(*figure), printer::number(self, amount))
            }
            Change::Set(figure, amount) => {
                format!("has {} {}", self.figure(*figure), printer::number(self, amount))
            }
            Change::Keyword(keyword) => format!("gets [{}]", keyword.name()),
            Change::LoseAbilities => "loses its abilities".into(),
            Change::Cannot(cannot) => cannot_words(*cannot).into(),
            Change::Can(can) => match can {
                Can::AttackInFinal => "can attack in the final phase".into(),
                Can::PassCenter => "can attack past the center".into(),
                Can::AttackBesideCenter => "can attack beside its own center".into(),
            },
            Change::ReduceDamage(amount) => format!("takes {} less damage", printer::number(self, amount)),
            Change::ReduceNext(amount) => {
                format!("takes {} less of the next damage", printer::number(self, amount))
            }
            Change::SurviveNext => "is not destroyed the next time".into(),
        };
        format!("{to} {what}{until}")
    }

    fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::YourTurn => "it is your turn".into(),
            Fact::OpponentsTurn => "it is your opponent's turn".into(),
            Fact::DuringMain => "it is the main phase".into(),
            Fact::DuringAttack => "it is the attack phase".into(),
            Fact::DuringFinal => "it is the final phase".into(),
            Fact::OpponentAttacks => "your opponent attacks".into(),
            Fact::YouAttack => "you attack".into(),
            Fact::LinkAttack => "it is a link attack".into(),
            Fact::Attacking(filter) => format!("a {} attacks", printer::noun(self, filter, false)),
            Fact::AttackOn(filter) => format!("a {} is attacked", printer::noun(self, filter, false)),
            Fact::AttackOnYou => "you are attacked".into(),
            Fact::Answering(kind, filter) => {
                let verb = match kind {
                    Answering::Call => "calls",
                    Answering::Cast => "casts",
                    Answering::Equip => "equips",
                    Answering::Ability => "uses",
                };
                format!("your opponent {verb} a {}", printer::noun(self, filter, false))
            }
            Fact::Flag(name) => format!("your flag is \"{}\"", name.as_str()),
            Fact::InitialFlag(name) => format!("your flag was \"{}\" at the beginning", name.as_str()),
        }
    }

    fn count(&self, count: &Count) -> String {
        match count {
            Count::Life(who) => format!("{} life", whose(*who)),
            Count::Cards(who, zone) => format!("the number of cards in {} {}", whose(*who), zone.name()),
            Count::Attacks(who) => format!("{} attacks this turn", whose(*who)),
        }
    }

    fn figure(&self, figure: Figure) -> String {
        match figure {
            Figure::Size => "size",
            Figure::Power => "power",
            Figure::Defense => "defense",
            Figure::Critical => "critical",
            Figure::Soul => "soul",
        }
        .into()
    }
}

fn cannot_words(cannot: Cannot) -> &'static str {
    match cannot {
        Cannot::Attack => "cannot attack",
        Cannot::AttackFighter => "cannot attack the fighter",
        Cannot::LinkAttack => "cannot link attack",
        Cannot::BeAttacked => "cannot be attacked",
        Cannot::BeDestroyed => "cannot be destroyed",
        Cannot::BeDestroyedByEffects => "cannot be destroyed by effects",
        Cannot::BeDestroyedByOpponent => "cannot be destroyed by the opponent's effects",
        Cannot::BeReturned => "cannot be returned to hand",
        Cannot::BeReturnedByOpponent => "cannot be returned to hand by the opponent's effects",
        Cannot::Stand => "cannot stand",
        Cannot::Move => "cannot move",
        Cannot::BeNullified => "cannot be nullified",
        Cannot::AttackBeNullified => "makes attacks that cannot be nullified",
        Cannot::BeChosen => "cannot be chosen",
        Cannot::DropSoul => "cannot lose its soul",
        Cannot::Call => "cannot call",
        Cannot::Cast => "cannot cast",
        Cannot::Equip => "cannot equip",
        Cannot::Use => "cannot use abilities",
        Cannot::GainLife => "cannot gain life",
        Cannot::BeDamaged => "cannot be damaged",
        Cannot::Counter => "cannot use Counters",
    }
}
