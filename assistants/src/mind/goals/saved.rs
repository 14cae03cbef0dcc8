//! Saved goals: one row for each mind that has any.

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

use super::{Goal, Goals, look_soon};
use crate::mind::body::{self, Mind};

/// Kind of the documents; their ids are those of the minds.
pub const KIND: &str = "goals";

/// Document of the goals of a mind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum GoalsDocument {
    V1(GoalsV1),
}

/// Version 1 of the goals of a mind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct GoalsV1 {
    /// Number of the last goal.
    last: u64,
    all: Vec<Goal>,
}

pub(in crate::mind) fn plugin(sim: &mut Simulation) {
    sim.add_forgetter(forget);
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

/// Marks the goals of a mind as changed.
pub fn touch(world: &mut World, mind: Entity) {
    let Some(id) = world.get::<Character>(mind).map(|it| it.0.to_string()) else { return };
    world.resource_mut::<Dirty>().touch_document(KIND, &id);
}

fn find(world: &World, id: &str) -> Option<Entity> {
    body::find(world, &CharacterId::new(id).ok()?)
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let mut goals = world.get::<Goals>(find(world, id)?)?.clone();
    for whom in world.resource::<Gone>().iter() {
        goals.forget(whom);
    }
    Some(row(id, &goals))
}

fn row(id: &str, goals: &Goals) -> Written {
    let all: Vec<Goal> = goals.iter().cloned().collect();
    let named = named(&all).filter(|it| it.as_str() != id).cloned().collect();
    let saved = GoalsDocument::V1(GoalsV1 { last: goals.last, all });
    Ok(document::row(KIND, id, id, &saved)?.mentioning(named))
}

/// Removes the goals that came from words of some characters from a saved row, and their ids from what
/// is counted; none if nothing changes.
///
/// # Errors
/// [`Unreadable`] when it cannot be read.
pub fn without(
    row_of: &SavedRow,
    gone: &BTreeSet<CharacterId>,
) -> Result<Option<Written>, Unreadable> {
    let GoalsDocument::V1(GoalsV1 { last, all }) = document::read(KIND, row_of)?;
    let mut goals = Goals::restored(last, all);
    let changed = gone.iter().filter(|it| goals.forget(it)).count() > 0;
    Ok(changed.then(|| row(&row_of.id, &goals)))
}

/// Returns all characters that some goals name.
fn named(all: &[Goal]) -> impl Iterator<Item = &CharacterId> {
    let named = all.iter().flat_map(|goal| {
        let by = goal.by.iter().map(|by| &by.id);
        let asked = goal.asked.iter().map(|(id, _)| id);
        goal.label.all_named().chain(by).chain(&goal.tally.by).chain(asked)
    });
    named.collect::<BTreeSet<_>>().into_iter()
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let GoalsDocument::V1(GoalsV1 { last, all }) = document::read(KIND, row)?;
        let Some(mind) = find(world, &row.id) else { continue };
        world.entity_mut(mind).insert(Goals::restored(last, all));
        look_soon(world, mind);
    }
    Ok(())
}

fn forget(world: &mut World, whom: &Forgotten) {
    let mut minds = world.query_filtered::<Entity, With<Mind>>();
    let minds: Vec<Entity> = minds.iter(world).collect();
    for mind in minds {
        let Some(mut goals) = world.get_mut::<Goals>(mind) else { continue };
        if whom.characters.iter().filter(|id| goals.forget(id)).count() > 0 {
            touch(world, mind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_today_is_read_tomorrow() {
        let old = r#"{"V1": {"last": 4, "all": [{"id": 2, "version": 3, "name": "plait",
            "text": "sell a plait", "priority": 5, "label": {"integrity": "Staff", "readers":
            "Everyone", "origins": [], "hops": 0}, "since": 5, "needs": {"on": [{"Accepted":
            "sell-onion"}], "count": {"Visitors": 3}}, "tally": {"count": 1, "by": ["ann"], "from": 5},
            "asked": [["bob", 7]]}]}}"#;
        let GoalsDocument::V1(read) = serde_json::from_str(old).unwrap();
        let written = serde_json::to_string(&GoalsDocument::V1(read.clone())).unwrap();
        let GoalsDocument::V1(again) = serde_json::from_str(&written).unwrap();
        assert_eq!(again, read);
        let names: Vec<&str> = named(&read.all).map(CharacterId::as_str).collect();
        assert_eq!(names, ["ann", "bob"]);
    }
}
