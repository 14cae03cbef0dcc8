//! Connection: the socket and telnet on it. Input of the player comes in; text, prompts and data go
//! out.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    collections::VecDeque,
    future::poll_fn,
    io,
    mem::MaybeUninit,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use text::styled::Text;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf},
    sync::OwnedSemaphorePermit,
};
use world::beings::settings::Settings;

use telnet::{
    AYT_REPLY, OptionPolicy, PromptMark, Stance, Telnet, TelnetEvent, TelnetLimits,
    compress::{CompressionFailed, Compressor},
    encode_text,
    gmcp::GmcpMessage,
};

use super::{
    client::ClientConnection,
    input::{self, ClientInput},
    link::ClientLink,
    pass::PassToken,
};
use crate::{
    contract::{frame::Frame, terminal::Terminal, typed::TypedLine},
    listener::listing::SharedState,
    operate::config::Config,
    render::render,
};

/// Timeout for the client to close its side after the server has closed the connection.
const END_WITHIN: Duration = Duration::from_secs(1);
/// Size at which one write takes no further lines, in bytes: several times the output of a tick, so
/// that a flood takes little memory for each recipient.
const WRITTEN_BYTES: usize = 64 * 1_024;
/// Time after a login to wait for the client's answers about its terminal: two round trips to the
/// other side of the earth.
const ANSWERS_WITHIN: Duration = Duration::from_millis(800);
/// Number of lines typed ahead after which the client's answers are not waited for any more.
const MOST_AHEAD: usize = 64;
/// Maximum bytes of one read. The buffer lies on the stack, so that an idle connection holds none.
const READ_BYTES: usize = 4_096;
/// Capacity of the events and of the output buffer that is kept when they are empty: as much as a
/// short command and its answer take, so that the next one needs no allocation.
const KEPT_EVENTS: usize = 4;
const KEPT_BYTES: usize = 128;

/// Interval of the check of a connection without keep-alive.
const LOOK: Duration = Duration::from_secs(60);
/// A stream with a client at its other end.
pub(crate) trait ClientStream: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> ClientStream for S {}

/// Telnet connection of one player.
pub(super) struct TelnetConnection<S> {
    stream: S,
    telnet: Telnet,
    about: Arc<SharedState>,
    /// Bytes to send next as they are, ahead of `out`.
    sealed: Vec<u8>,
    /// Bytes to send next, still to be compressed if compression is on.
    out: Vec<u8>,
    compressor: Option<Box<Packed>>,
    events: Vec<TelnetEvent>,
    /// Queue of input that was received and not used yet.
    heard: VecDeque<ClientInput>,
    link: ClientLink,
    terminal: Terminal,
    at_prompt: bool,
    /// Prompt shown last.
    prompt: Cow<'static, str>,
    /// True if the prompt still lacks its mark, because the client has not yet said which it wants.
    unmarked: bool,
    /// Settings of the player.
    settings: Settings,
    /// True once compression has failed, so that the client cannot read the stream any more.
    broken: bool,
    /// True if anything was sent since the last keep-alive was due.
    busy: bool,
}

/// Compressor of the stream, and its permit among those allowed.
struct Packed {
    compressor: Compressor,
    _place: OwnedSemaphorePermit,
}

impl<S: ClientStream> TelnetConnection<S> {
    pub(super) fn new(
        stream: S,
        encrypted: bool,
        config: &Config,
        about: Arc<SharedState>,
    ) -> Self {
        let limits = &config.limits;
        let policy = OptionPolicy {
            // Under TLS compression gains little and can give away secrets.
            compression: match (encrypted, config.telnet.offer_mccp) {
                (true, _) => Stance::Refuse,
                (false, true) => Stance::Offer,
                (false, false) => Stance::Accept,
            },
            login: encrypted,
            ..OptionPolicy::default()
        };
        let most = TelnetLimits { line_bytes: limits.line_bytes, ..TelnetLimits::default() };
        Self {
            stream,
            telnet: Telnet::with_policy(most, policy),
            about,
            sealed: Vec::new(),
            out: Vec::new(),
            compressor: None,
            events: Vec::new(),
            heard: VecDeque::new(),
            link: ClientLink::new(limits),
            terminal: Terminal::default(),
            at_prompt: false,
            prompt: Cow::Borrowed(""),
            unmarked: false,
            settings: Settings::default(),
            broken: false,
            busy: false,
        }
    }

