//! What lasts: documents of what changed in a tick.
//!
//! Components that are saved carry a hook that notes their entity here, so
//! finding what to save costs nothing per idle entity.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use serde::{Deserialize, Serialize};

use crate::{
    audit::AuditDocument,
    case::CaseDocument,
    channel::Subscriptions,
    character::{Character, Description, Ignores, Marks, Name, Purse, Rights, Settings, Speaker},
    fact::SpeakerKind,
    id::{ChannelId, CharacterId, KindId, MarkId, RoomId, ThingId},
    label::Label,
    permission::Role,
    place::{ContainedIn, Room},
    sitelock::SitelockDocument,
    thing::{Authored, Kinds, Origin, Thing},
};

/// What changed and is not saved yet.
#[derive(Resource, Debug, Default)]
pub struct Dirty {
    entities: BTreeSet<Entity>,
    gone: Vec<ThingId>,
    documents: Vec<SaveDocument>,
    version: u64,
}

impl Dirty {
    /// Notes that an entity changed.
    pub fn touch(&mut self, entity: Entity) {
        self.version += 1;
        self.entities.insert(entity);
    }

    /// Notes that a thing is gone for good.
    pub(crate) fn forget_thing(&mut self, id: ThingId) {
        self.version += 1;
        self.gone.push(id);
    }

    /// Notes a change that is a document already.
    pub fn put(&mut self, document: SaveDocument) {
        self.version += 1;
        self.documents.push(document);
    }

    /// Grows with every change.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Forgets what was noted: for the state that was just loaded.
    pub fn clear(&mut self) {
        self.entities.clear();
        self.gone.clear();
        self.documents.clear();
    }
}

/// The hook of components that are saved.
pub(crate) fn touched(mut world: DeferredWorld, at: HookContext) {
    world.resource_mut::<Dirty>().touch(at.entity);
}

/// A character, as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CharacterDocument {
    /// The first form.
    V1(CharacterV1),
}

/// The first form of a saved character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CharacterV1 {
    /// Its id.
    pub id: CharacterId,
    /// Its name.
    pub name: String,
    /// What one sees.
    pub description: String,
    /// Who speaks for it.
    pub kind: SpeakerKind,
    /// Its rights.
    pub role: Role,
    /// Where it is.
    pub room: Option<RoomId>,
    /// Its coins.
    pub coins: u32,
    /// What the engine remarked about it.
    pub marks: BTreeSet<MarkId>,
    /// How its player wants to see the game.
    pub settings: Settings,
    /// The channels it is on.
    pub channels: BTreeSet<ChannelId>,
    /// Whose word its name and description are.
    pub label: Label,
    /// Whose words it does not perceive, and the name that each had then.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ignores: BTreeMap<CharacterId, String>,
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

/// A thing, as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingDocument {
    /// The first form.
    V1(ThingV1),
}

/// The first form of a saved thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThingV1 {
    /// Its id.
    pub id: ThingId,
    /// Its kind.
    pub kind: KindId,
    /// Where it is.
    pub at: Holder,
    /// Whether it lies where the content put it.
    pub placed: bool,
    /// Whose word its name and description are.
    pub label: Label,
}

impl ThingDocument {
    /// The newest form.
    #[must_use]
    pub fn current(self) -> ThingV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Where a saved thing is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Holder {
    /// Lying in a room.
    Room(RoomId),
    /// Carried by a character.
    Character(CharacterId),
}

/// What is saved of the world as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct WorldDocument {
    /// Serial number of the next copy of a thing.
    pub next_thing: u64,
    /// How many copies of each kind the content put into the world so far, by
    /// room or character and kind, so that a restart puts no second one there.
    pub placed: Vec<(Holder, KindId, u32)>,
}

/// Something to save.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum SaveDocument {
    /// A character.
    Character(CharacterDocument),
    /// A thing.
    Thing(ThingDocument),
    /// A thing is gone.
    ThingGone(ThingId),
    /// The world as a whole.
    World(WorldDocument),
    /// A player's report.
    Case(CaseDocument),
    /// A report is forgotten.
    CaseGone(u32),
    /// The rules about who may come in, all of them.
    Sitelock(SitelockDocument),
    /// An act of the staff.
    Audit(AuditDocument),
    /// An act of the staff is forgotten.
    AuditGone(u64),
}

/// What the content put where so far.
#[derive(Resource, Debug, Default)]
pub struct Placed(pub Vec<(Holder, KindId, u32)>);

/// The document of a character as it is now. None for guests, who leave nothing
/// behind.
#[must_use]
pub fn character(world: &World, entity: Entity) -> Option<CharacterDocument> {
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
        label: label(world, entity),
        ignores: world.get::<Ignores>(entity).cloned().unwrap_or_default().0,
    }))
}

/// Whose word an entity's name and description are; the builder's, if nobody
/// else's.
fn label(world: &World, entity: Entity) -> Label {
    world.get::<Authored>(entity).map_or_else(Label::authored, |it| it.0.clone())
}

fn thing(world: &World, entity: Entity) -> Option<ThingDocument> {
    let it = world.get::<Thing>(entity)?;
    let holder = world.get::<ContainedIn>(entity)?.0;
    let at = if let Some(room) = world.get::<Room>(holder) {
        Holder::Room(room.0.clone())
    } else {
        Holder::Character(world.get::<Character>(holder)?.0.clone())
    };
    let placed = world.get::<Origin>(entity).is_some();
    let label = label(world, entity);
    Some(ThingDocument::V1(ThingV1 { id: it.id.clone(), kind: it.kind.clone(), at, placed, label }))
}

/// Turns what changed in this tick into documents.
pub(crate) fn save(world: &mut World) {
    let dirty = world.resource::<Dirty>();
    if dirty.entities.is_empty() && dirty.gone.is_empty() && dirty.documents.is_empty() {
        return;
    }
    let mut dirty = world.resource_mut::<Dirty>();
    let entities = std::mem::take(&mut dirty.entities);
    let gone = std::mem::take(&mut dirty.gone);
    let mut documents = std::mem::take(&mut dirty.documents);
    documents.reserve(entities.len() + gone.len());
    let mut things_changed = !gone.is_empty();
    for entity in entities {
        if let Some(document) = thing(world, entity) {
            documents.push(SaveDocument::Thing(document));
            things_changed = true;
        } else if let Some(document) = character(world, entity) {
            documents.push(SaveDocument::Character(document));
        }
    }
    documents.extend(gone.into_iter().map(SaveDocument::ThingGone));
    if things_changed {
        documents.push(SaveDocument::World(WorldDocument {
            next_thing: world.resource::<Kinds>().next,
            placed: world.resource::<Placed>().0.clone(),
        }));
    }
    world.resource_mut::<Messages<SaveDocument>>().write_batch(documents);
}
