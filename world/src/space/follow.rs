//! Following: a follower repeats each step of its leader, through the same exit.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, save::durability::Durability, simulation::Simulation};
use text::styled::{Style, Text};

use crate::{
    act::{
        cause::{Act, Cause},
        due::{self, AddDue, Due},
        refusal::Refusal,
        registry::AddCommand,
    },
    beings::{character::own_label, name::Name, people::who, presence::LinkDead},
    space::{
        containment::{self, Departures},
        path, step,
    },
    witness::narrator::{tell_one, with_narrator},
};

pub mod command;

/// Maximum number of followers of one character.
const MOST_FOLLOWERS: usize = 20;

/// Leader of a follower. Not saved.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = FollowedBy)]
pub struct Follows(pub Entity);

/// Followers of a character, in the order in which they began; at most 20, further ones are
/// refused.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = Follows)]
pub struct FollowedBy(Vec<Entity>);

/// Timer event: a follower takes the step that its leader has taken.
struct StepAfter {
    follower: Entity,
    leader: Entity,
    from: Entity,
    to: Entity,
}

impl Due for StepAfter {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        follow(world, &self);
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().resource_mut::<Departures>().add(departs);
    sim.add_due::<StepAfter>();
    sim.add_command::<command::Follow, _>(command::follow)
        .add_command::<command::Unfollow, _>(command::unfollow);
}

/// Ends a following, with a message to both. Returns whether there was one.
pub(super) fn end(world: &mut World, follower: Entity) -> bool {
    let Some(Follows(leader)) = world.entity_mut(follower).take::<Follows>() else { return false };
    tell_one(world, follower, about("You no longer follow ", world.get::<Name>(leader), "."));
    tell_one(world, leader, about("", world.get::<Name>(follower), " no longer follows you."));
    true
}

/// Returns a sentence about a character.
fn about(before: &str, name: Option<&Name>, after: &str) -> Text {
    let mut text = Text::plain(before);
    text.push(Style::Person, name.map_or("somebody", |it| &it.0)).say(after);
    text
}

/// Handles a departure: ends the character's own following unless it goes where its leader is, and
/// queues a step for each follower in the same room. Only these come along, so a circle of
/// followers comes to rest when all have taken one step.
fn departs(world: &mut World, who: Entity, to: Entity) {
    let leader = world.get::<Follows>(who).map(|it| it.0);
    if leader.is_some_and(|leader| containment::room_of(world, leader) != Some(to)) {
        end(world, who);
    }
    let Some(followers) = world.get::<FollowedBy>(who) else { return };
    let Some(from) = containment::room_of(world, who) else { return };
    let beside = |it: &Entity| containment::room_of(world, *it) == Some(from);
    let coming: Vec<Entity> = followers.iter().filter(beside).collect();
    let now = world.resource::<Clock>().now;
    for follower in coming {
        due::enter(world, now, StepAfter { follower, leader: who, from, to });
    }
}

fn follow(world: &mut World, due: &StepAfter) {
    let &StepAfter { follower, leader, from, to } = due;
    let follows = world.get::<Follows>(follower).is_some_and(|it| it.0 == leader);
    if !follows || containment::room_of(world, follower) != Some(from) {
        return;
    }
    if let Err(refusal) = step_after(world, due) {
        let text = Text::styled(Style::Warning, refusal.to_string());
        tell_one(world, follower, text);
        end(world, follower);
    } else if containment::room_of(world, follower) != Some(to) {
        end(world, follower);
    }
}

fn step_after(world: &mut World, due: &StepAfter) -> Result<(), Refusal> {
    let mut unwanted = world.get::<LinkDead>(due.follower).is_some();
    with_narrator(world, |narrator| unwanted |= narrator.ignores(due.leader, due.follower));
    let way = path::ways(world, due.from).find(|it| it.to == due.to);
    let (Some(way), Some(who), false) = (way, who(world, due.follower), unwanted) else {
        return Err(Refusal::because("You stay behind."));
    };
    let act = Act { actor: due.follower, cause: Cause::World, label: own_label(&who) };
    step::step(world, &act, way.direction, false)
}

#[cfg(test)]
mod tests {
    use engine::id::SessionId;

    use super::*;
    use crate::{
        act::permission::Role,
        beings::ignores::{Ignored, Ignores},
        fixture::Fixture,
        input::Input,
    };

    /// Bob, and Ann who follows him.
    fn pair() -> (Fixture, SessionId, SessionId) {
        let mut game = Fixture::town();
        let bob = game.enter("Bob", Role::Player, "town/square");
        let ann = game.enter("Ann", Role::Player, "town/square");
        game.type_line(ann, "follow bob");
        game.hears("bob");
        (game, ann, bob)
    }

    fn together(game: &Fixture) -> bool {
        let room = |name| containment::room_of(game.sim.world(), game.entity(name).unwrap());
        room("ann") == room("bob")
    }

    #[test]
    fn whoever_is_ignored_meanwhile_stays_behind() {
        let (mut game, ann, bob) = pair();
        game.type_line(bob, "north");
        game.tick();
        assert!(together(&game));
        let (id, bob_now) = (game.id_of(game.entity("ann").unwrap()).unwrap(), game.entity("bob"));
        let ignored = Ignored { name: "Ann".to_owned(), account: None };
        let ignores = Ignores([(id, ignored)].into());
        game.sim.world_mut().entity_mut(bob_now.unwrap()).insert(ignores);
        game.type_line(bob, "south");
        game.tick();
        assert!(!together(&game));
        let read = game.hears("ann");
        assert!(read.ends_with("You stay behind.\nYou no longer follow Bob."), "{read}");
        assert_eq!(game.type_line(ann, "follow"), "You follow nobody.");
    }

    #[test]
    fn following_ends_with_either_of_the_two() {
        let (mut game, ann, bob) = pair();
        game.sim.put(Input::Leave { session: bob });
        game.tick();
        assert_eq!(game.type_line(ann, "follow"), "You follow nobody.");
        let (mut game, ann, bob) = pair();
        game.sim.put(Input::Leave { session: ann });
        game.tick();
        assert_eq!(game.type_line(bob, "follow"), "You follow nobody.");
        let (mut game, ann, bob) = pair();
        game.sim.put(Input::Drop { session: ann, report: Default::default(), grace: 60 });
        game.tick();
        game.type_line(bob, "north");
        game.tick();
        assert!(!together(&game), "nobody who is lost in thought is led about");
    }

    #[test]
    fn no_more_follow_somebody_than_may() {
        let mut game = Fixture::town();
        let bob = game.enter("Bob", Role::Player, "town/square");
        for n in 0..=MOST_FOLLOWERS {
            let one = game.enter(&format!("P{n}"), Role::Player, "town/square");
            let read = game.type_line(one, "follow bob");
            let refused = read == "So many follow Bob already that there is no room behind.";
            assert_eq!(refused, n == MOST_FOLLOWERS, "{n}: {read}");
        }
        game.type_line(bob, "north");
        game.tick();
        let at = |name: &str| containment::room_of(game.sim.world(), game.entity(name).unwrap());
        let came = (0..=MOST_FOLLOWERS).filter(|n| at(&format!("p{n}")) == at("bob")).count();
        assert_eq!(came, MOST_FOLLOWERS);
    }

    #[test]
    fn a_follower_keeps_up_with_whoever_runs() {
        let (mut game, _, bob) = pair();
        for way in ["north", "south", "north", "south", "north"] {
            game.line(bob, way);
            game.tick();
        }
        game.tick();
        assert!(together(&game));
    }
}
