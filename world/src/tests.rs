mod faults;
mod renaming;

use bevy_ecs::prelude::*;
use engine::{
    request::Request,
    save::{document::Row, durability::Durability},
};
use text::parse::Line;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
        registry::AddCommand,
    },
    content::{build, parse::parse, problem::SourceFile},
    fixture::Fixture,
    input::Input,
    things::thing,
};

#[test]
fn the_schedule_is_unambiguous() {
    let mut town = Fixture::town();
    assert_eq!(town.sim.check(), Ok(()));
}

#[test]
fn speech_reaches_those_in_the_room_each_in_their_own_words() {
    let mut town = Fixture::town();
    let bob = town.enter("Bob", Role::Player, "town/square");
    town.enter("Ann", Role::Player, "town/square");
    town.enter("Cat", Role::Player, "town/inn");
    for name in ["ann", "bob", "cat"] {
        town.hears(name);
    }
    assert_eq!(town.type_line(bob, "say hello @ann"), "You say, \"hello @ann\"");
    assert_eq!(town.hears("ann"), "Bob says, \"hello @ann\"");
    assert_eq!(town.hears("cat"), "");
    assert_eq!(town.type_line(bob, "say to ann Are you there?"), "You ask Ann, \"Are you there?\"");
    assert_eq!(town.hears("ann"), "Bob asks you, \"Are you there?\"");
    assert_eq!(town.type_line(bob, "say good day; drop all"), "You say, \"good day; drop all\"");
    assert_eq!(town.type_line(bob, ":waves."), "Bob waves.");
    assert_eq!(
        town.type_line(bob, "chat hi"),
        "You are not on chat. To join it, type: channel join chat"
    );
}

#[test]
fn who_comes_in_after_a_line_was_spoken_in_the_same_tick_did_not_hear_it() {
    let mut town = Fixture::town();
    let bob = town.enter("Bob", Role::Player, "town/square");
    let cat = town.enter("Cat", Role::Player, "town/inn");
    town.hears("cat");
    town.line(bob, "say secret");
    town.line(cat, "south");
    town.tick();
    assert!(!town.hears("cat").contains("secret"));
    town.type_line(cat, "north");
    town.line(cat, "south");
    town.line(bob, "say no secret");
    town.tick();
    assert!(town.hears("cat").contains("no secret"));
}

#[test]
fn things_are_found_taken_given_and_used_up() {
    let mut town = Fixture::town();
    let bob = town.enter("Bob", Role::Player, "town/square");
    town.enter("Ann", Role::Player, "town/square");
    assert_eq!(town.type_line(bob, "get sword"), "You see no \"sword\" here.");
    assert_eq!(town.type_line(bob, "get apple"), "You take a red apple.");
    assert_eq!(town.type_line(bob, "i"), "You carry a red apple.\nIn your purse: 10 coins.");
    assert_eq!(town.type_line(bob, "give apple to ann"), "You give Ann a red apple.");
    assert_eq!(town.type_line(bob, "eat apple"), "You carry no \"apple\".");
    let saved: Vec<Row> = town.sim.drain();
    let last = saved.iter().rev().find(|row| row.kind == thing::KIND);
    assert_eq!(last.map(|row| row.owner.as_str()), Some("character:ann"));
    assert_eq!(town.type_line(bob, "x well"), "It is deep.");
    assert_eq!(town.type_line(bob, "loko"), "There is no command \"loko\". Did you mean look?");
    assert!(town.type_line(bob, "shutdown now").contains("There is no command"));
}

#[test]
fn what_was_taken_away_lies_there_again_after_a_while() {
    let mut town = Fixture::town();
    let bob = town.enter("Bob", Role::Player, "town/square");
    town.type_line(bob, "get apple");
    assert!(!town.type_line(bob, "look").contains("apple"));
    town.now.0 += 301_000;
    town.tick();
    assert!(town.type_line(bob, "look").contains("a red apple"));
}

