//! Composition of a question to a model, and a hash to tell questions apart.

use std::borrow::Cow;

use engine::{digest::Fnv, label::Label};
use serde::{Deserialize, Serialize};

use crate::llm::{Arguments, ChatMessage, ChatRequest, ToolCall};

/// Part of a question, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionPart {
    /// Name of the part: `rules`, `events`, `replies`, `results` or `tools`.
    pub name: Cow<'static, str>,
    /// Number of pieces.
    pub pieces: usize,
    /// Total length in bytes.
    pub bytes: usize,
}

/// Segment of a question, by provenance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionSegment {
    /// Name of the segment: `stimulus`, `transcript`, `heard`, `memories`, `moment`, `rumours` or
    /// `before`.
    pub name: Cow<'static, str>,
    /// Number of lines or memories.
    pub pieces: usize,
    pub label: Label,
}

/// Returns the parts of a question that are not empty, in the order in which a model reads them.
#[must_use]
pub fn parts(request: &ChatRequest) -> Vec<QuestionPart> {
    let mut parts = ["tools", "rules", "events", "replies", "results"].map(|name| QuestionPart {
        name: Cow::Borrowed(name),
        pieces: 0,
        bytes: 0,
    });
    let [tools, rules, events, replies, results] = &mut parts;
    for it in request.tools.iter() {
        let schema = &it.written;
        add(tools, it.name.len() + it.description.len() + schema.len());
    }
    for message in &request.messages {
        match message {
            ChatMessage::System(text) => add(rules, text.len()),
            ChatMessage::User(text) => add(events, text.len()),
            ChatMessage::Assistant { text, calls } => {
                let calls: usize =
                    calls.iter().map(|it| it.name.len() + call_as_text(it).len()).sum();
                add(replies, text.as_ref().map_or(0, String::len) + calls);
            }
            ChatMessage::Tool { content, .. } => add(results, content.len()),
        }
    }
    parts.into_iter().filter(|it| it.pieces > 0).collect()
}

fn add(part: &mut QuestionPart, bytes: usize) {
    part.pieces += 1;
    part.bytes += bytes;
}

fn call_as_text(call: &ToolCall) -> Cow<'_, str> {
    match &call.arguments {
        Arguments::Object(map) => Cow::Owned(serde_json::to_string(map).unwrap_or_default()),
        Arguments::Malformed(raw) => Cow::Borrowed(raw),
    }
}

/// Returns the hash of a question as 16 hexadecimal digits: [`Fnv`] over provider, model, settings,
/// the hashes of its tools and its texts, each with its kind before and its length after it. It is
/// the same in every version of the program and on every machine. It is not cryptographic:
/// collisions can be made on purpose.
#[must_use]
pub fn hash(request: &ChatRequest) -> String {
    let mut hash = Fnv::default();
    for text in [&request.provider, &request.model].into_iter().flatten() {
        hash.piece(b'm', text);
    }
    hash.piece(b'n', format!("{:?} {:?}", request.temperature, request.max_tokens));
    for tool in request.tools.iter() {
        hash.number(tool.digest);
    }
    for message in &request.messages {
        match message {
            ChatMessage::System(text) => hash.piece(b'S', text),
            ChatMessage::User(text) => hash.piece(b'U', text),
            ChatMessage::Assistant { text, calls } => {
                hash.piece(b'A', text.as_deref().unwrap_or_default());
                for call in calls {
                    hash.piece(b'i', &call.id);
                    hash.piece(b'c', &call.name);
                    hash.piece(b'a', &*call_as_text(call));
                }
            }
            ChatMessage::Tool { call, content } => {
                hash.piece(b'i', call);
                hash.piece(b'R', content);
            }
        }
    }
    format!("{:016x}", hash.value())
}
