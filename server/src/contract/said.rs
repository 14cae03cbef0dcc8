//! Messages for screens only: terminal and client data of a connection, on its way to the
//! simulation.

use bevy_ecs::prelude::*;
use engine::id::SessionId;
use serde::{Deserialize, Serialize};

use crate::contract::{question::PanelQuestion, terminal::Terminal};

/// Message into the simulation for its screens.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScreenInput {
    /// Capabilities of a session's terminal.
    Terminal { session: SessionId, terminal: Terminal },
    /// Question of a session's client about the world.
    Asked { session: SessionId, question: PanelQuestion },
    /// Restart of all panels, because the client did not receive their last update.
    PanelsAnew,
}
