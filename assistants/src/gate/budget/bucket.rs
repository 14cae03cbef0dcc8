//! Token buckets that are refilled with time, and tables of them with a bounded size.

use std::collections::BTreeMap;

use engine::clock::WorldTime;

use super::{Amounts, BudgetUse};
use crate::llm::allowance::BudgetUnit;

/// Length of an hour in milliseconds. Usage is counted in fractions 1/`HOUR`, so that the refill of
/// a millisecond is a whole number.
const HOUR: u64 = 60 * 60 * 1_000;

/// Maximum number of entries of a table.
pub(super) const MOST_ENTRIES: usize = 10_000;

/// Number of entries evicted at once when all are in use.
const DROPPED_AT_ONCE: usize = MOST_ENTRIES / 10;

/// Fill level of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BudgetLevel {
    /// Usage, in fractions 1/[`HOUR`].
    used: u64,
    cap: u64,
}

impl BudgetLevel {
    /// Creates a level with `used` of `cap` units used.
    pub(super) fn new(used: u64, cap: u64) -> Self {
        Self { used: used.saturating_mul(HOUR), cap }
    }

    pub(super) fn has_room_for(self, wanted: u64) -> bool {
        let after = u128::from(self.used) + u128::from(wanted) * u128::from(HOUR);
        after <= u128::from(self.cap) * u128::from(HOUR)
    }

    /// Returns the usage in parts of the cap, 0 to `parts`, rounded down.
    pub(super) fn used_of(self, parts: u64) -> u64 {
        let whole = u128::from(self.cap) * u128::from(HOUR);
        let used = u128::from(self.used) * u128::from(parts);
        u64::try_from(used.checked_div(whole).unwrap_or_default()).unwrap_or(parts).min(parts)
    }
}

/// Token bucket, as of a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct BudgetBucket {
    /// Usage not refilled yet, in fractions 1/[`HOUR`].
    used: Amounts,
    /// Recent usage, in the same fractions. It decays more slowly, and so tells who used more of a
    /// shared budget that is short.
    lately: Amounts,
    at: WorldTime,
    /// Time of the last excuse given to its owner.
    pub(super) excused: Option<WorldTime>,
}

impl BudgetBucket {
    /// Returns the bucket refilled up to a time. A clock that went back changes nothing.
    fn now(self, caps: &Amounts, now: WorldTime) -> Self {
        let passed = now.0.saturating_sub(self.at.0);
        let used = self.used.minus(caps.times(passed));
        let lately = self.lately.map(|spent| {
            let faded =
                u128::from(spent) * u128::from(HOUR) / u128::from(HOUR.saturating_add(passed));
            u64::try_from(faded).unwrap_or(spent)
        });
        Self { used, lately, at: self.at.max(now), ..self }
    }

    pub(super) fn take(&mut self, cost: Amounts) {
        self.used = self.used.plus(cost.times(HOUR));
        self.lately = self.lately.plus(cost.times(HOUR));
    }

    pub(super) fn give_back(&mut self, back: Amounts) {
        self.used = self.used.minus(back.times(HOUR));
        self.lately = self.lately.minus(back.times(HOUR));
    }

    pub(super) fn may_excuse(&self, now: WorldTime, after: u64) -> bool {
        self.excused.is_none_or(|it| now.0.saturating_sub(it.0) >= after)
    }

    fn is_full(&self) -> bool {
        self.used == Amounts::default()
    }
}

/// Table of buckets by owner. An owner without an entry has used nothing.
#[derive(Debug)]
pub(super) struct BudgetTable<K>(BTreeMap<K, BudgetBucket>);

impl<K> Default for BudgetTable<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord + Clone> BudgetTable<K> {
    pub(super) fn level(
        &self,
        of: &K,
        caps: &Amounts,
        now: WorldTime,
        unit: BudgetUnit,
    ) -> BudgetLevel {
        let bucket = self.0.get(of).map(|it| it.now(caps, now)).unwrap_or_default();
        BudgetLevel { used: bucket.used.of(unit), cap: caps.of(unit) }
    }

    /// Returns the recent usage of an owner.
    pub(super) fn usage(
        &self,
        of: &K,
        caps: &Amounts,
        now: WorldTime,
        unit: BudgetUnit,
    ) -> BudgetLevel {
        let bucket = self.0.get(of).map(|it| it.now(caps, now)).unwrap_or_default();
        BudgetLevel { used: bucket.lately.of(unit), cap: caps.of(unit) }
    }

    /// Returns the bucket of an owner, refilled up to now. A full table evicts refilled buckets,
    /// and if that is not enough those used longest ago.
    pub(super) fn bucket(&mut self, of: &K, caps: &Amounts, now: WorldTime) -> &mut BudgetBucket {
        if self.0.len() >= MOST_ENTRIES && !self.0.contains_key(of) {
            self.0.retain(|_, it| !it.now(caps, now).is_full());
            if self.0.len() >= MOST_ENTRIES {
                self.drop_oldest();
            }
        }
        let bucket =
            self.0.entry(of.clone()).or_insert(BudgetBucket { at: now, ..BudgetBucket::default() });
        *bucket = bucket.now(caps, now);
        bucket
    }

    /// Drops the usage of an owner.
    pub(super) fn empty(&mut self, of: &K) {
        self.0.remove(of);
    }

    fn drop_oldest(&mut self) {
        let mut all: Vec<(WorldTime, K)> =
            self.0.iter().map(|(of, it)| (it.at, of.clone())).collect();
        all.sort_unstable();
        for (_, of) in all.into_iter().take(DROPPED_AT_ONCE) {
            self.0.remove(&of);
        }
    }

    pub(super) fn of(&self, of: &K, caps: &Amounts, now: WorldTime) -> BudgetUse<K> {
        let bucket = self.0.get(of).map(|it| it.now(caps, now)).unwrap_or_default();
        let level =
            |unit| BudgetLevel { used: bucket.used.of(unit), cap: caps.of(unit) }.used_of(100);
        let percent = BudgetUnit::ALL.into_iter().map(level).max().unwrap_or_default();
        BudgetUse { of: of.clone(), used: bucket.used.map(|it| it.div_ceil(HOUR)), percent }
    }

    pub(super) fn busiest(&self, caps: &Amounts, now: WorldTime, most: usize) -> Vec<BudgetUse<K>> {
        let mut all: Vec<_> = self.0.keys().map(|it| self.of(it, caps, now)).collect();
        all.retain(|it| it.used != Amounts::default());
        all.sort_by(|a, b| b.percent.cmp(&a.percent).then_with(|| a.of.cmp(&b.of)));
        all.truncate(most);
        all
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}
