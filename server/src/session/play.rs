//! Play: lines to the game, frames to the screen, and the deadlines of both.

mod aside;
mod output;
#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    future::poll_fn,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use engine::id::AccountId;
use tokio::{
    sync::{Semaphore, TryAcquireError, mpsc},
    time::Sleep,
};

use self::output::WriteBatch;
use super::{
    client::ClientConnection,
    context::{Origin, SessionContext},
    dialogue::Dialogue,
    go_on,
    input::ClientInput,
    throttle::LinePace,
};
use crate::{
    contract::{
        frame::Switch, inbox::ToGame, question::PanelQuestion, said::ScreenInput, screen::View,
        typed::TypedLine,
    },
    listener::limiter::ConnectionPermit,
};

/// Timeout for the answers to the last lines of a closed connection.
const ANSWERS_WITHIN: Duration = Duration::from_secs(1);
/// Timeout for the goodbye, which may have to wait for the disk.
const FAREWELL_WITHIN: Duration = Duration::from_secs(10);
const PROMPT: &str = "> ";
const TOO_SLOW: &str = "Your connection reads more slowly than the game writes, so it ends here. \
    Please connect again.";
const IDLE: &str = "You have typed nothing for so long that the connection ends here. \
    Please come back whenever you like.";
const TOO_LONG: &str = "That line is too long. Please make it shorter; nothing of it was used.";
const STOPPED: &str = "[Stopped. What you had typed ahead is dropped.]";
/// Capacity of the queue of pending input that is kept when it is empty.
const KEPT_PENDING: usize = 4;

/// Input that waits for the game.
pub(super) enum PendingInput {
    Line(TypedLine),
    /// A line that the client gave by itself; its player answers nothing with it.
    ByClient(TypedLine),
    /// A line of a panel, with the client's number of it.
    ByPanel(u32, TypedLine),
    /// New capabilities of the terminal.
    Terminal,
    Asked(PanelQuestion),
}

/// A player's connection.
pub(super) struct Player<W> {
    pub(super) wire: W,
    pub(super) origin: Origin,
    /// Account of the character; `None` for guests.
    pub(super) account: Option<AccountId>,
    /// Name of the character, for the log.
    pub(super) name: Box<str>,
    pub(super) view: View,
    /// Credits for lines, and how many there are while none waits for its answer.
    pub(super) credits: Arc<Semaphore>,
    pub(super) queue: u32,
    pub(super) to_game: mpsc::Sender<ToGame>,
    pub(super) pace: LinePace,
    pub(super) pending: VecDeque<PendingInput>,
    /// Idle timeout: time for which the player may type nothing; `None` for no limit.
    pub(super) idle: Option<Duration>,
    /// Time of the last typed line, by the watch of the wire. Data that a client sends by itself
    /// does not reset the idle timeout.
    pub(super) typed_at: Duration,
    /// Time of the next check of the connection, by the watch of the wire.
    pub(super) look_at: Duration,
    /// True if the alarm is polled and will wake the task.
    pub(super) armed: bool,
    /// Deadline for the last frames, once nothing more is read.
    pub(super) ends_at: Option<Duration>,
    /// Next character to play, after a switch.
    pub(super) switch: Option<Box<Switch>>,
    /// Dialogue in progress beside the game.
    pub(super) dialogue: Option<Box<Dialogue>>,
    /// Context of the connection; `None` in tests of the play alone.
    pub(super) context: Option<Arc<SessionContext>>,
}

/// Event that woke the task of a connection.
enum Woken {
    Frames(WriteBatch),
    Read(io::Result<bool>),
    /// End of a delay by the rate limit.
    Released,
    /// Expiry of the alarm.
    Rang,
}

/// Action after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    End,
    /// The screen's backlog is over the limit.
    TooSlow,
    /// The player was silent for too long.
    Idle,
    /// Another character is played next.
    Switch,
}

