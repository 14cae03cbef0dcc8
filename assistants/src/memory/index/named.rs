//! Recognition of speakers' names and nicknames in a question.

use std::collections::BTreeSet;

use super::tokens::TextWord;

/// Minimum number of letters that a nickname shares with the name.
const SHARED: usize = 3;

/// Speakers named in a question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NamedSpeakers {
    /// Numbers of the named speakers.
    pub(super) speakers: BTreeSet<u32>,
    /// Positions of the words that are names.
    pub(super) places: BTreeSet<usize>,
}

/// Finds the names of speakers among the words of a question.
pub(super) fn find_speakers<'a>(
    words: &[TextWord<'_>],
    names: impl Iterator<Item = (u32, &'a str)> + Clone,
    says_something: impl Fn(&str) -> bool,
) -> NamedSpeakers {
    let mut found = NamedSpeakers::default();
    let mut shared = Vec::new();
    for (place, word) in words.iter().enumerate() {
        // A stop word, such as will, counts as a name only with a capital letter within a sentence.
        if !says_something(&word.lower) && (!word.capital || word.first) {
            continue;
        }
        let bearing = |fits: fn(&str, &TextWord<'_>) -> bool| -> BTreeSet<u32> {
            let bears = names.clone().filter(|(_, name)| parts(name).any(|it| fits(&it, word)));
            bears.map(|(number, _)| number).collect()
        };
        let mut bearers = bearing(|part, word| part == word.lower);
        if bearers.is_empty() && word.capital {
            bearers = bearing(is_nickname);
        }
        if bearers.is_empty() {
            continue;
        }
        found.places.insert(place);
        if bearers.len() == 1 {
            found.speakers.extend(bearers);
        } else {
            shared.push(bearers);
        }
    }
    // In `Captain Rook` the second word tells which captain is meant.
    for bearers in shared {
        if bearers.is_disjoint(&found.speakers) {
            found.speakers.extend(bearers);
        }
    }
    found
}

/// Returns the parts of a name in lower case that have two letters or more.
fn parts(name: &str) -> impl Iterator<Item = String> {
    let parts = name.split(|it: char| !it.is_alphanumeric());
    parts.filter(|it| it.chars().nth(1).is_some()).map(str::to_lowercase)
}

/// Returns whether a word is a nickname of a part of a name: one begins as the other does, up to
/// the last letter of the shorter one, such as Mel for Melanie and Andy for Andrew.
fn is_nickname(part: &str, word: &TextWord<'_>) -> bool {
    let (a, b) = (part.chars().count(), word.lower.chars().count());
    let shared = part.chars().zip(word.lower.chars()).take_while(|(a, b)| a == b).count();
    // The first word of a sentence has a capital letter anyway, so it must match in full.
    let enough = if word.first { a.min(b) } else { a.min(b).saturating_sub(1) };
    shared >= SHARED.max(enough)
}

#[cfg(test)]
mod tests {
    use super::{super::tokens, *};

    fn of(question: &str) -> Vec<u32> {
        let names = ["Melanie", "Andrew", "Captain Rook", "Captain Finn", "Will", "Sam"];
        let words = tokens::words(question);
        let says = |it: &str| tokens::Language::default().term(it).is_some();
        find_speakers(&words, (0..).zip(names), says).speakers.into_iter().collect()
    }

    #[test]
    fn names_and_nicknames_are_found() {
        assert_eq!(of("what did melanie's sister say?"), [0]);
        assert_eq!(of("Did Mel meet Andy?"), [0, 1]);
        assert_eq!(of("Where is Captain Rook?"), [2]);
        assert_eq!(of("Where is the captain?"), [2, 3]);
        assert_eq!(of("When will the same andante melt?"), [0_u32; 0]);
        assert_eq!(of("Has Will been here?"), [4]);
        assert_eq!(of("Will Sam come?"), [5]);
    }
}
