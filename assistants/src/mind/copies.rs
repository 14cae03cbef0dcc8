//! Copies of a value by who may know it, so that what a private turn changes is never shown by a
//! public one.
//!
//! A change applies to every copy whose readers may all know of it, and to a copy of its own readers,
//! which is made of what they knew until then. An audience is shown the copy that is made of most of
//! what it may know. So each audience sees what it would see if nothing had happened that it may not
//! know.

use engine::{id::CharacterId, label::Readers};
use serde::{Deserialize, Serialize};

/// Maximum number of copies of a value; of those that are not public the one unchanged longest is
/// dropped.
pub const COPIES: usize = 32;

/// Value with a copy for each set of readers, the one changed by itself last at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReaderCopies<T>(Vec<(Readers, T)>);

impl<T> Default for ReaderCopies<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> ReaderCopies<T> {
    /// Creates a value that everybody may know.
    #[must_use]
    pub fn public(value: T) -> Self {
        Self(vec![(Readers::Everyone, value)])
    }

    /// Returns whether there is no copy.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the copies with their readers.
    pub fn iter(&self) -> impl Iterator<Item = (&Readers, &T)> {
        self.0.iter().map(|(readers, it)| (readers, it))
    }

    /// Iterates over the values of all copies.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, it)| it)
    }

    /// Returns the copy for an audience: of those that all of it may know, the one for the fewest
    /// readers.
    #[must_use]
    pub fn of(&self, audience: &Readers) -> Option<&T> {
        let known = self.0.iter().filter(|(readers, _)| readers.admit_all(audience));
        // Of equals the last counts, so the search goes backwards.
        known.rev().min_by_key(|(readers, _)| number(readers)).map(|(_, it)| it)
    }

    /// Puts a value in the place of what its readers knew.
    pub fn put(&mut self, readers: Readers, value: T) {
        self.0.retain(|(of, _)| !readers.admit_all(of));
        self.push(readers, value);
    }

    /// Drops the copies that do not match; returns whether there were any.
    pub fn retain(&mut self, keep: impl Fn(&Readers, &T) -> bool) -> bool {
        let before = self.0.len();
        self.0.retain(|(readers, it)| keep(readers, it));
        self.0.len() < before
    }

    /// Drops the copies of which one of these characters is a listed reader; returns whether there
    /// were any.
    pub fn forget(&mut self, is_gone: impl Fn(&CharacterId) -> bool) -> bool {
        self.retain(|readers, _| match readers {
            Readers::Everyone => true,
            Readers::Only(ids) => !ids.iter().any(&is_gone),
        })
    }

    fn push(&mut self, readers: Readers, value: T) {
        if self.0.len() >= COPIES
            && let Some(oldest) = self.0.iter().position(|(of, _)| *of != Readers::Everyone)
        {
            self.0.remove(oldest);
        }
        self.0.push((readers, value));
    }
}

impl<T: Clone> ReaderCopies<T> {
    /// Changes a value by what `readers` may know; `first` is what it is before any change.
    pub fn change(
        &mut self,
        readers: &Readers,
        first: impl FnOnce() -> T,
        change: impl Fn(&mut T),
    ) {
        let own = match self.0.iter().position(|(of, _)| of == readers) {
            Some(at) => self.0.remove(at).1,
            None => self.of(readers).cloned().unwrap_or_else(first),
        };
        self.push(readers.clone(), own);
        for (_, copy) in self.0.iter_mut().filter(|(of, _)| readers.admit_all(of)) {
            change(copy);
        }
    }
}

/// Returns the number of readers.
fn number(readers: &Readers) -> usize {
    match readers {
        Readers::Everyone => usize::MAX,
        Readers::Only(ids) => ids.len(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn readers(ids: &[&str]) -> Readers {
        Readers::Only(ids.iter().map(|it| CharacterId::new(it).unwrap()).collect())
    }

    fn add(to: &mut ReaderCopies<i32>, by: i32, readers: &Readers) {
        to.change(readers, || 0, |it| *it += by);
    }

    #[test]
    fn a_private_change_is_shown_to_those_who_may_know_of_it_and_a_public_one_to_all() {
        let [bob, ann, both] = [&["bob"][..], &["ann"], &["ann", "bob"]].map(readers);
        let mut it = ReaderCopies::default();
        add(&mut it, 1, &Readers::Everyone);
        add(&mut it, 10, &bob);
        add(&mut it, 100, &Readers::Everyone);
        add(&mut it, 1_000, &both);
        let seen = |it: &ReaderCopies<i32>| {
            [&Readers::Everyone, &bob, &ann, &both].map(|who| it.of(who).copied())
        };
        assert_eq!(seen(&it), [Some(101), Some(1_111), Some(1_101), Some(1_101)]);
        it.put(both.clone(), 7);
        assert_eq!(seen(&it), [Some(101), Some(7), Some(7), Some(7)]);
        it.put(Readers::Everyone, 9);
        assert_eq!(seen(&it), [Some(9); 4], "what all know replaces what some knew");
        assert!(!it.forget(|_| true));
    }

    #[test]
    fn there_are_never_too_many_and_the_public_one_stays() {
        let mut it = ReaderCopies::public(1);
        for n in 0..100 {
            add(&mut it, 1, &readers(&[&format!("c{n}")]));
        }
        assert_eq!((it.iter().count(), it.of(&Readers::Everyone)), (COPIES, Some(&1)));
        assert_eq!(it.of(&readers(&["c99"])), Some(&2));
        assert_eq!(it.of(&readers(&["c0"])), Some(&1));
    }

    proptest! {
        /// An audience sees what it would see without what it may not know, where the sets of readers
        /// are everybody or two.
        #[test]
        fn what_others_may_not_know_changes_nothing_for_them(
            changes in proptest::collection::vec((0_u8..5, 1_i32..100), 0..60),
        ) {
            let of = |n: u8| if n == 0 { Readers::Everyone } else { readers(&["mara", &format!("c{n}")]) };
            let mut all = ReaderCopies::default();
            changes.iter().for_each(|(n, by)| add(&mut all, *by, &of(*n)));
            for n in 0..5 {
                let audience = of(n);
                let known = changes.iter().filter(|(by, _)| of(*by).admit_all(&audience));
                let mut alone = ReaderCopies::default();
                known.clone().for_each(|(by, points)| add(&mut alone, *points, &of(*by)));
                prop_assert_eq!(all.of(&audience), alone.of(&audience));
                let sum: i32 = known.map(|(_, points)| points).sum();
                prop_assert_eq!(all.of(&audience).copied().unwrap_or_default(), sum);
            }
        }
    }
}
