//! Errors that keep the server from running.

use std::{io, path::PathBuf};

use engine::{fault::Broken, save::document::Unreadable};
use world::content::problem::Problem;

use super::files::FilesError;
use store::StoreError;

use crate::listener::tls::TlsError;

/// Error that keeps the server from running or ends it.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No game to run: the content or the saved data cannot be built.
    #[error(transparent)]
    Unbuildable(#[from] Unbuildable),
    /// The content cannot be read.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The data cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal cannot be written.
    #[error("The journal {} cannot be written: {source}", path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// Error from the operating system.
        source: io::Error,
    },
    /// Thread of the record that could not be started.
    #[error("The record of what the characters do cannot be written: {0}")]
    Record(#[source] io::Error),
    /// Random seed that could not be drawn.
    #[error("The system gives no random numbers ({0}); see that this user can read /dev/urandom.")]
    Chance(String),
    /// TLS certificate that could not be loaded.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The world broke while it ran.
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// Error in the content, the schedule or the saved data that prevents building a game.
#[derive(Debug, thiserror::Error)]
pub enum Unbuildable {
    /// The content has problems.
    #[error("{}", list(.0))]
    Content(Vec<Problem>),
    /// The rules of the world do not fit together.
    #[error("The world's schedule is ambiguous: {0}")]
    Schedule(String),
    /// Saved document that cannot be read.
    #[error(transparent)]
    Saved(#[from] Unreadable),
}

fn list(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    format!(
        "{}\nThe content has {} problem(s); see docs/content.md.",
        lines.join("\n"),
        lines.len()
    )
}
