//! Frames of a WebSocket in place of telnet's commands, for the subprotocols `gmcp.mudstandards.org`
//! and `terminal.mudstandards.org`: text in binary frames, data in text frames, and nothing
//! negotiated. The telnet machine stays as it is; its bytes are turned into frames and back here.

use super::{encode::subnegotiation, options::GMCP, parser::code};

/// Telnet bytes by which a client with data by text frames counts as having agreed to GMCP from the start.
pub const AGREES_TO_GMCP: [u8; 3] = [code::IAC, code::DO, GMCP];

/// Most bytes of one subnegotiation that are kept; the rest of a longer one is dropped with it.
const MOST_DATA: usize = 4 * 1_024 * 1_024;

/// Frame of a WebSocket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebFrame {
    /// Text of the game with its colours, in UTF-8.
    Binary(Vec<u8>),
    /// Data: package, a space, and JSON.
    Text(String),
    /// A sign of life.
    Ping,
}

/// Place in the stream of telnet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Text,
    Command,
    Option,
    Data,
    DataCommand,
}

/// Turns telnet's bytes into frames, however they are cut.
#[derive(Debug, Default)]
pub struct FrameWriter {
    /// True if data is sent, in text frames.
    data: bool,
    place: Place,
    text: Vec<u8>,
    /// Option and bytes of the subnegotiation that is being read.
    read: Vec<u8>,
}

impl FrameWriter {
    /// Creates a writer of text frames for data, or one that leaves data out.
    #[must_use]
    pub fn new(data: bool) -> Self {
        Self { data, ..Self::default() }
    }

    /// Adds the frames of these bytes.
    pub fn write(&mut self, bytes: &[u8], out: &mut Vec<WebFrame>) {
        for &byte in bytes {
            self.place = match (self.place, byte) {
                (Place::Text, code::IAC) => Place::Command,
                (Place::Text, byte) => {
                    self.text.push(byte);
                    Place::Text
                }
                (Place::Command, code::SB) => Place::Data,
                (Place::Command, code::WILL | code::WONT | code::DO | code::DONT) => Place::Option,
                (Place::Command, code::NOP) => {
                    self.end_text(out);
                    out.push(WebFrame::Ping);
                    Place::Text
                }
                (Place::Command | Place::Option, _) => Place::Text,
                (Place::Data, code::IAC) => Place::DataCommand,
                (Place::DataCommand, code::SE) => {
                    self.end_data(out);
                    Place::Text
                }
                (Place::Data | Place::DataCommand, byte) => {
                    if self.read.len() < MOST_DATA {
                        self.read.push(byte);
                    }
                    Place::Data
                }
            };
        }
        self.end_text(out);
    }

    fn end_text(&mut self, out: &mut Vec<WebFrame>) {
        if !self.text.is_empty() {
            out.push(WebFrame::Binary(std::mem::take(&mut self.text)));
        }
    }

    fn end_data(&mut self, out: &mut Vec<WebFrame>) {
        let read = std::mem::take(&mut self.read);
        if let (true, Some((&GMCP, data))) = (self.data, read.split_first()) {
            self.end_text(out);
            out.push(WebFrame::Text(String::from_utf8_lossy(data).into_owned()));
        }
    }
}

/// Returns a binary frame of a client as telnet's bytes. A frame is one line or several: where the
/// end of the last one is missing, it is added. The byte that begins telnet's commands is in no
/// UTF-8, and is left out.
#[must_use]
pub fn typed(frame: &[u8]) -> Vec<u8> {
    let mut line: Vec<u8> = frame.iter().copied().filter(|it| *it != code::IAC).collect();
    if !line.ends_with(b"\n") && !line.ends_with(b"\r") {
        line.extend_from_slice(b"\r\n");
    }
    line
}

