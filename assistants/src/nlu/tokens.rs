//! Tokeniser of lines: their words, in one form however they were typed.

use std::{collections::HashMap, ops::Range, sync::LazyLock};

/// Most words of a line that are read, so that the longest line a server lets in costs little.
/// People say less at once.
const MAX_WORDS: usize = 100;

/// Short forms, and what they are short for. Those that are words of their own as well are read so
/// only with their apostrophe.
const SHORT: [(&str, &[&str]); 80] = [
    ("im", &["i", "am"]),
    ("ive", &["i", "have"]),
    ("youre", &["you", "are"]),
    ("youve", &["you", "have"]),
    ("hes", &["he", "is"]),
    ("shes", &["she", "is"]),
    ("its", &["it", "is"]),
    ("theyre", &["they", "are"]),
    ("thats", &["that", "is"]),
    ("theres", &["there", "is"]),
    ("whats", &["what", "is"]),
    ("whos", &["who", "is"]),
    ("wheres", &["where", "is"]),
    ("hows", &["how", "is"]),
    ("whens", &["when", "is"]),
    ("whys", &["why", "is"]),
    ("dont", &["do", "not"]),
    ("doesnt", &["does", "not"]),
    ("didnt", &["did", "not"]),
    ("isnt", &["is", "not"]),
    ("arent", &["are", "not"]),
    ("wasnt", &["was", "not"]),
    ("cant", &["can", "not"]),
    ("cannot", &["can", "not"]),
    ("couldnt", &["could", "not"]),
    ("wont", &["will", "not"]),
    ("wouldnt", &["would", "not"]),
    ("shouldnt", &["should", "not"]),
    ("havent", &["have", "not"]),
    ("hasnt", &["has", "not"]),
    ("lets", &["let", "us"]),
    ("gimme", &["give", "me"]),
    ("lemme", &["let", "me"]),
    ("gonna", &["going", "to"]),
    ("gotta", &["have", "to"]),
    ("wanna", &["want", "to"]),
    ("dunno", &["do", "not", "know"]),
    ("youd", &["you", "would"]),
    ("youll", &["you", "will"]),
    ("itll", &["it", "will"]),
    ("u", &["you"]),
    ("ur", &["your"]),
    ("r", &["are"]),
    ("pls", &["please"]),
    ("plz", &["please"]),
    ("thx", &["thanks"]),
    ("ty", &["thanks"]),
    ("i'd", &["i", "would"]),
    ("i'll", &["i", "will"]),
    ("we're", &["we", "are"]),
    ("we'll", &["we", "will"]),
    ("id", &["i", "would"]),
    ("heres", &["here", "is"]),
    ("aint", &["is", "not"]),
    ("tis", &["it", "is"]),
    ("twas", &["it", "was"]),
    ("wat", &["what"]),
    ("wot", &["what"]),
    ("wut", &["what"]),
    ("thou", &["you"]),
    ("thee", &["you"]),
    ("ye", &["you"]),
    ("ya", &["you"]),
    ("thy", &["your"]),
    ("thine", &["your"]),
    ("yer", &["your"]),
    ("dost", &["do"]),
    ("doth", &["does"]),
    ("hast", &["have"]),
    ("hath", &["has"]),
    ("wilt", &["will"]),
    ("shalt", &["shall"]),
    ("idk", &["i", "do", "not", "know"]),
    ("cuz", &["because"]),
    ("coz", &["because"]),
    ("tho", &["though"]),
    ("kinda", &["kind", "of"]),
    ("sorta", &["sort", "of"]),
    ("whatre", &["what", "are"]),
    ("whatcha", &["what", "you"]),
];

/// Contractions with the words that they stand for, by contraction.
static LONG: LazyLock<HashMap<&str, &[&str]>> = LazyLock::new(|| SHORT.iter().copied().collect());

