//! Trait between the store and a database of whatever make.
//!
//! A [`Database`] blocks, and knows nothing of numbers, of merging, of trying again or of threads:
//! that is the store's, and is there once.

use std::collections::{BTreeMap, BTreeSet};

use engine::{id::CharacterId, save::document::SavedRow};

use super::{Row, StoreError};

/// Connection to the database with the rows and notes. The store has two to the same, each with a
/// thread of its own: one writes, the other reads. It may block for as long as it takes.
pub(super) trait Database: Send + 'static {
    /// Writes all of it, or nothing. Writing the same once more comes to the same, for an attempt
    /// of unknown outcome is repeated.
    ///
    /// # Errors
    /// [`StoreError`] when nothing was written, or when nobody knows.
    fn write(&mut self, changes: &Changes) -> Result<(), StoreError>;

    /// Writes rows none of which may exist yet: all of them, or none. A row without a body is not
    /// written, but its id must be free too. What it has written outlasts a power cut.
    ///
    /// # Errors
    /// [`StoreError::Exists`] with the first row that is taken, or [`StoreError`] as for a write.
    fn insert_new(&mut self, rows: &[Row]) -> Result<(), StoreError>;

    /// Returns the body of one document, or `None` when there is none.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn load(&mut self, kind: &str, id: &str) -> Result<Option<String>, StoreError>;

    /// Returns the body of one document, and what [`Database::owned_by`] has of another kind and
    /// `owner`: both as they were at one moment.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn load_whole(
        &mut self,
        kind: &str,
        id: &str,
        owned: &str,
        owner: &str,
    ) -> Result<(Option<String>, Vec<(String, String)>), StoreError>;

    /// Returns the id and body of every document of a kind that belongs to `owner`, ordered by id.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn owned_by(&mut self, kind: &str, owner: &str) -> Result<Vec<(String, String)>, StoreError>;

    /// Returns the id, owner and body of every document of a kind, ordered by id.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn all(&mut self, kind: &str) -> Result<Vec<(String, String, String)>, StoreError>;

    /// Returns the id, owner and body of the first documents of a kind whose ids are `from` or come
    /// after it, ordered by id, and `count` of them at most. It costs what it returns.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn page(
        &mut self,
        kind: &str,
        from: &str,
        count: usize,
    ) -> Result<Vec<(String, String, String)>, StoreError>;

    /// Returns the documents of these kinds, and the notes, that name any of these characters or
    /// are about them, as they were at one moment. It costs what it returns.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn mentions(
        &mut self,
        kinds: &[&'static str],
        whom: &BTreeSet<CharacterId>,
    ) -> Result<Mentions, StoreError>;

    /// Returns the minds with notes, in order.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn minds(&mut self) -> Result<Vec<String>, StoreError>;

    /// Returns the serial and body of the notes of a mind whose serial is `from` or greater, in
    /// order, and `count` of them at most. It costs what it returns.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn notes(
        &mut self,
        mind: &str,
        from: i64,
        count: usize,
    ) -> Result<Vec<(i64, String)>, StoreError>;

    /// Returns the serial and body of those of these notes of a mind that there are, in the order
    /// asked for.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be read.
    fn notes_numbered(
        &mut self,
        mind: &str,
        serials: &[i64],
    ) -> Result<Vec<(i64, String)>, StoreError>;

    /// Looks whether what was opened is still what the next start would open; says what happened when
    /// it is not. It is cheap, and the store asks the connection that writes every few seconds.
    fn watch(&mut self) -> Option<&'static str>;

    /// Writes everything to where it can be found again, after [`Database::watch`] has said that it
    /// would be lost. Nothing is written through this connection afterwards.
    fn rescue(&mut self, what: &'static str) -> StoreError;

    /// Puts everything in order after the last write; the store asks the connection that writes.
    ///
    /// # Errors
    /// [`StoreError`] when that cannot be done. Nothing that was written is lost by it.
    fn finish(&mut self) -> Result<(), StoreError>;
}

/// Changes to write in one transaction: of each document and each note its newest version.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Documents to write or delete, by kind and id.
    pub rows: BTreeMap<(&'static str, String), DocumentChange>,
    /// Notes to write or delete, by mind and serial.
    pub notes: BTreeMap<(String, i64), NoteChange>,
}

impl Changes {
    /// Returns whether nothing is to be written.
    #[must_use]
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.notes.is_empty()
    }
}

/// New version of a document.
#[derive(Debug)]
pub(super) struct DocumentChange {
    /// Owner of the document, or empty.
    pub owner: String,
    /// Body of the document; none deletes it.
    pub body: Option<String>,
    /// Characters that it names; none where no document of its kind names any.
    pub mentions: Option<BTreeSet<CharacterId>>,
}

/// New version of a note.
#[derive(Debug)]
pub(super) struct NoteChange {
    /// Ids the note is about.
    pub about: Vec<String>,
    /// Characters that it names beside those.
    pub mentions: BTreeSet<CharacterId>,
    /// Body of the note; none deletes it.
    pub body: Option<String>,
}

/// Documents and notes that name some characters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Documents and their kinds, by kind in the order that was asked for, and by id.
    pub rows: Vec<(&'static str, SavedRow)>,
    /// Mind, serial and body of notes, in this order.
    pub notes: Vec<(String, i64, String)>,
}