/// Returns a text frame of a client, which is data, as telnet's bytes.
#[must_use]
pub fn data(frame: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(frame.len() + 5);
    subnegotiation(GMCP, frame.as_bytes(), &mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        OptionPolicy, Telnet, TelnetEvent, TelnetLimits, encode_text,
        gmcp::{GmcpMessage, GmcpRequest},
    };

    fn frames(with_data: bool, pieces: &[&[u8]]) -> Vec<WebFrame> {
        let (mut writer, mut out) = (FrameWriter::new(with_data), Vec::new());
        pieces.iter().for_each(|it| writer.write(it, &mut out));
        out
    }

    #[test]
    fn what_the_machine_writes_becomes_text_and_data_and_no_command() {
        let mut telnet = Telnet::with_policy(TelnetLimits::default(), OptionPolicy::default());
        let (mut out, mut events) = (Vec::new(), Vec::new());
        telnet.offer(&mut out);
        telnet.receive(&AGREES_TO_GMCP, &mut out, &mut events);
        telnet.receive(&data("Core.Supports.Set [\"Room 1\"]"), &mut out, &mut events);
        assert!(events.contains(&TelnetEvent::GmcpOn), "{events:?}");
        out.clear();
        encode_text("Welcome.\n", &mut out);
        telnet.hide_input(&mut out);
        telnet.send_gmcp(&GmcpMessage::RemovePlayer("Ann"), &mut out);
        out.extend([code::IAC, code::NOP]);
        encode_text("> ", &mut out);
        out.extend([code::IAC, code::GA]);
        let expected = [
            WebFrame::Binary(b"Welcome.\r\n".to_vec()),
            WebFrame::Text("Room.RemovePlayer \"Ann\"".to_owned()),
            WebFrame::Ping,
            WebFrame::Binary(b"> ".to_vec()),
        ];
        assert_eq!(frames(true, &[&out]), expected);
        let plain = frames(false, &[&out]);
        assert!(plain.iter().all(|it| !matches!(it, WebFrame::Text(_))), "{plain:?}");
    }

    #[test]
    fn what_a_client_sends_is_read_by_the_machine() {
        let mut telnet = Telnet::with_policy(TelnetLimits::default(), OptionPolicy::default());
        let (mut out, mut events) = (Vec::new(), Vec::new());
        telnet.offer(&mut out);
        telnet.receive(&AGREES_TO_GMCP, &mut out, &mut events);
        events.clear();
        telnet.receive(&typed("say hé".as_bytes()), &mut out, &mut events);
        telnet.receive(&typed(b"look\xff\r\n"), &mut out, &mut events);
        telnet.receive(&data("Core.KeepAlive"), &mut out, &mut events);
        let line = |it: &str| TelnetEvent::Line(it.as_bytes().to_vec());
        let expected = [line("say hé"), line("look"), TelnetEvent::Gmcp(GmcpRequest::KeepAlive)];
        assert_eq!(events, expected);
    }

    proptest! {
        #[test]
        fn any_bytes_however_they_are_cut_give_the_same_text_and_data(
            bytes in prop::collection::vec(
                prop_oneof![any::<u8>(), 239u8..=255, Just(GMCP), 97u8..=100], 0..200
            ),
            cut in 0usize..200,
        ) {
            let joined = |frames: Vec<WebFrame>| {
                let (mut text, mut data, mut pings) = (Vec::new(), Vec::new(), 0);
                for it in frames {
                    match it {
                        WebFrame::Binary(it) => text.extend(it),
                        WebFrame::Text(it) => data.push(it),
                        WebFrame::Ping => pings += 1,
                    }
                }
                (text, data, pings)
            };
            let (before, after) = bytes.split_at(cut.min(bytes.len()));
            let whole = joined(frames(true, &[&bytes]));
            prop_assert_eq!(&whole, &joined(frames(true, &[before, after])));
            prop_assert!(!whole.0.contains(&code::IAC));
            prop_assert!(!typed(&bytes).contains(&code::IAC));
        }
    }
}
