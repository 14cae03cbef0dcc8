//! Saved long actions: one row for each mind.

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use world::{
    act::due,
    beings::{
        character::Character,
        forgetting::{AddForgetter, Forgotten, Gone},
    },
};

use super::{ActionsResumed, LongAction, LongActions};
use crate::mind::body::{self, Mind};

/// Kind of the documents; their ids are those of the minds.
pub const KIND: &str = "actions";

/// Document of a mind's long actions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum ActionsDocument {
    V1(ActionsV1),
}

/// Version 1 of the long actions of a mind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct ActionsV1 {
    /// Number of the last action.
    last: u64,
    all: Vec<LongAction>,
}

pub(in crate::mind) fn plugin(sim: &mut Simulation) {
    sim.add_forgetter(forget);
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

/// Marks the actions of a mind as changed.
pub fn touch(world: &mut World, mind: Entity) {
    let Some(id) = world.get::<Character>(mind).map(|it| it.0.to_string()) else { return };
    world.resource_mut::<Dirty>().touch_document(KIND, &id);
}

fn find(world: &World, id: &str) -> Option<Entity> {
    body::find(world, &CharacterId::new(id).ok()?)
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let actions = world.get::<LongActions>(find(world, id)?)?;
    let gone = world.resource::<Gone>();
    let all = actions.iter().filter(|it| !gone.iter().any(|whom| it.names(whom)));
    let all: Vec<LongAction> = all.cloned().collect();
    let named = all.iter().flat_map(|it| it.label.all_named().chain([&it.by.id])).cloned();
    let named = named.filter(|it| it.as_str() != id).collect();
    let saved = ActionsDocument::V1(ActionsV1 { last: actions.next, all });
    let row = document::row(KIND, id, id, &saved);
    Some(row.map(|row| row.mentioning(named)))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let ActionsDocument::V1(ActionsV1 { last, all }) = document::read(KIND, row)?;
        let Some(mind) = find(world, &row.id) else { continue };
        let actions = LongActions::restored(last, all);
        let is_open = actions.open().next().is_some();
        world.entity_mut(mind).insert(actions);
        if is_open {
            due::enter(world, WorldTime::default(), ActionsResumed { mind });
        }
    }
    Ok(())
}

fn forget(world: &mut World, whom: &Forgotten) {
    let mut minds = world.query_filtered::<Entity, With<Mind>>();
    let minds: Vec<Entity> = minds.iter(world).collect();
    for mind in minds {
        let Some(mut actions) = world.get_mut::<LongActions>(mind) else { continue };
        if whom.characters.iter().filter(|id| actions.forget(id)).count() > 0 {
            touch(world, mind);
        }
    }
}
