//! Classification of perceived events by rules: trigger of a reaction, context to note, captured
//! result of the mind's own call, or ignored.
//!
//! [`classify`] takes the first rule that matches, by facts of the server alone. No spoken words
//! reach it, so that no prompt injection can influence it. [`limit`] then stops endless loops of
//! assistants answering one another.

use std::collections::BTreeMap;

use engine::{clock::WorldTime, id::CharacterId};
use world::{
    act::cause::{CallId, Cause},
    beings::character::SpeakerKind,
    witness::{
        fact::{Addressing, Source},
        perception::Stamp,
    },
};

use crate::persona::{Attends, Mode};

#[cfg(test)]
mod tests;
pub mod trust;

pub use trust::{Finding, SenderStanding, Trust};

/// Maximum exchanges with one assistant within [`PAIR_SPAN`]; words of a person reset the count.
pub const PAIR_EXCHANGES: usize = 4;

/// Time window in which exchanges with an assistant are counted.
pub const PAIR_SPAN: std::time::Duration = std::time::Duration::from_secs(60);

/// Maximum number of assistants whose exchanges are counted at the same time; further ones are
/// refused.
pub const PAIRS: usize = 64;

/// Attention policy of a mind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AttentionPolicy {
    /// Attention settings from its persona.
    pub attends: Attends,
}

impl From<&Attends> for AttentionPolicy {
    fn from(attends: &Attends) -> Self {
        Self { attends: attends.clone() }
    }
}

impl AttentionPolicy {
    /// Returns whether the policy always reacts to this speaker, by id or by minimum role.
    /// Happenings without a speaker are never permitted.
    fn permits(&self, stamp: &Stamp) -> bool {
        stamp.speaker().is_some_and(|speaker| {
            self.attends.people.contains(speaker)
                || self.attends.roles.is_some_and(|least| stamp.role() >= least)
        })
    }

    fn channel(&self, stamp: &Stamp) -> Option<Mode> {
        let channel = stamp.channel()?;
        self.attends.channels.get(channel).copied()
    }
}

/// Action to take on a perceived event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Trigger a thought about the event.
    Trigger,
    /// Keep the event in the stream as context.
    Context,
    /// Append the event to the result of this tool call.
    Capture(CallId),
    /// Ignore the event.
    Ignore,
}

impl From<Mode> for Action {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Trigger => Self::Trigger,
            Mode::Context => Self::Context,
            Mode::Ignore => Self::Ignore,
        }
    }
}

/// Attention rules, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttentionRule {
    /// 0: interaction is disabled for the mind.
    Disabled,
    /// 1a: own act, by a tool call that captures its result.
    Captured,
    /// 1b: own act, by a tool call that does not.
    OwnCall,
    /// 1c: own act, by another cause.
    OwnAct,
    /// 2: addressed to the mind.
    Addressed,
    /// 3: whisper or page.
    Private,
    /// 3b: deed that the persona's script may answer.
    Deed,
    /// 4: words of another assistant.
    Assistant,
    /// 5: words of a speaker whom the policy always reacts to, by id or role.
    Permitted,
    /// 6: words on a channel that the persona has a setting for.
    Channel,
    /// 7: words in the room, and shouts.
    Room,
    /// 8: anything else.
    Otherwise,
}

impl AttentionRule {
    /// Every rule, in order.
    pub const ALL: [AttentionRule; 12] = [
        AttentionRule::Disabled,
        AttentionRule::Captured,
        AttentionRule::OwnCall,
        AttentionRule::OwnAct,
        AttentionRule::Addressed,
        AttentionRule::Private,
        AttentionRule::Deed,
        AttentionRule::Assistant,
        AttentionRule::Permitted,
        AttentionRule::Channel,
        AttentionRule::Room,
        AttentionRule::Otherwise,
    ];

    /// Returns the name of the rule in the record.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Disabled => "0 disabled",
            Self::Captured => "1a captured",
            Self::OwnCall => "1b own call",
            Self::OwnAct => "1c own act",
            Self::Addressed => "2 addressed",
            Self::Private => "3 private",
            Self::Deed => "3b deed",
            Self::Assistant => "4 assistant",
            Self::Permitted => "5 permitted",
            Self::Channel => "6 channel",
            Self::Room => "7 room",
            Self::Otherwise => "8 otherwise",
        }
    }
}

/// Reason why a mind does not react to something although a rule says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Hop limit: the chain of assistants answering one another is too long.
    Hops,
    /// Rate limit per pair: too many recent exchanges with this assistant.
    Pair,
    /// Channel: assistants answer people there, not one another; one line that names ten of them
    /// would set off a hundred.
    Channel,
    /// Autonomy: the persona may not speak there unasked, or not so soon again.
    Autonomy,
    /// Fan-out: the line of an assistant addresses several, of whom only the first answers; one
    /// line that names five would set off hundreds.
    FanOut,
}

/// Result of the classification of a perceived event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Action to take.
    pub action: Action,
    /// Rule that matched.
    pub rule: AttentionRule,
    /// Trust in the source.
    pub trust: Trust,
    /// Limit that downgraded a reaction to a note, if any.
    pub limited: Option<Limit>,
}

impl Verdict {
    fn noted_for(self, limit: Limit) -> Self {
        Self { action: Action::Context, limited: Some(limit), ..self }
    }
}

