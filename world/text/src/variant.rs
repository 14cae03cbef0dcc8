//! Conditional texts of the content: templates with one wording for characters with a mark and one
//! for all others, as in `holds {marked spoon-returned: five|four} spoons`, and with the values of
//! a tally, as in `{tally gate-log: {names}|Nobody yet.}`.

use std::borrow::Cow;

use super::styled::list;

/// Opening of a placeholder for a mark.
const MARKED: &str = "{marked ";

/// Opening of a placeholder for a tally.
const TALLY: &str = "{tally ";

/// Variables of a tally, in braces inside a tally placeholder. A capital first letter capitalises
/// the value.
pub const TALLY_WORDS: [&str; 6] = ["all", "count", "deeds", "last", "names", "number"];

/// Maximum number of forms in a tally placeholder.
const MOST_FORMS: usize = 4;

/// Replacement for a name where no names are known.
const SOMEBODY: &str = "somebody";

/// Error: a placeholder cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadVariant {
    /// Malformed placeholder for a mark.
    #[error("write such a place as {{marked MARK: with it|without it}}")]
    Marked,
    /// Malformed placeholder for a tally.
    #[error(
        "write such a place as {{tally TALLY: some|none}}, as {{tally TALLY: one|several|none}}, or \
         with a fourth text behind these for a tally that is full"
    )]
    Tally,
    /// Unknown variable in braces in a tally placeholder.
    #[error("`{{{0}}}` is nothing that a tally tells")]
    Word(String),
}

/// Values of a tally for the placeholders of a text. The default is a tally without deeds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TallyWords {
    /// Number of deeds since the tally was last full.
    pub count: u32,
    /// Total number of deeds, including the initial count of the content.
    pub all: u32,
    /// True if the tally is full with these deeds.
    pub is_full: bool,
    /// Newest deeds, newest first: name of the character, and result in words, empty for none.
    pub newest: Vec<(String, String)>,
}

/// Piece of a parsed template.
#[derive(Debug, Clone, PartialEq, Eq)]
enum TextPiece<'a> {
    Plain(&'a str),
    /// Mark placeholder: one text for characters with the mark, and one for all others.
    Marked {
        mark: &'a str,
        with: &'a str,
        without: &'a str,
    },
    /// Tally placeholder with its forms: one for any count; some and none; one, several and none;
    /// or one, several, none and full.
    Tally {
        id: &'a str,
        forms: Vec<&'a str>,
    },
}

/// Reference to a tally in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TallyPlace<'a> {
    /// Id of the tally, as written in the text.
    pub id: &'a str,
    /// True if the text has a form for a full tally.
    pub may_be_full: bool,
}

/// Mark or tally that a text refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VariantAsk<'a> {
    Mark(&'a str),
    Tally(TallyPlace<'a>),
}

/// Iterates over the marks and tallies that a text refers to, in order.
fn asked(text: &str) -> impl Iterator<Item = Result<VariantAsk<'_>, BadVariant>> {
    pieces(text).filter_map(|piece| match piece {
        Ok(TextPiece::Plain(_)) => None,
        Ok(TextPiece::Marked { mark, .. }) => Some(Ok(VariantAsk::Mark(mark))),
        Ok(TextPiece::Tally { id, forms }) => {
            let may_be_full = forms.len() == MOST_FORMS;
            Some(Ok(VariantAsk::Tally(TallyPlace { id, may_be_full })))
        }
        Err(bad) => Some(Err(bad)),
    })
}

/// Lists the marks that a text refers to, in order.
///
/// # Errors
/// [`BadVariant`] for a placeholder that cannot be parsed.
pub fn marks_in(text: &str) -> Result<Vec<&str>, BadVariant> {
    let mark = |it| match it {
        Ok(VariantAsk::Mark(mark)) => Some(Ok(mark)),
        Ok(VariantAsk::Tally(_)) => None,
        Err(bad) => Some(Err(bad)),
    };
    asked(text).filter_map(mark).collect()
}

/// Lists the tallies that a text refers to, in order.
///
/// # Errors
/// [`BadVariant`] for a placeholder that cannot be parsed.
pub fn tallies_in(text: &str) -> Result<Vec<TallyPlace<'_>>, BadVariant> {
    let tally = |it| match it {
        Ok(VariantAsk::Tally(place)) => Some(Ok(place)),
        Ok(VariantAsk::Mark(_)) => None,
        Err(bad) => Some(Err(bad)),
    };
    asked(text).filter_map(tally).collect()
}

/// Returns whether a text contains placeholders.
#[must_use]
pub fn varies(text: &str) -> bool {
    text.contains(MARKED) || text.contains(TALLY)
}

