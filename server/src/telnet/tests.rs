//! The conformance list of the telnet machine, and its properties over random input.

use std::collections::VecDeque;

use proptest::prelude::*;

use super::options::{ECHO, EOR, NAWS, Q, SGA, SUPPORTED, Signal, TIMING_MARK as TM, TTYPE};
use super::parser::code::{AO, AYT, BRK, DO, DONT, EC, EL, GA, IAC, IP, NOP, SB, SE, WILL, WONT};
use super::*;

/// No bytes at all.
const NOTHING: [u8; 0] = [];

/// The option numbers of CHARSET, GMCP and LINEMODE, none of which we support.
const CHARSET: u8 = 42;
const GMCP: u8 = 201;
const LINEMODE: u8 = 34;
const DM: u8 = 242;

/// A connection and all it has said so far.
struct Peer {
    telnet: Telnet,
    out: Vec<u8>,
    events: Vec<Event>,
}

impl Peer {
    fn new() -> Self {
        Self::with(Limits::default())
    }

    fn with(limits: Limits) -> Self {
        Self { telnet: Telnet::new(limits), out: Vec::new(), events: Vec::new() }
    }

    /// A connection to which our offers have gone out.
    fn offered() -> Self {
        let mut peer = Self::new();
        peer.telnet.offer(&mut peer.out);
        peer.out.clear();
        peer
    }

    /// Sends `input` and gives the events and the replies it caused.
    fn send(&mut self, input: &[u8]) -> (Vec<Event>, Vec<u8>) {
        self.telnet.receive(input, &mut self.out, &mut self.events);
        (std::mem::take(&mut self.events), std::mem::take(&mut self.out))
    }

