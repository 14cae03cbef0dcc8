//! Scene of a thought as structured facts: who, where, what was said, what was found out. The
//! built-in brain decides on these, never on prose.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use engine::id::{ChannelId, CharacterId, KindId, MarkId, OfferId};
use serde::{Deserialize, Serialize};
use world::{trade::regard::UNKNOWN, witness::fact::Source};

use crate::{
    mind::talk_state::TalkState,
    perceive::told::{in_form, reported},
    persona::{Persona, script::ScriptEvent},
    turn::{context::ThoughtContext, plan::TaskPlan},
};

/// Name of the first rumour of a thought: one that the partner has not heard, if there is any.
pub const NEWS: &str = "r1";

/// Threshold from which on a mood shows; the negative value for a bad mood.
pub const FELT: i8 = 25;

/// Facts of one thought so far.
#[derive(Debug, Clone)]
pub struct Scene {
    /// Persona of the mind.
    pub persona: Arc<Persona>,
    /// Stimulus that it reacts to; none if it thinks of its own accord.
    pub stimulus: Option<Stimulus>,
    /// Name of the room.
    pub place: String,
    /// Names of the others who are present, the speaker included.
    pub present: Vec<String>,
    /// True if the audience may not know who and what is in the room, because it is private.
    pub secluded: bool,
    /// Names of the things that lie in the room.
    pub things: Vec<String>,
    /// Names of the things that the character carries.
    pub own: Vec<String>,
    /// Time of day in the game, as text.
    pub time: String,
    /// Hour of the day, 0 to 23.
    pub hour: u8,
    /// Best memories about the matter, best first.
    pub memories: Vec<String>,
    /// True if the character has spoken with the speaker before this thought's stimulus.
    pub acquainted: bool,
    /// Last words of the character to the speaker.
    pub said_last: Option<String>,
    /// State of the talk with the speaker.
    pub talk: TalkState,
    /// Recent lines of an NPC small-talk exchange by anybody, oldest first.
    pub small_talk: Vec<String>,
    /// Known facts about the speaker that the character may mention here, by slot.
    pub slots: BTreeMap<String, String>,
    /// Marks that the engine set on the speaker.
    pub marks: BTreeSet<MarkId>,
    /// Kinds of things that the speaker is seen to carry.
    pub carries: Vec<KindId>,
    /// True if an offer of the character to the speaker is open.
    pub offered: bool,
    /// Regard for the speaker, 0 to 100.
    pub regard: u8,
    /// Absence of the speaker before the arrival.
    pub away: Absence,
    /// Mood of the character, -50 to 50.
    pub mood: i8,
    /// People whose names occur in the words.
    pub people: Vec<PersonSketch>,
    /// Names of recent visitors who have left, the latest first.
    pub visitors: Vec<String>,
    /// Sentence about who last had a door opened.
    pub opened: Option<String>,
    /// Earlier words of the speaker that answer the words, and their time.
    pub told: Option<String>,
    /// Earlier words of a third person that answer the words, with speaker and time.
    pub heard: Option<String>,
    /// Rumour that answers the words, in a sentence or two.
    pub rumour: Option<String>,
    /// Name of the character who told the rumour; none for what the character saw itself.
    pub rumour_from: Option<String>,
    /// True if there is a rumour that the speaker has not heard yet; true if the words ask for
    /// news.
    pub has_news: bool,
    pub asks_news: bool,
    /// Last deed of the speaker that the character saw, except comings and goings, as a predicate
    /// after "who".
    pub lately: Option<String>,
    /// Deeds of the speaker to the character, as predicates after "you", the newest first.
    pub deeds: Vec<String>,
    /// Task that goes on over several turns, if the thought carries on one.
    pub task: Option<TaskScene>,
    /// Results of the steps of this thought, in order.
    pub done: Vec<Done>,
    /// Random number that differs from thought to thought, for variety.
    pub dice: u64,
}

