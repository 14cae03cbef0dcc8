//! OpenAI responses. Nothing is kept at the endpoint: each request has the whole conversation.

use serde_json::{Map, Value, json};

use super::{
    ModelSpeed, SCHEMA_NAME, WireBody, WireFormat, WireQuestion, WireReply, field::tokens,
    malformed, openai::arguments_as_text,
};
use crate::llm::{ChatMessage, LlmError, ToolCall, ToolSpec, Usage, marks, profile::Reasoning};

/// Format of OpenAI responses.
#[derive(Debug, Clone, Copy)]
pub(super) struct ResponsesApi;

/// Minimum limit of tokens that the API takes.
const LEAST_TOKENS: u32 = 16;

impl WireFormat for ResponsesApi {
    fn path(&self) -> &'static str {
        "/responses"
    }

    fn own_fields(&self) -> &'static [&'static str] {
        &[
            "model",
            "stream",
            "store",
            "temperature",
            "max_output_tokens",
            "tools",
            "tool_choice",
            "text",
            "instructions",
            "input",
        ]
    }

    fn body(&self, asked: &WireQuestion<'_>, extra: &Map<String, Value>) -> WireBody {
        let least = (asked.reasoning == Reasoning::Off).then_some("minimal");
        let effort = asked.effort.map(|it| it.name()).or(least);
        let effort = effort.filter(|_| !extra.contains_key("reasoning"));
        let tools: Vec<Value> = asked.tools.iter().map(tool).collect();
        let calls = !tools.is_empty();
        WireBody::default()
            .with("model", asked.model)
            .with("stream", false)
            .with("store", false)
            .with_some("temperature", asked.temperature())
            .with("max_output_tokens", asked.limit().max(LEAST_TOKENS))
            .with_some("reasoning", effort.map(|it| json!({ "effort": it })))
            .with_some("tools", calls.then_some(tools))
            .with_some("tool_choice", asked.tool_choice())
            .with_some("text", asked.schema.map(text_format))
            .with_some("instructions", asked.rules())
            .with("input", input(&asked.messages))
            .with_all(extra)
    }

    fn read(&self, answer: &Value) -> Result<WireReply, LlmError> {
        let output = answer.get("output").and_then(Value::as_array);
        let output = output.ok_or_else(|| malformed("it has no `output`"))?;
        let mut reply = WireReply { usage: usage(answer), ..WireReply::default() };
        for item in output {
            let field = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default();
            match field("type") {
                "message" => add_message(&mut reply, item),
                "function_call" => reply.calls.push(json!({
                    "id": field("call_id"),
                    "name": field("name"),
                    "arguments": item.get("arguments"),
                })),
                "reasoning" => reply.reasons = true,
                _ => {}
            }
        }
        let reason = answer.pointer("/incomplete_details/reason").and_then(Value::as_str);
        reply.cut_off = reason == Some("max_output_tokens");
        reply.declined |= reason == Some("content_filter");
        reply.reasons |= marks::has_thoughts(&reply.content);
        reply.speed = ModelSpeed::default();
        Ok(reply)
    }
}

fn add_message(reply: &mut WireReply, item: &Value) {
    let parts = item.get("content").and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        match part.get("type").and_then(Value::as_str) {
            Some("refusal") => reply.declined = true,
            Some(_) | None => {
                reply
                    .content
                    .push_str(part.get("text").and_then(Value::as_str).unwrap_or_default());
            }
        }
    }
}

fn usage(answer: &Value) -> Option<Usage> {
    let prompt = tokens(answer, "/usage/input_tokens");
    let completion = tokens(answer, "/usage/output_tokens");
    if prompt.is_none() && completion.is_none() {
        return None;
    }
    Some(Usage {
        prompt: prompt.unwrap_or_default(),
        completion: completion.unwrap_or_default(),
        cached: tokens(answer, "/usage/input_tokens_details/cached_tokens"),
    })
}

/// Returns the field that demands a reply of a JSON schema. It is not strict: that takes schemas
/// whose fields are all required.
fn text_format(schema: &Value) -> Value {
    json!({ "format": {
        "type": "json_schema", "name": SCHEMA_NAME, "schema": schema, "strict": false,
    } })
}

fn tool(spec: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "name": spec.name,
        "description": spec.description,
        "parameters": *spec.parameters,
        "strict": false,
    })
}

/// Serializes the messages as items.
fn input(messages: &[ChatMessage]) -> Vec<Value> {
    let mut items = Vec::new();
    for message in messages {
        match message {
            ChatMessage::System(_) => {}
            ChatMessage::User(text) => items.push(json!({ "role": "user", "content": text })),
            ChatMessage::Assistant { text, calls } => {
                let said = text.as_deref().filter(|it| !it.trim().is_empty());
                items.extend(said.map(|it| json!({ "role": "assistant", "content": it })));
                items.extend(calls.iter().map(function_call));
            }
            ChatMessage::Tool { call, content } => items.push(json!({
                "type": "function_call_output", "call_id": call, "output": content,
            })),
        }
    }
    items
}

fn function_call(call: &ToolCall) -> Value {
    json!({
        "type": "function_call",
        "call_id": call.id,
        "name": call.name,
        "arguments": arguments_as_text(&call.arguments),
    })
}
