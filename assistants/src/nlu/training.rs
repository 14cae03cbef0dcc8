//! Training of features by examples, each in turn.
//!
//! How often a word belongs to a topic does not say how much it tells beside the others of a line. So each
//! example is read with what was learned before, and where it is not taken for what it means, its features are
//! made to speak more for that and less for what it was taken for, by how far it was: softmax regression, by
//! stochastic gradient descent. What is hardly taken for anything is left as it is, so that a feature has to
//! do with few topics.

use super::{
    fixed_point::{PARTS, WHOLE_SHARE, softmax},
    shared::{FeatureTopic, MeantBy, SharedFeature},
};

/// Learning rates of the passes over all lines, in parts of a doubling.
const RATES: [i32; 2] = [20 * PARTS, 12 * PARTS];
/// Minimum error of a topic's share of a line for anything to be learned, of [`WHOLE_SHARE`]: one percent.
const LEAST: i32 = WHOLE_SHARE as i32 / 100;
/// Less than this that was learned of a feature which has nothing else to do with a topic is forgotten.
const NOTEWORTHY: u16 = (PARTS / 16) as u16;

/// All of a line, for practice. The squares of its parts come to that of the whole, so that the parts of a line
/// of eight thousand features come to ninety times as much, and what is learned of them to less than 31 bits.
pub(super) const WHOLE_LINE: i16 = 1 << 9;
/// Number of examples with a feature from which on the feature counts for every topic.
const OFTEN: usize = 48;

/// An example in practice.
pub(super) struct PractisedLine {
    /// The places of its features, and how much of it each is, of [`WHOLE_LINE`].
    pub(super) parts: Vec<(usize, i16)>,
    /// Numbers of the names of the topics that it means, ascending.
    pub(super) means: Vec<MeantBy>,
}

/// Weights of a feature that were learned for topics, in parts of a doubling.
#[derive(Clone)]
enum LearnedFeature {
    /// Weights for every topic.
    Often(Box<[i16]>),
    /// Weights for some topics, in rising order.
    Seldom(Vec<(MeantBy, i16)>),
}

/// State of the training, which reads one line after another.
struct Practice {
    features: Vec<LearnedFeature>,
    /// Scores of the topics for the present line by the learned weights, in parts of a doubling; during the
    /// sum they are multiplied by [`WHOLE_LINE`].
    scores: Vec<i32>,
    shares: Vec<u32>,
    /// Corrections of the topics' shares for the present line, of [`WHOLE_SHARE`]; negative for a share
    /// that is too large.
    wanted: Vec<(MeantBy, i32)>,
}

/// Learns from all examples in their order; there are so many names of topics.
pub(super) fn train(shared: &mut [SharedFeature], lines: &[PractisedLine], names: usize) {
    let mut practice = Practice::new(shared.len(), lines, names);
    for rate in RATES {
        for line in lines {
            practice.read(line);
            practice.learn(line, rate);
        }
    }
    for (feature, learned) in shared.iter_mut().zip(&practice.features) {
        learned.store_weights(feature);
    }
}

impl Practice {
    fn new(features: usize, lines: &[PractisedLine], names: usize) -> Self {
        let mut had_by = vec![0; features];
        for (place, _) in lines.iter().flat_map(|it| &it.parts) {
            had_by.get_mut(*place).into_iter().for_each(|it| *it += 1);
        }
        let feature = |had_by: usize| match had_by < OFTEN {
            true => LearnedFeature::Seldom(Vec::new()),
            false => LearnedFeature::Often(vec![0; names].into()),
        };
        Self {
            features: had_by.into_iter().map(feature).collect(),
            scores: vec![0; names],
            shares: Vec::with_capacity(names),
            wanted: Vec::new(),
        }
    }

    /// Takes a line for what was learned.
    fn read(&mut self, line: &PractisedLine) {
        let Self { features, scores, shares: all, wanted } = self;
        scores.fill(0);
        for (place, part) in &line.parts {
            features.get(*place).into_iter().for_each(|it| it.speak(*part, scores));
        }
        scores.iter_mut().for_each(|it| *it /= i32::from(WHOLE_LINE));
        softmax(scores, all);
        let share = |name: MeantBy| i64::from(all.get(usize::from(name)).copied().unwrap_or(0));
        let right: i64 = line.means.iter().map(|it| share(*it)).sum::<i64>().max(1);
        wanted.clear();
        for (name, share) in (0..).zip(all.iter()) {
            let share = i64::from(*share);
            // What it means shares out the whole as it is thought likely already.
            let due = match line.means.contains(&name) {
                true => share * i64::from(WHOLE_SHARE) / right,
                false => 0,
            };
            let more = i32::try_from(due - share).unwrap_or_default();
            if more.abs() >= LEAST {
                wanted.push((name, more));
            }
        }
    }

    /// Has the features of a line speak for what it should have been taken for.
    fn learn(&mut self, line: &PractisedLine, rate: i32) {
        let whole = i64::from(WHOLE_SHARE) * i64::from(WHOLE_LINE);
        for (place, part) in &line.parts {
            let Some(feature) = self.features.get_mut(*place) else { continue };
            for (name, more) in &self.wanted {
                let step = i64::from(*more) * i64::from(*part) * i64::from(rate);
                let step = (step + step.signum() * whole / 2) / whole;
                if let Some(learned) = feature.of(*name).filter(|_| step != 0) {
                    *learned = more_of(*learned, step);
                }
            }
        }
    }
}

