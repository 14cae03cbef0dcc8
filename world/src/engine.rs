//! The engine: the machine itself, its stages, its time and its chance, the ids
//! that survive a restart, and what the machine asks of whoever drives it. It
//! knows nothing of any game.

pub mod agenda;
pub mod chance;
pub mod clock;
pub mod id;
pub mod index;
pub mod request;
pub mod simulation;
pub mod stage;
