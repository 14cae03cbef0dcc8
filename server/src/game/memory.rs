//! Memory of minds, beside the game: a thread of its own has a catalog of each mind's notes,
//! searches it for what a mind asks for, reads the notes found from the store, and has the store
//! drop those above the limit.
//!
//! A catalog is built from the store when the mind first asks, or earlier while the thread is idle,
//! so the start does not wait for any. Messages that arrive meanwhile wait in the queue in their
//! order; with a full queue a question is answered with nothing, and the catalog of a mind that
//! missed a message is built anew.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use assistants::{
    memory::{
        Note, NoteDocument, RecallCandidate,
        catalog::{Catalog, MemorySettings, NoteQuestion},
        index::SearchScratch,
    },
    mind::saved::{DropNote, SaveNote},
    think::outside::{self, RecallQuery, RecallWanted},
};
use dashmap::DashSet;
use engine::id::CharacterId;
use store::{Batch, NoteRow, Store, StoreError};
use tokio::{
    runtime::Handle,
    sync::mpsc::{self, error::TryRecvError},
};
use tokio_util::task::TaskTracker;

use crate::contract::inbox::ToGame;

#[cfg(test)]
mod tests;

/// Capacity of the thread's queue, in messages.
const QUEUED: usize = 4_096;
/// Number of notes read at once.
const PAGE: usize = 1_000;

/// Message to the memory thread.
enum MemoryNews {
    Saved(Box<SaveNote>),
    Dropped(DropNote),
    /// The answer goes to the game.
    Asked(RecallQuery, mpsc::Sender<ToGame>),
}

/// The game's end of the thread.
pub(super) struct Memories {
    news: mpsc::Sender<MemoryNews>,
    /// Minds of which something could not be told.
    missed: Arc<DashSet<CharacterId>>,
    store: Arc<Store>,
}

/// The thread, as a value.
struct MemoryThread {
    news: mpsc::Receiver<MemoryNews>,
    missed: Arc<DashSet<CharacterId>>,
    store: Arc<Store>,
    settings: MemorySettings,
    async_work: Handle,
    catalogs: BTreeMap<CharacterId, Catalog>,
    room: SearchScratch,
    /// Minds whose catalogs can be made while nothing else is to be done.
    unread: VecDeque<CharacterId>,
    /// Notes to drop before the next question is answered.
    dropped: BTreeMap<CharacterId, BTreeSet<u64>>,
}

impl Memories {
    /// Starts the thread, which ends when this is dropped.
    pub(super) fn start(store: Arc<Store>, settings: MemorySettings, tasks: &TaskTracker) -> Self {
        let (news, incoming) = mpsc::channel(QUEUED);
        let missed = Arc::new(DashSet::new());
        let thread = MemoryThread {
            news: incoming,
            missed: missed.clone(),
            store: store.clone(),
            settings,
            async_work: Handle::current(),
            catalogs: BTreeMap::new(),
            room: SearchScratch::default(),
            unread: VecDeque::new(),
            dropped: BTreeMap::new(),
        };
        tasks.spawn_blocking(move || thread.run());
        Self { news, missed, store }
    }

    /// Sends the thread the notes whose rows were handed to the store before.
    pub(super) fn tell_all(&self, saves: Vec<SaveNote>, drops: Vec<DropNote>) {
        for save in saves {
            let mind = save.mind.clone();
            self.log_news(MemoryNews::Saved(Box::new(save)), &mind);
        }
        for drop in drops {
            let mind = drop.mind.clone();
            self.log_news(MemoryNews::Dropped(drop), &mind);
        }
    }

    fn log_news(&self, news: MemoryNews, mind: &CharacterId) {
        if self.news.try_send(news).is_err() {
            self.missed.insert(mind.clone());
        }
    }

    /// Asks for notes; each answer comes back as an input.
    pub(super) fn ask_all(
        &self,
        queries: Vec<RecallQuery>,
        to_game: &mpsc::Sender<ToGame>,
        tasks: &TaskTracker,
    ) {
        queries.into_iter().for_each(|query| self.ask(query, to_game, tasks));
    }

