//! Perception: classification of perceived events, the stream of lines that a mind keeps, and the
//! choice of the character that answers.

use bevy_ecs::prelude::*;
use engine::{simulation::Simulation, stage::Stage};

pub mod about_person;
pub mod attend;
pub mod claim;
pub mod classify;
pub mod deeds;
pub mod floor;
pub mod follow_up;
pub mod goal_deeds;
mod initiative;
mod linger;
pub(crate) mod order;
pub mod promise;
pub mod question;
pub mod reading;
pub mod request;
pub mod speech_act;
pub mod stream;
pub mod told;

/// Adds the message queues and systems of the stage in which minds process what they perceived.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_queue::<attend::LinePerceived>()
        .add_queue::<attend::VisitorSeen>()
        .add_queue::<deeds::DeedPerceived>()
        .add_queue::<goal_deeds::GoalDeedPerceived>()
        .add_plugin(linger::plugin)
        .add_systems(Stage::Attend, (attend::attend, goal_deeds::notice).chain());
}
