//! What a thought is about, as facts: who, where, what was said, what was
//! found out. The built-in brain decides on these, never on prose.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use engine::id::{ChannelId, CharacterId, KindId, MarkId, OfferId};
use world::{trade::regard::UNKNOWN, witness::fact::Source};

use crate::persona::{Persona, script::ScriptEvent};

/// What the first of the rumours of a thought is called: the one that whoever is spoken with has not
/// heard, if there is one.
pub const NEWS: &str = "r1";

/// From where on a mood shows, and below zero as well.
pub const FELT: i8 = 25;

/// The facts of one thought so far.
#[derive(Debug, Clone)]
pub struct Scene {
    /// Who thinks.
    pub persona: Arc<Persona>,
    /// What it reacts to; none when it thinks of its own accord.
    pub stimulus: Option<Stimulus>,
    /// The name of the room it is in.
    pub place: String,
    /// The names of the others who are there, the speaker included.
    pub present: Vec<String>,
    /// The names of the things that lie about for all to see.
    pub things: Vec<String>,
    /// The names of the things that it carries itself.
    pub own: Vec<String>,
    /// The time of day in the game, for people.
    pub time: String,
    /// The hour of the day, 0 to 23.
    pub hour: u8,
    /// The best memories about the matter, best first.
    pub memories: Vec<String>,
    /// Whether it has spoken with the speaker before this thought's stimulus.
    pub acquainted: bool,
    /// The last thing it said to the speaker.
    pub said_last: Option<String>,
    /// In small talk, what was said lately by anybody, oldest first.
    pub small_talk: Vec<String>,
    /// What it keeps in mind of the speaker and may say here, by slot.
    pub slots: BTreeMap<String, String>,
    /// What the engine remarked about the speaker.
    pub marks: BTreeSet<MarkId>,
    /// What kinds of things the speaker is seen to carry.
    pub carries: Vec<KindId>,
    /// Whether an offer of its own stands for the speaker.
    pub offered: bool,
    /// What it thinks of the speaker, 0 to 100.
    pub regard: u8,
    /// How long the speaker was away before they came.
    pub away: Absence,
    /// How it feels, -50 to 50.
    pub mood: i8,
    /// The people whose names are among the words.
    pub people: Vec<PersonSketch>,
    /// Who came by of late and is not there any more, the last first.
    pub visitors: Vec<String>,
    /// Who last had a door opened, in words.
    pub opened: Option<String>,
    /// What the speaker said before that answers the words, and when.
    pub told: Option<String>,
    /// What somebody else said that answers them, who and when.
    pub heard: Option<String>,
    /// What goes round that answers the words, in a sentence or two.
    pub rumour: Option<String>,
    /// Whether there is something that the speaker has not heard yet, and whether the words ask for
    /// that.
    pub has_news: bool,
    pub asks_news: bool,
    /// What it last saw the speaker do but come and go, in words to stand behind "who".
    pub lately: Option<String>,
    /// What the speaker did to it, in words to stand behind "you", the newest first.
    pub deeds: Vec<String>,
    /// What the steps of this thought did so far, in order.
    pub done: Vec<Done>,
    /// A number that differs from thought to thought, for variety.
    pub dice: u64,
}

impl Scene {
    /// A thought about something of which nothing else is known: nobody is there, and nothing was
    /// done or is remembered.
    #[must_use]
    pub fn bare(persona: Arc<Persona>, stimulus: Option<Stimulus>) -> Self {
        Self {
            persona,
            stimulus,
            place: String::new(),
            present: Vec::new(),
            things: Vec::new(),
            own: Vec::new(),
            time: String::new(),
            hour: 12,
            memories: Vec::new(),
            acquainted: false,
            said_last: None,
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
            has_news: false,
            asks_news: false,
            deeds: Vec::new(),
            done: Vec::new(),
            dice: 0,
        }
    }

    /// How it feels, where that shows.
    #[must_use]
    pub fn feels(&self) -> Option<&'static str> {
        match self.mood {
            FELT.. => Some("cheerful"),
            mood if mood <= -FELT => Some("gloomy"),
            _ => None,
        }
    }

    /// What it keeps in mind of the speaker, each to stand behind the name: `likes mead`.
    #[must_use]
    pub fn known_of_speaker(&self) -> Vec<String> {
        self.in_words(&self.slots)
    }

    /// What is kept in mind of somebody, each to stand behind the name.
    #[must_use]
    pub fn in_words(&self, slots: &BTreeMap<String, String>) -> Vec<String> {
        let forms = &self.persona.script.slots;
        let known = slots.iter().filter_map(|(slot, value)| Some((forms.get(slot)?, value)));
        known.map(|(form, value)| form.replace("{}", value)).collect()
    }

    /// Whoever of those whose names were said is called so.
    #[must_use]
    pub fn person(&self, name: &str) -> Option<&PersonSketch> {
        self.people.iter().find(|it| it.name.eq_ignore_ascii_case(name))
    }
}