    /// Asks for notes; the answer comes back as an input. A mind whose question cannot be answered goes
    /// on without memories.
    fn ask(&self, query: RecallQuery, to_game: &mpsc::Sender<ToGame>, tasks: &TaskTracker) {
        let ticket = query.ticket;
        let nothing = match query.wanted {
            RecallWanted::Fitting { .. } => {
                let told = self.news.try_send(MemoryNews::Asked(query, to_game.clone()));
                told.err()
                    .map(|_| tracing::warn!("a mind thinks without its memories: too many ask"))
            }
            RecallWanted::AllAbout
            | RecallWanted::Holding(_)
            | RecallWanted::Numbered(_)
            | RecallWanted::Journal
            | RecallWanted::Night(_) => {
                let (store, to_game) = (self.store.clone(), to_game.clone());
                tasks.spawn(async move {
                    let notes = chosen(&store, &query).await.unwrap_or_else(|error| {
                        tracing::warn!(%error, "what a mind keeps cannot be read");
                        Vec::new()
                    });
                    drop(store);
                    answer(to_game.send(ToGame::Recalled(ticket, notes)).await.is_ok());
                });
                None
            }
        };
        if nothing.is_some() {
            let to_game = to_game.clone();
            tasks.spawn(async move {
                answer(to_game.send(ToGame::Recalled(ticket, Vec::new())).await.is_ok());
            });
        }
    }
}

fn answer(taken: bool) {
    if !taken {
        tracing::debug!("the game ended before the memory answered");
    }
}

impl MemoryThread {
    /// Works until the game ends.
    fn run(mut self) {
        match self.async_work.block_on(self.store.minds()) {
            Ok(minds) => {
                self.unread = minds.iter().filter_map(|it| CharacterId::new(it).ok()).collect();
            }
            Err(error) => tracing::warn!(%error, "memories are read when they are asked for"),
        }
        loop {
            let news = match self.news.try_recv() {
                Ok(news) => Some(news),
                Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => {
                    self.drop_dropped();
                    if let Some(mind) = self.unread.pop_front() {
                        self.catalog(&mind);
                        continue;
                    }
                    self.news.blocking_recv()
                }
            };
            let Some(news) = news else { return };
            self.forget_missed();
            match news {
                // Whoever has no catalog yet has their notes in the store.
                MemoryNews::Saved(save) => self.saved(&save),
                MemoryNews::Dropped(DropNote { mind, serial }) => {
                    self.dropped.entry(mind).or_default().insert(serial);
                }
                MemoryNews::Asked(query, to_game) => {
                    self.drop_dropped();
                    let notes = self.found(&query);
                    let sent = to_game.blocking_send(ToGame::Recalled(query.ticket, notes));
                    answer(sent.is_ok());
                }
            }
        }
    }

    /// Drops the catalogs of the minds of which something was missed.
    fn forget_missed(&mut self) {
        let Self { missed, catalogs, .. } = self;
        missed.retain(|mind| {
            catalogs.remove(mind);
            false
        });
    }

    fn saved(&mut self, SaveNote { mind, note }: &SaveNote) {
        if let Some(catalog) = self.catalogs.get_mut(mind) {
            catalog.put(note);
            let gone = catalog.make_room();
            self.drop_rows(mind, &gone);
        }
    }

    fn drop_dropped(&mut self) {
        for (mind, gone) in std::mem::take(&mut self.dropped) {
            if let Some(catalog) = self.catalogs.get_mut(&mind) {
                catalog.drop_all(&gone);
            }
        }
    }

    /// Tells the store to drop notes.
    fn drop_rows(&self, mind: &CharacterId, serials: &BTreeSet<u64>) {
        if serials.is_empty() {
            return;
        }
        let notes = serials.iter().map(|it| gone(mind, *it)).collect();
        if let Err(error) = self.store.commit(Batch { rows: Vec::new(), notes }) {
            tracing::error!(%error, "notes that are too many stay");
        }
    }

    /// Returns the catalog of a mind, made from the store if there is none.
    fn catalog(&mut self, mind: &CharacterId) -> Option<&Catalog> {
        if !self.catalogs.contains_key(mind) {
            match self.read(mind) {
                Ok(mut catalog) => {
                    let gone = catalog.make_room();
                    self.drop_rows(mind, &gone);
                    self.catalogs.insert(mind.clone(), catalog);
                }
                Err(error) => {
                    tracing::warn!(%error, %mind, "the memories cannot be read");
                    return None;
                }
            }
        }
        self.catalogs.get(mind)
    }

    fn read(&self, mind: &CharacterId) -> Result<Catalog, StoreError> {
        let mut catalog = Catalog::new(self.settings);
        let mut from = 0;
        loop {
            let notes = self.store.notes(mind.as_str(), from, PAGE);
            let notes = self.async_work.block_on(notes)?;
            let Some((last, _)) = notes.last() else { return Ok(catalog) };
            from = last.saturating_add(1);
            for (_, body) in &notes {
                if let Some(note) = read_note(body) {
                    catalog.put(&note);
                }
            }
        }
    }

