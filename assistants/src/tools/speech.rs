//! Speech in the plain text of a model: what its character says, and what it does beside.
//!
//! Small models write a scene and not only a line of it: names before the words, gestures in stars,
//! quotation marks, markup, remarks about the game, and the answers of others. Here a text becomes
//! what the others in the room hear and see.

use std::borrow::Cow;

use text::styled::CleanText;

use crate::llm::{lenient, marks};

mod ending;
mod gesture;
mod label;
mod markup;
mod quotes;
#[cfg(test)]
mod tests;

/// Facts about the speaker of a text.
#[derive(Debug, Clone, Copy)]
pub struct SpeechRules<'a> {
    /// Name of the speaker.
    pub me: &'a str,
    /// Names of the others who are present, the partner included.
    pub others: &'a [&'a str],
    /// True if the text was truncated at the token limit.
    pub cut_off: bool,
}

/// Words and gesture of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Speech {
    /// Pose in the third person, without the name: `smiles.`
    pub gesture: Option<String>,
    /// Spoken words; empty if there is only a gesture.
    pub words: String,
    /// Corrections made, for the record.
    pub notes: Vec<String>,
}

/// Maximum length of a text that is read, in bytes: many times what is ever spoken.
const LONGEST_TEXT: usize = 16 * 1024;

/// Maximum number of layers of quotation marks and names around the words.
const MOST_LAYERS: usize = 4;

/// Returns the speech in a text; none if nothing in it is for others to hear or see.
#[must_use]
pub fn spoken(text: &str, rules: &SpeechRules<'_>) -> Option<Speech> {
    let mut notes = Vec::new();
    let text = marks::visible(text);
    let text = text.get(..text.floor_char_boundary(LONGEST_TEXT)).unwrap_or_default();
    // Some models escape their text once too often.
    let text = text.replace("\\n", "\n").replace("\\\"", "\"");
    let text = without_data(&text, &mut notes);
    let text = quotes::called(&text).map_or(text.as_str(), |it| it);
    let lines = text.lines().flat_map(|it| label::turns(it, rules));
    let lines: Vec<String> = lines.map(|it| CleanText::new(it).to_string()).collect();
    let lines = label::own_lines(&lines, rules, &mut notes);
    let mut words = markup::joined(&lines);
    let mut gesture = None;
    for _ in 0..MOST_LAYERS {
        let before = words.len();
        if let Some((narrated, said)) = quotes::narrated(&words, rules) {
            gesture = gesture.or_else(|| narrated.and_then(|it| gesture::pose(&it, rules)));
            words = said;
        }
        if let Some((pose, said)) = gesture::told(&words, rules) {
            gesture = gesture.or(Some(pose));
            words = said.to_owned();
        }
        words = quotes::unquoted(&words).to_owned();
        let (pose, said) = gesture::split(&words, rules);
        gesture = gesture.or(pose);
        words = said;
        if let Some((label::LineOwner::Me, said)) = label::label(&words, rules) {
            words = said.into_owned();
        }
        if words.len() == before {
            break;
        }
    }
    let words = ending::whole(&tidy(&words), rules.cut_off, &mut notes);
    let words = Some(safe(&words)).filter(|it| it.contains(char::is_alphanumeric));
    let gesture = gesture.map(|it| safe(&tidy(&it)));
    let gesture = gesture.filter(|it| it.contains(char::is_alphanumeric));
    if gesture.is_some() {
        notes.push("a gesture stands in its words, and is none of them".to_owned());
    }
    let words = match (&gesture, words) {
        (None, None) => return None,
        (_, words) => words.unwrap_or_default(),
    };
    Some(Speech { gesture, words, notes })
}

/// Returns the pose in the text of a call for posing: without stars, brackets and the own name.
#[must_use]
pub fn posed(text: &str, rules: &SpeechRules<'_>) -> String {
    let text = marks::visible(text);
    let text = without_data(&text, &mut Vec::new());
    // A pose is one line, and never somebody else's.
    let first = text.lines().map(str::trim).find(|it| !it.is_empty()).unwrap_or_default();
    let others = label::label(first, rules).is_some_and(|(of, _)| of == label::LineOwner::Other);
    let text = CleanText::new(if others { "" } else { first });
    let bare = text.trim_matches(['*', '_', ' ']);
    let bare =
        bare.strip_prefix(['(', '[']).and_then(|it| it.strip_suffix([')', ']'])).unwrap_or(bare);
    let named = label::without_me(bare, rules).filter(|it| it.starts_with(' '));
    safe(named.unwrap_or(bare).trim())
}

/// Removes records of JSON and fenced blocks, with the line that only announces them.
fn without_data(text: &str, notes: &mut Vec<String>) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '[', '`']) {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        let length = match from.strip_prefix("```") {
            Some(block) => Some(block.find("```").map_or(from.len(), |end| end + 6)),
            None => lenient::record(from).map(|it| it.length),
        };
        let (data, after) = from.split_at_checked(length.unwrap_or(1)).unwrap_or((from, ""));
        if length.is_none() {
            kept.push_str(data);
        } else {
            let shown = kept.trim_end();
            if shown.ends_with(':') {
                let line = shown.rfind(['\n', '.', '!', '?']).map_or(0, |at| at + 1);
                kept.truncate(line);
            }
        }
        rest = after;
    }
    kept.push_str(rest);
    if kept.len() < text.len() {
        notes.push("data in its words is left out".to_owned());
    }
    kept
}

/// Joins the words of a text by single spaces, without one before a mark that ends a sentence.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let is_mark = word.chars().all(|it| matches!(it, '.' | ',' | '!' | '?' | ';'));
        if !tidy.is_empty() && !is_mark {
            tidy.push(' ');
        }
        tidy.push_str(word);
    }
    tidy
}

/// Removes what could begin a control token, also where removal brings its halves together.
fn safe(text: &str) -> String {
    let text: Cow<'_, str> = Cow::Owned(CleanText::new(text).to_string());
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter == '|' && safe.ends_with('<') {
            safe.pop();
        } else {
            safe.push(letter);
        }
    }
    safe
}
