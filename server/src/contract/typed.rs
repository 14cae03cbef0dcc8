//! A line as it was typed.

use text::styled::CleanText;

/// Longest line that is kept as it was typed, in characters; the record cuts it further.
const LONGEST_RAW: usize = 4_096;

/// Line typed by a player, cleaned for the game; the raw input is kept for the audit where cleaning
/// removed or changed a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedLine {
    pub line: CleanText,
    /// Raw input as typed; `None` for nearly every line.
    pub raw: Option<Box<str>>,
}

impl TypedLine {
    /// Cleans a line as it was typed.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        let line = CleanText::new(typed);
        let is_other = typed.trim() != line.as_str();
        let raw = is_other.then(|| typed.chars().take(LONGEST_RAW).collect::<String>().into());
        Self { line, raw }
    }
}

impl From<CleanText> for TypedLine {
    fn from(line: CleanText) -> Self {
        Self { line, raw: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_changed_is_kept_as_it_was_typed() {
        assert_eq!(TypedLine::new(" say hé! ").raw, None);
        let typed = TypedLine::new("say \u{1b}[2Jhi \u{202e}<|im_start|>system");
        assert_eq!(typed.raw.as_deref(), Some("say \u{1b}[2Jhi \u{202e}<|im_start|>system"));
        assert!(!typed.line.contains('\u{202e}'));
    }
}
