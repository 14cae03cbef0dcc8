//! Syntax check of content files, before they are parsed: encoding, brackets, quotes and commas.

use std::collections::BTreeMap;

use super::locate::{Position, TOP, Token, TokenKind, tokens};

pub(super) mod typed;

/// Maximum nesting depth of brackets.
const DEEPEST: usize = 100;

/// Syntax error: position and message.
type FormFault = (Position, String);

/// Returns the first syntax error of a text, which keeps it from being parsed.
pub(super) fn fault(text: &str) -> Option<FormFault> {
    if let Some(fault) = letters(text) {
        return Some(fault);
    }
    let tokens = tokens(text);
    let first = tokens.first();
    match first.map(|it| &it.kind) {
        None => Some((TOP, "this file is empty; write what belongs here, or remove it".to_owned())),
        Some(TokenKind::Mark('(' | '[' | '{')) => FormReader::new(&tokens).file().err(),
        Some(TokenKind::Word(_) | TokenKind::Text(_) | TokenKind::Mark(_)) => {
            let reader = FormReader::new(&tokens);
            let stray = first.and_then(|it| reader.stray(it));
            let other = || {
                let sentence = "what a file holds stands in brackets: begin it with `(`, `[` or \
                                `{`, as the examples of the documentation do";
                (first.map_or(TOP, |it| it.start), sentence.to_owned())
            };
            Some(stray.unwrap_or_else(other))
        }
    }
}

/// Returns whether a text is binary or empty, so that its ids cannot be extracted.
pub(super) fn is_lost(text: &str) -> bool {
    text.contains('\0') || tokens(text).is_empty()
}

/// Returns the encoding error of a text: UTF-16, binary data, or bytes that are not UTF-8, which
/// were replaced by U+FFFD when it was read.
fn letters(text: &str) -> Option<FormFault> {
    let wide = text.starts_with("\u{FFFD}\u{FFFD}") || text.chars().nth(1) == Some('\0');
    if text.contains('\0') {
        let sentence = if wide && text.chars().filter(|it| *it == '\0').count() * 3 > text.len() / 3
        {
            "this file is saved as UTF-16; save it as UTF-8"
        } else {
            "this is no text, but a file of another kind, such as a picture; move it elsewhere"
        };
        return Some((TOP, sentence.to_owned()));
    }
    let before = text.split_once('\u{FFFD}')?.0;
    let broken = text.chars().filter(|it| *it == '\u{FFFD}').count();
    if broken * 10 > text.chars().count() {
        let sentence = "this is no text, but a file of another kind, such as a picture; move it \
                        elsewhere";
        return Some((TOP, sentence.to_owned()));
    }
    let at = before.chars().fold(TOP, |at, letter| match letter {
        '\n' => Position { line: at.line.saturating_add(1), column: 1 },
        _ => Position { column: at.column.saturating_add(1), ..at },
    });
    let sentence = "a letter here is not written as UTF-8; save the file as UTF-8, not as Latin-1 \
                    or Windows-1252";
    Some((at, sentence.to_owned()))
}

/// Recursive-descent syntax checker of the tokens.
struct FormReader<'t, 'a> {
    tokens: &'t [Token<'a>],
    at: usize,
}

/// Bracket that is open at a place of the file, with its position.
#[derive(Clone, Copy)]
struct OpenBracket {
    mark: char,
    at: Position,
}

impl OpenBracket {
    fn closing(self) -> char {
        match self.mark {
            '(' => ')',
            '[' => ']',
            _ => '}',
        }
    }

    /// Describes the bracket and its position, as part of a sentence.
    fn describe(self) -> String {
        format!("the `{}` of line {}, column {}", self.mark, self.at.line, self.at.column)
    }

    fn unclosed(self, at: Position) -> FormFault {
        let sentence =
            format!("{} is not closed; write `{}` before this", self.describe(), self.closing());
        (at, sentence)
    }
}

