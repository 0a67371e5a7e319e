//! From printed words to the tree, and back.
//!
//! [`lexer`] copes with the spellings that card lists come in; [`parser`] is a cursor with backtracking that remembers
//! how far it ever got; [`grammar`] holds the clause shapes all games share and asks a game's [`grammar::Lexicon`] for
//! its words; [`discourse`] is what was said so far, restored together with the cursor; [`words`] are tables that reader and printer share; [`miss`] tells what could not be read; [`printer`] says descriptions in plain words, [`speaker`] how sentences hang together. Every word is read or reported: nothing is skipped.

pub mod discourse;
pub mod grammar;
pub mod lexer;
pub mod miss;
pub mod parser;
pub mod printer;
pub mod speaker;
pub mod words;

pub use discourse::{Builder, Discourse};
pub use grammar::{Lexicon, Noun};
pub use lexer::{Bracket, Tok, Token, lex};
pub use parser::{Budget, Miss, Parser};
