//! `emote` command (pose): shows what the character does.

use engine::save::durability::Durability;
use text::{parse::Line, styled::CleanText};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
    },
};

/// Poses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emote {
    /// Text that follows the name.
    pub text: CleanText,
}

impl Command for Emote {
    const SPEC: CommandSpec = CommandSpec {
        name: "emote",
        aliases: &["pose", ":", ";", "me"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "emote TEXT",
        summary: "Show what you do or how you feel.",
        help: "Example: emote waves to everybody.\n\
               Everybody in the room reads your name and the text. A colon does the same: \
               :waves. What an emote says is your word for it; it changes nothing in the world.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        // In the game of others "me waves" is an emote, and yet people say "me too" to each other.
        const SAID: [&str; 10] =
            ["too", "neither", "also", "as", "please", "and", "or", "first", "next", "either"];
        let first = line.rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if line.verb.eq_ignore_ascii_case("me")
            && SAID.iter().any(|it| it.eq_ignore_ascii_case(first))
        {
            return Err(Refusal::Speech { line: line.to_string() });
        }
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            rest => Ok(Self { text: CleanText::new(rest) }),
        }
    }
}

/// Executes `emote`.
pub fn emote(invocation: Invocation<Emote>, mut narrator: Narrator) -> Outcome {
    let words = invocation.command.text;
    narrator.speak_here(
        &invocation.act,
        Utterance { source: Source::Pose, words, to: Vec::new(), channel: None },
    )
}
