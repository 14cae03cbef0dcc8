//! Feature that more than one example has, while it is trained: what was counted of it, and what was learned.

/// Length of one example as a vector: the root of the sum of the squares of its features' parts.
const WHOLE: u64 = 4_096;
/// Part of each feature that belongs to no topic, which smooths it, so that rare features say less: as much
/// as one example has of its only feature.
pub(super) const NOBODYS: u64 = WHOLE;
/// Meaning of an example: number of the name of a topic, or of the name for nothing that is known here.
pub(super) type MeantBy = u16;

/// A feature that more than one example has.
#[derive(Debug, Clone, Default)]
pub(super) struct SharedFeature {
    /// Weight in a line.
    pub(super) weight: u64,
    /// Sum of its parts of all examples, once for each topic that an example means.
    pub(super) all: u64,
    /// Relations to topics, by ascending number of the name.
    pub(super) topics: Vec<FeatureTopic>,
}

/// Relation of a feature to a topic.
#[derive(Debug, Clone, Copy)]
pub(super) struct FeatureTopic {
    pub(super) name: MeantBy,
    /// Weight that was learned, in parts of a doubling.
    pub(super) learned: i16,
    /// Sum of its parts of the topic's examples.
    pub(super) of: u32,
}

impl SharedFeature {
    /// Creates a feature of this weight, before anything is known of it.
    pub(super) fn new(weight: u64) -> Self {
        Self { weight, ..Self::default() }
    }

    /// Distributes the share of an example of this length over the topics that it means.
    pub(super) fn share(&mut self, means: &[MeantBy], length: u64) {
        let part = self.weight * WHOLE / length;
        self.all += part * means.len() as u64;
        let part = u32::try_from(part).unwrap_or(u32::MAX);
        for name in means {
            self.topic(*name).into_iter().for_each(|it| it.of += part);
        }
    }

    /// Returns the relation to a topic, which is added if it is missing.
    fn topic(&mut self, name: MeantBy) -> Option<&mut FeatureTopic> {
        let at = self.topics.binary_search_by_key(&name, |it| it.name);
        let at = at.unwrap_or_else(|at| {
            self.topics.insert(at, FeatureTopic { name, learned: 0, of: 0 });
            at
        });
        self.topics.get_mut(at)
    }

    /// Sets the learned weight of this feature for a topic.
    #[cfg(test)]
    pub(super) fn learn(&mut self, name: MeantBy, learned: i16) {
        self.topic(name).into_iter().for_each(|it| it.learned = learned);
    }
}
