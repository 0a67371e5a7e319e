//! (in work)

pub mod text;
pub mod vocab;
