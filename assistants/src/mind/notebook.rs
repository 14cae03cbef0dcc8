//! Notebook of a mind: notes that may not be in the store yet, and conversations in progress.

use std::collections::VecDeque;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use world::witness::conversation::{ConversationId, Conversations};

use super::bounds::MindBounds;
use crate::memory::{Note, NoteKind};

/// Maximum number of sets of readers with so many cached notes: with more, the oldest note that not
/// everybody may know is dropped.
const SETS: usize = 4;

/// Maximum number of noted conversations in all, as many as a mind has open.
pub const TALKS: usize = Conversations::MOST_IN_ALL;

/// Notes that may not be in the store yet, the next serial number, and conversations in progress.
#[derive(Component, Debug, Clone, Default)]
pub struct Notebook {
    /// Newest notes other than lines, newest last; at most
    /// [`MindBounds::fresh`] for the same readers.
    pub fresh: VecDeque<Note>,
    /// Newest lines, newest last; at most [`MindBounds::fresh_lines`] for the same readers.
    pub lines: VecDeque<Note>,
    /// Serial number of the next note.
    pub next: u64,
    /// Conversations with noted lines, until an episode is made of them; at most
    /// [`MindBounds::talks`] that everybody may know of, and [`TALKS`] in all.
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

    /// Returns the conversation that is over because there are too many of its kind: of those that
    /// everybody may know of, or of all the oldest private one.
    #[must_use]
    pub fn too_many(&self, most: usize) -> Option<ConversationId> {
        let is_public = |it: &&NotedTalk| it.label.readers == Readers::Everyone;
        let mut public = self.talks.iter().filter(is_public);
        let mut private = self.talks.iter().filter(|it| !is_public(it));
        let gone = if public.clone().count() > most {
            public.next()
        } else {
            private.next().filter(|_| self.talks.len() > TALKS)
        };
        gone.map(|it| it.of)
    }

    /// Caches a note, in place of an older version of it; drops the oldest for the same readers above
    /// the maximum.
    pub fn keep(&mut self, note: Note, bounds: MindBounds) {
        let (among, most) = match note.kind {
            NoteKind::Line => (&mut self.lines, bounds.fresh_lines),
            NoteKind::Fact
            | NoteKind::Episode
            | NoteKind::Hearsay
            | NoteKind::Insight
            | NoteKind::Journal
            | NoteKind::Profile
            | NoteKind::Page => (&mut self.fresh, bounds.fresh),
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

    /// Replaces a cached note by its newer version; one that is not cached is left alone.
    pub fn update(&mut self, note: &Note) {
        let mut cached = self.fresh.iter_mut().chain(&mut self.lines);
        if let Some(old) = cached.find(|it| it.serial == note.serial) {
            old.clone_from(note);
        }
    }

    /// Drops the cached notes that match, and conversations with a character or with that character
    /// in their labels.
    pub fn forget(&mut self, whom: &CharacterId, is_gone: impl Fn(&Note) -> bool) {
        self.fresh.retain(|it| !is_gone(it));
        self.lines.retain(|it| !is_gone(it));
        self.talks.retain(|it| it.with.0 != *whom && !it.label.names(whom));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talks_of_many_in_private_end_none_that_everybody_may_know_of() {
        let both = Readers::Only([CharacterId::new("bob").unwrap()].into());
        let talk = |of: u64, readers: &Readers| NotedTalk {
            of: ConversationId(of),
            number: of,
            with: (CharacterId::new("bob").unwrap(), "Bob".to_owned()),
            lines: 1,
            first: String::new(),
            last: String::new(),
            at: WorldTime(of),
            label: Label::engine().kept_to(readers),
        };
        let mut it = Notebook::default();
        let mut add = |of: u64, readers: &Readers| {
            it.talks.push(talk(of, readers));
            let over = it.too_many(2);
            it.talks.retain(|of| Some(of.of) != over);
            over.map(|it| it.0)
        };
        assert_eq!([add(0, &Readers::Everyone), add(1, &Readers::Everyone)], [None, None]);
        assert_eq!(add(2, &Readers::Everyone), Some(0), "the oldest that everybody may know of");
        let private = (3..).take(TALKS);
        let over: Vec<u64> = private.filter_map(|of| add(of, &both)).collect();
        assert_eq!(over, [3, 4], "of all the oldest private ones");
    }
}
