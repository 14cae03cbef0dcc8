//! Screens: perceptions become drafts for the players' screens, text and panels.

use bevy_ecs::prelude::*;
use engine::{simulation::Simulation, stage::Stage};
use world::{act::perform::OnCommandAttempt, beings::presence::Connected};

use crate::contract::{said::ScreenInput, terminal::Terminal};

pub mod draft;

pub(crate) mod stays;

mod answers;
mod asked;
mod missed;
mod panel;
mod show;
mod terminals;

/// Adds the screens to a world.
pub fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<draft::Drafts>();
    world.init_resource::<asked::PanelAnswers>();
    world.register_required_components::<Connected, Terminal>();
    world.register_required_components::<Connected, draft::DraftSlot>();
    sim.add_message::<ScreenInput>().add_queue::<draft::Draft>();
    let fit = terminals::fit.before(world::act::perform::interpret);
    sim.add_systems(Stage::Interpret, fit);
    sim.add_systems(Stage::Emit, (missed::catch_up, show::show).chain());
    sim.add_plugin(panel::plugin);
    sim.on_command_attempt(answers::note);
    let asked = |answers: Res<asked::PanelAnswers>| !answers.0.is_empty();
    let answers = (answers::send_answers.run_if(asked), answers::send_reloads).chain();
    sim.add_systems(Stage::Emit, answers.after(panel::relay).before(draft::hand_out));
    sim.add_systems(Stage::Emit, draft::hand_out.after(panel::relay));
}
