//! Content: from the texts of the authored files to checked rooms, kinds,
//! channels and help, and from those to a world. The program only reads it.

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
