//! Plurals: comparison of English words regardless of case and number.

/// Pairs of singular and plural endings.
const ENDINGS: &[(&str, &str)] =
    &[("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves"), ("man", "men")];

/// Irregular plurals: pairs of singular and plural.
const IRREGULAR: &[(&str, &str)] = &[
    ("child", "children"),
    ("die", "dice"),
    ("foot", "feet"),
    ("goose", "geese"),
    ("louse", "lice"),
    ("mouse", "mice"),
    ("ox", "oxen"),
    ("person", "people"),
    ("tooth", "teeth"),
];

/// Returns whether `plural` is a plural of `word`, in any case except for a regular plural ending.
///
/// ```text
/// is_plural_of("berries", "berry")  ->  true
/// is_plural_of("leaves", "Leaf")    ->  true
/// is_plural_of("leaf", "leaf")      ->  false
/// ```
#[must_use]
pub fn is_plural_of(plural: &str, word: &str) -> bool {
    let ending = |one: &str, many: &str| {
        let stem = plural.strip_suffix(many).filter(|stem| !stem.is_empty());
        stem.is_some_and(|stem| folded(stem).chain(one.chars()).eq(folded(word)))
    };
    ENDINGS.iter().any(|(one, many)| ending(one, many))
        || IRREGULAR.iter().any(|(one, many)| same(plural, many) && same(word, one))
}

/// Returns whether two words are equal except for case and number (singular or plural).
#[must_use]
pub fn alike(a: &str, b: &str) -> bool {
    // Singular and plural of every word begin with the same letter, which most pairs of words do
    // not.
    folded(a).next() == folded(b).next() && is_alike(a, b)
}

fn is_alike(a: &str, b: &str) -> bool {
    same(a, b) || is_plural_of(a, b) || is_plural_of(b, a)
}

/// Returns whether two texts are equal except for case.
pub(super) fn same(a: &str, b: &str) -> bool {
    folded(a).eq(folded(b))
}

/// Returns the lookup keys of a word: all words that are [`alike`] to it, in lower case, and some
/// that are not English words.
pub fn forms(word: &str) -> impl Iterator<Item = String> {
    let word: String = folded(word).collect();
    let swapped = |from: &str, to: &str| {
        word.strip_suffix(from).filter(|it| !it.is_empty()).map(|it| format!("{it}{to}"))
    };
    let both = |(one, many): &(&str, &str)| [swapped(one, many), swapped(many, one)];
    let of_endings = ENDINGS.iter().flat_map(both).flatten();
    let other = |(one, many): &(&str, &str)| match word.as_str() {
        it if it == *one => Some((*many).to_owned()),
        it if it == *many => Some((*one).to_owned()),
        _ => None,
    };
    let mut forms: Vec<String> = of_endings.chain(IRREGULAR.iter().filter_map(other)).collect();
    forms.push(word);
    forms.into_iter()
}

/// Iterates over the characters in lower case.
pub(super) fn folded(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_and_many_are_the_same_word() {
        let pairs = [
            ("slip", "slips"),
            ("Berry", "berries"),
            ("leaf", "leaves"),
            ("knife", "knives"),
            ("box", "boxes"),
            ("glass", "glasses"),
            ("mouse", "mice"),
            ("Ferryman", "ferrymen"),
            ("tooth", "TEETH"),
        ];
        for (one, many) in pairs {
            assert!(alike(one, many) && alike(many, one), "{one} {many}");
        }
        for (a, b) in [("glass", "glas s"), ("s", ""), ("bras", "brasses"), ("ear", "year")] {
            assert!(!is_plural_of(a, b) && !is_plural_of(a, a), "{a} {b}");
        }
        for (a, b) in [("elm", "helm"), ("cart", "card"), ("new", "news paper")] {
            assert!(!alike(a, b), "{a} {b}");
        }
    }

    proptest! {
        #[test]
        fn every_word_that_is_alike_is_among_the_forms(a in "[a-fmnyA-F]{0,3}", ends in 0..8_usize) {
            let ends = ["", "s", "es", "y", "ies", "f", "ves", "men"][ends];
            let irregular = IRREGULAR.iter().flat_map(|(one, many)| [*one, *many]);
            let words: Vec<String> = ["", "s", "es", "y", "ies", "f", "fe", "ves", "man", "men"]
                .iter().map(|it| format!("{a}{it}")).chain(irregular.map(str::to_owned)).collect();
            let word = format!("{a}{ends}");
            for other in &words {
                let found = forms(&word).any(|it| it == other.to_lowercase());
                prop_assert!(found || !is_alike(other, &word), "{} {}", other, word);
                prop_assert_eq!(alike(other, &word), is_alike(other, &word));
            }
        }
    }
}
