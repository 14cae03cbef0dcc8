//! Word lists for vocative detection.

use std::{collections::HashMap, sync::LazyLock};

/// Role of a word in a spoken line. A word may have several roles; `words.txt` explains each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpeechPart {
    Greeting,
    Answer,
    Filler,
    Title,
    Asking,
    Everybody,
    Bidding,
    WholeBidding,
    Modal,
    Helper,
    Third,
    Person,
    There,
    Own,
    Article,
    Telling,
    BeforeObject,
    BeforeCall,
    WhatVerb,
}

use SpeechPart::{
    Answer, Article, Asking, BeforeCall, BeforeObject, Bidding, Everybody, Filler, Greeting,
    Helper, Modal, Own, Person, Telling, There, Third, Title, WhatVerb, WholeBidding,
};

const NAMES: [(&str, SpeechPart); 19] = [
    ("[greeting]", Greeting),
    ("[answer]", Answer),
    ("[filler]", Filler),
    ("[title]", Title),
    ("[asking]", Asking),
    ("[everybody]", Everybody),
    ("[bidding]", Bidding),
    ("[whole bidding]", WholeBidding),
    ("[modal]", Modal),
    ("[helper]", Helper),
    ("[third]", Third),
    ("[person]", Person),
    ("[there]", There),
    ("[own]", Own),
    ("[article]", Article),
    ("[telling]", Telling),
    ("[before object]", BeforeObject),
    ("[before call]", BeforeCall),
    ("[what verb]", WhatVerb),
];

/// Greetings of two words: the first word, and its possible second words.
const TWO_WORDS: [(&str, &[&str]); 13] = [
    (
        "good",
        &["morning", "evening", "afternoon", "day", "night", "bye", "luck", "work", "job", "one"],
    ),
    ("thank", &["you", "u", "ye"]),
    ("see", &["you", "ya"]),
    ("excuse", &["me"]),
    ("nice", &["to", "one", "job", "work"]),
    ("no", &["way", "thanks", "problem", "worries"]),
    ("take", &["care"]),
    ("how", &["are", "do"]),
    ("so", &["long"]),
    ("well", &["met", "done"]),
    ("never", &["mind"]),
    ("of", &["course"]),
    ("happy", &["birthday"]),
];

/// Hash map, because words are only looked up and never iterated over.
static WORDS: LazyLock<HashMap<&str, SpeechParts>> = LazyLock::new(|| {
    let mut words: HashMap<&str, SpeechParts> = HashMap::new();
    let mut part = Filler;
    for line in include_str!("words.txt").lines().filter(|line| !line.starts_with('#')) {
        match NAMES.iter().find(|(name, _)| *name == line) {
            Some((_, next)) => part = *next,
            None => {
                line.split_whitespace().for_each(|word| words.entry(word).or_default().add(part));
            }
        }
    }
    words
});

/// Set of the roles of one word; empty for an unlisted word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SpeechParts(u32);

impl SpeechParts {
    fn add(&mut self, part: SpeechPart) {
        self.0 |= 1 << part as u32;
    }

    pub(super) fn is(self, part: SpeechPart) -> bool {
        self.0 & (1 << part as u32) != 0
    }

    pub(super) fn is_any(self, parts: &[SpeechPart]) -> bool {
        parts.iter().any(|part| self.is(*part))
    }

    /// Returns whether the word is unlisted, so that it may be the beginning of a name.
    pub(super) fn is_unknown(self) -> bool {
        self.0 == 0
    }
}

/// Looks up the roles of a word, in any case.
pub(super) fn parts(word: &str) -> SpeechParts {
    let known = WORDS.get(word).copied();
    known.or_else(|| WORDS.get(&*word.to_lowercase()).copied()).unwrap_or_default()
}

/// Returns whether two words are a greeting together.
pub(super) fn greet_together(first: &str, second: &str) -> bool {
    let is = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
    TWO_WORDS.iter().any(|(one, others)| is(one, first) && others.iter().any(|it| is(it, second)))
}
