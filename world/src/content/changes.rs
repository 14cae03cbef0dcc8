//! What is otherwise in content that was read again.

use std::collections::BTreeMap;

/// What is otherwise among things of one sort that have ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentChanges<Id> {
    pub added: Vec<Id>,
    /// Those that are otherwise under the same id.
    pub changed: Vec<Id>,
    /// Those that have another id now: the one of before, and the one of today.
    pub renamed: Vec<(Id, Id)>,
    pub gone: Vec<Id>,
}

impl<Id: Ord + Clone> ContentChanges<Id> {
    /// Compares what there was with what there is, in the order of the ids. `former` are the ids of
    /// today by those of before.
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