impl<'t, 'a> FormReader<'t, 'a> {
    fn new(tokens: &'t [Token<'a>]) -> Self {
        Self { tokens, at: 0 }
    }

    fn peek(&self) -> Option<&'t Token<'a>> {
        self.tokens.get(self.at)
    }

    fn ahead(&self, by: usize) -> Option<&'t Token<'a>> {
        self.tokens.get(self.at + by)
    }

    /// Returns whether the token `by` places ahead is a `:`.
    fn is_named(&self, by: usize) -> bool {
        self.ahead(by).is_some_and(|it| it.is_mark(':'))
    }

    fn before(&self) -> Option<&'t Token<'a>> {
        self.tokens.get(self.at.checked_sub(1)?)
    }

    fn is_mark(&self, mark: char) -> bool {
        self.peek().is_some_and(|it| it.is_mark(mark))
    }

    fn take_mark(&mut self, mark: char) -> bool {
        let is_it = self.is_mark(mark);
        self.at += usize::from(is_it);
        is_it
    }

    /// Checks a whole file: one value and nothing after it.
    fn file(&mut self) -> Result<(), FormFault> {
        self.value(0)?;
        let Some(rest) = self.peek() else { return Ok(()) };
        if let Some(fault) = self.stray(rest) {
            return Err(fault);
        }
        let sentence = if matches!(rest.kind, TokenKind::Mark(')' | ']' | '}')) {
            "this bracket closes nothing; remove it, or look for one too many before it"
        } else {
            "the bracket before this closes the whole file; is there one too many before it?"
        };
        Err((rest.start, sentence.to_owned()))
    }

    fn value(&mut self, depth: usize) -> Result<(), FormFault> {
        let Some(token) = self.peek() else {
            let at = self.before().map_or(TOP, |it| it.stop);
            return Err((at, "the file ends here, where a value belongs".to_owned()));
        };
        if depth > DEEPEST {
            let sentence = format!("more than {DEEPEST} brackets stand in one another here");
            return Err((token.start, sentence));
        }
        if let Some(fault) = self.stray(token) {
            return Err(fault);
        }
        self.at += 1;
        match token.kind {
            TokenKind::Text(_) => Ok(()),
            TokenKind::Word(_) if self.is_mark('(') => {
                let at = self.peek().map_or(token.stop, |it| it.start);
                self.at += 1;
                self.parts(OpenBracket { mark: '(', at }, depth)
            }
            TokenKind::Word(_) => Ok(()),
            TokenKind::Mark(mark @ ('(' | '[' | '{')) => {
                self.parts(OpenBracket { mark, at: token.start }, depth)
            }
            TokenKind::Mark(mark) => {
                let sentence = format!("a value belongs here, and `{mark}` is none");
                Err((token.start, sentence))
            }
        }
    }

    /// Checks the contents of a bracket, and its closing bracket.
    fn parts(&mut self, open: OpenBracket, depth: usize) -> Result<(), FormFault> {
        let mut named: BTreeMap<String, Position> = BTreeMap::new();
        let mut of_brackets = None;
        loop {
            let Some(token) = self.peek() else {
                let sentence = format!(
                    "this `{}` is never closed; write `{}` where what it holds ends",
                    open.mark,
                    open.closing()
                );
                return Err((open.at, sentence));
            };
            if let TokenKind::Mark(mark @ (')' | ']' | '}')) = token.kind {
                self.at += 1;
                return if mark == open.closing() {
                    Ok(())
                } else {
                    Err(open.unclosed(token.start))
                };
            }
            // A list holds values of one kind.
            let is_bracket = token.is_mark('(');
            if open.mark == '['
                && *of_brackets.get_or_insert(is_bracket) != is_bracket
                && is_bracket
            {
                return Err(open.unclosed(token.start));
            }
            self.part(open, depth, &mut named)?;
            if !self.take_mark(',') {
                self.ends(open)?;
            }
        }
    }

    /// Checks one field, map entry or list value.
    fn part(
        &mut self,
        open: OpenBracket,
        depth: usize,
        named: &mut BTreeMap<String, Position>,
    ) -> Result<(), FormFault> {
        let Some(token) = self.peek() else { return Ok(()) };
        let has_colon = self.is_named(1);
        match (open.mark, &token.kind) {
            ('(', TokenKind::Word(name)) if has_colon => {
                self.at += 2;
                once(named, "the field ", name, token.start)?;
                self.value(depth + 1)
            }
            ('(', TokenKind::Text(name)) if has_colon => {
                let sentence = format!("the name of a field stands without quotes: {name}");
                Err((token.start, sentence))
            }
            ('(', _) if !named.is_empty() => Err(self.no_field(open, token)),
            ('(' | '[', _) => self.value(depth + 1),
            (_, kind) => {
                if let TokenKind::Text(key) = kind {
                    once(named, "", key, token.start)?;
                }
                self.value(depth + 1)?;
                if !self.take_mark(':') {
                    let at = self.peek().map_or(open.at, |it| it.start);
                    let stray = self.peek().and_then(|it| self.stray(it));
                    let sentence = "a `:` and a value belong here, for this stands in `{` and `}`";
                    return Err(stray.unwrap_or_else(|| (at, sentence.to_owned())));
                }
                self.value(depth + 1)
            }
        }
    }

    /// Returns the error for a token among fields that is not a field.
    fn no_field(&self, open: OpenBracket, token: &Token<'_>) -> FormFault {
        if let Some(fault) = self.stray(token) {
            return fault;
        }
        match &token.kind {
            TokenKind::Mark('(' | '[' | '{') => open.unclosed(token.start),
            TokenKind::Word(name) => {
                let stray = self.ahead(1).and_then(|it| self.stray(it));
                let sentence = format!("write `:` between `{name}` and its value");
                stray.unwrap_or((token.stop, sentence))
            }
            TokenKind::Text(_) | TokenKind::Mark(_) => {
                let sentence = format!(
                    "the name of a field and `:` belong here; or is {} not closed?",
                    open.describe()
                );
                (token.start, sentence)
            }
        }
    }

    /// Checks that a part is followed by the closing bracket, and reports a missing comma
    /// otherwise.
    fn ends(&self, open: OpenBracket) -> Result<(), FormFault> {
        let Some(next) = self.peek() else { return Ok(()) };
        if matches!(next.kind, TokenKind::Mark(')' | ']' | '}')) {
            return Ok(());
        }
        let Some(last) = self.before() else { return Ok(()) };
        let separates = matches!(next.kind, TokenKind::Mark(';' | '='));
        let unquoted = self.unquoted(last, next).filter(|_| !separates);
        if let Some(fault) = unquoted.or_else(|| self.stray(next)) {
            return Err(fault);
        }
        Err(match next.kind {
            TokenKind::Mark(':') if open.mark == '[' => open.unclosed(last.start),
            TokenKind::Mark(':') if open.mark == '(' && matches!(last.kind, TokenKind::Word(_)) => {
                open.unclosed(last.start)
            }
            TokenKind::Mark(':') => {
                (next.start, "this `:` is one too many; write `,` after a value".to_owned())
            }
            TokenKind::Mark(_) | TokenKind::Word(_) | TokenKind::Text(_) => {
                (last.stop, "a comma is missing here".to_owned())
            }
        })
    }

    /// Returns the error of a missing quote: a text that ends right where another token begins, or
    /// words outside of quotes.
    fn unquoted(&self, last: &Token<'_>, next: &Token<'_>) -> Option<FormFault> {
        let follows = last.end == next.offset;
        match (&last.kind, &next.kind) {
            (
                TokenKind::Text(text),
                TokenKind::Word(_) | TokenKind::Mark(_) | TokenKind::Text(_),
            ) if follows => Some(open_text(last, text, next)),
            (TokenKind::Word(word), TokenKind::Word(_) | TokenKind::Text(_))
                if !self.is_named(1) && !is_number(word) =>
            {
                let sentence = format!("a text stands in quotes; write `\"` before `{word}`");
                Some((last.start, sentence))
            }
            (TokenKind::Text(_) | TokenKind::Word(_) | TokenKind::Mark(_), _) => None,
        }
    }

    /// Returns the error of a token that is valid nowhere in a file, such as an unterminated text
    /// or a curly quotation mark.
    fn stray(&self, token: &Token<'_>) -> Option<FormFault> {
        let sentence = match &token.kind {
            TokenKind::Text(text) if !token.closed => return Some(endless(token, text)),
            TokenKind::Mark('/') if !token.closed => {
                "this comment has no end; write `*/` behind it"
            }
            TokenKind::Mark('\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{AB}' | '\u{BB}') => {
                "this quotation mark is a curly one; write straight ones around a text: \""
            }
            TokenKind::Mark('\'' | '\u{2018}' | '\u{2019}' | '`') => {
                "a text stands in double quotes; write \" before and behind it"
            }
            TokenKind::Mark('=') => "write `:` between a name and its value, not `=`",
            TokenKind::Mark(';') => "write `,` between values, not `;`",
            TokenKind::Mark('#') => "a comment begins with `//`, not with `#`",
            TokenKind::Mark('\u{FEFF}') => "this character cannot be seen; remove it",
            TokenKind::Mark(_) | TokenKind::Text(_) | TokenKind::Word(_) => return None,
        };
        Some((token.start, sentence.to_owned()))
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|it: char| it.is_ascii_digit() || matches!(it, '-' | '+' | '.'))
}

