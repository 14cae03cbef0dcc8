//! Who is spoken to: the heads of pages, whispers and directed speech.

use std::fmt;

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{take_while, take_while1},
    character::complete::{char, one_of},
    combinator::{cut, not, opt, peek, recognize, rest, verify},
    multi::{fold, many0_count, many1_count, separated_list1},
    sequence::{delimited, pair, preceded, separated_pair, terminated},
};

use super::{one_of_words, space};

/// Words in the longest name that can stand before "=". With more than these,
/// the "=" is taken for a part of the text: "bob the sum of it all is x = 5".
const NAME_WORDS: usize = 4;

/// Words for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressedWords<'a> {
    /// The names as typed, at least one. How many are too many is for the
    /// command to say; the length of a line bounds them.
    pub to: Vec<&'a str>,
    /// The words as typed, without white space at the ends; never empty.
    pub text: &'a str,
}

/// Reads what follows "page" or "whisper"; `None` without a name or a text.
///
/// Names may hold spaces only before "=". Without one, the first word is the
/// name. A leading "to" and an "@" before a name are skipped.
///
/// ```text
/// message("bob, old tom = more = better")  ->  to ["bob", "old tom"], text "more = better"
/// message("to mira, hello there")          ->  to ["mira"], text "hello there"
/// message("mira hello")                    ->  to ["mira"], text "hello"
/// ```
#[must_use]
pub fn message(rest: &str) -> Option<AddressedWords<'_>> {
    let names = delimited(blank, separated_list1(commas, name), opt(commas));
    let listed = separated_pair(names, pair(blank, char('=')), cut(words));
    let mut grammar = preceded(many0_count(to), alt((listed, lead)))
        .map(|(to, text)| AddressedWords { to, text });
    grammar.parse(rest.trim()).ok().map(|(_, message)| message)
}

/// Reads what follows "say" when it is said to one person; `None` is ordinary speech.
///
/// This is syntax only: "to be or not to be" reads as words for "be". A command
/// that finds nobody of that name in hearing says the whole text to the room.
///
/// ```text
/// directed("to mira, hello")       ->  to ["mira"], text "hello"
/// directed("to old tom = hello")   ->  to ["old tom"], text "hello"
/// directed("@mira how are you?")   ->  to ["mira"], text "@mira how are you?"
/// directed("mira: hello")          ->  None
/// ```
#[must_use]
pub fn directed(rest: &str) -> Option<AddressedWords<'_>> {
    let rest = rest.trim();
    let named = separated_pair(name.map(|name| vec![name]), pair(blank, char('=')), cut(words));
    let spoken_to = preceded(many1_count(to), alt((named, lead)));
    let called = preceded(char('@'), verify(handle, |name: &str| owner(name) == name))
        .and(preceded(separator, words))
        .map(|(name, _)| (vec![name], rest));
    let mut grammar = alt((spoken_to, called)).map(|(to, text)| AddressedWords { to, text });
    grammar.parse(rest).ok().map(|(_, message)| message)
}

/// The names after "@" in ordinary speech, without a possessive ending.
///
/// An "@" that follows a letter, a digit, "_" or "+" belongs to an e-mail
/// address and calls nobody. Names are as typed and may repeat.
///
/// ```text
/// mentions("Ask @mara's brother or @tom.")  ->  "mara", "tom"
/// mentions("write to bob@example.org")      ->  nothing
/// ```
pub fn mentions(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('@').filter_map(|(at, sign)| {
        let (before, after) = text.split_at_checked(at)?;
        if before.ends_with(|c: char| c.is_alphanumeric() || "_+".contains(c)) {
            return None;
        }
        let (_, name) = handle(after.strip_prefix(sign)?).ok()?;
        Some(owner(name))
    })
}

/// Whether the text asks something: it ends with a question mark once closing
/// quotes, brackets and spaces are dropped.
///
/// ```text
/// is_question("Who said \"why?\" ")  ->  true
/// is_question("Why? Because.")       ->  false
/// ```
#[must_use]
pub fn is_question(text: &str) -> bool {
    let closes = |c: char| c.is_whitespace() || "'\")]}>\u{2019}\u{201d}\u{203a}\u{bb}".contains(c);
    text.trim_end_matches(closes).ends_with(['?', '\u{ff1f}', '\u{61f}'])
}

/// Words that begin a question.
const ASKS: [&str; 23] = [
    "what", "why", "how", "when", "whose", "which", "can", "could", "would", "will", "is", "are",
    "do", "does", "did", "have", "has", "had", "should", "shall", "was", "were", "am",
];

/// Words of whoever speaks of themselves, or to somebody.
const SPEAKS: [&str; 15] = [
    "i", "i'm", "im", "i'll", "i've", "me", "my", "you", "your", "u", "we", "us", "our", "let's",
    "lets",
];

