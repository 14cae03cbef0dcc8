//! Feature that more than one example has, while it is trained: what was counted of it, and what was learned.

/// What all features of one example come to: the root of the sum of their squares.
const WHOLE: u64 = 4_096;
/// How much of each feature belongs to nobody, so that what is rare says less: as one example that has
/// nothing else.
pub(super) const NOBODYS: u64 = WHOLE;
/// What an example means: the name of a topic, or nothing that anybody here knows.
pub(super) type MeantBy = u16;

/// A feature that more than one example has.
#[derive(Debug, Clone, Default)]
pub(super) struct SharedFeature {
    /// What it weighs in a line.
    pub(super) weight: u64,
    /// How much of all examples it is.
    pub(super) all: u64,
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

    /// Sets what was learned of it for a topic.
    #[cfg(test)]
    pub(super) fn learn(&mut self, name: MeantBy, learned: i16) {
        self.topic(name).into_iter().for_each(|it| it.learned = learned);
    }
}
