//! OpenAI chat completions, and their many servers: llama.cpp, vLLM, LM Studio, Ollama's `/v1`,
//! OpenRouter and others.

use serde_json::{Map, Value, json};

use super::{
    SCHEMA_NAME, WireBody, WireFormat, WireQuestion, WireReply,
    field::{self, measured, text_of},
    malformed,
};
use crate::llm::{Arguments, ChatMessage, LlmError, ToolCall, ToolSpec, marks, profile::Reasoning};

/// Format of OpenAI chat completions.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChatCompletions;

/// Field that turns the reasoning of a chat template off, in llama.cpp and vLLM.
const TEMPLATE: &str = "chat_template_kwargs";

impl WireFormat for ChatCompletions {
    fn path(&self) -> &'static str {
        "/chat/completions"
    }

    fn own_fields(&self) -> &'static [&'static str] {
        &[
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
        ]
    }

    fn body(&self, asked: &WireQuestion<'_>, extra: &Map<String, Value>) -> WireBody {
        let limit =
            if asked.habits.max_completion_tokens { "max_completion_tokens" } else { "max_tokens" };
        let is_off = asked.reasoning == Reasoning::Off;
        // OpenAI's own models know no template, but an effort.
        let by_template = is_off && !asked.habits.max_completion_tokens;
        let least = || (is_off && !by_template).then_some("minimal");
        let effort = asked.effort.map(|it| it.name()).or_else(least);
        // OpenAI's own reasoning models refuse it.
        let stops = !asked.stop.is_empty() && !asked.habits.max_completion_tokens;
        let own = |name: &str| !extra.contains_key(name);
        let tools: Vec<Value> = asked.tools.iter().map(tool).collect();
        // Some servers reject an empty list.
        let calls = !tools.is_empty();
        WireBody::default()
            .with("model", asked.model)
            .with("stream", false)
            .with_some("temperature", asked.local_temperature())
            .with(limit, asked.limit())
            .with_some("reasoning_effort", effort.filter(|_| own("reasoning_effort")))
            .with_some(
                TEMPLATE,
                (by_template && own(TEMPLATE)).then(|| json!({ "enable_thinking": false })),
            )
            .with_some("tools", calls.then_some(tools))
            .with_some("tool_choice", asked.tool_choice())
            .with_some("response_format", asked.schema.map(response_format))
            .with_some("stop", stops.then(|| json!(asked.stop)))
            .with("messages", messages(asked))
            .with_all(extra)
    }

    fn read(&self, answer: &Value) -> Result<WireReply, LlmError> {
        let choice =
            answer.pointer("/choices/0").ok_or_else(|| malformed("it has no `choices`"))?;
        let message =
            choice.get("message").ok_or_else(|| malformed("its choice has no `message`"))?;
        let finish = choice.get("finish_reason").and_then(Value::as_str);
        let refused = message.get("refusal").and_then(Value::as_str).unwrap_or_default();
        let content = message.get("content").and_then(text_of).unwrap_or_default();
        let beside = ["reasoning_content", "reasoning"];
        let beside = beside.iter().filter_map(|it| message.get(*it)?.as_str());
        let hidden = answer.pointer("/usage/completion_tokens_details/reasoning_tokens");
        let is_hidden = hidden.and_then(Value::as_u64).is_some_and(|it| it > 0);
        let reasons = is_hidden || marks::has_thoughts(&content) || beside.into_iter().any(is_said);
        Ok(WireReply {
            content,
            calls: native(message).cloned().collect(),
            cut_off: finish == Some("length"),
            declined: is_said(refused) || finish == Some("content_filter"),
            reasons,
            usage: field::usage(answer),
            speed: measured(answer),
            is_repaired: false,
        })
    }
}

fn is_said(text: &str) -> bool {
    !text.trim().is_empty()
}

/// Returns the field that demands a reply of a JSON schema.
fn response_format(schema: &Value) -> Value {
    json!({ "type": "json_schema", "json_schema": { "name": SCHEMA_NAME, "schema": schema } })
}

/// Serializes the messages.
fn messages(question: &WireQuestion<'_>) -> Vec<Value> {
    let rest = question.messages.iter().filter_map(|message| match message {
        ChatMessage::System(_) => None,
        ChatMessage::User(text) => Some(json!({ "role": "user", "content": text })),
        ChatMessage::Assistant { text, calls } => Some(assistant(text.as_deref(), calls)),
        ChatMessage::Tool { call, content } => {
            Some(json!({ "role": "tool", "tool_call_id": call, "content": content }))
        }
    });
    let system = question.rules().map(|rules| json!({ "role": "system", "content": rules }));
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

/// Returns arguments as a JSON object. Some servers fail on a history with anything else, so
/// malformed arguments are sent as `{}`; the result of the call says what was wrong.
pub(super) fn arguments_as_object(arguments: &Arguments) -> Value {
    match arguments {
        Arguments::Object(object) => Value::Object(object.clone()),
        Arguments::Malformed(_) => Value::Object(Map::new()),
    }
}

/// Returns arguments as JSON text.
pub(super) fn arguments_as_text(arguments: &Arguments) -> String {
    arguments_as_object(arguments).to_string()
}

/// Serializes the specification of a tool.
pub(super) fn tool(spec: &ToolSpec) -> Value {
    let function = json!({
        "name": spec.name,
        "description": spec.description,
        "parameters": *spec.parameters,
    });
    json!({ "type": "function", "function": function })
}

/// Returns the calls of a message: a list or one object, or the legacy field `function_call`.
pub(super) fn native(message: &Value) -> impl Iterator<Item = &Value> {
    let calls = match message.get("tool_calls") {
        Some(Value::Array(calls)) => calls.as_slice(),
        Some(call @ Value::Object(_)) => std::slice::from_ref(call),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => &[],
    };
    let legacy = message.get("function_call").filter(|it| it.is_object() && calls.is_empty());
    calls.iter().chain(legacy)
}
