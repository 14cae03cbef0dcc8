//! A world that breaks: everybody is told, and what anybody read is what is
//! saved.

use bevy_ecs::prelude::*;
use engine::{save::durability::Durability, simulation::Simulation};
use server::{
    game::{
        replay::{self, ReplayError},
        shown::ShownPiece,
    },
    setup,
};
use tests::{
    Trouble,
    brain::Brain,
    cast::{Cast, PASSWORD, Person, Place},
    client::{Client, plain_lines},
    host::Home,
    while_,
};
use text::{parse::Line, styled::Text};
use world::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
        registry::AddCommand,
    },
    space::sound::RoomSound,
    trade::purse::Purse,
    witness::narrator::with_narrator,
};

const GOODBYE: &str = "Something went wrong with the world itself; nothing after your last line \
    was kept. To come back, please connect again in a minute.";

/// Breaks, with `rob rich` after it changed a purse and told so.
struct Rob {
    rich: bool,
}

impl Command for Rob {
    const SPEC: CommandSpec = CommandSpec {
        name: "rob",
        aliases: &[],
        role: Role::Guest,
        category: Category::Game,
        usage: "rob",
        summary: "Break.",
        help: "Example: rob",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self { rich: line.rest == "rich" })
    }
}

fn rob(it: Invocation<Rob>, world: &mut World) -> Outcome {
    if it.command.rich {
        world.entity_mut(it.act.actor).insert(Purse(999));
    }
    with_narrator(world, |narrator| narrator.show(&it.act, Text::plain("You are rich!")));
    panic!("robbed on purpose");
}

fn rules(seed: u64) -> Simulation {
    let mut sim = setup::rules(seed);
    sim.add_command::<Rob, _>(rob);
    sim
}

/// A town with these rules, whose server writes its journal.
fn home() -> Result<Home, Trouble> {
    let mut home = Home::town(&[])?;
    home.rules = rules;
    home.config.server.journal = true;
    Ok(home)
}

fn nobody() -> Brain {
    Brain::new([])
}

#[tokio::test]
async fn a_world_that_breaks_stops_with_what_everybody_read() -> Result<(), Trouble> {
    let home = home()?;
    let host = home.start(nobody()).await?;
    let mut bob = Client::come_in(host.address, &format!("create bob {PASSWORD}")).await?;
    let mut carol = Client::come_in(host.address, &format!("create carol {PASSWORD}")).await?;
    bob.send("get pear").await?;
    bob.until("You take a pear.").await?;
    bob.send("inventory").await?;
    let purse = bob.until("In your purse").await?;
    bob.send("rob").await?;
    let told = bob.until("Something went wrong").await?;
    assert!(told.contains("\"rob\" (#0001). Nothing that is saved was changed"), "{told}");
    carol.do_line("say still here").await?;
    bob.until("Carol says").await?;
    carol.send("get red apple").await?;
    bob.send("get green apple\nrob rich").await?;
    for client in [&mut bob, &mut carol] {
        let last = client.until_end().await?;
        assert_eq!(last.last().map(String::as_str), Some(GOODBYE));
        assert!(!client.seen().iter().any(|it| it.contains("You are rich!")));
    }
    assert!(bob.seen().iter().any(|it| it == "You take a green apple."));
    let why = host.ended().await.expect_err("it ended in order");
    assert!(why.contains("the command \"rob\" of Bob (#0002)"), "{why}");
    // The next run goes on from what they read.
    let host = home.start(nobody()).await?;
    let mut bob = Client::come_in(host.address, &format!("connect bob {PASSWORD}")).await?;
    bob.send("inventory").await?;
    let carries = bob.until("You carry").await?;
    assert!(carries.contains("a pear") && carries.contains("a green apple"), "{carries}");
    assert_eq!(bob.until("In your purse").await?, purse);
    // Her line came before that moment, or in it.
    let took = carol.seen().iter().any(|it| it == "You take a red apple.");
    let mut carol = Client::come_in(host.address, &format!("connect carol {PASSWORD}")).await?;
    carol.send("inventory").await?;
    let carries = carol.until("You carry").await?;
    assert_eq!(carries.contains("a red apple"), took, "{carries}");
    host.stop().await
}

