//! Screens: what people perceive becomes drafts for their screens, text and
//! panels.

use bevy_ecs::prelude::*;
use world::{
    beings::presence::Connected,
    engine::{simulation::Simulation, stage::Stage},
};

use crate::contract::terminal::Terminal;

pub mod draft;
pub mod panel;
pub mod terminals;

mod missed;
mod show;

/// Adds the screens to a world.
pub fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<draft::Drafts>();
    world.init_resource::<terminals::Terminals>();
    world.register_required_components::<Connected, Terminal>();
    world.register_required_components::<Connected, draft::DraftSlot>();
    let fit = terminals::fit.before(world::act::perform::interpret);
    sim.add_systems(Stage::Interpret, fit);
    sim.add_systems(Stage::Emit, (missed::catch_up, show::show).chain());
    sim.add_plugin(panel::plugin);
}
