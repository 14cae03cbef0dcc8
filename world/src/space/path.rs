//! The shortest open way from one room to another.

use std::collections::{BTreeSet, VecDeque};

use bevy_ecs::prelude::*;

use crate::{
    space::{
        door::Door,
        exit::{ExitDirection, Exits, LeadsTo},
    },
    words::parse::Direction,
};

/// The shortest open way from one room to another. Each room is looked at once.
pub(super) fn path(world: &World, from: Entity, to: Entity) -> Option<VecDeque<Direction>> {
    let mut seen = BTreeSet::from([from]);
    let mut open = VecDeque::from([(from, VecDeque::new())]);
    while let Some((room, path)) = open.pop_front() {
        if room == to {
            return Some(path);
        }
        let exits = world.get::<Exits>(room).map(|it| it.iter().collect::<Vec<_>>());
        for exit in exits.unwrap_or_default() {
            let passable = world.get::<Door>(exit).is_none_or(|it| it.open);
            let (Some(way), Some(next)) =
                (world.get::<ExitDirection>(exit), world.get::<LeadsTo>(exit))
            else {
                continue;
            };
            if passable && seen.insert(next.0) {
                let mut longer = path.clone();
                longer.push_back(way.0);
                open.push_back((next.0, longer));
            }
        }
    }
    None
}
