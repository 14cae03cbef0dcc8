//! Index of characters by name, for lookup by full name or prefix. Updated by component hooks.

use std::{collections::BTreeMap, ops::Bound};

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use engine::simulation::Simulation;
use smallvec::SmallVec;

use crate::beings::{character::Character, name::Name};

/// Index of the characters in the world by lower-case name.
#[derive(Resource, Debug, Default)]
pub struct NameIndex(BTreeMap<String, SmallVec<[Entity; 1]>>);

impl NameIndex {
    /// Returns the character with exactly this lower-case name; of several, the one named first.
    #[must_use]
    pub fn called(&self, name: &str) -> Option<Entity> {
        self.0.get(name)?.first().copied()
    }

    /// Iterates over the characters with this lower-case name prefix, in the order of names.
    pub fn beginning<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Entity> + 'a {
        let from = self.0.range::<str, _>((Bound::Included(name), Bound::Unbounded));
        from.take_while(move |(it, _)| it.starts_with(name)).flat_map(|(_, all)| all).copied()
    }
}

/// Creates the index and registers its hooks; must run before anything is named.
pub(crate) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<NameIndex>();
    // Rooms and items have names as well, but are not indexed.
    world.register_component_hooks::<Name>().on_insert(named).on_discard(unnamed);
}

/// Returns the lower-case name of a character; none for other entities.
fn name(world: &DeferredWorld, entity: Entity) -> Option<String> {
    world.get::<Character>(entity)?;
    world.get::<Name>(entity).map(|name| name.0.to_lowercase())
}

fn named(mut world: DeferredWorld, at: HookContext) {
    let Some(name) = name(&world, at.entity) else { return };
    world.resource_mut::<NameIndex>().0.entry(name).or_default().push(at.entity);
}

fn unnamed(mut world: DeferredWorld, at: HookContext) {
    let Some(name) = name(&world, at.entity) else { return };
    let mut index = world.resource_mut::<NameIndex>();
    let Some(all) = index.0.get_mut(&name) else { return };
    all.retain(|it| *it != at.entity);
    if all.is_empty() {
        index.0.remove(&name);
    }
}

#[cfg(test)]
mod tests {
    use engine::index;

    use super::*;
    use crate::{act::permission::Role, fixture::Fixture};

    fn person(fixture: &mut Fixture, name: &str) -> Entity {
        let session = fixture.enter(name, Role::Player, "town/square");
        index::find(fixture.sim.world(), &session).unwrap()
    }

    fn found(world: &World, name: &str) -> (Option<Entity>, Vec<Entity>) {
        let index = world.resource::<NameIndex>();
        (index.called(name), index.beginning(name).collect())
    }

    #[test]
    fn names_are_known_from_when_they_are_given_until_they_are_gone() {
        let mut fixture = Fixture::town();
        let (anna, ann) = (person(&mut fixture, "ANNA"), person(&mut fixture, "Ann"));
        let world = fixture.sim.world_mut();
        assert_eq!(found(world, "ann"), (Some(ann), vec![ann, anna]));
        assert_eq!(found(world, "anna"), (Some(anna), vec![anna]));
        assert_eq!(found(world, "an"), (None, vec![ann, anna]));
        world.entity_mut(ann).insert(Name("Zoë".into()));
        assert_eq!(found(world, "ann"), (None, vec![anna]));
        assert_eq!(found(world, "zoë"), (Some(ann), vec![ann]));
        world.despawn(anna);
        assert_eq!(found(world, "ann"), (None, vec![]));
        // Rooms and things have names, too.
        assert_eq!(found(world, ""), (None, vec![ann]));
    }

    #[test]
    fn of_two_who_have_a_name_the_first_is_meant_until_it_goes() {
        let mut fixture = Fixture::town();
        let (ann, bob) = (person(&mut fixture, "Ann"), person(&mut fixture, "Bob"));
        let world = fixture.sim.world_mut();
        world.entity_mut(bob).insert(Name("ann".into()));
        assert_eq!(found(world, "ann"), (Some(ann), vec![ann, bob]));
        world.despawn(ann);
        assert_eq!(found(world, "ann"), (Some(bob), vec![bob]));
    }
}