impl Scene {
    /// Creates a scene with default facts: nobody is present, and nothing was done or is
    /// remembered.
    #[must_use]
    pub fn bare(persona: Arc<Persona>, stimulus: Option<Stimulus>) -> Self {
        Self {
            persona,
            stimulus,
            place: String::new(),
            present: Vec::new(),
            secluded: false,
            things: Vec::new(),
            own: Vec::new(),
            time: String::new(),
            hour: 12,
            memories: Vec::new(),
            acquainted: false,
            said_last: None,
            talk: TalkState::default(),
            small_talk: Vec::new(),
            slots: BTreeMap::new(),
            marks: BTreeSet::new(),
            carries: Vec::new(),
            offered: false,
            regard: UNKNOWN,
            away: Absence::Unknown,
            mood: 0,
            people: Vec::new(),
            visitors: Vec::new(),
            opened: None,
            lately: None,
            told: None,
            heard: None,
            rumour: None,
            rumour_from: None,
            has_news: false,
            asks_news: false,
            deeds: Vec::new(),
            task: None,
            done: Vec::new(),
            dice: 0,
        }
    }

    /// Returns the name of the mood, if it shows.
    #[must_use]
    pub fn feels(&self) -> Option<&'static str> {
        match self.mood {
            FELT.. => Some("cheerful"),
            mood if mood <= -FELT => Some("gloomy"),
            _ => None,
        }
    }

    /// Returns the known facts about the speaker, as predicates after the name: `likes mead`.
    #[must_use]
    pub fn known_of_speaker(&self) -> Vec<String> {
        self.in_words(&self.slots)
    }

    /// Returns facts about a character, as predicates after the name.
    #[must_use]
    pub fn in_words(&self, slots: &BTreeMap<String, String>) -> Vec<String> {
        let forms = &self.persona.script.slots;
        let known = slots.iter().filter_map(|(slot, value)| Some((forms.get(slot)?, value)));
        known.map(|(form, value)| in_form(form, &reported(value))).collect()
    }

    /// Finds a mentioned person by name.
    #[must_use]
    pub fn person(&self, name: &str) -> Option<&PersonSketch> {
        self.people.iter().find(|it| it.name.eq_ignore_ascii_case(name))
    }
}

/// Length of an absence, as far as the character saw the other at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Absence {
    /// The character never saw them before, or forgot.
    #[default]
    Unknown,
    /// Less than a day of the world.
    Short,
    /// At least a day, and less than [`Absence::DAYS`] days.
    Middling,
    /// At least [`Absence::DAYS`] days.
    Long,
}

impl Absence {
    /// Number of days of the world from which on an absence is long.
    pub const DAYS: u32 = 3;

    /// Classifies a time span, where a day of the world lasts `day`.
    #[must_use]
    pub fn of(span: Duration, day: Duration) -> Self {
        match span {
            it if it < day => Self::Short,
            it if it < day.saturating_mul(Self::DAYS) => Self::Middling,
            _ => Self::Long,
        }
    }
}

/// Person whose name was mentioned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonSketch {
    pub name: String,
    /// True if the character has met them, or sees them.
    pub is_known: bool,
    /// True if the character can be asked to tell them something.
    pub may_be_told: bool,
    /// Last deed that the character saw them do, in words.
    pub seen: Option<String>,
    /// Known facts about them that may be mentioned here, by slot.
    pub slots: BTreeMap<String, String>,
}

/// Deed done to a character, or in its sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeedDone {
    pub deed: ScriptEvent,
    /// Name of the thing given or opened.
    pub thing: Option<String>,
    /// Offer of the character that was declined.
    pub declined: Option<OfferId>,
}

impl DeedDone {
    /// Builds the deed for a line of an NPC small-talk exchange; `told` says that it passes on a
    /// rumour.
    #[must_use]
    pub fn said(told: bool) -> Self {
        let deed = if told { ScriptEvent::Told } else { ScriptEvent::Chatted };
        Self { deed, thing: None, declined: None }
    }

