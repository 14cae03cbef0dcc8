//! Accounts: who may come in, as which characters, and with which rights.
//!
//! `saved` is how they are kept, `names` which names there may be, `password` what one has to know,
//! `guests` the numbers of those without an account, `registrar` what players and the staff want to
//! be done. `kept` is everything that is kept about one, which `erase` deletes and `export` tells.

pub mod erase;
pub mod export;
pub mod guests;
pub mod names;
pub mod password;
pub mod privacy;
pub mod registrar;
pub mod saved;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use engine::{
    clock::WorldTime,
    id::{AccountId, BadSlug, CharacterId},
    save::document::{Unreadable, Unwritable},
};
use rand::rngs::SysError;
use store::{Batch, Row, Store, StoreError};
use tokio::sync::{AcquireError, Semaphore};
use unicode_normalization::char::is_combining_mark;
use world::{act::permission::Role, beings::character::CharacterRef};

use names::PlayerName;
use password::{HashError, Hasher, Password, unguessable};
use saved::{
    ACCOUNT_KIND, Account, AccountDocument, NAME_KIND, NameDocument, NameV1, account_row, name_row,
};

/// Letters of an id that the server makes: 65 bits of chance, so that none comes twice.
const ID_LETTERS: usize = 13;

/// Maximum number of names, with their first mark on the same letter, that are compared with a new
/// one.
const COMPARED: usize = 50;
/// The first of the marks that stand over and under letters.
const FIRST_MARK: char = '\u{300}';

/// Error message for a player who asks for a name that is not free.
pub const TAKEN: &str =
    "That name is taken, or looks too much like one that is; please choose another.";

/// Availability of a character name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameStatus {
    /// A character.
    Known,
    /// Nothing.
    Free,
    /// A character whose name looks like this one.
    Alike,
}

