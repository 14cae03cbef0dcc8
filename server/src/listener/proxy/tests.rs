use super::*;

/// The signature, as the specification writes it.
const BEGIN: [u8; 12] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A];
/// 192.0.2.1, port 56324, to 198.51.100.2, port 443.
const TCP4: [u8; 12] = [192, 0, 2, 1, 198, 51, 100, 2, 0xDC, 0x04, 0x01, 0xBB];
/// A fact: the name of the host that the client asked for.
const AUTHORITY: [u8; 7] = [0x02, 0x00, 0x04, b'h', b'o', b's', b't'];

fn header(version: u8, family: u8, block: &[u8]) -> Vec<u8> {
    let length = u16::try_from(block.len()).unwrap().to_be_bytes();
    [&BEGIN[..], &[version, family], &length, block].concat()
}

fn tcp6() -> Vec<u8> {
    let (from, to): (Ipv6Addr, Ipv6Addr) =
        ("2001:db8::7".parse().unwrap(), "2001:db8::1".parse().unwrap());
    [&from.octets()[..], &to.octets(), &[0xDC, 0x04, 0x01, 0xBB]].concat()
}

fn whole(bytes: &[u8]) -> Header {
    match parse(bytes) {
        Ok(Progress::Whole(header)) => header,
        other => panic!("{other:?}"),
    }
}

fn from(text: &str) -> Header {
    Header::For(text.parse().unwrap())
}

#[test]
fn the_source_address_is_read() {
    assert_eq!(whole(&header(0x21, 0x11, &TCP4)), from("192.0.2.1"));
    assert_eq!(whole(&header(0x21, 0x21, &tcp6())), from("2001:db8::7"));
    // An IPv4 address stays the same behind a proxy that speaks IPv6.
    let mut mapped = tcp6();
    mapped[..16].copy_from_slice(&"::ffff:192.0.2.1".parse::<Ipv6Addr>().unwrap().octets());
    assert_eq!(whole(&header(0x21, 0x21, &mapped)), from("192.0.2.1"));
}

#[test]
fn further_facts_are_skipped() {
    assert_eq!(whole(&header(0x21, 0x11, &[&TCP4[..], &AUTHORITY].concat())), from("192.0.2.1"));
    let most = [&TCP4[..], &[0x04; MOST - 12]].concat();
    assert_eq!(whole(&header(0x21, 0x11, &most)), from("192.0.2.1"));
}

#[test]
fn who_speaks_for_itself_keeps_its_address() {
    assert_eq!(whole(&header(0x20, 0x00, &[])), Header::Own);
    assert_eq!(whole(&header(0x20, 0x11, &TCP4)), Header::Own, "LOCAL, whatever is with it");
    assert_eq!(whole(&header(0x20, 0xFF, &AUTHORITY)), Header::Own);
    assert_eq!(whole(&header(0x21, 0x00, &[])), Header::Own, "an unknown family");
    assert_eq!(whole(&header(0x21, 0x31, &[b'/'; 216])), Header::Own, "a Unix socket");
}

#[test]
fn half_a_header_asks_for_the_rest_and_for_no_more() {
    for block in [vec![], TCP4.to_vec(), [&TCP4[..], &AUTHORITY].concat()] {
        let family = if block.is_empty() { 0x00 } else { 0x11 };
        let bytes = header(0x21, family, &block);
        for end in 0..bytes.len() {
            let missing = if end < FIXED { FIXED - end } else { bytes.len() - end };
            assert_eq!(parse(&bytes[..end]), Ok(Progress::More(missing)), "{end} bytes");
        }
        whole(&bytes);
    }
}

#[test]
fn anything_else_is_refused_at_its_first_wrong_byte() {
    for at in 0..BEGIN.len() {
        let mut bytes = BEGIN[..=at].to_vec();
        bytes[at] ^= 1;
        assert_eq!(parse(&bytes), Err(ProxyError::Missing), "byte {at}");
    }
    assert_eq!(parse(b"PROXY TCP4 192.0.2.1 "), Err(ProxyError::Missing), "version 1 is text");
    assert_eq!(parse(b"\x16\x03\x01"), Err(ProxyError::Missing), "TLS");
    assert_eq!(parse(&header(0x11, 0x11, &TCP4)), Err(ProxyError::Version(1)));
    assert_eq!(parse(&header(0x31, 0x11, &TCP4)), Err(ProxyError::Version(3)));
    assert_eq!(parse(&header(0x22, 0x11, &TCP4)), Err(ProxyError::Command(2)));
    assert_eq!(parse(&header(0x21, 0x12, &TCP4)), Err(ProxyError::Family(0x12)), "datagrams");
    assert_eq!(parse(&header(0x21, 0x41, &TCP4)), Err(ProxyError::Family(0x41)));
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    assert_eq!(parse(&header(0x21, 0x11, &TCP4[..11])), Err(ProxyError::Short(11)));
    assert_eq!(parse(&header(0x21, 0x21, &tcp6()[..35])), Err(ProxyError::Short(35)));
    assert_eq!(parse(&header(0x21, 0x31, &[0; 215])), Err(ProxyError::Short(215)));
    // Nothing of a header that is too long is waited for.
    let long = header(0x21, 0x11, &[0; MOST + 1]);
    assert_eq!(parse(&long[..FIXED]), Err(ProxyError::Long(MOST + 1)));
}
