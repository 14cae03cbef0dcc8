//! The shape of the authored world: what a builder may write in `content/`.
//!
//! Ids inside a zone file may be written short (`square`) or whole
//! (`town/square`); a short id belongs to the zone of the file it stands in.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{
    act::permission::Role,
    engine::id::{ChannelId, KindId},
    space::sound::Sound,
    trade::offer::Offer,
    words::parse::Direction,
};

/// `world.ron`: what is true of the whole game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldFile {
    /// The game's name, shown in the banner and to listing sites.
    pub name: String,
    /// Shown before login; a few short lines.
    pub banner: String,
    /// Shown once after the first login.
    pub welcome: String,
    /// Where newcomers, and those whose room is gone, arrive.
    pub start: String,
    /// Coins in a newcomer's purse.
    #[serde(default)]
    pub coins: u32,
    /// Where clients fetch sounds: an address on the web that ends in a slash.
    #[serde(default)]
    pub sounds: Option<String>,
}

/// `zones/*.ron`: rooms and the kinds of things in them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneFile {
    /// The zone's id, the first part of its rooms' ids.
    pub id: String,
    /// The zone's name for people.
    pub name: String,
    pub rooms: Vec<RoomEntry>,
    /// The kinds of things that occur in the zone. Kinds are known everywhere.
    #[serde(default)]
    pub kinds: Vec<KindEntry>,
}

/// One room.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomEntry {
    /// The room's id, short or whole.
    pub id: String,
    /// The room's name, as a heading.
    pub name: String,
    /// What one sees.
    pub description: String,
    /// The ways out.
    #[serde(default)]
    pub exits: Vec<ExitEntry>,
    /// Things one can examine but that are only scenery: word → what one sees.
    /// Several words for one detail are separated by `|`.
    #[serde(default)]
    pub details: BTreeMap<String, String>,
    /// The kinds of the things that lie here when the world is new.
    #[serde(default)]
    pub things: Vec<KindId>,
    /// What is said here is for those present only, and is never retold.
    #[serde(default)]
    pub private: bool,
    /// What one hears here. Needs `sounds` in `world.ron`.
    #[serde(default)]
    pub sound: Option<Sound>,
}

/// One way out of a room.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitEntry {
    /// Which way.
    pub direction: Direction,
    /// The room it leads to, short or whole.
    pub to: String,
    /// The door's name (`the north gate`), when there is a door.
    #[serde(default)]
    pub door: Option<String>,
    /// Whether the door is shut until an offer opens it. Needs `door`.
    #[serde(default)]
    pub shut: bool,
}

/// One kind of thing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindEntry {
    /// The kind's id.
    pub id: KindId,
    /// Its name with an article: `a brass lantern`.
    pub name: String,
    /// What one sees on a closer look.
    pub description: String,
    /// More words to call it by, beside those of its name.
    #[serde(default)]
    pub words: Vec<String>,
    /// Too heavy or too fixed to be taken.
    #[serde(default)]
    pub fixed: bool,
    /// Most copies that may exist at once. 1 to 1,000.
    #[serde(default = "default_limit")]
    pub limit: u16,
    /// What one reads when one eats, drinks or uses it up; it is gone then.
    #[serde(default)]
    pub used: Option<String>,
}

fn default_limit() -> u16 {
    20
}

/// `channels.ron`: the channels, in the order in which they are listed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelEntry {
    /// The channel's id, which is also its name.
    pub id: ChannelId,
    /// What it is for, in one line.
    pub about: String,
    /// Whether newcomers are on it from the start.
    #[serde(default)]
    pub default: bool,
    /// Who may be on it.
    #[serde(default)]
    pub role: Role,
}

/// The body of an assistant, as its persona describes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    pub name: String,
    /// What one sees when one looks at it.
    pub description: String,
    /// The room it lives in: a whole id.
    pub home: String,
    /// Its rights.
    #[serde(default)]
    pub role: Role,
    /// What it carries when the world is new.
    #[serde(default)]
    pub carries: Vec<KindId>,
    /// What it may do for a player.
    #[serde(default)]
    pub offers: Vec<Offer>,
}
