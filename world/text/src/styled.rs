//! Text types for input ([`CleanText`]) and for output ([`Text`]).

use std::{fmt, ops::Deref};

use serde::{Deserialize, Serialize};

mod clean;

pub use clean::hidden;

/// Line of sanitised input that holds nothing but printable text.
///
/// Made only by [`CleanText::new`], which drops control characters, introducers of escape
/// sequences, bidirectional overrides, private-use code points and default ignorable code points of
/// Unicode, and turns line breaks into spaces. Joiners and variation selectors stay where they join
/// or select something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct CleanText(Box<str>);

impl CleanText {
    /// Sanitises `raw`. Never fails: characters that are not allowed are dropped.
    #[must_use]
    pub fn new(raw: &str) -> Self {
        // Fast path: nearly every line is plain printable ASCII.
        if raw.bytes().all(|b| (b' '..=b'~').contains(&b)) {
            return Self(raw.trim().into());
        }
        let clean = clean::clean(raw);
        Self(clean.trim().into())
    }

    /// Returns the text as a string slice.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for CleanText {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CleanText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for CleanText {
    fn from(raw: String) -> Self {
        Self::new(&raw)
    }
}

impl From<&str> for CleanText {
    fn from(raw: &str) -> Self {
        Self::new(raw)
    }
}

impl From<CleanText> for String {
    fn from(text: CleanText) -> String {
        text.0.into()
    }
}

/// Style of a run of text; each client renders it in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Style {
    /// Ordinary text.
    Plain,
    /// Prose to read, such as a description, written by builders or the server only. Only prose
    /// continues a wrapped line at the left margin; other styles get a hanging indent, so that a
    /// player's speech cannot look like a line of its own.
    Prose,
    /// Name of a character.
    Person,
    /// Name of a room.
    Room,
    /// Exit.
    Exit,
    /// Name of an item.
    Thing,
    /// Name of a channel.
    Channel,
    /// Private message to this viewer alone.
    Private,
    /// Command to type.
    Command,
    /// Help topic: `help` with these words.
    Topic,
    Heading,
    /// Refusal or warning.
    Warning,
    /// Side information, such as a hint.
    Quiet,
}

/// Styled text for a screen; lines are separated by `\n`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    words: String,
    /// End offset of each run, in bytes, and its style.
    runs: Vec<(usize, Style)>,
}

impl Text {
    /// Creates a text in [`Style::Plain`].
    #[must_use]
    pub fn plain(words: impl Into<String>) -> Self {
        Self::styled(Style::Plain, words)
    }

    /// Creates a text in one style.
    #[must_use]
    pub fn styled(style: Style, words: impl Into<String>) -> Self {
        let words = words.into();
        let runs = if words.is_empty() { Vec::new() } else { vec![(words.len(), style)] };
        Self { words, runs }
    }

    /// Appends words in the given style.
    pub fn push(&mut self, style: Style, words: &str) -> &mut Self {
        if words.is_empty() {
            return self;
        }
        self.words.push_str(words);
        let end = self.words.len();
        match self.runs.last_mut() {
            Some((last, same)) if *same == style => *last = end,
            _ => self.runs.push((end, style)),
        }
        self
    }

    /// Appends words in [`Style::Plain`].
    pub fn say(&mut self, words: &str) -> &mut Self {
        self.push(Style::Plain, words)
    }

    /// Appends another text with its styles.
    pub fn append(&mut self, other: &Text) -> &mut Self {
        for (style, words) in other.runs() {
            self.push(style, words);
        }
        self
    }

    /// Returns the same text with its first letter in upper case (ASCII only), for the start of a
    /// sentence.
    #[must_use]
    pub fn capitalised(mut self) -> Self {
        if let Some(first) = self.words.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        self
    }

    /// Iterates over the styled runs in order.
    pub fn runs(&self) -> impl Iterator<Item = (Style, &str)> {
        let mut start = 0;
        self.runs.iter().map(move |&(end, style)| {
            let words = self.words.get(start..end).unwrap_or_default();
            start = end;
            (style, words)
        })
    }

    /// Splits the text into lines, each with its styles.
    #[must_use]
    pub fn lines(&self) -> Vec<Text> {
        let mut lines = Vec::new();
        let mut line = Text::default();
        for (style, words) in self.runs() {
            for (n, part) in words.split('\n').enumerate() {
                if n > 0 {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(style, part);
            }
        }
        lines.push(line);
        lines
    }

    /// Returns the text without its styles.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.words
    }

    /// Returns whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        Self::plain(words)
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        Self::plain(words)
    }
}

/// Returns a text with a small first letter.
#[must_use]
pub fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |it| it.to_lowercase().chain(letters).collect())
}

/// Joins words into an enumeration: `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, " and ")
}

/// Joins words into a choice: `a`, `a or b`, `a, b or c`.
#[must_use]
pub fn list_or<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, " or ")
}

fn joined<S: AsRef<str>>(words: &[S], last: &str) -> String {
    let mut sentence = String::new();
    for (i, word) in words.iter().enumerate() {
        if i > 0 {
            sentence.push_str(if i + 1 == words.len() { last } else { ", " });
        }
        sentence.push_str(word.as_ref());
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_keeps_the_words_that_it_is_made_of() {
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list_or(&["salt and pepper", "b", "c"]), "salt and pepper, b or c");
        assert_eq!(list_or(&["a"]), "a");
    }

    #[test]
    fn only_printable_text_gets_in() {
        let nasty = "  a\x1b[31mb\r\nc\u{202e}d\u{200b}e\u{e0041}f\x07g\u{7f}h\u{9b}i  ";
        assert_eq!(CleanText::new(nasty).as_str(), "a[31mb  cdefghi");
        assert_eq!(CleanText::new("héllo ☃ 漢字").as_str(), "héllo ☃ 漢字");
        let zalgo = format!("a{}", "\u{0301}".repeat(40));
        assert_eq!(CleanText::new(&zalgo).chars().count(), 1 + clean::MAX_MARKS);
    }

    #[test]
    fn runs_cover_the_words_and_merge() {
        let mut text = Text::styled(Style::Person, "Ann");
        text.say(" says, ").say("\"hi\"");
        let runs: Vec<_> = text.runs().collect();
        assert_eq!(runs, [(Style::Person, "Ann"), (Style::Plain, " says, \"hi\"")]);
    }

    #[test]
    fn lines_keep_their_styles() {
        let mut text = Text::styled(Style::Heading, "Ways");
        text.say("\n  ").push(Style::Command, "go\nrun").say("\n");
        let lines = text.lines();
        let words: Vec<&str> = lines.iter().map(Text::as_str).collect();
        assert_eq!(words, ["Ways", "  go", "run", ""]);
        assert_eq!(lines[1].runs().last(), Some((Style::Command, "go")));
        assert_eq!(lines[2].runs().last(), Some((Style::Command, "run")));
        assert_eq!(Text::default().lines().len(), 1);
    }

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }
}
