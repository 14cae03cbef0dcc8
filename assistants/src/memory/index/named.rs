//! Which of those who spoke a question names, by name or by nickname.

use std::collections::BTreeSet;

use super::tokens::TextWord;

/// Fewest letters that a nickname shares with the name.
const SHARED: usize = 3;

/// Whom a question names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NamedSpeakers {
    /// The numbers of those that are named.
    pub(super) speakers: BTreeSet<u32>,
    /// The places of the words that name somebody.
    pub(super) places: BTreeSet<usize>,
}

/// Looks for the names of those who spoke among the words of a question.
pub(super) fn find_speakers<'a>(
    words: &[TextWord<'_>],
    names: impl Iterator<Item = (u32, &'a str)> + Clone,
    says_something: impl Fn(&str) -> bool,
) -> NamedSpeakers {
    let mut found = NamedSpeakers::default();
    let mut shared = Vec::new();
    for (place, word) in words.iter().enumerate() {
        // A name that is a common word too, such as Will, is one where a capital letter says so.
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
    // Of `Captain Rook` the second word says which captain.
    for bearers in shared {
        if bearers.is_disjoint(&found.speakers) {
            found.speakers.extend(bearers);
        }
    }
    found
}

/// The parts of a name in lower case that are long enough to name somebody.
fn parts(name: &str) -> impl Iterator<Item = String> {
    let parts = name.split(|it: char| !it.is_alphanumeric());
    parts.filter(|it| it.chars().nth(1).is_some()).map(str::to_lowercase)
}

/// Whether one of the two begins as the other does, up to the last letter of the shorter one: Mel
/// is Melanie, and Andy is Andrew.
fn is_nickname(part: &str, word: &TextWord<'_>) -> bool {
    let (a, b) = (part.chars().count(), word.lower.chars().count());
    let shared = part.chars().zip(word.lower.chars()).take_while(|(a, b)| a == b).count();
    // What a sentence begins with has its capital letter for that.
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
