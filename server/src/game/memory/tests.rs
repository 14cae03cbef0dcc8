use std::time::Duration;

use assistants::{gate::consent::PromptReaders, llm::Ticket, memory::NoteKind};
use engine::{
    clock::WorldTime,
    label::{Label, Readers},
};
use tempfile::TempDir;

use super::*;
use store::StoreSettings;

fn mara() -> CharacterId {
    CharacterId::new("mara").unwrap()
}

fn line(serial: u64, words: &str) -> SaveNote {
    let note = Note {
        serial,
        content: words.to_owned(),
        about: Vec::new(),
        importance: 3,
        kind: NoteKind::Line,
        at: WorldTime(1_700_000_000_000 + serial),
        label: Label::engine(),
        source: None,
        trust: None,
        speaker: Some("Bob".to_owned()),
        conversation: Some(0),
        concluded: false,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    };
    SaveNote { mind: mara(), note }
}

/// A store with a thread beside it.
struct Bench {
    store: Arc<Store>,
    memories: Memories,
    tasks: TaskTracker,
    to_game: mpsc::Sender<ToGame>,
    inbox: mpsc::Receiver<ToGame>,
}

impl Bench {
    fn new(folder: &TempDir, most: usize) -> Self {
        let path = folder.path().join("world.db");
        let store = Arc::new(Store::open(&path, StoreSettings::default()).unwrap());
        let tasks = TaskTracker::new();
        let settings = MemorySettings { most, ..MemorySettings::default() };
        let memories = Memories::start(store.clone(), settings, &tasks);
        let (to_game, inbox) = mpsc::channel(9);
        Self { store, memories, tasks, to_game, inbox }
    }

    fn save(&self, saves: Vec<SaveNote>, drops: Vec<DropNote>) {
        let notes = rows(&saves, &drops);
        self.store.commit(Batch { rows: Vec::new(), notes }).unwrap();
        self.memories.tell_all(saves, drops);
    }

    /// Serials of the notes that a question with these words finds.
    async fn finds(&mut self, words: &str) -> Vec<u64> {
        // What is not committed yet stands in the mind.
        self.store.settle().await.unwrap();
        let readers = PromptReaders { audience: Readers::Everyone, outside: false };
        let now = WorldTime(1_800_000_000_000);
        let query = RecallQuery {
            ticket: Ticket(1),
            npc: mara(),
            words: words.to_owned(),
            about: Vec::new(),
            wanted: RecallWanted::Fitting { readers, now, around: 0 },
        };
        self.memories.ask_all(vec![query], &self.to_game, &self.tasks);
        let answer = tokio::time::timeout(Duration::from_secs(30), self.inbox.recv()).await;
        let Some(ToGame::Recalled(Ticket(1), notes)) = answer.unwrap() else {
            panic!("the memory is to answer")
        };
        notes.iter().filter(|it| it.text.is_some()).map(|it| it.note.serial).collect()
    }

    async fn close(self) {
        let Self { store, memories, tasks, .. } = self;
        drop(memories);
        tasks.close();
        tasks.wait().await;
        Arc::into_inner(store).unwrap().close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_is_found_before_and_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let mut bench = Bench::new(&folder, 100);
    assert_eq!(bench.finds("bees").await, [0; 0]);
    bench.save(vec![line(0, "My sister keeps bees."), line(1, "It rains.")], Vec::new());
    assert_eq!(bench.finds("bees").await.first(), Some(&0));
    bench.close().await;
    let mut bench = Bench::new(&folder, 100);
    assert_eq!(bench.finds("bees").await.first(), Some(&0));
    bench.save(Vec::new(), vec![DropNote { mind: mara(), serial: 0 }]);
    assert_eq!(bench.finds("bees").await, [0; 0]);
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_much_goes_from_the_store() {
    let folder = TempDir::new().unwrap();
    let mut bench = Bench::new(&folder, 32);
    bench.save((0..32).map(|n| line(n, "It rains.")).collect(), Vec::new());
    assert_eq!(bench.finds("rain").await.len(), 32);
    bench.save(vec![line(32, "It rains again.")], Vec::new());
    let found = bench.finds("rain").await;
    assert!(found.len() == 30 && found.iter().all(|it| *it >= 3), "{found:?}");
    bench.store.settle().await.unwrap();
    let left = bench.store.notes("mara", 0, 99).await.unwrap();
    assert_eq!((left.len(), left.first().map(|it| it.0)), (30, Some(3)));
    bench.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mind_of_which_something_was_missed_is_read_anew() {
    let folder = TempDir::new().unwrap();
    let mut bench = Bench::new(&folder, 100);
    assert_eq!(bench.finds("bees").await, [0; 0], "it has a catalog now");
    let row = row_of(&line(0, "My sister keeps bees."));
    bench.store.commit(Batch { rows: Vec::new(), notes: vec![row] }).unwrap();
    assert_eq!(bench.finds("bees").await, [0; 0], "of this nothing was told");
    bench.memories.missed.insert(mara());
    assert_eq!(bench.finds("bees").await, [0]);
    bench.close().await;
}
