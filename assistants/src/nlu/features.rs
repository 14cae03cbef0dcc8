//! Features that two lines can have in common: stems of words, stems that stand together, classes of
//! words, and runs of three and four letters, so that a mistyped word is still much like itself.

use std::{
    collections::{BTreeSet, HashMap},
    hash::{BuildHasherDefault, Hasher},
};

use engine::digest::Fnv;
use snowball_stemmers_rs::{Algorithm, Stemmer};

use super::{
    stock::{WordGroups, is_elsewhere, is_small},
    tokens::{tokens, tokens_to, without_names},
};

/// Most words of a line that are compared; people say less at once.
pub const MOST_COMPARED: usize = 40;

/// Weights of the kinds of features, in hundredths.
const STEM: u32 = 100;
const PAIR: u32 = 70;
const TRIPLE: u32 = 45;
const COMPANIONS: u32 = 45;
const CLASS: u32 = 55;
const LETTERS: u32 = 32;

/// Number of the following content words of which a word is a companion.
const COMPANY: usize = 3;

/// Stem that stands for the place before the first and after the last word of a line.
const BORDER: &str = "";

/// Feature of a line, by its number, with the weight of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LineFeature {
    pub(super) key: u64,
    pub(super) kind: u32,
}

/// Returns the words of a line in their one form, without the names of those who are spoken to.
pub(crate) fn words_to(said: &str, to: &str) -> Vec<String> {
    let name = tokens(to);
    let line = tokens_to(said, &name);
    let bare = without_names(&line, &name);
    let words = line.into_iter().skip(bare.start).take(bare.len().min(MOST_COMPARED));
    words.map(|it| it.text).collect()
}

/// Returns the number of a line, by its words.
pub(super) fn line_key(words: &[String]) -> u64 {
    let mut key = Fnv::default();
    words.iter().for_each(|it| key.piece(b'w', it));
    key.value()
}

/// Returns the number of content words, in any form, that a text has in common with a line said to a
/// character.
pub(crate) fn words_in_common(said: &str, to: &str, text: &str) -> usize {
    let stemmer = Stemmer::create(Algorithm::English);
    let telling = |words: Vec<String>| -> BTreeSet<String> {
        let telling = words.into_iter().filter(|it| !is_small(it));
        telling.map(|it| stemmer.stem(&it).into_owned()).collect()
    };
    telling(words_to(said, to)).intersection(&telling(words_to(text, ""))).count()
}

/// Returns the number of what is said to a character, by its words.
pub(crate) fn line_digest(said: &str, to: &str) -> u64 {
    line_key(&words_to(said, to))
}

/// Keys that are digests already, and need no other.
pub(super) type DigestKeys = BuildHasherDefault<DigestKey>;

/// A key as it is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DigestKey(u64);

impl Hasher for DigestKey {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|it| self.0 = self.0.rotate_left(8) ^ u64::from(*it));
    }
}

/// The words and phrases of classes.
#[derive(Debug, Clone, Default)]
pub(super) struct PhraseTable {
    /// The classes of a phrase, by the phrase.
    classes: HashMap<u64, Vec<u32>>,
    /// Most words of a phrase.
    longest: usize,
}

impl PhraseTable {
    pub(super) fn new(classes: &WordGroups) -> Self {
        let mut table = Self::default();
        for (number, phrases) in (0..).zip(classes.values()) {
            for phrase in phrases {
                let words: Vec<String> = tokens(phrase).into_iter().map(|it| it.text).collect();
                table.longest = table.longest.max(words.len());
                let classes = table.classes.entry(line_key(&words)).or_default();
                if !classes.contains(&number) {
                    classes.push(number);
                }
            }
        }
        table
    }

    /// Returns the features by which a line is compared with others, each once.
    pub(super) fn features(&self, words: &[String]) -> Vec<LineFeature> {
        let stemmer = Stemmer::create(Algorithm::English);
        let stems: Vec<_> = words.iter().map(|it| stemmer.stem(it)).collect();
        let mut features = Vec::with_capacity(words.len() * 16);
        let mut add = |kind: u32, name: u8, parts: &[&str]| {
            let mut key = Fnv::default();
            parts.iter().for_each(|it| key.piece(name, it));
            features.push(LineFeature { key: key.value(), kind });
        };
        let mut before = [BORDER, BORDER];
        for stem in stems.iter().map(|it| &**it).chain([BORDER]) {
            let [first, second] = before;
            add(PAIR, b'p', &[second, stem]);
            if second != BORDER {
                add(TRIPLE, b't', &[first, second, stem]);
            }
            if stem != BORDER {
                add(STEM, b's', &[stem]);
            }
            before = [second, stem];
        }
        let telling = words.iter().zip(&stems).filter(|(word, _)| !is_small(word));
        let telling: Vec<(&String, &str)> = telling.map(|(word, stem)| (word, &**stem)).collect();
        for (at, (word, stem)) in telling.iter().enumerate() {
            for (_, other) in telling.iter().skip(at + 1).take(COMPANY) {
                add(COMPANIONS, b'a', &[stem.min(other), stem.max(other)]);
            }
            letters(word, |run| add(LETTERS, b'c', &[run]));
        }
        for at in 0..words.len() {
            let mut phrase = Fnv::default();
            for next in words.iter().skip(at).take(self.longest) {
                phrase.piece(b'w', next);
                for class in self.classes.get(&phrase.value()).into_iter().flatten() {
                    features.push(LineFeature { key: u64::from(*class), kind: CLASS });
                }
            }
        }
        if words.iter().any(|it| is_elsewhere(it)) {
            features.push(LineFeature { key: u64::from(ELSEWHERE), kind: CLASS });
        }
        features.sort_unstable();
        features.dedup();
        features
    }
}

/// The number of the class of words of another world than this one, beyond those of any other.
const ELSEWHERE: u32 = u32::MAX;

/// Runs of three and four letters, those at either end of the word told apart.
fn letters(word: &str, mut add: impl FnMut(&str)) {
    let word = format!("#{word}#");
    let places: Vec<usize> =
        word.char_indices().map(|it| it.0).chain(std::iter::once(word.len())).collect();
    for size in [3, 4] {
        let ends = places.iter().zip(places.iter().skip(size));
        ends.filter_map(|(from, to)| word.get(*from..*to)).for_each(&mut add);
    }
}
