//! Line wrapping: at the text's own line ends, and between words before a line gets too wide.
//!
//! Continuation lines are indented below the beginning of the first one. Words that somebody
//! typed never stand at the very start of a line, whatever they are padded with, so they cannot
//! pass for what somebody else said or did. Only prose, which no player writes, goes on flush left.

use std::ops::Range;

use text::styled::{Style, Text};
use unicode_width::UnicodeWidthChar;

use super::MIN_WIDTH;

/// Hanging indent of a wrapped line, in columns.
const HANG: usize = 2;

/// Characters that separate words.
const BLANKS: [char; 2] = [' ', '\t'];

/// A character with marks and joiners is not cut apart unless it passes this many columns. No
/// terminal draws a picture so wide, and on the narrowest screen it still leaves room to go on.
const WIDEST_CHARACTER: usize = 16;

/// Columns that are left beside what hangs: the last part of a character may pass the limit.
const LEAST_ROOM: usize = WIDEST_CHARACTER + 2;

/// Joins the characters before and after it into one picture.
const ZERO_WIDTH_JOINER: char = '\u{200D}';

/// Variation selector that asks for the coloured, double-width picture of the character before it.
const EMOJI_PRESENTATION: char = '\u{FE0F}';

/// Line to show, without its end and without blanks before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShownLine<'a> {
    /// Number of blanks to put before the line that are not in the text.
    pub(super) hang: usize,
    /// Start of the line in the text, in bytes.
    pub(super) start: usize,
    /// Visible text of the line.
    pub(super) words: &'a str,
}

/// Returns the lines of `text`, none wider than `width` columns or [`MIN_WIDTH`], whichever is
/// more.
///
/// Blanks where a line is broken are left out; those that begin a line of the text stay, as far as
/// they leave room for its first word. A word wider than a whole line is cut.
pub(super) fn lines(text: &Text, width: usize) -> WrappedLines<'_> {
    let width = width.max(usize::from(MIN_WIDTH));
    WrappedLines { whole: text, text: text.as_str(), start: 0, broken: None, width }
}

/// See [`lines`].
pub(super) struct WrappedLines<'a> {
    whole: &'a Text,
    /// The text after the current line of it.
    text: &'a str,
    /// Start of the next line, in bytes of the whole text.
    start: usize,
    broken: Option<Remainder<'a>>,
    width: usize,
}

/// Remainder of a wrapped line, still to be shown.
struct Remainder<'a> {
    rest: &'a str,
    /// The bytes from there to the next line of the text.
    whole: usize,
    /// Hanging indent of the remainder, in columns.
    hang: usize,
}

impl<'a> Iterator for WrappedLines<'a> {
    type Item = ShownLine<'a>;

    fn next(&mut self) -> Option<ShownLine<'a>> {
        let broken = self.broken.take();
        let hang = broken.as_ref().map(|it| it.hang);
        let (line, whole) = match broken {
            Some(it) => (it.rest, it.whole),
            None => self.next_of_text()?,
        };
        let (shown, next) = fold(line, self.width - hang.unwrap_or(0));
        let start = self.start + shown.start;
        let rest = line.get(next..).unwrap_or_default();
        let words = line.get(shown).unwrap_or_default();
        if rest.is_empty() {
            self.start += whole;
        } else {
            let of_rest = hang.unwrap_or_else(|| self.hang(line, blanks(words)));
            self.start += next;
            self.broken = Some(Remainder { rest, whole: whole - next, hang: of_rest });
        }
        Some(ShownLine { hang: hang.unwrap_or(0), start, words })
    }
}

impl<'a> WrappedLines<'a> {
    /// Returns the hanging indent for the rest of the current line, which begins with `blanks`
    /// blanks on the screen.
    fn hang(&self, line: &str, blanks: usize) -> usize {
        if is_prose(self.whole, self.start..self.start + line.len()) {
            0
        } else {
            (blanks + HANG).min(self.width - LEAST_ROOM)
        }
    }

    /// Returns the next line of the text without blanks at its end, and its bytes in the text.
    fn next_of_text(&mut self) -> Option<(&'a str, usize)> {
        if self.text.is_empty() {
            return None;
        }
        let (line, rest) = self.text.split_once('\n').unwrap_or((self.text, ""));
        let whole = self.text.len() - rest.len();
        self.text = rest;
        Some((line.trim_end_matches([' ', '\t', '\r']), whole))
    }
}

