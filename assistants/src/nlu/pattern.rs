//! Patterns: what has to be in a line for it to be about something.
//!
//! All parts of a pattern have to be there, in any order. `~class` is any word of a class, `a > b` is
//! the one and then the other with at most two words between, `!word` must not be there, and a `*`
//! at the end takes the rest of the line, at least one word, as it was typed; with it, all parts
//! stand in order. A `=` before a pattern means that nothing else is said.

use super::{
    stock::{ClassId, WordId, WordStock},
    tokens::tokens,
};

/// A pattern cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    #[error("this pattern is empty; write the words that are heard")]
    Empty,
    #[error("a `*` may only stand at the end; other words may come between words anyway")]
    RestInside,
    #[error(
        "`{0}` is never heard: what is said is put in lower case and loses its punctuation and \
         apostrophes before it is compared"
    )]
    Unheard(String),
    #[error("there is no word class `~{0}`")]
    NoClass(String),
    #[error("a `>` stands between two words")]
    Loose,
}

/// A part of a pattern: one word, or any of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PatternSlot {
    Word(WordId),
    Class(ClassId),
}

/// A pattern, ready to be compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LinePattern {
    /// Slots that must occur; the slots of each group follow one another.
    pub(super) groups: Vec<Vec<PatternSlot>>,
    /// Slots that must not occur.
    pub(super) without: Vec<PatternSlot>,
    /// True if the pattern takes the rest.
    pub(super) rest: bool,
    /// True if nothing else may be said.
    pub(super) whole: bool,
}

impl LinePattern {
    /// Reads a pattern, and takes up its words.
    pub(super) fn read(text: &str, stock: &mut WordStock) -> Result<Self, PatternError> {
        let (whole, text) = text.strip_prefix('=').map_or((false, text), |it| (true, it));
        let mut pattern = Self { whole, ..Self::default() };
        let mut follows = false;
        let mut parts = text.split_whitespace().peekable();
        if parts.peek().is_none() {
            return Err(PatternError::Empty);
        }
        while let Some(part) = parts.next() {
            match part {
                "*" if parts.peek().is_none() => pattern.rest = true,
                "*" => return Err(PatternError::RestInside),
                ">" if follows || pattern.groups.is_empty() || parts.peek().is_none() => {
                    return Err(PatternError::Loose);
                }
                ">" => follows = true,
                part => {
                    let (absent, part) =
                        part.strip_prefix('!').map_or((false, part), |it| (true, it));
                    let slots = slots(part, stock)?;
                    if absent {
                        pattern.without.extend(slots);
                    } else if follows {
                        follows = false;
                        if let Some(last) = pattern.groups.last_mut() {
                            last.extend(slots);
                        }
                    } else {
                        pattern.groups.extend(slots.into_iter().map(|it| vec![it]));
                    }
                }
            }
        }
        if pattern.rest {
            let all: Vec<PatternSlot> = std::mem::take(&mut pattern.groups).concat();
            pattern.groups.extend((!all.is_empty()).then_some(all));
        }
        if pattern.groups.is_empty() && !pattern.rest {
            return Err(PatternError::Empty);
        }
        Ok(pattern)
    }

    /// Returns the slots of the pattern, in order.
    pub(super) fn slots(&self) -> impl Iterator<Item = PatternSlot> {
        self.groups.iter().flatten().copied()
    }
}

/// Parses one part of a pattern into its slots: short forms are several words.
fn slots(part: &str, stock: &mut WordStock) -> Result<Vec<PatternSlot>, PatternError> {
    if let Some(class) = part.strip_prefix('~') {
        let id = stock.class(class).ok_or_else(|| PatternError::NoClass(class.to_owned()))?;
        return Ok(vec![PatternSlot::Class(id)]);
    }
    let plain = |letter: char| letter.is_alphanumeric() && !letter.is_uppercase();
    if !part.chars().all(plain) {
        return Err(PatternError::Unheard(part.to_owned()));
    }
    Ok(tokens(part).iter().map(|it| PatternSlot::Word(stock.learn(&it.text))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nlu::stock::WordGroups;

    #[test]
    fn a_pattern_is_read_or_its_fault_is_named() {
        let classes = WordGroups::from([("want".to_owned(), vec!["want".to_owned()])]);
        let mut stock = WordStock::new(&classes);
        let mut read = |text: &str| LinePattern::read(text, &mut stock);
        let it = read("~want mug > ale !not").unwrap();
        assert_eq!((it.groups.len(), it.without.len(), it.rest), (2, 1, false));
        assert_eq!(it.slots().count(), 3);
        let it = read("i like *").unwrap();
        assert_eq!((it.groups.len(), it.slots().count(), it.rest), (1, 2, true));
        assert!(read("*").unwrap().rest);
        assert!(read("=good").unwrap().whole);
        assert_eq!(read("whats new").unwrap().slots().count(), 3);
        for (text, error) in [
            (" ", PatternError::Empty),
            ("=", PatternError::Empty),
            ("!not", PatternError::Empty),
            ("* ale", PatternError::RestInside),
            ("> ale", PatternError::Loose),
            ("ale >", PatternError::Loose),
            ("ale > > mug", PatternError::Loose),
            ("Ale", PatternError::Unheard("Ale".to_owned())),
            ("ale?", PatternError::Unheard("ale?".to_owned())),
            ("~drink", PatternError::NoClass("drink".to_owned())),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
    }
}