/// Word of a text, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LineToken {
    /// In lower case, without apostrophes.
    pub(super) text: String,
    /// Position in the text, in bytes; the `@` of a mention included.
    pub(super) place: Range<usize>,
    /// True if the word belongs to an `@name`.
    pub(super) mention: bool,
}

/// Returns the words of `text`, in order, short forms written out.
pub(super) fn tokens(text: &str) -> Vec<LineToken> {
    let mut tokens = Vec::new();
    for word in typed(text) {
        if tokens.len() >= MAX_WORDS {
            break;
        }
        let plain = word.text.replace('\'', "");
        let plain = if word.mention { plain } else { squeezed(plain) };
        let long = LONG.get(word.text.as_str()).or_else(|| LONG.get(plain.as_str()));
        match long {
            Some(words) if !word.mention => {
                tokens.extend(words.iter().map(|it| LineToken {
                    text: (*it).to_owned(),
                    place: word.place.clone(),
                    mention: false,
                }));
            }
            Some(_) | None => tokens.push(LineToken { text: plain, ..word }),
        }
    }
    tokens.truncate(MAX_WORDS);
    tokens
}

/// Returns a word without the letters that somebody drew out: `hellooo`, `noooo`, `goood`. Within a
/// word two of them stay, at its end one.
fn squeezed(word: String) -> String {
    let is_drawn_out =
        |part: &[char]| matches!(part, [a, b, c] if a.is_alphabetic() && a == b && b == c);
    let letters: Vec<char> = word.chars().collect();
    if !letters.windows(3).any(is_drawn_out) {
        return word;
    }
    let runs: Vec<&[char]> = letters.chunk_by(|a, b| a == b).collect();
    let last = runs.len().saturating_sub(1);
    let kept = runs.iter().enumerate().flat_map(|(at, run)| {
        let most = match run.len() {
            short @ ..3 => short,
            _ if at == last => 1,
            _ => 2,
        };
        run.iter().take(most)
    });
    kept.collect()
}

/// Returns the words as they were typed, in lower case, with their apostrophes.
fn typed(text: &str) -> Vec<LineToken> {
    let mut words: Vec<LineToken> = Vec::new();
    let (mut before, mut inside) = (' ', false);
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let joins = inside && matches!(letter, '\'' | '’');
        if letter.is_alphanumeric() && !inside {
            let at_sign = before == '@';
            // Names may have hyphens; `@old-tom` is one mention.
            let goes_on = before == '-'
                && words.last().is_some_and(|last| last.mention && last.place.end + 1 == at);
            words.push(LineToken {
                text: String::new(),
                place: at - usize::from(at_sign)..end,
                mention: at_sign || goes_on,
            });
        }
        inside = joins || letter.is_alphanumeric();
        if let Some(word) = words.last_mut().filter(|_| inside) {
            word.place.end = end;
            if joins {
                word.text.push('\'');
            } else {
                word.text.extend(letter.to_lowercase());
            }
        }
        before = letter;
    }
    for word in &mut words {
        word.text.truncate(word.text.trim_end_matches('\'').len());
    }
    words
}

/// Returns whether `text` holds `word` as a whole word, or several as they follow one another, in any case.
#[must_use]
pub fn holds(text: &str, word: &str) -> bool {
    let (text, word) = (tokens(text), tokens(word));
    !word.is_empty() && text.windows(word.len()).any(|part| same(part, &word))
}

pub(super) fn same(one: &[LineToken], other: &[LineToken]) -> bool {
    one.iter().map(|it| &it.text).eq(other.iter().map(|it| &it.text))
}

