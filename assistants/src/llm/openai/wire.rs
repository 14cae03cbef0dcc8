//! Wire format of the OpenAI chat completions API: serializes requests and parses replies, with
//! tolerance for the deviations of its many servers.

mod fallback;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::llm::{
    Arguments, ChatMessage, ChatReply, ChatRequest, LlmError, ToolCall, ToolSpec, Usage,
    profile::QuestionForm,
};

/// Maximum size of a reply, in bytes: a thousand times what a character says, and small enough for
/// all concurrent requests to fit in memory.
pub const MAX_BODY: usize = 1024 * 1024;

/// Maximum number of tool calls in one reply. A thought has at most ten steps.
pub const MAX_CALLS: usize = 16;

/// Maximum number of bytes kept of malformed arguments.
const MAX_MALFORMED: usize = 1024;

/// Maximum number of characters of foreign text in an error.
const MAX_EXCERPT: usize = 200;

/// Text of the [`LlmError::Malformed`] for a reply larger than [`MAX_BODY`].
pub const TOO_LARGE: &str = "it is larger than 1 MiB";

/// Text of the [`LlmError::Malformed`] for a reply with more than [`MAX_CALLS`] calls.
pub const TOO_MANY_CALLS: &str = "it calls more than 16 tools at once";

/// Default parameters of requests to an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defaults {
    /// Model, unless the request names one.
    pub model: String,
    /// Temperature in percent, 0 to 200, unless the request has one; none leaves it to the
    /// endpoint.
    pub temperature: Option<u8>,
    /// Maximum number of tokens in a reply, unless the request sets it; none for a limit by the form
    /// of the question.
    pub max_tokens: Option<u32>,
    pub habits: EndpointHabits,
    /// Further fields of a request, as the endpoint knows them; none of [`OWN_FIELDS`].
    pub extra: Map<String, Value>,
}

/// Deviations of an endpoint from the common API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EndpointHabits {
    /// True if the token limit is called `max_completion_tokens`, as OpenAI's reasoning models
    /// demand, and not `max_tokens`, which all others know.
    pub max_completion_tokens: bool,
    /// True if requests demand a tool call by `tool_choice: "required"`. Some servers then let the
    /// model run on to the token limit.
    pub tool_choice: bool,
    /// True if tool calls in the text of a reply, as a tag or as a fenced block, are parsed as
    /// calls.
    pub calls_in_text: bool,
}

/// Body of a request. The fields are serialized in this order: what stays the same between requests
/// comes first, so that an endpoint can cache it.
#[derive(Debug, Serialize)]
pub struct RequestBody<'a> {
    model: &'a str,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    // Some servers reject an empty list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<[&'static str; 1]>,
    messages: Vec<Value>,
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
}

/// Names of the fields that a request has of its own.
pub const OWN_FIELDS: [&str; 10] = [
    "model",
    "stream",
    "temperature",
    "max_tokens",
    "max_completion_tokens",
    "tools",
    "tool_choice",
    "response_format",
    "stop",
    "messages",
];

/// Returns the limit of the tokens in a reply, unless the settings have another.
fn longest(form: QuestionForm) -> u32 {
    match form {
        QuestionForm::Words => 120,
        QuestionForm::Schema => 160,
        QuestionForm::Tools => 400,
    }
}

/// End of a plain reply: small models go on after a blank line with what nobody asked for.
/// Reasoning models refuse the field.
const STOP: [&str; 1] = ["\n\n"];

/// Builds the body of a request. It never asks for a stream: several servers lose tool calls in
/// one.
#[must_use]
pub fn request_body<'a>(request: &'a ChatRequest, defaults: &'a Defaults) -> RequestBody<'a> {
    let EndpointHabits { max_completion_tokens, tool_choice, .. } = defaults.habits;
    let limit = request.max_tokens.or(defaults.max_tokens);
    let limit = limit.or_else(|| Some(longest(request.form)));
    let percent = request.temperature.or(defaults.temperature);
    RequestBody {
        model: request.model.as_ref().unwrap_or(&defaults.model),
        stream: false,
        temperature: percent.map(|it| f64::from(it) / 100.0),
        max_tokens: limit.filter(|_| !max_completion_tokens),
        max_completion_tokens: limit.filter(|_| max_completion_tokens),
        tools: request.tools.iter().map(tool).collect(),
        response_format: request.schema.as_ref().map(|it| response_format(it)),
        stop: (request.form == QuestionForm::Words && !max_completion_tokens).then_some(STOP),
        tool_choice: (tool_choice && !request.tools.is_empty()).then_some("required"),
        messages: messages(&request.messages),
        extra: &defaults.extra,
    }
}

