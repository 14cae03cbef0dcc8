//! `emit`: words without a speaker.

use crate::{
    command::{Category, Command, CommandSpec, Invocation, Outcome, Refusal},
    fact::{Source, Utterance},
    parse::Line,
    permission::Role,
    report::Report,
    text::CleanText,
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