/// Returns the learned weight plus a step, bounded by `i16::MAX` in both directions.
fn more_of(learned: i16, step: i64) -> i16 {
    let most = i64::from(i16::MAX);
    i16::try_from((i64::from(learned) + step).clamp(-most, most)).unwrap_or_default()
}

impl LearnedFeature {
    /// Adds what a part of a line speaks for each topic.
    fn speak(&self, part: i16, scores: &mut [i32]) {
        match self {
            Self::Often(each) => {
                for (score, learned) in scores.iter_mut().zip(each) {
                    // Nothing overflows, and looking whether it does would take a debug build ten times as long.
                    *score = score.wrapping_add(i32::from(part).wrapping_mul(i32::from(*learned)));
                }
            }
            Self::Seldom(some) => {
                for (name, learned) in some {
                    if let Some(score) = scores.get_mut(usize::from(*name)) {
                        *score += i32::from(part) * i32::from(*learned);
                    }
                }
            }
        }
    }

    /// Returns the learned weight for a topic, which is added as 0 if it is missing.
    fn of(&mut self, name: MeantBy) -> Option<&mut i16> {
        match self {
            Self::Often(each) => each.get_mut(usize::from(name)),
            Self::Seldom(some) => {
                let at = some.binary_search_by_key(&name, |it| it.0);
                let at = at.unwrap_or_else(|at| {
                    some.insert(at, (name, 0));
                    at
                });
                some.get_mut(at).map(|it| &mut it.1)
            }
        }
    }

    /// Has a feature know what was learned, where that is worth noting.
    fn store_weights(&self, feature: &mut SharedFeature) {
        let each = match self {
            Self::Often(each) => (0..).zip(each.iter().copied()).collect(),
            Self::Seldom(some) => some.clone(),
        };
        let mut new: Vec<FeatureTopic> = Vec::new();
        for (name, learned) in each {
            match feature.topics.binary_search_by_key(&name, |it| it.name) {
                Ok(at) => {
                    feature.topics.get_mut(at).into_iter().for_each(|it| it.learned = learned)
                }
                Err(_) if learned.unsigned_abs() < NOTEWORTHY => {}
                Err(_) => new.push(FeatureTopic { name, learned, of: 0 }),
            }
        }
        feature.topics.append(&mut new);
        feature.topics.sort_unstable_by_key(|it| it.name);
        feature.topics.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four features, and lines that have two or three of them each.
    fn practised(lines: &[(&[usize], &'static [MeantBy])], rounds: usize) -> Vec<SharedFeature> {
        let mut shared = vec![SharedFeature::default(); 4];
        let line = |(features, means): &(&[usize], &'static [MeantBy])| {
            let parts = features.iter().map(|it| (*it, WHOLE_LINE / 2)).collect();
            PractisedLine { parts, means: means.to_vec() }
        };
        let rounds = std::iter::repeat_n(lines, rounds);
        let lines: Vec<PractisedLine> = rounds.flatten().map(line).collect();
        train(&mut shared, &lines, 3);
        shared
    }

    /// Returns the learned weight of a feature for a topic, in parts of a doubling.
    fn learned(shared: &[SharedFeature], feature: usize, name: MeantBy) -> i32 {
        let topic = shared[feature].topics.iter().find(|it| it.name == name);
        topic.map_or(0, |it| i32::from(it.learned))
    }

    #[test]
    fn what_tells_two_topics_apart_speaks_for_one_and_what_both_have_for_neither() {
        let shared = practised(&[(&[0, 1], &[1]), (&[0, 2], &[2])], 2);
        for (feature, yes, no) in [(1, 1, 2), (2, 2, 1)] {
            assert!(learned(&shared, feature, yes) > PARTS, "{shared:?}");
            assert!(learned(&shared, feature, no) < -PARTS, "{shared:?}");
        }
        let of_both = [1, 2].map(|name| learned(&shared, 0, name));
        assert!(of_both.iter().all(|it| it.abs() < 3 * PARTS), "{shared:?}");
    }

    #[test]
    fn what_is_told_apart_already_teaches_nothing_more() {
        let lines: &[(&[usize], &'static [MeantBy])] = &[(&[1, 3], &[1]), (&[2, 0], &[2])];
        let (some, more) = (practised(lines, 20), practised(lines, 40));
        for (feature, name) in [(1, 1), (3, 1), (2, 2), (1, 2), (2, 1)] {
            assert_eq!(learned(&some, feature, name), learned(&more, feature, name));
        }
    }

    #[test]
    fn a_line_of_two_meanings_may_be_taken_for_either() {
        let lines: &[(&[usize], &'static [MeantBy])] = &[(&[0, 1], &[1, 2]), (&[2, 3], &[0])];
        let shared = practised(lines, 8);
        let speaks = |name| learned(&shared, 0, name) + learned(&shared, 1, name);
        assert!(speaks(1) == speaks(2) && speaks(1) > speaks(0) + PARTS, "{shared:?}");
    }

    #[test]
    fn no_more_is_learned_than_can_be_kept() {
        for (learned, step, more) in [(0, 70_000, i16::MAX), (9, -70_000, -i16::MAX), (5, -3, 2)] {
            assert_eq!(more_of(learned, step), more);
        }
    }
}
