//! Note of a mind: its words, whom it is about, how much it matters, and who may know of it.

use std::collections::BTreeSet;

use engine::{clock::WorldTime, id::CharacterId, label::Label};
use serde::{Deserialize, Serialize};

use super::links::NoteLink;

/// Kind of a note's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum NoteKind {
    /// Statement of fact.
    Fact,
    /// Event that happened, or summary of a conversation.
    Episode,
    /// Line of a conversation in its original words, or a deed without a speaker.
    Line,
    /// Unverified claim of a character.
    Hearsay,
    /// Conclusion that the mind drew from other notes, which are its evidence.
    Insight,
    /// Page of a text that the mind read and kept word for word.
    Page,
    /// Entry of its journal: what happened on a day.
    Journal,
    /// Summary of what it knows of a person or a matter, from other notes.
    Profile,
}

impl NoteKind {
    /// Returns whether notes of this kind are made of others, which are their evidence.
    #[must_use]
    pub fn is_derived(self) -> bool {
        match self {
            Self::Insight | Self::Journal | Self::Profile => true,
            Self::Fact | Self::Episode | Self::Line | Self::Hearsay | Self::Page => false,
        }
    }
}

/// Note in the memory of a mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Serial number, unique within the mind; a greater number is a newer note.
    pub serial: u64,
    /// Text of the note, a sentence or two.
    pub content: String,
    /// Characters that the note is about.
    pub about: Vec<CharacterId>,
    /// Importance, 1 to 10.
    pub importance: u8,
    /// Kind of the note.
    pub kind: NoteKind,
    /// Time of creation.
    pub at: WorldTime,
    /// Provenance label: origins, integrity and permitted readers.
    pub label: Label,
    /// Character whose words the note comes from; none if nobody said it, and in notes from before
    /// this field existed. Deletion requests, ignore lists and quotas go by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<CharacterId>,
    /// Trust of the mind in whoever said it, in percent, at the time of creation; none for what
    /// nobody said, for the mind's own words, and in notes from before this field existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<u8>,
    /// Name of the speaker at that time; only for lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// Conversation of the note, by the serial number of its first note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<u64>,
    /// True if a model wrote the note; false if the engine took it from what was said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub concluded: bool,
    /// Serial numbers of the notes that an insight rests on, oldest first; it goes when one of them is
    /// taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<u64>,
    /// Related notes with the same readers, the strongest link first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<NoteLink>,
    /// Serial number of the note that this one corrects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<u64>,
    /// Serial number of the note that corrects this one; a superseded note is never retrieved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<u64>,
}

impl Note {
    /// Returns the characters named by the label or the source that are not the note's subjects,
    /// without the mind that owns the note.
    #[must_use]
    pub fn mentions(&self, mind: &str) -> BTreeSet<CharacterId> {
        let others = self.label.all_named().chain(&self.source);
        others.filter(|id| id.as_str() != mind && !self.about.contains(id)).cloned().collect()
    }

    /// Returns whether the note is a line that the mind itself said: its source is whom it answered, and others
    /// had a hand in it.
    #[must_use]
    pub fn is_reply(&self) -> bool {
        let is_of = |source: &CharacterId| self.label.origins.iter().any(|it| it != source);
        let is_spoken = self.kind == NoteKind::Line && self.speaker.is_some();
        is_spoken && self.source.as_ref().is_some_and(is_of)
    }

    /// Returns whether the note is a deed done in a conversation: a line without a speaker.
    #[must_use]
    pub fn is_deed(&self) -> bool {
        self.kind == NoteKind::Line && self.speaker.is_none()
    }

    /// Returns whether the note is derived from what was said: concluded by a model, an episode, or made
    /// of other notes.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.concluded || self.kind == NoteKind::Episode || self.kind.is_derived()
    }

    /// Returns whether the note comes from a character's words alone, or is about that character.
    #[must_use]
    pub fn is_of(&self, whom: &CharacterId) -> bool {
        self.source.as_ref() == Some(whom) || self.label.is_of(whom) || self.about.contains(whom)
    }
}

/// Versioned document of a saved note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoteDocument {
    /// Version 1.
    V1(Note),
}

impl NoteDocument {
    /// Returns the content in the current version.
    #[must_use]
    pub fn current(self) -> Note {
        match self {
            Self::V1(it) => it,
        }
    }
}
