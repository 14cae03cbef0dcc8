//! What only screens know: what a connection's terminal and client say, on its way to the machine.

use bevy_ecs::prelude::*;
use engine::id::SessionId;
use serde::{Deserialize, Serialize};

use crate::contract::{question::PanelQuestion, terminal::Terminal};

/// Something that comes into the machine for its screens.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScreenInput {
    /// A session's terminal said what it can show.
    Terminal { session: SessionId, terminal: Terminal },
    /// A session's client asks something about the world.
    Asked { session: SessionId, question: PanelQuestion },
    /// All panels begin anew, because what they were told last did not reach them.
    PanelsAnew,
}
