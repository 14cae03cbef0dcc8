//! Capabilities of a connection's terminal, as the client claims.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use telnet::{Ability, Charset, ClientFact, Mtts, TelnetEvent, TerminalFacts, gmcp, links::Links};
use world::beings::settings::Settings;

use crate::render::{Colours, Medium, TerminalClass};

/// Capabilities of a terminal. The client's claims affect only the look of the game.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terminal {
    /// Colours it shows.
    pub colours: Colours,
    /// Width in columns.
    pub width: Option<u16>,
    /// True if the client reports a screen reader.
    pub reader: bool,
    /// Character set (encoding) in which text is sent to it.
    pub charset: Charset,
    /// Kind of command links that the client supports.
    pub links: Links,
    /// GMCP modules that the client supports; `None` if it does not speak GMCP.
    pub gmcp: Option<gmcp::Supports>,
    /// Medium on which text is shown.
    #[serde(default)]
    pub medium: Medium,
}

impl Default for Terminal {
    /// Returns safe defaults for a terminal that reports nothing.
    fn default() -> Self {
        Self {
            colours: Colours::Sixteen,
            width: None,
            reader: false,
            charset: Charset::Utf8,
            links: Links::None,
            gmcp: None,
            medium: Medium::Terminal,
        }
    }
}

impl Terminal {
    /// Returns the capabilities of our page in a browser, which shows these panels.
    #[must_use]
    pub fn page(panels: &[gmcp::Module]) -> Self {
        let gmcp = Some(gmcp::Supports::of(panels));
        Self { medium: Medium::Page, gmcp, ..Self::default() }
    }

    /// Returns the class in which text is rendered for this terminal and these settings.
    #[must_use]
    pub fn look(self, settings: Settings) -> TerminalClass {
        TerminalClass {
            colours: if settings.colour { self.colours } else { Colours::None },
            width: if settings.width > 0 { Some(settings.width) } else { self.width },
            reader: settings.reader || self.reader,
            charset: if settings.utf8 { self.charset } else { Charset::Ascii },
            links: self.links,
            medium: self.medium,
        }
    }

    /// Applies an event of the client; returns whether that changed anything.
    pub fn apply(&mut self, event: &TelnetEvent) -> bool {
        let before = *self;
        match event {
            TelnetEvent::WindowSize { columns, .. } => self.width = *columns,
            TelnetEvent::Terminal(facts) => self.note_facts(facts),
            TelnetEvent::Environ(fact) => self.note_fact(fact),
            TelnetEvent::Charset(charset) => self.charset = *charset,
            TelnetEvent::GmcpOn => self.gmcp = Some(gmcp::Supports::default()),
            TelnetEvent::GmcpOff => self.gmcp = None,
            TelnetEvent::Gmcp(gmcp::GmcpRequest::Supports(supports)) => self.gmcp = Some(*supports),
            TelnetEvent::Line(_)
            | TelnetEvent::LineTooLong
            | TelnetEvent::AreYouThere
            | TelnetEvent::Interrupt
            | TelnetEvent::KeepAlive
            | TelnetEvent::ClaimedAddress(_)
            | TelnetEvent::MsspRequested
            | TelnetEvent::Gmcp(_)
            | TelnetEvent::StartCompression
            | TelnetEvent::StopCompression
            | TelnetEvent::Http
            | TelnetEvent::TlsHello => {}
        }
        *self != before
    }

    fn note_facts(&mut self, facts: &TerminalFacts) {
        match (facts.mtts, &facts.terminal, &facts.client) {
            (Some(mtts), ..) => self.note_mtts(mtts),
            (None, Some(name), _) | (None, None, Some(name)) => self.note_name(name),
            (None, None, None) => {}
        }
    }

    /// Notes the capabilities that the name of a terminal type implies, by the habits of terminfo
    /// and of MUD clients.
    fn note_name(&mut self, name: &str) {
        let name = name.to_ascii_lowercase();
        if name.contains("truecolor") || name.ends_with("-direct") {
            self.colours = Colours::True;
        } else if name.contains("256color") {
            self.colours = Colours::TwoFiftySix;
        } else if name == "dumb" {
            self.colours = Colours::None;
        }
    }

