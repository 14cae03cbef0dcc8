//! What a client asks about the world by itself.

use serde::{Deserialize, Serialize};

/// A question of a client about the world. It is answered in the tick in which it comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PanelQuestion {
    /// What does the character carry?
    Inventory,
    /// What lies in the room?
    RoomItems,
    /// What is in the item with this number?
    Contents(u64),
    /// Who is on the character's channels?
    ChannelPlayers,
}
