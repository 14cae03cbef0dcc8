//! `reply` command: answer to the sender of the last whisper or page.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, index::Index, save::durability::Durability};
use text::{parse::Line, styled::CleanText};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    talk::page::{self, Absences},
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
        recent::RecentSpeech,
    },
};

/// Command `reply`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyCommand {
    pub text: CleanText,
}

impl Command for ReplyCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "reply",
        aliases: &["r", "answer", "respond"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "reply TEXT",
        summary: "Answer whoever paged or whispered to you last.",
        help: "Example: reply I am on my way.\n\
               A page is answered by a page, and a whisper by a whisper while both of you are in \
               the room. Only the one whom you answer reads it, also when others were paged with you.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            rest => Ok(Self { text: CleanText::new(rest) }),
        }
    }
}

/// Executes `reply`, by a page or a whisper like the message that is answered.
pub fn reply(
    invocation: Invocation<ReplyCommand>,
    heard: Query<&RecentSpeech>,
    index: Res<Index<CharacterId>>,
    mut absences: Absences,
    mut narrator: Narrator,
) -> Outcome {
    let act = &invocation.act;
    let (who, source) =
        heard.get(act.actor).ok().and_then(RecentSpeech::private).ok_or_else(|| {
            Refusal::because(
                "Nobody has paged or whispered to you since you came. To begin: page NAME TEXT",
            )
        })?;
    let words = invocation.command.text;
    let Some(to) = index.get(&who.id) else {
        return Err(Refusal::because(format!("{} has fallen asleep meanwhile.", who.name)));
    };
    let now = narrator.people.who(to).ok_or(Refusal::Nowhere)?;
    if source == Source::Page {
        return page::send(act, vec![to], vec![now], words, &mut absences, &mut narrator);
    }
    if narrator.room_of(to) != narrator.room_of(act.actor) {
        let words = format!(
            "{0} is not here any more, so a whisper does not reach that far. To reach {0} \
             anywhere, type: page {0} TEXT",
            now.name
        );
        return Err(Refusal::because(words));
    }
    let words = Utterance { source: Source::Whisper, words, to: vec![now], channel: None };
    narrator.speak(act, words, vec![to], true)
}
