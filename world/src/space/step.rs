//! Single steps from a room to the next, and the step back.

use bevy_ecs::prelude::*;
use text::{parse::Direction, styled::Text};

use crate::{
    act::{
        cause::Act,
        perform,
        refusal::{Outcome, Refusal},
    },
    beings::settings::Settings,
    space::{
        containment::{self, PlannedMove},
        door::Door,
        exit::{self, LeadsTo},
        path,
    },
    witness::{
        fact::{Fact, Passage},
        look::Look,
        narrator::with_narrator,
    },
};

/// Last step that a character walked. It counts while the character is in the room that it led to.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
struct LastStep {
    from: Entity,
    to: Entity,
}

/// Walks a character one step. Those left behind and those met see it, and the walker sees the new
/// room, without its description if `brief`.
pub(crate) fn step(world: &mut World, act: &Act, direction: Direction, brief: bool) -> Outcome {
    let from = containment::room_of(world, act.actor).ok_or(Refusal::Nowhere)?;
    let exit = exit::exit(world, from, direction).ok_or(Refusal::NoWay(direction))?;
    if let Some(door) = world.get::<Door>(exit).filter(|it| !it.open) {
        let name = Text::plain(&*door.name).capitalised();
        return Err(Refusal::because(format!("{} is shut.", name.as_str())));
    }
    let to = world.get::<LeadsTo>(exit).ok_or(Refusal::Nowhere)?.0;
    let planned = PlannedMove::new(world, act.actor, to)?;
    let way = Passage::Walked(direction);
    with_narrator(world, |narrator| narrator.deed_in(act, from, Fact::Left(way), &[]));
    planned.make(world);
    world.entity_mut(act.actor).insert(LastStep { from, to });
    with_narrator(world, |narrator| narrator.deed_in(act, to, Fact::Arrived(way), &[]));
    let brief = brief || world.get::<Settings>(act.actor).is_some_and(|it| it.brief);
    perform::queue(world, act.clone(), Look { at: None, brief });
    Ok(())
}

/// Returns the direction that leads back to the room that a character came from.
///
/// # Errors
/// [`Refusal`] when it did not walk here, or no exit leads straight back.
pub(super) fn back(world: &World, walker: Entity) -> Result<Direction, Refusal> {
    let room = containment::room_of(world, walker).ok_or(Refusal::Nowhere)?;
    let last = world.get::<LastStep>(walker).filter(|it| it.to == room).ok_or_else(|| {
        Refusal::because(
            "You did not walk here, so there is no step back. Type exits for the ways.",
        )
    })?;
    path::ways(world, room).find(|it| it.to == last.from).map(|it| it.direction).ok_or_else(|| {
        Refusal::because("No way leads straight back. Type exits for the ways from here.")
    })
}
