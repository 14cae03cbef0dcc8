//! Command `look`: the view of the current room.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::parse::{self, Line};

use crate::{
    act::{
        cause::{Act, Cause},
        command::{Category, Command, CommandSpec, Invocation},
        perform,
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{character::own_label, people::who},
    witness::{narrator::Narrator, sight::Sight},
};

/// Command to look around, or at a target.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Look {
    /// Target; none to look around.
    pub at: Option<String>,
    /// True to leave out the room's description.
    pub brief: bool,
}

impl Command for Look {
    const SPEC: CommandSpec = CommandSpec {
        name: "look",
        aliases: &["l"],
        role: Role::Guest,
        category: Category::World,
        usage: "look\nlook at THING\nlook DIRECTION",
        summary: "See where you are, who is there and what lies around.",
        help: "Example: look\n\
               With a name, a thing or anything a description mentions, it is the same as \
               examine: look at fountain. With a direction you look along it: look north.",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let (_, at) = parse::leading(line.rest);
        let here = matches!(
            at,
            "" | "around" | "here" | "room" | "everyone" | "everybody" | "everything" | "all"
        );
        Ok(Self { at: (!here).then(|| at.to_owned()), brief: false })
    }
}

/// Runs the `look` command.
pub fn look(invocation: Invocation<Look>, sight: Sight, mut narrator: Narrator) -> Outcome {
    if let Some(at) = invocation.command.at {
        return super::examine::show(&invocation.act, &at, &sight, &mut narrator);
    }
    let room = sight.room_of(invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let text = sight.view(invocation.act.actor, room, invocation.command.brief);
    narrator.show(&invocation.act, text);
    Ok(())
}

/// Queues a look around for a character at the end of this tick's acts, after it woke up or was
/// moved.
pub(crate) fn queue_for(world: &mut World, entity: Entity) {
    let Some(who) = who(world, entity) else { return };
    let act = Act { actor: entity, cause: Cause::World, label: own_label(&who) };
    perform::queue(world, act, Look::default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        beings::character::{Speaker, SpeakerKind},
        fixture::Fixture,
    };

    #[test]
    fn a_crowd_is_named_in_part_and_counted() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        for n in 1..=12 {
            game.enter(&format!("P{n}"), Role::Player, "town/square");
        }
        let few = game.type_line(ann, "look");
        assert!(few.ends_with("Here: P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11 and P12."));
        // An NPC among the others.
        let own = game.entity("p3").unwrap();
        game.sim.world_mut().entity_mut(own).insert(Speaker(SpeakerKind::Assistant));
        game.enter("P13", Role::Player, "town/square");
        let many = game.type_line(ann, "look");
        let names = "Here: P3, P13, P12, P11, P10, P9, P8, P7 and 5 others; \
            type who here to see who they are.";
        assert!(many.ends_with(names), "{many}");
    }
}