    fn note_fact(&mut self, fact: &ClientFact) {
        match fact {
            ClientFact::Mtts(mtts) => self.note_mtts(*mtts),
            ClientFact::Charset(charset) => self.charset = *charset,
            ClientFact::Terminal(name) => self.note_name(name),
            ClientFact::Has(Ability::ScreenReader, has) => self.reader = *has,
            ClientFact::Has(Ability::Truecolour, true) => self.colours = Colours::True,
            ClientFact::Has(Ability::Colours256, true) => {
                self.colours = self.colours.max(Colours::TwoFiftySix);
            }
            ClientFact::Has(Ability::Ansi, false) => self.colours = Colours::None,
            ClientFact::Has(ability @ Ability::CommandLinks, has) => {
                self.links = self.links.with(*ability, *has);
            }
            ClientFact::Has(..)
            | ClientFact::Client(_)
            | ClientFact::Version(_)
            | ClientFact::WordWrap(_) => {}
        }
    }

    fn note_mtts(&mut self, mtts: Mtts) {
        self.reader = mtts.screen_reader;
        self.colours = match mtts {
            Mtts { truecolour: true, .. } => Colours::True,
            Mtts { colours_256: true, .. } => Colours::TwoFiftySix,
            Mtts { ansi: true, .. } => Colours::Sixteen,
            _ => Colours::None,
        };
        self.charset = if mtts.utf8 { Charset::Utf8 } else { Charset::Ascii };
        if self.links == Links::None {
            self.links = Links::from_mtts(mtts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(events: &[TelnetEvent]) -> Terminal {
        let mut terminal = Terminal::default();
        for event in events {
            terminal.apply(event);
        }
        terminal
    }

    fn mtts(bits: u32) -> TelnetEvent {
        let facts = TerminalFacts {
            client: Some("TINTIN++".into()),
            terminal: Some("XTERM".into()),
            mtts: Some(Mtts::from_bits(bits)),
        };
        TelnetEvent::Terminal(facts)
    }

    fn named(name: &str) -> TelnetEvent {
        TelnetEvent::Terminal(TerminalFacts {
            client: Some(name.into()),
            ..TerminalFacts::default()
        })
    }

    #[test]
    fn colours_follow_what_the_client_says() {
        for (event, colours) in [
            (mtts(1 + 4), Colours::Sixteen),
            (mtts(1 + 4 + 8), Colours::TwoFiftySix),
            (mtts(1 + 4 + 8 + 256), Colours::True),
            (mtts(4), Colours::None),
            (named("xterm-256color"), Colours::TwoFiftySix),
            (named("ANSI-TRUECOLOR"), Colours::True),
            (named("DUMB"), Colours::None),
            (named("tinyfugue"), Colours::Sixteen),
            (TelnetEvent::Environ(ClientFact::Has(Ability::Ansi, false)), Colours::None),
        ] {
            assert_eq!(after(std::slice::from_ref(&event)).colours, colours, "{event:?}");
        }
    }

    #[test]
    fn characters_and_links_follow_what_the_client_says() {
        assert_eq!(after(&[mtts(1)]).charset, Charset::Ascii);
        assert_eq!(after(&[mtts(1), TelnetEvent::Charset(Charset::Utf8)]).charset, Charset::Utf8);
        assert_eq!(after(&[mtts(1 + 1_024)]).links, Links::Mslp);
        let osc8 = TelnetEvent::Environ(ClientFact::Has(Ability::CommandLinks, true));
        assert_eq!(after(&[osc8, mtts(1)]).links, Links::Osc8);
    }

    #[test]
    fn news_is_told_from_what_is_known() {
        let mut terminal = Terminal::default();
        let wide = TelnetEvent::WindowSize { columns: Some(100), rows: None };
        assert!(terminal.apply(&wide));
        assert!(!terminal.apply(&wide));
        assert!(terminal.apply(&TelnetEvent::GmcpOn));
        assert!(!terminal.apply(&TelnetEvent::KeepAlive));
    }
}
