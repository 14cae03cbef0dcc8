//! Parser for tool calls in the text of a reply, which the server did not recognize:
//! `<tool_call>{…}</tool_call>` and a fenced block of JSON.

use serde_json::{Deserializer, Value};

use super::{MAX_CALLS, RawCall, arguments};
use crate::llm::ToolSpec;

/// Opening and closing marks of a call. A longer opening precedes a shorter one that is its prefix.
const MARKS: [(&str, &str); 3] =
    [("<tool_call>", "</tool_call>"), ("```json", "```"), ("```", "```")];

/// Maximum number of marks examined, so that a text full of marks is not searched once for each of
/// them.
const MAX_MARKS: usize = 4 * MAX_CALLS;

/// End mark of the reasoning that some models write before their answer. Calls inside the reasoning
/// are ignored.
const THOUGHTS_END: &str = "</think>";

/// Splits a text without native calls into words and calls. Only a complete JSON object that names
/// one of `tools` is a call; anything else stays text.
pub(super) fn read(content: &str, tools: &[ToolSpec]) -> (Option<String>, Vec<RawCall>) {
    let (thoughts, mut rest) = match content.rsplit_once(THOUGHTS_END) {
        Some((thoughts, answer)) => (thoughts, answer),
        None => ("", content),
    };
    let mut words = thoughts.to_owned();
    let mut calls = Vec::new();
    for _ in 0..MAX_MARKS {
        let Some((before, after, close)) = next_mark(rest) else { break };
        if let Some((call, tail)) = call_at(after, tools) {
            words.push_str(before);
            calls.push(call);
            let tail = tail.trim_start();
            rest = tail.strip_prefix(close).unwrap_or(tail);
        } else {
            let read = rest.len() - after.len();
            words.push_str(rest.get(..read).unwrap_or_default());
            rest = after;
        }
    }
    words.push_str(rest);
    (Some(words.trim().to_owned()), calls)
}

/// Returns the text before the first mark, the text after it, and the closing mark.
fn next_mark(text: &str) -> Option<(&str, &str, &'static str)> {
    MARKS
        .iter()
        .filter_map(|(open, close)| {
            let (before, after) = text.split_once(open)?;
            Some((before, after, *close))
        })
        // `min_by_key` returns the first of equal elements, so a longer opening wins.
        .min_by_key(|(before, _, _)| before.len())
}

/// Parses the call at the start of a text; returns it and the rest of the text.
fn call_at<'t>(text: &'t str, tools: &[ToolSpec]) -> Option<(RawCall, &'t str)> {
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let tail = text.get(values.byte_offset()..)?;
    let name = value.get("name")?.as_str()?;
    tools.iter().find(|tool| tool.name == name)?;
    let given = value.get("arguments").or_else(|| value.get("parameters"));
    Some((RawCall { id: None, name: name.to_owned(), arguments: arguments(given) }, tail))
}
