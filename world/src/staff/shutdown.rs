//! `shutdown` command: asks the server to stop gracefully. The sequence that follows is listed in
//! `server/src/run/shutdown.rs`.

use bevy_ecs::prelude::*;
use engine::{request::Request, save::durability::Durability};
use text::parse::Line;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::narrator::Narrator,
};

/// `shutdown` command: stops the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shutdown;

impl Command for Shutdown {
    const SPEC: CommandSpec = CommandSpec {
        name: "shutdown",
        aliases: &["@shutdown"],
        role: Role::Owner,
        category: Category::Staff,
        usage: "shutdown now",
        summary: "Save everything and stop the server.",
        help: "Example: shutdown now\nEverybody reads a goodbye; all is saved.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "now" => Ok(Self),
            _ => Err(Refusal::Usage(Self::SPEC.usage)),
        }
    }
}

/// Runs `shutdown`: sends the request to the server.
pub fn shutdown(
    invocation: Invocation<Shutdown>,
    narrator: Narrator,
    mut requests: MessageWriter<Request>,
) -> Outcome {
    let by = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?.id;
    tracing::info!(%by, "shutdown asked for");
    requests.write(Request::Shutdown { by });
    Ok(())
}
