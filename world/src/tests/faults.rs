//! Faults by a panic: before anything saved was changed it costs one line, after that it ends the
//! run.

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    fault::Broken,
    id::{CharacterId, SessionId},
    request::Request,
    save::{document::Row, durability::Durability},
    stage::Stage,
};
use text::parse::Line;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        due::{self, AddDue, Due},
        permission::Role,
        refusal::{Outcome, Refusal},
        registry::AddCommand,
    },
    beings::{presence::Connected, saved},
    fixture::Fixture,
    input::Input,
    space::containment::ContainedIn,
    things::thing::Thing,
    trade::purse::Purse,
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
    },
};

/// A command that does what the function does.
macro_rules! command {
    ($it:ident, $name:literal, $parse:expr) => {
        struct $it;

        impl Command for $it {
            const SPEC: CommandSpec = CommandSpec {
                name: $name,
                aliases: &[],
                role: Role::Guest,
                category: Category::Staff,
                usage: $name,
                summary: "Breaks.",
                help: $name,
                saves: Durability::None,
            };

            fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
                let parse: fn(&Line<'_>) -> Result<Self, Refusal> = $parse;
                parse(line)
            }
        }
    };
}

command!(Rob, "rob", |_| Ok(Self));
command!(Boast, "boast", |_| Ok(Self));
command!(Promise, "promise", |_| Ok(Self));
command!(Plan, "plan", |_| Ok(Self));
command!(Mumble, "mumble", |_| panic!("mumbled on purpose"));

/// Breaks after it changed a purse.
fn rob(it: Invocation<Rob>, world: &mut World) -> Outcome {
    world.entity_mut(it.act.actor).insert(Purse(999));
    panic!("robbed on purpose");
}

/// Breaks after it told everybody what it did not do yet.
fn boast(it: Invocation<Boast>, mut narrator: Narrator) -> Outcome {
    let words = "I am rich!".into();
    let said = Utterance { source: Source::Say, words, to: Vec::new(), channel: None };
    narrator.speak_here(&it.act, said)?;
    panic!("boasted on purpose");
}

/// Comes to its end, and what it leaves to be done breaks halfway.
fn promise(it: Invocation<Promise>, mut commands: Commands) -> Outcome {
    commands.entity(it.act.actor).insert(Purse(999));
    commands.queue(|_: &mut World| panic!("promised on purpose"));
    Ok(())
}

/// Breaks while a change that it wants is still waiting to be made.
fn plan(it: Invocation<Plan>, world: &mut World) -> Outcome {
    world.commands().entity(it.act.actor).insert(Purse(999));
    panic!("planned on purpose");
}

fn mumble(_: Invocation<Mumble>) -> Outcome {
    Ok(())
}

/// Something that breaks at its time; before that it gives somebody coins.
struct Trap(Option<Entity>);

impl Due for Trap {
    fn happen(self, world: &mut World) {
        if let Some(whom) = self.0 {
            world.entity_mut(whom).insert(Purse(999));
        }
        panic!("trapped on purpose");
    }
}

/// A town where all this can happen, with Bob and Ann in the square; all that is
/// saved of them so far is gone from the rows.
fn town() -> (Fixture, SessionId, SessionId) {
    let mut town = Fixture::town();
    town.sim
        .add_command::<Rob, _>(rob)
        .add_command::<Boast, _>(boast)
        .add_command::<Promise, _>(promise)
        .add_command::<Plan, _>(plan)
        .add_command::<Mumble, _>(mumble)
        .add_due::<Trap>();
    let bob = town.enter("Bob", Role::Player, "town/square");
    let ann = town.enter("Ann", Role::Player, "town/square");
    town.sim.drain::<Row>();
    for name in ["bob", "ann"] {
        town.hears(name);
    }
    (town, bob, ann)
}

/// Runs a tick that breaks the world. Nothing of it is to be saved, and there is
/// no further one.
fn breaks(town: &mut Fixture) -> Broken {
    town.now.0 += 100;
    let broken = town.sim.tick(town.now).expect_err("the world is not broken");
    assert_eq!(town.sim.drain::<Row>(), []);
    town.now.0 += 1_000_000;
    let ticks = town.sim.world().resource::<Clock>().tick;
    assert_eq!(town.sim.tick(town.now), Err(broken.clone()));
    assert_eq!(town.sim.world().resource::<Clock>().tick, ticks);
    broken
}

/// Looks whether the world goes on: what is done in it is saved.
fn goes_on(town: &mut Fixture, who: SessionId) {
    assert_eq!(town.sim.world().get_resource::<Broken>(), None);
    assert_eq!(town.type_line(who, "get pear"), "You take a green pear.");
    assert!(!town.sim.drain::<Row>().is_empty());
}

