//! Faults of the server: panics in the simulation. Each fault has a number for the lookup in the
//! log; a fault that may have left a change half done ends the run.

use std::{
    any::Any,
    backtrace::{Backtrace, BacktraceStatus},
    fmt::Display,
    panic,
};

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

/// Returns the message of a panic if it is a literal. A formatted one may quote somebody, as that of
/// a string that was sliced inside a character does, so it is left out; the log has the place.
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic.downcast_ref::<&str>().copied().unwrap_or("formatted message left out")
}

/// Logs every panic of this process by its place, its thread and, where `RUST_BACKTRACE` asks for it,
/// its backtrace, in place of the standard error's message, which may quote somebody.
pub fn log_panics() {
    panic::set_hook(Box::new(|info| {
        let at = info.location().map(ToString::to_string);
        let thread = std::thread::current();
        let trace = Backtrace::capture();
        let trace = (trace.status() == BacktraceStatus::Captured).then_some(trace);
        tracing::error!(
            at = at.as_deref().unwrap_or("an unknown place"),
            thread = thread.name().unwrap_or("without a name"),
            why = panic_message(info.payload()),
            trace = trace.as_ref().map(tracing::field::display),
            "a thread panicked"
        );
    }));
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

#[cfg(test)]
mod tests {
    use panic::{UnwindSafe, catch_unwind};

    use super::*;

    fn message(panics: impl FnOnce() -> usize + UnwindSafe) -> String {
        panic_message(catch_unwind(panics).unwrap_err().as_ref()).to_owned()
    }

    #[test]
    fn the_message_of_a_panic_quotes_nobody() {
        let said = std::hint::black_box(String::from("é is what Ann whispered"));
        let unread: Result<usize, String> = std::hint::black_box(Err(said.clone()));
        let other = said.clone();
        let messages = [
            message(move || said[1..].len()),
            message(move || other[..200].len()),
            message(move || unread.unwrap()),
        ];
        assert!(!messages.concat().contains("Ann"), "{messages:?}");
        assert_eq!(
            message(|| panic!("a literal: \"it\" stays whole")),
            "a literal: \"it\" stays whole"
        );
    }
}
