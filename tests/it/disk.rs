//! A disk that fails: another program keeps the data file, so that no commit succeeds until it lets
//! go. What is talked goes on, what is changed waits, and nothing is lost.

use std::{path::PathBuf, time::Duration};

use rusqlite::Connection;
use tests::{
    Trouble,
    brain::Brain,
    cast::{Cast, Npc, PASSWORD, Person, Place},
    client::Client,
    host::{Home, Host},
    while_,
};
use world::{
    act::permission::Role,
    beings::saved::{self, CharacterDocument},
};

type Done = Result<(), Trouble>;

const STOPPED: &str = "Nothing can be saved just now.";
const AGAIN: &str = "All is saved again";

/// A town in which Bob, Carol and Dan sleep, and a lazy character.
async fn home() -> Result<Home, Trouble> {
    let ann = Npc::parse("ann in town/square")?.persona();
    let home = Home::town(&[("personas/ann.ron", &ann)])?;
    let people = ["bob in town/square", "carol in town/square", "dan in town/square"];
    let people = people.iter().map(|it| Person::parse(Role::Player, it));
    let cast = Cast { people: people.collect::<Result<_, _>>()?, ..Cast::default() };
    home.save(cast.characters(Place::Test)?).await?;
    Ok(home)
}

async fn start(home: &Home) -> Result<(Host, Client, Client), Trouble> {
    let host = home.start(Brain::new(["ann".to_owned()])).await?;
    let come_in = async |name: &str| {
        Client::come_in(host.address, &format!("connect {name} {PASSWORD}")).await
    };
    let (mut bob, carol) = (come_in("bob").await?, come_in("carol").await?);
    bob.until("Carol wakes up").await?;
    Ok((host, bob, carol))
}

/// The longest wait until the server has left the file alone for a moment.
const BUSY: Duration = Duration::from_secs(60);

/// Lets nobody else write until it is dropped.
fn obstruct(home: &Home) -> Result<Connection, Trouble> {
    let path: PathBuf = home.config.server.data.join("hearsay.sqlite");
    let other = while_("the data", Connection::open(path))?;
    while_("the data", other.busy_timeout(BUSY))?;
    while_("the data", other.execute_batch("BEGIN IMMEDIATE"))?;
    Ok(other)
}

#[tokio::test]
async fn while_nothing_is_saved_people_talk_look_and_walk() -> Done {
    let home = home().await?;
    let (host, mut bob, mut carol) = start(&home).await?;
    let obstacle = obstruct(&home)?;
    bob.send("get pear").await?;
    // More changes than any queue has places.
    for _ in 0..300 {
        carol.send("north\nsouth").await?;
    }
    bob.until(STOPPED).await?;
    carol.until(STOPPED).await?;
    carol.do_line("look").await?;
    bob.send("say Can you hear me?").await?;
    carol.until("Bob asks Ann, \"Can you hear me?\"").await?;
    bob.send("chat Can you all hear me?").await?;
    carol.until("Can you all hear me?").await?;
    bob.send("channel leave chat").await?;
    bob.until("that has to wait").await?;
    bob.send("drop pear").await?;
    bob.until("Nothing can be saved just now, so that has to wait.").await?;
    carol.do_line("north").await?;
    carol.send("time").await?;
    assert!(!bob.seen().iter().any(|it| it.contains("You take")), "it is not saved");
    assert!(!carol.seen().iter().any(|it| it.contains("Bob takes")), "nor for others");

    drop(obstacle);
    bob.until("You take a pear.").await?;
    bob.until(AGAIN).await?;
    carol.until(AGAIN).await?;
    bob.send("drop pear").await?;
    bob.until("You put down a pear.").await?;
    host.stop().await?;
    home.with_store(async |store| {
        let carol = while_("Carol", store.load(saved::KIND, "carol").await)?;
        let CharacterDocument::V1(carol) =
            while_("Carol", serde_json::from_str(&carol.unwrap_or_default()))?;
        assert_ne!(carol.room.map(|it| it.to_string()).as_deref(), Some("town/square"));
        Ok(())
    })
    .await
}

#[tokio::test]
async fn nobody_comes_or_is_made_while_nothing_is_saved_but_guests_do() -> Done {
    let home = home().await?;
    let (host, mut bob, mut carol) = start(&home).await?;
    let mut guest = Client::come_in(host.address, "connect guest").await?;
    guest.fence().await?;
    carol.send("quit").await?;
    carol.until("All is saved.").await?;
    let mut dan = Client::come_in(host.address, &format!("connect dan {PASSWORD}")).await?;
    dan.fence().await?;
    let obstacle = obstruct(&home)?;
    bob.send("get pear").await?;
    // One leaves before it is told, and one after.
    dan.send("get statue\nget red apple\nquit").await?;
    dan.until_end().await?;
    assert!(dan.seen().iter().any(|it| it.contains("may be forgotten")), "{:?}", dan.seen());
    assert!(!dan.seen().iter().any(|it| it.contains("All is saved")), "{:?}", dan.seen());
    bob.until(STOPPED).await?;
    guest.send("quit").await?;
    let last = guest.until_end().await?;
    assert!(last.iter().any(|it| it.contains("may be forgotten")), "{last:?}");
    let mut carol = Client::connect(host.address).await?;
    carol.send(&format!("connect carol {PASSWORD}")).await?;
    carol.until("in a minute").await?;
    let mut eve = Client::connect(host.address).await?;
    eve.send("create Eve sesame99").await?;
    eve.until("in a minute").await?;
    let mut guest = Client::come_in(host.address, "connect guest").await?;
    guest.fence().await?;
    drop(obstacle);
    bob.until(AGAIN).await?;
    carol.log_in(&format!("connect carol {PASSWORD}")).await?;
    carol.fence().await?;
    eve.log_in("create Eve sesame99").await?;
    eve.fence().await?;
    host.stop().await
}

#[tokio::test]
async fn whoever_was_shown_nothing_is_told_at_the_end_that_it_is_lost() -> Done {
    let home = home().await?;
    let (host, mut bob, mut carol) = start(&home).await?;
    let _obstacle = obstruct(&home)?;
    bob.do_line("say Farewell!").await?;
    bob.send("get pear").await?;
    carol.until("Farewell!").await?;
    let stopped = host.stop().await;
    assert!(stopped.as_ref().is_err_and(|it| it.contains("could not be saved")), "{stopped:?}");
    for mut somebody in [bob, carol] {
        let last = somebody.until_end().await?;
        assert!(last.iter().any(|it| it.contains("could not save")), "{last:?}");
        assert!(!somebody.seen().iter().any(|it| it.contains("All is saved")));
        assert!(!somebody.seen().iter().any(|it| it.contains("take")));
    }
    Ok(())
}
