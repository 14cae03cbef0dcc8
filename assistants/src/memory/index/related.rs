//! Thesaurus of English words: near synonyms and words of the same topic.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::tokens::Language;

/// Weight of a near synonym.
const CLOSE: f32 = 0.4;
/// Weight of a word of the same topic.
const LOOSE: f32 = 0.3;

/// Returns the terms related to an English term, with their weights.
pub(super) fn related(term: &str) -> &'static [(String, f32)] {
    RELATED.get(term).map_or(&[], Vec::as_slice)
}

/// Returns whether two English terms are near synonyms or belong to the same topic, in every use that they have:
/// what a line is read by takes no word for another that it stands for in some of its uses only.
#[must_use]
pub fn is_related(term: &str, other: &str) -> bool {
    NARROW.get(term).is_some_and(|of| of.iter().any(|(it, _)| it == other))
}

static NARROW: LazyLock<Thesaurus> =
    LazyLock::new(|| thesaurus(&[(LOOSE_GROUPS, LOOSE), (CLOSE_GROUPS, CLOSE)]));

static RELATED: LazyLock<Thesaurus> = LazyLock::new(|| {
    thesaurus(&[(LOOSE_GROUPS, LOOSE), (WIDE_GROUPS, CLOSE), (CLOSE_GROUPS, CLOSE)])
});

/// Related terms of a term, with their weights, in order.
type Thesaurus = BTreeMap<String, Vec<(String, f32)>>;

/// Reads groups of words, of which the weight of a later one counts.
fn thesaurus(tables: &[(&str, f32)]) -> Thesaurus {
    let english = Language::default();
    let mut found: BTreeMap<String, BTreeMap<String, f32>> = BTreeMap::new();
    for (groups, weight) in tables {
        for line in groups.lines() {
            let terms: BTreeSet<String> = line
                .split_whitespace()
                .filter_map(|it| english.term(it).map(std::borrow::Cow::into_owned))
                .collect();
            for term in &terms {
                let others = terms.iter().filter(|it| *it != term);
                found
                    .entry(term.clone())
                    .or_default()
                    .extend(others.map(|it| (it.clone(), *weight)));
            }
        }
    }
    found.into_iter().map(|(term, others)| (term, others.into_iter().collect())).collect()
}

/// Groups of near synonyms, one a line.
const CLOSE_GROUPS: &str = include_str!("related_close.txt");

/// Groups of words of one topic, one a line.
const LOOSE_GROUPS: &str = include_str!("related_loose.txt");

/// Groups of words that mean about the same in some of their uses, one a line.
const WIDE_GROUPS: &str = include_str!("related_wide.txt");
