//! The shape of the authored world: what a builder may write in `content/`.
//!
//! Ids inside a zone file may be written short (`square`) or whole
//! (`town/square`); a short id belongs to the zone of the file it stands in.

use std::{collections::BTreeMap, fmt, marker::PhantomData};

use engine::id::{ChannelId, KindId};
use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer,
    de::{self, IntoDeserializer, SeqAccess, Visitor},
};
use text::parse::Direction;

use crate::{
    act::permission::Role,
    space::{
        ambience::AmbientLine,
        sky::{LightLine, WeatherLine},
        sound::Sound,
    },
    trade::offer::Offer,
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
    /// The light of the hours and the weather.
    #[serde(default)]
    pub sky: SkyEntry,
}

/// The sky, as far as the builder wrote it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkyEntry {
    /// The light, by the hours from which it is so.
    #[serde(default)]
    pub light: Option<Vec<LightLine>>,
    /// The weathers, from the fairest to the foulest.
    #[serde(default)]
    pub weather: Option<Vec<WeatherLine>>,
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
    /// The ids that it had before, short or whole: who and what was there is here.
    #[serde(default, deserialize_with = "one_or_more")]
    pub was: Vec<String>,
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
    /// Words for what is here and has nothing more to it.
    #[serde(default)]
    pub plain: Vec<String>,
    /// The kinds of the things that lie here when the world is new.
    #[serde(default)]
    pub things: Vec<KindId>,
    /// What is said here is for those present only, and is never retold.
    #[serde(default)]
    pub private: bool,
    /// Whether the board hangs here, to which players pin notes.
    #[serde(default)]
    pub board: bool,
    /// What one hears here. Needs `sounds` in `world.ron`.
    #[serde(default)]
    pub sound: Option<Sound>,
    /// What `listen` tells; the caption of `sound` when there is none.
    #[serde(default)]
    pub hear: Option<String>,
    /// What `smell` tells.
    #[serde(default)]
    pub smell: Option<String>,
    /// What comes of handling the details.
    #[serde(default)]
    pub acts: Vec<ActEntry>,
    /// What players who are there read now and then, by the hour and by what happened.
    #[serde(default)]
    pub ambient: Vec<AmbientLine>,
}

/// What comes of doing something with hands or senses.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActEntry {
    /// The verbs, with `|` between them.
    pub verbs: String,
    /// A word of the detail that it is done to; only in a room, which needs it.
    #[serde(default)]
    pub on: Option<String>,
    /// What the actor reads.
    pub you: String,
    /// What those present read, with `{who}` for the actor; made from the verb and
    /// the thing when there is none.
    #[serde(default)]
    pub others: Option<String>,
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
    /// What one reads who tries the shut door. Needs `door`.
    #[serde(default)]
    pub shut_says: Option<String>,
    /// More words for the way, with `|` between them: `ladder|rungs`.
    #[serde(default)]
    pub called: Option<String>,
}

/// One kind of thing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindEntry {
    /// The kind's id.
    pub id: KindId,
    /// The ids that it had before: what was of these kinds is of this one.
    #[serde(default, deserialize_with = "one_or_more")]
    pub was: Vec<KindId>,
    /// Its name with an article: `a brass lantern`.
    pub name: String,
    /// What one sees on a closer look.
    pub description: String,
    /// More words to call it by, beside those of its name.
    #[serde(default)]
    pub words: Vec<String>,
    /// Words of its description for what has nothing more to it.
    #[serde(default)]
    pub plain: Vec<String>,
    /// Too heavy or too fixed to be taken.
    #[serde(default)]
    pub fixed: bool,
    /// Most copies that may exist at once. 1 to 1,000.
    #[serde(default = "default_limit")]
    pub limit: u16,
    /// Everybody can find one for themselves: it lies there again at once, and
    /// whoever carries one takes no second one. `limit` does not count then.
    #[serde(default)]
    pub each: bool,
    /// It can be worn.
    #[serde(default)]
    pub worn: bool,
    /// What one reads when one eats, drinks or uses it up; it is gone then.
    #[serde(default)]
    pub used: Option<String>,
    /// What comes of handling it.
    #[serde(default)]
    pub acts: Vec<ActEntry>,
}

fn default_limit() -> u16 {
    20
}

/// One id, or a list of them.
fn one_or_more<'de, D: Deserializer<'de>, Id: Deserialize<'de>>(
    from: D,
) -> Result<Vec<Id>, D::Error> {
    struct OneOrMore<Id>(PhantomData<Id>);

    impl<'de, Id: Deserialize<'de>> Visitor<'de> for OneOrMore<Id> {
        type Value = Vec<Id>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an id in quotes, or a list of ids in `[` and `]`")
        }

        fn visit_str<E: de::Error>(self, id: &str) -> Result<Self::Value, E> {
            Id::deserialize(id.into_deserializer()).map(|id| vec![id])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut ids = Vec::new();
            while let Some(id) = list.next_element()? {
                ids.push(id);
            }
            Ok(ids)
        }
    }

    from.deserialize_any(OneOrMore(PhantomData))
}

/// `channels.ron`: the channels, in the order in which they are listed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelEntry {
    /// The channel's id, which is also its name.
    pub id: ChannelId,
    /// Other names, which work exactly like the id.
    #[serde(default)]
    pub aliases: Vec<ChannelId>,
    /// What it is for, in one line.
    pub about: String,
    /// Whether newcomers are on it from the start.
    #[serde(default)]
    pub default: bool,
    /// Who may be on it.
    #[serde(default)]
    pub role: Role,
}

/// `socials.ron`: what one shows with one word, such as a smile.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SocialEntry {
    /// What one types.
    pub name: String,
    /// Other words that do the same.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What is read when nobody is meant, as a
    /// [`GestureForm`](crate::witness::fact::GestureForm). Without it somebody has to be.
    #[serde(default)]
    pub alone: Option<String>,
    /// What is read when somebody is meant. Without it nobody can be.
    #[serde(default)]
    pub at: Option<String>,
    /// What is read when those who show it mean themselves; `at` with "yourself" when it is
    /// left out.
    #[serde(default)]
    pub oneself: Option<String>,
    /// The posture that it takes, as one word: `sitting`.
    #[serde(default)]
    pub posture: Option<String>,
    /// Whether it ends a posture.
    #[serde(default)]
    pub stands: bool,
    /// Whether it is unkind to the one who is meant.
    #[serde(default)]
    pub unkind: bool,
}

/// `habits.ron`: what people type who come from other games.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HabitEntry {
    /// The verbs.
    pub words: Vec<String>,
    /// What one reads. Needs to be without `means`.
    #[serde(default)]
    pub says: Option<String>,
    /// The line that it means, as in [`HabitMeaning`](crate::act::habit::HabitMeaning).
    #[serde(default)]
    pub means: Option<String>,
}

/// The body of an assistant, as its persona describes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Its name, unique among the characters.
    pub name: String,
    /// What one sees when one looks at it.
    pub description: String,
    /// Words of its description for what has nothing more to it.
    #[serde(default)]
    pub plain: Vec<String>,
    /// The room it lives in: a whole id.
    pub home: String,
    /// Its rights.
    #[serde(default)]
    pub role: Role,
    /// What it carries when the world is new.
    #[serde(default)]
    pub carries: Vec<KindId>,
    /// What it may do for a player; it is written beside the body.
    #[serde(skip)]
    pub offers: Vec<Offer>,
}
