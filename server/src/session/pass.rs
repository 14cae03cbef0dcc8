//! Passes: what a page comes back with by itself after a lost link, in place of a password.
//!
//! A pass is a random token that stands for one character of one account, or for one guest. While the
//! server runs it is in memory only. A server that stops saves what passes there are, as digests, and
//! the next run takes them out of the data file, together with what the pages had not shown. A pass
//! ends earlier when its player leaves or its account gets another password.

use std::{collections::BTreeMap, fmt, time::Duration};

use dashmap::DashMap;
use engine::{
    clock::WorldTime,
    id::{AccountId, CharacterId, SessionId},
    save::document::Row,
};
use rand::rngs::SysError;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use store::{Batch, Store, StoreError};
use world::witness::backlog::SeenEvents;

use crate::{
    account::{
        password::{Hash, unguessable},
        saved::Account,
    },
    contract::stay::{self, StayBefore},
};

/// Kind of the rows of passes, each under the digest of its token. There are none while a server runs.
const KIND: &str = "pass";

/// Maximum number of passes. When there are that many, a further client gets none, and its player
/// has to log in after a lost link.
const MOST_PASSES: usize = 65_536;

/// Time after its last use at which a pass ends: a night with the phone asleep.
const LASTS: Duration = Duration::from_secs(24 * 60 * 60);

/// Letters of a token, of 32 kinds: 130 bits that nobody can guess.
const LETTERS: usize = 26;

/// Token of a pass. No log may show it.
#[derive(Clone, PartialEq, Eq)]
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

    /// Returns the digest by which the pass is known, which opens nothing itself.
    fn digest(&self) -> String {
        Sha256::digest(self.0.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Debug for PassToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PassToken(hidden)")
    }
}

/// Character and session to which a pass belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    used: WorldTime,
    /// Stay in the run before, until its page is known to be in this one.
    before: Option<StayBefore>,
}

/// Pass as it is saved when the server stops.
#[derive(Serialize, Deserialize)]
struct PassV1 {
    holder: PassHolder,
    used: WorldTime,
}

/// Table of all passes.
#[derive(Debug)]
pub(crate) struct Passes {
    by: DashMap<String, IssuedPass>,
    most: usize,
    /// First session of this run. Those of earlier runs have smaller ids.
    first: SessionId,
}

impl Passes {
    fn new(first: SessionId) -> Self {
        Self { by: DashMap::new(), most: MOST_PASSES, first }
    }

    /// Returns the first session of this run.
    pub(crate) fn first(&self) -> SessionId {
        self.first
    }

    /// Takes the passes of the run before, and its stays, out of the data file. What cannot be read
    /// lets nobody in.
    ///
    /// # Errors
    /// [`StoreError`] when the file cannot be read or written.
    pub(crate) async fn open(store: &Store, now: WorldTime) -> Result<Self, StoreError> {
        let (saved, stays) = (store.all(KIND).await?, store.all(stay::KIND).await?);
        let first = first_session(!saved.is_empty(), now);
        let gone = saved.iter().map(|it| Row::gone(KIND, &*it.0));
        let gone: Vec<_> =
            gone.chain(stays.iter().map(|it| Row::gone(stay::KIND, &*it.0))).collect();
        if !gone.is_empty() {
            store.commit(Batch::of_rows(gone))?;
        }
        let stays = stays.into_iter().filter_map(|(id, _, body)| Some((id, read(&body)?)));
        let stays: BTreeMap<String, StayBefore> = stays.collect();
        let passes = Self::new(first);
        for (digest, _, body) in saved {
            let Some(PassV1 { holder, used }) = read(&body) else { continue };
            let none = || StayBefore { epoch: SessionId(0), lines: Vec::new(), guest: None };
            // Two pages of one character have missed the same lines.
            let before = stays.get(holder.id.as_str()).cloned().unwrap_or_else(none);
            let pass = IssuedPass { holder, session: first, used, before: Some(before) };
            if pass.is_valid(now) {
                passes.by.insert(digest, pass);
            }
        }
        Ok(passes)
    }

