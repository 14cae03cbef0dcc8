//! Characters: what is the same for those who are played and those who are not.

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

/// A character and its id.
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

/// Who speaks for a character.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub struct Speaker(pub SpeakerKind);

/// A character's rights.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable, on_insert = dirty::touched)]
pub struct Rights(pub Role);

/// What those read of a [`SpeakerKind::Assistant`] who ask.
pub const UNPLAYED: &str = "played by the server";

/// Who speaks for a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpeakerKind {
    /// A person with an account.
    Player,
    /// A person without one.
    Guest,
    /// A mind of the server's own.
    Assistant,
}

/// A character as it was when something happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    pub id: CharacterId,
    pub name: Arc<str>,
    /// Who speaks for it.
    pub kind: SpeakerKind,
    /// Its rights.
    pub role: Role,
    /// Who played it; none for guests and minds.
    pub account: Option<AccountId>,
    /// Whether models outside this machine may read what it says.
    pub outside: bool,
    /// From which household it was played; none for minds.
    pub household: Option<NetworkOriginId>,
}

/// A character in something that is written down, by the name it had then.
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

/// The label of what `who` does of its own accord.
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
