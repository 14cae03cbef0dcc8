//! Passes: what a page comes back with by itself after a lost link, in place of a password.
//!
//! A pass is a random token that stands for one character of one account, or for one guest. It is
//! kept in memory only, so it ends with the server, and it ends earlier when its player leaves or
//! its account gets another password.

use std::{fmt, time::Duration};

use dashmap::DashMap;
use engine::id::{AccountId, CharacterId};
use rand::rngs::SysError;

use crate::account::{
    password::{Hash, unguessable},
    saved::Account,
};

/// Maximum number of passes. When there are that many, a further client gets none, and its player
/// has to log in after a lost link.
const MOST_PASSES: usize = 65_536;

/// Time after its last use at which a pass ends: a night with the phone asleep.
const LASTS: Duration = Duration::from_secs(24 * 60 * 60);

/// Letters of a token, of 32 kinds: 130 bits that nobody can guess.
const LETTERS: usize = 26;

/// Token of a pass. No log may show it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PassToken(Box<str>);

impl PassToken {
    /// Takes a token that a client sent.
    pub(crate) fn new(sent: &str) -> Self {
        Self(sent.chars().take(LETTERS + 1).collect::<String>().into())
    }

    /// Returns the token, for the client alone.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PassToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PassToken(hidden)")
    }
}

/// Holder of a pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PassHolder {
    /// The character.
    pub(crate) id: CharacterId,
    /// Name of the character when the pass was issued.
    pub(crate) name: Box<str>,
    /// Account of the character; `None` for guests.
    pub(crate) account: Option<AccountId>,
    /// Hash of the account's password when the pass was issued.
    hash: Option<Hash>,
}

impl PassHolder {
    /// Returns a holder for a character of an account, or for a guest without one.
    pub(crate) fn new(id: CharacterId, name: &str, account: Option<&Account>) -> Self {
        let hash = account.map(|it| it.hash.clone());
        Self { id, name: name.into(), account: account.map(|it| it.id.clone()), hash }
    }

    /// Returns whether the account still has the password that it had then.
    pub(crate) fn fits(&self, account: &Account) -> bool {
        self.hash.as_ref() == Some(&account.hash)
    }
}

/// All passes. Times count from one fixed start.
#[derive(Debug)]
pub(crate) struct Passes {
    by: DashMap<PassToken, (PassHolder, Duration)>,
    most: usize,
}

impl Default for Passes {
    fn default() -> Self {
        Self { by: DashMap::new(), most: MOST_PASSES }
    }
}

impl Passes {
    /// Issues a pass; `None` when there are too many.
    ///
    /// # Errors
    /// [`SysError`] when the system's random generator fails.
    pub(crate) fn issue(
        &self,
        holder: PassHolder,
        now: Duration,
    ) -> Result<Option<PassToken>, SysError> {
        if self.by.len() >= self.most {
            self.by.retain(|_, (_, used)| is_valid(*used, now));
        }
        if self.by.len() >= self.most {
            return Ok(None);
        }
        let token = PassToken(unguessable(LETTERS)?.into());
        self.by.insert(token.clone(), (holder, now));
        Ok(Some(token))
    }

    /// Returns the holder of a pass that is valid, which is used now.
    pub(crate) fn redeem(&self, token: &PassToken, now: Duration) -> Option<PassHolder> {
        let mut pass = self.by.get_mut(token)?;
        let (holder, used) = pass.value_mut();
        if !is_valid(*used, now) {
            return None;
        }
        *used = now;
        Some(holder.clone())
    }

    /// Ends a pass.
    pub(crate) fn revoke(&self, token: &PassToken) {
        self.by.remove(token);
    }
}

fn is_valid(used: Duration, now: Duration) -> bool {
    now.saturating_sub(used) < LASTS
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);

    fn guest() -> PassHolder {
        PassHolder::new(CharacterId::new("guest-7").unwrap(), "Guest-7", None)
    }

    #[test]
    fn a_pass_is_good_until_it_rests_for_a_day_or_is_revoked() {
        let passes = Passes::default();
        let token = passes.issue(guest(), HOUR).unwrap().unwrap();
        let sent = PassToken::new(token.reveal());
        assert_eq!(passes.redeem(&sent, 20 * HOUR), Some(guest()));
        assert_eq!(passes.redeem(&sent, 40 * HOUR), Some(guest()), "it was used in between");
        assert_eq!(passes.redeem(&sent, 64 * HOUR), None);
        let token = passes.issue(guest(), HOUR).unwrap().unwrap();
        passes.revoke(&token);
        assert_eq!(passes.redeem(&token, HOUR), None);
        assert_eq!(passes.redeem(&PassToken::new(""), HOUR), None);
        assert!(!format!("{token:?}").contains(token.reveal()));
    }

    #[test]
    fn their_number_is_bounded_and_those_that_ended_make_room() {
        let passes = Passes { most: 2, ..Passes::default() };
        let first = passes.issue(guest(), HOUR).unwrap().unwrap();
        assert!(passes.issue(guest(), 2 * HOUR).unwrap().is_some());
        assert_eq!(passes.issue(guest(), 3 * HOUR).unwrap(), None);
        assert!(passes.issue(guest(), 25 * HOUR).unwrap().is_some());
        assert_eq!(passes.redeem(&first, 25 * HOUR), None);
    }
}