#[tokio::test]
async fn the_journal_shows_the_same_fault() -> Result<(), Trouble> {
    let home = home()?;
    let host = home.start(nobody()).await?;
    let mut bob = Client::come_in(host.address, &format!("create bob {PASSWORD}")).await?;
    bob.do_line("rob").await?;
    bob.send("rob rich").await?;
    bob.until_end().await?;
    host.ended().await.expect_err("it ended in order");
    let mut shown = Vec::new();
    let journal = home.config.server.data.join("journal");
    let replayed = replay::replay(&journal, rules, |_, piece| {
        if let ShownPiece::Line(line) = piece {
            shown.extend(plain_lines(line));
        }
    });
    let Err(ReplayError::Broken { line, broken }) = replayed else {
        return Err(format!("the replay comes to another end: {replayed:?}"));
    };
    let ticks = while_("the journal", std::fs::read_to_string(&journal))?.lines().count();
    assert_eq!((line, broken.fault), (ticks, 2));
    assert_eq!(broken.during, "the command \"rob\" of Bob");
    assert!(shown.iter().any(|it| it.contains("(#0001)")), "{shown:#?}");
    assert!(!shown.iter().any(|it| it.contains("You are rich!")), "{shown:#?}");
    Ok(())
}

/// The usual rules, in a world where no room may sound.
fn silent(seed: u64) -> Simulation {
    let mut sim = setup::rules(seed);
    sim.world_mut().add_observer(|_: On<Insert<RoomSound>>| panic!("deafened on purpose"));
    sim
}

#[tokio::test]
async fn a_reload_that_breaks_says_so_and_leaves_the_old_content_whole() -> Result<(), Trouble> {
    let mut home = Home::town(&[])?;
    home.rules = silent;
    home.config.server.journal = true;
    let people = vec![Person::parse(Role::Builder, "bob in town/square")?];
    home.save(Cast { people, ..Cast::default() }.characters(Place::Test)?).await?;
    let host = home.start(nobody()).await?;
    let mut bob = Client::come_in(host.address, &format!("connect bob {PASSWORD}")).await?;
    let read =
        |path| while_("a file", std::fs::read_to_string(home.config.server.content.join(path)));
    let (zone, channels) = (read("zones/town.ron")?, read("channels.ron")?);
    // The inn is made anew before the square, which breaks.
    let sound = "sound: (file: \"w.ogg\", caption: \"Water drips.\"), details: {\"well\"";
    let cold = zone.replace("A warm room.", "A cold room.");
    home.write("zones/town.ron", &cold.replace("details: {\"well\"", sound))?;
    home.write("channels.ron", &channels.replace("\"trade\"", "\"moon\""))?;
    bob.do_line("north").await?;
    bob.send("reload").await?;
    let told = bob.until("Something went wrong").await?;
    assert!(told.contains("\"reload\" (#0001)") && told.contains("stays as it was"), "{told}");
    bob.send("look").await?;
    bob.until("A warm room.").await?;
    bob.send("channel").await?;
    bob.until("trade").await?;
    // What it would have reserved is free.
    Client::come_in(host.address, &format!("create moon {PASSWORD}")).await?;
    home.write("zones/town.ron", &cold)?;
    bob.send("reload").await?;
    bob.until("The content is read again: 5 rooms").await?;
    bob.send("look").await?;
    bob.until("A cold room.").await?;
    host.stop().await?;
    let journal = home.config.server.data.join("journal");
    let end = while_("the replay", replay::replay(&journal, silent, |_, _| {}))?;
    assert_eq!(end, replay::JournalEnd::Whole);
    Ok(())
}
