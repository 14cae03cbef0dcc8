//! A recorded run, played again, shows everybody the same.

use std::collections::BTreeMap;

use server::{game::journal, setup};
use tests::{
    Trouble,
    brain::{Brain, play},
    cast::{Cast, Npc, PASSWORD, Person, Place},
    client::{Client, plain_lines},
    host::Home,
    while_,
};
use world::act::permission::Role;

type Transcript = BTreeMap<u64, Vec<String>>;

fn replayed(home: &Home) -> Result<Transcript, Trouble> {
    let mut transcript = Transcript::new();
    let journal = home.config.server.data.join("journal");
    let done = journal::replay(&journal, setup::rules, |session, bytes| {
        transcript.entry(session).or_default().extend(plain_lines(bytes));
    });
    while_("the replay", done)?;
    Ok(transcript)
}

#[tokio::test]
async fn a_recorded_run_replays_to_the_same_transcript() -> Result<(), Trouble> {
    let ann = Npc::parse("ann in town/square")?.persona();
    let mut home = Home::town(&[("personas/ann.ron", &ann)])?;
    home.config.server.journal = true;
    let brain = Brain::new(["ann".to_owned()]);
    brain.lay_out("ann", 0, play("inspect_location & recall_memories {\"query\": \"bob\"}")?);
    brain.lay_out("ann", 0, play("say {\"text\": \"Good day, Bob.\"}")?);
    let wiz = Person::parse(Role::Staff, "wiz in town/inn")?;
    let cast = Cast { people: vec![wiz], npcs: Vec::new() };
    home.save(cast.characters(Place::Test)?).await?;
    let host = home.start(brain).await?;
    let mut bob = Client::come_in(host.address, &format!("create bob {PASSWORD}")).await?;
    let mut carol = Client::come_in(host.address, &format!("create carol {PASSWORD}")).await?;
    for line in ["get pear", "emote waves.", "whisper carol Look there.", "say @ann hello"] {
        bob.send(line).await?;
    }
    bob.until("Ann says, \"Good day, Bob.\"").await?;
    carol.send("north").await?;
    carol.until("The Inn").await?;
    carol.fence().await?;
    let mut wiz = Client::come_in(host.address, &format!("connect wiz {PASSWORD}")).await?;
    for line in ["report carol: She only waves.", "ignore carol"] {
        bob.do_line(line).await?;
    }
    for line in ["who", "sitelock create zoe", "reports show 1", "audit"] {
        wiz.do_line(line).await?;
    }
    carol.do_line("chat Hello.").await?;
    wiz.until("Hello.").await?;
    bob.send("quit").await?;
    bob.until_end().await?;
    host.stop().await?;
    replays(&home, &[(1, &bob), (2, &carol), (3, &wiz)])
}

/// Checks that the run replays twice to the same, and to what was really shown.
fn replays(home: &Home, sessions: &[(u64, &Client)]) -> Result<(), Trouble> {
    let (first, second) = (replayed(home)?, replayed(home)?);
    assert_eq!(first, second);
    for (session, client) in sessions {
        let shown = first.get(session).ok_or("a session is missing")?;
        let seen = client.seen();
        let begins = seen.iter().position(|it| Some(it) == shown.first());
        let seen = seen.get(begins.ok_or("nothing of it was seen")?..).unwrap_or_default();
        assert!(seen.starts_with(shown), "{session}: {shown:#?}\n{seen:#?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_reload_a_lost_link_and_a_take_over_replay_to_the_same() -> Result<(), Trouble> {
    let mut home = Home::town(&[])?;
    home.config.server.journal = true;
    let people = vec![
        Person::parse(Role::Owner, "wiz in town/square")?,
        Person::parse(Role::Player, "carol in town/square")?,
    ];
    home.save(Cast { people, npcs: Vec::new() }.characters(Place::Test)?).await?;
    let host = home.start(Brain::new([])).await?;
    let connect = |name: &str| format!("connect {name} {PASSWORD}");
    let mut wiz = Client::come_in(host.address, &connect("wiz")).await?;
    let mut carol = Client::come_in(host.address, &connect("carol")).await?;
    carol.do_line("get pear").await?;
    drop(carol);
    wiz.until("Carol is lost in thought.").await?;
    wiz.do_line("say She is gone.").await?;
    let mut back = Client::come_in(host.address, &connect("carol")).await?;
    wiz.until("Carol looks up again.").await?;
    let zone = home.config.server.content.join("zones/town.ron");
    let text = while_("the zone", std::fs::read_to_string(&zone))?;
    home.write("zones/town.ron", &text.replace("A warm room.", "A cold room."))?;
    wiz.send("reload").await?;
    wiz.until("The content is read again").await?;
    back.do_line("north").await?;
    let mut over = Client::come_in(host.address, &connect("carol")).await?;
    back.until_end().await?;
    over.do_line("inventory").await?;
    wiz.do_line("who").await?;
    host.stop().await?;
    for client in [&mut wiz, &mut over] {
        client.until_end().await?;
    }
    let seen = |client: &Client, words: &str| client.seen().iter().any(|it| it.contains(words));
    for (client, words) in [
        (&back, "Wiz says, \"She is gone.\""),
        (&back, "A cold room."),
        (&over, "You take over from your other connection."),
        (&over, "You carry a pear."),
    ] {
        assert!(seen(client, words), "{words}: {:#?}", client.seen());
    }
    replays(&home, &[(1, &wiz), (3, &back), (4, &over)])
}
