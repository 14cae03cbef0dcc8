//! Tool calls and other JSON records in the text of a reply.
//!
//! Small models write their calls into their text, bare, in a fenced block or in a tag, and copy
//! records of the prompt. A record is never words: it is a call, or data that nobody hears.

use serde_json::Value;

use super::{
    MAX_CALLS, SPEAKING_TOOLS,
    call::{CallReader, RawCall},
    call_format::QuotedText,
};
use crate::llm::{Arguments, ToolSpec, lenient, profile::QuestionForm};

/// Marks that may stand directly before a record, and are removed with it.
const OPENING: [&str; 9] = [
    "<tool_call>",
    "<tool_calls>",
    "<function_call>",
    "<tools>",
    "```json",
    "```tool_call",
    "```tool_code",
    "```python",
    "```",
];
/// Marks that may stand directly behind a record, and are removed with it. The brackets are among them
/// because models close more than they opened, and because `)` ends a call such as `say({…})`.
const CLOSING: [&str; 9] = [
    "</tool_call>",
    "</tool_calls>",
    "</function_call>",
    "</function>",
    "</tools>",
    "```",
    "}",
    "]",
    ")",
];

/// Name of the tool that speaks aloud, and of the one that poses.
const SAY: &str = "say";
const EMOTE: &str = "emote";

/// Maximum number of records in a text; what follows them is left out, as they are.
const MAX_RECORDS: usize = 4 * MAX_CALLS;

/// Maximum length of the name of a tool that stands before its arguments, in bytes.
const LONGEST_NAME: usize = 60;

/// Calls in the text of a reply that are carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallsInText {
    /// Calls of tools for speaking.
    Speaking,
    /// Calls of tools for speaking, and the act of a reply that is one object by the schema of the
    /// question.
    BySchema,
    /// Calls of all tools.
    All,
    /// Tagged calls of all tools, and calls of tools for speaking anywhere. `wire/reply.rs` takes
    /// the tags out of the text and has their calls read by `tagged`.
    Tagged,
}

impl CallsInText {
    /// Returns the calls that the text of a reply may have, by the form of the question: a reply by
    /// a schema is a call in all but name; a text beside it is not.
    #[must_use]
    pub fn of(form: QuestionForm) -> Self {
        match form {
            QuestionForm::Schema => Self::BySchema,
            QuestionForm::Words | QuestionForm::Tools => Self::Speaking,
        }
    }
}

/// Splits a text without native calls into words and calls. Of the calls, only those of tools for
/// speaking count, unless `in_text` says otherwise: a player may bring a model to copy any text.
pub(super) fn read(
    content: &str,
    tools: &[ToolSpec],
    in_text: CallsInText,
    quoted: &QuotedText,
) -> (String, Vec<RawCall>) {
    let (mut words, mut calls) = (String::new(), Vec::new());
    let (mut rest, mut records) = (content, 0);
    while let Some(at) = rest.find(['{', '[']) {
        let (before, from) = rest.split_at(at);
        words.push_str(before);
        let Some(record) = lenient::record(from) else {
            let (letter, after) = from.split_at_checked(1).unwrap_or((from, ""));
            words.push_str(letter);
            rest = after;
            continue;
        };
        records += 1;
        if records > MAX_RECORDS {
            rest = "";
            break;
        }
        rest = closed(from.get(record.length..).unwrap_or_default());
        let is_repaired = record.value.as_ref().is_some_and(|it| it.is_repaired);
        let reader = CallReader { tools, is_repaired };
        let value = record.value.map(|it| it.value).unwrap_or_default();
        let named = opened(&mut words, reader);
        let mut found = reader.in_record(&value);
        if let (true, Some(name), Value::Object(_)) = (found.is_empty(), named, &value) {
            found.push(reader.call(&name, Some(&value)));
        }
        let any = match in_text {
            CallsInText::Speaking | CallsInText::Tagged => false,
            CallsInText::BySchema => is_by_schema(&value, content, record.length),
            CallsInText::All => !quoted.holds(from.get(..record.length).unwrap_or_default()),
        };
        let counts = |it: &RawCall| any || SPEAKING_TOOLS.contains(&it.name.as_str());
        calls.extend(found.into_iter().filter(counts));
        without_lead_in(&mut words);
    }
    words.push_str(rest);
    calls.truncate(MAX_CALLS);
    match as_words(&calls, &words, tools) {
        Some(words) => (words, Vec::new()),
        None => (words, calls),
    }
}

