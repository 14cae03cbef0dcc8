//! CHARSET, NEW-ENVIRON, MSSP and compression.

use std::io::{Read, Write};

use flate2::write::ZlibDecoder;

use super::{
    super::{
        compress::{Compressor, START},
        environ::{self, Variable},
        mssp::{self, GameAddress, GameKind, Listing, Terms, World},
    },
    *,
};

const VAR: u8 = 0;
const USERVAR: u8 = 3;
const REQUEST: &[u8] = b"\x01;UTF-8";

/// A connection on which we have asked for UTF-8.
fn charset_asked() -> Peer {
    let mut peer = Peer::offered();
    assert_eq!(peer.replies(&[IAC, DO, CHARSET]), sub(CHARSET, REQUEST));
    peer
}

#[test]
fn utf8_is_asked_for_and_the_answer_told_once() {
    let mut peer = charset_asked();
    let yes = sub(CHARSET, b"\x02utf-8");
    assert_eq!(peer.send(&yes), (vec![TelnetEvent::Charset(Charset::Utf8)], vec![]));
    assert_eq!(peer.send(&yes), (vec![], vec![]), "nothing was asked");
    let mut peer = charset_asked();
    assert_eq!(peer.events(&sub(CHARSET, &[3])), [TelnetEvent::Charset(Charset::Ascii)]);
    assert_eq!(peer.events(&sub(CHARSET, &[3])), []);
    let mut peer = charset_asked();
    assert_eq!(peer.events(&sub(CHARSET, b"\x02KOI8-R")), [], "that was not on the list");
}

#[test]
fn a_translation_table_is_rejected() {
    assert_eq!(charset_asked().replies(&sub(CHARSET, &[4, 1, b';'])), sub(CHARSET, &[5]));
}

#[test]
fn a_request_of_the_peers_is_answered_unless_ours_is_open() {
    let request = sub(CHARSET, b"\x01 ISO-8859-1 utf-8");
    assert_eq!(charset_asked().send(&request), (vec![], sub(CHARSET, &[3])));
    let will = [IAC, WILL, CHARSET];
    let accepted = (vec![TelnetEvent::Charset(Charset::Utf8)], sub(CHARSET, b"\x02utf-8"));
    for list in [&b"\x01 ISO-8859-1 utf-8"[..], b"\x01[TTABLE]\x01;utf-8"] {
        let mut peer = Peer::new();
        peer.send(&will);
        assert_eq!(peer.send(&sub(CHARSET, list)), accepted);
    }
    for list in [&b"\x01;KOI8-R;BIG5"[..], b"\x01", b"\x01;", b"\x01[TTABLE]"] {
        let mut peer = Peer::new();
        peer.send(&will);
        assert_eq!(peer.send(&sub(CHARSET, list)), (vec![], sub(CHARSET, &[3])), "{list:?}");
    }
}

#[test]
fn charset_data_without_agreement_is_ignored() {
    let data = sub(CHARSET, b"\x01;UTF-8");
    assert_eq!(Peer::offered().send(&data), (vec![], vec![]));
}

/// One variable as a client sends it.
fn variable(mark: u8, name: &str, value: &str) -> Vec<u8> {
    [&[mark], name.as_bytes(), &[1], value.as_bytes()].concat()
}

fn environ_on(policy: OptionPolicy) -> Peer {
    let mut peer = Peer::under(policy);
    let replies = peer.replies(&[IAC, WILL, NEW_ENVIRON]);
    assert_eq!(replies, [&[IAC, DO, NEW_ENVIRON][..], &sub(NEW_ENVIRON, &[1])].concat());
    peer
}

