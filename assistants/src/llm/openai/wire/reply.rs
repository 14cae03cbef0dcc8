//! Parser for the body of a response: what the model said and called, what it cost, or the error.

use std::{collections::BTreeSet, str};

use serde_json::Value;

use super::{
    COMPRESSED, MAX_CALLS, TOO_MANY_CALLS,
    call::{CallReader, RawCall},
    events, excerpt,
    field::{is_error, reported, text_of, usage},
    malformed,
    text_calls::{self, CallsInText},
};
use crate::llm::{
    ChatReply, LlmError, ToolCall, ToolSpec,
    lenient::{self, LenientValue},
    marks,
};

/// Bytes that a gzip body begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Parses the body of a response with a success status. `tools` are those of the request.
///
/// Calls are also looked for in the text of a reply without native calls. There, those of
/// [`SPEAKING_TOOLS`](super::SPEAKING_TOOLS) are calls; those of other tools only as far as `in_text`
/// says, and else data, like every other record: neither carried out nor spoken.
///
/// # Errors
/// Returns [`LlmError::Status`] if the body is an error that carries an HTTP status,
/// [`LlmError::CutOff`] if the token limit was reached before there was an answer, and
/// [`LlmError::Malformed`] if it is any other error or cannot be parsed. Malformed arguments are no
/// error: they are part of the reply.
pub fn read_reply(
    body: &[u8],
    tools: &[ToolSpec],
    in_text: CallsInText,
) -> Result<ChatReply, LlmError> {
    let LenientValue { value: answer, is_repaired } = parsed(body)?;
    let choice = answer.pointer("/choices/0");
    for place in [Some(&answer), choice].into_iter().flatten() {
        if let Some(error) = place.get("error").filter(|error| is_error(error)) {
            return Err(reported(error));
        }
    }
    let choice = choice.ok_or_else(|| malformed("it has no `choices`"))?;
    let message = choice.get("message").ok_or_else(|| malformed("its choice has no `message`"))?;

    let reader = CallReader { tools, is_repaired };
    let native: Vec<RawCall> = native(message).map(|it| reader.native(it)).collect();
    if native.len() > MAX_CALLS {
        return Err(malformed(TOO_MANY_CALLS));
    }
    let content = message.get("content").and_then(text_of).unwrap_or_default();
    let content = marks::visible(&content);
    let (text, calls) = if native.is_empty() {
        text_calls::read(&content, tools, in_text)
    } else {
        (content.into_owned(), native)
    };
    let text = Some(text.trim().to_owned()).filter(|it| !it.is_empty());
    let cut_off = choice.get("finish_reason").and_then(Value::as_str) == Some("length");
    if cut_off && text.is_none() && calls.is_empty() {
        return Err(LlmError::CutOff);
    }
    let usage = usage(&answer);
    Ok(ChatReply { authored: false, text, calls: numbered(calls), cut_off, usage })
}

/// Returns the reply to a warm-up, of which only the usage counts: a single token is no answer.
#[must_use]
pub fn read_usage(body: &[u8]) -> ChatReply {
    let usage = parsed(body).ok().and_then(|it| usage(&it.value));
    ChatReply { usage, cut_off: true, ..ChatReply::default() }
}

/// Parses the body as JSON, or as a stream of events.
fn parsed(body: &[u8]) -> Result<LenientValue, LlmError> {
    if body.starts_with(&GZIP) {
        return Err(malformed(COMPRESSED));
    }
    let not_json = || malformed(&format!("it is not JSON: {}", excerpt(body)));
    let body = str::from_utf8(body).map_err(|_| not_json())?;
    let body = body.trim_start_matches('\u{feff}');
    if events::is_stream(body) {
        return Ok(LenientValue { value: events::whole(body), is_repaired: false });
    }
    lenient::parse(body).ok_or_else(not_json)
}

/// Returns the calls of a message: a list or one object, or the legacy field `function_call`.
fn native(message: &Value) -> impl Iterator<Item = &Value> {
    let calls = match message.get("tool_calls") {
        Some(Value::Array(calls)) => calls.as_slice(),
        Some(call @ Value::Object(_)) => std::slice::from_ref(call),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => &[],
    };
    let legacy = message.get("function_call").filter(|it| it.is_object() && calls.is_empty());
    calls.iter().chain(legacy)
}

/// Gives each call a unique id, by which its result refers to it. Some servers demand nine letters
/// or digits.
fn numbered(calls: Vec<RawCall>) -> Vec<ToolCall> {
    let given: BTreeSet<String> = calls.iter().filter_map(|call| call.id.clone()).collect();
    let made_up = (1..).map(|number| format!("call{number:05}"));
    let mut made_up = made_up.filter(|id| !given.contains(id));
    let mut used = BTreeSet::new();
    calls
        .into_iter()
        .map(|call| {
            let id = call.id.filter(|id| used.insert(id.clone()));
            let id = id.or_else(|| made_up.next()).unwrap_or_default();
            ToolCall { id, name: call.name, arguments: call.arguments }
        })
        .collect()
}
