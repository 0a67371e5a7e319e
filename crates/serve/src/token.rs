//! Names and secrets: match ids that cannot be guessed, tokens that open a seat, and what is kept of them.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Letters that nobody mistakes for each other when a link is read aloud.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The operating system has no randomness to give: nothing can be made that must not be guessed.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random numbers: {0}")]
pub struct NoLuck(getrandom::Error);

fn bytes<const N: usize>() -> Result<[u8; N], NoLuck> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(NoLuck)?;
    Ok(bytes)
}

/// Five bits a letter.
fn spelled<const N: usize>() -> Result<String, NoLuck> {
    Ok(bytes::<N>()?.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// The name of a match or a replay: 80 bits, since whoever knows it may watch.
pub fn fresh_id() -> Result<String, NoLuck> {
    spelled::<16>()
}

/// What opens a seat: 160 bits.
pub fn fresh_token() -> Result<String, NoLuck> {
    spelled::<32>()
}

/// The luck of a match. Whoever finds the seed knows every hidden card, so that it is as long as a record may carry it
/// through JavaScript, whose numbers have 53 bits.
pub fn fresh_seed() -> Result<u64, NoLuck> {
    Ok(u64::from_le_bytes(bytes()?) >> 11)
}

/// A token as it is kept: its SHA-256. Tokens are random and long, so that no salt is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    pub fn of(token: &str) -> Self {
        TokenHash(Sha256::digest(token.as_bytes()).into())
    }

    /// Whether a token is the one that this was made of; takes the same time whatever it is.
    pub fn opens(&self, token: &str) -> bool {
        self.0.ct_eq(&TokenHash::of(token).0).into()
    }
}

/// Whether a word can be an id at all: what cannot is not looked for.
pub fn is_id(word: &str) -> bool {
    (1..=32).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
