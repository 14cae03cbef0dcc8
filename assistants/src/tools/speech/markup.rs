//! Markdown and HTML in the words of a model, of which the words are kept.

use std::borrow::Cow;

/// Maximum length of an HTML tag, in bytes.
const LONGEST_TAG: usize = 120;

/// Maximum length of the text or the address of a link, in bytes.
const LONGEST_LINK: usize = 300;

/// Entities of HTML, and what they stand for.
const ENTITIES: [(&str, &str); 7] = [
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&"),
];

/// Kind of line in a model's markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Plain,
    Heading,
    /// Item of a list.
    Item,
}

/// Joins lines to one text: the items of a list to a sentence, a heading to one of its own.
pub(super) fn joined(lines: &[Cow<'_, str>]) -> String {
    let is_numbered = lines.iter().filter(|it| numbered(it).is_some()).count() > 1;
    let lines: Vec<(LineKind, String)> = lines
        .iter()
        .map(|line| {
            let (kind, words) = kind_of(line, is_numbered);
            (kind, inline(words))
        })
        .collect();
    let mut text = String::new();
    for (at, (kind, words)) in lines.iter().enumerate() {
        let words = words.trim();
        let of = |at: Option<usize>| at.and_then(|at| lines.get(at)).map(|(kind, _)| *kind);
        let (before, after) = (of(at.checked_sub(1)), of(Some(at + 1)));
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(words);
        let is_open = words.ends_with(|it: char| it.is_alphanumeric() || it == ')');
        match kind {
            LineKind::Item if is_open && after == Some(LineKind::Item) => text.push(','),
            LineKind::Item if is_open && before == Some(LineKind::Item) => text.push('.'),
            LineKind::Heading if is_open && after.is_some() => text.push('.'),
            LineKind::Plain | LineKind::Heading | LineKind::Item => {}
        }
    }
    text
}

fn kind_of(line: &str, is_numbered: bool) -> (LineKind, &str) {
    let line = line.trim();
    if let Some(words) = line.strip_prefix('#') {
        let words = words.trim_start_matches('#');
        if let Some(words) = words.strip_prefix(' ') {
            return (LineKind::Heading, words);
        }
    }
    let line = line.strip_prefix("> ").unwrap_or(line);
    let item = ["- ", "* ", "+ ", "• ", "– ", "— "].iter().find_map(|it| line.strip_prefix(it));
    match item.or_else(|| numbered(line).filter(|_| is_numbered)) {
        Some(words) => (LineKind::Item, words),
        None => (LineKind::Plain, line),
    }
}

/// Returns the words of an item with a number.
fn numbered(line: &str) -> Option<&str> {
    let line = line.trim();
    let rest = line.trim_start_matches(|it: char| it.is_ascii_digit());
    let digits = line.len() - rest.len();
    let words = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))?;
    (1..=2).contains(&digits).then_some(words)
}

/// Removes the markup inside a line, but not stars and underscores, which may mark gestures.
fn inline(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['<', '[', '!', '`', '~', '\\', '&']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let (length, words) = markup_at(&text, from);
        text.push_str(words);
        rest = from.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// Returns whether a backtick opens or closes a piece of code that has a letter in it.
fn is_code_mark(before: &str, text: &str) -> bool {
    let letter = |of: Option<char>| of.is_some_and(|it| it.is_alphanumeric() || it == '@');
    let (last, next) = (before.chars().next_back(), text.chars().nth(1));
    if letter(next) && !letter(last) {
        text.get(1..).is_some_and(|it| it.contains('`'))
    } else {
        letter(last) && !letter(next) && before.matches('"').count() % 2 == 1
    }
}

/// Parses the markup at the start of a text, behind what is kept of it: its length, and the words
/// that are kept.
fn markup_at<'a>(before: &str, text: &'a str) -> (usize, &'a str) {
    let first = text.chars().next().map_or(1, char::len_utf8);
    let plain = (first, text.get(..first).unwrap_or_default());
    match text.as_bytes() {
        [b'<', b'!', b'-', b'-', ..] => (text.find("-->").map_or(text.len(), |at| at + 3), ""),
        [b'<', ..] => tag(text).map_or(plain, |(length, kept)| (length, kept)),
        [b'!', b'[', ..] => {
            let image = text.get(1..).and_then(link);
            image.map_or(plain, |(length, _)| (length + 1, ""))
        }
        [b'[', ..] => link(text).unwrap_or(plain),
        // What is to be typed stays apart from the words around it.
        [b'`', ..] => (1, if is_code_mark(before, text) { "\"" } else { "" }),
        [b'~', b'~', ..] => (2, ""),
        [b'\\', next, ..] if next.is_ascii_punctuation() => (2, text.get(1..2).unwrap_or_default()),
        [b'&', ..] => {
            let entity = ENTITIES.iter().find(|(name, _)| text.starts_with(name));
            entity.map_or(plain, |(name, is)| (name.len(), *is))
        }
        _ => plain,
    }
}

/// Parses an HTML tag, or an address in angle brackets.
fn tag(text: &str) -> Option<(usize, &str)> {
    let head = text.get(..text.floor_char_boundary(LONGEST_TAG))?;
    let inner = head.get(1..head.find('>')?)?;
    if let Some(address) = Some(inner).filter(|it| it.starts_with("http")) {
        return Some((inner.len() + 2, address));
    }
    let name = inner.strip_prefix('/').unwrap_or(inner);
    let is_tag = name.starts_with(|it: char| it.is_ascii_alphabetic()) && !inner.contains('<');
    let kept = if name.starts_with("br") { " " } else { "" };
    is_tag.then_some((inner.len() + 2, kept))
}

/// Parses `[text](address)`.
fn link(text: &str) -> Option<(usize, &str)> {
    let head = text.get(..text.floor_char_boundary(LONGEST_LINK))?;
    let end = head.find("](")?;
    let words = head.get(1..end).filter(|it| !it.contains(['[', ']']))?;
    let from = end + 2;
    let address = text.get(from..(text.floor_char_boundary(from + LONGEST_LINK)))?;
    let close = address.find(')')?;
    Some((from + close + 1, words))
}
