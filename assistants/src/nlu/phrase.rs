//! Short phrases: what somebody likes or where they come from, out of what they said about it.

use super::{stock::is_small, tokens::tokens};

/// Most words and most characters of a phrase that is kept.
const MOST_WORDS: usize = 5;
const MOST_CHARACTERS: usize = 40;

/// Words that make a sentence of a phrase: what holds one says more than a value.
const SENTENCE: [&str; 61] = [
    "i",
    "you",
    "he",
    "she",
    "we",
    "they",
    "it",
    "me",
    "him",
    "us",
    "them",
    "my",
    "your",
    "am",
    "is",
    "are",
    "was",
    "were",
    "be",
    "do",
    "does",
    "did",
    "have",
    "has",
    "had",
    "want",
    "need",
    "give",
    "get",
    "take",
    "find",
    "found",
    "tell",
    "show",
    "open",
    "would",
    "could",
    "should",
    "can",
    "will",
    "not",
    "no",
    "nothing",
    "anything",
    "something",
    "everything",
    "yes",
    "ok",
    "okay",
    "sure",
    "what",
    "where",
    "who",
    "why",
    "how",
    "when",
    "which",
    "that",
    "this",
    "hello",
    "thanks",
];
/// Words that lead up to a phrase and are no part of it.
const LEADS: [&str; 13] = [
    "a", "an", "some", "just", "mostly", "usually", "really", "only", "well", "um", "probably",
    "maybe", "from",
];
/// Articles of a thing that is one of many: a green hat.
const ARTICLES: [&str; 2] = ["a", "an"];
/// Words behind which something else begins.
const ENDS: [&str; 5] = ["but", "because", "since", "although", "though"];
/// Words that begin something else behind an "and".
const BEGINS: [&str; 9] = ["i", "im", "we", "you", "my", "what", "who", "where", "do"];

/// Returns the phrase that is meant by words somebody said of themselves; none when they are no
/// short phrase: a sentence, a question, a wish.
///
/// Words after the first clause are left out: `Mead, and yours?` is about mead.
#[must_use]
pub fn short_phrase(words: &str) -> Option<&str> {
    let all = tokens(words);
    let lead = all.iter().take_while(|it| LEADS.contains(&it.text.as_str())).count();
    let (mut start, mut end) = (None, 0);
    for (count, (word, next)) in
        all.iter().zip(all.iter().skip(1).map(Some).chain([None])).skip(lead).enumerate()
    {
        let begins =
            next.is_some_and(|it| word.text == "and" && BEGINS.contains(&it.text.as_str()));
        if ENDS.contains(&word.text.as_str()) || begins {
            break;
        }
        if count >= MOST_WORDS || SENTENCE.contains(&word.text.as_str()) {
            return None;
        }
        let article = lead.checked_sub(1).and_then(|at| all.get(at));
        let article = article.filter(|it| ARTICLES.contains(&it.text.as_str()));
        start = start.or(Some(article.unwrap_or(word).place.start));
        end = word.place.end;
        let gap = next.and_then(|next| words.get(word.place.end..next.place.start));
        if gap.is_some_and(|it| it.contains([',', ';', '.', '!', '?', ':', '(', '"', '…'])) {
            break;
        }
    }
    let phrase = words.get(start?..end)?;
    (phrase.chars().count() <= MOST_CHARACTERS).then_some(phrase)
}

/// Returns the pattern of those who ask for something by its name: the words of it that say
/// something, in their order; none for a name of small words alone.
#[must_use]
pub fn name_pattern(name: &str) -> Option<String> {
    let words = tokens(name).into_iter().map(|it| it.text);
    let says: Vec<String> = words.filter(|it| !is_small(it)).collect();
    (!says.is_empty()).then(|| says.join(" > "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_phrase_is_taken_and_a_sentence_is_not() {
        for (words, phrase) in [
            ("mead", Some("mead")),
            ("a brown Ale", Some("a brown Ale")),
            ("well, just a green hat", Some("a green hat")),
            ("just some mead, thank you", Some("mead")),
            ("plum brandy from the north", Some("plum brandy from the north")),
            ("mead but not today", Some("mead")),
            ("Leeds and i make violins", Some("Leeds")),
            ("bread and butter", Some("bread and butter")),
            ("Mead, and you?", Some("Mead")),
            ("the sea", Some("the sea")),
            ("can I have an ale", None),
            ("not thirsty", None),
            ("nothing", None),
            ("I found a spoon", None),
            ("one and two and three and four", None),
            ("", None),
            ("a", None),
            ("...", None),
        ] {
            assert_eq!(short_phrase(words), phrase, "{words:?}");
        }
        assert_eq!(short_phrase(&"m".repeat(41)), None);
        assert_eq!(name_pattern("Mara's lost spoons").as_deref(), Some("maras > lost > spoons"));
        assert_eq!(name_pattern("the old gate").as_deref(), Some("old > gate"));
        assert_eq!(name_pattern("what one needs").as_deref(), Some("needs"));
        assert_eq!(name_pattern("who is who"), None);
    }
}
