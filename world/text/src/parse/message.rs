//! Parser of addressed messages: the heads of pages, whispers and directed speech.

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

/// Maximum number of words in a name before "=". With more than these, the "=" is part of the text:
/// "bob the sum of it all is x = 5".
const NAME_WORDS: usize = 4;

/// Message with its recipients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressedWords<'a> {
    /// Names of the recipients as typed, at least one. The command limits their number; the length
    /// of a line bounds it.
    pub to: Vec<&'a str>,
    /// Text of the message as typed, without white space at the ends; never empty.
    pub text: &'a str,
}

/// Parses the arguments of "page" or "whisper"; `None` without a name or a text.
///
/// Names may hold spaces only before "=". Without one, the first word is the name. A leading "to"
/// and an "@" before a name are skipped.
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

/// Parses the arguments of "say" addressed to one person; `None` is ordinary speech.
///
/// This is syntax only: "to be or not to be" reads as words for "be". A command that finds no
/// person of that name in hearing says the whole text to the room.
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

/// Returns the names after "@" in ordinary speech, without a possessive ending.
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

/// Returns whether the text is a question: it ends with a question mark, apart from closing quotes,
/// brackets and spaces.
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

/// First words of questions.
const ASKS: [&str; 23] = [
    "what", "why", "how", "when", "whose", "which", "can", "could", "would", "will", "is", "are",
    "do", "does", "did", "have", "has", "had", "should", "shall", "was", "were", "am",
];

/// First words of speech: pronouns of the first and second person, and "let's".
const SPEAKS: [&str; 15] = [
    "i", "i'm", "im", "i'll", "i've", "me", "my", "you", "your", "u", "we", "us", "our", "let's",
    "lets",
];

fn is_one(all: &[&str], word: &str) -> bool {
    all.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// First words of orders for goods, and of wishes ("let me know"), which begin commands as well.
const ORDERS: [&str; 11] =
    ["a", "an", "the", "another", "some", "more", "one", "two", "three", "four", "let"];

/// Contracted second words, as in "what's" and "don't".
const DRAWN: [&str; 6] = ["'s", "'re", "'ll", "'d", "'ve", "n't"];

/// Returns whether a word begins a question, contracted or not.
fn asks(word: &str) -> bool {
    let word = word.to_lowercase().replace('\u{2019}', "'");
    let is_drawn = |stem: &&str| {
        let rest = word.strip_prefix(*stem);
        // "dont" and "whats" are as common.
        rest.is_some_and(|words| {
            DRAWN.contains(&words) || words == "nt" || words == "s" && stem.starts_with(['w', 'h'])
        })
    };
    ASKS.contains(&word.as_str()) || ASKS.iter().chain(&["who", "where"]).any(is_drawn)
}

/// Conjunctions, with which a sentence goes on with what was said.
const GOES_ON: [&str; 6] = ["and", "but", "so", "or", "because", "if"];

/// Subjects behind the verb of a question, as in "do you know" and "is it true".
const SUBJECTS: [&str; 11] =
    ["i", "you", "u", "ya", "he", "she", "we", "they", "it", "there", "that"];

/// Returns whether a text begins as a sentence does, with a word that is no mistyped command.
#[must_use]
pub fn begins_speech(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    asks(first)
        || is_one(&["where", "who"], first)
        || is_one(&SPEAKS, first)
        || is_order(text)
        || is_sentence(text)
}

/// Returns whether a text is a sentence by its first words, even if these are the beginning of a
/// command: a question with verb and subject, a contraction, a first word with a comma, or a conjunction.
///
/// ```text
/// is_sentence("do you know her")  ->  true
/// is_sentence("that's so sad")    ->  true
/// is_sentence("thanks, bye")      ->  true
/// is_sentence("and who is she")   ->  true
/// is_sentence("so")               ->  false
/// ```
#[must_use]
pub fn is_sentence(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    let contracted = first.trim_end_matches(',').replace('\u{2019}', "'");
    let is_contraction = DRAWN.iter().any(|it| {
        let stem = contracted.strip_suffix(it).unwrap_or_default();
        !stem.is_empty() && stem.chars().all(char::is_alphabetic)
    });
    let has_comma = first.strip_suffix(',').is_some_and(|it| it.chars().all(char::is_alphabetic));
    let second = second.trim_end_matches([',', '.', '!', '?']);
    is_contraction
        || has_comma
        || is_one(&GOES_ON, first)
        || asks(first) && is_one(&SUBJECTS, second)
}

/// Returns whether a text is a noun phrase as in an order for goods: "an ale please".
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

/// Returns whether words read like speech: a question, or a sentence in the first or second person.
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

/// Parses a leading "to", unless it is itself the name in "to = hello".
fn to(text: &str) -> IResult<&str, &str> {
    terminated(one_of_words(&["to"]), (space, not(char('=')))).parse(text)
}

/// Parses one word for a name, then the text: "mira hello", "mira, hello", "@mira: hello".
fn lead(text: &str) -> IResult<&str, (Vec<&str>, &str)> {
    let first = preceded(opt(char('@')), name_word);
    separated_pair(first.map(|name| vec![name]), separator, words).parse(text)
}

/// Parses a name that may hold spaces, for use before "=".
fn name(text: &str) -> IResult<&str, &str> {
    let more = fold(0..NAME_WORDS, preceded(space, name_word), || (), |(), _| ());
    alt((preceded(char('@'), name_word), recognize(pair(name_word, more)))).parse(text)
}

/// Parses one word of a name, up to a character that ends a name or a sentence.
fn name_word(text: &str) -> IResult<&str, &str> {
    take_while1(|c: char| !c.is_whitespace() && !",=?!:;\"()@".contains(c)).parse(text)
}

/// Parses a name in running speech: words joined by "'" or "-".
fn handle(text: &str) -> IResult<&str, &str> {
    let part = || take_while1(|c: char| c.is_alphanumeric() || c == '_');
    recognize(pair(part(), many0_count(pair(one_of("'\u{2019}-"), part())))).parse(text)
}

/// Strips the possessive ending of a name: "mara's" becomes "mara".
fn owner(name: &str) -> &str {
    let endings = ["'s", "'S", "\u{2019}s", "\u{2019}S"];
    endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// Parses the separator between a name and the text.
fn separator(text: &str) -> IResult<&str, &str> {
    alt((recognize(one_of(",:")), peek(space))).parse(text)
}

/// Parses one or more commas, with any white space around them.
fn commas(text: &str) -> IResult<&str, &str> {
    recognize((blank, char(','), take_while(|c: char| c == ',' || c.is_whitespace()))).parse(text)
}

/// Parses optional white space.
fn blank(text: &str) -> IResult<&str, &str> {
    take_while(char::is_whitespace).parse(text)
}

/// Parses the rest, verbatim but for white space at the ends; not empty.
fn words(text: &str) -> IResult<&str, &str> {
    verify(rest.map(str::trim), |words: &str| !words.is_empty()).parse(text)
}

impl fmt::Display for AddressedWords<'_> {
    /// Writes the message so that [`message`] reads the same value again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.to.join(", "), self.text)
    }
}
