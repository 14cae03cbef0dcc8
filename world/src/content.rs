//! Authored content: parses and checks the content files (rooms, kinds of items, channels, help)
//! and applies them to the world. The files are only read, never written.

pub mod aftermath;
pub mod authored;
pub mod build;
pub mod changes;
pub mod check;
mod defaults;
mod form;
pub mod line;
pub mod locate;
pub mod nouns;
pub mod parse;
pub mod problem;
pub mod reading;
pub mod schema;
pub mod shown;
#[cfg(test)]
mod tests;
pub mod ways;
