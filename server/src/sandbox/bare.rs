//! A game without sockets and without a data folder: one tick after the other until nothing is left
//! to be done now. Time stands still between two calls.

use std::{collections::BTreeMap, mem, net::IpAddr, time::Duration};

use assistants::{
    llm::{ChatReply, ChatRequest, LlmError, profile::ModelProfiles},
    memory::shelf::Shelf,
    mind::{
        acquaintance::Acquaintances,
        copies::ReaderCopies,
        mood::Mood,
        regard::Regard,
        saved::{DropNote, SaveNote},
    },
    record::newest::RecordMessage,
    think::outside::{MindInput, ModelCall, RecallQuery},
};
use bevy_ecs::world::World;
use engine::{
    clock::WorldTime,
    fault::Broken,
    id::{AccountId, BadSlug, CharacterId, SessionId},
    index,
    label::Readers,
    request::Request,
    save::document::{self, Row, SavedRow, Unreadable, Unwritable},
    simulation::Simulation,
};
use text::styled::CleanText;
use world::{
    beings::{
        self,
        character::CharacterRef,
        roster::Roster,
        saved::{CharacterDocument, CharacterV1},
    },
    input::Input,
    things::{holder::carried_by, thing},
};

use crate::{game::inputs::TickInputs, screen::draft::Draft};

/// Most ticks until everything must have come to rest.
const MOST_TICKS: usize = 5_000;

/// Source of answers in place of the gateway: returns an answer and the time it took.
pub(super) trait Thinker {
    fn answer(&mut self, request: ChatRequest) -> (Duration, Result<ChatReply, LlmError>);
}

/// The game does not go on.
#[derive(Debug, thiserror::Error)]
pub enum BareError {
    /// The world broke.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// Saved document that cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A document that cannot be serialised.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// A name makes no id.
    #[error(transparent)]
    Slug(#[from] BadSlug),
    /// Something always happens at once.
    #[error("the game does not come to rest")]
    Restless,
}

/// In-memory store: rows by kind and id, and the notes of the minds.
#[derive(Default)]
struct Lasting {
    rows: BTreeMap<&'static str, BTreeMap<String, SavedRow>>,
    notes: Shelf,
}

impl Lasting {
    fn put(&mut self, row: Row) {
        let Row { kind, id, owner, body, .. } = row;
        let rows = self.rows.entry(kind).or_default();
        match body {
            Some(body) => drop(rows.insert(id.clone(), SavedRow { id, owner, body })),
            None => drop(rows.remove(&id)),
        }
    }

    fn of(&self, kind: &str) -> impl Iterator<Item = &SavedRow> {
        self.rows.get(kind).into_iter().flat_map(BTreeMap::values)
    }
}

/// The game, and who plays in it.
pub(super) struct BareGame {
    sim: Simulation,
    now: WorldTime,
    /// Time of the next scheduled event.
    due: Option<WorldTime>,
    inputs: TickInputs,
    lasting: Lasting,
    /// Sessions of the players who are there, by id.
    seats: BTreeMap<String, SessionId>,
    sessions: u64,
    /// Output that has not been taken yet: reader and line.
    heard: Vec<(String, String)>,
    /// True after a request that only a server can carry out.
    beyond: bool,
}

impl BareGame {
    /// Creates a game in which nothing has happened yet, at this time.
    pub(super) fn new(sim: Simulation, now: WorldTime) -> Self {
        Self {
            sim,
            now,
            due: None,
            inputs: TickInputs::default(),
            lasting: Lasting::default(),
            seats: BTreeMap::new(),
            sessions: 0,
            heard: Vec::new(),
            beyond: false,
        }
    }

    pub(super) fn now(&self) -> WorldTime {
        self.now
    }

    pub(super) fn world(&self) -> &World {
        self.sim.world()
    }

    /// Sets the profiles of the models by which minds ask from now on.
    pub(super) fn set_profiles(&mut self, profiles: ModelProfiles) {
        self.sim.world_mut().insert_resource(profiles);
    }

    /// Sets a mind's regard for somebody, from 0 to 100.
    pub(super) fn set_regard(&mut self, mind: &CharacterId, whom: &CharacterId, value: u8) {
        let world = self.sim.world_mut();
        let mind = index::find(world, mind);
        if let Some(mut known) = mind.and_then(|it| world.get_mut::<Acquaintances>(it)) {
            known.meet(whom).regard = ReaderCopies::public(Regard::new(value));
        }
    }

    /// Sets the mood of a mind that rests at `rest`, from -50 to 50.
    pub(super) fn set_mood(&mut self, mind: &CharacterId, rest: i8, level: i8) {
        let now = self.now;
        let world = self.sim.world_mut();
        let mind = index::find(world, mind);
        if let Some(mut mood) = mind.and_then(|it| world.get_mut::<Mood>(it)) {
            let before = mood.level(&Readers::Everyone, rest, now);
            mood.shift(&Readers::Everyone, level.saturating_sub(before), rest, now);
        }
    }

    /// Returns whether the player is there.
    pub(super) fn is_there(&self, who: &str) -> bool {
        self.seats.contains_key(who)
    }

    /// Returns the output of all players since the last call: reader and line.
    pub(super) fn take_heard(&mut self) -> Vec<(String, String)> {
        mem::take(&mut self.heard)
    }

    /// Returns whether a request was made since the last call that only a server can carry out.
    pub(super) fn take_beyond(&mut self) -> bool {
        mem::take(&mut self.beyond)
    }