fn is_one(all: &[&str], word: &str) -> bool {
    all.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// Words before what one would like to have.
const ORDERS: [&str; 10] =
    ["a", "an", "the", "another", "some", "more", "one", "two", "three", "four"];

/// What is left of a second word that is drawn to the first, as in "what's" and "don't".
const DRAWN: [&str; 6] = ["'s", "'re", "'ll", "'d", "'ve", "n't"];

/// Whether a word begins a question, drawn together with another or not.
fn asks(word: &str) -> bool {
    let word = word.to_lowercase().replace('\u{2019}', "'");
    let is_drawn = |stem: &&str| {
        let rest = word.strip_prefix(*stem);
        // "dont" and "whats" are typed as often.
        rest.is_some_and(|it| {
            DRAWN.contains(&it) || it == "nt" || it == "s" && stem.starts_with(['w', 'h'])
        })
    };
    ASKS.contains(&word.as_str()) || ASKS.iter().chain(&["who", "where"]).any(is_drawn)
}

/// Whether a text begins as a sentence does, with a word that is no mistyped command.
#[must_use]
pub fn begins_speech(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    asks(first) || is_one(&["where", "who"], first) || is_one(&SPEAKS, first) || is_order(text)
}

/// Whether a text is the name of something, as one orders it: "an ale please".
///
/// ```text
/// is_order("two ales")  ->  true
/// is_order("a")         ->  false
/// ```
#[must_use]
pub fn is_order(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(|it| is_one(&ORDERS, it)) && words.next().is_some()
}

/// Whether words read like something one would say: they ask something,
/// or somebody speaks of themselves or to somebody.
///
/// ```text
/// is_speech("what is this")     ->  true
/// is_speech("i need an ale")    ->  true
/// is_speech("polish the well")  ->  false
/// ```
#[must_use]
pub fn is_speech(text: &str) -> bool {
    let words = || text.split_whitespace().map(|it| it.trim_end_matches([',', '.', '!', '?']));
    let several = words().nth(1).is_some();
    let begins = || words().next().is_some_and(asks);
    is_question(text) || begins() || several && words().any(|word| is_one(&SPEAKS, word))
}

/// The leading "to", unless it is itself the name in "to = hello".
fn to(text: &str) -> IResult<&str, &str> {
    terminated(one_of_words(&["to"]), (space, not(char('=')))).parse(text)
}

/// One word for a name, then the text: "mira hello", "mira, hello", "@mira: hello".
fn lead(text: &str) -> IResult<&str, (Vec<&str>, &str)> {
    let first = preceded(opt(char('@')), name_word);
    separated_pair(first.map(|name| vec![name]), separator, words).parse(text)
}

/// A name that may hold spaces, for use before "=".
fn name(text: &str) -> IResult<&str, &str> {
    let more = fold(0..NAME_WORDS, preceded(space, name_word), || (), |(), _| ());
    alt((preceded(char('@'), name_word), recognize(pair(name_word, more)))).parse(text)
}

/// One word of a name, free of all that ends a name or a sentence.
fn name_word(text: &str) -> IResult<&str, &str> {
    take_while1(|c: char| !c.is_whitespace() && !",=?!:;\"()@".contains(c)).parse(text)
}

/// A name as it is called in running speech: words joined by "'" or "-".
fn handle(text: &str) -> IResult<&str, &str> {
    let part = || take_while1(|c: char| c.is_alphanumeric() || c == '_');
    recognize(pair(part(), many0_count(pair(one_of("'\u{2019}-"), part())))).parse(text)
}

/// The name without its possessive ending: "mara's" is mara.
fn owner(name: &str) -> &str {
    let endings = ["'s", "'S", "\u{2019}s", "\u{2019}S"];
    endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// What stands between a name and the words for it.
fn separator(text: &str) -> IResult<&str, &str> {
    alt((recognize(one_of(",:")), peek(space))).parse(text)
}

/// One or more commas, with any white space around them.
fn commas(text: &str) -> IResult<&str, &str> {
    recognize((blank, char(','), take_while(|c: char| c == ',' || c.is_whitespace()))).parse(text)
}

/// White space, or none.
fn blank(text: &str) -> IResult<&str, &str> {
    take_while(char::is_whitespace).parse(text)
}

/// All that is left, verbatim but for white space at the ends; not empty.
fn words(text: &str) -> IResult<&str, &str> {
    verify(rest.map(str::trim), |words: &str| !words.is_empty()).parse(text)
}

impl fmt::Display for AddressedWords<'_> {
    /// Writes the message so that [`message`] reads the same value again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.to.join(", "), self.text)
    }
}
