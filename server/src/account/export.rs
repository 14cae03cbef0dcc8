//! Export of everything that is kept about an account, as one readable value.

use assistants::mind::saved as minds;
use engine::{
    id::AccountId,
    label::Readers,
    save::document::{SavedRow, read},
};
use serde_json::{Map, Value, json};
use world::staff::{
    audit::{self, AuditDocument, AuditV1},
    case::{self, CaseDocument},
};

use super::{AccountError, Accounts, privacy::PersonalData, saved::NameV1};

impl Accounts {
    /// Exports the data about an account as one value, for the operator: itself without its
    /// password, its names and characters, what they carry, letters to and by them, their notes on
    /// the board, what minds know of them, their shares in tallies, the reports they made, and
    /// their acts in the staff's audit. Documents that others wrote about them are included.
    ///
    /// # Errors
    /// Errors of [`Accounts::personal_data`].
    pub async fn export(&self, id: &AccountId) -> Result<Value, AccountError> {
        let kept = self.personal_data(id).await?;
        let acts = self.store.all(audit::KIND).await?;
        let mut told = self.to_json(&kept).await?;
        if let Some(told) = told.as_object_mut() {
            told.insert("audit".to_owned(), json!(acts_with(&kept, acts)?));
        }
        Ok(told)
    }

    /// Exports the same for the owner of the account: without what was said in private among
    /// others, without the acts of the staff, and without telling which characters of others belong
    /// together.
    ///
    /// # Errors
    /// Errors of [`Accounts::personal_data`].
    pub async fn export_to_owner(&self, id: &AccountId) -> Result<Value, AccountError> {
        let mut kept = self.personal_data(id).await?;
        let own = kept.ids();
        let may_know = |readers: &Readers| own.iter().any(|id| readers.admit(id));
        kept.notes.retain(|(_, note)| may_know(&note.label.readers));
        for row in &mut kept.acquaintances {
            row.body = minds::as_known(row, may_know)??.body.unwrap_or_default();
        }
        for row in &mut kept.rumours {
            row.body = minds::as_told(row, may_know)??.body.unwrap_or_default();
        }
        let mut told = self.to_json(&kept).await?;
        for part in ["characters", "letters", "board", "reports"] {
            if let Some(part) = told.get_mut(part) {
                leave_out_accounts(part);
            }
        }
        Ok(told)
    }

    async fn to_json(&self, kept: &PersonalData) -> Result<Value, AccountError> {
        let reports = self.store.all(case::KIND).await?;
        let PersonalData { account, names, characters, things, letters, postings, .. } = kept;
        let PersonalData { acquaintances, rumours, leads, notes, tallied, .. } = kept;
        Ok(json!({
            "account": {
                "id": account.id,
                "role": account.role,
                "created": account.created,
                "reset": account.reset,
            },
            "names": names.iter().map(|(_, name)| json!(name)).collect::<Vec<_>>(),
            "characters": bodies(characters),
            "things": bodies(things),
            "letters": bodies(letters),
            "board": bodies(postings),
            "acquaintances": by_id(acquaintances),
            "rumours": by_id(rumours),
            "leads": by_id(leads),
            "notes": notes.iter().map(|(mind, note)| json!({"of": mind, "note": note}))
                .collect::<Vec<_>>(),
            "tallies": tallied.iter().map(|(id, it)| json!({"of": id, "known": it}))
                .collect::<Vec<_>>(),
            "reports": made_by(kept, reports)?,
        }))
    }
}

/// Takes out whose account is named anywhere in a value.
fn leave_out_accounts(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !matches!(&**name, "account" | "by_account" | "about_account"));
            fields.values_mut().for_each(leave_out_accounts);
        }
        Value::Array(items) => items.iter_mut().for_each(leave_out_accounts),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the text of a row as a value; one that is none stays text.
fn body(row: &SavedRow) -> Value {
    serde_json::from_str(&row.body).unwrap_or_else(|_| Value::from(row.body.as_str()))
}

fn bodies(rows: &[SavedRow]) -> Vec<Value> {
    rows.iter().map(body).collect()
}

fn by_id(rows: &[SavedRow]) -> Map<String, Value> {
    rows.iter().map(|row| (row.id.clone(), body(row))).collect()
}

/// Reports that its characters made.
fn made_by(
    kept: &PersonalData,
    reports: Vec<(String, String, String)>,
) -> Result<Vec<Value>, AccountError> {
    let ids = kept.ids();
    let mut made = Vec::new();
    for (id, owner, body) in reports {
        let document: CaseDocument = read(case::KIND, &SavedRow { id, owner, body })?;
        let report = document.current();
        if ids.contains(&report.by.id) {
            made.push(json!(report));
        }
    }
    Ok(made)
}

/// Collects the acts of an account's characters, those that it had before included, and those in
/// whose lines one of its names stands.
fn acts_with(
    kept: &PersonalData,
    acts: Vec<(String, String, String)>,
) -> Result<Vec<Value>, AccountError> {
    let (ids, names) = (kept.ids(), kept.names.iter().map(|(_, NameV1 { name, .. })| name));
    let names: Vec<String> = names.map(|name| name.to_lowercase()).collect();
    let mut found = Vec::new();
    for (id, owner, body) in acts {
        let document: AuditDocument = read(audit::KIND, &SavedRow { id, owner, body })?;
        let act = document.current();
        let its = act.account.as_ref() == Some(&kept.account.id) || ids.contains(&act.who.id);
        if its || is_named(&act, &names) {
            found.push(json!(act));
        }
    }
    Ok(found)
}

/// Returns whether one of these names, in lower case, occurs as a word in the command line of an
/// audited act.
fn is_named(act: &AuditV1, names: &[String]) -> bool {
    let line = act.line.to_lowercase();
    let mut words = line.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '\''));
    words.any(|word| names.iter().any(|name| name == word))
}
