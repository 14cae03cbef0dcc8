//! Differences between two versions of the content, for reports after a reload.

use std::collections::BTreeMap;

/// Difference of two sets of definitions by id: added, changed, renamed and removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentChanges<Id> {
    pub added: Vec<Id>,
    /// Definitions that differ under the same id.
    pub changed: Vec<Id>,
    /// Renamed definitions: former id and current id.
    pub renamed: Vec<(Id, Id)>,
    pub gone: Vec<Id>,
}

impl<Id: Ord + Clone> ContentChanges<Id> {
    /// Compares two versions, in the order of the ids. `former` maps former ids to current ones.
    #[must_use]
    pub fn between<T: PartialEq>(
        before: &BTreeMap<Id, T>,
        today: &BTreeMap<Id, T>,
        former: &BTreeMap<Id, Id>,
    ) -> Self {
        let gone = || before.keys().filter(|id| !today.contains_key(id));
        let renamed = gone().filter_map(|id| Some((id.clone(), former.get(id)?.clone())));
        let renamed: Vec<(Id, Id)> = renamed.collect();
        let is_renamed = |id: &&Id| renamed.iter().any(|(_, it)| it == *id);
        let added = today.keys().filter(|id| !before.contains_key(id) && !is_renamed(id));
        let changed = today.iter().filter(|(id, it)| before.get(id).is_some_and(|old| old != *it));
        Self {
            added: added.cloned().collect(),
            changed: changed.map(|(id, _)| id.clone()).collect(),
            gone: gone().filter(|id| !former.contains_key(*id)).cloned().collect(),
            renamed,
        }
    }
}
