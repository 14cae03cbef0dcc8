//! `shout` command: speech that is heard in the rooms beside as well.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::{Direction, Line},
    styled::CleanText,
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    space::room::Room,
    trade::tally::{self, entry::TalliedDeed},
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
        sight::Sight,
    },
};

/// Command `shout`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shout {
    pub text: CleanText,
}

impl Command for Shout {
    const SPEC: CommandSpec = CommandSpec {
        name: "shout",
        aliases: &["yell", "holler"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "shout TEXT",
        summary: "Call out, so that they hear you next door as well.",
        help: "Example: shout Is anybody there?\n\
               Everybody in the room hears it, and so do those in the rooms that an open way \
               leads to, with the direction that it comes from. Nothing that is said in a \
               private room is heard outside, and a shut door keeps it out. A shout counts for five \
               lines of other talk. To talk with people anywhere: help channel",
        saves: Durability::Soft,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            rest => Ok(Self { text: CleanText::new(rest) }),
        }
    }
}

/// Executes `shout`.
pub fn shout(
    invocation: Invocation<Shout>,
    sight: Sight,
    rooms: Query<&Room>,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let room = sight.room_of(invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let mut beside: Vec<(Direction, Entity)> = Vec::new();
    for way in Direction::ALL {
        let open = sight.exit(room, way).filter(|(_, door)| door.is_none_or(|door| door.open));
        if let Some((to, _)) = open
            && to != room
            && !beside.iter().any(|(_, known)| *known == to)
        {
            beside.push((way, to));
        }
    }
    let words = invocation.command.text;
    let words = Utterance { source: Source::Shout, words, to: Vec::new(), channel: None };
    narrator.shout(&invocation.act, words, beside)?;
    if let Ok(Room(id)) = rooms.get(room) {
        let (act, deed) = (invocation.act, TalliedDeed::Shouted(id.clone()));
        commands.queue(move |world: &mut World| tally::count(world, &act, act.actor, &deed, ""));
    }
    Ok(())
}
