//! Coins, and the remarks that the engine makes about a character in trade.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use engine::{id::MarkId, save::dirty};

use crate::act::refusal::Refusal;

/// A character's coins.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[component(immutable, on_insert = dirty::touched)]
pub struct Purse(pub u32);

/// What the engine remarked about a character.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = dirty::touched)]
pub struct Marks(pub BTreeSet<MarkId>);

/// What somebody has left in the purse who pays a price.
pub(super) fn after_paying(world: &World, who: Entity, price: u32) -> Result<u32, Refusal> {
    let purse = world.get::<Purse>(who).copied().unwrap_or_default().0;
    purse.checked_sub(price).ok_or_else(|| {
        let words = format!("That costs {}, and you have {}.", coins(price), coins(purse));
        Refusal::because(words)
    })
}

/// A sum in words.
#[must_use]
pub fn coins(n: u32) -> String {
    match n {
        0 => "nothing".to_owned(),
        1 => "1 coin".to_owned(),
        n => format!("{n} coins"),
    }
}
