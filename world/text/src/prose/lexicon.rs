//! Word lists for noun extraction, and the classes of their words.

use std::{collections::BTreeMap, sync::LazyLock};

/// Word class. A word may be of several classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordClass {
    /// "the", "her", "nine": a noun follows.
    Determiner,
    /// "of", "under".
    Preposition,
    /// "they", "and", "there", "would": any other word that is no noun.
    Other,
    /// "is", "seem": a following word without a determiner is no noun.
    Copula,
    /// "lean", "lean on".
    Verb,
    /// "hung", "stood".
    Past,
    /// "hardly".
    Adverb,
    /// "grey".
    Adjective,
    /// "iron": a noun, and before another noun its material.
    Material,
    /// "summer", "voices": an abstract noun, nothing to look at.
    Abstract,
    /// "pair": before "of" a measure only.
    Measure,
    /// "ceiling": a noun, whatever its ending.
    Noun,
}

use WordClass::{
    Abstract, Adjective, Adverb, Copula, Determiner, Material, Measure, Noun, Other, Past,
    Preposition, Verb,
};

const NAMES: [(&str, WordClass); 12] = [
    ("[determiner]", Determiner),
    ("[preposition]", Preposition),
    ("[other]", Other),
    ("[copula]", Copula),
    ("[verb]", Verb),
    ("[past]", Past),
    ("[adverb]", Adverb),
    ("[adjective]", Adjective),
    ("[material]", Material),
    ("[abstract]", Abstract),
    ("[measure]", Measure),
    ("[noun]", Noun),
];

static WORDS: LazyLock<BTreeMap<&str, WordClasses>> = LazyLock::new(|| {
    let mut words: BTreeMap<&str, WordClasses> = BTreeMap::new();
    let mut class = Other;
    for line in include_str!("words.txt").lines().filter(|line| !line.starts_with('#')) {
        match NAMES.iter().find(|(name, _)| *name == line) {
            Some((_, next)) => class = *next,
            None => {
                line.split_whitespace().for_each(|word| words.entry(word).or_default().add(class))
            }
        }
    }
    words
});

/// Set of the classes of one word; empty for an unlisted word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct WordClasses(u16);

impl WordClasses {
    fn add(&mut self, class: WordClass) {
        self.0 |= 1 << class as u16;
    }

    /// Returns whether the word may be of this class.
    pub(super) fn is(self, class: WordClass) -> bool {
        self.0 & (1 << class as u16) != 0
    }

    /// Returns whether the word may be of one of these classes.
    pub(super) fn is_any(self, classes: &[WordClass]) -> bool {
        classes.iter().any(|class| self.is(*class))
    }

    /// Returns whether the class is unknown; such a word is most likely a noun.
    pub(super) fn is_unknown(self) -> bool {
        self.0 == 0
    }
}

/// Looks up the classes of a word in lower case, or guesses them by its ending.
pub(super) fn classes(word: &str) -> WordClasses {
    let mut classes = WORDS.get(word).copied().unwrap_or_default();
    if classes.is_unknown() {
        let long = word.chars().count() > 4;
        if word.contains('-') {
            classes.add(Adjective);
        } else if long && word.ends_with("ly") {
            classes.add(Adverb);
        } else if long && (word.ends_with("ed") || word.ends_with("ing")) {
            classes.add(Past);
        } else if long && word.ends_with("ness") {
            classes.add(Abstract);
        } else if long && ["less", "ous", "iest"].iter().any(|end| word.ends_with(end)) {
            classes.add(Adjective);
        } else if word.chars().all(|c| c.is_ascii_digit()) {
            classes.add(Determiner);
        }
    }
    // In "drops", "wishes" and "tries" the base form is a verb; a plural has the noun classes of
    // its singular.
    let ies = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let bases = [word.strip_suffix('s'), word.strip_suffix("es"), ies.as_deref()];
    for base in bases.into_iter().flatten().filter_map(|it| WORDS.get(it)) {
        for class in [Verb, Abstract, Measure, Noun] {
            if base.is(class) {
                classes.add(class);
            }
        }
    }
    classes
}
