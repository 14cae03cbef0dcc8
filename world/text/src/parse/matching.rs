//! Noun matching against candidates in reach: found, nothing, or ambiguous.

use super::noun::{Noun, Pick, without_articles};
use crate::plural::{folded, is_plural_of, same};

/// Maximum number of words of a noun. A noun of more words matches nothing, which bounds the work
/// for a line full of short words.
const MOST_WORDS: usize = 12;

/// Candidate for a noun.
///
/// The order of the candidates is the order of counting for "2.sword".
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a, T, K = String> {
    /// Value returned for a match.
    pub value: T,
    /// Displayed name, with or without an article.
    pub name: &'a str,
    /// Further keywords that players may use for it.
    pub keywords: &'a [K],
}

/// Result of matching a noun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked<T> {
    /// The matches: one, or for "all" every one that fits; never empty.
    Found(Vec<T>),
    /// No candidate matches.
    Nothing,
    /// Two or more candidates with different names match equally well: the first of each name, for
    /// a question to the player.
    Ambiguous(Vec<T>),
}

/// Quality of a match, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NounFit {
    /// Each word is a prefix of a word of the candidate.
    Prefix,
    /// Each word equals a word of the candidate.
    Words,
    /// The words equal the whole name of the candidate.
    Name,
}

/// Matches a noun against the candidates.
///
/// An exact match of the typed text wins, even if it begins with an ordinal, a number or "all".
/// Else each word of the noun must be, or begin, a word of the name or the keywords, in any case.
/// For a plain noun, a candidate with exactly that name is preferred to one that has those words,
/// and that one to one whose words only begin so. For several and for one of several every
/// candidate with the words counts, and prefixes are considered only when none has them; "all
/// coins" and "two coins" also match every coin. When nothing matches, the whole typed text is
/// matched as plain words. Candidates of the same name are interchangeable, so the first is taken
/// without a question.
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

/// Matches as [`pick`], for verbs that take several objects: a plain noun that is no word of any
/// candidate may also be a plural, and then matches all of them. Returns also the maximum number of
/// matches to use, if the noun has a number.
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

/// Matches the typed text exactly, against names and keywords.
#[must_use]
pub fn pick_called<'a, T: Clone, K: AsRef<str> + 'a>(
    noun: &Noun<'_>,
    candidates: impl IntoIterator<Item = Candidate<'a, T, K>>,
) -> Picked<T> {
    let candidates: Vec<_> = candidates.into_iter().collect();
    called(noun.typed, &candidates)
}

/// Tries the interpretations of a noun in order: exact name, parsed form, plain words.
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

/// Matches a noun by its parsed form.
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

/// Returns the best match quality and the candidates that have it; a quality of `enough` or better
/// counts as equal.
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

/// Returns one candidate, or an ambiguity if their names differ.
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

/// Returns all candidates, or [`Picked::Nothing`] if there are none.
fn found<T: Clone, K>(fitting: &[&Candidate<'_, T, K>]) -> Picked<T> {
    let values: Vec<T> = fitting.iter().map(|it| it.value.clone()).collect();
    if values.is_empty() { Picked::Nothing } else { Picked::Found(values) }
}

/// Returns whether the wanted words are the whole name, in any case. Articles are ignored, so "the
/// Red Lion" equals "red lion".
fn is_name(wanted: &[&str], name: &str) -> bool {
    let name = || words(without_articles(name));
    name().count() == wanted.len() && name().zip(wanted).all(|(a, b)| same(a, b))
}

/// Returns the match quality of the wanted words for a candidate; `None` for no match.
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

/// Returns the match quality of one wanted word for one word of a candidate.
fn fits(wanted: &str, plural: bool, word: &str) -> Option<NounFit> {
    if same(wanted, word) || (plural && is_plural_of(wanted, word)) {
        Some(NounFit::Words)
    } else {
        begins(wanted, word).then_some(NounFit::Prefix)
    }
}

/// Splits a text into words: runs of letters, digits and apostrophes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty())
}

/// Returns whether `whole` begins with `start`, in any case.
fn begins(start: &str, whole: &str) -> bool {
    let mut whole = folded(whole);
    folded(start).all(|c| whole.next() == Some(c))
}
