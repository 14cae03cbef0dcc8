//! Inputs of the machine: whatever changes the game from outside comes in here, in play and in a
//! replay alike.

use assistants::think::outside::MindInput;
use engine::{clock::WorldTime, fault::Broken, simulation::Simulation};
use serde::{Deserialize, Serialize};
use world::input::Input;

use crate::{contract::said::ScreenInput, setup::reload::ReloadRequest};

/// Inputs of one tick.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct TickInputs {
    /// The tick's time.
    pub now: WorldTime,
    /// New content, in the order in which it came; a journal has entries of their own for it,
    /// because what it means is known only beside a game.
    #[serde(skip)]
    pub reloads: Vec<ReloadRequest>,
    /// Inputs of the world, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub world: Vec<Input>,
    /// Inputs of the minds, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minds: Vec<MindInput>,
    /// Inputs of the screens, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub screens: Vec<ScreenInput>,
}

impl TickInputs {
    /// Returns whether the tick has no input.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { now: _, reloads, world, minds, screens } = self;
        reloads.is_empty() && world.is_empty() && minds.is_empty() && screens.is_empty()
    }

    /// Puts everything in and runs the tick. Returns when the next one is needed at the latest.
    ///
    /// # Errors
    /// [`Broken`] when the world broke in this tick or before.
    pub fn run(self, sim: &mut Simulation) -> Result<Option<WorldTime>, Broken> {
        let Self { now, reloads, world, minds, screens } = self;
        sim.put_all(reloads);
        sim.put_all(world);
        sim.put_all(minds);
        sim.put_all(screens);
        sim.tick(now)
    }
}
