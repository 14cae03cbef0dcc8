//! A story on the bare machine: no sockets, no waiting, one tick after the
//! other until nothing is left to be done now.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::IpAddr,
    time::Duration,
};

use assistants::{
    assistant,
    memory::Note,
    save::{MindDocument, SaveMind},
    think::{MindInput, ModelCall, RecallQuery},
    trace::Trace,
};
use server::{
    bridge::Drafts,
    setup::{self, Recording},
};
use world::{
    Simulation,
    audit::AuditDocument,
    case::CaseDocument,
    clock::WorldTime,
    id::{CharacterId, SessionId, ThingId},
    input::{Input, Request},
    permission::Role,
    save::{CharacterDocument, Holder, SaveDocument, ThingDocument, WorldDocument},
    sitelock::SitelockDocument,
    text::CleanText,
};

use crate::{
    Trouble,
    brain::Brain,
    cast::{self, WATCHER},
    client::plain_lines,
    play::Stage,
    story::Story,
    while_,
};

/// Most ticks until everything must have come to rest.
const MOST_TICKS: usize = 5_000;

/// What a run leaves behind, and the next begins with.
#[derive(Default)]
struct Saved {
    world: Option<WorldDocument>,
    characters: BTreeMap<CharacterId, CharacterDocument>,
    things: BTreeMap<ThingId, ThingDocument>,
    minds: BTreeMap<CharacterId, MindDocument>,
    notes: BTreeMap<CharacterId, BTreeMap<u64, Note>>,
    reports: BTreeMap<u32, CaseDocument>,
    sitelock: Option<SitelockDocument>,
    audit: BTreeMap<u64, AuditDocument>,
}

/// A game without a server.
pub struct Machine {
    sim: Simulation,
    files: Vec<(String, String)>,
    now: WorldTime,
    saved: Saved,
    brain: Brain,
    story: Story,
    /// Who is there, and where everybody reads, those who left included.
    seats: BTreeMap<String, SessionId>,
    read_from: BTreeMap<String, SessionId>,
    heard: BTreeMap<SessionId, VecDeque<String>>,
    sessions: u64,
    guests: u64,
    stopped: bool,
    /// When something is to happen next by itself.
    due: Option<WorldTime>,
}

impl Machine {
    /// A game for a story.
    ///
    /// # Errors
    /// When the content or the cast is not as it should be.
    pub fn new(story: &Story) -> Result<Self, Trouble> {
        let files = story.cast.content(story.place)?;
        let mut saved = Saved::default();
        for character in story.cast.characters(story.place)? {
            let id = character.id.clone();
            saved.characters.insert(id, CharacterDocument::V1(character));
        }
        let silent = story.cast.npcs.iter().filter(|it| !it.scripted);
        let mut machine = Self {
            sim: Simulation::new(0),
            files,
            now: WorldTime(1_700_000_000_000),
            saved,
            brain: Brain::new(silent.map(|it| it.id.clone())),
            story: story.clone(),
            seats: BTreeMap::new(),
            read_from: BTreeMap::new(),
            heard: BTreeMap::new(),
            sessions: 0,
            guests: 0,
            stopped: false,
            due: None,
        };
        machine.start()?;
        Ok(machine)
    }

    fn start(&mut self) -> Result<(), Trouble> {
        let (bodies, players): (Vec<_>, Vec<_>) = self
            .saved
            .characters
            .values()
            .cloned()
            .partition(|it| it.clone().current().kind == world::fact::SpeakerKind::Assistant);
        let minds = &self.saved.minds;
        let recording = Recording {
            patience: 60,
            seed: 1,
            files: self.files.clone(),
            world: self.saved.world.clone(),
            things: self.saved.things.values().cloned().collect(),
            bodies,
            players: players.iter().map(|it| it.id().clone()).collect(),
            minds: minds.iter().map(|(id, it)| (id.clone(), it.clone())).collect(),
            reports: self.saved.reports.values().cloned().collect(),
            sitelock: self.saved.sitelock.clone(),
            audit: self.saved.audit.values().cloned().collect(),
        };
        let built = setup::build(&recording);
        let (sim, _) = built.map_err(|why| format!("the game cannot be built: {why:?}"))?;
        self.sim = sim;
        (self.stopped, self.guests) = (false, 0);
        self.seat(WATCHER)
    }

