//! Fields of a reply that servers fill in in several ways: its text, its tokens and its error.

use serde_json::Value;

use super::{ModelSpeed, excerpt, malformed};
use crate::llm::{LlmError, Usage};

/// Returns a number of tokens at a place of a response.
pub(super) fn tokens(answer: &Value, path: &str) -> Option<u32> {
    let count = answer.pointer(path)?.as_u64()?;
    Some(u32::try_from(count).unwrap_or(u32::MAX))
}

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

/// Returns the token usage of a response, or what the timings of llama.cpp's server say. The cached
/// tokens stand in OpenAI's details of the prompt, or in those timings.
pub(super) fn usage(answer: &Value) -> Option<Usage> {
    let tokens = |path| tokens(answer, path);
    let timed = || {
        let cached = tokens("/timings/cache_n").unwrap_or_default();
        Some(tokens("/timings/prompt_n")?.saturating_add(cached))
    };
    let prompt = tokens("/usage/prompt_tokens").or_else(timed);
    let completion = tokens("/usage/completion_tokens").or_else(|| tokens("/timings/predicted_n"));
    match (prompt, completion) {
        (None, None) => None,
        (prompt, completion) => Some(Usage {
            prompt: prompt.unwrap_or_default(),
            completion: completion.unwrap_or_default(),
            cached: tokens("/usage/prompt_tokens_details/cached_tokens")
                .or_else(|| tokens("/timings/cache_n")),
        }),
    }
}

/// Returns the speeds that llama.cpp's server measured.
pub(super) fn measured(answer: &Value) -> ModelSpeed {
    let number = |path: &str| answer.pointer(path).and_then(Value::as_f64);
    ModelSpeed {
        reading: number("/timings/prompt_per_second"),
        writing: number("/timings/predicted_per_second"),
    }
}

/// Codes by which APIs say that a question is too long: OpenAI's, and llama.cpp's.
const TOO_LONG_CODES: [&str; 2] = ["context_length_exceeded", "exceed_context_size_error"];

/// Beginning of what Anthropic's API says then, which has no code for it.
const TOO_LONG_WORDS: &str = "prompt is too long";

/// Returns whether the body of an error says that the question does not fit into the context.
pub(super) fn is_too_long(body: &[u8]) -> bool {
    let Ok(answer) = serde_json::from_slice::<Value>(body) else { return false };
    let text = |path: &str| answer.pointer(path).and_then(Value::as_str).unwrap_or_default();
    let codes = ["/error/code", "/error/type", "/code", "/type"];
    codes.iter().any(|path| TOO_LONG_CODES.contains(&text(path)))
        || text("/error/message").starts_with(TOO_LONG_WORDS)
}

/// Returns the error that a response with a success status is, if it is one.
pub(super) fn error_in(answer: &Value) -> Option<LlmError> {
    let places = [Some(answer), answer.pointer("/choices/0")];
    let errors = places.into_iter().flatten().filter_map(|place| place.get("error"));
    errors.into_iter().find(|error| is_error(error)).map(reported)
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
    let named = || ["code", "type"].iter().find_map(|it| status_of(error.get(*it)?.as_str()?));
    if let Some(code @ 400..=599) = status.or_else(named) {
        return LlmError::Status { code, retry_after: None };
    }
    let said = error.get("message").unwrap_or(error);
    let said = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
    malformed(&format!("it reports an error: {}", excerpt(said.as_bytes())))
}

/// Returns the HTTP status for the name of an error, which OpenAI's responses and Anthropic's API
/// give where the response itself has a status of success.
fn status_of(name: &str) -> Option<u16> {
    Some(match name {
        "authentication_error" | "invalid_api_key" => 401,
        "permission_error" => 403,
        "rate_limit_error" | "rate_limit_exceeded" => 429,
        "api_error" | "server_error" => 500,
        "overloaded_error" => 529,
        _ => return None,
    })
}
