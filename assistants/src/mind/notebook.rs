//! Notebook of a mind: notes that may not be in the store yet, and conversations in progress.

use std::collections::VecDeque;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use world::witness::conversation::ConversationId;

use crate::memory::{Note, NoteKind};

/// Maximum number of cached notes other than lines that the same readers may know; duplicates and
/// quotas are checked against them.
pub const FRESH: usize = 64;

/// Maximum number of cached lines that the same readers may know.
const FRESH_LINES: usize = 16;

/// Maximum number of sets of readers with so many cached notes: with more, the oldest note that not
/// everybody may know is dropped.
const SETS: usize = 4;

/// Notes that may not be in the store yet, the next serial number, and conversations in progress.
#[derive(Component, Debug, Clone, Default)]
pub struct Notebook {
    /// Newest notes other than lines, newest last; at most [`FRESH`] for the same readers.
    pub fresh: VecDeque<Note>,
    /// Newest lines, newest last; at most 16 for the same readers.
    pub lines: VecDeque<Note>,
    /// Serial number of the next note.
    pub next: u64,
    /// Conversations with noted lines, until an episode is made of them.
    pub talks: Vec<NotedTalk>,
}

/// Conversation in progress with noted lines.
#[derive(Debug, Clone, PartialEq)]
pub struct NotedTalk {
    pub of: ConversationId,
    /// Serial number of its first note.
    pub number: u64,
    /// Partner of the conversation, by id and name.
    pub with: (CharacterId, String),
    /// Number of noted lines.
    pub lines: u32,
    /// First line and last line.
    pub first: String,
    pub last: String,
    /// Time of the last line.
    pub at: WorldTime,
    /// Combined provenance label of all lines.
    pub label: Label,
}

impl Notebook {
    /// Returns the next serial number and advances it.
    pub fn number(&mut self) -> u64 {
        let number = self.next;
        self.next += 1;
        number
    }

    /// Returns the noted conversation with an id.
    #[must_use]
    pub fn talk(&self, of: ConversationId) -> Option<&NotedTalk> {
        self.talks.iter().find(|it| it.of == of)
    }

    /// Caches a note, in place of an older version of it; drops the oldest for the same readers above
    /// the maximum.
    pub fn keep(&mut self, note: Note) {
        let (among, most) = match note.kind {
            NoteKind::Line => (&mut self.lines, FRESH_LINES),
            NoteKind::Fact | NoteKind::Episode | NoteKind::Hearsay | NoteKind::Insight => {
                (&mut self.fresh, FRESH)
            }
        };
        among.retain(|it| it.serial != note.serial);
        let is_like = |it: &Note| it.label.readers == note.label.readers;
        let is_private = |it: &Note| it.label.readers != Readers::Everyone;
        let gone = if among.iter().filter(|it| is_like(it)).count() >= most {
            among.iter().position(is_like)
        } else if among.len() >= SETS * most {
            among.iter().position(is_private)
        } else {
            None
        };
        gone.and_then(|at| among.remove(at));
        among.push_back(note);
    }

    /// Drops the cached notes that match, and conversations with a character or with that character
    /// in their labels.
    pub fn forget(&mut self, whom: &CharacterId, is_gone: impl Fn(&Note) -> bool) {
        self.fresh.retain(|it| !is_gone(it));
        self.lines.retain(|it| !is_gone(it));
        self.talks.retain(|it| it.with.0 != *whom && !it.label.names(whom));
    }
}
