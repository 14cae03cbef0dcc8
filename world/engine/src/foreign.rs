//! Text that came from somebody: a player, a model, an endpoint. It has no `Display` and its `Debug`
//! tells its length alone, so that no log line and no message quotes it by accident; whoever shows it
//! asks for [`ForeignText::escaped`] and goes by the label of the value that it is part of.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Maximum number of characters kept of a text.
pub const LONGEST: usize = 400;

/// Text of a player, a model, an endpoint or another author. At most [`LONGEST`] characters are kept.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "SavedText")]
pub struct ForeignText {
    /// Text that is kept.
    text: String,
    /// Number of characters cut off at its end.
    #[serde(default, skip_serializing_if = "is_none")]
    left_out: usize,
}

/// Saved form: a bare text is what errors of models held in older records.
#[derive(Deserialize)]
#[serde(untagged)]
enum SavedText {
    Bare(String),
    Cut {
        text: String,
        #[serde(default)]
        left_out: usize,
    },
}

impl From<SavedText> for ForeignText {
    fn from(saved: SavedText) -> Self {
        match saved {
            SavedText::Bare(text) => Self::new(&text),
            SavedText::Cut { text, left_out } => Self { text, left_out },
        }
    }
}

impl From<&str> for ForeignText {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for ForeignText {
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

impl fmt::Debug for ForeignText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ForeignText({} characters)", self.length())
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_none(left_out: &usize) -> bool {
    *left_out == 0
}

impl ForeignText {
    /// Creates the kept form of a text; cuts off the end of a long one.
    #[must_use]
    pub fn new(text: &str) -> Self {
        match text.char_indices().nth(LONGEST) {
            None => Self { text: text.to_owned(), left_out: 0 },
            Some((end, _)) => {
                let (kept, rest) = text.split_at(end);
                Self { text: kept.to_owned(), left_out: rest.chars().count() }
            }
        }
    }

    /// Returns the text that is kept, unescaped.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of characters of the whole text.
    #[must_use]
    pub fn length(&self) -> usize {
        self.text.chars().count().saturating_add(self.left_out)
    }

    /// Returns whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Deletes the text.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the text as one string in quotes on one line, whatever it contains, for those whom the
    /// label of its value admits.
    #[must_use]
    pub fn escaped(&self) -> EscapedText<'_> {
        EscapedText(self)
    }
}

/// Foreign text as it is shown: in quotes, with every character escaped that could end the quotes or
/// the line.
pub struct EscapedText<'a>(&'a ForeignText);

impl fmt::Display for EscapedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for it in self.0.text.chars() {
            match it {
                '"' | '\\' => write!(f, "\\{it}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                hidden if misleads(hidden) => write!(f, "\\u{{{:x}}}", u32::from(hidden))?,
                plain => write!(f, "{plain}")?,
            }
        }
        match self.0.left_out {
            0 => f.write_str("\""),
            _ => f.write_str("…\""),
        }
    }
}

/// Returns whether a character ends a line, is invisible, or changes the direction or look of its
/// neighbours.
#[must_use]
pub fn misleads(it: char) -> bool {
    let unseen = matches!(
        it,
        '\u{AD}'
            | '\u{61C}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}'
    );
    it.is_control() || unseen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_ends_a_line_or_the_quotes_is_escaped() {
        let forged = "done\n  4. ends: \"noop\"\\ \u{2028}\u{202E}\u{1b}[2J";
        let shown = ForeignText::new(forged).escaped().to_string();
        assert_eq!(shown, r#""done\n  4. ends: \"noop\"\\ \u{2028}\u{202e}\u{1b}[2J""#);
    }

    #[test]
    fn long_words_are_clipped_and_their_length_is_known() {
        let quote = ForeignText::new(&"ä".repeat(LONGEST + 7));
        assert_eq!(quote.text().chars().count(), LONGEST);
        assert_eq!(quote.length(), LONGEST + 7);
        assert!(quote.escaped().to_string().ends_with("ä…\""));
        let written = serde_json::to_string(&quote).unwrap();
        assert_eq!(serde_json::from_str::<ForeignText>(&written).unwrap(), quote);
    }

    #[test]
    fn it_is_not_formatted_by_accident_and_older_forms_are_read() {
        let secret = ForeignText::new("the word is amber");
        assert_eq!(format!("{secret:?}"), "ForeignText(17 characters)");
        let bare: ForeignText = serde_json::from_str("\"the word is amber\"").unwrap();
        assert_eq!(bare, secret);
    }

    proptest! {
        #[test]
        fn a_quote_is_one_string_on_one_line(text in any::<String>()) {
            let shown = ForeignText::new(&text).escaped().to_string();
            prop_assert!(!shown.chars().any(misleads), "{shown:?}");
            let inside = shown.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap();
            let mut escaped = false;
            for it in inside.chars() {
                prop_assert!(escaped || it != '"', "the quotes end early: {shown}");
                escaped = !escaped && it == '\\';
            }
            prop_assert!(!escaped, "the last quote is escaped: {shown}");
        }
    }
}
