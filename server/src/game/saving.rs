//! What goes to the store and what comes back from it.

use std::sync::Arc;

use assistants::{
    memory::{Note, NoteDocument},
    mind::saved::SaveNote,
    think::outside::RecallQuery,
};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use crate::{
    contract::{frame::Frame, inbox::ToGame},
    store::{self, NoteRow, Notice, Store},
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

/// The rows of new notes.
pub(super) fn notes(saves: Vec<SaveNote>) -> Vec<NoteRow> {
    let row = |SaveNote { mind, note }: SaveNote| NoteRow {
        mind: mind.to_string(),
        serial: i64::try_from(note.serial).unwrap_or(i64::MAX),
        words: note.content.clone(),
        about: note.about.iter().map(ToString::to_string).collect(),
        body: json(&NoteDocument::V1(note)),
    };
    saves.into_iter().map(row).collect()
}

fn json(document: &NoteDocument) -> Option<String> {
    match serde_json::to_string(document) {
        Ok(text) => Some(text),
        Err(error) => {
            tracing::error!(%error, "a note cannot be written down");
            None
        }
    }
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
