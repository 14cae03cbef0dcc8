//! Text processing: parsing of input and styled output, independent of the ECS.
//!
//! | Module | Content |
//! |---|---|
//! | [`styled`] | styled text, and sanitised text that holds only printable characters |
//! | [`parse`] | command parser: verbs, nouns, directions, suggestions |
//! | [`plural`] | plural forms of nouns |
//! | [`prose`] | extraction of nouns from authored text |
//! | [`span`] | durations in words |
//! | [`variant`] | conditional texts: placeholders for marks and tallies |

pub mod parse;
pub mod plural;
pub mod prose;
pub mod span;
pub mod styled;
pub mod variant;
