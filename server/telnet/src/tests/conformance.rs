//! The list of what a well-behaved server does, one test for each line of it.
//!
//! Other modules test the same subjects in more depth; here each line can be found by itself.

use super::*;

/// Returns some 200 bytes in which every protocol occurs.
fn every_protocol() -> Vec<u8> {
    [
        &[IAC, WILL, NAWS][..],
        &sub(NAWS, &[0, 80, 0, 24]),
        &[IAC, WILL, TTYPE],
        &ttype_is("TINTIN++"),
        &ttype_is("XTERM"),
        &ttype_is("MTTS 1804"),
        &[IAC, WILL, NEW_ENVIRON],
        &sub(NEW_ENVIRON, b"\x00\x00CLIENT_NAME\x01TINTIN++\x03CHARSET\x01UTF-8"),
        &[IAC, DO, CHARSET],
        &sub(CHARSET, b"\x02UTF-8"),
        &[IAC, DO, GMCP],
        &sub(GMCP, b"Core.Supports.Set [\"Char 1\", \"Room 1\", \"Comm.Channel 1\"]"),
        &[IAC, DO, MSSP, IAC, DO, MCCP2, IAC, DONT, MCCP2, IAC, DO, EOR],
        b"say hello\r\n",
    ]
    .concat()
}

#[test]
fn every_two_way_split_gives_the_same_events() {
    let script = every_protocol();
    assert!(script.len() >= 200, "only {} bytes", script.len());
    let whole = Peer::offered().send(&script);
    assert_eq!(whole.0.len(), 13, "{:?}", whole.0);
    for at in 0..=script.len() {
        let (head, tail) = script.split_at(at);
        let mut peer = Peer::offered();
        let (mut events, mut replies) = peer.send(head);
        let more = peer.send(tail);
        events.extend(more.0);
        replies.extend(more.1);
        assert_eq!((events, replies), whole, "split at {at}");
    }
}

#[test]
fn all_twenty_four_transitions_of_the_q_method() {
    use super::super::options::{
        Q::{self, No, WantNo, WantNoOpposite, WantYes, WantYesOpposite, Yes},
        Signal::{Off, On},
    };
    // Each row: a state, then where it goes on hearing on and off and on wanting on and off.
    let table: [(Q, [Q; 4]); 6] = [
        (No, [Yes, No, WantYes, No]),
        (Yes, [Yes, No, Yes, WantNo]),
        (WantNo, [No, No, WantNoOpposite, WantNo]),
        (WantNoOpposite, [Yes, WantYes, WantNoOpposite, WantNo]),
        (WantYes, [Yes, No, WantYes, WantYesOpposite]),
        (WantYesOpposite, [WantNo, No, WantYes, WantYesOpposite]),
    ];
    for (state, next) in table {
        let found =
            [state.hear(On, true).0, state.hear(Off, true).0, state.want(On).0, state.want(Off).0];
        assert_eq!(found, next, "from {state:?}");
    }
}

#[test]
fn ayt_ip_nop_ga_and_eor_take_two_bytes() {
    let input =
        [IAC, AYT, b'a', IAC, IP, b'b', IAC, NOP, b'c', IAC, GA, b'd', IAC, code::EOR, b'\n'];
    let events =
        [TelnetEvent::AreYouThere, TelnetEvent::Interrupt, TelnetEvent::KeepAlive, line("abcd")];
    assert_eq!(heard(&input), events);
}

#[test]
fn a_doubled_iac_is_one_byte_in_text_in_data_and_in_a_window_size() {
    assert_eq!(heard(b"a\xff\xffb\n"), [TelnetEvent::Line(b"a\xffb".to_vec())]);
    let mut peer = Peer::new();
    peer.send(&[IAC, WILL, NAWS]);
    assert_eq!(peer.events(&sub(NAWS, &[0, IAC, IAC, 0, 24])), [window(255, 24)]);
    peer.send(&[IAC, WILL, NEW_ENVIRON]);
    let name = sub(NEW_ENVIRON, b"\x00\x00CLIENT_NAME\x01A\xff\xffB");
    assert_eq!(peer.events(&name), [TelnetEvent::Environ(ClientFact::Client("AB".into()))]);
}

#[test]
fn a_subnegotiation_without_se_ends_where_a_new_command_starts() {
    let mut peer = Peer::new();
    peer.send(&[IAC, DO, GMCP, IAC, WILL, NAWS]);
    let input = [&[IAC, SB, GMCP][..], b"Core.KeepAlive", &[IAC, SB, NAWS, 0, 80, 0, 24, IAC, AYT]];
    let events = [TelnetEvent::Gmcp(gmcp_request()), window(80, 24), TelnetEvent::AreYouThere];
    assert_eq!(peer.events(&input.concat()), events);
}

fn gmcp_request() -> super::super::gmcp::GmcpRequest {
    super::super::gmcp::GmcpRequest::KeepAlive
}

#[test]
fn a_subnegotiation_of_64_kib_is_dropped_and_counted() {
    let mut peer = Peer::offered();
    peer.send(&[IAC, DO, GMCP]);
    let data = [b"Core.Hello \"".to_vec(), vec![b'x'; 64 * 1024], b"\"".to_vec()].concat();
    assert_eq!(peer.send(&sub(GMCP, &data)), (vec![], vec![]));
    assert_eq!(peer.telnet.oversized_subnegotiations(), 1);
    assert_eq!(peer.telnet.held_bytes(), 0);
    assert_eq!(peer.events(b"look\n"), [line("look")]);
}

