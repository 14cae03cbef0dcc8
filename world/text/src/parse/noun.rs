//! Noun parser: nouns, and two nouns with a preposition between them.

use std::fmt;

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::take_while,
    character::complete::{char, digit1},
    combinator::{eof, map_opt, not, opt, recognize, rest, value, verify},
    multi::many0_count,
    sequence::{pair, preceded, terminated},
};

use super::{one_of_words, space, word};

/// Maximum number in a noun; larger ones are clamped to it.
const MOST: u16 = 9999;

/// Articles before a noun, which are ignored for matching.
const ARTICLES: &[&str] =
    &["the", "a", "an", "my", "some", "other", "another", "this", "that", "these", "those"];

/// Ordinal words, counted from one.
const ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

/// Number words, counted from one.
const NUMBERS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// Noun for a thing or a person as typed, not yet looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun<'a> {
    /// Selection among the matching candidates.
    pub pick: Pick,
    /// Words to match, as typed; empty only for a bare "all".
    pub words: &'a str,
    /// The whole noun as typed, without leading articles, for names that look like grammar, such as
    /// "the ninth stone".
    pub typed: &'a str,
}

impl<'a> Noun<'a> {
    /// Creates a noun of words that are nothing but a name.
    #[must_use]
    pub fn called(words: &'a str) -> Self {
        Self { pick: Pick::Any, words, typed: words }
    }

    /// Returns whether a number, an ordinal or "all" was parsed in it.
    pub fn is_read(&self) -> bool {
        self.typed != self.words
    }
}

/// Selection among the candidates that match a noun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Only match; several different matches are ambiguous.
    Any,
    /// The n-th match, from 1 to 9999.
    Nth(u16),
    /// A number of matches, from 2 to 9999.
    Count(u16),
    /// Every match.
    All,
}

/// Preposition between the two nouns of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preposition {
    /// "in", "into", "inside"
    In,
    /// "from"
    From,
    /// "to"
    To,
    /// "with"
    With,
    /// "at"
    At,
    /// "on", "onto"
    On,
}

/// Phrase: a direct object, and an optional indirect object with its preposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase<'a> {
    /// Direct object of the verb.
    pub direct: Noun<'a>,
    /// Indirect object with its preposition.
    pub link: Option<(Preposition, Noun<'a>)>,
}

/// Parses a noun; `None` when the text is blank.
///
/// Articles and "my" are dropped. One of several is "2.sword", "second sword" or "2nd sword";
/// several are "2 swords" or "two swords", and one is any. 0 is no number, so "0.sword" is taken as
/// a plain word.
///
/// ```text
/// noun("the red apple")  ->  Any "red apple"
/// noun("2.sword")        ->  Nth(2) "sword"
/// noun("two swords")     ->  Count(2) "swords"
/// noun("all my coins")   ->  All "coins"
/// noun("all")            ->  All ""
/// ```
#[must_use]
pub fn noun(text: &str) -> Option<Noun<'_>> {
    let (typed, _) = articles(text.trim()).ok()?;
    let any = noun_words.map(|words| (Pick::Any, words));
    let (_, (pick, words)) = alt((all, nth, count, any)).parse(typed).ok()?;
    Some(Noun { pick, words, typed })
}

/// Parses a noun and, after the first preposition, a second one; `None` when blank.
///
/// ```text
/// phrase("2.coin from the chest")  ->  direct Nth(2) "coin", link (From, Any "chest")
/// phrase("red apple")              ->  direct Any "red apple", no link
/// ```
#[must_use]
pub fn phrase(text: &str) -> Option<Phrase<'_>> {
    let text = text.trim();
    // The first word is never the preposition, because a noun must precede it.
    let step = || pair(word, space);
    let before = recognize(pair(step(), many0_count(preceded(not(joint), step()))));
    let Ok((_, (direct, preposition, other))) = (before, joint, rest).parse(text) else {
        return Some(Phrase { direct: noun(text)?, link: None });
    };
    Some(Phrase { direct: noun(direct)?, link: Some((preposition, noun(other)?)) })
}

/// Parses a number without a noun: "two", "3".
#[must_use]
pub fn many(text: &str) -> Option<u16> {
    let (_, n) = terminated(alt((number, counted(NUMBERS))), eof).parse(text.trim()).ok()?;
    Some(n)
}

