//! What is wrong with a content file, and where.

use std::fmt;

use text::parse;

use crate::content::locate::Position;

/// One file of the content folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceFile {
    /// Its path inside the folder, with `/` between the parts.
    pub path: String,
    /// All of its text.
    pub text: String,
    /// Why it has no text, as a sentence; nothing when it was read.
    pub fault: Option<String>,
}

impl SourceFile {
    /// A file that was read.
    #[must_use]
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), fault: None }
    }

    /// A file or folder that cannot be read.
    #[must_use]
    pub fn unreadable(path: impl Into<String>, why: impl Into<String>) -> Self {
        Self { path: path.into(), text: String::new(), fault: Some(why.into()) }
    }
}

/// Something in a content file that must be mended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file's path inside the content folder.
    pub path: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// What is wrong and, where it can be told, what was meant.
    pub sentence: String,
}

impl Problem {
    /// A problem at a place in a file.
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

/// Something in a content file that may be meant so, and stops nobody.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Warning(pub Problem);

impl Warning {
    /// A warning about a place in a file.
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

/// ` (did you mean ...?)` with the nearest of the candidates, or nothing when
/// none is near.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let near: Vec<String> =
        parse::near(word, candidates).into_iter().map(|word| format!("`{word}`")).collect();
    if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", near.join(" or ")) }
}
