//! What the machine wants of whoever drives it.

use bevy_ecs::prelude::*;

use crate::engine::id::{CharacterId, SessionId};

/// What the world wants of the server.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// End a connection, after these last words.
    Close {
        session: SessionId,
        /// Last words.
        words: String,
    },
    /// Stop the server.
    Shutdown {
        /// Who asked.
        by: CharacterId,
    },
    /// Read the content again.
    Reload {
        /// Who asked.
        by: CharacterId,
    },
}
