//! Reader thread: questions in, answers out.

use std::{
    collections::BTreeSet,
    sync::{Arc, mpsc::SyncSender},
};

use engine::id::CharacterId;
use tokio::sync::mpsc;

use super::{
    Reply, StoreError,
    database::{Database, Mentions},
    queue::Queue,
    send,
};

/// Question to the reader, with the sender for its answer.
pub(super) enum StoreQuestion {
    /// Body of a document.
    Load { kind: &'static str, id: String, reply: Reply<Option<String>> },
    /// Body of a document, and the documents of one owner.
    Whole {
        kind: &'static str,
        id: String,
        owned: &'static str,
        owner: String,
        reply: Reply<(Option<String>, Vec<(String, String)>)>,
    },
    /// The documents of one owner.
    OwnedBy { kind: &'static str, owner: String, reply: Reply<Vec<(String, String)>> },
    /// The documents of one kind.
    All { kind: &'static str, reply: Reply<Vec<(String, String, String)>> },
    /// Page of the documents of one kind, from an id on.
    Page {
        kind: &'static str,
        from: String,
        count: usize,
        reply: Reply<Vec<(String, String, String)>>,
    },
    /// Documents and notes that name any of these characters.
    Mentions { kinds: &'static [&'static str], whom: BTreeSet<CharacterId>, reply: Reply<Mentions> },
    /// Minds with notes.
    Minds { reply: Reply<Vec<String>> },
    /// Page of the notes of a mind, from a number on.
    Notes { mind: String, from: i64, count: usize, reply: Reply<Vec<(i64, String)>> },
    /// The notes of a mind with these numbers.
    Numbered { mind: String, serials: Vec<i64>, reply: Reply<Vec<(i64, String)>> },
}

/// The reader's thread, as a value.
pub(super) struct Reader<D> {
    pub(super) database: D,
    pub(super) questions: mpsc::Receiver<StoreQuestion>,
    /// The writer's queue, by which it learns that the file is damaged.
    pub(super) queue: Arc<Queue>,
    /// Held until the connection is closed. Declared last, for that reason.
    pub(super) _open: SyncSender<()>,
}

impl<D: Database> Reader<D> {
    /// Answers until the store is closed.
    pub(super) fn run(mut self) {
        while let Some(question) = self.questions.blocking_recv() {
            match question {
                StoreQuestion::Load { kind, id, reply } => {
                    self.answer(reply, |db| db.load(kind, &id));
                }
                StoreQuestion::Whole { kind, id, owned, owner, reply } => {
                    self.answer(reply, |db| db.load_whole(kind, &id, owned, &owner));
                }
                StoreQuestion::OwnedBy { kind, owner, reply } => {
                    self.answer(reply, |db| db.owned_by(kind, &owner));
                }
                StoreQuestion::All { kind, reply } => self.answer(reply, |db| db.all(kind)),
                StoreQuestion::Page { kind, from, count, reply } => {
                    self.answer(reply, |db| db.page(kind, &from, count));
                }
                StoreQuestion::Mentions { kinds, whom, reply } => {
                    self.answer(reply, |db| db.mentions(kinds, &whom));
                }
                StoreQuestion::Minds { reply } => self.answer(reply, D::minds),
                StoreQuestion::Notes { mind, from, count, reply } => {
                    self.answer(reply, |db| db.notes(&mind, from, count));
                }
                StoreQuestion::Numbered { mind, serials, reply } => {
                    self.answer(reply, |db| db.notes_numbered(&mind, &serials));
                }
            }
        }
    }

    /// Answers a question, unless whoever asked has stopped waiting.
    fn answer<T>(&mut self, reply: Reply<T>, look: impl FnOnce(&mut D) -> Result<T, StoreError>) {
        if reply.is_closed() {
            return;
        }
        let found = look(&mut self.database);
        if let Err(error) = &found
            && error.is_damage()
        {
            self.queue.fail(error.to_string());
        }
        send(reply, found);
    }
}
