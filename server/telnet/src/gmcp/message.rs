//! GMCP messages of the server, each with its own name and keys.
//!
//! Keys are letter for letter what clients read. Numbers of rooms, items and characters are the
//! server's own and stay the same for as long as the thing exists.

use bytes::Bytes;
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Value, json};

use super::{frame, supports::Module};

/// GMCP message of the server. [`Self::encoded`] gives it in a form that many connections share.
#[derive(Debug, Clone, PartialEq)]
pub enum GmcpMessage<'a> {
    /// `Core.Goodbye`: the connection ends, and why.
    Goodbye(&'a str),
    /// `Core.Ping`: the answer to the client's.
    Ping,
    /// `Char.Name`.
    Name(Person<'a>),
    /// `Char.StatusVars`: key and label of everything that `Status` may tell; sent before it.
    StatusVars(&'a [(&'a str, &'a str)]),
    /// `Char.Status`: key and value.
    Status(&'a [(&'a str, &'a str)]),
    /// `Char.Vitals`: key (such as `hp` and `maxhp`) and number.
    Vitals(&'a [(&'a str, i64)]),
    /// `Char.Items.List`: everything in one place.
    ItemsList(Location, &'a [ItemInfo<'a>]),
    /// `Char.Items.Add`.
    ItemsAdd(Location, ItemInfo<'a>),
    /// `Char.Items.Remove`.
    ItemsRemove(Location, ItemInfo<'a>),
    /// `Char.Items.Update`.
    ItemsUpdate(Location, ItemInfo<'a>),
    /// `Room.Info`.
    Room(RoomInfo<'a>),
    /// `Room.WrongDir`: there is no exit this way.
    WrongDirection(&'a str),
    /// `Room.Players`: everyone who is here.
    Players(&'a [Person<'a>]),
    /// `Room.AddPlayer`.
    AddPlayer(Person<'a>),
    /// `Room.RemovePlayer`, by name.
    RemovePlayer(&'a str),
    /// `Comm.Channel.List`.
    Channels(&'a [ChannelInfo<'a>]),
    /// `Comm.Channel.Text`.
    ChannelText {
        /// The channel's name.
        channel: &'a str,
        /// The name of who speaks.
        talker: &'a str,
        /// Text as shown in the game, without colours.
        text: &'a str,
    },
    /// `Comm.Channel.Players`.
    ChannelPlayers(&'a [ChannelMember<'a>]),
    /// `Client.Media.Default`: where sounds are fetched from, ending in a slash.
    MediaDefault(&'a str),
    /// `Client.Media.Load`: fetch a sound before it is needed.
    MediaLoad(Media<'a>),
    /// `Client.Media.Play`.
    MediaPlay(Media<'a>),
    /// `Client.Media.Stop`: what fits all that is told; everything, if nothing is.
    MediaStop(Media<'a>),
    /// `Char.Login.Default`: a login by name and password is welcome.
    LoginDefault,
    /// `Char.Login.Result`.
    LoginResult {
        /// True if the login succeeded.
        success: bool,
        /// Reason of the failure, or a greeting.
        message: &'a str,
    },
    /// `Hearsay.Who`: the players who are awake. Sent as an answer only.
    Who(&'a [AwakePlayer<'a>]),
    /// `Hearsay.Quests`: the quests of the character. Sent as an answer only.
    Quests(&'a [QuestInfo<'a>]),
    /// `Hearsay.Answer`: the answer to a line of a panel. Sent as an answer only.
    Answer(&'a Value),
    /// `Hearsay.Reload`: the outcome of a reload, for whoever asked for it.
    Reload(&'a Value),
    /// `mudstd.channel.definitions`.
    Definitions(&'a [Definition<'a>]),
    /// `mudstd.channel.event`.
    ChannelEvent {
        /// The channel's name.
        channel: &'a str,
        /// Name of the speaker, if there is one.
        sender: Option<&'a str>,
        /// Text as shown in the game, without colours.
        text: &'a str,
    },
}

/// Message encoded for the wire, with its module, by which each connection decides about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedMessage {
    module: Module,
    bytes: Bytes,
}

impl EncodedMessage {
    /// Returns the module of the message.
    #[must_use]
    pub fn module(&self) -> Module {
        self.module
    }

    /// Returns the whole subnegotiation.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }
}

/// A character as others know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Person<'a> {
    pub name: &'a str,
    /// The name with titles.
    pub fullname: &'a str,
}

/// Location of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// Inventory of the character.
    Inventory,
    Room,
    /// Inside the item with this number.
    Container(u64),
}

/// Item, or an NPC, which clients list among the items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ItemInfo<'a> {
    /// Number.
    pub id: u64,
    /// Display name, without colours.
    pub name: &'a str,
    /// The name of a picture that clients know, such as `weapon`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<&'a str>,
    /// Attributes, each sent as one letter.
    #[serde(
        rename = "attrib",
        serialize_with = "letters",
        skip_serializing_if = "<[_]>::is_empty"
    )]
    pub attributes: &'a [Attribute],
}

/// Attribute of an item; a client gets one letter for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attribute {
    Worn,
    /// Could be worn.
    Wearable,
    /// Held to fight with.
    Wielded,
    /// Lies together with others of its kind.
    Groupable,
    /// Can hold other items.
    Container,
    /// Can be taken.
    Takeable,
    /// A character without a player.
    Mobile,
    /// A mobile that is dead.
    Dead,
    /// Not to be attacked.
    Protected,
}

