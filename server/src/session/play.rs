//! Playing: lines to the world, frames to the screen, and patience with both.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::mpsc,
};
use world::{id::SessionId, text::CleanText};

use super::{announce, throttle::Throttle, wire::Wire};
use crate::{
    clock::Stopwatch,
    config,
    game::ToGame,
    screen::{Frame, Screen},
    telnet::Event,
};

/// How long the answers to the last lines of a closed connection are waited for.
const ANSWERS_WITHIN: Duration = Duration::from_secs(1);
/// How long the goodbye is waited for; it may have to wait for the disk.
const FAREWELL_WITHIN: Duration = Duration::from_secs(10);
const PROMPT: &str = "> ";
const TOO_SLOW: &str = "Your connection reads more slowly than the game writes, so it ends here. \
    Your character is saved; please connect again.";
const IDLE: &str = "You have typed nothing for so long that the connection ends here. \
    Your character is saved; please come back whenever you like.";
const TOO_LONG: &str = "That line is too long. Please make it shorter; nothing of it was used.";

/// Lines over time, and the watch to measure it by.
pub(super) struct Pace {
    throttle: Throttle,
    watch: Stopwatch,
    /// When the next line may go on, once that is decided.
    due: Option<Duration>,
}

/// The pace that the settings allow.
pub(super) fn throttle(limits: &config::Limits) -> Pace {
    let clip = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
    let throttle = Throttle::new(clip(limits.lines_per_second), clip(limits.burst_lines));
    Pace { throttle, watch: Stopwatch::start(), due: None }
}

impl Pace {
    /// How long the next line has to wait.
    fn hold(&mut self) -> Duration {
        let now = self.watch.elapsed();
        let due = *self.due.get_or_insert_with(|| now + self.throttle.take(now));
        due.saturating_sub(now)
    }
}

/// A player's connection.
pub(super) struct Player<S> {
    pub(super) wire: Wire<S>,
    pub(super) id: SessionId,
    pub(super) frames: mpsc::Receiver<Frame>,
    pub(super) lines: mpsc::Sender<CleanText>,
    pub(super) queued: Arc<AtomicBool>,
    pub(super) screen: Arc<Screen>,
    pub(super) to_game: mpsc::Sender<ToGame>,
    pub(super) throttle: Pace,
    pub(super) pending: VecDeque<CleanText>,
    /// How long the player may be silent.
    pub(super) idle: Option<Duration>,
    /// When the player was last heard, by the watch of the pace.
    pub(super) heard_at: Duration,
    /// Until when the last frames are waited for, once nothing more is read.
    pub(super) ends_at: Option<Duration>,
}

