//! [Lifelink n]: when the card leaves the field, its fighter takes that much damage; [Lifelink Lose]: loses.
//!
//! It is an automatic ability like any other (KEY-LIFELINK-3: it may be answered), and a card may have several
//! (KEY-LIFELINK-4): the compiler makes one ability of each.

use crate::vocab::{Ability, Moment, Part, Step, Verb};
use effects::{Amount, Filter, Trigger, When, Who};

/// The ability that the keyword stands for; `None`: the fighter loses (BF KEY-LIFELINK-1, KEY-LIFELINK-2).
pub(crate) fn ability(damage: Option<i32>) -> Ability {
    let does = match damage {
        Some(amount) => {
            Verb::Damage { who: Who::You, amount: Amount::Fixed(amount), cannot_be_reduced: false }
        }
        None => Verb::Lose(Who::You),
    };
    let trigger = Trigger { moment: Moment::Leaves, subject: Filter::This, cond: None };
    Ability::new(Part::Field, When::Trigger(vec![trigger]), vec![Step::Do(does)])
}
