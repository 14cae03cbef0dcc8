//! Text without an ECS.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`styled`] | text with styles, and clean text that holds only what can be printed |
//! | [`parse`] | the grammar of typed lines: verbs, nouns, directions, suggestions |
//! | [`plural`] | nouns in the plural |
//! | [`prose`] | the nouns that an authored text mentions |
//! | [`span`] | spans of time as words |
//! | [`variant`] | authored texts that differ by condition |

pub mod parse;
pub mod plural;
pub mod prose;
pub mod span;
pub mod styled;
pub mod variant;