/// What to do after something happened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    End,
    /// The screen is too far behind.
    TooSlow,
    /// The player was silent for too long.
    Idle,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Player<S> {
    /// Plays to the end, and ends the connection.
    pub(super) async fn play(mut self) {
        let why = self.run().await;
        match why {
            Next::TooSlow => self.wire.last(TOO_SLOW).await,
            Next::Idle => self.wire.last(IDLE).await,
            Next::GoOn | Next::End => self.wire.close().await,
        }
    }

    /// Plays to the end. While lines wait, nothing more is read: whoever sends
    /// faster than the game takes is slowed down by the network itself.
    async fn run(&mut self) -> Next {
        let stop = self.screen.stop.clone();
        let mut stopped = std::pin::pin!(stop.cancelled());
        loop {
            let waiting = !self.pending.is_empty();
            let reading = !waiting && self.ends_at.is_none();
            let hold = self.hold();
            let left = self.ends_at.map(|at| at.saturating_sub(self.throttle.watch.elapsed()));
            let idle = self
                .idle
                .map(|most| (self.heard_at + most).saturating_sub(self.throttle.watch.elapsed()));
            // A timer is made only when it is waited for: this loop turns several
            // times for each line.
            let next = tokio::select! { biased;
                () = &mut stopped => Next::TooSlow,
                frame = self.frames.recv() => self.shown(frame).await,
                read = self.wire.read(), if reading => self.heard(read).await,
                () = async { tokio::time::sleep(hold).await }, if waiting => self.hand_on().await,
                () = async { tokio::time::sleep(left.unwrap_or_default()).await },
                    if left.is_some() => Next::End,
                () = async { tokio::time::sleep(idle.unwrap_or_default()).await },
                    if idle.is_some() => Next::Idle,
            };
            if next != Next::GoOn {
                return next;
            }
        }
    }

    fn hold(&mut self) -> Duration {
        if self.pending.is_empty() { Duration::ZERO } else { self.throttle.hold() }
    }

    /// Shows a frame. Ends after the last one, and when the screen is gone.
    async fn shown(&mut self, frame: Option<Frame>) -> Next {
        let Some(mut frame) = frame else { return Next::End };
        let mut last = false;
        loop {
            self.wire.show_lines(&frame.lines);
            frame.shown();
            last |= frame.last;
            let prompt = frame.prompt;
            // Frames that wait already are shown together, in one write.
            match self.frames.try_recv() {
                Ok(more) if !last => frame = more,
                _ => {
                    if prompt && !last {
                        self.wire.prompt(PROMPT);
                    }
                    break;
                }
            }
        }
        let stop = &self.screen.stop;
        let written = tokio::select! { biased;
            written = self.wire.flush() => written,
            () = async { stop.cancelled().await } => return Next::TooSlow,
        };
        if last || written.is_err() { Next::End } else { Next::GoOn }
    }

    /// Nothing more comes from the player. Whoever sent lines and then closed
    /// that side still reads the answers.
    fn hang_up(&mut self, politely: bool) -> Next {
        if politely && self.queued.load(Ordering::Acquire) {
            self.finish_within(ANSWERS_WITHIN)
        } else {
            Next::End
        }
    }

    /// The game takes no more lines; what it still has to say is shown.
    fn farewell(&mut self) -> Next {
        self.pending.clear();
        self.finish_within(FAREWELL_WITHIN)
    }

    fn finish_within(&mut self, span: Duration) -> Next {
        let until = self.throttle.watch.elapsed() + span;
        self.ends_at.get_or_insert(until);
        Next::GoOn
    }

    async fn heard(&mut self, read: std::io::Result<Option<Vec<Event>>>) -> Next {
        let Ok(Some(events)) = read else { return self.hang_up(read.is_ok()) };
        self.heard_at = self.throttle.watch.elapsed();
        for event in events {
            match event {
                Event::Line(bytes) => {
                    let line = CleanText::new(&String::from_utf8_lossy(&bytes));
                    if line.is_empty() {
                        self.wire.prompt(PROMPT);
                    } else {
                        self.pending.push_back(line);
                    }
                }
                Event::LineTooLong => {
                    self.wire.show(TOO_LONG);
                    self.wire.prompt(PROMPT);
                }
                Event::WindowSize { .. } | Event::Terminal(_) => {
                    let terminal = ToGame::Terminal(self.id, self.wire.terminal());
                    if self.to_game.send(terminal).await.is_err() {
                        return self.farewell();
                    }
                }
                Event::AreYouThere
                | Event::Interrupt
                | Event::KeepAlive
                | Event::Environ(_)
                | Event::ClaimedAddress(_)
                | Event::Charset(_)
                | Event::MsspRequested
                | Event::GmcpOn
                | Event::Gmcp(_)
                | Event::StartCompression
                | Event::StopCompression
                | Event::Http
                | Event::TlsHello => {}
            }
        }
        if self.wire.flush().await.is_err() {
            return Next::End;
        }
        if self.pending.is_empty() {
            return Next::GoOn;
        }
        // Most lines go on at once, without another turn of the loop.
        while !self.pending.is_empty() && self.hold().is_zero() {
            match self.offer_line() {
                Offered::Taken => {}
                Offered::Full => break,
                Offered::Closed => return self.farewell(),
            }
        }
        self.announce().await
    }

    /// Hands on the next line, waiting until the game has room for it.
    async fn hand_on(&mut self) -> Next {
        match self.offer_line() {
            Offered::Taken => self.announce().await,
            Offered::Closed => self.farewell(),
            Offered::Full => {
                self.announce().await;
                let lines = self.lines.clone();
                let stop = self.screen.stop.clone();
                tokio::select! { biased;
                    () = stop.cancelled() => Next::TooSlow,
                    frame = self.frames.recv() => self.shown(frame).await,
                    permit = lines.reserve() => match permit {
                        Ok(_) => Next::GoOn,
                        Err(_) => self.farewell(),
                    },
                }
            }
        }
    }

    fn offer_line(&mut self) -> Offered {
        let Some(line) = self.pending.pop_front() else { return Offered::Taken };
        match self.lines.try_send(line) {
            Ok(()) => {
                self.throttle.due = None;
                Offered::Taken
            }
            Err(mpsc::error::TrySendError::Full(line)) => {
                self.pending.push_front(line);
                Offered::Full
            }
            Err(mpsc::error::TrySendError::Closed(_)) => Offered::Closed,
        }
    }

    async fn announce(&mut self) -> Next {
        if announce(&self.to_game, &self.queued, self.id).await {
            Next::GoOn
        } else {
            self.farewell()
        }
    }
}

enum Offered {
    Taken,
    Full,
    Closed,
}
