//! The shared shapes over this game's vocabulary, short.

use crate::vocab::Dcg;

pub type Ability = effects::Ability<Dcg>;
pub type Step = effects::Step<Dcg>;
pub type Select = effects::Select<Dcg>;
pub type Cond = effects::Cond<Dcg>;
pub type Filter = effects::Filter<Dcg>;
pub type Target = effects::Target<Dcg>;
pub type Amount = effects::Amount<Dcg>;
pub type Among = effects::Among<Dcg>;
pub type Trigger = effects::Trigger<Dcg>;
pub type When = effects::When<Dcg>;
pub type Op = effects::Op<Dcg>;
pub type Gainer = effects::Gainer<Dcg>;
pub type HowMany = effects::HowMany<Dcg>;
