//! Open circuit breakers of models' endpoints and services' tools, saved so that their rests go on after a restart.

use std::{collections::BTreeMap, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

/// Kind and id of the only document.
const KIND: &str = "endpoint-rests";

/// Start of the key of a service's tool, which no address of an endpoint has.
const TOOL: &str = "tool ";

/// Returns the key of the breaker of a service's tool.
#[must_use]
pub fn key_of_tool(name: &str) -> String {
    format!("{TOOL}{name}")
}

/// Ends of the rests by key: the address of an endpoint, or what [`key_of_tool`] returns.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenBreakers(pub BTreeMap<String, WorldTime>);

impl OpenBreakers {
    /// Returns the addresses of endpoints that rest at a time, and what is left of each rest.
    pub fn of_endpoints(&self, now: WorldTime) -> impl Iterator<Item = (&str, Duration)> {
        self.left(now).filter(|(key, _)| !key.starts_with(TOOL))
    }

    /// Returns the keys of tools that rest at a time, and what is left of each rest.
    pub fn of_tools(&self, now: WorldTime) -> impl Iterator<Item = (&str, Duration)> {
        self.left(now).filter(|(key, _)| key.starts_with(TOOL))
    }

    fn left(&self, now: WorldTime) -> impl Iterator<Item = (&str, Duration)> {
        let left = self.0.iter().map(move |(key, until)| (&**key, until.since(now)));
        left.filter(|(_, left)| !left.is_zero())
    }
}

/// Document of the rests.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum OpenBreakersDocument {
    /// Version 1.
    V1(BTreeMap<String, WorldTime>),
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<OpenBreakers>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

/// Replaces the rests.
pub fn put(world: &mut World, rests: BTreeMap<String, WorldTime>) {
    world.insert_resource(OpenBreakers(rests));
    world.resource_mut::<Dirty>().touch_document(KIND, KIND);
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(_) = changed else { return None };
    let rests = OpenBreakersDocument::V1(world.resource::<OpenBreakers>().0.clone());
    Some(document::row(KIND, KIND, "", &rests))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let Some(row) = saved.first() else { return Ok(()) };
    let OpenBreakersDocument::V1(rests) = document::read(KIND, row)?;
    world.insert_resource(OpenBreakers(rests));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_goes_on_over_a_restart_until_it_is_over() {
        let mut before = Simulation::new(1);
        before.world_mut().init_resource::<Dirty>();
        plugin(&mut before);
        let until = WorldTime(40_000);
        let of_both = [("http://a".to_owned(), until), (key_of_tool("look"), until)];
        put(before.world_mut(), BTreeMap::from(of_both));
        let written = collect(before.world(), Changed::Document(KIND)).unwrap().unwrap();
        let mut after = Simulation::new(1);
        plugin(&mut after);
        let row = SavedRow { id: written.id, owner: written.owner, body: written.body.unwrap() };
        restore(after.world_mut(), &[row]).unwrap();
        let open = after.world().resource::<OpenBreakers>();
        let half_a_minute = Duration::from_secs(30);
        let endpoints = |now| open.of_endpoints(WorldTime(now)).collect::<Vec<_>>();
        let tools = |now| open.of_tools(WorldTime(now)).collect::<Vec<_>>();
        assert_eq!(endpoints(10_000), [("http://a", half_a_minute)]);
        assert_eq!(tools(10_000), [(&*key_of_tool("look"), half_a_minute)]);
        assert_eq!((endpoints(40_000), tools(40_000)), (vec![], vec![]));
    }
}
