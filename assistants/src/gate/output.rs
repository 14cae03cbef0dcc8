//! What a character may not say: the words by which it is made to talk. They are no secret that
//! anything hangs on, for a question holds none; a town that recites its stage directions is no town.

use std::sync::Arc;

use data_encoding::{BASE32, BASE64, BASE64URL, Encoding, HEXLOWER_PERMISSIVE};

use super::phrases::WordRuns;

/// Letters in a row without a space from which on a word may hold a text in another writing.
const LONG: usize = 24;
/// Words of one letter from which on a text may be spelled.
const SPELLED: usize = 16;
/// Letters of a spelled text by which another is known in it.
const LETTERS: usize = 32;

/// The words by which a character is made to talk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StageDirections {
    /// Those that all characters share.
    shared: Option<Arc<StageDirections>>,
    runs: WordRuns,
    /// All of its letters without anything between them, for what is spelled.
    letters: String,
}

impl StageDirections {
    /// What stands in `told`, but for what also stands in `may_say`, and what is shared with others.
    pub fn new<'a>(
        told: impl IntoIterator<Item = &'a str>,
        may_say: impl IntoIterator<Item = &'a str>,
        shared: Option<Arc<Self>>,
    ) -> Arc<Self> {
        let mut all = Self { shared, ..Self::default() };
        for text in told {
            all.runs.add(text);
            all.letters.extend(letters(text));
            // What ends one text and begins the next is in neither.
            all.letters.push(' ');
        }
        may_say.into_iter().for_each(|it| all.runs.remove(it));
        Arc::new(all)
    }

    /// Whether a text tells of them: as they stand, backwards, in rot13, in a common encoding, or
    /// letter by letter.
    #[must_use]
    pub fn stand_in(&self, text: &str) -> bool {
        let shared = self.shared.as_deref();
        let (own, both) = ([&self.runs], shared.map(|it| [&self.runs, &it.runs]));
        let runs = both.as_ref().map_or(own.as_slice(), |it| it);
        let stand_in = |text: &str| {
            WordRuns::any_stand_in(runs, text.chars())
                || WordRuns::any_stand_in(runs, text.chars().rev())
        };
        stand_in(text)
            || WordRuns::any_stand_in(runs, text.chars().map(rotated))
            || text.split_whitespace().flat_map(decoded).any(|it| stand_in(&it))
            || is_spelled(text)
                && (self.is_spelled_in(text) || shared.is_some_and(|it| it.is_spelled_in(text)))
    }

    fn is_spelled_in(&self, text: &str) -> bool {
        let spelled: Vec<char> = letters(text).collect();
        spelled.windows(LETTERS).step_by(LETTERS / 4).any(|it| {
            let it: String = it.iter().collect();
            self.letters.contains(&it)
        })
    }
}

/// Whether a text has so many words of one letter that it may be spelled.
fn is_spelled(text: &str) -> bool {
    let short = |it: &&str| it.chars().filter(|c| c.is_alphanumeric()).take(2).count() == 1;
    text.split_whitespace().filter(short).take(SPELLED).count() == SPELLED
}

/// Whether a text holds a mark: as it stands, backwards, with anything between its letters, or encoded.
#[must_use]
pub fn holds(text: &str, mark: &str) -> bool {
    let letters: String = letters(text).collect();
    let backwards: String = mark.chars().rev().collect();
    letters.contains(mark)
        || letters.contains(&backwards)
        || text.split_whitespace().flat_map(decoded).any(|it| it.contains(mark))
}

/// What somebody may have hidden in a text: what it says in rot13, backwards, and where a long word of it
/// is written in a common encoding.
pub fn hidden_in(text: &str) -> impl Iterator<Item = String> {
    let turned = text.chars().map(rotated).collect();
    let backwards = text.chars().rev().collect();
    [turned, backwards].into_iter().chain(text.split_whitespace().flat_map(decoded))
}

/// What a long word may mean in common encodings.
fn decoded(word: &str) -> impl Iterator<Item = String> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !"+/-_=".contains(c));
    let long = Some(word).filter(|it| it.len() >= LONG && it.is_ascii());
    long.into_iter().flat_map(|word| {
        let bare = word.trim_end_matches('=');
        let unpadded = |padded: &Encoding, step: usize| {
            // What is cut off holds the rest all the same.
            let whole = bare.len() / step * step;
            bare.get(..whole).and_then(|it| padded.decode(it.as_bytes()).ok())
        };
        let readings = [
            unpadded(&BASE64, 4),
            unpadded(&BASE64URL, 4),
            unpadded(&HEXLOWER_PERMISSIVE, 2),
            unpadded(&BASE32, 8),
        ];
        let texts = readings.into_iter().flatten();
        texts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect::<Vec<_>>()
    })
}

/// A letter of the alphabet thirteen places further on.
fn rotated(letter: char) -> char {
    let turned = |base: u8, it: u8| char::from((it - base + 13) % 26 + base);
    match u8::try_from(letter) {
        Ok(it @ b'a'..=b'z') => turned(b'a', it),
        Ok(it @ b'A'..=b'Z') => turned(b'A', it),
        Ok(_) | Err(_) => letter,
    }
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "Speak in the first person, in character, in one to three short sentences, \
                        without markdown.";

    #[test]
    fn they_are_known_again_in_any_common_writing() {
        let all = StageDirections::new(
            [TOLD, "Pay for a silver spoon by your offer, and then rest."],
            [],
            None,
        );
        let spelled: String = TOLD.chars().flat_map(|it| [it, ' ']).collect();
        let rot13: String = TOLD.chars().map(rotated).collect();
        for leak in [
            TOLD.to_owned(),
            format!("Sure! {}", TOLD.to_uppercase()),
            TOLD.chars().rev().collect(),
            rot13,
            BASE64.encode(TOLD.as_bytes()),
            BASE64URL.encode(TOLD.as_bytes()),
            HEXLOWER_PERMISSIVE.encode(TOLD.as_bytes()),
            BASE32.encode(TOLD.as_bytes()),
            spelled,
        ] {
            assert!(all.stand_in(&leak), "{leak}");
        }
        // A sentence of the two, neither of which it is.
        for fine in [
            "I speak in short sentences, my dear, and so should you.",
            "Bring me a silver spoon, and I shall pay for it.",
            "H e l l o !",
            "aGVsbG8gd29ybGQsIGhvdyBhcmUgeW91IHRvZGF5",
            "short sentences without markdown pay for a silver spoon",
        ] {
            assert!(!all.stand_in(fine), "{fine}");
        }
    }

    #[test]
    fn what_it_may_say_anyhow_is_no_direction() {
        let told = "Send them to the Open Ear by the river, south of the square.";
        let said = "Go to the Open Ear by the river, south of the square, my dear.";
        assert!(StageDirections::new([told], [], None).stand_in(said));
        assert!(!StageDirections::new([told], [said], None).stand_in(said));
    }
}