/// Renders a text for one reader; a text with a placeholder that cannot be parsed is returned
/// unchanged.
#[must_use]
pub fn variant(
    text: &str,
    is_marked: impl Fn(&str) -> bool,
    tally: impl Fn(&str) -> TallyWords,
) -> Cow<'_, str> {
    if !varies(text) {
        return Cow::Borrowed(text);
    }
    let Ok(pieces) = pieces(text).collect::<Result<Vec<_>, _>>() else {
        return Cow::Borrowed(text);
    };
    let said = pieces.into_iter().map(|it| match it {
        TextPiece::Plain(plain) => Cow::Borrowed(plain),
        TextPiece::Marked { mark, with, .. } if is_marked(mark) => Cow::Borrowed(with),
        TextPiece::Marked { without, .. } => Cow::Borrowed(without),
        TextPiece::Tally { id, forms } => Cow::Owned(tally(id).parse_condition(&forms)),
    });
    Cow::Owned(said.collect())
}

/// Parses a text into pieces; a placeholder that cannot be parsed yields an error.
fn pieces(text: &str) -> impl Iterator<Item = Result<TextPiece<'_>, BadVariant>> {
    let mut left = text;
    std::iter::from_fn(move || {
        if left.is_empty() {
            return None;
        }
        if let Some(inside) = left.strip_prefix(MARKED) {
            let place = inside.split_once('}');
            left = place.map_or("", |(_, rest)| rest);
            return Some(place.and_then(|(place, _)| marked(place)).ok_or(BadVariant::Marked));
        }
        if let Some(inside) = left.strip_prefix(TALLY) {
            let place = to_its_end(inside);
            left = place.map_or("", |(_, rest)| rest);
            return Some(
                place.ok_or(BadVariant::Tally).and_then(|(place, _)| parse_condition(place)),
            );
        }
        let next = [MARKED, TALLY].iter().filter_map(|it| left.find(it)).min();
        let (plain, rest) = left.split_at(next.unwrap_or(left.len()));
        left = rest;
        Some(Ok(TextPiece::Plain(plain)))
    })
}

/// Splits at the closing brace of a placeholder, with nested pairs of braces, into its inside and
/// the rest.
fn to_its_end(inside: &str) -> Option<(&str, &str)> {
    let mut open = 1_u32;
    let end = inside.find(|letter| {
        open = match letter {
            '{' => open.saturating_add(1),
            '}' => open.saturating_sub(1),
            _ => open,
        };
        open == 0
    })?;
    let (place, rest) = inside.split_at_checked(end)?;
    Some((place, rest.strip_prefix('}')?))
}

fn marked(place: &str) -> Option<TextPiece<'_>> {
    let (mark, texts) = place.split_once(':')?;
    let (with, without) = texts.split_once('|')?;
    let (mark, with, without) = (mark.trim(), with.trim(), without.trim());
    is_word(mark).then_some(TextPiece::Marked { mark, with, without })
}

fn parse_condition(place: &str) -> Result<TextPiece<'_>, BadVariant> {
    let (id, texts) = place.split_once(':').ok_or(BadVariant::Tally)?;
    let id = id.trim();
    let forms: Vec<&str> = texts.split('|').map(str::trim).collect();
    if !is_word(id) || forms.len() > MOST_FORMS {
        return Err(BadVariant::Tally);
    }
    for form in &forms {
        words_in(form)?;
    }
    Ok(TextPiece::Tally { id, forms })
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}

/// Part of a form: literal text, or a variable of the tally.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TallyPart<'a> {
    Plain(&'a str),
    Word(&'a str),
}

/// Parses a form into its parts.
fn words_in(form: &str) -> Result<Vec<TallyPart<'_>>, BadVariant> {
    let mut parts = Vec::new();
    let mut left = form;
    while let Some((plain, rest)) = left.split_once('{') {
        let (word, rest) = rest.split_once('}').ok_or(BadVariant::Tally)?;
        if !TALLY_WORDS.iter().any(|it| it.eq_ignore_ascii_case(word)) {
            return Err(BadVariant::Word(word.to_owned()));
        }
        parts.extend([TallyPart::Plain(plain), TallyPart::Word(word)]);
        left = rest;
    }
    parts.push(TallyPart::Plain(left));
    Ok(parts)
}

impl TallyWords {
    /// Renders the form that matches the count.
    fn parse_condition(&self, forms: &[&str]) -> String {
        let form = match (forms, self.count) {
            ([.., full], 1..) if forms.len() == MOST_FORMS && self.is_full => full,
            ([all], _) => all,
            ([_, none] | [_, _, none, ..], 0) => none,
            ([one, ..], 1) | ([one, _], _) => one,
            ([_, several, ..], _) => several,
            ([], _) => return String::new(),
        };
        let parts = words_in(form).unwrap_or_default();
        parts.into_iter().fold(String::new(), |said, part| match part {
            TallyPart::Plain(plain) => said + plain,
            TallyPart::Word(word) => said + &self.word(word),
        })
    }

    /// Renders the value of a variable.
    fn word(&self, word: &str) -> String {
        let deed = |(who, what): &(String, String)| match what.as_str() {
            "" => who.clone(),
            what => format!("{who}, {what}"),
        };
        let names: Vec<&str> = self.newest.iter().map(|(who, _)| who.as_str()).collect();
        let said = match word.to_ascii_lowercase().as_str() {
            "all" => in_words(self.all),
            "count" => in_words(self.count),
            "number" => self.count.to_string(),
            "last" => names.first().copied().unwrap_or(SOMEBODY).to_owned(),
            _ if names.is_empty() => SOMEBODY.to_owned(),
            "names" => list(&names),
            _ => self.newest.iter().map(deed).collect::<Vec<_>>().join("; "),
        };
        let mut letters = said.chars();
        match letters.next() {
            Some(first) if word.starts_with(|letter: char| letter.is_ascii_uppercase()) => {
                first.to_uppercase().chain(letters).collect()
            }
            Some(_) | None => said,
        }
    }
}

