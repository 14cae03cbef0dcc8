//! Who asked whom something lately, so that the next words count as the answer.

use bevy_ecs::prelude::*;

use crate::engine::clock::WorldTime;

/// Who asked this character something lately, and until when its next words
/// in the room count as the answer. At most [`Asked::MAX`], oldest out first.
#[derive(Component, Debug, Clone, Default)]
pub struct Asked(pub Vec<(Entity, WorldTime)>);

impl Asked {
    /// Most open questions at once.
    pub const MAX: usize = 8;
}
