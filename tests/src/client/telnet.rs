//! The telnet of the test client: a stream taken apart into text and commands, and what a client
//! with certain skills answers.

use flate2::{Decompress, FlushDecompress, Status};

use crate::{Trouble, while_};

/// The first byte of every command.
pub const IAC: u8 = 255;
/// The mark after a prompt that RFC 885 gives.
pub const EOR: u8 = 239;
/// The mark after a prompt that RFC 854 gives.
pub const GA: u8 = 249;
/// A command that does nothing.
pub const NOP: u8 = 241;
/// "Are you there?"
pub const AYT: u8 = 246;
/// "Interrupt what is under way."
pub const IP: u8 = 244;
/// Begins a subnegotiation.
pub const SB: u8 = 250;
/// Ends a subnegotiation.
pub const SE: u8 = 240;
/// "I do this from now on", or an answer to DO.
pub const WILL: u8 = 251;
/// "I do not do this."
pub const WONT: u8 = 252;
/// "Please do this", or an answer to WILL.
pub const DO: u8 = 253;
/// "Please do not do this."
pub const DONT: u8 = 254;

/// The options that tests speak of, by the names of their documents.
pub mod option {
    /// Echo of typed text by the server.
    pub const ECHO: u8 = 1;
    /// A request to be told when all before it has been read.
    pub const TIMING_MARK: u8 = 6;
    /// Name of the client.
    pub const TTYPE: u8 = 24;
    /// A mark after each prompt.
    pub const EOR: u8 = 25;
    /// The size of the window.
    pub const NAWS: u8 = 31;
    /// Variables about the client.
    pub const NEW_ENVIRON: u8 = 39;
    /// The character set.
    pub const CHARSET: u8 = 42;
    /// Data for listing sites.
    pub const MSSP: u8 = 70;
    /// Compression.
    pub const MCCP2: u8 = 86;
    /// Structured data beside the text.
    pub const GMCP: u8 = 201;
}

/// Abilities of a client, and its data about itself.
#[derive(Debug, Clone, Default)]
pub struct Skills {
    /// The options it agrees to, whoever does them.
    pub options: Vec<u8>,
    /// Its answers to TTYPE in order; the last is given again.
    pub terminal: Vec<&'static str>,
    /// Variables that it sends by NEW-ENVIRON.
    pub variables: Vec<(&'static str, &'static str)>,
    /// The modules of GMCP that it lists, each such as `Room 1`.
    pub modules: Vec<&'static str>,
    /// True when it accepts the character set that it is asked to use.
    pub utf8: bool,
}

impl Skills {
    /// Agrees to these options and tells nothing.
    #[must_use]
    pub fn of(options: &[u8]) -> Self {
        Self { options: options.to_vec(), ..Self::default() }
    }

