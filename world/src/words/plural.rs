//! Plurals: whether two words are one word in different numbers.

/// Endings of words, and of their plurals.
const ENDINGS: &[(&str, &str)] =
    &[("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves"), ("man", "men")];

/// Words whose plurals are no endings.
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

/// Whether one word is a plural of the other, in any case.
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

/// Whether two words differ in case and number at most.
#[must_use]
pub fn alike(a: &str, b: &str) -> bool {
    same(a, b) || is_plural_of(a, b) || is_plural_of(b, a)
}

/// Whether two texts differ in case at most.
pub(super) fn same(a: &str, b: &str) -> bool {
    folded(a).eq(folded(b))
}

/// The characters in lower case.
pub(super) fn folded(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
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
}
