//! Placeholders of the texts that are said at certain moments.

/// Returns the placeholder for the remembered words at a moment, if it is such a moment.
pub(super) fn recalled(moment: &str) -> Option<&'static str> {
    match moment {
        "told" => Some("told"),
        "heard" => Some("heard"),
        "goes-round" | "passes-on" | "answers-late" | "wonders" | "keeps-word" | "reminds"
        | "word-kept" | "carries" | "has-come" | "still-stands" | "pursues" | "brings-answer"
        | "brings-none" => Some("rumour"),
        _ => None,
    }
}

/// Returns the placeholders for the topics or people in question at the moments at which one is named.
pub(super) fn asked_back(moment: &str) -> Option<&'static [&'static str]> {
    match moment {
        "perhaps" | "price" | "takes-on" | "is-here" | "means-to" | "may-ask" | "asks-another" => {
            Some(&["one"])
        }
        "suppose" => Some(&["one", "answer"]),
        "repeated" => Some(&["answer"]),
        "nobody" | "further" | "untold-of" => Some(&["subject", "from"]),
        "noted" | "noted-of" | "condoles" | "recalls" | "recalls-of" | "saw-of" => Some(&["fact"]),
        _ => None,
    }
}
