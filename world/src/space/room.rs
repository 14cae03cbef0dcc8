//! Rooms.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{
    former::FormerIds,
    id::RoomId,
    index::{self, Identified, Index},
    save::dirty::Dirty,
    simulation::Simulation,
};

use crate::{
    beings::name::Name,
    space::{
        containment::{self, Contents, Departures},
        exit::LedToBy,
        sound::SoundsAt,
    },
};

/// Room, with its id.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable, on_add = index::added::<Room>, on_remove = index::removed::<Room>)]
pub struct Room(pub RoomId);

impl Identified for Room {
    type Id = RoomId;

    fn id(&self) -> &RoomId {
        &self.0
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<Index<RoomId>>();
    world.init_resource::<Departures>();
    world.init_resource::<SoundsAt>();
    world.init_resource::<Landings>();
    world.init_resource::<ZoneNames>();
    world.init_resource::<FormerIds>();
    let limbo = world.spawn(Name("Limbo".into())).id();
    world.insert_resource(Limbo(limbo));
    world.insert_resource(Start(limbo));
}

/// Marker of a room in which talk is for those present only.
#[derive(Component, Debug, Clone, Copy)]
pub struct Private;

/// Scenery of a room: the keywords of each detail, and its text.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Details(pub Arc<[(Vec<String>, String)]>);

/// Names of the zones, by their ids: the first part of the ids of rooms.
#[derive(Resource, Debug, Default)]
pub struct ZoneNames(pub BTreeMap<String, String>);

impl ZoneNames {
    /// Returns the name of the zone that a room belongs to.
    #[must_use]
    pub fn of(&self, room: &Room) -> Option<&str> {
        let zone = room.0.as_str().split('/').next()?;
        self.0.get(zone).map(String::as_str)
    }
}

/// Words for scenery that is here and has nothing more to it.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct PlainWords(pub Arc<[String]>);

/// Temporary room for entities that have none, which are moved on at once.
#[derive(Resource, Debug, Clone, Copy)]
pub struct Limbo(pub Entity);

/// Room in which newcomers arrive.
#[derive(Resource, Debug, Clone, Copy)]
pub struct Start(pub Entity);

/// Rooms in which newcomers may begin who follow a link to one, beside the one where they arrive.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct Landings(pub Vec<RoomId>);

/// Changes the id of a room; its contents stay.
pub(crate) fn rename(world: &mut World, room: Entity, id: RoomId) {
    // An id that is only replaced would stay in the index.
    world.entity_mut(room).remove::<Room>().insert(Room(id));
    let inside: Vec<_> =
        world.get::<Contents>(room).map(|it| it.iter().collect()).unwrap_or_default();
    let mut dirty = world.resource_mut::<Dirty>();
    inside.into_iter().for_each(|what| dirty.touch(what));
}

/// Removes a room and the exits that lead to it; its contents go to `to`.
pub fn remove_room(world: &mut World, room: Entity, to: Entity) {
    let inside: Vec<_> =
        world.get::<Contents>(room).map(|it| it.iter().collect()).unwrap_or_default();
    for what in inside {
        containment::put_into(world, what, to);
    }
    let leading: Vec<_> =
        world.get::<LedToBy>(room).map(|it| it.iter().collect()).unwrap_or_default();
    for exit in leading {
        world.despawn(exit);
    }
    world.despawn(room);
}
