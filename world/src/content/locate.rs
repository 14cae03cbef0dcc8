//! Tokeniser of RON texts with the position of each value, for the positions of problems.

use std::iter::Peekable;

/// Position in a text. Line and column count from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// Position of the first character of a text.
pub(super) const TOP: Position = Position { line: 1, column: 1 };

/// Maximum nesting depth that is followed; the RON parser refuses more.
const MAX_DEPTH: usize = 128;

/// Value of a RON text: its position and the values inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    position: Position,
    /// Offset behind its opening `(`, in characters; none for a value without fields.
    pub(super) fields: Option<usize>,
    /// Offset of its end, in characters.
    pub(super) end: usize,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Name of the field or key of the map; none in a list.
    key: Option<String>,
    /// Position of the part: that of its key, if it has one.
    position: Position,
    /// Offset of the part, in characters.
    pub(super) offset: usize,
    pub(super) value: Node,
}

impl Node {
    /// Returns the position of the value.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// Returns the value of a field, or this value if there is no such field, so that a problem
    /// with a missing field points at what lacks it.
    #[must_use]
    pub fn field(&self, name: &str) -> &Node {
        self.part(name).map_or(self, |part| &part.value)
    }

    /// Returns the position of a field's name or a map's key, or of this value if there is none.
    #[must_use]
    pub fn key(&self, name: &str) -> Position {
        self.part(name).map_or(self.position, |part| part.position)
    }

    /// Returns the value at an index of a list, from 0, or this value if there is none.
    #[must_use]
    pub fn item(&self, index: usize) -> &Node {
        self.parts.get(index).map_or(self, |part| &part.value)
    }

    pub(super) fn part(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.key.as_deref() == Some(name))
    }

    /// Finds the value that has the field with its name at this position.
    fn holder(&self, name: Position) -> Option<&Node> {
        let has = self.parts.iter().any(|it| it.key.is_some() && it.position == name);
        if has { Some(self) } else { self.parts.iter().find_map(|it| it.value.holder(name)) }
    }

    /// Returns the fields of a struct or the entries of a map.
    pub(super) fn named_parts(&self) -> impl Iterator<Item = (&str, &Part)> {
        self.parts.iter().filter_map(|part| Some((part.key.as_deref()?, part)))
    }
}

/// Parses a text to the tree of its values with their positions. In a text that is not valid RON
/// the positions up to the error are right and the rest is left out.
#[must_use]
pub fn tree(text: &str) -> Node {
    let tokens = tokens(text);
    let mut reader = TokenReader { tokens: tokens.into_iter().peekable() };
    let (_, _, root) = reader.value(0);
    root
}

/// Returns all quoted texts and all words, which are the ids that a broken file may define: if a
/// quote is missing, texts and the rest are swapped.
pub fn mentioned(text: &str) -> impl Iterator<Item = String> {
    let is_id = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || "-/".contains(it);
    let words = text.split(move |it| !is_id(it)).filter(|it| !it.is_empty()).map(str::to_owned);
    texts(text).map(|(_, text)| text).chain(words)
}

/// Returns all quoted texts with their positions.
pub fn texts(text: &str) -> impl Iterator<Item = (Position, String)> {
    tokens(text).into_iter().filter_map(|token| match token.kind {
        TokenKind::Text(text) => Some((token.start, text)),
        TokenKind::Word(_) | TokenKind::Mark(_) => None,
    })
}

/// Returns the quoted text that is the value of a field, given by the names on the way to it.
#[must_use]
pub fn quoted_text(text: &str, way: &[&str]) -> Option<String> {
    let at = value_at(&tree(text), way)?.position();
    texts(text).find(|(position, _)| *position == at).map(|(_, it)| it)
}

/// Replaces the quoted texts that are the values of fields, each given by the names on the way to it;
/// none if one of them is not there.
#[must_use]
pub fn with_quoted_texts(text: &str, changes: &[(&[&str], &str)]) -> Option<String> {
    let mut changed = text.to_owned();
    for (way, meant) in changes {
        let at = value_at(&tree(&changed), way)?.position();
        let (offset, end) = tokens(&changed).iter().find_map(|token| {
            let is_it = token.start == at && matches!(token.kind, TokenKind::Text(_));
            is_it.then_some((token.offset, token.end))
        })?;
        let before: String = changed.chars().take(offset).collect();
        let after: String = changed.chars().skip(end).collect();
        changed = format!("{before}{meant:?}{after}");
    }
    Some(changed)
}

