//! Saved documents of characters.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    former::FormerIds,
    id::{AccountId, ChannelId, CharacterId, MarkId, RoomId},
    index,
    label::{Integrity, Label},
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::{
    act::permission::Role,
    beings::{
        alias::Aliases,
        character::{Character, Rights, Speaker, SpeakerKind},
        forgetting::AddForgetter,
        ignores::{Ignored, Ignores},
        name::{Authorship, Description, Name},
        profile::Profile,
        roster::Roster,
        settings::Settings,
        sleepers::{Sleeper, Sleepers},
    },
    space::{
        containment::{self, ContainedIn},
        room::Room,
    },
    talk::channel::Subscriptions,
    trade::{
        cooldown::Cooldowns,
        purse::{Marks, Purse},
        remark,
    },
};

/// Saved document of a character, by schema version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CharacterDocument {
    /// Schema version 1.
    V1(CharacterV1),
}

/// Saved character, schema version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CharacterV1 {
    pub id: CharacterId,
    pub name: String,
    /// Description, shown by look.
    pub description: String,
    /// Kind of speaker that controls it.
    pub kind: SpeakerKind,
    /// Permission role.
    pub role: Role,
    /// Account of its player; none for an NPC, and in documents of earlier programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    /// Room the character is in.
    pub room: Option<RoomId>,
    pub coins: u32,
    /// Marks that the engine recorded for it.
    pub marks: BTreeSet<MarkId>,
    /// Display and privacy settings of the player.
    pub settings: Settings,
    /// Channels it is subscribed to.
    pub channels: BTreeSet<ChannelId>,
    /// Provenance label of its name and description.
    pub label: Label,
    /// Ignore list.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ignores: BTreeMap<CharacterId, Ignored>,
    /// Command aliases.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub aliases: BTreeMap<String, String>,
    /// Profile: title, creation time, news read.
    #[serde(default)]
    pub profile: Profile,
    /// Cooldowns and other marks with an expiry time.
    #[serde(default, skip_serializing_if = "Cooldowns::is_empty")]
    pub lapsing: Cooldowns,
}

impl From<&CharacterV1> for Sleeper {
    fn from(character: &CharacterV1) -> Self {
        Self {
            name: character.name.clone(),
            role: character.role,
            account: character.account.clone(),
            profile: character.profile.clone(),
            settings: character.settings,
            ignores: character.ignores.clone(),
        }
    }
}

/// Saved document of a character, read only as far as needed while it is logged out.
#[derive(Serialize, Deserialize)]
enum SleeperDocument {
    V1(Sleeper),
}

/// Reduces a saved row to the part that the world needs while the character is logged out; its body
/// is empty if the row cannot be read, which is reported at login.
#[must_use]
pub fn gist(saved: SavedRow) -> SavedRow {
    let read = save::document::read::<SleeperDocument>(KIND, &saved).ok();
    let written = read.and_then(|it| save::document::row(KIND, &saved.id, &saved.owner, &it).ok());
    let body = written.and_then(|row| row.body).unwrap_or_default();
    SavedRow { body, ..saved }
}

impl CharacterV1 {
    /// Creates the document of a new character, who is nowhere and has nothing.
    #[must_use]
    pub fn new(id: CharacterId, name: impl Into<String>, kind: SpeakerKind, role: Role) -> Self {
        let label = match kind {
            SpeakerKind::Assistant => Label::authored(),
            SpeakerKind::Guest => Label::by(id.clone(), Integrity::Foreign),
            SpeakerKind::Player => Label::by(id.clone(), Integrity::Player),
        };
        Self {
            id,
            name: name.into(),
            description: String::new(),
            kind,
            role,
            account: None,
            room: None,
            coins: 0,
            marks: BTreeSet::new(),
            settings: Settings::default(),
            channels: BTreeSet::new(),
            label,
            ignores: BTreeMap::new(),
            aliases: BTreeMap::new(),
            profile: Profile::default(),
            lapsing: Cooldowns::default(),
        }
    }

    /// Replaces ids of renamed rooms and marks by the current ones; returns whether any changed.
    pub(crate) fn rename_ids(&mut self, former: &FormerIds) -> bool {
        let is_elsewhere = self.room.as_mut().is_some_and(|it| former.renew_room(it));
        remark::rename(&mut self.marks, former) || is_elsewhere
    }
}

impl CharacterDocument {
    /// Returns the document in the newest schema version.
    #[must_use]
    pub fn current(self) -> CharacterV1 {
        match self {
            Self::V1(it) => it,
        }
    }

    /// Returns the character's id.
    #[must_use]
    pub fn id(&self) -> &CharacterId {
        match self {
            Self::V1(it) => &it.id,
        }
    }
}

/// Document kind of characters.
pub const KIND: &str = "character";
/// Row owner of the NPCs' documents.
pub const OF_MINDS: &str = "assistant";

