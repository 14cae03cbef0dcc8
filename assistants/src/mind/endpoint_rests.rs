//! Rests of models' endpoints, and of services' tools, that failed too often, saved so that they go on after a restart.

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

/// Ends of the rests of endpoints by their addresses, and of tools by their names with a prefix.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct EndpointRests(pub BTreeMap<String, WorldTime>);

impl EndpointRests {
    /// Returns the remaining time of each rest, without those that are over.
    pub fn left(&self, now: WorldTime) -> impl Iterator<Item = (&str, Duration)> {
        let left = self.0.iter().map(move |(endpoint, until)| (&**endpoint, until.since(now)));
        left.filter(|(_, left)| !left.is_zero())
    }
}

/// Versions of the saved document of the rests.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum EndpointRestsDocument {
    /// Version 1.
    V1(BTreeMap<String, WorldTime>),
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<EndpointRests>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

/// Notes which endpoints rest.
pub fn put(world: &mut World, rests: BTreeMap<String, WorldTime>) {
    world.insert_resource(EndpointRests(rests));
    world.resource_mut::<Dirty>().touch_document(KIND, KIND);
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(_) = changed else { return None };
    let rests = EndpointRestsDocument::V1(world.resource::<EndpointRests>().0.clone());
    Some(document::row(KIND, KIND, "", &rests))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let Some(row) = saved.first() else { return Ok(()) };
    let EndpointRestsDocument::V1(rests) = document::read(KIND, row)?;
    world.insert_resource(EndpointRests(rests));
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
        put(before.world_mut(), BTreeMap::from([("http://a".to_owned(), until)]));
        let written = collect(before.world(), Changed::Document(KIND)).unwrap().unwrap();
        let mut after = Simulation::new(1);
        plugin(&mut after);
        let row = SavedRow { id: written.id, owner: written.owner, body: written.body.unwrap() };
        restore(after.world_mut(), &[row]).unwrap();
        let left = |now| -> Vec<(String, u64)> {
            let rests = after.world().resource::<EndpointRests>();
            rests.left(WorldTime(now)).map(|(it, left)| (it.to_owned(), left.as_secs())).collect()
        };
        assert_eq!(left(10_000), [("http://a".to_owned(), 30)]);
        assert_eq!(left(40_000), []);
    }
}
