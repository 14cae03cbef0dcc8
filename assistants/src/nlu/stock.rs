//! Vocabulary of a character: classes of words that mean the same, and the lookup of a word that
//! was mistyped or stands in another form.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::LazyLock,
};

use text::parse::typing_errors;

use super::tokens::tokens;

/// Words that help to build a sentence and say nothing of what it is about.
const SMALL: &str = "a about am an and any are as at be been being but by can could did do does doing \
    each either else ever every few for from get give go going got had has have having he her here \
    hers him his how however i if in into is it just know let like may me might more most much must \
    my no nor not now of off on one or our out please really shall she should so some still such \
    tell than that the their them then there these they this those to too up upon us very want was \
    we well were what when where which while who whom whose why will with would yes yet you your \
    yours oh ah hm hmm um er okay ok right sir madam friend dear hey actually maybe perhaps today \
    think say said mean again also only even around thing things something anything bit lot kind \
    sort need long many first next hello hi hiya greetings thanks thank bye goodbye farewell yeah yep nope \
    sure alright";

/// Returns the words of a file.
fn words_of(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|it| !it.starts_with('#')).flat_map(str::split_whitespace)
}

/// Words of other worlds than this one.
const ELSEWHERE_WORDS: &str = include_str!("elsewhere.txt");
static ELSEWHERE: LazyLock<HashSet<&str>> = LazyLock::new(|| words_of(ELSEWHERE_WORDS).collect());

/// The class of these words, for patterns that ask for them: `where > ~elsewhere`.
pub(super) const ELSEWHERE_CLASS: &str = "elsewhere";

/// Returns whether a word belongs to another world than this one, so that a line is about that.
pub(super) fn is_elsewhere(word: &str) -> bool {
    ELSEWHERE.contains(word)
}

/// Returns whether a line has a word of another world.
pub(crate) fn speaks_of_elsewhere(said: &str) -> bool {
    tokens(said).iter().any(|it| is_elsewhere(&it.text))
}

/// Words that are never taken for others.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    words_of(include_str!("common.txt")).chain(SMALL.split_whitespace()).collect()
});

static SMALL_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| SMALL.split_whitespace().collect());

/// Returns whether a word only helps to build a sentence.
pub(super) fn is_small(word: &str) -> bool {
    SMALL_WORDS.contains(word)
}

/// Returns whether a word is one that everybody uses, in this form or another.
pub(super) fn is_common(word: &str) -> bool {
    COMMON.contains(word) || forms(word).any(|it| COMMON.contains(it.as_str()))
}

/// A word of a lexicon.
pub(super) type WordId = u32;
/// A class of words.
pub(super) type ClassId = usize;

/// Quality of a match, in thousandths: of the very word, of another form of it, and of a typing error.
pub(super) const EXACT: u32 = 1_000;
const OTHER_FORM: u32 = 950;
const MISTYPED: u32 = 800;

/// Word classes by name, each with its words and phrases.
pub type WordGroups = BTreeMap<String, Vec<String>>;

/// The words and classes of one character.
#[derive(Debug, Clone, Default)]
pub(super) struct WordStock {
    words: HashMap<Box<str>, WordId>,
    /// The words by their first letter, for those that are mistyped.
    alike: BTreeMap<char, Vec<(Box<str>, WordId)>>,
    classes: HashMap<Box<str>, ClassId>,
    /// The phrases of classes, by their first word; the longest first.
    phrases: BTreeMap<WordId, Vec<(Vec<WordId>, ClassId)>>,
}

