//! Rules for the names of players.
//!
//! A name is decided by its lower-case form: case never tells two players apart, and the capitals
//! that are shown are ours. That leaves one spelling on the screen per name, and two names that look
//! alike there share a [`PlayerName::skeleton`], of which the store keeps only one.

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, fmt};

use icu_properties::{
    CodePointMapData,
    props::{GeneralCategory, Script},
};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};
use world::beings::name::AUTHORITY;

/// The fewest characters of a name, where a letter is not a word by itself.
pub const SHORTEST: usize = 3;

/// The most characters of a name.
pub const LONGEST: usize = 16;

/// Most combining marks in a row. Thai and Devanagari need two; more would draw over other lines.
const MARKS: usize = 2;

/// Words that would mislead or confuse as a name: they stand for somebody else in a sentence, or are
/// answers and commands.
const WORDS: &str = "player \
    all and any anybody anyone everybody everyone her here him his nobody none noone nothing \
    me myself one self she somebody someone something the them there they you your yourself \
    anonymous null unknown \
    connect create help logout no quit who yes \
    down east north northeast northwest out south southeast southwest up west";

/// Prefix of the names that the server gives to guests.
const GUEST: &str = "guest";

/// Characters that may separate the parts of a name.
const SEPARATORS: [char; 2] = ['-', '\''];

/// Refusal of a name, as a sentence for the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// The name is too short for its script, or too long.
    #[error("A name has {SHORTEST} to {LONGEST} letters; please choose another.")]
    Length,
    /// The name holds something that is not a letter, or a `-` or `'` that is not between letters.
    #[error(
        "A name is one word of everyday letters, with - or ' between them if you like; please choose another."
    )]
    Letters,
    /// Mixed alphabets, which only serve to look like another name.
    #[error("The letters of a name all come from one alphabet; please choose another.")]
    Alphabets,
    /// Reserved word: it means something else in this game.
    #[error(
        "That word, or one that looks like it, means something or somebody else here; please choose another name."
    )]
    Reserved,
}

/// A well-formed name. Whether it may be *taken* is for [`Reserved`] and the store to say, so that a
/// word that became reserved later keeps nobody out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayerName(Box<str>);

impl PlayerName {
    /// Checks what somebody typed as a name, in any case and normal form.
    ///
    /// # Errors
    /// [`BadName`], but never [`BadName::Reserved`].
    pub fn new(typed: &str) -> Result<Self, BadName> {
        let lower = lower(typed.trim());
        let count = lower.chars().count();
        if !lower.chars().all(is_allowed) || !is_well_joined(&lower) {
            // Nothing at all is the one text without letters that is merely too short.
            return Err(if count == 0 { BadName::Length } else { BadName::Letters });
        }
        if !(fewest(&lower)..=LONGEST).contains(&count) {
            return Err(BadName::Length);
        }
        if !lower.as_str().is_single_script() {
            return Err(BadName::Alphabets);
        }
        Ok(Self(capitalised(&lower).into()))
    }

    /// Returns the name as it is shown, in NFC.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the confusable skeleton of the name (UTS 39): names that can be taken for one
    /// another have the same. It is made from the capitals that are shown, because those are what
    /// one sees: `Вас` in Cyrillic looks like `Bac`, although the lower-case letters differ.
    #[must_use]
    pub fn skeleton(&self) -> String {
        skeleton(&self.0).collect()
    }

    /// Returns the skeleton without what stands over and under its letters.
    #[must_use]
    pub fn without_marks(&self) -> String {
        skeleton(&self.0).filter(|it| !is_combining_mark(*it)).collect()
    }

    /// Returns the letters of the name without decoration, as somebody reads it quickly or hears it
    /// read aloud: `Léna` becomes `Lena`.
    #[must_use]
    pub fn likeness(&self) -> String {
        likeness(&self.0)
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Name({})", self.0)
    }
}

/// Returns the skeletons of the names that a character looks like or goes by whose name is not a
/// player's: it is shown as it was written, and answers to it in any case.
#[must_use]
pub fn skeletons(shown: &str) -> BTreeSet<String> {
    let typed = PlayerName::new(shown).ok();
    typed.map(|name| name.skeleton()).into_iter().chain([skeleton(shown).collect()]).collect()
}

/// Returns the skeleton of the beginning of a name, valid or not: the start of a list that is
/// ordered by [`PlayerName::skeleton`].
#[must_use]
pub fn beginning(typed: &str) -> String {
    skeleton(&capitalised(&lower(typed.trim()))).collect()
}

/// The words nobody may take as a name.
#[derive(Debug, Clone)]
pub struct Reserved {
    /// Whole names that are reserved, as [`likeness`].
    whole: BTreeSet<String>,
    /// The names among them, with each letter once that stands several times in a row.
    single: BTreeSet<String>,
    /// Words that no part of a name may be, as [`likeness`].
    parts: BTreeSet<String>,
    guest: String,
}

