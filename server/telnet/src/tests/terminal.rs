//! Hidden input, prompts, and what the peer's terminal is.

use super::{
    super::naws::{self, WindowSize},
    *,
};

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

#[test]
fn the_prompt_mark_follows_what_was_agreed() {
    let cases: [(&[u8], PromptMark); 10] = [
        (&[], PromptMark::None),
        (&[IAC, DO, EOR, IAC, DO, SGA], PromptMark::EndOfRecord),
        (&[IAC, DO, EOR, IAC, DONT, SGA], PromptMark::EndOfRecord),
        (&[IAC, DONT, EOR, IAC, DO, SGA], PromptMark::None),
        (&[IAC, DONT, EOR, IAC, DONT, SGA], PromptMark::GoAhead),
        (&[IAC, DONT, SGA], PromptMark::None),
        (&[IAC, DONT, EOR, IAC, DO, SGA, IAC, DONT, SGA], PromptMark::GoAhead),
        (&[IAC, DO, EOR, IAC, DONT, EOR, IAC, DO, SGA], PromptMark::None),
        (&[IAC, WILL, TTYPE], PromptMark::None),
        (&[IAC, WILL, TTYPE, IAC, DONT, EOR], PromptMark::GoAhead),
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
            let TelnetEvent::Terminal(told) = event else { panic!("{event:?}") };
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
