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
    let (first, second) = (replayed(&home)?, replayed(&home)?);
    assert_eq!(first, second);
    // And it is what was really shown.
    for (session, client) in [(1, &bob), (2, &carol), (3, &wiz)] {
        let shown = first.get(&session).ok_or("a session is missing")?;
        let seen = client.seen();
        let begins = seen.iter().position(|it| Some(it) == shown.first());
        let seen = seen.get(begins.ok_or("nothing of it was seen")?..).unwrap_or_default();
        assert!(seen.starts_with(shown), "{shown:#?}\n{seen:#?}");
    }
    Ok(())
}
