//! The notes that are not surely in the store yet, and the conversations that are being noted.

use std::collections::VecDeque;

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Label};
use world::witness::conversation::ConversationId;

use crate::memory::{Note, NoteKind};

/// Most notes kept at hand, by which it is told what is new.
pub const FRESH: usize = 64;

/// Most lines kept at hand until they are surely in the store.
const FRESH_LINES: usize = 16;

/// Notes not surely in the store yet, the number of the next, and the conversations of now.
#[derive(Component, Debug, Clone, Default)]
pub struct Notebook {
    /// The newest notes but lines, newest last; at most [`FRESH`].
    pub fresh: VecDeque<Note>,
    /// The newest lines, newest last.
    pub lines: VecDeque<Note>,
    /// The next note's number.
    pub next: u64,
    /// The conversations of which lines were noted, until they leave an episode.
    pub talks: Vec<NotedTalk>,
}

/// A conversation of which lines were noted.
#[derive(Debug, Clone, PartialEq)]
pub struct NotedTalk {
    pub of: ConversationId,
    /// The number of the first note of it.
    pub number: u64,
    /// With whom, and the name they had.
    pub with: (CharacterId, String),
    /// How many lines were noted.
    pub lines: u32,
    /// What was said first, and last.
    pub first: String,
    pub last: String,
    /// Of the latest line.
    pub at: WorldTime,
    /// Where all of it comes from, and who may know of it.
    pub label: Label,
}

impl Notebook {
    /// The number of the next note.
    pub fn number(&mut self) -> u64 {
        let number = self.next;
        self.next += 1;
        number
    }

    /// The conversation by the number of the first note of it.
    #[must_use]
    pub fn talk(&self, of: ConversationId) -> Option<&NotedTalk> {
        self.talks.iter().find(|it| it.of == of)
    }

    /// Keeps a note at hand, in place of an older form of it; the oldest makes room.
    pub fn keep(&mut self, note: Note) {
        let (among, most) = match note.kind {
            NoteKind::Line => (&mut self.lines, FRESH_LINES),
            NoteKind::Fact | NoteKind::Episode | NoteKind::Hearsay | NoteKind::Insight => {
                (&mut self.fresh, FRESH)
            }
        };
        among.retain(|it| it.serial != note.serial);
        if among.len() == most {
            among.pop_front();
        }
        among.push_back(note);
    }

    /// Lets go of the notes at hand that are like this, and of talks with somebody.
    pub fn forget(&mut self, whom: &CharacterId, is_gone: impl Fn(&Note) -> bool) {
        self.fresh.retain(|it| !is_gone(it));
        self.lines.retain(|it| !is_gone(it));
        self.talks.retain(|it| it.with.0 != *whom && !it.label.names(whom));
    }
}
