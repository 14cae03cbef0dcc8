//! Stimulus of a thought: what set it off, by whom, by which way, and how it is answered.

use engine::id::{ChannelId, CharacterId};
use world::witness::fact::Source;

use super::{
    DeedDone,
    occasion::{ActionId, DelegationId, HelpAsked, HelpBrought, LeadKind, ThoughtOccasion},
};
use crate::mind::goals::GoalId;

/// Stimulus: the event that a thought reacts to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stimulus {
    /// Id of the character who caused it.
    pub speaker: CharacterId,
    /// Name of the character who caused it.
    pub name: String,
    /// Source: the way by which it was perceived.
    pub source: Source,
    /// Channel on which the stimulus was said, if any.
    pub channel: Option<ChannelId>,
    /// Spoken words, or the deed in words; empty for an arrival.
    pub words: String,
    /// Occasion: speech, a deed, an order, or what the character thinks of by itself.
    pub occasion: ThoughtOccasion,
    /// True if the character was addressed and so owes an answer. Lines in the room or on a channel
    /// that address nobody are answered only if it knows an answer.
    pub asked: bool,
    /// True if nobody else noticed it; the answer is private, too.
    pub aside: bool,
}

/// Privacy of a stimulus, and so of its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpokenWay {
    /// Public: others notice it.
    Aloud,
    /// Private: only the two know of it.
    Aside,
    /// On a channel.
    Channel,
}

/// Tool and addressee to answer by the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerWay {
    pub tool: &'static str,
    /// Argument that names the addressee or channel, and its value.
    pub to: Option<(&'static str, String)>,
}

impl Stimulus {
    /// Returns the privacy of the stimulus.
    #[must_use]
    pub fn spoken_way(&self) -> SpokenWay {
        match self.source {
            Source::Whisper | Source::Page => SpokenWay::Aside,
            Source::Deed if self.aside => SpokenWay::Aside,
            Source::Channel => SpokenWay::Channel,
            Source::Say
            | Source::Shout
            | Source::Pose
            | Source::Emit
            | Source::Deed
            | Source::Feedback => SpokenWay::Aloud,
        }
    }

    /// Returns the deed, if it was one.
    #[must_use]
    pub fn deed(&self) -> Option<&DeedDone> {
        if let ThoughtOccasion::Deed(deed) = &self.occasion { Some(deed) } else { None }
    }

    /// Returns whether the stimulus is an order of the staff.
    #[must_use]
    pub fn is_order(&self) -> bool {
        matches!(self.occasion, ThoughtOccasion::Order(_))
    }

    /// Returns the long action that the thought carries on, if it does.
    #[must_use]
    pub fn action(&self) -> Option<ActionId> {
        match self.occasion {
            ThoughtOccasion::Order(it) | ThoughtOccasion::Capsule(it) => Some(it),
            ThoughtOccasion::Words
            | ThoughtOccasion::Deed(_)
            | ThoughtOccasion::Arrival
            | ThoughtOccasion::Gambit
            | ThoughtOccasion::Decompose(_)
            | ThoughtOccasion::Own(_)
            | ThoughtOccasion::Helping(_)
            | ThoughtOccasion::Brought(_) => None,
        }
    }

    /// Returns the kind of lead that the character comes back to, if it thinks of its own accord.
    #[must_use]
    pub fn lead(&self) -> Option<LeadKind> {
        if let ThoughtOccasion::Own(lead) = self.occasion { Some(lead) } else { None }
    }

    /// Returns the goal that the thought splits into parts, if it does.
    #[must_use]
    pub fn decomposed(&self) -> Option<GoalId> {
        if let ThoughtOccasion::Decompose(goal) = self.occasion { Some(goal) } else { None }
    }

    /// Returns whether the stimulus is news of a goal of the character.
    #[must_use]
    pub fn is_of_goal(&self) -> bool {
        self.deed().is_some_and(|it| it.deed.is_of_goal())
    }

    /// Returns the question that another passes on, if it is one.
    #[must_use]
    pub fn helping(&self) -> Option<&HelpAsked> {
        if let ThoughtOccasion::Helping(it) = &self.occasion { Some(it) } else { None }
    }

    /// Returns the answer that is brought, if it is one.
    #[must_use]
    pub fn brought(&self) -> Option<HelpBrought> {
        if let ThoughtOccasion::Brought(it) = self.occasion { Some(it) } else { None }
    }

    /// Returns the delegation that it belongs to: as a question that is passed on, or as its answer.
    #[must_use]
    pub fn delegation(&self) -> Option<DelegationId> {
        self.helping().map(|help| help.id).or(self.brought().map(|help| help.id))
    }

    /// Returns whether the stimulus belongs to a delegation.
    #[must_use]
    pub fn is_delegated(&self) -> bool {
        self.delegation().is_some()
    }

    /// Returns the person who will read the answer in the end: the visitor, where another asks for them.
    #[must_use]
    pub fn reader(&self) -> &CharacterId {
        self.helping().map_or(&self.speaker, |it| &it.asker.id)
    }

    /// Returns whether the character thinks of its own accord, so that nobody waits for it.
    #[must_use]
    pub fn is_own_accord(&self) -> bool {
        matches!(self.occasion, ThoughtOccasion::Own(_) | ThoughtOccasion::Capsule(_))
            || self.decomposed().is_some()
    }

    /// Returns whether no answer is owed, so that any words about it are unsolicited.
    #[must_use]
    pub fn is_unbidden(&self) -> bool {
        !self.asked && !self.is_order() && self.deed().is_none()
    }

    /// Returns whether an answer in words is owed: the character was addressed, and not by a pose.
    #[must_use]
    pub fn owes_words(&self) -> bool {
        self.asked && self.source != Source::Pose
    }

    /// Returns whether the stimulus is words that were said to the character.
    #[must_use]
    pub fn is_told(&self) -> bool {
        let spoken = matches!(self.source, Source::Say | Source::Whisper | Source::Page);
        self.asked && self.occasion == ThoughtOccasion::Words && spoken
    }

    /// Returns whether the stimulus is words by which somebody may ask the character to ask
    /// another: spoken to it, in whatever way.
    #[must_use]
    pub fn is_put(&self) -> bool {
        self.asked && self.occasion == ThoughtOccasion::Words
    }

    /// Returns whether the stimulus is a letter, which is answered by one.
    #[must_use]
    pub fn is_letter(&self) -> bool {
        matches!(self.lead(), Some(LeadKind::Letter(_)))
    }

    /// Returns the way to answer; `present` are the names of those in the room.
    #[must_use]
    pub fn answer_way(&self, present: &[String]) -> AnswerWay {
        let speaker = || Some(("to", self.speaker.to_string()));
        match (self.source, &self.channel) {
            (Source::Whisper, _) => AnswerWay { tool: "whisper", to: speaker() },
            (Source::Deed, _) if self.aside => AnswerWay { tool: "whisper", to: speaker() },
            (Source::Page, _) => AnswerWay { tool: "page", to: speaker() },
            (Source::Channel, Some(channel)) => {
                AnswerWay { tool: "channel_say", to: Some(("channel", channel.to_string())) }
            }
            (
                Source::Channel
                | Source::Say
                | Source::Shout
                | Source::Pose
                | Source::Emit
                | Source::Deed
                | Source::Feedback,
                _,
            ) => {
                // An addressee is named only if a third person is present.
                let in_company = present.contains(&self.name) && present.len() > 1;
                AnswerWay { tool: "say", to: speaker().filter(|_| in_company) }
            }
        }
    }
}
