//! The stages of a tick, in order. Data flows forward only.

use bevy_ecs::schedule::{ScheduleLabel, SystemSet};

/// The one schedule: everything that happens in a tick.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tick;

/// A stage of the tick. Stages run one after another, in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Inputs become entities and entered lines.
    Intake,
    /// What is due by the clock happens.
    Due,
    /// Lines become actions.
    Interpret,
    /// Minds think. Empty in a world without minds.
    Think,
    /// Actions become facts.
    Act,
    /// Facts become what each observer perceives.
    Perceive,
    /// Minds take note. Empty in a world without minds.
    Attend,
    /// Perceptions become frames for screens. Empty in a world without a server.
    Emit,
    /// Changes become documents.
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