/// Returns the field that demands a reply of a JSON schema.
fn response_format(schema: &Value) -> Value {
    let schema = json!({ "name": "reply", "schema": schema });
    json!({ "type": "json_schema", "json_schema": schema })
}

/// Serializes the messages, with all system messages merged into one at the start: several chat
/// templates accept no second one.
fn messages(messages: &[ChatMessage]) -> Vec<Value> {
    let mut rules: Vec<&str> = Vec::new();
    let mut rest = Vec::new();
    for message in messages {
        match message {
            ChatMessage::System(text) => rules.push(text),
            ChatMessage::User(text) => rest.push(json!({ "role": "user", "content": text })),
            ChatMessage::Assistant { text, calls } => rest.push(assistant(text.as_deref(), calls)),
            ChatMessage::Tool { call, content } => {
                rest.push(json!({ "role": "tool", "tool_call_id": call, "content": content }));
            }
        }
    }
    let system =
        (!rules.is_empty()).then(|| json!({ "role": "system", "content": rules.join("\n\n") }));
    system.into_iter().chain(rest).collect()
}

fn assistant(text: Option<&str>, calls: &[ToolCall]) -> Value {
    if calls.is_empty() {
        return json!({ "role": "assistant", "content": text.unwrap_or_default() });
    }
    let calls: Vec<Value> = calls
        .iter()
        .map(|call| {
            let function =
                json!({ "name": call.name, "arguments": arguments_as_text(&call.arguments) });
            json!({ "id": call.id, "type": "function", "function": function })
        })
        .collect();
    json!({ "role": "assistant", "content": text, "tool_calls": calls })
}

/// Returns arguments as JSON text. Some servers fail on a history with anything but an object, so
/// malformed arguments are sent as `{}`; the result of the call says what was wrong.
fn arguments_as_text(arguments: &Arguments) -> String {
    match arguments {
        Arguments::Object(object) => Value::Object(object.clone()).to_string(),
        Arguments::Malformed(_) => "{}".to_owned(),
    }
}

fn tool(spec: &ToolSpec) -> Value {
    let function = json!({
        "name": spec.name,
        "description": spec.description,
        "parameters": *spec.parameters,
    });
    json!({ "type": "function", "function": function })
}

/// Parses the body of a response with a success status. `tools` are those of the request. If
/// `calls_in_text` is true, calls are also looked for in the text of a reply without native calls;
/// otherwise such text is plain data.
///
/// # Errors
/// Returns [`LlmError::Status`] if the body is an error that carries an HTTP status, and
/// [`LlmError::Malformed`] if it is any other error or cannot be parsed. Malformed arguments are no
/// error: they are part of the reply.
pub fn read_reply(
    body: &[u8],
    tools: &[ToolSpec],
    calls_in_text: bool,
) -> Result<ChatReply, LlmError> {
    let answer: Value = serde_json::from_slice(body).map_err(|_| not_json(body))?;
    let choice = answer.pointer("/choices/0");
    for place in [Some(&answer), choice].into_iter().flatten() {
        if let Some(error) = place.get("error").filter(|error| !error.is_null()) {
            return Err(reported(error));
        }
    }
    let choice = choice.ok_or_else(|| malformed("it has no `choices`"))?;
    let message = choice.get("message").ok_or_else(|| malformed("its choice has no `message`"))?;

    let content = message.get("content").and_then(text_of);
    let native = message.get("tool_calls").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let (text, calls) = match content {
        Some(content) if native.is_empty() && calls_in_text => fallback::read(&content, tools),
        content => (content, native.iter().map(native_call).collect()),
    };
    if calls.len() > MAX_CALLS {
        return Err(malformed(TOO_MANY_CALLS));
    }
    Ok(ChatReply {
        authored: false,
        text: text.filter(|text| !text.trim().is_empty()),
        calls: numbered(calls),
        cut_off: choice.get("finish_reason").and_then(Value::as_str) == Some("length"),
        usage: answer.get("usage").and_then(usage),
    })
}

