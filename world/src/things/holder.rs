//! Where a thing is, as something that survives a restart.

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

/// Where a thing is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Holder {
    /// Lying in a room.
    Room(RoomId),
    /// Carried by a character.
    Character(CharacterId),
}

impl Holder {
    /// Where a thing is now.
    #[must_use]
    pub fn of(world: &World, thing: Entity) -> Option<Self> {
        let holder = world.get::<ContainedIn>(thing)?.0;
        if let Some(room) = world.get::<Room>(holder) {
            return Some(Self::Room(room.0.clone()));
        }
        Some(Self::Character(world.get::<Character>(holder)?.0.clone()))
    }

    /// The room or character, if it is in the world now.
    #[must_use]
    pub fn find(&self, world: &World) -> Option<Entity> {
        match self {
            Self::Room(id) => index::find(world, id),
            Self::Character(id) => index::find(world, id),
        }
    }

    /// Gives a room that was renamed its id of today; whether it is such a room.
    pub(crate) fn rename_id(&mut self, former: &FormerIds) -> bool {
        match self {
            Self::Room(id) => former.renew_room(id),
            Self::Character(_) => false,
        }
    }

    /// The owner of the rows of what is there.
    #[must_use]
    pub fn owner(&self) -> String {
        match self {
            Self::Room(id) => format!("room:{id}"),
            Self::Character(id) => carried_by(id),
        }
    }
}

/// The owner of the rows of what a character carries.
#[must_use]
pub fn carried_by(id: &CharacterId) -> String {
    format!("character:{id}")
}
