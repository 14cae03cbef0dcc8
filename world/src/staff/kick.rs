//! `kick` command: disconnects a player.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, index::Index, request::Request, save::durability::Durability};
use text::{parse::Line, styled::Text};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{people, presence::Connected},
    witness::narrator::Narrator,
};

/// `kick` command: disconnects a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kick {
    pub name: String,
    /// Reason shown to the player; may be empty.
    pub reason: String,
}

impl Command for Kick {
    const SPEC: CommandSpec = CommandSpec {
        name: "kick",
        aliases: &["@boot", "boot"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "kick NAME\nkick NAME = REASON",
        summary: "End somebody's connection.",
        help: "Example: kick bob = Please do not shout.\n\
               The character is saved as with quit. Nobody can kick those with higher rights.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let (name, reason) = line.rest.split_once('=').unwrap_or((line.rest, ""));
        let (name, reason) = (name.trim(), reason.trim());
        if name.is_empty() {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        Ok(Self { name: name.to_owned(), reason: reason.to_owned() })
    }
}

/// Runs `kick`: closes the session of the target unless its role is higher than the actor's.
pub fn kick(
    invocation: Invocation<Kick>,
    index: Res<Index<CharacterId>>,
    connected: Query<&Connected>,
    mut narrator: Narrator,
    mut requests: MessageWriter<Request>,
) -> Outcome {
    let target = people::anybody(&invocation.command.name, &index, &narrator.people)?;
    let who = narrator.people.who(target).ok_or(Refusal::Nowhere)?;
    let mine = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?.role;
    if who.role > mine {
        return Err(Refusal::NotAllowed);
    }
    let session = connected
        .get(target)
        .map_err(|_| Refusal::because(format!("{} is not a player.", who.name)))?;
    let reason = match invocation.command.reason.as_str() {
        "" => String::new(),
        reason => format!(" The reason: {reason}"),
    };
    let words = format!("The staff has ended your connection.{reason}");
    requests.write(Request::Close { session: session.0, words });
    tracing::info!(who = %who.id, "kicked");
    narrator.show(&invocation.act, Text::plain(format!("{} is sent away.", who.name)));
    Ok(())
}
