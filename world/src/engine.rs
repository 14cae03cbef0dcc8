//! The engine: the machine itself, its stages, its time and its chance, the ids
//! that survive a restart, what the machine asks of whoever drives it, and what
//! becomes of one that broke. It knows nothing of any game.

pub mod agenda;
pub mod chance;
pub mod clock;
pub mod digest;
mod failing;
pub mod fault;
pub mod former;
pub mod id;
pub mod index;
pub mod request;
pub mod simulation;
pub mod stage;
