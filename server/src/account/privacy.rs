//! Personal data: everything that is kept about an account, wherever it is kept.
//!
//! Reports, the audit and the rules of `sitelock` are the staff's own and no part of it.

use std::collections::BTreeSet;

use assistants::{
    memory::{Note, NoteDocument},
    mind::{
        goals::saved as goals,
        projects::saved as projects,
        saved::{self as minds, ACQUAINTANCE, LEAD, RUMOUR, acquainted},
    },
};
use engine::{
    id::{AccountId, CharacterId},
    label::Readers,
    save::document::{self, SavedRow},
};
use world::{
    beings::{
        character::CharacterRef,
        saved::{self as beings, CharacterDocument},
    },
    talk::{
        board,
        mail::{self, LetterDocument},
    },
    things::{holder::carried_by, thing},
    trade::tally::{self, TalliedV1},
};

use super::{
    AccountError, Accounts, read_name,
    saved::{ACCOUNT_KIND, Account, NAME_KIND, NameV1},
};
use store::{Mentions, NoteRow, Row, Store};

/// The kinds of documents in which a character of an account may be named by others.
const NAMING: &[&str] = &[
    beings::KIND,
    ACQUAINTANCE,
    RUMOUR,
    LEAD,
    goals::KIND,
    projects::KIND,
    mail::KIND,
    tally::KIND,
];

/// Kind that an unreadable note is reported under; notes are no documents.
const NOTE: &str = "note";

/// Personal data of an account.
#[derive(Debug)]
pub struct PersonalData {
    pub account: Account,
    /// Names of its characters, each with its skeleton, including one that was given up in the
    /// middle of a renaming.
    pub names: Vec<(String, NameV1)>,
    /// The documents of its characters; one that never came in has none.
    pub characters: Vec<SavedRow>,
    /// Things that its characters carry.
    pub things: Vec<SavedRow>,
    /// Letters to them, and by them.
    pub letters: Vec<SavedRow>,
    /// Notes on the board by its characters.
    pub postings: Vec<SavedRow>,
    /// Records of its characters in minds that have met them.
    pub acquaintances: Vec<SavedRow>,
    /// Rumours by, to or about its characters.
    pub rumours: Vec<SavedRow>,
    /// Leads of minds about them, or because of them.
    pub leads: Vec<SavedRow>,
    /// Notes of minds about them, or by their word, each with the mind that keeps it.
    pub notes: Vec<(String, Note)>,
    /// Shares of its characters in the tallies of the world, by the ids of the tallies.
    pub tallied: Vec<(String, TalliedV1)>,
    /// Documents of others that name them, rewritten without those names.
    pub without: Vec<Row>,
    /// Notes that they may know among others, as they are without them.
    pub notes_without: Vec<NoteRow>,
}

impl PersonalData {
    /// Collects the personal data of the account with this id.
    ///
    /// # Errors
    /// [`AccountError::Unknown`], or [`AccountError`] for what cannot be read.
    pub(super) async fn of(accounts: &Accounts, id: &AccountId) -> Result<Self, AccountError> {
        let account = accounts.load(id).await?;
        let store = &accounts.store;
        let names = store.owned_by(NAME_KIND, id.as_str()).await?;
        let names = names.into_iter().map(|(skeleton, body)| {
            let name = read_name(&skeleton, &body)?;
            Ok((skeleton, name))
        });
        let mut kept = Self {
            account,
            names: names.collect::<Result<_, AccountError>>()?,
            characters: Vec::new(),
            things: Vec::new(),
            letters: Vec::new(),
            postings: Vec::new(),
            acquaintances: Vec::new(),
            rumours: Vec::new(),
            leads: Vec::new(),
            notes: Vec::new(),
            tallied: Vec::new(),
            without: Vec::new(),
            notes_without: Vec::new(),
        };
        let gone = kept.ids();
        for character in &gone {
            let owner = carried_by(character);
            let (id, things) = (character.to_string(), thing::KIND);
            let (body, things) = store.load_whole(beings::KIND, &id, things, &owner).await?;
            let row = |body| SavedRow { id, owner: String::new(), body };
            kept.characters.extend(body.map(row));
            let row = |(id, body)| SavedRow { id, owner: owner.clone(), body };
            kept.things.extend(things.into_iter().map(row));
        }
        kept.papers(store, &gone).await?;
        let Mentions { rows, notes } = store.mentions(NAMING, gone.clone()).await?;
        for (kind, row) in rows {
            kept.sort_row(kind, row, &gone)?;
        }
        for (mind, serial, body) in notes {
            kept.sort_note(mind, serial, &body, &gone)?;
        }
        Ok(kept)
    }

    /// Adds the letters to its characters, and their notes on the board.
    async fn papers(
        &mut self,
        store: &Store,
        gone: &BTreeSet<CharacterId>,
    ) -> Result<(), AccountError> {
        for id in gone {
            let owner = id.to_string();
            let letters = store.owned_by(mail::KIND, &owner).await?;
            let postings = store.owned_by(board::KIND, &owner).await?;
            let row = |(id, body)| SavedRow { id, owner: owner.clone(), body };
            self.letters.extend(letters.into_iter().map(row));
            self.postings.extend(postings.into_iter().map(row));
        }
        Ok(())
    }

    /// Returns the ids of its characters.
    #[must_use]
    pub fn ids(&self) -> BTreeSet<CharacterId> {
        self.names.iter().map(|(_, name)| name.character.clone()).collect()
    }