    fn seat(&mut self, who: &str) -> Result<(), Trouble> {
        self.sessions += 1;
        let session = SessionId(self.sessions);
        let person = self.story.cast.person(who);
        let guest = person.is_ok_and(|it| it.role == Role::Guest);
        let (character, things) = if guest {
            self.guests += 1;
            (cast::guest(self.guests)?, Vec::new())
        } else {
            let id = while_("a name", CharacterId::new(who))?;
            let character = self.saved.characters.get(&id).cloned();
            let character = character.ok_or("nothing is saved of them")?;
            let holder = Holder::Character(id);
            let things = self.saved.things.values().cloned();
            let things = things.filter(|it| it.clone().current().at == holder);
            (character, things.collect())
        };
        self.sim.put(Input::Enter {
            session,
            character: Box::new(character),
            things,
            new: guest,
            address: IpAddr::from([127, 0, 0, 1]),
        });
        self.seats.insert(who.to_owned(), session);
        self.read_from.insert(who.to_owned(), session);
        self.heard.insert(session, VecDeque::new());
        self.run()
    }

    fn session(&self, who: &str) -> Result<SessionId, Trouble> {
        let session = self.seats.get(who).copied();
        session.ok_or_else(|| format!("{who} is not there"))
    }

    /// Runs until nothing more happens by itself now.
    fn run(&mut self) -> Result<(), Trouble> {
        for _ in 0..MOST_TICKS {
            if !self.tick()? {
                return Ok(());
            }
        }
        Err("the game does not come to rest".into())
    }

    /// Runs one tick. Whether there is more to be done now.
    fn tick(&mut self) -> Result<bool, Trouble> {
        self.due = self.sim.tick(self.now);
        let drafts = self.sim.world_mut().resource_mut::<Drafts>().take();
        for draft in drafts {
            for line in &draft.lines {
                self.hear(draft.session, line);
            }
        }
        self.save();
        let answered = self.answer();
        let asked = self.requests()?;
        let due = self.due.is_some_and(|due| due <= self.now);
        self.now = self.now.after(Duration::from_millis(1));
        Ok(answered || asked || due)
    }

    fn hear(&mut self, session: SessionId, bytes: &[u8]) {
        if let Some(heard) = self.heard.get_mut(&session) {
            heard.extend(plain_lines(bytes));
        }
    }

    fn save(&mut self) {
        for document in self.sim.drain::<SaveDocument>() {
            match document {
                SaveDocument::Character(it) => {
                    self.saved.characters.insert(it.id().clone(), it);
                }
                SaveDocument::Thing(it) => {
                    let id = it.clone().current().id;
                    self.saved.things.insert(id, it);
                }
                SaveDocument::ThingGone(id) => drop(self.saved.things.remove(&id)),
                SaveDocument::World(it) => self.saved.world = Some(it),
                SaveDocument::Case(it) => {
                    self.saved.reports.insert(it.clone().current().number, it);
                }
                SaveDocument::CaseGone(number) => drop(self.saved.reports.remove(&number)),
                SaveDocument::Sitelock(it) => self.saved.sitelock = Some(it),
                SaveDocument::Audit(it) => {
                    self.saved.audit.insert(it.clone().current().number, it);
                }
                SaveDocument::AuditGone(number) => drop(self.saved.audit.remove(&number)),
            }
        }
        for save in self.sim.drain::<SaveMind>() {
            match save {
                SaveMind::Mind(id, it) => drop(self.saved.minds.insert(id, it)),
                SaveMind::Note(id, note) => {
                    let notes = self.saved.notes.entry(id).or_default();
                    notes.insert(note.serial, note);
                }
            }
        }
    }

    /// Answers what minds asked of the model and of the store.
    fn answer(&mut self) -> bool {
        let mut any = false;
        for ModelCall(request) in self.sim.drain() {
            let result = self.brain.answer(&request);
            let ticket = request.ticket;
            self.sim.put(MindInput::Replied { ticket, result });
            any = true;
        }
        for query in self.sim.drain::<RecallQuery>() {
            let notes = self.saved.notes.get(&query.npc);
            let notes = notes.into_iter().flat_map(BTreeMap::values).rev();
            let notes = notes.take(query.limit).map(|note| {
                let shared = shared_words(&query.words, &note.content);
                (note.clone(), shared)
            });
            let (ticket, notes) = (query.ticket, notes.collect());
            self.sim.put(MindInput::Recalled { ticket, notes });
            any = true;
        }
        any
    }