#[test]
fn a_line_of_a_megabyte_is_dropped_and_said_once() {
    let mut peer = Peer::new();
    let input = [&vec![b'x'; 1024 * 1024][..], b"\nlook\n"].concat();
    assert_eq!(peer.events(&input), [TelnetEvent::LineTooLong, line("look")]);
    assert_eq!(peer.telnet.held_bytes(), 0);
}

#[test]
fn every_end_of_line_ends_one_line() {
    for (end, empty) in [("\r\n", 0), ("\r\0", 0), ("\n", 0), ("\r", 0), ("\n\r", 1)] {
        let events = heard(format!("a{end}b\n").as_bytes());
        let lines = [vec![line("a")], vec![line(""); empty], vec![line("b")]].concat();
        assert_eq!(events, lines, "{end:?}");
    }
}

#[test]
fn invalid_utf8_and_a_cut_character_lose_nothing() {
    assert_eq!(heard(b"\xc3(\xfe\n"), [TelnetEvent::Line(b"\xc3(\xfe".to_vec())]);
    let mut peer = Peer::new();
    assert_eq!(peer.events(b"caf\xc3"), []);
    assert_eq!(peer.events(b"\xa9\n"), [line("café")]);
}

#[test]
fn echo_is_on_only_while_a_password_is_asked() {
    // Right password, wrong password and back to the name: each ends with the echo off.
    let mut peer = Peer::offered();
    for _ in 0..3 {
        assert_eq!(peer.hide(), [IAC, WILL, ECHO]);
        assert_eq!(peer.replies(&[IAC, DO, ECHO]), NOTHING);
        assert_eq!(peer.events(b"secret\r\n"), [line("secret")]);
        assert_eq!(peer.show(), [IAC, WONT, ECHO]);
        assert_eq!(peer.replies(&[IAC, DONT, ECHO]), NOTHING);
    }
    assert_eq!(peer.hide(), [IAC, WILL, ECHO]);
    assert_eq!(peer.replies(&[IAC, DO, ECHO]), NOTHING);
    assert_eq!(peer.show(), [IAC, WONT, ECHO], "last words before the end of the connection");
}

#[test]
fn a_prompt_has_eor_or_ga_and_never_both() {
    for (answers, mark) in [
        ([DO, DO], &[IAC, code::EOR][..]),
        ([DO, DONT], &[IAC, code::EOR]),
        ([DONT, DONT], &[IAC, GA]),
        ([DONT, DO], &[]),
    ] {
        let mut peer = Peer::offered();
        peer.send(&[IAC, answers[0], EOR, IAC, answers[1], SGA]);
        assert_eq!(peer.telnet.prompt_mark().bytes(), mark, "{answers:?}");
    }
}

#[test]
fn the_mtts_cycle_stops_when_a_client_repeats_reply_one() {
    let mut peer = Peer::offered();
    assert_eq!(peer.replies(&[IAC, WILL, TTYPE]), TTYPE_SEND);
    assert_eq!(peer.replies(&ttype_is("XTERM")), TTYPE_SEND);
    assert_eq!(peer.replies(&ttype_is("XTERM")), NOTHING);
}

#[test]
fn a_client_that_answers_nothing_is_served_all_the_same() {
    let mut peer = Peer::offered();
    assert_eq!(peer.send(b"mira\n"), (vec![line("mira")], vec![]));
    assert_eq!(peer.hide(), NOTHING);
    assert_eq!(peer.telnet.prompt_mark(), PromptMark::None);
    peer.telnet.keep_alive(&mut peer.out);
    assert_eq!(peer.out, NOTHING, "it would show a NOP");
    peer.send(&[IAC, NOP]);
    peer.telnet.keep_alive(&mut peer.out);
    assert_eq!(peer.out, [IAC, NOP]);
}

#[test]
fn a_client_that_offers_everything_first_gets_each_answer_once() {
    let all: Vec<u8> = (0..=255_u8)
        .filter(|option| *option != TM)
        .flat_map(|option| [IAC, WILL, option, IAC, DO, option])
        .collect();
    let mut peer = Peer::offered();
    assert!(without_subnegotiations(&peer.replies(&all)).len() <= all.len());
    assert_eq!(peer.replies(&all), NOTHING);
}

/// Returns the bytes without subnegotiations, which leaves the negotiation of options.
fn without_subnegotiations(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut rest = bytes;
    while let Some(start) = rest.windows(2).position(|it| *it == [IAC, SB]) {
        kept.extend_from_slice(&rest[..start]);
        let end = rest[start..].windows(2).position(|it| *it == [IAC, SE]);
        rest = &rest[start + end.unwrap() + 2..];
    }
    kept.extend_from_slice(rest);
    kept
}

#[test]
fn flapping_ten_thousand_times_costs_a_bounded_answer() {
    for option in 0..=255 {
        for (on, off) in [(WILL, WONT), (DO, DONT)] {
            if (on, option) == (DO, TM) {
                continue;
            }
            let mut peer = Peer::offered();
            let (events, replies) = peer.send(&[IAC, on, option, IAC, off, option].repeat(10_000));
            assert!(events.len() <= 34 && replies.len() <= 340, "option {option}");
        }
    }
}

#[test]
fn a_web_request_is_told_apart() {
    assert_eq!(heard(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"), [TelnetEvent::Http]);
}

#[test]
fn a_tls_handshake_on_the_plain_port_is_told_apart() {
    assert_eq!(heard(&[0x16, 0x03, 0x01, 0x02, 0x00, 0x01]), [TelnetEvent::TlsHello]);
}
