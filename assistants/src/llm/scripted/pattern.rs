//! How the patterns of a script fit what somebody said.
//!
//! Words are compared in lower case and without apostrophes; everything else
//! that is neither letter nor digit stands between words. All words of a
//! pattern must occur in order, with any words between them; a `*` at its end
//! takes the rest of the line, at least one word, as it was typed.

use std::{cmp::Reverse, ops::Range};

/// Most words of a line that are compared, so that the longest line a server
/// lets in costs little. People say less at once.
const MAX_WORDS: usize = 100;

/// Whether `pattern` fits `words`.
#[must_use]
pub fn hears(pattern: &str, words: &str) -> bool {
    SaidLine::new(words, "").fit(pattern).is_some()
}

/// Whether `text` holds `word` as a whole word, or several as they follow one
/// another, in any case.
#[must_use]
pub fn holds(text: &str, word: &str) -> bool {
    let word = words(word);
    !word.is_empty() && words(text).windows(word.len()).any(|part| same(part, &word))
}

/// One word of a text.
struct TextWord {
    /// In lower case, without apostrophes.
    text: String,
    /// Where it stands in the text, in bytes; the `@` of a mention included.
    place: Range<usize>,
    /// Whether it belongs to an `@name`.
    mention: bool,
}

/// The words of `text`, in order.
fn words(text: &str) -> Vec<TextWord> {
    let mut words: Vec<TextWord> = Vec::new();
    let mut before = ' ';
    let mut inside = false;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let joins = inside && matches!(letter, '\'' | '’');
        if letter.is_alphanumeric() && !inside {
            let at_sign = before == '@';
            // Names may have hyphens; `@old-tom` is one mention.
            let goes_on = before == '-'
                && words.last().is_some_and(|last| last.mention && last.place.end + 1 == at);
            words.push(TextWord {
                text: String::new(),
                place: at - usize::from(at_sign)..end,
                mention: at_sign || goes_on,
            });
        }
        inside = joins || letter.is_alphanumeric();
        if let Some(word) = words.last_mut().filter(|_| inside) {
            word.place.end = end;
            if !joins {
                word.text.extend(letter.to_lowercase());
            }
        }
        before = letter;
    }
    words
}

fn same(one: &[TextWord], other: &[TextWord]) -> bool {
    let (one, other) = (one.iter(), other.iter());
    one.map(|word| &word.text).eq(other.map(|word| &word.text))
}

/// What somebody said, ready to be compared with patterns.
pub struct SaidLine<'a> {
    said: &'a str,
    words: Vec<TextWord>,
    /// The words without the names of those who are spoken to.
    bare: Range<usize>,
}

/// How a pattern fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatternFit<'a> {
    /// How many words of the pattern were heard.
    pub literal: usize,
    /// How many other words stand between them.
    pub between: usize,
    /// What the `*` took, without the punctuation around it; none when the
    /// pattern has no `*`.
    pub rest: Option<&'a str>,
}

impl PatternFit<'_> {
    /// More words are better, and among as many those that stand closer.
    fn rank(&self) -> (usize, Reverse<usize>) {
        (self.literal, Reverse(self.between))
    }
}

/// The better of two fits; the first of equals.
fn better<'a>(best: PatternFit<'a>, next: PatternFit<'a>) -> PatternFit<'a> {
    if next.rank() > best.rank() { next } else { best }
}

impl<'a> SaidLine<'a> {
    /// Takes `said` apart for the character called `name`.
    #[must_use]
    pub fn new(said: &'a str, name: &str) -> Self {
        let mut words = words(said);
        words.truncate(MAX_WORDS);
        let bare = without_names(&words, &self::words(name));
        Self { said, words, bare }
    }

