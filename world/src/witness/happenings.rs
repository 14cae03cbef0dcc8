//! What happened in a tick, in order, and which of it has to wait until it is
//! saved; and what becomes of a change that breaks by a panic.

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

/// Those who perceive something, in a stable order and by what they are in this
/// tick. It is frozen: who comes in later did not see it. What a command answers
/// has one reader.
pub type Audience = SmallVec<[Entity; 2]>;

/// What happened in this tick, in order, each with those who perceive it.
#[derive(Resource, Debug, Default)]
pub struct Happenings {
    list: Vec<(Happening, Audience)>,
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

    /// Adds one, which exactly these perceive.
    pub fn push(&mut self, happening: Happening, audience: Audience) {
        self.list.push((happening, audience));
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Happening> {
        self.list.iter().map(|(happening, _)| happening)
    }

    /// All of them with those who perceive them, in order.
    pub(crate) fn with_audiences(&self) -> impl Iterator<Item = (&Happening, &Audience)> {
        self.list.iter().map(|(happening, audience)| (happening, audience))
    }

    /// Marks all from the `from`th on as showing a change that is saved.
    fn mark(&mut self, from: usize, durability: Durability) {
        for (happening, _) in self.list.iter_mut().skip(from) {
            happening.durability = happening.durability.max(durability);
        }
    }

    /// Forgets all from the `from`th on.
    fn take_back(&mut self, from: usize) {
        self.list.truncate(from);
    }

    /// Takes all out, in order.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = (Happening, Audience)> {
        self.list.drain(..)
    }
}

/// Why a change did not come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeFailed {
    /// It broke before it changed anything that is saved. Nothing is told of it;
    /// the log has more under this number.
    RolledBack(u64),
    /// The world is broken, by this or by something before it.
    World,
}

/// Runs what may change the world and marks what it shows: no screen may show
/// a change before it is saved, as far as its `durability` goes. `during` says
/// what is being done, and for whom.
///
/// # Errors
/// [`BrokenOff`] when the change panicked, or the world was broken before.
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

/// As [`durably`], whether anything seems to have changed or not.
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

/// Runs a change and catches its panic. A broken world changes no more.
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
    let why = fault::words(panic.as_ref());
    // What it still wanted to be done is done now, so that it counts as well.
    let finished = catch_unwind(AssertUnwindSafe(|| world.flush())).is_ok();
    if finished && document::noted(world) == noted {
        world.resource_mut::<Happenings>().take_back(told);
        Err(ChangeFailed::RolledBack(fault::harmless(world, during, why)))
    } else {
        fault::fatal(world, during, why);
        Err(ChangeFailed::World)
    }
}
