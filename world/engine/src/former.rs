//! Ids that rooms and kinds of things had before the content renamed them, by which what was saved
//! under an old id is found again.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;

use super::id::{KindId, RoomId};

/// The ids of today by those of before. No old id is one of today, so one look is enough.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerIds {
    /// The rooms that were renamed.
    pub rooms: BTreeMap<RoomId, RoomId>,
    /// The kinds of things that were renamed.
    pub kinds: BTreeMap<KindId, KindId>,
}

impl FormerIds {
    /// Gives a room's id of before the one of today; whether it had one.
    pub fn renew_room(&self, id: &mut RoomId) -> bool {
        self.rooms.get(id).cloned().map(|today| *id = today).is_some()
    }

    /// Gives a kind's id of before the one of today; whether it had one.
    pub fn renew_kind(&self, id: &mut KindId) -> bool {
        self.kinds.get(id).cloned().map(|today| *id = today).is_some()
    }
}
