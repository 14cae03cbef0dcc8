//! Operating: the command line, the settings, the log, the manual, and what the
//! operator's commands do.

pub mod accounts;
pub mod args;
pub mod backup;
pub mod chronicle;
pub mod config;
pub mod displaced;
pub(crate) mod hangup;
pub mod manual;
pub mod memory;
pub mod model;
pub(crate) mod permissions;
mod persona;
pub mod prove;
pub mod tasks;
pub mod telemetry;
pub mod why;

/// Name of the data file in a data folder.
pub(crate) const DATA_FILE: &str = "hearsay.sqlite";
