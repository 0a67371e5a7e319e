//! Keywords, one file each: what it is called in texts, what it does, its rule ids and where its scenes are.

mod soul_magic;
mod succession;
mod super_unleash;
mod unstackable;
