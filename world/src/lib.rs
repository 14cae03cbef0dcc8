//! The game as a pure machine: inputs in, one tick, outputs out.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`simulation`] | the machine: the ECS, the schedule, `tick` |
//! | [`stage`], [`clock`], [`chance`] | the order, the time and the luck of a tick |
//! | [`id`], [`index`] | names that survive a restart, and who bears them |
//! | [`text`], [`label`] | words in and out, and their provenance |
//! | [`place`], [`character`], [`thing`], [`channel`], [`presence`] | what there is |
//! | [`permission`], [`offer`] | who may do what, and what minds may do for players |
//! | [`case`], [`sitelock`], [`audit`] | what players report, who may come in, and what the staff did |
//! | [`input`], [`due`] | what comes from outside, and what comes with time |
//! | [`command`], [`perform`], [`commands`], [`lookup`], [`parse`] | how a line becomes an act |
//! | [`fact`], [`report`], [`pace`], [`perception`], [`narrate`], `pages`, [`heard`] | what happened, who noticed, in which words |
//! | [`content`], [`build`], [`save`] | what builders wrote, and what lasts |
//!
//! Invariants: nothing here does I/O or knows that minds exist. Nothing reaches
//! a screen or a mind except as a [`perception::Perceived`]. Only
//! [`perception`] makes a stamp. Whoever acts, acts by a [`command::Command`].
//! Data flows forward through the stages.

pub mod audit;
pub mod build;
pub mod case;
pub mod chance;
pub mod channel;
pub mod character;
pub mod clock;
pub mod command;
pub mod commands;
pub mod content;
pub mod due;
pub mod fact;
#[cfg(any(test, feature = "forge"))]
pub mod fixture;
pub mod heard;
pub mod id;
pub mod index;
pub mod input;
pub mod label;
pub mod lookup;
pub mod narrate;
pub mod offer;
pub mod pace;
mod pages;
pub mod parse;
pub mod perception;
pub mod perform;
pub mod permission;
pub mod place;
pub mod presence;
pub mod report;
pub mod save;
pub mod simulation;
pub mod sitelock;
pub mod stage;
pub mod text;
pub mod thing;

pub use simulation::Simulation;
pub use stage::Stage;

/// Adds everything of the world: what there is, how lines become acts, and how
/// acts are perceived.
pub fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<index::Index>();
    world.init_resource::<save::Dirty>();
    world.init_resource::<save::Placed>();
    world.init_resource::<thing::Kinds>();
    world.init_resource::<case::Cases>();
    world.init_resource::<sitelock::Sitelock>();
    world.init_resource::<audit::Audit>();
    world.init_resource::<input::Welcome>();
    world.init_resource::<build::HelpPages>();
    world.init_resource::<place::SoundsAt>();
    world.init_resource::<pace::TalkRates>();
    let limbo = world.spawn(character::Name("Limbo".into())).id();
    world.insert_resource(place::Limbo(limbo));
    world.insert_resource(place::Start(limbo));
    sim.add_message::<input::Input>()
        .add_message::<input::Request>()
        .add_message::<perception::Perceived>()
        .add_message::<save::SaveDocument>()
        .add_systems(Stage::Intake, input::intake)
        .add_systems(Stage::Perceive, perception::perceive)
        .add_systems(Stage::Save, save::save)
        .add_plugin(perform::plugin)
        .add_plugin(due::plugin)
        .add_plugin(commands::plugin);
}
