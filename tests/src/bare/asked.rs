//! The shipped town whose characters have a model, in memory: what the model is asked, and a reply to
//! each question after a while.

use std::{net::IpAddr, sync::Arc, time::Duration};

use assistants::{
    llm::{ChatReply, ChatRequest, LlmError, Ticket, profile::ModelProfile},
    mind::{body, leads::Leads},
    record::{entry::RecordEntry, newest::RecordMessage},
    think::outside::{MindInput, ModelCall, RecallQuery},
};
use engine::{
    clock::WorldTime,
    id::{CharacterId, SessionId},
    simulation::Simulation,
};
use server::screen::draft::Draft;
use text::styled::CleanText;
use world::{
    beings::{character::SpeakerKind, saved::CharacterDocument},
    input::Input,
};

use super::{guest_id, guest_in_the_inn, town};
use crate::{Trouble, while_};

/// Length of a tick: as on a server, where a thought that goes on waits for no beat, it is short.
pub const TICK: Duration = Duration::from_millis(50);

/// Town with a model for everybody.
pub struct AskedTown {
    sim: Simulation,
    now: WorldTime,
    /// Reply of the model to each question.
    pub result: Result<ChatReply, LlmError>,
    /// Time that the model takes for a question, one after another.
    pub takes: Duration,
    /// Time that the memory takes for a search.
    pub remembers_after: Duration,
    /// Length of a tick.
    pub tick: Duration,
    /// Searches of the memory that are not answered yet.
    searches: Vec<(WorldTime, Ticket)>,
    /// Time until which the model works.
    busy: WorldTime,
    open: Vec<(WorldTime, ChatRequest)>,
    /// Questions so far that were not taken yet, oldest first.
    asked: Vec<ChatRequest>,
    /// Entries of the record so far that were not taken yet, oldest first.
    recorded: Vec<Arc<RecordEntry>>,
    /// Lines so far that were not taken yet, with the session that was shown them.
    shown: Vec<(SessionId, String)>,
}

/// Reply of plain text.
#[must_use]
pub fn says(text: &str) -> ChatReply {
    ChatReply { text: Some(text.to_owned()), ..ChatReply::default() }
}

/// Returns a line without colours and without its end.
fn plain(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    for (at, part) in line.trim_end().split("\x1b[").enumerate() {
        let text = if at == 0 { part } else { part.split_once('m').map_or("", |(_, text)| text) };
        plain.push_str(text);
    }
    plain
}

impl AskedTown {
    /// The town at its beginning, in which a model of a profile replies at once.
    ///
    /// # Errors
    /// Content that cannot be built.
    pub fn new(profile: ModelProfile) -> Result<Self, Trouble> {
        let mut sim = town()?;
        sim.put(MindInput::Profiled { provider: None, model: None, profile });
        let now = WorldTime(1_700_000_000_000);
        Ok(Self {
            sim,
            now,
            result: Ok(says("So it goes.")),
            takes: Duration::ZERO,
            remembers_after: Duration::ZERO,
            tick: TICK,
            searches: Vec::new(),
            busy: now,
            open: Vec::new(),
            asked: Vec::new(),
            recorded: Vec::new(),
            shown: Vec::new(),
        })
    }

    /// The time in the game.
    #[must_use]
    pub fn now(&self) -> WorldTime {
        self.now
    }

    /// Lets the guest with a number come into the inn.
    ///
    /// # Errors
    /// A number that makes no valid name.
    pub fn enter(&mut self, number: u64) -> Result<(), Trouble> {
        self.enter_from(number, SpeakerKind::Guest, IpAddr::from([127, 0, 0, 1]))
    }

    /// Lets somebody with the name of the guest with a number come into the inn, from an address.
    ///
    /// # Errors
    /// A number that makes no valid name.
    pub fn enter_from(
        &mut self,
        number: u64,
        kind: SpeakerKind,
        from: IpAddr,
    ) -> Result<(), Trouble> {
        let mut input = guest_in_the_inn(number)?;
        if let Input::Enter { character, address, .. } = &mut input {
            *address = from;
            let CharacterDocument::V1(it) = &mut **character;
            it.kind = kind;
        }
        self.sim.put(input);
        Ok(())
    }

    /// Enters a line for the guest with a number.
    pub fn types(&mut self, number: u64, line: &str) {
        self.sim.put(Input::Line { session: SessionId(number), line: CleanText::new(line) });
    }

    /// Lets time pass, in short ticks.
    ///
    /// # Errors
    /// A tick that fails.
    pub fn wait(&mut self, span: Duration) -> Result<(), Trouble> {
        let end = self.now.after(span);
        while self.now < end {
            self.now = self.now.after(self.tick);
            while_("a tick", self.sim.tick(self.now))?;
            let found = self.now.after(self.remembers_after);
            let searches = self.sim.drain::<RecallQuery>();
            self.searches.extend(searches.into_iter().map(|it| (found, it.ticket)));
            let now = self.now;
            for (_, ticket) in self.searches.extract_if(.., |(at, _)| *at <= now) {
                self.sim.put(MindInput::Recalled { ticket, notes: Vec::new() });
            }
            for ModelCall(request) in self.sim.drain() {
                self.busy = self.busy.max(self.now).after(self.takes);
                self.open.push((self.busy, request.clone()));
                self.asked.push(request);
            }
            for message in self.sim.drain::<RecordMessage>() {
                if let RecordMessage::Entry(entry) = message {
                    self.recorded.push(entry);
                }
            }
            for (_, request) in self.open.extract_if(.., |(at, _)| *at <= now) {
                let result = self.result.clone();
                self.sim.put(MindInput::Replied { ticket: request.ticket, result });
            }
            for draft in self.sim.drain::<Draft>() {
                let session = draft.session;
                let lines = draft.lines.iter().map(|it| plain(&String::from_utf8_lossy(it)));
                self.shown.extend(lines.map(|line| (session, line)));
            }
        }
        Ok(())
    }

    /// Takes the questions so far.
    pub fn take_asked(&mut self) -> Vec<ChatRequest> {
        std::mem::take(&mut self.asked)
    }

    /// Takes the entries of the record so far.
    pub fn take_recorded(&mut self) -> Vec<Arc<RecordEntry>> {
        std::mem::take(&mut self.recorded)
    }

    /// Returns the time at which a mind looks at its leads next; none if it has none, or is nobody.
    #[must_use]
    pub fn next_look(&self, mind: &str) -> Option<WorldTime> {
        let world = self.sim.world();
        let mind = body::find(world, &CharacterId::new(mind).ok()?)?;
        world.get::<Leads>(mind)?.next_look()
    }

    /// Takes the lines that the guest with a number was shown so far.
    pub fn take_shown(&mut self, number: u64) -> Vec<String> {
        let mine = self.shown.extract_if(.., |(it, _)| it.0 == number);
        mine.map(|(_, line)| line).collect()
    }

    /// The id of the guest with a number.
    ///
    /// # Errors
    /// A number that makes no valid name.
    pub fn id(number: u64) -> Result<CharacterId, Trouble> {
        guest_id(number)
    }
}