#[test]
fn nothing_is_saved_once_a_command_broke_in_the_middle_of_a_change() {
    for verb in ["rob", "promise", "plan"] {
        let (mut town, bob, ann) = town();
        town.line(ann, "get apple");
        town.line(bob, verb);
        town.line(ann, "get pear");
        let broken = breaks(&mut town);
        assert_eq!(broken.fault, 1);
        assert_eq!(broken.during, format!("the command \"{verb}\" of Bob"));
        assert!(broken.to_string().contains(&format!("the command \"{verb}\" of Bob (#0001)")));
    }
}

#[test]
fn nothing_more_is_done_in_the_tick_in_which_the_world_broke() {
    let (mut town, bob, ann) = town();
    town.line(bob, "rob");
    town.line(ann, "north");
    town.line(ann, "rob");
    let broken = breaks(&mut town);
    assert_eq!(broken.during, "the command \"rob\" of Bob", "the first fault is told");
    let (ann, square) = (town.entity("ann").unwrap(), town.entity("bob").unwrap());
    let place = |it| town.sim.world().get::<ContainedIn>(it);
    assert_eq!(place(ann).map(|it| it.0), place(square).map(|it| it.0));
}

#[test]
fn what_breaks_before_it_changes_anything_is_not_told_and_the_rest_goes_on() {
    let (mut town, bob, ann) = town();
    town.line(bob, "boast");
    town.line(ann, "get apple");
    town.tick();
    assert_eq!(
        town.hears("bob"),
        "Something went wrong in \"boast\" (#0001). Nothing that is saved was changed by it; \
         please tell the staff that number.\nAnn takes a red apple."
    );
    assert_eq!(town.hears("ann"), "You take a red apple.");
    assert!(!town.sim.drain::<Row>().is_empty());
    assert!(town.type_line(bob, "boast").contains("#0002"));
    goes_on(&mut town, ann);
}

#[test]
fn a_line_that_cannot_be_read_costs_one_line() {
    let (mut town, bob, ann) = town();
    town.line(bob, "mumble");
    town.line(ann, "say still here");
    town.tick();
    assert!(town.hears("bob").starts_with("Something went wrong in \"that line\" (#0001)."));
    assert_eq!(town.hears("ann"), "You say, \"still here\"");
    goes_on(&mut town, ann);
}

#[test]
fn what_is_due_and_breaks_ends_the_run_only_in_the_middle_of_a_change() {
    let (mut town, bob, _) = town();
    let (now, world) = (town.now, town.sim.world_mut());
    due::enter(world, now, Trap(None));
    town.tick();
    goes_on(&mut town, bob);
    let bob = town.entity("bob");
    due::enter(town.sim.world_mut(), town.now, Trap(bob));
    let broken = breaks(&mut town);
    assert!(broken.during.contains("Trap"), "{broken}");
}

/// Breaks whoever comes in, as soon as the connection is noted.
fn break_arrivals(town: &mut Fixture) {
    town.sim.world_mut().add_observer(|_: On<Insert<Connected>>| panic!("tripped on purpose"));
}

#[test]
fn who_cannot_come_back_is_told_and_sent_away() {
    let (mut town, _, ann) = town();
    break_arrivals(&mut town);
    let (session, id) = (SessionId(77), CharacterId::new("bob").unwrap());
    town.sim.put(Input::Return {
        session,
        id,
        address: [127, 0, 0, 1].into(),
        roster: None,
        seen: None,
    });
    town.tick();
    let asked = town.sim.drain::<Request>();
    let [Request::Close { session: SessionId(77), words }] = &asked[..] else {
        panic!("{asked:?}");
    };
    assert!(words.contains("#0001"), "{words}");
    goes_on(&mut town, ann);
}

#[test]
fn an_arrival_that_breaks_halfway_ends_the_run() {
    let (mut town, ..) = town();
    break_arrivals(&mut town);
    let mut elsewhere = Fixture::town();
    elsewhere.enter("Cat", Role::Player, "town/square");
    let cat = saved::document(elsewhere.sim.world(), elsewhere.entity("cat").unwrap());
    town.sim.put(Input::Enter {
        session: SessionId(77),
        character: Box::new(cat.unwrap()),
        things: Vec::new(),
        new: false,
        address: [127, 0, 0, 1].into(),
        roster: None,
    });
    let broken = breaks(&mut town);
    assert_eq!(broken.during, "the arrival of cat");
}

#[test]
fn a_departure_that_breaks_after_its_row_was_written_ends_the_run() {
    let (mut town, bob, _) = town();
    town.type_line(bob, "get pear");
    town.sim.drain::<Row>();
    town.sim.world_mut().add_observer(|_: On<Despawn<Thing>>| panic!("lost on purpose"));
    town.sim.put(Input::Leave { session: bob });
    breaks(&mut town);
}

#[test]
fn whatever_else_breaks_in_a_tick_ends_the_run() {
    for stage in Stage::ALL {
        let (mut town, bob, _) = town();
        let breaks_here = || panic!("broken on purpose");
        town.sim.add_systems(stage, breaks_here.ambiguous_with_all());
        town.line(bob, "get pear");
        let broken = breaks(&mut town);
        assert_eq!(broken.during, "a tick", "{stage:?}");
    }
}
