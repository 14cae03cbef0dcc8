//! GMCP requests of a client.

use std::fmt;

use serde_json::{Map, Value};

use super::supports::{Change, Supports};

/// Maximum length of a name given by a client, in characters.
const MOST_CHARACTERS: usize = 64;
/// The longest account name and password, in bytes.
const MOST_LOGIN_BYTES: usize = 256;

/// GMCP message of a client. Packages and keys that are not listed here are ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GmcpRequest {
    /// `Core.Hello`: the client's own name and version, at most 64 characters each.
    Hello {
        /// The name.
        client: Box<str>,
        /// The version; empty if it told none.
        version: Box<str>,
    },
    /// `Core.Supports`: the whole list, after the change. What is newly on it is now worth sending.
    Supports(Supports),
    /// `Core.Ping`; it is already answered.
    Ping {
        /// Average round-trip time that the client measured, in milliseconds.
        average: Option<u32>,
    },
    /// `Core.KeepAlive`: the player is still there.
    KeepAlive,
    /// `Char.Items.Inv`: list what the character carries.
    Inventory,
    /// `Char.Items.Room`: list what lies in the room.
    RoomItems,
    /// `Char.Items.Contents`: list what is in the item with this number.
    Contents(u64),
    /// `Comm.Channel.Enable`: listen to this channel; at most 64 characters.
    EnableChannel(Box<str>),
    /// `Comm.Channel.Players`: list who listens to what.
    ChannelPlayers,
    /// `Char.Login.Credentials`; only ever reported where [`login`](crate::OptionPolicy::login)
    /// is allowed. `None` means that the client knows none.
    Login(Option<Box<Credentials>>),
}

/// A name and a password to log in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    pub account: Box<str>,
    /// The character of the account, if the client named one (`account:character`).
    pub character: Option<Box<str>>,
    pub password: MaskedPassword,
}

/// A password, which no log may show.
#[derive(Clone, PartialEq, Eq)]
pub struct MaskedPassword(pub Box<str>);

impl fmt::Debug for MaskedPassword {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("MaskedPassword(hidden)")
    }
}

/// Reads the data of one subnegotiation, and keeps `supports` up to date.
pub(crate) fn parse(data: &[u8], supports: &mut Supports) -> Option<GmcpRequest> {
    let text = std::str::from_utf8(data).ok()?.trim();
    let (package, json) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    // A message without data is as good as one with null.
    let value = match json.trim() {
        "" => Value::Null,
        json => serde_json::from_str(json).ok()?,
    };
    match package.to_ascii_lowercase().as_str() {
        "core.hello" => hello(&value),
        "core.supports.set" => change(supports, Change::Set, &value),
        "core.supports.add" => change(supports, Change::Add, &value),
        "core.supports.remove" => change(supports, Change::Remove, &value),
        "core.ping" => Some(GmcpRequest::Ping { average: number(&value) }),
        "core.keepalive" => Some(GmcpRequest::KeepAlive),
        "char.items.inv" => Some(GmcpRequest::Inventory),
        "char.items.room" => Some(GmcpRequest::RoomItems),
        "char.items.contents" => number(&value).map(GmcpRequest::Contents),
        "comm.channel.enable" => name(&value).map(GmcpRequest::EnableChannel),
        "comm.channel.players" => Some(GmcpRequest::ChannelPlayers),
        "char.login.credentials" => credentials(&value).map(GmcpRequest::Login),
        _ => None,
    }
}

fn hello(value: &Value) -> Option<GmcpRequest> {
    let fields = value.as_object()?;
    let client = field(fields, "client").and_then(name)?;
    let version = field(fields, "version").and_then(name).unwrap_or_default();
    Some(GmcpRequest::Hello { client, version })
}

fn change(supports: &mut Supports, change: Change, value: &Value) -> Option<GmcpRequest> {
    supports.change(change, value.as_array()?);
    Some(GmcpRequest::Supports(*supports))
}

fn credentials(value: &Value) -> Option<Option<Box<Credentials>>> {
    let fields = value.as_object()?;
    if fields.is_empty() {
        return Some(None);
    }
    let text = |key| {
        field(fields, key).and_then(Value::as_str).filter(|text| text.len() <= MOST_LOGIN_BYTES)
    };
    let (account, password) = (text("account")?, text("password")?);
    let (account, character) = match account.split_once(':') {
        Some((account, character)) => (account, Some(character.into())),
        None => (account, None),
    };
    let password = MaskedPassword(password.into());
    Some(Some(Box::new(Credentials { account: account.into(), character, password })))
}

/// Finds a key whatever its letter case: some clients write `Client` for `client`.
fn field<'a>(fields: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    fields.iter().find_map(|(found, value)| found.eq_ignore_ascii_case(key).then_some(value))
}

/// Reads a short text without control characters, or a number as one.
fn name(value: &Value) -> Option<Box<str>> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    let printable = |character: &char| !character.is_control();
    let text: String = text.chars().filter(printable).take(MOST_CHARACTERS).collect();
    (!text.trim().is_empty()).then(|| text.trim().into())
}

/// Reads a number, or a text that is one.
fn number<T: std::str::FromStr>(value: &Value) -> Option<T> {
    name(value)?.parse().ok()
}
