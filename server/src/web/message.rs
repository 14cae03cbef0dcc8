//! Messages of the page: one JSON object each, which says by `t` what it is.

use engine::id::{RoomId, SessionId};
use serde::Deserialize;
use telnet::gmcp::{Credentials, MaskedPassword};
use text::styled::CleanText;
use world::witness::backlog::{Backlog, SeenEvents, ShownUpto};

use crate::{
    contract::{question::PanelQuestion, typed::TypedLine},
    session::{
        input::{ClientInput, ResumeRequest},
        pass::PassToken,
    },
};

/// The longest name and password, in bytes.
const MOST_LOGIN_BYTES: usize = 256;

/// Message from the web page to the server.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum PageMessage {
    /// A typed line.
    Line { line: String },
    /// The player comes in as a guest, perhaps by a link to a room.
    Guest { at: Option<String> },
    /// The player logs in.
    Connect { name: String, password: String },
    /// The player creates an account.
    Create { name: String, password: String, at: Option<String> },
    /// The page goes on with a stay after a lost link.
    Resume { pass: String, seen: Option<SeenLines> },
    /// The page has shown all numbered lines up to this one.
    Ack { epoch: u64, n: u64 },
    /// A panel gives a line, whose answer is data with this number.
    Ask { id: u32, line: String },
    /// A panel wants to be filled.
    Panel { what: PanelName },
    /// The page looks whether the link still stands.
    Ping,
}

/// Lines that the page has shown.
#[derive(Deserialize)]
struct SeenLines {
    epoch: u64,
    n: u64,
    #[serde(default)]
    beyond: Vec<u64>,
}

/// Panels that are filled when the page asks; the others are by themselves.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum PanelName {
    Who,
    Quests,
}

/// Meaning of a message of the page.
pub(super) enum PageInput {
    /// Input of the session.
    Session(ClientInput),
    /// Two inputs of the session: the room that the player was led to, and how they come in.
    Led(ClientInput, ClientInput),
    /// A question whether the link still stands.
    Ping,
}

/// Reads a message; `None` if it is none that is known.
pub(super) fn read(message: &str, line_bytes: usize) -> Option<PageInput> {
    let message: PageMessage = serde_json::from_str(message).ok()?;
    let input = match message {
        PageMessage::Line { line } if line.len() > line_bytes => ClientInput::TooLong,
        PageMessage::Line { line } => ClientInput::Line(TypedLine::new(&line)),
        PageMessage::Ask { line, .. } if line.len() > line_bytes => ClientInput::TooLong,
        PageMessage::Ask { id, line } => ClientInput::PanelLine(id, TypedLine::new(&line)),
        PageMessage::Guest { at } => {
            let guest = ClientInput::Line(TypedLine::new("connect guest"));
            return Some(landing(at, guest));
        }
        PageMessage::Connect { name, password } => match credentials(&name, &password) {
            Some(it) => ClientInput::Login(Some(it)),
            None => ClientInput::TooLong,
        },
        PageMessage::Create { name, password, at } => {
            let create = match credentials(&name, &password) {
                Some(it) => ClientInput::Register(it),
                None => ClientInput::TooLong,
            };
            return Some(landing(at, create));
        }
        PageMessage::Resume { pass, seen } => {
            let (pass, seen) = (PassToken::new(&pass), seen.map(SeenLines::seen));
            ClientInput::Resume(Box::new(ResumeRequest { pass, seen }))
        }
        PageMessage::Ack { epoch, n } => ClientInput::Acknowledged(upto(epoch, n)),
        PageMessage::Panel { what: PanelName::Who } => ClientInput::Asked(PanelQuestion::Who),
        PageMessage::Panel { what: PanelName::Quests } => ClientInput::Asked(PanelQuestion::Quests),
        PageMessage::Ping => return Some(PageInput::Ping),
    };
    Some(PageInput::Session(input))
}

