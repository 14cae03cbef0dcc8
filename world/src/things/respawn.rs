//! Spawning and respawning of items at the places set by the content.

use std::{collections::BTreeMap, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    former::FormerIds,
    id::{KindId, RoomId},
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::{
    act::due::{self, AddDue, Due},
    space::containment::{ContainedIn, Departures},
    things::{
        holder::Holder,
        thing::{self, OnePerPlayer, Thing},
    },
};

/// Delay until a removed item respawns: five minutes.
const RESPAWN_AFTER: Duration = Duration::from_secs(300);

/// Spawn point of an item that still is where the content placed it.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct SpawnPoint(pub Holder);

/// Document kind of placements.
const KIND: &str = "placement";

/// Numbers of copies currently at their spawn points, by document id. Entries of zero are removed.
#[derive(Resource, Debug, Default)]
pub struct Placed(BTreeMap<String, u32>);

/// Saved number of copies of one kind that the content placed in a room or on a character, so that
/// a restart does not spawn them again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum PlacementDocument {
    /// Schema version 1.
    V1(PlacementV1),
}

/// Saved placement, schema version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct PlacementV1 {
    copies: u32,
}

/// Returns the document id of a placement, such as `room:town/square apple`.
fn placement(holder: &Holder, kind: &KindId) -> String {
    format!("{} {kind}", holder.owner())
}

/// Timer that respawns an item at its spawn point.
struct Restock(Holder, KindId);