/// Tool call as a model made it, which may lack an id.
struct RawCall {
    id: Option<String>,
    name: String,
    arguments: Arguments,
}

fn native_call(call: &Value) -> RawCall {
    let text = |pointer| call.pointer(pointer).and_then(Value::as_str);
    RawCall {
        id: text("/id").filter(|id| !id.is_empty()).map(str::to_owned),
        name: text("/function/name").unwrap_or_default().to_owned(),
        arguments: arguments(call.pointer("/function/arguments")),
    }
}

/// Parses arguments given as a JSON text, as an object, or not at all. Truncated or invalid JSON is
/// kept as malformed, so that half a sentence is never spoken.
fn arguments(value: Option<&Value>) -> Arguments {
    match value {
        None | Some(Value::Null) => Arguments::Object(Map::new()),
        Some(Value::Object(object)) => Arguments::Object(object.clone()),
        Some(Value::String(text)) if text.trim().is_empty() => Arguments::Object(Map::new()),
        Some(Value::String(text)) => match serde_json::from_str(text) {
            Ok(Value::Object(object)) => Arguments::Object(object),
            Ok(Value::Null) => Arguments::Object(Map::new()),
            Ok(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) | Err(_) => {
                parse_arguments(text)
            }
        },
        Some(other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_))) => {
            parse_arguments(&other.to_string())
        }
    }
}

fn parse_arguments(text: &str) -> Arguments {
    let end = text.floor_char_boundary(MAX_MALFORMED);
    Arguments::Malformed(text.get(..end).unwrap_or_default().to_owned())
}

/// Gives each call a unique id, by which its result refers to it.
fn numbered(calls: Vec<RawCall>) -> Vec<ToolCall> {
    let given: BTreeSet<String> = calls.iter().filter_map(|call| call.id.clone()).collect();
    let mut made_up = (1..).map(|number| format!("call-{number}")).filter(|id| !given.contains(id));
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

/// Returns the text of a message, which is a string or a list of parts.
fn text_of(content: &Value) -> Option<String> {
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

fn usage(usage: &Value) -> Option<Usage> {
    let tokens = |name| {
        let count = usage.get(name)?.as_u64()?;
        Some(u32::try_from(count).unwrap_or(u32::MAX))
    };
    match (tokens("prompt_tokens"), tokens("completion_tokens")) {
        (None, None) => None,
        (prompt, completion) => Some(Usage {
            prompt: prompt.unwrap_or_default(),
            completion: completion.unwrap_or_default(),
        }),
    }
}

/// Returns the error that a response with a success status contains. A code in the range of HTTP
/// errors comes from a server behind the endpoint.
fn reported(error: &Value) -> LlmError {
    let status = error.get("code").and_then(Value::as_u64).and_then(|code| code.try_into().ok());
    if let Some(code @ 400..=599) = status {
        return LlmError::Status { code, retry_after: None };
    }
    let said = error.get("message").unwrap_or(error);
    let said = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
    malformed(&format!("it reports an error: {}", excerpt(said.as_bytes())))
}

fn not_json(body: &[u8]) -> LlmError {
    malformed(&format!("it is not JSON: {}", excerpt(body)))
}

fn malformed(what: &str) -> LlmError {
    LlmError::Malformed { what: what.to_owned() }
}

/// Returns the beginning of a foreign text without control characters, for logs and errors.
#[must_use]
pub fn excerpt(bytes: &[u8]) -> String {
    // A character has at most four bytes, so this cuts no more than the limit does.
    let head = bytes.get(..MAX_EXCERPT * 4).unwrap_or(bytes);
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    String::from_utf8_lossy(head).chars().take(MAX_EXCERPT).map(visible).collect()
}