/// Replaces a name, as a whole word, in all quoted texts that are sentences; others may be names of
/// topics.
#[must_use]
pub fn with_word_in_sentences(text: &str, word: &str, meant: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut changed = String::with_capacity(text.len());
    let mut at = 0;
    for token in tokens(text) {
        let is_sentence = |text: &str| text.ends_with(['.', '!', '?']);
        if matches!(&token.kind, TokenKind::Text(text) if is_sentence(text)) {
            changed.extend(letters.get(at..token.offset).unwrap_or_default());
            let quoted: String =
                letters.get(token.offset..token.end).unwrap_or_default().iter().collect();
            changed.push_str(&with_whole_word(&quoted, word, meant));
            at = token.end;
        }
    }
    changed.extend(letters.get(at..).unwrap_or_default());
    changed
}

fn with_whole_word(text: &str, word: &str, meant: &str) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(word).filter(|_| !word.is_empty()) {
        let is_letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let is_part = is_letter(before.chars().next_back()) || is_letter(after.chars().next());
        changed.push_str(before);
        changed.push_str(if is_part { word } else { meant });
        rest = after;
    }
    changed.push_str(rest);
    changed
}

/// Returns the value of a field, given by the names on the way to it.
fn value_at<'a>(tree: &'a Node, way: &[&str]) -> Option<&'a Node> {
    way.iter().try_fold(tree, |node, name| node.part(name).map(|it| &it.value))
}

/// Renames the named field, at or next before `near`, to `meant`. Returns the text and the position
/// of the field's name; none if the space is too short or the field `meant` exists.
pub(super) fn with_field(
    text: &str,
    name: &str,
    meant: &str,
    near: Position,
) -> Option<(String, Position)> {
    let tokens = tokens(text);
    let at = field_at(&tokens, name, near)?;
    let (field, value) = (tokens.get(at)?, tokens.get(at + 2)?);
    if tree(text).holder(field.start)?.part(meant).is_some() {
        return None;
    }
    let letters = meant.chars().count() + 1;
    let spare = (value.offset - field.offset).checked_sub(letters)?;
    let mut renamed: String = text.chars().take(field.offset).collect();
    renamed.push_str(meant);
    renamed.push(':');
    renamed.extend(std::iter::repeat_n(' ', spare));
    renamed.extend(text.chars().skip(value.offset));
    Some((renamed, field.start))
}

/// Returns the index of the token that is the name of a field, at or next before `near`.
fn field_at(tokens: &[Token<'_>], name: &str, near: Position) -> Option<usize> {
    tokens.windows(2).rposition(|pair| {
        matches!(pair, [first, second]
            if first.start <= near && first.is_word(name) && second.is_mark(':'))
    })
}

/// Blanks out the named field, at or next before `near`, with its value, so that parsing can go on
/// past an unknown field. Returns the text and the position of the field's name.
pub(super) fn without_field(text: &str, name: &str, near: Position) -> Option<(String, Position)> {
    let tokens = tokens(text);
    let first = field_at(&tokens, name, near)?;
    let field = tokens.get(first)?;
    let mut depth = 0_usize;
    let mut end = text.chars().count();
    for token in tokens.iter().skip(first) {
        match token.kind {
            TokenKind::Mark('(' | '[' | '{') => depth += 1,
            TokenKind::Mark(')' | ']' | '}') if depth == 0 => {
                end = token.offset;
                break;
            }
            TokenKind::Mark(')' | ']' | '}') => depth -= 1,
            TokenKind::Mark(',') if depth == 0 => {
                end = token.offset + 1;
                break;
            }
            TokenKind::Mark(_) | TokenKind::Word(_) | TokenKind::Text(_) => {}
        }
    }
    let blank = |(at, letter): (usize, char)| {
        if (field.offset..end).contains(&at) && letter != '\n' { ' ' } else { letter }
    };
    Some((text.chars().enumerate().map(blank).collect(), field.start))
}

/// Token of a RON text.
#[derive(Debug)]
pub(super) struct Token<'a> {
    pub(super) start: Position,
    /// Position of its end.
    pub(super) stop: Position,
    /// Offset, in characters.
    pub(super) offset: usize,
    /// Offset of its end, in characters.
    pub(super) end: usize,
    pub(super) kind: TokenKind<'a>,
    /// True if the quoted text or comment is terminated; always true for other tokens.
    pub(super) closed: bool,
}

