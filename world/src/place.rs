//! Space: rooms, exits, and what is in what.

use std::sync::Arc;

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};

use crate::{id::RoomId, index, parse::Direction, save, thing};

/// A room.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable, on_add = index::room_added, on_remove = index::room_removed)]
pub struct Room(pub RoomId);

/// A room in which talk is for those present only.
#[derive(Component, Debug, Clone, Copy)]
pub struct Private;

/// What one hears in a room.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Sound(pub Arc<crate::content::Sound>);

/// Where clients fetch sounds; none when the game has none.
#[derive(Resource, Debug, Clone, Default)]
pub struct SoundsAt(pub Option<Arc<str>>);

/// Scenery: words and what one sees.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Details(pub Arc<[(Vec<String>, String)]>);

/// Where something is.
///
/// Changed only by [`move_into`], which refuses circles.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = Contents)]
#[component(on_add = settled)]
pub struct ContainedIn(pub Entity);

/// What is in something, in the order in which it came.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = ContainedIn)]
pub struct Contents(Vec<Entity>);

/// An exit and the room it is in.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = Exits)]
pub struct ExitOf(pub Entity);

/// The exits of a room, in the order in which the builder wrote them.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = ExitOf, linked_spawn)]
pub struct Exits(Vec<Entity>);

/// Where an exit leads.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = LedToBy)]
pub struct LeadsTo(pub Entity);

/// The exits that lead to a room.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = LeadsTo)]
pub struct LedToBy(Vec<Entity>);

/// Which way an exit goes.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub struct Way(pub Direction);

/// A door in an exit.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Door {
    /// Its name with an article.
    pub name: Arc<str>,
    /// Whether one can pass.
    pub open: bool,
}

/// The room for those who have none: it holds nobody for longer than it takes
/// to move them on.
#[derive(Resource, Debug, Clone, Copy)]
pub struct Limbo(pub Entity);

/// Where newcomers arrive.
#[derive(Resource, Debug, Clone, Copy)]
pub struct Start(pub Entity);

fn settled(world: DeferredWorld, at: HookContext) {
    save::touched(world, at);
}

/// Moves something into something. Returns whether it could: nothing can be
/// inside itself.
pub fn move_into(world: &mut World, what: Entity, into: Entity) -> bool {
    let mut around = Some(into);
    while let Some(outer) = around {
        if outer == what {
            return false;
        }
        around = world.get::<ContainedIn>(outer).map(|it| it.0);
    }
    if world.get_entity(what).is_err() || world.get_entity(into).is_err() {
        return false;
    }
    thing::leaves_home(world, what, into);
    world.entity_mut(what).insert(ContainedIn(into));
    // The first insertion is noted by the hook; a change of place is not an
    // addition, so it is noted here.
    world.resource_mut::<save::Dirty>().touch(what);
    true
}

/// The room something is in, however deep.
#[must_use]
pub fn room_of(world: &World, what: Entity) -> Option<Entity> {
    let mut at = world.get::<ContainedIn>(what)?.0;
    while let Some(outer) = world.get::<ContainedIn>(at) {
        at = outer.0;
    }
    Some(at)
}

/// The exit of a room in a direction.
#[must_use]
pub fn exit(world: &World, room: Entity, direction: Direction) -> Option<Entity> {
    let exits = world.get::<Exits>(room)?;
    exits.iter().find(|exit| world.get::<Way>(*exit).is_some_and(|way| way.0 == direction))
}

/// Removes a room; everybody and everything in it goes to `to`.
pub fn remove_room(world: &mut World, room: Entity, to: Entity) {
    let inside: Vec<_> =
        world.get::<Contents>(room).map(|it| it.iter().collect()).unwrap_or_default();
    for what in inside {
        move_into(world, what, to);
    }
    let leading: Vec<_> =
        world.get::<LedToBy>(room).map(|it| it.iter().collect()).unwrap_or_default();
    for exit in leading {
        world.despawn(exit);
    }
    world.despawn(room);
}
