//! Occasion of a thought: what set it off, in memory, in the record and among the contexts.

use engine::label::Readers;
use serde::{Deserialize, Serialize};
use world::beings::character::CharacterRef;

use super::DeedDone;
use crate::{
    mind::goals::GoalId,
    turn::{context::ThoughtContext, plan::TaskPlan},
};

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
    /// Returns the kind of the occasion.
    #[must_use]
    pub fn kind(&self) -> OccasionKind {
        match self {
            Self::Words => OccasionKind::Words,
            Self::Deed(_) => OccasionKind::Deed,
            Self::Arrival => OccasionKind::Arrival,
            Self::Gambit => OccasionKind::Gambit,
            Self::Order(_) => OccasionKind::Order,
            Self::Capsule(_) => OccasionKind::Capsule,
            Self::Decompose(_) => OccasionKind::Decomposition,
            Self::Own(lead) => lead.occasion(),
            Self::Helping(_) => OccasionKind::Delegated,
            Self::Brought(_) => OccasionKind::HelpBrought,
        }
    }

    /// Returns the context of a thought with this occasion.
    #[must_use]
    pub fn context(&self) -> ThoughtContext {
        self.kind().context()
    }
}

/// Kind of an occasion: all of it that the record keeps, under these names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum OccasionKind {
    /// Speech or a pose.
    #[serde(rename = "Event")]
    Words,
    /// Deed that the persona has lines for.
    Deed,
    /// Arrival of a character.
    Arrival,
    /// Lingering of a character, answered by a conversation opener.
    Gambit,
    /// Order of the staff.
    Order,
    /// Turn of a time capsule.
    Capsule,
    /// Splitting of a goal into parts.
    Decomposition,
    /// Own accord: a question of a visitor that was left open.
    OpenQuestion,
    /// Own accord: a claim about a visitor.
    OpenClaim,
    /// Own accord: a promise of the character to a visitor.
    OwnPromise,
    /// Own accord: a promise of a visitor.
    OpenPromise,
    /// Own accord: a message of a visitor for somebody.
    OpenMessage,
    /// Own accord: somebody has come in whom a visitor waits for.
    OpenRequest,
    /// Own accord: a goal of the character with which a visitor can help.
    OpenGoal,
    /// Own accord: an offer that ran out.
    LapsedOffer,
    /// Letter to the character.
    Letter,
    /// Question of a visitor that another character passed on.
    Delegated,
    /// Answer of another character to a question that this one passed on.
    HelpBrought,
}

impl OccasionKind {
    /// Returns the context of a thought with such an occasion.
    #[must_use]
    pub fn context(self) -> ThoughtContext {
        match self {
            // A letter is owed an answer, whenever it is read.
            Self::Words | Self::Arrival | Self::HelpBrought | Self::Letter => ThoughtContext::Event,
            Self::Delegated => ThoughtContext::Delegated,
            Self::Deed => ThoughtContext::Deed,
            Self::Gambit => ThoughtContext::Gambit,
            Self::Order => ThoughtContext::Order,
            Self::Capsule => ThoughtContext::TimeCapsule,
            Self::Decomposition => ThoughtContext::GoalDecomposition,
            Self::OpenQuestion
            | Self::OpenClaim
            | Self::OwnPromise
            | Self::OpenPromise
            | Self::OpenMessage
            | Self::OpenRequest
            | Self::OpenGoal
            | Self::LapsedOffer => ThoughtContext::Autonomous,
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
    /// Returns the kind of the occasion that such a lead is.
    #[must_use]
    pub fn occasion(self) -> OccasionKind {
        match self {
            Self::Question => OccasionKind::OpenQuestion,
            Self::Claim(_) => OccasionKind::OpenClaim,
            Self::Promised(_) => OccasionKind::OwnPromise,
            Self::Bringing(_) | Self::Returning(_) => OccasionKind::OpenPromise,
            Self::Message(_) => OccasionKind::OpenMessage,
            Self::Awaited(_) => OccasionKind::OpenRequest,
            Self::Lapsed(_) => OccasionKind::LapsedOffer,
            Self::Letter(_) => OccasionKind::Letter,
            Self::Goal(_) => OccasionKind::OpenGoal,
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_keeps_the_names_that_it_has_always_had() {
        use OccasionKind as Kind;
        let names = [
            (Kind::Words, "Event"),
            (Kind::Deed, "Deed"),
            (Kind::Arrival, "Arrival"),
            (Kind::Gambit, "Gambit"),
            (Kind::Order, "Order"),
            (Kind::Capsule, "Capsule"),
            (Kind::Decomposition, "Decomposition"),
            (Kind::OpenQuestion, "OpenQuestion"),
            (Kind::OpenClaim, "OpenClaim"),
            (Kind::OwnPromise, "OwnPromise"),
            (Kind::OpenPromise, "OpenPromise"),
            (Kind::OpenMessage, "OpenMessage"),
            (Kind::OpenRequest, "OpenRequest"),
            (Kind::OpenGoal, "OpenGoal"),
            (Kind::LapsedOffer, "LapsedOffer"),
            (Kind::Letter, "Letter"),
            (Kind::Delegated, "Delegated"),
            (Kind::HelpBrought, "HelpBrought"),
        ];
        for (kind, name) in names {
            let saved = format!("\"{name}\"");
            assert_eq!(serde_json::to_string(&kind).unwrap(), saved);
            assert_eq!(serde_json::from_str::<OccasionKind>(&saved).unwrap(), kind);
        }
    }

    #[test]
    fn a_letter_is_answered_and_all_else_that_is_left_open_is_of_its_own_accord() {
        let context = |lead| ThoughtOccasion::Own(lead).context();
        assert_eq!(context(LeadKind::Letter(1)), ThoughtContext::Event);
        assert_eq!(context(LeadKind::Question), ThoughtContext::Autonomous);
        assert_eq!(context(LeadKind::Returning(1)), ThoughtContext::Autonomous);
        assert_eq!(ThoughtOccasion::default().context(), ThoughtContext::Event);
    }
}
