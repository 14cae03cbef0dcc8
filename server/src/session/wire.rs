//! The socket and telnet on it: events in, text and prompts out.

#[cfg(test)]
mod tests;

use std::{io, time::Duration};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use world::{character::Settings, text::Text};

use crate::{
    bridge::Terminal,
    config,
    render::{Colours, render},
    telnet::{
        Ability, Event, Fact, Limits, Mtts, Policy, Stance, Telnet, TerminalFacts, encode_text,
    },
};

/// How long last words may take to leave.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// What is offered: only what the game makes use of.
const POLICY: Policy = Policy {
    charset: Stance::Offer,
    environ: Stance::Offer,
    mssp: Stance::Refuse,
    gmcp: Stance::Refuse,
    compression: Stance::Refuse,
    login: false,
    media: false,
    trusted_proxy: false,
};

/// A connection.
pub(super) struct Wire<S> {
    stream: S,
    telnet: Telnet,
    out: Vec<u8>,
    events: Vec<Event>,
    /// Events that were read but not used yet.
    kept: Vec<Event>,
    terminal: Terminal,
    at_prompt: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    pub(super) fn new(stream: S, limits: &config::Limits) -> Self {
        let limits = Limits { line_bytes: limits.line_bytes, ..Limits::default() };
        let telnet = Telnet::with_policy(limits, POLICY);
        let terminal = Terminal::default();
        Self {
            stream,
            telnet,
            out: Vec::new(),
            events: Vec::new(),
            kept: Vec::new(),
            terminal,
            at_prompt: false,
        }
    }

    /// What the terminal can show, as far as it said.
    pub(super) fn terminal(&self) -> Terminal {
        self.terminal
    }

    /// Offers what telnet can do; nothing waits for the answers.
    pub(super) fn offer(&mut self) {
        self.telnet.offer(&mut self.out);
    }

    /// Reads once and returns what came, or none at the end. Safe to drop
    /// while it waits.
    pub(super) async fn read(&mut self) -> io::Result<Option<Vec<Event>>> {
        if !self.kept.is_empty() {
            return Ok(Some(std::mem::take(&mut self.kept)));
        }
        let mut buffer = [0; 1_024];
        let n = self.stream.read(&mut buffer).await?;
        if n == 0 {
            return Ok(None);
        }
        let bytes = buffer.get(..n).unwrap_or_default();
        self.telnet.receive(bytes, &mut self.out, &mut self.events);
        let events = std::mem::take(&mut self.events);
        for event in &events {
            self.note(event);
        }
        Ok(Some(events))
    }

    /// Keeps events for whoever reads next.
    pub(super) fn keep(&mut self, events: impl Iterator<Item = Event>) {
        self.kept.extend(events);
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::WindowSize { columns, .. } => self.terminal.width = *columns,
            Event::Terminal(facts) => self.note_terminal(facts),
            Event::Line(_) | Event::LineTooLong => self.at_prompt = false,
            Event::AreYouThere => self.show(crate::telnet::AYT_REPLY),
            Event::Environ(fact) => self.note_fact(fact),
            Event::Interrupt
            | Event::KeepAlive
            | Event::Http
            | Event::TlsHello
            | Event::ClaimedAddress(_)
            | Event::Charset(_)
            | Event::MsspRequested
            | Event::GmcpOn
            | Event::Gmcp(_)
            | Event::StartCompression
            | Event::StopCompression => {}
        }
    }

    /// What the client's environment says; it is about the screen only.
    fn note_fact(&mut self, fact: &Fact) {
        match fact {
            Fact::Mtts(mtts) => self.note_mtts(*mtts),
            Fact::Has(Ability::ScreenReader, has) => self.terminal.reader = *has,
            Fact::Has(Ability::Truecolour, true) => self.terminal.colours = Colours::True,
            Fact::Has(Ability::Colours256, true) => {
                self.terminal.colours = self.terminal.colours.max(Colours::TwoFiftySix);
            }
            Fact::Has(..)
            | Fact::Client(_)
            | Fact::Version(_)
            | Fact::Terminal(_)
            | Fact::Charset(_)
            | Fact::WordWrap(_) => {}
        }
    }

    fn note_terminal(&mut self, facts: &TerminalFacts) {
        if let Some(mtts) = facts.mtts {
            self.note_mtts(mtts);
        }
    }

    fn note_mtts(&mut self, mtts: Mtts) {
        let Mtts { colours_256, truecolour, screen_reader, .. } = mtts;
        self.terminal.reader = screen_reader;
        self.terminal.colours = match (truecolour, colours_256) {
            (true, _) => Colours::True,
            (false, true) => Colours::TwoFiftySix,
            (false, false) => Colours::Sixteen,
        };
    }

    pub(super) fn hide_input(&mut self, hide: bool) {
        if hide {
            self.telnet.hide_input(&mut self.out);
        } else {
            self.telnet.show_input(&mut self.out);
        }
    }

    /// Adds text to what is sent next. What comes while a prompt shows begins
    /// on a line of its own.
    pub(super) fn show(&mut self, text: &str) {
        self.leave_prompt();
        let look = self.terminal.look(Settings::default());
        render(&Text::plain(text), look, &mut self.out);
    }

    /// Adds rendered lines to what is sent next.
    pub(super) fn show_lines(&mut self, lines: &[bytes::Bytes]) {
        self.leave_prompt();
        self.out.reserve(lines.iter().map(bytes::Bytes::len).sum::<usize>() + 8);
        for line in lines {
            self.out.extend_from_slice(line);
        }
    }

    fn leave_prompt(&mut self) {
        if self.at_prompt {
            self.out.extend_from_slice(b"\r\n");
            self.at_prompt = false;
        }
    }

    /// Adds a prompt, with its mark if the client wants one.
    pub(super) fn prompt(&mut self, text: &str) {
        encode_text(text, &mut self.out);
        self.out.extend_from_slice(self.telnet.prompt_mark().bytes());
        self.at_prompt = true;
    }

    /// Sends what was added, in one write, and gives the memory back.
    pub(super) async fn flush(&mut self) -> io::Result<()> {
        if !self.out.is_empty() {
            let out = std::mem::take(&mut self.out);
            self.stream.write_all(&out).await?;
            // TLS may keep the end of it back until then.
            self.stream.flush().await?;
        }
        Ok(())
    }

    /// Sends last words and ends the connection.
    pub(super) async fn last(mut self, words: &str) {
        self.hide_input(false);
        self.show(words);
        self.close().await;
    }

    /// Sends what was added and ends the connection.
    pub(super) async fn close(mut self) {
        let end = async {
            self.flush().await?;
            self.stream.shutdown().await
        };
        match tokio::time::timeout(LAST_WORDS, end).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => tracing::debug!("somebody left before the last words"),
        }
    }
}
