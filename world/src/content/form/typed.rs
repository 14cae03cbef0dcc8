//! Error messages for values that do not match the schema.

use ron::Error;

use crate::content::{
    locate::{Position, Token, TokenKind, tokens},
    problem::did_you_mean,
};

/// Position of a mistyped value, and the name of its field.
#[derive(Debug, Default)]
struct ValuePlace {
    /// Name of the field, or the word before the enclosing bracket.
    called: Option<String>,
    at: Option<Position>,
    /// Description of the value, as part of a sentence.
    found: String,
    /// Text of the value, if it is a word or a number.
    word: Option<String>,
    /// Word before the value, if the value is an opening bracket.
    alone: Option<String>,
}

/// Enclosing bracket, with the name of its current field.
struct ValueBracket {
    mark: char,
    /// Word before the bracket.
    word: Option<String>,
    /// Field or key named last in the bracket.
    field: Option<String>,
}

/// Finds the value at a position or next after it, and the name of its field.
fn place(text: &str, near: Position) -> ValuePlace {
    let tokens = tokens(text);
    let mut around: Vec<ValueBracket> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1);
        let is_named = next.is_some_and(|it| it.is_mark(':'));
        if token.stop > near && !is_named && !token.is_mark(':') && !token.is_mark(',') {
            let with_parts = next.is_some_and(|it| it.is_mark('('));
            let before = index.checked_sub(1).and_then(|it| tokens.get(it)).and_then(word);
            let alone = before.filter(|_| token.is_mark('(')).map(str::to_owned);
            return ValuePlace { alone, ..found(token, with_parts, &around) };
        }
        match &token.kind {
            TokenKind::Mark(mark @ ('(' | '[' | '{')) => {
                let before = index.checked_sub(1).and_then(|it| tokens.get(it));
                let word = before.and_then(word).filter(|_| *mark == '(').map(str::to_owned);
                around.push(ValueBracket { mark: *mark, word, field: None });
            }
            TokenKind::Mark(')' | ']' | '}') => {
                around.pop();
            }
            TokenKind::Word(_) | TokenKind::Text(_) if is_named => {
                if let Some(last) = around.last_mut() {
                    last.field = name(token);
                }
            }
            TokenKind::Mark(_) | TokenKind::Word(_) | TokenKind::Text(_) => {}
        }
    }
    ValuePlace::default()
}

fn word<'a>(token: &'a Token<'_>) -> Option<&'a str> {
    match &token.kind {
        TokenKind::Word(word) => Some(word),
        TokenKind::Text(_) | TokenKind::Mark(_) => None,
    }
}

fn name(token: &Token<'_>) -> Option<String> {
    match &token.kind {
        TokenKind::Word(word) => Some((*word).to_owned()),
        TokenKind::Text(text) => Some(text.clone()),
        TokenKind::Mark(_) => None,
    }
}

fn found(token: &Token<'_>, with_parts: bool, around: &[ValueBracket]) -> ValuePlace {
    // An element of a list has the name of the list.
    let called = around.iter().rev().find_map(|it| match it.mark {
        '[' => None,
        _ => Some(it.field.clone().or_else(|| it.word.clone())),
    });
    let found = match &token.kind {
        TokenKind::Text(_) => "a text".to_owned(),
        TokenKind::Word("true" | "false") => "`true` or `false`".to_owned(),
        TokenKind::Word(it) if is_number(it) => format!("the number {it}"),
        TokenKind::Word(it) if with_parts => format!("`{it}(`"),
        TokenKind::Word(it) => format!("the word `{it}` without quotes"),
        TokenKind::Mark('[') => "a list in `[` and `]`".to_owned(),
        TokenKind::Mark(mark) => format!("`{mark}`"),
    };
    ValuePlace {
        called: called.flatten(),
        at: Some(token.start),
        found,
        word: word(token).map(str::to_owned),
        alone: None,
    }
}

fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['-', '+', '.']);
    digits.starts_with(|it: char| it.is_ascii_digit())
}

/// Returns the position and the message for a deserialisation error.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the reader knows faults of notations that content does not use"
)]
pub(in crate::content) fn sentence(
    text: &str,
    near: Position,
    error: &Error,
) -> (Position, String) {
    let here = |sentence: String| (near, sentence);
    match error {
        Error::NoSuchStructField { expected, found, .. } => here(format!(
            "nobody knows a field `{found}` here{}; there are {}",
            did_you_mean(found, expected.iter().copied()),
            listed(expected)
        )),
        Error::NoSuchEnumVariant { expected, found, .. } => here(format!(
            "`{found}` is none of the words that may stand here{}; these may: {}",
            did_you_mean(found, expected.iter().copied()),
            listed(expected)
        )),
        Error::MissingStructField { field, .. } => {
            here(format!("the field `{field}` is missing; write it before this bracket closes"))
        }
        Error::DuplicateStructField { field, .. } => {
            here(format!("the field `{field}` stands here twice; keep one"))
        }
        Error::Message(words) => here(words.clone()),
        Error::NoSuchExtension(_) | Error::ExpectedAttribute | Error::ExpectedAttributeEnd => {
            here("nothing has to be enabled here; remove the line that begins with `#!`".to_owned())
        }
        Error::ExceededRecursionLimit => {
            here("too many brackets stand in one another here; make it simpler".to_owned())
        }
        Error::InvalidEscape(_) => {
            let at = place(text, near).at.unwrap_or(near);
            let sentence = "a `\\` in this text means nothing with what follows it; write `\\\\` for \
                            a backslash, `\\\"` for a quotation mark and `\\n` for a new line";
            (at, sentence.to_owned())
        }
        other => {
            let place = place(text, near);
            (place.at.unwrap_or(near), mistaken(&place, other))
        }
    }
}

/// Returns the message for a value of the wrong type.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of whatever else may be wrong it does to say which field it is"
)]
fn mistaken(place: &ValuePlace, error: &Error) -> String {
    let ValuePlace { called, found, word, .. } = place;
    let called = called.as_ref().map_or_else(|| "the file".to_owned(), |it| format!("`{it}`"));
    if let Some(alone) = &place.alone {
        return format!("`{alone}` takes nothing in brackets; write it without them");
    }
    let number = word.as_deref().filter(|it| is_number(it));
    if let Some(number) = number {
        if number.contains('.') {
            return format!("{called} takes a whole number, not {number}");
        }
        let misfits = matches!(error, Error::IntegerOutOfBounds | Error::ExpectedInteger);
        if misfits && number.starts_with('-') {
            return format!("{called} is a number of 0 or more, not {number}");
        }
        if matches!(error, Error::IntegerOutOfBounds) {
            return format!("{called} cannot be {number}; write a smaller number");
        }
    }
    let takes = match error {
        Error::ExpectedInteger | Error::ExpectedFloat => "a whole number",
        Error::ExpectedBoolean => "`true` or `false`",
        Error::ExpectedString | Error::ExpectedStringEnd => "a text in quotes",
        Error::ExpectedArray => "a list in `[` and `]`",
        Error::ExpectedMap => "pairs in `{` and `}`, with `:` between",
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => {
            "fields in `(` and `)`, their names without quotes"
        }
        Error::InvalidValueForType { expected, .. } => expected,
        Error::ExpectedIdentifier => "one of its words, which stand without quotes",
        Error::ExpectedDifferentLength { expected, found } => {
            let digits: String = expected.chars().filter(char::is_ascii_digit).collect();
            return format!(
                "{called} takes {digits} values in its brackets, and {found} stand here"
            );
        }
        _ => {
            return format!(
                "{called} is something else than {found}; look it up in the documentation"
            );
        }
    };
    format!("{called} takes {takes}, and {found} stands here")
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "none".to_owned(),
    }
}
