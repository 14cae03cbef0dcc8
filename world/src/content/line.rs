//! Checks of texts: length, printable characters, and single-line fields such as names.

use text::styled;

use super::{
    locate::{self, Node, Position},
    problem::Problem,
};

/// Maximum length of a name, a door or a help topic, in characters; [`LONGEST_LINE`] is that of
/// other single-line fields.
const LONGEST_NAME: usize = 60;
const LONGEST_LINE: usize = 400;
/// Maximum length of any text, in characters: some ten pages.
const LONGEST_TEXT: usize = 20_000;

/// Returns the error, as a sentence, if a single-line text has a line break; `what` names the text
/// in it.
#[must_use]
pub fn broken(what: &str, text: &str) -> Option<String> {
    text.contains('\n').then(|| format!("{what} takes one line; write it without a line break"))
}

/// Returns the error, as a sentence, if a word is empty or has a line break, so that nobody can
/// type it.
pub(super) fn untypable(word: &str) -> Option<String> {
    let empty = word.trim().is_empty();
    let sentence = || "this word is empty; nobody can type it".to_owned();
    empty.then(sentence).or_else(|| broken("this word", word))
}

/// Reports a field that is empty or only white space.
pub(super) fn filled(path: &str, node: &Node, field: &str, text: &str) -> Option<Problem> {
    text.trim().is_empty().then(|| {
        let sentence = format!("`{field}` is empty; say it in words");
        Problem::new(path, node.field(field).position(), sentence)
    })
}

/// Reports a single-line field that is empty, too long or has a line break.
pub(super) fn line(path: &str, node: &Node, field: &str, text: &str) -> Option<Problem> {
    let most = if matches!(field, "name" | "door" | "topic") { LONGEST_NAME } else { LONGEST_LINE };
    let broken = broken(&format!("`{field}`"), text).or_else(|| long(field, text, most));
    let told = |sentence| Problem::new(path, node.field(field).position(), sentence);
    filled(path, node, field, text).or_else(|| broken.map(told))
}

/// Reports a text of one line, shown or whispered verbatim, that is empty or too long.
pub(super) fn whispered(path: &str, node: &Node, text: &str) -> Option<Problem> {
    let empty = || text.trim().is_empty().then(|| "this is empty; say it in words".to_owned());
    let wrong = empty().or_else(|| long("this", text, LONGEST_LINE));
    wrong.map(|sentence| Problem::new(path, node.position(), sentence))
}

/// Returns the error, as a sentence, if a text exceeds the maximum length.
fn long(field: &str, text: &str, most: usize) -> Option<String> {
    let count = text.chars().count();
    let sentence =
        || format!("`{field}` has {count} characters; {most} are the most, so shorten it");
    (count > most).then(sentence)
}

/// Returns whether a text has a control or invisible character that is not allowed anywhere.
#[must_use]
pub fn is_unshown(text: &str) -> bool {
    styled::hidden(text).is_some()
}

/// Reports every text of a file that is longer than [`LONGEST_TEXT`], or has a control character
/// other than a line break or another invisible character.
pub(super) fn hidden(path: &str, text: &str) -> impl Iterator<Item = Problem> {
    let told = move |(at, meant): (Position, String)| {
        let code = u32::from(styled::hidden(&meant)?);
        let sentence = format!(
            "this text holds the character U+{code:04X}, which no screen may show; remove it"
        );
        Some(Problem::new(path, at, sentence))
    };
    let endless = locate::texts(text).filter_map(move |(at, meant)| {
        let count = meant.chars().count();
        let sentence = || format!("this text has {count} characters; {LONGEST_TEXT} are the most");
        (count > LONGEST_TEXT).then(|| Problem::new(path, at, sentence()))
    });
    let long = text.len() > LONGEST_TEXT;
    // Without an escape a text holds what the file holds, and nearly no file holds any.
    let suspect = text.contains('\\') || styled::hidden(text).is_some();
    let hidden = suspect.then(|| locate::texts(text)).into_iter().flatten().filter_map(told);
    hidden.chain(long.then_some(endless).into_iter().flatten())
}
