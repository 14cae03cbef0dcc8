//! Saved projects: one row for each mind that has any.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use engine::{
    id::CharacterId,
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use world::beings::{
    character::Character,
    forgetting::{AddForgetter, Forgotten, Gone},
};

use super::{Project, ProjectId, Projects};
use crate::mind::body::{self, Mind};

/// Kind of the documents; their ids are those of the minds.
pub const KIND: &str = "projects";

/// Document of the projects of a mind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum ProjectsDocument {
    V1(ProjectsV1),
}

/// Version 1 of the projects of a mind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct ProjectsV1 {
    all: Vec<Project>,
    active: Option<ProjectId>,
    /// Number of the last project.
    last: u64,
}

pub(in crate::mind) fn plugin(sim: &mut Simulation) {
    sim.add_forgetter(forget);
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

/// Marks the projects of a mind as changed.
pub fn touch(world: &mut World, mind: Entity) {
    let Some(id) = world.get::<Character>(mind).map(|it| it.0.to_string()) else { return };
    world.resource_mut::<Dirty>().touch_document(KIND, &id);
}

fn find(world: &World, id: &str) -> Option<Entity> {
    body::find(world, &CharacterId::new(id).ok()?)
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let mut projects = world.get::<Projects>(find(world, id)?)?.clone();
    for whom in world.resource::<Gone>().iter() {
        projects.forget(whom);
    }
    Some(row(id, projects))
}

fn row(id: &str, projects: Projects) -> Written {
    let Projects { all, active, last } = projects;
    let named = all.iter().flat_map(|it| it.label.all_named()).cloned();
    let named = named.filter(|it| it.as_str() != id).collect();
    let saved = ProjectsDocument::V1(ProjectsV1 { all, active, last });
    Ok(document::row(KIND, id, id, &saved)?.mentioning(named))
}

/// Removes the projects that came from words of some characters from a saved row; none if nothing
/// changes.
///
/// # Errors
/// [`Unreadable`] when it cannot be read.
pub fn without(
    row_of: &SavedRow,
    gone: &BTreeSet<CharacterId>,
) -> Result<Option<Written>, Unreadable> {
    let ProjectsDocument::V1(ProjectsV1 { all, active, last }) = document::read(KIND, row_of)?;
    let mut projects = Projects::restored(all, active, last);
    let changed = gone.iter().filter(|it| projects.forget(it)).count() > 0;
    Ok(changed.then(|| row(&row_of.id, projects)))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let ProjectsDocument::V1(ProjectsV1 { all, active, last }) = document::read(KIND, row)?;
        if let Some(mind) = find(world, &row.id) {
            world.entity_mut(mind).insert(Projects::restored(all, active, last));
        }
    }
    Ok(())
}

fn forget(world: &mut World, whom: &Forgotten) {
    let mut minds = world.query_filtered::<Entity, With<Mind>>();
    let minds: Vec<Entity> = minds.iter(world).collect();
    for mind in minds {
        let Some(mut projects) = world.get_mut::<Projects>(mind) else { continue };
        if whom.characters.iter().filter(|id| projects.forget(id)).count() > 0 {
            touch(world, mind);
        }
    }
}
