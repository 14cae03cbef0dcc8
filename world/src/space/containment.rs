//! Containment: the container of each entity, and checked moves.

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::save::dirty::{self, Dirty};
use smallvec::SmallVec;

use crate::act::refusal::Refusal;

/// Container of an entity.
///
/// Changed only by [`PlannedMove::make`], which makes no cycles.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = Contents)]
#[component(on_add = dirty::touched)]
pub struct ContainedIn(pub Entity);

/// Hooks `(what, to)` that run before an entity leaves its container for another one.
#[derive(Resource, Default)]
pub struct Departures(SmallVec<[fn(&mut World, Entity, Entity); 2]>);

impl Departures {
    /// Registers a hook.
    pub fn add(&mut self, departs: fn(&mut World, Entity, Entity)) {
        self.0.push(departs);
    }
}

/// Contents of a container, in order of arrival.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = ContainedIn)]
pub struct Contents(Vec<Entity>);

/// The reason a move is impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Immovable {
    /// The target is inside the thing to move, or is the thing itself.
    #[error("It cannot be inside itself. Get out of it first; to see where you are, type: look")]
    Circle,
    /// Missing entity: one of the two is not in the world.
    #[error("It is gone. To see what is here, type: look")]
    Gone,
}

impl From<Immovable> for Refusal {
    fn from(why: Immovable) -> Self {
        Self::because(why.to_string())
    }
}

/// A checked move. Commands plan a move before they narrate it, so no room is told of a move that is
/// not made.
#[must_use = "nothing has moved yet"]
#[derive(Debug, PartialEq, Eq)]
pub struct PlannedMove {
    what: Entity,
    into: Entity,
}

impl PlannedMove {
    /// Checks that `what` can be moved into `into`.
    ///
    /// # Errors
    /// [`Immovable`].
    pub fn new(world: &World, what: Entity, into: Entity) -> Result<Self, Immovable> {
        Self::among(what, into, |inner| {
            let entity = world.get_entity(inner).ok()?;
            Some(entity.get::<ContainedIn>().map(|it| it.0))
        })
    }

    /// Checks a move as [`PlannedMove::new`]; `around` looks up the container of an entity, and
    /// returns none if the entity is gone.
    fn among(
        what: Entity,
        into: Entity,
        around: impl Fn(Entity) -> Option<Option<Entity>>,
    ) -> Result<Self, Immovable> {
        around(what).ok_or(Immovable::Gone)?;
        let mut outer = Some(into);
        while let Some(it) = outer {
            if it == what {
                return Err(Immovable::Circle);
            }
            outer = around(it).ok_or(Immovable::Gone)?;
        }
        Ok(Self { what, into })
    }

    /// Returns the entity to move.
    #[must_use]
    pub fn what(&self) -> Entity {
        self.what
    }

    /// Makes the move. Nothing may be moved or despawned between the check and this.
    pub fn make(self, world: &mut World) {
        let Self { what, into } = self;
        let departures = world.resource::<Departures>().0.clone();
        for departs in departures {
            departs(world, what, into);
        }
        let Ok(mut entity) = world.get_entity_mut(what) else {
            tracing::error!(?what, ?into, "what was to be moved was removed before");
            return;
        };
        entity.insert(ContainedIn(into));
        // The hook notes only the first insertion; a change of place is not an addition, so it is
        // noted here.
        world.resource_mut::<Dirty>().touch(what);
    }
}

