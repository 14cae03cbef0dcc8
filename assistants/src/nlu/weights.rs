//! Weights of features for topics: the result of the training, as small whole numbers in one flat table.

use std::{collections::BTreeMap, sync::LazyLock};

use super::{
    fixed_point::log2_fixed,
    shared::{MeantBy, NOBODYS, SharedFeature},
    table::KeyedLists,
};

/// Shares of a feature are told apart in so many steps.
const STEPS: u64 = 4_096;
/// Hundredths of a doubling that a doubling counted, and a doubling learned, add to a weight.
const COUNTED: i64 = 778;
const LEARNED: i64 = 42;
/// Number of the units of [`COUNTED`] and [`LEARNED`] in the unit of a weight. With it the largest weight,
/// 12 doublings counted and 64 learned, fits into 16 bits.
const COARSE: i64 = 256;

/// Weight of a feature for a topic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TopicWeight {
    pub(super) topic: MeantBy,
    /// In units of [`COARSE`]; what speaks against the topic is below nought.
    pub(super) weight: i16,
}

/// Weights of all features that more than one example has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FeatureWeights {
    /// Weights of each feature for topics, by the feature's key.
    pub(super) of_topics: KeyedLists<TopicWeight>,
    /// Weight of each feature in a line, in the order of the keys.
    pub(super) in_line: Vec<u16>,
}

impl FeatureWeights {
    /// Builds the table from features by their keys.
    pub(super) fn new(features: BTreeMap<u64, SharedFeature>) -> Self {
        let in_line = features.values().map(|it| u16::try_from(it.weight).unwrap_or(u16::MAX));
        let in_line = in_line.collect();
        let lists = features.into_iter().map(|(key, it)| (key, of_topics(&it)));
        Self { of_topics: KeyedLists::new(lists.collect()), in_line }
    }

    /// Returns the weight that a feature has in a line; none for a feature that no two examples have.
    pub(super) fn in_line(&self, key: u64) -> Option<u64> {
        let (at, _) = self.of_topics.find(key)?;
        self.in_line.get(at).map(|it| u64::from(*it))
    }

    /// Adds a feature's weights to the sums of the topics, in hundredths of parts of a doubling times the
    /// feature's weight in a line. Returns that weight; none for a feature that no two examples have.
    pub(super) fn add(&self, key: u64, sums: &mut [i64]) -> Option<u64> {
        let (at, weights) = self.of_topics.find(key)?;
        let in_line = *self.in_line.get(at)?;
        for TopicWeight { topic, weight } in weights {
            if let Some(sum) = sums.get_mut(usize::from(*topic)) {
                *sum += i64::from(in_line) * i64::from(*weight) * COARSE;
            }
        }
        Some(u64::from(in_line))
    }
}

/// Returns a feature's weights for topics, without those that are nought.
fn of_topics(feature: &SharedFeature) -> Vec<TopicWeight> {
    let mut weights: Vec<TopicWeight> = Vec::with_capacity(feature.topics.len());
    for it in &feature.topics {
        let step = usize::try_from(u64::from(it.of) * STEPS / (feature.all + NOBODYS));
        let gain = GAINS.get(step.unwrap_or_default()).copied().unwrap_or_default();
        let exact = COUNTED * i64::from(gain) + LEARNED * i64::from(it.learned);
        let weight = (exact + exact.signum() * COARSE / 2) / COARSE;
        if weight != 0 {
            let most = i64::from(i16::MAX);
            let weight = i16::try_from(weight.clamp(-most, most)).unwrap_or_default();
            weights.push(TopicWeight { topic: it.name, weight });
        }
    }
    weights
}

/// Doublings that each share of a feature speaks for: how often what belongs to the others has to be
/// doubled to be all.
static GAINS: LazyLock<Vec<u32>> =
    LazyLock::new(|| (0..STEPS).map(|it| log2_fixed(STEPS, STEPS - it)).collect());

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nlu::fixed_point::PARTS;

    #[test]
    fn counted_and_learned_add_up_and_nought_takes_no_room() {
        let mut feature = SharedFeature::new(300);
        // Half of all that has the feature, beside the share of nobody, belongs to topic 7.
        feature.share(&[7], 300);
        feature.learn(9, i16::try_from(-PARTS).unwrap());
        feature.learn(11, 0);
        let weights = FeatureWeights::new(BTreeMap::from([(5, feature)]));
        let mut sums = vec![0; 12];
        assert_eq!(weights.add(5, &mut sums), Some(300));
        assert_eq!((weights.add(6, &mut sums), weights.in_line(6)), (None, None));
        let near = |sum: i64, exact: i64| (sum - 300 * exact).abs() <= 300 * COARSE / 2;
        assert!(near(sums[7], COUNTED * i64::from(PARTS)), "{sums:?}");
        assert!(near(sums[9], -LEARNED * i64::from(PARTS)), "{sums:?}");
        assert_eq!((sums[11], weights.of_topics.items.len()), (0, 2));
    }
}
