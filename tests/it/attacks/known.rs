//! What is known to come of attacks, and why it is not stopped yet. What does not come of them any more
//! has to be taken off these lists.

/// What is forbidden by its name, of which cases, or `*` for any, and why.
pub(crate) const KNOWN: &[(&str, &[&str], &str)] = &[(
    "Repeats",
    &["F13-ignored-and-heard-all-the-same"],
    "where it is said in parts, the model says the rest before anybody has: those are its own words",
)];

/// What the tests of many find, by their names, and why.
pub(crate) const KNOWN_AT_LARGE: &[(&str, &str)] = &[];
