//! `page`: words for somebody anywhere.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::people,
    engine::{id::CharacterId, index::Index},
    witness::{
        fact::{Source, Utterance},
        narrator::Report,
    },
    words::{
        parse::{self, Line},
        text::CleanText,
    },
};

/// Most people one can page at once.
const MOST: usize = 8;

/// Pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// To whom, by name.
    pub to: Vec<String>,
    /// What.
    pub text: CleanText,
}

impl Command for Page {
    const SPEC: CommandSpec = CommandSpec {
        name: "page",
        aliases: &["tell", "p"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "page NAME TEXT\npage NAME, NAME = TEXT",
        summary: "Send words to somebody, wherever they are.",
        help: "Example: page pip Where can I find the inn?\n\
               Only those you page read it.",
        saves: false,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let message = parse::message(line.rest).ok_or(Refusal::Usage(Self::SPEC.usage))?;
        if message.to.len() > MOST {
            return Err(Refusal::because("You can page eight people at most."));
        }
        let to = message.to.iter().map(|it| (*it).to_owned()).collect();
        Ok(Self { to, text: CleanText::new(message.text) })
    }
}

/// Carries it out.
pub fn page(it: Invocation<Page>, index: Res<Index<CharacterId>>, mut report: Report) -> Outcome {
    let mut to = Vec::new();
    for name in &it.command.to {
        let entity = people::anybody(name, &index, &report.people)?;
        if entity == it.act.actor {
            return Err(Refusal::because("You think about it yourself, and hear nothing new."));
        }
        to.extend(report.people.who(entity));
    }
    let hearers = to.iter().map(|it| it.entity).collect();
    let words = it.command.text;
    let words = Utterance { source: Source::Page, words, to, channel: None };
    report.speak(&it.act, words, hearers, true)
}