/// Plans moves in a system; the system makes them by ECS commands.
#[derive(SystemParam)]
pub struct MovePlanner<'w, 's>(Query<'w, 's, Option<&'static ContainedIn>>);

impl MovePlanner<'_, '_> {
    /// Checks a move as [`PlannedMove::new`].
    ///
    /// # Errors
    /// [`Immovable`].
    pub fn plan(&self, what: Entity, into: Entity) -> Result<PlannedMove, Immovable> {
        PlannedMove::among(what, into, |inner| Some(self.0.get(inner).ok()?.map(|it| it.0)))
    }
}

/// Moves `what` into `into`, for callers that narrate nothing before.
///
/// # Errors
/// [`Immovable`]; nothing has moved then.
pub fn move_into(world: &mut World, what: Entity, into: Entity) -> Result<(), Immovable> {
    PlannedMove::new(world, what, into)?.make(world);
    Ok(())
}

/// Moves `what` into a place that must exist, such as a home in checked content. A failure is a
/// bug, and is logged.
pub fn put_into(world: &mut World, what: Entity, into: Entity) {
    if let Err(error) = move_into(world, what, into) {
        tracing::error!(?what, ?into, %error, "something cannot be put where it belongs");
    }
}

/// Returns the room that an entity is in, at any depth of containers.
#[must_use]
pub fn room_of(world: &World, what: Entity) -> Option<Entity> {
    let mut at = world.get::<ContainedIn>(what)?.0;
    while let Some(outer) = world.get::<ContainedIn>(at) {
        at = outer.0;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use bevy_ecs::system::SystemState;
    use engine::{id::RoomId, index};
    use text::parse::Direction;

    use super::*;
    use crate::{
        act::permission::Role,
        fixture::Fixture,
        space::exit::{ExitDirection, ExitOf, LeadsTo},
        things::thing::Thing,
    };

    /// Ann and Cat are in the square; Ann carries an apple, and Bob is inside it.
    fn town() -> (Fixture, [Entity; 4]) {
        let mut game = Fixture::town();
        for name in ["Ann", "Bob", "Cat"] {
            game.enter(name, Role::Staff, "town/square");
        }
        let world = game.sim.world_mut();
        let square = index::find(world, &RoomId::new("town/square").unwrap()).unwrap();
        let mut things = world.query::<(Entity, &Thing)>();
        let apple = things.iter(world).find(|(_, it)| it.kind.as_str() == "apple").unwrap().0;
        let [ann, bob] = ["ann", "bob"].map(|it| game.entity(it).unwrap());
        let world = game.sim.world_mut();
        move_into(world, apple, ann).unwrap();
        move_into(world, bob, apple).unwrap();
        game.hears("cat");
        (game, [ann, bob, apple, square])
    }

    #[test]
    fn nothing_moves_into_itself_or_to_where_nothing_is() {
        let (mut game, [ann, bob, apple, square]) = town();
        let world = game.sim.world_mut();
        let gone = world.spawn_empty().id();
        world.despawn(gone);
        for (what, into, why) in [
            (ann, ann, Immovable::Circle),
            (ann, apple, Immovable::Circle),
            (ann, bob, Immovable::Circle),
            (ann, gone, Immovable::Gone),
            (gone, square, Immovable::Gone),
        ] {
            let before =
                world.get_entity(what).ok().and_then(|it| it.get::<ContainedIn>().copied());
            assert_eq!(move_into(world, what, into), Err(why));
            let mut state = SystemState::<MovePlanner>::new(world);
            assert_eq!(state.get(world).unwrap().plan(what, into), Err(why));
            let after = world.get_entity(what).ok().and_then(|it| it.get::<ContainedIn>().copied());
            assert_eq!(before, after);
        }
        assert_eq!(move_into(world, bob, square), Ok(()));
        assert_eq!(room_of(world, bob), Some(square));
    }

    #[test]
    fn nobody_is_told_of_a_move_that_is_not_made() {
        let (mut game, [ann, _, apple, square]) = town();
        game.sim.world_mut().spawn((
            ExitDirection(Direction::West),
            LeadsTo(apple),
            ExitOf(square),
        ));
        let session = game.enter("Ann", Role::Staff, "town/square");
        game.hears("cat");
        for line in ["teleport bob", "west"] {
            assert_eq!(game.type_line(session, line), Immovable::Circle.to_string(), "{line}");
            assert_eq!(game.hears("cat"), "", "{line}");
        }
        assert_eq!(room_of(game.sim.world(), ann), Some(square));
    }
}
