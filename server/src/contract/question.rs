//! Questions about the world that a client asks by itself.

use serde::{Deserialize, Serialize};

/// A question of a client about the world. It is answered in the tick in which it comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PanelQuestion {
    /// Inventory of the character.
    Inventory,
    /// Items in the room.
    RoomItems,
    /// Contents of the item with this number.
    Contents(u64),
    /// Players on the character's channels.
    ChannelPlayers,
    /// Players who are awake.
    Who,
    /// Quests of the character, open and done.
    Quests,
}