/// Error of using or making an account. Its `Display` is for the operator; a player is told
/// [`AccountError::sentence`].
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The name, or one that looks like it, belongs to a character.
    #[error("the name {0} is taken")]
    Taken(PlayerName),
    /// No character has this name.
    #[error("there is nobody called {0}; check the spelling of the name")]
    Nobody(PlayerName),
    /// No account has this id.
    #[error("there is no account {0}")]
    Unknown(AccountId),
    /// The account has as many characters as it may have.
    #[error("it has {0} characters, and that is the most")]
    Full(usize),
    /// A row cannot be read; it was left untouched.
    #[error("the {kind} {id} cannot be read and was left untouched: {reason}")]
    Unreadable {
        kind: &'static str,
        id: String,
        /// Parse error.
        reason: serde_json::Error,
    },
    /// Document other than an account that cannot be read.
    #[error(transparent)]
    Document(#[from] Unreadable),
    /// Document that could not be serialised.
    #[error(transparent)]
    Words(#[from] Unwritable),
    /// A document could not be written as text.
    #[error("the {kind} {id} cannot be put into words: {reason}")]
    Unwritable {
        kind: &'static str,
        id: String,
        /// Error from the serializer.
        reason: serde_json::Error,
    },
    /// A password could not be hashed, or compared with the hash that is saved.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The system has no chance to give.
    #[error("the system has no chance to give: {0}")]
    Chance(#[from] SysError),
    /// The generated id is invalid, which would be a fault of ours.
    #[error(transparent)]
    Id(#[from] BadSlug),
    /// The server is closing.
    #[error("an account was not changed: {0}")]
    Closed(#[from] AcquireError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AccountError {
    /// Returns the error message for the player.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Taken(_) => TAKEN.to_owned(),
            Self::Nobody(_) | Self::Unknown(_) => {
                "There is nobody with that name; please check its spelling.".to_owned()
            }
            Self::Full(most) => format!("You have {most} characters, and that is the most."),
            Self::Unreadable { .. } | Self::Document(_) | Self::Hash(HashError::Hashing(_)) => {
                "Your character cannot be read just now and was left as it is; please tell the staff."
                    .to_owned()
            }
            Self::Unwritable { .. }
            | Self::Words(_)
            | Self::Hash(_)
            | Self::Chance(_)
            | Self::Id(_)
            | Self::Closed(_)
            | Self::Store(_) => {
                "The door is stuck: names and passwords cannot be looked up just now; please try again in a minute."
                    .to_owned()
            }
        }
    }
}

/// The accounts in the store. A clone is another handle to the same ones.
#[derive(Clone)]
pub struct Accounts {
    store: Arc<Store>,
    hasher: Hasher,
    /// Lock for one change at a time, so that none undoes another.
    changing: Arc<Semaphore>,
}

impl Accounts {
    /// Creates the accounts kept in `store`.
    #[must_use]
    pub fn new(store: Arc<Store>) -> Self {
        Self { store, hasher: Hasher::new(), changing: Arc::new(Semaphore::new(1)) }
    }

    /// Returns the availability of a name. A free name may still be taken by the time it is wanted.
    ///
    /// # Errors
    /// [`AccountError::Unreadable`] or [`AccountError::Store`].
    pub async fn standing(&self, name: &PlayerName) -> Result<NameStatus, AccountError> {
        Ok(match self.alike(name).await? {
            Some(it) if it.name == name.as_str() => NameStatus::Known,
            Some(_) => NameStatus::Alike,
            None if self.unadorned(name).await?.is_some() => NameStatus::Alike,
            None => NameStatus::Free,
        })
    }

    /// Returns the name record of this exact name.
    ///
    /// # Errors
    /// [`AccountError::Nobody`], [`AccountError::Unreadable`] or [`AccountError::Store`].
    pub async fn find(&self, name: &PlayerName) -> Result<NameV1, AccountError> {
        let found = self.alike(name).await?.filter(|it| it.name == name.as_str());
        found.ok_or_else(|| AccountError::Nobody(name.clone()))
    }

    /// Returns the name record with the same skeleton: of this name or of one that looks like it.
    async fn alike(&self, name: &PlayerName) -> Result<Option<NameV1>, AccountError> {
        let skeleton = name.skeleton();
        let found = self.store.load(NAME_KIND, &skeleton).await?;
        found.map(|body| read_name(&skeleton, &body)).transpose()
    }

    /// Finds a name that is the same but for what stands over or under its letters, such as `Léna`
    /// for `Lena`. Both may be there from before, so only new names are compared so; of two that
    /// are made at the same moment neither is seen by the other, which does no harm.
    async fn unadorned(&self, name: &PlayerName) -> Result<Option<NameV1>, AccountError> {
        let likeness = name.likeness();
        let is_same = |found: &NameV1| {
            let of_other = |it: PlayerName| it != *name && it.likeness() == likeness;
            PlayerName::new(&found.name).is_ok_and(of_other)
        };
        let plain = name.without_marks();
        if let Some(body) = self.store.load(NAME_KIND, &plain).await? {
            let found = read_name(&plain, &body)?;
            if is_same(&found) {
                return Ok(Some(found));
            }
        }
        // In a skeleton a mark stands behind its letter, so names whose first mark is on the same
        // letter lie together, and there are few of them, however many names there are.
        for (at, letter) in plain.char_indices() {
            let begun = plain.get(..at + letter.len_utf8()).unwrap_or_default();
            let page =
                self.store.page(NAME_KIND, &format!("{begun}{FIRST_MARK}"), COMPARED).await?;
            for (skeleton, _, body) in page {
                let next = skeleton.strip_prefix(begun).and_then(|it| it.chars().next());
                if !next.is_some_and(is_combining_mark) {
                    break;
                }
                let found = read_name(&skeleton, &body)?;
                if is_same(&found) {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Refuses a new name that is like another but for what stands over its letters; `of` may have
    /// such a name already.
    async fn check_unadorned(
        &self,
        name: &PlayerName,
        of: Option<&CharacterId>,
    ) -> Result<(), AccountError> {
        match self.unadorned(name).await? {
            Some(found) if of != Some(&found.character) => Err(AccountError::Taken(name.clone())),
            Some(_) | None => Ok(()),
        }
    }

    /// Loads the account with this id.
    ///
    /// # Errors
    /// [`AccountError::Unknown`], [`AccountError::Unreadable`] or [`AccountError::Store`].
    pub async fn load(&self, id: &AccountId) -> Result<Account, AccountError> {
        let (kind, text) = (ACCOUNT_KIND, id.as_str());
        let (body, names) = self.store.load_whole(kind, text, NAME_KIND, text).await?;
        let body = body.ok_or_else(|| AccountError::Unknown(id.clone()))?;
        let document: AccountDocument = serde_json::from_str(&body)
            .map_err(|reason| AccountError::Unreadable { kind, id: id.to_string(), reason })?;
        let AccountDocument::V2(it) = document;
        let names = names.iter().map(|(skeleton, body)| read_name(skeleton, body));
        let characters = saved::characters(names.collect::<Result<_, _>>()?);
        let (id, hash) = (id.clone(), it.hash);
        Ok(Account { id, characters, hash, role: it.role, created: it.created, reset: it.reset })
    }

    /// Verifies a password: returns the account of this name, and which of its characters bears it,
    /// if this is its password. A name that nobody has takes as long as a wrong password, so the
    /// time tells nothing about who exists.
    ///
    /// # Errors
    /// [`AccountError`], but never `Taken`, `Nobody` or `Unknown`.
    pub async fn verify(
        &self,
        name: &PlayerName,
        password: Password,
    ) -> Result<Option<(Account, CharacterRef)>, AccountError> {
        let found = match self.find(name).await {
            Ok(found) => found,
            Err(AccountError::Nobody(_)) => {
                self.hasher.hash(password).await?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let account = self.load(&found.account).await?;
        let party = CharacterRef { id: found.character, name: found.name };
        Ok(self.is_password(&account, password).await?.then_some((account, party)))
    }

    /// Returns whether this is the account's password.
    ///
    /// # Errors
    /// [`AccountError::Hash`].
    pub async fn is_password(
        &self,
        account: &Account,
        password: Password,
    ) -> Result<bool, AccountError> {
        Ok(self.hasher.fits(password, account.hash.clone()).await?)
    }

    /// Creates an account with one character and the role of a player. The account is on the disk
    /// when this returns.
    ///
    /// # Errors
    /// [`AccountError::Taken`] when the name or one that looks like it is in use; otherwise
    /// [`AccountError`], and nothing was made.
    pub async fn create(
        &self,
        name: &PlayerName,
        password: Password,
        now: WorldTime,
    ) -> Result<(Account, CharacterRef), AccountError> {
        // Only the insertion below decides; this spares a hash for the many names that are in use.
        if self.standing(name).await? != NameStatus::Free {
            return Err(AccountError::Taken(name.clone()));
        }
        let hash = self.hasher.hash(password).await?;
        let account = Account {
            id: AccountId::new(&unguessable(ID_LETTERS)?)?,
            characters: Vec::new(),
            hash,
            role: Role::Player,
            created: now,
            reset: false,
        };
        let party = self.insert(name, &account, vec![account_row(&account)?], now).await?;
        Ok((Account { characters: vec![party.clone()], ..account }, party))
    }

    /// Adds a character to an account that has less than `most`.
    ///
    /// # Errors
    /// [`AccountError::Taken`] or [`AccountError::Full`]; otherwise [`AccountError`], and nothing was
    /// made.
    pub async fn add_character(
        &self,
        id: &AccountId,
        name: &PlayerName,
        most: usize,
        now: WorldTime,
    ) -> Result<Account, AccountError> {
        let _turn = self.changing.acquire().await?;
        let mut account = self.load(id).await?;
        if account.characters.len() >= most {
            return Err(AccountError::Full(account.characters.len()));
        }
        self.check_unadorned(name, None).await?;
        let party = self.insert(name, &account, Vec::new(), now).await?;
        account.characters.push(party);
        Ok(account)
    }

    /// Puts a new name of a new character into the store, together with `rows`.
    async fn insert(
        &self,
        name: &PlayerName,
        account: &Account,
        mut rows: Vec<Row>,
        now: WorldTime,
    ) -> Result<CharacterRef, AccountError> {
        let character = CharacterId::new(&unguessable(ID_LETTERS)?)?;
        let party = CharacterRef { id: character.clone(), name: name.to_string() };
        let (name_of, account) = (name.to_string(), account.id.clone());
        let document = NameV1 { name: name_of, account, character, made: now, since: now };
        rows.push(name_row(name, document)?);
        match self.store.insert_new(rows).await {
            Ok(()) => Ok(party),
            Err(StoreError::Exists { .. }) => Err(AccountError::Taken(name.clone())),
            Err(error) => Err(error.into()),
        }
    }

    /// Sets the role of an account, and returns the account. The change is in line for the disk
    /// when this returns.
    ///
    /// # Errors
    /// [`AccountError::Unknown`], [`AccountError::Unreadable`] or [`AccountError::Store`].
    pub async fn set_role(&self, id: &AccountId, role: Role) -> Result<Account, AccountError> {
        let _turn = self.changing.acquire().await?;
        self.change(Account { role, ..self.load(id).await? })
    }

    /// Sets the password of an account. `reset` is true when its owner did not choose it. The
    /// change is in line for the disk when this returns.
    ///
    /// # Errors
    /// As for [`Accounts::set_role`], or [`AccountError::Hash`].
    pub async fn set_password(
        &self,
        id: &AccountId,
        password: Password,
        reset: bool,
    ) -> Result<Account, AccountError> {
        let hash = self.hasher.hash(password).await?;
        let _turn = self.changing.acquire().await?;
        self.change(Account { hash, reset, ..self.load(id).await? })
    }

    fn change(&self, account: Account) -> Result<Account, AccountError> {
        let batch = Batch::of_rows(vec![account_row(&account)?]);
        self.store.commit(batch).map_err(StoreError::from)?;
        Ok(account)
    }

    /// Renames a character; returns its account and the renamed character. The old name is free
    /// then.
    ///
    /// # Errors
    /// [`AccountError::Nobody`] or [`AccountError::Taken`]; otherwise [`AccountError`], and nothing
    /// was changed.
    pub async fn rename(
        &self,
        old: &PlayerName,
        new: &PlayerName,
        now: WorldTime,
    ) -> Result<(Account, CharacterRef), AccountError> {
        let _turn = self.changing.acquire().await?;
        let was = self.find(old).await?;
        self.check_unadorned(new, Some(&was.character)).await?;
        let is =
            NameV1 { name: new.to_string(), since: now.max(WorldTime(was.since.0 + 1)), ..was };
        let (account, id) = (is.account.clone(), is.character.clone());
        let row = name_row(new, is)?;
        let gone = Row::gone(NAME_KIND, old.skeleton());
        if row.id == gone.id {
            // It looks as before, and so it is the same row.
            self.store.commit(Batch::of_rows(vec![row])).map_err(StoreError::from)?;
        } else {
            match self.store.insert_new(vec![row]).await {
                Ok(()) => {}
                Err(StoreError::Exists { .. }) => return Err(AccountError::Taken(new.clone())),
                Err(error) => return Err(error.into()),
            }
            self.store.commit(Batch::of_rows(vec![gone])).map_err(StoreError::from)?;
        }
        Ok((self.load(&account).await?, CharacterRef { id, name: new.to_string() }))
    }

    /// Returns the first names from a skeleton on, `count` of them at most in the order of their
    /// skeletons, each with the account that it belongs to. What else there is costs nothing.
    ///
    /// # Errors
    /// [`AccountError::Unreadable`] for a name, or [`AccountError::Store`]. An account that cannot be
    /// read stands as such beside its name.
    pub async fn page(
        &self,
        from: &str,
        count: usize,
    ) -> Result<Vec<(NameV1, Result<Account, AccountError>)>, AccountError> {
        let mut page = Vec::new();
        for (skeleton, _, body) in self.store.page(NAME_KIND, from, count).await? {
            let name = read_name(&skeleton, &body)?;
            let account = self.load(&name.account).await;
            page.push((name, account));
        }
        Ok(page)
    }
}

fn read_name(skeleton: &str, body: &str) -> Result<NameV1, AccountError> {
    let document: NameDocument = serde_json::from_str(body).map_err(|reason| {
        AccountError::Unreadable { kind: NAME_KIND, id: skeleton.to_owned(), reason }
    })?;
    Ok(document.current())
}
