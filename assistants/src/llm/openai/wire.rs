//! Wire format of the OpenAI chat completions API: serializes requests and parses replies, with
//! tolerance for the deviations of its many servers and models.

mod call;
mod events;
mod field;
mod reply;
#[cfg(test)]
mod tests;
mod text_calls;

use serde::Serialize;
use serde_json::{Map, Value, json};

pub use reply::read_reply;
pub use text_calls::CallsInText;

use crate::llm::{
    Arguments, ChatMessage, ChatRequest, LlmError, ToolCall, ToolSpec, profile::QuestionForm,
};

/// Maximum size of a reply, in bytes: a thousand times what a character says, and small enough for
/// all concurrent requests to fit in memory.
pub const MAX_BODY: usize = 1024 * 1024;

/// Maximum number of tool calls in one reply. A thought has at most ten steps.
pub const MAX_CALLS: usize = 16;

/// Maximum number of characters of foreign text in an error.
const MAX_EXCERPT: usize = 200;

/// Text of the [`LlmError::Malformed`] for a reply larger than [`MAX_BODY`].
pub const TOO_LARGE: &str = "it is larger than 1 MiB";

/// Text of the [`LlmError::Malformed`] for a reply with more than [`MAX_CALLS`] calls.
pub const TOO_MANY_CALLS: &str = "it calls more than 16 tools at once";

/// Text of the [`LlmError::Malformed`] for a reply in gzip. Requests have no `Accept-Encoding`.
pub const COMPRESSED: &str = "it is compressed, though we did not ask for that";

/// Tools that only speak, pose or stay silent. A call of one of these may stand in the text of a
/// reply, which could be spoken anyway; a call of any other tool there is data.
pub const SPEAKING_TOOLS: [&str; 6] = ["say", "emote", "whisper", "page", "channel_say", "noop"];

/// Tools that only read. Their arguments are repaired as those of [`SPEAKING_TOOLS`] are.
pub const READING_TOOLS: [&str; 6] =
    ["inspect_location", "inspect", "search_objects", "who_is_here", "time", "recall_memories"];

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
    /// True if calls of all tools are carried out that stand in the text of a reply, and not only
    /// those of [`SPEAKING_TOOLS`].
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
        tools: native_tools(request).map(tool).collect(),
        response_format: request.schema.as_ref().map(|it| response_format(it)),
        stop: (request.form == QuestionForm::Words && !max_completion_tokens).then_some(STOP),
        tool_choice: (tool_choice && native_tools(request).next().is_some()).then_some("required"),
        messages: messages(&request.messages),
        extra: &defaults.extra,
    }
}

/// Returns the tools to call natively; those of a schema stand in it.
fn native_tools(request: &ChatRequest) -> impl Iterator<Item = &ToolSpec> {
    request.tools.iter().filter(|_| request.form == QuestionForm::Tools)
}

/// Returns the field that demands a reply of a JSON schema.
pub(in crate::llm) fn response_format(schema: &Value) -> Value {
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

/// Serializes the specification of a tool.
pub(in crate::llm) fn tool(spec: &ToolSpec) -> Value {
    let function = json!({
        "name": spec.name,
        "description": spec.description,
        "parameters": *spec.parameters,
    });
    json!({ "type": "function", "function": function })
}

fn malformed(what: &str) -> LlmError {
    LlmError::Malformed { what: what.into() }
}

/// Returns the beginning of a foreign text without control characters, for logs and errors.
#[must_use]
pub fn excerpt(bytes: &[u8]) -> String {
    // A character has at most four bytes, so this cuts no more than the limit does.
    let head = bytes.get(..MAX_EXCERPT * 4).unwrap_or(bytes);
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    String::from_utf8_lossy(head).chars().take(MAX_EXCERPT).map(visible).collect()
}