impl Due for Restock {
    fn happen(self, world: &mut World) {
        let Self(mut holder, mut kind) = self;
        let former = world.resource::<FormerIds>();
        holder.rename_id(former);
        former.renew_kind(&mut kind);
        let Some(at) = holder.find(world) else { return };
        if place(world, &kind, holder.clone(), at).is_none() {
            restock_later(world, holder, kind);
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_due::<Restock>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
    let world = sim.world_mut();
    world.init_resource::<Placed>();
    world.get_resource_or_init::<Departures>().add(leaves_home);
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let copies = *world.resource::<Placed>().0.get(id)?;
    let document = PlacementDocument::V1(PlacementV1 { copies });
    Some(save::document::row(KIND, id, "", &document))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let mut placed = Placed::default();
    for row in saved {
        let PlacementDocument::V1(it) = save::document::read(KIND, row)?;
        placed.0.insert(row.id.clone(), it.copies);
    }
    let renamed = placed.rename(world.resource());
    world.insert_resource(placed);
    let mut dirty = world.resource_mut::<Dirty>();
    renamed.into_iter().for_each(|id| dirty.outdated_document(KIND, id));
    Ok(())
}

impl Placed {
    /// Moves the counts of renamed rooms and kinds to their current ids; returns the ids of all
    /// documents changed by this.
    fn rename(&mut self, former: &FormerIds) -> Vec<String> {
        let renamed = |at: &String| Some((at.clone(), placement_today(former, at)?));
        let all: Vec<_> = self.0.keys().filter_map(renamed).collect();
        for (before, today) in &all {
            if let Some(copies) = self.0.remove(before) {
                let now = self.0.entry(today.clone()).or_default();
                *now = now.saturating_add(copies);
            }
        }
        all.into_iter().flat_map(|(before, today)| [before, today]).collect()
    }
}

/// Returns the current document id of a placement whose room or kind was renamed; none if neither
/// was.
fn placement_today(former: &FormerIds, at: &str) -> Option<String> {
    let (owner, kind) = at.split_once(' ')?;
    let mut kind = KindId::new(kind).ok()?;
    let room = owner.strip_prefix("room:").and_then(|it| RoomId::new(it).ok());
    let mut holder = room.map(Holder::Room);
    let is_elsewhere = holder.as_mut().is_some_and(|it| it.rename_id(former));
    let is_renamed = former.renew_kind(&mut kind) || is_elsewhere;
    let owner = holder.map_or_else(|| owner.to_owned(), |it| it.owner());
    is_renamed.then(|| format!("{owner} {kind}"))
}

/// Updates placements and spawn points after the content has renamed rooms or kinds.
pub(crate) fn rename(world: &mut World) {
    let former = world.resource::<FormerIds>().clone();
    let renamed = world.resource_mut::<Placed>().rename(&former);
    let mut dirty = world.resource_mut::<Dirty>();
    renamed.into_iter().for_each(|id| dirty.touch_document(KIND, id));
    let mut places = world.query::<(Entity, &SpawnPoint)>();
    let renewed = |(thing, SpawnPoint(at)): (Entity, &SpawnPoint)| {
        let mut at = at.clone();
        at.rename_id(&former).then_some((thing, at))
    };
    let renewed: Vec<_> = places.iter(world).filter_map(renewed).collect();
    for (thing, at) in renewed {
        world.entity_mut(thing).insert(SpawnPoint(at));
    }
}

/// Spawns a copy at its spawn point. Returns none if the limit of copies is reached or the kind is
/// unknown.
fn place(world: &mut World, kind: &KindId, holder: Holder, at: Entity) -> Option<Entity> {
    let thing = thing::make(world, kind, at)?;
    world.entity_mut(thing).insert(SpawnPoint(holder.clone()));
    count(world, &holder, kind, |n| n.saturating_add(1));
    Some(thing)
}

/// Spawns those of `wanted` copies that the content has not placed there yet.
pub fn place_missing(world: &mut World, holder: &Holder, kind: &KindId, wanted: u32) {
    let at = placement(holder, kind);
    let placed = world.resource::<Placed>().0.get(&at).copied().unwrap_or(0);
    let Some(entity) = holder.find(world) else { return };
    for _ in placed..wanted {
        // At the limit of copies, spawning is retried later.
        if place(world, kind, holder.clone(), entity).is_none() {
            restock_later(world, holder.clone(), kind.clone());
        }
    }
}

/// Changes the number of copies at a spawn point, and marks it to be saved.
fn count(world: &mut World, holder: &Holder, kind: &KindId, change: impl Fn(u32) -> u32) {
    let at = placement(holder, kind);
    let placed = &mut world.resource_mut::<Placed>().into_inner().0;
    match change(placed.get(&at).copied().unwrap_or(0)) {
        0 => placed.remove(&at),
        copies => placed.insert(at.clone(), copies),
    };
    world.resource_mut::<Dirty>().touch_document(KIND, at);
}

/// Deletes the placements of a holder that is gone for good. Items that still are where the content
/// placed them become items like any other.
pub fn forget(world: &mut World, holder: &Holder) {
    let mut places = world.query::<(Entity, &SpawnPoint)>();
    let theirs = places.iter(world).filter(|(_, it)| it.0 == *holder).map(|(thing, _)| thing);
    for thing in theirs.collect::<Vec<_>>() {
        world.entity_mut(thing).remove::<SpawnPoint>();
    }
    let before = format!("{} ", holder.owner());
    let placed = &mut world.resource_mut::<Placed>().into_inner().0;
    let gone: Vec<String> = placed.keys().filter(|it| it.starts_with(&before)).cloned().collect();
    placed.retain(|at, _| !at.starts_with(&before));
    let mut dirty = world.resource_mut::<Dirty>();
    gone.into_iter().for_each(|at| dirty.touch_document(KIND, at));
}

/// Handles an item leaving its spawn point: respawns another copy after a delay, or at once if it
/// is one per player.
fn leaves_home(world: &mut World, thing: Entity, to: Entity) {
    let Some(SpawnPoint(holder)) = world.get(thing) else { return };
    if world.get::<ContainedIn>(thing).is_none() || holder.find(world) == Some(to) {
        return;
    }
    let Some(SpawnPoint(holder)) = world.entity_mut(thing).take::<SpawnPoint>() else { return };
    let Some(kind) = world.get::<Thing>(thing).map(|thing| thing.kind.clone()) else { return };
    count(world, &holder, &kind, |n| n.saturating_sub(1));
    let at = world.get::<OnePerPlayer>(thing).and_then(|_| holder.find(world));
    if at.and_then(|at| place(world, &kind, holder.clone(), at)).is_none() {
        restock_later(world, holder, kind);
    }
}

fn restock_later(world: &mut World, holder: Holder, kind: KindId) {
    let time = world.resource::<Clock>().now.after(RESPAWN_AFTER);
    due::enter(world, time, Restock(holder, kind));
}

#[cfg(test)]
mod tests {
    use engine::save::document::Row;

    use super::*;
    use crate::{act::permission::Role, fixture::Fixture, input::Input};

    /// Returns the rows that a command writes, as kind, id and body.
    fn rows(game: &mut Fixture, who: engine::id::SessionId, line: &str) -> Vec<String> {
        game.sim.drain::<Row>();
        game.type_line(who, line);
        let row = |it: Row| format!("{} {}: {}", it.kind, it.id, it.body.as_deref().unwrap_or("-"));
        game.sim.drain::<Row>().into_iter().map(row).collect()
    }

    #[test]
    fn what_is_written_of_a_thing_is_its_own_row_and_that_of_its_place() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let taken = rows(&mut game, ann, "get apple");
        assert_eq!(taken.len(), 2, "{taken:?}");
        assert!(taken[0].starts_with("thing apple/1: "), "{taken:?}");
        assert_eq!(taken[1], "placement room:town/square apple: -");
        let put = rows(&mut game, ann, "drop apple");
        assert_eq!(put.len(), 1, "{put:?}");
        // The item respawns after the delay.
        game.sim.drain::<Row>();
        game.now = game.now.after(RESPAWN_AFTER);
        game.tick();
        let mut again: Vec<_> =
            game.sim.drain::<Row>().into_iter().map(|it| (it.kind, it.id, it.body)).collect();
        again.retain(|(kind, ..)| *kind != "thing");
        let row = |kind, id: &str, body: &str| (kind, id.to_owned(), Some(body.to_owned()));
        let placed = row("placement", "room:town/square apple", r#"{"V1":{"copies":1}}"#);
        assert_eq!(again, [placed, row("world", "world", r#"{"next_thing":3}"#)]);
    }

    #[test]
    fn what_everybody_finds_is_there_whoever_has_one_and_does_not_lie_about() {
        let files = [
            ("world.ron", r#"(name: "T", banner: "B", welcome: "W", start: "town/loft")"#),
            (
                "zones/town.ron",
                r#"(id: "town", name: "Town", rooms: [
                    (id: "loft", name: "Loft", description: "A loft.", things: ["spoon", "spoon"],
                     exits: [(direction: North, to: "inn")]),
                    (id: "inn", name: "Inn", description: "A room.",
                     exits: [(direction: South, to: "loft")]),
                ], kinds: [
                    (id: "spoon", name: "a spoon", description: "Bright.", each: true, limit: 2),
                ])"#,
            ),
        ];
        let mut game = Fixture::new(&files);
        for name in ["Ann", "Bob", "Carol"] {
            let one = game.enter(name, Role::Player, "town/loft");
            assert_eq!(game.type_line(one, "get spoon"), "You take a spoon.", "{name}");
            assert_eq!(game.type_line(one, "get spoons"), "You have a spoon already.", "{name}");
            assert!(game.type_line(one, "look").contains("You see a spoon (2)."), "{name}");
        }
        // Neither what is put down elsewhere nor what a guest leaves lies there.
        let dan = game.enter("Dan", Role::Guest, "town/loft");
        for line in ["get spoon", "north", "drop spoon", "south", "get spoon", "north"] {
            game.type_line(dan, line);
        }
        game.sim.put(Input::Drop { session: dan, report: Default::default(), grace: 0 });
        game.tick();
        let eve = game.enter("Eve", Role::Player, "town/inn");
        assert_eq!(game.type_line(eve, "search spoon"), "You see no \"spoon\" here.");
        let kind = KindId::new("spoon").unwrap();
        let copies = game.sim.world().resource::<crate::things::kind::Kinds>().copies.get(&kind);
        assert_eq!(copies, Some(&5), "two there, and one for each who carries one");
    }
}
