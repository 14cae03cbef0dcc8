//! Journeys: walking to a place step by step, while the player may do other things.

use std::{collections::VecDeque, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{clock::Clock, label::Label, save::durability::Durability, simulation::Simulation};
use text::{
    parse::Direction,
    styled::{Style, Text},
};

use crate::{
    act::{
        cause::{Act, Cause},
        due::{self, AddDue, Due},
        refusal::Outcome,
    },
    beings::presence::LinkDead,
    space::{containment::Departures, step, walk::STRIDE},
    witness::narrator::{tell_one, with_narrator},
};

/// Journey of a character to a place. Any other movement of the character ends it.
#[derive(Component, Debug, Clone)]
pub(super) struct Journey {
    /// Name of the destination.
    to: Arc<str>,
    /// Directions of the remaining steps; never empty.
    way: VecDeque<Direction>,
    /// Provenance label of the wish to go.
    label: Label,
    /// Serial number of the journey, so that a timer of an older one has no effect.
    number: u64,
}

/// Number of journeys so far.
#[derive(Resource, Debug, Default)]
struct Journeys(u64);

/// Timer event: the next step of a journey.
struct Stride {
    walker: Entity,
    number: u64,
}

impl Due for Stride {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        stride(world, &self);
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Journeys>();
    sim.world_mut().resource_mut::<Departures>().add(departs);
    sim.add_due::<Stride>();
}

/// Starts a journey: takes its first step and schedules the others.
///
/// # Errors
/// As [`step::step`].
pub(super) fn set_out(
    world: &mut World,
    act: &Act,
    to: Arc<str>,
    mut way: VecDeque<Direction>,
) -> Outcome {
    let steps = way.len();
    let Some(first) = way.pop_front() else {
        let words = Text::plain("You are there already: this is ");
        show(world, act, words, &to, ".");
        return Ok(());
    };
    if steps > 1 {
        let words = Text::plain("You set out for ");
        show(world, act, words, &to, &format!(", {steps} steps away."));
    }
    step::step(world, act, first, steps > 1)?;
    if steps > 1 {
        world.resource_mut::<Journeys>().0 += 1;
        let number = world.resource::<Journeys>().0;
        go_on(world, act.actor, Journey { to, way, label: act.label.clone(), number });
    }
    Ok(())
}

/// Ends a journey, with a message to the walker. Returns whether there was one.
pub(super) fn end(world: &mut World, walker: Entity) -> bool {
    let Some(journey) = world.entity_mut(walker).take::<Journey>() else { return false };
    let mut text = Text::plain("You no longer walk to ");
    text.push(Style::Room, &journey.to).say(".");
    tell_one(world, walker, text);
    true
}

fn go_on(world: &mut World, walker: Entity, journey: Journey) {
    let next = world.resource::<Clock>().now.after(STRIDE);
    due::enter(world, next, Stride { walker, number: journey.number });
    world.entity_mut(walker).insert(journey);
}

/// Handles a departure: ends the journey of a character that goes elsewhere. A step of the journey
/// itself takes the component out first.
fn departs(world: &mut World, who: Entity, _: Entity) {
    if world.get::<Journey>(who).is_some() {
        end(world, who);
    }
}

fn stride(world: &mut World, due: &Stride) {
    let walker = due.walker;
    if world.get::<Journey>(walker).is_none_or(|it| it.number != due.number) {
        return;
    }
    let Some(mut journey) = world.entity_mut(walker).take::<Journey>() else { return };
    // A link-dead character stays where it is.
    if world.get::<LinkDead>(walker).is_some() {
        return;
    }
    let Some(direction) = journey.way.pop_front() else { return };
    let arrives = journey.way.is_empty();
    let act = Act { actor: walker, cause: Cause::World, label: journey.label.clone() };
    match step::step(world, &act, direction, !arrives) {
        Ok(()) if arrives => tell_one(world, walker, Text::styled(Style::Quiet, "Here you are.")),
        Ok(()) => go_on(world, walker, journey),
        Err(refusal) => {
            let mut text = Text::plain("You stop on your way to ");
            text.push(Style::Room, &journey.to).say(". ");
            text.push(Style::Warning, &refusal.to_string());
            tell_one(world, walker, text);
        }
    }
}

fn show(world: &mut World, act: &Act, mut words: Text, place: &str, rest: &str) {
    words.push(Style::Room, place).say(rest);
    with_narrator(world, |narrator| narrator.show(act, words));
}

#[cfg(test)]
mod tests {
    use engine::id::RoomId;

    use super::*;
    use crate::{
        act::permission::Role,
        fixture::Fixture,
        input::Input,
        space::{containment, door, exit},
    };

    /// A row of three rooms from west to east, with a door before the last.
    fn row() -> Fixture {
        let world = r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "t/a")"#;
        let zone = r#"(id: "t", name: "T", rooms: [
            (id: "a", name: "Alder", description: "A room.", exits: [(direction: East, to: "b")]),
            (id: "b", name: "Birch", description: "A room.", exits: [(direction: West, to: "a"),
                (direction: East, to: "c", door: "the lid")]),
            (id: "c", name: "Cedar", description: "A room.", exits: [(direction: West, to: "b")]),
        ])"#;
        Fixture::new(&[("world.ron", world), ("zones/t.ron", zone)])
    }

    fn room(game: &Fixture, id: &str) -> Entity {
        engine::index::find(game.sim.world(), &RoomId::new(id).unwrap()).unwrap()
    }

    /// Returns what a character reads within so many tenths of a second.
    fn hears(game: &mut Fixture, name: &str, ticks: usize) -> String {
        for _ in 0..ticks {
            game.tick();
        }
        game.hears(name)
    }

    #[test]
    fn a_door_that_falls_shut_ends_a_walk_before_it() {
        let mut game = row();
        let ann = game.enter("Ann", Role::Player, "t/a");
        let read = game.type_line(ann, "go cedar");
        assert!(read.starts_with("You set out for Cedar, 2 steps away.\nBirch\n"), "{read}");
        let (from, world) = (room(&game, "t/b"), game.sim.world_mut());
        let lid = exit::exit(world, from, Direction::East).unwrap();
        door::open_for(world, lid, std::time::Duration::ZERO, None);
        let read = hears(&mut game, "ann", 16);
        assert_eq!(read, "The lid falls shut.\nYou stop on your way to Cedar. The lid is shut.");
        assert_eq!(hears(&mut game, "ann", 16), "");
        assert_eq!(game.type_line(ann, "go cedar"), "The lid is shut.");
    }

    #[test]
    fn a_newer_walk_and_whatever_moves_somebody_end_a_walk() {
        let mut game = row();
        let ann = game.enter("Ann", Role::Player, "t/a");
        game.type_line(ann, "go cedar");
        // A walk of one step is a step like any other.
        let read = game.type_line(ann, "go alder");
        assert!(read.starts_with("You no longer walk to Cedar.\nAlder\n"), "{read}");
        assert_eq!(hears(&mut game, "ann", 40), "");
        game.type_line(ann, "go cedar");
        let (ann_now, cedar) = (game.entity("ann").unwrap(), room(&game, "t/c"));
        containment::move_into(game.sim.world_mut(), ann_now, cedar).unwrap();
        assert_eq!(hears(&mut game, "ann", 40), "You no longer walk to Cedar.");
        assert_eq!(game.sim.world().get::<Journey>(ann_now).map(|it| it.number), None);
    }

    #[test]
    fn whoever_loses_the_link_walks_no_further() {
        let mut game = row();
        let ann = game.enter("Ann", Role::Player, "t/a");
        game.type_line(ann, "go cedar");
        let entity = game.entity("ann").unwrap();
        game.sim.put(Input::Drop { session: ann, report: Default::default(), grace: 60 });
        hears(&mut game, "ann", 40);
        let at = containment::room_of(game.sim.world(), entity);
        assert_eq!(at, Some(room(&game, "t/b")));
    }
}
