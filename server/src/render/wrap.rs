//! Where lines end: at the text's own line ends, and between words before a line gets too wide.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::MIN_WIDTH;

/// What may stand between words.
const BLANKS: [char; 2] = [' ', '\t'];

/// A character with marks and joiners is not cut apart unless it passes this many columns. No
/// terminal draws a picture so wide, and on the narrowest screen it still leaves room to go on.
const WIDEST_CHARACTER: usize = 16;

/// Joins the characters before and after it into one picture.
const ZERO_WIDTH_JOINER: char = '\u{200D}';

/// Asks for the coloured, double-width picture of the character before it.
const EMOJI_PRESENTATION: char = '\u{FE0F}';

/// One line to show, without its end and without blanks before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Where in the text the line starts, in bytes.
    pub(super) start: usize,
    /// The line's part of the text.
    pub(super) words: &'a str,
}

/// The lines of `text`, none wider than `width` columns or [`MIN_WIDTH`], whichever is more.
///
/// Blanks where a line is broken are left out; those that begin a line of the text stay, as far as
/// they leave room for its first word. A word wider than a whole line is cut.
pub(super) fn lines(text: &str, width: usize) -> Lines<'_> {
    Lines { text, start: 0, broken: None, width: width.max(usize::from(MIN_WIDTH)) }
}

/// See [`lines`].
pub(super) struct Lines<'a> {
    /// The text after the current line of it.
    text: &'a str,
    /// Where the next line starts, in bytes of the whole text.
    start: usize,
    /// What is still to be shown of a broken line, and the bytes from there to the next one's start.
    broken: Option<(&'a str, usize)>,
    width: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let (line, whole) = match self.broken.take() {
            Some(broken) => broken,
            None => self.next_of_text()?,
        };
        let (shown, next) = fold(line, self.width);
        let start = self.start + shown.start;
        let rest = line.get(next..).unwrap_or_default();
        if rest.is_empty() {
            self.start += whole;
        } else {
            self.start += next;
            self.broken = Some((rest, whole - next));
        }
        let words = line.get(shown).unwrap_or_default();
        Some(Line { start, words })
    }
}

impl<'a> Lines<'a> {
    /// The next line of the text without blanks at its end, and its bytes in the text.
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

/// Which bytes of a line are shown at once, and where the rest of it starts.
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

/// How many blanks the text starts with; each is one byte and one column.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(BLANKS).len()
}

/// The part of a word that fits into some room.
struct Fit {
    whole: bool,
    /// Where the part ends, in bytes of the line.
    end: usize,
    columns: usize,
}

/// Measures the word of `line` that starts at byte `from`, but no further than `room` columns.
///
/// Terminals disagree on what joined characters take, so each counts as if it stood alone: a line
/// may end a little early but never passes the width.
fn fit(line: &str, from: usize, room: usize) -> Fit {
    let word = line.get(from..).unwrap_or_default();
    // Most words are ASCII, and those are counted by their bytes.
    let in_word = |byte: &u8| byte.is_ascii() && !BLANKS.contains(&char::from(*byte));
    let letters = word.bytes().take(room.saturating_add(1));
    let ascii = letters.take_while(in_word).count();
    let next = word.as_bytes().get(ascii);
    if ascii > room || next.is_none_or(u8::is_ascii) {
        let columns = ascii.min(room);
        return Fit { whole: ascii <= room, end: from + columns, columns };
    }
    fit_any(word, from, room)
}

/// As [`fit`], for a word with any characters.
fn fit_any(word: &str, from: usize, room: usize) -> Fit {
    let mut columns = 0;
    let mut cut = Fit { whole: false, end: from, columns: 0 };
    let mut before = '\0';
    for (at, c) in word.char_indices() {
        if BLANKS.contains(&c) {
            return Fit { whole: true, end: from + at, columns };
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
    Fit { whole: true, end: from + word.len(), columns }
}

/// Whether a character is drawn together with the one before it.
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

/// How many columns a character adds. A control character is never shown, but it is also not worth
/// looking for here: it counts as one.
fn width_after(before: char, c: char) -> usize {
    if c == EMOJI_PRESENTATION {
        usize::from(before.width() == Some(1))
    } else {
        c.width().unwrap_or(1)
    }
}
