//! Feeds arbitrary bytes to the telnet machine, whole and in pieces: both must give the same events
//! and replies, and neither may panic, hold more than its limits or answer without bound.

#![no_main]

use libfuzzer_sys::fuzz_target;

use telnet::{
    OptionPolicy, Stance, Telnet, TelnetEvent, TelnetLimits,
    compress::Compressor,
    gmcp::{GmcpMessage, Module},
    links::Links,
};

const LIMITS: TelnetLimits = TelnetLimits { line_bytes: 128, subnegotiation_bytes: 256 };

/// At worst three bytes, the agreement to GMCP, bring the welcome to a login.
const MOST_REPLY_BYTES_PER_BYTE: usize = 70;

/// Builds the policy of options by the bits of the first byte of the input.
fn policy(bits: u8) -> OptionPolicy {
    let stance = match bits & 3 {
        0 => Stance::Refuse,
        1 => Stance::Accept,
        _ => Stance::Offer,
    };
    OptionPolicy {
        charset: stance,
        environ: stance,
        mssp: stance,
        gmcp: stance,
        compression: stance,
        login: bits & 4 != 0,
        trusted_proxy: bits & 16 != 0,
    }
}

struct Peer {
    telnet: Telnet,
    out: Vec<u8>,
    events: Vec<TelnetEvent>,
}

impl Peer {
    fn new(bits: u8) -> Self {
        let telnet = Telnet::with_policy(LIMITS, policy(bits));
        let mut peer = Self { telnet, out: Vec::new(), events: Vec::new() };
        if bits & 32 != 0 {
            peer.telnet.offer(&mut peer.out);
        }
        if bits & 64 != 0 {
            peer.telnet.hide_input(&mut peer.out);
        }
        peer
    }

    fn receive(&mut self, piece: &[u8]) {
        let before = self.out.len();
        self.telnet.receive(piece, &mut self.out, &mut self.events);
        assert!(self.out.len() - before <= MOST_REPLY_BYTES_PER_BYTE * piece.len());
        assert!(self.telnet.held_bytes() <= LIMITS.line_bytes + LIMITS.subnegotiation_bytes);
    }
}

/// Sends what was heard back out again, by every way there is.
fn answer(peer: &mut Peer) {
    let mut frame = Vec::new();
    for event in &peer.events {
        if let TelnetEvent::Line(line) = event {
            assert!(line.len() <= LIMITS.line_bytes);
            let text = String::from_utf8_lossy(line);
            let message = GmcpMessage::ChannelText { channel: &text, talker: &text, text: &text };
            let bytes = message.encode();
            let inside = &bytes[1..bytes.len() - 2];
            assert!(!inside.iter().any(|byte| *byte < b' ' || *byte == 255));
            peer.telnet.send_gmcp(&message, &mut frame);
            for links in [Links::Osc8, Links::Mslp] {
                if let Some((begin, end)) = links.around(&text) {
                    frame.extend(begin.bytes().chain(end.bytes()));
                }
            }
        }
    }
    assert!(peer.telnet.wants(Module::Core) || !peer.telnet.wants(Module::Char));
    let mut compressed = Vec::new();
    let mut compressor = Compressor::start(&mut compressed);
    assert_eq!(compressor.write(&frame, &mut compressed), Ok(()));
    assert_eq!(compressor.finish(&mut compressed), Ok(()));
}

fuzz_target!(|input: &[u8]| {
    let [bits, step, stream @ ..] = input else { return };
    let mut whole = Peer::new(*bits);
    whole.receive(stream);
    assert!(whole.events.len() <= stream.len() + 1);
    let mut pieces = Peer::new(*bits);
    for piece in stream.chunks(usize::from(*step).max(1)) {
        pieces.receive(piece);
    }
    assert_eq!(whole.events, pieces.events);
    assert_eq!(whole.out, pieces.out);
    assert_eq!(whole.telnet.prompt_mark(), pieces.telnet.prompt_mark());
    // Compression is costly, so it is not tried on every input.
    if *bits & 128 != 0 {
        answer(&mut whole);
    }
});
