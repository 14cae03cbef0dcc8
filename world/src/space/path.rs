//! Path finding: the exits of a room, and the rooms around one with the shortest open path to each.

use std::collections::{BTreeSet, VecDeque};

use bevy_ecs::prelude::*;
use text::parse::Direction;

use crate::space::{
    door::Door,
    exit::{ExitDirection, Exits, LeadsTo},
};

/// Maximum number of rooms that path finding for a walk visits, nearest first. It keeps the cost of
/// a walk the same in a world of any size.
pub(crate) const MOST_SEARCHED: usize = 8_192;

/// Exit of a room.
pub(super) struct WayOut<'w> {
    pub(super) direction: Direction,
    /// Room that the exit leads to.
    pub(super) to: Entity,
    /// Door, if there is one.
    pub(super) door: Option<&'w Door>,
}

impl WayOut<'_> {
    /// Returns whether the exit can be passed.
    pub(super) fn is_open(&self) -> bool {
        self.door.is_none_or(|it| it.open)
    }
}

/// Iterates over the exits of a room, in the order in which the builder wrote them.
pub(super) fn ways(world: &World, room: Entity) -> impl Iterator<Item = WayOut<'_>> {
    let exits = world.get::<Exits>(room).into_iter().flat_map(|it| it.iter());
    exits.filter_map(|exit| {
        let direction = world.get::<ExitDirection>(exit)?.0;
        let to = world.get::<LeadsTo>(exit)?.0;
        Some(WayOut { direction, to, door: world.get::<Door>(exit) })
    })
}

/// Rooms around one, nearest first; the first is the one in the middle.
pub(super) struct Around(Vec<Reached>);

/// Room that a search reached, with the last step to it.
struct Reached {
    room: Entity,
    /// Index of the room before it, and the direction from there; none for the first room.
    by: Option<(usize, Direction)>,
}

impl Around {
    /// Searches the rooms that open exits lead to, breadth first, at most `most` of them. It visits
    /// each once, and stops at `last`.
    pub(super) fn look(world: &World, from: Entity, most: usize, last: Option<Entity>) -> Self {
        Self::look_through(world, from, most, last, |way| way.is_open())
    }

    /// Searches as [`Around::look`], through all exits that `may` admits.
    fn look_through(
        world: &World,
        from: Entity,
        most: usize,
        last: Option<Entity>,
        may: fn(&WayOut<'_>) -> bool,
    ) -> Self {
        let mut seen = BTreeSet::from([from]);
        let mut reached = vec![Reached { room: from, by: None }];
        let mut at = 0;
        while let Some(room) = reached.get(at).map(|it| it.room) {
            if last == Some(room) {
                break;
            }
            for way in ways(world, room).filter(may) {
                if reached.len() < most && seen.insert(way.to) {
                    reached.push(Reached { room: way.to, by: Some((at, way.direction)) });
                }
            }
            at += 1;
        }
        Self(reached)
    }

    /// Iterates over the rooms, nearest first.
    pub(super) fn rooms(&self) -> impl Iterator<Item = Entity> {
        self.0.iter().map(|it| it.room)
    }

    /// Returns the path to one of the rooms; none if the search did not reach it.
    pub(super) fn way_to(&self, room: Entity) -> Option<VecDeque<Direction>> {
        let mut at = self.0.iter().position(|it| it.room == room)?;
        let mut way = VecDeque::new();
        while let Some((before, direction)) = self.0.get(at).and_then(|it| it.by) {
            way.push_front(direction);
            at = before;
        }
        Some(way)
    }
}

/// Returns the shortest open path from one room to another, within [`MOST_SEARCHED`] rooms.
pub(super) fn path(world: &World, from: Entity, to: Entity) -> Option<VecDeque<Direction>> {
    Around::look(world, from, MOST_SEARCHED, Some(to)).way_to(to)
}

/// Returns a path as [`path`], as if every door stood open.
pub(super) fn path_past_doors(
    world: &World,
    from: Entity,
    to: Entity,
) -> Option<VecDeque<Direction>> {
    Around::look_through(world, from, MOST_SEARCHED, Some(to), |_| true).way_to(to)
}

#[cfg(test)]
mod tests {
    use engine::{id::RoomId, index};

    use super::*;
    use crate::{fixture::Fixture, space::exit::ExitOf};

    /// Rooms `r0` to `r9` in a row from west to east, with a shut door before the last.
    fn row() -> Fixture {
        let mut rooms = String::new();
        for n in 0..10 {
            rooms += &format!("(id: \"r{n}\", name: \"R{n}\", description: \"A room.\", exits: [");
            if n > 0 {
                rooms += &format!("(direction: West, to: \"r{}\"),", n - 1);
            }
            if n < 9 {
                let door = if n == 8 { ", door: \"the lid\", shut: true" } else { "" };
                rooms += &format!("(direction: East, to: \"r{}\"{door}),", n + 1);
            }
            rooms += "]),";
        }
        let zone = format!("(id: \"row\", name: \"Row\", rooms: [{rooms}])");
        let world = r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "row/r0")"#;
        Fixture::new(&[("world.ron", world), ("zones/row.ron", &zone)])
    }

    fn room(game: &Fixture, n: usize) -> Entity {
        index::find(game.sim.world(), &RoomId::new(&format!("row/r{n}")).unwrap()).unwrap()
    }

    #[test]
    fn the_shortest_way_stops_at_a_shut_door() {
        let game = row();
        let way = |from, to| path(game.sim.world(), room(&game, from), room(&game, to));
        assert_eq!(way(3, 3), Some(VecDeque::new()));
        assert_eq!(way(3, 5), Some(VecDeque::from([Direction::East; 2])));
        assert_eq!(way(9, 7), Some(VecDeque::from([Direction::West; 2])));
        assert_eq!(way(3, 9), None);
        let past = path_past_doors(game.sim.world(), room(&game, 3), room(&game, 9));
        assert_eq!(past, Some(VecDeque::from([Direction::East; 6])));
    }

    #[test]
    fn no_more_rooms_are_looked_at_than_was_said() {
        let game = row();
        let rooms = |most, last| {
            let around = Around::look(game.sim.world(), room(&game, 2), most, last);
            around.rooms().collect::<Vec<_>>()
        };
        let expected = |all: &[usize]| all.iter().map(|n| room(&game, *n)).collect::<Vec<_>>();
        assert_eq!(rooms(4, None), expected(&[2, 1, 3, 0]));
        assert_eq!(rooms(99, None), expected(&[2, 1, 3, 0, 4, 5, 6, 7, 8]), "not behind the lid");
        assert_eq!(rooms(99, Some(room(&game, 1))), expected(&[2, 1, 3]));
    }

    #[test]
    fn a_walk_is_planned_among_so_many_rooms() {
        let mut game = row();
        let world = game.sim.world_mut();
        let rooms: Vec<Entity> = (0..=MOST_SEARCHED).map(|_| world.spawn_empty().id()).collect();
        for pair in rooms.windows(2) {
            world.spawn((ExitDirection(Direction::East), LeadsTo(pair[1]), ExitOf(pair[0])));
        }
        let way = |to: usize| path(game.sim.world(), rooms[0], rooms[to]).map(|it| it.len());
        assert_eq!(way(MOST_SEARCHED - 1), Some(MOST_SEARCHED - 1));
        assert_eq!(way(MOST_SEARCHED), None);
        let past = path_past_doors(game.sim.world(), rooms[0], rooms[MOST_SEARCHED]);
        assert_eq!(past, None);
    }
}
