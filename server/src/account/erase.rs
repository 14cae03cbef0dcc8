//! Deletion of an account, and with it of everything that is kept about it.

use std::collections::BTreeSet;

use engine::id::AccountId;

use super::{AccountError, Accounts, privacy::PersonalData};
use store::{Batch, NoteRow, Row, StoreError};

#[cfg(test)]
mod tests;

impl Accounts {
    /// Deletes an account with its names, its characters, what they carry and what minds keep of
    /// them, all in one batch, and hands back what there was. Its names are free then. The change is
    /// in line for the disk when this returns.
    ///
    /// Reports, the audit and the rules of `sitelock` stay, for they are the staff's. In a world that
    /// runs, whoever asks for this sees to what that still holds of its characters.
    ///
    /// # Errors
    /// Errors of [`Accounts::personal_data`]; then nothing was deleted.
    pub async fn delete(&self, id: &AccountId) -> Result<PersonalData, AccountError> {
        let _turn = self.changing.acquire().await?;
        let kept = self.personal_data(id).await?;
        let gone = |(kind, id): (&'static str, &str)| Row::gone(kind, id);
        let forgotten = kept.notes.iter().map(|(mind, note)| NoteRow {
            mind: mind.clone(),
            serial: i64::try_from(note.serial).unwrap_or(i64::MAX),
            about: Vec::new(),
            mentions: BTreeSet::new(),
            body: None,
        });
        let batch = Batch {
            rows: kept.rows().map(gone).chain(kept.without.iter().cloned()).collect(),
            notes: forgotten.chain(kept.notes_without.iter().cloned()).collect(),
        };
        self.store.commit(batch).map_err(StoreError::from)?;
        Ok(kept)
    }
}
