//! Attacks on the characters of the town, made on the bare machine by a model that does the worst.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`case`] | an attack as data |
//! | [`variant`] | the ways in which one is made |
//! | [`malice`], [`macros`], [`codec`] | the model, and how it hides words |
//! | [`witness`], [`watched`] | the rules that write down what happened, and a game with them |
//! | [`run`], [`trace`], [`snapshot`] | an attack made, and all that it came to |
//! | [`forbidden`], [`judge`] | what must not come of it, and whether it did |

pub mod case;
pub mod codec;
pub mod forbidden;
pub mod judge;
pub mod macros;
pub mod malice;
pub mod run;
pub mod snapshot;
pub mod trace;
pub mod variant;
pub mod watched;
pub mod witness;
