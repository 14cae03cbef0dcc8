//! Passwords: what may become one, and their hashing with Argon2id.
//!
//! They are hashed with Argon2id on the blocking pool, a few at a time, because each takes 19 MiB and
//! some hundredths of a second.

use std::{fmt, sync::Arc};

use argon2::{Argon2, PasswordHasher, PasswordVerifier, password_hash};
use rand::{
    TryRng,
    rngs::{SysError, SysRng},
};
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{AcquireError, Semaphore},
    task::{JoinError, spawn_blocking},
};
use unicode_normalization::UnicodeNormalization;

/// Number of passwords that are hashed at the same time. Others wait in line; there is at most one
/// per connection.
pub const HASHED_AT_ONCE: usize = 2;

/// The fewest characters of a new password (NIST SP 800-63B).
pub const SHORTEST_PASSWORD: usize = 8;

/// The most bytes of a new password.
pub const LONGEST_PASSWORD: usize = 128;

/// A password as it was typed, in NFC, so that it does not matter how a keyboard composes letters.
/// No password can be shown: its `Debug` tells nothing, not even the length.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(Box<str>);

/// Refusal of a new password, as a sentence for the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPassword {
    /// The password is too easy to guess.
    #[error(
        "A password needs at least {SHORTEST_PASSWORD} characters; please choose a longer one."
    )]
    TooShort,
    /// The password is longer than [`LONGEST_PASSWORD`].
    #[error("A password may have at most {LONGEST_PASSWORD} bytes; please choose a shorter one.")]
    TooLong,
    /// The password has letters that were lost on the way, so that many passwords would fit.
    #[error(
        "Some letters of that password did not arrive; please choose one of plain letters, or set your client to UTF-8."
    )]
    Garbled,
}

impl Password {
    /// Creates a random password that nobody can guess, easy to read out: three groups of four.
    ///
    /// # Errors
    /// [`SysError`] when the system's random generator fails.
    pub fn random() -> Result<Self, SysError> {
        let letters = unguessable(12)?;
        let groups: Vec<&str> =
            [0..4, 4..8, 8..12].iter().filter_map(|it| letters.get(it.clone())).collect();
        Ok(Self(groups.join("-").into()))
    }

    /// Shows the password, to whoever is to tell it to its owner.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Creates a password of the typed text, without the spaces around it.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        Self(typed.trim().nfc().collect::<String>().into())
    }

    /// Checks that this may become somebody's password.
    ///
    /// # Errors
    /// [`BadPassword`] says what is wrong with it.
    pub fn check_new(&self) -> Result<(), BadPassword> {
        if self.0.chars().count() < SHORTEST_PASSWORD {
            Err(BadPassword::TooShort)
        } else if self.0.len() > LONGEST_PASSWORD {
            Err(BadPassword::TooLong)
        } else if self.0.contains(char::REPLACEMENT_CHARACTER) {
            Err(BadPassword::Garbled)
        } else {
            Ok(())
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(hidden)")
    }
}

/// The Argon2id hash of a password in the PHC format, with its salt and costs. It stays out of logs.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(pub(super) String);

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hash(hidden)")
    }
}

impl Hash {
    /// Hashes a password, for whoever makes accounts without [`super::Accounts`].
    ///
    /// # Errors
    /// [`HashError`].
    pub async fn of(password: Password) -> Result<Self, HashError> {
        Hasher::new().hash(password).await
    }
}

/// Hasher of passwords, which also verifies them. A clone shares the line of those who wait.
#[derive(Debug, Clone)]
pub(super) struct Hasher {
    pub(super) places: Arc<Semaphore>,
}

/// Error of hashing a password.
#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// The hash could not be made, or the one that is there is damaged.
    #[error("a password could not be hashed: {0}")]
    Hashing(#[from] password_hash::Error),
    /// The server is closing, or hashing panicked.
    #[error("a password was not hashed: {0}")]
    Stopped(#[from] JoinError),
    /// The line of those who wait for a hash was closed, which only happens at the end.
    #[error("a password was not hashed: {0}")]
    Closed(#[from] AcquireError),
}

impl Hasher {
    pub(super) fn new() -> Self {
        Self { places: Arc::new(Semaphore::new(HASHED_AT_ONCE)) }
    }

    /// Hashes a password, with a salt of its own.
    pub(super) async fn hash(&self, password: Password) -> Result<Hash, HashError> {
        let make = move || Argon2::default().hash_password(password.0.as_bytes());
        Ok(self.on_blocking_pool(make).await?.map(|hash| Hash(hash.to_string()))?)
    }

    /// Returns whether `hash` is of this password.
    pub(super) async fn fits(&self, password: Password, hash: Hash) -> Result<bool, HashError> {
        let compare =
            move || Argon2::default().verify_password(password.0.as_bytes(), hash.0.as_str());
        match self.on_blocking_pool(compare).await? {
            Ok(()) => Ok(true),
            Err(password_hash::Error::PasswordInvalid) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs slow work off the async threads. The work holds its own place in line, so a client that
    /// hangs up while it runs does not let others run beside it.
    async fn on_blocking_pool<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let place = Arc::clone(&self.places).acquire_owned().await?;
        let work = move || {
            let done = work();
            drop(place);
            done
        };
        Ok(spawn_blocking(work).await?)
    }
}

/// Returns random letters and digits of the system's generator, five bits each (Crockford's base
/// 32, in lower case): nobody can guess them, and none is easily taken for another.
///
/// # Errors
/// [`SysError`] when the system's random generator fails.
pub(crate) fn unguessable(count: usize) -> Result<String, SysError> {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut bytes = vec![0; count];
    SysRng.try_fill_bytes(&mut bytes)?;
    let letter = |byte: &u8| LETTERS.get(usize::from(byte % 32)).copied().map(char::from);
    Ok(bytes.iter().filter_map(letter).collect())
}
