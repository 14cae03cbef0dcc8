//! Task that owns the world: it drains the inputs, runs a tick, and sends out the results. Nothing
//! else touches the world, and nothing in it waits.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use assistants::{
    llm::gateway::{Answer, Gateway},
    think::outside::MindInput,
};
use engine::{
    clock::WorldTime,
    fault::Broken,
    id::{CharacterId, SessionId},
    index,
    request::Request,
    save::durability::Durability,
    simulation::Simulation,
};
use store::Store;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use world::{
    beings::{character::Character, settings::Settings},
    input::Input,
    staff::sitelock::Sitelock,
};

use crate::{
    account::{names::Reserved, registrar::Registrar},
    clock::{self, Stopwatch},
    contract::{
        frame::{Frame, Lines, Switch},
        inbox::{Arrival, Claim, ClaimKey, Loaded, SessionHandle, ToGame},
        said::ScreenInput,
    },
    game::{
        claims::Claims,
        ending::last_words,
        inputs::TickInputs,
        journal::{Journal, JournalError},
        memory::Memories,
        outbox::{Outbox, Outgoing},
        reload::PendingReload,
        services::desk::ServiceDesk,
        shown::Shown,
    },
    listener::listing::Stats,
    operate::config::Config,
    record::RecordStore,
    setup::{Setup, error::RunError},
};

mod beside;
mod claims;
mod ending;
mod face;
mod gather;
pub mod inputs;
pub mod journal;
pub(crate) mod learning;
mod lines;
mod memory;
mod outbox;
mod outside;
pub(crate) mod probing;
mod reload;
pub mod replay;
mod rests;
mod saving;
pub(crate) mod services;
pub mod shown;
#[cfg(test)]
mod tests;

/// Room for so many waiting lines of a session stays when none waits.
const KEPT_LINES: usize = 4;

/// Most inputs that one tick takes in.
const MOST_INPUTS: usize = 4_096;

const PLAYED_ELSEWHERE: &str = "You play another of your characters now, over another connection, \
    so this one falls asleep.";

/// Connections that end, each with its last words.
type Closing = Vec<(SessionId, String)>;
/// Connections that go on as another character.
type Switching = Vec<(SessionId, CharacterId)>;

/// Game task: the simulation with its sessions, its store and its connections to models.
pub struct Game {
    sim: Simulation,
    seats: BTreeMap<SessionId, SessionHandle>,
    census: Arc<Stats>,
    claims: Claims,
    /// Sessions whose line is taken in, in the order in which they came.
    answering: Vec<SessionId>,
    inputs: TickInputs,
    journal: Option<Journal>,
    store: Arc<Store>,
    memory: Memories,
    record: RecordStore,
    /// Sees to wishes about accounts.
    registrar: Registrar,
    gateway: Gateway,
    services: ServiceDesk,
    probing: Option<probing::Probing>,
    /// Current `sitelock` rules, for those who let people in.
    rules: watch::Sender<Sitelock>,
    /// Current reserved names, for the same.
    reserved: watch::Sender<Arc<Reserved>>,
    /// Requesters of content that is being loaded.
    renewals: Vec<PendingReload>,
    /// The number of the last batch that is committed.
    committed: watch::Receiver<u64>,
    /// The number of the last batch that was handed over.
    handed_over: u64,
    outbox: Outbox,
    /// True while players have been told that nothing is being saved.
    read_only: bool,
    content: std::path::PathBuf,
    /// Address of a line of a content file, for the outcome of a reload.
    source: Option<String>,
    tasks: TaskTracker,
    beat: Duration,
    /// Time that a character stays after its link broke, in seconds.
    grace: u32,
    told_to_stop: CancellationToken,
    stop: bool,
    /// True once the goodbye was sent.
    ending: bool,
    /// Error that allows no further tick.
    broken: Option<Broken>,
    /// Number of screens that the last tick was shown on, and time since then.
    shown: (usize, Stopwatch),
}

impl Game {
    /// Creates a game over a finished set-up.
    ///
    /// # Errors
    /// [`RunError::Journal`] when the settings want a journal that cannot be
    /// written, [`RunError::Record`] without a thread for the record.
    pub fn new(
        config: &Config,
        setup: Setup,
        census: Arc<Stats>,
        store: Arc<Store>,
        registrar: Registrar,
        (gateway, services): (Gateway, ServiceDesk),
        rules: watch::Sender<Sitelock>,
        reserved: watch::Sender<Arc<Reserved>>,
        tasks: TaskTracker,
        told_to_stop: CancellationToken,
    ) -> Result<Self, RunError> {
        let journal = Journal::wanted(&config.server, &setup.recording)?;
        let record = RecordStore::open(&config.server.data, config.server.record_bounds())
            .map_err(RunError::Record)?;
        census.count(setup.sim.world());
        Ok(Self {
            sim: setup.sim,
            seats: BTreeMap::new(),
            census,
            claims: Claims::default(),
            answering: Vec::new(),
            inputs: TickInputs::default(),
            journal,
            record,
            committed: store.committed(),
            memory: Memories::start(store.clone(), config.minds.memory(), &tasks),
            store,
            registrar,
            gateway,
            services,
            probing: None,
            rules,
            reserved,
            renewals: Vec::new(),
            handed_over: 0,
            outbox: Outbox::default(),
            read_only: false,
            content: config.server.content.clone(),
            source: config.web.source.clone(),
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
                    input = inbox.recv() => self.accept(input, &to_game),
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
                inputs.drain(..).for_each(|input| self.accept(Some(input), &to_game));
            }
            while let Ok(answer) = answers.try_recv() {
                self.answered(Some(answer));
            }
            wait = self.tick(&to_game);
        }
        self.end(&to_game).await
    }

