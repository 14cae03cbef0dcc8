//! The notes that are not surely in the store yet.

use std::collections::VecDeque;

use bevy_ecs::prelude::*;

use crate::memory::Note;

/// Most notes kept at hand until they are surely in the store.
pub const FRESH: usize = 64;

/// Most notes that a mind keeps: with the next one the oldest goes.
pub const KEPT: u64 = 20_000;

/// Notes not surely in the store yet, and the number of the next.
#[derive(Component, Debug, Clone, Default)]
pub struct Notebook {
    /// The newest notes, newest last; at most [`FRESH`].
    pub fresh: VecDeque<Note>,
    /// The next note's number.
    pub next: u64,
}

impl Notebook {
    /// Keeps a note at hand, in place of an older form of it; the oldest makes room.
    pub fn keep(&mut self, note: Note) {
        self.fresh.retain(|it| it.serial != note.serial);
        if self.fresh.len() == FRESH {
            self.fresh.pop_front();
        }
        self.fresh.push_back(note);
    }
}
