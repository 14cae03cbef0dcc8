//! Other protocols on our port, what goes out as text, and memory.

use super::{super::ttype::Cycle, *};

#[test]
fn a_web_request_is_noticed_and_the_rest_ignored() {
    for request in
        ["GET / HTTP/1.1", "POST /x HTTP/1.0", "CONNECT a:443 HTTP/1.1", "PRI * HTTP/2.0"]
    {
        let mut peer = Peer::offered();
        let input = format!("{request}\r\nHost: example.org\r\n\r\n");
        assert_eq!(peer.events(input.as_bytes()), [TelnetEvent::Http], "{request}");
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
    assert_eq!(peer.events(&[0x03, 0x01, 0x02, b'\n', IAC, AYT]), [TelnetEvent::TlsHello]);
    assert_eq!(peer.send(b"look\n"), (vec![], vec![]));
    assert_eq!(heard(b"\x16look\n"), [line("look")]);
    assert_eq!(heard(b"\n\x16\x03look\n"), [line(""), line("look")]);
}

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

#[test]
fn an_idle_connection_is_small() {
    assert!(size_of::<Telnet>() < 256, "{} bytes", size_of::<Telnet>());
    assert!(size_of::<TelnetEvent>() <= 64, "{} bytes", size_of::<TelnetEvent>());
    let mut peer = Peer::offered();
    assert_eq!(peer.telnet.held_bytes(), 0);
    peer.send(&[&[b'x'; 4000][..], b"\r\n"].concat());
    peer.send(&script());
    assert_eq!(peer.telnet.held_bytes(), 0);
    assert!(matches!(peer.telnet.negotiation.terminal, Cycle::Done));
}
