//! Problems and warnings of content files, with their positions.

use std::fmt;

use text::parse;

use crate::content::locate::Position;

/// Content file with its text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceFile {
    /// Path of the file inside the content folder, with `/` between the parts.
    pub path: String,
    /// Full text of the file; empty if it could not be read.
    pub text: String,
    /// Read error, as a sentence; none if the file was read.
    pub fault: Option<String>,
}

impl SourceFile {
    /// Creates a file that was read.
    #[must_use]
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), fault: None }
    }

    /// Creates a file or folder that cannot be read, with the read error.
    #[must_use]
    pub fn unreadable(path: impl Into<String>, why: impl Into<String>) -> Self {
        Self { path: path.into(), text: String::new(), fault: Some(why.into()) }
    }
}

/// Error in a content file, with its position.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Path of the file inside the content folder.
    pub path: String,
    /// Line number, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Message: the error and, where it can be told, a suggestion.
    pub sentence: String,
}

impl Problem {
    /// Creates a problem at a position in a file.
    #[must_use]
    pub fn new(path: &str, at: Position, sentence: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: at.line, column: at.column, sentence: sentence.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.path, self.line, self.column, self.sentence)
    }
}

/// Warning about a content file: a suspicious place that does not stop the start.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Warning(pub Problem);

impl Warning {
    /// Creates a warning at a position in a file.
    #[must_use]
    pub fn new(path: &str, at: Position, sentence: impl Into<String>) -> Self {
        Self(Problem::new(path, at, sentence))
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { path, line, column, sentence } = &self.0;
        write!(f, "{path}:{line}:{column}: warning: {sentence}")
    }
}

/// Formats the nearest candidates as ` (did you mean ...?)`; empty if none is near.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let near: Vec<String> =
        parse::near(word, candidates).into_iter().map(|word| format!("`{word}`")).collect();
    if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", near.join(" or ")) }
}
