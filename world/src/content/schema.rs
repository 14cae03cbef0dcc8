//! Schema of the content files that builders write in `content/`.
//!
//! Ids in a zone file are short (`square`) or whole (`town/square`); a short id belongs to the zone
//! of its file.

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
    things::attribute::AttributeEntry,
    trade::offer::Offer,
};

/// Schema of `world.ron`: settings of the whole game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldFile {
    /// Name of the game, shown in the banner and to MUD listing sites.
    pub name: String,
    /// Banner shown before login, a few short lines.
    pub banner: String,
    /// Welcome text, shown once after the first login.
    pub welcome: String,
    /// Id of the starting room of new characters and of characters whose room is gone.
    pub start: String,
    /// Ids of further rooms in which newcomers may begin, if they follow a link to one: at most
    /// [`LANDINGS`], none of them private.
    #[serde(default)]
    pub landings: Vec<String>,
    /// Number of coins in the purse of a new character. Defaults to 0.
    #[serde(default)]
    pub coins: u32,
    /// Base URL of the sound files that clients fetch; ends in a slash.
    #[serde(default)]
    pub sounds: Option<String>,
    /// Light by the hour, and weather.
    #[serde(default)]
    pub sky: SkyEntry,
}

/// Maximum number of rooms in which newcomers may begin, beside the starting room.
pub const LANDINGS: usize = 32;

/// Light and weather as written by the builder; the defaults of [`Sky`](crate::space::sky::Sky)
/// stand for what is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkyEntry {
    /// Lines about the light, each with its first hour, in ascending order.
    #[serde(default)]
    pub light: Option<Vec<LightLine>>,
    /// Lines about the weather, from the fairest to the foulest.
    #[serde(default)]
    pub weather: Option<Vec<WeatherLine>>,
}

/// Schema of `zones/*.ron`: rooms and kinds of items of one zone.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneFile {
    /// Id of the zone, which is the first part of its rooms' ids.
    pub id: String,
    /// Display name of the zone.
    pub name: String,
    pub rooms: Vec<RoomEntry>,
    /// Kinds of items in the zone. Every zone may refer to them.
    #[serde(default)]
    pub kinds: Vec<KindEntry>,
}

/// Room as a content file states it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomEntry {
    /// Id of the room, short or whole.
    pub id: String,
    /// Former ids of the room, short or whole; characters and items saved there are in this room.
    #[serde(default, deserialize_with = "one_or_more")]
    pub was: Vec<String>,
    /// Name of the room, used as a heading.
    pub name: String,
    /// Description of the room, shown by `look`.
    pub description: String,
    /// Exits of the room.
    #[serde(default)]
    pub exits: Vec<ExitEntry>,
    /// Scenery details that can be examined: word → description. Alternative words for one detail
    /// are separated by `|`.
    #[serde(default)]
    pub details: BTreeMap<String, String>,
    /// Words of the description about which `look` only says that there is nothing more to see.
    #[serde(default)]
    pub plain: Vec<String>,
    /// Kinds of the items placed here when the world is new.
    #[serde(default)]
    pub things: Vec<KindId>,
    /// True if speech in the room is private: only those present hear it, and nothing repeats it
    /// elsewhere.
    #[serde(default)]
    pub private: bool,
    /// True if the notice board hangs here, where players pin notes.
    #[serde(default)]
    pub board: bool,
    /// Ambient sound of the room. Requires `sounds` in `world.ron`.
    #[serde(default)]
    pub sound: Option<Sound>,
    /// Text shown by `listen`. Defaults to the caption of `sound`.
    #[serde(default)]
    pub hear: Option<String>,
    /// Text shown by `smell`.
    #[serde(default)]
    pub smell: Option<String>,
    /// Effects of handling verbs on the details.
    #[serde(default)]
    pub acts: Vec<ActEntry>,
    /// Ambient lines, shown to players in the room at intervals, by the hour and by recent events.
    #[serde(default)]
    pub ambient: Vec<AmbientLine>,
    /// Attributes of the room, with their values.
    #[serde(default)]
    pub attributes: Vec<AttributeEntry>,
}

/// Effect of a handling verb (touch, smell, knock, …) on a detail or an item: the texts that it
/// shows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActEntry {
    /// Verbs that have the effect, separated by `|`.
    pub verbs: String,
    /// Word of the detail that the verb applies to. Required in a room, not allowed in a kind.
    #[serde(default)]
    pub on: Option<String>,
    /// Text shown to the actor.
    pub you: String,
    /// Text shown to the others in the room, with `{who}` for the actor's name. Defaults to a
    /// sentence made from the verb and the item.
    #[serde(default)]
    pub others: Option<String>,
}

