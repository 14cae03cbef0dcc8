//! Stimulus of a thought: what set it off, by whom, by which way, and how it is answered.

use engine::{
    id::{ChannelId, CharacterId},
    label::Readers,
};
use serde::{Deserialize, Serialize};
use world::{beings::character::CharacterRef, witness::fact::Source};

use super::DeedDone;
use crate::{
    mind::goals::GoalId,
    turn::{context::ThoughtContext, plan::TaskPlan},
};

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

/// Occasion of a thought: the kind of event that set it off.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ThoughtOccasion {
    /// Speech or a pose.
    #[default]
    Words,
    /// Deed, which was no speech.
    Deed(DeedDone),
    /// Arrival of somebody in the room.
    Arrival,
    /// Bystander without words: nothing was said or done.
    Gambit,
    /// Order of the staff, by the number of the action that it became.
    Order(ActionId),
    /// Turn of a time capsule, whose topic stands in the words.
    Capsule(ActionId),
    /// Splitting of the goal of this number into parts; its text stands in the words.
    Decompose(GoalId),
    /// Own accord, about something left open. The words are those that it was left open by.
    Own(LeadKind),
    /// Question of a visitor that another character passes on.
    Helping(HelpAsked),
    /// Answer of another character to a question that this one passed on for a visitor, or the lack of one.
    Brought(HelpBrought),
}

/// Question that a character is asked by another on behalf of a visitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpAsked {
    /// Number of the delegation of the requester, who is the speaker of the stimulus.
    pub id: DelegationId,
    /// Visitor for whom it is asked.
    pub asker: CharacterRef,
    /// Hearers of the answer.
    pub hearers: Readers,
}

/// Answer that a character brings a visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HelpBrought {
    /// Number of the delegation.
    pub id: DelegationId,
    /// True if there is an answer.
    pub is_answer: bool,
}

impl ThoughtOccasion {
    /// Returns the context of a thought with this occasion.
    #[must_use]
    pub fn context(&self) -> ThoughtContext {
        match self {
            Self::Words | Self::Arrival | Self::Brought(_) => ThoughtContext::Event,
            Self::Helping(_) => ThoughtContext::Delegated,
            Self::Deed(_) => ThoughtContext::Deed,
            Self::Gambit => ThoughtContext::Gambit,
            Self::Order(_) => ThoughtContext::Order,
            Self::Capsule(_) => ThoughtContext::TimeCapsule,
            Self::Decompose(_) => ThoughtContext::GoalDecomposition,
            // A letter is owed an answer, whenever it is read.
            Self::Own(LeadKind::Letter(_)) => ThoughtContext::Event,
            Self::Own(_) => ThoughtContext::Autonomous,
        }
    }
}

/// Number of a long action of a mind.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct ActionId(pub u64);

/// Number of a delegation of a mind.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct DelegationId(pub u64);

/// Task that goes on over several turns, as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TaskScene {
    pub plan: Option<TaskPlan>,
    /// Log of the calls of earlier turns, oldest first.
    pub log: Vec<String>,
    /// Time that is left for it, in minutes.
    pub minutes: u64,
}

/// Kind of something left open that a character comes back to of its own accord. Where there is a
/// number besides that of a deed, it is that of the lead or of the letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LeadKind {
    /// Question of a visitor to which the character had no answer.
    Question,
    /// Claim about a visitor that the character did not see, and may ask them about, by the id of the
    /// deed.
    Claim(u64),
    /// Promise of the character to a visitor, as its author wrote it.
    Promised(u64),
    /// Promise of a visitor to bring the character something.
    Bringing(u64),
    /// Promise of a visitor to come back.
    Returning(u64),
    /// Message that a visitor asked to have passed on.
    Message(u64),
    /// Wish of a visitor to be told when somebody comes in.
    Awaited(u64),
    /// Offer of the character that ran out unanswered.
    Lapsed(u64),
    /// Letter to the character.
    Letter(u64),
    /// Goal of the character with which a visitor can help, by its number.
    Goal(u64),
}

impl LeadKind {
    /// Returns the kind with this number in place of that of the lead.
    #[must_use]
    pub fn numbered(self, number: u64) -> Self {
        match self {
            Self::Question | Self::Claim(_) | Self::Letter(_) | Self::Goal(_) => self,
            Self::Promised(_) => Self::Promised(number),
            Self::Bringing(_) => Self::Bringing(number),
            Self::Returning(_) => Self::Returning(number),
            Self::Message(_) => Self::Message(number),
            Self::Awaited(_) => Self::Awaited(number),
            Self::Lapsed(_) => Self::Lapsed(number),
        }
    }

    /// Returns whether what the thought is about are somebody's own words to the character, which stand
    /// in its stimulus. Of everything else the engine tells what it is.
    #[must_use]
    pub fn has_words(self) -> bool {
        matches!(self, Self::Question | Self::Letter(_))
    }

    /// Returns whether somebody waits for it: a letter is owed an answer, and whoever asked to be told
    /// of an arrival is owed that.
    #[must_use]
    pub fn is_bidden(self) -> bool {
        matches!(self, Self::Letter(_) | Self::Awaited(_))
    }
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