/// Splits a leading preposition off, for verbs such as "look at" and "look in".
///
/// ```text
/// leading("at the red door")  ->  (Some(At), "the red door")
/// leading("red door")         ->  (None, "red door")
/// ```
#[must_use]
pub fn leading(text: &str) -> (Option<Preposition>, &str) {
    let text = text.trim();
    match joint(text) {
        Ok((rest, preposition)) => (Some(preposition), rest),
        Err(_) => (None, text),
    }
}

/// Strips the articles that [`noun`] drops.
///
/// ```text
/// without_articles("the Red Lion")  ->  "Red Lion"
/// ```
pub(super) fn without_articles(text: &str) -> &str {
    noun_words(text).map_or(text, |(_, words)| words)
}

/// Parses "all", "everything", "all.coin", "all coins", "all of the coins".
fn all(text: &str) -> IResult<&str, (Pick, &str)> {
    let which = alt((eof, preceded(char('.'), noun_words), preceded(space, those)));
    let all = preceded(one_of_words(&["all", "everything"]), which);
    all.map(|words| (Pick::All, words)).parse(text)
}

/// Parses "2.sword", "second sword", "2nd sword".
fn nth(text: &str) -> IResult<&str, (Pick, &str)> {
    let dotted = terminated(number, char('.'));
    let ending = one_of_words(&["st", "nd", "rd", "th"]);
    let numeral = terminated(number, pair(ending, space));
    let ordinal = terminated(counted(ORDINALS), space);
    let which = alt((dotted, numeral, ordinal));
    pair(which, noun_words).map(|(n, words)| (Pick::Nth(n), words)).parse(text)
}

/// Parses "2 swords", "two swords", "two of the swords".
fn count(text: &str) -> IResult<&str, (Pick, &str)> {
    let how_many = terminated(alt((number, counted(NUMBERS))), space);
    let pick = |n| if n == 1 { Pick::Any } else { Pick::Count(n) };
    pair(how_many, those).map(|(n, words)| (pick(n), words)).parse(text)
}

/// Parses the words behind "all" or a number, without an "of" before them.
fn those(text: &str) -> IResult<&str, &str> {
    preceded(opt(terminated(one_of_words(&["of"]), space)), noun_words).parse(text)
}

/// Parses a number from 1 to [`MOST`]; larger ones are clamped.
fn number(text: &str) -> IResult<&str, u16> {
    let read = |digits: &str| digits.parse().unwrap_or(MOST).min(MOST);
    verify(digit1.map(read), |n| *n > 0).parse(text)
}

/// Returns the position, from one, of the word in the list.
fn counted<'a>(
    words: &'static [&'static str],
) -> impl Parser<&'a str, Output = u16, Error = nom::error::Error<&'a str>> {
    map_opt(one_of_words(words), move |typed: &str| {
        let mut counted = words.iter().zip(1..);
        counted.find_map(|(word, n)| word.eq_ignore_ascii_case(typed).then_some(n))
    })
}

/// Parses the rest, without leading articles; not empty.
fn noun_words(text: &str) -> IResult<&str, &str> {
    let words = verify(rest, |words: &str| !words.is_empty());
    preceded((take_while(char::is_whitespace), articles), words).parse(text)
}

/// Parses any number of articles, each followed by more words: "the" alone is an ordinary word.
fn articles(text: &str) -> IResult<&str, usize> {
    many0_count(terminated(one_of_words(ARTICLES), space)).parse(text)
}

/// Parses a preposition with something after it.
fn joint(text: &str) -> IResult<&str, Preposition> {
    let preposition = alt((
        value(Preposition::In, one_of_words(&["in", "into", "inside"])),
        value(Preposition::From, one_of_words(&["from"])),
        value(Preposition::To, one_of_words(&["to"])),
        value(Preposition::With, one_of_words(&["with"])),
        value(Preposition::At, one_of_words(&["at"])),
        value(Preposition::On, one_of_words(&["on", "onto"])),
    ));
    terminated(preposition, space).parse(text)
}

impl fmt::Display for Noun<'_> {
    /// Writes the noun so that [`noun`] reads the same value again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.typed)
    }
}

impl fmt::Display for Preposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Preposition::In => "in",
            Preposition::From => "from",
            Preposition::To => "to",
            Preposition::With => "with",
            Preposition::At => "at",
            Preposition::On => "on",
        })
    }
}

impl fmt::Display for Phrase<'_> {
    /// Writes the phrase so that [`phrase`] reads the same value again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.direct)?;
        if let Some((preposition, noun)) = self.link {
            write!(f, " {preposition} {noun}")?;
        }
        Ok(())
    }
}