    fn found(&mut self, query: &RecallQuery) -> Vec<RecallCandidate> {
        let RecallWanted::Fitting { readers, now, around } = &query.wanted else {
            return Vec::new();
        };
        if self.catalog(&query.npc).is_none() {
            return Vec::new();
        }
        let Self { catalogs, room, .. } = self;
        let Some(catalog) = catalogs.get(&query.npc) else { return Vec::new() };
        let question =
            NoteQuestion { words: &query.words, about: &query.about, now: *now, around: *around };
        let found = catalog.find(room, &question, |label| readers.may_read(label));
        let serials = found.iter().filter_map(|it| i64::try_from(it.serial).ok()).collect();
        let bodies = self.store.notes_numbered(query.npc.as_str(), serials);
        let bodies = self.async_work.block_on(bodies).unwrap_or_else(|error| {
            tracing::warn!(%error, "a mind thinks without its memories");
            Vec::new()
        });
        let mut notes: BTreeMap<u64, Note> = bodies
            .iter()
            .filter_map(|(_, body)| read_note(body).map(|note| (note.serial, note)))
            .collect();
        let candidates = found.into_iter().filter_map(|it| {
            let note = notes.remove(&it.serial)?;
            Some(RecallCandidate { note, text: it.fit, because: it.because })
        });
        candidates.collect()
    }
}

/// Returns the notes of a mind that are asked for by something else than a question in words.
async fn chosen(store: &Store, query: &RecallQuery) -> Result<Vec<RecallCandidate>, StoreError> {
    let mind = query.npc.as_str();
    let notes: Vec<Note> = match &query.wanted {
        RecallWanted::Fitting { .. } => Vec::new(),
        RecallWanted::AllAbout => {
            let named = store.mentions(&[], query.about.iter().cloned().collect()).await?;
            let of_mind = named.notes.into_iter().filter(|(of, ..)| *of == mind);
            of_mind.filter_map(|(.., body)| read_note(&body)).collect()
        }
        RecallWanted::Holding(run) => all(store, mind, |it| outside::is_holding(it, run)).await?,
        RecallWanted::Journal => all(store, mind, outside::is_of_journal).await?,
        RecallWanted::Night(now) => outside::of_night(all(store, mind, |_| true).await?, *now),
        RecallWanted::Numbered(serial) => {
            let serial = i64::try_from(*serial).unwrap_or(i64::MAX);
            let bodies = store.notes_numbered(mind, vec![serial]).await?;
            bodies.iter().filter_map(|(_, body)| read_note(body)).collect()
        }
    };
    Ok(notes.into_iter().map(RecallCandidate::chosen).collect())
}

/// Reads all notes of a mind that satisfy a predicate, oldest first, page by page.
async fn all(
    store: &Store,
    mind: &str,
    is_wanted: impl Fn(&Note) -> bool,
) -> Result<Vec<Note>, StoreError> {
    let (mut found, mut from) = (Vec::new(), 0);
    loop {
        let page = store.notes(mind, from, PAGE).await?;
        let Some((last, _)) = page.last() else { return Ok(found) };
        from = last.saturating_add(1);
        let notes = page.iter().filter_map(|(_, body)| read_note(body));
        found.extend(notes.filter(&is_wanted));
    }
}

/// Returns the rows of new notes, and of those that go.
pub(super) fn rows(saves: &[SaveNote], drops: &[DropNote]) -> Vec<NoteRow> {
    let saved = saves.iter().map(row_of);
    saved.chain(drops.iter().map(|it| gone(&it.mind, it.serial))).collect()
}

/// Returns a note as a row.
fn row_of(SaveNote { mind, note }: &SaveNote) -> NoteRow {
    let body = match serde_json::to_string(&NoteDocument::V1(note.clone())) {
        Ok(text) => Some(text),
        Err(error) => {
            tracing::error!(%error, "a note cannot be written down");
            None
        }
    };
    NoteRow {
        serial: i64::try_from(note.serial).unwrap_or(i64::MAX),
        about: note.about.iter().map(ToString::to_string).collect(),
        mentions: note.mentions(mind.as_str()),
        body,
        mind: mind.to_string(),
    }
}

/// Returns the row of a note that goes.
fn gone(mind: &CharacterId, serial: u64) -> NoteRow {
    NoteRow {
        mind: mind.to_string(),
        serial: i64::try_from(serial).unwrap_or(i64::MAX),
        about: Vec::new(),
        mentions: BTreeSet::new(),
        body: None,
    }
}

/// Returns a note out of its row.
fn read_note(body: &str) -> Option<Note> {
    match serde_json::from_str::<NoteDocument>(body) {
        Ok(document) => Some(document.current()),
        Err(error) => {
            tracing::error!(%error, "a note cannot be read and is left as it is");
            None
        }
    }
}
