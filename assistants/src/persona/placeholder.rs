//! Table of the placeholders in texts, besides the names of slots.

/// Availability of a placeholder's value, and the effect on the ranking of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filling {
    /// Value always available.
    Always,
    /// Value available if something is known; the text fits only then, and ranks above others.
    WhereKnown,
    /// Value available if something was seen or heard; the text fits only then, and ranks above all
    /// others, because nobody denies what they saw.
    WhereSeen,
}

/// Placeholder (between braces) in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placeholder {
    pub name: &'static str,
    pub filled: Filling,
    /// True if the placeholder is allowed in any text, rather than only in those of some topics and
    /// deeds.
    pub anywhere: bool,
    /// True if the value is a name or quoted words, which are not capitalized at the beginning of a
    /// sentence.
    pub verbatim: bool,
}

const fn entry(name: &'static str, filled: Filling, anywhere: bool, verbatim: bool) -> Placeholder {
    Placeholder { name, filled, anywhere, verbatim }
}

/// All placeholders; docs/personas.md describes them.
pub const PLACEHOLDERS: [Placeholder; 30] = [
    entry("speaker", Filling::Always, true, true),
    entry("near", Filling::Always, true, false),
    entry("memory", Filling::Always, true, true),
    entry("others", Filling::Always, true, false),
    entry("place", Filling::Always, true, false),
    entry("time", Filling::Always, true, false),
    entry("because", Filling::Always, true, true),
    entry("me", Filling::WhereKnown, true, false),
    entry("lately", Filling::WhereKnown, true, false),
    entry("goal", Filling::WhereKnown, true, false),
    entry("visitors", Filling::WhereSeen, true, false),
    entry("opened", Filling::WhereSeen, true, false),
    entry("told", Filling::WhereSeen, true, true),
    entry("heard", Filling::WhereSeen, true, true),
    entry("deeds", Filling::WhereSeen, true, false),
    entry("insight", Filling::WhereSeen, true, false),
    entry("dreamed", Filling::WhereSeen, true, false),
    entry("yesterday", Filling::WhereSeen, true, false),
    entry("rumour", Filling::WhereSeen, true, true),
    entry("rest", Filling::Always, false, true),
    entry("person", Filling::Always, false, true),
    entry("known", Filling::WhereKnown, false, false),
    entry("seen", Filling::WhereSeen, false, false),
    entry("opinion", Filling::WhereSeen, false, false),
    entry("one", Filling::Always, false, false),
    entry("subject", Filling::Always, false, false),
    entry("fact", Filling::Always, false, true),
    entry("from", Filling::WhereKnown, false, true),
    entry("answer", Filling::Always, false, true),
    entry("thing", Filling::Always, false, false),
];

/// Returns the placeholder of this name; none for slots.
#[must_use]
pub fn find(name: &str) -> Option<&'static Placeholder> {
    PLACEHOLDERS.iter().find(|it| it.name == name)
}

/// Returns the availability of a placeholder; [`Filling::Always`] for slots, which the callers
/// check.
#[must_use]
pub fn filled(name: &str) -> Filling {
    find(name).map_or(Filling::Always, |it| it.filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stands_there_once_and_in_the_manual() {
        let manual = include_str!("../../../docs/personas.md");
        for it in PLACEHOLDERS {
            assert_eq!(find(it.name), Some(&it), "{}", it.name);
            assert!(manual.contains(&format!("`{{{}}}`", it.name)), "{}", it.name);
        }
        assert_eq!(filled("likes"), Filling::Always);
        assert_eq!(filled("lately"), Filling::WhereKnown);
    }
}
