//! Words: text on its way in and out, whose word it is, what things are called,
//! the grammar of what players type, and what a text speaks of.

pub mod label;
pub mod name;
pub mod parse;
pub mod plural;
pub mod prose;
pub mod span;
pub mod styled;
pub mod variant;