/// Exit entry of a room.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitEntry {
    /// Direction of the exit.
    pub direction: Direction,
    /// Id of the destination room, short or whole.
    pub to: String,
    /// Name of the door (`the north gate`); none for an exit without a door.
    #[serde(default)]
    pub door: Option<String>,
    /// True if the door is shut until an offer opens it. Requires `door`.
    #[serde(default)]
    pub shut: bool,
    /// Text shown to a character who tries the shut door. Requires `door`.
    #[serde(default)]
    pub shut_says: Option<String>,
    /// Alternative words for the exit, separated by `|`: `ladder|rungs`.
    #[serde(default)]
    pub called: Option<String>,
}

/// Kind of item: the prototype of all copies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindEntry {
    /// Id of the kind.
    pub id: KindId,
    /// Former ids of the kind; saved items of those kinds are of this kind.
    #[serde(default, deserialize_with = "one_or_more")]
    pub was: Vec<KindId>,
    /// Name of the item with an article: `a brass lantern`.
    pub name: String,
    /// Description of the item, shown on a closer look.
    pub description: String,
    /// Further nouns for the item, beside the words of its name.
    #[serde(default)]
    pub words: Vec<String>,
    /// Words of the description about which `look` only says that there is nothing more to see.
    #[serde(default)]
    pub plain: Vec<String>,
    /// True if the item is too heavy or too fixed to be taken.
    #[serde(default)]
    pub fixed: bool,
    /// Maximum number of copies that exist at once, from 1 to 1,000. Defaults to 20.
    #[serde(default = "default_limit")]
    pub limit: u16,
    /// True if every player can find a copy: a taken one respawns at once, and a character who
    /// carries one cannot take a second. `limit` does not apply then.
    #[serde(default)]
    pub each: bool,
    /// True if the item can be worn.
    #[serde(default)]
    pub worn: bool,
    /// Text shown to a character who eats, drinks or uses up the item, which removes it; none if it
    /// cannot be used up.
    #[serde(default)]
    pub used: Option<String>,
    /// Effects of handling verbs on the item.
    #[serde(default)]
    pub acts: Vec<ActEntry>,
    /// Attributes of each copy, with their values.
    #[serde(default)]
    pub attributes: Vec<AttributeEntry>,
}

fn default_limit() -> u16 {
    20
}

/// Deserialises one id, or a list of ids.
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

/// Channel entry of `channels.ron`, in listing order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelEntry {
    /// Id of the channel, which is also its name.
    pub id: ChannelId,
    /// Aliases, which work exactly like the id.
    #[serde(default)]
    pub aliases: Vec<ChannelId>,
    /// Description of the channel, one line.
    pub about: String,
    /// True if new characters are subscribed to the channel.
    #[serde(default)]
    pub default: bool,
    /// Minimum role required to subscribe. Defaults to [`Role::Guest`].
    #[serde(default)]
    pub role: Role,
}

/// Social entry of `socials.ron`: a gesture that one word shows, such as a smile.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SocialEntry {
    /// Name of the social, which is the verb to type.
    pub name: String,
    /// Aliases of the verb.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Template without a target, as a [`GestureForm`](crate::witness::fact::GestureForm). Without
    /// it the social requires a target.
    #[serde(default)]
    pub alone: Option<String>,
    /// Template with a target. Without it the social takes no target.
    #[serde(default)]
    pub at: Option<String>,
    /// Template with the actor as the target. Defaults to `at` with "yourself".
    #[serde(default)]
    pub oneself: Option<String>,
    /// Posture that the social sets, as one word: `sitting`.
    #[serde(default)]
    pub posture: Option<String>,
    /// True if the social ends a posture.
    #[serde(default)]
    pub stands: bool,
    /// True if the social is unkind to its target.
    #[serde(default)]
    pub unkind: bool,
}

/// Habit entry of `habits.ron`: commands of other MUDs, with an answer or an equivalent here.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HabitEntry {
    /// Verbs of the habit.
    pub words: Vec<String>,
    /// Answer shown to the player. Required without `means`, not allowed with it.
    #[serde(default)]
    pub says: Option<String>,
    /// Equivalent command line, as in [`HabitMeaning`](crate::act::habit::HabitMeaning).
    #[serde(default)]
    pub means: Option<String>,
}

/// Body of an NPC: its character as its persona file describes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Name of the NPC, unique among the characters.
    pub name: String,
    /// Description of the NPC, shown by `look`.
    pub description: String,
    /// Words of the description about which `look` only says that there is nothing more to see.
    #[serde(default)]
    pub plain: Vec<String>,
    /// Id of the room where the NPC lives, whole.
    pub home: String,
    /// Permission role of the NPC.
    #[serde(default)]
    pub role: Role,
    /// Kinds of the items in its inventory when the world is new.
    #[serde(default)]
    pub carries: Vec<KindId>,
    /// Offers of the NPC to players. The persona file has them beside the body.
    #[serde(skip)]
    pub offers: Vec<Offer>,
}