/// A room, with a number that stays the same, so that clients can draw a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomInfo<'a> {
    /// The number; at most 2147483647, since clients keep it in 32 signed bits.
    pub number: u32,
    /// The room's name.
    pub name: &'a str,
    /// The area it belongs to.
    pub area: &'a str,
    /// The kind of ground, such as `Forest`.
    pub environment: &'a str,
    /// The number of the area and the place in it: east, north and up.
    pub coordinates: Option<(u32, i32, i32, i32)>,
    /// The short name of each exit that the player can see, and the room behind it.
    pub exits: &'a [(&'a str, u32)],
    /// Details of the room, such as `shop` or `bank`.
    pub details: &'a [&'a str],
}

/// A channel and how to speak on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ChannelInfo<'a> {
    /// The name that other messages use.
    pub name: &'a str,
    /// The name to show.
    pub caption: &'a str,
    /// The command that speaks on it.
    pub command: &'a str,
}

/// Player and the channels shared with the recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ChannelMember<'a> {
    /// The character's name.
    pub name: &'a str,
    /// The names of the channels.
    pub channels: &'a [&'a str],
}

/// Player who is awake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AwakePlayer<'a> {
    pub name: &'a str,
    /// True if the player is a guest.
    pub guest: bool,
    /// True if the player is away from the keyboard.
    pub away: bool,
}

/// Quest as GMCP shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct QuestInfo<'a> {
    pub name: &'a str,
    /// Description of the quest, in a sentence or two.
    pub wants: &'a str,
    /// True if the character has done the quest.
    pub done: bool,
}

/// A channel in the words of `mudstd.channel`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Definition<'a> {
    /// The name that events use.
    pub id: &'a str,
    /// The name to show.
    pub label: &'a str,
    /// Colour as six hexadecimal digits: red, green and blue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<&'a str>,
}

/// A sound or a piece of music. What is `None` is left to the client.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Media<'a> {
    /// Path of the file, below the default address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// Base address of this file alone, ending in a slash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// `sound` or `music`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'a str>,
    /// A group of sounds, such as `weather`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<&'a str>,
    /// Volume, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<u8>,
    /// Duration of the fade-in, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fadein: Option<u32>,
    /// Duration of the fade-out, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fadeout: Option<u32>,
    /// Start position in the file, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// End position in the file, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish: Option<u32>,
    /// Number of times to play; -1 repeats for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loops: Option<i32>,
    /// Priority, 1 to 100; a sound ends those with a lower number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<u8>,
    /// True to continue the music if it plays already, false to start anew.
    #[serde(rename = "continue", skip_serializing_if = "Option::is_none")]
    pub goes_on: Option<bool>,
    /// Key of the sound: at most one of the sounds with the same key plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<&'a str>,
    /// Caption: the sound in words, for players who cannot hear it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<&'a str>,
}