    /// Reads once, behind what was heard already.
    fn poll_more(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        if self.link.is_held() {
            return Poll::Pending;
        }
        let n = ready!(self.poll_receive(cx))?;
        self.link.note_read(n);
        if n == 0 {
            return Poll::Ready(Ok(false));
        }
        let mut events = std::mem::take(&mut self.events);
        for event in events.drain(..) {
            if let Some(heard) = self.on_event(event) {
                self.heard.push_back(heard);
            }
        }
        events.shrink_to(KEPT_EVENTS);
        self.events = events;
        if self.at_prompt && self.unmarked {
            // The very first prompt goes out before the client could say anything.
            self.mark();
        }
        Poll::Ready(Ok(true))
    }

    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let mut bytes = [MaybeUninit::uninit(); READ_BYTES];
        let mut buffer = ReadBuf::uninit(&mut bytes);
        ready!(Pin::new(&mut self.stream).poll_read(cx, &mut buffer))?;
        self.telnet.receive(buffer.filled(), &mut self.out, &mut self.events);
        Poll::Ready(Ok(buffer.filled().len()))
    }

    /// Handles an event of the wire alone, and passes on all others.
    fn on_event(&mut self, event: TelnetEvent) -> Option<ClientInput> {
        if self.terminal.apply(&event) {
            return Some(ClientInput::Terminal);
        }
        match event {
            TelnetEvent::Line(bytes) => {
                self.at_prompt = false;
                Some(ClientInput::Line(TypedLine::new(&self.terminal.charset.decode(&bytes))))
            }
            TelnetEvent::LineTooLong => {
                self.at_prompt = false;
                Some(ClientInput::TooLong)
            }
            TelnetEvent::AreYouThere => {
                let again = self.at_prompt;
                self.show(AYT_REPLY);
                if again {
                    let prompt = std::mem::take(&mut self.prompt);
                    self.prompt(prompt);
                }
                None
            }
            TelnetEvent::MsspRequested => {
                self.out.extend(self.about.listing().subnegotiation());
                None
            }
            TelnetEvent::StartCompression => {
                self.start_compression();
                None
            }
            TelnetEvent::StopCompression => {
                self.stop_compression();
                None
            }
            TelnetEvent::Gmcp(request) => input::asked(request),
            TelnetEvent::Interrupt => Some(ClientInput::Interrupt),
            TelnetEvent::KeepAlive => Some(ClientInput::Alive),
            TelnetEvent::Http => Some(ClientInput::Http),
            TelnetEvent::TlsHello => Some(ClientInput::Tls),
            // Who is behind a proxy is told by the proxy's own header, not by the client.
            TelnetEvent::ClaimedAddress(_)
            | TelnetEvent::WindowSize { .. }
            | TelnetEvent::Terminal(_)
            | TelnetEvent::Environ(_)
            | TelnetEvent::Charset(_)
            | TelnetEvent::GmcpOn
            | TelnetEvent::GmcpOff => None,
        }
    }

    /// Compresses what was added since the last time.
    fn pack(&mut self) {
        let Some(packed) = &mut self.compressor else { return };
        let out = std::mem::take(&mut self.out);
        self.broken |= packed.compressor.write(&out, &mut self.sealed).is_err();
    }

    /// Begins to compress, if there is a place for one more such stream.
    fn start_compression(&mut self) {
        let Some(place) = self.about.compression_place() else {
            self.telnet.want_compression(false, &mut self.out);
            return;
        };
        self.seal();
        let compressor = Compressor::start(&mut self.sealed);
        self.compressor = Some(Box::new(Packed { compressor, _place: place }));
    }

    /// Ends the compressed stream; what was added so far is the last of it.
    fn stop_compression(&mut self) {
        self.pack();
        if let Some(packed) = self.compressor.take() {
            self.broken |= packed.compressor.finish(&mut self.sealed).is_err();
        }
    }

    /// Moves the bytes of `out` to `sealed`, to be sent as they are.
    fn seal(&mut self) {
        if self.sealed.is_empty() {
            std::mem::swap(&mut self.sealed, &mut self.out);
        } else {
            self.sealed.append(&mut self.out);
        }
    }

    /// Serves the player by these settings from now on.
    fn apply_settings(&mut self, settings: Settings) {
        let before = std::mem::replace(&mut self.settings, settings);
        if before.mccp != settings.mccp
            && let Some(on) = settings.mccp
        {
            self.telnet.want_compression(on, &mut self.out);
            if !on {
                self.stop_compression();
            }
        }
    }

    fn leave_prompt(&mut self) {
        if self.at_prompt {
            self.out.extend_from_slice(b"\r\n");
            self.at_prompt = false;
        }
    }

    fn mark(&mut self) {
        let mark = self.telnet.prompt_mark();
        self.out.extend_from_slice(mark.bytes());
        self.unmarked = mark == PromptMark::None;
    }
}

impl<S: ClientStream> ClientConnection for TelnetConnection<S> {
    fn link(&self) -> &ClientLink {
        &self.link
    }

    fn terminal(&self) -> Terminal {
        self.terminal
    }

    fn link_mut(&mut self) -> &mut ClientLink {
        &mut self.link
    }

    fn offer(&mut self) {
        self.telnet.offer(&mut self.out);
    }

