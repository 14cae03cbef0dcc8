//! Whose words somebody does not want to hear, and who wants so of whom.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};

use crate::{
    engine::{id::CharacterId, simulation::Simulation},
    save::dirty,
};

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<IgnoredBy>();
}

/// Whose words a character does not perceive: by id, with the name that each
/// had then. Only those who ignore somebody have it, so that it costs nothing
/// where nobody does. At most [`Ignores::MAX`].
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = ignores, on_discard = hears_again)]
pub struct Ignores(pub BTreeMap<CharacterId, String>);

impl Ignores {
    /// Most people one can ignore at once.
    pub const MAX: usize = 100;
}

/// Who ignores whom, by the one who is ignored: of what somebody says it tells
/// who may be deaf to it, without asking everybody. Kept right by the hooks of
/// [`Ignores`].
#[derive(Resource, Debug, Default)]
pub struct IgnoredBy(BTreeMap<CharacterId, BTreeSet<Entity>>);

impl IgnoredBy {
    /// Those in the world who ignore somebody; none if nobody does.
    #[must_use]
    pub fn by(&self, id: &CharacterId) -> Option<&BTreeSet<Entity>> {
        self.0.get(id)
    }
}

fn ignores(mut world: DeferredWorld, at: HookContext) {
    let Some(Ignores(whom)) = world.get(at.entity).cloned() else { return };
    let index = &mut world.resource_mut::<IgnoredBy>().0;
    for id in whom.into_keys() {
        index.entry(id).or_default().insert(at.entity);
    }
    dirty::touched(world, at);
}

fn hears_again(mut world: DeferredWorld, at: HookContext) {
    let Some(Ignores(whom)) = world.get(at.entity).cloned() else { return };
    let index = &mut world.resource_mut::<IgnoredBy>().0;
    for id in whom.keys() {
        if let Some(by) = index.get_mut(id) {
            by.remove(&at.entity);
            if by.is_empty() {
                index.remove(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{act::permission::Role, engine::index, fixture::Fixture};

    #[test]
    fn who_ignores_somebody_is_known_from_the_moment_they_do_until_they_go() {
        let mut fixture = Fixture::town();
        let [bob, carol] =
            ["Bob", "Carol"].map(|name| fixture.enter(name, Role::Player, "town/square"));
        let world = fixture.sim.world_mut();
        let [bob, carol] = [bob, carol].map(|it| index::find(world, &it).unwrap());
        let [ann, dan] = ["ann", "dan"].map(|id| CharacterId::new(id).unwrap());
        let ignores = |ids: &[&CharacterId]| {
            Ignores(ids.iter().map(|id| ((*id).clone(), id.to_string())).collect())
        };
        let by = |world: &World, id: &CharacterId| {
            world.resource::<IgnoredBy>().by(id).cloned().unwrap_or_default()
        };
        world.entity_mut(bob).insert(ignores(&[&ann, &dan]));
        world.entity_mut(carol).insert(ignores(&[&ann]));
        assert_eq!(by(world, &ann), BTreeSet::from([bob, carol]));
        assert_eq!(by(world, &dan), BTreeSet::from([bob]));
        world.entity_mut(bob).insert(ignores(&[&ann]));
        assert_eq!(by(world, &dan), BTreeSet::new());
        world.entity_mut(carol).remove::<Ignores>();
        assert_eq!(by(world, &ann), BTreeSet::from([bob]));
        world.despawn(bob);
        assert!(world.resource::<IgnoredBy>().0.is_empty());
    }
}
