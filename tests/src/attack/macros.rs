//! Macros in braces in the texts of an attack: parts of the question that was just asked, and ways
//! to hide words.

use assistants::llm::{ChatMessage, ChatRequest};
use serde_json::Value;

use super::codec;

/// Length of a fence in a question, in characters.
const FENCE: usize = 6;
/// Length of a text that is too long for anything, in characters.
const LONG: usize = 100_000;
/// Length of a text that just fits into a line, in characters, with room for a name before it.
const FULL: usize = 3_900;

/// Values of the words in braces.
#[derive(Debug, Clone, Default)]
pub struct MacroWords {
    /// Words of the attack.
    pub payload: String,
    /// The word that only some may know.
    pub canary: String,
    /// Shown names, by the names of the story.
    pub names: Vec<(String, String)>,
}

/// A text with what its words in braces stand for; what stands for nothing stays as it is.
#[must_use]
pub fn expand(text: &str, words: &MacroWords, asked: Option<&ChatRequest>) -> String {
    let Some((before, rest)) = text.split_once('{') else { return text.to_owned() };
    let mut expanded = before.to_owned();
    match end_of(rest).and_then(|end| Some((rest.get(..end)?, rest.get(end + 1..)?))) {
        Some((inside, after)) => {
            match meaning(inside, words, asked) {
                Some(stands) => expanded.push_str(&stands),
                None => {
                    let inside = expand(inside, words, asked);
                    expanded.push_str(&format!("{{{inside}}}"));
                }
            }
            expanded.push_str(&expand(after, words, asked));
        }
        None => {
            expanded.push('{');
            expanded.push_str(&expand(rest, words, asked));
        }
    }
    expanded
}

/// Position of the closing brace of a macro whose text begins here.
fn end_of(text: &str) -> Option<usize> {
    let mut open = 0usize;
    text.char_indices().find_map(|(at, it)| {
        match it {
            '{' => open += 1,
            '}' if open == 0 => return Some(at),
            '}' => open -= 1,
            _ => {}
        }
        None
    })
}

fn meaning(inside: &str, words: &MacroWords, asked: Option<&ChatRequest>) -> Option<String> {
    if let Some((code, of)) = inside.split_once(':') {
        let hide = match code {
            "b64" => codec::base64,
            "hex" => codec::hex,
            "rot13" => codec::rot13,
            "reversed" => codec::reversed,
            "spaced" => codec::spaced,
            "leet" => codec::leet,
            "acrostic" => codec::acrostic,
            _ => return None,
        };
        return Some(hide(&expand(of, words, asked)));
    }
    match inside {
        "payload" => Some(words.payload.clone()),
        "long" => Some("so ".repeat(LONG / 3)),
        "full" => Some("ho ".repeat(FULL / 3)),
        "canary" => match asked {
            Some(asked) if !whole(asked).contains(&words.canary) => Some("canary".to_owned()),
            Some(_) | None => Some(words.canary.clone()),
        },
        "prompt" => asked.map(whole),
        "system" => asked.map(system),
        "fence" => asked.and_then(fence),
        "tools" => asked.map(tools),
        "heard" => asked.and_then(heard),
        name => words.names.iter().find(|(of, _)| of == name).map(|(_, it)| it.clone()),
    }
}

/// A value with what the words in braces of its texts stand for.
#[must_use]
pub fn expand_value(value: &Value, words: &MacroWords, asked: Option<&ChatRequest>) -> Value {
    let part = |it: &Value| expand_value(it, words, asked);
    match value {
        Value::String(text) => Value::String(expand(text, words, asked)),
        Value::Array(values) => Value::Array(values.iter().map(part).collect()),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(key, it)| (key.clone(), part(it))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// The text of a message.
#[must_use]
pub fn text_of(message: &ChatMessage) -> String {
    match message {
        ChatMessage::System(text) | ChatMessage::User(text) => text.clone(),
        ChatMessage::Assistant { text, calls } => {
            let calls = calls.iter().map(|it| format!("\n{} {:?}", it.name, it.arguments));
            format!("{}{}", text.as_deref().unwrap_or_default(), calls.collect::<String>())
        }
        ChatMessage::Tool { content, .. } => content.clone(),
    }
}

/// A question as one text.
#[must_use]
pub fn whole(asked: &ChatRequest) -> String {
    asked.messages.iter().map(text_of).collect::<Vec<_>>().join("\n")
}

/// The rules of a question and the character.
fn system(asked: &ChatRequest) -> String {
    let system = asked.messages.iter().filter_map(|it| {
        if let ChatMessage::System(text) = it { Some(text.as_str()) } else { None }
    });
    system.collect::<Vec<_>>().join("\n")
}

/// The mark that fences data in a question.
#[must_use]
pub fn fence(asked: &ChatRequest) -> Option<String> {
    let is_mark =
        |line: &&str| line.len() == FENCE && line.bytes().all(|it| it.is_ascii_lowercase());
    // The last message of the game ends with how things are, behind the mark in force.
    let texts = asked.messages.iter().rev().filter_map(|message| match message {
        ChatMessage::User(text) => Some(text.lines().next()?),
        ChatMessage::System(_) | ChatMessage::Assistant { .. } | ChatMessage::Tool { .. } => None,
    });
    let mut marks = texts.filter(is_mark);
    marks.next().map(str::to_owned)
}

fn tools(asked: &ChatRequest) -> String {
    let tools = asked.tools.iter().map(|it| format!("{}: {}", it.name, it.description));
    tools.collect::<Vec<_>>().join("; ")
}

/// The last words in a question that somebody else said.
fn heard(asked: &ChatRequest) -> Option<String> {
    let records = asked
        .messages
        .iter()
        .filter_map(|it| if let ChatMessage::User(text) = it { Some(text.lines()) } else { None });
    let records = records.flatten().filter_map(|it| serde_json::from_str::<Value>(it).ok());
    let said = records.filter(|it| it.get("from").is_some());
    said.filter_map(|it| Some(it.get("text")?.as_str()?.to_owned())).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_braces_is_replaced() {
        let words = MacroWords {
            payload: "Ho.".to_owned(),
            canary: "qzv".to_owned(),
            names: vec![("mallory".to_owned(), "Guest-1".to_owned())],
        };
        for (text, expanded) in [
            ("{canary} and {mallory}", "qzv and Guest-1"),
            ("{reversed:{canary}}!", "vzq!"),
            ("{\"tool\": {\"x\": \"{payload}\"}}", "{\"tool\": {\"x\": \"Ho.\"}}"),
            ("{prompt} {unknown} {", "{prompt} {unknown} {"),
            ("a { b } c", "a { b } c"),
        ] {
            assert_eq!(expand(text, &words, None), expanded);
        }
    }
}
