//! What a mind knows of people by having met them.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use world::{
    engine::{clock::WorldTime, id::CharacterId},
    words::label::Label,
};

/// Most people a mind keeps count of; the one met longest ago goes first.
pub const ACQUAINTANCES: usize = 500;

/// What a mind knows of people by having met them.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acquaintances(pub BTreeMap<CharacterId, Acquaintance>);

/// One acquaintance.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acquaintance {
    /// How often they spoke with each other.
    pub talks: u32,
    /// When they last did.
    pub last: WorldTime,
    /// When the mind last greeted them of its own accord.
    pub greeted: WorldTime,
    /// The last thing the mind said to them, and who may know it.
    pub said: Option<(String, Label)>,
}

impl Acquaintances {
    /// The acquaintance with somebody, made if there is none.
    pub fn meet(&mut self, id: &CharacterId) -> &mut Acquaintance {
        if !self.0.contains_key(id) && self.0.len() >= ACQUAINTANCES {
            let oldest = self.0.iter().min_by_key(|(_, it)| it.last).map(|(id, _)| id.clone());
            if let Some(oldest) = oldest {
                self.0.remove(&oldest);
            }
        }
        self.0.entry(id.clone()).or_default()
    }
}