#[test]
fn variables_count_as_var_and_as_uservar_at_once_or_one_by_one() {
    let list = [
        ("CLIENT_NAME", "MUDLET", ClientFact::Client("MUDLET".into())),
        ("CLIENT_VERSION", "4.20", ClientFact::Version("4.20".into())),
        ("TERMINAL_TYPE", "ANSI", ClientFact::Terminal("ANSI".into())),
        ("MTTS", "2349", ClientFact::Mtts(Mtts::from_bits(2349))),
        ("CHARSET", "UTF-8", ClientFact::Charset(Charset::Utf8)),
        ("SCREEN_READER", "1", ClientFact::Has(Ability::ScreenReader, true)),
        ("TRUECOLOR", "0", ClientFact::Has(Ability::Truecolour, false)),
        ("OSC_HYPERLINKS_SEND", "1", ClientFact::Has(Ability::CommandLinks, true)),
        ("WORD_WRAP", "80", ClientFact::WordWrap(80)),
    ];
    let facts: Vec<TelnetEvent> =
        list.iter().map(|(_, _, fact)| TelnetEvent::Environ(fact.clone())).collect();
    for mark in [VAR, USERVAR] {
        let sent: Vec<Vec<u8>> =
            list.iter().map(|(name, value, _)| variable(mark, name, value)).collect();
        for command in [0, 2] {
            let mut peer = environ_on(OptionPolicy::default());
            let all = sub(NEW_ENVIRON, &[&[command], &sent.concat()[..]].concat());
            assert_eq!(peer.send(&all), (facts.clone(), vec![]));
            let each: Vec<u8> = sent
                .iter()
                .flat_map(|one| sub(NEW_ENVIRON, &[&[command], &one[..]].concat()))
                .collect();
            assert_eq!(peer.events(&each), facts);
        }
    }
}

#[test]
fn variables_without_a_meaning_or_a_value_are_ignored() {
    for data in [
        &b"\x00\x00USER\x01root\x00DISPLAY\x01:0"[..],
        b"\x00\x00MTTS",
        b"\x00\x00MTTS\x01",
        b"\x00\x00MTTS\x01lots",
        b"\x00\x00CLIENT_NAME\x01\x02\x01",
        b"\x00\x00TRUECOLOR\x01perhaps",
        b"\x00\x01value",
        b"\x00junk",
        b"\x00",
        b"\x01\x00MTTS\x0113",
        b"",
    ] {
        assert_eq!(environ::decode(data), [], "{data:?}");
    }
}

#[test]
fn an_escaped_mark_belongs_to_its_word() {
    let found = environ::decode(b"\x00\x00CLIENT\x02_NAME\x01A\x02\x00\x02\x03B\x00VT100\x011\x02");
    let facts = [ClientFact::Client("AB".into()), ClientFact::Has(Ability::Vt100, true)];
    assert_eq!(found, facts.map(Variable::Fact));
}

#[test]
fn long_and_many_variables_are_cut() {
    let long = [&[0][..], &variable(VAR, "CLIENT_NAME", &"x".repeat(1000))].concat();
    let cut = ClientFact::Client("x".repeat(64).into());
    assert_eq!(environ::decode(&long), [Variable::Fact(cut)]);
    let many = [&[0][..], &variable(VAR, "VT100", "1").repeat(500)].concat();
    assert_eq!(environ::decode(&many).len(), 64);
}

#[test]
fn an_address_is_asked_for_and_reported_from_a_trusted_proxy_only() {
    let told = sub(NEW_ENVIRON, &[&[0][..], &variable(VAR, "IPADDRESS", "2001:db8::7")].concat());
    let trusted = OptionPolicy { trusted_proxy: true, ..OptionPolicy::default() };
    let ask = sub(NEW_ENVIRON, b"\x01\x00IPADDRESS");
    for (policy, mtts, asked, events) in [
        (OptionPolicy::default(), 128, vec![], vec![]),
        (trusted, 0, vec![], vec![TelnetEvent::ClaimedAddress("2001:db8::7".parse().unwrap())]),
        (trusted, 128, ask, vec![TelnetEvent::ClaimedAddress("2001:db8::7".parse().unwrap())]),
    ] {
        let mut peer = environ_on(policy);
        peer.send(&[IAC, WILL, TTYPE]);
        peer.send(&[ttype_is("PROXY"), ttype_is("ANSI")].concat());
        let replies = peer.replies(&ttype_is(&format!("MTTS {mtts}")));
        assert_eq!(replies, [&asked[..], &TTYPE_SEND].concat());
        if mtts == 128 {
            assert_eq!(peer.replies(&ttype_is("MTTS 137")), NOTHING, "it is asked for once");
        }
        assert_eq!(peer.events(&told), events);
    }
}

