//! Output filter: an NPC must not repeat the instructions in its prompt. They are no security
//! secret, since a prompt contains none; repeating them spoils the game.

use std::sync::Arc;

use data_encoding::{BASE32, BASE64, BASE64URL, Encoding, HEXLOWER_PERMISSIVE};

use super::phrases::WordRuns;

/// Minimum length of a word without spaces to be decoded, in letters.
const LONG: usize = 24;
/// Minimum number of words of one letter for a text to count as spelled out.
const SPELLED: usize = 16;
/// Number of consecutive letters that identify a spelled out text.
const LETTERS: usize = 32;

/// Instructions in the prompt of an NPC, as word runs to be recognised in its output.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StageDirections {
    /// Instructions shared by all NPCs.
    shared: Option<Arc<StageDirections>>,
    runs: WordRuns,
    /// Letters of all instructions without anything between them, to recognise spelled out text.
    letters: String,
}

impl StageDirections {
    /// Collects the word runs of the texts `told`, without those of `may_say`, and adds shared
    /// ones.
    pub fn new<'a>(
        told: impl IntoIterator<Item = &'a str>,
        may_say: impl IntoIterator<Item = &'a str>,
        shared: Option<Arc<Self>>,
    ) -> Arc<Self> {
        let mut all = Self { shared, ..Self::default() };
        for text in told {
            all.runs.add(text);
            all.letters.extend(letters(text));
            // A separator prevents matches across two texts.
            all.letters.push(' ');
        }
        may_say.into_iter().for_each(|it| all.runs.remove(it));
        Arc::new(all)
    }

    /// Returns whether a text contains a part of them: in plain text, reversed, in ROT13, in a
    /// common encoding, or spelled out.
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

/// Returns whether a text has enough words of one letter to count as spelled out.
fn is_spelled(text: &str) -> bool {
    let short = |it: &&str| it.chars().filter(|c| c.is_alphanumeric()).take(2).count() == 1;
    text.split_whitespace().filter(short).take(SPELLED).count() == SPELLED
}

/// Returns whether a text contains a mark: in plain text, reversed, with other characters between
/// its letters, or encoded.
#[must_use]
pub fn holds(text: &str, mark: &str) -> bool {
    let letters: String = letters(text).collect();
    let backwards: String = mark.chars().rev().collect();
    letters.contains(mark)
        || letters.contains(&backwards)
        || text.split_whitespace().flat_map(decoded).any(|it| it.contains(mark))
}

/// Returns the hidden readings of a text: in ROT13, reversed, and its long words decoded from
/// common encodings.
pub fn hidden_in(text: &str) -> impl Iterator<Item = String> {
    let turned = text.chars().map(rotated).collect();
    let backwards = text.chars().rev().collect();
    [turned, backwards].into_iter().chain(text.split_whitespace().flat_map(decoded))
}

/// Decodes a long word from Base64, Base64url, hexadecimal and Base32; yields what is valid.
fn decoded(word: &str) -> impl Iterator<Item = String> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !"+/-_=".contains(c));
    let long = Some(word).filter(|it| it.len() >= LONG && it.is_ascii());
    long.into_iter().flat_map(|word| {
        let bare = word.trim_end_matches('=');
        let unpadded = |padded: &Encoding, step: usize| {
            // An incomplete last block is ignored.
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

/// Returns the ROT13 substitute of a letter; other characters are unchanged.
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