impl Reserved {
    /// Creates the list of the words that are always reserved, and `more`: the ids and names of the
    /// characters and channels of the content. Every word of a longer name is reserved, and so is
    /// all of it.
    #[must_use]
    pub fn new(more: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let mut whole: BTreeSet<_> = WORDS.split_whitespace().map(likeness).collect();
        let mut single = BTreeSet::new();
        for name in more {
            single.extend(name.as_ref().split_whitespace().map(undoubled));
            single.insert(undoubled(name.as_ref()));
            whole.extend(name.as_ref().split_whitespace().map(likeness));
            whole.insert(likeness(name.as_ref()));
        }
        whole.remove("");
        single.remove("");
        let forms = |word| [format!("{word}s"), format!("the{word}"), format!("the{word}s")];
        let parts = AUTHORITY
            .split_whitespace()
            .flat_map(|word| forms(word).into_iter().chain([word.to_owned()]))
            .map(|word| likeness(&word));
        Self { whole, single, parts: parts.collect(), guest: likeness(GUEST) }
    }

    /// Checks that a new character may be called `name`.
    ///
    /// # Errors
    /// [`BadName::Reserved`] when it is, or looks like, a reserved word or a guest's name, also with
    /// a letter doubled, or when a part of it sounds like authority.
    pub fn check(&self, name: &PlayerName) -> Result<(), BadName> {
        let lower = lower(name.as_str());
        let looks = likeness(&lower);
        // One reads over a letter too many: `Maraa` would be taken for `Mara`.
        let single = undoubled(&lower);
        let doubled = single != looks && self.single.contains(&single);
        let taken = self.whole.contains(&looks) || doubled;
        if taken || looks.starts_with(&self.guest) || self.has_part(&lower) {
            Err(BadName::Reserved)
        } else {
            Ok(())
        }
    }

    /// Returns whether a part of a name, or several parts in a row joined, is a reserved word.
    fn has_part(&self, lower: &str) -> bool {
        let parts: Vec<&str> = lower.split(SEPARATORS).collect();
        (0..parts.len()).any(|first| {
            let mut joined = String::new();
            parts.iter().skip(first).any(|part| {
                joined.push_str(part);
                self.parts.contains(&likeness(&joined))
            })
        })
    }
}

/// Returns undecorated lower-case letters of `words`, joined: `Mará` and `Mar'aʼ` are taken for
/// `Mara`. Marks that belong to one script are kept as letters of it, such as the vowels of Hindi.
fn likeness(words: &str) -> String {
    let category = CodePointMapData::<GeneralCategory>::new();
    let script = CodePointMapData::<Script>::new();
    let matters = |c: &char| match is_combining_mark(*c) {
        true => script.get(*c) != Script::Inherited,
        false => c.is_alphanumeric() && category.get(*c) != GeneralCategory::ModifierLetter,
    };
    let letters: String = lower(words).nfd().filter(matters).collect();
    // To be found alike may bring marks of its own: a letter with a stroke has one then.
    skeleton(&capitalised(&letters)).filter(matters).collect()
}

/// Returns the likeness of words in which no letter is the same as the one before it.
fn undoubled(words: &str) -> String {
    let mut letters: Vec<char> = lower(words).chars().collect();
    letters.dedup();
    likeness(&letters.into_iter().collect::<String>())
}

/// Returns the lower-case form in NFC, with the typographic apostrophe that phones insert made
/// plain.
fn lower(typed: &str) -> String {
    typed.nfc().collect::<String>().to_lowercase().replace('\u{2019}', "'").nfc().collect()
}

/// Returns the fewest characters of a name with these letters: where a letter is a syllable or a
/// word, one is a name.
fn fewest(lower: &str) -> usize {
    let script = CodePointMapData::<Script>::new();
    let whole = [
        Script::Han,
        Script::Hangul,
        Script::Hiragana,
        Script::Katakana,
        Script::Bopomofo,
        Script::Yi,
    ];
    let is_whole = |c: char| whole.contains(&script.get(c));
    if !lower.is_empty() && lower.chars().all(is_whole) { 1 } else { SHORTEST }
}

/// Writes every part of a name with a capital, where one letter has one capital.
fn capitalised(lower: &str) -> String {
    let mut shown = String::with_capacity(lower.len());
    let mut starts = true;
    for c in lower.chars() {
        shown.push(if starts { capital(c) } else { c });
        starts = SEPARATORS.contains(&c);
    }
    // A capital and its dot may have become one letter.
    shown.nfc().collect()
}

/// Returns the capital of a letter, or the letter itself when its capital would not lead back to
/// it.
fn capital(c: char) -> char {
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(capital), None) if capital.to_lowercase().eq([c]) => capital,
        _ => c,
    }
}

fn is_allowed(c: char) -> bool {
    SEPARATORS.contains(&c) || (c.is_alphabetic() || is_combining_mark(c)) && c.identifier_allowed()
}

/// Returns whether the name begins and ends with letters, each `-` and `'` stands alone between
/// letters, and no letter has more than [`MARKS`] marks.
fn is_well_joined(lower: &str) -> bool {
    let mut marks = 0;
    for c in lower.chars() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks > MARKS {
            return false;
        }
    }
    lower.split(SEPARATORS).all(|part| part.starts_with(|c| !is_combining_mark(c)))
}
