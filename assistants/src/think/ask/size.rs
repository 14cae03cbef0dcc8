//! Sizes of what a question is made of, before a provider has counted its tokens.

use std::sync::Arc;

use crate::{
    llm::{ChatMessage, ToolSpec},
    perceive::stream::StreamLine,
};

/// Returns the number of bytes of messages.
pub(in crate::think) fn of_messages(messages: &[ChatMessage]) -> usize {
    let of = |message: &ChatMessage| match message {
        ChatMessage::System(text) | ChatMessage::User(text) => text.len(),
        ChatMessage::Assistant { text, calls } => {
            let calls: usize = calls.iter().map(|it| it.name.len() + 80).sum();
            text.as_ref().map_or(0, String::len) + calls
        }
        ChatMessage::Tool { content, .. } => content.len(),
    };
    messages.iter().map(of).sum()
}

/// Returns the number of bytes of tools, as they are sent.
pub(in crate::think) fn of_tools(tools: &[ToolSpec]) -> usize {
    let of = |it: &ToolSpec| it.name.len() + it.description.len() + it.written.len();
    tools.iter().map(of).sum()
}

/// Returns the newest lines that fit into so many bytes, oldest first.
pub(super) fn newest(lines: &[Arc<StreamLine>], mut left: usize) -> Vec<&StreamLine> {
    let mut fitting: Vec<&StreamLine> = Vec::new();
    for line in lines.iter().rev() {
        let Some(rest) = left.checked_sub(line.words.len() + 80) else { break };
        left = rest;
        fitting.push(line);
    }
    fitting.reverse();
    fitting
}
