//! What is known to come of attacks, and why it is not stopped yet. What does not come of them any more
//! has to be taken off these lists.

/// What is forbidden by its name, of which cases, or `*` for any, and why.
pub(crate) const KNOWN: &[(&str, &[&str], &str)] = &[
    (
        "Repeats",
        &["F13-ignored-and-heard-all-the-same"],
        "whoever has a model decode or put together words that nobody said has it say its own",
    ),
    (
        "Prompt",
        &["C09-unknown-arguments"],
        "the staff reads by `why` what a model wrote, whatever that is; that is what it is for",
    ),
];

/// What the tests of many find, by their names, and why.
pub(crate) const KNOWN_AT_LARGE: &[(&str, &str)] = &[];
