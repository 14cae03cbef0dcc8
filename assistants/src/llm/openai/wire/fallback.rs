//! Tool calls that a model wrote into its text, because its server did not
//! understand them: `<tool_call>{…}</tool_call>` and a fenced block of JSON.

use serde_json::{Deserializer, Value};

use super::{MAX_CALLS, RawCall, arguments};
use crate::llm::ToolSpec;

/// Where a call may begin, and what closes it. A longer opening that begins
/// like a shorter one stands before it.
const MARKS: [(&str, &str); 3] =
    [("<tool_call>", "</tool_call>"), ("```json", "```"), ("```", "```")];

/// Most marks that are looked at. Without an end, a text full of marks would be
/// searched once for each of them.
const MAX_MARKS: usize = 4 * MAX_CALLS;

/// What ends the thoughts that some models write before their answer. A call
/// they only think about is not made.
const THOUGHTS_END: &str = "</think>";

/// Splits a text that came without native calls into the words and the calls
/// in it. Only a whole JSON object that names one of `tools` is a call;
/// anything else stays text.
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

/// The text before the first mark, the text after it, and what closes it.
fn next_mark(text: &str) -> Option<(&str, &str, &'static str)> {
    MARKS
        .iter()
        .filter_map(|(open, close)| {
            let (before, after) = text.split_once(open)?;
            Some((before, after, *close))
        })
        // The first of equals is taken, so a longer opening wins.
        .min_by_key(|(before, _, _)| before.len())
}

/// The call that begins the text, and what follows it.
fn call_at<'t>(text: &'t str, tools: &[ToolSpec]) -> Option<(RawCall, &'t str)> {
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let tail = text.get(values.byte_offset()..)?;
    let name = value.get("name")?.as_str()?;
    tools.iter().find(|tool| tool.name == name)?;
    let given = value.get("arguments").or_else(|| value.get("parameters"));
    Some((RawCall { id: None, name: name.to_owned(), arguments: arguments(given) }, tail))
}
