//! Login claims: one connection at a time for each account or guest, from its claim to the end of
//! the tick that brings the character in.

use std::collections::BTreeMap;

use engine::id::SessionId;
use tokio::sync::oneshot;

use crate::contract::inbox::{Claim, ClaimKey};

/// Current claims. Each is its connection's own, so nobody can give back another's. There are at
/// most as many as connections.
#[derive(Debug, Default)]
pub(super) struct Claims {
    by: BTreeMap<ClaimKey, SessionId>,
    /// Claims whose character comes in with the next tick.
    entering: Vec<ClaimKey>,
    /// Claims whose account falls asleep with the next tick, and the connection that waits for
    /// that.
    waiting: Vec<(ClaimKey, SessionId, oneshot::Sender<Claim>)>,
    /// Requesters that wait until an account has been forgotten.
    forgetting: Vec<oneshot::Sender<()>>,
}

impl Claims {
    /// Claims an account or guest, unless somebody else has. What is saved of it stays as it is
    /// until the claim ends.
    pub(super) fn take(&mut self, of: &ClaimKey, session: SessionId) -> bool {
        *self.by.entry(of.clone()).or_insert(session) == session
    }

    /// Answers a claim; whoever does not wait for the answer has none.
    pub(super) fn answer(
        &mut self,
        of: &ClaimKey,
        session: SessionId,
        answer: oneshot::Sender<Claim>,
        claim: Claim,
    ) {
        if answer.send(claim).is_err() {
            self.give_back(of, session);
        }
    }

    /// Answers a claim after the next tick, when nobody of the account is in the world any more.
    pub(super) fn answer_later(
        &mut self,
        of: ClaimKey,
        session: SessionId,
        answer: oneshot::Sender<Claim>,
    ) {
        self.waiting.push((of, session, answer));
    }

    /// Ends a connection's claim that came to nothing.
    pub(super) fn give_back(&mut self, of: &ClaimKey, session: SessionId) {
        if self.by.get(of) == Some(&session) {
            self.by.remove(of);
        }
    }

    /// Notes that the next tick brings a character in, if the connection has the claim. The claim
    /// holds until that tick is over: before it the world does not know the character yet.
    pub(super) fn enter(&mut self, of: &ClaimKey, session: SessionId) -> bool {
        let holds = self.by.get(of) == Some(&session);
        if holds {
            self.entering.push(of.clone());
        }
        holds
    }

    /// Answers after the next tick, when somebody is forgotten.
    pub(super) fn forget(&mut self, answer: oneshot::Sender<()>) {
        self.forgetting.push(answer);
    }

    /// Handles the end of a tick: who was to come in is in the world, and who was to leave it is
    /// gone. What of them is to be saved was handed over.
    pub(super) fn ticked(&mut self) {
        for answer in self.forgetting.drain(..) {
            // Whoever does not wait for it gives the claim back all the same.
            answer.send(()).unwrap_or_default();
        }
        for of in self.entering.drain(..) {
            self.by.remove(&of);
        }
        for (of, session, answer) in std::mem::take(&mut self.waiting) {
            self.answer(&of, session, answer, Claim::Asleep);
        }
    }
}
