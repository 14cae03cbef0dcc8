//! A saved concept with a command and something that is due, added as the recipe
//! says. It touches one file, `concept/bell.rs`, and one line, which adds it:
//! `sim.add_plugin(bell::plugin)`. No other file of the crates knows of it.

use engine::{
    clock::Clock,
    id::SessionId,
    save::{
        dirty::Dirty,
        document::{self, Row, Saved, SavedRow},
    },
    simulation::Simulation,
};
use server::setup;
use tests::{Trouble, brain::Brain, cast::PASSWORD, client::Client, host::Home};
use world::{act::permission::Role, fixture::Fixture, input::Input};

mod bell;

/// A town with a bell in which these rows were saved, and Bob and Ann in its
/// square. All rows that this made are gone.
fn town(saved: &[SavedRow]) -> (Fixture, SessionId) {
    let mut town = Fixture::town();
    town.sim.add_plugin(bell::plugin);
    let saved = Saved([(bell::KIND.to_owned(), saved.to_vec())].into());
    document::restore(town.sim.world_mut(), &saved).unwrap();
    assert!(town.sim.world().resource::<Dirty>().is_empty(), "what was restored is saved");
    let bob = town.enter("Bob", Role::Player, "town/square");
    town.enter("Ann", Role::Player, "town/square");
    town.sim.drain::<Row>();
    town.hears("ann");
    (town, bob)
}

/// The documents of the bell that this tick made: id and text.
fn rows(town: &mut Fixture) -> Vec<(String, Option<String>)> {
    let rows = town.sim.drain::<Row>().into_iter().filter(|row| row.kind == bell::KIND);
    rows.map(|row| (row.id, row.body)).collect()
}

#[test]
fn it_is_typed_seen_and_explained() {
    let (mut town, bob) = town(&[]);
    assert_eq!(town.sim.check(), Ok(()));
    assert_eq!(town.type_line(bob, "peal"), "Bob rings the bell, 1 in all.");
    assert_eq!(town.hears("ann"), "Bob rings the bell, 1 in all.");
    let usage = "Please type it like this: peal, or: peal forget";
    assert_eq!(town.type_line(bob, "peal twice"), usage);
    let pages = ["help", "help 2", "help 3"].map(|page| town.type_line(bob, page));
    assert!(pages.concat().contains("peal: Ring the bell."));
    assert!(town.type_line(bob, "help peal").contains("until you type: peal forget"));
    town.sim.put(Input::ReadOnly(true));
    assert!(town.type_line(bob, "peal").starts_with("Nothing can be saved just now"));
}

#[test]
fn what_is_due_comes_at_its_time_and_wakes_the_clock() {
    let (mut town, bob) = town(&[]);
    town.type_line(bob, "peal");
    town.hears("ann");
    let due = town.now.after(bell::ECHO);
    assert_eq!(town.sim.world().resource::<Clock>().wake(), Some(due));
    // Each tick of the fixture is a tenth of a second later than the last.
    town.now.0 = due.0 - 101;
    town.tick();
    assert_eq!(town.hears("ann"), "");
    assert_eq!(town.sim.world().resource::<Clock>().wake(), Some(due));
    town.now.0 = due.0 - 100;
    town.tick();
    assert_eq!(town.hears("ann"), "The bell echoes.");
    assert_ne!(town.sim.world().resource::<Clock>().wake(), Some(due));
}

#[test]
fn rows_come_out_when_it_changed_and_only_then() {
    let (mut town, bob) = town(&[]);
    town.type_line(bob, "peal");
    let one = Some(r#"{"V1":{"rung":1}}"#.to_owned());
    assert_eq!(rows(&mut town), [("bob".to_owned(), one)]);
    town.type_line(bob, "look");
    assert_eq!(rows(&mut town), []);
    town.now.0 += 10_000;
    town.tick();
    assert_eq!(town.sim.drain::<Row>(), [], "an echo changes nothing that is saved");
    town.type_line(bob, "peal forget");
    assert_eq!(rows(&mut town), [("bob".to_owned(), None)], "what is gone is deleted");
    assert_eq!(town.type_line(bob, "peal forget"), "You have not rung the bell yet.");
    assert_eq!(rows(&mut town), []);
}

#[test]
fn what_was_saved_is_there_again() {
    let (mut before, bob) = town(&[]);
    before.type_line(bob, "peal");
    before.type_line(bob, "peal");
    let last = before.sim.drain::<Row>().into_iter().rev().find(|row| row.kind == bell::KIND);
    let Row { id, owner, body, .. } = last.unwrap();
    let saved = SavedRow { id, owner, body: body.unwrap() };
    let (mut after, bob) = town(std::slice::from_ref(&saved));
    assert_eq!(after.type_line(bob, "peal"), "Bob rings the bell, 3 in all.");
    let broken =
        Saved([(bell::KIND.to_owned(), vec![SavedRow { body: "{}".into(), ..saved }])].into());
    let why = document::restore(after.sim.world_mut(), &broken).expect_err("it cannot be read");
    assert_eq!((why.kind, why.id.as_str()), (bell::KIND, "bob"));
}

/// The rules of the game, and the bell.
fn rules(seed: u64) -> Simulation {
    let mut sim = setup::rules(seed);
    sim.add_plugin(bell::plugin);
    sim
}

#[tokio::test]
async fn a_server_saves_it_and_starts_with_it() -> Result<(), Trouble> {
    let mut home = Home::town(&[])?;
    home.rules = rules;
    let host = home.start(Brain::new([])).await?;
    let mut bob = Client::come_in(host.address, &format!("create bob {PASSWORD}")).await?;
    bob.send("peal").await?;
    bob.until("Bob rings the bell, 1 in all.").await?;
    host.stop().await?;
    let host = home.start(Brain::new([])).await?;
    let mut bob = Client::come_in(host.address, &format!("connect bob {PASSWORD}")).await?;
    bob.send("peal").await?;
    bob.until("Bob rings the bell, 2 in all.").await?;
    host.stop().await
}
