//! A noun against the things in reach: found, nothing, or worth a question.

use super::noun::{Noun, Pick, without_articles};
use crate::plural::{folded, is_plural_of, same};

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
enum NounFit {
    /// Each word begins a word of the candidate.
    Prefix,
    /// Each word is a word of the candidate.
    Words,
    /// The words are the candidate's whole name.
    Name,
}

/// Finds what a noun means among the candidates.
///
/// What is called exactly as it was typed is meant, even if that begins with an
/// ordinal, a number or "all". Else each word of the noun must be, or begin, a
/// word of the name or the keywords, in any case. For a plain noun, a candidate
/// with exactly that name is preferred to one that has those words, and that one
/// to one whose words only begin so. For several and for one of several every
/// candidate with the words counts, and prefixes are looked at only when none has
/// them; "all coins" and "two coins" also mean every coin. When nothing fits, all
/// that was typed is taken for plain words. Candidates of one name are alike, so
/// the first is taken without a question.
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
pub fn pick<'a, T: Clone, K: AsRef<str> + 'a>(
    noun: &Noun<'_>,
    candidates: impl IntoIterator<Item = Candidate<'a, T, K>>,
) -> Picked<T> {
    let candidates: Vec<_> = candidates.into_iter().collect();
    in_order(noun, &candidates, false).0
}

/// As [`pick`], for verbs that take several: a plain noun that is no word of any
/// candidate may also be a plural, and means all of them then. Says too how many
/// of what was found are meant at most, if the noun has a number.
///
/// ```text
/// candidates: "red apple", "green apple", "compass"
/// pick_several("apples")    ->  Found([red apple, green apple])
/// pick_several("3 apples")  ->  Found([red apple, green apple]), 3 at most
/// pick_several("compass")   ->  Found([compass])
/// ```
#[must_use]
pub fn pick_several<'a, T: Clone, K: AsRef<str> + 'a>(
    noun: &Noun<'_>,
    candidates: impl IntoIterator<Item = Candidate<'a, T, K>>,
) -> (Picked<T>, Option<usize>) {
    let candidates: Vec<_> = candidates.into_iter().collect();
    in_order(noun, &candidates, true)
}

/// What is called exactly as the noun was typed, by its name or by one of its
/// keywords.
#[must_use]
pub fn pick_called<'a, T: Clone, K: AsRef<str> + 'a>(
    noun: &Noun<'_>,
    candidates: impl IntoIterator<Item = Candidate<'a, T, K>>,
) -> Picked<T> {
    let candidates: Vec<_> = candidates.into_iter().collect();
    called(noun.typed, &candidates)
}

