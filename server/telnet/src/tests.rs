//! The tests of the telnet machine: what they share, and a module for each subject.

mod conformance;
mod facts;
mod framing;
mod gmcp;
mod negotiation;
mod output;
mod random;
mod terminal;

use super::{
    options::{
        CHARSET, ECHO, EOR, GMCP, MCCP2, MSSP, NAWS, NEW_ENVIRON, SGA, TIMING_MARK as TM, TTYPE,
    },
    parser::code::{AO, AYT, BRK, DO, DONT, EC, EL, GA, IAC, IP, NOP, SB, SE, WILL, WONT},
    *,
};

/// No bytes at all.
const NOTHING: [u8; 0] = [];

/// The option numbers of LINEMODE and ATCP, neither of which we support.
const LINEMODE: u8 = 34;
const ATCP: u8 = 200;
const DM: u8 = 242;

/// A connection and all it has said so far.
struct Peer {
    telnet: Telnet,
    out: Vec<u8>,
    events: Vec<TelnetEvent>,
}

impl Peer {
    fn new() -> Self {
        Self::with(TelnetLimits::default())
    }

    fn with(limits: TelnetLimits) -> Self {
        Self { telnet: Telnet::new(limits), out: Vec::new(), events: Vec::new() }
    }

    fn under(policy: OptionPolicy) -> Self {
        let telnet = Telnet::with_policy(TelnetLimits::default(), policy);
        Self { telnet, out: Vec::new(), events: Vec::new() }
    }

    /// A connection to which our offers have gone out.
    fn offered() -> Self {
        let mut peer = Self::new();
        peer.telnet.offer(&mut peer.out);
        peer.out.clear();
        peer
    }

    /// Sends `input` and gives the events and the replies it caused.
    fn send(&mut self, input: &[u8]) -> (Vec<TelnetEvent>, Vec<u8>) {
        self.telnet.receive(input, &mut self.out, &mut self.events);
        (std::mem::take(&mut self.events), std::mem::take(&mut self.out))
    }

    fn events(&mut self, input: &[u8]) -> Vec<TelnetEvent> {
        self.send(input).0
    }

    fn replies(&mut self, input: &[u8]) -> Vec<u8> {
        self.send(input).1
    }

    fn hide(&mut self) -> Vec<u8> {
        self.telnet.hide_input(&mut self.out);
        std::mem::take(&mut self.out)
    }

    fn show(&mut self) -> Vec<u8> {
        self.telnet.show_input(&mut self.out);
        std::mem::take(&mut self.out)
    }
}

/// Returns the events of a fresh connection for `input`.
fn heard(input: &[u8]) -> Vec<TelnetEvent> {
    Peer::new().events(input)
}

fn line(text: &str) -> TelnetEvent {
    TelnetEvent::Line(text.as_bytes().to_vec())
}

fn window(columns: u16, rows: u16) -> TelnetEvent {
    TelnetEvent::WindowSize { columns: Some(columns), rows: Some(rows) }
}

/// A whole subnegotiation, for data without 255.
fn sub(option: u8, data: &[u8]) -> Vec<u8> {
    [&[IAC, SB, option], data, &[IAC, SE]].concat()
}

fn ttype_is(text: &str) -> Vec<u8> {
    sub(TTYPE, &[&[0], text.as_bytes()].concat())
}

const TTYPE_SEND: [u8; 6] = [IAC, SB, TTYPE, 1, IAC, SE];

/// Somewhat over 200 bytes that touch every state of the machine.
fn script() -> Vec<u8> {
    [
        &b"connect mira\r\n"[..],
        &[IAC, WILL, NAWS, IAC, SB, NAWS, 0, IAC, IAC, 0, 24, IAC, SE],
        &[IAC, WILL, TTYPE],
        &ttype_is("MUDLET"),
        &ttype_is("ANSI-TRUECOLOR"),
        &ttype_is("MTTS 2349"),
        &ttype_is("MTTS 2349"),
        b"say na\xc3\xafve caf\xc3\xa9\r\0look\n\r\0\0",
        &[IAC, AYT],
        b"look\rnorth\r",
        &[IAC, NOP, IAC, IP, IAC, DM, IAC, DO, TM],
        b"a",
        &[IAC, IAC],
        b"b\xff\xfe\xc9\xff\xfd\xc9typo\x08\x7f\x08\xe2\x82\xac\x08ld\tx\x1b[A\n",
        &[IAC, SB, GMCP, b'{', IAC, IAC, b'}', IAC, SE],
        &[IAC, SB, NAWS, 0, 80, 0, 24, IAC, WILL, LINEMODE],
        b"bad \xf0\x9f utf\r\n",
        &[IAC, DO, EOR, IAC, DO, SGA, IAC, EC, IAC, EL, IAC, BRK, IAC, AO],
        b"quit\n",
    ]
    .concat()
}