    /// Waits a moment for a client that was asked what its terminal is, so that the first room
    /// already has its colours and letters. A client that logs in by itself sends its line before
    /// the answer, and making an account takes no look at what comes meanwhile.
    async fn learn_terminal(&mut self) -> io::Result<bool> {
        let answers = async {
            while self.telnet.awaits_terminal() && self.heard.len() < MOST_AHEAD {
                self.flush().await?;
                if !poll_fn(|cx| self.poll_more(cx)).await? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        tokio::time::timeout(ANSWERS_WITHIN, answers).await.unwrap_or(Ok(true))
    }

    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        if !self.heard.is_empty() {
            return Poll::Ready(Ok(true));
        }
        self.poll_more(cx)
    }

    fn next_heard(&mut self) -> Option<ClientInput> {
        let heard = self.heard.pop_front();
        if heard.is_none() {
            self.heard.shrink_to(KEPT_EVENTS);
        }
        heard
    }

    fn is_hidden(&self) -> bool {
        self.telnet.hides_input()
    }

    fn hide_input(&mut self, hide: bool) {
        if hide {
            self.telnet.hide_input(&mut self.out);
        } else {
            self.telnet.show_input(&mut self.out);
        }
    }

    /// Shows a text; one that comes while a prompt shows begins on a line of its own.
    fn show(&mut self, text: &str) {
        self.leave_prompt();
        let look = self.terminal.look(self.settings);
        render(&Text::plain(text), look, &mut self.out);
    }

    fn send_gmcp(&mut self, message: &GmcpMessage<'_>) {
        self.telnet.send_gmcp(message, &mut self.out);
    }

    fn show_listing(&mut self) {
        let listing = self.about.listing().plain_text();
        encode_text(&listing, &mut self.out);
    }

    /// Shows the prompt, with its mark if the client wants one.
    fn prompt(&mut self, text: impl Into<Cow<'static, str>>) {
        self.prompt = text.into();
        encode_text(&self.prompt, &mut self.out);
        self.at_prompt = true;
        self.mark();
    }

    fn has_prompts(&self) -> bool {
        !self.terminal.look(self.settings).reader
    }

    fn begin_frame(&mut self, frame: &Frame) {
        self.apply_settings(frame.settings);
        self.show_left_out(frame.left_out);
        for message in &frame.data {
            self.telnet.send_encoded(message, &mut self.out);
        }
        if !frame.lines.is_empty() {
            self.leave_prompt();
        }
        self.link.note_frame(frame);
    }

    fn show_lines<'a>(&mut self, lines: &'a [Bytes]) -> &'a [Bytes] {
        let mut written = self.out.len();
        let fits = lines.iter().position(|line| {
            let full = written >= WRITTEN_BYTES;
            written += line.len();
            full
        });
        let (now, then) = lines.split_at_checked(fits.unwrap_or(lines.len())).unwrap_or_default();
        self.out.reserve(now.iter().map(Bytes::len).sum::<usize>() + 8);
        now.iter().for_each(|line| self.out.extend_from_slice(line));
        then
    }

    fn is_full(&self) -> bool {
        self.out.len() >= WRITTEN_BYTES
    }

    fn begin_stay(&mut self, _: &str, _: Option<PassToken>) {
        self.link.begin_stay();
    }

    fn looks_every(&self) -> Duration {
        // Nothing is noted when something is sent but that it was, so a silence is seen at the
        // second look.
        self.about.keep_alive.map_or(LOOK, |it| it / 2)
    }

    fn keep_alive(&mut self) {
        let busy = std::mem::take(&mut self.busy);
        if !busy && self.settings.keepalive && self.about.keep_alive.is_some() {
            self.telnet.keep_alive(&mut self.out);
        }
    }

    fn rest(&mut self) {
        self.busy = false;
    }

    fn has_more(&self) -> bool {
        self.broken || !(self.sealed.is_empty() && self.out.is_empty())
    }

    /// Sends everything that waits in one write, and gives back memory that is more than a little.
    async fn flush(&mut self) -> io::Result<()> {
        self.pack();
        if self.broken {
            return Err(io::Error::other(CompressionFailed));
        }
        self.seal();
        let mut out = std::mem::take(&mut self.sealed);
        if !out.is_empty() {
            self.busy = true;
            self.stream.write_all(&out).await?;
            // What is below may keep the end of it back until then.
            self.stream.flush().await?;
            if out.capacity() <= KEPT_BYTES {
                out.clear();
                self.out = out;
            }
        }
        Ok(())
    }

    async fn shut_down(&mut self) -> io::Result<()> {
        self.stop_compression();
        self.flush().await?;
        self.stream.shutdown().await
    }

    async fn until_end(&mut self) {
        let mut bytes = [0; 64];
        let end = async {
            while let Ok(n) = self.stream.read(&mut bytes).await {
                self.link.note_heard();
                if n == 0 {
                    return;
                }
            }
        };
        if tokio::time::timeout(END_WITHIN, end).await.is_err() {
            tracing::debug!("somebody does not end the connection");
        }
    }
}
