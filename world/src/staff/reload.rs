//! `reload` command: hot reload of the content files.

use bevy_ecs::prelude::*;
use engine::{request::Request, save::durability::Durability};
use text::{parse::Line, styled::Text};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::narrator::Narrator,
};

/// `reload` command: reloads the content files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reload;

impl Command for Reload {
    const SPEC: CommandSpec = CommandSpec {
        name: "reload",
        aliases: &["@reload"],
        role: Role::Builder,
        category: Category::Staff,
        usage: "reload",
        summary: "Read the content files again, without disconnecting anybody.",
        help: "Example: reload\n\
               If the files have a problem, you read all of them and the world stays as it is. Else \
               you read what is otherwise than before.",
        saves: Durability::Hard,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// Runs `reload`: sends the request to the server.
pub fn reload(
    invocation: Invocation<Reload>,
    mut narrator: Narrator,
    mut requests: MessageWriter<Request>,
) -> Outcome {
    let by = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?.id;
    requests.write(Request::Reload { by });
    narrator.show(&invocation.act, Text::plain("Reading the content files …"));
    Ok(())
}
