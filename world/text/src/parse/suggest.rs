//! Fuzzy matching of words, for "did you mean ...?".

/// Maximum number of suggestions.
const MOST: usize = 3;

/// Maximum length of a compared word, in characters; longer words get no suggestions, which bounds
/// the work for a line that is all one word.
const LONGEST: usize = 64;

/// Returns up to three candidates that the word may be a misspelling of, nearest first.
///
/// A candidate is near within a small number of typing errors (a letter missing, added, wrong, or
/// swapped with its neighbour): two in a word of five characters or more, one in a word of two to
/// four, none in a single letter. After those come candidates that begin with the word. Case does
/// not matter. Equally near candidates are in alphabetical order, so the result does not depend on
/// the order of the candidates.
///
/// ```text
/// near("lok", ["look", "lock", "say"])  ->  ["lock", "look"]
/// near("inv", ["inventory", "who"])     ->  ["inventory"]
/// ```
#[must_use]
pub fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = folded(word);
    if typed.is_empty() || typed.len() > LONGEST {
        return Vec::new();
    }
    let mut found: Vec<(Nearness, &'a str)> = candidates
        .into_iter()
        .filter_map(|candidate| Some((nearness(&typed, candidate)?, candidate)))
        .collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Distance of a candidate; the nearest sorts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// Number of typing errors.
    Errors(u8),
    /// The word is a prefix of the candidate.
    Prefix,
}

/// Returns the distance of the typed word from a candidate; `None` when it is too far.
fn nearness(typed: &[char], candidate: &str) -> Option<Nearness> {
    let candidate = folded(candidate);
    let budget = match typed.len() {
        0 | 1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    match errors(typed, &candidate, budget) {
        Some(errors) => Some(Nearness::Errors(errors)),
        None => candidate.starts_with(typed).then_some(Nearness::Prefix),
    }
}

/// Returns the edit distance between two words in lower case, or `None` if it exceeds `most`. Only
/// the first 64 characters count.
#[must_use]
pub fn typing_errors(one: &str, other: &str, most: u8) -> Option<u8> {
    let letters = |word: &str| word.chars().take(LONGEST).collect::<Vec<char>>();
    errors(&letters(one), &letters(other), most)
}

/// Returns the edit distance between two words, or `None` if it exceeds the budget.
///
/// This is the restricted Damerau-Levenshtein distance (no letter is changed twice). Trying each
/// error in turn needs no table, and with a budget of two there are at most 21 branches.
pub(super) fn errors(mut a: &[char], mut b: &[char], budget: u8) -> Option<u8> {
    if a.len().abs_diff(b.len()) > usize::from(budget) {
        return None;
    }
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b)
        && x == y
    {
        (a, b) = (a_rest, b_rest);
    }
    let (a_next, b_next) = match (a, b) {
        ([], []) => return Some(0),
        ([], _) | (_, []) => return u8::try_from(a.len() + b.len()).ok(),
        ([_, a_next @ ..], [_, b_next @ ..]) => (a_next, b_next),
    };
    let left = budget.checked_sub(1)?;
    let swapped = match (a, b) {
        ([p, q, a_rest @ ..], [r, s, b_rest @ ..]) if p == s && q == r => {
            errors(a_rest, b_rest, left)
        }
        _ => None,
    };
    let others = [errors(a_next, b_next, left), errors(a_next, b, left), errors(a, b_next, left)];
    others.into_iter().chain([swapped]).flatten().min().map(|fewest| fewest + 1)
}

/// Returns the characters in lower case.
fn folded(word: &str) -> Vec<char> {
    word.chars().flat_map(char::to_lowercase).collect()
}
