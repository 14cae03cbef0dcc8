//! Accounts: who may come in under which name, and with which rights.
//!
//! An account is two rows of the store. The row `account`, under the character's id, holds the
//! document. The row `name`, under the name's skeleton, only has to be there: both are inserted at
//! once and only if both are new, so two accounts can never share an id or a look, however fast
//! somebody types.
//!
//! Passwords are hashed with Argon2id on the blocking pool, a few at a time, because each takes
//! 19 MiB and some hundredths of a second.

pub mod guests;
pub mod names;
#[cfg(test)]
mod tests;

use std::{fmt, sync::Arc};

use argon2::{Argon2, PasswordHasher, PasswordVerifier, password_hash};
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{AcquireError, Semaphore},
    task::{JoinError, spawn_blocking},
};
use unicode_normalization::UnicodeNormalization;
use world::{act::permission::Role, engine::id::CharacterId};

use crate::store::{Batch, Row, Store, StoreError};
use names::PlayerName;

/// The kind of the rows that hold an [`AccountDocument`], by character id.
pub const ACCOUNT_KIND: &str = "account";

/// The kind of the rows that hold the skeletons of the names in use.
pub const NAME_KIND: &str = "name";

/// How many passwords are hashed at once. Others wait in line; there is at most one per connection.
pub const HASHED_AT_ONCE: usize = 2;

/// The fewest characters of a new password (NIST SP 800-63B).
pub const SHORTEST_PASSWORD: usize = 8;

/// The most bytes of a new password.
pub const LONGEST_PASSWORD: usize = 128;

/// What to tell somebody who wants a name that is not free.
pub const TAKEN: &str =
    "That name is taken, or looks too much like one that is; please choose another.";

/// A password as it was typed, in NFC, so that it does not matter how a keyboard composes letters.
/// It cannot be shown: its `Debug` tells nothing, not even the length.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(Box<str>);

/// Why a new password is refused, as a sentence for the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPassword {
    /// It is too easy to guess.
    #[error(
        "A password needs at least {SHORTEST_PASSWORD} characters; please choose a longer one."
    )]
    TooShort,
    /// It is longer than we care to keep.
    #[error("A password may have at most {LONGEST_PASSWORD} bytes; please choose a shorter one.")]
    TooLong,
    /// It has letters that were lost on the way, so that many passwords would fit.
    #[error(
        "Some letters of that password did not arrive; please choose one of plain letters, or set your client to UTF-8."
    )]
    Garbled,
}

impl Password {
    /// Takes what was typed, without the spaces around it.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        Self(typed.trim().nfc().collect::<String>().into())
    }

    /// Whether this may become somebody's password.
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
pub struct Hash(String);

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hash(hidden)")
    }
}

/// Somebody who may come in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The id of the account's character.
    pub id: CharacterId,
    /// The name as it is shown.
    pub name: String,
    /// What the password is checked against.
    pub hash: Hash,
    /// The account's rights.
    pub role: Role,
    /// When the account was made, in seconds since 1970 (UTC).
    pub created: u64,
}

/// An account as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AccountDocument {
    /// The first form, which is the account itself.
    V1(Account),
}

