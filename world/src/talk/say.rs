//! `say` command: speech to the room.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, index::Index, save::durability::Durability};
use text::{
    parse::{self, Line},
    styled::CleanText,
};

use crate::{
    act::{
        cause::{Act, Cause},
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::people,
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
        sight::{Scope, Sight},
    },
};

/// Speaks aloud.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Say {
    /// The whole line.
    pub text: CleanText,
    /// Name of the addressee, and the words without it; if nobody has that name, the whole line was
    /// meant.
    pub to: Option<(String, CleanText)>,
}

impl Command for Say {
    const SPEC: CommandSpec = CommandSpec {
        name: "say",
        aliases: &["'", "\""],
        role: Role::Guest,
        category: Category::Talk,
        usage: "say TEXT\nsay to NAME TEXT",
        summary: "Speak to everybody in the room.",
        help: "Example: say Good evening!\n\
               A quotation mark does the same: 'Good evening!\n\
               To speak to one person, so that it is clear whom you mean: say to mara Do you \
               have a room? Everybody in the room still hears it. Calling people by name does the \
               same: say Mara, do you have a room? What you say next is for whom you talk with, \
               until you call somebody else or are silent for a minute.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        if line.rest.is_empty() {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        let to = parse::directed(line.rest).and_then(|directed| {
            let name = directed.to.first()?;
            Some(((*name).to_owned(), CleanText::new(directed.text)))
        });
        Ok(Self { text: CleanText::new(line.rest), to })
    }
}

/// Executes `say`.
pub fn say(
    invocation: Invocation<Say>,
    sight: Sight,
    index: Res<Index<CharacterId>>,
    mut narrator: Narrator,
) -> Outcome {
    let Say { text, to } = invocation.command;
    let found = to.as_ref().and_then(|(name, words)| {
        let entity = sight.find(invocation.act.actor, &parse::noun(name)?, Scope::People).ok()?;
        Some((narrator.people.who(entity)?, words.clone()))
    });
    let (to, words) = match (found, to) {
        (Some((who, words)), _) => (vec![who], words),
        (None, Some((name, _)))
            if invocation.act.cause == Cause::Typed && !text.starts_with('@') =>
        {
            refuse_absent(invocation.act.actor, &name, &index, &narrator)?;
            (Vec::new(), text)
        }
        (None, _) => (Vec::new(), text),
    };
    narrator
        .speak_here(&invocation.act, Utterance { source: Source::Say, words, to, channel: None })
}

/// Speaks to one person in the room, so that all who are there hear it.
///
/// # Errors
/// As [`Sight::find`], with what to type for somebody who is refuse_absent, and as
/// [`Narrator::speak_here`].
pub(super) fn to_somebody(
    act: &Act,
    name: &str,
    words: CleanText,
    sight: &Sight,
    index: &Index<CharacterId>,
    narrator: &mut Narrator,
) -> Outcome {
    let nobody = || Refusal::Nobody { name: name.to_owned(), place: "here" };
    let noun = parse::noun(name).ok_or_else(nobody)?;
    let found = match sight.find(act.actor, &noun, Scope::People) {
        Ok(found) => found,
        Err(refusal) => {
            refuse_absent(act.actor, name, index, narrator)?;
            return Err(refusal);
        }
    };
    let to = narrator.people.who(found).into_iter().collect();
    narrator.speak_here(act, Utterance { source: Source::Say, words, to, channel: None })
}

/// Refuses to speak to somebody who is somewhere else: the whole room would hear words that were
/// meant for one. Other words after "to" are a manner of speaking.
pub(super) fn refuse_absent(
    speaker: Entity,
    name: &str,
    index: &Index<CharacterId>,
    narrator: &Narrator,
) -> Outcome {
    let Ok(who) = people::anybody(name, index, &narrator.people) else { return Ok(()) };
    match narrator.people.name(who) {
        Some(whole)
            if whole.eq_ignore_ascii_case(name)
                && narrator.room_of(who) != narrator.room_of(speaker) =>
        {
            Err(Refusal::not_here(whole))
        }
        Some(_) | None => Ok(()),
    }
}
