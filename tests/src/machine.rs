//! A story on the bare machine: no sockets, no waiting, one tick after the
//! other until nothing is left to be done now.

use std::{
    collections::{BTreeMap, VecDeque},
    net::IpAddr,
    time::Duration,
};
use world::{
    act::{permission::Role, registry::Registry},
    beings::{self, character::CharacterRef, saved::CharacterDocument},
    input::Input,
    things::{holder::carried_by, thing},
    witness::pace::TalkRates,
};

use assistants::{
    gate::consent::OutsideModels,
    llm::profile::ModelProfiles,
    memory::{
        self, MemoryQuery, Note,
        catalog::{MemorySettings, NoteQuestion},
        focus::{self, SearchBreadth},
        shelf::Shelf,
    },
    mind::saved::{DropNote, SaveNote},
    record::{
        entry::RecordEntry,
        newest::RecordMessage,
        proof::{RecordProof, RecordProver},
    },
    think::outside::{MindInput, ModelCall, RecallQuery},
};
use bevy_ecs::prelude::{Message, World};
use engine::{
    clock::WorldTime,
    id::{CharacterId, SessionId},
    label::{Label, Readers},
    request::Request,
    save::document::{self, Row, SavedRow},
    simulation::Simulation,
};
use server::{
    account::names::Reserved,
    screen::draft::Draft,
    setup::{
        self, Recording, Rules,
        made::change::NpcChange,
        reload::{ReloadOutcome, ReloadRequest},
    },
};
use text::styled::CleanText;

use crate::{
    Trouble,
    brain::Brain,
    cast::{self, Place, WATCHER},
    client::plain_lines,
    content,
    host::Home,
    machine::{lasting::Lasting, services::ServiceCalls},
    story::Story,
    while_,
};

mod lasting;
mod services;
mod stage;

/// Most ticks until everything must have come to rest.
const MOST_TICKS: usize = 5_000;
/// Time at which stories begin, and the day that it is in. In the shipped content it is seven, when
/// everybody is where they live, as at the beginning of the first day of a world with shorter ones.
const BEGINNING: WorldTime = WorldTime(1_700_000_000_000);
const MORNING: u8 = 7;
const DAY: WorldTime = WorldTime(1_699_920_000_000);
const HOUR: Duration = Duration::from_secs(60 * 60);

/// A game without a server.
pub struct Machine {
    sim: Simulation,
    rules: Rules,
    files: Vec<(String, String)>,
    now: WorldTime,
    saved: Lasting,
    brain: Brain,
    story: Story,
    /// Session of everybody who is there, and of those who left.
    seats: BTreeMap<String, SessionId>,
    read_from: BTreeMap<String, SessionId>,
    heard: BTreeMap<SessionId, VecDeque<String>>,
    sessions: u64,
    guests: u64,
    /// Staff members who wait for a reload.
    reloading: VecDeque<CharacterId>,
    stopped: bool,
    /// Time of the next scheduled event.
    due: Option<WorldTime>,
    /// Delayed answers of models and services.
    late: Vec<(WorldTime, MindInput)>,
    service_calls: ServiceCalls,
}

impl Machine {
    /// A game for a story.
    ///
    /// # Errors
    /// Content or a cast that is malformed.
    pub fn new(story: &Story) -> Result<Self, Trouble> {
        let silent = story.cast.npcs.iter().filter(|it| !it.scripted);
        let brain = Brain::new(silent.map(|it| it.id.clone()));
        Self::of(story, story.cast.content(story.place)?, setup::rules, brain)
    }

    /// A game for a story with these files, rules and model.
    ///
    /// # Errors
    /// As [`Machine::new`].
    pub fn of(
        story: &Story,
        files: Vec<(String, String)>,
        rules: Rules,
        brain: Brain,
    ) -> Result<Self, Trouble> {
        let mut saved = Lasting::default();
        for character in story.cast.characters(story.place)? {
            let row = beings::saved::row(&CharacterDocument::V1(character));
            saved.put(while_("a character", row)?);
        }
        let hour = story.hour.or_else(|| (story.place == Place::Content).then_some(MORNING));
        let mut machine = Self {
            sim: Simulation::new(0),
            rules,
            files,
            now: hour.map_or(BEGINNING, |it| DAY.after(HOUR * u32::from(it))),
            saved,
            brain,
            story: story.clone(),
            seats: BTreeMap::new(),
            read_from: BTreeMap::new(),
            heard: BTreeMap::new(),
            sessions: 0,
            guests: 0,
            reloading: VecDeque::new(),
            stopped: false,
            due: None,
            late: Vec::new(),
            service_calls: ServiceCalls::default(),
        };
        machine.start()?;
        Ok(machine)
    }