impl AccountDocument {
    /// The account, whatever form it was saved in.
    #[must_use]
    pub fn current(self) -> Account {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// What there is already under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameStatus {
    /// An account.
    Known,
    /// Nothing.
    Free,
    /// An account whose name looks like this one.
    Alike,
}

/// Why an account could not be used or made. Its words are for the operator; a player is told
/// [`AccountError::sentence`].
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// There is an account with this name, or with one that looks like it.
    #[error("the name {0} is taken")]
    Taken(PlayerName),
    /// There is no account with this id.
    #[error("there is no account {0}; check the spelling of the name")]
    Unknown(CharacterId),
    /// The account's row cannot be read; it was left untouched.
    #[error("the account {id} cannot be read and was left untouched: {reason}")]
    Unreadable {
        /// Whose account it is.
        id: CharacterId,
        /// What is wrong with it.
        reason: AccountFault,
    },
    /// The document could not be written as text.
    #[error("the account {id} cannot be put into words: {reason}")]
    Unwritable {
        /// Whose account it is.
        id: CharacterId,
        /// What the serializer said.
        reason: serde_json::Error,
    },
    /// A password could not be hashed.
    #[error("a password could not be hashed: {0}")]
    Hashing(password_hash::Error),
    /// The server is closing, or hashing panicked.
    #[error("a password was not hashed: {0}")]
    Stopped(#[from] JoinError),
    /// The line of those who wait for a hash was closed, which only happens at the end.
    #[error("a password was not hashed: {0}")]
    Closed(#[from] AcquireError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is wrong with a saved account.
#[derive(Debug, thiserror::Error)]
pub enum AccountFault {
    #[error("its document is damaged ({0})")]
    Document(serde_json::Error),
    /// The hash of its password.
    #[error("the hash of its password is damaged ({0})")]
    Hash(password_hash::Error),
}

impl AccountError {
    /// What to tell the player.
    #[must_use]
    pub fn sentence(&self) -> &'static str {
        match self {
            Self::Taken(_) => TAKEN,
            Self::Unknown(_) => "There is nobody with that name; please check its spelling.",
            Self::Unreadable { .. } => {
                "Your character cannot be read just now and was left as it is; please tell the staff."
            }
            Self::Unwritable { .. }
            | Self::Hashing(_)
            | Self::Stopped(_)
            | Self::Closed(_)
            | Self::Store(_) => {
                "The door is stuck: names and passwords cannot be looked up just now; please try again in a minute."
            }
        }
    }
}

/// The accounts in the store. A clone is another handle to the same ones.
pub struct Accounts {
    store: Arc<Store>,
    hashing: Arc<Semaphore>,
    /// One change at a time, so that none undoes another.
    changing: Arc<Semaphore>,
}

impl Clone for Accounts {
    fn clone(&self) -> Self {
        Self {
            store: Arc::clone(&self.store),
            hashing: Arc::clone(&self.hashing),
            changing: Arc::clone(&self.changing),
        }
    }
}

impl Accounts {
    /// The accounts in `store`.
    #[must_use]
    pub fn new(store: Arc<Store>) -> Self {
        let hashing = Arc::new(Semaphore::new(HASHED_AT_ONCE));
        Self { store, hashing, changing: Arc::new(Semaphore::new(1)) }
    }

    /// What there is under a name. A free name may still be taken by the time it is wanted.
    ///
    /// # Errors
    /// [`AccountError::Store`].
    pub async fn standing(&self, name: &PlayerName) -> Result<NameStatus, AccountError> {
        if self.store.load(ACCOUNT_KIND, name.id().as_str()).await?.is_some() {
            return Ok(NameStatus::Known);
        }
        let alike = self.store.load(NAME_KIND, &name.skeleton()).await?.is_some();
        Ok(if alike { NameStatus::Alike } else { NameStatus::Free })
    }

    /// The account with this id, if there is one.
    ///
    /// # Errors
    /// [`AccountError::Unreadable`] or [`AccountError::Store`].
    pub async fn load(&self, id: &CharacterId) -> Result<Option<Account>, AccountError> {
        let Some(body) = self.store.load(ACCOUNT_KIND, id.as_str()).await? else { return Ok(None) };
        match serde_json::from_str::<AccountDocument>(&body) {
            Ok(document) => Ok(Some(document.current())),
            Err(error) => Err(unreadable(id, AccountFault::Document(error))),
        }
    }

    /// The account of this name if this is its password. A name that nobody has takes as long as a
    /// wrong password, so the time tells nothing about who exists.
    ///
    /// # Errors
    /// [`AccountError`], but never `Taken` or `Unknown`.
    pub async fn verify(
        &self,
        name: &PlayerName,
        password: Password,
    ) -> Result<Option<Account>, AccountError> {
        let Some(account) = self.load(name.id()).await? else {
            self.hash(password).await?;
            return Ok(None);
        };
        let hash = account.hash.clone();
        let fits = self.on_blocking_pool(move || fits(&password, &hash)).await?;
        match fits {
            Ok(true) => Ok(Some(account)),
            Ok(false) => Ok(None),
            Err(error) => Err(unreadable(name.id(), AccountFault::Hash(error))),
        }
    }

    /// Makes an account with the rights of a player. `now` is in seconds since 1970 (UTC). The
    /// account is on the disk when this returns.
    ///
    /// # Errors
    /// [`AccountError::Taken`] when the name or one that looks like it is in use; otherwise
    /// [`AccountError`], and nothing was made.
    pub async fn create(
        &self,
        name: &PlayerName,
        password: Password,
        now: u64,
    ) -> Result<Account, AccountError> {
        // Only the insertion below decides; this spares a hash for the many names that are in use.
        if self.standing(name).await? != NameStatus::Free {
            return Err(AccountError::Taken(name.clone()));
        }
        let account = Account {
            id: name.id().clone(),
            name: name.to_string(),
            hash: self.hash(password).await?,
            role: Role::Player,
            created: now,
        };
        let look = Row {
            kind: NAME_KIND,
            id: name.skeleton(),
            owner: account.id.to_string(),
            body: Some(account.id.to_string()),
        };
        match self.store.insert_new(vec![look, row(&account)?]).await {
            Ok(()) => Ok(account),
            Err(StoreError::Exists { .. }) => Err(AccountError::Taken(name.clone())),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives an account other rights, and hands it back with them. The change is in line for the
    /// disk when this returns.
    ///
    /// # Errors
    /// [`AccountError::Unknown`], [`AccountError::Unreadable`] or [`AccountError::Store`].
    pub async fn set_role(&self, id: &CharacterId, role: Role) -> Result<Account, AccountError> {
        let _turn = self.changing.acquire().await?;
        let account = self.load(id).await?.ok_or_else(|| AccountError::Unknown(id.clone()))?;
        let account = Account { role, ..account };
        self.store.commit(Batch::of_rows(vec![row(&account)?])).map_err(StoreError::from)?;
        Ok(account)
    }

    async fn hash(&self, password: Password) -> Result<Hash, AccountError> {
        let hashed = self
            .on_blocking_pool(move || Argon2::default().hash_password(password.0.as_bytes()))
            .await?;
        hashed.map(|hash| Hash(hash.to_string())).map_err(AccountError::Hashing)
    }

    /// Does slow work off the async threads. The work holds its own place in line, so somebody who
    /// hangs up while it runs does not let others run beside it.
    async fn on_blocking_pool<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        let place = Arc::clone(&self.hashing).acquire_owned().await?;
        let work = move || {
            let done = work();
            drop(place);
            done
        };
        Ok(spawn_blocking(work).await?)
    }
}

fn fits(password: &Password, hash: &Hash) -> Result<bool, password_hash::Error> {
    match Argon2::default().verify_password(password.0.as_bytes(), hash.0.as_str()) {
        Ok(()) => Ok(true),
        Err(password_hash::Error::PasswordInvalid) => Ok(false),
        Err(error) => Err(error),
    }
}

fn row(account: &Account) -> Result<Row, AccountError> {
    let document = AccountDocument::V1(account.clone());
    let body = serde_json::to_string(&document)
        .map_err(|reason| AccountError::Unwritable { id: account.id.clone(), reason })?;
    let id = account.id.to_string();
    Ok(Row { kind: ACCOUNT_KIND, owner: id.clone(), id, body: Some(body) })
}

fn unreadable(id: &CharacterId, reason: AccountFault) -> AccountError {
    AccountError::Unreadable { id: id.clone(), reason }
}
