//! Panel contents, read from the world.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::{
    id::{ChannelId, SessionId},
    index::Index,
};
use telnet::gmcp::{
    self, Attribute, AwakePlayer, ChannelMember, Definition, EncodedMessage, GmcpMessage, ItemInfo,
    Location, Media, Person, RoomInfo,
};
use world::{
    beings::{
        afk::Away,
        character::{Character, Rights, Speaker, SpeakerKind},
        name::Name,
        presence::Online,
        settings::Settings,
    },
    space::{
        containment::{ContainedIn, Contents},
        exit::{ExitDirection, ExitOf, Exits, LeadsTo},
        room::{Private, Room},
        sound::{RoomSound, SoundsAt},
    },
    talk::channel::{Channel, Members, Subscriptions},
    things::thing::{Fixed, Thing},
    trade::purse::Purse,
};

use super::Panels;
use crate::contract::question::PanelQuestion;

/// Maximum number of people or items in one message; a client's window shows far fewer.
const MOST: usize = 200;

/// Entry of a panel: an item or character at a place, as clients list it.
#[derive(Debug)]
pub(super) enum PanelItem {
    /// Player, or a guest, by name.
    Player(Arc<str>),
    /// Item, or an NPC.
    Item(Listed),
}

/// Item, or an NPC.
#[derive(Debug)]
pub(super) struct Listed {
    number: u64,
    name: Arc<str>,
    attributes: &'static [Attribute],
}

impl Listed {
    pub(super) fn item(&self) -> ItemInfo<'_> {
        ItemInfo { id: self.number, name: &self.name, icon: None, attributes: self.attributes }
    }
}

pub(super) fn person(name: &str) -> Person<'_> {
    Person { name, fullname: name }
}

