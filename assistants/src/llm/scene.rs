//! What a thought is about, as facts: who, where, what was said, what was
//! found out. The built-in brain decides on these, never on prose.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use world::{
    engine::id::{ChannelId, CharacterId, KindId, MarkId, OfferId},
    witness::fact::Source,
};

use crate::persona::{Persona, script::Deed};

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
    /// What it keeps in mind of the speaker and may say here, by slot.
    pub slots: BTreeMap<String, String>,
    /// What the engine remarked about the speaker.
    pub marks: BTreeSet<MarkId>,
    /// What kinds of things the speaker is seen to carry.
    pub carries: Vec<KindId>,
    /// Whether an offer of its own stands for the speaker.
    pub offered: bool,
    /// The people it knows or sees whose names are among the words.
    pub people: Vec<PersonSketch>,
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
            time: String::new(),
            hour: 12,
            memories: Vec::new(),
            acquainted: false,
            said_last: None,
            slots: BTreeMap::new(),
            marks: BTreeSet::new(),
            carries: Vec::new(),
            offered: false,
            people: Vec::new(),
            done: Vec::new(),
            dice: 0,
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

/// Somebody whom a character knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonSketch {
    pub name: String,
    /// What it keeps in mind of them and may say here, by slot.
    pub slots: BTreeMap<String, String>,
}

/// Something that was done to a character, or in its sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeedDone {
    pub deed: Deed,
    /// The name of what was given.
    pub thing: Option<String>,
    /// The offer of the character that was declined.
    pub declined: Option<OfferId>,
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
