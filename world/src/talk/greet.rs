//! `greet` and `talk` commands: address somebody in the room.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, index::Index, save::durability::Durability};
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
    talk::say,
    witness::{narrator::Narrator, sight::Sight},
};

/// Default words of a greeting.
const HELLO: &str = "Hello!";

/// Command `greet`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Greet {
    /// Name of the character who is greeted.
    pub name: String,
}

impl Command for Greet {
    const SPEC: CommandSpec = CommandSpec {
        name: "greet",
        aliases: &[],
        role: Role::Guest,
        category: Category::Talk,
        usage: "greet NAME",
        summary: "Say hello to somebody in the room.",
        help: "Example: greet mara\nIt is the same as: say to mara Hello!",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match parse::leading(line.rest).1 {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            name => Ok(Self { name: name.to_owned() }),
        }
    }
}

/// Executes `greet`.
pub fn greet(
    invocation: Invocation<Greet>,
    sight: Sight,
    index: Res<Index<CharacterId>>,
    mut narrator: Narrator,
) -> Outcome {
    say::to_somebody(
        &invocation.act,
        &invocation.command.name,
        HELLO.into(),
        &sight,
        &index,
        &mut narrator,
    )
}

/// Talks to somebody, or reads how one does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TalkTo {
    /// Name of the addressee.
    pub name: String,
    /// The words, if there are any.
    pub text: Option<CleanText>,
}

impl Command for TalkTo {
    const SPEC: CommandSpec = CommandSpec {
        name: "talk",
        aliases: &["speak", "converse"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "talk to NAME\ntalk to NAME TEXT",
        summary: "Speak to somebody in the room; without words, say hello.",
        help: "Example: talk to mara\n\
               You greet them, and read how to go on. With words it is the same as say: talk to \
               mara Do you have a room?",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        if let Some(message) = parse::message(without(line.rest)) {
            let [name] = message.to.as_slice() else {
                return Err(Refusal::because("Please speak to one at a time."));
            };
            let (name, text) = ((*name).to_owned(), Some(CleanText::new(message.text)));
            return Ok(Self { name, text });
        }
        match parse::leading(without(line.rest)).1 {
            "" | "to" | "with" => Err(Refusal::Usage(Self::SPEC.usage)),
            name => Ok(Self { name: name.to_owned(), text: None }),
        }
    }
}

/// Strips "to" or "with" from the beginning.
fn without(rest: &str) -> &str {
    match rest.split_once(' ') {
        Some((word, name)) if word.eq_ignore_ascii_case("to") => name.trim_start(),
        Some((word, name)) if word.eq_ignore_ascii_case("with") => name.trim_start(),
        Some(_) | None => rest,
    }
}

/// Executes `talk`.
pub fn talk(
    invocation: Invocation<TalkTo>,
    sight: Sight,
    index: Res<Index<CharacterId>>,
    mut narrator: Narrator,
) -> Outcome {
    let TalkTo { name, text } = invocation.command;
    let words = text.clone().unwrap_or_else(|| HELLO.into());
    say::to_somebody(&invocation.act, &name, words, &sight, &index, &mut narrator)?;
    if text.is_none() {
        let name = name.to_lowercase();
        let words = format!(
            "To go on, type: say to {name} TEXT. To ask about something, type: ask {name} about \
             SOMETHING."
        );
        narrator.show(&invocation.act, words.into());
    }
    Ok(())
}
