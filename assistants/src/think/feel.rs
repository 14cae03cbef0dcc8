//! Changes of regard and mood that a thought leaves behind.

use bevy_ecs::prelude::*;
use engine::clock::Clock;

use super::provenance;
use crate::mind::{
    acquaintance::Acquaintances, body::Mind, mood::Mood, regard::Regard, saved, thinking::Thinking,
};

/// Moves what a mind thinks of the one it reacts to, as far as the day allows, and how it feels: for
/// those who may know of all that the thought has come by.
pub(super) fn feel(world: &mut World, npc: Entity, by: i8, mood: i8) {
    let now = world.resource::<Clock>().now;
    let readers = provenance::label(world, npc).readers;
    let Some(persona) = world.get::<Mind>(npc).map(|it| it.persona.clone()) else { return };
    if mood != 0
        && let Some(mut it) = world.get_mut::<Mood>(npc)
    {
        it.shift(&readers, mood, persona.mood.rest, now);
        saved::touch(world, npc);
    }
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let Some(stimulus) = matter.and_then(|it| it.stimulus.as_ref()).filter(|_| by != 0) else {
        return;
    };
    let cheap = stimulus.deed().is_none_or(|it| it.deed.is_cheap());
    let whom = stimulus.speaker.clone();
    let Some(mut people) = world.get_mut::<Acquaintances>(npc) else { return };
    let first = Regard::new(persona.regard_at_first(&whom));
    let regard = &mut people.meet(&whom).regard;
    regard.change(&readers, || first, |it| it.shift(by, cheap, now));
    saved::touch_acquaintance(world, npc, &whom);
}
