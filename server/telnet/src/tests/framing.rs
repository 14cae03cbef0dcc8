//! Lines, commands and subnegotiations in the stream.

use super::*;

#[test]
fn the_script_means_what_it_should() {
    let facts = |terminal: Option<&str>, mtts: Option<u32>| {
        TelnetEvent::Terminal(TerminalFacts {
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
        TelnetEvent::KeepAlive,
        TelnetEvent::AreYouThere,
        line("look"),
        line("north"),
        TelnetEvent::KeepAlive,
        TelnetEvent::Interrupt,
        TelnetEvent::GmcpOn,
        TelnetEvent::Line(b"a\xffbtld\tx[A".to_vec()),
        window(80, 24),
        TelnetEvent::Line(b"bad \xf0\x9f utf".to_vec()),
        TelnetEvent::Interrupt,
        TelnetEvent::Interrupt,
        line("quit"),
    ];
    assert_eq!(events, expected);
    let expected = [
        &[IAC, DO, NAWS, IAC, DO, TTYPE][..],
        &TTYPE_SEND.repeat(4),
        &[IAC, WILL, TM, IAC, WILL, GMCP, IAC, DONT, LINEMODE],
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
    assert_eq!(events, [line("a"), TelnetEvent::AreYouThere, line("b")]);
}

#[test]
fn a_null_is_a_sign_of_life_only_on_an_empty_line() {
    assert_eq!(heard(b"\0"), [TelnetEvent::KeepAlive]);
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
            assert_eq!(events, [TelnetEvent::Line(after.to_vec())], "{before:?} {erase:?}");
        }
    }
}

#[test]
fn erase_line_empties_the_line() {
    let events = heard(&[b'a', b'b', IAC, EL, b'c', b'\n']);
    assert_eq!(events, [line("c")]);
}

#[test]
fn erase_line_lets_a_line_that_was_too_long_begin_anew() {
    let mut peer = Peer::new();
    let long = vec![b'a'; 70_000];
    assert_eq!(peer.events(&long), [TelnetEvent::LineTooLong]);
    assert_eq!(peer.events(&[IAC, EL, b'c', b'\n']), [line("c")]);
}

#[test]
fn a_255_that_a_peer_did_not_double_is_data_and_spills_nothing_into_the_line() {
    let mut peer = Peer::new();
    peer.send(&[IAC, WILL, NAWS]);
    let sent = [IAC, SB, NAWS, 0, 255, 0, 24, IAC, SE, b'a', b'\n'];
    assert_eq!(peer.events(&sent), [window(255, 24), line("a")]);
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
    assert_eq!(heard(b"\xc3(\xfe\n"), [TelnetEvent::Line(b"\xc3(\xfe".to_vec())]);
}

#[test]
fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
    let limits = TelnetLimits { line_bytes: 5, subnegotiation_bytes: 5 };
    assert_eq!(Peer::with(limits).events(b"12345\n"), [line("12345")]);
    assert_eq!(
        Peer::with(limits).events(b"123456\x08\0 789\r\n\0ok\n"),
        [TelnetEvent::LineTooLong, TelnetEvent::KeepAlive, line("ok")],
    );
    assert_eq!(
        Peer::with(limits).events(b"1234\xff\xff6\nok\n"),
        [TelnetEvent::LineTooLong, line("ok")]
    );
}

#[test]
fn a_megabyte_without_a_line_end_is_one_event_and_no_memory() {
    let mut peer = Peer::new();
    let mut events = Vec::new();
    for _ in 0..1024 {
        events.extend(peer.events(&[b'x'; 1024]));
        assert!(peer.telnet.held_bytes() <= TelnetLimits::default().line_bytes);
    }
    assert_eq!(events, [TelnetEvent::LineTooLong]);
    assert_eq!(peer.telnet.held_bytes(), 0);
    assert_eq!(peer.events(b"\nlook\n"), [line("look")]);
}

#[test]
fn two_byte_commands_take_no_option_byte() {
    for (command, event) in [
        (AYT, Some(TelnetEvent::AreYouThere)),
        (IP, Some(TelnetEvent::Interrupt)),
        (BRK, Some(TelnetEvent::Interrupt)),
        (AO, Some(TelnetEvent::Interrupt)),
        (NOP, Some(TelnetEvent::KeepAlive)),
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
    assert_eq!(heard(b"\xff\xf6look\n"), [TelnetEvent::AreYouThere, line("look")]);
}

#[test]
fn a_doubled_255_in_text_is_one_byte_and_not_telnet() {
    let mut peer = Peer::new();
    assert_eq!(peer.events(b"a\xff\xffb\n"), [TelnetEvent::Line(b"a\xffb".to_vec())]);
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

#[test]
fn a_subnegotiation_without_its_end_stops_at_the_next_command() {
    let mut peer = Peer::new();
    peer.send(&[IAC, WILL, NAWS]);
    let (events, replies) = peer.send(&[IAC, SB, NAWS, 0, 80, 0, 24, IAC, WILL, LINEMODE]);
    assert_eq!(events, [window(80, 24)]);
    assert_eq!(replies, [IAC, DONT, LINEMODE]);
    let events = peer.events(&[IAC, SB, NAWS, 0, 90, 0, 24, IAC, AYT, b'x', b'\n']);
    assert_eq!(events, [window(90, 24), TelnetEvent::AreYouThere, line("x")]);
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
        assert!(peer.telnet.held_bytes() <= TelnetLimits::default().subnegotiation_bytes);
    }
    assert_eq!(peer.send(&[IAC, IAC, b'\n', IAC, SE]), (vec![], vec![]));
    assert_eq!(peer.telnet.oversized_subnegotiations(), 1);
    assert_eq!(peer.telnet.held_bytes(), 0);
    assert_eq!(peer.events(b"look\n"), [line("look")]);
    assert_eq!(peer.replies(&ttype_is("MUDLET")), TTYPE_SEND);
}

#[test]
fn a_subnegotiation_may_be_as_long_as_the_limit_and_no_longer() {
    let mut peer = Peer::with(TelnetLimits { line_bytes: 5, subnegotiation_bytes: 5 });
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
