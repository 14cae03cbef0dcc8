//! Coins, and the remarks that the engine makes about a character in trade.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;

use crate::{engine::id::MarkId, save::dirty};

/// A character's coins.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[component(immutable, on_insert = dirty::touched)]
pub struct Purse(pub u32);

/// What the engine remarked about a character.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = dirty::touched)]
pub struct Marks(pub BTreeSet<MarkId>);

/// A sum in words.
#[must_use]
pub fn coins(n: u32) -> String {
    match n {
        0 => "nothing".to_owned(),
        1 => "1 coin".to_owned(),
        n => format!("{n} coins"),
    }
}
