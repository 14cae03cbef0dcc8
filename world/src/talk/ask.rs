//! `ask` command: puts a question to somebody in the room.

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

/// Command `ask`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskCommand {
    /// Name of the character who is asked.
    pub name: String,
    /// The question, as it is said.
    pub text: CleanText,
}

impl Command for AskCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "ask",
        aliases: &["question"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "ask NAME QUESTION\nask NAME about SOMETHING\nask NAME for SOMETHING",
        summary: "Ask somebody in the room something.",
        help: "Example: ask mara about spoons\n\
               You say it aloud, to the one you name: \"What can you tell me about spoons?\" \
               Everybody in the room hears it. Any question does: ask mara Where is the gate?",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let message = parse::message(line.rest).ok_or(Refusal::Usage(Self::SPEC.usage))?;
        let [name] = message.to.as_slice() else {
            return Err(Refusal::because("Please ask one at a time."));
        };
        let text = question(message.text).ok_or(Refusal::Usage(Self::SPEC.usage))?;
        Ok(Self { name: (*name).to_owned(), text: CleanText::new(&text) })
    }
}

/// Returns the question that stands for the words after the name; none when there is nothing to
/// ask.
fn question(words: &str) -> Option<String> {
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    // Whoever ends a topic like a sentence means the topic.
    let topic = rest.trim().trim_end_matches(['.', '?', '!']).trim_end();
    let asked = match (first.to_lowercase().as_str(), topic) {
        ("about" | "for", "") => return None,
        ("about", topic) => format!("What can you tell me about {topic}?"),
        ("for", topic) => format!("Could I have {topic}, please?"),
        _ if words.ends_with(['.', '?', '!', '…']) => words.to_owned(),
        _ => format!("{words}?"),
    };
    Some(asked)
}

/// Executes `ask`.
pub fn ask(
    invocation: Invocation<AskCommand>,
    sight: Sight,
    index: Res<Index<CharacterId>>,
    mut narrator: Narrator,
) -> Outcome {
    let AskCommand { name, text } = invocation.command;
    say::to_somebody(&invocation.act, &name, text, &sight, &index, &mut narrator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_put_as_one_says_it() {
        for (typed, said) in [
            ("about spoons", Some("What can you tell me about spoons?")),
            ("about the gate?", Some("What can you tell me about the gate?")),
            ("for an ale", Some("Could I have an ale, please?")),
            ("where is the inn", Some("where is the inn?")),
            ("Where is the inn?", Some("Where is the inn?")),
            ("Tell me about it.", Some("Tell me about it.")),
            ("about", None),
            ("about ?", None),
        ] {
            assert_eq!(question(typed).as_deref(), said, "{typed}");
        }
    }
}
