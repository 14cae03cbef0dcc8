//! Ollama's own chat, which takes the size of the context with each request.

use serde_json::{Map, Value, json};

use super::{
    ModelSpeed, ReasoningEffort, WireBody, WireFormat, WireQuestion, WireReply,
    field::tokens,
    malformed,
    openai::{arguments_as_object, native, tool},
};
use crate::llm::{ChatMessage, LlmError, ToolCall, Usage, marks, profile::Reasoning};

/// Format of Ollama's chat.
#[derive(Debug, Clone, Copy)]
pub(super) struct OllamaChat;

/// Further fields that stand beside the options of a request; all others are options.
const BESIDE_OPTIONS: [&str; 3] = ["keep_alive", "truncate", "shift"];

impl WireFormat for OllamaChat {
    fn path(&self) -> &'static str {
        "/api/chat"
    }

    fn own_fields(&self) -> &'static [&'static str] {
        &[
            "model",
            "stream",
            "options",
            "temperature",
            "num_predict",
            "num_ctx",
            "stop",
            "think",
            "tools",
            "format",
            "messages",
        ]
    }

    fn body(&self, asked: &WireQuestion<'_>, extra: &Map<String, Value>) -> WireBody {
        let is_beside = |name: &str| BESIDE_OPTIONS.contains(&name);
        // It knows no effort below low.
        let effort = asked.effort.map(|it| it.max(ReasoningEffort::Low));
        let effort = effort.map(|it| Value::from(it.name()));
        let think = match asked.reasoning {
            Reasoning::Never => effort,
            Reasoning::Off => Some(Value::Bool(false)),
            Reasoning::On => Some(effort.unwrap_or(Value::Bool(true))),
        };
        let options = WireBody::default()
            .with_some("num_ctx", asked.context)
            .with("num_predict", asked.limit())
            .with_some("temperature", asked.local_temperature())
            .with_some("stop", (!asked.stop.is_empty()).then(|| json!(asked.stop)))
            .with_all(extra.iter().filter(|(name, _)| !is_beside(name)));
        // It knows no demand about calls, so tools that may not be called are left out.
        let tools = if asked.is_for_words { &[] } else { asked.tools };
        let tools: Vec<Value> = tools.iter().map(tool).collect();
        WireBody::default()
            .with("model", asked.model)
            .with("stream", false)
            .with_some("think", think)
            .with("options", options)
            .with_some("tools", (!tools.is_empty()).then_some(tools))
            .with_some("format", asked.schema.cloned())
            .with("messages", messages(asked))
            .with_all(extra.iter().filter(|(name, _)| is_beside(name)))
    }

    fn read(&self, answer: &Value) -> Result<WireReply, LlmError> {
        let message = answer.get("message").filter(|it| it.is_object());
        let message = message.ok_or_else(|| malformed("it has no `message`"))?;
        let text = |name: &str| message.get(name).and_then(Value::as_str).unwrap_or_default();
        let content = text("content").to_owned();
        let reason = answer.get("done_reason").and_then(Value::as_str);
        Ok(WireReply {
            reasons: !text("thinking").trim().is_empty() || marks::has_thoughts(&content),
            content,
            calls: native(message).cloned().collect(),
            cut_off: reason == Some("length"),
            declined: false,
            usage: usage(answer),
            speed: speed(answer),
            is_repaired: false,
        })
    }
}

/// Serializes the messages. The result of a call bears the name of its tool.
fn messages(question: &WireQuestion<'_>) -> Vec<Value> {
    let calls: Vec<&ToolCall> = question
        .messages
        .iter()
        .flat_map(|it| match it {
            ChatMessage::Assistant { calls, .. } => calls.as_slice(),
            ChatMessage::System(_) | ChatMessage::User(_) | ChatMessage::Tool { .. } => &[],
        })
        .collect();
    let name_of = |id: &str| calls.iter().rev().find(|it| it.id == id).map(|it| &*it.name);
    let rest = question.messages.iter().filter_map(|message| match message {
        ChatMessage::System(_) => None,
        ChatMessage::User(text) => Some(json!({ "role": "user", "content": text })),
        ChatMessage::Assistant { text, calls } => Some(assistant(text.as_deref(), calls)),
        ChatMessage::Tool { call, content } => Some(json!({
            "role": "tool", "tool_name": name_of(call).unwrap_or(call), "content": content,
        })),
    });
    let system = question.rules().map(|rules| json!({ "role": "system", "content": rules }));
    system.into_iter().chain(rest).collect()
}

fn assistant(text: Option<&str>, calls: &[ToolCall]) -> Value {
    let content = text.unwrap_or_default();
    if calls.is_empty() {
        return json!({ "role": "assistant", "content": content });
    }
    let call = |it: &ToolCall| {
        let arguments = arguments_as_object(&it.arguments);
        json!({ "function": { "name": it.name, "arguments": arguments } })
    };
    let calls: Vec<Value> = calls.iter().map(call).collect();
    json!({ "role": "assistant", "content": content, "tool_calls": calls })
}

fn usage(answer: &Value) -> Option<Usage> {
    let completion = tokens(answer, "/eval_count")?;
    // A prompt that was all in the cache is not counted.
    let prompt = tokens(answer, "/prompt_eval_count").unwrap_or_default();
    Some(Usage { prompt, completion, cached: None })
}

/// Returns the speeds from tokens and nanoseconds.
fn speed(answer: &Value) -> ModelSpeed {
    let number = |name: &str| answer.get(name).and_then(Value::as_f64).filter(|it| *it > 0.0);
    let of = |count, span| Some(number(count)? / number(span)? * 1e9);
    ModelSpeed {
        reading: of("prompt_eval_count", "prompt_eval_duration"),
        writing: of("eval_count", "eval_duration"),
    }
}
