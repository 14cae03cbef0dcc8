//! Minds of NPCs: components, creation and removal, and saved state.

use bevy_ecs::prelude::*;
use engine::{label::Readers, simulation::Simulation};
use world::{
    beings::character::Character,
    trade::regard::{RegardSource, UNKNOWN},
};

pub mod acquaintance;
pub mod actions;
pub mod attention;
pub mod body;
pub mod bounds;
pub mod copies;
pub mod delegations;
pub mod derived;
pub mod dream;
pub mod exchange;
pub mod goals;
pub mod health;
pub mod importance;
pub mod insight;
pub mod journal;
pub mod leads;
pub mod learned;
pub mod made;
pub mod mood;
pub mod notebook;
pub mod open_breakers;
pub mod printing;
pub mod profile;
pub mod projects;
pub mod reflection;
pub mod regard;
pub mod rumour;
pub mod rumours;
pub mod saved;
pub mod seen;
pub mod settings;
pub mod sleep;
pub mod talk_state;
pub mod thinking;

/// Adds the resources of minds and the documents of their saved state.
pub(crate) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<bounds::MindBounds>();
    world.init_resource::<attention::RunQueue>();
    world.init_resource::<learned::ExamplesLearned>();
    world.init_resource::<exchange::ExchangeLines>();
    world.init_resource::<exchange::SmallTalk>();
    world.init_resource::<thinking::NextTicket>();
    world.init_resource::<thinking::Asking>();
    world.insert_resource(RegardSource(regard_in_world));
    sim.add_plugin(saved::plugin)
        .add_plugin(made::plugin)
        .add_plugin(actions::saved::plugin)
        .add_plugin(goals::saved::plugin)
        .add_plugin(projects::saved::plugin)
        .add_plugin(delegations::saved::plugin)
        .add_plugin(printing::plugin)
        .add_plugin(open_breakers::plugin);
}

/// Returns the regard of an NPC that makes an offer for another character, 0 to 100, as far as its
/// readers may know it, for the conditions of offers; [`UNKNOWN`] without a mind.
fn regard_in_world(world: &World, by: Entity, whom: Entity, readers: &Readers) -> u8 {
    let known = || {
        let persona = &world.get::<body::Mind>(by)?.persona;
        let people = world.get::<acquaintance::Acquaintances>(by)?;
        Some(people.regard(&world.get::<Character>(whom)?.0, readers, persona))
    };
    known().unwrap_or(UNKNOWN)
}
