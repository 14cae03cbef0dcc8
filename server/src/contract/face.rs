//! Public face of the game: what everybody may know of it without coming in.

use std::{collections::BTreeMap, sync::Arc};

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
    /// Texts of the page that the game says otherwise, by their keys.
    pub texts: Arc<BTreeMap<String, String>>,
    /// Rooms to which a link may lead newcomers, with their names.
    pub rooms: Vec<(RoomId, String)>,
}
