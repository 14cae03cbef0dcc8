//! A noun against the things in reach: found, nothing, or worth a question.

use super::noun::{Noun, Pick, without_articles};

/// Words of a noun that are compared. A noun of more words fits nothing, which
/// bounds the work that a line full of short words can cause.
const MOST_WORDS: usize = 12;

/// Something that a noun could mean.
///
/// The order in which candidates are given is the order in which "2.sword" counts.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a, T, K = String> {
    /// What is handed back when this candidate is meant.
    pub value: T,
    /// The name that players see, with or without an article.
    pub name: &'a str,
    /// Further words that players may use for it.
    pub keywords: &'a [K],
}

/// What a noun turned out to mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked<T> {
    /// The one that is meant, or for "all" every one that fits; never empty.
    Found(Vec<T>),
    /// No candidate fits.
    Nothing,
    /// Two or more with different names fit equally well: the first of each name,
    /// to ask which one is meant.
    Ambiguous(Vec<T>),
}

/// How well a noun fits a candidate, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Each word begins a word of the candidate.
    Prefix,
    /// Each word is a word of the candidate.
    Words,
    /// The words are the candidate's whole name.
    Name,
}

/// A candidate that fits.
struct Fitting<'a, T> {
    fit: Fit,
    name: &'a str,
    value: T,
}

/// Finds what a noun means among the candidates.
///
/// Each word of the noun must be, or begin, a word of the name or the keywords,
/// in any case. For a plain noun, a candidate with exactly that name is preferred
/// to one that has those words, and that one to one whose words only begin so. For a
/// number and for "all" every candidate with the words counts, and prefixes are
/// looked at only when none has them. "all coins" also means every coin.
/// Candidates of one name are alike, so the first is taken without a question.
///
/// ```text
/// candidates: "red apple", "green apple", "applecart"
/// pick("red")      ->  Found([red apple])
/// pick("apple")    ->  Ambiguous([red apple, green apple])
/// pick("2.apple")  ->  Found([green apple])
/// pick("applec")   ->  Found([applecart])
/// pick("pear")     ->  Nothing
/// ```
#[must_use]
pub fn pick<'a, T, K: AsRef<str> + 'a>(
    noun: &Noun<'_>,
    candidates: impl IntoIterator<Item = Candidate<'a, T, K>>,
) -> Picked<T> {
    if noun.pick == Pick::All && noun.words.is_empty() {
        return found(candidates.into_iter().map(|candidate| candidate.value));
    }
    let wanted: Vec<&str> = words(noun.words).take(MOST_WORDS + 1).collect();
    if wanted.is_empty() || wanted.len() > MOST_WORDS {
        return Picked::Nothing;
    }
    let plural = noun.pick == Pick::All;
    let fitting: Vec<Fitting<'a, T>> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let fit = fit(&wanted, plural, &candidate)?;
            Some(Fitting { fit, name: candidate.name, value: candidate.value })
        })
        .collect();
    let best = fitting.iter().map(|one| one.fit).max().unwrap_or(Fit::Prefix);
    let at_least = |least: Fit| fitting.into_iter().filter(move |one| one.fit >= least);
    match noun.pick {
        Pick::Any => one(at_least(best)),
        Pick::Nth(n) => {
            let skipped = usize::from(n).saturating_sub(1);
            found(at_least(best.min(Fit::Words)).skip(skipped).take(1).map(|one| one.value))
        }
        Pick::All => found(at_least(best.min(Fit::Words)).map(|one| one.value)),
    }
}

/// One candidate, unless their names differ.
fn one<'a, T>(fitting: impl Iterator<Item = Fitting<'a, T>>) -> Picked<T> {
    let mut distinct: Vec<Fitting<'a, T>> = Vec::new();
    for candidate in fitting {
        if !distinct.iter().any(|known| same(known.name, candidate.name)) {
            distinct.push(candidate);
        }
    }
    if distinct.len() > 1 {
        Picked::Ambiguous(distinct.into_iter().map(|one| one.value).collect())
    } else {
        found(distinct.into_iter().map(|one| one.value))
    }
}

/// All that are given, or nothing when there are none.
fn found<T>(values: impl Iterator<Item = T>) -> Picked<T> {
    let values: Vec<T> = values.collect();
    if values.is_empty() { Picked::Nothing } else { Picked::Found(values) }
}

/// How well the wanted words fit a candidate; `None` when they do not.
fn fit<T, K: AsRef<str>>(
    wanted: &[&str],
    plural: bool,
    candidate: &Candidate<'_, T, K>,
) -> Option<Fit> {
    // A noun has lost its article, so "the Red Lion" is exactly "red lion".
    let name = without_articles(candidate.name);
    if words(name).count() == wanted.len() && words(name).zip(wanted).all(|(a, b)| same(a, b)) {
        return Some(Fit::Name);
    }
    wanted
        .iter()
        .map(|wanted| {
            let keywords = candidate.keywords.iter().flat_map(|text| words(text.as_ref()));
            words(name).chain(keywords).filter_map(|word| fits(wanted, plural, word)).max()
        })
        .try_fold(Fit::Words, |worst, fit| Some(worst.min(fit?)))
}

/// How well one wanted word fits one word of a candidate.
fn fits(wanted: &str, plural: bool, word: &str) -> Option<Fit> {
    let singular = |ending: &str| wanted.strip_suffix(ending).is_some_and(|one| same(one, word));
    if same(wanted, word) || (plural && (singular("s") || singular("es"))) {
        Some(Fit::Words)
    } else {
        begins(wanted, word).then_some(Fit::Prefix)
    }
}

/// The words of a text: runs of letters, digits and apostrophes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty())
}

/// Whether two texts differ in case at most.
fn same(a: &str, b: &str) -> bool {
    folded(a).eq(folded(b))
}

/// Whether `whole` begins with `start`, in any case.
fn begins(start: &str, whole: &str) -> bool {
    let mut whole = folded(whole);
    folded(start).all(|c| whole.next() == Some(c))
}

/// The characters in lower case.
fn folded(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}
