//! Words: text on its way in and out, whose word it is, what things are called,
//! and the grammar of what players type.

pub mod label;
pub mod name;
pub mod parse;
pub mod text;
