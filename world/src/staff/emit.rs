//! `emit`: words without a speaker.

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::{
        fact::{Source, Utterance},
        narrator::Report,
    },
    words::{parse::Line, text::CleanText},
};

/// Shows a text to the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emit {
    /// What.
    pub text: CleanText,
}

impl Command for Emit {
    const SPEC: CommandSpec = CommandSpec {
        name: "emit",
        aliases: &["@emit"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "emit TEXT",
        summary: "Show a text to everybody in the room, without a name.",
        help: "Example: emit A bell tolls far away.\n\
               For staff who tell a story. The log keeps who it was.",
        saves: false,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            rest => Ok(Self { text: CleanText::new(rest) }),
        }
    }
}

/// Carries it out.
pub fn emit(it: Invocation<Emit>, mut report: Report) -> Outcome {
    let words = it.command.text;
    if let Some(who) = report.people.who(it.act.actor) {
        tracing::info!(by = %who.id, %words, "emitted");
    }
    report.speak_here(
        &it.act,
        Utterance { source: Source::Emit, words, to: Vec::new(), channel: None },
    )
}