/// The order of the readings, which is the same everywhere.
fn in_order<T: Clone, K: AsRef<str>>(
    noun: &Noun<'_>,
    candidates: &[Candidate<'_, T, K>],
    plurals: bool,
) -> (Picked<T>, Option<usize>) {
    let named = if noun.is_read() { called(noun.typed, candidates) } else { Picked::Nothing };
    if !matches!(named, Picked::Nothing) {
        return (named, None);
    }
    let read = by_reading(noun, candidates, plurals);
    // A bare "all" is no name that could be shortened.
    if matches!(read, Picked::Nothing) && noun.is_read() && !noun.words.is_empty() {
        return (by_reading(&Noun::called(noun.typed), candidates, false), None);
    }
    match noun.pick {
        Pick::Count(most) => (read, Some(most.into())),
        Pick::Any | Pick::Nth(_) | Pick::All => (read, None),
    }
}

fn called<T: Clone, K: AsRef<str>>(typed: &str, candidates: &[Candidate<'_, T, K>]) -> Picked<T> {
    let wanted: Vec<&str> = words(typed).take(MOST_WORDS + 1).collect();
    if wanted.is_empty() {
        return Picked::Nothing;
    }
    let is_called = |it: &&Candidate<'_, T, K>| {
        let mut names = it.keywords.iter().map(K::as_ref).chain([it.name]);
        names.any(|name| is_name(&wanted, name))
    };
    one(&candidates.iter().filter(is_called).collect::<Vec<_>>())
}

/// What a noun means by its grammar.
fn by_reading<T: Clone, K: AsRef<str>>(
    noun: &Noun<'_>,
    candidates: &[Candidate<'_, T, K>],
    plurals: bool,
) -> Picked<T> {
    if noun.pick == Pick::All && noun.words.is_empty() {
        return found(&candidates.iter().collect::<Vec<_>>());
    }
    let wanted: Vec<&str> = words(noun.words).take(MOST_WORDS + 1).collect();
    if wanted.is_empty() || wanted.len() > MOST_WORDS {
        return Picked::Nothing;
    }
    let alike = |plural| fitting(&wanted, plural, NounFit::Words, candidates).1;
    match noun.pick {
        Pick::Any => {
            let (best, fitting) = fitting(&wanted, false, NounFit::Name, candidates);
            if plurals && best < NounFit::Words {
                let (best, several) = self::fitting(&wanted, true, NounFit::Words, candidates);
                if best >= NounFit::Words {
                    return found(&several);
                }
            }
            one(&fitting)
        }
        Pick::Nth(n) => {
            let nth = alike(false).get(usize::from(n).saturating_sub(1)).copied();
            found(nth.as_slice())
        }
        Pick::Count(_) | Pick::All => found(&alike(true)),
    }
}

/// The candidates that fit best, and how well; those that fit `enough` are as
/// good as any.
fn fitting<'c, 'a, T, K: AsRef<str>>(
    wanted: &[&str],
    plural: bool,
    enough: NounFit,
    candidates: &'c [Candidate<'a, T, K>],
) -> (NounFit, Vec<&'c Candidate<'a, T, K>>) {
    let all = candidates.iter().filter_map(|it| Some((fit(wanted, plural, it)?, it)));
    let all: Vec<_> = all.collect();
    let best = all.iter().map(|(fit, _)| *fit).max().unwrap_or(NounFit::Prefix);
    let least = best.min(enough);
    (best, all.into_iter().filter(|(fit, _)| *fit >= least).map(|(_, it)| it).collect())
}

/// One candidate, unless their names differ.
fn one<T: Clone, K>(fitting: &[&Candidate<'_, T, K>]) -> Picked<T> {
    let mut distinct: Vec<&Candidate<'_, T, K>> = Vec::new();
    for candidate in fitting {
        if !distinct.iter().any(|known| same(known.name, candidate.name)) {
            distinct.push(candidate);
        }
    }
    if distinct.len() > 1 {
        Picked::Ambiguous(distinct.into_iter().map(|one| one.value.clone()).collect())
    } else {
        found(&distinct)
    }
}

/// All that are given, or nothing when there are none.
fn found<T: Clone, K>(fitting: &[&Candidate<'_, T, K>]) -> Picked<T> {
    let values: Vec<T> = fitting.iter().map(|it| it.value.clone()).collect();
    if values.is_empty() { Picked::Nothing } else { Picked::Found(values) }
}

/// Whether the wanted words are the whole name, in any case. A noun has lost its
/// article, so "the Red Lion" is exactly "red lion".
fn is_name(wanted: &[&str], name: &str) -> bool {
    let name = || words(without_articles(name));
    name().count() == wanted.len() && name().zip(wanted).all(|(a, b)| same(a, b))
}

/// How well the wanted words fit a candidate; `None` when they do not.
fn fit<T, K: AsRef<str>>(
    wanted: &[&str],
    plural: bool,
    candidate: &Candidate<'_, T, K>,
) -> Option<NounFit> {
    if is_name(wanted, candidate.name) {
        return Some(NounFit::Name);
    }
    let name = without_articles(candidate.name);
    wanted
        .iter()
        .map(|wanted| {
            let keywords = candidate.keywords.iter().flat_map(|text| words(text.as_ref()));
            words(name).chain(keywords).filter_map(|word| fits(wanted, plural, word)).max()
        })
        .try_fold(NounFit::Words, |worst, fit| Some(worst.min(fit?)))
}

/// How well one wanted word fits one word of a candidate.
fn fits(wanted: &str, plural: bool, word: &str) -> Option<NounFit> {
    if same(wanted, word) || (plural && is_plural_of(wanted, word)) {
        Some(NounFit::Words)
    } else {
        begins(wanted, word).then_some(NounFit::Prefix)
    }
}

/// The words of a text: runs of letters, digits and apostrophes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty())
}

/// Whether `whole` begins with `start`, in any case.
fn begins(start: &str, whole: &str) -> bool {
    let mut whole = folded(whole);
    folded(start).all(|c| whole.next() == Some(c))
}
