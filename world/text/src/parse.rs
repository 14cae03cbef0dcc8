//! Command parser: the grammar of typed lines, as pure functions from text to small values.
//!
//! ```text
//! line      = [ ws ] ( shortcut rest | verb [ "/" switch ] [ ws rest ] )
//! shortcut  = "'" | '"' -> say    ":" | ";" -> emote    "=" -> channel
//!
//! message   = { "to" ws } ( names "=" text | lead )
//! directed  = "to" ws { "to" ws } ( name "=" text | lead ) | "@" handle separator text
//! lead      = [ "@" ] word separator text
//! separator = "," | ":" | ws
//! names     = name { "," name }
//! name      = "@" word | word { ws word }             of at most four words
//! handle    = part { ( "'" | "-" ) part }              part = letters, digits, "_"
//!
//! phrase    = noun [ preposition noun ]
//! noun      = { article } ( ( "all" | "everything" ) [ ( "." words | ws those ) ] | number "." words
//!             | ordinal ws words | ( number | "one" ... "twelve" ) ws those | words )
//! those     = [ "of" ws ] words
//! article   = "the" | "a" | "an" | "my" | "some" | "other" | "another" | "this" | "that" | "these"
//!             | "those"
//! ordinal   = "first" ... "twelfth" | "2nd" | "3rd" ...
//! ```
//!
//! | File | Content |
//! |---|---|
//! | `line.rs` | line parser: verb, switch and rest |
//! | `message.rs` | messages with their recipients |
//! | `noun.rs` | noun parser: "2.sword", "two coins", "coin from the chest" |
//! | `except.rs` | exceptions: "all but the pear" |
//! | `direction.rs` | the twelve directions of exits |
//! | `matching.rs` | matching of a noun against the things in reach |
//! | `vocative.rs` | address or mention of a character in a spoken line |
//! | `foreign.rs` | command syntax of other games |
//! | `suggest.rs` | fuzzy matching for "did you mean ...?" |
//!
//! Three rules hold everywhere. A line is always whole, so only nom's
//! `complete` parsers are used. Every function is total: text that does not match
//! is `None`, and the command answers with its usage. Every `&str` returned is a
//! slice of the input, except the verb of a shortcut.
//!
//! Words of the grammar are compared with `one_of_words` and never with nom's
//! `tag_no_case`: that one takes as many bytes as the tag is long, and a Kelvin
//! sign, which folds to "k", would be cut in the middle.

use nom::{IResult, Parser, bytes::complete::take_while1, combinator::verify};

mod direction;
mod except;
mod foreign;
mod line;
mod matching;
mod message;
mod noun;
mod suggest;
#[cfg(test)]
mod tests;
mod vocative;

pub use direction::Direction;
pub use except::except;
pub use foreign::{
    BuildingLine, building, counted_steps, is_elsewhere, parts, unmarked, without_manner,
};
pub use line::{Line, line};
pub use matching::{Candidate, Picked, pick, pick_called, pick_several};
pub use message::{
    AddressedWords, begins_speech, directed, is_order, is_question, is_sentence, is_speech,
    mentions, message,
};
pub use noun::{Noun, Phrase, Pick, Preposition, leading, many, noun, phrase};
pub use suggest::{near, typing_errors};
pub use vocative::{NameUse, SpokenLine};

/// Parses white space, at least one character.
fn space(text: &str) -> IResult<&str, &str> {
    take_while1(char::is_whitespace).parse(text)
}

/// Parses a word up to the next white space, at least one character.
fn word(text: &str) -> IResult<&str, &str> {
    take_while1(|c: char| !c.is_whitespace()).parse(text)
}

/// Parses a run of ASCII letters that is one of `words`, in any case.
fn one_of_words<'a>(
    words: &'static [&'static str],
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(take_while1(|c: char| c.is_ascii_alphabetic()), move |typed: &str| {
        words.iter().any(|word| word.eq_ignore_ascii_case(typed))
    })
}
