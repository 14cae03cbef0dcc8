//! Notice board: notes that players pin up for everybody, until they are taken down or newer ones
//! take their place.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::AccountId,
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written, numbered},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::{
    act::{permission::Role, refusal::Refusal},
    beings::{
        character::{CharacterRef, Who},
        forgetting::AddForgetter,
    },
};

pub mod command;

/// A room in which one can reach the board. There is one board, wherever it hangs.
#[derive(Component, Debug, Clone, Copy)]
pub struct HasBoard;

/// Note on the board, in the first form in which it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostingV1 {
    /// Number, from 1.
    pub number: u32,
    /// Author.
    pub by: CharacterRef,
    /// Account of the author; none for guests and minds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    pub words: String,
    /// Time at which the note was pinned up.
    pub at: WorldTime,
}

/// A note as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PostingDocument {
    /// The first form.
    V1(PostingV1),
}

impl PostingDocument {
    /// Returns the document in its newest version.
    #[must_use]
    pub fn current(self) -> PostingV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// The kind of the documents of notes, which belong to their writers.
pub const KIND: &str = "posting";

/// Period of [`Board::A_DAY`].
const DAY: Duration = Duration::from_secs(86_400);

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Board>();
    sim.add_forgetter(|world, whom| {
        world.resource_scope(|world, mut board: Mut<'_, Board>| {
            let theirs = board.notes().filter(|it| whom.characters.contains(&it.by.id));
            let theirs: Vec<u32> = theirs.map(|it| it.number).collect();
            for number in theirs {
                board.remove(number, &mut world.resource_mut());
            }
        });
    });
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let note = world.resource::<Board>().get(id.parse().ok()?)?;
    Some(save::document::row(KIND, id, &note.by.id, &PostingDocument::V1(note.clone())))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let note: PostingDocument = save::document::read(KIND, row)?;
        world.resource_mut::<Board>().pin(note.current());
    }
    Ok(())
}

/// The notes on the board.
#[derive(Resource, Debug, Default)]
pub struct Board {
    notes: BTreeMap<u32, PostingV1>,
    /// Time, number and author of each note of the last day, so that taking one down makes no room
    /// for another.
    lately: BTreeSet<(WorldTime, u32, String)>,
}

impl Board {
    /// Most notes at once; the oldest falls off.
    pub const MAX: usize = 50;
    /// Most notes of one account, or of one character of none, in a day.
    pub const A_DAY: usize = 3;

    fn pin(&mut self, note: PostingV1) {
        self.lately.insert((note.at, note.number, writer(&note.by, note.account.as_ref())));
        self.notes.insert(note.number, note);
    }

    /// Returns the notes, newest first.
    pub fn notes(&self) -> impl Iterator<Item = &PostingV1> {
        self.notes.values().rev()
    }

    /// Returns the note with this number.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&PostingV1> {
        self.notes.get(&number)
    }

    /// Pins up a note and says its number.
    ///
    /// # Errors
    /// A [`Refusal`] when its writer has pinned up enough for a day.
    pub fn post(
        &mut self,
        by: &Who,
        words: String,
        at: WorldTime,
        dirty: &mut Dirty,
    ) -> Result<u32, Refusal> {
        self.lately.retain(|(when, ..)| at.since(*when) < DAY);
        let (party, account) = (CharacterRef::from(by), by.account.clone());
        let me = writer(&party, account.as_ref());
        if self.lately.iter().filter(|(.., it)| *it == me).count() >= Self::A_DAY {
            let words = format!(
                "You have pinned up {} notes in a day, and that is the most. Please leave some \
                 room for the others.",
                Self::A_DAY
            );
            return Err(Refusal::because(words));
        }
        let newest = self.lately.iter().map(|(_, number, _)| *number).max();
        let last = newest.max(self.notes.keys().next_back().copied()).unwrap_or_default();
        let number = last.saturating_add(1);
        self.pin(PostingV1 { number, by: party, account, words, at });
        dirty.touch_document(KIND, numbered(number.into()));
        if self.notes.len() > Self::MAX
            && let Some((oldest, _)) = self.notes.pop_first()
        {
            dirty.touch_document(KIND, numbered(oldest.into()));
        }
        Ok(number)
    }

    /// Takes a note down.
    ///
    /// # Errors
    /// A [`Refusal`] when there is none, or it is somebody else's.
    pub fn take_down(&mut self, number: u32, by: &Who, dirty: &mut Dirty) -> Result<(), Refusal> {
        let note = self.get(number).ok_or_else(|| no_such(number))?;
        let own = writer(&CharacterRef::from(by), by.account.as_ref())
            == writer(&note.by, note.account.as_ref());
        if !own && note.by.id != by.id && by.role < Role::Staff {
            let words = format!("Note {number} is by {}, who alone takes it down.", note.by.name);
            return Err(Refusal::because(words));
        }
        self.remove(number, dirty);
        Ok(())
    }

    fn remove(&mut self, number: u32, dirty: &mut Dirty) {
        self.notes.remove(&number);
        dirty.touch_document(KIND, numbered(number.into()));
    }
}

