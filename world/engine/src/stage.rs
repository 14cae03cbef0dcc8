//! The stages of a tick, in order. Data flows forward only.

use bevy_ecs::schedule::{ScheduleLabel, SystemSet};

/// Label of the only schedule: one tick.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tick;

/// A stage of the tick. Stages run one after another, in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Turns inputs into entities and entered lines.
    Intake,
    /// Runs the timers that are due.
    Due,
    /// Parses lines into actions.
    Interpret,
    /// Runs the minds of assistants. Empty in a world without minds.
    Think,
    /// Executes actions, which produce facts.
    Act,
    /// Turns facts into the perception of each observer.
    Perceive,
    /// Lets minds take note of perceptions. Empty in a world without minds.
    Attend,
    /// Renders perceptions into output frames for screens. Empty in a world without a server.
    Emit,
    /// Turns changes into documents to save. It runs each tick (autosave).
    Save,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: [Stage; 9] = [
        Stage::Intake,
        Stage::Due,
        Stage::Interpret,
        Stage::Think,
        Stage::Act,
        Stage::Perceive,
        Stage::Attend,
        Stage::Emit,
        Stage::Save,
    ];
}
