//! Coins and marks of a character.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use engine::{id::MarkId, save::dirty};

use crate::act::refusal::Refusal;

/// Number of coins of a character.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[component(immutable, on_insert = dirty::touched)]
pub struct Purse(pub u32);

/// Marks of a character: facts recorded by the engine, checked by conditions.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = dirty::touched)]
pub struct Marks(pub BTreeSet<MarkId>);

/// Returns the coins left after paying a price; refuses if there are not enough.
pub(super) fn after_paying(world: &World, who: Entity, price: u32) -> Result<u32, Refusal> {
    let purse = world.get::<Purse>(who).copied().unwrap_or_default().0;
    purse.checked_sub(price).ok_or_else(|| {
        let words = format!("That costs {}, and you have {}.", coins(price), coins(purse));
        Refusal::because(words)
    })
}

/// Formats a number of coins.
#[must_use]
pub fn coins(n: u32) -> String {
    match n {
        0 => "nothing".to_owned(),
        1 => "1 coin".to_owned(),
        n => format!("{n} coins"),
    }
}