    /// Saves a new character, so that it can come in.
    pub(super) fn create(&mut self, character: CharacterV1) -> Result<(), BareError> {
        self.lasting.put(beings::saved::row(&CharacterDocument::V1(character))?);
        Ok(())
    }

    /// Logs a created player in; does nothing without a saved character.
    pub(super) fn enter(
        &mut self,
        who: &str,
        name: &str,
        brain: &mut impl Thinker,
    ) -> Result<(), BareError> {
        let Some(row) = self.lasting.of(beings::saved::KIND).find(|row| row.id == who) else {
            return Ok(());
        };
        let character = document::read(beings::saved::KIND, row)?;
        let id = CharacterId::new(who)?;
        let owner = carried_by(&id);
        let things = self.lasting.of(thing::KIND).filter(|row| row.owner == owner);
        let things =
            things.map(|row| document::read(thing::KIND, row)).collect::<Result<_, _>>()?;
        self.sessions += 1;
        let session = SessionId(self.sessions);
        let account = AccountId::new(&format!("of-{who}"))?;
        let roster =
            Roster { account, characters: vec![CharacterRef { id, name: name.to_owned() }] };
        self.inputs.world.push(Input::Enter {
            session,
            character: Box::new(character),
            things,
            new: false,
            address: IpAddr::from([127, 0, 0, 1]),
            roster: Some(roster),
        });
        self.seats.insert(who.to_owned(), session);
        self.run(brain)
    }

    /// Enters a line for a player who is there.
    pub(super) fn type_line(
        &mut self,
        who: &str,
        line: &str,
        brain: &mut impl Thinker,
    ) -> Result<(), BareError> {
        if let Some(session) = self.seats.get(who).copied() {
            self.inputs.world.push(Input::Line { session, line: CleanText::new(line) });
        }
        self.run(brain)
    }

    /// Advances the clock; what falls due on the way happens at its time.
    pub(super) fn wait(
        &mut self,
        span: Duration,
        brain: &mut impl Thinker,
    ) -> Result<(), BareError> {
        let end = self.now.after(span);
        for _ in 0..MOST_TICKS {
            match self.due.filter(|it| *it < end) {
                Some(next) => self.now = self.now.max(next),
                None => break,
            }
            self.run(brain)?;
        }
        self.now = end;
        self.run(brain)
    }

    /// Runs until nothing more happens by itself now.
    fn run(&mut self, brain: &mut impl Thinker) -> Result<(), BareError> {
        for _ in 0..MOST_TICKS {
            if !self.tick(brain)? {
                return Ok(());
            }
        }
        Err(BareError::Restless)
    }

    /// Runs one tick. Whether there is more to be done now.
    fn tick(&mut self, brain: &mut impl Thinker) -> Result<bool, Broken> {
        let mut inputs = mem::take(&mut self.inputs);
        inputs.now = self.now;
        self.due = inputs.run(&mut self.sim)?;
        for draft in self.sim.drain::<Draft>() {
            draft.lines.iter().for_each(|line| self.hear(draft.session, line));
        }
        self.save();
        self.answer(brain);
        self.serve();
        let due = self.due.is_some_and(|due| due <= self.now);
        self.now = self.now.after(Duration::from_millis(1));
        Ok(due || !self.inputs.is_empty())
    }

    fn hear(&mut self, session: SessionId, bytes: &[u8]) {
        let who = self.seats.iter().find(|(_, it)| **it == session).map(|(who, _)| who.clone());
        let Some(who) = who else { return };
        self.heard.extend(plain_lines(bytes).into_iter().map(|line| (who.clone(), line)));
    }

    fn save(&mut self) {
        // What was written down last stands in the minds.
        drop(self.sim.drain::<RecordMessage>());
        self.sim.drain::<Row>().into_iter().for_each(|row| self.lasting.put(row));
        for SaveNote { mind, note } in self.sim.drain() {
            self.lasting.notes.put(mind, note);
        }
        for DropNote { mind, serial } in self.sim.drain() {
            self.lasting.notes.drop_note(&mind, serial);
        }
    }

    /// Answers what minds ask of models and of the memory.
    fn answer(&mut self, brain: &mut impl Thinker) {
        for ModelCall(request) in self.sim.drain() {
            let ticket = request.ticket;
            let (took, result) = brain.answer(request);
            self.now = self.now.after(took);
            self.inputs.minds.push(MindInput::Replied { ticket, result });
        }
        for query in self.sim.drain::<RecallQuery>() {
            let notes = query.ask(&mut self.lasting.notes);
            self.inputs.minds.push(MindInput::Recalled { ticket: query.ticket, notes });
        }
    }

    fn serve(&mut self) {
        for request in self.sim.drain::<Request>() {
            match request {
                Request::Close { session, words } => {
                    self.hear(session, words.as_bytes());
                    self.inputs.world.push(Input::Leave { session });
                    self.seats.retain(|_, it| *it != session);
                }
                Request::Shutdown { .. }
                | Request::Reload { .. }
                | Request::Npc { .. }
                | Request::Play { .. }
                | Request::Account { .. } => self.beyond = true,
            }
        }
    }
}

/// Returns the lines of what was rendered for a terminal, without colours and links.
fn plain_lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\x1b' {
            plain.push(letter);
            continue;
        }
        // Colours are written ESC [ … m, and links ESC ] … BEL or ESC ] … ESC \.
        let end: &[char] = if letters.next() == Some('[') { &['m'] } else { &['\x07', '\\'] };
        letters.by_ref().find(|it| end.contains(it));
    }
    plain.lines().map(|it| it.trim_end_matches('\r').to_owned()).collect()
}