/// Returns how somebody comes in, behind the room that they were led to, if it can be one.
fn landing(at: Option<String>, input: ClientInput) -> PageInput {
    match at.and_then(|it| RoomId::new(&it).ok()) {
        Some(room) => PageInput::Led(ClientInput::Landing(room), input),
        None => PageInput::Session(input),
    }
}

/// Returns a name and a password, cleaned as typed lines are, so that the same ones are typed by
/// telnet; `None` if one is too long.
fn credentials(name: &str, password: &str) -> Option<Box<Credentials>> {
    if name.len().max(password.len()) > MOST_LOGIN_BYTES {
        return None;
    }
    let clean = |it: &str| -> Box<str> { CleanText::new(it).as_str().into() };
    let password = MaskedPassword(clean(password));
    Some(Box::new(Credentials { account: clean(name), character: None, password }))
}

fn upto(epoch: u64, n: u64) -> ShownUpto {
    ShownUpto { epoch: SessionId(epoch), n }
}

impl SeenLines {
    fn seen(mut self) -> SeenEvents {
        self.beyond.truncate(Backlog::MAX);
        SeenEvents { upto: upto(self.epoch, self.n), beyond: self.beyond }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(message: &str) -> ClientInput {
        match read(message, 20) {
            Some(PageInput::Session(it)) => it,
            Some(PageInput::Led(..) | PageInput::Ping) | None => panic!("no input: {message}"),
        }
    }

    #[test]
    fn messages_become_the_input_that_telnet_makes_too() {
        let line = session(r#"{"t":"line","line":"say \u001b[2Jhi\nthere"}"#);
        assert!(matches!(line, ClientInput::Line(it) if it.line.as_str() == "say [2Jhi there"));
        let long = session(r#"{"t":"line","line":"say aaaaaaaaaaaaaaaaaaaaaaaa"}"#);
        assert!(matches!(long, ClientInput::TooLong));
        let guest = session(r#"{"t":"guest"}"#);
        assert!(matches!(guest, ClientInput::Line(it) if it.line.as_str() == "connect guest"));
        let login = session(r#"{"t":"connect","name":" Ann ","password":"ses\u200bame 99"}"#);
        let ClientInput::Login(Some(login)) = login else { panic!("{login:?}") };
        assert_eq!((&*login.account, &*login.password.0), ("Ann", "sesame 99"));
        let long = format!(r#"{{"t":"create","name":"Ann","password":"{}"}}"#, "a".repeat(300));
        assert!(matches!(session(&long), ClientInput::TooLong));
        assert!(matches!(read(r#"{"t":"ping"}"#, 20), Some(PageInput::Ping)));
    }

    #[test]
    fn a_link_to_a_room_stands_before_whoever_comes_in() {
        let led = read(r#"{"t":"guest","at":"town/inn"}"#, 20);
        let Some(PageInput::Led(ClientInput::Landing(room), ClientInput::Line(_))) = led else {
            panic!("nobody is led");
        };
        assert_eq!(room.as_str(), "town/inn");
        for odd in [r#""no room""#, r#""""#, "null"] {
            session(&format!(r#"{{"t":"guest","at":{odd}}}"#));
        }
    }

    #[test]
    fn what_was_seen_is_bounded() {
        let beyond = vec!["7"; 1_000].join(",");
        let resume = format!(
            r#"{{"t":"resume","pass":"x","seen":{{"epoch":3,"n":5,"beyond":[{beyond}]}}}}"#
        );
        let ClientInput::Resume(it) = session(&resume) else { panic!("no resume") };
        let seen = it.seen.unwrap();
        assert_eq!((seen.upto, seen.beyond.len()), (upto(3, 5), Backlog::MAX));
    }

    #[test]
    fn what_is_no_message_is_none() {
        for odd in ["", "{}", "[]", r#"{"t":"sudo"}"#, r#"{"t":"line"}"#, r#"{"t":"ack","n":-1}"#] {
            assert!(read(odd, 20).is_none(), "{odd}");
        }
    }
}
