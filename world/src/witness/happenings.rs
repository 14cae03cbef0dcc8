//! What happened in a tick, in order, and which of it has to wait until it is
//! saved.

use bevy_ecs::prelude::*;

use crate::{save::dirty::Dirty, witness::fact::Happening};

/// What happened in this tick, in order.
#[derive(Resource, Debug, Default)]
pub struct Happenings {
    list: Vec<Happening>,
}

impl Happenings {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing happened.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds one.
    pub fn push(&mut self, happening: Happening) {
        self.list.push(happening);
    }

    /// Marks all from the `from`th on as showing a change that is saved.
    pub(crate) fn mark_durable(&mut self, from: usize) {
        for happening in self.list.iter_mut().skip(from) {
            happening.durable = true;
        }
    }

    /// Takes all out, in order.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Happening> {
        self.list.drain(..)
    }
}

/// Runs what may change the world and marks what it shows: no screen may show
/// a change before it is saved.
pub(crate) fn durably<R>(world: &mut World, change: impl FnOnce(&mut World) -> R) -> R {
    let before = world.resource::<Happenings>().len();
    let saved = world.resource::<Dirty>().version();
    let result = change(world);
    if world.resource::<Dirty>().version() != saved {
        world.resource_mut::<Happenings>().mark_durable(before);
    }
    result
}

/// As [`durably`], whether anything seems to have changed or not.
pub(crate) fn surely<R>(world: &mut World, change: impl FnOnce(&mut World) -> R) -> R {
    let before = world.resource::<Happenings>().len();
    let result = change(world);
    world.resource_mut::<Happenings>().mark_durable(before);
    result
}
