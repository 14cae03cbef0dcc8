//! Passes: what a page comes back with by itself after a lost link, in place of a password.
//!
//! A pass is a random token that stands for one character of one account, or for one guest. It is
//! kept in memory only, so it ends with the server, and it ends earlier when its player leaves or
//! its account gets another password.

use std::{fmt, time::Duration};

use dashmap::DashMap;
use engine::id::{AccountId, CharacterId, SessionId};
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

/// Character and session to which a pass belongs.
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

/// A pass that was issued.
#[derive(Debug)]
struct IssuedPass {
    holder: PassHolder,
    /// Session that goes on with the stay, and alone may end the pass.
    session: SessionId,
    /// Time of its last use.
    used: Duration,
}

/// Table of all passes. Times count from one fixed start.
#[derive(Debug)]
pub(crate) struct Passes {
    by: DashMap<PassToken, IssuedPass>,
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
        session: SessionId,
        now: Duration,
    ) -> Result<Option<PassToken>, SysError> {
        if self.by.len() >= self.most {
            self.by.retain(|_, pass| pass.is_valid(now));
        }
        if self.by.len() >= self.most {
            return Ok(None);
        }
        let token = PassToken(unguessable(LETTERS)?.into());
        self.by.insert(token.clone(), IssuedPass { holder, session, used: now });
        Ok(Some(token))
    }

    /// Redeems a pass for this session and returns its holder; none if it is not valid.
    pub(crate) fn redeem(
        &self,
        token: &PassToken,
        session: SessionId,
        now: Duration,
    ) -> Option<PassHolder> {
        let mut pass = self.by.get_mut(token).filter(|it| it.is_valid(now))?;
        (pass.session, pass.used) = (session, now);
        Some(pass.holder.clone())
    }

    /// Ends a pass, unless another session goes on with the stay: the one before it is told goodbye
    /// while the page is already back.
    pub(crate) fn revoke(&self, token: &PassToken, session: SessionId) {
        self.by.remove_if(token, |_, pass| pass.session == session);
    }
}

impl IssuedPass {
    fn is_valid(&self, now: Duration) -> bool {
        now.saturating_sub(self.used) < LASTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);

    fn guest() -> PassHolder {
        PassHolder::new(CharacterId::new("guest-7").unwrap(), "Guest-7", None)
    }

    const ONE: SessionId = SessionId(1);
    const TWO: SessionId = SessionId(2);

    #[test]
    fn a_pass_is_good_until_it_rests_for_a_day_or_is_revoked() {
        let passes = Passes::default();
        let token = passes.issue(guest(), ONE, HOUR).unwrap().unwrap();
        let sent = PassToken::new(token.reveal());
        assert_eq!(passes.redeem(&sent, ONE, 20 * HOUR), Some(guest()));
        assert_eq!(passes.redeem(&sent, ONE, 40 * HOUR), Some(guest()), "it was used in between");
        assert_eq!(passes.redeem(&sent, ONE, 64 * HOUR), None);
        let token = passes.issue(guest(), ONE, HOUR).unwrap().unwrap();
        passes.revoke(&token, ONE);
        assert_eq!(passes.redeem(&token, ONE, HOUR), None);
        assert_eq!(passes.redeem(&PassToken::new(""), ONE, HOUR), None);
        assert!(!format!("{token:?}").contains(token.reveal()));
    }

    #[test]
    fn a_session_that_was_taken_over_ends_no_pass() {
        let passes = Passes::default();
        let token = passes.issue(guest(), ONE, HOUR).unwrap().unwrap();
        assert_eq!(passes.redeem(&token, TWO, HOUR), Some(guest()));
        passes.revoke(&token, ONE);
        assert_eq!(passes.redeem(&token, TWO, HOUR), Some(guest()));
        passes.revoke(&token, TWO);
        assert_eq!(passes.redeem(&token, TWO, HOUR), None);
    }

    #[test]
    fn their_number_is_bounded_and_those_that_ended_make_room() {
        let passes = Passes { most: 2, ..Passes::default() };
        let first = passes.issue(guest(), ONE, HOUR).unwrap().unwrap();
        assert!(passes.issue(guest(), ONE, 2 * HOUR).unwrap().is_some());
        assert_eq!(passes.issue(guest(), ONE, 3 * HOUR).unwrap(), None);
        assert!(passes.issue(guest(), ONE, 25 * HOUR).unwrap().is_some());
        assert_eq!(passes.redeem(&first, ONE, 25 * HOUR), None);
    }
}
