//! Properties over random input.

use std::collections::VecDeque;

use proptest::prelude::*;

use super::{
    super::options::{Q, Signal},
    *,
};

const OPTIONS: [u8; 13] =
    [ECHO, SGA, TM, TTYPE, EOR, NAWS, NEW_ENVIRON, CHARSET, MSSP, MCCP2, GMCP, ATCP, IAC];

/// Subnegotiations with valid content.
const SPEECHES: [(u8, &[u8]); 12] = [
    (NAWS, &[0, 80, 0, 24]),
    (CHARSET, b"\x02UTF-8"),
    (CHARSET, b"\x03"),
    (CHARSET, b"\x01;UTF-8;BIG5"),
    (NEW_ENVIRON, b"\x00\x00MTTS\x01137\x03CLIENT_NAME\x01A\x02\x00"),
    (NEW_ENVIRON, b"\x02\x00IPADDRESS\x01192.0.2.7\x00VT100\x011"),
    (GMCP, b"Core.Hello {\"client\":\"x\",\"version\":1}"),
    (GMCP, b"Core.Supports.Set [\"Char 1\",\"Comm.Channel 1\"]"),
    (GMCP, b"Core.Supports.Remove [\"Comm.Channel\"]"),
    (GMCP, b"Core.Ping 12"),
    (GMCP, b"Char.Items.Contents 5"),
    (GMCP, b"Char.Login.Credentials {\"account\":\"a:b\",\"password\":\"c\"}"),
];

/// Bytes in which telnet is much more likely than by pure chance.
fn telnet_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 1..8),
        4 => prop::sample::select(b"\r\n\0\x08\x7f\tax\xc3\xa9".to_vec()).prop_map(|byte| vec![byte]),
        4 => (236..=255_u8).prop_map(|command| vec![IAC, command]),
        4 => (
            prop::sample::select(vec![WILL, WONT, DO, DONT]),
            prop::sample::select(OPTIONS.to_vec()),
        )
            .prop_map(|(verb, option)| vec![IAC, verb, option]),
        2 => prop::collection::vec(any::<u8>(), 0..40)
            .prop_map(|data| [&[IAC, SB, NAWS][..], &data, &[IAC, SE]].concat()),
        2 => "[A-Z]{1,5}|MTTS [0-9]{1,4}".prop_map(|text| ttype_is(&text)),
        2 => (
            prop::sample::select(OPTIONS.to_vec()),
            prop::collection::vec(prop_oneof![0..7_u8, any::<u8>()], 0..30),
        )
            .prop_map(|(option, data)| [&[IAC, SB, option], &data[..], &[IAC, SE]].concat()),
        2 => prop::sample::select(SPEECHES.to_vec())
            .prop_map(|(option, data)| [&[IAC, SB, option], data, &[IAC, SE]].concat()),
        1 => Just(b"GET / HTTP/1.1\r\n".to_vec()),
        1 => Just(vec![0x16, 0x03]),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

const SMALL: TelnetLimits = TelnetLimits { line_bytes: 100, subnegotiation_bytes: 60 };

/// Policy that allows everything.
const OPEN: OptionPolicy = OptionPolicy {
    charset: Stance::Offer,
    environ: Stance::Offer,
    mssp: Stance::Offer,
    gmcp: Stance::Offer,
    compression: Stance::Offer,
    login: true,
    trusted_proxy: true,
};

fn open_peer() -> Peer {
    let telnet = Telnet::with_policy(SMALL, OPEN);
    Peer { telnet, out: Vec::new(), events: Vec::new() }
}

/// A sequence that is as good as chance and the same in every run (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap()
    }

    /// A stream in which every protocol has its say, in any order.
    fn stream(&mut self) -> Vec<u8> {
        let mut stream = Vec::new();
        for _ in 0..self.below(40) {
            match self.below(6) {
                0 => stream.extend(b"look\r\n\0a\xff\xff\x08\xc3\xa9\r\0"),
                1 => stream.extend([IAC, 236 + self.byte() % 20]),
                2 | 3 => {
                    let verb = [WILL, WONT, DO, DONT][self.below(4)];
                    stream.extend([IAC, verb, OPTIONS[self.below(OPTIONS.len())]]);
                }
                4 => {
                    let (option, data) = SPEECHES[self.below(SPEECHES.len())];
                    stream.extend(sub(option, data));
                }
                _ => stream.extend(ttype_is(["MUDLET", "XTERM", "MTTS 2989"][self.below(3)])),
            }
        }
        stream
    }

    /// Replaces, drops, doubles and adds a few bytes.
    fn mutate(&mut self, stream: &mut Vec<u8>) {
        for _ in 0..self.below(8) {
            let at = self.below(stream.len() + 1);
            match self.below(4) {
                0 if at < stream.len() => stream[at] = self.byte(),
                1 if at < stream.len() => {
                    stream.remove(at);
                }
                2 if at < stream.len() => stream.insert(at, stream[at]),
                _ => stream.insert(at, [IAC, SB, SE, self.byte()][self.below(4)]),
            }
        }
    }
}

