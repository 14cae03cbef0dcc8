//! `quit` command: logout.

use bevy_ecs::prelude::*;
use engine::{request::Request, save::durability::Durability};
use text::parse::Line;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        perform::ReadOnly,
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::{Speaker, SpeakerKind},
        presence::Connected,
    },
};

/// Command `quit`: logs out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quit;

impl Command for Quit {
    const SPEC: CommandSpec = CommandSpec {
        name: "quit",
        aliases: &["logout", "bye"],
        role: Role::Guest,
        category: Category::Game,
        usage: "quit",
        summary: "Save everything and leave.",
        help: "Example: quit\nEverything of yours is saved; you wake up where you fell asleep.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        // "bye mara" is speech to a character, not a logout.
        if line.small_verb() == "bye" && !line.rest.is_empty() {
            return Err(Refusal::Speech { line: line.to_string() });
        }
        Ok(Self)
    }
}

const SAVED: &str = "All is saved. Sleep well; we are glad whenever you come back.";
const UNSAVED: &str = "Sleep well. Nothing can be saved just now, so what happened last may be \
    forgotten; we are glad whenever you come back.";

const GUEST: &str = "Goodbye. Of a guest nothing is kept, and what you carried lies where you stood; \
    to be somebody who lasts, begin with: create NAME PASSWORD";

/// Executes `quit`: asks the server to close the session.
pub fn quit(
    invocation: Invocation<Quit>,
    connected: Query<(&Connected, &Speaker)>,
    read_only: Res<ReadOnly>,
    mut requests: MessageWriter<Request>,
) -> Outcome {
    let (session, speaker) = connected
        .get(invocation.act.actor)
        .map_err(|_| Refusal::because("Nobody plays you, so there is nobody to leave."))?;
    let words = match speaker.0 {
        SpeakerKind::Guest => GUEST,
        SpeakerKind::Player | SpeakerKind::Assistant if read_only.0 => UNSAVED,
        SpeakerKind::Player | SpeakerKind::Assistant => SAVED,
    };
    let words = words.to_owned();
    requests.write(Request::Close { session: session.0, words });
    Ok(())
}