#[derive(Debug)]
pub(super) enum TokenKind<'a> {
    /// A quoted text, without its quotes.
    Text(String),
    /// A name or a number.
    Word(&'a str),
    /// Any other character.
    Mark(char),
}

impl Token<'_> {
    pub(super) fn is_word(&self, name: &str) -> bool {
        matches!(self.kind, TokenKind::Word(word) if word == name)
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        matches!(self.kind, TokenKind::Mark(found) if found == mark)
    }
}

/// Cursor over the characters of a text.
struct Cursor<'a> {
    /// Remaining text.
    rest: &'a str,
    at: Position,
    offset: usize,
    bytes: usize,
}

impl<'a> Cursor<'a> {
    fn next(&mut self) -> Option<char> {
        let mut letters = self.rest.chars();
        let letter = letters.next()?;
        self.rest = letters.as_str();
        self.offset += 1;
        self.bytes += letter.len_utf8();
        self.at = match letter {
            '\n' => Position { line: self.at.line.saturating_add(1), column: 1 },
            _ => Position { column: self.at.column.saturating_add(1), ..self.at },
        };
        Some(letter)
    }

    fn next_if(&mut self, fits: impl FnMut(char) -> bool) -> Option<char> {
        if self.rest.starts_with(fits) { self.next() } else { None }
    }

    /// Skips this number of bytes and returns them.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        let number = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
        let letters = passed.chars().count();
        self.rest = rest;
        self.offset += letters;
        self.bytes += bytes;
        if let Some((before, last)) = passed.rsplit_once('\n') {
            let lines = number(before.matches('\n').count()).saturating_add(1);
            let column = number(last.chars().count()).saturating_add(1);
            self.at = Position { line: self.at.line.saturating_add(lines), column };
        } else {
            self.at.column = self.at.column.saturating_add(number(letters));
        }
        passed
    }

    fn skip_line(&mut self) {
        self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
    }

    /// Skips the rest of a block comment, with nested ones. Returns whether it is terminated.
    fn skip_block(&mut self) -> bool {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.next() {
                Some('*') if self.next_if(|letter| letter == '/').is_some() => depth -= 1,
                Some('/') if self.next_if(|letter| letter == '*').is_some() => depth += 1,
                Some(_) => {}
                None => return false,
            }
        }
        true
    }

    /// Reads the rest of a quoted text. Returns it and whether it is terminated. An escape sequence
    /// stands for the character after its backslash, which suffices for a text with errors.
    fn quoted(&mut self) -> (String, bool) {
        let mut text = String::new();
        // Nearly no text has an escape, and then all of it is taken at once.
        if let Some((plain, _)) = self.rest.split_once('"').filter(|it| !it.0.contains('\\')) {
            text.push_str(self.skip(plain.len()));
        }
        while let Some(letter) = self.next() {
            match letter {
                '"' => return (text, true),
                '\\' => text.extend(self.next()),
                _ => text.push(letter),
            }
        }
        (text, false)
    }

    /// Reads the rest of a raw text, which ends with a quote and `hashes` times `#`. Returns it and
    /// whether it is terminated.
    fn raw(&mut self, hashes: usize) -> (String, bool) {
        let end = format!("\"{}", "#".repeat(hashes));
        let mut text = String::new();
        while let Some(letter) = self.next() {
            text.push(letter);
            if text.ends_with(&end) {
                text.truncate(text.len() - end.len());
                return (text, true);
            }
        }
        (text, false)
    }
}

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut cursor = Cursor { rest: text, at: TOP, offset: 0, bytes: 0 };
    let mut tokens = Vec::new();
    loop {
        let (start, offset, first) = (cursor.at, cursor.offset, cursor.bytes);
        let Some(letter) = cursor.next() else { return tokens };
        let mut closed = true;
        let kind = match letter {
            _ if letter.is_whitespace() => continue,
            '/' if cursor.next_if(|next| next == '/').is_some() => {
                cursor.skip_line();
                continue;
            }
            '/' if cursor.next_if(|next| next == '*').is_some() => {
                if cursor.skip_block() {
                    continue;
                }
                closed = false;
                TokenKind::Mark('/')
            }
            // The attribute at the top has no values.
            '#' if cursor.next_if(|next| next == '!').is_some() => {
                cursor.skip_line();
                continue;
            }
            '#' => {
                cursor.skip_line();
                TokenKind::Mark('#')
            }
            '"' => {
                let plain;
                (plain, closed) = cursor.quoted();
                let whole = text.get(first..cursor.bytes).filter(|it| it.contains('\\'));
                TokenKind::Text(whole.and_then(|it| ron::from_str(it).ok()).unwrap_or(plain))
            }
            _ if is_word(letter) => {
                let kind;
                (kind, closed) = word(text, first, &mut cursor);
                kind
            }
            _ => TokenKind::Mark(letter),
        };
        let (stop, end) = (cursor.at, cursor.offset);
        tokens.push(Token { start, stop, offset, end, kind, closed });
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '+' | '.')
}

