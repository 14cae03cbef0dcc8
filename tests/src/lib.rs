//! The harness of the end-to-end suite: stories, the two ways to play them, a
//! small telnet client, and a reader of imports.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`story`] | stories as data: files in, steps out |
//! | [`cast`] | who plays in a story, and the content and rows that makes |
//! | [`brain`] | the model of the stories' assistants, which says what it is told to |
//! | [`play`] | a story walked step by step, whatever plays it |
//! | [`content`] | the content of games, read and checked once in a process |
//! | [`machine`], [`online`] | the two players: the bare game, and a real server |
//! | [`host`], [`client`] | a server on a free port, and a telnet client, whose waits fail when nothing is being done any more |
//! | [`bare`] | the shipped world in memory, for what measures or counts minds |
//! | [`bare::asked`] | the same with a model, whose questions and answers are looked at |
//! | [`day`] | a day of talk, and what is left of it |
//! | [`attack`] | attacks as data, a model that does the worst, and who judges what came of it |
//! | [`imports`] | which source file imports which |
//! | [`program`] | the real binary as a process |

use std::io::Write;

pub mod attack;
pub mod bare;
pub mod brain;
pub mod cast;
pub mod client;
pub mod content;
pub mod day;
pub mod host;
pub mod imports;
pub mod machine;
pub mod online;
pub mod play;
pub mod program;
pub mod story;

/// Error message of a test's harness.
pub type Trouble = String;

/// Makes any error a [`Trouble`] with a word on what was being done.
pub fn while_<T, E: std::fmt::Display>(doing: &str, result: Result<T, E>) -> Result<T, Trouble> {
    result.map_err(|error| format!("{doing}: {error}"))
}

/// A variable of the environment, by which whoever runs tests asks for something.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the tests have no settings")]
pub fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Prints to standard output at once.
///
/// # Errors
/// A closed output.
pub fn print(text: &str) -> Result<(), Trouble> {
    let mut out = std::io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    while_("printing", printed)
}
