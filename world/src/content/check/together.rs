//! What must be true of all rooms together.

use std::collections::BTreeMap;

use super::ContentCheck;
use crate::content::problem::Problem;

impl ContentCheck<'_> {
    /// Clients tell rooms apart by their numbers.
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

    /// Every room must be reached from the start, through doors if need be.
    pub(super) fn reach(&mut self) {
        let Some(start) = self.content.start.clone() else { return };
        let reached = self.content.reached(&start, |_| true);
        for (id, (path, at)) in &self.places {
            if !reached.contains(id) {
                let sentence = format!(
                    "no way leads from `{start}` to the room `{id}`; give a room that can be \
                     reached an exit to it"
                );
                self.problems.push(Problem::new(path, *at, sentence));
            }
        }
        self.content.reachable = reached;
    }
}
