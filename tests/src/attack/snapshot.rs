//! State that an attack may not change, at one moment.

use std::collections::{BTreeMap, BTreeSet};

use world::{
    beings::character::Character,
    space::door::Door,
    things::{holder::Holder, thing::Thing},
    trade::purse::{Marks, Purse},
};

use crate::machine::Machine;

/// The state of a world, in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorldSnapshot {
    /// Coins, by character.
    pub coins: BTreeMap<String, u32>,
    /// The room that each character is in.
    pub places: BTreeMap<String, String>,
    /// Marks of each character.
    pub marks: BTreeMap<String, BTreeSet<String>>,
    /// The kind of each thing, and where it is.
    pub things: BTreeMap<String, (String, String)>,
    /// The doors that are open.
    pub open: BTreeSet<String>,
    /// Everything that is saved, by kind and id.
    pub rows: BTreeMap<(String, String), String>,
}

impl WorldSnapshot {
    /// Takes a snapshot of the current state.
    #[must_use]
    pub fn of(machine: &Machine) -> Self {
        let world = machine.world();
        let mut it = Self::default();
        if let Some(mut all) = world.try_query::<(bevy_ecs::entity::Entity, &Character)>() {
            for (entity, character) in all.iter(world) {
                let id = character.0.to_string();
                if let Some(purse) = world.get::<Purse>(entity) {
                    it.coins.insert(id.clone(), purse.0);
                }
                if let Some(marks) = world.get::<Marks>(entity) {
                    let marks = marks.0.iter().map(ToString::to_string).collect();
                    it.marks.insert(id.clone(), marks);
                }
                if let Some(Holder::Room(room)) = Holder::of(world, entity) {
                    it.places.insert(id, room.to_string());
                }
            }
        }
        if let Some(mut all) = world.try_query::<(bevy_ecs::entity::Entity, &Thing)>() {
            for (entity, thing) in all.iter(world) {
                let at = Holder::of(world, entity).map(|it| it.owner()).unwrap_or_default();
                it.things.insert(thing.id.to_string(), (thing.kind.to_string(), at));
            }
        }
        if let Some(mut all) = world.try_query::<&Door>() {
            let open = all.iter(world).filter(|it| it.open).map(|it| it.name.to_string());
            it.open = open.collect();
        }
        let rows = machine.rows();
        it.rows =
            rows.map(|(kind, row)| ((kind.to_owned(), row.id.clone()), row.body.clone())).collect();
        it
    }
}
