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
    /// Numbers the next note, and says which one goes for it.
    pub fn number(&mut self) -> (u64, Option<u64>) {
        let number = self.next;
        self.next += 1;
        (number, number.checked_sub(KEPT))
    }

    /// Keeps a note at hand, in place of an older form of it; the oldest makes room.
    pub fn keep(&mut self, note: Note) {
        self.fresh.retain(|it| it.serial != note.serial);
        if self.fresh.len() == FRESH {
            self.fresh.pop_front();
        }
        self.fresh.push_back(note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_goes_for_each_note_beyond_those_that_are_kept() {
        let mut notebook = Notebook { next: KEPT - 1, ..Notebook::default() };
        assert_eq!(notebook.number(), (KEPT - 1, None));
        assert_eq!(notebook.number(), (KEPT, Some(0)));
        assert_eq!(notebook.number(), (KEPT + 1, Some(1)));
    }
}
