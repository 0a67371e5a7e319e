//! (in work)

pub mod vocab;
