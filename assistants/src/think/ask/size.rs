//! Sizes of what a question is made of, before a provider has counted its tokens.

use bevy_ecs::prelude::*;

use crate::{
    llm::{ChatMessage, ToolSpec},
    mind::{body::Mind, thinking::Thinking},
    turn::budget::CONTEXT,
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

/// Returns the size of the context window in tokens, which stays for a whole thought, as its form does.
pub(super) fn of_context(world: &World, npc: Entity) -> u32 {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    // What a persona says of its model holds for no other.
    let is_own = matter.is_none_or(|it| !it.chain.is_fallback());
    let own = world.get::<Mind>(npc).filter(|_| is_own).and_then(|it| it.persona.model.context);
    own.or_else(|| Some(matter?.brief.window)).unwrap_or(CONTEXT)
}