    /// Has minds remember at most so many notes that everybody may read, and as many others. What they
    /// remembered before is gone.
    pub fn remember_at_most(&mut self, most: usize) {
        self.saved.notes = Shelf::new(MemorySettings { most, ..MemorySettings::default() });
    }

    /// Proof of the record so far.
    #[must_use]
    pub fn proof(&self) -> RecordProof {
        let registry = self.sim.world().resource::<Registry>();
        let needs = |verb: &str| registry.find(verb).map(|it| it.role);
        let mut prover = RecordProver::new(&needs);
        self.saved.record.iter().for_each(|it| prover.take(it));
        prover.finish()
    }

    /// The game, to read.
    #[must_use]
    pub fn world(&self) -> &World {
        self.sim.world()
    }

    /// Reserved names.
    #[must_use]
    pub fn reserved(&self) -> Option<Reserved> {
        setup::authored(&self.sim).map(|it| setup::reserved(it))
    }

    /// Takes out all messages of a kind that the rules wrote for whoever watches.
    pub fn drain<T: Message>(&mut self) -> Vec<T> {
        self.sim.drain()
    }

    /// Saved rows, each by its kind and id.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &SavedRow)> {
        let all = self.saved.rows.iter();
        all.flat_map(|(kind, rows)| rows.values().map(move |it| (kind.as_str(), it)))
    }

    /// Notes of a mind.
    pub fn notes(&self, mind: &CharacterId) -> impl Iterator<Item = &Note> {
        self.saved.notes.notes(mind)
    }

    /// Notes that a mind finds about a question of some who are present, best first, as it may tell
    /// everybody.
    pub fn recall(
        &mut self,
        mind: &CharacterId,
        (words, present): (&str, &[CharacterId]),
        limit: usize,
    ) -> Vec<Note> {
        let (now, audience) = (self.now, Readers::Everyone);
        let question = NoteQuestion { words, about: present, now, around: 0 };
        let may_read = |label: &Label| label.readers.admit_all(&Readers::Everyone);
        let mut found = self.saved.notes.find(mind, &question, may_read);
        let usual = SearchBreadth::of(focus::USUAL);
        found.retain(|it| usual.finds(it.note.kind));
        let present = present.to_vec();
        let query = MemoryQuery { words: words.to_owned(), present, audience, limit };
        memory::rank(&found, &query, now).into_iter().map(|it| it.note).collect()
    }

    /// Record so far.
    #[must_use]
    pub fn record(&self) -> &[RecordEntry] {
        &self.saved.record
    }

    /// Returns whether somebody has a connection.
    #[must_use]
    pub fn is_there(&self, who: &str) -> bool {
        self.seats.contains_key(who)
    }

    /// Over which connection somebody reads.
    #[must_use]
    pub fn reads_by(&self, who: &str) -> Option<SessionId> {
        self.read_from.get(who).copied()
    }

    fn start(&mut self) -> Result<(), Trouble> {
        let (files, saved) = (self.files.clone(), self.saved.saved());
        let outside = self.story.models_outside.then_some(None);
        let outside = OutsideModels(outside.into_iter().collect());
        let (talk, record) = (TalkRates::default(), self.saved.record.clone());
        let budgets = Box::new(self.story.budgets.clone());
        let recording = Recording {
            patience: 60,
            contexts: std::collections::BTreeMap::new(),
            seed: 1,
            talk,
            outside,
            profiles: ModelProfiles::of_default(self.story.profile),
            fallbacks: Default::default(),
            budgets,
            day_minutes: self.story.day_minutes,
            files,
            saved,
            record,
        };
        let built = setup::build_checked(&recording, self.rules, content::check);
        self.sim = built.map_err(|why| format!("the game cannot be built: {why:?}"))?;
        (self.stopped, self.guests) = (false, 0);
        if !self.story.services.is_empty() {
            self.announce_services();
        }
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
            let row = self.saved.of(beings::saved::KIND).find(|row| row.id == who);
            let row = row.ok_or("nothing is saved of them")?;
            let character = while_("a character", document::read(beings::saved::KIND, row))?;
            let owner = carried_by(&while_("a name", CharacterId::new(who))?);
            let things = self.saved.of(thing::KIND).filter(|row| row.owner == owner);
            let things = things.map(|row| document::read(thing::KIND, row));
            (character, while_("a thing", things.collect())?)
        };
        let roster = (!guest).then(|| Home::roster_of(who, &cast::capitalised(who))).transpose()?;
        self.sim.put(Input::Enter {
            session,
            character: Box::new(character),
            things,
            new: guest,
            address: IpAddr::from([127, 0, 0, 1]),
            roster,
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
        self.due = while_("a tick", self.sim.tick(self.now))?;
        for draft in self.sim.drain::<Draft>() {
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

    /// Runs so many ticks after a line was typed, those that are due later at their time.
    ///
    /// # Errors
    /// A tick that fails, or somebody who is not there.
    pub fn type_for(&mut self, who: &str, line: &str, ticks: usize) -> Result<(), Trouble> {
        let (session, line) = (self.session(who)?, CleanText::new(line));
        self.sim.put(Input::Line { session, line });
        for _ in 0..ticks {
            if !self.tick()? {
                self.now = self.due.map_or(self.now, |due| due.max(self.now));
            }
        }
        Ok(())
    }

    /// Ends the game without a word and starts it again, with everybody in it: all that is left is what
    /// the last tick saved.
    ///
    /// # Errors
    /// A game that cannot be built.
    pub fn kill(&mut self) -> Result<(), Trouble> {
        let back: Vec<String> = self.seats.keys().cloned().collect();
        self.late.clear();
        self.start()?;
        for who in back.iter().filter(|it| *it != WATCHER) {
            self.seat(who)?;
        }
        Ok(())
    }

    fn hear(&mut self, session: SessionId, bytes: &[u8]) {
        if let Some(heard) = self.heard.get_mut(&session) {
            heard.extend(plain_lines(bytes));
        }
    }

    fn save(&mut self) {
        for message in self.sim.drain() {
            match message {
                RecordMessage::Entry(entry) => self.saved.record.push((*entry).clone()),
                RecordMessage::Forget { mind, whom } => {
                    let wanted = |it: &&mut RecordEntry| mind.is_none() || it.mind == mind;
                    self.saved.record.iter_mut().filter(wanted).for_each(|it| {
                        it.forget(&whom);
                    });
                }
            }
        }
        self.sim.drain::<Row>().into_iter().for_each(|row| self.saved.put(row));
        for SaveNote { mind, note } in self.sim.drain() {
            self.saved.notes.put(mind, note);
        }
        for DropNote { mind, serial } in self.sim.drain() {
            self.saved.notes.drop_note(&mind, serial);
        }
    }

    /// Answers what minds asked of the model, of services and of the store.
    fn answer(&mut self) -> bool {
        let mut any = false;
        for ModelCall(request) in self.sim.drain() {
            let span = self.brain.takes(request.npc.as_str());
            let result = self.brain.answer(&request);
            let reply = MindInput::Replied { ticket: request.ticket, result };
            self.late.push((self.now.after(span), reply));
        }
        self.call_services();
        let (now, late) = (self.now, std::mem::take(&mut self.late));
        for (at, reply) in late {
            if at <= now {
                self.sim.put(reply);
                any = true;
            } else {
                self.late.push((at, reply));
            }
        }
        for query in self.sim.drain::<RecallQuery>() {
            let (ticket, notes) = (query.ticket, query.ask(&mut self.saved.notes));
            self.sim.put(MindInput::Recalled { ticket, notes });
            any = true;
        }
        any
    }

    fn requests(&mut self) -> Result<bool, Trouble> {
        let renewed = self.sim.drain::<ReloadOutcome>();
        let requests = self.sim.drain::<Request>();
        let any = !renewed.is_empty() || !requests.is_empty();
        for renewed in renewed {
            let to = self.reloading.pop_front().ok_or("nobody wanted new content")?;
            self.sim.put(Input::Tell { to, words: renewed.sentence()? });
        }
        for request in requests {
            match request {
                Request::Close { session, words } => {
                    self.hear(session, format!("{words}\r\n").as_bytes());
                    self.sim.put(Input::Leave { session });
                    self.seats.retain(|_, it| *it != session);
                }
                Request::Shutdown { .. } => self.stop()?,
                Request::Reload { by } => {
                    let made =
                        setup::authored(&self.sim).map_or_else(Vec::new, |it| it.made_files());
                    let files = [self.files.clone(), made].concat();
                    let authored =
                        content::check(&self.sim, &files).map_err(|it| format!("{it:?}"))?;
                    self.sim.put(ReloadRequest { files, authored });
                    self.reloading.push_back(by);
                }
                Request::Npc { by: id, by_name: name, at, wish } => {
                    let by = CharacterRef { id: id.clone(), name };
                    let before = setup::authored(&self.sim).ok_or("there is no content")?.clone();
                    let commands = setup::command_specs(&self.sim);
                    let files = self.files.clone();
                    let change = NpcChange::new(&before, &commands, files, &wish, (by, at));
                    match change.prepare() {
                        Ok(change) => {
                            self.sim.put(change);
                            self.reloading.push_back(id);
                        }
                        Err(words) => self.sim.put(Input::Tell { to: id, words }),
                    }
                }
                Request::Play { .. } | Request::Account { .. } => {
                    return Err("accounts are only there over sockets".into());
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
            let words = "The server stops now. All is saved. To come back, please connect again in a \
                minute.\r\n";
            self.hear(session, words.as_bytes());
            self.sim.put(Input::Leave { session });
        }
        self.run()
    }
}