/// Formats a number: in words up to twelve ("no" for zero), in digits above.
#[must_use]
pub fn in_words(number: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = usize::try_from(number).ok().and_then(|it| WORDS.get(it));
    word.map_or_else(|| number.to_string(), |it| (*it).to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RACK: &str = "Holds {marked home: five|four} spoons{marked home:, and shines|}.";

    fn none(_: &str) -> TallyWords {
        TallyWords::default()
    }

    fn tally(count: u32, newest: &[(&str, &str)]) -> TallyWords {
        let newest = newest.iter().map(|(who, what)| ((*who).into(), (*what).into())).collect();
        TallyWords { count, all: count + 4, is_full: count == 8, newest }
    }

    fn read(text: &str, it: &TallyWords) -> String {
        variant(text, |_| false, |id| if id == "log" { it.clone() } else { none(id) }).into_owned()
    }

    #[test]
    fn a_text_reads_otherwise_for_whoever_is_marked() {
        assert_eq!(variant(RACK, |it| it == "home", none), "Holds five spoons, and shines.");
        assert_eq!(variant(RACK, |_| false, none), "Holds four spoons.");
        assert_eq!(variant("Four {speaker} spoons.", |_| true, none), "Four {speaker} spoons.");
        assert_eq!(marks_in(RACK), Ok(vec!["home", "home"]));
        assert_eq!(tallies_in(RACK), Ok(vec![]));
    }

    #[test]
    fn a_text_tells_of_none_of_one_of_several_and_of_a_full_one() {
        let ann = [("Ann", "a mug of ale")];
        let both = [("Bob", "an eel pie"), ("Ann", "a mug of ale (2)")];
        let log = "Let in: {tally log: {names}|nobody yet}.";
        assert_eq!(tallies_in(log), Ok(vec![TallyPlace { id: "log", may_be_full: false }]));
        assert_eq!(read(log, &tally(0, &[])), "Let in: nobody yet.");
        assert_eq!(read(log, &tally(1, &ann)), "Let in: Ann.");
        assert_eq!(read(log, &tally(3, &both)), "Let in: Bob and Ann.");
        assert_eq!(read(log, &tally(3, &[])), "Let in: somebody.");
        let rack = "{tally log: One, by {last}|{Count} ({number}), by {names}|None|All {all}}!";
        assert_eq!(tallies_in(rack), Ok(vec![TallyPlace { id: "log", may_be_full: true }]));
        assert_eq!(read(rack, &tally(0, &[])), "None!");
        assert_eq!(read(rack, &tally(1, &ann)), "One, by Ann!");
        assert_eq!(read(rack, &tally(7, &both)), "Seven (7), by Bob and Ann!");
        assert_eq!(read(rack, &tally(8, &both)), "All twelve!");
        assert_eq!(read("{tally log: {all} spoons}", &tally(0, &[])), "four spoons");
        assert_eq!(read("{tally log: {count}|none}", &tally(13, &[])), "13");
        let slate = "{tally log: {Deeds}.|Clean.}";
        assert_eq!(read(slate, &tally(3, &both)), "Bob, an eel pie; Ann, a mug of ale (2).");
        assert_eq!(read("{tally log: a|b|c} {tally else: a|b}", &tally(2, &[])), "b b");
    }

    #[test]
    fn a_place_that_cannot_be_read_is_named_and_stays() {
        let bad = |text: &str, why: &BadVariant| {
            assert_eq!(marks_in(text), Err(why.clone()), "{text}");
            assert_eq!(tallies_in(text), Err(why.clone()), "{text}");
            assert_eq!(variant(text, |_| true, none), text);
        };
        for text in ["{marked a: b", "{marked a b: c|d}", "{marked a}", "x {marked : c|d}"] {
            bad(text, &BadVariant::Marked);
        }
        for text in ["{tally a: {names}", "{tally a b: c|d}", "{tally a}", "{tally a: b|c|d|e|f}"] {
            bad(text, &BadVariant::Tally);
        }
        bad("{tally a: {nmaes}|nobody}", &BadVariant::Word("nmaes".to_owned()));
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_one_that_cannot_be_stays(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "{tally ", "{marked ", "log", ":", "|", "{names}", "{all}", "{", "}", " é ", "x",
                ]),
                0..14,
            ),
            count in 0_u32..20,
        ) {
            let text = parts.concat();
            let said = read(&text, &tally(count, &[("Ann", "ale")]));
            match tallies_in(&text) {
                Err(_) => prop_assert_eq!(said, text),
                Ok(_) => prop_assert!(varies(&text) || said == text),
            }
        }
    }
}