/// Reads the rest of a word, or a raw text, that begins at the byte `first`. Returns it and whether
/// it is terminated.
fn word<'a>(text: &'a str, first: usize, cursor: &mut Cursor<'_>) -> (TokenKind<'a>, bool) {
    while cursor.next_if(is_word).is_some() {}
    let word = text.get(first..cursor.bytes).unwrap_or_default();
    if word != "r" {
        return (TokenKind::Word(word), true);
    }
    let mut hashes = 0;
    while cursor.next_if(|letter| letter == '#').is_some() {
        hashes += 1;
    }
    if cursor.next_if(|letter| letter == '"').is_some() {
        let (text, closed) = cursor.raw(hashes);
        (TokenKind::Text(text), closed)
    } else {
        (TokenKind::Word(word), true)
    }
}

struct TokenReader<'a, I: Iterator<Item = Token<'a>>> {
    tokens: Peekable<I>,
}

impl<'a, I: Iterator<Item = Token<'a>>> TokenReader<'a, I> {
    fn next_if(&mut self, mark: char) -> Option<Token<'a>> {
        self.tokens.next_if(|token| token.is_mark(mark))
    }

    /// Parses one value. Returns its name if it were a key, its offset, and the value. An empty
    /// value is returned at the end of the text.
    fn value(&mut self, depth: usize) -> (Option<String>, usize, Node) {
        let Some(token) = self.tokens.next() else {
            let nothing = Node { position: TOP, fields: None, end: 0, parts: Vec::new() };
            return (None, 0, nothing);
        };
        let Token { start: position, offset, end, kind, .. } = token;
        let mut node = Node { position, fields: None, end, parts: Vec::new() };
        let name = match kind {
            TokenKind::Text(text) => Some(text),
            TokenKind::Word(word) => {
                if let Some(bracket) = self.next_if('(') {
                    node.fields = Some(bracket.end);
                    self.parts(depth, &mut node);
                }
                Some(word.to_owned())
            }
            TokenKind::Mark(mark) => {
                node.fields = (mark == '(').then_some(end);
                if matches!(mark, '(' | '[' | '{') {
                    self.parts(depth, &mut node);
                }
                None
            }
        };
        (name, offset, node)
    }

    /// Parses the values up to the closing bracket; none beyond [`MAX_DEPTH`].
    fn parts(&mut self, depth: usize, of: &mut Node) {
        if depth >= MAX_DEPTH {
            return;
        }
        while let Some(token) = self.tokens.peek() {
            of.end = token.end;
            if matches!(token.kind, TokenKind::Mark(')' | ']' | '}')) {
                self.tokens.next();
                break;
            }
            let (name, offset, first) = self.value(depth + 1);
            let position = first.position;
            let part = if self.next_if(':').is_some() {
                let (_, _, value) = self.value(depth + 1);
                Part { key: name, position, offset, value }
            } else {
                Part { key: None, position, offset, value: first }
            };
            of.parts.push(part);
            self.next_if(',');
        }
    }
}