impl WordStock {
    pub(super) fn new(classes: &WordGroups) -> Self {
        let mut lexicon = Self::default();
        for (id, (name, phrases)) in classes.iter().enumerate() {
            lexicon.classes.insert(name.as_str().into(), id);
            for phrase in phrases {
                let words: Vec<WordId> =
                    tokens(phrase).iter().map(|it| lexicon.learn(&it.text)).collect();
                if let Some(first) = words.first() {
                    lexicon.phrases.entry(*first).or_default().push((words, id));
                }
            }
        }
        lexicon.add_elsewhere();
        for phrases in lexicon.phrases.values_mut() {
            phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        lexicon
    }

    /// Takes up the words of other worlds as the class [`ELSEWHERE_CLASS`], unless a builder wrote one of that
    /// name. Nothing that was mistyped is taken for them.
    fn add_elsewhere(&mut self) {
        let id = self.classes.len();
        if self.classes.contains_key(ELSEWHERE_CLASS) {
            return;
        }
        self.classes.insert(ELSEWHERE_CLASS.into(), id);
        for word in words_of(ELSEWHERE_WORDS) {
            let next = WordId::try_from(self.words.len()).unwrap_or(WordId::MAX);
            let word = *self.words.entry(word.into()).or_insert(next);
            self.phrases.entry(word).or_default().push((vec![word], id));
        }
    }

    /// Takes up a word.
    pub(super) fn learn(&mut self, word: &str) -> WordId {
        if let Some(id) = self.words.get(word) {
            return *id;
        }
        let id = WordId::try_from(self.words.len()).unwrap_or(WordId::MAX);
        self.words.insert(word.into(), id);
        if let Some(first) = word.chars().next() {
            self.alike.entry(first).or_default().push((word.into(), id));
        }
        id
    }

    pub(super) fn class(&self, name: &str) -> Option<ClassId> {
        self.classes.get(name).copied()
    }

    /// Returns all words.
    pub(super) fn words(&self) -> impl Iterator<Item = (&str, WordId)> {
        self.alike.values().flatten().map(|(word, id)| (&**word, *id))
    }

    /// Returns the words that were meant, and how well they were heard: the word itself and what it
    /// is a form of, or else what was mistyped.
    pub(super) fn hear(&self, word: &str, may_be_mistyped: bool) -> Vec<(WordId, u32)> {
        let exact = self.words.get(word).map(|id| (*id, EXACT));
        let others = forms(word).filter_map(|it| self.words.get(it.as_str()));
        let mut heard: Vec<(WordId, u32)> =
            exact.into_iter().chain(others.map(|id| (*id, OTHER_FORM))).collect();
        heard.dedup_by_key(|(id, _)| *id);
        let is_word = !may_be_mistyped || COMMON.contains(word) || is_elsewhere(word);
        if heard.is_empty() && !is_word && !word.chars().any(|it| it.is_ascii_digit()) {
            let single = || self.mistyped(word.strip_suffix('s')?);
            heard.extend(self.mistyped(word).or_else(single));
        }
        heard
    }

    /// Returns the only known word nearest to an unknown one.
    fn mistyped(&self, word: &str) -> Option<(WordId, u32)> {
        let allowed = match word.chars().count() {
            0..=2 => return None,
            // Of a word so short only two letters that changed places are a mistake.
            3 => return self.swapped(word),
            4..=7 => 1,
            8.. => 2,
        };
        let first = word.chars().next()?;
        let near = self.alike.get(&first)?.iter().filter_map(|(known, id)| {
            // A short word is too easily another one.
            let long = known.chars().count() > 3;
            Some((typing_errors(word, known, allowed).filter(|_| long)?, *id))
        });
        let mut near: Vec<(u8, WordId)> = near.collect();
        near.sort_unstable();
        let (least, id) = *near.first()?;
        // Of two that are as near nobody knows which was meant, unless they mean the same.
        let mut others = near.iter().skip(1).take_while(|(errors, _)| *errors == least);
        others.all(|(_, other)| self.mean_the_same(id, *other)).then_some((id, MISTYPED))
    }

    fn swapped(&self, word: &str) -> Option<(WordId, u32)> {
        let letters: Vec<char> = word.chars().collect();
        let [a, b, c] = letters.as_slice() else { return None };
        let known = |it: [&char; 3]| self.words.get(it.into_iter().collect::<String>().as_str());
        known([a, c, b]).or_else(|| known([b, a, c])).map(|id| (*id, MISTYPED))
    }

    /// Returns whether two words are of one class, each by itself.
    fn mean_the_same(&self, one: WordId, other: WordId) -> bool {
        let class = |word: WordId| {
            let alone = self.phrases(word).iter().find(|(words, _)| words.len() == 1);
            alone.map(|(_, class)| *class)
        };
        class(one).is_some() && class(one) == class(other)
    }

    /// Returns the phrases that begin with a word, the longest first.
    pub(super) fn phrases(&self, first: WordId) -> &[(Vec<WordId>, ClassId)] {
        self.phrases.get(&first).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Returns the words of which a word may be another form.
fn forms(word: &str) -> impl Iterator<Item = String> {
    let cut = |end: &str, put: &str| {
        let stem = word.strip_suffix(end).filter(|it| it.chars().count() >= 3)?;
        Some(format!("{stem}{put}"))
    };
    let doubled = |end: &str| {
        let stem = word.strip_suffix(end)?;
        let last = stem.chars().last()?;
        let short = stem.strip_suffix(last).filter(|it| it.ends_with(last))?;
        Some(short.to_owned())
    };
    [
        cut("s", ""),
        cut("es", ""),
        cut("ies", "y"),
        cut("ing", ""),
        cut("ing", "e"),
        doubled("ing"),
        cut("ed", ""),
        cut("ed", "e"),
        cut("d", ""),
        doubled("ed"),
        cut("er", ""),
        cut("ers", ""),
        // What is new is no news.
        Some(format!("{word}s")).filter(|_| word.chars().count() >= 3 && word != "new"),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon() -> WordStock {
        let mut lexicon = WordStock::new(&WordGroups::new());
        for word in
            ["spoon", "gate", "rumour", "magpie", "boathouse", "ale", "bake", "story", "lose"]
        {
            lexicon.learn(word);
        }
        lexicon
    }

    fn heard(word: &str) -> Option<&'static str> {
        let lexicon = lexicon();
        let (id, _) = *lexicon.hear(word, true).first()?;
        let all =
            ["spoon", "gate", "rumour", "magpie", "boathouse", "ale", "bake", "story", "lose"];
        all.into_iter().find(|it| lexicon.words().any(|(word, own)| word == *it && own == id))
    }

    #[test]
    fn a_word_is_known_in_its_forms() {
        for (typed, known) in [
            ("spoons", "spoon"),
            ("baking", "bake"),
            ("baked", "bake"),
            ("stories", "story"),
            ("ales", "ale"),
            ("loses", "lose"),
        ] {
            assert_eq!(heard(typed), Some(known), "{typed}");
        }
    }

    #[test]
    fn a_mistyped_word_is_known_and_another_word_is_none() {
        for (typed, known) in [
            ("spon", Some("spoon")),
            ("spooon", Some("spoon")),
            ("rumuor", Some("rumour")),
            ("boathosue", Some("boathouse")),
            ("magpei", Some("magpie")),
            ("late", None),
            ("game", None),
            ("soon", None),
            ("spot", None),
            ("al", None),
            ("poon", None),
            ("gate5", None),
            ("lost", None),
        ] {
            assert_eq!(heard(typed), known, "{typed}");
        }
    }
}
