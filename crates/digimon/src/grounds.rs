//! What stands behind a refusal beyond its rule: memory and colours that are missing, the condition that does not hold, the
//! effect that forbids it. The legality of the other files decides; here it is only asked in more detail, when somebody wants
//! to know why.

use crate::card::{Ban, COLORS, Cards, Class, Colors};
use crate::rule;
use crate::state::{Choice, Mark, State};
use crate::text::say;
use crate::vocab::{Cannot, Change, Keyword, Kind};
use effects::layer::{Ask, Sort};
use effects::{AbilityRef, Asked, Run, Whom, eval, grounds};
use kernel::board::Pictured;
use kernel::{Card, Giver, Grounds, RuleId, Seat};

impl State {
    pub(crate) fn grounds(&self, cards: &Cards, choice: Choice, rule: RuleId) -> Grounds {
        let none = Grounds::none();
        match rule {
            rule if rule == rule!("1-3-11-1") => self.lacks_memory(cards, choice),
            rule if rule == rule!("4-19-2") || rule == rule!("4-19-3") => match choice {
                Choice::Use(card) => self.lacks_colors(cards, card),
                _ => none,
            },
            rule if rule == rule!("8-1-3-1") => match choice {
                Choice::Digivolve { card, onto, .. } => self.fits_no_need(cards, card, onto),
                _ => none,
            },
            rule if rule == rule!("15-1-3") => Grounds { by: self.forbidding(cards, choice), ..none },
            rule if rule == rule!("11-2-5") || rule == rule!("12-1-4") => match choice {
                Choice::Attack { with: card, .. } | Choice::Block(card) => {
                    let by = self
                        .banning(cards, Whom::Card(card), Ban::Suspend, &|cannot| *cannot == Cannot::Suspend);
                    Grounds { by, ..none }
                }
                _ => none,
            },
            rule if rule == rule!("16-14-1") => match choice {
                Choice::Attack { with, .. } => none
                    .unmet(format!("{} was there before this turn, or has <Rush>", self.name(cards, with))),
                _ => none,
            },
            rule if rule == rule!("11-2-7-1") => match choice {
                Choice::Attack { target: Some(target), .. } if !self.has(target, Mark::Suspended) => {
                    none.unmet(format!("{} is suspended", self.name(cards, target)))
                }
                _ => none,
            },
            rule if rule == rule!("16-29-1") => Grounds { by: self.colliding(cards), ..none },
            rule if rule == rule!("15-8-4-3-1") || rule == rule!("15-8-4-4-1") => {
                self.cannot_begin(cards, choice, rule)
            }
            _ => none,
        }
    }

    /// Why a card is none of those that an effect lets somebody choose among.
    pub(crate) fn not_among(&self, cards: &Cards, card: Card) -> Grounds {
        let about = (self.core.frames.len(), card, self.name(cards, card));
        grounds::not_among(
            self,
            cards,
            (about.0, about.1, &about.2),
            |filter| say::described(&[], filter),
            Vec::new,
        )
    }

    /// DCG 1-3-11-1: what the gauge has room for, and what it would take.
    fn lacks_memory(&self, cards: &Cards, choice: Choice) -> Grounds {
        let Some(cost) = self.deal::<kernel::board::Wordless>(cards, choice).cost else {
            return Grounds::none();
        };
        let most = i32::from(self.memory(self.core.turn)) + 10;
        Grounds::none().missing(format!(
            "{} memory (it costs {cost}; from memory {} at most {most} can be paid)",
            (cost - most).max(1),
            self.memory(self.core.turn),
        ))
    }

    /// DCG 4-19-2: the colours for which no Digimon or Tamer is there.
    fn lacks_colors(&self, cards: &Cards, card: Card) -> Grounds {
        let held = self.colors_held(cards, self.table.owner(card));
        let wanted = self.colors(cards, card);
        let lacking = color_words(Colors(wanted.0 & !held.0));
        lacking.iter().fold(Grounds::none(), |grounds, color| {
            grounds.missing(format!("a {color} Digimon or Tamer on your field"))
        })
    }

    /// DCG 8-1-3-1: what the card could go onto, and what keeps the Digimon from becoming it.
    fn fits_no_need(&self, cards: &Cards, card: Card, onto: Card) -> Grounds {
        let run = Run::new(AbilityRef::default(), self.table.object(card), self.table.owner(card));
        let only = |cannot: &Cannot| matches!(cannot, Cannot::DigivolveBut(only) if !eval::fits(self, cards, only, card, &run));
        let printed = cards.get(self.table.print(card));
        let needs: Vec<String> = printed
            .needs
            .iter()
            .map(|need| {
                format!(
                    "a {} Lv.{} (then it costs {})",
                    color_words(need.color).join("/"),
                    need.level,
                    need.cost
                )
            })
            .collect();
        let by = self.banning(cards, Whom::Card(onto), Ban::Digivolve, &only);
        let words = match needs.is_empty() || !by.is_empty() {
            true => String::new(),
            false => format!("{} is {}", self.name(cards, onto), needs.join(", or ")),
        };
        Grounds { by, ..Grounds::none() }.unmet(words)
    }

