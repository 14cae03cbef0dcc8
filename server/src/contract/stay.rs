//! Stays that go on after the server has stopped and started again: what pages had not shown, and the
//! guests themselves, who are saved nowhere else.

use engine::{
    id::{CharacterId, SessionId},
    save::document::Row,
};
use serde::{Deserialize, Serialize};
use world::{beings::saved::CharacterDocument, witness::backlog::SeenEvents};

/// Kind of the rows of stays, each under the id of its character. There are none while a server runs.
pub(crate) const KIND: &str = "stay";

/// Maximum bytes of the lines of all stays together. Stays beyond it are saved without their lines.
pub(crate) const MOST_BYTES: usize = 32 * 1_024 * 1_024;

/// Stay as it was when the server stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StayBefore {
    /// Session that identifies the stay.
    pub(crate) epoch: SessionId,
    /// Lines that the page may not have shown, each with its number, as blocks.
    pub(crate) lines: Vec<(u64, String)>,
    /// The guest; `None` for characters that are saved anyway.
    pub(crate) guest: Option<Box<CharacterDocument>>,
}

impl StayBefore {
    /// Returns the row in which it is saved.
    ///
    /// # Errors
    /// What cannot be written as JSON.
    pub(crate) fn row(&self, id: &CharacterId) -> Result<Row, serde_json::Error> {
        let body = Some(serde_json::to_string(self)?);
        Ok(Row { body, ..Row::gone(KIND, id.as_str()) })
    }

    /// Returns the lines that a page has not shown, by what it says of that. Of another stay it says
    /// nothing about this one.
    pub(crate) fn unseen<'a>(
        &'a self,
        seen: Option<&'a SeenEvents>,
    ) -> impl Iterator<Item = &'a (u64, String)> {
        let is_of_this = seen.is_none_or(|it| it.upto.epoch == self.epoch);
        let lines = self.lines.iter().filter(move |_| is_of_this);
        lines.filter(move |(n, _)| !seen.is_some_and(|it| it.has(*n)))
    }
}
