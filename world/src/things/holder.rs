//! Holder of an item by persistent id, valid across restarts.

use bevy_ecs::prelude::*;
use engine::{
    former::FormerIds,
    id::{CharacterId, RoomId},
    index,
};
use serde::{Deserialize, Serialize};

use crate::{
    beings::character::Character,
    space::{containment::ContainedIn, room::Room},
};

/// Holder of an item: a room or a character.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Holder {
    /// Room in which the item lies.
    Room(RoomId),
    /// Character who carries the item.
    Character(CharacterId),
}

impl Holder {
    /// Returns the current holder of an item.
    #[must_use]
    pub fn of(world: &World, thing: Entity) -> Option<Self> {
        let holder = world.get::<ContainedIn>(thing)?.0;
        if let Some(room) = world.get::<Room>(holder) {
            return Some(Self::Room(room.0.clone()));
        }
        Some(Self::Character(world.get::<Character>(holder)?.0.clone()))
    }

    /// Returns the entity of the room or character; none if it is not in the world.
    #[must_use]
    pub fn find(&self, world: &World) -> Option<Entity> {
        match self {
            Self::Room(id) => index::find(world, id),
            Self::Character(id) => index::find(world, id),
        }
    }

    /// Replaces the id of a renamed room by the current one; returns whether it changed.
    pub(crate) fn rename_id(&mut self, former: &FormerIds) -> bool {
        match self {
            Self::Room(id) => former.renew_room(id),
            Self::Character(_) => false,
        }
    }

    /// Returns the owner key of saved rows of the holder's items.
    #[must_use]
    pub fn owner(&self) -> String {
        match self {
            Self::Room(id) => format!("room:{id}"),
            Self::Character(id) => carried_by(id),
        }
    }
}

/// Returns the owner key of saved rows of a character's inventory.
#[must_use]
pub fn carried_by(id: &CharacterId) -> String {
    format!("character:{id}")
}