    /// How many words it has, not counting who is spoken to.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bare.len()
    }

    /// Whether it holds no words but who is spoken to.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bare.is_empty()
    }

    /// Whether it is a single word, not counting who is spoken to.
    #[must_use]
    pub fn is_one_word(&self) -> bool {
        self.bare.len() == 1
    }

    /// Whether it ends with a question mark.
    #[must_use]
    pub fn is_question(&self) -> bool {
        self.said.trim_end().ends_with('?')
    }

    /// How well the best of `patterns` fits.
    #[must_use]
    pub fn best(&self, patterns: &[String]) -> Option<PatternFit<'a>> {
        patterns.iter().filter_map(|pattern| self.fit(pattern)).reduce(better)
    }

    /// How well `pattern` fits, if it does. The name of the one who is spoken
    /// to need not be in the pattern, but it may: `who is mara`.
    #[must_use]
    pub fn fit(&self, pattern: &str) -> Option<PatternFit<'a>> {
        let all = 0..self.words.len();
        let bare = self.fit_within(self.bare.clone(), pattern);
        let whole = if self.bare == all { None } else { self.fit_within(all, pattern) };
        bare.into_iter().chain(whole).reduce(better)
    }

    fn fit_within(&self, range: Range<usize>, pattern: &str) -> Option<PatternFit<'a>> {
        let words = self.words.get(range.clone())?;
        let mut literal: Vec<&str> = pattern.split_whitespace().collect();
        let takes_rest = literal.pop_if(|last| *last == "*").is_some();
        let heard = align(&literal, words, usize::from(takes_rest))?;
        Some(PatternFit {
            literal: literal.len(),
            between: heard.between,
            rest: takes_rest.then(|| self.rest(range.start + heard.end..range.end)),
        })
    }

    /// The words in `range` as they were typed, from the end of the word before
    /// them to the start of the word after them.
    fn rest(&self, range: Range<usize>) -> &'a str {
        let before = range.start.checked_sub(1);
        let start = before.and_then(|index| self.words.get(index)).map_or(0, |word| word.place.end);
        let end = self.words.get(range.end).map_or(self.said.len(), |word| word.place.start);
        let is_edge = |letter: char| letter.is_whitespace() || ",;:.!?…-–—".contains(letter);
        let rest = self.said.get(start..end).unwrap_or_default().trim_matches(is_edge);
        polite(rest).map_or(rest, |it| it.trim_end_matches(is_edge))
    }
}

/// What stands before a "please" at the end: manners are no part of what was
/// asked for.
fn polite(rest: &str) -> Option<&str> {
    let at = rest.len().checked_sub("please".len())?;
    let (before, last) = (rest.get(..at)?, rest.get(at..)?);
    let apart = before.ends_with(|letter: char| letter.is_whitespace() || letter == ',');
    (apart && last.eq_ignore_ascii_case("please")).then_some(before)
}

/// Where the words of a pattern were heard.
struct HeardWords {
    /// The index after the last of them.
    end: usize,
    /// How many other words stand between them.
    between: usize,
}

/// Finds where `pattern` is heard most closely, and first among equals, with
/// at least `after` words after it. A pattern without words is heard at the
/// start; it must leave something to take.
fn align(pattern: &[&str], words: &[TextWord], after: usize) -> Option<HeardWords> {
    let Some((first, others)) = pattern.split_first() else {
        let heard = HeardWords { end: 0, between: 0 };
        return (after > 0 && words.len() >= after).then_some(heard);
    };
    let starts = words.iter().enumerate().filter(|(_, word)| word.text == *first);
    let heard = starts.filter_map(|(start, _)| {
        let mut heard = HeardWords { end: start + 1, between: 0 };
        for other in others {
            let skipped = words.get(heard.end..)?.iter().position(|word| word.text == *other)?;
            heard.between += skipped;
            heard.end += skipped + 1;
        }
        (heard.end + after <= words.len()).then_some(heard)
    });
    heard.min_by_key(|heard| heard.between)
}

/// The words without every `@name`, and the character's own `name`, at either
/// end, as long as other words remain.
fn without_names(words: &[TextWord], name: &[TextWord]) -> Range<usize> {
    let mut bare = 0..words.len();
    while let Some(shorter) = without_a_name(words, &bare, name) {
        bare = shorter;
    }
    bare
}

fn without_a_name(
    words: &[TextWord],
    bare: &Range<usize>,
    name: &[TextWord],
) -> Option<Range<usize>> {
    let inside = words.get(bare.clone())?;
    let is_name =
        |part: Option<&[TextWord]>| !name.is_empty() && part.is_some_and(|part| same(part, name));
    let is_mention = |word: Option<&TextWord>| word.is_some_and(|word| word.mention);
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
