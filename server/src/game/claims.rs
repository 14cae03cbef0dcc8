//! Who is about to come in as whom: for each character one connection at a time, from its claim to
//! the end of the tick that brings the character in.

use std::collections::BTreeMap;

use world::engine::id::{CharacterId, SessionId};

/// The claims that hold. Each is its connection's own, so nobody can give back another's. There are
/// at most as many as connections.
#[derive(Debug, Default)]
pub(super) struct Claims {
    by: BTreeMap<CharacterId, SessionId>,
    /// Those that the next tick brings in.
    entering: Vec<CharacterId>,
}

impl Claims {
    /// Claims a character, unless somebody else has. What is saved of it stays as it is until the
    /// claim ends.
    pub(super) fn take(&mut self, id: &CharacterId, session: SessionId) -> bool {
        *self.by.entry(id.clone()).or_insert(session) == session
    }

    /// Ends a connection's claim that came to nothing.
    pub(super) fn give_back(&mut self, id: &CharacterId, session: SessionId) {
        if self.by.get(id) == Some(&session) {
            self.by.remove(id);
        }
    }

    /// The next tick brings a character in, if the connection has the claim. The claim holds until
    /// that tick is over: before it the world does not know the character yet.
    pub(super) fn enter(&mut self, id: &CharacterId, session: SessionId) -> bool {
        let holds = self.by.get(id) == Some(&session);
        if holds {
            self.entering.push(id.clone());
        }
        holds
    }

    /// A tick is over: who was to come in is in the world.
    pub(super) fn ticked(&mut self) {
        for id in self.entering.drain(..) {
            self.by.remove(&id);
        }
    }
}
