//! Mind and body of an NPC: creation, update and removal.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, index, save::dirty::Dirty};
use world::{
    beings::name::AuthoredAt, content::build, space::routine, trade::terms,
    witness::conversation::Conversations,
};

use crate::{
    mind::{
        acquaintance::Acquaintances,
        actions::LongActions,
        attention::{Attention, RunQueue},
        delegations::Delegations,
        exchange::Meetings,
        goals::{self, Goals},
        health::Health,
        leads::Leads,
        mood::Mood,
        notebook::Notebook,
        printing,
        projects::Projects,
        reflection::Reflection,
        rumours::Rumours,
        seen::SeenDeeds,
        settings::{AuthoredPersona, MindSettings},
        sleep::Sleep,
        thinking::Thinking,
    },
    perceive::{
        classify::{AttentionPolicy, Pairs},
        stream::Stream,
    },
    persona::Persona,
    record::{entry::MindChange, newest::NewestRecord, write},
    tools::offered::OfferedTools,
};

/// Mind of an NPC: its persona, attention policy and tools.
#[derive(Component, Debug, Clone)]
#[require(
    Thinking,
    Attention,
    Conversations,
    Stream,
    Acquaintances,
    SeenDeeds,
    Rumours,
    Meetings,
    Mood,
    Notebook,
    Goals,
    Health,
    Leads,
    LongActions,
    Delegations,
    Sleep,
    Reflection,
    MindSettings,
    NewestRecord,
    Projects
)]
pub struct Mind {
    pub persona: Arc<Persona>,
    /// Attention policy: rules for the events that the mind reacts to.
    pub policy: AttentionPolicy,
    /// Recent exchanges with other assistants, for rate limiting.
    pub pairs: Pairs,
    /// Tools offered to the mind's models.
    pub tools: OfferedTools,
}

impl Mind {
    fn of(persona: Arc<Persona>) -> Self {
        let policy = AttentionPolicy::from(&persona.attention);
        let tools = OfferedTools::of(&persona);
        Self { persona, policy, pairs: Pairs::default(), tools }
    }
}

/// Puts the settings that staff gave a mind in place of those of its persona.
pub fn apply_settings(world: &mut World, mind: Entity) {
    let Some(AuthoredPersona(authored)) = world.get::<AuthoredPersona>(mind) else { return };
    let persona = match world.get::<MindSettings>(mind).filter(|it| !it.is_empty()) {
        None => authored.clone(),
        Some(settings) => {
            let mut persona = Persona::clone(authored);
            settings.apply(&mut persona);
            Arc::new(persona)
        }
    };
    world.entity_mut(mind).insert(Mind::of(persona));
}

/// Creates the body and mind of a persona, or updates existing ones.
pub fn apply(world: &mut World, persona: &Arc<Persona>) -> Entity {
    let channels = persona.attention.channels.keys().cloned().collect();
    let entity = build::apply_body(world, &persona.id, &persona.body, channels);
    routine::set(world, entity, &persona.routine);
    world.entity_mut(entity).insert((Mind::of(persona.clone()), AuthoredPersona(persona.clone())));
    apply_settings(world, entity);
    match persona.at.clone() {
        Some(at) => world.entity_mut(entity).insert(at),
        None => world.entity_mut(entity).remove::<AuthoredAt>(),
    };
    printing::begin(world, entity, persona.prints.clone());
    let needs = persona.goals.iter().filter_map(|it| it.needs.as_ref());
    terms::watch_for(world, needs.flat_map(|it| &it.when));
    if !persona.goals.is_empty() || world.get::<Goals>(entity).is_some_and(|it| !it.is_empty()) {
        goals::look_soon(world, entity);
    }
    entity
}

/// Removes the minds and bodies of all personas but those in `keep`; their inventory is left in the
/// room.
pub fn retain(world: &mut World, keep: &BTreeSet<CharacterId>) {
    let gone: Vec<Entity> = {
        let mut minds =
            world.query_filtered::<(Entity, &world::beings::character::Character), With<Mind>>();
        minds.iter(world).filter(|(_, it)| !keep.contains(&it.0)).map(|(it, _)| it).collect()
    };
    for entity in gone {
        let room = world::space::containment::room_of(world, entity);
        let carried: Vec<Entity> = world
            .get::<world::space::containment::Contents>(entity)
            .map(|it| it.iter().collect())
            .unwrap_or_default();
        for thing in carried {
            if let Some(room) = room {
                world::things::thing::leave_behind(world, thing, room);
            }
        }
        world.resource_mut::<RunQueue>().0.remove(&entity);
        world.resource_mut::<Dirty>().past_return();
        world.despawn(entity);
    }
}

/// Returns the personas of all minds by id, to be compared after content was read again.
pub fn personas(world: &mut World) -> BTreeMap<CharacterId, Arc<Persona>> {
    let mut minds = world.query::<&Mind>();
    minds.iter(world).map(|it| (it.persona.id.clone(), it.persona.clone())).collect()
}

/// Records which minds new content created, removed or configured anew, given the former personas.
pub fn record_changes(world: &mut World, before: &BTreeMap<CharacterId, Arc<Persona>>) {
    let after = personas(world);
    for gone in before.keys().filter(|id| !after.contains_key(*id)) {
        write::removed(world, gone.clone());
    }
    for (id, persona) in after {
        let change = match before.get(&id) {
            None => MindChange::Created,
            Some(old) => match old.differs_in(&persona) {
                fields if fields.is_empty() => continue,
                fields => MindChange::Configured { fields },
            },
        };
        if let Some(mind) = find(world, &id) {
            write::change(world, mind, change);
        }
    }
}

/// Returns all minds.
pub fn all(world: &mut World) -> Vec<Entity> {
    let mut minds = world.query_filtered::<Entity, With<Mind>>();
    minds.iter(world).collect()
}

/// Returns the entity of a mind by its character id.
#[must_use]
pub fn find(world: &World, id: &CharacterId) -> Option<Entity> {
    let entity = index::find(world, id)?;
    world.get::<Mind>(entity).map(|_| entity)
}