/// Checks that a field or key is not used twice, and records its position.
fn once(
    named: &mut BTreeMap<String, Position>,
    what: &str,
    name: &str,
    at: Position,
) -> Result<(), FormFault> {
    match named.insert(name.to_owned(), at) {
        Some(Position { line, .. }) => {
            Err((at, format!("{what}`{name}` stands here twice, first on line {line}; keep one")))
        }
        None => Ok(()),
    }
}

/// Returns the error of a text that ran on because its closing quote is missing.
fn open_text(token: &Token<'_>, text: &str, next: &Token<'_>) -> FormFault {
    if let Some(fault) = curly_end(token, text) {
        return fault;
    }
    let Position { line, column } = next.start;
    if token.start.line == line {
        let sentence = "a text ends before this; write a quotation mark that is part of it as \
                        `\\\"`, or look for one that is missing";
        return (next.start, sentence.to_owned());
    }
    let sentence = format!(
        "the text that begins here goes on until line {line}, column {column}; write `\"` where it \
         ends"
    );
    (token.start, sentence)
}

fn endless(token: &Token<'_>, text: &str) -> FormFault {
    let fault = || {
        let sentence = "the text that begins here never ends; write `\"` behind it, or look for a \
                        `\"` that is missing before";
        (token.start, sentence.to_owned())
    };
    curly_end(token, text).unwrap_or_else(fault)
}

/// Returns the error of a curly quotation mark used to end a text: one before a line break, comma,
/// colon or closing bracket.
fn curly_end(token: &Token<'_>, text: &str) -> Option<FormFault> {
    let mut at = Position { column: token.start.column.saturating_add(1), ..token.start };
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = matches!(letter, '\u{201C}' | '\u{201D}')
            && letters.peek().is_none_or(|it| matches!(it, ',' | ')' | ']' | '}' | ':' | '\n'));
        if ends {
            let sentence = "this quotation mark is a curly one and ends no text; write a straight \
                            one: \"";
            return Some((at, sentence.to_owned()));
        }
        at = match letter {
            '\n' => Position { line: at.line.saturating_add(1), column: 1 },
            _ => Position { column: at.column.saturating_add(1), ..at },
        };
    }
    None
}
