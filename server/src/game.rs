//! The task that owns the world: it drains what came in, runs a tick, and sends
//! out what came of it. Nothing else touches the world, and nothing in it waits.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use assistants::{
    llm::gateway::{Answer, Gateway},
    think::outside::{MindInput, ModelCall, RecallQuery, Withdraw},
};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use world::{
    beings::settings::Settings,
    engine::{
        clock::WorldTime,
        fault::Broken,
        id::{CharacterId, SessionId},
        index,
        request::Request,
        simulation::Simulation,
    },
    input::Input,
    save::durability::Durability,
    staff::sitelock::Sitelock,
};

use crate::{
    account::names::Reserved,
    clock::{self, Stopwatch},
    contract::{
        frame::{Frame, Lines},
        inbox::{Arrival, Claim, Loaded, SessionHandle, ToGame},
    },
    door::listing::Census,
    game::{
        claims::Claims,
        journal::{Journal, TickInputs},
        outbox::Outbox,
    },
    operate::config::Config,
    screen::{
        draft::{Draft, Drafts},
        panel::News,
        terminals::Terminals,
    },
    setup::{Setup, error::RunError},
    store::Store,
};

mod again;
mod claims;
mod ending;
mod gather;
pub mod journal;
mod outbox;
mod saving;
#[cfg(test)]
mod tests;

pub use saving::read_note;

/// Room for so many waiting lines of a session stays when none waits.
const KEPT_LINES: usize = 4;

/// Most inputs that one tick takes in.
const MOST_INPUTS: usize = 4_096;

/// The game.
pub struct Game {
    sim: Simulation,
    seats: BTreeMap<SessionId, SessionHandle>,
    census: Arc<Census>,
    claims: Claims,
    /// Sessions whose line is taken in, in the order in which they came.
    answering: Vec<SessionId>,
    inputs: TickInputs,
    journal: Option<Journal>,
    store: Arc<Store>,
    gateway: Gateway,
    /// Who may not come in, for those who let people in.
    rules: watch::Sender<Sitelock>,
    /// Which names nobody may take, for the same.
    reserved: watch::Sender<Arc<Reserved>>,
    /// The number of the last batch that is committed.
    committed: watch::Receiver<u64>,
    /// The number of the last batch that was handed over.
    handed_over: u64,
    outbox: Outbox,
    /// Whether everybody was told that nothing is saved.
    read_only: bool,
    content: std::path::PathBuf,
    tasks: TaskTracker,
    beat: Duration,
    /// How long a character whose link broke stays, in seconds.
    grace: u32,
    told_to_stop: CancellationToken,
    stop: bool,
    /// Whether the goodbye is said.
    ending: bool,
    /// Why there is no further tick.
    broken: Option<Broken>,
    /// On how many screens the last tick was shown, and since when.
    shown: (usize, Stopwatch),
}

impl Game {
    /// A game over a finished set-up.
    ///
    /// # Errors
    /// [`RunError::Journal`] when the settings want a journal that cannot be
    /// written.
    pub fn new(
        config: &Config,
        setup: Setup,
        census: Arc<Census>,
        store: Arc<Store>,
        gateway: Gateway,
        rules: watch::Sender<Sitelock>,
        reserved: watch::Sender<Arc<Reserved>>,
        tasks: TaskTracker,
        told_to_stop: CancellationToken,
    ) -> Result<Self, RunError> {
        let path = config.server.data.join("journal");
        // The journal of the run before is kept: it may be the one that shows
        // why that run ended.
        if config.server.journal && path.exists() {
            let old = config.server.data.join("journal.old");
            std::fs::rename(&path, old)
                .map_err(|source| RunError::Journal { path: path.clone(), source })?;
        }
        let journal = config
            .server
            .journal
            .then(|| Journal::begin(&path, &setup.recording))
            .transpose()
            .map_err(|source| RunError::Journal { path, source })?;
        census.count(setup.sim.world());
        Ok(Self {
            sim: setup.sim,
            seats: BTreeMap::new(),
            census,
            claims: Claims::default(),
            answering: Vec::new(),
            inputs: TickInputs::default(),
            journal,
            committed: store.committed(),
            store,
            gateway,
            rules,
            reserved,
            handed_over: 0,
            outbox: Outbox::default(),
            read_only: false,
            content: config.server.content.clone(),
            tasks,
            beat: Duration::from_millis(config.server.beat_milliseconds),
            grace: config.limits.link_dead_seconds,
            told_to_stop,
            stop: false,
            ending: false,
            broken: None,
            shown: (0, Stopwatch::start()),
        })
    }

