//! Which characters of a typed line may stay, by their properties in Unicode.

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

/// Most combining marks that may follow one another; more of them only serve
/// to draw over the neighbouring lines.
pub(super) const MAX_MARKS: usize = 4;

/// Drawn around the digit, `#` or `*` before it.
const KEYCAP: char = '\u{20E3}';

/// The line without what may not stay, and with spaces for line breaks and
/// tabs. Cleaning it again changes nothing.
pub(super) fn clean(raw: &str) -> String {
    let mut line = CleanPart { clean: String::with_capacity(raw.len()), ..CleanPart::default() };
    raw.chars().for_each(|c| line.take(c));
    line.clean
}

/// The first character that no screen shows in any place, or that would make a
/// screen do something, line breaks aside.
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

/// The clean part of a line. What is left out leaves no trace in it, so that
/// the same characters stay when they come without the others.
#[derive(Default)]
struct CleanPart {
    clean: String,
    /// How many marks it ends with.
    marks: usize,
    /// What it ends with, marks and signs aside.
    end: End,
    /// Whether nothing follows that yet.
    bare: bool,
    /// What may stay only between the end and whatever comes next.
    held: Option<char>,
}

/// What a character is, as far as it decides what may stand beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum End {
    /// Nothing is joined to it.
    #[default]
    Other,
    /// A letter that may be joined to others.
    Letter,
    Picture,
    /// What a keycap is drawn from.
    Key,
}

/// What is to be done with a character.
enum CharRole {
    /// It is left out.
    Hidden,
    /// It becomes a space.
    Space,
    /// It says whether its neighbours are drawn as one: U+200C and U+200D.
    Joiner,
    /// It says how the picture before it is drawn: U+FE0E and U+FE0F.
    Selector,
    /// It takes no room of its own.
    Mark,
    /// It takes room of its own, and belongs to the letter before it.
    Sign,
    /// It stands for itself.
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

/// Whether a character shows nothing, or makes what is around it show
/// otherwise. What is not assigned yet may be a picture of tomorrow.
fn is_ignorable(c: char, category: GeneralCategory) -> bool {
    let is = |group: GeneralCategoryGroup| group.contains(category);
    // Marks of this kind, such as the Arabic sign of a number, are seen.
    let seen = || CodePointSetData::new::<PrependedConcatenationMark>().contains(c);
    is(GeneralCategoryGroup::Control)
        || is(GeneralCategoryGroup::PrivateUse)
        || is(GeneralCategoryGroup::Format) && !seen()
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<NoncharacterCodePoint>().contains(c)
}

/// Whether the script of a letter or mark joins letters: as Arabic does, or by
/// syllables as the scripts of India do.
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

    /// Takes what belongs to the character before it.
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

    /// Lets what is held stay, if it may.
    fn release(&mut self, may: impl FnOnce(&Self, char) -> bool) {
        if let Some(held) = self.held.take()
            && may(self, held)
        {
            self.clean.push(held);
        }
    }
}
