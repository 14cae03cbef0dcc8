//! What goes to the store and what comes back from it.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use assistants::{
    memory::{Note, NoteDocument},
    mind::saved::{DropNote, SaveNote},
    think::outside::RecallQuery,
};
use tokio::sync::{mpsc, watch};
use tokio_util::task::TaskTracker;
use world::{
    input::Input,
    save::{document::Row, durability::Durability},
    staff::sitelock::{self, Sitelock},
};

use super::{Game, outbox::Outbox};
use crate::{
    contract::{frame::Frame, inbox::ToGame, said::ScreenInput},
    store::{self, Batch, NoteRow, Store, StoreError},
};

/// When a change has waited for its commit for so long, everybody is told that nothing is saved.
const LATE: Duration = Duration::from_secs(2);

/// When the oldest change has waited less than this, it is over: a disk that is merely slow is not
/// told of again and again.
const CAUGHT_UP: Duration = Duration::from_millis(500);

const FAREWELL: &str = "Sleep well. Nothing can be saved just now, so what happened last may be \
    forgotten.";
const SAVING_STOPPED: &str = "Nothing can be saved just now. You can talk, look and walk, but where \
    you go may be forgotten, and nothing else can change until this is over.";
const SAVING_AGAIN: &str = "All is saved again, and everything can change as before.";

impl Game {
    /// Shows what is saved by now, and tells everybody when saving has stopped and when it goes on.
    pub(super) fn note_saving(&mut self) {
        if self.committed.has_changed().unwrap_or(false) {
            let upto = *self.committed.borrow_and_update();
            self.outbox.committed(upto);
        }
        let most = if self.read_only { CAUGHT_UP } else { LATE };
        let late = self.behind().is_some_and(|it| it >= most);
        if late == self.read_only || self.ending {
            return;
        }
        self.read_only = late;
        self.outbox.set_late(late, FAREWELL);
        if !late {
            // Data that waited was not sent.
            self.inputs.screens.push(ScreenInput::PanelsAnew);
        }
        self.inputs.world.push(Input::ReadOnly(late));
        let words = if late {
            tracing::error!(
                "nothing has been saved for {} seconds; players are told",
                LATE.as_secs()
            );
            SAVING_STOPPED
        } else {
            tracing::info!("everything is saved again; players are told");
            SAVING_AGAIN
        };
        self.inputs.world.push(Input::Announce(words.to_owned()));
    }

    /// How long until everybody has to be told that nothing is saved.
    pub(super) fn until_late(&self) -> Option<Duration> {
        let behind = self.behind().filter(|_| !self.read_only)?;
        Some(LATE.saturating_sub(behind))
    }

    /// How long the oldest change has waited that is not saved.
    fn behind(&self) -> Option<Duration> {
        let behind = *self.committed.borrow() < self.handed_over;
        behind.then(|| self.store.behind()).flatten()
    }

    /// Hands over what changed, and sends the frames that need not wait for it.
    pub(super) fn send(&mut self, frames: Vec<(Frame, Durability)>) {
        self.record.hand_over(self.sim.drain());
        let rows: Vec<Row> = self.sim.drain();
        if rows.iter().any(|row| row.kind == sitelock::KIND) {
            self.rules.send_replace(self.sim.world().resource::<Sitelock>().clone());
        }
        let batch = Batch { rows, notes: notes(self.sim.drain(), self.sim.drain()) };
        if !batch.is_empty() {
            match self.store.commit(batch) {
                Ok(number) => self.handed_over = number,
                Err(error) => {
                    tracing::error!(%error, "the server stops");
                    self.stop = true;
                    // What these frames show is never saved.
                    self.handed_over = u64::MAX;
                }
            }
        }
        // What the goodbye says is true when the tick after it is saved, too.
        let last = if self.ending { u64::MAX } else { self.handed_over };
        for (frame, durability) in frames {
            self.outbox.put(frame, durability, last);
        }
    }
}

/// For so long, shows what is saved meanwhile. It ends early when something is saved at last.
pub(super) async fn show_saved(
    committed: &mut watch::Receiver<u64>,
    outbox: &mut Outbox,
    time: Duration,
) {
    let shows = async {
        while committed.changed().await.is_ok() {
            let upto = *committed.borrow_and_update();
            outbox.committed(upto);
            if outbox.is_late() {
                return;
            }
        }
        // The store is closed; whoever hands something over will learn it.
        std::future::pending().await
    };
    tokio::time::timeout(time, shows).await.unwrap_or_default();
}

/// The rows of new notes, and of those that go.
fn notes(saves: Vec<SaveNote>, drops: Vec<DropNote>) -> Vec<NoteRow> {
    let row = |SaveNote { mind, note }: SaveNote| NoteRow {
        serial: i64::try_from(note.serial).unwrap_or(i64::MAX),
        words: note.content.clone(),
        about: note.about.iter().map(ToString::to_string).collect(),
        mentions: note.mentions(mind.as_str()),
        body: json(&NoteDocument::V1(note)),
        mind: mind.to_string(),
    };
    let gone = |DropNote { mind, serial }: DropNote| NoteRow {
        mind: mind.to_string(),
        serial: i64::try_from(serial).unwrap_or(i64::MAX),
        words: String::new(),
        about: Vec::new(),
        mentions: BTreeSet::new(),
        body: None,
    };
    saves.into_iter().map(row).chain(drops.into_iter().map(gone)).collect()
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
    store: &Arc<Store>,
    query: RecallQuery,
    to_game: &mpsc::Sender<ToGame>,
    tasks: &TaskTracker,
) {
    let (store, to_game) = (store.clone(), to_game.clone());
    tasks.spawn(async move {
        let ticket = query.ticket;
        let notes = match found(&store, query).await {
            Ok(notes) => notes,
            Err(error) => {
                tracing::warn!(%error, "a mind thinks without its memories");
                Vec::new()
            }
        };
        drop(store);
        if to_game.send(ToGame::Recalled(ticket, notes)).await.is_err() {
            tracing::debug!("the game ended before the memory answered");
        }
    });
}

/// The notes that fit a question, and how well their words do.
async fn found(store: &Store, query: RecallQuery) -> Result<Vec<(Note, f64)>, StoreError> {
    let mind = query.npc.to_string();
    if query.all_about {
        let named = store.mentions(&[], query.about.into_iter().collect()).await?;
        let of_mind = named.notes.into_iter().filter(|(of, ..)| *of == mind);
        return Ok(of_mind.filter_map(|(.., body)| Some((read_note(&body)?, 0.0))).collect());
    }
    let question = store::NoteQuery {
        mind,
        words: query.words,
        about: query.about.iter().map(ToString::to_string).collect(),
        limit: query.limit,
    };
    let recalled = store.recall(question).await?;
    Ok(recalled.into_iter().filter_map(|it| Some((read_note(&it.body)?, it.rank))).collect())
}