/// Ids of all characters with an account, in the world or not.
#[derive(Resource, Debug, Default)]
pub struct Players(pub BTreeSet<CharacterId>);

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Players>();
    sim.world_mut().init_resource::<Sleepers>();
    sim.add_forgetter(|world, whom| {
        world.resource_mut::<Players>().0.retain(|id| !whom.characters.contains(id));
        world.resource_mut::<Sleepers>().forget(&whom.characters);
    });
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Entity(entity) = changed else { return None };
    Some(row(&document(world, entity)?))
}

/// Encodes a character document as a row to save.
///
/// # Errors
/// [`Unwritable`](engine::save::document::Unwritable) when it cannot be written down.
pub fn row(document: &CharacterDocument) -> Written {
    let CharacterDocument::V1(it) = document;
    let owner = if it.kind == SpeakerKind::Assistant { OF_MINDS } else { "" };
    let row = save::document::row(KIND, &it.id, owner, document)?;
    Ok(row.mentioning(it.ignores.keys().cloned().collect()))
}

/// Restores saved state of NPCs, and registers all players' characters as logged out: these are
/// loaded from their own rows at login.
fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        if row.owner != OF_MINDS {
            if let Ok(id) = CharacterId::new(&row.id) {
                // An unreadable row is reported to its player at login.
                if let Ok(SleeperDocument::V1(it)) = save::document::read(KIND, row) {
                    world.resource_mut::<Sleepers>().add(id.clone(), it);
                }
                world.resource_mut::<Players>().0.insert(id);
            }
            continue;
        }
        let document: CharacterDocument = save::document::read(KIND, row)?;
        let mut saved_character = document.current();
        let Some(body) = index::find(world, &saved_character.id) else { continue };
        if saved_character.rename_ids(world.resource()) {
            world.resource_mut::<Dirty>().outdated(body);
        }
        world.entity_mut(body).insert((Purse(saved_character.coins), Marks(saved_character.marks)));
        if !saved_character.ignores.is_empty() {
            world.entity_mut(body).insert(Ignores(saved_character.ignores));
        }
        if let Some(room) = saved_character.room.and_then(|id| index::find(world, &id)) {
            containment::put_into(world, body, room);
        }
    }
    Ok(())
}

/// Returns the document of a character in its current state; none for guests, who are not saved.
#[must_use]
pub fn document(world: &World, entity: Entity) -> Option<CharacterDocument> {
    let kind = world.get::<Speaker>(entity)?.0;
    (kind != SpeakerKind::Guest).then(|| snapshot(world, entity)).flatten()
}

/// Returns the document of a character in its current state, of a guest too.
#[must_use]
pub fn snapshot(world: &World, entity: Entity) -> Option<CharacterDocument> {
    let kind = world.get::<Speaker>(entity)?.0;
    let place = world.get::<ContainedIn>(entity).map(|it| it.0);
    Some(CharacterDocument::V1(CharacterV1 {
        id: world.get::<Character>(entity)?.0.clone(),
        name: world.get::<Name>(entity)?.0.to_string(),
        description: world
            .get::<Description>(entity)
            .map(|it| it.0.to_string())
            .unwrap_or_default(),
        kind,
        role: world.get::<Rights>(entity)?.0,
        account: world.get::<Roster>(entity).map(|it| it.account.clone()),
        room: place.and_then(|it| world.get::<Room>(it)).map(|it| it.0.clone()),
        coins: world.get::<Purse>(entity).copied().unwrap_or_default().0,
        marks: world.get::<Marks>(entity).cloned().unwrap_or_default().0,
        settings: world.get::<Settings>(entity).copied().unwrap_or_default(),
        channels: world.get::<Subscriptions>(entity).cloned().unwrap_or_default().0,
        label: Authorship::of(world, entity),
        ignores: world.get::<Ignores>(entity).cloned().unwrap_or_default().0,
        aliases: world.get::<Aliases>(entity).cloned().unwrap_or_default().0,
        profile: Profile {
            seen: (kind == SpeakerKind::Player).then(|| world.resource::<Clock>().now),
            ..world.get::<Profile>(entity).cloned().unwrap_or_default()
        },
        lapsing: world.get::<Cooldowns>(entity).cloned().unwrap_or_default(),
    }))
}

#[cfg(test)]
mod tests {
    use engine::save::document::Row;

    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn a_character_names_whom_it_ignores_and_most_documents_name_nobody() {
        let mut town = Fixture::town();
        let bob = town.enter("Bob", Role::Player, "town/square");
        town.enter("Ann", Role::Player, "town/square");
        town.sim.drain::<Row>();
        let mut named = |line| {
            town.type_line(bob, line);
            let rows = town.sim.drain::<Row>().into_iter();
            rows.map(|row| (row.kind, row.mentions)).collect::<Vec<_>>()
        };
        let ann = BTreeSet::from([CharacterId::new("ann").unwrap()]);
        assert_eq!(named("ignore ann"), [(KIND, Some(ann))]);
        assert_eq!(named("ignore ann off"), [(KIND, Some(BTreeSet::new()))]);
        let others: Vec<_> = named("get pear").into_iter().filter(|(it, _)| *it != KIND).collect();
        assert!(!others.is_empty() && others.iter().all(|(_, it)| it.is_none()), "{others:?}");
    }
}
