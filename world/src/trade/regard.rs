//! How well somebody with offers thinks of somebody, which a condition may ask for. The world itself
//! does not know it: whoever does says how to find out.

use bevy_ecs::prelude::*;

/// What everybody thinks of everybody whom they do not know, on a scale of 0 to 100.
pub const UNKNOWN: u8 = 20;

/// How to find out what the first thinks of the second, 0 to 100; without anybody who knows it is
/// [`UNKNOWN`].
#[derive(Resource, Debug, Clone, Copy)]
pub struct RegardSource(pub fn(&World, Entity, Entity) -> u8);

impl Default for RegardSource {
    fn default() -> Self {
        Self(|_, _, _| UNKNOWN)
    }
}

/// What `by` thinks of `whom`.
pub(super) fn regard(world: &World, by: Entity, whom: Entity) -> u8 {
    let source = world.get_resource::<RegardSource>().copied().unwrap_or_default();
    (source.0)(world, by, whom)
}
