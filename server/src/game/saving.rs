//! What goes to the store and what comes back from it.

use std::sync::Arc;

use assistants::{
    memory::{Note, NoteDocument},
    save::SaveMind,
    think::RecallQuery,
};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use world::{
    audit::AuditDocument,
    case::CaseDocument,
    fact::SpeakerKind,
    id::{CharacterId, RoomId},
    save::{CharacterDocument, Holder, SaveDocument, ThingDocument},
};

use super::ToGame;
use crate::{
    screen::Frame,
    setup::kind,
    store::{self, NoteRow, Notice, Row, Store},
};

/// How the store is doing.
#[derive(Debug, Clone, Default)]
pub struct Saving {
    /// The last commit that is done.
    pub committed: u64,
    /// Whether commits fail at the moment.
    pub failing: bool,
}

impl Saving {
    /// Takes note of what the store says.
    pub fn note(&mut self, notice: Notice) {
        match notice {
            Notice::Committed { seq } => self.committed = self.committed.max(seq),
            Notice::Failing { error, attempt } => {
                tracing::error!(error, attempt, "a commit failed");
                self.failing = true;
            }
            Notice::Recovered => {
                tracing::info!("the store works again");
                self.failing = false;
            }
        }
    }
}

/// The rows of a tick's documents. What cannot be written down is a fault of
/// ours and is logged; everything else is still saved.
pub(crate) fn rows(documents: impl IntoIterator<Item = SaveDocument>) -> Vec<Row> {
    documents.into_iter().filter_map(row).collect()
}

fn row(document: SaveDocument) -> Option<Row> {
    match document {
        SaveDocument::Character(it) => {
            let CharacterDocument::V1(body) = &it;
            let owner = if body.kind == SpeakerKind::Assistant { kind::ASSISTANT } else { "" };
            kept(kind::CHARACTER, it.id().to_string(), owner.to_owned(), &it)
        }
        SaveDocument::Thing(it) => {
            let ThingDocument::V1(body) = &it;
            kept(kind::THING, body.id.to_string(), owner(&body.at), &it)
        }
        SaveDocument::ThingGone(id) => Some(gone(kind::THING, id.to_string())),
        SaveDocument::World(it) => kept(kind::WORLD, kind::WORLD.to_owned(), String::new(), &it),
        SaveDocument::Case(it) => {
            let CaseDocument::V1(body) = &it;
            kept(kind::REPORT, numbered(body.number.into()), body.about.id.to_string(), &it)
        }
        SaveDocument::CaseGone(number) => Some(gone(kind::REPORT, numbered(number.into()))),
        SaveDocument::Sitelock(it) => {
            kept(kind::SITELOCK, kind::SITELOCK.to_owned(), String::new(), &it)
        }
        SaveDocument::Audit(it) => {
            let AuditDocument::V1(body) = &it;
            kept(kind::AUDIT, numbered(body.number), body.who.id.to_string(), &it)
        }
        SaveDocument::AuditGone(number) => Some(gone(kind::AUDIT, numbered(number))),
    }
}

fn kept(kind: &'static str, id: String, owner: String, document: &impl Serialize) -> Option<Row> {
    Some(Row { kind, id, owner, body: Some(json(document)?) })
}

fn gone(kind: &'static str, id: String) -> Row {
    Row { kind, id, owner: String::new(), body: None }
}

/// A number as an id: the store's order of ids is that of the numbers.
fn numbered(number: u64) -> String {
    format!("{number:020}")
}

/// How the store knows where a thing is.
fn owner(at: &Holder) -> String {
    match at {
        Holder::Room(id) => in_room(id),
        Holder::Character(id) => carried_by(id),
    }
}

fn in_room(id: &RoomId) -> String {
    format!("room:{id}")
}

/// The owner of what a character carries.
pub(crate) fn carried_by(id: &CharacterId) -> String {
    format!("character:{id}")
}

fn json<T: Serialize>(document: &T) -> Option<String> {
    match serde_json::to_string(document) {
        Ok(text) => Some(text),
        Err(error) => {
            tracing::error!(%error, "a document cannot be written down");
            None
        }
    }
}

/// The rows of what minds want saved.
pub(super) fn minds(saves: Vec<SaveMind>) -> (Vec<Row>, Vec<NoteRow>) {
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for save in saves {
        match save {
            SaveMind::Mind(id, document) => rows.push(Row {
                kind: kind::MIND,
                id: id.to_string(),
                owner: String::new(),
                body: json(&document),
            }),
            SaveMind::Note(mind, note) => notes.push(NoteRow {
                mind: mind.to_string(),
                serial: i64::try_from(note.serial).unwrap_or(i64::MAX),
                words: note.content.clone(),
                about: note.about.iter().map(ToString::to_string).collect(),
                body: json(&NoteDocument::V1(note)),
            }),
        }
    }
    (rows, notes)
}

/// A note out of its row.
#[must_use]
pub fn read_note(body: &str) -> Option<Note> {
    match serde_json::from_str::<NoteDocument>(body) {
        Ok(document) => Some(document.current()),
        Err(error) => {
            tracing::error!(%error, "a note cannot be read and is left as it is");
            None
        }
    }
}

/// Asks the store for notes; the answer comes back as an input. A mind whose
/// question cannot be answered goes on without memories.
pub(super) fn recall(
    store: &Arc<Store<Frame>>,
    query: RecallQuery,
    to_game: &mpsc::Sender<ToGame>,
    tasks: &TaskTracker,
) {
    let (store, to_game) = (store.clone(), to_game.clone());
    let question = store::RecallQuery {
        mind: query.npc.to_string(),
        words: query.words,
        about: query.about.iter().map(ToString::to_string).collect(),
        limit: query.limit,
    };
    tasks.spawn(async move {
        let notes = match store.recall(question).await {
            Ok(found) => {
                found.into_iter().filter_map(|it| Some((read_note(&it.body)?, it.rank))).collect()
            }
            Err(error) => {
                tracing::warn!(%error, "a mind thinks without its memories");
                Vec::new()
            }
        };
        drop(store);
        if to_game.send(ToGame::Recalled(query.ticket, notes)).await.is_err() {
            tracing::debug!("the game ended before the memory answered");
        }
    });
}
