//! Words on their way in ([`CleanText`]) and on their way out ([`Text`]).

use std::{fmt, ops::Deref};

use serde::{Deserialize, Serialize};

mod clean;

pub use clean::hidden;

/// One line that holds nothing but printable text.
///
/// Made only by [`CleanText::new`], which drops control characters, escape
/// sequences' introducers, bidirectional overrides, private-use code points and
/// what Unicode calls ignorable, and turns line breaks into spaces. Joiners and
/// selectors stay where they join or select something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct CleanText(Box<str>);

impl CleanText {
    /// Cleans `raw`. Never fails: what may not stay is left out.
    #[must_use]
    pub fn new(raw: &str) -> Self {
        // Nearly every line is plain ASCII already and is copied in one go.
        if raw.bytes().all(|b| (b' '..=b'~').contains(&b)) {
            return Self(raw.trim().into());
        }
        let clean = clean::clean(raw);
        Self(clean.trim().into())
    }

    /// The words.
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

/// What a span of text is, so that each screen can show it in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Style {
    /// Ordinary words.
    Plain,
    /// A page to read, such as a description: words of builders and of the
    /// server alone. Only they begin further lines where a long one is broken,
    /// so that nobody's speech looks like a line of its own.
    Prose,
    /// A character's name.
    Person,
    /// A room's name.
    Room,
    /// A way out.
    Exit,
    /// A thing's name.
    Thing,
    /// A channel's name.
    Channel,
    /// Words that were spoken to this viewer alone.
    Private,
    /// Something to type.
    Command,
    /// Something to read about: `help` with these words.
    Topic,
    Heading,
    /// A refusal or a warning.
    Warning,
    /// Side information, such as a hint.
    Quiet,
}

/// Styled words for a screen; lines are separated by `\n`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    words: String,
    /// Byte offset at which each run ends, and how it is styled.
    runs: Vec<(usize, Style)>,
}

impl Text {
    /// Unstyled words.
    #[must_use]
    pub fn plain(words: impl Into<String>) -> Self {
        Self::styled(Style::Plain, words)
    }

    /// Words in one style.
    #[must_use]
    pub fn styled(style: Style, words: impl Into<String>) -> Self {
        let words = words.into();
        let runs = if words.is_empty() { Vec::new() } else { vec![(words.len(), style)] };
        Self { words, runs }
    }

    /// Adds words in the given style.
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

    /// Adds plain words.
    pub fn say(&mut self, words: &str) -> &mut Self {
        self.push(Style::Plain, words)
    }

    /// Adds another text as it is.
    pub fn append(&mut self, other: &Text) -> &mut Self {
        for (style, words) in other.runs() {
            self.push(style, words);
        }
        self
    }

    /// The same words with the first letter in upper case, for the start of a
    /// sentence.
    #[must_use]
    pub fn capitalised(mut self) -> Self {
        if let Some(first) = self.words.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        self
    }

    /// The styled runs in order.
    pub fn runs(&self) -> impl Iterator<Item = (Style, &str)> {
        let mut start = 0;
        self.runs.iter().map(move |&(end, style)| {
            let words = self.words.get(start..end).unwrap_or_default();
            start = end;
            (style, words)
        })
    }

    /// The lines, each with its styles.
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

    /// The words without their styles.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.words
    }

    /// Whether there is nothing to show.
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

/// Joins words as a sentence does: `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list<S: AsRef<str>>(words: &[S]) -> String {
    let mut sentence = String::new();
    for (i, word) in words.iter().enumerate() {
        if i > 0 {
            sentence.push_str(if i + 1 == words.len() { " and " } else { ", " });
        }
        sentence.push_str(word.as_ref());
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

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