    /// Returns the rows in which the passes are saved for the next run.
    pub(crate) fn rows(&self, now: WorldTime) -> Vec<Row> {
        let valid = self.by.iter().filter(|pass| pass.is_valid(now));
        valid
            .filter_map(|pass| {
                let saved = PassV1 { holder: pass.holder.clone(), used: pass.used };
                let body = Some(serde_json::to_string(&saved).ok()?);
                Some(Row { body, ..Row::gone(KIND, pass.key().as_str()) })
            })
            .collect()
    }

    /// Issues a pass; `None` when there are too many.
    ///
    /// # Errors
    /// [`SysError`] when the system's random generator fails.
    pub(crate) fn issue(
        &self,
        holder: PassHolder,
        session: SessionId,
        now: WorldTime,
    ) -> Result<Option<PassToken>, SysError> {
        if self.by.len() >= self.most {
            self.by.retain(|_, pass| pass.is_valid(now));
        }
        if self.by.len() >= self.most {
            return Ok(None);
        }
        let token = PassToken(unguessable(LETTERS)?.into());
        let pass = IssuedPass { holder, session, used: now, before: None };
        self.by.insert(token.digest(), pass);
        Ok(Some(token))
    }

    /// Redeems a valid pass for this session. Returns its holder, and the stay in the run before if the
    /// page does not know yet that there is another one.
    pub(crate) fn redeem(
        &self,
        token: &PassToken,
        seen: Option<&SeenEvents>,
        session: SessionId,
        now: WorldTime,
    ) -> Option<(PassHolder, Option<StayBefore>)> {
        let mut pass = self.by.get_mut(&token.digest()).filter(|it| it.is_valid(now))?;
        (pass.session, pass.used) = (session, now);
        let before = match seen {
            Some(seen) if seen.upto.epoch < self.first => pass.before.clone(),
            Some(_) => {
                pass.before = None;
                None
            }
            // It shows nothing of before, so it can say of nothing that it was shown.
            None => pass.before.take(),
        };
        Some((pass.holder.clone(), before))
    }

    /// Ends a pass, unless another session goes on with the stay: the one before it is told goodbye
    /// while the page is already back.
    pub(crate) fn revoke(&self, token: &PassToken, session: SessionId) {
        self.by.remove_if(&token.digest(), |_, pass| pass.session == session);
    }
}

impl IssuedPass {
    fn is_valid(&self, now: WorldTime) -> bool {
        now.since(self.used) < LASTS
    }
}

/// Returns the first session of a run: 1, or, where pages may come back to the run before, one that is
/// later than all of before. No server lets in as many as a thousand each second, so the milliseconds since a
/// fixed day are.
fn first_session(has_passes: bool, now: WorldTime) -> SessionId {
    /// 20 November 2026, in milliseconds since the epoch.
    const DAY_ONE: u64 = 1_795_132_800_000;
    SessionId(if has_passes { now.0.saturating_sub(DAY_ONE) + 1 } else { 1 })
}

fn read<T: DeserializeOwned>(body: &str) -> Option<T> {
    serde_json::from_str(body)
        .inspect_err(|error| tracing::warn!(%error, "a page cannot come back by itself"))
        .ok()
}

#[cfg(test)]
mod tests {
    use store::StoreSettings;
    use world::witness::backlog::ShownUpto;

    use super::*;

    /// The time after so many hours of a fixed day.
    fn hours(n: u64) -> WorldTime {
        WorldTime(1_795_132_800_000 + n * 3_600_000)
    }

    fn guest() -> PassHolder {
        PassHolder::new(CharacterId::new("guest-7").unwrap(), "Guest-7", None)
    }

    const ONE: SessionId = SessionId(1);
    const TWO: SessionId = SessionId(2);

    fn passes() -> Passes {
        Passes::new(ONE)
    }

    fn holder(
        passes: &Passes,
        token: &PassToken,
        by: SessionId,
        now: WorldTime,
    ) -> Option<PassHolder> {
        passes.redeem(token, None, by, now).map(|it| it.0)
    }

