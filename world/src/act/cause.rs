//! Actor and cause of an action.

use bevy_ecs::prelude::*;
use engine::label::Label;
use serde::{Deserialize, Serialize};

/// Id of one tool call by a mind: the link between an act and its result.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct CallId(pub u64);

/// Cause of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Line typed by a player.
    Typed,
    /// Line that a player gave by a panel of the client, with the client's number of it. What it
    /// answers is data for that panel.
    Panel(u32),
    /// Tool call by a mind.
    Tool {
        call: CallId,
        /// True if the output of the act is captured for the result of the call.
        captures: bool,
    },
    /// The world itself.
    World,
}

/// Act: an actor, the cause and the provenance.
#[derive(Debug, Clone)]
pub struct Act {
    pub actor: Entity,
    /// Cause of the act.
    pub cause: Cause,
    /// Provenance of the intent.
    pub label: Label,
}

/// Creates an act of the world itself, without an actor.
#[must_use]
pub fn world_act() -> Act {
    Act { actor: Entity::PLACEHOLDER, cause: Cause::World, label: Label::engine() }
}