/// Classifies a perceived event by the first rule that matches. Deeds and notices carry no words of
/// a speaker, so that they only count as own acts or as addressed to the mind. An assistant's words
/// still have to pass [`limit`]. `standing` is the track record of the sender.
#[must_use]
pub fn classify(stamp: &Stamp, policy: &AttentionPolicy, standing: SenderStanding) -> Verdict {
    let (rule, action) = apply_rules(stamp, policy);
    Verdict { action, rule, trust: trust::trust(stamp, policy, standing), limited: None }
}

fn apply_rules(stamp: &Stamp, policy: &AttentionPolicy) -> (AttentionRule, Action) {
    let attends = &policy.attends;
    if !attends.interaction {
        return (AttentionRule::Disabled, Action::Ignore);
    }
    if stamp.own() {
        return own(stamp.cause());
    }
    if attends.addressing && is_addressed(stamp) {
        return (AttentionRule::Addressed, Action::Trigger);
    }
    let way = way(stamp.source());
    if way == Way::Private {
        return (AttentionRule::Private, Action::Trigger);
    }
    if way == Way::Wordless {
        return (AttentionRule::Otherwise, Action::Ignore);
    }
    if assistant(stamp).is_some() {
        return (AttentionRule::Assistant, Action::Context);
    }
    if policy.permits(stamp) {
        return (AttentionRule::Permitted, Action::Trigger);
    }
    if let Some(mode) = policy.channel(stamp) {
        return (AttentionRule::Channel, mode.into());
    }
    if way == Way::Room {
        return (AttentionRule::Room, attends.room.into());
    }
    // A shout to a whole quarter asks nobody in particular for an answer.
    if way == Way::Far {
        let action = match attends.room {
            Mode::Trigger | Mode::Context => Action::Context,
            Mode::Ignore => Action::Ignore,
        };
        return (AttentionRule::Room, action);
    }
    (AttentionRule::Otherwise, Action::Ignore)
}

fn own(cause: Cause) -> (AttentionRule, Action) {
    match cause {
        Cause::Tool { call, captures: true } => (AttentionRule::Captured, Action::Capture(call)),
        Cause::Tool { captures: false, .. } => (AttentionRule::OwnCall, Action::Ignore),
        Cause::Typed | Cause::Panel(_) | Cause::World => (AttentionRule::OwnAct, Action::Context),
    }
}

fn is_addressed(stamp: &Stamp) -> bool {
    match stamp.addressed() {
        Addressing::No => false,
        Addressing::Talking
        | Addressing::Meant
        | Addressing::Alone
        | Addressing::Called
        | Addressing::Named
        | Addressing::Directed => true,
    }
}

/// Groups of sources that the rules distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Private,
    Channel,
    Room,
    Far,
    Wordless,
}

fn way(source: Source) -> Way {
    match source {
        Source::Whisper | Source::Page => Way::Private,
        Source::Channel => Way::Channel,
        Source::Say | Source::Pose | Source::Emit => Way::Room,
        Source::Shout => Way::Far,
        Source::Deed | Source::Feedback => Way::Wordless,
    }
}

/// Returns the assistant that spoke or acted, if the actor is one.
fn assistant(stamp: &Stamp) -> Option<&CharacterId> {
    stamp.speaker().filter(|_| stamp.kind() == Some(SpeakerKind::Assistant))
}

/// Returns whether a player or guest spoke or acted.
fn is_person(stamp: &Stamp) -> bool {
    stamp.speaker().is_some()
        && matches!(stamp.kind(), Some(SpeakerKind::Player | SpeakerKind::Guest))
}

/// Downgrades a reaction to an assistant to a note if the hop limit of the persona or the pair
/// limit is reached. A person's words always pass, and reset the pair counters.
#[must_use]
pub fn limit(
    verdict: Verdict,
    stamp: &Stamp,
    policy: &AttentionPolicy,
    pairs: &mut Pairs,
    now: WorldTime,
) -> Verdict {
    if verdict.action != Action::Trigger {
        return verdict;
    }
    if is_person(stamp) {
        pairs.human();
    }
    let Some(speaker) = assistant(stamp) else { return verdict };
    if stamp.hops() >= policy.attends.max_hops {
        return verdict.noted_for(Limit::Hops);
    }
    if stamp.source() == Source::Channel {
        return verdict.noted_for(Limit::Channel);
    }
    if stamp.named_before() > 0 {
        return verdict.noted_for(Limit::FanOut);
    }
    if !pairs.admit(speaker, now) {
        return verdict.noted_for(Limit::Pair);
    }
    verdict
}

/// Recent exchanges of a mind with other assistants, for the pair limit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pairs {
    recent: BTreeMap<CharacterId, Vec<WorldTime>>,
}

impl Pairs {
    /// Counts an exchange with `speaker` and returns whether it is admitted: not if there were
    /// [`PAIR_EXCHANGES`] within [`PAIR_SPAN`] already. While [`PAIRS`] assistants are counted, no
    /// further one is admitted.
    pub fn admit(&mut self, speaker: &CharacterId, now: WorldTime) -> bool {
        self.recent.retain(|_, times| {
            times.retain(|time| now.since(*time) < PAIR_SPAN);
            !times.is_empty()
        });
        if self.recent.len() >= PAIRS && !self.recent.contains_key(speaker) {
            return false;
        }
        let times = self.recent.entry(speaker.clone()).or_default();
        let admitted = times.len() < PAIR_EXCHANGES;
        if admitted {
            times.push(now);
        }
        admitted
    }

    /// Resets all counters: a person spoke.
    pub fn human(&mut self) {
        self.recent.clear();
    }
}