impl GmcpMessage<'_> {
    /// Returns the module of the message.
    pub fn module(&self) -> Module {
        match self {
            Self::Goodbye(_)
            | Self::Ping
            | Self::Who(_)
            | Self::Quests(_)
            | Self::Answer(_)
            | Self::Reload(_) => Module::Core,
            Self::Name(_) | Self::StatusVars(_) | Self::Status(_) | Self::Vitals(_) => Module::Char,
            Self::ItemsList(..)
            | Self::ItemsAdd(..)
            | Self::ItemsRemove(..)
            | Self::ItemsUpdate(..) => Module::CharItems,
            Self::Room(_)
            | Self::WrongDirection(_)
            | Self::Players(_)
            | Self::AddPlayer(_)
            | Self::RemovePlayer(_) => Module::Room,
            Self::Channels(_) | Self::ChannelText { .. } | Self::ChannelPlayers(_) => {
                Module::CommChannel
            }
            Self::MediaDefault(_)
            | Self::MediaLoad(_)
            | Self::MediaPlay(_)
            | Self::MediaStop(_) => Module::ClientMedia,
            Self::LoginDefault | Self::LoginResult { .. } => Module::CharLogin,
            Self::Definitions(_) | Self::ChannelEvent { .. } => Module::MudstdChannel,
        }
    }

    /// Returns the message in a form that many connections share.
    pub fn encoded(&self) -> EncodedMessage {
        EncodedMessage { module: self.module(), bytes: self.encode().into() }
    }

    /// Encodes the message as a whole subnegotiation, ready for the wire.
    pub fn encode(&self) -> Vec<u8> {
        let (package, value) = self.parts();
        let json = value.map(|value| value.to_string()).unwrap_or_default();
        frame(package, &json)
    }

    fn parts(&self) -> (&'static str, Option<Value>) {
        let (package, value) = match self {
            Self::Goodbye(why) => ("Core.Goodbye", json!(why)),
            Self::Ping => return ("Core.Ping", None),
            Self::Name(person) => ("Char.Name", json!(person)),
            Self::StatusVars(labels) => ("Char.StatusVars", json!(Keyed(labels))),
            Self::Status(values) => ("Char.Status", json!(Keyed(values))),
            Self::Vitals(values) => ("Char.Vitals", json!(Keyed(values))),
            Self::ItemsList(place, items) => {
                ("Char.Items.List", json!({ "location": place.text(), "items": items }))
            }
            Self::ItemsAdd(place, item) => ("Char.Items.Add", at(*place, item)),
            Self::ItemsRemove(place, item) => ("Char.Items.Remove", at(*place, item)),
            Self::ItemsUpdate(place, item) => ("Char.Items.Update", at(*place, item)),
            Self::Room(room) => ("Room.Info", room.json()),
            Self::WrongDirection(way) => ("Room.WrongDir", json!(way)),
            Self::Players(people) => ("Room.Players", json!(people)),
            Self::AddPlayer(person) => ("Room.AddPlayer", json!(person)),
            Self::RemovePlayer(name) => ("Room.RemovePlayer", json!(name)),
            Self::Channels(channels) => ("Comm.Channel.List", json!(channels)),
            Self::ChannelText { channel, talker, text } => {
                let value = json!({ "channel": channel, "talker": talker, "text": text });
                ("Comm.Channel.Text", value)
            }
            Self::ChannelPlayers(members) => ("Comm.Channel.Players", json!(members)),
            Self::MediaDefault(url) => ("Client.Media.Default", json!({ "url": url })),
            Self::MediaLoad(media) => ("Client.Media.Load", json!(media)),
            Self::MediaPlay(media) => ("Client.Media.Play", json!(media)),
            Self::MediaStop(media) => ("Client.Media.Stop", json!(media)),
            Self::LoginDefault => {
                ("Char.Login.Default", json!({ "type": ["password-credentials"] }))
            }
            Self::LoginResult { success, message } => {
                ("Char.Login.Result", json!({ "success": success, "message": message }))
            }
            Self::Who(players) => ("Hearsay.Who", json!(players)),
            Self::Quests(quests) => ("Hearsay.Quests", json!(quests)),
            Self::Answer(answer) => ("Hearsay.Answer", (*answer).clone()),
            Self::Reload(outcome) => ("Hearsay.Reload", (*outcome).clone()),
            Self::Definitions(channels) => ("mudstd.channel.definitions", json!(channels)),
            Self::ChannelEvent { channel, sender: Some(sender), text } => {
                ("mudstd.channel.event", json!({ "id": channel, "sender": sender, "msg": text }))
            }
            Self::ChannelEvent { channel, sender: None, text } => {
                ("mudstd.channel.event", json!({ "id": channel, "msg": text }))
            }
        };
        (package, Some(value))
    }
}

fn at(place: Location, item: &ItemInfo<'_>) -> Value {
    json!({ "location": place.text(), "item": item })
}

impl Location {
    fn text(self) -> String {
        match self {
            Self::Inventory => "inv".to_owned(),
            Self::Room => "room".to_owned(),
            Self::Container(number) => format!("rep{number}"),
        }
    }
}

impl Attribute {
    fn letter(self) -> char {
        match self {
            Self::Worn => 'w',
            Self::Wearable => 'W',
            Self::Wielded => 'l',
            Self::Groupable => 'g',
            Self::Container => 'c',
            Self::Takeable => 't',
            Self::Mobile => 'm',
            Self::Dead => 'd',
            Self::Protected => 'x',
        }
    }
}

fn letters<S: Serializer>(attributes: &[Attribute], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&attributes.iter().map(|it| it.letter()).collect::<String>())
}

impl RoomInfo<'_> {
    fn json(&self) -> Value {
        let mut value = json!({
            "num": self.number,
            "name": self.name,
            "area": self.area,
            "environment": self.environment,
            "exits": Keyed(self.exits),
            "details": self.details,
        });
        if let (Some((area, east, north, up)), Value::Object(fields)) =
            (self.coordinates, &mut value)
        {
            fields.insert("coords".to_owned(), json!(format!("{area},{east},{north},{up}")));
        }
        value
    }
}

/// Pairs that become the keys and values of one JSON object.
struct Keyed<'a, T>(&'a [(&'a str, T)]);

impl<T: Serialize> Serialize for Keyed<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
