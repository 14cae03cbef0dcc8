//! Who acts, and why.

use bevy_ecs::prelude::*;
use engine::label::Label;
use serde::{Deserialize, Serialize};

/// One call of a tool by a mind: the link between an act and its result.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct CallId(pub u64);

/// What made an act happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A line that somebody typed.
    Typed,
    /// A tool call.
    Tool {
        call: CallId,
        /// Whether the call wants to see what the act shows.
        captures: bool,
    },
    /// The world itself.
    World,
}

/// Who acts, and why.
#[derive(Debug, Clone)]
pub struct Act {
    pub actor: Entity,
    /// What made it happen.
    pub cause: Cause,
    /// Where the wish to do it came from.
    pub label: Label,
}

/// The act of the world itself, for what nobody did.
#[must_use]
pub fn world_act() -> Act {
    Act { actor: Entity::PLACEHOLDER, cause: Cause::World, label: Label::engine() }
}
