//! Requests of the world to the server that drives it.

use core::net::IpAddr;

use bevy_ecs::prelude::*;

use crate::{
    clock::WorldTime,
    id::{AccountId, CharacterId, RoomId, SessionId},
};

/// Request of the world to the server.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Disconnects a session after a last message.
    Close {
        session: SessionId,
        /// Last message before the disconnect.
        words: String,
    },
    /// Switches a session to another character of its account.
    Play {
        session: SessionId,
        /// Id of the character to play.
        character: CharacterId,
    },
    /// Changes or reads an account, and reports the result to the requester.
    Account {
        /// Requesting character.
        by: CharacterId,
        /// Session of the requester.
        session: SessionId,
        wish: AccountWish,
    },
    /// Makes or removes an NPC, and reports the result to the requester.
    Npc {
        /// Requesting character.
        by: CharacterId,
        /// Name of the requesting character.
        by_name: String,
        at: WorldTime,
        wish: NpcWish,
    },
    /// Shuts the server down.
    Shutdown {
        /// Requesting character.
        by: CharacterId,
    },
    /// Reloads the content.
    Reload {
        /// Requesting character.
        by: CharacterId,
    },
}

/// Requested operation on an account. Names are as they were typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountWish {
    /// Creates another character.
    NewCharacter {
        account: AccountId,
        name: String,
        /// Network address of the requester.
        address: IpAddr,
    },
    /// Operation by staff.
    Staff {
        /// Account of the requesting staff member. The request is refused for targets with the same
        /// or higher role.
        account: AccountId,
        wish: StaffWish,
    },
}

/// Operation by staff on the account of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaffWish {
    /// Lists the names of all characters, from `from` on.
    List {
        from: String,
    },
    /// Shows the account of a character.
    Show {
        name: String,
    },
    /// Resets a lost password to one chosen by the server.
    ResetPassword {
        name: String,
    },
    Rename {
        old: String,
        new: String,
    },
    Delete {
        name: String,
        /// True to delete; false for a dry run that only reports the effects.
        surely: bool,
    },
}

/// NPC to make or to remove.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NpcWish {
    /// Makes an NPC.
    Make { id: CharacterId, name: String, home: RoomId, persona: NewPersona },
    /// Removes an NPC that was made so.
    Remove { id: CharacterId },
}

/// Persona of an NPC that is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewPersona {
    /// Plain one, with the topics of an archetype, or of the usual one.
    Like(Option<String>),
    /// Copy of the persona of another NPC.
    Of(CharacterId),
}