    fn requests(&mut self) -> Result<bool, Trouble> {
        let requests = self.sim.drain::<Request>();
        let any = !requests.is_empty();
        for request in requests {
            match request {
                Request::Close { session, words } => {
                    self.hear(session, format!("{words}\r\n").as_bytes());
                    self.sim.put(Input::Leave { session });
                    self.seats.retain(|_, it| *it != session);
                }
                Request::Shutdown { .. } => self.stop()?,
                Request::Reload { by } => {
                    let read = setup::reload(&mut self.sim, &self.files);
                    let authored = read.map_err(|it| format!("{it:?}"))?;
                    let words = format!(
                        "The content is read again: {} rooms and {} people.",
                        authored.content.rooms.len(),
                        authored.personas.len()
                    );
                    self.sim.put(Input::Tell { to: by, words });
                }
            }
        }
        Ok(any)
    }

    /// Says goodbye to everybody.
    fn stop(&mut self) -> Result<(), Trouble> {
        if self.stopped {
            return Ok(());
        }
        self.stopped = true;
        for session in std::mem::take(&mut self.seats).into_values() {
            let words = "The server stops now. All is saved; see you soon.\r\n";
            self.hear(session, words.as_bytes());
            self.sim.put(Input::Leave { session });
        }
        self.run()
    }
}

fn shared_words(a: &str, b: &str) -> f64 {
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words.map(str::to_lowercase).collect()
    };
    let shared = words(a).intersection(&words(b)).count();
    u32::try_from(shared).map_or(0.0, f64::from)
}

impl Stage for Machine {
    fn brain(&self) -> &Brain {
        &self.brain
    }

    async fn enter(&mut self, who: &str) -> Result<(), Trouble> {
        self.seat(who)?;
        let session = self.session(who)?;
        self.heard.insert(session, VecDeque::new());
        Ok(())
    }

    async fn clear(&mut self) -> Result<(), Trouble> {
        self.heard.values_mut().for_each(VecDeque::clear);
        Ok(())
    }

    async fn type_lines(&mut self, lines: &[(String, String)]) -> Result<(), Trouble> {
        for (who, line) in lines {
            let session = self.session(who)?;
            let line = CleanText::new(line);
            self.sim.put(Input::Line { session, line });
        }
        self.run()
    }

    async fn read(&mut self, who: &str) -> Result<Option<String>, Trouble> {
        // Last words are read although their reader is gone.
        let session = self.read_from.get(who).copied();
        let session = session.ok_or_else(|| format!("{who} was never there"))?;
        Ok(self.heard.get_mut(&session).and_then(VecDeque::pop_front))
    }

    async fn await_line(&mut self, who: &str) -> Result<Option<String>, Trouble> {
        self.read(who).await
    }

    async fn ended(&mut self, npc: &str) -> Result<String, Trouble> {
        let id = while_("a name", CharacterId::new(npc))?;
        let world = self.sim.world();
        let trace = assistant::find(world, &id).and_then(|it| world.get::<Trace>(it));
        let trace = trace.ok_or_else(|| format!("there is no assistant {npc}"))?;
        let story = trace.stories().next();
        let last = story.and_then(|it| it.lines.last()).map(String::as_str);
        reason(last.unwrap_or_default())
    }

    async fn wait(&mut self, span: Duration) -> Result<(), Trouble> {
        let end = self.now.after(span);
        // What falls due on the way happens at its time, not all at the end.
        for _ in 0..MOST_TICKS {
            match self.due.filter(|due| *due < end) {
                Some(due) => self.now = self.now.max(due),
                None => break,
            }
            self.run()?;
        }
        self.now = end;
        self.run()
    }

    async fn restart(&mut self) -> Result<(), Trouble> {
        let back: Vec<String> = self.seats.keys().cloned().collect();
        self.stop()?;
        self.start()?;
        for who in back.iter().filter(|it| *it != WATCHER) {
            self.seat(who)?;
        }
        self.clear().await
    }
}

/// Why a thought ended, from the last line of its trace.
///
/// # Errors
/// When it has not ended, or there was none.
pub fn reason(line: &str) -> Result<String, Trouble> {
    let ends = line.split_once("ends: ").map(|(_, it)| it);
    let reason = ends.and_then(|it| it.split(' ').next());
    reason.map(str::to_owned).ok_or_else(|| format!("no thought has ended; the trace says: {line}"))
}