    fn accept(&mut self, input: Option<ToGame>, to_game: &mpsc::Sender<ToGame>) {
        let Some(input) = input else { return };
        match input {
            ToGame::Claim { of, id, session, answer } => self.claim(of, id, session, answer),
            ToGame::Unclaim { of, session } => self.claims.give_back(&of, session),
            ToGame::Forget { whom, session, words, answer } => {
                let of = ClaimKey::Account(whom.account.clone());
                // Without an answer nothing was done.
                if self.claims.take(&of, session) {
                    self.claims.forget(answer);
                    self.inputs.world.push(Input::Forget { whom, words });
                }
            }
            ToGame::Enter(arrival) => self.enter(*arrival),
            ToGame::Line(session, line) => self.line(session, line),
            ToGame::PanelLine(session, number, line) => self.panel_line(session, number, line),
            ToGame::Screen(said) => self.inputs.screens.push(said),
            ToGame::Link(session, report) => {
                self.inputs.world.push(Input::Link { session, report });
            }
            ToGame::Leave(session, report) => {
                self.seats.remove(&session);
                // If it was told to end, another one may show what it did not get.
                self.inputs.world.push(Input::Drop { session, report, grace: self.grace });
            }
            ToGame::Recalled(ticket, notes) => {
                self.inputs.minds.push(MindInput::Recalled { ticket, notes });
            }
            ToGame::Served(it) => {
                self.inputs.minds.push(MindInput::Served(it));
                self.note_rests();
            }
            ToGame::Services(tools) => self.inputs.minds.push(MindInput::Services(tools)),
            ToGame::Learned(is) => self.inputs.minds.push(MindInput::Learned(is)),
            ToGame::Profiled(key, profile) => {
                self.inputs.minds.push(MindInput::profiled(key, profile));
            }
            ToGame::Reload(by) => self.start_reload(by, to_game.clone()),
            ToGame::Reloaded(by, read) => self.reload((by, true), read),
            ToGame::NpcChanged(by, read) => self.reload((by, false), read),
            ToGame::Answer(to, words) => self.inputs.world.push(Input::Tell { to, words }),
            ToGame::TellStaff(words) => self.tell_staff(&words),
            ToGame::Beside(to, words) => self.show_beside(&to, words),
            ToGame::Face(answer) => face::tell(&mut self.sim, answer),
            ToGame::Roster(roster) => self.inputs.world.push(Input::Roster(roster)),
        }
    }

    fn claim(
        &mut self,
        of: ClaimKey,
        id: Option<CharacterId>,
        session: SessionId,
        answer: oneshot::Sender<Claim>,
    ) {
        let world = self.sim.world();
        let awake = match &of {
            ClaimKey::Account(account) => index::find(world, account),
            ClaimKey::Guest(guest) => index::find(world, guest),
        };
        let awake = awake.and_then(|it| world.get::<Character>(it)).map(|it| it.0.clone());
        let claim = match (self.claims.take(&of, session), awake) {
            (false, _) => Claim::Taken,
            (true, None) => Claim::Asleep,
            (true, Some(awake)) if id == Some(awake.clone()) => Claim::Awake,
            (true, Some(_)) => {
                if let ClaimKey::Account(account) = &of {
                    let (account, words) = (account.clone(), PLAYED_ELSEWHERE.to_owned());
                    self.inputs.world.push(Input::Sleep { account, words });
                }
                self.claims.answer_later(of, session, answer);
                return;
            }
        };
        self.claims.answer(&of, session, answer, claim);
    }

    fn enter(&mut self, arrival: Arrival) {
        let of = arrival.claims();
        let Arrival { session, address, seat, terminal, id, roster, loaded, seen } = arrival;
        if !self.claims.enter(&of, session) {
            // Without the claim what was loaded may be older than what is saved.
            let words = "Your character is not ready. Please connect once more.";
            seat.screen.send(Frame::last_words(words));
            return;
        }
        self.seats.insert(session, seat);
        self.inputs.screens.push(ScreenInput::Terminal { session, terminal });
        self.inputs.world.push(match loaded {
            None => Input::Return { session, id, address, roster, seen },
            Some(Loaded { character, things, new }) => {
                let character = Box::new(character);
                Input::Enter { session, character, things, new, address, roster }
            }
        });
    }

