//! Client of a session at the other end of a WebSocket: our page.
//!
//! What is sent is a JSON array of objects, in order:
//!
//! | Object | Meaning |
//! |---|---|
//! | `{"n":[EPOCH,N],"b":[BLOCK,...]}` | a line of the game, with its number |
//! | `{"b":[BLOCK,...]}` | words of the server |
//! | `{"g":NAME,"d":DATA}` | data for a panel, as GMCP has it |
//! | `{"in":{"name":NAME,"pass":TOKEN,"build":ID}}` | a character is played from now on; `build` names the files of the page |
//! | `{"again":1}` | the server was started again: lines of the stay before may follow, by their numbers |
//! | `{"stops":WORDS}` | the server stops, and the stay may go on once it is back |
//! | `{"ask":WORDS}`, `{"hide":BOOL}` | a question before the next line; whether that is hidden |
//! | `{"pong":1}` | the link stands |

use std::{
    borrow::Cow,
    collections::VecDeque,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::extract::ws::{Message, WebSocket};
use bytes::Bytes;
use futures_util::{SinkExt, Stream, StreamExt};
use telnet::gmcp::{EncodedMessage, GmcpMessage, Module, framed};
use text::styled::Text;
use world::{
    beings::settings::Settings,
    witness::backlog::{LinkReport, SeenEvents, ShownUpto},
};

use super::{
    files,
    message::{self, PageInput},
};
use crate::{
    contract::{frame::Frame, stay::StayBefore, terminal::Terminal},
    listener::listing::SharedState,
    operate::config::Config,
    render::{page::write_string, render},
    session::{client::ClientConnection, input::ClientInput, link::ClientLink, pass::PassToken},
};

/// Size at which one message takes no further lines, in bytes.
const WRITTEN_BYTES: usize = 64 * 1_024;
/// Interval of the check of a connection without keep-alive.
const LOOK: Duration = Duration::from_secs(60);
/// Timeout for the page to end the connection after the server has.
const END_WITHIN: Duration = Duration::from_secs(1);
/// Bytes that a message counts for beside its own.
const HEAD: usize = 8;
/// Capacity of the queue of input that is kept when it is empty.
const KEPT_HEARD: usize = 4;

/// Lines above and below what the page had not shown when the server stopped.
const MISSED: &str = "From before the server stopped:";
const AGAIN: &str = "The server was started again, and you are back.";

/// Panels of the page that are filled by themselves.
const PANELS: [Module; 4] = [Module::Char, Module::CharItems, Module::CharLogin, Module::Room];

/// Connection of one page.
pub(super) struct WebConnection {
    socket: WebSocket,
    link: ClientLink,
    terminal: Terminal,
    heard: VecDeque<ClientInput>,
    /// Objects of the next message, with a comma between them.
    out: Vec<u8>,
    /// Number of the next line of the frame that was begun, if its lines are numbered.
    next: Option<ShownUpto>,
    /// Last line up to which the page says that it has shown all.
    acknowledged: Option<ShownUpto>,
    /// Pass of the stay.
    pass: Option<PassToken>,
    hidden: bool,
    settings: Settings,
    keep_alive: Option<Duration>,
    /// True if a sign of life is to be sent.
    ping: bool,
    /// True if anything was sent since the last keep-alive was due.
    busy: bool,
    line_bytes: usize,
}

impl WebConnection {
    pub(super) fn new(socket: WebSocket, config: &Config, about: &SharedState) -> Self {
        Self {
            socket,
            link: ClientLink::new(&config.limits),
            terminal: Terminal::page(&PANELS),
            heard: VecDeque::new(),
            out: Vec::new(),
            next: None,
            acknowledged: None,
            pass: None,
            hidden: false,
            settings: Settings::default(),
            keep_alive: about.keep_alive,
            ping: false,
            busy: false,
            line_bytes: config.limits.line_bytes,
        }
    }

    /// Begins one more object.
    fn begin(&mut self) {
        if !self.out.is_empty() {
            self.out.push(b',');
        }
    }

    /// Adds an object that is JSON already.
    fn put(&mut self, json: &str) {
        self.begin();
        self.out.extend_from_slice(json.as_bytes());
    }

    /// Adds an object with one text.
    fn put_text(&mut self, key: &str, text: &str) {
        self.put(&format!("{{\"{key}\":"));
        write_string(text, &mut self.out);
        self.out.push(b'}');
    }

    /// Adds blocks, which stand on a line each.
    fn put_blocks(&mut self, number: Option<ShownUpto>, blocks: &[u8]) {
        self.begin();
        self.out.push(b'{');
        if let Some(ShownUpto { epoch, n }) = number {
            self.out.extend_from_slice(format!("\"n\":[{},{n}],", epoch.0).as_bytes());
        }
        self.out.extend_from_slice(b"\"b\":[");
        let blocks = blocks.strip_suffix(b"\n").unwrap_or(blocks);
        self.out.extend(blocks.iter().map(|it| if *it == b'\n' { b',' } else { *it }));
        self.out.extend_from_slice(b"]}");
    }

    /// Adds a message with data, if the page wants its module.
    fn put_encoded(&mut self, message: &EncodedMessage) {
        if !self.terminal.gmcp.is_some_and(|it| it.wants(message.module())) {
            return;
        }
        let content = String::from_utf8_lossy(framed(message.bytes()));
        let (name, data) = content.split_once(' ').unwrap_or((&content, "null"));
        self.put("{\"g\":");
        write_string(name, &mut self.out);
        self.out.extend_from_slice(b",\"d\":");
        // In JSON these stand in strings only.
        for byte in data.bytes() {
            match byte {
                b'<' => self.out.extend_from_slice(b"\\u003c"),
                b'>' => self.out.extend_from_slice(b"\\u003e"),
                b'&' => self.out.extend_from_slice(b"\\u0026"),
                byte => self.out.push(byte),
            }
        }
        self.out.push(b'}');
    }

    /// Takes a message in; returns whether it is input of the session.
    fn take(&mut self, text: &str) -> bool {
        match message::read(text, self.line_bytes) {
            Some(PageInput::Session(input)) => self.heard.push_back(input),
            Some(PageInput::Led(room, input)) => self.heard.extend([room, input]),
            Some(PageInput::Ping) => {
                self.put("{\"pong\":1}");
                self.heard.push_back(ClientInput::Alive);
            }
            None => {
                tracing::debug!("a page sent something that is no message");
                return false;
            }
        }
        true
    }
}

impl ClientConnection for WebConnection {
    const RESUMES: bool = true;

    fn link(&self) -> &ClientLink {
        &self.link
    }

    fn terminal(&self) -> Terminal {
        self.terminal
    }

    fn link_mut(&mut self) -> &mut ClientLink {
        &mut self.link
    }

    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        if !self.heard.is_empty() {
            return Poll::Ready(Ok(true));
        }
        while !self.link.is_held() {
            let message = ready!(Pin::new(&mut self.socket).poll_next(cx));
            let Some(message) = message.transpose().map_err(io::Error::other)? else {
                self.link.note_heard();
                return Poll::Ready(Ok(false));
            };
            match message {
                Message::Text(text) => {
                    self.link.note_read(HEAD + text.len());
                    if self.take(&text) {
                        return Poll::Ready(Ok(true));
                    }
                }
                // Answered by the library, or an answer to ours.
                Message::Ping(bytes) | Message::Pong(bytes) | Message::Binary(bytes) => {
                    self.link.note_read(HEAD + bytes.len());
                }
                Message::Close(_) => {
                    self.link.note_heard();
                    return Poll::Ready(Ok(false));
                }
            }
        }
        // The task is woken by the end of the delay.
        Poll::Pending
    }

    fn next_heard(&mut self) -> Option<ClientInput> {
        let heard = self.heard.pop_front();
        if heard.is_none() {
            self.heard.shrink_to(KEPT_HEARD);
        }
        heard
    }

    fn is_hidden(&self) -> bool {
        self.hidden
    }

    fn hide_input(&mut self, hide: bool) {
        if std::mem::replace(&mut self.hidden, hide) != hide {
            self.put(&format!("{{\"hide\":{hide}}}"));
        }
    }

    fn show(&mut self, text: &str) {
        let mut block = Vec::new();
        // The end of a hidden line shows by itself here.
        let text = Text::plain(text.trim_matches('\n'));
        render(&text, self.terminal.look(self.settings), &mut block);
        if !block.is_empty() {
            self.put_blocks(None, &block);
        }
    }

    fn send_gmcp(&mut self, message: &GmcpMessage<'_>) {
        self.put_encoded(&message.encoded());
    }

    fn prompt(&mut self, text: impl Into<Cow<'static, str>>) {
        self.put_text("ask", text.into().trim());
    }

    /// Returns false: the page has a place to type, which needs no mark.
    fn has_prompts(&self) -> bool {
        false
    }

    fn begin_frame(&mut self, frame: &Frame) {
        self.settings = frame.settings;
        self.show_left_out(frame.left_out);
        for message in &frame.data {
            self.put_encoded(message);
        }
        self.link.note_frame(frame);
        self.next = frame.numbers().map(|(first, last)| ShownUpto { n: first, ..last });
    }

    fn show_lines<'a>(&mut self, lines: &'a [Bytes]) -> &'a [Bytes] {
        let mut rest = lines;
        while let Some((line, more)) = rest.split_first()
            && !self.is_full()
        {
            let number = self.next;
            self.put_blocks(number, line);
            self.next = number.map(|it| ShownUpto { n: it.n + 1, ..it });
            rest = more;
        }
        rest
    }

    fn is_full(&self) -> bool {
        self.out.len() >= WRITTEN_BYTES
    }

    fn begin_stay(&mut self, name: &str, pass: Option<PassToken>) {
        self.link.begin_stay();
        self.acknowledged = None;
        self.put("{\"in\":{\"name\":");
        write_string(name, &mut self.out);
        if let Some(pass) = &pass {
            self.out.extend_from_slice(b",\"pass\":");
            write_string(pass.reveal(), &mut self.out);
        }
        self.out.extend_from_slice(format!(",\"build\":\"{}\"}}}}", files::build()).as_bytes());
        self.pass = pass;
    }

    fn show_stay(&mut self, before: &StayBefore, seen: Option<&SeenEvents>) {
        self.put("{\"again\":1}");
        let mut unseen = before.unseen(seen).peekable();
        if unseen.peek().is_some() {
            self.show(MISSED);
        }
        for (n, line) in unseen {
            self.put_blocks(Some(ShownUpto { epoch: before.epoch, n: *n }), line.as_bytes());
        }
        self.show(AGAIN);
    }

    fn say_stops(&mut self, words: &str) {
        self.hide_input(false);
        self.put_text("stops", words);
    }

    /// Acknowledges shown lines; a page can have shown no more than was written to it.
    fn acknowledge(&mut self, upto: ShownUpto) {
        if self.link.has_written(upto) && self.acknowledged.is_none_or(|it| it.n < upto.n) {
            self.acknowledged = Some(upto);
        }
    }

    fn take_pass(&mut self) -> Option<PassToken> {
        self.pass.take()
    }

    fn report(&self) -> LinkReport {
        LinkReport { acknowledged: self.acknowledged, ..self.link.report() }
    }

    fn looks_every(&self) -> Duration {
        self.keep_alive.map_or(LOOK, |it| it / 2)
    }

    fn keep_alive(&mut self) {
        let busy = std::mem::take(&mut self.busy);
        self.ping |= !busy && self.settings.keepalive && self.keep_alive.is_some();
    }

    fn rest(&mut self) {
        self.busy = false;
    }

    fn has_more(&self) -> bool {
        self.ping || !self.out.is_empty()
    }

    async fn flush(&mut self) -> io::Result<()> {
        let (out, ping) = (std::mem::take(&mut self.out), std::mem::take(&mut self.ping));
        if !out.is_empty() {
            self.busy = true;
            let mut message = Vec::with_capacity(out.len() + 2);
            message.push(b'[');
            message.extend_from_slice(&out);
            message.push(b']');
            let message = String::from_utf8(message).map_err(io::Error::other)?;
            self.socket.send(Message::Text(message.into())).await.map_err(io::Error::other)?;
        }
        if ping {
            self.busy = true;
            let ping = Message::Ping(Bytes::new());
            self.socket.send(ping).await.map_err(io::Error::other)?;
        }
        Ok(())
    }

    async fn shut_down(&mut self) -> io::Result<()> {
        self.flush().await?;
        self.socket.close().await.map_err(io::Error::other)
    }

    async fn until_end(&mut self) {
        let end = async {
            while let Some(Ok(_)) = self.socket.next().await {
                self.link.note_heard();
            }
        };
        if tokio::time::timeout(END_WITHIN, end).await.is_err() {
            tracing::debug!("somebody does not end the connection");
        }
    }
}
