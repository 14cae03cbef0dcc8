//! Notes that a mind derives from others, by rule: each names the notes that it rests on, and has their
//! readers. Pure functions, no model.

use engine::{clock::WorldTime, id::CharacterId, label::Label};

use crate::memory::{LONGEST, Note, NoteDraft, NoteKind};

/// Note to be derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    pub kind: NoteKind,
    /// Person whom the note is about; none for a matter.
    pub about: Option<CharacterId>,
    pub content: String,
    /// Importance, 1 to 10.
    pub importance: u8,
    /// Serial numbers of the notes that it rests on, oldest first.
    pub evidence: Vec<u64>,
    /// Combined provenance label of those notes.
    pub label: Label,
    /// Time of the event that it tells of; none for now.
    pub at: Option<WorldTime>,
    /// Serial numbers of the notes that it takes the place of.
    pub replaces: Vec<u64>,
    /// True if a model wrote the note.
    pub by_model: bool,
}

impl Derived {
    /// Builds a note of a kind and an importance from those that it rests on, at least one; `evidence`
    /// needs no order. None without any.
    #[must_use]
    pub fn of(
        (kind, importance): (NoteKind, u8),
        about: Option<&CharacterId>,
        content: &str,
        evidence: &[&Note],
    ) -> Option<Self> {
        let mut label = Label::engine().kept_to(&evidence.first()?.label.readers);
        evidence.iter().for_each(|it| label.absorb(&it.label));
        let mut serials: Vec<u64> = evidence.iter().map(|it| it.serial).collect();
        serials.sort_unstable();
        serials.dedup();
        Some(Self {
            kind,
            about: about.cloned(),
            content: content.chars().take(LONGEST).collect(),
            importance,
            evidence: serials,
            label,
            at: None,
            replaces: Vec::new(),
            by_model: false,
        })
    }

    /// Returns the draft of the note in the memory of a mind.
    #[must_use]
    pub fn draft(self, mind: CharacterId, now: WorldTime) -> NoteDraft {
        NoteDraft {
            mind,
            content: self.content,
            about: self.about.iter().cloned().collect(),
            importance: self.importance,
            kind: self.kind,
            at: self.at.unwrap_or(now),
            label: self.label,
            source: self.about,
            trust: None,
            speaker: None,
            conversation: None,
            concluded: self.by_model,
            evidence: self.evidence,
            supersedes: self.replaces.first().copied(),
        }
    }
}
