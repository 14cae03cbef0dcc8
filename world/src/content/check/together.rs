//! Checks across all rooms: unique room numbers and reachability.

use std::collections::BTreeMap;

use super::{
    ContentCheck,
    region::{self, MissingExit},
};
use crate::content::problem::Problem;

impl ContentCheck<'_> {
    /// Reports rooms with the same number, by which clients identify them.
    pub(super) fn numbers(&mut self) {
        let mut seen = BTreeMap::new();
        for (id, (path, at)) in &self.places {
            if let Some(other) = seen.insert(id.number(), id) {
                let sentence = format!(
                    "the room `{id}` has by chance the same number for clients as `{other}`; \
                     rename one of them"
                );
                self.problems.push(Problem::new(path, *at, sentence));
            }
        }
    }

    /// Reports rooms unreachable from the start, through doors too: one problem per region, at the
    /// room that lacks an exit to it.
    pub(super) fn reach(&mut self) {
        let Some(start) = self.content.start.clone() else { return };
        let reached = self.content.reached(&start, |_| true);
        let rooms = &self.content.rooms;
        for region in region::unreached(rooms, &reached) {
            let gap = region.gap(rooms, &reached);
            // Without a known missing exit the problem is at the head that was written first.
            let first = region.heads.iter().copied().min_by_key(|id| self.places.get(*id));
            let (at, to, mend) = match (gap, first) {
                (Some(MissingExit { from, way, to }), _) => {
                    (from, to, format!("give `{from}` an exit {way:?} to it"))
                }
                (None, Some(first)) => {
                    (first, first, "give a room that can be reached an exit to it".to_owned())
                }
                (None, None) => continue,
            };
            let behind = match region.size {
                0 | 1 => String::new(),
                2 => " and the one behind it".to_owned(),
                size => format!(" and the {} rooms behind it", size - 1),
            };
            if let Some((path, place)) = self.places.get(at) {
                let sentence =
                    format!("no way leads from `{start}` to the room `{to}`{behind}; {mend}");
                self.problems.push(Problem::new(path, *place, sentence));
            }
        }
        self.content.reachable = reached;
    }
}