    /// Returns the characters of the account, by the names that they have.
    #[must_use]
    pub fn parties(&self) -> &[CharacterRef] {
        &self.account.characters
    }

    /// Returns a sentence with the number of documents of each kind.
    #[must_use]
    pub fn counted(&self) -> String {
        format!(
            "{} character(s), {} thing(s) that they carry, {} letter(s), {} note(s) on the board, \
             {} acquaintance(s) and {} note(s) of minds",
            self.parties().len(),
            self.things.len(),
            self.letters.len(),
            self.postings.len(),
            self.acquaintances.len(),
            self.notes.len()
        )
    }

    /// Returns the names of its characters, in words.
    #[must_use]
    pub fn character_names(&self) -> String {
        self.account.names().collect::<Vec<_>>().join(", ")
    }

    /// Puts a row in which a character is named where it belongs.
    fn sort_row(
        &mut self,
        kind: &str,
        row: SavedRow,
        gone: &BTreeSet<CharacterId>,
    ) -> Result<(), AccountError> {
        if kind == ACQUAINTANCE {
            if acquainted(&row).is_some_and(|(_, whom)| is_one(gone, whom)) {
                self.acquaintances.push(row);
            } else if let Some(written) = minds::unsaid(&row, gone)? {
                self.without.push(written?);
            }
        } else if kind == RUMOUR {
            match minds::untold(&row, gone)? {
                Some(written) => self.without.push(written?),
                None => self.rumours.push(row),
            }
        } else if kind == LEAD {
            self.leads.push(row);
        } else if kind == goals::KIND {
            self.without.extend(goals::without(&row, gone)?.transpose()?);
        } else if kind == projects::KIND {
            self.without.extend(projects::without(&row, gone)?.transpose()?);
        } else if kind == mail::KIND {
            // Those to its characters are known as theirs already.
            let letter: LetterDocument = document::read(mail::KIND, &row)?;
            let letter = letter.current();
            if gone.contains(&letter.by.id) && !gone.contains(&letter.to) {
                self.letters.push(row);
            }
        } else if kind == tally::KIND {
            if let Some((theirs, written)) = tally::without(&row, gone)? {
                self.tallied.extend(theirs.into_iter().map(|it| (row.id.clone(), it)));
                self.without.push(written?);
            }
        } else if !is_one(gone, &row.id) {
            let document: CharacterDocument = document::read(beings::KIND, &row)?;
            let mut other = document.current();
            let before = other.ignores.len();
            other.ignores.retain(|id, _| !gone.contains(id));
            if other.ignores.len() < before {
                self.without.push(beings::row(&CharacterDocument::V1(other))?);
            }
        }
        Ok(())
    }

    /// Puts a note in which a character is named where it belongs.
    fn sort_note(
        &mut self,
        mind: String,
        serial: i64,
        body: &str,
        gone: &BTreeSet<CharacterId>,
    ) -> Result<(), AccountError> {
        let document: NoteDocument = serde_json::from_str(body).map_err(|reason| {
            AccountError::Unreadable { kind: NOTE, id: format!("{mind} {serial}"), reason }
        })?;
        let mut note = document.current();
        let about = note.about.iter().chain(note.label.origins.iter());
        if about.into_iter().any(|id| gone.contains(id)) {
            self.notes.push((mind, note));
            return Ok(());
        }
        let Readers::Only(readers) = &mut note.label.readers else { return Ok(()) };
        let before = readers.len();
        readers.retain(|id| !gone.contains(id));
        if readers.len() == before {
            return Ok(());
        }
        let about = note.about.iter().map(ToString::to_string).collect();
        let mentions = note.mentions(&mind);
        let body = serde_json::to_string(&NoteDocument::V1(note)).map_err(|reason| {
            AccountError::Unwritable { kind: NOTE, id: format!("{mind} {serial}"), reason }
        })?;
        self.notes_without.push(NoteRow { mind, serial, about, mentions, body: Some(body) });
        Ok(())
    }

    /// Returns the kind and id of every row that is about it alone.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&'static str, &str)> {
        std::iter::once((ACCOUNT_KIND, self.account.id.as_str()))
            .chain(self.names.iter().map(|(skeleton, _)| (NAME_KIND, skeleton.as_str())))
            .chain(keys(beings::KIND, &self.characters))
            .chain(keys(thing::KIND, &self.things))
            .chain(keys(mail::KIND, &self.letters))
            .chain(keys(board::KIND, &self.postings))
            .chain(keys(ACQUAINTANCE, &self.acquaintances))
            .chain(keys(RUMOUR, &self.rumours))
            .chain(keys(LEAD, &self.leads))
    }
}

fn keys<'a>(
    kind: &'static str,
    rows: &'a [SavedRow],
) -> impl Iterator<Item = (&'static str, &'a str)> {
    rows.iter().map(move |it| (kind, it.id.as_str()))
}

/// Returns whether a text is the id of one of these characters.
fn is_one(ids: &BTreeSet<CharacterId>, text: &str) -> bool {
    ids.iter().any(|id| id.as_str() == text)
}

impl Accounts {
    /// Loads the personal data of an account, for whoever exports or counts it. Data about others
    /// costs nothing.
    ///
    /// # Errors
    /// As for [`Accounts::load`], and [`AccountError`] for whatever of it cannot be read.
    pub async fn personal_data(&self, id: &AccountId) -> Result<PersonalData, AccountError> {
        PersonalData::of(self, id).await
    }
}
