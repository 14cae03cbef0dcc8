//! Question whose reply has a JSON schema: the question in plain text, with the acts of the turn. A
//! schema holds where a demand for a tool call does not.

use serde_json::{Map, Value, json};

use super::{Parts, words};
use crate::{
    llm::{ChatMessage, ToolSpec, profile::QuestionForm},
    persona::Persona,
    tools,
    turn::brief::TurnAuthority,
};

/// Rules, after the character.
const RULES: &str = "You are in a text game and speak as {me}. Reply as JSON: \"say\" is what {me} says next \
to answer what was said last, one or two short sentences in the first person; \"pose\" is a gesture, only \
if it matters. If you do not know, say so in your own way. Invent no facts, people, places or prices. \
Goods and coins change hands by the game, not by your words.";

/// Rules of an order, after all others.
const ORDER: &str = "\nThe last line is an order by those who look after the game: carry it out by \
\"act\", and say what you do.";

/// Builds the messages; `tools` are those of the turn.
pub(super) fn messages(parts: &Parts, tools: &[ToolSpec]) -> Vec<ChatMessage> {
    let mut messages = unwrapped(parts.persona, tools);
    if let (TurnAuthority::Own, Some(ChatMessage::System(rules))) =
        (parts.kind, messages.first_mut())
    {
        rules.push_str(ORDER);
    }
    words::transcribe(&mut messages, parts);
    as_replies(messages)
}

/// Returns the messages that never change.
pub(super) fn beginning(persona: &Persona, tools: &[ToolSpec]) -> Vec<ChatMessage> {
    as_replies(unwrapped(persona, tools))
}

fn unwrapped(persona: &Persona, tools: &[ToolSpec]) -> Vec<ChatMessage> {
    let acts = acts(tools).map(|it| format!("{}: {}", it.name, it.description));
    let acts: Vec<String> = acts.collect();
    let mut rules = RULES.to_owned();
    if !acts.is_empty() {
        rules.push_str("\n\"act\", only if it is called for: ");
        rules.push_str(&acts.join(" "));
    }
    words::beginning_by(persona, &rules)
}

/// Puts all that the character said before into the form in which it is to reply.
fn as_replies(mut messages: Vec<ChatMessage>) -> Vec<ChatMessage> {
    for message in &mut messages {
        if let ChatMessage::Assistant { text: Some(text), .. } = message {
            *text = json!({ "say": text }).to_string();
        }
    }
    messages
}

/// Returns the acts among the tools of a turn.
fn acts(tools: &[ToolSpec]) -> impl Iterator<Item = &ToolSpec> {
    tools
        .iter()
        .filter(|it| tools::find(&it.name).is_some_and(|of| of.least == QuestionForm::Schema))
}

/// Returns the schema of a reply.
pub(super) fn of_reply(tools: &[ToolSpec]) -> Value {
    let acts: Vec<Value> = acts(tools).map(act).collect();
    let mut properties = Map::new();
    // A task that is rated or planned is answered by that alone.
    let speaks =
        tools.iter().any(|it| it.name == "say" || it.name == "whisper" || it.name == "page");
    if speaks {
        properties.insert("say".to_owned(), json!({ "type": "string", "maxLength": 400 }));
        properties.insert("pose".to_owned(), json!({ "type": "string", "maxLength": 120 }));
    }
    if !acts.is_empty() {
        properties.insert("act".to_owned(), json!({ "anyOf": acts }));
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": [if speaks { "say" } else { "act" }],
        "additionalProperties": false,
    })
}

/// Returns the schema of an act: the parameters of its tool, with the name of the tool.
fn act(tool: &ToolSpec) -> Value {
    let mut schema = Value::clone(&tool.parameters);
    if let Some(properties) = schema.pointer_mut("/properties").and_then(Value::as_object_mut) {
        properties.insert("tool".to_owned(), json!({ "const": tool.name }));
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.insert(0, json!("tool"));
    } else if let Some(object) = schema.as_object_mut() {
        object.insert("required".to_owned(), json!(["tool"]));
    }
    schema
}
