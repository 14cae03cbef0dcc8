//! Public face of the game: what everybody may know of it without coming in.

use engine::id::RoomId;

/// Public face of the game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublicFace {
    /// Number of players who are awake.
    pub awake: usize,
    /// Names of those of them who want to be named there.
    pub names: Vec<String>,
    /// The newest news: date and text.
    pub news: Vec<(String, String)>,
    /// Rooms to which a link may lead newcomers, with their names.
    pub rooms: Vec<(RoomId, String)>,
}