fn listing() -> Listing {
    Listing {
        name: "Hear\u{1}say\u{2}\n\u{9}".to_owned(),
        players: 12,
        started_unix_seconds: 1_800_000_000,
        address: GameAddress { ports: vec![23, 4000], ..GameAddress::default() },
        kind: GameKind { family: Some("Custom".to_owned()), ..GameKind::default() },
        world: World { classes: Some(0), ..World::default() },
        terms: Terms { hiring_builders: true, ..Terms::default() },
        ..Listing::default()
    }
}

#[test]
fn a_listing_is_sent_when_the_peer_agrees() {
    let mut peer = Peer::offered();
    assert_eq!(peer.send(&[IAC, DO, MSSP]), (vec![TelnetEvent::MsspRequested], vec![]));
    let bytes = listing().subnegotiation();
    assert!(
        bytes.starts_with(
            b"\xff\xfa\x46\x01NAME\x02Hearsay\x01PLAYERS\x0212\x01UPTIME\x021800000000"
        )
    );
    assert!(bytes.windows(15).any(|found| found == b"PORT\x0223\x024000\x01FA"));
    let data = &bytes[3..bytes.len() - 2];
    assert!(!data.iter().any(|byte| matches!(*byte, 0 | IAC)));
    let names = data.iter().filter(|byte| **byte == 1).count();
    assert_eq!(names, listing().plain_text().lines().count() - 3, "one mark for each name");
    assert!(bytes.ends_with(b"\x01HIRING CODERS\x020\xff\xf0"));
}

#[test]
fn a_listing_in_plain_text_has_a_line_for_each_variable() {
    let text = listing().plain_text();
    assert!(text.starts_with("\nMSSP-REPLY-START\nNAME\tHearsay\nPLAYERS\t12\n"));
    assert!(text.contains("\nPORT\t23\t4000\n"));
    assert!(text.contains("\nCLASSES\t0\n"));
    assert!(text.ends_with("\nMSSP-REPLY-END\n"));
    assert!(!text.contains("HOSTNAME"), "what is not known is left out");
    for (line, asks) in [
        (&b"MSSP-REQUEST"[..], true),
        (b" mssp-request ", true),
        (b"mssp", false),
        (b"MSSP-REQUEST now", false),
    ] {
        assert_eq!(mssp::is_request(line), asks);
    }
}

#[test]
fn compression_starts_and_stops_as_the_peer_says() {
    let mut peer = Peer::offered();
    let on = (vec![TelnetEvent::StartCompression], vec![IAC, WILL, MCCP2]);
    assert_eq!(peer.send(&[IAC, DO, MCCP2]), on);
    assert_eq!(peer.send(&[IAC, DO, MCCP2]), (vec![], vec![]));
    let off = (vec![TelnetEvent::StopCompression], vec![IAC, WONT, MCCP2]);
    assert_eq!(peer.send(&[IAC, DONT, MCCP2]), off);
}

#[test]
fn compression_starts_and_stops_as_the_player_sets_it() {
    let mut peer = Peer::offered();
    peer.telnet.want_compression(true, &mut peer.out);
    assert_eq!(peer.send(&[]).1, [IAC, WILL, MCCP2]);
    assert_eq!(peer.send(&[IAC, DO, MCCP2]), (vec![TelnetEvent::StartCompression], vec![]));
    peer.telnet.want_compression(false, &mut peer.out);
    assert_eq!(peer.send(&[]).1, [IAC, WONT, MCCP2]);
    assert_eq!(peer.send(&[IAC, DONT, MCCP2]), (vec![], vec![]), "the caller stopped already");
    let mut peer =
        Peer::under(OptionPolicy { compression: Stance::Refuse, ..OptionPolicy::default() });
    peer.telnet.want_compression(true, &mut peer.out);
    assert_eq!(peer.out, NOTHING);
}