/// Returns the words of what is said to the character called `name`, without this name where it
/// calls them in the midst: "thanks Dorcas, see you".
pub(super) fn tokens_to(text: &str, name: &[LineToken]) -> Vec<LineToken> {
    let words = tokens(text);
    let calls = |at: usize| {
        let part = words.get(at..at + name.len()).filter(|part| same(part, name));
        let end = part.and_then(|part| Some(part.last()?.place.end));
        let next = words.get(at + name.len()).map(|it| it.place.start);
        let behind = end.zip(next).and_then(|(end, next)| text.get(end..next));
        behind.is_some_and(|it| it.contains([',', ';', '.', '!', '?', ':', '…']))
    };
    let mut kept = Vec::with_capacity(words.len());
    let mut until = 0;
    for (at, word) in words.iter().enumerate() {
        if at > 0 && calls(at) {
            until = at + name.len();
        }
        if at >= until {
            kept.push(word.clone());
        }
    }
    kept
}

/// Returns the words without every `@name`, and the character's own `name`, at either end, as long
/// as other words remain.
pub(super) fn without_names(words: &[LineToken], name: &[LineToken]) -> Range<usize> {
    let mut bare = 0..words.len();
    while let Some(shorter) = without_a_name(words, &bare, name) {
        bare = shorter;
    }
    bare
}

fn without_a_name(
    words: &[LineToken],
    bare: &Range<usize>,
    name: &[LineToken],
) -> Option<Range<usize>> {
    let inside = words.get(bare.clone())?;
    let is_name =
        |part: Option<&[LineToken]>| !name.is_empty() && part.is_some_and(|part| same(part, name));
    let is_mention = |word: Option<&LineToken>| word.is_some_and(|word| word.mention);
    let size = name.len();
    let tail = inside.len().checked_sub(size);
    let shorter = if is_mention(inside.first()) {
        bare.start + 1..bare.end
    } else if is_name(inside.get(..size)) {
        bare.start + size..bare.end
    } else if is_mention(inside.last()) {
        bare.start..bare.end - 1
    } else if is_name(tail.and_then(|tail| inside.get(tail..))) {
        bare.start..bare.end - size
    } else {
        return None;
    };
    (!shorter.is_empty()).then_some(shorter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let words: Vec<String> = tokens(text).into_iter().map(|it| it.text).collect();
        words.join(" ")
    }

    #[test]
    fn letters_that_are_drawn_out_and_old_words_are_read_as_the_plain_ones() {
        assert_eq!(read("HELLOOOO! Noooo, that is goood"), "hello no that is good");
        assert_eq!(read("Dost thou know thy bell? 1000 @xxx"), "do you know your bell 1000 xxx");
        assert_eq!(read("well, all good"), "well all good");
    }

    #[test]
    fn short_forms_are_written_out() {
        assert_eq!(read("What's new? I don't know."), "what is new i do not know");
        assert_eq!(read("I’ll have ale, thx"), "i will have ale thanks");
        assert_eq!(read("im from 'Wexford'"), "i am from wexford");
        assert_eq!(read("we were well, she shed a tear"), "we were well she shed a tear");
        assert_eq!(read("Pip's ribbon"), "pips ribbon");
    }

    #[test]
    fn a_name_in_the_midst_calls_who_has_it() {
        let read = |text: &str| {
            let words: Vec<String> =
                tokens_to(text, &tokens("Dorcas")).into_iter().map(|it| it.text).collect();
            words.join(" ")
        };
        assert_eq!(read("Thanks Dorcas, see you"), "thanks see you");
        assert_eq!(read("oh dorcas! dorcas? an onion"), "oh an onion");
        assert_eq!(read("what does Dorcas sell, Tace?"), "what does dorcas sell tace");
        assert_eq!(read("Dorcas, an onion"), "dorcas an onion");
        assert_eq!(read("I know Dorcas"), "i know dorcas");
    }

    #[test]
    fn the_longest_line_is_read_in_part() {
        assert_eq!(tokens(&"im ".repeat(500)).len(), MAX_WORDS);
    }

    #[test]
    fn a_word_is_held_whole_and_several_as_they_follow() {
        assert!(holds("A silver Spoon.", "silver spoon"));
        assert!(!holds("A silverspoon, silver", "silver spoon"));
        assert!(!holds("anything", ""));
    }
}
