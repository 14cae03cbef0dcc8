//! Character components common to players and NPCs: id, speaker kind, role.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::{
    id::{AccountId, CharacterId},
    index::{self, Identified, Index},
    label::{Integrity, Label},
    save::dirty,
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::{act::permission::Role, beings::network_origin::NetworkOriginId};

/// Character component with its id; indexed by [`CharacterId`].
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable, on_add = index::added::<Character>, on_remove = index::removed::<Character>)]
pub struct Character(pub CharacterId);

impl Identified for Character {
    type Id = CharacterId;

    fn id(&self) -> &CharacterId {
        &self.0
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Index<CharacterId>>();
}

/// Kind of speaker that controls a character: player, guest or NPC.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub struct Speaker(pub SpeakerKind);

/// Permission role of a character.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable, on_insert = dirty::touched)]
pub struct Rights(pub Role);

/// Phrase shown to players who ask about a [`SpeakerKind::Assistant`].
pub const UNPLAYED: &str = "played by the server";

/// Kind of speaker that controls a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpeakerKind {
    /// Player with an account.
    Player,
    /// Guest: player without an account.
    Guest,
    /// NPC controlled by the server.
    Assistant,
}

/// Snapshot of a character's identity at the time of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    pub id: CharacterId,
    pub name: Arc<str>,
    /// Kind of speaker that controlled the character.
    pub kind: SpeakerKind,
    /// Permission role of the character.
    pub role: Role,
    /// Account of the player; none for guests and NPCs.
    pub account: Option<AccountId>,
    /// True if models outside this machine may read what the character says.
    pub outside: bool,
    /// Household that the player connected from; none for NPCs.
    pub household: Option<NetworkOriginId>,
}

/// Reference to a character in a saved record: id, and name at the time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CharacterRef {
    pub id: CharacterId,
    pub name: String,
}

impl From<&Who> for CharacterRef {
    fn from(who: &Who) -> Self {
        Self { id: who.id.clone(), name: who.name.to_string() }
    }
}

/// Returns the provenance label of actions that `who` takes on its own.
#[must_use]
pub fn own_label(who: &Who) -> Label {
    let integrity = match (who.kind, who.role) {
        (SpeakerKind::Guest, _) => Integrity::Foreign,
        (SpeakerKind::Assistant, _) => Integrity::Author,
        (SpeakerKind::Player, role) if role >= Role::Staff => Integrity::Staff,
        (SpeakerKind::Player, _) => Integrity::Player,
    };
    Label { outside: who.outside, ..Label::by(who.id.clone(), integrity) }
}
