//! Models over the network that are down, slow or talk nonsense: nobody else
//! waits for them, and the character's own script answers. `table` has every fault in a row.

use std::{collections::BTreeMap, time::Duration};

use assistants::llm::{
    http::{Endpoint, HttpModel},
    providers::{Models, Provider},
    wire::{Defaults, Wire},
};
use serde_json::json;
use tests::{
    Trouble,
    brain::{Brain, Play},
    cast::{Cast, Npc, PASSWORD, Person, Place},
    client::Client,
    client::patience::patiently,
    host::{Home, Host},
    while_,
};
use tokio::{
    io::AsyncReadExt,
    net::{TcpListener, TcpStream},
};
use world::act::permission::Role;

mod endpoint;
mod rows;
mod table;

type Done = Result<(), Trouble>;

fn models(address: std::net::SocketAddr, timeout: Duration) -> Result<Models, Trouble> {
    // Only the first test of a process can install it.
    if rustls::crypto::ring::default_provider().install_default().is_err() {
        println!("installed already");
    }
    let model = HttpModel::new(Endpoint {
        provider: "local".to_owned(),
        wire: Wire::OpenAi,
        base_url: format!("http://{address}/v1"),
        key: None,
        timeout,
        defaults: Defaults { max_tokens: Some(100), ..Defaults::of("none") },
        reasoning: None,
    });
    let provider = Provider::Http(vec![while_("a model", model)?]);
    let providers = BTreeMap::from([("local".to_owned(), provider)]);
    while_("the models", Models::new("local", providers))
}

/// A town whose assistant has its model at `address`, with two people in it.
async fn town(
    address: std::net::SocketAddr,
    seconds: u64,
) -> Result<(Host, Client, Client, Home), Trouble> {
    let mut ann = Npc::parse("ann in town/square")?;
    ann.detail("excuse Forgive me, I was far away.")?;
    let mut home = Home::town(&[("personas/ann.ron", &ann.persona())])?;
    home.config.minds.attempts = 1;
    home.config.minds.timeout_seconds = seconds;
    let host = home.start(models(address, Duration::from_secs(seconds))?).await?;
    let bob = Client::come_in(host.address, &format!("create bob {PASSWORD}")).await?;
    let carol = Client::come_in(host.address, &format!("create carol {PASSWORD}")).await?;
    Ok((host, bob, carol, home))
}

async fn excused(bob: &mut Client) -> Done {
    bob.until("\"Forgive me, I was far away.\"").await.map(|_| ())
}

/// Reads a request up to the end of its head; more does not matter here.
async fn asked(listener: &TcpListener) -> Result<TcpStream, Trouble> {
    let accepted = patiently(listener.accept()).await;
    let accepted = accepted.map_err(|_| "the model was not asked")?;
    let (mut stream, _) = while_("accepting", accepted)?;
    let mut buffer = [0; 65_536];
    while_("reading", stream.read(&mut buffer).await)?;
    Ok(stream)
}

#[tokio::test]
async fn nobody_waits_for_a_model_that_hangs() -> Done {
    let listener = while_("a port", TcpListener::bind("127.0.0.1:0").await)?;
    let address = while_("a port", listener.local_addr())?;
    let (host, mut bob, mut carol, _home) = town(address, 50).await?;
    bob.send("say @ann hello").await?;
    let hanging = asked(&listener).await?;
    // The model has the question and does not answer. Everybody plays on.
    for client in [&mut carol, &mut bob] {
        client.send("look well").await?;
        client.until("It is deep.").await?;
    }
    bob.fence().await?;
    assert_eq!(bob.take(), None, "Ann still thinks");
    // Its connection breaks, and she answers all the same.
    drop((hanging, listener));
    excused(&mut bob).await?;
    host.stop().await
}

#[tokio::test]
async fn a_speech_without_an_end_is_cut_and_the_staff_can_see_it() -> Done {
    let ann = Npc::parse("ann in town/square")?.persona();
    let home = Home::town(&[("personas/ann.ron", &ann)])?;
    let people = vec![Person::parse(Role::Staff, "wiz in town/square")?];
    home.save(Cast { people, ..Cast::default() }.characters(Place::Test)?).await?;
    let brain = Brain::new(["ann".to_owned()]);
    let words = json!({"text": "la ".repeat(3_000)});
    brain.lay_out("ann", 0, Play::Calls(vec![("say".to_owned(), words)]));
    let host = home.start(brain).await?;
    let mut wiz = Client::come_in(host.address, &format!("connect wiz {PASSWORD}")).await?;
    wiz.send("say @ann hello").await?;
    let line = wiz.until("Ann says, ").await?;
    let said = line.split('"').nth(1).unwrap_or_default();
    assert_eq!(said.chars().count(), 360);
    assert!(said.ends_with("la…"), "{said}");
    wiz.send("why ann").await?;
    wiz.until("`text` has more than 360 characters, and is cut").await?;
    wiz.until("\"say\": done").await?;
    host.stop().await
}
