//! Event queue of a tick, in order, with the durability of each event, and the handling of a change
//! that panics.

use std::{
    fmt::Display,
    panic::{AssertUnwindSafe, catch_unwind},
};

use bevy_ecs::prelude::*;
use engine::{
    fault::{self, Broken},
    save::{dirty::Dirty, document, durability::Durability},
};
use smallvec::SmallVec;

use crate::witness::fact::Happening;

/// Observers of an event, in a stable order, by their entities in this tick. It is a snapshot:
/// later arrivals are not in it. The answer to a command has one observer.
pub type Audience = SmallVec<[Entity; 2]>;

/// Queue of the events of this tick, in order, each with its observers.
#[derive(Resource, Debug, Default)]
pub struct Happenings {
    list: Vec<(Happening, Audience)>,
}

impl Happenings {
    /// Returns the number of events.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether there are no events.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds an event, which exactly these observers perceive.
    pub fn push(&mut self, happening: Happening, audience: Audience) {
        self.list.push((happening, audience));
    }

    /// Iterates over the events, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Happening> {
        self.list.iter().map(|(happening, _)| happening)
    }

    /// Iterates over the events with their observers, in order.
    pub(crate) fn with_audiences(&self) -> impl Iterator<Item = (&Happening, &Audience)> {
        self.list.iter().map(|(happening, audience)| (happening, audience))
    }

    /// Raises the durability of all events from index `from` on to at least `durability`.
    fn mark(&mut self, from: usize, durability: Durability) {
        for (happening, _) in self.list.iter_mut().skip(from) {
            happening.durability = happening.durability.max(durability);
        }
    }

    /// Removes all events from index `from` on.
    fn take_back(&mut self, from: usize) {
        self.list.truncate(from);
    }

    /// Takes all events out, in order.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = (Happening, Audience)> {
        self.list.drain(..)
    }
}

/// Error of a change that did not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeFailed {
    /// The change panicked before it touched anything that is saved. Its events were removed; the
    /// log has details under this number.
    RolledBack(u64),
    /// The world is broken, by this change or by an earlier one.
    World,
}

/// Runs a change of the world and marks the events that it adds, so that no screen shows a change
/// before it is committed, as far as `durability` demands. `during` describes the change for the
/// log.
///
/// # Errors
/// [`ChangeFailed`] when the change panicked, or the world was broken before.
pub fn with_durability<R>(
    world: &mut World,
    during: impl Display,
    durability: Durability,
    change: impl FnOnce(&mut World) -> R,
) -> Result<R, ChangeFailed> {
    let before = world.resource::<Happenings>().len();
    let saved = world.resource::<Dirty>().version();
    let result = catch_panic(world, &during, change)?;
    if world.resource::<Dirty>().version() != saved {
        world.resource_mut::<Happenings>().mark(before, durability);
    }
    Ok(result)
}

/// Runs a change as [`with_durability`], but marks its events whether anything saved has changed or
/// not.
pub(crate) fn with_fixed_durability<R>(
    world: &mut World,
    during: impl Display,
    durability: Durability,
    change: impl FnOnce(&mut World) -> R,
) -> Result<R, ChangeFailed> {
    let before = world.resource::<Happenings>().len();
    let result = catch_panic(world, &during, change)?;
    world.resource_mut::<Happenings>().mark(before, durability);
    Ok(result)
}

/// Runs a change and catches its panic. A broken world accepts no further changes.
fn catch_panic<R>(
    world: &mut World,
    during: &dyn Display,
    change: impl FnOnce(&mut World) -> R,
) -> Result<R, ChangeFailed> {
    if world.contains_resource::<Broken>() {
        return Err(ChangeFailed::World);
    }
    let told = world.resource::<Happenings>().len();
    let noted = document::noted(world);
    let panic = match catch_unwind(AssertUnwindSafe(|| change(world))) {
        Ok(result) => return Ok(result),
        Err(panic) => panic,
    };
    let why = fault::panic_message(panic.as_ref());
    // Commands that it queued are applied now, so that they count as well.
    let finished = catch_unwind(AssertUnwindSafe(|| world.flush())).is_ok();
    if finished && document::noted(world) == noted {
        world.resource_mut::<Happenings>().take_back(told);
        Err(ChangeFailed::RolledBack(fault::harmless(world, during, why)))
    } else {
        fault::fatal(world, during, why);
        Err(ChangeFailed::World)
    }
}
