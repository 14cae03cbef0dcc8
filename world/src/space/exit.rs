//! Exits: ways from one room to another.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use text::parse::Direction;

/// Room that an exit belongs to.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = Exits)]
pub struct ExitOf(pub Entity);

/// The exits of a room, in the order in which the builder wrote them.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = ExitOf, linked_spawn)]
pub struct Exits(Vec<Entity>);

/// Room that an exit leads to.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = LedToBy)]
pub struct LeadsTo(pub Entity);

/// The exits that lead to a room.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = LeadsTo)]
pub struct LedToBy(Vec<Entity>);

/// Direction of an exit.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub struct ExitDirection(pub Direction);

/// Further names of an exit, such as a ladder's.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Called(pub Arc<[String]>);

/// Returns the exit of a room in a direction.
#[must_use]
pub fn exit(world: &World, room: Entity, direction: Direction) -> Option<Entity> {
    let exits = world.get::<Exits>(room)?;
    exits
        .iter()
        .find(|exit| world.get::<ExitDirection>(*exit).is_some_and(|way| way.0 == direction))
}
