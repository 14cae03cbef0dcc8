//! Simulation engine, independent of the rules of a game.
//!
//! | Module | Content |
//! |---|---|
//! | [`simulation`], [`stage`] | the ECS world, its schedule and its queues of messages |
//! | [`clock`], [`agenda`], [`chance`] | time as a parameter, timers, seeded randomness |
//! | [`id`], [`index`], [`former`] | ids that survive a restart, lookup by id, renamed ids |
//! | [`token_bucket`] | rate limits |
//! | [`foreign`] | text that came from somebody, which is not formatted by accident |
//! | [`label`] | provenance: integrity, readers, origins, hops |
//! | [`save`] | saved documents: dirty tracking, durability, collection into rows |
//! | [`fault`], [`digest`], [`request`] | a broken world, hashes of texts, requests to the server |

pub mod agenda;
pub mod chance;
pub mod clock;
pub mod digest;
mod failing;
pub mod fault;
pub mod foreign;
pub mod former;
pub mod id;
pub mod index;
pub mod label;
pub mod request;
pub mod save;
pub mod simulation;
pub mod stage;
pub mod token_bucket;
