//! Faults of ours: what broke by a panic. Each has a number under which the log
//! has more, and one that may have left a change half done ends the run.

use std::{any::Any, fmt::Display};

use bevy_ecs::prelude::*;

/// How many faults there were; each gets its number.
#[derive(Resource, Debug, Default)]
struct Faults(u64);

/// The world broke, perhaps in the middle of a change. It changes nothing more
/// from then on, and nothing of that tick may be kept or shown.
#[derive(Resource, Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "The world broke in {during} (#{fault:04x}), so nothing of that moment was kept; the log says more under that number. Start the server again, and it goes on from the moment before."
)]
pub struct Broken {
    /// The number under which the log has more.
    pub fault: u64,
    /// What was being done, and for whom.
    pub during: String,
}

/// What a panic said.
pub fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it did not say why")
}

/// Takes note of a fault that changed nothing that is saved. Returns its number.
pub fn harmless(world: &mut World, during: &dyn Display, why: &str) -> u64 {
    let fault = number(world);
    tracing::error!(
        fault = %format_args!("#{fault:04x}"), %during, why,
        "something broke, and nothing that is saved was changed by it"
    );
    fault
}

/// Takes note of a fault that may have left a change half done: the world is
/// broken.
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
