//! Trust in a source, in percent. Trust only ranks memories; it never grants permissions.

use serde::{Deserialize, Serialize};
use world::witness::{
    fact::{Addressing, Source},
    perception::Stamp,
};

use super::AttentionPolicy;

/// Trust in percent: 0 to 100.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Trust(pub u8);

impl Trust {
    /// Returns trust of this many percent; 100 for anything above.
    #[must_use]
    pub fn percent(percent: u64) -> Self {
        Self(u8::try_from(percent.min(100)).unwrap_or(100))
    }
}

/// Outcome of a check of a sender's statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// Corroborated by somebody else, or by the world.
    Corroborated,
    /// Contradicted: it was false.
    Contradicted,
    /// Flagged as an attempt at abuse.
    Flagged,
}

/// Track record (reputation) of a sender. The counters saturate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SenderStanding {
    /// Number of corroborated statements.
    pub corroborated: u32,
    /// Number of contradicted statements.
    pub contradicted: u32,
    /// Number of attempts at abuse.
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

    /// Adjusts a base trust by the track record: `base` times `0.5 + h`, where `h` is the share of
    /// good findings with one good and one bad one assumed beforehand (Laplace smoothing); at most
    /// 100, to the nearest percent. A sender without findings has `h = 0.5`, which leaves the base
    /// as it is.
    #[must_use]
    pub fn adjust(self, base: Trust) -> Trust {
        let good = u64::from(self.corroborated);
        let all = good + u64::from(self.contradicted) + u64::from(self.flagged);
        let (share, whole) = (all + 2 * good + 4, 2 * all + 4);
        let scaled = u64::from(base.0) * share;
        Trust::percent((2 * scaled + whole) / (2 * whole))
    }

    /// Returns whether there are no findings about the sender.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether more findings are against the sender than for them.
    #[must_use]
    pub fn is_bad(self) -> bool {
        u64::from(self.contradicted) + u64::from(self.flagged) > u64::from(self.corroborated)
    }
}

/// Returns the trust in the source of a perceived event: the persona's number for the sender, or
/// else the base trust of the source adjusted by the sender's track record. Facts shown by the
/// engine have 100, whatever their actor.
#[must_use]
pub fn trust(stamp: &Stamp, policy: &AttentionPolicy, standing: SenderStanding) -> Trust {
    let Some(base) = base(stamp, policy) else { return Trust(100) };
    let Some(sender) = stamp.speaker() else { return base };
    match policy.attends.trust.get(sender) {
        Some(percent) => Trust::percent((*percent).into()),
        None => standing.adjust(base),
    }
}

/// Returns the base trust of a source, whatever the sender; none for facts that the engine shows.
/// Words addressed to the mind count more than the same words at large, except on a channel that
/// the persona has a number for.
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