    /// DCG 15-1-3: the prohibitions on what a choice is about.
    fn forbidding(&self, cards: &Cards, choice: Choice) -> Vec<Giver> {
        let on = |card: Card, ban: Ban, is: &dyn Fn(&Cannot) -> bool| {
            self.banning(cards, Whom::Card(card), ban, is)
        };
        let on_seat =
            |seat: Seat, is: &dyn Fn(&Cannot) -> bool| self.banning(cards, Whom::Player(seat), Ban::Play, is);
        match choice {
            Choice::Play(card) => {
                let seat = self.table.owner(card);
                on_seat(seat, &|cannot| self.bans(cards, cannot, card, seat))
            }
            Choice::Use(card) => on_seat(self.table.owner(card), &|cannot| *cannot == Cannot::UseOptions),
            Choice::Digivolve { onto, .. } => {
                let mut by = on(onto, Ban::Digivolve, &|cannot| *cannot == Cannot::Digivolve);
                if !self.is_digimon(cards, onto) {
                    self.each_keeping_digimon_like(cards, onto, &mut |run| {
                        grounds::note(self, cards, run, &mut by);
                    });
                }
                by
            }
            Choice::Special { onto, with, .. } => {
                let mut by = on(onto, Ban::Digivolve, &|cannot| *cannot == Cannot::Digivolve);
                by.extend(on(with, Ban::Digivolve, &|cannot| *cannot == Cannot::Digivolve));
                by
            }
            Choice::Attack { with, target } => {
                let mut by = on(with, Ban::Attack, &|cannot| *cannot == Cannot::Attack);
                match target {
                    None => by.extend(on(with, Ban::AttackWhom, &|cannot| *cannot == Cannot::AttackPlayers)),
                    Some(target) => {
                        by.extend(on(target, Ban::AttackWhom, &|cannot| *cannot == Cannot::BeAttacked));
                        by.extend(on(with, Ban::AttackWhom, &|cannot| {
                            matches!(cannot, Cannot::AttackDigimon(which) if self.fits_for(cards, which, target, with))
                        }));
                    }
                }
                by
            }
            Choice::Block(card) => {
                let mut by = on(card, Ban::Block, &|cannot| *cannot == Cannot::Block);
                if let Some(attacker) = self.attack().and_then(|attack| self.attacker(&attack)) {
                    by.extend(on(attacker, Ban::Block, &|cannot| {
                        matches!(cannot, Cannot::BeBlocked(which) if self.fits_for(cards, which, card, attacker))
                    }));
                }
                by
            }
            Choice::Activate { .. } => {
                let Some((at, top)) = self.activated(cards, choice) else { return Vec::new() };
                let ability = cards.ability(at);
                let kept = |cannot: &Cannot| matches!(cannot, Cannot::Activate(timing) if crate::effect::has_timing(ability, *timing));
                let mut by = on(top, Ban::Activate, &kept);
                by.extend(self.banning(cards, Whom::Player(self.table.seat(top)), Ban::Activate, &kept));
                by
            }
            _ => Vec::new(),
        }
    }

    /// The effects that give a prohibition.
    fn banning(&self, cards: &Cards, whom: Whom, ban: Ban, is: &dyn Fn(&Cannot) -> bool) -> Vec<Giver> {
        let sort = Sort { class: Class::Cannot as u16, kinds: ban as u64 };
        let ask = Ask { whom, sort, asked: Asked::NOTHING };
        grounds::givers(
            self,
            cards,
            &ask,
            &|given| matches!(given.change, Change::Cannot(cannot) if is(cannot)),
        )
    }

    /// DCG 16-29-1: the attacker whose <Collision> demands a block.
    fn colliding(&self, cards: &Cards) -> Vec<Giver> {
        let attacker = self.attack().and_then(|attack| self.attacker(&attack));
        let giver = |card: Card| Giver {
            card: Some(card),
            name: self.name(cards, card),
            seat: self.table.seat(card),
            words: Keyword::Collision.words(),
        };
        attacker.map(giver).into_iter().collect()
    }

    /// The effect that a choice activates, and the card on the field that has it.
    fn activated(&self, cards: &Cards, choice: Choice) -> Option<(AbilityRef, Card)> {
        let Choice::Activate { card, effect } = choice else { return None };
        let at = match effect {
            u8::MAX => cards.keyword(&Keyword::Training)?,
            index => AbilityRef { print: self.table.print(card), index },
        };
        Some((at, self.table.row(card).host().unwrap_or(card)))
    }

    /// DCG 15-8-4-3-1, 15-8-4-4-1: the condition that is not met, or the part of the cost that cannot be paid.
    fn cannot_begin(&self, cards: &Cards, choice: Choice, rule: RuleId) -> Grounds {
        let Some((at, top)) = self.activated(cards, choice) else { return Grounds::none() };
        let run = Run::new(at, self.table.object(top), self.table.seat(top));
        let own = std::slice::from_ref(cards.ability(at));
        let (abilities, noun) = match cards.is_printed(at) {
            true => (&cards.get(at.print).meaning.abilities[..], cards.get(at.print).noun()),
            false => (own, Kind::Digimon),
        };
        if rule == rule!("15-8-4-4-1") {
            let steps = grounds::unpaid_in_front(self, cards, &run);
            return Grounds::none().missing(say::clause(abilities, noun, &steps));
        }
        let unmet = grounds::unmet_in_front(self, cards, &run);
        Grounds::none().unmet(unmet.map_or(String::new(), |cond| say::condition(abilities, noun, cond)))
    }
}

fn color_words(colors: Colors) -> Vec<&'static str> {
    (0..COLORS.len()).filter(|at| colors.0 >> at & 1 != 0).map(|at| COLORS[at]).collect()
}