impl<W: ClientConnection> Player<W> {
    /// Plays to the end, ends the connection, and gives its place back.
    #[expect(
        clippy::manual_async_fn,
        reason = "an async fn holds its arguments twice, and every idle player holds this"
    )]
    pub(super) fn play(mut self, place: Arc<ConnectionPermit>) -> impl Future<Output = ()> {
        async move {
            let mut why = self.run().await;
            while let (Next::Switch, Some(switch)) = (why, self.switch.take()) {
                let Some(player) = Box::pin(go_on(self, *switch)).await else { return };
                self = player;
                why = self.run().await;
            }
            match why {
                Next::TooSlow => self.wire.last(TOO_SLOW).await,
                Next::Idle => self.wire.last(IDLE).await,
                Next::GoOn | Next::End | Next::Switch => self.wire.close().await,
            }
            let because = match why {
                Next::TooSlow => Some("reads too slowly"),
                Next::Idle => Some("typed nothing for too long"),
                Next::GoOn | Next::End | Next::Switch => None,
            };
            tracing::info!(name = &*self.name, address = %self.origin.address, because, "left");
            // Whoever comes next need not wait for a client that leaves its side open.
            drop(place);
            // Who reads too slowly was waited for already.
            if why != Next::TooSlow && !self.to_game.is_closed() {
                Box::pin(self.wire.until_end()).await;
            }
            let report = self.wire.report();
            if self.to_game.send(ToGame::Leave(self.origin.session, report)).await.is_err() {
                tracing::debug!("the game ended first");
            }
        }
    }

    /// Plays to the end. While lines wait, nothing more is read: backpressure of the network slows
    /// down a player who sends faster than the game takes.
    async fn run(&mut self) -> Next {
        // One timer for all that comes with time. It is set anew only when it has rung or the end
        // is near, since this loop turns several times for each line.
        let mut alarm = std::pin::pin!(tokio::time::sleep(self.patience()));
        let mut ends = false;
        loop {
            if self.ends_at.is_some() != ends {
                ends = !ends;
                self.set(alarm.as_mut());
            }
            let woken = match self.hold() {
                None => poll_fn(|cx| self.poll_woken(cx, alarm.as_mut())).await,
                Some(hold) => tokio::select! { biased;
                    woken = poll_fn(|cx| self.poll_woken(cx, alarm.as_mut())) => woken,
                    () = tokio::time::sleep(hold) => Woken::Released,
                },
            };
            let next = match woken {
                Woken::Frames(batch) => self.send(batch).await,
                Woken::Read(read) => self.heard(read).await,
                Woken::Released if self.pending.is_empty() => {
                    self.wire.link_mut().release();
                    Next::GoOn
                }
                Woken::Released => self.hand_on().await,
                Woken::Rang => {
                    let next = self.on_timer().await;
                    self.set(alarm.as_mut());
                    next
                }
            };
            if next != Next::GoOn {
                return next;
            }
        }
    }

    /// Waits for what nearly always comes next: a frame or a line. Everything a player does passes
    /// here, so it is one small step without any future of its own.
    fn poll_woken(&mut self, cx: &mut Context<'_>, alarm: Pin<&mut Sleep>) -> Poll<Woken> {
        if let Poll::Ready(frame) = self.view.poll_next(cx) {
            return Poll::Ready(Woken::Frames(self.show(frame)));
        }
        if self.is_reading()
            && let Poll::Ready(read) = self.wire.poll_read(cx)
        {
            return Poll::Ready(Woken::Read(read));
        }
        // Once it is set going it wakes this task by itself, so it need not be asked every time.
        if self.armed && !alarm.is_elapsed() {
            return Poll::Pending;
        }
        // Without budget it only asks to be polled again.
        self.armed = tokio::task::coop::has_budget_remaining();
        alarm.poll(cx).map(|()| Woken::Rang)
    }

    /// Returns whether input is read: not while lines wait, nor once the connection is ending.
    fn is_reading(&self) -> bool {
        self.pending.is_empty() && self.ends_at.is_none()
    }

    /// Returns the delay of the next line, or of the next read, by the rate limit.
    fn hold(&mut self) -> Option<Duration> {
        if self.is_reading() {
            return self.wire.link().held();
        }
        (!self.pending.is_empty()).then(|| self.pace.hold(self.wire.elapsed()))
    }

    fn set(&mut self, mut alarm: Pin<&mut Sleep>) {
        alarm.set(tokio::time::sleep(self.patience()));
        self.armed = false;
    }

    /// Returns the time until the next deadline: the end, the idle timeout or the check of the
    /// connection.
    fn patience(&self) -> Duration {
        let now = self.wire.elapsed();
        let end = self.ends_at.map(|at| at.saturating_sub(now));
        let idle = self.idle_at().map(|at| at.saturating_sub(now));
        let look = self.look_at.saturating_sub(now);
        [end, idle].into_iter().flatten().fold(look, Duration::min)
    }

    fn idle_at(&self) -> Option<Duration> {
        self.idle.map(|most| self.typed_at + most)
    }

    /// Carries out everything due by the time.
    async fn on_timer(&mut self) -> Next {
        let now = self.wire.elapsed();
        if self.ends_at.is_some_and(|at| at <= now) {
            return Next::End;
        }
        if self.idle_at().is_some_and(|at| at <= now) {
            return Next::Idle;
        }
        if self.look_at <= now {
            self.look_at = now + self.wire.looks_every();
            self.tell_report();
            self.wire.keep_alive();
            let next = self.flush(Next::GoOn).await;
            self.wire.rest();
            return next;
        }
        Next::GoOn
    }

    /// Reports the state of the link to the game if the client was heard since the last check, so
    /// that lines that have arrived need not be kept. A report is skipped when the game is busy.
    fn tell_report(&mut self) {
        let report = self.wire.report();
        if report.silent < self.wire.looks_every()
            && self.to_game.try_send(ToGame::Link(self.origin.session, report)).is_err()
        {
            tracing::debug!("the game is busy");
        }
    }

    /// Handles the end of input. A player who sent lines and then closed that side still reads the
    /// answers.
    fn hang_up(&mut self, politely: bool) -> Next {
        let is_full = u32::try_from(self.credits.available_permits()) == Ok(self.queue);
        let waits = !is_full || !self.view.is_empty();
        if politely && waits { self.finish_within(ANSWERS_WITHIN) } else { Next::End }
    }

    /// Stops reading when the game takes no more lines; frames still to come are shown.
    fn farewell(&mut self) -> Next {
        self.pending.clear();
        self.finish_within(FAREWELL_WITHIN)
    }

    fn finish_within(&mut self, span: Duration) -> Next {
        let until = self.wire.elapsed() + span;
        self.ends_at.get_or_insert(until);
        Next::GoOn
    }

    async fn heard(&mut self, read: io::Result<bool>) -> Next {
        if !matches!(read, Ok(true)) {
            return self.hang_up(read.is_ok());
        }
        while let Some(it) = self.wire.next_heard() {
            self.on_input(it);
        }
        let next = self.flush(Next::GoOn).await;
        // Most lines go on at once, without another turn of the loop.
        let now = self.wire.link().read_at();
        while next == Next::GoOn && !self.pending.is_empty() && self.pace.hold(now).is_zero() {
            match self.offer().await {
                Offered::Taken => {}
                Offered::Full => break,
                Offered::Closed => return self.farewell(),
            }
        }
        next
    }

    fn on_input(&mut self, heard: ClientInput) {
        if matches!(heard, ClientInput::Line(_) | ClientInput::PanelLine(..) | ClientInput::TooLong)
        {
            self.typed_at = self.wire.link().read_at();
        }
        match heard {
            ClientInput::Line(it) if it.line.is_empty() && self.is_idle() => self.prompt(),
            ClientInput::Line(line) => self.pending.push_back(PendingInput::Line(line)),
            ClientInput::TooLong => {
                self.wire.show(TOO_LONG);
                self.prompt();
            }
            // What the terminal says is told when its turn comes, so once is enough.
            ClientInput::Terminal
                if matches!(self.pending.back(), Some(PendingInput::Terminal)) => {}
            ClientInput::Terminal => self.pending.push_back(PendingInput::Terminal),
            ClientInput::PanelLine(number, line) => {
                self.pending.push_back(PendingInput::ByPanel(number, line));
            }
            ClientInput::Asked(ask) => self.pending.push_back(PendingInput::Asked(ask)),
            ClientInput::Enable(name) => {
                let line = TypedLine::new(&format!("channel join {name}"));
                self.pending.push_back(PendingInput::ByClient(line));
            }
            ClientInput::Interrupt => {
                self.pending.clear();
                if self.dialogue.take().is_some() {
                    self.wire.hide_input(false);
                }
                self.wire.show(STOPPED);
                self.prompt();
            }
            ClientInput::Acknowledged(upto) => self.wire.acknowledge(upto),
            ClientInput::Login(_)
            | ClientInput::Register(_)
            | ClientInput::Resume(_)
            | ClientInput::Landing(_)
            | ClientInput::Alive
            | ClientInput::Http
            | ClientInput::Tls => {}
        }
    }

    /// Returns whether no dialogue is in progress and nothing waits for the game.
    fn is_idle(&self) -> bool {
        self.dialogue.is_none() && self.pending.is_empty()
    }

    /// Shows the prompt of the dialogue in progress, or that of the game.
    fn prompt(&mut self) {
        match &self.dialogue {
            Some(dialogue) => self.wire.prompt(format!("{} ", dialogue.prompt())),
            None if self.wire.has_prompts() => self.wire.prompt(PROMPT),
            None => {}
        }
    }

    /// Hands on the next line, waiting until the game has room for it.
    async fn hand_on(&mut self) -> Next {
        match self.offer().await {
            Offered::Taken => Next::GoOn,
            Offered::Closed => self.farewell(),
            Offered::Full => {
                let credits = self.credits.clone();
                // The credit is only looked for; the line spends it at its next turn.
                let credit = Box::pin(credits.acquire());
                let batch = tokio::select! { biased;
                    batch = poll_fn(|cx| self.view.poll_next(cx).map(|it| self.show(it))) => batch,
                    credit = credit => {
                        return if credit.is_ok() { Next::GoOn } else { self.farewell() };
                    }
                };
                self.send(batch).await
            }
        }
    }

    /// Hands on the next thing that waits, if there is room for it.
    async fn offer(&mut self) -> Offered {
        if let Some(step) = self.aside() {
            Box::pin(self.converse(step)).await;
            let next = Box::pin(self.flush(Next::GoOn)).await;
            return if next == Next::GoOn { Offered::Taken } else { Offered::Closed };
        }
        if matches!(self.pending.front(), Some(PendingInput::Line(_) | PendingInput::ByClient(_))) {
            match self.credits.try_acquire() {
                Ok(credit) => credit.forget(),
                Err(TryAcquireError::NoPermits) => return Offered::Full,
                Err(TryAcquireError::Closed) => return Offered::Closed,
            }
        }
        let Some(said) = self.pending.pop_front() else { return Offered::Taken };
        if self.pending.is_empty() {
            self.pending.shrink_to(KEPT_PENDING);
        }
        self.pace.on_line_released();
        let session = self.origin.session;
        let sent = match said {
            PendingInput::Line(line) | PendingInput::ByClient(line) => ToGame::Line(session, line),
            PendingInput::ByPanel(number, line) => ToGame::PanelLine(session, number, line),
            PendingInput::Terminal => {
                let terminal = self.wire.terminal();
                ToGame::Screen(ScreenInput::Terminal { session, terminal })
            }
            PendingInput::Asked(question) => {
                ToGame::Screen(ScreenInput::Asked { session, question })
            }
        };
        let sent = match self.to_game.try_send(sent) {
            Ok(()) => true,
            // What seldom waits holds nothing while it does not.
            Err(mpsc::error::TrySendError::Full(it)) => {
                Box::pin(self.to_game.send(it)).await.is_ok()
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        };
        if sent { Offered::Taken } else { Offered::Closed }
    }
}

enum Offered {
    Taken,
    Full,
    Closed,
}