    /// Runs the game until it is told to stop, and then says goodbye to everybody.
    ///
    /// # Errors
    /// [`RunError::Broken`] when the world broke.
    pub async fn run(
        mut self,
        mut inbox: mpsc::Receiver<ToGame>,
        mut answers: mpsc::Receiver<Answer>,
        to_game: mpsc::Sender<ToGame>,
    ) -> Result<(), RunError> {
        let stop = self.told_to_stop.clone();
        let mut wait = Duration::ZERO;
        let mut coalescing = Stopwatch::start();
        let mut inputs = Vec::new();
        loop {
            let further = !self.answering.is_empty();
            // With work left the next tick follows at once.
            if !wait.is_zero() {
                tokio::select! { biased;
                    () = stop.cancelled() => {}
                    input = inbox.recv() => self.accept(input),
                    answer = answers.recv() => self.answered(answer),
                    () = saving::show_saved(&mut self.committed, &mut self.outbox, wait) => {}
                }
            }
            if stop.is_cancelled() || self.stop {
                break;
            }
            let rest = gather::rest(self.shown.0, self.shown.1.elapsed());
            if !rest.is_zero() {
                saving::show_saved(&mut self.committed, &mut self.outbox, rest).await;
                coalescing = Stopwatch::start();
            } else if !further || coalescing.elapsed() >= gather::COALESCE {
                // Whoever is about to speak does so first and joins this tick.
                tokio::task::yield_now().await;
                coalescing = Stopwatch::start();
            }
            if !inbox.is_empty() {
                inbox.recv_many(&mut inputs, MOST_INPUTS).await;
                inputs.drain(..).for_each(|input| self.accept(Some(input)));
            }
            while let Ok(answer) = answers.try_recv() {
                self.answered(Some(answer));
            }
            wait = self.tick(&to_game);
        }
        self.end(&to_game).await
    }

    fn accept(&mut self, input: Option<ToGame>) {
        let Some(input) = input else { return };
        match input {
            ToGame::Claim { id, session, answer } => self.claim(&id, session, answer),
            ToGame::Unclaim { id, session } => self.claims.give_back(&id, session),
            ToGame::Enter(arrival) => self.enter(*arrival),
            ToGame::Line(session, line) => {
                let Some(seat) = self.seats.get_mut(&session) else { return };
                // A tick takes one line of each session, so that nobody crowds out anybody.
                if seat.waits {
                    seat.lines.push_back(line);
                } else {
                    seat.waits = true;
                    self.answering.push(session);
                    self.inputs.world.push(Input::Line { session, line });
                }
            }
            ToGame::Terminal(session, terminal) => {
                let mut terminals = self.sim.world_mut().resource_mut::<Terminals>();
                terminals.0.push((session, terminal));
            }
            ToGame::Asked(session, ask) => {
                self.sim.world_mut().resource_mut::<News>().asked.push((session, ask));
            }
            ToGame::Received(session, upto) => {
                self.inputs.world.push(Input::Received { session, upto });
            }
            ToGame::Leave(session, received) => {
                self.seats.remove(&session);
                // If it was told to end, another one may show what it did not get.
                self.inputs.world.push(Input::Drop { session, received, grace: self.grace });
            }
            ToGame::Recalled(ticket, notes) => {
                self.inputs.minds.push(MindInput::Recalled { ticket, notes });
            }
            // After the tick it is done as for somebody who typed it.
            ToGame::Reload(by) => self.sim.put(Request::Reload { by }),
            ToGame::Reloaded(by, read) => self.reload(by, read),
        }
    }

    fn claim(&mut self, id: &CharacterId, session: SessionId, answer: oneshot::Sender<Claim>) {
        let awake = index::find(self.sim.world(), id).is_some();
        let claim = match (self.claims.take(id, session), awake) {
            (false, _) => Claim::Taken,
            (true, true) => Claim::Awake,
            (true, false) => Claim::Asleep,
        };
        if answer.send(claim).is_err() {
            self.claims.give_back(id, session);
        }
    }

    fn enter(&mut self, arrival: Arrival) {
        let Arrival { session, address, seat, terminal, id, loaded } = arrival;
        if !self.claims.enter(&id, session) {
            // Without the claim what was loaded may be older than what is saved.
            last_words(&seat, "Your character is not ready. Please connect once more.").send();
            return;
        }
        self.seats.insert(session, seat);
        let mut terminals = self.sim.world_mut().resource_mut::<Terminals>();
        terminals.0.push((session, terminal));
        self.inputs.world.push(match loaded {
            None => Input::Return { session, id, address },
            Some(Loaded { character, things, new }) => {
                Input::Enter { session, character: Box::new(character), things, new, address }
            }
        });
    }

    fn answered(&mut self, answer: Option<Answer>) {
        let Some(Answer { ticket, result, .. }) = answer else { return };
        self.inputs.minds.push(MindInput::Replied { ticket, result });
    }

