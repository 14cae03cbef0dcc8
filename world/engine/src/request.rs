//! What the machine wants of whoever drives it.

use core::net::IpAddr;

use bevy_ecs::prelude::*;

use crate::id::{AccountId, CharacterId, SessionId};

/// What the world wants of the server.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// End a connection, after these last words.
    Close {
        session: SessionId,
        /// Last words.
        words: String,
    },
    /// Let a connection play another character of its account.
    Play {
        session: SessionId,
        /// Which one.
        character: CharacterId,
    },
    /// Do something about an account, and tell whoever asked what came of it.
    Account {
        /// Who asked.
        by: CharacterId,
        /// Over which connection.
        session: SessionId,
        wish: AccountWish,
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

/// What somebody wants to be done about an account. Names are as they were typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountWish {
    /// To have another character.
    NewCharacter {
        account: AccountId,
        name: String,
        /// From where.
        address: IpAddr,
    },
    /// Something that the staff wants.
    Staff {
        /// Of whom: nothing is done to those who have as many rights.
        account: AccountId,
        wish: StaffWish,
    },
}

/// What the staff may want to be done about the account of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaffWish {
    /// To read the names of all characters from this one on.
    List {
        from: String,
    },
    /// To read what there is about one.
    Show {
        name: String,
    },
    /// That the server chooses another password, because the old one is lost.
    ResetPassword {
        name: String,
    },
    Rename {
        old: String,
        new: String,
    },
    Delete {
        name: String,
        /// Whether it is to be done, and not only told what it would do.
        surely: bool,
    },
}
