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

/// Returns whether two English terms are near synonyms or belong to the same topic.
#[must_use]
pub fn is_related(term: &str, other: &str) -> bool {
    related(term).iter().any(|(it, _)| it == other)
}

static RELATED: LazyLock<BTreeMap<String, Vec<(String, f32)>>> = LazyLock::new(|| {
    let mut found: BTreeMap<String, BTreeMap<String, f32>> = BTreeMap::new();
    for (groups, weight) in [(LOOSE_GROUPS, LOOSE), (CLOSE_GROUPS, CLOSE)] {
        for line in groups.lines() {
            let english = Language::default();
            let terms: BTreeSet<String> = line
                .split_whitespace()
                .filter_map(|it| english.term(it).map(std::borrow::Cow::into_owned))
                .collect();
            for term in &terms {
                let others = terms.iter().filter(|it| *it != term);
                found
                    .entry(term.clone())
                    .or_default()
                    .extend(others.map(|it| (it.clone(), weight)));
            }
        }
    }
    found.into_iter().map(|(term, others)| (term, others.into_iter().collect())).collect()
});

/// Groups of near synonyms, one a line.
const CLOSE_GROUPS: &str = include_str!("related_close.txt");

/// Groups of words of one topic, one a line.
const LOOSE_GROUPS: &str = include_str!("related_loose.txt");
