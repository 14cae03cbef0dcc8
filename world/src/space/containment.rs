//! What is in what.

use bevy_ecs::prelude::*;
use smallvec::SmallVec;

use crate::save::dirty::{self, Dirty};

/// Where something is.
///
/// Changed only by [`move_into`], which refuses circles.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = Contents)]
#[component(on_add = dirty::touched)]
pub struct ContainedIn(pub Entity);

/// What has to happen when something leaves where it is, as `(what, to)`: before
/// it is somewhere else.
#[derive(Resource, Default)]
pub struct Departures(SmallVec<[fn(&mut World, Entity, Entity); 2]>);

impl Departures {
    /// Adds something that has to happen.
    pub fn add(&mut self, departs: fn(&mut World, Entity, Entity)) {
        self.0.push(departs);
    }
}

/// What is in something, in the order in which it came.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = ContainedIn)]
pub struct Contents(Vec<Entity>);

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
    let departures = world.resource::<Departures>().0.clone();
    for departs in departures {
        departs(world, what, into);
    }
    world.entity_mut(what).insert(ContainedIn(into));
    // The first insertion is noted by the hook; a change of place is not an
    // addition, so it is noted here.
    world.resource_mut::<Dirty>().touch(what);
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
