//! Fields of a reply that servers fill in in several ways: its text, its tokens and its error.

use serde_json::Value;

use super::{excerpt, malformed};
use crate::llm::{LlmError, Usage};

/// Returns the text of a message, which is a string or a list of parts.
pub(super) fn text_of(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let text = |part: &Value| {
                part.as_str().or_else(|| part.get("text")?.as_str()).map(str::to_owned)
            };
            Some(parts.iter().filter_map(text).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

/// Returns the token usage of a response. The cached tokens stand in OpenAI's details of the prompt,
/// or in the timings of llama.cpp's server.
pub(super) fn usage(answer: &Value) -> Option<Usage> {
    let tokens = |path| {
        let count = answer.pointer(path)?.as_u64()?;
        Some(u32::try_from(count).unwrap_or(u32::MAX))
    };
    match (tokens("/usage/prompt_tokens"), tokens("/usage/completion_tokens")) {
        (None, None) => None,
        (prompt, completion) => Some(Usage {
            prompt: prompt.unwrap_or_default(),
            completion: completion.unwrap_or_default(),
            cached: tokens("/usage/prompt_tokens_details/cached_tokens")
                .or_else(|| tokens("/timings/cache_n")),
        }),
    }
}

/// Returns whether the field `error` of a reply says anything: several servers send an empty one
/// with each good reply.
pub(super) fn is_error(error: &Value) -> bool {
    match error {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(code) => code.as_f64() != Some(0.0),
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(all) => all.iter().any(is_error),
        Value::Object(fields) => fields.values().any(is_error),
    }
}

/// Returns the error that a response with a success status contains. A code in the range of HTTP
/// errors comes from a server behind the endpoint.
pub(super) fn reported(error: &Value) -> LlmError {
    let number = |code: &Value| match code {
        Value::String(text) => text.trim().parse().ok(),
        Value::Number(number) => number.as_u64().and_then(|it| it.try_into().ok()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    let status = ["code", "status"].iter().find_map(|it| error.get(*it).and_then(number));
    if let Some(code @ 400..=599) = status {
        return LlmError::Status { code, retry_after: None };
    }
    let said = error.get("message").unwrap_or(error);
    let said = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
    malformed(&format!("it reports an error: {}", excerpt(said.as_bytes())))
}
