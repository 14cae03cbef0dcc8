//! Promises in spoken lines ("I'll bring you the spoon", "I will be back tomorrow"). Pure functions, no
//! model.

use super::speech_act::plain_words;

/// Promise of a speaker to whoever they speak with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VisitorPromise {
    /// Bringing of something.
    Bring,
    /// Coming back.
    Return,
}

/// Words between "I will" and the verb that change nothing.
const BETWEEN: [&str; 10] =
    ["just", "gladly", "surely", "certainly", "soon", "now", "also", "then", "definitely", "try"];
/// Verbs of bringing; they promise something where it is for "you", or comes "back".
const BRINGS: [&str; 8] = ["bring", "fetch", "get", "find", "give", "carry", "repay", "return"];
/// Words that may follow "return" where nothing is returned.
const AFTER_RETURN: [&str; 12] = [
    "soon", "later", "tomorrow", "tonight", "in", "at", "when", "before", "after", "here", "with",
    "again",
];

impl VisitorPromise {
    /// Reads the promise in a line; none for most lines, and for questions.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        if line.contains('?') {
            return None;
        }
        let words = plain_words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        (0..words.len()).find_map(|at| Self::after(undertakes(words.get(at..)?)?))
    }

    /// Parses a promise from the words after "I will".
    fn after(words: &[&str]) -> Option<Self> {
        let begins = words.iter().position(|it| !BETWEEN.contains(it))?;
        let words = words.get(begins..)?;
        match words {
            ["be" | "come" | "stop", "back" | "again" | "by", ..] | ["look", "in", ..] => {
                Some(Self::Return)
            }
            ["return"] => Some(Self::Return),
            ["return", next, ..] if AFTER_RETURN.contains(next) => Some(Self::Return),
            [verb, rest @ ..] if BRINGS.contains(verb) => {
                let is_for_you = rest.iter().any(|it| ["you", "u", "ya", "back"].contains(it));
                is_for_you.then_some(Self::Bring)
            }
            _ => None,
        }
    }
}

/// Returns the words after the beginning of an undertaking: "I will", "we are going to", "I promise to".
fn undertakes<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    match words {
        ["ill", rest @ ..]
        | ["i" | "we", "will" | "shall", rest @ ..]
        | ["i" | "we", "am" | "are", "going", "to", rest @ ..]
        | ["i" | "we", "promise", "to", rest @ ..] => Some(rest),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_promised_is_read_and_orders_and_denials_are_not() {
        for (line, promise) in [
            ("I'll bring you the spoon", Some(VisitorPromise::Bring)),
            ("well, I will gladly fetch your spoon back", Some(VisitorPromise::Bring)),
            ("we're going to find you another one", Some(VisitorPromise::Bring)),
            ("I promise to return the key to you", Some(VisitorPromise::Bring)),
            ("I'll be back tomorrow", Some(VisitorPromise::Return)),
            ("ok, I will come back with the spoon", Some(VisitorPromise::Return)),
            ("mara ill bring u a spoon", Some(VisitorPromise::Bring)),
            ("I shall return", Some(VisitorPromise::Return)),
            ("I will return tomorrow.", Some(VisitorPromise::Return)),
            ("I will have an ale", None),
            ("I'll get an ale", None),
            ("I will not bring you anything", None),
            ("shall I bring you the spoon?", None),
            ("will you bring me a spoon", None),
            ("if I were you", None),
            ("", None),
        ] {
            assert_eq!(VisitorPromise::read(line), promise, "{line}");
        }
    }
}