#[test]
fn ten_thousand_cuts_and_mutations_give_the_same_events() {
    let mut chance = Chance(1);
    let mut seen = 0;
    for case in 0..10_000 {
        let mut stream = chance.stream();
        chance.mutate(&mut stream);
        let mut whole = open_peer();
        whole.telnet.offer(&mut whole.out);
        let expected = whole.send(&stream);
        let mut peer = open_peer();
        peer.telnet.offer(&mut peer.out);
        let mut rest = stream.as_slice();
        while !rest.is_empty() {
            let (piece, tail) = rest.split_at(1 + chance.below(rest.len().min(30)));
            peer.telnet.receive(piece, &mut peer.out, &mut peer.events);
            let held = peer.telnet.held_bytes();
            assert!(held <= SMALL.line_bytes + SMALL.subnegotiation_bytes, "case {case}");
            rest = tail;
        }
        assert!(expected.0.len() <= stream.len() + 1, "case {case}");
        seen += expected.0.len();
        assert_eq!((peer.events, peer.out), expected, "case {case}: {stream:?}");
    }
    assert!(seen > 50_000, "only {seen} events: the streams say too little");
}

proptest! {
    #[test]
    fn how_input_is_cut_changes_nothing(
        input in telnet_like(),
        cuts in prop::collection::vec(1..12_usize, 1..20),
        hidden in any::<bool>(),
    ) {
        let play = |pieces: Vec<&[u8]>| {
            let mut peer = open_peer();
            peer.telnet.offer(&mut peer.out);
            if hidden {
                peer.telnet.hide_input(&mut peer.out);
            }
            for piece in pieces {
                peer.telnet.receive(piece, &mut peer.out, &mut peer.events);
            }
            let wants = peer.telnet.wants(super::super::gmcp::Module::CommChannel);
            let held = peer.telnet.held_bytes();
            assert!(held <= SMALL.line_bytes + SMALL.subnegotiation_bytes);
            (peer.events, peer.out, peer.telnet.prompt_mark(), peer.telnet.spoke_telnet(), wants)
        };
        let mut pieces = Vec::new();
        let mut rest = input.as_slice();
        for cut in cuts.into_iter().cycle().take(input.len()) {
            let (piece, tail) = rest.split_at(cut.min(rest.len()));
            pieces.push(piece);
            rest = tail;
        }
        prop_assert!(rest.is_empty());
        prop_assert_eq!(play(vec![&input]), play(pieces));
    }
}

proptest! {
    #[test]
    fn any_bytes_stay_within_the_limits(
        input in prop_oneof![telnet_like(), prop::collection::vec(any::<u8>(), 0..600)],
    ) {
        let mut peer = open_peer();
        peer.telnet.offer(&mut peer.out);
        peer.out.clear();
        for byte in &input {
            let (events, replies) = peer.send(&[*byte]);
            prop_assert!(peer.telnet.held_bytes() <= SMALL.line_bytes + SMALL.subnegotiation_bytes);
            // A list of variables comes as one event for each; three bytes are the shortest.
            prop_assert!(events.len() <= SMALL.subnegotiation_bytes / 3);
            // At worst the agreement to GMCP, the welcome to a login and a late WILL ECHO.
            prop_assert!(replies.len() <= 70, "{:?}", replies);
            for event in events {
                if let TelnetEvent::Line(line) = event {
                    prop_assert!(line.len() <= SMALL.line_bytes);
                    prop_assert!(!line.iter().any(|byte| matches!(byte, 0..=8 | 10..=31 | 127)));
                } else if let TelnetEvent::WindowSize { columns, rows } = event {
                    prop_assert!(columns.is_none_or(|count| (20..=500).contains(&count)));
                    prop_assert!(rows.is_none_or(|count| (5..=500).contains(&count)));
                }
            }
        }
    }

    #[test]
    fn a_line_comes_through_whatever_it_says(
        text in "[^\\x00-\\x1f\\x7f]{0,40}",
        end in prop::sample::select(vec!["\r\n", "\r\0", "\n", "\r"]),
    ) {
        let mut wire = Vec::new();
        encode_text(&text, &mut wire);
        wire.extend(end.as_bytes());
        // The first line alone may be a web request, so an empty one goes before it.
        wire.splice(0..0, *b"\n");
        prop_assert_eq!(heard(&wire), [line(""), line(&text)]);
    }

    #[test]
    fn two_machines_always_come_to_rest(
        wishes in prop::collection::vec((any::<bool>(), any::<bool>(), 0..4_usize), 0..30),
    ) {
        // Two Q tables wish on and off at random while messages are still on their way.
        let mut sides = [Q::No, Q::No];
        let mut wires: [VecDeque<Signal>; 2] = Default::default();
        let deliver = |sides: &mut [Q; 2], wires: &mut [VecDeque<Signal>; 2]| {
            for to in [0, 1] {
                if let Some(signal) = wires[to].pop_front() {
                    let (next, reply) = sides[to].hear(signal, true);
                    sides[to] = next;
                    wires[1 - to].extend(reply);
                }
            }
        };
        for (who, on, deliveries) in wishes {
            let (who, signal) = (usize::from(who), if on { Signal::On } else { Signal::Off });
            let (next, message) = sides[who].want(signal);
            sides[who] = next;
            wires[1 - who].extend(message);
            for _ in 0..deliveries {
                deliver(&mut sides, &mut wires);
            }
        }
        for _ in 0..200 {
            deliver(&mut sides, &mut wires);
        }
        prop_assert!(wires.iter().all(VecDeque::is_empty), "still talking");
        prop_assert!(matches!(sides, [Q::Yes, Q::Yes] | [Q::No, Q::No]), "{:?}", sides);
    }
}
