//! Renamed ids: former ids of rooms and of kinds of items, for saved documents that still contain
//! them.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;

use super::id::{KindId, RoomId};

/// Maps from former ids to current ids. No former id is a current id, so one lookup is enough.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerIds {
    /// Current ids of renamed rooms, by former id.
    pub rooms: BTreeMap<RoomId, RoomId>,
    /// Current ids of renamed kinds of items, by former id.
    pub kinds: BTreeMap<KindId, KindId>,
}

impl FormerIds {
    /// Replaces a former room id by the current one. Returns whether the id was a former one.
    pub fn renew_room(&self, id: &mut RoomId) -> bool {
        self.rooms.get(id).cloned().map(|today| *id = today).is_some()
    }

    /// Replaces a former id of a kind by the current one. Returns whether the id was a former one.
    pub fn renew_kind(&self, id: &mut KindId) -> bool {
        self.kinds.get(id).cloned().map(|today| *id = today).is_some()
    }
}