/// How long somebody was away, as far as the character saw them where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Absence {
    /// It did not see them before, or forgot.
    #[default]
    Unknown,
    /// Less than a day of the world.
    Short,
    /// Longer than that, and less than [`Absence::DAYS`] days.
    Middling,
    /// As long as that, or longer.
    Long,
}

impl Absence {
    /// From how many days of the world on somebody was away for long.
    pub const DAYS: u32 = 3;

    /// How long that is, where a day of the world lasts `day`.
    #[must_use]
    pub fn of(span: Duration, day: Duration) -> Self {
        match span {
            it if it < day => Self::Short,
            it if it < day.saturating_mul(Self::DAYS) => Self::Middling,
            _ => Self::Long,
        }
    }
}

/// Somebody whose name was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonSketch {
    pub name: String,
    /// Whether the character has met them, or sees them.
    pub is_known: bool,
    /// What it saw them do last, in words.
    pub seen: Option<String>,
    /// What it keeps in mind of them and may say here, by slot.
    pub slots: BTreeMap<String, String>,
}

/// Something that was done to a character, or in its sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeedDone {
    pub deed: ScriptEvent,
    /// The name of what was given or opened.
    pub thing: Option<String>,
    /// The offer of the character that was declined.
    pub declined: Option<OfferId>,
}

impl DeedDone {
    /// One of the few lines of two of the town's own people who meet.
    #[must_use]
    pub fn said(told: bool) -> Self {
        let deed = if told { ScriptEvent::Told } else { ScriptEvent::Chatted };
        Self { deed, thing: None, declined: None }
    }

    /// Whether it is no dealing with the character: whoever left hears nothing any more, and whoever
    /// had a door opened, or word sent, spoke with somebody else.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        matches!(
            self.deed,
            ScriptEvent::Left | ScriptEvent::Asked | ScriptEvent::Opened | ScriptEvent::Followed
        )
    }

    /// Whether it is part of what two of the town's own people say when they meet.
    #[must_use]
    pub fn is_exchange(&self) -> bool {
        matches!(self.deed, ScriptEvent::Met | ScriptEvent::Chatted | ScriptEvent::Told)
    }
}

/// What a thought reacts to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stimulus {
    /// Who caused it.
    pub speaker: CharacterId,
    /// The name of the one who caused it.
    pub name: String,
    /// By which way it came.
    pub source: Source,
    /// The channel it came by.
    pub channel: Option<ChannelId>,
    /// What was said, or what was done in words; empty for an arrival.
    pub words: String,
    /// What was done, where it was no speech.
    pub deed: Option<DeedDone>,
    /// Whether it was said to the character, who then owes an answer. To what was only said in the
    /// room or on a channel it answers when it knows one.
    pub asked: bool,
    /// Whether it was done so that nobody else noticed, and is answered so.
    pub aside: bool,
    /// Whether it is an order of the staff.
    pub ordered: bool,
    /// Whether nothing was said or done: whoever caused it stands about, and is spoken to.
    pub gambit: bool,
}

/// How something reached a character, and so how it may be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpokenWay {
    /// Where others notice it.
    Aloud,
    /// So that only the two know of it.
    Aside,
    /// On a channel.
    Channel,
}

/// By which tool somebody is answered the way they spoke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerWay {
    pub tool: &'static str,
    /// The argument that says to whom or where, and what it is.
    pub to: Option<(&'static str, String)>,
}

impl Stimulus {
    /// How it reached the character.
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

    /// Whether nothing is owed to it: what is said about it is said of the character's own accord.
    #[must_use]
    pub fn is_unbidden(&self) -> bool {
        !self.asked && !self.ordered && self.deed.is_none()
    }

    /// Whether somebody spoke to the character, who owes an answer to words, and to a pose none.
    #[must_use]
    pub fn owes_words(&self) -> bool {
        self.asked && self.source != Source::Pose
    }

    /// How it is answered; `present` are the names of those in the room.
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
                // Between two nobody needs to be told who is meant.
                let in_company = present.contains(&self.name) && present.len() > 1;
                AnswerWay { tool: "say", to: speaker().filter(|_| in_company) }
            }
        }
    }
}

/// One step that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    pub tool: String,
    /// Whether it succeeded.
    pub success: bool,
    /// What it showed, or why it failed.
    pub content: String,
}
