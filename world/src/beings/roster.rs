//! The characters of one account, of which one is in the world at a time.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    beings::character::{Character, Party},
    engine::{
        id::AccountId,
        index::{self, Identified, Index},
        simulation::Simulation,
    },
    save::dirty::Dirty,
    witness::narrator::tell,
    words::{
        name::Name,
        text::{Style, Text},
    },
};

/// The account that plays a character, with all its characters. Guests and minds have none.
#[derive(Component, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable, on_insert = index::added::<Roster>, on_discard = index::removed::<Roster>)]
pub struct Roster {
    pub account: AccountId,
    /// At least one, in the order in which they were made.
    pub characters: Vec<Party>,
}

impl Identified for Roster {
    type Id = AccountId;

    fn id(&self) -> &AccountId {
        &self.account
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Index<AccountId>>();
}

/// An account has other characters, or others of its names, than before.
pub(crate) fn change(world: &mut World, roster: Roster) {
    let Some(player) = index::find(world, &roster.account) else { return };
    let Some(id) = world.get::<Character>(player).map(|it| it.0.clone()) else { return };
    let name = roster.characters.iter().find(|it| it.id == id).map(|it| it.name.clone());
    world.entity_mut(player).insert(roster);
    let Some(name) = name.filter(|name| world.get::<Name>(player).is_none_or(|it| *it.0 != **name))
    else {
        return;
    };
    world.entity_mut(player).insert(Name(name.as_str().into()));
    world.resource_mut::<Dirty>().touch(player);
    let text = Text::styled(Style::Heading, format!("From now on you are called {name}."));
    tell(world, player, text);
}
