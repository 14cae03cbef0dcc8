//! Telnet without sockets: bytes from a peer become [`TelnetEvent`]s, and messages to it become
//! bytes.
//!
//! | module         | what it knows                                                       |
//! |----------------|---------------------------------------------------------------------|
//! | `parser`       | framing and line ends; where one command stops and the next starts  |
//! | `options`      | who may switch what on, and how to agree without looping (RFC 1143) |
//! | `policy`       | what one connection may negotiate                                   |
//! | `negotiation`  | what both sides have said so far, and what follows from it          |
//! | `naws`         | the size of the peer's window (RFC 1073)                            |
//! | `ttype`        | the name and abilities of the peer's client (RFC 1091, MTTS)        |
//! | `environ`      | variables about the peer's client (RFC 1572, MNES)                  |
//! | `charset`      | the character set of the text (RFC 2066)                            |
//! | `mssp`         | what listing sites are told                                         |
//! | `gmcp`         | structured data beside the text                                     |
//! | `compress`     | the compressed stream after the start of MCCP2                      |
//! | `links`        | clickable commands inside the text (OSC 8, MSLP)                    |
//! | `encode`       | text and subnegotiations in the form that the wire wants            |
//! | `frames`       | frames of a WebSocket in place of commands                          |
//!
//! A new option is one line in `options::SUPPORTED` and, when it carries data of its own, a module
//! that reads the data and an arm in `Negotiation::subnegotiated`.
//!
//! Nothing here waits, reads a clock or touches a socket, so every rule can be tested byte by byte.
//! The cutting of the input into reads never changes the events or the replies. Everything that a
//! peer
//! says about itself is a claim: it may choose what is shown and how, never who may do what.

mod charset;
pub mod compress;
mod encode;
mod environ;
pub mod frames;
pub mod gmcp;
pub mod links;
pub mod mssp;
mod naws;
mod negotiation;
mod options;
mod parser;
mod policy;
mod ttype;

#[cfg(test)]
mod tests;

use std::net::IpAddr;

use negotiation::Negotiation;
use options::{Side, Signal};
use parser::{Parser, code};

pub use charset::Charset;
pub use encode::{encode_bytes, encode_text};
pub use environ::{Ability, ClientFact};
pub use policy::{OptionPolicy, Stance};
pub use ttype::{Mtts, TerminalFacts};

/// Reply to AYT ("are you there?"), to be sent through [`encode_text`].
pub const AYT_REPLY: &str = "[Yes, Hearsay is here.]\n";

/// Limits of the memory that one connection may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TelnetLimits {
    /// The longest line, in bytes without its end. A longer one is reported and thrown away.
    pub line_bytes: usize,
    /// The longest subnegotiation, in bytes with its option byte. A longer one is ignored whole.
    pub subnegotiation_bytes: usize,
}

impl Default for TelnetLimits {
    fn default() -> Self {
        Self { line_bytes: 4096, subnegotiation_bytes: 2048 }
    }
}

/// Event from the peer, with the wire format removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TelnetEvent {
    /// A whole line without its end. Backspaces are applied and control bytes other than TAB are
    /// gone. The bytes are usually UTF-8, but nothing has checked that.
    Line(Vec<u8>),
    /// Line longer than [`TelnetLimits::line_bytes`]. Reported once; the line is dropped up to its
    /// end.
    LineTooLong,
    /// The size of the peer's window in character cells, within sane bounds; `None` is unknown.
    WindowSize {
        /// Columns, 20 to 500.
        columns: Option<u16>,
        /// Rows, 5 to 500.
        rows: Option<u16>,
    },
    /// Facts about the peer's terminal, from TTYPE. Comes again, at most four times in all, when
    /// more is known; the newest replaces the older ones.
    Terminal(TerminalFacts),
    /// Request for a sign of life (AYT): answer with [`AYT_REPLY`].
    AreYouThere,
    /// Request to stop output (IP, BRK or AO): discard pending output.
    Interrupt,
    /// A NOP, or a NUL on an otherwise empty line: the peer only keeps the connection open.
    KeepAlive,
    /// Fact about the peer's client, from NEW-ENVIRON; comes again when it changes.
    Environ(ClientFact),
    /// Address of the player behind a proxy, as the peer claims. Only ever reported of a peer that
    /// the policy calls a [`trusted proxy`](OptionPolicy::trusted_proxy); it is not verified.
    ClaimedAddress(IpAddr),
    /// Character set of the peer's client, as far as CHARSET told.
    Charset(Charset),
    /// Request for the MSSP listing: answer with [`mssp::Listing::subnegotiation`].
    MsspRequested,
    /// GMCP is now on, so messages reach the peer; see [`Telnet::wants`].
    GmcpOn,
    /// The peer switched GMCP off.
    GmcpOff,
    /// GMCP request of the peer's client.
    Gmcp(gmcp::GmcpRequest),
    /// The peer agreed to compression. Send what is pending together with the start of the stream
    /// ([`compress::Compressor::start`]) in one write; all that follows is compressed.
    StartCompression,
    /// End of compression: send what is pending, then finish the stream.
    StopCompression,
    /// The first line is a web request. Nothing is read after it; say so and hang up.
    Http,
    /// The first bytes open a TLS handshake. Nothing is read after them; hang up.
    TlsHello,
}

/// The mark that tells the client where a prompt ends. Exactly one follows each prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptMark {
    /// IAC EOR, because the peer agreed to it.
    EndOfRecord,
    /// IAC GA, because the peer speaks telnet and has not agreed to do without.
    GoAhead,
    /// No mark.
    None,
}

