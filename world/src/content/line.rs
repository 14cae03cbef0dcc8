//! Whether the texts of the content can be shown, and names in one line.

use text::styled;

use super::{
    locate::{self, Node, Position},
    problem::Problem,
};

/// Most characters of a name, and of any other line that stands beside others.
const LONGEST_NAME: usize = 60;
const LONGEST_LINE: usize = 400;
/// Most characters of a text: some ten pages. What is longer was put there by mistake.
const LONGEST_TEXT: usize = 20_000;

/// What is wrong with a text that is shown in one line, as a sentence; `what`
/// is the text's name in it.
#[must_use]
pub fn broken(what: &str, text: &str) -> Option<String> {
    text.contains('\n').then(|| format!("{what} takes one line; write it without a line break"))
}

/// Why nobody can type a word, as a sentence.
pub(super) fn untypable(word: &str) -> Option<String> {
    let empty = word.trim().is_empty();
    let sentence = || "this word is empty; nobody can type it".to_owned();
    empty.then(sentence).or_else(|| broken("this word", word))
}

/// Reports a field that a player would see as nothing.
pub(super) fn filled(path: &str, node: &Node, field: &str, text: &str) -> Option<Problem> {
    text.trim().is_empty().then(|| {
        let sentence = format!("`{field}` is empty; say it in words");
        Problem::new(path, node.field(field).position(), sentence)
    })
}

/// Reports a field that is no line with something to see.
pub(super) fn line(path: &str, node: &Node, field: &str, text: &str) -> Option<Problem> {
    let most = if matches!(field, "name" | "door" | "topic") { LONGEST_NAME } else { LONGEST_LINE };
    let broken = broken(&format!("`{field}`"), text).or_else(|| long(field, text, most));
    let told = |sentence| Problem::new(path, node.field(field).position(), sentence);
    filled(path, node, field, text).or_else(|| broken.map(told))
}

/// Reports a text that is whispered as it stands, and would be nothing or too much in one line.
pub(super) fn whispered(path: &str, node: &Node, text: &str) -> Option<Problem> {
    let empty = || text.trim().is_empty().then(|| "this is empty; say it in words".to_owned());
    let wrong = empty().or_else(|| long("this", text, LONGEST_LINE));
    wrong.map(|sentence| Problem::new(path, node.position(), sentence))
}

/// That a text has more characters than it may have.
fn long(field: &str, text: &str, most: usize) -> Option<String> {
    let count = text.chars().count();
    let sentence =
        || format!("`{field}` has {count} characters; {most} are the most, so shorten it");
    (count > most).then(sentence)
}

/// Whether a text holds what no screen may show, which is reported wherever it stands.
#[must_use]
pub fn is_unshown(text: &str) -> bool {
    styled::hidden(text).is_some()
}

/// Reports every text of a file that is far too long, or holds what no screen may show: control
/// characters other than line breaks, and what is invisible in any place.
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
