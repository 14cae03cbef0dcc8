//! Line parser: splits a line of input into verb, switch and rest.

use std::{borrow::Cow, fmt};

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{take_till, take_while},
    character::complete::{char, one_of},
    combinator::{opt, recognize, success, value, verify},
    sequence::{pair, preceded},
};

/// Line of input, split but not yet interpreted.
///
/// ```text
/// "@npc/show mara "  ->  verb "@npc", switch Some("show"), rest "mara"
/// "'hello there"     ->  verb "say", rest "hello there"
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Verb as typed, or the canonical verb of a shortcut; never empty.
    pub verb: &'a str,
    /// Switch: the text behind the first "/" of the verb; never empty.
    pub switch: Option<&'a str>,
    /// Arguments as typed, without white space at either end.
    pub rest: &'a str,
}

/// Splits a line into verb, switch and rest; `None` when the line is blank.
///
/// A shortcut needs no space after it: `'hi` and `"hi` speak, `:waves` and `;waves` emote, `=gossip
/// hi` talks on a channel. A leading "@" or "/" belongs to the verb, so "/look" is an unknown verb,
/// close to a known one.
///
/// ```text
/// line("give apple to mara")  ->  verb "give", rest "apple to mara"
/// line("   ")                 ->  None
/// ```
#[must_use]
pub fn line(text: &str) -> Option<Line<'_>> {
    let (rest, (verb, switch)) = alt((shortcut, command)).parse(text.trim()).ok()?;
    Some(Line { verb, switch, rest: rest.trim() })
}

/// Parses a shortcut, one character that stands for a verb.
fn shortcut(text: &str) -> IResult<&str, (&str, Option<&str>)> {
    alt((
        // Phones write the typographic ones by themselves.
        value(("say", None), one_of("'\"\u{2018}\u{2019}\u{201c}\u{201d}\u{201e}")),
        value(("emote", None), one_of(":;")),
        value(("channel", None), char('=')),
    ))
    .parse(text)
}

/// Parses a verb and its switch; slashes before the verb are part of it.
fn command(text: &str) -> IResult<&str, (&str, Option<&str>)> {
    let slashes = take_while(|c: char| c == '/');
    let verb = verify(recognize(pair(slashes, take_while(in_verb))), |verb: &str| !verb.is_empty());
    let switch = verify(take_till(char::is_whitespace), |switch: &str| !switch.is_empty());
    pair(verb, alt((preceded(char('/'), opt(switch)), success(None)))).parse(text)
}

/// Returns whether a character can be part of a verb.
fn in_verb(c: char) -> bool {
    c != '/' && !c.is_whitespace()
}

impl<'a> Line<'a> {
    /// Returns the verb in lower case, the form of command names.
    #[must_use]
    pub fn small_verb(&self) -> Cow<'a, str> {
        if self.verb.bytes().all(|it| it.is_ascii() && !it.is_ascii_uppercase()) {
            Cow::Borrowed(self.verb)
        } else {
            Cow::Owned(self.verb.to_lowercase())
        }
    }
}

impl fmt::Display for Line<'_> {
    /// Writes the line so that [`line()`] reads the same value again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verb)?;
        if let Some(switch) = self.switch {
            write!(f, "/{switch}")?;
        }
        if !self.rest.is_empty() {
            write!(f, " {}", self.rest)?;
        }
        Ok(())
    }
}
