//! Commands that a character tells somebody to type, found in its words: a model may make up one that
//! does not exist.

/// Words before which `type` is a noun or has another object.
const OTHERWISE: [&str; 29] = [
    "of",
    "a",
    "an",
    "the",
    "it",
    "that",
    "this",
    "in",
    "your",
    "my",
    "what",
    "something",
    "anything",
    "to",
    "and",
    "or",
    "for",
    "with",
    "is",
    "are",
    "who",
    "i",
    "whatever",
    "whichever",
    "when",
    "how",
    "them",
    "these",
    "those",
];

/// Verbs before quoted words that are a command: `try "open gate"`.
const TRIES: [&str; 6] = ["try", "use", "enter", "write", "command", "commands"];

/// Words after which `type` is a noun.
const NOUN_AFTER: [&str; 14] = [
    "a", "an", "the", "what", "which", "this", "that", "my", "your", "his", "her", "any", "some",
    "kind",
];

/// Returns the commands that a text names, in order: the word behind `type`, and the first one in
/// quotation marks behind a verb such as `try`, or between backticks.
#[must_use]
pub fn named_commands(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut named = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let plain = bare(word);
        if let Some(quoted) = word.strip_prefix(['`', '(']).filter(|_| word.starts_with('`')) {
            named.extend(Some(bare(quoted)).filter(|it| !it.is_empty()));
            continue;
        }
        let before = at.checked_sub(1).and_then(|it| words.get(it)).map(|it| bare(it));
        let tries = before.as_ref().is_some_and(|it| TRIES.contains(&it.as_str()));
        if tries && is_quoted_command(word) {
            named.extend(Some(plain).filter(|it| !OTHERWISE.contains(&it.as_str())));
            continue;
        }
        let ends = word.trim_end_matches(['"', '\'', '`']);
        if plain != "type" || ends.ends_with([',', '.', '!', '?', ';']) {
            continue;
        }
        if before.is_some_and(|it| NOUN_AFTER.contains(&it.as_str())) {
            continue;
        }
        let next = words.get(at + 1).filter(|it| !it.starts_with('`')).map(|it| bare(it));
        named.extend(next.filter(|it| !it.is_empty() && !OTHERWISE.contains(&it.as_str())));
    }
    named
}

/// Returns whether a word opens a quotation as a command does: in small letters.
fn is_quoted_command(word: &str) -> bool {
    let quoted = word.strip_prefix(['"', '“', '\'', '‘']);
    quoted.is_some_and(|it| it.starts_with(|letter: char| letter == '@' || letter.is_lowercase()))
}

/// Returns a word in lower case without what stands around it.
fn bare(word: &str) -> String {
    word.trim_matches(|it: char| !it.is_alphanumeric() && it != '@' && it != '-').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_is_told_to_type_is_found() {
        for (text, named) in [
            ("Type accept, my dear.", &["accept"][..]),
            ("Just type \"give spoon\" and it is done.", &["give"]),
            ("You can type: `get spoon` or `look`.", &["get", "look"]),
            ("Try `open gate`.", &["open"]),
            ("Try \"open gate\", or use 'frobnicate'.", &["open", "frobnicate"]),
            ("Try \"The Pie\", or the \"dark\" ale.", &[]),
            ("Type whatever you like.", &[]),
            ("Type 'go east', then type accept.", &["go", "accept"]),
            ("What type of ale do you like?", &[]),
            ("He is the strong type, they say.", &[]),
            ("That type always pays.", &[]),
            ("I set the type myself.", &[]),
            ("Type it in.", &[]),
            ("", &[]),
            ("type", &[]),
        ] {
            assert_eq!(named_commands(text), named, "{text}");
        }
    }
}
