//! Encoder: puts text and subnegotiations into the form that telnet carries.

use super::parser::code;

/// Appends one subnegotiation, whole. A byte 255 in `data` is doubled.
pub(super) fn subnegotiation(option: u8, data: &[u8], out: &mut Vec<u8>) {
    out.reserve(data.len() + 5);
    out.extend([code::IAC, code::SB, option]);
    for &byte in data {
        out.push(byte);
        if byte == code::IAC {
            out.push(code::IAC);
        }
    }
    out.extend([code::IAC, code::SE]);
}

/// Appends `text` as telnet carries it: a line feed becomes CR LF, and a CR that stands alone
/// becomes CR NUL. A CR LF in the text stays one line end.
pub fn encode_text(text: &str, out: &mut Vec<u8>) {
    encode_bytes(text.as_bytes(), out);
}

/// Encodes like [`encode_text`], for text in any character set; a byte 255 is doubled, as UTF-8
/// never needs.
pub fn encode_bytes(mut text: &[u8], out: &mut Vec<u8>) {
    out.reserve(text.len());
    while let Some(at) = text.iter().position(|byte| matches!(byte, b'\n' | b'\r' | &code::IAC)) {
        let (run, special) = text.split_at(at);
        out.extend_from_slice(run);
        text = match special {
            [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => {
                out.extend(b"\r\n");
                rest
            }
            [b'\r', rest @ ..] => {
                out.extend(b"\r\0");
                rest
            }
            [other, rest @ ..] => {
                out.extend([*other, *other]);
                rest
            }
            [] => special,
        };
    }
    out.extend_from_slice(text);
}