/// Returns whether a whole part of the text, given in bytes, is prose.
fn is_prose(text: &Text, part: Range<usize>) -> bool {
    let mut end = 0;
    text.runs().all(|(style, words)| {
        let start = end;
        end += words.len();
        style == Style::Prose || end <= part.start || start >= part.end
    })
}

/// Returns the bytes of a line that fit into `width` columns, and the start of the rest.
fn fold(line: &str, width: usize) -> (Range<usize>, usize) {
    // No character is wider than its bytes are many, so a short line needs no measuring.
    if line.len() <= width {
        return (0..line.len(), line.len());
    }
    let indent = blanks(line);
    let first = fit(line, indent, width);
    if !first.whole {
        return (indent..first.end, first.end);
    }
    let kept = indent.min(width - first.columns);
    let start = indent - kept;
    let mut columns = kept + first.columns;
    let mut end = first.end;
    while end < line.len() {
        let gap = blanks(line.get(end..).unwrap_or_default());
        let next = end + gap;
        let room = width.checked_sub(columns + gap);
        match room.map(|room| fit(line, next, room)) {
            Some(word) if word.whole => {
                columns += gap + word.columns;
                end = word.end;
            }
            // It must be cut in any case, so it may as well fill this line.
            Some(word) if word.end > next && !fit(line, next, width).whole => {
                return (start..word.end, word.end);
            }
            Some(_) | None => return (start..end, next),
        }
    }
    (start..end, end)
}

/// Returns the number of blanks at the start of the text; each is one byte and one column.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(BLANKS).len()
}

/// The part of a word that fits into some room.
struct FittingPart {
    whole: bool,
    /// End of the part, in bytes of the line.
    end: usize,
    columns: usize,
}

/// Measures the word of `line` that starts at byte `from`, but no further than `room` columns.
///
/// Terminals disagree on what joined characters take, so each counts as if it stood alone: a line
/// may end a little early but never passes the width.
fn fit(line: &str, from: usize, room: usize) -> FittingPart {
    let word = line.get(from..).unwrap_or_default();
    // Most words are ASCII, and those are counted by their bytes.
    let in_word = |byte: &u8| byte.is_ascii() && !BLANKS.contains(&char::from(*byte));
    let letters = word.bytes().take(room.saturating_add(1));
    let ascii = letters.take_while(in_word).count();
    let next = word.as_bytes().get(ascii);
    if ascii > room || next.is_none_or(u8::is_ascii) {
        let columns = ascii.min(room);
        return FittingPart { whole: ascii <= room, end: from + columns, columns };
    }
    fit_any(word, from, room)
}

/// Measures like [`fit`], for a word with any characters.
fn fit_any(word: &str, from: usize, room: usize) -> FittingPart {
    let mut columns = 0;
    let mut cut = FittingPart { whole: false, end: from, columns: 0 };
    let mut before = '\0';
    for (at, c) in word.char_indices() {
        if BLANKS.contains(&c) {
            return FittingPart { whole: true, end: from + at, columns };
        }
        let flag = is_flag_letter(before) && is_flag_letter(c);
        if !(flag || joins(before, c)) || columns - cut.columns >= WIDEST_CHARACTER {
            cut.end = from + at;
            cut.columns = columns;
        }
        columns += width_after(before, c);
        if columns > room {
            return cut;
        }
        // Flags are pairs: a third letter begins another one.
        before = if flag { '\0' } else { c };
    }
    FittingPart { whole: true, end: from + word.len(), columns }
}

/// Returns whether a character is drawn together with the one before it.
fn joins(before: char, c: char) -> bool {
    // Every character below the first combining mark stands alone.
    c >= '\u{0300}'
        && (c.width() == Some(0)
            || before == ZERO_WIDTH_JOINER
            || matches!(c, '\u{1F3FB}'..='\u{1F3FF}'))
}

fn is_flag_letter(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Returns the number of columns that a character adds. A control character is never shown and is
/// not handled here: it counts as one.
fn width_after(before: char, c: char) -> usize {
    if c == EMOJI_PRESENTATION {
        usize::from(before.width() == Some(1))
    } else {
        c.width().unwrap_or(1)
    }
}
