//! Accounts and names as they are saved.
//!
//! An account is one row `account` under its id, and a row `name` for each of its characters under
//! the skeleton of the name, which belongs to the account. So two characters can never share a look,
//! however fast somebody types, and what an account has is what belongs to it.

use engine::{
    clock::WorldTime,
    id::{AccountId, CharacterId},
};
use serde::{Deserialize, Serialize};
use world::{act::permission::Role, beings::character::CharacterRef};

use super::{AccountError, names::PlayerName, password::Hash};
use store::Row;

/// The kind of the rows that hold an [`AccountDocument`], by the account's id.
pub const ACCOUNT_KIND: &str = "account";

/// The kind of the rows that hold a [`NameDocument`], by the name's skeleton; each belongs to an
/// account.
pub const NAME_KIND: &str = "name";

/// Account: a login with one or more characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    /// Characters of the account, at least one, in the order in which they were made.
    pub characters: Vec<CharacterRef>,
    /// Hash that a password is checked against.
    pub hash: Hash,
    /// The rights of all its characters.
    pub role: Role,
    /// Time at which the account was made.
    pub created: WorldTime,
    /// True while the current password is one that the staff or the operator chose.
    pub reset: bool,
}

impl Account {
    /// Returns the character with this id, if it is one of the account's.
    #[must_use]
    pub fn character(&self, id: &CharacterId) -> Option<&CharacterRef> {
        self.characters.iter().find(|it| it.id == *id)
    }

    /// Returns the names of its characters.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.characters.iter().map(|it| it.name.as_str())
    }
}

/// An account as it is saved, without its characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AccountDocument {
    /// The second form; the first was a character's own.
    V2(AccountV2),
}

/// The second form of a saved account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountV2 {
    pub hash: Hash,
    pub role: Role,
    /// Time at which the account was made.
    pub created: WorldTime,
    /// True while the current password is one that somebody else chose.
    #[serde(default)]
    pub reset: bool,
}

/// Saved document of a name, with its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum NameDocument {
    /// The first form.
    V1(NameV1),
}

/// The first form of a saved name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameV1 {
    /// The name as it is shown.
    pub name: String,
    pub account: AccountId,
    pub character: CharacterId,
    /// Time at which the character was made.
    pub made: WorldTime,
    /// Time since which the character has this name. Of two names of one character the newer
    /// counts.
    pub since: WorldTime,
}

impl NameDocument {
    /// Returns the document in its newest version.
    #[must_use]
    pub fn current(self) -> NameV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Returns the row of an account, without its characters.
///
/// # Errors
/// [`AccountError::Unwritable`].
pub fn account_row(account: &Account) -> Result<Row, AccountError> {
    let Account { id, characters: _, hash, role, created, reset } = account;
    let it = AccountV2 { hash: hash.clone(), role: *role, created: *created, reset: *reset };
    row(ACCOUNT_KIND, id.to_string(), String::new(), &AccountDocument::V2(it))
}

/// Returns the row of a name.
///
/// # Errors
/// [`AccountError::Unwritable`].
pub fn name_row(name: &PlayerName, it: NameV1) -> Result<Row, AccountError> {
    row(NAME_KIND, name.skeleton(), it.account.to_string(), &NameDocument::V1(it))
}

fn row(
    kind: &'static str,
    id: String,
    owner: String,
    document: &impl Serialize,
) -> Result<Row, AccountError> {
    match serde_json::to_string(document) {
        Ok(body) => Ok(Row { owner, body: Some(body), ..Row::gone(kind, id) }),
        Err(reason) => Err(AccountError::Unwritable { kind, id, reason }),
    }
}

/// Returns the characters with these names of one account, in the order in which they were made.
pub(super) fn characters(names: Vec<NameV1>) -> Vec<CharacterRef> {
    let mut newest: Vec<NameV1> = Vec::with_capacity(names.len());
    for name in names {
        match newest.iter_mut().find(|it| it.character == name.character) {
            Some(other) if other.since < name.since => *other = name,
            Some(_) => {}
            None => newest.push(name),
        }
    }
    newest.sort_by(|one, other| (one.made, &one.name).cmp(&(other.made, &other.name)));
    newest.into_iter().map(|it| CharacterRef { id: it.character, name: it.name }).collect()
}
