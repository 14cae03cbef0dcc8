//! What lasts of a character.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    act::permission::Role,
    beings::{
        character::{Character, Rights, Speaker, SpeakerKind},
        ignores::{Ignored, Ignores},
        settings::Settings,
    },
    engine::{
        id::{ChannelId, CharacterId, MarkId, RoomId},
        index,
        simulation::Simulation,
    },
    save::{
        self,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    space::{
        containment::{self, ContainedIn},
        room::Room,
    },
    talk::channel::Subscriptions,
    trade::purse::{Marks, Purse},
    words::{
        label::Label,
        name::{Authorship, Description, Name},
    },
};

/// A character, as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CharacterDocument {
    /// The first form.
    V1(CharacterV1),
}

/// The first form of a saved character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CharacterV1 {
    pub id: CharacterId,
    pub name: String,
    /// What one sees.
    pub description: String,
    /// Who speaks for it.
    pub kind: SpeakerKind,
    /// Its rights.
    pub role: Role,
    /// Where it is.
    pub room: Option<RoomId>,
    pub coins: u32,
    /// What the engine remarked about it.
    pub marks: BTreeSet<MarkId>,
    /// How its player wants to see the game.
    pub settings: Settings,
    /// The channels it is on.
    pub channels: BTreeSet<ChannelId>,
    /// Whose word its name and description are.
    pub label: Label,
    /// Whose words it does not perceive.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ignores: BTreeMap<CharacterId, Ignored>,
}

impl CharacterDocument {
    /// The newest form.
    #[must_use]
    pub fn current(self) -> CharacterV1 {
        match self {
            Self::V1(it) => it,
        }
    }

    /// The character's id.
    #[must_use]
    pub fn id(&self) -> &CharacterId {
        match self {
            Self::V1(it) => &it.id,
        }
    }
}

/// The kind of document of characters.
pub const KIND: &str = "character";
/// Whose the bodies of minds are.
pub const OF_MINDS: &str = "assistant";

/// Everybody with an account, present or not.
#[derive(Resource, Debug, Default)]
pub struct Players(pub BTreeSet<CharacterId>);

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Players>();
    sim.add_document(DocumentKind { name: KIND, version: 1, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Entity(entity) = changed else { return None };
    Some(row(&document(world, entity)?))
}

/// The row of a character.
///
/// # Errors
/// [`Unwritable`](crate::save::document::Unwritable) when it cannot be written down.
pub fn row(document: &CharacterDocument) -> Written {
    let CharacterDocument::V1(it) = document;
    let owner = if it.kind == SpeakerKind::Assistant { OF_MINDS } else { "" };
    save::document::row(KIND, &it.id, owner, document)
}

/// Gives the bodies of minds back what they had, and notes who has an account:
/// players come from their own rows when they log in.
fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        if row.owner != OF_MINDS {
            if let Ok(id) = CharacterId::new(&row.id) {
                world.resource_mut::<Players>().0.insert(id);
            }
            continue;
        }
        let document: CharacterDocument = save::document::read(KIND, row)?;
        let it = document.current();
        let Some(body) = index::find(world, &it.id) else { continue };
        world.entity_mut(body).insert((Purse(it.coins), Marks(it.marks)));
        if !it.ignores.is_empty() {
            world.entity_mut(body).insert(Ignores(it.ignores));
        }
        if let Some(room) = it.room.and_then(|id| index::find(world, &id)) {
            containment::move_into(world, body, room);
        }
    }
    Ok(())
}

/// The document of a character as it is now. None for guests, who leave nothing
/// behind.
#[must_use]
pub fn document(world: &World, entity: Entity) -> Option<CharacterDocument> {
    let kind = world.get::<Speaker>(entity)?.0;
    if kind == SpeakerKind::Guest {
        return None;
    }
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
        room: place.and_then(|it| world.get::<Room>(it)).map(|it| it.0.clone()),
        coins: world.get::<Purse>(entity).copied().unwrap_or_default().0,
        marks: world.get::<Marks>(entity).cloned().unwrap_or_default().0,
        settings: world.get::<Settings>(entity).copied().unwrap_or_default(),
        channels: world.get::<Subscriptions>(entity).cloned().unwrap_or_default().0,
        label: Authorship::of(world, entity),
        ignores: world.get::<Ignores>(entity).cloned().unwrap_or_default().0,
    }))
}
