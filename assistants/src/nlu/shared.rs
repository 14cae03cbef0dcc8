//! What a feature that more than one example has speaks for: what was counted of it, and what was learned.

use std::sync::LazyLock;

use super::fixed_point::log2_fixed;

/// What all features of one example come to: the root of the sum of their squares.
const WHOLE: u64 = 4_096;
/// How much of each feature belongs to nobody, so that what is rare says less: as one example that has
/// nothing else.
const NOBODYS: u64 = WHOLE;
/// Shares of a feature are told apart in so many steps.
const STEPS: u64 = 4_096;
/// What of a doubling counts that features were counted for, and that was learned for them, in percent.
const COUNTED: i64 = 778;
const LEARNED: i64 = 42;

/// What an example means: the name of a topic, or nothing that anybody here knows.
pub(super) type MeantBy = u16;

/// A feature that more than one example has.
#[derive(Debug, Clone, Default)]
pub(super) struct SharedFeature {
    /// What it weighs in a line.
    pub(super) weight: u64,
    /// How much of all examples it is.
    all: u64,
    /// What it has to do with each topic, in rising order.
    pub(super) topics: Vec<FeatureTopic>,
}

/// What a feature has to do with a topic.
#[derive(Debug, Clone, Copy)]
pub(super) struct FeatureTopic {
    pub(super) name: MeantBy,
    /// What was learned, in parts of a doubling.
    pub(super) learned: i16,
    /// How much of the topic's examples it is.
    pub(super) of: u32,
}

impl SharedFeature {
    /// One that weighs so much in a line, before anything is known of it.
    pub(super) fn new(weight: u64) -> Self {
        Self { weight, ..Self::default() }
    }

    /// Gives what an example of this length has of it to what the example means.
    pub(super) fn share(&mut self, means: &[MeantBy], length: u64) {
        let part = self.weight * WHOLE / length;
        self.all += part * means.len() as u64;
        let part = u32::try_from(part).unwrap_or(u32::MAX);
        for name in means {
            self.topic(*name).into_iter().for_each(|it| it.of += part);
        }
    }

    /// What it has to do with a topic.
    fn topic(&mut self, name: MeantBy) -> Option<&mut FeatureTopic> {
        let at = self.topics.binary_search_by_key(&name, |it| it.name);
        let at = at.unwrap_or_else(|at| {
            self.topics.insert(at, FeatureTopic { name, learned: 0, of: 0 });
            at
        });
        self.topics.get_mut(at)
    }

    /// Adds what it speaks for each topic, in hundredths of parts of a doubling, as often as it weighs.
    pub(super) fn speak(&self, spoken: &mut [i64]) {
        let weight = i64::try_from(self.weight).unwrap_or(i64::MAX);
        for FeatureTopic { name, learned, of } in &self.topics {
            let step = usize::try_from(u64::from(*of) * STEPS / (self.all + NOBODYS));
            let gain = GAINS.get(step.unwrap_or_default()).copied().unwrap_or_default();
            if let Some(spoken) = spoken.get_mut(usize::from(*name)) {
                *spoken += weight * (COUNTED * i64::from(gain) + LEARNED * i64::from(*learned));
            }
        }
    }
}

/// What each share of a feature speaks for: how often what belongs to the others has to be doubled to be all.
static GAINS: LazyLock<Vec<u32>> =
    LazyLock::new(|| (0..STEPS).map(|it| log2_fixed(STEPS, STEPS - it)).collect());
