//! What something perceived means to a mind: a reason to act, something to
//! note, the result of its own act, or nothing.
//!
//! [`classify`] takes the first rule that fits, by the server's own facts. No
//! word that anybody spoke reaches it, so no words can talk it into anything.
//! [`limit`] then keeps assistants from answering one another for ever.

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

/// Most exchanges with one assistant within [`PAIR_SPAN`] while no person
/// gives a reason to go on.
pub const PAIR_EXCHANGES: usize = 4;

/// How long an exchange counts.
pub const PAIR_SPAN: std::time::Duration = std::time::Duration::from_secs(60);

/// Most assistants whose exchanges are counted at the same time.
pub const PAIRS: usize = 64;

/// What a mind attends to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AttentionPolicy {
    /// What its persona says.
    pub attends: Attends,
}

impl From<&Attends> for AttentionPolicy {
    fn from(attends: &Attends) -> Self {
        Self { attends: attends.clone() }
    }
}

impl AttentionPolicy {
    /// Whether it reacts to whatever the speaker says. The world is nobody,
    /// and has no rights to go by.
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

/// What is to be done with something perceived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// React to it.
    Trigger,
    /// Note it.
    Context,
    /// It is part of the result of this call.
    Capture(CallId),
    /// Pass over it.
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

/// The rules, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttentionRule {
    /// 0: it takes part in nothing.
    Disabled,
    /// 1a: its own act, by a call that captures.
    Captured,
    /// 1b: its own act, by a call that does not.
    OwnCall,
    /// 1c: its own act, by another cause.
    OwnAct,
    /// 2: addressed to it.
    Addressed,
    /// 3: whispered or paged.
    Private,
    /// 3b: a deed that a persona may have an answer to.
    Deed,
    /// 4: spoken by another assistant.
    Assistant,
    /// 5: spoken by somebody it always reacts to.
    Permitted,
    /// 6: spoken on a channel it is set up for.
    Channel,
    /// 7: spoken in the room.
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

    /// What the record calls it.
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

/// Why a mind does not react to an assistant although a rule says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Too many assistants in a row answered one another.
    Hops,
    /// It exchanged too much with this one lately.
    Pair,
    /// On a channel assistants answer people and not one another, or one line that names ten of them
    /// would set off a hundred.
    Channel,
    /// Its persona does not let it speak there unasked, or not so soon.
    Autonomy,
    /// It speaks to several at once, and only the first of them answers, or one line that names five
    /// of them would set off hundreds.
    FanOut,
}

/// What something perceived means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// What is to be done with it.
    pub action: Action,
    /// The rule that says so.
    pub rule: AttentionRule,
    /// How far its source is to be trusted.
    pub trust: Trust,
    /// Why it is only noted although the rule says to react.
    pub limited: Option<Limit>,
}

impl Verdict {
    fn noted_for(self, limit: Limit) -> Self {
        Self { action: Action::Context, limited: Some(limit), ..self }
    }
}

/// Judges something perceived. The first rule that fits decides. Deeds and
/// notices are nobody's words, so they only count as one's own or as addressed
/// to one. An assistant's words still have to pass [`limit`]. `standing` is how the sender has proved
/// so far.
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
    // Whoever shouts to a whole quarter asks nobody for an answer.
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
        Cause::Typed | Cause::World => (AttentionRule::OwnAct, Action::Context),
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

/// The ways that the rules tell apart.
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

/// The assistant that spoke or acted, if one did.
fn assistant(stamp: &Stamp) -> Option<&CharacterId> {
    stamp.speaker().filter(|_| stamp.kind() == Some(SpeakerKind::Assistant))
}

/// Whether a person spoke or acted.
fn is_person(stamp: &Stamp) -> bool {
    stamp.speaker().is_some()
        && matches!(stamp.kind(), Some(SpeakerKind::Player | SpeakerKind::Guest))
}

/// Turns a reason to react to an assistant into something to note, when the
/// chain of assistants is as long as the persona allows or when the two talked
/// enough for now. A person's reason always stands, and refills the budget.
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

/// The recent exchanges of a mind with other assistants.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pairs {
    recent: BTreeMap<CharacterId, Vec<WorldTime>>,
}

impl Pairs {
    /// Counts an exchange with `speaker`, unless there were
    /// [`PAIR_EXCHANGES`] within [`PAIR_SPAN`] already. While [`PAIRS`]
    /// assistants are counted, no further one is admitted: silence is always
    /// a good answer.
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

    /// Begins anew: a person gave a reason to go on.
    pub fn human(&mut self) {
        self.recent.clear();
    }
}