#[test]
fn a_newer_login_takes_over_and_quit_asks_the_server_to_close() {
    let mut town = Fixture::town();
    let first = town.enter("Bob", Role::Player, "town/square");
    let second = town.enter("Bob", Role::Player, "town/square");
    let closed = town.sim.drain::<Request>();
    assert!(matches!(&closed[..], [Request::Close { session, .. }] if *session == first));
    town.sim.put(Input::Leave { session: first });
    town.type_line(second, "quit");
    let closed = town.sim.drain::<Request>();
    assert!(matches!(&closed[..], [Request::Close { session, .. }] if *session == second));
    town.sim.put(Input::Leave { session: second });
    town.tick();
    assert!(town.entity("bob").is_none());
}

struct Break;

impl Command for Break {
    const SPEC: CommandSpec = CommandSpec {
        name: "break",
        aliases: &[],
        role: Role::Guest,
        category: Category::Staff,
        usage: "break",
        summary: "Breaks.",
        help: "break",
        saves: Durability::None,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

fn break_it(_: Invocation<Break>, mut times: Local<u32>) -> Outcome {
    *times += 1;
    panic!("broken on purpose, {}", *times);
}

#[test]
fn a_broken_command_costs_one_player_one_line() {
    let mut town = Fixture::town();
    town.sim.add_command::<Break, _>(break_it);
    let bob = town.enter("Bob", Role::Player, "town/square");
    let ann = town.enter("Ann", Role::Player, "town/square");
    for _ in 0..2 {
        town.line(bob, "break");
        town.line(ann, "say still here");
        town.tick();
        assert!(town.hears("bob").contains("Something went wrong in \"break\""));
        assert!(town.hears("ann").contains("still here"));
    }
}

#[test]
fn those_behind_a_wish_must_have_the_right_too() {
    use engine::label::{Integrity, Label};
    use text::styled::CleanText;

    use crate::{
        act::{
            cause::{Act, Cause},
            perform,
        },
        staff::emit::Emit,
    };
    let mut town = Fixture::town();
    town.enter("Bob", Role::Player, "town/square");
    town.enter("Wiz", Role::Staff, "town/square");
    town.hears("bob");
    let (bob, wiz) = (town.entity("bob").unwrap(), town.entity("wiz").unwrap());
    let bob_id = town.id_of(bob).unwrap();
    let act = Act { actor: wiz, cause: Cause::World, label: Label::by(bob_id, Integrity::Player) };
    perform::queue(town.sim.world_mut(), act, Emit { text: CleanText::new("boom") });
    town.tick();
    assert!(!town.hears("bob").contains("boom"));
    assert!(town.hears("wiz").contains("not allowed"));
}

#[test]
fn what_the_content_has_no_more_is_gone_and_who_stood_there_is_told() {
    let mut town = Fixture::town();
    let bob = town.enter("Bob", Role::Player, "town/inn");
    town.type_line(bob, "channel join chat");
    let files = [
        ("world.ron", r#"(name: "T", banner: "Hi.", welcome: "W.", start: "town/square")"#),
        (
            "zones/town.ron",
            r#"(id: "town", name: "Town", rooms: [
                (id: "square", name: "Square", description: "A square.", things: ["pear"]),
            ], kinds: [(id: "pear", name: "a green pear", description: "Hard.")])"#,
        ),
    ];
    let file = |(path, text): &(&str, &str)| SourceFile::new(*path, *text);
    let (content, problems) = parse(&files.iter().map(file).collect::<Vec<_>>());
    assert_eq!(problems, []);
    town.hears("bob");
    build::apply(town.sim.world_mut(), &content);
    town.tick();
    let told = town.hears("bob");
    assert!(told.starts_with("The place where you were is gone"), "{told}");
    assert!(told.contains("Square\nA square."), "{told}");
    assert!(told.contains("a green pear") && !told.contains("apple"), "{told}");
    assert!(!town.type_line(bob, "channel list").contains("chat"));
    assert!(town.type_line(bob, "chat hello").contains("There is no command"));
}