/// Query that classifies entities as panel entries.
#[derive(SystemParam)]
pub(super) struct Sights<'w, 's> {
    things: Query<'w, 's, (&'static Thing, &'static Name, Has<Fixed>)>,
    people: Query<'w, 's, (&'static Character, &'static Name, &'static Speaker)>,
}

impl Sights<'_, '_> {
    /// Returns the panel entry of an entity; `None` if clients do not list it.
    pub(super) fn what(&self, entity: Entity) -> Option<PanelItem> {
        if let Ok((thing, name, fixed)) = self.things.get(entity) {
            let attributes = if fixed { &[][..] } else { &[Attribute::Takeable] };
            let number = thing.id.number().into();
            return Some(PanelItem::Item(Listed { number, name: name.0.clone(), attributes }));
        }
        let (character, name, speaker) = self.people.get(entity).ok()?;
        Some(match speaker.0 {
            SpeakerKind::Player | SpeakerKind::Guest => PanelItem::Player(name.0.clone()),
            SpeakerKind::Assistant => PanelItem::Item(Listed {
                number: character.0.number().into(),
                name: name.0.clone(),
                attributes: &[Attribute::Mobile, Attribute::Protected],
            }),
        })
    }
}

/// Queries from which panels are built.
#[derive(SystemParam)]
pub(super) struct PanelSight<'w, 's> {
    sights: Sights<'w, 's>,
    index: Res<'w, Index<ChannelId>>,
    panels: Query<'w, 's, (), With<Panels>>,
    inside: Query<'w, 's, &'static ContainedIn>,
    contents: Query<'w, 's, &'static Contents>,
    rooms: Query<'w, 's, (&'static Room, &'static Name, Option<&'static Exits>, Has<Private>)>,
    ways: Query<'w, 's, (&'static ExitDirection, &'static LeadsTo), With<ExitOf>>,
    own: Query<'w, 's, (&'static Name, &'static Purse, &'static Rights)>,
    subscriptions: Query<'w, 's, &'static Subscriptions>,
    channels: Query<'w, 's, (&'static Channel, &'static Members)>,
    settings: Query<'w, 's, &'static Settings>,
    sounds: Query<'w, 's, &'static RoomSound>,
    sounds_at: Res<'w, SoundsAt>,
    awake: Query<'w, 's, (&'static Name, &'static Speaker, Has<Away>), With<Online>>,
    sessions: Res<'w, Index<SessionId>>,
}

/// Media tag of the ambient sound of a room.
const PLACE: &str = "place";

/// Messages for one client.
type Messages = Vec<EncodedMessage>;

impl PanelSight<'_, '_> {
    pub(super) fn has_panels(&self, entity: Entity) -> bool {
        self.panels.contains(entity)
    }

    /// Returns the characters at a place whose clients show panels.
    pub(super) fn watching(&self, place: Entity) -> impl Iterator<Item = Entity> {
        self.inside_of(place).filter(|it| self.panels.contains(*it))
    }

    fn inside_of(&self, place: Entity) -> impl Iterator<Item = Entity> {
        self.contents.get(place).ok().into_iter().flat_map(|it| it.iter())
    }

    /// Returns the messages with the character's name and status labels.
    pub(super) fn character(&self, of: Entity) -> Messages {
        let Ok((name, ..)) = self.own.get(of) else { return Messages::new() };
        let labels = [("name", "Name"), ("role", "Standing"), ("coins", "Coins")];
        vec![
            GmcpMessage::Name(person(&name.0)).encoded(),
            GmcpMessage::StatusVars(&labels).encoded(),
        ]
    }

    /// Returns the messages with the character's status and vitals.
    pub(super) fn status(&self, of: Entity) -> Messages {
        let Ok((name, purse, rights)) = self.own.get(of) else { return Messages::new() };
        let coins = purse.0.to_string();
        let status = [("name", &*name.0), ("role", rights.0.name()), ("coins", coins.as_str())];
        let vitals = [("coins", i64::from(purse.0))];
        vec![GmcpMessage::Status(&status).encoded(), GmcpMessage::Vitals(&vitals).encoded()]
    }

    /// Returns the message with the character's inventory.
    pub(super) fn inventory(&self, of: Entity) -> Messages {
        vec![self.items(of, Location::Inventory)]
    }

    fn items(&self, place: Entity, at: Location) -> EncodedMessage {
        let listed = self.inside_of(place).filter_map(|inside| match self.sights.what(inside) {
            Some(PanelItem::Item(it)) => Some(it),
            Some(PanelItem::Player(_)) | None => None,
        });
        let listed: Vec<Listed> = listed.take(MOST).collect();
        let items: Vec<ItemInfo<'_>> = listed.iter().map(Listed::item).collect();
        GmcpMessage::ItemsList(at, &items).encoded()
    }

    /// Returns the messages with the character's room, its players and its items.
    pub(super) fn surroundings(&self, of: Entity) -> Messages {
        let Ok(place) = self.inside.get(of).map(|it| it.0) else { return Messages::new() };
        let players = self.inside_of(place).filter_map(|it| match self.sights.what(it) {
            Some(PanelItem::Player(name)) => Some(name),
            Some(PanelItem::Item(_)) | None => None,
        });
        let names: Vec<Arc<str>> = players.take(MOST).collect();
        let people: Vec<Person<'_>> = names.iter().map(|it| person(it)).collect();
        let mut messages: Messages = self.room(place).into_iter().collect();
        messages.push(GmcpMessage::Players(&people).encoded());
        messages.push(self.items(place, Location::Room));
        messages
    }

    fn room(&self, place: Entity) -> Option<EncodedMessage> {
        let (room, name, exits, private) = self.rooms.get(place).ok()?;
        let exits: Vec<(&str, u32)> = exits
            .into_iter()
            .flat_map(|it| it.iter())
            .filter_map(|exit| {
                let (way, to) = self.ways.get(exit).ok()?;
                let (to, ..) = self.rooms.get(to.0).ok()?;
                Some((way.0.short(), to.0.number()))
            })
            .collect();
        let area = room.0.as_str().split_once('/').map_or("", |(area, _)| area);
        let details: &[&str] = if private { &["private"] } else { &[] };
        Some(
            GmcpMessage::Room(RoomInfo {
                number: room.0.number(),
                name: &name.0,
                area,
                environment: "",
                coordinates: None,
                exits: &exits,
                details,
            })
            .encoded(),
        )
    }

    /// Returns the message to play the sound of the character's room, or to stop when there is none
    /// or the player wants no sounds. Empty if the server has no address for sounds.
    pub(super) fn sound(&self, of: Entity) -> Messages {
        let wanted = self.settings.get(of).is_ok_and(|it| it.sound);
        let Some(url) = self.sounds_at.0.as_deref() else { return Messages::new() };
        let stop = Media { tag: Some(PLACE), ..Media::default() };
        let place = self.inside.get(of).ok().filter(|_| wanted);
        match place.and_then(|it| self.sounds.get(it.0).ok()) {
            None => vec![GmcpMessage::MediaStop(stop).encoded()],
            Some(RoomSound(sound)) => vec![
                GmcpMessage::MediaPlay(Media {
                    name: Some(&sound.file),
                    url: Some(url),
                    // One key for all places: what one hears here ends what one heard there.
                    kind: Some("music"),
                    key: Some(PLACE),
                    loops: Some(-1),
                    goes_on: Some(true),
                    caption: Some(&sound.caption),
                    ..stop
                })
                .encoded(),
            ],
        }
    }

    /// Returns the channels that a character is on.
    fn channels_of(&self, of: Entity) -> Vec<(&Channel, &Members)> {
        let ids = self.subscriptions.get(of).into_iter().flat_map(|it| &it.0);
        let found = ids.filter_map(|id| self.index.get(id));
        let mut channels: Vec<_> = found.filter_map(|it| self.channels.get(it).ok()).collect();
        channels.sort_by_key(|(it, _)| it.order);
        channels
    }

    /// Returns the messages with the channels that the character is on, one for each of the two
    /// packages.
    pub(super) fn channels(&self, of: Entity) -> Messages {
        let channels = self.channels_of(of);
        let ids = || channels.iter().map(|(it, _)| it.id.as_str());
        // A channel's name is the command that speaks on it.
        let listed: Vec<gmcp::ChannelInfo<'_>> =
            ids().map(|name| gmcp::ChannelInfo { name, caption: name, command: name }).collect();
        let defined: Vec<Definition<'_>> =
            ids().map(|id| Definition { id, label: id, color: None }).collect();
        vec![GmcpMessage::Channels(&listed).encoded(), GmcpMessage::Definitions(&defined).encoded()]
    }

    /// Returns the players on the character's channels.
    fn channel_players(&self, of: Entity) -> EncodedMessage {
        let mut members: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (channel, on) in self.channels_of(of) {
            for it in on.0.iter().take(MOST) {
                if let Ok((name, ..)) = self.own.get(*it) {
                    members.entry(&name.0).or_default().push(channel.id.as_str());
                }
            }
        }
        let list: Vec<ChannelMember<'_>> = members
            .iter()
            .take(MOST)
            .map(|(name, channels)| ChannelMember { name, channels })
            .collect();
        GmcpMessage::ChannelPlayers(&list).encoded()
    }

    /// Returns the players who are awake, in the order in which they came.
    fn who(&self) -> EncodedMessage {
        let awake = self.sessions.entities().filter_map(|it| self.awake.get(it).ok());
        let players: Vec<AwakePlayer<'_>> = awake
            .take(MOST)
            .map(|(name, speaker, away)| {
                let guest = speaker.0 == SpeakerKind::Guest;
                AwakePlayer { name: &name.0, guest, away }
            })
            .collect();
        GmcpMessage::Who(&players).encoded()
    }

    /// Returns the answer to a client's question.
    pub(super) fn answer(&self, viewer: Entity, ask: PanelQuestion) -> Messages {
        match ask {
            PanelQuestion::Inventory => self.inventory(viewer),
            PanelQuestion::RoomItems => {
                let place = self.inside.get(viewer);
                place.into_iter().map(|place| self.items(place.0, Location::Room)).collect()
            }
            // Nothing in the game holds other things yet, so there is nothing inside.
            PanelQuestion::Contents(number) => {
                vec![GmcpMessage::ItemsList(Location::Container(number), &[]).encoded()]
            }
            PanelQuestion::ChannelPlayers => vec![self.channel_players(viewer)],
            PanelQuestion::Who => vec![self.who()],
            // They are looked at in the whole world, which is done after all else.
            PanelQuestion::Quests => Messages::new(),
        }
    }
}
