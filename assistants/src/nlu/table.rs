//! Table from keys to short lists of items, in four flat arrays: two allocations a table instead of one a
//! key, and as it lies in memory it can be written to a file.

use std::collections::BTreeMap;

/// Sorted keys, each with a list of items.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct KeyedLists<T> {
    /// Keys in rising order.
    pub(super) keys: Vec<u64>,
    /// End of each key's list in `items`; it begins where that of the key before ends.
    pub(super) ends: Vec<u32>,
    /// Items of all lists, one list after the other.
    pub(super) items: Vec<T>,
}

impl<T> KeyedLists<T> {
    /// Builds the table from lists by key. Lists beyond 2³² items in all are left empty.
    pub(super) fn new(lists: BTreeMap<u64, Vec<T>>) -> Self {
        let count = lists.values().map(Vec::len).sum();
        let mut table = Self {
            keys: Vec::with_capacity(lists.len()),
            ends: Vec::with_capacity(lists.len()),
            items: Vec::with_capacity(count),
        };
        for (key, list) in lists {
            if u32::try_from(table.items.len() + list.len()).is_ok() {
                table.items.extend(list);
            }
            table.keys.push(key);
            table.ends.push(u32::try_from(table.items.len()).unwrap_or(u32::MAX));
        }
        table
    }

    /// Returns the number of keys.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns a key's place in the order of keys, and its list.
    pub(super) fn find(&self, key: u64) -> Option<(usize, &[T])> {
        let at = self.keys.binary_search(&key).ok()?;
        Some((at, self.list(at)))
    }

    /// Returns the list of the key at a place; empty beyond the last key.
    fn list(&self, at: usize) -> &[T] {
        let end = |at: usize| self.ends.get(at).map_or(0, |it| *it as usize);
        let from = at.checked_sub(1).map_or(0, end);
        self.items.get(from..end(at)).unwrap_or_default()
    }

    /// Returns whether each list lies within the items and the keys rise, as in every table that
    /// [`KeyedLists::new`] builds.
    pub(super) fn is_sound(&self) -> bool {
        self.keys.len() == self.ends.len()
            && self.keys.is_sorted_by(|a, b| a < b)
            && self.ends.is_sorted()
            && self.ends.last().map_or(0, |it| *it as usize) == self.items.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_list() {
        let lists = BTreeMap::from([(3, vec!['a', 'b']), (5, Vec::new()), (9, vec!['c'])]);
        let table = KeyedLists::new(lists);
        assert!(table.is_sound());
        assert_eq!(table.len(), 3);
        assert_eq!(table.find(3), Some((0, ['a', 'b'].as_slice())));
        assert_eq!(table.find(5), Some((1, [].as_slice())));
        assert_eq!(table.find(9), Some((2, ['c'].as_slice())));
        assert_eq!(table.find(4), None);
        assert!(KeyedLists::<char>::default().is_sound());
    }

    #[test]
    fn a_table_whose_parts_do_not_fit_is_not_sound() {
        let sound = KeyedLists::new(BTreeMap::from([(3, vec!['a']), (5, vec!['b', 'c'])]));
        let broken: [fn(&mut KeyedLists<char>); 4] = [
            |it| it.keys.swap(0, 1),
            |it| it.ends.swap(0, 1),
            |it| it.items.truncate(2),
            |it| it.keys.truncate(1),
        ];
        for (number, it) in broken.iter().enumerate() {
            let mut table = sound.clone();
            it(&mut table);
            assert!(!table.is_sound(), "{number}");
        }
    }
}
