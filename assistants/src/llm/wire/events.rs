//! Server-sent events: some servers stream their reply though no stream was asked for.

use serde_json::{Map, Value, json};

use super::{
    MAX_CALLS,
    field::{is_error, text_of},
};
use crate::llm::lenient;

/// Beginnings of the lines of an event.
const FIELDS: [&str; 5] = ["data:", "event:", "id:", "retry:", ":"];

/// Mark at the end of a stream.
const DONE: &str = "[DONE]";

/// Returns whether a body is a stream of events.
pub(super) fn is_stream(body: &str) -> bool {
    let begun = body.trim_start();
    FIELDS.iter().any(|it| begun.starts_with(it))
}

/// Puts the pieces of a stream together to the reply that the server would have sent at once.
/// Pieces that are no JSON are left out. A stream that neither ends nor gives a reason to was
/// broken off, like a reply at the token limit.
pub(super) fn whole(body: &str) -> Value {
    let mut whole = WholeReply::default();
    for line in body.lines() {
        let Some(data) = line.trim_start().strip_prefix("data:").map(str::trim) else { continue };
        if data == DONE {
            whole.is_done = true;
            break;
        }
        let Some(piece) = lenient::parse(data) else { continue };
        if piece.value.get("error").is_some_and(is_error) {
            return piece.value;
        }
        whole.add(&piece.value);
    }
    whole.into_reply()
}

/// Reply whose pieces are still coming.
#[derive(Default)]
struct WholeReply {
    content: String,
    calls: Vec<StreamedCall>,
    finish: Option<Value>,
    usage: Option<Value>,
    is_begun: bool,
    is_done: bool,
}

/// Call whose pieces are still coming.
#[derive(Default)]
struct StreamedCall {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

impl WholeReply {
    fn add(&mut self, piece: &Value) {
        if let Some(usage) = piece.get("usage").filter(|it| it.is_object()) {
            self.usage = Some(usage.clone());
        }
        let Some(choice) = piece.pointer("/choices/0") else { return };
        self.is_begun = true;
        if let Some(reason) = choice.get("finish_reason").filter(|it| it.is_string()) {
            self.finish = Some(reason.clone());
        }
        let Some(delta) = choice.get("delta").or_else(|| choice.get("message")) else { return };
        if let Some(text) = delta.get("content").and_then(text_of) {
            self.content.push_str(&text);
        }
        let calls = delta.get("tool_calls").and_then(Value::as_array);
        let legacy = delta.get("function_call").filter(|it| it.is_object());
        for call in calls.into_iter().flatten().chain(legacy) {
            self.add_call(call);
        }
    }

    fn add_call(&mut self, piece: &Value) {
        let function = piece.get("function").filter(|it| it.is_object()).unwrap_or(piece);
        let text = |of: &Value, field: &str| {
            of.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let (id, name) = (text(piece, "id"), text(function, "name"));
        let index = piece.get("index").and_then(Value::as_u64);
        let is_next = match (self.calls.last(), index) {
            (None, _) => true,
            (Some(last), Some(_)) => last.index != index,
            (Some(last), None) => {
                !id.is_empty() && id != last.id || id.is_empty() && !name.is_empty()
            }
        };
        let known = self.calls.iter().position(|it| index.is_some() && it.index == index);
        // One more than is allowed shows that there are too many.
        if known.is_none() && is_next && self.calls.len() <= MAX_CALLS {
            self.calls.push(StreamedCall { index, ..StreamedCall::default() });
        }
        let at = known.or_else(|| self.calls.len().checked_sub(1));
        let Some(call) = at.and_then(|at| self.calls.get_mut(at)) else { return };
        // Some servers repeat id and name with each piece.
        if call.id.is_empty() {
            call.id = id;
        }
        if call.name.is_empty() {
            call.name = name;
        }
        match function.get("arguments") {
            Some(Value::String(piece)) => call.arguments.push_str(piece),
            Some(object @ Value::Object(_)) => call.arguments = object.to_string(),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) | None => {}
        }
    }

    fn into_reply(self) -> Value {
        if !self.is_begun {
            return json!({});
        }
        let calls = self.calls.into_iter().map(|call| {
            let function = json!({ "name": call.name, "arguments": call.arguments });
            json!({ "id": call.id, "function": function })
        });
        let calls: Vec<Value> = calls.collect();
        let ends = || (!self.is_done).then(|| Value::from("length"));
        let finish = self.finish.or_else(ends);
        let choice = json!({
            "message": { "content": self.content, "tool_calls": calls },
            "finish_reason": finish,
        });
        let usage = self.usage.map(|it| ("usage".to_owned(), it));
        let choices = ("choices".to_owned(), json!([choice]));
        Value::Object(Map::from_iter([choices].into_iter().chain(usage)))
    }
}