    #[test]
    fn a_pass_is_good_until_it_rests_for_a_day_or_is_revoked() {
        let passes = passes();
        let token = passes.issue(guest(), ONE, hours(1)).unwrap().unwrap();
        let sent = PassToken::new(token.reveal());
        assert_eq!(holder(&passes, &sent, ONE, hours(20)), Some(guest()));
        assert_eq!(holder(&passes, &sent, ONE, hours(40)), Some(guest()), "it was used in between");
        assert_eq!(holder(&passes, &sent, ONE, hours(64)), None);
        let token = passes.issue(guest(), ONE, hours(1)).unwrap().unwrap();
        passes.revoke(&token, ONE);
        assert_eq!(holder(&passes, &token, ONE, hours(1)), None);
        assert_eq!(holder(&passes, &PassToken::new(""), ONE, hours(1)), None);
        assert!(!format!("{token:?}").contains(token.reveal()));
    }

    #[test]
    fn a_session_that_was_taken_over_ends_no_pass() {
        let passes = passes();
        let token = passes.issue(guest(), ONE, hours(1)).unwrap().unwrap();
        assert_eq!(holder(&passes, &token, TWO, hours(1)), Some(guest()));
        passes.revoke(&token, ONE);
        assert_eq!(holder(&passes, &token, TWO, hours(1)), Some(guest()));
        passes.revoke(&token, TWO);
        assert_eq!(holder(&passes, &token, TWO, hours(1)), None);
    }

    #[test]
    fn their_number_is_bounded_and_those_that_ended_make_room() {
        let passes = Passes { most: 2, ..passes() };
        let first = passes.issue(guest(), ONE, hours(1)).unwrap().unwrap();
        assert!(passes.issue(guest(), ONE, hours(2)).unwrap().is_some());
        assert_eq!(passes.issue(guest(), ONE, hours(3)).unwrap(), None);
        assert!(passes.issue(guest(), ONE, hours(25)).unwrap().is_some());
        assert_eq!(holder(&passes, &first, ONE, hours(25)), None);
    }

    #[tokio::test]
    async fn the_next_run_takes_passes_and_stays_out_of_the_data_file() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("hearsay.sqlite");
        let store = Store::open(&path, StoreSettings::default()).unwrap();
        let old = passes();
        let [kept, other] = [1, 2].map(|at| old.issue(guest(), ONE, hours(at)).unwrap().unwrap());
        let stay = StayBefore { epoch: ONE, lines: vec![(4, "{}\n".to_owned())], guest: None };
        let rows = [old.rows(hours(2)), vec![stay.row(&guest().id).unwrap()]].concat();
        let text = format!("{rows:?}");
        assert!(!text.contains(kept.reveal()), "no token is saved: {text}");
        let broken = Row { body: Some("[]".to_owned()), ..Row::gone(KIND, "00") };
        store.commit(Batch::of_rows([rows, vec![broken]].concat())).unwrap();
        let new = Passes::open(&store, hours(3)).await.unwrap();
        let seen = |epoch| SeenEvents {
            upto: ShownUpto { epoch: SessionId(epoch), n: 3 },
            beyond: Vec::new(),
        };
        let before = |seen: Option<SeenEvents>| {
            new.redeem(&kept, seen.as_ref(), SessionId(101), hours(3)).map(|it| it.1)
        };
        assert_eq!(before(Some(seen(1))), Some(Some(stay.clone())));
        assert_eq!(before(Some(seen(1))), Some(Some(stay.clone())), "its link was lost again");
        assert_eq!(before(Some(seen(new.first().0))), Some(None), "it is known to be here");
        assert_eq!(before(Some(seen(1))), Some(None));
        let second = new.redeem(&other, Some(&seen(1)), SessionId(101), hours(3)).map(|it| it.1);
        assert_eq!(second, Some(Some(stay)), "another page of the same guest");
        for kind in [KIND, stay::KIND] {
            assert_eq!(store.all(kind).await.unwrap(), [], "none is left in the file");
        }
        let later = Passes::open(&store, hours(3)).await.unwrap();
        assert!(later.redeem(&kept, None, SessionId(201), hours(3)).is_none());
    }
}
