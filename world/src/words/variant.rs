//! Texts of the content that read otherwise for those of whom the engine remarked something:
//! `holds {marked spoon-returned: five|four} spoons`.

use std::borrow::Cow;

/// What such a place begins with.
const MARKED: &str = "{marked ";

/// A place in a text cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write such a place as {{marked MARK: with it|without it}}")]
pub struct BadVariant;

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextPiece<'a> {
    Plain(&'a str),
    /// One text for those with the mark, and one for all others.
    Marked {
        mark: &'a str,
        with: &'a str,
        without: &'a str,
    },
}

/// The marks that a text asks for, in order.
///
/// # Errors
/// [`BadVariant`] for a place that cannot be read.
pub fn marks_in(text: &str) -> Result<Vec<&str>, BadVariant> {
    let pieces = pieces(text).map(|it| it.map(mark_of));
    Ok(pieces.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Whether a text is written as if it read otherwise for some.
#[must_use]
pub fn varies(text: &str) -> bool {
    text.contains(MARKED)
}

/// The text as somebody reads it; a place that cannot be read stays as it is.
#[must_use]
pub fn variant<'a>(text: &'a str, is_marked: impl Fn(&str) -> bool) -> Cow<'a, str> {
    if !varies(text) {
        return Cow::Borrowed(text);
    }
    let Ok(pieces) = pieces(text).collect::<Result<Vec<_>, _>>() else {
        return Cow::Borrowed(text);
    };
    let said = pieces.into_iter().map(|it| match it {
        TextPiece::Plain(plain) => plain,
        TextPiece::Marked { mark, with, .. } if is_marked(mark) => with,
        TextPiece::Marked { without, .. } => without,
    });
    Cow::Owned(said.collect())
}

fn mark_of(piece: TextPiece<'_>) -> Option<&str> {
    match piece {
        TextPiece::Plain(_) => None,
        TextPiece::Marked { mark, .. } => Some(mark),
    }
}

/// The pieces of a text, up to the first that cannot be read.
fn pieces(text: &str) -> impl Iterator<Item = Result<TextPiece<'_>, BadVariant>> {
    let mut left = text;
    std::iter::from_fn(move || {
        if left.is_empty() {
            return None;
        }
        let Some(inside) = left.strip_prefix(MARKED) else {
            let (plain, rest) = left.split_at(left.find(MARKED).unwrap_or(left.len()));
            left = rest;
            return Some(Ok(TextPiece::Plain(plain)));
        };
        let place = inside.split_once('}');
        left = place.map_or("", |(_, rest)| rest);
        Some(place.and_then(|(place, _)| marked(place)).ok_or(BadVariant))
    })
}

fn marked(place: &str) -> Option<TextPiece<'_>> {
    let (mark, texts) = place.split_once(':')?;
    let (with, without) = texts.split_once('|')?;
    let (mark, with, without) = (mark.trim(), with.trim(), without.trim());
    let is_mark = !mark.is_empty() && !mark.contains(char::is_whitespace);
    is_mark.then_some(TextPiece::Marked { mark, with, without })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RACK: &str = "Holds {marked home: five|four} spoons{marked home:, and shines|}.";

    #[test]
    fn a_text_reads_otherwise_for_whoever_is_marked() {
        assert_eq!(variant(RACK, |it| it == "home"), "Holds five spoons, and shines.");
        assert_eq!(variant(RACK, |_| false), "Holds four spoons.");
        assert_eq!(variant("Four {speaker} spoons.", |_| true), "Four {speaker} spoons.");
        assert_eq!(marks_in(RACK), Ok(vec!["home", "home"]));
    }

    #[test]
    fn a_place_that_cannot_be_read_is_named_and_stays() {
        for text in ["{marked a: b", "{marked a b: c|d}", "{marked a}", "x {marked : c|d}"] {
            assert_eq!(marks_in(text), Err(BadVariant), "{text}");
            assert_eq!(variant(text, |_| true), text);
        }
    }
}
