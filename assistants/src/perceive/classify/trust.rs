//! How far a source is to be trusted, in percent. Trust ranks what is
//! remembered; it never allows anything.

use serde::{Deserialize, Serialize};
use world::witness::{
    fact::{Addressing, Source},
    perception::Stamp,
};

use super::AttentionPolicy;

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

    /// Whether nothing came out about the sender.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        *self == Self::default()
    }

    /// Whether more came out against the sender than for them.
    #[must_use]
    pub fn is_bad(self) -> bool {
        u64::from(self.contradicted) + u64::from(self.flagged) > u64::from(self.corroborated)
    }
}

/// How far the source of something perceived is to be trusted: as the persona
/// says about the sender, or else by the way it came and by how the sender has
/// proved so far. What the engine itself shows is true, whoever did it.
#[must_use]
pub fn trust(stamp: &Stamp, policy: &AttentionPolicy, standing: SenderStanding) -> Trust {
    let Some(base) = base(stamp, policy) else { return Trust(100) };
    let Some(sender) = stamp.speaker() else { return base };
    match policy.attends.trust.get(sender) {
        Some(percent) => Trust::percent((*percent).into()),
        None => standing.adjust(base),
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