    fn answered(&mut self, answer: Option<Answer>) {
        let Some(Answer { ticket, result, .. }) = answer else { return };
        self.inputs.minds.push(MindInput::Replied { ticket, result });
        self.note_rests();
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
        self.write_down(|journal| journal.tick(&inputs));
        let (now, reloaded) = (inputs.now, !inputs.reloads.is_empty());
        let due = match inputs.run(&mut self.sim) {
            Ok(due) => due,
            Err(broken) => {
                // Nothing of this tick is saved, asked or shown.
                self.broken = Some(broken);
                self.stop = true;
                return Duration::ZERO;
            }
        };
        if reloaded {
            self.finish_reloads();
            self.census.count(self.sim.world());
        }
        self.ask_outside(to_game);
        let shown = Shown::take(&mut self.sim);
        self.write_down(|journal| journal.shown(shown.digests()));
        let frames = self.frames(shown, to_game);
        let screens = frames.len();
        Stats::put(&self.census.players, self.seats.len());
        self.send(frames);
        // Whoever waited for this tick may now read what was saved of it.
        self.claims.ticked();
        self.shown = (screens, Stopwatch::start());
        self.go_on();
        self.wait(now, due)
    }

    /// Adds to the journal, if one is written.
    fn write_down(&mut self, add: impl FnOnce(&mut Journal) -> Result<(), JournalError>) {
        if let Some(journal) = &mut self.journal
            && let Err(error) = add(journal)
        {
            error.log_end();
            self.journal = None;
        }
    }

    fn wait(&self, now: WorldTime, due: Option<WorldTime>) -> Duration {
        if !self.inputs.is_empty() {
            return Duration::ZERO;
        }
        let wait = due.map_or(self.beat, |due| due.since(now).min(self.beat));
        self.until_late().map_or(wait, |late| late.min(wait))
    }

    /// Returns the frames of this tick, with the last ones of those who go.
    fn frames(
        &mut self,
        Shown { drafts, requests }: Shown,
        to_game: &mpsc::Sender<ToGame>,
    ) -> Vec<Outgoing> {
        let mut frames: Vec<Outgoing> = Vec::with_capacity(drafts.len());
        let mut at: BTreeMap<SessionId, usize> = BTreeMap::new();
        let (closing, switching) = self.requested(requests, to_game);
        for draft in drafts {
            let Some(seat) = self.seats.get(&draft.session) else { continue };
            let mut frame = Frame::new(draft.lines, draft.settings);
            frame.data = draft.data;
            frame.shown_upto = draft.shown_upto;
            frame.prompt = !draft.reader && !frame.lines.is_empty();
            if !closing.is_empty() || !switching.is_empty() {
                at.insert(draft.session, frames.len());
            }
            let (screen, durability) = (seat.screen.clone(), draft.durability);
            frames.push(Outgoing { screen, frame, durability });
        }
        // The goodbye at the end says that all is saved.
        let least = if self.ending { Durability::Hard } else { Durability::None };
        for (session, words) in closing {
            let Some(seat) = self.seats.remove(&session) else { continue };
            let stops = self.ending && words == ending::GOODBYE;
            match at.get(&session).and_then(|at| frames.get_mut(*at)) {
                Some(it) => {
                    (it.frame.last, it.frame.stops) = (Some(words.into()), stops);
                    it.durability = least.max(it.durability);
                }
                None => {
                    let mut last = last_words(&seat, &words, least);
                    last.frame.stops = stops;
                    frames.push(last);
                }
            }
            self.inputs.world.push(Input::Leave { session });
        }
        for (session, character) in switching {
            let Some(seat) = self.seats.remove(&session) else { continue };
            let unread = seat.lines.iter().cloned().collect();
            let switch = Some(Box::new(Switch { character, unread }));
            match at.get(&session).and_then(|at| frames.get_mut(*at)) {
                Some(it) => it.frame.switch = switch,
                None => {
                    let mut frame = Frame::new(Lines::new(), Settings::default());
                    frame.switch = switch;
                    let (screen, durability) = (seat.screen.clone(), Durability::None);
                    frames.push(Outgoing { screen, frame, durability });
                }
            }
            self.inputs.world.push(Input::Leave { session });
        }
        frames
    }

    /// Carries out requests of the machine; returns connections to close and characters to play.
    fn requested(
        &mut self,
        requests: Vec<Request>,
        to_game: &mpsc::Sender<ToGame>,
    ) -> (Closing, Switching) {
        let (mut closing, mut switching) = (Vec::new(), Vec::new());
        for request in requests {
            match request {
                Request::Close { session, words } => closing.push((session, words)),
                Request::Shutdown { .. } => self.stop = true,
                Request::Reload { by } => self.start_reload(by, to_game.clone()),
                Request::Npc { by, by_name: name, at, wish } => {
                    self.start_npc_change((by, name), (at, wish), to_game.clone());
                }
                Request::Play { session, character } => switching.push((session, character)),
                Request::Account { by, session, wish } => {
                    self.tasks.spawn(self.registrar.clone().serve(by, session, wish));
                }
            }
        }
        (closing, switching)
    }
}
