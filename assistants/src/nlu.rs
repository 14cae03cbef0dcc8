//! Natural language understanding (NLU), the meaning of lines: words in any form, patterns of them,
//! and the intent. Pure.
//!
//! | File | What it holds |
//! |---|---|
//! | `tokens` | the words of a line, in one form however they were typed |
//! | `stock` | the words that a character knows, and those that were mistyped |
//! | `pattern` | what has to be in a line |
//! | `line` | a line, and how a pattern fits it |
//! | `phrase` | a short phrase out of what somebody said of themselves |
//! | `question` | what is asked of a matter: why, who, since when |
//! | `subjects` | which of the things that a character can talk about is meant |
//! | `features` | what of a line is compared: stems, pairs, classes, letters |
//! | `examples` | lines that people said, and which topics another line like them is about |
//! | `shared` | a feature that more than one example has, while it is trained |
//! | `training` | what is learned from examples by reading them in turn |
//! | `weights` | what the training gives: weights of features for topics |
//! | `table` | keys with lists, in flat arrays |
//! | `cache` | the file of a trained index |
//! | `fixed_point` | logarithms and probabilities in whole numbers |

mod cache;
mod examples;
mod features;
mod fixed_point;
mod line;
mod pattern;
mod phrase;
mod question;
mod shared;
mod stock;
mod subjects;
mod table;
mod tokens;
mod training;
mod weights;

pub(crate) use cache::MOST_CACHED;
pub use examples::{ExampleIndex, ExampleVote, MOST_EXAMPLES, NOTHING};
pub use features::MOST_COMPARED;
pub(crate) use features::{line_digest, words_in_common, words_to};
pub(crate) use fixed_point::{PARTS, WHOLE_SHARE, softmax};
pub use pattern::PatternError;
pub use phrase::{name_pattern, short_phrase};
pub use question::{AskedFor, asked_for, asks_for};
pub use stock::WordGroups;
pub(crate) use stock::speaks_of_elsewhere;
pub use subjects::{HeardWords, PatternReader, SubjectFit, SubjectIndex, SubjectState};
pub use tokens::holds;

#[cfg(test)]
mod tests;
