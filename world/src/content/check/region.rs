//! Rooms that no way leads to, put together where they hang on one another.

use std::collections::{BTreeMap, BTreeSet};

use engine::id::RoomId;
use text::parse::Direction;

use crate::content::authored::RoomPlan;

/// Rooms that are reached as soon as one of them is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnreachedRegion<'a> {
    /// The rooms of it that lead to all of it, in the order of their ids; at least one.
    pub(super) heads: Vec<&'a RoomId>,
    /// How many rooms it has in all.
    pub(super) size: usize,
}

/// An exit that is missing.
pub(super) struct MissingExit<'a> {
    /// The room that can be reached, and lacks it.
    pub(super) from: &'a RoomId,
    pub(super) way: Direction,
    /// The room that it should lead to.
    pub(super) to: &'a RoomId,
}

impl<'a> UnreachedRegion<'a> {
    /// The exit that is missing, where a room that can be reached has none back the way by which one
    /// comes to it.
    pub(super) fn gap(
        &self,
        rooms: &'a BTreeMap<RoomId, RoomPlan>,
        reached: &BTreeSet<RoomId>,
    ) -> Option<MissingExit<'a>> {
        let ways = self.heads.iter().flat_map(|to| {
            let exits = rooms.get(*to).into_iter().flat_map(|room| &room.exits);
            exits.filter(|exit| reached.contains(&exit.to)).map(move |exit| (*to, exit))
        });
        let mut missing = ways.filter_map(|(to, exit)| {
            let (from, room) = rooms.get_key_value(&exit.to)?;
            let way = exit.direction.opposite();
            let is_free = room.exits.iter().all(|it| it.direction != way);
            is_free.then_some(MissingExit { from, way, to })
        });
        missing.next()
    }
}

/// All rooms that are not reached, in as few regions as there can be.
pub(super) fn unreached<'a>(
    rooms: &'a BTreeMap<RoomId, RoomPlan>,
    reached: &BTreeSet<RoomId>,
) -> Vec<UnreachedRegion<'a>> {
    let mut leads: BTreeMap<&RoomId, Vec<&RoomId>> =
        rooms.keys().filter(|id| !reached.contains(*id)).map(|id| (id, Vec::new())).collect();
    let mut led_to = leads.clone();
    for (id, room) in rooms.iter().filter(|(id, _)| !reached.contains(*id)) {
        for exit in room.exits.iter().filter(|exit| !reached.contains(&exit.to)) {
            leads.entry(id).or_default().push(&exit.to);
            led_to.entry(&exit.to).or_default().push(id);
        }
    }
    // Of the rooms at which such a search begins anew, the later ones are not reached from the earlier
    // ones; so from the last of them on each that is not reached by then heads a region.
    let mut seen = BTreeSet::new();
    let begun: Vec<&RoomId> =
        leads.keys().filter(|id| !spread(&leads, id, &mut seen).is_empty()).copied().collect();
    let (mut seen, mut back) = (BTreeSet::new(), BTreeSet::new());
    let mut regions = Vec::new();
    for id in begun.into_iter().rev() {
        let region = spread(&leads, id, &mut seen);
        if region.is_empty() {
            continue;
        }
        let mut heads = spread(&led_to, id, &mut back);
        heads.sort_unstable();
        regions.push(UnreachedRegion { heads, size: region.len() });
    }
    regions
}

/// The rooms that are reached from one and were not seen before.
fn spread<'a>(
    leads: &BTreeMap<&'a RoomId, Vec<&'a RoomId>>,
    from: &'a RoomId,
    seen: &mut BTreeSet<&'a RoomId>,
) -> Vec<&'a RoomId> {
    let mut found = Vec::new();
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            found.push(id);
            open.extend(leads.get(id).into_iter().flatten());
        }
    }
    found
}
