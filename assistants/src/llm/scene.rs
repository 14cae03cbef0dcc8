//! Scene of a thought as structured facts: who, where, what was said, what was found out. The
//! built-in brain decides on these, never on prose.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use engine::id::{KindId, MarkId, OfferId};
use world::trade::regard::UNKNOWN;

use crate::{
    mind::talk_state::TalkState,
    perceive::told::{in_form, reported},
    persona::{Persona, delegation::DelegationMode, script::ScriptEvent},
};

mod occasion;
mod stimulus;

pub use occasion::{
    ActionId, DelegationId, HelpAsked, HelpBrought, LeadKind, OccasionKind, TaskScene,
    ThoughtOccasion,
};
pub use stimulus::{AnswerWay, SpokenWay, Stimulus};

/// Name of the first rumour of a thought: one that the partner has not heard, if there is any.
pub const NEWS: &str = "r1";

/// Threshold from which on a mood shows; the negative value for a bad mood.
pub const FELT: i8 = 25;

/// Returns the name of a mood, if it shows.
#[must_use]
pub fn felt(mood: i8) -> Option<&'static str> {
    match mood {
        FELT.. => Some("cheerful"),
        mood if mood <= -FELT => Some("gloomy"),
        _ => None,
    }
}

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
    /// Lines that are not to be said again so soon, oldest first: in an exchange of small talk those of
    /// anybody, else the character's own that all who will hear the answer may know.
    pub said_lately: Vec<String>,
    /// Topic of the offer that the character has just made to somebody else, as everybody may know.
    pub ordered_lately: Option<String>,
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
    /// Conclusion of the character about the speaker, in sentences to them.
    pub insight: Option<String>,
    /// Conclusion about the speaker from the last day, unless it was said last.
    pub dreamed: Option<String>,
    /// Account of the last day of which the character wrote, with the day and without a full stop.
    pub yesterday: Option<String>,
    /// Words of the character about its most pressing goal.
    pub goal: Option<String>,
    /// Most pressing goals, a clause each.
    pub goals: Vec<String>,
    /// Active project with its notes, in turns of the character's own.
    pub project: Option<String>,
    /// Task that goes on over several turns, if the thought carries on one.
    pub task: Option<TaskScene>,
    /// Delegated question, if the thought is about one that another passes on.
    pub help: Option<HelpScene>,
    /// Others whom the character may ask on behalf of the speaker.
    pub helpers: Vec<HelperSketch>,
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
            said_lately: Vec::new(),
            ordered_lately: None,
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
            insight: None,
            dreamed: None,
            yesterday: None,
            goal: None,
            goals: Vec::new(),
            project: None,
            task: None,
            help: None,
            helpers: Vec::new(),
            done: Vec::new(),
            dice: 0,
        }
    }

    /// Returns the name of the mood, if it shows.
    #[must_use]
    pub fn feels(&self) -> Option<&'static str> {
        felt(self.mood)
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
    /// Last deed of theirs besides coming and going that the character saw, in words.
    pub did: Option<String>,
    /// Promise of theirs to the character that is open yet, in words.
    pub promised: Option<String>,
    /// Opinion of the character about them, in a sentence with a full stop.
    pub opinion: Option<String>,
}

/// Delegated question, as far as it goes into the helper's prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpScene {
    pub mode: DelegationMode,
    /// Name of the visitor for whom it is asked.
    pub asker: String,
    /// Lines of the talk, or duties of the requester, that were handed over with it.
    pub handed: Vec<String>,
}

/// Character who may be asked on behalf of the speaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelperSketch {
    /// Id or tag by which it is asked.
    pub whom: String,
    pub name: String,
    /// Further names by which a visitor may mean it.
    pub tags: Vec<String>,
    /// True if the helper is asked for the speaker now.
    pub is_asked: bool,
}

impl HelperSketch {
    /// Returns whether a word means it, whatever its case.
    #[must_use]
    pub fn is_called(&self, word: &str) -> bool {
        let same = |it: &str| it.eq_ignore_ascii_case(word);
        same(&self.name) || same(&self.whom) || self.tags.iter().any(|it| same(it))
    }
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

    /// Returns whether the deed is part of a small-talk exchange between two NPCs.
    #[must_use]
    pub fn is_exchange(&self) -> bool {
        matches!(self.deed, ScriptEvent::Met | ScriptEvent::Chatted | ScriptEvent::Told)
    }
}

/// Result of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    pub tool: String,
    /// True if the call succeeded.
    pub success: bool,
    /// Output, or the reason of the failure.
    pub content: String,
}
