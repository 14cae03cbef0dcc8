//! Sanitiser for typed lines: the characters that may stay, by their Unicode properties.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{
        DefaultIgnorableCodePoint, EmojiModifier, ExtendedPictographic, GeneralCategory,
        GeneralCategoryGroup, IndicSyllabicCategory, JoiningType, NoncharacterCodePoint,
        PrependedConcatenationMark,
    },
};

#[cfg(test)]
mod tests;

/// Maximum number of consecutive combining marks; more of them only serve to draw over neighbouring
/// lines.
pub(super) const MAX_MARKS: usize = 4;

/// Combining keycap, drawn around the digit, `#` or `*` before it.
const KEYCAP: char = '\u{20E3}';

/// Sanitises a line: drops characters that are not allowed, and replaces line breaks and tabs by
/// spaces. The function is idempotent.
pub(super) fn clean(raw: &str) -> String {
    let mut line = CleanPart { clean: String::with_capacity(raw.len()), ..CleanPart::default() };
    raw.chars().for_each(|c| line.take(c));
    line.clean
}

/// Finds the first character that is invisible everywhere or that controls the screen, except for
/// the newline.
pub fn hidden(text: &str) -> Option<char> {
    let hides = |c: char| match CharRole::of(c) {
        CharRole::Hidden => true,
        CharRole::Space => c != '\n',
        CharRole::Joiner
        | CharRole::Selector
        | CharRole::Mark
        | CharRole::Sign
        | CharRole::Base(_) => false,
    };
    text.chars().find(|c| hides(*c))
}

/// State of the sanitiser: the output so far and its end. Dropped characters leave no trace in it,
/// so that the same characters stay when they come without the others.
#[derive(Default)]
struct CleanPart {
    clean: String,
    /// Number of combining marks at the end of the output.
    marks: usize,
    /// Class of the last base character.
    end: End,
    /// True if no mark, sign or selector follows the last base character.
    bare: bool,
    /// Pending joiner or selector, which stays only if the next character permits it.
    held: Option<char>,
}

/// Class of a base character, as far as it decides which characters may stand beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum End {
    /// Base character without joining.
    #[default]
    Other,
    /// Letter of a joining script.
    Letter,
    Picture,
    /// Base of a keycap: a digit, `#` or `*`.
    Key,
}

/// Role of a character for the sanitiser.
enum CharRole {
    /// Dropped.
    Hidden,
    /// Replaced by a space.
    Space,
    /// Joiner or non-joiner between two characters: U+200D and U+200C.
    Joiner,
    /// Variation selector for text or emoji style: U+FE0E and U+FE0F.
    Selector,
    /// Combining mark without a width of its own.
    Mark,
    /// Spacing mark or emoji modifier, which belongs to the base before it.
    Sign,
    /// Base character.
    Base(End),
}

impl CharRole {
    fn of(c: char) -> Self {
        match c {
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => return Self::Space,
            '\u{200C}' | '\u{200D}' => return Self::Joiner,
            '\u{FE0E}' | '\u{FE0F}' => return Self::Selector,
            '0'..='9' | '#' | '*' => return Self::Base(End::Key),
            ' '..='~' => return Self::Base(End::Other),
            _ => {}
        }
        let category = CodePointMapData::<GeneralCategory>::new().get(c);
        let is = |group: GeneralCategoryGroup| group.contains(category);
        if is_ignorable(c, category) {
            Self::Hidden
        } else if is(GeneralCategoryGroup::SpacingMark) {
            Self::Sign
        } else if is(GeneralCategoryGroup::Mark) {
            Self::Mark
        } else if is(GeneralCategoryGroup::Letter) && joins(c) {
            Self::Base(End::Letter)
        } else if CodePointSetData::new::<ExtendedPictographic>().contains(c) {
            Self::Base(End::Picture)
        } else if CodePointSetData::new::<EmojiModifier>().contains(c) {
            Self::Sign
        } else {
            Self::Base(End::Other)
        }
    }
}

/// Returns whether a character is invisible, or changes the display of its neighbours. Unassigned
/// characters are kept: they may be emoji of a later version of Unicode.
fn is_ignorable(c: char, category: GeneralCategory) -> bool {
    let is = |group: GeneralCategoryGroup| group.contains(category);
    // Prepended concatenation marks, such as the Arabic number sign, are visible.
    let seen = || CodePointSetData::new::<PrependedConcatenationMark>().contains(c);
    is(GeneralCategoryGroup::Control)
        || is(GeneralCategoryGroup::PrivateUse)
        || is(GeneralCategoryGroup::Format) && !seen()
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<NoncharacterCodePoint>().contains(c)
}

/// Returns whether the script of a letter or mark joins letters: cursive as Arabic, or in syllables
/// as Indic scripts.
fn joins(c: char) -> bool {
    let joining = CodePointMapData::<JoiningType>::new().get(c);
    !matches!(joining, JoiningType::NonJoining | JoiningType::Transparent)
        || CodePointMapData::<IndicSyllabicCategory>::new().get(c) != IndicSyllabicCategory::Other
}

impl CleanPart {
    fn take(&mut self, c: char) {
        match CharRole::of(c) {
            CharRole::Hidden => {}
            CharRole::Space => self.base(' ', End::Other),
            CharRole::Joiner => self.held = self.held.or(Some(c)),
            CharRole::Selector => self.select(c),
            CharRole::Mark if self.marks == MAX_MARKS => {}
            CharRole::Mark => {
                self.follow(c);
                self.marks += 1;
            }
            CharRole::Sign => {
                self.follow(c);
                self.marks = 0;
            }
            CharRole::Base(end) => self.base(c, end),
        }
    }

    fn base(&mut self, c: char, end: End) {
        self.release(|line, held| match held {
            '\u{200D}' if end == End::Picture => line.end == End::Picture,
            _ => (line.end, end) == (End::Letter, End::Letter),
        });
        self.clean.push(c);
        (self.end, self.bare, self.marks) = (end, true, 0);
    }

    /// Adds a mark or sign, which belongs to the character before it.
    fn follow(&mut self, c: char) {
        let joins = joins(c);
        self.release(|line, held| match held {
            '\u{FE0F}' => c == KEYCAP,
            _ => line.end == End::Letter && joins,
        });
        self.clean.push(c);
        self.bare = false;
        if joins {
            self.end = End::Letter;
        }
    }

    fn select(&mut self, c: char) {
        if self.held.is_some() || !self.bare {
            return;
        }
        match self.end {
            End::Picture => {
                self.clean.push(c);
                self.bare = false;
            }
            End::Key => self.held = Some(c),
            End::Letter | End::Other => {}
        }
    }

    /// Adds the pending joiner or selector, if permitted.
    fn release(&mut self, may: impl FnOnce(&Self, char) -> bool) {
        if let Some(held) = self.held.take()
            && may(self, held)
        {
            self.clean.push(held);
        }
    }
}
