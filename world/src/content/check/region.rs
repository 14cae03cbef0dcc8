//! Grouping of unreachable rooms into regions, for one problem per region.

use std::collections::{BTreeMap, BTreeSet};

use engine::id::RoomId;
use text::parse::Direction;

use crate::content::authored::RoomPlan;

/// Region of unreachable rooms: all become reachable once a head does.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnreachedRegion<'a> {
    /// Rooms from which the whole region is reachable, in the order of their ids; at least one.
    pub(super) heads: Vec<&'a RoomId>,
    /// Number of rooms in the region.
    pub(super) size: usize,
}

/// Exit whose target does not exist or that has no way back.
pub(super) struct MissingExit<'a> {
    /// Reachable room that lacks the exit.
    pub(super) from: &'a RoomId,
    pub(super) way: Direction,
    /// Destination of the missing exit.
    pub(super) to: &'a RoomId,
}

impl<'a> UnreachedRegion<'a> {
    /// Finds an exit of a head to a reachable room that has no exit back in the opposite direction.
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

/// Groups all unreachable rooms into as few regions as possible.
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
    // Later roots of the search are not reachable from earlier ones, so in reverse order each root
    // that is not reached yet heads a region.
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

/// Returns the rooms reachable from one and not in `seen`, and adds them to it.
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
