//! Anthropic messages.

use serde_json::{Map, Value, json};

use super::{
    SCHEMA_NAME, WireBody, WireFormat, WireQuestion, WireReply,
    field::{self, tokens},
    malformed,
    openai::arguments_as_object,
};
use crate::llm::{
    ChatMessage, LlmError, ToolCall, ToolSpec, Usage, marks,
    profile::Reasoning,
    wire::{ModelSpeed, ReasoningEffort},
};

/// Format of Anthropic messages.
#[derive(Debug, Clone, Copy)]
pub(super) struct AnthropicMessages;

/// Minimum number of tokens for reasoning that the API takes.
const LEAST_REASONING: u32 = 1_024;

/// First words of a conversation that would begin with an answer, which the API refuses.
const BEGINNING: &str = "(The conversation begins.)";

impl WireFormat for AnthropicMessages {
    fn path(&self) -> &'static str {
        "/messages"
    }

    fn key_header(&self) -> (&'static str, &'static str) {
        ("x-api-key", "")
    }

    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[("anthropic-version", "2023-06-01")]
    }

    fn own_fields(&self) -> &'static [&'static str] {
        &[
            "model",
            "stream",
            "temperature",
            "max_tokens",
            "stop_sequences",
            "thinking",
            "tools",
            "tool_choice",
            "system",
            "messages",
        ]
    }

    fn body(&self, asked: &WireQuestion<'_>, extra: &Map<String, Value>) -> WireBody {
        let thinks = asked.reasoning == Reasoning::On;
        let room = asked.reasoning_tokens.max(LEAST_REASONING);
        let limit = asked.max_tokens.saturating_add(if thinks { room } else { 0 });
        let thinking = thinks.then(|| json!({ "type": "enabled", "budget_tokens": room }));
        // Reasoning takes no other temperature than the API's own.
        let temperature = asked.temperature().filter(|_| !thinks).map(|it| it.min(1.0));
        // A stop without a visible letter is refused.
        let mut stop = asked.stop.iter().filter(|it| !it.trim().is_empty()).peekable();
        let stop = stop.peek().is_some().then(|| stop.collect::<Vec<_>>());
        let effort = asked.effort.filter(|_| !extra.contains_key("output_config"));
        let system = asked.rules();
        WireBody::default()
            .with("model", asked.model)
            .with("stream", false)
            .with("max_tokens", limit)
            .with_some("temperature", temperature)
            .with_some("thinking", thinking)
            .with_some("output_config", effort.map(|it| json!({ "effort": effort_name(it) })))
            .with_some("stop_sequences", stop.map(|it| json!(it)))
            .with_some("tools", tools(asked, system.is_none()))
            .with_some("tool_choice", tool_choice(asked))
            .with_some("system", system.map(|it| json!([cached(text(&it))])))
            .with("messages", messages(&asked.messages))
            .with_all(extra)
    }

    fn read(&self, answer: &Value) -> Result<WireReply, LlmError> {
        let blocks = answer.get("content").and_then(Value::as_array);
        let blocks = blocks.ok_or_else(|| malformed("it has no `content`"))?;
        let mut reply = WireReply::default();
        for block in blocks {
            let field = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
            match field("type") {
                "text" => reply.content.push_str(field("text")),
                // The tool that stands for a schema.
                "tool_use" if field("name") == SCHEMA_NAME => {
                    reply
                        .content
                        .push_str(&block.get("input").map(Value::to_string).unwrap_or_default());
                }
                "tool_use" => reply.calls.push(json!({
                    "id": field("id"), "name": field("name"), "arguments": block.get("input"),
                })),
                "thinking" | "redacted_thinking" => reply.reasons = true,
                _ => {}
            }
        }
        let reason = answer.get("stop_reason").and_then(Value::as_str).unwrap_or_default();
        reply.cut_off = matches!(reason, "max_tokens" | "model_context_window_exceeded");
        reply.declined = reason == "refusal";
        reply.reasons |= marks::has_thoughts(&reply.content);
        reply.usage = usage(answer);
        reply.speed = ModelSpeed::default();
        Ok(reply)
    }
}