#[test]
fn compression_is_offered_once_the_terminal_type_is_settled() {
    let policy = OptionPolicy { compression: Stance::Offer, ..OptionPolicy::default() };
    let offered = || {
        let mut peer = Peer::under(policy);
        peer.telnet.offer(&mut peer.out);
        assert!(!std::mem::take(&mut peer.out).contains(&MCCP2));
        peer
    };
    let mut peer = offered();
    assert_eq!(peer.replies(&[IAC, WONT, TTYPE]), [IAC, WILL, MCCP2]);
    assert_eq!(peer.replies(&[IAC, DONT, MCCP2, IAC, WONT, TTYPE]), NOTHING, "offered once");
    let mut peer = offered();
    assert_eq!(peer.replies(&[IAC, WILL, TTYPE]), TTYPE_SEND);
    assert_eq!(peer.replies(&ttype_is("XTERM")), TTYPE_SEND);
    assert_eq!(peer.replies(&ttype_is("XTERM")), [IAC, WILL, MCCP2]);
    assert_eq!(peer.replies(&ttype_is("XTERM")), NOTHING);
}

/// Decompresses the stream that a client has received so far.
fn inflated(stream: &[u8]) -> Vec<u8> {
    let mut decoder = ZlibDecoder::new(Vec::new());
    decoder.write_all(stream).unwrap();
    decoder.flush().unwrap();
    decoder.get_ref().clone()
}

/// Bytes that are hard to compress, so that the room for them runs out in the middle.
fn noise(length: usize) -> Vec<u8> {
    let mut word = 1_u32;
    let mut next = || {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        word.to_be_bytes()[0]
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn a_frame_is_whole_however_little_room_there_is() {
    for length in 450..550 {
        let mut compressor = Compressor::start(&mut Vec::new());
        let mut out = Vec::new();
        compressor.write(&noise(length), &mut out).unwrap();
        assert_eq!(inflated(&out), noise(length), "{length}");
    }
}

#[test]
fn each_frame_can_be_read_as_soon_as_it_is_sent() {
    let mut out = b"plain".to_vec();
    let mut compressor = Compressor::start(&mut out);
    assert_eq!(out, [&b"plain"[..], &START].concat());
    assert_eq!(START, [255, 250, 86, 255, 240]);
    let start = out.len();
    let mut sent: Vec<u8> = Vec::new();
    for length in [1, 0, 100, 511, 512, 513, 70_000, 3] {
        let frame = noise(length);
        sent.extend(&frame);
        compressor.write(&frame, &mut out).unwrap();
        assert_eq!(inflated(&out[start..]), sent, "after a frame of {length}");
    }
    let before = out.len();
    compressor.write(&[], &mut out).unwrap();
    assert_eq!(out.len(), before, "nothing to say costs nothing");
    compressor.finish(&mut out).unwrap();
    out.extend(b"plain");
    let mut decoder = flate2::bufread::ZlibDecoder::new(&out[start..]);
    let mut text = Vec::new();
    decoder.read_to_end(&mut text).unwrap();
    assert_eq!(text, sent);
    assert_eq!(decoder.into_inner(), b"plain", "the stream has an end");
}

#[test]
fn a_repetitive_frame_shrinks() {
    let mut out = Vec::new();
    let mut compressor = Compressor::start(&mut out);
    compressor.write("You see a door here.\r\n".repeat(100).as_bytes(), &mut out).unwrap();
    assert!(out.len() < 100, "{} bytes", out.len());
}