impl PromptMark {
    /// Returns the bytes to send after the prompt, as they are.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::EndOfRecord => &[code::IAC, code::EOR],
            Self::GoAhead => &[code::IAC, code::GA],
            Self::None => &[],
        }
    }
}

/// Telnet state of one connection. Holds no heap memory while nothing is half received and the
/// client has no answer to give.
///
/// It has no `Debug`, because a half-received line may be a password.
pub struct Telnet {
    parser: Parser,
    negotiation: Negotiation,
}

impl Telnet {
    /// Creates the state of a connection with these memory limits and the default policy.
    pub fn new(limits: TelnetLimits) -> Self {
        Self::with_policy(limits, OptionPolicy::default())
    }

    /// Creates the state of a connection with these memory limits and this policy.
    pub fn with_policy(limits: TelnetLimits, policy: OptionPolicy) -> Self {
        Self { parser: Parser::new(limits), negotiation: Negotiation::new(policy) }
    }

    /// Appends our opening offers to `out`. Send them in one write ahead of the banner: a telnet
    /// client eats them, and anything else shows them once, in one place.
    pub fn offer(&mut self, out: &mut Vec<u8>) {
        self.negotiation.offer(out);
    }

    /// Reads `input`, appends what the peer did to `events` and our replies to `out`.
    ///
    /// The events are at most one per byte of input, plus one. A plain listener for clients without
    /// telnet is the same without a call of [`Self::offer`].
    pub fn receive(&mut self, input: &[u8], out: &mut Vec<u8>, events: &mut Vec<TelnetEvent>) {
        let Self { parser, negotiation } = self;
        parser.feed(input, &mut |raw| negotiation.hear(raw, out, events));
    }

    /// Asks the peer's client not to show what is typed (WILL ECHO), for a password. A second call
    /// changes nothing. A peer that speaks no telnet is spared the bytes.
    pub fn hide_input(&mut self, out: &mut Vec<u8>) {
        self.negotiation.hidden = true;
        if !self.negotiation.is_plain() {
            self.negotiation.options.want(Side::Us, options::ECHO, Signal::On, out);
        }
    }

    /// Returns whether the peer's client is asked to hide typed input.
    #[must_use]
    pub fn hides_input(&self) -> bool {
        self.negotiation.hidden
    }

    /// Lets the peer's client show typed input again (WONT ECHO). Harmless when it already does.
    /// While the peer still owes an answer to WILL ECHO, the WONT follows that answer.
    pub fn show_input(&mut self, out: &mut Vec<u8>) {
        self.negotiation.hidden = false;
        self.negotiation.options.want(Side::Us, options::ECHO, Signal::Off, out);
    }

    /// Returns the mark to put after a prompt now.
    ///
    /// While the peer still owes its answer about EOR or SGA there is none: once a client has seen
    /// a mark it may hold back every later prompt without one, so the first must not come too
    /// early.
    pub fn prompt_mark(&self) -> PromptMark {
        let Negotiation { options, spoke, .. } = &self.negotiation;
        if options.is_on(Side::Us, options::EOR) {
            PromptMark::EndOfRecord
        } else if *spoke
            && [options::EOR, options::SGA].iter().all(|it| options.is_off(Side::Us, *it))
        {
            PromptMark::GoAhead
        } else {
            PromptMark::None
        }
    }

    /// Asks the peer to let us compress (WILL MCCP2) or to stop. Once the peer agrees there is an
    /// [`TelnetEvent::StartCompression`]. To stop, the caller sends these bytes and then finishes
    /// its own stream, if it began one. Where the policy refuses compression nothing happens.
    pub fn want_compression(&mut self, on: bool, out: &mut Vec<u8>) {
        let signal = if on { Signal::On } else { Signal::Off };
        self.negotiation.options.want(Side::Us, options::MCCP2, signal, out);
    }

    /// Appends a NOP, which keeps the connection open through routers that forget silent ones, if
    /// the peer speaks telnet; others would show it.
    pub fn keep_alive(&self, out: &mut Vec<u8>) {
        if self.negotiation.spoke {
            out.extend([code::IAC, code::NOP]);
        }
    }

    /// Returns whether the peer is to be sent the messages of `module`: GMCP is on, the client
    /// wants them, and the policy allows them.
    pub fn wants(&self, module: gmcp::Module) -> bool {
        self.negotiation.wants(module)
    }

    /// Appends `message` to `out` if the peer [`wants`](Self::wants) it. Returns true if it does.
    pub fn send_gmcp(&self, message: &gmcp::GmcpMessage<'_>, out: &mut Vec<u8>) -> bool {
        let wanted = self.wants(message.module());
        if wanted {
            out.extend(message.encode());
        }
        wanted
    }

    /// Appends a message that is encoded once and sent to many; otherwise like [`Self::send_gmcp`].
    pub fn send_encoded(&self, message: &gmcp::EncodedMessage, out: &mut Vec<u8>) -> bool {
        let wanted = self.wants(message.module());
        if wanted {
            out.extend_from_slice(message.bytes());
        }
        wanted
    }

    /// Returns whether the peer has sent at least one telnet command. A doubled 255 is text, not a
    /// command.
    pub fn spoke_telnet(&self) -> bool {
        self.negotiation.spoke
    }

    /// Returns whether the peer agreed to report its terminal and still owes an answer.
    pub fn awaits_terminal(&self) -> bool {
        self.negotiation.terminal.is_asking()
    }

    /// Returns the heap bytes held for incomplete input; at most the sum of the limits.
    pub fn held_bytes(&self) -> usize {
        self.parser.held_bytes()
    }

    /// Returns the number of subnegotiations discarded for passing
    /// [`TelnetLimits::subnegotiation_bytes`].
    pub fn oversized_subnegotiations(&self) -> u32 {
        self.parser.oversized()
    }
}
