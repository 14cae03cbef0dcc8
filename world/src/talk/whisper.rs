//! `whisper` command: a private message to somebody in the same room.

use engine::save::durability::Durability;
use text::{
    parse::{self, Line},
    styled::CleanText,
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
        sight::{self, Scope, Sight},
    },
};

/// Most people one can whisper to at once.
const MOST: usize = 4;

/// Command `whisper`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whisper {
    /// Name of the addressee.
    pub to: Vec<String>,
    pub text: CleanText,
}

impl Command for Whisper {
    const SPEC: CommandSpec = CommandSpec {
        name: "whisper",
        aliases: &["wh"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "whisper NAME TEXT\nwhisper NAME, NAME = TEXT",
        summary: "Speak so that only one person in the room hears it.",
        help: "Example: whisper mara Is the gatekeeper to be trusted?\n\
               Nobody else in the room hears or sees it.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let message = parse::message(line.rest).ok_or(Refusal::Usage(Self::SPEC.usage))?;
        if message.to.len() > MOST {
            return Err(Refusal::because("You can whisper to four people at most."));
        }
        let to = message.to.iter().map(|it| (*it).to_owned()).collect();
        Ok(Self { to, text: CleanText::new(message.text) })
    }
}

/// Executes `whisper`.
pub fn whisper(invocation: Invocation<Whisper>, sight: Sight, mut narrator: Narrator) -> Outcome {
    let (hearers, to) = sight::everybody(&invocation.command.to, &narrator.people, |name| {
        let noun = parse::noun(name).ok_or(Refusal::Usage(Whisper::SPEC.usage))?;
        sight.find(invocation.act.actor, &noun, Scope::People)
    })?;
    let words = invocation.command.text;
    let words = Utterance { source: Source::Whisper, words, to, channel: None };
    narrator.speak(&invocation.act, words, hearers, true)
}
