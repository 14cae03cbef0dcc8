//! How far a source is to be trusted, in percent. Trust ranks what is
//! remembered; it never allows anything.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use world::{
    engine::id::CharacterId,
    witness::{
        fact::{Addressing, Source},
        perception::Stamp,
    },
};

use super::AttentionPolicy;

/// Most senders whose standing is kept.
pub const STANDINGS: usize = 1_000;

/// How far something is to be trusted, in percent: 0 to 100.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Trust(pub u8);

impl Trust {
    /// Trust of this many percent; 100 for anything above.
    #[must_use]
    pub fn percent(percent: u64) -> Self {
        Self(u8::try_from(percent.min(100)).unwrap_or(100))
    }
}

/// What came out about something that a sender said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// Somebody else, or the world, bore it out.
    Corroborated,
    /// It was not so.
    Contradicted,
    /// It was an attempt at abuse.
    Flagged,
}

/// How a sender has proved so far. The counters stop at their greatest value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SenderStanding {
    /// How often the sender was borne out.
    pub corroborated: u32,
    /// How often the sender was wrong.
    pub contradicted: u32,
    /// How often the sender tried abuse.
    pub flagged: u32,
}

impl SenderStanding {
    /// Counts a finding.
    pub fn count(&mut self, finding: Finding) {
        let counter = match finding {
            Finding::Corroborated => &mut self.corroborated,
            Finding::Contradicted => &mut self.contradicted,
            Finding::Flagged => &mut self.flagged,
        };
        *counter = counter.saturating_add(1);
    }

    /// `base` times `0.5 + h`, where `h` is the share of good findings with
    /// one good and one bad one assumed beforehand; at most 100, to the
    /// nearest percent. Somebody without findings has `h = 0.5`, which leaves
    /// the base as it is.
    #[must_use]
    pub fn adjust(self, base: Trust) -> Trust {
        let good = u64::from(self.corroborated);
        let all = good + u64::from(self.contradicted) + u64::from(self.flagged);
        let (share, whole) = (all + 2 * good + 4, 2 * all + 4);
        let scaled = u64::from(base.0) * share;
        Trust::percent((2 * scaled + whole) / (2 * whole))
    }

    fn weight(self) -> u64 {
        u64::from(self.corroborated) + u64::from(self.contradicted) + u64::from(self.flagged)
    }
}

/// The standings of all senders that a mind found something out about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Standings(BTreeMap<CharacterId, SenderStanding>);

impl Standings {
    /// How a sender has proved; a stranger has no findings.
    #[must_use]
    pub fn of(&self, sender: &CharacterId) -> SenderStanding {
        self.0.get(sender).copied().unwrap_or_default()
    }

    /// Counts a finding about a sender. Over [`STANDINGS`] senders, the one
    /// with the fewest findings is forgotten.
    pub fn count(&mut self, sender: &CharacterId, finding: Finding) {
        if self.0.len() >= STANDINGS && !self.0.contains_key(sender) {
            let least = self.0.iter().min_by_key(|(_, it)| it.weight());
            if let Some(least) = least.map(|(id, _)| id.clone()) {
                self.0.remove(&least);
            }
        }
        self.0.entry(sender.clone()).or_default().count(finding);
    }
}

/// How far the source of something perceived is to be trusted: as the persona
/// says about the sender, or else by the way it came and by how the sender has
/// proved so far. What the engine itself shows is true, whoever did it.
#[must_use]
pub fn trust(stamp: &Stamp, policy: &AttentionPolicy) -> Trust {
    let Some(base) = base(stamp, policy) else { return Trust(100) };
    let Some(sender) = stamp.speaker() else { return base };
    match policy.attends.trust.get(sender) {
        Some(percent) => Trust::percent((*percent).into()),
        None => policy.standings.of(sender).adjust(base),
    }
}

/// The trust in a way by which words come, whoever sent them; none for what
/// the engine shows. Words addressed to somebody count more than the same
/// words at large, except on a channel that the persona has a number for.
fn base(stamp: &Stamp, policy: &AttentionPolicy) -> Option<Trust> {
    let addressed = stamp.addressed() != Addressing::No;
    let channel_trust = || policy.attends.channel_trust.get(stamp.channel()?);
    let base = match stamp.source() {
        Source::Whisper | Source::Page => Trust(90),
        Source::Channel if let Some(percent) = channel_trust() => Trust::percent((*percent).into()),
        Source::Channel | Source::Say | Source::Shout | Source::Pose | Source::Emit
            if addressed =>
        {
            Trust(70)
        }
        Source::Channel => Trust(60),
        Source::Say | Source::Shout => Trust(40),
        Source::Pose => Trust(30),
        Source::Emit => Trust(20),
        Source::Deed | Source::Feedback => return None,
    };
    Some(base)
}