/// Reads the calls between two tags; none if somebody else wrote the same in the question.
pub(super) fn tagged(text: &str, tools: &[ToolSpec], quoted: &QuotedText) -> Vec<RawCall> {
    if quoted.holds(text) {
        return Vec::new();
    }
    let record = text.find(['{', '[']).and_then(|at| lenient::record(text.get(at..)?));
    let Some(value) = record.and_then(|it| it.value) else { return Vec::new() };
    CallReader { tools, is_repaired: value.is_repaired }.in_record(&value.value)
}

/// Returns the plain text that calls for speaking and posing amount to, where they cannot stand for
/// themselves; `None` where they can.
///
/// - A pose beside plain words: `emote` with "smiles." and the text "Hello." are `*smiles.* Hello.`
/// - Words aloud in a turn that has no `say`, which go the way on which the partner spoke: `say` with
///   "Hello." is `Hello.`
/// - Both in such a turn: `emote` with "smiles." and `say` with "Hello." are `*smiles.* Hello.`
fn as_words(calls: &[RawCall], words: &str, tools: &[ToolSpec]) -> Option<String> {
    let has_say = tools.iter().any(|it| it.name == SAY);
    let text_of = |name: &str| {
        let texts = calls.iter().filter(|it| it.name == name).map(|it| match &it.arguments {
            Arguments::Object(map) => map.get("text").and_then(Value::as_str).unwrap_or_default(),
            Arguments::Malformed(_) => "",
        });
        texts.collect::<Vec<_>>().join(" ")
    };
    let (said, posed) = (text_of(SAY), text_of(EMOTE));
    let is_other = |it: &RawCall| it.name != SAY && it.name != EMOTE;
    if calls.is_empty() || calls.iter().any(is_other) {
        return None;
    }
    let words = if said.is_empty() { words.trim() } else { &said };
    let stands = if said.is_empty() { words.is_empty() } else { has_say };
    if stands {
        return None;
    }
    let pose = posed.replace('*', "");
    Some(if pose.trim().is_empty() { words.to_owned() } else { format!("*{pose}* {words}") })
}

/// Returns whether a record is the whole reply, with words as the schema wants them.
fn is_by_schema(value: &Value, content: &str, length: usize) -> bool {
    value.get(SAY).is_some() && content.trim().len() == length
}

/// Removes the marks before a record from the end of the words; returns the name of the tool that
/// they end with, as in `<function=say>{…}` or `say({…})`.
fn opened(words: &mut String, reader: CallReader<'_>) -> Option<String> {
    let shown = words.trim_end();
    if let Some(mark) = OPENING.iter().find(|it| shown.ends_with(**it)) {
        let length = shown.len() - mark.len();
        words.truncate(length);
        return None;
    }
    let bare = shown.trim_end_matches(['(', '>', ':']);
    let from = bare.ceil_char_boundary(bare.len().saturating_sub(LONGEST_NAME));
    let is_of_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | '-');
    let head = bare.get(from..)?.trim_end_matches(is_of_name).len();
    let (before, written) = bare.split_at_checked(from + head)?;
    let name = reader.tool_name(written).filter(|_| !written.is_empty())?;
    let tagged = before.strip_suffix("<function=");
    let line = before.trim_end_matches([' ', '`']);
    // In the middle of a line, the name is a word like any other.
    if tagged.is_none() && !line.is_empty() && !line.ends_with('\n') {
        return None;
    }
    let length = tagged.unwrap_or(line).len();
    words.truncate(length);
    Some(name)
}

/// Returns the text behind a record without the marks that close it.
fn closed(mut rest: &str) -> &str {
    for _ in 0..CLOSING.len() {
        let begun = rest.trim_start();
        let Some(after) = CLOSING.iter().find_map(|it| begun.strip_prefix(it)) else { break };
        rest = after;
    }
    rest
}

/// Removes a last line that only announces the record behind it: "This is my answer:".
fn without_lead_in(words: &mut String) {
    let shown = words.trim_end();
    if shown.ends_with(':') {
        let line = shown.rfind(['\n', '.', '!', '?']).map_or(0, |at| at + 1);
        words.truncate(line);
    }
}
