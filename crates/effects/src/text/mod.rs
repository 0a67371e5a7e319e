//! From printed words to the tree, and back.
//!
//! [`lexer`] copes with the spellings that card lists come in; [`parser`] is a cursor with backtracking that remembers
//! how far it ever got; [`grammar`] holds the clause shapes all games share and asks a game's [`grammar::Lexicon`] for
//! its words; [`words`] are tables that reader and printer share; [`printer`] says a tree in plain words. Every word is read or reported: nothing is skipped.

pub mod grammar;
pub mod lexer;
pub mod parser;
pub mod printer;
pub mod words;

pub use grammar::{Builder, Lexicon, Noun};
pub use lexer::{Bracket, Tok, Token, lex};
pub use parser::{Budget, Miss, Parser};
