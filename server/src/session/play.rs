//! Playing: lines to the world, frames to the screen, and patience with both.

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
    connection::{ClientInput, ClientStream, TelnetConnection},
    context::{Origin, SessionContext},
    dialogue::Dialogue,
    go_on,
    throttle::LinePace,
};
use crate::{
    contract::{
        frame::Switch, inbox::ToGame, question::PanelQuestion, said::ScreenInput, screen::View,
        typed::TypedLine,
    },
    listener::limiter::ConnectionPermit,
};

/// How long the answers to the last lines of a closed connection are waited for.
const ANSWERS_WITHIN: Duration = Duration::from_secs(1);
/// How long the goodbye is waited for; it may have to wait for the disk.
const FAREWELL_WITHIN: Duration = Duration::from_secs(10);
const PROMPT: &str = "> ";
const TOO_SLOW: &str = "Your connection reads more slowly than the game writes, so it ends here. \
    Please connect again.";
const IDLE: &str = "You have typed nothing for so long that the connection ends here. \
    Please come back whenever you like.";
const TOO_LONG: &str = "That line is too long. Please make it shorter; nothing of it was used.";
const STOPPED: &str = "[Stopped. What you had typed ahead is dropped.]";
/// Room for so many things that wait for the game stays when none waits.
const KEPT_PENDING: usize = 4;

/// Something that waits for the game.
pub(super) enum PendingInput {
    Line(TypedLine),
    /// A line that the client gave by itself; its player answers nothing with it.
    ByClient(TypedLine),
    /// The terminal has something new to say.
    Terminal,
    Asked(PanelQuestion),
}

/// A player's connection.
pub(super) struct Player<S> {
    pub(super) wire: TelnetConnection<S>,
    pub(super) origin: Origin,
    /// Whose the character is; none for guests.
    pub(super) account: Option<AccountId>,
    /// Who is played, for the log.
    pub(super) name: Box<str>,
    pub(super) view: View,
    /// Credits for lines, and how many there are while none waits for its answer.
    pub(super) credits: Arc<Semaphore>,
    pub(super) queue: u32,
    pub(super) to_game: mpsc::Sender<ToGame>,
    pub(super) pace: LinePace,
    pub(super) pending: VecDeque<PendingInput>,
    /// How long the player may type nothing.
    pub(super) idle: Option<Duration>,
    /// When the last line was typed, by the watch of the wire. What a client sends by itself keeps
    /// nobody awake.
    pub(super) typed_at: Duration,
    /// When the connection is next looked at, by the watch of the wire.
    pub(super) look_at: Duration,
    /// Whether the alarm is set going.
    pub(super) armed: bool,
    /// Until when the last frames are waited for, once nothing more is read.
    pub(super) ends_at: Option<Duration>,
    /// Who is played next.
    pub(super) switch: Option<Box<Switch>>,
    /// What the player is being asked beside the game.
    pub(super) dialogue: Option<Box<Dialogue>>,
    /// What the connection came in by; none in tests of the play alone.
    pub(super) context: Option<Arc<SessionContext>>,
}

/// What a connection waited for.
enum Woken {
    Frames(WriteBatch),
    Read(io::Result<bool>),
    /// What has to wait because of the pace may go on.
    Released,
    /// The alarm rang.
    Rang,
}

/// What to do after something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    End,
    /// The screen is too far behind.
    TooSlow,
    /// The player was silent for too long.
    Idle,
    /// Another character is played next.
    Switch,
}

impl<S: ClientStream> Player<S> {
    /// Plays to the end, ends the connection, and gives its place back.
    #[expect(
        clippy::manual_async_fn,
        reason = "an async fn holds its arguments twice, and every idle player holds this"
    )]
    pub(super) fn play(mut self, place: ConnectionPermit) -> impl Future<Output = ()> {
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

    /// Plays to the end. While lines wait, nothing more is read: whoever sends
    /// faster than the game takes is slowed down by the network itself.
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
                    self.wire.release();
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

    /// Whether lines are read: not while others wait, nor when nothing more is to be.
    fn is_reading(&self) -> bool {
        self.pending.is_empty() && self.ends_at.is_none()
    }

    /// How long the next line, or the next read, has to wait because of the pace.
    fn hold(&mut self) -> Option<Duration> {
        if self.is_reading() {
            return self.wire.held();
        }
        (!self.pending.is_empty()).then(|| self.pace.hold(self.wire.elapsed()))
    }

    fn set(&mut self, mut alarm: Pin<&mut Sleep>) {
        alarm.set(tokio::time::sleep(self.patience()));
        self.armed = false;
    }

    /// How long it is until something has to be done because of the time.
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

    /// Does what is due by the time.
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

    /// Tells the game how the connection stands if the client was heard since the last look, so that
    /// what has arrived need not be kept. It can wait for another time.
    fn tell_report(&mut self) {
        let report = self.wire.report();
        if report.silent < self.wire.looks_every()
            && self.to_game.try_send(ToGame::Link(self.origin.session, report)).is_err()
        {
            tracing::debug!("the game is busy");
        }
    }

    /// Nothing more comes from the player. Whoever sent lines and then closed
    /// that side still reads the answers.
    fn hang_up(&mut self, politely: bool) -> Next {
        let is_full = u32::try_from(self.credits.available_permits()) == Ok(self.queue);
        let waits = !is_full || !self.view.is_empty();
        if politely && waits { self.finish_within(ANSWERS_WITHIN) } else { Next::End }
    }

    /// The game takes no more lines; what it still has to say is shown.
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
        let now = self.wire.read_at();
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
        if matches!(heard, ClientInput::Line(_) | ClientInput::TooLong) {
            self.typed_at = self.wire.read_at();
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
            ClientInput::Login(_) | ClientInput::Alive | ClientInput::Http | ClientInput::Tls => {}
        }
    }

    /// Whether nothing is asked of the player, and nothing waits for the game.
    fn is_idle(&self) -> bool {
        self.dialogue.is_none() && self.pending.is_empty()
    }

    /// Prompts for what is asked beside the game, or again for the game.
    fn prompt(&mut self) {
        match &self.dialogue {
            Some(dialogue) => self.wire.prompt(format!("{} ", dialogue.prompt())),
            None if !self.wire.is_for_reader() => self.wire.prompt(PROMPT),
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
