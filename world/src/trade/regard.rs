//! Regard of an NPC for a character, for conditions of offers. Its source is provided by another
//! crate.

use bevy_ecs::prelude::*;
use engine::label::Readers;

/// Default regard for unknown characters, on a scale of 0 to 100.
pub const UNKNOWN: u8 = 20;

/// Function that returns the regard of the first character for the second, 0 to 100, as far as these
/// readers may know it; by default it returns [`UNKNOWN`].
#[derive(Resource, Debug, Clone, Copy)]
pub struct RegardSource(pub fn(&World, Entity, Entity, &Readers) -> u8);

impl Default for RegardSource {
    fn default() -> Self {
        Self(|_, _, _, _| UNKNOWN)
    }
}

/// Returns the regard of `by` for `whom`, 0 to 100, as far as `readers` may know it.
pub(super) fn regard(world: &World, by: Entity, whom: Entity, readers: &Readers) -> u8 {
    let source = world.get_resource::<RegardSource>().copied().unwrap_or_default();
    (source.0)(world, by, whom, readers)
}