/// Returns the token usage; what was read from the cache, or written into it, counts beside the
/// other tokens of the prompt.
fn usage(answer: &Value) -> Option<Usage> {
    let input = tokens(answer, "/usage/input_tokens");
    let completion = field::tokens(answer, "/usage/output_tokens");
    if input.is_none() && completion.is_none() {
        return None;
    }
    let cached = tokens(answer, "/usage/cache_read_input_tokens");
    let written = tokens(answer, "/usage/cache_creation_input_tokens");
    let prompt = [input, cached, written].into_iter().flatten().fold(0, u32::saturating_add);
    Some(Usage { prompt, completion: completion.unwrap_or_default(), cached })
}

fn effort_name(effort: ReasoningEffort) -> &'static str {
    match effort {
        ReasoningEffort::Minimal | ReasoningEffort::Low => "low",
        ReasoningEffort::Medium => "medium",
        ReasoningEffort::High => "high",
    }
}

/// Returns the tools of a question, or the one that stands for its schema.
fn tools(question: &WireQuestion<'_>, mark_last: bool) -> Option<Value> {
    let mut tools: Vec<Value> = match question.schema {
        Some(schema) => vec![json!({
            "name": SCHEMA_NAME,
            "description": "Gives the reply.",
            "input_schema": schema,
        })],
        None => question.tools.iter().map(tool).collect(),
    };
    // The mark of the system prompt covers the tools, too, which come before it.
    if let Some(last) = tools.pop() {
        tools.push(if mark_last { cached(last) } else { last });
    }
    (!tools.is_empty()).then_some(Value::Array(tools))
}

fn tool(spec: &ToolSpec) -> Value {
    json!({
        "name": spec.name,
        "description": spec.description,
        "input_schema": *spec.parameters,
    })
}

fn tool_choice(question: &WireQuestion<'_>) -> Option<Value> {
    if question.is_for_words && !question.tools.is_empty() {
        return Some(json!({ "type": "none" }));
    }
    // Reasoning goes with no demand for a call.
    if question.reasoning == Reasoning::On {
        return None;
    }
    match question.schema {
        Some(_) => Some(json!({ "type": "tool", "name": SCHEMA_NAME })),
        None if question.tools.is_empty() => None,
        None => question.habits.tool_choice.then(|| json!({ "type": "any" })),
    }
}

/// Marks the end of what never changes, up to which the API keeps a question in its cache.
fn cached(mut block: Value) -> Value {
    if let Some(fields) = block.as_object_mut() {
        fields.insert("cache_control".to_owned(), json!({ "type": "ephemeral" }));
    }
    block
}

fn text(words: &str) -> Value {
    json!({ "type": "text", "text": words })
}

/// Serializes the messages as blocks; those of one role in a row are one message, since the roles
/// have to alternate.
fn messages(messages: &[ChatMessage]) -> Value {
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    for message in messages {
        let (role, blocks) = match message {
            ChatMessage::System(_) => continue,
            ChatMessage::User(words) => ("user", said(words).collect()),
            ChatMessage::Assistant { text, calls } => {
                let words = text.as_deref().unwrap_or_default().trim_end();
                ("assistant", said(words).chain(calls.iter().map(tool_use)).collect())
            }
            ChatMessage::Tool { call, content } => (
                "user",
                vec![json!({
                    "type": "tool_result", "tool_use_id": id(call), "content": content,
                })],
            ),
        };
        add(&mut turns, role, blocks);
    }
    if turns.first().is_none_or(|(role, _)| *role == "assistant") {
        turns.insert(0, ("user", vec![text(BEGINNING)]));
    }
    turns.into_iter().map(|(role, blocks)| json!({ "role": role, "content": blocks })).collect()
}

fn add(turns: &mut Vec<(&'static str, Vec<Value>)>, role: &'static str, blocks: Vec<Value>) {
    match turns.last_mut() {
        _ if blocks.is_empty() => {}
        Some((last, all)) if *last == role => all.extend(blocks),
        Some(_) | None => turns.push((role, blocks)),
    }
}

/// Returns the block of a text; none for an empty one, which the API refuses.
fn said(words: &str) -> impl Iterator<Item = Value> {
    (!words.trim().is_empty()).then(|| text(words)).into_iter()
}

fn tool_use(call: &ToolCall) -> Value {
    json!({
        "type": "tool_use",
        "id": id(&call.id),
        "name": call.name,
        "input": arguments_as_object(&call.arguments),
    })
}

/// Returns the id of a call in the letters that the API takes; another provider may have given it.
fn id(of: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    of.chars().map(|c| if fits(c) { c } else { '_' }).collect()
}
