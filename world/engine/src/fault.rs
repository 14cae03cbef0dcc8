//! Faults of the server: panics in the simulation. Each fault has a number for the lookup in the
//! log; a fault that may have left a change half done ends the run.

use std::{any::Any, fmt::Display};

use bevy_ecs::prelude::*;

/// Counter of faults, which numbers them.
#[derive(Resource, Debug, Default)]
struct Faults(u64);

/// Error state of a broken world: a panic may have left a change half done. No further tick runs,
/// and no output of the tick with the panic may be saved or shown.
#[derive(Resource, Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "The world broke in {during} (#{fault:04x}), so nothing of that moment was kept; the log says more under that number. Start the server again, and it goes on from the moment before."
)]
pub struct Broken {
    /// Number of the fault in the log.
    pub fault: u64,
    /// Operation during which it broke, and its actor.
    pub during: String,
}

/// Extracts the message of a panic.
pub fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it did not say why")
}

/// Records a fault that changed no saved state. Returns its number.
pub fn harmless(world: &mut World, during: &dyn Display, why: &str) -> u64 {
    let fault = number(world);
    tracing::error!(
        fault = %format_args!("#{fault:04x}"), %during, why,
        "something broke, and nothing that is saved was changed by it"
    );
    fault
}

/// Records a fault that may have left a change half done, and marks the world as broken.
pub fn fatal(world: &mut World, during: &dyn Display, why: &str) {
    let fault = number(world);
    tracing::error!(
        fault = %format_args!("#{fault:04x}"), %during, why,
        "the world broke; nothing of this tick is saved, and there is no further one"
    );
    world.insert_resource(Broken { fault, during: during.to_string() });
}

fn number(world: &mut World) -> u64 {
    let mut faults = world.get_resource_or_init::<Faults>();
    faults.0 += 1;
    faults.0
}
