//! Taxonomy of English words: general terms with what falls under them, for questions that ask for one of a kind.

use std::{collections::BTreeMap, sync::LazyLock};

use super::tokens::Language;

/// Returns the terms that fall under a general English term, such as `fiddle` under `instrument`, in order.
pub(super) fn members(term: &str) -> &'static [String] {
    MEMBERS.get(term).map_or(&[], Vec::as_slice)
}

static MEMBERS: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    let english = Language::default();
    let terms = |words: &str| -> Vec<String> {
        let words = words.split_whitespace().filter_map(|it| english.term(it));
        words.map(std::borrow::Cow::into_owned).collect()
    };
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (kinds, words) in KINDS.lines().filter_map(|it| it.split_once(':')) {
        for kind in terms(kinds) {
            let members = found.entry(kind.clone()).or_default();
            members.extend(terms(words).into_iter().filter(|it| *it != kind));
        }
    }
    for members in found.values_mut() {
        members.sort_unstable();
        members.dedup();
    }
    found
});

/// General terms, and behind the colon what falls under each of them.
const KINDS: &str = include_str!("kinds.txt");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_falls_under_a_general_term_is_known_one_way() {
        let has = |term: &str, of: &str| members(term).iter().any(|it| it == of);
        assert!(has("instrument", "fiddl") && has("nut", "walnut") && has("bird", "goos"));
        assert!(!has("fiddl", "instrument"));
        assert!(members("spoon").is_empty());
        assert!(MEMBERS.iter().all(|(kind, all)| !all.is_empty() && !all.contains(kind)));
    }
}