    fn events(&mut self, input: &[u8]) -> Vec<Event> {
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

/// What a fresh connection hears in `input`.
fn heard(input: &[u8]) -> Vec<Event> {
    Peer::new().events(input)
}

fn line(text: &str) -> Event {
    Event::Line(text.as_bytes().to_vec())
}

fn window(columns: u16, rows: u16) -> Event {
    Event::WindowSize { columns: Some(columns), rows: Some(rows) }
}

fn ttype_is(text: &str) -> Vec<u8> {
    [&[IAC, SB, TTYPE, 0], text.as_bytes(), &[IAC, SE]].concat()
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

// Framing and lines.

#[test]
fn the_script_means_what_it_should() {
    let facts = |terminal: Option<&str>, mtts: Option<u32>| {
        Event::Terminal(TerminalFacts {
            client: Some("MUDLET".into()),
            terminal: terminal.map(Into::into),
            mtts: mtts.map(Mtts::from_bits),
        })
    };
    let (events, replies) = Peer::new().send(&script());
    let expected = vec![
        line("connect mira"),
        window(255, 24),
        facts(None, None),
        facts(Some("ANSI-TRUECOLOR"), None),
        facts(Some("ANSI-TRUECOLOR"), Some(2349)),
        line("say naïve café"),
        line("look"),
        line(""),
        Event::KeepAlive,
        Event::AreYouThere,
        line("look"),
        line("north"),
        Event::KeepAlive,
        Event::Interrupt,
        Event::Line(b"a\xffbtld\tx[A".to_vec()),
        window(80, 24),
        Event::Line(b"bad \xf0\x9f utf".to_vec()),
        Event::Interrupt,
        Event::Interrupt,
        line("quit"),
    ];
    assert_eq!(events, expected);
    let expected = [
        &[IAC, DO, NAWS, IAC, DO, TTYPE][..],
        &TTYPE_SEND.repeat(4),
        &[IAC, WILL, TM, IAC, WONT, GMCP, IAC, DONT, LINEMODE],
        &[IAC, WILL, EOR, IAC, WILL, SGA],
    ]
    .concat();
    assert_eq!(replies, expected);
}

#[test]
fn every_two_way_split_gives_the_same_events_and_replies() {
    let script = script();
    assert!(script.len() > 200, "only {} bytes", script.len());
    let whole = Peer::new().send(&script);
    for at in 0..=script.len() {
        let (head, tail) = script.split_at(at);
        let mut peer = Peer::new();
        let (mut events, mut replies) = peer.send(head);
        let (more_events, more_replies) = peer.send(tail);
        events.extend(more_events);
        replies.extend(more_replies);
        assert_eq!((events, replies), whole, "split at {at}");
        assert_eq!(peer.telnet.held_bytes(), 0, "split at {at}");
    }
}

#[test]
fn each_way_to_end_a_line_ends_exactly_one() {
    for end in ["\r\n", "\r\0", "\n", "\r"] {
        let input = format!("look{end}north{end}");
        assert_eq!(heard(input.as_bytes()), [line("look"), line("north")], "{end:?}");
    }
}

#[test]
fn an_empty_line_is_a_line() {
    for end in ["\r\n", "\r\0", "\n", "\r"] {
        assert_eq!(heard(end.repeat(2).as_bytes()), [line(""), line("")], "{end:?}");
    }
}

#[test]
fn a_line_feed_before_a_carriage_return_is_two_ends() {
    assert_eq!(heard(b"look\n\rnorth\n"), [line("look"), line(""), line("north")]);
}

#[test]
fn a_command_may_follow_a_carriage_return() {
    let events = heard(&[b'a', b'\r', IAC, AYT, b'b', b'\n']);
    assert_eq!(events, [line("a"), Event::AreYouThere, line("b")]);
}

#[test]
fn a_null_is_a_sign_of_life_only_on_an_empty_line() {
    assert_eq!(heard(b"\0"), [Event::KeepAlive]);
    assert_eq!(heard(b"lo\0ok\n"), [line("look")]);
}

#[test]
fn control_bytes_are_stripped_and_tab_is_kept() {
    let mut input: Vec<u8> = (1..32).filter(|byte| !b"\r\n\x08".contains(byte)).collect();
    input.extend(b"x\n");
    assert_eq!(heard(&input), [line("\tx")]);
}

#[test]
fn erasing_takes_whole_characters() {
    for erase in [&[8][..], &[127], &[IAC, EC]] {
        let cases: [(&[u8], &[u8]); 8] = [
            (b"ab", b"a"),
            ("aé".as_bytes(), b"a"),
            ("a€".as_bytes(), b"a"),
            ("a🦉".as_bytes(), b"a"),
            (b"a\xf0\x9f", b"a\xf0"),
            (b"\xa9\xa9", b"\xa9"),
            (b"a", b""),
            (b"", b""),
        ];
        for (before, after) in cases {
            let events = heard(&[before, erase, b"\n"].concat());
            assert_eq!(events, [Event::Line(after.to_vec())], "{before:?} {erase:?}");
        }
    }
}

#[test]
fn erase_line_empties_the_line() {
    let events = heard(&[b'a', b'b', IAC, EL, b'c', b'\n']);
    assert_eq!(events, [line("c")]);
}

#[test]
fn a_character_cut_by_a_read_is_whole_in_its_line() {
    let mut peer = Peer::new();
    for byte in "é🦉".bytes() {
        assert_eq!(peer.events(&[byte]), []);
    }
    assert_eq!(peer.events(b"\n"), [line("é🦉")]);
}

#[test]
fn invalid_utf8_reaches_the_line_as_it_came() {
    assert_eq!(heard(b"\xc3(\xfe\n"), [Event::Line(b"\xc3(\xfe".to_vec())]);
}

#[test]
fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
    let limits = Limits { line_bytes: 5, subnegotiation_bytes: 5 };
    assert_eq!(Peer::with(limits).events(b"12345\n"), [line("12345")]);
    assert_eq!(
        Peer::with(limits).events(b"123456\x08\0 789\r\n\0ok\n"),
        [Event::LineTooLong, Event::KeepAlive, line("ok")],
    );
    assert_eq!(Peer::with(limits).events(b"1234\xff\xff6\nok\n"), [Event::LineTooLong, line("ok")]);
}

#[test]
fn a_megabyte_without_a_line_end_is_one_event_and_no_memory() {
    let mut peer = Peer::new();
    let mut events = Vec::new();
    for _ in 0..1024 {
        events.extend(peer.events(&[b'x'; 1024]));
        assert!(peer.telnet.held_bytes() <= Limits::default().line_bytes);
    }
    assert_eq!(events, [Event::LineTooLong]);
    assert_eq!(peer.telnet.held_bytes(), 0);
    assert_eq!(peer.events(b"\nlook\n"), [line("look")]);
}

// Commands.

#[test]
fn two_byte_commands_take_no_option_byte() {
    for (command, event) in [
        (AYT, Some(Event::AreYouThere)),
        (IP, Some(Event::Interrupt)),
        (BRK, Some(Event::Interrupt)),
        (AO, Some(Event::Interrupt)),
        (NOP, Some(Event::KeepAlive)),
        (GA, None),
        (code::EOR, None),
        (DM, None),
        (SE, None),
        (236, None),
    ] {
        let (events, replies) = Peer::new().send(&[IAC, command, b'l', b'\n']);
        assert_eq!(events, event.into_iter().chain([line("l")]).collect::<Vec<_>>(), "{command}");
        assert_eq!(replies, NOTHING, "{command}");
    }
}

#[test]
fn are_you_there_before_text_eats_none_of_it() {
    assert_eq!(heard(b"\xff\xf6look\n"), [Event::AreYouThere, line("look")]);
}

#[test]
fn a_doubled_255_in_text_is_one_byte_and_not_telnet() {
    let mut peer = Peer::new();
    assert_eq!(peer.events(b"a\xff\xffb\n"), [Event::Line(b"a\xffb".to_vec())]);
    assert!(!peer.telnet.spoke_telnet());
}

#[test]
fn a_stray_255_before_text_leaves_the_text() {
    let mut peer = Peer::new();
    assert_eq!(peer.events(b"a\xffb\xff\n"), [line("ab")]);
    assert!(!peer.telnet.spoke_telnet());
}

#[test]
fn an_iac_at_the_end_of_a_read_is_neither_lost_nor_text() {
    let mut peer = Peer::new();
    assert_eq!(peer.events(&[b'h', b'a', b'l', b'f', IAC]), []);
    assert_eq!(peer.replies(&[WILL, NAWS]), [IAC, DO, NAWS]);
    assert_eq!(peer.events(&[IAC]), []);
    assert_eq!(peer.events(&[SB, NAWS, 0, 80, 0, 24, IAC]), []);
    assert_eq!(peer.events(&[SE]), [window(80, 24)]);
    assert_eq!(peer.events(b" rest\n"), [line("half rest")]);
}

#[test]
fn a_timing_mark_is_answered_once_per_ask() {
    let mut peer = Peer::new();
    assert_eq!(peer.replies(&[IAC, IP, IAC, DM, IAC, DO, TM]), [IAC, WILL, TM]);
    assert_eq!(peer.replies(&[IAC, DONT, TM]), NOTHING);
    assert_eq!(peer.replies(&[IAC, DO, TM].repeat(2)), [IAC, WILL, TM].repeat(2));
    assert_eq!(peer.replies(&[IAC, WILL, TM].repeat(2)), [IAC, DONT, TM]);
}

// Subnegotiation.

#[test]
fn a_subnegotiation_without_its_end_stops_at_the_next_command() {
    let mut peer = Peer::new();
    peer.send(&[IAC, WILL, NAWS]);
    let (events, replies) = peer.send(&[IAC, SB, NAWS, 0, 80, 0, 24, IAC, WILL, LINEMODE]);
    assert_eq!(events, [window(80, 24)]);
    assert_eq!(replies, [IAC, DONT, LINEMODE]);
    let events = peer.events(&[IAC, SB, NAWS, 0, 90, 0, 24, IAC, AYT, b'x', b'\n']);
    assert_eq!(events, [window(90, 24), Event::AreYouThere, line("x")]);
    let events = peer.events(&[IAC, SB, NAWS, 0, 99, IAC, SB, NAWS, 0, 70, 0, 24, IAC, SE]);
    assert_eq!(events, [window(70, 24)]);
}

#[test]
fn an_empty_subnegotiation_is_nothing() {
    assert_eq!(Peer::new().send(&[IAC, SB, IAC, SE, b'x', b'\n']), (vec![line("x")], vec![]));
}

#[test]
fn an_oversized_subnegotiation_is_dropped_whole_and_counted() {
    let mut peer = Peer::new();
    peer.send(&[IAC, WILL, TTYPE]);
    assert_eq!(peer.send(&[IAC, SB, TTYPE, 0]), (vec![], vec![]));
    for _ in 0..64 {
        assert_eq!(peer.send(&[b'x'; 1024]), (vec![], vec![]));
        assert!(peer.telnet.held_bytes() <= Limits::default().subnegotiation_bytes);
    }
    assert_eq!(peer.send(&[IAC, IAC, b'\n', IAC, SE]), (vec![], vec![]));
    assert_eq!(peer.telnet.oversized_subnegotiations(), 1);
    assert_eq!(peer.telnet.held_bytes(), 0);
    assert_eq!(peer.events(b"look\n"), [line("look")]);
    assert_eq!(peer.replies(&ttype_is("MUDLET")), TTYPE_SEND);
}

#[test]
fn a_subnegotiation_may_be_as_long_as_the_limit_and_no_longer() {
    let mut peer = Peer::with(Limits { line_bytes: 5, subnegotiation_bytes: 5 });
    peer.send(&[IAC, WILL, NAWS]);
    assert_eq!(peer.events(&[IAC, SB, NAWS, 0, 80, 0, 24, IAC, SE]), [window(80, 24)]);
    assert_eq!(peer.telnet.oversized_subnegotiations(), 0);
    assert_eq!(peer.events(&[IAC, SB, NAWS, 0, 80, 0, 24, 0, IAC, SE]), []);
    assert_eq!(peer.telnet.oversized_subnegotiations(), 1);
}

#[test]
fn a_subnegotiation_of_an_option_that_is_off_is_ignored() {
    let mut peer = Peer::offered();
    assert_eq!(peer.events(&[IAC, SB, NAWS, 0, 80, 0, 24, IAC, SE]), []);
    peer.send(&[IAC, WILL, GMCP]);
    assert_eq!(peer.send(&[IAC, SB, GMCP, b'x', IAC, SE]), (vec![], vec![]));
    peer.send(&[IAC, WILL, NAWS, IAC, WONT, NAWS]);
    assert_eq!(peer.events(&[IAC, SB, NAWS, 0, 80, 0, 24, IAC, SE]), []);
}

// Negotiation.

#[test]
fn the_offers_are_one_short_fixed_run() {
    let mut peer = Peer::new();
    peer.telnet.offer(&mut peer.out);
    let offers = [IAC, DO, TTYPE, IAC, DO, NAWS, IAC, WILL, EOR, IAC, WILL, SGA];
    assert_eq!(peer.out, offers);
    peer.telnet.offer(&mut peer.out);
    assert_eq!(peer.out, offers, "a second call offers nothing again");
}

#[test]
fn answers_to_our_offers_are_not_answered() {
    let mut peer = Peer::offered();
    assert_eq!(peer.replies(&[IAC, WILL, NAWS, IAC, DO, EOR, IAC, DO, SGA]), NOTHING);
    let mut peer = Peer::offered();
    let refusals = [IAC, WONT, TTYPE, IAC, WONT, NAWS, IAC, DONT, EOR, IAC, DONT, SGA];
    assert_eq!(peer.replies(&refusals), NOTHING);
}

#[test]
fn a_peer_that_offers_everything_first_gets_one_answer_each() {
    let mut peer = Peer::new();
    let all: Vec<u8> = (0..=255).flat_map(|option| [IAC, WILL, option, IAC, DO, option]).collect();
    let replies = peer.replies(&all);
    // One more command than the offers: TTYPE starts its cycle.
    assert_eq!(replies.len(), all.len() + TTYPE_SEND.len());
    for option in [TTYPE, NAWS] {
        assert!(replies.windows(3).any(|reply| reply == [IAC, DO, option]));
        assert!(replies.windows(3).any(|reply| reply == [IAC, WONT, option]));
    }
    for option in [EOR, SGA, TM] {
        assert!(replies.windows(3).any(|reply| reply == [IAC, WILL, option]));
        assert!(replies.windows(3).any(|reply| reply == [IAC, DONT, option]));
    }
    for option in [ECHO, CHARSET, GMCP, LINEMODE, 255] {
        assert!(replies.windows(3).any(|reply| reply == [IAC, WONT, option]));
        assert!(replies.windows(3).any(|reply| reply == [IAC, DONT, option]));
    }
    peer.telnet.offer(&mut peer.out);
    assert_eq!(peer.out, NOTHING, "all that we would offer is agreed");
    let all: Vec<u8> = all.chunks(3).filter(|ask| ask[2] != TM).flatten().copied().collect();
    assert_eq!(peer.replies(&all), NOTHING, "asking for the same again changes nothing");
}

#[test]
fn flapping_costs_bounded_replies_and_no_memory() {
    for option in [ECHO, SGA, TM, TTYPE, EOR, NAWS, GMCP, IAC] {
        for (on, off) in [(WILL, WONT), (DO, DONT)] {
            if (on, option) == (DO, TM) {
                continue;
            }
            let flaps = [IAC, on, option, IAC, off, option].repeat(10_000);
            let mut peer = Peer::offered();
            let (events, replies) = peer.send(&flaps);
            assert_eq!(events, []);
            assert!(replies.len() <= 110, "{} bytes for option {option}", replies.len());
            assert_eq!(peer.telnet.held_bytes(), 0);
        }
    }
}

#[test]
fn a_flapping_option_rests_in_what_both_sides_know() {
    let mut peer = Peer::offered();
    peer.send(&[IAC, WILL, NAWS, IAC, WONT, NAWS].repeat(100));
    assert_eq!(peer.send(&[IAC, WILL, NAWS]), (vec![], vec![]));
    assert_eq!(peer.events(&[IAC, SB, NAWS, 0, 80, 0, 24, IAC, SE]), [], "never agreed to");
}

#[test]
fn what_we_hear_moves_the_q_states_as_in_rfc_1143() {
    use Q::{No, WantNo, WantNoOpposite, WantYes, WantYesOpposite, Yes};
    use Signal::{Off, On};
    assert_eq!(No.hear(On, true), (Yes, Some(On)));
    assert_eq!(No.hear(On, false), (No, Some(Off)));
    assert_eq!(No.hear(Off, true), (No, None));
    assert_eq!(Yes.hear(On, true), (Yes, None));
    assert_eq!(Yes.hear(Off, true), (No, Some(Off)));
    assert_eq!(WantNo.hear(On, true), (No, None));
    assert_eq!(WantNo.hear(Off, true), (No, None));
    assert_eq!(WantNoOpposite.hear(On, true), (Yes, None));
    assert_eq!(WantNoOpposite.hear(Off, true), (WantYes, Some(On)));
    assert_eq!(WantYes.hear(On, true), (Yes, None));
    assert_eq!(WantYes.hear(Off, true), (No, None));
    assert_eq!(WantYesOpposite.hear(On, true), (WantNo, Some(Off)));
    assert_eq!(WantYesOpposite.hear(Off, true), (No, None));
    for state in [Yes, WantNo, WantNoOpposite, WantYes, WantYesOpposite] {
        let willing = state.hear(On, true);
        assert_eq!(state.hear(On, false), willing, "only No asks whether we are willing");
    }
}

#[test]
fn what_we_want_moves_the_q_states_as_in_rfc_1143() {
    use Q::{No, WantNo, WantNoOpposite, WantYes, WantYesOpposite, Yes};
    use Signal::{Off, On};
    assert_eq!(No.want(On), (WantYes, Some(On)));
    assert_eq!(No.want(Off), (No, None));
    assert_eq!(Yes.want(On), (Yes, None));
    assert_eq!(Yes.want(Off), (WantNo, Some(Off)));
    assert_eq!(WantNo.want(On), (WantNoOpposite, None));
    assert_eq!(WantNo.want(Off), (WantNo, None));
    assert_eq!(WantNoOpposite.want(On), (WantNoOpposite, None));
    assert_eq!(WantNoOpposite.want(Off), (WantNo, None));
    assert_eq!(WantYes.want(On), (WantYes, None));
    assert_eq!(WantYes.want(Off), (WantYesOpposite, None));
    assert_eq!(WantYesOpposite.want(On), (WantYes, None));
    assert_eq!(WantYesOpposite.want(Off), (WantYesOpposite, None));
}

#[test]
fn no_option_is_in_the_table_twice() {
    let mut offers = Vec::new();
    Options::default().offer(&mut offers);
    let mut options: Vec<u8> = offers.chunks(3).map(|offer| offer[2]).collect();
    options.extend([ECHO, TM]);
    assert_eq!(options.len(), SUPPORTED.len());
    options.sort_unstable();
    options.dedup();
    assert_eq!(options.len(), SUPPORTED.len());
}

// Hiding what is typed.

#[test]
fn echo_is_on_only_while_input_is_hidden() {
    let mut peer = Peer::offered();
    assert_eq!(peer.hide(), [IAC, WILL, ECHO]);
    assert_eq!(peer.hide(), NOTHING, "twice is once");
    assert_eq!(peer.replies(&[IAC, DO, ECHO]), NOTHING);
    assert_eq!(peer.hide(), NOTHING, "still once");
    assert_eq!(peer.show(), [IAC, WONT, ECHO]);
    assert_eq!(peer.show(), NOTHING, "twice is once");
    assert_eq!(peer.replies(&[IAC, DONT, ECHO]), NOTHING);
    assert_eq!(peer.hide(), [IAC, WILL, ECHO], "and again");
}

#[test]
fn echo_ends_even_if_the_peer_answers_late() {
    let mut peer = Peer::offered();
    assert_eq!(peer.hide(), [IAC, WILL, ECHO]);
    assert_eq!(peer.show(), NOTHING);
    assert_eq!(peer.replies(&[IAC, DO, ECHO]), [IAC, WONT, ECHO]);
    assert_eq!(peer.hide(), NOTHING);
    assert_eq!(peer.replies(&[IAC, DONT, ECHO]), [IAC, WILL, ECHO]);
    assert_eq!(peer.replies(&[IAC, DO, ECHO]), NOTHING);
    assert_eq!(peer.show(), [IAC, WONT, ECHO]);
}

#[test]
fn echo_ends_however_many_passwords_are_asked() {
    let mut peer = Peer::offered();
    for _ in 0..300 {
        assert_eq!(peer.hide(), [IAC, WILL, ECHO]);
        assert_eq!(peer.show(), NOTHING);
        assert_eq!(peer.replies(&[IAC, DO, ECHO]), [IAC, WONT, ECHO]);
        assert_eq!(peer.replies(&[IAC, DONT, ECHO]), NOTHING);
    }
}

#[test]
fn a_peer_that_refuses_echo_is_not_asked_again_at_once() {
    let mut peer = Peer::offered();
    assert_eq!(peer.hide(), [IAC, WILL, ECHO]);
    assert_eq!(peer.replies(&[IAC, DONT, ECHO]), NOTHING);
    assert_eq!(peer.replies(&[IAC, NOP, IAC, AYT]), NOTHING);
    assert_eq!(peer.show(), NOTHING);
}

#[test]
fn echo_is_refused_when_the_peer_asks_for_it() {
    let mut peer = Peer::offered();
    assert_eq!(peer.replies(&[IAC, DO, ECHO]), [IAC, WONT, ECHO]);
    assert_eq!(peer.replies(&[IAC, DO, ECHO]), NOTHING);
    assert_eq!(peer.hide(), [IAC, WILL, ECHO], "our own wish is asked all the same");
}

#[test]
fn a_peer_without_telnet_sees_nothing_after_the_offers() {
    let mut peer = Peer::offered();
    assert_eq!(peer.send(b"mira\n"), (vec![line("mira")], vec![]));
    assert_eq!(peer.hide(), NOTHING);
    assert_eq!(peer.send(b"secret\n"), (vec![line("secret")], vec![]));
    assert_eq!(peer.show(), NOTHING);
    assert_eq!(peer.telnet.prompt_mark(), PromptMark::None);
    assert!(!peer.telnet.spoke_telnet());
}

#[test]
fn a_peer_that_speaks_telnet_late_is_told_to_hide_input() {
    let mut peer = Peer::offered();
    peer.send(b"mira\n");
    assert_eq!(peer.hide(), NOTHING);
    assert_eq!(peer.replies(&[IAC, NOP]), [IAC, WILL, ECHO]);
    assert_eq!(peer.replies(&[IAC, NOP]), NOTHING);
    assert_eq!(peer.show(), NOTHING, "the answer is still owed");
    assert_eq!(peer.replies(&[IAC, DO, ECHO]), [IAC, WONT, ECHO]);
}

// Prompts.

#[test]
fn the_prompt_mark_follows_what_was_agreed() {
    let cases: [(&[u8], PromptMark); 9] = [
        (&[], PromptMark::None),
        (&[IAC, DO, EOR, IAC, DO, SGA], PromptMark::EndOfRecord),
        (&[IAC, DO, EOR, IAC, DONT, SGA], PromptMark::EndOfRecord),
        (&[IAC, DONT, EOR, IAC, DO, SGA], PromptMark::None),
        (&[IAC, DONT, EOR, IAC, DONT, SGA], PromptMark::GoAhead),
        (&[IAC, DONT, SGA], PromptMark::GoAhead),
        (&[IAC, DO, SGA, IAC, DONT, SGA], PromptMark::GoAhead),
        (&[IAC, DO, EOR, IAC, DONT, EOR, IAC, DO, SGA], PromptMark::None),
        (&[IAC, WILL, TTYPE], PromptMark::None),
    ];
    for (input, mark) in cases {
        let mut peer = Peer::offered();
        peer.send(input);
        assert_eq!(peer.telnet.prompt_mark(), mark, "{input:?}");
    }
}

#[test]
fn without_offers_a_telnet_peer_gets_go_ahead() {
    let mut peer = Peer::new();
    assert_eq!(peer.telnet.prompt_mark(), PromptMark::None);
    peer.send(&[IAC, NOP]);
    assert_eq!(peer.telnet.prompt_mark(), PromptMark::GoAhead);
}

#[test]
fn a_prompt_mark_is_one_command_or_nothing() {
    assert_eq!(PromptMark::EndOfRecord.bytes(), [255, 239]);
    assert_eq!(PromptMark::GoAhead.bytes(), [255, 249]);
    assert_eq!(PromptMark::None.bytes(), NOTHING);
}

// Window size.

#[test]
fn window_sizes_are_clamped_and_zero_is_unknown() {
    let size = |columns, rows| Some(WindowSize { columns, rows });
    let cases: [(&[u8], Option<WindowSize>); 9] = [
        (&[0, 80, 0, 24], size(Some(80), Some(24))),
        (&[0, 0, 0, 24], size(None, Some(24))),
        (&[0, 80, 0, 0], size(Some(80), None)),
        (&[0, 19, 0, 4], size(Some(20), Some(5))),
        (&[1, 244, 1, 244], size(Some(500), Some(500))),
        (&[1, 245, 255, 255], size(Some(500), Some(500))),
        (&[0, 80, 0], None),
        (&[0, 80, 0, 24, 0], None),
        (&[], None),
    ];
    for (data, expected) in cases {
        assert_eq!(naws::decode(data), expected, "{data:?}");
    }
}

#[test]
fn a_doubled_255_in_a_window_size_is_one_byte() {
    let mut peer = Peer::new();
    peer.send(&[IAC, WILL, NAWS]);
    let events = peer.events(&[IAC, SB, NAWS, 0, IAC, IAC, 0, IAC, IAC, IAC, SE]);
    assert_eq!(events, [window(255, 255)]);
}

#[test]
fn a_resize_is_told_again() {
    let mut peer = Peer::new();
    peer.send(&[IAC, WILL, NAWS]);
    for columns in [80, 100] {
        let events = peer.events(&[IAC, SB, NAWS, 0, columns, 0, 24, IAC, SE]);
        assert_eq!(events, [window(u16::from(columns), 24)]);
    }
}

// Terminal type.

/// Plays a client that answers each SEND with the next of `answers` (the last one again and again)
/// and gives what was told, and how many SENDs it took.
fn play(answers: &[&str]) -> (Vec<TerminalFacts>, usize) {
    let mut peer = Peer::offered();
    let mut facts = Vec::new();
    let mut asks = 0;
    let mut replies = peer.replies(&[IAC, WILL, TTYPE]);
    while replies == TTYPE_SEND {
        let answer = answers[asks.min(answers.len() - 1)];
        asks += 1;
        let (events, next) = peer.send(&ttype_is(answer));
        for event in events {
            let Event::Terminal(told) = event else { panic!("{event:?}") };
            facts.push(told);
        }
        replies = next;
    }
    assert_eq!(replies, NOTHING);
    assert_eq!(peer.send(&ttype_is("LATE")), (vec![], vec![]), "what was not asked is ignored");
    (facts, asks)
}

#[test]
fn an_mtts_client_is_asked_four_times() {
    let (facts, asks) = play(&["TINTIN++", "XTERM-256COLOR", "MTTS 4685"]);
    assert_eq!(asks, 4);
    assert_eq!(facts.len(), 3);
    let last = facts.last().cloned().unwrap();
    assert_eq!(last.client.as_deref(), Some("TINTIN++"));
    assert_eq!(last.terminal.as_deref(), Some("XTERM-256COLOR"));
    assert_eq!(last.mtts, Some(Mtts::from_bits(4685)));
}

#[test]
fn a_client_that_repeats_itself_is_asked_twice() {
    let (facts, asks) = play(&["XTERM"]);
    assert_eq!(asks, 2);
    let xterm = TerminalFacts { client: Some("XTERM".into()), ..TerminalFacts::default() };
    assert_eq!(facts, [xterm]);
}

#[test]
fn a_client_that_never_repeats_is_asked_four_times() {
    let (facts, asks) = play(&["A", "B", "C", "D", "E"]);
    assert_eq!((facts.len(), asks), (2, 4));
}

#[test]
fn a_broken_mtts_number_tells_nothing() {
    let (facts, _) = play(&["A", "B", "MTTS", "MTTS x"]);
    assert_eq!(facts.last().and_then(|facts| facts.mtts), None);
    let (facts, _) = play(&["A", "B", "MTTS 99999999999"]);
    assert_eq!(facts.last().and_then(|facts| facts.mtts), None);
}

#[test]
fn a_client_name_is_short_and_printable() {
    let (facts, _) = play(&[&format!("A\x1b[31m\r\n{}é", "x".repeat(200))]);
    let name = facts[0].client.clone().unwrap();
    assert_eq!(&*name, format!("A[31m{}", "x".repeat(59)));
    let (facts, asks) = play(&["\x01"]);
    assert_eq!((facts, asks), (vec![], 1), "an empty answer ends the list");
    let (facts, asks) = play(&["A", "\x01"]);
    assert_eq!((facts.len(), asks), (1, 2), "and tells nothing");
}

#[test]
fn switching_terminal_type_off_and_on_does_not_ask_again() {
    let mut peer = Peer::offered();
    assert_eq!(peer.replies(&[IAC, WILL, TTYPE]), TTYPE_SEND);
    for _ in 0..2 {
        assert_eq!(peer.replies(&[IAC, WONT, TTYPE]), [IAC, DONT, TTYPE]);
        assert_eq!(peer.replies(&[IAC, WILL, TTYPE]), [IAC, DO, TTYPE]);
        // The second time around, the list is at its end.
        peer.send(&ttype_is("XTERM").repeat(2));
    }
}

#[test]
fn a_client_that_answers_nothing_can_still_play() {
    let mut peer = Peer::offered();
    assert_eq!(peer.hide(), [IAC, WILL, ECHO]);
    assert_eq!(peer.events(b"secret\r\n"), [line("secret")]);
    assert_eq!(peer.show(), NOTHING);
    assert_eq!(peer.telnet.prompt_mark(), PromptMark::None);
}

#[test]
fn the_bits_of_mudlet_mean_what_its_authors_say() {
    let mudlet = Mtts {
        ansi: true,
        utf8: true,
        colours_256: true,
        palette: true,
        truecolour: true,
        tls: true,
        ..Mtts::default()
    };
    assert_eq!(Mtts::from_bits(2349), mudlet);
    assert_eq!(Mtts::from_bits(2349 | 64), Mtts { screen_reader: true, ..mudlet });
    assert_eq!(Mtts::from_bits(0), Mtts::default());
    assert_eq!(Mtts::from_bits(!0), Mtts::from_bits(4095));
}

// Other protocols on our port.

#[test]
fn a_web_request_is_noticed_and_the_rest_ignored() {
    for request in
        ["GET / HTTP/1.1", "POST /x HTTP/1.0", "CONNECT a:443 HTTP/1.1", "PRI * HTTP/2.0"]
    {
        let mut peer = Peer::offered();
        let input = format!("{request}\r\nHost: example.org\r\n\r\n");
        assert_eq!(peer.events(input.as_bytes()), [Event::Http], "{request}");
        assert_eq!(peer.events(b"look\n"), []);
    }
}

#[test]
fn a_player_is_not_taken_for_a_web_browser() {
    for text in ["get / http", "GET /", "CONNECT mira HTTPS", " / HTTP/1.1", "get a HTTP/1.1"] {
        let input = format!("{text}\n");
        assert_eq!(heard(input.as_bytes()), [line(text)]);
    }
    let events = heard(b"look\nGET / HTTP/1.1\n");
    assert_eq!(events, [line("look"), line("GET / HTTP/1.1")]);
}

#[test]
fn a_tls_handshake_is_noticed_and_the_rest_ignored() {
    let mut peer = Peer::offered();
    assert_eq!(peer.events(&[0x16]), []);
    assert_eq!(peer.events(&[0x03, 0x01, 0x02, b'\n', IAC, AYT]), [Event::TlsHello]);
    assert_eq!(peer.send(b"look\n"), (vec![], vec![]));
    assert_eq!(heard(b"\x16look\n"), [line("look")]);
    assert_eq!(heard(b"\n\x16\x03look\n"), [line(""), line("look")]);
}

// Output.

#[test]
fn text_is_encoded_for_the_wire() {
    for (text, wire) in [
        ("", &b""[..]),
        ("look", b"look"),
        ("a\nb\n", b"a\r\nb\r\n"),
        ("a\r\nb", b"a\r\nb"),
        ("a\rb\r", b"a\r\0b\r\0"),
        ("\n\r", b"\r\n\r\0"),
        ("é", b"\xc3\xa9"),
    ] {
        let mut out = b">".to_vec();
        encode_text(text, &mut out);
        assert_eq!(out, [b">", wire].concat(), "{text:?}");
    }
    let mut out = Vec::new();
    encode_bytes(b"\xffa\xff\n", &mut out);
    assert_eq!(out, b"\xff\xffa\xff\xff\r\n");
}

// Memory.

#[test]
fn an_idle_connection_is_small() {
    assert!(size_of::<Telnet>() <= 256, "{} bytes", size_of::<Telnet>());
    assert!(size_of::<Event>() <= 64, "{} bytes", size_of::<Event>());
    let mut peer = Peer::offered();
    assert_eq!(peer.telnet.held_bytes(), 0);
    peer.send(&[&[b'x'; 4000][..], b"\r\n"].concat());
    peer.send(&script());
    assert_eq!(peer.telnet.held_bytes(), 0);
    assert!(matches!(peer.telnet.conversation.terminal, Cycle::Done));
}

/// Bytes in which telnet is much more likely than by pure chance.
fn telnet_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 1..8),
        4 => prop::sample::select(b"\r\n\0\x08\x7f\tax\xc3\xa9".to_vec()).prop_map(|byte| vec![byte]),
        4 => (236..=255_u8).prop_map(|command| vec![IAC, command]),
        4 => (
            prop::sample::select(vec![WILL, WONT, DO, DONT]),
            prop::sample::select(vec![ECHO, SGA, TM, TTYPE, EOR, NAWS, GMCP, IAC]),
        )
            .prop_map(|(verb, option)| vec![IAC, verb, option]),
        2 => prop::collection::vec(any::<u8>(), 0..40)
            .prop_map(|data| [&[IAC, SB, NAWS][..], &data, &[IAC, SE]].concat()),
        2 => "[A-Z]{1,5}|MTTS [0-9]{1,4}".prop_map(|text| ttype_is(&text)),
        1 => Just(b"GET / HTTP/1.1\r\n".to_vec()),
        1 => Just(vec![0x16, 0x03]),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

const SMALL: Limits = Limits { line_bytes: 100, subnegotiation_bytes: 20 };

proptest! {
    #[test]
    fn how_input_is_cut_changes_nothing(
        input in telnet_like(),
        cuts in prop::collection::vec(1..12_usize, 1..20),
        hidden in any::<bool>(),
    ) {
        let play = |pieces: Vec<&[u8]>| {
            let mut peer = Peer::with(SMALL);
            peer.telnet.offer(&mut peer.out);
            if hidden {
                peer.telnet.hide_input(&mut peer.out);
            }
            for piece in pieces {
                peer.telnet.receive(piece, &mut peer.out, &mut peer.events);
            }
            (peer.events, peer.out, peer.telnet.prompt_mark(), peer.telnet.spoke_telnet())
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

    #[test]
    fn any_bytes_stay_within_the_limits(
        input in prop_oneof![telnet_like(), prop::collection::vec(any::<u8>(), 0..600)],
    ) {
        let mut peer = Peer::with(SMALL);
        for byte in &input {
            let (events, replies) = peer.send(&[*byte]);
            prop_assert!(peer.telnet.held_bytes() <= SMALL.line_bytes + SMALL.subnegotiation_bytes);
            prop_assert!(events.len() <= 2);
            // At worst a SEND and an answer, or a late WILL ECHO and an answer.
            prop_assert!(replies.len() <= 12, "{:?}", replies);
            for event in events {
                if let Event::Line(line) = event {
                    prop_assert!(line.len() <= SMALL.line_bytes);
                    prop_assert!(!line.iter().any(|byte| matches!(byte, 0..=8 | 10..=31 | 127)));
                } else if let Event::WindowSize { columns, rows } = event {
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