/// Returns the refusal for a note number that does not exist.
pub(crate) fn no_such(number: u32) -> Refusal {
    Refusal::because(format!("There is no note {number} on the board. To see them, type: board"))
}

/// Returns the key by which the notes of one writer are counted.
fn writer(by: &CharacterRef, account: Option<&AccountId>) -> String {
    account.map_or_else(|| by.id.to_string(), |it| format!("account {it}"))
}

#[cfg(test)]
mod tests {
    use engine::id::CharacterId;

    use super::*;
    use crate::beings::character::SpeakerKind;

    fn who(name: &str, account: &str) -> Who {
        Who {
            id: CharacterId::new(name).unwrap(),
            name: name.into(),
            kind: SpeakerKind::Player,
            role: Role::Player,
            account: AccountId::new(account).ok(),
            outside: false,
            household: None,
        }
    }

    fn at(hours: u64) -> WorldTime {
        WorldTime(hours * 3_600_000)
    }

    #[test]
    fn an_account_pins_up_three_notes_a_day_whoever_writes_them() {
        let (mut board, mut dirty) = (Board::default(), Dirty::default());
        let mut post = |name: &str, account: &str, hours| {
            board.post(&who(name, account), "Hi.".to_owned(), at(hours), &mut dirty)
        };
        assert_eq!(post("ann", "a", 1), Ok(1));
        assert_eq!(post("annie", "a", 2), Ok(2));
        assert_eq!(post("ann", "a", 3), Ok(3));
        assert!(post("annie", "a", 4).is_err());
        assert_eq!(post("bob", "b", 4), Ok(4));
        assert_eq!(post("ann", "a", 26), Ok(5), "the first is a day old");
        assert!(board.take_down(5, &who("bob", "b"), &mut dirty).is_err(), "not his");
        board.take_down(5, &who("annie", "a"), &mut dirty).unwrap();
        let again = board.post(&who("ann", "a"), "Hi.".to_owned(), at(26), &mut dirty);
        assert_eq!(again, Ok(6), "the second is as well, and no number is used twice");
        board.take_down(6, &who("ann", "a"), &mut dirty).unwrap();
        let again = board.post(&who("ann", "a"), "Hi.".to_owned(), at(26), &mut dirty);
        assert!(again.is_err(), "taking one down makes no room");
    }

    #[test]
    fn the_oldest_note_falls_off() {
        let (mut board, mut dirty) = (Board::default(), Dirty::default());
        for n in 0..=Board::MAX {
            let by = who(&format!("p{n}"), &format!("a{n}"));
            board.post(&by, "Hi.".to_owned(), at(1), &mut dirty).unwrap();
        }
        assert_eq!(board.notes().count(), Board::MAX);
        assert!(board.get(1).is_none() && board.get(2).is_some());
    }
}