    /// Speaks GMCP and lists these modules.
    #[must_use]
    pub fn gmcp(modules: &[&'static str]) -> Self {
        Self { options: vec![option::GMCP], modules: modules.to_vec(), ..Self::default() }
    }

    /// Answers TTYPE like this.
    #[must_use]
    pub fn terminal(answers: &[&'static str]) -> Self {
        Self { options: vec![option::TTYPE], terminal: answers.to_vec(), ..Self::default() }
    }

    fn agrees(&self, option: u8) -> bool {
        // Every client can stop showing what is typed.
        option == option::ECHO || self.options.contains(&option)
    }
}

/// One part of a stream.
pub(super) enum Piece {
    Byte(u8),
    /// Without the IAC before it.
    Command(Vec<u8>),
}

/// Takes a stream apart.
#[derive(Default)]
pub(super) struct Ear {
    /// Bytes received and not parsed yet, compressed where that is on.
    wire: Vec<u8>,
    /// Half a command.
    rest: Vec<u8>,
    inflating: Option<Decompress>,
    /// Everything so far, without the compression.
    pub(super) stream: Vec<u8>,
    /// Compressed bytes so far.
    pub(super) packed: u64,
    /// Compressed streams that ended as they should.
    pub(super) finished: u32,
    asked_terminal: usize,
}

impl Ear {
    pub(super) fn is_inflating(&self) -> bool {
        self.inflating.is_some()
    }

    /// Takes in what came and gives its parts.
    pub(super) fn hear(&mut self, bytes: &[u8]) -> Result<Vec<Piece>, Trouble> {
        self.wire.extend_from_slice(bytes);
        let mut pieces = Vec::new();
        while !self.wire.is_empty() {
            let plain = self.unpack()?;
            self.split(plain, &mut pieces);
        }
        Ok(pieces)
    }

    /// All of the wire that can be read the way it is read now.
    fn unpack(&mut self) -> Result<Vec<u8>, Trouble> {
        let mut input = std::mem::take(&mut self.wire);
        let Some(inflating) = &mut self.inflating else { return Ok(input) };
        let mut plain = Vec::new();
        while !input.is_empty() {
            plain.reserve(4_096);
            let before = inflating.total_in();
            let status = inflating.decompress_vec(&input, &mut plain, FlushDecompress::Sync);
            let status = while_("inflating", status)?;
            let used = inflating.total_in() - before;
            self.packed += used;
            input.drain(..usize::try_from(used).unwrap_or(input.len()));
            if status == Status::StreamEnd {
                self.inflating = None;
                self.finished += 1;
                self.wire = input;
                return Ok(plain);
            }
        }
        self.drain(&mut plain)?;
        Ok(plain)
    }

    /// Takes what the last input makes beyond the room that was left for it.
    fn drain(&mut self, plain: &mut Vec<u8>) -> Result<(), Trouble> {
        let Some(inflating) = &mut self.inflating else { return Ok(()) };
        while plain.len() == plain.capacity() {
            plain.reserve(4_096);
            // Nothing more to come out is no mistake.
            match inflating.decompress_vec(&[], plain, FlushDecompress::Sync) {
                Ok(Status::Ok) => {}
                Ok(Status::BufError) => break,
                Ok(Status::StreamEnd) => {
                    self.inflating = None;
                    self.finished += 1;
                    break;
                }
                Err(error) => return Err(format!("inflating: {error}")),
            }
        }
        Ok(())
    }

    /// Splits plain bytes; what comes after the start of compression goes back to the wire.
    fn split(&mut self, plain: Vec<u8>, pieces: &mut Vec<Piece>) {
        let mut bytes = std::mem::take(&mut self.rest);
        let known = bytes.len();
        bytes.extend(plain);
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if byte != IAC {
                pieces.push(Piece::Byte(byte));
                at += 1;
                continue;
            }
            let after = bytes.get(at + 1..).unwrap_or_default();
            let Some(length) = command_length(after) else { break };
            let command = after.get(..length).unwrap_or_default().to_vec();
            at += 1 + length;
            let starts = command == [SB, option::MCCP2, IAC, SE];
            pieces.push(if command == [IAC] { Piece::Byte(IAC) } else { Piece::Command(command) });
            if starts {
                self.inflating = Some(Decompress::new(true));
                self.wire = bytes.split_off(at);
                break;
            }
        }
        self.stream.extend_from_slice(bytes.get(known..).unwrap_or_default());
        self.rest = bytes.split_off(at);
    }

    /// Answers a command as a client with these skills.
    pub(super) fn answer(&mut self, command: &[u8], skills: &Skills, out: &mut Vec<u8>) {
        match *command {
            [WILL, option] if skills.agrees(option) => {
                out.extend([IAC, DO, option]);
                if option == option::GMCP {
                    introduce(skills, out);
                }
            }
            [WILL, option] => out.extend([IAC, DONT, option]),
            [WONT, option] if skills.agrees(option) => out.extend([IAC, DONT, option]),
            [DO, option] if skills.agrees(option) => out.extend([IAC, WILL, option]),
            [DO, option] => out.extend([IAC, WONT, option]),
            [SB, option::TTYPE, 1, ..] => {
                let answers = &skills.terminal;
                let answer = answers.get(self.asked_terminal).or(answers.last());
                self.asked_terminal += 1;
                let data = [&[0], answer.copied().unwrap_or_default().as_bytes()].concat();
                subnegotiate(option::TTYPE, &data, out);
            }
            [SB, option::NEW_ENVIRON, 1, ..] => {
                let mut data = vec![0];
                for (name, value) in &skills.variables {
                    data.push(3);
                    data.extend_from_slice(name.as_bytes());
                    data.push(1);
                    data.extend_from_slice(value.as_bytes());
                }
                subnegotiate(option::NEW_ENVIRON, &data, out);
            }
            [SB, option::CHARSET, 1, ..] if skills.utf8 => {
                subnegotiate(option::CHARSET, b"\x02UTF-8", out);
            }
            [SB, option::CHARSET, 1, ..] => subnegotiate(option::CHARSET, &[3], out),
            _ => {}
        }
    }
}

/// Tells by GMCP who one is and what one wants.
fn introduce(skills: &Skills, out: &mut Vec<u8>) {
    let hello = r#"Core.Hello {"client": "test", "version": "1"}"#;
    subnegotiate(option::GMCP, hello.as_bytes(), out);
    let list = format!("Core.Supports.Set {:?}", skills.modules);
    subnegotiate(option::GMCP, list.as_bytes(), out);
}

/// Appends a subnegotiation; bytes of 255 in the data are doubled.
pub fn subnegotiate(option: u8, data: &[u8], out: &mut Vec<u8>) {
    out.extend([IAC, SB, option]);
    for &byte in data {
        out.push(byte);
        if byte == IAC {
            out.push(IAC);
        }
    }
    out.extend([IAC, SE]);
}

/// Length of a telnet command after its IAC, in bytes; none while it is incomplete.
fn command_length(bytes: &[u8]) -> Option<usize> {
    let length = match *bytes.first()? {
        SB => {
            let mut at = 1;
            loop {
                match bytes.get(at..) {
                    Some([IAC, SE, ..]) => break at + 2,
                    Some([IAC, _, ..]) => at += 2,
                    Some([_, ..]) => at += 1,
                    Some([]) | None => return None,
                }
            }
        }
        WILL..=DONT => 2,
        _ => 1,
    };
    (bytes.len() >= length).then_some(length)
}
