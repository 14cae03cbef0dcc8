//! `@npc list` and `@npc show`: what the staff sees of the town's own people.

use bevy_ecs::prelude::*;
use engine::clock::Clock;
use text::styled::{Style, Text};
use world::{
    act::cause::Act,
    beings::{
        character::{Character, CharacterRef, Rights},
        name::Name,
    },
    space::{containment, room},
};

use super::{super::why::READS_PRIVATE, make, reply};
use crate::{
    mind::{
        acquaintance::{Acquaintance, Acquaintances},
        attention::Attention,
        body::Mind,
        health::Health,
        notebook::Notebook,
        sleep::is_asleep,
        thinking::Thinking,
    },
    turn::Turn,
};

/// Row of the list of minds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMind {
    pub who: CharacterRef,
    /// State in a few words, such as `at ease`.
    pub state: &'static str,
    /// Id of the room, or words for none.
    pub room: String,
}

/// Returns all of the town's own people, by id.
pub fn listed(world: &mut World) -> Vec<ListedMind> {
    let mut minds = world.query_filtered::<(Entity, &Character, &Name), With<Mind>>();
    let mut all: Vec<(Entity, CharacterRef)> = minds
        .iter(world)
        .map(|(entity, id, name)| {
            (entity, CharacterRef { id: id.0.clone(), name: name.0.to_string() })
        })
        .collect();
    all.sort_by(|a, b| a.1.id.cmp(&b.1.id));
    let listed =
        |(entity, who)| ListedMind { who, state: state(world, entity), room: room(world, entity) };
    all.into_iter().map(listed).collect()
}

pub(super) fn list(world: &mut World, act: &Act) {
    let mut text = Text::styled(Style::Heading, "The town's own people");
    for ListedMind { who, state, room } in listed(world) {
        text.say("\n  ").push(Style::Person, &who.name);
        text.say(&format!(" ({}): {state}, in {room}", who.id));
    }
    reply(world, act, text);
}

fn room(world: &World, npc: Entity) -> String {
    let room = containment::room_of(world, npc).and_then(|it| world.get::<room::Room>(it));
    room.map_or_else(|| "no room".to_owned(), |it| it.0.to_string())
}

fn state(world: &World, npc: Entity) -> &'static str {
    let Some(health) = world.get::<Health>(npc) else { return "without a mind" };
    let thinking = world.get::<Thinking>(npc).is_some_and(|it| it.turn != Turn::Idle);
    if is_asleep(world, npc) && !health.stopped {
        return "asleep";
    }
    if health.pause(world.resource::<Clock>().now).is_some() {
        return "paused by the staff";
    }
    match (health.stopped, health.rests_until.is_some(), thinking) {
        (true, ..) => "stopped by the staff",
        (_, true, _) => "resting after too many errors",
        (.., true) => "thinking",
        _ => "at ease",
    }
}

pub(super) fn show(world: &mut World, act: &Act, npc: Entity) {
    let Some(persona) = world.get::<Mind>(npc).map(|it| it.persona.clone()) else { return };
    let mut text = Text::styled(Style::Heading, &*persona.body.name);
    let mut line = |name: &str, value: String| {
        text.say(&format!("\n  {name}: {value}"));
    };
    line("id", persona.id.to_string());
    line("state", state(world, npc).to_owned());
    line("in", room(world, npc));
    if let Some(origin) = make::origin(world, &persona.id) {
        line("made by", origin);
    }
    line("rights", persona.body.role.name().to_owned());
    line("model", persona.model.provider.clone().unwrap_or_else(|| "the default".to_owned()));
    let waiting = world.get::<Attention>(npc).map_or(0, |it| it.waiting.len());
    line("waiting to be answered", waiting.to_string());
    // Counts of what some said in private are for whoever may read that.
    let reads_private = world.get::<Rights>(act.actor).is_some_and(|it| it.0 >= READS_PRIVATE);
    let is_counted = |it: &&Acquaintance| reads_private || it.is_known_to_all();
    let people = world.get::<Acquaintances>(npc);
    let people = people.map_or(0, |it| it.0.values().filter(is_counted).count());
    line("knows", format!("{people} people"));
    if reads_private {
        line("notes", world.get::<Notebook>(npc).map_or(0, |it| it.next).to_string());
    }
    let errors = world.get::<Health>(npc).map_or(0, |it| it.errors);
    line("errors in a row", errors.to_string());
    let offers: Vec<&str> = persona.body.offers.iter().map(|it| it.id.as_str()).collect();
    line("offers", if offers.is_empty() { "none".to_owned() } else { offers.join(", ") });
    line(
        "commands",
        match persona.tools.commands.as_slice() {
            [] => "none".to_owned(),
            all => all.join(", "),
        },
    );
    reply(world, act, text);
}
