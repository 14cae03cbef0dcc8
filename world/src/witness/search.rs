//! `search`: finding a thing by its words.

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    save::durability::Durability,
    witness::{
        examine,
        narrator::Narrator,
        sight::{Scope, Sight},
    },
    words::{
        parse::{self, Line, Noun, Pick},
        text::Text,
    },
};

/// Looks for things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// By which words.
    pub words: String,
}

impl Command for Search {
    const SPEC: CommandSpec = CommandSpec {
        name: "search",
        aliases: &["find"],
        role: Role::Guest,
        category: Category::World,
        usage: "search WORDS",
        summary: "Look for things in the room and among what you carry.",
        help: "Example: search lantern\n\
               It finds what lies here and what you carry. For a closer look, examine it.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            words => Ok(Self { words: words.to_owned() }),
        }
    }
}

/// Carries it out.
pub fn search(it: Invocation<Search>, sight: Sight, mut narrator: Narrator) -> Outcome {
    let noun = parse::noun(&it.command.words).ok_or(Refusal::Usage(Search::SPEC.usage))?;
    let all = Noun { pick: Pick::All, ..noun };
    let found = match sight.several(it.act.actor, &all, Scope::Anything) {
        Ok(found) => found.fitting,
        // Whoever searches the straw wants to look at it.
        Err(Refusal::NotHere { .. }) => {
            return examine::show(&it.act, &it.command.words, &sight, &mut narrator);
        }
        Err(refusal) => return Err(refusal),
    };
    let names = if found.is_empty() { "nothing".into() } else { sight.listed(found.into_iter()) };
    narrator.show(&it.act, Text::plain(format!("You find {names}.")));
    Ok(())
}
