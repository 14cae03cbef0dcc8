//! Question with tool calls. Everything that came from the game is data: JSON records, one per line,
//! between two marks that nobody in the game knows.
//!
//! ```text
//! system      the rules, then the character
//! user        what the partner said and did      the transcript, which only grows
//! assistant   what the character answered
//! user        how things are now, then what the partner said last
//! ...         the calls of this thought, and what came of them
//! ```

use serde_json::Value;
use world::witness::fact::Source;

use super::{Parts, earlier::EarlierTalk, literal, record::record, steps, system, tail, task};
use crate::{llm::ChatMessage, persona::Persona, turn::brief::TurnAuthority};

/// Builds the messages of a question with tool calls.
pub(super) fn messages(parts: &Parts) -> Vec<ChatMessage> {
    let mut messages = beginning(parts.persona, parts.kind);
    transcribe(&mut messages, parts);
    steps::push(&mut messages, parts);
    if let (Some(advice), Some(ChatMessage::Tool { content, .. })) =
        (parts.advice, messages.last_mut())
    {
        content.push_str("\n\n");
        content.push_str(advice);
    }
    messages
}

/// Returns the messages that never change.
pub(super) fn beginning(persona: &Persona, kind: TurnAuthority) -> Vec<ChatMessage> {
    vec![ChatMessage::System(system::text(persona, kind))]
}

/// Appends the transcript, and the current state at its end. Poses of the character are records, as
/// the lines of others are, and so are its words before the partner said anything.
fn transcribe(messages: &mut Vec<ChatMessage>, parts: &Parts) {
    let mut records: Vec<Value> = Vec::new();
    let close = |records: &mut Vec<Value>, messages: &mut Vec<ChatMessage>| {
        if !records.is_empty() {
            messages.push(ChatMessage::User(fenced(records, parts.fence)));
            records.clear();
        }
    };
    records.extend(parts.earlier.as_ref().map(EarlierTalk::record));
    for line in parts.transcript {
        let is_first = messages.len() == 1 && records.is_empty();
        if !line.own || line.source == Source::Pose || is_first {
            records.push(record(line));
            continue;
        }
        close(&mut records, messages);
        match messages.last_mut() {
            Some(ChatMessage::Assistant { text: Some(text), .. }) => {
                text.push('\n');
                text.push_str(&literal::plain(&line.words));
            }
            _ => {
                let text = Some(literal::plain(&line.words).into_owned());
                messages.push(ChatMessage::Assistant { text, calls: Vec::new() });
            }
        }
    }
    // What is to be answered stands last, behind how things are.
    let unanswered = std::mem::replace(&mut records, tail::records(parts));
    records.extend(unanswered);
    records.extend(tail::pending(parts));
    let mut text = fenced(&records, parts.fence);
    if let Some(demand) = task::demand(parts) {
        text.push('\n');
        text.push_str(&demand);
    } else if let Some(name) = parts.answered() {
        text.push_str("\n(Answer ");
        text.push_str(&literal::plain(name));
        text.push_str(".)");
    }
    messages.push(ChatMessage::User(text));
}

fn fenced(records: &[Value], fence: &str) -> String {
    let mut text = format!("{fence}\n");
    for record in records {
        text.push_str(&literal::record(record));
        text.push('\n');
    }
    text.push_str(fence);
    text
}