    /// Gives back the credits of the lines that were answered, and takes the next line of those
    /// who have one. Only now that the answers are on their way: a session whose player hung up
    /// waits for them as long as a credit is missing.
    fn go_on(&mut self) {
        let Self { answering, seats, inputs, .. } = self;
        answering.retain(|session| {
            let Some(seat) = seats.get_mut(session) else { return false };
            seat.credits.add_permits(1);
            let line = seat.lines.pop_front();
            seat.waits = line.is_some();
            if !seat.waits {
                seat.lines.shrink_to(KEPT_LINES);
            }
            inputs.world.extend(line.map(|line| Input::Line { session: *session, line }));
            seat.waits
        });
    }

    /// Runs one tick and sends out what came of it. Returns how long the next
    /// one can wait.
    fn tick(&mut self, to_game: &mpsc::Sender<ToGame>) -> Duration {
        self.note_saving();
        let mut inputs = std::mem::take(&mut self.inputs);
        inputs.now = clock::now();
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.tick(&inputs)
        {
            tracing::error!(%error, "the journal cannot be written and ends here");
            self.journal = None;
        }
        let now = inputs.now;
        self.sim.put_all(inputs.world);
        self.sim.put_all(inputs.minds);
        let due = match self.sim.tick(now) {
            Ok(due) => due,
            Err(broken) => {
                // Nothing of this tick is saved, asked or shown.
                self.broken = Some(broken);
                self.stop = true;
                return Duration::ZERO;
            }
        };
        self.claims.ticked();
        self.ask_outside(to_game);
        let drafts = self.sim.world_mut().resource_mut::<Drafts>().take();
        let frames = self.frames(drafts, to_game);
        let screens = frames.len();
        Census::put(&self.census.players, self.seats.len());
        self.send(frames);
        self.shown = (screens, Stopwatch::start());
        self.go_on();
        self.wait(now, due)
    }

    fn wait(&self, now: WorldTime, due: Option<WorldTime>) -> Duration {
        if !self.inputs.is_empty() {
            return Duration::ZERO;
        }
        let wait = due.map_or(self.beat, |due| due.since(now).min(self.beat));
        self.until_late().map_or(wait, |late| late.min(wait))
    }

    /// Passes on what minds ask of models and of the store.
    fn ask_outside(&mut self, to_game: &mpsc::Sender<ToGame>) {
        for ModelCall(request) in self.sim.drain() {
            let ticket = request.ticket;
            if let Err(error) = self.gateway.ask(request) {
                self.inputs.minds.push(MindInput::Replied { ticket, result: Err(error) });
            }
        }
        for Withdraw(ticket) in self.sim.drain() {
            self.gateway.withdraw(ticket);
        }
        for query in self.sim.drain::<RecallQuery>() {
            saving::recall(&self.store, query, to_game, &self.tasks);
        }
    }

    /// This tick's frames, with the last ones of those who go.
    fn frames(
        &mut self,
        drafts: Vec<Draft>,
        to_game: &mpsc::Sender<ToGame>,
    ) -> Vec<(Frame, Durability)> {
        let mut frames: Vec<(Frame, Durability)> = Vec::with_capacity(drafts.len());
        let mut at: BTreeMap<SessionId, usize> = BTreeMap::new();
        let closing = self.requests(to_game);
        for draft in drafts {
            let Some(seat) = self.seats.get(&draft.session) else { continue };
            let mut frame = Frame::new(seat.screen.clone(), draft.lines, draft.settings);
            frame.data = draft.data;
            frame.shown_upto = draft.shown_upto;
            frame.prompt = !draft.reader && !frame.lines.is_empty();
            if !closing.is_empty() {
                at.insert(draft.session, frames.len());
            }
            frames.push((frame, draft.durability));
        }
        // The goodbye at the end says that all is saved.
        let least = if self.ending { Durability::Hard } else { Durability::None };
        for (session, words) in closing {
            let Some(seat) = self.seats.remove(&session) else { continue };
            match at.get(&session).and_then(|at| frames.get_mut(*at)) {
                Some((frame, durability)) => {
                    frame.last = Some(words);
                    *durability = least.max(*durability);
                }
                None => frames.push((last_words(&seat, &words), least)),
            }
            self.inputs.world.push(Input::Leave { session });
        }
        frames
    }

    fn requests(&mut self, to_game: &mpsc::Sender<ToGame>) -> Vec<(SessionId, String)> {
        let mut closing = Vec::new();
        for request in self.sim.drain::<Request>() {
            match request {
                Request::Close { session, words } => closing.push((session, words)),
                Request::Shutdown { .. } => self.stop = true,
                Request::Reload { by } => self.read_again(by, to_game.clone()),
            }
        }
        closing
    }
}

/// A frame after which a connection ends.
fn last_words(seat: &SessionHandle, words: &str) -> Frame {
    let mut frame = Frame::new(seat.screen.clone(), Lines::new(), Settings::default());
    frame.last = Some(words.to_owned());
    frame
}