    /// Returns whether the deed is no interaction with the character: the actor left, or had a door
    /// opened or word sent by somebody else.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        matches!(
            self.deed,
            ScriptEvent::Left | ScriptEvent::Asked | ScriptEvent::Opened | ScriptEvent::Followed
        )
    }

    /// Returns whether it is part of a small-talk exchange between two NPCs.
    #[must_use]
    pub fn is_exchange(&self) -> bool {
        matches!(self.deed, ScriptEvent::Met | ScriptEvent::Chatted | ScriptEvent::Told)
    }
}

/// Stimulus: the event that a thought reacts to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stimulus {
    /// Id of the character who caused it.
    pub speaker: CharacterId,
    /// Name of the character who caused it.
    pub name: String,
    /// Source: the way by which it was perceived.
    pub source: Source,
    /// Channel on which it was said, if any.
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

/// Occasion of a thought.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ThoughtOccasion {
    /// Speech or a pose.
    #[default]
    Words,
    /// Deed, which was no speech.
    Deed(DeedDone),
    /// Arrival of somebody in the room.
    Arrival,
    /// Somebody stands about: nothing was said or done.
    Gambit,
    /// Order of the staff, by the number of the action that it became.
    Order(ActionId),
    /// Turn of a time capsule, whose topic stands in the words.
    Capsule(ActionId),
    /// Own accord, about something left open. The words are those that it was left open by.
    Own(LeadKind),
}

impl ThoughtOccasion {
    /// Returns the context of a thought with this occasion.
    #[must_use]
    pub fn context(&self) -> ThoughtContext {
        match self {
            Self::Words | Self::Arrival => ThoughtContext::Event,
            Self::Deed(_) => ThoughtContext::Deed,
            Self::Gambit => ThoughtContext::Gambit,
            Self::Order(_) => ThoughtContext::Order,
            Self::Capsule(_) => ThoughtContext::TimeCapsule,
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

/// Task that goes on over several turns, as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TaskScene {
    pub plan: Option<TaskPlan>,
    /// What was done for it in earlier turns, oldest first.
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
}

impl LeadKind {
    /// Returns the kind with this number in place of that of the lead.
    #[must_use]
    pub fn numbered(self, number: u64) -> Self {
        match self {
            Self::Question | Self::Claim(_) | Self::Letter(_) => self,
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
        match &self.occasion {
            ThoughtOccasion::Deed(deed) => Some(deed),
            ThoughtOccasion::Words
            | ThoughtOccasion::Arrival
            | ThoughtOccasion::Gambit
            | ThoughtOccasion::Order(_)
            | ThoughtOccasion::Capsule(_)
            | ThoughtOccasion::Own(_) => None,
        }
    }

    /// Returns whether it is an order of the staff.
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
            | ThoughtOccasion::Own(_) => None,
        }
    }

    /// Returns what the character comes back to, if it thinks of its own accord.
    #[must_use]
    pub fn lead(&self) -> Option<LeadKind> {
        match self.occasion {
            ThoughtOccasion::Own(lead) => Some(lead),
            ThoughtOccasion::Words
            | ThoughtOccasion::Deed(_)
            | ThoughtOccasion::Arrival
            | ThoughtOccasion::Gambit
            | ThoughtOccasion::Order(_)
            | ThoughtOccasion::Capsule(_) => None,
        }
    }

    /// Returns whether the character thinks of its own accord, so that nobody waits for it.
    #[must_use]
    pub fn is_own_accord(&self) -> bool {
        matches!(self.occasion, ThoughtOccasion::Own(_) | ThoughtOccasion::Capsule(_))
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

    /// Returns whether it is words that were said to the character.
    #[must_use]
    pub fn is_told(&self) -> bool {
        let spoken = matches!(self.source, Source::Say | Source::Whisper | Source::Page);
        self.asked && self.occasion == ThoughtOccasion::Words && spoken
    }

    /// Returns whether it is a letter, which is answered by one.
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

/// Result of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    pub tool: String,
    /// True if it succeeded.
    pub success: bool,
    /// Output, or the reason of the failure.
    pub content: String,
}
