//! The own state of a character, as far as those who hear of it may know it.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, label::Label};
use world::{
    beings::{doing::Doing, name::Name},
    space::containment,
};

use super::{ask::people, recall};
use crate::{
    gate::ignoring::PromptFilter,
    llm::scene::felt,
    mind::{actions::LongActions, body::Mind, health::Health, leads::Leads},
};

/// Returns the status of a character, for itself: where it is and what it does, what it carries,
/// how it feels, what it still has to do, and for how long its mind rests. What it comes from
/// becomes part of the thought.
pub(super) fn own_status(world: &mut World, npc: Entity) -> Result<String, String> {
    let mut labels = Vec::new();
    let lines = recall::with_readers(world, npc, |readers| lines(world, npc, readers, &mut labels));
    for label in labels {
        recall::absorb(world, npc, &label, None);
    }
    if lines.is_empty() { Err("nobody is there".to_owned()) } else { Ok(lines.join("\n")) }
}

fn lines(
    world: &World,
    npc: Entity,
    readers: &PromptFilter<'_>,
    labels: &mut Vec<Label>,
) -> Vec<String> {
    let Some(mind) = world.get::<Mind>(npc) else { return Vec::new() };
    let now = world.resource::<Clock>().now;
    let mut lines = vec![format!("you are {}", mind.persona.body.name)];
    if let Some(room) = containment::room_of(world, npc) {
        let place = world.get::<Name>(room).map(|it| it.0.to_string()).unwrap_or_default();
        let doing = world.get::<Doing>(npc).filter(|it| it.room == room);
        let doing = doing.map(|it| format!(", {}", it.words)).unwrap_or_default();
        lines.push(format!("in {place}{doing}"));
    }
    let [_, _, carried] = people::around(world, npc, readers.audience());
    let carried = if carried.is_empty() { "nothing".to_owned() } else { carried.join(", ") };
    lines.push(format!("you carry {carried}"));
    let mood = felt(people::mood(world, npc, readers.audience())).unwrap_or("even");
    lines.push(format!("your mood is {mood}"));
    let actions = world.get::<LongActions>(npc).into_iter().flat_map(LongActions::open);
    for action in actions.filter(|it| readers.may_read(&it.label)) {
        labels.push(action.label.clone());
        lines.push(format!(
            "to do for {}: \"{}\", {}",
            action.by.name,
            action.task,
            action.progress()
        ));
    }
    let open = world.get::<Leads>(npc).into_iter().flat_map(|it| it.still_open(now));
    let open = open.filter(|it| readers.may_read(&it.label)).count();
    if open > 0 {
        lines.push(format!("left open with others: {open}"));
    }
    let rests = world.get::<Health>(npc).and_then(|it| it.rests_until);
    if let Some(until) = rests.filter(|it| *it > now) {
        let minutes = until.since(now).as_secs().div_ceil(60);
        lines.push(format!("your mind rests for {minutes} minutes more"));
    }
    lines
}
