//! The words by which nouns are told from the rest, and their classes.

use std::{collections::BTreeMap, sync::LazyLock};

/// A class of words. A word may be of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordClass {
    /// "the", "her", "nine": a noun follows.
    Determiner,
    /// "of", "under".
    Preposition,
    /// "they", "and", "there", "would": no noun.
    Other,
    /// "is", "seem": what follows without a determiner is no noun.
    Copula,
    /// "lean", "lean on".
    Verb,
    /// "hung", "stood".
    Past,
    /// "hardly".
    Adverb,
    /// "grey".
    Adjective,
    /// "iron": a noun, and before another what that is made of.
    Material,
    /// "summer", "voices": a noun for nothing to look at.
    Abstract,
    /// "pair": before "of" it only counts.
    Measure,
    /// "ceiling": a noun, whatever its ending says.
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

/// The classes of one word; none of a word that stands in no list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct WordClasses(u16);

impl WordClasses {
    fn add(&mut self, class: WordClass) {
        self.0 |= 1 << class as u16;
    }

    /// Whether the word may be of this class.
    pub(super) fn is(self, class: WordClass) -> bool {
        self.0 & (1 << class as u16) != 0
    }

    /// Whether the word may be of one of these classes.
    pub(super) fn is_any(self, classes: &[WordClass]) -> bool {
        classes.iter().any(|class| self.is(*class))
    }

    /// Whether nothing is known of the word, so that it is most likely a noun.
    pub(super) fn is_unknown(self) -> bool {
        self.0 == 0
    }
}

/// The classes of a word in lower case: as it stands in the lists, or by its ending.
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
    // Of "drops", "wishes" and "tries" the first form is a verb; a plural is what its singular is.
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
